"""Plays of one act or a few, at random: half of them are right and half are spoiled."""

from __future__ import annotations

from random import Random

from oracle.figures import CONTRACTS, NO, YES, Figures
from oracle.making import (
    LABEL,
    OTHER_LABEL,
    a_card,
    a_meld,
    a_run,
    a_set,
    changed,
    fitting,
    for_run,
    for_set,
    jokers_in,
    maybe_kind,
    near,
    on_table,
    spoiled,
)
from oracle.melds import JOKER, SUITS, Cards, card, is_joker, rank_of, readings, suit_of
from oracle.plays import UNKNOWN, Act, Lain, Meld, Play, bare

STANDINGS = ("before", "before", "before", "now", "no", "no", "unknown")


def melds(rnd: Random, book: Figures, size: int) -> Play:
    """A meld of this size, laid; half of them spoiled by one card."""
    cards = a_meld(rnd, book, size, rnd.choice((0, 1, 1, 2, 2, 3 if size > 4 and book.suits_repeat else 2)))
    if rnd.random() < 0.5:
        cards = _of_size(rnd, spoiled(rnd, cards), size)
    kind = "run" if size == 3 and book.smallest_run == 3 and rnd.random() < 0.3 else ""
    meld = Meld(cards, kind) if kind else maybe_kind(rnd, cards)
    return Play((Act("lay", melds=(meld,)),), opened="before" if not book.contract else rnd.choice(("before", "now")))


def _of_size(rnd: Random, cards: Cards, size: int) -> Cards:
    """The cards, made as many as they were by what comes first to hand."""
    return cards[:size] if len(cards) >= size else (*cards, near(rnd, cards[-1]))


# ------------------------------------------------------------------------------------------- openings


def openings(rnd: Random, book: Figures, count: int) -> Play:
    """So many melds laid by somebody who has not opened, worth about what the book asks for."""
    while True:
        melds = tuple(_opening_meld(rnd, book, count) for _ in range(count))
        worth = sum(_rough_points(meld) for meld in melds)
        if book.opening - 14 <= worth <= book.opening + 12:
            break
    if rnd.random() < 0.15:
        melds = (spoiled(rnd, melds[0]), *melds[1:])
    hand = _hand_around(rnd, melds) if rnd.random() < 0.4 else None
    return Play(_in_lays(rnd, melds), opened=rnd.choice(("no",) * 9 + ("unknown",)), hand=hand)


def _opening_meld(rnd: Random, book: Figures, count: int) -> Cards:
    size = rnd.choice((3, 3, 3, 4) if count > 1 else (4, 4, 5, 6))
    return a_meld(rnd, book, size, rnd.choice((0, 0, 1, 2) if count == 1 else (0, 0, 0, 1, 2)))


def _rough_points(cards: Cards) -> int:
    """About what a meld is worth, to find openings that are nearly enough."""
    found = readings(cards)
    if not found:
        return 0
    first = found[0]
    ranks = [rank_of(card) or 8 for card in first.cards]
    return sum(11 if rank == 1 else min(rank, 10) for rank in ranks)


def _hand_around(rnd: Random, melds: tuple[Cards, ...]) -> Cards:
    """A hand that holds these melds, and a few more cards; one of them is not known now and then."""
    more = [a_card(rnd) for _ in range(rnd.randint(0, 3))]
    more += [rnd.choice((JOKER, UNKNOWN))] * (rnd.random() < 0.2)
    return (*(bare(card) for meld in melds for card in meld), *more)


def contracts(rnd: Random, book: Figures, round: int) -> Play:
    """The contract of a round laid, as it is or spoiled; the round is not written if it is 0."""
    melds = a_contract(rnd, book, round or rnd.randint(1, 9))
    way = rnd.random()
    if way < 0.15:
        melds.pop()
    elif way < 0.35:
        melds.append(a_meld(rnd, book, rnd.choice((3, 4)), rnd.choice((0, 1))))
    elif way < 0.5:
        melds[0] = spoiled(rnd, melds[0])
    elif way < 0.65:
        melds[-1] = _like(rnd, melds[0], melds[-1])
    return Play(_in_lays(rnd, tuple(melds)), opened=rnd.choice(("no",) * 9 + ("unknown",)), round=round)


def a_contract(rnd: Random, book: Figures, round: int) -> list[Cards]:
    """Threes and fours of a round, of different ranks and suits as a rule."""
    threes, fours = CONTRACTS[round]
    ranks, suits = rnd.sample(range(1, 14), threes), rnd.sample(SUITS, fours)
    melds = [tuple(card(rank, suit_of(one)) for one in a_set(rnd, book, rnd.choice((3, 3, 4)))) for rank in ranks]
    for suit in suits:
        run = a_run(rnd, book, rnd.choice((4, 4, 5)))
        melds.append(tuple(card(rank_of(one), suit) for one in run))
    with_jokers = [jokers_in(rnd, meld, rnd.choice((0, 0, 0, 1))) for meld in melds]
    return rnd.sample(with_jokers, len(melds))


def _like(rnd: Random, model: Cards, meld: Cards) -> Cards:
    """A meld of the suit of another if both are runs, or of its rank if both are sets."""
    naturals = [one for one in model if not is_joker(one)]
    ranks = {rank_of(one) for one in naturals}
    if len(ranks) == 1:
        return tuple(card(next(iter(ranks)), rnd.choice(SUITS)) for _ in range(3))
    low = rnd.randint(1, 11)
    return tuple(card(low + n, suit_of(naturals[0])) for n in range(4))


def first_melds(rnd: Random, book: Figures, count: int) -> Play:
    """So many melds laid first where the contract is not known; some spoiled, some of one rank or suit."""
    melds = [a_meld(rnd, book, rnd.choice((3, 4, 4, 5)), rnd.choice((0, 0, 1, 2))) for _ in range(count)]
    if rnd.random() < 0.3:
        melds[-1] = _like(rnd, melds[0], melds[-1])
    if rnd.random() < 0.2:
        melds[0] = spoiled(rnd, melds[0])
    return Play(_in_lays(rnd, tuple(melds)), opened=rnd.choice(("no",) * 9 + ("unknown",)))


def _in_lays(rnd: Random, melds: tuple[Cards, ...]) -> tuple[Act, ...]:
    """The melds laid in one act or in two."""
    split = rnd.randint(1, len(melds)) if melds and rnd.random() < 0.3 else len(melds)
    return tuple(Act("lay", melds=tuple(map(Meld, some))) for some in (melds[:split], melds[split:]) if some)


# ---------------------------------------------------------------------------------- plays on a tabled meld


def lain(rnd: Random, book: Figures, cards: Cards, kind: str = "", opened: str = "before") -> Lain:
    """The meld to be played on, his own now and then; in a book that looks around another one beside it as well."""
    own = opened in ("before", "now") and rnd.random() < 0.5
    table: Lain = ((LABEL, Meld(cards, kind, own)),)
    if book.twin_runs != YES and rnd.random() < 0.4:
        table += ((OTHER_LABEL, Meld(beside(rnd, book, cards))),)
    return table


def beside(rnd: Random, book: Figures, cards: Cards) -> Cards:
    """A meld that lies beside another: the same again with other jokers, or any."""
    runs = readings(cards, "run")
    if not runs or rnd.random() < 0.5:
        return on_table(rnd, book, rnd.choice((3, 3, 4)), rnd.choice((0, 1)), rnd.choice(("set", "run")))
    run = rnd.choice(runs)
    suit = next((suit_of(one) for one in run.cards if one != JOKER), rnd.choice(SUITS))
    again = tuple(card(place, suit) for place in range(run.low, run.top + 1 + rnd.choice((0, 0, 1))))
    return jokers_in(rnd, again, rnd.choice((0, 0, 1)))


def beside_runs(rnd: Random, book: Figures) -> Play:
    """A run laid beside another that is much like it, with a joker or without."""
    cards = on_table(rnd, book, rnd.randint(3, 5), rnd.choice((0, 1)), "run")
    new = [beside(rnd, book, cards) for _ in range(rnd.choice((1, 1, 2)))]
    if rnd.random() < 0.2:
        new[0] = spoiled(rnd, new[0])
    act, opened = Act("lay", melds=tuple(map(Meld, new))), rnd.choice(("before", "before", "no"))
    return Play((act,), lain(rnd, book, cards, opened=opened), opened=opened)


def exchanges(rnd: Random, book: Figures, sort: str) -> Play:
    """Cards given for jokers in a set or a run; half of them right, as far as one of the books goes."""
    size = rnd.choice((3, 3, 3, 4)) if sort == "set" else rnd.choice((3, 3, 4, 5, 6))
    jokers = rnd.choice((1, 1, 2))
    table = on_table(rnd, book, size, jokers, sort)
    given, taken = for_set(rnd, table) if sort == "set" else for_run(rnd, table)
    if rnd.random() < 0.4:
        given, taken = _spoiled_exchange(rnd, given, taken)
    kind = sort if rnd.random() < 0.5 else ""
    act, opened = Act("swap", given, to=LABEL, jokers=taken), rnd.choice(STANDINGS)
    return Play((act,), lain(rnd, book, table, kind, opened), opened=opened)


def _spoiled_exchange(rnd: Random, given: Cards, taken: int) -> tuple[Cards, int]:
    way, n = rnd.random(), rnd.randrange(len(given))
    if way < 0.6:
        return (*given[:n], near(rnd, given[n]), *given[n + 1 :]), taken
    if way < 0.7:
        return (*given[:n], JOKER, *given[n + 1 :]), taken
    return (given, 3 - taken) if way < 0.85 else ((*given, near(rnd, given[0])), taken)


def additions(rnd: Random, book: Figures, count: int) -> Play:
    """So many cards added to a set or a run; half of them where they fit."""
    sort = rnd.choice(("set", "run", "run"))
    size = rnd.choice((3, 3, 4)) if sort == "set" else rnd.randint(3, 7)
    table = on_table(rnd, book, size, rnd.choice((0, 0, 1)), sort)
    new = fitting(rnd, table, count)
    if rnd.random() < 0.4:
        n = rnd.randrange(count)
        new = (*new[:n], near(rnd, new[n]), *new[n + 1 :])
    end = rnd.choice(("", "", "", "low", "high"))
    kind = sort if rnd.random() < 0.3 else ""
    acts = (Act("add", new, to=LABEL, end=end),)
    opened = rnd.choice(STANDINGS)
    return Play(acts, lain(rnd, book, table, kind, opened), opened=opened)


def moves(rnd: Random, book: Figures, count: int) -> Play:
    """Cards moved from one tabled meld to another, where they fit in half of the cases."""
    suit = rnd.choice(SUITS)
    low, size = rnd.randint(2, 5), rnd.randint(3, 5) + count
    source = tuple(card(low + n, suit) for n in range(size))
    upper = rnd.random() < 0.6
    moved = source[-count:] if upper else source[:count]
    if rnd.random() < 0.3:
        moved = tuple(rnd.sample(source, count))
    target = _takes(rnd, moved, book.smallest_run)
    if rnd.random() < 0.3:
        target = spoiled(rnd, target)
    table = ((LABEL, Meld(source)), (OTHER_LABEL, Meld(target)))
    return Play((Act("move", moved, to=OTHER_LABEL, source=LABEL),), table, opened=rnd.choice(("before", "no")))


def shifts(rnd: Random, book: Figures) -> Play:
    """A card put in the place of a run's joker, which goes to an end; or somewhere near that place."""
    sort = rnd.choice(("run", "run", "run", "set"))
    size = rnd.randint(3, 4 if sort == "set" else 7)
    table = tuple(map(bare, on_table(rnd, book, size, rnd.choice((1, 1, 1, 2)), sort)))
    given, _ = for_run(rnd, table)
    new = given[0] if rnd.random() < 0.6 else near(rnd, given[0])
    opened = rnd.choice(STANDINGS)
    act = Act("shift", (new,), to=LABEL, becomes=_becomes(rnd, table))
    return Play((act,), lain(rnd, book, table, opened=opened), opened=opened)


def _becomes(rnd: Random, table: Cards) -> str:
    """What the joker is said to stand for: mostly nothing, else a card at an end, or one near it."""
    runs = readings(table, "run")
    if not runs or rnd.random() < 0.5:
        return ""
    run = rnd.choice(runs)
    suit = suit_of(next(one for one in run.cards if not is_joker(one)))
    there = card(rnd.choice((run.low - 1, run.top + 1)), suit)
    return f"JK={there if rnd.random() < 0.8 else near(rnd, there)}"


def _takes(rnd: Random, moved: Cards, size: int) -> Cards:
    """A meld that these cards go to: a set that lacks the card, or the run above them."""
    rank, suit = rank_of(moved[-1]), suit_of(moved[-1])
    if len(moved) == 1 and rnd.random() < 0.5:
        return tuple(card(rank, other) for other in SUITS if other != suit)
    return tuple(card(rank + n, suit) for n in range(1, size + 1))


def histories(rnd: Random, book: Figures, count: int) -> Play:
    """So many additions, exchanges and shifts in a row, to one meld that lay there or is laid first."""
    sort = rnd.choice(("set", "run", "run"))
    cards = on_table(rnd, book, 3 if sort == "set" else rnd.randint(3, 5), rnd.choice((1, 1, 2)), sort)
    meld = Meld(cards, rnd.choice(("", sort)))
    laid = rnd.random() < 0.3
    acts = [Act("lay", melds=(meld,))] if laid else []
    for _ in range(count):
        act, cards = _one_more(rnd, book, cards, sort, "N1" if laid else LABEL)
        acts.append(act)
    opened = rnd.choice(("before", "before", "no", "now"))
    laid_when = "now" if book.contract and rnd.random() < 0.5 else "before"
    table = () if laid else lain(rnd, book, cards=meld.cards, kind=meld.kind, opened=opened)
    return Play(tuple(acts), table, laid_when if laid else opened)


def _one_more(rnd: Random, book: Figures, cards: Cards, sort: str, label: str) -> tuple[Act, Cards]:
    """An addition, an exchange or a shift, and the meld after it as far as it is one."""
    way = rnd.random()
    if not any(map(is_joker, cards)) or way < 0.5:
        new, taken, verb = fitting(rnd, cards, 1), 0, "add"
    else:
        new, taken = (for_set if sort == "set" else for_run)(rnd, cards)
        verb = "shift" if book.shifting != NO and way < 0.75 else "swap"
    if verb == "shift":
        new, taken = new[:1], 0
    if rnd.random() < 0.15:
        new = (near(rnd, new[0]), *new[1:])
    after = (*cards, *new) if verb == "shift" else changed(rnd, cards, new, taken)
    return Act(verb, new, to=label, jokers=taken), after or cards
