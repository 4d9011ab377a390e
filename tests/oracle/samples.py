"""Plays to agree about: every small meld, and random plays of which half are right and half are spoiled.

All of them come from a seed and stay within the packs of the book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from oracle import acts, tales
from oracle.figures import ASKED, NO, YES, Figures
from oracle.melds import JOKER, Cards, card
from oracle.plays import Act, Meld, Play, Tale, bare
from oracle.verdicts import verdict
from oracle.whole_turns import needed, turns

PACKS = 2
"""So many of each card in small melds."""

# ------------------------------------------------------------------------------------ every small meld


def lay(cards: Cards, book: Figures) -> Play:
    """A meld laid by somebody who has opened and drawn; in this turn, where a later meld is asked about."""
    return Play((Act("lay", melds=(Meld(cards),)),), opened="now" if book.more_melds == ASKED else "before")


def small_melds(deck: Sequence[str]) -> Iterator[Cards]:
    """Every meld of 3 and 4 of these cards, two of each, and up to two jokers, in three written orders.

    The orders are upwards, downwards, and neither (the first card goes last); the jokers stand everywhere.
    """
    seen: set[Cards] = set()
    for size, jokers in product((3, 4), range(3)):
        for naturals in _multisets(deck, size - jokers):
            for cards in _with_jokers_anywhere(naturals, jokers):
                seen |= {cards, cards[::-1], (*cards[1:], cards[0])}
    return iter(sorted(seen))


def _multisets(deck: Sequence[str], size: int) -> Iterator[Cards]:
    """So many cards in the order of the deck, at most two of each."""
    twice = [(n, card) for n, card in enumerate(deck) for _ in range(PACKS)]
    return (tuple(card for _, card in chosen) for chosen in sorted(set(combinations(twice, size))))


def _with_jokers_anywhere(naturals: Cards, jokers: int) -> Iterator[Cards]:
    size = len(naturals) + jokers
    for places in combinations(range(size), jokers):
        rest = iter(naturals)
        yield tuple(JOKER if n in places else next(rest) for n in range(size))


def window(low: int, suits: str = "♥♠", ranks: int = 6) -> list[str]:
    """The cards of neighbouring ranks from `low` upwards, past the ace too."""
    return [card(rank, suit) for suit in suits for rank in range(low, low + ranks)]


# ------------------------------------------------------------------------------------- choosing a sample

Generator = Callable[[Random, Figures], Play | Tale]
VERDICTS = ("legal", "illegal", "undetermined")
_TRIES = 60_000


def _of(generate: Callable[..., Play | Tale], *what: object) -> Generator:
    return lambda rnd, book: generate(rnd, book, *what)


_GENERAL: dict[str, Generator] = {
    **{f"meld of {size}": _of(acts.melds, size) for size in range(3, 14)},
    **{f"exchange in a {sort}": _of(acts.exchanges, sort) for sort in ("set", "run")},
    **{f"addition of {count}": _of(acts.additions, count) for count in (1, 2, 3)},
    **{f"move of {count}": _of(acts.moves, count) for count in (1, 2)},
    "shift": acts.shifts,
    **{f"{count} acts on a meld": _of(acts.histories, count) for count in (2, 3)},
    **{f"turn: {sort}": _of(turns, sort) for sort in ("stock", "discards", "out")},
    "tale": tales.tales,
}
_BY_POINTS = {f"opening of {count}": _of(acts.openings, count) for count in (1, 2, 3)}
_BY_CONTRACT = {f"contract of round {round}" if round else "contract of some round": _of(acts.contracts, round)
                for round in range(10)}  # fmt: skip
_UNWRITTEN = {f"opening of {count}": _of(acts.first_melds, count) for count in (1, 2, 3)}
_CALLS: dict[str, Generator] = {"calls": tales.calls}
_TWINS: dict[str, Generator] = {"runs beside runs": acts.beside_runs}


def sorts_of(book: Figures) -> dict[str, Generator]:
    """A generator for each sort of play in this book."""
    openings = {"": _BY_POINTS, "written": _BY_CONTRACT, "unwritten": _UNWRITTEN}[book.contract]
    calls = _CALLS if book.calls else {}
    return {**_GENERAL, **openings, **calls, **(_TWINS if book.twin_runs != YES else {})}


def verdicts_of(sort: str, book: Figures) -> tuple[str, ...]:
    """The verdicts that plays of a sort can have; what no text allows, or none leaves open, is left out."""
    never = {why for why, impossible in _never(sort, book) if impossible}
    return tuple(found for found in VERDICTS if found not in never)


def _never(sort: str, book: Figures) -> Iterator[tuple[str, bool]]:
    asked_only = book.exchanges == "three"
    if sort.startswith("move"):
        yield from (("legal", True), ("undetermined", book.moving == NO))
    elif sort == "shift":
        yield from (("legal", book.shifting != YES), ("undetermined", book.shifting == NO))
    elif sort.startswith("exchange"):
        yield from (("legal", asked_only), ("undetermined", asked_only and sort.endswith("run")))
    elif sort in ("opening of 1", "opening of 2", "opening of 3") and book.contract:
        yield from (("legal", True), ("undetermined", sort == "opening of 1"))
    elif sort.startswith("contract"):
        yield ("legal", book.own_contracts == ASKED or sort.endswith("some round"))
    elif sort == "calls":
        yield from (("undetermined", book.calls == "none"),)


@cache
def sample(sort: str, book: Figures, each: int) -> dict[str, list[Play | Tale]]:
    """So many plays of a sort for each verdict it can have."""
    return balanced(sorts_of(book)[sort], book, verdicts_of(sort, book), each, sort)


def balanced(
    generate: Generator, book: Figures, wanted: Sequence[str], each: int, seed: str
) -> dict[str, list[Play | Tale]]:
    """So many plays of each verdict wanted. Fewer where the generator does not find them in tens of thousands."""
    rnd = Random(f"{seed} {book.name}")
    found: dict[str, list[Play | Tale]] = {verdict: [] for verdict in wanted}
    for _ in range(_TRIES):
        if all(len(plays) >= each for plays in found.values()):
            break
        play = generate(rnd, book)
        if within_deck(play, book):
            plays = found.get(verdict(play, book), [None] * each)
            plays.append(play) if len(plays) < each else None
    return found


def within_deck(play: Play | Tale, book: Figures) -> bool:
    """Whether the packs are enough for it: for what lies there, and the hand or else what is played."""
    lying = [card for _, meld in play.table for card in meld.cards]
    if isinstance(play, Tale):
        held = tuple(card for _, some in play.turns for card in needed(some))
    else:
        held = play.hand if play.hand is not None else needed(play.acts)
    counts = Counter(map(bare, (*lying, *held)))
    return counts.pop(JOKER, 0) <= book.deck_jokers and max(counts.values(), default=0) <= book.packs


# ------------------------------------------------------------------------------- a slice that is quick to judge


def slice_of(found: dict[str, list[Play | Tale]], each: int, forms: int) -> list[Play | Tale]:
    """Some plays of each verdict: so many at most, of that many forms, those that come most often.

    A solver is quicker with plays of one form, which differ in their cards only.
    """
    counts = Counter(_form(play) for plays in found.values() for play in plays)
    chosen: list[Play | Tale] = []
    for plays in found.values():
        often = sorted({_form(play) for play in plays}, key=lambda form: (-counts[form], form))[:forms]
        chosen += [play for play in plays if _form(play) in often][:each]
    return chosen


def _form(play: Play | Tale) -> str:
    """The play without its cards."""
    table = [(len(meld.cards), meld.kind, meld.own) for _, meld in play.table]
    if isinstance(play, Tale):
        return repr((table, [(player, _forms(some)) for player, some in play.turns], play.opened))
    hand = None if play.hand is None else len(play.hand)
    return repr((table, _forms(play.acts), play.opened == "unknown", hand, play.discards is None, play.took == ""))


def _forms(some: Sequence[Act]) -> list[object]:
    return [
        (act.verb, len(act.cards), [(len(meld.cards), meld.kind) for meld in act.melds], act.end, act.jokers)
        for act in some
    ]
