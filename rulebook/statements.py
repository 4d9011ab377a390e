"""The statements inside a rule or question block, from their trees to values."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from lark import Token, Tree

from grammar.rules import Block
from rulebook.expressions import Misspelt, Node, Scope, condition
from rulebook.model import Both, Example, Limb, Match, Place, Question, Reading, Rule, Scoring, Value
from rulebook.vocabulary import EVENTS, POWERS, SCORE

Complain = Callable[[Node | None, str, str], None]
SELECTORS = ("pips", "face", "ace", "low-ace", "joker")
AMOUNTS = ("number", "represented")


def events(tree: Tree[Token]) -> list[str]:
    """The events named after `on`; raises `Misspelt` for a name that is none."""
    found = []
    for token in tree.children:
        if str(token) not in EVENTS:
            close = difflib.get_close_matches(str(token), EVENTS, 1)
            en = f"did you mean {close[0]}?" if close else f"events are {', '.join(EVENTS)}"
            fr = f"vouliez-vous dire {close[0]} ?" if close else f"il y a {', '.join(EVENTS)}"
            raise Misspelt(token, f"there is no event {token}; {en}", f"il n'y a pas d'événement {token} ; {fr}")
        found.append(str(token))
    return found


def places(tree: Tree[Token] | None, source: str) -> tuple[Place, ...]:
    """The places cited; `source` is the source of those that name none."""
    if tree is None:
        return ()
    found, where = [], source
    for child in cast("list[Token | None]", tree.children):
        if child is not None and child.type == "PLACE":
            line, _, sentence = str(child)[1:].partition(".")
            found.append(Place(where, int(line), int(sentence or 0)))
            where = source
        elif child is not None:
            where = str(child)
    return tuple(found)


def rule(block: Block, source: str, scope: Scope, complain: Complain) -> Rule:
    """The rule of a block; mistakes inside it go to `complain`, and what they stand in is left out."""
    _, name, cited, stands, *lines = block.tree.children
    body = _Body(block, scope, complain)
    body.take(lines)
    body.sentences_needed(cast(Token, name))
    return Rule(
        id=str(name),
        en=body.texts.get("en", ""),
        fr=body.texts.get("fr", ""),
        places=places(cast("Tree[Token] | None", cited), source),
        stands=str(cast("Tree[Token]", stands).data).replace("_", " ") if stands else "stated",
        limbs=tuple(body.limbs),
        values=tuple(body.values),
        wild=body.wild,
        fault=body.fault,
        scores=tuple(body.scores),
        match=body.match,
        examples=tuple(body.examples),
        line=block.at().line,
    )


def question(block: Block, source: str, scope: Scope, complain: Complain) -> Question:
    """The question of a block; mistakes inside it go to `complain`, and what they stand in is left out."""
    _, name, because, cited, *lines = block.tree.children
    body = _Body(block, scope, complain)
    body.take(lines)
    body.sentences_needed(cast(Token, name))
    said: list[Limb | Value | Scoring] = [*body.limbs, *body.values, *body.scores]
    for line in (statement.line for statement in said):
        complain(None, f"{name} is a question: what it may say stands in its readings (line {line})",
                 f"{name} est une question : ce qu'elle peut dire est dans ses lectures (ligne {line})")  # fmt: skip
    return Question(
        id=str(name),
        because=str(because),
        en=body.texts.get("en", ""),
        fr=body.texts.get("fr", ""),
        places=places(cast("Tree[Token] | None", cited), source),
        readings=tuple(body.readings.values()),
        examples=tuple(body.examples),
        line=block.at().line,
    )


class _Body:
    """Collects the lines of a rule or question."""

    def __init__(self, block: Block, scope: Scope, complain: Complain) -> None:
        self.block, self.scope, self.complain = block, scope, complain
        self.texts: dict[str, str] = {}
        self.limbs: list[Limb] = []
        self.values: list[Value] = []
        self.examples: list[Example] = []
        self.readings: dict[str, Reading] = {}
        self.wild = False
        self.fault: int | None = None
        self.scores: list[Scoring] = []
        self.match: Match | None = None

    def take(self, lines: list[Any]) -> None:
        for line in lines:
            kind = "example" if isinstance(line, Token) else line.data
            try:
                getattr(self, f"_{kind}")(line)
            except Misspelt as error:
                self.complain(error.node, error.en, error.fr)

    def sentences_needed(self, name: Token) -> None:
        for lang in ("en", "fr"):
            if not self.texts.get(lang):
                self.complain(name, f'{name} needs its sentence: {lang} "…"', f'{name} veut sa phrase : {lang} "…"')

    def _sentence(self, tree: Tree[Token]) -> None:
        lang, text = tree.children
        if str(lang) in self.texts:
            raise Misspelt(cast(Token, lang), f"there is a sentence {lang} already", f"il y a déjà une phrase {lang}")
        self.texts[str(lang)] = str(text)[1:-1]

    def _limb(self, tree: Tree[Token]) -> None:
        self.limbs += limbs(tree, self.block, self.scope)

    def _value(self, tree: Tree[Token]) -> None:
        self.values.append(value(tree, self.block))

    def _wild(self, tree: Tree[Token]) -> None:
        self.wild = True

    def _fault(self, tree: Tree[Token]) -> None:
        self.fault = int(str(tree.children[0]))

    def _score(self, tree: Tree[Token]) -> None:
        self.scores.append(scoring(tree, self.block, self.scope))

    def _match_lowest(self, tree: Tree[Token]) -> None:
        self.match = Match("lowest wins")

    def _match_prize(self, tree: Tree[Token]) -> None:
        percent, asks = cast("tuple[Token, Token | None]", tree.children)
        self.match = Match("prize", int(percent), str(asks or ""), self.block.at(percent).line)

    def _reading(self, tree: Tree[Token]) -> None:
        name, en, fr, what = cast("tuple[Token, Token | None, Token | None, Tree[Token]]", tree.children)
        old = self.readings.get(str(name), Reading(str(name), "", "", line=self.block.at(name).line))
        more: tuple[Limb, ...] = tuple(limbs(what, self.block, self.scope)) if what.data == "limb" else ()
        counts: tuple[Value, ...] = (value(what, self.block),) if what.data == "value" else ()
        points: tuple[Scoring, ...] = (scoring(what, self.block, self.scope),) if what.data == "score" else ()
        self.readings[str(name)] = Reading(
            name=str(name),
            en=str(en)[1:-1] if en else old.en,
            fr=str(fr)[1:-1] if fr else old.fr,
            limbs=old.limbs + more,
            values=old.values + counts,
            scores=old.scores + points,
            line=old.line,
        )

    def _example(self, token: Token) -> None:
        head, _, rest = str(token).partition(":")
        kind, *words = head.split()
        points, *others = [int(word) for word in words if word.isdigit()] or [0]
        text = re.sub(r"\n\s+", lambda gap: " " * len(gap.group()), rest)
        column = (token.column or 1) + len(head) + 1 + len(text) - len(text.lstrip())
        line = self.block.at(token).line
        self.examples.append(Example(kind, text.strip(), line, column, points, tuple(others)))


def limbs(tree: Tree[Token], block: Block, scope: Scope) -> Iterator[Limb]:
    """The statement, once for each event it names; raises `Misspelt`."""
    named, effect = cast("list[Tree[Token]]", tree.children)
    line = block.at(tree).line
    for event in events(named):
        yield _limb(event, effect, scope, line)


def _limb(event: str, effect: Tree[Token], scope: Scope, line: int) -> Limb:
    kind = str(effect.data)
    made = [child if isinstance(child, Token) else condition(child, event, scope) for child in effect.children if child]
    match kind, made:
        case "permit", [*when]:
            return Limb("permit", event, when=_first(when), line=line)
        case "require", [need, *when]:
            return Limb("require", event, when=_first(when), need=cast(Any, need), line=line)
        case "forbid_always", []:
            return Limb("forbid", event, line=line)
        case "forbid", [one]:
            return Limb("forbid", event, when=cast(Any, one), line=line)
        case "forbid", [one, two]:
            return Limb("forbid", event, when=Both((cast(Any, one), cast(Any, two))), line=line)
        case "exception", [name, *when]:
            return Limb("exception", event, when=_first(when), lifts=str(name), line=line)
        case "otherwise_ask", [name]:
            return Limb("otherwise", event, default="ask", asks=str(name), line=line)
        case _:
            if event not in POWERS:
                node = effect
                raise Misspelt(node, f"{event} is a duty: it is kept unless a rule is broken, and needs no otherwise",
                               f"{event} est un devoir : il est tenu tant qu'aucune règle n'est violée")  # fmt: skip
            return Limb("otherwise", event, default=kind.removeprefix("otherwise_"), line=line)


def _first(when: list[Any]) -> Any:
    return when[0] if when else None


def value(tree: Tree[Token], block: Block) -> Value:
    """A card value; raises `Misspelt` for a selector or amount that is none."""
    selected, amount, side, colour = cast("tuple[Tree[Token], Tree[Token], Token | None, Token | None]", tree.children)
    token = cast(Token, selected.children[0])
    selector: str | int = int(token) if token.type == "INT" else str(token)
    if selector not in SELECTORS and selector not in range(1, 14):
        raise Misspelt(token, f"a value is for {', '.join(SELECTORS)} or a rank 1 to 13, not {token}",
                       f"une valeur est pour {', '.join(SELECTORS)} ou un rang de 1 à 13, pas {token}")  # fmt: skip
    counted = cast(Token, amount.children[0])
    if counted.type == "NAME" and str(counted) not in AMOUNTS:
        raise Misspelt(counted, f"a value is a number, or one of {', '.join(AMOUNTS)}",
                       f"une valeur est un nombre, ou l'un de {', '.join(AMOUNTS)}")  # fmt: skip
    points: int | str = int(counted) if counted.type == "INT" else str(counted)
    return Value(selector, points, str(side or ""), str(colour or ""), block.at(tree).line)


def scoring(tree: Tree[Token], block: Block, scope: Scope) -> Scoring:
    """A statement about the score of a deal; raises `Misspelt`."""
    effect, amount, when = cast("tuple[Token, Token | None, Tree[Token] | None]", tree.children)
    if (amount is None) != (str(effect) == "hand"):
        raise Misspelt(effect, "write: score hand, score plus N, score times N or score winner N",
                       "écrivez : score hand, score plus N, score times N ou score winner N")  # fmt: skip
    condition_of = condition(when, SCORE, scope) if when else None
    return Scoring(str(effect), int(amount or 0), condition_of, block.at(tree).line)
