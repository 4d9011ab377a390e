"""What a comparison of two books finds."""

from __future__ import annotations

from msgspec import Struct

from rulebook.model import Book

SAME, LOOSER, STRICTER, NEITHER, UNDECIDED = "same", "looser", "stricter", "neither", "undecided"
"""What the second book is to the first for an event: it allows the same, more, less, some more and some less; or the
two differ only where one of them leaves the play undecided."""


class Side(Struct, frozen=True):
    """The verdict of one book on a play, and what decides it.

    `owner` is the id of the rule or question that decides, "" where no rule speaks. `how` is the effect
    of the statement that decides: "forbid", "require", "permit", "exception", "otherwise", "asks" (a question is open),
    "silent" (nothing is said) or "kept" (the rule speaks of it and is kept, or nothing forbids it).
    """

    verdict: str
    owner: str
    how: str


class Difference(Struct, frozen=True):
    """A play on which two books differ: the smallest and plainest one for its pair of deciding rules.

    `event` is the event that the rules speak of. `record` is the play, as it can be given to `kalooki judge -e`; with
    several lines, as it is written in a file. `act` is the act that the books differ on, as it is written, "" for the
    end of the turn.
    """

    event: str
    record: str
    act: str
    one: Side
    two: Side


class ValueDifference(Struct, frozen=True):
    """What a card counts in each book: a number, "number", "represented", several of these where a question is open
    ("1 or 11"), or "" where the book does not say. `selector` is as in `rulebook.model.Value`."""

    selector: str
    where: str
    colour: str
    one: str
    two: str


class Relation(Struct, frozen=True):
    """What the second book is to the first for one event.

    `proved` says how far it is known that nothing else differs: "always" (whatever the cards), "bound" (for plays of
    the sizes in the comparison's bound) or "tried" (for the plays that were tried).
    """

    event: str
    relation: str
    proved: str


class Comparison(Struct, frozen=True):
    """Two books compared. `relations` has every event, in the order of the vocabulary; `differences` follow it.

    `bound` are the sizes up to which it is proved that nothing else differs, as (what, number) pairs; `tried` is the
    number of plays that were tried one by one.
    """

    one: Book
    two: Book
    relations: tuple[Relation, ...]
    differences: tuple[Difference, ...]
    values: tuple[ValueDifference, ...]
    bound: tuple[tuple[str, int], ...]
    tried: int
