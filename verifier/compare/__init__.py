"""Two books compared: where they differ, each difference by the plainest play that they decide differently.

    compare(one, two) -> Comparison    the differences of two books, and how far it is known that there are no others
    Comparison, Difference, Side,
    Relation, ValueDifference          what it finds

Books come from `rulebook`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.compare.comparing import compare
    from verifier.compare.model import Comparison, Difference, Relation, Side, ValueDifference

__all__ = ["Comparison", "Difference", "Relation", "Side", "ValueDifference", "compare"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, and no more: to read what was found nobody needs a solver."""
    if name == "compare":
        from verifier.compare.comparing import compare

        return compare
    if name in __all__:
        from verifier.compare import model

        return getattr(model, name)
    raise AttributeError(f"module 'verifier.compare' has no attribute {name!r}")
