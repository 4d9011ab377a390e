"""What `kalooki check` shows: the findings for people, and as JSON Lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from rich.text import Text

from rulebook.model import Book
from verifier.check.model import KINDS, Finding
from verifier.pages import findings_words as words
from verifier.pages.jsonout import Cite, cites
from verifier.pages.text import Page, cards
from verifier.pages.words import colon
from verifier.words.sentences import typeset


class Checked(msgspec.Struct, frozen=True):
    """A book, or a file of house rules that does not fit its book, with what was found in it.

    `book` is None where the file does not fit; `id` is then the name that it gives itself, and `excerpts` are the lines
    of the file at fault by number, each with a caret under the place. `path` is the file of a book that is none of
    the project's, `looked_for` the kinds of finding that were looked for.
    """

    id: str
    findings: tuple[Finding, ...]
    book: Book | None = None
    path: str = ""
    looked_for: tuple[str, ...] = ()
    excerpts: Mapping[int, str] = {}


# ---------------------------------------------------------------------------------------- for people


def text(checked: Checked, lang: str) -> str:
    """The findings as a page for the terminal or for a pipe."""
    return _Findings(checked, lang).page()


class _Findings:
    """The page of one book."""

    def __init__(self, checked: Checked, lang: str) -> None:
        self.checked, self.lang, self.out = checked, lang, Page(lang)

    def say(self, key: str, **values: object) -> str:
        return words.say(key, self.lang, **values)

    def page(self) -> str:
        self._head()
        amends = self.checked.book is None or bool(self.checked.book.amends)
        house = [finding for finding in self.checked.findings if finding.house]
        source = [finding for finding in self.checked.findings if not finding.house]
        if not self.checked.findings:
            self._holds()
        elif not amends:
            self._kinds(self.checked.findings)
        else:
            self._part("house", house)
            self._part("source", source)
        return self.out.finish()

    def _head(self) -> None:
        book = self.checked.book
        name = self.say("head", title=book.title, id=book.id) if book else self.checked.id
        amends = f", {self.say('amends', id=book.amends)}" if book and book.amends else ""
        count = f"{colon(self.lang)} {self._counted()}" if self.checked.findings else ""
        self.out.line(Text.assemble((name, "bold"), amends, count))

    def _counted(self) -> str:
        """How many findings there are, and of which kinds."""
        counts = Counter(finding.kind for finding in self.checked.findings)
        total = counts.total()
        kinds = [
            self.say("of kind", n=counts[kind], kind=words.kind(kind, self.lang)) for kind in KINDS if counts[kind]
        ]
        count = self.say("one") if total == 1 else self.say("many", n=total)
        return f"{count} ({', '.join(kinds)})"

    def _holds(self) -> None:
        abouts = "; ".join(words.about(kind, self.lang) for kind in KINDS if kind in self.checked.looked_for)
        self._sentence(self.say("holds", abouts=abouts), "green")
        if "untested" in self.checked.looked_for:
            self._sentence(self.say("not looked"), "dim")

    def _sentence(self, sentence: str, style: str = "", indent: int = 0) -> None:
        self.out.line(typeset(sentence, self.lang), style, indent)

    def _part(self, heading: str, findings: Sequence[Finding]) -> None:
        if not findings and heading == "source":
            return
        self.out.line()
        self._sentence(self.say(heading), "bold underline")
        if not findings:
            self.out.line()
            self._sentence(self.say("nothing from house"), "green")
        self._kinds(findings)

    def _kinds(self, findings: Sequence[Finding]) -> None:
        for kind, group in groupby(findings, lambda finding: finding.kind):
            self.out.line()
            about = words.about(kind, self.lang)
            self._sentence(self.say("kind", kind=words.kind(kind, self.lang), about=about), "yellow")
            for finding in group:
                self.out.line()
                self._finding(finding)

    def _finding(self, finding: Finding) -> None:
        named = finding.owner or finding.event
        bound = f" {self.say('bound')}" if finding.bound else ""
        sentence = typeset(finding.text(self.lang), self.lang)
        self.out.line(Text.assemble((named, "cyan"), "  ", sentence, (bound, "dim")))
        self._field("where", self._where(finding))
        self._statement(finding)
        self._field("with", ", ".join(finding.rules))
        self._witness(finding.witness)

    def _field(self, key: str, value: str | Text) -> None:
        if value:
            self.out.line(Text.assemble((f"{self.say(key)}  ", "dim"), value), indent=4)

    def _where(self, finding: Finding) -> str:
        """The line of a house file; else the place in the source, or that it is a convention."""
        at = f"{finding.file}:{finding.line}" if finding.file and finding.line else ""
        book = self.checked.book
        if book is None or (finding.house and self.checked.path):
            return at
        item = book.rule(finding.owner) or book.question(finding.owner)
        if item is None:
            return ""
        return self.out.cited(item.places, book.source) or self.say("convention")

    def _statement(self, finding: Finding) -> None:
        """The statement, or the line of the file with a caret."""
        excerpt = self.checked.excerpts.get(finding.line)
        if excerpt is None:
            self._field("says", cards(finding.statement))
            return
        for line in excerpt.splitlines():
            self.out.line(Text(line), indent=4)

    def _witness(self, witness: str) -> None:
        """A play on one line as the command that judges it; a longer one as it stands in a file."""
        if not witness:
            return
        if "\n" in witness:
            for line in witness.strip().splitlines():
                self.out.line(cards(line), indent=6)
            return
        how = f"--rules {self.checked.path}" if self.checked.path else f"--variant {self.checked.id}"
        self._field("shown", Text.assemble(f'kalooki judge {how} -e "', cards(witness), '"'))


# ---------------------------------------------------------------------------------------- for programs


class FindingOut(msgspec.Struct, frozen=True):
    """One finding in a book.

    `kind` is "impossible", "arithmetic", "dead", "stuck", "conflict", "silent" or "untested". `owner` is the rule,
    question or table found fault with ("" for a silence of the whole book), `rules` are the others that have to do with
    it, `event` the event it is about or "". `statement` is the statement at fault as the rule file writes it, or "";
    `witness` a record that shows the fault, or "". `house` is true where an amendment brought it; `bound` is true for
    what is known only of plays of a limited size. `file` and `line` are where the owner is written (0: nowhere),
    `cites` its places in the source.
    """

    book: str
    kind: str
    owner: str
    text: str
    rules: list[str]
    event: str
    statement: str
    witness: str
    house: bool
    bound: bool
    file: str
    line: int
    cites: list[Cite]


def schema() -> str:
    """The JSON schema of a line."""
    return json.dumps(msgspec.json.schema(FindingOut), indent=2, ensure_ascii=False)


def lines(checked: Checked, lang: str) -> Iterator[str]:
    """A line for each finding."""
    for finding in checked.findings:
        yield msgspec.json.encode(_out(finding, checked, lang)).decode()


def _out(finding: Finding, checked: Checked, lang: str) -> FindingOut:
    book = checked.book
    item = (book.rule(finding.owner) or book.question(finding.owner)) if book else None
    return FindingOut(
        book=checked.id,
        kind=finding.kind,
        owner=finding.owner,
        text=finding.text(lang),
        rules=list(finding.rules),
        event=finding.event,
        statement=finding.statement,
        witness=finding.witness,
        house=finding.house,
        bound=finding.bound,
        file=finding.file,
        line=finding.line,
        cites=cites(item.places, lang) if item else [],
    )
