"""From the worlds of an outcome to what people ask: which rules, which need, which question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from grammar.cards import Card
from rulebook.model import Book, Compare, Expr, Fact, Limb, Not, Question, Rule, conjuncts, facts_of, show
from rulebook.vocabulary import DUTIES
from verifier.direct.conditions import ready
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Case, EventCase, Hit, Outcome, World
from verifier.scene import FactValue, Reading, Scene
from verifier.smt.rules import facts_read
from verifier.verdict import Asked, MeldRead, Nearest, Need, Say, Unknown

Facts = Mapping[str, FactValue]
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Explainer:
    """Explains the outcome of one scene under one book."""

    def __init__(self, scene: Scene, book: Book, outcome: Outcome) -> None:
        self.scene, self.book, self.outcome = scene, book, outcome
        self.world, self.case = self._reported()

    def _reported(self) -> tuple[World, Case]:
        """The case that is reported: one with the act's verdict, in it the reading with the fewest breaches."""
        cases = [(world, case) for world, all_of in self.outcome.worlds for case in all_of]
        wanted = [pair for pair in cases if pair[1].verdict == self.outcome.verdict] or cases
        return min(wanted, key=lambda pair: pair[1].breaches)

    # ------------------------------------------------------------------------------------ rules

    def rules(self) -> tuple[Say, ...]:
        """The rules that had a say: those broken in every world, those broken in some, and those that were kept."""
        verdict = self.outcome.verdict
        broken = [say for _, event, number in self._events() for say in self._broken(event, number)]
        if verdict == ILLEGAL:
            return tuple(self._certain_first(broken)) + tuple(self._kept())
        if verdict == UNDETERMINED:
            return tuple(self._possible()) + tuple(self._kept())
        return tuple(self._kept())

    def _events(self) -> Iterator[tuple[str, EventCase, int]]:
        for number, case in enumerate(self.case.events):
            yield self.scene.events[number].name, case, number

    def _broken(self, event: EventCase, number: int) -> Iterator[Say]:
        return (self._say(hit, number, False, event.facts) for hit in event.against)

    def _certain_first(self, broken: Sequence[Say]) -> list[Say]:
        """Those broken whatever the open questions say come first, the others are marked as depending on them."""
        always = self._in_every_world()
        marked = [_with_always(say, (say.id, say.limb) in always) for say in broken]
        return _once(sorted(marked, key=lambda say: not say.always))

    def _in_every_world(self) -> set[tuple[str, Limb]]:
        sets = []
        for _, cases in self.outcome.worlds:
            case = min(cases, key=lambda case: case.breaches)
            sets.append({(hit.owner, hit.limb) for event in case.events for hit in event.against})
        return set.intersection(*sets) if sets else set()

    def _possible(self) -> Iterator[Say]:
        """Rules that are broken in some world."""
        found = []
        for _, cases in self.outcome.worlds:
            case = min(cases, key=lambda case: case.breaches)
            for number, event in enumerate(case.events):
                found += [_with_always(self._say(hit, number, False, event.facts), False) for hit in event.against]
        yield from _once(found)

    def _kept(self) -> Iterator[Say]:
        """The permits that hold and the requirements that were met, or lifted, in the case reported."""
        found = []
        for name, event, number in self._events():
            found += [self._say(hit, number, True, event.facts) for hit in event.permits]
            if event.verdict == LEGAL and event.default:
                found.append(self._say(event.default, number, True, event.facts))
            found += [self._say(hit, number, True, event.facts) for hit in event.lifted]
            broken = {(hit.owner, hit.limb) for hit in event.broken}
            for owner, limb in self._requirements(name):
                if (owner, limb) not in broken and _speaks(limb, event.facts):
                    found.append(self._say(Hit(owner, "", limb), number, True, event.facts))
        yield from _once(found)

    def _requirements(self, event: str) -> Iterator[tuple[str, Limb]]:
        for rule in self.book.rules:
            for limb in rule.limbs:
                if limb.effect == "require" and limb.event == event:
                    yield rule.id, limb

    def _say(self, hit: Hit, number: int, holds: bool, facts: Facts) -> Say:
        owner: Rule | Question | None = self.book.rule(hit.owner) if not hit.reading else None
        owner = owner or self.book.question(hit.owner)
        assert owner is not None
        answer = None
        if isinstance(owner, Question):
            answer = next((reading for reading in owner.readings if reading.name == hit.reading), None)
        needs = tuple(_needs(hit.limb, holds, facts))
        return Say(owner, answer, hit.limb, self.scene.events[number].name, holds, needs, meld=self._meld(number))

    def _meld(self, number: int) -> tuple[Card, ...]:
        """The cards of the meld that an event is about."""
        event = self.scene.events[number]
        return self.scene.parts[event.parts[0]].cards if event.name == "meld" else ()

    # ------------------------------------------------------------------------------------ the nearest permit

    def nearest(self) -> Nearest | None:
        """The permit that failed by the fewest limbs, for a play that nothing permits."""
        for name, event, _ in self._events():
            if name in DUTIES or event.permits or event.verdict == LEGAL:
                continue
            failed = list(self._failed_permits(name, event.facts))
            if failed:
                return min(failed, key=lambda nearest: len(nearest.failed))
        return None

    def _failed_permits(self, event: str, facts: Facts) -> Iterator[Nearest]:
        for rule in self.book.rules:
            for limb in rule.limbs:
                if limb.effect == "permit" and limb.event == event and limb.when is not None:
                    yield Nearest(rule, tuple(_failed(limb.when, facts)))

    def alternatives(self) -> list[list[Facts]]:
        """The facts of the events under each way in which the melds may be read, the one reported first."""
        cases = [self.case, *(case for _, all_of in self.outcome.worlds for case in all_of)]
        found: list[list[Facts]] = []
        for case in cases:
            events = zip(self.scene.events, case.events, strict=True)
            facts = [self._looked_at(event.name, seen.facts) for event, seen in events]
            if facts not in found:
                found.append(facts)
        return found

    def _looked_at(self, event: str, facts: Facts) -> Facts:
        """The facts that the book reads of an event, and whether the player had opened."""
        return {name: facts[name] for name in (*facts_read(self.book, event), "opened-before") if name in facts}

    # ------------------------------------------------------------------------------------ what it hangs on

    def questions(self) -> tuple[Asked, ...]:
        """The open questions that matter to this act, the one that decides most first."""
        if self.outcome.verdict != UNDETERMINED:
            return ()
        asked = [found for question in self.book.questions if (found := self._asked(question))]
        silent = [Asked(None, name, (), 0) for name, event, _ in self._events() if self._is_silent(name, event)]
        return tuple(sorted(asked, key=lambda a: -a.decides)) + tuple(silent[:1])

    def _asked(self, question: Question) -> Asked | None:
        groups: dict[object, dict[str, str]] = {}
        for world, cases in self.outcome.worlds:
            answers = dict(world.answers)
            name = answers.pop(question.id, None)
            if name is not None:
                rest = (world.facts, world.tabled, tuple(answers.items()))
                groups.setdefault(rest, {})[name] = cases[0].verdict
        decides = sum(len(set(verdicts.values())) > 1 for verdicts in groups.values())
        if not decides:
            return self._asked_by_default(question)
        under = tuple((reading, _join(g[reading.name] for g in groups.values() if reading.name in g))
                      for reading in question.readings)  # fmt: skip
        return Asked(question, "", under, decides)

    def _asked_by_default(self, question: Question) -> Asked | None:
        """A question that an `otherwise ask` names, and that no answer has settled."""
        asks = any(event.default and event.default.limb.asks == question.id for _, event, _ in self._events())
        return Asked(question, "", (), 0) if asks and not question.readings else None

    def _is_silent(self, name: str, event: EventCase) -> bool:
        return event.verdict == UNDETERMINED and name not in DUTIES and event.default is None

    def unknown(self) -> tuple[Unknown, ...]:
        """The facts of the turn and the readings of melds on the table on which the verdict hangs."""
        if self.outcome.verdict != UNDETERMINED:
            return ()
        return (*self._unknown_facts(), *self._unknown_readings())

    def _unknown_facts(self) -> Iterator[Unknown]:
        names = dict.fromkeys(name for world, _ in self.outcome.worlds for name, _ in world.facts)
        for name in names:
            groups: dict[object, dict[FactValue, str]] = {}
            for world, cases in self.outcome.worlds:
                facts = dict(world.facts)
                if name in facts:
                    value = facts.pop(name)
                    groups.setdefault((world.tabled, world.answers), {})[value] = cases[0].verdict
            if any(len(set(verdicts.values())) > 1 for verdicts in groups.values()):
                values = dict.fromkeys(value for verdicts in groups.values() for value in verdicts)
                yield Unknown(name, "", (), tuple((v, _join(g[v] for g in groups.values() if v in g)) for v in values))

    def _unknown_readings(self) -> Iterator[Unknown]:
        for number, part in enumerate(self.scene.parts):
            groups: dict[object, dict[Reading, str]] = {}
            for world, cases in self.outcome.worlds:
                tabled = dict(world.tabled)
                if number in tabled:
                    reading = tabled.pop(number)
                    rest = (world.facts, world.answers, tuple(tabled.items()))
                    groups.setdefault(rest, {})[reading] = cases[0].verdict
            if any(len(set(verdicts.values())) > 1 for verdicts in groups.values()):
                values = dict.fromkeys(value for verdicts in groups.values() for value in verdicts)
                under = tuple((v, _join(g[v] for g in groups.values() if v in g)) for v in values)
                yield Unknown("", part.label, part.cards, under)

    # ------------------------------------------------------------------------------------ readings

    def readings(self) -> tuple[MeldRead, ...]:
        """How the melds were read that can be read in more than one way, or that have jokers."""
        return tuple(self._read(number, reading) for number, reading in enumerate(self.case.readings)
                     if any(card.joker for card in self.scene.parts[number].cards))  # fmt: skip

    def _read(self, number: int, reading: Reading) -> MeldRead:
        part = self.scene.parts[number]
        return MeldRead(part.label, part.cards, reading)

    def other_readings(self) -> tuple[tuple[MeldRead, tuple[str, ...]], ...]:
        """For an illegal act, what the other readings would break."""
        if self.outcome.verdict != ILLEGAL:
            return ()
        cases = next(all_of for world, all_of in self.outcome.worlds if world == self.world)
        found = []
        for case in cases:
            for number, reading in enumerate(case.readings):
                if reading != self.case.readings[number] and not self.scene.parts[number].past:
                    ids = tuple(dict.fromkeys(hit.owner for event in case.events for hit in event.against))
                    found.append((self._read(number, reading), ids))
        return tuple(found)


# ---------------------------------------------------------------------------------------- helpers


def _with_always(say: Say, always: bool) -> Say:
    return replace(say, always=always)


def _once(says: Iterable[Say]) -> list[Say]:
    """Each statement once, with its first facts: several melds may break one rule."""
    found: dict[tuple[str, str, Limb], Say] = {}
    for say in says:
        found.setdefault((say.id, say.reading.name if say.reading else "", say.limb), say)
    return list(found.values())


def _join(verdicts: Iterable[str]) -> str:
    distinct = set(verdicts)
    return distinct.pop() if len(distinct) == 1 else UNDETERMINED


def _speaks(limb: Limb, facts: Facts) -> bool:
    """Whether a requirement has something to say here: without a condition, or under one that holds."""
    return limb.when is None or bool(ready(limb.when)(facts))


def _needs(limb: Limb, holds: bool, facts: Facts) -> Iterator[Need]:
    """What a statement looked at: the limbs of the requirement that fail, or those of the condition that hold."""
    if limb.effect == "require" and limb.need is not None:
        parts = conjuncts(limb.need)
        yield from (need_of(p, facts) for p in parts if holds or not ready(p)(facts))
    elif limb.effect == "forbid":
        yield from (_forbidden(part, facts) for part in conjuncts(limb.when))
    else:
        yield from (need_of(part, facts) for part in conjuncts(limb.when))


def _failed(when: Expr, facts: Facts) -> Iterator[Need]:
    yield from (need_of(part, facts) for part in conjuncts(when) if not ready(part)(facts))


def need_of(part: Expr, facts: Facts) -> Need:
    """One limb with the values of its facts and what was needed of them."""
    values = tuple((name, facts[name]) for name in dict.fromkeys(facts_of(part)))
    match part:
        case Compare(op, Fact(name), wanted):
            return Need(part, name, facts[name], f"{op} {show(wanted)}", values)
        case Fact(name):
            return Need(part, name, facts[name], "= true", values)
        case Not(Fact(name)):
            return Need(part, name, facts[name], "= false", values)
    name, value = values[0] if len(values) == 1 else ("", None)
    return Need(part, name, value, show(part), values)


def _forbidden(part: Expr, facts: Facts) -> Need:
    """A limb of a prohibition that holds: what was needed is that it should not."""
    need = need_of(part, facts)
    match part:
        case Compare(op, Fact(), _):
            return replace(need, needed=f"{_OPPOSITE[op]} {need.needed.partition(' ')[2]}")
        case Fact():
            return replace(need, needed="= false")
        case Not(Fact()):
            return replace(need, needed="= true")
    return need
