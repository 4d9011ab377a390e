"""What is not written: the values that unknown facts of the turn may take, and the readings of open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rulebook.model import Question
from rulebook.vocabulary import FACTS
from verifier.direct.statements import BookIndex
from verifier.scene import Event, FactValue


def unknown_facts(events: Sequence[Event], index: BookIndex) -> tuple[str, ...]:
    """The facts of the turn that a statement reads of an event which does not know them, in the vocabulary's order."""
    unknown = {
        name
        for event in events
        for name in index.event(event.name).bookkeeping
        if event.facts.get(name) is None
    }  # fmt: skip
    return tuple(name for name in FACTS if name in unknown) if unknown else ()


def fact_worlds(events: Sequence[Event], index: BookIndex) -> Iterator[dict[str, FactValue]]:
    """Every way that the unknown facts of the turn could be: the same value in all events of the act."""
    names = unknown_facts(events, index)
    for values in product(*(possible(name) for name in names)):
        world = dict(zip(names, values, strict=True))
        if all(_can_be(event.facts, world) for event in events) and index.deal_allows(world):
            yield world


def possible(name: str) -> tuple[FactValue, ...]:
    """The values that the vocabulary gives a fact."""
    values = FACTS[name].values
    if values is None:
        return (False, True)
    low, high = values[0], values[-1]
    return tuple(range(low, high + 1)) if isinstance(low, int) and isinstance(high, int) else values


def _can_be(known: Mapping[str, FactValue | None], world: Mapping[str, FactValue]) -> bool:
    """`opened-before` is never true where `opened` is false."""
    if "opened" not in world and "opened-before" not in world:
        return True
    opened, before = (
        world.get(name) if (value := known.get(name)) is None else value for name in ("opened", "opened-before")
    )
    return not (before is True and opened is False)


def answer_worlds(questions: Sequence[Question]) -> list[dict[str, str]]:
    """Every way to answer the questions, one reading for each, in the book's order."""
    names = [[reading.name for reading in question.readings] for question in questions]
    return [{question.id: name for question, name in zip(questions, answer, strict=True)} for answer in product(*names)]
