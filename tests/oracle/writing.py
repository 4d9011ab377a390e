"""Plays written briefly, for cases that have a name."""

from __future__ import annotations

from oracle.plays import Act, Meld, Play, Tale

VERDICTS = {"l": "legal", "i": "illegal", "u": "undetermined", "-": ""}
"""A letter for each verdict; `-` where the table cannot have come about."""


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def lay(*texts: str, kind: str = "") -> Act:
    return Act("lay", melds=tuple(Meld(cards(text), kind) for text in texts))


def add(text: str, end: str = "", to: str = "A1") -> Act:
    return Act("add", cards(text), to=to, end=end)


def swap(text: str, jokers: int = 1) -> Act:
    return Act("swap", cards(text), to="A1", jokers=jokers)


def shift(text: str, becomes: str = "") -> Act:
    return Act("shift", (text,), to="A1", becomes=becomes)


def move(text: str) -> Act:
    return Act("move", (text,), to="B1", source="A1")


def throw(text: str) -> Act:
    return Act("discard", (text,))


def play(
    *acts: Act, a1: str = "", kind: str = "", b1: str = "", own: bool = False, hand: str | None = None, **more: object
) -> Play:
    """A play on the melds A1, which may be his own, and B1."""
    table = tuple((label, Meld(cards(text), kind, own)) for label, text in (("A1", a1), ("B1", b1)) if text)
    return Play(acts, table, hand=None if hand is None else cards(hand), **more)  # type: ignore[arg-type]


DRAW, END = Act("draw"), Act("end")
CALL, CEDE, KEEP = Act("call", ("9♦",)), Act("cede"), Act("keep")


def tale(*turns: tuple[str, Act | tuple[Act, ...]], **more: object) -> Tale:
    """What Anna, Bob and Cleo do, each told by his initial."""
    names = {name[0]: name for name in ("Anna", "Bob", "Cleo")}
    told = tuple((names[who], acts if isinstance(acts, tuple) else (acts,)) for who, acts in turns)
    return Tale(tuple(names.values()), told, **more)  # type: ignore[arg-type]
