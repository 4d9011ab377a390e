"""Does a book hold together? Every kind of finding, one after the other, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from grammar.trouble import Unreadable
from rulebook import library
from rulebook.library import read_file
from rulebook.model import Book
from verifier.check.amendments import amendments, refused
from verifier.check.arithmetic import arithmetic
from verifier.check.conflict import conflicts
from verifier.check.dead import dead
from verifier.check.impossible import impossible
from verifier.check.model import KINDS, Finding
from verifier.check.silent import silent
from verifier.check.stuck import stuck
from verifier.check.untested import untested

Finder = Callable[[Book, Sequence[Book]], Iterable[Finding]]
"""What finds one sort of fault in a book; the other books are there to be compared with."""

Progress = Callable[[str, int, int], None]
"""Is told what is looked for next, how many finders are done, and how many there are."""

FINDERS: tuple[tuple[str, Finder], ...] = (
    ("impossible", lambda book, others: impossible(book)),
    ("arithmetic", lambda book, others: arithmetic(book)),
    ("dead", lambda book, others: dead(book, _amended(book))),
    ("stuck", lambda book, others: stuck(book)),
    ("conflict", lambda book, others: conflicts(book)),
    ("conflict", lambda book, others: amendments(book)),
    ("silent", silent),
    ("untested", lambda book, others: untested(book)),
)
"""The finders, each with the kind of finding that it is mostly about."""


def check(book: Book, others: Sequence[Book] = (), progress: Progress | None = None) -> tuple[Finding, ...]:
    """All that does not hold together in a book, what an amendment brings first, then the gravest first.

    `others` are the books that findings may compare it with.
    """
    found: list[Finding] = []
    for number, (kind, finder) in enumerate(FINDERS):
        if progress:
            progress(kind, number, len(FINDERS))
        found += finder(book, others)
    if progress:
        progress("", len(FINDERS), len(FINDERS))
    return _sorted(book, _worth_saying(found))


def _worth_saying(found: Sequence[Finding]) -> list[Finding]:
    """That no example shows a rule is not worth saying where nothing could: it is dead, or its event is impossible."""
    hopeless = {(one.owner, one.event) for one in found if one.kind in ("impossible", "dead")}
    return [one for one in found if one.kind != "untested" or (one.owner, one.event) not in hopeless]


def check_file(path: Path, others: Sequence[Book] = (), progress: Progress | None = None) -> tuple[Finding, ...]:
    """All that does not hold together in a file of house rules.

    Where its amendments do not fit the book that it amends, that is what is found, and nothing else is looked for.
    Raises `Unreadable` if it cannot be read, and `OSError`.
    """
    try:
        book = read_file(path)
    except Unreadable as error:
        found = refused(error)
        if not found:
            raise
        return found
    return check(book, others, progress)


def _amended(book: Book) -> Book | None:
    """The book that a book amends."""
    return library.book(book.amends) if book.amends in library.names() else None


def _sorted(book: Book, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """What the house brings, then what the source brings; by kind, then by the place in the book."""
    ids = [*(rule.id for rule in book.rules), *(question.id for question in book.questions)]
    places = {id: place for place, id in enumerate(ids)}
    last = len(places)

    def place(finding: Finding) -> tuple[bool, int, int]:
        return not finding.house, KINDS.index(finding.kind), places.get(finding.owner, last)

    return tuple(sorted(found, key=place))
