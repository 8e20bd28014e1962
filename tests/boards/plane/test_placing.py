"""Where discs can lie, and what is named when they cannot."""

from __future__ import annotations

import pytest
from tests.boards.plane.maps import GHOST, E, box, scene
from tests.boards.plane.shapes import spots

from affray.boards.plane.placing import (
    Fault,
    Wrong,
    disc_in_the_way,
    fits,
    holds_point,
    levels_at,
    why_not_placed,
    why_not_there,
)
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH, Disc, inches

R = 1600


def at(x: float, y: float, z: float = 0) -> Disc:
    return Disc(inches(str(x)), inches(str(y)), inches(str(z)), R)


@pytest.mark.parametrize(
    ("disc", "wrong", "part"),
    [
        (at(0.62, 10), Wrong.OFF_BOARD, None),
        (at(8, 3, 1), Wrong.NO_LEVEL, None),
        (at(9, 4), Wrong.BOX, ("A", "Sa")),
        (at(10, 3, 3), Wrong.BOX, ("A", "Sa")),
        (at(9.5, 6, 3), Wrong.OVERHANG, None),
    ],
)
def test_what_is_wrong(disc: Disc, wrong: Wrong, part: tuple[str, str] | None) -> None:
    found = why_not_there(scene("A"), disc)
    assert found is not None
    assert found.wrong is wrong
    if part is not None:
        assert found.box is not None
        assert found.box.group == box(*part).group
    assert not fits(scene("A"), *disc)


def test_touching_is_legal() -> None:
    wall = box("C", "Wa")
    beside = Disc(wall.x0 - R, wall.y0, 0, R)
    assert why_not_there(scene("C"), beside) is None
    assert why_not_there(scene("C"), beside._replace(x=beside.x + 1)) == Fault(Wrong.BOX, wall)
    assert why_not_there(scene("C"), Disc(R, R, 0, R)) is None


def test_ghosts_are_no_obstacle_and_glass_is() -> None:
    base = scene("C")
    place = at(12, 14.75)
    for letter, free in ((GHOST, True), (E, False)):
        boxes = [part._replace(flags=part.flags | letter) for part in base.boxes]
        changed = Scene(base.board, boxes, base.traits, base.limits)
        assert (why_not_there(changed, place) is None) is free


def test_other_discs_on_near_levels() -> None:
    place, high = at(13, 11), at(13, 11, 3.25)
    assert why_not_placed(scene("B"), high, [place]) is None
    beside = Disc(place.x + 2 * R, place.y, 0, R)
    assert why_not_placed(scene("B"), place, [beside]) is None
    closer = beside._replace(x=beside.x - 1)
    assert why_not_placed(scene("B"), place, [closer]) == Fault(Wrong.DISC, disc=closer)
    assert disc_in_the_way(scene("B"), place, [closer._replace(z=2 * INCH - 1)]) is not None
    assert disc_in_the_way(scene("B"), place, [closer._replace(z=2 * INCH)]) is None


def test_levels_above_one_another() -> None:
    assert levels_at(scene("A"), inches(12), inches(4), R) == [0, inches(3)]
    assert levels_at(scene("A"), inches("10.2"), inches("3.2"), R) == [0, inches(5)]
    assert levels_at(scene("C"), inches(12), inches("14.75"), R) == []


def test_points() -> None:
    place = scene("A")
    assert holds_point(place, inches(5), inches(5), 0)
    assert not holds_point(place, inches("9.25"), inches(4), 0), "in a wall"
    assert holds_point(place, inches("9.5"), inches(4), 0), "on its face"
    assert holds_point(place, inches("9.25"), inches(5), inches(3)), "on the roof"
    assert not holds_point(place, inches(5), inches(5), inches(3))
    assert not holds_point(place, -1, inches(5), 0)


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_every_place_is_clear_of_all_boxes(name: str) -> None:
    place = scene(name)
    for _, spot in zip(range(200), spots(place, R, 3)):
        for part in place.boxes:
            dx = max(part.x0 - spot.x, 0, spot.x - part.x1)
            dy = max(part.y0 - spot.y, 0, spot.y - part.y1)
            assert dx * dx + dy * dy >= R * R or not part.zl <= spot.z < part.zh
