"""AvP's measure: what has to be better than what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from affray.engine.game import Registry, Result

GAME = Registry.load("avp")


def measure(
    models: Mapping[str, tuple[str, ...]], mission: str = "fire_alarms", **more: Any
) -> tuple[int, ...]:
    """The measure of a position with these models (unit, Tile, flags)."""
    rows = {
        name: {"unit": unit, "tile": tile, **dict.fromkeys(flags, True)}
        for name, (unit, tile, *flags) in models.items()
    }
    return GAME.measure(GAME.position({"mission": mission, "models": rows, "phase": "activation", **more}))


def test_two_armies_judge_each_other_alike() -> None:
    marines, aliens = measure({"m": ("marine", "C1"), "a": ("infant", "E1")})
    assert marines == -aliens


def test_three_armies_judge_by_the_mean_of_the_others() -> None:
    models = {"m": ("marine", "C1"), "a": ("infant", "E1"), "p": ("p_warrior", "A1")}
    values = measure(models, "trophy_hunt", factions=["marines", "aliens", "predators"])
    assert len(values) == 3
    assert max(values) == values[2]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"m": ("marine", "C1"), "n": ("marine", "C1")}, {"m": ("marine", "C1")}),
        ({"m": ("marine", "D5")}, {"m": ("marine", "C5")}),
        ({"m": ("marine", "C1", "sentry")}, {"m": ("marine", "C1")}),
        ({"m": ("marine", "C1")}, {"m": ("marine", "C1", "locked")}),
    ],
    ids=["another Marine", "nearer to two of the fires", "on Sentry", "not locked"],
)
def test_better_for_the_marines(
    better: dict[str, tuple[str, ...]], worse: dict[str, tuple[str, ...]]
) -> None:
    alien = {"a": ("infant", "G7")}
    assert measure({**better, **alien})[0] > measure({**worse, **alien})[0]


def test_wounds_count() -> None:
    models = {"m": {"unit": "captain", "tile": "C1"}, "a": {"unit": "infant", "tile": "G7"}}
    whole = GAME.measure(GAME.position({"mission": "fire_alarms", "models": models}))
    models["m"]["wounds"] = 1  # type: ignore[assignment]  # a table of whatever
    assert GAME.measure(GAME.position({"mission": "fire_alarms", "models": models}))[0] < whole[0]


def test_a_fire_that_is_out_counts_more_than_any_way() -> None:
    models = {"m": ("marine", "A1"), "a": ("infant", "G7")}
    fires = [{"kind": "fire", "tile": tile} for tile in ("A1", "I1", "E4")]
    out = [{"kind": "fire"}, *fires[1:]]
    assert measure(models, goals=out)[0] > measure(models, goals=fires)[0] + 500


def test_an_alien_wants_to_be_near() -> None:
    near = measure({"m": ("marine", "C1"), "a": ("infant", "D1")})
    far = measure({"m": ("marine", "C1"), "a": ("infant", "G7")})
    assert near[1] > far[1]


def test_the_end_outweighs_everything() -> None:
    state = GAME.position({"mission": "fire_alarms", "models": {"m": {"unit": "marine", "tile": "C1"}}})
    state.outcome = Result((1,), "test", "AVP-C.MIS.1")
    assert GAME.measure(state) == (-100_000, 100_000)
    state.outcome = Result((), "test", "AVP-C.MIS.1")
    assert GAME.measure(state) == (0, 0)
