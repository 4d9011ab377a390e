"""What the commands say about themselves, in the language of the user's locale."""

from __future__ import annotations

from verifier.commands.terminal import language
from verifier.words.sentences import Pair, pick


def _here(en: str, fr: str) -> str:
    return fr if language() == "fr" else en


MAIN = _here(
    "An arbiter for the kalooki and rami family of card games.",
    "Un arbitre pour les jeux de la famille du kalooki et du rami.",
)
JUDGE_SHORT = _here("Is the move legal, and by which rule?", "Le coup est-il légal, et par quelle règle ?")
JUDGE = _here(
    """Settle what is written: is the move legal, by which rule, and where is that rule written?

    FILE is a record (*.kal), - is standard input.

    Exit status: 0 legal, or every ruling agrees; 1 illegal, or a ruling disagrees; 2 unreadable input or wrong
    usage; 3 undetermined and nothing illegal.""",
    """Trancher ce qui est écrit : le coup est-il légal, par quelle règle, et où est-elle écrite ?

    FILE est un fichier (*.kal), - l'entrée standard.

    Code de sortie : 0 légal, ou chaque décision confirmée ; 1 illégal, ou une décision contredite ; 2 entrée
    illisible ou commande fautive ; 3 indéterminé et rien d'illégal.""",
)
LINE = _here("Judge a position and a move given on one line.", "Juger une position et un coup donnés en une ligne.")
VARIANT = _here(
    "The books to judge by, separated by commas; without it those that the record names, or all.",
    "Les livres selon lesquels juger, séparés par des virgules ; sinon ceux du fichier, ou tous.",
)
RULES = _here("A file of house rules to judge by.", "Un fichier de règles de la maison, selon lequel juger.")
SETTLE = _here("Choose a reading of an open question.", "Choisir une lecture d'une question ouverte.")
LANG = _here(
    "The language of the answer; without it that of the record, or of the system.",
    "La langue de la réponse ; sinon celle du fichier, ou du système.",
)
FORMAT = _here("Text for people, or JSON Lines.", "Du texte, ou des lignes JSON.")
SCHEMA = _here("Print the JSON schema of the answers and stop.", "Écrire le schéma JSON des réponses, et rien d'autre.")

_ALONE: Pair = (
    """Write down the table and the move, and I say whether the move was legal. On one line:

    kalooki judge -e "A1 10♥ 10♠ JK; swap 10♦ for JK in A1" --variant rami-40

or in a file, say dispute.kal:

    players: Anne, Bob
    table:
      A1 (Anne): 10h 10s JK
      B1 (Bob): Jc Qc Kc
    Bob holds: 10d 4s Kh
    Bob: draws; swaps 10d for JK in A1; discards 4s

    kalooki judge dispute.kal

The rules themselves: kalooki rules. Every option: kalooki judge --help""",
    """Écrivez la table et le coup, et je dis si le coup était légal. En une ligne :

    kalooki judge -e "A1 10♥ 10♠ JK; échange 10♦ contre JK dans A1" --variant rami-40

ou dans un fichier, par exemple litige.kal :

    joueurs: Anne, Bruno
    table:
      A1 (Anne): 10♥ 10♠ JK
      B1 (Bruno): V♣ D♣ R♣
    Bruno tient: 10♦ 4♠ R♥
    Bruno: pioche; échange 10♦ contre JK dans A1; jette 4♠

    kalooki judge litige.kal

Les règles elles-mêmes : kalooki rules. Toutes les options : kalooki judge --help""",
)


def judge_alone(lang: str) -> str:
    """What `kalooki judge` says when it is given nothing."""
    return pick(_ALONE, lang)
