"""Rays against the tests of single lines."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.boards.plane.maps import scene
from tests.boards.plane.shapes import spots

from affray.boards.plane.lattice import BLOCKED, RESTING, Lattice
from affray.boards.plane.moves import Spot
from affray.boards.plane.solids import INCH, Box
from affray.boards.plane.sweep import passes_within, sweeps_box, track

R, MOST = 1600, 5 * INCH


@pytest.mark.parametrize("step", [1, INCH // 2, INCH])
@pytest.mark.parametrize("name", ["A", "C"])
def test_walks_are_what_lines_say(name: str, step: int) -> None:
    lattice = Lattice(scene(name), R, INCH)
    exact = Lattice(scene(name), R, INCH)
    seen = set()
    for start in islice(spots(scene(name), R, 3, step), 60):
        before, rays = lattice.rays(start, MOST, 1)
        open_, closed = lattice.walks(start, before, rays)
        for number, shift in enumerate(rays.shifts):
            node = before + shift
            column, row = node % lattice.stride, node // lattice.stride % lattice.rows
            on_board = column < lattice.columns and node // lattice.area == before // lattice.area
            rests = on_board and node >= 0 and exact.standing(node) == RESTING
            clear = rests and exact.clear_from(start, exact.spot(node)) != BLOCKED
            assert bool(open_ >> number & 1) == clear
            assert bool(closed >> number & 1) == (rests and not clear)
            seen.add((clear, rests))
            if rests:
                assert start.z > 0 or (row + column) % 2 == 0
    assert len(seen) == 3


def test_rays_lead_to_all_places_of_the_colour() -> None:
    lattice = Lattice(scene("C"), R, INCH)
    start = Spot(10 * INCH, 9 * INCH + 700, 0)
    before, rays = lattice.rays(start, MOST, 1)
    ends = {lattice.spot(before + shift)[:2] for shift in rays.shifts}
    nodes = [(x * INCH, y * INCH) for x in range(30) for y in range(22) if (x + y) % 2 == 0]
    assert ends == {(x, y) for x, y in nodes if (x - start.x) ** 2 + (y - start.y) ** 2 <= MOST**2}
    assert list(rays.costs) == sorted(rays.costs)


def test_what_rays_meet() -> None:
    random = Random(4)
    lattice = Lattice(scene("C"), R, INCH)
    start = Spot(10 * INCH, 9 * INCH, 0)
    _, rays = lattice.rays(start, MOST, 1)
    ends = list(zip(rays.x1, rays.y1, strict=True))
    for _ in range(60):
        x, y = random.randint(-7 * INCH, 7 * INCH), random.randint(-7 * INCH, 7 * INCH)
        span = random.randint(1, 3 * INCH)
        ways = [track(0, 0, *end, 1) for end in ends]
        near = sum(1 << i for i, way in enumerate(ways) if passes_within(way, x, y, span * span))
        assert rays.near(x, y, span) == near
        ended = sum(1 << i for i, (a, b) in enumerate(ends) if (a - x) ** 2 + (b - y) ** 2 < span * span)
        assert rays.ends(x, y, span) == ended
        box = Box(start.x + x, start.y + y, start.x + x + span, start.y + y + 900, 0, INCH)
        swept = [sweeps_box(track(*start[:2], start.x + a, start.y + b, R), box) for a, b in ends]
        assert rays.swept(*start[:2], box, R) == sum(hit << i for i, hit in enumerate(swept))
