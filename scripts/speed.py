"""Prints how fast the arbiter is, as ratios: machines differ, ratios hardly do.

    python scripts/speed.py [--runs N]

- the whole command on one dispute under all books, against `python -c "import z3, lark, click, rich"`;
- in one process, every dispute of the examples under all books: the median, warm, and the share of each engine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from grammar.document import Record
from grammar.record import read
from rulebook.library import book, names
from rulebook.model import Book
from verifier import direct, smt
from verifier.arbiter import judge
from verifier.steps import steps

ROOT = Path(__file__).parent.parent
DISPUTE = ROOT / "examples" / "disputes" / "one-ten.kal"
BARE = [sys.executable, "-c", "import z3, lark, click, rich"]
COMMAND = [sys.executable, "-c", "from verifier.cli import main; main()", "judge", str(DISPUTE), "--variant", "all"]


def seconds(command: Sequence[str]) -> float:
    """How long a command takes, in seconds of the wall clock."""
    # Installed programs have their bytecode: so have both commands here, whatever this shell forbids.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, cwd=ROOT, env=env)
    return time.perf_counter() - start


def whole_command(runs: int) -> None:
    """Runs both commands in turn, so that whatever else the machine does hits both."""
    seconds(COMMAND)
    pairs = [(seconds(BARE), seconds(COMMAND)) for _ in range(runs)]
    bare, whole = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"the four bare imports           {bare * 1000:7.0f} ms")
    print(
        f"kalooki judge, {len(names())} books          {whole * 1000:7.0f} ms   {whole / bare:5.2f} times the imports"
    )


def milliseconds(work: Callable[[], object]) -> float:
    """How long it takes once, in milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def in_process() -> None:
    """The median over the disputes, when every shape has been seen once."""
    records = [record for path in sorted(DISPUTE.parent.rglob("*.kal")) for record in read(path.read_text("utf-8"))]
    books = [book(name) for name in names()]
    cold = [milliseconds(lambda r=record: [judge(r, b) for b in books]) for record in records]  # type: ignore[misc]
    warm = [milliseconds(lambda r=record: [judge(r, b) for b in books]) for record in records]  # type: ignore[misc]
    print(f"{len(records)} disputes, {len(books)} books, one process")
    print(f"  a dispute, first time         {statistics.median(cold):7.2f} ms at the median, {max(cold):.0f} at worst")
    print(f"  a dispute, after that         {statistics.median(warm):7.2f} ms at the median, {max(warm):.0f} at worst")
    print_engines(records, books)


def print_engines(records: Sequence[Record], books: Sequence[Book]) -> None:
    """What each engine takes of a step, warm."""
    scenes = [step.scene for record in records for step in steps(record) if step.scene.events]
    one = [milliseconds(lambda s=scene, b=b: direct.judge(s, b)) for scene in scenes for b in books]  # type: ignore[misc]
    two = [milliseconds(lambda s=scene, b=b: smt.judge(s, b, witnesses=False))  # type: ignore[misc]
           for scene in scenes for b in books]  # fmt: skip
    direct_ms, smt_ms = statistics.median(one), statistics.median(two)
    print(f"  a step, direct engine         {direct_ms:7.2f} ms")
    print(f"  a step, Z3                    {smt_ms:7.2f} ms   {smt_ms / direct_ms:5.1f} times the direct engine")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="how often each command is run")
    whole_command(parser.parse_args().runs)
    in_process()
