"""The sheet of a book, for the wall of a club: everything that stands on it, in one language and ready to be set.

How it looks is the business of `sheet_markdown` and `sheet_html`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from msgspec import Struct

from rulebook import places
from rulebook.model import Book, Example, Place, Question, Rule
from verifier.pages import words
from verifier.pages.sheet_cards import Token, play
from verifier.pages.sheet_sections import sections
from verifier.pages.sheet_tables import Grid, grids
from verifier.words.sentences import typeset

SIGNS = {"legal": "✓", "illegal": "✗", "undetermined": "?", "counts": "=", "worth": "=", "scores": "="}
"""The sign of each kind of example."""

_VERDICTS = ("legal", "illegal", "undetermined")


class Shown(Struct, frozen=True):
    """An example: its kind, the word for it ("legal", "counts 26"), and the parts of the play."""

    kind: str
    word: str
    parts: tuple[tuple[Token, ...], ...]


class Item(Struct, frozen=True):
    """A rule or a question.

    `answer` is that of a settled question, `mark` what an amendment did, `asides` are quiet lines below the sentence,
    `readings` the answers to an open question, `notes` the numbers of the places where it is written.
    """

    id: str
    text: str
    answer: str = ""
    mark: str = ""
    asides: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    notes: tuple[int, ...] = ()
    examples: tuple[Shown, ...] = ()


class Section(Struct, frozen=True):
    """A heading and what stands under it; `kind` is "rules", "settled", "open" or "dropped"."""

    title: str
    kind: str
    items: tuple[Item, ...]


class Sheet(Struct, frozen=True):
    """A whole sheet; `under` are the lines below its title, and `notes` the places, number 1 first."""

    lang: str
    id: str
    title: str
    under: tuple[str, ...]
    legend: str
    glance: str
    grids: tuple[Grid, ...]
    sections: tuple[Section, ...]
    written: str
    notes: tuple[str, ...]


def sheet(book: Book, base: Book | None, lang: str) -> Sheet:
    """The sheet of a book in a language; `base` is the book that it amends."""
    return _Setter(book, base, lang).sheet()


class _Setter:
    """Puts a sheet together, and numbers the places in the order in which they are cited."""

    def __init__(self, book: Book, base: Book | None, lang: str) -> None:
        self.book, self.base, self.lang = book, base, lang
        self._notes: dict[str, int] = {}

    def sheet(self) -> Sheet:
        found = tuple(section for section in self._sections() if section.items)
        return Sheet(
            lang=self.lang,
            id=self.book.id,
            title=self._set(self.book.title),
            under=self._under(),
            legend=self._legend(),
            glance=self._say("sheet glance"),
            grids=tuple(map(self._grid, grids(self.book, self.lang))),
            sections=found,
            written=self._say("sheet places"),
            notes=tuple(map(self._set, self._notes)),
        )

    def _set(self, text: str) -> str:
        """A text as it is printed, on one line and without signs that do not print."""
        printed = (char for char in " ".join(text.split()) if unicodedata.category(char) != "Cc")
        return typeset("".join(printed), self.lang)

    def _say(self, key: str, **values: object) -> str:
        return self._set(words.say(key, self.lang, **values))

    # ------------------------------------------------------------------------------------ around the rules

    def _under(self) -> tuple[str, ...]:
        after = [self._say("sheet after", title=places.title(self.book.source, self.lang))] if self.book.source else []
        return (*([self._say("sheet amends", title=self.base.title)] if self.base else []), *after)

    def _legend(self) -> str:
        signs = ", ".join(f"{SIGNS[kind]} {words.say(kind, self.lang)}" for kind in _VERDICTS)
        return self._say("sheet legend", signs=signs)

    def _grid(self, grid: Grid) -> Grid:
        head, rows = tuple(map(self._set, grid.head)), (tuple(map(self._set, row)) for row in grid.rows)
        return Grid(self._set(grid.title), head, tuple(rows))

    def _sections(self) -> Iterable[Section]:
        for heading, rules in sections(self.book, self.lang):
            yield Section(self._set(heading), "rules", tuple(map(self._rule, rules)))
        settled = (rule for rule in self.book.rules if rule.reading)
        yield Section(self._say("sheet settled questions"), "settled", tuple(map(self._settled, settled)))
        questions = map(self._question, self.book.questions)
        yield Section(self._say("sheet open questions"), "open", tuple(questions))
        if self.base:
            gone = tuple(self._dropped(self.base))
            yield Section(self._say("sheet dropped", title=self.base.title), "dropped", gone)

    def _dropped(self, base: Book) -> Iterable[Item]:
        for id in dict.fromkeys(self.book.dropped):
            old = words.before(id, base)
            if old and not self.book.rule(id) and not self.book.question(id):
                yield Item(id, self._set(old.text(self.lang)))

    # ------------------------------------------------------------------------------------ rules and questions

    def _rule(self, rule: Rule) -> Item:
        firmly = words.firmly(rule)
        firm = () if firmly in ("stated", "house") else (self._say(f"long {firmly}"),)
        mark = words.mark(rule, self.base)
        return Item(
            id=rule.id,
            text=self._set(rule.text(self.lang)),
            mark=self._mark(mark, rule),
            asides=(*firm, *self._before(mark, rule)),
            notes=self._cited(rule.places),
            examples=self._examples(rule.examples),
        )

    def _question(self, question: Question) -> Item:
        mark = words.question_mark(question, self.base)
        readings = tuple(self._set(reading.text(self.lang) or reading.name) for reading in question.readings)
        return Item(
            id=question.id,
            text=self._set(question.text(self.lang)),
            mark=self._mark(mark, question),
            asides=(self._say(question.because), *self._before(mark, question)),
            readings=readings or (self._say("no reading"),),
            notes=self._cited(question.places),
            examples=self._examples(question.examples),
        )

    def _settled(self, rule: Rule) -> Item:
        """A settled question: what was asked, the answer, and the answers that were not chosen."""
        asked = self.base.question(rule.id) if self.base else None
        text, question = rule.text(self.lang), asked.text(self.lang) if asked else ""
        whole = not (question and text.startswith(question))
        others = (one for one in (asked.readings if asked else ()) if one.name != rule.reading)
        return Item(
            id=rule.id,
            text=self._set(text if whole else question),
            answer="" if whole else self._set(text.removeprefix(question)),
            mark=self._say("sheet settled", reading=rule.reading),
            asides=tuple(self._say("sheet other reading", text=one.text(self.lang) or one.name) for one in others),
            notes=self._cited(rule.places),
            examples=self._examples(rule.examples),
        )

    def _mark(self, mark: str, item: Rule | Question) -> str:
        if not mark or not self.base:
            return ""
        house = "" if item.places else "house "
        return self._say(f"sheet {house}{mark}", title=self.base.title)

    def _before(self, mark: str, item: Rule | Question) -> tuple[str, ...]:
        """What stood here before, where the sentence is another one."""
        old = words.before(item.id, self.base) if mark == "replaced" else None
        changed = old is not None and old.text(self.lang) != item.text(self.lang)
        return (self._say("sheet before", text=old.text(self.lang)),) if old and changed else ()

    def _cited(self, cited: Iterable[Place]) -> tuple[int, ...]:
        """The numbers of the places, each named by title and heading."""
        heads = dict.fromkeys(" › ".join(places.describe(place, self.lang).split(" › ")[:2]) for place in cited)
        return tuple(sorted(self._notes.setdefault(head, len(self._notes) + 1) for head in heads))

    def _examples(self, examples: Iterable[Example]) -> tuple[Shown, ...]:
        return tuple(
            Shown(one.kind, self._set(words.claimed(one, self.lang)), tuple(self._play(one.text))) for one in examples
        )

    def _play(self, text: str) -> Iterable[tuple[Token, ...]]:
        for part in play(text, self.lang):
            yield tuple(self._set(token) if isinstance(token, str) else token for token in part)
