"""Discs along segments against Shapely and fractions."""

from __future__ import annotations

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from affray.boards.plane.solids import Rect
from affray.boards.plane.sweep import (
    crosses_rect,
    gap_between,
    nearest,
    part_in,
    passes_within,
    stays_over,
    sweeps_box,
    sweeps_disc,
    track,
)

AT = st.integers(0, 20000)
STEP = st.integers(-20000, 20000)
R = st.sampled_from([1250, 1600, 2000])
GRID = st.integers(0, 12).map(lambda n: n * 1000)


@st.composite
def rects(draw: st.DrawFn, at: st.SearchStrategy[int] = AT) -> Rect:
    x, y = draw(at), draw(at)
    return Rect(x, y, x + 1000 + draw(at), y + 1000 + draw(at))


def line(x: int, y: int, x1: int, y1: int) -> shapely.Geometry:
    return shapely.LineString([(x, y), (x1, y1)]) if (x, y) != (x1, y1) else shapely.Point(x, y)


@given(AT, AT, AT, AT, R, rects())
def test_a_swept_disc_and_a_rectangle(x: int, y: int, x1: int, y1: int, r: int, rect: Rect) -> None:
    distance = line(x, y, x1, y1).distance(shapely.box(*rect))
    assume(abs(distance - r) > 1e-5)
    assert sweeps_box(track(x, y, x1, y1, r), rect) is (distance < r)


@given(GRID, GRID, GRID, st.booleans(), st.sampled_from([1000, 2000]), rects(GRID))
def test_a_swept_disc_that_touches(x: int, y: int, end: int, up: bool, r: int, rect: Rect) -> None:
    """On a coarse grid discs often touch: straight legs are exact even for floats."""
    x1, y1 = (x, end) if up else (end, y)
    distance = line(x, y, x1, y1).distance(shapely.box(*rect))
    assert sweeps_box(track(x, y, x1, y1, r), rect) is (distance < r)


@given(AT, AT, AT, AT, R, AT, AT, R)
def test_a_swept_disc_and_a_disc(
    x: int, y: int, x1: int, y1: int, r: int, cx: int, cy: int, other: int
) -> None:
    distance = line(x, y, x1, y1).distance(shapely.Point(cx, cy))
    assume(abs(distance - r - other) > 1e-5)
    way = track(x, y, x1, y1, r)
    assert sweeps_disc(way, cx, cy, other) is (distance < r + other)
    assert passes_within(way, cx, cy, (r + other) ** 2) is (distance < r + other)


@given(AT, AT, AT, AT, AT, AT)
def test_the_nearest_point(x: int, y: int, x1: int, y1: int, cx: int, cy: int) -> None:
    px, py = nearest(track(x, y, x1, y1, 1), cx, cy)
    shape, point = line(x, y, x1, y1), shapely.Point(cx, cy)
    best = shape.interpolate(shape.project(point)) if (x, y) != (x1, y1) else shape
    assert abs(px - best.x) <= 0.51
    assert abs(py - best.y) <= 0.51


def test_the_nearest_point_mirrors() -> None:
    assert nearest(track(0, 0, 2, 1, 1), 1, 0) == (1, 0)
    assert nearest(track(0, 0, -2, -1, 1), -1, 0) == (-1, 0)


@given(GRID, GRID, GRID, GRID, rects(GRID))
def test_parts_and_crossings(x: int, y: int, x1: int, y1: int, rect: Rect) -> None:
    way = track(x, y, x1, y1, 1)
    shape, area = line(x, y, x1, y1), shapely.box(*rect)
    part = part_in(way, rect)
    assert (part is not None) is shape.intersects(area)
    inner = shape.intersection(area)
    if part is not None:
        share = part[2] / part[3] - part[0] / part[1] if (x, y) != (x1, y1) else 0.0
        assert abs(share * shape.length - inner.length) < 1e-6
    through = inner.length > 1e-6 and area.contains(inner.centroid)
    if (x, y) != (x1, y1):
        assert crosses_rect(way, rect) is through


@given(GRID, GRID, GRID, GRID, st.lists(rects(GRID), max_size=4))
def test_staying_over_rectangles(x: int, y: int, x1: int, y1: int, floor: list[Rect]) -> None:
    union = shapely.union_all([shapely.box(*rect) for rect in floor])
    outside = line(x, y, x1, y1).difference(union.buffer(1e-6))
    assert stays_over(track(x, y, x1, y1, 1), floor) is outside.is_empty


@given(AT, AT, rects(), rects(), st.integers(0, 12000), st.data())
def test_the_gap_between_two_rectangles(
    x: int, y: int, a: Rect, b: Rect, reach: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(a.x0, a.x1)), data.draw(st.integers(a.y0, a.y1))
    end = data.draw(st.integers(b.x0, b.x1)), data.draw(st.integers(b.y0, b.y1))
    way = track(*start, *end, 1)
    shape = line(*start, *end)
    outside = shape.difference(shapely.box(*a).union(shapely.box(*b))).length
    assume(abs(outside - reach) > 1e-4)
    assert gap_between(way, [a], b, reach) is (outside < reach)
    assert gap_between(way, [Rect(-9, -9, -8, -8), a], b, reach) is (outside < reach)


def test_no_gap_from_nowhere() -> None:
    assert not gap_between(track(0, 0, 100, 0, 1), [Rect(200, 0, 300, 10)], Rect(90, 0, 110, 10), 1000)
    assert not gap_between(track(0, 0, 100, 0, 1), [Rect(0, 0, 10, 10)], Rect(200, 0, 300, 10), 1000)
