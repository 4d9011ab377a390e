"""What an engine answers: the verdict on a scene, and the worlds and choices behind it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rulebook.model import Limb
from verifier.scene import FactValue, Reading

LEGAL, ILLEGAL, UNDETERMINED = "legal", "illegal", "undetermined"


class Hit(Struct, frozen=True):
    """A statement that had a say: the id of its rule or question, the reading ("" for a rule), the statement."""

    owner: str
    reading: str
    limb: Limb


class EventCase(Struct, frozen=True):
    """One event in one world under one choice.

    `broken` are the requirements and prohibitions broken, `permits` the permits that hold, `default` the
    `otherwise` that spoke (None where none did), `lifted` the exceptions that applied. `facts` are the values
    of the event's facts.
    """

    verdict: str
    broken: tuple[Hit, ...]
    permits: tuple[Hit, ...]
    default: Hit | None
    lifted: tuple[Hit, ...]
    facts: Mapping[str, FactValue]

    @property
    def against(self) -> tuple[Hit, ...]:
        """What makes the event illegal: what is broken, or the `otherwise` that forbids it."""
        if self.broken:
            return self.broken
        return (self.default,) if self.verdict == ILLEGAL and self.default else ()


class Case(Struct, frozen=True):
    """The act in one world under one choice: `readings` has a reading for each part, `events` a case for each event."""

    verdict: str
    readings: tuple[Reading, ...]
    events: tuple[EventCase, ...]

    @property
    def breaches(self) -> tuple[int, int]:
        """How many statements speak against the act, and how many of these are readings of open questions.

        Of several cases the one with fewest is told: it says most firmly why the act is illegal.
        """
        against = [hit for event in self.events for hit in event.against]
        return len(against), sum(1 for hit in against if hit.reading)


class World(Struct, frozen=True):
    """One way the unwritten could be.

    `facts` are the facts of the turn that were not known, `tabled` the readings of the melds that lay on the table as
    (part, reading), `answers` the reading of each open question that speaks about these events as (question, reading).
    """

    facts: tuple[tuple[str, FactValue], ...]
    tabled: tuple[tuple[int, Reading], ...]
    answers: tuple[tuple[str, str], ...]


class Outcome(Struct, frozen=True):
    """The answer: `worlds` are all worlds that count, each with its cases, best first.

    Without worlds the table cannot arise: `verdict` is then "".
    """

    verdict: str
    worlds: tuple[tuple[World, tuple[Case, ...]], ...]
