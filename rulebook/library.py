"""The books there are: those that come with the project, and files of house rules."""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from functools import cache
from pathlib import Path

from grammar.document import At
from grammar.engine import cache_dir
from grammar.trouble import Trouble, Unreadable
from rulebook.load import load
from rulebook.model import Book

_HERE = Path(__file__).parent
_BOOKS = _HERE / "books"


@cache
def names() -> tuple[str, ...]:
    """The names of the books that come with the project, in the order in which they are shown."""
    order = (_BOOKS / "order.txt").read_text(encoding="utf-8").split()
    return tuple(order)


@cache
def book(name: str) -> Book:
    """The book of that name. Raises `KeyError` with the name and the names there are."""
    if name not in names():
        raise KeyError(name, *names())
    return _cached(_BOOKS / f"{name}.rules", f"{name}.rules")


@cache
def possible() -> Book:
    """What holds of every play, whatever the book: which facts go together."""
    return _cached(_HERE / "possible.rules", "possible.rules")


def read_file(path: Path) -> Book:
    """The book in a file of house rules. Raises `Unreadable` with every mistake in it, and `OSError`."""
    return _cached(path, str(path))


def _cached(path: Path, source: str) -> Book:
    """The book of a file, from the cache if it was loaded before with the same text, amended books and loader."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_text(source, data, error) from None
    folder = cache_dir()
    if folder is None:
        return load(text, source, book)
    kept = folder / f"book-{hashlib.sha256(source.encode() + data + _loader()).hexdigest()[:32]}.pickle"
    found = _unpickle(kept)
    if found is None:
        found = load(text, source, book)
        _pickle(kept, found)
    return found


def _not_text(source: str, data: bytes, error: UnicodeDecodeError) -> Unreadable:
    before = data[: error.start]
    at = At(before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
    trouble = Trouble(at, "this is not a text file in UTF-8", "ce n'est pas un fichier texte en UTF-8")
    return Unreadable(source, (), [trouble])


@cache
def _loader() -> bytes:
    """A digest of everything that a loaded book depends on besides its own text."""
    digest = hashlib.sha256()
    code = [*_HERE.glob("*.py"), *(_HERE.parent / "grammar").glob("rules.*"), *_BOOKS.glob("*.rules")]
    for path in sorted(code):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


def _unpickle(path: Path) -> Book | None:
    try:
        found = pickle.loads(path.read_bytes())
    except Exception:
        return None  # a missing, broken or foreign cache file is as good as none
    return found if isinstance(found, Book) else None


def _pickle(path: Path, item: Book) -> None:
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(pickle.dumps(item))
        temporary.replace(path)
    except OSError:
        with suppress(OSError):  # where nothing can be written there is nothing to take away
            temporary.unlink()
