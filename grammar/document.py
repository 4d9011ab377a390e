"""What a written record says, before anybody asks whether it is true or legal.

A file holds one or more records; a record has a header, a position and turns. Everything carries the place
where it was written. Nothing here knows a rule of any game.
"""

from __future__ import annotations

from msgspec import Struct, field

from grammar.cards import Card


class At(Struct, frozen=True):
    """A place in a text: line and column count from 1, `length` is the number of characters marked."""

    line: int
    column: int
    length: int = 1


class Meld(Struct, frozen=True):
    """A meld in the order in which it was written.

    `label` is empty for a new meld that the record does not name, `owner` is empty where it is not said.
    `kind` is "set" or "run" where the record says so ("brelan" and "carré" are sets), else empty.
    """

    cards: tuple[Card, ...]
    label: str = ""
    owner: str = ""
    kind: str = ""
    at: At = At(1, 1)
    cards_at: tuple[At, ...] = ()
    """Where each of `cards` is written."""


class Act(Struct, frozen=True):
    """One act of a turn.

    `verb` is one of: draw (from the stock), take (from the discards), lay, add, swap, shift, move, discard,
    call, cede, keep, reshuffle, declare, end.
    `cards` are the cards drawn, taken, added, given, moved, thrown or called; `melds` those laid; `target` is
    the meld after to / in / into, `source` the one after from; `end` is "low" or "high" where `add` says so;
    `jokers` is how many jokers a swap asks for; `becomes` what a shifted joker is said to stand for then.
    `text` is the act as it was written.
    """

    verb: str
    text: str
    at: At
    cards: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    target: str = ""
    source: str = ""
    end: str = ""
    jokers: int = 0
    becomes: Card | None = None
    cards_at: tuple[At, ...] = ()
    """Where each of `cards` is written."""


class Turn(Struct, frozen=True):
    """What one player did, in order."""

    player: str
    acts: tuple[Act, ...]
    at: At


class Hand(Struct, frozen=True):
    """The cards a player holds; `complete` is False where the record ends it in `…`."""

    player: str
    cards: tuple[Card, ...]
    complete: bool
    at: At
    cards_at: tuple[At, ...] = ()
    """Where each of `cards` is written."""


class Ruling(Struct, frozen=True):
    """What humans decided: "legal", "illegal" or "undetermined" in a book, by a rule if `rule` is not empty."""

    book: str
    verdict: str
    rule: str
    at: At


class Score(Struct, frozen=True):
    """A claimed score, of a deal or in all: points of each player."""

    points: tuple[tuple[str, int], ...]
    at: At


class Record(Struct, frozen=True):
    """One record.

    `variants` are the books named (none: all). `match` names the match that the deal belongs to ("": none). `table` is
    complete. `discards` is None where they are not written, and its last card is the top. `stock` is the number of
    cards in it, if written. `opened` names players who opened on an earlier turn though they have no meld;
    `opened_unknown` is True for `opened: ?`; `opened_now` names players who opened in the turn that goes on. `drawn`
    names the players who have drawn already, `took` is the card they took from the discards if that is how. `scores`
    are what is claimed of the deal, `totals` what is claimed of the match up to it. `line_form` is True for the
    one-line form, in which there is one unnamed player (the empty name), who has opened and drawn unless it says
    otherwise, and other melds belong to others.
    """

    turns: tuple[Turn, ...]
    at: At
    lang: str = "en"
    source: str = ""
    lines: tuple[str, ...] = ()
    title: str = ""
    line_form: bool = False
    variants: tuple[str, ...] = ()
    variants_at: tuple[At, ...] = ()
    players: tuple[str, ...] = ()
    dealer: str = ""
    match: str = ""
    round: int | None = None
    table: tuple[Meld, ...] = ()
    hands: tuple[Hand, ...] = ()
    discards: tuple[Card, ...] | None = None
    discards_at: tuple[At, ...] = ()
    stock: int | None = None
    opened: tuple[str, ...] = ()
    opened_unknown: bool = False
    opened_now: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    took: Card | None = None
    settled: tuple[tuple[str, str], ...] = ()
    rulings: tuple[Ruling, ...] = ()
    scores: tuple[Score, ...] = field(default=())
    totals: tuple[Score, ...] = ()

    @property
    def from_the_deal(self) -> bool:
        """Whether the record begins with the deal: it names the dealer, and nothing has been played."""
        played = self.table or self.opened or self.opened_unknown or self.opened_now or self.drawn
        return bool(self.dealer) and not played and len(self.discards or ()) <= 1
