"""Conditions of a book, worked out over facts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from rulebook.model import Among, Both, Compare, Either, Expr, Fact, Lit, Lookup, Not, Sum
from verifier.scene import FactValue

Test = Callable[[Mapping[str, FactValue]], Any]
"""A condition made ready: it takes the facts of an event and gives a number, a truth value or a name."""

_SUMS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def evaluate(expr: Expr, facts: Mapping[str, FactValue]) -> FactValue:
    """The value of a condition: a number, a truth value or a name. Raises KeyError for a fact that is not there."""
    value: FactValue = ready(expr)(facts)
    return value


def ready(expr: Expr) -> Test:
    """The condition as a function of facts, to be used many times."""
    match expr:
        case Lit(value):
            return lambda facts: value
        case Fact(name):
            return operator.itemgetter(name)
        case Sum(op, left, right):
            return _of_two(_SUMS[op], ready(left), ready(right))
        case Compare(op, left, right):
            return _of_two(_COMPARISONS[op], ready(left), ready(right))
        case Among(item, values):
            return _among(ready(item), frozenset(lit.value for lit in values))
        case Both(parts):
            return _all_of([ready(part) for part in parts])
        case Either(parts):
            return _any_of([ready(part) for part in parts])
        case Not(part):
            return _none_of(ready(part))
        case Lookup(key=key, cells=cells):
            return _cell(key, dict(cells))


def _of_two(act: Callable[[Any, Any], Any], left: Test, right: Test) -> Test:
    return lambda facts: act(left(facts), right(facts))


def _among(item: Test, values: frozenset[FactValue]) -> Test:
    return lambda facts: item(facts) in values


def _all_of(parts: list[Test]) -> Test:
    return lambda facts: all(part(facts) for part in parts)


def _any_of(parts: list[Test]) -> Test:
    return lambda facts: any(part(facts) for part in parts)


def _none_of(part: Test) -> Test:
    return lambda facts: not part(facts)


def _cell(key: str, cells: dict[int, int]) -> Test:
    """A table has no row for every number: where it has none, the cell is 0."""
    return lambda facts: cells.get(facts[key], 0)  # type: ignore[arg-type]
