"""Mistakes in rule files: each located, each with what to do about it, in English and in French."""

from __future__ import annotations

import pytest

from grammar.trouble import Unreadable
from rulebook.library import book
from rulebook.load import load
from rulebook.model import Book

HEAD = 'book club "The club" amends kalooki-40\n\n'


def read(text: str) -> Book:
    return load(text, "club.rules", book)


def troubles(text: str, lang: str = "en") -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as caught:
        read(text)
    return [(trouble.at.line, trouble.say(lang)) for trouble in caught.value.troubles]


def rule(statement: str) -> str:
    return f'{HEAD}rule club.rule\n  en "One."\n  fr "Un."\n  {statement}\n'


def test_five_mistakes_give_five_located_errors() -> None:
    text = HEAD + "\n".join(
        [
            "rule club.one",
            '  en "One."',
            '  fr "Un."',
            "  on medl forbid when kind = set",
            "  on meld forbid when siez = 3",
            "  on meld forbid kind = sett",
            "rul club.two",
            "drop no.such.rule",
        ]
    )
    found = troubles(text)
    # mistakes of form come first: a file that cannot be parsed has no names to look up
    assert [line for line, _ in found] == [9]
    assert "did you mean rule?" in found[0][1]
    found = troubles(text.replace("rul club.two\n", ""))
    assert [line for line, _ in found] == [6, 7, 8, 9]
    assert "there is no event medl; did you mean meld?" in found[0][1]
    assert "meld has no fact siez; did you mean size?" in found[1][1]
    assert "kind is never sett; it is one of set, run, neither; did you mean set?" in found[2][1]
    assert "there is no rule or question no.such.rule here" in found[3][1]


def test_every_broken_line_of_a_block_is_found() -> None:
    text = HEAD + '\n'.join(
        ['rule club.one', '  en "One.', '  fr "Un."', "  on meld forbid", "  on meld require size >> 3", "  value = 3"]
    )  # fmt: skip
    assert [line for line, _ in troubles(text)] == [4, 6, 7, 8]


def test_messages_are_french_too() -> None:
    (line, text), *_ = troubles(rule("on meld forbid when siez = 3"), "fr")
    assert (line, text) == (6, "meld n'a pas de fait siez ; vouliez-vous dire size ?")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("on meld require size-1 >= 2", "minus needs a blank on both sides"),
        ("on meld require size -1 >= 2", "minus needs a blank on both sides"),
        ("on meld forbid", "something is missing here"),
        ("on meld otherwise forbid", "meld is a duty"),
        ("on swap otherwise ask no.question", "there is no question no.question to ask"),
        ("on meld exception to no.rule", "there is no rule no.rule to make an exception to"),
        ("on meld exception to club.rule", "an exception to itself"),
        ("on meld require kind >= 3", "kind is a name: compare it with = or !="),
        ("on meld require size", "a condition is needed"),
        ("on meld require size = low-ace", "these two cannot be compared"),
        ("on meld require low-ace + 1 = 2", "a number is needed here"),
        ("on lay require points >= 40", "lay has no fact points; it belongs to meld, open"),
        ("value jack = 10", "a value is for pips, face, ace, low-ace, joker or a rank 1 to 13"),
        ("value face = many", "a value is a number, or one of number, represented"),
        ("on meld require size in {set}", "`in` is for facts that are names"),
    ],
)
def test_conditions(statement: str, message: str) -> None:
    found = troubles(rule(statement))
    assert any(message in text for _, text in found), found


def test_a_rule_needs_both_sentences() -> None:
    assert troubles(HEAD + 'rule club.rule\n  en "One."\n  on meld forbid always\n')[0][1].endswith('fr "…"')


def test_an_id_is_used_once() -> None:
    text = HEAD + 'rule run.min\n  en "A."\n  fr "A."\n  on meld require size >= 4 when kind = run\n'
    assert "write: replace rule run.min" in troubles(text)[0][1]


def test_amending_what_does_not_exist_or_to_no_effect() -> None:
    same = HEAD + 'replace rule run.min\n  en "A."\n  fr "A."\n  on meld require size >= 3 when kind = run\n'
    assert "no effect" in troubles(same)[0][1]
    missing = HEAD + 'replace rule run.minimum\n  en "A."\n  fr "A."\n  on meld forbid always\n'
    assert "did you mean run.min?" in troubles(missing)[0][1]
    assert "it has eleven, one" in troubles(HEAD + "settle ace.low-value = ten\n")[0][1]
    assert "did you mean kalooki-40?" in troubles('book club "Club" amends kalooki-4o\n')[0][1]


def test_a_question_says_what_it_may_say_in_its_readings() -> None:
    text = HEAD + 'question q because silent\n  en "A?"\n  fr "A ?"\n  on meld forbid always\n'
    assert "is a question" in troubles(text)[0][1]
    text = HEAD + 'question q because silent\n  en "A?"\n  fr "A ?"\n  reading a: nothing\n  reading b: nothing\n'
    assert "two readings that say the same" in troubles(text)[0][1]


def test_a_book_that_asks_for_points_values_every_card() -> None:
    text = 'book b "B"\nrule o\n  en "O."\n  fr "O."\n  on open require points >= 1\n'
    assert [text for _, text in troubles(text)] == [
        f"the book asks for points but does not say what a card counts in melds: value {name} = …"
        for name in ("ace", "pips", "face", "joker")
    ]


def test_a_book_that_speaks_of_jokers_says_what_they_stand_for() -> None:
    text = 'book b "B"\nrule o\n  en "O."\n  fr "O."\n  on meld require jokers <= 1\n'
    assert [text for _, text in troubles(text)] == [
        "the book speaks of jokers but does not say what they stand for: wild joker as any"
    ]


def test_an_empty_file_and_one_without_a_head() -> None:
    assert troubles("")[0][1] == "the rule file is empty"
    assert "a rule file begins with" in troubles('rule a\n  en "A."\n  fr "A."\n  on meld forbid always\n')[0][1]


def test_a_caret_stands_under_the_place() -> None:
    with pytest.raises(Unreadable) as caught:
        read(rule("on meld forbid when siez = 3"))
    head, line, caret = caught.value.render("en").split("\n")
    assert head.startswith("club.rules:6:23: ")
    assert line[caret.index("^") :].startswith("siez")
    assert caret.strip() == "^^^^"
