"""The report on one record, as somebody at the table reads it: the verdict, the rule, the place, the remedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grammar.document import Record
from rulebook.model import Book
from verifier.remedy import Remedy, remedies
from verifier.report.layout import Block, Gap, Para, Rows, Span
from verifier.report.parts import (
    STYLES,
    decided,
    main_action,
    marked,
    needs_text,
    para,
    question_blocks,
    read_text,
    reading_text,
    rule_blocks,
    say_needs,
    step_in_line,
    unknown_rows,
)
from verifier.report.scores import score_blocks
from verifier.report.table import other_books
from verifier.verdict import (
    CANNOT_ARISE,
    NOT_JUDGED,
    ActionVerdict,
    Asked,
    RulingCheck,
    Say,
    TableTrouble,
    Unknown,
    Verdict,
)
from verifier.words.acts import act_text, gone_text, step_text
from verifier.words.facts import POINTS, fact_is
from verifier.words.remedies import remedy_text
from verifier.words.sentences import cards, first_capital, listed, say, typeset, verdict_word, whose

LEGAL, ILLEGAL, UNDETERMINED = "legal", "illegal", "undetermined"


class Case(Struct, frozen=True):
    """What a report tells: the verdict shown in full, those of the other books, and what would help."""

    verdict: Verdict
    others: tuple[Verdict, ...]
    remedies: tuple[Remedy, ...]
    rulings: tuple[tuple[Book, RulingCheck, str], ...]
    """Each ruling that was checked, with its book and our verdict."""
    lang: str
    headed: bool
    """Whether the title of the record and its place are to be shown."""


def case_of(asked: Sequence[Verdict], others: Sequence[Verdict], lang: str, headed: bool = False) -> Case:
    """The case of the books asked, of which the first is told in full, and of the others beside them."""
    first, *more = asked
    action = main_action(first)
    beside = (*more, *others)
    allowing = [verdict.book for verdict in beside if verdict.verdict == LEGAL]
    helps = remedies(first.record, action, first.book, allowing) if action else ()
    rulings = tuple((verdict.book, verdict.ruling, verdict.verdict) for verdict in asked if verdict.ruling)
    return Case(first, beside, helps, rulings, lang, headed)


def report(case: Case) -> Iterator[Block]:
    """The blocks of a report."""
    lang = case.lang
    if case.headed:
        yield _title(case.verdict.record, lang)
    if case.verdict.impossible:
        yield from _impossible(case.verdict.impossible, case.verdict.book, lang)
    else:
        yield from _judged(case)
    if case.verdict.score:
        yield from score_blocks(case.verdict.score, case.lang)
    yield from _others(case)
    yield from _notes(case)


def _title(record: Record, lang: str) -> Para:
    place = f"{record.source}:{record.at.line}"
    if not record.title:
        return Para((Span(place, "dim"),))
    return Para((Span(typeset(record.title, lang), "bold"), Span(f"  {place}", "dim")))


# ---------------------------------------------------------------------------------------- the verdict


def _judged(case: Case) -> Iterator[Block]:
    verdict, lang = case.verdict, case.lang
    action = main_action(verdict)
    yield _head(verdict, action, lang)
    if action is None:
        return
    match action.verdict:
        case "illegal" | "legal" if action.note == "unknown-card":
            yield para(say("whatever-card", lang), lang)
        case "illegal":
            yield from _illegal(action, case)
        case "undetermined":
            yield from _undetermined(action, lang)
        case "legal":
            yield from _legal(action, lang)
        case "cannot arise":
            yield para(say("bad-readings", lang), lang)
        case _:
            yield para(say("no-rule", lang), lang)


def _head(verdict: Verdict, action: ActionVerdict | None, lang: str) -> Para:
    word = first_capital(verdict_word(verdict.verdict, lang))
    text = say("head", lang, verdict="\0", book=verdict.book.title, what=_what(verdict, action, lang))
    if verdict.verdict == LEGAL and len(verdict.record.turns) > 1:
        text = say("head-all", lang, verdict="\0", book=verdict.book.title)
    before, after = typeset(text, lang).split("\0")
    return Para((Span(before, "bold"), Span(word, STYLES[verdict.verdict]), Span(after, "bold")), 0, 2)


def _what(verdict: Verdict, action: ActionVerdict | None, lang: str) -> str:
    """What the verdict is about: the act that decides; of one legal turn, the whole of it."""
    if verdict.verdict == LEGAL and len(verdict.record.turns) == 1:
        turn = verdict.record.turns[0]
        acts = "; ".join(act_text(act, lang, bool(turn.player)) for act in turn.acts)
        acts = acts.replace("; ", " ; ") if lang == "fr" else acts
        return f"{turn.player} {acts}".strip()
    if action is None:
        return ""
    return step_in_line(action.step, lang) if len(verdict.record.turns) > 1 else step_text(action.step, lang)


def _several(action: ActionVerdict) -> bool:
    """Whether the act lays several melds, so that a breach has to say which."""
    return action.step.act is not None and len(action.step.act.melds) > 1


def _illegal(action: ActionVerdict, case: Case) -> Iterator[Block]:
    lang = case.lang
    first, *others = _by_rule(action.broken)
    yield from rule_blocks(first.owner, say_needs(first, lang, _several(action)), lang)
    for each in action.gone:
        yield para(gone_text(each, action.step.actor, lang), lang)
    if action.nearest and action.nearest.failed:
        yield para(say("nearest", lang), lang)
        yield from rule_blocks(action.nearest.rule, needs_text(action.nearest.failed, lang), lang, 4)
    yield from _remedies(case)
    for key, always in (("also-broken", True), ("perhaps-broken", False)):
        for other in (other for other in others if other.always == always):
            yield para(say(key, lang), lang)
            yield from rule_blocks(other.owner, say_needs(other, lang, _several(action)), lang, 4)
    yield from _reason(action, first, lang)
    yield from _readings(action, lang)


def _by_rule(says: Sequence[Say]) -> list[Say]:
    """Each rule once."""
    return list({said.id: said for said in reversed(says)}.values())[::-1]


def _reason(action: ActionVerdict, first: Say, lang: str) -> Iterator[Block]:
    """The irreducible reason, where it says more than the rule above."""
    reason = action.reason
    if reason is None:
        return
    told = {"kind", *(need.fact for need in (*first.needs, *(action.nearest.failed if action.nearest else ())))}
    if len(reason.rules) < 2 and {fact for _, fact, _ in reason.facts} <= told:
        return
    items = [*reason.rules, *(fact_is(fact, value, lang) for _, fact, value in reason.facts)]
    yield para(say("reason", lang, items=listed(dict.fromkeys(items), lang)), lang, 2, "dim")


def _remedies(case: Case) -> Iterator[Block]:
    texts = [remedy_text(remedy, case.lang) for remedy in case.remedies if remedy.kind == "cards"]
    books = [book.title for remedy in case.remedies for book in remedy.books]
    if texts:
        yield para(say("remedy", case.lang, text=listed(texts, case.lang, "or")), case.lang)
    if books:
        yield para(say("remedy-variants", case.lang, books=listed(books, case.lang)), case.lang)


def _legal(action: ActionVerdict, lang: str) -> Iterator[Block]:
    permits = [said for said in action.rules if said.limb.effect in ("permit", "otherwise")]
    kept = _by_rule([said for said in action.rules if said not in permits])
    telling = [said for said in kept if said.event == "open" or said.limb.effect == "exception"]
    for said in (*_by_rule(permits)[:1], *telling):
        needs = say_needs(said, lang) if said.limb.effect == "require" else ""
        yield from rule_blocks(said.owner, needs, lang)
    rest = [said.id for said in kept if said not in telling]
    yield from _readings(action, lang)
    if rest:
        yield para(say("also-kept", lang, rules=", ".join(dict.fromkeys(rest))), lang, 2, "dim")


def _undetermined(action: ActionVerdict, lang: str) -> Iterator[Block]:
    if action.gave_up:
        yield para(say("gave-up", lang), lang)
    elif action.note == "unknown-card":
        yield para(say("unknown-card", lang), lang)
    if not _settled_by_one(action.questions):
        yield from _not_written(action.unknown, lang)
        yield from _questions(action.questions, lang, more=bool(action.unknown))
    else:
        yield from _questions(action.questions, lang)
        yield from _not_written(action.unknown, lang)


def _settled_by_one(questions: Sequence[Asked]) -> bool:
    """Whether the first question alone settles something."""
    return bool(questions) and decided(verdict for _, verdict in questions[0].under)


def _not_written(unknown: Sequence[Unknown], lang: str) -> Iterator[Block]:
    if unknown:
        yield para(say("hangs-on", lang), lang)
        yield unknown_rows(unknown, lang)


def _questions(questions: Sequence[Asked], lang: str, more: bool = False) -> Iterator[Block]:
    """The question that decides most, how to settle it, and then the others; `more` if something else came first."""
    for number, asked in enumerate(questions):
        if number == (0 if more else 1):
            yield para(say("other-questions", lang), lang)
        yield from question_blocks(asked, lang, 4 if number or more else 2)
        if number == 0 and len(questions) > 1:
            yield para(say("decide-first", lang), lang, 4)
        if number == 0 and asked.question and asked.under:
            yield _settle(asked.question.id, [answer.name for answer, _ in asked.under], lang)


def _settle(question: str, answers: Sequence[str], lang: str) -> Para:
    before, after = typeset(say("settle", lang, code="\0"), lang).split("\0")
    return Para((Span(before, "dim"), Span(f"--settle {question}={'|'.join(answers)}", "code"), Span(after)), 2, 4)


def _readings(action: ActionVerdict, lang: str) -> Iterator[Block]:
    last = {read.label: read for read in action.readings if read.reading.kind != "neither"}
    if last:
        yield para(" ".join(read_text(read, lang) for read in last.values()), lang, 2, "dim")
    for read, rules in action.other_readings[:2]:
        reading = reading_text(read.cards, read.reading, lang)
        text = say("otherwise-read", lang, meld=cards(read.cards, lang), reading=reading, rules=listed(rules, lang))
        yield para(text, lang, 2, "dim")


# ---------------------------------------------------------------------------------------- a table that cannot be


def _impossible(trouble: TableTrouble, book: Book, lang: str) -> Iterator[Block]:
    yield Para((Span(typeset(say("head-table", lang, book=book.title), lang), "open"),), 0, 2)
    if not trouble.broken:
        key = "copies" if trouble.allowed else "copies-none"
        shown = cards(trouble.cards, lang)
        yield para(say(key, lang, card=shown, count=trouble.copies, allowed=trouble.allowed, book=book.title), lang)
        return
    yield para(say("bad-meld", lang, label=trouble.label, cards=cards(trouble.cards, lang)), lang)
    first = trouble.broken[0]
    yield from rule_blocks(first.owner, say_needs(first, lang), lang)


# ---------------------------------------------------------------------------------------- the rest


def _others(case: Case) -> Iterator[Block]:
    if case.others:
        yield Gap()
        yield Rows(tuple(other_books(case.others, main_action(case.verdict), case.lang)), 2)


def _notes(case: Case) -> Iterator[Block]:
    lang = case.lang
    yield Gap()
    yield from _acts(case.verdict, lang)
    for text in _unchecked(case.verdict, lang):
        yield para(text, lang)
    if case.verdict.verdict == ILLEGAL:
        yield para(_fault(case.verdict.book, lang), lang)
    yield from _rulings(case.rulings, lang)


_MARKS = {LEGAL: ("✓", "good"), ILLEGAL: ("✗", "bad"), UNDETERMINED: ("?", "open"), CANNOT_ARISE: ("?", "open")}


def _acts(verdict: Verdict, lang: str) -> Iterator[Block]:
    """The turn that decides, act by act, where there is more than one act."""
    action = main_action(verdict)
    if action is None or verdict.verdict == LEGAL:
        return
    turn = [each for each in verdict.actions if each.step.turn == action.step.turn]
    if len(turn) < 2:
        return
    spans: list[Span] = []
    for each in turn:
        mark, style = _MARKS.get(each.verdict, ("–", "dim"))
        spans += [Span(" · " if spans else "", "dim"), Span(mark, style), Span(f" {_short(each, lang)}")]
    yield Para(tuple(spans), 2, 2)


def _short(action: ActionVerdict, lang: str) -> str:
    act = action.step.act
    return typeset(act_text(act, lang, bool(action.step.actor)) if act else step_text(action.step, lang), lang)


def _unchecked(verdict: Verdict, lang: str) -> Iterator[str]:
    """What nobody looked at."""
    if any(action.verdict == NOT_JUDGED and action.note == "after-illegal" for action in verdict.actions):
        yield say("rest-not-judged", lang)
    unchecked = list(dict.fromkeys(action.step.actor for action in verdict.actions if action.unchecked))
    if len(unchecked) == 1:
        yield first_capital(say("unchecked", lang, whose=whose(unchecked[0], lang)))
    elif unchecked:
        names = unchecked if lang == "en" else [whose(name, lang) for name in unchecked]
        yield say("unchecked-several", lang, names=listed(names, lang))
    last = verdict.actions[-1] if verdict.actions else None
    over = last is None or last.step.kind == "turn" or last.verdict in (ILLEGAL, NOT_JUDGED)
    if not over and not verdict.record.line_form:
        yield say("not-over", lang)


def _fault(book: Book, lang: str) -> str:
    rule = book.fault()
    if rule is None:
        return say("no-fault", lang)
    return say("fault", lang, points=POINTS.say(rule.fault or 0, lang)) + f" {rule.id}"


def _rulings(rulings: Sequence[tuple[Book, RulingCheck, str]], lang: str) -> Iterator[Para]:
    """The rulings that we agree with in one line, the others in a line each."""
    agreed: dict[str, list[str]] = {}
    for book, check, _ in rulings:
        if check.agrees:
            agreed.setdefault(verdict_word(check.ruling.verdict, lang), []).append(book.title)
    if agreed:
        parts = [say("verdict-in", lang, verdict=word, books=listed(books, lang)) for word, books in agreed.items()]
        several = sum(map(len, agreed.values())) > 1
        yield marked("✓", "good", say("ruled-several" if several else "ruled", lang, rulings=", ".join(parts)), lang)
    for book, check, ours in rulings:
        if not check.agrees:
            yield marked("✗", "bad", _disagreement(book, check, ours, lang), lang)


def _disagreement(book: Book, check: RulingCheck, ours: str, lang: str) -> str:
    claimed = check.ruling.verdict
    key = "ruled-wrong" if claimed != ours else "ruled-wrong-rule"
    words = {"claimed": verdict_word(claimed, lang), "verdict": verdict_word(ours, lang)}
    return say(key, lang, book=book.title, rule=check.ruling.rule, **words)
