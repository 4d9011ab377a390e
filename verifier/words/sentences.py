"""The words of the arbiter, in English and in French.

    say(key, lang, name=value, …)   a sentence of the table below
    typeset(text, lang)             apostrophes, and the blanks that French sets before its punctuation

The words for acts are in `words_acts`, those for facts in `words_facts`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from grammar.cards import RANK_SIGNS, Card, show_all
from rulebook.model import Question, Rule

LANGS = ("en", "fr")
NBSP = "\u00a0"

Pair = tuple[str, str]
"""The same in English and in French."""

VERDICTS: dict[str, Pair] = {
    "legal": ("legal", "légal"),
    "illegal": ("illegal", "illégal"),
    "undetermined": ("undetermined", "indéterminé"),
    "cannot arise": ("cannot arise", "impossible"),
    "not judged": ("not judged", "non jugé"),
}

_SENTENCES: dict[str, Pair] = {
    # --- the head of a report
    "head": ("{verdict} in {book}: {what}.", "{verdict} selon {book} : {what}."),
    "head-all": ("{verdict} in {book}: all that is written here.",
                 "{verdict} selon {book} : tout ce qui est écrit ici."),
    "elsewhere": ("{what}: {words}", "{what} : {words}"),
    "in-line": ("{what} (line {line})", "{what} (ligne {line})"),
    "head-table": ("This table cannot arise in {book}.", "Cette table est impossible selon {book}."),
    # --- rules
    "quote": ("“{text}”", "« {text} »"),
    "nearest": ("What comes closest to allowing it:", "Ce qui s'en approche le plus :"),
    "also-broken": ("It breaks this too:", "Autre règle enfreinte :"),
    "perhaps-broken": ("Under some readings it breaks this:", "Selon certaines lectures, autre règle enfreinte :"),
    "also-kept": ("Also kept: {rules}.", "Respecté aussi : {rules}."),
    "reason": ("Together these forbid it, and none can be spared: {items}.",
               "Ensemble, ceci l'interdit, et rien n'y est de trop : {items}."),
    # --- how firmly a rule stands
    "stands-by example": ("shown by an example", "montré par un exemple"),
    "stands-implied": ("implied", "sous-entendu"),
    "stands-convention": ("no sentence of the source says so; it is the custom of every table",
                          "aucune phrase de la source ne le dit ; c'est l'usage à toutes les tables"),
    "stands-settled": ("settled as “{reading}”", "tranché : « {reading} »"),
    "stands-house": ("house rule", "règle de la maison"),
    # --- questions
    "because-silent": ("the book does not say", "le livre n'en dit rien"),
    "because-ambiguous": ("the book can be read in more than one way", "le livre se lit de plusieurs façons"),
    "because-contradictory": ("the book contradicts itself", "le livre se contredit"),
    "near": ("{why}; compare {places}", "{why} ; voir {places}"),
    "at": ("{why}: {places}", "{why} : {places}"),
    "silent": ("The book does not say whether a player may {event}.", "Le livre ne dit pas si l'on peut {event}."),
    "decide-first": ("Settle this question first; most hangs on it.",
                     "Tranchez d'abord cette question : c'est d'elle que dépend le plus."),
    "other-questions": ("It hangs on this too:", "Cela dépend aussi de ceci :"),
    "settle": ("To settle it: {code}", "Pour trancher : {code}"),
    "gave-up": ("The solver gave up: this is too hard to decide.",
                "Le solveur a renoncé : la question est trop difficile à trancher."),
    # --- what is not written
    "hangs-on": ("It hangs on what is not written:", "Cela dépend de ce qui n'est pas écrit :"),
    "if": ("If {phrase}", "Si {phrase}"),
    "if-between": ("If {low} to {phrase}", "Si de {low} à {phrase}"),
    "if-read": ("If {meld} is {reading}", "Si {meld} est {reading}"),
    "hangs-on-reading": ("It hangs on how {meld} is read.", "Cela dépend de la lecture de {meld}."),
    "hangs-on-fact": ("It hangs on something that is not written: whether {phrase}.",
                      "Cela dépend d'une chose qui n'est pas écrite : si {phrase}."),
    "unknown-card": ("A card that matters is not known, and the answer depends on it.",
                     "Une carte qui compte n'est pas connue, et la réponse en dépend."),
    "whatever-card": (
        "Not every card is known, but whatever they are the answer is the same.",
        "Toutes les cartes ne sont pas connues, mais quelles qu'elles soient la réponse est la même.",
    ),
    "unchecked": ("{whose} hand is not written, so nobody checked it.",
                  "La main {whose} n'est pas écrite : personne ne l'a vérifiée."),
    "unchecked-several": (
        "The hands of {names} are not written, so nobody checked them.",
        "Les mains {names} ne sont pas écrites : personne ne les a vérifiées.",
    ),
    "no-rule": (
        "No rule of a turn is about this, so it is not judged.",
        "Aucune règle du tour n'en parle : ce n'est pas jugé.",
    ),
    "rest-not-judged": ("After an illegal act the rest of the turn is not judged.",
                        "Après un coup illégal, la suite du tour n'est pas jugée."),
    "not-over": ("The turn is not over, so its duties are not judged.",
                 "Le tour n'est pas fini : ses obligations ne sont pas jugées."),
    # --- readings of melds
    "read-as": ("{meld} is read as {reading}.", "{meld} se lit comme {reading}."),
    "otherwise-read": ("Read as {reading}, {meld} would break {rules}.",
                       "Lu comme {reading}, {meld} enfreindrait {rules}."),
    "a-set": ("a set of {rank}s", "un brelan de {rank}"),
    "a-set-of-four": ("a set of {rank}s", "un carré de {rank}"),
    "a-run": ("the run {cards}", "la suite {cards}"),
    "neither": ("neither set nor run", "ni brelan ni suite"),
    # --- remedies and consequences
    "remedy": ("To make it legal: {text}.", "Pour que ce soit légal : {text}."),
    "remedy-variants": ("Legal as it stands in {books}.", "Légal tel quel selon {books}."),
    "fault": ("A wrong play costs {points}.", "Un coup fautif coûte {points}."),
    "no-fault": ("The book names no penalty for a wrong play.",
                 "Le livre ne prévoit pas de sanction pour un coup fautif."),
    # --- a table that cannot arise
    "bad-meld": ("{label} {cards} breaks this rule:", "{label} {cards} enfreint cette règle :"),
    "copies": ("It shows {count} copies of {card}; {book} plays with {allowed}.",
               "On y voit {count} fois {card} ; {book} en compte {allowed}."),
    "copies-none": ("It shows {card}; {book} plays without.", "On y voit {card} ; {book} se joue sans."),
    "bad-readings": ("The melds on the table cannot all lie there under its rules.",
                     "Ses règles ne permettent pas ces combinaisons sur la table."),
    # --- rulings
    "ruled": ("The arbiter agrees with your ruling: {rulings}.", "L'arbitre confirme votre décision : {rulings}."),
    "ruled-several": ("The arbiter agrees with your rulings: {rulings}.",
                      "L'arbitre confirme vos décisions : {rulings}."),
    "verdict-in": ("{verdict} in {books}", "{verdict} selon {books}"),
    "ruled-wrong": ("You ruled “{claimed}” in {book}: the arbiter disagrees and says “{verdict}”.",
                    "Votre décision « {claimed} » selon {book} : l'arbitre n'est pas d'accord, il dit « {verdict} »."),
    "ruled-wrong-rule": ("You ruled “{claimed}” in {book} by {rule}: the arbiter agrees, but not by that rule.",
                         "Votre décision « {claimed} » selon {book} par {rule} : l'arbitre est d'accord, "
                         "mais pas par cette règle."),
    # --- people
    "a-player": ("the player", "le joueur"),
    "whose": ("{name}'s", "de {name}"),
    "whose-vowel": ("{name}'s", "d'{name}"),
    "whose-player": ("the player's", "du joueur"),
    "and": (" and ", " et "),
    "or": (" or ", " ou "),
}  # fmt: skip

_SILENT: dict[str, Pair] = {
    "draw": ("draw in this way", "piocher ainsi"),
    "lay": ("lay in this way", "poser ainsi"),
    "add": ("add to a meld in this way", "ajouter ainsi à une combinaison"),
    "swap": ("make this exchange", "faire cet échange"),
    "shift": ("put a card in a joker's place and let the joker move along", "mettre une carte à la place d'un joker "
              "et décaler celui-ci"),
    "move": ("move cards from one meld to another", "déplacer des cartes d'une combinaison à une autre"),
    "discard": ("discard in this way", "jeter ainsi"),
    "call": ("call a card in this way", "appeler ainsi une carte"),
    "cede": ("leave the called card to the caller in this way", "céder ainsi la carte appelée"),
    "keep": ("keep the called card in this way", "garder ainsi la carte appelée"),
    "reshuffle": ("make a new stock in this way", "refaire ainsi la pioche"),
    "late": ("still play once somebody is out", "encore jouer quand quelqu'un est sorti"),
}  # fmt: skip


def pick(pair: Pair, lang: str) -> str:
    """The one of the two that is in this language."""
    return pair[lang == "fr"]


def say(key: str, lang: str, **values: object) -> str:
    """A sentence of the table, its blanks filled in. Raises KeyError for a key that is not there."""
    return pick(_SENTENCES[key], lang).format(**values)


def verdict_word(verdict: str, lang: str) -> str:
    """The word for a verdict."""
    return pick(VERDICTS[verdict], lang)


def silent(event: str, lang: str) -> str:
    """The question that nobody wrote: the book says nothing about such an event."""
    return say("silent", lang, event=pick(_SILENT.get(event, _SILENT["late"]), lang))


def first_capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[str], lang: str, last: str = "and") -> str:
    """A list in words: a, b and c."""
    every = list(items)
    if len(every) < 2:
        return "".join(every)
    return ", ".join(every[:-1]) + say(last, lang) + every[-1]


def whose(name: str, lang: str) -> str:
    """Whose: `Bob's`, `de Bob`, `d'Anne`; of a player who has no name, `the player's`, `du joueur`."""
    if not name:
        return say("whose-player", lang)
    vowel = unicodedata.normalize("NFD", name[:1].casefold())[:1] in "aeiouy"
    return say("whose-vowel" if vowel else "whose", lang, name=name)


def cards(of: Sequence[Card], lang: str) -> str:
    """Cards with the letters of the language."""
    return show_all(tuple(of), lang)


def rank(number: int, lang: str) -> str:
    """The sign of a rank; in a run 14 is the ace again, 15 the two."""
    return RANK_SIGNS[lang][(number - 1) % 13 + 1]


def stands(owner: Rule | Question, lang: str) -> str:
    """How firmly a rule stands, where that is less than stated; nothing for a question."""
    if not isinstance(owner, Rule):
        return ""
    if owner.reading:
        return say("stands-settled", lang, reading=owner.reading)
    if owner.stands == "stated":
        return say("stands-house", lang) if owner.house else ""
    return say(f"stands-{owner.stands}", lang)


_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_BEFORE = re.compile(r"[ \u00a0]+(?=[:;?!»])")
_AFTER = re.compile(r"« *")


def typeset(text: str, lang: str) -> str:
    """The text as it is printed: round apostrophes; in French, blanks that do not break before : ; ? ! and in « »."""
    text = _APOSTROPHE.sub("’", text)
    if lang != "fr":
        return text
    return _AFTER.sub(f"«{NBSP}", _BEFORE.sub(NBSP, text))
