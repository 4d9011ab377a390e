"""The house rules of the examples: they can be read, their examples hold, and nothing in them goes unnoticed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from amendment_files import Owner, amended, brought, says_so

from rulebook.model import Example

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "scripts"))

from rule_mutants import examine  # noqa: E402

HOUSE = sorted((ROOT / "examples" / "house").glob("*.rules"))
INDEX = (ROOT / "examples" / "house" / "README.md").read_text(encoding="utf-8")

Case = tuple[Path, Owner, Example]
CASES = [(path, owner, example) for path in HOUSE for owner in brought(path) for example in owner.examples]


def label(case: Case) -> str:
    path, owner, example = case
    return f"{path.stem}-{owner.id}-{example.kind}-{example.line}"


def stem(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("case", CASES, ids=label)
def test_every_example_holds_by_its_own_rule(case: Case) -> None:
    path, owner, example = case
    assert says_so(amended(path), owner, example)


@pytest.mark.parametrize("path", HOUSE, ids=stem)
def test_every_rule_has_its_examples(path: Path) -> None:
    for owner in brought(path):
        kinds = {example.kind for example in owner.examples}
        assert kinds >= {"legal", "illegal"} or kinds & {"worth", "counts", "scores"}, owner.id


@pytest.mark.parametrize("path", HOUSE, ids=stem)
def test_every_mutant_is_noticed_by_an_example_of_its_own_rule(path: Path) -> None:
    own = {owner.id for owner in brought(path)}
    here = [found for found in examine(amended(path)) if found.mutant.owner in own]
    unnoticed = [f"{found.mutant.owner}: {found.mutant.change}" for found in here
                 if found.by is None or found.by.owner != found.mutant.owner]  # fmt: skip
    assert unnoticed == []


@pytest.mark.parametrize("path", HOUSE, ids=stem)
def test_a_file_says_first_who_plays_so(path: Path) -> None:
    head, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    assert len(head) > 80
    assert all(line.startswith("# ") for line in head.splitlines())
    assert rest.startswith(f"book {path.stem} ")


@pytest.mark.parametrize("path", HOUSE, ids=stem)
def test_the_index_names_every_file_with_its_title_and_its_book(path: Path) -> None:
    here = amended(path)
    row = next(line for line in INDEX.splitlines() if f"]({path.name})" in line)
    assert here.title in row
    assert f"`{here.amends}`" in row


def test_the_index_names_no_other_file() -> None:
    assert re.findall(r"\]\(([\w-]+\.rules)\)", INDEX) == [path.name for path in HOUSE]


def test_there_are_enough_of_every_book() -> None:
    assert len(HOUSE) >= 10
    amends = [amended(path).amends for path in HOUSE]
    assert amends.count("rami-40") >= 2
    assert amends.count("kalooki-40") >= 2
    assert {"jamaican", "kaluki", "rami-51", "kalooki-51"} <= set(amends)
