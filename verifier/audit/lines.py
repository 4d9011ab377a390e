"""What is written of each record that was replayed."""

from __future__ import annotations

import msgspec

from verifier.audit.deal import DealAudit, Wrong
from verifier.audit.run import Result


class WrongOut(msgspec.Struct, frozen=True):
    """A wrong move: turn and act in the record, counted from 0 (act -1: the end of the turn), the line of the file, who
    did what, and the rules broken. The first `certain` of these are broken whatever the open questions, the others
    only under some of their readings."""

    turn: int
    act: int
    line: int
    player: str
    text: str
    rules: list[str]
    certain: int


class Line(msgspec.Struct, frozen=True):
    """One record replayed. `verdict` is "legal", "illegal", "undetermined", "unknown" (a card that has to be known is
    not written), "cannot arise" (the table, in this book) or "trouble" (it cannot be read). `line` is where the record
    begins in its file, `acts` are the steps judged, `open` how many of them are undetermined, `questions` those on
    which they hang ("" for silence; none where they hang on what is not written), and `unjudged` the steps that an
    unknown card left unjudged. `trouble` says what cannot be read, with `at` the line where, or which meld cannot lie
    there."""

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


_NONE = DealAudit("", 0)


def line_of(result: Result) -> Line:
    """What is written of a result."""
    audit = result.audit or _NONE
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
    )


def _wrong(wrong: Wrong) -> WrongOut:
    return WrongOut(wrong.turn, wrong.act, wrong.line, wrong.player, wrong.text, list(wrong.rules), wrong.certain)


def encoded(line: Line) -> bytes:
    """The line as JSON, with its end."""
    return msgspec.json.encode(line) + b"\n"
