"""Reading one piece of text: its tree by the grammar, its cards and names, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Lark, Token, Tree, UnexpectedInput

from grammar import words
from grammar.card_text import Problem, faces
from grammar.cards import UNKNOWN, Card
from grammar.document import At
from grammar.engine import parser
from grammar.explain import explain
from grammar.text import Unit
from grammar.trouble import Trouble

Leaves = Tree[Token]

CARD_TOKENS = frozenset(("CARD", "SPACED", "IN_WORDS", "JOKER_AS"))
_RULES = (*(rule for rule in words.HEADERS if rule != "table"), "holds", "ruling", "melds", "act", "statement")


def record_parser() -> Lark:
    """The parser of record.lark."""
    return parser("record", *_RULES, terminals=words.terminals())


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
            return record_parser().parse(unit.text, start=rule)
        except UnexpectedInput as error:
            self.troubles.extend(explain(error, unit, rule, self.lang))
            return None

    def cards(self, unit: Unit, tokens: Iterable[Token]) -> tuple[tuple[Card, ...], tuple[At, ...]]:
        """The cards of some tokens, and where each is written."""
        found, places = [], []
        for token in tokens:
            offset = token.start_pos or 0
            for face in faces(str(token), self.lang):
                places.append(at := unit.at(offset + face.start, offset + face.end))
                if isinstance(face.card, Problem):
                    self.trouble(at, face.card.en, face.card.fr)
                    found.append(UNKNOWN)
                else:
                    found.append(face.card)
        return tuple(found), tuple(places)


def card_tokens(tree: Leaves) -> Iterator[Token]:
    """The tokens of cards that stand in a tree, in order."""
    return (token for token in tree.scan_values(lambda value: value.type in CARD_TOKENS))


def find(tree: Leaves, *types: str) -> Token | None:
    """The first token of one of these types directly under a tree."""
    return next((child for child in tree.children if isinstance(child, Token) and child.type in types), None)


def spot(unit: Unit, token: Token) -> At:
    """Where a token is written."""
    value = token.rstrip()
    start = token.start_pos or 0
    return unit.at(start, start + len(value))


def name_of(token: Token | str) -> str:
    """A name without quotes, and with single blanks."""
    return " ".join(token.strip().strip('"').split())
