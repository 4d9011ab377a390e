"""The JSON of `kalooki rules`: one object a line, for a book, a rule, a question or the coverage of a source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rulebook import places
from rulebook.model import Book, Example, Place, Question, Rule
from verifier.pages import words


class Cite(msgspec.Struct):
    """A place in a source: `place` as rule files cite it (L16.1), `title` as people look it up."""

    source: str
    place: str
    title: str


class ExampleOut(msgspec.Struct):
    """An example; `points` is what is counted in a "counts", "worth" or "scores" example, else null.

    `or_else` are the points that a loser may score as well, where that is open.
    """

    kind: str
    text: str
    points: int | None
    or_else: list[int] = []


class RuleOut(msgspec.Struct, tag_field="type", tag="rule"):
    """A rule.

    `stands` is "stated", "by example", "implied", "convention", or "house" for a house rule that cites nothing.
    `amended` is "added", "replaced", "settled" or ""; `reading` names the answer that settled a question.
    """

    book: str
    id: str
    text: str
    stands: str
    cites: list[Cite]
    amended: str
    reading: str
    statements: list[str]
    lifted_by: list[str]
    examples: list[ExampleOut]


class ReadingOut(msgspec.Struct):
    """One answer to a question, with what it says."""

    name: str
    text: str
    statements: list[str]


class QuestionOut(msgspec.Struct, tag_field="type", tag="question"):
    """An open question. `because` is "silent", "ambiguous" or "contradictory"."""

    book: str
    id: str
    text: str
    because: str
    cites: list[Cite]
    amended: str
    readings: list[ReadingOut]
    asked_by: list[str]
    lifted_by: list[str]
    examples: list[ExampleOut]


class BookHead(msgspec.Struct, tag_field="type", tag="book"):
    """A book in the list of books: `rules` and `questions` are numbers."""

    book: str
    title: str
    source: str
    source_title: str
    amends: str
    rules: int
    questions: int


class BookOut(msgspec.Struct, tag_field="type", tag="whole book"):
    """A whole book; `dropped` are the rules and questions of the amended book that it takes away."""

    book: str
    title: str
    source: str
    source_title: str
    amends: str
    dropped: list[str]
    rules: list[RuleOut]
    questions: list[QuestionOut]


class WrongOut(msgspec.Struct):
    """A citation of a place that does not exist."""

    book: str
    owner: str
    place: str


class MismatchOut(msgspec.Struct):
    """Where a file differs from the index: "missing", "spacing", "changed", "gone" or "new"; `place` may be ""."""

    what: str
    place: str
    title: str


class CoverageOut(msgspec.Struct, tag_field="type", tag="coverage"):
    """What became of the places of a source; `mismatches` is null where no files were compared."""

    source: str
    title: str
    places: int
    cited: int
    narrative: int
    advice: int
    later: int
    open: int
    open_places: list[Cite]
    wrong: list[WrongOut]
    mismatches: list[MismatchOut] | None


Line = BookHead | BookOut | RuleOut | QuestionOut | CoverageOut
"""What a line of the output may be."""


def schema() -> dict[str, object]:
    """The JSON schema of a line."""
    return msgspec.json.schema(Line)


def render(lines: Iterable[Line]) -> str:
    """The lines as text."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def heads(books: Iterable[Book], lang: str) -> Iterator[Line]:
    """A line for each book."""
    for book in books:
        title = places.title(book.source, lang)
        yield BookHead(book.id, book.title, book.source, title, book.amends, len(book.rules), len(book.questions))


def whole(book: Book, base: Book | None, lang: str) -> BookOut:
    """A book; `base` is the book that it amends."""
    return BookOut(
        book=book.id,
        title=book.title,
        source=book.source,
        source_title=places.title(book.source, lang),
        amends=book.amends,
        dropped=list(book.dropped),
        rules=[rule(item, book, base, lang) for item in book.rules],
        questions=[question(item, book, base, lang) for item in book.questions],
    )


def rule(item: Rule, book: Book, base: Book | None, lang: str) -> RuleOut:
    """A rule of a book."""
    return RuleOut(
        book=book.id,
        id=item.id,
        text=item.text(lang),
        stands=words.firmly(item),
        cites=cites(item.places, lang),
        amended=words.mark(item, base),
        reading=item.reading,
        statements=words.statements(item),
        lifted_by=words.lifting(book, item.id),
        examples=_examples(item.examples),
    )


def question(item: Question, book: Book, base: Book | None, lang: str) -> QuestionOut:
    """An open question of a book."""
    return QuestionOut(
        book=book.id,
        id=item.id,
        text=item.text(lang),
        because=item.because,
        cites=cites(item.places, lang),
        amended=words.question_mark(item, base),
        readings=[ReadingOut(one.name, one.text(lang), words.statements(one)) for one in item.readings],
        asked_by=words.asking(book, item.id),
        lifted_by=words.lifting(book, item.id),
        examples=_examples(item.examples),
    )


def cites(cited: Iterable[Place], lang: str) -> list[Cite]:
    """The places, with what people look for."""
    return [Cite(place.source, str(place), places.describe(place, lang)) for place in cited]


def _examples(examples: Iterable[Example]) -> list[ExampleOut]:
    counting = ("counts", "worth", "scores")
    return [
        ExampleOut(one.kind, one.text, one.points if one.kind in counting else None, list(one.or_else))
        for one in examples
    ]


def coverage(
    found: Iterable[places.Coverage], mismatches: Sequence[places.Mismatch] | None, lang: str
) -> Iterator[Line]:
    """A line for each source; `mismatches` is None where no files were compared."""
    for one in found:
        here = None if mismatches is None else [_mismatch(x, lang) for x in mismatches if x.source == one.source]
        yield CoverageOut(
            source=one.source,
            title=places.title(one.source, lang),
            places=len(one.statuses),
            open_places=cites(one.open, lang),
            wrong=[WrongOut(x.book, x.owner, str(x.place)) for x in one.wrong],
            mismatches=here,
            **{status: one.count(status) for status in places.STATUSES},
        )


def _mismatch(found: places.Mismatch, lang: str) -> MismatchOut:
    place = found.place
    return MismatchOut(found.what, str(place or ""), places.describe(place, lang) if place else "")
