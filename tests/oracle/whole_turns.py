"""Whole turns at random, from the draw to the discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from oracle.acts import a_contract
from oracle.figures import NO, Figures
from oracle.making import LABEL, OTHER_LABEL, a_card, a_meld, a_set, fitting, for_run, for_set, on_table
from oracle.melds import JOKER, Cards, is_joker, readings
from oracle.plays import Act, Lain, Meld, Play, bare
from oracle.turns import FREE


def turns(rnd: Random, book: Figures, sort: str) -> Play:
    """A whole turn, from the draw to the discard. `sort`: the stock, the discards, or a turn that empties the hand."""
    out = sort == "out"
    opened = rnd.choice(("before", "no"))
    table = _table(rnd, book, own=opened == "before")
    round = rnd.randint(1, 2) if book.contract else 0
    acts = _between(rnd, book, table, opened, round, least=int(out))
    throw = Act("discard", (JOKER if rnd.random() < 0.12 else a_card(rnd),))
    draw, hand, pile = _draw(rnd, sort, needed([*acts, throw]))
    turn = (draw, *acts, throw)
    if rnd.random() < 0.3:
        turn = _spoiled_turn(rnd, turn)
    if out and rnd.random() < 0.4:
        turn, hand = turn[:-1], _less(hand, throw.cards)
    if rnd.random() < 0.1:
        hand = _less(hand, hand[:1])
    if not out:
        hand = (*hand, a_card(rnd), a_card(rnd), a_card(rnd)) if rnd.random() < 0.5 else None
    return Play(turn, table, opened, drawn=False, hand=hand, discards=pile, round=round)


def _between(rnd: Random, book: Figures, table: Lain, opened: str, round: int, least: int) -> list[Act]:
    """What is done between the draw and the discard: melds laid, `least` or more, and a play on a tabled meld."""
    if book.contract:
        acts = _by_contract(rnd, book, opened, round)
    else:
        count = rnd.choice((0, 1, 2)) or least
        melds = [a_meld(rnd, book, rnd.choice((3, 3, 4, 5)), rnd.choice((0, 0, 0, 1))) for _ in range(count)]
        acts = [Act("lay", melds=(Meld(meld),)) for meld in melds]
    on_melds = _on_melds(rnd, book, table)
    if opened == "no":
        return rnd.choice(([*acts, *on_melds], [*on_melds, *acts], acts))
    acts += on_melds
    rnd.shuffle(acts)
    return acts


def _by_contract(rnd: Random, book: Figures, opened: str, round: int) -> list[Act]:
    """The contract laid by somebody who has not opened, one more meld now and then by somebody who has."""
    if opened == "before":
        return [Act("lay", melds=(Meld(a_meld(rnd, book, 4, 0)),))] if rnd.random() < 0.2 else []
    if rnd.random() < 0.2:
        return []
    return [Act("lay", melds=tuple(map(Meld, a_contract(rnd, book, round))))]


def needed(acts: Sequence[Act]) -> Cards:
    """The cards that the acts take from the hand, but for jokers that they free first."""
    cards = tuple(map(bare, played(acts)))
    freed = sum(act.jokers for act in acts)
    return _less(cards, (JOKER,) * freed)


def _less(cards: Cards, gone: Cards) -> Cards:
    """The cards without those that go, as far as they are there."""
    left = list(cards)
    for one in gone:
        if one in left:
            left.remove(one)
    return tuple(left)


def _table(rnd: Random, book: Figures, own: bool) -> Lain:
    """One or two melds of others, or of his own if he may have one."""
    found = [
        Meld(
            on_table(rnd, book, rnd.choice((3, 3, 4)), rnd.choice((0, 1)), rnd.choice(("set", "run"))),
            own=own and rnd.random() < 0.5,
        )
        for _ in "12"
    ]
    return tuple(zip((LABEL, OTHER_LABEL), found, strict=True))[: rnd.choice((1, 2))]


def _on_melds(rnd: Random, book: Figures, table: Lain) -> list[Act]:
    """An addition, an exchange or a shift, or nothing."""
    label, meld = rnd.choice(table)
    way = rnd.random()
    if way < 0.4:
        return [Act("add", fitting(rnd, meld.cards, rnd.choice((1, 1, 2))), to=label)]
    if way < 0.65 and any(map(is_joker, meld.cards)):
        of_set = all(hasattr(read, "rank") for read in readings(meld.cards))
        given, taken = (for_set if of_set else for_run)(rnd, meld.cards)
        if book.shifting != NO and rnd.random() < 0.7:
            return [Act("shift", given[:1], to=label)]
        acts = [Act("swap", given, to=label, jokers=taken)]
        return acts + _with_freed(rnd, book)
    return []


def _with_freed(rnd: Random, book: Figures) -> list[Act]:
    """What may be done with a freed joker in the same turn: it is laid, or nothing yet."""
    meld = (*a_set(rnd, book, 3)[:2], JOKER)
    return [Act("lay", melds=(Meld(meld),))] if rnd.random() < 0.5 else []


def _draw(rnd: Random, sort: str, needed: Cards) -> tuple[Act, Cards, Cards | None]:
    """The draw, mostly of a card that is needed; the hand before it; and the discard pile."""
    card = rnd.choice(needed) if rnd.random() < 0.8 else a_card(rnd)
    hand = _less(needed, (card,))
    if sort == "stock" or (sort == "out" and rnd.random() < 0.7):
        return Act("draw", (card,) if rnd.random() < 0.7 else ()), hand, None
    top = card if rnd.random() < 0.9 else a_card(rnd)
    return Act("take", (card,)), hand, (a_card(rnd), top) if rnd.random() < 0.7 else None


def _spoiled_turn(rnd: Random, turn: Sequence[Act]) -> tuple[Act, ...]:
    """The turn without one of its acts, with one of them twice, with two of them changed about, or left off."""
    acts, n = list(turn), rnd.randrange(len(turn))
    way = rnd.random()
    if way < 0.3:
        del acts[n]
    elif way < 0.5:
        acts.insert(n, acts[n])
    elif way < 0.8:
        acts[n], acts[n - 1] = acts[n - 1], acts[n]
    else:
        acts[-1] = Act("end")
    return tuple(acts)


def played(acts: Sequence[Act]) -> Iterator[str]:
    """The cards that acts take from the hand."""
    for act in acts:
        if act.verb not in FREE:
            yield from (card for meld in (*act.melds, Meld(act.cards)) for card in meld.cards)
