"""What is to be judged: files, standard input and lines given on the command line, as records or as mistakes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from grammar.document import Record
from grammar.trouble import Unreadable
from verifier.words.sentences import Pair, pick

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


def why_not(name: str, error: OSError, lang: str) -> str:
    """Why a file cannot be read, and what to do about it."""
    if isinstance(error, FileNotFoundError):
        near = _near(name)
        guess: Pair = (f"; did you mean {near}?", f" ; {near} peut-être ?") if near else ("", "")
        return pick((f"there is no such file{guess[0]}", f"il n'y a pas de tel fichier{guess[1]}"), lang)
    if isinstance(error, IsADirectoryError):
        every = os.path.join(name, "*.kal")
        hint = (f"this is a folder; give its files: {every}", f"c'est un dossier ; donnez ses fichiers : {every}")
        return pick(hint, lang)
    if isinstance(error, PermissionError):
        return pick(("you may not read this file", "vous n'avez pas le droit de lire ce fichier"), lang)
    return pick((f"cannot be read: {error.strerror}", f"ne peut pas être lu : {error.strerror}"), lang)


def _near(name: str) -> str:
    """A file beside it that has nearly this name."""
    from difflib import get_close_matches

    folder = Path(name).parent
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return ""
    found = get_close_matches(Path(name).name, names, 1, 0.7)
    return str(folder / found[0]) if found else ""
