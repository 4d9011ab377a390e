"""Plays to agree about: every small meld, and random plays of which half are right and half are spoiled.

All of them come from a seed and stay within two packs and two jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from oracle.figures import DECK_JOKERS, PACKS, Figures
from oracle.melds import JOKER, SUITS, Cards, added, card, exchanged, is_joker, rank_of, readings, suit_of
from oracle.plays import Act, Meld, Play, bare, verdict

# ------------------------------------------------------------------------------------ every small meld


def lay(*melds: Cards) -> Play:
    """Melds laid by somebody who has opened and drawn."""
    return Play((Act("lay", melds=tuple(map(Meld, melds))),))


def small_melds(deck: Sequence[str]) -> Iterator[Cards]:
    """Every meld of 3 and 4 of these cards, two of each, and up to two jokers, in three written orders.

    The orders are upwards, downwards, and neither (the first card goes last); the jokers stand everywhere.
    """
    seen: set[Cards] = set()
    for size, jokers in product((3, 4), range(3)):
        for naturals in _multisets(deck, size - jokers):
            for cards in _with_jokers_anywhere(naturals, jokers):
                seen |= {cards, cards[::-1], (*cards[1:], cards[0])}
    return iter(sorted(seen))


def _multisets(deck: Sequence[str], size: int) -> Iterator[Cards]:
    """So many cards in the order of the deck, at most two of each."""
    twice = [(n, card) for n, card in enumerate(deck) for _ in range(PACKS)]
    return (tuple(card for _, card in chosen) for chosen in sorted(set(combinations(twice, size))))


def _with_jokers_anywhere(naturals: Cards, jokers: int) -> Iterator[Cards]:
    size = len(naturals) + jokers
    for places in combinations(range(size), jokers):
        rest = iter(naturals)
        yield tuple(JOKER if n in places else next(rest) for n in range(size))


def window(low: int, suits: str = "♥♠", ranks: int = 6) -> list[str]:
    """The cards of neighbouring ranks from `low` upwards, past the ace too."""
    return [card(rank, suit) for suit in suits for rank in range(low, low + ranks)]


# --------------------------------------------------------------------------------------- random melds


def a_run(rnd: Random, book: Figures, size: int) -> Cards:
    low = rnd.randint(1 if book.low_ace else 2, 15 - size)
    suit = rnd.choice(SUITS)
    return tuple(card(place, suit) for place in range(low, low + size))


def a_set(rnd: Random, size: int) -> Cards:
    rank = rnd.randint(1, 13)
    return tuple(card(rank, suit) for suit in rnd.sample(SUITS, size))


def a_meld(rnd: Random, book: Figures, size: int, jokers: int) -> Cards:
    """A meld as the book wants it, some of its cards jokers, some of which say their card."""
    cards = a_set(rnd, size) if size <= 4 and rnd.random() < 0.5 else a_run(rnd, book, size)
    return _order(rnd, _jokers_in(rnd, cards, jokers))


def _jokers_in(rnd: Random, cards: Cards, count: int) -> Cards:
    """The cards with jokers in places of theirs, side by side in one case of three."""
    places = rnd.sample(range(len(cards)), count)
    if count == 2 and rnd.random() < 0.34:
        first = rnd.randrange(len(cards) - 1)
        places = [first, first + 1]
    return tuple(_joker_for(rnd, card) if n in places else card for n, card in enumerate(cards))


def _joker_for(rnd: Random, card: str) -> str:
    return f"{JOKER}={card}" if rnd.random() < 0.12 else JOKER


def _order(rnd: Random, cards: Cards) -> Cards:
    """Mostly upwards; now and then downwards, or in no order."""
    way = rnd.random()
    return cards if way < 0.75 else cards[::-1] if way < 0.87 else tuple(rnd.sample(cards, len(cards)))


def a_card(rnd: Random) -> str:
    return card(rnd.randint(1, 13), rnd.choice(SUITS))


def near(rnd: Random, one: str) -> str:
    """A card that is nearly this one: of another suit, or of a rank beside it."""
    if is_joker(one):
        return a_card(rnd)
    rank, suit = rank_of(one), suit_of(one)
    if rnd.random() < 0.5:
        return card(rank, rnd.choice(SUITS.replace(suit, "")))
    return card(rank + rnd.choice((-1, 1)), suit)


def spoiled(rnd: Random, cards: Cards) -> Cards:
    """The cards with one of them changed, doubled or taken away."""
    n, way = rnd.randrange(len(cards)), rnd.random()
    if way < 0.7 or len(cards) < 3:
        return (*cards[:n], near(rnd, cards[n]), *cards[n + 1 :])
    return (*cards[: n + 1], *cards[n:]) if way < 0.8 else (*cards[:n], *cards[n + 1 :])


def _maybe_kind(rnd: Random, cards: Cards) -> Meld:
    """A meld whose kind is said now and then."""
    return Meld(cards, rnd.choice(("set", "run", "run")) if rnd.random() < 0.1 else "")


def melds(rnd: Random, book: Figures, size: int) -> Play:
    """A meld of this size, laid; half of them spoiled by one card."""
    cards = a_meld(rnd, book, size, rnd.choice((0, 1, 1, 2, 2)))
    if rnd.random() < 0.5:
        cards = _of_size(rnd, spoiled(rnd, cards), size)
    kind = "run" if size == 3 and rnd.random() < 0.3 else ""
    meld = Meld(cards, kind) if kind else _maybe_kind(rnd, cards)
    return Play((Act("lay", melds=(meld,)),))


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
    split = rnd.randint(1, count) if rnd.random() < 0.3 else count
    acts = [Act("lay", melds=tuple(map(Meld, some))) for some in (melds[:split], melds[split:]) if some]
    return Play(tuple(acts), opened=rnd.choice(("no",) * 9 + ("unknown",)))


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


# ---------------------------------------------------------------------------------- plays on a tabled meld

LABEL, OTHER_LABEL = "A1", "B1"
_STANDINGS = ("before", "before", "before", "now", "no", "no", "unknown")


def _on_table(rnd: Random, book: Figures, size: int, jokers: int, sort: str) -> Cards:
    """A meld that lies there. The joker of a set does not say its card, nor does one of two in a run alone."""
    cards = _jokers_in(rnd, a_set(rnd, size) if sort == "set" else a_run(rnd, book, size), jokers)
    saying = sum(is_joker(card) and card != JOKER for card in cards)
    plain = sort == "set" or 0 < saying < jokers
    return _order(rnd, tuple(map(bare, cards)) if plain else cards)


def exchanges(rnd: Random, book: Figures, sort: str) -> Play:
    """Cards given for jokers in a set or a run; half of them right, as far as one of the books goes."""
    size = rnd.choice((3, 3, 3, 4)) if sort == "set" else rnd.choice((3, 3, 4, 5, 6))
    jokers = rnd.choice((1, 1, 2))
    table = _on_table(rnd, book, size, jokers, sort)
    given, taken = _for_set(rnd, table) if sort == "set" else _for_run(rnd, table)
    if rnd.random() < 0.4:
        given, taken = _spoiled_exchange(rnd, given, taken)
    kind = sort if rnd.random() < 0.5 else ""
    act = Act("swap", given, to=LABEL, jokers=taken)
    return Play((act,), ((LABEL, Meld(table, kind)),), opened=rnd.choice(_STANDINGS))


def _for_set(rnd: Random, table: Cards) -> tuple[Cards, int]:
    """Cards that the set lacks."""
    naturals = [card for card in table if not is_joker(card)]
    rank = rank_of((naturals or ["5♥"])[0])
    lacking = [suit for suit in SUITS if suit not in {suit_of(card) for card in naturals}] or list(SUITS)
    count = min(len(lacking), rnd.choice((1, 2, 2, 3)))
    jokers = len(table) - len(naturals)
    return tuple(card(rank, suit) for suit in rnd.sample(lacking, count)), rnd.randint(1, max(1, jokers))


def _for_run(rnd: Random, table: Cards) -> tuple[Cards, int]:
    """The cards that jokers of the run stand for, in one of its readings."""
    runs = readings(table, "run")
    if not runs:
        return (a_card(rnd),), 1
    run = rnd.choice(runs)
    suit = next((suit_of(card) for card in run.cards if not is_joker(card)), SUITS[0])
    stood = [card(run.low + n, suit) for n, there in enumerate(run.cards) if is_joker(there)]
    count = rnd.randint(1, max(1, len(stood)))
    return tuple(stood[:count]) or (a_card(rnd),), count


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
    table = _on_table(rnd, book, size, rnd.choice((0, 0, 1)), sort)
    new = _fitting(rnd, table, count)
    if rnd.random() < 0.4:
        n = rnd.randrange(count)
        new = (*new[:n], near(rnd, new[n]), *new[n + 1 :])
    end = rnd.choice(("", "", "", "low", "high"))
    kind = sort if rnd.random() < 0.3 else ""
    acts = (Act("add", new, to=LABEL, end=end),)
    return Play(acts, ((LABEL, Meld(table, kind)),), opened=rnd.choice(_STANDINGS))


def _fitting(rnd: Random, table: Cards, count: int) -> Cards:
    """Cards that go with the meld in one of its readings, a joker among them now and then."""
    read = rnd.choice(readings(table) or readings(a_run(rnd, _ANY, 3)))
    if hasattr(read, "low"):
        below = rnd.randint(0, count)
        suit = next((suit_of(card) for card in read.cards if not is_joker(card)), SUITS[0])
        places = [*range(read.low - below, read.low), *range(read.top + 1, read.top + 1 + count - below)]
        cards = tuple(card(place, suit) for place in places)
    else:
        there = {suit_of(card) for card in read.cards}
        lacking = [suit for suit in SUITS if suit not in there]
        cards = tuple(card(read.rank, suit) for suit in (*lacking, *SUITS)[:count])
    if rnd.random() < 0.25:
        n = rnd.randrange(count)
        cards = (*cards[:n], JOKER, *cards[n + 1 :])
    return tuple(rnd.sample(cards, count))


_ANY = Figures("", 0, True, True, True, True, True, True, True)


def moves(rnd: Random, book: Figures, count: int) -> Play:
    """Cards moved from one tabled meld to another, where they fit in half of the cases."""
    suit = rnd.choice(SUITS)
    low, size = rnd.randint(2, 5), rnd.randint(3, 5) + count
    source = tuple(card(low + n, suit) for n in range(size))
    upper = rnd.random() < 0.6
    moved = source[-count:] if upper else source[:count]
    if rnd.random() < 0.3:
        moved = tuple(rnd.sample(source, count))
    target = _takes(rnd, moved)
    if rnd.random() < 0.3:
        target = spoiled(rnd, target)
    table = ((LABEL, Meld(source)), (OTHER_LABEL, Meld(target)))
    return Play((Act("move", moved, to=OTHER_LABEL, source=LABEL),), table, opened=rnd.choice(("before", "no")))


def shifts(rnd: Random, book: Figures) -> Play:
    """A card put in the place of a run's joker, which goes to an end; or somewhere near that place."""
    sort = rnd.choice(("run", "run", "set"))
    table = tuple(map(bare, _on_table(rnd, book, rnd.randint(3, 4 if sort == "set" else 6), 1, sort)))
    given, _ = _for_run(rnd, table)
    new = given[0] if rnd.random() < 0.6 else near(rnd, given[0])
    return Play((Act("shift", (new,), to=LABEL),), ((LABEL, Meld(table)),), opened=rnd.choice(("before", "no")))


def _takes(rnd: Random, moved: Cards) -> Cards:
    """A meld that these cards go to: a set that lacks the card, or the run above them."""
    rank, suit = rank_of(moved[-1]), suit_of(moved[-1])
    if len(moved) == 1 and rnd.random() < 0.5:
        return tuple(card(rank, other) for other in SUITS if other != suit)
    return tuple(card(rank + n, suit) for n in (1, 2, 3))


def histories(rnd: Random, book: Figures, count: int) -> Play:
    """So many additions and exchanges in a row, to one meld that lay there or is laid first."""
    sort = rnd.choice(("set", "run", "run"))
    cards = _on_table(rnd, book, 3 if sort == "set" else rnd.randint(3, 5), rnd.choice((1, 1, 2)), sort)
    meld = Meld(cards, rnd.choice(("", sort)))
    laid = rnd.random() < 0.3
    acts = [Act("lay", melds=(meld,))] if laid else []
    for _ in range(count):
        swaps = any(map(is_joker, cards)) and rnd.random() < 0.5
        new, taken = (_for_set if sort == "set" else _for_run)(rnd, cards) if swaps else (_fitting(rnd, cards, 1), 0)
        if rnd.random() < 0.15:
            new = (near(rnd, new[0]), *new[1:])
        acts.append(Act("swap" if swaps else "add", new, to="N1" if laid else LABEL, jokers=taken))
        cards = _changed(rnd, cards, new, taken) or cards
    opened = rnd.choice(("before", "before", "no", "now"))
    return Play(tuple(acts), () if laid else ((LABEL, meld),), "before" if laid else opened)


def _changed(rnd: Random, cards: Cards, new: Cards, taken: int) -> Cards:
    """The meld after an act, in one of its readings."""
    found = [
        after.cards
        for read in readings(cards)
        for after in ([exchanged(read, new, taken)] if taken else added(read, new))
        if after
    ]
    return rnd.choice(found) if found else ()


# ---------------------------------------------------------------------------------------- whole turns


def turns(rnd: Random, book: Figures, sort: str) -> Play:
    """A whole turn, from the draw to the discard. `sort`: the stock, the discards, or a turn that empties the hand."""
    out = sort == "out"
    table = _table(rnd, book)
    acts = _between(rnd, book, table, least=int(out))
    throw = Act("discard", (JOKER if rnd.random() < 0.12 else a_card(rnd),))
    draw, hand, pile = _draw(rnd, sort, _needed([*acts, throw]))
    turn = (draw, *acts, throw)
    if rnd.random() < 0.3:
        turn = _spoiled_turn(rnd, turn)
    if out and rnd.random() < 0.4:
        turn, hand = turn[:-1], _less(hand, throw.cards)
    if rnd.random() < 0.1:
        hand = _less(hand, hand[:1])
    if not out:
        hand = (*hand, a_card(rnd), a_card(rnd), a_card(rnd)) if rnd.random() < 0.5 else None
    opened = rnd.choice(("before", "no"))
    return Play(turn, table, opened, drawn=False, hand=hand, discards=pile)


def _between(rnd: Random, book: Figures, table: tuple[tuple[str, Meld], ...], least: int) -> list[Act]:
    """What is done between the draw and the discard: melds laid, `least` or more, and a play on a tabled meld."""
    count = rnd.choice((0, 1, 2)) or least
    melds = [a_meld(rnd, book, rnd.choice((3, 3, 4, 5)), rnd.choice((0, 0, 0, 1))) for _ in range(count)]
    acts = [Act("lay", melds=(Meld(meld),)) for meld in melds] + _on_melds(rnd, table)
    rnd.shuffle(acts)
    return acts


def _needed(acts: Sequence[Act]) -> Cards:
    """The cards that the acts take from the hand, but for jokers that they free first."""
    cards = tuple(map(bare, _played(acts)))
    freed = sum(act.jokers for act in acts)
    return _less(cards, (JOKER,) * freed)


def _less(cards: Cards, gone: Cards) -> Cards:
    """The cards without those that go, as far as they are there."""
    left = list(cards)
    for one in gone:
        if one in left:
            left.remove(one)
    return tuple(left)


def _table(rnd: Random, book: Figures) -> tuple[tuple[str, Meld], ...]:
    """One or two melds of others."""
    found = [_on_table(rnd, book, rnd.choice((3, 3, 4)), rnd.choice((0, 1)), rnd.choice(("set", "run"))) for _ in "12"]
    labelled = zip((LABEL, OTHER_LABEL), map(Meld, found), strict=True)
    return tuple(labelled)[: rnd.choice((1, 2))]


def _on_melds(rnd: Random, table: tuple[tuple[str, Meld], ...]) -> list[Act]:
    """An addition or an exchange, or nothing."""
    label, meld = rnd.choice(table)
    way = rnd.random()
    if way < 0.3:
        return [Act("add", _fitting(rnd, meld.cards, rnd.choice((1, 1, 2))), to=label)]
    if way < 0.55 and any(map(is_joker, meld.cards)):
        of_set = all(hasattr(read, "rank") for read in readings(meld.cards))
        given, taken = (_for_set if of_set else _for_run)(rnd, meld.cards)
        acts = [Act("swap", given, to=label, jokers=taken)]
        return acts + _with_freed(rnd)
    return []


def _with_freed(rnd: Random) -> list[Act]:
    """What may be done with a freed joker in the same turn: it is laid, or nothing yet."""
    meld = (*a_set(rnd, 3)[:2], JOKER)
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


# ------------------------------------------------------------------------------------- choosing a sample

Generator = Callable[[Random, Figures], Play]
_TRIES = 60_000


def _of(generate: Callable[..., Play], *what: object) -> Generator:
    return lambda rnd, book: generate(rnd, book, *what)


SORTS: dict[str, Generator] = {
    **{f"meld of {size}": _of(melds, size) for size in range(3, 14)},
    **{f"opening of {count}": _of(openings, count) for count in (1, 2, 3)},
    **{f"exchange in a {sort}": _of(exchanges, sort) for sort in ("set", "run")},
    **{f"addition of {count}": _of(additions, count) for count in (1, 2, 3)},
    **{f"move of {count}": _of(moves, count) for count in (1, 2)},
    "shift": shifts,
    **{f"{count} acts on a meld": _of(histories, count) for count in (2, 3)},
    **{f"turn: {sort}": _of(turns, sort) for sort in ("stock", "discards", "out")},
}
"""A generator for each sort of play."""


def verdicts_of(sort: str, book: Figures) -> tuple[str, ...]:
    """The verdicts that plays of a sort can have: no source allows to move tabled cards, and Rami 40 forbids it."""
    if not sort.startswith(("move", "shift")):
        return ("legal", "illegal", "undetermined")
    return ("illegal",) if book.table_fixed else ("illegal", "undetermined")


@cache
def sample(sort: str, book: Figures, each: int) -> dict[str, list[Play]]:
    """So many plays of a sort for each verdict it can have."""
    return balanced(SORTS[sort], book, verdicts_of(sort, book), each, sort)


def balanced(generate: Generator, book: Figures, wanted: Sequence[str], each: int, seed: str) -> dict[str, list[Play]]:
    """So many plays of each verdict wanted. Fewer where the generator does not find them in tens of thousands."""
    rnd = Random(f"{seed} {book.name}")
    found: dict[str, list[Play]] = {verdict: [] for verdict in wanted}
    for _ in range(_TRIES):
        if all(len(plays) >= each for plays in found.values()):
            break
        play = generate(rnd, book)
        if within_deck(play):
            plays = found.get(verdict(play, book), [None] * each)
            plays.append(play) if len(plays) < each else None
    return found


def within_deck(play: Play) -> bool:
    """Whether two packs and two jokers are enough for it: for what lies there, and the hand or else what is played."""
    lying = [card for _, meld in play.table for card in meld.cards]
    held = play.hand if play.hand is not None else _needed(play.acts)
    counts = Counter(map(bare, (*lying, *held)))
    return counts.pop(JOKER, 0) <= DECK_JOKERS and max(counts.values(), default=0) <= PACKS


def _played(acts: Sequence[Act]) -> Iterator[str]:
    """The cards that acts take from the hand."""
    for act in acts:
        if act.verb not in ("draw", "take", "move"):
            yield from (card for meld in (*act.melds, Meld(act.cards)) for card in meld.cards)
