"""The sections of a book: the headings of its rule files (`# --- the cards`), and where each rule belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rulebook
from rulebook import library
from rulebook.model import Book, Rule
from verifier.pages.words import section

_HEADING = re.compile(r"# ?-{2,}\s*(.*?)[\s-]*$")
_BOOKS = Path(rulebook.__file__).parent / "books"

_EVENTS = {
    "deal": "the cards",
    "meld": "the melds",
    **dict.fromkeys(("open", "turn", "draw", "lay", "add", "discard", "out"), "the turn"),
    **dict.fromkeys(("swap", "shift", "move"), "jokers on the table"),
    **dict.fromkeys(("call", "cede", "keep"), "calls"),
    "late": "once somebody is out",
}
"""Where a rule that stands under no heading belongs, by the first event of which it speaks."""


def sections(book: Book, lang: str) -> list[tuple[str, list[Rule]]]:
    """The rules of a book under their headings, both in the order in which the book has them.

    A rule that replaces another stands where that one stood; one that has no heading stands with the rules of the
    same event. Rules that came from settled questions are left out.
    """
    found: dict[str, list[Rule]] = {}
    lineage = [book, *_amended(book)]
    for rule in book.rules:
        if not rule.reading:
            found.setdefault(section(_heading(rule, lineage), lang), []).append(rule)
    return list(found.items())


def _amended(book: Book) -> Iterator[Book]:
    """The books that a book amends, the nearest first."""
    if book.amends:
        base = library.book(book.amends)
        yield base
        yield from _amended(base)


def _heading(rule: Rule, lineage: list[Book]) -> str:
    """The heading of a rule: its own, else that of the rule it replaces, else that of its event."""
    before = (old for book in lineage if (old := book.rule(rule.id)))
    return next(filter(None, map(_written, (rule, *before))), "") or _by_event(rule)


def _by_event(rule: Rule) -> str:
    event = next((limb.event for limb in rule.limbs), "")
    kind = "faults" if rule.fault is not None else "the score" if rule.scores else "the cards"
    return _EVENTS.get(event, kind)


def _written(rule: Rule) -> str:
    """The last heading before a rule in its file, "" if there is none."""
    for path in (_BOOKS / rule.file, Path(rule.file)):
        lines = _lines(path)[: rule.line]
        if lines and re.search(rf"\b{re.escape(rule.id)}(?![\w.-])", lines[-1]):
            return next((found[1] for line in reversed(lines) if (found := _HEADING.match(line))), "")
    return ""


@cache
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(path.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        return ()
