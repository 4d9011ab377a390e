"""A deal followed turn by turn: who holds what, what lies on the table and on the pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from oracle.melds import JOKER, RANKS, SUITS, Read, added, exchanged, readings, shifted
from oracle.plays import UNKNOWN, bare

from deals.deal import FIGURES, Act, Deal


@dataclass(frozen=True)
class Moment:
    """A turn of a deal: `hand` is what its player held before it, `last` what he held before its last act."""

    turn: int
    player: str
    acts: tuple[Act, ...]
    hands: dict[str, list[str]]
    hand: list[str]
    last: list[str]
    pile: list[str]
    opened: frozenset[str]
    melds: dict[str, Read]
    """The melds on the table before the last act."""
    ceded: Counter[str]

    @property
    def is_call(self) -> bool:
        return self.acts[0].verb == "call"

    @property
    def had_opened(self) -> bool:
        return self.player in self.opened

    @property
    def draw(self) -> int:
        """Where in the turn the draw is."""
        return next(n for n, act in enumerate(self.acts) if act.verb in ("draw", "take"))


def follow(deal: Deal) -> Iterator[Moment]:
    hands = {player: list(held) for player, held in deal.hands}
    pile, melds = [deal.first_discard], dict[str, Read]()
    opened, ceded, caller = set[str](), Counter[str](), ""
    for number, (player, acts) in enumerate(deal.turns):
        hand, pile_before, opened_before = list(hands[player]), list(pile), frozenset(opened)
        for n, act in enumerate(acts):
            if n == len(acts) - 1:
                everybody = {one: list(held) for one, held in hands.items()}
                yield Moment(number, player, acts, everybody, hand, list(hands[player]), pile_before, opened_before,
                             dict(melds), Counter(ceded))  # fmt: skip
            if act.verb == "call":
                caller = player
            elif act.verb == "cede":
                hands[caller] += [pile.pop(), UNKNOWN]
                ceded[caller] += 1
            else:
                _carry_out(act, player, hands[player], pile, melds)
        opened |= {player} if any(act.verb == "lay" for act in acts) else set()


def _carry_out(act: Act, player: str, hand: list[str], pile: list[str], melds: dict[str, Read]) -> None:
    if act.verb == "reshuffle":
        pile[:] = pile[-1:]
        return
    if act.verb in ("draw", "take"):
        hand += act.cards
        pile[:] = pile[:-1] if act.verb == "take" else pile
        return
    for one in [bare(card) for meld in act.melds for card in meld.cards] or list(map(bare, act.cards)):
        hand.remove(one if one in hand else UNKNOWN)
    if act.verb == "lay":
        for meld in act.melds:
            number = sum(label[0] == player[0] for label in melds) + 1
            melds[f"{player[0]}{number}"] = readings(meld.cards)[0]
    elif act.verb == "add":
        melds[act.to] = added(melds[act.to], act.cards, act.end)[0]
    elif act.verb == "shift":
        melds[act.to] = shifted(melds[act.to], act.cards[0], act.becomes)[0]
    elif act.verb == "swap":
        after = exchanged(melds[act.to], act.cards, act.jokers)
        assert after is not None
        melds[act.to] = after
        hand += [JOKER] * act.jokers
    elif act.verb == "discard":
        pile += act.cards


def unseen(deal: Deal) -> list[str]:
    """Cards of the deck of which the deal does not show every copy."""
    seen = Counter([deal.first_discard, *(one for _, held in deal.hands for one in held)])
    seen.update(one for _, acts in deal.turns for act in acts if act.verb == "draw" for one in act.cards)
    # Of the cards that were ceded with others, nobody knows which they are.
    packs = 2 if len(deal.players) <= 4 or not FIGURES[deal.book].contract else 3
    return [rank + suit for rank in RANKS for suit in SUITS if seen[rank + suit] < packs]
