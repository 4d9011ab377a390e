"""Cards out of the words and signs they are written in; what cannot be a card is explained."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, Tree, UnexpectedInput

from grammar.cards import JOKER, UNKNOWN, Card
from grammar.engine import parser
from grammar.words import RANKS, SUITS, close, plain

Leaves = Tree[Token]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a piece of text is no card, in English and in French."""

    en: str
    fr: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card, or the problem with it, and from where to where it was written in its piece of text."""

    card: Card | Problem
    start: int
    end: int


@lru_cache(maxsize=8192)
def faces(text: str, lang: str) -> tuple[Face, ...]:
    """The cards of a piece of text without blanks between them (`4♥4♠4♦`, `10 de cœur`), read in a language."""
    whole = _parsed(text, lang)
    if whole:
        return whole
    pieces = [found for found in re.finditer(r"[^♥♡❤♦♢♣♧♠♤?*]*[♥♡❤♦♢♣♧♠♤?*]|.+$", text) if found[0].strip()]
    if len(pieces) < 2:
        return (Face(_explain(text, lang), 0, len(text)),)
    found: list[Face] = []
    for piece in pieces:
        shift = piece.start()
        found += (Face(f.card, f.start + shift, f.end + shift) for f in faces(piece[0], lang))
    return tuple(found)


def _parsed(text: str, lang: str) -> tuple[Face, ...] | None:
    if "??" in text:
        return None
    for start in ("french",) if lang == "fr" else ("english", "french"):
        try:
            tree = parser("cards", "english", "french").parse(text, start=start)
        except UnexpectedInput:
            continue
        return tuple(_face(child, start, text) for child in tree.children if isinstance(child, Tree))
    return None


def _face(tree: Leaves, grammar: str, text: str) -> Face:
    tokens = [child for child in tree.children if isinstance(child, Token)]
    start = tokens[0].start_pos or 0 if tokens else 0
    end = tokens[-1].end_pos or len(text) if tokens else len(text)
    return Face(_card(tree.data, tokens, grammar, text), start, end)


def _card(kind: str, tokens: list[Token], grammar: str, text: str) -> Card | Problem:
    if kind == "unknown":
        return UNKNOWN
    if kind == "joker":
        return JOKER
    words = {token.type[:4]: plain(token) for token in tokens}
    rank, suit = words.get("RANK", ""), words.get("SUIT", "")
    if suit == "c" and (grammar == "french" and True):
        return _which_c(text, rank)
    return Card(RANKS[rank] if rank else 0, SUITS[suit] if suit else 0, kind.startswith("joker"))


def _which_c(text: str, rank: str) -> Problem:
    r = rank.upper()
    return Problem(
        f"“{text}”: c may be cœur (hearts), carreau (diamonds) or clubs; write {r}♥ or {r}co, {r}♦ or {r}ca, {r}♣ or {r}t",
        f"« {text} » : c peut être cœur, carreau ou clubs (trèfle) ; écrivez {r}♥ ou {r}co, {r}♦ ou {r}ca, {r}♣ ou {r}t",
    )


def _explain(text: str, lang: str) -> Problem:
    return Problem(
        f"there is no card {text}; ranks are A 2 … 10 J Q K",
        f"il n'y a pas de carte {text} ; les rangs sont A 2 … 10 V D R",
    )
