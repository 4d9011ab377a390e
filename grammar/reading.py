"""Reading one piece of text: its tree by the grammar, its cards and names, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice

from lark import Lark, Token, Tree, UnexpectedInput

from grammar import words
from grammar.card_text import faces
from grammar.card_trouble import Problem
from grammar.cards import UNKNOWN, Card
from grammar.document import At
from grammar.engine import parser
from grammar.explain import CARD_TOKENS, explain
from grammar.text import Unit
from grammar.trouble import Trouble

Leaves = Tree[Token]

_NAMES = frozenset(("NAME", "QUOTED"))
_RULES = (*(rule for rule in words.HEADERS if rule != "table"), "holds", "ruling", "melds", "act", "statement")


@cache
def record_parser() -> Lark:
    """The parser of record.lark."""
    return parser("record", *_RULES, terminals=words.terminals())


@lru_cache(maxsize=16384)
def _parsed(rule: str, text: str) -> Leaves:
    """The tree of a text, which nobody changes: acts are few, and transcripts repeat them. Raises `UnexpectedInput`."""
    return record_parser().parse(text, start=rule)


class Reader:
    """Reads pieces of one record in its language, and collects every trouble on the way."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.troubles: list[Trouble] = []

    def trouble(self, at: At, en: str, fr: str) -> None:
        """Note a mistake."""
        self.troubles.append(Trouble(at, en, fr))

    def tree(self, unit: Unit, rule: str) -> Leaves | None:
        """The tree of a piece of text by a rule of record.lark; None, and a trouble, if it does not fit."""
        try:
            return _parsed(rule, unit.text)
        except UnexpectedInput as error:
            self.troubles.extend(explain(error, unit, rule, self.lang))
            return None

    def cards(self, unit: Unit, tree: Leaves) -> tuple[tuple[Card, ...], tuple[At, ...]]:
        """The cards in a tree, and where each is written. A text that is no card is a trouble, and reads as `?`."""
        found: list[Card] = []
        places: list[At] = []
        for token in card_tokens(tree):
            offset = token.start_pos or 0
            for face in faces(str(token), self.lang):
                places.append(unit.at(offset + face.start, offset + face.end))
                found.append(self._card(face.card, places[-1]))
        return tuple(found), tuple(places)

    def _card(self, card: Card | Problem, at: At) -> Card:
        if isinstance(card, Card):
            return card
        self.trouble(at, card.en, card.fr)
        return UNKNOWN


def card_tokens(tree: Leaves) -> Iterator[Token]:
    """The tokens of cards in a tree, in order."""
    return deep(tree, CARD_TOKENS)


def names(tree: Leaves) -> Iterator[Token]:
    """The tokens of names in a tree, in order."""
    return deep(tree, _NAMES)


def deep(tree: Leaves, types: frozenset[str]) -> Iterator[Token]:
    """The tokens of these types anywhere in a tree, in order."""
    for child in tree.children:
        if isinstance(child, Tree):
            yield from deep(child, types)
        elif child.type in types:
            yield child


def find(tree: Leaves, *types: str) -> Token | None:
    """The first token of one of these types directly under a tree."""
    return next(tokens(tree, *types), None)


def tokens(tree: Leaves, *types: str) -> Iterator[Token]:
    """The tokens of these types directly under a tree."""
    return (child for child in tree.children if isinstance(child, Token) and child.type in types)


def subtrees(tree: Leaves, name: str) -> Iterator[Leaves]:
    """The trees of this rule directly under a tree."""
    return (child for child in tree.children if isinstance(child, Tree) and child.data == name)


def spot(unit: Unit, token: Token) -> At:
    """Where a token is written."""
    start = token.start_pos or 0
    return unit.at(start, start + len(token))


def name_of(written: str) -> str:
    """A name without quotes, and with single blanks."""
    return " ".join(written.replace('"', " ").split())


def number_of(tree: Leaves) -> int:
    """The number directly under a tree."""
    return int(next(tokens(tree, "NUMBER")))


def listing(words: Iterable[str]) -> str:
    """Names for a message; long lists are cut."""
    some = list(islice(words, 13))
    return ", ".join(some[:12]) + (", …" if len(some) > 12 else "")
