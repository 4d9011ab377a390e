"""What the sources say of the deal: players, packs, jokers and cards dealt."""

from __future__ import annotations

from collections.abc import Mapping

CONTRACTS = {1: 9, 2: 10, 3: 11, 4: 12, 5: 12, 6: 13, 7: 14, 8: 15, 9: 16}
"""J L9-L20: the cards of each round."""


def verdict(book: str, deal: Mapping[str, int]) -> str:
    """What the source of a book says of a deal; `deal` has players, packs, jokers-in-deck, hand-size and round."""
    if book in ("jamaican", "tuluki", "baby-kalooki"):
        return _said(_jamaican(book, deal))
    if book == "kaluki":
        return _kaluki(deal)
    # K L3: two to four players; R L5 and K L3: two packs and two jokers; R L5, R L69, K L11: 13 cards.
    seats = 2 <= deal["players"] <= 4 or not book.startswith("kalooki")
    return _said(seats and (deal["packs"], deal["jokers-in-deck"], deal["hand-size"]) == (2, 2, 13))


def _said(legal: bool) -> str:
    return "legal" if legal else "illegal"


def _jamaican(book: str, deal: Mapping[str, int]) -> bool:
    """J L4: three to eight players; two packs up to four, three up to six, four up to eight; jokers grow with them.

    J L21: baby kalooki is dealt a few cards; J L30: tuluki is for two.
    """
    players, packs, hand = deal["players"], deal["packs"], deal["hand-size"]
    seats = players == 2 if book == "tuluki" else 3 <= players <= 8
    needed = 2 if players <= 4 else 3 if players <= 6 else 4
    dealt = hand <= CONTRACTS[1] if book == "baby-kalooki" else CONTRACTS.get(deal["round"]) == hand
    return seats and packs == needed and deal["jokers-in-deck"] >= packs and dealt


def _kaluki(deal: Mapping[str, int]) -> str:
    """S L3: 106 cards, or two packs of 54 and two jokers: nobody can tell which."""
    if deal["packs"] != 2 or deal["hand-size"] != 13 or deal["jokers-in-deck"] not in (2, 6):
        return "illegal"
    return "undetermined"
