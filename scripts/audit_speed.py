"""How fast records are replayed: moves a second from record files and from JSON Lines, by one process and by two.

    python scripts/audit_speed.py [RECORDS]

Prints moves a second, and each as a ratio of one process reading record files in this run, since machines differ.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from rulebook.library import book, names  # noqa: E402
from verifier.audit import Desk, audit  # noqa: E402
from verifier.audit.stream import items  # noqa: E402

SUITS, RANKS = "♥♦♣♠", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TURNS = 24


def deal(rnd: Random) -> tuple[str, dict[str, object]]:
    """A deal of two players who lay sets now and then, and throw what they drew: as a record, and as JSON."""
    kept = {"Anne": ["K", "Q", *rnd.sample(RANKS[:5], 2)], "Bob": ["J", "10", *rnd.sample(RANKS[5:8], 2)]}
    out = {rank for ranks in kept.values() for rank in ranks}
    deck = [f"{rank}{suit}" for rank in RANKS for suit in SUITS if rank not in out] * 2
    rnd.shuffle(deck)
    lines, turns = [], []
    for number in range(TURNS):
        player = ("Anne", "Bob")[number % 2]
        drawn = deck.pop()
        acts: list[list[object]] = [["draw", drawn]]
        if number // 2 % 4 == 1 and kept[player]:
            ranks, kept[player] = kept[player][:2], kept[player][2:]
            acts.append(["lay", [[f"{rank}{suit}" for suit in SUITS[:3]] for rank in ranks]])
        acts.append(["discard", drawn])
        turns.append({"player": player, "acts": acts})
        lines.append(f"{player}: {'; '.join(map(written, acts))}")
    head = "variant: kalooki-40\nplayers: Anne, Bob\n"
    return head + "\n".join(lines), {"variant": "kalooki-40", "players": ["Anne", "Bob"], "turns": turns}


def written(act: list[object]) -> str:
    verb, what = act
    if verb == "lay":
        assert isinstance(what, list)
        return "lays " + ", ".join(" ".join(meld) for meld in what)
    return f"{verb}s {what}"


def replayed(path: Path, jobs: int) -> tuple[float, str]:
    """Moves a second, and what came of the records."""
    desk = Desk(tuple(map(book, names())))
    start, acts = perf_counter(), 0
    verdicts: dict[str, int] = {}
    for result in audit(items([str(path)]), desk, jobs):
        acts += result.audit.acts if result.audit else 0
        verdicts[result.verdict] = verdicts.get(result.verdict, 0) + 1
    return acts / (perf_counter() - start), ", ".join(f"{n} {verdict}" for verdict, n in verdicts.items())


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rnd = Random("deals")
    deals = [deal(rnd) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        kal, lines = Path(folder) / "deals.kal", Path(folder) / "deals.jsonl"
        kal.write_text("\n---\n".join(text for text, _ in deals), encoding="utf-8")
        lines.write_text("\n".join(json.dumps(one, ensure_ascii=False) for _, one in deals), encoding="utf-8")
        unit = 0.0
        for path in (kal, lines):
            for jobs in (1, 2):
                speed, verdicts = replayed(path, jobs)
                unit = unit or speed
                print(
                    f"{path.suffix:7} {jobs} process(es) {speed:8.0f} moves a second  {speed / unit:5.2f}  {verdicts}"
                )


if __name__ == "__main__":
    main()
