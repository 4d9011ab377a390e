"""Remedies: the least change, tried out, and never with a card that nobody can have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grammar.document import Record
from grammar.record import read_line
from rulebook.library import book, names
from rulebook.model import Rule
from verifier.arbiter import judge, judge_step
from verifier.remedy import Remedy, readable, remedies, rewritten
from verifier.steps import steps
from verifier.verdict import ActionVerdict
from verifier.words.remedies import remedy_text

BOOKS = [book(name) for name in names()]


def helped(line: str, name: str = "rami-40", number: int | None = None) -> tuple[Record, ActionVerdict, list[Remedy]]:
    record = read_line(line)
    verdict = judge(record, book(name))
    action = verdict.deciding if number is None else verdict.actions[number]
    assert action
    return record, action, list(remedies(record, action, book(name), BOOKS))


def text(line: str, name: str = "rami-40", lang: str = "en") -> str:
    """The change of cards, in words; "" where there is none."""
    found = [remedy for remedy in helped(line, name)[2] if remedy.kind == "cards"]
    return remedy_text(found[0], lang) if found else ""


@pytest.mark.parametrize(
    ("line", "en"),
    [
        # for a joker: one more card, from the hand if it is there
        ("A1 10♥ 10♠ JK; swap 10♦ for JK in A1", "10♣ as well"),
        ("hand 10♦ 4♠; A1 10♥ 10♠ JK; swap 10♦ for JK in A1", "10♣ as well, which the player does not hold"),
        ("hand 10♦ 10♣; A1 10♥ 10♠ JK; swap 10♦ for JK in A1", "10♣ as well"),
        ("A1 7♣ 8♣ JK; swap 6♣ for JK in A1", "9♣ instead of 6♣"),
        # an opening short of points: one more card, one more meld, another card
        ("not opened; lay 10♥ 10♠ JK", "10♦ as well"),
        ("not opened; hand 10♥ 10♠ JK 4♠ 5♠ 6♠ 2♣; lay 10♥ 10♠ JK", "4♠ 5♠ 6♠ laid as well"),
        ("not opened; hand K♥ K♠ K♦ K♣ 2♣; lay K♥ K♠ K♦", "K♣ as well"),
        # melds that are none: a card fewer, another card
        ("hand 7♥ 7♦ 7♣ 2♠ 9♠; lay 7♥ 7♦ 7♣ 2♠", "without 2♠"),
        ("lay 7♠ 8♠ 9♥", "6♠ instead of 9♥"),
        ("lay A♥ 2♥ 3♥", "4♥ instead of A♥"),
        # adding: the missing card between, fewer cards, the other end
        ("hand 5♦ 6♦ K♠; A1 7♦ 8♦ 9♦; add 5♦ to A1", "6♦ as well"),
        ("hand 10♦ 2♠; A1 7♦ 8♦ 9♦; add 10♦ 2♠ to A1", "without 2♠"),
        ("hand 10♦ 2♠; A1 7♦ 8♦ 9♦; add 10♦ to A1 low", "at the high end"),
        # discards and draws
        ("hand 4♠ 9♦; discard 5♠", "4♠ instead of 5♠"),
        ("not drawn; discards 3♠ 9♦; take 3♠", "a card from the stock instead"),
    ],
)
def test_the_least_change(line: str, en: str) -> None:
    assert text(line) == en


@pytest.mark.parametrize(
    "line",
    [
        "not drawn; lay 4♠ 5♠ 6♠",  # nothing that cards could cure
        "A1 7♦ 8♦ 9♦ 10♦, B1 10♥ 10♠ 10♣; move 10♦ from A1 to B1",
        "A1 10♥ 10♠ JK; shift 10♦ into A1",
    ],
)
def test_where_no_card_helps_none_is_named(line: str) -> None:
    assert text(line) == ""


def test_in_french() -> None:
    line = "hand 10♦ 4♠; A1 10♥ 10♠ JK; swap 10♦ for JK in A1"
    assert text(line, lang="fr") == "10♣ en plus, que le joueur n'a pas en main"
    assert text("lay Q♠ K♠ A♥", lang="fr") == "A♠ au lieu de A♥"


def test_a_card_of_which_every_copy_is_in_sight_is_never_named() -> None:
    seen = "A2 9♣ 10♣ J♣, A3 8♣ 9♣ 10♣"
    assert text(f"A1 10♥ 10♠ JK, {seen}; swap 10♦ for JK in A1") == ""


def test_books_that_allow_the_same_act() -> None:
    *_, variant = helped("lay A♥ 2♥ 3♥")[2]
    assert [found.id for found in variant.books] == ["kalooki-40", "kalooki-51"]
    assert remedy_text(variant, "en") == "Kalooki 40 and Kalooki 51"


def test_a_turn_that_breaks_a_duty_may_be_legal_elsewhere() -> None:
    _, action, found = helped("took 9♦; discard 4♠")
    assert action.step.kind == "turn"
    assert [remedy.kind for remedy in found] == ["variant"]


def test_a_legal_act_needs_no_remedy() -> None:
    assert helped("lay 4♠ 5♠ 6♠", number=0)[2] == []


@pytest.mark.parametrize(
    ("cards", "fits"),
    [("7♥ 7♦ 7♣", True), ("7♥ 8♦ 9♣", True), ("K♥ A♥ 2♥", True), ("7♥ 9♥ JK", True), ("7♥ 9♥ 10♥", False),
     ("7♥ 7♦ 8♦", False), ("JK JK 3♥", True)],
)  # fmt: skip
def test_the_sieve_keeps_what_can_be_read(cards: str, fits: bool) -> None:
    (meld,) = read_line(f"lay {cards}").turns[0].acts[0].melds
    assert readable(meld.cards) is fits


def illegal_examples() -> Iterator[tuple[str, Rule, str]]:
    for name in names():
        for rule in book(name).rules:
            if rule.file == f"{name}.rules":
                yield from ((name, rule, each.text) for each in rule.examples if each.kind == "illegal")


@pytest.mark.parametrize("case", list(illegal_examples()), ids=lambda case: f"{case[0]}-{case[1].id}-{case[2]}")
def test_every_change_is_judged_legal_by_both_engines(case: tuple[str, Rule, str]) -> None:
    name, _, line = case
    record, action, found = helped(line, name)
    for remedy in found:
        for other in remedy.books:
            assert judge_step(action.step, other).verdict == "legal"
        if remedy.act:
            changed = rewritten(record, action.step, remedy)
            step = next(step for step in steps(changed) if step.act is remedy.act)
            assert judge_step(step, book(name)).verdict == "legal"
