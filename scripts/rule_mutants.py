"""Takes every rule of every book away in turn, moves its numbers by one, and shows which example notices.

    python scripts/rule_mutants.py [BOOK ...]

Prints a line for each mutant: book, rule, the example that turns (its rule, line and kind, or a deal or record of this
script), and what was changed. Then come the survivors, with the reason why nothing can notice them. The exit code is
1 if a mutant survives without a reason, or a reason is given for what does not survive, else 0.

The examples are those of the rule files; `verifier.check.untested` says what it means that one notices a mutant. What
no line can show is shown here: deals, answers to a call, plays after somebody is out, penalties.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from grammar.document import Record  # noqa: E402
from grammar.record import read  # noqa: E402
from rulebook.consistency import troubles  # noqa: E402
from rulebook.library import book, names  # noqa: E402
from rulebook.model import Book  # noqa: E402
from rulebook.mutants import Mutant, mutants  # noqa: E402
from verifier import direct  # noqa: E402
from verifier.check.untested import Trial, judged, line_record, of_example, part_in  # noqa: E402
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED  # noqa: E402
from verifier.report.layout import Para  # noqa: E402
from verifier.report.page import Case as Told  # noqa: E402
from verifier.report.page import report  # noqa: E402
from verifier.scene import Event, Scene  # noqa: E402
from verifier.scoring import score_deal  # noqa: E402
from verifier.verdict import Verdict  # noqa: E402

# ---------------------------------------------------------------------------------------- what lines cannot show

DEALS = (
    ("rami-40 rami-51 kalooki-40", "deck", """
        packs 2 jokers-in-deck 2 players 4: legal
        packs 1 jokers-in-deck 2 players 4: illegal
        packs 2 jokers-in-deck 3 players 4: illegal
    """),
    ("kaluki", "deck", """
        packs 1 jokers-in-deck 2: illegal
        packs 2 jokers-in-deck 2: undetermined
    """),
    ("kaluki", "deck.jokers", """
        packs 2 jokers-in-deck 2: undetermined
        packs 2 jokers-in-deck 6: undetermined
        packs 2 jokers-in-deck 3: illegal
    """),
    ("kalooki-40", "deck", """
        packs 2 jokers-in-deck 2 players 1: illegal
        packs 2 jokers-in-deck 2 players 2: legal
        packs 2 jokers-in-deck 2 players 5: illegal
    """),
    ("rami-40 rami-51 kalooki-40", "deal.hand", """
        hand-size 13: legal
        hand-size 12: illegal
    """),
    ("kaluki", "deal.hand", """
        hand-size 13: undetermined
        hand-size 12: illegal
    """),
    ("jamaican", "players", """
        players 2: illegal
        players 3: legal
        players 8 packs 4 jokers-in-deck 8: legal
        players 9 packs 4 jokers-in-deck 8: illegal
    """),
    ("tuluki", "players", """
        players 2: legal
        players 3: illegal
    """),
    ("jamaican", "packs", """
        players 4 packs 2 jokers-in-deck 4: legal
        players 4 packs 3 jokers-in-deck 4: illegal
        players 5 packs 3 jokers-in-deck 4: legal
        players 5 packs 2 jokers-in-deck 4: illegal
        players 6 packs 3 jokers-in-deck 4: legal
        players 6 packs 4 jokers-in-deck 4: illegal
        players 7 packs 4 jokers-in-deck 4: legal
        players 7 packs 3 jokers-in-deck 4: illegal
    """),
    ("jamaican", "jokers", """
        packs 2 jokers-in-deck 2: legal
        packs 2 jokers-in-deck 1: illegal
    """),
    ("jamaican", "rounds", """
        round 1 hand-size 9: legal
        round 9 hand-size 16: legal
        round 10 hand-size 0: illegal
    """),
    ("jamaican", "deal.hand", """
        round 1 hand-size 9: legal
        round 1 hand-size 13: illegal
        round 2 hand-size 10: legal
        round 3 hand-size 11: legal
        round 4 hand-size 12: legal
        round 5 hand-size 12: legal
        round 6 hand-size 13: legal
        round 7 hand-size 14: legal
        round 8 hand-size 15: legal
        round 9 hand-size 16: legal
    """),
    ("baby-kalooki", "deal.hand", """
        round 1 hand-size 9: legal
        round 1 hand-size 10: illegal
    """),
)  # fmt: skip
"""Deals: the books and the rule they are about, then the facts of each deal with its verdict."""

USUAL = {
    "rami-40": {"players": 4, "packs": 2, "jokers-in-deck": 2, "hand-size": 13, "round": 1},
    "jamaican": {"players": 4, "packs": 2, "jokers-in-deck": 4, "hand-size": 9, "round": 1},
    "tuluki": {"players": 2, "packs": 2, "jokers-in-deck": 4, "hand-size": 9, "round": 1},
}
"""The facts of a deal that are not said: those of the book, of the one it amends, or of the first."""

OUT = """
players: Anne, Bob
table:
  A1 (Anne): K♥ K♠ K♦
  A2 (Anne): 3♥ 4♥ 5♥ 6♥
  B1 (Bob): 7♦ 8♦ 9♦ 10♦
Anne holds: 4♠
Anne: draws K♣; adds K♣ to A1; discards 4♠
"""
"""Anne goes out with her last cards."""

GOING = """
players: Anne, Bob
table:
  B1 (Bob): 7♦ 8♦ 9♦ 10♦
Anne holds: K♥ K♠ K♦ 9♠ 10♠ J♠ Q♠ 4♠
has drawn: Anne
Anne: lays K♥ K♠ K♦, 9♠ 10♠ J♠ Q♠; discards 4♠
"""
"""Anne goes out with her whole hand at once."""

THROWN = """
players: Anne, Bob, Cleo, Dan
Anne: draws; discards 9♦
"""
"""Anne throws a card, and Bob is in turn."""


def called(times: int, answer: str) -> str:
    """Cleo calls so many cards in one deal, each of them answered but the last."""
    calls = [f"Anne: draws; discards {rank}♦\nCleo: calls {rank}♦\n" for rank in range(2, 2 + times)]
    ranks = range(2, 1 + times)
    between = [f"Bob: {answer}; draws; discards {rank}♥\nCleo: draws; discards {rank}♠\n" for rank in ranks]
    return "players: Anne, Bob, Cleo\n" + calls[0] + "".join(map("".join, zip(between, calls[1:], strict=True)))


EACH = "rami-40 rami-51 kalooki-40 jamaican kaluki"

RECORDS = (
    ("rami-51 kaluki jamaican", "late.over", ILLEGAL, OUT + "Bob: adds J♦ to B1"),
    (EACH, "play.in-hand", ILLEGAL, "Bob holds: 2♥" + OUT + "Bob: adds J♦ to B1"),
    ("rami-40", "late.going", ILLEGAL, GOING + "Bob: adds K♣ to A1"),
    ("rami-40", "late.going", UNDETERMINED, GOING + "Bob: adds J♦ to B1"),
    ("rami-40", "late.going", UNDETERMINED, OUT + "Bob: adds 7♥ to A2"),
    ("kalooki-40", "late.going", ILLEGAL, GOING + "Bob: adds J♦ to B1"),
    ("kalooki-40", "late.going", UNDETERMINED, GOING + "Bob: draws"),
    ("kalooki-40", "late.going", UNDETERMINED, OUT + "Bob: adds J♦ to B1"),
    ("rami-40 kalooki-40", "late.allowed", UNDETERMINED, OUT + "Bob: adds J♦ to B1"),
    ("rami-40 kalooki-40", "late.allowed", UNDETERMINED, OUT + "Bob: draws"),
    ("jamaican", "call.out-of-turn", ILLEGAL, THROWN + "Bob: calls 9♦"),
    ("jamaican", "call.answer", LEGAL, THROWN + "Cleo: calls 9♦\nBob: cedes"),
    ("jamaican", "call.answer", LEGAL, THROWN + "Cleo: calls 9♦\nBob: keeps"),
    ("jamaican", "turn.order", ILLEGAL, THROWN + "Cleo: calls 9♦\nAnne: cedes"),
    ("jamaican", "turn.order", ILLEGAL, THROWN + "Cleo: calls 9♦\nAnne: keeps"),
    ("jamaican", "call.three", LEGAL, called(3, "cedes")),
    ("jamaican", "call.three", ILLEGAL, called(4, "cedes")),
    ("jamaican", "call.refused", UNDETERMINED, called(4, "keeps")),
    ("rami-51 kaluki", "ace.low-value", UNDETERMINED, "not opened; lay A♥ 2♥ 3♥, K♠ K♥ K♦, 4♠ 5♠ 6♠"),
    ("rami-51", "ace.low-value", UNDETERMINED, "not opened; lay A♥ 2♥ 3♥, 4♥ 4♠ 4♦ 4♣, 6♥ 6♠ 6♦"),
    ("jamaican", "call.too-late", UNDETERMINED, THROWN + "Bob: draws\nCleo: calls 9♦"),
    ("kaluki", "table.fixed", ILLEGAL, "A1 set JK JK JK; swap 10♦ 10♣ for JK in A1"),
    ("kalooki-40", "joker.swap.set", UNDETERMINED, "A1 9♥ 9♠ JK; swap JK for JK in A1"),
    ("kalooki-40", "joker.swap.set", UNDETERMINED, "A1 set 9♥ 9♠ JK JK; swap 9♦ for JK JK in A1"),
    ("kalooki-40", "joker.swap.run", UNDETERMINED, "A1 7♣ 8♣ JK; swap JK=9♣ for JK in A1"),
)
"""Records: the books and the rule they are about, the verdict, and the record; or a line that shows a rule, or a value
of a reading, and is undetermined for other reasons."""

FAULTS = (("jamaican", "fault", "A wrong play costs 50 points. fault"),)

SCORES = (
    (
        EACH,
        "score.winner",
        "Anne 0, Bob 13",
        "opened: Anne\nAnne holds: 2♥\nBob holds: K♥ 3♥\nhas drawn: Anne\nAnne: discards 2♥\nscore: Anne 0, Bob 13\n",
    ),
)
"""Whole deals: the books, the rule that they are about, the score, and the deal."""

MATCHES = (
    ("kalooki-40 jamaican", "match.lowest", "match lowest wins"),
    ("kaluki", "match.prize", "match prize 75 ask prize.shares: ambiguous"),
    ("kaluki", "prize.shares", "match prize 75 ask prize.shares: ambiguous"),
)
"""What the books say of the match: the books, the rule or question that it is about, and what is said."""

SET_SWAP = "rami-40 rami-51 kaluki"
TWO_JOKERS = "rami-40 rami-51"

REASONS = (
    ("rami-40 kalooki-40", "late.otherwise", "removed",
     "of no effect of its own: where nothing permits, silence is undetermined too, by the readings of late.allowed"),
    (EACH, "set.min", "without kind = set *", "run.min asks as many cards of a run, or more"),
    ("rami-40 rami-51 kalooki-40 kaluki", "run.min", "without kind = run *", "set.min asks as many cards of a set"),
    ("jamaican", "set.naturals", "without kind = set *",
     "by run.min and run.jokers.apart every run has two real cards"),
    ("jamaican", "set.jokers", "forbidden: * naturals >= 1 *", "set.naturals forbids one real card already"),
    ("jamaican", "set.jokers", "forbidden: without naturals >= 2 *", "set.naturals forbids fewer already"),
    ("kalooki-40 jamaican", "run.two-aces", "forbidden: without not wraps *", "run.ace.ends forbids it already"),
    ("kaluki", "run.joker.twin", "same-run: without kind = run *", "only a run has a twin on the table"),
    ("kalooki-40", "add.opening-turn", "later-turn: without opened *", "add.opened forbids it already"),
    (SET_SWAP, "joker.freed", "replay: without card-is-joker *",
     "who throws another card keeps the joker, and the turn that ends so breaks the reading's other statement"),
    (SET_SWAP, "joker.swap.set*", "without kind = set in on swap permit *", "missing-suits is false in a run"),
    (SET_SWAP, "joker.swap.set", "without size = 3 *", "a set of four lacks one suit, and two cards are given"),
    (TWO_JOKERS, "joker.swap.set", "without jokers = 1 *",
     "joker.swap.set.two-jokers permits it with two, and there are no three"),
    (SET_SWAP, "joker.swap.set", "without taken = 1 *", "the set has one joker only"),
    (SET_SWAP, "joker.swap.set.two-jokers", "without size = 3 *", "joker.swap.set.four forbids larger sets"),
    (TWO_JOKERS, "joker.swap.set.two-jokers", "without jokers = 2 *", "joker.swap.set permits it with one joker"),
    (SET_SWAP, "joker.swap.set*", "without same-rank *", "with a card of another rank it is no set: meld.kind"),
    (SET_SWAP, "joker.swap.set*", "without missing-suits *", "a suit that the set has already breaks set.suits"),
    ("kaluki", "joker.swap.set.four", "without kind = set *", "nothing permits it in a run of four either"),
    ("kalooki-40", "joker.swap.set", "without kind = set *",
     "joker.swap.run permits as many cards for as many jokers in a run, and with other numbers it is no run"),
    ("kalooki-40", "joker.swap.set", "without jokers >= taken *", "nobody can take more jokers than lie there"),
    ("kalooki-40", "joker.swap.set", "without given = 2 in *", "with three cards given the set is too large: set.max"),
    ("kalooki-40", "joker.swap.set", "without taken = 1 in *", "two cards free two jokers too, and there are no three"),
    ("kalooki-40", "joker.swap.run", "without kind = run *", "joker.swap.set permits it in a set"),
    (EACH, "joker.swap.run", "without given = taken *",
     "a run with more or fewer cards than places is no run: meld.kind"),
    ("jamaican", "joker.swap.set", "never: without kind = set *", "joker.stays forbids it in a run already"),
    ("jamaican", "joker.swap.set", "one: without kind = set *", "joker.stays forbids it in a run"),
)  # fmt: skip
"""Why some mutants survive: the books, the rule, the change (`*` stands for anything), and the reason."""


# ---------------------------------------------------------------------------------------- the trials


def trials(here: Book) -> Iterator[Trial]:
    """All that a book is asked: the examples of its file and of those it amends, and what lines cannot show."""
    for owner in (*here.rules, *here.questions):
        for example in owner.examples:
            yield of_example(owner.id, example)
    yield Trial("joker.wild", "what a book must say", "", lambda here: "; ".join(t.en for t in troubles(here, "")))
    names_of = (here.id, here.amends)
    for books, owner_id, deals in DEALS:
        if set(names_of) & set(books.split()):
            yield from (of_deal(owner_id, line, here) for line in deals.strip().splitlines())
    for number, (books, owner_id, kind, text) in enumerate(RECORDS, 1):
        if set(names_of) & set(books.split()):
            yield of_record(number, owner_id, kind, text)
    for books, owner_id, sentence in FAULTS:
        if set(names_of) & set(books.split()):
            yield Trial(owner_id, "penalty", sentence, told_of_faults)
    yield from scores_and_matches({here.id, here.amends})


def scores_and_matches(names_of: set[str]) -> Iterator[Trial]:
    """What whole deals count, and how the books say that a deal and a match go on."""
    for books, owner_id, points, text in SCORES:
        if names_of & set(books.split()):
            yield Trial(owner_id, "score", points, lambda here, text=text: scored(long_record(text), here))
    for books, owner_id, said in MATCHES:
        if names_of & set(books.split()):
            yield Trial(owner_id, "match", said, match_of)


def of_deal(owner: str, line: str, here: Book) -> Trial:
    """A deal, as a line `FACT NUMBER … : VERDICT`."""
    said, _, kind = line.strip().rpartition(": ")
    words = said.split()
    usual = USUAL.get(here.id) or USUAL.get(here.amends) or USUAL["rami-40"]
    facts = {**usual, **dict(zip(words[::2], map(int, words[1::2]), strict=True))}
    scene = Scene((), (Event("deal", facts),))
    return Trial(owner, f"deal {said}", kind, lambda here: part_in(scene, direct.judge(scene, here), here, owner))


def of_record(number: int, owner: str, kind: str, text: str) -> Trial:
    """A record with more than one turn, or a line."""
    record = long_record(text) if "\n" in text else line_record(text)
    return Trial(owner, f"record {number} {kind}", kind, lambda here: judged(record, here, owner))


@cache
def long_record(text: str) -> Record:
    return read(text, "record")[0]


# ---------------------------------------------------------------------------------------- the answers


def scored(record: Record, here: Book) -> str:
    """The score of a deal: Anne 0, Bob 13."""
    score = score_deal(record, here)
    return ", ".join(f"{one.player} {one.points[0]}" for one in score.players) if score else ""


def match_of(here: Book) -> str:
    """What a book says of the match, and why what it asks is open."""
    match = next((rule.match for rule in here.rules if rule.match), None)
    asked = here.question(match.asks) if match else None
    return f"{match or ''}" + (f": {asked.because}" if asked else "")


def told_of_faults(here: Book) -> str:
    """The sentence on the penalty in the report on an illegal play."""
    case = Told(Verdict(line_record("draw"), here, ILLEGAL), (), (), (), "en", False)
    paras = ["".join(span.text for span in block.spans) for block in report(case) if isinstance(block, Para)]
    return paras[-1]


# ---------------------------------------------------------------------------------------- the mutants


class Found(NamedTuple):
    """A mutant with the trial that noticed it, or the reason why none can."""

    mutant: Mutant
    by: Trial | None
    reason: str


def examine(here: Book) -> Iterator[Found]:
    """Every mutant of a book."""
    asked = [(trial, trial.ask(here)) for trial in trials(here)]
    for mutant in mutants(here):
        # Those of its own come first.
        order = sorted(asked, key=lambda pair: pair[0].owner != mutant.owner)
        by = next((trial for trial, before in order if trial.ask(mutant.book) != before), None)
        yield Found(mutant, by, reason_for(here, mutant))


def reason_for(here: Book, mutant: Mutant) -> str:
    """Why nothing can notice a mutant, or nothing."""
    for books, owner, change, reason in REASONS:
        if here.id in books.split() and fnmatchcase(mutant.owner, owner) and fnmatchcase(mutant.change, change):
            return reason
    return ""


LINE = "{:<13}{:<26}{:<50}{}"


def main(wanted: Sequence[str]) -> int:
    """Examines the books named, or all."""
    print(LINE.format("book", "rule", "noticed by", "mutant"))
    examined = [(name, found) for name in wanted or names() for found in shown(name)]
    survivors = [pair for pair in examined if pair[1].by is None]
    print(f"\n{len(examined)} mutants; {len(survivors)} survive, for these reasons:")
    for reason in dict.fromkeys(found.reason for _, found in survivors):
        print(f"\n{reason or NO_REASON}")
        print_mutants(pair for pair in survivors if pair[1].reason == reason)
    needless = [pair for pair in examined if pair[1].by and pair[1].reason]
    if needless:
        print("\nNOTICED, and yet a reason is given why not")
        print_mutants(needless)
    return 1 if needless or not all(found.reason for _, found in survivors) else 0


NO_REASON = "NO REASON: an example is missing"


def print_mutants(pairs: Iterable[tuple[str, Found]]) -> None:
    for name, found in pairs:
        print(f"  {name} {found.mutant.owner}: {found.mutant.change}")


def shown(name: str) -> Iterator[Found]:
    """Every mutant of a book, as it is printed."""
    for found in examine(book(name)):
        by = f"{found.by.owner} {found.by.where}" if found.by else "nothing"
        print(LINE.format(name, found.mutant.owner, by, found.mutant.change), flush=True)
        yield found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
