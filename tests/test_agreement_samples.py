"""Random plays, half of them spoiled: the oracle, the direct engine and the Z3 engine say the same, step by step."""

from __future__ import annotations

import pytest
from oracle.bridge import agree, every_fact_agrees, witnesses_hold
from oracle.figures import BOOKS, Figures
from oracle.samples import sample, slice_of, sorts_of, verdicts_of

EACH = 50
"""So many plays of each sort, verdict and book at the least."""
MORE = {"addition": 75, "turn:": 75}
"""More of these sorts."""
SMT_EACH, SMT_FORMS = 5, 2
"""So many of each verdict go to the Z3 engine too, of so many forms; in the large run all do."""
LARGE = 100

SORTS = list(dict.fromkeys(sort for book in BOOKS for sort in sorts_of(book)))
CELLS = [(sort, book) for sort in SORTS for book in BOOKS if sort in sorts_of(book)]
every_cell = pytest.mark.parametrize(("sort", "book"), CELLS, ids=[f"{sort}-{book.name}" for sort, book in CELLS])


def enough(sort: str) -> int:
    """So many plays of a sort are wanted."""
    return next((number for start, number in MORE.items() if sort.startswith(start)), EACH)


@every_cell
def test_plays(sort: str, book: Figures) -> None:
    found = sample(sort, book, enough(sort))
    for verdict, plays in found.items():
        assert len(plays) >= enough(sort), f"only {len(plays)} plays are {verdict}"
        for play in plays:
            assert agree(play, book, smt=False) == verdict
    for play in slice_of(found, SMT_EACH, SMT_FORMS):
        agree(play, book, direct=False)
    for play in slice_of(found, 1, 1):
        assert every_fact_agrees(play, book) and witnesses_hold(play, book)


def test_there_are_enough_additions_and_turns() -> None:
    for start in MORE:
        cells = [(sort, book) for sort, book in CELLS if sort.startswith(start)]
        assert sum(enough(sort) * len(verdicts_of(sort, book)) for sort, book in cells) >= 5000


@pytest.mark.large
@every_cell
def test_many_plays(sort: str, book: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    found, facts = sample(sort, book, LARGE), 0
    assert set(found) == set(verdicts_of(sort, book))
    for verdict, plays in found.items():
        for play in plays:
            assert agree(play, book) == verdict
            facts += every_fact_agrees(play, book) + witnesses_hold(play, book)
    with capsys.disabled():
        print(f"\n{book.name}, {sort}: { {verdict: len(plays) for verdict, plays in found.items()} }, {facts} facts")
