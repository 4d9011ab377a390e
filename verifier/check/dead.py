"""Statements that never decide anything: without them the book would say the same of every play.

A statement is taken away, and the solver looks for facts of its event on which the book then decides otherwise. Where
there are none, the rules that leave it nothing are those without which it would decide something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rulebook.model import Book, Limb, Rule
from rulebook.mutants import limb_text
from rulebook.vocabulary import EVENTS
from verifier.check.apart import ENOUGH_JOKERS, alive, only
from verifier.check.impossible import never
from verifier.check.making import EVENTS as NAMED
from verifier.check.making import named, of_rule, said
from verifier.check.model import Finding
from verifier.check.unplayed import unplayed
from verifier.compare.forms import bound
from verifier.deck import most_copies
from verifier.smt.free import free, values_said
from verifier.smt.rules import statements, term
from verifier.words.sentences import Pair

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
        else {(rule.id, limb) for rule, limb in statements_of(base)} - {(one.rule.id, one.limb) for one in find(base)}
    )
    grouped: dict[tuple[str, tuple[str, ...], bool, bool], list[Dead]] = {}
    for one in find(book, base):
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


def statements_of(book: Book) -> Iterator[tuple[Rule, Limb]]:
    for rule in book.rules:
        yield from ((rule, limb) for limb in rule.limbs)


def find(book: Book, base: Book | None = None) -> tuple[Dead, ...]:
    """The dead statements; where an event can never be legal, nothing about it is worth saying.

    What the base of an amendment says as well, of events that are not touched, is looked for in the base once.
    """
    if book.digest not in _FOUND:
        by_facts = list(_by_facts(book))
        known = {(one.rule.id, one.limb) for one in by_facts}
        before = find(base) if base else ()
        played = _played_before(book, base, before) if base else {}
        todo = [
            (rule, limb)
            for rule, limb in statements_of(book)
            if (rule.id, limb) not in known and (rule.id, limb) not in played and not never(book, limb.event)
        ]
        late = [Dead(rule, limb, (), played=True) for rule, limb in unplayed(book, todo)]
        kept = [Dead(rule, limb, (), played=True) for (_, limb), rule in played.items() if rule]
        _FOUND[book.digest] = (*by_facts, *kept, *late)
    return _FOUND[book.digest]


_FOUND: dict[str, tuple[Dead, ...]] = {}


def _played_before(book: Book, base: Book, found: Sequence[Dead]) -> dict[tuple[str, Limb], Rule | None]:
    """The statements that no amendment touches, each with its rule where no play of the base is decided by it."""
    dead_before = {(one.rule.id, one.limb) for one in found if one.played}
    same = {event for event in EVENTS if _said(book, event) == _said(base, event)}
    if (
        "meld" not in same
        or most_copies(book, None) != most_copies(base, None)
        or values_said(book) != values_said(base)
    ):
        return {}
    return {
        (rule.id, limb): rule if (rule.id, limb) in dead_before else None
        for rule, limb in statements_of(book)
        if limb.event in same
    }


def _said(book: Book, event: str) -> list[object]:
    return list(statements(book, event))


def _by_facts(book: Book) -> Iterator[Dead]:
    for event in EVENTS:
        if event == "deal" or never(book, event):
            continue
        here = only(book, event)
        for rule in here.rules:
            for limb in rule.limbs:
                if not _elsewhere(here, limb) and not alive(here, rule, limb):
                    original = book.rule(rule.id)
                    assert original is not None
                    yield Dead(original, limb, _culprits(here, rule, limb))


def _elsewhere(book: Book, limb: Limb) -> bool:
    """Whether an exception lifts a rule that says nothing of the event: that is a conflict of its own."""
    return bool(limb.lifts) and all(rule.id != limb.lifts for rule in book.rules)


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


def _can_hold(book: Book, limb: Limb) -> bool:
    both = free((book,), limb.event, ENOUGH_JOKERS)
    if limb.when is not None:
        both.solver.add(term(limb.when, both.facts.__getitem__))
    return both.solver.satisfiable()
