"""The deal on the direct engine: the packs, and whatever else nobody wrote, that suit it best, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulebook.model import Book, conjuncts
from verifier.direct.conditions import Test, ready
from verifier.direct.engine import lifting
from verifier.direct.statements import Docket, index_of
from verifier.direct.worlds import answer_worlds, possible
from verifier.scene import FactValue

Written = tuple[tuple[str, int], ...]
"""Facts of a deal, by name."""

Deal = tuple[dict[str, FactValue], int]
"""All facts of a deal that a book looks at, and how many things that its rules require are not so."""

_MOST = 512
"""Deals that are remembered for each book."""


def best_deals(book: Book, written: Written) -> tuple[Deal, ...]:
    """For each way to answer the book's questions on the deal, one with these facts that is least wrong."""
    index = index_of(book)
    if written not in index.deals:
        if len(index.deals) >= _MOST:
            index.deals.clear()
        index.deals[written] = tuple(_best(book, dict(written)))
    return index.deals[written]


def _best(book: Book, written: dict[str, int]) -> Iterator[Deal]:
    here = index_of(book).event("deal")
    free = [name for name in here.bookkeeping if name not in written]
    for answers in answer_worlds(here.questions):
        docket = here.docket(tuple(answers[question.id] for question in here.questions))
        every = (dict(zip(free, values, strict=True)) for values in product(*map(possible, free)))
        yield _fewest(docket, ({**written, **facts} for facts in every))


def _fewest(docket: Docket, deals: Iterator[dict[str, FactValue]]) -> Deal:
    parts = [tuple(map(ready, conjuncts(one.hit.limb.need))) for one in docket.demands]
    best, least = dict[str, FactValue](), -1
    for facts in deals:
        broken = _broken(docket, parts, facts)
        if least < 0 or broken < least:
            best, least = facts, broken
        if not least:
            break
    return best, least


def _broken(docket: Docket, parts: list[tuple[Test, ...]], facts: dict[str, FactValue]) -> int:
    """How many of the things that the rules require are not so."""
    lifted = {hit.limb.lifts for hit in lifting(docket.exceptions, facts)}
    found = 0
    for one, needs in zip(docket.demands, parts, strict=True):
        if one.hit.owner not in lifted and one.broken(facts):
            found += sum(1 for need in needs if not need(facts)) or 1
    return found
