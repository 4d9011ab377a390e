"""The layout of a file: its records, the blocks of a record, and what each block is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from grammar.card_text import are_cards
from grammar.document import At
from grammar.reading import name_of
from grammar.text import Line, Unit, joined, line_of, unit_of
from grammar.words import LANGS, known, opening_word, plain

_SEPARATOR = re.compile(r"\s*(?:-{3,}|[—–]+)\s*$")
_MELD = re.compile(r"[^\W\d_]\w*\s*\(|[^\W\d_]{1,2}[0-9]+\s*(?::|\s|$)")
_NAMED = re.compile(r"\w+\s*=")


class Block(Struct, frozen=True):
    """A header line, the table or a turn, with the lines that go on from it.

    `kind` is the rule of record.lark for what stands in it, or "table", "turn", or "stray" for a line without a
    head; `head` is what stands before the colon, `of` the player of a hand or a turn, or the book of a ruling.
    `units` are the pieces that are read one by one: melds, acts, else what stands after the colon.
    """

    kind: str
    head: Unit
    units: tuple[Unit, ...]
    of: str = ""

    @property
    def place(self) -> At:
        """Where its head is written."""
        return self.head.place


def separates(raw: str) -> bool:
    """Whether a line stands between two records."""
    return ("---" in raw or "—" in raw or "–" in raw) and _SEPARATOR.match(raw) is not None


def record_lines(lines: Sequence[str]) -> Iterator[list[Line]]:
    """The lines of each record of a file; where there are only comments, there is no record."""
    group: list[Line] = []
    for number, raw in enumerate([*lines, "---"], 1):
        if not separates(raw):
            group.append(line_of(raw, number))
            continue
        if any(unit_of(line).text for line in group):
            yield group
        group = []


def blocks(group: Sequence[Line]) -> list[Block]:
    """The blocks of a record. Indented lines go on from the line before, unless they have a head of their own."""
    found: list[_Begun] = []
    margin = -1
    for line in group:
        unit = unit_of(line)
        if not unit.text:
            continue
        indent = _indent(line.text)
        margin = indent if margin < 0 else margin
        begun = _begin(unit)
        if found and (indent > margin or _is_meld(found[-1], unit)) and not begun.surely:
            found[-1].units.append(unit)
        else:
            found.append(begun)
    return list(map(_block, found))


class _Begun(Struct):
    """A block as far as it has come: its lines, what stands before and after the colon of the first, and what it is."""

    units: list[Unit]
    split: tuple[Unit, Unit] | None
    kind: str
    of: str

    @property
    def surely(self) -> bool:
        """Whether its head can be nothing else: a header word, or a player with a verb after the colon."""
        if self.split is None:
            return False
        return self.kind != "turn" or opening_word(self.split[1].text, "verb") is not None


def _begin(unit: Unit) -> _Begun:
    split = unit.head()
    kind, of = _kind(split[0]) if split else ("stray", "")
    return _Begun([unit], split, kind, of)


def _indent(text: str) -> int:
    text = text.expandtabs(4)
    return len(text) - len(text.lstrip())


def _is_meld(before: _Begun, unit: Unit) -> bool:
    """Whether a line that is not indented is a meld of the table before it."""
    return before.kind == "table" and _MELD.match(unit.text) is not None


def _block(begun: _Begun) -> Block:
    units, kind, of = begun.units, begun.kind, begun.of
    if begun.split is None:
        return Block(kind, units[0], tuple(units))
    head, rest = begun.split
    if kind == "table":
        melds = [rest, *units[1:]]
        return Block(kind, head, tuple(piece for unit in melds for piece in unit.split()))
    if kind == "turn":
        return Block(kind, head, tuple(_acts([rest, *units[1:]])), of)
    return Block(kind, head, (joined([rest, *units[1:]]),), of)


def _acts(lines: Sequence[Unit]) -> Iterator[Unit]:
    """The acts of a turn, between semicolons and line ends; a line that cannot begin an act goes on from the last."""
    going: list[Unit] = []
    for line in lines:
        parts = line.split()
        if going and parts and _same_act(going[-1].text, parts[0].text):
            going.append(parts.pop(0))
        for part in parts:
            if going:
                yield joined(going)
            going = [part]
    if going:
        yield joined(going)


def _same_act(before: str, text: str) -> bool:
    """Whether a line goes on from an act: after a comma, or with a card, a small word or a name and `=`."""
    if opening_word(text, "verb"):
        return False
    if before.endswith((",", "=")) or not text[0].isalpha() or opening_word(text, "small"):
        return True
    return _NAMED.match(text) is not None or are_cards(text.split()[0])


def _kind(head: Unit) -> tuple[str, str]:
    """What a block is by the words before its colon, and whom or what it is about."""
    word = plain(head.text)
    if word in known("header"):
        return known("header")[word][0], ""
    first, last = word.split(" ")[0], word.split(" ")[-1]
    if last in known("holds") and last != word:
        return "holds", name_of(" ".join(head.text.split()[:-1]))
    if first in known("ruling"):
        return "ruling", name_of(" ".join(head.text.split()[1:]))
    return "turn", name_of(head.text)


def language(found: Sequence[Block]) -> str:
    """The language of a record: that of its `lang:` line, else of its first header word or verb that has one."""
    for block in found:
        if block.kind == "lang":
            return LANGS.get(plain(block.units[0].text), "")
    return next((lang for block in found for lang in _languages(block) if lang), "")


def _languages(block: Block) -> Iterator[str]:
    words = plain(block.head.text).split(" ")
    if block.kind == "turn":
        found = (opening_word(unit.text, "verb") for unit in block.units)
        yield from (entry[1] for entry in found if entry)
    elif block.kind == "holds":
        yield known("holds")[words[-1]][1]
    elif block.kind == "ruling":
        yield known("ruling")[words[0]][1]
    elif block.kind != "stray":
        yield known("header")[" ".join(words)][1]
