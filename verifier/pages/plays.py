"""Plays as they are written in a language: a line for the command, or a record of several lines for a file."""

from __future__ import annotations

from grammar.words import HEADERS, HOLDS, Entry, listed, plain, shown
from verifier.pages.sheet_cards import play, written
from verifier.words.facts import fact_is
from verifier.words.sentences import Pair, pick

_DEAL = "deal: "
_ROUND: Pair = ("round {number}:", "manche {number} :")


def lines_of(record: str, lang: str) -> list[str]:
    """The lines of a play in the notation of a language; what is in English already stays as it is.

    A deal given by its facts is put in words.
    """
    if record.startswith(_DEAL):
        return [_deal(record.removeprefix(_DEAL), lang)]
    if lang == "en":
        return record.splitlines()
    if "\n" not in record:
        return [_acts(record, lang)]
    return [_line(line, lang) for line in record.splitlines()]


def is_deal(record: str) -> bool:
    """Whether the play is a deal given by its facts, which no line of the notation says."""
    return record.startswith(_DEAL)


def _deal(facts: str, lang: str) -> str:
    known = {name: int(value) for name, value in (part.split(" ") for part in facts.split(", "))}
    number = known.pop("round", None)
    said = ", ".join(fact_is(name, value, lang) for name, value in known.items())
    return f"{pick(_ROUND, lang).format(number=number)} {said}" if number else said


def _acts(text: str, lang: str, named: bool = False) -> str:
    return "; ".join(written(part, lang) for part in play(text, lang, named))


def _line(line: str, lang: str) -> str:
    """A line of a record: a header, a meld on the table, a hand or a turn."""
    head, colon, rest = line.partition(":")
    blank = head[: len(head) - len(head.lstrip())]
    word, names = _head(head.strip(), lang)
    said = rest.strip() if names or not rest.strip() else _acts(rest, lang, named=True)
    return f"{blank}{word}{colon} {said}".rstrip()


def _head(head: str, lang: str) -> tuple[str, bool]:
    """What stands before the colon; whether names or numbers stand behind it."""
    for entry in HEADERS.values():
        if plain(head) in _words(entry):
            return pick(shown(entry), lang), head not in _OF_CARDS
    name, _, word = head.rpartition(" ")
    if plain(word) in _words(HOLDS):
        return f"{name} {pick(shown(HOLDS), lang)}", False
    return head, False


def _words(entry: Entry) -> set[str]:
    return {plain(word) for words in entry for word in listed(words)}


_OF_CARDS = ("discards", "took")
"""Header words before cards."""
