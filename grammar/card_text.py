"""Cards out of the signs and words they are written in; what is no card is explained."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from lark import Lark, Token, Tree, UnexpectedInput
from msgspec import Struct

from grammar.card_trouble import SIGNS, Problem, explain_card, which_c
from grammar.cards import JOKER, UNKNOWN, Card
from grammar.engine import parser
from grammar.words import RANKS, SUITS, plain

_FRENCH_RANKS = frozenset("vdr")
"""Letters of French ranks, which English has not: a `c` after them is no clubs."""

_PIECES = re.compile(r"[^♥♡❤♦♢♣♧♠♤]*[♥♡❤♦♢♣♧♠♤]|.+$")
"""Cards run together, each up to its suit."""


class Face(Struct, frozen=True):
    """A card, or the problem with it, and from where to where it is written in its piece of text."""

    card: Card | Problem
    start: int
    end: int


@cache
def _cards_parser() -> Lark:
    return parser("cards", "english", "french")


@lru_cache(maxsize=8192)
def faces(text: str, lang: str) -> tuple[Face, ...]:
    """The cards of a piece of text such as `4♥4♠4♦` or `10 de cœur`, read in the language "en" or "fr"."""
    whole = _read(text, lang)
    if whole:
        return whole
    if text.startswith(tuple(SIGNS)):
        return (Face(explain_card(text, lang), 0, len(text)),)
    pieces = list(_PIECES.finditer(text))
    if len(pieces) < 2:
        return (Face(explain_card(text, lang), 0, len(text)),)
    return tuple(face for piece in pieces for face in _moved(faces(piece[0], lang), piece.start()))


def are_cards(text: str) -> bool:
    """Whether a piece of text can be read as cards."""
    return not any(isinstance(face.card, Problem) for face in faces(text, "en"))


def _moved(found: tuple[Face, ...], by: int) -> list[Face]:
    return [Face(face.card, face.start + by, face.end + by) for face in found]


def _read(text: str, lang: str) -> tuple[Face, ...] | None:
    """The cards by the grammar of the language; what English does not take may be French."""
    if "??" in text:
        return None
    for grammar in ("french",) if lang == "fr" else ("english", "french"):
        try:
            tree = _cards_parser().parse(text, start=grammar)
        except UnexpectedInput:
            continue
        return tuple(_face(child, grammar) for child in tree.children if isinstance(child, Tree))
    return None


def _face(tree: Tree[Token], grammar: str) -> Face:
    tokens = [child for child in tree.children if isinstance(child, Token)]
    start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or 0
    return Face(_card(str(tree.data), tokens, grammar), start, end)


def _card(kind: str, tokens: list[Token], grammar: str) -> Card | Problem:
    if kind in ("unknown", "joker"):
        return JOKER if kind == "joker" else UNKNOWN
    words = {token.type[:4]: plain(token) for token in tokens}
    rank, suit = words.get("RANK", ""), words.get("SUIT", "")
    if suit == "c" and (grammar == "french" or rank in _FRENCH_RANKS):
        return which_c(rank)
    return Card(RANKS.get(rank, 0), SUITS.get(suit, 0), kind.startswith("joker"))
