"""Books compared: every pair as it is kept in a file, every play in it judged by the oracle, and the contradictions of
the sources among them."""

from __future__ import annotations

from random import Random

import pytest
from golden_books import Kept, differences, kept, page, pairs
from msgspec.structs import replace
from oracle import deals
from oracle.bridge import steps_of
from oracle.figures import BOOKS, Figures
from oracle.records import play_of
from oracle.samples import sorts_of
from oracle.verdicts import verdicts

from rulebook.library import book, possible
from rulebook.load import load
from rulebook.vocabulary import EVENTS, facts_on
from verifier import direct
from verifier.compare import comparing
from verifier.compare.comparing import compare
from verifier.compare.model import Comparison
from verifier.compare.search import Search
from verifier.scene import Event, FactValue, Scene

DEFAULT = [
    ("rami-40", "rami-51"),
    ("rami-40", "kalooki-40"),
    ("rami-40", "jamaican"),
    ("rami-51", "kaluki"),
    ("kalooki-40", "kalooki-51"),
    ("kalooki-40", "kaluki"),
    ("jamaican", "baby-kalooki"),
    ("jamaican", "tuluki"),
]
"""The pairs that are compared anew every time; the others only in long runs."""


FIGURES: dict[str, Figures] = {figures.name: figures for figures in BOOKS}


def names(pair: tuple[str, str]) -> str:
    return "-and-".join(pair)


# ---------------------------------------------------------------------------------------- every pair


def test_every_pair_is_in_the_file() -> None:
    assert list(kept()) == pairs()


@pytest.mark.parametrize("pair", DEFAULT, ids=names)
def test_the_comparison_is_as_it_is_kept(pair: tuple[str, str]) -> None:
    assert page(compare(*map(book, pair))) == kept()[pair]


@pytest.mark.large
@pytest.mark.parametrize("pair", [pair for pair in pairs() if pair not in DEFAULT], ids=names)
def test_every_other_comparison_is_as_it_is_kept(pair: tuple[str, str]) -> None:
    assert page(compare(*map(book, pair))) == kept()[pair]


# ---------------------------------------------------------------------------------------- every play in the file


@pytest.mark.parametrize("pair", pairs(), ids=names)
def test_every_play_is_as_the_oracle_says(pair: tuple[str, str]) -> None:
    for found in differences():
        if (found.one, found.two) == pair and found.event != "deal":
            assert (found.first[0], found.second[0]) in by_the_oracle(found), found


def by_the_oracle(found: Kept) -> list[tuple[str, str]]:
    """The verdicts of each act in the two books, up to the first that one of them does not allow."""
    play = play_of(found.record)
    both = zip(*(verdicts(play, FIGURES[name]) for name in (found.one, found.two)), strict=False)
    return [(first, second) for (_, first), (_, second) in both]


def test_every_deal_is_as_the_sources_say() -> None:
    dealt = [found for found in differences() if found.event == "deal"]
    assert len(dealt) >= 20
    for found in dealt:
        words = found.record.removeprefix("deal: ").replace(",", "").split()
        deal = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        said = tuple(deals.verdict(name, deal) for name in (found.one, found.two))
        assert said == (found.first[0], found.second[0]), found


def test_what_decides_is_what_the_books_have() -> None:
    for found in differences():
        for name, (_, owner, how) in ((found.one, found.first), (found.two, found.second)):
            here = book(name)
            rule, question = here.rule(owner), here.question(owner)
            assert (owner == "-") == (how == "silent" or (how == "kept" and not rule)), found
            assert owner == "-" or (question if how == "asks" else rule), found


# ---------------------------------------------------------------------------------------- what the sources contradict

CONTRADICTIONS = {
    "C1 one missing card or both": ("rami-40", "kalooki-40", "swap", "table.fixed", "joker.swap.set"),
    "C2 a joker in a set of four": ("rami-40", "kalooki-40", "swap", "joker.swap.set.four", "joker.swap.set"),
    "C3 a joker in a run": ("rami-40", "jamaican", "swap", "joker.swap.run", "joker.stays"),
    "C3 a joker in a run of four": ("rami-40", "kaluki", "swap", "joker.swap.run", "table.fixed"),
    "C3 a joker moves along": ("rami-40", "jamaican", "shift", "table.fixed", "joker.shift"),
    "C4 the ace before the two": ("rami-40", "kalooki-40", "meld", "run.ace.high-only", "-"),
    "C4 where a source is silent": ("rami-40", "rami-51", "meld", "run.ace.high-only", "run.ace.low"),
    "C6 more than the threshold": ("rami-40", "rami-51", "turn", "draw.discard.must-lay", "-"),
    "C7 the card taken": ("rami-40", "kalooki-40", "turn", "draw.discard.must-lay", "-"),
    "C7 to lay it or to add it": ("rami-40", "kalooki-40", "turn", "draw.discard.to-add", "-"),
    "C8 going out and adding": ("rami-40", "kalooki-40", "turn", "out.going.discard", "discard.one"),
    "C9 once somebody is out": ("rami-40", "rami-51", "late", "late.allowed", "late.over"),
    "C10 adding before opening": ("rami-40", "kalooki-40", "add", "add.before-opening", "add.opened"),
    "C11 a joker for another's meld": ("rami-40", "jamaican", "add", "add.any", "add.joker.own"),
    "C12 suits twice in a set": ("rami-40", "jamaican", "meld", "set.suits", "-"),
    "C13 how long a run is": ("rami-40", "jamaican", "meld", "run.min", "run.min"),
    "C14 throwing a joker": ("rami-40", "jamaican", "discard", "discard.one", "discard.no-joker"),
    "C19 how many play": ("rami-40", "kalooki-40", "deal", "deck", "deck"),
    "C20 other players' melds": ("rami-40", "kaluki", "add", "add.any", "add.others"),
    "C21 the last discard": ("rami-51", "kaluki", "turn", "discard.one", "out.discard"),
    "C22 one meld a turn": ("rami-40", "rami-51", "turn", "-", "lay.how-many"),
    "C23 points laid or held": ("rami-51", "kalooki-51", "open", "opening.hand", "opening.threshold"),
    "C24 adding in the opening turn": ("rami-40", "kalooki-40", "add", "add.any", "add.opening-turn"),
}
"""What the sources contradict each other about, as far as a play, a turn, a going out or a deal can show it: two books,
the event, and the rule that decides in each."""


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_the_contradiction_is_shown(name: str) -> None:
    one, two, event, first, second = CONTRADICTIONS[name]
    found = [(d.event, d.first[1], d.second[1]) for d in differences() if (d.one, d.two) == (one, two)]
    assert (event, first, second) in found


def test_what_cards_count_is_compared() -> None:
    pages = kept()
    assert "joker in hand: 15 | 25" in pages["rami-40", "kalooki-40"]  # C5
    assert "red ace in hand: 11 | 1" in pages["rami-40", "jamaican"]  # C17
    assert "black ace in hand: 11 | 15" in pages["rami-40", "jamaican"]


# ---------------------------------------------------------------------------------------- what a comparison is


def house(text: str, name: str = "kalooki-40") -> Comparison:
    """A book beside an amendment of it."""
    return compare(book(name), load(f'book house "House" amends {name}\n{text}', "house.rules", book))


def told(found: Comparison) -> list[tuple[str, str, str, str]]:
    return [(d.event, d.record, d.one.verdict, d.two.verdict) for d in found.differences]


def test_a_book_is_the_same_as_itself() -> None:
    found = compare(book("kaluki"), book("kaluki"))
    assert not found.differences and not found.values
    assert {(relation.relation, relation.proved) for relation in found.relations} == {("same", "always")}


def test_a_settled_question_is_undecided_before_and_decided_after() -> None:
    found = house("settle add.opening-turn = same-turn")
    assert told(found) == [("add", "opened now; A1 2♥ 2♦ 2♣; add 2♠ to A1", "undetermined", "legal")]
    assert {relation.event: relation.proved for relation in found.relations}["add"] == "always"


def test_a_number_changed_by_one_is_found() -> None:
    found = house("""
replace rule opening.threshold
  en "41."
  fr "41."
  on open require points >= 41
""")
    (event, record, one, two), *_ = told(found)
    assert (event, one, two) == ("open", "legal", "illegal")
    assert record == "not opened; lay 10♥ 10♦ 10♣ 10♠"


def test_an_exception_decides() -> None:
    found = house("""
rule run.with-joker
  en "A run with a joker may be of two suits."
  fr "Une suite avec un joker peut être de deux couleurs."
  on meld exception to run.suit when jokers = 1
""")
    assert told(found)[0] == ("meld", "lay 2♥ 3♦ JK", "illegal", "legal")
    difference = found.differences[0]
    assert (difference.one.owner, difference.two.owner, difference.two.how) == (
        "run.suit",
        "run.with-joker",
        "exception",
    )


def test_a_wider_set_is_found_and_a_longer_run() -> None:
    found = house("""
drop set.max
rule run.short
  en "A run has at most twelve cards."
  fr "Une suite a au plus douze cartes."
  on meld forbid when kind = run and size >= 13
""")
    records = [record for _, record, _, _ in told(found)]
    assert "lay 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥" in records
    assert any(record.count("JK") for record in records)


def test_what_only_a_turn_shows_is_found() -> None:
    found = house("""
rule turn.two-melds
  en "Nobody lays two melds in a turn once he has opened."
  fr "On ne pose jamais deux combinaisons par tour une fois qu'on a ouvert."
  on turn require melds-laid <= 1 when opened-before
""")
    assert told(found) == [("turn", "lay 2♥ 2♠ 2♦, 3♥ 3♠ 3♦; discard K♣", "legal", "illegal")]


def test_the_same_twice() -> None:
    one, two = (house("settle ace.low-value = one") for _ in range(2))
    assert page(one) == page(two)


def test_every_event_has_its_relation() -> None:
    found = house("settle ace.low-value = one")
    assert [relation.event for relation in found.relations] == list(EVENTS)


# ---------------------------------------------------------------------------------------- what is left out is proved


SKIPPING = [("kalooki-40", "kalooki-51"), ("rami-40", "rami-51"), ("jamaican", "tuluki")]


def without_skipping(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms that no facts ask for show nothing new: the same plays are found if all of them are tried."""
    wanted = compare(*map(book, pair)).differences
    with monkeypatch.context() as patch:
        patch.setattr(Search, "still_open", lambda self, event, known=(): True)
        patch.setattr(Search, "alike", lambda self, event: False)
        patch.setattr(comparing, "_try_tales", lambda search, event: 0)
        patch.setattr(comparing, "_go_beyond", lambda search, event: None)
        found = compare(*map(book, pair)).differences
    assert {d.record for d in found} <= {d.record for d in wanted}


@pytest.mark.parametrize("pair", SKIPPING, ids=names)
def test_plays_that_are_not_tried_show_nothing_new(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    without_skipping(pair, monkeypatch)


@pytest.mark.large
@pytest.mark.parametrize("pair", [pair for pair in pairs() if pair not in SKIPPING], ids=names)
def test_no_play_that_is_not_tried_shows_anything_new(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    without_skipping(pair, monkeypatch)


# ---------------------------------------------------------------------------------------- which facts go together


def test_what_can_be_speaks_of_facts_that_there_are() -> None:
    for rule in possible().rules:
        for limb in rule.limbs:
            assert limb.effect == "require" and facts_on(limb.event)


def test_what_cannot_be_is_found_out() -> None:
    facts = {word.name: False if word.type == "bool" else 1 for word in facts_on("turn")}
    facts |= {"opened": True, "from-closed-hand": True, "took-discard": True, "draws": 0}
    scene = Scene((), (Event("turn", facts),))
    outcome = direct.judge(scene, possible())
    assert "a-whole-turn" in {hit.owner for hit in outcome.worlds[0][1][0].events[0].broken}


@pytest.mark.parametrize("name", ["rami-40", "kaluki", "jamaican"])
def test_what_can_be_is_true_of_every_play(name: str) -> None:
    """Random plays of every sort: the facts of their events, under every reading, are such as can be."""
    figures, rules, seen = FIGURES[name], book(name), 0
    for sort, generate in sorts_of(figures).items():
        rnd = Random(f"what can be {sort} {name}")
        for _ in range(25):
            for step in steps_of(generate(rnd, figures), rules):
                seen += impossible_facts(step.scene)
    assert seen > 1000


def impossible_facts(scene: Scene) -> int:
    """Asserts that what can be is kept by the events of a scene; gives how many were looked at."""
    played = tuple(replace(event, facts={"round": 1, **known(event)}) for event in scene.events)
    if any(value is None for event in played for value in event.facts.values()):
        return 0
    scene = replace(scene, events=played)
    cases = [case for _, cases in direct.judge(scene, possible()).worlds for case in cases]
    broken = [hit for case in cases for event in case.events for hit in event.broken]
    assert not broken, (scene, broken)
    return len(scene.events)


def known(event: Event) -> dict[str, FactValue | None]:
    """The facts of an event, but for a round that is not written."""
    return {name: value for name, value in event.facts.items() if name != "round" or value is not None}
