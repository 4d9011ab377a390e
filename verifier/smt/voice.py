"""What a book says of a scene whose cards are free: its verdict whatever the answers to its open questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Protocol

from rulebook.model import Book, Question
from rulebook.vocabulary import PRICED
from verifier.smt import z3face as z
from verifier.smt.rules import EventVerdict, Saying, facts_read
from verifier.smt.z3face import Term

Pairs = list[tuple[Term, Term]]
"""An answer to some questions: each variable with its value."""


class Said(Protocol):
    """What a book says of some events, as terms: of each its statements and its verdict; `acts` are those judged, the
    others are the melds that lay there."""

    book: Book
    names: list[str]
    acts: int
    sayings: list[list[Saying]]
    verdicts: list[EventVerdict]

    def answer(self, question: str, reading: str) -> Term:
        """The variable that says that a question is answered by a reading."""
        ...


class Voice:
    """A book's verdict on a scene as a term over cards and bookkeeping alone.

    `legal` and `illegal` hold where the act is so under every answer to the open questions, `events` says the same of
    each event alone; `arises` holds where the melds on the table can lie there, under every answer too. There must be
    no reading that is left to a player.
    """

    def __init__(self, said: Said) -> None:
        self.said, self.book = said, said.book
        self._asked = [self._questions(name) for name in said.names]
        events, guards = range(said.acts), range(said.acts, len(said.names))
        self.events = [self._verdict(n) for n in events]
        self.legal = z.conj(event.legal for event in self.events)
        self.illegal = z.disj(self._someone_illegal(group) for group in self._groups())
        self.arises = z.conj(self._always(n, said.verdicts[n].legal) for n in guards)
        self._saying: dict[tuple[int, str, str], Term] = {}

    def _questions(self, event: str) -> tuple[Question, ...]:
        """The open questions that have a say about an event: by a statement, or by what cards count."""
        counted = not set(PRICED).isdisjoint(facts_read(self.book, event))
        return tuple(
            question
            for question in self.book.questions
            if any(limb.event == event for reading in question.readings for limb in reading.limbs)
            or (counted and any(reading.values for reading in question.readings))
        )

    def _groups(self) -> Iterator[list[int]]:
        """The events of the act in groups that have no question in common."""
        groups: list[tuple[set[str], list[int]]] = []
        for number in range(self.said.acts):
            asked = {question.id for question in self._asked[number]}
            touching = [group for group in groups if asked & group[0]]
            for group in touching:
                groups.remove(group)
            merged = asked.union(*(names for names, _ in touching))
            groups.append((merged, sorted([number, *(n for _, numbers in touching for n in numbers)])))
        return (numbers for _, numbers in groups)

    def _someone_illegal(self, group: Sequence[int]) -> Term:
        """Under every answer one of the events is illegal."""
        asked = list(dict.fromkeys(q for n in group for q in self._asked[n]))
        term = z.disj(self.said.verdicts[n].illegal for n in group)
        return z.conj(z.substitute(term, pairs) for pairs in self._answers(asked))

    def _verdict(self, number: int) -> EventVerdict:
        """The verdict on one event, under every answer."""
        verdict = self.said.verdicts[number]
        return EventVerdict(self._always(number, verdict.illegal), self._always(number, verdict.legal))

    def _always(self, number: int, term: Term) -> Term:
        return z.conj(z.substitute(term, pairs) for pairs in self._answers(self._asked[number]))

    def _answers(self, asked: Sequence[Question]) -> Iterator[Pairs]:
        for chosen in product(*(question.readings for question in asked)):
            given = {question.id: reading.name for question, reading in zip(asked, chosen, strict=True)}
            yield self._answer(asked, given)

    def _answer(self, asked: Sequence[Question], given: dict[str, str]) -> Pairs:
        """The variables of the questions, each true where it is the answer given; a question may have none."""
        return [
            (self.said.answer(question.id, reading.name), _constant(given.get(question.id) == reading.name))
            for question in asked
            for reading in question.readings
        ]

    # ------------------------------------------------------------------------------------ who has a say

    def has_say(self, number: int, owner: str, effect: str) -> Term:
        """Where a rule or a question has its say about an event.

        A rule, while no question is answered: by a statement of that effect, where it is broken, permits, lifts, or is
        what speaks otherwise. A question: where its answer makes a difference, or one of its readings speaks.
        """
        key = (number, owner, effect)
        if key not in self._saying:
            question = self.book.question(owner)
            say = self._rule_says(number, owner, effect) if question is None else self._asks(number, question)
            self._saying[key] = say
        return self._saying[key]

    def _rule_says(self, number: int, owner: str, effect: str) -> Term:
        every = self.said.sayings[number]
        mine = (one for one in every if (one.owner, one.limb.effect, one.reading) == (owner, effect, ""))
        term = z.disj(map(_having_say, mine))
        if effect == "otherwise":
            others = z.disj(_having_say(one) for one in every if one.limb.effect in ("require", "forbid", "permit"))
            term = z.conj((term, z.neg(others)))
        return z.substitute(term, self._answer(self._asked[number], {}))

    def _asks(self, number: int, question: Question) -> Term:
        asked = self._asked[number]
        if question not in asked:
            return self._asked_for(number, question.id)
        under = [self._answer(asked, {question.id: reading.name}) for reading in question.readings]
        speaks = z.disj(_having_say(one) for one in self.said.sayings[number] if one.owner == question.id)
        verdict = self.said.verdicts[number]
        said = (z.substitute(speaks, pairs) for pairs in under)
        return z.disj((*self._differ(verdict, under), *said, self._asked_for(number, question.id)))

    def _asked_for(self, number: int, question: str) -> Term:
        """Where an `otherwise` asks the question."""
        term = z.disj(one.speaks for one in self.said.sayings[number] if one.limb.asks == question)
        return z.substitute(term, self._answer(self._asked[number], {}))

    def _differ(self, verdict: EventVerdict, under: Sequence[Pairs]) -> Iterator[Term]:
        for pairs in under[1:]:
            for term in (verdict.legal, verdict.illegal):
                yield z.substitute(term, under[0]) != z.substitute(term, pairs)


def _having_say(one: Saying) -> Term:
    """Where a statement has a say: a requirement or prohibition where it is broken, others where they speak."""
    return one.broken if one.limb.effect in ("require", "forbid") else one.speaks


def _constant(value: bool) -> Term:
    return z.TRUE if value else z.FALSE
