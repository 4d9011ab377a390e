"""The score of a deal in the report: a row for each player, then what is claimed."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.report.layout import Block, Gap, Line, Rows, Span
from verifier.report.parts import marked
from verifier.scoring import DealScore
from verifier.words.scores import claims_text, sum_text, ways_text
from verifier.words.sentences import typeset

_MARKS = {True: ("✓", "good"), False: ("✗", "bad"), None: ("?", "open")}


def score_blocks(score: DealScore, lang: str) -> Iterator[Block]:
    """What each player counts, with the sum written out, and whether what is claimed is right."""
    claimed = claims_text(score, lang)
    if score.players or claimed:
        yield Gap()
    if score.players:
        yield Rows(tuple(_rows(score, lang)), 2)
    for right, text in claimed:
        mark, style = _MARKS[right]
        yield marked(mark, style, text, lang)


def _rows(score: DealScore, lang: str) -> Iterator[tuple[Line, ...]]:
    for one in score.players:
        for number, (sum, ways) in enumerate(one.sums):
            text = sum_text(one, sum, lang)
            more = f" · {ways_text(ways, lang)}" if len(one.sums) > 1 else ""
            name = one.player if not number else ""
            yield (Span(name),), (Span(str(sum.points), "bold"),), (Span(typeset(text + more, lang)),)
