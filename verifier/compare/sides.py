"""What decides an event in a book: the rule or question, and how."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rulebook.model import Book
from rulebook.vocabulary import DUTIES
from verifier import direct
from verifier.compare.model import Side
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Case, EventCase, Hit, Outcome, World
from verifier.scene import Scene

KEPT, SILENT, ASKS = "kept", "silent", "asks"


class Decider(Struct, frozen=True):
    """A rule or question ("" for none) that decides an event, and how (see `Side.how`)."""

    owner: str
    how: str


class Judged(Struct, frozen=True):
    """A scene judged by a book: its verdict, that on each event alone, and the case while no question is answered."""

    book: Book
    scene: Scene
    outcome: Outcome
    events: tuple[str, ...]
    plain: Case

    @property
    def verdict(self) -> str:
        return self.outcome.verdict


def judged(scene: Scene, book: Book) -> Judged | None:
    """What the direct engine says; None where the table cannot arise."""
    outcome = direct.judge(scene, book)
    if not outcome.worlds:
        return None
    world, cases = outcome.worlds[0]
    plain = direct.case(scene, book, World(world.facts, world.tabled, ()), cases[0].readings)
    events = tuple(_alone(outcome, number) for number in range(len(scene.events)))
    return Judged(book, scene, outcome, events, plain)


def _alone(outcome: Outcome, number: int) -> str:
    """The verdict on one event: the same in every world, or undetermined."""
    found = {cases[0].events[number].verdict for _, cases in outcome.worlds}
    return found.pop() if len(found) == 1 else UNDETERMINED


def deciders(found: Judged, number: int) -> tuple[Decider, ...]:
    """What makes an event illegal or undetermined, first things first; nothing where it is legal."""
    verdict, case = found.events[number], found.plain.events[number]
    if verdict == LEGAL:
        return ()
    if verdict == ILLEGAL and case.verdict == ILLEGAL:
        return tuple(dict.fromkeys(Decider(hit.owner, hit.limb.effect) for hit in case.against))
    return tuple(_questions(found, number, case)) or (Decider("", SILENT),)


def _questions(found: Judged, number: int, case: EventCase) -> Iterator[Decider]:
    """The questions whose answer changes the verdict on an event, the one that changes most first."""
    if case.default is not None and case.default.limb.asks:
        yield Decider(case.default.limb.asks, ASKS)
    changes = {question.id: _changes(found.outcome, number, question.id) for question in found.book.questions}
    for name in sorted(changes, key=lambda name: -changes[name]):
        if changes[name] or (found.events[number] == ILLEGAL and _speaks(found, number, name)):
            yield Decider(name, ASKS)


def _changes(outcome: Outcome, number: int, question: str) -> int:
    """In how many worlds an event has another verdict than in the first that differs in the question's answer only."""
    first: dict[object, str] = {}
    count = 0
    for world, cases in outcome.worlds:
        others = tuple(answer for answer in world.answers if answer[0] != question)
        verdict = cases[0].events[number].verdict
        count += first.setdefault((world.facts, world.tabled, others), verdict) != verdict
    return count


def _speaks(found: Judged, number: int, question: str) -> bool:
    """Whether a reading of the question is broken by the event in some world."""
    events = (cases[0].events[number] for _, cases in found.outcome.worlds)
    return any(hit.owner == question for event in events for hit in (*event.broken, *filter(None, (event.default,))))


# ---------------------------------------------------------------------------------------- both sides


def sides(one: Judged, two: Judged, number: int) -> tuple[Decider, Decider]:
    """What decides an event in each of two books; in one where it is legal, what stands beside the other's decider."""
    first, second = deciders(one, number), deciders(two, number)
    if first and second:
        return first[0], second[0]
    if first:
        return first[0], beside(two, number, first[0])
    return beside(one, number, second[0]), second[0]


def beside(found: Judged, number: int, other: Decider) -> Decider:
    """What decides a legal event, seen beside what decides otherwise in another book.

    The exception that lifts the same rule; the rule of the same id, which is kept; the permit; or nothing: no rule
    forbids it.
    """
    event, case = found.scene.events[number].name, found.plain.events[number]
    exceptional = next((hit for hit in case.lifted if hit.limb.lifts == other.owner), None)
    if exceptional:
        return Decider(exceptional.owner, "exception")
    if _demands(found.book, other.owner, event):
        return Decider(other.owner, KEPT)
    hit = _allowing(case) if event not in DUTIES else None
    return Decider(hit.owner, hit.limb.effect) if hit else Decider("", KEPT)


def _allowing(case: EventCase) -> Hit | None:
    return next(iter(case.permits), case.default if case.verdict == LEGAL else None)


def _demands(book: Book, owner: str, event: str) -> bool:
    """Whether the book has a rule of that id that asks something for the event."""
    rule = book.rule(owner)
    return rule is not None and any(x.event == event and x.effect in ("require", "forbid") for x in rule.limbs)


def side(found: Judged, number: int, decider: Decider) -> Side:
    return Side(found.events[number], decider.owner, decider.how)
