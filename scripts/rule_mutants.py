"""Takes every rule of every book away in turn, moves its numbers by one, and shows which example notices.

    python scripts/rule_mutants.py [BOOK ...]

Prints a line for each mutant: book, rule, what was changed, and the example that turns (`line kind`, or the scene or
record of this script). Then come the survivors, each with the reason for which nothing can notice it. The exit code is
1 if a mutant survives without a reason, or a reason is given for what does not survive, else 0.

An example notices a mutant if its verdict turns; if what it plays is still illegal, but no longer by the example's own
rule; or if it is still undetermined, but its own question has no say any more or one of the readings another verdict. The examples are those of the rule files. What no line can show is shown here: deals, answers to a call, plays
after somebody is out, penalties.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from grammar.document import Meld, Record  # noqa: E402
from grammar.record import read, read_cards, read_line  # noqa: E402
from rulebook.library import book, names  # noqa: E402
from rulebook.model import Book, Example  # noqa: E402
from rulebook.mutants import Mutant, mutants  # noqa: E402
from verifier import direct  # noqa: E402
from verifier.arbiter import looks_around  # noqa: E402
from verifier.deck import deck_trouble  # noqa: E402
from verifier.explain import Explainer  # noqa: E402
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED  # noqa: E402
from verifier.report.layout import Para  # noqa: E402
from verifier.report.page import Case as Told  # noqa: E402
from verifier.report.page import report  # noqa: E402
from verifier.scene import Event, Part, Scene  # noqa: E402
from verifier.steps import Step, steps  # noqa: E402
from verifier.verdict import CANNOT_ARISE, Verdict  # noqa: E402

Answer = str | int | tuple[object, ...]
"""A number of points, a sentence, or a verdict with what the rule or question in hand has to do with it."""


class Trial(NamedTuple):
    """Something that a book is asked. `owner` is the rule it is about, `where` names it, `kind` is what is expected."""

    owner: str
    where: str
    kind: str
    ask: Callable[[Book], Answer]


# ---------------------------------------------------------------------------------------- what lines cannot show

DEALS = (
    ("rami-40 rami-51 kaluki kalooki-40", "deck", """
        packs 2 jokers-in-deck 2 players 4: legal
        packs 1 jokers-in-deck 2 players 4: illegal
        packs 2 jokers-in-deck 3 players 4: illegal
    """),
    ("kalooki-40", "deck", """
        packs 2 jokers-in-deck 2 players 1: illegal
        packs 2 jokers-in-deck 2 players 2: legal
        packs 2 jokers-in-deck 2 players 5: illegal
    """),
    ("rami-40 rami-51 kaluki kalooki-40", "deal.hand", """
        hand-size 13: legal
        hand-size 12: illegal
    """),
    ("jamaican", "players", """
        players 2: illegal
        players 3: legal
        players 8 packs 4 jokers-in-deck 8: legal
        players 9 packs 4 jokers-in-deck 8: illegal
    """),
    ("tuluki", "players", """
        players 2: legal
        players 3: illegal
    """),
    ("jamaican", "packs", """
        players 4 packs 2 jokers-in-deck 4: legal
        players 4 packs 3 jokers-in-deck 4: illegal
        players 5 packs 3 jokers-in-deck 4: legal
        players 5 packs 2 jokers-in-deck 4: illegal
        players 6 packs 3 jokers-in-deck 4: legal
        players 6 packs 4 jokers-in-deck 4: illegal
        players 7 packs 4 jokers-in-deck 4: legal
        players 7 packs 3 jokers-in-deck 4: illegal
    """),
    ("jamaican", "jokers", """
        packs 2 jokers-in-deck 2: legal
        packs 2 jokers-in-deck 1: illegal
    """),
    ("jamaican", "rounds", """
        round 1 hand-size 9: legal
        round 9 hand-size 16: legal
        round 10 hand-size 0: illegal
    """),
    ("jamaican", "deal.hand", """
        round 1 hand-size 9: legal
        round 1 hand-size 13: illegal
        round 2 hand-size 10: legal
        round 3 hand-size 11: legal
        round 4 hand-size 12: legal
        round 5 hand-size 12: legal
        round 6 hand-size 13: legal
        round 7 hand-size 14: legal
        round 8 hand-size 15: legal
        round 9 hand-size 16: legal
    """),
    ("baby-kalooki", "deal.hand", """
        round 1 hand-size 9: legal
        round 1 hand-size 10: illegal
    """),
)  # fmt: skip
"""Deals: the books and the rule they are about, then the facts of each deal with its verdict."""

USUAL = {
    "rami-40": {"players": 4, "packs": 2, "jokers-in-deck": 2, "hand-size": 13, "round": 1},
    "jamaican": {"players": 4, "packs": 2, "jokers-in-deck": 4, "hand-size": 9, "round": 1},
    "tuluki": {"players": 2, "packs": 2, "jokers-in-deck": 4, "hand-size": 9, "round": 1},
}
"""The facts of a deal that are not said: those of the book, of the one it amends, or of the first."""

RECORDS = (
    ("rami-51 kaluki", "late.over", ILLEGAL, """
        players: Anne, Bob
        table:
          A1 (Anne): K♥ K♠ K♦
          B1 (Bob): 7♦ 8♦ 9♦
        Anne holds: 4♠
        Anne: draws 3♠; adds K♣ to A1; discards 4♠
    """),
)  # fmt: skip

FAULTS = (("jamaican", "fault", "A wrong play costs 50 points."),)

REASONS: tuple[tuple[str, str, str, str], ...] = ()
"""Why some mutants survive: books, rule, change ("*": any), and the reason."""


# ---------------------------------------------------------------------------------------- the trials


def trials(here: Book) -> Iterator[Trial]:
    """All that a book is asked: the examples of its file and of those it amends, and what lines cannot show."""
    for owner in (*here.rules, *here.questions):
        for example in owner.examples:
            yield of_example(owner.id, example)
    names_of = (here.id, here.amends)
    for books, owner_id, deals in DEALS:
        if set(names_of) & set(books.split()):
            yield from (of_deal(owner_id, line, here) for line in deals.strip().splitlines())
    for books, owner_id, kind, text in RECORDS:
        if set(names_of) & set(books.split()):
            yield of_record(owner_id, kind, text)
    for books, owner_id, sentence in FAULTS:
        if set(names_of) & set(books.split()):
            yield Trial(owner_id, "penalty", sentence, told_of_faults)


def of_example(owner: str, example: Example) -> Trial:
    """An example of a rule file."""
    where = f"{example.line} {example.kind}"
    match example.kind:
        case "counts":
            return Trial(owner, where, str(example.points), lambda here: counted(example.text, here))
        case "worth":
            return Trial(owner, where, str(example.points), lambda here: worth(example.text, here))
        case kind:
            return Trial(owner, where, kind, lambda here: judged(line_record(example.text), here, owner))


def of_deal(owner: str, line: str, here: Book) -> Trial:
    """A deal, as a line `FACT NUMBER … : VERDICT`."""
    said, _, kind = line.strip().rpartition(": ")
    words = said.split()
    usual = USUAL.get(here.id) or USUAL.get(here.amends) or USUAL["rami-40"]
    facts = {**usual, **dict(zip(words[::2], map(int, words[1::2]), strict=True))}
    scene = Scene((), (Event("deal", facts),))
    return Trial(owner, f"deal {said}", kind, lambda book: answer(scene, book, owner))


def of_record(owner: str, kind: str, text: str) -> Trial:
    """A record with more than one turn."""
    return Trial(owner, f"record {kind}", kind, lambda here: judged(long_record(text), here, owner))


@cache
def line_record(text: str) -> Record:
    return read_line(text)


@cache
def all_steps(record: Record, whole_table: bool) -> tuple[Step, ...]:
    return tuple(steps(record, whole_table))


@cache
def long_record(text: str) -> Record:
    return read(text, "record")[0]


# ---------------------------------------------------------------------------------------- the answers


def counted(text: str, here: Book) -> int:
    """What cards count in a hand, in points."""
    return direct.hand_points(read_cards(text), direct.values_of(here))


def worth(text: str, here: Book) -> int:
    """What the melds of the first act count, in points, each as it counts most."""
    values = direct.values_of(here)
    parts = next(steps(line_record(text))).scene.parts
    return sum(max(direct.meld_points(meld, values) for meld in direct.melds(part)) for part in parts)


def told_of_faults(here: Book) -> str:
    """The sentence on the penalty in the report on an illegal play."""
    case = Told(Verdict(line_record("draw"), here, ILLEGAL), (), (), (), "en", False)
    paras = ["".join(span.text for span in block.spans) for block in report(case) if isinstance(block, Para)]
    return paras[-1]


def judged(record: Record, here: Book, owner: str) -> Answer:
    """The verdict of the direct engine on a record, as the arbiter gives it: that of the first act that decides."""
    if deck_trouble(record, here) or any(cannot_lie(meld, here) for meld in record.table):
        return CANNOT_ARISE
    answers = [answer(scene, here, owner) for scene in judged_scenes(record, here)]
    return next((one for kind in WORST_FIRST for one in answers if one[0] == kind), (LEGAL,))


WORST_FIRST = (ILLEGAL, UNDETERMINED, CANNOT_ARISE)


def cannot_lie(meld: Meld, here: Book) -> bool:
    """Whether the book does not allow a meld that lies on the table."""
    guard = Event("meld", {"opened": True, "opened-before": True, "round": None}, (0,))
    return not direct.judge(Scene((Part("tabled", meld.cards, meld.kind),), (), (guard,)), here).verdict


def judged_scenes(record: Record, here: Book) -> Iterator[Scene]:
    """The scenes of a record; after an illegal act the rest of that turn is not judged."""
    illegal_turn = -1
    for step in all_steps(record, looks_around(here)):
        if step.turn != illegal_turn and step.scene.events:
            yield step.scene
            if direct.judge(step.scene, here).verdict == ILLEGAL:
                illegal_turn = step.turn


def answer(scene: Scene, here: Book, owner: str) -> tuple[object, ...]:
    """The verdict on a scene; whether the rule is broken, or what the question's readings say of it."""
    outcome = direct.judge(scene, here)
    why = Explainer(scene, here, outcome) if outcome.verdict else None
    match outcome.verdict:
        case "illegal" if why:
            return (ILLEGAL, owner in {say.id for say in why.rules() if not say.holds and say.always})
        case "undetermined" if why:
            asked = [one for one in why.questions() if one.question and one.question.id == owner]
            return (UNDETERMINED, *((reading.name, verdict) for one in asked for reading, verdict in one.under))
        case verdict:
            return (verdict or CANNOT_ARISE,)


# ---------------------------------------------------------------------------------------- the mutants


class Found(NamedTuple):
    """A mutant with the trial that noticed it, or the reason why none can."""

    mutant: Mutant
    by: Trial | None
    reason: str


def examine(here: Book) -> Iterator[Found]:
    """Every mutant of a book."""
    asked = [(trial, trial.ask(here)) for trial in trials(here)]
    for mutant in mutants(here):
        # Those of its own come first.
        order = sorted(asked, key=lambda pair: pair[0].owner != mutant.owner)
        by = next((trial for trial, before in order if trial.ask(mutant.book) != before), None)
        yield Found(mutant, by, reason_for(here, mutant))


def reason_for(here: Book, mutant: Mutant) -> str:
    for books, owner, change, reason in REASONS:
        if here.id in books.split() and owner == mutant.owner and change in ("*", mutant.change):
            return reason
    return ""


LINE = "{:<13}{:<26}{:<34}{}"


def main(wanted: list[str]) -> int:
    """Examines the books named, or all."""
    print(LINE.format("book", "rule", "noticed by", "mutant"))
    survivors: list[tuple[Book, Found]] = []
    wrong = number = 0
    for name in wanted or names():
        for found in examine(book(name)):
            number += 1
            by = "nothing" if found.by is None else f"{found.by.owner} {found.by.where}"
            print(LINE.format(name, found.mutant.owner, by, found.mutant.change), flush=True)
            wrong += (found.by is None) != bool(found.reason)
            if found.by is None:
                survivors.append((book(name), found))
    print(f"\n{number} mutants, {len(survivors)} survive")
    for here, found in survivors:
        print(
            f"{here.id} {found.mutant.owner}: {found.mutant.change}\n    {found.reason or 'no reason: an example is missing'}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
