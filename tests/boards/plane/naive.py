"""Sight and screens written down as they are defined, with fractions: slow, and the measure of the quick
ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import Box, Disc

Point = tuple[int, int]
Polygon = list[Point]


def rounded(a: int, b: int) -> int:
    """a/b to the nearest integer, halves away from zero."""
    value = abs(Fraction(a, b)) + Fraction(1, 2)
    whole = value.numerator // value.denominator
    return whole if a * b >= 0 else -whole


def blocked(boxes: Iterable[Box], start: tuple[int, int, int], end: tuple[int, int, int]) -> bool:
    return any(_blocks(box, start, end) for box in boxes)


def _blocks(box: Box, start: tuple[int, int, int], end: tuple[int, int, int]) -> bool:
    low, high = Fraction(0), Fraction(1)
    open_ended = ((box.x0, box.x1, False), (box.y0, box.y1, False), (box.zl, box.zh, True))
    for a, b, (least, most, strict) in zip(start, end, open_ended):
        if a == b:
            if not (least < a < most if strict else least <= a <= most):
                return False
            continue
        first, last = Fraction(least - a, b - a), Fraction(most - a, b - a)
        low, high = max(low, min(first, last)), min(high, max(first, last))
    return low < high


def sees(scene: Scene, x: int, y: int, z: int, body: Body) -> bool:
    dx, dy = body.x - x, body.y - y
    n = isqrt(dx * dx + dy * dy)
    if n == 0:
        dx, dy, n = 1, 0, 1
    boxes = [
        box
        for box in scene.boxes
        if not box.flags & scene.traits.glass and not box.flags & scene.traits.ghost
    ]
    for twice in (0, -1, 1, -2, 2):
        ox, oy = rounded(-twice * body.r * dy, 2 * n), rounded(twice * body.r * dx, 2 * n)
        for height in (body.h, body.h // 2, 500):
            if not blocked(boxes, (x, y, z), (body.x + ox, body.y + oy, body.z + height)):
                return True
    return False


def screened(scene: Scene, start: Disc, target: Disc, side: int, reach: int) -> tuple[set[Box], set[Box]]:
    """The boxes near the target that cross the near part of the fan, and the shading ones that cross the
    middle.
    """
    dx, dy = target.x - start.x, target.y - start.y
    n = isqrt(dx * dx + dy * dy)
    if n == 0:
        dx, dy, n = 1, 0, 1
    px = start.x + side * rounded(-start.r * dy, n)
    py = start.y + side * rounded(start.r * dx, n)
    ex, ey = target.x - px, target.y - py
    m = isqrt(ex * ex + ey * ey)
    if ex * ex + ey * ey - m * m > m:
        m += 1
    if m == 0:
        return set(), set()
    across = (rounded(-target.r * ey, m), rounded(target.r * ex, m))
    left = (target.x + across[0], target.y + across[1])
    right = (target.x - across[0], target.y - across[1])

    def at(end: Point, f: int) -> Point:
        return px + rounded(f * (end[0] - px), m), py + rounded(f * (end[1] - py), m)

    def crossing(box: Box, fa: int, fb: int) -> bool:
        if fa >= fb:
            return False
        polygon = [at(left, fa), at(right, fa), at(right, fb), at(left, fb)]
        if fa == 0:
            polygon = [(px, py), right, left] if fb == m else [(px, py), at(right, fb), at(left, fb)]
        if not _overlap(polygon, box):
            return False
        if start.z == target.z:
            return box.zl <= start.z < box.zh
        shares = [
            Fraction((x - px) * ex + (y - py) * ey, ex * ex + ey * ey)
            for x in (box.x0, box.x1)
            for y in (box.y0, box.y1)
        ]
        first = max(min(shares), Fraction(fa, m))
        last = min(max(shares), Fraction(fb, m))
        if first > last:
            return False
        ends = sorted(start.z + f * (target.z - start.z) for f in (first, last))
        return ends[1] > box.zl and ends[0] < box.zh

    along = rounded((start.x - px) * ex + (start.y - py) * ey, m)
    fa, fb = max(0, along + start.r + reach), max(0, m - target.r - reach)
    boxes = [box for box in scene.boxes if not box.flags & scene.traits.glass]
    near = {box for box in boxes if _close(target, box, reach) and crossing(box, fb, m)}
    middle = {box for box in boxes if box.flags & scene.traits.shade and crossing(box, fa, fb)}
    return near, middle


def _close(disc: Disc, box: Box, reach: int) -> bool:
    ex = max(box.x0 - disc.x, 0, disc.x - box.x1)
    ey = max(box.y0 - disc.y, 0, disc.y - box.y1)
    ez = max(box.zl - disc.z, 0, disc.z - box.zh)
    return ez <= reach and ex * ex + ey * ey <= (disc.r + isqrt(reach * reach - ez * ez)) ** 2


def _overlap(polygon: Polygon, box: Box) -> bool:
    """Separating axes: x, y and the normals of the polygon's edges; strict."""
    corners = [(x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    axes = [(1, 0), (0, 1)]
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        axes.append((by - ay, ax - bx))
    for ax, ay in axes:
        if ax == ay == 0:
            continue
        ours = [x * ax + y * ay for x, y in polygon]
        theirs = [x * ax + y * ay for x, y in corners]
        if max(ours) <= min(theirs) or max(theirs) <= min(ours):
            return False
    return True
