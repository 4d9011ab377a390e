"""What the three books say in figures, typed from the sources.

Line numbers are those of the texts: R is the Rami 40 page (first game), K the Kalooki 40 / 51 page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Figures:
    """One book.

    `opening` is the least number of points of a first lay-down. `low_ace` tells whether an ace may stand before a
    two. `whole_hand_may_add` tells whether somebody who lays his whole hand at once may add to melds as well.
    `discard_obliges` tells whether who takes the discard must lay a meld. `closed_exchanges` tells whether sets are
    exchanged by the closed list of the Rami 40 page (True) or card for card (False). `opened_to_add` tells whether one
    must have opened to add, `table_fixed` whether tabled cards may not be moved, `freed_joker_kept` whether a joker
    taken from the table is free to be kept.
    """

    name: str
    opening: int
    low_ace: bool
    whole_hand_may_add: bool
    discard_obliges: bool
    closed_exchanges: bool
    opened_to_add: bool
    table_fixed: bool
    freed_joker_kept: bool


RAMI_40 = Figures(
    name="rami-40",
    opening=40,  # R L16: "avec un minimum de 40 points"
    low_ace=False,  # R L16: "l'As ne peut se placer qu'après le Roi"
    whole_hand_may_add=True,  # R L38: "et ajoute des cartes aux combinaisons déjà étalées"
    discard_obliges=True,  # R L16: "obligé d'étaler"
    closed_exchanges=True,  # R L25 to L31
    opened_to_add=False,  # R L16: "on peut aussi ajouter des cartes", without a condition
    table_fixed=True,  # R L31: "une carte ne peut être ni changée de place, ni retirée"
    freed_joker_kept=False,  # R L23: "pour réutiliser celui-ci" may, or may not, mean at once
)
KALOOKI_40 = Figures(
    name="kalooki-40",
    opening=40,  # K L5: "supérieure ou égale à 40"
    low_ace=True,  # K L27: "en tête de suite (As, 2, 3)"
    whole_hand_may_add=False,  # K L37: "sans ajouter de cartes"
    discard_obliges=False,  # K L15: "de la défausse ou de la pioche"
    closed_exchanges=False,  # K L31
    opened_to_add=True,  # K L25: "vous devez avoir déjà posé"
    table_fixed=False,  # not a word
    freed_joker_kept=True,  # K L31: "récupérer ce joker", "reprendre le joker", and no more
)
KALOOKI_51 = replace(KALOOKI_40, name="kalooki-51", opening=51)  # K L5: "la seule différence"

BOOKS = (RAMI_40, KALOOKI_40, KALOOKI_51)

ACE = 11  # R L7, K L27
FACE = 10  # R L7
SMALLEST_MELD = 3  # K L23, L24
LARGEST_SET = 4  # R L25: "un carré", K L24; four suits, all different
LONGEST_RUN = 14  # ace to ace; K says nothing of it, R has no low ace
PACKS, DECK_JOKERS = 2, 2  # R L5, K L3
