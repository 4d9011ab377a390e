#!/usr/bin/env python3
"""Writes the index of the disputes, examples/README.md: a table for each group, made by judging every dispute.

    python scripts/examples_index.py

The same disputes and books give the same page, to the byte. A rule that the ruling of a dispute names is shown where
the arbiter agrees with it; else the first of those that decide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grammar import read  # noqa: E402
from grammar.document import Record  # noqa: E402
from rulebook import book, names  # noqa: E402
from verifier import Verdict, judge  # noqa: E402
from verifier.choice import settle_all  # noqa: E402

PAGE = ROOT / "examples" / "README.md"
DISPUTES = PAGE.parent / "disputes"
BOOKS = tuple(book(name) for name in names())

HEADINGS = {
    "disputes": "To begin with",
    "jokers": "Jokers: taken, shifted, added, thrown",
    "sets-and-runs": "Sets and runs",
    "aces": "Aces",
    "opening": "Opening",
    "contracts": "Contracts of Jamaican kalooki",
    "discards": "The discard pile",
    "calls": "Calls",
    "adding": "Adding to melds",
    "the-table": "Cards that lie on the table",
    "going-out": "Going out",
}
"""What each folder of disputes is about, in the order of the page."""

MARKS = {"legal": "✓", "illegal": "✗", "undetermined": "?", "cannot arise": "–"}

INTRODUCTION = """\
# Disputes

{count} disputes, each a small file that `kalooki judge` reads, with what every book says of it. How to write one is in
[docs/notation.md](../docs/notation.md); `kalooki rules BOOK RULE` shows a rule or a question.

✓ legal · ✗ illegal, by the rule · ? undetermined, with the question that is open, if one is written · – such a table
cannot arise in this book. This page is written by `python scripts/examples_index.py`.
"""


def disputes() -> tuple[Path, ...]:
    """The files of the disputes, group by group in the order of the page, then by name."""
    order = list(HEADINGS)
    return tuple(sorted(DISPUTES.rglob("*.kal"), key=lambda path: (order.index(path.parent.name), path.name)))


@cache
def judged(path: Path) -> tuple[tuple[Record, tuple[Verdict, ...]], ...]:
    """Each dispute of a file with the verdict of every book, given what its table has settled."""
    records = read(path.read_text(encoding="utf-8"), str(path))
    return tuple((each, tuple(judge(each, settle_all(one, each.settled)) for one in BOOKS)) for each in records)


def cell(verdict: Verdict) -> str:
    """The mark of a verdict, with the rule or question that decides it."""
    return f"{MARKS[verdict.verdict]} {_decided_by(verdict)}".strip()


def _decided_by(verdict: Verdict) -> str:
    action = verdict.deciding
    if verdict.verdict not in ("illegal", "undetermined") or action is None:
        return ""
    if verdict.ruling and verdict.ruling.agrees and verdict.ruling.ruling.rule:
        return verdict.ruling.ruling.rule
    asked = [each.question.id for each in action.questions if each.question]
    broken = [say.id for say in action.broken]
    return next(iter(asked if verdict.verdict == "undetermined" else broken), "")


def rows(path: Path) -> Iterator[str]:
    """The rows of the disputes in a file: the title, then a cell for each book."""
    link = path.relative_to(PAGE.parent).as_posix()
    for record, verdicts in judged(path):
        yield _row([f"[{record.title}]({link})", *map(cell, verdicts)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _head() -> str:
    return _row(["", *(each.title for each in BOOKS)]) + _row(["---"] * (len(BOOKS) + 1))


def page() -> str:
    """The whole page."""
    text = INTRODUCTION.format(count=len(disputes()))
    for group, paths in groupby(disputes(), key=lambda path: path.parent.name):
        text += f"\n## {HEADINGS[group]}\n\n{_head()}" + "".join(row for path in paths for row in rows(path))
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
