"""How the direct engine comes to a verdict, with small invented books."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shorthand import card, cards

from grammar.cards import UNKNOWN, Card
from rulebook.model import Book, Both, Compare, Expr, Fact, Limb, Lit, Lookup, Not, Question, Rule, Value
from rulebook.model import Reading as Answer
from verifier.direct import case, judge
from verifier.direct.conditions import evaluate
from verifier.scene import Event, Part, Reading, Scene

# ------------------------------------------------------------------------------------- books, in short


def is_(name: str, value: int | bool | str) -> Expr:
    return Compare("=", Fact(name), Lit(value))


def at_least(name: str, number: int) -> Expr:
    return Compare(">=", Fact(name), Lit(number))


def permit(event: str, when: Expr | None = None) -> Limb:
    return Limb("permit", event, when)


def forbid(event: str, when: Expr | None = None) -> Limb:
    return Limb("forbid", event, when)


def require(event: str, need: Expr, when: Expr | None = None) -> Limb:
    return Limb("require", event, when, need)


def unless(event: str, lifts: str, when: Expr | None = None) -> Limb:
    return Limb("exception", event, when, lifts=lifts)


def otherwise(event: str, default: str) -> Limb:
    return Limb("otherwise", event, default=default)


def rule(id: str, *limbs: Limb, values: tuple[Value, ...] = ()) -> Rule:
    return Rule(id, "", "", (), limbs=limbs, values=values)


def question(id: str, *readings: Answer) -> Question:
    return Question(id, "silent", "", "", (), readings)


def answer(name: str, *limbs: Limb, values: tuple[Value, ...] = ()) -> Answer:
    return Answer(name, "", "", limbs, values)


def book(*rules: Rule, questions: tuple[Question, ...] = ()) -> Book:
    return Book("b", "", "", rules, questions)


def play(name: str = "discard", played: str = "5♥", **known: bool | int | str | None) -> Scene:
    facts = {key.replace("_", "-"): value for key, value in known.items()}
    return Scene((), (Event(name, facts, (), cards(played)),))


def laying(*texts: str) -> Scene:
    parts = tuple(Part("laid", cards(text)) for text in texts)
    return Scene(parts, tuple(Event("meld", {}, (number,)) for number in range(len(parts))))


MELDS = rule(
    "meld.kinds",
    require("meld", Not(is_("kind", "neither"))),
    require("meld", Fact("same-suit"), is_("kind", "run")),
    require("meld", at_least("size", 3)),
)


def owners(hits: tuple[object, ...]) -> list[str]:
    return [hit.owner for hit in hits]  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------ one event


def test_a_duty_is_legal_unless_something_is_broken() -> None:
    assert judge(laying("5♥ 6♥ 7♥"), book(MELDS)).verdict == "legal"
    outcome = judge(laying("5♥ 6♥ 7♣"), book(MELDS))
    assert outcome.verdict == "illegal"
    [(world, [only])] = outcome.worlds
    assert (world.facts, world.tabled, world.answers) == ((), (), ())
    assert only.readings == (Reading("run", 5),)
    [hit] = only.events[0].broken
    assert (hit.owner, hit.reading, hit.limb) == ("meld.kinds", "", MELDS.limbs[1])
    assert only.events[0].facts["size"] == 3
    assert dict(only.events[0].facts)["same-suit"] is False


def test_a_power_needs_a_permit() -> None:
    permitted = book(rule("throw", permit("discard", Fact("drawn"))), rule("last", otherwise("discard", "forbid")))
    assert judge(play(drawn=True), permitted).verdict == "legal"
    outcome = judge(play(drawn=False), permitted)
    assert outcome.verdict == "illegal"
    default = outcome.worlds[0][1][0].events[0].default
    assert default is not None
    assert default.owner == "last"


def test_a_prohibition_is_stronger_than_a_permit() -> None:
    both = book(rule("throw", permit("discard")), rule("no-joker", forbid("discard", Fact("card-is-joker"))))
    assert judge(play(played="5♥"), both).verdict == "legal"
    outcome = judge(play(played="JK"), both)
    assert outcome.verdict == "illegal"
    event = outcome.worlds[0][1][0].events[0]
    assert (owners(event.broken), owners(event.permits)) == (["no-joker"], ["throw"])


@pytest.mark.parametrize(("default", "verdict"), [("permit", "legal"), ("forbid", "illegal"), ("ask", "undetermined")])
def test_where_nothing_permits_the_book_says_otherwise(default: str, verdict: str) -> None:
    assert judge(play(), book(rule("default", otherwise("discard", default)))).verdict == verdict


def test_where_the_book_is_silent_a_power_is_undetermined_and_a_duty_legal() -> None:
    assert judge(play(), book()).verdict == "undetermined"
    assert judge(laying("5♥ 5♣ 9♥"), book()).verdict == "legal"


def test_an_act_is_as_bad_as_its_worst_event() -> None:
    ruled = book(rule("throw", permit("discard")), rule("no-call", forbid("call")))
    silent, legal, illegal = Event("lay", {}), Event("discard", {}), Event("call", {})
    assert judge(Scene((), (legal, silent)), ruled).verdict == "undetermined"
    assert judge(Scene((), (silent, illegal, legal)), ruled).verdict == "illegal"
    assert judge(Scene((), (legal,)), ruled).verdict == "legal"


# ----------------------------------------------------------------------------------------- exceptions


def test_an_exception_lifts_the_rule_it_names_on_its_event() -> None:
    no = rule("no", forbid("discard"), forbid("call"))
    yes = rule("yes", permit("discard"), permit("call"))
    but = rule("but", unless("discard", "no", Fact("drawn")))
    assert judge(play(drawn=True), book(no, yes, but)).verdict == "legal"
    assert judge(play(drawn=False), book(no, yes, but)).verdict == "illegal"
    assert judge(play("call", drawn=True), book(no, yes, but)).verdict == "illegal"


def test_a_rule_that_is_lifted_lifts_nothing() -> None:
    no, yes = rule("no", forbid("discard")), rule("yes", permit("discard"))
    first = rule("first", unless("discard", "no"))
    second = rule("second", unless("discard", "first", Fact("drawn")))
    third = rule("third", unless("discard", "second", Fact("opened")))
    nested = book(no, yes, first, second, third)
    assert judge(play(drawn=False, opened=False), nested).verdict == "legal"
    assert judge(play(drawn=True, opened=False), nested).verdict == "illegal"
    outcome = judge(play(drawn=True, opened=True), nested)
    assert outcome.verdict == "legal"
    assert owners(outcome.worlds[0][1][0].events[0].lifted) == ["first", "third"]


def test_a_permit_and_a_default_may_be_lifted() -> None:
    yes = rule("yes", permit("discard"))
    never = rule("never", otherwise("discard", "forbid"))
    but = rule("but", unless("discard", "yes"))
    assert judge(play(), book(yes, never, but)).verdict == "illegal"
    assert judge(play(), book(yes, never, but, rule("nor", unless("discard", "never")))).verdict == "undetermined"


def test_an_exception_may_lift_a_question() -> None:
    asked = question("q.throw", answer("no", forbid("discard")), answer("yes"))
    but = rule("but", unless("discard", "q.throw", Fact("drawn")))
    ruled = book(rule("throw", permit("discard")), but, questions=(asked,))
    assert judge(play(drawn=True), ruled).verdict == "legal"
    assert judge(play(drawn=False), ruled).verdict == "undetermined"


# ------------------------------------------------------------------------------------------- choices


def test_the_player_reads_what_he_lays_as_is_best_for_him() -> None:
    no_touching = book(MELDS, rule("apart", forbid("meld", Fact("jokers-touch"))))
    outcome = judge(laying("10♥ JK JK"), no_touching)
    assert outcome.verdict == "legal"
    [(_, cases)] = outcome.worlds
    assert [(only.verdict, only.readings) for only in cases] == [
        ("legal", (Reading("set", 10),)),
        ("illegal", (Reading("run", 10),)),
    ]


def test_one_reading_of_a_meld_serves_all_events() -> None:
    """The opening needs a run; the only meld is either a run with touching jokers or a set."""
    opening = rule("open.run", require("open", at_least("runs", 1)))
    apart = rule("apart", forbid("meld", Fact("jokers-touch")))
    events = (Event("meld", {}, (0,)), Event("open", {"opened-before": False}, (0,)))
    scene = Scene((Part("laid", cards("10♥ JK JK")),), events)
    assert judge(scene, book(MELDS, opening, apart)).verdict == "illegal"
    assert judge(scene, book(MELDS, opening)).verdict == "legal"


def test_he_adds_at_the_end_that_is_best_for_him() -> None:
    high_only = book(rule("add", permit("add", is_("end", "high"))), rule("else", otherwise("add", "forbid")))
    old = cards("5♥ 6♥ 7♥")
    for end, verdict in (("", "legal"), ("high", "legal"), ("low", "illegal")):
        added = Part("added", (*old, card("JK")), before=0, new=cards("JK"), end=end)
        scene = Scene((Part("tabled", old), added), (Event("add", {}, (0, 1), cards("JK")),))
        assert judge(scene, high_only).verdict == verdict


# -------------------------------------------------------------------------------------------- worlds


def test_an_unknown_fact_takes_each_value() -> None:
    ruled = book(rule("throw", permit("discard", Fact("opened"))), rule("else", otherwise("discard", "forbid")))
    outcome = judge(play(opened=None), ruled)
    assert outcome.verdict == "undetermined"
    assert [(world.facts, cases[0].verdict) for world, cases in outcome.worlds] == [
        ((("opened", False),), "illegal"),
        ((("opened", True),), "legal"),
    ]


def test_an_unknown_fact_that_no_statement_reads_makes_no_worlds() -> None:
    outcome = judge(play(opened=None, round=None), book(rule("throw", permit("discard"))))
    assert (outcome.verdict, len(outcome.worlds)) == ("legal", 1)


def test_an_unknown_fact_has_one_value_in_all_events() -> None:
    ruled = book(rule("throw", permit("discard", Fact("opened"))), rule("call", permit("call", Not(Fact("opened")))))
    scene = Scene((), (Event("discard", {"opened": None}), Event("call", {"opened": None})))
    assert [cases[0].verdict for _, cases in judge(scene, ruled).worlds] == ["undetermined", "undetermined"]


def test_opened_before_is_never_true_where_opened_is_false() -> None:
    reads = book(rule("r", permit("discard", Fact("opened-before")), forbid("discard", Not(Fact("opened")))))
    both = judge(play(opened=None, opened_before=None), reads)
    assert [dict(world.facts) for world, _ in both.worlds] == [
        {"opened": False, "opened-before": False},
        {"opened": True, "opened-before": False},
        {"opened": True, "opened-before": True},
    ]
    assert judge(play(opened=False, opened_before=None), reads).verdict == "illegal"
    assert [dict(world.facts) for world, _ in judge(play(opened=None, opened_before=True), reads).worlds] == [
        {"opened": True}
    ]


def test_an_opening_says_nothing_where_the_player_opened_before() -> None:
    minimum = book(rule("open.min", require("open", at_least("melds", 2))))
    part = Part("laid", cards("5♥ 6♥ 7♥"))
    verdicts = {
        known: judge(Scene((part,), (Event("open", {"opened-before": known}, (0,)),)), minimum).verdict
        for known in (True, False, None)
    }
    assert verdicts == {True: "legal", False: "illegal", None: "undetermined"}


def test_a_meld_on_the_table_was_read_by_somebody_else() -> None:
    """10♥ JK JK on the table may be a set or a run, so adding 10♣ is legal in one world and not in the other."""
    fits = book(MELDS, rule("add", permit("add")), rule("suit", forbid("add", is_("kind", "run"))))
    old = cards("10♥ JK JK")
    added = Part("added", (*old, card("10♣")), before=0, new=cards("10♣"))
    scene = Scene((Part("tabled", old), added), (Event("add", {}, (0, 1), cards("10♣")),))
    outcome = judge(scene, fits)
    assert outcome.verdict == "undetermined"
    assert [(world.tabled, cases[0].verdict, cases[0].readings[1].kind) for world, cases in outcome.worlds] == [
        (((0, Reading("run", 10)),), "illegal", "neither"),
        (((0, Reading("set", 10)),), "legal", "set"),
    ]


def test_what_an_earlier_act_made_is_no_choice_any_more() -> None:
    """A joker was added to 5♥ 6♥ 7♥; at which end it lies decides whether 8♥ can still be added."""
    ruled = book(MELDS, rule("add", permit("add")))
    one, two = cards("5♥ 6♥ 7♥"), cards("5♥ 6♥ 7♥ JK")
    parts = (
        Part("tabled", one),
        Part("added", two, before=0, new=cards("JK"), past=True),
        Part("added", (*two, card("8♥")), before=1, new=cards("8♥")),
    )
    guards = (Event("meld", {}, (0,)), Event("meld", {}, (1,)))
    scene = Scene(parts, (Event("add", {}, (1, 2), cards("8♥")), Event("meld", {}, (2,))), guards)
    outcome = judge(scene, ruled)
    assert outcome.verdict == "undetermined"
    assert [(world.tabled[1], cases[0].verdict) for world, cases in outcome.worlds] == [
        ((1, Reading("run", 4)), "legal"),
        ((1, Reading("run", 5)), "illegal"),
    ]
    free = (*parts[:1], replace(parts[1], past=False), *parts[2:])
    assert judge(replace(scene, parts=free, guards=guards[:1]), ruled).verdict == "legal"


def test_guards_leave_the_worlds_in_which_the_table_can_arise() -> None:
    apart = rule("apart", forbid("meld", Fact("jokers-touch")))
    fits = book(MELDS, apart, rule("add", permit("add")), rule("suit", forbid("add", is_("kind", "run"))))
    old = cards("10♥ JK JK")
    added = Part("added", (*old, card("10♣")), before=0, new=cards("10♣"))
    guard = Event("meld", {}, (0,))
    scene = Scene((Part("tabled", old), added), (Event("add", {}, (0, 1), cards("10♣")),), (guard,))
    outcome = judge(scene, fits)
    assert outcome.verdict == "legal"
    assert [world.tabled for world, _ in outcome.worlds] == [((0, Reading("set", 10)),)]


def test_a_table_that_cannot_arise_has_no_worlds() -> None:
    scene = Scene((Part("tabled", cards("5♥ 6♣ 7♥")),), (Event("draw", {"pile": "stock"}),), (Event("meld", {}, (0,)),))
    outcome = judge(scene, book(MELDS, rule("draw", permit("draw"))))
    assert (outcome.verdict, outcome.worlds) == ("", ())


def test_guards_see_the_answers_to_questions() -> None:
    """Only where four jokers may lie on the table could this table arise, and there the draw is free."""
    asked = question("q.touch", answer("apart", forbid("meld", Fact("jokers-touch"))), answer("free", permit("draw")))
    scene = Scene(
        (Part("tabled", cards("10♥ JK JK"), "run"),), (Event("draw", {"pile": "stock"}),), (Event("meld", {}, (0,)),)
    )
    outcome = judge(scene, book(MELDS, questions=(asked,)))
    assert outcome.verdict == "legal"
    assert [world.answers for world, _ in outcome.worlds] == [(("q.touch", "free"),)]


# ------------------------------------------------------------------------------------------ questions


def test_an_open_question_leaves_an_act_undetermined_only_where_it_matters() -> None:
    asked = question("q.joker", answer("yes"), answer("no", forbid("discard", Fact("card-is-joker"))))
    ruled = book(rule("throw", permit("discard")), questions=(asked,))
    outcome = judge(play(played="JK"), ruled)
    assert outcome.verdict == "undetermined"
    assert [(dict(world.answers), cases[0].verdict) for world, cases in outcome.worlds] == [
        ({"q.joker": "yes"}, "legal"),
        ({"q.joker": "no"}, "illegal"),
    ]
    hit = outcome.worlds[1][1][0].events[0].broken[0]
    assert (hit.owner, hit.reading) == ("q.joker", "no")
    assert judge(play(played="5♥"), ruled).verdict == "legal"


def test_questions_about_other_events_make_no_worlds() -> None:
    asked = question("q.call", answer("yes", permit("call")), answer("no", forbid("call")))
    outcome = judge(play(), book(rule("throw", permit("discard")), questions=(asked,)))
    assert [world.answers for world, _ in outcome.worlds] == [()]


def test_a_question_that_is_asked_and_answered() -> None:
    """`otherwise ask`: a reading that permits or forbids speaks first."""
    asked = question("q.call", answer("yes", permit("call")), answer("no", forbid("call")), answer("unsaid"))
    ruled = book(rule("ask", Limb("otherwise", "call", default="ask", asks="q.call")), questions=(asked,))
    outcome = judge(play("call"), ruled)
    assert [cases[0].verdict for _, cases in outcome.worlds] == ["legal", "illegal", "undetermined"]
    assert outcome.verdict == "undetermined"


def test_a_reading_speaks_before_a_rule_otherwise() -> None:
    asked = question("q.call", answer("yes", otherwise("call", "permit")))
    ruled = book(rule("never", otherwise("call", "forbid")), questions=(asked,))
    assert judge(play("call"), ruled).verdict == "legal"


def test_a_question_of_values_matters_where_points_are_read() -> None:
    asked = question("q.ace", answer("one", values=(Value("ace", 1),)), answer("eleven", values=(Value("ace", 11),)))
    minimum = rule("open.min", require("open", at_least("points", 15)))
    counts = rule("counts", values=(Value("pips", "number"),))
    ruled = book(MELDS, minimum, counts, questions=(asked,))
    events = (Event("meld", {}, (0,)), Event("open", {"opened-before": False}, (0,)))
    outcome = judge(Scene((Part("laid", cards("A♥ 2♥ 3♥")),), events), ruled)
    assert [(dict(world.answers), cases[0].events[1].facts["points"]) for world, cases in outcome.worlds] == [
        ({"q.ace": "one"}, 6),
        ({"q.ace": "eleven"}, 16),
    ]
    assert outcome.verdict == "undetermined"
    # No statement about a meld alone reads points.
    assert len(judge(laying("A♥ 2♥ 3♥"), ruled).worlds) == 1


# ---------------------------------------------------------------------------- one case, conditions, errors


def test_a_case_is_one_world_and_one_choice() -> None:
    apart = book(MELDS, rule("apart", forbid("meld", Fact("jokers-touch"))))
    scene = laying("10♥ JK JK")
    outcome = judge(scene, apart)
    [(world, cases)] = outcome.worlds
    for seen in cases:
        assert case(scene, apart, world, seen.readings) == seen
    with pytest.raises(ValueError, match="cannot be read"):
        case(scene, apart, world, [Reading("run", 1)])


def test_a_case_needs_the_facts_that_are_read() -> None:
    ruled = book(rule("throw", permit("discard", Fact("opened"))))
    scene = play(opened=None)
    world = judge(scene, book()).worlds[0][0]
    with pytest.raises(ValueError, match="opened"):
        case(scene, ruled, world, [])


def test_a_table_gives_the_cell_of_its_row_and_0_without_one() -> None:
    cell = Lookup("contract", "sets", "round", ((1, 2), (2, 3)))
    assert [evaluate(cell, {"round": number}) for number in (1, 2, 3)] == [2, 3, 0]
    assert evaluate(Both((Compare("<", cell, Lit(3)), Not(Fact("drawn")))), {"round": 1, "drawn": False}) is True


@pytest.mark.parametrize("unclear", [UNKNOWN, Card(0, 2), Card(5, 0)])
def test_cards_that_are_not_known_are_refused(unclear: Card) -> None:
    with pytest.raises(ValueError, match="cards that are known"):
        judge(Scene((), (Event("discard", {}, (), (unclear,)),)), book())
