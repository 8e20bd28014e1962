"""Sight: the quick queries against the plain definition, symmetries, and what blocks."""

from __future__ import annotations

import pytest
from tests.boards.plane import naive
from tests.boards.plane.maps import GHOST, A, L, box, scene
from tests.boards.plane.shapes import HEADS, TURNS, pairs, turned

from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import (
    Body,
    blockers,
    blocks,
    box_points,
    rays,
    seen_points,
    sees_disc,
    sees_point,
)
from affray.boards.plane.solids import INCH, Box, Disc, inches


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize("r", [1250, 1600, 2000])
def test_as_defined(name: str, r: int) -> None:
    place, h = scene(name), HEADS[r]
    for a, b in pairs(place, r, r, 500):
        body = Body(*b, r, h)
        assert place.sees(a.x, a.y, a.z + h, body) is naive.sees(place, a.x, a.y, a.z + h, body), (a, b)


@pytest.mark.parametrize("name", TURNS)
def test_symmetric_boards(name: str) -> None:
    turn = TURNS[name]
    place, r, h = scene("A"), 1600, 3800
    other = turned(place, turn)
    for a, b in pairs(place, r, 7, 300):
        eye, body = turn(a.x, a.y), Body(*turn(b.x, b.y), b.z, r, h)
        assert other.sees(*eye, a.z + h, body) is place.sees(a.x, a.y, a.z + h, Body(*b, r, h)), (a, b)


def test_taking_a_box_away_never_blocks() -> None:
    place, r, h = scene("A"), 1600, 3800
    for n, (a, b) in enumerate(pairs(place, r, 11, 400)):
        body = Body(*b, r, h)
        if place.sees(a.x, a.y, a.z + h, body):
            fewer = [part for i, part in enumerate(place.boxes) if i != n % len(place.boxes)]
            assert Scene(place.board, fewer, place.traits, place.limits).sees(a.x, a.y, a.z + h, body)


def test_a_line_along_a_face_is_blocked_and_over_an_edge_is_not() -> None:
    wall = Box(0, 0, 100, 1000, 0, 1000)
    assert blocks(wall, (100, -500, 500, 100, 1500, 500))
    assert not blocks(wall, (101, -500, 500, 101, 1500, 500))
    assert not blocks(wall, (-500, 500, 1000, 600, 500, 1000)), "along the top"
    assert blocks(wall, (-500, 500, 999, 600, 500, 999))
    assert not blocks(wall, (-100, 900, 500, 100, 1100, 500)), "through a corner: no length"
    assert blocks(wall, (50, 500, 2000, 50, 500, 500)), "straight down"
    assert not blocks(wall, (50, 500, 2000, 50, 500, 1000))


def test_ghosts_and_glass_block_nothing() -> None:
    place = scene("C")
    a, b = (inches(4), inches(10), 3800), Body(inches(14), inches(10), 0, 1600, 3800)
    assert not place.sees(*a, b)
    for letter in (GHOST, place.traits.glass):
        boxes = [part._replace(flags=part.flags | letter) for part in place.boxes]
        assert Scene(place.board, boxes, place.traits, place.limits).sees(*a, b)
    boxes = [part._replace(flags=L | A) for part in place.boxes]
    assert not Scene(place.board, boxes, place.traits, place.limits).sees(*a, b)


def test_blockers_name_the_wall() -> None:
    place = scene("C")
    wall = box("C", "Wa")
    body = Body(inches(14), inches(10), 0, 1600, 3800)
    assert blockers(place.opaque, inches(4), inches(10), 3800, body) == [(wall, 15)]
    assert len(rays(inches(4), inches(10), 3800, body)) == 15


def test_the_same_point_in_plan() -> None:
    place = scene("B")
    above, below = (inches(15), inches(11), 8255), (inches(15), inches(11), 0)
    assert not place.sees(above[0], above[1], 8255 + 3800, Body(*below, 1600, 3800))
    assert naive.sees(place, above[0], above[1], 8255 + 3800, Body(*below, 1600, 3800)) is False


def test_discs_and_points() -> None:
    wall = Box(1000, -500, 1200, 500, 0, 5000)
    assert not sees_point([wall], 0, 0, 3800, 3000, 0, 0)
    assert sees_disc([wall], 0, 0, 3800, Disc(3000, 0, 0, 2000)), "its rim looks out beside the wall"
    assert not sees_disc([wall], 0, 0, 3800, Disc(3000, 0, 0, 1000))
    assert sees_disc([], 0, 0, 3800, Disc(3000, 0, 0, 1000))


def test_points_of_a_box() -> None:
    place = scene("C")
    low, wall = box("C", "La"), box("C", "Wa")
    points = seen_points(place.opaque, inches(8), inches(2), 3800, low)
    assert points == list(box_points(low)), "itself it does not hide"
    behind = Box(wall.x1 + INCH, wall.y0 + INCH, wall.x1 + 2 * INCH, wall.y1 - INCH, 0, INCH)
    assert seen_points((*place.opaque, behind), inches(8), inches(10), 3800, behind) == []


def test_the_scene_keeps_its_answers() -> None:
    place = Scene(scene("C").board, scene("C").boxes, scene("C").traits, scene("C").limits)
    body = Body(inches(14), inches(10), 0, 1600, 3800)
    assert [place.sees(inches(4), inches(10), 3800, body) for _ in range(2)] == [False, False]
    assert place != scene("C"), "a scene is itself only"
