"""Statements about cards that no play decides, though facts would let them.

Plays of every form are tried with their cards left free, and larger ones where the facts ask for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rulebook.model import Book, Limb, Rule
from rulebook.vocabulary import FACTS
from verifier.check.apart import apart, only
from verifier.check.making import without
from verifier.compare.forms import Form, forms, forms_for, rounds
from verifier.compare.ground import Ground
from verifier.deck import most_copies
from verifier.direct.statements import looks_around
from verifier.smt import z3face as z
from verifier.smt.circuit import Circuit
from verifier.smt.free import plainest_facts
from verifier.smt.rules import EventVerdict, differ, one_answer
from verifier.smt.z3face import Term


def unplayed(book: Book, todo: Iterable[tuple[Rule, Limb]]) -> Iterator[tuple[Rule, Limb]]:
    """The statements about cards, of those given, that no play of any form decides.

    Where the rules of the deal leave no cards to play with, nothing is said.
    """
    if most_copies(book, None) == (0, 0):
        return
    left = [(rule, limb) for rule, limb in todo if _of_cards(limb)]
    for form in forms(rounds(book)):
        here = [one for one in left if one[1].event in form.events]
        if here:
            decided = _decided(book, form, here)
            left = [one for one in left if one not in decided]
    yield from ((rule, limb) for rule, limb in left if not _beyond(book, rule, limb))


def _beyond(book: Book, rule: Rule, limb: Limb) -> bool:
    """Whether a larger play decides it, of the size that the facts ask for which would let it decide."""
    here = only(book, limb.event)
    both = apart(here, next(one for one in here.rules if one.id == rule.id), limb)
    if not both.solver.satisfiable():
        return False
    larger = forms_for(limb.event, plainest_facts(both.solver, both.facts), rounds(book))
    return any(_decided(book, form, [(rule, limb)]) for form in larger)


def _of_cards(limb: Limb) -> bool:
    """Whether a statement looks at cards, and at more than whether they are held."""
    facts = {*limb.facts()} - {"in-hand"}
    return limb.event in _ON_CARDS and any(FACTS[fact].cards for fact in facts)


def _decided(book: Book, form: Form, here: Sequence[tuple[Rule, Limb]]) -> list[tuple[Rule, Limb]]:
    """The statements without which some play of a form would be decided otherwise, for some answers."""
    rest = [
        replace(book, rules=without(book.rules, rule, limb), digest=f"{book.digest} without {rule.id} {number}")
        for number, (rule, limb) in enumerate(here)
    ]
    ground = Ground(form, (book, *rest), most_copies(book, None), looks_around(book))
    whole, *others = ground.circuits
    ground.solver.add(z.conj(_same_answers(whole, others)))
    return [one for one, other in zip(here, others, strict=True) if ground.can_be(differ(_act(whole), _act(other)))]


def _same_answers(whole: Circuit, others: Sequence[Circuit]) -> Iterator[Term]:
    """Each question has one answer, the same in all the books."""
    yield one_answer(whole.book.questions, whole.answer)
    for question in whole.book.questions:
        for reading in question.readings:
            yield from (whole.answer(question.id, reading.name) == o.answer(question.id, reading.name) for o in others)


def _act(circuit: Circuit) -> EventVerdict:
    """The verdict on the whole act."""
    events = circuit.verdicts[: circuit.acts]
    return EventVerdict(z.disj(event.illegal for event in events), z.conj(event.legal for event in events))


_ON_CARDS = ("meld", "open", "add", "swap", "shift")
