"""A record while it is being read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from grammar.cards import Card
from grammar.document import Act, At, Hand, Meld, Record, Ruling, Score, Turn


class Played(Struct):
    """A turn while it is being read. Its discard, or `ends`, is its end."""

    player: str
    at: At
    acts: list[Act] = field(default_factory=list)
    over: bool = False

    def add(self, acts: Iterable[Act]) -> None:
        """More acts of this turn."""
        for act in acts:
            self.acts.append(act)
            self.over = self.over or act.verb in ("discard", "end")


class Draft(Struct):
    """What has been read of a record so far, under the names of `Record`."""

    at: At
    lang: str
    source: str
    lines: tuple[str, ...]
    line_form: bool = False
    title: str = ""
    variants: list[str] = field(default_factory=list)
    variants_at: list[At] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    dealer: str = ""
    match: str = ""
    round: int | None = None
    table: list[Meld] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    discards: tuple[Card, ...] | None = None
    discards_at: tuple[At, ...] = ()
    stock: int | None = None
    opened: list[str] = field(default_factory=list)
    opened_unknown: bool = False
    opened_now: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    took: Card | None = None
    settled: list[tuple[str, str]] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    totals: list[Score] = field(default_factory=list)
    turns: list[Played] = field(default_factory=list)

    def play(self, player: str, acts: Iterable[Act], at: At) -> None:
        """Add acts to the player's turn: to the one that goes on, or else a new one."""
        if not self.turns or self.turns[-1].player != player or self.turns[-1].over:
            self.turns.append(Played(player, at))
        self.turns[-1].add(acts)

    def record(self) -> Record:
        """The record, with nothing left to change."""
        values: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            values[name] = tuple(value) if isinstance(value, list) else value
        values["turns"] = tuple(Turn(turn.player, tuple(turn.acts), turn.at) for turn in self.turns)
        return Record(**values)
