"""The layout of a file: records, the blocks of a record, and what each block is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grammar.document import At
from grammar.reading import name_of
from grammar.text import Line, Unit, line_of, unit_of
from grammar.words import HOLDS, LANGS, RULING, known, listed, opening_word, plain

_SEPARATOR = re.compile(r"\s*-{3,}\s*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A header line, or a turn, with the lines that go on from it.

    `kind` is the rule of record.lark for what stands in it, "table", "turn", or "" where it cannot be told;
    `of` is the player of a hand or a turn, or the book of a ruling. `units` are the pieces that are read one by
    one: the acts of a turn, the melds of the table, else the whole.
    """

    kind: str
    head: Unit
    units: tuple[Unit, ...]
    of: str = ""

    @property
    def place(self) -> At:
        return self.head.place

    @property
    def whole(self) -> Unit:
        return self.units[0]


def record_lines(lines: Sequence[str]) -> Iterator[list[Line]]:
    """The lines of each record; what has no lines but comments is none."""
    group: list[Line] = []
    for number, raw in enumerate([*lines, "---"], 1):
        if not _SEPARATOR.match(raw):
            group.append(line_of(raw, number))
            continue
        if any(unit_of(line).text for line in group):
            yield group
        group = []


def blocks(group: Sequence[Line]) -> list[Block]:
    """The blocks of a record. Lines that are indented go on from the line before."""
    found: list[list[Unit]] = []
    base = None
    for line in group:
        unit = unit_of(line)
        if not unit.text:
            continue
        indent = _indent(line.text)
        base = indent if base is None else base
        if indent > base and found:
            found[-1].append(unit)
        else:
            found.append([unit])
    return [_block(units) for units in found]


def _indent(text: str) -> int:
    return len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())


def _block(units: list[Unit]) -> Block:
    split = units[0].head()
    if split is None:
        return Block("", units[0], tuple(units))
    head, rest = split
    kind, of = _kind(head)
    pieces = ([rest] if rest.text else []) + units[1:]
    if kind == "table":
        return Block(kind, head, tuple(piece for unit in pieces for piece in unit.split(";")))
    if kind == "turn":
        return Block(kind, head, tuple(_acts(pieces)), of)
    whole = rest
    for more in units[1:]:
        whole = whole.join(more)
    return Block(kind, head, (whole,), of)


def _acts(pieces: Sequence[Unit]) -> list[Unit]:
    """The acts of a turn: between semicolons and line ends; a line that begins with no verb goes on."""
    acts: list[Unit] = []
    for piece in pieces:
        goes_on = acts and (acts[-1].text.endswith((",", "=")) or not opening_word(piece.text, "verb"))
        parts = piece.split(";")
        if goes_on:
            acts[-1] = acts[-1].join(parts[0])
            parts = parts[1:]
        acts += parts
    return acts


def _kind(head: Unit) -> tuple[str, str]:
    """What a block is, by the words before its colon."""
    text = head.text
    word = plain(text)
    if word in known("header"):
        return known("header")[word][0], ""
    parts = text.split(" ")
    if len(parts) > 1 and plain(parts[-1]) in known("holds"):
        return "holds", name_of(" ".join(parts[:-1]))
    if plain(parts[0]) in known("ruling"):
        return "ruling", name_of(" ".join(parts[1:]))
    return "turn", name_of(text)


def language(found: Sequence[Block]) -> str:
    """The language of a record: that of its `lang:` line, else of its first header word or verb that has one."""
    for block in found:
        if block.kind == "lang":
            return LANGS.get(plain(block.whole.text), "")
    return next((lang for block in found for lang in _languages(block) if lang), "")


def _languages(block: Block) -> Iterator[str]:
    word = plain(block.head.text)
    if block.kind == "turn":
        for unit in block.units:
            entry = opening_word(unit.text, "verb")
            yield entry[1] if entry else ""
    elif word in known("header"):
        yield known("header")[word][1]
    elif block.kind in ("holds", "ruling"):
        yield known(block.kind)[word.split(" ")[-1 if block.kind == "holds" else 0]][1]
