"""An event whose facts are free: what books say of it, whatever the cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from rulebook.library import possible
from rulebook.model import Book, Value
from rulebook.vocabulary import PRICED, facts_on
from verifier.scene import FactValue
from verifier.smt import z3face as z
from verifier.smt.facts import decode, limits
from verifier.smt.rules import Saying, once_opened, sayings, verdict_of
from verifier.smt.voice import Voice
from verifier.smt.z3face import Solver, Term

ON_MELDS = ("add", "swap", "shift")
"""Plays on a meld that lies there."""

SHARED = ("kind", "size", "naturals", "jokers")
"""What the plays on a meld that lies there say of that meld."""


class FreeEvent:
    """What a book says of an event, over variables for its facts.

    `named` names the variable of a fact: events whose variables have one name share the fact. `answered` tells apart
    the answers to questions where books do not share them. `active` says when a rule is in force (always, if None).
    """

    def __init__(
        self,
        book: Book,
        event: str,
        named: Callable[[str], str] = str,
        answered: str = "",
        active: Callable[[str], Term] | None = None,
    ) -> None:
        self.book, self.names, self.acts = book, [event], 1
        self._answered, self._in_force = answered, active
        self._bounds: list[Term] = []
        self.facts = {word.name: self._fact(word.name, named(word.name)) for word in facts_on(event)}
        self.sayings: list[list[Saying]] = [sayings(book, event, self.facts.__getitem__, self._active)]
        verdict = verdict_of(event, self.sayings[0])
        if event == "open":
            before = self.facts["opened-before"]
            verdict = once_opened(verdict, before)
        self.verdicts = [verdict]

    def _fact(self, fact: str, name: str) -> Term:
        """A variable; of points one for each answer to the questions about what cards count."""
        asked = [q for q in self.book.questions if fact in PRICED and any(reading.values for reading in q.readings)]
        names = [(name, z.TRUE)]
        for question in asked:
            names = [
                (f"{known} if {question.id}={reading.name}", z.conj((given, self.answer(question.id, reading.name))))
                for known, given in names
                for reading in question.readings
            ]
        terms = [self._bounded(fact, known) for known, _ in names]
        result = terms[-1]
        for term, (_, given) in zip(terms[:-1], names[:-1], strict=True):
            result = z.ite(given, term, result)
        return result

    def _bounded(self, fact: str, name: str) -> Term:
        span = limits(fact)
        if span is None:
            return z.boolean(name)
        term = z.integer(name)
        self._bounds += [term >= span[0], term <= span[1]]
        return term

    def answer(self, question: str, reading: str) -> Term:
        return z.boolean(f"{question}={reading}{self._answered}")

    def _active(self, owner: str, reading: str) -> Term:
        if reading:
            return self.answer(owner, reading)
        return z.TRUE if self._in_force is None else self._in_force(owner)

    def within_limits(self) -> Term:
        """Every fact has a value that it can have, and together they can be so."""
        truths = sayings(possible(), self.names[0], self.facts.__getitem__, lambda owner, reading: z.TRUE)
        return z.conj((*self._bounds, *(z.neg(one.broken) for one in truths)))


class Free(Struct, frozen=True, eq=False):
    """Books before an event: what each says of it, a solver that knows what the facts can be, and the facts."""

    solver: Solver
    voices: tuple[Voice, ...]
    facts: Mapping[str, Term]


def free(books: Sequence[Book], event: str, jokers: int, together: bool = False) -> Free:
    """An event before books. A meld has `jokers` jokers at most, and one that lies there is legal in each book.

    With `together`, questions of the same name have the same answers in all books.
    """
    alike = len({values_said(book) for book in books}) == 1
    solver = Solver()
    voices: list[Voice] = []
    facts: Mapping[str, Term] = {}
    for book in books:
        mark = f" in {book.digest}"
        named = partial(_shared, priced="" if alike else mark)
        here = FreeEvent(book, event, named, "" if together else mark)
        facts = here.facts
        solver.add(here.within_limits())
        voices.append(Voice(here))
        if event in ON_MELDS:
            lying = FreeEvent(book, "meld", partial(_shared, priced=mark, before="before:"), "" if together else mark)
            solver.add(z.conj((lying.within_limits(), Voice(lying).legal)))
    if "jokers" in facts:
        solver.add(facts["jokers"] <= jokers)
    return Free(solver, tuple(voices), facts)


def _shared(fact: str, priced: str = "", before: str = "") -> str:
    """Books share the facts, but for points where cards count otherwise in them; a meld that lay there before a play
    has its own, but for what the play says of it."""
    return f"{before if fact not in SHARED else ''}{fact}{priced if fact in PRICED else ''}"


def plainest_facts(solver: Solver, facts: Mapping[str, Term]) -> dict[str, FactValue]:
    """The least values that the facts can have together, in their order; something must be possible."""
    solver.push()
    try:
        for name, term in facts.items():
            if limits(name) is None:
                least(solver, z.ite(term, z.number(1), z.number(0)))
            else:
                least(solver, term)
        solver.satisfiable()
        return {name: decode(name, solver.value(term)) for name, term in facts.items()}
    finally:
        solver.pop()


def least(solver: Solver, term: Term, low: int = 0) -> None:
    """Leaves a number its least value, `low` or more; there must be one. Low values are tried first, then by halves."""
    step, high = 1, None
    while high is None or low < high:
        middle = low + step - 1 if high is None else (low + high - 1) // 2
        solver.push()
        solver.add(term <= middle)
        found = solver.satisfiable()
        if found:
            high = int(solver.value(term))
        else:
            low = middle + 1
        solver.pop()
        step *= 2
    solver.add(term == high)


def values_said(book: Book) -> tuple[object, ...]:
    """All that a book says of what cards count, in its order."""
    ruled = tuple(_of_value(value) for rule in book.rules for value in rule.values)
    asked = tuple(
        (question.id, reading.name, _of_value(value))
        for question in book.questions
        for reading in question.readings
        for value in reading.values
    )
    return ruled, asked


def _of_value(value: Value) -> tuple[object, ...]:
    return value.selector, value.amount, value.where, value.colour
