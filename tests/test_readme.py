"""Every command and example of the README and the docs does what it shows.

After a change of words, `python tests/test_readme.py` writes the present output into the pages: read it before you
commit it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from grammar.record import read, read_line
from rulebook.library import book
from rulebook.load import load
from verifier.arbiter import judge
from verifier.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(\$ (?P<command>[^\n]+)\n(?P<output>.*?))```", re.DOTALL)
RECORD = re.compile(r"```kal\n(.*?)```", re.DOTALL)
RULES = re.compile(r"```rules\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.DOTALL)


def run(command: str) -> str:
    """What a command prints, in English and without colours, as on a terminal 100 columns wide."""
    program, *arguments = shlex.split(command)
    assert program == "kalooki"
    os.chdir(ROOT)
    found = CliRunner().invoke(main, arguments, env={"COLUMNS": "100", "LC_ALL": "en_GB.UTF-8", "NO_COLOR": "1"})
    assert found.exception is None or isinstance(found.exception, SystemExit), found.output
    return found.output


def cases(pattern: re.Pattern[str]) -> list[tuple[str, re.Match[str]]]:
    return [(page.name, match) for page in PAGES for match in pattern.finditer(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", cases(CONSOLE), ids=lambda case: f"{case[0]}: {case[1]['command']}")
def test_console(case: tuple[str, re.Match[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(case[1]["command"]) == case[1]["output"]


@pytest.mark.parametrize("case", cases(PYTHON), ids=lambda case: case[0])
def test_python(case: tuple[str, re.Match[str]]) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(case[1][1], {})
    assert printed.getvalue() == case[1][2]


@pytest.mark.parametrize("case", cases(RECORD), ids=lambda case: case[0])
def test_records_can_be_read(case: tuple[str, re.Match[str]]) -> None:
    assert read(case[1][1], case[0])


def notation_rows() -> list[tuple[str, str]]:
    """The English and the French cell of each row of the tables in the page on the notation."""
    text = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [(row[0], row[1]) for row in rows]


HEADS = [row for row in notation_rows() if ":" in re.findall(r"`([^`]+)`", row[0])[0]]
ACTS = [row for row in notation_rows() if row not in HEADS]


@pytest.mark.parametrize("row", HEADS, ids=lambda row: row[0])
def test_every_header_line_of_the_notation_is_read(row: tuple[str, str]) -> None:
    for cell, lang in zip(row, ("en", "fr"), strict=True):
        head = re.findall(r"`([^`]+)`", cell)[0]
        meld = "" if head == "table:" else "table:\n"
        act = "Bob: draws" if lang == "en" else "Bob: pioche"
        players = "" if head.startswith(("players", "joueurs")) else "players: Anne, Bob\n"
        text = f"lang: {lang}\n{players}{head}\n{meld}  A1 (Anne): 10♥ 10♠ JK\n\n{act}\n"
        assert read(text)[0].lang == lang


@pytest.mark.parametrize("row", ACTS, ids=lambda row: row[0])
def test_every_act_of_the_notation_is_read(row: tuple[str, str]) -> None:
    for cell, lang in zip(row, ("en", "fr"), strict=True):
        for text in re.findall(r"`([^`]+)`", cell):
            if not text.startswith(("for JK", "high", "en haut")):
                record = read_line(f"A1 7♥ JK 8♥, B1 10♥ 10♠ 10♣; {text}", lang=lang)
                assert len(record.turns[0].acts) == 1


@pytest.mark.parametrize("case", cases(RULES), ids=lambda case: case[0])
def test_rules_hold_their_examples(case: tuple[str, re.Match[str]]) -> None:
    house = load(case[1][1], case[0], book)
    examples = [(rule, example) for rule in house.rules if rule.house for example in rule.examples]
    assert examples
    for rule, example in examples:
        verdict = judge(read_line(example.text), house)
        assert verdict.verdict == example.kind, example.text
        assert example.kind == "legal" or rule.id in {say.id for say in verdict.actions[-1].broken}


def test_there_is_something_to_check() -> None:
    assert len(cases(CONSOLE)) >= 8
    assert len(cases(PYTHON)) >= 1
    assert len(cases(RECORD)) >= 1


def test_the_dispute_of_the_readme_is_the_example() -> None:
    shown = cases(RECORD)[0][1][1]
    assert (ROOT / "examples/disputes/one-ten.kal").read_text(encoding="utf-8").startswith(shown)


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        fresh = CONSOLE.sub(lambda m: f"```console\n$ {m['command']}\n{run(m['command'])}```", text)
        page.write_text(fresh, encoding="utf-8")
