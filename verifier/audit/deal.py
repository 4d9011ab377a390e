"""One deal replayed on the direct engine: its first wrong move, and the rules that it breaks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grammar.document import Record
from rulebook.model import Book
from verifier import direct
from verifier.deck import deck_trouble
from verifier.direct.statements import looks_around
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Outcome
from verifier.steps import Step, steps

CANNOT_ARISE, UNKNOWN = "cannot arise", "unknown"


class Wrong(Struct, frozen=True):
    """A wrong move: the turn and the act in it (both from 0; an act of -1 is the end of the turn), who did it, as it is
    written, where, and the rules that it breaks, those broken whatever the open questions first."""

    turn: int
    act: int
    player: str
    text: str
    line: int
    column: int
    rules: tuple[str, ...]


class DealAudit(Struct, frozen=True):
    """A deal replayed: "legal", "illegal", "undetermined", "cannot arise" (the table, in this book), or "unknown" (a
    card that has to be known is not written).

    `acts` are the steps that were judged. `wrong` are the wrong moves, one unless the deal was played on. `questions`
    are those on which undetermined moves hang ("" for silence), `meld` the meld that cannot lie there.
    """

    verdict: str
    acts: int
    wrong: tuple[Wrong, ...] = ()
    questions: tuple[str, ...] = ()
    meld: str = ""


def audit_deal(record: Record, book: Book, play_on: bool = False) -> DealAudit:
    """Replays a deal up to its first wrong move; with `play_on` to its end, but for the rest of a turn gone wrong."""
    trouble = deck_trouble(record, book)
    bad = trouble.label if trouble else next((m.label for m in record.table if not direct.can_lie(m, book)), None)
    if bad is not None:
        return DealAudit(CANNOT_ARISE, 0, meld=bad)
    return _Replay(record, book, play_on).run()


class _Replay:
    def __init__(self, record: Record, book: Book, play_on: bool) -> None:
        self._record, self._book, self._play_on = record, book, play_on
        self._acts = 0
        self._wrong: list[Wrong] = []
        self._questions: dict[str, None] = {}
        self._unknown = False

    def run(self) -> DealAudit:
        bad_turn = -1
        for step in self._steps():
            if step.turn == bad_turn or not step.scene.events:
                continue
            if not self._fine(step):
                bad_turn = step.turn
                if not self._play_on:
                    break
        return DealAudit(self._verdict(), self._acts, tuple(self._wrong), tuple(self._questions))

    def _steps(self) -> Iterator[Step]:
        return steps(self._record, whole_table=looks_around(self._book))

    def _fine(self, step: Step) -> bool:
        """Judges a step; whether it is not wrong."""
        self._acts += 1
        try:
            if direct.surely_legal(step.scene, self._book):
                return True
            outcome = direct.judge(step.scene, self._book)
        except ValueError:
            self._unknown = True
            return True
        if outcome.verdict == ILLEGAL:
            self._wrong.append(self._told(step, outcome))
        elif outcome.verdict == UNDETERMINED:
            self._questions |= dict.fromkeys(_asked(outcome) or ("",))
        return outcome.verdict != ILLEGAL

    def _told(self, step: Step, outcome: Outcome) -> Wrong:
        acts = self._record.turns[step.turn].acts
        act = next((n for n, act in enumerate(acts) if act is step.act), -1)
        return Wrong(
            step.turn, act, step.actor, step.text, step.at.line, step.at.column, tuple(_broken(outcome))
        )  # fmt: skip

    def _verdict(self) -> str:
        if self._wrong:
            return ILLEGAL
        if self._unknown:
            return UNKNOWN
        return UNDETERMINED if self._questions else LEGAL


def _broken(outcome: Outcome) -> list[str]:
    """The rules broken by the best reading of each world: those of every world first."""
    best = [cases[0].events for _, cases in outcome.worlds]
    sets = [dict.fromkeys(hit.owner for event in events for hit in event.against) for events in best]
    every = dict.fromkeys(owner for owners in sets for owner in owners)
    return sorted(every, key=lambda owner: not all(owner in owners for owners in sets))


def _asked(outcome: Outcome) -> tuple[str, ...]:
    """The questions whose answer changes the verdict."""
    found: dict[str, None] = {}
    first: dict[object, str] = {}
    for world, cases in outcome.worlds:
        for question, _ in world.answers:
            others = (question, tuple(pair for pair in world.answers if pair[0] != question), world.facts, world.tabled)
            if first.setdefault(others, cases[0].verdict) != cases[0].verdict:
                found[question] = None
    return tuple(found)
