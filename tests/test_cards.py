"""Cards as people write them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar import words
from grammar.card_text import faces
from grammar.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, show, show_all
from grammar.record import read_cards
from grammar.trouble import Unreadable

HEART, DIAMOND, CLUB, SPADE = SUITS

FALSE, TRUE, NONE = st.just(False), st.just(True), st.just(0)
NATURALS = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS), FALSE)
PARTLY_KNOWN = st.one_of(
    st.builds(Card, st.sampled_from(RANKS), NONE, FALSE), st.builds(Card, NONE, st.sampled_from(SUITS), FALSE)
)
JOKERS = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS), TRUE)
CARDS = st.one_of(NATURALS, PARTLY_KNOWN, JOKERS, st.just(JOKER), st.just(UNKNOWN))


def card(text: str, lang: str = "en") -> Card:
    (found,) = read_cards(text, lang)
    return found


def said(text: str, lang: str = "en") -> str:
    """What is said about a text that is no card, in its language."""
    with pytest.raises(Unreadable) as raised:
        read_cards(text, lang)
    (trouble,) = raised.value.troubles
    return trouble.say(lang)


# ---- Every card there is


@given(st.lists(CARDS, max_size=20), st.sampled_from(["en", "fr"]))
def test_what_is_shown_reads_back(cards: list[Card], lang: str) -> None:
    assert read_cards(show_all(cards, lang), lang) == tuple(cards)


@given(st.lists(NATURALS, min_size=1, max_size=20), st.sampled_from(["en", "fr"]))
def test_run_together(cards: list[Card], lang: str) -> None:
    assert read_cards("".join(show(each, lang) for each in cards), lang) == tuple(cards)


@given(st.lists(NATURALS, min_size=1, max_size=20))
def test_run_together_by_letters(cards: list[Card]) -> None:
    text = "".join("0A23456789TJQK"[each.rank] + "?hdcs"[each.suit] for each in cards)
    assert read_cards(text) == read_cards(text.upper()) == read_cards(text.lower()) == tuple(cards)


@given(NATURALS, st.sampled_from(["", " "]), st.sampled_from(["", "\ufe0f", "\ufe0e"]))
def test_signs_of_all_kinds(natural: Card, blank: str, selector: str) -> None:
    rank = show(natural)[:-1]
    for signs in ("♥♦♣♠", "♡♢♧♤"):
        assert card(rank + blank + signs[natural.suit - 1] + selector) == natural


@pytest.mark.parametrize("rank", [word for word in words.RANKS if len(word) > 1 and not word.isdigit()])
@pytest.mark.parametrize("suit", [word for word in words.SUITS if len(word) > 2])
def test_every_word_for_ranks_and_suits(rank: str, suit: str) -> None:
    expected = Card(words.RANKS[rank], words.SUITS[suit])
    for lang in ("en", "fr"):
        assert (
            card(f"{rank} of {suit}", lang)
            == card(f"{rank} de {suit}", lang)
            == card(f"{rank} {suit}", lang)
            == expected
        )


# ---- One spelling after the other


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7♥", Card(7, HEART)),
        ("10♠", Card(10, SPADE)),
        ("T♠", Card(10, SPADE)),
        ("t♠", Card(10, SPADE)),
        ("Q♣", Card(12, CLUB)),
        ("7h", Card(7, HEART)),
        ("10s", Card(10, SPADE)),
        ("Qc", Card(12, CLUB)),
        ("QC", Card(12, CLUB)),
        ("As", Card(1, SPADE)),
        ("Ad", Card(1, DIAMOND)),
        ("❤️".join(["7", ""]), Card(7, HEART)),
        ("9p", Card(9, SPADE)),
        ("9co", Card(9, HEART)),
        ("9ca", Card(9, DIAMOND)),
        ("Vt", Card(11, CLUB)),
        ("As♥", Card(1, HEART)),
        ("D♥", Card(12, HEART)),
        ("R♠", Card(13, SPADE)),
        ("V♦", Card(11, DIAMOND)),
        ("10 de cœur", Card(10, HEART)),
        ("10 de coeur", Card(10, HEART)),
        ("10 DE CŒUR", Card(10, HEART)),
        ("10 ♥", Card(10, HEART)),
        ("dame de pique", Card(12, SPADE)),
        ("la dame de pique", Card(12, SPADE)),
        ("l'as de trèfle", Card(1, CLUB)),
        ("l’as de trefle", Card(1, CLUB)),
        ("queen of spades", Card(12, SPADE)),
        ("the Queen of Spades", Card(12, SPADE)),
        ("ten of hearts", Card(10, HEART)),
        ("JK", JOKER),
        ("jk", JOKER),
        ("Joker", JOKER),
        ("le joker", JOKER),
        ("🃏", JOKER),
        ("🃏\ufe0f", JOKER),
        ("*", JOKER),
        ("JK=9♣", Card(9, CLUB, True)),
        ("joker = 9♣", Card(9, CLUB, True)),
        ("JK=dame de pique", Card(12, SPADE, True)),
        ("JK=?♥", Card(0, HEART, True)),
        ("JK=9?", Card(9, 0, True)),
        ("?", UNKNOWN),
        ("?♥", Card(0, HEART)),
        ("?h", Card(0, HEART)),
        ("9?", Card(9, 0)),
    ],
)
def test_spellings(text: str, expected: Card) -> None:
    assert card(text) == expected


def test_accents_apart() -> None:
    """A composed letter and one followed by its accent are the same."""
    assert card(unicodedata.normalize("NFD", "10 de trèfle")) == Card(10, CLUB)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4♥4♠4♦", (Card(4, HEART), Card(4, SPADE), Card(4, DIAMOND))),
        ("4h4s4d", (Card(4, HEART), Card(4, SPADE), Card(4, DIAMOND))),
        ("10♥10♠JKJK", (Card(10, HEART), Card(10, SPADE), JOKER, JOKER)),
        ("AsAdAc", (Card(1, SPADE), Card(1, DIAMOND), Card(1, CLUB))),
        ("AsTs", (Card(1, SPADE), Card(10, SPADE))),
        ("9cAs", (Card(9, CLUB), Card(1, SPADE))),
        ("9?4?", (Card(9, 0), Card(4, 0))),
        ("?♥?", (Card(0, HEART), UNKNOWN)),
        ("4♥, 5♥ and 6♥", (Card(4, HEART), Card(5, HEART), Card(6, HEART))),
        ("4♥ et 5♥", (Card(4, HEART), Card(5, HEART))),
        ("10 de cœur dame de pique JK", (Card(10, HEART), Card(12, SPADE), JOKER)),
        ("  ", ()),
    ],
)
def test_several(text: str, expected: tuple[Card, ...]) -> None:
    assert read_cards(text) == expected


def test_the_same_letters_in_two_languages() -> None:
    assert read_cards("Tt Dp", "fr") == read_cards("Tt Dp", "en") == (Card(10, CLUB), Card(12, SPADE))
    assert read_cards("9coAsp", "fr") == (Card(9, HEART), Card(1, SPADE))


def test_places() -> None:
    """Every card of a piece of text knows where it stands."""
    assert [(face.start, face.end) for face in faces("10♥?♥JK=9♣", "en")] == [(0, 3), (3, 5), (5, 10)]


# ---- What is not guessed


@pytest.mark.parametrize("text", ["2c", "10c", "9C", "Ac", "Rc", "Qc", "Asc"])
def test_c_in_french_is_coeur_or_carreau(text: str) -> None:
    message = said(text, "fr")
    assert "cœur ou carreau" in message
    assert f"{text[:-1]}co" in message and f"{text[:-1]}ca" in message


def test_c_after_a_french_letter() -> None:
    assert "V♥ or Vco" in said("Vc", "en")


def test_c_in_english_is_clubs() -> None:
    assert read_cards("2c 10c Ac Kc") == tuple(Card(rank, CLUB) for rank in (2, 10, 1, 13))


@pytest.mark.parametrize("text", ["As", "as", "AS", "AsAd", "10hAs"])
def test_as_in_french_is_an_ace_of_some_suit(text: str) -> None:
    assert "l'as de pique : A♠ ou Ap" in said(text, "fr")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_j_alone_is_a_jack_or_the_joker(lang: str) -> None:
    assert "JK" in said("J", lang) and "♥" in said("j", lang)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11♥", "there is no card 11♥; ranks are A 2 … 10 J Q K"),
        ("0♥", "there is no card 0♥; ranks are A 2 … 10 J Q K"),
        ("Z♠", "there is no card Z♠; ranks are A 2 … 10 J Q K"),
        ("1♥", "the ace is written A♥, not 1♥"),
        ("10x", "there is no card 10x: “x” is no suit; suits are ♥ ♦ ♣ ♠, or h d c s"),
        ("10", "10 of which suit? Write 10♥ 10♦ 10♣ 10♠, or 10? if it is not known"),
        ("Q", "Q of which suit? Write Q♥ Q♦ Q♣ Q♠, or Q? if it is not known"),
        ("♥", "“♥” is a suit without a rank; write 9♥, or ?♥ if the rank is not known"),
        ("♥10", "the rank comes first: 10♥, not ♥10"),
        ("??", "one unknown card is ?, two are ? ?, with a blank between them"),
        ("JK=x", "after JK= stands a card, as in JK=9♣, not “x”"),
        ("qeen of spades", "“qeen of spades” is no card; did you mean “queen” for “qeen”?"),
        ("queen of spods", "“queen of spods” is no card; did you mean “spades” for “spods”?"),
        ("jokre", "“jokre” is no card; did you mean “joker” for “jokre”?"),
        ("&", "“&” is no card; cards are written 7♥ 10♠ Q♣, or 7h 10s Qc, and the joker JK"),
    ],
)
def test_what_is_no_card(text: str, expected: str) -> None:
    assert said(text) == expected


def test_what_is_no_card_in_french() -> None:
    assert said("11♥", "fr") == "il n'y a pas de carte 11♥ ; les rangs sont A 2 … 10 V D R"
    assert said("dme de pique", "fr") == "« dme de pique » n'est pas une carte ; « dame » au lieu de « dme » ?"


def test_every_mistake_is_told_in_its_place() -> None:
    with pytest.raises(Unreadable) as raised:
        read_cards("4♥ 11♥ 5♥6x 10")
    assert [(trouble.at.column, trouble.at.length) for trouble in raised.value.troubles] == [(4, 3), (10, 2), (13, 2)]
