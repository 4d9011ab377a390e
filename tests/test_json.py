"""JSON: every verdict is a line of the published shape."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from grammar.record import read, read_line
from rulebook.library import book, names
from verifier.arbiter import judge
from verifier.cli import main
from verifier.report.jsonout import VerdictOut, lines, schema

ROOT = Path(__file__).parent.parent
DISPUTES = sorted((ROOT / "examples/disputes").rglob("*.kal"))
BOOKS = [book(name) for name in names()]


def out(line: str, name: str = "rami-40", lang: str = "en") -> VerdictOut:
    (text,) = lines([judge(read_line(line), book(name))], BOOKS, lang)
    return msgspec.json.decode(text, type=VerdictOut)


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.stem)
def test_every_example_decodes(path: Path) -> None:
    found = CliRunner().invoke(main, ["judge", str(path), "--format", "json", "--variant", "all"])
    decoded = [msgspec.json.decode(line, type=VerdictOut, strict=True) for line in found.stdout.splitlines()]
    assert [verdict.variant for verdict in decoded] == list(names())
    records = read(path.read_text(encoding="utf-8"), str(path))
    assert {verdict.line for verdict in decoded} == {record.at.line for record in records}


def test_the_schema_names_every_field() -> None:
    published = json.loads(CliRunner().invoke(main, ["judge", "--schema"]).stdout)
    assert published == json.loads(schema())
    fields = published["$defs"]["VerdictOut"]["properties"]
    assert set(fields) == set(VerdictOut.__struct_fields__)
    assert set(published["$defs"]["VerdictOut"]["required"]) == set(fields)


def test_an_illegal_act() -> None:
    verdict = out("hand 10♦ 4♠ K♥ 2♦; A1 10♥ 10♠ JK; swap 10♦ for JK in A1")
    assert (verdict.file, verdict.line, verdict.variant, verdict.verdict) == ("-e", 1, "rami-40", "illegal")
    (action,) = verdict.actions
    assert (action.kind, action.verdict, action.text) == ("swap", "illegal", "swap 10♦ for JK in A1")
    first = action.rules[0]
    assert (first.id, first.effect, first.holds, first.stands) == ("table.fixed", "forbid", False, "stated")
    assert (first.cites[0].source, first.cites[0].place) == ("rami-40-51", "L31.1")
    assert "›" in first.cites[0].title
    assert action.nearest and action.nearest.id == "joker.swap.set"
    assert [(fact.fact, fact.value, fact.needed) for fact in action.nearest.failed] == [("given", 1, "= 2")]
    assert action.reason and action.reason.rules == ["table.fixed"]
    assert "given = 1" in action.reason.facts
    assert [(remedy.kind, remedy.text, remedy.cards, remedy.held) for remedy in action.remedies] == [
        ("cards", "10♣ as well, which the player does not hold", ["10♣"], False),
        ("variant", "kalooki-40", [], None),
        ("variant", "kalooki-51", [], None),
    ]


def test_an_open_question() -> None:
    (action,) = out("lay 6♠ JK JK 9♠").actions
    (question,) = action.questions
    assert (question.id, question.because) == ("run.jokers.adjacent", "silent")
    assert [(reading.name, reading.verdict) for reading in question.readings] == [
        ("allowed", "legal"),
        ("forbidden", "illegal"),
    ]


def test_what_is_not_written() -> None:
    (action,) = out("opened ?; A1 7♦ 8♦ 9♦; add 10♦ to A1", "kalooki-40").actions
    assert [(value.value, value.verdict) for value in action.unknown[0].values] == [(False, "illegal"), (True, "legal")]
    assert action.unchecked is True


def test_readings_of_melds() -> None:
    (action,) = out("A1 10♥ JK JK; swap 10♦ for JK in A1", "kalooki-40").actions
    assert [(value.value, value.verdict) for value in action.unknown[0].values] == [
        ("run 10", "illegal"),
        ("set 10", "legal"),
    ]


def test_a_table_that_cannot_arise() -> None:
    verdict = out("A1 A♥ 2♥ 3♥; lay 4♠ 5♠ 6♠")
    assert (verdict.verdict, verdict.actions) == ("cannot arise", [])
    assert verdict.impossible and verdict.impossible.rules[0].id == "run.ace.high-only"
    assert verdict.impossible.cards == ["A♥", "2♥", "3♥"]


def test_what_is_not_judged() -> None:
    verdict = out("lay A♥ 2♥ 3♥; discard 9♣")
    assert [(action.kind, action.verdict) for action in verdict.actions] == [
        ("lay", "illegal"),
        ("discard", "not judged"),
    ]


def test_the_end_of_a_turn_is_an_action_of_its_own() -> None:
    assert [action.kind for action in out("took 9♦; discard 4♠").actions] == ["discard", "turn"]


def test_rulings() -> None:
    (record,) = read("opened: Bob\nBob: draws; lays A♥ 2♥ 3♥\nruling rami-40: legal\n")
    (text,) = lines([judge(record, book("rami-40"))], BOOKS, "en")
    ruling = msgspec.json.decode(text, type=VerdictOut).ruling
    assert ruling and (ruling.claimed, ruling.agrees) == ("legal", False)


def test_texts_are_in_the_language_asked_for_and_cards_are_not() -> None:
    (action,) = out("lay Q♥ K♥ J♠", lang="fr").actions
    assert action.rules[0].text.startswith("Les cartes d'une suite")
    assert action.text == "lay Q♥ K♥ J♠"


def test_the_same_input_gives_the_same_bytes() -> None:
    verdict = judge(read_line("lay A♥ 2♥ 3♥"), book("rami-40"))
    assert list(lines([verdict], BOOKS, "en")) == list(lines([verdict], BOOKS, "en"))
