"""What a book leaves open: its open questions, and the plays that none of its rules decides.

A power, such as adding a card, needs a permit. Where no rule permits it always, and no `otherwise` says what holds
where nothing does, there may be plays that the book does not decide: the verdict on them is undetermined. The solver
says whether facts can come together so; no cards are looked for that would show it.

Each open question is a finding too, whatever its cause. Both say which other books have a rule where this one has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rulebook.library import book as book_named
from rulebook.library import names, possible
from rulebook.model import Book, Limb, Question, Reading, Rule, Value
from rulebook.mutants import limb_text
from rulebook.vocabulary import POWERS
from verifier.check.arithmetic import Facts
from verifier.check.model import Finding
from verifier.smt import z3face as z
from verifier.smt.rules import event_verdict, one_answer, statements
from verifier.smt.z3face import Term
from verifier.words.sentences import Pair
from verifier.words.sentences import silent as unanswered

_ANSWERS = ("cede", "keep")
"""The answers to a call: where nothing is said of calls, there are none."""


def silent(book: Book, others: Sequence[Book] = ()) -> Iterator[Finding]:
    """The powers that a book leaves undecided, and its open questions; `others` are the books to compare with."""
    beside = [other for other in others if other.id != book.id]
    for event in POWERS:
        if undecided(book, event) and not (event in _ANSWERS and not _spoken_of(book, "call")):
            yield _of_event(book, event, beside)
    for question in book.questions:
        yield _of_question(book, question, beside)


# ---------------------------------------------------------------------------------------- powers


def undecided(book: Book, event: str) -> bool:
    """Whether facts can come together so that nothing forbids a play, permits it, or holds otherwise."""
    solver = z.Solver()
    solver.add(one_answer(book.questions, _active))
    facts = Facts(solver)
    verdict = event_verdict(_asking_nothing(book), event, facts, _active)
    solver.add(z.neg(event_verdict(possible(), event, facts, _active).illegal))
    solver.add(z.neg(z.disj((verdict.legal, verdict.illegal))))
    try:
        return solver.satisfiable()
    except z.GaveUp:
        return True


def _active(owner: str, reading: str) -> Term:
    return z.boolean(f"{owner}={reading}") if reading else z.TRUE


def _asking_nothing(book: Book) -> Book:
    """The book as if what it leaves to a question were decided: the question is a finding of its own."""
    return replace(book, rules=tuple(replace(rule, limbs=tuple(map(_decided, rule.limbs))) for rule in book.rules))


def _decided(limb: Limb) -> Limb:
    return replace(limb, default="permit") if limb.default == "ask" else limb


def _spoken_of(book: Book, event: str) -> bool:
    return next(iter(statements(book, event)), None) is not None


def _of_event(book: Book, event: str, others: Sequence[Book]) -> Finding:
    owner, house = _owner(book, event)
    rule = book.rule(owner)
    permits = [limb for _, _, limb in statements(book, event) if limb.effect == "permit"]
    if permits:
        en = "It is permitted only under conditions, and no “otherwise” says what holds without them."
        fr = "Cela n'est permis que sous condition, et aucun « otherwise » ne dit ce qui vaut sinon."
    else:
        en = "No rule permits it, and no “otherwise” says what holds."
        fr = "Aucune règle ne le permet, et aucun « otherwise » ne dit ce qui vaut."
    elsewhere = [(other.id, found) for other in others if (found := _default(book, other, event))]
    more = _elsewhere(elsewhere)
    own = [limb for limb in rule.limbs if limb.event == event] if rule else []
    return Finding(
        "silent",
        owner,
        f"{unanswered(event, 'en')} {en}{more[0]}",
        f"{unanswered(event, 'fr')} {fr}{more[1]}",
        rules=tuple(dict.fromkeys(id for id, reading, limb in statements(book, event)
                                  if limb.effect == "permit" and not reading and id != owner)),
        event=event,
        statement=limb_text(own[-1]) if own else "",
        house=house,
        line=rule.line if rule else 0,
        file=rule.file if rule else "",
    )  # fmt: skip


def _owner(book: Book, event: str) -> tuple[str, bool]:
    """Whose silence it is, and whether an amendment brought it: the rule dropped that decided, or the last permit."""
    base = book_named(book.amends) if book.amends in names() else None
    house = base is not None and not undecided(base, event)
    permits = [
        rule for rule in book.rules if any(limb.event == event and limb.effect == "permit" for limb in rule.limbs)
    ]
    changed = [rule for rule in permits if rule.house]
    dropped = [
        id for id in book.dropped if base and (old := base.rule(id)) and any(_decides(x, event) for x in old.limbs)
    ]
    if house and dropped and not changed:
        return dropped[-1], True
    last = (changed if house and changed else permits)[-1:]
    return (last[0].id if last else ""), house


def _decides(limb: Limb, event: str) -> bool:
    return limb.event == event and limb.effect in ("permit", "otherwise", "forbid")


def _default(book: Book, other: Book, event: str) -> str:
    """The rule of another book that decides what nothing else does, if an amended book has not said it already."""
    for rule in reversed(other.rules):
        for limb in rule.limbs:
            always = limb.when is None and limb.event == event
            if always and limb.effect in ("permit", "forbid", "otherwise") and limb.default != "ask":
                return "" if _inherited(other, rule) or book.rule(rule.id) == rule else rule.id
    return ""


def _inherited(other: Book, rule: Rule) -> bool:
    """Whether a book has a rule from the book that it amends."""
    return bool(other.amends) and not rule.house


# ---------------------------------------------------------------------------------------- questions

_BECAUSE: dict[str, Pair] = {
    "silent": ("the source does not say", "la source n'en dit rien"),
    "ambiguous": ("the source can be read in more than one way", "la source se lit de plusieurs façons"),
    "contradictory": ("the source contradicts itself", "la source se contredit"),
}


def _of_question(book: Book, question: Question, others: Sequence[Book]) -> Finding:
    why = _BECAUSE[question.because]
    named = [reading.name for reading in question.readings]
    en = f"; its readings: {', '.join(named)}" if named else "; it names no way out"
    fr = f" ; ses lectures : {', '.join(named)}" if named else " ; aucune issue n'est indiquée"
    more = _elsewhere([(other.id, rule) for other in others if (rule := _rule_on(question, book, other))])
    limbs = [limb for reading in question.readings for limb in reading.limbs]
    return Finding(
        "silent",
        question.id,
        f"{question.en} Open: {why[0]}{en}.{more[0]}",
        f"{question.fr} Question ouverte : {why[1]}{fr}.{more[1]}",
        rules=tuple(rule.id for rule in book.rules if any(limb.asks == question.id for limb in rule.limbs)),
        event=limbs[0].event if limbs else "",
        house=question.house,
        line=question.line,
        file=question.file,
    )


def _rule_on(question: Question, book: Book, other: Book) -> str:
    """The rule of another book on the matter of a question, with the reading if it says just what that one does.

    It has the question's id, or speaks of the same event and the same facts of cards or the turn, or of the same cards'
    values. What the book itself says too is nothing new, and what a book has from the one it amends is said there.
    """
    rules = [rule for rule in other.rules if book.rule(rule.id) != rule and not _inherited(other, rule)]
    for reading in question.readings:
        for rule in rules:
            if _says(reading) and _says(reading) <= _says(rule):
                return f"{rule.id} = {reading.name}"
    matters = {matter for reading in question.readings for matter in _matters(reading)}
    return next((rule.id for rule in rules if rule.id == question.id or matters & {*_matters(rule)}), "")


def _says(item: Rule | Reading) -> set[Limb | Value]:
    """The statements, wherever they stand."""
    return {*(replace(limb, line=0) for limb in item.limbs), *(replace(value, line=0) for value in item.values)}


def _matters(item: Rule | Reading) -> Iterator[tuple[str, frozenset[str]]]:
    """What the statements are about: the event and its facts, or the cards and where they count."""
    for limb in item.limbs:
        facts = frozenset(limb.facts())
        if facts:
            yield limb.event, facts
    yield from ((f"value {value.where}", frozenset({str(value.selector)})) for value in item.values)


def _elsewhere(found: Sequence[tuple[str, str]]) -> Pair:
    """The other books that have a rule where this one has none."""
    named = ", ".join(f"{book} ({rule})" for book, rule in found)
    if not named:
        return "", ""
    return f" Other books have a rule on this: {named}.", f" D'autres livres ont une règle là-dessus : {named}."
