"""Whether the numbers of a deal add up: players, packs, jokers and cards dealt.

What a book leaves open in a deal may be anything that its rules allow. Four things are found:

- rules of the deal that no deal keeps together;
- a number of players, or a round, that its own rule allows and that no deal can have under all the rules;
- a number of players, and a round, with which the cards never do, whatever else is open: what each player is dealt, the
  first card of the discard pile and one card of stock; and more weakly, a deal that the rules allow and whose cards do
  not do;
- a question that the source contradicts itself about, whose readings are numbers that cannot hold together.

A book that nowhere speaks of the number of players allows no number in particular: nothing is found about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType

from grammar.cards import RANKS, SUITS
from rulebook.model import Book, Question, Rule
from rulebook.mutants import limb_text
from rulebook.vocabulary import FACTS
from verifier.check.model import Finding
from verifier.smt import z3face as z
from verifier.smt.facts import limits
from verifier.smt.rules import deal_allows, event_verdict, facts_read
from verifier.smt.z3face import Solver, Term
from verifier.words.facts import fact_is
from verifier.words.sentences import LANGS, Pair, first_capital, listed

DEAL = "deal"
PACK = len(RANKS) * len(SUITS)
"""The cards of a pack without jokers."""

Deal = dict[str, int]
"""The facts of a deal, by name."""


class Facts:
    """The facts of one event as variables of a solver, each within the values that the vocabulary gives it."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[str, Term] = {}

    def __call__(self, name: str) -> Term:
        if name not in self._known:
            bounds = limits(name)
            self._known[name] = z.integer(name) if bounds else z.boolean(name)
            if bounds:
                self._solver.add(z.conj((self._known[name] >= bounds[0], self._known[name] <= bounds[1])))
        return self._known[name]


class _Deals:
    """The deals that a book allows. A rule is in force if its literal is assumed, and so is a reading.

    `kept` is the literal that says that the deal is not illegal; `enough` that there are cards for what each player is
    dealt, for the discard pile and for the stock, one each; `short` that there are not.
    """

    def __init__(self, book: Book) -> None:
        self.book, self.solver = book, Solver()
        self.facts = Facts(self.solver)
        self.literals: dict[tuple[str, str], Term] = {}
        self.read = [word for word in FACTS if word in facts_read(book, DEAL)]
        self.kept = self.solver.name(z.neg(event_verdict(book, DEAL, self.facts, self._active).illegal), "kept")
        self.enough = self.solver.name(self._cards() >= self._needed(), "enough")
        self.short = self.solver.name(self._cards() < self._needed(), "short")
        asked = (question for question in book.questions if self.of_question(question))
        self.answers = {question.id: self.solver.name(self._one_of(question), question.id) for question in asked}

    def _active(self, owner: str, reading: str) -> Term:
        return self.literals.setdefault((owner, reading), z.boolean(f"{owner}={reading}"))

    def _cards(self) -> Term:
        return self.facts("packs") * PACK + self.facts("jokers-in-deck")

    def _needed(self) -> Term:
        return self.facts("players") * self.facts("hand-size") + 2

    def of_question(self, question: Question) -> dict[str, Term]:
        """The readings of a question that say something about the deal, by name."""
        return {
            reading: literal for (owner, reading), literal in self.literals.items() if reading and owner == question.id
        }

    def _one_of(self, question: Question) -> Term:
        """One reading counts: one of these, or another one, which says nothing about the deal."""
        readings = list(self.of_question(question).values())
        others = [z.boolean(f"{question.id}=")] if len(readings) < len(question.readings) else []
        return z.exactly_one([*readings, *others])

    def rules(self) -> dict[str, Term]:
        """The literals of all rules of the deal, by id."""
        return {owner: literal for (owner, reading), literal in self.literals.items() if not reading}

    def possible(self, *more: Term) -> bool:
        """Whether some deal keeps every rule, with one reading of each question, and this too."""
        return self._can(self.rules().values(), more)

    def _can(self, rules: Iterable[Term], more: Iterable[Term]) -> bool:
        return self.solver.satisfiable([self.kept, *self.answers.values(), *rules, *more])

    def value(self, name: str, number: int) -> Term:
        """The literal that gives a fact a number."""
        return self.solver.equals(self.facts(name), number)

    def values(self, name: str) -> range:
        """All that a fact may be."""
        low, high = limits(name) or (0, 0)
        return range(low, high + 1)

    def deal(self, *more: Term) -> Deal:
        """The smallest deal that keeps every rule, and this too: the numbers that the book speaks of."""
        found: Deal = {}
        fixed: list[Term] = []
        for name in self.read:
            values = ((number, self.value(name, number)) for number in self.values(name))
            number, literal = next((n, x) for n, x in values if self.possible(*more, *fixed, x))
            found[name] = number
            fixed.append(literal)
        return found

    def blamed(self, *more: Term) -> tuple[str, ...]:
        """The rules, none of which can be spared, that leave no such deal."""
        needed = self.rules()
        for id in list(needed):
            rest = {other: literal for other, literal in needed.items() if other != id}
            if not self._can(rest.values(), more):
                needed = rest
        return tuple(needed)


def arithmetic(book: Book) -> Iterator[Finding]:
    """What does not add up in a book's deals."""
    if not facts_read(book, DEAL):
        return
    deals = _Deals(book)
    yield from _contradictory(deals)
    if not deals.possible():
        yield _found(deals, deals.blamed(), _NO_DEAL)
        return
    yield from _refused(deals)
    scant = list(_scant(deals))
    yield from scant or _sometimes_scant(deals)


NOTHING: Mapping[str, Pair] = MappingProxyType({})

_NO_DEAL = ("No deal keeps these rules together: {rules}.", "Aucune donne ne respecte ces règles ensemble : {rules}.")
_REFUSED = (
    "{fact} is allowed by itself with the value {values}, but no deal keeps these rules together then: {rules}.",
    "{fact} peut à lui seul valoir {values}, mais aucune donne ne respecte alors ces règles ensemble : {rules}.",
)
_SCANT = (
    "The cards are never enough with {values}: {deal} make {needed} cards with one for the discard pile and one for "
    "the stock, and there are {cards}.",
    "Il n'y a jamais assez de cartes avec {values} : {deal} font {needed} cartes avec une pour la défausse et une pour "
    "la pioche, et il y en a {cards}.",
)
_SOMETIMES = (
    "The rules allow a deal for which the cards are not enough: {deal} make {needed} cards with one for the discard "
    "pile and one for the stock, and there are {cards}.",
    "Les règles permettent une donne pour laquelle il n'y a pas assez de cartes : {deal} font {needed} cartes avec une "
    "pour la défausse et une pour la pioche, et il y en a {cards}.",
)
_CONTRADICTORY = (
    "Its readings cannot all hold, though the source says each of them: {readings}.",
    "Ses lectures ne peuvent valoir toutes, alors que la source les dit toutes : {readings}.",
)
_READING = ("“{statement}” makes {cards} cards ({deal})", "« {statement} » fait {cards} cartes ({deal})")


def _found(deals: _Deals, rules: Sequence[str], text: Pair, said: Mapping[str, Pair] = NOTHING) -> Finding:
    """A finding about rules: it belongs to the last that a house brought, or else to the last of the book."""
    about = [rule for rule in deals.book.rules if rule.id in rules]
    house = [rule for rule in about if rule.house]
    owner = next(reversed(house or about), None)
    (en, fr), blanks = text, {**said, "rules": (_and(rules, "en"), _and(rules, "fr"))}
    return Finding(
        "arithmetic",
        owner.id if owner else "",
        en.format(**{name: pair[0] for name, pair in blanks.items()}),
        fr.format(**{name: pair[1] for name, pair in blanks.items()}),
        rules=tuple(rule.id for rule in about if rule is not owner),
        event=DEAL,
        statement=_statement(owner) if owner else "",
        house=bool(house),
        line=owner.line if owner else 0,
        file=owner.file if owner else "",
    )


def _and(items: Iterable[object], lang: str) -> str:
    return listed(map(str, items), lang)


def _statement(rule: Rule) -> str:
    return next((limb_text(limb) for limb in rule.limbs if limb.event == DEAL), "")


# ---------------------------------------------------------------------------------------- numbers of players, rounds


def _refused(deals: _Deals) -> Iterator[Finding]:
    """Numbers that the rules about them alone allow, and that no deal can have."""
    for name in ("players", "round"):
        grouped: dict[tuple[str, ...], list[int]] = {}
        for number in deals.values(name) if name in deals.read else ():
            value = deals.value(name, number)
            if _allowed_alone(deals, name, value) and not deals.possible(value):
                grouped.setdefault(deals.blamed(value), []).append(number)
        for rules, numbers in grouped.items():
            word = (first_capital(FACTS[name].en), first_capital(FACTS[name].fr))
            yield _found(deals, rules, _REFUSED, {"fact": word, "values": _either(numbers)})


def _allowed_alone(deals: _Deals, name: str, value: Term) -> bool:
    """Whether the rules of the deal that speak of this fact alone allow the value; there must be some."""
    limbs = (limb for rule in deals.book.rules for limb in rule.limbs if limb.event == DEAL)
    if not any({*limb.facts()} == {name} for limb in limbs):
        return False
    alone = deals.solver.name(deal_allows(deals.book, name, deals.facts(name)), f"{name} alone")
    return deals.solver.satisfiable([value, alone])


def _either(numbers: Iterable[int]) -> Pair:
    every = [str(number) for number in dict.fromkeys(numbers)]
    return listed(every, "en", "or"), listed(every, "fr", "or")


# ---------------------------------------------------------------------------------------- cards enough


def _scant(deals: _Deals) -> Iterator[Finding]:
    """Numbers of players, each in each round, with which the cards are never enough."""
    grouped: dict[tuple[str, ...], list[Deal]] = {}
    never = () if deals.possible(deals.enough) else deals.blamed(deals.enough)
    for given in _settings(deals):
        literals = [deals.value(name, number) for name, number in given.items()]
        if deals.possible(*literals) and not deals.possible(*literals, deals.enough):
            rules = never or deals.blamed(*literals, deals.enough)
            grouped.setdefault(rules, []).append(given)
    for rules, settings in _merged(grouped).items():
        literals = [deals.value(name, number) for name, number in settings[0].items()]
        deal = deals.deal(*literals, deals.short)
        yield _found(deals, rules, _SCANT, {"values": _settings_text(settings), **_counted(deal)})


def _merged(grouped: Mapping[tuple[str, ...], Sequence[Deal]]) -> dict[tuple[str, ...], list[Deal]]:
    """Where some of the rules would be enough for some of the numbers, they go to all the rules together."""
    found: dict[tuple[str, ...], list[Deal]] = {}
    for rules, settings in sorted(grouped.items(), key=lambda group: -len(group[0])):
        wider = next((other for other in found if set(rules) <= set(other)), rules)
        found.setdefault(wider, []).extend(settings)
    return {rules: sorted(settings, key=lambda each: list(each.values())) for rules, settings in found.items()}


def _settings(deals: _Deals) -> Iterator[Deal]:
    """Every number of players in every round, as far as the book speaks of them."""
    if "players" in deals.read:
        names: list[str] = [name for name in ("players", "round") if name in deals.read]
        numbers = (deals.values(name) for name in names)
        yield from (dict(zip(names, each, strict=True)) for each in product(*numbers))


def _settings_text(settings: Sequence[Deal]) -> Pair:
    """Numbers of players, those together that have the same rounds: `7 players in round 8 or 9`."""
    rounds: dict[int, list[int]] = {}
    for setting in settings:
        rounds.setdefault(setting["players"], []).extend(setting[name] for name in setting if name != "players")
    alike: dict[tuple[int, ...], list[int]] = {}
    for players, those in rounds.items():
        alike.setdefault(tuple(those), []).append(players)
    texts = [(_either(players), _either(those)) for those, players in alike.items()]
    return (
        "; ".join(f"{who[0]} players" + (f" in round {when[0]}" if when[0] else "") for who, when in texts),
        " ; ".join(f"{who[1]} joueurs" + (f" à la manche {when[1]}" if when[1] else "") for who, when in texts),
    )


def _sometimes_scant(deals: _Deals) -> Iterator[Finding]:
    """A deal that the rules allow and whose cards are not enough, however well the rest is chosen."""
    best = {"players": 0, "hand-size": 0, "packs": -1, "jokers-in-deck": -1}
    kindly = [deals.value(name, deals.values(name)[at]) for name, at in best.items() if name not in deals.read]
    if deals.possible(deals.short, *kindly):
        deal = deals.deal(deals.short, *kindly)
        rules = [rule.id for rule in deals.book.rules if any(limb.event == DEAL for limb in rule.limbs)]
        yield _found(deals, rules, _SOMETIMES, _counted(deal))


def _counted(deal: Deal) -> dict[str, Pair]:
    """A deal in words, with the cards that it needs and those that there are."""
    needed = str(deal.get("players", 1) * deal.get("hand-size", 1) + 2)
    cards = str(_cards(deal))
    return {"deal": _deal_text(deal), "needed": (needed, needed), "cards": (cards, cards)}


def _cards(deal: Deal) -> int:
    return PACK * deal.get("packs", 0) + deal.get("jokers-in-deck", 0)


def _deal_text(deal: Deal) -> Pair:
    """The numbers of a deal; the round, which is no number of anything, comes behind them."""
    en, fr = (
        listed((fact_is(name, number, lang) for name, number in deal.items() if name != "round"), lang)
        for lang in LANGS
    )
    if "round" not in deal:
        return en, fr
    return f"{en}, in round {deal['round']}", f"{fr}, à la manche {deal['round']}"


# ---------------------------------------------------------------------------------------- questions


def _contradictory(deals: _Deals) -> Iterator[Finding]:
    """Questions that the source contradicts itself about, and whose readings are numbers that exclude each other."""
    for question in deals.book.questions:
        readings = deals.of_question(question)
        if question.because == "contradictory" and len(readings) > 1 and _exclude_each_other(deals, question):
            each = [_one_reading(deals, question, name) for name in readings]
            said = ("; ".join(en for en, _ in each), " ; ".join(fr for _, fr in each))
            yield Finding(
                "arithmetic",
                question.id,
                _CONTRADICTORY[0].format(readings=said[0]),
                _CONTRADICTORY[1].format(readings=said[1]),
                event=DEAL,
                house=question.house,
                line=question.line,
                file=question.file,
            )


def _exclude_each_other(deals: _Deals, question: Question) -> bool:
    """Whether no deal keeps all the readings at once, even if no rule is in force."""
    others = [answer for id, answer in deals.answers.items() if id != question.id]
    return not deals.solver.satisfiable([deals.kept, *others, *deals.of_question(question).values()])


def _one_reading(deals: _Deals, question: Question, name: str) -> Pair:
    """What a reading says, with the smallest deal that keeps it."""
    limbs = next(reading.limbs for reading in question.readings if reading.name == name)
    statement = "; ".join(limb_text(limb) for limb in limbs if limb.event == DEAL)
    literal = deals.of_question(question)[name]
    if not deals.possible(literal):
        return f"“{statement}” leaves no deal", f"« {statement} » ne laisse aucune donne"
    deal = deals.deal(literal)
    text = _deal_text(deal)
    en, fr = (_READING[n].format(statement=statement, cards=_cards(deal), deal=text[n]) for n in (0, 1))
    return en, fr
