"""Remedies in words."""

from __future__ import annotations

from verifier.remedy import Remedy
from verifier.words.sentences import Pair, cards, listed, pick, say

_CHANGES: dict[str, Pair] = {
    "more": ("{cards} as well", "{cards} en plus"),
    "meld": ("{cards} laid as well", "{cards} posé en plus"),
    "instead": ("{cards} instead of {gone}", "{cards} au lieu de {gone}"),
    "fewer": ("without {gone}", "sans {gone}"),
    "other": ("another card", "une autre carte"),
    "low": ("at the low end", "en bas"),
    "high": ("at the high end", "en haut"),
    "stock": ("a card from the stock instead", "une carte de la pioche à la place"),
}
_LACKS: Pair = (", which {who} does not hold", ", que {who} n'a pas en main")


def remedy_text(remedy: Remedy, lang: str) -> str:
    """The change in words: `10♣ as well, which Bob does not hold`; of a variant, the names of the books."""
    if remedy.kind == "variant":
        return listed((book.title for book in remedy.books), lang)
    text = pick(_CHANGES[remedy.change], lang).format(cards=cards(remedy.cards, lang), gone=cards(remedy.gone, lang))
    if remedy.held is False:
        text += pick(_LACKS, lang).format(who=remedy.actor or say("a-player", lang))
    return text
