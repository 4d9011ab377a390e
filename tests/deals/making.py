"""Legal deals at random: melds are chosen first and dealt into hands, then the deal is played as a club plays it.

    deal("rami-40", 7)    the seventh deal of a book, always the same

Everything done is legal however the open questions of the book are answered. In baby kalooki and tuluki nobody can open
so: their deals are played without melds, or, every other one, at a table that has agreed on the contract.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from oracle.deals import CONTRACTS as DEALT
from oracle.figures import CONTRACTS, NO, YES, Figures
from oracle.melds import JOKER, SUITS, card, is_joker, rank_of, suit_of
from oracle.scores import ADDED, BY_AND_BY, WHOLE

from deals.deal import FIGURES, NAMES, SEATS, SETTLED, Act, Deal, Meld, Turn
from deals.lying import Lying, beside, is_fine, lowest, melds_in, rest, together

Cards = list[str]
BABY_CONTRACTS = {1: (2, 0), 2: (1, 1), 3: (3, 0)}
"""Nobody has written them down; a table agrees on such."""
MOST_STEPS = 400
"""Melds are put together in so many steps at the most."""


def deal(book: str, seed: int, trap: Sequence[Sequence[str]] = (), round: int = 0) -> Deal:
    """The deal of a book with this number. The cards of `trap` are dealt to the first player among his own."""
    return _Making(book, Random(f"{book} {seed}"), seed, [one for cards in trap for one in cards], round).deal()


def a_deck(book: Figures, players: int) -> Cards:
    """All cards: the packs that so many players need, and their jokers."""
    packs = 2 if players <= 4 or not book.contract else 3 if players <= 6 else 4
    jokers = 2 * packs if book.contract else 2
    return [card(rank, suit) for rank in range(1, 14) for suit in SUITS] * packs + [JOKER] * jokers


class _Making:
    def __init__(self, name: str, rnd: Random, seed: int, trap: Cards, round: int) -> None:
        self.rnd, self.book, self.name = rnd, FIGURES[name], name
        self.players = NAMES[: rnd.randint(*SEATS[name])]
        self.round = (round or rnd.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9))) if self.book.contract else 0
        if name == "baby-kalooki":
            self.round = rnd.randint(1, 3)
        self.settled = SETTLED[name] if name in SETTLED and (seed % 2 or trap) else ()
        self.may_open = name not in SETTLED or bool(self.settled)
        self.size = 13 if not self.book.contract else 9 if name == "baby-kalooki" else DEALT[self.round]
        # Now and then nobody lays before the stock has run out.
        self.slow = not trap and rnd.random() < 0.03
        if self.slow:
            self.players = NAMES[: SEATS[name][1]]
        self.patient = {player for player in self.players if not self.book.contract and rnd.random() < 0.12}
        self.melds: dict[str, Lying] = {}
        self.opened: set[str] = set()
        self.calls = dict.fromkeys(self.players, 0)
        self.turns: list[Turn] = []
        self.caller, self.stocks_made = "", 0
        self._stack(trap)
        self.dealt = {player: tuple(cards) for player, cards in self.hands.items()}
        self.pile = [self.stock.pop()]
        self.first_discard = self.pile[0]

    # ----------------------------------------------------------------------------------------- the cards

    def _stack(self, trap: Cards) -> None:
        """Deals melds and other cards; some cards of the melds come only with a later draw."""
        rnd, deck = self.rnd, a_deck(self.book, len(self.players))
        self.hands: dict[str, Cards] = {player: [] for player in self.players}
        for one in trap:
            deck.remove(one)
            self.hands[self.players[0]].append(one)
        rnd.shuffle(deck)
        late: dict[int, str] = {}
        for seat in rnd.sample(range(len(self.players)), len(self.players)):
            hand = self.hands[self.players[seat]]
            if hand or rnd.random() < 0.12:
                continue
            wanted = self._wanted(deck, self.players[seat] in self.patient)
            for one in wanted:
                deck.remove(one)
            rnd.shuffle(wanted)
            for _ in range(rnd.choice((0, 1, 1, 2, 3))):
                place = len(self.players) * rnd.randint(0, 6) + seat
                if place not in late and wanted:
                    late[place] = wanted.pop()
            for lacking in self.behind:
                receiver = rnd.choice((seat, rnd.randrange(len(self.players))))
                for one in lacking:
                    place = len(self.players) * rnd.randint(0, 7) + receiver
                    if place not in late and one in deck:
                        deck.remove(one)
                        late[place] = one
            hand += wanted[: self.size]
            deck += wanted[self.size :]
        rnd.shuffle(deck)
        self._near(deck)
        for hand in self.hands.values():
            while len(hand) < self.size:
                hand.append(deck.pop())
            rnd.shuffle(hand)
        self.stock = deck
        for place in sorted(late):
            self.stock.insert(len(self.stock) - min(place, len(self.stock)), late[place])
        # The first card turned up is drawn before anything else.
        self.stock.append(next(one for one in self.stock if not is_joker(one)))
        self.stock.remove(self.stock[-1])

    def _wanted(self, deck: Cards, whole: bool) -> Cards:
        """Melds to open with, and more of them for who waits until he can go out at once."""
        free, found = list(deck), list[Lying]()
        while not self._enough(found) or (whole and sum(len(one.cards) for one in found) < 11):
            meld = self._random_meld(found)
            if is_fine(meld, self.book) and together(free, [*found, meld]) and beside(meld, found, self.book):
                found.append(meld)
        self.behind = [meld.stands_for() for meld in found if meld.jokers]
        return [one for meld in found for one in meld.cards]

    def _random_meld(self, found: Sequence[Lying]) -> Lying:
        rnd, book = self.rnd, self.book
        threes = book.contract and sum(not one.is_run for one in found) < self._contract[0]
        if threes if book.contract else rnd.random() < 0.5:
            ranks = [rank for rank in range(1, 14) if all(one.rank != rank for one in found)]
            rank, size = rnd.choice(ranks), 3 if book.contract else rnd.choice((3, 3, 4))
            meld = Lying(tuple(card(rank, suit) for suit in rnd.sample(SUITS, size)), rank)
        else:
            suits = [suit for suit in SUITS if not book.contract or all(one.suit != suit for one in found)]
            suit, size = rnd.choice(suits or SUITS), book.smallest_run + (not book.contract and rnd.random() < 0.4)
            low = rnd.randint(lowest(book), 15 - size)
            meld = Lying(tuple(card(low + n, suit) for n in range(size)), suit=suit, low=low)
        if rnd.random() < 0.08 and not meld.is_run and self.book.exchanges == "listed":
            return replace(meld, cards=(meld.cards[0], JOKER, JOKER))
        if rnd.random() < 0.25:
            n = rnd.randrange(len(meld.cards))
            meld = replace(meld, cards=(*meld.cards[:n], JOKER, *meld.cards[n + 1 :]))
        return meld

    @property
    def _contract(self) -> tuple[int, int]:
        return BABY_CONTRACTS[self.round] if self.name == "baby-kalooki" else CONTRACTS[self.round]

    def _enough(self, melds: Sequence[Lying]) -> bool:
        if self.book.contract:
            runs = sum(one.is_run for one in melds)
            return (len(melds) - runs, runs) == self._contract
        return sum(one.points() for one in melds) >= self.book.opening

    def _near(self, deck: Cards) -> None:
        """A few cards that complete what others hold go to the hands: what a joker stands for, what can be added."""
        for hand in self.hands.values():
            held = [one for one in hand if not is_joker(one)]
            others = [one for other in self.hands.values() if other is not hand for one in other if not is_joker(one)]
            for near in self.rnd.sample(others, min(len(others), 3)):
                rank = rank_of(near) + self.rnd.choice((-1, 0, 1, 2))
                one = card(rank if rank > 0 else 13, suit_of(near) if rank != rank_of(near) else self.rnd.choice(SUITS))
                if one in deck and len(hand) < self.size and held:
                    deck.remove(one)
                    hand.append(one)

    # ------------------------------------------------------------------------------------------ the play

    def deal(self) -> Deal:
        seat, most = 0, 280 if self.slow else self.rnd.choice((14, 24, 36, 44, 50))
        while len(self.turns) < most and self._cards_to_draw() and self._turn(self.players[seat]):
            thrower, seat = self.players[seat], (seat + 1) % len(self.players)
            if self.book.calls == "three":
                self._perhaps_call(thrower, self.players[seat])
        if self.caller:
            self.turns.pop()
        winner = next((player for player, hand in self.hands.items() if not hand), "")
        left = tuple((player, tuple(hand)) for player, hand in self.hands.items() if hand) if winner else ()
        return Deal(self.name, self.players, tuple(self.dealt.items()), self.first_discard, tuple(self.turns),
                    self.round, self.settled, winner, left, self._went() if winner else BY_AND_BY)  # fmt: skip

    def _cards_to_draw(self) -> bool:
        """Where the stock is empty, it is made anew once; J L29: the second time would be the last."""
        return len(self.stock) > 1 or (not self.stocks_made and len(self.pile) > 12)

    def _went(self) -> str:
        """How the last turn ended the deal."""
        if self.opened_before:
            return BY_AND_BY
        return ADDED if any(act.verb in ("add", "shift") for act in self.acts) else WHOLE

    def _turn(self, player: str) -> bool:
        """Plays a turn; whether the deal goes on."""
        self.player, self.hand, self.acts = player, self.hands[player], list[Act]()
        self.opened_before, self.replayed, self.plan = player in self.opened, False, list[Lying]()
        keep = self._answer()
        self._draw(keep)
        if not self.plan and (self.opened_before or self.book.exchanges == "rank"):
            self._swap()
        self._lay()
        if self.opened_before and self.book.shifting == YES:
            self._shift()
        if self.opened_before or (player in self.opened and self.book.add_opening_turn == YES):
            self._add()
        self._throw()
        self.turns.append((player, tuple(self.acts)))
        return bool(self.hand)

    def _perhaps_call(self, thrower: str, following: str) -> None:
        """J L26: who has not laid, and is not in turn, calls the card just thrown."""
        able = [one for one in self.players if one not in (thrower, following) and one not in self.opened]
        able = [one for one in able if self.calls[one] < 3 and len(self.hands[one]) < self.size + 6]
        able = able if len(self.stock) > 3 else []
        if able and self.rnd.random() < (0.5 if self.may_open else 0.15):
            self.caller = self.rnd.choice(able)
            self.calls[self.caller] += 1
            self.turns.append((self.caller, (Act("call", (self.pile[-1],)),)))

    def _answer(self) -> bool:
        """Cedes a card that was called, with a card of the stock, or keeps it; whether it must be taken now."""
        if not self.caller:
            return False
        caller, self.caller = self.caller, ""
        keep = self.rnd.random() < 0.4
        self.acts.append(Act("keep" if keep else "cede"))
        if not keep:
            self.hands[caller] += [self.pile.pop(), self.stock.pop()]
        return keep

    def _draw(self, take: bool) -> None:
        top = self.pile[-1] if self.pile else JOKER
        if top != JOKER and (take or self._wants(top)):
            self.pile.pop()
            self.acts.append(Act("take", (top,)))
            self.taken = top
        else:
            self._make_a_stock()
            top = self.stock.pop()
            self.acts.append(Act("draw", (top,)))
            self.taken = ""
        self.hand.append(top)

    def _make_a_stock(self) -> None:
        """R L19, K L17: of the discards, but for the top one, where the stock is empty."""
        if not self.stock:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rnd.shuffle(self.stock)
            self.stocks_made += 1
            self.acts.append(Act("reshuffle"))

    def _wants(self, top: str) -> bool:
        """Whether the top of the pile is of use; who must lay it takes it only for that."""
        hand = [*self.hand, top]
        if self.book.discard_obliges:
            self.plan = self._to_lay(hand, top) if self.rnd.random() < 0.9 else []
            return bool(self.plan)
        if any(top in meld.cards for meld in melds_in(hand, self.book)):
            return self.rnd.random() < 0.7
        return self.rnd.random() < (0.35 if top in self.hand else 0.06)

    # ------------------------------------------------------------------------------------- laying

    def _lay(self) -> None:
        melds = self.plan or self._to_lay(self.hand)
        if not melds or self.replayed:
            return
        acts = [melds]
        if len(melds) > 1 and not self.book.contract and self.rnd.random() < 0.15:
            acts = [melds[:1], melds[1:]]
        for some in acts:
            for meld in some:
                self._put_down(meld)
            self.acts.append(Act("lay", melds=tuple(Meld(self._written(meld)) for meld in some)))
        self.opened.add(self.player)

    def _put_down(self, meld: Lying) -> None:
        number = sum(label[0] == self.player[0] for label in self.melds) + 1
        self.melds[f"{self.player[0]}{number}"] = replace(meld, owner=self.player)
        self.hand[:] = rest(self.hand, [meld])

    def _written(self, meld: Lying) -> tuple[str, ...]:
        """Mostly upwards; a set of one card and two jokers says what they are."""
        if not meld.is_run and len(meld.cards) - meld.jokers == 1:
            suits = iter([suit for suit in SUITS if suit not in meld.suits])
            return tuple(f"JK={card(meld.rank, next(suits))}" if is_joker(one) else one for one in meld.cards)
        return meld.cards[::-1] if meld.is_run and self.rnd.random() < 0.1 else meld.cards

    def _to_lay(self, hand: Cards, must: str = "") -> list[Lying]:
        """Melds to lay of this hand, with one card left to throw; `must` is in one of them, if it says a card."""
        book, rnd = self.book, self.rnd
        if self.opened_before and (book.contract or rnd.random() < 0.1):
            return []
        if not self.opened_before and (not self.may_open or (self.slow and not self.stocks_made)):
            return []
        found = [meld for meld in melds_in(hand, book) if beside(meld, [*self.melds.values()], book)]
        if self.opened_before:
            most = 1 if book.several_melds != YES else 3
            chosen = self._disjoint(found, hand, lambda melds: not must or any(must in one.cards for one in melds))
            return chosen[:most] if must == "" or any(must in one.cards for one in chosen[:most]) else []
        if self.player in self.patient and len(self.turns) < 30:
            return self._disjoint(found, hand, lambda melds: len(rest(hand, melds)) == 1 and self._opens(melds, must))
        if not must and rnd.random() < 0.08:
            return []
        return self._disjoint(found, hand, lambda melds: self._opens(melds, must))

    def _opens(self, melds: Sequence[Lying], must: str) -> bool:
        if must and not any(must in one.cards for one in melds):
            return False
        return bool(melds) and self._enough(melds)

    def _disjoint(self, found: list[Lying], hand: Cards, enough: object) -> list[Lying]:
        """The first melds found that the hand holds together and that are enough, or none."""
        steps = MOST_STEPS

        def search(chosen: list[Lying], start: int) -> list[Lying]:
            nonlocal steps
            left = rest(hand, chosen)
            if chosen and enough(chosen) and any(not is_joker(one) for one in left):  # type: ignore[operator]
                return chosen
            for n in range(start, len(found)):
                steps -= 1
                if steps < 0:
                    return []
                meld = found[n]
                fits = together(left, [meld]) and len(left) > len(meld.cards) and self._goes_with(meld, chosen)
                if fits and (result := search([*chosen, meld], n + 1)):
                    return result
            return []

        return search([], 0)

    def _goes_with(self, meld: Lying, chosen: Sequence[Lying]) -> bool:
        if self.book.contract:
            same = any((one.rank, one.suit) == (meld.rank, meld.suit) for one in chosen)
            count = sum(one.is_run == meld.is_run for one in chosen)
            return not same and count < self._contract[meld.is_run]
        return beside(meld, chosen, self.book) and len(chosen) < 5

    # ------------------------------------------------------------------------------------- on the table

    def _others(self, label: str) -> list[Lying]:
        return [meld for one, meld in self.melds.items() if one != label]

    def _swap(self) -> None:
        """Exchanges for a joker; where it must be played again, only who can lay or add it at once."""
        for label, meld in self.melds.items():
            given = self._given(meld)
            if not given or len(self.hand) <= len(given):
                continue
            after = self._after_swap(meld, given)
            hand = [*rest(self.hand, [Lying(given)]), JOKER]
            if not is_fine(after, self.book) or (self.book.freed_kept != YES and not self._can_replay(hand)):
                continue
            self.melds[label] = after
            self.hand[:] = hand
            self.acts.append(Act("swap", given, to=label, jokers=1))
            if self.book.freed_kept != YES:
                self._replay()
            return

    def _given(self, meld: Lying) -> tuple[str, ...]:
        """The cards of the hand that free one joker of the meld."""
        if not meld.jokers or (meld.is_run and self.book.exchange_run not in (0, len(meld.cards))):
            return ()
        if self.book.exchanges == "three":
            return ()
        if not meld.is_run and len(meld.cards) - meld.jokers == 1:
            # The first joker goes; the other says another card than these.
            first, _, third = meld.stands_for()
            return (first, third) if first in self.hand and third in self.hand else ()
        held = [one for one in meld.stands_for() if one in self.hand]
        if meld.is_run:
            return tuple(held[:1])
        if self.book.exchanges == "listed":
            return tuple(held[:2]) if len(meld.cards) == 3 and len(held) >= 2 else ()
        return tuple(held[: 2 if len(meld.cards) == 3 and self.rnd.random() < 0.3 else 1])

    def _after_swap(self, meld: Lying, given: tuple[str, ...]) -> Lying:
        if meld.is_run:
            n = meld.cards.index(JOKER) if len(meld.stands_for()) == 1 else self._place_of(meld, given[0])
            return replace(meld, cards=(*meld.cards[:n], given[0], *meld.cards[n + 1 :]))
        left = list(meld.cards)
        left.remove(JOKER)
        return replace(meld, cards=(*left, *given))

    def _place_of(self, meld: Lying, one: str) -> int:
        return next(n for n, there in enumerate(meld.cards)
                    if is_joker(there) and card(meld.low + n, meld.suit) == one)  # fmt: skip

    def _with_joker(self, hand: Cards) -> list[Lying]:
        """A meld with a joker that can be laid of this hand now, if there is one."""
        found = [one for one in melds_in(hand, self.book) if one.jokers and len(one.cards) < len(hand)]
        return [one for one in found if beside(one, [*self.melds.values()], self.book)][:1]

    def _can_replay(self, hand: Cards) -> bool:
        return bool(self._with_joker(hand)) and hand.count(JOKER) == 1

    def _replay(self) -> None:
        (meld,) = self._with_joker(self.hand)
        self._put_down(meld)
        self.acts.append(Act("lay", melds=(Meld(meld.cards),)))
        self.replayed = True

    def _shift(self) -> None:
        """J L27: a card takes the place of the joker in one's own run, and the joker goes to an end."""
        for label, meld in self.melds.items():
            held = [one for one in meld.stands_for() if one in self.hand] if meld.is_run else []
            if meld.owner != self.player or not held or len(self.hand) < 2:
                continue
            n = self._place_of(meld, held[0])
            cards = (*meld.cards[:n], held[0], *meld.cards[n + 1 :])
            ends = [(replace(meld, cards=(JOKER, *cards), low=meld.low - 1), meld.low - 1),
                    (replace(meld, cards=(*cards, JOKER)), meld.top + 1)]  # fmt: skip
            fine = [(after, place) for after, place in ends if place >= 1 and is_fine(after, self.book)]
            if fine:
                self.melds[label], place = self.rnd.choice(fine)
                self.hand.remove(held[0])
                becomes = f"JK={card(place, meld.suit)}"
                self.acts.append(Act("shift", (held[0],), to=label, becomes=becomes))
                return

    def _add(self) -> None:
        """Adds what fits, a card or two at a time."""
        while len(self.hand) > 1:
            ways = list(self._ways())
            if not ways or self.rnd.random() < 0.12:
                return
            label, cards, end, after = self.rnd.choice(ways)
            self.melds[label] = after
            for one in cards:
                self.hand.remove(one)
            self.acts.append(Act("add", cards, to=label, end=end))

    def _ways(self) -> Iterator[tuple[str, tuple[str, ...], str, Lying]]:
        """What can be added: the meld, the cards, the end where it has to be said, and the meld afterwards."""
        for label, meld in self.melds.items():
            own = meld.owner == self.player
            if not own and self.book.add_to_others != YES:
                continue
            for cards, end, after in self._fitting(meld):
                left = rest(self.hand, [Lying(cards)])
                jokers = any(map(is_joker, cards))
                if jokers and ((not own and self.book.joker_to_others == NO) or self.rnd.random() < 0.6):
                    continue
                fine = is_fine(after, self.book) and beside(after, self._others(label), self.book)
                if fine and any(not is_joker(one) for one in left):
                    yield label, cards, end, after

    def _fitting(self, meld: Lying) -> Iterator[tuple[tuple[str, ...], str, Lying]]:
        hand = list(dict.fromkeys(self.hand))
        if not meld.is_run:
            for one in hand if len(meld.cards) - meld.jokers > 1 else ():
                if is_joker(one) or rank_of(one) == meld.rank:
                    yield (one,), "", replace(meld, cards=(*meld.cards, one))
            return
        for count in (1, 2):
            if meld.top + count <= 14:
                new = tuple(card(meld.top + n, meld.suit) for n in range(1, count + 1))
                if all(one in hand for one in new):
                    yield new, "high" if self.rnd.random() < 0.3 else "", replace(meld, cards=(*meld.cards, *new))
            if meld.low - count >= 1:
                new = tuple(card(meld.low - n, meld.suit) for n in range(count, 0, -1))
                if all(one in hand for one in new):
                    after = replace(meld, cards=(*new, *meld.cards), low=meld.low - count)
                    yield new, "low" if self.rnd.random() < 0.3 else "", after
        if JOKER in hand and meld.top < 14:
            yield (JOKER,), "high", replace(meld, cards=(*meld.cards, JOKER))
        if JOKER in hand and meld.low > 1:
            yield (JOKER,), "low", replace(meld, cards=(JOKER, *meld.cards), low=meld.low - 1)

    # ------------------------------------------------------------------------------------- the discard

    def _throw(self) -> None:
        """Throws what is of least use; a joker only where it may be thrown and nothing else is held."""
        plain = [one for one in self.hand if not is_joker(one)] or self.hand
        used = {one for meld in melds_in(self.hand, self.book) for one in meld.cards}
        idle = [one for one in plain if one not in used and one != self.taken] or plain
        alone = [one for one in idle if not any(other != one and self._close(one, other) for other in plain)]
        thrown = self.rnd.choice(alone or idle)
        self.hand.remove(thrown)
        self.pile.append(thrown)
        self.acts.append(Act("discard", (thrown,)))

    def _close(self, one: str, other: str) -> bool:
        gap = abs(rank_of(one) - rank_of(other))
        return gap == 0 or (suit_of(one) == suit_of(other) and gap <= 2)
