"""The facts of cards as terms, each after its sentence in the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from rulebook.vocabulary import ENDS, FACTS, KINDS, PILES, PLAYS
from verifier.smt import z3face as z
from verifier.smt.points import Prices
from verifier.smt.shape import EventShape
from verifier.smt.slots import Code, MeldTerms, Slot, is_joker, natural_at, place_rank, same_card
from verifier.smt.z3face import Term

CODES: Mapping[str, int] = {name: n for names in (KINDS, PILES, ENDS, PLAYS) for n, name in enumerate(names)}
"""Facts that are names are numbers to the solver."""


class EventTerms(Struct, frozen=True, eq=False):
    """One event's raw material as terms: its melds, the cards added or given, and cards as codes (`Slot.code`).

    `cards` are the codes of the cards played. `hand` and `pile` are None where they are not written.
    """

    shape: EventShape
    melds: tuple[MeldTerms, ...]
    given: tuple[Slot, ...]
    cards: tuple[Code, ...]
    hand: tuple[Code, ...] | None
    pile: tuple[Code, ...] | None
    laid: tuple[Code, ...]
    added: tuple[Code, ...]
    took: Code | None


def fact_term(name: str, event: EventTerms, prices: Callable[[], Prices]) -> Term:
    """The term of a fact that follows from cards; `prices` gives the values of the book."""
    if name == "points":
        melds = event.melds[:1] if event.shape.name == "meld" else event.melds
        return z.total([prices().meld(meld) for meld in melds])
    if name == "hand-points":
        hidden = [prices().dearest()] * event.shape.hidden
        return z.total([*(prices().held(code) for code in event.hand or ()), *hidden])
    return _FACTS[name](event)


def code(fact: str, value: int | bool | str) -> int | bool:
    """A fact's value as the solver knows it."""
    return CODES[value] if isinstance(value, str) else value


def decode(fact: str, value: int | bool) -> int | bool | str:
    """The value behind what the solver says."""
    values = FACTS[fact].values
    if values is None:
        return bool(value)
    return values[value] if isinstance(values[0], str) and 0 <= value < len(values) else value


def limits(fact: str) -> tuple[int, int] | None:
    """The lowest and the highest number that stands for a value of the fact; None for a truth value."""
    values = FACTS[fact].values
    if values is None:
        return None
    low, high = values[0], values[-1]
    return (low, high) if isinstance(low, int) and isinstance(high, int) else (0, len(values) - 1)


# ---------------------------------------------------------------------------------------- one meld


def _kind(event: EventTerms) -> Term:
    meld = event.melds[0]
    names = [z.number(CODES[name]) for name in KINDS]
    return z.ite(meld.is_set, names[0], z.ite(meld.is_run, names[1], names[2]))


def _size(event: EventTerms) -> Term:
    return z.number(event.melds[0].size)


def _jokers(event: EventTerms) -> Term:
    return z.count([slot.joker for slot in event.melds[0].slots])


def _naturals(event: EventTerms) -> Term:
    return z.count([z.neg(slot.joker) for slot in event.melds[0].slots])


def _jokers_touch(event: EventTerms) -> Term:
    meld = event.melds[0]
    open_places = [z.neg(natural_at(meld, offset)) for offset in range(meld.size)]
    return z.conj((meld.is_run, z.disj(z.conj(pair) for pair in pairwise(open_places))))


def _same_suit(event: EventTerms) -> Term:
    meld = event.melds[0]
    return z.conj((one_suit(meld.slots), z.implies(meld.is_run, one_suit((*meld.slots, *meld.said)))))


def one_suit(slots: Sequence[Slot]) -> Term:
    """No two slots of different suits, open jokers apart."""
    return z.conj(
        z.disj((one.suit == two.suit, one.suit == 0, two.suit == 0)) for n, one in enumerate(slots) for two in slots[:n]
    )


def _distinct_suits(event: EventTerms) -> Term:
    slots = event.melds[0].slots
    return z.conj(
        z.disj((one.suit != two.suit, one.suit == 0)) for n, one in enumerate(slots) for two in slots[:n]
    )  # fmt: skip


def _covers(meld: MeldTerms, low: int, high: int) -> Term:
    """A run has both places."""
    return z.conj((meld.is_run, meld.start <= low, meld.start + (meld.size - 1) >= high))


def _low_ace(event: EventTerms) -> Term:
    meld = event.melds[0]
    return z.disj((_covers(meld, 1, 2), _covers(meld, 14, 15)))


def _high_ace(event: EventTerms) -> Term:
    return _covers(event.melds[0], 13, 14)


def _wraps(event: EventTerms) -> Term:
    return _covers(event.melds[0], 14, 15)


def _twin(one: MeldTerms, two: MeldTerms) -> Term:
    """Both are runs of the same places, and all their suits that are said are one suit."""
    if one.size != two.size:
        return z.FALSE
    return z.conj((one.is_run, two.is_run, one.start == two.start, one_suit((*one.slots, *two.slots))))


def _twin_on_table(event: EventTerms) -> Term:
    return z.disj(_twin(event.melds[0], other) for other in event.melds[1:])


def _twin_jokers(event: EventTerms) -> Term:
    pairs = [(_twin(event.melds[0], other), z.count([slot.joker for slot in other.slots])) for other in event.melds[1:]]
    return z.total([z.ite(twin, jokers, z.number(0)) for twin, jokers in pairs])


def _other_joker_runs(event: EventTerms) -> Term:
    return z.count([z.conj((m.is_run, z.disj(slot.joker for slot in m.slots))) for m in event.melds[1:]])


# ---------------------------------------------------------------------------------------- opening


def _melds(event: EventTerms) -> Term:
    return z.number(len(event.melds))


def _sets(event: EventTerms) -> Term:
    return z.count([meld.is_set for meld in event.melds])


def _runs(event: EventTerms) -> Term:
    return z.count([meld.is_run for meld in event.melds])


def _clean_runs(event: EventTerms) -> Term:
    return z.count([z.conj((m.is_run, *(z.neg(slot.joker) for slot in m.slots))) for m in event.melds])


def _set_ranks_differ(event: EventTerms) -> Term:
    pairs = ((one, two) for n, one in enumerate(event.melds) for two in event.melds[:n])
    return z.conj(z.neg(z.conj((one.is_set, two.is_set, one.start == two.start))) for one, two in pairs)


def _run_suits_differ(event: EventTerms) -> Term:
    pairs = ((one, two) for n, one in enumerate(event.melds) for two in event.melds[:n])
    return z.conj(z.neg(z.conj((one.is_run, two.is_run, _shares_suit(one, two)))) for one, two in pairs)


def _shares_suit(one: MeldTerms, two: MeldTerms) -> Term:
    return z.disj(z.conj((a.suit == b.suit, a.suit > 0)) for a in one.slots for b in two.slots)


# ---------------------------------------------------------------------------------------- plays on a meld


def _cards(event: EventTerms) -> Term:
    return z.number(len(event.cards))


def _jokers_added(event: EventTerms) -> Term:
    return z.count([slot.joker for slot in event.given])


def _end(event: EventTerms) -> Term:
    after = event.melds[1]
    low, high, both, none = (z.number(CODES[name]) for name in ENDS)
    run = z.ite(after.below == len(event.cards), low, z.ite(after.below == 0, high, both))
    return z.ite(after.is_run, run, none)


def _same_rank(event: EventTerms) -> Term:
    before = event.melds[0]
    naturals = z.conj(z.neg(slot.joker) for slot in event.given)
    of_set = z.conj((before.is_set, *(slot.rank == before.start for slot in event.given)))
    of_run = z.conj((before.is_run, _own_holders(before, event.given, exact=False)))
    return z.conj((naturals, z.disj((of_set, of_run))))


def _missing_suits(event: EventTerms) -> Term:
    before, given = event.melds[0], event.given
    naturals = z.conj(z.neg(slot.joker) for slot in given)
    apart = z.conj(one.suit != two.suit for n, one in enumerate(given) for two in given[:n])
    lacked = z.conj(z.disj((slot.joker, one.suit != slot.suit)) for one in given for slot in before.slots)
    return z.conj((before.is_set, naturals, apart, lacked))


def _exact(event: EventTerms) -> Term:
    before = event.melds[0]
    naturals = z.conj(z.neg(slot.joker) for slot in event.given)
    of_run = z.conj((before.is_run, _own_holders(before, event.given, exact=True)))
    of_set = z.conj((before.is_set, _said_holders(before, event.given)))
    return z.conj((naturals, z.disj((of_run, of_set))))


def _own_holders(meld: MeldTerms, given: Sequence[Slot], exact: bool) -> Term:
    """Each card given has the rank of a joker's place of its own; with `exact`, the suit of its card too."""
    terms = []
    for n, slot in enumerate(given):
        holders = [_joker_of_rank(meld, offset, slot, exact) for offset in range(meld.size)]
        terms.append(z.disj(holders))
        earlier = [slot.rank == other.rank for other in given[:n]]
        if earlier:
            terms.append(z.count(earlier) < z.count(holders))
    return z.conj(terms)


def _joker_of_rank(meld: MeldTerms, offset: int, card: Slot, exact: bool) -> Term:
    place = z.conj((place_rank(meld.start, offset) == card.rank, z.neg(natural_at(meld, offset))))
    if not exact:
        return place
    said = [z.conj((slot.joker, slot.suit > 0, slot.rank == card.rank)) for slot in meld.slots]
    says = z.disj(z.conj((word, slot.suit == card.suit)) for word, slot in zip(said, meld.slots, strict=True))
    return z.conj((place, z.disj((says, z.conj((z.neg(z.disj(said)), _suit_of_run(meld, card)))))))


def _suit_of_run(meld: MeldTerms, card: Slot) -> Term:
    """The naturals of the run have one suit, and it is the card's."""
    naturals = [z.neg(slot.joker) for slot in meld.slots]
    agree = z.conj(
        z.implies(is_natural, s.suit == card.suit) for is_natural, s in zip(naturals, meld.slots, strict=True)
    )
    return z.conj((z.disj(naturals), agree))


def _said_holders(meld: MeldTerms, given: Sequence[Slot]) -> Term:
    """Each card given is the card that a joker of its own says it stands for."""
    terms = []
    for n, slot in enumerate(given):
        holders = [z.conj((s.joker, s.rank == slot.rank, s.suit == slot.suit)) for s in meld.slots]
        terms.append(z.disj(holders))
        earlier = [z.conj((slot.rank == other.rank, slot.suit == other.suit)) for other in given[:n]]
        if earlier:
            terms.append(z.count(earlier) < z.count(holders))
    return z.conj(terms)


def _given(event: EventTerms) -> Term:
    return z.number(len(event.cards))


def _result_size(event: EventTerms) -> Term:
    return z.number(event.melds[1].size)


# ---------------------------------------------------------------------------------------- cards in hand and piles


def _in_hand(event: EventTerms) -> Term:
    """No card is played more often than it is held; cards in hand that are not known stand for any."""
    if event.hand is None or event.shape.name in ("draw", "move", "call"):
        return z.TRUE
    lacking = []
    for n, card in enumerate(event.cards):
        played = z.count([same_card(card, other) for other in event.cards[:n]])
        lacking.append(played >= z.count([same_card(card, held) for held in event.hand]))
    return z.count(lacking) <= event.shape.hidden


def _is_top(event: EventTerms) -> Term:
    if event.pile is None:
        return z.TRUE
    if not event.pile:
        return z.FALSE
    return same_card(event.cards[0], event.pile[-1]) if event.cards else z.TRUE


def _top_is_joker(event: EventTerms) -> Term:
    card = event.cards[0] if event.cards else event.pile[-1] if event.pile else None
    return z.FALSE if card is None else is_joker(card)


def _card_is_joker(event: EventTerms) -> Term:
    return is_joker(event.cards[0]) if event.cards else z.FALSE


def _among(card: Code, cards: Sequence[Code]) -> Term:
    return z.disj(same_card(card, other) for other in cards)


def _taken_this_turn(event: EventTerms) -> Term:
    if event.took is None or not event.cards:
        return z.FALSE
    played = _among(event.took, (*event.laid, *event.added))
    return z.conj((same_card(event.cards[0], event.took), z.neg(played)))


def _taken_laid(event: EventTerms) -> Term:
    return z.FALSE if event.took is None else _among(event.took, event.laid)


def _taken_added(event: EventTerms) -> Term:
    return z.FALSE if event.took is None else _among(event.took, event.added)


_FACTS: Mapping[str, Callable[[EventTerms], Term]] = {
    "in-hand": _in_hand,
    "is-top": _is_top,
    "top-is-joker": _top_is_joker,
    "kind": _kind,
    "size": _size,
    "naturals": _naturals,
    "jokers": _jokers,
    "jokers-touch": _jokers_touch,
    "same-suit": _same_suit,
    "distinct-suits": _distinct_suits,
    "low-ace": _low_ace,
    "high-ace": _high_ace,
    "wraps": _wraps,
    "twin-on-table": _twin_on_table,
    "twin-jokers": _twin_jokers,
    "other-joker-runs": _other_joker_runs,
    "set-ranks-differ": _set_ranks_differ,
    "run-suits-differ": _run_suits_differ,
    "melds": _melds,
    "sets": _sets,
    "runs": _runs,
    "clean-runs": _clean_runs,
    "cards": _cards,
    "jokers-added": _jokers_added,
    "end": _end,
    "given": _given,
    "same-rank": _same_rank,
    "missing-suits": _missing_suits,
    "exact": _exact,
    "result-size": _result_size,
    "card-is-joker": _card_is_joker,
    "taken-this-turn": _taken_this_turn,
    "taken-laid": _taken_laid,
    "taken-added": _taken_added,
}
