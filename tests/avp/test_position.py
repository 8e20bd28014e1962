"""Position tables: what they set up, what they refuse and by which key; paths that read values back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.game import SetupError
from affray.games.avp import GAME


def test_everything_a_table_can_say() -> None:
    scene = Scene(
        map="a",
        round=3,
        factions=["marines", "aliens"],
        order=["aliens", "marines"],
        environment="toxic_fumes",
        environment_deck=["steam"],
        doors_open=["C1/B1"],
        doors_closed=["C5/D5"],
        welded=["D4"],
        sealed_count=2,
        acid={"C1": 1},
        surface={"D2": "half"},
        scores={"marines": 7},
        xp={"marines": 2},
        played={"aliens": 1},
        hands={"marines": ["grenade", "flares"]},
        decks={"aliens": "full"},
        discards={"marines": ["move_it"]},
        stock={"aliens": {"infant": 2}},
        goals=[{"kind": "recorder"}, {"kind": "fire", "tile": "A1", "round": 2}],
        effects=[{"card": "hold_the_line", "on": "C1"}, {"card": "hiss", "on": "hudson"}],
        last={"marines": "hudson"},
        turn="marines",
        models={
            "hudson": {
                "unit": "sergeant",
                "tile": "C1",
                "wounds": 1,
                "sentry": True,
                "carrying": "recorder1",
            },
            "vasquez": {"unit": "smartgunner", "tile": "C1", "used": True, "locked": True, "aided": True},
            "drake": {"unit": "marine", "tile": "B1", "token": True},
            "one": {"unit": "infant", "tile": "E1", "hidden": True},
            "two": {"unit": "warrior", "tile": "E1", "token": True, "moved": 1},
        },
    )
    expected: dict[str, Any] = {
        "round": 3, "env": "toxic_fumes", "order": ["aliens", "marines"], "welded": 1, "sealed": 2,
        "door.B1/C1": "open", "door.D5/C5": "closed", "door.G1/H1": "closed", "D4.gone": True, "C1.acid": 1,
        "C1.free": 5, "D2.surface": "half", "E1.surface": "infested", "C1.engaged": False,
        "score.marines": 7, "xp.marines": 2, "hand.marines": ["flares", "grenade"], "deck.aliens": 20,
        "discards.marines": ["move_it"], "reserve.aliens": 2, "models.marines": 3, "hudson.wounds": 1,
        "hudson.sentry": True, "hudson.carrying": "recorder1", "hudson.tile": "C1", "hudson.unit": "sergeant",
        "hudson.removed": False, "hudson.token": False, "hudson.ap": 0, "vasquez.used": True,
        "vasquez.locked": True, "vasquez.aided": True, "drake.token": True, "drake.unit": "",
        "one.hidden": True, "one.known": True, "two.known": False, "two.hidden": False, "two.moved": 1,
        "goal.recorder1": "hudson", "goal.fire2": "A1", "count.warrior": 0, "count.sergeant": 1,
        "effects": ["hold_the_line", "hiss"],
        "result": "", "active": "", "C1.models": ["hudson", "vasquez"],
    }  # fmt: skip
    assert {path: GAME.read(scene.s, path) for path in expected} == expected
    assert scene.deciding == "marines"


def test_an_activation_under_way() -> None:
    scene = Scene(
        models=models("marine", "C1", "m"),
        activation={"model": "m", "ap": 1, "done": ["shooting"], "aim": True, "boosts": ["move_it"]},
    )
    assert GAME.read(scene.s, "active") == "m"
    assert GAME.read(scene.s, "m.ap") == 1
    assert scene.refused("hide m")
    assert scene.s.activation is not None
    assert scene.s.activation.spent


def test_phases() -> None:
    one = {**models("marine", "C1", "m"), **models("infant", "G1", "i")}
    scene = Scene([5, 20], models=one, phase="round_start", round=4)
    assert GAME.read(scene.s, "round") == 4
    assert scene.deciding == "aliens"
    over = Scene(models=one, phase="end_of_round")
    assert GAME.read(over.s, "result") == "draw"


def test_a_scene_without_mission_ends_with_its_round() -> None:
    one = {**models("marine", "C1", "m"), **models("infant", "G1", "i", used=True)}
    assert GAME.read(Scene(models=one, active="m").do("pass m").s, "result") == "draw"
    longer = Scene([20, 1], models=one, active="m", rounds=2).do("pass m")
    assert GAME.read(longer.s, "round") == 2


def test_setup_of_a_whole_match() -> None:
    scene = Scene(setup={"mission": "regicide", "cards": False})
    assert scene.options()[0] == "autodeploy"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"mpa": "a"}, "unknown field 'mpa'"),
        ({"map": "z"}, "map: 'z' is none of a, b, c"),
        ({"mission": "x"}, "mission: 'x' is none of"),
        ({"mission": "regicide", "map": "a"}, "map: 'a' is none of b"),
        ({"factions": ["marines"]}, "factions: at least two"),
        (
            {"mission": "regicide", "factions": ["marines", "predators"]},
            "factions: marines, predators do not meet",
        ),
        ({"phase": "noon"}, "phase: 'noon' is none of"),
        ({"turn": "predators"}, "turn: 'predators' is none of marines, aliens"),
        ({"active": "x"}, "active: 'x' is none of"),
        ({"order": ["marines"]}, "order: must name every faction once"),
        ({"environment": "x"}, "environment: 'x' is none of"),
        ({"environment_deck": ["x"]}, "environment_deck: 'x'"),
        ({"doors_open": ["C1/D1"]}, "doors_open: there is no Door on C1/D1"),
        ({"doors_closed": ["C1/E1"]}, "doors_closed: map a has no edge 'C1/E1'"),
        ({"welded": ["C1"]}, "welded: C1 is no vent"),
        ({"acid": {"C1": 3}}, "acid.C1: 3 is not 0 to 2"),
        ({"acid": {"Z9": 1}}, "acid.Z9: map a has no Tile 'Z9'"),
        ({"surface": {"C1": "wet"}}, "surface"),
        ({"hands": {"marines": ["leap"]}}, "hands.marines: 'leap' is none of"),
        ({"hands": {"elves": []}}, "factions: 'elves' is none of"),
        ({"stock": {"marines": {"infant": 1}}}, "stock.marines.infant"),
        ({"stock": {"marines": {"medic": 1}}}, "stock.marines: the pool must have one model"),
        ({"effects": [{"card": "x", "on": "C1"}]}, "effects.0.card"),
        ({"effects": [{"card": "roar", "on": "C1"}]}, "effects.0.card: 'predators' is none of"),
        ({"effects": [{"card": "hiss", "on": "x"}]}, "effects.0.on"),
        ({"last": {"marines": "x"}}, "last.marines: 'x' is none of"),
        ({"xp": {"marines": 4}}, "xp.marines: 4 is no level"),
        ({"setup": {}, "map": "a"}, "setup: stands for a whole match"),
        ({"activation": {"model": "m", "ap": 9}, "models": models("marine", "C1", "m")}, "activation.ap"),
    ],
)
def test_faults_of_a_table(table: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.position(table)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"unit": "infant"}, "models.x: Object missing required field 'tile'"),
        ({"tile": "C1"}, "models.x.unit: is missing"),
        ({"tile": "C1", "unit": "ewok"}, "models.x.unit: 'ewok' is none of"),
        ({"tile": "Z1", "unit": "infant"}, "models.x.tile: map a has no Tile 'Z1'"),
        (
            {"tile": "C1", "unit": "infant", "faction": "marines"},
            "models.x.faction: infant is one of the aliens",
        ),
        ({"tile": "C1", "unit": "infant", "wounds": 2}, "models.x.wounds: 2 is not 1 to 1"),
        ({"tile": "C1", "unit": "marine", "hidden": True}, "models.x.hidden: only Aliens hide"),
        ({"tile": "C1", "unit": "infant", "moved": -1}, "models.x.moved"),
        ({"tile": "C1", "unit": "marine", "carrying": "recorder1"}, "models.x.carrying"),
        ({"tile": "D4", "unit": "warrior"}, "models.x.tile: D4 is a vent"),
        ({"tile": "C1", "unit": "infant", "colour": "red"}, "unknown field 'colour'"),
        ({"tile": "C1", "unit": "infant", "used": "yes"}, "models.x.used: Expected 'bool', got 'str'"),
    ],
)
def test_faults_of_a_model(row: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.position({"models": {"x": row}})
    assert message in str(caught.value)


def test_capacity_and_names() -> None:
    full = models("warrior", "C1", "a", "b", "c", "d")
    with pytest.raises(SetupError, match="C1 has no room left"):
        GAME.position({"models": {**full, **models("infant", "C1", "e")}})
    for name in ("C1", "two words", "a,b", ""):
        with pytest.raises(SetupError, match="a name is letters"):
            GAME.position({"models": {name: {"unit": "infant", "tile": "D2"}}})
    with pytest.raises(SetupError, match="D4 has been welded"):
        GAME.position({"welded": ["D4"], "models": models("facehugger", "D4", "f")})


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("weather", "leads nowhere"),
        ("x.wounds", "no model or Tile 'x'"),
        ("m.colour", "leads nowhere"),
        ("C1.colour", "leads nowhere"),
        ("score.predators", "'predators' does not play"),
        ("door.C1/E1", "no edge"),
        ("goal.recorder1", "no objective token"),
        ("count.ewok", "no unit"),
    ],
)
def test_paths_that_lead_nowhere(path: str, message: str) -> None:
    state = GAME.position({"models": models("marine", "C1", "m")})
    with pytest.raises(SetupError, match=message):
        GAME.read(state, path)


def test_results_are_read() -> None:
    table = {**models("marine", "D1", "m"), **models("queen", "E1", "q", wounds=1)}
    scene = Scene([1, 12], mission="regicide", map="b", models=table, active="m")
    scene.do("shoot m > q")
    assert GAME.read(scene.s, "result") == "marines"
    assert GAME.read(scene.s, "clause") == "AVP-C.MIS.4"
    assert GAME.read(scene.s, "q.removed")
    assert GAME.read(scene.s, "q.wounds") == 0
    assert GAME.read(scene.s, "frags.marines") == 5
