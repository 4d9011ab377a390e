"""The places of the sources: reading a source into places, looking them up, counting and comparing them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook import library, places
from rulebook.load import load
from rulebook.model import Book, Place
from rulebook.places import Source
from rulebook.sources import reading

ROOT = Path(__file__).parent.parent

SAMPLE = """\
Les chats jouent le soir. Ils gagnent (souvent !) aux points.

Le jeu des chats
Chacun reçoit 3 cartes. On joue vite… Puis on dort ?
- piocher : une carte, etc., de la pile
- jeter une carte. C'est tout.

Le tour finit quand le chat
s'endort, par exemple
sur ses cartes. Alors on compte.
La fin :
| Manche | Cartes |
|---|---|
| 1 | 9 |
| 2 | 10 |
Merci d'avoir lu.
"""

CATS = Source("cats", ("Cats", "Chats"), file="cats.txt", headings=(11,), parts=((16, ("Thanks", "Merci")),))


@pytest.fixture
def cats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Source]:
    """The sample as the only source there is, with its file in `tmp_path`/files."""
    files, indexes = tmp_path / "files", tmp_path / "indexes"
    files.mkdir()
    indexes.mkdir()
    (files / "cats.txt").write_text(SAMPLE, encoding="utf-8")
    (indexes / "cats.tsv").write_text(reading.render(CATS, SAMPLE.encode()), encoding="utf-8")
    monkeypatch.setattr(places, "_SOURCES", indexes)
    for cached in (places.names, places.index):
        cached.cache_clear()
    yield places.index("cats")
    for cached in (places.names, places.index):
        cached.cache_clear()


def book(text: str, cites: str = "cats") -> Book:
    return load(f'book b "B"\nsource {cites}\n{text}', "b.rules", library.book)


def at(line: int, sentence: int = 0) -> Place:
    return Place("cats", line, sentence)


# ---------------------------------------------------------------------------------------- reading a source


def kinds() -> list[tuple[int, int, str]]:
    return [(entry.line, entry.sentence, entry.kind) for entry in reading.read(SAMPLE, CATS)]


def test_every_sentence_heading_point_and_row_is_a_place() -> None:
    assert kinds() == [
        (1, 1, "sentence"), (1, 2, "sentence"),
        (3, 1, "heading"),
        (4, 1, "sentence"), (4, 2, "sentence"), (4, 3, "sentence"),
        (5, 1, "item"), (6, 1, "item"), (6, 2, "item"),
        (8, 1, "sentence"), (10, 2, "sentence"),
        (11, 1, "heading"),
        (12, 1, "row"), (14, 1, "row"), (15, 1, "row"),
        (16, 1, "sentence"),
    ]  # fmt: skip


def test_a_sentence_may_run_over_several_lines() -> None:
    long = next(entry for entry in reading.read(SAMPLE, CATS) if entry.line == 8)
    assert (long.line, long.last) == (8, 10)


def test_the_index_holds_headings_but_no_sentence_of_the_source() -> None:
    index = reading.render(CATS, SAMPLE.encode())
    assert "Le jeu des chats" in index
    assert not any(word in index for word in ("gagnent", "Chacun", "jeter", "Manche", "lu."))


def test_the_same_file_gives_the_same_index_and_the_index_reads_back() -> None:
    index = reading.render(CATS, SAMPLE.encode())
    source = places.parse(index)
    assert reading.render(source, SAMPLE.encode()) == index
    assert (source.id, source.title, source.headings, source.parts) == (CATS.id, CATS.title, CATS.headings, CATS.parts)


def test_line_ends_and_blanks_do_not_change_a_sentence() -> None:
    windows = SAMPLE.replace("\n", "\r\n").replace("3 cartes", "3  cartes")
    assert reading.read(windows, CATS) == reading.read(SAMPLE, CATS)


# ---------------------------------------------------------------------------------------- looking up


@pytest.mark.parametrize(
    ("place", "en", "fr"),
    [
        (at(1, 2), "Cats › introduction › paragraph 1", "Chats › introduction › paragraphe 1"),
        (at(3, 1), "Cats › Le jeu des chats", "Chats › Le jeu des chats"),
        (at(4, 2), "Cats › Le jeu des chats › paragraph 1", "Chats › Le jeu des chats › paragraphe 1"),
        (at(6), "Cats › Le jeu des chats › paragraph 1, point 2", "Chats › Le jeu des chats › paragraphe 1, point 2"),
        (at(9), "Cats › Le jeu des chats › paragraph 2", "Chats › Le jeu des chats › paragraphe 2"),
        (at(12), "Cats › La fin › table, head", "Chats › La fin › tableau, en-tête"),
        (at(15), "Cats › La fin › table, row 2", "Chats › La fin › tableau, ligne 2"),
        (at(16), "Cats › Thanks › paragraph 1", "Chats › Merci › paragraphe 1"),
        (at(99, 1), "Cats › L99.1", "Chats › L99.1"),
        (Place("dogs", 1), "dogs › L1", "dogs › L1"),
        (Place("", 1), "L1", "L1"),
    ],
)
def test_a_place_is_described_by_title_heading_and_paragraph(cats: Source, place: Place, en: str, fr: str) -> None:
    assert (places.describe(place, "en"), places.describe(place, "fr")) == (en, fr)


def test_the_title_can_be_left_out(cats: Source) -> None:
    assert places.describe(at(4), "en", titled=False) == "Le jeu des chats › paragraph 1"


def test_a_place_exists_if_its_sentence_does(cats: Source) -> None:
    there = [at(1), at(1, 2), at(9), at(9, 1), at(10, 1), at(10, 2), at(14, 1)]
    missing = [at(1, 3), at(2), at(9, 2), at(13), at(17), Place("dogs", 1, 1)]
    assert all(map(places.exists, there))
    assert not any(map(places.exists, missing))


def test_a_source_that_is_none_is_named_with_those_there_are(cats: Source) -> None:
    with pytest.raises(KeyError) as error:
        places.index("dogs")
    assert error.value.args == ("dogs", "cats")


# ---------------------------------------------------------------------------------------- coverage


def test_every_place_is_cited_an_aside_or_open(cats: Source) -> None:
    cited = 'rule r [L4.1]\n  en "R."\n  fr "R."\n  on deal require hand-size = 3\n'
    asides = 'narrative [L1 L4.1]\nadvice [L16]\nlater [L9] "not yet"\n'
    (found,) = places.coverage([book(cited + asides)])
    assert found.places("cited") == (at(4, 1),)
    assert found.places("narrative") == (at(1, 1), at(1, 2))
    assert found.places("advice") == (at(16, 1),)
    assert found.places("later") == (at(8, 1),)
    assert len(found.open) == found.count("open") == 11
    assert found.wrong == ()


def test_a_citation_of_no_place_is_wrong(cats: Source) -> None:
    (found,) = places.coverage([book("narrative [L1.1 L1.7]\n")])
    (wrong,) = found.wrong
    assert (wrong.book, wrong.owner, wrong.place) == ("b", "narrative", at(1, 7))


def test_a_source_without_a_book_is_all_open(cats: Source) -> None:
    (found,) = places.coverage([])
    assert len(found.open) == len(cats.entries)


# ---------------------------------------------------------------------------------------- comparing with the files


def test_the_file_the_index_was_made_from_agrees(cats: Source, tmp_path: Path) -> None:
    assert places.against(tmp_path / "files") == []


def test_a_missing_file_is_reported(cats: Source, tmp_path: Path) -> None:
    (found,) = places.against(tmp_path)
    assert (found.source, found.what, found.place) == ("cats", "missing", None)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("reçoit 3 cartes", "reçoit 4 cartes", [("changed", at(4, 1))]),
        (" Puis on dort ?", "", [("gone", at(4, 3))]),
        ("C'est tout.", "C'est tout. Ou presque.", [("new", at(6, 3))]),
        ("3 cartes.", "3  cartes. ", [("spacing", None)]),
    ],
)
def test_a_file_that_differs_is_reported_by_sentence(
    cats: Source, tmp_path: Path, old: str, new: str, expected: list[tuple[str, Place | None]]
) -> None:
    (tmp_path / "files" / "cats.txt").write_text(SAMPLE.replace(old, new), encoding="utf-8")
    assert [(one.what, one.place) for one in places.against(tmp_path / "files")] == expected


# ---------------------------------------------------------------------------------------- the sources of the project


def test_the_sources_have_titles_in_both_languages() -> None:
    assert places.title("rami-40-51", "en") == "Rami 40 and Kalooki (Rami 51)"
    assert places.title("rami-40-51", "fr") == "Rami 40 et Kalooki (Rami 51)"
    assert set(places.names()) == {"rami-40-51", "kalooki-40-51", "jamaican", "kaluki"}


@pytest.mark.parametrize("name", library.names())
def test_every_citation_of_a_book_is_of_a_place_that_exists(name: str) -> None:
    wrong = [f"{one.owner} {one.place}" for one in places.citations(library.book(name)) if not places.exists(one.place)]
    assert wrong == []


def test_the_places_of_the_project_are_found_by_heading() -> None:
    place = Place("rami-40-51", 25, 1)
    assert places.describe(place, "en") == "Rami 40 and Kalooki (Rami 51) › Le rôle des Jokers › paragraph 2"


def test_a_sentence_broken_over_two_lines_of_kaluki_is_one_place() -> None:
    source = places.index("kaluki")
    assert source.at(Place("kaluki", 17, 1)) == source.at(Place("kaluki", 16, 2))


def test_the_script_refuses_a_file_that_is_no_source(tmp_path: Path) -> None:
    unknown = tmp_path / "dogs.txt"
    unknown.write_text("Les chiens.", encoding="utf-8")
    script = [sys.executable, str(ROOT / "scripts" / "index_source.py"), str(unknown)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "which source is this?" in done.stderr
