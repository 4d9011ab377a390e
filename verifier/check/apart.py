"""A book beside the same book without one of its statements: where, over free facts, they decide otherwise."""

from __future__ import annotations

from msgspec.structs import replace

from rulebook.model import Book, Limb, Rule
from verifier.check.making import without
from verifier.smt.free import Free, free
from verifier.smt.rules import differ, one_answer

ENOUGH_JOKERS = 24
"""As many jokers as the vocabulary knows: a statement is dead whatever the deck."""


def only(book: Book, event: str) -> Book:
    """What a book says of an event, and nothing else of its rules."""
    rules = (replace(rule, limbs=tuple(x for x in rule.limbs if x.event == event)) for rule in book.rules)
    return replace(book, rules=tuple(rule for rule in rules if rule.limbs or rule.values))


def alive(book: Book, rule: Rule, limb: Limb) -> bool:
    """Whether a book that says this of one event would decide some facts of it otherwise without the statement."""
    return apart(book, rule, limb).solver.possible()


def apart(book: Book, rule: Rule, limb: Limb) -> Free:
    """The book and the book without the statement, where they do not say the same under one answer to each question."""
    rest = replace(book, rules=without(book.rules, rule, limb), digest=f"{book.digest} without")
    both = free((book, rest), limb.event, ENOUGH_JOKERS, together=True)
    one, two = (voice.said for voice in both.voices)
    both.solver.add(differ(one.verdicts[0], two.verdicts[0]))
    both.solver.add(one_answer(book.questions, one.answer))
    return both
