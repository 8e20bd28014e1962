"""Screens: fans against the plain definition, symmetries, polygons against Shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.boards.plane import naive
from tests.boards.plane.maps import H, scene
from tests.boards.plane.shapes import MIRRORS, TURNS, pairs, turned, turned_box

from affray.boards.plane.screens import fan_to, overlapping, rim_point, spans, stretch
from affray.boards.plane.solids import INCH, Box, Disc


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize("side", [0, 1, -1])
def test_as_defined(name: str, side: int) -> None:
    place = scene(name)
    for r in (1250, 1600, 2000):
        for a, b in pairs(place, r, r + side, 250):
            start, target = Disc(*a, r), Disc(*b, r)
            found = place.screens(start, target, side, INCH)
            near, middle = naive.screened(place, start, target, side, INCH)
            assert (set(found.near), set(found.middle)) == (near, middle), (a, b)


@pytest.mark.parametrize("name", TURNS)
def test_symmetric_boards(name: str) -> None:
    turn = TURNS[name]
    place, r = scene("A"), 1600
    other = turned(place, turn)
    for a, b in pairs(place, r, 5, 200):
        for side in (0, 1, -1):
            here = place.screens(Disc(*a, r), Disc(*b, r), side, INCH)
            there = other.screens(
                Disc(*turn(a.x, a.y), a.z, r),
                Disc(*turn(b.x, b.y), b.z, r),
                -side if name in MIRRORS else side,
                INCH,
            )
            if (a.x, a.y) == (b.x, b.y):
                continue  # without a direction there is no left and right
            assert {turned_box(part, turn) for part in here.near} == set(there.near)
            assert {turned_box(part, turn) for part in here.middle} == set(there.middle)


AT = st.integers(0, 30000)


@given(AT, AT, AT, AT, st.sampled_from([1250, 1600, 2000]), AT, AT, st.integers(1, 9000), st.data())
def test_polygons_of_a_fan(
    px: int, py: int, x: int, y: int, r: int, bx: int, by: int, size: int, data: st.DataObject
) -> None:
    fan = fan_to(px, py, Disc(x, y, 0, r))
    assume(fan is not None and fan.m > 4)
    assert fan is not None
    low = data.draw(st.integers(0, fan.m - 2))
    high = data.draw(st.integers(low + 1, fan.m))
    polygon = stretch(fan, low, high)
    shape = shapely.Polygon(polygon)
    assume(shape.is_valid and shape.area > 1000 and len(set(polygon)) == len(polygon))
    box = Box(bx, by, bx + size, by + size, 0, 1)
    shared = shape.intersection(shapely.box(*box[:4])).area
    assume(shared == 0 or shared > 1e-3)
    for points in (polygon, polygon[::-1]):
        assert bool(overlapping([box], points)) is (shared > 0)


def test_a_polygon_without_area_overlaps_nothing() -> None:
    assert overlapping([Box(0, 0, 9, 9, 0, 1)], [(0, 0), (5, 5), (9, 9)]) == []


def test_no_fan_to_the_own_centre() -> None:
    disc = Disc(100, 100, 0, 1600)
    assert fan_to(100, 100, disc) is None
    assert rim_point(disc, disc, 1) == (100, 1700)
    assert rim_point(disc, disc, -1) == (100, -1500)
    assert not any(scene("C").screens(Disc(20000, 20000, 0, 1600), Disc(20000, 20000, 0, 1600), 0, INCH))


def test_a_box_that_covers_the_whole_fan() -> None:
    fan = fan_to(0, 0, Disc(10000, 0, 0, 1600))
    assert fan is not None
    wide, narrow = Box(5000, -2000, 5500, 2000, 0, 3000, H), Box(5000, -2000, 5500, 100, 0, 3000, H)
    assert spans(wide, fan, 0, 0)
    assert not spans(narrow, fan, 0, 0)
    assert not spans(wide, fan, 3000, 3000), "beneath"
    assert spans(wide, fan, 5000, 0), "the slope meets it"
    assert not spans(wide, fan, 12000, 0)
