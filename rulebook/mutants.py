"""Mutants of a book: the same book with one thing gone, or one number one more or one less.

A rule that nothing shows is a rule that may be wrong. An example shows a rule if it turns when the rule goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulebook.load import settled
from rulebook.model import (
    Book,
    Both,
    Compare,
    Either,
    Expr,
    Limb,
    Lit,
    Lookup,
    Not,
    Question,
    Reading,
    Rule,
    Scoring,
    Sum,
    Value,
    show,
)

T = TypeVar("T")
Says = TypeVar("Says", Rule, Reading)


class Mutant(Struct, frozen=True):
    """A book with one change. `owner` is the rule, question or table changed, `change` says how."""

    owner: str
    change: str
    book: Book


class Cell(Struct, frozen=True):
    """A cell of a table: the number in the column, in the row of the key."""

    table: str
    column: str
    row: int
    number: int

    def __str__(self) -> str:
        return f"{self.column} = {self.number} in row {self.row}"


def mutants(book: Book) -> Iterator[Mutant]:
    """Every mutant of a book, in its order; of an amendment, those of what it brings or replaces.

    Rules, statements, parts of a condition, questions and readings are taken away one at a time; each number, in a
    condition, a value, a penalty or a cell of a table, is made one more and one less. A number of a rule file is never
    less than 0, so no mutant's is.
    """
    rules = [rule for rule in book.rules if rule.house or not book.amends]
    questions = [question for question in book.questions if question.house or not book.amends]
    for rule in rules:
        for change, changed in _of_rule(rule):
            yield _mutant(book, rule.id, change, rules=_put(book.rules, rule, changed))
    for question in questions:
        yield from _of_question(book, question)
    for cell in _cells(rules, questions):
        yield from _of_cell(book, cell)


def _mutant(
    book: Book,
    owner: str,
    change: str,
    rules: tuple[Rule, ...] | None = None,
    questions: tuple[Question, ...] | None = None,
) -> Mutant:
    rules = book.rules if rules is None else rules
    questions = book.questions if questions is None else questions
    digest = f"{book.digest} {owner}: {change}"
    return Mutant(owner, change, replace(book, rules=rules, questions=questions, digest=digest))


def _put(items: Sequence[T], item: T, changed: T | None) -> tuple[T, ...]:
    """The items with `changed` in the place of `item`, or without it."""
    swapped = (changed if each is item else each for each in items)
    return tuple(each for each in swapped if each is not None)


# ---------------------------------------------------------------------------------------- rules and readings


def _of_rule(rule: Rule) -> Iterator[tuple[str, Rule | None]]:
    yield "removed", None
    if rule.wild:
        yield "without wild joker as any", replace(rule, wild=False)
    for fault in _near(rule.fault or 0) if rule.fault is not None else ():
        yield f"fault costs {fault}", replace(rule, fault=fault)
    if rule.match is not None and rule.match.percent:
        for percent in _near(rule.match.percent):
            match = replace(rule.match, percent=percent)
            yield str(match), replace(rule, match=match)
    several = (*rule.limbs, *rule.values, *rule.scores)
    if len(several) + rule.wild + (rule.fault is not None) + (rule.match is not None) > 1:
        yield from _without_statements(rule)
    yield from _changed_statements(rule)


def _without_statements(says: Says) -> Iterator[tuple[str, Says]]:
    for limb in says.limbs:
        yield f"without {limb_text(limb)}", replace(says, limbs=_put(says.limbs, limb, None))
    for value in says.values:
        yield f"without {value_text(value)}", replace(says, values=_put(says.values, value, None))
    for score in says.scores:
        yield f"without {score}", replace(says, scores=_put(says.scores, score, None))


def _changed_statements(says: Says) -> Iterator[tuple[str, Says]]:
    for limb in says.limbs:
        for change, changed in _of_limb(limb):
            yield change, replace(says, limbs=_put(says.limbs, limb, changed))
    for value in says.values:
        for amount in _near(value.amount) if isinstance(value.amount, int) else ():
            other = replace(value, amount=amount)
            yield value_text(other), replace(says, values=_put(says.values, value, other))
    for score in says.scores:
        for change, points in _of_score(score):
            yield change, replace(says, scores=_put(says.scores, score, points))


def _near(number: int) -> tuple[int, ...]:
    """One more and one less."""
    return (number + 1, number - 1) if number else (number + 1,)


# ---------------------------------------------------------------------------------------- one statement


def _of_limb(limb: Limb) -> Iterator[tuple[str, Limb]]:
    for side in ("when", "need"):
        expr: Expr | None = getattr(limb, side)
        if expr is not None:
            for changed in _numbers(expr):
                other = replace(limb, **{side: changed})
                yield limb_text(other), other
            for gone, left in _fewer(expr):
                yield _without(gone, limb), replace(limb, **{side: left})
    if limb.when is not None and not isinstance(limb.when, Both):
        yield _without(limb.when, limb), replace(limb, when=None)


def _of_score(score: Scoring) -> Iterator[tuple[str, Scoring]]:
    amounts = () if score.effect == "hand" else _near(score.amount)
    changed = [replace(score, amount=amount) for amount in amounts]
    if score.when is not None:
        changed += [replace(score, when=when) for when in _numbers(score.when)]
    yield from ((str(other), other) for other in changed)
    if score.when is not None:
        for gone, left in _fewer(score.when):
            yield f"without {show(gone)} in {score}", replace(score, when=left)
        if not isinstance(score.when, Both):
            yield f"without {show(score.when)} in {score}", replace(score, when=None)


def _without(part: Expr, limb: Limb) -> str:
    return f"without {show(part)} in {limb_text(limb)}"


def _fewer(expr: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Each part of a condition that has several, with what is left without it."""
    match expr:
        case Both(parts) | Either(parts):
            kind = type(expr)
            for part in parts:
                left = _put(parts, part, None)
                yield part, kind(left) if len(left) > 1 else left[0]
                yield from ((gone, kind(_put(parts, part, rest))) for gone, rest in _fewer(part))
        case Not(part):
            yield from ((gone, Not(rest)) for gone, rest in _fewer(part))


def _numbers(expr: Expr) -> Iterator[Expr]:
    """The condition with each of its numbers one more and one less."""
    match expr:
        case Lit(bool()):
            return
        case Lit(int() as number):
            yield from map(Lit, _near(number))
        case Sum(op, left, right):
            yield from (Sum(op, one, right) for one in _numbers(left))
            yield from (Sum(op, left, one) for one in _numbers(right))
        case Compare(op, left, right):
            yield from (Compare(op, one, right) for one in _numbers(left))
            yield from (Compare(op, left, one) for one in _numbers(right))
        case Both(parts):
            yield from (Both(_put(parts, part, one)) for part in parts for one in _numbers(part))
        case Either(parts):
            yield from (Either(_put(parts, part, one)) for part in parts for one in _numbers(part))
        case Not(part):
            yield from map(Not, _numbers(part))


def limb_text(limb: Limb) -> str:
    """The statement as it is written in a rule file."""
    said = {
        "require": f"require {show(limb.need)}" if limb.need is not None else "require",
        "forbid": "forbid" if limb.when is not None else "forbid always",
        "exception": f"exception to {limb.lifts}",
        "otherwise": f"otherwise {limb.default} {limb.asks}".strip(),
    }.get(limb.effect, limb.effect)
    return f"on {limb.event} {said}" + (f" when {show(limb.when)}" if limb.when is not None else "")


def value_text(value: Value) -> str:
    """The value as it is written in a rule file."""
    where = f" in {value.where}" if value.where else ""
    colour = f" when {value.colour}" if value.colour else ""
    return f"value {value.selector} = {value.amount}{where}{colour}"


# ---------------------------------------------------------------------------------------- questions


def _of_question(book: Book, question: Question) -> Iterator[Mutant]:
    yield _mutant(book, question.id, "removed", questions=_put(book.questions, question, None))
    for reading in question.readings:
        yield _without_reading(book, question, reading)
    for reading in question.readings:
        changes = [*(_without_statements(reading) if _several(reading) else ()),
                   *_changed_statements(reading)]  # fmt: skip
        for change, changed in changes:
            asked = replace(question, readings=_put(question.readings, reading, changed))
            yield _mutant(book, question.id, f"{reading.name}: {change}",
                          questions=_put(book.questions, question, asked))  # fmt: skip


def _several(reading: Reading) -> bool:
    return len(reading.limbs) + len(reading.values) + len(reading.scores) > 1


def _without_reading(book: Book, question: Question, reading: Reading) -> Mutant:
    """A question with one reading left is settled by it."""
    change = f"without reading {reading.name}"
    left = _put(question.readings, reading, None)
    if len(left) != 1:
        fewer = replace(question, readings=left)
        return _mutant(book, question.id, change, questions=_put(book.questions, question, fewer))
    rules = (*book.rules, settled(question, left[0].name, question.house))
    return _mutant(book, question.id, change, rules, _put(book.questions, question, None))


# ---------------------------------------------------------------------------------------- tables


def _cells(rules: Iterable[Rule], questions: Iterable[Question]) -> Iterator[Cell]:
    """The cells that the rules and questions look up, each once."""
    limbs = [limb for rule in rules for limb in rule.limbs]
    limbs += [limb for question in questions for reading in question.readings for limb in reading.limbs]
    found = (cell for limb in limbs for expr in (limb.when, limb.need) for cell in _looked_up(expr))
    yield from dict.fromkeys(found)


def _looked_up(expr: Expr | None) -> Iterator[Cell]:
    match expr:
        case Lookup(table, column, _, cells):
            yield from (Cell(table, column, row, number) for row, number in cells)
        case Sum(_, left, right) | Compare(_, left, right):
            yield from _looked_up(left)
            yield from _looked_up(right)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from _looked_up(part)
        case Not(part):
            yield from _looked_up(part)


def _of_cell(book: Book, cell: Cell) -> Iterator[Mutant]:
    """The number is changed wherever the book looks it up."""
    for number in _near(cell.number):
        changed = replace(cell, number=number)

        def put(expr: Expr | None, changed: Cell = changed) -> Expr | None:
            return None if expr is None else _with_cell(expr, changed)

        rules = tuple(_with_limbs(rule, put) for rule in book.rules)
        questions = tuple(
            replace(question, readings=tuple(_with_limbs(reading, put) for reading in question.readings))
            for question in book.questions
        )
        yield _mutant(book, cell.table, str(changed), rules, questions)


def _with_limbs(says: Says, put: Callable[[Expr | None], Expr | None]) -> Says:
    limbs = tuple(replace(limb, when=put(limb.when), need=put(limb.need)) for limb in says.limbs)
    return replace(says, limbs=limbs)


def _with_cell(expr: Expr, cell: Cell) -> Expr:
    match expr:
        case Lookup(cell.table, cell.column, key, cells):
            put = tuple((row, cell.number if row == cell.row else number) for row, number in cells)
            return Lookup(cell.table, cell.column, key, put)
        case Sum(op, left, right):
            return Sum(op, _with_cell(left, cell), _with_cell(right, cell))
        case Compare(op, left, right):
            return Compare(op, _with_cell(left, cell), _with_cell(right, cell))
        case Both(parts):
            return Both(tuple(_with_cell(part, cell) for part in parts))
        case Either(parts):
            return Either(tuple(_with_cell(part, cell) for part in parts))
        case Not(part):
            return Not(_with_cell(part, cell))
    return expr
