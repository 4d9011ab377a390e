"""The words of the notation, in English and in French: header words, verbs, and the small words between.

Accents may always be left out, and capitals do not matter. The first word of an entry is the one that messages show.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice

Entry = tuple[str, str]
"""The words for one thing: the English ones, then the French ones, each list separated by commas."""

HEADERS: dict[str, Entry] = {
    "variant": ("variant, variants", "variante, variantes"),
    "players": ("players, player", "joueurs, joueuses, joueur, joueuse"),
    "dealer": ("dealer", "donneur, donneuse"),
    "round": ("round", "manche"),
    "table": ("table", "table"),
    "discards": ("discards, discard, discard pile", "défausse, défausses, pile de défausse"),
    "stock": ("stock", "pioche, talon"),
    "opened": ("opened, has opened, have opened", "ouvert, a ouvert, ont ouvert, a posé, ont posé"),
    "opened_now": ("opened now", "vient d'ouvrir, viennent d'ouvrir, vient de poser, viennent de poser"),
    "drawn": ("has drawn, have drawn, drawn", "a pioché, ont pioché"),
    "took": ("took, has taken", "a pris, pris"),
    "lang": ("lang, language", "langue"),
    "settle": ("settle, settled", "tranche, tranché"),
    "match": ("match", "partie"),
    "score": ("score, scores", "score, scores"),
    "total": ("total, totals", "total, totaux"),
}
"""Header words, by the rule of record.lark for what stands after their colon."""

HOLDS: Entry = ("holds, hold", "tient, tiennent")
"""The word between a player's name and the colon of a hand."""

RULING: Entry = ("ruling, decision", "décision")
"""The word before the name of a book, in a line that says what people decided."""

VERBS: dict[str, Entry] = {
    "DRAW": ("draws, draw", "pioche, piocher"),
    "TAKE": ("takes, take", "prend, prends, prendre"),
    "LAY": ("lays, lay", "pose, poser"),
    "ADD": ("adds, add, lays off, lay off", "ajoute, ajouter"),
    "SWAP": ("swaps, swap, exchanges, exchange", "échange, échanger"),
    "SHIFT": ("shifts, shift", "décale, décaler"),
    "MOVE": ("moves, move", "déplace, déplacer"),
    "DISCARD": ("discards, discard, throws, throw", "jette, jeter, défausse, défausser, se défausse de"),
    "CALL": ("calls, call", "appelle, appeler"),
    "CEDE": ("cedes, cede", "cède, céder"),
    "KEEP": ("keeps, keep", "garde, garder"),
    "RESHUFFLE": ("reshuffles, reshuffle", "remélange, remélanger"),
    "DECLARE": ("declares, declare, announces, announce", "annonce, annoncer"),
    "END": ("ends, end", "finit, finir, fini, termine, terminer"),
}
"""Verbs, by their terminal in record.lark."""

LINE_WORDS: dict[str, Entry] = {
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
"""Words that head a part of the one-line form, by their terminal."""

SMALL: dict[str, Entry] = {
    "_INTO": ("to, in, into, on, onto", "à, dans, sur"),
    "_FROM": ("from", "de"),
    "_FOR": ("for, against", "contre, pour"),
    "_AND": ("and", "et"),
    "_BY": ("by", "par"),
    "_GOING": ("going", "la sortie, sortie, sortir"),
    "_CARDS": ("cards, card", "cartes, carte"),
    "SET": ("set, a set", "brelan, carré, un brelan, un carré"),
    "RUN": ("run, a run", "suite, une suite"),
    "LOW": ("low", "en bas, bas"),
    "HIGH": ("high", "en haut, haut"),
    "NONE": ("none, nothing, nobody, empty", "rien, personne, aucun, aucune, vide"),
}
"""The small words between cards and names, by their terminal."""

RANKS = {
    **{str(rank): rank for rank in range(2, 11)},
    "a": 1, "t": 10, "j": 11, "q": 12, "k": 13, "v": 11, "d": 12, "r": 13,
    "ace": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "jack": 11, "queen": 12, "king": 13,
    "as": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "valet": 11, "dame": 12, "reine": 12, "roi": 13,
}  # fmt: skip
"""Ranks as they are written, plain."""

SUITS = {
    **dict.fromkeys(("♥", "♡", "❤", "h", "heart", "hearts", "co", "coeur", "coeurs"), 1),
    **dict.fromkeys(("♦", "♢", "d", "diamond", "diamonds", "ca", "carreau", "carreaux"), 2),
    **dict.fromkeys(("♣", "♧", "c", "club", "clubs", "t", "trefle", "trefles"), 3),
    **dict.fromkeys(("♠", "♤", "s", "spade", "spades", "p", "pique", "piques"), 4),
}
"""Suits as they are written, plain."""

LANGS = {
    **dict.fromkeys(("en", "english", "anglais"), "en"),
    **dict.fromkeys(("fr", "french", "francais"), "fr"),
}
"""Languages as they are written after `lang:`, plain."""

VERDICTS = {
    **dict.fromkeys(("legal", "legale"), "legal"),
    **dict.fromkeys(("illegal", "illegale"), "illegal"),
    **dict.fromkeys(("undetermined", "indetermine", "indeterminee"), "undetermined"),
}
"""Verdicts as they are written in rulings, plain."""

VERDICT_WORDS = (("legal", "illegal", "undetermined"), ("légal", "illégal", "indéterminé"))
"""The verdicts as messages show them, in English and in French."""

ALL_BOOKS = frozenset(("all", "tous", "toutes"))
"""What stands for every book after `variant:`, plain."""

_MARKS = dict.fromkeys(map(ord, ":;,.()…"), " ")

_TABLES: dict[str, dict[str, Entry]] = {
    "header": HEADERS,
    "verb": VERBS,
    "line": LINE_WORDS,
    "small": SMALL,
    "holds": {"holds": HOLDS},
    "ruling": {"ruling": RULING},
}


def plain(word: str) -> str:
    """The word without capitals and accents, with straight apostrophes and single blanks."""
    if word.isascii():
        return " ".join(word.lower().split())
    bare = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe").replace("’", "'"))
    return " ".join("".join(char for char in bare if not unicodedata.combining(char)).split())


def listed(words: str) -> list[str]:
    """The words of one language of an entry."""
    return words.split(", ")


def shown(entry: Entry) -> Entry:
    """The English and the French word of an entry that messages show."""
    return listed(entry[0])[0], listed(entry[1])[0]


@cache
def known(table: str) -> dict[str, tuple[str, str]]:
    """The plain words of a table ("header", "verb", "line", "small", "holds", "ruling") with key and language.

    The language is empty for a word of both.
    """
    found: dict[str, tuple[str, str]] = {}
    for key, entry in _TABLES[table].items():
        for lang, words in zip(("en", "fr"), entry, strict=True):
            for word in map(plain, listed(words)):
                same = found.get(word, (key, lang))[1] == lang
                found[word] = (key, lang if same else "")
    return found


def opening_word(text: str, table: str) -> tuple[str, str] | None:
    """The key and language of the longest word of the table that the text begins with, if there is one."""
    words = known(table)
    start = plain(text[:40]).translate(_MARKS).split()
    found = (words.get(" ".join(start[:count])) for count in range(min(3, len(start)), 0, -1))
    return next(filter(None, found), None)


def is_nothing(text: str) -> bool:
    """Whether a text says that there is nothing: `none`, `vide`."""
    return known("small").get(plain(text), ("", ""))[0] == "NONE"


@cache
def spelt(table: str) -> tuple[str, ...]:
    """Every word of a table as it should be spelt, in both languages."""
    return tuple(word for entry in _TABLES[table].values() for words in entry for word in listed(words))


def close(word: str, words: Iterable[str]) -> str:
    """The one of the words that looks most like this one, or nothing."""
    from difflib import get_close_matches

    if not 1 < len(word) <= 40:
        return ""
    by_plain = _by_plain(tuple(islice(words, 200)))
    found = get_close_matches(plain(word), by_plain, n=1, cutoff=0.66)
    return by_plain[found[0]] if found else ""


@lru_cache(maxsize=64)
def _by_plain(words: tuple[str, ...]) -> dict[str, str]:
    return {plain(word): word for word in words}


@cache
def terminals() -> str:
    """The words as terminals of a Lark grammar; phrases of several words win over single ones."""
    entries = {**VERBS, **LINE_WORDS, **SMALL}
    return "".join(_terminal(name, listed(en) + listed(fr)) for name, (en, fr) in entries.items())


def _terminal(name: str, words: list[str]) -> str:
    longest = max(word.count(" ") for word in words)
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return f'{name}.{longest + 2}: /({"|".join(map(_pattern, ordered))})(?![^\\s,;:.…()"])/i\n'


def _pattern(word: str) -> str:
    return "".join(map(_letter, word))


def _letter(char: str) -> str:
    """Blanks may be wide, an apostrophe may have blanks after it, accents may be left out."""
    if char == " ":
        return "\\s+"
    if char == "'":
        return "'\\s*"
    bare = plain(char)
    return char if bare == char else f"[{char}{bare}]"
