"""What `kalooki audit` says, in English and French."""

from __future__ import annotations

from verifier.words.sentences import Pair, pick

SHORT: Pair = (
    "Replay many records: the first wrong move of each.",
    "Rejouer des parties : le premier coup fautif de chacune.",
)
HELP: Pair = (
    """Replay many records, and find the first wrong move of each, with its rule.

    PATH is a record file (*.kal, with --- between records), JSON Lines (*.jsonl), either of them packed (*.gz), a
    folder with any of these, a pattern, or - for standard input.

    Exit status: 0 every deal is legal; 1 one is illegal, or its table cannot arise; 2 one cannot be read, or wrong
    usage; 3 one is undetermined, or a card is not known, and nothing is illegal.""",
    """Rejouer des parties, et trouver le premier coup fautif de chacune, avec sa règle.

    PATH est un fichier de parties (*.kal, séparées par ---), des lignes JSON (*.jsonl), comprimés ou non (*.gz), un
    dossier qui en contient, un motif, ou - pour l'entrée standard.

    Code de sortie : 0 tout est légal ; 1 une partie est illégale, ou sa table impossible ; 2 une partie est
    illisible, ou la commande fautive ; 3 une partie est indéterminée, ou une carte inconnue, et rien d'illégal.""",
)
OUT: Pair = ("Write a JSON line for each record to this file.", "Écrire une ligne JSON par partie dans ce fichier.")
RESUME: Pair = ("Go on where the file of --out ends.", "Reprendre là où le fichier de --out s'arrête.")
ONLY: Pair = ("Write and show only records of this verdict.", "N'écrire et ne montrer que les parties de ce verdict.")
JOBS: Pair = ("How many processes; without it one for each core.", "Le nombre de processus ; sinon un par cœur.")
CONTINUE: Pair = ("Play a deal on after a wrong move.", "Continuer une partie après un coup fautif.")
VARIANT: Pair = (
    "The book to judge by; without it that of each record.",
    "Le livre selon lequel juger ; sinon celui de chaque partie.",
)
SCHEMA: Pair = ("Print the JSON schema of a record, or of an answer, and stop.",
                "Écrire le schéma JSON d'une partie, ou d'une réponse, et rien d'autre.")  # fmt: skip

_PHRASES: dict[str, Pair] = {
    "no path": ("name a file or a folder of records, or - for standard input",
                "nommez un fichier ou un dossier de parties, ou - pour l'entrée standard"),
    "resume what": ("--resume needs --out FILE: that file says how far it came",
                    "--resume demande --out FICHIER : c'est lui qui dit où l'on en était"),
    "out is in": ("{name} is read and would be written over; name another file for --out",
                  "{name} est lu et serait écrasé ; nommez un autre fichier pour --out"),
    "no folder": ("{name}: there is no such folder to write in", "{name} : il n'y a pas de tel dossier où écrire"),
    "no writing": ("{name}: cannot be written: {why}; --resume goes on from what is there",
                    "{name} : l'écriture échoue : {why} ; --resume reprendra de ce qui s'y trouve"),
    "process lost": ("one of the processes was ended from outside, perhaps for want of memory; with --out, the same "
                     "command with --resume goes on",
                     "un des processus a été arrêté de l'extérieur, peut-être faute de mémoire ; avec --out, la même "
                     "commande avec --resume reprend"),
    "more troubles": ("and {n} more that cannot be read", "et {n} autres qui sont illisibles"),
    "replaying": ("replaying", "lecture"),
    "wrong": ("{place}: illegal in {book}, turn {turn}: {who}{text} · {rules}",
              "{place} : illégal selon {book}, tour {turn} : {who}{text} · {rules}"),
    "end": ("the end of the turn", "la fin du tour"),
    "open": ("{place}: undetermined in {book}: {questions}", "{place} : indéterminé selon {book} : {questions}"),
    "not written": ("it hangs on what is not written", "cela tient à ce qui n'est pas écrit"),
    "silence": ("the book is silent", "le livre n'en dit rien"),
    "unknown": ("{place}: a card is not known", "{place} : une carte n'est pas connue"),
    "cannot arise": ("{place}: this table cannot arise in {book}: {meld}",
                     "{place} : cette table est impossible selon {book} : {meld}"),
    "trouble": ("{place}: {why}", "{place} : {why}"),
    "records": ("{n} records, {acts} moves judged", "{n} parties, {acts} coups jugés"),
    "speed": (" in {seconds:.1f} s: {rate:.0f} moves a second", " en {seconds:.1f} s : {rate:.0f} coups par seconde"),
    "resumed": ("{n} were done before", "{n} étaient déjà faites"),
    "by rule": ("first wrong moves by rule", "premiers coups fautifs, par règle"),
    "by question": ("open questions", "questions ouvertes"),
    "by book": ("by book", "par livre"),
    "legal": ("legal", "légales"), "illegal": ("illegal", "illégales"),
    "undetermined": ("undetermined", "indéterminées"), "unknown n": ("a card not known", "carte inconnue"),
    "cannot arise n": ("table cannot arise", "table impossible"), "trouble n": ("cannot be read", "illisibles"),
}  # fmt: skip


def say(key: str, lang: str, **values: object) -> str:
    """A phrase in the language, its blanks filled in."""
    return pick(_PHRASES[key], lang).format(**values)


def verdict(name: str, lang: str) -> str:
    """A verdict as it is counted."""
    return say(name if name in ("legal", "illegal", "undetermined") else f"{name} n", lang)
