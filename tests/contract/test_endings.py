"""Contract 13: every game ends in its time with a result, and nobody is ever left without an option."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from tests.contract.fixture import Fixture, stroll

PARTS = 8
"""The many games are split so that they can be played side by side."""
MANY = {"avp": 2_000, "killteam": 1_000}


def run(fixture: Fixture, setup: Mapping[str, Any], seed: str) -> str:
    """One random match to its end; says why it ended."""
    rng = random.Random(seed)
    match = fixture.match(setup, seed)
    round_, last = fixture.clock(match.state)
    for standing in stroll(match, rng, 20_000):
        assert standing.legal, "a seat has nothing to choose"
        assert len(standing._answers) <= fixture.requests_per_step
        now, last = fixture.clock(standing.state)
        assert round_ <= now <= last
        round_ = now
    result = match.result
    assert result is not None, f"no end after 20,000 decisions, in round {round_}"
    assert result.clause in fixture.game.rulebook
    assert result.reason
    seats = range(len(fixture.game.seats(match.state)))
    assert set(result.winners) <= set(seats)
    assert not result.scores or len(result.scores) == len(seats)
    assert match.marks[-1][1] == "result"
    return result.reason


def test_every_game_ends(fixture: Fixture, setup_name: str) -> None:
    for seed in range(5):
        run(fixture, fixture.setups()[setup_name], f"end/{setup_name}/{seed}")


@pytest.mark.slow
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games_end(fixture: Fixture, part: int) -> None:
    for number in range(part, MANY[fixture.game.id], PARTS):
        run(fixture, fixture.any_setup(number), f"many/{number}")
