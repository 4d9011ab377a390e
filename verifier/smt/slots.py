"""Cards and melds as terms: a slot has a rank, a suit and whether it is a joker; a meld has a kind and a start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grammar.cards import Card
from verifier.smt import z3face as z
from verifier.smt.shape import PartShape
from verifier.smt.z3face import Term

LONGEST_RUN = 14


class Slot(Struct, frozen=True, eq=False):
    """One card: `rank` 1 to 13 and `suit` 1 to 4, or 0 for what a joker does not say; `joker` is a truth value.

    `code` says which card it is, a joker being a joker whatever it stands for.
    """

    rank: Term
    suit: Term
    joker: Term
    code: Code

    @property
    def fixed(self) -> Term:
        """A natural card, or a joker that says which card it stands for."""
        return self.rank > 0

    def bounds(self) -> Term:
        """A natural has a rank and a suit; nothing is beyond king and spades; the code says the same."""
        natural = z.conj((self.rank >= 1, self.suit >= 1))
        limits = (self.rank >= 0, self.rank <= 13, self.suit >= 0, self.suit <= 4)
        coded = number_of(self.code) == z.ite(self.joker, z.number(0), self.rank + 13 * (self.suit - 1))
        return z.conj((*limits, z.implies(z.neg(self.joker), natural), coded))


Code = tuple[Term, ...]
"""Which card it is, as six truth values: the binary digits of 0 for a joker, of 13 * (suit - 1) + rank for the others.

Cards are compared far oftener than they are counted with, and truth values are what a solver compares best.
"""

_BITS = 6


def new_code(name: str) -> Code:
    return tuple(z.boolean(f"{name}.bit{bit}") for bit in range(_BITS))


def code_of(card: Card) -> tuple[bool, ...]:
    """The code of a known card."""
    value = 0 if card.joker else card.rank + 13 * (card.suit - 1)
    return tuple(bool(value >> bit & 1) for bit in range(_BITS))


def number_of(code: Code) -> Term:
    """The number whose digits they are."""
    return z.total(z.ite(digit, z.number(1 << bit), z.number(0)) for bit, digit in enumerate(code))


def same_card(one: Code, two: Code) -> Term:
    """Whether two codes are of the same card."""
    return z.conj(first == second for first, second in zip(one, two, strict=True))


def is_joker(code: Code) -> Term:
    return z.conj(z.neg(digit) for digit in code)


def new_slot(name: str) -> Slot:
    return Slot(z.integer(f"{name}.rank"), z.integer(f"{name}.suit"), z.boolean(f"{name}.joker"), new_code(name))


class MeldTerms(Struct, frozen=True, eq=False):
    """One part: its slots, how it is read, and the constraint that it can be read so.

    `is_set`, `is_run`: at most one holds; neither of them: neither. `start`: rank of the set or lowest rank of the run,
    0 for neither. `below`: how many added cards go below. `new` are the slots added or given, `said` is what a shifted
    joker is said to stand for. `free` are the variables of the reading itself, `valid` ties them to the cards.
    """

    shape: PartShape
    slots: tuple[Slot, ...]
    is_set: Term
    is_run: Term
    start: Term
    below: Term
    new: tuple[Slot, ...]
    free: tuple[Term, ...]
    valid: Term
    said: tuple[Slot, ...] = ()

    @property
    def size(self) -> int:
        return self.shape.size

    @property
    def neither(self) -> Term:
        return z.neg(z.disj((self.is_set, self.is_run)))


def place_rank(start: Term, offset: int) -> Term:
    """The rank of the place `offset` above the start: after the king comes the ace."""
    return z.ite(start + offset > 13, start + (offset - 13), start + offset)


def offset_of(rank: Term, start: Term) -> Term:
    """How far a rank lies above the start, 0 to 12."""
    return z.ite(rank >= start, rank - start, rank - start + 13)


def natural_at(meld: MeldTerms, offset: int) -> Term:
    """Whether a natural card lies at the place `offset` above the start of a run."""
    holds = [z.conj((z.neg(s.joker), s.rank == place_rank(meld.start, offset))) for s in meld.slots]
    return z.count(holds) >= 2 if offset == 13 else z.disj(holds)


# ---------------------------------------------------------------------------- melds read from their own cards


def own_meld(name: str, shape: PartShape, slots: Sequence[Slot]) -> MeldTerms:
    """A meld laid, or one that lay there: read from its cards in the order written."""
    is_set, is_run, start = _reading(name)
    free = [slot.rank == 0 for slot in slots]
    set_possible = _agree([slot.rank for slot in slots], free)[1] if slots and shape.kind != "run" else z.FALSE
    up_from, up = _agree([_base(slot, n) for n, slot in enumerate(slots)], free)
    down_from, down = _agree([_base(slot, n) for n, slot in enumerate(reversed(slots))], free[::-1])
    down = z.conj((down, _two_fixed(free)))
    jumbled = z.neg(z.disj((up, down)))
    some_run = z.disj((up, down, _some_window(slots, free)))
    run_possible = some_run if slots and len(slots) <= LONGEST_RUN and shape.kind != "set" else z.FALSE
    some_fixed = z.neg(z.conj(free))
    as_run = z.conj(
        (
            run_possible,
            start <= 13,
            z.implies(z.conj((up, some_fixed)), start == up_from),
            z.implies(z.conj((z.neg(up), down)), start == down_from),
            z.implies(jumbled, z.conj((*_distinct(slots, free, start), *_in_window(slots, free, start)))),
        )
    )
    as_set = z.conj(
        (set_possible, start <= 13, *(z.disj((o, s.rank == start)) for o, s in zip(free, slots, strict=True)))
    )
    valid = _valid(is_set, is_run, start, as_set, as_run, z.disj((set_possible, run_possible)))
    return MeldTerms(shape, tuple(slots), is_set, is_run, start, z.number(0), (), (is_set, is_run, start), valid)


def _agree(values: Sequence[Term], free: Sequence[Term]) -> tuple[Term, Term]:
    """The value of the first fixed card, and whether all fixed cards have the same."""
    first = z.number(0)
    for value, is_free in zip(reversed(values), reversed(free), strict=True):
        first = z.ite(is_free, first, value)
    return first, z.conj(z.disj((o, value == first)) for o, value in zip(free, values, strict=True))


def _base(slot: Slot, offset: int) -> Term:
    """The start that a fixed card asks for, if it lies `offset` places above it."""
    return slot.rank if not offset else z.ite(slot.rank > offset, slot.rank - offset, slot.rank + (13 - offset))


def _reading(name: str) -> tuple[Term, Term, Term]:
    return z.boolean(f"{name}.set"), z.boolean(f"{name}.run"), z.integer(f"{name}.start")


def _valid(is_set: Term, is_run: Term, start: Term, as_set: Term, as_run: Term, possible: Term) -> Term:
    """A set or a run that it can be; neither only where it can be nothing else."""
    neither = z.neg(z.disj((is_set, is_run)))
    return z.conj(
        (
            z.neg(z.conj((is_set, is_run))),
            z.implies(is_set, z.conj((as_set, start >= 1))),
            z.implies(is_run, z.conj((as_run, start >= 1))),
            z.implies(neither, z.conj((z.neg(possible), start == 0))),
        )
    )


def _pairs(slots: Sequence[Slot]) -> Iterator[tuple[int, int]]:
    return ((n, m) for n in range(len(slots)) for m in range(n + 1, len(slots)))


def _two_fixed(free: Sequence[Term]) -> Term:
    return z.count([z.neg(term) for term in free]) >= 2


def _distinct(slots: Sequence[Slot], free: Sequence[Term], start: Term) -> Iterator[Term]:
    """No two fixed cards have the same place. Only a run of 14 has a second place of a rank, the first one's."""
    spare = len(slots) == LONGEST_RUN
    for n, m in _pairs(slots):
        ends = (slots[n].rank == start,) if spare else ()
        yield z.disj((free[n], free[m], z.neg(slots[n].rank == slots[m].rank), *ends))
    if spare:
        yield z.count([slot.rank == start for slot in slots]) <= 2


def _in_window(slots: Sequence[Slot], free: Sequence[Term], start: Term) -> Iterator[Term]:
    """Every fixed card has a place in the run from `start`."""
    size = len(slots)
    if size < 13:
        for slot, is_free in zip(slots, free, strict=True):
            above = z.conj((slot.rank >= start, slot.rank < start + size))
            yield z.disj((is_free, above, slot.rank < start + (size - 13)))


def _some_window(slots: Sequence[Slot], free: Sequence[Term]) -> Term:
    """Some start has a place for each fixed card: then so has the rank of one of them, the lowest placed."""
    if len(slots) == LONGEST_RUN:
        return z.disj(z.conj((slot.rank > 0, *_distinct(slots, free, slot.rank))) for slot in slots)
    windows = (z.conj((slot.rank > 0, *_in_window(slots, free, slot.rank))) for slot in slots)
    return z.conj((*_distinct(slots, free, z.number(0)), z.disj(windows)))


# ------------------------------------------------------------------------------- what an act makes of a meld


def added_meld(name: str, shape: PartShape, before: MeldTerms, new: Sequence[Slot]) -> MeldTerms:
    """Cards added: to a set its rank; to a run, `below` of them below it and the others above."""
    m, total = len(new), before.size + len(new)
    below = z.integer(f"{name}.below")
    lowest, highest = {"low": (m, m), "high": (0, 0)}.get(shape.end, (0, m))
    fits_set = z.conj((before.is_set, *(z.disj((s.rank == 0, s.rank == before.start)) for s in new)))
    fits_run = z.FALSE
    fits_here = z.FALSE
    if total <= LONGEST_RUN:
        cases = [z.conj(_new_places(before, new, k)) for k in range(lowest, highest + 1)]
        fits_run = z.conj((before.is_run, z.disj(cases)))
        fits_here = z.conj(
            z.implies(below == k, case) for k, case in zip(range(lowest, highest + 1), cases, strict=True)
        )
    start = z.ite(fits_set, before.start, z.ite(fits_run, _down(before.start, below), z.number(0)))
    bounds = z.conj((below >= lowest, below <= highest, z.implies(z.neg(fits_run), below == lowest)))
    valid = z.conj((bounds, z.implies(fits_run, fits_here)))
    slots = (*before.slots, *new)
    return MeldTerms(shape, slots, fits_set, fits_run, start, below, tuple(new), (below,), valid)


def _down(start: Term, below: Term) -> Term:
    return z.ite(start - below >= 1, start - below, start - below + 13)


def _new_places(before: MeldTerms, new: Sequence[Slot], k: int) -> Iterator[Term]:
    """With k cards below, each fixed new card has a new place of its own."""
    above = len(new) - k
    after = before.start + (before.size - 1)
    spots = [_spots(slot, before.start, after, k, above) for slot in new]
    for slot, (low, high) in zip(new, spots, strict=True):
        yield z.disj((slot.rank == 0, low, high))
    for n, m in _pairs(new):
        both = z.conj(spots[n]) if before.size + len(new) == LONGEST_RUN else z.FALSE
        yield z.disj((new[n].rank == 0, new[m].rank == 0, new[n].rank != new[m].rank, both))
    if len(new) > 2 and before.size + len(new) == LONGEST_RUN:
        for slot in new:
            yield z.disj((slot.rank == 0, z.count([slot.rank == other.rank for other in new]) <= 2))


def _spots(slot: Slot, start: Term, last: Term, k: int, above: int) -> tuple[Term, Term]:
    """Whether there is a new place of the card's rank below the run, and above it."""
    down, up = start - slot.rank, slot.rank - last
    low = z.disj((z.conj((down >= 1, down <= k)), z.conj((down + 13 >= 1, down + 13 <= k))))
    high = z.disj(z.conj((up + step >= 1, up + step <= above)) for step in (0, 13, 26))
    return low, high


def swapped_meld(shape: PartShape, before: MeldTerms, new: Sequence[Slot]) -> MeldTerms:
    """Jokers replaced: in a set by cards of its rank, in a run each by a card of its place's rank."""
    jokers = z.count([slot.joker for slot in before.slots])
    fits_set = z.conj((before.is_set, jokers >= shape.taken, *(_of_rank(slot, before.start) for slot in new)))
    fits_run = z.FALSE
    if len(new) == shape.taken:
        fits_run = z.conj((before.is_run, *(slot.fixed for slot in new), own_joker_places(before, new)))
    start = z.ite(z.disj((fits_set, fits_run)), before.start, z.number(0))
    slots = (*(before.slots[n] for n in shape.keeps), *new)
    return MeldTerms(shape, slots, fits_set, fits_run, start, z.number(0), tuple(new), (), z.TRUE)


def _of_rank(slot: Slot, rank: Term) -> Term:
    return z.disj((slot.rank == 0, slot.rank == rank))


def own_joker_places(before: MeldTerms, given: Sequence[Slot]) -> Term:
    """Each card given has the rank of a joker's place of its own in the run."""
    holders = [_joker_places_of(before, slot.rank) for slot in given]
    terms = [holder >= 1 for holder in holders]
    for n, slot in enumerate(given):
        earlier = [slot.rank == other.rank for other in given[:n]]
        if earlier:
            terms.append(z.count(earlier) < holders[n])
    return z.conj(terms)


def _joker_places_of(meld: MeldTerms, rank: Term) -> Term:
    """How many places of that rank the run has a joker at: its places of the rank, less the naturals that have it."""
    offset = offset_of(rank, meld.start)
    places = z.ite(offset < meld.size, z.number(1), z.number(0))
    if meld.size > 13:
        places = places + z.ite(offset == 0, z.number(1), z.number(0))
    return places - z.count([z.conj((z.neg(slot.joker), slot.rank == rank)) for slot in meld.slots])


def shifted_meld(
    name: str, shape: PartShape, before: MeldTerms, new: Sequence[Slot], becomes: Slot | None
) -> MeldTerms:
    """A natural goes into a joker's place, and that joker to an end of the run."""
    below = z.integer(f"{name}.below")
    fits_set = z.conj((before.is_set, *(slot.rank == before.start for slot in new)))
    ends = [place_rank(before.start, before.size), z.ite(before.start > 1, before.start - 1, z.number(13))]
    allowed = [z.TRUE if becomes is None else becomes.rank == end for end in ends]
    fits_run = z.FALSE
    if before.size < LONGEST_RUN:
        fits_run = z.conj(
            (before.is_run, *(slot.fixed for slot in new), own_joker_places(before, new), z.disj(allowed))
        )
    start = z.ite(fits_set, before.start, z.ite(fits_run, _down(before.start, below), z.number(0)))
    here = z.conj((z.implies(below == 0, allowed[0]), z.implies(below == 1, allowed[1])))
    bounds = z.conj((below >= 0, below <= 1, z.implies(z.neg(fits_run), below == 0)))
    valid = z.conj((bounds, z.implies(fits_run, here)))
    slots = (*before.slots, *new)
    return MeldTerms(
        shape,
        slots,
        fits_set,
        fits_run,
        start,
        below,
        tuple(new),
        (below,),
        valid,
        () if becomes is None else (becomes,),
    )
