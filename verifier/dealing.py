"""The deal itself: whether it keeps the rules, and how many cards are left for the stock.

What nobody wrote of a deal (the packs, the jokers, a hand) may be anything that the book allows: a deal is wrong only
if nothing at all could make it right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grammar.document import At, Record
from rulebook.model import Book
from verifier.deck import cards_in_deck
from verifier.direct.deals import Written, best_deals
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED
from verifier.scene import Event, Scene, at_most
from verifier.steps import Step
from verifier.table import Table

DEAL = "deal"
_WRITTEN = ("players", "round", "hand-size")
TURN = -1
"""The deal comes before turn 0."""


def table_of(record: Record, book: Book) -> Table:
    """The table of a record before its first act, with the cards that the book plays with."""
    return Table(record, cards_in_deck(book, len(record.players) or None))


class Deal(Struct, frozen=True):
    """What a record says of a deal, as facts, and where; `player` is whose hand it is about, if not everybody's."""

    written: Written
    at: At
    player: str = ""


def deals(record: Record) -> Iterator[Deal]:
    """The deal, if the record begins with it: once for each number of cards that somebody was dealt."""
    if not record.from_the_deal:
        return
    written = tuple(_written(record))
    hands = {at_most("hand-size", len(hand.cards)): hand for hand in reversed(record.hands) if hand.complete}
    for size, hand in reversed(hands.items()):
        yield Deal((*written, ("hand-size", size)), hand.at, hand.player if len(hands) > 1 else "")
    if written and not hands:
        yield Deal(written, record.at)


def _written(record: Record) -> Iterator[tuple[str, int]]:
    if record.players:
        yield "players", len(record.players)
    if record.round is not None:
        yield "round", at_most("round", record.round)


def written_of(step: Step) -> Written:
    """What was written of a deal that is to be judged."""
    return tuple((name, int(value)) for name, value in step.scene.events[0].facts.items() if name in _WRITTEN and value)


def verdict(written: Written, book: Book) -> str:
    """The verdict on a deal by the direct engine: legal if in every world something unwritten makes it so."""
    return over_answers([not broken for _, broken in best_deals(book, written)])


def over_answers(right: Sequence[bool]) -> str:
    """The verdict on a deal that can be made right under some answers to the book's questions, or all, or none."""
    return LEGAL if all(right) else UNDETERMINED if any(right) else ILLEGAL


def deal_step(deal: Deal, book: Book) -> Step:
    """The deal with what nobody wrote as it suits best: under the answers to open questions under which it is least
    wrong, the first of them."""
    facts = dict(min(best_deals(book, deal.written), key=lambda found: found[1])[0])
    return Step(DEAL, deal.player, TURN, deal.at, "", Scene((), (Event(DEAL, facts),)))
