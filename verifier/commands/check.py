"""`kalooki check`: does a book hold together?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from verifier.choice import Shelf, Unknown
from verifier.commands import words_help
from verifier.commands.books import read
from verifier.commands.terminal import Misused, language
from verifier.commands.waiting import bar
from verifier.pages import findings_words as words
from verifier.words.sentences import pick

if TYPE_CHECKING:
    from rulebook.model import Book
    from verifier.pages.findings import Checked

FINE, FOUND, UNREADABLE = 0, 1, 2


@click.command(help=pick(words.CHECK, language()), short_help=pick(words.CHECK_SHORT, language()))
@click.argument("book", required=False, metavar="BOOK|FILE.rules")
@click.option("--rules", multiple=True, metavar="FILE", help=pick(words.RULES, language()))
@click.option("--house", is_flag=True, help=pick(words.HOUSE, language()))
@click.option("--lang", type=click.Choice(["en", "fr"]), help=words_help.LANG)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help=words_help.FORMAT)
@click.option("--schema", is_flag=True, help=words_help.SCHEMA)
@click.pass_context
def check(
    ctx: click.Context,
    book: str | None,
    rules: tuple[str, ...],
    house: bool,
    lang: str | None,
    form: str,
    schema: bool,
) -> None:
    from verifier.pages import findings

    if schema:
        click.echo(findings.schema())
        return
    spoken = lang or language()
    if not book and not rules:
        raise Misused(words.say("name a book", spoken))
    checked = list(_named(book, rules, spoken) if book else _files(rules, spoken))
    if house:
        checked = [_of_house(one) for one in checked]
    if form == "json":
        for line in (line for one in checked for line in findings.lines(one, spoken)):
            click.echo(line)
    else:
        click.echo("\n".join(findings.text(one, spoken) for one in checked), nl=False)
    ctx.exit(FOUND if any(one.findings for one in checked) else FINE)


# ---------------------------------------------------------------------------------------- what is checked


def _of_house(checked: Checked) -> Checked:
    """Only what an amendment brings."""
    return replace(checked, findings=tuple(one for one in checked.findings if one.house))


def _named(name: str, rules: Sequence[str], lang: str) -> Iterator[Checked]:
    """The book of that name or file; house rules are at hand."""
    from rulebook.library import book, names

    house = [read(path, lang) for path in rules]
    if name not in names() and (name.endswith(".rules") or Path(name).is_file()):
        yield _file(name, house, lang)
        return
    try:
        found = Shelf(tuple(map(book, names())), tuple(house)).find(name)
    except Unknown as unknown:
        raise Misused(unknown.fr if lang == "fr" else unknown.en) from None
    path = next((path for path, one in zip(rules, house, strict=True) if one is found), "")
    yield _book(found, house, path, lang)


def _files(rules: Sequence[str], lang: str) -> Iterator[Checked]:
    """Every file of house rules."""
    for path in rules:
        yield _file(path, (), lang)


def _file(path: str, house: Sequence[Book], lang: str) -> Checked:
    """What is found in a file of house rules; if it does not fit the book that it amends, that."""
    from grammar.trouble import Unreadable, excerpt
    from rulebook.library import read_file
    from verifier.check.amendments import refused
    from verifier.pages.findings import Checked

    try:
        read_file(Path(path))
    except Unreadable as error:
        found = refused(error)
        if found:
            places = [trouble.at for trouble in error.troubles if 1 <= trouble.at.line <= len(error.lines)]
            shown = {at.line: excerpt(error.lines[at.line - 1], at.column, at.length) for at in places}
            return Checked(_own_name(error.lines) or path, found, path=path, looked_for=("conflict",), excerpts=shown)
    except OSError:
        pass  # said below
    return _book(read(path, lang), house, path, lang)


def _own_name(lines: Sequence[str]) -> str:
    """The name that a rule file gives to its book."""
    found = next((match for line in lines if (match := re.match(r"book\s+(\S+)", line))), None)
    return found[1] if found else ""


def _book(book: Book, house: Sequence[Book], path: str, lang: str) -> Checked:
    from rulebook import library
    from verifier.check.checker import FINDERS, check
    from verifier.pages.findings import Checked

    others = [*map(library.book, library.names()), *house]
    with bar(words.say("checking", lang, id=book.id)) as tell:
        found = check(book, others, tell and (lambda kind, done, of: tell(done, of)))
    return Checked(book.id, found, book, path, tuple(kind for kind, _ in FINDERS))
