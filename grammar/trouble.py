"""Mistakes in a text, each with its place, what was expected, and what to do about it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from grammar.document import At

CONFLICT = "conflict"
"""The kind of a mistake that can be read: what is written does not hold together."""


class Trouble(Struct, frozen=True):
    """One mistake: where it is, and what is wrong in English and in French.

    `kind` is `CONFLICT` for what can be read and does not hold together, else "".
    """

    at: At
    en: str
    fr: str
    kind: str = ""

    def say(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


class Unreadable(Exception):
    """A text that cannot be read. Carries every mistake that was found in it.

    `source` names the file (or "-" or "-e"), `lines` are its lines, `lang` is the language of its author.
    """

    def __init__(self, source: str, lines: Sequence[str], troubles: Sequence[Trouble], lang: str = "en") -> None:
        super().__init__(f"{source}: {troubles[0].en}" if troubles else source)
        self.source, self.lines, self.lang = source, tuple(lines), lang
        self.troubles = tuple(sorted(troubles, key=lambda t: (t.at.line, t.at.column)))

    def render(self, lang: str | None = None) -> str:
        """Every mistake as `file:line:column: message`, the line itself and a caret under the place."""
        return "\n".join(self._one(trouble, lang or self.lang) for trouble in self.troubles)

    def _one(self, trouble: Trouble, lang: str) -> str:
        at = trouble.at
        head = f"{self.source}:{at.line}:{at.column}: {trouble.say(lang)}"
        if not 1 <= at.line <= len(self.lines):
            return head
        return head + "\n" + excerpt(self.lines[at.line - 1], at.column, at.length)


def excerpt(line: str, column: int, length: int = 1, width: int = 96) -> str:
    """The line with a caret under `length` characters from `column`; long lines are cut around the place."""
    start = max(0, column - 1 - width // 2) if len(line) > width else 0
    shown = line[start : start + width].replace("\t", " ")
    shown = "".join(char if char.isprintable() else "·" for char in shown)
    lead, tail = ("…" if start else ""), ("…" if start + width < len(line) else "")
    before = shown[: column - 1 - start]
    marks = "^" * max(1, min(length, len(shown) - len(before)))
    return f"    {lead}{shown}{tail}\n    {' ' * (len(lead) + columns(before))}{marks}"


def columns(text: str) -> int:
    """How many terminal columns the text takes (accents and variation selectors take none)."""
    return sum(0 if unicodedata.combining(char) or char in "\ufe0e\ufe0f" else 1 for char in text)
