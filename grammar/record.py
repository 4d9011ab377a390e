"""Records: files of them, and the one-line form.

    read(text)       files: header, position and turns; `---` between records
    read_line(text)  the one-line form: A1 10♥ 10♠ JK; swap 10♦ for JK in A1
    read_cards(text) cards alone

Each raises `Unreadable` with every mistake of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grammar.acts import act_of
from grammar.cards import Card
from grammar.document import Act, At, Record
from grammar.draft import Draft
from grammar.headers import Header
from grammar.labels import Labels
from grammar.layout import Block, blocks, language, record_lines
from grammar.reading import Reader, card_tokens
from grammar.text import Line, Unit, line_of, split_lines, unit_of
from grammar.trouble import Trouble, Unreadable
from grammar.words import opening_word


def read(text: str, source: str = "-", lang: str | None = None) -> list[Record]:
    """The records of a file.

    `source` names the file in messages, `lang` is the language of records that do not show their own.
    Raises Unreadable with every mistake of the file.
    """
    lines = split_lines(text, source)
    troubles: list[Trouble] = []
    records, tongue = [], ""
    for group in record_lines(lines):
        draft, reader = _read_record(group, lines, source, lang)
        if reader.troubles:
            tongue = tongue or reader.lang
            troubles += reader.troubles
        else:
            records.append(draft.record())
    if not troubles and not records:
        troubles = [Trouble(At(1, 1), "there is no record here", "il n'y a rien à lire ici")]
    if troubles:
        raise Unreadable(source, lines, troubles, tongue or lang or "en")
    return records


def _read_record(group: Sequence[Line], lines: tuple[str, ...], source: str, lang: str | None) -> tuple[Draft, Reader]:
    found = blocks(group)
    reader = Reader(language(found) or lang or "en")
    begin = next(line for line in group if line.text.strip())
    draft = Draft(unit_of(begin).place, reader.lang, source, lines, title=_title(group))
    FileForm(reader, draft).read(found)
    return draft, reader


def _title(group: Sequence[Line]) -> str:
    """The first line of comment."""
    comments = (line.raw.strip() for line in group)
    return next((comment.lstrip("#").strip() for comment in comments if comment.startswith("#")), "")


class FileForm:
    """Reads the blocks of a record into a draft."""

    def __init__(self, reader: Reader, draft: Draft) -> None:
        self.reader, self.draft = reader, draft
        self.labels = Labels(reader)
        self.header = Header(reader, draft, self.labels)

    def read(self, found: Sequence[Block]) -> None:
        for block in found:
            if block.kind == "turn":
                self._turn(block)
            elif block.kind == "table":
                for unit in block.units:
                    self._put("melds", unit)
            elif block.kind == "":
                self.reader.trouble(block.place, "what is this line?", "que dit cette ligne ?")
            else:
                self._put(block.kind, block.whole, block.of)
        if not self.draft.turns and not self.reader.troubles:
            self.reader.trouble(
                self.draft.at, "there is no turn here, only a position", "il n'y a ici aucun tour, rien qu'une position"
            )

    def _put(self, rule: str, unit: Unit, of: str = "") -> None:
        tree = self.reader.tree(unit, rule)
        if tree is not None:
            self.header.put(rule, unit, tree, of)

    def _turn(self, block: Block) -> None:
        acts = []
        for unit in block.units:
            tree = self.reader.tree(unit, "act")
            act = act_of(self.reader, self.labels, block.of, unit, tree) if tree else None
            if act:
                acts.append(act)
        self.draft.play(block.of, acts, block.place)


def read_line(
    text: str,
    source: str = "-e",
    lang: str | None = None,
    line: int = 1,
    column: int = 1,
    lines: Sequence[str] | None = None,
) -> Record:
    """The record of the one-line form.

    `line` and `column` say where the text stands in a surrounding file, whose `lines` may be given for messages.
    Raises Unreadable with every mistake of the text.
    """
    raw = split_lines(text, source)
    around = tuple(lines) if lines is not None else ("",) * (line - 1) + (" " * (column - 1) + raw[0], *raw[1:])
    unit = _whole(raw, line, column)
    units = unit.split(";")
    tongue = next((w[1] for u in units for t in ("verb", "line") if (w := opening_word(u.text, t)) and w[1]), "")
    reader = Reader(tongue or lang or "en")
    draft = Draft(unit.place, reader.lang, source, around, line_form=True, opened=[""], drawn=[""])
    LineForm(reader, draft).read(units)
    if reader.troubles:
        raise Unreadable(source, around, reader.troubles, reader.lang)
    return draft.record()


def _whole(raw: Sequence[str], line: int, column: int) -> Unit:
    whole = unit_of(line_of(raw[0], line, column))
    for number, more in enumerate(raw[1:], line + 1):
        whole = whole.join(unit_of(line_of(more, number)))
    return whole


class LineForm:
    """Reads the parts of the one-line form into a draft."""

    def __init__(self, reader: Reader, draft: Draft) -> None:
        self.reader, self.draft = reader, draft
        self.labels = Labels(reader)
        self.header = Header(reader, draft, self.labels)

    def read(self, units: Sequence[Unit]) -> None:
        acts: list[Act] = []
        for index, unit in enumerate(units):
            tree = self.reader.tree(unit, "statement")
            if tree is None:
                continue
            kind = str(tree.data)
            if kind == "discard" and not acts and index + 1 < len(units):
                kind = "discards"
            if kind == "not_opened":
                self.draft.opened = []
            elif kind == "opened_now":
                self.draft.opened, self.draft.opened_now = [], [""]
            elif kind == "opened":
                unsure = bool(tree.children[1:])
                self.draft.opened, self.draft.opened_unknown = ([] if unsure else [""]), unsure
            elif kind == "not_drawn":
                self.draft.drawn = []
            elif kind == "drawn":
                pass
            elif kind == "melds":
                before = len(self.draft.table)
                self.header.put(kind, unit, tree)
                for n, child in enumerate(tree.children):
                    meld = self.draft.table[before + n]
                    mine = any(getattr(t, "type", "") == "MY" for t in child.children)
                    self.draft.table[before + n] = replace(meld, owner="" if mine else meld.owner or "?")
            elif kind in ("took", "holds", "round", "stock", "discards"):
                self.header.put(kind, unit, tree)
            else:
                act = act_of(self.reader, self.labels, "", unit, tree)
                if act:
                    acts.append(act)
        if acts:
            self.draft.play("", acts, acts[0].at)
        elif not self.reader.troubles:
            self.reader.trouble(
                self.draft.at, "there is no act here, only a position", "il n'y a ici aucun coup, rien qu'une position"
            )


def read_cards(text: str, lang: str = "en") -> tuple[Card, ...]:
    """The cards of a text. Raises Unreadable with every piece of it that is no card."""
    raw = split_lines(text, "-")
    unit = _whole(raw, 1, 1)
    reader = Reader(lang)
    tree = reader.tree(unit, "holds")
    cards = reader.cards(unit, card_tokens(tree))[0] if tree else ()
    if reader.troubles:
        raise Unreadable("-", raw, reader.troubles, lang)
    return cards
