"""Moves on the golden positions: how far, where to, past whom (G.1–G.11, G.51, G.53, G.56)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.ground import Place, activate, ground, put, to, way

from affray.boards.plane.moves import Leg, Spot
from affray.boards.plane.solids import INCH, Disc, inches
from affray.engine.requests import Roll
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, moving, trips, ways
from affray.games.killteam.actions.moves import ACTIONS, Dash
from affray.games.killteam.actions.turns import DECLINE
from affray.games.killteam.dashing import DashMenu, FreeDash
from affray.games.killteam.ids import MoveId
from affray.games.killteam.looking import Look
from affray.games.killteam.moving import Way
from affray.games.killteam.state import Activation, Effect, Marker, State
from affray.games.killteam.terrain import feature_name, feature_number, piece, scene_of


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
    return [move.path for move in kind.options(Look(s, who)) if isinstance(move, kind)]


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
    path = way(to("over", (8, 5.2)))
    assert cost(s, who, "reposition", path) == inches("3.95")
    assert clause(s, who, "reposition", path) == ""
    assert clause(s, who, "dash", path) == "KILLTEAM-DASH.3"
    activate(s, who, counter=True)
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.TURN.11"


def test_over_rubble() -> None:
    """G.6."""
    path = way(to("over", (13.75, 14.75)))
    for key, wounds, refused in (
        ("BOY", 10, ""),
        ("WAR", 14, "KILLTEAM-REPO.1"),
        ("BOY", 4, "KILLTEAM-REPO.1"),
    ):
        s = ground("c")
        who = put(s, key, (10.25, 14.75))
        s.wounds[who] = wounds
        assert clause(activate(s, who), who, "reposition", path) == refused


def test_up_and_down() -> None:
    """G.7."""
    s, who = boy("a", (12, 1.3))
    assert cost(s, who, "reposition", way(to("up", (12, 2.7, 3)))) == inches("4.4")
    s, who = boy("a", (12, 2.7, 3))
    down = way(to("off", (12, 1.3)))
    assert cost(s, who, "dash", down) == inches("2.4")
    assert clause(s, who, "dash", down) == ""
    s, who = boy("a", (13, 6.1, 3))
    over = way(to("off", (13, 7.7)))
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
    """G.11."""
    s, who = boy("c", (5, 10))
    put(s, "BOY", (5, 19), 1)
    assert moving.budget(s, who, "charge").value == 8 * INCH
    assert clause(s, who, "charge", way((5, 17))) == ""
    assert clause(s, who, "charge", way((5, 16.5))) == "KILLTEAM-C.ACT.4"
    s.engage[who] = False
    for key, refused in (("BOY", ""), ("AIW", "KILLTEAM-C.TURN.10"), ("SQU", "KILLTEAM-C.TURN.10")):
        s.card = (*s.card[:who], s.content.datacards[key], *s.card[who + 1 :])
        assert clause(s, who, "charge", way((5, 17.2))) == refused


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
    assert clause(s, who, "reposition", way(to("over", (12, 14.75)))) == "KILLTEAM-C.MOV.3"


def test_up_to_the_gantry() -> None:
    """G.56."""
    s = ground("b")
    who = put(s, "WAR", (11.3, 10.4))
    activate(s, who)
    path = way(to("up", (12.7, 10.4, 3.25)))
    assert cost(s, who, "reposition", path) == inches("4.65")
    assert clause(s, who, "reposition", path) == ""
    s.wounds[who] = 6
    assert clause(s, who, "reposition", path) == "KILLTEAM-REPO.1"
    s.wounds[who] = 14
    s.x[who], s.y[who] = inches(13), inches(11)
    assert clause(s, who, "reposition", way(to("up", (13, 11, 3.25)))) == "KILLTEAM-C.MOV.8"
    s, who = boy("b", (10.3, 14.7, 2.5))
    leap = way(to("leap", (12.7, 11.3, 3.25)))
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
    path = way(to("through", (11, 10)))
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.MOV.7"
    wall = s.scene.boxes[0]
    s.markers = (Marker("breach", wall.x0, inches(10), 0, 0, data=wall.group),)
    assert clause(s, who, "reposition", path) == ""
    assert cost(s, who, "reposition", path) == inches("3.7")
    s.markers = (Marker("breach", wall.x0, inches("8.3"), 0, 0, data=wall.group),)
    assert clause(s, who, "reposition", path) == "KILLTEAM-C.MOV.7"


def test_ladders_make_one_climb_cheap() -> None:
    """C.EQ.LADDERS."""
    s, who = boy("a", (12, 1.3))
    s.ladders = ((inches(12), inches(2), s.scene.boxes[0].group),)
    assert cost(s, who, "reposition", way(to("up", (12, 2.7, 3)))) == inches("2.4")


@pytest.mark.parametrize("action", ["reposition", "dash", "charge"])
@pytest.mark.parametrize("map_", ["a", "b", "c"])
def test_suggestions_are_legal(map_: str, action: MoveId) -> None:
    """Whatever is suggested is legal, and nothing is suggested twice."""
    s = ground(map_)
    who = put(s, "BOY", (6, 9))
    put(s, "BOY", (4, 8))
    put(s, "BOY", (6, 13))
    enemies: list[Place] = [(10, 8), (8, 13.5), (9, 5.5) if map_ == "c" else (5, 4)]
    for at in enemies:
        put(s, "AIW", at, 1)
    activate(s, who)
    assert moving.bar(s, who, action) == ""
    paths = suggested(s, who, action)
    assert len(set(paths)) == len(paths)
    assert 0 < len(paths) <= ways.MOST[action]
    for path in paths:
        assert clause(s, who, action, path) == ""


@pytest.mark.parametrize("quantum", [1, INCH])
@pytest.mark.parametrize("map_", ["a", "c"])
def test_short_ways_are_found_among_longer_ones(map_: str, quantum: int) -> None:
    """A table of 3" is the beginning of one of 6", also for starts beside the lattice."""
    scene = ground(map_).scene
    full = 0
    for x, y in ((6, 9), (7, 9), (12, 6), ("8.5", 11), ("21.003", 14), ("20.992", 14)):
        start = Spot(inches(str(x)), inches(str(y)), 0)
        short, long = (trips.table(scene, 1250, start, most, quantum) for most in (3 * INCH, 6 * INCH))
        ways_of = [
            [(table.trip(number).cost, table.path(number)) for number in table.listed(table.within(3 * INCH))]
            for table in (short, long)
        ]
        assert ways_of[0] == ways_of[1]
        full += len(ways_of[0])
        assert long.all.bit_count() > short.all.bit_count()
    assert full > 40


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


def run(s: State, procedure: Any, *faces: int) -> None:
    """Run a procedure and the frames that it leaves, rolls answered by faces."""
    dice = list(faces)
    running: list[Any] = [procedure]
    while running or s.frames:
        step = running.pop() if running else s.frames[-1].run(s)
        answer = None
        while True:
            try:
                request = step.send(answer)
            except StopIteration:
                break
            assert isinstance(request, Roll)
            answer = request.counts([dice.pop(0)])


def test_a_mine_on_the_way() -> None:
    """C.EQ.MINES: it goes off once, a survivor goes on."""
    s, who = boy("c", (5, 10))
    s.markers = (Marker("mine", inches(6), inches(13), 0, 1), Marker("mine", inches(20), inches(13), 0, 1))
    run(s, moving.walk(s, who, "reposition", way((5, 13), (5, 16))), 5)
    assert s.wounds[who] == 10 - 6
    assert (s.x[who], s.y[who]) == (inches(5), inches(16))
    assert [marker.x for marker in s.markers] == [inches(20)]
    assert s.activation is not None
    assert s.activation.moved == 6 * INCH


def test_a_mine_behind_a_wall_stays_quiet() -> None:
    s, who = boy("c", (8.8, 9))
    s.markers = (Marker("mine", inches("10.6"), inches(10), 0, 1),)
    run(s, moving.walk(s, who, "reposition", way((8.8, 11))))
    assert s.wounds[who] == 10
    assert len(s.markers) == 1


def test_legs_that_end_over_an_edge() -> None:
    """C.MOV.2: only the last one has to end where one can stand, mines or not."""
    s, who = boy("a", (12, 2.7, 3))
    path = way((12, 2.3, 3), (12.5, 2.9, 3))
    assert clause(s, who, "reposition", path) == ""
    assert clause(s, who, "reposition", path[:1]) == "KILLTEAM-REPO.2"
    s.markers = (Marker("mine", inches(20), inches(13), 0, 1),)
    run(s, moving.walk(s, who, "reposition", path))
    assert (s.x[who], s.z[who]) == (inches("12.5"), inches(3))


def test_razor_wire_costs_an_inch() -> None:
    """C.EQ.RAZOR_WIRE."""
    s, who = boy("c", (5, 10))
    item = s.content.equipment["razor_wire"]
    wire = piece(s.scene, item, inches(5), inches(13), True)
    s.scene = scene_of(s.map, (wire,))
    assert feature_name(s, wire.group) == "wire1"
    assert feature_number(s, "wire1") == wire.group
    assert cost(s, who, "reposition", way((5, 15))) == 6 * INCH
    assert clause(s, who, "reposition", way((5, 15.1))) == "KILLTEAM-REPO.1"
    assert clause(s, who, "dash", way((5, 13))) == "KILLTEAM-DASH.2"
    suggestions = suggested(s, who, "reposition")
    assert all(clause(s, who, "reposition", path) == "" for path in suggestions)
    assert any(cost(s, who, "reposition", path) > 5 * INCH and path[0].y > inches(13) for path in suggestions)


def test_suggestions_keep_clear_of_barricades() -> None:
    s, who = boy("c", (5, 10))
    item = s.content.equipment["light_barricades"]
    pieces = [piece(s.scene, item, inches(7), inches(10), False)]
    pieces.append(piece(scene_of(s.map, tuple(pieces)), item, inches(5), inches(12), True))
    s.scene = scene_of(s.map, tuple(pieces))
    assert [feature_name(s, box.group) for box in pieces] == ["barricade1", "barricade2"]
    suggestions = suggested(s, who, "reposition")
    assert len(suggestions) == 24
    assert all(clause(s, who, "reposition", path) == "" for path in suggestions)


@pytest.mark.parametrize(
    ("toward", "path", "legal"),
    [
        ("edge", way((6, 10)), True),
        ("edge", way((5, 12)), False),
        ("closer:1", way((5, 11)), True),
        ("closer:1", way((5, 9)), False),
        ("control:1", way((5, 12.9)), True),
        ("control:1", way((5, 12)), False),
        ("", (), True),
    ],
)
def test_a_free_dash_ends_where_its_rule_says(toward: str, path: tuple[Leg, ...], legal: bool) -> None:
    s = ground("c")
    who = put(s, "BOY", (5, 10))
    put(s, "BOY", (5, 15))
    frame = FreeDash(who, "KILLTEAM-C.DKK.6", toward)
    s.frames = [frame]
    menu = DashMenu(s, frame)
    refused = menu.refusal(Dash(who, path))
    assert (refused is None) == legal
    assert legal or (refused is not None and refused.clause == frame.clause)
    assert menu.refusal(DECLINE) is None
    listed = menu.options()
    assert listed[0] == DECLINE
    assert all(menu.refusal(action) is None for action in listed)
    assert len(listed) > 1
    assert DashMenu(s, FreeDash(who, "x", optional=False)).refusal(DECLINE) is not None


def test_the_log_of_a_move() -> None:
    """What a move reports, leg by leg."""
    s, who = boy("a", (12, 1.3))
    s.log = []
    run(s, moving.walk(s, who, "reposition", way(to("up", (12, 2.7, 3)))))
    assert [event.text() for event in s.log] == [
        'A.boy0 moves 4.400"',
        'A.boy0 climbs up Sa to 3" up',
    ]
    assert "KILLTEAM-C.MOV.4" in s.log[1].clauses


def test_suggestions_behind_a_wall() -> None:
    """An enemy within 1" whom nobody sees keeps nobody from moving."""
    s, who = boy("c", (8.85, 10))
    put(s, "BOY", (10.65, 10), 1)
    assert not field.is_engaged(s, who)
    suggestions = suggested(s, who, "reposition")
    assert len(suggestions) == 24
    assert all(clause(s, who, "reposition", path) == "" for path in suggestions)


def test_nobody_stops_in_mid_drop() -> None:
    """C.MOV.9: a leg that goes on may not end in terrain either; as the last one it ends at no legal
    place.
    """
    s, who = boy("a", (12, 6, 3))
    down = to("off", (12, 9.5))
    assert clause(s, who, "reposition", (down, to("walk", (12, 11.5)))) == "KILLTEAM-C.MOV.9"
    assert clause(s, who, "reposition", (down,)) == "KILLTEAM-REPO.2"


@pytest.mark.parametrize(
    ("leg", "refused"),
    [
        (to("walk", (12, 2.9)), "KILLTEAM-REPO.2"),
        (to("over", (13.5, 1.3)), "KILLTEAM-C.MOV.3"),
        (to("up", (12, 1, 3)), "KILLTEAM-REPO.2"),
        (to("up", (12, 2.7, 5)), "KILLTEAM-REPO.2"),
        (to("off", (13, 1.3)), "KILLTEAM-C.MOV.5"),
        (to("leap", (12, 2.7, 3)), "KILLTEAM-C.MOV.6"),
        (to("through", (12, 1)), "KILLTEAM-C.MOV.7"),
        (to("walk", (12, 2.9, 3)), "KILLTEAM-C.MOV.2"),
    ],
)
def test_faulty_legs(leg: Leg, refused: str) -> None:
    s, who = boy("a", (12, 1.3))
    assert clause(s, who, "reposition", (leg,)) == refused
    assert clause(s, who, "reposition", (leg, *way((20, 1)))) != ""


def test_at_most_sixteen_legs() -> None:
    s, who = boy("c", (5, 10))
    assert clause(s, who, "reposition", way(*[(5, 10)] * 16)) == ""
    assert clause(s, who, "reposition", way(*[(5, 10)] * 17)) == "KILLTEAM-C.MOV.1"


def test_an_engaged_charge_may_leave_those_that_engage() -> None:
    """C.AOD.2, Mobile."""
    s = ground("c")
    s.tactics = (("mobile",), ())
    who = put(s, "AIW", (5, 10))
    put(s, "BOY", (7, 10), 1)
    put(s, "BOY", (5, 15), 1)
    activate(s, who)
    assert clause(s, who, "charge", way((5, 13))) == ""
    assert clause(s, who, "charge", way((4, 10))) == "KILLTEAM-C.ACT.4"
    assert suggested(s, who, "charge")
