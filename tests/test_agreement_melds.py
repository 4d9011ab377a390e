"""Every small meld: the oracle, the direct engine and the Z3 engine say the same, in all three books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from oracle.bridge import agree_on_meld
from oracle.figures import BOOKS, Figures
from oracle.samples import small_melds, window

WINDOWS = {
    "from the queen past the ace to the four, in two suits": window(12),
    "three ranks around the ace, in four suits": window(13, "♥♦♣♠", 3),
}
MORE_WINDOWS = {
    "from the jack past the ace to the three, in two suits": window(11),
    "from the nine to the ace, in two suits": window(9),
    "from the ace to the six, in two suits": window(1, "♦♣"),
    "three ranks from the five, in four suits": window(5, "♥♦♣♠", 3),
}
SLICE = 20
"""The Z3 engine is asked about one small meld in so many, and about all of them in the large run."""


def counted(deck: Sequence[str], book: Figures, slice: int) -> Counter[str]:
    """How often each verdict came, all three agreeing."""
    return Counter(agree_on_meld(cards, book, smt=n % slice == 0) for n, cards in enumerate(small_melds(deck)))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@pytest.mark.parametrize("name", WINDOWS)
def test_small_melds(name: str, book: Figures) -> None:
    found = counted(WINDOWS[name], book, SLICE)
    assert min(found[verdict] for verdict in ("legal", "illegal", "undetermined")) >= 3, found
    assert found.total() > 8000


@pytest.mark.large
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@pytest.mark.parametrize("name", {**WINDOWS, **MORE_WINDOWS})
def test_all_small_melds(name: str, book: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted({**WINDOWS, **MORE_WINDOWS}[name], book, 1)
    with capsys.disabled():
        print(f"\n{book.name}, {name}: {dict(found)}")
