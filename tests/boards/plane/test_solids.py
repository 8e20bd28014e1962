"""Lengths, distances and overlaps of discs and rectangles, against fractions and against Shapely."""

from __future__ import annotations

from fractions import Fraction
from math import hypot

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from affray.boards.plane.solids import (
    INCH,
    Box,
    Disc,
    Rect,
    covers,
    discs_overlap,
    gap,
    inches,
    inside,
    nearest_root,
    overlaps,
    rdiv,
    rect_inside,
    rects_overlap,
    rects_within,
    touches,
    wholly_within,
    within,
    within_box,
)

AT = st.integers(0, 76200)
RADIUS = st.sampled_from([1000, 1250, 1400, 1600, 2000])
LEVEL = st.sampled_from([0, 2540, 6350, 7620, 8255, 12700])
SIDE = st.integers(200, 20000)


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    x, y = draw(AT), draw(AT)
    return Rect(x, y, x + draw(SIDE), y + draw(SIDE))


@st.composite
def discs(draw: st.DrawFn) -> Disc:
    return Disc(draw(AT), draw(AT), draw(LEVEL), draw(RADIUS))


def clear_cut(value: float, limit: float) -> None:
    """Leave out what floats cannot tell apart."""
    assume(abs(value - limit) > 1e-4)


@pytest.mark.parametrize(
    ("text", "units"), [("1", 2540), ("2.75", 6985), ("11/4", 6985), ("0.62", 1575), ("16.01", 40665)]
)
def test_inches(text: str, units: int) -> None:
    assert inches(text) == units
    assert inches(Fraction(text)) == units


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_rdiv_rounds_to_the_nearest_and_mirrors(a: int, b: int) -> None:
    assert rdiv(-a, b) == -rdiv(a, b)
    assert abs(rdiv(a, b) - Fraction(a, b)) <= Fraction(1, 2)
    if 2 * abs(a) % (2 * b) == b:
        assert abs(rdiv(a, b)) * b > abs(a)


@given(st.integers(0, 10**12))
def test_nearest_root(square: int) -> None:
    root = nearest_root(square)
    assert (2 * root - 1) ** 2 <= 4 * square <= (2 * root + 1) ** 2 or square == 0 == root


@given(discs(), discs(), st.sampled_from([INCH, 2 * INCH, 6 * INCH, 20 * INCH]))
def test_within_is_the_distance_of_two_flat_discs(a: Disc, b: Disc, reach: int) -> None:
    flat = max(0.0, hypot(a.x - b.x, a.y - b.y) - a.r - b.r)
    distance = hypot(flat, a.z - b.z)
    assume(abs(distance - reach) > 1.5)  # the horizontal part of the reach is rounded down
    assert within(a, b, reach) is (distance <= reach) is within(b, a, reach)
    assert abs(gap(a, b) - distance) <= 2


@given(discs(), discs(), st.sampled_from([INCH, 4 * INCH]))
def test_wholly_within(a: Disc, b: Disc, reach: int) -> None:
    farthest = hypot(a.x - b.x, a.y - b.y) + a.r
    clear_cut(farthest, reach + b.r)
    assert wholly_within(a, b, reach) is (farthest <= reach + b.r and abs(a.z - b.z) <= reach)


@given(discs())
def test_a_disc_is_wholly_within_any_distance_of_itself(a: Disc) -> None:
    assert wholly_within(a, a, 0)
    assert within(a, a, 0)


@given(discs(), rects(), LEVEL, st.integers(100, 9000), st.sampled_from([INCH, 2 * INCH]))
def test_within_box(a: Disc, rect: Rect, low: int, height: int, reach: int) -> None:
    box = Box(*rect, low, low + height)
    flat = max(0.0, shapely.Point(a.x, a.y).distance(shapely.box(*rect)) - a.r)
    up = max(box.zl - a.z, 0, a.z - box.zh)
    assume(abs(hypot(flat, up) - reach) > 1.5)
    assert within_box(a, box, reach) is (hypot(flat, up) <= reach)


@given(discs(), rects())
def test_disc_and_rectangle(a: Disc, rect: Rect) -> None:
    shape = shapely.box(*rect)
    point = shapely.Point(a.x, a.y)
    distance = point.distance(shape)
    clear_cut(distance, a.r)
    assert overlaps(a.x, a.y, a.r, rect) is touches(a.x, a.y, a.r, rect) is (distance < a.r)
    assert covers(rect, a.x, a.y) is shape.covers(point)
    assert inside(a.x, a.y, a.r, rect) is shape.covers(
        shapely.box(a.x - a.r, a.y - a.r, a.x + a.r, a.y + a.r)
    )


def test_touching_is_no_overlap() -> None:
    rect = Rect(0, 0, 1000, 1000)
    assert not overlaps(2600, 500, 1600, rect)
    assert touches(2600, 500, 1600, rect)
    assert overlaps(2599, 500, 1600, rect)
    assert not touches(2601, 500, 1600, rect)
    assert not discs_overlap(Disc(0, 0, 0, 1600), Disc(3200, 0, 9, 1600))
    assert discs_overlap(Disc(0, 0, 0, 1600), Disc(3199, 0, 9, 1600))


@given(rects(), rects(), st.integers(0, 3000))
def test_two_rectangles(a: Rect, b: Rect, reach: int) -> None:
    one, two = shapely.box(*a), shapely.box(*b)
    distance = one.distance(two)
    clear_cut(distance, reach)
    assert rects_within(a, b, reach) is (distance <= reach)
    assert rects_overlap(a, b) is (one.intersection(two).area > 0)
    assert rect_inside(a, b) is two.covers(one)
