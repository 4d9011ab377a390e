"""What the sources say of the deal: players, packs, jokers and cards dealt."""

from __future__ import annotations

from collections.abc import Mapping

CONTRACTS = {1: 9, 2: 10, 3: 11, 4: 12, 5: 12, 6: 13, 7: 14, 8: 15, 9: 16}
"""J L9-L20: the cards of each round."""


def legal(book: str, deal: Mapping[str, int]) -> bool:
    """Whether a deal is as the source of a book has it; `deal` has players, packs, jokers-in-deck, hand-size, round."""
    players, packs, jokers = deal["players"], deal["packs"], deal["jokers-in-deck"]
    hand, number = deal["hand-size"], deal["round"]
    if book in ("jamaican", "tuluki", "baby-kalooki"):
        # J L4: three to eight players; two packs up to four, three up to six, four up to eight; jokers grow with them.
        seats = players == 2 if book == "tuluki" else 3 <= players <= 8
        needed = 2 if players <= 4 else 3 if players <= 6 else 4
        if book == "baby-kalooki":
            dealt = hand <= CONTRACTS[1]
        else:
            dealt = number in CONTRACTS and hand == CONTRACTS[number]
        return seats and packs == needed and jokers >= packs and dealt
    if book.startswith("kalooki") and not 2 <= players <= 4:
        return False
    # R L5, K L3, S L3: two packs of 52 and two jokers make 106 cards.
    full = 52 * packs + jokers == 106 if book == "kaluki" else (packs, jokers) == (2, 2)
    return full and hand == 13
