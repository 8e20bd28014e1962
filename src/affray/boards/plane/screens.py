"""Screens: which boxes stand between a point and a disc, in the whole fan of lines or in a stretch of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.solids import Box, Disc, nearest_root, rdiv
from affray.boards.plane.sweep import crosses_rect, track

Point = tuple[int, int]


class Fan(NamedTuple):
    """The lines from a point p to the chord of a disc, square to the line of sight.

    (ex, ey) leads from p to the disc's centre and `m` is its length rounded to the nearest unit; `left` and
    `right` are the chord's ends. Shares of the way from p (0) to the chord (m) divide the fan into stretches.
    """

    px: int
    py: int
    ex: int
    ey: int
    m: int
    left: Point
    right: Point


def fan_to(px: int, py: int, disc: Disc) -> Fan | None:
    """The fan from a point to a disc, None if the point is its centre."""
    ex, ey = disc.x - px, disc.y - py
    m = nearest_root(ex * ex + ey * ey)
    if m == 0:
        return None
    ox, oy = rdiv(-disc.r * ey, m), rdiv(disc.r * ex, m)
    return Fan(px, py, ex, ey, m, (disc.x + ox, disc.y + oy), (disc.x - ox, disc.y - oy))


def rim_point(start: Disc, target: Disc, side: int) -> Point:
    """The centre of a disc (side 0) or its rim to the left (1) or right (-1), square to the line to a
    target.
    """
    if side == 0:
        return start.x, start.y
    dx, dy = target.x - start.x, target.y - start.y
    n = isqrt(dx * dx + dy * dy)
    if n == 0:
        dx, dy, n = 1, 0, 1
    ox, oy = rdiv(-start.r * dy, n), rdiv(start.r * dx, n)
    return (start.x + ox, start.y + oy) if side > 0 else (start.x - ox, start.y - oy)


def middle_share(fan: Fan, start: Disc, reach: int) -> int:
    """The share at which the middle begins: `reach` beyond the rim of the disc that the fan starts from."""
    along = rdiv((start.x - fan.px) * fan.ex + (start.y - fan.py) * fan.ey, fan.m)
    return max(0, along + start.r + reach)


def near_share(fan: Fan, target: Disc, reach: int) -> int:
    """The share at which the fan comes near its target: `reach` before the rim."""
    return max(0, fan.m - target.r - reach)


def stretch(fan: Fan, low: int, high: int) -> tuple[Point, ...]:
    """The polygon of a fan between two shares, 0 ≤ low < high ≤ m."""
    ends = fan.left, fan.right
    far = ends if high == fan.m else (_on(fan, fan.left, high), _on(fan, fan.right, high))
    if low == 0:
        return ((fan.px, fan.py), *far)
    return (_on(fan, fan.right, low), _on(fan, fan.left, low), *far)


def _on(fan: Fan, end: Point, share: int) -> Point:
    px, py, m = fan.px, fan.py, fan.m
    return px + rdiv(share * (end[0] - px), m), py + rdiv(share * (end[1] - py), m)


def edges_of(polygon: Sequence[Point]) -> list[tuple[int, int, int, int]]:
    """The edges (x, y, dx, dy) of a convex polygon with the inside to the left, whichever way round its
    points are given. One without an area has none.
    """
    twice = 0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        twice += ax * by - bx * ay
        ax, ay = bx, by
    edges = []
    if twice:
        ax, ay = polygon[-1]
        for bx, by in polygon:
            if twice > 0:
                edges.append((ax, ay, bx - ax, by - ay))
            else:
                edges.append((bx, by, ax - bx, ay - by))
            ax, ay = bx, by
    return [edge for edge in edges if edge[2] or edge[3]]


def overlapping(boxes: Sequence[Box], polygon: Sequence[Point]) -> list[Box]:
    """The boxes that share a positive area in plan with a convex polygon: no axis separates them, and
    touching separates.
    """
    xs = [point[0] for point in polygon]
    ys = [point[1] for point in polygon]
    left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    found = [box for box in boxes if box[0] < right and box[2] > left and box[1] < top and box[3] > bottom]
    if not found:  # as most often
        return found
    edges = edges_of(polygon)
    for ax, ay, dx, dy in edges:
        if not found:
            break
        # The corner of the rectangle farthest to the inner side of the edge has to lie inside of it.
        i, j = (3 if dx > 0 else 1), (0 if dy > 0 else 2)
        base = dx * ay - dy * ax
        found = [box for box in found if dx * box[i] - dy * box[j] > base]
    return found if edges else []


def standing_between(boxes: Sequence[Box], fan: Fan, low: int, high: int, z: int, z1: int) -> list[Box]:
    """The boxes that cross a fan, which leads from level z (at p) to level z1 (at the disc), between two
    shares.

    Between equal levels a box has to stand on or around that level; else the sloping plane has to meet its
    inside where it crosses it.
    """
    least, most = (z, z1) if z <= z1 else (z1, z)
    found = overlapping(boxes, stretch(fan, low, high))
    if not found:
        return found
    if least == most:
        return [box for box in found if box[4] <= z < box[5]]
    return [
        box for box in found if box[4] < most and least < box[5] and _meets_slope(box, fan, low, high, z, z1)
    ]


def _meets_slope(box: Box, fan: Fan, low: int, high: int, z: int, z1: int) -> bool:
    """Whether the plane from z to z1 meets the inside of a box between the box's first and last corner on the
    way.
    """
    ex, ey, m = fan.ex, fan.ey, fan.m
    square = ex * ex + ey * ey
    west, east = (box.x0 - fan.px) * ex, (box.x1 - fan.px) * ex
    south, north = (box.y0 - fan.py) * ey, (box.y1 - fan.py) * ey
    # The plane is over the box from the fraction first/square to last/square of the way, cut to low/m and
    # high/m.
    first = min(west, east) + min(south, north)
    last = max(west, east) + max(south, north)
    if first * m > high * square or low * square > last * m:
        return False
    dz = z1 - z
    up, down = box.zl - z, box.zh - z
    if dz > 0:
        return (
            last * dz > up * square
            and high * dz > up * m
            and first * dz < down * square
            and low * dz < down * m
        )
    return (
        first * dz > up * square and low * dz > up * m and last * dz < down * square and high * dz < down * m
    )


def screens_near(near: Sequence[Box], start: Disc, target: Disc, side: int, reach: int) -> tuple[Box, ...]:
    """The boxes of those near the target that cross the fan near it: `Screens.near` alone."""
    fan = fan_to(*rim_point(start, target, side), target) if near else None
    if fan is None:
        return ()
    return tuple(standing_between(near, fan, near_share(fan, target, reach), fan.m, start.z, target.z))


class Screens(NamedTuple):
    """What stands between a point and a disc."""

    near: tuple[Box, ...]
    """The boxes near the disc that cross the fan near it."""
    middle: tuple[Box, ...]
    """The shading boxes that cross the middle of the fan, away from both discs."""


NOTHING = Screens((), ())


def screens(
    near: Sequence[Box], shading: Sequence[Box], start: Disc, target: Disc, side: int, reach: int
) -> Screens:
    """What screens the target from a point of the start (`rim_point`).

    `near` are the boxes that count near the target, `shading` those that count in the middle; `reach` divides
    the two.
    """
    if not near and not shading:
        return NOTHING
    fan = fan_to(*rim_point(start, target, side), target)
    if fan is None:
        return NOTHING
    first, last = middle_share(fan, start, reach), near_share(fan, target, reach)
    close = standing_between(near, fan, last, fan.m, start.z, target.z) if near else []
    between = standing_between(shading, fan, first, last, start.z, target.z) if first < last else []
    return Screens(tuple(close), tuple(between)) if close or between else NOTHING


def spans(box: Box, fan: Fan, z: int, z1: int) -> bool:
    """Whether both outer lines of a fan cross one box: it stands between the point and all of the disc."""
    if z == z1:
        if not box.zl <= z < box.zh:
            return False
    elif not _meets_slope(box, fan, 0, fan.m, z, z1):
        return False
    return all(crosses_rect(track(fan.px, fan.py, x, y, 1), box) for x, y in (fan.left, fan.right))
