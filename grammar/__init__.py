"""What people write: cards, table positions and moves, and the rule texts.

    read(text)        the records of a file
    read_line(text)   a record in the one-line form
    read_cards(text)  cards alone

Each raises `Unreadable`, with every mistake of the text and its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grammar.record import read, read_cards, read_line
    from grammar.trouble import Unreadable

__all__ = ["Unreadable", "read", "read_cards", "read_line"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, and no more."""
    if name in ("read", "read_line", "read_cards"):
        from grammar import record

        return getattr(record, name)
    if name == "Unreadable":
        from grammar.trouble import Unreadable

        return Unreadable
    raise AttributeError(f"module 'grammar' has no attribute {name!r}")
