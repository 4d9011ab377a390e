"""Every example in every book says what the book says: legal, illegal by its own rule, or a matter of its question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grammar.record import read_line
from rulebook.library import book, names
from rulebook.model import Book, Example, Question, Rule
from verifier import direct
from verifier.arbiter import judge
from verifier.scoring import example_score
from verifier.steps import steps
from verifier.verdict import Verdict

Case = tuple[str, Rule | Question, Example]


def cases() -> Iterator[Case]:
    for name in names():
        here = book(name)
        for owner in (*here.rules, *here.questions):
            if owner.file == f"{name}.rules":
                yield from ((name, owner, example) for example in owner.examples)


def label(case: Case) -> str:
    name, owner, example = case
    return f"{name}-{owner.id}-{example.kind}-{example.line}"


def verdict_on(example: Example, here: Book) -> Verdict:
    return judge(read_line(example.text, f"{here.id}.rules", line=example.line, column=example.column), here)


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "legal"], ids=label)
def test_legal(case: Case) -> None:
    name, _, example = case
    verdict = verdict_on(example, book(name))
    assert verdict.verdict == "legal", [(a.step.text, [s.id for s in a.broken]) for a in verdict.actions]


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "illegal"], ids=label)
def test_illegal_by_its_own_rule(case: Case) -> None:
    name, owner, example = case
    verdict = verdict_on(example, book(name))
    assert verdict.verdict == "illegal"
    action = verdict.deciding
    assert action is not None
    if isinstance(owner, Question):
        return
    blamed = {say.id for say in action.broken if say.always}
    permits = {limb.effect for limb in owner.limbs} == {"permit"}
    assert owner.id in blamed or (permits and owner.id in failed_permits(action.step.scene, book(name)))


def failed_permits(scene: object, here: Book) -> set[str]:
    """The permits whose condition fails for the play."""
    from verifier.explain import Explainer

    why = Explainer(scene, here, direct.judge(scene, here))  # type: ignore[arg-type]
    events = zip(why.scene.events, why.case.events, strict=True)
    return {nearest.rule.id for event, case in events for nearest in why._failed_permits(event.name, case.facts)
            if nearest.failed}  # fmt: skip


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "undetermined"], ids=label)
def test_undetermined_for_its_own_question(case: Case) -> None:
    name, owner, example = case
    verdict = verdict_on(example, book(name))
    assert verdict.verdict == "undetermined"
    action = verdict.deciding
    assert action is not None
    assert owner.id in {asked.question.id for asked in action.questions if asked.question}


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "worth"], ids=label)
def test_worth(case: Case) -> None:
    name, _, example = case
    step = next(steps(read_line(example.text)))
    values = direct.values_of(book(name))
    total = 0
    for part in step.scene.parts:
        total += max(direct.meld_points(meld, values) for meld in direct.melds(part))
    assert total == example.points


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "counts"], ids=label)
def test_counts(case: Case) -> None:
    from grammar.record import read_cards

    name, _, example = case
    assert direct.hand_points(read_cards(example.text), direct.values_of(book(name))) == example.points


@pytest.mark.parametrize("case", [c for c in cases() if c[2].kind == "scores"], ids=label)
def test_scores(case: Case) -> None:
    name, _, example = case
    assert example_score(example.text, book(name)) == example.claim


def test_every_rule_of_a_turn_has_examples() -> None:
    """Rules of a turn have a legal and an illegal example; the deal, late plays and answers to a call need a deal."""
    for name in names():
        here = book(name)
        for rule in here.rules:
            events = {limb.event for limb in rule.limbs}
            if rule.file != f"{name}.rules" or events <= {"deal", "late"} or events <= {"call", "cede", "keep"}:
                continue
            kinds = {example.kind for example in rule.examples}
            unconditional = all(limb.effect == "permit" and limb.when is None for limb in rule.limbs)
            never = all(limb.effect == "forbid" and limb.when is None for limb in rule.limbs)
            assert "legal" in kinds or never, rule.id
            assert "illegal" in kinds or unconditional, rule.id
