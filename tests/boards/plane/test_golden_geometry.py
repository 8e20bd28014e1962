"""Worked positions on boards A, B and C: legs, sight and screens, in inches."""

from __future__ import annotations

import pytest
from tests.boards.plane.maps import TRAITS, box, scene

from affray.boards.plane.moves import Kind, Leg, Mover, Spot, Step, check_leg, nearest_on, way_cost
from affray.boards.plane.placing import Fault, Wrong, why_not_placed
from affray.boards.plane.screens import Screens
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Box, Disc, gap, inches, within, within_box

R = 1600
"""A 32 mm base."""
HEAD = 3800
ALONE = Mover(R)


def at(x: str | float, y: str | float, z: str | float = 0) -> Spot:
    return Spot(inches(str(x)), inches(str(y)), inches(str(z)))


def disc(spot: Spot) -> Disc:
    return Disc(spot.x, spot.y, spot.z, R)


def leg(
    board: str, kind: Kind, start: Spot, end: Spot, *, last: bool = True, mover: Mover = ALONE
) -> Step | Fault:
    return check_leg(scene(board), mover, start, Leg(kind, *end), last)


def cost(board: str, kind: Kind, start: Spot, end: Spot) -> int:
    step = leg(board, kind, start, end)
    assert isinstance(step, Step), step
    return way_cost([step], scene(board).limits.free_drop)


def wrong(found: Step | Fault) -> Wrong:
    assert isinstance(found, Fault), found
    return found.wrong


def sees(board: str, a: Spot, b: Spot) -> bool:
    return scene(board).sees(a.x, a.y, a.z + HEAD, Body(*b, R, HEAD))


def screens(board: str, a: Spot, b: Spot) -> dict[str, Screens]:
    return {
        name: scene(board).screens(disc(a), disc(b), side, INCH)
        for name, side in (("C", 0), ("L", 1), ("R", -1))
    }


# --- Legs ---------------------------------------------------------------------------------------------------


def test_a_walk_costs_its_length() -> None:
    assert cost("C", Kind.WALK, at(5, 10), at(5, 16)) == inches(6)
    assert cost("C", Kind.WALK, at(5, 10), at(5, "16.01")) == inches("6.01")


@pytest.mark.parametrize(("enemy", "gap_in_inches"), [((7.5, 13), "1.240"), ((7.2, 13), "0.940")])
def test_the_nearest_point_of_a_leg(enemy: tuple[float, float], gap_in_inches: str) -> None:
    step = leg("C", Kind.WALK, at(5, 10), at(5, 16))
    assert isinstance(step, Step)
    other = disc(at(*enemy))
    spot = nearest_on(step, other.x, other.y)
    assert spot == at(5, 13)
    assert abs(gap(disc(spot), other) - inches(gap_in_inches)) <= 1
    assert within(disc(spot), other, INCH) is (gap_in_inches < "1")


def test_reach_counts_its_own_limit() -> None:
    assert within(Disc(0, 0, 0, R), Disc(5740, 0, 0, R), INCH)
    assert not within(Disc(0, 0, 0, R), Disc(5741, 0, 0, R), INCH)


def test_a_wall_beside_a_walk() -> None:
    assert cost("C", Kind.WALK, at(8.85, 7), at(8.85, 13)) == inches(6)
    found = leg("C", Kind.WALK, at("8.90", 7), at("8.90", 13))
    assert found == Fault(Wrong.BOX, box("C", "Wa"))


def test_over_low_things() -> None:
    assert cost("C", Kind.OVER, at(8, 3.25), at(8, 5.2)) == inches("3.95")
    assert cost("C", Kind.OVER, at(10.25, 14.75), at(13.75, 14.75)) == inches("5.5")


def test_up_and_off_a_roof() -> None:
    assert cost("A", Kind.UP, at(12, 1.3), at(12, 2.7, 3)) == inches("4.4")
    assert cost("A", Kind.OFF, at(12, 2.7, 3), at(12, 1.3)) == inches("2.4")
    step = leg("A", Kind.OFF, at(13, 6.1, 3), at(13, 7.7))
    assert isinstance(step, Step)
    assert (step.climb, step.length, step.drop) == (inches(2), inches("1.6"), inches(3))
    assert way_cost([step], inches(2)) == inches("4.6")


def test_past_a_friend_but_not_onto_it() -> None:
    passing = Mover(R, others=(disc(at(5, 13)),))
    assert isinstance(leg("C", Kind.WALK, at(5, 10), at(5, 16), mover=passing), Step)
    there = Mover(R, others=(disc(at(5, 16.8)),))
    assert wrong(leg("C", Kind.WALK, at(5, 10), at(5, 16), mover=there)) is Wrong.DISC
    enemy = Mover(R, walls=(disc(at(5, 13)),))
    assert wrong(leg("C", Kind.WALK, at(5, 10), at(5, 16), mover=enemy)) is Wrong.DISC


def test_the_rim_may_touch_the_edge_of_the_board() -> None:
    assert at("0.63", 10).x == R
    assert isinstance(leg("C", Kind.WALK, at(5, 10), at("0.63", 10)), Step)
    assert wrong(leg("C", Kind.WALK, at(5, 10), at("0.62", 10))) is Wrong.OFF_BOARD


def test_no_stop_on_top_of_what_is_no_platform() -> None:
    assert wrong(leg("C", Kind.OVER, at(10.25, 14.75), at(12, 14.75))) is Wrong.NOT_CLEAR
    top = scene("C")
    assert why_not_placed(top, disc(at(12, 14.75, 1.25)), ()) == Fault(Wrong.NO_LEVEL)


def test_up_to_the_gantry_and_not_through_its_floor() -> None:
    assert cost("B", Kind.UP, at(11.3, 10.4), at(12.7, 10.4, 3.25)) == inches("4.65")
    assert wrong(leg("B", Kind.UP, at(13, 11), at(13, 11, 3.25))) is Wrong.CEILING


def test_a_leap_over_the_rampart_of_the_landing() -> None:
    step = leg("B", Kind.LEAP, at(10.3, 14.7, 2.5), at(12.7, 11.3, 3.25))
    assert isinstance(step, Step)
    assert (step.climb, step.drop, step.level) == (0, 0, inches("3.25"))
    assert abs(step.length - inches("4.161")) <= inches("0.001")


def test_two_discs_one_above_the_other() -> None:
    above, below = disc(at(13, 11, 3.25)), disc(at(13, 11))
    assert not within(above, below, INCH)
    assert why_not_placed(scene("B"), above, [below]) is None
    assert why_not_placed(scene("B"), below, [above]) is None
    mark = Disc(*at(15, 11), 2000)
    assert not within(disc(at(15, 11, 3.25)), mark, INCH)


# --- Sight and screens --------------------------------------------------------------------------------------


def test_a_wall_hides() -> None:
    assert not sees("C", at(4, 10), at(14, 10))


def test_a_wall_in_the_middle_screens() -> None:
    a, b = at(4, 10), at(14, 13.5)
    assert sees("C", a, b)
    wall = box("C", "Wa")
    assert screens("C", a, b) == dict.fromkeys("CLR", Screens((), (wall,)))


def test_rubble_near_and_in_the_middle() -> None:
    a, b = at(5, 14.75), at(14.1, 14.75)
    rubble = box("C", "Ha")
    assert sees("C", a, b)
    assert screens("C", a, b)["C"] == Screens((rubble,), (rubble,))


def test_rubble_away_from_the_target() -> None:
    a, b = at(5, 14.75), at(15.5, 14.75)
    assert screens("C", a, b)["C"] == Screens((), (box("C", "Ha"),))


def test_light_rubble_near_the_target() -> None:
    b = at(8, 5.4)
    light = box("C", "La")
    for y, close in ((1.5, False), (2.2, True)):
        a = at(8, y)
        assert within(disc(a), disc(b), 2 * INCH) is close
        assert screens("C", a, b)["C"] == Screens((light,), ())


def test_from_a_roof() -> None:
    a, b = at(12, 6.1, 3), at(15, 9.3)
    assert sees("A", a, b)
    assert sees("A", b, a)
    assert screens("A", a, b)["C"].near == (box("A", "Na"),)


def test_the_best_of_three_points() -> None:
    found = screens("A", at(9.7, 3, 5), at(3.5, 10.95))

    def groups(boxes: tuple[Box, ...]) -> set[int]:
        return {part.group for part in boxes}

    behind = {box("A", "Qa").group}
    assert groups(found["C"].middle) == groups(found["L"].middle) == behind
    assert found["R"] == Screens((box("A", "Oa"),), ())


def test_through_the_window_one_way() -> None:
    inside, outside = at(11.5, 4.5), at(16, 6)
    assert sees("A", inside, outside)
    assert not sees("A", outside, inside)
    found = screens("A", inside, outside)["C"]
    assert not found.near
    assert {part.group for part in found.middle} == {box("A", "Sa").group}


def test_open_ground_screens_nothing() -> None:
    a, b = at(4, 18), at(12, 18)
    assert sees("C", a, b)
    assert screens("C", a, b) == dict.fromkeys("CLR", Screens((), ()))


def test_reach_to_a_box_counts_heights() -> None:
    wall = box("C", "Wa")
    assert within_box(disc(at("7.87", 10)), wall, INCH)
    assert not within_box(disc(at("7.86", 10)), wall, INCH)


def test_traits_are_masks() -> None:
    assert TRAITS.platform & box("A", "Sa", "V").flags
