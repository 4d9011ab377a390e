"""What a card counts, in points, in a meld and in a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from grammar.cards import RANKS, Card
from rulebook.model import Book, Value
from verifier.direct.readings import Meld

_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})


class Tariff(Struct, frozen=True, eq=False):
    """What cards count in one where: `cards[rank][suit]` (suit 0: none in particular), `low_ace[suit]` for an ace
    at place 1, and `joker`: a number of points, or None for what the card it stands for counts."""

    cards: tuple[tuple[int, ...], ...]
    low_ace: tuple[int, ...]
    joker: int | None


class Values(Struct, frozen=True, eq=False):
    """The values of a book in force: what cards count in melds and in a hand."""

    meld: Tariff
    hand: Tariff


def values_of(book: Book, answers: Mapping[str, str] = _NO_ANSWERS) -> Values:
    """The values in force in a book, with the readings of open questions given as {question id: reading name}.

    Questions that have no answer give no values.
    """
    ruled = [value for rule in book.rules for value in rule.values]
    read = [
        value
        for question in book.questions
        for reading in question.readings
        if answers.get(question.id) == reading.name
        for value in reading.values
    ]
    return Values(_tariff(ruled, read, "meld"), _tariff(ruled, read, "hand"))


def hand_points(cards: Iterable[Card], values: Values) -> int:
    """What the cards left in a hand count, in points: jokers as jokers, whatever they say, aces as `ace`.

    A joker that would count what it represents counts 0, for in a hand it stands for nothing.
    """
    tariff = values.hand
    joker = tariff.joker or 0
    return sum(joker if card.joker else tariff.cards[card.rank][card.suit] for card in cards)


def dearest(values: Values) -> int:
    """What the dearest card in a hand counts, in points."""
    return max(values.hand.joker or 0, *(points for ranks in values.hand.cards for points in ranks))


def meld_points(meld: Meld, values: Values) -> int:
    """What the cards of a meld count where they lie, in points; 0 for what is neither set nor run."""
    if meld.kind == "neither":
        return 0
    return sum(_points_at(meld, index, values.meld) for index in range(len(meld.cards)))


def stands_for(meld: Meld, index: int) -> tuple[int, int]:
    """Rank and suit of the card that the card at `index` is or stands for; 0 for what is not determined.

    What a card says it is. Of what a joker does not say, in a run the rank is that of its place, and the suit that of
    the naturals if they have one suit only; in a set the rank is that of the set, and no suit in particular.
    """
    card = meld.cards[index]
    if card.natural or meld.kind == "neither":
        return card.rank, card.suit
    if meld.kind == "set":
        return card.rank or meld.start, card.suit
    return card.rank or meld.rank_at(index), card.suit or _suit_of(meld)


def _suit_of(run: Meld) -> int:
    suits = {card.suit for card in run.cards if not card.joker}
    return suits.pop() if len(suits) == 1 else 0


def _points_at(meld: Meld, index: int, tariff: Tariff) -> int:
    if meld.cards[index].joker and tariff.joker is not None:
        return tariff.joker
    rank, suit = stands_for(meld, index)
    # An ace at place 1 counts as `low-ace`.
    if meld.kind == "run" and meld.start + index == 1:
        return tariff.low_ace[suit]
    return tariff.cards[rank][suit]


# ------------------------------------------------------------------------------ which value a card takes


def _tariff(ruled: Sequence[Value], read: Sequence[Value], where: str) -> Tariff:
    # Among equals the one that a question's reading gives wins, then the last written: so the strongest come last.
    values = [value for value in (*ruled, *read) if value.where in ("", where)]
    joker = _pick(values, ("joker",), 0)
    amount = joker.amount if joker else 0
    return Tariff(
        ((0,) * 5, *(tuple(_amount(values, rank, suit) for suit in range(5)) for rank in RANKS)),
        tuple(_amount(values, 1, suit, ("low-ace",)) for suit in range(5)),
        None if amount == "represented" else _number(amount, 0),
    )


def _amount(values: Sequence[Value], rank: int, suit: int, first: tuple[str, ...] = ()) -> int:
    """The narrower wins: low-ace, then a rank by number, then ace, face, pips. Where there is none, 0."""
    general = "ace" if rank == 1 else "face" if rank > 10 else "pips"
    value = _pick(values, (*first, rank, general), suit)
    return _number(value.amount, rank) if value else 0


def _pick(values: Sequence[Value], selectors: tuple[str | int, ...], suit: int) -> Value | None:
    """The value of the first selector that has one; a colour that fits wins over none."""
    for selector in selectors:
        fitting = [value for value in values if value.selector == selector and value.colour in ("", _colour(suit))]
        if fitting:
            return max(reversed(fitting), key=lambda value: value.colour != "")
    return None


def _colour(suit: int) -> str:
    return ("", "red", "red", "black", "black")[suit]


def _number(amount: int | str, rank: int) -> int:
    """An amount in points: a number, or the number printed on the card."""
    if isinstance(amount, int):
        return amount
    return rank if amount == "number" else 0
