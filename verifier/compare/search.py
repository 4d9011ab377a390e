"""The smallest plays on which two books differ, one for each pair of deciding rules, and the proof that no others do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct

from grammar.document import At
from grammar.record import read, read_line
from rulebook.model import Book
from verifier.arbiter import looks_around
from verifier.compare.forms import Form
from verifier.compare.ground import Ground
from verifier.compare.model import Difference
from verifier.compare.sides import KEPT, SILENT, Decider, Judged, judged, side, sides
from verifier.deck import most_copies
from verifier.outcome import ILLEGAL, LEGAL
from verifier.scene import Event, FactValue, Scene
from verifier.smt import z3face as z
from verifier.smt.free import Free, free, plainest_facts
from verifier.smt.voice import Voice
from verifier.smt.z3face import Term
from verifier.steps import Step, steps


class Pair(Struct, frozen=True):
    """Two verdicts and what decides them: what a difference is one example of."""

    verdicts: tuple[str, str]
    one: Decider
    two: Decider


class Mistaken(Exception):
    """The direct engine does not give a play the verdicts for which the solver found it: a mistake of ours."""


class Search:
    """Looks for differences of two books; `found` are those found so far, by pair."""

    def __init__(self, one: Book, two: Book) -> None:
        self.books = (one, two)
        self.whole_table = looks_around(one) or looks_around(two)
        packs, jokers = zip(*(most_copies(book, None) for book in self.books), strict=True)
        self.copies = (min(packs), min(jokers))
        self.found: dict[Pair, Difference] = {}
        self._free: dict[str, tuple[Free, list[Pair]]] = {}

    # ------------------------------------------------------------------------------------ plays written down

    def try_record(self, text: str) -> bool:
        """Judges a record by both books up to the first step on which they differ; whether that is a new pair.

        Steps before it must be legal in both.
        """
        for step in all_steps(text, self.whole_table):
            if not step.scene.events:
                continue
            one, two = (judged(step.scene, book) for book in self.books)
            if one.verdict != two.verdict and one.verdict and two.verdict:
                return self._keep(text, step, one, two)
            if one.verdict != LEGAL:
                return False
        return False

    def _keep(self, text: str, step: Step, one: Judged, two: Judged) -> bool:
        event, first, second = sides(one, two)
        pair = Pair((one.verdict, two.verdict), first, second)
        if pair in self.found:
            return False
        self.found[pair] = Difference(event, text, step.text, side(one, first), side(two, second))
        return True

    # ------------------------------------------------------------------------------------ plays of a form

    def try_form(self, form: Form) -> None:
        """Finds a play of the form for each new pair, until there is none. Raises `Mistaken`."""
        ground = Ground(form, self.books, self.copies, self.whole_table)
        ground.solver.add(differ(*ground.voices))
        for pair in self._accounting(ground.names):
            ground.solver.add(z.neg(accounted(ground.voices, ground.names, pair)))
        while line := ground.plainest():
            self._new(ground, line)

    def _new(self, ground: Ground, line: str) -> None:
        """A play that no pair accounts for: its pair does from now on."""
        step = all_steps(line, self.whole_table)[-1]
        one, two = (judged(step.scene, book) for book in self.books)
        if one.verdict == two.verdict or not one.verdict or not two.verdict:
            raise Mistaken(f"{line}: {self.books[0].id} {one.verdict}, {self.books[1].id} {two.verdict}")
        event, first, second = sides(one, two)
        pair = Pair((one.verdict, two.verdict), first, second)
        if pair in self.found:
            raise Mistaken(f"{line}: {pair} does not account for it")
        self.found[pair] = Difference(event, self._plain(line, pair), step.text, side(one, first), side(two, second))
        for known in self._accounting(ground.names, pair):
            ground.solver.add(z.neg(accounted(ground.voices, ground.names, known)))

    def _accounting(self, events: Sequence[str], new: Pair | None = None) -> Iterator[Pair]:
        """The pairs found (or the new one), and those that pair two of them: where neither book allows a play, for
        reasons about different events, and each reason has been found with another."""
        ones = dict.fromkeys((pair.verdicts[0], pair.one) for pair in self.found if pair.one.event in events)
        twos = dict.fromkeys((pair.verdicts[1], pair.two) for pair in self.found if pair.two.event in events)
        for (first, one), (second, two) in product(ones, twos):
            pair = Pair((first, second), one, two)
            apart = one.event != two.event and LEGAL not in pair.verdicts
            if (pair in self.found or apart) and (new is None or one == new.one or two == new.two):
                yield pair

    def _plain(self, line: str, pair: Pair) -> str:
        """The line without what it need not say: the kinds of melds, and where cards are added."""
        for words in ("set ", "run ", " low", " high"):
            shorter = line.replace(words, "")
            if shorter != line and self._same(shorter, pair):
                line = shorter
        return line

    def _same(self, line: str, pair: Pair) -> bool:
        one, two = (judged(all_steps(line, self.whole_table)[-1].scene, book) for book in self.books)
        if (one.verdict, two.verdict) != pair.verdicts:
            return False
        _, first, second = sides(one, two)
        return (first, second) == (pair.one, pair.two)

    # ------------------------------------------------------------------------------------ whatever the cards

    def alike(self, event: str) -> bool:
        """Whether the books say the same of an event under the same answers to their questions, whatever its facts."""
        both = free(self.books, event, self.copies[1], together=True)
        first, second = (voice.said.verdicts[0] for voice in both.voices)
        both.solver.add(z.disj((z.neg(first.legal == second.legal), z.neg(first.illegal == second.illegal))))
        return not both.solver.satisfiable(())

    def still_open(self, event: str) -> bool:
        """Whether the facts of an event could be such that the books differ, and no pair found accounts for it."""
        if event not in self._free:
            both = free(self.books, event, self.copies[1])
            both.solver.add(differ(*both.voices))
            self._free[event] = (both, [])
        both, known = self._free[event]
        for pair in self.found:
            if pair not in known:
                known.append(pair)
                both.solver.add(z.neg(accounted(both.voices, [event], pair)))
        return both.solver.satisfiable(())

    def try_deals(self) -> None:
        """Finds a deal for each pair of deciding rules. Raises `Mistaken`."""
        while self.still_open("deal"):
            both, _ = self._free["deal"]
            facts = plainest_facts(both.solver, both.facts)
            step = Step("deal", "", 0, At(1, 1), "", Scene((), (Event("deal", facts),)))
            one, two = (judged(step.scene, book) for book in self.books)
            if one.verdict == two.verdict or not self._keep(deal_text(facts), step, one, two):
                raise Mistaken(f"{facts}: {self.books[0].id} {one.verdict}, {self.books[1].id} {two.verdict}")


def deal_text(facts: Mapping[str, FactValue]) -> str:
    """A deal, as its facts."""
    return "deal: " + ", ".join(f"{name} {value}" for name, value in facts.items())


def differ(one: Voice, two: Voice) -> Term:
    """Where two books have two verdicts."""
    return z.disj((z.neg(one.legal == two.legal), z.neg(one.illegal == two.illegal)))


def all_steps(text: str, whole_table: bool) -> list[Step]:
    """The steps of a record, given as a line or, with several lines, as a file has it."""
    record = read(text)[0] if "\n" in text else read_line(text)
    return [step for step in steps(record, whole_table) if step.kind != "end"]


def accounted(voices: Sequence[Voice], events: Sequence[str], pair: Pair) -> Term:
    """Where a pair accounts for a play with these events: the verdicts are these, and both rules have their say."""
    found: list[Term] = []
    for voice, verdict, decider in zip(voices, pair.verdicts, (pair.one, pair.two), strict=True):
        found += [_is(voice, verdict), _says(voice, events, decider)]
    return z.conj(found)


def _is(voice: Voice, verdict: str) -> Term:
    if verdict == LEGAL:
        return voice.legal
    return voice.illegal if verdict == ILLEGAL else z.neg(z.disj((voice.legal, voice.illegal)))


def _says(voice: Voice, events: Sequence[str], decider: Decider) -> Term:
    """Where the decider has a say; a rule that is kept, and silence, are enough by the verdict."""
    numbers = [n for n, name in enumerate(events) if name == decider.event]
    if decider.how in (KEPT, SILENT):
        return z.TRUE if numbers else z.FALSE
    return z.disj(voice.has_say(n, decider.owner, decider.how) for n in numbers)
