"""Cards as the tests of the direct engine write them, read without the grammar: `7♥ JK JK=9♣`."""

from __future__ import annotations

from grammar.cards import RANK_SIGNS, SUIT_SIGNS, Card


def card(text: str) -> Card:
    joker, _, said = text.partition("=") if text.startswith("JK") else ("", "", text)
    rank, suit = (RANK_SIGNS["en"].index(said[:-1]), SUIT_SIGNS.index(said[-1])) if said else (0, 0)
    return Card(rank, suit, bool(joker))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())
