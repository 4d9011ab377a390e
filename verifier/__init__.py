"""What follows: the verdict on a written move.

    judge(record, book) -> Verdict   the verdict of one book on one record
    Verdict, ActionVerdict           what a verdict carries
    Disagreement                     the two engines do not agree: a mistake of ours, never a verdict

Two books are compared by `verifier.compare`.

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
    from verifier.verdict import ActionVerdict, Verdict

__all__ = ["ActionVerdict", "Disagreement", "Verdict", "judge"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, and no more: to read a book nobody needs a solver."""
    if name in ("judge", "Disagreement"):
        from verifier import arbiter

        return getattr(arbiter, name)
    if name in ("ActionVerdict", "Verdict"):
        from verifier import verdict

        return getattr(verdict, name)
    raise AttributeError(f"module 'verifier' has no attribute {name!r}")
