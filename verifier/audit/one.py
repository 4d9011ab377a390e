"""One record read and replayed, whatever is in it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from grammar.document import Record
from grammar.trouble import Trouble, Unreadable
from rulebook.model import Book
from verifier.audit.deal import CANNOT_ARISE, UNKNOWN, WRONG_SCORE, DealAudit, audit_deal
from verifier.audit.stream import JSON, Item
from verifier.choice import Settling, Shelf, settle_all
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED
from verifier.words.sentences import Pair, pick

TROUBLE = "trouble"
VERDICTS = (LEGAL, ILLEGAL, WRONG_SCORE, UNDETERMINED, UNKNOWN, CANNOT_ARISE, TROUBLE)


class Desk(Struct, frozen=True):
    """How records are judged: the books at hand, the one asked for ("" for that of the record), the language of what
    is said, and whether a deal is played on after a wrong move."""

    books: tuple[Book, ...]
    variant: str = ""
    lang: str = "en"
    play_on: bool = False


class Result(Struct, frozen=True):
    """What came of one record: where it stands, its id, its book, and the deal replayed; or why it cannot be read, with
    the line of the file where that is."""

    source: str
    line: int
    id: str
    variant: str
    audit: DealAudit | None
    trouble: str = ""
    at: int = 0

    @property
    def verdict(self) -> str:
        return self.audit.verdict if self.audit else TROUBLE


def one(item: Item, desk: Desk) -> Result:
    """Replays one record. A mistake of ours ends neither the run nor in silence: it is told at its record."""
    if item.trouble:
        return _trouble(item, pick(item.trouble, desk.lang))
    try:
        record, id = _read(item)
        return _judged(record, id, item, desk)
    except Unreadable as error:
        return _unreadable(error, item, desk)
    except RecursionError:
        return _trouble(item, pick(("nested too deeply", "imbrication trop profonde"), desk.lang), _id(item))
    except Exception as error:
        return _trouble(item, pick(_OURS, desk.lang).format(f"{type(error).__name__}: {error}"[:200]), _id(item))


_OURS: Pair = ("internal error, and the mistake is ours: {}", "erreur interne, par notre faute : {}")


def _trouble(item: Item, why: str, id: str = "", at: int = 0) -> Result:
    return Result(item.source, item.line, id, "", None, why, at or item.line)


def _read(item: Item) -> tuple[Record, str]:
    if item.form == JSON:
        from grammar.jsonform import record_of

        return record_of(item.data, item.source, 1)
    from grammar.record import read
    from grammar.text import decode

    (record,) = read(decode(item.data, item.source), item.source)
    return record, ""


def _id(item: Item) -> str:
    """The id of a record that cannot be read, if so much of it can."""
    if item.form != JSON:
        return ""
    from grammar.jsonform import id_of

    return id_of(item.data)


def _unreadable(error: Unreadable, item: Item, desk: Desk) -> Result:
    """The first mistake, at its line in the file, and how many more there are."""
    first, more = error.troubles[0], len(error.troubles) - 1
    line = item.line if item.form == JSON else item.line + first.at.line - 1
    and_more = "" if not more else f" (+ {more})"
    return _trouble(item, first.say(desk.lang) + and_more, _id(item), line)


def _judged(record: Record, id: str, item: Item, desk: Desk) -> Result:
    book = _book(record, desk)
    return Result(item.source, item.line, id, book.id, _moved(audit_deal(record, book, desk.play_on, desk.lang), item))


def _moved(found: DealAudit, item: Item) -> DealAudit:
    """Lines as they are in the file; in JSON a record is one line."""

    def moved(line: int) -> int:
        return item.line if item.form == JSON else line + item.line - 1

    wrong = tuple(
        replace(each, line=moved(each.line), gone=tuple((card, line and moved(line)) for card, line in each.gone))
        for each in found.wrong
    )
    if item.form == JSON:
        wrong = tuple(replace(each, column=1) for each in wrong)
    if found.score is None:
        return replace(found, wrong=wrong)
    scores = tuple(replace(each, line=moved(each.line)) for each in found.score.wrong)
    totals = tuple(replace(each, line=moved(each.line)) for each in found.score.totals)
    return replace(found, wrong=wrong, score=replace(found.score, wrong=scores, totals=totals))


def _book(record: Record, desk: Desk) -> Book:
    """The book by which a record is judged, with what the record settles. Raises `Unreadable`."""
    shelf = Shelf(desk.books)
    found = list(shelf.troubles(record))
    if not found and not (desk.variant or record.variants or record.rulings):
        found = [Trouble(record.at, *_NO_VARIANT)]
    if found:
        raise Unreadable(record.source, record.lines, found, record.lang)
    ruled = (ruling.book for ruling in record.rulings)
    named = shelf.named([desk.variant or next(iter((*record.variants, *ruled)))])
    return _settled(named[0], record.settled)


_NO_VARIANT: Pair = (
    "the record names no variant; add a line variant: or give --variant NAME",
    "la partie ne nomme pas de variante ; ajoutez une ligne variante : ou donnez --variant NOM",
)

_SETTLED: dict[tuple[str, tuple[Settling, ...]], Book] = {}
_MOST_SETTLED = 32


def _settled(book: Book, settlings: tuple[Settling, ...]) -> Book:
    """The book with these questions settled; of those used, some are kept."""
    if not settlings:
        return book
    key = (book.digest, settlings)
    if key not in _SETTLED:
        if len(_SETTLED) >= _MOST_SETTLED:
            _SETTLED.pop(next(iter(_SETTLED)))
        _SETTLED[key] = settle_all(book, settlings)
    return _SETTLED[key]
