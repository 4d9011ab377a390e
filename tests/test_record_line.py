"""Records in the one-line form."""

from __future__ import annotations

import pytest

from grammar.cards import Card, show_all
from grammar.document import At, Hand
from grammar.record import read_cards, read_line


def test_a_line() -> None:
    record = read_line("A1 10♥ 10♠ JK; swap 10♦ for JK in A1")
    assert (record.line_form, record.lang, record.source) == (True, "en", "-e")
    assert (record.opened, record.drawn, record.opened_now, record.players) == (("",), ("",), (), ())
    assert [(meld.label, meld.owner) for meld in record.table] == [("A1", "?")]
    (turn,) = record.turns
    assert (turn.player, turn.at) == ("", At(1, 16, 21))
    assert [(act.verb, act.text, act.target) for act in turn.acts] == [("swap", "swap 10♦ for JK in A1", "A1")]


def owned(text: str) -> list[tuple[str, str, str]]:
    return [(meld.label, meld.owner, show_all(meld.cards)) for meld in read_line(text).table]


def test_melds_in_a_line() -> None:
    assert owned("A1 10♥ 10♠ JK, B1 7♦ 8♦ 9♦; C1 4♥4♠4♦; draw") == [
        ("A1", "?", "10♥ 10♠ JK"),
        ("B1", "?", "7♦ 8♦ 9♦"),
        ("C1", "?", "4♥ 4♠ 4♦"),
    ]
    assert owned("my A1 4♥ 5♥ 6♥, B1 7♦ 8♦ 9♦; draw") == [("A1", "", "4♥ 5♥ 6♥"), ("B1", "?", "7♦ 8♦ 9♦")]
    assert owned("ma A1 4♥ 5♥ 6♥; mon B1 7♦ 8♦ 9♦; pioche") == [("A1", "", "4♥ 5♥ 6♥"), ("B1", "", "7♦ 8♦ 9♦")]
    assert owned("A1 (Anne): 4♥ 5♥ 6♥; draw") == [("A1", "Anne", "4♥ 5♥ 6♥")]
    assert read_line("A1 set: 10♥ JK JK; draw").table[0].kind == "set"


@pytest.mark.parametrize(
    ("said", "opened", "unknown", "now"),
    [
        ("", ("",), False, ()),
        ("opened;", ("",), False, ()),
        ("not opened;", (), False, ()),
        ("pas ouvert;", (), False, ()),
        ("n’a pas posé;", (), False, ()),
        ("opened now;", (), False, ("",)),
        ("vient d'ouvrir;", (), False, ("",)),
        ("opened ?;", (), True, ()),
        ("ouvert ?;", (), True, ()),
        ("opened: ?;", (), True, ()),
    ],
)
def test_who_has_opened_in_a_line(said: str, opened: tuple[str, ...], unknown: bool, now: tuple[str, ...]) -> None:
    record = read_line(f"{said} lay 4♥ 5♥ 6♥")
    assert (record.opened, record.opened_unknown, record.opened_now) == (opened, unknown, now)


@pytest.mark.parametrize(
    ("said", "drawn", "took"),
    [
        ("", ("",), None),
        ("not drawn;", (), None),
        ("pas pioché;", (), None),
        ("pas pioche;", (), None),
        ("took 5♦;", ("",), Card(5, 2)),
        ("a pris 5♦;", ("",), Card(5, 2)),
    ],
)
def test_who_has_drawn_in_a_line(said: str, drawn: tuple[str, ...], took: Card | None) -> None:
    record = read_line(f"{said} lay 4♥ 5♥ 6♥")
    assert (record.drawn, record.took) == (drawn, took)


@pytest.mark.parametrize("text", ["hand 4♠ 9♦ …; stock 20; round 4; draw", "main 4♠ 9♦ …; pioche 20; manche 4; pioche"])
def test_the_rest_of_the_position_in_a_line(text: str) -> None:
    record = read_line(text)
    assert record.hands == (Hand("", read_cards("4♠ 9♦"), False, record.hands[0].at, record.hands[0].cards_at),)
    assert (record.stock, record.round) == (20, 4)
    assert [act.verb for act in record.turns[0].acts] == ["draw"]


@pytest.mark.parametrize(
    ("text", "discards", "verbs"),
    [
        ("discards 3♠ 9♦; take 9♦", "3♠ 9♦", ["take"]),
        ("discards 9♦; take 9♦", "9♦", ["take"]),
        ("défausse 9♦; prend 9♦", "9♦", ["take"]),
        ("discards: 9♦; discard 4♠", "9♦", ["discard"]),
        ("pile de défausse 9♦; défausse 4♠", "9♦", ["discard"]),
        ("discards none; draw", "", ["draw"]),
        ("discards 9♦", None, ["discard"]),
        ("draw; discards 9♦", None, ["draw", "discard"]),
        ("discard 9♦; lay 4♠ 5♠ 6♠", None, ["discard", "lay"]),
        ("jette 9♦; pose 4♠ 5♠ 6♠", None, ["discard", "lay"]),
    ],
)
def test_the_discard_pile_and_the_discard_in_a_line(text: str, discards: str | None, verbs: list[str]) -> None:
    """`discards` is the pile before the first act, if an act follows; `discard` is always the act."""
    record = read_line(text)
    assert record.discards == (None if discards is None else read_cards(discards))
    assert [act.verb for act in record.turns[0].acts] == verbs


def test_new_melds_in_a_line() -> None:
    record = read_line("lay 4♥ 5♥ 6♥, X1 = 7♥ 7♦ 7♣; add 7♥ to new1; add 7♠ to x1")
    assert [meld.label for meld in record.turns[0].acts[0].melds] == ["new1", "X1"]
    assert [act.target for act in record.turns[0].acts[1:]] == ["new1", "X1"]


def test_header_lines_in_a_line() -> None:
    record = read_line("variant: rami-40; settle: ace.low-value=one; table: A1 4♥ 5♥ 6♥; lang: fr; add 7♥ to A1")
    assert (record.variants, record.settled, record.lang) == (("rami-40",), (("ace.low-value", "one"),), "fr")
    assert record.table[0].label == "A1"


@pytest.mark.parametrize(
    ("text", "argument", "expected"),
    [
        ("A1 10♥ 10♠ JK; swap 10♦ for JK in A1", "fr", "en"),
        ("A1 10♥ 10♠ JK; échange 10♦ contre JK dans A1", None, "fr"),
        ("pas ouvert; lay 4♥ 5♥ 6♥", None, "fr"),
        ("main 4♥; lay 4♥ 5♥ 6♥", None, "fr"),
    ],
)
def test_language_of_a_line(text: str, argument: str | None, expected: str) -> None:
    assert read_line(text, lang=argument).lang == expected


def test_a_line_within_a_file() -> None:
    record = read_line("A1 10♥ 10♠ JK;\n swap 10♦ for JK in A1", "house.rules", line=7, column=12)
    assert (record.at, record.table[0].at) == (At(7, 12, 14), At(7, 12, 2))
    assert record.turns[0].acts[0].cards_at == (At(8, 7, 3),)
