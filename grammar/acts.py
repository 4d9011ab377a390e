"""Acts and melds out of their trees."""

from __future__ import annotations

from lark import Token, Tree

from grammar.cards import Card
from grammar.document import Act, At, Meld
from grammar.labels import Labels
from grammar.reading import Leaves, Reader, card_tokens, find, name_of, spot
from grammar.text import Unit


def act_of(reader: Reader, labels: Labels, player: str, unit: Unit, tree: Leaves) -> Act | None:
    """The act that a tree of the rule `act` tells, or None (and a trouble) if its parts do not go together."""
    verb = str(tree.data)
    if verb == "lay":
        melds = tuple(_new_meld(reader, labels, player, unit, child) for child in _subtrees(tree, "new"))
        return Act(verb, unit.written(), unit.place, melds=melds)
    cards, places = reader.cards(unit, card_tokens(tree))
    becomes = None
    if verb == "shift" and len(cards) > 1:
        becomes, cards, places = cards[1], cards[:1], places[:1]
        if becomes.joker is not True or not becomes.rank:
            reader.trouble(
                places[-1],
                "after the comma stands what the joker becomes: JK=9♥",
                "après la virgule, ce que devient le joker : JK=9♥",
            )
    targets = [labels.find(token, spot(unit, token)) for token in tree.children if _is(token, "TARGET")]
    end = "low" if find(tree, "LOW") else "high" if find(tree, "HIGH") else ""
    return Act(
        verb,
        unit.written(),
        unit.place,
        cards,
        target=targets[-1] if targets else "",
        source=targets[0] if len(targets) > 1 else "",
        end=end,
        jokers=_jokers(tree),
        becomes=becomes,
        cards_at=places,
    )


def _is(child: Token | Leaves, kind: str) -> bool:
    return isinstance(child, Token) and child.type == kind


def _subtrees(tree: Leaves, name: str) -> list[Leaves]:
    return [child for child in tree.children if isinstance(child, Tree) and child.data == name]


def _jokers(tree: Leaves) -> int:
    """`for JK JK`, `for 2 JK`: how many jokers are asked for."""
    for jokers in _subtrees(tree, "jokers"):
        number = find(jokers, "NUMBER")
        return int(number) if number else len(jokers.children)
    return 0


def _new_meld(reader: Reader, labels: Labels, player: str, unit: Unit, tree: Leaves) -> Meld:
    cards, at = _meld_cards(reader, unit, tree)
    named = find(tree, "NAMED")
    label = labels.add(name_of(named), spot(unit, named)) if named else labels.fresh(player)
    return Meld(cards, label, player, _kind(tree), at)


def table_meld(reader: Reader, labels: Labels, unit: Unit, tree: Leaves) -> Meld:
    """The meld that a tree of the rule `meld` tells; its owner is "?" where nothing is said."""
    cards, at = _meld_cards(reader, unit, tree)
    label, owner = find(tree, "LABEL"), find(tree, "NAME", "QUOTED", "UNSURE")
    assert label is not None
    at = spot(unit, label)
    return Meld(cards, labels.add(str(label), at), name_of(owner) if owner else "", _kind(tree), at)


def _meld_cards(reader: Reader, unit: Unit, tree: Leaves) -> tuple[tuple[Card, ...], At]:
    cards, places = reader.cards(unit, card_tokens(tree))
    return cards, places[0]


def _kind(tree: Leaves) -> str:
    return "set" if find(tree, "SET") else "run" if find(tree, "RUN") else ""
