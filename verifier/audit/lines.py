"""What is written of each record that was replayed."""

from __future__ import annotations

import msgspec

from verifier.audit.counted import Counted, WrongScore
from verifier.audit.deal import DealAudit, Wrong
from verifier.audit.one import Result


class WrongOut(msgspec.Struct, frozen=True):
    """A wrong move: turn and act in the record, counted from 0 (act -1: the end of the turn; turn -1: the deal), the
    line of the file, who did what, and the rules broken. The first `certain` of these are broken whatever the open
    questions, the others only under some of their readings. `gone` are the cards that the player does not hold, each
    with the line in which it left his hand (null: it never was there), `costs` the points that the book asks for a
    wrong play (null: it does not say)."""

    turn: int
    act: int
    line: int
    player: str
    text: str
    rules: list[str]
    certain: int
    gone: dict[str, int | None] = {}
    costs: int | None = None


class Line(msgspec.Struct, frozen=True):
    """One record replayed. `verdict` is "legal", "illegal", "wrong score" (nothing illegal), "undetermined", "unknown"
    (a card that has to be known is not written), "cannot arise" (the table, in this book) or "trouble" (it cannot be
    read). `line` is where the record begins in its file, `acts` are the steps judged, `open` how many of them are
    undetermined, `questions` those on which they hang ("" for silence; none where they hang on what is not written),
    and `unjudged` the steps that an unknown card left unjudged. `trouble` says what cannot be read, with `at` the line
    where, or which meld cannot lie there. `score` are the points of each player whose score of the deal is known,
    `total` those of the match so far (several where something is open), and `wrong_scores` the scores written down that
    are wrong."""

    id: str
    file: str
    line: int
    variant: str
    verdict: str
    acts: int
    open: int
    unjudged: int
    wrong: list[WrongOut]
    questions: list[str]
    trouble: str
    at: int
    match: str = ""
    round: int | None = None
    winner: str = ""
    score: dict[str, list[int]] = {}
    total: dict[str, list[int]] = {}
    wrong_scores: list[WrongScore] = []


_NONE = DealAudit("", 0)
_NO_SCORE = Counted("", (), ())


def line_of(result: Result) -> Line:
    """What is written of a result."""
    audit = result.audit or _NONE
    score = audit.score or _NO_SCORE
    return Line(
        id=result.id,
        file=result.source,
        line=result.line,
        variant=result.variant,
        verdict=result.verdict,
        acts=audit.acts,
        open=audit.open,
        unjudged=audit.unjudged,
        wrong=[_wrong(wrong) for wrong in audit.wrong],
        questions=list(audit.questions),
        trouble=result.trouble or audit.meld,
        at=result.at,
        match=score.match,
        round=score.round,
        winner=score.winner,
        score={player: list(points) for player, points in score.points},
        wrong_scores=list(score.wrong),
    )


def _wrong(wrong: Wrong) -> WrongOut:
    return WrongOut(
        turn=wrong.turn,
        act=wrong.act,
        line=wrong.line,
        player=wrong.player,
        text=wrong.text,
        rules=list(wrong.rules),
        certain=wrong.certain,
        gone={card: line or None for card, line in wrong.gone},
        costs=wrong.costs,
    )


def encoded(line: Line) -> bytes:
    """The line as JSON, with its end."""
    return msgspec.json.encode(line) + b"\n"
