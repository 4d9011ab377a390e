"""Verdicts as JSON Lines: one object for each record and book, of the shape that `schema()` publishes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from grammar.cards import Card, show
from rulebook.model import Book, Place, Question, Rule
from rulebook.places import describe
from verifier.remedy import Remedy, remedies
from verifier.scene import FactValue, Reading
from verifier.scoring import DealScore, PlayerScore
from verifier.verdict import (
    ActionVerdict,
    Asked,
    MeldRead,
    Nearest,
    Need,
    ReasonWhy,
    RulingCheck,
    Say,
    TableTrouble,
    Unknown,
    Verdict,
)
from verifier.words.remedies import remedy_text
from verifier.words.scores import sum_text
from verifier.words.sentences import silent


class Cite(msgspec.Struct, frozen=True):
    """A place in a source: `place` is its line and sentence, `title` says where that is for people."""

    source: str
    place: str
    title: str


class FactOut(msgspec.Struct, frozen=True):
    """A fact, the value it has, and the value that was needed; `fact` is "" for a condition of several facts."""

    fact: str
    value: int | bool | str | None
    needed: str


class RuleOut(msgspec.Struct, frozen=True):
    """A rule or question that had a say. `always` is false where it is broken only under some readings."""

    id: str
    effect: str
    holds: bool
    always: bool
    text: str
    stands: str
    cites: list[Cite]
    facts: list[FactOut]


class NearestOut(msgspec.Struct, frozen=True):
    """The permit that failed by the least, and what failed of it."""

    id: str
    failed: list[FactOut]


class ReasonOut(msgspec.Struct, frozen=True):
    """Rules and facts that together forbid the act; without any one of them it is no longer forbidden."""

    rules: list[str]
    facts: list[str]


class ReadingOut(msgspec.Struct, frozen=True):
    """How a meld is read: `kind` set, run or neither; `start` the rank of a set, or the lowest of a run.

    `breaks` are the rules that this reading would break, for the readings that were not taken.
    """

    meld: str
    cards: list[str]
    kind: str
    start: int
    breaks: list[str]


class AnswerOut(msgspec.Struct, frozen=True):
    """A reading of a question, and the verdict under it."""

    name: str
    text: str
    verdict: str


class QuestionOut(msgspec.Struct, frozen=True):
    """A question on which the verdict hangs; `id` is "" where the book is silent and nobody wrote the question."""

    id: str
    because: str
    text: str
    cites: list[Cite]
    readings: list[AnswerOut]


class ValueOut(msgspec.Struct, frozen=True):
    """What is not written may be this, and the verdict then."""

    value: int | bool | str
    verdict: str


class UnknownOut(msgspec.Struct, frozen=True):
    """A fact, or the reading of a meld, that is not written and on which the verdict hangs."""

    fact: str
    meld: str
    cards: list[str]
    values: list[ValueOut]


class RemedyOut(msgspec.Struct, frozen=True):
    """What would make it legal. `kind`: cards, or variant (`text` is then the id of a book that allows it)."""

    kind: str
    text: str
    cards: list[str]
    held: bool | None


class ActionOut(msgspec.Struct, frozen=True):
    """The verdict on one act, or on the end of a turn (`kind` turn). Deciding rules come first.

    `unchecked` is true where nobody looked at the player's hand, `gave_up` where the solver gave up.
    """

    line: int
    column: int
    actor: str
    kind: str
    text: str
    verdict: str
    rules: list[RuleOut]
    nearest: NearestOut | None
    reason: ReasonOut | None
    readings: list[ReadingOut]
    other_readings: list[ReadingOut]
    questions: list[QuestionOut]
    unknown: list[UnknownOut]
    remedies: list[RemedyOut]
    unchecked: bool
    gave_up: bool
    note: str
    gone: list[GoneOut]


class GoneOut(msgspec.Struct, frozen=True):
    """A card that the player does not hold, and the line in which it left his hand (null: it never was there)."""

    card: str
    line: int | None


class ImpossibleOut(msgspec.Struct, frozen=True):
    """Why a table cannot arise in the book: a meld against its rules, or more copies of a card than it has."""

    meld: str
    cards: list[str]
    rules: list[RuleOut]
    copies: int
    allowed: int


class RulingOut(msgspec.Struct, frozen=True):
    """What people decided, by which rule ("" for none), and whether the arbiter agrees."""

    claimed: str
    rule: str
    agrees: bool


class PlayerScoreOut(msgspec.Struct, frozen=True):
    """What a player counts: the points, lowest first (several where something is open), and each sum written out."""

    player: str
    points: list[int]
    cards: list[str]
    sums: list[str]


class ClaimOut(msgspec.Struct, frozen=True):
    """A score that is written; `agrees` is null where something open, or not written, decides whether it is right."""

    player: str
    points: int
    agrees: bool | None


class ScoreOut(msgspec.Struct, frozen=True):
    """The score of the deal: who went out ("" for nobody), the players, the questions on which it hangs, the claims,
    and the players whose last cards are not written."""

    winner: str
    players: list[PlayerScoreOut]
    questions: list[str]
    claims: list[ClaimOut]
    unwritten: list[str]


class VerdictOut(msgspec.Struct, frozen=True):
    """The verdict of one book on one record.

    `verdict`: legal, illegal, undetermined or cannot arise; that of an action also not judged.
    """

    file: str
    line: int
    title: str
    variant: str
    verdict: str
    actions: list[ActionOut]
    impossible: ImpossibleOut | None
    ruling: RulingOut | None
    score: ScoreOut | None


def schema() -> str:
    """The JSON schema of a line."""
    return json.dumps(msgspec.json.schema(VerdictOut), indent=2, ensure_ascii=False)


def lines(verdicts: Sequence[Verdict], books: Sequence[Book], lang: str) -> Iterator[str]:
    """The verdicts as lines of JSON; `books` are those in which the record is legal."""
    for verdict in verdicts:
        yield msgspec.json.encode(verdict_out(verdict, books, lang)).decode()


def verdict_out(verdict: Verdict, books: Sequence[Book], lang: str) -> VerdictOut:
    """The verdict as data for JSON, its texts in one language."""
    maker = _Maker(verdict, books, lang)
    record = verdict.record
    return VerdictOut(
        file=record.source,
        line=record.at.line,
        title=record.title,
        variant=verdict.book.id,
        verdict=verdict.verdict,
        actions=[maker.action(action) for action in verdict.actions],
        impossible=maker.impossible(verdict.impossible) if verdict.impossible else None,
        ruling=_ruling(verdict.ruling) if verdict.ruling else None,
        score=_score(verdict.score, lang) if verdict.score else None,
    )


def _score(score: DealScore, lang: str) -> ScoreOut:
    return ScoreOut(
        winner=score.winner,
        players=[_player(one, lang) for one in score.players],
        questions=[question.id for question in score.questions],
        claims=[ClaimOut(claim.player, claim.points, claim.agrees) for claim in score.claims],
        unwritten=list(score.unwritten),
    )


def _player(score: PlayerScore, lang: str) -> PlayerScoreOut:
    sums = [sum_text(score, sum, lang) for sum, _ in score.sums]
    return PlayerScoreOut(score.player, list(score.points), [show(card) for card in score.cards], sums)


def _ruling(check: RulingCheck) -> RulingOut:
    return RulingOut(check.ruling.verdict, check.ruling.rule, check.agrees)


class _Maker:
    """Makes the parts of one verdict."""

    def __init__(self, verdict: Verdict, books: Sequence[Book], lang: str) -> None:
        self.verdict, self.books, self.lang = verdict, books, lang

    def action(self, action: ActionVerdict) -> ActionOut:
        step = action.step
        return ActionOut(
            line=step.at.line,
            column=step.at.column,
            actor=step.actor,
            kind=step.kind,
            text=step.text,
            verdict=action.verdict,
            rules=[self.rule(said) for said in action.rules],
            nearest=_nearest(action.nearest) if action.nearest else None,
            reason=_reason(action.reason) if action.reason else None,
            readings=[_read(read) for read in action.readings],
            other_readings=[_read(read, breaks) for read, breaks in action.other_readings],
            questions=[self.question(asked) for asked in action.questions],
            unknown=[_unknown(unknown) for unknown in action.unknown],
            remedies=list(self.remedies(action)),
            unchecked=action.unchecked,
            gave_up=action.gave_up,
            note=action.note,
            gone=[GoneOut(show(each.card), each.at.line if each.at else None) for each in action.gone],
        )

    def rule(self, said: Say) -> RuleOut:
        owner = said.owner
        text = said.reading.text(self.lang) if said.reading else ""
        return RuleOut(
            id=said.id,
            effect=said.limb.default or said.limb.effect,
            holds=said.holds,
            always=said.always,
            text=text or owner.text(self.lang),
            stands=owner.stands if isinstance(owner, Rule) else owner.because,
            cites=self.cites(owner.places),
            facts=[_fact(need) for need in said.needs],
        )

    def cites(self, places: Sequence[Place]) -> list[Cite]:
        return [Cite(place.source, str(place), describe(place, self.lang)) for place in places]

    def question(self, asked: Asked) -> QuestionOut:
        question: Question | None = asked.question
        if question is None:
            return QuestionOut("", "silent", silent(asked.event, self.lang), [], [])
        answers = [AnswerOut(answer.name, answer.text(self.lang), verdict) for answer, verdict in asked.under]
        cites = self.cites(question.places)
        return QuestionOut(question.id, question.because, question.text(self.lang), cites, answers)

    def remedies(self, action: ActionVerdict) -> Iterator[RemedyOut]:
        for remedy in remedies(self.verdict.record, action, self.verdict.book, self.books):
            yield from self._remedy(remedy)

    def _remedy(self, remedy: Remedy) -> Iterator[RemedyOut]:
        for book in remedy.books:
            yield RemedyOut("variant", book.id, [], None)
        if remedy.kind == "cards":
            yield RemedyOut("cards", remedy_text(remedy, self.lang), _cards(remedy.cards), remedy.held)

    def impossible(self, trouble: TableTrouble) -> ImpossibleOut:
        rules = [self.rule(said) for said in trouble.broken]
        return ImpossibleOut(trouble.label, _cards(trouble.cards), rules, trouble.copies, trouble.allowed)


def _cards(cards: Sequence[Card]) -> list[str]:
    """Cards in the notation, with English letters whatever the language: they are for machines."""
    return [show(card) for card in cards]


def _fact(need: Need) -> FactOut:
    return FactOut(need.fact, need.value, need.needed)


def _nearest(nearest: Nearest) -> NearestOut:
    return NearestOut(nearest.rule.id, [_fact(need) for need in nearest.failed])


def _reason(reason: ReasonWhy) -> ReasonOut:
    return ReasonOut(list(reason.rules), [f"{fact} = {_value(value)}" for _, fact, value in reason.facts])


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(read: MeldRead, breaks: Sequence[str] = ()) -> ReadingOut:
    return ReadingOut(read.label, _cards(read.cards), read.reading.kind, read.reading.start, list(breaks))


def _unknown(unknown: Unknown) -> UnknownOut:
    values = [ValueOut(_plain(value), verdict) for value, verdict in unknown.under]
    return UnknownOut(unknown.fact, unknown.label, _cards(unknown.cards), values)


def _plain(value: FactValue | Reading) -> FactValue:
    """A value of a fact, or a reading as `set 10`, `run 7`."""
    return f"{value.kind} {value.start}" if isinstance(value, Reading) else value
