"""A fact changed in one engine is noticed: a few of the mutants of `scripts/mutants.py`."""

from __future__ import annotations

import pytest
from oracle.bridge import DIRECT, EVERY_FACT, SMT, WITNESS
from oracle.mutation import Mutant, card_facts, killed_by, mutants

KILLED = [
    (Mutant("low-ace", "direct", "not"), DIRECT),
    (Mutant("points", "direct", "-1"), DIRECT),
    (Mutant("is-top", "z3", "not"), SMT),
    (Mutant("top-is-joker", "direct", "not"), DIRECT),
    (Mutant("twin-on-table", "direct", "not"), DIRECT),
    (Mutant("run-suits-differ", "z3", "not"), SMT),
    (Mutant("size", "z3", "+1"), SMT),
    (Mutant("same-rank", "direct", "none"), ""),
]


@pytest.mark.parametrize(("mutant", "check"), KILLED, ids=[" ".join(mutant) for mutant, _ in KILLED])
def test_mutant(mutant: Mutant, check: str) -> None:
    assert killed_by(mutant) == check


@pytest.mark.large
def test_no_mutant_survives() -> None:
    checks = {mutant: killed_by(mutant) for word in card_facts() for mutant in mutants(word)}
    assert set(checks.values()) <= {DIRECT, SMT, WITNESS, EVERY_FACT}, checks
