"""What `kalooki audit` shows: a line for each record that is not legal, score sheets, and the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from verifier.audit.lines import Line, encoded
from verifier.audit.matches import Match
from verifier.audit.one import VERDICTS, Result
from verifier.audit.tally import Tally
from verifier.commands import audit_words as words
from verifier.commands.terminal import echo_error
from verifier.words.scores import points_text

if TYPE_CHECKING:
    from rulebook.model import Book


def show(result: Result, line: Line, form: str, lang: str) -> None:
    """A line for each record (JSON), or for each that is not legal."""
    if form == "json":
        click.echo(encoded(line).decode(), nl=False)
        return
    for text in (*_told(result, lang), *_wrong_scores(line, lang)):
        click.echo(text)


def _wrong_scores(line: Line, lang: str) -> Iterator[str]:
    for wrong in line.wrong_scores:
        points = points_text(wrong.points, lang)
        key = "wrong total" if wrong.of == "match" else "wrong score"
        place = f"{line.file}:{wrong.line}"
        yield words.say(key, lang, place=place, who=wrong.player, claimed=wrong.claimed, points=points, sum=wrong.sum)


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
            if wrong.turn < 0:
                yield words.say("wrong deal", lang, place=at, book=book, rules=rules)
            else:
                turn = wrong.turn + 1
                yield words.say("wrong", lang, place=at, book=book, turn=turn, who=who, text=text, rules=rules)
            if wrong.costs is not None:
                yield words.say("costs", lang, place=at, points=wrong.costs)
            for card, line in wrong.gone:
                yield words.say("gone" if line else "never held", lang, place=at, card=card, line=line)
    elif found.verdict == "undetermined":
        named = ", ".join(question or words.say("silence", lang) for question in found.questions)
        named = named or words.say("not written", lang)
        yield words.say("open", lang, place=place, book=book, questions=named)
    elif found.verdict not in ("legal", "wrong score"):
        yield words.say(found.verdict, lang, place=place, book=book, meld=found.meld)


class Summary(Struct, frozen=True):
    """What a run came to: the tally, its seconds, moves a second, the records done before, and whether the results are
    in a file."""

    tally: Tally
    seconds: float
    rate: float
    before: int
    lang: str
    in_file: bool


def print_summary(run: Summary) -> None:
    """How many of each verdict, by rule, by question and by book: on standard output if the results are in a file."""
    tally, lang = run.tally, run.lang
    echo: Callable[[str], None] = click.echo if run.in_file else echo_error
    speed = words.say("speed", lang, seconds=run.seconds, rate=run.rate) if run.seconds >= 1 else ""
    key = "record" if tally.records == 1 else "records"
    echo(words.say(key, lang, n=tally.records, acts=tally.acts) + speed)
    if run.before:
        echo(f"  {words.say('resumed', lang, n=run.before)}")
    for name in VERDICTS:
        if tally.of(name):
            echo(f"  {tally.of(name):8}  {words.verdict(name, lang)}")
    if tally.scores:
        echo(f"  {tally.scores:8}  {words.say('wrong scores', lang)}")
    _counted(words.say("by rule", lang), tally.rules, echo)
    _counted(words.say("by question", lang), tally.questions, echo)
    if len(tally.books) > 1:
        _by_book(tally, lang, echo)


def print_troubles(troubles: Sequence[str], more: int, lang: str) -> None:
    """The first records that cannot be read, and how many others there are."""
    for trouble in troubles:
        echo_error(trouble)
    if more:
        echo_error(words.say("more troubles", lang, n=more))


def print_sheet(match: Match, book: Book, lang: str) -> None:
    """The score sheet of a match."""
    from verifier.commands.terminal import print_report
    from verifier.report.match import match_blocks

    print_report(match_blocks(match, book, lang))
    click.echo()


def _counted(title: str, counts: dict[str, int], echo: Callable[[str], None]) -> None:
    if counts:
        echo(f"  {title}")
        for name, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            echo(f"  {number:8}  {name or '–'}")


def _by_book(tally: Tally, lang: str, echo: Callable[[str], None]) -> None:
    """Each book with its verdicts."""
    echo(f"  {words.say('by book', lang)}")
    for book, counts in sorted(tally.books.items()):
        told = (f"{counts[name]} {words.verdict(name, lang)}" for name in VERDICTS if name in counts)
        echo(f"  {sum(counts.values()):8}  {book}: {', '.join(told)}")
