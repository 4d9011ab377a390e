"""The shape of a scene: everything about it but the cards and the values of the turn's bookkeeping.

Scenes of one shape have the same terms, so that these are built once for each shape.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grammar.cards import Card
from verifier.scene import Event, Part, Scene


class PartShape(Struct, frozen=True):
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


class EventShape(Struct, frozen=True):
    """An event without its cards.

    `cards`, `hand`, `pile`, `laid`, `added`, `took` are groups of cards, by their number in the scene's shape; None
    where the event has none. `played` is the number of parts, from the first, whose cards are the cards of a `lay`.
    `hidden` counts the cards held that are not known, `unknown` are the facts of the turn without a value.
    """

    name: str
    parts: tuple[int, ...]
    played: int
    cards: int | None
    hand: int | None
    hidden: int
    pile: int | None
    laid: int | None
    added: int | None
    took: int | None
    unknown: tuple[str, ...]
    facts: tuple[str, ...]


class SceneShape(Struct, frozen=True):
    """`groups` are the sizes of the groups of cards that lie in no meld, such as a hand."""

    parts: tuple[PartShape, ...]
    events: tuple[EventShape, ...]
    guards: tuple[EventShape, ...]
    groups: tuple[int, ...]


Groups = dict[tuple[Card, ...], int]
"""The groups of cards of a scene, numbered: events that see the same cards share them."""


def shape_of(scene: Scene) -> tuple[SceneShape, Groups]:
    """The shape of a scene, and the cards of its groups."""
    groups: Groups = {}
    lays = sum(event.name == "lay" for event in scene.events)
    parts = tuple(_part_shape(part, scene.parts) for part in scene.parts)
    events = tuple(_event_shape(event, lays, groups) for event in scene.events)
    guards = tuple(_event_shape(event, 0, groups) for event in scene.guards)
    return SceneShape(parts, events, guards, tuple(map(len, groups))), groups


def _part_shape(part: Part, parts: Sequence[Part]) -> PartShape:
    keeps = _kept(part, parts[part.before].cards) if part.before >= 0 else ()
    past = part.past or part.how == "tabled"
    becomes = part.becomes is not None
    size = len(part.cards)
    return PartShape(part.how, part.kind, size, part.before, keeps, len(part.new), part.taken, part.end, past, becomes)


def _kept(part: Part, before: Sequence[Card]) -> tuple[int, ...]:
    """Which cards of the part before stay: all, but for the jokers that a swap takes."""
    return tuple(n for n in range(len(before)) if n not in part.gone)


def _event_shape(event: Event, lays: int, groups: Groups) -> EventShape:
    unknown = tuple(sorted(name for name, value in event.facts.items() if value is None))
    hand = None if event.hand is None else known_cards(event.hand)
    own = event.cards if event.name not in ("lay", "add", "swap", "shift") else None
    return EventShape(
        event.name,
        event.parts,
        lays if event.name == "lay" else 0,
        _group(own, groups),
        _group(hand, groups),
        0 if hand is None else len(event.hand or ()) - len(hand),
        _group(None if event.pile is None else event.pile[-1:], groups),
        _group(event.laid or None, groups),
        _group(event.added or None, groups),
        _group(None if event.took is None else (event.took,), groups),
        unknown,
        tuple(sorted(event.facts)),
    )


def _group(cards: tuple[Card, ...] | None, groups: Groups) -> int | None:
    return None if cards is None else groups.setdefault(cards, len(groups))


def known_cards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand that are known."""
    return tuple(card for card in hand if card.known)
