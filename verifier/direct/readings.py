"""How a meld may be read, and where its cards then lie.

A meld is read as a set of a rank, as a run from a lowest rank, or as neither. In a run every card has a place:
places 1 to 13 are ace to king, 14 is the ace above the king, 15 the two above that ace, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from grammar.cards import JOKER, RANKS, Card
from verifier.scene import Part, Reading, Scene

LONGEST_RUN = 14
NEITHER = Reading("neither", 0)


class Meld(Struct, frozen=True, eq=False):
    """A meld under one reading.

    `cards` are its cards: of a run in the order of their places from `reading.start`, otherwise as written. A joker
    keeps what it is said to stand for. `below` is how many cards an addition put below the run that was there.
    Two melds are the same only if they are one object, so that they are cheap keys.
    """

    reading: Reading
    cards: tuple[Card, ...]
    below: int = 0

    @property
    def kind(self) -> str:
        """set, run or neither."""
        return self.reading.kind

    @property
    def start(self) -> int:
        """The rank of a set, the lowest place of a run, 0 for neither."""
        return self.reading.start

    @property
    def end(self) -> int:
        """The highest place of a run."""
        return self.reading.start + len(self.cards) - 1

    def rank_at(self, index: int) -> int:
        """The rank of the place of the card at `index` (of a run)."""
        return rank_of(self.reading.start + index)


def rank_of(place: int) -> int:
    """The rank that belongs to a place: 14 is an ace again, 15 a two."""
    return (place - 1) % 13 + 1


def fixed(cards: Iterable[Card]) -> list[Card]:
    """The naturals and the jokers that say which card, or at least which rank, they stand for."""
    return [card for card in cards if card.rank]


# ------------------------------------------------------------------------------------------- readings


def melds(part: Part, before: Meld | None = None) -> tuple[Meld, ...]:
    """All melds that a part can be, sorted by their reading; never none.

    `before` is the meld that an act works on (added, swapped, shifted parts); no two melds have the same reading.
    Raises ValueError if an act has no meld before it, or for a part of no known sort.
    """
    found = {meld.reading: meld for meld in reversed(list(_candidates(part, before)))}
    # A kind said by the record leaves readings of that kind only.
    kept = [found[reading] for reading in sorted(found) if part.kind in ("", reading.kind)]
    return tuple(kept) or (Meld(NEITHER, part.cards),)


def lie(parts: Sequence[Part], readings: Sequence[Reading]) -> tuple[Meld, ...]:
    """The melds that the parts are under the readings given, one for each part.

    Raises ValueError if a part cannot be read so.
    """
    table: list[Meld] = []
    for index, (part, reading) in enumerate(zip(parts, readings, strict=True)):
        before = table[part.before] if part.before >= 0 else None
        meld = next((meld for meld in melds(part, before) if meld.reading == reading), None)
        if meld is None:
            raise ValueError(f"part {index} cannot be read as {reading.kind} {reading.start}")
        table.append(meld)
    return tuple(table)


class Table:
    """The melds of a scene: how those on the table may lie, and what the player may choose."""

    def __init__(self, scene: Scene) -> None:
        self.parts = scene.parts
        self._settled = [i for i, part in enumerate(scene.parts) if part.past or part.how == "tabled"]
        self._melds: dict[tuple[int, Meld | None], tuple[Meld, ...]] = {}

    def options(self, index: int, before: Meld | None) -> tuple[Meld, ...]:
        """The melds that a part can be after `before`, the same objects each time."""
        key = (index, before)
        if key not in self._melds:
            self._melds[key] = melds(self.parts[index], before)
        return self._melds[key]

    def tabled(self) -> Iterator[dict[int, Meld]]:
        """Every way to read the melds that lay on the table or that an earlier act made, by part."""
        ways: list[dict[int, Meld]] = [{}]
        for index in self._settled:
            before = self.parts[index].before
            ways = [{**way, index: meld} for way in ways for meld in self.options(index, way.get(before))]
        return iter(ways)

    def choices(self, tabled: dict[int, Meld]) -> list[tuple[Meld, ...]]:
        """Every choice of the player with the table as it lies: one meld for each part."""
        ways: list[tuple[Meld, ...]] = [()]
        for index, part in enumerate(self.parts):
            if index in tabled:
                ways = [(*way, tabled[index]) for way in ways]
            else:
                before = part.before
                ways = [
                    (*way, meld) for way in ways for meld in self.options(index, way[before] if before >= 0 else None)
                ]
        return ways


def _candidates(part: Part, before: Meld | None) -> Iterable[Meld]:
    if part.how in ("laid", "tabled"):
        return (*_sets(part.cards), *_runs(part.cards))
    if before is None:
        raise ValueError(f"{part.how or 'a part'}: there is no meld before it")
    match part.how:
        case "added":
            return _added(part, before)
        case "swapped":
            return _swapped(part, before)
        case "shifted":
            return _shifted(part, before)
    raise ValueError(f"no such part: {part.how!r}")


# ------------------------------------------------------------------------------- melds as they are written


def _sets(cards: tuple[Card, ...]) -> list[Meld]:
    """Every fixed card has the rank of the set; with open jokers only it may be any rank."""
    ranks = {card.rank for card in fixed(cards)}
    return [Meld(Reading("set", rank), cards) for rank in ranks or RANKS] if cards and len(ranks) <= 1 else []


def _runs(cards: tuple[Card, ...]) -> list[Meld]:
    """The written order counts: ascending if some start fits it, else descending, else cards are out of order."""
    some = len(fixed(cards))
    if not cards or len(cards) > LONGEST_RUN:
        return []
    if not some:
        return [Meld(Reading("run", start), cards) for start in RANKS]
    for written in (cards, cards[::-1]) if some > 1 else (cards,):
        starts = _starts_in_order(written)
        if len(starts) == 1:
            return _laid_from(starts, written)
    return _laid_from(RANKS, cards)


def _starts_in_order(written: tuple[Card, ...]) -> set[int]:
    """The start that each fixed card asks for, if the first card written lies at the start."""
    return {rank_of(card.rank - index) for index, card in enumerate(written) if card.rank}


def _laid_from(starts: Iterable[int], written: tuple[Card, ...]) -> list[Meld]:
    found = []
    for start in starts:
        seats = _seat(written, [rank_of(start + index) for index in range(len(written))])
        if seats is not None:
            found.append(Meld(Reading("run", start), _with_jokers(seats, written)))
    return found


def _seat(cards: Iterable[Card], ranks: Sequence[int]) -> list[Card | None] | None:
    """Each fixed card at the lowest free place of its rank; None at places left; None if a card has no place."""
    seats: list[Card | None] = [None] * len(ranks)
    for card in cards:
        if card.rank:
            free = (index for index, rank in enumerate(ranks) if rank == card.rank and seats[index] is None)
            index = next(free, None)
            if index is None:
                return None
            seats[index] = card
    return seats


def _with_jokers(seats: Iterable[Card | None], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Open jokers have the places left."""
    jokers = (card for card in cards if not card.rank)
    return tuple(next(jokers) if card is None else card for card in seats)


# ----------------------------------------------------------------------------- what an act makes of a meld


def _added(part: Part, before: Meld) -> list[Meld]:
    if before.kind == "set":
        return [Meld(before.reading, before.cards + part.new)] if _all_of(part.new, before.start) else []
    if before.kind == "neither" or len(before.cards) + len(part.new) > LONGEST_RUN:
        return []
    m = len(part.new)
    below = {"low": (m,), "high": (0,)}.get(part.end, range(m + 1))
    return [meld for k in below if (meld := _extended(part.new, before, k)) is not None]


def _extended(new: tuple[Card, ...], before: Meld, k: int) -> Meld | None:
    """The run with k of the new cards below it; below place 1 the places count 13 more."""
    start = before.start - k
    low = [rank_of(start + index) for index in range(k)]
    high = [rank_of(before.end + 1 + index) for index in range(len(new) - k)]
    seats = _seat(new, low + high)
    if seats is None:
        return None
    cards = _with_jokers(seats, new)
    return Meld(Reading("run", start if start >= 1 else start + 13), cards[:k] + before.cards + cards[k:], k)


def _swapped(part: Part, before: Meld) -> list[Meld]:
    if before.kind == "set":
        enough = sum(card.joker is True for card in before.cards) >= part.taken
        fits = enough and _all_of(part.new, before.start)
        return [Meld(before.reading, _without(before.cards, part.gone) + part.new)] if fits else []
    if before.kind == "neither" or len(part.new) != part.taken or len(fixed(part.new)) != len(part.new):
        return []
    cards = _in_jokers_places(part.new, before)
    return [Meld(before.reading, cards)] if cards is not None else []


def _without(cards: tuple[Card, ...], gone: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of a set without the jokers that are taken."""
    return tuple(card for index, card in enumerate(cards) if index not in gone)


def _in_jokers_places(given: tuple[Card, ...], before: Meld) -> tuple[Card, ...] | None:
    """The run with each card given in the place of a joker of its own; None if one has no such place."""
    seats = _seat(given, joker_ranks(before))
    if seats is None:
        return None
    return tuple(card if seat is None else seat for card, seat in zip(before.cards, seats, strict=True))


def joker_ranks(run: Meld) -> list[int]:
    """The rank of each place of a run that holds a joker, 0 for the places of naturals."""
    return [run.rank_at(index) if card.joker else 0 for index, card in enumerate(run.cards)]


def _shifted(part: Part, before: Meld) -> list[Meld]:
    card, said = part.new[0], part.becomes
    if before.kind == "set":
        return [Meld(before.reading, part.cards)] if card.rank == before.start else []
    if before.kind == "neither" or len(before.cards) >= LONGEST_RUN or not card.rank:
        return []
    cards = _in_jokers_places((card,), before)
    if cards is None:
        return []
    joker = (Card(said.rank, said.suit, True) if said else JOKER,)
    start = before.start
    ends = ((start, cards + joker, before.end + 1), (start - 1 or 13, joker + cards, start - 1))
    return [
        Meld(Reading("run", start), cards)
        for start, cards, place in ends
        if not said or said.rank in (0, rank_of(place))
    ]


def _all_of(cards: tuple[Card, ...], rank: int) -> bool:
    return all(card.rank == rank for card in fixed(cards))
