"""`kalooki rules`: what it shows of books, rules, questions and coverage, in text and JSON, English and French."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulebook import library, places
from rulebook.consistency import says
from rulebook.load import load
from rulebook.model import Book, Rule
from verifier.commands.rules import rules
from verifier.pages import words as rules_words

HOUSE = """\
book chez-nous "Chez nous" amends kalooki-40

drop set.max
settle run.jokers.adjacent = forbidden
replace rule deal.hand
  en "Each player is dealt 11 cards."
  fr "Chaque joueur reçoit 11 cartes."
  on deal require hand-size = 11
rule joker.one
  en "A meld has at most one joker."
  fr "Un seul joker par combinaison."
  on meld require jokers <= 1
"""


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "house.rules"
    path.write_text(HOUSE, encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, arguments)


def text(*arguments: str, status: int = 0) -> str:
    result = run(*arguments)
    assert result.exit_code == status, result.output
    return result.stdout


def lines(*arguments: str, status: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text(*arguments, "--format", "json", status=status).splitlines()]


# ---------------------------------------------------------------------------------------- books


def test_without_arguments_the_books_are_listed() -> None:
    shown = text()
    assert all(name in shown for name in library.names())
    assert "amends kalooki-40" in shown
    assert f"{len(library.book('rami-40').rules)} rules" in shown


def test_a_book_shows_its_rules_in_order_and_then_its_questions() -> None:
    shown = text("rami-40")
    book = library.book("rami-40")
    sentences = [*(rule.en for rule in book.rules), "Open questions", *(question.en for question in book.questions)]
    found = [shown.index(f"\n{sentence}\n") for sentence in sentences]
    assert found == sorted(found)
    assert "  joker.swap.set · Le rôle des Jokers › paragraph 2 · stated\n" in shown
    assert "  run.min · convention\n" in shown


def test_people_see_no_line_numbers_unless_they_ask() -> None:
    assert "L16" not in text("rami-40") + text("rami-40", "run.ace.high-only")
    assert "[L16.4]" in text("rami-40", "run.ace.high-only", "--verbose")


def test_what_is_piped_is_plain() -> None:
    assert "\x1b" not in text("rami-40")
    assert all(line == line.rstrip() for line in text("rami-40").splitlines())


def test_amendments_are_marked(house: str) -> None:
    shown = text(house)
    assert "amends Kalooki 40 (kalooki-40)" in shown
    assert "dropped: set.max" in shown
    assert "  deal.hand · replaced · house rule\n" in shown
    assert "  joker.one · added · house rule\n" in shown
    assert (
        "\nMay two jokers stand side by side in a run? They may not.\n  run.jokers.adjacent · settled = forb" in shown
    )


# ---------------------------------------------------------------------------------------- rules and questions


def test_a_rule_shows_everything_about_it() -> None:
    shown = text("rami-40", "opening.threshold")
    for part in (
        "The first melds a player lays are worth at least 40 points together.",
        "Rami 40 and Kalooki (Rami 51) › Le déroulement du jeu Rami 40 › paragraph 5, point 2",
        "stated by the source",
        "on open require points >= 40",
        "illegal: not opened; lay 10♥ 10♠ 10♣",
    ):
        assert part in shown


def test_a_rule_shows_the_answers_that_would_lift_it() -> None:
    assert "draw.discard.to-add = enough" in text("rami-40", "draw.discard.must-lay")


def test_a_replaced_rule_shows_what_it_was() -> None:
    shown = text("kalooki-51", "opening.threshold")
    assert "at least 51 points" in shown
    assert "at least 40 points" in shown


def test_a_question_shows_its_readings_and_who_asks_it() -> None:
    shown = text("rami-40", "late.allowed")
    assert "the source contradicts itself" in shown
    assert "late.otherwise" in shown
    assert "on late permit when play in {lay, add}" in shown


def test_cards_are_coloured_where_the_terminal_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    shown = CliRunner().invoke(rules, ["rami-40", "joker.swap.set"], color=True).stdout
    assert "\x1b[31m10♥\x1b[0m" in shown
    assert "\x1b[1m10♠\x1b[0m" in shown


def again(rule: Rule, book: Book) -> Rule | None:
    """The rule, read once more from what the command shows of it, under another name."""
    said = "".join(f"  {line}\n" for line in rules_words.statements(rule))
    text = f'book again "Again" amends {book.id}\nrule again\n  en "Again."\n  fr "Encore."\n{said}'
    return load(text, "again.rules", library.book).rule("again")


@pytest.mark.parametrize("name", library.names())
def test_statements_are_shown_as_a_rule_file_writes_them(name: str) -> None:
    book = library.book(name)
    for rule in book.rules:
        if "Lookup(" in repr(rule):
            continue  # a table is not part of the rule
        read = again(rule, book)
        assert read
        assert says(read) == says(rule)


# ---------------------------------------------------------------------------------------- coverage


def test_coverage_counts_and_lists_what_is_open() -> None:
    found = places.coverage([library.book(name) for name in library.names()])
    shown = text("--coverage", status=1 if any(one.open or one.wrong for one in found) else 0)
    for one in found:
        title = places.title(one.source, "en")
        counts = [len(one.statuses), *(one.count(status) for status in places.STATUSES)]
        row = next(line for line in shown.splitlines() if line.startswith(title))
        assert row.removeprefix(title).split() == list(map(str, counts))
        assert (f"{title}: not accounted for yet" in shown) == bool(one.open)


def test_coverage_of_an_amending_book_keeps_the_asides_of_the_amended_one() -> None:
    (base,), (amending,) = lines("kalooki-40", "--coverage"), lines("kalooki-51", "--coverage")
    assert amending["open"] == base["open"] == 0
    assert amending["places"] == base["places"]


def test_coverage_against_a_folder_without_the_files_finds_them_missing(tmp_path: Path) -> None:
    shown = text("--coverage", "--against", str(tmp_path), status=1)
    assert shown.count("there is no file") == len(places.names())


def test_coverage_is_about_whole_books() -> None:
    assert run("rami-40", "deck", "--coverage").exit_code == 2


# ---------------------------------------------------------------------------------------- JSON


def test_json_lists_the_books() -> None:
    assert [line["book"] for line in lines()] == list(library.names())


def test_json_of_a_rule_has_places_by_line_and_by_heading() -> None:
    (rule,) = lines("rami-40", "run.ace.high-only")
    assert rule["type"] == "rule"
    assert rule["statements"] == ["on meld forbid when low-ace"]
    assert rule["cites"] == [
        {
            "source": "rami-40-51",
            "place": "L16.4",
            "title": "Rami 40 and Kalooki (Rami 51) › Le déroulement du jeu Rami 40 › paragraph 5, point 2",
        }
    ]


def test_json_of_a_book_has_its_rules_and_questions(house: str) -> None:
    (book,) = lines(house)
    amended = {rule["id"]: rule["amended"] for rule in book["rules"] if rule["amended"]}
    assert amended == {"deal.hand": "replaced", "joker.one": "added", "run.jokers.adjacent": "settled"}
    assert book["dropped"] == ["set.max"]
    assert all(question["type"] == "question" for question in book["questions"])


def test_json_of_coverage_compares_only_when_asked(tmp_path: Path) -> None:
    (alone,) = lines("kalooki-40", "--coverage")
    (compared,) = lines("kalooki-40", "--coverage", "--against", str(tmp_path), status=1)
    assert alone["mismatches"] is None
    assert [one["what"] for one in compared["mismatches"]] == ["missing"]


def test_json_follows_its_schema() -> None:
    import msgspec

    from verifier.pages import jsonout as rules_json

    assert rules_json.schema()
    for arguments in ((), ("rami-40",), ("rami-40", "deck"), ("rami-40", "late.allowed")):
        for line in text(*arguments, "--format", "json").splitlines():
            msgspec.json.decode(line, type=rules_json.Line)


# ---------------------------------------------------------------------------------------- languages


def test_the_language_is_chosen_or_that_of_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "règles" in text("--lang", "fr")
    assert "rules" in text()
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "règles" in text()
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "rules" in text()


def test_french_is_french() -> None:
    shown = text("rami-40", "joker.swap.set", "--lang", "fr")
    assert "Un joker ne quitte un brelan que contre les deux cartes manquantes." in shown
    assert "Rami 40 et Kalooki (Rami 51) › Le rôle des Jokers › paragraphe 2" in shown
    assert "illégal : A1 10♥ 10♠ JK" in shown


def test_every_phrase_has_the_same_blanks_in_both_languages() -> None:
    import string

    for key, pair in rules_words._PHRASES.items():
        en, fr = ({name for _, name, _, _ in string.Formatter().parse(phrase) if name} for phrase in pair)
        assert en == fr, key


# ---------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rami-4",), "there is no book rami-4; did you mean rami-40?"),
        (("Rami 40",), "there is no book Rami 40; did you mean rami-40?"),
        (("xyzzy",), "there is no book xyzzy; there are rami-40, "),
        (("joker.swap.set",), "it is a rule of rami-40: kalooki rules rami-40 joker.swap.set"),
        (("rami-40", "opening.treshold"), "rami-40 has no rule or question opening.treshold; did you mean opening.thr"),
        (("rami-40", "joker.swap"), "did you mean joker.swap.set, "),
        (("none.rules",), "none.rules: there is no such file"),
        (("rami-4", "--lang", "fr"), "il n'y a pas de livre rami-4 ; vouliez-vous dire rami-40 ?"),
    ],
)
def test_what_is_not_there_is_said_with_a_suggestion(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_a_dropped_rule_is_said_to_be_dropped(house: str) -> None:
    assert "this book drops it" in run(house, "set.max").stderr


def test_a_rule_file_that_cannot_be_read_is_shown_with_its_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text('book b "B"\nrule r\n  en "R."\n', encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 2
    assert f"{path}:2:6:" in result.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "from verifier.commands.rules import rules; rules(['rami-40'])"
    reading = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert reading.stdout
    assert reading.stderr
    reading.stdout.close()
    assert reading.stderr.read() == b""
    assert reading.wait() == 0
    reading.stderr.close()
