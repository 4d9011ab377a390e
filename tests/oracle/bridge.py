"""Puts a play of the oracle before the two engines: the only module here that knows the project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import verifier.direct
import verifier.smt
from grammar.cards import UNKNOWN, Card
from grammar.document import Act, At, Hand, Meld, Record, Turn
from oracle import melds, plays, samples
from oracle.figures import Figures
from oracle.verdicts import verdict, verdicts
from rulebook.library import book
from rulebook.model import Book
from rulebook.vocabulary import FACTS, facts_on
from verifier.direct.statements import looks_around
from verifier.outcome import Case, World
from verifier.scene import FactValue, Reading, Scene
from verifier.smt import z3face as z
from verifier.smt.circuit import Circuit
from verifier.smt.engine import Witness, circuit_for
from verifier.smt.facts import decode
from verifier.smt.shape import shape_of
from verifier.steps import Step, steps

HERE = At(1, 1)
Played = plays.Play | plays.Tale

OTHER = "?"
"""The owner of the melds that lie there: another player."""


@lru_cache(maxsize=4096)
def card(text: str) -> Card:
    """The project's card for one of the oracle's."""
    if text == plays.UNKNOWN:
        return UNKNOWN
    suit = melds.suit_of(text)
    return Card(melds.rank_of(text), melds.SUITS.index(suit) + 1 if suit else 0, melds.is_joker(text))


def cards(texts: melds.Cards) -> tuple[Card, ...]:
    return tuple(map(card, texts))


def record(play: plays.Play | plays.Tale) -> Record:
    """The record of a play, in the one-line form; of a tale, as a file has it."""
    return _of_tale(play) if isinstance(play, plays.Tale) else _of_play(play)


def _of_tale(tale: plays.Tale) -> Record:
    return Record(
        turns=tuple(Turn(player, tuple(map(_act, acts)), HERE) for player, acts in tale.turns),
        at=HERE,
        players=tale.players,
        round=tale.round or None,
        table=tuple(Meld(cards(meld.cards), label, tale.owner(label), meld.kind) for label, meld in tale.table),
        hands=tuple(Hand(player, cards(held), True, HERE) for player, held in tale.hands),
        opened=tale.opened,
    )


def _of_play(play: plays.Play) -> Record:
    return Record(
        turns=(Turn("", tuple(_act(act) for act in play.acts), HERE),),
        at=HERE,
        line_form=True,
        round=play.round or None,
        table=tuple(Meld(cards(meld.cards), label, "" if meld.own else OTHER, meld.kind) for label, meld in play.table),
        hands=() if play.hand is None else (Hand("", cards(play.hand), True, HERE),),
        discards=None if play.discards is None else cards(play.discards),
        opened=("",) if play.opened == "before" else (),
        opened_unknown=play.opened == "unknown",
        opened_now=("",) if play.opened == "now" else (),
        drawn=("",) if play.drawn else (),
        took=card(play.took) if play.took else None,
    )


def _act(act: plays.Act) -> Act:
    return Act(
        act.verb,
        act.verb,
        HERE,
        cards=cards(act.cards),
        melds=tuple(Meld(cards(meld.cards), kind=meld.kind) for meld in act.melds),
        target=act.to,
        source=act.source,
        end=act.end,
        jokers=act.jokers,
        becomes=card(act.becomes) if act.becomes else None,
    )


def steps_of(play: plays.Play | plays.Tale, rules: Book) -> Iterator[Step]:
    """The steps that are judged: acts, and the end of the turn."""
    found = steps(record(play), whole_table=looks_around(rules))
    return (step for step in found if step.kind != "end")


# ------------------------------------------------------------------------------------------- agreement


class Disagreement(AssertionError):
    """Two of the three do not agree; `check` names the comparison that found it out."""

    def __init__(self, check: str, *what: object) -> None:
        super().__init__("\n".join((check, *map(str, what))))
        self.check = check


DIRECT, SMT = "oracle and direct engine", "oracle and Z3 engine"
WITNESS, EVERY_FACT = "Z3 witness and direct engine", "every fact"


def agree(play: Played, figures: Figures, direct: bool = True, smt: bool = True) -> str:
    """The verdict that the oracle and the engines give to a play, step by step up to the first illegal one."""
    rules = book(figures.name)
    for (kind, wanted), step in zip(verdicts(play, figures), steps_of(play, rules), strict=False):
        if kind != step.kind:
            raise Disagreement("the steps", play, kind, step.kind)
        if direct:
            _same_verdict(DIRECT, play, figures, kind, wanted, verifier.direct.judge(step.scene, rules).verdict)
        if smt:
            answer = verifier.smt.judge(step.scene, rules, witnesses=False)
            _same_verdict(SMT, play, figures, kind, wanted, answer.verdict)
    return verdict(play, figures)


def _same_verdict(check: str, play: Played, figures: Figures, kind: str, wanted: str, found: str) -> None:
    if wanted != found:
        raise Disagreement(check, play, f"{figures.name}: {kind} is {wanted!r} by the oracle, {found!r} by the engine")


def agree_on_meld(cards: melds.Cards, figures: Figures, smt: bool = True) -> str:
    """The verdict on a meld laid, and that the engines read it as the oracle does where it is legal."""
    rules, (step,) = book(figures.name), steps_of(samples.lay(cards, figures), book(figures.name))
    wanted = verdict(samples.lay(cards, figures), figures)
    kinds = legal_kinds(cards, figures)
    direct = verifier.direct.judge(step.scene, rules)
    if (direct.verdict, _kind(direct.worlds[0][1][0].readings, wanted) in kinds) != (wanted, wanted != "illegal"):
        raise Disagreement(DIRECT, figures.name, cards, wanted, kinds, direct.verdict)
    if smt:
        answer = verifier.smt.judge(step.scene, rules)
        read = answer.good.readings if answer.good else ()
        if (answer.verdict, _kind(read, wanted) in kinds) != (wanted, wanted != "illegal"):
            raise Disagreement(SMT, figures.name, cards, wanted, kinds, answer.verdict, read)
    return wanted


def legal_kinds(cards: melds.Cards, figures: Figures) -> set[str]:
    """What a meld can be and be legal, if all questions are answered kindly."""
    read = [meld for meld in melds.readings(cards) if melds.is_meld(meld, figures, lambda question: True)]
    return {"set" if isinstance(meld, melds.Set) else "run" for meld in read}


def _kind(readings: tuple[Reading, ...], verdict: str) -> str:
    return readings[0].kind if verdict != "illegal" else ""


# -------------------------------------------------------------------------------------------- the facts


def witnesses_hold(play: Played, figures: Figures) -> int:
    """Compares the Z3 engine's witnesses with the direct engine, fact by fact; gives the number of facts compared."""
    rules = book(figures.name)
    return sum(_witnesses_hold(play, step.scene, rules) for step in steps_of(play, rules))


def _witnesses_hold(play: Played, scene: Scene, rules: Book) -> int:
    answer = verifier.smt.judge(scene, rules)
    count = 0
    for witness, never in ((answer.good, "illegal"), (answer.bad, "legal")):
        if witness is not None:
            unknown = _unknown(witness, scene)
            case = _case_of(play, witness, unknown, scene, rules)
            if case.verdict == never and _complete(scene, unknown):
                raise Disagreement(WITNESS, play, f"{rules.id}: never {never}, but it is by the direct engine", witness)
            for number, facts in enumerate(witness.facts):
                for name, value in facts:
                    place = f"{rules.id}: {name} of event {number} ({scene.events[number].name})"
                    _same_fact(WITNESS, play, place, case.events[number].facts.get(name), value)
                    count += 1
    return count


def _unknown(witness: Witness, scene: Scene) -> dict[str, FactValue]:
    """What the witness says of the turn where the record does not."""
    return {
        name: value
        for event, facts in zip(scene.events, witness.facts, strict=True)
        for name, value in facts
        if not FACTS[name].cards and event.facts.get(name) is None
    }


def _complete(scene: Scene, unknown: dict[str, FactValue]) -> bool:
    """Whether it is known if an `open` event speaks at all: a witness tells only what statements read."""
    return all(
        event.facts["opened-before"] is not None or "opened-before" in unknown
        for event in scene.events
        if event.name == "open"
    )


def _case_of(play: Played, witness: Witness, unknown: dict[str, FactValue], scene: Scene, rules: Book) -> Case:
    """The direct engine's case in the world and under the choice of a witness."""
    world = World(tuple(unknown.items()), (), witness.answers)
    try:
        return verifier.direct.case(scene, rules, world, witness.readings)
    except ValueError as error:
        raise Disagreement(WITNESS, play, witness, error) from error


def every_fact_agrees(play: Played, figures: Figures, most: int = 3) -> int:
    """Compares all facts of cards, also those that no rule reads, under the first few readings of the melds.

    Gives the number of facts compared.
    """
    rules = book(figures.name)
    return sum(_facts_agree(play, step.scene, figures, most) for step in steps_of(play, rules))


def _said(event: str) -> list[str]:
    """The facts of cards that an event has."""
    return [word.name for word in facts_on(event) if word.cards]


def _facts_agree(play: Played, scene: Scene, figures: Figures, most: int) -> int:
    rules = book(figures.name)
    shape, groups = shape_of(scene)
    circuit = circuit_for(shape, rules)
    given = circuit.assumptions(scene, groups)
    count = 0
    for readings, answers in _worlds(scene, rules)[:most]:
        values = verifier.direct.values_of(rules, answers)
        with _pinned(circuit, readings, answers):
            if not circuit.solver.satisfiable(given):
                raise Disagreement(EVERY_FACT, play, f"{rules.id}: the Z3 engine has no such world", readings, answers)
            for number, event in enumerate(scene.events):
                direct = verifier.direct.all_facts(scene, event, readings, values)
                for name in _said(event.name):
                    place = f"{rules.id}: {name} of event {number} ({event.name})"
                    _same_fact(EVERY_FACT, play, place, direct[name], _smt_value(circuit, number, name))
                    count += 1
    return count


def _worlds(scene: Scene, rules: Book) -> list[tuple[tuple[Reading, ...], dict[str, str]]]:
    """Readings of all melds, each with answers to all questions under which they can be so."""
    first = {question.id: question.readings[0].name for question in rules.questions if question.readings}
    found: dict[tuple[Reading, ...], dict[str, str]] = {}
    for world, cases in verifier.direct.judge(scene, rules).worlds:
        for case in cases:
            found.setdefault(case.readings, {**first, **dict(world.answers)})
    return list(found.items())


@contextmanager
def _pinned(circuit: Circuit, readings: tuple[Reading, ...], answers: dict[str, str]) -> Iterator[None]:
    """Leaves the solver these readings and these answers to questions for a while."""
    circuit.solver.push()
    try:
        for meld, reading in zip(circuit.stage.melds, readings, strict=True):
            for kind, term in (("set", meld.is_set), ("run", meld.is_run)):
                circuit.solver.add(term if reading.kind == kind else z.neg(term))
            circuit.solver.add(meld.start == reading.start)
        for question, name in answers.items():
            circuit.solver.add(circuit.answer(question, name))
        yield
    finally:
        circuit.solver.pop()


def _smt_value(circuit: Circuit, number: int, name: str) -> FactValue:
    return decode(name, circuit.solver.value(circuit.fact(number, name)))


def _same_fact(check: str, play: Played, place: str, direct: FactValue | None, smt: FactValue) -> None:
    if direct != smt:
        raise Disagreement(check, play, f"{place} is {direct!r} by the direct engine, {smt!r} by the Z3 engine")
