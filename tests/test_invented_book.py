"""A book nobody plays, with numbers of its own: what the arbiter knows of a game, it knows from the book."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grammar.record import read_line
from rulebook.library import book
from rulebook.load import load, settled
from rulebook.model import Book
from verifier.arbiter import judge

TEXT = """
book odd "Odd rami"

let floor = 20 + 3

table goal by round
  runs least
  1 1 3
  2 2 5
end

define mixed on open: sets >= 1 and runs >= 1

rule cards
  en "Aces count 7, twos 30, faces 9, jokers 4."
  fr "As 7, deux 30, figures 9, jokers 4."
  value ace = 7
  value 2 = 30 in meld
  value face = 9
  value pips = number
  value joker = 4 in meld
  value joker = 40 in hand
  wild joker as any
  counts 47: A♥ JK
  worth 35:  lay 2♥ JK A♥
rule melds
  en "Melds have two cards or more."
  fr "Les combinaisons ont deux cartes ou plus."
  on meld forbid when kind = neither
  on meld require size >= 2
rule opening
  en "An opening has the runs of its round, or a set with a run, and 23 points."
  fr "L'ouverture a les suites de sa manche, ou un brelan avec une suite, et 23 points."
  on open require mixed or runs >= goal.runs
  on open require points >= floor
rule long-runs
  en "Runs are as long as the round asks."
  fr "Les suites sont aussi longues que la manche le demande."
  on meld require size >= goal.least when kind = run
rule laying
  en "Laying is free; adding takes at most two cards."
  fr "On pose librement ; on ajoute deux cartes au plus."
  on lay permit
  on add permit when cards <= 2
  on add otherwise forbid
question nines because silent
  en "Do nines count nothing?"
  fr "Les neuf ne comptent-ils rien ?"
  reading nothing-at-all: value 9 = 0 in meld
  reading nine: value 9 = 9 in meld
"""


@pytest.fixture(scope="module")
def odd() -> Book:
    return load(TEXT, "odd.rules", book)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("round 1; not opened; lay 2♥ A♥", "illegal"),
        ("round 1; not opened; lay A♥ 2♥ 3♥", "legal"),
        ("round 2; not opened; lay A♥ 2♥ 3♥", "illegal"),
        ("round 2; not opened; lay A♥ 2♥ 3♥ 4♥ 5♥, 6♠ 7♠ 8♠ 9♠ 10♠", "legal"),
        ("round 1; not opened; lay 4♠ 5♠ 6♠, 7♥ 7♠", "legal"),
        ("round 1; not opened; lay 4♠ JK 6♠, 3♥ 3♠", "illegal"),
        ("round 1; not opened; lay 7♠ 8♠ 9♠", "undetermined"),
        ("not opened; lay A♥ 2♥ 3♥", "undetermined"),
        ("A1 7♠ 8♠ 9♠; round 1; add 10♠ J♠ to A1", "legal"),
        ("A1 7♠ 8♠ 9♠; round 1; add 10♠ J♠ Q♠ to A1", "illegal"),
    ],
)
def test_it_judges_by_its_own_numbers(odd: Book, line: str, verdict: str) -> None:
    assert judge(read_line(line), odd).verdict == verdict


def test_a_settled_question_is_a_rule(odd: Book) -> None:
    line = read_line("round 1; not opened; lay 7♠ 8♠ 9♠")
    for answer, verdict in (("nine", "legal"), ("nothing-at-all", "illegal")):
        rules = (*odd.rules, settled(odd.questions[0], answer))
        assert judge(line, replace(odd, rules=rules, questions=(), digest=answer)).verdict == verdict


def test_an_amendment_changes_one_number(odd: Book) -> None:
    def find(name: str) -> Book:
        return odd

    text = """
book odder "Odder rami" amends odd
replace rule laying
  en "Three cards may be added."
  fr "On ajoute trois cartes."
  on lay permit
  on add permit when cards <= 3
  on add otherwise forbid
settle nines = nine
"""
    odder = load(text, "odder.rules", find)
    assert odder.amends == "odd"
    assert judge(read_line("A1 7♠ 8♠ 9♠; round 1; add 10♠ J♠ Q♠ to A1"), odder).verdict == "legal"
    assert judge(read_line("round 1; not opened; lay 7♠ 8♠ 9♠"), odder).verdict == "legal"
    assert [rule.id for rule in odder.rules if rule.house] == ["laying", "nines"]
