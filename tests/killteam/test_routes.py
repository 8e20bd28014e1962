"""Ways over places that somebody points at: climbs are found, and what cannot be is told by its clause."""

from __future__ import annotations

import pytest
from tests.killteam.ground import activate, ground, put, units

from affray.boards.plane.moves import Kind
from affray.engine.actions import NotationError
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, moving, routes
from affray.games.killteam.ids import MoveId
from affray.games.killteam.present import KillTeamPresenter
from affray.games.killteam.state import State


def judged(s: State, who: int, action: MoveId, *places: tuple[float, ...]) -> moving.Way | Refusal:
    """The way that is found over places, as the rules judge it."""
    points = [(*units(place)[:2], units(place)[2] if len(place) == 3 else None) for place in places]
    return moving.check(s, who, action, routes.route(s, who, action, points))


def clause(found: moving.Way | Refusal) -> str:
    return found.clause if isinstance(found, Refusal) else ""


def test_a_click_on_a_roof_climbs_it() -> None:
    s = ground("a")
    who = put(s, "BOY", (12, 1.2))
    activate(s, who)
    found = judged(s, who, "reposition", (12, 3))
    assert isinstance(found, moving.Way)
    assert [step.kind for step in found.steps].count(Kind.UP) == 1
    assert found.steps[-1].end == units((12, 3, 3))
    below = judged(s, who, "reposition", (12, 5, 0))
    assert clause(below) == "KILLTEAM-REPO.1"  # the room below is farther than 6", through the door


def test_a_way_around_a_corner_is_found() -> None:
    s = ground("a")
    who = put(s, "BOY", (8, 3))
    activate(s, who)
    found = judged(s, who, "reposition", (10, 1))
    assert isinstance(found, moving.Way)
    assert len(found.steps) > 1


def test_way_points_are_kept() -> None:
    s = ground("c")
    who = put(s, "BOY", (5, 5))
    activate(s, who)
    found = judged(s, who, "reposition", (5, 7), (7, 7))
    assert isinstance(found, moving.Way)
    assert [step.end[:2] for step in found.steps] == [units((5, 7))[:2], units((7, 7))[:2]]
    assert found.cost == units((4, 0))[0]


def test_what_is_out_of_reach_is_told_by_how_far_it_would_be() -> None:
    s = ground("c")
    who = put(s, "BOY", (5, 5))
    activate(s, who)
    far = judged(s, who, "reposition", (5, 13))
    assert clause(far) == "KILLTEAM-REPO.1"
    assert clause(judged(s, who, "dash", (5, 9))) == "KILLTEAM-DASH.2"
    over = judged(s, who, "reposition", (5, 10), (5, 12))
    assert clause(over) == "KILLTEAM-REPO.1"


def test_terrain_and_enemies_in_the_way_are_named() -> None:
    s = ground("a")
    who = put(s, "BOY", (6, 9))
    activate(s, who)
    assert clause(judged(s, who, "reposition", (9.2, 3))) == "KILLTEAM-REPO.2"  # in the wall
    put(s, "AIW", (8, 9), 1, name="B.foe")
    near = judged(s, who, "reposition", (6.6, 9))
    assert clause(near) == "KILLTEAM-REPO.3"
    assert isinstance(near, Refusal)
    assert "B.foe" in near.reason


@pytest.mark.parametrize("action", ["reposition", "charge", "fall_back", "dash"])
def test_stops_are_legal_ends(action: MoveId) -> None:
    s = ground("a")
    who = put(s, "BOY", (6, 9))
    put(s, "AIW", (7.5, 9) if action == "fall_back" else (10, 8), 1)
    activate(s, who)
    found = routes.stops(s, who, action)
    assert found
    for stop in found[:: max(1, len(found) // 25)]:
        place = stop.spot.x, stop.spot.y, stop.spot.z
        legs = routes.route(s, who, action, [place])
        assert clause(moving.check(s, who, action, legs)) == ""


def test_the_reach_shrinks_by_the_way_gone() -> None:
    s = ground("c")
    who = put(s, "BOY", (5, 5), name="A.boy")
    activate(s, who)
    whole = routes.stops(s, who, "reposition")
    x, y, _ = units((5, 9))
    rest = routes.stops(s, who, "reposition", routes.route(s, who, "reposition", [(x, y, None)]))
    assert 0 < len(rest) < len(whole)
    two = units((2.5, 0))[0]
    assert all((stop.spot.x - x) ** 2 + (stop.spot.y - y) ** 2 <= two * two for stop in rest)


def test_reach_as_the_page_gets_it() -> None:
    s = ground("a")
    who = put(s, "BOY", (12, 1.2), name="A.boy")
    activate(s, who)
    found = KillTeamPresenter().reach(s, "reposition", "A.boy", [])
    assert {region.z for region in found.regions} == {0, units((3, 0))[0]}
    assert found.clause == "KILLTEAM-REPO.1"
    with pytest.raises(NotationError):
        KillTeamPresenter().reach(s, "shoot", "A.boy", [])
    with pytest.raises(NotationError):
        KillTeamPresenter().reach(s, "dash", "nobody", [])


def test_a_charge_reaches_only_enemies() -> None:
    s = ground("c")
    who = put(s, "BOY", (5, 5))
    activate(s, who)
    assert routes.stops(s, who, "charge") == []
    foe = put(s, "AIW", (11, 5), 1)
    found = routes.stops(s, who, "charge")
    assert found
    assert all(foe in field.engaged_at(s, who, *stop.spot) for stop in found)
