"""The sheet of a book as one HTML file, to be read on a screen or printed on A4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from grammar.cards import Card
from rulebook.model import Book
from verifier.pages.sheet import SIGNS, Item, Section, Sheet, Shown, sheet
from verifier.pages.sheet_cards import Token, face
from verifier.pages.sheet_style import STYLE
from verifier.pages.sheet_tables import Grid
from verifier.words.sentences import NBSP

_RED = "♥♦"
_COLUMN, _ROW = 'th scope="col"', 'th scope="row"'


def html(book: Book, base: Book | None, lang: str) -> str:
    """The sheet of a book; `base` is the book that it amends."""
    return "\n".join(_lines(sheet(book, base, lang))) + "\n"


def _lines(page: Sheet) -> Iterator[str]:
    yield from _head(page)
    yield "<main>"
    if page.grids:
        yield from _glance(page)
    for number, section in enumerate(page.sections, 1):
        yield from _section(section, f"part-{number}", page.lang)
    yield "</main>"
    if page.notes:
        yield from _notes(page)
    yield "</body>\n</html>"


def _head(page: Sheet) -> Iterator[str]:
    yield f'<!DOCTYPE html>\n<html lang="{page.lang}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(page.title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>"
    yield f"<header>\n<h1>{escape(page.title)}</h1>"
    yield from (_p("under", line) for line in page.under)
    yield f"{_p('legend', page.legend)}\n</header>"


def _p(kind: str, text: str) -> str:
    return f'<p class="{kind}">{escape(text)}</p>'


def _heading(id: str, text: str) -> str:
    return f'<h2 id="{id}">{escape(text)}</h2>'


# ---------------------------------------------------------------------------------------- tables


def _glance(page: Sheet) -> Iterator[str]:
    yield '<section class="glance" aria-labelledby="glance">'
    yield _heading("glance", page.glance)
    for grid in page.grids:
        yield from _grid(grid)
    yield "</section>"


def _grid(grid: Grid) -> Iterator[str]:
    yield f"<table>\n<caption>{escape(grid.title)}</caption>"
    yield f"<thead>\n<tr>{_cells(_COLUMN, grid.head)}</tr>\n</thead>\n<tbody>"
    for row in grid.rows:
        yield f"<tr>{_cells(_ROW, row[:1])}{_cells('td', row[1:])}</tr>"
    yield "</tbody>\n</table>"


def _cells(tag: str, cells: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag.split()[0]}>" for cell in cells)


# ---------------------------------------------------------------------------------------- rules and questions


def _section(section: Section, id: str, lang: str) -> Iterator[str]:
    yield f'<section class="{section.kind}" aria-labelledby="{id}">'
    yield _heading(id, section.title)
    for item in section.items:
        yield from _item(item, section.kind, lang)
    yield "</section>"


def _item(item: Item, kind: str, lang: str) -> Iterator[str]:
    tag = "del" if kind == "dropped" else "strong"
    marked = f"{'marked ' if item.mark else ''}item"
    yield f'<article class="{marked}" id="rule-{escape(item.id)}">'
    answer = f' <span class="answer">{escape(item.answer)}</span>' if item.answer else ""
    yield f'<p class="sentence"><{tag}>{escape(item.text)}</{tag}>{answer}{_references(item)}</p>'
    if item.mark:
        yield _p("mark", item.mark)
    yield f'<p class="quiet">{" · ".join([f"<code>{escape(item.id)}</code>", *map(escape, item.asides)])}</p>'
    yield from _listed("readings", map(escape, item.readings))
    yield from _listed("examples", (_example(example, lang) for example in item.examples))
    yield "</article>"


def _references(item: Item) -> str:
    links = ", ".join(f'<a href="#note-{number}">{number}</a>' for number in item.notes)
    return f"<sup>{links}</sup>" if links else ""


def _listed(kind: str, lines: Iterable[str]) -> Iterator[str]:
    shown = [f"<li>{line}</li>" for line in lines]
    if shown:
        yield f'<ul class="{kind}">'
        yield from shown
        yield "</ul>"


def _example(example: Shown, lang: str) -> str:
    sign = f'<span class="sign" aria-hidden="true">{SIGNS[example.kind]}</span>'
    colon, semicolon = (f"{NBSP}:", f"{NBSP};") if lang == "fr" else (":", ";")
    word = f'<span class="word {example.kind}">{sign} {escape(example.word)}{colon}</span>'
    return f"{word} {f'{semicolon} '.join(_play(part, lang) for part in example.parts)}"


def _play(part: tuple[Token, ...], lang: str) -> str:
    shown = " ".join(_card(token, lang) if isinstance(token, Card) else escape(token) for token in part)
    return shown.replace(" ,", ",")


def _card(card: Card, lang: str) -> str:
    lead, rank, suit = face(card, lang)
    colour = "joker" if card.joker else "red" if suit and suit in _RED else "black"
    suited = f'<span class="red">{suit}</span>' if card.joker and suit and suit in _RED else suit
    return f'<span class="card {colour}">{escape(lead + rank)}{suited}</span>'


def _notes(page: Sheet) -> Iterator[str]:
    yield '<footer aria-labelledby="places">'
    yield f"{_heading('places', page.written)}\n<ol>"
    yield from (f'<li id="note-{number}">{escape(note)}</li>' for number, note in enumerate(page.notes, 1))
    yield "</ol>\n</footer>"
