"""The shape of a scene: everything about it but the cards and the values of the turn's bookkeeping.

Scenes of one shape have the same terms, so that these are built once for each book and shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grammar.cards import Card
from verifier.scene import Event, Part, Scene


@dataclass(frozen=True, slots=True)
class PartShape:
    """A part without its cards. `keeps` are the cards of the part before that are still there, `size` counts all."""

    how: str
    kind: str
    size: int
    before: int
    keeps: tuple[int, ...]
    new: int
    taken: int
    end: str
    past: bool
    becomes: bool


@dataclass(frozen=True, slots=True)
class EventShape:
    """An event without its cards; `unknown` are the facts of the turn that have no value.

    `hand` counts the cards held that are known, `hidden` those that are not.
    """

    name: str
    parts: tuple[int, ...]
    cards: int
    hand: int | None
    hidden: int
    pile: int | None
    laid: int
    added: int
    took: bool
    unknown: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SceneShape:
    parts: tuple[PartShape, ...]
    events: tuple[EventShape, ...]
    guards: tuple[EventShape, ...]


def shape_of(scene: Scene) -> SceneShape:
    """The shape of a scene."""
    parts = tuple(_part_shape(part, scene.parts) for part in scene.parts)
    return SceneShape(parts, tuple(map(_event_shape, scene.events)), tuple(map(_event_shape, scene.guards)))


def _part_shape(part: Part, parts: Sequence[Part]) -> PartShape:
    keeps = _kept(part, parts[part.before].cards) if part.before >= 0 else ()
    past = part.past or part.how == "tabled"
    becomes = part.becomes is not None
    size = len(part.cards)
    return PartShape(part.how, part.kind, size, part.before, keeps, len(part.new), part.taken, part.end, past, becomes)


def _kept(part: Part, before: Sequence[Card]) -> tuple[int, ...]:
    """Which cards of the part before stay: all, but for the jokers that a swap takes, open ones first."""
    jokers = [n for n, card in enumerate(before) if card.joker]
    said = [n for n in jokers if before[n].rank or before[n].suit]
    gone = ([n for n in jokers if n not in said] + said)[: part.taken]
    return tuple(n for n in range(len(before)) if n not in gone)


def _event_shape(event: Event) -> EventShape:
    known = {name: value for name, value in event.facts.items() if value is not None}
    unknown = tuple(sorted(set(event.facts) - set(known)))
    hand = None if event.hand is None else len(known_cards(event.hand))
    hidden = 0 if event.hand is None else len(event.hand) - (hand or 0)
    pile = None if event.pile is None else min(len(event.pile), 1)
    sizes = (len(event.cards), hand, hidden, pile, len(event.laid), len(event.added), event.took is not None)
    return EventShape(event.name, event.parts, *sizes, unknown, tuple(sorted(event.facts)))


def known_cards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand that are known."""
    return tuple(card for card in hand if card.known)
