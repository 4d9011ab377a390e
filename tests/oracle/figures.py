"""What the eight books say in figures, typed from the sources.

Line numbers are those of the texts: R is the Rami 40 page (its first game, then Rami 51 from L65), K the Kalooki 40 /
51 page, J the Jamaican page, U the Kaluki page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

YES, NO, ASKED = "yes", "no", "asked"
"""What a text says of something: it may be, it may not be, or it is not settled."""


@dataclass(frozen=True)
class Figures:
    """One book. A field that is YES, NO or ASKED tells whether something may be done.

    Melds: `low_ace` an ace before a two, `past_ace` a run from king to ace to two, `touching` jokers side by side in a
    run, `joker_sets` more jokers than other cards in a set, `twin_runs` a run with a joker a second time on the table.

    Opening: `opening` is its least number of points; `contract` is "written" where a first lay-down fills the contract
    of the round instead, "unwritten" where the contracts are not known. `own_contracts` tells whether those written
    hold, `whole_hand_counts` whether the hand may have the points instead of the melds, `more_melds` whether more melds
    than the contract may be laid, then or later, `several_melds` whether more than one may be laid in a later turn.

    Adding: `add_unopened` before having opened, `add_opening_turn` in that turn, `add_to_others` to others' melds,
    `joker_to_others` a joker to them.

    `exchanges` is "listed" for the closed list of the Rami page, "rank" for card against card of one rank, "three"
    where they are asked about and then from sets only. `exchange_run` is the only size of runs with exchanges, if there
    is one. `late` tells who may still play once somebody is out: "nobody", or whoever can where that is asked, but not
    "not to his melds" or "not at all" once somebody went out with his whole hand. `calls` is "" where the text knows
    none. `void_at` is the time that the stock runs out with which a round is void, 0 where it never is.

    `without_discard` tells who may go out without a discard, if that is asked: "whole hand" who lays it at once
    and may add, "whole hand laid" who lays it and adds nothing, "anybody", or "nobody".
    """

    name: str
    opening: int = 0
    contract: str = ""
    own_contracts: str = YES
    smallest_run: int = 3
    largest_set: int = 4
    suits_repeat: bool = False
    set_naturals: int = 0
    joker_sets: str = YES
    low_ace: str = YES
    past_ace: str = NO
    touching: str = ASKED
    twin_runs: str = YES
    whole_hand_counts: str = NO
    more_melds: str = YES
    several_melds: str = YES
    add_unopened: str = NO
    add_opening_turn: str = YES
    add_to_others: str = YES
    joker_to_others: str = YES
    exchanges: str = "listed"
    exchange_run: int = 0
    exchange_unopened: str = YES
    moving: str = NO
    shifting: str = NO
    freed_kept: str = YES
    joker_thrown: str = YES
    discard_obliges: bool = False
    without_discard: str = "whole hand"
    calls: str = ""
    void_at: int = 0
    late: str = "nobody"
    packs: int = 2
    deck_jokers: int = 2


RAMI_40 = Figures(
    name="rami-40",
    opening=40,  # R L16
    low_ace=NO,  # R L16
    without_discard="whole hand",  # R L38
    discard_obliges=True,  # R L16
    exchanges="listed",  # R L25 to L31
    exchange_unopened=ASKED,
    add_unopened=ASKED,  # R L16, without a condition
    moving=NO,  # R L31
    freed_kept=ASKED,  # R L23, which may or may not mean at once
    late="not to his melds",  # R L35, L40
)
RAMI_51 = Figures(
    name="rami-51",
    opening=51,  # R L51, L65
    whole_hand_counts=ASKED,  # R L51, L65
    low_ace=ASKED,  # not a word
    past_ace=ASKED,  # not a word
    several_melds=ASKED,  # R L75
    add_unopened=ASKED,  # R L75, without a condition
    exchanges="listed",  # R L87 to L91
    exchange_unopened=ASKED,
    moving=NO,  # R L85
    freed_kept=ASKED,  # R L85
    without_discard="nobody",  # R L95
)
KALOOKI_40 = Figures(
    name="kalooki-40",
    opening=40,  # K L5
    low_ace=YES,  # K L27
    without_discard="whole hand laid",  # K L37
    exchanges="rank",  # K L31
    add_unopened=NO,  # K L25
    add_opening_turn=ASKED,  # K L25, which may bar the opening turn
    moving=ASKED,  # not a word
    shifting=ASKED,  # not a word
    freed_kept=YES,  # K L31
    late="not at all",  # K L37
)
KALOOKI_51 = replace(KALOOKI_40, name="kalooki-51", opening=51)  # K L5
KALUKI = Figures(
    name="kaluki",
    opening=51,  # U L13
    low_ace=ASKED,  # not a word
    past_ace=ASKED,  # not a word
    twin_runs=ASKED,  # U L14
    add_unopened=NO,  # U L13
    add_to_others=ASKED,  # U L9, L13
    exchanges="listed",  # U L17 to L20
    exchange_run=3,  # U L20
    exchange_unopened=ASKED,
    moving=NO,  # U L21
    freed_kept=ASKED,  # U L16, L20
    without_discard="whole hand",  # U L23, and L24, which speaks of Rami
    deck_jokers=6,  # U L3, where the packs have jokers and there are two more
)
JAMAICAN = Figures(
    name="jamaican",
    contract="written",  # J L12 to L20
    smallest_run=4,  # J L6
    largest_set=14,  # J L5; the most that is tried here
    suits_repeat=True,  # J L5
    set_naturals=2,  # J L27
    joker_sets=ASKED,
    low_ace=YES,  # J L6
    touching=NO,  # J L27
    more_melds=ASKED,
    add_opening_turn=ASKED,  # J L27
    joker_to_others=NO,  # J L27
    exchanges="three",  # J L27 speaks of fours only, where the joker stays
    moving=ASKED,  # not a word
    shifting=YES,  # J L27
    joker_thrown=NO,  # J L25
    without_discard="anybody",  # J L25 and L29 do not say
    calls="three",  # J L26
    void_at=2,  # J L29
    packs=4,  # J L4: four packs for seven or eight players
    deck_jokers=8,
)
BABY_KALOOKI = replace(
    JAMAICAN,
    name="baby-kalooki",
    contract="unwritten",  # J L21
)
TULUKI = replace(
    JAMAICAN,
    name="tuluki",
    own_contracts=ASKED,  # J L30
    calls="none",  # J L30
    packs=2,  # J L30, L4
    deck_jokers=4,
)

BOOKS = (RAMI_40, RAMI_51, KALOOKI_40, KALOOKI_51, KALUKI, JAMAICAN, BABY_KALOOKI, TULUKI)

CONTRACTS = {
    1: (3, 0),  # J L12
    2: (2, 1),
    3: (1, 2),
    4: (0, 3),
    5: (4, 0),
    6: (3, 1),
    7: (2, 2),
    8: (1, 3),
    9: (0, 4),  # J L20
}
"""Threes and fours of each round."""

FEWEST_MELDS = 2  # J L21
MOST_CALLS = 3  # J L26
ACE = 11  # R L7, R L111, K L27, U L28
FACE = 10  # R L7
JOKER_IN_HAND = 25  # R L83, U L5
SMALLEST_SET = 3  # K L23, L24, J L5
LONGEST_RUN = 14  # ace to ace; no text says anything of it
