"""What cards count in two books."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Book, Value
from verifier.compare.model import ValueDifference

_NAMED = ("pips", "face", "ace", "low-ace", "joker")
_WIDER = {"low-ace": "ace"}
"""What a card counts where the book has nothing narrower for it."""


def value_differences(one: Book, two: Book) -> Iterator[ValueDifference]:
    """What cards count differently: by selector, in hand and in melds, by colour where one of the books looks at it."""
    for selector in _selectors(one, two):
        for where in ("hand", "meld"):
            yield from _of_selector(one, two, selector, where)


def _of_selector(one: Book, two: Book, selector: str | int, where: str) -> Iterator[ValueDifference]:
    amounts = [
        (colour, *(_amount(book, selector, where, colour) for book in (one, two))) for colour in ("red", "black")
    ]
    if amounts[0][1:] == amounts[1][1:]:
        amounts = [("", *amounts[0][1:])]
    for colour, first, second in amounts:
        if first != second:
            yield ValueDifference(str(selector), where, colour, first, second)


def _selectors(one: Book, two: Book) -> list[str | int]:
    """Those that one of the books has, the ranks by number last."""
    found = {value.selector for book in (one, two) for value in book.values()}
    return [name for name in _NAMED if name in found] + sorted(n for n in found if isinstance(n, int))


def _amount(book: Book, selector: str | int, where: str, colour: str) -> str:
    """What the book says, with " or " between what a question leaves open; "" where it says nothing."""
    ruled = [value for rule in book.rules for value in rule.values if _fits(value, selector, where, colour)]
    asked = [
        str(value.amount)
        for question in book.questions
        for reading in question.readings
        for value in reading.values
        if _fits(value, selector, where, colour)
    ]
    coloured = [value for value in ruled if value.colour] or ruled
    said = [str(value.amount) for value in coloured[-1:]]
    if not said and not asked and selector in _WIDER:
        return _amount(book, _WIDER[str(selector)], where, colour)
    return " or ".join(dict.fromkeys(asked or said))


def _fits(value: Value, selector: str | int, where: str, colour: str) -> bool:
    return value.selector == selector and value.where in ("", where) and value.colour in ("", colour)
