"""The reason of an illegal act is irreducible: with it the act is illegal, without any one member it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grammar.document import Record
from grammar.record import read, read_line
from rulebook.library import book, names
from rulebook.model import Book
from verifier import direct, smt
from verifier.arbiter import judge
from verifier.explain import Explainer
from verifier.scene import FactValue
from verifier.verdict import ActionVerdict

DISPUTES = sorted(Path(__file__).parent.parent.glob("examples/disputes/**/*.kal"))


def illegal_acts() -> Iterator[tuple[str, Book, ActionVerdict]]:
    for name in names():
        here = book(name)
        for record in records(here):
            for action in judge(record, here).actions:
                if action.verdict == "illegal":
                    yield f"{name}: {action.step.text or 'end of turn'}", here, action


def records(here: Book) -> Iterator[Record]:
    for owner in (*here.rules, *here.questions):
        for example in owner.examples:
            if example.kind == "illegal":
                yield read_line(example.text)
    for path in DISPUTES:
        yield from read(path.read_text(encoding="utf-8"), str(path))


CASES = list(illegal_acts())


def only(here: Book, rules: tuple[str, ...]) -> Book:
    """The book with these rules alone, and no open question."""
    kept = tuple(rule for rule in here.rules if rule.id in rules)
    return replace(here, rules=kept, questions=(), digest=f"{here.digest} only {rules}")


def worlds_kept(here: Book, rules: tuple[str, ...]) -> Book:
    """As `only`, but with what cards count and with the deal: these say how the world is, and forbid no play."""
    bare = only(here, rules)
    others = [rule for rule in here.rules if rule.id not in rules]
    world = tuple(replace(rule, limbs=tuple(limb for limb in rule.limbs if limb.event == "deal")) for rule in others)
    return replace(bare, rules=(*bare.rules, *world), digest=bare.digest + " in its world")


def test_there_are_illegal_acts() -> None:
    assert len(CASES) > 60
    assert all(action.reason is not None for _, _, action in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_rules_alone_forbid_and_each_is_needed(case: tuple[str, Book, ActionVerdict]) -> None:
    _, here, action = case
    assert action.reason is not None
    rules, scene = action.reason.rules, action.step.scene
    assert direct.judge(scene, worlds_kept(here, rules)).verdict == "illegal"
    for rule in rules:
        without = tuple(other for other in rules if other != rule)
        assert direct.judge(scene, worlds_kept(here, without)).verdict != "illegal"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_rules_and_facts_suffice_and_each_is_needed(case: tuple[str, Book, ActionVerdict]) -> None:
    _, here, action = case
    scene = action.step.scene
    why = Explainer(scene, here, direct.judge(scene, here))
    events = [event.name for event in scene.events]
    found = smt.reason(here, events, why.alternatives())
    assert found is not None

    def forbidden(rules: Iterable[str], facts: Iterable[Iterable[tuple[int, str, FactValue]]]) -> bool:
        return all(smt.forbids(here, events, list(rules), facts_of(each, events)) for each in facts)

    assert forbidden(found.rules, found.facts)
    for rule in found.rules:
        assert not forbidden((other for other in found.rules if other != rule), found.facts)
    for each in found.facts:
        for fact in each:
            assert not forbidden(found.rules, [[other for other in each if other != fact]])


def facts_of(facts: Iterable[tuple[int, str, FactValue]], events: list[str]) -> list[dict[str, FactValue]]:
    """The facts of each event by name."""
    found: list[dict[str, FactValue]] = [{} for _ in events]
    for number, name, value in facts:
        found[number][name] = value
    return found
