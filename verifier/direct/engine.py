"""The direct engine: it judges a scene by working on the cards, world by world and choice by choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grammar import document
from grammar.cards import show
from rulebook.model import Book
from verifier.direct.facts import NAMES, Facts
from verifier.direct.readings import Meld, Table, lie
from verifier.direct.statements import BookIndex, Docket, Statement, index_of
from verifier.direct.worlds import answer_worlds, fact_worlds
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Case, EventCase, Hit, Outcome, World
from verifier.scene import Event, FactValue, Reading, Scene, cards_looked_at, lying

_BEST_FIRST = {LEGAL: 0, UNDETERMINED: 1, ILLEGAL: 2}
_DEFAULTS = {"permit": LEGAL, "forbid": ILLEGAL, "ask": UNDETERMINED}


def judge(scene: Scene, book: Book) -> Outcome:
    """The verdict of a book on a scene, with all the worlds that count and the cases of each, best first.

    The order of worlds is fixed: facts of the turn, then readings of the table, then answers to questions; cases of
    one verdict follow the order of their readings. Raises ValueError for a card that is not known.
    """
    _check(scene)
    index = index_of(book)
    hearing = _Hearing(scene, index)
    table = Table(scene)
    answers_possible = answer_worlds(index.open_questions(hearing.names))
    worlds: list[tuple[World, tuple[Case, ...]]] = []
    for facts in fact_worlds(hearing.events, index):
        for tabled in table.tabled():
            choices = table.choices(tabled)
            lying = tuple((part, meld.reading) for part, meld in tabled.items())
            for answers in answers_possible:
                if hearing.can_arise(choices[0], facts, answers):
                    cases = hearing.cases(choices, facts, answers)
                    worlds.append((World(tuple(facts.items()), lying, tuple(answers.items())), cases))
    return Outcome(_over_worlds([cases[0].verdict for _, cases in worlds]), tuple(worlds))


def can_lie(meld: document.Meld, book: Book) -> bool:
    """Whether a meld may lie on the table by itself, under some reading; one with a card that is not known may."""
    return not all(card.known for card in meld.cards) or bool(judge(lying(meld), book).verdict)


def case(scene: Scene, book: Book, world: World, readings: Sequence[Reading]) -> Case:
    """The act in one world and under one choice, given as a reading for each part of the scene.

    A question that the world does not answer says nothing. Raises ValueError for a card that is not known, a part that
    cannot be read so, or a fact that is read and has no value in the event or the world.
    """
    _check(scene)
    hearing = _Hearing(scene, index_of(book))
    try:
        return hearing.case(lie(scene.parts, readings), dict(world.facts), dict(world.answers))
    except KeyError as missing:
        raise ValueError(f"the world gives no value for {missing.args[0]}") from None


def _over_worlds(verdicts: Sequence[str]) -> str:
    """Legal in every world, illegal in every world, or undetermined; nothing where no world counts."""
    if not verdicts:
        return ""
    return verdicts[0] if len(set(verdicts)) == 1 else UNDETERMINED


def _check(scene: Scene) -> None:
    for card in cards_looked_at(scene):
        if not card.known:
            raise ValueError(f"the direct engine needs cards that are known, not {show(card)}")


# ------------------------------------------------------------------------------------------ one event


def judge_event(docket: Docket, facts: Facts) -> EventCase:
    """One event under the statements in force: what is broken, what permits it, or what is said otherwise."""
    if docket.event == "open" and facts.get("opened-before") is True:
        return EventCase(LEGAL, (), (), None, (), facts)
    lifts = lifting(docket.exceptions, facts) if docket.exceptions else ()
    lifted = {hit.limb.lifts for hit in lifts}
    broken = tuple(s.hit for s in docket.demands if s.hit.owner not in lifted and s.broken(facts))
    permits = tuple(s.hit for s in docket.permits if s.hit.owner not in lifted and s.holds(facts))
    if broken:
        return EventCase(ILLEGAL, broken, permits, None, lifts, facts)
    if docket.duty or permits:
        return EventCase(LEGAL, (), permits, None, lifts, facts)
    default = next((s.hit for s in docket.defaults if s.hit.owner not in lifted and s.holds(facts)), None)
    verdict = _DEFAULTS[default.limb.default] if default else UNDETERMINED
    return EventCase(verdict, (), (), default, lifts, facts)


def lifting(exceptions: tuple[Statement, ...], facts: Mapping[str, FactValue]) -> tuple[Hit, ...]:
    """The exceptions that apply: their condition holds, and none that applies lifts the rule they belong to."""
    holding = [s.hit for s in exceptions if s.holds(facts)]

    def applies(hit: Hit) -> bool:
        return not any(other.limb.lifts == hit.owner and applies(other) for other in holding)

    return tuple(hit for hit in holding if applies(hit))


# -------------------------------------------------------------------------------------- the whole scene


class _Hearing:
    """The events of a scene before a book; what has been judged once is not judged again."""

    def __init__(self, scene: Scene, index: BookIndex) -> None:
        self.events = (*scene.guards, *scene.events)
        self.names = list(dict.fromkeys(event.name for event in self.events))
        self._guards = range(len(scene.guards))
        self._acts = range(len(scene.guards), len(self.events))
        self._index = index
        self._open = [_left_open(event) for event in self.events]
        self._judged: dict[object, EventCase] = {}
        self._facts: dict[object, Facts] = {}

    def can_arise(self, melds: tuple[Meld, ...], facts: Mapping[str, FactValue], answers: Mapping[str, str]) -> bool:
        """Whether the melds on the table could lie there: each is legal in this world."""
        return all(self._event(number, melds, facts, answers).verdict == LEGAL for number in self._guards)

    def cases(
        self, choices: Sequence[tuple[Meld, ...]], facts: Mapping[str, FactValue], answers: Mapping[str, str]
    ) -> tuple[Case, ...]:
        """The cases of one world, best first."""
        cases = [self.case(melds, facts, answers) for melds in choices]
        return tuple(sorted(cases, key=lambda case: _BEST_FIRST[case.verdict]))

    def case(self, melds: tuple[Meld, ...], facts: Mapping[str, FactValue], answers: Mapping[str, str]) -> Case:
        """Illegal if any event is, else undetermined if any is, else legal."""
        events = tuple([self._event(number, melds, facts, answers) for number in self._acts])
        verdicts = {event.verdict for event in events}
        verdict = next((verdict for verdict in (ILLEGAL, UNDETERMINED) if verdict in verdicts), LEGAL)
        return Case(verdict, tuple([meld.reading for meld in melds]), events)

    def _event(
        self, number: int, melds: tuple[Meld, ...], world: Mapping[str, FactValue], answers: Mapping[str, str]
    ) -> EventCase:
        event = self.events[number]
        index = self._index.event(event.name)
        asked = tuple([answers.get(question.id) for question in index.questions])
        valued = tuple([answers.get(question.id) for question in self._index.value_questions])
        mine = tuple([melds[part] for part in event.parts])
        given = {name: world[name] for name in self._open[number] if name in world} if world else {}
        seen = (number, mine, tuple(given.values()), valued)
        key = (seen, asked)
        if key not in self._judged:
            facts = self._facts.get(seen)
            if facts is None:
                facts = self._facts[seen] = Facts(event, mine, self._index.values(valued), given)
            self._judged[key] = judge_event(index.docket(asked), facts)
        return self._judged[key]


def _left_open(event: Event) -> tuple[str, ...]:
    """The facts that an event has and does not know."""
    return tuple(name for name in NAMES[event.name] if event.facts.get(name) is None)
