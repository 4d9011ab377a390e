"""The sheet of a book (`kalooki rules BOOK --format md|html`): all of the book, once, and nothing that is not text."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from grammar.cards import show
from grammar.document import Act, At, Meld, Record, Turn
from grammar.record import read_line
from rulebook import library
from rulebook.model import Book, Question, Rule
from verifier.commands.rules import rules
from verifier.pages.sheet import Item, sheet
from verifier.pages.sheet_cards import Token, play
from verifier.pages.sheet_markdown import escaped
from verifier.pages.sheet_sections import sections
from verifier.words.sentences import typeset

HOUSE = """\
book club "The <i>club</i> & friends" amends kalooki-40

drop set.max
settle ace.low-value = one

replace rule opening.threshold
  en "The first melds are worth at least 45 points."
  fr "Les premières combinaisons valent au moins 45 points."
  on open require points >= 45
  legal:   not opened; lay 10♥ 10♠ 10♣, 4♠ 5♠ 6♠

# --- the prize / le prix

rule joker.one
  en "No <script>alert('x')</script> *meld* | has_more_than & `one` [joker](http://x.org)."
  fr "Aucune <script>alert('x')</script> *combinaison* | n'a_plus_d'un & `joker` [ici](http://x.org)."
  on meld require jokers <= 1
  legal:   lay 10h 10s JK
  illegal: pose V♥ JK JK
"""
LANGS = ("en", "fr")
VOID = {"meta", "br"}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("rules") / "club.rules"
    path.write_text(HOUSE, encoding="utf-8")
    return str(path)


@pytest.fixture(params=[*library.names(), "club.rules"])
def name(request: pytest.FixtureRequest, house: str) -> str:
    return house if request.param == "club.rules" else str(request.param)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, arguments)


@cache
def shown(name: str, form: str, lang: str = "en") -> str:
    result = run(name, "--format", form, "--lang", lang)
    assert result.exit_code == 0, result.output
    return result.stdout


def read(name: str) -> tuple[Book, Book | None]:
    book = library.book(name) if name in library.names() else library.read_file(Path(name))
    return book, library.book(book.amends) if book.amends else None


def items(book: Book) -> list[Rule | Question]:
    """The rules and questions of a book."""
    return [*book.rules, *book.questions]


class Page(HTMLParser):
    """A page as it is parsed: its tags, which must balance, and the text of each element that has a class."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[tuple[str, int]] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append((tag, len(self.texts)))
            self.texts.append((dict(attrs).get("class") or tag, ""))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for _, index in self._open:
            kind, text = self.texts[index]
            self.texts[index] = (kind, text + data)

    def all(self, kind: str) -> list[str]:
        return [text for found, text in self.texts if found == kind]


# ---------------------------------------------------------------------------------------- all of the book, once


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_stands_once_on_the_page(name: str, lang: str) -> None:
    book, base = read(name)
    page = Page(shown(name, "html", lang))
    found = sorted(re.sub(r"[\d, ]*$", "", text) for text in page.all("sentence"))
    gone = [base.rule(id) or base.question(id) for id in book.dropped] if base else []
    wanted = [*items(book), *(old for old in gone if old)]
    assert found == sorted(typeset(item.text(lang), lang) for item in wanted)


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_stands_once_in_the_markdown(name: str, lang: str) -> None:
    book, _ = read(name)
    bold = [
        match[1] + (match[2] or "")
        for match in re.finditer(r"^- \*\*(.*?)\*\*( [^—\[]*?)?(?:\[\^|$| —)", shown(name, "md", lang), re.MULTILINE)
    ]
    wanted = [escaped(typeset(item.text(lang), lang)) for item in items(book)]
    assert sorted(bold) == sorted(wanted)


@pytest.mark.parametrize("lang", LANGS)
def test_every_reading_and_example_is_shown(name: str, lang: str) -> None:
    book, _ = read(name)
    page = Page(shown(name, "html", lang))
    none = {"en": "none: the source names no way out", "fr": typeset("aucune : la source n'indique pas d'issue", "fr")}
    readings = [typeset(text, lang) for question in book.questions
                for text in ([one.text(lang) for one in question.readings] or [none[lang]])]  # fmt: skip
    assert [text for block in page.all("readings") for text in block.strip().split("\n")] == readings
    for kind in ("legal", "illegal", "undetermined", "counts", "worth", "scores"):
        written = [one for item in items(book) for one in item.examples if one.kind == kind]
        assert len(page.all(f"word {kind}")) == len(written)
        assert shown(name, "html", lang).count(f'class="word {kind}"') == len(written)


def test_rules_stand_under_the_headings_of_their_file() -> None:
    found = sections(library.book("rami-40"), "en")
    assert [heading for heading, _ in found] == [
        "The cards", "The melds", "The turn", "Jokers on the table", "Once somebody is out", "The stock", "The score",
    ]  # fmt: skip
    assert [rule for _, under in found for rule in under] == list(library.book("rami-40").rules)
    assert sections(library.book("rami-40"), "fr")[1][0] == "Les combinaisons"


def test_a_house_rule_stands_under_its_own_heading_and_a_replacement_where_the_old_rule_stood(house: str) -> None:
    under = {rule.id: heading for heading, found in sections(read(house)[0], "fr") for rule in found}
    assert under["joker.one"] == "Le prix"
    old = {rule.id: heading for heading, found in sections(library.book("kalooki-40"), "fr") for rule in found}
    assert under["opening.threshold"] == old["opening.threshold"]


def test_a_rule_without_a_heading_stands_with_those_of_its_event(tmp_path: Path) -> None:
    path = tmp_path / "bare.rules"
    path.write_text(HOUSE.replace("# --- the prize / le prix", ""), encoding="utf-8")
    under = {rule.id: heading for heading, found in sections(library.read_file(path), "en") for rule in found}
    assert under["joker.one"] == under["meld.kind"] == "The melds"


# ---------------------------------------------------------------------------------------- amendments, tables, places


def item(book: Book, base: Book | None, id: str) -> Item:
    found = [one for section in sheet(book, base, "en").sections for one in section.items if one.id == id]
    assert len(found) == 1
    return found[0]


def test_amendments_are_marked(house: str) -> None:
    book, base = read(house)
    assert item(book, base, "joker.one").mark == "house rule: added"
    replaced = item(book, base, "opening.threshold")
    assert replaced.mark == "house rule: replaced"
    assert replaced.asides == ("Before: The first melds a player lays are worth at least 40 points together.",)
    settled = item(book, base, "ace.low-value")
    assert (settled.answer, settled.mark) == ("It counts 1.", "settled as “one”")
    assert settled.asides == ("Not chosen: It counts 11.",)
    assert [one.id for one in sheet(book, base, "en").sections[-1].items] == ["set.max"]
    assert "~~A set has at most four cards.~~" in shown(house, "md")


def test_a_book_that_amends_another_after_its_source_has_no_house_rules() -> None:
    assert item(*read("tuluki"), "players").mark == "replaces a rule of Jamaican kalooki"
    assert item(*read("tuluki"), "opening.same-contracts").mark == "added to Jamaican kalooki"
    assert not item(*read("tuluki"), "packs").mark


def test_what_is_not_stated_says_how_firmly_it_stands() -> None:
    assert item(*read("jamaican"), "joker.wild").asides == ("implied by what the source says",)
    assert item(*read("jamaican"), "draw.top").asides[0].startswith("a convention")
    assert not item(*read("jamaican"), "meld.kind").asides


def test_card_values_are_a_table(house: str) -> None:
    grid = sheet(*read("jamaican"), "fr").grids[0]
    assert ("as", "noir 15, rouge 1", "–") in grid.rows
    low = {name: {row[0]: row[1:] for row in sheet(*read(name), "en").grids[0].rows} for name in ("kaluki", house)}
    assert low["kaluki"]["ace before a 2"] == ("–", "11 or 1: still open")
    assert low[house]["ace before a 2"] == ("–", "1")
    assert low[house]["joker"] == ("25", "as the card it stands for")


@pytest.mark.parametrize("name", ["jamaican", "tuluki"])
def test_contracts_are_a_table(name: str) -> None:
    grid = sheet(*read(name), "en").grids[1]
    assert grid.head == ("round", "cards", "threes", "fours")
    assert grid.rows[0] == ("1", "9", "3", "0") and grid.rows[-1] == ("9", "16", "0", "4")
    assert "| 9 | 16 | 0 | 4 |" in shown(name, "md")
    assert '<tr><th scope="row">9</th><td>16</td><td>0</td><td>4</td></tr>' in shown(name, "html")


def test_places_are_title_and_heading(name: str) -> None:
    page = Page(shown(name, "html"))
    links = {value.removeprefix("#") for tag, key, value in page.attributes if (tag, key) == ("a", "href")}
    ids = [value for _, key, value in page.attributes if key == "id"]
    assert len(ids) == len(set(ids))
    assert links == {id for id in ids if id.startswith("note-")}
    notes = sheet(*read(name), "en").notes
    assert notes and all(note.count(" › ") == 1 for note in notes)
    text = shown(name, "md")
    assert {int(n) for n in re.findall(r"\[\^(\d+)\](?!:)", text)} == set(range(1, len(notes) + 1))
    assert [int(n) for n in re.findall(r"^\[\^(\d+)\]:", text, re.MULTILINE)] == list(range(1, len(notes) + 1))


# ---------------------------------------------------------------------------------------- examples


def test_cards_are_red_and_black(house: str) -> None:
    page = shown(house, "html")
    assert '<span class="card red">10♥</span> <span class="card black">10♠</span> <span class="card joker">JK' in page
    assert '<span class="card red">J♥</span>' in page and "pose" not in page
    assert '<span class="card red">V♥</span>' in shown(house, "html", "fr")
    assert "- ✓ legal: lay 10♥\ufe0f 10♠\ufe0f JK\n" in shown(house, "md")
    assert "- ✗ illégal\u00a0: pose V♥\ufe0f JK JK\n" in shown(house, "md", "fr")
    assert 'JK=10<span class="red">♦</span>' in shown("jamaican", "html")


def plain(record: Record) -> Record:
    """A record without where and how its parts are written."""

    def meld(one: Meld) -> Meld:
        return replace(one, at=At(1, 1), cards_at=())

    def act(one: Act) -> Act:
        return replace(one, text="", at=At(1, 1), cards_at=(), melds=tuple(map(meld, one.melds)))

    turns = tuple(Turn(one.player, tuple(map(act, one.acts)), At(1, 1)) for one in record.turns)
    hands = tuple(replace(one, at=At(1, 1), cards_at=()) for one in record.hands)
    table = tuple(map(meld, record.table))
    return replace(
        record, lang="", source="", lines=(), at=At(1, 1), turns=turns, hands=hands, table=table, discards_at=()
    )


def written(parts: tuple[tuple[Token, ...], ...], lang: str) -> str:
    words = [" ".join(token if isinstance(token, str) else show(token, lang) for token in part) for part in parts]
    return "; ".join(words).replace(" ,", ",")


PLAYS = sorted({
    example.text
    for name in library.names()
    for item in items(library.book(name))
    for example in item.examples
    if example.kind not in ("counts", "scores")
})  # fmt: skip


def test_a_play_means_the_same_in_both_languages() -> None:
    for text in PLAYS:
        english, french = (written(play(text, lang), lang) for lang in LANGS)
        assert french != english
        assert english == " ".join(text.split())
        assert plain(read_line(french, lang="fr")) == plain(read_line(text)), french
        assert written(play(french, "en"), "en") == english.replace(" into ", " in ")


# ---------------------------------------------------------------------------------------- what is no text


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_stands_by_itself(name: str, lang: str) -> None:
    text = shown(name, "html", lang)
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>\n") and text.endswith("</html>\n")
    assert ("html", "lang", lang) in page.attributes
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not [value for _, key, value in page.attributes if key in ("src", "style") or key.startswith("on")]
    assert "url(" not in text and "@import" not in text
    assert page.tags.count("h1") == page.tags.count("title") == page.tags.count("main") == 1
    assert next(tag for tag in page.tags if re.fullmatch("h[1-6]", tag)) == "h1"


@pytest.mark.parametrize("lang", LANGS)
def test_house_rules_are_text_and_nothing_else(house: str, lang: str) -> None:
    assert "&lt;script&gt;alert(" in shown(house, "html", lang)
    assert Page(shown(house, "html")).all("h1") == ["The <i>club</i> & friends"]
    text = shown(house, "md", lang)
    assert "<script" not in text and "<i>" not in text
    assert "\\*meld\\* \\| has\\_more\\_than &amp; \\`one\\` \\[joker\\](http\\://x.org)." in shown(house, "md")


@pytest.mark.parametrize("lang", LANGS)
def test_typography(name: str, lang: str) -> None:
    page = Page(shown(name, "html", lang))
    assert "'" not in "".join(page.all("main") + page.all("header")).replace("alert('x')", "")
    for kind in ("sentence", "quiet", "readings", "under", "h2", "th", "caption"):
        for text in page.all(kind) if lang == "fr" else ():
            assert not re.search(r"\w[;?!](?!\w)| [:;?!»]|« ", text), text


@pytest.mark.parametrize("form", ["md", "html"])
def test_the_same_bytes_every_time(name: str, form: str) -> None:
    commands = [[sys.executable, "-c", "from verifier.cli import main; main()", "rules", name, "--format", form]] * 2
    found = [
        subprocess.run(
            command,
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        )
        for command, seed in zip(commands, "12", strict=True)
    ]
    assert found[0].stdout == found[1].stdout == shown(name, form).encode()


# ---------------------------------------------------------------------------------------- wrong usage


@pytest.mark.parametrize("arguments", [(), ("rami-40", "run.min"), ("rami-40", "--coverage")])
@pytest.mark.parametrize("form", ["md", "html"])
def test_a_sheet_is_of_a_whole_book(arguments: tuple[str, ...], form: str) -> None:
    result = run(*arguments, "--format", form)
    assert result.exit_code == 2 and not result.stdout
    assert f"--format {form} is for a whole book" in result.stderr


def test_a_book_that_is_not_there() -> None:
    result = run("kaluky", "--format", "html")
    assert result.exit_code == 2 and not result.stdout
    assert "did you mean kaluki?" in result.stderr


def test_an_example_of_unreadable_cards_stays_as_it_is() -> None:
    assert play("A♥ B♥, wat", "fr")[0][1:] == ("B♥,", "wat")


def test_the_commands_of_the_documentation() -> None:
    pages = [Path(__file__).parents[1] / name for name in ("README.md", "docs/sheet.md")]
    found = [
        line for page in pages for line in re.findall(r"^kalooki rules .*--format.*$", page.read_text("utf-8"), re.M)
    ]
    assert len(found) >= 2
    for line in found:
        arguments = shlex.split(line.partition(" > ")[0])[2:]
        if arguments[0] in library.names():
            assert run(*arguments).exit_code == 0
