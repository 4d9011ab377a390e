"""The cards that a run stands for once it is read."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.cards import Card


def read_cards(written: Sequence[Card], start: int) -> tuple[Card, ...]:
    """The cards of a run from `start`, in order, each joker as the card it stands for.

    The suit of an open joker is that of the others, where they have one suit; else it is not said.
    """
    fixed = [card for card in written if card.rank]
    suits = {card.suit for card in fixed if card.suit}
    suit = suits.pop() if len(suits) == 1 else 0
    return tuple(_at(_rank(place), fixed, suit) for place in range(start, start + len(written)))


def _rank(place: int) -> int:
    return (place - 1) % 13 + 1


def _at(rank: int, fixed: list[Card], suit: int) -> Card:
    """The card that is fixed at a rank, taken from those left, or the one that an open joker stands for."""
    found = next((card for card in fixed if card.rank == rank), None)
    if found is None:
        return Card(rank, suit)
    fixed.remove(found)
    return Card(rank, found.suit)
