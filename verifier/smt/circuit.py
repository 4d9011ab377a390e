"""What a book says of a shape of scene, in a live solver: cards in, verdict out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grammar.cards import Card
from rulebook.model import Book, Question
from rulebook.vocabulary import FACTS
from verifier.scene import Reading, Scene
from verifier.smt import z3face as z
from verifier.smt.facts import code, decode, limits
from verifier.smt.points import Prices
from verifier.smt.rules import (
    EventVerdict,
    Saying,
    deal_allows,
    facts_read,
    once_opened,
    one_answer,
    sayings,
    verdict_of,
)
from verifier.smt.shape import Groups
from verifier.smt.slots import Code, Slot, code_of, number_of
from verifier.smt.stage import Stage
from verifier.smt.z3face import Term


class Circuit:
    """The terms for one book and shape, in the live solver that all books share for this shape.

    `legal` and `illegal` are terms of the act; `choice` the variables that the player may settle, tied to the cards by
    `chosen`. Everything else that holds of every world is in the solver, if `here` is assumed: the literal of the book.
    `is_legal`, `not_legal` and `not_illegal` are literals to assume. `sayings` and `verdicts` are those of each event,
    the guards' last.
    """

    def __init__(self, book: Book, stage: Stage) -> None:
        self.book, self.stage = book, stage
        self.solver = stage.solver
        self.here = z.boolean(f"in {book.digest}")
        self._prices: Prices | None = None
        self._asked: dict[str, None] = {}
        self._answers: dict[tuple[str, str], Term] = {}
        self._facts: dict[tuple[int, str], Term] = {}
        self._bounded: set[tuple[str, int, int]] = set()
        free = [meld for meld in stage.melds if not meld.shape.past]
        self.choice = [variable for meld in free for variable in meld.free]
        self.chosen = z.conj(meld.valid for meld in free)
        self.names = [event.shape.name for event in stage.events]
        acts = self.acts = len(stage.shape.events)
        self.sayings: list[list[Saying]] = []
        self.verdicts = [self._verdict(number) for number in range(len(stage.events))]
        self.legal = z.conj(verdict.legal for verdict in self.verdicts[:acts])
        self.illegal = z.disj(verdict.illegal for verdict in self.verdicts[:acts])
        for guard in self.verdicts[acts:]:
            self._add(guard.legal)
        self._tie_facts()
        self._questions()
        self.is_legal = self._name(self.legal, "legal")
        self.not_legal = self._name(z.neg(self.legal), "not legal")
        self.not_illegal = self._name(z.neg(self.illegal), "not illegal")

    # ------------------------------------------------------------------------------------ building

    def _add(self, term: Term) -> None:
        """The term holds in this book."""
        self.solver.add(z.implies(self.here, term))

    def _name(self, term: Term, name: str) -> Term:
        return self.solver.name(term, f"{name} in {self.book.digest}")

    def answer(self, question: str, reading: str) -> Term:
        """The variable that says that a question is answered by a reading."""
        self._asked[question] = None
        key = (question, reading)
        if key not in self._answers:
            self._answers[key] = z.boolean(f"{question}={reading} in {self.book.digest}")
        return self._answers[key]

    def active(self, owner: str, reading: str) -> Term:
        """Every rule is in force; a reading is, if its question is answered so."""
        return self.answer(owner, reading) if reading else z.TRUE

    def _questions(self) -> None:
        """Each open question that has a say here has exactly one answer."""
        self._add(one_answer(self._open_questions(), self.answer))

    def _open_questions(self) -> list[Question]:
        return [question for question in self.book.questions if question.id in self._asked]

    @property
    def prices(self) -> Prices:
        """What cards count in this book."""
        if self._prices is None:
            self._prices = Prices(self.book, self.answer)
        return self._prices

    def _verdict(self, number: int) -> EventVerdict:
        name = self.names[number]
        said = sayings(self.book, name, lambda fact: self.fact(number, fact), self.active)
        self.sayings.append(said)
        verdict = verdict_of(name, said)
        if name != "open":
            return verdict
        before = self.fact(number, "opened-before")
        return once_opened(verdict, before)

    def fact(self, number: int, name: str) -> Term:
        """The term of a fact of an event: of its cards, or the variable of the turn's bookkeeping."""
        key = (number, name)
        if key not in self._facts:
            word = FACTS[name]
            self._facts[key] = self._of_cards(number, name) if word.cards else self._variable(number, name)
        return self._facts[key]

    def known(self, number: int, name: str) -> Term | None:
        """The term of a fact of an event, if anything has come to look at it."""
        return self._facts.get((number, name))

    def _of_cards(self, number: int, name: str) -> Term:
        return self.stage.fact(number, name, lambda: self.prices)

    def _variable(self, number: int, name: str) -> Term:
        """A fact that is not known is one variable for the whole act."""
        shape = self.stage.events[number].shape
        owner = "world" if name in shape.unknown or name not in shape.facts else f"e{number}"
        bounds = limits(name)
        if bounds is None:
            return z.boolean(f"{owner}:{name}")
        variable = z.integer(f"{owner}:{name}")
        self.solver.add(z.conj((variable >= bounds[0], variable <= bounds[1])))
        if owner == "world":
            self._add(deal_allows(self.book, name, variable))
        return variable

    def _tie_facts(self) -> None:
        """Who laid on an earlier turn has opened."""
        for number, event in enumerate(self.stage.events):
            if {"opened-before", "opened"} & set(event.shape.unknown):
                before, now = self.fact(number, "opened-before"), self.fact(number, "opened")
                self.solver.add(z.implies(before, now))

    # ------------------------------------------------------------------------------------ asking

    def assumptions(self, scene: Scene, groups: Groups) -> list[Term]:
        """What the scene says, as literals: every card of it, and the bookkeeping."""
        found: list[Term] = [self.here]
        for number, slots in self.stage.own_slots():
            part = scene.parts[number]
            cards = part.new if part.before >= 0 else part.cards
            found += self._given(f"m{number}", slots, cards)
            if part.becomes is not None:
                found += self._given(f"b{number}", (self.stage.becomes[number],), (part.becomes,))
        for cards, number in groups.items():
            found += self._coded(number, cards)
        for number, event in enumerate((*scene.events, *scene.guards)):
            for name, value in event.facts.items():
                if value is not None and (number, name) in self._facts:
                    found.append(self.solver.equals(self._facts[number, name], code(name, value)))
        return found

    def _given(self, name: str, slots: Sequence[Slot], cards: Sequence[Card]) -> Iterator[Term]:
        """What is known of the cards: nothing of `?`, part of `?♥`."""
        for number, (slot, card) in enumerate(zip(slots, cards, strict=True)):
            if not card.known:
                self._bound((name, 0, number), slot.bounds())
            if card.joker is None:
                continue
            if card.known:
                yield from self._digits(slot.code, card)
            yield self.solver.equals(slot.joker, card.joker)
            if card.rank or card.joker:
                yield self.solver.equals(slot.rank, card.rank)
            if card.suit or card.joker:
                yield self.solver.equals(slot.suit, card.suit)

    def _coded(self, group: int, cards: Sequence[Card]) -> Iterator[Term]:
        for number, (code_, card) in enumerate(zip(self.stage.groups[group], cards, strict=True)):
            if card.known:
                yield from self._digits(code_, card)
            else:
                self._bound(("group", group, number), number_of(code_) <= 52)

    def _digits(self, code_: Code, card: Card) -> Iterator[Term]:
        for digit, value in zip(code_, code_of(card), strict=True):
            yield self.solver.equals(digit, value)

    def _bound(self, key: tuple[str, int, int], bounds: Term) -> None:
        """A card that is not known is still a card."""
        if key not in self._bounded:
            self._bounded.add(key)
            self.solver.add(bounds)

    def reading(self, number: int) -> Reading:
        """How a part is read in the world found last."""
        meld, value = self.stage.melds[number], self.solver.value
        kind = "set" if value(meld.is_set) else "run" if value(meld.is_run) else "neither"
        return Reading(kind, int(value(meld.start)))

    def facts(self, number: int) -> dict[str, int | bool | str]:
        """The facts of an event in the world found last, as far as the book reads them."""
        event = self.stage.events[number].shape.name
        names = (*facts_read(self.book, event), *(("opened-before",) if event == "open" else ()))
        # A fact of the turn that no statement came to look at has no variable, and none may be made now.
        made = [name for name in names if FACTS[name].cards or (number, name) in self._facts]
        return {name: decode(name, self.solver.value(self.fact(number, name))) for name in made}

    def answers(self) -> dict[str, str]:
        """The answer of each question in the world found last."""
        return {
            question.id: reading.name
            for question in self._open_questions()
            for reading in question.readings
            if self.solver.value(self.answer(question.id, reading.name))
        }
