"""A scene that adds boxes to another one, and the boxes of a rectangle."""

from __future__ import annotations

from random import Random

import pytest
from tests.boards.plane.maps import scene
from tests.boards.plane.shapes import pairs

from affray.boards.plane.bounds import Bounds
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Disc

R, HEAD = 1600, 3800


@pytest.mark.parametrize("name", ["A", "C"])
@pytest.mark.parametrize("kept", [0, 10, 20])
def test_what_a_base_knows_serves(name: str, kept: int) -> None:
    """With the last boxes added to a scene of the others all is as in a scene of its own."""
    whole = scene(name)
    base = Scene(whole.board, whole.boxes[: len(whole.boxes) - kept], whole.traits, whole.limits)
    both = Scene(whole.board, whole.boxes, whole.traits, whole.limits, base)
    answers = set()
    for a, b in pairs(whole, R, 5, 400):
        body, start, target = Body(*b, R, HEAD), Disc(*a, R), Disc(*b, R)
        seen = both.sees(a.x, a.y, a.z + HEAD, body)
        assert seen == whole.sees(a.x, a.y, a.z + HEAD, body)
        assert both.near(target, INCH) == whole.near(target, INCH)
        found = both.screens(start, target, 1, INCH)
        assert found == whole.screens(start, target, 1, INCH)
        answers.add((seen, bool(found.near), bool(found.middle)))
    assert len(answers) > 4


def test_boxes_of_a_rectangle() -> None:
    place, random = scene("A"), Random(3)
    bounds = Bounds(place.board, place.boxes)
    spared = 0
    for _ in range(200):
        x, y = random.randint(-2 * INCH, 31 * INCH), random.randint(-2 * INCH, 23 * INCH)
        left, bottom, right, top = x, y, x + random.randint(0, 9000), y + random.randint(0, 9000)
        found = bounds.meeting(left, bottom, right, top)
        meeting = [
            box
            for box in place.boxes
            if box.x0 <= right and box.x1 >= left and box.y0 <= top and box.y1 >= bottom
        ]
        assert [box for box in found if box in meeting] == meeting
        spared += len(place.boxes) - len(found)
    assert spared > 5000
