"""What a book must keep to be a book at all, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.document import At
from grammar.trouble import CONFLICT, Trouble
from rulebook.model import Book, Limb, Rule, Value

_RANKED = (("ace", ("ace", 1)), ("pips", ("pips",)), ("face", ("face",)))


def troubles(book: Book, source: str) -> list[Trouble]:
    """What does not hold together, at its place in the file `source`; what an amended book brought is not looked at."""
    found: list[Trouble] = []
    for owner, limb in book.limbs():
        if owner.file == source:
            found += _limb_troubles(book, limb)
    mine = [rule for rule in book.rules if rule.file == source]
    asking = [rule.match for rule in mine if rule.match and rule.match.asks]
    found += [_no_question(match.asks, match.line) for match in asking if not book.question(match.asks)]
    found += [_cycle(rule) for rule in mine if _lifts_itself(book, rule.id)]
    found += _without_effect(book, source)
    found += _missing_values(book)
    found += _jokers_unsaid(book)
    return found


def says(rule: Rule) -> tuple[object, ...]:
    """What a rule says, apart from its wording, places and lines: two rules that say the same decide the same."""
    limbs = tuple((x.effect, x.event, x.when, x.need, x.lifts, x.default, x.asks) for x in rule.limbs)
    values = tuple((x.selector, x.amount, x.where, x.colour) for x in rule.values)
    scores = tuple((x.effect, x.amount, x.when) for x in rule.scores)
    match = (rule.match.says, rule.match.percent, rule.match.asks) if rule.match else None
    return limbs, values, rule.wild, rule.fault, scores, match


def _limb_troubles(book: Book, limb: Limb) -> list[Trouble]:
    ids = {rule.id for rule in book.rules} | {question.id for question in book.questions}
    if limb.lifts and limb.lifts not in ids:
        return [Trouble(At(limb.line, 1), f"there is no rule {limb.lifts} to make an exception to",
                        f"il n'y a pas de règle {limb.lifts} à laquelle faire exception", CONFLICT)]  # fmt: skip
    if limb.asks and book.question(limb.asks) is None:
        return [_no_question(limb.asks, limb.line)]
    return []


def _no_question(name: str, line: int) -> Trouble:
    return Trouble(At(line, 1), f"there is no question {name} to ask",
                   f"il n'y a pas de question {name} à poser", CONFLICT)  # fmt: skip


def _lifts_itself(book: Book, id: str) -> bool:
    """Whether exceptions lead from a rule back to itself."""
    edges = {(owner.id, limb.lifts) for owner, limb in book.limbs() if limb.lifts}
    seen, todo = set(), [id]
    while todo:
        here = todo.pop()
        for source, target in edges:
            if source == here and target == id:
                return True
            if source == here and target not in seen:
                seen.add(target)
                todo.append(target)
    return False


def _cycle(rule: Rule) -> Trouble:
    return Trouble(At(rule.line, 1), f"{rule.id} is, through exceptions, an exception to itself",
                   f"{rule.id} est, d'exception en exception, une exception à elle-même", CONFLICT)  # fmt: skip


def _without_effect(book: Book, source: str) -> list[Trouble]:
    """A question whose readings all say the same asks nothing; so does one with a single reading."""
    found = []
    for question in book.questions:
        distinct = {(reading.limbs, reading.values, reading.scores) for reading in question.readings}
        if question.file == source and len(question.readings) > len(distinct):
            found.append(Trouble(At(question.line, 1), f"{question.id} has two readings that say the same",
                                 f"{question.id} a deux lectures qui disent la même chose", CONFLICT))  # fmt: skip
    return found


def _missing_values(book: Book) -> list[Trouble]:
    """A book that asks for points must say what every card counts in a meld; one that counts hands, in a hand."""
    found: list[Trouble] = []
    if any("points" in limb.facts() for _, limb in book.limbs()):
        found += [Trouble(At(1, 1), *(text.format(name) for text in _IN_MELDS)) for name in _unsaid(book, "meld")]
    if any(said.effect == "hand" for rule in book.rules for said in rule.scores):
        found += [Trouble(At(1, 1), *(text.format(name) for text in _IN_HANDS)) for name in _unsaid(book, "hand")]
    return found


_IN_MELDS = ("the book asks for points but does not say what a card counts in melds: value {} = …",
             "le livre demande des points sans dire ce que vaut une carte posée : value {} = …")  # fmt: skip
_IN_HANDS = ("the book counts hands but does not say what a card counts there: value {} = …",
             "le livre compte les mains sans dire ce que vaut une carte en main : value {} = …")  # fmt: skip


def _unsaid(book: Book, where: str) -> list[str]:
    """The cards of which nobody says what they count there."""
    values = [value for rule in book.rules for value in rule.values if value.where in ("", where)]
    given = {value.selector for value in values if not value.colour or _both_colours(value.selector, values)}
    asked = {v.selector for q in book.questions for reading in q.readings for v in reading.values}
    missing = [name for name, selectors in _RANKED if not (given | asked) & set(selectors)]
    return missing + (["joker"] if "joker" not in given | asked else [])


def _jokers_unsaid(book: Book) -> list[Trouble]:
    """A book that speaks of jokers must say that they stand for other cards: without that, none can lie in a meld."""
    read = {name for _, limb in book.limbs() for name in limb.facts()}
    if any(rule.wild for rule in book.rules) or not read & _OF_JOKERS:
        return []
    return [Trouble(At(1, 1), "the book speaks of jokers but does not say what they stand for: wild joker as any",
                    "le livre parle de jokers sans dire ce qu'ils remplacent : wild joker as any")]  # fmt: skip


_OF_JOKERS = {
    "jokers",
    "naturals",
    "jokers-touch",
    "jokers-added",
    "card-is-joker",
    "taken",
    "freed-held",
    "clean-runs",
}


def _both_colours(selector: object, values: Sequence[Value]) -> bool:
    return {v.colour for v in values if v.selector == selector} >= {"red", "black"}
