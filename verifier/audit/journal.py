"""Results as JSON Lines, in a file from which an interrupted run can go on.

Each record has a line. Where only some are written (`--only`), a line `{"done": N}` says after every hundred records,
and at the end, how many have been replayed. A run that goes on cuts a broken last line, and what follows the last such
line.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import IO

import msgspec

from verifier.audit.deal import Wrong
from verifier.audit.run import Result

EVERY = 100
"""After so many records the file says how many are done."""


class WrongOut(msgspec.Struct, frozen=True):
    """A wrong move: turn and act in the record, counted from 0 (act -1: the end of the turn), the line of the file, who
    did what, and the rules broken, those broken whatever the open questions first."""

    turn: int
    act: int
    line: int
    player: str
    text: str
    rules: list[str]


class Line(msgspec.Struct, frozen=True):
    """One record replayed. `verdict` is "legal", "illegal", "undetermined", "unknown" (a card that has to be known is
    not written), "cannot arise" (the table, in this book) or "trouble" (it cannot be read). `line` is where the record
    begins in its file, `acts` are the steps judged, `questions` those on which undetermined moves hang ("" for
    silence). `trouble` says what cannot be read, with `at` the line where, or which meld cannot lie there."""

    id: str
    file: str
    line: int
    variant: str
    verdict: str
    acts: int
    wrong: list[WrongOut]
    questions: list[str]
    trouble: str
    at: int


class Mark(msgspec.Struct, frozen=True):
    """How many records have been replayed so far."""

    done: int


def line_of(result: Result) -> bytes:
    """The line of a result, with its end."""
    audit = result.audit
    out = Line(
        result.id,
        result.source,
        result.line,
        result.variant,
        result.verdict,
        audit.acts if audit else 0,
        [_wrong(wrong) for wrong in audit.wrong] if audit else [],
        list(audit.questions) if audit else [],
        result.trouble or (audit.meld if audit else ""),
        result.at,
    )
    return msgspec.json.encode(out) + b"\n"


def _wrong(wrong: Wrong) -> WrongOut:
    return WrongOut(wrong.turn, wrong.act, wrong.line, wrong.player, wrong.text, list(wrong.rules))


class Journal:
    """The file that results go to. `only` are the verdicts that are written (none given: all)."""

    def __init__(self, path: str, only: Sequence[str] = (), resume: bool = False) -> None:
        self._only = frozenset(only)
        self.done = _done(path, bool(only)) if resume and os.path.exists(path) else 0
        self._file: IO[bytes] = open(path, "ab" if resume else "wb")  # noqa: SIM115

    def write(self, result: Result) -> None:
        self.done += 1
        if not self._only or result.verdict in self._only:
            self._file.write(line_of(result))
        if self._only and self.done % EVERY == 0:
            self._mark()

    def _mark(self) -> None:
        self._file.write(msgspec.json.encode(Mark(self.done)) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Says how many are done, if not every record has a line, and closes the file."""
        if self._only and self.done % EVERY:
            self._mark()
        self._file.close()


def _done(path: str, marked: bool) -> int:
    """How many records a file tells of; what comes after the last whole line, or the last mark, is cut off."""
    done, end, position = 0, 0, 0
    with open(path, "r+b") as file:
        for line in file:
            position += len(line)
            if not line.endswith(b"\n"):
                break
            mark = _marked(line) if marked else done + 1
            if mark is not None:
                done, end = mark, position
        file.truncate(end)
    return done


def _marked(line: bytes) -> int | None:
    """The number in a line that says how many are done; None for other lines."""
    if not line.startswith(b'{"done":'):
        return None
    try:
        return msgspec.json.decode(line, type=Mark).done
    except msgspec.DecodeError:
        return None
