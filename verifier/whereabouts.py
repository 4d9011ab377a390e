"""Where a card went that a player does not hold: every card is in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from grammar.cards import Card, physical
from grammar.document import Act, At, Record
from verifier.steps import Step
from verifier.table import played


class Gone(Struct, frozen=True):
    """A card that a player does not hold, and the act with which it left his hand; None where he never had it."""

    card: Card
    act: Act | None

    @property
    def at(self) -> At | None:
        return self.act.at if self.act else None


def gone(record: Record, step: Step) -> tuple[Gone, ...]:
    """The cards of an act that are not in the hand that is written, with the last act that took each out of it."""
    hand = next((event.hand for event in step.scene.events if event.hand is not None), None)
    if hand is None or step.act is None:
        return ()
    held = Counter(physical(card) for card in hand)
    missing = Counter(physical(card) for card in played(step.act)) - held
    return tuple(Gone(card, _left(record, step, card)) for card in missing)


def _left(record: Record, step: Step, card: Card) -> Act | None:
    before = [act for act in _acts(record, step) if card in map(physical, played(act))]
    return before[-1] if before else None


def _acts(record: Record, step: Step) -> Iterator[Act]:
    """What the player did before."""
    for number, turn in enumerate(record.turns[: step.turn + 1]):
        if turn.player == step.actor:
            for act in turn.acts:
                if number == step.turn and act is step.act:
                    return
                yield act
