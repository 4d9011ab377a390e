"""What follows: the verdict on a written move.

    judge(record, book) -> Verdict   the verdict of one book on one record
    Verdict, ActionVerdict           what a verdict carries
    Disagreement                     the two engines do not agree: a mistake of ours, never a verdict
    score_deal(record, book)         what the players of a deal count, and whether what is claimed is right

Two books are compared by `verifier.compare`, many records replayed by `verifier.audit`.

Records come from `grammar`, books from `rulebook`:

    >>> from grammar import read_line
    >>> from rulebook import book
    >>> from verifier import judge
    >>> record = read_line("A1 10♥ 10♠ JK; swap 10♦ for JK in A1")
    >>> judge(record, book("rami-40")).verdict
    'illegal'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.arbiter import Disagreement, judge
    from verifier.scoring import score_deal
    from verifier.verdict import ActionVerdict, Verdict

__all__ = ["ActionVerdict", "Disagreement", "Verdict", "judge", "score_deal"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, and no more: to read a book nobody needs a solver."""
    if name in ("judge", "Disagreement"):
        from verifier import arbiter

        return getattr(arbiter, name)
    if name == "score_deal":
        from verifier.scoring import score_deal

        return score_deal
    if name in ("ActionVerdict", "Verdict"):
        from verifier import verdict

        return getattr(verdict, name)
    raise AttributeError(f"module 'verifier' has no attribute {name!r}")
