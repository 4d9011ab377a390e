"""All terms of a book and a shape of scene, built once: cards in, verdict out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grammar.cards import Card
from rulebook.model import Book
from rulebook.vocabulary import FACTS
from verifier.scene import Event, Reading, Scene
from verifier.smt import z3face as z
from verifier.smt.facts import EventTerms, code, decode, fact_term
from verifier.smt.points import Prices
from verifier.smt.rules import EventVerdict, event_verdict, facts_read
from verifier.smt.shape import EventShape, PartShape, SceneShape, known_cards
from verifier.smt.slots import (
    MeldTerms,
    Slot,
    added_meld,
    new_slot,
    own_meld,
    shifted_meld,
    swapped_meld,
)
from verifier.smt.z3face import Solver, Term


@dataclass(slots=True, eq=False)
class Circuit:
    """The terms for one book and shape, with a live solver.

    `legal` and `illegal` are terms of the act; `choice` the variables that the player may settle, tied to the cards by
    `chosen`. Everything else that holds of every world is in the solver.
    """

    book: Book
    shape: SceneShape
    solver: Solver = field(default_factory=Solver)
    melds: list[MeldTerms] = field(default_factory=list)
    events: list[EventTerms] = field(default_factory=list)
    guards: list[EventTerms] = field(default_factory=list)
    becomes: dict[int, Slot] = field(default_factory=dict)
    choice: list[Term] = field(default_factory=list)
    chosen: Term = z.TRUE
    legal: Term = z.TRUE
    illegal: Term = z.FALSE
    is_legal: Term = None
    not_legal: Term = None
    not_illegal: Term = None
    _facts: dict[tuple[str, str], Term] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------ building

    def build(self) -> Circuit:
        self._questions()
        for number, part in enumerate(self.shape.parts):
            self.melds.append(self._meld(number, part))
        prices = Prices(self.book, self.answer)
        self.events = [self._event(f"e{n}", shape, prices) for n, shape in enumerate(self.shape.events)]
        self.guards = [self._event(f"g{n}", shape, prices) for n, shape in enumerate(self.shape.guards)]
        verdicts = [self._verdict(f"e{n}", event) for n, event in enumerate(self.events)]
        self.legal = z.conj(verdict.legal for verdict in verdicts)
        self.illegal = z.disj(verdict.illegal for verdict in verdicts)
        for number, guard in enumerate(self.guards):
            self.solver.add(self._verdict(f"g{number}", guard).legal)
        self._tie_facts()
        self.is_legal = self.solver.name(self.legal, "legal!")
        self.not_legal = self.solver.name(z.neg(self.legal), "not-legal!")
        self.not_illegal = self.solver.name(z.neg(self.illegal), "not-illegal!")
        return self

    def answer(self, question: str, reading: str) -> Term:
        """The variable that says that a question is answered by a reading."""
        return z.boolean(f"{question}={reading}")

    def _questions(self) -> None:
        """Each open question has exactly one answer."""
        for question in self.book.questions:
            answers = [self.answer(question.id, reading.name) for reading in question.readings]
            if answers:
                self.solver.add(z.disj(answers))
            for n, one in enumerate(answers):
                for two in answers[:n]:
                    self.solver.add(z.neg(z.conj((one, two))))

    def _slots(self, name: str, count: int) -> tuple[Slot, ...]:
        slots = tuple(new_slot(f"{name}.{n}") for n in range(count))
        for slot in slots:
            self.solver.add(slot.bounds())
        return slots

    def _meld(self, number: int, part: PartShape) -> MeldTerms:
        name = f"m{number}"
        if part.how in ("laid", "tabled"):
            meld = own_meld(name, part, self._slots(name, part.size))
        else:
            before, new = self.melds[part.before], self._slots(name, part.new)
            if part.how == "added":
                meld = added_meld(name, part, before, new)
            elif part.how == "swapped":
                meld = swapped_meld(part, before, new)
            else:
                if part.becomes:
                    self.becomes[number] = self._slots(f"{name}.becomes", 1)[0]
                meld = shifted_meld(name, part, before, new, self.becomes.get(number))
        self.solver.add(meld.valid)
        if not part.past:
            self.choice += meld.free
            self.chosen = z.conj((self.chosen, meld.valid))
        return meld

    def _event(self, name: str, shape: EventShape, prices: Prices) -> EventTerms:
        melds = tuple(self.melds[n] for n in shape.parts)
        hand = None if shape.hand is None else self._slots(f"{name}.hand", shape.hand)
        pile = None if shape.pile is None else self._slots(f"{name}.pile", shape.pile)
        took = self._slots(f"{name}.took", 1)[0] if shape.took else None
        laid, added = self._slots(f"{name}.laid", shape.laid), self._slots(f"{name}.added", shape.added)
        return EventTerms(shape, melds, self._cards(name, shape, melds), hand, pile, laid, added, took, prices)

    def _cards(self, name: str, shape: EventShape, melds: Sequence[MeldTerms]) -> tuple[Slot, ...]:
        """The cards played: the very slots of the meld that they went into, where they did."""
        if shape.name in ("add", "swap", "shift"):
            return melds[-1].new
        return self._slots(f"{name}.card", shape.cards)

    def _verdict(self, name: str, event: EventTerms) -> EventVerdict:
        shape = event.shape
        verdict = event_verdict(self.book, shape.name, lambda fact: self.fact(name, event, fact), _always(self))
        if shape.name != "open":
            return verdict
        before = self.fact(name, event, "opened-before")
        return EventVerdict(z.conj((z.neg(before), verdict.illegal)), z.disj((before, verdict.legal)))

    def fact(self, name: str, event: EventTerms, fact: str) -> Term:
        """The term of a fact of an event: of its cards, or the variable of the turn's bookkeeping."""
        key = (name, fact)
        if key not in self._facts:
            if FACTS[fact].cards:
                self._facts[key] = fact_term(fact, event)
            else:
                owner = "world" if fact in event.shape.unknown or fact not in event.shape.facts else name
                make = z.boolean if FACTS[fact].type == "bool" else z.integer
                self._facts[key] = make(f"{owner}:{fact}")
                self._bound(self._facts[key], fact)
        return self._facts[key]

    def _bound(self, variable: Term, fact: str) -> None:
        values = FACTS[fact].values
        if values is None:
            return
        low, high = (values[0], values[-1]) if isinstance(values[0], int) else (0, len(values) - 1)
        self.solver.add(z.conj((variable >= low, variable <= high)))

    def _tie_facts(self) -> None:
        """Who laid on an earlier turn has opened."""
        for name, event in self._all_events():
            shape = event.shape
            if "opened-before" in shape.facts and "opened" in shape.facts:
                before, now = self.fact(name, event, "opened-before"), self.fact(name, event, "opened")
                self.solver.add(z.implies(before, now))

    def _all_events(self) -> Iterator[tuple[str, EventTerms]]:
        yield from ((f"e{n}", event) for n, event in enumerate(self.events))
        yield from ((f"g{n}", event) for n, event in enumerate(self.guards))

    # ------------------------------------------------------------------------------------ asking

    def assumptions(self, scene: Scene) -> list[Term]:
        """What the scene says, as literals: every card of it, and the bookkeeping."""
        found: list[Term] = []
        for number, part in enumerate(scene.parts):
            meld = self.melds[number]
            own = part.how in ("laid", "tabled")
            found += self._given(meld.slots if own else meld.new, part.cards if own else part.new)
            if part.becomes is not None:
                found += self._given((self.becomes[number],), (part.becomes,))
        for name, terms, event in self._paired(scene):
            found += self._event_given(name, terms, event)
        return found

    def _paired(self, scene: Scene) -> Iterator[tuple[str, EventTerms, Event]]:
        for (name, terms), event in zip(self._all_events(), (*scene.events, *scene.guards), strict=True):
            yield name, terms, event

    def _event_given(self, name: str, terms: EventTerms, event: Event) -> Iterator[Term]:
        yield from self._given(terms.cards, event.cards)
        yield from self._given(terms.hand or (), known_cards(event.hand or ()))
        yield from self._given(terms.pile or (), (event.pile or ())[-1:])
        yield from self._given(terms.laid, event.laid)
        yield from self._given(terms.added, event.added)
        if terms.took and event.took is not None:
            yield from self._given((terms.took,), (event.took,))
        for fact, value in event.facts.items():
            if value is not None and (name, fact) in self._facts:
                yield self.solver.equals(self._facts[name, fact], code(fact, value))

    def _given(self, slots: Sequence[Slot], cards: Sequence[Card]) -> Iterator[Term]:
        """What is known of the cards: nothing of `?`, part of `?♥`."""
        for slot, card in zip(slots, cards, strict=True):
            if card.joker is None:
                continue
            yield self.solver.equals(slot.joker, card.joker)
            if card.rank or card.joker:
                yield self.solver.equals(slot.rank, card.rank)
            if card.suit or card.joker:
                yield self.solver.equals(slot.suit, card.suit)

    def reading(self, number: int) -> Reading:
        """How a part is read in the world found last."""
        meld, value = self.melds[number], self.solver.value
        kind = "set" if value(meld.is_set) else "run" if value(meld.is_run) else "neither"
        return Reading(kind, int(value(meld.start)))

    def facts(self, number: int) -> dict[str, int | bool | str]:
        """The facts of an event in the world found last, as far as the book reads them."""
        event = self.events[number]
        names = facts_read(self.book, event.shape.name)
        return {n: decode(n, self.solver.value(self.fact(f"e{number}", event, n))) for n in names}

    def answers(self) -> dict[str, str]:
        """The answer of each question in the world found last."""
        return {
            question.id: reading.name
            for question in self.book.questions
            for reading in question.readings
            if self.solver.value(self.answer(question.id, reading.name))
        }


class _always:
    """Every rule is in force; a reading is, if its question is answered so."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit

    def __call__(self, owner: str, reading: str) -> Term:
        return self.circuit.answer(owner, reading) if reading else z.TRUE

