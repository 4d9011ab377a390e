"""Records: files of them, and the one-line form.

    read(text)        files: header, position and turns; `---` between records
    read_line(text)   the one-line form: A1 10♥ 10♠ JK; swap 10♦ for JK in A1
    read_cards(text)  cards alone: 4♥ 5♥ JK
    decode(data)      the text of a file's bytes

Each raises `Unreadable` with every mistake of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from grammar import layout, line_form
from grammar.cards import Card
from grammar.document import At, Record
from grammar.draft import Draft
from grammar.file_form import FileForm
from grammar.reading import Reader
from grammar.text import MOST_IN_LINE, Line, Unit, decode, joined, line_of, split_lines, unit_of
from grammar.trouble import Trouble, Unreadable

__all__ = ["decode", "read", "read_cards", "read_line"]


def read(text: str, source: str = "-", lang: str | None = None) -> list[Record]:
    """The records of a file, in order; there is at least one.

    `source` names the file in messages; `lang` ("en" or "fr") is the language of records that do not show their own.
    Raises Unreadable with every mistake of the file.
    """
    lines = split_lines(text, source)
    troubles: list[Trouble] = []
    records: list[Record] = []
    tongues: list[str] = []
    for group in layout.record_lines(lines):
        draft, reader = _read_one(group, lines, source, lang)
        troubles += reader.troubles
        tongues += [reader.lang] * bool(reader.troubles)
        records += [] if troubles else [draft.record()]
    if not troubles and not records:
        troubles.append(_nothing())
    if troubles:
        raise Unreadable(source, lines, troubles, next(iter(tongues), lang or "en"))
    return records


def _read_one(group: Sequence[Line], lines: tuple[str, ...], source: str, lang: str | None) -> tuple[Draft, Reader]:
    found = layout.blocks(group)
    reader = Reader(layout.language(found) or lang or "en")
    first = next(line for line in group if line.text.strip())
    place = Unit(first.text, ((0, first, 0),)).cut(0, len(first.text)).place
    draft = Draft(place, reader.lang, source, lines, title=_title(group))
    FileForm(reader, draft).read(found)
    return draft, reader


def _title(group: Sequence[Line]) -> str:
    """The first comment that says something."""
    comments = (line.raw.strip(" #\t") for line in group if line.text.lstrip().startswith("#"))
    return next(filter(None, comments), "")


def _nothing() -> Trouble:
    return Trouble(
        At(1, 1),
        "there is no record here; a record has header lines (players: Anne, Bob) and turns (Bob: draws)",
        "il n'y a rien à lire ici ; il faut des lignes d'en-tête (joueurs : Anne, Bob) et des tours (Bob : pioche)",
    )


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
    raw = split_lines(text if len(text) <= MOST_IN_LINE else text.replace("\n", " "), source)
    around = tuple(lines) if lines is not None else ("",) * (line - 1) + (" " * (column - 1) + raw[0], *raw[1:])
    whole = _whole(raw, line, column)
    units = whole.split()
    reader = Reader(line_form.language(units) or lang or "en")
    draft = Draft(whole.place, reader.lang, source, around, line_form=True)
    line_form.LineForm(reader, draft).read(units)
    if reader.troubles:
        raise Unreadable(source, around, reader.troubles, reader.lang)
    return draft.record()


def _whole(raw: Sequence[str], line: int, column: int) -> Unit:
    rest = (unit_of(line_of(more, number)) for number, more in enumerate(raw[1:], line + 1))
    return joined([unit_of(line_of(raw[0], line, column)), *rest])


def read_cards(text: str, lang: str = "en") -> tuple[Card, ...]:
    """The cards of a text, which may be none. Raises Unreadable with every piece of it that is no card."""
    raw = split_lines(text, "-")
    whole = _whole(raw, 1, 1)
    reader = Reader(lang)
    tree = reader.tree(whole, "discards") if whole.text else None
    cards = reader.cards(whole, tree)[0] if tree else ()
    if reader.troubles:
        raise Unreadable("-", raw, reader.troubles, lang)
    return cards
