"""What is wrong with a piece of text that the grammar does not take, in words."""

from __future__ import annotations

from lark import UnexpectedInput

from grammar.text import Unit
from grammar.trouble import Trouble


def explain(error: UnexpectedInput, unit: Unit, rule: str, lang: str) -> list[Trouble]:
    """The troubles that a syntax error comes down to."""
    pos = error.pos_in_stream
    pos = len(unit.text) if pos is None or pos < 0 else pos
    return [Trouble(unit.at(pos, pos + 1), f"cannot read this ({rule})", f"illisible ({rule})")]
