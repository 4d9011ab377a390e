"""The deal itself, the stock, and where the cards went: what only a whole deal shows."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from grammar.record import read
from rulebook.library import book, names
from verifier import smt
from verifier.arbiter import judge
from verifier.audit import audit_deal
from verifier.cli import main
from verifier.dealing import deals, verdict
from verifier.direct.deals import best_deals
from verifier.impossible import troubles
from verifier.verdict import Verdict

THIRTEEN = "5♣ 3♠ J♠ 6♦ J♥ J♦ 3♥ 5♥ 7♦ 9♥ 5♦ 3♣ 8♦"
TURN = "Anne: draws 10♠; discards 8♦\n"


def dealt(name: str, players: int, cards: int = 13, more: str = "") -> Verdict:
    people = ", ".join(("Anne", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")[:players])
    held = " ".join(THIRTEEN.split()[-cards:])
    text = f"players: {people}\ndealer: Bob\n{more}Anne holds: {held}\n{TURN}"
    (record,) = read(text)
    return judge(record, book(name))


def command(*arguments: str, stdin: str) -> Result:
    return CliRunner().invoke(main, [*arguments], input=stdin)


# ------------------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("name", "players", "cards", "rules"),
    [
        ("rami-40", 2, 13, []),  # R L5
        ("rami-40", 2, 12, ["deal.hand"]),
        ("kalooki-40", 4, 13, []),  # K L3
        ("kalooki-40", 5, 13, ["deck"]),
        ("kalooki-51", 4, 12, ["deal.hand"]),
        ("kaluki", 4, 13, []),  # U L3: 106 cards, or more
        ("jamaican", 3, 9, []),  # J L4, L12
        ("jamaican", 2, 9, ["players"]),
        ("jamaican", 9, 9, ["players"]),
        ("tuluki", 2, 9, []),  # J L30
        ("tuluki", 3, 9, ["players"]),
        ("baby-kalooki", 3, 9, []),  # J L21
        ("baby-kalooki", 3, 10, ["deal.hand"]),
    ],
)
def test_the_deal_is_judged_by_what_is_written(name: str, players: int, cards: int, rules: list[str]) -> None:
    """What nobody wrote, the packs above all, is what suits the deal best."""
    found = dealt(name, players, cards, "round: 1\n")
    (deal,) = [action for action in found.actions if action.step.kind == "deal"]
    assert [said.id for said in deal.broken] == rules
    assert deal.verdict == ("illegal" if rules else "legal")


def test_the_round_decides_how_many_cards() -> None:
    assert dealt("jamaican", 3, 10, "round: 2\n").verdict == "legal"
    assert dealt("jamaican", 3, 10, "round: 1\n").verdict == "illegal"
    assert dealt("jamaican", 3, 10).verdict == "legal"
    assert dealt("jamaican", 3, 5).verdict == "illegal"


def test_each_hand_of_another_size_is_told() -> None:
    text = f"variant: rami-40\nplayers: Anne, Bob\ndealer: Bob\nAnne holds: {THIRTEEN}\nBob holds: 2♣ 2♠\n{TURN}"
    found = command("judge", "-", stdin=text)
    assert found.exit_code == 1
    assert "Illegal in Rami 40: the deal (Bob’s hand)." in found.output
    assert "2 cards dealt to each, 13 needed." in found.output
    french = command("judge", "-", "--lang", "fr", stdin=text).output
    assert "Illégal selon Rami 40\u00a0: la donne (la main de Bob)." in french


@pytest.mark.parametrize("line", ["table:\n  A1 (Bob): 4♣ 4♠ 4♦\n", "has drawn: Anne\n", "discards: 9♠ 9♦\n"])
def test_a_record_that_begins_later_tells_of_no_deal(line: str) -> None:
    (record,) = read(f"players: Anne, Bob\ndealer: Bob\nAnne holds: 5♣ 3♠\n{line}Anne: discards 5♣\n")
    assert list(deals(record)) == []


def test_the_engines_agree_on_deals() -> None:
    """Each number of players, of cards and of the round, written or not, in every book."""
    seen = set()
    for name in names():
        here = book(name)
        for players in (1, 5, 9):
            for written in ({}, {"hand-size": 9}, {"hand-size": 13}, {"round": 3, "hand-size": 10}, {"round": 12}):
                facts = (("players", players), *written.items())
                by_cards = [not broken for _, broken in best_deals(here, facts)]
                assert by_cards == list(smt.can_be_right(here, dict(facts))), (name, facts)
                seen.add(verdict(facts, here))
    assert seen == {"legal", "illegal"}


def test_a_wrong_deal_is_the_first_wrong_move() -> None:
    text = f"variant: rami-40\nplayers: Anne, Bob\ndealer: Bob\nAnne holds: 2♣ 2♠\n{TURN}"
    found = command("audit", "-", "--format", "json", stdin=text)
    (wrong,) = json.loads(found.stdout)["wrong"]
    assert (wrong["turn"], wrong["act"], wrong["line"], wrong["rules"]) == (-1, -1, 4, ["deal.hand"])
    shown = command("audit", "-", stdin=text).output
    assert "-:4: illegal in rami-40, the deal · deal.hand" in shown


# ------------------------------------------------------------------------------------------- the stock

ROUND = "players: Anne, Bob\nround: 1\n"


def test_a_new_stock_is_made_of_an_empty_one_only() -> None:
    for name in names():
        for stock, expected in ((3, "illegal"), (0, "legal")):
            text = f"{ROUND}dealer: Bob\nstock: {stock}\ndiscards: 9♠\nAnne: reshuffles; draws 5♦; discards 5♦\n"
            (record,) = read(text if stock else text.replace("draws 5♦; discards 5♦", "ends"))
            (action,) = [one for one in judge(record, book(name)).actions if one.step.kind == "reshuffle"]
            assert action.verdict == expected, name


def test_the_second_time_the_stock_runs_out_the_jamaican_round_is_void() -> None:
    text = f"{ROUND}stock: 0\ndiscards: 3♠ 9♦\nAnne: reshuffles; draws 3♠; discards 2♠\n"
    (record,) = read(text)
    by_book = {name: judge(record, book(name)).actions[0].verdict for name in ("rami-40", "kaluki", "jamaican")}
    assert by_book == {"rami-40": "legal", "kaluki": "legal", "jamaican": "undetermined"}
    line = "not drawn; stock 0; discards 3♠ 9♦; reshuffle; draw; reshuffle"
    assert command("judge", "-e", line, "--variant", "rami-40", stdin="").exit_code == 0
    found = command("judge", "-e", line, "--variant", "jamaican", stdin="")
    assert found.exit_code == 1 and "stock.void" in found.output


def test_what_is_not_known_of_earlier_times_is_told_in_one_row() -> None:
    text = f"{ROUND}stock: 0\ndiscards: 3♠ 9♦\nAnne: reshuffles; draws 3♠; discards 2♠\n"
    shown = command("judge", "-", "--variant", "jamaican", stdin=text).output
    assert "If 2 to 20 times that the stock runs out  illegal" in shown


def test_the_stock_of_a_whole_deal_is_counted() -> None:
    """106 cards, 26 dealt, one turned up: 79 are left, and a new stock is wrong while one of them is there."""
    hands = f"Anne holds: {THIRTEEN}\nBob holds: 5♠ 3♦ J♣ 6♣ Q♥ Q♦ 4♥ 4♣ 7♠ 9♣ 10♦ 2♣ 8♠\n"
    turns = "".join(f"{('Anne', 'Bob')[n % 2]}: draws; ends\n" for n in range(79))
    text = f"variant: rami-40\nplayers: Anne, Bob\ndealer: Bob\n{hands}{turns}"
    (last,) = read(f"{text}Bob: draws; ends\n")
    assert troubles(last, [book("rami-40")])[0].en.startswith("there is no card left in the stock")
    for count, empty in ((79, True), (78, False)):
        played = "".join(text.splitlines(keepends=True)[: 5 + count])
        (record,) = read(played + ("Bob: reshuffles; ends\n" if count % 2 else "Anne: reshuffles; ends\n"))
        (made,) = [one for one in judge(record, book("rami-40")).actions if one.step.kind == "reshuffle"]
        assert made.verdict == ("legal" if empty else "illegal"), count


# ------------------------------------------------------------------------------------------- where cards went


def test_a_card_that_is_not_held_names_when_it_left_the_hand() -> None:
    text = (
        f"variant: kaluki\nplayers: Anne, Bob\nAnne holds: {THIRTEEN}\ndiscards: 9♠\nAnne: draws 10♠; discards 9♥\n"
        "Bob: draws 3♦; discards 4♠\nAnne: draws 2♦; lays 9♥ 9♠ 9♦; discards 2♦\n"
    )
    shown = command("judge", "-", stdin=text).output
    assert "9♥ left Anne’s hand in line 5: discards 9♥." in shown
    assert "9♠ never was in Anne’s hand." in shown
    assert (
        "9♥ a quitté la main d’Anne à la ligne 5\u00a0: jette 9♥."
        in command("judge", "-", "--lang", "fr", stdin=text).output
    )
    (action,) = [
        one
        for one in json.loads(command("judge", "-", "--format", "json", stdin=text).output)["actions"]
        if one["gone"]
    ]
    assert action["gone"] == [{"card": "9♥", "line": 5}, {"card": "9♠", "line": None}, {"card": "9♦", "line": None}]


def test_audit_tells_it_too() -> None:
    text = (
        f"variant: kaluki\nplayers: Anne, Bob\nAnne holds: {THIRTEEN}\ndiscards: 9♠\nAnne: draws 10♠; discards 9♥\n"
        "Bob: draws 3♦; discards 4♠\nAnne: draws 2♦; discards 9♥\n---\n"
    )
    found = command("audit", "-", stdin=text * 2)
    assert "-:15: 9♥ left the hand in line 13\n" in found.output
    (first, _) = command("audit", "-", "--format", "json", stdin=text * 2).stdout.splitlines()
    assert json.loads(first)["wrong"][0]["gone"] == {"9♥": 5}


def test_a_twin_that_is_still_held_is_no_card_that_went() -> None:
    text = "players: Anne, Bob\nhas drawn: Anne\nAnne holds: 9♥ 9♥ 4♣\nAnne: discards 9♥\nBob: draws; discards 2♣\n"
    (record,) = read(text + "Anne: draws 4♠; discards 9♥\n")
    assert all(not action.gone for action in judge(record, book("rami-40")).actions)
    (record,) = read(text + "Anne: draws 4♠; discards 9♥\nBob: draws; discards 3♣\nAnne: draws 5♠; discards 9♥\n")
    (found,) = [action.gone for action in judge(record, book("rami-40")).actions if action.gone]
    assert [each.act and each.act.at.line for each in found] == [6]


def test_a_deal_is_replayed_to_its_end_for_the_score() -> None:
    text = (
        "variant: rami-40\nplayers: Anne, Bob\nhas drawn: Anne\nAnne holds: 9♥\nBob holds: 4♣ 5♣\nopened: Anne\n"
        "Anne: discards 8♥\nscore: Anne 0, Bob 9\n"
    )
    (record,) = read(text)
    found = audit_deal(record, book("rami-40"))
    assert found.verdict == "illegal" and found.score and found.score.winner == ""
