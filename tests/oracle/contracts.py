"""Contracts: what the first lay-down must hold in Jamaican kalooki and its kin."""

from __future__ import annotations

from collections.abc import Sequence

from oracle.figures import CONTRACTS, FEWEST_MELDS, Figures
from oracle.melds import Read, Run, Set, is_joker, suit_of
from oracle.questions import Ask, allowed


def fills(reads: Sequence[Read], book: Figures, round: int, ask: Ask) -> bool:
    """Whether the melds fill the contract of the round, of different ranks and suits as J L7 wants them."""
    sets = [read for read in reads if isinstance(read, Set)]
    runs = [read for read in reads if isinstance(read, Run)]
    if len({one.rank for one in sets}) < len(sets) or len({_suit(run) for run in runs}) < len(runs):
        return False
    if book.contract == "unwritten":
        return len(reads) >= FEWEST_MELDS and ask("these melds fill the contract")
    if not allowed(book.own_contracts, "the contracts are those of the game for three and more", ask):
        return ask("these melds fill the contract")
    threes, fours = CONTRACTS[round or _some_round(ask)]
    if len(sets) < threes or len(runs) < fours:
        return False
    more = len(sets) > threes or len(runs) > fours
    return not more or allowed(book.more_melds, "more melds than the contract", ask)


def _suit(run: Run) -> str:
    return next(suit_of(card) for card in run.cards if not is_joker(card))


def _some_round(ask: Ask) -> int:
    """A round that is not written may be any of the nine."""
    return next((round for round in CONTRACTS if round == max(CONTRACTS) or ask(f"it is round {round}")), 0)
