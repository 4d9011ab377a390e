"""What the index of a source is made of: its places, each with what is needed to find it and to tell it."""

from __future__ import annotations

from msgspec import Struct

from rulebook.model import Place

INTRODUCTION = ("introduction", "introduction")

Names = tuple[str, str]
"""The same words in English and in French."""


class Entry(Struct, frozen=True):
    """One place: a sentence, a heading, a point of a list or a row of a table.

    `line` and `sentence` say where it begins, `last` is the line where it ends. `kind` is "sentence", "heading",
    "item" or "row"; `paragraph` counts under the heading, `point` counts the points of a list or the rows of a
    table (0: the head of the table). `title` is the heading itself, `heading` the one it stands under.
    """

    line: int
    last: int
    sentence: int
    hash: str
    kind: str
    paragraph: int
    point: int
    title: str = ""
    heading: Names = INTRODUCTION


class Source(Struct, frozen=True):
    """What is known of a source: our title for it, the name and sha256 of its file, and its places in order.

    `headings` are lines that are headings although they do not look it; `parts` are titles of ours for passages
    that have none, by the line where they begin.
    """

    id: str
    title: Names
    file: str = ""
    sha256: str = ""
    headings: tuple[int, ...] = ()
    parts: tuple[tuple[int, Names], ...] = ()
    entries: tuple[Entry, ...] = ()

    def at(self, place: Place) -> tuple[Entry, ...]:
        """The entries that a place covers: for sentence 0 every one on the line, else the one it names."""
        on_line = [entry for entry in self.entries if entry.line <= place.line <= entry.last]
        if place.sentence == 0:
            return tuple(on_line)
        return tuple(entry for entry in on_line if _number_on(entry, place.line) == place.sentence)


def _number_on(entry: Entry, line: int) -> int:
    """The number of a sentence on a line: one that runs over several lines is the first on all but its own."""
    return entry.sentence if line == entry.line else 1
