"""One deal replayed on the direct engine: its first wrong move, and the rules that it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from grammar.cards import show
from grammar.document import Record
from grammar.trouble import Unreadable
from rulebook.model import Book
from rulebook.vocabulary import DUTIES
from verifier import direct
from verifier.audit.counted import Counted, counted
from verifier.dealing import deal_step, deals, table_of
from verifier.dealing import verdict as dealt
from verifier.direct.statements import looks_around
from verifier.impossible import before_play, not_there, troubles
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED, Case, Hit, Outcome
from verifier.scene import Scene, all_known
from verifier.scoring import Ending
from verifier.steps import Step, steps
from verifier.whereabouts import gone

CANNOT_ARISE, UNKNOWN, WRONG_SCORE = "cannot arise", "unknown", "wrong score"


class Wrong(Struct, frozen=True):
    """A wrong move: the turn and the act in it (both from 0; an act of -1 is the end of the turn, a turn of -1 the
    deal), who did it, as it is written, where, and the rules that it breaks: the first `certain` whatever the open
    questions, the others only under some of their readings. `gone` are the cards that the player does not hold, each
    with the line in which it left his hand (0: it never was there); `costs` the points that the book asks for a wrong
    play (None: it does not say)."""

    turn: int
    act: int
    player: str
    text: str
    line: int
    column: int
    rules: tuple[str, ...]
    certain: int
    gone: tuple[tuple[str, int], ...] = ()
    costs: int | None = None


class DealAudit(Struct, frozen=True):
    """A deal replayed: "legal", "illegal", "wrong score" (nothing illegal, but a score written down is wrong),
    "undetermined", "cannot arise" (the table, in this book), or "unknown" (a card that has to be known is not written).

    `acts` are the steps that were judged, `open` how many of them are undetermined, and `unjudged` the steps that an
    unknown card left unjudged. `wrong` are the wrong moves, one unless the deal was played on. `questions` are those on
    which undetermined moves hang ("" for silence; none where they hang on what is not written), `meld` the meld that
    cannot lie there, `score` what the players count.
    """

    verdict: str
    acts: int
    wrong: tuple[Wrong, ...] = ()
    questions: tuple[str, ...] = ()
    meld: str = ""
    open: int = 0
    unjudged: int = 0
    score: Counted | None = None


def audit_deal(record: Record, book: Book, play_on: bool = False, lang: str = "en") -> DealAudit:
    """Replays a deal up to its first wrong move; with `play_on` to its end, but for the rest of a turn gone wrong.

    Its score is counted whatever was played. Raises `Unreadable` for a record that no cards could make, as far as its
    first wrong move.
    """
    found = before_play(record, [book])
    if found:
        raise Unreadable(record.source, record.lines, found, record.lang)
    bad = next((meld.label for meld in record.table if not direct.can_lie(meld, book)), None)
    if bad is not None:
        return DealAudit(CANNOT_ARISE, 0, meld=bad)
    return _Replay(record, book, play_on).run(lang)


class _Replay:
    def __init__(self, record: Record, book: Book, play_on: bool) -> None:
        self._record, self._book, self._play_on = record, book, play_on
        self._end = Ending(table_of(record, book))
        self._verdicts: Counter[str] = Counter()
        self._wrong: list[Wrong] = []
        self._questions: dict[str, None] = {}

    def run(self, lang: str) -> DealAudit:
        for step in self._steps():
            self._end.see(step)
            if not self._wrong and any(not_there(step, self._end.table)):
                found = troubles(self._record, [self._book])
                raise Unreadable(self._record.source, self._record.lines, found, self._record.lang)
            if step.scene.events and not self._passed_over(step):
                self._verdicts[self._judged(step)] += 1
        seen, acts = self._verdicts, self._verdicts.total() - self._verdicts[UNKNOWN]
        wrong, questions = tuple(self._wrong), tuple(self._questions)
        score = counted(self._record, self._book, self._end, lang)
        verdict = self._verdict(bool(score and score.wrong))
        return DealAudit(
            verdict, acts, wrong, questions, open=seen[UNDETERMINED], unjudged=seen[UNKNOWN], score=score
        )  # fmt: skip

    def _passed_over(self, step: Step) -> bool:
        """Whether a wrong move came before that ends the deal, or the turn."""
        return bool(self._wrong) and (not self._play_on or step.turn == self._wrong[-1].turn)

    def _steps(self) -> Iterator[Step]:
        """The deal, unless it keeps the rules, and what follows."""
        book, record = self._book, self._record
        for deal in deals(record):
            if dealt(deal.written, book) != LEGAL:
                yield deal_step(deal, book)
        yield from steps(record, looks_around(book), self._end.table)

    def _judged(self, step: Step) -> str:
        """The verdict on a step; what is wrong or open is noted."""
        if not all_known(step.scene):
            return UNKNOWN
        if direct.surely_legal(step.scene, self._book):
            return LEGAL
        outcome = direct.judge(step.scene, self._book)
        if outcome.verdict == ILLEGAL:
            self._wrong.append(self._told(step, outcome))
        elif outcome.verdict == UNDETERMINED:
            self._questions |= dict.fromkeys(_asked(step.scene, outcome))
        return outcome.verdict or CANNOT_ARISE

    def _told(self, step: Step, outcome: Outcome) -> Wrong:
        acts = self._record.turns[step.turn].acts if step.turn >= 0 else ()
        act = next((n for n, act in enumerate(acts) if act is step.act), -1)
        rules, certain = _broken(outcome)
        fault = self._book.fault()
        held = any("in-hand" in hit.limb.facts() for _, cases in outcome.worlds for hit in _breaks(cases[0]))
        cards = gone(self._record, step) if held else ()
        left = tuple((show(each.card), each.at.line if each.at else 0) for each in cards)
        return Wrong(
            turn=step.turn,
            act=act,
            player=step.actor,
            text=step.text,
            line=step.at.line,
            column=step.at.column,
            rules=rules,
            certain=certain,
            gone=left,
            costs=fault.fault if fault else None,
        )

    def _verdict(self, wrong_score: bool) -> str:
        if self._verdicts[ILLEGAL]:
            return ILLEGAL
        if wrong_score:
            return WRONG_SCORE
        return next((verdict for verdict in (UNKNOWN, UNDETERMINED, CANNOT_ARISE) if self._verdicts[verdict]), LEGAL)


def _broken(outcome: Outcome) -> tuple[tuple[str, ...], int]:
    """The rules broken by the reading with the fewest breaches, and how many of them, which come first, are broken by
    the best reading of every world."""
    cases = [min(of_world, key=lambda case: case.breaches) for _, of_world in outcome.worlds]
    every = [{(hit.owner, hit.limb) for hit in _breaks(case)} for case in cases]
    always = {owner for owner, _ in set.intersection(*every)}
    shown = dict.fromkeys(hit.owner for hit in _breaks(min(cases, key=lambda case: case.breaches)))
    certain = [owner for owner in shown if owner in always]
    return (*certain, *(owner for owner in shown if owner not in always)), len(certain)


def _breaks(case: Case) -> Iterator[Hit]:
    for event in case.events:
        yield from event.against


def _asked(scene: Scene, outcome: Outcome) -> Iterator[str]:
    """The questions whose answer changes the verdict, those that no answer settles, and "" for silence."""
    first: dict[object, str] = {}
    answered = set()
    for world, cases in outcome.worlds:
        for question, _ in world.answers:
            answered.add(question)
            others = (question, tuple(pair for pair in world.answers if pair[0] != question), world.facts, world.tabled)
            if first.setdefault(others, cases[0].verdict) != cases[0].verdict:
                yield question
    unsettled = (case for _, of_world in outcome.worlds for case in of_world if case.verdict == UNDETERMINED)
    case = min(unsettled, key=lambda case: case.breaches, default=None)
    for event, found in zip(scene.events, case.events if case else (), strict=False):
        if found.verdict == UNDETERMINED and found.default is None and event.name not in DUTIES:
            yield ""
        elif found.default and found.default.limb.asks and found.default.limb.asks not in answered:
            yield found.default.limb.asks
