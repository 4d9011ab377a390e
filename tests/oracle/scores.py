"""What players score when one of them is out, book by book, from the sources alone.

score("kaluki", ["K♥", "9♦", "JK"], "whole")    (69,)

How the winner went out: "whole", he laid his whole hand in his last turn; "whole and added", he added cards to melds as
well; "" in several turns. There are two sums where the source does not say which holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from oracle.melds import is_joker, rank_of, suit_of

WHOLE, ADDED, BY_AND_BY = "whole", "whole and added", ""

JOKERS = {"rami-40": 15, "rami-51": 25, "kalooki-40": 25, "kalooki-51": 25, "kaluki": 25,
          "jamaican": 50, "baby-kalooki": 50, "tuluki": 50}  # fmt: skip
"""R L7, L83, L111; K L29; J L29; U L5, L28."""
DOUBLING = ("jamaican", "baby-kalooki", "tuluki")
"""J L29: who lays his contract and goes out in the same turn doubles what the others score."""
MORE = 25
"""R L45, L109; K L37; U L29: so many points more if the winner laid his whole hand at once."""
MORE_IF_ADDED = {"rami-40": True, "rami-51": None, "kalooki-40": False, "kalooki-51": False, "kaluki": None}
"""Whether also if he added to melds: R L38 of Rami 40; R L38 against L103 of Rami 51; K L37; U L23 does not say."""


def in_hand(book: str, cards: Sequence[str]) -> int:
    """What cards left in a hand count."""
    return sum(JOKERS[book] if is_joker(card) else _counts(book, card) for card in cards)


def _counts(book: str, card: str) -> int:
    rank = rank_of(card)
    if rank == 1:
        return 11 if book not in DOUBLING else 15 if suit_of(card) in "♠♣" else 1
    return min(rank, 10)


def score(book: str, left: Sequence[str], went: str) -> tuple[int, ...]:
    """The points of a loser: one number, or those between which the source leaves the choice."""
    points = in_hand(book, left)
    if went == BY_AND_BY:
        return (points,)
    if book in DOUBLING:
        return (2 * points,)
    more = True if went == WHOLE else MORE_IF_ADDED[book]
    return (points, points + MORE) if more is None else (points + MORE * more,)
