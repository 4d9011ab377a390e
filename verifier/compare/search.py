"""The smallest plays on which two books differ, one for each pair of deciding rules, and the proof that no others do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grammar.record import read, read_line
from rulebook.model import Book
from verifier.arbiter import looks_around
from verifier.compare.forms import Form
from verifier.compare.ground import Ground
from verifier.compare.model import Difference
from verifier.compare.sides import KEPT, SILENT, Decider, Judged, judged, side, sides
from verifier.deck import most_copies
from verifier.outcome import ILLEGAL, LEGAL
from verifier.smt import z3face as z
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
        one, two = ground.voices
        differ = z.disj((z.neg(one.legal == two.legal), z.neg(one.illegal == two.illegal)))
        ground.solver.add(differ)
        for pair in self._accounting():
            ground.solver.add(z.neg(accounted(ground, pair)))
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
        for known in self._accounting(pair):
            ground.solver.add(z.neg(accounted(ground, known)))

    def _accounting(self, new: Pair | None = None) -> Iterator[Pair]:
        """The pairs found (or the new one), and those that pair two of them: where neither book allows a play, for
        reasons about different events, and each reason has been found with another."""
        for one in self.found:
            for two in self.found:
                mixed = Pair((one.verdicts[0], two.verdicts[1]), one.one, two.two)
                apart = mixed.one.event != mixed.two.event and LEGAL not in mixed.verdicts
                if (new is None or new in (one, two)) and (one == two or apart):
                    yield mixed

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


def all_steps(text: str, whole_table: bool) -> list[Step]:
    """The steps of a record, given as a line or, with several lines, as a file has it."""
    record = read(text)[0] if "\n" in text else read_line(text)
    return [step for step in steps(record, whole_table) if step.kind != "end"]


def accounted(ground: Ground, pair: Pair) -> Term:
    """Where a pair accounts for a play: the verdicts are these, and both rules have their say."""
    deciders = (pair.one, pair.two)
    found: list[Term] = []
    for voice, verdict, decider in zip(ground.voices, pair.verdicts, deciders, strict=True):
        found += [_is(voice, verdict), _says(ground, voice, decider)]
    return z.conj(found)


def _is(voice: Voice, verdict: str) -> Term:
    if verdict == LEGAL:
        return voice.legal
    return voice.illegal if verdict == ILLEGAL else z.neg(z.disj((voice.legal, voice.illegal)))


def _says(ground: Ground, voice: Voice, decider: Decider) -> Term:
    """Where the decider has a say; a rule that is kept, and silence, are enough by the verdict."""
    numbers = [n for n, name in enumerate(ground.names) if name == decider.event]
    if decider.how in (KEPT, SILENT):
        return z.TRUE if numbers else z.FALSE
    return z.disj(voice.has_say(n, decider.owner, decider.how) for n in numbers)
