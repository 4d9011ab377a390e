"""`kalooki rules`: read the books, one book, one rule, or how much of the sources they account for."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from verifier.commands.books import Mistake, every, find, unread
from verifier.commands.terminal import language
from verifier.pages.words import say

if TYPE_CHECKING:
    from rulebook.model import Book, Question, Rule
    from rulebook.places import Coverage, Mismatch

FINDING = 1


@click.command("rules")
@click.argument("book", required=False, metavar="[BOOK")
@click.argument("rule", required=False, metavar="[RULE]]")
@click.option("--coverage", is_flag=True, help="Count the sentences of the sources that the books account for.")
@click.option("--against", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="With the coverage: check the places against the files of the sources in this folder.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language (default: that of the locale).")
@click.option("--format", "form", type=click.Choice(["text", "json", "md", "html"]), default="text",
              help="Text, JSON Lines, or the sheet of a whole book as Markdown or as a page to print.")  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show line and sentence of every place.")
def rules(
    book: str | None, rule: str | None, coverage: bool, against: Path | None, lang: str | None, form: str, verbose: bool
) -> None:
    """Read a book of rules, or one rule of it.

    Without arguments: the list of books. BOOK is the name of a book or a file of house rules; RULE is a rule or an
    open question of that book. Exit status 1 means that --coverage found something: a sentence not accounted for,
    a wrong citation, a file that differs.
    """
    spoken = lang or language()
    if form in _SHEETS:
        if not book or rule or coverage or against:
            raise Mistake(say("sheet whole", spoken, form=form))
        found = find(book, spoken)
        _write(_SHEETS[form](found, _base(found), spoken), "utf-8")
        return
    view = _Json(spoken) if form == "json" else _Text(spoken, verbose)
    if coverage or against:
        if rule:
            raise Mistake(say("rule with coverage", spoken))
        status = _coverage(view, book, against)
    else:
        status = _read(view, book, rule)
    click.get_current_context().exit(status)


def _read(view: _Json | _Text, name: str | None, id: str | None) -> int:
    if name is None:
        _write(view.books(every()))
        return 0
    book = find(name, view.lang)
    base = _base(book)
    item = _item(book, id, view.lang) if id else None
    _write(view.item(item, book, base) if item else view.book(book, base))
    return 0


def _coverage(view: _Json | _Text, name: str | None, folder: Path | None) -> int:
    from rulebook import places

    books = _with_asides(find(name, view.lang)) if name else every()
    sources = [source for source in (books[0].source,) if source in places.names()] if name else None
    found = places.coverage(books, sources)
    mismatches = None
    if folder:
        try:
            mismatches = places.against(folder, sources)
        except OSError as error:
            raise Mistake(unread(error, str(error.filename or folder), view.lang)) from None
    _write(view.coverage(found, mismatches))
    return FINDING if mismatches or any(one.open or one.wrong for one in found) else 0


# ---------------------------------------------------------------------------------------- finding rules


def _base(book: Book) -> Book | None:
    from rulebook import library

    return library.book(book.amends) if book.amends else None


def _with_asides(book: Book) -> list[Book]:
    """The book, and what the books that it amends say of sentences that are no rules."""
    base = _base(book)
    return [book, *(replace(one, rules=(), questions=()) for one in (_with_asides(base) if base else []))]


def _item(book: Book, id: str, lang: str) -> Rule | Question:
    """The rule or question of that id; ends the command where there is none."""
    found = book.rule(id) or book.question(id)
    if found is None:
        raise Mistake(say("no rule", lang, book=book.id, name=id, hint=_rule_hint(book, id, lang)))
    return found


def _rule_hint(book: Book, id: str, lang: str) -> str:
    ids = [*(rule.id for rule in book.rules), *(question.id for question in book.questions)]
    if id in book.dropped:
        return say("dropped here", lang)
    under = [known for known in ids if known.startswith(id + ".")]
    close = under or difflib.get_close_matches(id.lower(), ids, 3)
    return say("did you mean", lang, names=", ".join(close)) if close else ""


# ---------------------------------------------------------------------------------------- the formats


class _Json:
    """The output as JSON Lines."""

    def __init__(self, lang: str) -> None:
        from verifier.pages import jsonout as rules_json

        self.lang, self.json = lang, rules_json

    def books(self, books: Iterable[Book]) -> str:
        return self.json.render(self.json.heads(books, self.lang))

    def book(self, book: Book, base: Book | None) -> str:
        return self.json.render([self.json.whole(book, base, self.lang)])

    def item(self, item: Rule | Question, book: Book, base: Book | None) -> str:
        from rulebook.model import Rule

        if isinstance(item, Rule):
            return self.json.render([self.json.rule(item, book, base, self.lang)])
        return self.json.render([self.json.question(item, book, base, self.lang)])

    def coverage(self, found: list[Coverage], mismatches: list[Mismatch] | None) -> str:
        return self.json.render(self.json.coverage(found, mismatches, self.lang))


class _Text:
    """The output for people."""

    def __init__(self, lang: str, verbose: bool) -> None:
        from verifier.pages.text import Page

        self.lang, self.page = lang, Page(lang, verbose)

    def books(self, books: Iterable[Book]) -> str:
        self.page.books(books)
        return self.page.finish()

    def book(self, book: Book, base: Book | None) -> str:
        self.page.book(book, base)
        return self.page.finish()

    def item(self, item: Rule | Question, book: Book, base: Book | None) -> str:
        from rulebook.model import Rule

        if isinstance(item, Rule):
            self.page.rule(item, book, base)
        else:
            self.page.question(item, book, base)
        return self.page.finish()

    def coverage(self, found: list[Coverage], mismatches: list[Mismatch] | None) -> str:
        self.page.coverage(found, mismatches)
        return self.page.finish()


def _markdown(book: Book, base: Book | None, lang: str) -> str:
    from verifier.pages.sheet_markdown import markdown

    return markdown(book, base, lang)


def _html(book: Book, base: Book | None, lang: str) -> str:
    from verifier.pages.sheet_html import html

    return html(book, base, lang)


_SHEETS = {"md": _markdown, "html": _html}
"""The formats that show a whole book and nothing else."""


def _write(text: str, encoding: str | None = None) -> None:
    """Writes the text; a reader that has gone away (`| head`) is no error, a terminal without the signs neither.

    `encoding` is that of a text that is a file by itself, whatever the terminal has.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding=encoding or sys.stdout.encoding, errors="replace")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
