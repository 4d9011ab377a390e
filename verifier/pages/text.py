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
from rulebook.model import Book, Example, Place, Question, Reading, Rule
from verifier.pages import words

_WIDEST = 110
_ENDLESS = 5000
_RED_CARD = r"(?:10|[2-9AJQKTVDR?])[♥♦]"
_BLACK_CARD = r"(?:10|[2-9AJQKTVDR?])[♣♠]"
_COUNTING = dict.fromkeys(("counts", "worth", "scores"), "cyan")
_KINDS = {"legal": "green", "illegal": "red", "undetermined": "yellow", **_COUNTING}
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
        if not shown:
            self.console.print()
            return
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
        """Places in one line, each heading named once; the title is left out where it is that of `source`."""
        split = (self.place(place, place.source != source).rpartition(" › ") for place in cited)
        under = groupby(dict.fromkeys(split), lambda part: part[:2])
        return "; ".join("".join(head) + "; ".join(last for _, _, last in group) for head, group in under)

    # ------------------------------------------------------------------------------------ books

    def books(self, books: Iterable[Book]) -> None:
        """The list of books."""
        table = Table.grid(padding=(0, 3))
        for book in books:
            counted = self.say("counted", rules=len(book.rules), questions=len(book.questions))
            after = f"{self.say('after')} {places.title(book.source, self.lang)}"
            last = self.say("amends book", id=book.amends) if book.amends else after
            table.add_row(Text(book.id, "bold"), book.title, counted, last)
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
        changed = words.mark(rule, base)
        self.line(rule.text(self.lang), "bold")
        self._head("rule of", rule, book, self._mark(changed, rule.reading))
        self.field("firmly", [self.say("long " + ("settled" if changed == "settled" else words.firmly(rule)))])
        self.field("says", words.statements(rule))
        self._before(changed, words.before(rule.id, base))
        self.field("lifted", words.lifting(book, rule.id))
        self._examples(rule.examples)

    def question(self, question: Question, book: Book, base: Book | None) -> None:
        """Everything about an open question."""
        changed = words.question_mark(question, base)
        self.line(question.text(self.lang), "bold")
        self._head("question of", question, book, self._mark(changed))
        self.field("why", [self.say(question.because)])
        self._before(changed, words.before(question.id, base))
        self.field("asked", words.asking(book, question.id))
        self.field("lifted", words.lifting(book, question.id))
        readings = [line for reading in question.readings for line in self._reading(reading)]
        self.field("readings", readings or [self.say("no reading")])
        self._examples(question.examples)

    def _head(self, key: str, item: Rule | Question, book: Book, changed: str) -> None:
        """Whose rule or question it is, and where it is written."""
        whose = Text(self.say(key, id=item.id, book=book.title), "dim")
        self.line(Text.assemble(whose, " · ", (changed, _MARKED)) if changed else whose)
        self.line()
        where = dict.fromkeys(self.place(place) for place in item.places)
        self.field("where", list(where) or [self.say("nowhere")])

    def _before(self, changed: str, old: Rule | Question | None) -> None:
        """What stood there in the amended book."""
        if changed == "replaced" and old:
            said = words.statements(old) if isinstance(old, Rule) else []
            self.field("was", [old.text(self.lang), *said])

    def _reading(self, reading: Reading) -> list[str | Text]:
        head = Text.assemble((reading.name, "cyan"), f"{words.colon(self.lang)} {reading.text(self.lang)}")
        return [head, *(f"  {line}" for line in words.statements(reading) or ["nothing"])]

    def _examples(self, examples: Sequence[Example]) -> None:
        labels = [words.claimed(one, self.lang) + words.colon(self.lang) for one in examples]
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
