"""Findings about rules: whose they are, where they stand, and how rules and events are named in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rulebook.model import Book, Limb, Rule
from rulebook.mutants import limb_text
from verifier.check.model import Finding
from verifier.words.sentences import Pair, listed

EVENTS: dict[str, Pair] = {
    "deal": ("a deal", "une donne"),
    "open": ("an opening", "une ouverture"),
    "meld": ("a meld", "une combinaison"),
    "turn": ("a whole turn", "un tour entier"),
    "out": ("going out", "une sortie"),
    "draw": ("drawing a card", "une pioche"),
    "lay": ("laying melds", "une pose"),
    "add": ("adding cards", "un ajout"),
    "swap": ("taking a joker", "une reprise de joker"),
    "shift": ("shifting a joker", "un décalage de joker"),
    "move": ("moving cards", "un déplacement"),
    "discard": ("a discard", "une défausse"),
    "call": ("a call", "un appel"),
    "cede": ("ceding a card", "la cession d'une carte appelée"),
    "keep": ("keeping a card", "le refus d'un appel"),
    "reshuffle": ("making a new stock", "une pioche refaite"),
    "late": ("a play after the end", "un coup après la fin"),
}


def about(
    book: Book,
    kind: str,
    blamed: Sequence[str],
    text: Pair,
    event: str,
    witness: str = "",
    statement: str = "",
    bound: bool = False,
    house: bool | None = None,
) -> Finding:
    """A finding about the rules to blame: it belongs to the last of them that a house brought, else to the last."""
    rules = [rule for rule in book.rules if rule.id in blamed]
    mine = [rule for rule in rules if rule.house]
    owner = (mine or rules)[-1] if rules else None
    return of_rule(
        owner,
        kind,
        text,
        event,
        rules=tuple(rule.id for rule in rules if rule is not owner),
        witness=witness,
        statement=statement,
        bound=bound,
        house=bool(mine) if house is None else house,
    )


def of_rule(
    owner: Rule | None,
    kind: str,
    text: Pair,
    event: str,
    rules: tuple[str, ...] = (),
    witness: str = "",
    statement: str = "",
    bound: bool = False,
    house: bool = False,
) -> Finding:
    """A finding about one rule; the statement is its first about the event, or its first, if none is given."""
    own = [limb for limb in owner.limbs if limb.event == event] or list(owner.limbs) if owner else []
    return Finding(
        kind,
        owner.id if owner else "",
        *text,
        rules=rules,
        event=event,
        statement=statement or (limb_text(own[0]) if own else ""),
        witness=witness,
        house=house,
        bound=bound,
        line=(own[0].line if own else owner.line) if owner else 0,
        file=owner.file if owner else "",
    )


def said(text: Pair, **names: Pair | str) -> Pair:
    """A sentence in both languages, its blanks filled."""
    both = [{name: pair if isinstance(pair, str) else pair[n] for name, pair in names.items()} for n in (0, 1)]
    return text[0].format(**both[0]), text[1].format(**both[1])


def named(rules: Iterable[str]) -> Pair:
    """Rules in a sentence."""
    every = list(rules)
    return listed(every, "en"), listed(every, "fr")


def without(book_rules: Sequence[Rule], rule: Rule, limb: Limb) -> tuple[Rule, ...]:
    """The rules, one of them without one of its statements."""
    changed = replace(rule, limbs=tuple(one for one in rule.limbs if one is not limb))
    return tuple(changed if one is rule else one for one in book_rules)
