"""House rules with one fault each: the checker finds it, and finds nothing in those that have none.

A file in `faults` says on its first line which fault it has: its kind, the rule at fault, and the other rules that have
to do with it. The second line says why it is one.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from amendment_files import Owner, amended, brought, says_so

from grammar.trouble import Unreadable
from rulebook.library import book, names
from rulebook.model import Example
from verifier.check.checker import check, check_file
from verifier.check.model import KINDS, Finding

FOLDER = Path(__file__).parent / "faults"
FAULTY = sorted(FOLDER.glob("*.rules"))
CLEAN = sorted((FOLDER / "clean").glob("*.rules"))


class Fault(NamedTuple):
    """The fault of a file, as its first line says it."""

    kind: str
    owner: str
    others: tuple[str, ...]


def fault_of(path: Path) -> Fault:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    said = re.fullmatch(r"# fault: (\w+) (\S+)((?: \S+)*)", first)
    assert said, first
    return Fault(said[1], said[2], tuple(said[3].split()))


def can_be_read(path: Path) -> bool:
    try:
        amended(path)
    except Unreadable:
        return False
    return True


def findings(path: Path) -> tuple[Finding, ...]:
    """What is found in the amendment itself, not in the book that it amends."""
    found = check(amended(path)) if can_be_read(path) else check_file(path)
    return tuple(finding for finding in found if finding.house)


def stem(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", FAULTY, ids=stem)
def test_the_fault_is_found(path: Path) -> None:
    fault = fault_of(path)
    assert (fault.kind, fault.owner) in [(finding.kind, finding.owner) for finding in findings(path)]


@pytest.mark.parametrize("path", CLEAN, ids=stem)
def test_nothing_is_found_where_nothing_is_wrong(path: Path) -> None:
    assert findings(path) == ()


# ---------------------------------------------------------------------------------------- the files themselves


def test_every_kind_is_planted_as_often() -> None:
    counts = Counter(fault_of(path).kind for path in FAULTY)
    assert set(counts) == set(KINDS)
    assert len(FAULTY) == 40
    assert set(counts.values()) <= {5, 6, 7}


@pytest.mark.parametrize("path", FAULTY, ids=stem)
def test_a_file_says_its_fault_and_why_it_is_one(path: Path) -> None:
    head, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    why = " ".join(line.removeprefix("# ") for line in head.splitlines()[1:])
    assert re.fullmatch(r"[A-Z].+\.", why)
    fault = fault_of(path)
    assert re.search(rf"(?:rule|question|drop) {re.escape(fault.owner)}\b", rest)
    known = {owner.id for name in names() for owner in (*book(name).rules, *book(name).questions)}
    assert {other for other in fault.others if f"rule {other}\n" not in rest} <= known


@pytest.mark.parametrize("path", CLEAN, ids=stem)
def test_a_clean_file_says_what_is_worth_a_look(path: Path) -> None:
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    assert re.fullmatch(r"# [A-Z].+\.", head)


CASES = [(path, owner, example) for path in (*FAULTY, *CLEAN) if can_be_read(path)
         for owner in brought(path) for example in owner.examples]  # fmt: skip


def label(case: tuple[Path, Owner, Example]) -> str:
    path, owner, example = case
    return f"{path.stem}-{owner.id}-{example.kind}-{example.line}"


@pytest.mark.parametrize("case", CASES, ids=label)
def test_every_example_holds_by_its_own_rule(case: tuple[Path, Owner, Example]) -> None:
    path, owner, example = case
    assert says_so(amended(path), owner, example)
