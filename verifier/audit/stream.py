"""Records out of files, folders and standard input, one by one: no file is ever held as a whole."""

from __future__ import annotations

import glob
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import IO, Any, cast

from msgspec import Struct

from grammar.layout import separates
from grammar.text import line_of, unit_of
from verifier.words.sentences import Pair

STDIN = "-"
KAL, JSON = "kal", "jsonl"
ENDINGS = {".kal": KAL, ".kal.gz": KAL, ".jsonl": JSON, ".jsonl.gz": JSON}
MOST = 4_000_000
"""A record of more characters than this is not kept: it is given out as a mistake."""

NOTHING: Pair = (
    "there is no record here; a record has header lines (players: Anne, Bob) and turns (Bob: draws)",
    "il n'y a rien à lire ici ; il faut des lignes d'en-tête (joueurs : Anne, Bob) et des tours (Bob : pioche)",
)
_NO_FILES: Pair = (
    f"no record is in this folder: no *{', no *'.join(ENDINGS)}",
    f"aucune partie dans ce dossier : ni *{', ni *'.join(ENDINGS)}",
)
_LONG: Pair = (
    f"this record has more than {MOST} characters, and is not read",
    f"cette partie a plus de {MOST} caractères et n'est pas lue",
)


class Item(Struct, frozen=True):
    """One record as it stands in a file: its first line, its form ("kal" or "jsonl"), and its text.

    `trouble` is why there is none, in English and French: a file that cannot be opened, a record that is too long.
    """

    source: str
    line: int
    form: str
    data: bytes
    trouble: Pair | None = None


def items(paths: Sequence[str], but: str = "") -> Iterator[Item]:
    """The records of all paths, in order: files, folders with all that they hold, patterns, `-` for standard input.

    A file `but` in a folder, or found by a pattern, is left out: it is the one that is being written.
    """
    for path in paths:
        if path == STDIN:
            yield from records_in(sys.stdin.buffer, STDIN, "")
        elif os.path.isdir(path):
            names = [name for name in _in_folder(path) if not same_file(name, but)]
            yield from chain.from_iterable(map(_of_file, names)) if names else [Item(path, 1, "", b"", _NO_FILES)]
        elif not os.path.exists(path) and (found := sorted(glob.glob(path, recursive=True))):
            yield from chain.from_iterable(_of_file(name) for name in found if not same_file(name, but))
        else:
            yield from _of_file(path)


class Read:
    """How much of the paths has been read, in bytes."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.done = 0
        self._paths = paths

    @cached_property
    def size(self) -> int | None:
        """All that there is to read, None where that cannot be told. Whoever asks has every folder looked through."""
        return _size(self._paths)

    def counting(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items, counted."""
        for item in items:
            self.done += len(item.data)
            yield item


def _size(paths: Sequence[str]) -> int | None:
    names = [name for path in paths for name in (_in_folder(path) if os.path.isdir(path) else [path])]
    try:
        return None if any(name.endswith(".gz") for name in names) else sum(map(os.path.getsize, names))
    except OSError:
        return None


def same_file(one: str, two: str) -> bool:
    """Whether two names are of one file that is there."""
    try:
        return bool(two) and os.path.samefile(one, two)
    except OSError:
        return False


def _in_folder(path: str) -> list[str]:
    found = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return sorted(name for name in found if _form(name))


def _form(name: str) -> str:
    return next((form for ending, form in ENDINGS.items() if name.lower().endswith(ending)), "")


def _of_file(name: str) -> Iterator[Item]:
    last = 1
    try:
        with open(name, "rb") as file:
            unpacked = name.lower().endswith(".gz")
            stream = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if unpacked else file
            for item in records_in(stream, name, _form(name)):
                last = item.line
                yield item
    except _BREAKS as error:
        yield Item(name, last, "", b"", _broken(error))
    except OSError as error:
        from verifier.words.files import why_not

        yield Item(name, last, "", b"", (why_not(name, error, "en"), why_not(name, error, "fr")))


def _broken(error: Exception) -> Pair:
    return (
        f"the file is broken after this record, and the rest of it cannot be read: {error}",
        f"le fichier est abîmé après cette partie, et la suite est illisible : {error}",
    )


def records_in(file: IO[bytes], source: str, form: str) -> Iterator[Item]:
    """The records of a stream, as they stand in it; a form that is not known ("") is JSON if it begins with a brace."""
    lines = _lines(file)
    if not form:
        head: list[str] = []
        for line in lines:
            head.append(line)
            if line.strip():
                break
        form = JSON if head and head[-1].lstrip().startswith("{") else KAL
        lines = chain(head, lines)
    return _objects(lines, source) if form == JSON else _records(lines, source)


_BREAKS = (gzip.BadGzipFile, EOFError, zlib.error)


class _UpToBreak(io.RawIOBase):
    """A stream that ends where it is broken; `error` is then why."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.error: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        try:
            data: bytes = getattr(self._file, "read1", self._file.read)(len(buffer))
        except _BREAKS as error:
            self.error = error
            return 0
        buffer[: len(data)] = data
        return len(data)


def _lines(file: IO[bytes]) -> Iterator[str]:
    """The lines, whatever ends them, in UTF-8 or in UTF-16 with its mark; of one that is too long only the beginning.

    Bytes that are no text are kept as they are, and found when the record is read. Raises what breaks the stream, after
    all lines before.
    """
    raw = _UpToBreak(file)
    whole = io.BufferedReader(raw)
    wide = whole.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff")
    coding, errors = ("utf-16", "replace") if wide else ("utf-8-sig", "surrogateescape")
    text = io.TextIOWrapper(whole, coding, errors)
    while line := text.readline(MOST + 1):
        if raw.error and not line.endswith("\n"):
            break
        yield line
        while len(line) > MOST and not line.endswith("\n") and (line := text.readline(MOST + 1)):
            pass
    if raw.error:
        raise raw.error


def _objects(lines: Iterable[str], source: str) -> Iterator[Item]:
    """A line each; empty lines are none."""
    for number, line in enumerate(lines, 1):
        if len(line) > MOST:
            yield _too_long(source, number)
        elif line.strip():
            yield Item(source, number, JSON, _bytes(line.strip()))


def _records(lines: Iterable[str], source: str) -> Iterator[Item]:
    """What stands between two lines of dashes, unless it is only comments; a file has at least one record."""
    group: list[str] = []
    first, size, any_there = 1, 0, False
    for number, line in enumerate(chain(lines, ["---\n"]), 1):
        if not separates(line):
            size += len(line)
            group += [line] if size <= MOST else []
            continue
        if size > MOST:
            yield _too_long(source, first)
        elif _says(group):
            yield Item(source, first, KAL, _bytes("".join(group)))
        any_there = any_there or size > MOST or _says(group)
        group, first, size = [], number + 1, 0
    if not any_there:
        yield Item(source, 1, "", b"", NOTHING)


def _says(group: Iterable[str]) -> bool:
    """Whether something stands in some lines that is no comment."""
    return any(unit_of(line_of(line.rstrip("\n"), 1)).text for line in group if not line.startswith("#"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _too_long(source: str, line: int) -> Item:
    return Item(source, line, "", b"", _LONG)
