"""A book made ready for judging: its statements by event, with their conditions, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product

from msgspec import Struct, field

from rulebook.model import Book, Limb, Question
from rulebook.vocabulary import DUTIES, FACTS, PRICED, TABLE_FACTS
from verifier.direct.conditions import Test, ready
from verifier.direct.facts import NAMES
from verifier.direct.values import Values, values_of
from verifier.outcome import Hit
from verifier.scene import FactValue

Answers = tuple[str | None, ...]
"""A reading's name for each of some questions, in their order; None where it is not answered."""

# The bookkeeping that a fact of cards looks at.
_BEHIND = {"is-top": ("pile",), "top-is-joker": ("pile",), "in-hand": ("play",)}


class Statement(Struct, frozen=True, eq=False):
    """A statement of a book with its conditions made ready; `when` is None where it always speaks."""

    hit: Hit
    when: Test | None
    need: Test | None

    def holds(self, facts: Mapping[str, FactValue]) -> bool:
        """Whether its condition holds."""
        return self.when is None or bool(self.when(facts))

    def broken(self, facts: Mapping[str, FactValue]) -> bool:
        """Whether it speaks and its requirement is not met; a prohibition has none that could be."""
        return self.holds(facts) and (self.need is None or not self.need(facts))


class Docket(Struct, frozen=True, eq=False):
    """The statements about one event under one reading of each question, by what they do, in the book's order."""

    event: str
    exceptions: tuple[Statement, ...]
    demands: tuple[Statement, ...]
    permits: tuple[Statement, ...]
    defaults: tuple[Statement, ...]

    @property
    def duty(self) -> bool:
        """Whether the event is a duty: legal unless something is broken."""
        return self.event in DUTIES


class EventIndex(Struct, eq=False, dict=True):
    """All a book says about one event.

    `questions` are the questions that have statements about it; `bookkeeping` the facts of the turn and `facts` all
    facts that any statement, of a rule or of a reading, reads.
    """

    event: str
    questions: tuple[Question, ...]
    facts: frozenset[str]
    bookkeeping: tuple[str, ...]
    _ruled: tuple[Statement, ...]
    _read: Mapping[tuple[str, str | None], tuple[Statement, ...]]
    _dockets: dict[Answers, Docket] = field(default_factory=dict)

    def docket(self, answers: Answers) -> Docket:
        """The statements in force with an answer for each of `questions`."""
        if answers not in self._dockets:
            asked = zip(self.questions, answers, strict=True)
            read = (statement for question, name in asked for statement in self._read.get((question.id, name), ()))
            self._dockets[answers] = _docket(self.event, (*self._ruled, *read))
        return self._dockets[answers]

    @cached_property
    def unanswered(self) -> Docket:
        """The statements in force while no question is answered."""
        return self.docket((None,) * len(self.questions))

    @cached_property
    def objections(self) -> tuple[Statement, ...]:
        """The statements of all readings that could make a legal event anything else."""
        every = [statement for statements in self._read.values() for statement in statements]
        said = [statement.hit for statement in (*self._ruled, *every)]
        # To lift what only demands something makes nothing illegal.
        useful = {hit.owner for hit in said if hit.limb.effect not in ("require", "forbid")}
        return tuple(s for s in every if s.hit.limb.effect in ("require", "forbid") or s.hit.limb.lifts in useful)

    @cached_property
    def counts(self) -> bool:
        """Whether a statement looks at what cards count."""
        return not self.facts.isdisjoint(PRICED)


class BookIndex:
    """A book's statements and values, each worked out when first needed."""

    def __init__(self, book: Book) -> None:
        self.book = book
        # Values in a hand only say nothing about an act, unless a statement looks at the points in hand.
        of_hands = any("hand-points" in limb.facts() for _, limb in book.limbs())
        self.value_questions = tuple(
            question
            for question in book.questions
            if any(of_hands or value.where != "hand" for reading in question.readings for value in reading.values)
        )
        self._deal = tuple(_deal_demands(book))
        self.deals: dict[tuple[tuple[str, int], ...], tuple[tuple[dict[str, FactValue], int], ...]] = {}
        self._events: dict[str, EventIndex] = {}
        self._values: dict[tuple[tuple[str, str], ...], Values] = {}

    def event(self, name: str) -> EventIndex:
        """What the book says about an event."""
        if name not in self._events:
            self._events[name] = _event_index(self.book, name)
        return self._events[name]

    def deal_allows(self, world: Mapping[str, FactValue]) -> bool:
        """Whether the rules of the deal that read nothing but these facts are kept."""
        return not any(facts <= world.keys() and statement.broken(world) for facts, statement in self._deal)

    @cached_property
    def all_values(self) -> tuple[Values, ...]:
        """The values in force under each way to answer the questions about them."""
        readings = [[reading.name for reading in question.readings] for question in self.value_questions]
        return tuple(self.values(answers) for answers in product(*readings))

    def values(self, answers: Answers) -> Values:
        """The values in force with an answer for each of `value_questions`."""
        asked = zip(self.value_questions, answers, strict=True)
        return self.values_under(tuple((question.id, name) for question, name in asked if name is not None))

    def values_under(self, answers: tuple[tuple[str, str], ...]) -> Values:
        """The values in force with these answers, questions and their readings, and no others."""
        if answers not in self._values:
            self._values[answers] = values_of(self.book, dict(answers))
        return self._values[answers]

    def open_questions(self, events: Iterable[str]) -> tuple[Question, ...]:
        """The questions that have a say about events, in the book's order.

        They have a statement about one of them; or they give values, and a statement about one of them reads points.
        """
        indices = [self.event(name) for name in events]
        asked = {question.id for index in indices for question in index.questions}
        if any(index.counts for index in indices):
            asked |= {question.id for question in self.value_questions}
        return tuple(question for question in self.book.questions if question.id in asked)


def looks_around(book: Book) -> bool:
    """Whether the book's rules on a meld look at the other melds on the table."""
    return not index_of(book).event("meld").facts.isdisjoint(TABLE_FACTS)


_INDICES: dict[int, BookIndex] = {}
_KEPT = 32


def index_of(book: Book) -> BookIndex:
    """The index of a book; of the books used, the last few dozen are kept, by identity."""
    index = _INDICES.get(id(book))
    if index is None or index.book is not book:
        while len(_INDICES) >= _KEPT:
            _INDICES.pop(next(iter(_INDICES)), None)
        index = _INDICES[id(book)] = BookIndex(book)
    return index


def _deal_demands(book: Book) -> Iterator[tuple[frozenset[str], Statement]]:
    """The requirements and prohibitions of the deal, each with the facts that it reads."""
    for rule in book.rules:
        for statement in _statements(rule.id, "", rule.limbs, "deal"):
            limb = statement.hit.limb
            facts = frozenset(limb.facts())
            if limb.effect in ("require", "forbid") and facts:
                yield facts, statement


def _event_index(book: Book, event: str) -> EventIndex:
    read: dict[tuple[str, str | None], tuple[Statement, ...]] = {
        (question.id, reading.name): tuple(_statements(question.id, reading.name, reading.limbs, event))
        for question in book.questions
        for reading in question.readings
    }
    ruled = tuple(statement for rule in book.rules for statement in _statements(rule.id, "", rule.limbs, event))
    asking = {id for (id, _), statements in read.items() if statements}
    facts = frozenset(_reads(event, [*ruled, *(statement for statements in read.values() for statement in statements)]))
    return EventIndex(
        event,
        tuple(question for question in book.questions if question.id in asking),
        facts,
        tuple(name for name in NAMES[event] if name in facts and not FACTS[name].cards),
        ruled,
        read,
    )


def _statements(owner: str, reading: str, limbs: tuple[Limb, ...], event: str) -> Iterator[Statement]:
    for limb in limbs:
        if limb.event == event:
            when, need = (None if expr is None else ready(expr) for expr in (limb.when, limb.need))
            yield Statement(Hit(owner, reading, limb), when, need)


def _reads(event: str, statements: list[Statement]) -> Iterator[str]:
    if statements and event == "open":
        # An `open` event says nothing where the player opened before.
        yield "opened-before"
    for statement in statements:
        for name in statement.hit.limb.facts():
            yield name
            yield from _BEHIND.get(name, ())


def _docket(event: str, statements: tuple[Statement, ...]) -> Docket:
    by = {effect: tuple(s for s in statements if s.hit.limb.effect in effects) for effect, effects in _EFFECTS.items()}
    # Of several `otherwise` the one that a question's reading gives speaks, then the last written.
    return Docket(event, by["exceptions"], by["demands"], by["permits"], by["defaults"][::-1])


_EFFECTS = {
    "exceptions": ("exception",),
    "demands": ("require", "forbid"),
    "permits": ("permit",),
    "defaults": ("otherwise",),
}
