"""What is wrong with a piece of text that the grammar does not take: what was expected, and what to write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lark import Token, Tree, UnexpectedInput

from grammar.card_text import faces
from grammar.card_trouble import Problem
from grammar.text import Unit
from grammar.trouble import Trouble
from grammar.words import VERBS, Entry, close, shown, spelt

CARD_TOKENS = frozenset(("CARD", "WORDED"))

_EXPECTED: dict[str, Entry] = {
    "CARD": ("a card", "une carte"),
    "TARGET": ("the name of a meld, such as A1", "le nom d'une combinaison, comme A1"),
    "LABEL": ("the name of a meld, such as A1", "le nom d'une combinaison, comme A1"),
    "NAME": ("a player's name", "le nom d'un joueur"),
    "SCORED": ("a player's name", "le nom d'un joueur"),
    "BOOK": ("the name of a variant", "le nom d'une variante"),
    "JOKER": ("JK", "JK"),
    "NUMBER": ("a number", "un nombre"),
    "ID": ("a name", "un nom"),
    "WORD": ("a word", "un mot"),
    "UNSURE": ("“?”", "« ? »"),
    "EQUAL": ("“=”", "« = »"),
    "RPAR": ("“)”", "« ) »"),
    "RSQB": ("“]”", "« ] »"),
    "_INTO": ("“to” or “in”", "« à » ou « dans »"),
    "_FROM": ("“from”", "« de »"),
    "_FOR": ("“for”", "« contre »"),
    "_BY": ("“by”", "« par »"),
}
"""What each terminal is called in messages, in the order in which they are listed; the others are not named."""

_LINKS = frozenset(("_INTO", "_FROM", "_FOR"))
"""Where one of these may come, more cards may come as well; that need not be said."""

_USAGE: dict[str, Entry] = {
    "DRAW": ("draws, or draws 5♦", "pioche, ou pioche 5♦"),
    "TAKE": ("takes 9♦", "prend 9♦"),
    "LAY": ("lays 4♥ 5♥ 6♥, 10♥ 10♠ JK", "pose 4♥ 5♥ 6♥, 10♥ 10♠ JK"),
    "ADD": ("adds 9♠ to A1", "ajoute 9♠ à A1"),
    "SWAP": ("swaps 10♦ for JK in A1", "échange 10♦ contre JK dans A1"),
    "SHIFT": ("shifts 6♥ into A1, JK=9♥", "décale 6♥ dans A1, JK=9♥"),
    "MOVE": ("moves 10♦ from A1 to B1", "déplace 10♦ de A1 à B1"),
    "DISCARD": ("discards 4♠", "jette 4♠"),
    "CALL": ("calls 9♦", "appelle 9♦"),
    "DECLARE": ("declares going", "annonce la sortie"),
    "variant": ("variant: rami-40", "variante : rami-40"),
    "players": ("players: Anne, Bob", "joueurs : Anne, Bob"),
    "dealer": ("dealer: Anne", "donneur : Anne"),
    "round": ("round: 4", "manche : 4"),
    "stock": ("stock: 20", "pioche : 20"),
    "discards": ("discards: 3♠ 9♦, or discards: none", "défausse : 3♠ 9♦, ou défausse : vide"),
    "holds": ("Bob holds: 10♦ 4♠, with … if there are more", "Bob tient : 10♦ 4♠, et … s'il y en a d'autres"),
    "opened": ("opened: Anne, Bob, or opened: ?", "ont posé : Anne, Bob, ou ont posé : ?"),
    "opened_now": ("opened now: Bob", "vient d'ouvrir : Bob"),
    "drawn": ("has drawn: Bob, or has drawn: Bob (9♦)", "a pioché : Bob, ou a pioché : Bob (9♦)"),
    "took": ("took: 9♦", "a pris : 9♦"),
    "lang": ("lang: en", "langue : fr"),
    "settle": ("settle: question = reading", "tranche : question = lecture"),
    "ruling": ("ruling rami-40: illegal", "décision rami-40 : illégal"),
    "match": ("match: Friday", "partie : vendredi"),
    "score": ("score: Anne 0, Bob 57", "score : Anne 0, Bob 57"),
    "total": ("total: Anne 12, Bob 130", "total : Anne 12, Bob 130"),
    "melds": ("A1 (Anne): 10♥ 10♠ JK", "A1 (Anne) : 10♥ 10♠ JK"),
    "_HAND": ("hand 4♠ 9♦", "main 4♠ 9♦"),
    "_TOOK": ("took 5♦", "a pris 5♦"),
    "_ROUND": ("round 4", "manche 4"),
    "_STOCK": ("stock 20", "talon 20"),
    "LABEL": ("A1 10♥ 10♠ JK", "A1 10♥ 10♠ JK"),
}
"""How each verb, header line and part of the one-line form is written."""

_CARDS_FIRST: Entry = (
    "an act begins with a verb: lays, adds, discards …; melds laid together are separated by commas, "
    "and a hand is written “Bob holds: …”",
    "une action commence par un verbe : pose, ajoute, jette … ; les combinaisons posées ensemble sont séparées "
    "par des virgules, et une main s'écrit « Bob tient : … »",
)

_WORD = re.compile(r"[^\s,;]+|\S")


def explain(error: UnexpectedInput, unit: Unit, rule: str, lang: str) -> list[Trouble]:
    """The troubles that a syntax error in a piece of text comes down to.

    `rule` is the rule of record.lark by which it was read, `lang` the language of the record.
    """
    parsed: Any = getattr(error, "interactive_parser", None)
    before = list(_tokens(parsed.parser_state.value_stack)) if parsed else []
    start = _position(error, unit)
    if unit.text[start : start + 1] == '"':
        return [_quoted(unit, start)]
    if bad := list(_bad_cards(before, unit, lang)):
        return bad
    if not before and rule in ("act", "statement"):
        return [no_verb(unit, lang, rule == "statement")]
    expected = sorted(parsed.accepts() if parsed else ())
    return [_unexpected(unit, start, before, expected, rule)]


def _position(error: UnexpectedInput, unit: Unit) -> int:
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return len(unit.text)
    return min(max(error.pos_in_stream or 0, 0), len(unit.text))


def _tokens(values: Iterable[Any]) -> Iterator[Token]:
    """The tokens that were read before the error."""
    for value in values:
        if isinstance(value, Token):
            yield value
        elif isinstance(value, Tree):
            yield from value.scan_values(lambda child: isinstance(child, Token))
        elif isinstance(value, list):
            yield from _tokens(value)


def _quoted(unit: Unit, start: int) -> Trouble:
    if unit.text.count('"') % 2:
        return unclosed(unit)
    at = unit.at(start, start + 1)
    return Trouble(at, "only names stand in quotes", "seuls les noms se mettent entre guillemets")


def unclosed(unit: Unit) -> Trouble:
    """A piece of text with a quotation mark too many."""
    at = unit.at(unit.text.rindex('"'), len(unit.text))
    return Trouble(at, "this quotation mark is not closed", "ce guillemet n'est pas fermé")


def _bad_cards(tokens: Sequence[Token], unit: Unit, lang: str) -> Iterator[Trouble]:
    """What was taken for cards and is none is the likelier mistake; after a word that is no card we are lost."""
    for token in tokens:
        if token.type in CARD_TOKENS:
            bad = list(_problems(token, unit, lang))
            yield from bad
            if bad and token.isalpha():
                return


def _problems(token: Token, unit: Unit, lang: str) -> Iterator[Trouble]:
    offset = token.start_pos or 0
    for face in faces(str(token), lang):
        if isinstance(face.card, Problem):
            yield Trouble(unit.at(offset + face.start, offset + face.end), face.card.en, face.card.fr)


def no_verb(unit: Unit, lang: str, in_line: bool = False) -> Trouble:
    """A piece of a turn, or of the one-line form, that begins with no word of the notation."""
    found = _WORD.match(unit.text)
    word = found[0] if found else ""
    return Trouble(unit.at(0, len(word)), *_first_word(word, lang, in_line))


def _first_word(word: str, lang: str, in_line: bool) -> Entry:
    """What to say about a first word that is no verb."""
    if near := close(word, (*spelt("verb"), *spelt("line")) if in_line else spelt("verb")):
        kind = ("word", "mot") if in_line else ("verb", "verbe")
        return (
            f"there is no {kind[0]} “{word}” here; did you mean “{near}”?",
            f"pas de {kind[1]} « {word} » ici ; « {near} » peut-être ?",
        )
    if not any(isinstance(face.card, Problem) for face in faces(word, lang)):
        return _CARDS_FIRST
    en, fr = (", ".join(verbs) for verbs in zip(*map(shown, VERBS.values()), strict=True))
    return f"“{word}” is no verb; the verbs are {en}", f"« {word} » n'est pas un verbe ; les verbes sont {fr}"


def _unexpected(unit: Unit, start: int, before: Sequence[Token], expected: Sequence[str], rule: str) -> Trouble:
    """What was expected, what stands there, and how the whole is written."""
    found = _WORD.match(unit.text, start)
    at = unit.at(start, found.end() if found else start + 1)
    en, fr = _wanted(expected)
    if found and "$END" in expected and (not en or found[0] in ",."):
        return Trouble(at, *_too_much(found[0], rule))
    like_en, like_fr = _usage(before, rule)
    if found is None:
        return Trouble(at, f"the text ends where {en} should come{like_en}", f"il manque ici {fr}{like_fr}")
    word = found[0]
    return Trouble(at, f"expected {en}, not “{word}”{like_en}", f"on attend {fr}, et non « {word} »{like_fr}")


def _wanted(expected: Sequence[str]) -> Entry:
    """What may come next; what is beside the point is left out."""
    links = [name for name in expected if name in _LINKS]
    kept = links or [name for name in expected if name != "NUMBER" or "JOKER" not in expected]
    names = list(dict.fromkeys(phrase for name, phrase in _EXPECTED.items() if name in kept))
    return " or ".join(en for en, _fr in names), " ou ".join(fr for _en, fr in names)  # empty: no more than the end


def _usage(before: Sequence[Token], rule: str) -> Entry:
    """How the act whose verb was read before is written, or else the line that the rule is about."""
    key = before[0].type if before and rule in ("act", "statement") else rule
    en, fr = _USAGE.get(key, ("", ""))
    return (f"; it is written “{en}”", f" ; cela s'écrit « {fr} »") if en else ("", "")


def _too_much(word: str, rule: str) -> Entry:
    if rule in ("act", "statement"):
        return (
            f"the act ends before “{word}”; acts are separated by semicolons",
            f"l'action finit avant « {word} » ; les actions sont séparées par des points-virgules",
        )
    return (
        f"nothing more is expected here, but there is “{word}”",
        f"on n'attend plus rien ici, et il y a « {word} »",
    )
