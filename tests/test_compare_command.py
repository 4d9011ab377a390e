"""`kalooki compare`: what it shows, in text and JSON, English and French, and its exit status."""

from __future__ import annotations

import io
import json
import string
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

import verifier.compare as face
from grammar.document import Record
from grammar.record import read, read_line
from rulebook.library import book
from rulebook.vocabulary import EVENTS
from verifier.cli import main
from verifier.commands import waiting
from verifier.compare.comparing import compare
from verifier.compare.forms import bound
from verifier.compare.model import Comparison, Difference, Relation, Side, ValueDifference
from verifier.compare.tales import tales
from verifier.pages import compared_json, compared_words
from verifier.pages.compared import Shown, page
from verifier.pages.plays import lines_of
from verifier.report.layout import lay_out, plain

ONE, TWO = "kalooki-40", "kalooki-51"
HOUSE = f"""\
book club "The club" amends {ONE}
rule add.one
  en "At most one card at a time."
  fr "Une carte à la fois au plus."
  on add require cards <= 1
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "club.rules"
    path.write_text(HOUSE, encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments])


def text(*arguments: str, status: int = 1) -> str:
    result = run(*arguments)
    assert result.exit_code == status, result.output
    return result.stdout


def lines(*arguments: str, status: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text(*arguments, "--format", "json", status=status).splitlines()]


def made(*differences: Difference, values: tuple[ValueDifference, ...] = (), **proved: str) -> Comparison:
    """A comparison made by hand; the relation of an event in which something differs is "stricter"."""
    differing = {difference.event for difference in differences}
    relations = tuple(
        Relation(event, "stricter" if event in differing else "same", proved.get(event, "always")) for event in EVENTS
    )
    return Comparison(book(ONE), book(TWO), relations, differences, values, bound(), 12)


def shown(comparison: Comparison, lang: str = "en", *events: str) -> str:
    return plain(lay_out(page(Shown(comparison, (ONE, TWO), events), lang)))


LEGAL, ILLEGAL = Side("legal", "", "kept"), Side("illegal", "opening.threshold", "require")


# ---------------------------------------------------------------------------------------- people


def test_a_difference_is_a_play_and_what_decides_it_in_either_book() -> None:
    found = text(ONE, TWO)
    assert found.startswith(
        "Kalooki 40 (kalooki-40) beside Kalooki 51 (kalooki-51)\n3 differences: Kalooki 51 allows less (in 2 "
        "of them one of the two leaves it undecided).\n\n"
        "An opening · kalooki-51 is stricter\n  not opened; lay 10♥ 10♦ 10♣ 10♠\n"
    )
    assert "    kalooki-40  legal    opening.threshold  is kept: The first melds a player lays are worth at\n" in found
    assert "    kalooki-51  illegal  opening.threshold  requires: The first melds a player lays are worth at\n" in found
    assert "Nothing differs: a deal, a meld, " in found
    assert "Proved, whatever the cards" in found


def test_in_french_the_play_and_the_sentences_are_french() -> None:
    found = text(ONE, TWO, "--lang", "fr")
    assert "3 différences\u00a0: Kalooki 51 permet moins (pour 2 d’entre elles, l’un des deux ne tranche pas)." in found
    assert "Une ouverture · kalooki-51 est plus sévère\n  pas ouvert; poser 10♥ 10♦ 10♣ 10♠\n" in found
    assert "illégal  opening.threshold  exige\u00a0: Les premières combinaisons d’un joueur valent" in found
    assert "Rien ne diffère\u00a0: une donne, une combinaison, " in found


def test_the_other_way_round_stricter_is_looser() -> None:
    assert "3 differences: Kalooki 40 allows more (in 2 of them one of the two leaves it undecided).\n" in text(
        TWO, ONE
    )


@pytest.mark.parametrize("name", [ONE, "jamaican"])
def test_the_same_book_twice_is_one_sentence(name: str) -> None:
    found = text(name, name, status=0)
    assert found.splitlines()[1:] == ["They decide every play alike, and the cards count the same."]


def test_house_rules_are_compared_by_their_file_or_by_their_name(house: str) -> None:
    found = text(ONE, house)
    assert "Kalooki 40 (kalooki-40) beside The club (club)" in found
    assert "requires: At most one card at a time." in found
    assert text(ONE, "club", "--rules", house) == found


def test_books_of_one_name_are_told_apart_by_what_was_typed(house: str, tmp_path: Path) -> None:
    other = tmp_path / "new.rules"
    other.write_text(HOUSE.replace("one", "none").replace("<= 1", "<= 0"), encoding="utf-8")
    found = " ".join(text(house, str(other), "--event", "add").split())
    assert f"The club ({house}) beside The club ({other})" in found
    assert f"{other} allows less" in found


def test_an_event_is_shown_alone() -> None:
    found = text(ONE, TWO, "--event", "open")
    assert "shown: an opening\n" in found
    assert "10♥ 10♦ 10♣ 10♠" in found
    assert "a deal" not in found
    alike = text(ONE, TWO, "--event", "deal", "--event", "draw", status=0)
    assert alike.splitlines()[1:] == ["shown: a deal and a draw", "They decide every such play alike."]


# ---------------------------------------------------------------------------------------- plays


_RECORD = (
    "players: Anne, Bob\ntable:\n  A1 (Anne): K♥ K♠ JK=K♦\nAnne holds: 4♠\nhas drawn: Bob\nBob: swaps K♦ for JK in A1"
)


def test_a_record_of_several_lines_is_a_block_in_either_language() -> None:
    found = made(Difference("swap", _RECORD, "swaps K♦ for JK in A1", LEGAL, ILLEGAL))
    for lang, record in (("en", _RECORD), ("fr", "\n".join(lines_of(_RECORD, "fr")))):
        block = "".join(f"  {line}\n" for line in record.splitlines())
        assert f"\n{block}    kalooki-40  " in shown(found, lang)
    assert "  Bob: échange R♦ contre JK dans A1\n" in shown(found, "fr")


def test_a_deal_is_said_in_words() -> None:
    record = "deal: round 2, players 3, packs 1, jokers-in-deck 0, hand-size 13"
    found = made(Difference("deal", record, "", LEGAL, ILLEGAL))
    assert "  round 2: 3 players, 1 pack, no jokers in the pack, 13 cards dealt to each\n" in shown(found)
    assert "  manche 2\u00a0: 3 joueurs, 1 jeu de 52 cartes, " in shown(found, "fr")


def test_the_act_is_named_where_it_is_not_the_last() -> None:
    line = "A1 2♥ 2♦ 2♣; add 2♠ to A1; discard K♣"
    found = made(Difference("add", line, "add 2♠ to A1", LEGAL, ILLEGAL))
    assert "    They differ on: add 2♠ to A1\n" in shown(found)
    assert "    Ils diffèrent sur\u00a0: ajouter 2♠ à A1\n" in shown(found, "fr")
    assert "differ on:" not in shown(made(Difference("meld", "lay 2♥ 2♦ 2♣", "lay set 2♥ 2♦ 2♣", LEGAL, ILLEGAL)))


def test_a_play_is_never_wrapped() -> None:
    line = "lay " + ", ".join(["K♥ K♠ K♦ K♣"] * 9)
    assert f"\n  {line}\n" in shown(made(Difference("meld", line, "", LEGAL, ILLEGAL)))


def acts(record: Record) -> list[object]:
    melds = [(act.verb, act.cards, act.target, act.source, act.jokers, act.end, tuple(m.cards for m in act.melds))
             for turn in record.turns for act in turn.acts]  # fmt: skip
    return [melds, record.discards, [(meld.cards, meld.owner) for meld in record.table or ()]]


@pytest.mark.parametrize("event", EVENTS)
def test_every_play_reads_the_same_in_french(event: str) -> None:
    for record in tales(event):
        said = "\n".join(lines_of(record, "fr"))
        both = [read(one)[0] if "\n" in one else read_line(one) for one in (record, said)]
        assert both[1].lang == "fr", said
        assert acts(both[0]) == acts(both[1]), said


# ---------------------------------------------------------------------------------------- words


def test_values_that_differ_are_a_table() -> None:
    values = (
        ValueDifference("joker", "hand", "", "15", "represented"),
        ValueDifference("low-ace", "meld", "red", "11 or 1", ""),
        ValueDifference("12", "hand", "", "number", "10"),
    )
    found = made(values=values)
    assert "What the cards count\n" in shown(found)
    assert " a joker left in hand 15 the card it stands for " in " ".join(shown(found).split())
    assert " un as avant le 2 (rouge) sur la table 11 ou 1 – " in " ".join(shown(found, "fr").split())
    assert "  une carte de rang D en main" in shown(found, "fr")
    assert "No play was found that they decide differently.\n" in shown(found)
    assert "Proved, whatever the cards: there is no such play.\n" in shown(found)


def test_how_far_it_is_known_is_said() -> None:
    difference = Difference("open", "not opened; lay 2♥ 2♦ 2♣", "", LEGAL, ILLEGAL)
    found = " ".join(shown(made(difference, open="bound", turn="tried")).split())
    assert "Proved, whatever the cards, but for what follows: every other play" in found
    assert "For an opening that is proved up to these sizes: new sets of up to 5 cards, " in found
    assert "Not proved: the end of a turn. Plays written out were tried, 12 in all; others may differ." in found
    alone = " ".join(shown(made(difference, open="bound"), "en", "open").split())
    assert "Proved up to these sizes (new sets of up to 5 cards, " in alone
    nothing = " ".join(shown(made(turn="tried")).split())
    assert "No play was found that they decide differently. Proved, whatever the cards, but for what" in nothing


def test_plays_that_one_book_leaves_undecided_are_counted() -> None:
    undecided = Difference("open", "lay 2♥ 2♦ 2♣", "", LEGAL, Side("undetermined", "ace.low-value", "asks"))
    found = shown(made(undecided, Difference("open", "lay 3♥ 3♦ 3♣", "", LEGAL, ILLEGAL)))
    assert "2 differences: Kalooki 51 allows less (in one of them one of the two leaves it undecided).\n" in found
    assert "open question: Does an ace before a two count" in found


def test_what_a_silent_book_does_not_say_is_asked() -> None:
    silent = Difference("call", "call 9♦", "call 9♦", LEGAL, Side("undetermined", "", "silent"))
    assert "says nothing: The book does not say whether a player may call a card" in shown(made(silent))
    ceded = Difference("cede", "cede", "cede", LEGAL, Side("undetermined", "", "silent"))
    assert "may leave the called card to the caller in this way." in " ".join(shown(made(ceded)).split())


def test_there_are_words_for_everything() -> None:
    assert set(compared_words.EVENTS) == set(EVENTS)
    assert set(compared_words.BOUND) == {what for what, _ in bound()}
    assert set(compared_words.RELATIONS) == {"same", "looser", "stricter", "neither", "undecided"}
    for verdict in ("legal", "illegal", "undetermined"):
        for how in ("forbid", "require", "permit", "exception", "otherwise", "asks", "silent", "kept"):
            assert all(compared_words.how(Side(verdict, "", how), lang) for lang in ("en", "fr"))


def test_every_phrase_has_the_same_blanks_in_both_languages() -> None:
    for table in (compared_words._PHRASES, compared_words.BOUND, compared_words.RELATIONS):
        for key, pair in table.items():
            en, fr = ({name for _, name, _, _ in string.Formatter().parse(phrase) if name} for phrase in pair)
            assert en == fr, key


# ---------------------------------------------------------------------------------------- JSON


def test_json_has_a_line_for_each_thing_and_one_at_the_end() -> None:
    found = lines(ONE, TWO, "--lang", "fr")
    assert [line["kind"] for line in found] == [
        "difference",
        "difference",
        "difference",
        *["relation"] * len(EVENTS),
        "comparison",
    ]
    assert found[0]["record"] == "not opened; lay 10♥ 10♦ 10♣ 10♠"
    assert found[0]["two"] == {
        "book": TWO,
        "verdict": "illegal",
        "rule": "opening.threshold",
        "how": "require",
        "text": "Les premières combinaisons d'un joueur valent ensemble au moins 51 points.",
        "reading": "",
    }
    assert found[-1]["one"] == {"book": ONE, "title": "Kalooki 40"}
    assert found[-1]["differences"] == 3
    assert found[-1]["bound"] == dict(bound())


def test_json_follows_its_schema() -> None:
    published = json.loads(text("--schema", status=0))
    assert published == json.loads(compared_json.schema())
    values = (ValueDifference("joker", "hand", "", "15", "25"),)
    comparison = made(Difference("open", _RECORD, "", LEGAL, ILLEGAL), values=values)
    for line in compared_json.lines(Shown(comparison, (ONE, TWO)), "en"):
        msgspec.json.decode(line, type=compared_json.Out)
    for line in text(ONE, TWO, "--format", "json").splitlines():
        msgspec.json.decode(line, type=compared_json.Out)


def test_json_names_the_answer_that_settles_a_question(tmp_path: Path) -> None:
    question = book(ONE).question("draw.joker")
    assert question
    path = tmp_path / "settled.rules"
    answer = question.readings[-1].name
    path.write_text(f'book settled "Settled" amends {ONE}\n\nsettle draw.joker = {answer}\n', encoding="utf-8")
    found = lines(ONE, str(path), "--event", "draw")
    assert found[0]["one"]["rule"] == found[0]["two"]["rule"] == "draw.joker"
    assert (found[0]["one"]["reading"], found[0]["two"]["reading"]) == ("", answer)


def test_json_of_an_event_has_that_event_only() -> None:
    found = lines(ONE, TWO, "--event", "deal", status=0)
    assert [line["kind"] for line in found] == ["relation", "comparison"]
    assert found[-1]["differences"] == 0


# ---------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ONE, "kalooki-52"), "there is no book kalooki-52; did you mean kalooki-51?"),
        (("Kalooki 40", TWO), "there is no book Kalooki 40; did you mean kalooki-40?"),
        ((ONE, "xyzzy"), "there is no book xyzzy; there are rami-40, "),
        ((ONE, "xyzzy", "--lang", "fr"), "il n'y a pas de livre xyzzy ; il y a rami-40, "),
        ((ONE, "none.rules"), "none.rules: there is no such file"),
        ((ONE, TWO, "--rules", "none.rules"), "none.rules: there is no such file"),
        ((ONE,), "name two books, or files of house rules: kalooki compare A B"),
        ((), "name two books"),
        ((ONE, TWO, "--event", "opn"), "there is no event opn; did you mean open?"),
        ((ONE, TWO, "--event", "xyzzy"), "there is no event xyzzy; there are deal, open, "),
        ((ONE, TWO, "--event", "xyzzy", "--lang", "fr"), "il n'y a pas d'événement xyzzy ; il y a deal, "),
    ],
)
def test_a_mistake_is_explained(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout


def test_a_book_of_house_rules_at_hand_is_suggested(house: str) -> None:
    assert "did you mean club?" in run(ONE, "clubb", "--rules", house).stderr


def test_a_file_that_cannot_be_read_is_shown_where_it_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "club.rules"
    path.write_text(HOUSE.replace("cards", "crads"), encoding="utf-8")
    result = run(ONE, str(path))
    assert result.exit_code == 2
    assert f"{path}:5:" in result.stderr


# ---------------------------------------------------------------------------------------- waiting, and Python


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_shown_only_on_a_terminal_and_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with waiting.bar("comparing") as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", _Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with waiting.bar("comparing") as tell:
        assert tell
        tell(1, 2)
    assert "comparing" not in sys.stderr.getvalue()  # type: ignore[attr-defined]
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    with waiting.bar("comparing") as tell:
        assert tell
        tell(1, 2)
        time.sleep(0.3)
    assert "comparing" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_the_face_names_what_there_is() -> None:
    assert face.compare is compare
    assert all(getattr(face, name) for name in face.__all__)
    with pytest.raises(AttributeError):
        face.nothing  # noqa: B018


def test_nobody_waits_for_the_solver_who_does_not_need_it() -> None:
    code = "import sys, verifier.compare, verifier.commands.compare; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
