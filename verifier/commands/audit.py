"""`kalooki audit`: replay many records, and find the first wrong move of each."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from verifier.commands import audit_words as words
from verifier.commands import words_help
from verifier.commands.terminal import Misused, echo_error, language
from verifier.words.sentences import pick

if TYPE_CHECKING:
    from verifier.audit.journal import Journal
    from verifier.audit.run import Desk, Result
    from verifier.audit.tally import Tally

FINE, WRONG, UNREADABLE, OPEN = 0, 1, 2, 3
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
@click.option("--schema", type=click.Choice(["record", "answer"]), help=_here(words.SCHEMA))
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
    desk = _desk(variant, rules, play_on, spoken)
    from verifier.audit.tally import Tally

    tally, start = Tally(), perf_counter()
    journal = _journal(out, only, resume, spoken)
    before = journal.done if journal else 0
    cores = jobs or (os.cpu_count() or 1)
    try:
        for result in _progress(_results(paths, desk, cores, before), tally, spoken):
            tally.count(result)
            if journal:
                journal.write(result)
            elif not only or result.verdict in only:
                _show(result, form, spoken)
    finally:
        if journal:
            journal.close()
    _summary(tally, perf_counter() - start, before, spoken, err=not out)
    ctx.exit(_status(tally))


def _schema(name: str) -> str:
    import json

    import msgspec

    from grammar.jsonform import schema
    from verifier.audit.journal import Line

    return json.dumps(schema() if name == "record" else msgspec.json.schema(Line), indent=2, ensure_ascii=False)


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
    from verifier.audit.journal import Journal
    from verifier.commands.inputs import why_not

    if out is None:
        return None
    try:
        return Journal(out, only, resume)
    except OSError as error:
        echo_error(f"{out}: {why_not(out, error, lang)}")
        raise click.exceptions.Exit(UNREADABLE) from None


def _results(paths: Sequence[str], desk: Desk, jobs: int, done: int) -> Iterator[Result]:
    from verifier.audit.run import audit as replay
    from verifier.audit.stream import items

    return replay(islice(items(paths), done, None), desk, jobs)


def _progress(results: Iterable[Result], tally: Tally, lang: str) -> Iterator[Result]:
    """The results, with a line on standard error that says how far it is, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    about = words.say("replaying", lang)
    with Progress(TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as shown:
        task, start = shown.add_task(about, total=None), perf_counter()
        for number, result in enumerate(results, 1):
            if number % 100 == 0:
                rate = tally.acts / max(perf_counter() - start, 0.001)
                shown.update(task, description=f"{about}: {number} ({rate:.0f}/s)")
            yield result


# ---------------------------------------------------------------------------------------- what is shown


def _show(result: Result, form: str, lang: str) -> None:
    """A line for each record (JSON), or for each that is not legal."""
    if form == "json":
        from verifier.audit.journal import line_of

        click.echo(line_of(result).decode(), nl=False)
        return
    for line in _told(result, lang):
        click.echo(line)


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
        yield words.say("open", lang, place=place, book=book, questions=named)
    elif found.verdict != "legal":
        yield words.say(found.verdict, lang, place=place, book=book, meld=found.meld)


def _summary(tally: Tally, seconds: float, before: int, lang: str, err: bool) -> None:
    """How many of each verdict, by rule, by question and by book."""
    echo = echo_error if err else click.echo
    speed = words.say("speed", lang, seconds=seconds, rate=tally.acts / seconds) if seconds >= 1 else ""
    echo(words.say("records", lang, n=tally.records, acts=tally.acts) + speed)
    if before:
        echo(f"  {words.say('resumed', lang, n=before)}")
    for name in _VERDICTS:
        if tally.verdicts[name]:
            echo(f"  {tally.verdicts[name]:8}  {words.verdict(name, lang)}")
    for key, counts in (("by rule", tally.rules), ("by question", tally.questions)):
        _counted(words.say(key, lang), counts, echo)
    if len(tally.books) > 1:
        _counted(words.say("by book", lang), Counter({name: c.total() for name, c in tally.books.items()}), echo)
    if not err:
        for trouble in tally.troubles:
            echo_error(trouble)


def _counted(title: str, counts: Counter[str], echo: object) -> None:
    if counts and callable(echo):
        echo(f"  {title}:")
        for name, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            echo(f"  {number:8}  {name or '–'}")


def _status(tally: Tally) -> int:
    found = tally.verdicts
    if found["trouble"]:
        return UNREADABLE
    if found["illegal"] or found["cannot arise"]:
        return WRONG
    return OPEN if found["undetermined"] or found["unknown"] else FINE
