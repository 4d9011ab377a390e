"""Files of house rules in the tests: reading them, and whether their examples say what the book says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from test_book_examples import failed_permits, verdict_on

from grammar.record import read_cards, read_line
from rulebook.library import read_file
from rulebook.model import Book, Example, Question, Rule
from verifier import direct
from verifier.scoring import example_score
from verifier.steps import steps

Owner = Rule | Question


@cache
def amended(path: Path) -> Book:
    """The book of a file of house rules. Raises `Unreadable`."""
    return read_file(path)


def brought(path: Path) -> Iterator[Owner]:
    """The rules and questions that stand in the file itself."""
    here = amended(path)
    yield from (owner for owner in (*here.rules, *here.questions) if owner.file == str(path))


def says_so(here: Book, owner: Owner, example: Example) -> bool:
    """Whether the book says of an example what it claims: the verdict by its own rule or question, or the points."""
    match example.kind:
        case "counts":
            return direct.hand_points(read_cards(example.text), direct.values_of(here)) == example.points
        case "scores":
            return example_score(example.text, here) == example.claim
        case "worth":
            parts, values = next(steps(read_line(example.text))).scene.parts, direct.values_of(here)
            return sum(max(direct.meld_points(meld, values) for meld in direct.melds(part)) for part in parts) == (
                example.points
            )
        case _:
            return _ruled_so(here, owner, example)


def _ruled_so(here: Book, owner: Owner, example: Example) -> bool:
    verdict = verdict_on(example, here)
    action = verdict.deciding
    if verdict.verdict != example.kind or action is None:
        return verdict.verdict == example.kind == "legal"
    if example.kind == "undetermined":
        return owner.id in {asked.question.id for asked in action.questions if asked.question}
    if example.kind == "illegal" and isinstance(owner, Rule):
        permits = {limb.effect for limb in owner.limbs} == {"permit"}
        blamed = {say.id for say in action.broken if say.always}
        return owner.id in blamed or (permits and owner.id in failed_permits(action.step.scene, here))
    return True
