"""Sight, cover and obscured on the golden positions (G.12–G.19, G.55), and valid targets."""

from __future__ import annotations

import pytest
from tests.killteam.ground import Place, ground, put

from affray.boards.plane.lattice import lattice_of
from affray.boards.plane.solids import INCH
from affray.engine.dice import DiceStream
from affray.games.killteam import field
from affray.games.killteam.sighting import Aim
from affray.games.killteam.state import State
from affray.games.killteam.terrain import feature_name


def facing(
    map_: str, shooter: Place, target: Place, *, engage: bool = True, preset: str = "standard"
) -> tuple[State, Aim]:
    """Two operatives and what the first has before it."""
    s = ground(map_, preset)
    a = put(s, "BOY", shooter)
    b = put(s, "BOY", target, 1, engage=engage)
    return s, field.targeting(s, a, b)


def features(s: State, parts: tuple[object, ...]) -> set[str]:
    return {feature_name(s, part.group) for part in parts}  # type: ignore[attr-defined]  # they are boxes


@pytest.mark.parametrize("engage", [True, False])
def test_behind_a_wall(engage: bool) -> None:
    """G.12."""
    _, aim = facing("c", (4, 10), (14, 10), engage=engage)
    assert not aim.visible
    assert aim.clause == "KILLTEAM-VIS.1"


def test_a_wall_in_the_middle_obscures() -> None:
    """G.12."""
    s, aim = facing("c", (4, 10), (14, 13.5))
    assert aim.valid
    assert not aim.cover
    assert aim.obscured_by == "KILLTEAM-C.LOS.11"
    assert features(s, aim.shading) == {"Wa"}
    _, aim = facing("c", (4, 10), (14, 13.5), preset="lite")
    assert not aim.obscured


def test_one_feature_gives_cover_or_obscures() -> None:
    """G.13, R.37."""
    s, aim = facing("c", (5, 14.75), (14.1, 14.75))
    assert aim.valid
    assert aim.choice
    assert aim.side == 0
    assert features(s, aim.covering) == features(s, aim.shading) == {"Ha"}
    assert aim.with_cover().cover
    assert not aim.with_cover().obscured
    assert aim.with_obscured().obscured
    assert not aim.with_obscured().cover
    s, aim = facing("c", (5, 14.75), (14.1, 14.75), engage=False)
    assert aim.clause == "KILLTEAM-R.37"
    assert field.targeting(s, 0, 1, seek=True).choice
    assert field.targeting(s, 0, 1, seek=True).valid
    assert field.targeting(s, 0, 1, seek_light=True).clause == "KILLTEAM-R.37"
    _, aim = facing("c", (5, 14.75), (14.1, 14.75), preset="lite")
    assert not aim.choice
    assert aim.cover


def test_far_behind_rubble() -> None:
    """G.14."""
    for engage in (True, False):
        _, aim = facing("c", (5, 14.75), (15.5, 14.75), engage=engage)
        assert aim.valid
        assert aim.obscured
        assert not aim.cover


def test_no_cover_within_two_inches() -> None:
    """G.15."""
    _, aim = facing("c", (8, 1.5), (8, 5.4))
    assert aim.cover
    assert aim.valid
    _, aim = facing("c", (8, 1.5), (8, 5.4), engage=False)
    assert aim.clause == "KILLTEAM-C.LOS.14"
    _, aim = facing("c", (8, 2.2), (8, 5.4), engage=False)
    assert aim.valid
    assert not aim.cover


def test_from_vantage() -> None:
    """G.16, C.TER.3."""
    s, aim = facing("a", (12, 6.1, 3), (15, 9.3), engage=False)
    assert features(s, aim.covering) == {"Na"}
    assert aim.valid
    assert aim.improved
    assert aim.accurate == 0
    assert field.visible(s, 1, 0)
    _, aim = facing("a", (12, 6.1, 3), (15, 9.3))
    assert aim.valid
    assert aim.cover
    assert not aim.improved
    assert aim.accurate == 1
    _, aim = facing("a", (10, 3, 5), (15, 9.3))
    assert aim.accurate == 2
    _, aim = facing("a", (12, 6.1, 3), (15, 9.3), engage=False, preset="lite")
    assert aim.clause == "KILLTEAM-C.LOS.14"


def test_the_best_targeting_point() -> None:
    """G.17."""
    s, aim = facing("a", (9.7, 3, 5), (3.5, 10.95))
    assert aim.side == -1
    assert features(s, aim.covering) == {"Oa"}
    assert not aim.obscured


def test_through_the_window_one_way() -> None:
    """G.18."""
    s, aim = facing("a", (11.5, 4.5), (16, 6))
    assert aim.valid
    assert not aim.cover
    assert features(s, aim.shading) == {"Sa"}
    assert not field.targeting(s, 1, 0).visible
    assert "KILLTEAM-C.LOS.4" in field.remarks(s, 0, 1, aim)


def test_bystanders_hide_nobody() -> None:
    """G.55."""
    for side in (0, 1):
        s, _ = facing("c", (4, 18), (12, 18))
        put(s, "BOY", (8, 18), side)
        aim = field.targeting(s, 0, 1)
        assert aim.valid
        assert not aim.cover
        assert not aim.obscured
        assert "KILLTEAM-VIS.2" in field.remarks(s, 0, 1, aim)


def test_everybody_sees_itself() -> None:
    s, _ = facing("c", (4, 10), (14, 10))
    assert field.visible(s, 0, 0)
    assert field.distance(s, 0, 0) == 0
    assert field.within(s, 0, 1, 10 * INCH)


@pytest.mark.parametrize("map_", ["a", "b", "c"])
def test_the_quick_question_agrees(map_: str) -> None:
    """`valid_target` is `targeting(...).valid` at any two places, on any order, with and without Seek."""
    stream = DiceStream(f"sight {map_}")
    s = ground(map_)
    a, b = put(s, "BOY", (1, 1)), put(s, "CPT", (2, 2), 1)
    places = [lattice_of(s.scene, r, INCH) for r in (1600, 2000)]
    for _ in range(150):
        for who, lattice in ((a, places[0]), (b, places[1])):
            level = s.scene.levels[stream.choice(len(s.scene.levels))]
            spots = lattice.places_in(s.map.area, level)
            s.x[who], s.y[who], s.z[who] = spots[stream.choice(len(spots))]
        for engage in (True, False):
            s.engage[b] = engage
            for seek, light in ((False, False), (True, False), (False, True)):
                aim = field.targeting(s, a, b, seek=seek, seek_light=light)
                assert field.valid_target(s, a, b, seek=seek, seek_light=light) == aim.valid
                assert aim.visible or not aim.valid
                assert (field.target_refusal(s, a, b, aim) is None) == aim.valid
