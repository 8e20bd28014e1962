"""Outlines of cells: closed rings, holes the other way round, nothing left out."""

from __future__ import annotations

import random

from affray.boards.plane.outline import Corner, outlines


def area(ring: list[Corner]) -> int:
    """Twice the signed area: above 0 if the inside lies to the left."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def test_one_cell() -> None:
    assert outlines({(2, 3)}) == [[(2, 3), (3, 3), (3, 4), (2, 4)]]


def test_straight_sides_have_no_corners_between() -> None:
    assert outlines({(0, 0), (1, 0), (2, 0)}) == [[(0, 0), (3, 0), (3, 1), (0, 1)]]


def test_a_hole_runs_the_other_way_round() -> None:
    around = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    outer, hole = sorted(outlines(around), key=area, reverse=True)
    assert area(outer) == 18
    assert area(hole) == -2
    assert set(hole) == {(1, 1), (2, 1), (2, 2), (1, 2)}


def test_cells_that_touch_at_a_corner_have_rings_of_their_own() -> None:
    assert sorted(map(len, outlines({(0, 0), (1, 1)}))) == [4, 4]


def test_any_cells() -> None:
    rng = random.Random(1)
    for _ in range(50):
        cells = {(rng.randrange(8), rng.randrange(8)) for _ in range(rng.randrange(1, 50))}
        rings = outlines(cells)
        assert sum(map(area, rings)) == 2 * len(cells)
        for ring in rings:
            for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True):
                assert (a[0] == b[0]) != (b[0] == c[0]), "every corner is a turn"
