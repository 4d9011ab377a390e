"""`kalooki compare`: where do two books differ?"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import click

from rulebook.vocabulary import EVENTS
from verifier.commands import words_help
from verifier.commands.books import Mistake, find, read
from verifier.commands.terminal import language, print_report
from verifier.commands.waiting import bar
from verifier.pages import compared_words as words
from verifier.pages.words import say as say_of_books
from verifier.words.sentences import pick

if TYPE_CHECKING:
    from verifier.pages.compared import Shown

ALIKE, DIFFERENT = 0, 1


@click.command(help=pick(words.HELP, language()), short_help=pick(words.SHORT, language()))
@click.argument("one", required=False, metavar="A")
@click.argument("two", required=False, metavar="B")
@click.option("--event", "events", multiple=True, metavar="EVENT",
              help=pick(words.EVENT, language()).format(events=", ".join(EVENTS)))  # fmt: skip
@click.option("--rules", multiple=True, metavar="FILE", help=pick(words.RULES, language()))
@click.option("--lang", type=click.Choice(["en", "fr"]), help=pick(words.LANG, language()))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help=words_help.FORMAT)
@click.option("--schema", is_flag=True, help=words_help.SCHEMA)
@click.pass_context
def compare(
    ctx: click.Context,
    one: str | None,
    two: str | None,
    events: tuple[str, ...],
    rules: tuple[str, ...],
    lang: str | None,
    form: str,
    schema: bool,
) -> None:
    if schema:
        from verifier.pages.compared_json import schema as published

        click.echo(published())
        return
    spoken = lang or language()
    if one is None or two is None:
        raise Mistake(words.say("name two", spoken))
    _check(events, spoken)
    shown = _compared((one, two), rules, events, spoken)
    _print(shown, form, spoken)
    ctx.exit(DIFFERENT if shown.differ else ALIKE)


def _check(events: tuple[str, ...], lang: str) -> None:
    """Ends the command where there is no event of such a name."""
    for name in events:
        if name not in EVENTS:
            close = difflib.get_close_matches(name.lower(), EVENTS, 1)
            key, names = ("did you mean", close[0]) if close else ("there are", ", ".join(EVENTS))
            raise Mistake(words.say("no event", lang, name=name, hint=say_of_books(key, lang, names=names)))


def _compared(asked: tuple[str, str], rules: tuple[str, ...], events: tuple[str, ...], lang: str) -> Shown:
    house = [read(path, lang) for path in rules]
    one, two = (find(name, lang, house) for name in asked)
    from verifier.compare.comparing import compare as compare_books
    from verifier.pages.compared import Shown

    with bar(pick(words.COMPARING, lang)) as tell:
        found = compare_books(one, two, tell)
    return Shown(found, asked if one.id == two.id else (one.id, two.id), events)


def _print(shown: Shown, form: str, lang: str) -> None:
    if form == "json":
        from verifier.pages.compared_json import lines

        for line in lines(shown, lang):
            click.echo(line)
        return
    from verifier.pages.compared import page

    print_report(page(shown, lang))
