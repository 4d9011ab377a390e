"""Rule files as trees, block by block, with every mistake located.

The trees are those of `rules.lark`; what the names in them mean is the rulebook's business.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from msgspec import Struct

from grammar.document import At
from grammar.engine import parser
from grammar.trouble import Trouble, Unreadable

HEADS = (
    "book",
    "source",
    "rule",
    "replace",
    "question",
    "let",
    "define",
    "table",
    "narrative",
    "advice",
    "later",
    "drop",
    "settle",
)
STATEMENTS = (
    "en",
    "fr",
    "on",
    "value",
    "wild",
    "fault",
    "score",
    "match",
    "reading",
    "legal",
    "illegal",
    "undetermined",
    "counts",
    "worth",
    "scores",
)

# What a person would call the terminals of rules.lark, where their name or text does not say it.
_WORDS = {
    "NAME": ("a name", "un nom"),
    "STRING": ('a text in "quotes"', 'un texte entre "guillemets"'),
    "INT": ("a number", "un nombre"),
    "PLACE": ("a place such as L16.1", "un endroit comme L16.1"),
    "COMPARE": ("a comparison (= != < <= > >=)", "une comparaison (= != < <= > >=)"),
    "PLUS": ("+ or -", "+ ou -"),
    "TIMES": ("*", "*"),
    "BECAUSE": ("silent, ambiguous or contradictory", "silent, ambiguous ou contradictory"),
    "TALLY": ("hand, winner, plus or times", "hand, winner, plus ou times"),
    "SIDE": ("hand or meld", "hand ou meld"),
    "COLOUR": ("red or black", "red ou black"),
    "LANGUAGE": ("en or fr", "en ou fr"),
    "EXAMPLE": ("an example (legal: illegal: …)", "un exemple (legal: illegal: …)"),
    "ASIDE": ("narrative, advice or later", "narrative, advice ou later"),
    "LPAR": ("(", "("),
    "RPAR": (")", ")"),
    "LSQB": ("[", "["),
    "RSQB": ("]", "]"),
    "LBRACE": ("{", "{"),
    "RBRACE": ("}", "}"),
    "COLON": (":", ":"),
    "COMMA": ("a comma", "une virgule"),
    "EQUAL": ("=", "="),
    "$END": ("the end of the block", "la fin du bloc"),
    "<END-OF-FILE>": ("the end of the block", "la fin du bloc"),
}


class Block(Struct, frozen=True):
    """One block of a rule file: its tree, and the number of lines before it in the file."""

    tree: Tree[Token]
    offset: int

    def at(self, node: Tree[Token] | Token | None = None) -> At:
        """Where a node of the tree stands in the file; without a node, where the block begins."""
        node = self.tree if node is None else node
        if isinstance(node, Token):
            return At((node.line or 1) + self.offset, node.column or 1, max(1, len(node)))
        meta = node.meta
        return At(getattr(meta, "line", 1) + self.offset, getattr(meta, "column", 1))


def read(text: str, source: str = "-") -> list[Block]:
    """Reads a rule file into its blocks. Raises `Unreadable` with every mistake found in it."""
    blocks: list[Block] = []
    troubles: list[Trouble] = []
    for offset, chunk in _chunks(text):
        try:
            blocks.append(Block(_parse(chunk, "block"), offset))
        except UnexpectedInput as error:
            troubles += _troubles(chunk, offset, error)
    if not text.strip():
        troubles.append(Trouble(At(1, 1), "the rule file is empty", "le fichier de règles est vide"))
    if troubles:
        raise Unreadable(source, text.splitlines(), troubles)
    return blocks


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """The blocks of the text, each with the number of lines before it: a block starts at the left margin."""
    start, lines = 0, text.splitlines()
    for number, line in enumerate([*lines, "end of file"]):
        if line[:1].isspace() or not line or line.startswith("#") or re.match(r"end\s*(#|$)", line):
            continue
        chunk = "\n".join(lines[start:number])
        if _says_something(chunk):
            yield start, chunk
        start = number


def _says_something(chunk: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in chunk.split("\n"))


def _parse(text: str, start: str) -> Tree[Token]:
    tree: Any = parser("rules", "block", "statement", placeholders=True).parse(text, start=start)
    return tree if isinstance(tree, Tree) else Tree("example", [tree])


def _troubles(chunk: str, offset: int, first: UnexpectedInput) -> list[Trouble]:
    """The mistakes of a block that cannot be read: its lines are read one by one to find them all."""
    lines = chunk.split("\n")
    heads = [n for n, line in enumerate(lines) if n and re.match(rf"\s+({'|'.join(STATEMENTS)})\b", line)]
    if not lines[0].startswith(("rule", "question", "replace")) or not heads:
        return [_trouble(first, lines, offset)]
    found: list[Trouble] = []
    for start, end in zip([0, *heads], [*heads, len(lines)], strict=True):
        part = "\n".join(lines[start:end])
        try:
            _parse(part, "block" if start == 0 else "statement")
        except UnexpectedInput as error:
            found.append(_trouble(error, lines[start:end], offset + start))
    return found or [_trouble(first, lines, offset)]


def _trouble(error: UnexpectedInput, lines: list[str], offset: int) -> Trouble:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        line = max((n for n, text in enumerate(lines, 1) if text.strip()), default=1)
        at, found = At(line + offset, len(lines[line - 1].rstrip()) + 1), ""
    else:
        at = At(max(1, error.line) + offset, max(1, error.column), 1)
        found = _word_at(lines[max(1, error.line) - 1], at.column)
        at = At(at.line, at.column, max(1, len(found)))
    special = _special(found, lines[at.line - offset - 1], at)
    if special:
        return special
    wanted: Any = getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    expected = set(wanted or ())
    return _expected(at, found, expected)


def _word_at(line: str, column: int) -> str:
    match = re.match(r"[\w.-]+|\S", line[column - 1 :])
    return match.group() if match else ""


def _special(found: str, line: str, at: At) -> Trouble | None:
    """Mistakes that deserve a sentence of their own."""
    if line.count('"') % 2:
        at = At(at.line, line.rindex('"') + 1)
        return Trouble(at, 'a text that begins with " must end with " on the same line',
                       'un texte qui commence par " doit finir par " sur la même ligne')  # fmt: skip
    if found.startswith("-"):
        return Trouble(at, "minus needs a blank on both sides: a-b is a name",
                       "le moins veut un blanc de chaque côté : a-b est un nom")  # fmt: skip
    if at.column == 1:
        close = difflib.get_close_matches(found, HEADS, 1)
        hint = (f"; did you mean {close[0]}?", f" ; vouliez-vous dire {close[0]} ?") if close else ("", "")
        names = ", ".join(HEADS)
        if found not in HEADS:
            return Trouble(at, f"a block begins with one of {names}, not with {found!r}{hint[0]}",
                           f"un bloc commence par un de {names}, et non par {found!r}{hint[1]}")  # fmt: skip
    return None


def _expected(at: At, found: str, terminals: set[str]) -> Trouble:
    en = sorted({_name(terminal, 0) for terminal in terminals})
    fr = sorted({_name(terminal, 1) for terminal in terminals})
    close = difflib.get_close_matches(found, [word for word in en if word.isalpha()], 1) if found else []
    seen = (f"{found!r} cannot stand here", f"{found!r} ne va pas ici") if found else (
        "something is missing here", "il manque quelque chose ici")  # fmt: skip
    hint = (f"; did you mean {close[0]}?", f" ; vouliez-vous dire {close[0]} ?") if close else ("", "")
    return Trouble(at, f"{seen[0]}: expected {', '.join(en)}{hint[0]}", f"{seen[1]} : attendu {', '.join(fr)}{hint[1]}")


def _name(terminal: str, language: int) -> str:
    return _WORDS[terminal][language] if terminal in _WORDS else terminal.lower()
