"""Cards as people write them: a rank and a suit, the joker, and cards of which something is not known."""

from __future__ import annotations

from typing import NamedTuple

RANKS = range(1, 14)
"""Ranks in order: 1 is the ace, 11 the jack, 12 the queen, 13 the king."""

SUITS = (1, 2, 3, 4)
"""Suits in the order in which cards are listed: hearts, diamonds, clubs, spades."""

SUIT_SIGNS = "?♥♦♣♠"
RANK_SIGNS = {
    "en": ("?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
    "fr": ("?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R"),
}


class Card(NamedTuple):
    """One card on the table.

    `rank` is 1 (ace) to 13 (king) and `suit` 1 to 4 (hearts, diamonds, clubs, spades); 0 means that it is
    not said. `joker` is True for a joker, whose rank and suit are then those of the card it is said to stand
    for, and None for a card of which not even that is known.
    """

    rank: int
    suit: int
    joker: bool | None = False

    @property
    def natural(self) -> bool:
        """Whether this is a card with a rank and a suit of its own, both known."""
        return self.joker is False and self.rank > 0 and self.suit > 0

    @property
    def known(self) -> bool:
        """Whether we know which physical card this is (a joker need not say what it stands for)."""
        return self.natural or self.joker is True

    def __str__(self) -> str:
        return show(self)


JOKER = Card(0, 0, True)
UNKNOWN = Card(0, 0, None)


def physical(card: Card) -> Card:
    """The card itself: a joker without what it stands for."""
    return JOKER if card.joker else card


def show(card: Card, lang: str = "en") -> str:
    """The card in the notation, with the rank letters of the language: `Q♥` or `D♥`, `JK`, `JK=9♣`, `?♥`."""
    if card.joker is None:
        return "?"
    face = RANK_SIGNS[lang][card.rank] + (SUIT_SIGNS[card.suit] if card.suit or not card.rank else "")
    if not card.joker:
        return face if card.rank and card.suit else ("?" + SUIT_SIGNS[card.suit] if card.suit else face + "?")
    return "JK=" + face if card.rank or card.suit else "JK"


def show_all(cards: tuple[Card, ...] | list[Card], lang: str = "en") -> str:
    """Several cards, with a blank between them."""
    return " ".join(show(card, lang) for card in cards)
