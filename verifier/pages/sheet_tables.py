"""The tables of a sheet: what the cards count, and the tables that the rules look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from grammar.cards import RANK_SIGNS
from rulebook.model import Among, Book, Both, Compare, Either, Expr, Lookup, Not, Question, Reading, Rule, Sum, Value
from verifier.pages.words import column, listed, say

_WHERES = ("hand", "meld")
_NAMED = ("pips", "face", "ace", "low-ace", "joker")


class Grid(Struct, frozen=True):
    """A table: its title, the heads of its columns, and its rows, of which the first cell is the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def grids(book: Book, lang: str) -> list[Grid]:
    """The tables of a book: the values of the cards, then every table that its rules look up."""
    return [*_values(book, lang), *_lookups(book, lang)]


# ---------------------------------------------------------------------------------------- values


def _values(book: Book, lang: str) -> Iterator[Grid]:
    ruled = [value for rule in book.rules for value in rule.values]
    asked = [question for question in book.questions if any(reading.values for reading in question.readings)]
    selectors = {value.selector for value in (*ruled, *_readings(asked))}
    if selectors:
        head = tuple(say(key, lang) for key in ("sheet card", "sheet hand", "sheet meld"))
        rows = (_row(selector, ruled, asked, lang) for selector in sorted(selectors, key=_order))
        yield Grid(say("sheet values", lang), head, tuple(rows))


def _readings(asked: Iterable[Question]) -> Iterator[Value]:
    return (value for question in asked for reading in question.readings for value in reading.values)


def _order(selector: str | int) -> tuple[int, int]:
    """Pips first, then single ranks, face cards, aces and jokers."""
    return (0, selector) if isinstance(selector, int) else (_NAMED.index(selector) if selector != "pips" else -1, 0)


def _row(selector: str | int, ruled: list[Value], asked: list[Question], lang: str) -> tuple[str, ...]:
    name = column(str(selector), lang) if isinstance(selector, str) else RANK_SIGNS[lang][selector]
    return (name, *(_cell(selector, where, ruled, asked, lang) for where in _WHERES))


def _cell(selector: str | int, where: str, ruled: list[Value], asked: list[Question], lang: str) -> str:
    def fits(value: Value) -> bool:
        return value.selector == selector and value.where in ("", where)

    amounts = {value.colour: _amount(value, lang) for value in ruled if fits(value)}
    open = dict.fromkeys(_amount(value, lang) for value in _readings(asked) if fits(value))
    if open:
        return say("sheet open", lang, amounts=listed([*amounts.values(), *open], lang))
    return ", ".join(f"{column(colour, lang)} {amount}".strip() for colour, amount in amounts.items()) or "–"


def _amount(value: Value, lang: str) -> str:
    return str(value.amount) if isinstance(value.amount, int) else say(f"sheet {value.amount}", lang)


# ---------------------------------------------------------------------------------------- tables of the rules


def _lookups(book: Book, lang: str) -> Iterator[Grid]:
    tables: dict[str, dict[str, Lookup]] = {}
    for found in _found(book):
        tables.setdefault(found.table, {}).setdefault(found.column, found)
    for name, columns in tables.items():
        yield _grid(name, list(columns.values()), lang)


def _grid(name: str, columns: list[Lookup], lang: str) -> Grid:
    cells = [dict(one.cells) for one in columns]
    keys = sorted({key for one in cells for key in one})
    head = (column(columns[0].key, lang), *(column(one.column, lang) for one in columns))
    rows = (tuple(map(str, (key, *(one.get(key, "–") for one in cells)))) for key in keys)
    return Grid(column(name, lang), head, tuple(rows))


def _found(book: Book) -> Iterator[Lookup]:
    """Every cell that the rules and the readings of a book look up, in order, with repeats."""
    readings = (reading for question in book.questions for reading in question.readings)
    items: list[Rule | Reading] = [*book.rules, *readings]
    for item in items:
        for limb in item.limbs:
            yield from _within(limb.when)
            yield from _within(limb.need)


def _within(expr: Expr | None) -> Iterator[Lookup]:
    match expr:
        case Lookup():
            yield expr
        case Sum(_, left, right) | Compare(_, left, right):
            yield from (*_within(left), *_within(right))
        case Both(parts) | Either(parts):
            yield from (found for part in parts for found in _within(part))
        case Not(part) | Among(part, _):
            yield from _within(part)
        case _:
            return
