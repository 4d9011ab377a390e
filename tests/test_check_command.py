"""`kalooki check`: what it shows, in text and JSON, English and French, and its exit status."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from rulebook.library import book, names
from verifier.check.model import KINDS
from verifier.cli import main
from verifier.pages import findings, findings_words

HEAD = 'book club "The club" amends kalooki-40\n'
TWO = """
rule add.two
  en "At most two cards at a time."
  fr "Deux cartes à la fois au plus."
  on add require cards <= 2
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def written(folder: Path, text: str, head: str = HEAD) -> str:
    path = folder / "club.rules"
    path.write_text(head + text, encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


def text(*arguments: str, status: int = 1) -> str:
    result = run(*arguments)
    assert result.exit_code == status, result.output
    return result.stdout


def lines(*arguments: str, status: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text(*arguments, "--format", "json", status=status).splitlines()]


# ---------------------------------------------------------------------------------------- people


def test_a_book_shows_its_counts_and_then_its_findings_by_kind() -> None:
    shown = text("kalooki-40")
    assert shown.splitlines()[0].startswith("Kalooki 40 (kalooki-40): ")
    assert "10 silent" in shown.splitlines()[0]
    assert "silent: open questions, and plays that no rule decides" in shown
    assert "draw.joker  May a joker that lies on the discard pile be taken?" in shown
    assert "What comes from" not in shown


def test_a_house_book_shows_what_it_brings_before_what_it_amends(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    shown = text(path)
    assert shown.splitlines()[0].startswith("The club (club), amends kalooki-40: ")
    brought, rest = shown.split("What comes from the amended book")
    assert "What the amendment brings" in brought
    assert "add.two  It has no example" in brought
    assert f"where  {path}:3" in brought
    assert "draw.joker" in rest
    assert "draw.joker" not in brought


def test_a_house_book_that_brings_nothing_says_so(tmp_path: Path) -> None:
    shown = text(written(tmp_path, "\nsettle draw.joker = allowed\n"))
    assert "Nothing: the amendment holds together." in shown


def test_places_of_the_source_are_shown_as_people_look_them_up() -> None:
    assert "where  Le Jeu › paragraph 1" in text("kaluki")


def test_a_witness_is_shown_as_a_command(tmp_path: Path) -> None:
    path = written(tmp_path, TWO + "  legal: my A1 7♦ 8♦ 9♦; add 10♦ J♦ Q♦ to A1\n")
    assert f'see  kalooki judge --rules {path} -e "my A1 7♦ 8♦ 9♦; add 10♦ J♦ Q♦ to A1"' in text(path)


def test_a_book_in_which_nothing_is_found_says_what_was_looked_for(tmp_path: Path) -> None:
    powers = "draw, lay, add, swap, shift, move, discard, call, cede, keep, reshuffle, late"
    path = written(tmp_path, f'\nrule all\n  en "A."\n  fr "A."\n  on {powers} permit\n', 'book free "Free"\n')
    findings_in = lines(path)
    assert [finding["kind"] for finding in findings_in] == ["untested"]
    examples = ["legal: not drawn; draw", "legal: lay 4♠ 5♠ 6♠", "legal: A1 7♥ 8♥ 9♥; add 10♥ to A1",
                "legal: discard 4♠", "legal: call 4♠", "legal: A1 7♥ 8♥ 9♥, B1 4♥ 5♥ 6♥; move 9♥ from A1 to B1",
                "legal: A1 7♣ 8♣ JK; swap 9♣ for JK in A1", "legal: A1 7♣ 8♣ JK; shift 9♣ into A1",
                "legal: not drawn; reshuffle"]  # fmt: skip
    powers = "draw, lay, add, swap, shift, move, discard, call, reshuffle"
    rules = f'\nrule all\n  en "A."\n  fr "A."\n  on {powers} permit\n  ' + "\n  ".join(examples)
    late = '\nrule late\n  en "L."\n  fr "L."\n  on late, cede, keep permit\n'
    path = written(tmp_path, rules + "\n" + late, 'book free "Free"\n')
    shown = text(path, status=0)
    assert "It holds together. Looked for, and not found: " in shown
    assert "deals whose numbers do not add up" in shown
    assert "Examples are single lines" in shown
    assert lines(path, status=0) == []
    assert "Il se tient." in text(path, "--lang", "fr", status=0)


def test_french_is_french(tmp_path: Path) -> None:
    shown = text(written(tmp_path, TWO), "--lang", "fr")
    assert "Ce que l’amendement apporte" in shown
    assert "Elle n’a pas d’exemple, et aucun autre exemple ne remarque rien si on la supprime." in shown
    assert "constats" in shown.splitlines()[0]


def test_every_phrase_has_the_same_blanks_in_both_languages() -> None:
    for key, pair in findings_words._PHRASES.items():
        en, fr = ({name for _, name, _, _ in string.Formatter().parse(phrase) if name} for phrase in pair)
        assert en == fr, key
    assert set(findings_words.KINDS) == set(KINDS)


# ---------------------------------------------------------------------------------------- files that do not fit


def test_an_amendment_that_does_not_fit_is_a_finding_with_a_caret(tmp_path: Path) -> None:
    path = written(tmp_path, "\ndrop no.such\n")
    result = run(path)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines()[0] == "club: 1 finding (1 conflict)"
    assert "no.such  There is no rule or question no.such here." in result.stdout
    assert f"where  {path}:3" in result.stdout
    line, caret = result.stdout.splitlines()[-2:]
    assert line[caret.index("^") :] == "no.such"
    (found,) = lines(path)
    assert (found["book"], found["kind"], found["owner"], found["line"]) == ("club", "conflict", "no.such", 3)


@pytest.mark.parametrize("wrong", ['\nrule a\n  en "A."\n  fr "A."\n  on meld forbid when siez = 3\n', "\nrul a\n"])
def test_a_file_that_cannot_be_read_is_wrong_usage(tmp_path: Path, wrong: str) -> None:
    path = written(tmp_path, wrong)
    result = run(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{path}:" in result.stderr
    assert "^" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a book, or a file of house rules"),
        (("rami-4",), "did you mean rami-40?"),
        (("none.rules",), "there is no such file"),
        (("rami-40", "--rules", "none.rules"), "there is no such file"),
        (("rami-4", "--lang", "fr"), "il n'y a pas de livre"),
    ],
)
def test_what_is_not_there_is_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# ---------------------------------------------------------------------------------------- house rules at hand


def test_files_are_checked_and_are_at_hand_where_a_book_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    alone = text("--rules", path)
    assert alone == text(path) == text("club", "--rules", path)
    beside = written(tmp_path, "\nsettle draw.joker = forbidden\n")
    assert "club (draw.joker = forbidden)" in text("rami-40", "--rules", beside)


# ---------------------------------------------------------------------------------------- programs


def test_json_follows_its_schema() -> None:
    published = json.loads(text("--schema", status=0))
    assert published == json.loads(findings.schema())
    for line in text("kaluki", "--format", "json").splitlines():
        msgspec.json.decode(line, type=findings.FindingOut)


def test_json_has_a_line_for_each_finding() -> None:
    found = lines("kaluki")
    assert [one["kind"] for one in found] == sorted((one["kind"] for one in found), key=KINDS.index)
    first = next(one for one in found if one["kind"] == "arithmetic")
    assert (first["book"], first["owner"], first["house"]) == ("kaluki", "deck.jokers", False)
    assert first["cites"][0]["place"] == "L3.1"
    assert lines("kaluki", "--lang", "fr")[0]["text"] != found[0]["text"]


@pytest.mark.parametrize("name", names())
def test_every_book_can_be_checked(name: str) -> None:
    found = lines(name)
    assert {question.id for question in book(name).questions} <= {one["owner"] for one in found}


def test_the_answer_is_the_same_each_time() -> None:
    assert text("jamaican", "--format", "json") == text("jamaican", "--format", "json")


# ---------------------------------------------------------------------------------------- how far it is


def test_only_what_an_amendment_brings() -> None:
    faulty = "examples/faulty/no-joker-thrown.rules"
    shown = run(faulty, "--house")
    assert shown.exit_code == 1
    assert "discard.no-joker" in shown.output and "ace.low-value" not in shown.output
    clean = run("examples/house/one-joker.rules", "--house")
    assert clean.exit_code == 0
