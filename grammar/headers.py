"""Header lines: what each tree puts into the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token, Tree

from grammar.acts import table_meld
from grammar.cards import Card
from grammar.document import At, Hand, Ruling, Score
from grammar.draft import Draft
from grammar.labels import Labels
from grammar.reading import Leaves, Reader, card_tokens, find, name_of, spot
from grammar.text import Unit
from grammar.words import LANGS, VERDICTS, plain

_NAMES = ("NAME", "QUOTED", "SCORED", "BOOK", "UNSURE")


class Header:
    """Puts header lines into a draft."""

    def __init__(self, reader: Reader, draft: Draft, labels: Labels) -> None:
        self.reader, self.draft, self.labels = reader, draft, labels

    def put(self, rule: str, unit: Unit, tree: Leaves, of: str = "") -> None:
        """Put in the tree of a rule of record.lark; `of` is the player of a hand, or the book of a ruling."""
        method: Callable[[Unit, Leaves, str], None] = getattr(self, f"_{rule}")
        method(unit, tree, of)

    def _names(self, unit: Unit, tree: Leaves) -> Iterator[tuple[str, At]]:
        for token in tree.scan_values(lambda value: value.type in _NAMES):
            yield name_of(token), spot(unit, token)

    def _variant(self, unit: Unit, tree: Leaves, of: str) -> None:
        for name, at in self._names(unit, tree):
            self.draft.variants.append(name)
            self.draft.variants_at.append(at)

    def _players(self, unit: Unit, tree: Leaves, of: str) -> None:
        for name, _at in self._names(unit, tree):
            self.draft.players.append(name)

    def _dealer(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.dealer = next(self._names(unit, tree))[0]

    def _round(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.round = _number(tree)

    def _stock(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.stock = 0 if find(tree, "NONE") else _number(tree)

    def _discards(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.discards, self.draft.discards_at = self.reader.cards(unit, card_tokens(tree))

    def _holds(self, unit: Unit, tree: Leaves, of: str) -> None:
        cards, _places = self.reader.cards(unit, card_tokens(tree))
        self.draft.hands.append(Hand(of, cards, find(tree, "MORE") is None, unit.place))

    def _opened(self, unit: Unit, tree: Leaves, of: str) -> None:
        names = [name for name, _at in self._names(unit, tree)]
        self.draft.opened = [name for name in names if name != "?"]
        self.draft.opened_unknown = "?" in names

    def _opened_now(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.opened_now = [name for name, _at in self._names(unit, tree)]

    def _drawn(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.drawn += [name for name, _at in self._names(unit, tree)]
        if any(card_tokens(tree)):
            self._took(unit, tree, of)

    def _took(self, unit: Unit, tree: Leaves, of: str) -> None:
        self.draft.took = self._one(unit, tree)

    def _one(self, unit: Unit, tree: Leaves) -> Card:
        return self.reader.cards(unit, card_tokens(tree))[0][0]

    def _lang(self, unit: Unit, tree: Leaves, of: str) -> None:
        if plain(unit.text) not in LANGS:
            self.reader.trouble(
                unit.place,
                f"there is no language {unit.text} here; write lang: en or lang: fr",
                f"il n'y a pas ici de langue {unit.text} ; écrivez langue : fr ou langue : en",
            )

    def _settle(self, unit: Unit, tree: Leaves, of: str) -> None:
        for setting in tree.find_data("setting"):
            question, reading = (str(token) for token in setting.children)
            self.draft.settled.append((question, reading))

    def _ruling(self, unit: Unit, tree: Leaves, of: str) -> None:
        word, rule = find(tree, "WORD"), find(tree, "ID")
        verdict = VERDICTS.get(plain(word or ""), "")
        if not verdict:
            self.reader.trouble(
                unit.place,
                f"a ruling is legal, illegal or undetermined, not “{word}”",
                f"une décision est légal, illégal ou indéterminé, et non « {word} »",
            )
        self.draft.rulings.append(Ruling(of, verdict, str(rule or ""), unit.place))

    def _score(self, unit: Unit, tree: Leaves, of: str) -> None:
        points = []
        for pair in tree.find_data("points"):
            name = next(self._names(unit, pair))[0]
            points.append((name, _number(pair)))
        self.draft.scores.append(Score(tuple(points), unit.place))

    def _melds(self, unit: Unit, tree: Leaves, of: str) -> None:
        for child in tree.children:
            if isinstance(child, Tree):
                self.draft.table.append(table_meld(self.reader, self.labels, unit, child))


def _number(tree: Leaves) -> int:
    token: Token | None = find(tree, "NUMBER")
    return int(token) if token else 0
