"""What follows: the verdict on a written move.

    judge(record, book) -> Verdict   the verdict of one book on one record
    Verdict, ActionVerdict           what a verdict carries
    Disagreement                     the two engines do not agree: a mistake of ours, never a verdict

Records come from `grammar.record`, books from `rulebook.library`:

    >>> from grammar.record import read_line
    >>> from rulebook.library import book
    >>> record = read_line("A1 10♥ 10♠ JK; swap 10♦ for JK in A1")
    >>> judge(record, book("rami-40")).verdict
    'illegal'
"""

from verifier.judge import Disagreement, judge
from verifier.verdict import ActionVerdict, Verdict

__all__ = ["ActionVerdict", "Disagreement", "Verdict", "judge"]
