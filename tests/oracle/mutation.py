"""Changes one fact in one engine, and finds out which comparison notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from oracle import bridge, samples
from oracle.figures import JAMAICAN, KALUKI, RAMI_40, RAMI_51, Figures
from oracle.plays import Play, Tale
from rulebook import library
from rulebook.vocabulary import FACTS, FactWord
from verifier.direct.facts import CARD_FACTS
from verifier.direct.statements import _INDICES
from verifier.smt import stage
from verifier.smt import z3face as z
from verifier.smt.reason import _whys

ENGINES = ("direct", "z3")
BOOKS = (RAMI_40, RAMI_51, KALUKI, JAMAICAN)
"""Books whose rules read every fact that any book reads."""
EACH = 2
"""So many plays of each sort and verdict make the quick sample."""
_LEFT_OUT = [f"meld of {size}" for size in range(8, 14)] + [f"contract of round {round}" for round in range(4, 10)]

_REMEMBERED: tuple[Any, ...] = (stage._stages, _whys, _INDICES)


class Mutant(NamedTuple):
    """`change` is "+1" or "-1" for a number, "not" for a truth value, "next" for a name, "none" to change nothing."""

    fact: str
    engine: str
    change: str


def card_facts() -> list[FactWord]:
    """The facts that each engine works out from the cards."""
    return [word for word in FACTS.values() if word.cards]


def mutants(word: FactWord) -> Iterator[Mutant]:
    """Every mutant of a fact."""
    changes = {"int": ("+1", "-1"), "bool": ("not",), "name": ("next",)}[word.type]
    return (Mutant(word.name, engine, change) for engine in ENGINES for change in changes)


# ----------------------------------------------------------------------------------------- making one


@contextmanager
def at_work(mutant: Mutant) -> Iterator[None]:
    """The engine with the fact changed; everything that the engines remember is forgotten, before and after."""
    _forget()
    try:
        with _patch(mutant):
            yield
    finally:
        _forget()


def _forget() -> None:
    for known in _REMEMBERED:
        known.clear()


def _patch(mutant: Mutant) -> AbstractContextManager[Any]:
    """Puts a changed function in the place of the right one."""
    if mutant.engine == "direct":
        right = CARD_FACTS[mutant.fact]
        return patch.dict(CARD_FACTS, {mutant.fact: lambda facts: _change_value(right(facts), mutant)})
    term = stage.fact_term

    def changed(name: str, *event: Any) -> Any:
        return _change_term(term(name, *event), mutant) if name == mutant.fact else term(name, *event)

    return patch.object(stage, "fact_term", changed)


def _change_value(value: Any, mutant: Mutant) -> Any:
    match mutant.change:
        case "+1" | "-1":
            return value + int(mutant.change)
        case "not":
            return not value
        case "next":
            names = _names(mutant)
            return names[(names.index(value) + 1) % len(names)]
    return value


def _change_term(term: Any, mutant: Mutant) -> Any:
    match mutant.change:
        case "+1" | "-1":
            return z.as_term(term) + int(mutant.change)
        case "not":
            return z.neg(term)
        case "next":
            return z.ite(term == len(_names(mutant)) - 1, z.number(0), term + 1)
    return term


def _names(mutant: Mutant) -> tuple[Any, ...]:
    return FACTS[mutant.fact].values or ()


# ---------------------------------------------------------------------------------------- catching it


def killed_by(mutant: Mutant) -> str:
    """The first comparison that notices the mutant, "" if none does: verdicts first, then facts."""
    plays = [(play, book) for play, book, events in _sample() if events & set(FACTS[mutant.fact].events)]
    with at_work(mutant):
        for compare in (_same_verdicts(mutant.engine), bridge.every_fact_agrees, bridge.witnesses_hold):
            for play, book in plays:
                try:
                    compare(play, book)
                except bridge.Disagreement as found:
                    return found.check
    return ""


def _same_verdicts(engine: str) -> Callable[[Play | Tale, Figures], object]:
    return lambda play, book: bridge.agree(play, book, smt=engine == "z3")


@cache
def _sample() -> list[tuple[Play | Tale, Figures, frozenset[str]]]:
    """A few plays of each sort with the events that they bring about; tuples of one event first, for they are quick."""
    chosen = [
        (play, book, frozenset(event.name for step in bridge.steps_of(play, rules) for event in step.scene.events))
        for book in BOOKS
        for rules in (library.book(book.name),)
        for sort in samples.sorts_of(book)
        if sort not in _LEFT_OUT
        for plays in samples.sample(sort, book, EACH).values()
        for play in plays
    ]
    return sorted(chosen, key=lambda one: len(one[2]))
