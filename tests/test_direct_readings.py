"""How the direct engine reads melds: every expectation is worked out by hand from docs/verdicts.md."""

from __future__ import annotations

import pytest
from shorthand import card, cards

from grammar.cards import Card, show_all
from verifier.direct import Meld, lie, melds
from verifier.plays import jokers_taken
from verifier.scene import Part, Reading


def found(*ways: Meld) -> set[str]:
    """The readings in short: `run 12`, `set 10`, `neither`."""
    return {meld.kind + (f" {meld.start}" if meld.start else "") for meld in ways}


def laid(text: str, kind: str = "") -> set[str]:
    return found(*melds(Part("laid", cards(text), kind)))


def act(how: str, before: str, new: str, reading: str, **more: str | int | Card) -> tuple[Meld, ...]:
    """What part `before`, read as `reading`, can be after an act."""
    kind, _, start = reading.partition(" ")
    old = cards(before)
    taken = int(more.get("taken", 0))  # type: ignore[arg-type]
    gone = jokers_taken(Part("tabled", old), cards(new), taken)
    parts = (Part("tabled", old), Part(how, old + cards(new), before=0, new=cards(new), gone=gone, **more))  # type: ignore[arg-type]
    was = lie(parts[:1], [Reading(kind, int(start or 0))])[0]
    return melds(parts[1], was)


def in_places(meld: Meld) -> str:
    return show_all(meld.cards)


# ------------------------------------------------------------------------------------------ melds laid


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("9♥ 9♣ 9♠", {"set 9"}),
        ("9♥ 9♥ 9♠ 9♣ 9♦", {"set 9"}),
        ("A♥ 2♥ 3♥", {"run 1"}),
        ("Q♥ K♥ A♥", {"run 12"}),
        ("Q♥ K♥ A♥ 2♥", {"run 12"}),
        ("4♥ 5♦ 6♣", {"run 4"}),  # suits play no part
        ("4♥ 5♥ 7♥", {"neither"}),
        ("4♥ 4♥ 5♥", {"neither"}),  # no two cards at one place
        ("JK=9♣ 9♥ 9♠", {"set 9"}),
        ("JK=8♣ 9♣ 10♣", {"run 8"}),
        ("JK=7♣ 9♣ 10♣", {"neither"}),
    ],
)
def test_a_meld_of_fixed_cards_is_what_its_ranks_make_it(text: str, readings: set[str]) -> None:
    assert laid(text) == readings


def test_one_natural_between_jokers_may_be_a_set_or_a_run() -> None:
    assert laid("10♥ JK JK") == {"set 10", "run 10"}
    assert laid("JK 10♥ JK") == {"set 10", "run 9"}


def test_jokers_at_the_ends_of_a_run() -> None:
    assert laid("JK 5♥ 6♥ JK") == {"run 4"}
    assert laid("JK A♥ 2♥") == {"run 13"}
    assert laid("Q♥ K♥ JK") == {"run 12"}


def test_a_descending_run_is_read_from_its_last_card() -> None:
    assert laid("7♥ 6♥ 5♥") == {"run 5"}
    assert laid("2♥ A♥ K♥ JK") == {"run 12"}
    [run] = melds(Part("laid", cards("8♥ JK 6♥ 5♥")))
    assert in_places(run) == "5♥ 6♥ JK 8♥"


def test_one_fixed_card_alone_is_never_read_descending() -> None:
    assert laid("JK JK 5♥") == {"set 5", "run 3"}


def test_out_of_order_every_start_with_a_place_for_each_card_is_possible() -> None:
    assert laid("6♥ 5♥ JK 7♥") == {"run 4", "run 5"}
    assert laid("A♥ Q♥ K♥") == {"run 12"}
    assert laid("2♥ JK A♥ K♥") == {"run 12", "run 13"}
    assert laid("3♥ A♥ JK") == {"run 1"}  # neither 3-4-5 nor, descending, 3-2-A


def test_open_jokers_only_may_be_anything() -> None:
    everything = {f"{kind} {rank}" for kind in ("set", "run") for rank in range(1, 14)}
    assert laid("JK JK JK") == everything


def test_a_kind_said_leaves_that_kind_only() -> None:
    assert laid("10♥ JK JK", "run") == {"run 10"}
    assert laid("10♥ JK JK", "set") == {"set 10"}
    assert laid("9♥ 9♣ 9♠", "run") == {"neither"}


def test_a_run_of_fourteen_begins_and_ends_with_an_ace() -> None:
    whole = "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥"
    assert laid(f"A♥ {whole} A♥") == {"run 1"}
    assert laid(f"A♥ {whole} A♥ 2♥") == {"neither"}
    # The only ace has the lower place, wherever it is written.
    [run] = melds(Part("laid", cards(f"JK {whole} A♥")))
    assert in_places(run) == f"A♥ {whole} JK"


def test_a_long_set_is_a_set() -> None:
    assert laid("9♥ " * 15) == {"set 9"}


def test_readings_are_sorted() -> None:
    ways = melds(Part("laid", cards("JK JK 5♥")))
    assert [meld.reading for meld in ways] == [Reading("run", 3), Reading("set", 5)]


# --------------------------------------------------------------------------------------------- adding


def test_added_to_a_set() -> None:
    assert found(*act("added", "9♥ 9♣ 9♠", "9♦", "set 9")) == {"set 9"}
    assert found(*act("added", "9♥ 9♣ 9♠", "JK", "set 9")) == {"set 9"}
    assert found(*act("added", "9♥ 9♣ 9♠", "8♦", "set 9")) == {"neither"}


def test_added_below_and_above_a_run() -> None:
    assert found(*act("added", "5♥ 6♥ 7♥", "4♥", "run 5")) == {"run 4"}
    assert found(*act("added", "5♥ 6♥ 7♥", "8♥", "run 5")) == {"run 5"}
    [run] = act("added", "5♥ 6♥ 7♥", "8♥ 4♥", "run 5")
    assert (run.start, run.below, in_places(run)) == (4, 1, "4♥ 5♥ 6♥ 7♥ 8♥")
    assert found(*act("added", "5♥ 6♥ 7♥", "9♥", "run 5")) == {"neither"}


def test_a_joker_added_goes_to_either_end() -> None:
    assert found(*act("added", "5♥ 6♥ 7♥", "JK", "run 5")) == {"run 4", "run 5"}
    assert found(*act("added", "5♥ 6♥ 7♥", "JK", "run 5", end="low")) == {"run 4"}
    assert found(*act("added", "5♥ 6♥ 7♥", "JK", "run 5", end="high")) == {"run 5"}
    assert found(*act("added", "5♥ 6♥ 7♥", "8♥ JK", "run 5")) == {"run 4", "run 5"}


def test_jokers_added_fill_the_new_places_left() -> None:
    ways = {meld.start: in_places(meld) for meld in act("added", "5♥ 6♥ 7♥", "JK 9♥", "run 5")}
    assert ways == {5: "5♥ 6♥ 7♥ JK 9♥"}


def test_added_below_the_ace_the_places_count_on() -> None:
    [run] = act("added", "A♥ 2♥ 3♥", "K♥", "run 1")
    assert (run.start, in_places(run)) == (13, "K♥ A♥ 2♥ 3♥")


def test_old_cards_keep_their_places() -> None:
    # The open joker stays the 8; the 8 that is added finds no new place.
    assert found(*act("added", "6♥ 7♥ JK", "8♥", "run 6")) == {"neither"}


def test_a_run_grows_to_fourteen_and_no_further() -> None:
    whole = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥"
    [run] = act("added", whole, "A♠", "run 1")
    assert in_places(run) == f"{whole} A♠"
    assert found(*act("added", whole, "A♠ 2♠", "run 1")) == {"neither"}


def test_added_to_neither_is_neither() -> None:
    assert found(*act("added", "5♥ 5♣ 7♥", "6♥", "neither")) == {"neither"}


# ------------------------------------------------------------------------------------------- swapping


def test_swapped_from_a_set_the_joker_that_says_the_card_leaves_then_open_ones() -> None:
    [meld] = act("swapped", "9♥ JK=9♣ JK", "9♣", "set 9", taken=1)
    assert in_places(meld) == "9♥ JK 9♣"
    [meld] = act("swapped", "9♥ JK=9♣ JK", "9♠", "set 9", taken=1)
    assert (found(meld), in_places(meld)) == ({"set 9"}, "9♥ JK=9♣ 9♠")
    assert found(*act("swapped", "9♥ 9♣ JK", "9♠ 9♦", "set 9", taken=1)) == {"set 9"}
    assert found(*act("swapped", "9♥ 9♣ JK", "8♠", "set 9", taken=1)) == {"neither"}
    assert found(*act("swapped", "9♥ 9♣ JK", "9♠", "set 9", taken=2)) == {"neither"}


def test_swapped_from_a_run_the_card_has_the_rank_of_a_jokers_place() -> None:
    [meld] = act("swapped", "5♥ JK 7♥ JK", "6♥", "run 5", taken=1)
    assert (found(meld), in_places(meld)) == ({"run 5"}, "5♥ 6♥ 7♥ JK")
    assert found(*act("swapped", "5♥ JK 7♥", "6♣", "run 5", taken=1)) == {"run 5"}
    assert found(*act("swapped", "5♥ JK 7♥", "8♥", "run 5", taken=1)) == {"neither"}
    assert found(*act("swapped", "5♥ JK 7♥", "JK", "run 5", taken=1)) == {"neither"}
    assert found(*act("swapped", "5♥ JK 7♥ JK", "6♥", "run 5", taken=2)) == {"neither"}
    assert found(*act("swapped", "5♥ JK 7♥ JK", "8♥ 6♥", "run 5", taken=2)) == {"run 5"}
    assert found(*act("swapped", "5♥ JK 7♥ JK", "6♥ 6♥", "run 5", taken=2)) == {"neither"}


# ------------------------------------------------------------------------------------------- shifting


def test_shifted_in_a_run_the_joker_goes_to_an_end() -> None:
    ways = {meld.start: in_places(meld) for meld in act("shifted", "5♥ JK 7♥", "6♥", "run 5")}
    assert ways == {4: "JK 5♥ 6♥ 7♥", 5: "5♥ 6♥ 7♥ JK"}
    assert found(*act("shifted", "5♥ JK 7♥", "8♥", "run 5")) == {"neither"}


def test_shifted_the_joker_goes_where_it_is_said_to_go() -> None:
    [run] = act("shifted", "5♥ JK 7♥", "6♥", "run 5", becomes=card("JK=8♥"))
    assert (run.start, in_places(run)) == (5, "5♥ 6♥ 7♥ JK=8♥")
    [run] = act("shifted", "A♥ JK 3♥", "2♥", "run 1", becomes=card("JK=K♥"))
    assert (run.start, in_places(run)) == (13, "JK=K♥ A♥ 2♥ 3♥")


def test_shifted_in_a_set_the_card_has_its_rank() -> None:
    assert found(*act("shifted", "9♥ 9♣ JK", "9♠", "set 9")) == {"set 9"}
    assert found(*act("shifted", "9♥ 9♣ JK", "8♠", "set 9")) == {"neither"}


# ------------------------------------------------------------------------- jokers that say their rank or suit only


def test_a_joker_may_say_its_rank_only() -> None:
    assert found(*melds(Part("laid", (Card(8, 0, True), *cards("9♥ 10♥"))))) == {"run 8"}
    assert found(*melds(Part("laid", (Card(7, 0, True), *cards("9♥ 10♥"))))) == {"neither"}


def test_a_joker_that_says_its_suit_only_is_open() -> None:
    spade = Card(0, 4, True)
    [run] = melds(Part("laid", (*cards("9♥ 10♥"), spade)))
    assert (found(run), run.cards) == ({"run 9"}, (*cards("9♥ 10♥"), spade))


# --------------------------------------------------------------------------------------------- errors


def test_a_part_that_cannot_be_read_so_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be read as run 4"):
        lie((Part("laid", cards("9♥ 9♣ 9♠")),), [Reading("run", 4)])
