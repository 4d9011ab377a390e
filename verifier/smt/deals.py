"""The deal in Z3: whether packs, and whatever else nobody wrote, can be found that make it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from rulebook.model import Book, Question
from verifier.scene import FactValue
from verifier.smt.facts import code
from verifier.smt.free import FreeEvent
from verifier.smt.z3face import Solver


def can_be_right(book: Book, written: Mapping[str, FactValue]) -> Iterator[bool]:
    """For each way to answer the book's questions on the deal, whether one with these facts can keep its rules.

    Raises `GaveUp`.
    """
    deal, solver = FreeEvent(book, "deal"), Solver()
    solver.add(deal.within_limits())
    for name, value in written.items():
        solver.add(deal.facts[name] == code(name, value))
    solver.add(deal.verdicts[0].legal)
    asked = [question for question in book.questions if _speaks_of_deals(question)]
    for answers in product(*(question.readings for question in asked)):
        chosen = zip(asked, answers, strict=True)
        yield solver.satisfiable([deal.answer(question.id, reading.name) for question, reading in chosen])


def _speaks_of_deals(question: Question) -> bool:
    return any(limb.event == "deal" for reading in question.readings for limb in reading.limbs)
