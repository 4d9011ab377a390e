"""What decides a play in a book: the rule or question, and how."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rulebook.model import Book, Limb, Question
from rulebook.vocabulary import DUTIES
from verifier import direct
from verifier.compare.model import Side
from verifier.explain import Explainer
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Case, EventCase, Hit, Outcome, World
from verifier.scene import Scene

KEPT, SILENT, ASKS = "kept", "silent", "asks"


class Decider(Struct, frozen=True):
    """A rule or question ("" for none) that decides an event, and how (see `Side.how`)."""

    event: str
    owner: str
    how: str


class Judged(Struct, frozen=True):
    """A scene judged by a book: the verdict, and what decides it, first things first."""

    book: Book
    scene: Scene
    outcome: Outcome
    deciders: tuple[Decider, ...]

    @property
    def verdict(self) -> str:
        return self.outcome.verdict


def judged(scene: Scene, book: Book) -> Judged:
    """The verdict of the direct engine, and what decides it; of a legal play, nothing yet (`beside`)."""
    outcome = direct.judge(scene, book)
    found: tuple[Decider, ...] = ()
    if outcome.verdict == ILLEGAL:
        found = tuple(dict.fromkeys(_against(scene, plain_case(scene, book, outcome)))) or _questions(scene, book, outcome)
    elif outcome.verdict == UNDETERMINED:
        found = _questions(scene, book, outcome)
    return Judged(book, scene, outcome, found)


def plain_case(scene: Scene, book: Book, outcome: Outcome) -> Case:
    """The play while no question is answered, read as it is best for the player."""
    world, cases = outcome.worlds[0]
    return direct.case(scene, book, World(world.facts, world.tabled, ()), cases[0].readings)


def _against(scene: Scene, case: Case) -> Iterator[Decider]:
    """The rules broken, and the `otherwise` that forbids, in the order of the events."""
    for event, found in zip(scene.events, case.events, strict=True):
        if found.verdict == ILLEGAL:
            for hit in found.broken or (found.default,):
                assert hit is not None
                yield Decider(event.name, hit.owner, hit.limb.effect)


def _questions(scene: Scene, book: Book, outcome: Outcome) -> tuple[Decider, ...]:
    """The questions on which a verdict hangs, the one that decides most first; or that the book is silent."""
    found = []
    for asked in Explainer(scene, book, outcome).questions():
        if asked.question is None:
            found.append(Decider(asked.event, "", SILENT))
        else:
            found.append(Decider(_hanging(scene, outcome, asked.question), asked.question.id, ASKS))
    return tuple(found) or (Decider(scene.events[0].name, "", SILENT),)


def _hanging(scene: Scene, outcome: Outcome, question: Question) -> str:
    """The first event whose verdict changes with the answer, or else the first that the question speaks of."""
    seen: dict[object, list[str]] = {}
    for world, cases in outcome.worlds:
        others = tuple(answer for answer in world.answers if answer[0] != question.id)
        verdicts = [event.verdict for event in cases[0].events]
        before = seen.setdefault((world.facts, world.tabled, others), verdicts)
        changed = (n for n, pair in enumerate(zip(before, verdicts, strict=True)) if pair[0] != pair[1])
        for number in changed:
            return scene.events[number].name
    spoken = {limb.event for reading in question.readings for limb in reading.limbs}
    return next((event.name for event in scene.events if event.name in spoken), scene.events[0].name)


def beside(one: Judged, other: Decider) -> Decider:
    """What decides a legal play, seen beside the rule that decides otherwise in another book.

    The exception that lifts the same rule; the rule of the same id, which is kept; the permit for the same event; or
    nothing: no rule forbids it.
    """
    case = plain_case(one.scene, one.book, one.outcome)
    for event, found in zip(one.scene.events, case.events, strict=True):
        if event.name == other.event:
            exceptional = next((hit for hit in found.lifted if hit.limb.lifts == other.owner), None)
            if exceptional:
                return Decider(event.name, exceptional.owner, "exception")
    if _speaks_of(one.book, other):
        return Decider(other.event, other.owner, KEPT)
    for event, found in zip(one.scene.events, case.events, strict=True):
        if event.name == other.event and event.name not in DUTIES:
            hit = _allowing(found)
            if hit:
                return Decider(event.name, hit.owner, hit.limb.effect)
    return Decider(other.event, "", KEPT)


def _allowing(found: EventCase) -> Hit | None:
    return next(iter(found.permits), found.default if found.verdict == LEGAL else None)


def _speaks_of(book: Book, other: Decider) -> bool:
    """Whether the book has a rule of the same id that asks something for the same event."""
    rule = book.rule(other.owner)
    limbs: tuple[Limb, ...] = rule.limbs if rule else ()
    return any(limb.event == other.event and limb.effect in ("require", "forbid") for limb in limbs)


def sides(one: Judged, two: Judged) -> tuple[str, Decider, Decider]:
    """The event on which two books differ, and what decides in each."""
    if one.deciders and (one.verdict == ILLEGAL or not two.deciders or two.verdict != ILLEGAL):
        first = one.deciders[0]
        return first.event, first, two.deciders[0] if two.deciders else beside(two, first)
    second = two.deciders[0]
    return second.event, one.deciders[0] if one.deciders else beside(one, second), second


def side(judged: Judged, decider: Decider) -> Side:
    return Side(judged.verdict, decider.owner, decider.how)
