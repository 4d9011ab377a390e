"""The state of a table while a record is played: melds, hands, piles, and the bookkeeping of the turn.

This is bookkeeping, not judgement: whatever is written is carried out, legal or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from grammar.cards import UNKNOWN, Card, physical
from grammar.document import Act, Record
from verifier.scene import Part, at_most


class LiveMeld(Struct):
    """A meld on the table with its history: the parts from what first lay there to what lies there now.

    `chain` holds parts whose `before` counts within the chain. `owner` is "" where it is not known and "?" for
    another player than the one who plays.
    """

    label: str
    owner: str
    chain: list[Part]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.chain[-1].cards


class TurnState(Struct):
    """What one player did in a turn so far."""

    player: str
    opened_before: bool | None
    in_turn: bool = True
    drawn: bool = False
    draws: int = 0
    took_discard: bool = False
    took: Card | None = None
    laid: list[Card] = field(default_factory=list)
    added: list[Card] = field(default_factory=list)
    melds: list[Part] = field(default_factory=list)
    first_hand: list[Card] | None = None
    jokers_freed: int = 0
    jokers_replayed: int = 0
    discards: int = 0
    over: bool = False

    @property
    def freed_held(self) -> int:
        """Jokers freed in this turn and not played again."""
        return max(0, self.jokers_freed - self.jokers_replayed)


class Table:
    """The table of a record, before or between its acts.

    `deck` is how many cards are played with, where that is known. `stock` is how many cards are left in the stock, and
    `stock_runs` how many times it has run out in the deal so far; both are None where nobody can say.
    """

    def __init__(self, record: Record, deck: int | None = None) -> None:
        self.record = record
        self.melds = {
            meld.label: LiveMeld(meld.label, meld.owner, [Part("tabled", meld.cards, meld.kind, label=meld.label)])
            for meld in record.table
        }
        self.hands: dict[str, list[Card] | None] = {
            hand.player: list(hand.cards) if hand.complete else None for hand in record.hands
        }
        self.discards = list(record.discards) if record.discards is not None else None
        self.round = None if record.round is None else at_most("round", record.round)
        self.stock = record.stock if record.stock is not None else _undealt(record, deck)
        self.stock_runs = 0 if record.from_the_deal or record.line_form else None
        self.opened = {player: self._opened_at_first(player) for player in self.everybody()}
        self.winner: str | None = None
        self.winner_went = False
        self.turn: TurnState | None = None
        self.calls: dict[str, int] = {}
        self.ceded: dict[str, int] = {}
        self.thrower: str | None = None
        self.drawn_over = False
        self.caller: str | None = None
        self.called: Card | None = None

    def everybody(self) -> list[str]:
        """All players that the record names, in order."""
        names = [*self.record.players, *(meld.owner for meld in self.record.table), *self.hands]
        names += [*self.record.opened, *self.record.opened_now, *(turn.player for turn in self.record.turns)]
        return list(dict.fromkeys(name for name in names if name != "?"))

    def _opened_at_first(self, player: str) -> bool | None:
        """Who has a meld has opened; who has none has not, unless the record leaves that open."""
        record = self.record
        if player in record.opened or any(meld.owner == player for meld in record.table if meld.owner):
            return True
        if record.line_form:
            mine = any(meld.owner == player for meld in record.table)
            return True if mine or player in record.opened_now else (None if record.opened_unknown else False)
        unowned = any(not meld.owner for meld in record.table)
        return None if record.opened_unknown or unowned else False

    # ------------------------------------------------------------------------------------ turns

    def begin(self, player: str, in_turn: bool, first: bool) -> TurnState:
        """Begins a turn; in the first one of the record the header may say what was done already."""
        opened = self.opened.get(player, False)
        turn = TurnState(player, opened, in_turn)
        record = self.record
        if first and player in record.drawn:
            turn.drawn, turn.draws = True, 1
            turn.took_discard, turn.took = record.took is not None, record.took
        if first and player in record.opened_now:
            turn.opened_before = False
            self.opened[player] = True
        self.turn = turn
        return turn

    def hand(self, player: str) -> tuple[Card, ...] | None:
        """What the player holds, or None where it is not written completely; unknown cards stand as `?`."""
        held = self.hands.get(player)
        return None if held is None else tuple(held)

    def hand_empty(self, player: str) -> bool:
        """Whether the player is known to have no card left."""
        return self.hands.get(player) == []

    # ------------------------------------------------------------------------------------ what acts do

    def receive(self, player: str, cards: Sequence[Card]) -> None:
        held = self.hands.get(player)
        if held is not None:
            held.extend(physical(card) for card in cards)

    def spend(self, player: str, cards: Sequence[Card]) -> None:
        """Takes cards from a hand; a card that is not among those known is taken from the unknown ones."""
        held = self.hands.get(player)
        if held is None:
            return
        first = self.turn.first_hand if self.turn and self.turn.player == player else None
        for card in map(physical, cards):
            if card in held:
                held.remove(card)
            elif UNKNOWN in held:
                held.remove(UNKNOWN)
                _reveal(first, card)

    def draw(self, turn: TurnState, card: Card | None) -> None:
        self._from_stock()
        self._drawn(turn, card)

    def _drawn(self, turn: TurnState, card: Card | None) -> None:
        turn.drawn, turn.draws = True, turn.draws + 1
        self.drawn_over = True
        self.receive(turn.player, [card or UNKNOWN])

    def take(self, turn: TurnState, card: Card | None) -> None:
        """Takes from the discard pile: the card named, or its top."""
        if card is None and self.discards:
            card = self.discards[-1]
        self._leaves_pile(card)
        turn.took_discard, turn.took = True, card
        self._drawn(turn, card)

    def lay(self, turn: TurnState, melds: Sequence[tuple[str, Part]]) -> None:
        if turn.first_hand is None:
            held = self.hands.get(turn.player)
            turn.first_hand = None if held is None else list(held)
        for label, part in melds:
            self._replay_jokers(turn, part.cards)
            self.spend(turn.player, part.cards)
            turn.laid.extend(map(physical, part.cards))
            turn.melds.append(part)
            self.melds[label] = LiveMeld(label, turn.player, [past(part)])
        self.opened[turn.player] = True

    def hand_at_first(self, turn: TurnState, playing: Sequence[Card]) -> tuple[Card, ...] | None:
        """The hand before the first meld of the turn, as far as the plays since, and those now, show what was in it."""
        held = self.hands.get(turn.player)
        first = list(turn.first_hand if turn.first_hand is not None else held or ())
        if held is None:
            return None
        left = list(held)
        for card in map(physical, playing):
            if card in left:
                left.remove(card)
            else:
                _reveal(first, card)
        return tuple(first)

    def put(self, turn: TurnState, label: str, part: Part) -> None:
        """Adds to a meld, or shifts a joker in it."""
        self._replay_jokers(turn, part.new)
        self.spend(turn.player, part.new)
        turn.added.extend(map(physical, part.new))
        self.melds[label].chain.append(past(part))

    def swap(self, turn: TurnState, label: str, part: Part) -> None:
        self.spend(turn.player, part.new)
        self.melds[label].chain.append(past(part))
        freed = [Card(0, 0, True)] * part.taken
        turn.jokers_freed += part.taken
        self.receive(turn.player, freed)

    def discard(self, turn: TurnState, card: Card) -> None:
        if card.joker:
            self._replay_jokers(turn, [card])
        self.spend(turn.player, [card])
        turn.discards += 1
        self.thrower, self.drawn_over = turn.player, False
        # Whatever lies under it, the card thrown is the top.
        self.discards = [*([UNKNOWN] if self.discards is None else self.discards), physical(card)]

    def _replay_jokers(self, turn: TurnState, cards: Sequence[Card]) -> None:
        if turn.jokers_freed:
            turn.jokers_replayed += sum(card.joker is True for card in cards)

    def call(self, player: str, card: Card | None) -> None:
        """A player calls a card that was thrown; the player in turn has to answer."""
        self.calls[player] = self.calls.get(player, 0) + 1
        self.caller, self.called = player, card

    def cede(self) -> None:
        """The caller gets the card he called, and a card of the stock that nobody sees."""
        if self.caller is not None:
            self.ceded[self.caller] = self.ceded.get(self.caller, 0) + 1
            self._leaves_pile(self.called)
            self.receive(self.caller, [self.called or UNKNOWN, UNKNOWN])
            self._from_stock()
        self.caller = self.called = None

    def reshuffle(self) -> None:
        """The discards become the stock, but for the top one."""
        if self.record.discards is None or self.discards is None or self.stock is None:
            self.stock = None
        else:
            self.stock += max(0, len(self.discards) - 1)
        if self.discards is not None:
            self.discards = self.discards[-1:]
        if self.stock_runs is not None:
            self.stock_runs += 1

    def _leaves_pile(self, card: Card | None) -> None:
        """The highest card of this kind goes; of a pile that nobody wrote nothing may be known then."""
        if self.discards and card in self.discards:
            del self.discards[len(self.discards) - 1 - self.discards[::-1].index(card)]
            if self.record.discards is None and self.discards == [UNKNOWN]:
                self.discards = None

    def _from_stock(self) -> None:
        if self.stock:
            self.stock -= 1

    def keep(self) -> None:
        """The player in turn wants the card himself: he still has to take it."""
        self.caller = self.called = None

    def finish(self, turn: TurnState) -> None:
        """Ends a turn; whoever has no card left is out, and the deal is over."""
        turn.over = True
        if self.hand_empty(turn.player) and self.winner is None:
            self.winner = turn.player
            self.winner_went = turn.opened_before is False and bool(turn.melds)


def _reveal(hand: list[Card] | None, card: Card) -> None:
    """A card of the hand that was not known is this one."""
    if hand and UNKNOWN in hand:
        hand[hand.index(UNKNOWN)] = card


def _undealt(record: Record, deck: int | None) -> int | None:
    """The cards that are left for the stock after a deal that is written whole."""
    hands = {hand.player for hand in record.hands if hand.complete}
    if deck is None or not record.from_the_deal or not record.players or not hands >= set(record.players):
        return None
    turned = 1 if record.discards is None else len(record.discards)
    return max(0, deck - sum(len(hand.cards) for hand in record.hands) - turned)


def past(part: Part) -> Part:
    """The part once its act is over: it has been read."""
    return replace(part, past=True)


def chain_parts(chain: Sequence[Part], base: int) -> tuple[Part, ...]:
    """The parts of a meld's history, renumbered for a scene in which they begin at `base`."""
    return tuple(replace(part, before=part.before + base) if part.before >= 0 else part for part in chain)


def joker_count(cards: Sequence[Card]) -> int:
    """How many of the cards are jokers."""
    return sum(card.joker is True for card in cards)


def played(act: Act) -> tuple[Card, ...]:
    """The cards that leave a hand with an act."""
    if act.verb == "lay":
        return tuple(card for meld in act.melds for card in meld.cards)
    return act.cards if act.verb in ("add", "swap", "shift", "discard") else ()


def named_card(act: Act) -> Card | None:
    """The one card of a draw, a take or a discard, if it is written."""
    return act.cards[0] if act.cards else None
