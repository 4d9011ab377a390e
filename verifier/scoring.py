"""The score of a deal that is over: what each player counts, by which rules, and whether a score written down is right.

Which cards count, and what is added or multiplied, is said by the book's `score` statements; here they are only worked
out. What an open question leaves to the score is worked out under each of its readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct

from grammar.cards import Card
from grammar.document import At, Record
from grammar.record import read_cards, read_line
from rulebook.model import Book, Question, Reading, Rule, Scoring, facts_of
from rulebook.vocabulary import FACTS
from verifier.direct.conditions import evaluate
from verifier.direct.statements import index_of
from verifier.direct.values import hand_points
from verifier.scene import FactValue
from verifier.steps import Step, steps
from verifier.table import Table

Facts = Mapping[str, FactValue | None]


class Answered(Struct, frozen=True):
    """A way to read what the book leaves open, and a way that what is not written may be: {question: reading}, and
    facts."""

    answers: tuple[tuple[str, str], ...] = ()
    facts: tuple[tuple[str, FactValue], ...] = ()


class Term(Struct, frozen=True):
    """A statement that changed a sum, with the rule or question in which it stands."""

    owner: Rule | Question
    said: Scoring


class Sum(Struct, frozen=True):
    """What a player counts in one way: points of each card left, what came to them, and all together."""

    cards: tuple[int, ...]
    terms: tuple[Term, ...]
    points: int


class PlayerScore(Struct, frozen=True):
    """What a player counts. `cards` are those left in his hand; `sums` has each sum once, with the ways that lead to
    it; there are several only where something is open."""

    player: str
    cards: tuple[Card, ...]
    sums: tuple[tuple[Sum, tuple[Answered, ...]], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """What he may count, in points, lowest first: one number where it is settled."""
        return tuple(sorted({sum.points for sum, _ in self.sums}))


class Claim(Struct, frozen=True):
    """A score written down. `agrees` is None where something open, or not written, decides whether it is right."""

    player: str
    points: int
    agrees: bool | None
    at: At = At(1, 1)


class DealScore(Struct, frozen=True):
    """The score of a deal: the players in the order of the record, the questions on which it hangs, and what the record
    claims of it.

    `winner` is "" where nobody is out; `unwritten` are the losers whose last cards are not written, so that they have
    no score here.
    """

    winner: str
    players: tuple[PlayerScore, ...] = ()
    questions: tuple[Question, ...] = ()
    claims: tuple[Claim, ...] = ()
    unwritten: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[Claim, ...]:
        """The claims that are wrong whatever is open."""
        return tuple(claim for claim in self.claims if claim.agrees is False)


class Ending:
    """How a record ends: the table, and the facts of the turn in which somebody went out, if somebody did.

    It is told every step of the record, in order.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.facts: Facts | None = None

    def see(self, step: Step) -> None:
        """One more step."""
        if self.facts is None:
            self.facts = next((event.facts for event in step.scene.events if event.name == "out"), None)


def ending(record: Record) -> Ending:
    """Plays a record to its end."""
    end = Ending(Table(record))
    for step in steps(record, table=end.table):
        end.see(step)
    return end


def score_deal(record: Record, book: Book, end: Ending | None = None) -> DealScore | None:
    """The score of a deal by a book; None where it is of no interest: the record neither begins with the deal, nor
    belongs to a match, nor claims a score; or the book says nothing of one. `end` is how the record ends, if it has
    been played already."""
    asked = record.scores or record.totals or record.match or record.from_the_deal
    if not asked or not any(map(_said, book.rules)):
        return None
    end = end or ending(record)
    table, last = end.table, end.facts
    if table.winner is None or last is None:
        return DealScore("", claims=tuple(_claims(record, ())))
    found: list[PlayerScore] = []
    unwritten: list[str] = []
    for player in table.everybody():
        hand = table.hand(player)
        if player == table.winner:
            found.append(_winner(player, book))
        elif hand is None or not all(card.known for card in hand):
            unwritten.append(player)
        else:
            facts = {**last, "loser-opened": table.opened.get(player)}
            found.append(PlayerScore(player, hand, tuple(_sums(hand, facts, book))))
    told = [score for score in found if score.sums]
    claims = tuple(_claims(record, told))
    return DealScore(table.winner, tuple(told), _hanging(book, told), claims, tuple(unwritten))


# ---------------------------------------------------------------------------------------- sums


def _sums(hand: Sequence[Card], facts: Facts, book: Book) -> Iterator[tuple[Sum, tuple[Answered, ...]]]:
    """Each sum that a loser may come to, with the ways that lead to it."""
    found: dict[object, tuple[Sum, list[Answered]]] = {}
    for way in _ways(book, {**facts, "loser-cards": len(hand)}):
        known = {**facts, "loser-cards": len(hand), **dict(way.facts)}
        sum = _sum(hand, known, book, way)
        same = (sum.points, sum.cards, *(term.owner.id for term in sum.terms))
        found.setdefault(same, (sum, []))[1].append(way)
    yield from ((sum, tuple(ways)) for sum, ways in found.values())


def _sum(hand: Sequence[Card], facts: Facts, book: Book, way: Answered) -> Sum:
    terms = [Term(owner, said) for owner, said in _statements(book, way) if _holds(said, facts)]
    values = index_of(book).values_under(way.answers)
    counted = any(term.said.effect == "hand" for term in terms)
    cards = tuple(hand_points((card,), values) for card in hand) if counted else ()
    terms = [term for term in terms if term.said.effect in ("hand", "plus", "times")]
    # What is added is multiplied too.
    points = sum(cards) + sum(term.said.amount for term in terms if term.said.effect == "plus")
    for term in terms:
        points *= term.said.amount if term.said.effect == "times" else 1
    order = ("hand", "plus", "times")
    return Sum(cards, tuple(sorted(terms, key=lambda term: order.index(term.said.effect))), points)


def _winner(player: str, book: Book) -> PlayerScore:
    """What the winner counts, if the book says it."""
    terms = [Term(rule, said) for rule in book.rules for said in rule.scores if said.effect == "winner"]
    sums = [(Sum((), (term,), term.said.amount), (Answered(),)) for term in terms[-1:]]
    return PlayerScore(player, (), tuple(sums))


def _holds(said: Scoring, facts: Facts) -> bool:
    known = {name: value for name, value in facts.items() if value is not None}
    return said.when is None or bool(evaluate(said.when, known))


def _statements(book: Book, way: Answered) -> Iterator[tuple[Rule | Question, Scoring]]:
    yield from ((rule, said) for rule in book.rules for said in rule.scores)
    answers = dict(way.answers)
    for question in book.questions:
        for reading in question.readings:
            if answers.get(question.id) == reading.name:
                yield from ((question, said) for said in reading.scores)


# ---------------------------------------------------------------------------------------- what is open


def _ways(book: Book, facts: Facts) -> Iterator[Answered]:
    """The ways to read the questions that speak of the score, and the ways that facts may be that are not written."""
    asked = [[(question.id, reading.name) for reading in question.readings] for question in _asked(book)]
    read = dict.fromkeys(name for said in _every(book) for name in facts_of(said.when) if facts.get(name) is None)
    unknown = [[(name, value) for value in _values(name)] for name in read]
    for answers in product(*asked):
        yield from (Answered(answers, found) for found in product(*unknown))


def _values(fact: str) -> Sequence[FactValue]:
    values = FACTS[fact].values
    return (True, False) if values is None else range(int(values[0]), int(values[1]) + 1)


def _asked(book: Book) -> list[Question]:
    """The questions whose readings say something of the score, or of what cards in a hand count."""
    return [question for question in book.questions if any(map(_said, question.readings)) or _priced(question)]


def _priced(question: Question) -> bool:
    return any(value.where != "meld" for reading in question.readings for value in reading.values)


def _said(says: Rule | Reading) -> bool:
    return bool(says.scores)


def _every(book: Book) -> Iterator[Scoring]:
    yield from (said for rule in book.rules for said in rule.scores)
    yield from (said for question in book.questions for reading in question.readings for said in reading.scores)


def _hanging(book: Book, scores: Sequence[PlayerScore]) -> tuple[Question, ...]:
    """The questions whose answer changes what somebody counts."""
    return tuple(question for question in _asked(book) if any(_hangs(score, question.id) for score in scores))


def _hangs(score: PlayerScore, question: str) -> bool:
    under: dict[Answered, set[int]] = {}
    for sum, ways in score.sums:
        for way in ways:
            rest = tuple(pair for pair in way.answers if pair[0] != question)
            under.setdefault(Answered(rest, way.facts), set()).add(sum.points)
    return any(len(points) > 1 for points in under.values())


# ---------------------------------------------------------------------------------------- claims and examples


def _claims(record: Record, scores: Sequence[PlayerScore]) -> Iterator[Claim]:
    ours = {score.player: score.points for score in scores}
    for claim in record.scores:
        for player, points in claim.points:
            yield Claim(player, points, agreed(points, ours.get(player, ())), claim.at)


def agreed(claimed: int, possible: Sequence[int]) -> bool | None:
    """Whether points that are claimed are right: None where something open, or not written, decides that."""
    if not possible or (claimed in possible and len(possible) > 1):
        return None
    return claimed in possible


def example_score(text: str, book: Book) -> str:
    """The points of a loser in an example, 69, or 44 or 69: the cards left in his hand, then the play of the winner.

    `K♥ 9♦ JK; not opened; hand 4♠; discard 4♠`. The loser has opened, unless the cards begin with `not opened`. Raises
    `Unreadable`; the winner must be out, else there is no score and no number.
    """
    left, _, play = text.partition(";")
    unopened = left.strip().startswith("not opened")
    hand = read_cards(left.strip().removeprefix("not opened"))
    last = ending(read_line(play)).facts
    if last is None:
        return ""
    sums = _sums(hand, {**last, "loser-opened": not unopened}, book)
    return " or ".join(map(str, sorted({sum.points for sum, _ in sums})))
