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

from grammar.record import read
from verifier.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(\$ (?P<command>[^\n]+)\n(?P<output>.*?))```", re.DOTALL)
RECORD = re.compile(r"```kal\n(.*?)```", re.DOTALL)
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
