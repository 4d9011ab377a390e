"""Puts a play of the oracle before the two engines: the only module here that knows the project."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grammar.cards import UNKNOWN, Card
from grammar.document import Act, At, Hand, Meld, Record, Turn
from oracle import melds, plays
from rulebook.library import book as book_of
from rulebook.model import Book
from verifier.steps import Step, steps

HERE = At(1, 1)
OTHER = "?"
"""The owner of the melds that lie there: another player."""


@lru_cache(maxsize=4096)
def card(text: str) -> Card:
    """The project's card for one of the oracle's."""
    if text == plays.UNKNOWN:
        return UNKNOWN
    suit = melds.suit_of(text)
    return Card(melds.rank_of(text), melds.SUITS.index(suit) + 1 if suit else 0, melds.is_joker(text))


def cards(texts: melds.Cards) -> tuple[Card, ...]:
    return tuple(map(card, texts))


def book(name: str) -> Book:
    return book_of(name)


def record(play: plays.Play) -> Record:
    """The record of a play, in the one-line form."""
    return Record(
        turns=(Turn("", tuple(_act(act) for act in play.acts), HERE),),
        at=HERE,
        line_form=True,
        table=tuple(Meld(cards(meld.cards), label, OTHER, meld.kind) for label, meld in play.table),
        hands=() if play.hand is None else (Hand("", cards(play.hand), True, HERE),),
        discards=None if play.discards is None else cards(play.discards),
        opened=("",) if play.opened == "before" else (),
        opened_unknown=play.opened == "unknown",
        opened_now=("",) if play.opened == "now" else (),
        drawn=("",) if play.drawn else (),
        took=card(play.took) if play.took else None,
    )


def _act(act: plays.Act) -> Act:
    return Act(
        act.verb,
        act.verb,
        HERE,
        cards=cards(act.cards),
        melds=tuple(Meld(cards(meld.cards), kind=meld.kind) for meld in act.melds),
        target=act.to,
        source=act.source,
        end=act.end,
        jokers=act.jokers,
    )


def steps_of(play: plays.Play) -> Iterator[Step]:
    """The steps that are judged: acts, and the end of the turn."""
    return (step for step in steps(record(play)) if step.kind != "end")
