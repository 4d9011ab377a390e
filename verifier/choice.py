"""Which books are asked, and what was settled in them beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grammar.document import At, Record
from grammar.trouble import Trouble
from rulebook.model import Book
from verifier.words.sentences import Pair

ALL = ("all", "tous", "toutes")

Settling = tuple[str, str]
"""A question and the reading chosen for it."""


class Unknown(Exception):
    """A name that no book, question or reading has; what to say about it in English and in French."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.en, self.fr = en, fr


class Choice(Struct, frozen=True):
    """The books for one record: those that are asked, and the others that are shown beside them."""

    asked: tuple[Book, ...]
    others: tuple[Book, ...]


class Shelf(Struct, frozen=True):
    """All books at hand: those that come with the project, and house rules. What `--variant` and `--rules` say."""

    books: tuple[Book, ...]
    house: tuple[Book, ...] = ()
    variants: tuple[str, ...] = ()
    settlings: tuple[Settling, ...] = ()

    def find(self, name: str) -> Book:
        """The book of that id or title; capitals do not matter. Raises `Unknown`, with a suggestion."""
        wanted = _plain(name)
        for book in self.every():
            if wanted in (_plain(book.id), _plain(book.title)):
                return book
        raise _no_book(name, self.every())

    def every(self) -> tuple[Book, ...]:
        """House rules first; a house book replaces the one whose id it has."""
        names = {book.id for book in self.house}
        return (*self.house, *(book for book in self.books if book.id not in names))

    def named(self, names: Iterable[str]) -> tuple[Book, ...]:
        """The books of these names, once each, in order; `all` stands for every one. Raises `Unknown`."""
        found: dict[str, Book] = {}
        for name in names:
            for book in self.every() if _plain(name) in ALL else (self.find(name),):
                found[book.id] = book
        return tuple(found.values())

    def choose(self, record: Record) -> Choice:
        """The books for a record: the command line beats house rules, which beat the record, which beats all.

        Books that the record has a ruling for are asked too, where the record chooses.
        """
        if self.variants:
            asked = self.named(self.variants)
        elif self.house:
            asked = self.house
        else:
            asked = self.named([*(record.variants or ALL[:1]), *(ruling.book for ruling in record.rulings)])
        asked = self._first_ruled(asked, record)
        names = {book.id for book in asked}
        others = tuple(book for book in self.every() if book.id not in names)
        settle = (*record.settled, *self.settlings)
        return Choice(*(tuple(settle_all(book, settle) for book in books) for books in (asked, others)))

    def _first_ruled(self, asked: tuple[Book, ...], record: Record) -> tuple[Book, ...]:
        """Where no book was named, the first that the record has a ruling for comes first."""
        if self.variants or self.house or record.variants or not record.rulings:
            return asked
        first = self.find(record.rulings[0].book)
        return (first, *(book for book in asked if book.id != first.id))

    def troubles(self, record: Record) -> Iterator[Trouble]:
        """The names of books, questions and readings in a record that nothing here has."""
        named = [*zip(record.variants, record.variants_at, strict=False), *((r.book, r.at) for r in record.rulings)]
        for name, at in named:
            try:
                self.named([name])
            except Unknown as unknown:
                yield Trouble(at, unknown.en, unknown.fr)
        for settling in record.settled:
            try:
                check_settling(settling, self.every())
            except Unknown as unknown:
                yield Trouble(_written(record, settling), unknown.en, unknown.fr)


def _written(record: Record, settling: Settling) -> At:
    """Where a record settles a question."""
    for number in range(record.at.line, len(record.lines) + 1):
        column = record.lines[number - 1].find(settling[0]) + 1
        if column:
            return At(number, column, len(settling[0]))
    return record.at


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").split())


def _no_book(name: str, books: Sequence[Book]) -> Unknown:
    spelt = {_plain(known): book.id for book in books for known in (book.title, book.id)}
    near = _close(_plain(name), spelt)
    names = ", ".join(book.id for book in books)
    if near:
        hint: Pair = (f"did you mean {spelt[near]}?", f"{spelt[near]} peut-être ?")
    else:
        hint = (f"there are {names}; house rules are given with --rules FILE",
                f"il y a {names} ; les règles de la maison se donnent par --rules FICHIER")  # fmt: skip
    return Unknown(f"there is no book “{name}”; {hint[0]}", f"il n'y a pas de livre « {name} » ; {hint[1]}")


def _close(name: str, names: Iterable[str]) -> str:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(names), 1, 0.6)), "")


# ---------------------------------------------------------------------------------------- settling questions


def parse_settling(text: str) -> Settling:
    """`ID=READING` as the two. Raises `Unknown` for anything else."""
    question, equals, reading = (part.strip() for part in text.partition("="))
    if not (question and equals and reading):
        raise Unknown(
            f"“{text}” settles nothing; write QUESTION=READING, for instance joker.freed=keep",
            f"« {text} » ne tranche rien ; écrivez QUESTION=LECTURE, par exemple joker.freed=keep",
        )
    return question, reading


def check_settling(settling: Settling, books: Sequence[Book]) -> None:
    """Raises `Unknown` where none of the books has the question, or none that has it has the reading."""
    name, reading = settling
    questions = [question for book in books if (question := book.question(name))]
    if not questions:
        raise _no_question(name, books)
    names = list(dict.fromkeys(each.name for question in questions for each in question.readings))
    if reading in names:
        return
    near = _close(reading, names)
    en = f"did you mean {near}?" if near else f"it has {', '.join(names) or 'none'}"
    fr = f"{near} peut-être ?" if near else f"elle a {', '.join(names) or 'aucune'}"
    raise Unknown(f"{name} has no reading {reading}; {en}", f"{name} n'a pas de lecture {reading} ; {fr}")


def _no_question(name: str, books: Sequence[Book]) -> Unknown:
    names = list(dict.fromkeys(question.id for book in books for question in book.questions))
    near = _close(name, names)
    en = f"did you mean {near}?" if near else f"the questions are {', '.join(names)}"
    fr = f"{near} peut-être ?" if near else f"les questions sont {', '.join(names)}"
    return Unknown(f"there is no question {name}; {en}", f"il n'y a pas de question {name} ; {fr}")


def settle_all(book: Book, settlings: Iterable[Settling]) -> Book:
    """The book with these questions settled, as far as it has them; the last settling of a question counts."""
    for name, reading in dict(settlings).items():
        book = _settle(book, name, reading)
    return book


def _settle(book: Book, name: str, reading: str) -> Book:
    from rulebook.load import settled

    question = book.question(name)
    if question is None or all(each.name != reading for each in question.readings):
        return book
    rule = settled(question, reading, house=False)
    return replace(
        book,
        rules=(*book.rules, rule),
        questions=tuple(each for each in book.questions if each is not question),
        digest=hashlib.sha256(f"{book.digest}\n{name}={reading}".encode()).hexdigest(),
    )
