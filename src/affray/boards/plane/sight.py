"""Sight: straight lines from a point to the points of an upright body, past boxes that stop them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.bounds import Bounds
from affray.boards.plane.solids import Box, Disc, rdiv

FOOT = 500
"""The lowest height on a body that is looked at, above its level; bodies are at least twice as tall."""
SPARE = 4
"""By so many units a wall has to overlap two lines to be taken as overlapping all between."""


class Body(NamedTuple):
    """An upright cylinder: plan centre, level, radius and the height of its top above the level."""

    x: int
    y: int
    z: int
    r: int
    h: int


Ray = tuple[int, int, int, int, int, int]
"""A straight line from (x, y, z) to (x1, y1, z1), ends included."""


def blocks(box: Box, ray: Ray) -> bool:
    """Whether a stretch of positive length of a line lies in a box: closed in plan, open in height."""
    x, y, z, x1, y1, z1 = ray
    bx0, by0, bx1, by1, zl, zh = box[0], box[1], box[2], box[3], box[4], box[5]
    num, den, top_num, top_den = 0, 1, 1, 1  # the stretch, as fractions of the line
    d = x1 - x
    if d == 0:
        if not bx0 <= x <= bx1:
            return False
    else:
        if d > 0:
            a, b = bx0 - x, bx1 - x
        else:
            a, b, d = x - bx1, x - bx0, -d
        if a >= d or b <= 0:
            return False
        if a > 0:
            num, den = a, d
        if b < d:
            top_num, top_den = b, d
    d = y1 - y
    if d == 0:
        if not by0 <= y <= by1:
            return False
    else:
        if d > 0:
            a, b = by0 - y, by1 - y
        else:
            a, b, d = y - by1, y - by0, -d
        if a * den > num * d:
            num, den = a, d
        if b * top_den < top_num * d:
            top_num, top_den = b, d
        if num * top_den >= top_num * den:
            return False
    d = z1 - z
    if d == 0:
        return zl < z < zh
    if d > 0:
        a, b = zl - z, zh - z
    else:
        a, b, d = z - zh, z - zl, -d
    if a * den > num * d:
        num, den = a, d
    if b * top_den < top_num * d:
        top_num, top_den = b, d
    return num * top_den < top_num * den


def candidates(
    boxes: Iterable[Box], x: int, y: int, x1: int, y1: int, reach: int, low: int, high: int
) -> list[Box]:
    """The boxes that can matter to lines from a point to points within `reach` of another, between two
    heights.

    Points that were rounded to units, or set square to a length that was rounded down, are still covered.
    """
    dx, dy = x1 - x, y1 - y
    ax, ay = abs(dx), abs(dy)
    n = isqrt(dx * dx + dy * dy)
    span = reach + reach // max(1, n) + 2
    left, right = min(x, x1 - span), max(x, x1 + span)
    bottom, top = min(y, y1 - span), max(y, y1 + span)
    limit = 2 * reach * (n + 2) + ax + ay
    found = []
    for box in boxes:
        bx0, by0, bx1, by1, zl, zh, _, _ = box
        if bx0 > right or bx1 < left or by0 > top or by1 < bottom or zl >= high or zh <= low:
            continue
        across = dx * (by0 + by1 - 2 * y) - dy * (bx0 + bx1 - 2 * x)
        if abs(across) - ax * (by1 - by0) - ay * (bx1 - bx0) <= limit:
            found.append(box)
    return found


def offsets(dx: int, dy: int, r: int) -> tuple[tuple[int, int], ...]:
    """Five points across a body as seen along (dx, dy): its middle, half and whole radius to both sides."""
    n = isqrt(dx * dx + dy * dy)
    if n == 0:
        dx, dy, n = 1, 0, 1
    hx, hy = rdiv(r * dy, 2 * n), rdiv(-r * dx, 2 * n)
    wx, wy = rdiv(r * dy, n), rdiv(-r * dx, n)
    return (0, 0), (hx, hy), (-hx, -hy), (wx, wy), (-wx, -wy)


def heights(body: Body) -> tuple[int, int, int]:
    """The three heights at which a body is looked at: its top, its middle and just above its base."""
    return body.z + body.h, body.z + body.h // 2, body.z + FOOT


def beside(
    boxes: Iterable[Box], x: int, y: int, z: int, bx: int, by: int, bz: int, r: int, h: int
) -> list[Box]:
    """The boxes that can matter to the lines from a point to a body of radius r and height h at (bx, by,
    bz).
    """
    top, foot = bz + h, bz + FOOT
    return candidates(boxes, x, y, bx, by, r, z if z < foot else foot, z if z > top else top)


def heights_between(z: int, level: int, h: int) -> tuple[int, int]:
    """The lowest and the highest point of all lines from a height to a body of height h on a level."""
    top, foot = level + h, level + FOOT
    return z if z < foot else foot, z if z > top else top


def sees_past(
    walls: list[Box],
    bounds: Bounds,
    others: int,
    more: list[Box],
    x: int,
    y: int,
    z: int,
    bx: int,
    by: int,
    bz: int,
    r: int,
    h: int,
    low: int,
) -> bool:
    """Whether a clear line leads from a point to one of the 15 points of the body of radius r and height h at
    (bx, by, bz).

    The boxes that span all heights looked at, of which `low` is the lowest, stand apart from the `others`, a
    set of those in `bounds`, and `more`: such a wall hides a whole offset at once, as one plan test serves
    three lines.
    """
    top = bz + h
    boxes: list[Box] | None = None
    across: Sequence[tuple[int, int]]
    if walls and _walled(walls, x, y, bx, by):
        # Most often the wall before the middle is before all of the body.
        if _hides_all(walls[0], x, y, bx, by, r):
            return False
        across = offsets(bx - x, by - y, r)[1:]
    else:
        boxes = bounds.listed(others) + more
        # Where anything is seen, most often it is the middle of the top.
        if not boxes or not stopped(boxes, (x, y, z, bx, by, top)):
            return True
        across = offsets(bx - x, by - y, r)
    near: list[Box] | None = None
    for ox, oy in across:
        tx, ty = bx + ox, by + oy
        if walls and _walled(walls, x, y, tx, ty):
            continue
        if near is None:
            boxes = bounds.listed(others) + more if boxes is None else boxes
            near = candidates(boxes, x, y, bx, by, r, low, z if z > top else top)
        if not near:
            return True
        for level in (top, bz + h // 2, bz + FOOT):
            if not stopped(near, (x, y, z, tx, ty, level)):
                return True
    return False


def _walled(walls: list[Box], x: int, y: int, x1: int, y1: int) -> bool:
    """Whether a wall blocks a line. The one that does moves to the front."""
    dx, dy = x1 - x, y1 - y
    left, right, south, north = (x, x1, 1, 3) if dx > 0 else (x1, x, 3, 1)
    bottom, top, west, east = (y, y1, 0, 2) if dy > 0 else (y1, y, 2, 0)
    line = dx * y - dy * x
    for i, box in enumerate(walls):
        # How far the corners lie to the left of the line: the last of them, and the first.
        least, most = dx * box[south] - dy * box[east], dx * box[north] - dy * box[west]
        if least > line or most < line:
            continue
        bx0, by0, bx1, by1 = box[0], box[1], box[2], box[3]
        if bx0 > right or bx1 < left or by0 > top or by1 < bottom:
            continue
        across = least < line < most and bx0 < right and bx1 > left and by0 < top and by1 > bottom
        # What only touches is worth a closer look.
        if across or blocks(box, (x, y, box[4] + 1, x1, y1, box[4] + 1)):
            if i:
                walls.insert(0, walls.pop(i))
            return True
    return False


def _hides_all(wall: Box, x: int, y: int, bx: int, by: int, r: int) -> bool:
    """Whether a wall blocks the lines to the outermost points of a body, with some units to spare.

    A wall that blocks two lines blocks all between, as it is convex; these may end a little less far away, as
    their ends were rounded.
    """
    dx, dy = bx - x, by - y
    n = isqrt(dx * dx + dy * dy)
    if n == 0:
        return False
    wx, wy = r * dy // n, -r * dx // n
    return _hides(wall, x, y, bx + wx, by + wy) and _hides(wall, x, y, bx - wx, by - wy)


def _hides(wall: Box, x: int, y: int, x1: int, y1: int) -> bool:
    """Whether a wall blocks a line with some units to spare."""
    dx, dy = x1 - x, y1 - y
    wx0, wy0, wx1, wy1 = wall[0], wall[1], wall[2], wall[3]
    if dx > 0:
        if wx0 + SPARE > x1 or wx1 - SPARE < x:
            return False
        south, north, spare = wy0, wy1, dx
    else:
        if wx0 + SPARE > x or wx1 - SPARE < x1:
            return False
        south, north, spare = wy1, wy0, -dx
    if dy > 0:
        if wy0 + SPARE > y1 or wy1 - SPARE < y:
            return False
        west, east, spare = wx0, wx1, spare + dy
    else:
        if wy0 + SPARE > y or wy1 - SPARE < y1:
            return False
        west, east, spare = wx1, wx0, spare - dy
    # How far the outermost corners lie to either side of the line.
    line, spare = dx * y - dy * x, SPARE * spare
    return dx * south - dy * east + spare < line < dx * north - dy * west - spare


def stopped(boxes: list[Box], ray: Ray) -> bool:
    """Whether a box blocks a line. The one that does moves to the front: it likely blocks the next line as
    well.
    """
    x, y, _, x1, y1, _ = ray
    dx, dy = x1 - x, y1 - y
    south, north = (1, 3) if dx > 0 else (3, 1)
    west, east = (0, 2) if dy > 0 else (2, 0)
    line = dx * y - dy * x
    for i, box in enumerate(boxes):
        if dx * box[south] - dy * box[east] > line or dx * box[north] - dy * box[west] < line:
            continue  # all of it lies to one side
        if blocks(box, ray):
            if i:
                boxes.insert(0, boxes.pop(i))
            return True
    return False


def sees_point(boxes: Iterable[Box], x: int, y: int, z: int, x1: int, y1: int, z1: int) -> bool:
    """Whether a clear line leads from one point to another."""
    ray = (x, y, z, x1, y1, z1)
    for box in boxes:
        if blocks(box, ray):
            return False
    return True


def beside_disc(boxes: Iterable[Box], x: int, y: int, z: int, disc: Disc) -> list[Box]:
    """The boxes that can matter to the lines from a point to a flat disc."""
    cx, cy, level, r = disc
    return candidates(boxes, x, y, cx, cy, r, min(z, level), max(z, level))


def sees_disc(boxes: Iterable[Box], x: int, y: int, z: int, disc: Disc) -> bool:
    """Whether a clear line leads from a point to the middle of a flat disc or one of four points of
    its rim.
    """
    cx, cy, level, r = disc
    near = beside_disc(boxes, x, y, z, disc)
    if not near:
        return True
    for ox, oy in ((0, 0), (r, 0), (-r, 0), (0, r), (0, -r)):
        if not stopped(near, (x, y, z, cx + ox, cy + oy, level)):
            return True
    return False


def box_points(box: Box) -> tuple[tuple[int, int, int], ...]:
    """The points of a box that are looked at: the middle of its top and the top's corners."""
    x0, y0, x1, y1, top = box.x0, box.y0, box.x1, box.y1, box.zh
    return ((x0 + x1) // 2, (y0 + y1) // 2, top), (x0, y0, top), (x1, y0, top), (x0, y1, top), (x1, y1, top)


def seen_points(boxes: Iterable[Box], x: int, y: int, z: int, box: Box) -> list[tuple[int, int, int]]:
    """The points of a box to which a line leads that no other box blocks."""
    others = [other for other in boxes if other != box]
    return [point for point in box_points(box) if sees_point(others, x, y, z, *point)]


def rays(x: int, y: int, z: int, body: Body) -> list[Ray]:
    """The 15 lines from a point to a body."""
    return [
        (x, y, z, body.x + ox, body.y + oy, level)
        for ox, oy in offsets(body.x - x, body.y - y, body.r)
        for level in heights(body)
    ]


def blockers(boxes: Sequence[Box], x: int, y: int, z: int, body: Body) -> list[tuple[Box, int]]:
    """The boxes that stop lines to a body and how many each, most first: what to name when somebody asks why
    nothing is seen.
    """
    lines = rays(x, y, z, body)
    counts = [(box, sum(blocks(box, ray) for ray in lines)) for box in boxes]
    return sorted((found for found in counts if found[1]), key=lambda found: -found[1])
