"""The words of the notation, in English and in French: header words, verbs, and the small words between."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

HEADERS: dict[str, tuple[str, str]] = {
    "variant": ("variant, variants", "variante, variantes"),
    "players": ("players, player", "joueurs, joueuses, joueur"),
    "dealer": ("dealer", "donneur, donneuse"),
    "round": ("round", "manche"),
    "table": ("table", "table"),
    "discards": ("discards, discard, discard pile", "défausse, défausses"),
    "stock": ("stock", "pioche, talon"),
    "opened": ("opened, has opened, have opened", "ouvert, a ouvert, ont ouvert, a posé, ont posé"),
    "opened_now": ("opened now", "vient d'ouvrir, viennent d'ouvrir, vient de poser, viennent de poser"),
    "drawn": ("has drawn, have drawn, drawn", "a pioché, ont pioché, pioché"),
    "took": ("took, has taken", "a pris, pris"),
    "lang": ("lang, language", "langue"),
    "settle": ("settle, settled", "tranche, tranché"),
    "score": ("score, scores", "score, scores"),
}
"""Header words by the rule of record.lark that reads what stands after the colon."""

HOLDS = ("holds, hold", "tient, tiennent")
"""Words after a player's name, before the colon of a hand."""

RULING = ("ruling, decision", "décision")
"""Words before the name of a book, in the line that says what people decided."""

VERBS: dict[str, tuple[str, str]] = {
    "DRAW": ("draws, draw", "pioche, piocher"),
    "TAKE": ("takes, take", "prend, prends, prendre"),
    "LAY": ("lays, lay", "pose, poser"),
    "ADD": ("adds, add, lays off, lay off", "ajoute, ajouter"),
    "SWAP": ("swaps, swap, exchanges, exchange", "échange, échanger"),
    "SHIFT": ("shifts, shift", "décale, décaler"),
    "MOVE": ("moves, move", "déplace, déplacer"),
    "DISCARD": ("discards, discard, throws, throw", "jette, jeter, se défausse de, défausse, défausser"),
    "CALL": ("calls, call", "appelle, appeler"),
    "CEDE": ("cedes, cede", "cède, céder"),
    "KEEP": ("keeps, keep", "garde, garder"),
    "RESHUFFLE": ("reshuffles, reshuffle", "remélange, remélanger"),
    "DECLARE": ("declares, declare, announces, announce", "annonce, annoncer"),
    "END": ("ends, end", "finit, finir, fini, termine, terminer"),
}
"""Verbs by their terminal in record.lark."""

LINE_WORDS: dict[str, tuple[str, str]] = {
    "NOT_OPENED": ("not opened", "pas ouvert, pas posé, n'a pas ouvert, n'a pas posé"),
    "OPENED_NOW": HEADERS["opened_now"],
    "OPENED": HEADERS["opened"],
    "NOT_DRAWN": ("not drawn", "pas pioché, n'a pas pioché"),
    "DRAWN": HEADERS["drawn"],
    "_TOOK": HEADERS["took"],
    "_HAND": ("hand", "main, en main"),
    "_ROUND": HEADERS["round"],
    "_STOCK": ("stock", "talon"),
    "_DISCARDS": ("discard pile", "pile de défausse"),
    "MY": ("my", "mon, ma, mes"),
}
"""Words that head a part of the one-line form."""

SMALL: dict[str, tuple[str, str]] = {
    "_INTO": ("to, in, into, on, onto", "à, dans, sur, en"),
    "_FROM": ("from", "de"),
    "_FOR": ("for, against", "contre, pour"),
    "_AND": ("and", "et"),
    "_BY": ("by", "par"),
    "_GOING": ("going", "sortie, la sortie, sortir"),
    "_CARDS": ("cards, card", "cartes, carte"),
    "SET": ("set, a set", "brelan, carré, un brelan, un carré"),
    "RUN": ("run, a run", "suite, une suite"),
    "LOW": ("low", "en bas, bas"),
    "HIGH": ("high", "en haut, haut"),
    "NONE": ("none, nothing, nobody, empty", "rien, personne, aucun, aucune, vide"),
}
"""The small words between cards and names."""

RANKS = {
    **{str(n): n for n in range(2, 11)},
    "a": 1, "t": 10, "j": 11, "q": 12, "k": 13, "v": 11, "d": 12, "r": 13,
    "ace": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "jack": 11, "queen": 12, "king": 13,
    "as": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "valet": 11, "dame": 12, "reine": 12, "roi": 13,
}  # fmt: skip
"""Ranks as they are written, plain (see `plain`)."""

SUITS = {
    **dict.fromkeys(("♥", "♡", "❤", "h", "heart", "hearts", "co", "coeur", "coeurs"), 1),
    **dict.fromkeys(("♦", "♢", "d", "diamond", "diamonds", "ca", "carreau", "carreaux"), 2),
    **dict.fromkeys(("♣", "♧", "c", "club", "clubs", "t", "trefle", "trefles"), 3),
    **dict.fromkeys(("♠", "♤", "s", "spade", "spades", "p", "pique", "piques"), 4),
}
"""Suits as they are written, plain."""

LANGS = {"en": "en", "english": "en", "anglais": "en", "fr": "fr", "french": "fr", "francais": "fr"}
VERDICTS = {
    "legal": "legal", "legale": "legal", "illegal": "illegal", "illegale": "illegal",
    "undetermined": "undetermined", "indetermine": "undetermined", "indeterminee": "undetermined",
}  # fmt: skip


def plain(word: str) -> str:
    """The word without capitals and accents, with straight apostrophes and single blanks."""
    if word.isascii():
        return " ".join(word.lower().split())
    bare = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe").replace("’", "'"))
    return " ".join("".join(char for char in bare if not unicodedata.combining(char)).split())


def listed(words: str) -> list[str]:
    """The words of one entry of the tables above."""
    return words.split(", ")


def first(words: str) -> str:
    """The word of an entry that messages show."""
    return words.split(", ", 1)[0]


@cache
def _spoken(*tables: str) -> dict[str, tuple[str, str]]:
    """Plain word → its key and language; the language is empty for a word of both."""
    found: dict[str, tuple[str, str]] = {}
    for name in tables:
        for key, entry in _TABLES[name].items():
            for lang, words in zip(("en", "fr"), entry, strict=True):
                for word in map(plain, listed(words)):
                    other = found.get(word, (key, lang))[1]
                    found[word] = (key, lang if other == lang else "")
    return found


_TABLES: dict[str, dict[str, tuple[str, str]]] = {
    "header": HEADERS,
    "verb": VERBS,
    "line": LINE_WORDS,
    "small": SMALL,
    "holds": {"holds": HOLDS},
    "ruling": {"ruling": RULING},
}


def known(table: str) -> dict[str, tuple[str, str]]:
    """The words of a table ("header", "verb", "line", "small", "holds", "ruling"), each with key and language."""
    return _spoken(table)


def opening_word(text: str, table: str) -> tuple[str, str] | None:
    """The key and language of the longest word of the table that the text begins with, if there is one."""
    spoken = _spoken(table)
    start = plain(text[:40]).replace(":", " ").replace(",", " ").split(" ")
    for count in range(min(3, len(start)), 0, -1):
        if entry := spoken.get(" ".join(start[:count])):
            return entry
    return None


def close(word: str, words: Iterable[str]) -> str:
    """The one of the words that looks most like this one, or nothing."""
    if len(word) > 40:
        return ""
    by_plain = {plain(each): each for each in words}
    found = get_close_matches(plain(word), by_plain, n=1, cutoff=0.6)
    return by_plain[found[0]] if found else ""


@cache
def terminals() -> str:
    """The words as terminals of a Lark grammar. Longer phrases win over shorter ones."""
    merged = {**VERBS, **LINE_WORDS, **SMALL}
    return "".join(_terminal(name, listed(en) + listed(fr)) for name, (en, fr) in merged.items())


def _terminal(name: str, words: list[str]) -> str:
    longest = max(word.count(" ") for word in words)
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return f"{name}.{longest + 2}: /({'|'.join(map(_pattern, ordered))})(?!\\w)/i\n"


def _pattern(word: str) -> str:
    """Accents may be left out, blanks may be wide."""
    return "".join(_letter(char) for char in word)


def _letter(char: str) -> str:
    if char == " ":
        return "\\s+"
    if char == "'":
        return "'\\s*"
    bare = plain(char)
    return char if bare == char else f"[{char}{bare}]"


QUOTED = re.compile(r'"[^"]*"?')
