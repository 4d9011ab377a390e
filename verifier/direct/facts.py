"""The facts of an event: those that follow from cards are worked out here, each by a function of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from grammar.cards import Card, physical
from rulebook.vocabulary import EVENTS, FACTS, facts_on
from verifier.direct.readings import Meld, joker_ranks, lie
from verifier.direct.values import Values, dearest, hand_points, meld_points, stands_for
from verifier.scene import Event, FactValue, Reading, Scene

NAMES: dict[str, tuple[str, ...]] = {event: tuple(word.name for word in facts_on(event)) for event in EVENTS}
"""The names of the facts that an event has, by event."""

_NOTHING: Mapping[str, FactValue] = MappingProxyType({})


class Facts(Mapping[str, FactValue]):
    """The facts of one event, worked out when they are asked for.

    `melds` are the event's parts as they are read, `worth` what cards count. Bookkeeping that the event leaves open
    comes from `world`; if it is not there either, it is no item of this mapping.
    """

    __slots__ = ("_seen", "event", "melds", "worth")

    def __init__(
        self, event: Event, melds: tuple[Meld, ...], worth: Values, world: Mapping[str, FactValue] = _NOTHING
    ) -> None:
        self.event = event
        self.melds = melds
        self.worth = worth
        self._seen = {name: value for name, value in event.facts.items() if value is not None}
        for name, value in world.items():
            if name in NAMES[event.name]:
                self._seen.setdefault(name, value)

    def __getitem__(self, name: str) -> FactValue:
        if name in self._seen:
            return self._seen[name]
        if self.event.name not in FACTS[name].events:
            raise KeyError(name)
        value = CARD_FACTS[name](self)
        self._seen[name] = value
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name in NAMES[self.event.name] if name in self._seen or name in CARD_FACTS)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def all_facts(
    scene: Scene,
    event: Event,
    readings: Sequence[Reading],
    values: Values,
    world: Mapping[str, FactValue] = _NOTHING,
) -> dict[str, FactValue]:
    """Every fact of an event of the scene that has a value, in the order of the vocabulary.

    `readings` has a reading for each part of the scene, `values` are the book's values in force, `world` the
    bookkeeping that the record leaves open. Raises ValueError if a part cannot be read so.
    """
    table = lie(scene.parts, readings)
    return dict(Facts(event, tuple(table[part] for part in event.parts), values, world))


# ------------------------------------------------------------------------------------------ every play


def _counted(cards: Sequence[Card]) -> Counter[Card]:
    return Counter(physical(card) for card in cards)


def in_hand(facts: Facts) -> bool:
    """The cards played, jokers as jokers, are among the hand, counted; a card not known stands for any one."""
    event = facts.event
    play = facts.get("play") if event.name == "late" else event.name
    if event.hand is None or play in ("draw", "move", "call"):
        return True
    missing = _counted(event.cards) - _counted(event.hand)
    return missing.total() <= sum(1 for card in event.hand if not card.known)


# ------------------------------------------------------------------------------------------------ draw


def is_top(facts: Facts) -> bool:
    """The card taken is the last of the pile, as far as the record says."""
    pile, cards = facts.event.pile, facts.event.cards
    if facts.get("pile") == "stock" or pile is None:
        return True
    return bool(pile) and (not cards or physical(cards[0]) == physical(pile[-1]))


def top_is_joker(facts: Facts) -> bool:
    """The card drawn is known to be a joker: the record says so, or it is the top of a pile that is written."""
    event = facts.event
    if event.cards:
        return event.cards[0].joker is True
    return facts.get("pile") == "discard-pile" and bool(event.pile) and (event.pile or ())[-1].joker is True


# ------------------------------------------------------------------------------------- a meld as it is read


def _run(facts: Facts) -> Meld | None:
    meld = facts.melds[0]
    return meld if meld.kind == "run" else None


def kind(facts: Facts) -> str:
    """What the meld is read as; for an act, as it lay before."""
    return facts.melds[0].kind


def size(facts: Facts) -> int:
    """How many cards the meld has."""
    return len(facts.melds[0].cards)


def naturals(facts: Facts) -> int:
    """How many of its cards are no jokers."""
    return size(facts) - jokers(facts)


def jokers(facts: Facts) -> int:
    """How many of its cards are jokers."""
    return _jokers(facts.melds[0].cards)


def _jokers(cards: Sequence[Card]) -> int:
    return sum(1 for card in cards if card.joker)


def jokers_touch(facts: Facts) -> bool:
    """Two neighbouring places of a run are without a natural."""
    run = _run(facts)
    return run is not None and any(low.joker and high.joker for low, high in pairwise(run.cards))


def same_suit(facts: Facts) -> bool:
    """The suits said are one suit; with none it is true."""
    return len(set(_suits(facts.melds[0].cards))) <= 1


def distinct_suits(facts: Facts) -> bool:
    """No suit is said twice; with none it is true."""
    suits = _suits(facts.melds[0].cards)
    return len(set(suits)) == len(suits)


def _suits(cards: Sequence[Card]) -> list[int]:
    """The suits of the fixed cards: a joker counts only if its suit is said."""
    return [card.suit for card in cards if card.suit]


def low_ace(facts: Facts) -> bool:
    """The run covers place 1 and place 2, or places 14 and 15."""
    run = _run(facts)
    return run is not None and ((run.start == 1 and run.end >= 2) or run.end >= 15)


def high_ace(facts: Facts) -> bool:
    """The run covers places 13 and 14."""
    run = _run(facts)
    return run is not None and run.end >= 14


def wraps(facts: Facts) -> bool:
    """The run covers places 14 and 15."""
    run = _run(facts)
    return run is not None and run.end >= 15


def points(facts: Facts) -> int:
    """What the cards count where they lie, in points: those of the meld, or of all melds of an opening."""
    melds = facts.melds[:1] if facts.event.name == "meld" else facts.melds
    return sum(meld_points(meld, facts.worth) for meld in melds)


def _twins(facts: Facts) -> list[Meld]:
    """The other runs that cover the same places, with no two suits among the cards of both."""
    run = _run(facts)
    others = facts.melds[1:] if run else ()
    return [
        other
        for other in others
        if run and other.reading == run.reading and len(other.cards) == len(run.cards) and _one_suit(run, other)
    ]


def _one_suit(run: Meld, other: Meld) -> bool:
    return len({*_suits(run.cards), *_suits(other.cards)}) <= 1


def twin_on_table(facts: Facts) -> bool:
    """Another run on the table stands for the same cards."""
    return bool(_twins(facts))


def twin_jokers(facts: Facts) -> int:
    """How many jokers those runs have."""
    return sum(_jokers(twin.cards) for twin in _twins(facts))


def other_joker_runs(facts: Facts) -> int:
    """How many other runs on the table have a joker."""
    return sum(1 for meld in facts.melds[1:] if meld.kind == "run" and _jokers(meld.cards))


# --------------------------------------------------------------------------------------------- opening


def opening_melds(facts: Facts) -> int:
    """How many melds are newly laid."""
    return len(facts.melds)


def sets(facts: Facts) -> int:
    """How many of them are sets."""
    return sum(1 for meld in facts.melds if meld.kind == "set")


def runs(facts: Facts) -> int:
    """How many of them are runs."""
    return sum(1 for meld in facts.melds if meld.kind == "run")


def clean_runs(facts: Facts) -> int:
    """How many of them are runs without a joker."""
    return sum(1 for meld in facts.melds if meld.kind == "run" and not _jokers(meld.cards))


def set_ranks_differ(facts: Facts) -> bool:
    """No rank is that of two sets."""
    ranks = [meld.start for meld in facts.melds if meld.kind == "set"]
    return len(set(ranks)) == len(ranks)


def run_suits_differ(facts: Facts) -> bool:
    """No suit is said in two runs."""
    suits = [suit for meld in facts.melds if meld.kind == "run" for suit in set(_suits(meld.cards))]
    return len(set(suits)) == len(suits)


def hand_points_before(facts: Facts) -> int:
    """What the hand counted before the player laid, by the values in hand; a card not known as the dearest there is."""
    hand = facts.event.hand or ()
    known = [card for card in hand if card.known]
    return hand_points(known, facts.worth) + (len(hand) - len(known)) * dearest(facts.worth)


# --------------------------------------------------------------------------- adding, exchanging, shifting


def cards_played(facts: Facts) -> int:
    """How many cards are added, given or moved."""
    return len(facts.event.cards)


def jokers_added(facts: Facts) -> int:
    """How many of the cards added are jokers."""
    return _jokers(facts.event.cards)


def end(facts: Facts) -> str:
    """Where an addition goes: low if all go below the run, high if all go above, both, or none."""
    before, after = facts.melds
    if before.kind != "run" or after.kind != "run":
        return "none"
    added = len(after.cards) - len(before.cards)
    return "low" if after.below == added else "high" if after.below == 0 else "both"


def same_rank(facts: Facts) -> bool:
    """No card given is a joker; each has the rank of the set, or in a run that of a joker's place of its own."""
    before, given = facts.melds[0], facts.event.cards
    if before.kind == "neither" or any(card.joker for card in given):
        return False
    if before.kind == "set":
        return all(card.rank == before.start for card in given)
    return Counter(card.rank for card in given) <= Counter(joker_ranks(before))


def missing_suits(facts: Facts) -> bool:
    """From a set: naturals whose suits differ from each other and from those of the naturals in the set."""
    before, given = facts.melds[0], facts.event.cards
    if before.kind != "set" or any(card.joker for card in given):
        return False
    suits = _suits(given)
    return len(set(suits)) == len(suits) and not set(suits) & {card.suit for card in before.cards if not card.joker}


def exact(facts: Facts) -> bool:
    """Each card given is natural and is, rank and suit, the card that a joker of its own stands for."""
    before, given = facts.melds[0], facts.event.cards
    stood = Counter(stands_for(before, index) for index, card in enumerate(before.cards) if card.joker)
    return all(card.natural for card in given) and Counter((card.rank, card.suit) for card in given) <= stood


def result_size(facts: Facts) -> int:
    """How many cards the meld has after the exchange."""
    return len(facts.melds[1].cards)


# ------------------------------------------------------------------------------- discard, the whole turn


def card_is_joker(facts: Facts) -> bool:
    """The card thrown is a joker."""
    return bool(facts.event.cards) and facts.event.cards[0].joker is True


def taken_this_turn(facts: Facts) -> bool:
    """The card thrown equals the one taken from the discard pile, and no equal card was laid or added."""
    event = facts.event
    if event.took is None or not event.cards or physical(event.cards[0]) != physical(event.took):
        return False
    return not _holds((*event.laid, *event.added), event.took)


def taken_laid(facts: Facts) -> bool:
    """A card equal to the one taken from the discard pile is among those laid."""
    return _holds(facts.event.laid, _taken(facts.event))


def taken_added(facts: Facts) -> bool:
    """A card equal to the one taken from the discard pile is among those added."""
    return _holds(facts.event.added, _taken(facts.event))


def _taken(turn: Event) -> Card | None:
    return turn.took if turn.took is not None else next(iter(turn.cards), None)


def _holds(cards: Sequence[Card], wanted: Card | None) -> bool:
    return wanted is not None and any(physical(card) == physical(wanted) for card in cards)


CARD_FACTS: dict[str, Callable[[Facts], FactValue]] = {
    "in-hand": in_hand,
    "is-top": is_top,
    "top-is-joker": top_is_joker,
    "kind": kind,
    "size": size,
    "naturals": naturals,
    "jokers": jokers,
    "jokers-touch": jokers_touch,
    "same-suit": same_suit,
    "distinct-suits": distinct_suits,
    "low-ace": low_ace,
    "high-ace": high_ace,
    "wraps": wraps,
    "points": points,
    "twin-on-table": twin_on_table,
    "twin-jokers": twin_jokers,
    "other-joker-runs": other_joker_runs,
    "melds": opening_melds,
    "sets": sets,
    "runs": runs,
    "clean-runs": clean_runs,
    "set-ranks-differ": set_ranks_differ,
    "run-suits-differ": run_suits_differ,
    "hand-points": hand_points_before,
    "cards": cards_played,
    "jokers-added": jokers_added,
    "end": end,
    "given": cards_played,
    "same-rank": same_rank,
    "missing-suits": missing_suits,
    "exact": exact,
    "result-size": result_size,
    "card-is-joker": card_is_joker,
    "taken-this-turn": taken_this_turn,
    "taken-laid": taken_laid,
    "taken-added": taken_added,
}
"""The function of each fact that follows from cards."""
