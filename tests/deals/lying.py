"""Melds as they lie on the table of a deal that is being made, and those that a hand holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from oracle.figures import ACE, FACE, YES, Figures
from oracle.melds import JOKER, SUITS, card, is_joker, rank_of, suit_of

HIGH_ACE = 14


@dataclass(frozen=True)
class Lying:
    """A meld: a set of `rank`, or a run of `suit` from the place `low` upwards (the ace after the king is 14)."""

    cards: tuple[str, ...]
    rank: int = 0
    suit: str = ""
    low: int = 0
    owner: str = ""

    @property
    def is_run(self) -> bool:
        return self.rank == 0

    @property
    def top(self) -> int:
        return self.low + len(self.cards) - 1

    @property
    def jokers(self) -> int:
        return sum(map(is_joker, self.cards))

    @property
    def suits(self) -> list[str]:
        return [suit_of(one) for one in self.cards if not is_joker(one)]

    def points(self) -> int:
        """What it counts at the least: nobody knows what an ace before a two counts."""
        if self.is_run:
            return sum(1 if place == 1 else worth(place) for place in range(self.low, self.top + 1))
        return len(self.cards) * worth(self.rank)

    def stands_for(self) -> list[str]:
        """The cards that the jokers of a run stand for; those that a set lacks."""
        if self.is_run:
            return [card(self.low + n, self.suit) for n, one in enumerate(self.cards) if is_joker(one)]
        return [card(self.rank, suit) for suit in SUITS if suit not in self.suits]


def worth(place: int) -> int:
    return ACE if place in (1, HIGH_ACE) else min(place, FACE)


def lowest(book: Figures) -> int:
    """Where a run may begin: with an ace only in a book that says so."""
    return 1 if book.low_ace == YES else 2


def is_fine(meld: Lying, book: Figures) -> bool:
    """Whether it is a meld of the book, whatever its open questions are answered."""
    jokers, size = meld.jokers, len(meld.cards)
    if meld.is_run:
        ends = lowest(book) <= meld.low and meld.top <= HIGH_ACE and not (meld.low == 1 and meld.top == HIGH_ACE)
        touch = any(is_joker(one) and is_joker(two) for one, two in zip(meld.cards, meld.cards[1:], strict=False))
        return ends and not touch and size >= book.smallest_run and size - jokers >= 2
    if book.suits_repeat:
        return 3 <= size <= 10 and size - jokers >= 2 and jokers <= size - jokers
    return 3 <= size <= 4 and len(set(meld.suits)) == size - jokers and size - jokers >= 1


def beside(meld: Lying, others: Sequence[Lying], book: Figures) -> bool:
    """Whether it may lie beside others: where that is not clear, one run at most has a joker, and none is its twin."""
    if book.twin_runs == YES or not meld.is_run:
        return True
    runs = [one for one in others if one.is_run]
    if meld.jokers and any(one.jokers for one in runs):
        return False
    return not any((one.jokers or meld.jokers) and one.low == meld.low and len(one.cards) == len(meld.cards)
                   for one in runs)  # fmt: skip


# --------------------------------------------------------------------------------- what a hand holds


def melds_in(hand: Sequence[str], book: Figures) -> list[Lying]:
    """Melds of the smallest sizes that the hand holds, with one joker at most."""
    joker = JOKER in hand
    found = [meld for meld in (*_sets(hand, book, joker), *_runs(hand, book, joker)) if is_fine(meld, book)]
    return sorted(found, key=lambda meld: (meld.jokers, -meld.points(), meld.cards))


def _sets(hand: Sequence[str], book: Figures, joker: bool) -> Iterator[Lying]:
    for rank in range(1, 14):
        held = sorted(one for one in hand if rank_of(one) == rank)
        if not book.suits_repeat:
            held = sorted(set(held))
        for size in (4, 3):
            yield from (Lying(cards, rank) for cards in dict.fromkeys(combinations(held, size)))
        if joker:
            yield from (Lying((*cards, JOKER), rank) for cards in dict.fromkeys(combinations(held, 2)))
        if joker and book.exchanges == "listed" and hand.count(JOKER) > 1:
            yield from (Lying((one, JOKER, JOKER), rank) for one in held)


def _runs(hand: Sequence[str], book: Figures, joker: bool) -> Iterator[Lying]:
    held = set(hand)
    for suit in SUITS:
        for size in range(book.smallest_run, book.smallest_run + 3):
            for low in range(lowest(book), HIGH_ACE - size + 2):
                cards = [card(place, suit) for place in range(low, low + size)]
                there = [one if one in held else JOKER for one in cards]
                if there.count(JOKER) <= joker:
                    yield Lying(tuple(there), suit=suit, low=low)


def together(hand: Sequence[str], melds: Sequence[Lying]) -> bool:
    """Whether the hand holds all these melds at once."""
    return not Counter(one for meld in melds for one in meld.cards) - Counter(hand)


def rest(hand: Sequence[str], melds: Sequence[Lying]) -> list[str]:
    """The cards left in hand when the melds are laid."""
    left = list(hand)
    for meld in melds:
        for one in meld.cards:
            left.remove(one)
    return left
