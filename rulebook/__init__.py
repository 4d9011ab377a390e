"""What the rules are: the rule texts, the places they cite, the vocabulary they may use.

book(name)       a book that comes with the project: rulebook.names() lists them
read_file(path)  a book in a file of house rules
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.library import book, names, read_file
    from rulebook.model import Book, Question, Rule

__all__ = ["Book", "Question", "Rule", "book", "names", "read_file"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, and no more."""
    if name in ("book", "names", "read_file"):
        from rulebook import library

        return getattr(library, name)
    if name in ("Book", "Question", "Rule"):
        from rulebook import model

        return getattr(model, name)
    raise AttributeError(f"module 'rulebook' has no attribute {name!r}")
