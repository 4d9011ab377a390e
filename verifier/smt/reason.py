"""Why an act is illegal: an irreducible set of rules and facts that together forbid it.

Z3 gives a set of assumptions that cannot hold together (an unsatisfiable core); members are then dropped one by one,
in a fixed order, as long as the rest still forbids the act (deletion; Marques-Silva, "Minimal unsatisfiability", 2010).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from rulebook.model import Book
from rulebook.vocabulary import FACTS
from verifier.scene import FactValue
from verifier.smt import z3face as z
from verifier.smt.facts import code, limits
from verifier.smt.rules import event_verdict, facts_read
from verifier.smt.z3face import Solver, Term

_MOST = 400


class Reason(Struct, frozen=True):
    """The rules (by id) and the facts (event number, name, value) without any of which the act would not be illegal."""

    rules: tuple[str, ...]
    facts: tuple[tuple[int, str, FactValue], ...]


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
        self.legal = self.solver.name(z.neg(z.disj(verdict.illegal for verdict in verdicts)), "not-illegal!")
        for question in book.questions:
            readings = [self._active(question.id, reading.name) for reading in question.readings]
            if readings:
                self.solver.add(z.exactly_one(readings))

    def _active(self, owner: str, reading: str) -> Term:
        if reading:
            return z.boolean(f"{owner}={reading}")
        if owner not in self.rules:
            self.rules[owner] = z.boolean(f"rule:{owner}")
        return self.rules[owner]

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


def reason(book: Book, events: Sequence[str], facts: Sequence[Mapping[str, FactValue]]) -> Reason | None:
    """The irreducible reason why the events, with these facts, are illegal whatever open questions say.

    `events` are their names, `facts` the values of each one's facts. None if they are not illegal under every
    answer. Raises `GaveUp` past the solver's limit.
    """
    why = _why(book, tuple(events))
    rules = [(literal, id) for id, literal in why.rules.items()]
    known = [(literal, (n, name, facts[n][name])) for (n, name), literal in _known(why, events, facts)]
    items: list[tuple[Term, object]] = [*rules, *known]
    if why.solver.satisfiable([why.legal, *(literal for literal, _ in items)]):
        return None
    kept = _shrink(why, items)
    names = tuple(item for _, item in kept if isinstance(item, str))
    values = tuple(item for _, item in kept if isinstance(item, tuple))
    return Reason(names, values)


def forbids(book: Book, events: Sequence[str], rules: Sequence[str], facts: Sequence[Mapping[str, FactValue]]) -> bool:
    """Whether these rules and facts are enough to make the events illegal, whatever the other rules and facts are."""
    why = _why(book, tuple(events))
    known = [literal for _, literal in _known(why, events, facts)]
    return not why.solver.satisfiable([why.legal, *(why.rules[rule] for rule in rules), *known])


def _known(
    why: _Why, events: Sequence[str], facts: Sequence[Mapping[str, FactValue]]
) -> list[tuple[tuple[int, str], Term]]:
    """A literal for each fact that the book reads and that has a value."""
    found = []
    for number, event in enumerate(events):
        for name in facts_read(why.book, event):
            if name in facts[number]:
                value = code(name, facts[number][name])
                found.append(((number, name), why.solver.equals(why.fact(number, name), value)))
    return found


def _shrink(why: _Why, items: list[tuple[Term, object]]) -> list[tuple[Term, object]]:
    """Leaves out what the core leaves out, then each member that the others do not need."""
    kept = _in_core(why, items)
    for item in list(kept):
        rest = [other for other in kept if other is not item]
        if not why.solver.satisfiable([why.legal, *(literal for literal, _ in rest)]):
            kept = _in_core(why, rest)
    return kept


def _in_core(why: _Why, items: list[tuple[Term, object]]) -> list[tuple[Term, object]]:
    core = why.solver.core()
    return [item for item in items if any(z.same(item[0], literal) for literal in core)]
