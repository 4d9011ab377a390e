"""Plays that the texts or players' disputes name: what the oracle must say, and that the engines say it too."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from oracle import figures, melds, plays, samples
from oracle.bridge import agree, every_fact_agrees, witnesses_hold
from oracle.figures import BOOKS, KALOOKI_40, KALOOKI_51, RAMI_40, Figures
from oracle.plays import Act, Meld, Play

ALL_RUN = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def lay(*texts: str, kind: str = "") -> Act:
    return Act("lay", melds=tuple(Meld(cards(text), kind) for text in texts))


def add(text: str, end: str = "") -> Act:
    return Act("add", cards(text), to="A1", end=end)


def swap(text: str, jokers: int = 1) -> Act:
    return Act("swap", cards(text), to="A1", jokers=jokers)


def throw(text: str) -> Act:
    return Act("discard", (text,))


def play(*acts: Act, a1: str = "", kind: str = "", b1: str = "", hand: str | None = None, **more: object) -> Play:
    table = tuple((label, Meld(cards(text), kind)) for label, text in (("A1", a1), ("B1", b1)) if text)
    return Play(acts, table, hand=None if hand is None else cards(hand), **more)  # type: ignore[arg-type]


TOOK = {"drawn": True, "took": "10♥"}
CASES = [
    # --- melds
    ("set.min: two cards", play(lay("9♥ 9♠")), "illegal illegal illegal"),
    ("set.max: five cards", play(lay("9♥ 9♠ 9♣ 9♦ JK")), "illegal illegal illegal"),
    ("set.suits: the same card twice", play(lay("7♥ 7♦ 7♦")), "illegal illegal illegal"),
    ("set.suits: a joker that says a suit there is", play(lay("7♥ 7♦ JK=7♦")), "illegal illegal illegal"),
    ("run.suit", play(lay("7♠ 8♠ 9♥")), "illegal illegal illegal"),
    ("run.ace: after the king", play(lay("Q♥ K♥ A♥")), "legal legal legal"),
    ("run.ace: before the two", play(lay("A♥ 2♥ 3♥")), "illegal legal legal"),
    ("run.ace: a joker before the two", play(lay("JK 2♥ 3♥")), "illegal legal legal"),
    ("run.ace: a joker after the three", play(lay("2♥ 3♥ JK")), "legal legal legal"),
    ("run.ace: past the ace", play(lay("Q♥ K♥ A♥ 2♥")), "illegal illegal illegal"),
    ("run.ace: a joker past the ace", play(lay("K♥ A♥ JK")), "illegal illegal illegal"),
    ("run.two-aces", play(lay(ALL_RUN)), "illegal undetermined undetermined"),
    ("run.jokers.adjacent", play(lay("6♠ JK JK 9♠")), "undetermined undetermined undetermined"),
    ("run.jokers.adjacent: a set as well", play(lay("6♠ JK JK")), "legal legal legal"),
    ("run.jokers.adjacent: said to be a run", play(lay("6♠ JK JK", kind="run")),
     "undetermined undetermined undetermined"),
    # --- opening
    ("opening: forty", play(lay("10♥ J♥ Q♥ K♥"), opened="no"), "legal legal illegal"),
    ("opening: fifty-one", play(lay("10♥ J♥ Q♥ K♥ A♥"), opened="no"), "legal legal legal"),
    ("opening: two lays, together enough", play(lay("Q♠ K♠ JK"), lay("3♥ 3♠ 3♦"), opened="no"), "legal legal illegal"),
    ("opening: a joker counts as its card", play(lay("Q♠ K♠ JK"), opened="no"), "illegal illegal illegal"),
    ("opening: an ace before the two", play(lay("A♥ 2♥ 3♥", "8♠ 8♥ 8♦"), opened="no"), "illegal undetermined illegal"),
    ("opening: not known", play(lay("5♥ 6♥ 7♥"), opened="unknown"), "undetermined undetermined undetermined"),
    # --- adding
    ("add: in the turn of opening", play(add("8♥"), a1="5♥ 6♥ 7♥", opened="now"), "legal undetermined undetermined"),
    ("add: before opening", play(add("8♥"), a1="5♥ 6♥ 7♥", opened="no"), "undetermined illegal illegal"),
    ("add: two below together", play(add("5♣ 6♣"), a1="7♣ 8♣ 9♣ 10♣"), "legal legal legal"),
    ("add: at the wrong end", play(add("6♣", "high"), a1="7♣ 8♣ 9♣ 10♣"), "illegal illegal illegal"),
    ("add: an ace below the two", play(add("A♣"), a1="2♣ 3♣ 4♣"), "illegal legal legal"),
    ("add: a joker below the two or above the four", play(add("JK"), a1="2♣ 3♣ 4♣"), "legal legal legal"),
    ("add: a king below the ace", play(add("K♣"), a1="A♣ 2♣ 3♣"), " illegal illegal"),
    # --- exchanging
    ("swap: one missing card of a set", play(swap("10♦"), a1="10♥ 10♠ JK"), "illegal legal legal"),
    ("swap: both missing cards of a set", play(swap("10♦ 10♣"), a1="10♥ 10♠ JK"), "legal legal legal"),
    ("swap: a suit that the set has", play(swap("10♦ 10♠"), a1="10♥ 10♠ JK"), "illegal illegal illegal"),
    ("swap: a set of four", play(swap("10♦"), a1="10♥ 10♠ 10♣ JK"), "illegal legal legal"),
    ("swap: two for one of two jokers", play(swap("10♦ 10♠"), a1="10♥ JK JK", kind="set"), "legal legal legal"),
    ("swap: two for two jokers", play(swap("10♦ 10♠", 2), a1="10♥ JK JK", kind="set"), "illegal legal legal"),
    ("swap: three for two jokers", play(swap("10♦ 10♠ 10♣", 2), a1="10♥ JK JK", kind="set"),
     "illegal undetermined undetermined"),
    ("swap: a run", play(swap("7♣"), a1="5♣ 6♣ JK 8♣"), "legal legal legal"),
    ("swap: a run, of another suit", play(swap("7♠"), a1="5♣ 6♣ JK 8♣"), "illegal illegal illegal"),
    ("swap: before opening", play(swap("7♣"), a1="5♣ 6♣ JK 8♣", opened="no"), "undetermined legal legal"),
    ("swap: the joker kept", play(swap("7♣"), throw("K♠"), a1="5♣ 6♣ JK 8♣"), "undetermined legal legal"),
    ("swap: the joker thrown", play(swap("7♣"), throw("JK"), a1="5♣ 6♣ JK 8♣"), "undetermined legal legal"),
    ("swap: the joker laid", play(swap("7♣"), lay("Q♥ Q♠ JK"), throw("K♠"), a1="5♣ 6♣ JK 8♣"), "legal legal legal"),
    # --- moving
    ("table: moved", play(Act("move", ("10♦",), to="B1", source="A1"), a1="7♦ 8♦ 9♦ 10♦", b1="10♥ 10♠ 10♣"),
     "illegal undetermined undetermined"),
    ("table: moved, too few left", play(Act("move", ("9♦",), to="B1", source="A1"), a1="7♦ 8♦ 9♦", b1="9♥ 9♠ 9♣"),
     "illegal illegal illegal"),
    ("table: a joker shifted", play(Act("shift", ("6♥",), to="A1"), a1="5♥ JK 7♥ 8♥"),
     "illegal undetermined undetermined"),
    # --- the turn
    ("draw: twice", play(Act("draw")), "illegal illegal illegal"),
    ("draw: not the top", play(Act("take", ("3♠",)), drawn=False, discards=cards("3♠ 9♦")), "illegal illegal illegal"),
    ("draw: played first", play(throw("3♠"), drawn=False), "illegal illegal illegal"),
    ("hand: a card he has not", play(throw("3♠"), hand="4♠ 9♦"), "illegal illegal illegal"),
    ("discard: two", play(throw("3♠"), throw("4♠")), "illegal illegal illegal"),
    ("discard: none", play(Act("end")), "illegal illegal illegal"),
    ("taken: nothing laid", play(throw("3♠"), **TOOK), "illegal legal legal"),
    ("taken: it is laid", play(lay("10♥ 10♦ JK"), throw("3♠"), **TOOK), "legal legal legal"),
    ("taken: others are laid", play(lay("4♥ 4♦ JK"), throw("3♠"), **TOOK), "undetermined legal legal"),
    ("taken: only added", play(add("10♥"), throw("3♠"), a1="7♥ 8♥ 9♥", **TOOK), "undetermined legal legal"),
    ("out: the whole hand, no discard",
     play(lay("K♥ K♠ K♦", "9♠ 10♠ J♠ Q♠"), hand="K♥ K♠ K♦ 9♠ 10♠ J♠ Q♠", opened="no"),
     "undetermined undetermined undetermined"),
    ("out: the last meld, no discard", play(lay("K♥ K♠ K♦"), hand="K♥ K♠ K♦"), "illegal illegal illegal"),
    ("out: with an addition",
     play(add("K♣"), lay("9♠ 10♠ J♠ Q♠ K♠"), a1="K♥ K♠ K♦", hand="K♣ 9♠ 10♠ J♠ Q♠ K♠", opened="no"),
     "undetermined illegal illegal"),
    ("out: the last card thrown", play(lay("K♥ K♠ K♦"), throw("5♣"), hand="K♥ K♠ K♦ 5♣"), "legal legal legal"),
    # --- a table that cannot have come about
    ("table: no meld", play(add("8♥"), a1="5♥ 6♥ 7♣"), "  "),
    ("table: a low ace", play(add("4♥"), a1="A♥ 2♥ 3♥"), " legal legal"),
    ("table: jokers side by side", play(add("9♥"), a1="5♥ JK JK 8♥"), "legal legal legal"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "wanted"), CASES, ids=[name for name, *_ in CASES])
def test_case(name: str, case: Play, wanted: str) -> None:
    for book, verdict in zip(BOOKS, wanted.split(" "), strict=True):
        assert agree(case, book) == verdict, book.name
        if verdict:
            witnesses_hold(case, book)
            every_fact_agrees(case, book)


# ------------------------------------------------------------------------------------ where they once differed

DIFFERED = [
    ("opening: what is laid after having opened earlier in the turn needs no points",
     play(lay("5♥ 6♥ 7♥"), opened="now"), BOOKS, "legal"),
    ("joker.swap.set: the joker says its card, and both missing cards are given",
     play(swap("4♣ 4♦"), a1="4♥ JK=4♣ 4♠", kind="set"), (RAMI_40,), "legal"),
    ("draw.first: cards moved before the draw",
     play(Act("move", ("10♦",), to="B1", source="A1"), a1="7♦ 8♦ 9♦ 10♦", b1="10♥ 10♠ 10♣", drawn=False),
     (KALOOKI_40, KALOOKI_51), "illegal"),
    ("joker.swap.run: of two jokers the one in the card's place goes, not the one that says nothing",
     play(swap("6♠"), a1="5♦ JK=6♦ JK", kind="run"), BOOKS, "illegal"),
    ("joker.swap.run: of three jokers the one in the card's place goes, whatever its suit was",
     play(swap("5♠"), a1="JK=5♦ JK JK", kind="run"), (KALOOKI_40, KALOOKI_51), "legal"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "books", "wanted"), DIFFERED, ids=[name for name, *_ in DIFFERED])
def test_what_once_differed(name: str, case: Play, books: tuple[Figures, ...], wanted: str) -> None:
    assert [plays.verdict(case, book) for book in books] == [wanted] * len(books)
    for book in books:
        agree(case, book)
        witnesses_hold(case, book)
        every_fact_agrees(case, book)


# ------------------------------------------------------------------------------------ the oracle itself


@pytest.mark.parametrize("module", [figures, melds, plays, samples], ids=lambda module: module.__name__)
def test_the_oracle_knows_nothing_of_the_project(module: object) -> None:
    path = Path(str(module.__file__))  # type: ignore[attr-defined]
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    assert not {name.split(".")[0] for name in names} & {"grammar", "rulebook", "verifier"}
    assert not re.search(r"\bopen\(|\bPath\b", text)
