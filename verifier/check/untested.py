"""What the examples of a book show, and what they do not: rules that could be wrong without any example turning.

An example notices a mutant of the book (see `rulebook.mutants`) if its verdict turns; if what it plays is still
illegal, but no longer by the example's own rule; or if it is still undetermined, but its own question has no say any
more, or one of the readings another verdict. A rule is *untested* if no example notices when the rule, one of its
statements or one of its readings is dropped, or when one of its numbers is one more or one less.

Not every mutant that nobody notices is a fault of the examples, and what is known not to be one is left out:

- An example is one line. None can show a deal, a play after somebody is out, the answer to a call, or a penalty; of
  calls, none shows what other turns bring. Such mutants are not tried.
- A mutant that is no book, since every book must say what it leaves out, is shown by that.
- A mutant that gives every event the verdict that the book gives it, whatever its facts are, cannot be noticed; if it
  is a whole rule that makes no difference, the rule is dead rather than untested. This is proved over facts, not over
  cards: what only the cards make the same is reported all the same.
- The parts of a condition are not taken away: whether a part does anything is often a matter of cards.
- The answer to a question that an amendment settles has no place for examples of its own.

An example of which the book says something else than the example claims shows nothing: that is a *conflict*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grammar.document import Record
from grammar.record import read_cards, read_line
from grammar.trouble import Unreadable
from rulebook.consistency import troubles
from rulebook.library import possible
from rulebook.model import Book, Example, Limb, Question, Rule, Scoring, Value
from rulebook.mutants import Mutant, limb_text, mutants, value_text
from rulebook.vocabulary import DUTIES, EVENTS, PRICED, SCORE
from verifier import direct
from verifier.check.arithmetic import Facts
from verifier.check.model import Finding
from verifier.deck import deck_trouble
from verifier.direct.statements import looks_around
from verifier.explain import Explainer
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Outcome
from verifier.scene import Scene
from verifier.scoring import example_score
from verifier.smt import z3face as z
from verifier.smt.rules import differ, event_verdict, facts_read, one_answer
from verifier.smt.z3face import Term
from verifier.steps import Step, steps
from verifier.verdict import CANNOT_ARISE
from verifier.words.sentences import Pair

Answer = str | int | tuple[object, ...]
"""A number of points, a sentence, or a verdict with what the rule or question in hand has to do with it."""


class Trial(NamedTuple):
    """Something that a book is asked. `owner` is the rule it is about, `where` names it, `kind` is what is expected."""

    owner: str
    where: str
    kind: str
    ask: Callable[[Book], Answer]


# ---------------------------------------------------------------------------------------- examples


def of_example(owner: str, example: Example) -> Trial:
    """An example of a rule file. Asking raises `Unreadable` if it cannot be read."""
    where = f"{example.line} {example.kind}"
    match example.kind:
        case "counts":
            return Trial(owner, where, str(example.points), lambda here: counted(example.text, here))
        case "worth":
            return Trial(owner, where, str(example.points), lambda here: worth(example.text, here))
        case "scores":
            return Trial(owner, where, example.claim, lambda here: example_score(example.text, here))
        case kind:
            return Trial(owner, where, kind, lambda here: judged(line_record(example.text), here, owner))


def answer_kind(answer: Answer) -> str:
    """The verdict, or the number of points."""
    return str(answer[0] if isinstance(answer, tuple) else answer)


@cache
def line_record(text: str) -> Record:
    """The record of a line. Raises `Unreadable`."""
    return read_line(text)


@cache
def all_steps(record: Record, whole_table: bool) -> tuple[Step, ...]:
    """The steps of a record."""
    return tuple(steps(record, whole_table))


def counted(text: str, here: Book) -> int:
    """What cards count in a hand, in points."""
    return direct.hand_points(read_cards(text), direct.values_of(here))


def worth(text: str, here: Book) -> int:
    """What the melds of the first act count, in points, each as it counts most."""
    values = direct.values_of(here)
    parts = next(steps(line_record(text))).scene.parts
    return sum(max(direct.meld_points(meld, values) for meld in direct.melds(part)) for part in parts)


def judged(record: Record, here: Book, owner: str) -> Answer:
    """The verdict of the direct engine on a record, as the arbiter gives it: that of the first act that decides."""
    if deck_trouble(record, here) or not all(direct.can_lie(meld, here) for meld in record.table):
        return (CANNOT_ARISE,)
    outcomes = list(judged_scenes(record, here))
    deciding = next((pair for kind in WORST_FIRST for pair in outcomes if pair[1].verdict == kind), None)
    return part_in(*deciding, here, owner) if deciding else (LEGAL,)


WORST_FIRST = (ILLEGAL, UNDETERMINED, "")


def judged_scenes(record: Record, here: Book) -> Iterator[tuple[Scene, Outcome]]:
    """The scenes of a record, each with its outcome; after an illegal act the rest of that turn is not judged."""
    illegal_turn = -1
    for step in all_steps(record, looks_around(here)):
        if step.turn != illegal_turn and step.scene.events:
            outcome = direct.judge(step.scene, here)
            yield step.scene, outcome
            if outcome.verdict == ILLEGAL:
                illegal_turn = step.turn


def part_in(scene: Scene, outcome: Outcome, here: Book, owner: str) -> Answer:
    """The verdict, and the rule's part in it: whether it is broken, or what the readings of the question come to."""
    match outcome.verdict:
        case "illegal":
            said = Explainer(scene, here, outcome).rules()
            return (ILLEGAL, owner in {say.id for say in said if not say.holds and say.always})
        case "undetermined":
            asked = Explainer(scene, here, outcome).questions()
            under = [one.under for one in asked if one.question and one.question.id == owner]
            return (UNDETERMINED, *((reading.name, verdict) for each in under for reading, verdict in each))
        case verdict:
            return (verdict or CANNOT_ARISE,)


# ---------------------------------------------------------------------------------------- what a mutant touches

POINTS = "points"
"""What a change of a card's value touches, beside the events that look at points."""

_COUNTING = {POINTS, SCORE}
"""What is counted, so that facts alone do not show whether two books say the same."""

_NEVER_SHOWN = {"deal", "late", "cede", "keep"}
"""The events that no line can show."""

_NEVER_SEEN = {"calls-ceded", "drawn-over"}
"""The facts that are always the same in a line."""


def touched(book: Book, mutant: Mutant) -> set[str]:
    """The events on which a mutant may differ from its book, as far as a line can show them."""
    before, after = _said(book), _said(mutant.book)
    limbs = [limb for _, limb in before ^ after if isinstance(limb, Limb)]
    question = book.question(mutant.owner)
    if question:
        limbs += [limb for reading in question.readings for limb in reading.limbs]
        limbs += [limb for rule in book.rules for limb in rule.limbs if limb.asks == question.id]
    events = {limb.event for limb in limbs if not _NEVER_SEEN & {*limb.facts()}} - _NEVER_SHOWN
    if any(isinstance(value, Value) for _, value in before ^ after):
        events |= {POINTS, *(event for event in DUTIES if set(PRICED) & {*facts_read(book, event)})}
    scores = {said for _, said in before ^ after if isinstance(said, Scoring)}
    if any(said.effect != "winner" for said in scores) or (question and any(x.scores for x in question.readings)):
        events.add(SCORE)
    return events | (set(EVENTS) - _NEVER_SHOWN if _wild(book) != _wild(mutant.book) else set())


def _said(book: Book) -> set[tuple[str, Limb | Value | Scoring]]:
    """The statements of a book, each with its rule, or with its question and reading."""
    found: set[tuple[str, Limb | Value | Scoring]] = set()
    for rule in book.rules:
        found.update((rule.id, limb) for limb in rule.limbs)
        found.update((rule.id, value) for value in rule.values)
        found.update((rule.id, score) for score in rule.scores)
    for question in book.questions:
        for reading in question.readings:
            name = f"{question.id} = {reading.name}"
            found.update((name, limb) for limb in reading.limbs)
            found.update((name, value) for value in reading.values)
            found.update((name, score) for score in reading.scores)
    return found


def _wild(book: Book) -> bool:
    return any(rule.wild for rule in book.rules)


@cache
def looks_at(example: Example) -> frozenset[str]:
    """What an example looks at: the events of its play, and those of the melds on the table; or points."""
    if example.kind in ("counts", "worth", "scores"):
        return frozenset({POINTS} | ({SCORE} if example.kind == "scores" else set()))
    record = line_record(example.text)
    scenes = [step.scene for step in all_steps(record, True)]
    events = {event.name for scene in scenes for event in (*scene.events, *scene.guards)}
    return frozenset(events | ({"meld"} if record.table else set()))


# ---------------------------------------------------------------------------------------- what no example shows


def untested(book: Book) -> Iterator[Finding]:
    """A finding for each rule, question or table of which a change goes unnoticed.

    Of an amendment, only what it brings is looked at.
    """
    owners: tuple[Rule | Question, ...] = (*book.rules, *book.questions)
    asked = [_Asked(owner.id, example) for owner in owners for example in owner.examples]
    shown = [one for one in asked if one.holds(book)]
    unnoticed: dict[str, list[str]] = {}
    for mutant in mutants(book):
        if _tried(book, mutant) and not _noticed(book, mutant, shown):
            unnoticed.setdefault(mutant.owner, []).append(mutant.change)
    for owner, changes in unnoticed.items():
        yield _finding(book, owner, changes)


class _Asked:
    """An example with what the book answers to it."""

    def __init__(self, owner: str, example: Example) -> None:
        self.owner, self.example = owner, example
        self.trial = of_example(owner, example)
        self.before: Answer = ""

    def holds(self, book: Book) -> bool:
        """Whether the book answers as the example says: else it shows nothing."""
        try:
            self.before = self.trial.ask(book)
        except Unreadable:
            return False
        return answer_kind(self.before) == self.trial.kind


def _tried(book: Book, mutant: Mutant) -> bool:
    """Whether an example could notice the mutant, and ought to."""
    rule = book.rule(mutant.owner)
    if (rule and rule.reading) or _loses_a_part(book, mutant) or not touched(book, mutant):
        return False
    return len(troubles(mutant.book, "")) == len(troubles(book, ""))


def _loses_a_part(book: Book, mutant: Mutant) -> bool:
    """Whether the mutant takes a part of a condition away, so that the book has as many statements as before."""
    _, without, gone = mutant.change.partition("without ")
    if not without or gone.startswith("reading ") or _wild(book) != _wild(mutant.book):
        return False
    return len(_said(book)) == len(_said(mutant.book))


def _noticed(book: Book, mutant: Mutant, asked: Sequence[_Asked]) -> bool:
    """Whether an example notices the mutant (its own come first), or there is nothing to notice."""
    about = touched(book, mutant)
    own = [one for one in asked if one.owner == mutant.owner]
    others = [one for one in asked if one.owner != mutant.owner and looks_at(one.example) & about]
    return _one_turns(own, mutant) or decides_alike(book, mutant) or _one_turns(others, mutant)


def _one_turns(asked: Iterable[_Asked], mutant: Mutant) -> bool:
    return any(one.trial.ask(mutant.book) != one.before for one in asked)


def decides_alike(book: Book, mutant: Mutant) -> bool:
    """Whether a mutant gives every event the verdict that its book gives it, whatever its facts and answers are.

    Where the two do not have the same readings, or not the same values of cards, nothing is known.
    """
    about = touched(book, mutant)
    if not _COUNTING.isdisjoint(about) or _wild(book) != _wild(mutant.book):
        return False
    if _readings(book) != _readings(mutant.book):
        return False
    solver = z.Solver()
    solver.add(one_answer(book.questions, _active))
    return not any(_differ(event, book, mutant.book, solver) for event in sorted(about))


def _readings(book: Book) -> list[tuple[str, list[str]]]:
    return [(question.id, [reading.name for reading in question.readings]) for question in book.questions]


def _active(owner: str, reading: str) -> Term:
    return z.boolean(f"{owner}={reading}") if reading else z.TRUE


def _differ(event: str, one: Book, two: Book, solver: z.Solver) -> bool:
    """Whether the two can give an event different verdicts."""
    facts = Facts(solver)
    here, there = (event_verdict(book, event, facts, _active) for book in (one, two))
    differs = solver.name(differ(here, there), f"{one.digest} {two.digest} {event}")
    solver.add(z.neg(event_verdict(possible(), event, facts, _active).illegal))
    try:
        return solver.satisfiable([differs])
    except z.GaveUp:
        return True


# ---------------------------------------------------------------------------------------- in words


def _finding(book: Book, owner: str, changes: Sequence[str]) -> Finding:
    """What goes unnoticed of a rule or question, or of a table, whose rules are then named."""
    item = book.rule(owner) or book.question(owner)
    using = () if item else tuple(rule for rule in book.rules if any(f"{owner}." in said for said in _said_by(rule)))
    first = item or next(iter(using), None)
    said = list(_said_by(item)) if item else []
    told = list(_told(changes, said))
    bare = "removed" in changes and item is not None and not item.examples
    return Finding(
        "untested",
        owner,
        ("It has no example, and no other example notices if " if bare else "No example notices if ")
        + f"{' or if '.join(en for en, _ in told)}.",
        ("Elle n'a pas d'exemple, et aucun autre exemple ne remarque rien si " if bare
         else "Aucun exemple ne remarque rien si ") + f"{' ou si '.join(fr for _, fr in told)}.",
        rules=tuple(rule.id for rule in using),
        house=first is not None and first.house,
        line=first.line if first else 0,
        file=first.file if first else "",
    )  # fmt: skip


def _said_by(item: Rule | Question) -> Iterator[str]:
    """The statements of a rule, or those of each reading behind its name, as the changes of a mutant write them."""
    if isinstance(item, Rule):
        yield from (*map(limb_text, item.limbs), *map(value_text, item.values), *map(str, item.scores))
        return
    for reading in item.readings:
        texts = (*map(limb_text, reading.limbs), *map(value_text, reading.values), *map(str, reading.scores))
        yield from (f"{reading.name}: {text}" for text in texts)


def _told(changes: Sequence[str], said: Sequence[str]) -> Iterator[Pair]:
    """The changes in words: those of one number together, and none of what goes unnoticed when it is gone."""
    if "removed" in changes:
        yield "it is dropped", "on la supprime"
        return
    gone = {_gone(change) for change in changes}
    said = [text for text in said if text not in gone]
    numbers: dict[tuple[str, int, str], list[str]] = {}
    for change in changes:
        moved = next(((text, *found) for text in said if (found := _moved(text, change))), None)
        if moved:
            numbers.setdefault(moved[:3], []).append(moved[3])
        elif _gone(change) or not any(_moved(text, change) for text in gone):
            yield _lost(change)
    for (text, _, old), new in numbers.items():
        yield (f"{old} is {' or '.join(new)} in “{text}”", f"{old} devient {' ou '.join(new)} dans « {text} »")


def _gone(change: str) -> str:
    """The statement that goes, behind the name of its reading; "" for another change."""
    head, without, gone = change.partition("without ")
    return head + gone if without and not gone.startswith("reading ") else ""


def _moved(text: str, change: str) -> tuple[int, str, str] | None:
    """Which number of a statement the change moves, from what to what; None if it is another change."""
    one, two = (re.findall(r"\d+|\D+", each) for each in (text, change))
    moved = [(at, old, new) for at, (old, new) in enumerate(zip(one, two, strict=False)) if old != new]
    return moved[0] if len(one) == len(two) and len(moved) == 1 and moved[0][2].isdigit() else None


def _lost(change: str) -> Pair:
    """A reading or a statement that goes; or else the change as it is."""
    _, without, gone = change.partition("without ")
    if not without:
        return f"it says “{change}”", f"on y écrit « {change} »"
    reading = gone.removeprefix("reading ")
    if reading != gone:
        return f"its reading “{reading}” is left out", f"on retire sa lecture « {reading} »"
    return f"“{gone}” is left out", f"on retire « {gone} »"
