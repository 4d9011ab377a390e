"""Acts and melds out of their trees."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.cards import Card
from grammar.document import Act, At, Meld
from grammar.labels import Labels
from grammar.reading import Leaves, Reader, find, number_of, spot, subtrees, tokens
from grammar.text import Unit
from grammar.words import close, known, opening_word, plain, spelt

ONE_CARD = frozenset(("draw", "take", "discard", "call"))
"""Verbs that take one card at a time."""


def read_act(reader: Reader, labels: Labels, player: str, unit: Unit) -> Act | None:
    """The act that a piece of text tells; None, and a trouble, if it cannot be read."""
    tree = reader.tree(unit, "act")
    if tree is None:
        labels.incomplete = labels.incomplete or _may_lay(unit.text)
        return None
    return act_of(reader, labels, player, unit, tree)


def _may_lay(text: str) -> bool:
    """Whether an act that could not be read may have laid melds: its verb is `lays`, or looks like it."""
    verb = opening_word(text, "verb") or known("verb").get(plain(close(text.split()[0], spelt("verb"))))
    return verb is not None and verb[0] == "LAY"


def act_of(reader: Reader, labels: Labels, player: str, unit: Unit, tree: Leaves) -> Act:
    """The act that a tree of the rule `act` tells. Mistakes in it are troubles of the reader."""
    verb = str(tree.data)
    if verb == "lay":
        return Act(verb, unit.written(), unit.place, melds=_laid(reader, labels, player, unit, tree))
    mistakes = len(reader.troubles)
    cards, places = reader.cards(unit, tree)
    becomes = None
    if verb == "shift":
        cards, places, becomes = _shifted(reader, cards, places)
    if verb in ONE_CARD and len(cards) > 1 and len(reader.troubles) == mistakes:
        _one_at_a_time(reader, places[1])
    targets = [labels.find(token, spot(unit, token)) for token in tokens(tree, "TARGET")]
    return Act(
        verb,
        unit.written(),
        unit.place,
        cards,
        target=targets[-1] if targets else "",
        source=targets[0] if len(targets) > 1 else "",
        end="low" if find(tree, "LOW") else "high" if find(tree, "HIGH") else "",
        jokers=_jokers(reader, unit, tree),
        becomes=becomes,
        cards_at=places,
    )


def _one_at_a_time(reader: Reader, at: At) -> None:
    reader.trouble(
        at,
        "one card at a time: write the verb again for the next, after a semicolon",
        "une carte à la fois : répétez le verbe pour la suivante, après un point-virgule",
    )


def _shifted(
    reader: Reader, cards: Sequence[Card], places: Sequence[At]
) -> tuple[tuple[Card, ...], tuple[At, ...], Card | None]:
    """`6♥ into A1, JK=9♥`: the natural that goes in, and what the joker becomes."""
    becomes = cards[1] if len(cards) > 1 else None
    if len(cards) > 2 or (becomes and not (becomes.joker and becomes.rank)):
        reader.trouble(
            places[1],
            "after the meld stands only what the joker becomes, as in JK=9♥",
            "après la combinaison vient seulement ce que devient le joker, comme dans JK=9♥",
        )
    return tuple(cards[:1]), tuple(places[:1]), becomes


def _jokers(reader: Reader, unit: Unit, tree: Leaves) -> int:
    """`for JK JK`, `for 2 JK`: how many jokers are asked for."""
    for jokers in subtrees(tree, "jokers"):
        signs, number = list(tokens(jokers, "JOKER")), find(jokers, "NUMBER")
        if number is None:
            return len(signs)
        if len(signs) > 1 or number_of(jokers) < 1:
            reader.trouble(
                spot(unit, number),
                "how many jokers? Write for JK, for JK JK, or for 2 JK",
                "combien de jokers ? Écrivez contre JK, contre JK JK, ou contre 2 JK",
            )
        return number_of(jokers)
    return 0


def _laid(reader: Reader, labels: Labels, player: str, unit: Unit, tree: Leaves) -> tuple[Meld, ...]:
    melds = tuple(_new_meld(reader, labels, player, unit, child) for child in subtrees(tree, "new"))
    if len(melds) > 2 and all(len(meld.cards) == 1 for meld in melds):
        reader.trouble(
            melds[1].at,
            "a comma stands between melds; the cards of one meld are written with blanks: 4♥ 5♥ 6♥",
            "la virgule sépare les combinaisons ; les cartes d'une combinaison se suivent sans virgule : 4♥ 5♥ 6♥",
        )
    return melds


def _new_meld(reader: Reader, labels: Labels, player: str, unit: Unit, tree: Leaves) -> Meld:
    cards, places = reader.cards(unit, tree)
    named = find(tree, "NAMED")
    label = labels.add(str(named), spot(unit, named)) if named else labels.fresh(player)
    return Meld(cards, label, player, _kind(tree), _span(places), places)


def table_meld(reader: Reader, labels: Labels, unit: Unit, tree: Leaves) -> Meld:
    """The meld that a tree of the rule `meld` tells; its owner is left empty."""
    label = next(tokens(tree, "LABEL"))
    cards, places = reader.cards(unit, tree)
    at = spot(unit, label)
    return Meld(cards, labels.add(str(label), at), "", _kind(tree), at, places)


def _span(places: Sequence[At]) -> At:
    """From the first of some places to the last, on one line."""
    first = places[0]
    last = [at for at in places if at.line == first.line][-1]
    return At(first.line, first.column, last.column + last.length - first.column)


def _kind(tree: Leaves) -> str:
    return "set" if find(tree, "SET") else "run" if find(tree, "RUN") else ""
