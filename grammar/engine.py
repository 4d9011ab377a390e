"""Parsers from the `.lark` files of this folder, built once and kept in the user's cache directory."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import lark
from lark import Lark

_HERE = Path(__file__).parent


@cache
def parser(name: str, *start: str, terminals: str = "", placeholders: bool = False) -> Lark:
    """The LALR parser of `name.lark`, with a contextual lexer.

    With `placeholders`, what a rule leaves out in [brackets] stands in its tree as None, and trees know their places.

    `start` names the rules a text may be parsed by (`parser.parse(text, start=...)`), `terminals` is grammar text
    that goes before the file's own. The tables are kept in the directory that the environment variable
    KALOOKI_CACHE names, else in the user's cache directory; where that cannot be written they are built anew.
    """
    text = terminals + (_HERE / f"{name}.lark").read_text(encoding="utf-8")
    path = _cache_path(name, text, (*start, *(("placeholders",) if placeholders else ())))
    kept = _load(path) if path else None
    if kept is not None:
        return kept
    built = Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start=list(start),
        maybe_placeholders=placeholders,
        propagate_positions=placeholders,
    )
    if path:
        _save(built, path)
    return built


def cache_dir() -> Path | None:
    """Where tables and loaded books are kept: KALOOKI_CACHE, or the user's cache directory; None if it is empty."""
    named = os.environ.get("KALOOKI_CACHE")
    if named is None:
        from platformdirs import user_cache_dir

        named = user_cache_dir("kalooki")
    return Path(named) if named else None


def _cache_path(name: str, text: str, start: tuple[str, ...]) -> Path | None:
    """Where the tables are kept: one file for each text of the grammar, version of lark and of Python."""
    directory = cache_dir()
    if directory is None:
        return None
    key = "\0".join((text, lark.__version__, sys.version, *start))
    return directory / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.tables"


def _load(path: Path) -> Lark | None:
    try:
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:  # a missing, cut or foreign file: build the tables anew
        return None


def _save(built: Lark, path: Path) -> None:
    """Write beside the file and rename, so that nobody ever reads half of it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            built.save(file)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
