"""From the blocks of a rule file to a book: names resolved, amendments applied, every mistake located."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable
from typing import cast

from lark import Token, Tree
from msgspec import Struct, field
from msgspec.structs import replace

from grammar import rules as syntax
from grammar.document import At
from grammar.trouble import Trouble, Unreadable
from rulebook import consistency, statements
from rulebook.expressions import Misspelt, Node, Scope, Table, condition, number
from rulebook.model import Aside, Book, Question, Rule
from rulebook.vocabulary import FACTS

Finder = Callable[[str], Book]
"""Finds the book that another one amends; raises `KeyError` with the names there are."""


class _Draft(Struct):
    """A book while it is being put together."""

    source: str
    text: str
    id: str = ""
    title: str = ""
    cites: str = ""
    base: Book | None = None
    rules: list[Rule] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    troubles: list[Trouble] = field(default_factory=list)
    block: syntax.Block | None = None

    def trouble(self, node: Node | None, en: str, fr: str) -> None:
        at = self.block.at(node) if self.block else At(1, 1)
        self.troubles.append(Trouble(at, en, fr))

    def index(self, id: str) -> int | None:
        return next((n for n, rule in enumerate(self.rules) if rule.id == id), None)

    def question_index(self, id: str) -> int | None:
        return next((n for n, question in enumerate(self.questions) if question.id == id), None)

    def ids(self) -> list[str]:
        return [*(rule.id for rule in self.rules), *(question.id for question in self.questions)]


def load(text: str, source: str, find: Finder) -> Book:
    """Loads a book from the text of a rule file.

    `source` names the file in messages; `find` gives the book that this one amends. Raises `Unreadable` with every
    mistake found: of form, of names, and of what does not hold together (see `consistency`).
    """
    draft = _Draft(source, text)
    for block in syntax.read(text, source):
        draft.block = block
        try:
            _TAKERS[block.tree.data](draft, block.tree, find)
        except Misspelt as error:
            draft.trouble(error.node, error.en, error.fr)
    draft.block = None
    if not draft.id:
        draft.trouble(
            None, 'a rule file begins with: book NAME "Title"', 'un fichier de règles commence par : book NOM "Titre"'
        )
    book = _finish(draft)
    draft.troubles += consistency.troubles(book, source)
    if draft.troubles:
        raise Unreadable(source, text.splitlines(), draft.troubles)
    return book


def _finish(draft: _Draft) -> Book:
    base = draft.base.digest if draft.base else ""
    return Book(
        id=draft.id,
        title=draft.title,
        source=draft.cites,
        rules=tuple(draft.rules),
        questions=tuple(draft.questions),
        asides=tuple(draft.asides),
        amends=draft.base.id if draft.base else "",
        dropped=tuple(draft.dropped),
        digest=hashlib.sha256(f"{base}\n{draft.text}".encode()).hexdigest(),
    )


# ---------------------------------------------------------------------------------------- the blocks


def _book(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    name, title, base = (cast("Token | None", child) for child in tree.children)
    draft.id, draft.title = str(name), str(title)[1:-1]
    if base is None:
        return
    try:
        draft.base = find(str(base))
    except KeyError as error:
        names = [str(known) for known in error.args[1:]]
        close = difflib.get_close_matches(str(base), names, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
        suite = f" ; vouliez-vous dire {close[0]} ?" if close else f" ; il y a {', '.join(names)}"
        raise Misspelt(base, f"there is no book {base}{hint}", f"il n'y a pas de livre {base}{suite}") from None
    draft.cites = draft.base.source
    # What the amended book brought is no longer new.
    draft.rules = [replace(rule, house=False) for rule in draft.base.rules]
    draft.questions = [replace(question, house=False) for question in draft.base.questions]


def _source(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    draft.cites = str(tree.children[0])


def _let(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    name, expr = tree.children
    _new_name(draft, cast(Token, name))
    draft.scope.lets[str(name)] = number(expr, "", draft.scope)


def _define(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    name, events, expr = tree.children
    _new_name(draft, cast(Token, name))
    for event in statements.events(cast("Tree[Token]", events)):
        draft.scope.defines[str(name), event] = condition(expr, event, draft.scope)


def _new_name(draft: _Draft, name: Token) -> None:
    if str(name) in FACTS:
        raise Misspelt(name, f"{name} is a fact of the vocabulary already", f"{name} est déjà un fait du vocabulaire")


def _table(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    tokens = [child for child in tree.children if isinstance(child, Token)]
    names = [token for token in tokens if token.type == "NAME"]
    name, key, *columns = names
    if str(key) not in FACTS or FACTS[str(key)].type != "int":
        raise Misspelt(key, f"{key} is not a fact that is a number", f"{key} n'est pas un fait qui soit un nombre")
    cells = [int(token) for token in tokens if token.type == "INT"]
    width = len(columns) + 1
    if len(cells) % width:
        raise Misspelt(name, f"every row of {name} has {width} numbers: {key}, {', '.join(columns)}",
                       f"chaque ligne de {name} a {width} nombres : {key}, {', '.join(columns)}")  # fmt: skip
    rows = tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
    draft.scope.tables[str(name)] = Table(str(name), str(key), tuple(map(str, columns)), rows)


def _aside(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    kind, places, why = tree.children
    at = draft.block.at(cast(Token, kind)) if draft.block else At(1, 1)
    cited = statements.places(cast("Tree[Token]", places), draft.cites)
    draft.asides.append(Aside(str(kind), cited, str(why)[1:-1] if why else "", at.line))


def _drop(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    name = cast(Token, tree.children[0])
    index, asked = draft.index(str(name)), draft.question_index(str(name))
    if index is not None:
        del draft.rules[index]
    elif asked is not None:
        del draft.questions[asked]
    else:
        raise _nothing_there(draft, name)
    draft.dropped.append(str(name))


def _nothing_there(draft: _Draft, name: Token) -> Misspelt:
    close = difflib.get_close_matches(str(name), draft.ids(), 1)
    en = f"; did you mean {close[0]}?" if close else ""
    fr = f" ; vouliez-vous dire {close[0]} ?" if close else ""
    return Misspelt(
        name, f"there is no rule or question {name} here{en}", f"il n'y a ici ni règle ni question {name}{fr}"
    )


def _settle(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    name, answer = (cast(Token, child) for child in tree.children)
    index = draft.question_index(str(name))
    if index is None:
        raise _nothing_there(draft, name)
    question = draft.questions[index]
    reading = next((reading for reading in question.readings if reading.name == str(answer)), None)
    if reading is None:
        names = ", ".join(reading.name for reading in question.readings) or "none"
        raise Misspelt(answer, f"{name} has no reading {answer}; it has {names}",
                       f"{name} n'a pas de lecture {answer} ; elle a {names}")  # fmt: skip
    del draft.questions[index]
    draft.rules.append(settled(question, reading.name))


def settled(question: Question, answer: str, house: bool = True) -> Rule:
    """The rule that a question becomes when a reading is chosen. Raises `StopIteration` if it has no such reading."""
    reading = next(reading for reading in question.readings if reading.name == answer)
    return Rule(
        id=question.id,
        en=f"{question.en} {reading.en}".strip(),
        fr=f"{question.fr} {reading.fr}".strip(),
        places=question.places,
        stands="convention",
        limbs=reading.limbs,
        values=reading.values,
        scores=reading.scores,
        line=reading.line,
        file=question.file,
        house=house,
        reading=reading.name,
    )


def _rule(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    assert draft.block
    rule = statements.rule(draft.block, draft.cites, draft.scope, draft.trouble)
    rule = replace(rule, file=draft.source, house=draft.base is not None)
    _put(draft, cast("Token | None", tree.children[0]), cast(Token, tree.children[1]), rule)


def _question(draft: _Draft, tree: Tree[Token], find: Finder) -> None:
    assert draft.block
    question = statements.question(draft.block, draft.cites, draft.scope, draft.trouble)
    question = replace(question, file=draft.source, house=draft.base is not None)
    _put(draft, cast("Token | None", tree.children[0]), cast(Token, tree.children[1]), question)


def _put(draft: _Draft, replaces: Token | None, name: Token, item: Rule | Question) -> None:
    """Adds a rule or question, or puts it in the place of the one it replaces."""
    index, asked = draft.index(str(name)), draft.question_index(str(name))
    if replaces is None:
        if index is not None or asked is not None:
            draft.trouble(name, f"there is a {name} already; write: replace rule {name} …",
                          f"il y a déjà {name} ; écrivez : replace rule {name} …")  # fmt: skip
            return
        (draft.rules if isinstance(item, Rule) else draft.questions).append(item)  # type: ignore[arg-type]
        return
    if index is None and asked is None:
        raise _nothing_there(draft, name)
    if index is not None and isinstance(item, Rule):
        if consistency.says(item) == consistency.says(draft.rules[index]):
            draft.trouble(name, f"this says what {name} said before: the amendment has no effect",
                          f"cela dit ce que {name} disait déjà : l'amendement est sans effet")  # fmt: skip
        draft.rules[index] = item
        return
    if asked is not None and isinstance(item, Question):
        draft.questions[asked] = item
        return
    if index is not None:
        del draft.rules[index]
    elif asked is not None:
        del draft.questions[asked]
    (draft.rules if isinstance(item, Rule) else draft.questions).append(item)  # type: ignore[arg-type]


_TAKERS: dict[str, Callable[[_Draft, Tree[Token], Finder], None]] = {
    "book": _book,
    "source": _source,
    "let": _let,
    "define": _define,
    "table": _table,
    "aside": _aside,
    "drop": _drop,
    "settle": _settle,
    "rule": _rule,
    "question": _question,
}
