"""The smallest plays on which two books differ, one for each pair of deciding rules; and that no others do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grammar.document import At
from grammar.record import read, read_line
from rulebook.model import Book
from verifier.compare.forms import Form
from verifier.compare.ground import Ground
from verifier.compare.model import Difference
from verifier.compare.sides import KEPT, SILENT, Decider, Judged, judged, side, sides
from verifier.deck import most_copies
from verifier.direct.statements import looks_around
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED
from verifier.scene import Event, FactValue, Scene
from verifier.smt import z3face as z
from verifier.smt.facts import code
from verifier.smt.free import Free, free, plainest_facts
from verifier.smt.rules import EventVerdict, differ
from verifier.smt.voice import Voice
from verifier.smt.z3face import Term
from verifier.steps import Step, steps


class Pair(Struct, frozen=True):
    """An event, two verdicts on it, and what decides them: what a difference is one example of."""

    event: str
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
        self.unsettled: set[str] = set()
        self._free: dict[str, tuple[Free, list[Pair]]] = {}

    # ------------------------------------------------------------------------------------ plays written down

    def try_record(self, text: str) -> None:
        """Judges a record by both books, step by step, as long as neither finds one illegal."""
        before: tuple[str, str] = (LEGAL, LEGAL)
        for step in all_steps(text, self.whole_table):
            found = self._judge(step)
            if found is None:
                return
            self._keep_new(text, step, found, before)
            before = (_worse(before[0], found[0].verdict), _worse(before[1], found[1].verdict))
            if ILLEGAL in before:
                return

    def _judge(self, step: Step) -> tuple[Judged, Judged] | None:
        one, two = (judged(step.scene, book) for book in self.books)
        return (one, two) if one is not None and two is not None else None

    def _keep_new(self, text: str, step: Step, found: tuple[Judged, Judged], before: tuple[str, str]) -> bool:
        """Keeps a play for every new pair: of events on which the books differ, so that the record shows it."""
        one, two = found
        known = len(self.found)
        for number, verdicts in enumerate(zip(one.events, two.events, strict=True)):
            acts = (_worse(before[0], one.verdict), _worse(before[1], two.verdict))
            if verdicts[0] != verdicts[1] and acts == verdicts:
                first, second = sides(one, two, number)
                event = step.scene.events[number].name
                difference = Difference(
                    event, text, step.text, side(one, number, first), side(two, number, second)
                )  # fmt: skip
                self.found.setdefault(Pair(event, verdicts, first, second), difference)
        return len(self.found) > known

    # ------------------------------------------------------------------------------------ plays of a form

    def try_form(self, form: Form) -> None:
        """Finds a play of the form for each new pair, until there is none. Raises `Mistaken`.

        Where the solver gives up, the events of the form are known to be unsettled: `unsettled`.
        """
        try:
            self._try_form(form)
        except z.GaveUp:
            self.unsettled |= form.events

    def _try_form(self, form: Form) -> None:
        """Finds the plays of a form.

        First come plays of which all but one event are legal in both books: the pair decides them alone. If one is left
        on which the books differ, and no pair accounts for any of its events, it is taken as it is.
        """
        ground = Ground(form, self.books, self.copies, self.whole_table)
        numbers = range(len(ground.names))
        one, two = ground.voices
        alone = [showing(one, two, n) for n in numbers]
        left = [differ(one, two)]
        known: set[Pair] = set()
        while True:
            for pair in [pair for pair in self.found if pair not in known]:
                known.add(pair)
                for n in numbers:
                    if ground.names[n] == pair.event:
                        ruled_out = z.neg(accounted(ground.voices, n, pair))
                        alone[n] = z.conj((alone[n], ruled_out))
                        left.append(ruled_out)
            line = ground.plainest(z.disj(alone)) or ground.plainest(z.conj(left))
            if line is None:
                return
            self._new(line)

    def _new(self, line: str) -> None:
        """A play that no pair accounts for: its pair does from now on."""
        step = all_steps(line, self.whole_table)[-1]
        found = self._judge(step)
        before = set(self.found)
        if found is None or not self._keep_new(line, step, found, (LEGAL, LEGAL)):
            raise Mistaken(f"{line}: {' beside '.join(book.id for book in self.books)}")
        for pair in [pair for pair in self.found if pair not in before]:
            self.found[pair] = self._plain(self.found[pair], pair)

    def _plain(self, found: Difference, pair: Pair) -> Difference:
        """The difference with a line that does not say what it need not: the kinds of melds, and where cards go."""
        for words in ("set ", "run ", " low", " high"):
            shorter = found.record.replace(words, "")
            if shorter != found.record and self._same(shorter, pair):
                found = replace(found, record=shorter, act=found.act.replace(words, ""))
        return found

    def _same(self, line: str, pair: Pair) -> bool:
        found = self._judge(all_steps(line, self.whole_table)[-1])
        if found is None:
            return False
        events = (event.name for event in found[0].scene.events)
        return any(
            name == pair.event
            and (found[0].verdict, found[1].verdict) == pair.verdicts
            and (found[0].events[n], found[1].events[n]) == pair.verdicts
            and sides(*found, n) == (pair.one, pair.two)
            for n, name in enumerate(events)
        )

    # ------------------------------------------------------------------------------------ whatever the cards

    def alike(self, event: str) -> bool:
        """Whether the books say the same of an event under the same answers to their questions, whatever its facts."""
        both = free(self.books, event, self.copies[1], together=True)
        both.solver.add(differ(*(voice.said.verdicts[0] for voice in both.voices)))
        return not both.solver.possible()

    def still_open(self, event: str, known: Sequence[tuple[str, FactValue]] = ()) -> bool:
        """Whether the facts of an event could be such that the books differ, and no pair found accounts for it.

        `known` are facts that it is known to have.
        """
        if event not in self._free:
            both = free(self.books, event, self.copies[1])
            both.solver.add(differ(*(voice.events[0] for voice in both.voices)))
            self._free[event] = (both, [])
        both, ruled_out = self._free[event]
        for pair in self.found:
            if pair.event == event and pair not in ruled_out:
                ruled_out.append(pair)
                both.solver.add(z.neg(accounted(both.voices, 0, pair)))
        return both.solver.possible([both.solver.equals(both.facts[name], code(name, value)) for name, value in known])

    def open_facts(self, event: str) -> Mapping[str, FactValue]:
        """The plainest facts of an event on which the books differ and no pair accounts for it; there must be some.

        None are given where the solver gives up.
        """
        both, _ = self._free[event]
        try:
            return plainest_facts(both.solver, both.facts)
        except z.GaveUp:
            return {}

    def try_deals(self) -> None:
        """Finds a deal for each pair of deciding rules. Raises `Mistaken`."""
        while self.still_open("deal") and (facts := self.open_facts("deal")):
            step = Step("deal", "", 0, At(1, 1), "", Scene((), (Event("deal", facts),)))
            found = self._judge(step)
            if found is None or not self._keep_new(deal_text(facts), step, found, (LEGAL, LEGAL)):
                raise Mistaken(f"{deal_text(facts)}: {' beside '.join(book.id for book in self.books)}")


def deal_text(facts: Mapping[str, FactValue]) -> str:
    """A deal, as its facts."""
    return "deal: " + ", ".join(f"{name} {value}" for name, value in facts.items())


def _worse(one: str, two: str) -> str:
    """The verdict on two things together."""
    return next((verdict for verdict in (ILLEGAL, UNDETERMINED) if verdict in (one, two)), LEGAL)


def all_steps(text: str, whole_table: bool) -> list[Step]:
    """The steps of a record that are judged, given as a line or, with several lines, as a file has it."""
    record = read(text)[0] if "\n" in text else read_line(text)
    return [step for step in steps(record, whole_table) if step.scene.events]


# ---------------------------------------------------------------------------------------- the same as terms


def showing(one: Voice, two: Voice, number: int) -> Term:
    """Where books differ on an event, and all else is legal in both."""
    others = (event.legal for voice in (one, two) for n, event in enumerate(voice.events) if n != number)
    return z.conj((differ(one.events[number], two.events[number]), *others))


def accounted(voices: Sequence[Voice], number: int, pair: Pair) -> Term:
    """Where a pair accounts for an event: the verdicts on it are these, and both rules have their say."""
    found: list[Term] = []
    for voice, verdict, decider in zip(voices, pair.verdicts, (pair.one, pair.two), strict=True):
        found += [_is(voice.events[number], verdict), _says(voice, number, decider)]
    return z.conj(found)


def _is(event: EventVerdict, verdict: str) -> Term:
    if verdict == LEGAL:
        return event.legal
    return event.illegal if verdict == ILLEGAL else z.neg(z.disj((event.legal, event.illegal)))


def _says(voice: Voice, number: int, decider: Decider) -> Term:
    """Where the decider has a say; for a rule that is kept, and for silence, the verdict is enough."""
    return z.TRUE if decider.how in (KEPT, SILENT) else voice.has_say(number, decider.owner, decider.how)
