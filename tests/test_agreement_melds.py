"""Every small meld: the oracle, the direct engine and the Z3 engine say the same, in all eight books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from oracle.bridge import agree_on_meld
from oracle.figures import BOOKS, Figures
from oracle.samples import small_melds, window

WINDOWS = {
    "from the queen past the ace to the three, in two suits": window(12, ranks=5),
    "the king and the ace, in four suits": window(13, "♥♦♣♠", 2),
}
MORE_WINDOWS = {
    "from the queen past the ace to the four, in two suits": window(12),
    "three ranks around the ace, in four suits": window(13, "♥♦♣♠", 3),
    "from the jack past the ace to the three, in two suits": window(11),
    "from the nine to the ace, in two suits": window(9),
    "from the ace to the six, in two suits": window(1, "♦♣"),
    "three ranks from the five, in four suits": window(5, "♥♦♣♠", 3),
}
SLICE = 40
"""The Z3 engine is asked about one small meld in so many, and about all of them in the large run."""


def counted(deck: Sequence[str], book: Figures, slice: int) -> Counter[str]:
    """How often each verdict came, all three agreeing."""
    return Counter(agree_on_meld(cards, book, smt=n % slice == 0) for n, cards in enumerate(small_melds(deck)))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@pytest.mark.parametrize("name", WINDOWS)
def test_small_melds(name: str, book: Figures) -> None:
    found = counted(WINDOWS[name], book, SLICE)
    asked = not book.contract  # there, only melds of five or more leave a question
    assert found.total() > 2800 and found["legal"] > 200 and found["illegal"] > 2000, found
    assert found["undetermined"] > 30 if asked else not found["undetermined"], found


@pytest.mark.large
@pytest.mark.parametrize("name", {**WINDOWS, **MORE_WINDOWS})
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_all_small_melds(name: str, book: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted({**WINDOWS, **MORE_WINDOWS}[name], book, 1)
    with capsys.disabled():
        print(f"\n{book.name}, {name}: {dict(found)}")
