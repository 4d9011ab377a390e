"""What the players of a deal count, and which of the scores written down are wrong."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grammar.document import Record
from rulebook.model import Book
from verifier.scoring import DealScore, Ending, score_deal
from verifier.words.scores import sum_text


class WrongScore(Struct, frozen=True):
    """A score written down that is wrong: whose, how many points, how many the book counts (several where something is
    open), the sum written out, and the line. `of` is "deal", or "match" for a total."""

    of: str
    player: str
    claimed: int
    points: tuple[int, ...]
    sum: str
    line: int


class Claimed(Struct, frozen=True):
    """A total written down: whose, how many points, and the line."""

    player: str
    points: int
    line: int


class Counted(Struct, frozen=True):
    """The score of a deal: who went out ("" for nobody), the points of each player whose score is known (several where
    something is open), the scores written down that are wrong; and the match it belongs to, with the totals claimed."""

    winner: str
    points: tuple[tuple[str, tuple[int, ...]], ...]
    wrong: tuple[WrongScore, ...]
    match: str = ""
    round: int | None = None
    totals: tuple[Claimed, ...] = ()


def counted(record: Record, book: Book, end: Ending, lang: str) -> Counted | None:
    """The score of a record's deal; None where it neither begins with the deal, nor belongs to a match, nor claims a
    score."""
    score = score_deal(record, book, end)
    if score is None:
        return None
    points = tuple((one.player, one.points) for one in score.players)
    totals = (Claimed(player, n, claim.at.line) for claim in record.totals for player, n in claim.points)
    return Counted(score.winner, points, tuple(_wrong(score, lang)), record.match, record.round, tuple(totals))


def _wrong(score: DealScore, lang: str) -> Iterator[WrongScore]:
    ours = {one.player: one for one in score.players}
    for claim in score.wrong:
        one = ours[claim.player]
        text = sum_text(one, one.sums[0][0], lang)
        yield WrongScore("deal", claim.player, claim.points, one.points, text, claim.at.line)
