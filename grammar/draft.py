"""A record while it is being read."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from grammar.cards import Card
from grammar.document import Act, At, Hand, Meld, Record, Ruling, Score, Turn


@dataclass
class Draft:
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
    turns: list[Turn] = field(default_factory=list)

    def record(self) -> Record:
        """The record, with nothing left to change."""
        values: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            values[each.name] = tuple(value) if isinstance(value, list) else value
        return Record(**values)

    def play(self, player: str, acts: list[Act], at: At) -> None:
        """Add acts to the player's turn: to the one that goes on, or a new one."""
        last = self.turns[-1] if self.turns else None
        if last and last.player == player and not any(act.verb in ("discard", "end") for act in last.acts):
            self.turns[-1] = Turn(player, last.acts + tuple(acts), last.at)
        else:
            self.turns.append(Turn(player, tuple(acts), at))
