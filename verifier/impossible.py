"""Positions that no cards could make: found before anything is judged, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grammar.cards import JOKER, Card, physical, show, show_all
from grammar.document import Act, At, Record
from grammar.trouble import Trouble
from rulebook.model import Book
from verifier.deck import most_copies, sightings
from verifier.steps import joker_shortage, steps
from verifier.table import Table


def troubles(record: Record, books: Sequence[Book]) -> list[Trouble]:
    """Everything in a record that is physically impossible in each of these books."""
    return [*_too_many(record, books), *_not_there(record)]


# ---------------------------------------------------------------------------------------- too many copies


def _too_many(record: Record, books: Sequence[Book]) -> Iterator[Trouble]:
    """Copies of a card beyond those that the most generous book has."""
    seen = sightings(record)
    most = [most_copies(book, len(record.players) or None) for book in books]
    packs, jokers = max(packs for packs, _ in most), max(jokers for _, jokers in most)
    places: dict[Card, list[At]] = {}
    for card, at in seen:
        allowed = jokers if card == JOKER else packs
        before = places.setdefault(card, [])
        if len(before) >= allowed:
            yield _one_too_many(card, at, before, allowed)
        before.append(at)


def _one_too_many(card: Card, at: At, before: Sequence[At], allowed: int) -> Trouble:
    if not allowed:
        return Trouble(at, f"{show(card)}: no book asked plays with it", f"{show(card, 'fr')} : aucun livre n'en a")
    en = f"this is one {show(card)} too many: there are {allowed} of them, and the others are written {_places(before)}"
    fr = f"c'est un {show(card, 'fr')} de trop : il y en a {allowed}, et les autres sont écrits {_places(before, 'fr')}"
    return Trouble(at, en, fr)


def _places(places: Sequence[At], lang: str = "en") -> str:
    at = "à la ligne {0}, colonne {1}" if lang == "fr" else "in line {0}, column {1}"
    return (" et " if lang == "fr" else " and ").join(at.format(place.line, place.column) for place in places)


# ---------------------------------------------------------------------------------------- cards that are not there


def _not_there(record: Record) -> Iterator[Trouble]:
    """Acts that take from the table or the discards what does not lie there."""
    table = Table(record)
    for step in _with_table(record, table):
        yield step
