"""Every pair of books compared, as one file to read: `tests/golden/books.txt`.

PYTHONPATH=. python tests/golden_books.py      writes it anew
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, groupby
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

from rulebook.library import book, names
from verifier.compare.comparing import compare
from verifier.compare.model import Comparison, Difference, Side

GOLDEN = Path(__file__).parent / "golden" / "books.txt"


class Kept(NamedTuple):
    """A difference as the file has it: the books, the event, the record, and verdict, rule and how on each side."""

    one: str
    two: str
    event: str
    record: str
    first: tuple[str, str, str]
    second: tuple[str, str, str]


def pairs() -> list[tuple[str, str]]:
    """Every two books, in their order."""
    return list(combinations(names(), 2))


def page(found: Comparison) -> str:
    """A comparison as the file has it."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Comparison) -> Iterator[str]:
    yield f"== {found.one.id} beside {found.two.id}"
    for known, relations in groupby(found.relations, key=lambda relation: (relation.relation, relation.proved)):
        yield f"{' '.join(relation.event for relation in relations)}: {known[0]}, {known[1]}"
    for difference in found.differences:
        yield ""
        yield from _difference(difference)
    if found.values:
        yield ""
    for value in found.values:
        card = " ".join(filter(None, (value.colour, value.selector, "in", value.where)))
        yield f"{card}: {value.one or '-'} | {value.two or '-'}"


def _difference(difference: Difference) -> Iterator[str]:
    yield difference.event
    yield from (f"  {line}" for line in difference.record.splitlines())
    yield from (f"    {_side(side)}" for side in (difference.one, difference.two))


def _side(side: Side) -> str:
    return f"{side.verdict:12} {side.owner or '-':26} {side.how}"


def kept() -> dict[tuple[str, str], str]:
    """The pages in the file, by books."""
    found = {}
    for text in GOLDEN.read_text(encoding="utf-8").split("== ")[1:]:
        one, _, two = text.splitlines()[0].partition(" beside ")
        found[one, two] = f"== {text.rstrip()}\n"
    return found


def differences() -> list[Kept]:
    """Every difference in the file."""
    return [difference for books, text in kept().items() for difference in _read(books, text)]


def _read(books: tuple[str, str], text: str) -> Iterator[Kept]:
    for block in text.split("\n\n")[1:]:
        lines = block.splitlines()
        if not lines[1:] or not lines[1].startswith("  "):
            continue
        first, second = (tuple(line.split()) for line in lines[-2:])
        record = "\n".join(line[2:] for line in lines[1:-2])
        yield Kept(*books, lines[0], record, first, second)  # type: ignore[arg-type]


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    texts = []
    for one, two in pairs():
        print(one, two, flush=True)
        texts.append(page(compare(book(one), book(two))))
    GOLDEN.write_text("\n".join(texts), encoding="utf-8")
