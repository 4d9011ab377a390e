"""The words of `kalooki check`, in English and in French."""

from __future__ import annotations

from verifier.words.sentences import Pair, pick

KINDS: dict[str, tuple[Pair, Pair]] = {
    "impossible": (("impossible", "impossible"),
                   ("rules that no play can keep", "des règles qu'aucun coup ne peut respecter")),
    "arithmetic": (("arithmetic", "arithmétique"),
                   ("deals whose numbers do not add up", "des donnes dont les nombres ne vont pas ensemble")),
    "dead": (("dead", "sans effet"),
             ("rules that change no verdict", "des règles qui ne changent aucun verdict")),
    "stuck": (("stuck", "sans issue"),
              ("positions that leave a player no legal play", "des positions qui ne laissent aucun coup légal")),
    "conflict": (("conflict", "conflit"),
                 ("rules, amendments and examples that do not go together",
                  "des règles, amendements et exemples qui ne vont pas ensemble")),
    "silent": (("silent", "silence"),
               ("open questions, and plays that no rule decides",
                "des questions ouvertes et des coups qu'aucune règle ne décide")),
    "untested": (("untested", "sans exemple"),
                 ("rules whose change no example would notice",
                  "des règles dont aucun exemple ne remarquerait le changement")),
}  # fmt: skip
"""Each kind of finding: its name, and what it is about."""

_PHRASES: dict[str, Pair] = {
    "head": ("{title} ({id})", "{title} ({id})"),
    "amends": ("amends {id}", "amende {id}"),
    "one": ("1 finding", "1 constat"),
    "many": ("{n} findings", "{n} constats"),
    "of kind": ("{n} {kind}", "{kind} : {n}"),
    "house": ("What the amendment brings", "Ce que l'amendement apporte"),
    "source": ("What comes from the amended book", "Ce qui vient du livre amendé"),
    "nothing from house": ("Nothing: the amendment holds together.", "Rien : l'amendement se tient."),
    "kind": ("{kind}: {about}", "{kind} : {about}"),
    "holds": ("It holds together. Looked for, and not found: {abouts}.",
              "Il se tient. Cherché, et non trouvé : {abouts}."),
    "not looked": (
        "Examples are single lines: deals, plays after somebody is out, answers to calls and penalties are not asked "
        "of them.",
        "Les exemples tiennent en une ligne : on ne leur demande ni les donnes, ni les coups après une sortie, ni les "
        "réponses aux appels, ni les pénalités.",
    ),
    "where": ("where", "où"),
    "convention": ("a convention", "une convention"),
    "says": ("says", "dit"),
    "with": ("with", "avec"),
    "shown": ("see", "voir"),
    "bound": ("(as far as plays of a limited size show)", "(pour autant que des coups de taille limitée le montrent)"),
    "checking": ("checking {id}", "examen de {id}"),
    # --- mistakes
    "name a book": (
        "name a book, or a file of house rules: kalooki check BOOK or kalooki check FILE.rules",
        "nommez un livre ou un fichier de règles de la maison : kalooki check LIVRE ou kalooki check FICHIER.rules",
    ),
}  # fmt: skip

CHECK_SHORT: Pair = ("Does this book hold together?", "Ce livre se tient-il ?")
CHECK: Pair = (
    """Does this book hold together?

    BOOK is the name of a book, FILE.rules a file of house rules. What is found is of seven kinds, from rules that no
    play can keep to rules whose change no example would notice; what an amendment brings comes first, then what comes
    from the book that it amends.

    Exit status: 0 nothing found; 1 something found, be it only a question that the source leaves open; 2 a file that
    cannot be read, or wrong usage. House rules that can be read, but do not fit the book that they amend, are a
    finding.""",
    """Ce livre se tient-il ?

    BOOK est le nom d'un livre, FILE.rules un fichier de règles de la maison. Les constats sont de sept sortes, des
    règles qu'aucun coup ne peut respecter aux règles dont aucun exemple ne remarquerait le changement ; d'abord ce
    qu'un amendement apporte, puis ce qui vient du livre amendé.

    Code de sortie : 0 rien trouvé ; 1 quelque chose, ne serait-ce qu'une question que la source laisse ouverte ;
    2 fichier illisible, ou commande fautive. Des règles de la maison lisibles, mais qui ne vont pas avec le livre
    qu'elles amendent, sont un constat.""",
)
RULES: Pair = ("A file of house rules: checked, or at hand where BOOK is named.",
               "Un fichier de règles de la maison : examiné, ou disponible si BOOK est nommé.")  # fmt: skip

HOUSE: Pair = ("Only what an amendment brings, not what comes from the book that it amends.",
               "Seulement ce qu'un amendement apporte, non ce qui vient du livre qu'il amende.")  # fmt: skip


def say(key: str, lang: str, **values: object) -> str:
    """A phrase in the language, its blanks filled in."""
    return pick(_PHRASES[key], lang).format(**values)


def kind(name: str, lang: str) -> str:
    """The name of a kind of finding."""
    return pick(KINDS[name][0], lang)


def about(name: str, lang: str) -> str:
    """What a kind of finding is about."""
    return pick(KINDS[name][1], lang)
