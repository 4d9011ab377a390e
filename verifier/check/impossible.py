"""Events that no play can make legal, and openings and contracts that no hand reaches.

All is worked out over the facts of events, whatever the cards. For an opening these are tied to the deal: the melds
need so many cards, a player holds so many at most, and no card counts more than the dearest.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Book, Value
from rulebook.vocabulary import DUTIES, EVENTS, FACTS
from verifier.check.making import EVENTS as NAMED
from verifier.check.making import about, named, said
from verifier.check.model import Finding
from verifier.check.together import Given, Together
from verifier.compare.forms import rounds
from verifier.smt import z3face as z
from verifier.smt.rules import statements
from verifier.smt.slots import LONGEST_RUN
from verifier.smt.z3face import Term
from verifier.words.sentences import Pair

_NEVER: Pair = (
    "No play makes this event legal: {event}. These rules together forbid it: {rules}.",
    "Aucun coup ne rend cela permis : {event}. Ces règles l'interdisent ensemble : {rules}.",
)
_OUT_OF_REACH: Pair = (
    "No hand can open{round}: a player holds {held} cards at most. These rules are to blame together: {rules}.",
    "Aucune main ne peut ouvrir{round} : un joueur tient {held} cartes au plus. Ces règles en sont cause ensemble : "
    "{rules}.",
)


def impossible(book: Book) -> Iterator[Finding]:
    """The events that a book speaks of as allowed, and that can never be legal."""
    found = {event: blamed for event in EVENTS if event != "deal" and (blamed := never(book, event))}
    for event, blamed in found.items():
        # Where no meld can lie there, nothing can be played on it either.
        if "meld" not in found or event == "meld":
            text = said(_NEVER, event=NAMED[event], rules=named(blamed))
            yield about(book, "impossible", blamed, text, event)
    if "open" not in found and "meld" not in found:
        yield from _openings(book)


def never(book: Book, event: str) -> tuple[str, ...]:
    """The rules that together make an event illegal always; none where it can be legal, or where no rule allows it."""
    spoken = [limb for _, _, limb in statements(book, event)]
    allowed = event in DUTIES or any(x.effect == "permit" or x.default in ("permit", "ask") for x in spoken)
    if not spoken or not allowed:
        return ()
    together = Together(book, [(event, {})])
    return () if together.possible() else together.blamed()


# ---------------------------------------------------------------------------------------- openings


def _openings(book: Book) -> Iterator[Finding]:
    """Openings that no hand reaches: in some rounds, if rounds matter, or always. One cause is one finding."""
    grouped: dict[tuple[tuple[str, ...], int], list[int]] = {}
    for number in rounds(book) or (0,):
        held = most_held(book, number)
        blamed = _unreached(book, number, held)
        if blamed:
            grouped.setdefault((blamed, held), []).append(number)
    for (blamed, held), where in grouped.items():
        numbers = ", ".join(str(number) for number in where if number)
        when: Pair = (f" in round {numbers}", f" à la manche {numbers}") if numbers else ("", "")
        text = said(_OUT_OF_REACH, round=when, held=str(held), rules=named(blamed))
        yield about(book, "impossible", blamed, text, "open")


def _range(fact: str) -> tuple[int, int]:
    values = FACTS[fact].values
    assert values is not None and isinstance(values[0], int) and isinstance(values[1], int)
    return values[0], values[1]


def most_held(book: Book, number: int = 0) -> int:
    """The most cards that a player can hold when he lays: those dealt, those of calls ceded, and the one drawn."""
    low, high = _range("hand-size")
    given = {"round": number} if number else {}
    sizes = range(high, low - 1, -1)
    dealt = next((n for n in sizes if Together(book, [("deal", {**given, "hand-size": n})]).possible()), high)
    return dealt + 1 + 2 * most_calls(book)


def most_calls(book: Book) -> int:
    """How many calls can be ceded to a player in one deal: each brings him the card and another."""
    if never_spoken(book, "call"):
        return 0
    most = _range("calls-ceded")[1]
    allowed = (n for n in range(most) if not Together(book, [("call", {"calls-ceded": n})]).possible())
    return next(allowed, most)


def never_spoken(book: Book, event: str) -> bool:
    return next(iter(statements(book, event)), None) is None


def _unreached(book: Book, number: int, held: int) -> tuple[str, ...]:
    """The rules to blame if nobody can open with so many cards; none where somebody can."""
    round_ = {"round": number} if number else {}
    kinds = [kind for kind in ("set", "run") if Together(book, [("meld", {"kind": kind})]).possible()]
    melds: list[Given] = [("meld", {"kind": kind}) for kind in kinds]
    together = Together(book, [("open", {"opened-before": False, **round_}), ("deal", round_), *melds])
    limits = list(_limits(book, together, kinds, held))
    reach = together.solver.name(z.conj(limits), "reach")
    return () if together.possible([reach]) else together.blamed([reach])


def _limits(book: Book, together: Together, kinds: list[str], held: int) -> Iterator[Term]:
    """The cards of the melds are among those held, and no card counts more than the dearest."""
    laid = z.integer("laid")
    counted = {"set": together.fact(0, "sets"), "run": together.fact(0, "runs")}
    needed = [_cards(together.fact(2 + n, "size"), counted[kind]) for n, kind in enumerate(kinds)]
    yield together.fact(0, "melds") == z.total(counted[kind] for kind in kinds)
    yield from (term == 0 for kind, term in counted.items() if kind not in kinds)
    yield laid >= z.total(needed)
    # What is dealt is what the rules of the deal say; the rest comes by the draw and by calls.
    yield laid <= together.fact(1, "hand-size") + (1 + 2 * most_calls(book))
    yield laid <= held
    yield together.fact(0, "points") <= laid * dearest(book)


def _cards(size: Term, melds: Term) -> Term:
    """How many cards so many melds of a size have."""
    return z.choose(size, [melds * n for n in range(1, LONGEST_RUN + 1)])


def dearest(book: Book) -> int:
    """The most that a card can count in a meld, in points."""
    return max((_most(value) for value in book.values() if value.where != "hand"), default=0)


def _most(value: Value) -> int:
    """A card by its number counts ten at most."""
    if isinstance(value.amount, int):
        return value.amount
    return _HIGHEST_PIP if value.amount == "number" else 0


_HIGHEST_PIP = 10
