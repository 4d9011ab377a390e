"""What is to be judged: files, standard input and lines given on the command line, as records or as mistakes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from grammar.document import Record
from grammar.trouble import Unreadable
from verifier.words.files import why_not

STDIN = "-"


def records(files: Sequence[str], lines: Sequence[str], lang: str) -> Iterator[Record | str]:
    """The records of all inputs in order; for one that cannot be read, the message that says why.

    `lang` is the language of records that do not show their own, and of messages about files.
    """
    for name in files:
        yield from _file(name, lang)
    for line in lines:
        yield from _line(line, lang)


def _file(name: str, lang: str) -> Iterator[Record | str]:
    from grammar.record import read
    from grammar.text import decode

    try:
        yield from read(decode(_bytes(name), name), name, lang)
    except Unreadable as error:
        yield error.render(None if error.lines else lang)
    except OSError as error:
        yield f"{name}: {why_not(name, error, lang)}"


def _line(line: str, lang: str) -> Iterator[Record | str]:
    from grammar.record import read_line

    try:
        yield read_line(line, "-e", lang)
    except Unreadable as error:
        yield error.render()


def _bytes(name: str) -> bytes:
    """What is in a file or on standard input: no more than it takes to see that it is too long."""
    from grammar.text import MOST_CHARACTERS

    most = 4 * MOST_CHARACTERS + 1
    if name == STDIN:
        return sys.stdin.buffer.read(most)
    with open(name, "rb") as file:
        return file.read(most)
