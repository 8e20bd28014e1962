"""The horde: how it comes in Last Stand and what it does (C.MIS.5, C.SOLO.1)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.avp import GAME, horde

MARINES = models("marine", "A6", "m")


def coming(*dice: int, **more: Any) -> Scene:
    """The horde's arrival, then as far as the first decision."""
    table: dict[str, Any] = {"mission": "last_stand", "phase": "reserves", "models": MARINES}
    return Scene(dice, **{**table, **more})


def aliens(scene: Scene) -> dict[str, list[str]]:
    """The Aliens that have come, by Tile."""
    s = scene.s
    found: dict[str, list[str]] = {}
    for m, side in enumerate(s.side):
        unit = s.unit[m]
        if side == 1 and s.tile[m] >= 0 and unit is not None:
            found.setdefault(s.board.zones.names[s.tile[m]], []).append(unit.id)
    return found


# -- arrival -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "units"),
    [
        (1, ["infant"] * 3),
        (8, ["infant"] * 3),
        (9, ["infant", "infant", "stalker"]),
        (15, ["infant", "infant", "facehugger", "facehugger"]),
        (19, ["warrior", "infant"]),
        (20, ["warrior", "infant"]),
    ],
)
def test_groups(group: int, units: list[str]) -> None:
    scene = coming(group, 20, 8, 1)
    assert aliens(scene)["B3"] == units
    new = scene.s.names.index("A1")
    assert scene.s.known[new]
    assert not scene.s.used[new]
    assert "AVP-C.MIS.5" in scene.cited


@pytest.mark.parametrize(("nest", "tile"), [(1, "D7"), (5, "E7"), (12, "E5"), (13, "E4"), (20, "B3")])
def test_nests(nest: int, tile: str) -> None:
    assert tile in aliens(coming(1, nest, 8, 8))


def test_a_nest_that_is_seen_or_full_is_passed_over() -> None:
    seen = coming(1, 1, 1, 17, models={**MARINES, **models("marine", "C7", "n")})
    assert sorted(aliens(seen)) == ["B3", "E5"]  # D7 and E7 are Seen from C7
    full = coming(1, 20, 1, 12, models={**MARINES, **models("warrior", "B3", "a", "b", "c")})
    assert aliens(full)["D7"] == ["infant"] * 3  # from B3 the order goes on with D7
    fight = {**MARINES, **models("marine", "B3", "n"), **models("infant", "B3", "a")}
    assert len(aliens(coming(1, 20, 1, 12, models=fight))["D7"]) == 3


def test_models_that_the_box_lacks_are_left_out() -> None:
    table = {**MARINES, **models("infant", "G1", *"abcde"), **models("infant", "G3", *"fghi")}
    scene = coming(1, 9, 1, 13, models=table)
    assert aliens(scene)["E5"] == ["infant"]
    assert "E4" not in aliens(scene)
    assert "AVP-R.48" in scene.cited


def test_no_nest_no_group() -> None:
    table = {
        **models("marine", "C7", "m"),
        **models("marine", "E3", "n"),
        **models("marine", "B5", "o"),
    }
    scene = coming(1, 1, 1, 1, models=table)
    assert aliens(scene) == {}


# -- behaviour -----------------------------------------------------------------------------------------------


def solo(*dice: int | str, **more: Any) -> Scene:
    """A scene in which the horde plays the Aliens."""
    return Scene(dice, solo=True, **more)


def test_it_activates_the_nearest_then_the_cheapest() -> None:
    table = {
        **models("marine", "C1", "m"),
        **models("infant", "F1", "far"),
        **models("infant", "E1", "near"),
        **models("stalker", "E1", "cheap"),
    }
    scene = solo(models=table, turn="aliens")
    assert GAME.read(scene.s, "cheap.tile") == "C1" or GAME.read(scene.s, "cheap.used")
    assert not GAME.read(scene.s, "near.used")
    assert "AVP-C.SOLO.1" in scene.cited


def test_engaged_it_fights_and_passes() -> None:
    table = {
        **models("captain", "C1", "c"),
        **models("marine", "C1", "m"),
        **models("warrior", "C1", "w"),
    }
    scene = solo(19, 19, 19, models=table, turn="aliens")
    assert "fights Colonial Marine m with Warrior" in " ".join(event.text() for event in scene.match.events)


def test_it_walks_onto_the_tile_with_most_marines() -> None:
    table = {
        **models("marine", "C1", "m"),
        **models("marine", "D2", "n", "o"),
        **models("infant", "D1", "i"),
    }
    scene = solo(19, 19, models=table, turn="aliens")
    assert GAME.read(scene.s, "i.tile") == "D2"


def test_a_warrior_spits_at_a_full_tile() -> None:
    table = {**models("marine", "C1", *"abcdefgh"), **models("warrior", "D1", "w")}
    scene = solo(*[19] * 8, models=table, turn="aliens")
    assert "AVP-ALN.12" in scene.cited


def test_it_runs_along_a_shortest_way() -> None:
    table = {**models("marine", "C1", "m"), **models("infant", "G1", "i")}
    scene = solo(models=table, turn="aliens")
    assert GAME.read(scene.s, "i.tile") == "E1"


def test_facehuggers_use_vents() -> None:
    table = {**models("marine", "D5", "m"), **models("facehugger", "D3", "f")}
    scene = solo(20, models=table, turn="aliens")
    assert GAME.read(scene.s, "f.tile") == "D5"
    infant = solo(models={**models("marine", "D5", "m"), **models("infant", "D3", "i")}, turn="aliens")
    assert GAME.read(infant.s, "i.tile") != "D5"


def test_it_forces_the_door_on_the_way() -> None:
    table = {**models("marine", "A1", "m"), **models("infant", "D1", "i")}
    scene = solo(5, models=table, turn="aliens")
    assert GAME.read(scene.s, "i.tile") == "C1"
    beside = solo(5, 20, models={**models("marine", "A1", "m"), **models("infant", "C1", "i")}, turn="aliens")
    assert GAME.read(beside.s, "door.B1/C1") == "open"
    assert GAME.read(beside.s, "i.tile") == "B1"


def test_it_never_reacts_and_never_hides() -> None:
    table = {
        **models("marine", "D2", "m"),
        **models("infant", "E1", "i", sentry=True),
        **models("infant", "F1", "t", token=True),
    }
    scene = solo(models=table, active="m").do("walk m @ D1")
    assert not GAME.read(scene.s, "t.token")
    assert not GAME.read(scene.s, "t.hidden")
    assert GAME.read(scene.s, "i.sentry")


def test_it_places_a_new_alien_nearest_to_a_marine() -> None:
    table = {**models("marine", "C1", "m"), **models("marine", "C1", "n"), **models("facehugger", "C1", "f")}
    scene = solo(1, models=table, turn="aliens")
    new = len(scene.s.names) - 1
    unit = scene.s.unit[new]
    assert unit is not None
    assert unit.id == "infant"
    assert scene.s.board.zones.names[scene.s.tile[new]] == "D1"


def test_it_does_not_look_under_tokens() -> None:
    """What it does depends on nothing that is secret."""
    match = Match(GAME, GAME.setup({"mission": "flight_recorder", "cards": False}), DiceStream("7"))
    pick = DiceStream("8")
    asked = 0
    while match.decision is not None and asked < 150:
        if match.seat == 1 and match.decision.clause != "AVP-C.MIS.0":
            chosen = horde.choose(match.state, match.seat, match.legal)
            view = match.game.view(match.state, 1)
            match.decision.menu.options()
            assert chosen in match.legal
            assert view.unit == match.state.unit or any(unit is None for unit in view.unit)
            asked += 1
            match.push(chosen)
        else:
            match.trust(match.legal[pick.below(len(match.legal))])
    assert asked


@pytest.mark.parametrize("mission", ["fire_alarms", "trophy_hunt", "regicide"])
def test_it_plays_any_alien_seat(mission: str) -> None:
    match = Match(GAME, GAME.setup({"mission": mission}), DiceStream("3"))
    pick = DiceStream("4")
    while match.decision is not None:
        if match.seat == 1:
            match.push(horde.choose(match.state, match.seat, match.legal))
        else:
            match.trust(match.legal[pick.below(len(match.legal))])
    assert match.result is not None
