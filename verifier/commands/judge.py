"""`kalooki judge`: settle what is written."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
from msgspec import Struct, field
from msgspec.structs import replace

from grammar.document import Record
from grammar.trouble import Unreadable
from verifier.choice import Choice, Shelf, Unknown, check_settling, parse_settling
from verifier.commands import words_help as words
from verifier.commands.books import read
from verifier.commands.inputs import STDIN, records
from verifier.commands.terminal import Misused, echo_error, language
from verifier.verdict import Verdict

FINE, WRONG, UNREADABLE, OPEN = 0, 1, 2, 3


@click.command(help=words.JUDGE, short_help=words.JUDGE_SHORT)
@click.argument("files", nargs=-1, metavar="[FILE…|-]")
@click.option("-e", "lines", multiple=True, metavar='"LINE"', help=words.LINE)
@click.option("--variant", "variants", multiple=True, metavar="NAME|all", help=words.VARIANT)
@click.option("--rules", multiple=True, metavar="FILE", help=words.RULES)
@click.option("--settle", multiple=True, metavar="ID=READING", help=words.SETTLE)
@click.option("--lang", type=click.Choice(["en", "fr"]), help=words.LANG)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help=words.FORMAT)
@click.option("--schema", is_flag=True, help=words.SCHEMA)
@click.pass_context
def judge(
    ctx: click.Context,
    files: tuple[str, ...],
    lines: tuple[str, ...],
    variants: tuple[str, ...],
    rules: tuple[str, ...],
    settle: tuple[str, ...],
    lang: str | None,
    form: str,
    schema: bool,
) -> None:
    if schema:
        _print_schema()
        return
    if not files and not lines:
        if sys.stdin.isatty():
            click.echo(words.judge_alone(lang or language()))
            return
        files = (STDIN,)
    session = _Session(lang, form)
    shelf = _shelf(variants, rules, settle, lang or language())
    for item in records(files, lines, lang or language()):
        if isinstance(item, str):
            session.unreadable(item)
        else:
            session.judge(item, shelf)
    ctx.exit(session.status())


def _print_schema() -> None:
    from verifier.report.jsonout import schema

    click.echo(schema())


# ---------------------------------------------------------------------------------------- what is asked for


def _shelf(variants: Sequence[str], rules: Sequence[str], settle: Sequence[str], lang: str) -> Shelf:
    """The books at hand. Names that no book has are wrong usage."""
    from rulebook.library import book, names

    house = tuple(read(path, lang) for path in rules)
    names_asked = tuple(name.strip() for variant in variants for name in variant.split(",") if name.strip())
    try:
        shelf = Shelf(tuple(map(book, names())), house, names_asked, tuple(map(parse_settling, settle)))
        shelf.named(names_asked)
        for settling in shelf.settlings:
            check_settling(settling, shelf.every())
    except Unknown as unknown:
        raise Misused(unknown.fr if lang == "fr" else unknown.en) from None
    return shelf


# ---------------------------------------------------------------------------------------- judging


class _Session(Struct):
    """What was found so far, and how it is shown."""

    lang: str | None
    form: str
    found: set[int] = field(default_factory=set)
    shown: int = 0

    def unreadable(self, message: str) -> None:
        sys.stdout.flush()
        echo_error(message)
        self.found.add(UNREADABLE)

    def judge(self, record: Record, shelf: Shelf) -> None:
        """Judges a record and shows the verdict; mistakes in it are reported instead."""
        from verifier.impossible import troubles

        found = list(shelf.troubles(record))
        if not found:
            record = _resolved(record, shelf)
            choice = shelf.choose(record)
            found = troubles(record, choice.asked)
        if found:
            self.unreadable(Unreadable(record.source, record.lines, found, record.lang).render(self.lang))
            return
        self._show(record, choice)

    def _show(self, record: Record, choice: Choice) -> None:
        from verifier.arbiter import judge as verdict_of

        asked = [verdict_of(record, book) for book in choice.asked]
        self.found.add(_status(asked))
        others = [verdict_of(record, book) for book in choice.others]
        if self.form == "json":
            from verifier.report.jsonout import lines

            allowing = [verdict.book for verdict in (*asked, *others) if verdict.verdict == "legal"]
            for line in lines(asked, allowing, self.lang or record.lang):
                click.echo(line)
            return
        self._print(asked, others, self.lang or record.lang)

    def _print(self, asked: Sequence[Verdict], others: Sequence[Verdict], lang: str) -> None:
        from verifier.commands.terminal import print_report
        from verifier.report.page import case_of, report

        record = asked[0].record
        case = case_of(asked, others, lang, headed=bool(self.shown or record.title))
        if self.shown:
            click.echo()
        print_report(report(case))
        self.shown += 1

    def status(self) -> int:
        """The exit status of the whole command: unreadable, then wrong, then open."""
        return next((status for status in (UNREADABLE, WRONG, OPEN) if status in self.found), FINE)


def _resolved(record: Record, shelf: Shelf) -> Record:
    """The record with the ids of books in place of their titles."""
    rulings = tuple(replace(ruling, book=shelf.find(ruling.book).id) for ruling in record.rulings)
    return replace(record, rulings=rulings)


def _status(verdicts: Sequence[Verdict]) -> int:
    """A score that is wrong is wrong; rulings decide, where there are some; else the verdicts do."""
    if any(verdict.score and verdict.score.wrong for verdict in verdicts):
        return WRONG
    checks = [verdict.ruling for verdict in verdicts if verdict.ruling]
    if checks:
        return FINE if all(check.agrees for check in checks) else WRONG
    found = {verdict.verdict for verdict in verdicts}
    return WRONG if "illegal" in found else OPEN if found - {"legal"} else FINE
