"""Which rules of a book no constructed and no spoiled deal ever puts to use.

python -m deals.exercised [NUMBER]    from the folder of the tests; so many deals of each book
"""

from __future__ import annotations

import sys

from deals.deal import FIGURES
from deals.making import deal
from deals.replaying import replay
from deals.spoiling import kinds_of, spoil, spoiled
from rulebook.library import book
from rulebook.model import Book

ELSEWHERE = ("deal", "late")
"""Events of these kinds are no play of a deal that is made here; what comes after the end is, as far as it is clear."""


EXPLAINED = {
    "two jokers in one set, and both cards that it lacks in one hand": (
        ("rami-40", "rami-51", "kaluki"), ("joker.swap.set.two-jokers",),
    ),
    "the fourth card of a set of four with a joker in the hand of one who may exchange": (
        ("rami-40", "rami-51", "kaluki"), ("joker.swap.set", "joker.swap.set.four"),
    ),
    "two play, and who fills the contract is nearly always out at once: hardly anybody finds melds to add to": (
        ("baby-kalooki", "tuluki"), ("meld.kind", "add.contract", "add.joker.own", "joker.shift", "joker.stays"),
    ),
}  # fmt: skip
"""Why some hundreds of deals may do without a rule: the books, and the rules."""


def explained(name: str) -> set[str]:
    """The rules of a book that deals may do without."""
    return {rule for books, rules in EXPLAINED.values() if name in books for rule in rules}


def used(name: str, count: int, tries: int = 300) -> set[str]:
    """The rules that permitted a play in a constructed deal, or were broken in a spoiled one.

    A way to spoil a deal that did not come up is looked for in more of them.
    """
    found, kinds = set[str](), set[str]()
    for seed in range(count):
        found |= replay(deal(name, seed)).permitted
        wrong = spoiled(name, seed)
        found |= replay(wrong.deal).broken
        kinds.add(wrong.kind)
    for kind in set(kinds_of(name)) - kinds:
        one = next((one for seed in range(tries) if (one := spoil(name, seed, kind))), None)
        found |= replay(one.deal).broken if one else set()
    return found


def not_used(name: str, count: int) -> list[str]:
    """The rules of the book that are about plays, and were not put to use."""
    here = book(name)
    return [rule.id for rule in here.rules if _is_of_plays(here, rule.id) and rule.id not in used_by(name, count)]


_USED: dict[tuple[str, int], set[str]] = {}


def used_by(name: str, count: int) -> set[str]:
    if (name, count) not in _USED:
        _USED[name, count] = used(name, count)
    return _USED[name, count]


def _is_of_plays(here: Book, rule: str) -> bool:
    """Not a rule of the deal or the score, and not one that has no statements about events."""
    limbs = next(one.limbs for one in here.rules if one.id == rule)
    return any(limb.event not in ELSEWHERE for limb in limbs)


if __name__ == "__main__":
    for name in FIGURES:
        missing = not_used(name, int(sys.argv[1]) if len(sys.argv) > 1 else 200)
        print(name, *(missing or ["(every rule is used)"]))
        for why, (books, rules) in EXPLAINED.items():
            if name in books and {*rules} & {*missing}:
                print(f"    {', '.join(sorted({*rules} & {*missing}))}: {why}")
