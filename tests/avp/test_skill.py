"""Tests and plain rolls by themselves (section TERM)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.avp.scene import Scene, models

from affray.engine.requests import Roll
from affray.engine.rulebook import Tally
from affray.games.avp import numbers
from affray.games.avp.skill import D20, Verdict, chance, clamp, lock, plain_test, reroll_success, skill_test


@pytest.mark.parametrize(
    ("difficulty", "p"),
    [
        (13, Fraction(13, 20)),
        (20, Fraction(19, 20)),
        (22, Fraction(19, 20)),
        (1, Fraction(1, 20)),
        (0, Fraction(1, 20)),
        (-3, Fraction(1, 20)),
    ],
)
def test_thresholds(difficulty: int, p: Fraction) -> None:
    """G.1: TERM.5, TERM.7, TERM.10."""
    assert Fraction(D20.bands(clamp(difficulty)).weights[0], 20) == p
    scene = Scene(models=models("marine", "A1", "m"))
    procedure = skill_test(scene.s, 0, Tally(difficulty, "AVP-C.UNIT.1"), "RS", hits=True)
    roll = next(procedure)
    assert isinstance(roll, Roll)
    assert Fraction(sum(roll.bands.weights[:2]), 20) == p
    assert roll.bands.weights[3] == 1


def test_a_lock_counts_once() -> None:
    """R.4: it costs Sentry token and activation; a locked model does not tell 20 from other failures."""
    scene = Scene(models=models("marine", "A1", "m", sentry=True))
    s = scene.s
    lock(s, 0)
    assert s.locked[0]
    assert s.used[0]
    assert not s.sentry[0]
    roll = next(skill_test(s, 0, Tally(9, "AVP-C.UNIT.1"), "A"))
    assert isinstance(roll, Roll)
    assert roll.bands.weights == (9, 11)


def test_plain_rolls_have_only_their_bands() -> None:
    """R.1: 1 and 20 mean nothing in them; a Heal Test is a Test, but locks nobody."""
    s = Scene(models=models("marine", "A1", "m")).s
    roll = next(chance(s, 5, "AVP-MAR.34", "Dodge", 0))
    assert isinstance(roll, Roll)
    assert roll.bands.weights == (5, 15)
    procedure = plain_test(s, Tally(25, "AVP-MAR.39"), "AVP-MAR.39", "Heal", 0)
    roll = next(procedure)
    assert isinstance(roll, Roll)
    assert roll.bands.weights == (19, 1)
    with pytest.raises(StopIteration) as ended:
        procedure.send((0, 1))
    assert ended.value.value is False
    assert not s.locked[0]


def test_a_forced_reroll_is_the_last() -> None:
    """TERM.3, R.2: a success that must be rerolled may end on 20, which locks."""
    s = Scene(models=models("marine", "A1", "m")).s
    procedure = reroll_success(s, 0, Tally(10, "AVP-C.UNIT.1"), "A", "AVP-PRD.25", False)
    next(procedure)
    again = procedure.send((1, 0, 0))
    assert isinstance(again, Roll)
    assert again.clause == "AVP-PRD.25"
    assert "AVP-TERM.3" in again.cites
    with pytest.raises(StopIteration) as ended:
        procedure.send((0, 0, 1))
    assert ended.value.value == Verdict(False)
    assert s.locked[0]


def test_experience_before_hot_plasma() -> None:
    """TERM.3: a success by the player's own reroll is not rerolled again."""
    table = {**models("p_hunter", "C7", "h"), **models("marine", "D7", "m")}
    scene = Scene([12, 15, 3, 19, 20], models=table, active="h", xp={"marines": 1})
    scene.do("shoot h > m", "reroll xp")
    assert scene.at("m") == "D7"


def test_every_part_of_a_tally_sums_up() -> None:
    """Contract 12."""
    table = {
        **models("smartgunner", "C1", "m"),
        **models("infant", "F1", "i"),
        **models("marine", "F1", "n"),
    }
    s = Scene(models=table, environment="lights_out").s
    tally = numbers.rs_difficulty(s, 0, 1, aimed=True, first=False, rapid=True)
    assert tally.value == sum(amount for _, amount in tally.parts) == 13 - 4 - 4 - 10 - 2
    assert [clause for clause, _ in tally.parts] == [
        "AVP-C.UNIT.1", "AVP-MAR.4", "AVP-MAR.25", "AVP-MAP.10", "AVP-SHOOT.5", "AVP-C.ENV.1",
    ]  # fmt: skip
