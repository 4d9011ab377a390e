"""How many copies of each card a record shows, and whether a book plays with so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from grammar.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, physical
from grammar.document import Act, At, Record
from rulebook.model import Book, Both, Either, Expr, Limb, Not, facts_of
from rulebook.vocabulary import FACTS
from verifier.direct.conditions import ready
from verifier.verdict import TableTrouble

Sighting = tuple[Card, At]


def sightings(record: Record) -> tuple[Sighting, ...]:
    """Every known physical card that the record shows, once each, with the place where it is first written."""
    return tuple(_Counting(record).all())


class _Counting:
    """Follows the cards of a record, so that a card that changes places is counted once."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.held = {hand.player: Counter(map(physical, hand.cards)) for hand in record.hands}
        self.complete = {hand.player for hand in record.hands if hand.complete}
        self.unseen = {hand.player: hand.cards.count(UNKNOWN) for hand in record.hands}
        self.pile = Counter(map(physical, record.discards or ()))
        self.stock: Counter[Card] = Counter()
        self.called: tuple[str, Card] | None = None

    def all(self) -> Iterator[Sighting]:
        record = self.record
        for meld in record.table:
            yield from _placed(meld.cards, meld.cards_at, meld.at)
        for hand in record.hands:
            yield from _placed(hand.cards, hand.cards_at, hand.at)
        yield from _placed(record.discards or (), record.discards_at, record.at)
        if record.took is not None and record.took.known:
            yield from self._took(record.took)
        for turn in record.turns:
            for act in turn.acts:
                yield from self._act(turn.player, act)

    def _took(self, card: Card) -> Iterator[Sighting]:
        """The card taken before the record begins is in the hand, written or not."""
        player = self.record.drawn[0] if self.record.drawn else ""
        held = self.held.setdefault(player, Counter())
        if not held[physical(card)]:
            held[physical(card)] += 1
            yield physical(card), self.record.at

    def _act(self, player: str, act: Act) -> Iterator[Sighting]:
        held = self.held.setdefault(player, Counter())
        match act.verb:
            case "draw":
                yield from self._take(held, act, self.stock)
            case "take":
                yield from self._take(held, act, self.pile, self.stock)
            case "call" if act.cards:
                self.called = (player, physical(act.cards[0]))
            case "cede" | "keep":
                self._answer(gives=act.verb == "cede")
            case "reshuffle":
                # The top of the pile stays there; which card that is does not matter for counting.
                self.stock += self.pile
                self.pile.clear()
            case "lay":
                for meld in act.melds:
                    yield from self._played(player, meld.cards, meld.cards_at, meld.at)
            case "add" | "swap" | "shift" | "discard":
                yield from self._played(player, act.cards, act.cards_at, act.at)
                held[JOKER] += act.jokers if act.verb == "swap" else 0
                if act.verb == "discard":
                    self.pile.update(map(physical, act.cards))

    def _take(self, held: Counter[Card], act: Act, *sources: Counter[Card]) -> Iterator[Sighting]:
        """A card drawn or taken was seen before if it was thrown."""
        for card, at in zip(act.cards, act.cards_at or (act.at,) * len(act.cards), strict=False):
            source = next((source for source in sources if source[physical(card)]), None)
            if source is not None:
                source[physical(card)] -= 1
            elif card.known:
                yield physical(card), at
            held[physical(card)] += 1

    def _answer(self, gives: bool) -> None:
        """Who called a card gets it from the pile, if it is ceded."""
        if self.called and gives and self.pile[self.called[1]]:
            self.pile[self.called[1]] -= 1
            self.held.setdefault(self.called[0], Counter())[self.called[1]] += 1
        self.called = None

    def _played(self, player: str, cards: tuple[Card, ...], cards_at: tuple[At, ...], at: At) -> Iterator[Sighting]:
        """A card played comes from those seen in the hand, else it was there unseen, unless the hand is complete."""
        held = self.held[player]
        for card, where in zip(cards, cards_at or (at,) * len(cards), strict=False):
            if held[physical(card)]:
                held[physical(card)] -= 1
            elif card.known and player not in self.complete:
                yield physical(card), where


def _placed(cards: tuple[Card, ...], cards_at: tuple[At, ...], at: At) -> Iterator[Sighting]:
    for card, where in zip(cards, cards_at or (at,) * len(cards), strict=False):
        if card.known:
            yield physical(card), where


# ---------------------------------------------------------------------------------------- what a book allows


def deck_trouble(record: Record, book: Book) -> TableTrouble | None:
    """The first card of which the record shows more copies than the book plays with."""
    seen: Counter[Card] = Counter(card for card, _ in sightings(record))
    if not seen or max(seen.values()) <= 1:
        return None
    packs, jokers = most_copies(book, len(record.players) or None)
    for card, _ in sightings(record):
        allowed = jokers if card == JOKER else packs
        if seen[card] > allowed:
            return TableTrouble("", (card,), (), seen[card], allowed)
    return None


@lru_cache(maxsize=256)
def _decks(digest: str, needs: tuple[Expr, ...], players: int | None) -> frozenset[tuple[int, int]]:
    """The packs and jokers that keep what a deal needs."""
    tests = [ready(need) for need in needs]
    names = sorted({name for need in needs for name in facts_of(need)} - {"packs", "jokers-in-deck", "players"})
    free = [range(*_range(name)) for name in names]
    counts = (players,) if players else range(*_range("players"))
    found = set()
    for pack, joker, count, *rest in product(range(*_range("packs")), range(*_range("jokers-in-deck")), counts, *free):
        facts = {"packs": pack, "jokers-in-deck": joker, "players": count, **dict(zip(names, rest, strict=True))}
        if all(test(facts) for test in tests):
            found.add((pack, joker))
    return frozenset(found)


def cards_in_deck(book: Book, players: int | None) -> int | None:
    """How many cards a book plays with; None where it allows decks of different sizes, or asks about them."""
    pack = len(RANKS) * len(SUITS)
    sizes = {pack * packs + jokers for packs, jokers in _decks(book.digest, tuple(_deck_needs(book)), players)}
    return sizes.pop() if len(sizes) == 1 else None


def _range(fact: str) -> tuple[int, int]:
    values = FACTS[fact].values
    assert values is not None and isinstance(values[0], int) and isinstance(values[1], int)
    return values[0], values[1] + 1


def most_copies(book: Book, players: int | None) -> tuple[int, int]:
    """The most packs and the most jokers that the book allows in a deal (0, 0 where its rules cannot be kept).

    Where a question about the deal is open, the reading that allows the most counts. A number of players that the book
    does not allow is no reason to know less of its cards.
    """
    needs = tuple(_deck_needs(book))
    found = _decks(book.digest, needs, players) or _decks(book.digest, needs, None)
    return max((packs for packs, _ in found), default=0), max((jokers for _, jokers in found), default=0)


def _deck_needs(book: Book) -> Iterator[Expr]:
    """What the deal must keep, as far as it is about packs or jokers: every rule, and one reading of each question."""
    for rule in book.rules:
        yield from _needs(rule.limbs)
    for question in book.questions:
        readings = [tuple(_needs(reading.limbs)) for reading in question.readings]
        if readings and all(readings):
            yield Either(tuple(Both(needs) for needs in readings))


def _needs(limbs: Iterable[Limb]) -> Iterator[Expr]:
    """The requirements that speak of packs or jokers, each with its condition."""
    for limb in limbs:
        if limb.event == "deal" and limb.effect == "require" and limb.need is not None:
            read = {*limb.facts()}
            if read & {"packs", "jokers-in-deck"}:
                yield limb.need if limb.when is None else Either((Not(limb.when), limb.need))
