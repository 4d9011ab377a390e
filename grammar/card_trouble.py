"""Why a piece of text is no card, and what to write instead."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grammar.words import RANKS, SUITS, close, known, plain, spelt


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a piece of text is no card, in English and in French."""

    en: str
    fr: str


SIGNS = "♥♡❤♦♢♣♧♠♤"
"""The signs of suits."""
_RANK_LIST = ("ranks are A 2 … 10 J Q K", "les rangs sont A 2 … 10 V D R")
_SUIT_LIST = ("suits are ♥ ♦ ♣ ♠, or h d c s", "les couleurs sont ♥ ♦ ♣ ♠, ou co ca t p")
_IN_WORDS = re.compile(r"(?:(?:the|le|la|un|une)\s+|l')?(\w+)\s+(?:of|de)\s+(\w+)", re.I)
_RANK_WORDS = [rank for rank in RANKS if len(rank) > 1]
_SUIT_WORDS = ["hearts", "diamonds", "clubs", "spades", "cœur", "carreau", "trèfle", "pique"]
_JOKER_AS = re.compile(r"(?:jk|jokers?|[🃏🂿🃟*])\s*=\s*(.*)", re.I | re.S)
_REVERSED = re.compile(rf"([{SIGNS}])\s*(\w+)")
_WITH_SUIT = re.compile(rf"(\w+?)\s*(?:[{SIGNS}?]|[hdcspt]|c[oa])", re.I)
_WITH_RANK = re.compile(r"(10|[2-9atjqkvdr])(\w+)", re.I)
_ENGLISH = re.compile(rf"(?:(?:10|[2-9atjqk])(?:[hdcs]|[{SIGNS}]))+")
_LABEL = re.compile(r"[^\W\d_]{1,2}\d+")


def explain(text: str, lang: str) -> Problem:
    """What is wrong with a text that no grammar of cards takes. `lang` is the language it was read in."""
    word = plain(text)
    for look in (_marks, _bare, _letters, _another_word, _looks_like_a_card):
        if problem := look(text, word, lang):
            return problem
    return Problem(
        f"“{text}” is no card; cards are written 7♥ 10♠ Q♣, or 7h 10s Qc, and the joker JK",
        f"« {text} » n'est pas une carte ; les cartes s'écrivent 7♥ 10♠ D♣, ou 7co 10p Dt, et le joker JK",
    )


def which_c(rank: str) -> Problem:
    """The letter c, where it may be cœur, carreau or clubs."""
    r = rank.capitalize()
    return Problem(
        f"“{r}c” may be cœur, carreau or clubs; write {r}♥ or {r}co, {r}♦ or {r}ca, {r}♣ or {r}t",
        f"« {r}c » : cœur ou carreau (ou clubs, le trèfle) ? Écrivez {r}♥ ou {r}co, {r}♦ ou {r}ca, {r}♣ ou {r}t",
    )


def _marks(text: str, word: str, lang: str) -> Problem | None:
    """Question marks, and jokers that stand for something."""
    if "??" in text:
        return Problem(
            "one unknown card is ?, two are ? ?, with a blank between them",
            "une carte inconnue s'écrit ?, deux s'écrivent ? ?, avec une espace entre elles",
        )
    if joker := _JOKER_AS.fullmatch(text):
        return Problem(
            f"after JK= stands a card, as in JK=9♣, not “{joker[1]}”",
            f"après JK= vient une carte, comme dans JK=9♣, et non « {joker[1]} »",
        )
    return None


def _bare(text: str, word: str, lang: str) -> Problem | None:
    """A rank or a suit alone."""
    if word == "j":
        return Problem(
            "J alone may be a jack or the joker; write J♥ J♦ J♣ J♠, or JK",
            "J seul peut être un valet ou le joker ; écrivez V♥ V♦ V♣ V♠, ou JK",
        )
    if lang == "fr" and word == "as":
        return _which_ace()
    if word in RANKS:
        each = " ".join(text + sign for sign in "♥♦♣♠")
        return Problem(
            f"{text} of which suit? Write {each}, or {text}? if it is not known",
            f"{text} de quelle couleur ? Écrivez {each}, ou {text}? si on ne la connaît pas",
        )
    if word in SUITS:
        sign = "♥♦♣♠"[SUITS[word] - 1]
        return Problem(
            f"“{text}” is a suit without a rank; write 9{sign}, or ?{sign} if the rank is not known",
            f"« {text} » est une couleur sans rang ; écrivez 9{sign}, ou ?{sign} si on ne connaît pas le rang",
        )
    return None


def _which_ace() -> Problem:
    return Problem(
        "“As” is an ace in French; say its suit: As♥ As♦ As♣ As♠ (the ace of spades is A♠, or Ap)",
        "« As » est un as, de quelle couleur ? Écrivez As♥, As♦, As♣ ou As♠ (l'as de pique : A♠ ou Ap)",
    )


def _letters(text: str, word: str, lang: str) -> Problem | None:
    """Letters that clash: `AsAd` in French, `♥10` anywhere."""
    if lang == "fr" and "as" in word and _ENGLISH.fullmatch(word):
        return _which_ace()
    if (turned := _REVERSED.fullmatch(text)) and plain(turned[2]) in RANKS:
        right = turned[2] + turned[1]
        return Problem(f"the rank comes first: {right}, not {text}", f"le rang vient d'abord : {right}, et non {text}")
    return None


def _another_word(text: str, word: str, lang: str) -> Problem | None:
    """A verb, a small word, or one that looks like it."""
    if word in known("verb"):
        return Problem(
            f"“{text}” begins another act: put a semicolon before it",
            f"« {text} » commence une autre action : mettez un point-virgule avant",
        )
    if _LABEL.fullmatch(text):
        return Problem(
            f"“{text}” is no card; the name of a meld stands after “to” or “in”, or is given with {text} = 9♠ 10♠ J♠",
            f"« {text} » n'est pas une carte ; le nom d'une combinaison vient après « à » ou « dans », "
            f"ou se donne par {text} = 9♠ 10♠ V♠",
        )
    if written := _IN_WORDS.fullmatch(text):
        rank, suit = written.groups()
        wrong = suit if plain(rank) in RANKS else rank
        found = close(suit, _SUIT_WORDS) if wrong == suit else close(rank, _RANK_WORDS)
    else:
        wrong = text
        found = close(text, (*spelt("small"), *spelt("verb"), "joker")) if len(text) > 2 else ""
    if found:
        return Problem(
            f"“{text}” is no card; did you mean “{found}” for “{wrong}”?",
            f"« {text} » n'est pas une carte ; « {found} » au lieu de « {wrong} » ?",
        )
    return None


def _looks_like_a_card(text: str, word: str, lang: str) -> Problem | None:
    """A rank that does not exist, or a suit that does not."""
    if with_suit := _WITH_SUIT.fullmatch(text):
        en, fr = _RANK_LIST
        if with_suit[1] == "1":
            ace = "A" + text[1:]
            en, fr = f"the ace is written {ace}", f"l'as s'écrit {ace}"
        return Problem(f"there is no card {text}; {en}", f"il n'y a pas de carte {text} ; {fr}")
    if with_rank := _WITH_RANK.fullmatch(text):
        en, fr = _SUIT_LIST
        suit = with_rank[2]
        return Problem(
            f"there is no card {text}: “{suit}” is no suit; {en}",
            f"il n'y a pas de carte {text} : « {suit} » n'est pas une couleur ; {fr}",
        )
    return None
