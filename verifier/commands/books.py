"""The books that a command is asked about: those that come with the project by name, house rules by their file."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from verifier.pages.words import say
from verifier.words.files import why_not

if TYPE_CHECKING:
    from rulebook.model import Book

USAGE = 2


class Mistake(click.ClickException):
    """What was asked for cannot be shown: the message says why."""

    exit_code = USAGE

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=True)


def find(name: str, lang: str, house: Sequence[Book] = ()) -> Book:
    """The book of that name or file; ends the command where there is none, or where it cannot be read.

    `house` are house rules at hand, found by the name that they give themselves before any other book.
    """
    from rulebook import library

    own = next((book for book in house if book.id == name), None)
    if own:
        return own
    if name in library.names():
        return library.book(name)
    if name.endswith(".rules") or Path(name).is_file():
        return read(name, lang)
    raise Mistake(say("no book", lang, name=name, hint=_hint(name, lang, house)))


def read(path: str, lang: str) -> Book:
    """The book in a file; ends the command where it cannot be read."""
    from grammar.trouble import Unreadable
    from rulebook import library

    try:
        return library.read_file(Path(path))
    except Unreadable as error:
        raise Mistake(error.render(lang)) from None
    except OSError as error:
        raise Mistake(unread(error, path, lang)) from None


def every() -> list[Book]:
    """The books that come with the project."""
    from rulebook import library

    return [library.book(name) for name in library.names()]


def unread(error: OSError, name: str, lang: str) -> str:
    """Why a file cannot be read."""
    return f"{name}: {why_not(name, error, lang)}"


def _hint(name: str, lang: str, house: Iterable[Book]) -> str:
    books = [*house, *every()]
    names = [book.id for book in books]
    close = difflib.get_close_matches(name.lower().replace(" ", "-"), names, 1)
    if close:
        return say("did you mean", lang, names=close[0])
    holder = next((book.id for book in books if book.rule(name) or book.question(name)), "")
    if holder:
        return say("rule found", lang, book=holder, name=name)
    return say("there are", lang, names=", ".join(names))
