"""Greedy beats random on both sides of the standard mission."""

from __future__ import annotations

import pytest
from tests.players.duel import wilson, wins

SIDES = [(("greedy", "random"), 0), (("random", "greedy"), 1)]


@pytest.mark.parametrize(("names", "seat"), SIDES, ids=["marines", "aliens"])
def test_greedy_beats_random_in_a_short_run(names: tuple[str, str], seat: int) -> None:
    """With 95 of 100 in truth, fewer than 8 of 10 wins come about once in 87 runs; the seeds are fixed."""
    assert wins(names, seat, 10) >= 8


@pytest.mark.slow
@pytest.mark.timeout(7_200)
@pytest.mark.parametrize(("names", "seat"), SIDES, ids=["marines", "aliens"])
def test_greedy_beats_random_in_95_of_100(names: tuple[str, str], seat: int) -> None:
    won = wins(names, seat, 100)
    low, high = wilson(won, 100)
    print(f"\ngreedy at seat {seat}: {won} of 100, {low:.1%} to {high:.1%}")
    assert won >= 95
