"""Who wins what and when: every way each mission can end (C.MIS, C.GEN.6, ROUND.7)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.avp import GAME
from affray.games.avp.loading import content


def end(scene: Scene) -> tuple[Any, Any]:
    return GAME.read(scene.s, "result"), GAME.read(scene.s, "clause")


# -- Fire Alarms ---------------------------------------------------------------------------------------------


def fires(*burning: str | None, **more: Any) -> dict[str, Any]:
    return {
        "mission": "fire_alarms",
        "goals": [{"kind": "fire", **({"tile": tile} if tile else {})} for tile in burning],
        **more,
    }


def test_the_third_fire_is_put_out() -> None:
    table = {**models("marine", "A1", "m"), **models("infant", "G5", "i")}
    scene = Scene(**fires("A1", None, None, models=table, active="m")).do("extinguish m > fire1")
    assert end(scene) == ("marines", "AVP-C.MIS.1")
    two = Scene(**fires("A1", "I1", None, models=table, active="m")).do("extinguish m > fire1")
    assert end(two) == ("", "")


@pytest.mark.parametrize(
    ("burning", "result"),
    [(("A1", None, None), "marines"), (("A1", "I1", None), "aliens"), (("A1", "I1", "E4"), "aliens")],
)
def test_fires_after_the_last_round(burning: tuple[str | None, ...], result: str) -> None:
    table = {**models("marine", "A6", "m"), **models("infant", "G5", "i")}
    scene = Scene(**fires(*burning, models=table, phase="victory", round=12))
    assert end(scene) == (result, "AVP-C.MIS.1")


def test_before_the_last_round_the_game_goes_on() -> None:
    table = {**models("marine", "A6", "m"), **models("infant", "G5", "i")}
    scene = Scene([20, 1], **fires("A1", "I1", None, models=table, phase="victory", round=11))
    assert end(scene) == ("", "")
    assert GAME.read(scene.s, "round") == 12


@pytest.mark.parametrize(
    "mission", ["fire_alarms", "flight_recorder", "regicide", "last_stand", "seal_the_ducts"]
)
def test_aliens_win_with_the_last_marine(mission: str) -> None:
    tile = content().missions[mission].maps[0].deploy["marines"].tiles[0]
    table = {**models("marine", tile, "m"), **models("infant", tile, "i"), **models("queen", tile, "q")}
    scene = Scene([1, 20, 1], mission=mission, models=table, active="i")
    scene.do("fight i > m weapon=infant_claws")
    assert end(scene) == ("aliens", content().missions[mission].clause)


def test_tokens_count_as_marines() -> None:
    table = {
        **models("marine", "A6", "m"),
        "t": {"unit": "medic", "tile": "B7", "token": True},
        **models("infant", "A6", "i"),
    }
    scene = Scene([1, 20], mission="fire_alarms", models=table, active="i").do("fight i > m weapon=tail")
    assert end(scene) == ("", "")


# -- Flight Recorder -----------------------------------------------------------------------------------------


def recorder(unit: str = "marine", tile: str = "J5", carrying: bool = True, **more: Any) -> Scene:
    carrier = {"unit": unit, "tile": tile, **({"carrying": "recorder1"} if carrying else {})}
    table = {"c": carrier, **models("infant", "A5", "i"), **models("marine", "A1", "m")}
    return Scene(mission="flight_recorder", models=table, **{"active": "c", **more})


def test_the_recorder_is_carried_to_the_lifeboat_bay() -> None:
    scene = recorder(tile="I5").do("walk c @ I6")
    assert end(scene) == ("marines", "AVP-C.MIS.2")
    assert end(recorder(tile="I5", carrying=False).do("walk c @ I6")) == ("", "")
    assert end(recorder(tile="J4").do("walk c @ J5")) == ("", "")


def test_picking_it_up_in_the_bay_wins_too() -> None:
    scene = recorder(tile="I6", carrying=False, goals=[{"kind": "recorder", "tile": "I6"}])
    scene.do("pick_up c > recorder1")
    assert end(scene) == ("marines", "AVP-C.MIS.2")


def test_no_recorder_after_the_last_round() -> None:
    scene = recorder(active=None, phase="victory", round=12)
    assert end(scene) == ("aliens", "AVP-C.MIS.2")


# -- Trophy Hunt ---------------------------------------------------------------------------------------------


def hunt(*dice: int, **more: Any) -> Scene:
    table: dict[str, Any] = {
        "mission": "trophy_hunt",
        "models": {
            **models("marine", "C1", "m"),
            **models("warrior", "E1", "w"),
            **models("infant", "G5", "i"),
        },
    }
    return Scene(dice, **{**table, **more})


def test_trophies_score_their_points() -> None:
    scene = hunt(1, 20, active="m").do("shoot m > w")
    assert GAME.read(scene.s, "score.marines") == 24
    assert GAME.read(scene.s, "score.aliens") == 0
    assert "AVP-C.MIS.3" in scene.cited
    assert end(scene) == ("", "")


def test_own_models_and_mimicry_score_nothing() -> None:
    table = {
        **models("medic", "C1", "f"),
        **models("marine", "D1", "m"),
        **models("mimicry", "D1", "v"),
        **models("p_warrior", "G5", "p"),
    }
    scene = hunt(20, 20, active="f", models=table, factions=["marines", "predators"]).do("burn f @ D1")
    assert GAME.read(scene.s, "v.removed")
    assert GAME.read(scene.s, "score.marines") == 0


@pytest.mark.parametrize(
    ("round_", "room", "scores"),
    [
        (3, {**models("marine", "E3", "x")}, (0, 0)),
        (4, {**models("marine", "E3", "x")}, (5, 0)),
        (4, {**models("marine", "E3", "x"), **models("infant", "E5", "y")}, (0, 0)),
        (7, {**models("infant", "E5", "y", token=True)}, (0, 0)),
        (7, {**models("infant", "E5", "y"), "z": {"unit": "medic", "tile": "E3", "token": True}}, (0, 5)),
        (7, {}, (0, 0)),
    ],
)
def test_the_room_scores_for_an_army_alone_in_it(
    round_: int, room: dict[str, Any], scores: tuple[int, ...]
) -> None:
    table = {**models("marine", "C1", "m"), **models("infant", "G5", "i"), **room}
    scene = hunt(20, 1, models=table, phase="victory", round=round_)
    assert scene.s.scores == scores


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ({"marines": 10, "aliens": 3}, "marines"),
        ({"aliens": 3}, "aliens"),
        ({"marines": 4, "aliens": 4}, "draw"),
    ],
)
def test_most_points_after_the_last_round(scores: dict[str, int], result: str) -> None:
    scene = hunt(phase="victory", round=8, scores=scores)
    assert end(scene) == (result, "AVP-C.MIS.3")
    assert scene.match.result is not None
    assert scene.match.result.scores == (scores.get("marines", 0), scores.get("aliens", 0))


def test_an_army_left_alone_wins() -> None:
    table = {**models("marine", "C1", "m"), **models("infant", "E1", "i"), **models("mimicry", "A7", "v")}
    scene = hunt(1, 20, active="m", models=table, factions=["marines", "aliens", "predators"])
    scene.do("shoot m > i")
    assert end(scene) == ("marines", "AVP-C.GEN.6")


def test_a_reserve_keeps_an_army_in_the_game() -> None:
    table = {**models("marine", "C1", "m"), **models("infant", "E1", "i")}
    left = Scene([1, 20], mission="fire_alarms", models=table, active="m", stock={"aliens": {"infant": 1}})
    assert end(left.do("shoot m > i")) == ("", "")
    none = Scene([1, 20], mission="fire_alarms", models=table, active="m")
    assert end(none.do("shoot m > i")) == ("marines", "AVP-C.GEN.6")


# -- Regicide, Last Stand, Seal the Ducts --------------------------------------------------------------------


def test_the_queen_dies() -> None:
    table = {
        **models("marine", "D1", "m"),
        **models("queen", "E1", "q", wounds=1),
        **models("infant", "A5", "i"),
    }
    scene = Scene([1, 20], mission="regicide", models=table, active="m").do("shoot m > q")
    assert end(scene) == ("marines", "AVP-C.MIS.4")


def test_regicide_runs_out_of_time() -> None:
    table = {**models("marine", "D1", "m"), **models("queen", "H2", "q")}
    assert end(Scene(mission="regicide", models=table, phase="victory", round=10)) == (
        "aliens",
        "AVP-C.MIS.4",
    )


@pytest.mark.parametrize(
    ("units", "result"),
    [(["marine", "marine"], "marines"), (["marine", "sentry_gun"], "aliens")],
)
def test_last_stand_is_held_by_two_models_that_are_no_guns(units: list[str], result: str) -> None:
    table = {f"m{i}": {"unit": unit, "tile": "A6"} for i, unit in enumerate(units)}
    scene = Scene(
        mission="last_stand", models={**table, **models("infant", "E1", "i")}, phase="victory", round=9
    )
    assert end(scene) == (result, "AVP-C.MIS.5")


def test_last_stand_goes_on_without_aliens_but_not_with_guns_alone() -> None:
    table = {**models("marine", "C1", "m", "n"), **models("infant", "E1", "i")}
    scene = Scene([1, 20], mission="last_stand", models=table, active="m").do("shoot m > i")
    assert end(scene) == ("", "")
    guns = {**models("marine", "A6", "m"), **models("sentry_gun", "B5", "g"), **models("infant", "A6", "i")}
    last = Scene([1, 20], mission="last_stand", models=guns, active="i").do("fight i > m weapon=tail")
    assert end(last) == ("aliens", "AVP-C.MIS.5")


def test_the_fourth_duct_is_welded() -> None:
    mission = content().missions["seal_the_ducts"]
    table = {**models("marine", "C3", "m"), **models("infant", "A8", "i")}
    scene = Scene(mission=mission.id, models=table, active="m", welded_count=3)
    weld = scene.options("weld")
    scene.do(weld[0])
    assert end(scene) == ("marines", "AVP-C.MIS.6")
    late = Scene(mission=mission.id, models=table, phase="victory", round=mission.rounds, welded_count=3)
    assert end(late) == ("aliens", "AVP-C.MIS.6")


# -- whole matches -------------------------------------------------------------------------------------------

MATCHES = [
    {"mission": mission.id, "factions": list(factions), "map": variant.map, "solo": solo}
    for mission in content().missions.values()
    for factions in mission.seats
    for variant in mission.maps
    for solo in ((False, True) if mission.solo else (False,))
]


@pytest.mark.parametrize("options", MATCHES, ids=lambda o: "-".join(map(str, o.values())))
def test_random_matches_end_within_their_rounds(options: dict[str, Any]) -> None:
    for seed in ("a", "b"):
        match = Match(GAME, GAME.setup(options), DiceStream(seed))
        pick = DiceStream("pick" + seed)
        while match.decision is not None:
            if match.decision.clause == "AVP-C.MIS.0" and match.state.round == 0:
                match.push("autodeploy")
            else:
                match.trust(match.legal[pick.below(len(match.legal))])
        assert match.result is not None
        assert match.state.round <= match.state.mission.rounds
        assert match.result.clause in (match.state.mission.clause, "AVP-C.GEN.6")
