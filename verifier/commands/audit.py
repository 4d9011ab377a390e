"""`kalooki audit`: replay many records, and find the first wrong move of each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

import click

from verifier.audit.journal import CannotGoOn, Journal
from verifier.audit.lines import Line, encoded, line_of
from verifier.audit.run import audit as replay
from verifier.audit.stream import items, same_file
from verifier.audit.tally import Tally
from verifier.commands import audit_words as words
from verifier.commands import words_help
from verifier.commands.terminal import Misused, echo_error, language
from verifier.words.sentences import pick

if TYPE_CHECKING:
    from verifier.audit.run import Desk, Result

FINE, WRONG, UNREADABLE, OPEN = 0, 1, 2, 3
OURS = 70
MOST_TROUBLES = 20
"""So many mistakes are shown after a run whose results are in a file."""

_VERDICTS = ("legal", "illegal", "undetermined", "unknown", "cannot arise", "trouble")


def _here(text: tuple[str, str]) -> str:
    return pick(text, language())


@click.command(help=_here(words.HELP), short_help=_here(words.SHORT))
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--variant", default="", metavar="NAME", help=_here(words.VARIANT))
@click.option("--rules", multiple=True, metavar="FILE", help=words_help.RULES)
@click.option("--out", metavar="FILE", help=_here(words.OUT))
@click.option("--resume", is_flag=True, help=_here(words.RESUME))
@click.option("--only", multiple=True, type=click.Choice(_VERDICTS), help=_here(words.ONLY))
@click.option("--continue", "play_on", is_flag=True, help=_here(words.CONTINUE))
@click.option("--jobs", type=click.IntRange(1, 256), help=_here(words.JOBS))
@click.option("--lang", type=click.Choice(["en", "fr"]), help=words_help.LANG)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help=words_help.FORMAT)
@click.option("--schema", type=click.Choice(["record", "answer", "both"]), help=_here(words.SCHEMA))
@click.pass_context
def audit(
    ctx: click.Context,
    paths: tuple[str, ...],
    variant: str,
    rules: tuple[str, ...],
    out: str | None,
    resume: bool,
    only: tuple[str, ...],
    play_on: bool,
    jobs: int | None,
    lang: str | None,
    form: str,
    schema: str | None,
) -> None:
    if schema:
        click.echo(_schema(schema))
        return
    spoken = lang or language()
    if not paths:
        raise Misused(words.say("no path", spoken))
    if resume and not out:
        raise Misused(words.say("resume what", spoken))
    if out and any(same_file(path, out) for path in paths):
        raise Misused(words.say("out is in", spoken, name=out))
    desk = _desk(variant, rules, play_on, spoken)
    journal = _journal(out, only, resume, spoken)
    audited = _Run(journal, only, form, spoken)
    try:
        records = items(paths, out or "")
        results = replay(journal.rest(records) if journal else records, desk, jobs or (os.cpu_count() or 1))
        for result in _progress(results, audited):
            audited.take(result)
    except CannotGoOn as error:
        _give_up(f"{out}: {pick(error.why, spoken)}")
    except BrokenProcessPool:
        _give_up(words.say("process lost", spoken), OURS)
    finally:
        audited.close()
    _summary(audited)
    ctx.exit(_status(audited.tally))


class _Run:
    """What was found so far, and where it goes."""

    def __init__(self, journal: Journal | None, only: Sequence[str], form: str, lang: str) -> None:
        self.lang = lang
        self.journal = journal
        self.tally = journal.tally if journal else Tally()
        self.before, self._acts_before = self.tally.records, self.tally.acts
        self.troubles: list[str] = []
        self.more_troubles = 0
        self._only, self._form = only, form
        self._start = perf_counter()

    def take(self, result: Result) -> None:
        """Writes or shows a result, and counts it."""
        line = line_of(result)
        if line.verdict == "trouble":
            self._keep(f"{line.file}:{line.at}: {line.trouble}")
        if self.journal:
            self._writing(lambda journal: journal.write(line))
            return
        self.tally.count(line)
        if not self._only or line.verdict in self._only:
            _show(result, line, self._form, self.lang)

    def _keep(self, trouble: str) -> None:
        kept = len(self.troubles) < MOST_TROUBLES
        self.more_troubles += not kept
        self.troubles += [trouble] * kept

    def close(self) -> None:
        """Ends the file, if there is one."""
        if self.journal:
            self._writing(lambda journal: journal.close())

    def _writing(self, write: Callable[[Journal], None]) -> None:
        assert self.journal
        try:
            write(self.journal)
        except OSError as error:
            journal, self.journal = self.journal, None
            journal.forget()
            _give_up(words.say("no writing", self.lang, name=journal.path, why=error.strerror))

    @property
    def seconds(self) -> float:
        return perf_counter() - self._start

    @property
    def rate(self) -> float:
        """Moves a second, in this run."""
        return (self.tally.acts - self._acts_before) / max(self.seconds, 0.001)


def _give_up(message: str, status: int = UNREADABLE) -> NoReturn:
    echo_error(message)
    raise click.exceptions.Exit(status)


def _schema(name: str) -> str:
    import json

    import msgspec

    from grammar.jsonform import schema
    from verifier.audit.lines import Line

    schemas = {"record": schema(), "answer": msgspec.json.schema(Line)}
    return json.dumps(schemas if name == "both" else schemas[name], indent=2, ensure_ascii=False)


def _desk(variant: str, rules: Sequence[str], play_on: bool, lang: str) -> Desk:
    """The books at hand: house rules first."""
    from rulebook.library import book, names
    from verifier.audit.run import Desk
    from verifier.commands.books import read
    from verifier.commands.choice import Shelf, Unknown

    house = tuple(read(path, lang) for path in rules)
    shelf = Shelf(tuple(map(book, names())), house)
    try:
        wanted = shelf.find(variant).id if variant else (house[0].id if house else "")
    except Unknown as unknown:
        raise Misused(unknown.fr if lang == "fr" else unknown.en) from None
    return Desk(shelf.every(), wanted, lang, play_on)


def _journal(out: str | None, only: Sequence[str], resume: bool, lang: str) -> Journal | None:
    from verifier.commands.inputs import why_not

    if out is None:
        return None
    try:
        return Journal(out, only, resume)
    except CannotGoOn as error:
        _give_up(f"{out}: {pick(error.why, lang)}")
    except FileNotFoundError:
        _give_up(words.say("no folder", lang, name=out))
    except OSError as error:
        _give_up(f"{out}: {why_not(out, error, lang)}")


def _progress(results: Iterable[Result], audited: _Run) -> Iterator[Result]:
    """The results, with a line on standard error that says how far it is, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    about = words.say("replaying", audited.lang)
    with Progress(TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(about, total=None)
        for number, result in enumerate(results, 1):
            if number % 100 == 0:
                shown.update(task, description=f"{about}: {number} ({audited.rate:.0f}/s)")
            yield result


# ---------------------------------------------------------------------------------------- what is shown


def _show(result: Result, line: Line, form: str, lang: str) -> None:
    """A line for each record (JSON), or for each that is not legal."""
    if form == "json":
        click.echo(encoded(line).decode(), nl=False)
        return
    for text in _told(result, lang):
        click.echo(text)


def _told(result: Result, lang: str) -> Iterator[str]:
    place, book, found = f"{result.source}:{result.line}", result.variant, result.audit
    if found is None:
        yield words.say("trouble", lang, place=f"{result.source}:{result.at or result.line}", why=result.trouble)
    elif found.verdict == "illegal":
        for wrong in found.wrong:
            who = f"{wrong.player}: " if wrong.player else ""
            at = f"{result.source}:{wrong.line}"
            text = wrong.text or words.say("end", lang)
            rules = ", ".join(wrong.rules)
            yield words.say("wrong", lang, place=at, book=book, turn=wrong.turn + 1, who=who, text=text, rules=rules)
    elif found.verdict == "undetermined":
        named = ", ".join(question or words.say("silence", lang) for question in found.questions)
        named = named or words.say("not written", lang)
        yield words.say("open", lang, place=place, book=book, questions=named)
    elif found.verdict != "legal":
        yield words.say(found.verdict, lang, place=place, book=book, meld=found.meld)


def _summary(audited: _Run) -> None:
    """How many of each verdict, by rule, by question and by book: on standard output if the results are in a file."""
    tally, lang = audited.tally, audited.lang
    echo: Callable[[str], None] = click.echo if audited.journal else echo_error
    seconds, rate = audited.seconds, audited.rate
    speed = words.say("speed", lang, seconds=seconds, rate=rate) if seconds >= 1 else ""
    echo(words.say("records", lang, n=tally.records, acts=tally.acts) + speed)
    if audited.before:
        echo(f"  {words.say('resumed', lang, n=audited.before)}")
    for name in _VERDICTS:
        if tally.of(name):
            echo(f"  {tally.of(name):8}  {words.verdict(name, lang)}")
    _counted(words.say("by rule", lang), tally.rules, echo)
    _counted(words.say("by question", lang), tally.questions, echo)
    if len(tally.books) > 1:
        _by_book(tally, lang, echo)
    if audited.journal:
        for trouble in audited.troubles:
            echo_error(trouble)
        if audited.more_troubles:
            echo_error(words.say("more troubles", lang, n=audited.more_troubles))


def _counted(title: str, counts: dict[str, int], echo: Callable[[str], None]) -> None:
    if counts:
        echo(f"  {title}:")
        for name, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            echo(f"  {number:8}  {name or '–'}")


def _by_book(tally: Tally, lang: str, echo: Callable[[str], None]) -> None:
    """Each book with its verdicts."""
    echo(f"  {words.say('by book', lang)}:")
    for book, counts in sorted(tally.books.items()):
        told = (f"{counts[name]} {words.verdict(name, lang)}" for name in _VERDICTS if name in counts)
        echo(f"  {sum(counts.values()):8}  {book}: {', '.join(told)}")


def _status(tally: Tally) -> int:
    if tally.of("trouble"):
        return UNREADABLE
    if tally.of("illegal", "cannot arise"):
        return WRONG
    return OPEN if tally.of("undetermined", "unknown") else FINE
