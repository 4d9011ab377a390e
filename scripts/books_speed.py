"""How long it takes to compare every pair of books and to check every book, in one process.

    python scripts/books_speed.py

Prints seconds, and each as a ratio of one bare import of z3 in this run, since machines differ. Aims: 5 s for a
comparison, 15 s for a check.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from rulebook.library import book, names  # noqa: E402
from verifier.check.checker import check  # noqa: E402
from verifier.compare import compare  # noqa: E402

LINE = "  {:34} {:6.2f} s {:6.1f} imports of z3"


def seconds(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def import_of_z3() -> float:
    """The least of three: a process that does nothing but import z3."""
    run = [sys.executable, "-c", "import z3"]
    return min(seconds(lambda: subprocess.run(run, check=True)) for _ in range(3))


def comparisons() -> Iterator[tuple[str, float]]:
    for one, two in combinations(names(), 2):
        yield f"{one}, {two}", seconds(lambda one=one, two=two: compare(book(one), book(two)))  # type: ignore[misc]


def checks() -> Iterator[tuple[str, float]]:
    others = [book(name) for name in names()]
    for name in names():
        yield name, seconds(lambda name=name: check(book(name), others))  # type: ignore[misc]


def main() -> None:
    unit = import_of_z3()
    for title, timed in (("compare", comparisons()), ("check", checks())):
        print(title)
        found = []
        for what, took in timed:
            found.append(took)
            print(LINE.format(what, took, took / unit), flush=True)
        print(LINE.format("median", median(found), median(found) / unit))
        print(LINE.format("longest", max(found), max(found) / unit))


if __name__ == "__main__":
    main()
