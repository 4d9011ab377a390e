"""Exchanges: which cards may be given for a joker on the table."""

from __future__ import annotations

from oracle.figures import Figures
from oracle.melds import JOKER, Cards, Read, Run, Set, fixed, is_joker, rank_of, suit_of
from oracle.questions import Ask


def may_be_exchanged(before: Read, given: Cards, taken: int, book: Figures, ask: Ask) -> bool:
    """Whether the book has such an exchange, if what results is a meld."""
    if book.exchanges == "listed":
        return _is_listed(before, given, taken, book.exchange_run)
    if book.exchanges == "rank":
        return _is_rank_for_rank(before, given, taken) or ask("another exchange")
    return isinstance(before, Set) and ask("taking a joker out of a set")


def _is_listed(before: Read, given: Cards, taken: int, run_of: int) -> bool:
    """R L25 to L31: the two cards that a set of three lacks for one joker; in a run (of this size), card for card."""
    if any(map(is_joker, given)):
        return False
    if isinstance(before, Run):
        # That each is the card its joker stands for, the run that results tells, or the joker itself.
        said = {rank_of(card): card for card in before.cards if is_joker(card) and card != JOKER}
        exact = all(suit_of(card) == suit_of(said.get(rank_of(card), card)) for card in given)
        return len(given) == taken and exact and run_of in (0, len(before.cards))
    there = [suit_of(card) for card in fixed(before.cards) if not is_joker(card)]
    suits = [suit_of(card) for card in given]
    complementary = len({*there, *suits}) == len(there) + len(suits)
    return len(before.cards) == 3 and len(given) == 2 and taken == 1 and complementary


def _is_rank_for_rank(before: Read, given: Cards, taken: int) -> bool:
    """K L31: a card of the same rank for each joker; for one joker in a set, two as well."""
    if any(map(is_joker, given)):
        return False
    if isinstance(before, Set):
        right = all(rank_of(card) == before.rank for card in given)
        return right and (len(given) == taken or (len(given), taken) == (2, 1))
    return len(given) == taken
