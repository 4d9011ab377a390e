"""Changes every fact of cards in each engine in turn, and shows which comparison notices.

    python scripts/mutants.py [FACT ...]

Prints a line for each mutant. The exit code is 1 if one of them goes unnoticed, else 0.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from oracle.mutation import card_facts, killed_by, mutants  # noqa: E402

LINE = "{:<18}{:<9}{:<10}{}"


def main(facts: list[str]) -> int:
    """Tries the mutants of the facts named, or of all."""
    print(LINE.format("fact", "engine", "mutation", "killed by"))
    found: Counter[str] = Counter()
    for word in card_facts():
        if not facts or word.name in facts:
            for mutant in mutants(word):
                check = killed_by(mutant) or "nothing: it survives"
                found[check] += 1
                print(LINE.format(*mutant, check), flush=True)
    print(f"\n{found.total()} mutants; " + "; ".join(f"{number} {check}" for check, number in found.most_common()))
    return 1 if any(check.startswith("nothing") for check in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
