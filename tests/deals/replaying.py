"""Puts a deal before the direct engine, act by act: the only module here that knows the project."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.deal import Deal
from deals.writing import kal
from grammar.document import Record
from grammar.record import read
from rulebook.library import book
from rulebook.model import Book
from verifier import direct
from verifier.arbiter import looks_around
from verifier.choice import settle_all
from verifier.dealing import table_of
from verifier.outcome import ILLEGAL, Outcome
from verifier.steps import steps


@dataclass
class Replay:
    """What came of a deal up to its first act that is not legal: where that is (turn, act; -1 for the end of the turn),
    its verdict, and the rules it breaks in one world or another; and the rules that permitted an act before."""

    verdict: str = "legal"
    turn: int = -1
    act: int = -1
    broken: set[str] = field(default_factory=set)
    permitted: set[str] = field(default_factory=set)
    kinds: list[tuple[str, str]] = field(default_factory=list)


def book_of(record: Record) -> Book:
    """The book of the record, with what its table agreed on."""
    return settle_all(book(record.variants[0]), record.settled)


def replay(deal: Deal) -> Replay:
    """Replays the deal as a record file has it."""
    (record,) = read(kal(deal))
    return replay_record(record)


def replay_record(record: Record) -> Replay:
    rules, found = book_of(record), Replay()
    for step in steps(record, looks_around(rules), table_of(record, rules)):
        if not step.scene.events:
            continue
        outcome = direct.judge(step.scene, rules)
        found.kinds.append((step.kind, outcome.verdict))
        if outcome.verdict != "legal":
            acts = record.turns[step.turn].acts
            found.verdict, found.turn = outcome.verdict, step.turn
            found.act = next((n for n, act in enumerate(acts) if act is step.act), -1)
            found.broken = _broken(outcome) if outcome.verdict == ILLEGAL else set()
            break
        found.permitted |= {hit.owner for _, cases in outcome.worlds for event in cases[0].events
                            for hit in event.permits}  # fmt: skip
    return found


def _broken(outcome: Outcome) -> set[str]:
    """The rules that the best reading breaks, in any world."""
    best = [event for _, cases in outcome.worlds for event in cases[0].events if event.verdict == ILLEGAL]
    return {hit.owner for event in best for hit in event.against}
