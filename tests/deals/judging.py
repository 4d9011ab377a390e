"""What the oracle says of a whole deal: its tales follow no discard pile and hand over no ceded card, deals do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from oracle.figures import Figures
from oracle.plays import UNKNOWN, Act, Tale
from oracle.verdicts import _Deal

from deals.deal import FIGURES, Deal


def figures_of(deal: Deal) -> Figures:
    """The book's figures, with what the table agreed on."""
    book = FIGURES[deal.book]
    return replace(book, own_contracts="yes") if deal.settled and deal.book == "tuluki" else book


def tale_of(deal: Deal) -> Tale:
    return Tale(deal.players, deal.turns, hands=deal.hands, round=deal.round)


@dataclass
class _Whole(_Deal):
    pile: list[str] = field(default_factory=list)

    def _turn(self, lying: object, player: str, acts: tuple[Act, ...], more: bool) -> Iterator[tuple[str, str]]:
        if acts and acts[0].verb == "cede" and self.caller:
            self.hands[self.caller] += [self.pile.pop(), UNKNOWN]
        told = iter([act for act in acts if act.verb != "end"])
        for kind, found in super()._turn(lying, player, acts, more):  # type: ignore[arg-type]
            act = None if kind == "turn" else next(told)
            if kind == "take" and found != "illegal" and self.pile[-1:] != list(act.cards):  # type: ignore[union-attr]
                found = "illegal"
            yield kind, found
            if kind == "take" and self.pile:
                self.pile.pop()
            if kind == "reshuffle":
                self.pile = self.pile[-1:]
            if kind == "discard":
                self.pile += act.cards  # type: ignore[union-attr]


def _stock(deal: Deal) -> int | None:
    """R L5, K L3: 106 cards; how many jokers there are in the others is open."""
    book = FIGURES[deal.book]
    if book.contract or book.name == "kaluki":
        return None
    return 52 * book.packs + book.deck_jokers - sum(len(held) for _, held in deal.hands) - 1


def verdicts(deal: Deal) -> Iterator[tuple[str, str]]:
    """What is done and its verdict, up to the first that is illegal. What opens baby kalooki, where the table agreed on
    the contract, is legal if the oracle leaves it open."""
    whole = _Whole(tale_of(deal), figures_of(deal), pile=[deal.first_discard], stock=_stock(deal))
    for kind, found in whole.verdicts():
        agreed = deal.settled and deal.book == "baby-kalooki" and kind == "lay" and found == "undetermined"
        yield kind, "legal" if agreed else found
        if found == "illegal":
            return
