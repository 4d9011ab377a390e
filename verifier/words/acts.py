"""Acts in words: who does what."""

from __future__ import annotations

from grammar.cards import show
from grammar.document import Act
from verifier.steps import Step
from verifier.whereabouts import Gone
from verifier.words.sentences import Pair, cards, listed, pick, whose

_VERBS: dict[str, tuple[Pair, Pair]] = {
    "draw": (("draws", "draw"), ("pioche", "piocher")),
    "take": (("takes", "take"), ("prend", "prendre")),
    "lay": (("lays", "lay"), ("pose", "poser")),
    "add": (("adds", "add"), ("ajoute", "ajouter")),
    "swap": (("swaps", "swap"), ("échange", "échanger")),
    "shift": (("shifts", "shift"), ("décale", "décaler")),
    "move": (("moves", "move"), ("déplace", "déplacer")),
    "discard": (("discards", "discard"), ("jette", "jeter")),
    "call": (("calls", "call"), ("appelle", "appeler")),
    "cede": (("cedes", "cede"), ("cède", "céder")),
    "keep": (("keeps", "keep"), ("garde", "garder")),
    "reshuffle": (("reshuffles", "reshuffle"), ("remélange", "remélanger")),
    "declare": (("declares going", "declare going"), ("annonce la sortie", "annoncer la sortie")),
    "end": (("ends the turn", "end the turn"), ("finit son tour", "finir son tour")),
}
"""Third person and bare, in English and in French."""

_TAILS: dict[str, Pair] = {
    "take": ("from the discard pile", "dans la défausse"),
    "take-top": ("the top of the discard pile", "le dessus de la défausse"),
    "add": ("to {target}", "à {target}"),
    "swap": ("for {jokers} in {target}", "contre {jokers} dans {target}"),
    "shift": ("into {target}", "dans {target}"),
    "move": ("from {source} to {target}", "de {source} à {target}"),
    "low": ("at the low end", "en bas"),
    "high": ("at the high end", "en haut"),
}

_DEAL: Pair = ("the deal", "la donne")
_HAND: Pair = ("the deal ({whose} hand)", "la donne (la main {whose})")
_GONE: Pair = (
    "{card} left {whose} hand in line {line}: {what}.",
    "{card} a quitté la main {whose} à la ligne {line} : {what}.",
)
_NEVER: Pair = ("{card} never was in {whose} hand.", "{card} n'a jamais été dans la main {whose}.")
_TURN: Pair = ("the end of {whose} turn", "la fin du tour {whose}")


def step_text(step: Step, lang: str) -> str:
    """What was done: `Bob swaps 10♦ for JK in A1`; without a name, `swap 10♦ for JK in A1`."""
    if step.kind == "deal":
        return pick(_HAND, lang).format(whose=whose(step.actor, lang)) if step.actor else pick(_DEAL, lang)
    if step.act is None:
        return pick(_TURN, lang).format(whose=whose(step.actor, lang))
    said = act_text(step.act, lang, named=bool(step.actor))
    return f"{step.actor} {said}" if step.actor else said


def gone_text(gone: Gone, actor: str, lang: str) -> str:
    """Where a card went that the player does not hold: `9♥ left Anne's hand in line 7: discards 9♥.`"""
    card, who = show(gone.card, lang), whose(actor, lang)
    if gone.act is None:
        return pick(_NEVER, lang).format(card=card, whose=who)
    what = act_text(gone.act, lang, named=bool(actor))
    return pick(_GONE, lang).format(card=card, whose=who, line=gone.act.at.line, what=what)


def act_text(act: Act, lang: str, named: bool = True) -> str:
    """The act in the words of a language, in the third person if somebody is named before it."""
    verb = _VERBS[act.verb][lang == "fr"][0 if named else 1]
    parts = [verb, _cards(act, lang), _tail(act, lang)]
    return " ".join(part for part in parts if part)


def _cards(act: Act, lang: str) -> str:
    if act.verb == "lay":
        return listed((cards(meld.cards, lang) for meld in act.melds), lang)
    return cards(act.cards, lang)


def _tail(act: Act, lang: str) -> str:
    if act.verb == "take" and not act.cards:
        return pick(_TAILS["take-top"], lang)
    if act.verb not in _TAILS:
        return ""
    jokers = " ".join(["JK"] * max(1, act.jokers))
    tail = pick(_TAILS[act.verb], lang).format(target=act.target, source=act.source, jokers=jokers)
    return f"{tail} {pick(_TAILS[act.end], lang)}" if act.end in ("low", "high") else tail
