"""Conditions: from the tree of a rule file to a checked condition over the facts of one event."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from lark import Token, Tree
from msgspec import Struct, field

from rulebook.model import Among, Both, Compare, Either, Expr, Fact, Lit, Lookup, Not, Sum
from rulebook.vocabulary import FACTS, facts_on

Node = Tree[Token] | Token


class Misspelt(Exception):
    """A condition that makes no sense, with the node to point at and the sentence in both languages."""

    def __init__(self, node: Node, en: str, fr: str) -> None:
        super().__init__(en)
        self.node, self.en, self.fr = node, en, fr


class Table(Struct, frozen=True):
    """A table of a book: for each value of the key fact, a number in each column."""

    name: str
    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


class Scope(Struct):
    """The names that a book adds to the vocabulary: numbers (`let`), conditions (`define`) and tables."""

    lets: dict[str, Expr] = field(default_factory=dict)
    defines: dict[tuple[str, str], Expr] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def names(self, event: str) -> list[str]:
        own = [name for name, where in self.defines if where == event]
        cells = [f"{t.name}.{column}" for t in self.tables.values() for column in t.columns]
        return [*(word.name for word in facts_on(event)), *self.lets, *own, *cells]


def condition(node: Node, event: str, scope: Scope) -> Expr:
    """The condition for one event; raises `Misspelt` for an unknown name or a comparison without sense."""
    expr = _build(node, event, scope)
    if _type(expr) != "bool":
        raise Misspelt(node, "this is a number or a name, and a condition is needed",
                       "c'est un nombre ou un nom, il faut une condition")  # fmt: skip
    return expr


def number(node: Node, event: str, scope: Scope) -> Expr:
    """A numeric expression for one event; raises `Misspelt`."""
    expr = _build(node, event, scope)
    if _type(expr) != "int":
        raise Misspelt(node, "a number is needed here", "il faut un nombre ici")
    return expr


def _build(node: Node, event: str, scope: Scope) -> Expr:
    assert isinstance(node, Tree)
    return _BUILDERS[node.data](node, event, scope)


def _either(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Either(tuple(condition(child, event, scope) for child in node.children))


def _both(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Both(tuple(condition(child, event, scope) for child in node.children))


def _not(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Not(condition(node.children[0], event, scope))


def _sum(node: Tree[Token], event: str, scope: Scope) -> Expr:
    left, op, right = node.children
    return Sum(str(op), number(left, event, scope), number(right, event, scope))


def _compare(node: Tree[Token], event: str, scope: Scope) -> Expr:
    left, op, right = node.children
    fact = _named_fact(left, event)
    if fact:
        if op not in ("=", "!="):
            raise Misspelt(
                op, f"{fact} is a name: compare it with = or !=", f"{fact} est un nom : comparez avec = ou !="
            )
        return Compare(str(op), Fact(fact), _value_of(fact, right))
    exprs = (_build(left, event, scope), _build(right, event, scope))
    if _type(exprs[0]) != _type(exprs[1]) or (_type(exprs[0]) == "bool" and op not in ("=", "!=")):
        raise Misspelt(node, "these two cannot be compared", "ces deux-là ne se comparent pas")
    return Compare(str(op), *exprs)


def _among(node: Tree[Token], event: str, scope: Scope) -> Expr:
    item, *values = node.children
    fact = _named_fact(item, event)
    if not fact:
        raise Misspelt(
            item, "`in` is for facts that are names, such as kind", "`in` est pour les faits qui sont des noms"
        )
    return Among(Fact(fact), tuple(_value_of(fact, value) for value in values))


def _number(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Lit(int(str(node.children[0])))


def _true(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Lit(True)


def _false(node: Tree[Token], event: str, scope: Scope) -> Expr:
    return Lit(False)


def _name(node: Tree[Token], event: str, scope: Scope) -> Expr:
    token = node.children[0]
    name = str(token)
    if name in scope.lets:
        return scope.lets[name]
    if (name, event) in scope.defines:
        return scope.defines[name, event]
    table, _, column = name.rpartition(".")
    if table in scope.tables:
        return _lookup(token, scope.tables[table], column, event)
    if name in FACTS and event in FACTS[name].events:
        return Fact(name)
    raise _unknown(token, name, event, scope)


def _lookup(node: Node, table: Table, column: str, event: str) -> Expr:
    if column not in table.columns:
        columns = ", ".join(table.columns)
        raise Misspelt(node, f"the table {table.name} has no column {column}; it has {columns}",
                       f"la table {table.name} n'a pas de colonne {column} ; elle a {columns}")  # fmt: skip
    if event not in FACTS[table.key].events:
        raise Misspelt(node, f"{event} has no fact {table.key}", f"{event} n'a pas de fait {table.key}")
    index = table.columns.index(column) + 1
    return Lookup(table.name, column, table.key, tuple((row[0], row[index]) for row in table.rows))


def _unknown(node: Node, name: str, event: str, scope: Scope) -> Misspelt:
    if name in FACTS:
        events = ", ".join(FACTS[name].events)
        return Misspelt(node, f"{event} has no fact {name}; it belongs to {events}",
                        f"{event} n'a pas de fait {name} ; il est à {events}")  # fmt: skip
    head, _, tail = name.rpartition("-")
    if head in scope.names(event) and (tail.isdigit() or tail in scope.names(event)):
        return Misspelt(node, f"{event} has no fact {name}; a-b is a name: minus needs a blank on both sides",
                        f"{event} n'a pas de fait {name} ; a-b est un nom : le moins veut des blancs")  # fmt: skip
    close = difflib.get_close_matches(name, scope.names(event), 1)
    en = f"; did you mean {close[0]}?" if close else f"; facts of {event}: {', '.join(scope.names(event))}"
    fr = f" ; vouliez-vous dire {close[0]} ?" if close else f" ; faits de {event} : {', '.join(scope.names(event))}"
    return Misspelt(node, f"{event} has no fact {name}{en}", f"{event} n'a pas de fait {name}{fr}")


def _named_fact(node: Node, event: str) -> str:
    """The fact's name, if the node is a fact whose values are names."""
    if isinstance(node, Tree) and node.data == "name":
        word = FACTS.get(str(node.children[0]))
        if word and word.type == "name" and event in word.events:
            return word.name
    return ""


def _value_of(fact: str, node: Node) -> Lit:
    name = str(node.children[0] if isinstance(node, Tree) and node.children else node)
    values = FACTS[fact].values or ()
    if name not in values:
        close = difflib.get_close_matches(name, [str(v) for v in values], 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        listed = ", ".join(map(str, values))
        raise Misspelt(node, f"{fact} is never {name}; it is one of {listed}{hint}",
                       f"{fact} n'est jamais {name} ; c'est l'un de {listed}")  # fmt: skip
    return Lit(name)


def _type(expr: Expr) -> str:
    match expr:
        case Lit(value):
            return "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "name"
        case Fact(name):
            return FACTS[name].type
        case Sum() | Lookup():
            return "int"
        case _:
            return "bool"


_BUILDERS: Mapping[str, Callable[[Tree[Token], str, Scope], Expr]] = {
    "either": _either,
    "both": _both,
    "not_": _not,
    "sum": _sum,
    "compare": _compare,
    "among": _among,
    "number": _number,
    "true": _true,
    "false": _false,
    "name": _name,
}
