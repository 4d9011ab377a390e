"""What an act puts before the engines: the melds to be read, and the events to be judged.

A scene holds raw material only, cards in the order in which they were written and the bookkeeping of the turn.
What follows from cards is worked out by each engine on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from grammar.cards import Card
from grammar.document import Meld
from rulebook.vocabulary import FACTS

FactValue = int | bool | str


class Part(Struct, frozen=True):
    """One meld that has to be read, as a set, a run or neither.

    `how` says where it comes from:

    - "laid": new on the table; its player reads it as he likes;
    - "tabled": it lay there; it has been read, we may not know how;
    - "added": part `before` with the cards `new` added, at the "low" or "high" `end`, or where he likes ("");
    - "swapped": part `before` with `taken` jokers replaced by the cards `new`;
    - "shifted": part `before` with one natural `new` in a joker's place and that joker at an end.

    `cards` are all its cards as written (for added: before then new; for swapped: those left, then new).
    `kind` is "set" or "run" where the record says so. A written order counts in "laid" and "tabled" parts only.
    `past` is True for what an earlier act made: it has been read, we may not know how, so that its reading belongs
    to the world and is no choice any more ("tabled" parts are always so). `becomes` is what a shifted joker is said
    to stand for at its new place, `gone` are the jokers that a swap takes, by their number among the cards before.
    """

    how: str
    cards: tuple[Card, ...]
    kind: str = ""
    before: int = -1
    new: tuple[Card, ...] = ()
    taken: int = 0
    end: str = ""
    label: str = ""
    past: bool = False
    becomes: Card | None = None
    gone: tuple[int, ...] = ()


class Event(Struct, frozen=True):
    """Something a book may speak about.

    `facts` is the bookkeeping of the turn; None is a value that is not known. `parts` are the melds it looks at, as
    indices into the scene: the meld, then the others of the table if they are asked for (meld), all new melds of the
    turn (open), before then after (add, swap, shift), the two melds before (move). `cards` are the cards played:
    added, given, moved, thrown, drawn; for a turn, the one card taken from the discard pile. `hand` is what the
    player holds just before (for open: before the first meld of the turn), None where it is not written completely; a
    card in it that is not known may be any card. `pile` is the discard pile before a draw, None where it is not
    written. `laid` and `added` are the cards laid in new melds and added to melds so far in this turn, and `took` the
    card taken from the discard pile in this turn, if it is known.
    """

    name: str
    facts: Mapping[str, FactValue | None]
    parts: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    hand: tuple[Card, ...] | None = None
    pile: tuple[Card, ...] | None = None
    laid: tuple[Card, ...] = ()
    added: tuple[Card, ...] = ()
    took: Card | None = None


class Scene(Struct, frozen=True):
    """One act, or the end of a turn.

    `guards` are events that must be legal for a world to count at all: the melds that lay on the table must be
    melds that this book allows.
    """

    parts: tuple[Part, ...]
    events: tuple[Event, ...]
    guards: tuple[Event, ...] = field(default=())


def at_most(fact: str, number: int) -> int:
    """A number of a record, or the largest that a fact can be: no rule tells larger ones apart."""
    values = FACTS[fact].values
    assert values is not None and isinstance(values[-1], int)
    return min(number, values[-1])


def cards_looked_at(scene: Scene) -> Iterator[Card]:
    """Every card that has to be known: those in the hand, and the pile under its top, need not be."""
    for part in scene.parts:
        yield from part.cards
        yield from part.new
    for event in (*scene.events, *scene.guards):
        took = (event.took,) if event.took is not None else ()
        yield from (*event.cards, *(event.pile or ())[-1:], *event.laid, *event.added, *took)


def all_known(scene: Scene) -> bool:
    """Whether every card is known that has to be."""
    return all(card.known for card in cards_looked_at(scene))


def lying(meld: Meld) -> Scene:
    """A meld that lies on the table by itself: whether it could is all that is asked."""
    event = Event("meld", {"opened": True, "opened-before": True, "round": None}, (0,))
    return Scene((Part("tabled", meld.cards, meld.kind, label=meld.label),), (), (event,))


class Reading(Struct, frozen=True, order=True):
    """How a part is read: kind "set", "run" or "neither"; `start` is the rank of a set, or the lowest rank of a
    run (1 for A-2-3, 12 for Q-K-A); 0 for neither."""

    kind: str
    start: int
