"""Random plays, half of them spoiled: the oracle, the direct engine and the Z3 engine say the same, step by step."""

from __future__ import annotations

import pytest
from oracle.bridge import agree, every_fact_agrees, witnesses_hold
from oracle.figures import BOOKS, Figures
from oracle.samples import SORTS, sample, verdicts_of

EACH = 50
"""So many plays of each sort, verdict and book at the least."""
SMT_EACH, FACTS_EACH = 5, 2
"""So many of them go to the Z3 engine too, and so many are compared fact by fact; in the large run all do."""
LARGE = 100

every_sort = pytest.mark.parametrize("sort", SORTS)
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


@every_book
@every_sort
def test_plays(sort: str, book: Figures) -> None:
    for verdict, plays in sample(sort, book, EACH).items():
        assert len(plays) >= EACH, f"only {len(plays)} plays are {verdict}"
        for number, play in enumerate(plays):
            assert agree(play, book, smt=number < SMT_EACH) == verdict


@every_book
@every_sort
def test_facts(sort: str, book: Figures) -> None:
    for plays in sample(sort, book, EACH).values():
        for play in plays[:FACTS_EACH]:
            assert witnesses_hold(play, book) and every_fact_agrees(play, book)


@pytest.mark.large
@every_book
@every_sort
def test_many_plays(sort: str, book: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    found, facts = sample(sort, book, LARGE), 0
    assert set(found) == set(verdicts_of(sort, book))
    for verdict, plays in found.items():
        for play in plays:
            assert agree(play, book) == verdict
            facts += witnesses_hold(play, book) + every_fact_agrees(play, book)
    with capsys.disabled():
        print(f"\n{book.name}, {sort}: { {verdict: len(plays) for verdict, plays in found.items()} }, {facts} facts")
