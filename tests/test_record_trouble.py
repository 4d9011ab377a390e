"""Records that cannot be read: every mistake is told, in its place, with what was expected."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grammar.record import decode, read, read_cards, read_line
from grammar.trouble import Trouble, Unreadable

TO = "“to” or “in”"
NAME = "the name of a meld, such as A1"
TABLE = "; it is written “A1 (Anne): 10♥ 10♠ JK”"

Say = tuple[int, int, str]


def refused(reader: Callable[..., object], *args: object, **kwargs: object) -> Unreadable:
    """The refusal of a text."""
    with pytest.raises(Unreadable) as raised:
        reader(*args, **kwargs)
    return raised.value


def troubles(text: str) -> list[Trouble]:
    return list(refused(read, dedent(text), "test.kal").troubles)


def said(text: str) -> list[Say]:
    """Line, column and English words of every trouble of a file."""
    return [(trouble.at.line, trouble.at.column, trouble.en) for trouble in troubles(text)]


def said_of_act(text: str) -> list[tuple[int, str]]:
    """Column (from the start of the act) and words of every trouble of an act, where A1 and B1 lie on the table."""
    found = said(f"table:\n  A1 (Anne): 10♥ 10♠ JK\n  B1 (Bob): 7♦ 8♦ 9♦\nBob: {text}")
    assert all(line == 4 for line, _column, _en in found)
    return [(column - 5, en) for _line, column, en in found]


def said_of_line(text: str) -> list[tuple[int, str]]:
    """Column and words of every trouble of the one-line form."""
    return [(trouble.at.column, trouble.en) for trouble in refused(read_line, text).troubles]


# ---- Every mistake, each in its place


def test_five_mistakes_in_five_lines() -> None:
    found = said("""\
        players: Anne, Bob
        table:
          A1 (Anne): 11♥ 10♠ JK
          A1 (Ane): 6♠ 7♠ 8♠
        Bobb holds: 10♦
        dicsards: 3♠ 9♦
        Bob: draws; swpas 10♦ for JK in A1; discards 4♠
          adds 4♠ to A7
        ruling rami-40: ilegal
        """)
    assert found == [
        (3, 14, "there is no card 11♥; ranks are A 2 … 10 J Q K"),
        (4, 3, "there is a meld A1 already; give this one another name"),
        (4, 7, "there is no player Ane; did you mean Anne?"),
        (5, 1, "there is no player Bobb; did you mean Bob?"),
        (6, 1, "“dicsards” is neither a player nor a header word; did you mean “discards”?"),
        (7, 13, "there is no verb “swpas” here; did you mean “swaps”?"),
        (8, 14, "there is no meld A7 here; the table has A1"),
        (9, 17, "a ruling is legal, illegal or undetermined, not “ilegal”; did you mean illegal?"),
    ]


def test_mistakes_of_several_records() -> None:
    assert [line for line, _column, _en in said("Bob: darws\n---\nBob: draws\n---\nBob: taks 9♦\n")] == [1, 5]


def test_as_it_is_shown() -> None:
    refusal = refused(read, "joueurs : Anne, Bob\nBob : échage 10♦ contre JK dans A1\n", "a.kal")
    assert refusal.lang == "fr"
    assert refusal.render() == dedent("""\
        a.kal:2:7: pas de verbe « échage » ici ; « échange » peut-être ?
            Bob : échage 10♦ contre JK dans A1
                  ^^^^^^""")
    assert refusal.render("en").startswith("a.kal:2:7: there is no verb “échage” here; did you mean “échange”?")


# ---- Header lines


@pytest.mark.parametrize(
    ("header", "column", "expected"),
    [
        ("round: x", 8, "expected a number, not “x”; it is written “round: 4”"),
        ("round:", 7, "the text ends where a number should come; it is written “round: 4”"),
        ("round: 4 5", 10, "nothing more is expected here, but there is “5”"),
        ("round: -1", 8, "this cannot be less than 1"),
        ("stock: many", 8, "expected a number, not “many”; it is written “stock: 20”"),
        ("variant:", 9, "the text ends where the name of a variant should come; it is written “variant: rami-40”"),
        ("players: Anne,", 15, "the text ends where a player's name should come; it is written “players: Anne, Bob”"),
        ("players: Anne, Bob, anne", 21, "there are two players anne"),
        ("lang: de", 7, "records are read in English or French, not “de”; write lang: en or lang: fr"),
        ("discards:", 10, "the text ends where a card should come; it is written “discards: 3♠ 9♦, or discards: none”"),
        ("settle: x", 10, "the text ends where “=” should come; it is written “settle: question = reading”"),
        (
            "Bob holds:",
            11,
            "the text ends where a card should come; it is written “Bob holds: 10♦ 4♠, with … if there are more”",
        ),
        ("took: 9♦", 1, "who took that card? Write has drawn: Bob (9♦)"),
        ("has drawn: Bob (9♦), Anne (4♠)", 28, "one card only was taken in this turn"),
        ("ruling: legal", 9, "a ruling in which variant? Write ruling rami-40: legal"),
        ("varaint: rami-40", 1, "there is no header word “varaint”; did you mean “variant”?"),
        ("variant rami-40", 1, "a colon is missing after the header word, as in players: Anne, Bob or Bob holds: 4♠"),
        ("Bob holds 4♠", 1, "a colon is missing after the header word, as in players: Anne, Bob or Bob holds: 4♠"),
        (": 4♠", 1, "a player's name or a header word stands before the colon"),
        ('"Bob holds: 4♠', 1, "this quotation mark is not closed"),
        ('players: Anne, "Bob', 16, "this quotation mark is not closed"),
    ],
)
def test_header_lines(header: str, column: int, expected: str) -> None:
    assert (1, column, expected) in said(f"{header}\nBob: draws")


def test_a_header_line_is_written_once_and_before_the_turns() -> None:
    found = said(
        "round: 3\nround: 4\nBob: draws\nplayers: Bob\nBob holds: 4♠\nscore: Bob 3\nsettle: a=b\nruling x: legal"
    )
    assert found == [
        (2, 1, "“round” is written already, in line 1"),
        (4, 1, "“players” belongs to the position, which stands before the first turn"),
        (5, 1, "“Bob holds” belongs to the position, which stands before the first turn"),
    ]


def test_a_hand_is_written_once() -> None:
    assert said("Bob holds: 4♠\nbob holds: 5♠\nBob: draws") == [(2, 12, "the hand of Bob is written twice")]


@pytest.mark.parametrize(
    ("meld", "column", "expected"),
    [
        ("10♥ 10♠ JK", 3, f"expected {NAME}, not “10♥”{TABLE}"),
        ("Qh Qs Qd", 3, "a meld on the table has a name before its cards, and “Qh” is a card; write A1 Qh …"),
        ("A1 (Anne):", 13, f"the text ends where a card should come{TABLE}"),
        ("A1 (Anne: 4♥", 11, f"expected “)”, not “:”{TABLE}"),
        ("my A1 4♥ 5♥ 6♥", 3, "whose meld? Here the name of its player follows in brackets: A1 (Anne)"),
        (
            "A1 4♥, 5♥, 6♥",
            10,
            f"expected {NAME}, not “5♥”{TABLE}",
        ),
    ],
)
def test_melds_on_the_table(meld: str, column: int, expected: str) -> None:
    assert said(f"table:\n  {meld}\nBob: draws") == [(2, column, expected)]


def test_a_player_is_no_meld() -> None:
    found = said("players: P1, P2\ntable:\nA1 (P1): 4♥ 5♥ 6♥\nP2: 10♦ 4♠ K♥\nP1: draws")
    assert found == [(4, 1, "P2 is a player, and here stands the name of a meld; a hand is written P2 holds: …")]


def test_a_header_word_is_no_name() -> None:
    assert said("players: Table, Bob\nBob: draws\nTable: draws\n") == [
        (3, 1, '“Table” is a header word; a player of that name is written in quotes: "Table"'),
    ]
    ((line, column, message),) = said("table:\n  A1: 4♥ 5♥ 6♥\n  dicsards: 3♠ 9♦\nBob: draws")
    assert (line, column) == (3, 3)
    assert message.startswith("is “dicsards” a meld, or the header word “discards”?")


def test_players_who_are_not_listed() -> None:
    found = said("""\
        players: Anne, Bob
        dealer: Ann
        opened: Bop
        has drawn: Zoe
        Bob: draws
        Cleo: draws
        score: Anne 0, Rob 57
        """)
    assert found == [
        (2, 9, "there is no player Ann; did you mean Anne?"),
        (3, 9, "there is no player Bop; did you mean Bob?"),
        (4, 12, "there is no player Zoe; the players are Anne, Bob"),
        (6, 1, "there is no player Cleo; the players are Anne, Bob"),
        (7, 16, "there is no player Rob; did you mean Bob?"),
    ]


# ---- Turns


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("darws", 1, "there is no verb “darws” here; did you mean “draws”?"),
        ("jete 4♠", 1, "there is no verb “jete” here; did you mean “jette”?"),
        ("takes", 6, "the text ends where a card should come; it is written “takes 9♦”"),
        ("takes 9♦ 4♠", 10, "the act ends before “4♠”; acts are separated by semicolons"),
        ("takes 9♦, discards 4♠", 9, "the act ends before “,”; acts are separated by semicolons"),
        ("draws. discards 4♠", 6, "the act ends before “.”; acts are separated by semicolons"),
        ("discards 4♠ 5♠", 13, "one card at a time: write the verb again for the next, after a semicolon"),
        ("adds 4♠ too B1", 9, "“too” is no card; did you mean “to” for “too”?"),
        ("adds 4♠", 8, f"the text ends where {TO} should come; it is written “adds 9♠ to A1”"),
        ("adds 4♠ to", 11, f"the text ends where {NAME} should come; it is written “adds 9♠ to A1”"),
        ("adds 4♠ to C1", 12, "there is no meld C1 here; the table has A1, B1"),
        ("swaps 10♦ JK in A1", 14, "expected “for”, not “in”; it is written “swaps 10♦ for JK in A1”"),
        ("swaps 10♦ for JK", 17, f"the text ends where {TO} should come; it is written “swaps 10♦ for JK in A1”"),
        ("swaps 10♦ for 10♣ in A1", 15, "expected JK, not “10♣”; it is written “swaps 10♦ for JK in A1”"),
        ("swaps 10♦ for 0 JK in A1", 15, "how many jokers? Write for JK, for JK JK, or for 2 JK"),
        ("moves 10♥ to B1", 11, "expected “from”, not “to”; it is written “moves 10♦ from A1 to B1”"),
        ("moves 10♥ from A1", 18, f"the text ends where {TO} should come; it is written “moves 10♦ from A1 to B1”"),
        ("shifts 8♦ into B1, 10♦", 20, "after the meld stands only what the joker becomes, as in JK=9♥"),
        ("lays A1 = 4♥ 5♥ 6♥", 6, "there is a meld A1 already; give this one another name"),
        ("lays 4♥ 5♥ 6♥ discards 4♠", 15, "“discards” begins another act: put a semicolon before it"),
        ('lays "4♥"', 6, "only names stand in quotes"),
    ],
)  # fmt: skip
def test_acts(text: str, column: int, expected: str) -> None:
    assert (column, expected) in said_of_act(text)
    assert len(said_of_act(text)) == 1


def test_names_and_commas_in_their_places() -> None:
    assert said_of_act("adds 4♠ B1") == [
        (9, "“B1” is no card; the name of a meld stands after “to” or “in”, or is given with B1 = 9♠ 10♠ J♠")
    ]
    assert said_of_act("lays 4♥, 5♥, 6♥") == [
        (10, "a comma stands between melds; the cards of one meld are written with blanks: 4♥ 5♥ 6♥")
    ]


def test_what_is_no_act() -> None:
    ((_column, message),) = said_of_act("10♥ 10♠ 10♣")
    assert message.startswith("an act begins with a verb") and "a hand is written “Bob holds: …”" in message
    ((_column, message),) = said_of_act("xyzzy")
    assert message == (
        "“xyzzy” is no verb; the verbs are draws, takes, lays, adds, swaps, shifts, moves, discards, calls, cedes, "
        "keeps, reshuffles, declares, ends"
    )


def test_every_wrong_card_of_an_act() -> None:
    assert [column for column, _en in said_of_act("lays 11♥ 5♥ 1♥, 4♥ 10")] == [6, 13, 20]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Anne draws", "a colon is missing after the player: Anne: draws"),
        ("draws; discards 4♠", "whose act is this? Write the player and a colon before it (Bob: draws), or indent it"),
        (
            "What a game!",
            "this is no header line (players: Anne, Bob) and no turn (Bob: draws); a remark begins with #",
        ),
        ("Bob:", "what does Bob do?"),
    ],
)
def test_lines_that_are_neither(line: str, expected: str) -> None:
    ((number, column, message),) = said(f"Anne: draws\n{line}")
    assert (number, column) == (2, 1) and message.startswith(expected)


def test_a_meld_that_could_not_be_read_is_not_missed_again() -> None:
    """One mistake is told once: what was laid in an act with a mistake may be what a later act speaks of."""
    assert len(said("Bob: draws; lays X = 4♥ 5♥ to; adds 7♥ to X")) == 1
    assert len(said("Bob: draws; lyas X = 4♥ 5♥ 6♥; adds 7♥ to X")) == 1
    assert len(said("table:\n  A1 (Anne: 4♥ 5♥ 6♥\nBob: adds 7♥ to A1")) == 1


def test_a_meld_that_is_nowhere() -> None:
    assert said_of_line("swap 10♦ for JK in A1") == [(20, "there is no meld A1 here; the table has none")]


# ---- Letters that clash


def test_letters_that_clash_are_explained_in_their_place() -> None:
    found = troubles("joueurs : Anne\ntable :\n  A1 : 2c 3♥ JK\nAnne : jette As ; jette J")
    assert [(t.at.line, t.at.column, t.at.length) for t in found] == [(3, 8, 2), (4, 14, 2), (4, 25, 1)]
    assert "cœur ou carreau" in found[0].fr
    assert "de quelle couleur" in found[1].fr
    assert "un valet ou le joker" in found[2].fr


# ---- The one-line form


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("A1 10♥ 10♠ JK; swpa 10♦ for JK in A1", 16, "there is no word “swpa” here; did you mean “swap”?"),
        ("lya 10♥ 10♠ 10♣; discard 4♠", 1, "there is no word “lya” here; did you mean “lay”?"),
        ("opend now; draw", 1, "there is no word “opend” here; did you mean “opened”?"),
        ("A1 10♥ 10♠ JK swap 10♦ for JK in A1", 15, "“swap” begins another act: put a semicolon before it"),
        ("not opened; opened now; draw", 13, "“opened now” does not go with what is said before"),
        ("not drawn; took 5♦; draw", 12, "“took 5♦” does not go with what is said before"),
        ("hand 4♠; hand 5♠; draw", 10, "“hand 5♠” does not go with what is said before"),
        ("draw; hand 4♠", 7, "“hand 4♠” belongs to the position, which stands before the first act"),
        ("Qh Qs Qd; draw", 1, "a meld on the table has a name before its cards, and “Qh” is a card; write A1 Qh …"),
        ("A1 4♥ 5♥ 6♥, a1 7♥ 7♦ 7♣; draw", 14, "there is a meld a1 already; give this one another name"),
        ("hand; draw", 5, "the text ends where a card should come; it is written “hand 4♠ 9♦”"),
        ("round x; draw", 7, "expected a number, not “x”; it is written “round 4”"),
        ("discards 3♠ 9♦", 13, "one card at a time: write the verb again for the next, after a semicolon"),
    ],
)
def test_lines(text: str, column: int, expected: str) -> None:
    assert said_of_line(text) == [(column, expected)] or (column, expected) in said_of_line(text)


@pytest.mark.parametrize("text", ["Bob: draws", "players: Anne, Bob; draw"])
def test_a_line_has_no_names(text: str) -> None:
    assert "has no place in the one-line form" in said_of_line(text)[0][1]


@pytest.mark.parametrize("text", ["", "A1 4♥ 5♥ 6♥", "not opened;", "hand 4♠; ;"])
def test_a_line_without_a_play(text: str) -> None:
    ((_column, message),) = said_of_line(text)
    assert message.startswith("this is a position without a play")


def test_the_place_of_a_line_within_a_file() -> None:
    lines = ["book house", "  legal: draw; darw", "  illegal: draw"]
    refusal = refused(read_line, "draw; darw", "house.rules", line=2, column=10, lines=lines)
    assert refusal.render() == dedent("""\
        house.rules:2:16: there is no word “darw” here; did you mean “draw”?
              legal: draw; darw
                           ^^^^""")
    alone = refused(read_line, "draw; darw", "house.rules", line=2, column=10)
    assert alone.render().split("\n")[1:] == ["                 draw; darw".removeprefix("    "), " " * 19 + "^^^^"]


# ---- Files that are no records


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "---\n---\n"])
def test_nothing_to_read(text: str) -> None:
    ((line, column, message),) = said(text)
    assert (line, column) == (1, 1) and message.startswith("there is no record here")


def test_a_position_alone() -> None:
    ((line, _column, message),) = said("\n\ntable:\n  A1: 4♥ 5♥ 6♥\n")
    assert line == 3 and message.startswith("this is a position without a turn")


def test_binary() -> None:
    assert said("Bob: draws\n\0\0") == [(2, 1, "this is no text: there is a NUL character here")]


@pytest.mark.parametrize("data", [b"Bob:\n\xe9change", "Bob:\néchange".encode("cp1252"), b"Bob:\n\xff\xfe\x00"])
def test_undecodable(data: bytes) -> None:
    (trouble,) = refused(decode, data, "x.kal").troubles
    assert (trouble.at.line, trouble.at.column) == (2, 1)
    assert "save the file as UTF-8" in trouble.en


@pytest.mark.parametrize("text", ["x" * 10_000_000, "Bob: draws\n" * 100_000, "é" * 1_000_001])
def test_too_long(text: str) -> None:
    for reader in (read, read_line, read_cards):
        (trouble,) = refused(reader, text).troubles
        assert "longer than 1000000 characters" in trouble.en
    if len(text.encode()) > 4_000_000:
        assert refused(decode, text.encode(), "x").troubles == refused(read, text).troubles


def test_a_line_too_long() -> None:
    assert said(f"Bob: draws\n{'4♥ ' * 3334}") == [
        (2, 10001, "this line has 10002 characters, and at most 10000 are read")
    ]
    (trouble,) = refused(read_line, "draw;\n" * 2000).troubles
    assert "at most 10000" in trouble.en


def test_many_records_and_long_ones() -> None:
    """Reading takes time in proportion to the text."""
    assert len(read("Bob: draws\n---\n" * 300)) == 300
    assert len(read("Bob: draws\n" * 300)[0].turns[0].acts) == 300
    (record,) = read("Bob holds: 4♥\n" + "  5♥ 6♥ 7♥ 8♥\n" * 300 + "Bob: draws")
    assert len(record.hands[0].cards) == 1201


# ---- Any text at all

_BITS = st.sampled_from([
    "Bob", "Anne", ":", ";", ",", "#", '"', "(", ")", "=", "…", "...", "[", "]", "-", "'", "---", "draws", "takes",
    "lays", "adds", "swaps", "shifts", "moves", "discards", "calls", "to", "in", "for", "from", "low", "pioche",
    "échange", "contre", "dans", "pose", "brelan", "suite", "décale", "déplace", "de", "à", "set", "run", "4♥",
    "10♠", "JK", "JK=9♣", "?", "9?", "?♥", "As", "10c", "J", "11♥", "♥", "A1", "B1", "players:", "joueurs:",
    "table:", "holds:", "tient:", "discards:", "stock:", "opened:", "took:", "lang:fr", "settle:", "ruling",
    "score:", "variant:", "took", "hand", "my", "round", "4", "-7", "none", "legal", "🃏", "ı", "ſ", "K", "\n",
    "\n  ", "\r\n", "\t", "\u00a0", "e\u0301", "\ufe0f", "10 de cœur", "queen of", "has drawn:", "not opened",
    "opened ?",
])  # fmt: skip
_TEXTS = st.one_of(
    st.text(max_size=60), st.lists(_BITS, max_size=25).map(" ".join), st.lists(_BITS, max_size=25).map("".join)
)


@example("table:", None)
@example("deux cœurs dıx KK", "fr")
@settings(max_examples=400, deadline=None)
@given(_TEXTS, st.sampled_from([None, "en", "fr"]))
def test_any_text_is_read_or_refused(text: str, lang: str | None) -> None:
    """Nothing but Unreadable is ever raised, and every trouble stands somewhere in the text."""
    for reader in (read, read_line):
        try:
            reader(text, "fuzz", lang)
        except Unreadable as refusal:
            _stands_in(refusal)
    try:
        read_cards(text, lang or "en")
    except Unreadable as refusal:
        _stands_in(refusal)


def _stands_in(refusal: Unreadable) -> None:
    assert refusal.troubles
    for trouble in refusal.troubles:
        assert trouble.en and trouble.fr
        assert "where  should" not in trouble.en and "expected ," not in trouble.en
        assert 1 <= trouble.at.line <= max(1, len(refusal.lines))
        assert 1 <= trouble.at.column <= len(refusal.lines[trouble.at.line - 1]) + 1
        assert trouble.at.length >= 1
    assert refusal.render("en") and refusal.render("fr")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        assert isinstance(decode(data, "fuzz"), str)
    except Unreadable as refusal:
        assert refusal.troubles


def test_a_misspelt_verb_of_a_hand_is_told_from_a_player() -> None:
    (trouble,) = troubles("joueurs: Léa, Paul\nPaul tien: 10♠ 3♥\nPaul: pioche\n")
    assert "« Paul tient: » peut-être" in trouble.fr
