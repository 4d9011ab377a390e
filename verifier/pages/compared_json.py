"""The JSON of `kalooki compare`: one object a line for each difference, value and event, and one at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from rulebook.model import Book, Rule
from verifier.compare.model import Difference, Side
from verifier.pages import compared_words as words
from verifier.pages.compared import Shown


class SideOut(msgspec.Struct):
    """What one book says of the play.

    `rule` is the rule or question that decides, "" where none does. `how` is "forbid", "require", "permit",
    "exception", "otherwise", "asks", "silent" or "kept". `text` is the sentence of the rule or question. `reading` is
    the answer by which the book settles a question, if the rule is such an answer, else "".
    """

    book: str
    verdict: str
    rule: str
    how: str
    text: str
    reading: str


class DifferenceOut(msgspec.Struct, tag_field="kind", tag="difference"):
    """A play that the books decide differently.

    `record` is the play in English notation: a line, a record of several lines, or a deal as its facts ("deal: players
    2, …"). `act` is the act that they differ on, "" for the end of the turn.
    """

    event: str
    record: str
    act: str
    one: SideOut
    two: SideOut


class ValueOut(msgspec.Struct, tag_field="kind", tag="value"):
    """What a card counts: "11", "11 or 1" where it is open, "number", "represented", or "" where a book does not say.

    `card` is "pips", "face", "ace", "low-ace", "joker" or the number of a rank; `where` is "hand" or "meld"; `colour`
    is "red", "black", or "" for both.
    """

    card: str
    where: str
    colour: str
    one: str
    two: str


class RelationOut(msgspec.Struct, tag_field="kind", tag="relation"):
    """What the second book is to the first in one event.

    `relation` is "same", "looser", "stricter", "neither" or "undecided"; `proved` is "always", "bound" or "tried".
    """

    event: str
    relation: str
    proved: str


class BookOut(msgspec.Struct):
    """A book that was compared."""

    book: str
    title: str


class ComparisonOut(msgspec.Struct, tag_field="kind", tag="comparison"):
    """The last line: how many lines of each kind came before, the sizes up to which plays were proved, and how many
    plays were tried."""

    one: BookOut
    two: BookOut
    differences: int
    values: int
    bound: dict[str, int]
    tried: int


Out = DifferenceOut | ValueOut | RelationOut | ComparisonOut
"""What a line of the output may be."""


def schema() -> str:
    """The JSON schema of a line."""
    return json.dumps(msgspec.json.schema(Out), indent=2, ensure_ascii=False)


def lines(shown: Shown, lang: str) -> Iterator[str]:
    """The comparison as lines of JSON."""
    return (msgspec.json.encode(line).decode() for line in _lines(shown, lang))


def _lines(shown: Shown, lang: str) -> Iterator[Out]:
    for one in shown.differences:
        yield DifferenceOut(one.event, one.record, one.act, *_sides(one, shown, lang))
    for value in shown.values:
        yield ValueOut(value.selector, value.where, value.colour, value.one, value.two)
    for relation in shown.relations:
        yield RelationOut(relation.event, relation.relation, relation.proved)
    found = shown.found
    first, second = (BookOut(book.id, book.title) for book in (found.one, found.two))
    counts = len(shown.differences), len(shown.values)
    yield ComparisonOut(first, second, *counts, dict(found.bound), found.tried)


def _sides(difference: Difference, shown: Shown, lang: str) -> tuple[SideOut, SideOut]:
    return (
        _side(difference.one, difference.event, shown.found.one, lang),
        _side(difference.two, difference.event, shown.found.two, lang),
    )


def _side(side: Side, event: str, book: Book, lang: str) -> SideOut:
    found = words.owner(side, book)
    reading = found.reading if isinstance(found, Rule) else ""
    text = words.text(side, event, book, lang)
    return SideOut(book.id, side.verdict, side.owner, side.how, text, reading)
