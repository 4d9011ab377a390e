"""Positions that no cards could make: found before anything is judged, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grammar.cards import JOKER, Card, physical, show, show_all
from grammar.document import Act, At, Record
from grammar.trouble import Trouble
from rulebook.model import Book
from verifier.deck import cards_in_deck, most_copies, sightings
from verifier.steps import Step, steps
from verifier.table import Table, joker_count
from verifier.words.sentences import listed


def troubles(record: Record, books: Sequence[Book]) -> list[Trouble]:
    """Everything in a record that is physically impossible in each of these books."""
    table = Table(record, _most_cards(record, books))
    played = (trouble for step in steps(record, table=table) for trouble in not_there(step, table))
    return [*before_play(record, books), *played]


def before_play(record: Record, books: Sequence[Book]) -> list[Trouble]:
    """What is impossible whatever is played: too many copies of a card, a hand of none."""
    return [*_too_many(record, books), *_not_dealt(record)]


def _not_dealt(record: Record) -> Iterator[Trouble]:
    """Whoever plays is dealt cards."""
    for hand in record.hands if record.from_the_deal else ():
        if hand.complete and not hand.cards:
            yield Trouble(
                hand.at,
                f"{hand.player} is dealt no card; leave this line out if the hand is not known",
                f"{hand.player} ne reçoit aucune carte ; ôtez cette ligne si la main n'est pas connue",
            )


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
    en = f"this is one {show(card)} too many: there are only {allowed}, and they are written {_places(before)}"
    fr = f"c'est un {show(card, 'fr')} de trop : il n'y en a que {allowed}, écrits {_places(before, 'fr')}"
    return Trouble(at, en, fr)


def _places(places: Sequence[At], lang: str = "en") -> str:
    """`in line 5, column 9, and in line 7, columns 4 and 10`."""
    lines: dict[int, list[str]] = {}
    for place in places:
        lines.setdefault(place.line, []).append(str(place.column))
    return listed((_in_line(line, columns, lang) for line, columns in lines.items()), lang)


def _in_line(line: int, columns: Sequence[str], lang: str) -> str:
    where = "à la ligne {0}, colonne{1} {2}" if lang == "fr" else "in line {0}, column{1} {2}"
    return where.format(line, "s" * (len(columns) > 1), listed(columns, lang))


# ---------------------------------------------------------------------------------------- cards that are not there


def not_there(step: Step, table: Table) -> Iterator[Trouble]:
    """What an act takes from the table, the stock or the discards that does not lie there; `table` is as it was before
    the act."""
    act = step.act
    if act is None:
        return
    match act.verb:
        case "draw" if table.stock == 0:
            yield Trouble(act.at, *_NO_STOCK)
        case "swap" | "shift":
            yield from _no_joker(act, table.melds[act.target].cards)
        case "move":
            yield from _no_card(act, table.melds[act.source].cards)
        case "take" if table.discards is not None:
            yield from _not_in_pile(act, tuple(table.discards))


_NO_STOCK = (
    "there is no card left in the stock to draw; where it was made anew, write reshuffles before draws",
    "il n'y a plus de carte dans la pioche ; si elle a été refaite, écrivez remélange avant pioche",
)


def _most_cards(record: Record, books: Sequence[Book]) -> int | None:
    """The most cards that any of the books plays with, if all of them say how many."""
    sizes = [cards_in_deck(book, len(record.players) or None) for book in books]
    return None if None in sizes else max((size for size in sizes if size is not None), default=None)


def _no_joker(act: Act, meld: tuple[Card, ...]) -> Iterator[Trouble]:
    """A meld that has fewer jokers than are asked for; one with a card that is not known may have more."""
    wanted, there = max(1, act.jokers), joker_count(meld)
    if there >= wanted or any(card.joker is None for card in meld):
        return
    en = f"{act.target} has {_jokers(there)}: {show_all(meld)}"
    fr = f"{act.target} {_jokers(there, 'fr')} : {show_all(meld, 'fr')}"
    yield Trouble(act.at, en, fr)


def _jokers(count: int, lang: str = "en") -> str:
    if lang == "fr":
        return "n'a aucun joker" if not count else f"n'a que {count} joker{'s' * (count > 1)}"
    return "no joker" if not count else f"only {count} joker{'s' * (count > 1)}"


def _no_card(act: Act, meld: tuple[Card, ...]) -> Iterator[Trouble]:
    left = Counter(map(physical, meld))
    for number, card in enumerate(act.cards):
        if not left[physical(card)] and card.known and all(each.known for each in meld):
            en = f"{act.source} has no {show(card)} to move: {show_all(meld)}"
            fr = f"{act.source} n'a pas de {show(card, 'fr')} à déplacer : {show_all(meld, 'fr')}"
            yield Trouble(_at(act, number), en, fr)
        left[physical(card)] -= 1


def _not_in_pile(act: Act, pile: Sequence[Card]) -> Iterator[Trouble]:
    if not pile:
        yield Trouble(act.at, "there is no card in the discard pile to take", "il n'y a pas de carte dans la défausse")
        return
    for number, card in enumerate(act.cards):
        if card.known and all(each.known for each in pile) and physical(card) not in map(physical, pile):
            en = f"there is no {show(card)} in the discard pile: {show_all(tuple(pile))}"
            fr = f"il n'y a pas de {show(card, 'fr')} dans la défausse : {show_all(tuple(pile), 'fr')}"
            yield Trouble(_at(act, number), en, fr)


def _at(act: Act, number: int) -> At:
    return act.cards_at[number] if number < len(act.cards_at) else act.at
