"""Matches: deals of one file that follow each other and name the same match, and what their scores come to."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from verifier.audit.counted import Claimed, WrongScore
from verifier.audit.deal import CANNOT_ARISE, WRONG_SCORE
from verifier.audit.lines import Line
from verifier.outcome import ILLEGAL
from verifier.scoring import agreed

MOST_DEALS = 1000
"""Of a longer match only the totals are kept."""
MOST_OPEN = 64
"""A total that may be more numbers than this is not known."""


class Played(Struct, frozen=True):
    """A deal of a match: its number, if it has one, and the points of each player (several where something is open;
    none where they are not known)."""

    round: int | None
    score: dict[str, list[int]]


class Match(Struct):
    """A match so far. `total` has the points of each player whose score is known of every deal."""

    file: str
    name: str
    variant: str
    deals: list[Played] = field(default_factory=list)
    total: dict[str, list[int]] = field(default_factory=dict)

    def add(self, line: Line) -> None:
        """One more deal."""
        first = not self.total and not self.deals
        self._keep(Played(line.round, line.score))
        before = {player: [0] for player in line.score} if first else self.total
        sums = {player: _sums(points, line.score.get(player, ())) for player, points in before.items()}
        self.total = {player: points for player, points in sums.items() if 0 < len(points) <= MOST_OPEN}

    def lose_count(self) -> None:
        """A deal comes that may belong to the match, and that nobody can count."""
        self._keep(Played(None, {}))
        self.total = {}

    def _keep(self, deal: Played) -> None:
        if len(self.deals) < MOST_DEALS:
            self.deals.append(deal)


_NOT_PLAYED = ("trouble", CANNOT_ARISE)
"""Verdicts on records that do not show which match they belong to."""


def _sums(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return sorted({a + b for a, b in product(one, other)})


class Matches(Struct):
    """The match that goes on, and those that ended since somebody asked."""

    current: Match | None = None
    ended: list[Match] = field(default_factory=list)

    def follow(self, line: Line, claimed: Iterable[Claimed] = ()) -> Line:
        """Takes up a line: the same one with the totals of its match, and those claimed that are wrong."""
        now = self.current
        if now and now.file == line.file and line.verdict in _NOT_PLAYED:
            now.lose_count()
            return line
        if now and (now.file, now.name, now.variant) != (line.file, line.match, line.variant):
            self.ended.append(now)
            self.current = None
        if not line.match:
            return line
        match = self.current = self.current or Match(line.file, line.match, line.variant)
        match.add(line)
        wrong = [found for each in claimed if (found := _wrong_total(each, match))]
        line = replace(line, total=dict(match.total), wrong_scores=[*line.wrong_scores, *wrong])
        return replace(line, verdict=WRONG_SCORE) if wrong and line.verdict != ILLEGAL else line

    def end(self) -> list[Match]:
        """All matches are over: those that ended since the last time."""
        found = [*self.ended, *([self.current] if self.current else [])]
        self.current, self.ended = None, []
        return found

    def over(self) -> list[Match]:
        """Those that ended since the last time."""
        found, self.ended = self.ended, []
        return found


def _wrong_total(claimed: Claimed, match: Match) -> WrongScore | None:
    points = match.total.get(claimed.player, [])
    if agreed(claimed.points, points) is not False:
        return None
    scores = (deal.score.get(claimed.player, []) for deal in match.deals)
    text = " + ".join(str(points[0]) if len(points) == 1 else "?" for points in scores)
    return WrongScore("match", claimed.player, claimed.points, tuple(points), text, claimed.line)
