"""What `kalooki audit` says, in English and French."""

from __future__ import annotations

from verifier.words.sentences import Pair, pick

SHORT: Pair = (
    "Replay many records: the first wrong move of each.",
    "Rejouer des parties : le premier coup fautif de chacune.",
)
HELP: Pair = (
    """Replay many records, and find the first wrong move of each, with its rule, and the scores that are wrong.

    PATH is a record file (*.kal, with --- between records), JSON Lines (*.jsonl), either of them packed (*.gz), a
    folder with any of these, a pattern, or - for standard input.

    Exit status: 0 every deal is legal; 1 one is illegal, or a score wrong, or its table cannot arise; 2 one cannot be
    read, or wrong usage; 3 one is undetermined, or a card is not known, and nothing is illegal.""",
    """Rejouer des parties, et trouver le premier coup fautif de chacune, avec sa règle, et les scores faux.

    PATH est un fichier de parties (*.kal, séparées par ---), des lignes JSON (*.jsonl), comprimés ou non (*.gz), un
    dossier qui en contient, un motif, ou - pour l'entrée standard.

    Code de sortie : 0 tout est légal ; 1 une partie est illégale, un score faux, ou une table impossible ; 2 une partie
    est illisible, ou la commande fautive ; 3 une partie est indéterminée, ou une carte inconnue, et rien d'illégal.""",
)
OUT: Pair = ("Write a JSON line for each record to this file.", "Écrire une ligne JSON par partie dans ce fichier.")
RESUME: Pair = ("Go on where the file of --out ends.", "Reprendre là où le fichier de --out s'arrête.")
ONLY: Pair = ("Write and show only records of this verdict.", "N'écrire et ne montrer que les parties de ce verdict.")
JOBS: Pair = ("How many processes; without it one for each core.", "Le nombre de processus ; sinon un par cœur.")
CLUSTER: Pair = (
    "Give the work to the Dask cluster whose scheduler is there, as tcp://host:8786.",
    "Confier le travail à la grappe Dask dont l'ordonnanceur est là, par exemple tcp://hôte:8786.",
)
CONTINUE: Pair = ("Play a deal on after a wrong move.", "Continuer une partie après un coup fautif.")
VARIANT: Pair = (
    "The book to judge by; without it that of each record.",
    "Le livre selon lequel juger ; sinon celui de chaque partie.",
)
SCORES: Pair = ("Show the score sheet of each match.", "Montrer la feuille de score de chaque partie.")
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
    "jobs and cluster": ("--jobs shares the work among processes here, --cluster gives it to a cluster; leave one of "
                         "them out",
                         "--jobs partage le travail entre des processus d'ici, --cluster le confie à une grappe ; "
                         "ôtez l'un des deux"),
    "no extra": ("--cluster needs more than is installed: pip install 'kalooki[cluster]'",
                 "--cluster demande plus que ce qui est installé : pip install 'kalooki[cluster]'"),
    "no scheduler": ("{where}: no scheduler of a Dask cluster answers there ({what})",
                     "{where} : aucun ordonnanceur d'une grappe Dask n'y répond ({what})"),
    "no worker": ("the cluster has had no worker for {what} seconds; start one, and with --out, the same command with "
                  "--resume goes on",
                  "la grappe est sans ouvrier depuis {what} secondes ; lancez-en un, et avec --out, la même commande "
                  "avec --resume reprend"),
    "no kalooki": ("{where} lacks kalooki; install it there too: pip install 'kalooki[cluster]'",
                   "{where} n'a pas kalooki ; installez-le là aussi : pip install 'kalooki[cluster]'"),
    "other kalooki": ("{where} has another version of kalooki, {what}; install the same everywhere",
                      "{where} a une autre version de kalooki, {what} ; installez partout la même"),
    "scheduler lost": ("the scheduler of the cluster was lost ({what}); with --out, the same command with --resume "
                       "goes on",
                       "l'ordonnanceur de la grappe est perdu ({what}) ; avec --out, la même commande avec --resume "
                       "reprend"),
    "worker killed": ("some records have ended every worker that they were given to, perhaps for want of memory; with "
                      "--out, the same command with --resume goes on",
                      "des parties ont arrêté tous les ouvriers qui les ont reçues, peut-être faute de mémoire ; avec "
                      "--out, la même commande avec --resume reprend"),
    "cluster failed": ("the cluster cannot do the work ({what}); with --out, the same command with --resume goes on",
                       "la grappe ne peut pas faire le travail ({what}) ; avec --out, la même commande avec --resume "
                       "reprend"),
    "more troubles": ("and {n} more that cannot be read", "et {n} autres qui sont illisibles"),
    "replaying": ("replaying:", "lecture :"),
    "time left": (", time left", ", temps restant"),
    "wrong": ("{place}: illegal in {book}, turn {turn}: {who}{text} · {rules}",
              "{place} : illégal selon {book}, tour {turn} : {who}{text} · {rules}"),
    "wrong deal": ("{place}: illegal in {book}, the deal · {rules}",
                   "{place} : illégal selon {book}, la donne · {rules}"),
    "costs": ("{place}: a wrong play costs {points} points", "{place} : un coup fautif coûte {points} points"),
    "gone": ("{place}: {card} left the hand in line {line}", "{place} : {card} a quitté la main à la ligne {line}"),
    "never held": ("{place}: {card} never was in the hand", "{place} : {card} n'a jamais été dans la main"),
    "end": ("the end of the turn", "la fin du tour"),
    "open": ("{place}: undetermined in {book}: {questions}", "{place} : indéterminé selon {book} : {questions}"),
    "not written": ("it hangs on what is not written", "cela tient à ce qui n'est pas écrit"),
    "silence": ("the book is silent", "le livre n'en dit rien"),
    "unknown": ("{place}: a card is not known", "{place} : une carte n'est pas connue"),
    "cannot arise": ("{place}: this table cannot arise in {book}: {meld}",
                     "{place} : cette table est impossible selon {book} : {meld}"),
    "trouble": ("{place}: {why}", "{place} : {why}"),
    "record": ("1 record, {acts} moves judged", "1 partie, {acts} coups jugés"),
    "records": ("{n} records, {acts} moves judged", "{n} parties, {acts} coups jugés"),
    "speed": (" in {seconds:.1f} s: {rate:.0f} moves a second", " en {seconds:.1f} s : {rate:.0f} coups par seconde"),
    "resumed": ("{n} were done before", "{n} étaient déjà faites"),
    "wrong score": ("{place}: wrong score of {who}: {claimed}, and it is {points} = {sum}",
                    "{place} : score faux de {who} : {claimed}, et c'est {points} = {sum}"),
    "wrong total": ("{place}: wrong total of {who}: {claimed}, and it is {points} = {sum}",
                    "{place} : total faux de {who} : {claimed}, et c'est {points} = {sum}"),
    "wrong scores": ("scores written down that are wrong", "scores écrits qui sont faux"),
    "wrong score n": ("legal with a wrong score", "légales au score faux"),
    "by rule": ("first wrong moves by rule:", "premiers coups fautifs, par règle :"),
    "by question": ("open questions:", "questions ouvertes :"),
    "by book": ("by book:", "par livre :"),
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
