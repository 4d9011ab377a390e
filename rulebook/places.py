"""The places of the sources: where each sentence stands, and which sentences the books account for.

An index of places travels with the project, one file for each source: line, sentence, a short hash, heading and
paragraph. It holds no sentence of the source, but a file can be compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from rulebook.model import Book, Place, Question, Rule
from rulebook.sources.entries import INTRODUCTION, Entry, Source

_SOURCES = Path(__file__).parent / "sources"
# ---------------------------------------------------------------------------------------- looking up


@cache
def names() -> tuple[str, ...]:
    """The ids of the sources, in the order of their names."""
    return tuple(sorted(path.stem for path in _SOURCES.glob("*.tsv")))


@cache
def index(source: str) -> Source:
    """The places of a source. Raises `KeyError` with the id and the ids there are."""
    path = _SOURCES / f"{source}.tsv"
    if source not in names():
        raise KeyError(source, *names())
    return parse(path.read_text(encoding="utf-8"))


def exists(place: Place) -> bool:
    """Whether the source has such a place."""
    return place.source in names() and bool(index(place.source).at(place))


def title(source: str, lang: str) -> str:
    """Our title for a source; its id, if it is none of ours."""
    return index(source).title[lang == "fr"] if source in names() else source


def describe(place: Place, lang: str, titled: bool = True) -> str:
    """A place as people look it up: title › heading › paragraph; without the title if not `titled`.

    A place that the source does not have is given as it was written, L16.1.
    """
    lead = [title(place.source, lang)] if titled and place.source else []
    found = index(place.source).at(place) if place.source in names() else ()
    return " › ".join([*lead, *(_where(found[0], lang) if found else [str(place)])])


def _where(entry: Entry, lang: str) -> list[str]:
    if entry.kind == "heading":
        return [entry.title]
    paragraph, point, table, row, head = (
        ("paragraphe", "point", "tableau", "ligne", "en-tête")
        if lang == "fr"
        else ("paragraph", "point", "table", "row", "head")
    )
    where = [f"{paragraph} {entry.paragraph}"] if entry.paragraph and entry.kind != "row" else []
    if entry.kind == "item":
        where.append(f"{point} {entry.point}")
    if entry.kind == "row":
        where += [table, f"{row} {entry.point}" if entry.point else head]
    return [entry.heading[lang == "fr"], ", ".join(where)]


# ---------------------------------------------------------------------------------------- what books account for

CITED, NARRATIVE, ADVICE, LATER, OPEN = STATUSES = ("cited", "narrative", "advice", "later", "open")
"""What may become of a sentence: cited by a rule or question, one of the asides, or not accounted for yet.

Of several, the first counts.
"""


class Citation(Struct, frozen=True):
    """A place cited in a book, by the rule or question `owner` or by an aside (`owner` is then its kind)."""

    book: str
    owner: str
    status: str
    place: Place


class Coverage(Struct, frozen=True):
    """Every place of a source with what became of it; `wrong` are the citations of places that do not exist."""

    source: str
    statuses: tuple[tuple[Place, str], ...]
    wrong: tuple[Citation, ...]

    def count(self, status: str) -> int:
        return len(self.places(status))

    def places(self, status: str) -> tuple[Place, ...]:
        return tuple(place for place, found in self.statuses if found == status)

    @property
    def open(self) -> tuple[Place, ...]:
        return self.places(OPEN)


def citations(book: Book) -> Iterator[Citation]:
    """Every place that a book cites, in order."""
    owners: tuple[Rule | Question, ...] = (*book.rules, *book.questions)
    for owner in owners:
        yield from (Citation(book.id, owner.id, CITED, place) for place in owner.places)
    for aside in book.asides:
        yield from (Citation(book.id, aside.kind, aside.kind, place) for place in aside.places)


def coverage(books: Iterable[Book], sources: Sequence[str] | None = None) -> list[Coverage]:
    """What the books account for together, for each of the sources (all of them, if none are named)."""
    known = tuple(books)
    cited = [citation for book in known for citation in citations(book)]
    return [_coverage(source, cited) for source in (_in_order(known) if sources is None else sources)]


def _in_order(books: Sequence[Book]) -> list[str]:
    """Every source, those of the books first."""
    return [source for source in dict.fromkeys([*(book.source for book in books), *names()]) if source in names()]


def _coverage(source: str, cited: Sequence[Citation]) -> Coverage:
    known, wrong = index(source), list[Citation]()
    found: dict[Entry, str] = {}
    for citation in cited:
        if citation.place.source != source:
            continue
        covered = known.at(citation.place)
        if not covered and citation not in wrong:
            wrong.append(citation)
        for entry in covered:
            found[entry] = min(found.get(entry, OPEN), citation.status, key=STATUSES.index)
    statuses = ((Place(source, entry.line, entry.sentence), found.get(entry, OPEN)) for entry in known.entries)
    return Coverage(source, tuple(statuses), tuple(wrong))


# ---------------------------------------------------------------------------------------- comparing with the files


class Mismatch(Struct, frozen=True):
    """Where an index and a file differ.

    `what`: "missing" (no such file), "spacing" (the file differs, but no sentence does), or of a place "changed",
    "gone" (in the index only) or "new" (in the file only).
    """

    source: str
    what: str
    place: Place | None = None


def against(folder: Path, sources: Sequence[str] | None = None) -> list[Mismatch]:
    """Where the files of a folder differ from the indexes of the sources. Raises `OSError`."""
    return [found for source in (names() if sources is None else sources) for found in _against(index(source), folder)]


def _against(known: Source, folder: Path) -> Iterator[Mismatch]:
    from rulebook.sources.reading import decode, digest, read

    path = folder / known.file
    if not path.is_file():
        yield Mismatch(known.id, "missing")
        return
    data = path.read_bytes()
    if digest(data) == known.sha256:
        return
    there = {(entry.line, entry.sentence): entry.hash for entry in known.entries}
    here = {(entry.line, entry.sentence): entry.hash for entry in read(decode(data), known)}
    differing = [key for key in sorted({*there, *here}) if there.get(key) != here.get(key)]
    for key in differing:
        what = "changed" if key in there and key in here else "gone" if key in there else "new"
        yield Mismatch(known.id, what, Place(known.id, *key))
    if not differing:
        yield Mismatch(known.id, "spacing")


# ---------------------------------------------------------------------------------------- index files


def parse(text: str) -> Source:
    """A source from its index file: lines `# key value`, then one line for each place."""
    rows = [line.split("\t") for line in text.splitlines() if line]
    head = [(row[0][2:], row[1:]) for row in rows if row[0].startswith("# ")]
    facts = {key: values for key, values in head if key != "part"}
    source = Source(
        id=facts["id"][0],
        title=(facts["title"][0], facts["title"][1]),
        file=facts["file"][0],
        sha256=facts["sha256"][0],
        headings=tuple(map(int, facts.get("headings", ()))),
        parts=tuple((int(part[0]), (part[1], part[2])) for key, part in head if key == "part"),
    )
    return _with_entries(source, [_entry(row) for row in rows if not row[0].startswith("#")])


def _entry(row: list[str]) -> Entry:
    line, _, last = row[0].partition("-")
    return Entry(int(line), int(last or line), int(row[1]), row[2], row[3], int(row[4]), int(row[5]), row[6])


def _with_entries(source: Source, entries: Iterable[Entry]) -> Source:
    """The source with its entries, each told the heading that it stands under."""
    parts, heading, under = list(source.parts), INTRODUCTION, []
    for entry in entries:
        while parts and parts[0][0] <= entry.line:
            heading = parts.pop(0)[1]
        if entry.kind == "heading":
            heading = (entry.title, entry.title)
        under.append(entry if heading is INTRODUCTION else replace(entry, heading=heading))
    return replace(source, entries=tuple(under))
