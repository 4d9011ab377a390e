"""Whole deals: those that are made are legal act by act, those that are spoiled go wrong where they were spoiled.

The deals are made, and spoiled, without a look at the project; the oracle and the engines are asked about them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from deals.deal import FIGURES, SEATS, Deal
from deals.exercised import explained, not_used
from deals.judging import verdicts
from deals.making import deal
from deals.replaying import book_of, replay, replay_record
from deals.spoiling import KINDS, TRAPS, Spoiled, kinds_of, spoil, spoiled
from deals.writing import as_json, kal
from oracle.scores import ADDED, BY_AND_BY, WHOLE, score

from grammar.jsonform import record_of
from grammar.record import read
from verifier import direct, judge, smt
from verifier.audit import DealAudit, audit_deal
from verifier.dealing import table_of
from verifier.direct.statements import looks_around
from verifier.steps import steps

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "deals").glob("*.kal"))
LEGAL, SPOILED, BOTH, SCORED = 6, 8, 20, 12
MANY_LEGAL, MANY_SPOILED, MANY_BOTH = 1000, 2000, 200

every_book = pytest.mark.parametrize("book", FIGURES)


def is_legal(one: Deal) -> None:
    """By the oracle and the direct engine, step by step; the same whether it is read as French or as JSON."""
    by_oracle = list(verdicts(one))
    assert [found for _, found in by_oracle] == ["legal"] * len(by_oracle)
    (french,) = read(kal(one, lang="fr"))
    found = replay(one)
    assert (found.verdict, found.kinds) == ("legal", by_oracle)
    assert replay_record(french).kinds == by_oracle
    record, _ = record_of(json.dumps(as_json(one, "d")).encode())
    assert replay_record(record).kinds == by_oracle


def goes_wrong(wrong: Spoiled) -> None:
    """At the act where it was spoiled and nowhere before, by the rule expected; the oracle finds the same act."""
    found, by_oracle = replay(wrong.deal), list(verdicts(wrong.deal))
    assert (found.verdict, found.turn, found.act) == ("illegal", wrong.turn, wrong.act), wrong
    assert found.broken & wrong.rules, (wrong, found.broken)
    (record,) = read(kal(wrong.deal))
    audit = audit_deal(record, book_of(record))
    (first,) = audit.wrong
    assert (audit.verdict, first.turn, first.act) == ("illegal", wrong.turn, wrong.act)
    assert {*first.rules} & wrong.rules and first.line == record.turns[wrong.turn].at.line
    assert by_oracle == found.kinds, wrong


@every_book
def test_deals_that_are_made_are_legal(book: str) -> None:
    for seed in range(LEGAL):
        is_legal(deal(book, seed))


def engines_agree(one: Deal) -> None:
    """On every act, and every end of a turn."""
    (record,) = read(kal(one))
    rules = book_of(record)
    for step in steps(record, looks_around(rules), table_of(record, rules)):
        if step.scene.events:
            by_cards = direct.judge(step.scene, rules).verdict
            assert smt.judge(step.scene, rules, witnesses=False).verdict == by_cards, step.text


@every_book
def test_both_engines_say_the_same_of_every_act(book: str) -> None:
    for seed in range(BOTH):
        engines_agree(deal(book, seed) if seed % 4 else spoiled(book, seed).deal)


@every_book
def test_a_whole_deal_is_judged(book: str) -> None:
    """The deal itself, and its score, with the rest."""
    (record,) = read(kal(deal(book, 1)))
    verdict = judge(record, book_of(record))
    assert verdict.verdict == "legal" and verdict.actions[0].step.kind == "deal" and verdict.score


# ------------------------------------------------------------------------------------------- scores


def audited(one: Deal, score: dict[str, int]) -> DealAudit:
    (record,) = read(kal(one, score=score))
    return audit_deal(record, book_of(record))


def scores_right(one: Deal) -> None:
    """What is counted is what the oracle counts; what is claimed is right, and one point more is wrong."""
    settled = {player: points[0] for player, points in one.scores.items() if len(points) == 1}
    found = audited(one, settled)
    assert found.verdict == "legal" and found.score is not None and found.score.winner == one.winner
    counted = dict(found.score.points)
    assert {player: points for player, points in one.scores.items() if player in counted} == counted
    for player in sorted(counted.keys() & settled.keys())[:1]:
        off = audited(one, {**settled, player: settled[player] + 1})
        assert off.verdict == "wrong score" and off.score
        assert [(each.player, each.claimed, each.points) for each in off.score.wrong] == [
            (player, settled[player] + 1, (settled[player],))
        ]


@every_book
def test_scores_are_those_of_the_oracle(book: str) -> None:
    deals = [deal(book, seed) for seed in range(SCORED)]
    assert sum(bool(one.winner) for one in deals) >= 3
    for one in deals:
        scores_right(one)


def test_the_figures_of_the_oracle_tell_the_books_apart() -> None:
    left = ["K♥", "9♦", "JK", "A♠", "A♥"]
    assert score("rami-40", left, WHOLE) == (81,) and score("rami-51", left, WHOLE) == (91,)
    assert score("kaluki", left, ADDED) == (66, 91) and score("kalooki-40", left, ADDED) == (66,)
    assert score("jamaican", left, WHOLE) == (170,) and score("tuluki", left, BY_AND_BY) == (85,)


@every_book
def test_spoiled_deals_go_wrong_where_they_were_spoiled(book: str) -> None:
    for seed in range(SPOILED):
        goes_wrong(spoiled(book, seed))


@every_book
def test_the_same_number_gives_the_same_deal_and_others_give_others(book: str) -> None:
    assert (deal(book, 3), spoiled(book, 3)) == (deal(book, 3), spoiled(book, 3))
    assert len({deal(book, seed) for seed in range(20)}) == 20


@every_book
def test_deals_are_like_those_of_a_club(book: str) -> None:
    """Of a length that one can play; most come to an end; who can lay does; every number of players comes up."""
    deals = [deal(book, seed) for seed in range(40)]
    turns = sum(len(one.turns) for one in deals) / len(deals)
    assert 8 <= turns <= 40
    assert sum(bool(one.winner) for one in deals) >= 10
    verbs = Counter(act.verb for one in deals for _, acts in one.turns for act in acts)
    assert verbs["lay"] >= 10 and verbs["take"] >= 40
    assert verbs["add"] or book == "tuluki"
    assert {len(one.players) for one in deals} == set(range(SEATS[book][0], SEATS[book][1] + 1))


def test_there_are_enough_ways_to_spoil() -> None:
    assert len({*KINDS, *TRAPS}) >= 12
    assert all(len({spoiled(book, seed).kind for seed in range(len(kinds_of(book)))}) >= 12 for book in FIGURES)
    assert all(len(kinds_of(book)) >= 30 for book in FIGURES)


@pytest.mark.parametrize("kind", [*KINDS, *TRAPS])
def test_every_way_to_spoil_comes_up_in_some_book(kind: str) -> None:
    books = [book for book in FIGURES if kind in kinds_of(book)]
    found = next((one for seed in range(200) for book in books if (one := spoil(book, seed, kind))), None)
    assert found
    goes_wrong(found)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_ruled_as_they_say(path: Path) -> None:
    (record,) = read(path.read_text(encoding="utf-8"), str(path))
    assert record.title and len(record.rulings) == 1
    verdict = judge(record, book_of(record))
    assert verdict.ruling and verdict.ruling.agrees, verdict.verdict
    if record.lang == "fr":
        assert not re.search(r"(?<!\w)[QJK][♥♦♣♠]", path.read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------- many


@pytest.mark.large
@every_book
def test_many_deals_are_legal(book: str) -> None:
    for seed in range(MANY_LEGAL):
        is_legal(deal(book, seed))
        scores_right(deal(book, seed))


@pytest.mark.large
@every_book
def test_both_engines_say_the_same_of_many_acts(book: str) -> None:
    for seed in range(MANY_BOTH):
        engines_agree(deal(book, seed) if seed % 4 else spoiled(book, seed).deal)


@pytest.mark.large
@every_book
def test_many_spoiled_deals_go_wrong(book: str) -> None:
    for seed in range(MANY_SPOILED):
        goes_wrong(spoiled(book, seed))


@pytest.mark.large
@every_book
def test_every_rule_about_plays_is_put_to_use(book: str) -> None:
    assert set(not_used(book, 200)) <= explained(book)
