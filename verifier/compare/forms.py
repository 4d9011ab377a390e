"""Forms of play: plays whose cards are left free, as lines in which every free card is a `?`.

The forms are the bound of a comparison: up to these sizes it is proved that nothing else differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product

from msgspec import Struct
from msgspec.structs import replace

from rulebook.model import Book
from rulebook.vocabulary import FACTS
from verifier.direct.statements import index_of
from verifier.scene import FactValue
from verifier.smt.slots import LONGEST_RUN

LAID = {"set": (2, 3, 4, 5), "run": tuple(range(2, LONGEST_RUN + 1)), "": (2, 3, 4)}
"""How many cards a meld laid by somebody who has opened has, by its kind."""

OPENING = {1: ("set 3", "run 3", "set 4", "run 4", "run 5"), 2: ("set 3", "run 3", "set 4", "run 4"),
           3: ("set 3", "run 3", "run 4")}  # fmt: skip
"""The melds that an opening of so many is made of."""

LYING = (3, 4)
"""How many cards a meld on the table has, before cards are added, exchanged or shifted."""

PLAYED = (1, 2)
"""How many cards are added, or given for jokers."""


MOST_MELDS = 4
"""The most melds of an opening that is looked at for the sake of its facts."""


Brought = tuple[str, tuple[tuple[str, FactValue], ...]]
"""An event, and what is known of its facts."""


class Form(Struct, frozen=True):
    """Plays of one form.

    `lines` are the line in each of the circumstances that it may be played in, the plainest first; they differ in
    nothing else. `kinds` are what the melds that lie there or are laid are: "set", "run" or "" for neither. `jokers` is
    False where the cards played are no jokers. `cards` counts all cards that lie there or are played. `brings` are the
    events of such plays, each with the facts that are the same in all of them.
    """

    verb: str
    lines: tuple[str, ...]
    kinds: tuple[str, ...]
    cards: int
    jokers: bool = True
    brings: tuple[Brought, ...] = ()

    @property
    def events(self) -> frozenset[str]:
        """The events that its plays bring about."""
        return frozenset(event for event, _ in self.brings)

    def of(self, body: str) -> Form:
        """The form whose lines are these circumstances, each followed by the play."""
        return replace(self, lines=tuple(when + body for when in self.lines))


def forms(rounds: Sequence[int] = ()) -> Iterator[Form]:
    """All forms, those with the fewest cards first; `rounds` are the rounds whose openings are asked for, if they
    matter."""
    return iter(sorted(_all(rounds), key=lambda form: (form.cards, _ORDER[form.verb])))


_ORDER = {"lay": 0, "open": 1, "add": 2, "swap": 3, "shift": 4}


def _all(rounds: Sequence[int]) -> Iterator[Form]:
    yield from _laid()
    yield from _openings(rounds)
    for size in LYING:
        for kind in ("set", "run"):
            for count in PLAYED:
                yield from _added(kind, size, count)
                yield from _swapped(kind, size, count)
            yield from _shifted(kind, size)


def _laid() -> Iterator[Form]:
    for kind, sizes in LAID.items():
        for size in sizes:
            yield from _laid_as(kind, size)


def _laid_as(kind: str, size: int) -> Iterator[Form]:
    brings = (_brought("lay"), _brought("meld", kind=kind or "neither", size=size))
    when = ("", "opened now; ", "not drawn; ")
    yield Form("lay", when, (kind,), size, brings=brings).of(f"lay {_meld(kind, size)}")


def _brought(event: str, **facts: FactValue) -> Brought:
    return event, tuple(facts.items())


def _meld(kind: str, size: int) -> str:
    return " ".join((*((kind,) if kind else ()), *("?" * size)))


def _openings(rounds: Sequence[int]) -> Iterator[Form]:
    """Openings in each round, if rounds matter."""
    for count, melds in OPENING.items():
        for chosen in combinations_with_replacement(melds, count):
            yield from _opening(chosen, rounds)


def _opening(melds: Sequence[str], rounds: Sequence[int]) -> Iterator[Form]:
    """An opening of melds such as "set 3"; of none, nothing."""
    when = tuple(f"round {number}; not opened; " for number in rounds) or ("not opened; ",)
    split = [meld.split() for meld in melds]
    body = "lay " + ", ".join(_meld(kind, int(size)) for kind, size in split)
    if melds:
        cards = sum(int(size) for _, size in split)
        kinds = tuple(kind for kind, _ in split)
        opened = _brought("open", melds=len(split), sets=kinds.count("set"), runs=kinds.count("run"))
        laid = (_brought("meld", kind=kind, size=int(size)) for kind, size in dict.fromkeys(map(tuple, split)))
        yield Form("open", when, kinds, cards, brings=(_brought("lay"), opened, *laid)).of(body)


_ON_TABLE = ("", "my ", "opened now; ", "not opened; ", "not drawn; ")
"""Circumstances of a play on a meld that lies there: another's, one's own, and so on."""


def _added(kind: str, size: int, count: int) -> Iterator[Form]:
    for end in ("",) if kind == "set" else ("", " low", " high"):
        body = f"A1 {_meld(kind, size)}; add {_meld('', count)} to A1{end}"
        # Where the record does not say the end, a joker could go to either.
        brings = (_brought("add", kind=kind, cards=count), _brought("meld", size=size + count))
        yield Form("add", _ON_TABLE, (kind,), size + count, kind == "set" or bool(end), brings).of(body)


def _swapped(kind: str, size: int, count: int) -> Iterator[Form]:
    """Natural cards for jokers."""
    for jokers, meld in _with_jokers(kind, size):
        for taken in sorted({1, jokers}):
            body = f"A1 {meld}; swap {_meld('', count)} for {' '.join(['JK'] * taken)} in A1"
            swap = _brought("swap", kind=kind, size=size, jokers=jokers, given=count, taken=taken)
            brings = (swap, _brought("meld", size=size + count - taken))
            yield Form("swap", _ON_TABLE, (kind,), size + count, False, brings).of(body)


def _shifted(kind: str, size: int) -> Iterator[Form]:
    for _, meld in _with_jokers(kind, size):
        brings = (_brought("shift", kind=kind), _brought("meld", size=size + 1))
        yield Form("shift", _ON_TABLE, (kind,), size + 1, False, brings).of(f"A1 {meld}; shift ? into A1")


def _with_jokers(kind: str, size: int) -> Iterator[tuple[int, str]]:
    """A meld with one joker or two, and how many: at the end of a set; anywhere in a run, at its end first."""
    for jokers in PLAYED:
        places = list(combinations(range(size), jokers))[::-1]
        for at in places[:1] if kind == "set" else places:
            yield jokers, " ".join((kind, *("JK" if n in at else "?" for n in range(size))))


def bound() -> tuple[tuple[str, int], ...]:
    """The sizes up to which all plays are looked at, as (what, number)."""
    return (
        ("set", max(LAID["set"])),
        ("run", max(LAID["run"])),
        ("opening", max(OPENING)),
        ("opening-cards", max(int(meld.split()[1]) for meld in OPENING[max(OPENING)])),
        ("lying", max(LYING)),
        ("played", max(PLAYED)),
    )


def forms_for(event: str, facts: Mapping[str, FactValue], rounds: Sequence[int] = ()) -> Iterator[Form]:
    """Forms beyond the bound in which an event could have such facts: as many cards, or melds."""
    kind = str(facts.get("kind", ""))
    if event == "meld" and kind in ("set", "run"):
        yield from _laid_as(kind, int(facts["size"]))
    elif event == "add":
        for kind, size in product(("run", "set"), LYING):
            yield from _added(kind, size, int(facts["cards"]))
    elif event == "open" and int(facts["melds"]) <= MOST_MELDS:
        melds, sets, runs = (int(facts[name]) for name in ("melds", "sets", "runs"))
        # As many sets as the facts have; or any number, where those of them are no opening of sets and runs.
        for count in (sets,) if sets + runs == melds else range(melds + 1):
            for set_size, run_size in product(LYING, LYING):
                yield from _opening([f"set {set_size}"] * count + [f"run {run_size}"] * (melds - count), rounds)


def reads_round(book: Book) -> bool:
    """Whether the book's rules on plays look at the number of the round."""
    return any("round" in limb.facts() for _, limb in book.limbs() if limb.event != "deal")


def rounds(*books: Book) -> tuple[int, ...]:
    """The rounds that all the books have, if one of them looks at the round; else none in particular."""
    if not any(map(reads_round, books)):
        return ()
    low, high = FACTS["round"].values or (1, 1)
    return tuple(
        n for n in range(int(low), int(high) + 1) if all(index_of(book).deal_allows({"round": n}) for book in books)
    )
