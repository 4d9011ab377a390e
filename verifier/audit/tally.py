"""What many results come to: how many of each verdict, by rule, by book and by question."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from verifier.audit.counted import Claimed
from verifier.audit.lines import Line
from verifier.audit.matches import Matches


class Tally(Struct):
    """Counts of records by verdict, of first wrong moves by rule, of records by question and by book and verdict, of
    wrong scores, and the matches that go on."""

    records: int = 0
    acts: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    questions: dict[str, int] = field(default_factory=dict)
    books: dict[str, dict[str, int]] = field(default_factory=dict)
    scores: int = 0
    matches: Matches = field(default_factory=Matches)

    def count(self, line: Line, totals: Iterable[Claimed] = ()) -> Line:
        """One more record: its line, with the totals of its match, of which some are claimed."""
        line = self.matches.follow(line, totals)
        self.scores += len(line.wrong_scores)
        self.records += 1
        self.acts += line.acts
        _one_more(self.verdicts, line.verdict)
        if line.variant:
            _one_more(self.books.setdefault(line.variant, {}), line.verdict)
        for wrong in line.wrong[:1]:
            for rule in wrong.rules[:1]:
                _one_more(self.rules, rule)
        for question in line.questions:
            _one_more(self.questions, question)
        return line

    def of(self, *verdicts: str) -> int:
        """How many records have one of these verdicts."""
        return sum(self.verdicts.get(verdict, 0) for verdict in verdicts)


def _one_more(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
