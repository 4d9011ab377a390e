"""The score of a deal, worked out by hand from what the sources say."""

from __future__ import annotations

import pytest

from grammar.record import read
from rulebook.library import book, names
from verifier.scoring import DealScore, score_deal

GOING = "Anne: lays 10♥ 10♠ 10♦, K♠ K♥ K♦; discards 4♣"
TABLE = "opened: Anne\n"
FIRST = "Anne holds: 10♥ 10♠ 10♦ K♠ K♥ K♦ 4♣\n"
ADDING = "table:\n  B1 (Bob): 5♣ 6♣ 7♣\nAnne holds: 10♥ 10♠ 10♦ K♠ K♥ K♦ 8♣ 4♣\n"


def scored(name: str, deal: str, claim: str = "score: Anne 0\n", bob: str = "K♣ 9♦ JK A♠ A♥") -> DealScore | None:
    head = f"players: Anne, Bob\n{deal.partition('Anne: ')[0]}Bob holds: {bob}\nhas drawn: Anne\n"
    turns = "Anne: " + deal.partition("Anne: ")[2]
    return score_deal(read(f"{head}{claim}{turns}\n")[0], book(name))


def points(score: DealScore | None) -> dict[str, tuple[int, ...]]:
    assert score is not None
    return {one.player: one.points for one in score.players}


@pytest.mark.parametrize(
    ("name", "plain", "going", "adding"),
    [
        ("rami-40", 56, (81,), (81,)),  # 10 + 9 + 15 + 11 + 11
        ("rami-51", 66, (91,), (66, 91)),  # the joker 25
        ("kalooki-40", 66, (91,), (66,)),
        ("kalooki-51", 66, (91,), (66,)),
        ("kaluki", 66, (91,), (66, 91)),
        ("jamaican", 85, (170,), (170,)),  # 10 + 9 + 50 + 15 + 1, doubled
        ("tuluki", 85, (170,), (170,)),
    ],
)
def test_what_the_loser_counts(name: str, plain: int, going: tuple[int, ...], adding: tuple[int, ...]) -> None:
    opened = f"{TABLE}{FIRST}{GOING}"
    added = ADDING + GOING.replace("; disc", "; adds 8♣ to B1; disc")
    assert points(scored(name, opened)) == {"Anne": (0,), "Bob": (plain,)}
    assert points(scored(name, FIRST + GOING)) == {"Anne": (0,), "Bob": going}
    assert points(scored(name, added)) == {"Anne": (0,), "Bob": adding}


def test_what_is_open_names_its_question() -> None:
    score = scored("rami-51", ADDING + GOING.replace("; disc", "; adds 8♣ to B1; disc"), "score: Anne 0, Bob 66\n")
    assert score
    assert [question.id for question in score.questions] == ["score.going.added"]
    assert [claim.agrees for claim in score.claims] == [True, None]


def test_a_claim_is_right_or_wrong() -> None:
    score = scored("rami-40", FIRST + GOING, "score: Anne 0, Bob 57\n")
    assert score
    assert [(claim.player, claim.agrees) for claim in score.claims] == [("Anne", True), ("Bob", False)]
    bob = score.players[1].sums[0][0]
    assert bob.cards == (10, 9, 15, 11, 11)
    assert [(term.owner.id, str(term.said.effect)) for term in bob.terms] == [
        ("score.hand", "hand"),
        ("score.going", "plus"),
    ]


def test_the_convention_that_the_winner_scores_nothing_is_marked() -> None:
    score = scored("rami-40", FIRST + GOING)
    assert score
    assert getattr(score.players[0].sums[0][0].terms[0].owner, "stands", "") == "convention"


def test_no_score_while_nobody_is_out_or_a_card_is_unknown() -> None:
    early = scored("rami-40", "Anne holds: 4♣ 5♣\nAnne: discards 4♣", "score: Anne 0, Bob 3\n")
    assert early and early.winner == "" and not early.players and [one.agrees for one in early.claims] == [None, None]
    hidden = scored("rami-40", FIRST + GOING, "score: Bob 3\n", bob="K♣ ?")
    assert hidden and hidden.unwritten == ("Bob",) and points(hidden) == {"Anne": (0,)} and not hidden.wrong


def test_no_sentence_of_a_source_waits_to_be_written_as_a_rule() -> None:
    assert not [(name, aside.why) for name in names() for aside in book(name).asides if aside.kind == "later"]


def test_the_prize_of_a_match_asks_how_the_rest_is_shared() -> None:
    rule = book("kaluki").rule("match.prize")
    assert rule and rule.match and (rule.match.says, rule.match.percent) == ("prize", 75)
    asked = book("kaluki").question(rule.match.asks)
    assert asked and not asked.readings and asked.because == "ambiguous"
