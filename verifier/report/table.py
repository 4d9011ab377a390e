"""The table of the other books: book, verdict, the rule that decides, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Question
from verifier.report.layout import Line, Span
from verifier.report.parts import hangs_on, main_action, say_needs, step_in_line, verdict_span
from verifier.verdict import ActionVerdict, Say, Verdict
from verifier.words.sentences import cards, first_capital, listed, say, silent, typeset

_WIDEST = 26
"""So many columns of a row are for the titles of books."""


def other_books(verdicts: tuple[Verdict, ...], main: ActionVerdict | None, lang: str) -> Iterator[tuple[Line, ...]]:
    """One row for each verdict; books of which the same is to be said share a row.

    `main` is the act that the report is about: a row on another act says on which.
    """
    rows: dict[tuple[str, str, str], list[str]] = {}
    for verdict in verdicts:
        rule, words = _deciding(verdict, lang)
        action = main_action(verdict)
        if main and action and verdict.verdict != "legal" and action.step.at != main.step.at:
            words = say("elsewhere", lang, what=first_capital(step_in_line(action.step, lang)), words=words)
        rows.setdefault((verdict.verdict, rule, words), []).append(verdict.book.title)
    for (verdict_, rule, words), titles in rows.items():
        names = list(_short_lists(titles, lang))
        for name in names:
            yield (
                (Span(typeset(name, lang)),),
                (verdict_span(verdict_, lang),),
                (Span(rule, "dim"),),
                (Span(typeset(words, lang) if name is names[0] else ""),),
            )


def _short_lists(titles: list[str], lang: str) -> Iterator[str]:
    """The titles in lists that leave room for the words beside them; the words stand beside the first."""
    taken: list[str] = []
    for title in titles:
        if taken and len(listed([*taken, title], lang)) > _WIDEST:
            yield listed(taken, lang)
            taken = []
        taken.append(title)
    yield listed(taken, lang)


def _deciding(verdict: Verdict, lang: str) -> tuple[str, str]:
    """The id of the rule or question that decides, and a few words."""
    if verdict.impossible:
        return _impossible(verdict, lang)
    action = main_action(verdict)
    if action is None:
        return "", ""
    if action.questions:
        asked = action.questions[0]
        return (asked.question.id, asked.question.text(lang)) if asked.question else ("", silent(asked.event, lang))
    if action.unknown:
        return "", hangs_on(action.unknown[0], lang)
    said = next(iter(action.broken or action.rules), None)
    if said is None:
        return "", _nothing_said(action, lang)
    return said.id, _words(said, lang)


def _nothing_said(action: ActionVerdict, lang: str) -> str:
    if action.gave_up:
        return say("gave-up", lang)
    if action.note != "unknown-card":
        return ""
    return say("unknown-card" if action.verdict == "undetermined" else "whatever-card", lang)


def _words(said: Say, lang: str) -> str:
    """What there was against what was needed, if a rule is broken that tells; else the sentence of the rule."""
    if not said.holds and said.needs and not isinstance(said.owner, Question):
        return f"{first_capital(say_needs(said, lang))}."
    return said.owner.text(lang)


def _impossible(verdict: Verdict, lang: str) -> tuple[str, str]:
    trouble = verdict.impossible
    assert trouble
    shown = cards(trouble.cards, lang)
    if trouble.broken:
        return trouble.broken[0].id, f"{trouble.label} {shown}".strip()
    key = "copies" if trouble.allowed else "copies-none"
    return "", say(key, lang, card=shown, count=trouble.copies, allowed=trouble.allowed, book=verdict.book.title)
