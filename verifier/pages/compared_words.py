"""The words of `kalooki compare`, in English and in French."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.cards import RANK_SIGNS
from rulebook.model import Book, Question, Rule
from rulebook.vocabulary import POWERS
from verifier.compare.model import Side, ValueDifference
from verifier.outcome import ILLEGAL, LEGAL
from verifier.words.sentences import Pair, pick, silent
from verifier.words.sentences import listed as listed_words

EVENTS: dict[str, Pair] = {
    "deal": ("a deal", "une donne"),
    "open": ("an opening", "une ouverture"),
    "meld": ("a meld", "une combinaison"),
    "turn": ("the end of a turn", "la fin d'un tour"),
    "out": ("going out", "une sortie"),
    "draw": ("a draw", "une pioche"),
    "lay": ("laying a meld", "une pose"),
    "add": ("adding to a meld", "un ajout"),
    "swap": ("an exchange for a joker", "un échange contre un joker"),
    "shift": ("shifting a joker", "un joker décalé"),
    "move": ("moving cards on the table", "un déplacement sur la table"),
    "discard": ("a discard", "une carte jetée"),
    "call": ("calling a card", "un appel"),
    "cede": ("ceding a called card", "une carte appelée et cédée"),
    "keep": ("keeping a called card", "une carte appelée et gardée"),
    "reshuffle": ("making a new stock", "une pioche refaite"),
    "late": ("a play once somebody is out", "un coup quand un joueur est sorti"),
}
"""Each event, as the heading of what differs in it."""

RELATIONS: dict[str, Pair] = {
    "same": ("the same", "pareil"),
    "looser": ("{two} is looser", "{two} est plus souple"),
    "stricter": ("{two} is stricter", "{two} est plus sévère"),
    "neither": ("{two} is looser here and stricter there", "{two} est plus souple ici, plus sévère là"),
    "undecided": ("one of the two leaves it undecided", "l'un des deux ne tranche pas"),
}
"""What the second book is to the first."""

_HOW: dict[str, Pair] = {
    "forbid": ("forbids", "interdit"),
    "require": ("requires", "exige"),
    "permit": ("permits", "permet"),
    "exception": ("is an exception", "fait exception"),
    "otherwise": ("forbids what nothing permits", "interdit ce que rien ne permet"),
    "otherwise legal": ("permits what nothing forbids", "permet ce que rien n'interdit"),
    "asks": ("open question", "question ouverte"),
    "asks illegal": ("forbidden whatever the answer", "interdit quelle que soit la réponse"),
    "silent": ("says nothing", "ne dit rien"),
    "silent illegal": ("forbidden whatever the answers to its questions",
                       "interdit quelles que soient les réponses à ses questions"),
    "kept": ("is kept", "respectée"),
    "kept nothing": ("no rule forbids it", "aucune règle ne l'interdit"),
}  # fmt: skip

BOUND: dict[str, Pair] = {
    "set": ("new sets of up to {n} cards", "brelans et carrés posés de {n} cartes au plus"),
    "run": ("new runs of up to {n} cards", "suites posées de {n} cartes au plus"),
    "opening": ("openings of up to {n} melds", "ouvertures de {n} combinaisons au plus"),
    "opening-cards": ("melds of up to {n} cards in the largest openings",
                      "combinaisons de {n} cartes au plus dans les plus grandes ouvertures"),
    "lying": ("melds on the table of up to {n} cards", "combinaisons de la table de {n} cartes au plus"),
    "played": ("up to {n} cards added to these or given for a joker",
               "{n} cartes au plus ajoutées à celles-ci ou données contre un joker"),
}  # fmt: skip
"""The sizes up to which something is proved."""

_SELECTORS: dict[str, Pair] = {
    "pips": ("a 2 to 10", "un 2 à 10"),
    "face": ("a jack, queen or king", "un valet, une dame ou un roi"),
    "ace": ("an ace", "un as"),
    "low-ace": ("an ace before a 2", "un as avant le 2"),
    "joker": ("a joker", "un joker"),
    "rank": ("a card of rank {sign}", "une carte de rang {sign}"),
    "red": ("(red)", "(rouge)"),
    "black": ("(black)", "(noir)"),
    "hand": ("left in hand", "en main"),
    "meld": ("in a meld", "sur la table"),
    "number": ("its number", "son nombre"),
    "represented": ("the card it stands for", "la carte remplacée"),
    "": ("–", "–"),
}

_PHRASES: dict[str, Pair] = {
    "beside": ("{one} beside {two}", "{one} à côté de {two}"),
    "only": ("shown: {events}", "montré : {events}"),
    "one": ("One difference", "Une différence"),
    "many": ("{n} differences", "{n} différences"),
    "whole looser": ("{count}: {two} allows more", "{count} : {two} permet davantage"),
    "whole stricter": ("{count}: {two} allows less", "{count} : {two} permet moins"),
    "whole neither": ("{count}: {two} allows more here and less there",
                      "{count} : {two} permet plus ici et moins là"),
    "whole undecided": ("{count}, where one of the two leaves it undecided",
                        "{count}, là où l'un des deux ne tranche pas"),
    "of them one": (" (in one of them one of the two leaves it undecided)",
                    " (pour l'une d'elles, l'un des deux ne tranche pas)"),
    "of them": (" (in {n} of them one of the two leaves it undecided)",
                " (pour {n} d'entre elles, l'un des deux ne tranche pas)"),
    "alike": ("They decide every play alike, and the cards count the same.",
              "Ils décident de même de tous les coups, et les cartes comptent autant."),
    "alike only": ("They decide every such play alike.", "Ils décident de même de tous ces coups."),
    "none found": ("No play was found that they decide differently.",
                   "On n'a trouvé aucun coup dont ils décident autrement."),
    "differing": ("They differ on: {act}", "Ils diffèrent sur : {act}"),
    "says": ("{how}: {text}", "{how} : {text}"),
    "values": ("What the cards count", "Ce que valent les cartes"),
    "nothing differs": ("Nothing differs: {events}.", "Rien ne diffère : {events}."),
    "proved": ("Proved, whatever the cards: {claim}.", "Prouvé, quelles que soient les cartes : {claim}."),
    "proved but": ("Proved, whatever the cards, but for what follows: {claim}.",
                   "Prouvé, quelles que soient les cartes, sauf ce qui suit : {claim}."),
    "proved sizes": ("Proved up to these sizes ({sizes}): {claim}.",
                     "Prouvé jusqu'à ces tailles ({sizes}) : {claim}."),
    "but for": ("For {events} that is proved up to these sizes: {sizes}.",
                "Pour ceci, c'est prouvé jusqu'à certaines tailles : {events}. Ces tailles sont : {sizes}."),
    "claim": (
        "every other play on which they differ has the same verdicts as one shown here, and the same rules have a say",
        "tout autre coup dont ils décident autrement a les verdicts d'un coup montré ici, et les mêmes règles y sont "
        "pour quelque chose",
    ),
    "claim none": ("there is no such play", "il n'y en a pas"),
    "tried": ("Not proved: {events}. Plays written out were tried, {n} in all; others may differ.",
              "Non prouvé : {events}. On a essayé des coups écrits d'avance, {n} en tout ; d'autres peuvent différer."),
    # --- mistakes
    "name two": ("name two books, or files of house rules: kalooki compare A B",
                 "nommez deux livres, ou fichiers de règles de la maison : kalooki compare A B"),
    "no event": ("there is no event {name}{hint}", "il n'y a pas d'événement {name}{hint}"),
}  # fmt: skip

SHORT: Pair = ("Where do two books differ?", "En quoi deux livres diffèrent-ils ?")
HELP: Pair = (
    """Where do two books differ? Each difference is shown by the plainest play that the books decide differently.

    A and B are names of books or files of house rules.

    Exit status: 0 they decide alike, 1 they differ, 2 unreadable input or wrong usage.""",
    """En quoi deux livres diffèrent-ils ? Chaque différence se montre par le coup le plus simple dont ils décident
    autrement.

    A et B sont des noms de livres ou des fichiers de règles de la maison.

    Code de sortie : 0 ils décident de même, 1 ils diffèrent, 2 entrée illisible ou commande fautive.""",
)
RULES: Pair = (
    "A file of house rules, so that A or B can be the name of its book.",
    "Un fichier de règles de la maison, pour que A ou B puisse être le nom de son livre.",
)
LANG: Pair = (
    "The language of the answer; without it that of the system.",
    "La langue de la réponse ; sinon celle du système.",
)
EVENT: Pair = (
    "Show only what differs in this event: {events}.",
    "Ne montrer que ce qui diffère pour cet événement : {events}.",
)
COMPARING: Pair = ("comparing", "comparaison")


def say(key: str, lang: str, **values: object) -> str:
    """A phrase of this command in the language, with its values filled in."""
    return pick(_PHRASES[key], lang).format(**values)


def event(name: str, lang: str) -> str:
    """An event in words: `an opening`."""
    return pick(EVENTS[name], lang)


def events(names: Iterable[str], lang: str) -> str:
    """Several events in words."""
    return listed_words((event(name, lang) for name in names), lang)


def relation(name: str, two: str, lang: str) -> str:
    """What the second book, called `two`, is to the first."""
    return pick(RELATIONS[name], lang).format(two=two)


def sizes(bound: Iterable[tuple[str, int]], lang: str) -> str:
    """The sizes up to which something is proved, in words."""
    return listed_words((pick(BOUND[what], lang).format(n=number) for what, number in bound), lang)


def owner(side: Side, book: Book) -> Rule | Question | None:
    """The rule or question that decides in a book, if one does."""
    return book.rule(side.owner) or book.question(side.owner) if side.owner else None


def text(side: Side, event: str, book: Book, lang: str) -> str:
    """The sentence of what decides; of a book that is silent, the question that nobody wrote; or nothing."""
    found = owner(side, book)
    if found:
        return found.text(lang)
    return silent(event, lang) if side.how == "silent" and side.verdict != ILLEGAL and event in POWERS else ""


def how(side: Side, lang: str) -> str:
    """What that which decides does: `forbids`, `is kept`, `open question`."""
    if side.how == "kept" and not side.owner:
        return pick(_HOW["kept nothing"], lang)
    special = {("otherwise", LEGAL): "otherwise legal", ("asks", ILLEGAL): "asks illegal",
               ("silent", ILLEGAL): "silent illegal"}  # fmt: skip
    return pick(_HOW[special.get((side.how, side.verdict), side.how)], lang)


def counted(value: ValueDifference, lang: str) -> str:
    """What is counted: `an ace (red) left in hand`."""
    if value.selector.isdigit():
        card = pick(_SELECTORS["rank"], lang).format(sign=RANK_SIGNS[lang][int(value.selector)])
    else:
        card = pick(_SELECTORS[value.selector], lang)
    parts = (card, pick(_SELECTORS[value.colour], lang) if value.colour else "", pick(_SELECTORS[value.where], lang))
    return " ".join(part for part in parts if part)


def amount(said: str, lang: str) -> str:
    """What a card counts: `11 or 1`, `its number`, and a dash where the book does not say."""
    each = (pick(_SELECTORS[one], lang) if one in _SELECTORS else one for one in said.split(" or "))
    return listed_words(each, lang, "or")
