"""Contract 13: every game ends in its time with a result, and nobody is ever left without an option."""

from __future__ import annotations

import random

import pytest
from tests.contract.fixture import Fixture, stroll


def run(fixture: Fixture, setup_name: str, seed: str) -> str:
    """One random match to its end; says why it ended."""
    rng = random.Random(seed)
    match = fixture.match(fixture.setups()[setup_name], seed)
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
        run(fixture, setup_name, f"end/{setup_name}/{seed}")


@pytest.mark.slow
@pytest.mark.timeout(3_000)
def test_two_thousand_games_end(fixture: Fixture, setup_name: str) -> None:
    setups = len(fixture.setups())
    for seed in range(-(-2_000 // setups)):
        run(fixture, setup_name, f"many/{setup_name}/{seed}")
