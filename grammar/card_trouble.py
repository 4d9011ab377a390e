"""Why a piece of text is no card, and what to write instead."""

from __future__ import annotations

import re

from msgspec import Struct

from grammar.words import RANKS, SUITS, close, known, plain, spelt

SIGNS = "♥♡❤♦♢♣♧♠♤"
"""The signs of suits."""

_JOKER_IS = r"(?:jk|jokers?|[🃏🂿🃟*])\s*=\s*(.*)"
_IN_WORDS = r"(?:(?:the|le|la|un|une)\s+|l')?(\w+)\s+(?:of|de)\s+(\w+)"
_REVERSED = rf"([{SIGNS}])\s*(\w+)"
_WITH_SUIT = rf"(\w+?)\s*(?:[{SIGNS}?]|[hdcspt]|c[oa])"
_WITH_RANK = r"(?:10|[2-9atjqkvdr])(\w+)"
_RUN_TOGETHER = rf"(?:(?:10|[2-9atjqk])[hdcs{SIGNS}])+"
_LABEL = r"[^\W\d_]{1,2}\d+"

_RANK_WORDS = tuple(rank for rank in RANKS if len(rank) > 1)
_SUIT_WORDS = ("hearts", "diamonds", "clubs", "spades", "cœur", "carreau", "trèfle", "pique")


class Problem(Struct, frozen=True):
    """Why a piece of text is no card, in English and in French."""

    en: str
    fr: str


def explain_card(text: str, lang: str) -> Problem:
    """What is wrong with a text that no grammar of cards takes. `lang` is the language it was read in."""
    word = plain(text)
    if lang == "fr" and _starts_with_ace(word):
        return _WHICH_ACE
    for look in (_marks, _bare, _reversed, _another_word, _misspelt, _no_rank, _no_suit):
        if problem := look(text, word):
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


_WHICH_ACE = Problem(
    "“As” is an ace in French; say its suit: As♥ As♦ As♣ As♠ (the ace of spades is A♠, or Ap)",
    "« As » est un as, de quelle couleur ? Écrivez As♥, As♦, As♣ ou As♠ (l'as de pique : A♠ ou Ap)",
)


def _starts_with_ace(word: str) -> bool:
    """`As`, or `AsAd`, which is English."""
    return word == "as" or ("as" in word and re.fullmatch(_RUN_TOGETHER, word) is not None)


def _marks(text: str, word: str) -> Problem | None:
    """Question marks, and jokers that stand for something."""
    if "??" in text:
        return Problem(
            "one unknown card is ?, two are ? ?, with a blank between them",
            "une carte inconnue s'écrit ?, deux s'écrivent ? ?, avec une espace entre elles",
        )
    if joker := re.fullmatch(_JOKER_IS, text, re.I | re.S):
        return Problem(
            f"after JK= stands a card, as in JK=9♣, not “{joker[1]}”",
            f"après JK= vient une carte, comme dans JK=9♣, et non « {joker[1]} »",
        )
    return None


def _bare(text: str, word: str) -> Problem | None:
    """A rank or a suit alone."""
    if word == "j":
        return Problem(
            "J alone may be a jack or the joker; write J♥ J♦ J♣ J♠, or JK",
            "J seul peut être un valet ou le joker ; écrivez V♥ V♦ V♣ V♠, ou JK",
        )
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


def _reversed(text: str, word: str) -> Problem | None:
    """`♥10`."""
    turned = re.fullmatch(_REVERSED, text)
    if not turned or plain(turned[2]) not in RANKS:
        return None
    right = turned[2] + turned[1]
    return Problem(f"the rank comes first: {right}, not {text}", f"le rang vient d'abord : {right}, et non {text}")


def _another_word(text: str, word: str) -> Problem | None:
    """A verb, or the name of a meld."""
    if word in known("verb"):
        return Problem(
            f"“{text}” begins another act: put a semicolon before it",
            f"« {text} » commence une autre action : mettez un point-virgule avant",
        )
    if re.fullmatch(_LABEL, text):
        return Problem(
            f"“{text}” is no card; the name of a meld stands after “to” or “in”, or is given with {text} = 9♠ 10♠ J♠",
            f"« {text} » n'est pas une carte ; le nom d'une combinaison vient après « à » ou « dans », "
            f"ou se donne par {text} = 9♠ 10♠ V♠",
        )
    return None


def _misspelt(text: str, word: str) -> Problem | None:
    """A word that looks like one of the notation."""
    if written := re.fullmatch(_IN_WORDS, text, re.I):
        rank, suit = written.groups()
        wrong, right = (suit, _SUIT_WORDS) if plain(rank) in RANKS else (rank, _RANK_WORDS)
    elif len(text) > 2 and text.isalpha():
        wrong, right = text, (*spelt("small"), *spelt("verb"), "joker")
    else:
        return None
    found = close(wrong, right)
    if not found:
        return None
    return Problem(
        f"“{text}” is no card; did you mean “{found}” for “{wrong}”?",
        f"« {text} » n'est pas une carte ; « {found} » au lieu de « {wrong} » ?",
    )


def _no_rank(text: str, word: str) -> Problem | None:
    """A suit behind a rank that does not exist."""
    found = re.fullmatch(_WITH_SUIT, text, re.I)
    if found and found[1] == "1":
        ace = "A" + text[1:]
        return Problem(f"the ace is written {ace}, not {text}", f"l'as s'écrit {ace}, et non {text}")
    return found and Problem(
        f"there is no card {text}; ranks are A 2 … 10 J Q K",
        f"il n'y a pas de carte {text} ; les rangs sont A 2 … 10 V D R",
    )


def _no_suit(text: str, word: str) -> Problem | None:
    """A rank before a suit that does not exist."""
    found = re.fullmatch(_WITH_RANK, text, re.I)
    return found and Problem(
        f"there is no card {text}: “{found[1]}” is no suit; suits are ♥ ♦ ♣ ♠, or h d c s",
        f"il n'y a pas de carte {text} : « {found[1]} » n'est pas une couleur ; "
        "les couleurs sont ♥ ♦ ♣ ♠, ou co ca t p",
    )
