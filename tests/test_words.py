"""The words: there is a phrase for everything, in both languages, and it is set as it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from grammar.cards import Card
from grammar.document import At
from grammar.record import read_line
from rulebook.library import book, names
from rulebook.model import Among, Both, Compare, Either, Fact, Lit, Not, Question, Rule, Sum
from rulebook.vocabulary import FACTS, POWERS, FactWord
from verifier.arbiter import judge
from verifier.explain import need_of
from verifier.report.layout import Gap, Para, Rows, Span, lay_out, plain, width
from verifier.report.page import case_of, report
from verifier.report.parts import reading_text, where
from verifier.scene import Reading, Scene
from verifier.steps import Step, steps
from verifier.verdict import Asked
from verifier.words import acts as words_acts
from verifier.words import facts as words_facts
from verifier.words import sentences as words
from verifier.words.melds import read_cards
from verifier.words.sentences import VERDICTS

BOTH = ("en", "fr")


def told(line: str, name: str = "rami-40", lang: str = "en", *others: str) -> str:
    """The report on a line under a book."""
    record = read_line(line, lang=lang)
    verdicts = [judge(record, book(each)) for each in (name, *others)]
    return plain(lay_out(report(case_of(verdicts[:1], verdicts[1:], lang))))


# ---------------------------------------------------------------------------------------- nothing is forgotten


@pytest.mark.parametrize("word", FACTS.values(), ids=lambda word: word.name)
def test_every_fact_has_a_phrase(word: FactWord) -> None:
    values: tuple[object, ...] = (True, False) if word.values is None else (0, 1, 2)
    if word.type == "name":
        values = word.values or ()
    for value, lang in product(values, BOTH):
        phrase = words_facts.fact_is(word.name, value, lang)  # type: ignore[arg-type]
        assert phrase
        assert "{" not in phrase


@pytest.mark.parametrize("word", [word for word in FACTS.values() if word.type != "name"], ids=lambda word: word.name)
def test_no_fact_falls_back_on_the_vocabulary(word: FactWord) -> None:
    value = True if word.values is None else 2
    assert words_facts.fact_is(word.name, value, "en") != f"{word.en}: {value}"


@pytest.mark.parametrize("event", POWERS)
def test_every_power_has_a_question_where_the_book_is_silent(event: str) -> None:
    assert words.silent(event, "en").startswith("The book does not say whether a player may ")
    assert words.silent(event, "fr").startswith("Le livre ne dit pas si l'on peut ")


def test_every_sentence_has_the_same_blanks_in_both_languages() -> None:
    for key, (en, fr) in words._SENTENCES.items():
        assert set(re.findall(r"{(\w+)}", en)) == set(re.findall(r"{(\w+)}", fr)), key


def test_every_verb_has_words() -> None:
    verbs = ("draw", "take", "lay", "add", "swap", "shift", "move", "discard", "call", "cede", "keep", "reshuffle",
             "declare", "end")  # fmt: skip
    assert set(words_acts._VERBS) == set(verbs)


# ---------------------------------------------------------------------------------------- phrases


@pytest.mark.parametrize(
    ("limb", "facts", "en", "fr"),
    [
        (Compare(">=", Fact("points"), Lit(40)), {"points": 38}, "38 points, 40 needed", "38 points, il en faut 40"),
        (Compare("=", Fact("given"), Lit(2)), {"given": 1}, "1 card given, 2 needed", "1 carte donnée, il en faut 2"),
        (Compare("<=", Fact("size"), Lit(4)), {"size": 5}, "5 cards, at most 4 allowed", "5 cartes, 4 au plus"),
        (Compare("<", Fact("size"), Lit(5)), {"size": 5}, "5 cards, at most 4 allowed", "5 cartes, 4 au plus"),
        (Compare(">", Fact("size"), Lit(2)), {"size": 2}, "2 cards, 3 needed", "2 cartes, il en faut 3"),
        (Compare("=", Fact("jokers"), Lit(0)), {"jokers": 1}, "1 joker, none allowed", "1 joker, il n'en faut aucun"),
        (Compare("=", Fact("cards-added"), Lit(0)), {"cards-added": 2}, "2 cards added to melds, none allowed",
         "2 cartes ajoutées à des combinaisons, il n'en faut aucune"),
        (Compare("=", Fact("given"), Fact("taken")), {"given": 1, "taken": 2}, "1 card given, 2 needed",
         "1 carte donnée, il en faut 2"),
        (Compare(">=", Fact("size"), Sum("+", Fact("jokers"), Lit(2))), {"size": 3, "jokers": 2}, "3 cards, 4 needed",
         "3 cartes, il en faut 4"),
        (Compare(">=", Fact("melds-laid"), Lit(1)), {"melds-laid": 0}, "no new melds, 1 needed",
         "aucune nouvelle combinaison, il en faut 1"),
        (Fact("same-suit"), {"same-suit": False}, "the cards are not of one suit",
         "les cartes ne sont pas de la même couleur"),
        (Not(Fact("drawn")), {"drawn": True}, "the player has already drawn", "le joueur a déjà pioché"),
        (Compare("=", Fact("kind"), Lit("set")), {"kind": "run"}, "it is a run", "c'est une suite"),
    ],
)  # fmt: skip
def test_what_there_was_and_what_was_needed(limb, facts, en, fr) -> None:  # type: ignore[no-untyped-def]
    need = need_of(limb, facts)
    assert words_facts.need_text(need, "en") == en
    assert words_facts.need_text(need, "fr") == fr


def test_a_condition_of_several_facts_is_said_in_words() -> None:
    limb = Either((Compare("=", Fact("given"), Fact("taken")),
                   Both((Compare("=", Fact("given"), Lit(2)), Fact("same-rank")))))  # fmt: skip
    need = need_of(limb, {"given": 1, "taken": 2, "same-rank": False})
    assert words_facts.need_text(need, "en") == (
        "needed: how many cards are given for the joker is how many jokers are taken or "
        "2 cards given and the cards given have the rank of the joker's place"
    )
    among = need_of(Among(Fact("play"), (Lit("lay"), Lit("add"))), {"play": "swap"})
    assert "lay" in words_facts.condition(among.limb, "fr")


def test_a_list_in_words() -> None:
    assert words.listed([], "en") == ""
    assert words.listed(["a"], "en") == "a"
    assert words.listed(["a", "b", "c"], "en") == "a, b and c"
    assert words.listed(["a", "b", "c"], "fr", "or") == "a, b ou c"


def test_whose() -> None:
    assert words.whose("Bob", "en") == "Bob's"
    assert [words.whose(name, "fr") for name in ("Bob", "Anne", "Éric", "")] == [
        "de Bob", "d'Anne", "d'Éric", "du joueur"]  # fmt: skip


# ---------------------------------------------------------------------------------------- typography


def test_french_blanks_do_not_break() -> None:
    assert words.typeset("Quoi ? « Oui ! » ; non : 3", "fr") == (
        "Quoi\u00a0? «\u00a0Oui\u00a0!\u00a0»\u00a0; non\u00a0: 3"
    )
    assert words.typeset("l'as", "fr") == "l’as"
    assert words.typeset("Bob's hand: 3", "en") == "Bob’s hand: 3"


@pytest.mark.parametrize("line", [
    "lay A♥ 2♥ 3♥", "A1 10♥ 10♠ JK; swap 10♦ for JK in A1", "not opened; A1 7♦ 8♦ 9♦; add 10♦ to A1",
    "A1 A♥ 2♥ 3♥; lay 4♠ 5♠ 6♠", "took 9♦; discard 4♠", "opened ?; A1 7♦ 8♦ 9♦; add 10♦ to A1",
])  # fmt: skip
@pytest.mark.parametrize("name", names())
def test_french_reports_have_no_english_and_no_loose_punctuation(line: str, name: str) -> None:
    text = told(line, name, "fr")
    assert not re.search(r"(?<=[^\s\u00a0])[;?!»](?=\s)", text)
    assert not re.search(r" [:;?!»]", text)
    assert not re.search(r"\b(the|player|cards?|legal|needed|read as|book)\b", text)


# ---------------------------------------------------------------------------------------- acts and readings


@pytest.mark.parametrize(
    ("line", "en", "fr"),
    [
        ("draw", "draw", "piocher"),
        ("discards 9♦; take 9♦", "take 9♦ from the discard pile", "prendre 9♦ dans la défausse"),
        ("lay Q♥ Q♠ Q♦, 4♠ 5♠ 6♠", "lay Q♥ Q♠ Q♦ and 4♠ 5♠ 6♠", "poser D♥ D♠ D♦ et 4♠ 5♠ 6♠"),
        ("A1 7♦ 8♦ JK; add 6♦ to A1 low", "add 6♦ to A1 at the low end", "ajouter 6♦ à A1 en bas"),
        ("A1 9♣ JK JK; swap 9♥ 9♠ for JK JK in A1", "swap 9♥ 9♠ for JK JK in A1",
         "échanger 9♥ 9♠ contre JK JK dans A1"),
        ("A1 7♦ JK 9♦; shift 8♦ into A1", "shift 8♦ into A1", "décaler 8♦ dans A1"),
        ("A1 7♦ 8♦ 9♦ 10♦, B1 9♥ 9♠ 9♣; move 10♦ from A1 to B1", "move 10♦ from A1 to B1",
         "déplacer 10♦ de A1 à B1"),
        ("discard K♠", "discard K♠", "jeter R♠"),
        ("end", "end the turn", "finir son tour"),
    ],
)  # fmt: skip
def test_acts_in_words(line: str, en: str, fr: str) -> None:
    step = next(iter(steps(read_line(line))))
    assert words_acts.step_text(step, "en") == en
    assert words_acts.step_text(step, "fr") == fr


def test_the_end_of_a_turn_in_words() -> None:
    step = Step("turn", "Anne", 0, At(1, 1), "", Scene((), ()))
    assert words_acts.step_text(step, "en") == "the end of Anne's turn"
    assert words_acts.step_text(step, "fr") == "la fin du tour d'Anne"


def test_jokers_of_a_run_stand_for_cards() -> None:
    joker = Card(0, 0, True)
    assert read_cards((Card(7, 3), Card(8, 3), joker), 7) == (Card(7, 3), Card(8, 3), Card(9, 3))
    assert read_cards((Card(12, 4), Card(13, 4), joker), 12) == (Card(12, 4), Card(13, 4), Card(1, 4))
    assert read_cards((Card(7, 3), joker, Card(9, 4)), 7)[1] == Card(8, 0)


def test_readings_in_words() -> None:
    cards = (Card(12, 1), Card(12, 2), Card(0, 0, True))
    assert reading_text(cards, Reading("set", 12), "en") == "a set of Qs"
    assert reading_text(cards, Reading("set", 12), "fr") == "un brelan de D"
    assert reading_text((*cards, Card(12, 3)), Reading("set", 12), "fr") == "un carré de D"
    assert reading_text(cards, Reading("neither", 0), "fr") == "ni brelan ni suite"


def test_places_share_what_they_have_in_common() -> None:
    rule = book("rami-40").rule("set.min")
    assert rule
    text = where(rule.places, "en")
    assert text.count("Rami 40 and Kalooki") == 1
    assert text.endswith("paragraph 2; paragraph 3")
    assert where((rule.places[0], rule.places[0]), "en") == where(rule.places[:1], "en")


# ---------------------------------------------------------------------------------------- laying out


def test_lines_are_wrapped_with_their_indent() -> None:
    lines = plain(lay_out([Para((Span("one two"), Span(" three four", "bold")), 2, 4)], 14)).splitlines()
    assert lines == ["  one two", "    three four"]


def test_the_last_column_of_a_table_is_wrapped_below_itself() -> None:
    rows = ((("a",), ("one two three four five six seven eight",)), (("long",), ("x",)))
    block = Rows(tuple(tuple(tuple(Span(text) for text in cell) for cell in row) for row in rows), 1)
    assert plain(lay_out([block], 40)).splitlines() == [
        " a     one two three four five six seven",
        "       eight",
        " long  x",
    ]


def test_a_last_column_without_room_goes_below() -> None:
    rows = ((((Span("a" * 20),)), (Span("one two three four five six seven"),)),)
    lines = plain(lay_out([Rows(rows, 1)], 30)).splitlines()
    assert lines == [" " + "a" * 20, "   one two three four five six", "   seven"]


def test_gaps_are_never_doubled() -> None:
    assert plain(lay_out([Gap(), Para((Span("a"),)), Gap(), Gap(), Para((Span("b"),))])) == "a\n\nb\n"


def test_width_counts_columns() -> None:
    assert width("10♥") == 3
    assert width("e\u0301") == 1
    assert width("漢字") == 4


def test_what_would_command_the_terminal_is_not_obeyed() -> None:
    assert plain([(Span("a\x1b[2Jb\u202e"),)]) == "a·[2Jb·\n"


# ---------------------------------------------------------------------------------------- whole reports


def test_a_breach_says_which_meld() -> None:
    assert "10♥ 10♠: 2 cards, 3 needed." in told("lay 10♥ 10♠, 4♠ 5♠ 6♠")


def test_the_permit_that_came_nearest_is_named() -> None:
    text = told("A1 10♥ 10♠ JK; swap 10♦ for JK in A1")
    assert "What comes closest to allowing it:" in text
    assert "1 card given, 2 needed." in text


def test_a_question_gives_the_verdict_under_each_reading() -> None:
    text = told("lay 6♠ JK JK 9♠")
    assert "May two jokers stand side by side in a run?" in text
    assert re.search(r"They may\. +legal", text)
    assert re.search(r"They may not\. +illegal", text)
    assert "--settle run.jokers.adjacent=allowed|forbidden" in text


def test_books_of_which_the_same_is_to_be_said_share_a_row() -> None:
    text = told("lay A♥ 2♥ 3♥", "rami-40", "en", "kalooki-40", "kalooki-51")
    assert re.search(r"Kalooki 40 and Kalooki 51 +legal +lay.optional", text)


def test_a_table_that_cannot_arise_names_the_rule() -> None:
    text = told("A1 A♥ 2♥ 3♥; lay 4♠ 5♠ 6♠")
    assert text.startswith("This table cannot arise in Rami 40.\n  A1 A♥ 2♥ 3♥ breaks this rule:\n")
    assert "run.ace.high-only" in text


def test_what_is_not_written_is_said() -> None:
    text = told("opened ?; A1 7♦ 8♦ 9♦; add 10♦ to A1", "kalooki-40")
    assert re.search(r"If the player has opened +legal", text)
    assert re.search(r"If the player has not opened +illegal", text)


def test_a_silence_without_a_question_is_a_question_of_ours() -> None:
    verdict = judge(read_line("A1 10♥ 10♠ JK; shift 10♦ into A1"), book("kalooki-40"))
    action = verdict.actions[0]
    silent = replace(action, questions=(Asked(None, "shift", (), 0),))
    made = replace(verdict, actions=(silent,))
    text = plain(lay_out(report(case_of([made], [], "fr"))))
    assert "Le livre ne dit pas si l’on peut" in text


def test_an_unknown_reading_is_said() -> None:
    text = told("A1 10♥ JK JK; swap 10♦ for JK in A1", "kalooki-40")
    assert re.search(r"If A1 \(10♥ JK JK\) is a set of 10s +legal", text)


def test_conventions_say_that_no_sentence_states_them() -> None:
    assert "turn.order · no sentence of the source says so" in told("discard 9♦; lay 4♠ 5♠ 6♠")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lay 4♠ ? 6♠", "A card that matters is not known, and the answer depends on it."),
        ("lay 4♠ 9♦ ?", "Not every card is known, but whatever they are the answer is the same."),
    ],
)
def test_cards_that_are_not_known(line: str, said: str) -> None:
    assert told(line, "rami-40", "en", "kalooki-40").count(said.split(",")[0]) == 2


def examples() -> Iterator[tuple[str, str]]:
    for name in names():
        here = book(name)
        owners: tuple[Rule | Question, ...] = (*here.rules, *here.questions)
        for owner in owners:
            if owner.file == f"{name}.rules":
                yield from ((name, each.text) for each in owner.examples if each.kind in VERDICTS)


@pytest.mark.parametrize(("name", "line"), list(examples()))
def test_every_example_of_a_book_can_be_told(name: str, line: str) -> None:
    for lang in BOTH:
        text = told(line, name, lang)
        assert text.split("\n")[0]
        assert "{" not in text


@pytest.mark.parametrize("line", ["lay 10♥ 10♠ JK", "lay A♥ 2♥ 3♥", "lay 6♠ JK JK 9♠", "took 9♦; discard 4♠"])
def test_a_typical_report_fits_in_twenty_lines(line: str) -> None:
    assert len(told(line, "rami-40", "en", "kalooki-40", "kalooki-51").splitlines()) <= 20


def test_the_same_verdict_gives_the_same_words() -> None:
    assert told("lay A♥ 2♥ 3♥") == told("lay A♥ 2♥ 3♥")
