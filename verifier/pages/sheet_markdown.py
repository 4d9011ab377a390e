"""The sheet of a book as Markdown, as GitHub shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from grammar.cards import Card
from rulebook.model import Book
from verifier.pages.sheet import SIGNS, Item, Section, Sheet, Shown, sheet
from verifier.pages.sheet_cards import Token, face
from verifier.pages.sheet_tables import Grid
from verifier.words.sentences import typeset

_MEANT = re.compile(r"[\\`*_{}\[\]#|~$<>&]|(?<=\w):(?=//)|(?<=www)\.")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_COLOURED = "\N{VARIATION SELECTOR-16}"
"""After the sign of a suit: the sign is drawn in its colour."""


def markdown(book: Book, base: Book | None, lang: str) -> str:
    """The sheet of a book; `base` is the book that it amends."""
    return "\n".join(_lines(sheet(book, base, lang)))


def _lines(page: Sheet) -> Iterator[str]:
    yield from (f"# {escaped(page.title)}", "")
    for line in page.under:
        yield from (f"*{escaped(line)}*", "")
    yield from (escaped(page.legend), "")
    if page.grids:
        yield from (f"## {page.glance}", "")
    for grid in page.grids:
        yield from _grid(grid)
    for section in page.sections:
        yield from _section(section, page.lang)
    if page.notes:
        yield from (f"## {page.written}", "")
        yield from (f"[^{number}]: {escaped(note)}" for number, note in enumerate(page.notes, 1))
        yield ""


def _grid(grid: Grid) -> Iterator[str]:
    yield from (f"### {escaped(grid.title)}", "")
    yield _row(grid.head)
    yield "|---|" + "---:|" * (len(grid.head) - 1)
    yield from map(_row, grid.rows)
    yield ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"


def _section(section: Section, lang: str) -> Iterator[str]:
    yield from (f"## {escaped(section.title)}", "")
    for item in section.items:
        yield from _dropped(item) if section.kind == "dropped" else _item(item, lang)
    yield ""


def _dropped(item: Item) -> Iterator[str]:
    yield f"- ~~{escaped(item.text)}~~ <sub>`{item.id}`</sub>"


def _item(item: Item, lang: str) -> Iterator[str]:
    mark = f" — *{escaped(item.mark)}*" if item.mark else ""
    notes = " ".join(f"[^{number}]" for number in item.notes)
    answer = f" {escaped(item.answer)}" if item.answer else ""
    yield f"- **{escaped(item.text)}**{answer}{notes}{mark}"
    quiet = " · ".join([f"`{item.id}`", *map(escaped, item.asides)])
    yield f"  <br><sub>{quiet}</sub>"
    yield from (f"  - {escaped(reading)}" for reading in item.readings)
    yield from (_example(example, lang) for example in item.examples)


def _example(example: Shown, lang: str) -> str:
    colon, semicolon = (typeset(mark, lang) for mark in (" :" if lang == "fr" else ":", " ;" if lang == "fr" else ";"))
    parts = f"{semicolon} ".join(_play(part, lang) for part in example.parts)
    return f"  - {SIGNS[example.kind]} {example.word}{colon} {parts}"


def _play(part: tuple[Token, ...], lang: str) -> str:
    shown = " ".join(_card(token, lang) if isinstance(token, Card) else escaped(token) for token in part)
    return shown.replace(" ,", ",")


def _card(card: Card, lang: str) -> str:
    lead, rank, suit = face(card, lang)
    return lead + rank + (suit + _COLOURED if suit and suit != "?" else suit)


def escaped(text: str) -> str:
    """The text, with nothing in it that Markdown or HTML would take for its own."""
    return _MEANT.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return _ENTITIES.get(found[0]) or "\\" + found[0]
