"""Every weapon of every datacard on every datacard of the other teams: odds exist, are exact and sum to 1."""

from __future__ import annotations

import pytest
from tests.contract.killteam import FIXTURE


@pytest.mark.slow
@pytest.mark.timeout(3_000)
def test_every_weapon_on_every_target() -> None:
    count = 0
    for attack in FIXTURE.all_attacks():
        odds = attack.match.odds(attack.action, all_seeing=True)
        assert odds.exact, attack.name
        assert sum(p for _, p in odds.outcomes) == 1, attack.name
        count += 1
    assert count > 1_000
