"""What a book is: rules, questions and their places, and the conditions they are made of.

All of these are values: nothing in them changes once a book is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

# ---------------------------------------------------------------------------------------- conditions


class Lit(Struct, frozen=True):
    """A constant: a whole number, a truth value, or one of a fact's named values (`set`, `stock`)."""

    value: int | bool | str


class Fact(Struct, frozen=True):
    """A fact of the vocabulary, by name."""

    name: str


class Sum(Struct, frozen=True):
    """Arithmetic of two numbers; `op` is "+", "-" or "*"."""

    op: str
    left: Expr
    right: Expr


class Compare(Struct, frozen=True):
    """A comparison; `op` is one of = != < <= > >=."""

    op: str
    left: Expr
    right: Expr


class Among(Struct, frozen=True):
    """Membership: the value of `item` is one of `values`."""

    item: Expr
    values: tuple[Lit, ...]


class Both(Struct, frozen=True):
    """All of `parts` hold (`and`)."""

    parts: tuple[Expr, ...]


class Either(Struct, frozen=True):
    """One of `parts` holds (`or`)."""

    parts: tuple[Expr, ...]


class Not(Struct, frozen=True):
    """`part` does not hold."""

    part: Expr


class Lookup(Struct, frozen=True):
    """A cell of a table: the row whose key equals the fact `key`, as (key value, cell) pairs."""

    table: str
    column: str
    key: str
    cells: tuple[tuple[int, int], ...]


Expr = Lit | Fact | Sum | Compare | Among | Both | Either | Not | Lookup


def conjuncts(expr: Expr | None) -> tuple[Expr, ...]:
    """The limbs of a condition: the parts that must all hold, each of which a verdict can name."""
    if expr is None:
        return ()
    if isinstance(expr, Both):
        return tuple(limb for part in expr.parts for limb in conjuncts(part))
    return (expr,)


def facts_of(expr: Expr | None) -> Iterator[str]:
    """The names of the facts a condition reads, in order, with repeats."""
    match expr:
        case Fact(name):
            yield name
        case Lookup(key=key):
            yield key
        case Sum(_, left, right) | Compare(_, left, right):
            yield from facts_of(left)
            yield from facts_of(right)
        case Among(item, _):
            yield from facts_of(item)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from facts_of(part)
        case Not(part):
            yield from facts_of(part)
        case _:
            return


def show(expr: Expr) -> str:
    """The condition as it is written in a rule file."""
    match expr:
        case Lit(value):
            return str(value).lower() if isinstance(value, bool) else str(value)
        case Fact(name):
            return name
        case Sum(op, left, right) | Compare(op, left, right):
            return f"{_inner(left)} {op} {_inner(right)}"
        case Among(item, values):
            return f"{_inner(item)} in {{{', '.join(show(v) for v in values)}}}"
        case Both(parts):
            return " and ".join(_inner(part) for part in parts)
        case Either(parts):
            return " or ".join(_inner(part) for part in parts)
        case Not(part):
            return f"not {_inner(part)}"
        case Lookup(table, column, _, _):
            return f"{table}.{column}"


def _inner(expr: Expr) -> str:
    text = show(expr)
    return f"({text})" if isinstance(expr, Both | Either | Sum) else text


# ---------------------------------------------------------------------------------------- statements


class Limb(Struct, frozen=True):
    """One statement about an event.

    `effect`: "permit", "require", "forbid", "exception", or "otherwise".
    `when`: the condition under which it speaks (None: always). `need`: what a `require` requires.
    `lifts`: the id of the rule that an exception lifts. `default`: "permit", "forbid" or "ask" for an
    `otherwise`, and `asks` the question it asks.
    """

    effect: str
    event: str
    when: Expr | None = None
    need: Expr | None = None
    lifts: str = ""
    default: str = ""
    asks: str = ""
    line: int = 0

    def facts(self) -> Iterator[str]:
        """The names of the facts that it reads, with repeats."""
        yield from facts_of(self.when)
        yield from facts_of(self.need)


class Value(Struct, frozen=True):
    """What a card counts, in points.

    `selector`: pips, face, ace, low-ace, joker, or a rank as a number 1 to 13. `amount`: a number of points,
    "number" (the number printed on the card) or "represented" (what the card it stands for counts).
    `where`: "hand", "meld" or "" for both. `colour`: "red", "black" or "" for both.
    """

    selector: str | int
    amount: int | str
    where: str = ""
    colour: str = ""
    line: int = 0


class Scoring(Struct, frozen=True):
    """What players count once a deal is over.

    `effect`: "hand" (each loser counts the cards left in his hand), "plus" (each loser counts `amount` points more),
    "times" (what he counts is multiplied by `amount`), or "winner" (the winner counts `amount` points). `when`: the
    condition under which it speaks, over the facts of the event `score` (None: always).
    """

    effect: str
    amount: int = 0
    when: Expr | None = None
    line: int = 0

    def __str__(self) -> str:
        """The statement as it is written in a rule file."""
        amount = "" if self.effect == "hand" else f" {self.amount}"
        return f"score {self.effect}{amount}" + (f" when {show(self.when)}" if self.when is not None else "")


class Match(Struct, frozen=True):
    """How a match of several deals is won.

    `says`: "lowest wins" (of the totals), or "prize" (of the stakes the winner gets so many of a hundred: `percent`;
    how the rest is shared is the question `asks`, "" if it is none).
    """

    says: str
    percent: int = 0
    asks: str = ""
    line: int = 0

    def __str__(self) -> str:
        """The statement as it is written in a rule file."""
        asks = f" ask {self.asks}" if self.asks else ""
        return f"match {self.says}" + (f" {self.percent}{asks}" if self.says == "prize" else "")


class Place(Struct, frozen=True):
    """A place in a source: line, and sentence within the line (0: the whole line)."""

    source: str
    line: int
    sentence: int = 0

    def __str__(self) -> str:
        return f"L{self.line}" + (f".{self.sentence}" if self.sentence else "")


class Example(Struct, frozen=True):
    """An example under a rule or question.

    `kind`: "legal", "illegal" or "undetermined" (a play in the one-line form), "counts" (points of a hand),
    "worth" (points of melds), or "scores" (the points of a loser: the cards left in his hand, then the play with which
    another goes out). `points` is the number claimed by the last three; of several that an open question leaves to a
    score, the lowest, and `or_else` are the others.
    """

    kind: str
    text: str
    line: int
    column: int
    points: int = 0
    or_else: tuple[int, ...] = ()

    @property
    def claim(self) -> str:
        """What it claims: a verdict, or points: legal; 26; 44 or 69."""
        counts = self.kind in ("counts", "worth", "scores")
        return " or ".join(map(str, (self.points, *self.or_else))) if counts else self.kind


STANDS = ("stated", "by example", "implied", "convention")
"""How firmly a rule stands in its source, firmest first."""


class Rule(Struct, frozen=True):
    """One rule: an id, a sentence in both languages, its places, and what it says about events and cards.

    `wild` is True for the rule that lets a joker stand for any card. `fault` is the number of points that a wrong play
    costs, and `match` how a match is won, if this rule says so. `house` is True for a rule that an
    amendment brought or replaced, and `reading` the name of the reading, if the rule came from a settled question.
    """

    id: str
    en: str
    fr: str
    places: tuple[Place, ...]
    stands: str = "stated"
    limbs: tuple[Limb, ...] = ()
    values: tuple[Value, ...] = ()
    wild: bool = False
    fault: int | None = None
    scores: tuple[Scoring, ...] = ()
    match: Match | None = None
    examples: tuple[Example, ...] = ()
    line: int = 0
    file: str = ""
    house: bool = False
    reading: str = ""

    def text(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


class Reading(Struct, frozen=True):
    """One way to read what the source leaves open, with what it would say."""

    name: str
    en: str
    fr: str
    limbs: tuple[Limb, ...] = ()
    values: tuple[Value, ...] = ()
    scores: tuple[Scoring, ...] = ()
    line: int = 0

    def text(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


class Question(Struct, frozen=True):
    """What the source does not settle. `because`: "silent", "ambiguous" or "contradictory"."""

    id: str
    because: str
    en: str
    fr: str
    places: tuple[Place, ...]
    readings: tuple[Reading, ...]
    examples: tuple[Example, ...] = ()
    line: int = 0
    file: str = ""
    house: bool = False

    def text(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


class Aside(Struct, frozen=True):
    """Places of the source that are no rule (`narrative`, `advice`) or not written as rules yet (`later`)."""

    kind: str
    places: tuple[Place, ...]
    why: str = ""
    line: int = 0


class Book(Struct, frozen=True):
    """A whole book, amendments applied, names resolved.

    `digest` identifies its content; `amends` names the book it amends, if any; `dropped` the ids of the rules
    that the amendments took away.
    """

    id: str
    title: str
    source: str
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...] = ()
    asides: tuple[Aside, ...] = ()
    amends: str = ""
    dropped: tuple[str, ...] = ()
    digest: str = ""

    def limbs(self) -> Iterator[tuple[Rule | Question, Limb]]:
        """Every statement about an event, of rules and then of the readings of questions, with what it belongs to."""
        yield from ((rule, limb) for rule in self.rules for limb in rule.limbs)
        for question in self.questions:
            yield from ((question, limb) for reading in question.readings for limb in reading.limbs)

    def values(self) -> Iterator[Value]:
        """Every value, of rules and then of the readings of questions."""
        yield from (value for rule in self.rules for value in rule.values)
        yield from (value for question in self.questions for reading in question.readings for value in reading.values)

    def fault(self) -> Rule | None:
        """The rule that says what a wrong play costs, if there is one."""
        return next((rule for rule in self.rules if rule.fault is not None), None)

    def rule(self, id: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == id), None)

    def question(self, id: str) -> Question | None:
        return next((question for question in self.questions if question.id == id), None)
