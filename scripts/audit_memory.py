"""Shows that `kalooki audit` needs no more memory for many deals than for few.

    python scripts/audit_memory.py [FEW] [MANY]

Runs it on JSON Lines of 1,000 and of 20,000 deals, with its results in a file, by one process and by two. Prints the
largest memory that any one of its processes had at any time, in MB, and the ratio of many to few. The deals are a few
hundred of all books, from fixed seeds, repeated with new ids; if every deal is another one, memory grows until the
bounded cache of lines that were read is full.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

DISTINCT = 400
KALOOKI = [sys.executable, "-c", "from verifier.cli import main; main()", "audit"]
UNIT = 1024**2 if sys.platform == "darwin" else 1024
"""What there is of the unit of `ru_maxrss` in a MB."""

# A new process counts the memory of the one that starts it as its own: so a small one does that, and looks.
WATCH = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
FINE, OPEN = 0, 3
"""Exit statuses: all deals are legal; some are undetermined, for JSON does not say what a table agreed on."""


def made() -> list[dict[str, object]]:
    """Deals of every book in turn."""
    from deals.making import deal
    from deals.writing import as_json

    from rulebook.library import names

    books = names()
    return [as_json(deal(books[n % len(books)], n // len(books)), "") for n in range(DISTINCT)]


def write(path: Path, deals: list[dict[str, object]], count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            file.write(json.dumps({**deals[n % len(deals)], "id": str(n)}, ensure_ascii=False) + "\n")


def peak(path: Path, jobs: int) -> float:
    """The most memory that a process of the command had, in MB."""
    out = path.with_suffix(f".{jobs}.out")
    command = [*KALOOKI, str(path), "--out", str(out), "--jobs", str(jobs)]
    done = subprocess.run(
        [sys.executable, "-c", WATCH, *command], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT
    )
    status, kept = map(int, done.stdout.split())
    with path.open(encoding="utf-8") as deals, out.open(encoding="utf-8") as results:
        assert sum(1 for _ in deals) == sum(1 for _ in results), "every deal has its line"
    assert status in (FINE, OPEN), f"exit status {status}"
    return kept / UNIT


def main() -> None:
    few, many = (int(sys.argv[n]) if len(sys.argv) > n else count for n, count in ((1, 1000), (2, 20000)))
    deals = made()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{count}.jsonl" for count in (few, many)]
        for path, count in zip(paths, (few, many), strict=True):
            write(path, deals, count)
        for jobs in (1, 2):
            one, other = (peak(path, jobs) for path in paths)
            told = f"{few} deals {one:6.1f} MB   {many} deals {other:6.1f} MB   ratio {other / one:5.2f}"
            print(f"{jobs} process(es)   {told}", flush=True)


if __name__ == "__main__":
    main()
