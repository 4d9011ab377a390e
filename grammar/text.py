"""Texts as people save them: decoding, limits, lines, and where each character was written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from grammar.document import At
from grammar.trouble import Trouble, Unreadable

MOST_CHARACTERS = 1_000_000
MOST_IN_LINE = 10_000

_SAME = str.maketrans({
    "’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\u3000": " ", "\x0b": " ", "\x0c": " ", "：": ":",
})  # fmt: skip
"""Signs read alike, one character for one."""

_UNSEEN = "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Variation selectors, joiners and other characters that show nothing."""

_ODD = re.compile(f"[{_UNSEEN}\u0300-\u036f]")
_QUOTE_OR = {mark: re.compile(f'"[^"]*"?|{mark}') for mark in (";", ":")}
_COMMENT = re.compile(r'"[^"]*"|(?:^|(?<=\s))#')


def decode(data: bytes, source: str) -> str:
    """The text of a file: UTF-8, or UTF-16 with its mark.

    Raises Unreadable where the bytes are no text, or more than a record file may have.
    """
    if len(data) > 4 * MOST_CHARACTERS:
        raise Unreadable(source, (), [_too_long(len(data))])
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") and len(data) % 2 == 0:
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(source, (), [_undecodable(data, error.start)]) from None


def _undecodable(data: bytes, index: int) -> Trouble:
    before = data[:index]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return Trouble(
        At(line, column),
        f"this is not UTF-8 text (byte {data[index]:02X}); save the file as UTF-8",
        f"ce n'est pas du texte UTF-8 (octet {data[index]:02X}) ; enregistrez le fichier en UTF-8",
    )


def _too_long(size: int) -> Trouble:
    return Trouble(
        At(1, 1),
        f"the text has {size:,} characters, and at most {MOST_CHARACTERS:,} are read; split it into several files",
        f"le texte a {size} caractères, on en lit au plus {MOST_CHARACTERS} ; répartissez-le en plusieurs fichiers",
    )


def split_lines(text: str, source: str) -> tuple[str, ...]:
    """The lines of a text, whatever ends them. Raises Unreadable where it is too long, or binary."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(source, (), [_too_long(len(text))])
    lines = tuple(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    if troubles := list(_limits(lines)):
        raise Unreadable(source, lines, troubles)
    return lines


def _limits(lines: tuple[str, ...]) -> Iterator[Trouble]:
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_IN_LINE:
            yield Trouble(
                At(number, MOST_IN_LINE + 1),
                f"this line has {len(line):,} characters, and at most {MOST_IN_LINE:,} are read",
                f"cette ligne a {len(line)} caractères, on en lit au plus {MOST_IN_LINE}",
            )
        if "\0" in line:
            yield Trouble(
                At(number, line.index("\0") + 1),
                "this is no text: there is a NUL character here",
                "ce n'est pas du texte : il y a ici un caractère NUL",
            )
            return


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is read: `text` has composed accents, straight quotes and nothing invisible.

    `columns` says in which column each of its characters was written, and the end of the line last; None means
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
    text = raw.translate(_SAME)
    if text.isascii() or not _ODD.search(text) and unicodedata.is_normalized("NFC", text):
        return Line(number, raw, text, first)
    return _composed(raw, text, number, first)


def _composed(raw: str, text: str, number: int, first: int) -> Line:
    """Compose letters with the accents that follow them, and drop what shows nothing."""
    shown, columns = [], []
    for cluster in re.finditer(r"(?s).[\u0300-\u036f]*", text):
        for char in unicodedata.normalize("NFC", cluster[0]):
            if char not in _UNSEEN:
                shown.append(char)
                columns.append(first + cluster.start())
    return Line(number, raw, "".join(shown), first, (*columns, first + len(raw)))


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of text that is read on its own: an act, a meld, what stands after a header word.

    `parts` are the pieces of lines it is made of: where the piece begins in `text`, its line, and where there.
    """

    text: str
    parts: tuple[tuple[int, Line, int], ...]

    def at(self, start: int, end: int) -> At:
        """The place of `text[start:end]`; what runs over a line's end is marked up to it."""
        offset, line, begin = next(part for part in reversed(self.parts) if part[0] <= start or part[0] == 0)
        stop = min(begin + end - offset, len(line.text))
        column = line.column(begin + start - offset)
        return At(line.number, column, max(1, line.column(stop) - column) if stop > begin + start - offset else 1)

    @property
    def place(self) -> At:
        """The place of the whole."""
        return self.at(0, len(self.text))

    def written(self) -> str:
        """The text as it was written, on one line."""
        return " ".join(self._raw(index) for index in range(len(self.parts)))

    def _raw(self, index: int) -> str:
        offset, line, begin = self.parts[index]
        end = self.parts[index + 1][0] - 1 if index + 1 < len(self.parts) else len(self.text)
        start, stop = line.column(begin), line.column(begin + end - offset)
        return line.raw[start - line.first : stop - line.first].strip()

    def cut(self, start: int, end: int) -> Unit:
        """The piece from `start` to `end`, without the blanks around it."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end = max(start, start + len(piece.strip()))
        kept = [part for part in self.parts if part[0] < end or part is self.parts[0]]
        while len(kept) > 1 and kept[1][0] <= start:
            kept.pop(0)
        moved = ((max(0, o - start), line, begin + max(0, start - o)) for o, line, begin in kept)
        return Unit(self.text[start:end], tuple(moved))

    def join(self, other: Unit) -> Unit:
        """Both, one after the other."""
        offset = len(self.text) + 1
        moved = tuple((o + offset, line, begin) for o, line, begin in other.parts)
        return Unit(f"{self.text}\n{other.text}", self.parts + moved)

    def split(self, mark: str) -> list[Unit]:
        """The pieces between `;` marks that stand outside quotes; empty pieces are left out."""
        edges = [-1, *self._marks(mark), len(self.text)]
        pieces = (self.cut(a + 1, b) for a, b in zip(edges, edges[1:], strict=False))
        return [piece for piece in pieces if piece.text]

    def head(self) -> tuple[Unit, Unit] | None:
        """What stands before and after the first colon outside quotes, or None if there is no colon."""
        mark = next(self._marks(":"), None)
        return None if mark is None else (self.cut(0, mark), self.cut(mark + 1, len(self.text)))

    def _marks(self, mark: str) -> Iterator[int]:
        if mark in self.text:
            yield from (found.start() for found in _QUOTE_OR[mark].finditer(self.text) if found[0] == mark)


def unit_of(line: Line) -> Unit:
    """The line as a unit, without its comment and the blanks around it."""
    end = len(line.text)
    if "#" in line.text:
        end = next((found.start() for found in _COMMENT.finditer(line.text) if found[0] == "#"), end)
    return Unit(line.text, ((0, line, 0),)).cut(0, end)
