"""Records out of files, folders and standard input, one by one: no file is ever held as a whole."""

from __future__ import annotations

import glob
import gzip
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, cast

from msgspec import Struct

STDIN = "-"
KAL, JSON = "kal", "jsonl"
ENDINGS = {".kal": KAL, ".jsonl": JSON, ".jsonl.gz": JSON}
MOST_BYTES = 4_000_000
"""A record longer than this is not kept: it is given out as a mistake."""

_SEPARATOR = re.compile(rb"\s*(?:-{3,}|(?:\xe2\x80[\x93\x94])+)\s*$")
_SAYS = re.compile(rb"^\s*[^#\s]", re.MULTILINE)


class Item(Struct, frozen=True):
    """One record as it stands in a file: its first line, its form ("kal" or "jsonl"), and its text.

    `trouble` is why there is none: a file that cannot be opened, a record that is too long.
    """

    source: str
    line: int
    form: str
    data: bytes
    trouble: str = ""


def items(paths: Sequence[str]) -> Iterator[Item]:
    """The records of all paths, in order: files, folders with all that they hold, patterns, `-` for standard input."""
    for path in paths:
        if path == STDIN:
            yield from records_in(sys.stdin.buffer, STDIN, "")
        else:
            for name in _files(path):
                yield from _of_file(name)


def _files(path: str) -> Iterable[str]:
    if os.path.isdir(path):
        found = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
        return sorted(name for name in found if _form(name))
    if not os.path.exists(path) and glob.has_magic(path):
        return sorted(glob.glob(path, recursive=True)) or [path]
    return [path]


def _form(name: str) -> str:
    return next((form for ending, form in ENDINGS.items() if name.endswith(ending)), "")


def _of_file(name: str) -> Iterator[Item]:
    try:
        with open(name, "rb") as file:
            stream = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if name.endswith(".gz") else file
            yield from records_in(stream, name, _form(name))
    except (OSError, EOFError) as error:
        yield Item(name, 1, "", b"", getattr(error, "strerror", None) or str(error))


def records_in(file: IO[bytes], source: str, form: str) -> Iterator[Item]:
    """The records of a stream, as they stand in it; a form that is not known ("") is JSON if it begins with a brace."""
    lines = _lines(file)
    if not form:
        head: list[bytes] = []
        for line in lines:
            head.append(line)
            if line.strip():
                break
        form = JSON if head and head[-1].lstrip().startswith(b"{") else KAL
        lines = _after(head, lines)
    return _objects(lines, source) if form == JSON else _records(lines, source)


def _after(head: list[bytes], lines: Iterator[bytes]) -> Iterator[bytes]:
    yield from head
    yield from lines


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines; one that is too long ends early, and the rest of it is left out."""
    while line := file.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES and not line.endswith(b"\n"):
            while (rest := file.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
        yield line


def _objects(lines: Iterator[bytes], source: str) -> Iterator[Item]:
    """A line each; empty lines are none."""
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_BYTES:
            yield _too_long(source, number)
        elif line.strip():
            yield Item(source, number, JSON, line.strip())


def _records(lines: Iterator[bytes], source: str) -> Iterator[Item]:
    """What stands between two lines of dashes, unless it is only comments."""
    group: list[bytes] = []
    first, size = 1, 0
    for number, line in enumerate(_after_all(lines), 1):
        if _SEPARATOR.match(line):
            if size > MOST_BYTES:
                yield _too_long(source, first)
            elif _SAYS.search(data := b"".join(group)):
                yield Item(source, first, KAL, data)
            group, first, size = [], number + 1, 0
        else:
            size += len(line)
            if size <= MOST_BYTES:
                group.append(line)


def _after_all(lines: Iterator[bytes]) -> Iterator[bytes]:
    yield from lines
    yield b"---\n"


def _too_long(source: str, line: int) -> Item:
    return Item(source, line, "", b"", f"longer than {MOST_BYTES} bytes")
