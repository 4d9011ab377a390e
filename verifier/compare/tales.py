"""Plays written out one by one, for what hangs on the course of a turn and not on the cards.

Each is a line, or a record of several turns. Melds are such as most books allow: sets of different suits, runs of four.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

_WHO = ("", "opened now; ", "not opened; ")
"""The player opened on an earlier turn, earlier in this one, or has not opened."""

_RUN, _OTHER_RUN = "5♥ 6♥ 7♥ 8♥", "5♦ 6♦ 7♦ 8♦"
_CONTRACT = "K♥ K♠ K♦, Q♥ Q♠ Q♦, J♥ J♠ J♦"


def tales(event: str) -> Iterator[str]:
    """The plays in which an event comes about, the plainest first; none for an event that hangs on cards."""
    return {
        "draw": _draws,
        "lay": _lays,
        "add": _additions,
        "swap": _exchanges,
        "shift": _shifts,
        "move": _moves,
        "discard": _discards,
        "call": _calls,
        "cede": lambda: _answers("cede"),
        "keep": lambda: _answers("keep"),
        "reshuffle": _new_stocks,
        "turn": _turns,
        "out": _goings,
        "late": _lates,
    }.get(event, lambda: iter(()))()


def _of_all(position: str, play: str) -> Iterator[str]:
    """A play in every course of the turn: who has opened, has drawn, whose turn it is."""
    at = f"{position}; " if position else ""
    for who in _WHO:
        yield f"{who}{at}{play}"
    for who in _WHO:
        yield f"{who}not drawn; {at}{play}"
    for who in _WHO:
        yield f"{who}{at}discard K♣; {play}"


# ---------------------------------------------------------------------------------------- single acts


def _draws() -> Iterator[str]:
    for who in _WHO:
        yield f"{who}not drawn; draw"
        yield f"{who}not drawn; draw JK"
        yield f"{who}not drawn; discards 3♠ 9♦; take 9♦"
        yield f"{who}not drawn; discards 3♠ JK; take JK"
        yield f"{who}not drawn; discards 3♠ 9♦; take 3♠"
        yield f"{who}draw"
        yield f"{who}discards 3♠ 9♦; take 9♦"
        yield f"{who}discard K♣; draw"


def _lays() -> Iterator[str]:
    for cards in ("2♥ 2♠ 2♦", _RUN):
        yield from _of_all("", f"lay {cards}")
        yield f"hand K♣; lay {cards}"


def _additions() -> Iterator[str]:
    for label in ("A1", "my A1"):
        for cards in ("9♥", "JK"):
            yield from _of_all(f"{label} {_RUN}", f"add {cards} to A1")
            yield f"{label} {_RUN}; hand K♣; add {cards} to A1"


def _exchanges() -> Iterator[str]:
    for label in ("A1", "my A1"):
        for meld, cards in (("2♥ 2♠ JK", "2♦"), ("2♥ 2♠ JK", "2♦ 2♣"), ("5♥ 6♥ 7♥ JK", "8♥")):
            yield from _of_all(f"{label} {meld}", f"swap {cards} for JK in A1")
            yield f"{label} {meld}; hand K♣; swap {cards} for JK in A1"


def _shifts() -> Iterator[str]:
    for label in ("A1", "my A1"):
        yield from _of_all(f"{label} 5♥ 6♥ JK 8♥", "shift 7♥ into A1")
        yield f"{label} 5♥ 6♥ JK 8♥; hand K♣; shift 7♥ into A1"


def _moves() -> Iterator[str]:
    for label in ("A1", "my A1"):
        yield from _of_all(f"{label} 5♥ 6♥ 7♥ 8♥ 9♥, B1 9♠ 9♦ 9♣", "move 9♥ from A1 to B1")


def _discards() -> Iterator[str]:
    for who in _WHO:
        for card in ("K♣", "JK"):
            yield f"{who}discard {card}"
            yield f"{who}hand {card}; discard {card}"
        yield f"{who}took 9♦; discard 9♦"
        yield f"{who}took 9♦; hand 9♦; discard 9♦"
        yield f"{who}took 9♦; discard K♣"
        yield f"{who}took 9♦; lay 9♦ 9♥ 9♠; discard 9♦"
        yield f"{who}not drawn; discard K♣"
        yield f"{who}hand 2♥; discard K♣"
        yield f"{who}discard K♣; discard Q♣"
        yield f"{who}lay 2♥ 2♠ 2♦; discard K♣"
        for meld, card in (("5♥ 6♥ 7♥ JK", "8♥"), ("2♥ 2♠ JK", "2♦"), ("2♥ 2♠ JK", "2♦ 2♣")):
            yield f"{who}A1 {meld}; swap {card} for JK in A1; discard K♣"
            yield f"{who}A1 {meld}; swap {card} for JK in A1; discard JK"
            yield f"{who}A1 {meld}; hand {card}; swap {card} for JK in A1; discard JK"


# ---------------------------------------------------------------------------------------- calls

_THREE = "players: Anne, Bob, Cleo\n"


def _calls() -> Iterator[str]:
    yield "not opened; call 9♦"
    yield "call 9♦"
    yield f"{_THREE}Anne: draws; discards 9♦\nCleo: calls 9♦"
    yield "not opened; discards 3♠ 9♦; call 3♠"
    yield f"{_THREE}Anne: draws; discards 9♦\nBob: calls 9♦"
    yield f"{_THREE}Anne: draws; discards 9♦\nAnne: calls 9♦"
    yield f"{_THREE}Anne: draws; discards 9♦\nBob: draws\nCleo: calls 9♦"
    for answer in ("cedes", "keeps"):
        for times in (2, 3, 4, 5):
            yield _called(times, answer)


def _called(times: int, answer: str) -> str:
    """Cleo calls so many cards in one deal; each call but the last is answered."""
    calls = [f"Anne: draws; discards {rank}♦\nCleo: calls {rank}♦\n" for rank in range(2, 2 + times)]
    others = [
        f"Bob: {answer}; draws; discards {rank}♥\nCleo: draws; discards {rank}♠\n" for rank in range(2, 1 + times)
    ]
    return _THREE + calls[0] + "".join(map("".join, zip(others, calls[1:], strict=True)))


def _answers(verb: str) -> Iterator[str]:
    yield f"not drawn; {verb}"
    yield f"{_THREE}Anne: draws; discards 9♦\nCleo: calls 9♦\nBob: {verb}s"
    yield f"{_THREE}Anne: draws; discards 9♦\nCleo: calls 9♦\nAnne: {verb}s"


def _new_stocks() -> Iterator[str]:
    yield "not drawn; stock 0; reshuffle"
    yield "not drawn; stock 3; reshuffle"
    yield "not drawn; stock 0; discards 3♠ 9♦; reshuffle; draw; reshuffle"


# ---------------------------------------------------------------------------------------- whole turns

_PLAYS = (
    ("", ""),
    ("", "lay 2♥ 2♠ 2♦"),
    ("", "lay 2♥ 2♠ 2♦, 3♥ 3♠ 3♦"),
    ("", f"lay {_CONTRACT}"),
    (f"A1 {_RUN}", "add 9♥ to A1"),
    (f"my A1 {_RUN}", "add 9♥ to A1"),
    (f"A1 {_OTHER_RUN}", "add 9♦ to A1"),
    (f"my A1 {_OTHER_RUN}", "add 9♦ to A1"),
    ("", "lay 9♦ 9♥ 9♠"),
    (f"A1 {_RUN}", "lay 2♥ 2♠ 2♦; add 9♥ to A1"),
    ("A1 5♥ 6♥ 7♥ JK", "swap 8♥ for JK in A1"),
    ("A1 2♥ 2♠ JK", "swap 2♦ for JK in A1"),
    ("A1 2♥ 2♠ JK", "swap 2♦ 2♣ for JK in A1"),
    ("A1 5♥ 6♥ 7♥ JK", "swap 8♥ for JK in A1; lay 2♥ 2♠ JK"),
    (f"A1 5♥ 6♥ 7♥ JK, B1 {_OTHER_RUN}", "swap 8♥ for JK in A1; add JK to B1"),
    ("A1 2♥ 2♠ JK", "swap 2♦ for JK in A1; lay 3♥ 3♠ JK"),
    ("A1 5♥ 6♥ JK 8♥", "shift 7♥ into A1"),
)  # fmt: skip
"""What may be done in a turn: what lies there, and the plays."""


def _turns() -> Iterator[str]:
    """A player draws or takes a card, plays, and ends his turn with a discard or without."""
    for (lying, plays), who, drawn, end in product(_PLAYS, _WHO, _DRAWN, ("discard K♣", "end")):
        yield "; ".join(filter(None, (_round(plays), who.strip("; "), drawn, lying, plays, end)))
    for who in _WHO:
        yield f"{who}took 9♦; hand 9♦; discard 9♦"
        yield f"{who}discard JK"


_DRAWN = ("", "took 9♦", "not drawn")
"""The player has drawn from the stock, taken a card from the discard pile, or done neither."""


def _round(plays: str) -> str:
    """The contract is that of the first round."""
    return "round 1" if _CONTRACT in plays else ""


_LAST = (
    ("", f"lay {_CONTRACT}", "K♥ K♠ K♦ Q♥ Q♠ Q♦ J♥ J♠ J♦"),
    ("", "lay K♥ K♠ K♦ K♣, 9♠ 10♠ J♠ Q♠", "K♥ K♠ K♦ K♣ 9♠ 10♠ J♠ Q♠"),
    ("", "lay 2♥ 2♠ 2♦", "2♥ 2♠ 2♦"),
    (f"A1 {_RUN}", "add 9♥ to A1", "9♥"),
    (f"my A1 {_RUN}", "add 9♥ to A1", "9♥"),
    (f"A1 {_RUN}", f"lay {_CONTRACT}; add 9♥ to A1", "K♥ K♠ K♦ Q♥ Q♠ Q♦ J♥ J♠ J♦ 9♥"),
    ("", "", ""),
    ("A1 5♥ 6♥ 7♥ JK", "swap 8♥ for JK in A1", "8♥"),
)
"""What a player may go out with: what lies there, the plays, and the cards they take."""


def _goings() -> Iterator[str]:
    """A player plays his last cards, and throws one or none."""
    for (lying, plays, cards), who, thrown in product(_LAST, _WHO, ("K♣", "", "JK")):
        end = f"discard {thrown}" if thrown else "end"
        hand = f"{cards} {thrown}".strip()
        if hand and "swap" not in plays:
            yield "; ".join(filter(None, (_round(plays), who.strip("; "), lying, f"hand {hand}", plays, end)))
        elif hand and thrown == "JK":
            yield "; ".join(filter(None, (who.strip("; "), lying, f"hand {cards}", plays, end)))


# ---------------------------------------------------------------------------------------- once somebody is out

_OUT = f"""players: Anne, Bob
table:
  A1 (Anne): K♥ K♠ K♦
  A2 (Anne): {_RUN}
  B1 (Bob): {_OTHER_RUN}
Anne holds: 4♠
Anne: draws K♣; adds K♣ to A1; discards 4♠
"""
"""Anne goes out with her last cards."""

_GOING = f"""players: Anne, Bob
round: 1
table:
  B1 (Bob): {_OTHER_RUN}
Anne holds: {_CONTRACT.replace(",", "")} 4♠
has drawn: Anne
Anne: lays A1 = K♥ K♠ K♦, A2 = Q♥ Q♠ Q♦, A3 = J♥ J♠ J♦; discards 4♠
"""
"""Anne goes out with her whole hand at once."""


def _lates() -> Iterator[str]:
    for play in ("draws", "adds 9♦ to B1", "lays 3♥ 3♠ 3♣", "discards 3♥"):
        yield f"{_OUT}Bob: {play}"
        yield f"{_GOING}Bob: {play}"
    yield f"{_OUT}Bob: adds 9♥ to A2"
    yield f"{_GOING}Bob: adds K♣ to A1"
