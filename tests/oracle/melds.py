"""Melds: how they can be read, whether they are melds, what they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from oracle.figures import ACE, FACE, JOKER_IN_HAND, LONGEST_RUN, SMALLEST_SET, YES, Figures
from oracle.questions import Ask, allowed

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♥♦♣♠"
JOKER = "JK"

_FACES = {rank + suit: (number, suit) for number, rank in enumerate(RANKS, 1) for suit in SUITS}
_FIXED = {**_FACES, **{f"JK={face}": value for face, value in _FACES.items()}}

Cards = tuple[str, ...]


def card(rank: int, suit: str) -> str:
    """The card of a rank from 1 (ace) to 13 (king); 14 is the ace again."""
    return RANKS[(rank - 1) % 13] + suit


def is_joker(card: str) -> bool:
    return card.startswith(JOKER)


def rank_of(card: str) -> int:
    """1 to 13; 0 for a joker that does not say what it stands for."""
    return _FIXED[card][0] if card != JOKER else 0


def suit_of(card: str) -> str:
    return _FIXED[card][1] if card != JOKER else ""


def fixed(cards: Sequence[str]) -> list[str]:
    """The cards that say what they are: all but the open jokers."""
    return [card for card in cards if card != JOKER]


class Set(NamedTuple):
    """Cards read as a set of a rank."""

    rank: int
    cards: Cards


class Run(NamedTuple):
    """Cards read as a run, in their places from `low` upwards."""

    low: int
    cards: Cards

    @property
    def top(self) -> int:
        """The place of the last card; 14 is the ace above the king."""
        return self.low + len(self.cards) - 1


Read = Set | Run

# -------------------------------------------------------------------------------------------- reading


@lru_cache(maxsize=50_000)
def readings(cards: Cards, kind: str = "") -> tuple[Read, ...]:
    """What cards laid in this order can be, none if they are neither set nor run."""
    sets = [Set(rank, cards) for rank in _set_ranks(cards)] if kind != "run" else []
    runs = _runs(cards) if kind != "set" else ()
    return (*sets, *runs)


def _set_ranks(cards: Cards) -> list[int]:
    ranks = {rank_of(card) for card in fixed(cards)}
    return list(range(1, 14)) if not ranks else sorted(ranks) if len(ranks) == 1 else []


def _runs(cards: Cards) -> Iterator[Run]:
    if len(cards) <= LONGEST_RUN:
        for low in _lows(cards):
            seated = _seat(cards, range(low, low + len(cards)))
            if seated:
                yield Run(low, tuple(seated[place] for place in sorted(seated)))


def _lows(cards: Cards) -> list[int]:
    """Where a run can begin: as written, upwards or downwards; anywhere if it is written in no order."""
    upwards = [low for low in range(1, 14) if _in_order(cards, low)]
    if upwards:
        return upwards
    downwards = [low for low in range(1, 14) if _in_order(cards[::-1], low)] if len(fixed(cards)) > 1 else []
    return downwards or list(range(1, 14))


def _in_order(cards: Cards, low: int) -> bool:
    return all(card == JOKER or rank_of(card) == _rank_at(low + n) for n, card in enumerate(cards))


def _rank_at(place: int) -> int:
    return (place - 1) % 13 + 1


def _seat(cards: Sequence[str], places: Sequence[int]) -> dict[int, str] | None:
    """Each card in a place of its rank, the lowest first; open jokers where nothing else sits."""
    free = sorted(places)
    seated: dict[int, str] = {}
    for card in fixed(cards):
        place = next((place for place in free if _rank_at(place) == rank_of(card)), None)
        if place is None:
            return None
        free.remove(place)
        seated[place] = card
    return {**seated, **dict.fromkeys(free, JOKER)}


# ------------------------------------------------------------------------------------ what becomes of it


def added(meld: Read, new: Cards, end: str = "") -> list[Read]:
    """What the meld can be once the cards are added, at the end that was said, or where they fit."""
    if isinstance(meld, Set):
        fit = all(rank_of(card) == meld.rank for card in fixed(new))
        return [Set(meld.rank, meld.cards + new)] if fit else []
    below = {"low": [len(new)], "high": [0]}.get(end, range(len(new) + 1))
    return [run for count in below if (run := _extended(meld, new, count))]


def _extended(run: Run, new: Cards, below: int) -> Run | None:
    """The run with `below` of the new cards under it and the others above."""
    if len(run.cards) + len(new) > LONGEST_RUN:
        return None
    low, top = run.low - below, run.top + len(new) - below
    seated = _seat(new, [*range(low, run.low), *range(run.top + 1, top + 1)])
    if seated is None:
        return None
    under = [seated[place] for place in range(low, run.low)]
    over = [seated[place] for place in range(run.top + 1, top + 1)]
    return Run(low if low >= 1 else low + 13, (*under, *run.cards, *over))


def exchanged(meld: Read, given: Cards, taken: int) -> Read | None:
    """The meld with the cards given in it and so many jokers fewer; None if that makes no sense."""
    if isinstance(meld, Set):
        jokers = sorted((card for card in meld.cards if is_joker(card)), key=len)
        if len(jokers) < taken or any(rank_of(card) != meld.rank for card in fixed(given)):
            return None
        return Set(meld.rank, without(meld.cards, jokers[:taken]) + given)
    return _exchanged_run(meld, given, taken)


def _exchanged_run(run: Run, given: Cards, taken: int) -> Run | None:
    if len(given) != taken:
        return None
    cards = list(run.cards)
    for card in given:
        places = [n for n, there in enumerate(cards) if is_joker(there) and _rank_at(run.low + n) == rank_of(card)]
        if not places:
            return None
        cards[places[0]] = card
    return Run(run.low, tuple(cards))


def shifted(meld: Read, card: str, becomes: str = JOKER) -> list[Read]:
    """What the meld can be once the card is in the place of a joker, which goes to an end, as what is said there."""
    if isinstance(meld, Set):
        return [Set(meld.rank, (*meld.cards, card))] if rank_of(card) == meld.rank else []
    inside = _exchanged_run(meld, (card,), 1)
    return [run for below in (0, 1) if (run := _extended(inside, (becomes,), below))] if inside else []


def without(cards: Cards, gone: Sequence[str]) -> Cards:
    """The cards less those that go, one for one."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


# ------------------------------------------------------------------------------------------- judging


def is_meld(meld: Read, book: Figures, ask: Ask) -> bool:
    """Whether the book has such a meld."""
    return _is_set(meld, book, ask) if isinstance(meld, Set) else _is_run(meld, book, ask)


def _is_set(meld: Set, book: Figures, ask: Ask) -> bool:
    suits = [suit_of(card) for card in fixed(meld.cards)]
    jokers = sum(map(is_joker, meld.cards))
    naturals = len(meld.cards) - jokers
    if not SMALLEST_SET <= len(meld.cards) <= book.largest_set or naturals < book.set_naturals:
        return False
    if not book.suits_repeat and len(set(suits)) < len(suits):
        return False
    return jokers <= naturals or allowed(book.joker_sets, "more jokers than other cards in a set", ask)


def _is_run(run: Run, book: Figures, ask: Ask) -> bool:
    one_suit = len({suit_of(card) for card in fixed(run.cards)}) <= 1
    if len(run.cards) < book.smallest_run or not one_suit or not _ace_is_well(run, book, ask):
        return False
    touch = any(is_joker(one) and is_joker(two) for one, two in pairwise(run.cards))
    return not touch or allowed(book.touching, "jokers side by side in a run", ask)


def _ace_is_well(run: Run, book: Figures, ask: Ask) -> bool:
    if run.top > 14:
        return allowed(book.past_ace, "a run past the ace", ask)
    if run.low > 1:
        return True
    if not allowed(book.low_ace, "an ace before a two", ask):
        return False
    return run.top < 14 or ask("a run from ace to ace")


def apart(melds: Iterable[Read], book: Figures, ask: Ask) -> bool:
    """Whether the melds may lie on one table: what is said of a run with a joker a second time there."""
    if book.twin_runs == YES:
        return True
    runs = [meld for meld in melds if isinstance(meld, Run)]
    with_joker = [run for run in runs if any(map(is_joker, run.cards))]
    if len(runs) < 2 or not with_joker or ask("a run with a joker a second time: said of the suits of sets"):
        return True
    if ask("a run with a joker a second time: said of the same run"):
        return not any(_twins(*pair) for pair in combinations(runs, 2) if set(pair) & set(with_joker))
    return len(with_joker) < 2


def _twins(one: Run, two: Run) -> bool:
    """Whether two runs stand for the same cards."""
    suits = {suit_of(card) for run in (one, two) for card in fixed(run.cards)}
    return one.low == two.low and len(one.cards) == len(two.cards) and len(suits) <= 1


def points(meld: Read, ask: Ask) -> int:
    """What a meld counts; a joker counts as the card it stands for."""
    if isinstance(meld, Set):
        return len(meld.cards) * _worth(meld.rank)
    return sum(_worth_at(place, ask) for place in range(meld.low, meld.top + 1))


def points_in_hand(cards: Cards) -> int:
    """What the cards count that are still in hand."""
    return sum(JOKER_IN_HAND if is_joker(card) else _worth(rank_of(card)) for card in cards)


def _worth(rank: int) -> int:
    return ACE if rank == 1 else min(rank, FACE)


def _worth_at(place: int, ask: Ask) -> int:
    if place == 1:
        return ACE if ask("eleven points for an ace before a two") else 1
    return _worth(_rank_at(place))
