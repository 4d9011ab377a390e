"""Several turns of several players at random: melds laid, added to, shifted in and exchanged in, and cards called."""

from __future__ import annotations

from random import Random

from oracle.acts import a_contract
from oracle.figures import NO, Figures
from oracle.making import LABEL, a_card, a_meld, fitting, for_run, for_set, near, on_table
from oracle.melds import JOKER, Cards, is_joker, readings
from oracle.plays import Act, Lain, Meld, Tale, Turn

PLAYERS = ("Anna", "Bob", "Cleo")


def tales(rnd: Random, book: Figures) -> Tale:
    """Two or three turns, in which a meld of the first player is played on by himself or the others."""
    cards = on_table(rnd, book, rnd.choice((3, 4, 5)), rnd.choice((0, 1, 1)), rnd.choice(("set", "run", "run")))
    lies = rnd.random() < 0.5
    first = [] if lies else [Act("lay", melds=_first_melds(rnd, book, cards))]
    turns = [("Anna", _whole(rnd, first))]
    order = ("Bob", "Cleo", "Anna") if rnd.random() < 0.93 else ("Cleo", "Bob")
    for player in order[: rnd.choice((1, 1, 2, 3))]:
        acts = _on_meld(rnd, book, cards) if rnd.random() < 0.8 else []
        turns.append((player, _whole(rnd, acts)))
    opened = tuple(player for player in PLAYERS[1:] if rnd.random() < 0.7)
    table: Lain = ((LABEL, Meld(cards)),) if lies else ()
    return Tale(PLAYERS, _perhaps_out(rnd, turns), table, opened, round=1 if book.contract else 0)


def _first_melds(rnd: Random, book: Figures, cards: Cards) -> tuple[Meld, ...]:
    """A first lay-down with this meld at its head."""
    if book.contract:
        return tuple(map(Meld, [cards, *a_contract(rnd, book, 1)[: 2 + (rnd.random() < 0.2)]]))
    more = [a_meld(rnd, book, rnd.choice((4, 5)), 0) for _ in "12"]
    return tuple(map(Meld, [cards, *more]))


def _whole(rnd: Random, acts: list[Act]) -> tuple[Act, ...]:
    draw = Act("draw") if rnd.random() < 0.9 else Act("take", (a_card(rnd),))
    return (draw, *acts, Act("discard", (JOKER if rnd.random() < 0.04 else a_card(rnd),)))


def _on_meld(rnd: Random, book: Figures, cards: Cards) -> list[Act]:
    """A card added to the first player's meld, a joker now and then; or what is done with its joker."""
    if not any(map(is_joker, cards)) or rnd.random() < 0.5:
        return [Act("add", fitting(rnd, cards, 1), to=LABEL)]
    of_set = all(hasattr(read, "rank") for read in readings(cards))
    given, taken = (for_set if of_set else for_run)(rnd, cards)
    if rnd.random() < 0.2:
        given = (near(rnd, given[0]), *given[1:])
    if book.shifting != NO and rnd.random() < 0.7:
        return [Act("shift", given[:1], to=LABEL)]
    return [Act("swap", given, to=LABEL, jokers=taken)]


def _perhaps_out(rnd: Random, turns: list[Turn]) -> tuple[Turn, ...]:
    """The turns, one of them without its draw or its discard now and then."""
    if rnd.random() < 0.15:
        n = rnd.randrange(len(turns))
        player, acts = turns[n]
        turns[n] = (player, acts[1:] if rnd.random() < 0.5 else acts[:-1])
    return tuple(turns)


def calls(rnd: Random, book: Figures) -> Tale:
    """Cards that are thrown and called, ceded or kept, up to five times."""
    turns: list[Turn] = []
    player, callers = 0, rnd.choice((("Cleo",), ("Cleo",), ("Anna", "Cleo"), PLAYERS))
    for _ in range(rnd.choice((1, 2, 3, 4, 5, 6))):
        answer, thrown = turns[-1:] and turns[-1][1][0].verb == "call", a_card(rnd)
        answers = (Act(rnd.choice(("cede", "cede", "keep"))),) if answer else ()
        turns.append((PLAYERS[player], (*answers, Act("draw"), Act("discard", (thrown,)))))
        player = (player + 1) % 3
        able = [one for one in callers if one != PLAYERS[player]]
        if able and rnd.random() < 0.85:
            turns.append((rnd.choice(able), (Act("call", (thrown,)),)))
    return Tale(PLAYERS, _spoiled_calls(rnd, turns), opened=tuple(one for one in PLAYERS if rnd.random() < 0.1))


def _spoiled_calls(rnd: Random, turns: list[Turn]) -> tuple[Turn, ...]:
    """The turns, the last call too late now and then, or by somebody else, or answered when there is none."""
    way = rnd.random()
    if way < 0.15:
        in_turn = PLAYERS[sum(acts[0].verb != "call" for _, acts in turns) % 3]
        turns += [(in_turn, (Act("draw"),)), (rnd.choice(PLAYERS), (Act("call", (a_card(rnd),)),))]
    elif way < 0.3:
        turns.append((rnd.choice(PLAYERS), (Act("call", (a_card(rnd),)),)))
    elif way < 0.4:
        player, acts = turns[0]
        turns[0] = (player, (Act(rnd.choice(("cede", "keep"))), *acts))
    return tuple(turns)
