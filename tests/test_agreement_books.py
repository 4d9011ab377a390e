"""Plays that the texts of Rami 51, Kaluki and Jamaican kalooki name: the oracle and the engines, book by book."""

from __future__ import annotations

import pytest
from oracle.bridge import agree, every_fact_agrees, witnesses_hold
from oracle.figures import BABY_KALOOKI, JAMAICAN, KALUKI, RAMI_51, TULUKI, Figures
from oracle.plays import Act, Play, Tale
from oracle.verdicts import verdict
from oracle.writing import CALL, CEDE, DRAW, END, KEEP, VERDICTS, add, cards, lay, move, play, shift, swap, tale, throw

Played = Play | Tale
TENS = "10♥ 10♠ 10♣"
THREES = ("10♥ 10♠ 10♦", "4♥ 4♠ 4♦", "7♥ 7♠ 7♦")
JOKER_RUN = "5♥ JK 7♥ 8♥"


def first(*melds: str, round: int = 1) -> Played:
    """Melds laid first, in a round of Jamaican kalooki; 0 if it is not written."""
    return play(lay(*melds), opened="no", round=round)


RAMI_AND_KALUKI = [
    # Rami 51 and Kaluki
    ("opening: fifty-one", play(lay("10♥ 10♠ 10♣", "6♠ 7♠ 8♠"), opened="no"), "ll"),
    ("opening: the hand has fifty-one", play(lay(TENS), opened="no", hand=f"{TENS} K♠ A♦"), "ui"),
    ("opening: the hand has less", play(lay(TENS), opened="no", hand=f"{TENS} K♠ Q♠"), "ii"),
    ("opening: a joker in hand counts 25", play(lay(TENS), opened="no", hand=f"{TENS} JK"), "ui"),
    ("opening: the hand before the first meld", play(lay(TENS), lay("2♥ 2♠ 2♣"), opened="no",
     hand=f"{TENS} 2♥ 2♠ 2♣ K♠ 5♦"), "ui"),
    ("opening: the hand is not written", play(lay(TENS), opened="no"), "ui"),
    ("opening: a card of the hand is not known", play(lay(TENS), opened="no", hand=f"{TENS} ?"), "ui"),
    ("lay: two melds in a later turn", play(lay("4♠ 5♠ 6♠", "9♠ 9♥ 9♦"), throw("2♥")), "ul"),
    ("lay: two melds in the turn of opening", play(lay("K♠ K♥ K♦", "Q♠ Q♥ Q♦"), throw("2♥"), opened="no"), "ll"),
    ("add: to another's meld", play(add("10♦"), a1="7♦ 8♦ 9♦"), "lu"),
    ("add: to his own", play(add("10♦"), a1="7♦ 8♦ 9♦", own=True), "ll"),
    ("add: before opening", play(add("10♦"), a1="7♦ 8♦ 9♦", opened="no"), "ui"),
    ("add: in the turn of opening", play(add("10♦"), a1="7♦ 8♦ 9♦", own=True, opened="now"), "ll"),
    ("swap: in a run of three", play(swap("9♣"), a1="7♣ 8♣ JK"), "ll"),
    ("swap: in a run of four", play(swap("9♣"), a1="6♣ 7♣ 8♣ JK"), "li"),
    ("swap: a set of four", play(swap("10♦"), a1="10♥ 10♠ 10♣ JK"), "ii"),
    ("table: a joker shifted", play(shift("6♥"), a1=JOKER_RUN, own=True), "ii"),
    ("out: the whole hand, no discard", play(lay("K♥ K♠ K♦", "9♠ 10♠ J♠ Q♠"), END, opened="no",
     hand="K♥ K♠ K♦ 9♠ 10♠ J♠ Q♠"), "iu"),
    ("out: the last meld, no discard", play(lay("K♥ K♠ K♦"), END, hand="K♥ K♠ K♦"), "ii"),
    ("take: a joker", play(Act("take", ("JK",)), drawn=False, discards=cards("3♠ JK")), "uu"),
    ("take: a joker that the record does not name", play(Act("take"), drawn=False, discards=cards("3♠ JK")), "uu"),
    # a run with a joker a second time on the table
    ("twins: the same run, one with a joker", play(lay("7♥ 8♥ 9♥"), a1="7♥ 8♥ JK"), "lu"),
    ("twins: the same run without jokers", play(lay("7♥ 8♥ 9♥"), a1="7♥ 8♥ 9♥"), "ll"),
    ("twins: another run, both with a joker", play(lay("3♠ JK 5♠"), a1="7♥ 8♥ JK"), "lu"),
    ("twins: another run, one with a joker", play(lay("3♠ JK 5♠"), a1="7♥ 8♥ 9♥"), "ll"),
    ("twins: the same ranks of another suit", play(lay("7♠ 8♠ 9♠"), a1="7♥ 8♥ JK"), "ll"),
    ("twins: a run longer by one card", play(lay("7♥ 8♥ 9♥ 10♥"), a1="7♥ 8♥ JK"), "ll"),
    ("twins: a set with a joker", play(lay("10♥ 10♠ JK"), a1="7♥ 8♥ JK"), "ll"),
    ("twins: both laid together", play(lay("7♥ 8♥ 9♥", "7♥ 8♥ JK")), "lu"),
    ("twins: laid one after the other", play(lay("7♥ 8♥ 9♥"), lay("7♥ 8♥ JK")), "lu"),
    ("twins: both there, so it cannot be about the same run", play(lay("3♠ JK 5♠"), a1="7♥ 8♥ JK", b1="7♥ 8♥ 9♥"),
     "lu"),
    ("twins: both with a joker there, so it is about sets", play(lay("2♠ JK 4♠"), a1="7♥ 8♥ JK", b1="7♥ JK 9♥"), "ll"),
    ("twins: a card added makes them the same", play(add("10♥"), a1="7♥ JK 9♥", own=True, b1="7♥ 8♥ 9♥ 10♥"), "lu"),
    ("twins: a card added makes them differ", play(add("10♥"), a1="7♥ JK 9♥", own=True, b1="7♥ 8♥ 9♥"), "ll"),
    ("late: he keeps a card, so the deal goes on", tale(("A", (DRAW, throw("9♦"))), ("B", (DRAW, throw("9♠"))),
     hands=(("Anna", ("9♦",)),)), "ll"),
    ("late: he has no card left", tale(("A", (Act("draw", ("5♣",)), add("5♣"), throw("9♦"))), ("B", (DRAW,)),
     hands=(("Anna", ("9♦",)),), table=(("A1", lay("2♣ 3♣ 4♣").melds[0]),)), "ii"),
]  # fmt: skip
JAMAICANS = [
    # Jamaican kalooki, baby kalooki, tuluki
    ("opening: a contract", first(*THREES), "luu"),
    ("opening: one meld short", first(*THREES[:2]), "iuu"),
    ("opening: one meld", first(THREES[0]), "iiu"),
    ("opening: four where it asks a three", first(*THREES[:2], "6♥ 7♥ 8♥ 9♥"), "iuu"),
    ("opening: more than the contract", first(*THREES, "9♥ 9♠ 9♦"), "uuu"),
    ("opening: a run of three", first("10♥ 10♠ 10♦", "4♥ 4♠ 4♦", "7♥ 8♥ 9♥", round=2), "iii"),
    ("opening: threes of one rank", first("10♥ 10♠ 10♦", "10♥ 10♠ 10♣", "7♥ 7♠ 7♦"), "iii"),
    ("opening: fours of one suit", first("10♥ 10♠ 10♦", "4♥ 5♥ 6♥ 7♥", "8♥ 9♥ 10♥ J♥", round=3), "iii"),
    ("opening: fours of two suits", first("10♥ 10♠ 10♦", "4♥ 5♥ 6♥ 7♥", "8♠ 9♠ 10♠ J♠", round=3), "luu"),
    ("opening: the round is not written", first(*THREES, round=0), "uuu"),
    ("opening: no round asks for so little", first(*THREES[:2], round=0), "iuu"),
    ("opening: in two lays", play(lay(THREES[0]), lay(*THREES[1:]), opened="no", round=1), "luu"),
    ("lay: a meld in a later turn", play(lay(THREES[0])), "uuu"),
    ("set: a card twice", first("10♥ 10♥ 10♠", *THREES[1:]), "luu"),
    ("set: two jokers and one card", first("10♥ JK JK", *THREES[1:]), "iii"),
    ("set: more jokers than cards", play(add("JK JK"), a1="10♥ 10♠ JK", own=True), "uuu"),
    ("set: as many jokers as cards", play(add("JK"), a1="10♥ 10♠ JK", own=True), "lll"),
    ("run: jokers side by side", play(add("JK", "high"), a1="4♠ 5♠ 6♠ JK", own=True), "iii"),
    ("run: an ace below the two", play(add("A♠"), a1="2♠ 3♠ 4♠ 5♠"), "lll"),
    ("run: past the ace", play(add("2♠"), a1="J♠ Q♠ K♠ A♠"), "iii"),
    ("run: from ace to ace", play(add("A♥", "low"), a1="2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"), "uuu"),
    ("add: before opening", play(add("8♠"), a1="4♠ 5♠ 6♠ 7♠", opened="no"), "iii"),
    ("add: in the turn of opening", play(add("8♠"), a1="4♠ 5♠ 6♠ 7♠", opened="now"), "uuu"),
    ("add: a joker to another's meld", play(add("JK"), a1="4♠ 5♠ 6♠ 7♠"), "iii"),
    ("add: a joker to his own", play(add("JK"), a1="4♠ 5♠ 6♠ 7♠", own=True), "lll"),
    ("discard: a joker", play(throw("JK")), "iii"),
    ("shift: in his own run", play(shift("6♥"), a1=JOKER_RUN, own=True), "lll"),
    ("shift: in another's run", play(shift("6♥"), a1=JOKER_RUN), "uuu"),
    ("shift: of another suit", play(shift("6♠"), a1=JOKER_RUN, own=True), "iii"),
    ("shift: in a set", play(shift("10♦"), a1="10♥ 10♠ JK", own=True), "iii"),
    ("shift: above, as it is said", play(shift("6♥", "JK=9♥"), a1=JOKER_RUN, own=True), "lll"),
    ("shift: below, as it is said", play(shift("6♥", "JK=4♥"), a1=JOKER_RUN, own=True), "lll"),
    ("shift: to neither end", play(shift("6♥", "JK=10♥"), a1=JOKER_RUN, own=True), "iii"),
    ("shift: past the ace, so it goes below", play(shift("K♥"), a1="J♥ Q♥ JK A♥", own=True), "lll"),
    ("shift: past the ace, as it is said", play(shift("K♥", "JK=2♥"), a1="J♥ Q♥ JK A♥", own=True), "iii"),
    ("shift: beside another joker", play(shift("6♥", "JK=9♥"), a1="5♥ JK 7♥ JK", own=True), "iii"),
    ("swap: from a run", play(swap("6♥"), a1=JOKER_RUN), "iii"),
    ("swap: from a set, one card", play(swap("10♦"), a1="10♥ 10♠ JK"), "uuu"),
    ("swap: from a set, of another rank", play(swap("9♦"), a1="10♥ 10♠ JK"), "iii"),
    ("move: both stay melds", play(move("J♦"), a1="7♦ 8♦ 9♦ 10♦ J♦", b1="J♥ J♠ J♣"), "uuu"),
    ("move: three are left", play(move("10♦"), a1="7♦ 8♦ 9♦ 10♦", b1="10♥ 10♠ 10♣"), "iii"),
    ("out: the last card added", play(add("8♠"), END, a1="4♠ 5♠ 6♠ 7♠", hand="8♠"), "uuu"),
    ("out: not yet", play(add("8♠"), END, a1="4♠ 5♠ 6♠ 7♠", hand="8♠ 2♥"), "iii"),
    # calls, in Jamaican kalooki and baby kalooki; tuluki has none
    ("call: ceded", tale(("A", (DRAW, throw("9♦"))), ("C", CALL), ("B", (CEDE, DRAW, throw("3♣")))), "lli"),
    ("call: kept", tale(("A", (DRAW, throw("9♦"))), ("C", CALL), ("B", (KEEP, Act("take"), throw("3♣")))), "lli"),
    ("call: in his turn", tale(("A", (DRAW, throw("9♦"))), ("B", CALL)), "iii"),
    ("call: by somebody who has laid", tale(("A", (DRAW, throw("9♦"))), ("C", CALL), opened=("Cleo",)), "iii"),
    ("call: his own card", tale(("A", (DRAW, throw("9♦"))), ("A", CALL)), "uui"),
    ("call: too late, before the turn is over", tale(("A", (DRAW, throw("9♦"))), ("B", DRAW), ("C", CALL)), "uui"),
    ("call: by the one who has drawn himself", tale(("A", (DRAW, throw("9♦"))), ("B", DRAW), ("B", CALL)), "iii"),
    ("call: ceded when there is none", tale(("A", (DRAW, throw("9♦"))), ("B", (CEDE, DRAW))), "iii"),
    ("call: three ceded, a fourth", tale(
        ("A", (DRAW, throw("9♦"))), ("C", CALL), ("B", (CEDE, DRAW, throw("9♦"))), ("A", CALL),
        ("C", (CEDE, DRAW, throw("9♦"))), ("B", CALL), ("A", (CEDE, DRAW, throw("9♦"))), ("C", CALL),
        ("B", (CEDE, DRAW, throw("9♦"))), ("C", (DRAW, throw("9♦"))), ("A", (DRAW, throw("9♦"))), ("C", CALL),
        ("B", (CEDE, DRAW, throw("9♦"))), ("C", (DRAW, throw("9♦"))), ("A", (DRAW, throw("9♦"))), ("C", CALL)), "iii"),
]  # fmt: skip
CASES = [
    (f"{book.name}: {name}", case, book, VERDICTS[letter])
    for books, group in (((RAMI_51, KALUKI), RAMI_AND_KALUKI), ((JAMAICAN, BABY_KALOOKI, TULUKI), JAMAICANS))
    for name, case, wanted in group
    for book, letter in zip(books, wanted, strict=True)
]


@pytest.mark.parametrize(("name", "case", "book", "wanted"), CASES, ids=[name for name, *_ in CASES])
def test_case(name: str, case: Played, book: Figures, wanted: str) -> None:
    assert agree(case, book) == wanted
    every_fact_agrees(case, book)
    witnesses_hold(case, book)


# ------------------------------------------------------------------------------------ where they once differed

DIFFERED = [
    ("opening.hand: whatever the card is that is not known, the hand has less than 51",
     play(lay("4♥ 4♠ 4♣"), opened="no", hand="4♥ 4♠ 4♣ 9♥ ?"), RAMI_51, "illegal"),
    ("run.suit: a shifted joker is said to stand for a card of another suit",
     play(shift("6♥", "JK=9♠"), a1=JOKER_RUN, own=True), JAMAICAN, "illegal"),
    ("call.out-of-turn: before the turn is over, by the next player",
     tale(("A", (DRAW, throw("9♦"))), ("B", DRAW), ("C", CALL)), JAMAICAN, "undetermined"),
    ("call.out-of-turn: before the turn is over, by the player in turn",
     tale(("A", (DRAW, throw("9♦"))), ("B", DRAW), ("B", CALL)), JAMAICAN, "illegal"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "book", "wanted"), DIFFERED, ids=[name for name, *_ in DIFFERED])
def test_what_once_differed(name: str, case: Played, book: Figures, wanted: str) -> None:
    test_case(name, case, book, wanted)


# --------------------------------------------------------------------------- what an engine once said otherwise

FOLLOWED = [
    ("opening.hand: the card that was not known is laid, so it is known",
     play(lay(TENS), opened="no", hand="10♥ 10♠ ? K♠"), RAMI_51, "illegal"),
    ("opening.hand: a card was added after the first meld, and the hand before it had 51",
     play(lay("4♥ 4♠ 4♣"), add("K♣"), lay("5♥ 5♠ 5♣"), a1="K♥ K♠ K♦", opened="no",
          hand="4♥ 4♠ 4♣ 5♥ 5♠ 5♣ K♣ A♠ 3♦"), RAMI_51, "undetermined"),
    ("opening.hand: a joker was freed after the first meld, and the hand before it had less than 51",
     play(lay("4♥ 4♠ 4♣"), swap("9♣"), lay("5♥ 5♠ 5♣"), a1="7♣ 8♣ JK", opened="no",
          hand="4♥ 4♠ 4♣ 5♥ 5♠ 5♣ 9♣"), RAMI_51, "illegal"),
    ("run.joker.twin: the run that was laid since is none of what the other was before",
     play(add("10♥"), lay("7♥ 8♥ 9♥"), add("J♥"), a1="7♥ JK 9♥", own=True, b1="7♥ 8♥ 9♥ 10♥ J♥"), KALUKI,
     "undetermined"),
    ("same-suit: a joker says another suit, where the shift makes neither set nor run",
     play(shift("8♠", "JK=3♥"), a1="4♠ 5♠ 6♠ JK"), JAMAICAN, "illegal"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "case", "book", "wanted"), FOLLOWED, ids=[name for name, *_ in FOLLOWED])
def test_what_an_engine_once_said_otherwise(name: str, case: Played, book: Figures, wanted: str) -> None:
    assert verdict(case, book) == wanted
    test_case(name, case, book, wanted)
