"""Requirements that cannot be kept together: under a condition that a rule names, its requirement and others leave
nothing. Prohibitions are no part of it: what is forbidden cannot be kept and is not meant to be."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rulebook.model import Book, show
from rulebook.vocabulary import DUTIES, EVENTS
from verifier.check.impossible import never
from verifier.check.making import EVENTS as NAMED
from verifier.check.making import about, named, said
from verifier.check.model import Finding
from verifier.check.together import Together
from verifier.smt.rules import term
from verifier.words.sentences import Pair

_APART: Pair = (
    "Where {condition}, these rules cannot be kept together by {event}: {rules}.",
    "Quand {condition}, ces règles ne peuvent être respectées ensemble pour {event} : {rules}.",
)


def conflicts(book: Book) -> Iterator[Finding]:
    """The conditions under which the requirements of an event cannot be kept together, each set of rules once."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    demanding = _demanding(book)
    for event in EVENTS:
        if event == "deal" or never(book, event):
            continue
        for condition, blamed in _apart(demanding, event):
            if len(blamed) > 1 and (event, blamed) not in seen:
                seen.add((event, blamed))
                text = said(_APART, condition=condition, event=NAMED[event], rules=named(blamed))
                yield about(book, "conflict", blamed, text, event)


def _demanding(book: Book) -> Book:
    """The book without what it forbids: its requirements, permits and exceptions."""
    kept = ("require", "permit", "exception")
    return replace(
        book,
        rules=tuple(replace(rule, limbs=tuple(x for x in rule.limbs if x.effect in kept)) for rule in book.rules),
        digest=f"{book.digest} demanding",
    )


def _apart(book: Book, event: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    together = Together(book, [(event, {})])
    if event not in DUTIES and not together.possible():
        return
    for rule in book.rules:
        for limb in rule.limbs:
            if limb.event == event and limb.effect == "require" and limb.when is not None:
                speaks = term(limb.when, lambda name: together.fact(0, name))
                here = together.solver.name(speaks, f"{rule.id} {show(limb.when)}")
                if together.solver.satisfiable([here]) and not together.possible([here]):
                    yield show(limb.when), together.blamed([here])
