"""What cards count in a meld, as terms: by rank and place, by colour, and by what questions leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.model import Book, Value
from verifier.smt import z3face as z
from verifier.smt.slots import Code, MeldTerms, Slot, natural_at, number_of, place_rank
from verifier.smt.z3face import Term

Answer = Callable[[str, str], Term]
"""The term that says that a question is answered by a reading."""

_RED, _BLACK, _NEITHER = "red", "black", ""


class Prices:
    """The values of a book in force in melds and in hands, in points; readings of open questions may say otherwise."""

    def __init__(self, book: Book, answer: Answer, where: str = "meld") -> None:
        self._book, self._answer = book, answer
        self._hand: Prices | None = None
        base = [value for rule in book.rules for value in rule.values if value.where in ("", where)]
        self._stated: list[tuple[Value, Term]] = [(value, z.TRUE) for value in base]
        for question in book.questions:
            for reading in question.readings:
                spoken = [value for value in reading.values if value.where in ("", where)]
                self._stated += [(value, answer(question.id, reading.name)) for value in spoken]
        self.coloured = any(value.colour for value, _ in self._stated)
        self._cards: dict[tuple[int, bool, str], Term | int] = {}
        priced = any(value.selector == "joker" for value, _ in self._stated)
        self.joker = self._amount(("joker",), 0, _NEITHER) if priced else 0
        """What a joker counts as itself: None where it counts what it represents, 0 where it has no value."""

    def card(self, rank: int, low: bool, colour: str = _NEITHER) -> Term | int:
        """What a card of this rank counts; `low` for an ace at place 1. A plain number, unless a question decides."""
        key = (rank, low, colour)
        if key not in self._cards:
            general = "ace" if rank == 1 else "face" if rank > 10 else "pips"
            selectors = (*(("low-ace",) if low else ()), rank, general)
            found = self._amount(selectors, rank, colour)
            self._cards[key] = 0 if found is None else found
        return self._cards[key]

    def _amount(self, selectors: Sequence[str | int], rank: int, colour: str) -> Term | int | None:
        """The narrower selector wins; then a colour that fits, then a question's reading, then the last written."""
        ranked = [
            (-n, value.colour != "", order, value, term)
            for n, selector in enumerate(selectors)
            for order, (value, term) in enumerate(self._stated)
            if value.selector == selector and value.colour in ("", colour)
        ]
        result: Term | int | None = None
        for *_, value, term in sorted(ranked, key=lambda item: item[:3]):
            points = _points(value, rank)
            if points is not None:
                if result is None or z.same(term, z.TRUE):
                    result = points
                else:
                    result = z.ite(term, z.as_term(points), z.as_term(result))
            elif z.same(term, z.TRUE):
                result = None
        return result

    def held(self, code: Code) -> Term:
        """What a card in a hand counts: a joker as itself, an ace as an ace."""
        return z.choose(number_of(code), self._all_held(), first=0)

    def dearest(self) -> Term:
        """What the dearest card in a hand counts."""
        first, *others = map(z.as_term, self._all_held())
        for price in others:
            first = z.ite(price > first, price, first)
        return first

    def _all_held(self) -> list[Term | int]:
        """The price of each card, in the order of their codes."""
        if self._hand is None:
            self._hand = Prices(self._book, self._answer, "hand")
        hand = self._hand
        colours = {1: _RED, 2: _RED, 3: _BLACK, 4: _BLACK}
        cards = [hand.card(rank, False, colours[suit]) for suit in colours for rank in range(1, 14)]
        return [0 if hand.joker is None else hand.joker, *cards]

    # ------------------------------------------------------------------------------------ melds

    def meld(self, meld: MeldTerms) -> Term:
        """What a meld counts; 0 for neither."""
        if self.coloured or self.joker is not None:
            return self._slot_by_slot(meld)
        sets = [z.total([self.card(rank, False)] * meld.size) for rank in range(1, 14)]
        runs = [z.total([self._place(start + n) for n in range(meld.size)]) for start in range(1, 14)]
        of_run = z.choose(meld.start, runs) if meld.size <= 14 else z.number(0)
        return z.ite(meld.is_set, z.choose(meld.start, sets), z.ite(meld.is_run, of_run, z.number(0)))

    def _place(self, place: int) -> Term | int:
        return self.card((place - 1) % 13 + 1, place == 1)

    def _slot_by_slot(self, meld: MeldTerms) -> Term:
        of_set = z.total([self._in_set(meld, slot) for slot in meld.slots])
        of_run = z.total([self._at(meld, offset) for offset in range(meld.size)])
        return z.ite(meld.is_set, of_set, z.ite(meld.is_run, of_run, z.number(0)))

    def _in_set(self, meld: MeldTerms, slot: Slot) -> Term:
        stands = self._by_colour(slot.suit, lambda colour: z.choose(meld.start, self._ranks(False, colour)))
        return stands if self.joker is None else z.ite(slot.joker, z.as_term(self.joker), stands)

    def _at(self, meld: MeldTerms, offset: int) -> Term:
        """The card at a place of a run: the natural there, or a joker for the card of the place."""
        suit = self._suit_at(meld, offset)
        rank = place_rank(meld.start, offset)
        high = self._by_colour(suit, lambda colour: z.choose(rank, self._ranks(False, colour)))
        low = self._by_colour(suit, lambda colour: z.as_term(self.card(1, True, colour))) if offset == 0 else high
        stands = z.ite(meld.start == 1, low, high) if offset == 0 else high
        return stands if self.joker is None else z.ite(natural_at(meld, offset), stands, z.as_term(self.joker))

    def _suit_at(self, meld: MeldTerms, offset: int) -> Term:
        """The suit of the card at a place: of the card that has its rank, else that of all naturals, else 0."""
        rank = place_rank(meld.start, offset)
        suit = self._suit_of_naturals(meld)
        for slot in reversed(meld.slots):
            suit = z.ite(z.conj((slot.rank == rank, slot.suit > 0)), slot.suit, suit)
        return suit

    def _suit_of_naturals(self, meld: MeldTerms) -> Term:
        suit = z.number(0)
        for number in (1, 2, 3, 4):
            all_of_it = z.conj(z.disj((slot.joker, slot.suit == number)) for slot in meld.slots)
            suit = z.ite(z.conj((all_of_it, z.disj(z.neg(s.joker) for s in meld.slots))), z.number(number), suit)
        return suit

    def _by_colour(self, suit: Term, price: Callable[[str], Term]) -> Term:
        if not self.coloured:
            return price(_NEITHER)
        red, black = z.conj((suit >= 1, suit <= 2)), suit >= 3
        return z.ite(red, price(_RED), z.ite(black, price(_BLACK), price(_NEITHER)))

    def _ranks(self, low: bool, colour: str) -> list[Term | int]:
        return [self.card(rank, low, colour) for rank in range(1, 14)]


def _points(value: Value, rank: int) -> int | None:
    if value.amount == "represented":
        return None
    return rank if value.amount == "number" else int(value.amount)
