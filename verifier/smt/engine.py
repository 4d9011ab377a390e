"""Asking Z3 for the verdict: legal in every world, illegal in every world, or neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from rulebook.model import Book
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED
from verifier.scene import FactValue, Reading, Scene
from verifier.smt import z3face as z
from verifier.smt.circuit import Circuit
from verifier.smt.shape import SceneShape, shape_of
from verifier.smt.stage import stage_for
from verifier.smt.z3face import Term

GAVE_UP = "the solver gave up"


class Witness(Struct, frozen=True):
    """A world and a choice: a reading for each part, an answer for each question, the facts read of each event."""

    readings: tuple[Reading, ...]
    answers: tuple[tuple[str, str], ...]
    facts: tuple[tuple[tuple[str, FactValue], ...], ...]


class Answer(Struct, frozen=True):
    """The verdict, "" where the table cannot arise; a world in which the act is not illegal, and one in which it is not
    legal, as far as there are any; `gave_up` if a question was too hard to decide."""

    verdict: str
    good: Witness | None = None
    bad: Witness | None = None
    gave_up: bool = False


def circuit_for(shape: SceneShape, book: Book) -> Circuit:
    """The circuit for a book and a shape of scene: built when first asked for, and forgotten with its stage."""
    stage = stage_for(shape)
    circuit = stage.circuits.get(book.digest)
    if circuit is None:
        circuit = stage.circuits[book.digest] = Circuit(book, stage)
    return circuit


def judge(scene: Scene, book: Book, witnesses: bool = True) -> Answer:
    """The verdict of a book on a scene. Cards that are not known, and facts without a value, may be anything.

    `witnesses` says whether the worlds found are to be written out, which costs as much as finding them.
    """
    shape, groups = shape_of(scene)
    circuit = circuit_for(shape, book)
    given = circuit.assumptions(scene, groups)
    try:
        return _judge(circuit, given, _witness if witnesses else _no_witness)
    except z.GaveUp:
        return Answer(UNDETERMINED, gave_up=True)


def _judge(circuit: Circuit, given: list[Term], witness: Callable[[Circuit], Witness | None]) -> Answer:
    solver = circuit.solver
    if not solver.satisfiable([*given, circuit.not_illegal]):
        if not solver.satisfiable(given):
            return Answer("")
        return Answer(ILLEGAL, bad=witness(circuit))
    good = witness(circuit)
    if not solver.satisfiable([*given, circuit.not_legal]):
        return Answer(LEGAL, good=good)
    bad = witness(circuit)
    if circuit.choice and _some_choice_always_works(circuit, given):
        return Answer(LEGAL, good=good)
    return Answer(UNDETERMINED, good, bad)


def _some_choice_always_works(circuit: Circuit, given: list[Term]) -> bool:
    """Whether in every world some choice of the player is legal: no world makes all his choices fail."""
    solver = circuit.solver
    works = z.conj((circuit.chosen, circuit.legal))
    solver.push()
    try:
        choices = list(_choices(circuit, given))
    finally:
        solver.pop()
    if not choices:
        return False
    solver.push()
    try:
        for choice in choices:
            solver.add(z.neg(z.substitute(works, choice)))
        return not solver.satisfiable(given)
    finally:
        solver.pop()


def _choices(circuit: Circuit, given: list[Term]) -> Iterator[Sequence[tuple[Term, Term]]]:
    """Every choice that is legal in some world, as values of its variables."""
    solver = circuit.solver
    while solver.satisfiable([*given, circuit.is_legal]):
        values = [solver.value(variable) for variable in circuit.choice]
        pairs = [(variable, _constant(value)) for variable, value in zip(circuit.choice, values, strict=True)]
        yield pairs
        solver.add(z.neg(z.conj(variable == constant for variable, constant in pairs)))


def _constant(value: int | bool) -> Term:
    return (z.TRUE if value else z.FALSE) if isinstance(value, bool) else z.number(value)


def _no_witness(circuit: Circuit) -> None:
    return None


def _witness(circuit: Circuit) -> Witness:
    readings = tuple(circuit.reading(n) for n in range(len(circuit.stage.melds)))
    facts = tuple(tuple(circuit.facts(n).items()) for n in range(len(circuit.stage.shape.events)))
    return Witness(readings, tuple(circuit.answers().items()), facts)
