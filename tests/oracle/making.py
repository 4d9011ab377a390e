"""Melds at random, right and spoiled, and cards that go with them."""

from __future__ import annotations

from random import Random

from oracle.figures import ASKED, NO, Figures
from oracle.melds import JOKER, SUITS, Cards, added, card, exchanged, is_joker, rank_of, readings, suit_of
from oracle.plays import Meld, bare

LABEL, OTHER_LABEL = "A1", "B1"
"""The labels of melds that lie there."""


def a_run(rnd: Random, book: Figures, size: int) -> Cards:
    """A run as the book has it, now and then one past the ace where the book does not rule that out."""
    suit = rnd.choice(SUITS)
    past = book.past_ace == ASKED and rnd.random() < 0.1
    low = rnd.randint(14 - size + 2, 13) if past else rnd.randint(1 if book.low_ace != NO else 2, 15 - size)
    return tuple(card(place, suit) for place in range(max(low, 1), max(low, 1) + size))


def a_set(rnd: Random, book: Figures, size: int) -> Cards:
    """A set, with a suit twice or more where the book allows that."""
    rank = rnd.randint(1, 13)
    suits = SUITS * (book.packs if book.suits_repeat and (size > 4 or rnd.random() < 0.5) else 1)
    return tuple(card(rank, suit) for suit in rnd.sample(suits, size))


def a_meld(rnd: Random, book: Figures, size: int, jokers: int) -> Cards:
    """A meld as the book wants it, some of its cards jokers, some of which say their card."""
    most = min(book.largest_set, 4 * book.packs)
    set_or_run = size < book.smallest_run or (size <= most and rnd.random() < 0.5)
    cards = a_set(rnd, book, size) if set_or_run else a_run(rnd, book, size)
    return order(rnd, jokers_in(rnd, cards, jokers))


def jokers_in(rnd: Random, cards: Cards, count: int) -> Cards:
    """The cards with jokers in places of theirs, side by side in one case of three."""
    places = rnd.sample(range(len(cards)), count)
    if count == 2 and rnd.random() < 0.34:
        first = rnd.randrange(len(cards) - 1)
        places = [first, first + 1]
    return tuple(_joker_for(rnd, card) if n in places else card for n, card in enumerate(cards))


def _joker_for(rnd: Random, card: str) -> str:
    return f"{JOKER}={card}" if rnd.random() < 0.12 else JOKER


def order(rnd: Random, cards: Cards) -> Cards:
    """Mostly upwards; now and then downwards, or in no order."""
    way = rnd.random()
    return cards if way < 0.75 else cards[::-1] if way < 0.87 else tuple(rnd.sample(cards, len(cards)))


def a_card(rnd: Random) -> str:
    return card(rnd.randint(1, 13), rnd.choice(SUITS))


def near(rnd: Random, one: str) -> str:
    """A card that is nearly this one: of another suit, or of a rank beside it."""
    if is_joker(one):
        return a_card(rnd)
    rank, suit = rank_of(one), suit_of(one)
    if rnd.random() < 0.5:
        return card(rank, rnd.choice(SUITS.replace(suit, "")))
    return card(rank + rnd.choice((-1, 1)), suit)


def spoiled(rnd: Random, cards: Cards) -> Cards:
    """The cards with one of them changed, doubled or taken away."""
    n, way = rnd.randrange(len(cards)), rnd.random()
    if way < 0.7 or len(cards) < 3:
        return (*cards[:n], near(rnd, cards[n]), *cards[n + 1 :])
    return (*cards[: n + 1], *cards[n:]) if way < 0.8 else (*cards[:n], *cards[n + 1 :])


def maybe_kind(rnd: Random, cards: Cards) -> Meld:
    """A meld whose kind is said now and then."""
    return Meld(cards, rnd.choice(("set", "run", "run")) if rnd.random() < 0.1 else "")


def on_table(rnd: Random, book: Figures, size: int, jokers: int, sort: str) -> Cards:
    """A meld that lies there. The joker of a set does not say its card, nor does one of two in a run alone."""
    size = max(size, book.smallest_run) if sort == "run" else min(size, book.largest_set)
    cards = a_set(rnd, book, size) if sort == "set" else a_run(rnd, book, size)
    cards = jokers_in(rnd, cards, min(jokers, len(cards) - book.set_naturals))
    saying = sum(is_joker(card) and card != JOKER for card in cards)
    plain = sort == "set" or 0 < saying < jokers
    return order(rnd, tuple(map(bare, cards)) if plain else cards)


def for_set(rnd: Random, table: Cards) -> tuple[Cards, int]:
    """Cards that the set lacks."""
    naturals = [card for card in table if not is_joker(card)]
    rank = rank_of((naturals or ["5♥"])[0])
    lacking = [suit for suit in SUITS if suit not in {suit_of(card) for card in naturals}] or list(SUITS)
    count = min(len(lacking), rnd.choice((1, 2, 2, 3)))
    jokers = len(table) - len(naturals)
    return tuple(card(rank, suit) for suit in rnd.sample(lacking, count)), rnd.randint(1, max(1, jokers))


def for_run(rnd: Random, table: Cards) -> tuple[Cards, int]:
    """The cards that jokers of the run stand for, in one of its readings."""
    runs = readings(table, "run")
    if not runs:
        return (a_card(rnd),), 1
    run = rnd.choice(runs)
    suit = next((suit_of(card) for card in run.cards if not is_joker(card)), SUITS[0])
    stood = [card(run.low + n, suit) for n, there in enumerate(run.cards) if is_joker(there)]
    count = rnd.randint(1, max(1, len(stood)))
    return tuple(stood[:count]) or (a_card(rnd),), count


_SOMETHING = ("5♥", "6♥", "7♥")


def fitting(rnd: Random, table: Cards, count: int, joker: float = 0.25) -> Cards:
    """Cards that go with the meld in one of its readings, a joker among them now and then."""
    read = rnd.choice(readings(table) or readings(_SOMETHING))
    if hasattr(read, "low"):
        below = rnd.randint(0, count)
        suit = next((suit_of(card) for card in read.cards if not is_joker(card)), SUITS[0])
        places = [*range(read.low - below, read.low), *range(read.top + 1, read.top + 1 + count - below)]
        cards = tuple(card(place, suit) for place in places)
    else:
        there = {suit_of(card) for card in read.cards}
        lacking = [suit for suit in SUITS if suit not in there]
        cards = tuple(card(read.rank, suit) for suit in (*lacking, *SUITS)[:count])
    if rnd.random() < joker:
        n = rnd.randrange(count)
        cards = (*cards[:n], JOKER, *cards[n + 1 :])
    return tuple(rnd.sample(cards, count))


def changed(rnd: Random, cards: Cards, new: Cards, taken: int) -> Cards:
    """The meld after an act, in one of its readings."""
    found = [
        after.cards
        for read in readings(cards)
        for after in ([exchanged(read, new, taken)] if taken else added(read, new))
        if after
    ]
    return rnd.choice(found) if found else ()
