"""Records: the form of files, and the one-line form."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from textwrap import dedent

import pytest

from grammar.cards import JOKER, UNKNOWN, Card, show_all
from grammar.document import Act, At, Meld, Record, Ruling, Score
from grammar.engine import parser
from grammar.record import decode, read, read_cards
from grammar.words import HEADERS, VERBS, known, listed, plain

ONE_TEN = """\
# May Bob take the joker with one ten?
variant: rami-40
players: Anne, Bob
table:
  A1 (Anne): 10♥ 10♠ JK
  A2 (Anne): 6♠ 7♠ 8♠
  B1 (Bob): J♣ Q♣ K♣
  B2 (Bob): 7♥ 7♦ 7♣
Bob holds: 10♦ 4♠ K♥ 2♦ 9♣ 5♣ 3♥
discards: 3♠ 9♦

Bob: draws; swaps 10♦ for JK in A1; discards 4♠
ruling rami-40: illegal
ruling kalooki-40: legal
"""

EN_DIX = """\
# Bob peut-il prendre le joker avec un seul dix ?
variante : rami-40
joueurs : Anne, Bob
table :
  A1 (Anne) : 10♥ 10♠ JK
  A2 (Anne) : 6♠ 7♠ 8♠
  B1 (Bob) : V♣ D♣ R♣
  B2 (Bob) : 7♥ 7♦ 7♣
Bob tient : 10♦ 4♠ R♥ 2♦ 9♣ 5♣ 3♥
défausse : 3♠ 9♦

Bob : pioche ; échange 10♦ contre JK dans A1 ; jette 4♠
décision rami-40 : illégal
décision kalooki-40 : légal
"""


def one(text: str, lang: str | None = None) -> Record:
    """The one record of a file."""
    (record,) = read(dedent(text), "test.kal", lang)
    return record


def acts(text: str) -> tuple[Act, ...]:
    """The acts of a turn of Bob, where A1 and B1 lie on the table."""
    return one(f"table:\n  A1 (Anne): 10♥ 10♠ JK\n  B1 (Bob): 7♦ 8♦ 9♦\nBob: {text}").turns[0].acts


def act(text: str) -> Act:
    """The one act of such a turn."""
    (found,) = acts(text)
    return found


def laid(text: str) -> list[tuple[str, str, str]]:
    """Label, kind and cards of the melds that are laid in such a turn."""
    return [(meld.label, meld.kind, show_all(meld.cards)) for meld in act(text).melds]


# ---- The whole


def test_a_dispute() -> None:
    record = one(ONE_TEN)
    assert record.title == "May Bob take the joker with one ten?"
    assert (record.at, record.lang, record.source) == (At(1, 1, 38), "en", "test.kal")
    assert record.lines == tuple(ONE_TEN.split("\n"))
    assert (record.variants, record.variants_at) == (("rami-40",), (At(2, 10, 7),))
    assert record.players == ("Anne", "Bob")
    assert [(meld.label, meld.owner, show_all(meld.cards)) for meld in record.table] == [
        ("A1", "Anne", "10♥ 10♠ JK"),
        ("A2", "Anne", "6♠ 7♠ 8♠"),
        ("B1", "Bob", "J♣ Q♣ K♣"),
        ("B2", "Bob", "7♥ 7♦ 7♣"),
    ]
    assert (record.table[0].at, record.table[0].cards_at[2]) == (At(5, 3, 2), At(5, 22, 2))
    (hand,) = record.hands
    assert (hand.player, hand.complete, show_all(hand.cards)) == ("Bob", True, "10♦ 4♠ K♥ 2♦ 9♣ 5♣ 3♥")
    assert hand.cards_at[0] == At(9, 12, 3)
    assert record.discards == read_cards("3♠ 9♦")
    assert record.discards_at == (At(10, 11, 2), At(10, 14, 2))
    assert record.rulings == (
        Ruling("rami-40", "illegal", "", At(13, 17, 7)),
        Ruling("kalooki-40", "legal", "", At(14, 20, 5)),
    )


def test_its_turn() -> None:
    (turn,) = one(ONE_TEN).turns
    assert (turn.player, turn.at) == ("Bob", At(12, 1, 3))
    assert turn.acts == (
        Act("draw", "draws", At(12, 6, 5)),
        Act(
            "swap",
            "swaps 10♦ for JK in A1",
            At(12, 13, 22),
            read_cards("10♦"),
            target="A1",
            jokers=1,
            cards_at=(At(12, 19, 3),),
        ),
        Act("discard", "discards 4♠", At(12, 37, 11), read_cards("4♠"), cards_at=(At(12, 46, 2),)),
    )


def test_the_same_in_french() -> None:
    english, french = one(ONE_TEN), one(EN_DIX)
    assert french.lang == "fr"
    for name in ("variants", "players", "discards"):
        assert getattr(french, name) == getattr(english, name)
    assert [meld.cards for meld in french.table] == [meld.cards for meld in english.table]
    assert [hand.cards for hand in french.hands] == [hand.cards for hand in english.hands]
    assert [(a.verb, a.cards, a.target, a.jokers) for a in french.turns[0].acts] == [
        (a.verb, a.cards, a.target, a.jokers) for a in english.turns[0].acts
    ]
    assert [(r.book, r.verdict) for r in french.rulings] == [(r.book, r.verdict) for r in english.rulings]


def test_without_accents_and_with_other_signs() -> None:
    """Accents may be missing or apart, blanks and quotes typographic, lines ended in any way."""
    plain = EN_DIX.replace("é", "e").replace("défausse", "defausse")
    apart = unicodedata.normalize("NFD", EN_DIX)
    for text in (plain, apart, EN_DIX.replace(" :", "\u00a0:"), EN_DIX.replace("\n", "\r\n"), "\ufeff" + EN_DIX):
        assert [a.cards for a in one(text).turns[0].acts] == [a.cards for a in one(EN_DIX).turns[0].acts]
        assert one(text).lang == "fr"
    assert one(EN_DIX.replace("  ", "\t")).table[3].cards == one(EN_DIX).table[3].cards


def test_several_records_in_a_file() -> None:
    first, second = read(f"{ONE_TEN}\n---\n\n{EN_DIX}---\n")
    assert (first.lang, second.lang) == ("en", "fr")
    assert (first.at.line, second.at.line) == (1, 18)
    assert second.turns[0].at.line == 29
    assert first.lines == second.lines


def test_a_record_may_be_indented_as_a_whole() -> None:
    assert one("    players: Anne, Bob\n    table:\n      A1 (Anne): 4♥ 5♥ 6♥\n\n    Bob: draws").table[0].label == "A1"


def test_comments_stand_anywhere() -> None:
    record = one("""
        # title
        # more
        players: Anne, Bob   # two of them
        table:  # here
          # nothing of Bob's
          A1 (Anne): 4♥ 5♥ 6♥  # a run

        Bob: draws  # from the stock
          # and then
          discards 4♠
        """)
    assert (record.title, record.players, len(record.turns[0].acts)) == ("title", ("Anne", "Bob"), 2)


def test_position_of_composed_and_invisible_characters() -> None:
    """Columns count the characters of the file, whatever is made of them."""
    record = one("Zoe\u0301: pioche ; jette 10♥\ufe0f ; jette 4♠")
    assert record.turns[0].player == "Zoé"
    assert [a.at for a in record.turns[0].acts] == [At(1, 7, 6), At(1, 16, 10), At(1, 29, 8)]
    assert record.turns[0].acts[1].cards_at == (At(1, 22, 4),)
    assert record.turns[0].acts[1].text == "jette 10♥\ufe0f"


# ---- Header lines


def test_header_lines() -> None:
    record = one("""
        variant: rami-40, House Rules
        players: Anne, Bob and Tante Cléo
        dealer: anne
        round: 4
        stock: 20 cards
        discards: 3♠, 9♦
        opened: Anne, Tante Cléo
        opened now: Bob
        has drawn: Bob (9♦)
        settle: ace.low-value = one, joker.freed=kept
        Bob: discards 4♠
        score: Anne 0, Bob -57, Tante Cléo: 12
        ruling House Rules: undetermined by joker.swap.set
        """)
    assert record.variants == ("rami-40", "House Rules")
    assert record.players == ("Anne", "Bob", "Tante Cléo")
    assert (record.dealer, record.round, record.stock) == ("Anne", 4, 20)
    assert record.discards == read_cards("3♠ 9♦")
    assert (record.opened, record.opened_unknown, record.opened_now) == (("Anne", "Tante Cléo"), False, ("Bob",))
    assert (record.drawn, record.took) == (("Bob",), Card(9, 2))
    assert record.settled == (("ace.low-value", "one"), ("joker.freed", "kept"))
    assert record.scores == (Score((("Anne", 0), ("Bob", -57), ("Tante Cléo", 12)), At(13, 8, 31)),)
    assert record.rulings == (Ruling("House Rules", "undetermined", "joker.swap.set", At(14, 21, 30)),)


def test_header_lines_in_french() -> None:
    record = one("""
        variantes : rami-40
        joueuses : Anne et Zoé
        donneuse : Zoé
        manche : 4
        pioche : vide
        défausse : vide
        ont posé : ?
        vient d’ouvrir : Anne
        a pioché : Anne, a pris 9♦
        tranche : ace.low-value = one
        Anne : jette 4♠
        décision : légal
        """)
    assert (record.players, record.dealer, record.round, record.stock) == (("Anne", "Zoé"), "Zoé", 4, 0)
    assert (record.discards, record.opened, record.opened_unknown) == ((), (), True)
    assert (record.opened_now, record.drawn, record.took) == (("Anne",), ("Anne",), Card(9, 2))
    assert record.rulings[0].book == "rami-40"


def test_what_is_not_written_is_unknown() -> None:
    record = one("Bob: draws")
    assert (record.variants, record.players, record.dealer, record.round) == ((), (), "", None)
    assert (record.table, record.hands, record.discards, record.stock) == ((), (), None, None)
    assert (record.opened, record.opened_unknown, record.opened_now, record.drawn) == ((), False, (), ())
    assert (record.took, record.settled, record.rulings, record.scores) == (None, (), (), ())


@pytest.mark.parametrize("line", ["variant: all", "variante : toutes"])
def test_all_variants_are_none_in_particular(line: str) -> None:
    assert one(f"{line}\nBob: draws").variants == ()


@pytest.mark.parametrize(
    ("written", "cards", "complete"),
    [
        ("4♠ 9♦", "4♠ 9♦", True),
        ("4♠ 9♦ …", "4♠ 9♦", False),
        ("4♠, 9♦...", "4♠ 9♦", False),
        ("…", "", False),
        ("nothing", "", True),
        ("4♠ ? JK ?♥", "4♠ ? JK ?♥", True),
        ("4♠\n  9♦\n  5♥ …", "4♠ 9♦ 5♥", False),
    ],
)
def test_hands(written: str, cards: str, complete: bool) -> None:
    (hand,) = one(f"Bob holds: {written}\nBob: draws").hands
    assert (show_all(hand.cards), hand.complete) == (cards, complete)


@pytest.mark.parametrize(
    ("written", "owner", "kind"),
    [
        ("A1 (Anne): 10♥ JK JK", "Anne", ""),
        ("A1 (Anne) set: 10♥ JK JK", "Anne", "set"),
        ("A1 set (Anne): 10♥ JK JK", "Anne", "set"),
        ("A1 (Anne) brelan : 10♥ JK JK", "Anne", "set"),
        ("A1 (Anne) suite : 10♥ JK JK", "Anne", "run"),
        ("A1: 10♥ JK JK", "", ""),
        ("A1 10♥JKJK", "", ""),
        ("A1 (?): 10♥ JK JK", "", ""),
    ],
)
def test_melds_on_the_table(written: str, owner: str, kind: str) -> None:
    (meld,) = one(f"table:\n  {written}\nBob: draws").table
    assert (meld.label, meld.owner, meld.kind, meld.cards) == ("A1", owner, kind, (Card(10, 1), JOKER, JOKER))


def test_ways_to_write_the_table() -> None:
    expected = [("A1", "Anne"), ("B1", "Bob")]
    for table in (
        "table:\n  A1 (Anne): 4♥ 5♥ 6♥\n  B1 (Bob): 7♥ 7♦ 7♣",
        "table:\nA1 (Anne): 4♥ 5♥ 6♥\nB1 (Bob): 7♥ 7♦ 7♣",
        "table: A1 (Anne): 4♥ 5♥ 6♥; B1 (Bob): 7♥ 7♦ 7♣",
        "table:\n  A1 (Anne): 4♥ 5♥ 6♥, B1 (Bob): 7♥ 7♦ 7♣",
    ):
        assert [(meld.label, meld.owner) for meld in one(f"{table}\nBob: draws").table] == expected
    assert one("table: nothing\nBob: draws").table == one("table:\nBob: draws").table == ()


# ---- Names


def test_a_header_word_as_a_name_needs_quotes() -> None:
    record = one("""
        players: "Table", «Pioche»
        table:
          T1 ("Table"): 4♥ 5♥ 6♥
        "Table" holds: 4♠
        "Pioche": draws
        “Table”: draws
        """)
    assert record.players == ("Table", "Pioche")
    assert (record.table[0].owner, record.hands[0].player) == ("Table", "Table")
    assert [turn.player for turn in record.turns] == ["Pioche", "Table"]


def test_names_of_all_kinds() -> None:
    record = one(
        "players: N, seat 2, Jean-Pierre d'Ys, 小明, As\nAs: draws\nseat 2: draws\n小明: draws\njean-pierre d’ys: draws"
    )
    assert [turn.player for turn in record.turns] == ["As", "seat 2", "小明", "Jean-Pierre d'Ys"]


def test_names_of_new_melds() -> None:
    """A new meld without a name has its player's initial and the next number."""
    record = one("""
        table:
          B2 (Bob): 7♥ 7♦ 7♣
        Bob: draws; lays 4♥ 5♥ 6♥, X = 9♠ 10♠ J♠; adds Q♠ to x; adds 7♥ to b3; discards 4♠
        Anne: draws; lays 8♥ 8♦ 8♣; adds 8♠ to A1
        """)
    assert [meld.label for turn in record.turns for act in turn.acts for meld in act.melds] == ["B3", "X", "A1"]
    assert [act.target for act in record.turns[0].acts] == ["", "", "X", "B3", ""]


# ---- Turns


def test_turns_on_several_lines() -> None:
    for text in (
        "Bob: draws; lays 4♥ 5♥ 6♥, 7♥ 7♦ 7♣; discards 4♠",
        "Bob:\n  draws\n  lays 4♥ 5♥ 6♥, 7♥ 7♦ 7♣\n  discards 4♠",
        "Bob: draws\n  lays 4♥ 5♥ 6♥,\n    7♥ 7♦ 7♣;\n  discards 4♠;",
        "Bob: draws\n  lays 4♥\n  5♥ 6h,\n  7♥ 7d\n  7♣; discards\n  4♠",
        "Bob: draws\nBob: lays 4♥ 5♥ 6♥, 7♥ 7♦ 7♣\nBob: discards 4♠",
    ):
        (turn,) = one(text).turns
        assert [act.verb for act in turn.acts] == ["draw", "lay", "discard"]
        assert [show_all(meld.cards) for meld in turn.acts[1].melds] == ["4♥ 5♥ 6♥", "7♥ 7♦ 7♣"]


def test_an_act_on_two_lines() -> None:
    (swap,) = one("table:\n  A1: 7♥ 7♦ JK\nBob: swaps 7♣\n    for JK in A1").turns[0].acts
    assert (swap.text, swap.at) == ("swaps 7♣ for JK in A1", At(3, 6, 8))


def test_a_turn_ends_with_its_discard_or_the_next_players() -> None:
    record = one("Bob: draws; discards 4♠\nBob: draws\nAnne: draws\nBob: draws; ends\nBob: draws")
    assert [turn.player for turn in record.turns] == ["Bob", "Bob", "Anne", "Bob", "Bob"]


@pytest.mark.parametrize(
    ("written", "verb", "cards"),
    [
        ("draws", "draw", ""),
        ("draw 5♦", "draw", "5♦"),
        ("draws [5♦]", "draw", "5♦"),
        ("pioche ?", "draw", "?"),
        ("takes 9♦", "take", "9♦"),
        ("prend le 9 de carreau", "take", "9♦"),
        ("discards JK", "discard", "JK"),
        ("throws 4♠", "discard", "4♠"),
        ("jette 4♠", "discard", "4♠"),
        ("se défausse de 4♠", "discard", "4♠"),
        ("calls 9♦", "call", "9♦"),
        ("appelle 9♦", "call", "9♦"),
        ("cedes", "cede", ""),
        ("cède", "cede", ""),
        ("keeps", "keep", ""),
        ("garde", "keep", ""),
        ("reshuffles", "reshuffle", ""),
        ("remelange", "reshuffle", ""),
        ("declares going", "declare", ""),
        ("annonce la sortie", "declare", ""),
        ("ends", "end", ""),
        ("fini", "end", ""),
    ],
)
def test_simple_acts(written: str, verb: str, cards: str) -> None:
    found = act(written)
    assert (found.verb, show_all(found.cards), found.text) == (verb, cards, written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("lays 4♥ 5♥ 6♥", [("B2", "", "4♥ 5♥ 6♥")]),
        ("lays 4♥5♥6♥, 10♥JKJK", [("B2", "", "4♥ 5♥ 6♥"), ("B3", "", "10♥ JK JK")]),
        ("lays set 10♥ JK JK, run 4♥ 5♥ 6♥", [("B2", "set", "10♥ JK JK"), ("B3", "run", "4♥ 5♥ 6♥")]),
        ("pose brelan 10♥ JK JK, une suite 4♥ 5♥ 6♥", [("B2", "set", "10♥ JK JK"), ("B3", "run", "4♥ 5♥ 6♥")]),
        ("pose un carré 10♥ 10♠ 10♦ 10♣", [("B2", "set", "10♥ 10♠ 10♦ 10♣")]),
        ("lays A3 = 9♠ 10♠ J♠", [("A3", "", "9♠ 10♠ J♠")]),
        ("lays A3=run 9♠ 10♠ JK=J♠", [("A3", "run", "9♠ 10♠ JK=J♠")]),
        ("lays run A3 = 9♠ 10♠ J♠, 4♥ 5♥ 6♥", [("A3", "run", "9♠ 10♠ J♠"), ("B2", "", "4♥ 5♥ 6♥")]),
        ("pose A♥ 2♥ 3♥", [("B2", "", "A♥ 2♥ 3♥")]),
        ("lays K♥ A♥ 2♥", [("B2", "", "K♥ A♥ 2♥")]),
        ("pose as de pique 2 de pique a de pique", [("B2", "", "A♠ 2♠ A♠")]),
    ],
)
def test_lays(written: str, expected: list[tuple[str, str, str]]) -> None:
    assert laid(written) == expected


def test_melds_laid_know_their_places() -> None:
    (meld, other) = act("lays 10♥ JKJK, X = 4♥ 5♥ 6♥").melds
    assert (meld.owner, meld.at, meld.cards_at) == ("Bob", At(4, 11, 8), (At(4, 11, 3), At(4, 15, 2), At(4, 17, 2)))
    assert other.at == At(4, 25, 8)


@pytest.mark.parametrize(
    ("written", "cards", "target", "end"),
    [
        ("adds 10♦ to A1", "10♦", "A1", ""),
        ("adds 10♦, 10♣ to A1", "10♦ 10♣", "A1", ""),
        ("adds 10♦ and 10♣ to a1", "10♦ 10♣", "A1", ""),
        ("lays off 6♦ on B1 low", "6♦", "B1", "low"),
        ("add 10♦ to B1 high", "10♦", "B1", "high"),
        ("ajoute 10 de carreau à B1 en haut", "10♦", "B1", "high"),
        ("ajoute 6♦ a B1 en bas", "6♦", "B1", "low"),
    ],
)
def test_adds(written: str, cards: str, target: str, end: str) -> None:
    found = act(written)
    assert (found.verb, show_all(found.cards), found.target, found.end) == ("add", cards, target, end)


@pytest.mark.parametrize(
    ("written", "cards", "jokers"),
    [
        ("swaps 10♦ for JK in A1", "10♦", 1),
        ("swap 10♦ 10♣ for JK JK in A1", "10♦ 10♣", 2),
        ("swaps 10♦10♣ for JKJK in A1", "10♦ 10♣", 2),
        ("exchanges 10♦ for 2 jokers in A1", "10♦", 2),
        ("swaps 10♦ against the joker in A1", "10♦", 1),
        ("échange 10♦ contre JK dans A1", "10♦", 1),
        ("echange 10 de carreau et 10♣ pour le joker dans A1", "10♦ 10♣", 1),
    ],
)
def test_swaps(written: str, cards: str, jokers: int) -> None:
    found = act(written)
    assert (found.verb, show_all(found.cards), found.jokers, found.target) == ("swap", cards, jokers, "A1")


def test_shifts() -> None:
    assert act("shifts 8♦ into B1").becomes is None
    for written in ("shifts 8♦ into B1, JK=10♦", "décale 8♦ dans B1, JK=10 de carreau"):
        found = act(written)
        assert (found.verb, found.cards, found.target) == ("shift", (Card(8, 2),), "B1")
        assert found.becomes == Card(10, 2, True)
        assert len(found.cards_at) == 1


def test_moves() -> None:
    for written in ("moves 10♥ from A1 to B1", "déplace le 10 de cœur de A1 à B1"):
        found = act(written)
        assert (found.verb, found.cards, found.source, found.target) == ("move", (Card(10, 1),), "A1", "B1")


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("terminal", VERBS)
def test_every_verb_in_every_form(terminal: str, index: int) -> None:
    """All the words of the list are read, and say their language where only one has them."""
    rest = {
        "TAKE": " 9♦", "LAY": " 4♥ 5♥ 6♥", "ADD": " 10♦ to A1", "SWAP": " 10♦ for JK in A1", "SHIFT": " 10♦ in A1",
        "MOVE": " 10♦ from A1 to B1", "DISCARD": " 4♠", "CALL": " 4♠",
    }.get(terminal, "")  # fmt: skip
    for word in listed(VERBS[terminal][index]):
        assert act(word + rest).verb == terminal.lower()
        assert act(word.upper() + rest).verb == terminal.lower()
        record = one(f"table:\n  A1: 10♥ 10♠ JK\n  B1: 4♥ 5♥ 6♥\nBob: {word}{rest}")
        assert record.lang == ("en" if known("verb")[plain(word)][1] == "" else ("en", "fr")[index])


# ---- Language


@pytest.mark.parametrize(
    ("text", "argument", "expected"),
    [
        ("lang: fr\nplayers: Bob\nBob: draws", None, "fr"),
        ("langue : anglais\njoueurs : Bob\nBob: pioche", None, "en"),
        ("joueurs: Bob\nBob: draws", None, "fr"),
        ("table:\n  A1: 4♥ 5♥ 6♥\nBob: pioche", "en", "fr"),
        ("table:\n  A1: 4♥ 5♥ 6♥\nBob tient: 4♠\nBob: draws", "en", "fr"),
        ("décision x: légal\nBob: draws", "fr", "en"),
        ("Bob: draws", "fr", "en"),
    ],
)
def test_language(text: str, argument: str | None, expected: str) -> None:
    assert one(text, argument).lang == expected


def test_language_reads_the_letters_that_clash() -> None:
    assert one("Bob holds: As 10c\nBob: draws").hands[0].cards == (Card(1, 4), Card(10, 3))
    assert one("Bob tient: Asco 10co 10ca 9p Dt\nBob: pioche").hands[0].cards == read_cards("A♥ 10♥ 10♦ 9♠ Q♣")


# ---- Files


def test_decode() -> None:
    for coding in ("utf-8", "utf-8-sig", "utf-16"):
        assert decode(EN_DIX.encode(coding), "x") == EN_DIX


# ---- The parsers' tables


def build() -> str:
    """Builds or loads the parser of cards anew, and reads a card with it."""
    return str(parser.__wrapped__("cards", "english").parse("4♥").children[0].data)


def test_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KALOOKI_CACHE", str(tmp_path / "new"))
    assert build() == build() == "natural"
    (kept,) = (tmp_path / "new").iterdir()
    kept.write_bytes(b"cut")
    assert build() == "natural"


@pytest.mark.parametrize("directory", ["", "/dev/null/nowhere"])
def test_tables_need_not_be_kept(directory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KALOOKI_CACHE", directory)
    assert build() == "natural"


# ---- Words


def test_no_word_is_two_things() -> None:
    """Without its accents, no verb is a word that heads a part of the one-line form."""
    assert set(known("verb")) & set(known("line")) == set()
    assert set(known("verb")) & set(known("header")) == {"discard", "discards", "pioche", "defausse"}


@pytest.mark.parametrize("rule", HEADERS)
def test_every_header_word(rule: str) -> None:
    value = {
        "variant": "x", "players": "Bob", "dealer": "Bob", "round": "1", "table": "A1: 4♥ 5♥ 6♥", "discards": "4♥",
        "stock": "3", "opened": "Bob", "opened_now": "Bob", "drawn": "Bob", "lang": "en", "settle": "a = b",
        "score": "Bob 3", "took": "4♥", "match": "Friday", "total": "Bob 3",
    }[rule]  # fmt: skip
    more = "has drawn: Bob\n" if rule == "took" else ""
    for words in HEADERS[rule]:
        for word in listed(words):
            assert one(f"{more}{word}: {value}\nBob: ends").turns
            assert one(f"{more}{word.upper()} : {value}\nBob: ends").turns


def test_unknown_cards_are_cards() -> None:
    assert act("takes ?").cards == (UNKNOWN,)
    assert one("table:\n  A1: ? 7♥ 9?\nBob: draws").table == (
        Meld((UNKNOWN, Card(7, 1), Card(9, 0)), "A1", "", "", At(2, 3, 2), (At(2, 7, 1), At(2, 9, 2), At(2, 12, 2))),
    )
