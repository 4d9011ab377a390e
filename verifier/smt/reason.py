"""Why an act is illegal: an irreducible set of rules and facts that together forbid it.

Z3 tells which rules were enough for its answer; members are then dropped one by one, in a fixed order, as long as the
rest still forbids the act under every way to read the melds (deletion; Marques-Silva, 2010,
"Minimal unsatisfiability: models, algorithms and applications").
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rulebook.model import Book
from rulebook.vocabulary import FACTS
from verifier.scene import FactValue
from verifier.smt import z3face as z
from verifier.smt.facts import code, limits
from verifier.smt.rules import event_verdict, facts_read, one_answer
from verifier.smt.z3face import Solver, Term

_MOST = 160


Known = tuple[int, str, FactValue]
"""A fact: number of the event, name, value."""

Alternative = Sequence[Mapping[str, FactValue]]
"""The facts of each event under one way to read the melds."""


class Reason(Struct, frozen=True):
    """The rules, by id, and for each way to read the melds the facts, without any of which the act is not illegal."""

    rules: tuple[str, ...]
    facts: tuple[tuple[Known, ...], ...]


class _Why:
    """The rules of a book about some events, over facts that are free.

    Each rule is in force if its literal is assumed; `legal` is a literal that says that no event is illegal.
    """

    def __init__(self, book: Book, events: tuple[str, ...]) -> None:
        self.book, self.events = book, events
        self.solver = Solver()
        self.rules: dict[str, Term] = {}
        self.facts: dict[tuple[int, str], Term] = {}
        verdicts = [
            event_verdict(book, event, lambda name, n=n: self.fact(n, name), self._active)  # type: ignore[misc]
            for n, event in enumerate(events)
        ]
        illegal = (self._guarded(n, verdict.illegal) for n, verdict in enumerate(verdicts))
        self.legal = self.solver.name(z.neg(z.disj(illegal)), "not-illegal!")
        self.solver.add(one_answer(book.questions, self._active))

    def _active(self, owner: str, reading: str) -> Term:
        if reading:
            return z.boolean(f"{owner}={reading}")
        if owner not in self.rules:
            self.rules[owner] = z.boolean(f"rule:{owner}")
        return self.rules[owner]

    def _guarded(self, number: int, illegal: Term) -> Term:
        """An opening is judged only where the player had not laid before."""
        if self.events[number] != "open":
            return illegal
        return z.conj((illegal, z.neg(self.fact(number, "opened-before"))))

    def forbids(self, rules: Iterable[str], facts: Iterable[Term]) -> bool:
        """Whether the events are illegal with these rules in force and these facts known."""
        return not self.solver.satisfiable([self.legal, *(self.rules[rule] for rule in rules), *facts])

    def core(self) -> set[str]:
        """Rules that were enough for the last answer that they forbid the events."""
        literals = {literal.id for literal in self.solver.core()}
        return {rule for rule, literal in self.rules.items() if literal.id in literals}

    def fact(self, number: int, name: str) -> Term:
        key = (number, name)
        if key not in self.facts:
            make = z.boolean if FACTS[name].type == "bool" else z.integer
            self.facts[key] = make(f"{number}:{name}")
            bounds = limits(name)
            if bounds:
                self.solver.add(z.conj((self.facts[key] >= bounds[0], self.facts[key] <= bounds[1])))
        return self.facts[key]


_whys: OrderedDict[tuple[str, tuple[str, ...]], _Why] = OrderedDict()


def _why(book: Book, events: tuple[str, ...]) -> _Why:
    key = (book.digest, events)
    if key not in _whys:
        _whys[key] = _Why(book, events)
        if len(_whys) > _MOST:
            _whys.popitem(last=False)
    return _whys[key]


def reason(book: Book, events: Sequence[str], alternatives: Sequence[Alternative]) -> Reason | None:
    """The irreducible reason why the events are illegal whatever open questions say.

    `events` are their names; each of `alternatives`, the one reported first, is a way in which the melds may be read,
    with the facts of each event. None if one of them is not illegal under every answer. Raises `GaveUp` past the
    solver's limit.
    """
    why = _why(book, tuple(events))
    known = [_known(why, events, facts) for facts in alternatives]
    needed: set[str] = set()
    for facts in known:
        if not why.forbids(why.rules, facts.values()):
            return None
        needed |= why.core()
    rules = [rule for rule in why.rules if rule in needed]
    for rule in list(rules):
        rest = [other for other in rules if other != rule]
        if all(why.forbids(rest, facts.values()) for facts in known):
            rules = rest
    return Reason(tuple(rules), tuple(tuple(_shrink(why, rules, facts)) for facts in known))


def forbids(book: Book, events: Sequence[str], rules: Sequence[str], facts: Alternative) -> bool:
    """Whether these rules and facts are enough to make the events illegal, whatever the other rules and facts are."""
    why = _why(book, tuple(events))
    return why.forbids(rules, _known(why, events, facts).values())


def _known(why: _Why, events: Sequence[str], facts: Alternative) -> dict[Known, Term]:
    """A literal for each fact that the book reads and that has a value."""
    found: dict[Known, Term] = {}
    for number, event in enumerate(events):
        for name in _read(why.book, event):
            if name in facts[number]:
                value = facts[number][name]
                found[number, name, value] = why.solver.equals(why.fact(number, name), code(name, value))
    return found


def _read(book: Book, event: str) -> Iterator[str]:
    """The facts that the verdict on an event looks at: an opening is one only where the player had not laid before."""
    yield from facts_read(book, event)
    if event == "open":
        yield "opened-before"


def _shrink(why: _Why, rules: Sequence[str], facts: Mapping[Known, Term]) -> list[Known]:
    """Leaves out each fact that the others do not need."""
    kept = dict(facts)
    for fact in facts:
        rest = {other: literal for other, literal in kept.items() if other != fact}
        if why.forbids(rules, rest.values()):
            kept = rest
    return list(kept)
