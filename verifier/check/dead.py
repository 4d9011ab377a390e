"""Statements that never decide anything: without them the book would say the same of every play.

A statement is taken away, and the solver looks for facts of its event on which the book then decides otherwise. Where
there are none, the rules that leave it nothing are those without which it would decide something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rulebook.model import Book, Limb, Rule, facts_of
from rulebook.mutants import limb_text
from rulebook.vocabulary import EVENTS, FACTS
from verifier.arbiter import looks_around
from verifier.check.impossible import never
from verifier.check.making import EVENTS as NAMED
from verifier.check.making import named, of_rule, said, without
from verifier.check.model import Finding
from verifier.compare.forms import EVENTS_OF, Form, bound, forms, rounds
from verifier.compare.ground import Ground
from verifier.deck import most_copies
from verifier.smt import z3face as z
from verifier.smt.circuit import Circuit
from verifier.smt.free import free
from verifier.smt.rules import term
from verifier.smt.z3face import Term
from verifier.words.sentences import Pair

_ENOUGH_JOKERS = 24

_NEVER_HOLDS: Pair = (
    "This never decides anything: its condition can never hold.",
    "Cela ne décide jamais rien : sa condition n'est jamais remplie.",
)
_ALWAYS_KEPT: Pair = (
    "This never decides anything: it is always kept.",
    "Cela ne décide jamais rien : c'est toujours respecté.",
)
_SAME_AS_SILENCE: Pair = (
    "This never decides anything: where nothing is said, the play is undetermined all the same.",
    "Cela ne décide jamais rien : là où rien n'est dit, le coup est indéterminé tout autant.",
)
_SHADOWED: Pair = (
    "This never decides anything about {event}: all that it could decide is decided by {rules}.",
    "Cela ne décide jamais rien pour {event} : tout ce que cela pourrait décider l'est par {rules}.",
)
_NO_CARDS: Pair = (
    "No play was found that this decides: not up to {cards} cards in a meld on the table or laid first.",
    "Aucun coup n'a été trouvé que cela décide : pas jusqu'à {cards} cartes par combinaison posée.",
)


class Dead(Struct, frozen=True):
    """A dead statement, and the rules that leave it nothing. `played` is True where facts would let it decide, and no
    cards do, up to the bound."""

    rule: Rule
    limb: Limb
    culprits: tuple[str, ...]
    played: bool = False


def dead(book: Book, base: Book | None = None) -> Iterator[Finding]:
    """The dead statements of a book, those of one rule with the same rules to blame as one finding.

    A statement of the base that an amendment left nothing is the amendment's doing.
    """
    alive_before = (
        None
        if base is None
        else {(rule.id, limb) for rule, limb in _statements(base)} - {(one.rule.id, one.limb) for one in find(base)}
    )
    grouped: dict[tuple[str, tuple[str, ...], bool, bool], list[Dead]] = {}
    for one in find(book):
        killed = alive_before is not None and (one.rule.id, one.limb) in alive_before
        grouped.setdefault((one.rule.id, one.culprits, one.rule.house or killed, one.played), []).append(one)
    for (_, culprits, house, _), found in grouped.items():
        first = found[0]
        statement = "; ".join(limb_text(one.limb) for one in found)
        yield of_rule(first.rule, "dead", _text(book, found), first.limb.event, culprits, statement=statement,
                      house=house, bound=first.played)  # fmt: skip


def _text(book: Book, found: Sequence[Dead]) -> Pair:
    first = found[0]
    if first.played:
        return said(_NO_CARDS, cards=str(dict(bound())["set"]))
    if first.limb.default == "ask":
        return _SAME_AS_SILENCE
    if first.culprits:
        events = dict.fromkeys(one.limb.event for one in found)
        both = tuple(", ".join(NAMED[event][n] for event in events) for n in (0, 1))
        return said(_SHADOWED, event=(both[0], both[1]), rules=named(first.culprits))
    return _NEVER_HOLDS if first.limb.when is not None and not _can_hold(book, first.limb) else _ALWAYS_KEPT


def _statements(book: Book) -> Iterator[tuple[Rule, Limb]]:
    for rule in book.rules:
        yield from ((rule, limb) for limb in rule.limbs)


def find(book: Book) -> Iterator[Dead]:
    """The dead statements; where an event can never be legal, nothing about it is worth saying."""
    by_facts = list(_by_facts(book))
    yield from by_facts
    yield from _by_cards(book, {(one.rule.id, one.limb) for one in by_facts})


def _by_facts(book: Book) -> Iterator[Dead]:
    for event in EVENTS:
        if event == "deal" or never(book, event):
            continue
        here = _only(book, event)
        for rule in here.rules:
            for limb in rule.limbs:
                if not _elsewhere(here, limb) and not alive(here, rule, limb):
                    original = book.rule(rule.id)
                    assert original is not None
                    yield Dead(original, limb, _culprits(here, rule, limb))


def _only(book: Book, event: str) -> Book:
    """What a book says of an event, and nothing else of its rules."""
    rules = (replace(rule, limbs=tuple(x for x in rule.limbs if x.event == event)) for rule in book.rules)
    return replace(book, rules=tuple(rule for rule in rules if rule.limbs or rule.values))


def _elsewhere(book: Book, limb: Limb) -> bool:
    """Whether an exception lifts a rule that says nothing of the event: that is a conflict of its own."""
    return bool(limb.lifts) and all(rule.id != limb.lifts for rule in book.rules)


def alive(book: Book, rule: Rule, limb: Limb) -> bool:
    """Whether a book that says this of one event would decide some facts of it otherwise without the statement."""
    rest = replace(book, rules=without(book.rules, rule, limb), digest=f"{book.digest} without")
    both = free((book, rest), limb.event, _ENOUGH_JOKERS, together=True)
    one, two = (voice.said.verdicts[0] for voice in both.voices)
    both.solver.add(z.disj((z.neg(one.legal == two.legal), z.neg(one.illegal == two.illegal))))
    for question in book.questions:
        if question.readings:
            both.solver.add(z.exactly_one([z.boolean(f"{question.id}={r.name}") for r in question.readings]))
    return both.solver.satisfiable(())


def _culprits(book: Book, rule: Rule, limb: Limb) -> tuple[str, ...]:
    """Rules that leave the statement nothing, none of which can be spared; those of another effect are kept if they
    can be, and one of them is among them if there is any."""
    others = [one for one in book.rules if one is not rule and one.limbs]
    others.sort(key=lambda one: any(x.effect == limb.effect for x in one.limbs), reverse=True)
    needed = list(others)
    for one in others:
        fewer = [other for other in needed if other is not one]
        if not alive(_of_rules(book, rule, fewer), rule, limb):
            needed = fewer
    return tuple(one.id for one in book.rules if one in needed)


def _of_rules(book: Book, rule: Rule, others: Sequence[Rule]) -> Book:
    kept = tuple(one for one in book.rules if one is rule or one in others or not one.limbs)
    return replace(book, rules=kept, digest=f"{book.digest} of {' '.join(one.id for one in kept)}")


# ---------------------------------------------------------------------------------------- with cards


def _by_cards(book: Book, known: set[tuple[str, Limb]]) -> Iterator[Dead]:
    """Statements about cards that no play of any form decides, though facts would let them."""
    todo = [
        (rule, limb)
        for rule, limb in _statements(book)
        if (rule.id, limb) not in known and _of_cards(limb) and not never(book, limb.event)
    ]
    for form in forms(rounds(book)):
        here = [one for one in todo if one[1].event in EVENTS_OF[form.verb]]
        if here:
            decided = _decided(book, form, here)
            todo = [one for one in todo if one not in decided]
    yield from (Dead(rule, limb, (), played=True) for rule, limb in todo)


def _of_cards(limb: Limb) -> bool:
    """Whether a statement looks at cards, and at more than whether they are held."""
    facts = {*facts_of(limb.when), *facts_of(limb.need)} - {"in-hand"}
    return limb.event in _ON_CARDS and any(FACTS[fact].cards for fact in facts)


def _decided(book: Book, form: Form, here: Sequence[tuple[Rule, Limb]]) -> list[tuple[Rule, Limb]]:
    """The statements without which some play of a form would be decided otherwise, under one answer to each question."""
    rest = [
        replace(book, rules=without(book.rules, rule, limb), digest=f"{book.digest} without {rule.id} {number}")
        for number, (rule, limb) in enumerate(here)
    ]
    ground = Ground(form, (book, *rest), most_copies(book, None), looks_around(book))
    whole, *others = ground.circuits
    ground.solver.add(z.conj(_same_answers(whole, others)))
    return [one for one, other in zip(here, others, strict=True) if ground.can_be(_differ(whole, other))]


def _same_answers(whole: Circuit, others: Sequence[Circuit]) -> Iterator[Term]:
    """Each question has one answer, the same in all the books."""
    for question in whole.book.questions:
        literals = [whole.answer(question.id, reading.name) for reading in question.readings]
        yield z.exactly_one(literals)
        for other in others:
            for literal, reading in zip(literals, question.readings, strict=True):
                yield literal == other.answer(question.id, reading.name)


def _differ(one: Circuit, two: Circuit) -> Term:
    return z.disj((z.neg(one.legal == two.legal), z.neg(one.illegal == two.illegal)))


_ON_CARDS = ("meld", "open", "add", "swap", "shift")


def _can_hold(book: Book, limb: Limb) -> bool:
    both = free((book,), limb.event, _ENOUGH_JOKERS)
    if limb.when is not None:
        both.solver.add(term(limb.when, both.facts.__getitem__))
    return both.solver.satisfiable(())
