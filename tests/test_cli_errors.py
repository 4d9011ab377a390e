"""What goes wrong is said in one clear message, never in a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.library import book
from verifier.arbiter import Disagreement
from verifier.cli import INTERNAL, main
from verifier.scene import Scene

ENGLISH = {"LC_ALL": "en_GB.UTF-8"}
FRENCH = {"LC_ALL": "fr_FR.UTF-8"}
FINE, WRONG, USAGE = 0, 1, 2
GOOD = "players: Anne, Bob\nopened: Bob\nBob: draws; lays 4♠ 5♠ 6♠\n"


def run(*arguments: str, env: dict[str, str] = ENGLISH, text: str | None = None) -> Result:
    found = CliRunner().invoke(main, ["judge", *arguments], env=env, input=text)
    assert "Traceback" not in found.output
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return found


def refused(*arguments: str, env: dict[str, str] = ENGLISH, text: str | None = None) -> str:
    """What standard error says of a command that ends with status 2 and says nothing else."""
    found = run(*arguments, env=env, text=text)
    assert (found.exit_code, found.stdout) == (USAGE, "")
    return found.stderr


# ---------------------------------------------------------------------------------------- files


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.kal"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_a_missing_file(good: Path) -> None:
    missing = str(good.with_name("god.kal"))
    assert refused(missing) == f"{missing}: there is no such file; did you mean {good}?\n"
    assert "il n'y a pas de tel fichier" in refused("rien.kal", env=FRENCH)


def test_a_folder(tmp_path: Path) -> None:
    assert refused(str(tmp_path)) == f"{tmp_path}: this is a folder; give its files: {tmp_path}/*.kal\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "1:1: there is no record here"),
        (b"\x7fELF\x02\x01\x80\xff", "this is not UTF-8 text"),
        (b"Bob: dr\0ws\n", "there is a NUL character here"),
        (b"x" * 10_000_000, "this text is longer than 1000000 characters"),
        (b"x" * 500_000, "this line has 500000 characters, and at most 10000 are read"),
        (b"Bob: drows\n", "1:6: "),
    ],
    ids=["empty", "binary", "nul", "ten-megabytes", "one-line", "misspelt"],
)
def test_a_file_that_is_no_record(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.kal"
    path.write_bytes(data)
    message = refused(str(path))
    assert message.startswith(f"{path}:")
    assert said in message
    assert len(message) < 2000


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert "this text is longer than" in refused("/dev/zero")


def test_every_file_that_cannot_be_read_is_reported_and_the_others_are_judged(good: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.kal"
    odd.write_text("Bob: drows\n", encoding="utf-8")
    found = run(str(odd), str(good), "rien.kal")
    assert found.exit_code == USAGE
    assert "Legal in Rami 40" in found.stdout
    assert f"{odd}:1:6: " in found.stderr
    assert "rien.kal: there is no such file" in found.stderr


def test_messages_speak_the_language_of_the_record() -> None:
    message = refused("-", text="joueurs: Anne, Bob\nBob: poche 4♠\n")
    assert message.startswith("-:2:6: ")
    assert "^" in message
    assert "did you mean" not in message


def test_json_goes_to_standard_output_alone() -> None:
    message = refused("-e", "dance 4♠", "--format", "json")
    assert message.startswith("-e:1:1: ")


# ---------------------------------------------------------------------------------------- names


def test_an_unknown_variant() -> None:
    message = refused("-e", "draw", "--variant", "ramy-40")
    assert message == "kalooki: there is no book “ramy-40”; did you mean rami-40?\n"
    assert "il n'y a pas de livre « zzz » ; il y a rami-40" in refused("-e", "draw", "--variant", "zzz", env=FRENCH)


def test_an_unknown_variant_in_a_record_is_located() -> None:
    message = refused("-", text="variant: rami-40, kaloki-51\n" + GOOD)
    assert message.startswith("-:1:19: there is no book “kaloki-51”; did you mean kalooki-51?\n")
    assert message.endswith("^^^^^^^^^\n")


def test_a_ruling_for_an_unknown_book_is_located() -> None:
    message = refused("-", text=GOOD + "ruling maison: legal\n")
    assert message.startswith("-:4:")
    assert "house rules are given with --rules FILE" in message


@pytest.mark.parametrize(
    ("settling", "said"),
    [
        ("run.jokers.adjacent", "settles nothing; write QUESTION=READING"),
        ("run.joker.adjacent=allowed", "there is no question run.joker.adjacent; did you mean run.jokers.adjacent?"),
        ("run.jokers.adjacent=alowed", "run.jokers.adjacent has no reading alowed; did you mean allowed?"),
        ("run.jokers.adjacent=zzz", "run.jokers.adjacent has no reading zzz; it has allowed, forbidden"),
    ],
)
def test_what_settles_nothing(settling: str, said: str) -> None:
    assert said in refused("-e", "draw", "--settle", settling)


def test_a_record_that_settles_nothing_is_located() -> None:
    message = refused("-", text="settle: run.joker.adjacent = allowed\n" + GOOD)
    assert message.startswith("-:1:9: there is no question run.joker.adjacent; did you mean run.jokers.adjacent?\n")


def test_house_rules_with_mistakes_are_reported_in_their_place(tmp_path: Path) -> None:
    house = tmp_path / "maison.rules"
    house.write_text('book maison "Maison" amends rami-4\n', encoding="utf-8")
    assert refused("-e", "draw", "--rules", str(house)).startswith(f"{house}:1:")
    assert "there is no such file" in refused("-e", "draw", "--rules", str(tmp_path / "rien.rules"))


def test_wrong_usage() -> None:
    assert "--bogus" in refused("--bogus")
    found = CliRunner().invoke(main, ["bogus"])
    assert found.exit_code == USAGE


# ---------------------------------------------------------------------------------------- what no cards could make


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A1 7♥ 8♥ JK; swap 9♥ for 2 JK in A1", "1:14: A1 has only 1 joker: 7♥ 8♥ JK"),
        ("A1 7♥ 8♥ 9♥; swap 9♥ for JK in A1", "1:14: A1 has no joker: 7♥ 8♥ 9♥"),
        ("A1 7♥ 8♥ 9♥; shift 9♥ into A1", "1:14: A1 has no joker: 7♥ 8♥ 9♥"),
        ("A1 7♥ 8♥ 9♥, B1 4♠ 4♥ 4♦; move 10♥ from A1 to B1", "A1 has no 10♥ to move: 7♥ 8♥ 9♥"),
        ("not drawn; discards 3♠ 9♦; take 5♦", "there is no 5♦ in the discard pile: 3♠ 9♦"),
        ("A1 7♥ 7♥ 7♦, A2 6♥ 7♥ 8♥; draw", "1:20: this is one 7♥ too many: there are only 2, and they are written "
         "in line 1, columns 4 and 7"),
        ("A1 4♥ 5♥ JK, A2 JK 9♥ 10♥; lay 4♠ 5♠ JK", "this is one JK too many: there are only 2"),
    ],
)  # fmt: skip
def test_impossible_positions(line: str, said: str) -> None:
    message = refused("-e", line, "--variant", "rami-40")
    assert said in message
    assert "^" in message


def test_impossible_positions_in_french() -> None:
    line = "A1 7♥ 8♥ 9♥; swap 9♥ for JK in A1"
    assert "A1 n'a aucun joker : 7♥ 8♥ 9♥" in refused("-e", line, "--lang", "fr")


def test_a_card_that_changes_places_is_no_second_card() -> None:
    line = "hand 7♥ 8♥ 9♥ 2♠; lay 7♥ 8♥ 9♥; discard 2♠"
    assert run("-e", line, "--variant", "rami-40").exit_code == FINE


# ---------------------------------------------------------------------------------------- our own mistakes


def test_engines_that_disagree_are_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(record: object, rules: object) -> None:
        raise Disagreement(book("rami-40"), None, Scene((), ()), "legal", "illegal")

    monkeypatch.setattr(sys.modules["verifier.arbiter"], "judge", differ)
    found = run("-e", "draw")
    assert found.exit_code == INTERNAL
    assert found.stderr.startswith("internal error, and the mistake is ours: Disagreement: rami-40")
    assert "report it together with the record" in found.stderr
    assert found.stderr.count("\n") == 1


def test_any_other_mistake_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(record: object, rules: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(sys.modules["verifier.arbiter"], "judge", fail)
    found = run("-e", "draw", env=FRENCH)
    assert found.exit_code == INTERNAL
    assert found.stderr.startswith("erreur interne, par notre faute : ZeroDivisionError: one two (test_cli_errors.py:")
    assert found.stderr.count("\n") == 1
