"""The plays of one form before some books: cards and circumstances are free, in one live solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from grammar.cards import Card, show
from grammar.document import Record
from grammar.record import read_line
from rulebook.model import Book
from verifier.compare.forms import Form
from verifier.smt import z3face as z
from verifier.smt.circuit import Circuit
from verifier.smt.facts import code
from verifier.smt.free import least
from verifier.smt.rules import EventVerdict
from verifier.smt.shape import shape_of
from verifier.smt.slots import MeldTerms, Slot, place_rank
from verifier.smt.stage import Stage
from verifier.smt.voice import Voice
from verifier.smt.z3face import Term
from verifier.steps import Step, steps

JOKER = Card(0, 0, True)
RESOURCES = 100_000_000
"""How much work one question may cost here: free cards ask for more than those of one play."""

_ACE_LAST = 14
_LOWEST = 2


class Ground:
    """Every play of a form: what its cards and circumstances can be is in the solver.

    `copies` are the most copies of a card and the most jokers that there may be. `whole_table` is True where one of the
    books looks at the other melds on the table.
    """

    def __init__(self, form: Form, books: Sequence[Book], copies: tuple[int, int], whole_table: bool) -> None:
        self.form = form
        self._plays = [_last_step(read_line(line), whole_table) for line in form.lines]
        scene = self._plays[0].scene
        shape, _ = shape_of(scene)
        self.stage = Stage(shape)
        self.solver = self.stage.solver
        self.solver.allow(RESOURCES)
        self.circuits = [Circuit(book, self.stage) for book in books]
        for circuit in self.circuits:
            self._settle_choices(circuit)
        self.voices = [Voice(circuit) for circuit in self.circuits]
        self.names = [event.name for event in scene.events]
        self._own = list(self.stage.own_slots())
        self.slots = [slot for _, slots in self._own for slot in slots]
        for term in (*self._cards(), *self._melds(), *self._copies(*copies), *self._circumstances()):
            self.solver.add(term)
        for voice in self.voices:
            self.solver.add(voice.arises)

    # ------------------------------------------------------------------------------------ what plays there are

    def _cards(self) -> Iterator[Term]:
        """Each card is a natural or an open joker; those that the form has as jokers are."""
        scene = self._plays[0].scene
        for number, slots in self._own:
            part = scene.parts[number]
            cards = part.new if part.before >= 0 else part.cards
            free = part.before < 0 or self.form.jokers
            for slot, card in zip(slots, cards, strict=True):
                yield slot.bounds()
                yield z.implies(slot.joker, z.conj((slot.rank == 0, slot.suit == 0)))
                if card.joker:
                    yield slot.joker
                elif not free or JOKER in cards:
                    yield z.neg(slot.joker)

    def _melds(self) -> Iterator[Term]:
        """Melds that lie there or are laid have the kind of the form and a natural, and are written in order."""
        bare = (meld for meld in self.stage.melds if meld.shape.before < 0)
        for meld, kind in zip(bare, self.form.kinds, strict=True):
            yield z.disj(z.neg(slot.joker) for slot in meld.slots)
            yield {"set": meld.is_set, "run": meld.is_run, "": meld.neither}[kind]
            yield from self._in_order(meld, kind)
        for meld in self.stage.melds:
            if meld.shape.how == "added":
                yield meld.valid

    def _settle_choices(self, circuit: Circuit) -> None:
        """Which end a shifted joker goes to is left to the player: what is legal either way is legal."""
        for meld in self.stage.melds:
            if meld.shape.how == "shifted":
                ways = [[(meld.free[0], z.number(end))] for end in (0, 1)]
                _choose(circuit, [(z.substitute(meld.valid, way), way) for way in ways])

    def _in_order(self, meld: MeldTerms, kind: str) -> Iterator[Term]:
        """A set by suits, its jokers last; a run from its lowest card."""
        if kind == "run":
            for n, slot in enumerate(meld.slots):
                yield z.disj((slot.joker, slot.rank == place_rank(meld.start, n)))
        elif kind == "set":
            for one, two in zip(meld.slots, meld.slots[1:], strict=False):
                yield z.disj((two.joker, z.conj((z.neg(one.joker), one.suit <= two.suit))))

    def _copies(self, packs: int, jokers: int) -> Iterator[Term]:
        """No card is there more often than the packs have it."""
        if len(self.slots) > jokers:
            yield z.count([slot.joker for slot in self.slots]) <= jokers
        for some in combinations(self.slots, packs + 1):
            first = some[0]
            yield z.neg(
                z.conj((z.neg(first.joker), *(z.conj((s.rank == first.rank, s.suit == first.suit)) for s in some[1:])))
            )

    def _circumstances(self) -> Iterator[Term]:
        """The bookkeeping is that of one of the lines."""
        self._when = [z.boolean(f"line {n}") for n in range(len(self._plays))]
        yield z.exactly_one(self._when)
        for when, play in zip(self._when, self._plays, strict=True):
            yield z.implies(when, z.conj(self._bookkeeping(play)))

    def _bookkeeping(self, play: Step) -> Iterator[Term]:
        for number, event in enumerate((*play.scene.events, *play.scene.guards)):
            for name, value in event.facts.items():
                for circuit in self.circuits:
                    term = circuit.known(number, name)
                    if value is not None and term is not None:
                        yield z.is_value(term, code(name, value))

    # ------------------------------------------------------------------------------------ looking for one

    def can_be(self, term: Term) -> bool:
        """Whether there is a play for which the term holds."""
        self.solver.push()
        self.solver.add(term)
        found = self.solver.possible()
        self.solver.pop()
        return found

    def plainest(self, term: Term) -> str | None:
        """The plainest play for which the term holds, as a line; None where there is none.

        Fewest jokers, then the first circumstances; then for each meld in turn the lowest cards (the ace last), jokers
        late, hearts first; then the cards played on it likewise.
        """
        self.solver.push()
        try:
            self.solver.add(term)
            if not self.solver.satisfiable():
                return None
            self._few_jokers()
            least(self.solver, self._number_of_line())
            for number, slots in self._own:
                self._make_plain(self.stage.melds[number], slots)
            self.solver.satisfiable()
            return self._line()
        finally:
            self.solver.pop()

    def _few_jokers(self) -> None:
        """As few jokers as can be: most often none."""
        if not self._can_be([z.neg(slot.joker) for slot in self.slots]):
            least(self.solver, z.count([slot.joker for slot in self.slots]))
            for slot in self.slots[:-1]:
                least(self.solver, z.ite(slot.joker, z.number(1), z.number(0)))

    def _number_of_line(self) -> Term:
        return z.total(z.ite(when, z.number(n), z.number(0)) for n, when in enumerate(self._when) if n)

    def _make_plain(self, meld: MeldTerms, slots: Sequence[Slot]) -> None:
        if meld.shape.before < 0 and self._kind(meld):
            least(self.solver, _plain_rank(meld.start), _LOWEST)
        else:
            for slot in slots:
                least(self.solver, _plain_rank(slot.rank))
        wanted = range(1, 5) if self._kind(meld) == "set" else (1, 1, 1, 1)
        likely = [z.disj((slot.joker, slot.suit == suit)) for slot, suit in zip(slots, wanted, strict=False)]
        if not self._can_be(likely):
            for slot in slots:
                least(self.solver, slot.suit)

    def _kind(self, meld: MeldTerms) -> str:
        """What a meld that lies there or is laid is; "" for neither, and for what is made of one."""
        bare = [one for one in self.stage.melds if one.shape.before < 0]
        return next((kind for one, kind in zip(bare, self.form.kinds, strict=True) if one is meld), "")

    def _can_be(self, terms: Sequence[Term]) -> bool:
        """Leaves the terms true if they can be."""
        self.solver.push()
        for term in terms:
            self.solver.add(term)
        possible = self.solver.satisfiable()
        self.solver.pop()
        for term in terms if possible else ():
            self.solver.add(term)
        return possible

    def _line(self) -> str:
        """The play found, written out."""
        number = next(n for n, when in enumerate(self._when) if self.solver.value(when))
        cards = [self._card(slot) for slot in self.slots]
        shown = iter(cards)
        words: list[str] = []
        for word in self.form.lines[number].replace(",", " ,").replace(";", " ;").split():
            if word in ("?", "JK") and not _asked_back(words):
                card = next(shown)
                words.append(show(card))
            else:
                words.append(word)
        return " ".join(words).replace(" ,", ",").replace(" ;", ";")

    def _card(self, slot: Slot) -> Card:
        value = self.solver.value
        return JOKER if value(slot.joker) else Card(int(value(slot.rank)), int(value(slot.suit)), False)


def _choose(circuit: Circuit, ways: Sequence[tuple[Term, Sequence[tuple[Term, Term]]]]) -> None:
    """Makes the verdicts and statements of a book those under the best of some ways to play, where each is possible."""

    def some(term: Term) -> Term:
        return z.disj(z.conj((possible, z.substitute(term, way))) for possible, way in ways)

    def every(term: Term) -> Term:
        return z.conj(z.implies(possible, z.substitute(term, way)) for possible, way in ways)

    for number, verdict in enumerate(circuit.verdicts):
        circuit.verdicts[number] = EventVerdict(every(verdict.illegal), some(verdict.legal))
        circuit.sayings[number] = [
            replace(one, speaks=some(one.speaks), broken=some(one.broken)) for one in circuit.sayings[number]
        ]


def _asked_back(words: Sequence[str]) -> bool:
    """Whether the jokers that follow are those taken in an exchange, which are no cards of their own."""
    return "for" in words


def _plain_rank(rank: Term) -> Term:
    return z.ite(rank == 1, z.number(_ACE_LAST), rank)


def _last_step(record: Record, whole_table: bool) -> Step:
    return list(steps(record, whole_table))[-1]
