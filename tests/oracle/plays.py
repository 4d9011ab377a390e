"""Plays as they are written: the acts of one player in one turn, or of several players in turn."""

from __future__ import annotations

from dataclasses import dataclass

from oracle.melds import JOKER, Cards, is_joker

UNKNOWN = "?"


@dataclass(frozen=True)
class Meld:
    """A meld as it is written; `kind` is "set" or "run" where that is said, `own` is whether it is the player's."""

    cards: Cards
    kind: str = ""
    own: bool = False


@dataclass(frozen=True)
class Act:
    """One act: draw, take, lay, add, swap, shift, move, discard, call, cede, keep, reshuffle or end.

    `to` is the meld added to, exchanged in or moved to, `source` the one that a card is moved from; `jokers` is how
    many jokers an exchange takes, `becomes` what a shifted joker is said to stand for.
    """

    verb: str
    cards: Cards = ()
    melds: tuple[Meld, ...] = ()
    to: str = ""
    source: str = ""
    end: str = ""
    jokers: int = 0
    becomes: str = ""


Turn = tuple[str, tuple[Act, ...]]
"""Who plays, and what he does."""
Lain = tuple[tuple[str, Meld], ...]
"""The melds on the table, each with its label."""


@dataclass(frozen=True)
class Play:
    """What lies there, and what one player does.

    `opened` is "before" (on an earlier turn), "now" (earlier in this turn), "no" or "unknown". `hand` is what he holds
    before the first act and `discards` the pile, its top last; None where they are not written. `took` is the card
    taken from the discards if he has drawn that way already. `round` is the number of the deal, 0 if not written, and
    `stock` how many cards are in the stock, if that is written.
    """

    acts: tuple[Act, ...]
    table: Lain = ()
    opened: str = "before"
    drawn: bool = True
    took: str = ""
    hand: Cards | None = None
    discards: Cards | None = None
    round: int = 0
    stock: int | None = None


@dataclass(frozen=True)
class Tale:
    """What several players do in turn, in the order of `players`.

    The melds of `table` are labelled by the initial of their owner. `opened` names those who opened before it begins
    though they have no meld there, `hands` who holds what as far as that is written.
    """

    players: tuple[str, ...]
    turns: tuple[Turn, ...]
    table: Lain = ()
    opened: tuple[str, ...] = ()
    hands: tuple[tuple[str, Cards], ...] = ()
    round: int = 0

    def owner(self, label: str) -> str:
        """Whose meld it is."""
        return next(player for player in self.players if player[0] == label[0])


def bare(card: str) -> str:
    """The card itself: a joker without what it stands for."""
    return JOKER if is_joker(card) else card


def is_call(turn: Turn) -> bool:
    """A call comes between turns and is none."""
    return turn[1][:1] != () and turn[1][0].verb == "call"
