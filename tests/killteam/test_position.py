"""Position tables and the values read back from them."""

from __future__ import annotations

from typing import Any

import pytest

from affray.boards.plane.moves import Kind, Leg
from affray.boards.plane.solids import inches
from affray.engine.actions import NotationError
from affray.engine.game import SetupError
from affray.games.killteam.game import GAME
from affray.games.killteam.names import KillTeamNames, length_text, length_value
from affray.games.killteam.position import position
from affray.games.killteam.reading import read

BOY = {"card": "BOY", "at": [5, 10]}
AIW = {"card": "AIW", "at": [24, 10]}


def table(**more: Any) -> dict[str, Any]:
    return {"operatives": {"boy": BOY, "aiw": AIW}, **more}


def test_defaults() -> None:
    s = position(table())
    assert GAME.seats(s) == ("kom", "aod")
    assert (s.turn, s.cp, s.side, s.engage, s.ready) == (1, (0, 0), (0, 1), [True, True], [True, True])
    assert (s.map.id, s.preset.id, s.frames[-1].kind) == ("c", "standard", "firefight")
    assert [read(s, path) for path in ("boy.at", "boy.wounds", "boy.order", "turn", "initiative")] == [
        "5:10", 10, "engage", 1, "A",
    ]  # fmt: skip
    assert len(s.markers) == 3


def test_exact_units_and_levels() -> None:
    s = position(
        {
            "map": "a",
            "operatives": {
                "low": {"card": "BOY", "at": ["12701u", 2.5]},
                "high": {"card": "BOY", "at": [12, 5], "z": 3},
            },
        }
    )
    assert (s.x[0], s.y[0]) == (12701, 6350)
    assert read(s, "low.at") == "5.0004:2.5"
    assert (read(s, "high.at"), read(s, "high.level")) == ("12:5:3", "3")


@pytest.mark.parametrize("units", [0, 1, 2, 1269, 1270, 2540, 12700, 12701, 76199])
def test_lengths_in_notation_are_exact(units: int) -> None:
    assert length_value(length_text(units)) == units
    assert len(length_text(units).partition(".")[2]) <= 4


def test_notation_of_points_and_ways() -> None:
    s = position(table(active="boy"))
    names = KillTeamNames(s)
    assert names.value("point", "5:2.75") == (12700, 6985, 0)
    assert names.value("point", "12700u:6985u") == (12700, 6985, 0)
    way = (Leg(Kind.WALK, inches(5), inches(12), 0), Leg(Kind.OVER, inches(8), inches("5.2"), 0))
    assert names.text("path", way) == "walk:5:12+over:8:5.2"
    assert names.value("path", "walk:5:12+over:8:5.2") == way
    assert names.value("path", "stay") == ()
    assert names.text("path", ()) == "stay"
    for word in ("5", "5:x", "-5:2", "5:2:1:4"):
        with pytest.raises(NotationError):
            names.value("point", word)
    for word in ("fly:5:5", "walk:5", "walk:5:5+", "+".join(["walk:5:5"] * 17)):
        with pytest.raises(NotationError):
            names.value("path", word)


def test_levels_left_out() -> None:
    """The level of a walk is that of the mover, behind ``off`` the floor, of a climb the only one there."""
    operatives = {"boy": {"card": "BOY", "at": [12, 5], "z": 3}}
    s = position({"map": "a", "operatives": operatives, "active": "boy"})
    names = KillTeamNames(s)
    assert [leg.z for leg in names.value("path", "walk:12:3+off:12:1.3")] == [inches(3), 0]
    assert [leg.z for leg in names.value("path", "off:12:1.3+up:12:2.7")] == [0, inches(3)]
    with pytest.raises(NotationError, match="level"):
        names.value("path", "up:2:2")


def test_short_names_of_weapons() -> None:
    s = position(table(active="boy"))
    names = KillTeamNames(s)
    assert names.value("weapon", "slugga") == "kom.slugga"
    assert names.value("weapon", "kom.slugga") == "kom.slugga"
    with pytest.raises(NotationError):
        names.value("weapon", "plasma_pistol.standard")
    captain = {"cpt": {"card": "CPT", "at": [5, 10]}}
    own = KillTeamNames(position({"operatives": captain, "active": "cpt"}))
    assert own.value("weapon", "plasma_pistol.standard") == "aod.plasma_pistol.standard"


def test_markers_and_carriers() -> None:
    s = position(
        table(
            scenario="O6",
            objectives={"west": {"carrier": "boy", "notes": ["x"]}},
            markers=[{"kind": "mine", "at": [12, 5], "side": "B"}, {"kind": "mine", "at": [18, 5]}],
        )
    )
    assert read(s, "boy.carrying") == "west"
    assert read(s, "control.west") == "A"
    assert read(s, "control.centre") == ""
    assert read(s, "marker.west") == "boy"
    assert read(s, "markers") == ["centre", "west", "east", "mine1", "mine2"]
    assert read(s, "count.mine") == 2
    assert read(s, "notes.west") == ["x"]


def test_everything_else() -> None:
    s = position(
        table(
            turn=2, initiative="B", west="B", scenario="O1", cp={"A": 3}, kills={"A": 2}, starts={"B": 6},
            vp={"A": {"crit": 1, "tac": 2}}, cards={"B": ["reroll", "2"]}, equipment={"A": ["harpoon"]},
            tactics={"B": ["hardy", "dueller"]}, used={"A": ["tp:waaagh"]}, tac_op={"A": "rout"},
            primary={"A": "kill"}, effects=[{"kind": "dakka", "side": "A"}, {"kind": "stun", "who": "aiw",
            "side": "A", "value": -1, "until": "next_activation"}],
            activation={"who": "boy", "spent": 1, "done": ["dash"], "moved": 2.5},
        )
    )  # fmt: skip
    assert s.activation is not None
    assert s.activation.moved == inches("2.5")
    values = {
        "cp.kom": 3, "vp.A": 3, "vp.A.crit": 1, "grade.A": 2, "cards.B": ["reroll", "2"], "zone.A": "east",
        "tac_op.A": "rout", "secret.A": ["primary", "tac_op"], "effects.A": ["dakka"], "active": "boy",
        "aiw.effects": ["stun"], "boy.ap": 1, "equipment.A": ["harpoon"], "tactics.B": ["hardy", "dueller"],
        "used.A": ["tp:waaagh"], "kills.A": 2, "primary.A": "kill", "result": "",
    }  # fmt: skip
    assert {path: read(s, path) for path in values} == values
    assert any(weapon.id == "kom.harpoon" for weapon in s.weapons[0])


def test_weapons_of_operatives() -> None:
    s = position(
        {
            "operatives": {
                "nob": {"card": "NOB", "at": [5, 10], "weapons": ["power_klaw"]},
                "boy": {"card": "BOY", "at": [5, 14], "weapons": ["test.seeker"]},
            }
        }
    )
    assert {weapon.group for weapon in s.weapons[0]} == {"kom.slugga", "kom.power_klaw"}
    assert {weapon.group for weapon in s.weapons[1]} == {"test.seeker"}


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"preset": "x"}, "preset"),
        ({"map": "z"}, "map"),
        ({"turn": 5}, "turn"),
        ({"phase": "x"}, "phase"),
        ({"phase": "ready", "active": "boy"}, "phase"),
        ({"active": "nobody"}, "active"),
        ({"to_act": "C"}, "to_act"),
        ({"to_act": "B", "active": "boy"}, "to_act"),
        ({"teams": ["kom"]}, "teams"),
        ({"scenario": "L1"}, "scenario"),
        ({"operatives": {"boy": {"card": "XXX", "at": [5, 5]}}}, "operatives.boy.card"),
        ({"operatives": {"boy": {"card": "BOY"}}}, "operatives.boy.at"),
        ({"operatives": {"boy": {"card": "BOY", "at": [0, 5]}}}, "operatives.boy.at"),
        ({"operatives": {"boy": {"card": "BOY", "at": [5, 5], "wounds": 11}}}, "operatives.boy.wounds"),
        ({"operatives": {"boy": {**BOY, "wounds_stat": 0}}}, "operatives.boy.wounds_stat"),
        ({"operatives": {"boy": {"card": "BOY", "at": [5, 5], "order": "x"}}}, "operatives.boy.order"),
        ({"operatives": {"b y": {"card": "BOY", "at": [5, 5]}}}, "operatives.b y"),
        ({"operatives": {"boy": {"card": "BOY", "at": [5, 5], "marks": ["x"]}}}, "operatives.boy.marks"),
        ({"operatives": {"boy": {"card": "BOY", "at": [5, 5], "weapons": ["x"]}}}, "operatives.boy.weapons"),
        ({"operatives": {"boy": {"card": "BOY", "at": ["5x", 5]}}}, "operatives.boy.at"),
        ({"markers": [{"kind": "mine"}]}, "markers.0.at"),
        ({"markers": [{"kind": "mine", "at": [9.75, 10]}]}, "markers.0.at"),
        ({"objectives": {"north": {}}}, "objectives.north"),
        ({"pieces": [{"item": "mines", "at": [5, 5]}]}, "pieces.0.item"),
        ({"ladders": [{"feature": "Zz", "at": [5, 5]}]}, "ladders.0.feature"),
        ({"ladders": [{"feature": "Wa", "at": [5, 5]}]}, "ladders.0"),
        ({"equipment": {"A": ["plague_bells"]}}, "equipment.A"),
        ({"tactics": {"A": ["hardy"]}}, "tactics.A"),
        ({"tac_op": {"A": "x"}}, "tac_op.A"),
        ({"used": {"A": ["x"]}}, "used.A"),
        ({"cp": {"A": -1}}, "cp.A"),
        ({"nonsense": 1}, "position"),
        ({"setup": {}}, "setup"),
    ],
)
def test_faults_name_their_key(more: dict[str, Any], key: str) -> None:
    with pytest.raises(SetupError) as error:
        position({**table(), **more})
    assert str(error.value).startswith(key), error.value


@pytest.mark.parametrize(
    "path",
    ["boy", "boy.x", "nobody.wounds", "cp.C", "cp.A.x", "marker.x", "turnx", "boy>nobody.gap", "boy>aiw.x"],
)
def test_paths_that_lead_nowhere(path: str) -> None:
    with pytest.raises(SetupError, match=path.partition(".")[0]):
        read(position(table()), path)


def test_values_of_two_operatives() -> None:
    s = position(table(operatives={"boy": {**BOY, "at": [24, 14]}, "aiw": {**AIW, "at": [26, 14]}}))
    keys = ("gap", "control", "visible", "valid", "cover", "point")
    found = [read(s, f"boy>aiw.{key}") for key in keys]
    assert found == ["0.74", True, True, True, [], "centre"]


def test_another_wounds_stat() -> None:
    s = position({"operatives": {"boy": {**BOY, "wounds_stat": 40}, "b2": {**BOY, "at": [5, 14]}}})
    assert s.wounds == [40, 10]
    assert read(s, "boy.injured") is False


def test_pieces_and_ladders() -> None:
    s = position(
        table(
            pieces=[{"item": "light_barricades", "at": [4, 4], "along": "y"}],
            ladders=[{"feature": "Wa", "at": [9.5, 9]}],
        )
    )
    box = s.scene.boxes[-1]
    assert (box.x0, box.y0, box.x1, box.y1, box.zh) == (
        inches("3.75"), inches(3), inches("4.25"), inches(5), inches(1),
    )  # fmt: skip
    assert read(s, "ladders") == 1


def test_same_team_twice() -> None:
    s = position(
        {
            "teams": ["kom", "kom"],
            "operatives": {"a": BOY, "b": {"card": "BOY", "at": [24, 10], "side": "B"}},
        }
    )
    assert GAME.seats(s) == ("kom-a", "kom-b")
    assert s.side == (0, 1)
    assert read(s, "cp.kom-b") == 0
