"""`kalooki judge`: which books, which language, which status."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import verifier
from verifier.cli import main

ROOT = Path(__file__).parent.parent
DISPUTES = sorted((ROOT / "examples/disputes").rglob("*.kal"))
ENGLISH = {"LC_ALL": "en_GB.UTF-8", "NO_COLOR": "1"}
FRENCH = {"LC_ALL": "fr_FR.UTF-8", "NO_COLOR": "1"}
FINE, WRONG, USAGE, OPEN = 0, 1, 2, 3

LOW_ACE = "lay A♥ 2♥ 3♥"
ONE_TEN = """\
# May Bob take the joker with one ten?
variant: rami-40
players: Anne, Bob
table:
  A1 (Anne): 10♥ 10♠ JK
Bob holds: 10♦ 4♠ K♥
Bob: draws; swaps 10♦ for JK in A1; discards 4♠
"""


def run(*arguments: str, text: str | None = None, env: dict[str, str] = ENGLISH) -> Result:
    return CliRunner().invoke(main, ["judge", *arguments], input=text, env=env)


# ---------------------------------------------------------------------------------------- status


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_arbiter_agrees_with_the_ruling_of_every_example(path: Path, form: str) -> None:
    found = run(str(path), "--format", form)
    assert (found.exit_code, found.stderr) == (FINE, "")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("lay 4♠ 5♠ 6♠", FINE),
        (LOW_ACE, WRONG),
        ("lay 6♠ JK JK 9♠", OPEN),
        ("A1 A♥ 2♥ 3♥; lay 4♠ 5♠ 6♠", OPEN),
    ],
)
def test_the_status_of_a_verdict(line: str, status: int) -> None:
    assert run("-e", line, "--variant", "rami-40").exit_code == status


def test_something_illegal_weighs_more_than_something_open() -> None:
    assert run("-e", "lay 6♠ JK JK 9♠", "-e", LOW_ACE, "--variant", "rami-40").exit_code == WRONG


@pytest.mark.parametrize(
    ("rulings", "status"),
    [
        ("ruling rami-40: illegal", FINE),
        ("ruling rami-40: illegal by table.fixed", FINE),
        ("ruling rami-40: illegal by set.suits", WRONG),
        ("ruling rami-40: legal", WRONG),
        ("ruling rami-40: illegal\nruling kalooki-40: legal", FINE),
        ("ruling rami-40: illegal\nruling kalooki-40: illegal", WRONG),
    ],
)
def test_rulings_decide_the_status(rulings: str, status: int) -> None:
    assert run("-", text=ONE_TEN + rulings + "\n").exit_code == status


def test_a_ruling_we_do_not_share_is_said() -> None:
    found = run("-", text=ONE_TEN + "ruling rami-40: legal\n").output
    assert "✗ You ruled “legal” in Rami 40: the arbiter disagrees and says “illegal”." in found
    found = run("-", text=ONE_TEN + "ruling rami-40: illegal by set.suits\n").output
    assert "✗ You ruled “illegal” in Rami 40 by set.suits: the arbiter agrees, but not by that rule." in found


# ---------------------------------------------------------------------------------------- which books


def first_line(found: Result) -> str:
    return found.stdout.splitlines()[0]


def test_the_command_line_beats_the_record() -> None:
    assert "Illegal in Rami 40" in run("-", text=ONE_TEN).output
    assert "Legal in Kalooki 51" in run("-", "--variant", "kalooki-51", text=ONE_TEN).output


@pytest.mark.parametrize("name", ["kalooki-40", "Kalooki 40", "KALOOKI-40", "kalooki 40"])
def test_books_have_ids_and_titles(name: str) -> None:
    assert first_line(run("-e", LOW_ACE, "--variant", name)).startswith("Legal in Kalooki 40")
    record = ONE_TEN.replace("variant: rami-40", f"variant: {name}")
    assert "Legal in Kalooki 40" in run("-", text=record).output


def test_variants_may_be_repeated_and_separated_by_commas() -> None:
    for names in (["--variant", "kalooki-40,rami-40"], ["--variant", "kalooki-40", "--variant", "rami-40"]):
        found = run("-e", LOW_ACE, *names)
        assert found.exit_code == WRONG
        assert first_line(found).startswith("Legal in Kalooki 40")


def test_all_books_are_asked_where_none_is_named() -> None:
    for names in ([], ["--variant", "all"], ["--variant", "tous"]):
        found = run("-e", LOW_ACE, *names)
        assert found.exit_code == WRONG
        for title in ("Rami 40", "Kalooki 40", "Kalooki 51"):
            assert title in found.output


def test_the_first_book_with_a_ruling_is_told_in_full() -> None:
    record = ONE_TEN.replace("variant: rami-40\n", "") + "ruling kalooki-51: legal\n"
    found = run("-", text=record)
    assert "Legal in Kalooki 51: Bob draws" in found.output
    assert found.exit_code == FINE


HOUSE = """\
book maison "Maison" amends rami-40

replace rule opening.threshold                          convention
  en "The first melds a player lays are worth at least 30 points together."
  fr "Les premières combinaisons d'un joueur valent ensemble au moins 30 points."
  on open require points >= 30
  legal:   not opened; lay 10♥ 10♠ 10♣
  illegal: not opened; lay 9♥ 9♠ 9♣
"""


def test_house_rules_are_judged_by_alone_unless_a_variant_is_named(tmp_path: Path) -> None:
    house = tmp_path / "maison.rules"
    house.write_text(HOUSE, encoding="utf-8")
    opening = ("-e", "not opened; lay 10♥ 10♠ JK", "--rules", str(house))
    assert first_line(run(*opening)).startswith("Legal in Maison")
    assert run(*opening).exit_code == FINE
    both = run(*opening, "--variant", "rami-40,maison")
    assert first_line(both).startswith("Illegal in Rami 40")
    assert both.exit_code == WRONG


# ---------------------------------------------------------------------------------------- settling questions


@pytest.mark.parametrize(("reading", "status"), [("allowed", FINE), ("forbidden", WRONG)])
def test_a_question_may_be_settled(reading: str, status: int) -> None:
    found = run("-e", "lay 6♠ JK JK 9♠", "--variant", "rami-40", "--settle", f"run.jokers.adjacent={reading}")
    assert found.exit_code == status
    if status == WRONG:
        assert "“May two jokers stand side by side in a run? They may not.”" in found.output
        assert "settled as “forbidden”" in found.output


def test_the_record_may_settle_a_question_and_the_command_line_overrules_it() -> None:
    record = "variant: rami-40\nsettle: run.jokers.adjacent = forbidden\nBob: draws; lays 6♠ JK JK 9♠\n"
    opened = record.replace("Bob:", "opened: Bob\nBob:")
    assert run("-", text=opened).exit_code == WRONG
    assert run("-", "--settle", "run.jokers.adjacent=allowed", text=opened).exit_code == FINE


# ---------------------------------------------------------------------------------------- language


def test_the_language_is_that_of_the_record() -> None:
    french = "joueurs: Anne, Bob\nouvert: Bob\nBob: pioche; pose A♥ 2♥ 3♥\n"
    assert "Illégal selon Rami 40\u00a0: Bob pose A♥ 2♥ 3♥." in run("-", text=french).output
    assert "Illegal in Rami 40: Bob lays A♥ 2♥ 3♥." in run("-", "--lang", "en", text=french).output


def test_a_record_that_shows_no_language_is_answered_in_that_of_the_locale() -> None:
    assert run("-e", "hand A♥ 2♥ 3♥; lay A♥ 2♥ 3♥", env=FRENCH).output.startswith("Illegal")
    nobody = "rami-40"
    assert "il n'y a pas de livre « zork »" in run("-e", LOW_ACE, "--variant", "zork", env=FRENCH).stderr
    assert nobody in run("-e", LOW_ACE, "--variant", "rami-4", env=FRENCH).stderr


def test_french_cards_have_french_letters() -> None:
    found = run("-e", "lay Q♥ K♥ J♠", "--lang", "fr", "--variant", "rami-40").output
    assert "poser D♥ R♥ V♠" in found


# ---------------------------------------------------------------------------------------- alone, and schema


def test_given_nothing_it_reads_standard_input() -> None:
    assert "Illegal in Rami 40" in run(text=ONE_TEN).output


def test_several_records_are_told_one_after_the_other() -> None:
    found = run("-", text=ONE_TEN + "---\n" + ONE_TEN).output
    assert found.count("Illegal in Rami 40") == 2
    assert "May Bob take the joker with one ten? -:1" in found
    assert "-:9" in found


def test_help_says_what_the_status_means() -> None:
    found = run("--help")
    assert found.exit_code == FINE
    assert "Exit status" in found.output


def test_the_python_face_does_what_its_page_shows() -> None:
    found = doctest.testmod(verifier)
    assert (found.failed, found.attempted > 0) == (0, True)


def test_the_main_command_lists_the_others() -> None:
    found = CliRunner().invoke(main, ["--help"])
    assert "judge" in found.output
    assert found.exit_code == FINE
