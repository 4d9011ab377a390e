"""What `kalooki rules` shows to people: books, rules, questions and coverage, plain where it is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulebook import places
from rulebook.model import Book, Example, Place, Question, Rule
from verifier import rules_words as words

_WIDEST = 110
_ENDLESS = 5000
_RED_CARD = r"(?:10|[2-9AJQKTVDR?])[♥♦]"
_BLACK_CARD = r"(?:10|[2-9AJQKTVDR?])[♣♠]"
_KINDS = {"legal": "green", "illegal": "red", "undetermined": "yellow", "counts": "cyan", "worth": "cyan"}
_MARKED = "yellow"


class Page:
    """A page of text in one language, for the terminal or for a pipe.

    `verbose` adds to each place the line and sentence by which rule files cite it.
    """

    def __init__(self, lang: str, verbose: bool = False) -> None:
        self.lang, self.verbose = lang, verbose
        self.console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
        tty = self.console.is_terminal
        self.console.width = min(self.console.width, _WIDEST) if tty else _ENDLESS
        self._captured = self.console.capture()
        self._captured.__enter__()

    def finish(self) -> str:
        """The page as text, with colours if the terminal has them."""
        self._captured.__exit__(None, None, None)
        return "".join(line.rstrip() + "\n" for line in self._captured.get().splitlines())

    # ------------------------------------------------------------------------------------ lines

    def line(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        shown = Text(text, style) if isinstance(text, str) else text
        self.console.print(Padding(shown, (0, 0, 0, indent), expand=False))

    def say(self, key: str, **values: object) -> str:
        return words.say(key, self.lang, **values)

    def field(self, key: str, lines: Sequence[str | Text]) -> None:
        """A name, and beside it what belongs to it."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=14, style="dim")
        grid.add_column()
        for number, text in enumerate(lines):
            grid.add_row("" if number else self.say(key), text if isinstance(text, Text) else Text(text))
        if lines:
            self.console.print(grid)

    def place(self, place: Place, titled: bool = True) -> str:
        text = places.describe(place, self.lang, titled)
        return f"{text} [{place}]" if self.verbose and not text.endswith(str(place)) else text

    def cited(self, cited: Iterable[Place], source: str) -> str:
        """Places in one line; the title is left out where it is that of `source`."""
        return "; ".join(dict.fromkeys(self.place(place, place.source != source) for place in cited))

    # ------------------------------------------------------------------------------------ books

    def books(self, books: Iterable[Book]) -> None:
        """The list of books."""
        table = Table.grid(padding=(0, 3))
        for book in books:
            counted = self.say("counted", rules=len(book.rules), questions=len(book.questions))
            amended = f"{self.say('amends', title='', id=book.amends)}".replace("()", "") if book.amends else ""
            after = f"{self.say('after')} {places.title(book.source, self.lang)}"
            table.add_row(Text(book.id, "bold"), book.title, counted, amended or after)
        self.console.print(table)
        self.line()
        self.line(self.say("hint"), "dim")

    def book(self, book: Book, base: Book | None) -> None:
        """A whole book: its rules in order, then its open questions."""
        self._book_head(book, base)
        for rule in book.rules:
            self.line()
            self._short_rule(rule, book, base)
        if book.questions:
            self.line()
            self.line(self.say("questions"), "bold underline")
        for question in book.questions:
            self.line()
            self._short_question(question, book, base)

    def _book_head(self, book: Book, base: Book | None) -> None:
        self.line(Text.assemble((book.title, "bold underline"), f"  ({book.id})"))
        if book.source:
            self.line(f"{self.say('after')} {places.title(book.source, self.lang)}", "dim")
        if base:
            self.line(self.say("amends", title=base.title, id=base.id), _MARKED)
        if book.dropped:
            self.line(self.say("dropped", ids=", ".join(book.dropped)), _MARKED)

    def _short_rule(self, rule: Rule, book: Book, base: Book | None) -> None:
        self.line(rule.text(self.lang), "bold")
        changed = words.mark(rule, base)
        stands = "" if changed == "settled" else self.say(words.firmly(rule))
        self._under(rule.id, self._mark(changed, rule.reading), self.cited(rule.places, book.source), stands)

    def _short_question(self, question: Question, book: Book, base: Book | None) -> None:
        self.line(question.text(self.lang), "bold")
        changed = self._mark(words.question_mark(question, base))
        self._under(question.id, changed, self.cited(question.places, book.source), self.say(question.because))
        for reading in question.readings:
            self.line(f"{reading.name}{words.colon(self.lang)} {reading.text(self.lang)}", indent=4)

    def _under(self, id: str, changed: str, where: str, stands: str) -> None:
        """The line under a sentence: its id, what an amendment did, where it is written and how firmly it stands."""
        parts = [(id, "cyan"), (changed, _MARKED), (where, "dim"), (stands, "dim")]
        self.line(Text(" · ", "dim").join(Text(*part) for part in parts if part[0]), indent=2)

    def _mark(self, changed: str, reading: str = "") -> str:
        return changed and self.say(changed) + (f" = {reading}" if changed == "settled" else "")

    # ------------------------------------------------------------------------------------ one rule, one question

    def rule(self, rule: Rule, book: Book, base: Book | None) -> None:
        """Everything about a rule."""
        self.line(rule.text(self.lang), "bold")
        self.line(self.say("rule of", id=rule.id, book=book.title), "dim")
        self.line()
        changed = words.mark(rule, base)
        self.field("where", [self.place(place) for place in rule.places] or [self.say("nowhere")])
        self.field("firmly", [self.say("long " + ("settled" if changed == "settled" else words.firmly(rule)))])
        self.field("says", words.statements(rule) or [])
        self._before(rule, changed, base)
        self.field("lifted", words.lifting(book, rule.id))
        self._examples(rule.examples)

    def _before(self, rule: Rule, changed: str, base: Book | None) -> None:
        """What the rule was in the amended book."""
        old = base and (base.rule(rule.id) or base.question(rule.id))
        if changed and old:
            lead = f"{self.say(changed)}{words.colon(self.lang)} " if changed == "replaced" else ""
            said = words.statements(old) if isinstance(old, Rule) else []
            self.field("settles" if changed == "settled" else "was", [lead + old.text(self.lang), *said])

    def question(self, question: Question, book: Book) -> None:
        """Everything about an open question."""
        self.line(question.text(self.lang), "bold")
        self.line(self.say("question of", id=question.id, book=book.title), "dim")
        self.line()
        self.field("where", [self.place(place) for place in question.places] or [self.say("nowhere")])
        self.field("why", [self.say(question.because)])
        self.field("asked", words.asking(book, question.id))
        self.field("lifted", words.lifting(book, question.id))
        self.field("readings", [line for one in question.readings for line in self._reading(one.name, one.text(self.lang),
                   words.statements(one))] or [self.say("no reading")])  # fmt: skip
        self._examples(question.examples)

    def _reading(self, name: str, text: str, said: list[str]) -> list[str | Text]:
        head = Text.assemble((name, "cyan"), f"{words.colon(self.lang)} {text}")
        return [head, *(f"  {line}" for line in said or ["nothing"])]

    def _examples(self, examples: Sequence[Example]) -> None:
        labels = [self.say(one.kind, points=one.points) + words.colon(self.lang) for one in examples]
        width = max(map(len, labels), default=0) + 1
        lines = [
            Text.assemble((label.ljust(width), _KINDS[one.kind]), cards(one.text))
            for label, one in zip(labels, examples, strict=True)
        ]
        self.field("examples", lines)

    # ------------------------------------------------------------------------------------ coverage

    def coverage(self, found: Sequence[places.Coverage], mismatches: Sequence[places.Mismatch] | None) -> None:
        """How many places of each source are accounted for, and which are not."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column(self.say("source"))
        for name in ("places", *places.STATUSES):
            table.add_column(self.say(name), justify="right")
        for one in found:
            counts = [len(one.statuses), *(one.count(status) for status in places.STATUSES)]
            table.add_row(places.title(one.source, self.lang), *map(str, counts))
        self.console.print(table)
        for one in found:
            self._open(one)
        self._wrong([wrong for one in found for wrong in one.wrong])
        if mismatches is not None:
            self._mismatches(mismatches)

    def _open(self, found: places.Coverage) -> None:
        if not found.open:
            return
        self.line()
        self.line(self.say("still open", title=places.title(found.source, self.lang)), "bold")
        for text, group in groupby(self.place(place, titled=False) for place in found.open):
            count = len(list(group))
            self.line(text + (f" {self.say('sentences', count=count)}" if count > 1 else ""), indent=2)

    def _wrong(self, wrong: Sequence[places.Citation]) -> None:
        if wrong:
            self.line()
            self.line(self.say("wrong"), "bold red")
        for one in wrong:
            self.line(f"{one.book} {one.owner}: {places.title(one.place.source, self.lang)} {one.place}", indent=2)

    def _mismatches(self, mismatches: Sequence[places.Mismatch]) -> None:
        self.line()
        if not mismatches:
            self.line(self.say("same"), "green")
            return
        self.line(self.say("differ"), "bold red")
        for one in mismatches:
            where = self.place(one.place) if one.place else places.title(one.source, self.lang)
            what = self.say(one.what, file=places.index(one.source).file)
            self.line(f"{where}{words.colon(self.lang)} {what}", indent=2)


def cards(text: str) -> Text:
    """A play with its cards red or black."""
    shown = Text(text)
    shown.highlight_regex(_RED_CARD, "red")
    shown.highlight_regex(_BLACK_CARD, "bold")
    shown.highlight_regex(r"\bJK\b", "magenta")
    return shown
