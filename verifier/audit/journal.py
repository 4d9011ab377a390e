"""Results as JSON Lines, in a file from which an interrupted run can go on.

Each record has a line. Where only some are written (`--only`), the file begins with a mark, and a mark stands after
every hundred records and at the end: a line `{"done": N, …}` that says how many have been replayed, the last of them,
and what all of them came to. A run that goes on reads the file, cuts a broken last line, or what follows the last mark,
and leaves out as many records as the file tells of. A file that is none of these, or that was written with another
`--only` or for other records, is not touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO

import msgspec

from verifier.audit.counted import Claimed
from verifier.audit.lines import Line, encoded
from verifier.audit.stream import Item
from verifier.audit.tally import Tally
from verifier.words.sentences import Pair

EVERY = 100
"""After so many records a file of some verdicts only says how many are done."""


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many records have been replayed so far, the verdicts that are written, where the last record stands, and
    what all came to."""

    done: int
    only: list[str]
    file: str
    line: int
    tally: Tally


class CannotGoOn(Exception):
    """Why a run cannot go on from a file, in English and French."""

    def __init__(self, why: Pair) -> None:
        super().__init__(why[0])
        self.why = why


class Journal:
    """The file that results go to, and what they come to, with those of the runs before.

    `only` are the verdicts that are written (none given: all). Raises `CannotGoOn`, and OSError.
    """

    def __init__(self, path: str, only: Sequence[str] = (), resume: bool = False) -> None:
        self.path = path
        self._only = sorted(set(only))
        self._last = ("", 0)
        self.tally = Tally()
        end = self._read(path) if resume and os.path.exists(path) else 0
        self.done = self.tally.records
        self._marked = self.done if end else -1
        self._file: IO[bytes] = open(path, "r+b" if end else "wb")  # noqa: SIM115
        if end:
            self._file.seek(end)
            self._file.truncate()
        self._mark()

    def rest(self, items: Iterable[Item]) -> Iterator[Item]:
        """The records that are not done. Raises `CannotGoOn` if those left out are not those that the file tells of."""
        items = iter(items)
        passed, missing = ("", 0), self.done
        for item in islice(items, self.done):
            passed, missing = (item.source, item.line), missing - 1
        if missing or passed != self._last:
            raise CannotGoOn(_others(self._last))
        return items

    def write(self, line: Line, totals: Iterable[Claimed] = ()) -> Line:
        """One more record: its line, with the totals of its match, of which some are claimed."""
        line = self.tally.count(line, totals)
        self._last = (line.file, line.line)
        if not self._only or line.verdict in self._only:
            self._file.write(encoded(line))
        if self.tally.records % EVERY == 0:
            self._mark()
        return line

    def close(self) -> None:
        """Says how many are done, if not every record has a line, and closes the file."""
        with self._file:
            self._mark()

    def forget(self) -> None:
        """Closes the file, though what was written last may not be in it."""
        with suppress(OSError):
            self._file.close()

    def _mark(self) -> None:
        if self._only and self._marked != self.tally.records:
            mark = Mark(self.tally.records, self._only, *self._last, self.tally)
            self._file.write(msgspec.json.encode(mark) + b"\n")
            self._marked = self.tally.records
        self._file.flush()

    # ------------------------------------------------------------------------------------ going on

    def _read(self, path: str) -> int:
        """Takes up what a file tells of; up to which byte it can be kept."""
        end = position = 0
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                position += len(line)
                if line.endswith(b"\n") and self._take_up(_decoded(line, number), number):
                    end = position
        return end

    def _take_up(self, found: Line | Mark, number: int) -> bool:
        """Takes up a line; whether all that stands before it is told by now."""
        written = found.only if isinstance(found, Mark) else self._only if number > 1 else []
        if written != self._only:
            raise CannotGoOn(_OTHER_VERDICTS)
        if isinstance(found, Mark):
            self.tally, self._last = found.tally, (found.file, found.line)
        elif not self._only:
            self.tally.count(found)
            self._last = (found.file, found.line)
        return isinstance(found, Mark) or not self._only


_OTHER_VERDICTS: Pair = (
    "it was written with another --only, so it cannot be gone on with; give the same one",
    "il a été écrit avec un autre --only et ne peut pas être continué ; donnez le même",
)


def _others(last: tuple[str, int]) -> Pair:
    place = f"{last[0]}:{last[1]}"
    return (
        f"it was written for other records: the last one it tells of, {place}, is not in that place now",
        f"il a été écrit pour d'autres parties : la dernière dont il parle, {place}, n'est plus à sa place",
    )


def _decoded(line: bytes, number: int) -> Line | Mark:
    try:
        if line.startswith(b'{"done":'):
            return msgspec.json.decode(line, type=Mark)
        return msgspec.json.decode(line, type=Line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise CannotGoOn(_foreign(number)) from None


def _foreign(number: int) -> Pair:
    return (
        f"line {number} of it was not written by this command; nothing was changed",
        f"sa ligne {number} n'a pas été écrite par cette commande ; rien n'a été changé",
    )
