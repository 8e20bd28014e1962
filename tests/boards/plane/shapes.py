"""Random scenes and places for the tests, and the board's symmetries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from affray.boards.plane.moves import Spot
from affray.boards.plane.placing import fits
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import Box, Rect

HEADS = {1250: 3200, 1600: 3800, 2000: 4400}
"""Body heights by radius."""

Turn = Callable[[int, int], tuple[int, int]]

TURNS: dict[str, Turn] = {
    "mirror x": lambda x, y: (-x, y),
    "mirror y": lambda x, y: (x, -y),
    "half turn": lambda x, y: (-x, -y),
    "quarter turn": lambda x, y: (-y, x),
    "diagonal": lambda x, y: (y, x),
}
MIRRORS = {"mirror x", "mirror y", "diagonal"}


def turned_box(box: Box, turn: Turn) -> Box:
    (ax, ay), (bx, by) = turn(box.x0, box.y0), turn(box.x1, box.y1)
    return box._replace(x0=min(ax, bx), y0=min(ay, by), x1=max(ax, bx), y1=max(ay, by))


def turned(scene: Scene, turn: Turn) -> Scene:
    """The same scene seen in a mirror or turned."""
    board = turned_box(Box(*scene.board, 0, 1), turn)
    boxes = [turned_box(box, turn) for box in scene.boxes]
    return Scene(Rect(*board[:4]), boxes, scene.traits, scene.limits)


def spots(scene: Scene, r: int, seed: int, step: int = 1) -> Iterator[Spot]:
    """Places where a disc can stand, one in four of them on a platform if there is any; multiples of
    `step`.
    """
    rng = random.Random(seed)
    raised = [box for level in scene.platforms for box in scene.platforms[level]]
    while True:
        if raised and rng.random() < 0.25:
            box = rng.choice(raised)
            area, z = box[:4], box.zh
        else:
            area, z = scene.board, 0
        x = rng.randrange(area[0], area[2]) // step * step
        y = rng.randrange(area[1], area[3]) // step * step
        if fits(scene, x, y, z, r):
            yield Spot(x, y, z)


def pairs(scene: Scene, r: int, seed: int, count: int) -> list[tuple[Spot, Spot]]:
    """Pairs of places; every third pair close together, every second one on a half-inch lattice."""
    rng = random.Random(seed)
    loose, fine = spots(scene, r, seed), spots(scene, r, seed + 1, 1270)
    found = []
    while len(found) < count:
        source = fine if len(found) % 2 else loose
        a, b = next(source), next(source)
        if len(found) % 3 == 0:
            near = Spot(a.x + rng.randrange(-9000, 9000), a.y + rng.randrange(-9000, 9000), a.z)
            if not fits(scene, *near, r):
                continue
            b = near
        found.append((a, b))
    return found
