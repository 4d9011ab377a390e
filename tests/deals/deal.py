"""A whole deal, and what the books are for those who make one."""

from __future__ import annotations

from dataclasses import dataclass

from oracle import plays
from oracle.figures import BOOKS, Figures
from oracle.scores import score

Act, Meld = plays.Act, plays.Meld
Turn = plays.Turn
NAMES = ("Anne", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")

FIGURES: dict[str, Figures] = {book.name: book for book in BOOKS}
SEATS = {"rami-40": (2, 5), "rami-51": (2, 5), "kalooki-40": (2, 4), "kalooki-51": (2, 4), "kaluki": (2, 4),
         "jamaican": (3, 6), "baby-kalooki": (3, 5), "tuluki": (2, 2)}  # fmt: skip
"""The fewest and the most players who are seated here."""
SETTLED = {
    "baby-kalooki": (("opening.which-contract", "filled"),),
    "tuluki": (("opening.same-contracts", "same"),),
}
"""What a table must have agreed on before anybody can open in these books: their contracts are not written."""


@dataclass(frozen=True)
class Deal:
    """A deal from its first card: the players in their order, the last of whom dealt, their hands, and what they did.

    `round` is 0 where deals have no number; `settled` is what the table agreed on, by question; `winner` is who went
    out, if somebody did; then `left` are the cards that the others hold, and `went` is how he went out.
    """

    book: str
    players: tuple[str, ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    first_discard: str
    turns: tuple[Turn, ...]
    round: int = 0
    settled: tuple[tuple[str, str], ...] = ()
    winner: str = ""
    left: tuple[tuple[str, tuple[str, ...]], ...] = ()
    went: str = ""

    @property
    def scores(self) -> dict[str, tuple[int, ...]]:
        """What each player scores, by the oracle: several numbers where the source does not say which; empty if nobody
        is out."""
        left = {player: score(self.book, cards, self.went) for player, cards in self.left}
        return {**left, self.winner: (0,)} if self.winner else {}

    @property
    def dealer(self) -> str:
        return self.players[-1]
