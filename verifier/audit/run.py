"""Many records, on one core or on all of them; results come in the order of the records."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from threading import Thread

from msgspec import Struct

from grammar.document import Record
from grammar.trouble import Trouble, Unreadable
from rulebook.model import Book
from verifier.audit.deal import CANNOT_ARISE, UNKNOWN, DealAudit, audit_deal
from verifier.audit.stream import JSON, Item
from verifier.outcome import ILLEGAL, LEGAL, UNDETERMINED
from verifier.words.sentences import Pair, pick

TROUBLE = "trouble"
VERDICTS = (LEGAL, ILLEGAL, UNDETERMINED, UNKNOWN, CANNOT_ARISE, TROUBLE)
BATCH = 100
"""Records that one core gets at a time."""


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


def audit(items: Iterable[Item], desk: Desk, jobs: int = 1) -> Iterator[Result]:
    """Replays every record, in order. With several jobs, so many processes share the work, a batch at a time; one batch
    is not worth a second process."""
    batches = _batches(items)
    first = next(batches, [])
    if jobs <= 1 or len(first) < BATCH:
        yield from (one(item, desk) for batch in chain([first], batches) for item in batch)
        return
    pool = ProcessPoolExecutor(jobs, initializer=_sit_down, initargs=(desk,))
    try:
        waiting: deque[Future[list[Result]]] = deque()
        for batch in chain([first], batches):
            waiting.append(pool.submit(_several, batch))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


_desk: Desk | None = None


def _sit_down(desk: Desk) -> None:
    """In each process, once. An interrupt is the parent's affair; without the parent there is nothing left to do."""
    global _desk
    _desk = desk
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _several(batch: Sequence[Item]) -> list[Result]:
    assert _desk is not None
    return [one(item, _desk) for item in batch]


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
    from verifier.impossible import troubles

    book = _book(record, desk)
    if book is None:
        raise Unreadable(item.source, record.lines, [_no_book(record, desk)])
    found = troubles(record, [book])
    if found:
        raise Unreadable(item.source, record.lines, found)
    return Result(item.source, item.line, id, book.id, _moved(audit_deal(record, book, desk.play_on), item))


def _moved(found: DealAudit, item: Item) -> DealAudit:
    """The lines of wrong moves as they are in the file; in JSON a record is one line."""
    from msgspec.structs import replace

    if item.form == JSON:
        wrong = tuple(replace(each, line=item.line, column=1) for each in found.wrong)
    else:
        wrong = tuple(replace(each, line=each.line + item.line - 1) for each in found.wrong)
    return replace(found, wrong=wrong)


def _book(record: Record, desk: Desk) -> Book | None:
    ruled = (ruling.book for ruling in record.rulings)
    wanted = desk.variant or next(iter((*record.variants, *ruled)), "")
    plain = _plain(wanted)
    return next((book for book in desk.books if plain in (_plain(book.id), _plain(book.title))), None)


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").split())


def _no_book(record: Record, desk: Desk) -> Trouble:
    names = ", ".join(book.id for book in desk.books)
    if not record.variants:
        en = "the record names no variant; add a line variant: or give --variant NAME"
        fr = "la partie ne nomme pas de variante ; ajoutez une ligne variante : ou donnez --variant NOM"
    else:
        en = f"there is no book “{record.variants[0]}”; there are {names}"
        fr = f"il n'y a pas de livre « {record.variants[0]} » ; il y a {names}"
    return Trouble(record.at, en, fr)
