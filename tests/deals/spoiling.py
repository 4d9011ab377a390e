"""Deals spoiled in a known way: a wrong move is put into a legal deal, and what it breaks is told with it.

spoiled("kaluki", 7)    the seventh spoiled deal of a book, always the same
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random

from oracle.figures import ASKED, YES, Figures
from oracle.melds import JOKER, Read, Run, Set, fixed, is_joker, rank_of, suit_of
from oracle.plays import UNKNOWN, bare

from deals.deal import FIGURES, Act, Deal, Meld, Turn
from deals.following import Moment, follow, unseen
from deals.lying import worth
from deals.making import deal as make


@dataclass(frozen=True)
class Spoiled:
    """A deal with a wrong move: in this turn this act of it, or its end (-1), breaks one of `rules` at the least."""

    deal: Deal
    turn: int
    act: int
    rules: frozenset[str]
    kind: str


Way = tuple[int, tuple[Act, ...], int, set[str]]
"""The turn that is another, what is done in it, the wrong act, and the rules of which it breaks one."""


def spoiled(book: str, seed: int) -> Spoiled:
    """Kinds follow each other with the seeds; where a deal has no room for one, the next is taken."""
    kinds = kinds_of(book)
    for n in range(len(kinds)):
        kind = kinds[(seed + n) % len(kinds)]
        found = spoil(book, seed, kind)
        if found:
            return found
    raise AssertionError(f"{book} {seed}: no way to spoil it")


def spoil(book: str, seed: int, kind: str) -> Spoiled | None:
    """The deal of this number spoiled in this way, or None where it has no room for it."""
    if kind in TRAPS:
        return _trapped(book, seed, kind)
    (deal, moments), rnd = _made(book, seed), Random(f"spoiled {book} {seed}")
    ways = list(KINDS[kind](deal, moments, FIGURES[book]))
    if not ways:
        return None
    turn, acts, act, rules = rnd.choice(ways)
    if kind in INSERTED:
        player = deal.players[act]
        return Spoiled(replace(deal, turns=(*deal.turns[:turn], (player, acts))), turn, 0, frozenset(rules), kind)
    after = deal.turns[turn + 1 :] if kind in GOES_ON and rnd.random() < 0.5 else ()
    # What is thrown is another card: nobody may take it next, nor draw it again.
    if any(act.verb == "reshuffle" for _, acts in after for act in acts) or _wants_the_pile(after[:2]):
        after = ()
    turns = (*deal.turns[:turn], (deal.turns[turn][0], acts), *after)
    return Spoiled(replace(deal, turns=turns), turn, act, frozenset(rules), kind)


def _wants_the_pile(turns: Sequence[Turn]) -> bool:
    return any(act.verb in ("take", "call", "cede", "keep") for _, acts in turns for act in acts)


@lru_cache(maxsize=256)
def _made(book: str, seed: int) -> tuple[Deal, list[Moment]]:
    """A legal deal, and its turns, but for those in which the stock is made anew."""
    deal = make(book, seed)
    moments = [moment for moment in follow(deal) if not moment.is_call]
    return deal, [moment for moment in moments if moment.acts[0].verb != "reshuffle"]


# ----------------------------------------------------------------------------------- drawing and throwing


def _thrown_twice(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        for card in _plain(now.last, now.acts[-1].cards):
            yield now.turn, (*now.acts, Act("discard", (card,))), len(now.acts), {"turn.order"}


def _drawn_twice(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments[:20]:
        first = now.acts[: now.draw + 1]
        for card in unseen(deal)[now.turn % 7 :: 7]:
            yield now.turn, (*first, Act("draw", (card,)), now.acts[-1]), now.draw + 1, {"draw.one"}


def _under_the_top(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        pile = now.pile[:-1] if now.acts[0].verb == "cede" else now.pile
        under = [card for card in pile[:-1] if card != pile[-1] and not is_joker(card)]
        for card in under:
            for thrown in _plain(now.hand)[:1]:
                acts = (*now.acts[: now.draw], Act("take", (card,)), Act("discard", (thrown,)))
                yield now.turn, acts, now.draw, {"draw.top"}


def _new_stock_too_soon(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    """Where one can count the stock: a book that says how many cards there are, and nobody's hand hidden."""
    if not book.contract and book.name != "kaluki":
        for now in moments[:20]:
            yield now.turn, (Act("reshuffle"), *now.acts), 0, {"stock.renewed"}


def _a_second_new_stock(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    """J L29: the stock runs out for the second time."""
    made = next((n for n, (_, acts) in enumerate(deal.turns) if any(act.verb == "reshuffle" for act in acts)), None)
    for now in moments if made is not None and book.void_at else ():
        if made is not None and now.turn > made and now.acts[0].verb not in ("cede", "keep"):
            yield now.turn, (Act("reshuffle"), *now.acts), 0, {"stock.void"}


def _before_the_draw(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        first = now.acts[now.draw + 1]
        cards = [card for meld in first.melds for card in meld.cards] or list(first.cards)
        if all(cards.count(card) <= now.hand.count(card) for card in cards):
            acts = (*now.acts[: now.draw], first, now.acts[now.draw], *now.acts[now.draw + 2 :])
            yield now.turn, acts, now.draw, {"draw.first"}


def _no_discard(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        yield now.turn, (*now.acts[:-1], Act("end")), -1, {"discard.one"}


def _not_held(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        if UNKNOWN not in now.last:
            for card in unseen(deal)[now.turn % 7 :: 7]:
                if card not in now.last:
                    yield now.turn, (*now.acts[:-1], Act("discard", (card,))), len(now.acts) - 1, {"play.in-hand"}


def _joker_thrown(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        if book.joker_thrown != YES and JOKER in now.last:
            acts = (*now.acts[:-1], Act("discard", (JOKER,)))
            yield now.turn, acts, len(now.acts) - 1, {"discard.no-joker"}


def _taken_for_nothing(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        if book.discard_obliges and not is_joker(now.pile[-1]):
            for card in _plain(now.hand)[:2]:
                acts = (Act("take", now.pile[-1:] and (now.pile[-1],)), Act("discard", (card,)))
                yield now.turn, acts, -1, {"draw.discard.must-lay"}


def _out_of_turn(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now, following in pairwise(moments):
        if following.acts[0].verb not in ("cede", "keep"):
            for number, player in enumerate(deal.players):
                held = _plain(following.hands[player]) if player != following.player else []
                if held and (player != now.player or len(held) > 1):
                    acts = (Act("draw", tuple(unseen(deal)[:1])), Act("discard", (held[0],)))
                    yield following.turn, acts, number, {"turn.order"}


# ------------------------------------------------------------------------------------------ opening


def _opens_short(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    if book.whole_hand_counts == ASKED or (book.name == "tuluki" and not deal.settled):
        return
    for now in moments:
        lays = [n for n, act in enumerate(now.acts) if act.verb == "lay"]
        if now.had_opened or not lays:
            continue
        melds = [meld for n in lays for meld in now.acts[n].melds]
        most = 1 if book.contract == "unwritten" else len(melds) - 1
        for some in combinations(melds, most):
            if some and (book.contract or sum(map(_most_points, some)) < book.opening):
                acts = (*now.acts[: lays[0]], Act("lay", melds=some), now.acts[-1])
                rule = "opening.contract" if book.contract else "opening.threshold"
                yield now.turn, acts, lays[0], {rule}


def _most_points(meld: Meld) -> int:
    """What a meld counts at the most: jokers as the dearest card."""
    return sum(11 if is_joker(card) else worth(rank_of(card)) for card in meld.cards)


def _adds_unopened(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        lays = any(act.verb == "lay" for act in now.acts)
        if book.add_unopened == ASKED or now.had_opened or lays:
            continue
        for label, card in _held_and_fitting(now, book):
            yield *_one_more(now, Act("add", (card,), to=label)), {"add.contract" if book.contract else "add.opened"}


# ------------------------------------------------------------------------------------------ melds


def _adds_what_does_not_fit(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    yield from _additions(moments, book, {"meld.kind"})


def _adds_another_suit(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    yield from _additions(moments, book, {"run.suit"})


def _adds_a_suit_twice(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    yield from _additions(moments, book, {"set.suits"})


def _adds_a_fifth(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    yield from _additions(moments, book, {"set.max"})


def _adds_past_the_ace(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    yield from _additions(moments, book, {"run.ace.high-only", "run.ace.ends"})


def _additions(moments: list[Moment], book: Figures, rules: set[str]) -> Iterator[Way]:
    for now in moments:
        for label, meld in now.melds.items() if now.had_opened else ():
            if book.add_to_others != YES and label[0] != now.player[0]:
                continue
            for card in dict.fromkeys(_plain(now.last, now.acts[-1].cards)):
                if _wrong_there(card, meld, book) == rules:
                    yield *_one_more(now, Act("add", (card,), to=label)), rules


def _wrong_there(card: str, meld: Read, book: Figures) -> set[str]:
    """Which rule the card would break in the meld; nothing where it fits, or where that is not clear."""
    rank, suits = rank_of(card), {suit_of(one) for one in fixed(meld.cards)}
    if isinstance(meld, Set):
        if rank != meld.rank:
            return {"meld.kind"}
        if book.suits_repeat or (suit_of(card) not in suits and len(meld.cards) < 4):
            return set()
        return {"set.max"} if len(meld.cards) == 4 else {"set.suits"}
    neighbours = {(meld.low - 2) % 13 + 1, meld.top % 13 + 1}
    if rank not in neighbours:
        return {"meld.kind"}
    inside = {place for place in (meld.low - 1, meld.top + 1) if (place - 1) % 13 + 1 == rank}
    if all(2 <= place <= 14 or (place == 1 and book.low_ace == YES) for place in inside):
        return {"run.suit"} if suit_of(card) not in suits else set()
    sure = (book.low_ace == YES or book.name == "rami-40") and book.past_ace != ASKED
    barred = not any(2 <= place <= 14 for place in inside) and not (1 in inside and book.low_ace == YES)
    return {"run.ace.high-only", "run.ace.ends"} if sure and barred and suit_of(card) in suits else set()


def _lays_too_few(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        for one, other in combinations(sorted(set(_plain(now.last, now.acts[-1].cards))), 2):
            ranks, same = sorted((rank_of(one), rank_of(other))), suit_of(one) == suit_of(other)
            if now.had_opened and ranks[0] == ranks[1]:
                yield *_one_more(now, Act("lay", melds=(Meld((one, other)),))), {"set.min"}
            if now.had_opened and ranks[0] > 1 and ranks[1] - ranks[0] == 1 and same:
                cards = tuple(sorted((one, other), key=rank_of))
                yield *_one_more(now, Act("lay", melds=(Meld(cards),))), {"run.min"}


def _lays_anything(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        held = sorted(set(_plain(now.last, now.acts[-1].cards)))
        for cards in list(combinations(held, 3))[:40] if now.had_opened else ():
            ranks = sorted(map(rank_of, cards))
            if len(set(ranks)) == 3 and ranks[2] - ranks[0] > 2 and ranks[0] > 1:
                yield *_one_more(now, Act("lay", melds=(Meld(cards),))), {"meld.kind"}


def _held_and_fitting(now: Moment, book: Figures) -> Iterator[tuple[str, str]]:
    """Cards that would fit melds on the table."""
    for label, meld in now.melds.items():
        for card in dict.fromkeys(_plain(now.last, now.acts[-1].cards)):
            if isinstance(meld, Set) and rank_of(card) == meld.rank and not _wrong_there(card, meld, book):
                yield label, card
            same = suit_of(card) in {suit_of(one) for one in fixed(meld.cards)}
            if isinstance(meld, Run) and same and rank_of(card) > 1 and rank_of(card) in (meld.low - 1, meld.top + 1):
                yield label, card


# ------------------------------------------------------------------------------------------ jokers


def _swaps_wrongly(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now, label, meld in _with_jokers(moments):
        for card in dict.fromkeys(_plain(now.last, now.acts[-1].cards)):
            if _stands_for(card, meld):
                continue
            rules = {"meld.kind"} if book.exchanges != "listed" else {"table.fixed", "joker.swap.set.four"}
            if book.contract and isinstance(meld, Run):
                rules = {"joker.stays"}
            yield *_one_more(now, Act("swap", (card,), to=label, jokers=1)), rules


def _swaps_one(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now, label, meld in _with_jokers(moments):
        for card in dict.fromkeys(_plain(now.last, now.acts[-1].cards)):
            four = len(meld.cards) >= 4
            if book.exchanges == "listed" and isinstance(meld, Set) and rank_of(card) == meld.rank:
                rules = {"joker.swap.set.four"} if four else {"table.fixed", "set.suits"}
                yield *_one_more(now, Act("swap", (card,), to=label, jokers=1)), rules


def _shifts_wrongly(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now, label, meld in _with_jokers(moments):
        for card in dict.fromkeys(_plain(now.last, now.acts[-1].cards)):
            if book.exchanges == "listed" or (book.contract and not _stands_for(card, meld)):
                rules = {"joker.shift", "meld.kind", "run.suit"} if book.contract else {"table.fixed"}
                yield *_one_more(now, Act("shift", (card,), to=label)), rules


def _moves(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        for (one, source), (other, _) in zip(now.melds.items(), list(now.melds.items())[1:], strict=False):
            if now.had_opened and book.exchanges == "listed" and not is_joker(source.cards[-1]):
                yield *_one_more(now, Act("move", source.cards[-1:], to=other, source=one)), {"table.fixed"}


def _with_jokers(moments: list[Moment]) -> Iterator[tuple[Moment, str, Read]]:
    for now in moments:
        for label, meld in now.melds.items() if now.had_opened else ():
            if any(map(is_joker, meld.cards)):
                yield now, label, meld


def _stands_for(card: str, meld: Read) -> bool:
    """Whether a joker of the meld stands for a card of this rank."""
    if isinstance(meld, Set):
        return rank_of(card) == meld.rank
    places = [meld.low + n for n, one in enumerate(meld.cards) if is_joker(one)]
    return rank_of(card) in {(place - 1) % 13 + 1 for place in places}


def _joker_to_another(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        for label, meld in now.melds.items():
            if book.contract and now.had_opened and JOKER in now.last and label[0] != now.player[0]:
                end = "" if isinstance(meld, Set) else "high" if meld.top < 14 else "low"
                yield *_one_more(now, Act("add", (JOKER,), to=label, end=end)), {"add.joker.own"}


# ------------------------------------------------------------------------------------- calls, and the end


def _calls_wrongly(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    """Who is in turn calls, or who has laid; in tuluki anybody."""
    for now, following in pairwise(moments):
        if book.calls and following.turn == now.turn + 1:
            for number, player in enumerate(deal.players):
                wrong = player == following.player or player in following.opened or book.calls == "none"
                if wrong and player != now.player and now.ceded[player] < 3:
                    yield following.turn, (Act("call", now.acts[-1].cards),), number, {"call.out-of-turn"}


def _fourth_call(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now, following in pairwise(moments):
        if book.calls == "three" and following.turn == now.turn + 1:
            for number, player in enumerate(deal.players):
                if now.ceded[player] >= 3 and player not in (now.player, following.player, *following.opened):
                    yield following.turn, (Act("call", now.acts[-1].cards),), number, {"call.three"}


def _calls_another(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    """A card that was not the one just thrown, by who might call that one."""
    for now, following in pairwise(moments):
        if book.calls == "three" and following.turn == now.turn + 1:
            other = [card for card in unseen(deal) if card != now.acts[-1].cards[0]][now.turn % 7 :: 7]
            for number, player in enumerate(deal.players):
                if now.ceded[player] < 3 and player not in (now.player, following.player, *following.opened):
                    yield from ((following.turn, (Act("call", (card,)),), number, {"call.top"}) for card in other[:3])


def _answers_nobody(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    for now in moments:
        if book.calls and now.acts[0].verb not in ("cede", "keep"):
            yield now.turn, (Act("keep" if now.turn % 2 else "cede"), *now.acts), 0, {"call.answer"}


def _after_the_end(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    last = moments[-1]
    if not deal.winner or last.turn < len(deal.turns) - 1:
        return
    number = (deal.players.index(deal.winner) + 1) % len(deal.players)
    if book.late == "nobody":
        yield last.turn + 1, (Act("draw", tuple(unseen(deal)[:1])),), number, {"late.over", "late.otherwise"}
        return
    lays = any(act.verb == "lay" for act in last.acts)
    for card in _plain(last.hands[deal.players[number]]) if lays and not last.had_opened else ():
        label = next(label for label in last.melds if label[0] == deal.winner[0])
        yield last.turn + 1, (Act("add", (card,), to=label),), number, {"late.going"}


def _out_without_discard(deal: Deal, moments: list[Moment], book: Figures) -> Iterator[Way]:
    """The last card is added to a meld of one's own instead."""
    last = moments[-1]
    if not deal.winner or last.turn < len(deal.turns) - 1 or book.contract or not last.had_opened:
        return
    for label, card in _held_and_fitting(replace(last, acts=(*last.acts, Act("discard"))), book):
        if label[0] == last.player[0]:
            acts = (*last.acts[:-1], Act("add", (card,), to=label))
            yield last.turn, acts, -1, {"out.discard", "discard.one"}


def _plain(held: list[str], without: tuple[str, ...] = ()) -> list[str]:
    """The cards of a hand that are known and no jokers, less some of them."""
    left = list(held)
    for card in without:
        left.remove(card if card in left else UNKNOWN)
    return [card for card in left if card not in (JOKER, UNKNOWN)]


def _one_more(now: Moment, act: Act) -> tuple[int, tuple[Act, ...], int]:
    """The turn with one act more before its discard."""
    return now.turn, (*now.acts[:-1], act, now.acts[-1]), len(now.acts) - 1


KINDS: dict[str, Callable[[Deal, list[Moment], Figures], Iterator[Way]]] = {
    "throws twice": _thrown_twice,
    "draws twice": _drawn_twice,
    "makes a new stock too soon": _new_stock_too_soon,
    "makes a second new stock": _a_second_new_stock,
    "takes a card under the top": _under_the_top,
    "plays before the draw": _before_the_draw,
    "ends without a discard": _no_discard,
    "throws a card not held": _not_held,
    "throws a joker": _joker_thrown,
    "takes a card and lays nothing": _taken_for_nothing,
    "plays out of turn": _out_of_turn,
    "opens short": _opens_short,
    "adds before opening": _adds_unopened,
    "adds what does not fit": _adds_what_does_not_fit,
    "adds another suit": _adds_another_suit,
    "adds a suit twice": _adds_a_suit_twice,
    "adds a fifth": _adds_a_fifth,
    "adds past the ace": _adds_past_the_ace,
    "lays too few": _lays_too_few,
    "lays what is no meld": _lays_anything,
    "exchanges a wrong card": _swaps_wrongly,
    "exchanges one card in a set": _swaps_one,
    "shifts a joker": _shifts_wrongly,
    "moves a tabled card": _moves,
    "adds a joker to another's meld": _joker_to_another,
    "calls when it may not": _calls_wrongly,
    "calls a fourth time": _fourth_call,
    "calls another card": _calls_another,
    "answers no call": _answers_nobody,
    "plays on after the end": _after_the_end,
    "goes out without a discard": _out_without_discard,
}
"""How deals are spoiled where they give room for it."""

INSERTED = {
    "plays out of turn",
    "calls when it may not",
    "calls a fourth time",
    "calls another card",
    "plays on after the end",
}
"""These are turns of another player: instead of an act, they say which."""
GOES_ON = {"throws a joker", "throws a card not held", "throws twice"}
"""After these the deal may go on as it was."""

# ------------------------------------------------------------------------------------------ traps

HIGH = "K♥ K♠ K♦, Q♥ Q♠ Q♦"
OTHERS = "4♥ 4♠ 4♦, 7♥ 7♠ 7♦"
POINTS = ("rami-40", "rami-51", "kalooki-40", "kalooki-51", "kaluki")
CONTRACT = ("jamaican", "baby-kalooki", "tuluki")

TRAPS: dict[str, tuple[tuple[str, ...], int, str]] = {
    "set.suits": (POINTS, 0, f"10♥ 10♥ 10♠, {HIGH}"),
    "set.max": (POINTS, 0, f"10♥ 10♠ 10♦ 10♣ JK, {HIGH}"),
    "set.min": ((*POINTS, *CONTRACT), 1, f"10♥ 10♠, {OTHERS}, K♥ K♠ K♦"),
    "run.min": (POINTS, 0, f"9♠ 10♠, {HIGH}"),
    "run.min of three": (CONTRACT, 2, "9♠ 10♠ J♠, 4♥ 4♠ 4♦, 7♥ 7♠ 7♦"),
    "run.suit": (POINTS, 0, f"9♠ 10♠ J♥, {HIGH}"),
    "run.suit of four": (CONTRACT, 2, "9♠ 10♠ J♥ Q♠, 4♥ 4♠ 4♦, 7♥ 7♠ 7♦"),
    "meld.kind": (POINTS, 0, f"4♠ 5♠ 9♠, {HIGH}"),
    "run.ace.high-only": (("rami-40",), 0, f"A♥ 2♥ 3♥, {HIGH}"),
    "run.ace.ends": (("kalooki-40", "kalooki-51"), 0, "J♥ Q♥ K♥ A♥ 2♥, K♠ K♦ K♣"),
    "run.ace.ends of four": (CONTRACT, 2, "Q♥ K♥ A♥ 2♥, 4♥ 4♠ 4♦, 7♥ 7♠ 7♦"),
    "opening.threshold": (("rami-51",), 0, "2♥ 2♦ 2♣, 3♥ 4♥ 3♦ 3♣ 4♣ 4♠ 2♠ 3♠ 3♥ 2♥"),
    "opening.threes.ranks": (CONTRACT, 1, "10♥ 10♠ 10♦, 10♥ 10♠ 10♣, 7♥ 7♠ 7♦"),
    "opening.fours.suits": (CONTRACT, 3, "4♥ 5♥ 6♥ 7♥, 8♥ 9♥ 10♥ J♥, 10♣ 10♠ 10♦"),
    "set.naturals": (CONTRACT, 1, "10♥ JK=10♠ JK=10♦, 4♥ 4♠ 4♦, 7♥ 7♠ 7♦"),
    "run.jokers.apart": (CONTRACT, 2, "5♥ JK JK 8♥, 4♥ 4♠ 4♦, 7♥ 7♠ 7♦"),
}
"""What is dealt to the first player, who opens with it: in which books, in which round, which melds.

The first is wrong, or all of them together. The rule broken is the first word.
"""


def _trapped(book: str, seed: int, kind: str) -> Spoiled | None:
    _, round, text = TRAPS[kind]
    melds = [tuple(meld.split()) for meld in text.split(", ")]
    if book in CONTRACT:
        melds = melds[: 2 if book == "baby-kalooki" else 3]
    if kind == "set.min" and book in POINTS:
        round = 0
    deal = make(book, seed, [tuple(map(bare, meld)) for meld in melds], round)
    if any(len(held) > len(deal.hands[-1][1]) for _, held in deal.hands):
        return None
    (now, *_) = follow(deal)
    trap = [bare(card) for meld in melds for card in meld]
    held = [*now.hand, *now.acts[0].cards]
    for card in trap:
        held.remove(card)
    plain = [card for card in held if not is_joker(card)]
    if not plain and kind != "opening.threshold":
        return None
    laid = melds[:1] if kind == "opening.threshold" else melds
    if kind == "opening.threshold" and JOKER in now.acts[0].cards:
        return None
    thrown = now.acts[0].cards if kind == "opening.threshold" else (plain[0],)
    acts = (now.acts[0], Act("lay", melds=tuple(map(Meld, laid))), Act("discard", thrown))
    turns = ((now.player, acts),)
    return Spoiled(replace(deal, turns=turns), 0, 1, frozenset({kind.split()[0]}), kind)


def kinds_of(book: str) -> tuple[str, ...]:
    """The ways in which deals of a book are spoiled."""
    return (*KINDS, *(kind for kind, (books, _, _) in TRAPS.items() if book in books))
