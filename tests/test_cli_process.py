"""The command as a process of its own: pipes, signals, terminals."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-c", "from verifier.cli import main; main(prog_name='kalooki')", "judge"]
EXAMPLES = [str(path) for path in sorted((ROOT / "examples/disputes").rglob("*.kal"))]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, signals and terminals of Unix")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
    return {**kept, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **more}


def start(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env=environment(**more))  # fmt: skip


def on_terminal(*arguments: str, **more: str) -> str:
    """What the command writes to a terminal of its own."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
                               env=environment(**{"TERM": "xterm-256color", **more}))  # fmt: skip
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 65536):
            written += piece
    except OSError:
        pass  # the terminal is gone once the process has ended
    process.wait(timeout=30)
    os.close(ours)
    return written.decode()


def test_a_reader_that_goes_away_is_no_mistake() -> None:
    process = start(*EXAMPLES, *EXAMPLES, "--format", "json")
    assert process.stdout and process.stderr
    process.stdout.read(1)
    process.stdout.close()
    said = process.stderr.read()
    assert (process.wait(timeout=60), said) == (141, b"")


def test_an_interrupt_is_no_mistake() -> None:
    process = start("-")
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=30)
    assert (process.returncode, out, said) == (130, b"", b"")


def test_standard_input() -> None:
    process = start("-", "--variant", "rami-40")
    out, said = process.communicate("opened: Bob\nBob: draws; lays A♥ 2♥ 3♥\n".encode(), timeout=30)
    assert (process.returncode, said) == (1, b"")
    assert "Illegal in Rami 40: Bob lays A♥ 2♥ 3♥." in out.decode()


def test_no_colours_in_a_pipe() -> None:
    out, _ = start(EXAMPLES[0]).communicate(timeout=30)
    assert b"\x1b" not in out


def test_colours_on_a_terminal() -> None:
    written = on_terminal("-e", "lay A♥ 2♥ 3♥", "--variant", "rami-40")
    assert "\x1b[1;31mIllegal\x1b[0m" in written
    assert "31mA♥\x1b[0m" in written


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_no_colours_where_nobody_wants_them(more: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal("-e", "lay A♥ 2♥ 3♥", **more)


def test_a_narrow_terminal_is_kept_to() -> None:
    written = on_terminal("-e", "lay A♥ 2♥ 3♥", "--variant", "rami-40", NO_COLOR="1", COLUMNS="60")
    assert max(len(line) for line in written.splitlines()) <= 60


def test_alone_on_a_terminal_it_explains_itself_with_an_example_that_works() -> None:
    for locale, verdict in (("C.UTF-8", "Illegal in Rami 40"), ("fr_FR.UTF-8", "Illégal selon Rami 40")):
        written = on_terminal(LC_ALL=locale)
        example = next(line for line in written.splitlines() if "-e" in line)
        line = example.split('"')[1]
        out, said = start("-e", line, "--variant", "rami-40", LC_ALL=locale).communicate(timeout=30)
        assert (verdict in out.decode(), said) == (True, b"")
        record = re.split(r"\.kal ?:\r\n", written)[1].split("kalooki judge")[0]
        out, said = start("-", "--variant", "rami-40").communicate(record.encode(), timeout=30)
        assert (verdict in out.decode(), said) == (True, b"")


def test_card_signs_get_through_an_encoding_without_them() -> None:
    out, _ = start("-e", "lay A♥ 2♥ 3♥", PYTHONIOENCODING="ascii", PYTHONUTF8="0").communicate(timeout=30)
    assert "A♥ 2♥ 3♥" in out.decode()


@pytest.mark.parametrize("folder", ["", "/dev/null/cache", "/proc/cache"])
def test_a_cache_that_cannot_be_kept_is_no_mistake(folder: str) -> None:
    process = start("-e", "lay 4♠ 5♠ 6♠", "--variant", "rami-40", KALOOKI_CACHE=folder)
    written, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")
    assert written.decode().startswith("Legal in Rami 40")
