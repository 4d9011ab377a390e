"""The quick look says legal only of what is legal."""

from __future__ import annotations

from random import Random

import pytest
from oracle.bridge import steps_of
from oracle.figures import BOOKS, Figures
from oracle.samples import sorts_of, within_deck

from rulebook.library import book
from verifier import direct


@pytest.mark.parametrize("figures", BOOKS, ids=lambda figures: figures.name)
def test_what_is_surely_legal_is_legal(figures: Figures) -> None:
    here, sure, legal = book(figures.name), 0, 0
    for sort, generate in sorts_of(figures).items():
        rnd = Random(f"quick {sort} {figures.name}")
        for play in (generate(rnd, figures) for _ in range(12)):
            for step in steps_of(play, here) if within_deck(play, figures) else ():
                verdict = direct.judge(step.scene, here).verdict
                said = direct.surely_legal(step.scene, here)
                assert verdict in ("legal", "") or not said, (play, step.text)
                sure, legal = sure + said, legal + (verdict == "legal")
    assert legal > 40
    assert sure > 0.7 * legal
