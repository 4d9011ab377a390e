"""What many results come to: how many of each verdict, by rule, by book, by question, and what could not be read."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from verifier.audit.run import Result

MOST_TROUBLES = 20
"""So many mistakes are kept to be shown."""


class Tally(Struct):
    """Counts; `troubles` are the first mistakes, each with its place."""

    records: int = 0
    acts: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    books: dict[str, Counter[str]] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def count(self, result: Result) -> None:
        self.records += 1
        self.verdicts[result.verdict] += 1
        audit = result.audit
        if audit is None:
            if len(self.troubles) < MOST_TROUBLES:
                self.troubles.append(f"{result.source}:{result.at or result.line}: {result.trouble}")
            return
        self.acts += audit.acts
        self.books.setdefault(result.variant, Counter())[result.verdict] += 1
        self.rules.update(wrong.rules[0] for wrong in audit.wrong[:1] if wrong.rules)
        self.questions.update(audit.questions)
