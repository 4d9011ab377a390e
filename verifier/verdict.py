"""What a verdict carries. Verdicts are data: the words are made elsewhere."""

from __future__ import annotations

from msgspec import Struct

from grammar.cards import Card
from grammar.document import Record, Ruling
from rulebook.model import Book, Expr, Limb, Question, Rule
from rulebook.model import Reading as Answer
from verifier.scene import FactValue, Reading
from verifier.scoring import DealScore
from verifier.steps import Step
from verifier.whereabouts import Gone

CANNOT_ARISE = "cannot arise"
"""The verdict on a record whose table this book could never show."""

NOT_JUDGED = "not judged"
"""The verdict on an act after an illegal one in the same turn, or on one that no rule of a turn is about."""


class Need(Struct, frozen=True):
    """One limb of a condition, with the value its fact has. `fact` is "" where the limb is no plain comparison.

    `values` are the values of all facts that the limb reads, in order.
    """

    limb: Expr
    fact: str
    value: FactValue | None
    needed: str
    values: tuple[tuple[str, FactValue], ...] = ()


class Say(Struct, frozen=True):
    """A statement that had a say: the rule or question it stands in, whether it is kept, and what it looked at.

    `always` is False for a rule that is broken only under some answers to open questions. `meld` are the cards of the
    meld it is about, where it is about one.
    """

    owner: Rule | Question
    reading: Answer | None
    limb: Limb
    event: str
    holds: bool
    needs: tuple[Need, ...]
    always: bool = True
    meld: tuple[Card, ...] = ()

    @property
    def id(self) -> str:
        return self.owner.id


class Nearest(Struct, frozen=True):
    """The permit that failed by the fewest limbs, and those limbs."""

    rule: Rule | Question
    failed: tuple[Need, ...]


class Asked(Struct, frozen=True):
    """An open question on which the verdict hangs, with the verdict under each reading.

    `question` is None where the book is silent and no question was written: `event` is then what it is silent about.
    `decides` is the number of worlds whose verdict its answer changes.
    """

    question: Question | None
    event: str
    under: tuple[tuple[Answer, str], ...]
    decides: int


class Unknown(Struct, frozen=True):
    """A fact of the turn, or a reading of a meld on the table, on which the verdict hangs, with the verdict for each.

    `label` names the meld, where it is a reading; `cards` are its cards.
    """

    fact: str
    label: str
    cards: tuple[Card, ...]
    under: tuple[tuple[FactValue | Reading, str], ...]


class MeldRead(Struct, frozen=True):
    """How a meld was read: its cards in order, and the reading."""

    label: str
    cards: tuple[Card, ...]
    reading: Reading


class ReasonWhy(Struct, frozen=True):
    """An irreducible set of rules, and of facts (event, fact, value) of the reading reported, that forbid the act."""

    rules: tuple[str, ...]
    facts: tuple[tuple[str, str, FactValue], ...]


class ActionVerdict(Struct, frozen=True):
    """The verdict on one act, or on the end of a turn (`step.kind` "turn").

    `rules` are the rules that had a say, deciding ones first. `other_readings` are breaches of the readings that are
    worse than the one reported. `unchecked` is True where the player's hand is not written and nobody looked at it.
    `gone` are the cards of the act that the player does not hold, where that is against the rules.
    """

    step: Step
    verdict: str
    rules: tuple[Say, ...] = ()
    nearest: Nearest | None = None
    reason: ReasonWhy | None = None
    readings: tuple[MeldRead, ...] = ()
    other_readings: tuple[tuple[MeldRead, tuple[str, ...]], ...] = ()
    questions: tuple[Asked, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unchecked: bool = False
    gave_up: bool = False
    note: str = ""
    gone: tuple[Gone, ...] = ()

    @property
    def broken(self) -> tuple[Say, ...]:
        """The rules that the act breaks, or the `otherwise` that forbids it."""
        return tuple(say for say in self.rules if not say.holds)


class RulingCheck(Struct, frozen=True):
    """What humans decided, and whether the arbiter agrees."""

    ruling: Ruling
    agrees: bool


class TableTrouble(Struct, frozen=True):
    """Why a table cannot arise in a book: a meld that it does not allow, or more copies of a card than it has."""

    label: str
    cards: tuple[Card, ...]
    broken: tuple[Say, ...]
    copies: int = 0
    allowed: int = 0


class Verdict(Struct, frozen=True):
    """The verdict of one book on one record: "legal", "illegal", "undetermined" or "cannot arise".

    It is about what was played. `score` is what the players count, if the record begins with the deal or claims a
    score.
    """

    record: Record
    book: Book
    verdict: str
    actions: tuple[ActionVerdict, ...] = ()
    impossible: TableTrouble | None = None
    ruling: RulingCheck | None = None
    score: DealScore | None = None

    @property
    def deciding(self) -> ActionVerdict | None:
        """The first act that makes the verdict what it is."""
        return next((action for action in self.actions if action.verdict == self.verdict), None)
