"""What a check finds in a book without looking for plays: numbers, conflicts, silences, and what no example shows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grammar.record import read_line
from grammar.trouble import CONFLICT, Unreadable
from rulebook.library import book, names
from rulebook.load import load
from rulebook.model import Book
from rulebook.mutants import mutants
from verifier.arbiter import judge
from verifier.check import arithmetic as numbers
from verifier.check.amendments import amendments, refused
from verifier.check.arithmetic import arithmetic
from verifier.check.checker import FINDERS, check
from verifier.check.dead import dead
from verifier.check.model import KINDS, Finding
from verifier.check.silent import silent, undecided
from verifier.check.untested import decides_alike, touched, untested
from verifier.deck import most_copies

RULE = '\nrule {id}\n  en "A rule."\n  fr "Une règle."\n  {says}\n'


def house(text: str, amends: str = "kalooki-40") -> Book:
    return load(f'book club "The club" amends {amends}\n{text}', "club.rules", book)


def rule(id: str, *says: str) -> str:
    return RULE.format(id=id, says="\n  ".join(says))


def replaced(id: str, *says: str) -> str:
    return rule(id, *says).replace("\nrule ", "\nreplace rule ")


def owners(found: Sequence[Finding]) -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.owner, finding.rules) for finding in found]


def of_house(found: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.house]


# ---------------------------------------------------------------------------------------- arithmetic


def test_deck_jokers_two_counts_of_one_deck_are_found_from_the_books_own_rules() -> None:
    (found,) = arithmetic(book("kaluki"))
    assert (found.owner, found.kind, found.house) == ("deck.jokers", "arithmetic", False)
    assert "makes 106 cards (2 packs, 2 jokers" in found.en
    assert "makes 110 cards (2 packs, 6 jokers" in found.en
    assert "fait 106 cartes" in found.fr
    assert "fait 110 cartes" in found.fr


def test_deck_jokers_the_deal_stays_playable_and_the_most_generous_count_bounds_a_table() -> None:
    assert most_copies(book("kaluki"), 4) == (2, 6)
    assert judge(read_line("A1 set JK JK JK; lay 4♠ JK 6♠"), book("kaluki")).impossible is None
    assert judge(read_line("A1 set JK JK JK; lay 4♠ JK JK JK JK 9♠"), book("kaluki")).impossible


@pytest.mark.parametrize("name", [name for name in names() if name != "kaluki"])
def test_the_other_books_add_up(name: str) -> None:
    assert not list(arithmetic(book(name)))


def test_readings_that_can_hold_together_are_no_contradiction_in_numbers() -> None:
    text = ('\nquestion deal.more because contradictory\n  en "How many?"\n  fr "Combien ?"\n'
            "  reading few: on deal require players <= 4\n  reading some: on deal require players <= 3\n")  # fmt: skip
    assert not list(arithmetic(house(text)))


def test_rules_that_no_deal_keeps_together_are_blamed_and_no_others() -> None:
    found = list(arithmetic(house(rule("jokers.three", "on deal require jokers-in-deck = 3"))))
    assert owners(found) == [("jokers.three", ("deck",))]
    assert found[0].en == "No deal keeps these rules together: deck and jokers.three."
    assert found[0].fr == "Aucune donne ne respecte ces règles ensemble : deck et jokers.three."
    assert found[0].statement == "on deal require jokers-in-deck = 3"


def test_a_number_of_players_that_its_own_rule_allows_and_the_others_exclude() -> None:
    text = rule("packs.five", "on deal require packs = 4 when players = 5")
    (found,) = arithmetic(house(text, "jamaican"))
    assert (found.owner, found.rules) == ("packs.five", ("packs",))
    assert found.en.startswith("How many players there are is allowed by itself with the value 5")


def test_cards_that_are_never_enough() -> None:
    (found,) = arithmetic(house(rule("players", "on deal require players = 9"), "rami-40"))
    assert (found.owner, found.rules) == ("players", ("deck", "deal.hand"))
    assert "with 9 players" in found.en
    assert "make 119 cards with one for the discard pile and one for the stock, and there are 106" in found.en


def test_cards_that_are_not_enough_for_some_players_in_some_rounds() -> None:
    text = replaced("packs", "on deal require packs = 2") + replaced("jokers", "on deal require jokers-in-deck = 2")
    (found,) = arithmetic(house(text, "jamaican"))
    assert (found.owner, found.rules) == ("jokers", ("packs", "deal.hand"))
    assert "with 7 players in round 8 or 9; 8 players in round 7, 8 or 9: 7 players, 2 packs, " in found.en
    assert "15 cards dealt to each, in round 8 make 107 cards" in found.en


def test_what_a_deal_leaves_open_may_be_chosen_badly() -> None:
    text = replaced("deck", "on deal require packs = 2 and jokers-in-deck <= 2 and players = 8")
    (found,) = arithmetic(house(text))
    assert found.en.startswith(
        "The rules allow a deal for which the cards are not enough: 8 players, 2 packs, no jokers"
    )


def test_eight_hands_of_thirteen_leave_a_card_to_turn_and_one_to_draw() -> None:
    assert not list(arithmetic(house(rule("players", "on deal require players = 8"), "rami-40")))


def test_a_book_that_does_not_speak_of_players_allows_none_in_particular() -> None:
    assert "players" not in numbers.facts_read(book("rami-40"), "deal")
    assert not list(arithmetic(book("rami-40")))


# ---------------------------------------------------------------------------------------- untested


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rami-40", []),
        ("rami-51", ["ace.low-value"]),
        ("kalooki-40", []),
        ("kalooki-51", []),
        ("jamaican", []),
        ("baby-kalooki", []),
        ("tuluki", []),
        ("kaluki", ["ace.low-value"]),
    ],
)
def test_what_the_examples_of_the_books_do_not_show(name: str, expected: list[str]) -> None:
    assert [finding.owner for finding in untested(book(name))] == expected


def test_a_rule_without_examples() -> None:
    (found,) = untested(house(rule("add.two", "on add require cards <= 2")))
    assert found.en == "It has no example, and no other example notices if it is dropped."
    assert (found.line, found.file, found.house) == (3, "club.rules", True)


def test_a_number_that_the_examples_do_not_pin_down() -> None:
    says = ["on open require points >= 45", "legal: not opened; lay K♥ K♠ K♦ K♣, 10♥ 10♠ 10♣",
            "illegal: not opened; lay 10♥ 10♠ 10♣"]  # fmt: skip
    (found,) = untested(house(replaced("opening.threshold", *says)))
    assert found.en == "No example notices if 45 is 46 or 44 in “on open require points >= 45”."
    assert found.fr == "Aucun exemple ne remarque rien si 45 devient 46 ou 44 dans « on open require points >= 45 »."


def test_a_statement_that_goes_unnoticed_is_named_once() -> None:
    says = ["on add require jokers-added <= 1", "on add require cards <= 3", "legal: A1 7♦ 8♦ 9♦; add JK to A1",
            "illegal: A1 7♦ 8♦ 9♦; add JK JK to A1"]  # fmt: skip
    (found,) = untested(house(rule("add.little", *says)))
    assert found.en == "No example notices if “on add require cards <= 3” is left out."


def test_a_reading_that_goes_unnoticed() -> None:
    text = ('\nquestion add.many because silent\n  en "Many?"\n  fr "Beaucoup ?"\n  reading yes: nothing\n'
            "  reading no: on add forbid when cards >= 9\n  legal: my A1 7♦ 8♦ 9♦; add JK to A1\n")  # fmt: skip
    (found,) = untested(house(text))
    assert (found.owner, found.en) == ("add.many", "No example notices if it is dropped.")


def test_a_cell_of_a_table() -> None:
    text = '\ntable least by round\n     points\n  1  40\n  2  55\nend\n' + replaced(
        "opening.threshold", "on open require points >= least.points",
        "legal: round 1; not opened; lay 10♥ 10♠ 10♣ 10♦", "illegal: round 1; not opened; lay 10♥ 10♠ 10♣, 2♠ 3♠ 4♠",
    )  # fmt: skip
    found = list(untested(house(text)))
    assert [(finding.owner, finding.rules) for finding in found] == [("least", ("opening.threshold",))]
    assert found[0].en == ("No example notices if it says “points = 56 in row 2” or if it says “points = 54 in row 2”.")


@pytest.mark.parametrize(
    ("amends", "says"),
    [
        ("kalooki-40", "on deal require hand-size <= 13"),
        ("kalooki-40", "on late forbid when play = add"),
        ("jamaican", "on keep forbid when opened"),
        ("kalooki-40", "fault costs 20"),
        ("jamaican", "on call forbid when calls-ceded >= 2"),
    ],
)
def test_what_no_line_can_show_is_no_fault_of_the_examples(amends: str, says: str) -> None:
    assert not list(untested(house(rule("club.rule", says), amends)))


def test_the_answer_to_a_question_has_no_place_for_examples() -> None:
    assert not list(untested(house("\nsettle ace.low-value = one\n")))


def test_what_makes_no_difference_is_not_untested() -> None:
    same = house(rule("run.min.again", "on meld require size >= 2 when kind = run"))
    dropped = next(mutant for mutant in mutants(same) if mutant.change == "removed")
    assert touched(same, dropped) == {"meld"}
    assert decides_alike(same, dropped)
    assert not [finding for finding in untested(same) if "dropped" in finding.en]


def test_two_conditions_that_differ_in_some_facts_do_not_decide_alike() -> None:
    here = house(rule("add.two", "on add require cards <= 2"))
    assert not any(decides_alike(here, mutant) for mutant in mutants(here))


# ---------------------------------------------------------------------------------------- silent


def test_a_power_that_is_permitted_under_conditions_only() -> None:
    (found,) = of_house(list(silent(house(replaced("add.any", "on add permit when own")))))
    assert (found.owner, found.event, found.statement) == ("add.any", "add", "on add permit when own")
    assert "permitted only under conditions" in found.en


def test_conditions_that_cover_every_play_are_no_silence() -> None:
    text = replaced("add.any", "on add permit when own") + rule("add.others", "on add permit when not own")
    assert not of_house(list(silent(house(text))))


def test_a_rule_dropped_that_decided_the_rest() -> None:
    found = of_house(list(silent(house("\ndrop table.fixed\n", "rami-40"), [book("kaluki")])))
    assert [(finding.owner, finding.event) for finding in found] == [("table.fixed", event) for event in
                                                                     ("swap", "shift", "move")]  # fmt: skip
    assert found[0].en.endswith("Other books have a rule on this: kaluki (table.fixed).")


def test_questions_say_why_they_are_open_and_who_has_a_rule() -> None:
    found = {one.owner: one for one in silent(book("rami-40"), [book(name) for name in names()])}
    asked = found["add.before-opening"]
    assert asked.en.startswith("May a player who has not opened yet add cards to melds on the table? Open: the source ")
    assert "its readings: allowed, opened." in asked.en
    assert "kalooki-40 (add.opened = opened)" in asked.en
    assert "kalooki-51" not in asked.en, "it has the rule from the book that it amends"
    assert "jamaican (add.contract)" in asked.en
    assert {question.id for question in book("rami-40").questions} <= set(found)


def test_nobody_answers_calls_where_there_are_none() -> None:
    assert undecided(book("rami-40"), "keep")
    events = [finding.event for finding in silent(book("rami-40")) if not finding.owner]
    assert events == ["call"]


def test_what_a_question_is_asked_about_is_not_silent_by_itself() -> None:
    assert not undecided(book("rami-40"), "late")


# ---------------------------------------------------------------------------------------- conflict


def conflicts(text: str, amends: str = "kalooki-40") -> tuple[Finding, ...]:
    with pytest.raises(Unreadable) as caught:
        house(text, amends)
    return refused(caught.value)


@pytest.mark.parametrize(
    ("text", "owner", "said"),
    [
        ("\ndrop no.such\n", "no.such", "There is no rule or question no.such here."),
        ("\nsettle ace.low-value = ten\n", "ace.low-value", "ace.low-value has no reading ten"),
        (replaced("run.minimum", "on meld forbid always"), "run.minimum", "did you mean run.min?"),
        (replaced("run.min", "on meld require size >= 3 when kind = run"), "run.min", "the amendment has no effect"),
        (
            rule("club.rule", "on add exception to no.rule"),
            "club.rule",
            "There is no rule no.rule to make an exception",
        ),
        (rule("club.rule", "on add exception to club.rule"), "club.rule", "an exception to itself"),
        (rule("club.rule", "on swap otherwise ask no.question"), "club.rule", "There is no question no.question"),
    ],
)
def test_an_amendment_that_does_not_fit_is_a_conflict(text: str, owner: str, said: str) -> None:
    (found,) = conflicts(text)
    assert (found.kind, found.owner, found.house, found.file) == (CONFLICT, owner, True, "club.rules")
    assert said in found.en
    assert found.line >= 3
    assert found.fr != found.en


@pytest.mark.parametrize(
    "text",
    [
        rule("club.rule", "on medl forbid always"),
        rule("club.rule", "on meld forbid when siez = 3"),
        "\nrul club.rule\n",
        '\nreplace rule run.min\n  en "A."\n  on meld forbid always\n',
        "\ndrop no.such\n" + rule("club.rule", "on meld forbid when siez = 3"),
        rule("run.min", "on meld forbid always"),
    ],
)
def test_what_cannot_be_read_is_no_finding(text: str) -> None:
    assert conflicts(text) == ()


def test_an_exception_where_the_rule_says_nothing() -> None:
    found = list(amendments(house(rule("club.rule", "on add exception to run.min when own"))))
    assert owners(found) == [("club.rule", ("run.min",))]
    assert found[0].en == "This exception lifts nothing: run.min says nothing about the event “add”."


def test_an_otherwise_that_a_later_one_beats() -> None:
    text = rule("add.late", "on add otherwise permit")
    (found,) = amendments(house(text, "jamaican"))
    assert (found.owner, found.rules, found.statement) == ("add.contract", ("add.late",), "on add otherwise forbid")
    assert not list(amendments(house(rule("add.late", "on add otherwise forbid"), "kalooki-40")))


def test_examples_that_the_book_contradicts() -> None:
    says = ["on add require cards <= 2", "legal: my A1 7♦ 8♦ 9♦; add 10♦ J♦ Q♦ to A1", "illegal: adds up"]
    wrong, unreadable = amendments(house(rule("add.two", *says)))
    assert (wrong.owner, wrong.line, wrong.witness) == ("add.two", 7, "my A1 7♦ 8♦ 9♦; add 10♦ J♦ Q♦ to A1")
    assert wrong.en == "An example is wrong: it says legal, and the book says illegal."
    assert unreadable.en.startswith("An example cannot be read: ")
    assert unreadable.line == 8


@pytest.mark.parametrize("name", names())
def test_the_books_have_no_conflict_of_this_sort(name: str) -> None:
    assert not list(amendments(book(name)))


# ---------------------------------------------------------------------------------------- the whole check


def test_findings_come_by_house_then_kind_then_place() -> None:
    text = rule("add.two", "on add require cards <= 2") + rule("jokers.three", "on deal require jokers-in-deck = 3")
    found = check(house(text), [book(name) for name in names()])
    keys = [(not finding.house, KINDS.index(finding.kind)) for finding in found]
    assert keys == sorted(keys)
    assert [finding.owner for finding in found if finding.house and finding.kind == "arithmetic"] == ["jokers.three"]
    silences = [finding.owner for finding in found if finding.kind == "silent" and finding.owner]
    order = [question.id for question in book("kalooki-40").questions]
    assert [id for id in silences if id in order] == order


def test_progress_is_told_of_every_finder_and_of_the_end() -> None:
    told: list[tuple[str, int, int]] = []
    check(book("kalooki-51"), (), lambda *what: told.append(what))
    assert [done for _, done, _ in told] == list(range(len(FINDERS) + 1))
    assert told[-1] == ("", len(FINDERS), len(FINDERS))
    assert {kind for kind, _, _ in told[:-1]} <= set(KINDS)


@pytest.mark.parametrize("name", names())
def test_every_finding_speaks_both_languages(name: str) -> None:
    for finding in check(book(name)):
        assert finding.en
        assert finding.fr
        assert finding.en != finding.fr


def test_a_question_without_readings_leaves_the_rules_alive() -> None:
    asked = """
question table.cloth                                    because silent
  en "May the cloth be red?"
  fr "La nappe peut-elle être rouge ?"
"""
    long_runs = rule("run.twelve", "on meld require size <= 12 when kind = run")
    base = book("kalooki-40")
    assert {one.owner for one in dead(house(asked + long_runs), base)} == {one.owner for one in dead(base)}
