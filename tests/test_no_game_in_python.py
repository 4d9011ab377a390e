"""No rule of a game is written in Python: no module names a book, and none knows a number that a book states."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.library import book, names
from rulebook.model import Both, Compare, Either, Expr, Lit, Lookup, Not, Sum

ROOT = Path(__file__).parents[1]
PYTHON = sorted(path for folder in ("grammar", "rulebook", "verifier") for path in (ROOT / folder).rglob("*.py"))

PROJECT = "kalooki"
"""The name of the command, and the first word of some books."""

NAMED = {
    "grammar/headers.py": "a message shows how a ruling is written",
    "grammar/explain.py": "messages show how a variant and a ruling are written",
    "grammar/line_form.py": "a docstring quotes the notation",
    "verifier/__init__.py": "the example of the Python face",
    "verifier/commands/words_help.py": "the example of the command line",
}
"""The files that may show a book's name within a longer text, and why."""

KNOWN = {
    10: "the ten: face cards are those of a higher rank",
    11: "the jack's rank",
    12: "the queen's rank, and the most players that a record may name",
    13: "the king's rank: as many ranks as a suit has",
    14: "the place of the ace after the king",
    15: "the place of a two after that ace",
    52: "the codes of a pack's cards",
}
"""Numbers of cards, whatever is played, that some book states as well of something else."""

WHERE = {
    10: {"verifier/direct/values.py", "verifier/smt/points.py", "verifier/check/impossible.py"},
    12: {"rulebook/vocabulary.py", "rulebook/sources/reading.py"},
    15: {"verifier/direct/facts.py", "verifier/smt/facts.py"},
    52: {"verifier/smt/circuit.py"},
}
"""The only files in which some of these may stand."""


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---------------------------------------------------------------------------------------- names


def words() -> set[str]:
    """The ids and titles of the books, and what they have of a name of their own."""
    whole = {text for name in names() for text in (name, book(name).title.lower())}
    return whole | {re.split(r"[-\d]", name)[0] for name in names()} - {PROJECT}


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string and identifier of a module, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield node.lineno, text.lower()
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.alias(name=text):
                yield node.lineno, text.lower()


def naming(source: str, longer: bool = False) -> list[str]:
    """Where a module names a book; with `longer`, a name within a longer text is no trouble."""
    wanted = words()
    name = re.compile("|".join(rf"(?<![a-z]){re.escape(word)}(?![a-z])" for word in sorted(wanted)))
    return [
        f"line {line}: {text[:60]}"
        for line, text in texts(ast.parse(source))
        if (name.fullmatch(text.strip()) if longer and " " in text.strip() else name.search(text.replace("_", "-")))
        and not (longer and isinstance(text, str) and "\n" in text)
    ]


@pytest.mark.parametrize("path", PYTHON, ids=short)
def test_no_module_names_a_book(path: Path) -> None:
    assert not naming(path.read_text(encoding="utf-8"), longer=short(path) in NAMED)


def test_a_name_is_noticed() -> None:
    assert naming('if variant == "rami-40": pass')
    assert naming('if title.startswith("Rami"): pass')
    assert naming("def tuluki(): pass")
    assert naming('if variant == "rami-40": pass', longer=True)
    assert not naming('hint = "write ruling rami-40: legal"', longer=True)
    assert not naming('command = "kalooki judge"')


# ---------------------------------------------------------------------------------------- numbers


def numbers(expr: Expr | None) -> Iterator[int]:
    """The numbers of a condition."""
    match expr:
        case Lit(int() as number) if not isinstance(number, bool):
            yield number
        case Sum(_, left, right) | Compare(_, left, right):
            yield from (*numbers(left), *numbers(right))
        case Both(parts) | Either(parts):
            for part in parts:
                yield from numbers(part)
        case Not(part):
            yield from numbers(part)
        case Lookup(cells=cells):
            yield from (number for _, number in cells)


def stated() -> set[int]:
    """The numbers of two digits and more that some book states: what cards count, thresholds, penalties, hands."""
    found: set[int] = set()
    for here in map(book, names()):
        readings = [reading for question in here.questions for reading in question.readings]
        for says in (*here.rules, *readings):
            found |= {number for limb in says.limbs for expr in (limb.when, limb.need) for number in numbers(expr)}
            found |= {value.amount for value in says.values if isinstance(value.amount, int)}
        found |= {rule.fault for rule in here.rules if rule.fault is not None}
    return {number for number in found if number >= 10}


def literals(source: str) -> set[int]:
    """The whole numbers that a module writes."""
    return {node.value for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and type(node.value) is int}  # fmt: skip


def test_the_numbers_of_the_books() -> None:
    assert stated() >= {40, 51, 25, 50, 106}


@pytest.mark.parametrize("path", [path for path in PYTHON if not short(path).startswith("grammar/")], ids=short)
def test_no_module_knows_a_number_of_a_book(path: Path) -> None:
    found = literals(path.read_text(encoding="utf-8")) & stated()
    assert found <= KNOWN.keys()
    assert all(short(path) in WHERE[number] for number in found & WHERE.keys())


def test_a_number_is_noticed() -> None:
    assert literals("def opened(points): return points >= 40") & stated() == {40}
