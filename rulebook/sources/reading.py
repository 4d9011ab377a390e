"""How a source is read into places: its lines, headings, lists, tables and sentences.

Needed only to make an index, and to compare one with the files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from rulebook.sources.entries import Entry, Source


def digest(data: bytes) -> str:
    """The sha256 of a text, in hexadecimal."""
    return sha256(data).hexdigest()


def decode(data: bytes) -> str:
    """The text of a source file; bytes that are no text are replaced, so that they can be compared all the same."""
    return data.decode("utf-8-sig", errors="replace")


def render(source: Source, data: bytes) -> str:
    """The index file of a source whose file has these bytes."""
    head: list[tuple[object, ...]] = [("id", source.id), ("title", *source.title), ("file", source.file)]
    head += [("sha256", digest(data))]
    head += [("headings", *source.headings)] if source.headings else []
    head += [("part", line, *title) for line, title in source.parts]
    head += [("line", "sentence", "hash", "kind", "paragraph", "point", "title")]
    rows = ["# " + "\t".join(map(str, row)) for row in head]
    for e in read(decode(data), source):
        lines = f"{e.line}-{e.last}" if e.last > e.line else e.line
        rows.append("\t".join(map(str, (lines, e.sentence, e.hash, e.kind, e.paragraph, e.point, e.title))))
    return "\n".join(rows) + "\n"


_BULLET = re.compile(r"[•▪*–-]\s+")
_RULED = re.compile(r"[|\s:-]+")
_BREAK = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÀ-ÖØ-Þ0-9«“\"(])|(?<=[.!?…][»”\")])\s+(?=[A-ZÀ-ÖØ-Þ0-9«“\"(])")
_ENDS = tuple(".:;!?…")
_LONGEST_HEADING = 80


def read(text: str, source: Source) -> list[Entry]:
    """The places of a text in order; `source` says which lines are headings and where its parts begin."""
    return _Reader(text.split("\n"), source).read()


class _Piece(Struct):
    """A sentence while its lines are put together."""

    entry: Entry
    text: str


class _Reader:
    """Goes through the lines of a source and counts paragraphs, points and sentences."""

    def __init__(self, lines: Sequence[str], source: Source) -> None:
        self.lines = ["", *(" ".join(line.split()) for line in lines), ""]
        self.headings = set(source.headings)
        self.starts = {line for line, _ in source.parts}
        self.pieces: list[_Piece] = []
        self.paragraph = self.point = 0

    def read(self) -> list[Entry]:
        for number, line in enumerate(self.lines):
            if number in self.starts:
                self.paragraph = self.point = 0
            if any(char.isalnum() for char in line):
                self._line(number, line)
        return [replace(piece.entry, hash=_hash(piece.text)) for piece in self.pieces]

    def _line(self, number: int, line: str) -> None:
        bullet = _BULLET.match(line)
        text = line[bullet.end() :] if bullet else line.lstrip(".,; ")
        if self._continues(number) and self.pieces and self.pieces[-1].entry.last == number - 1:
            self._continue(number, line)
        elif number in self.headings or (not bullet and self._is_heading(number)):
            self.paragraph = self.point = 0
            self._add(number, 1, "heading", text, text.rstrip(" :"))
        elif line.startswith("|"):
            self._row(number, line)
        elif bullet:
            self.point += 1
            self._sentences(number, "item", text)
        else:
            self.paragraph, self.point = self.paragraph + 1, 0
            self._sentences(number, "sentence", text)

    def _continues(self, number: int) -> bool:
        """Whether a line goes on with the sentence of the line before: that one is unfinished, this begins small."""
        before, line = self.lines[number - 1], self.lines[number]
        return bool(before) and not before.startswith("|") and not before.endswith(_ENDS) and line[:1].islower()

    def _continue(self, number: int, line: str) -> None:
        first, *rest = _BREAK.split(line)
        last = self.pieces[-1]
        self.pieces[-1] = _Piece(replace(last.entry, last=number), f"{last.text} {first}")
        for count, sentence in enumerate(rest, 2):
            self._add(number, count, last.entry.kind, sentence)

    def _is_heading(self, number: int) -> bool:
        """Whether a line looks like a heading: short, without a full stop, and no part of a sentence."""
        line = self.lines[number]
        short = len(line) <= _LONGEST_HEADING and not line.endswith((*_ENDS, ","))
        return short and line[:1].isupper() and not self._continues(number + 1)

    def _row(self, number: int, line: str) -> None:
        """A row of a table; the one above the rule is its head."""
        if not self.lines[number - 1].startswith("|") or _is_rule(self.lines[number + 1]):
            self.point = 0
        if not _is_rule(self.lines[number + 1]):
            self.point += 1
        self._add(number, 1, "row", line)

    def _sentences(self, number: int, kind: str, text: str) -> None:
        for count, sentence in enumerate(_BREAK.split(text), 1):
            self._add(number, count, kind, sentence)

    def _add(self, number: int, sentence: int, kind: str, text: str, title: str = "") -> None:
        entry = Entry(number, number, sentence, "", kind, self.paragraph, self.point, title)
        self.pieces.append(_Piece(entry, text))


def _is_rule(line: str) -> bool:
    """Whether a line is the rule under the head of a table."""
    return "-" in line and line.startswith("|") and bool(_RULED.fullmatch(line))


def _hash(text: str) -> str:
    return digest(normalize("NFC", text).encode())[:12]
