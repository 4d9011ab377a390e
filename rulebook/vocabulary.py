"""The words that a book may use: events, and the facts of each event.

This list is the contract between the rule files and the two engines. A fact is total: where it has no sense,
its sentence says what it is then. A fact never hides a rule.
"""

from __future__ import annotations

from msgspec import Struct

KINDS = ("set", "run", "neither")
PILES = ("stock", "discard-pile")
ENDS = ("low", "high", "both", "none")
PLAYS = ("draw", "lay", "add", "swap", "shift", "move", "discard", "call", "cede", "keep")
POWERS = (*PLAYS, "reshuffle", "late")
DUTIES = ("deal", "open", "meld", "turn", "out")
EVENTS = (*DUTIES, *POWERS)
SCORE = "score"
"""The deal that is over, once for each loser. It is nothing that is judged: `score` statements alone speak of it, and
its facts are those of the winner's last turn, and of the loser."""

PRICED = ("points", "hand-points")
"""Facts that are worked out with what cards count in a book."""

TABLE_FACTS = ("twin-on-table", "twin-jokers", "other-joker-runs")
"""Facts of a meld that look at the other melds on the table as well."""


class FactWord(Struct, frozen=True):
    """A fact: its name, the values it takes, the events that have it, and what it means.

    `values` is None for a truth value, a (low, high) pair of ints for a number, or a tuple of names.
    `cards` is True where it follows from cards, so that each engine works it out for itself; the others are
    bookkeeping of the turn, the same for both engines.
    """

    name: str
    values: tuple[int, int] | tuple[str, ...] | None
    events: tuple[str, ...]
    cards: bool
    en: str
    fr: str

    @property
    def type(self) -> str:
        """bool, int or name."""
        if self.values is None:
            return "bool"
        return "int" if isinstance(self.values[0], int) else "name"


_COUNT = (0, 30)
_POINTS = (0, 600)


def on(*events: str) -> tuple[str, ...]:
    """The events that have a fact."""
    return events


def _words() -> tuple[FactWord, ...]:
    every = (*PLAYS, "late")
    w = FactWord
    return (
        # --- every play
        w("opened", None, (*every, "turn", "out", "meld"), False,
          "the player has laid melds, on an earlier turn or in this one",
          "le joueur a déjà posé, à un tour précédent ou à celui-ci"),
        w("opened-before", None, (*every, "open", "turn", "out", "meld"), False,
          "the player laid melds on an earlier turn",
          "le joueur a posé à un tour précédent"),
        w("drawn", None, every, False,
          "the player has drawn in this turn", "le joueur a déjà pioché à ce tour"),
        w("in-turn", None, every, False,
          "it is this player's turn", "c'est le tour de ce joueur"),
        w("in-hand", None, every, True,
          "the player holds the cards he plays (true where his hand is not written; true for draws, moves and calls)",
          "le joueur tient les cartes qu'il joue (vrai si sa main n'est pas écrite ; vrai pour piocher, déplacer, appeler)"),
        w("round", (1, 20), (*EVENTS, SCORE), False,
          "the number of the deal within the match", "le numéro de la manche dans la partie"),
        # --- draw
        w("pile", PILES, on("draw"), False,
          "the pile drawn from", "la pile où l'on pioche"),
        w("is-top", None, on("draw", "call"), True,
          "the card taken is the top of the discard pile (true for the stock, or where the pile is not written)",
          "la carte prise est le dessus de la défausse (vrai pour la pioche, ou si la défausse n'est pas écrite)"),
        w("top-is-joker", None, on("draw"), True,
          "the card drawn is known to be a joker", "la carte piochée est, à ce qu'on sait, un joker"),
        # --- a meld as it is read
        w("kind", KINDS, on("meld", "add", "swap", "shift"), True,
          "what the meld is read as (for add, swap and shift: the meld as it lay before)",
          "ce que la combinaison est (pour ajouter, échanger et décaler : telle qu'elle était avant)"),
        w("size", _COUNT, on("meld", "swap"), True,
          "how many cards the meld has (for swap: before it)",
          "le nombre de cartes de la combinaison (pour un échange : avant lui)"),
        w("naturals", _COUNT, on("meld", "swap"), True,
          "how many of its cards are no jokers (for swap: before it)",
          "combien de ses cartes ne sont pas des jokers (pour un échange : avant lui)"),
        w("jokers", _COUNT, on("meld", "swap"), True,
          "how many of its cards are jokers (for swap: before it)",
          "combien de ses cartes sont des jokers (pour un échange : avant lui)"),
        w("jokers-touch", None, on("meld"), True,
          "two jokers stand side by side in a run (false in a set)",
          "deux jokers se touchent dans une suite (faux pour un brelan)"),
        w("same-suit", None, on("meld"), True,
          "all its cards are of one suit (jokers only if their suit is said)",
          "toutes ses cartes sont de la même couleur (un joker ne compte que si sa couleur est dite)"),
        w("distinct-suits", None, on("meld"), True,
          "no two of its cards are of one suit (jokers only if their suit is said)",
          "deux de ses cartes ne sont jamais de la même couleur (un joker ne compte que si sa couleur est dite)"),
        w("low-ace", None, on("meld"), True,
          "an ace, or a joker as an ace, stands below a two in a run (false in a set)",
          "un as, ou un joker pour un as, est placé avant un 2 dans une suite (faux pour un brelan)"),
        w("high-ace", None, on("meld"), True,
          "an ace, or a joker as an ace, stands above a king in a run (false in a set)",
          "un as, ou un joker pour un as, est placé après un roi dans une suite (faux pour un brelan)"),
        w("wraps", None, on("meld"), True,
          "a run goes on past the ace, from king to ace to two (false in a set)",
          "une suite continue au-delà de l'as, du roi à l'as puis au 2 (faux pour un brelan)"),
        w("points", _POINTS, on("meld", "open"), True,
          "what the cards count where they lie, in points (for open: all melds newly laid in the turn; "
          "0 for what is neither set nor run)",
          "ce que comptent les cartes là où elles sont, en points (à l'ouverture : toutes les combinaisons "
          "posées à ce tour ; 0 pour ce qui n'est ni brelan ni suite)"),
        w("twin-on-table", None, on("meld"), True,
          "another run on the table stands for the same cards as this run (false in a set)",
          "une autre suite de la table représente les mêmes cartes que cette suite (faux pour un brelan)"),
        w("twin-jokers", _COUNT, on("meld"), True,
          "how many jokers those other runs have", "combien de jokers ont ces autres suites"),
        w("other-joker-runs", _COUNT, on("meld"), True,
          "how many other runs with a joker lie on the table",
          "combien d'autres suites avec un joker sont sur la table"),
        # --- opening
        w("melds", _COUNT, on("open"), True,
          "how many melds are newly laid in the opening turn", "combien de combinaisons sont posées au tour d'ouverture"),
        w("sets", _COUNT, on("open"), True,
          "how many of them are sets", "combien d'entre elles sont des brelans ou carrés"),
        w("runs", _COUNT, on("open"), True,
          "how many of them are runs", "combien d'entre elles sont des suites"),
        w("clean-runs", _COUNT, on("open"), True,
          "how many of them are runs without a joker", "combien d'entre elles sont des suites sans joker"),
        w("set-ranks-differ", None, on("open"), True,
          "no two of the sets are of one rank", "deux des brelans ne sont jamais de la même valeur"),
        w("run-suits-differ", None, on("open"), True,
          "no two of the runs are of one suit", "deux des suites ne sont jamais de la même couleur"),
        w("hand-written", None, on("open"), False,
          "the player's hand is written", "la main du joueur est écrite"),
        w("hand-points", _POINTS, on("open"), True,
          "the most that the player's hand can have counted before he laid, in points (0 where it is not written)",
          "le plus que pouvait compter la main du joueur avant de poser, en points (0 si elle n'est pas écrite)"),
        # --- adding, exchanging, shifting, moving
        w("own", None, on("add", "swap", "shift", "move"), False,
          "the meld (for move: the one the card leaves) is the player's own",
          "la combinaison (pour déplacer : celle que la carte quitte) est au joueur"),
        w("cards", _COUNT, on("add", "move"), True,
          "how many cards are added or moved", "combien de cartes sont ajoutées ou déplacées"),
        w("jokers-added", _COUNT, on("add"), True,
          "how many of the cards added are jokers", "combien des cartes ajoutées sont des jokers"),
        w("end", ENDS, on("add"), True,
          "the end of the run where the cards go (none: a set, or they fit nowhere)",
          "le bout de la suite où vont les cartes (none : un brelan, ou elles ne vont nulle part)"),
        w("given", _COUNT, on("swap"), True,
          "how many cards are given for the joker", "combien de cartes sont données contre le joker"),
        w("taken", _COUNT, on("swap"), False,
          "how many jokers are taken", "combien de jokers sont pris"),
        w("same-rank", None, on("swap"), True,
          "every card given is no joker, and has the rank of the set, or in a run that of a joker of its own",
          "chaque carte donnée n'est pas un joker et a la valeur du brelan, ou dans une suite celle d'un joker "
          "à elle"),
        w("missing-suits", None, on("swap"), True,
          "the cards given are of different suits, which the set lacks (false in a run)",
          "les cartes données sont de couleurs différentes, qui manquent au brelan (faux pour une suite)"),
        w("exact", None, on("swap", "shift"), True,
          "each card given is the very card that a joker of its own stands for (in a set only where the record "
          "says which card that is)",
          "chaque carte donnée est exactement celle que représente un joker à elle (dans un brelan, seulement si "
          "elle est dite)"),
        w("result-size", _COUNT, on("swap"), True,
          "how many cards the meld has after the exchange", "le nombre de cartes après l'échange"),
        # --- calling a card out of turn
        w("calls", _COUNT, on("call"), False,
          "how many times the player has called in this deal, this call included",
          "combien de fois le joueur a appelé dans cette manche, cet appel compris"),
        w("calls-ceded", _COUNT, on("call"), False,
          "how many of the player's earlier calls in this deal were ceded to him",
          "combien des appels précédents du joueur, dans cette manche, lui ont été cédés"),
        w("own-discard", None, on("call"), False,
          "the player threw the card on top of the discard pile himself",
          "le joueur a jeté lui-même la carte du dessus de la défausse"),
        w("drawn-over", None, on("call"), False,
          "the player in turn has drawn since that card was thrown",
          "le joueur dont c'est le tour a pioché depuis que cette carte a été jetée"),
        w("called", None, on("cede", "keep"), False,
          "another player calls the card", "un autre joueur appelle la carte"),
        # --- discard
        w("card-is-joker", None, on("discard"), True,
          "the card thrown is a joker", "la carte jetée est un joker"),
        w("taken-this-turn", None, on("discard"), True,
          "the card thrown is the one taken from the discard pile in this turn, or its twin, and no such card was played",
          "la carte jetée est celle prise à la défausse à ce tour, ou sa jumelle, et aucune n'a été jouée"),
        w("last", None, on("discard"), False,
          "it is the player's last card (false where his hand is not written)",
          "c'est la dernière carte du joueur (faux si sa main n'est pas écrite)"),
        w("freed-held", _COUNT, on("discard", "turn", "out"), False,
          "how many jokers that the player freed in this turn he has not played again",
          "combien de jokers repris à ce tour n'ont pas été rejoués"),
        # --- the whole turn
        w("draws", _COUNT, on("turn"), False,
          "how many times the player drew", "combien de fois le joueur a pioché"),
        w("took-discard", None, on("turn", "discard"), False,
          "the player drew from the discard pile", "le joueur a pioché dans la défausse"),
        w("melds-laid", _COUNT, on("turn", "discard", "out", SCORE), False,
          "how many new melds the player laid in this turn", "combien de combinaisons le joueur a posées à ce tour"),
        w("taken-laid", None, on("turn"), True,
          "the card taken from the discard pile, or its twin, was laid in a new meld (false if none was taken)",
          "la carte prise à la défausse, ou sa jumelle, a été posée dans une nouvelle combinaison"),
        w("taken-added", None, on("turn"), True,
          "the card taken from the discard pile, or its twin, was added to a meld (false if none was taken)",
          "la carte prise à la défausse, ou sa jumelle, a été ajoutée à une combinaison"),
        w("jokers-freed", _COUNT, on("turn", "discard", "out"), False,
          "how many jokers the player took out of melds in this turn", "combien de jokers le joueur a repris à ce tour"),
        w("cards-added", _COUNT, on("turn", "out", SCORE), False,
          "how many cards the player added to melds in this turn", "combien de cartes le joueur a ajoutées à ce tour"),
        w("discards", _COUNT, on("turn", "out", SCORE), False,
          "how many cards the player threw to end the turn", "combien de cartes le joueur a jetées pour finir le tour"),
        w("hand-empty", None, on("turn"), False,
          "the player has no card left (false where his hand is not written)",
          "le joueur n'a plus de carte (faux si sa main n'est pas écrite)"),
        w("from-closed-hand", None, on("out", "turn", SCORE), False,
          "the player had laid nothing before this turn", "le joueur n'avait rien posé avant ce tour"),
        # --- a new stock
        w("stock-empty", None, on("reshuffle"), False,
          "the stock has no card left (true where nobody can count it)",
          "la pioche n'a plus de carte (vrai si personne ne peut la compter)"),
        w("stock-runs", (1, 20), on("reshuffle"), False,
          "how many times the stock has run out in the deal, this time included",
          "combien de fois la pioche s'est épuisée dans la manche, cette fois comprise"),
        # --- after somebody is out
        w("play", PLAYS, on("late"), False,
          "the kind of play", "le genre de coup"),
        w("after-going", None, on("late"), False,
          "the winner laid his whole hand in his last turn", "le gagnant a posé toute sa main à son dernier tour"),
        w("to-winner", None, on("late"), False,
          "the cards go to a meld of the winner", "les cartes vont à une combinaison du gagnant"),
        # --- the score of a deal
        w("loser-opened", None, on(SCORE), False,
          "the loser who counts his hand has laid melds in this deal", "le perdant qui compte sa main a posé dans la manche"),
        w("loser-cards", _COUNT, on(SCORE), False,
          "how many cards are left in the loser's hand", "combien de cartes restent dans la main du perdant"),
        # --- the deal
        w("players", (1, 12), on("deal"), False, "how many players there are", "le nombre de joueurs"),
        w("packs", (1, 6), on("deal"), False, "how many packs of 52 cards are used", "le nombre de jeux de 52 cartes"),
        w("jokers-in-deck", (0, 24), on("deal"), False, "how many jokers are used", "le nombre de jokers"),
        w("hand-size", (1, 30), on("deal"), False, "how many cards each player is dealt",
          "le nombre de cartes données à chacun"),
    )  # fmt: skip


FACTS: dict[str, FactWord] = {word.name: word for word in _words()}


def facts_on(event: str) -> tuple[FactWord, ...]:
    """The facts that an event has, in the order of the vocabulary."""
    return tuple(word for word in FACTS.values() if event in word.events)
