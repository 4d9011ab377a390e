"""The facts that the direct engine works out from cards, and what cards count."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from shorthand import card, cards

from grammar.cards import UNKNOWN, Card
from rulebook.model import Book, Question, Rule, Value
from rulebook.model import Reading as Answer
from verifier.direct import Values, all_facts, hand_points, values_of
from verifier.plays import jokers_taken
from verifier.scene import Event, FactValue, Part, Reading, Scene


def reading(text: str) -> Reading:
    kind, _, start = text.partition(" ")
    return Reading(kind, int(start or 0))


def book(*values: Value, questions: tuple[Question, ...] = ()) -> Book:
    return Book("b", "", "", (Rule("points", "", "", (), values=values),), questions)


COMMON = (
    Value("pips", "number"),
    Value("face", 10),
    Value("ace", 11),
    Value("low-ace", 1, "meld"),
    Value("joker", "represented", "meld"),
    Value("joker", 25, "hand"),
)
VALUES = values_of(book(*COMMON))


def of_meld(text: str, read: str, values: Values = VALUES) -> Mapping[str, FactValue]:
    scene = Scene((Part("laid", cards(text)),), ())
    return all_facts(scene, Event("meld", {}, (0,)), [reading(read)], values)


def of_act(
    name: str, before: str, played: str, was: str, becomes: str, taken: int = 0, end: str = ""
) -> Mapping[str, FactValue]:
    how = {"add": "added", "swap": "swapped", "shift": "shifted"}[name]
    old, new = cards(before), cards(played)
    gone = jokers_taken(Part("tabled", old), new, taken)
    after = Part(how, old + new, before=0, new=new, taken=taken, end=end, gone=gone)
    scene = Scene((Part("tabled", old), after), ())
    return all_facts(scene, Event(name, {}, (0, 1), new), [reading(was), reading(becomes)], VALUES)


def of_play(
    name: str, played: str, known: Mapping[str, FactValue] | None = None, **more: object
) -> Mapping[str, FactValue]:
    event = Event(name, known or {}, (), cards(played), **more)  # type: ignore[arg-type]
    return all_facts(Scene((), ()), event, [], VALUES)


# ------------------------------------------------------------------------------------- a meld as it is read


def test_counts_hold_for_what_is_neither_too() -> None:
    facts = of_meld("4♥ 9♥ JK", "neither")
    assert (facts["kind"], facts["size"], facts["naturals"], facts["jokers"]) == ("neither", 3, 2, 1)
    assert facts["points"] == 0


def test_suits_of_fixed_cards_are_compared() -> None:
    facts = of_meld("4♥ 5♥ JK", "run 4")
    assert (facts["same-suit"], facts["distinct-suits"]) == (True, False)
    facts = of_meld("4♥ 5♥ JK=6♣", "run 4")
    assert facts["same-suit"] is False
    facts = of_meld("9♥ 9♣ JK", "set 9")
    assert (facts["same-suit"], facts["distinct-suits"]) == (False, True)
    facts = of_meld("JK JK JK", "set 9")
    assert (facts["same-suit"], facts["distinct-suits"]) == (True, True)


def test_a_suit_that_a_joker_says_counts() -> None:
    said = Part("laid", (*cards("4♥ 5♥"), Card(0, 4, True), Card(7, 0, True)))
    facts = all_facts(Scene((said,), ()), Event("meld", {}, (0,)), [reading("run 4")], VALUES)
    assert (facts["same-suit"], facts["points"]) == (False, 4 + 5 + 6 + 7)


def test_jokers_touch_in_a_run_only() -> None:
    assert of_meld("10♥ JK JK", "run 10")["jokers-touch"] is True
    assert of_meld("10♥ JK JK", "set 10")["jokers-touch"] is False
    assert of_meld("JK 10♥ JK", "run 9")["jokers-touch"] is False
    assert of_meld("JK=8♥ JK 10♥", "run 8")["jokers-touch"] is True


@pytest.mark.parametrize(
    ("text", "read", "low", "high", "wraps"),
    [
        ("A♥ 2♥ 3♥", "run 1", True, False, False),
        ("JK 2♥ 3♥", "run 1", True, False, False),
        ("Q♥ K♥ A♥", "run 12", False, True, False),
        ("Q♥ K♥ A♥ 2♥", "run 12", True, True, True),
        ("A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", "run 1", True, True, False),
        ("A♥ A♦ A♠", "set 1", False, False, False),
        ("2♥ 3♥ 4♥", "run 2", False, False, False),
    ],
)
def test_aces_of_a_run(text: str, read: str, low: bool, high: bool, wraps: bool) -> None:
    facts = of_meld(text, read)
    assert (facts["low-ace"], facts["high-ace"], facts["wraps"]) == (low, high, wraps)


# --------------------------------------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("text", "read", "points"),
    [
        ("7♥ 8♥ 9♥", "run 7", 24),
        ("A♥ 2♥ 3♥", "run 1", 6),
        ("Q♥ K♥ A♥", "run 12", 31),
        ("Q♥ K♥ A♥ 2♥", "run 12", 33),
        ("A♥ A♦ A♠", "set 1", 33),
        ("10♥ JK JK", "set 10", 30),
        ("10♥ JK JK", "run 10", 30),  # ten, jack, queen
        ("JK 2♥ 3♥", "run 1", 6),  # the joker is a low ace
        ("Q♥ K♥ JK", "run 12", 31),
        ("A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", "run 1", 1 + 54 + 30 + 11),
    ],
)
def test_points_where_the_cards_lie(text: str, read: str, points: int) -> None:
    assert of_meld(text, read)["points"] == points


def test_without_a_low_ace_value_an_ace_counts_as_ace() -> None:
    assert of_meld("A♥ 2♥ 3♥", "run 1", values_of(book(Value("pips", "number"), Value("ace", 11))))["points"] == 16


def test_a_joker_with_a_number_counts_it_whatever_it_says() -> None:
    values = values_of(book(Value("pips", "number"), Value("joker", 25)))
    assert of_meld("7♥ JK 9♥", "run 7", values)["points"] == 41
    assert of_meld("7♥ JK=8♥ 9♥", "run 7", values)["points"] == 41


def test_the_narrower_value_wins_then_the_colour_then_the_last() -> None:
    values = values_of(book(Value(12, 13), Value("face", 10), Value("face", 7, colour="red"), Value("face", 9)))
    assert of_meld("Q♠ Q♥ Q♦", "set 12", values)["points"] == 39
    assert of_meld("K♠ K♥ K♦", "set 13", values)["points"] == 9 + 7 + 7


def test_a_reading_gives_values_that_win_over_equal_ones() -> None:
    asked = Question(
        "q.ace", "silent", "", "", (), (Answer("one", "", "", values=(Value("ace", 1),)), Answer("other", "", ""))
    )
    ruled = book(Value("ace", 11), questions=(asked,))
    assert hand_points(cards("A♥"), values_of(ruled, {"q.ace": "one"})) == 1
    assert hand_points(cards("A♥"), values_of(ruled, {"q.ace": "other"})) == 11
    assert hand_points(cards("A♥"), values_of(ruled)) == 11


def test_points_of_a_hand() -> None:
    assert hand_points(cards("A♥ 2♥ K♠ JK JK=5♥"), VALUES) == 11 + 2 + 10 + 25 + 25
    assert hand_points((), VALUES) == 0


def test_an_opening_counts_its_melds() -> None:
    parts = tuple(Part("laid", cards(text)) for text in ("7♥ 8♥ 9♥", "7♣ JK 9♣", "K♥ K♦ K♠", "4♥ 9♥ 9♣"))
    event = Event("open", {}, (0, 1, 2, 3))
    facts = all_facts(Scene(parts, ()), event, [reading(r) for r in ("run 7", "run 7", "set 13", "neither")], VALUES)
    assert (facts["melds"], facts["sets"], facts["runs"], facts["clean-runs"]) == (4, 1, 2, 1)
    assert facts["points"] == 24 + 24 + 30


# ----------------------------------------------------------------------------------- adding and exchanging


def test_the_end_where_cards_are_added() -> None:
    assert of_act("add", "5♥ 6♥ 7♥", "4♥", "run 5", "run 4")["end"] == "low"
    assert of_act("add", "5♥ 6♥ 7♥", "8♥", "run 5", "run 5")["end"] == "high"
    assert of_act("add", "5♥ 6♥ 7♥", "4♥ 8♥", "run 5", "run 4")["end"] == "both"
    assert of_act("add", "A♥ 2♥ 3♥", "K♥", "run 1", "run 13")["end"] == "low"
    assert of_act("add", "9♥ 9♣ 9♠", "9♦", "set 9", "set 9")["end"] == "none"
    assert of_act("add", "5♥ 6♥ 7♥", "J♥", "run 5", "neither")["end"] == "none"


def test_an_addition_looks_at_the_meld_before() -> None:
    facts = of_act("add", "5♥ 6♥ 7♥", "JK J♥", "run 5", "neither")
    assert (facts["kind"], facts["cards"], facts["jokers-added"]) == ("run", 2, 1)


def test_swap_from_a_set() -> None:
    facts = of_act("swap", "9♥ 9♣ JK", "9♠", "set 9", "set 9", taken=1)
    assert (facts["size"], facts["naturals"], facts["jokers"], facts["given"]) == (3, 2, 1, 1)
    assert (facts["same-rank"], facts["missing-suits"], facts["exact"]) == (True, True, False)
    assert facts["result-size"] == 3
    assert of_act("swap", "9♥ 9♣ JK", "9♥", "set 9", "set 9", taken=1)["missing-suits"] is False
    assert of_act("swap", "9♥ 9♣ JK", "9♠ 9♠", "set 9", "set 9", taken=1)["missing-suits"] is False
    facts = of_act("swap", "9♥ 9♣ JK", "9♠ 9♦", "set 9", "set 9", taken=1)
    assert (facts["missing-suits"], facts["result-size"]) == (True, 4)
    assert of_act("swap", "9♥ 9♣ JK=9♠", "9♠", "set 9", "set 9", taken=1)["exact"] is True


def test_swap_from_a_run() -> None:
    facts = of_act("swap", "5♥ JK 7♥", "6♥", "run 5", "run 5", taken=1)
    assert (facts["same-rank"], facts["missing-suits"], facts["exact"]) == (True, False, True)
    facts = of_act("swap", "5♥ JK 7♥", "6♣", "run 5", "run 5", taken=1)
    assert (facts["same-rank"], facts["exact"]) == (True, False)
    facts = of_act("swap", "5♥ JK 7♣", "6♥", "run 5", "run 5", taken=1)
    assert facts["exact"] is False  # the suit of the joker is not determined
    facts = of_act("swap", "5♥ JK 7♥", "8♥", "run 5", "neither", taken=1)
    assert (facts["same-rank"], facts["exact"]) == (False, False)
    facts = of_act("swap", "5♥ JK 7♥", "6♥ 6♥", "run 5", "neither", taken=1)
    assert (facts["same-rank"], facts["exact"]) == (False, False)  # each needs a joker of its own


def test_swap_of_a_joker_is_not_of_the_same_rank() -> None:
    facts = of_act("swap", "5♥ JK 7♥", "JK=6♥", "run 5", "run 5", taken=1)
    assert (facts["same-rank"], facts["exact"]) == (False, False)


def test_shift_is_exact_where_the_card_is_the_jokers() -> None:
    assert of_act("shift", "5♥ JK 7♥", "6♥", "run 5", "run 4")["exact"] is True
    assert of_act("shift", "5♥ JK 7♥", "6♣", "run 5", "run 4")["exact"] is False


# ------------------------------------------------------------------------------------ the hand and the pile


def test_cards_played_are_counted_in_the_hand() -> None:
    assert of_play("lay", "5♥ 5♥", hand=cards("5♥ 6♥"))["in-hand"] is False
    assert of_play("lay", "5♥ 5♥", hand=cards("5♥ 5♥"))["in-hand"] is True
    assert of_play("lay", "JK=5♥", hand=cards("JK"))["in-hand"] is True
    assert of_play("lay", "5♥")["in-hand"] is True
    assert of_play("move", "5♥", hand=())["in-hand"] is True
    assert of_play("draw", "5♥", {"pile": "stock"}, hand=())["in-hand"] is True


def test_a_card_in_the_hand_that_is_not_known_stands_for_any_one() -> None:
    assert of_play("lay", "5♥ 6♥", hand=(card("5♥"), UNKNOWN))["in-hand"] is True
    assert of_play("lay", "5♥ 6♥ 7♥", hand=(card("5♥"), UNKNOWN))["in-hand"] is False


def test_the_card_taken_is_the_top_of_the_pile() -> None:
    discard: dict[str, FactValue] = {"pile": "discard-pile"}
    assert of_play("draw", "6♥", discard, pile=cards("5♥ 6♥"))["is-top"] is True
    assert of_play("draw", "5♥", discard, pile=cards("5♥ 6♥"))["is-top"] is False
    assert of_play("draw", "", discard, pile=cards("5♥ 6♥"))["is-top"] is True
    assert of_play("draw", "", discard, pile=())["is-top"] is False
    assert of_play("draw", "5♥", discard)["is-top"] is True
    assert of_play("draw", "5♥", {"pile": "stock"}, pile=cards("6♥"))["is-top"] is True


def test_the_card_drawn_is_known_to_be_a_joker() -> None:
    assert of_play("draw", "JK", {"pile": "stock"})["top-is-joker"] is True
    assert of_play("draw", "", {"pile": "stock"}, pile=cards("JK"))["top-is-joker"] is False
    assert of_play("draw", "", {"pile": "discard-pile"}, pile=cards("JK"))["top-is-joker"] is True


def test_the_card_taken_and_its_twin() -> None:
    assert of_play("discard", "5♥", took=card("5♥"))["taken-this-turn"] is True
    assert of_play("discard", "5♥", took=card("5♣"))["taken-this-turn"] is False
    assert of_play("discard", "5♥")["taken-this-turn"] is False
    # A twin of the card taken was laid: the one thrown may be the other.
    assert of_play("discard", "5♥", took=card("5♥"), laid=cards("4♥ 5♥ 6♥"))["taken-this-turn"] is False
    assert of_play("discard", "JK", took=card("JK"), added=cards("JK=4♥"))["taken-this-turn"] is False
    facts = of_play("turn", "5♥", took=card("5♥"), laid=cards("4♥ 5♥ 6♥"), added=cards("6♥"))
    assert (facts["taken-laid"], facts["taken-added"]) == (True, False)
    facts = of_play("turn", "", laid=cards("4♥ 5♥ 6♥"))
    assert (facts["taken-laid"], facts["taken-added"]) == (False, False)


def test_bookkeeping_is_among_the_facts_where_it_is_known() -> None:
    event = Event("discard", {"drawn": True, "opened": None, "last": None}, (), cards("JK"))
    facts = all_facts(Scene((), ()), event, [], VALUES, {"opened": False})
    assert (facts["drawn"], facts["opened"], facts["card-is-joker"]) == (True, False, True)
    assert "last" not in facts
