"""`kalooki audit`: replay many records, and find the first wrong move of each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import NoReturn

import click

from verifier.audit.cluster import Cluster, ClusterTrouble
from verifier.audit.journal import CannotGoOn, Journal
from verifier.audit.lines import Line, line_of
from verifier.audit.matches import Match
from verifier.audit.one import VERDICTS, Desk, Result
from verifier.audit.run import audit as replay
from verifier.audit.stream import Read, items, same_file
from verifier.audit.tally import Tally
from verifier.commands import audit_words as words
from verifier.commands import words_help
from verifier.commands.audit_shown import Summary, print_sheet, print_summary, print_troubles, show
from verifier.commands.terminal import Misused, echo_error, language
from verifier.words.sentences import pick

FINE, WRONG, UNREADABLE, OPEN = 0, 1, 2, 3
OURS = 70
MOST_TROUBLES = 20
"""So many mistakes are shown after a run whose results are in a file."""


def _here(text: tuple[str, str]) -> str:
    return pick(text, language())


@click.command(help=_here(words.HELP), short_help=_here(words.SHORT))
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--variant", default="", metavar="NAME", help=_here(words.VARIANT))
@click.option("--rules", multiple=True, metavar="FILE", help=words_help.RULES)
@click.option("--out", metavar="FILE", help=_here(words.OUT))
@click.option("--resume", is_flag=True, help=_here(words.RESUME))
@click.option("--only", multiple=True, type=click.Choice(VERDICTS), help=_here(words.ONLY))
@click.option("--continue", "play_on", is_flag=True, help=_here(words.CONTINUE))
@click.option("--jobs", type=click.IntRange(1, 256), help=_here(words.JOBS))
@click.option("--cluster", "address", metavar="ADDRESS", help=_here(words.CLUSTER))
@click.option("--scores", is_flag=True, help=_here(words.SCORES))
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
    address: str | None,
    lang: str | None,
    form: str,
    schema: str | None,
    scores: bool,
) -> None:
    if schema:
        click.echo(_schema(schema))
        return
    spoken = lang or language()
    if not paths:
        raise Misused(words.say("no path", spoken))
    if resume and not out:
        raise Misused(words.say("resume what", spoken))
    if jobs and address is not None:
        raise Misused(words.say("jobs and cluster", spoken))
    if out and any(same_file(path, out) for path in paths):
        raise Misused(words.say("out is in", spoken, name=out))
    desk = _desk(variant, rules, play_on, spoken)
    cluster = _cluster(ctx, address, spoken) if address is not None else None
    journal = _journal(out, only, resume, spoken)
    audited = _Run(journal, desk, only, form, scores)
    try:
        read = Read(paths)
        records = read.counting(items(paths, out or ""))
        rest = journal.rest(records) if journal else records
        results = cluster.audit(rest, desk) if cluster else replay(rest, desk, jobs or (os.cpu_count() or 1))
        for result in _progress(results, audited, read):
            audited.take(result)
    except CannotGoOn as error:
        _give_up(f"{out}: {pick(error.why, spoken)}")
    except BrokenProcessPool:
        _give_up(words.say("process lost", spoken), OURS)
    except ClusterTrouble as error:
        _give_up(_cluster_trouble(error, spoken), OURS)
    finally:
        audited.close()
    print_summary(Summary(audited.tally, audited.seconds, audited.rate, audited.before, spoken, bool(audited.journal)))
    if audited.journal:
        print_troubles(audited.troubles, audited.more_troubles, spoken)
    ctx.exit(_status(audited.tally))


class _Run:
    """What was found so far, and where it goes."""

    def __init__(self, journal: Journal | None, desk: Desk, only: Sequence[str], form: str, scores: bool) -> None:
        self.lang, self._books = desk.lang, {book.id: book for book in desk.books}
        self._scores = scores and form == "text"
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
        totals = result.audit.score.totals if result.audit and result.audit.score else ()
        if line.verdict == "trouble":
            self._keep(f"{line.file}:{line.at}: {line.trouble}")
        if self.journal:
            self._writing(lambda journal: self._see(journal.write(line, totals), result))
            return
        self._see(self.tally.count(line, totals), result)

    def _see(self, line: Line, result: Result) -> None:
        """Shows a result, if it is asked for and goes nowhere else, and the sheets of matches that ended before it."""
        self._sheets(self.tally.matches.over())
        if not self.journal and (not self._only or line.verdict in self._only):
            show(result, line, self._form, self.lang)

    def _sheets(self, ended: Sequence[Match]) -> None:
        if self._scores:
            for match in ended:
                print_sheet(match, self._books[match.variant], self.lang)

    def _keep(self, trouble: str) -> None:
        kept = len(self.troubles) < MOST_TROUBLES
        self.more_troubles += not kept
        self.troubles += [trouble] * kept

    def close(self) -> None:
        """Ends the file, if there is one, and the last match."""
        if self.journal:
            self._writing(lambda journal: journal.close())
        self._sheets(self.tally.matches.end())

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

    schemas = {"record": schema(), "answer": msgspec.json.schema(Line)}
    return json.dumps(schemas if name == "both" else schemas[name], indent=2, ensure_ascii=False)


def _desk(variant: str, rules: Sequence[str], play_on: bool, lang: str) -> Desk:
    """The books at hand: house rules first."""
    from rulebook.library import book, names
    from verifier.choice import Shelf, Unknown
    from verifier.commands.books import read

    house = tuple(read(path, lang) for path in rules)
    shelf = Shelf(tuple(map(book, names())), house)
    try:
        wanted = shelf.find(variant).id if variant else (house[0].id if house else "")
    except Unknown as unknown:
        raise Misused(unknown.fr if lang == "fr" else unknown.en) from None
    return Desk(shelf.every(), wanted, lang, play_on)


def _journal(out: str | None, only: Sequence[str], resume: bool, lang: str) -> Journal | None:
    from verifier.words.files import why_not

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


def _cluster(ctx: click.Context, address: str, lang: str) -> Cluster:
    """The cluster that does the work, until the command ends."""
    try:
        cluster = Cluster(address)
    except ClusterTrouble as error:
        _give_up(_cluster_trouble(error, lang))
    ctx.call_on_close(cluster.close)
    return cluster


def _cluster_trouble(error: ClusterTrouble, lang: str) -> str:
    return words.say(error.why, lang, where=error.where, what=error.what)


def _progress(results: Iterable[Result], audited: _Run, read: Read) -> Iterator[Result]:
    """The results, with a line on standard error that says how far it is, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeRemainingColumn

    about, left = words.say("replaying", audited.lang), words.say("time left", audited.lang)
    columns = (TextColumn("{task.description}"), *((TimeRemainingColumn(),) if read.size else ()))
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(about, total=read.size)
        for number, result in enumerate(results, 1):
            if number % 100 == 0:
                speed = f"{about} {number} ({audited.rate:.0f}/s)" + (left if read.size else "")
                shown.update(task, completed=read.done, description=speed)
            yield result


def _status(tally: Tally) -> int:
    if tally.of("trouble"):
        return UNREADABLE
    if tally.of("illegal", "wrong score", "cannot arise"):
        return WRONG
    return OPEN if tally.of("undetermined", "unknown") else FINE
