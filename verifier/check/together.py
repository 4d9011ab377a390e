"""Several events that have to go well together, over free facts: can they, and which rules are to blame if not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from rulebook.model import Book, Rule
from verifier.scene import FactValue
from verifier.smt import z3face as z
from verifier.smt.facts import code
from verifier.smt.free import ON_MELDS, SHARED, FreeEvent
from verifier.smt.rules import one_answer
from verifier.smt.z3face import Solver, Term

Given = tuple[str, Mapping[str, FactValue]]
"""An event, and what is known of its facts."""

_ALLOWING = ("permit", "exception")


class Together:
    """Events of one turn under one answer to each question, all of which should be legal.

    Rules that forbid are in force if their literal is assumed; permits and exceptions always are. A meld that lies
    there before a play must be legal too.
    """

    def __init__(self, book: Book, events: Sequence[Given]) -> None:
        self.book, self.solver = book, Solver()
        self.rules = {rule.id: z.boolean(f"rule:{rule.id}") for rule in book.rules}
        self.events: list[FreeEvent] = []
        self._given: list[FreeEvent] = []
        self._split = replace(book, rules=tuple(part for rule in book.rules for part in _parts(rule)))
        for number, (event, facts) in enumerate(events):
            self._put(event, facts, f"{number}:")
        for one in self.events[:1]:
            self.solver.add(one_answer(book.questions, one.answer))
        self.legal = self.solver.name(z.conj(one.verdicts[0].legal for one in self.events), "legal")

    def _put(self, event: str, facts: Mapping[str, FactValue], mark: str) -> None:
        self._given.append(self._add(event, facts, partial(_named, mark)))
        if event in ON_MELDS:
            self._add("meld", {}, partial(_named, mark, before="before:"))

    def _add(self, event: str, facts: Mapping[str, FactValue], named: partial[str]) -> FreeEvent:
        one = FreeEvent(self._split, event, named, active=lambda owner: self.rules.get(owner, z.TRUE))
        self.events.append(one)
        self.solver.add(one.within_limits())
        for name, value in facts.items():
            if name in one.facts:
                self.solver.add(z.is_value(one.facts[name], code(name, value)))
        return one

    def fact(self, number: int, name: str) -> Term:
        """The variable of a fact of an event, by its number among those given."""
        return self._given[number].facts[name]

    def possible(self, more: Iterable[Term] = ()) -> bool:
        """Whether all the events can be legal, if this holds as well."""
        return self._can(self.rules.values(), more)

    def _can(self, rules: Iterable[Term], more: Iterable[Term]) -> bool:
        return self.solver.possible([self.legal, *rules, *more])

    def blamed(self, more: Iterable[Term] = ()) -> tuple[str, ...]:
        """Rules that together make it impossible, none of which can be spared; the later ones are kept if they can."""
        known = list(more)
        needed = dict(self.rules)
        for id in list(needed):
            rest = {other: literal for other, literal in needed.items() if other != id}
            if not self._can(rest.values(), known):
                needed = rest
        return tuple(needed)


def _named(mark: str, fact: str, before: str = "") -> str:
    """A meld that lies there shares with the play on it what the play says of the meld."""
    return f"{mark}{before if fact not in SHARED else ''}{fact}"


def _parts(rule: Rule) -> Iterator[Rule]:
    """A rule as what it forbids, under its id, and what it allows, under another."""
    yield replace(rule, limbs=tuple(limb for limb in rule.limbs if limb.effect not in _ALLOWING))
    allowing = tuple(limb for limb in rule.limbs if limb.effect in _ALLOWING)
    if allowing:
        yield replace(rule, id=f"{rule.id}+", limbs=allowing)
