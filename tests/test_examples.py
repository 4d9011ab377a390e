"""The disputes of the examples: every one is read and ruled, and the index page says what the books say.

After a change of the disputes or of the books, `python scripts/examples_index.py` writes the page anew: read it before
you commit it.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DISPUTES = sorted((ROOT / "examples" / "disputes").rglob("*.kal"))
GROUPED = [path for path in DISPUTES if path.parent.name != "disputes"]
INDEX = runpy.run_path(str(ROOT / "scripts" / "examples_index.py"))
judged = INDEX["judged"]

FRENCH_WORDS = re.compile(r"\b(?:le|la|les|un|une|deux|qui|et|il|de|du|des|que|chez|tout)\b|\b(?:[dlnst]|qu)'", re.I)
ENGLISH_CARDS = re.compile(r"(?<!\w)[QJK][♥♦♣♠]")
ENGLISH_HEADERS = re.compile(r"^(?:players|round|discards|opened|has drawn|ruling)\b|\bholds:", re.M)


def shown(path: Path) -> str:
    return path.relative_to(ROOT / "examples" / "disputes").as_posix()


@pytest.mark.parametrize("path", DISPUTES, ids=shown)
def test_every_ruling_agrees(path: Path) -> None:
    for record, verdicts in judged(path):
        assert record.rulings
        ruled = [verdict for verdict in verdicts if verdict.ruling]
        assert len(ruled) == len(record.rulings)
        wrong = [(verdict.book.id, verdict.verdict, verdict.ruling) for verdict in ruled if not verdict.ruling.agrees]
        assert wrong == []


@pytest.mark.parametrize("path", GROUPED, ids=shown)
def test_there_is_a_ruling_for_every_book_in_which_the_table_can_arise(path: Path) -> None:
    for record, verdicts in judged(path):
        possible = {verdict.book.id for verdict in verdicts if verdict.verdict != "cannot arise"}
        assert {ruling.book for ruling in record.rulings} == possible


@pytest.mark.parametrize("path", DISPUTES, ids=shown)
def test_a_dispute_begins_with_its_title(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert judged(path)[0][0].title == first[2:]


def test_titles_are_not_repeated() -> None:
    titles = [record.title for path in DISPUTES for record, _ in judged(path)]
    assert len(set(titles)) == len(titles)


def test_there_are_enough_disputes() -> None:
    assert len(DISPUTES) >= 45
    undetermined = [
        path for path in DISPUTES for record, _ in judged(path)
        if any(ruling.verdict == "undetermined" for ruling in record.rulings)
    ]  # fmt: skip
    assert len(undetermined) >= 20


def test_a_third_is_french() -> None:
    assert len(french()) * 10 >= len(DISPUTES) * 3


def french() -> list[Path]:
    return [path for path in DISPUTES if judged(path)[0][0].lang == "fr"]


@pytest.mark.parametrize("path", french(), ids=shown)
def test_french_ones_are_french(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert FRENCH_WORDS.search(text.splitlines()[0])
    assert not ENGLISH_CARDS.search(text)
    assert not ENGLISH_HEADERS.search(text)


def test_every_group_has_its_heading_and_every_heading_its_group() -> None:
    assert {path.parent.name for path in DISPUTES} == set(INDEX["HEADINGS"])
    assert set(INDEX["disputes"]()) == set(DISPUTES)


def test_nothing_else_lies_among_the_disputes() -> None:
    assert {path for path in (ROOT / "examples" / "disputes").rglob("*") if path.is_file()} == set(DISPUTES)


def test_the_index_page_is_up_to_date() -> None:
    assert (ROOT / "examples" / "README.md").read_text(encoding="utf-8") == INDEX["page"]()
