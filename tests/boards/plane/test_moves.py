"""The six kinds of legs: what each costs, and the first thing wrong with those that are not legal."""

from __future__ import annotations

import random

import pytest
import shapely
from tests.boards.plane.maps import BOARD, LIMITS, TRAITS, WIRE, A, H, L, V, box, scene
from tests.boards.plane.shapes import TURNS, spots, turned, turned_box

from affray.boards.plane.moves import (
    Aid,
    Kind,
    Leg,
    Mover,
    Opening,
    Spot,
    Step,
    check_leg,
    nearest_on,
    survey,
    way_cost,
)
from affray.boards.plane.placing import Fault, Wrong
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH, Box, Disc, inches

R = 1600


def at(x: float, y: float, z: float = 0) -> Spot:
    return Spot(inches(str(x)), inches(str(y)), inches(str(z)))


def made(*boxes: tuple[float, float, float, float, float, float, int, int]) -> Scene:
    """A board with boxes given in inches, with flags and group."""
    parts = [Box(*(inches(str(side)) for side in box[:6]), box[6], box[7]) for box in boxes]
    return Scene(BOARD, parts, TRAITS, LIMITS)


def go(place: Scene, kind: Kind, start: Spot, end: Spot, *, last: bool = True) -> Step | Fault:
    return check_leg(place, Mover(R), start, Leg(kind, *end), last)


def figures(found: Step | Fault) -> tuple[float, ...]:
    """Length, climb, rise, drop, extra and travelling level, in inches."""
    assert isinstance(found, Step), found
    units = (found.length, found.climb, found.rise, found.drop, found.extra, found.level)
    return tuple(round(value / INCH, 3) for value in units)


def wrong(found: Step | Fault) -> Wrong:
    assert isinstance(found, Fault), found
    return found.wrong


# --- Walks --------------------------------------------------------------------------------------------------


def test_walks_stay_on_their_level() -> None:
    assert wrong(go(scene("A"), Kind.WALK, at(12, 1.3), at(12, 2.7, 3))) is Wrong.WRONG_LEVEL
    assert figures(go(scene("A"), Kind.WALK, at(12, 3, 3), at(12, 5.5, 3))) == (2.5, 0, 0, 0, 0, 3)


def test_the_rim_may_hang_over_an_edge_only_on_the_way() -> None:
    place = made((5, 5, 8, 8, 2, 3, V, 0), (8, 5, 11, 8, 2, 3, V, 0), (5, 8, 8, 11, 2, 3, V, 0))
    start, seam, over = at(6, 6, 3), at(8, 6, 3), at(10.9, 6, 3)
    assert figures(go(place, Kind.WALK, start, at(10, 6, 3))) == (4, 0, 0, 0, 0, 3)
    for end in (seam, over):
        assert isinstance(go(place, Kind.WALK, start, end, last=False), Step)
        assert wrong(go(place, Kind.WALK, start, end)) is Wrong.OVERHANG
    assert wrong(go(place, Kind.WALK, start, at(11.2, 6, 3), last=False)) is Wrong.OVERHANG
    assert isinstance(go(place, Kind.WALK, at(6, 10, 3), at(10, 6, 3)), Step), "through the common corner"


def test_a_walk_round_an_inner_corner() -> None:
    place = made((5, 5, 11, 8, 2, 3, V, 0), (5, 5, 8, 11, 2, 3, V, 0))
    assert wrong(go(place, Kind.WALK, at(6, 10, 3), at(10, 7, 3))) is Wrong.OVERHANG
    assert isinstance(go(place, Kind.WALK, at(6, 10, 3), at(7, 7, 3)), Step)


def test_under_a_floor_but_not_into_a_gap() -> None:
    assert isinstance(go(scene("B"), Kind.WALK, at(15, 8), at(15, 14)), Step)
    assert go(scene("B"), Kind.WALK, at(10, 7), at(10, 10)) == Fault(Wrong.BOX, box("B", "Ta"))


def test_a_walk_of_no_length() -> None:
    assert figures(go(scene("C"), Kind.WALK, at(5, 10), at(5, 10))) == (0, 0, 0, 0, 0, 0)


# --- Over ---------------------------------------------------------------------------------------------------


def test_over_needs_something_and_one_thing_only() -> None:
    assert wrong(go(scene("C"), Kind.OVER, at(5, 10), at(5, 12))) is Wrong.NOTHING_THERE
    two = made((5, 5, 8, 6, 0, 1, L, 0), (5, 7, 8, 8, 0, 1, L, 1))
    assert wrong(go(two, Kind.OVER, at(6.5, 4), at(6.5, 9))) is Wrong.SEVERAL
    one = made((5, 5, 8, 6, 0, 1, L, 0), (5, 7, 8, 8, 0, 1, L, 0))
    assert figures(go(one, Kind.OVER, at(6.5, 4), at(6.5, 9))) == (5, 2, 1, 1, 0, 1)
    hanging = made((5, 5, 8, 6, 0, 1, L, 0), (5, 4, 8, 8, 3, 4, V, 1))
    assert figures(go(hanging, Kind.OVER, at(6.5, 4), at(6.5, 7))) == (3, 2, 1, 1, 0, 1)


def test_over_begins_and_ends_close_and_clear() -> None:
    place = made((5, 5, 8, 6, 0, 1, L, 0))
    assert isinstance(go(place, Kind.OVER, Spot(inches(6), inches(4) - R, 0), at(6, 7)), Step)
    assert wrong(go(place, Kind.OVER, Spot(inches(6), inches(4) - R - 1, 0), at(6, 7))) is Wrong.TOO_FAR
    assert wrong(go(place, Kind.OVER, at(6, 4), at(6, 8))) is Wrong.TOO_FAR
    assert wrong(go(place, Kind.OVER, at(6, 4), at(6, 6.5))) is Wrong.NOT_CLEAR


def test_no_way_through_a_window_or_under_a_roof() -> None:
    """The highest box that the swept disc overlaps counts, and the end has to be clear of all of them."""
    assert wrong(go(scene("A"), Kind.OVER, at(15, 4.5), at(12.5, 4.5))) is Wrong.NOT_CLEAR
    assert figures(go(scene("A"), Kind.OVER, at(8.3, 13), at(10.2, 13)))[1:4] == (2.75, 2.75, 2.75)


def test_a_roof_above_the_start() -> None:
    place = made((5, 5, 8, 6, 0, 3, L, 0), (5, 2, 8, 4.5, 2, 2.5, V, 1))
    assert wrong(go(place, Kind.OVER, at(6, 4), at(6, 7))) is Wrong.CEILING
    higher = made((5, 5, 8, 6, 0, 3, L, 0), (5, 2, 8, 4.5, 3, 3.5, V, 1))
    assert wrong(go(higher, Kind.OVER, at(6, 4), at(6, 7))) is Wrong.BOX


# --- Up, off, leap ------------------------------------------------------------------------------------------


def test_up_ends_wholly_on_a_platform() -> None:
    place = made((5, 5, 8, 8, 0, 2.5, H, 0), (5, 5, 8, 8, 2.5, 3, V, 0))
    assert figures(go(place, Kind.UP, at(6.5, 4), at(6.5, 6, 3))) == (2, 3, 3, 0, 0, 3)
    assert wrong(go(place, Kind.UP, at(6.5, 4), at(6.5, 5.5, 3))) is Wrong.OVERHANG
    assert wrong(go(place, Kind.UP, at(6.5, 4), at(6.5, 6))) is Wrong.WRONG_LEVEL
    assert wrong(go(place, Kind.UP, at(6.5, 3), at(6.5, 6, 3))) is Wrong.TOO_FAR


def test_up_needs_a_foothold() -> None:
    hanging = made((5, 5, 8, 8, 4, 4.5, V, 0))
    assert wrong(go(hanging, Kind.UP, at(6.5, 4), at(6.5, 6, 4.5))) is Wrong.NO_FOOTHOLD
    low = made((5, 5, 8, 8, 3, 3.5, V, 0))
    assert isinstance(go(low, Kind.UP, at(6.5, 4), at(6.5, 6, 3.5)), Step)


def test_up_over_a_rampart() -> None:
    place = made((5, 5, 8, 8, 0, 2.5, H, 0), (5, 5, 8, 8, 2.5, 3, V, 0), (5, 5, 8, 5.25, 3, 3.5, L, 0))
    found = go(place, Kind.UP, at(6.5, 4), at(6.5, 6, 3))
    assert figures(found) == (2, 3.5, 3.5, 0.5, 0, 3.5)
    assert isinstance(found, Step)
    assert way_cost([found], LIMITS.free_drop) == inches("5.5")


def test_off_lands_near_the_edge_or_jumps() -> None:
    low = made((5, 5, 8, 8, 0, 2, V, 0))
    edge = inches(8) + R
    start = at(7, 6, 2)
    assert figures(go(low, Kind.OFF, start, at(9, 6))) == (2, 0, 0, 2, 0, 2)
    assert isinstance(go(low, Kind.OFF, start, Spot(edge, inches(6), 0)), Step)
    assert wrong(go(low, Kind.OFF, start, Spot(edge - 1, inches(6), 0))) is Wrong.NOT_CLEAR
    assert isinstance(go(low, Kind.OFF, start, Spot(edge + INCH, inches(6), 0)), Step)
    assert wrong(go(low, Kind.OFF, start, Spot(edge + INCH + 1, inches(6), 0))) is Wrong.TOO_FAR
    high = made((5, 5, 8, 8, 0, 2.25, V, 0))
    start = at(7, 6, 2.25)
    assert isinstance(go(high, Kind.OFF, start, Spot(edge + 4 * INCH, inches(6), 0)), Step)
    assert wrong(go(high, Kind.OFF, start, Spot(edge + 4 * INCH + 1, inches(6), 0))) is Wrong.TOO_FAR
    assert wrong(go(high, Kind.OFF, at(7, 6), at(10, 6))) is Wrong.WRONG_LEVEL


def test_off_may_not_fall_through_a_floor_or_into_a_wall() -> None:
    place = made(
        (5, 5, 8, 8, 2.5, 3, V, 0),
        (8, 5, 11, 8, 1.5, 2, V, 1),
        (8, 8, 11, 9, 0, 1, L, 2),
    )
    assert wrong(go(place, Kind.OFF, at(7, 6, 3), at(9, 6))) is Wrong.CEILING
    assert isinstance(go(place, Kind.OFF, at(7, 6, 3), at(9, 6, 2)), Step)
    assert wrong(go(place, Kind.OFF, at(7, 7, 3), at(9, 9.2), last=False)) is Wrong.BOX


def test_leaps() -> None:
    place = made((5, 5, 8, 8, 2.5, 3, V, 0), (11, 5, 14, 8, 3.5, 4, V, 1), (11, 9, 14, 12, 0, 1, V, 2))
    start = at(7, 6, 3)
    assert figures(go(place, Kind.LEAP, start, at(12, 6, 4))) == (5, 0, 0, 0, 0, 4)
    assert figures(go(place, Kind.LEAP, start, at(12, 10, 1)))[1:4] == (0, 0, 2)
    assert wrong(go(place, Kind.LEAP, start, at(11.5, 6, 4))) is Wrong.OVERHANG
    far = made((5, 5, 8, 8, 2.5, 3, V, 0), (12.01, 5, 15, 8, 2.5, 3, V, 1))
    assert wrong(go(far, Kind.LEAP, start, at(13, 6, 3))) is Wrong.TOO_FAR
    near = made((5, 5, 8, 8, 2.5, 3, V, 0), (12, 5, 15, 8, 2.5, 3, V, 1))
    assert isinstance(go(near, Kind.LEAP, start, at(13, 6, 3)), Step)
    high = made((5, 5, 8, 8, 2.5, 3, V, 0), (11, 5, 14, 8, 3.5, 4.01, V, 1))
    assert wrong(go(high, Kind.LEAP, start, at(12, 6, 4.01))) is Wrong.WRONG_LEVEL
    assert wrong(go(place, Kind.LEAP, start, at(6.5, 6, 3))) is Wrong.NOTHING_THERE


def test_ramparts_at_take_off_are_climbed_and_those_at_landing_spared() -> None:
    place = made(
        (5, 5, 8, 8, 2.5, 3, V, 0),
        (7.75, 5, 8, 8, 3, 3.5, L, 0),
        (11, 5, 14, 8, 2.5, 3, V, 1),
        (11, 5, 11.25, 8, 3, 4, L, 1),
    )
    assert figures(go(place, Kind.LEAP, at(6.5, 6, 3), at(12.5, 6, 3))) == (6, 2, 0.5, 0, 0, 3.5)
    tall = made((5, 5, 8, 8, 2.5, 3, V, 0), (11, 5, 14, 8, 2.5, 3, V, 1), (11, 5, 11.25, 8, 3, 4.25, L, 1))
    assert go(tall, Kind.LEAP, at(6.5, 6, 3), at(12.5, 6, 3)) == Fault(Wrong.BOX, tall.boxes[2])


# --- Through ------------------------------------------------------------------------------------------------


def test_through_a_door() -> None:
    inside, outside = at(11.25, 5.5), at(11.25, 8)
    found = go(scene("A"), Kind.THROUGH, outside, inside)
    assert figures(found) == (2.5, 0, 0, 0, 1, 0)
    assert wrong(go(scene("A"), Kind.WALK, outside, inside)) is Wrong.BOX
    assert wrong(go(scene("A"), Kind.THROUGH, outside, at(11.25, 7.5), last=False)) is Wrong.NOTHING_THERE
    assert wrong(go(scene("A"), Kind.THROUGH, outside, at(11.25, 6.5), last=False)) is Wrong.BOX
    assert wrong(go(scene("A"), Kind.THROUGH, at(13, 8), at(13, 5), last=False)) is Wrong.NOTHING_THERE
    assert wrong(go(scene("A"), Kind.THROUGH, at(10.8, 8), at(12.9, 3.5))) is Wrong.BOX
    slanting = go(scene("A"), Kind.THROUGH, at(9, 7.8), at(12, 5.7))
    assert wrong(slanting) is Wrong.SEVERAL


def test_a_disc_wider_than_the_door() -> None:
    wide = Mover(2000)
    narrow = made((5, 5, 8, 5.5, 0, 3, H, 0), (8, 5, 8.5, 5.5, 0, 3, H | A, 0), (8.5, 5, 11, 5.5, 0, 3, H, 0))
    leg = Leg(Kind.THROUGH, *at(8.25, 7))
    assert isinstance(check_leg(narrow, wide, at(8.25, 3.5), leg, True), Step)


def test_through_must_end_clear_of_all_discs_even_on_the_way() -> None:
    friend = Disc(*at(11.25, 5.5), R)
    mover = Mover(R, others=(friend,))
    leg = Leg(Kind.THROUGH, *at(11.25, 5.5))
    assert check_leg(scene("A"), mover, at(11.25, 8), leg, False) == Fault(Wrong.DISC, disc=friend)


def test_an_opening_serves_whoever_begins_near_its_mark() -> None:
    wall = box("C", "Wa")
    start, leg = at(8.5, 10), Leg(Kind.THROUGH, *at(11, 10))
    near = Opening(wall, Disc(*at(9, 10), 1000), INCH)
    assert wrong(check_leg(scene("C"), Mover(R), start, leg, True)) is Wrong.NOTHING_THERE
    assert isinstance(check_leg(scene("C"), Mover(R, openings=(near,)), start, leg, True), Step)
    far = near._replace(mark=Disc(*at(9, 13), 1000))
    assert wrong(check_leg(scene("C"), Mover(R, openings=(far,)), start, leg, True)) is Wrong.NOTHING_THERE


# --- Other discs, sums --------------------------------------------------------------------------------------


def test_discs_block_on_the_level_of_travel_and_at_the_end() -> None:
    below = Disc(*at(12, 1.3), R)
    start, off = at(12, 2.7, 3), Leg(Kind.OFF, *at(12, 1.3))
    for last in (True, False):
        found = check_leg(scene("A"), Mover(R, walls=(below,)), start, off, last)
        assert found == Fault(Wrong.DISC, disc=below)
    friend = Mover(R, others=(below,))
    assert isinstance(check_leg(scene("A"), friend, start, off, False), Step)
    assert wrong(check_leg(scene("A"), friend, start, off, True)) is Wrong.DISC
    under = Mover(R, walls=(Disc(*at(12, 4), R),))
    assert isinstance(check_leg(scene("A"), under, at(12, 3, 3), Leg(Kind.WALK, *at(12, 5, 3)), True), Step)


def test_the_nearest_point_is_on_the_level_of_travel() -> None:
    found = go(scene("A"), Kind.UP, at(12, 1.3), at(12, 2.7, 3))
    assert isinstance(found, Step)
    assert nearest_on(found, inches(15), inches(2)) == at(12, 2, 3)


def test_wire_slows() -> None:
    place = made((5, 5, 8, 5.5, 0, 0.5, TRAITS.glass | TRAITS.ghost | WIRE, 0), (5, 8, 8, 9, 0, 1, L, 1))
    assert figures(go(place, Kind.WALK, at(6, 4), at(6, 6.5))) == (2.5, 0, 0, 0, 1, 0)
    assert figures(go(place, Kind.WALK, at(6, 4), at(9, 4))) == (3, 0, 0, 0, 0, 0)
    low = made((5, 6.5, 8, 7, 0, 0.5, WIRE | TRAITS.ghost, 0), (5, 8, 8, 9, 0, 1, L, 1))
    assert figures(go(low, Kind.OVER, at(6, 10), at(6, 7.3)))[4] == 1
    high = made((5, 5, 8, 5.5, 0, 0.5, WIRE | TRAITS.ghost, 0), (5, 6, 8, 7, 0, 1.75, L, 1))
    assert figures(go(high, Kind.OVER, at(6, 8), at(6, 5.3)))[4] == 0, "above its height"


def test_the_first_drop_is_free_once() -> None:
    down = go(scene("A"), Kind.OFF, at(12, 2.7, 3), at(12, 1.3))
    over = go(scene("C"), Kind.OVER, at(10.25, 14.75), at(13.75, 14.75))
    assert isinstance(down, Step)
    assert isinstance(over, Step)
    assert way_cost([over], inches(2)) == inches("5.5")
    assert way_cost([down, over], inches(2)) == inches("1.4") + inches("5.5") + inches("2.25")
    assert way_cost([over, down], inches(2)) == way_cost([down, over], inches(2))


def test_whole_inches() -> None:
    down = go(scene("A"), Kind.OFF, at(12, 2.7, 3), at(12, 1.3))
    over = go(scene("C"), Kind.OVER, at(10.25, 14.75), at(13.75, 14.75))
    assert isinstance(down, Step)
    assert isinstance(over, Step)
    assert way_cost([down], inches(2), INCH) == 3 * INCH
    assert way_cost([over], inches(2), INCH) == 6 * INCH
    assert way_cost([over, down], inches(2), INCH) == (6 + 2 + 3) * INCH


def test_aids_serve_one_climb_each() -> None:
    up = go(scene("A"), Kind.UP, at(12, 1.3), at(12, 2.7, 3))
    assert isinstance(up, Step)
    assert up.group is not None
    aid = Aid(up.group, Disc(*at(12, 2), 0), INCH, INCH)
    assert way_cost([up], inches(2), aids=[aid], r=R) == inches("2.4")
    assert way_cost([up, up], inches(2), aids=[aid], r=R) == inches("6.8")
    assert way_cost([up, up], inches(2), aids=[aid, aid], r=R) == inches("4.8")
    assert way_cost([up], inches(2), aids=[aid._replace(group=up.group + 1)], r=R) == inches("4.4")
    assert way_cost([up], inches(2), aids=[aid._replace(mark=Disc(*at(15, 2), 0))], r=R) == inches("4.4")


# --- Random legs --------------------------------------------------------------------------------------------


def legs(place: Scene, count: int, seed: int) -> list[tuple[Spot, Leg]]:
    """Legs of every kind between places up to 5 inches apart."""
    rng = random.Random(seed)
    found: list[tuple[Spot, Leg]] = []
    source = spots(place, R, seed)
    while len(found) < count:
        a, b = next(source), next(source)
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (5 * INCH) ** 2:
            found.append((a, Leg(rng.choice(list(Kind)), *b)))
    return found


@pytest.mark.parametrize("name", TURNS)
def test_symmetric_boards(name: str) -> None:
    turn = TURNS[name]
    place = scene("A")
    other = turned(place, turn)
    for start, leg in legs(place, 150, 9):
        here = survey(place, R, start, leg, True)
        there = survey(
            other, R, Spot(*turn(*start[:2]), start.z), Leg(leg.kind, *turn(leg.x, leg.y), leg.z), True
        )
        if isinstance(here, Step):
            assert isinstance(there, Step), (start, leg)
            assert here[3:] == there[3:]
        else:
            assert isinstance(there, Fault), (start, leg)
            assert here.wrong is there.wrong
            if here.box is not None and here.wrong in (Wrong.NOT_CLEAR, Wrong.NO_FOOTHOLD):
                assert turned_box(here.box, turn) == there.box


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_legal_legs_pass_an_oracle(name: str) -> None:
    """The swept shape at the level of travel meets no obstructing box; `through` and `leap` have
    exceptions.
    """
    place, seen = scene(name), 0
    for start, leg in legs(place, 600, 4):
        found = survey(place, R, start, leg, True)
        if not isinstance(found, Step) or leg.kind in (Kind.THROUGH, Kind.LEAP):
            continue
        seen += 1
        centre = shapely.LineString([start[:2], (leg.x, leg.y)])
        for part in place.boxes:
            if part.zl <= found.level < part.zh:
                assert centre.distance(shapely.box(*part[:4])) > R - 1e-5
            for spot in (start, found.end):
                if spot.z < part.zl < found.level:
                    assert shapely.Point(*spot[:2]).distance(shapely.box(*part[:4])) > R - 1e-5
        if leg.kind is Kind.WALK and leg.z:
            floors = shapely.union_all([shapely.box(*part[:4]) for part in place.platforms[leg.z]])
            assert floors.buffer(1e-6).covers(centre)
    assert seen > 40


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_walks_are_refused_for_a_reason(name: str) -> None:
    place = scene(name)
    for start, leg in legs(place, 600, 5):
        if leg.kind is not Kind.WALK or start.z or leg.z:
            continue
        centre = shapely.LineString([start[:2], (leg.x, leg.y)])
        near = [centre.distance(shapely.box(*part[:4])) for part in place.solid(0)]
        assert isinstance(survey(place, R, start, leg, True), Step) is (min(near) >= R)
