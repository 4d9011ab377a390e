"""The few things we ask of Z3, with types, straight over its low-level interface (`z3.z3core`).

z3-solver's own Python terms are untyped, and building them costs ten times more than solving: every operator checks,
wraps and converts. Here a term is a typed handle on Z3's own term, and constants are folded away as terms are built.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Sequence
from typing import Any

import z3

_lib: Any = z3.z3core
_context: Any = z3.main_ctx().ref()
_Ast: Any = z3.z3types.Ast

RESOURCES = 4_000_000
"""How much work one question may cost, in Z3's own units: a count, so that the answer never depends on the machine."""


@atexit.register
def _let_go() -> None:
    """When the program ends, Z3's context may go before our terms do: from then on none is given back to it."""
    global _lib
    _lib = None


class GaveUp(Exception):
    """The solver reached its limit."""


class Term:
    """A truth value or a whole number, as Z3 sees it. Comparing two terms gives a term."""

    __slots__ = ("ast",)

    def __init__(self, ast: Any) -> None:
        self.ast = ast
        _lib.Z3_inc_ref(_context, ast)

    def __del__(self) -> None:
        if _lib is not None:
            _lib.Z3_dec_ref(_context, self.ast)

    def __eq__(self, other: Term | int) -> Term:  # type: ignore[override]
        return Term(_lib.Z3_mk_eq(_context, self.ast, _ast(other)))

    def __ne__(self, other: Term | int) -> Term:  # type: ignore[override]
        return neg(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __ge__(self, other: Term | int) -> Term:
        return Term(_lib.Z3_mk_ge(_context, self.ast, _ast(other)))

    def __gt__(self, other: Term | int) -> Term:
        return Term(_lib.Z3_mk_gt(_context, self.ast, _ast(other)))

    def __le__(self, other: Term | int) -> Term:
        return Term(_lib.Z3_mk_le(_context, self.ast, _ast(other)))

    def __lt__(self, other: Term | int) -> Term:
        return Term(_lib.Z3_mk_lt(_context, self.ast, _ast(other)))

    def __add__(self, other: Term | int) -> Term:
        return _of_two(_lib.Z3_mk_add, self, other)

    def __sub__(self, other: Term | int) -> Term:
        return _of_two(_lib.Z3_mk_sub, self, other)

    def __mul__(self, other: Term | int) -> Term:
        return _of_two(_lib.Z3_mk_mul, self, other)

    def __rmul__(self, other: int) -> Term:
        return _of_two(_lib.Z3_mk_mul, self, other)

    @property
    def id(self) -> int:
        """Two terms have the same number only if they are the same term."""
        return int(_lib.Z3_get_ast_id(_context, self.ast))

    def __repr__(self) -> str:
        return str(_lib.Z3_ast_to_string(_context, self.ast))


def _of_two(make: Any, one: Term, two: Term | int) -> Term:
    return Term(make(_context, 2, (_Ast * 2)(one.ast, _ast(two))))


def _of_many(make: Any, terms: Sequence[Term]) -> Term:
    return Term(make(_context, len(terms), (_Ast * len(terms))(*(term.ast for term in terms))))


_bool_sort: Any = _lib.Z3_mk_bool_sort(_context)
_int_sort: Any = _lib.Z3_mk_int_sort(_context)
_numbers: dict[int, Term] = {}

TRUE = Term(_lib.Z3_mk_true(_context))
FALSE = Term(_lib.Z3_mk_false(_context))
_TRUE, _FALSE = TRUE.ast.value, FALSE.ast.value


def number(value: int) -> Term:
    """A whole number."""
    term = _numbers.get(value)
    if term is None:
        term = _numbers[value] = Term(_lib.Z3_mk_int(_context, value, _int_sort))
    return term


def _ast(value: Term | int) -> Any:
    return value.ast if isinstance(value, Term) else number(value).ast


def boolean(name: str) -> Term:
    """A variable that is a truth value."""
    return _variable(name, _bool_sort)


def integer(name: str) -> Term:
    """A variable that is a whole number."""
    return _variable(name, _int_sort)


def _variable(name: str, sort: Any) -> Term:
    return Term(_lib.Z3_mk_const(_context, _lib.Z3_mk_string_symbol(_context, name), sort))


def is_value(term: Term, value: int | bool) -> Term:
    """Where a truth value or a number has this value."""
    if isinstance(value, bool):
        return term if value else neg(term)
    return term == value


def is_true(term: Term) -> bool:
    """Whether this is the constant."""
    return bool(term.ast.value == _TRUE)


def is_false(term: Term) -> bool:
    """Whether this is the constant."""
    return bool(term.ast.value == _FALSE)


def same(one: Term, two: Term) -> bool:
    """Whether two terms are the same term."""
    return bool(one.ast.value == two.ast.value)


def conj(terms: Iterable[Term]) -> Term:
    """All of the terms hold."""
    kept: list[Term] = []
    for term in terms:
        if is_false(term):
            return FALSE
        if not is_true(term):
            kept.append(term)
    return TRUE if not kept else kept[0] if len(kept) == 1 else _of_many(_lib.Z3_mk_and, kept)


def disj(terms: Iterable[Term]) -> Term:
    """One of the terms holds."""
    kept: list[Term] = []
    for term in terms:
        if is_true(term):
            return TRUE
        if not is_false(term):
            kept.append(term)
    return FALSE if not kept else kept[0] if len(kept) == 1 else _of_many(_lib.Z3_mk_or, kept)


def neg(term: Term) -> Term:
    """The term does not hold."""
    if is_true(term):
        return FALSE
    if is_false(term):
        return TRUE
    return Term(_lib.Z3_mk_not(_context, term.ast))


def implies(one: Term, two: Term) -> Term:
    """If one holds, two does."""
    return disj((neg(one), two))


def ite(condition: Term, one: Term, two: Term) -> Term:
    """One if the condition holds, else two."""
    if is_true(condition) or same(one, two):
        return one
    if is_false(condition):
        return two
    return Term(_lib.Z3_mk_ite(_context, condition.ast, one.ast, two.ast))


def exactly_one(terms: Sequence[Term]) -> Term:
    """One of the terms holds, and no two."""
    pairs = (neg(conj((one, two))) for n, one in enumerate(terms) for two in terms[:n])
    return conj((disj(terms), *pairs))


def as_term(value: Term | int) -> Term:
    """A plain number as a term."""
    return number(value) if isinstance(value, int) else value


def total(terms: Iterable[Term | int]) -> Term:
    """The sum of numbers (0 for none); plain numbers are added up at once."""
    plain, rest = 0, []
    for term in terms:
        if isinstance(term, int):
            plain += term
        else:
            rest.append(term)
    if plain or not rest:
        rest.append(number(plain))
    return rest[0] if len(rest) == 1 else _of_many(_lib.Z3_mk_add, rest)


def count(terms: Iterable[Term]) -> Term:
    """How many of the terms hold."""
    one, none = number(1), number(0)
    return total(1 if is_true(term) else ite(term, one, none) for term in terms if not is_false(term))


def choose(index: Term, values: Sequence[Term | int], first: int = 1) -> Term:
    """The value whose number is `index`, counting from `first`; the last one for any other number."""
    terms = [as_term(value) for value in values]
    result = terms[-1]
    for offset in range(len(terms) - 2, -1, -1):
        result = ite(index == first + offset, terms[offset], result)
    return result


def substitute(term: Term, pairs: Sequence[tuple[Term, Term]]) -> Term:
    """The term with each first of a pair replaced by the second."""
    size = len(pairs)
    old = (_Ast * size)(*(one.ast for one, _ in pairs))
    new = (_Ast * size)(*(two.ast for _, two in pairs))
    return Term(_lib.Z3_substitute(_context, term.ast, size, old, new))


class Solver:
    """A solver that stays alive: facts come and go as assumptions."""

    def __init__(self) -> None:
        self._z3: Any = z3.SimpleSolver()
        self._z3.set("rlimit", RESOURCES)
        self._solver: Any = self._z3.solver
        self._literals: dict[tuple[int, int], Term] = {}
        self._negations: dict[int, Term] = {}
        self._keep: list[Term] = []
        self._model: Any = None

    def allow(self, resources: int) -> None:
        """From now on one question may cost so much."""
        self._z3.set("rlimit", resources)

    def add(self, term: Term) -> None:
        """From now on the term holds."""
        if not is_true(term):
            _lib.Z3_solver_assert(_context, self._solver, term.ast)

    def equals(self, variable: Term, value: int | bool) -> Term:
        """A literal that stands for `variable = value`: made once, then reused."""
        if value is True:
            return variable
        key = variable.id
        if value is False:
            if key not in self._negations:
                self._negations[key] = neg(variable)
            return self._negations[key]
        found = self._literals.get((key, value))
        if found is None:
            found = self._literals[key, value] = boolean(f"{key}={value}")
            self._keep.append(variable)
            self.add(implies(found, variable == value))
        return found

    def name(self, term: Term, name: str) -> Term:
        """A literal that, when assumed, makes the term hold."""
        literal = boolean(name)
        self.add(implies(literal, term))
        return literal

    def satisfiable(self, assumptions: Sequence[Term] = ()) -> bool:
        """Whether everything can hold together. Raises `GaveUp` past the resource limit."""
        size = len(assumptions)
        literals = (_Ast * size)(*(term.ast for term in assumptions))
        self._model = None
        answer = _lib.Z3_solver_check_assumptions(_context, self._solver, size, literals)
        if answer == 0:
            raise GaveUp(self._z3.reason_unknown())
        return bool(answer == 1)

    def possible(self, assumptions: Sequence[Term] = ()) -> bool:
        """Whether everything can hold together, as far as anybody can tell: past the limit, it may."""
        try:
            return self.satisfiable(assumptions)
        except GaveUp:
            return True

    def value(self, term: Term) -> int | bool:
        """The value of a term in the world found by the last question that was satisfiable."""
        if self._model is None:
            self._model = self._z3.model()
        found = (_Ast * 1)()
        _lib.Z3_model_eval(_context, self._model.model, term.ast, True, found)
        result = Term(found[0])
        if is_true(result) or is_false(result):
            return is_true(result)
        return int(_lib.Z3_get_numeral_string(_context, result.ast))

    def core(self) -> list[Term]:
        """Assumptions that cannot hold together, from the last question that was not satisfiable."""
        vector = _lib.Z3_solver_get_unsat_core(_context, self._solver)
        _lib.Z3_ast_vector_inc_ref(_context, vector)
        size = _lib.Z3_ast_vector_size(_context, vector)
        terms = [Term(_lib.Z3_ast_vector_get(_context, vector, n)) for n in range(size)]
        _lib.Z3_ast_vector_dec_ref(_context, vector)
        return terms

    def push(self) -> None:
        """What is added from here on goes with the next `pop`."""
        _lib.Z3_solver_push(_context, self._solver)

    def pop(self) -> None:
        """Takes back what was added since the last `push`."""
        _lib.Z3_solver_pop(_context, self._solver, 1)
