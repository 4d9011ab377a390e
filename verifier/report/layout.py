"""A report as lines of styled text: laid out once, printed with colours where the terminal has them, else plain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TextIO

WIDEST = 100
"""No line is wider than this, however wide the terminal."""

_NARROW = 30
"""A last column that has less room than this, and needs more, goes below the others."""


class Span(NamedTuple):
    """A piece of text and its style: "", "bold", "dim", "good", "bad" or "open"; "code" is text to be typed."""

    text: str
    style: str = ""


Line = tuple[Span, ...]


class Para(NamedTuple):
    """A paragraph, wrapped; `indent` blanks before its first line, `hang` before the others."""

    spans: Line
    indent: int = 0
    hang: int = 0


class Rows(NamedTuple):
    """A table without lines: cells of equal width in each column, the last one wrapped."""

    rows: tuple[tuple[Line, ...], ...]
    indent: int = 0


class Typed(NamedTuple):
    """A line to be typed or pasted as it is: it is never wrapped."""

    spans: Line
    indent: int = 0


class Gap:
    """An empty line; several of them in a row are one."""


Block = Para | Rows | Typed | Gap


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# ---------------------------------------------------------------------------------------- laying out


def lay_out(blocks: Iterable[Block], columns: int = WIDEST) -> Iterator[Line]:
    """The lines of a report, none wider than `columns` where a word or a typed line does not force it."""
    empty = True
    for block in blocks:
        match block:
            case Gap():
                if not empty:
                    yield ()
                empty = True
                continue
            case Para(spans, indent, hang):
                yield from _wrapped(spans, columns, " " * indent, " " * hang)
            case Rows(rows, indent):
                yield from _table(rows, columns, indent)
            case Typed(spans, indent):
                yield (Span(" " * indent), *spans)
        empty = False


def _words(spans: Line) -> Iterator[Line]:
    """The words of a text; a word may be of several styles, and a style of several words."""
    word: list[Span] = []
    for span in spans:
        first, *others = span.text.split(" ")
        if first:
            word.append(Span(first, span.style))
        for piece in others:
            if word:
                yield tuple(word)
            word = [Span(piece, span.style)] if piece else []
    if word:
        yield tuple(word)


def _line_width(line: Line) -> int:
    return sum(width(span.text) for span in line)


def _wrapped(spans: Line, columns: int, first: str = "", later: str = "") -> Iterator[Line]:
    line: list[Span] = [Span(first)] if first else []
    used, begun = len(first), False
    for word in _words(spans):
        need = _line_width(word)
        if begun and used + 1 + need > columns:
            yield tuple(line)
            line, used, begun = [Span(later)] if later else [], len(later), False
        if begun:
            line.append(Span(" ", line[-1].style if line[-1].style == word[0].style else ""))
            used += 1
        line += word
        used += need
        begun = True
    yield tuple(line)


def _table(rows: Sequence[Sequence[Line]], columns: int, indent: int) -> Iterator[Line]:
    """The rows one below the other; what does not fit into the last column goes on below."""
    wide = [max(_line_width(row[n]) for row in rows) for n in range(len(rows[0]) - 1)]
    left = indent + sum(wide) + 2 * len(wide)
    narrow = max(_line_width(row[-1]) for row in rows) > columns - left < _NARROW
    for row in rows:
        lead: list[Span] = [Span(" " * indent)] if indent else []
        for cell, room in zip(row, wide, strict=False):
            lead += [*cell, Span(" " * (room - _line_width(cell) + 2))]
        if narrow:
            yield tuple(lead)
            yield from _wrapped(row[-1], columns, " " * (indent + 2), " " * (indent + 2))
            continue
        for number, line in enumerate(_wrapped(row[-1], columns - left)):
            yield (*lead, *line) if number == 0 else (Span(" " * left), *line)


# ---------------------------------------------------------------------------------------- printing


_UNSEEN = dict.fromkeys((*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "·")
"""Characters that would not be shown but obeyed: a name in a record must not command the terminal."""


def plain(lines: Iterable[Line]) -> str:
    """The lines without any style."""
    return "".join("".join(span.text for span in line).translate(_UNSEEN).rstrip(" ") + "\n" for line in lines)


_STYLES = {"bold": "bold", "dim": "dim", "good": "bold green", "bad": "bold red", "open": "bold yellow", "code": "cyan"}


def print_coloured(lines: Iterable[Line], to: TextIO) -> None:
    """Prints the lines with colours; hearts and diamonds are red."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=to, force_terminal=True, highlight=False, soft_wrap=True)
    for line in lines:
        text = Text()
        for style, spans in groupby(line, key=lambda span: span.style):
            text.append("".join(span.text for span in spans).translate(_UNSEEN), _STYLES.get(style, ""))
        text.highlight_regex(r"[0-9AJQKTVDR?]{1,2}[♥♦]", "red")
        console.print(text)


def wants_colour(to: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether to print colours: on a terminal that has them, unless NO_COLOR is set."""
    return bool(to.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb")
