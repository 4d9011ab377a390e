"""The terms of a shape of scene that no book has a say in: its cards, its melds, its events."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulebook.vocabulary import PRICED
from verifier.smt.facts import EventTerms, fact_term
from verifier.smt.points import Prices
from verifier.smt.shape import EventShape, PartShape, SceneShape
from verifier.smt.slots import (
    Code,
    MeldTerms,
    Slot,
    added_meld,
    new_code,
    new_slot,
    own_meld,
    shifted_meld,
    swapped_meld,
)
from verifier.smt.z3face import Solver, Term

if TYPE_CHECKING:
    from verifier.smt.circuit import Circuit

_MOST = 200


class Stage:
    """A shape with terms for its cards, and a live solver that knows what holds of them. Books share it."""

    def __init__(self, shape: SceneShape) -> None:
        self.shape = shape
        self.circuits: dict[str, Circuit] = {}
        self.becomes: dict[int, Slot] = {}
        self.groups = [
            tuple(new_code(f"group{number}.{n}") for n in range(size)) for number, size in enumerate(shape.groups)
        ]
        self.melds: list[MeldTerms] = []
        for number, part in enumerate(shape.parts):
            self.melds.append(self._meld(f"m{number}", number, part))
        self.events = [self._event(event) for event in (*shape.events, *shape.guards)]
        self.solver = Solver()
        for meld in self.melds:
            self.solver.add(meld.valid)
        self._facts: dict[tuple[object, str], Term] = {}

    def _slots(self, name: str, count: int) -> tuple[Slot, ...]:
        return tuple(new_slot(f"{name}.{n}") for n in range(count))

    def _meld(self, name: str, number: int, part: PartShape) -> MeldTerms:
        if part.how in ("laid", "tabled"):
            return own_meld(name, part, self._slots(name, part.size))
        before, new = self.melds[part.before], self._slots(name, part.new)
        if part.how == "added":
            return added_meld(name, part, before, new)
        if part.how == "swapped":
            return swapped_meld(part, before, new)
        if part.becomes:
            self.becomes[number] = new_slot(f"{name}.becomes")
        return shifted_meld(name, part, before, new, self.becomes.get(number))

    def _event(self, shape: EventShape) -> EventTerms:
        melds = tuple(self.melds[n] for n in shape.parts)
        given = melds[-1].new if shape.name in ("add", "swap", "shift") else ()
        played = given or tuple(slot for meld in self.melds[: shape.played] for slot in meld.slots)
        took = self._group(shape.took)
        return EventTerms(
            shape,
            melds,
            given,
            tuple(slot.code for slot in played) or self._group(shape.cards),
            None if shape.hand is None else self._group(shape.hand),
            None if shape.pile is None else self._group(shape.pile),
            self._group(shape.laid),
            self._group(shape.added),
            took[0] if took else None,
        )

    def _group(self, number: int | None) -> tuple[Code, ...]:
        return () if number is None else self.groups[number]

    def fact(self, number: int, name: str, prices: Callable[[], Prices]) -> Term:
        """The term of a fact of cards of an event; points depend on the book's prices and are not kept."""
        if name in PRICED:
            return fact_term(name, self.events[number], prices)
        # All melds of one act come from the same hand: that fact is one for all of them.
        shape = self.events[number].shape
        key = ((shape.name, shape.played, shape.hand) if name == "in-hand" and shape.played else number, name)
        if key not in self._facts:
            self._facts[key] = fact_term(name, self.events[number], prices)
        return self._facts[key]

    def own_slots(self) -> Iterator[tuple[int, tuple[Slot, ...]]]:
        """The slots that each part brings: all of a meld laid or tabled, else those added or given."""
        for number, meld in enumerate(self.melds):
            yield number, meld.new if meld.shape.before >= 0 else meld.slots


_stages: OrderedDict[SceneShape, Stage] = OrderedDict()


def stage_for(shape: SceneShape) -> Stage:
    """The stage of a shape: built when first asked for; the least used are forgotten."""
    stage = _stages.get(shape)
    if stage is None:
        stage = _stages[shape] = Stage(shape)
        if len(_stages) > _MOST:
            _stages.popitem(last=False)
    else:
        _stages.move_to_end(shape)
    return stage
