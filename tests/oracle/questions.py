"""Open questions: what the texts leave open is asked, and every answer is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from oracle.figures import ASKED, YES

Ask = Callable[[str], bool]
"""Answers a question that the texts leave open: True is the answer that allows more, or counts more."""
World = Callable[[Ask], Iterable[bool]]
"""Whether it is legal, for each way in which the table can have come about, given answers to the questions asked."""


class _Open(Exception):
    """A question is asked that has not been answered yet."""


def settle(judged: World) -> str:
    """Legal or illegal if it is so under every answer to every question, "" if the table can never have come about."""
    found: set[bool] = set()
    todo: list[dict[str, bool]] = [{}]
    while todo and len(found) < 2:
        answers = todo.pop()
        try:
            found |= set(judged(_asker(answers)))
        except _Open as question:
            todo += [{**answers, str(question): answer} for answer in (True, False)]
    return {0: "", 1: "legal" if True in found else "illegal"}.get(len(found), "undetermined")


def _asker(answers: dict[str, bool]) -> Ask:
    def ask(question: str) -> bool:
        if question not in answers:
            raise _Open(question)
        return answers[question]

    return ask


def allowed(said: str, question: str, ask: Ask) -> bool:
    """Whether something may be that a text allows, forbids or leaves open."""
    return said == YES or (said == ASKED and ask(question))
