"""Plays that the texts or players' disputes name: what the oracle must say, and that the engines say it too."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import oracle
import pytest
from oracle.bridge import agree, every_fact_agrees, witnesses_hold
from oracle.figures import BOOKS
from oracle.plays import Act, Play
from oracle.writing import DRAW, END, VERDICTS, add, cards, lay, move, play, shift, swap, throw

from grammar.record import read_line
from rulebook.library import read_file
from verifier import judge
from verifier.audit import audit_deal

ALL_RUN = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"


def agree_in_all(case: Play, wanted: str) -> None:
    """In every book the verdict is what its letter says, and the engines say it too."""
    for book, letter in zip(BOOKS, wanted, strict=True):
        assert agree(case, book) == VERDICTS[letter], book.name
        if letter != "-":
            every_fact_agrees(case, book)
            witnesses_hold(case, book)


TOOK = {"drawn": True, "took": "10♥"}
CASES = [
    # rami-40, rami-51, kalooki-40, kalooki-51, kaluki, jamaican, baby-kalooki, tuluki
    # --- melds
    ("set.min: two cards", play(lay("9♥ 9♠")), "iiiiiiii"),
    ("set.max: five cards", play(lay("9♥ 9♠ 9♣ 9♦ JK")), "iiiiiuuu"),
    ("set.suits: the same card twice", play(lay("7♥ 7♦ 7♦")), "iiiiiuuu"),
    ("set.suits: a joker that says a suit there is", play(lay("7♥ 7♦ JK=7♦")), "iiiiiuuu"),
    ("run.suit", play(lay("7♠ 8♠ 9♥")), "iiiiiiii"),
    ("run.ace: after the king", play(lay("Q♥ K♥ A♥")), "llllliii"),
    ("run.ace: before the two", play(lay("A♥ 2♥ 3♥")), "iulluiii"),
    ("run.ace: a joker before the two", play(lay("JK 2♥ 3♥")), "iulluiii"),
    ("run.ace: a joker after the three", play(lay("2♥ 3♥ JK")), "llllliii"),
    ("run.ace: past the ace", play(lay("Q♥ K♥ A♥ 2♥")), "iuiiuiii"),
    ("run.ace: a joker past the ace", play(lay("K♥ A♥ JK")), "iuiiuiii"),
    ("run.two-aces", play(lay(ALL_RUN)), "iuuuuuuu"),
    ("run.jokers.adjacent", play(lay("6♠ JK JK 9♠")), "uuuuuiii"),
    ("run.jokers.adjacent: a set as well", play(lay("6♠ JK JK")), "llllliii"),
    ("run.jokers.adjacent: said to be a run", play(lay("6♠ JK JK", kind="run")),
     "uuuuuiii"),
    # --- opening
    ("opening: forty", play(lay("10♥ J♥ Q♥ K♥"), opened="no"), "luliiiiu"),
    ("opening: fifty-one", play(lay("10♥ J♥ Q♥ K♥ A♥"), opened="no"), "llllliiu"),
    ("opening: two lays, together enough", play(lay("Q♠ K♠ JK"), lay("3♥ 3♠ 3♦"), opened="no"), "luliiiii"),
    ("opening: a joker counts as its card", play(lay("Q♠ K♠ JK"), opened="no"), "iuiiiiii"),
    ("opening: an ace before the two", play(lay("A♥ 2♥ 3♥", "8♠ 8♥ 8♦"), opened="no"), "iuuiiiii"),
    ("opening: not known", play(lay("5♥ 6♥ 7♥"), opened="unknown"), "uuuuuiii"),
    # --- adding
    ("add: in the turn of opening", play(add("8♥"), a1="5♥ 6♥ 7♥", opened="now"), "lluuu---"),
    ("add: before opening", play(add("8♥"), a1="5♥ 6♥ 7♥", opened="no"), "uuiii---"),
    ("add: two below together", play(add("5♣ 6♣"), a1="7♣ 8♣ 9♣ 10♣"), "llllulll"),
    ("add: at the wrong end", play(add("6♣", "high"), a1="7♣ 8♣ 9♣ 10♣"), "iiiiiiii"),
    ("add: an ace below the two", play(add("A♣"), a1="2♣ 3♣ 4♣"), "iullu---"),
    ("add: a joker below the two or above the four", play(add("JK"), a1="2♣ 3♣ 4♣"), "llllu---"),
    ("add: a king below the ace", play(add("K♣"), a1="A♣ 2♣ 3♣"), "-uiiu---"),
    # --- exchanging
    ("swap: one missing card of a set", play(swap("10♦"), a1="10♥ 10♠ JK"), "iilliuuu"),
    ("swap: both missing cards of a set", play(swap("10♦ 10♣"), a1="10♥ 10♠ JK"), "llllluuu"),
    ("swap: a suit that the set has", play(swap("10♦ 10♠"), a1="10♥ 10♠ JK"), "iiiiiuuu"),
    ("swap: a set of four", play(swap("10♦"), a1="10♥ 10♠ 10♣ JK"), "iilliuuu"),
    ("swap: two for one of two jokers", play(swap("10♦ 10♠"), a1="10♥ JK JK", kind="set"), "lllll---"),
    ("swap: two for two jokers", play(swap("10♦ 10♠", 2), a1="10♥ JK JK", kind="set"), "iilli---"),
    ("swap: three for two jokers", play(swap("10♦ 10♠ 10♣", 2), a1="10♥ JK JK", kind="set"),
     "iiuui---"),
    ("swap: a run", play(swap("7♣"), a1="5♣ 6♣ JK 8♣"), "lllliiii"),
    ("swap: a run, of another suit", play(swap("7♠"), a1="5♣ 6♣ JK 8♣"), "iiiiiiii"),
    ("swap: before opening", play(swap("7♣"), a1="5♣ 6♣ JK 8♣", opened="no"), "uulliiii"),
    ("swap: the joker kept", play(swap("7♣"), throw("K♠"), a1="5♣ 6♣ JK 8♣"), "uulliiii"),
    ("swap: the joker thrown", play(swap("7♣"), throw("JK"), a1="5♣ 6♣ JK 8♣"), "uulliiii"),
    ("swap: the joker laid", play(swap("7♣"), lay("Q♥ Q♠ JK"), throw("K♠"), a1="5♣ 6♣ JK 8♣"), "lllliiii"),
    # --- moving
    ("table: moved", play(move("10♦"), a1="7♦ 8♦ 9♦ 10♦", b1="10♥ 10♠ 10♣"),
     "iiuuiiii"),
    ("table: moved, too few left", play(move("9♦"), a1="7♦ 8♦ 9♦", b1="9♥ 9♠ 9♣"),
     "iiiii---"),
    ("table: a joker shifted", play(shift("6♥"), a1="5♥ JK 7♥ 8♥"),
     "iiuuiuuu"),
    # --- the turn
    ("draw: twice", play(DRAW), "iiiiiiii"),
    ("draw: not the top", play(Act("take", ("3♠",)), drawn=False, discards=cards("3♠ 9♦")), "iiiiiiii"),
    ("draw: played first", play(throw("3♠"), drawn=False), "iiiiiiii"),
    ("hand: a card he has not", play(throw("3♠"), hand="4♠ 9♦"), "iiiiiiii"),
    ("discard: two", play(throw("3♠"), throw("4♠")), "iiiiiiii"),
    ("discard: none", play(END), "iiiiiiii"),
    ("taken: nothing laid", play(throw("3♠"), **TOOK), "illlllll"),
    ("taken: it is laid", play(lay("10♥ 10♦ JK"), throw("3♠"), **TOOK), "llllluuu"),
    ("taken: others are laid", play(lay("4♥ 4♦ JK"), throw("3♠"), **TOOK), "ulllluuu"),
    ("taken: only added", play(add("10♥"), throw("3♠"), a1="7♥ 8♥ 9♥", **TOOK), "ulllu---"),
    ("out: the whole hand, no discard",
     play(lay("K♥ K♠ K♦", "9♠ 10♠ J♠ Q♠"), hand="K♥ K♠ K♦ 9♠ 10♠ J♠ Q♠", opened="no"),
     "uiuuuiuu"),
    ("out: the last meld, no discard", play(lay("K♥ K♠ K♦"), hand="K♥ K♠ K♦"), "iiiiiuuu"),
    ("out: with an addition",
     play(add("K♣"), lay("9♠ 10♠ J♠ Q♠ K♠"), a1="K♥ K♠ K♦", hand="K♣ 9♠ 10♠ J♠ Q♠ K♠", opened="no"),
     "uiiiiiii"),
    ("out: the last card thrown", play(lay("K♥ K♠ K♦"), throw("5♣"), hand="K♥ K♠ K♦ 5♣"), "llllluuu"),
    # --- a table that cannot have come about
    ("table: no meld", play(add("8♥"), a1="5♥ 6♥ 7♣"), "--------"),
    ("table: a low ace", play(add("4♥"), a1="A♥ 2♥ 3♥"), "-lllu---"),
    ("table: jokers side by side", play(add("9♥"), a1="5♥ JK JK 8♥"), "llllu---"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "wanted"), CASES, ids=[name for name, *_ in CASES])
def test_case(name: str, case: Play, wanted: str) -> None:
    agree_in_all(case, wanted)


# ------------------------------------------------------------------------------------ where they once differed

DIFFERED = [
    ("opening: what is laid after having opened earlier in the turn needs no points",
     play(lay("5♥ 6♥ 7♥"), opened="now"), "llllliii"),
    ("joker.swap.set: the joker says its card, and both missing cards are given",
     play(swap("4♣ 4♦"), a1="4♥ JK=4♣ 4♠", kind="set"), "llllluuu"),
    ("draw.first: cards moved before the draw",
     play(move("10♦"), a1="7♦ 8♦ 9♦ 10♦", b1="10♥ 10♠ 10♣", drawn=False), "iiiiiiii"),
    ("joker.swap.run: of two jokers the one in the card's place goes, not the one that says nothing",
     play(swap("6♠"), a1="5♦ JK=6♦ JK", kind="run"), "iiiii---"),
    ("joker.swap.run: of three jokers the one in the card's place goes, whatever its suit was",
     play(swap("5♠"), a1="JK=5♦ JK JK", kind="run"), "iilli---"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "wanted"), DIFFERED, ids=[name for name, *_ in DIFFERED])
def test_what_once_differed(name: str, case: Play, wanted: str) -> None:
    agree_in_all(case, wanted)


# ------------------------------------------------------------------------------------ the oracle itself


ORACLE = Path(str(oracle.__file__)).parent
KNOW_THE_PROJECT = ("bridge", "mutation", "records")


@pytest.mark.parametrize("module", sorted(path.stem for path in ORACLE.glob("*.py")))
def test_the_oracle_knows_nothing_of_the_project(module: str) -> None:
    text = (ORACLE / f"{module}.py").read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    knows = {name.split(".")[0] for name in names} & {"grammar", "rulebook", "verifier"}
    assert bool(knows) == (module in KNOW_THE_PROJECT)
    assert module in KNOW_THE_PROJECT or not re.search(r"\bopen\(|\bPath\b", text)


def test_what_an_open_question_says_of_cards_in_hand_counts_where_a_rule_looks_at_the_hand(tmp_path: Path) -> None:
    """A question that values cards in a hand only matters to an opening that counts the hand."""
    path = tmp_path / "hq.rules"
    path.write_text(
        'book hq "HQ" amends kalooki-40\n'
        'question ace.hand because silent\n  en "Ace?"\n  fr "As ?"\n'
        '  reading one "One." "Un.": value ace = 1 in hand\n'
        '  reading twelve "Twelve." "Douze.": value ace = 12 in hand\n'
        'replace rule opening.threshold convention\n  en "45 in hand."\n  fr "45 en main."\n'
        "  on open require hand-points >= 45\n"
    )
    here = read_file(path)
    for hand, verdict in (("A♥ 5♣", "undetermined"), ("J♥ 5♣", "legal"), ("2♥ 5♣", "illegal")):
        record = read_line(f"not opened; hand K♥ K♠ K♦ {hand}; lay K♥ K♠ K♦")
        assert judge(record, here).verdict == verdict
        assert audit_deal(record, here).verdict == verdict
