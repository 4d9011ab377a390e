"""The parts of a report: a rule with its place, a question with its readings, how a meld was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from grammar.cards import Card
from rulebook.model import Place, Question, Rule, conjuncts
from rulebook.places import describe
from verifier.report.layout import Block, Line, Para, Rows, Span
from verifier.scene import FactValue, Reading
from verifier.steps import Step
from verifier.verdict import ActionVerdict, Asked, MeldRead, Need, Say, Unknown, Verdict
from verifier.words.acts import step_text
from verifier.words.facts import fact_is, need_text
from verifier.words.melds import read_cards
from verifier.words.sentences import cards, first_capital, rank, say, silent, stands, typeset, verdict_word

STYLES = {"legal": "good", "illegal": "bad", "undetermined": "open", "cannot arise": "open", "not judged": "dim"}
"""The style of a verdict."""

_PLAYS = ("lay", "add", "swap", "shift", "move")


def para(text: str, lang: str, indent: int = 2, style: str = "") -> Para:
    """A paragraph of one style."""
    return Para((Span(typeset(text, lang), style),), indent, indent)


def marked(mark: str, style: str, text: str, lang: str) -> Para:
    """A paragraph behind a sign in its colour."""
    return Para((Span(mark, style), Span(f" {typeset(text, lang)}")), 2, 4)


def main_action(verdict: Verdict) -> ActionVerdict | None:
    """The act that decides; of a legal record the play whose permit asks most, the last of these, else its last act."""
    if verdict.verdict != "legal":
        return verdict.deciding
    acts = [action for action in verdict.actions if action.step.act and action.rules]
    plays = [action for action in acts if action.step.kind in _PLAYS]
    return max(reversed(plays or acts or list(verdict.actions)), key=_asks, default=None)


def _asks(action: ActionVerdict) -> int:
    """How many conditions the permit has by which the act is legal."""
    permits = (say.limb for say in action.rules if say.limb.effect == "permit")
    return max((len(conjuncts(limb.when)) for limb in permits), default=0)


def step_in_line(step: Step, lang: str) -> str:
    """What was done, and in which line."""
    return say("in-line", lang, what=step_text(step, lang), line=step.at.line)


# ---------------------------------------------------------------------------------------- rules


def where(places: Sequence[Place], lang: str) -> str:
    """Places as people look them up, each title and heading once: `Rules › Jokers › paragraph 2; paragraph 3`."""
    found: list[str] = []
    before: list[str] = []
    for place in places:
        path = describe(place, lang).split(" › ")
        if path == before:
            continue
        shared = next((n for n, (a, b) in enumerate(zip(path, before, strict=False)) if a != b), 0)
        found.append(" › ".join(path[shared:]))
        before = path
    return (" ; " if lang == "fr" else "; ").join(dict.fromkeys(found))


def under(owner: Rule | Question, lang: str) -> str:
    """What stands under the sentence of a rule: its id, its place, how firmly it stands."""
    parts = [owner.id, where(owner.places, lang), stands(owner, lang)]
    return " · ".join(part for part in parts if part)


def rule_blocks(owner: Rule | Question, needs: str, lang: str, indent: int = 2) -> list[Block]:
    """A rule: its sentence, its place, and what there was against what was needed."""
    blocks: list[Block] = [para(say("quote", lang, text=owner.text(lang)), lang, indent)]
    blocks.append(para(under(owner, lang), lang, indent + 2, "dim"))
    if needs:
        blocks.append(para(f"{first_capital(needs)}.", lang, indent + 2, "bold"))
    return blocks


def needs_text(needs: Iterable[Need], lang: str, forbids: bool = False) -> str:
    """What there was against what was needed, in one sentence without its full stop."""
    every = list(needs)
    if forbids and len(every) > 1:
        texts = [fact_is(n.fact, n.value, lang) if n.value is not None else need_text(n, lang) for n in every]
    else:
        texts = [need_text(need, lang) for need in every]
    return (" ; " if lang == "fr" else "; ").join(dict.fromkeys(texts))


def say_needs(said: Say, lang: str, named: bool = False) -> str:
    """The same for a statement; with the meld it is about, if that is to be `named`."""
    text = needs_text(said.needs, lang, forbids=said.limb.effect == "forbid")
    if text and named and said.meld:
        return f"{cards(said.meld, lang)} : {text}" if lang == "fr" else f"{cards(said.meld, lang)}: {text}"
    return text


# ---------------------------------------------------------------------------------------- questions


def verdict_span(verdict: str, lang: str) -> Span:
    """The word for a verdict in its colour."""
    return Span(verdict_word(verdict, lang), STYLES[verdict])


def question_blocks(asked: Asked, lang: str, indent: int = 2) -> list[Block]:
    """A question: its words, why it is open, and the verdict under each reading."""
    if asked.question is None:
        return [para(silent(asked.event, lang), lang, indent)]
    question = asked.question
    why = say(f"because-{question.because}", lang)
    if question.places:
        near = where(question.places, lang)
        why = say("near" if question.because == "silent" else "at", lang, why=why, places=near)
    blocks: list[Block] = [
        para(question.text(lang), lang, indent, "bold"),
        para(f"{question.id} · {why}", lang, indent + 2, "dim"),
    ]
    if not decided(verdict for _, verdict in asked.under):
        return blocks
    rows = tuple(_answer(answer.text(lang) or answer.name, verdict, lang) for answer, verdict in asked.under)
    return [*blocks, Rows(rows, indent + 4)]


def decided(verdicts: Iterable[str]) -> bool:
    """Whether any of these is a verdict that settles something."""
    return any(verdict != "undetermined" for verdict in verdicts)


def _answer(text: str, verdict: str, lang: str) -> tuple[Line, ...]:
    return (Span(typeset(text, lang)),), (verdict_span(verdict, lang),)


def unknown_rows(unknown: Sequence[Unknown], lang: str) -> Rows:
    """What is not written, and the verdict for each thing it may be; one thing that settles it all is enough."""
    alone = [each for each in unknown if all(verdict != "undetermined" for _, verdict in each.under)]
    rows = [row for each in alone[:1] or unknown for row in _answers(each, lang)]
    return Rows(tuple(rows), 4)


def _answers(unknown: Unknown, lang: str) -> Iterator[tuple[Line, ...]]:
    """The verdict for each value; numbers that come to the same in one row."""
    for verdict, group in groupby(unknown.under, itemgetter(1)):
        values = [value for value, _ in group]
        last = values[-1]
        counted = "" if isinstance(last, Reading) else fact_is(unknown.fact, last, lang)
        if len(values) > 2 and counted.startswith(f"{last} "):
            yield _answer(say("if-between", lang, low=values[0], phrase=counted), verdict, lang)
        else:
            yield from (_answer(_if(unknown, value, lang), verdict, lang) for value in values)


def hangs_on(unknown: Unknown, lang: str) -> str:
    """The same in one sentence."""
    if unknown.label:
        return say("hangs-on-reading", lang, meld=f"{unknown.label} ({cards(unknown.cards, lang)})")
    return say("hangs-on-fact", lang, phrase=fact_is(unknown.fact, True, lang))


def _if(unknown: Unknown, value: FactValue | Reading, lang: str) -> str:
    if isinstance(value, Reading):
        meld = f"{unknown.label} ({cards(unknown.cards, lang)})"
        return say("if-read", lang, meld=meld, reading=reading_text(unknown.cards, value, lang))
    return say("if", lang, phrase=fact_is(unknown.fact, value, lang))


# ---------------------------------------------------------------------------------------- readings of melds


def reading_text(written: tuple[Card, ...], reading: Reading, lang: str) -> str:
    """A reading in words: `a set of 10s`, `the run 7♣ 8♣ 9♣`."""
    if reading.kind == "set":
        key = "a-set" if len(written) < 4 else "a-set-of-four"
        return say(key, lang, rank=rank(reading.start, lang))
    if reading.kind == "run":
        return say("a-run", lang, cards=cards(read_cards(written, reading.start), lang))
    return say("neither", lang)


def read_text(read: MeldRead, lang: str) -> str:
    """How a meld was read: `7♣ 8♣ JK is read as the run 7♣ 8♣ 9♣`."""
    return say("read-as", lang, meld=cards(read.cards, lang), reading=reading_text(read.cards, read.reading, lang))
