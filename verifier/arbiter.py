"""The arbiter: one record, one book, one verdict, from two engines that must agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from grammar.document import At, Record
from rulebook.model import Book
from verifier import direct, smt
from verifier.dealing import deal_step, deals, over_answers, table_of, verdict
from verifier.deck import deck_trouble
from verifier.direct.statements import looks_around
from verifier.explain import Explainer
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Outcome
from verifier.scene import Event, Scene, all_known, lying
from verifier.scoring import Ending, score_deal
from verifier.smt.rules import facts_read
from verifier.steps import Step, steps
from verifier.verdict import (
    CANNOT_ARISE,
    NOT_JUDGED,
    ActionVerdict,
    ReasonWhy,
    RulingCheck,
    Say,
    TableTrouble,
    Verdict,
)
from verifier.whereabouts import gone


class Disagreement(Exception):
    """The two engines give different verdicts: a mistake in one of them, never a verdict."""

    def __init__(self, book: Book, step: Step | None, scene: Scene, one: str, two: str) -> None:
        text = step.text if step else "the melds on the table"
        super().__init__(f"{book.id}: {text}: Z3 says {one or 'impossible'}, the direct engine {two or 'impossible'}")
        self.book, self.step, self.scene = book, step, scene


def judge(record: Record, book: Book) -> Verdict:
    """The verdict of a book on every act of a record.

    Raises `Disagreement` if the two engines do not say the same, which is a mistake of ours.
    """
    trouble = deck_trouble(record, book) or _table_trouble(record, book)
    if trouble:
        return _with_ruling(Verdict(record, book, CANNOT_ARISE, impossible=trouble))
    end = Ending(table_of(record, book))
    actions = tuple(_actions(record, book, end))
    return _with_ruling(Verdict(record, book, _overall(actions), actions, score=score_deal(record, book, end)))


def _actions(record: Record, book: Book, end: Ending) -> Iterator[ActionVerdict]:
    """The deal, then each act in turn; after an illegal one the rest of that turn is not judged."""
    yield from _deals(record, book)
    illegal_turn = -1
    for step in steps(record, looks_around(book), end.table):
        end.see(step)
        if step.turn == illegal_turn:
            if step.kind != "turn":
                yield ActionVerdict(step, NOT_JUDGED, note="after-illegal")
            continue
        action = judge_step(step, book)
        if action.verdict == ILLEGAL:
            illegal_turn = step.turn
            if not_held(action.broken):
                action = replace(action, gone=gone(record, step))
        yield action


def _deals(record: Record, book: Book) -> Iterator[ActionVerdict]:
    """The deal, if the record begins with it. What nobody wrote of it suits it as well as it can.

    Raises `Disagreement`.
    """
    for deal in deals(record):
        found, step = verdict(deal.written, book), deal_step(deal, book)
        other = over_answers(list(smt.can_be_right(book, dict(deal.written))))
        if found != other:
            raise Disagreement(book, step, step.scene, other, found)
        yield ActionVerdict(step, LEGAL) if found == LEGAL else judge_step(step, book)


def not_held(broken: Iterable[Say]) -> bool:
    """Whether it is against the rules that the player does not hold the cards."""
    return any(fact == "in-hand" and not value for said in broken for need in said.needs for fact, value in need.values)


def _overall(actions: tuple[ActionVerdict, ...]) -> str:
    verdicts = {action.verdict for action in actions}
    return next((v for v in (ILLEGAL, UNDETERMINED, CANNOT_ARISE) if v in verdicts), LEGAL)


def _with_ruling(verdict: Verdict) -> Verdict:
    ruling = next((ruling for ruling in verdict.record.rulings if ruling.book == verdict.book.id), None)
    if ruling is None:
        return verdict
    agrees = ruling.verdict == verdict.verdict and (not ruling.rule or _decided_by(verdict, ruling.rule))
    return replace(verdict, ruling=RulingCheck(ruling, agrees))


def _decided_by(verdict: Verdict, rule: str) -> bool:
    """Whether the rule, or the question, is among those that decide."""
    if verdict.verdict == LEGAL:
        return any(rule == say.id for action in verdict.actions for say in action.rules)
    action = verdict.deciding
    if action is None:
        return False
    asked = (asked.question.id for asked in action.questions if asked.question)
    return rule in {say.id for say in action.broken} | set(asked)


# ---------------------------------------------------------------------------------------- one step


def judge_step(step: Step, book: Book) -> ActionVerdict:
    """The verdict on one act or end of turn. Raises `Disagreement`."""
    scene = step.scene
    if not scene.events:
        return ActionVerdict(step, LEGAL if step.kind == "end" else NOT_JUDGED, note="no-event")
    answer = smt.judge(scene, book, witnesses=False)
    if not all_known(scene):
        return ActionVerdict(step, answer.verdict, gave_up=answer.gave_up, note="unknown-card")
    outcome = direct.judge(scene, book)
    if outcome.verdict != answer.verdict and not answer.gave_up:
        raise Disagreement(book, step, scene, answer.verdict, outcome.verdict)
    if not outcome.verdict:
        return ActionVerdict(step, CANNOT_ARISE)
    return _explained(step, book, outcome, answer.gave_up)


def _explained(step: Step, book: Book, outcome: Outcome, gave_up: bool) -> ActionVerdict:
    why = Explainer(step.scene, book, outcome)
    return ActionVerdict(
        step,
        outcome.verdict,
        rules=why.rules(),
        nearest=why.nearest(),
        reason=_reason(step.scene, book, why) if outcome.verdict == ILLEGAL else None,
        readings=why.readings(),
        other_readings=why.other_readings(),
        questions=why.questions(),
        unknown=why.unknown(),
        unchecked=any("in-hand" in _facts_read(event, book) and event.hand is None for event in step.scene.events),
        gave_up=gave_up,
    )


def _facts_read(event: Event, book: Book) -> tuple[str, ...]:
    return facts_read(book, event.name)


def _reason(scene: Scene, book: Book, why: Explainer) -> ReasonWhy | None:
    names = [event.name for event in scene.events]
    found = smt.reason(book, names, why.alternatives())
    if found is None:
        return None
    return ReasonWhy(found.rules, tuple((names[number], fact, value) for number, fact, value in found.facts[0]))


# ---------------------------------------------------------------------------------------- the table


def _table_trouble(record: Record, book: Book) -> TableTrouble | None:
    """The first meld on the table that this book does not allow under any reading."""
    for meld in record.table:
        if not direct.can_lie(meld, book):
            return TableTrouble(meld.label, meld.cards, _why_not(lying(meld), book).broken)
    return None


def _why_not(guarded: Scene, book: Book) -> ActionVerdict:
    """Why a meld may not lie there. Raises `Disagreement` if Z3 thinks that it may."""
    answer = smt.judge(guarded, book)
    if answer.verdict:
        raise Disagreement(book, None, guarded, answer.verdict, "")
    scene = Scene(guarded.parts, guarded.guards)
    outcome = direct.judge(scene, book)
    why = Explainer(scene, book, outcome)
    step = Step("meld", "", 0, At(1, 1), "", scene)
    return ActionVerdict(step, ILLEGAL, rules=why.rules())
