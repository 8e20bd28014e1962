"""Moves on the golden positions: how far, where to, past whom (G.1–G.11, G.51, G.53, G.56)."""

from __future__ import annotations

import pytest
from tests.killteam.ground import Place, activate, ground, put, way

from affray.boards.plane.moves import Leg
from affray.boards.plane.solids import INCH, Disc, inches
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, moving, ways
from affray.games.killteam.actions.moves import ACTIONS
from affray.games.killteam.moving import MoveId, Way
from affray.games.killteam.state import Activation, Effect, Marker, State


def clause(s: State, who: int, action: MoveId, path: tuple[Leg, ...]) -> str:
    """The clause that forbids a move, empty if it is legal."""
    refused = moving.bar_refusal(s, who, action)
    if refused is not None:
        return refused.clause
    found = moving.check(s, who, action, path)
    return found.clause if isinstance(found, Refusal) else ""


def cost(s: State, who: int, action: MoveId, path: tuple[Leg, ...]) -> int:
    found = moving.check(s, who, action, path)
    assert isinstance(found, Way), found
    return found.cost


def suggested(s: State, who: int, action: MoveId) -> list[tuple[Leg, ...]]:
    """The ways suggested for a move."""
    kind = next(kind for kind in ACTIONS if kind.id == action)
    return [move.path for move in kind.options(s, who)]


def boy(map_: str, at: Place, preset: str = "standard") -> tuple[State, int]:
    """A Boy alone, active."""
    s = ground(map_, preset)
    who = put(s, "BOY", at)
    return activate(s, who), who


def test_a_reposition_of_exactly_the_move_stat() -> None:
    """G.1."""
    s, who = boy("c", (5, 10))
    assert cost(s, who, "reposition", way((5, 16))) == 6 * INCH
    assert clause(s, who, "reposition", way((5, 16))) == ""
    assert clause(s, who, "reposition", way((5, 16.01))) == "KILLTEAM-REPO.1"


@pytest.mark.parametrize(("enemy", "refused"), [((7.5, 13), ""), ((7.2, 13), "KILLTEAM-REPO.3")])
def test_no_way_through_control_range(enemy: Place, refused: str) -> None:
    """G.2."""
    s, who = boy("c", (5, 10))
    put(s, "BOY", enemy, 1)
    assert clause(s, who, "reposition", way((5, 16))) == refused


@pytest.mark.parametrize(("preset", "refused"), [("standard", "KILLTEAM-REPO.3"), ("core", "")])
def test_past_an_enemy_that_a_friend_engages(preset: str, refused: str) -> None:
    """G.2, R.4."""
    s, who = boy("c", (5, 10), preset)
    put(s, "BOY", (7.2, 13), 1)
    assert clause(s, who, "reposition", way((5, 16))) == "KILLTEAM-REPO.3"
    put(s, "BOY", (8.8, 13))
    assert clause(s, who, "reposition", way((5, 16))) == refused
    assert clause(s, who, "reposition", way((5, 13))) == "KILLTEAM-REPO.3"


def test_beside_a_wall() -> None:
    """G.4."""
    s, who = boy("c", (8.85, 7))
    assert clause(s, who, "reposition", way((8.85, 13))) == ""
    s, who = boy("c", (8.9, 7))
    assert clause(s, who, "reposition", way((8.9, 13))) == "KILLTEAM-C.MOV.8"


def test_over_a_light_barricade() -> None:
    """G.5."""
    s, who = boy("c", (8, 3.25))
    path = way(((8, 5.2), "over"))
    assert cost(s, who, "reposition", path) == inches("3.95")
    assert clause(s, who, "reposition", path) == ""
    assert clause(s, who, "dash", path) == "KILLTEAM-DASH.3"
    activate(s, who, counter=True)
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.TURN.11"


def test_over_rubble() -> None:
    """G.6."""
    path = way(((13.75, 14.75), "over"))
    for key, wounds, refused in (("BOY", 10, ""), ("WAR", 14, "KILLTEAM-REPO.1"), ("BOY", 4, "KILLTEAM-REPO.1")):
        s = ground("c")
        who = put(s, key, (10.25, 14.75))
        s.wounds[who] = wounds
        assert clause(activate(s, who), who, "reposition", path) == refused


def test_up_and_down() -> None:
    """G.7."""
    s, who = boy("a", (12, 1.3))
    assert cost(s, who, "reposition", way(((12, 2.7, 3), "up"))) == inches("4.4")
    s, who = boy("a", (12, 2.7, 3))
    down = way(((12, 1.3), "off"))
    assert cost(s, who, "dash", down) == inches("2.4")
    assert clause(s, who, "dash", down) == ""
    s, who = boy("a", (13, 6.1, 3))
    over = way(((13, 7.7), "off"))
    assert cost(s, who, "reposition", over) == inches("4.6")
    assert clause(s, who, "dash", over) == "KILLTEAM-DASH.3"


def test_a_dash_is_three_inches_whatever_the_move_stat() -> None:
    """G.8."""
    s = ground("c")
    who = put(s, "WAR", (5, 10))
    s.wounds[who] = 1
    activate(s, who)
    assert clause(s, who, "dash", way((5, 13))) == ""
    s = ground("c")
    who = put(s, "TRP", (5, 10))
    s.effects = (Effect("move_move_move", 0, who, 0, "turning_point"),)
    activate(s, who)
    assert clause(s, who, "dash", way((5, 13.1))) == "KILLTEAM-DASH.2"


def test_what_an_engaged_operative_may_do() -> None:
    """G.9."""
    s = ground("c")
    who = put(s, "AIW", (5, 10))
    put(s, "BOY", (7, 10), 1)
    put(s, "BOY", (5, 13.5), 1)
    activate(s, who)
    assert clause(s, who, "reposition", way((3, 10))) == "KILLTEAM-REPO.4"
    assert clause(s, who, "dash", way((3, 10))) == "KILLTEAM-DASH.4"
    past = way((3.5, 12.5), (3, 14.8))
    assert field.engaged_at(s, who, *past[0][1:])
    assert clause(s, who, "fall_back", past) == ""
    s.x[who], s.y[who], _ = past[-1][1:]
    activate(s, who, "fall_back")
    assert clause(s, who, "dash", way((3, 16))) == ""
    assert clause(s, who, "reposition", way((3, 16))) == "KILLTEAM-REPO.5"
    assert clause(s, who, "charge", way((3, 16))) == "KILLTEAM-C.ACT.4"


def test_fall_back() -> None:
    """G.10, R.32."""
    s, who = boy("c", (5, 10))
    put(s, "BOY", (8, 10), 1)
    assert clause(s, who, "fall_back", way((4, 10))) == "KILLTEAM-FALL.4"
    s.x[who] = inches(6)
    assert clause(s, who, "fall_back", way((4, 10))) == ""
    assert clause(s, who, "fall_back", ()) == "KILLTEAM-R.32"
    put(s, "BOY", (4, 12.16), 1)
    assert clause(s, who, "fall_back", way((4, 10))) == "KILLTEAM-FALL.3"
    assert clause(s, who, "fall_back", way((5, 12), (4, 15))) == "KILLTEAM-FALL.2"


def test_charge() -> None:
    """G.11, as far as orders and lengths go."""
    s, who = boy("c", (5, 10))
    put(s, "BOY", (5, 19), 1)
    assert moving.budget(s, who, "charge").value == 8 * INCH
    assert clause(s, who, "charge", way((5, 17))) == ""
    assert clause(s, who, "charge", way((5, 16.5))) == "KILLTEAM-C.ACT.4"
    s.engage[who] = False
    s.card[who] = s.content.datacards["AIW"]
    assert clause(s, who, "charge", way((5, 17))) == "KILLTEAM-C.TURN.10"


def test_a_charge_leaves_nobody_unless_a_friend_holds_him() -> None:
    """G.51."""
    s, who = boy("c", (3, 10))
    put(s, "BOY", (5, 12), 1)
    put(s, "BOY", (11, 7), 1)
    path = way((6, 10), (8.8, 7.2))
    assert clause(s, who, "charge", path) == "KILLTEAM-C.ACT.4"
    put(s, "BOY", (5, 13.8))
    assert clause(s, who, "charge", path) == ""


def test_ends_of_ways() -> None:
    """G.53."""
    s, who = boy("c", (5, 10))
    friend = put(s, "BOY", (5, 13))
    assert clause(s, who, "reposition", way((5, 16))) == ""
    s.y[friend] = inches("16.8")
    assert clause(s, who, "reposition", way((5, 16))) == "KILLTEAM-REPO.2"
    assert clause(s, who, "reposition", way((0.63, 10))) == ""
    assert clause(s, who, "reposition", way((0.62, 10))) == "KILLTEAM-REPO.2"
    s, who = boy("c", (10.25, 14.75))
    assert clause(s, who, "reposition", way(((12, 14.75), "over"))) == "KILLTEAM-C.MOV.3"


def test_up_to_the_gantry() -> None:
    """G.56."""
    s = ground("b")
    who = put(s, "WAR", (11.3, 10.4))
    activate(s, who)
    path = way(((12.7, 10.4, 3.25), "up"))
    assert cost(s, who, "reposition", path) == inches("4.65")
    assert clause(s, who, "reposition", path) == ""
    s.wounds[who] = 6
    assert clause(s, who, "reposition", path) == "KILLTEAM-REPO.1"
    s.wounds[who] = 14
    s.x[who], s.y[who] = inches(13), inches(11)
    assert clause(s, who, "reposition", way(((13, 11, 3.25), "up"))) == "KILLTEAM-C.MOV.8"
    s, who = boy("b", (10.3, 14.7, 2.5))
    leap = way(((12.7, 11.3, 3.25), "leap"))
    assert abs(cost(s, who, "reposition", leap) - inches("4.161")) <= 3
    assert clause(s, who, "reposition", leap) == ""
    assert clause(s, who, "dash", leap) == "KILLTEAM-DASH.2"


def test_a_counteraction_moves_two_inches() -> None:
    """G.46 (c); no action of an earlier activation binds it."""
    s, who = boy("c", (5, 10))
    put(s, "BOY", (5, 14), 1)
    activate(s, who, "reposition", counter=True)
    assert clause(s, who, "charge", way((5, 12))) == ""
    assert clause(s, who, "charge", way((5.2, 12.05))) == "KILLTEAM-C.TURN.11"
    s.activation = Activation(who, moved=INCH, counter=True)
    assert clause(s, who, "charge", way((5, 12))) == "KILLTEAM-C.TURN.11"


def test_lengths_rounded_up() -> None:
    """R.5: with increments rounded up two legs of 2.5" take 6"."""
    path = way((5, 12.5), (5, 15), (5, 15.1))
    s, who = boy("c", (5, 10))
    assert clause(s, who, "reposition", path) == ""
    s, who = boy("c", (5, 10), "core")
    assert clause(s, who, "reposition", path) == "KILLTEAM-R.5"


def test_a_breach_opens_thin_parts() -> None:
    """C.KOM.3."""
    s, who = boy("c", (8.3, 10))
    path = way(((11, 10), "through"))
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.MOV.7"
    wall = s.scene.boxes[0]
    s.markers = (Marker("breach", wall.x0, inches(10), 0, 0, data=wall.group),)
    assert clause(s, who, "reposition", path) == ""
    assert cost(s, who, "reposition", path) == inches("3.7")
    s.markers = (Marker("breach", wall.x0, inches(8.3), 0, 0, data=wall.group),)
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.MOV.7"


def test_ladders_make_one_climb_cheap() -> None:
    """C.EQ.LADDERS."""
    s, who = boy("a", (12, 1.3))
    s.ladders = ((inches(12), inches(2), s.scene.boxes[0].group),)
    assert cost(s, who, "reposition", way(((12, 2.7, 3), "up"))) == inches("2.4")


@pytest.mark.parametrize("action", ["reposition", "dash", "charge"])
@pytest.mark.parametrize("map_", ["a", "b", "c"])
def test_suggestions_are_legal(map_: str, action: MoveId) -> None:
    """Whatever is suggested is legal, and nothing is suggested twice."""
    s = ground(map_)
    who = put(s, "BOY", (6, 9))
    for at in ((4, 8), (6, 13)):
        put(s, "BOY", at)
    for at in ((10, 8), (8, 13.5), (9, 5.5) if map_ == "c" else (5, 4)):
        put(s, "AIW", at, 1)
    activate(s, who)
    assert moving.bar(s, who, action) == ""
    paths = suggested(s, who, action)
    assert len(set(paths)) == len(paths)
    assert 0 < len(paths) <= ways.MOST
    for path in paths:
        assert clause(s, who, action, path) == ""


def test_suggestions_of_who_is_engaged() -> None:
    s = ground("a")
    who = put(s, "BOY", (6, 9))
    put(s, "AIW", (8, 9), 1)
    put(s, "AIW", (6, 12), 1)
    activate(s, who)
    paths = suggested(s, who, "fall_back")
    assert paths
    assert all(clause(s, who, "fall_back", path) == "" for path in paths)


def test_thorough_search() -> None:
    """All stops of the search around control ranges are legal."""
    s = ground("a")
    who = put(s, "BOY", (6, 9))
    put(s, "AIW", (10, 8), 1)
    activate(s, who)
    found = ways.reach(s, who, "reposition")
    stops = found.stops()
    assert len(stops) > 100
    for stop in stops[::5]:
        assert clause(s, who, "reposition", tuple(found.legs(stop))) == ""


def test_discs_are_those_of_the_bases() -> None:
    s = ground("c")
    assert s.disc(put(s, "CPT", (5, 10))) == Disc(inches(5), inches(10), 0, 2000)
