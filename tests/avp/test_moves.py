"""Movement: capacity, Engaged Tiles, vents, Displacing, Disengaging, carrying, sneaking (golden cases)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.games.avp import GAME, ground
from affray.games.avp.moves import Moving
from affray.games.avp.windows import ACTED


def full_d1() -> dict[str, Any]:
    """Four Marines and four Infants on D1, one of each beside it (G.10)."""
    return {
        **models("marine", "D1", "m1", "m2", "m3", "m4"),
        **models("infant", "D1", "i1", "i2", "i3", "i4"),
        **models("marine", "C1", "m"),
        **models("infant", "E1", "i"),
    }


def test_capacity_and_climbing() -> None:
    """G.9."""
    table = {
        **models("queen", "D1", "q"),
        **models("royal_guard", "D1", "g"),
        **models("infant", "D1", "a", "b"),
        **models("warrior", "C1", "w"),
        **models("facehugger", "C1", "f"),
        **models("stalker", "C1", "s"),
        **models("infant", "C1", "i"),
    }
    assert Scene(models=table, active="w").refused("walk w @ D1") == "AVP-MAP.5"
    scene = Scene(models=table, active="f").do("walk f @ D1", "pass f")
    assert scene.s.board.tile("D1") == scene.s.tile[scene.model("f")]
    scene.do("activate s")
    assert scene.refused("walk s @ D1") == "AVP-ALN.27"
    scene.do("run s @ D1")
    assert scene.refused("stop s") == "AVP-ALN.27"
    assert scene.options() == ["step s @ C1", "step s @ E1", "step s @ D2"]
    scene.do("step s @ E1", "stop s")
    assert scene.at("s") == "E1"
    assert "AVP-ALN.26" in scene.cited
    scene.do("activate i")
    assert scene.refused("run i @ D1") == "AVP-MAP.5"


def test_one_free_point_lets_a_large_base_pass() -> None:
    """R.9: passing needs free capacity 1, stopping the whole size."""
    table = {
        **models("queen", "D1", "q"),
        **models("royal_guard", "D1", "g"),
        **models("infant", "D1", "a", "b"),
        **models("warrior", "C1", "w"),
    }
    scene = Scene(models=table, active="w").do("run w @ D1")
    assert scene.refused("stop w") == "AVP-R.9"
    scene.do("step w @ E1")
    assert scene.at("w") == "E1"
    assert "AVP-R.9" in scene.cited


def test_engaged_by_the_neighbour() -> None:
    """G.10."""
    scene = Scene(models=full_d1(), active="m")
    assert all(scene.engaged(tile) for tile in ("C1", "D1", "D2", "E1"))
    assert scene.refused("open_door m @ B1/C1") == "AVP-ACT.11"
    assert scene.refused("walk m @ D1") == "AVP-R.8"
    assert scene.refused("fight m > i") == "AVP-CC.2"
    assert scene.refused("fight m > i1") == ""


def test_moves_stop_when_engaged() -> None:
    """R.8, and a Hidden Alien that is Engaged comes out (ALN.9, R.42)."""
    table = {
        **models("marine", "E3", "m"),
        **models("infant", "E4", "i", hidden=True),
        **models("marine", "E2", "x"),
    }
    table["x"]["tile"] = "D3"
    scene = Scene(models=table, active="m", doors_open="all").do("run m @ E4")
    assert scene.at("m") == "E4"
    assert not scene.s.hidden[scene.model("i")]
    assert scene.s.up[scene.model("i")]
    assert {"AVP-R.8", "AVP-MAP.1", "AVP-R.42"} <= scene.cited
    assert scene.s.used[scene.model("m")]


def test_model_without_base_engages_its_neighbours() -> None:
    """R.62: entering beside a model without base is entering an Engaged Tile."""
    table = {**models("crusher", "E1", "c"), **models("marine", "C1", "m")}
    scene = Scene(models=table, active="m").do("run m @ D1")
    assert scene.at("m") == "D1"
    assert "AVP-R.62" in scene.cited
    assert scene.s.used[scene.model("m")]


def test_cards_make_faster() -> None:
    """C.CARD.1: Leap adds 1 to M, Wall Leap besides gives Climbing Claws."""
    table = {**models("infant", "G1", "i"), **models("marine", "A6", "x")}
    scene = Scene(models=table, activation={"model": "i", "boosts": ["leap"]}).do(
        "walk i @ F1", "step i @ E1"
    )
    assert scene.at("i") == "E1"
    assert "AVP-C.CARD.1" in scene.cited
    table = {
        **models("p_warrior", "C1", "p"),
        **models("p_hunter", "D1", "a", "b", "c", "d"),
        **models("marine", "A6", "x"),
    }
    sides = ["marines", "predators"]
    assert Scene(models=table, active="p", factions=sides).refused("run p @ D1") == "AVP-MAP.5"
    scene = Scene(models=table, factions=sides, activation={"model": "p", "boosts": ["wall_leap"]})
    scene.do("walk p @ D1", "step p @ E1")
    assert scene.at("p") == "E1"


def test_no_climbing_into_a_fight() -> None:
    """ALN.26: not through a full Tile that is Engaged, or would be by the entry."""
    table = {**models("marine", "D1", *"abcdefgh"), **models("stalker", "C1", "s")}
    assert Scene(models=table, active="s").refused("run s @ D1") == "AVP-ALN.26"


def test_a_token_gives_its_claws_away() -> None:
    """ALN.26: only a Stalker gets through a full Tile."""
    table = {
        **models("infant", "D1", *"abcdefgh"),
        **models("stalker", "C1", "s", token=True),
        **models("marine", "A6", "m"),
    }
    scene = Scene(models=table, active="s").do("run s @ D1")
    assert scene.s.hint[scene.model("s")] == 2


def test_back_when_a_flip_has_closed_the_way() -> None:
    """R.9: on to nowhere, so back to the last Tile of the move where the model may stop."""
    table = {
        **models("queen", "D1", "q", "r"),
        **models("infant", "D1", "i"),
        **models("warrior", "C1", "w"),
        **models("infant", "E1", *"abcdefgh"),
        **models("infant", "D2", *"jklmnop"),
        **models("marine", "A6", "x"),
    }
    start = GAME.position({"models": table, "active": "w"})
    model, here, there = start.names.index("w"), start.board.tile("C1"), start.board.tile("D1")
    ground.put(start, model, there)
    start.frames[-1] = ACTED
    start.frames.append(Moving(model, "run", (start.board.tile("B1"), here, there)))
    match = Match(GAME, start, Supplied(), listen=True)
    assert match.state.tile[model] == here
    assert any("AVP-R.9" in event.clauses for event in match.events)


# -- vents ---------------------------------------------------------------------------------------------------


def test_vents() -> None:
    """G.48."""
    table = {
        **models("facehugger", "D3", "f"),
        **models("infant", "D3", "i"),
        **models("warrior", "D3", "w"),
        **models("marine", "A6", "x"),
    }
    scene = Scene(models=table, active="f").do("walk f @ D4")
    assert scene.at("f") == "D4"
    assert "AVP-ALN.41" in scene.cited
    scene = Scene(models=table, active="i")
    assert scene.refused("walk i @ D4") == "AVP-MAP.7"
    scene.do("run i @ D4")
    assert scene.refused("stop i") == "AVP-MAP.7"
    scene.do("step i @ D5")
    assert scene.at("i") == "D5"
    assert Scene(models=table, active="w").refused("run w @ D4") == "AVP-MAP.6"


def test_no_marine_enters_a_vent_with_an_enemy() -> None:
    """G.48, R.10: an unseen token is an enemy too."""
    table = {**models("marine", "D3", "m"), **models("facehugger", "D4", "f", token=True)}
    scene = Scene(models=table, active="m")
    assert scene.refused("run m @ D4") == "AVP-R.10"
    assert not scene.s.up[scene.model("f")]


def test_a_token_that_stays_in_a_vent_gives_itself_away() -> None:
    """R.10: only a Tiny model can be under it."""
    table = {**models("facehugger", "D3", "f", token=True), **models("marine", "A6", "x")}
    scene = Scene(models=table, active="f").do("walk f @ D4")
    assert scene.s.hint[scene.model("f")] == 1
    assert scene.s.reveals == 1


def test_bloodhounds_give_themselves_away_by_the_third_tile() -> None:
    """ALN.33: a token of a Stalker runs a Tile farther than others."""
    table = {**models("stalker", "F7", "s", token=True), **models("marine", "A1", "x")}
    scene = Scene(models=table, active="s").do("run s @ E7", "step s @ D7")
    assert scene.s.hint[scene.model("s")] == 0
    scene.do("step s @ D6")
    assert scene.s.hint[scene.model("s")] == 4
    assert "AVP-ALN.33" in scene.cited


def test_low_gravity_shortens_a_run() -> None:
    """C.ENV.1: M before other bonuses, so a Stalker runs 2 and an Infant 1."""
    table = {**models("stalker", "F7", "s"), **models("infant", "F7", "i"), **models("marine", "A1", "x")}
    scene = Scene(models=table, active="s", environment="low_gravity").do("run s @ E7", "step s @ D7")
    assert scene.s.used[scene.model("s")]
    scene = Scene(models=table, active="i", environment="low_gravity").do("run i @ E7")
    assert scene.at("i") == "E7"
    assert "AVP-C.ENV.1" in scene.cited


# -- Displacing ----------------------------------------------------------------------------------------------


def test_own_models_make_room() -> None:
    """G.28: the Queen sends one Infant to the Tile she came from."""
    table = {
        **models("infant", "E4", "a", "b", "c", "d"),
        **models("marine", "E4", "m", "n"),
        **models("queen", "E5", "q"),
    }
    scene = Scene(models=table, active="q").do("walk q @ E4")
    assert scene.deciding == "aliens"
    assert scene.refused("displace > a,b") == "AVP-R.55"
    assert scene.refused("displace > m") == "AVP-R.55"
    scene.do("displace > b")
    assert (scene.at("q"), scene.at("b"), scene.at("a")) == ("E4", "E5", "E4")
    assert {"AVP-DISP.1", "AVP-DISP.3", "AVP-R.55"} <= scene.cited


def test_enemies_make_room() -> None:
    """G.28: where no own model is on the Tile the enemy's player chooses."""
    table = {**models("marine", "D1", *"tuvwxyz"), **models("warrior", "E1", "a")}
    scene = Scene(models=table, active="a").do("walk a @ D1")
    assert scene.deciding == "marines"
    scene.do("displace > v")
    assert (scene.at("a"), scene.at("v")) == ("D1", "E1")
    assert all(scene.engaged(tile) for tile in ("C1", "D2", "E1"))
    assert "AVP-DISP.2" in scene.cited


def test_no_exact_room() -> None:
    """G.28: R.55; and Small models never Displace."""
    table = {
        **models("warrior", "D1", "a", "b", "c"),
        **models("marine", "D1", "m"),
        **models("warrior", "E1", "w"),
    }
    assert Scene(models=table, active="w").refused("walk w @ D1") == "AVP-R.55"
    table = {
        **models("warrior", "D1", "a", "b", "c"),
        **models("marine", "D1", "m", "n"),
        **models("infant", "E1", "i"),
    }
    assert Scene(models=table, active="i").refused("walk i @ D1") == "AVP-R.8"


def test_all_own_models_go_before_enemies() -> None:
    """DISP.2, DISP.3: one own Infant goes besides enemies of the army named."""
    table = {
        **models("infant", "E4", "i"),
        **models("marine", "E4", "m", "n"),
        **models("p_warrior", "E4", "p", "o"),
        **models("queen", "E5", "q"),
    }
    scene = Scene(models=table, active="q", factions=["marines", "aliens", "predators"]).do("walk q @ E4")
    assert (scene.deciding, scene.options()) == ("marines", ["displace > m", "displace > n"])
    scene.do("displace > m")
    assert (scene.at("q"), scene.at("i"), scene.at("m"), scene.at("n")) == ("E4", "E5", "E5", "E4")


def test_the_entering_player_names_the_army() -> None:
    """DISP.3 with two enemy armies that can make room."""
    table = {
        **models("marine", "E4", "m", "n"),
        **models("hellhound", "E4", "h", "j", "k", "l"),
        **models("queen", "E5", "q"),
    }
    scene = Scene(models=table, active="q", factions=["marines", "aliens", "predators"]).do("walk q @ E4")
    assert scene.options() == ["displace_army > marines", "displace_army > predators"]
    assert scene.refused("displace_army > aliens") == "AVP-DISP.3"
    scene.do("displace_army > marines")
    assert scene.deciding == "marines"
    scene.do("displace > n")
    assert (scene.at("n"), scene.at("q")) == ("E5", "E4")


# -- Disengaging ---------------------------------------------------------------------------------------------


def pair() -> dict[str, Any]:
    """A Marine in close combat with an Infant on C1 (G.29)."""
    return {**models("marine", "C1", "m"), **models("infant", "C1", "i"), **models("infant", "A1", "far")}


def test_disengage() -> None:
    """G.29."""
    scene = Scene([10], models=pair(), active="m")
    assert scene.refused("walk m @ D1") == "AVP-R.8"
    scene.do("disengage m @ D1")
    assert scene.at("m") == "D1"
    assert scene.s.activation is not None
    assert scene.s.activation.ap == 1
    scene.do("walk m @ E1")
    assert scene.at("m") == "E1"
    scene = Scene([11], models=pair(), active="m").do("disengage m @ D1")
    assert scene.at("m") == "C1"
    assert scene.s.activation is not None
    assert scene.s.activation.ap == 1
    assert "AVP-DIS.3" in scene.cited
    scene = Scene([20], models=pair(), active="m").do("disengage m @ D1")
    assert scene.s.locked[scene.model("m")]
    assert scene.deciding == "aliens"


def test_no_tile_to_disengage_to() -> None:
    """G.29, R.56: D1 holds an enemy, the Door is closed."""
    table = {**pair(), **models("infant", "D1", "j")}
    scene = Scene(models=table, active="m")
    assert scene.refused("disengage m @ D1") == "AVP-R.56"
    assert scene.refused("disengage m @ B1") == "AVP-R.56"
    assert not scene.options("disengage")
    scene = Scene(models={**pair(), **models("infant", "D3", "j")}, active="m", doors_open=["B1/C1"])
    assert scene.refused("disengage m @ E1") == "AVP-R.56"
    table = {**models("marine", "D3", "m"), **models("infant", "D3", "i"), **models("infant", "D2", "j")}
    scene = Scene(models=table, active="m")
    assert scene.refused("disengage m @ D2") == "AVP-DIS.2"
    assert scene.refused("disengage m @ E3") == "AVP-MAP.11"
    assert scene.options("disengage") == ["disengage m @ C3"]


def test_netgun_forbids_every_movement_action() -> None:
    """C.CARD.1, DIS.4."""
    table = {**models("marine", "C1", "m"), **models("p_warrior", "G1", "p")}
    net = [{"card": "netgun", "on": "m"}]
    scene = Scene(models=table, active="m", effects=net)
    assert scene.refused("walk m @ D1") == "AVP-C.CARD.1"
    assert scene.refused("run m @ D1") == "AVP-C.CARD.1"
    table["p"]["tile"] = "C1"
    assert Scene(models=table, active="m", effects=net).refused("disengage m @ D1") == "AVP-DIS.4"


# -- carrying ------------------------------------------------------------------------------------------------


def recorder(**more: Any) -> Scene:
    """A Marine beside the Recorder on map B."""
    table: dict[str, Any] = {
        "map": "b",
        "mission": "flight_recorder",
        "doors_open": ["H5/I5"],
        "goals": [{"kind": "recorder", "tile": "G4"}],
        "models": {**models("marine", "G4", "m"), **models("infant", "A1", "i")},
        "active": "m",
    }
    return Scene(**{**table, **more})


def test_picking_up_and_walking_off() -> None:
    """G.43."""
    scene = recorder().do("pick_up m > recorder1")
    assert scene.refused("drop m") == "AVP-ACT.1"
    scene.do("walk m @ H4")
    assert scene.s.cargo[scene.model("m")] == 0
    assert {"AVP-CARRY.1", "AVP-CARRY.2", "AVP-R.57"} <= scene.cited


def test_a_carrier_moves_two_tiles() -> None:
    """G.43, CARRY.7 and CARRY.8."""
    goals = [{"kind": "recorder", "round": 1}]
    table = {**models("marine", "H4", "m", carrying="recorder1"), **models("infant", "A1", "i")}
    more: dict[str, Any] = {"models": table, "goals": goals, "round": 2}
    activation = {"model": "m", "boosts": ["move_it"]}
    scene = recorder(**more, activation=activation).do("run m @ H5", "step m @ I5")
    assert scene.at("m") == "I5"
    assert {"AVP-CARRY.7", "AVP-CARRY.8"} <= scene.cited
    assert scene.s.used[scene.model("m")]
    activation = {"model": "m", "ap": 1, "steps": 2, "done": ["run"]}
    assert recorder(**more, activation=activation).refused("walk m @ H5") == "AVP-CARRY.7"
    activation["boosts"] = ["move_it"]
    assert recorder(**more, activation=activation).refused("walk m @ H5") == "AVP-CARRY.8"


def test_picked_up_once_per_round() -> None:
    """CARRY.4 to CARRY.6, ACT.11."""
    goals = [{"kind": "recorder", "tile": "G4", "round": 2}]
    scene = recorder(goals=goals, round=2)
    assert scene.refused("pick_up m > recorder1") == "AVP-CARRY.6"
    scene = recorder(goals=goals, round=3).do("pick_up m > recorder1", "pass m")
    assert "AVP-CARRY.5" in scene.cited
    table = {**models("marine", "G4", "m"), **models("infant", "G4", "i")}
    assert recorder(models=table).refused("pick_up m > recorder1") == "AVP-ACT.11"
    table = {**models("marine", "H4", "m"), **models("infant", "A1", "i")}
    assert recorder(models=table).refused("pick_up m > recorder1") == "AVP-CARRY.1"
    table = {**models("marine", "A1", "m"), **models("infant", "G4", "i")}
    assert recorder(models=table, active="i").refused("pick_up i > recorder1") == "AVP-R.57"


def test_dropping() -> None:
    """CARRY.4."""
    goals = [{"kind": "recorder", "round": 1}]
    table = {**models("marine", "H4", "m", carrying="recorder1"), **models("infant", "A1", "i")}
    scene = recorder(models=table, goals=goals, round=2).do("drop m")
    assert scene.s.goal_at[0] == scene.s.board.tile("H4")
    assert scene.refused("drop m") == "AVP-ACT.1"
    assert recorder().refused("drop m") == "AVP-CARRY.4"


def test_marines_put_out_fires() -> None:
    """C.MIS.1."""
    table = {**models("marine", "A1", "m"), **models("infant", "G1", "i")}
    goals = [{"kind": "fire", "tile": "A1"}, {"kind": "fire", "tile": "I1"}]
    scene = Scene(map="a", mission="fire_alarms", models=table, active="m", goals=goals)
    assert scene.refused("extinguish m > fire2") == "AVP-C.MIS.1"
    assert scene.refused("pick_up m > fire1") == "AVP-R.57"
    scene.do("extinguish m > fire1")
    assert scene.s.goal_at[0] == -1


# -- sneaking and hiding -------------------------------------------------------------------------------------


def test_sneaking() -> None:
    """G.50."""
    table = {
        **models("infant", "E3", "i", hidden=True),
        **models("infant", "G3", "j"),
        **models("infant", "A1", "k"),
        **models("marine", "A1", "x"),
    }
    scene = Scene(models=table, active="i")
    assert scene.refused("sneak i @ D3") == "AVP-MAP.11"
    assert scene.refused("sneak i @ E5") == "AVP-ALN.16"
    assert "sneak i @ F3" in scene.options()
    scene.do("sneak i @ E4")
    assert scene.at("i") == "E4"
    assert scene.s.hidden[scene.model("i")]
    assert "AVP-ALN.17" in scene.cited
    scene = Scene(models=table, active="j")
    assert scene.refused("sneak j @ H3") == "AVP-ALN.16"
    scene.do("sneak j @ F3")
    assert scene.at("j") == "F3"
    assert scene.s.hidden[scene.model("j")]
    assert scene.s.known[scene.model("j")]
    scene = Scene(models=table, active="k")
    assert scene.refused("sneak k @ A2") == "AVP-R.43"
    assert scene.refused("hide k") == "AVP-ALN.6"


def test_hidden_models_come_out_when_they_act() -> None:
    """G.46: a Hidden Infant that walks flips first; Pass keeps it hidden (ALN.11)."""
    table = {
        **models("infant", "E4", "i", "j", hidden=True),
        **models("marine", "E3", "m"),
    }
    scene = Scene(models=table, active="i")
    assert scene.refused("fight i > m weapon=tail") == "AVP-ACT.8"
    scene.do("walk i @ E3")
    assert scene.s.up[scene.model("i")]
    assert scene.s.hidden[scene.model("j")]
    assert {"AVP-ALN.9", "AVP-R.43"} <= scene.cited
    scene = Scene(models=table, active="i").do("pass i")
    assert scene.s.hidden[scene.model("i")]
    assert "AVP-ALN.11" in scene.cited


def test_hiding() -> None:
    """ALN.6, ALN.7: Hide then Pass is legal (R.43)."""
    table = {**models("infant", "E1", "i"), **models("marine", "C1", "m")}
    scene = Scene(models=table, active="i").do("hide i")
    assert scene.s.hidden[scene.model("i")]
    scene.do("pass i")
    assert scene.s.hidden[scene.model("i")]
    table["i"]["tile"] = "G1"
    assert Scene(models=table, active="i").refused("hide i") == "AVP-ALN.6"
    assert Scene(models=table, active="m").refused("hide m") == "AVP-ALN.6"
    assert Scene(models=table, active="m").refused("sneak m @ D1") == "AVP-ALN.15"
    table["i"]["tile"] = table["m"]["tile"] = "E1"
    assert Scene(models=table, active="i").refused("hide i") == "AVP-R.43"


@pytest.mark.parametrize(("tile", "clause"), [("B1", "AVP-MAP.11"), ("E1", "AVP-R.6"), ("D1", "")])
def test_only_adjacent_tiles(tile: str, clause: str) -> None:
    """R.6, MAP.11."""
    table = {**models("marine", "C1", "m"), **models("infant", "G7", "i")}
    assert Scene(models=table, active="m").refused(f"walk m @ {tile}") == clause
