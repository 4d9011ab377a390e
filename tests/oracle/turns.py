"""A turn: whether each act in it is legal, and the whole of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product

from oracle.contracts import fills
from oracle.exchanges import may_be_exchanged
from oracle.figures import JOKER_IN_HAND, YES, Figures
from oracle.lying import Lying
from oracle.melds import (
    JOKER,
    Cards,
    Read,
    Run,
    added,
    exchanged,
    is_joker,
    is_meld,
    points,
    points_in_hand,
    readings,
    shifted,
)
from oracle.plays import UNKNOWN, Act, Meld, bare
from oracle.questions import Ask, World, allowed

FREE = ("draw", "take", "move", "call", "cede", "keep")
"""Acts that play no card from the hand."""


@dataclass
class Turn:
    """A turn as far as it has come. `opened_at` is as in a play; `hand`, `discards` and `stock` are None if not
    written; `made` is how many times the stock was made anew."""

    book: Figures
    lying: Lying
    player: str = ""
    opened_at: str = "no"
    in_turn: bool = True
    round: int = 0
    hand: list[str] | None = None
    discards: list[str] | None = None
    stock: int | None = None
    made: int = 0
    draws: int = 0
    took: str = ""
    laid: list[Meld] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    thrown: int = 0
    freed: int = 0
    replayed: int = 0
    over: bool = False
    opening_complete: bool = False
    hand_at_first: list[str] | None = None

    # --------------------------------------------------------------------------------- what he has done

    def opened_before(self, ask: Ask) -> bool:
        if self.opened_at == "unknown":
            return ask("he opened on an earlier turn")
        return self.opened_at == "before"

    def opened(self, ask: Ask) -> bool:
        return bool(self.laid) or self.opened_at == "now" or self.opened_before(ask)

    def owns(self, label: str) -> bool:
        return self.lying.owners[label] == self.player

    @property
    def held_freed(self) -> int:
        """Jokers freed in this turn and not played again."""
        return max(0, self.freed - self.replayed)

    def holds(self, cards: Cards) -> bool:
        """Whether he has these cards; a card that is not known may be any."""
        if self.hand is None:
            return True
        known = [card for card in self.hand if card != UNKNOWN]
        missing = 0
        for card in map(bare, cards):
            if card in known:
                known.remove(card)
            else:
                missing += 1
        return missing <= self.hand.count(UNKNOWN)

    # ------------------------------------------------------------------------------------- judging acts

    def judge(self, act: Act) -> World:
        """Draw first, and only in one's turn, with one's own cards; then what the act itself asks for."""
        if act.verb == "reshuffle":
            return lambda ask: [self._may_make_a_stock()]
        rule: Callable[[Act, Ask], list[bool]] = getattr(self, f"_judge_{act.verb}")
        played = tuple(card for meld in act.melds for card in meld.cards) or act.cards
        mine = act.verb in FREE or self.holds(played)
        early = act.verb not in ("draw", "take") and not self.draws
        if self.over or not self.in_turn or early or not mine:
            return lambda ask: [False for _ in rule(act, ask)]
        return lambda ask: rule(act, ask)

    def _may_make_a_stock(self) -> bool:
        """R L19, L79, K L17, U L11: of an empty one; J L29: the second time the round is void."""
        return not self.stock and (not self.book.void_at or self.made + 1 < self.book.void_at)

    def _judge_draw(self, act: Act, ask: Ask) -> list[bool]:
        return [self.draws == 0]

    def _judge_take(self, act: Act, ask: Ask) -> list[bool]:
        top = self.discards is None or (bool(self.discards) and act.cards in ((), (self.discards[-1],)))
        taken = act.cards or tuple((self.discards or [])[-1:])
        return [self.draws == 0 and top and (JOKER not in taken or ask("taking a joker from the discards"))]

    def _judge_lay(self, act: Act, ask: Ask) -> list[bool]:
        """All must be melds; the last lay of an opening turn answers for all melds of the turn, read anew."""
        opens = self.opening_complete and self.opened_at in ("no", "unknown")
        melds = [*self.laid, *act.melds] if opens else act.melds
        later = self.opened_before(ask)
        states = self.lying.states((), ask, without=self.labels if opens else ())
        if later and not allowed(self.book.more_melds, "more melds than the contract", ask):
            return [False for _ in states]
        return [
            any(not opens or later or self._opening(reads, act, ask) for reads in self._ways(dict(state), melds, ask))
            for state in states
        ]

    def _ways(self, state: dict[str, Read], melds: list[Meld] | tuple[Meld, ...], ask: Ask) -> Iterator[list[Read]]:
        """Every way to read these melds together, beside what lies there."""
        if not self.lying.looks_around:
            lawful = [self._melds(meld, ask) for meld in melds]
            yield from map(list, product(*lawful))
            return
        states = [state]
        for number, meld in enumerate(melds):
            reads = readings(meld.cards, meld.kind)
            states = [after for one in states for after in self.lying.lawful(one, f"new {number}", reads, ask)]
        yield from ([after[f"new {number}"] for number in range(len(melds))] for after in states)

    def _melds(self, meld: Meld, ask: Ask) -> list[Read]:
        return [read for read in readings(meld.cards, meld.kind) if is_meld(read, self.book, ask)]

    def _opening(self, reads: list[Read], act: Act, ask: Ask) -> bool:
        """Whether the melds are a first lay-down."""
        if self.book.contract:
            return fills(reads, self.book, self.round, ask)
        if sum(points(read, ask) for read in reads) >= self.book.opening:
            return True
        return self._hand_may_have_it(act) and allowed(self.book.whole_hand_counts, "the points of the whole hand", ask)

    def _hand_may_have_it(self, act: Act) -> bool:
        """Whether the hand before the first meld of the turn had the points of an opening, or may have had them."""
        hand = self.hand_at_first if self.laid else self.hand
        if hand is None:
            return True
        known, unknown = [card for card in hand if card != UNKNOWN], hand.count(UNKNOWN)
        melds = [*self.laid, *act.melds]
        beyond = Counter(bare(card) for meld in melds for card in meld.cards) - Counter(known)
        told = [*beyond.elements()][:unknown]
        most = points_in_hand((*known, *told)) + JOKER_IN_HAND * (unknown - len(told))
        return most >= self.book.opening

    def _judge_add(self, act: Act, ask: Ask) -> list[bool]:
        return self._changes(
            act, ask, lambda before: added(before, act.cards, act.end), lambda _: self._may_add(act, ask)
        )

    def _changes(
        self, act: Act, ask: Ask, change: Callable[[Read], list[Read]], may: Callable[[Read], bool]
    ) -> list[bool]:
        """Whether a meld may be changed so and is one afterwards, for each way in which it may lie there."""
        return [
            any(self.lying.lawful(state, act.to, change(state[act.to]), ask)) and may(state[act.to])
            for state in self.lying.states((act.to,), ask)
        ]

    def _may_add(self, act: Act, ask: Ask) -> bool:
        """What the books say of who adds what to whose melds."""
        book, own = self.book, self.owns(act.to)
        if not self.opened(ask):
            return allowed(book.add_unopened, "adding before having opened", ask)
        if book.add_opening_turn != YES and not self.opened_before(ask) and not ask("adding in the turn of opening"):
            return False
        if own:
            return True
        joker = any(map(is_joker, act.cards))
        return allowed(book.add_to_others, "adding to others' melds", ask) and (
            not joker or book.joker_to_others == YES
        )

    def _judge_swap(self, act: Act, ask: Ask) -> list[bool]:
        def change(before: Read) -> list[Read]:
            after = exchanged(before, act.cards, act.jokers)
            return [after] if after else []

        def may(before: Read) -> bool:
            opened = self.opened(ask) or allowed(self.book.exchange_unopened, "exchanging before having opened", ask)
            return opened and may_be_exchanged(before, act.cards, act.jokers, self.book, ask)

        return self._changes(act, ask, change, may)

    def _judge_move(self, act: Act, ask: Ask) -> list[bool]:
        """Tabled cards moved from one meld to another: both must be melds afterwards, unless one is used up."""
        may = allowed(self.book.moving, "moving tabled cards", ask)
        left = self._left(act)
        rest = not left or bool(self._melds(Meld(left), ask))
        return [
            may and rest and any(self.lying.lawful(state, act.to, added(state[act.to], act.cards), ask))
            for state in self.lying.states((act.to, act.source), ask)
        ]

    def _judge_shift(self, act: Act, ask: Ask) -> list[bool]:
        """A card takes the place of a joker, which goes to an end of the same meld."""
        return self._changes(
            act,
            ask,
            lambda before: shifted(before, act.cards[0], act.becomes or JOKER),
            lambda before: self._may_shift(before, act, ask),
        )

    def _may_shift(self, before: Read, act: Act, ask: Ask) -> bool:
        """Kalooki does not speak of it; Jamaican kalooki allows it in runs, and does not say to whom."""
        if self.book.shifting != YES:
            return allowed(self.book.shifting, "moving tabled cards", ask)
        if not isinstance(before, Run) or is_joker(act.cards[0]):
            return False
        if ask("anybody may shift"):
            return True
        return self.opened(ask) if ask("who has opened may shift") else self.owns(act.to)

    def _left(self, act: Act) -> Cards:
        left = list(self.lying.written[act.source])
        for card in act.cards:
            left.remove(card if card in left else JOKER)
        return tuple(left)

    def _judge_discard(self, act: Act, ask: Ask) -> list[bool]:
        if not act.cards or not is_joker(act.cards[0]):
            return [True]
        return [self.book.joker_thrown == YES and self._may_keep_freed(ask)]

    # --------------------------------------------------------------------------------- judging the turn

    def judge_turn(self, ask: Ask) -> list[bool]:
        """One draw and one discard; what taking the discard obliges to; a freed joker; how many melds."""
        duties = (self._thrown_enough, self._taken_rightly, self._may_keep_freed, self._not_too_many)
        return [self.draws == 1 and all(duty(ask) for duty in duties)]

    def _may_keep_freed(self, ask: Ask) -> bool:
        """Whether a joker freed in this turn may stay in hand, or be thrown."""
        return not self.held_freed or allowed(self.book.freed_kept, "keeping or throwing a freed joker", ask)

    def _not_too_many(self, ask: Ask) -> bool:
        if len(self.laid) < 2 or not self.opened_before(ask):
            return True
        return allowed(self.book.several_melds, "more than one new meld in a turn", ask)

    def _thrown_enough(self, ask: Ask) -> bool:
        """One discard; whether going out needs one is not always clear."""
        if self.thrown:
            return self.thrown == 1
        whole = self.hand == [] and not self.opened_before(ask)
        may = {
            "whole hand": whole,
            "whole hand laid": whole and not self.added,
            "anybody": self.hand == [],
            "nobody": False,
        }[self.book.without_discard]
        return may and ask("going out without a discard")

    def _taken_rightly(self, ask: Ask) -> bool:
        if not self.took or not self.book.discard_obliges:
            return True
        laid = [bare(card) for meld in self.laid for card in meld.cards]
        if self.laid:
            return self.took in laid or ask("taking the discard and laying other cards")
        return self.took in self.added and ask("taking the discard only to add it")

    # --------------------------------------------------------------------------------------- carrying out

    def carry_out(self, act: Act) -> None:
        getattr(self, f"_do_{act.verb}", lambda act: None)(act)

    def _do_reshuffle(self, act: Act) -> None:
        self.made += 1
        if self.discards is not None and self.stock is not None:
            self.stock += max(0, len(self.discards) - 1)
            self.discards = self.discards[-1:]

    def _do_draw(self, act: Act) -> None:
        self.draws += 1
        if self.stock and act.verb == "draw":
            self.stock -= 1
        if self.hand is not None:
            self.hand.append(act.cards[0] if act.cards else UNKNOWN)

    def _do_take(self, act: Act) -> None:
        self.took = act.cards[0] if act.cards else self.discards[-1] if self.discards else UNKNOWN
        self._do_draw(Act("take", (self.took,)))

    def _do_lay(self, act: Act) -> None:
        if not self.laid:
            self.hand_at_first = None if self.hand is None else list(self.hand)
        for meld in act.melds:
            self._play(meld.cards)
            label = self.lying.free_label(self.player)
            self.lying.put_down(label, meld, self.player)
            self.laid.append(meld)
            self.labels.append(label)

    def _do_add(self, act: Act) -> None:
        self._play(act.cards)
        self.added += map(bare, act.cards)
        cards = self.lying.written[act.to] + act.cards
        self.lying.change(act.to, cards, lambda read: added(read, act.cards, act.end))

    def _do_shift(self, act: Act) -> None:
        self._play(act.cards)
        self.added += act.cards
        cards = self.lying.written[act.to] + act.cards
        self.lying.change(act.to, cards, lambda read: shifted(read, act.cards[0], act.becomes or JOKER))

    def _do_swap(self, act: Act) -> None:
        self._play(act.cards, replay=False)
        cards = self.lying.written[act.to]
        self.lying.change(
            act.to, cards, lambda read: [after] if (after := exchanged(read, act.cards, act.jokers)) else []
        )
        self.freed += act.jokers
        if self.hand is not None:
            self.hand += [JOKER] * act.jokers

    def _do_discard(self, act: Act) -> None:
        self._play(act.cards)
        self.thrown += 1

    def _play(self, cards: Cards, replay: bool = True) -> None:
        """Cards leave the hand; a joker that does has been played again."""
        if self.freed and replay:
            self.replayed += sum(map(is_joker, cards))
        for card in map(bare, cards):
            if self.hand is not None and (card in self.hand or UNKNOWN in self.hand):
                self.hand.remove(card if card in self.hand else UNKNOWN)
