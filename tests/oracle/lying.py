"""What lies on the table: how its melds may have been read, if all of them have been melds of the book at all times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from oracle.figures import YES, Figures
from oracle.melds import Cards, Read, apart, is_meld, readings
from oracle.plays import Meld
from oracle.questions import Ask

State = dict[str, Read]
"""How each meld on the table is read."""
Change = Callable[[Read], Iterable[Read]]


class Lying:
    """The melds on the table, what was done to them in order, and whose they are."""

    def __init__(self, book: Figures) -> None:
        self.book = book
        self.written: dict[str, Cards] = {}
        self.owners: dict[str, str] = {}
        self._story: list[tuple[str, Meld | Change]] = []

    @property
    def looks_around(self) -> bool:
        """Whether what is a meld depends on the other melds that lie there."""
        return self.book.twin_runs != YES

    def put_down(self, label: str, meld: Meld, owner: str) -> None:
        self._story.append((label, meld))
        self.written[label] = meld.cards
        self.owners[label] = owner

    def change(self, label: str, cards: Cards, change: Change) -> None:
        """Something is done to a meld, after which it has these cards."""
        self._story.append((label, change))
        self.written[label] = cards

    def free_label(self, player: str) -> str:
        """A label for a new meld of this player."""
        initial = player[:1] or "N"
        return next(label for n in range(1, 99) if (label := f"{initial}{n}") not in self.written)

    def states(self, labels: Iterable[str], ask: Ask, without: Iterable[str] = ()) -> list[State]:
        """How these melds may lie there; all of them (but `without`) in a book that looks around."""
        wanted = set(self.written) if self.looks_around else set(labels)
        states: list[State] = [{}]
        for label, done in self._story:
            if label in wanted - set(without):
                states = [after for state in states for after in self._after(state, label, done, ask)]
        return states

    def _after(self, state: State, label: str, done: Meld | Change, ask: Ask) -> Iterator[State]:
        reads = readings(done.cards, done.kind) if isinstance(done, Meld) else done(state[label])
        return self.lawful(state, label, reads, ask)

    def lawful(self, state: State, label: str, reads: Iterable[Read], ask: Ask) -> Iterator[State]:
        """The table with a meld read in one of these ways, as far as that is a meld and can lie with the others."""
        for read in reads:
            after = {**state, label: read}
            if is_meld(read, self.book, ask) and apart(after.values(), self.book, ask):
                yield after
