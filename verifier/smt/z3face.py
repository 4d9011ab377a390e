"""The few things we ask of Z3, with types: z3-solver itself has none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import z3

Term = Any
"""A term: z3 gives no types, so that this names what is meant."""

TRUE: Term = z3.BoolVal(True)
FALSE: Term = z3.BoolVal(False)

RESOURCES = 4_000_000
"""How much work one question may cost, in Z3's own units: a count, so that the answer never depends on the machine."""


class GaveUp(Exception):
    """The solver reached its limit."""


def boolean(name: str) -> Term:
    return z3.Bool(name)


def integer(name: str) -> Term:
    return z3.Int(name)


def number(value: int) -> Term:
    return z3.IntVal(value)


def conj(terms: Iterable[Term]) -> Term:
    """All of the terms hold; constants are folded away."""
    kept = []
    for term in terms:
        if term is False or z3.is_false(term):
            return FALSE
        if term is not True and not z3.is_true(term):
            kept.append(term)
    return TRUE if not kept else kept[0] if len(kept) == 1 else z3.And(kept)


def disj(terms: Iterable[Term]) -> Term:
    """One of the terms holds; constants are folded away."""
    kept = []
    for term in terms:
        if term is True or z3.is_true(term):
            return TRUE
        if term is not False and not z3.is_false(term):
            kept.append(term)
    return FALSE if not kept else kept[0] if len(kept) == 1 else z3.Or(kept)


def neg(term: Term) -> Term:
    if term is True or z3.is_true(term):
        return FALSE
    if term is False or z3.is_false(term):
        return TRUE
    return z3.Not(term)


def implies(one: Term, two: Term) -> Term:
    return disj((neg(one), two))


def iff(one: Term, two: Term) -> Term:
    return one == two


def ite(condition: Term, one: Term, two: Term) -> Term:
    if z3.is_true(condition):
        return one
    if z3.is_false(condition):
        return two
    return z3.If(condition, one, two)


def total(terms: Sequence[Term]) -> Term:
    """The sum of numbers (0 for none)."""
    return z3.Sum(list(terms)) if len(terms) > 1 else terms[0] if terms else number(0)


def count(terms: Sequence[Term]) -> Term:
    """How many of the terms hold."""
    return total([ite(term, number(1), number(0)) for term in terms])


def choose(index: Term, values: Sequence[Term | int], first: int = 1) -> Term:
    """The value whose number is `index`, counting from `first`; the last one for any other number."""
    terms = [number(value) if isinstance(value, int) else value for value in values]
    result = terms[-1]
    for offset in range(len(terms) - 2, -1, -1):
        if not z3.eq(result, terms[offset]):
            result = z3.If(index == first + offset, terms[offset], result)
    return result


def substitute(term: Term, pairs: Sequence[tuple[Term, Term]]) -> Term:
    return z3.substitute(term, *pairs)


class Solver:
    """A solver that stays alive: facts come and go as assumptions."""

    def __init__(self) -> None:
        self._solver = z3.SolverFor("QF_LIA")
        self._solver.set("rlimit", RESOURCES)
        self._literals: dict[tuple[int, int | bool], Term] = {}
        self._keep: list[Term] = []

    def add(self, term: Term) -> None:
        if not z3.is_true(term):
            self._solver.add(term)

    def equals(self, variable: Term, value: int | bool) -> Term:
        """A literal that stands for `variable = value`: made once, then reused."""
        if isinstance(value, bool):
            return variable if value else z3.Not(variable)
        key = (variable.get_id(), value)
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = z3.Bool(f"{variable}={value}")
            self._keep.append(variable)
            self._solver.add(z3.Implies(found, variable == value))
        return found

    def name(self, term: Term, name: str) -> Term:
        """A literal that, when assumed, makes the term hold."""
        literal = z3.Bool(name)
        self._solver.add(z3.Implies(literal, term))
        return literal

    def satisfiable(self, assumptions: Sequence[Term]) -> bool:
        """Whether everything can hold together. Raises `GaveUp` past the resource limit."""
        answer = self._solver.check(*assumptions)
        if answer == z3.unknown:
            raise GaveUp(self._solver.reason_unknown())
        return bool(answer == z3.sat)

    def value(self, term: Term) -> int | bool:
        """The value of a term in the world found by the last question that was satisfiable."""
        found = self._solver.model().eval(term, model_completion=True)
        return bool(z3.is_true(found)) if z3.is_bool(found) else int(found.as_long())

    def core(self) -> list[Term]:
        """Assumptions that cannot hold together, from the last question that was not satisfiable."""
        return list(self._solver.unsat_core())

    def push(self) -> None:
        self._solver.push()

    def pop(self) -> None:
        self._solver.pop()


def same(one: Term, two: Term) -> bool:
    """Whether two terms are the same term."""
    return bool(z3.eq(one, two))
