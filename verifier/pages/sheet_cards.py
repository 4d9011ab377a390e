"""The examples of a sheet: plays in the one-line notation, in the language of the sheet, with their cards apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from grammar.card_text import Face, faces
from grammar.cards import RANK_SIGNS, SUIT_SIGNS, Card
from grammar.record import read_line
from grammar.trouble import Unreadable
from grammar.words import LINE_WORDS, SMALL, VERBS, Entry, listed, plain

Token = str | Card
"""A word of a play, or a card."""

_OTHERWISE = {
    "fr": {"in": "dans", "into": "dans", "on": "sur", "onto": "sur", "discards": "défausse"},
    "en": {"dans": "in", "sur": "on", "defausse": "discards"},
}
"""Words that are not put by the first word of their entry, plain."""

_PILES = ("discards", "defausse")
"""Words for the discard pile in a line; after a player's name they are what he does."""

_LONGEST = 3
"""The most words that a phrase of the notation has."""


def play(text: str, lang: str, named: bool = False) -> tuple[tuple[Token, ...], ...]:
    """The parts of a play in a language, each a row of words and cards; commas stand with the word before them.

    `named` is True for the acts after a player's name, whose verbs are in the third person.
    """
    spoken = _language(text)
    return tuple(tuple(_tokens(part.split(), spoken, lang, named)) for part in text.split(";") if part.strip())


def written(part: Iterable[Token], lang: str) -> str:
    """A part of a play as it is typed."""
    shown = " ".join("".join(face(token, lang)) if isinstance(token, Card) else token for token in part)
    return shown.replace(" ,", ",")


def _language(text: str) -> str:
    try:
        return read_line(text).lang
    except Unreadable:  # cards alone, of an example that counts them
        return "en"


def _tokens(words: list[str], spoken: str, lang: str, named: bool) -> Iterator[Token]:
    while words:
        size, phrase = _phrase(words, lang, named) if spoken != lang else (0, "")
        if size:
            yield phrase
        else:
            size = 1
            yield from _cards(words[0], spoken)
        words = words[size:]


def _phrase(words: list[str], lang: str, named: bool) -> tuple[int, str]:
    """The longest phrase of the notation with which the words begin: its number of words, and how a language has it."""
    for size in range(min(_LONGEST, len(words)), 0, -1):
        found = _dictionary(lang, named).get(plain(" ".join(words[:size])))
        if found:
            return size, found
    return 0, ""


def _cards(word: str, spoken: str) -> list[Token]:
    """The cards that a word writes, else the word."""
    bare = word.rstrip(",")
    found: tuple[Face, ...] = faces(bare, spoken) if bare else ()
    cards: list[Token] = [face.card for face in found if isinstance(face.card, Card)]
    if not cards or len(cards) < len(found):
        return [word]
    return [*cards, ","] if bare != word else cards


@cache
def _dictionary(lang: str, named: bool) -> dict[str, str]:
    """Every word of the notation in the other language, plain, with what this language says."""
    verbs = [(entry, 0 if named else 1) for entry in VERBS.values()]
    others = [(entry, 0) for entry in (*LINE_WORDS.values(), *SMALL.values())]
    found = {plain(word): said for entry, shown in (*verbs, *others) for word, said in _pairs(entry, shown, lang)}
    otherwise = {word: said for word, said in _OTHERWISE[lang].items() if word not in _PILES or not named}
    return found | otherwise


def _pairs(entry: Entry, shown: int, lang: str) -> Iterator[tuple[str, str]]:
    mine, others = (listed(words) for words in (entry if lang == "en" else entry[::-1]))
    return ((word, mine[shown]) for word in others)


# ---------------------------------------------------------------------------------------- cards as they are printed


def face(card: Card, lang: str) -> tuple[str, str, str]:
    """What stands before rank and suit, rank, suit: `("", "10", "♥")`, `("JK", "", "")`, `("JK=", "9", "♣")`."""
    lead = "JK" if card.joker else ""
    if card.joker and (card.rank or card.suit):
        lead = "JK="
    rank = RANK_SIGNS[lang][card.rank] if lead != "JK" else ""
    suit = SUIT_SIGNS[card.suit] if card.suit or (card.rank and not card.joker) else ""
    return lead, rank, suit
