"""What a book says about one event, as terms over its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from rulebook.model import (
    Among,
    Book,
    Both,
    Compare,
    Either,
    Expr,
    Fact,
    Limb,
    Lit,
    Lookup,
    Not,
    Question,
    Sum,
)
from rulebook.vocabulary import DUTIES
from verifier.smt import z3face as z
from verifier.smt.facts import code
from verifier.smt.z3face import Term

FactTerm = Callable[[str], Term]
Active = Callable[[str, str], Term]
"""The term that says that a rule (reading "") or a reading of a question is in force."""


class EventVerdict(Struct, frozen=True):
    """When an event is illegal, and when it is legal; undetermined is the rest."""

    illegal: Term
    legal: Term


def statements(book: Book, event: str) -> Iterator[tuple[str, str, Limb]]:
    """The statements about an event: (rule or question, reading, statement), in the book's order."""
    for rule in book.rules:
        yield from ((rule.id, "", limb) for limb in rule.limbs if limb.event == event)
    for question in book.questions:
        for reading in question.readings:
            yield from ((question.id, reading.name, limb) for limb in reading.limbs if limb.event == event)


_READ: dict[tuple[str, str], tuple[str, ...]] = {}


def facts_read(book: Book, event: str) -> tuple[str, ...]:
    """The facts that the book's statements about an event read, each once."""
    key = (book.digest, event)
    if key not in _READ:
        _READ[key] = tuple(dict.fromkeys(name for _, _, limb in statements(book, event) for name in limb.facts()))
    return _READ[key]


class Saying(Struct, frozen=True):
    """A statement about an event as terms: `speaks` where it is in force, its condition holds and nothing lifts it;
    `broken` where it is a requirement or prohibition that is then not kept."""

    owner: str
    reading: str
    limb: Limb
    speaks: Term
    broken: Term


def sayings(book: Book, event: str, fact: FactTerm, active: Active) -> list[Saying]:
    """All that a book says about an event, given a term for each of its facts and for each rule's being in force."""
    said = list(statements(book, event))
    lifted = _lifted(said, fact, active)
    found = []
    for owner, reading, limb in said:
        free = z.neg(lifted[owner]) if owner in lifted else z.TRUE
        speaks = z.conj((active(owner, reading), _when(limb, fact), free))
        kept = z.FALSE if limb.need is None else term(limb.need, fact)
        broken = z.conj((speaks, z.neg(kept))) if limb.effect in ("require", "forbid") else z.FALSE
        found.append(Saying(owner, reading, limb, speaks, broken))
    return found


def verdict_of(event: str, said: Sequence[Saying]) -> EventVerdict:
    """The verdict on one event of what is said about it."""
    broken = z.disj(one.broken for one in said)
    if event in DUTIES:
        return EventVerdict(broken, z.neg(broken))
    permitted = z.disj(one.speaks for one in said if one.limb.effect == "permit")
    forbids, permits = _otherwise(said)
    unbroken, unsaid = z.neg(broken), z.neg(permitted)
    return EventVerdict(
        z.disj((broken, z.conj((unsaid, forbids)))),
        z.conj((unbroken, z.disj((permitted, z.conj((unsaid, permits)))))),
    )


def event_verdict(book: Book, event: str, fact: FactTerm, active: Active) -> EventVerdict:
    """The verdict on one event, given a term for each of its facts and for each rule's being in force."""
    return verdict_of(event, sayings(book, event, fact, active))


class Decided(Protocol):
    """Whatever is legal, illegal or neither: an event, or a whole act."""

    @property
    def legal(self) -> Term: ...
    @property
    def illegal(self) -> Term: ...


def differ(one: Decided, two: Decided) -> Term:
    """Where two verdicts differ."""
    return z.disj((z.neg(one.legal == two.legal), z.neg(one.illegal == two.illegal)))


def once_opened(verdict: EventVerdict, before: Term) -> EventVerdict:
    """The verdict on an opening, which says nothing of a player who opened on an earlier turn."""
    return EventVerdict(z.conj((z.neg(before), verdict.illegal)), z.disj((before, verdict.legal)))


def one_answer(questions: Iterable[Question], answer: Active) -> Term:
    """Each question that has readings is answered by one of them."""
    return z.conj(
        z.exactly_one([answer(question.id, reading.name) for reading in question.readings])
        for question in questions
        if question.readings
    )


def deal_allows(book: Book, name: str, variable: Term) -> Term:
    """What the book's rules of the deal say of a fact that is not known, those that read nothing else."""

    def kept(limb: Limb) -> Term:
        need = z.FALSE if limb.need is None else term(limb.need, lambda _: variable)
        return z.implies(_when(limb, lambda _: variable), need)

    demands = (limb for rule in book.rules for limb in rule.limbs if limb.event == "deal")
    return z.conj(kept(limb) for limb in demands if limb.effect in ("require", "forbid") and {*limb.facts()} == {name})


def _otherwise(said: Sequence[Saying]) -> tuple[Term, Term]:
    """When the last `otherwise` in force forbids, and when it permits; a question's reading comes after the rules."""
    forbids, permits = z.FALSE, z.FALSE
    for one in said:
        if one.limb.effect == "otherwise":
            forbids = z.ite(one.speaks, z.TRUE if one.limb.default == "forbid" else z.FALSE, forbids)
            permits = z.ite(one.speaks, z.TRUE if one.limb.default == "permit" else z.FALSE, permits)
    return forbids, permits


def _lifted(said: Sequence[tuple[str, str, Limb]], fact: FactTerm, active: Active) -> dict[str, Term]:
    """For each rule that has exceptions here, when one of them applies. A rule that is lifted lifts nothing."""
    exceptions = [(owner, reading, limb) for owner, reading, limb in said if limb.effect == "exception"]
    known: dict[str, Term] = {}

    def lifted(owner: str) -> Term:
        if owner not in known:
            known[owner] = z.disj(applies(*one) for one in exceptions if one[2].lifts == owner)
        return known[owner]

    def applies(owner: str, reading: str, limb: Limb) -> Term:
        return z.conj((active(owner, reading), _when(limb, fact), z.neg(lifted(owner))))

    for _, _, limb in exceptions:
        lifted(limb.lifts)
    return known


def _when(limb: Limb, fact: FactTerm) -> Term:
    return z.TRUE if limb.when is None else term(limb.when, fact)


def term(expr: Expr, fact: FactTerm) -> Term:
    """A condition or a number as a term."""
    match expr:
        case Lit(value):
            known = code("", value)
            return (z.TRUE if known else z.FALSE) if isinstance(known, bool) else z.number(known)
        case Fact(name):
            return fact(name)
        case Sum(op, left, right):
            one, two = term(left, fact), term(right, fact)
            return one + two if op == "+" else one - two if op == "-" else one * two
        case Compare(op, left, right):
            return _compare(op, term(left, fact), term(right, fact))
        case Among(item, values):
            found = term(item, fact)
            return z.disj(found == term(value, fact) for value in values)
        case Both(parts):
            return z.conj(term(part, fact) for part in parts)
        case Either(parts):
            return z.disj(term(part, fact) for part in parts)
        case Not(part):
            return z.neg(term(part, fact))
        case Lookup(key=key, cells=cells):
            result = z.number(0)
            for row, cell in reversed(cells):
                result = z.ite(fact(key) == row, z.number(cell), result)
            return result


def _compare(op: str, one: Term, two: Term) -> Term:
    match op:
        case "=":
            return one == two
        case "!=":
            return z.neg(one == two)
        case "<":
            return one < two
        case "<=":
            return one <= two
        case ">":
            return one > two
        case _:
            return one >= two
