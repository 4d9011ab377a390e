"""Texts as people save them: decoding, limits, lines, and where each character was written."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from grammar.document import At
from grammar.trouble import Trouble, Unreadable

MOST_CHARACTERS = 1_000_000
"""The longest text that is read."""

MOST_IN_LINE = 10_000
"""The longest line that is read."""

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("\u00a0\u202f\u2007\u2009\u3000\x0b\x0c", " "),
        "−": "-",
        "：": ":",
    }
)
"""Signs that are read alike, one character for one."""

_UNSEEN = "\ufe0e\ufe0f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
"""Variation selectors, joiners and other characters that show nothing."""

_ODD = re.compile(f"[{_UNSEEN}\u0300-\u036f]")
_CLUSTER = re.compile("(?s).[\u0300-\u036f]*")
_MARKS = {mark: re.compile(f'"[^"]*"?|[{mark}]') for mark in (";", ":;")}
_COMMENT = re.compile(r'"[^"]*"|(?:^|(?<=\s))#')


def decode(data: bytes, source: str) -> str:
    """The text of a file: UTF-8, or UTF-16 with its mark.

    `source` names the file in messages. Raises Unreadable where the bytes are no text, or too many.
    """
    if len(data) > 4 * MOST_CHARACTERS:
        raise Unreadable(source, (), [_too_long()])
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(source, (), [_undecodable(data, error.start)]) from None


def _undecodable(data: bytes, index: int) -> Trouble:
    before = data[:index]
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", errors="replace")) + 1
    return Trouble(
        At(before.count(b"\n") + 1, column),
        f"this is not UTF-8 text (byte {data[index]:02X}); save the file as UTF-8",
        f"ce n'est pas du texte UTF-8 (octet {data[index]:02X}) ; enregistrez le fichier en UTF-8",
    )


def _too_long() -> Trouble:
    return Trouble(
        At(1, 1),
        f"this text is longer than {MOST_CHARACTERS} characters, which are the most that are read; split it up",
        f"ce texte a plus de {MOST_CHARACTERS} caractères, le plus qu'on lise ; répartissez-le en plusieurs fichiers",
    )


def split_lines(text: str, source: str) -> tuple[str, ...]:
    """The lines of a text, whatever ends them. Raises Unreadable where it is too long, or binary."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(source, (), [_too_long()])
    lines = tuple(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    if troubles := list(_limits(lines)):
        raise Unreadable(source, lines, troubles)
    return lines


def _limits(lines: Sequence[str]) -> Iterator[Trouble]:
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_IN_LINE:
            yield Trouble(
                At(number, MOST_IN_LINE + 1),
                f"this line has {len(line)} characters, and at most {MOST_IN_LINE} are read",
                f"cette ligne a {len(line)} caractères, on en lit au plus {MOST_IN_LINE}",
            )
        if "\0" in line:
            yield Trouble(
                At(number, line.index("\0") + 1),
                "this is no text: there is a NUL character here",
                "ce n'est pas du texte : il y a ici un caractère NUL",
            )
            return


class Line(Struct, frozen=True):
    """One line as it is read: `text` has composed accents, straight quotes and nothing invisible.

    `columns` says in which column each character of `text` was written, and last where the line ends; None means
    one after the other from column `first`.
    """

    number: int
    raw: str
    text: str
    first: int = 1
    columns: tuple[int, ...] | None = None

    def column(self, index: int) -> int:
        """The column of a character of `text`."""
        return self.columns[index] if self.columns else self.first + index


def line_of(raw: str, number: int, first: int = 1) -> Line:
    """A line made ready for reading; its first character stands in column `first`."""
    text = raw.translate(_ALIKE)
    if text.isascii() or (not _ODD.search(text) and unicodedata.is_normalized("NFC", text)):
        return Line(number, raw, text, first)
    shown: list[str] = []
    columns: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        seen = [char for char in unicodedata.normalize("NFC", cluster[0]) if char not in _UNSEEN]
        shown += seen
        columns += [first + cluster.start()] * len(seen)
    return Line(number, raw, "".join(shown), first, (*columns, first + len(raw)))


class Unit(Struct, frozen=True):
    """A piece of text that is read on its own: an act, a meld, what stands after a header word.

    `parts` are the pieces of lines it is made of: where each begins in `text`, its line, and where in that line.
    """

    text: str
    parts: tuple[tuple[int, Line, int], ...]

    def at(self, start: int, end: int) -> At:
        """The place of `text[start:end]`; what runs over the end of a line is marked up to there."""
        parts = self.parts
        index = 0 if len(parts) == 1 else bisect_right(parts, start, key=lambda part: part[0]) - 1
        offset, line, begin = parts[index]
        first = begin + start - offset
        last = min(begin + end - offset, len(line.text))
        column = line.column(min(first, len(line.text)))
        return At(line.number, column, max(1, line.column(last) - column) if last > first else 1)

    @property
    def place(self) -> At:
        """The place of the whole."""
        return self.at(0, len(self.text))

    def written(self) -> str:
        """The text as it was written, its lines joined by blanks."""
        ends = [offset - 1 for offset, _line, _begin in self.parts[1:]] + [len(self.text)]
        return " ".join(_raw(part, end) for part, end in zip(self.parts, ends, strict=True))

    def cut(self, start: int, end: int) -> Unit:
        """The piece from `start` to `end`, without the blanks around it."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        piece = piece.strip()
        if len(self.parts) == 1:
            _, line, begin = self.parts[0]
            return Unit(piece, ((0, line, begin + start),))
        low = bisect_right(self.parts, start, key=lambda part: part[0]) - 1
        high = max(low + 1, bisect_right(self.parts, start + len(piece) - 1, key=lambda part: part[0]))
        kept = self.parts[low:high]
        return Unit(piece, tuple((max(0, o - start), line, begin + max(0, start - o)) for o, line, begin in kept))

    def split(self) -> list[Unit]:
        """The pieces between semicolons that stand outside quotes; empty pieces are left out."""
        edges = [-1, *(i for i, _mark in self._marks(";")), len(self.text)]
        pieces = (self.cut(a + 1, b) for a, b in pairwise(edges))
        return [piece for piece in pieces if piece.text]

    def head(self) -> tuple[Unit, Unit] | None:
        """What stands before and after the first colon outside quotes; None if a semicolon or nothing comes first."""
        index, mark = next(self._marks(":;"), (0, ""))
        return (self.cut(0, index), self.cut(index + 1, len(self.text))) if mark == ":" else None

    def _marks(self, marks: str) -> Iterator[tuple[int, str]]:
        return ((found.start(), found[0]) for found in _MARKS[marks].finditer(self.text) if found[0] in marks)


def _raw(part: tuple[int, Line, int], end: int) -> str:
    offset, line, begin = part
    start, stop = line.column(begin), line.column(begin + end - offset)
    return line.raw[start - line.first : stop - line.first].strip()


def unit_of(line: Line) -> Unit:
    """The line as a unit, without its comment and the blanks around it."""
    whole = Unit(line.text, ((0, line, 0),))
    if "#" not in line.text:
        return whole.cut(0, len(line.text))
    comment = (found.start() for found in _COMMENT.finditer(line.text) if found[0] == "#")
    return whole.cut(0, next(comment, len(line.text)))


def joined(units: Sequence[Unit]) -> Unit:
    """Pieces of text that go on from one another, as one."""
    if len(units) == 1:
        return units[0]
    parts: list[tuple[int, Line, int]] = []
    offset = 0
    for unit in units:
        parts += ((offset + o, line, begin) for o, line, begin in unit.parts)
        offset += len(unit.text) + 1
    return Unit("\n".join(unit.text for unit in units), tuple(parts))
