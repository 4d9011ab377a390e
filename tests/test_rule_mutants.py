"""Every rule of every book has an example that turns when the rule goes, or when its number is one more or one less."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "scripts"))

import rule_mutants
from rule_mutants import DEALS, REASONS, RECORDS, Found, examine, long_record, trials

from grammar.record import read_line
from rulebook.library import book, names
from rulebook.load import load
from rulebook.model import Book
from rulebook.mutants import mutants
from verifier.arbiter import judge

BARE = """
book bare "Bare" amends kalooki-40

rule add.nine
  en "Nobody adds nine cards at once."
  fr "On n'ajoute jamais neuf cartes d'un coup."
  on add forbid when cards = 9
"""

SHOWN = """
  legal:   A1 2♥ 3♥ 4♥; add 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ to A1
  illegal: A1 2♥ 3♥ 4♥; add 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ to A1
  legal:   A1 2♥ 3♥ 4♥; add 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ to A1
"""


@cache
def found_in(name: str) -> tuple[Found, ...]:
    return tuple(examine(book(name)))


@pytest.mark.parametrize("name", names())
def test_every_mutant_is_noticed_or_has_a_reason(name: str) -> None:
    unnoticed = [f"{found.mutant.owner}: {found.mutant.change}" for found in found_in(name)
                 if not found.by and not found.reason]  # fmt: skip
    assert not unnoticed


@pytest.mark.parametrize("name", names())
def test_no_reason_is_given_for_what_is_noticed(name: str) -> None:
    assert not [f"{found.mutant.owner}: {found.mutant.change}" for found in found_in(name) if found.by and found.reason]


def test_every_reason_is_needed() -> None:
    given = {found.reason for name in names() for found in found_in(name)}
    assert not [reason for *_, reason in REASONS if reason not in given]


def test_what_is_of_no_effect_is_said_to_be_so() -> None:
    """A rule whose removal nothing can notice does nothing."""
    removed = [found for name in names() for found in found_in(name) if found.mutant.change == "removed"]
    assert len(removed) > 200
    assert all(found.reason.startswith("of no effect of its own") for found in removed if not found.by)


# ---------------------------------------------------------------------------------------- the trials


@pytest.mark.parametrize(
    ("name", "owner", "verdict", "text"),
    [(name, *rest) for books, *rest in RECORDS for name in books.split()],
)
def test_both_engines_judge_the_records_so(name: str, owner: str, verdict: str, text: str) -> None:
    given = judge(long_record(text) if "\n" in text else read_line(text), book(name))
    assert given.verdict == verdict
    assert given.deciding
    if verdict == "illegal" and book(name).rule(owner):
        assert owner in {say.id for say in given.deciding.broken if say.always}


@pytest.mark.parametrize("name", [name for name in names() if not book(name).amends])
def test_every_trial_has_the_answer_expected(name: str) -> None:
    """The quick way of judging gives the verdicts that the rule files claim."""
    here = book(name)
    for trial in trials(here):
        answer = trial.ask(here)
        assert str(answer[0] if isinstance(answer, tuple) else answer) == trial.kind, trial.where


def test_trials_are_about_rules_that_there_are() -> None:
    for books, owner, *_ in (*DEALS, *RECORDS):
        assert all(book(name).rule(owner) or book(name).question(owner) for name in books.split()), owner


# ---------------------------------------------------------------------------------------- the machinery


def test_a_rule_without_examples_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = load(BARE, "bare.rules", book)
    assert [found.mutant.change for found in examine(bare) if found.by is None] == [
        "removed",
        "on add forbid when cards = 10",
        "on add forbid when cards = 8",
    ]
    monkeypatch.setattr(rule_mutants, "book", {"bare": bare}.__getitem__)
    assert rule_mutants.main(["bare"]) == 1
    assert "NO REASON: an example is missing\n  bare add.nine: removed\n" in capsys.readouterr().out


def test_its_examples_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = load(BARE + SHOWN, "shown.rules", book)
    assert all(found.by and found.by.owner == "add.nine" for found in examine(shown))
    monkeypatch.setattr(rule_mutants, "book", {"shown": shown}.__getitem__)
    assert rule_mutants.main(["shown"]) == 0


def changes(here: Book, owner: str) -> list[str]:
    return [mutant.change for mutant in mutants(here) if mutant.owner == owner]


def test_the_mutants_of_a_rule() -> None:
    assert changes(book("rami-40"), "opening.threshold") == [
        "removed",
        "on open require points >= 41",
        "on open require points >= 39",
    ]
    assert changes(book("rami-40"), "set.min") == [
        "removed",
        "on meld require size >= 4 when kind = set",
        "on meld require size >= 2 when kind = set",
        "without kind = set in on meld require size >= 3 when kind = set",
    ]
    assert changes(book("jamaican"), "fault") == ["removed", "fault costs 51", "fault costs 49"]


def test_the_mutants_of_a_question() -> None:
    here = book("kalooki-40")
    assert changes(here, "ace.low-value")[:3] == ["removed", "without reading eleven", "without reading one"]
    settled = next(mutant.book for mutant in mutants(here) if mutant.change == "without reading eleven")
    assert settled.question("ace.low-value") is None
    rule = settled.rule("ace.low-value")
    assert rule and rule.reading == "one"


def test_the_mutants_of_a_table() -> None:
    cells = changes(book("jamaican"), "contract")
    assert len(cells) == 2 * 27 - 4, "27 cells, of which four are 0 and cannot be less"
    assert "threes = 2 in row 1" in cells


def test_an_amendment_answers_for_what_it_brings() -> None:
    assert {mutant.owner for mutant in mutants(book("kalooki-51"))} == {"opening.threshold"}
    assert {mutant.owner for mutant in mutants(book("tuluki"))} == {
        "players",
        "call.out-of-turn",
        "opening.same-contracts",
    }
