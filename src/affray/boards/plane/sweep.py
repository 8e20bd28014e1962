"""Sweeps: a disc that moves straight in plan, against rectangles and other discs, and what its centre line
crosses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.solids import Box, Rect, covers, rdiv


class Track(NamedTuple):
    """The way of a disc's centre from (x, y) to (x1, y1), made by `track`.

    (dx, dy) is the way and `square` its squared length. `limit` bounds cross products: the centre line passes
    a point at less than r exactly when the product's absolute value is at most `limit`.
    """

    x: int
    y: int
    x1: int
    y1: int
    r: int
    dx: int
    dy: int
    square: int
    limit: int


_track: Callable[[tuple[int, ...]], Track] = partial(tuple.__new__, Track)
"""Makes a track of its numbers, quicker than a call of `Track` does."""
Part = tuple[int, int, int, int]
"""A stretch of a segment: from the first to the second of two fractions (numerator, denominator) of its
length.
"""


def track(x: int, y: int, x1: int, y1: int, r: int) -> Track:
    """The track of a disc of radius r > 0."""
    dx, dy = x1 - x, y1 - y
    square = dx * dx + dy * dy
    return _track((x, y, x1, y1, r, dx, dy, square, isqrt(r * r * square - 1) if square else 0))


def sweeps_box(way: Track, box: Box | Rect) -> bool:
    """Whether the swept disc and a rectangle share a positive area: the centre passes it at less than r."""
    x, y, x1, y1, r, dx, dy, square, limit = way
    left, bottom, right, top = box[0], box[1], box[2], box[3]
    # The rectangle lies beside the ends' own squares.
    if x < x1:
        if right <= x - r or left >= x1 + r:
            return False
    elif right <= x1 - r or left >= x + r:
        return False
    if y < y1:
        if top <= y - r or bottom >= y1 + r:
            return False
    elif top <= y1 - r or bottom >= y + r:
        return False
    # It lies on one side of the line, at r or more.
    west, east, south, north = left - x, right - x, bottom - y, top - y
    sw, se = dx * south - dy * west, dx * south - dy * east
    nw, ne = dx * north - dy * west, dx * north - dy * east
    least = min(sw, se, nw, ne)
    most = max(sw, se, nw, ne)
    if square and (least > limit or most < -limit):
        return False
    # It is near an end.
    ex = west if west > 0 else (-east if east < 0 else 0)
    ey = south if south > 0 else (-north if north < 0 else 0)
    if ex * ex + ey * ey < r * r:
        return True
    ex = left - x1 if x1 < left else (x1 - right if x1 > right else 0)
    ey = bottom - y1 if y1 < bottom else (y1 - top if y1 > top else 0)
    if ex * ex + ey * ey < r * r:
        return True
    # A corner is near the line between the ends.
    for across, along in (
        (sw, dx * west + dy * south),
        (se, dx * east + dy * south),
        (nw, dx * west + dy * north),
        (ne, dx * east + dy * north),
    ):
        if 0 < along < square and -limit <= across <= limit:
            return True
    # The line goes right through: corners on both sides, and none of them near.
    return least <= 0 <= most and (
        min(x, x1) <= right and max(x, x1) >= left and min(y, y1) <= top and max(y, y1) >= bottom
    )


def passes_within(way: Track, x: int, y: int, square: int) -> bool:
    """Whether the centre comes nearer to a point than the root of `square`."""
    return comes_within(way.x, way.y, way.dx, way.dy, x, y, square)


def comes_within(ax: int, ay: int, dx: int, dy: int, x: int, y: int, square: int) -> bool:
    """The same for a way of (dx, dy) from (ax, ay)."""
    px, py = x - ax, y - ay
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py < square
    length = dx * dx + dy * dy
    if along >= length:
        px, py = px - dx, py - dy
        return px * px + py * py < square
    across = dx * py - dy * px
    return across * across < square * length


def sweeps_disc(way: Track, x: int, y: int, r: int) -> bool:
    """Whether the swept disc and a disc at rest share a positive area."""
    span = way.r + r
    return passes_within(way, x, y, span * span)


def nearest(way: Track, x: int, y: int) -> tuple[int, int]:
    """The point of the centre line nearest to a point, rounded to whole units."""
    along = (x - way.x) * way.dx + (y - way.y) * way.dy
    if along <= 0:
        return way.x, way.y
    if along >= way.square:
        return way.x1, way.y1
    return way.x + rdiv(along * way.dx, way.square), way.y + rdiv(along * way.dy, way.square)


def part_in(way: Track, rect: Box | Rect) -> Part | None:
    """The stretch of the centre line in a closed rectangle, None if it misses it."""
    low, low_den, high, high_den = 0, 1, 1, 1
    for at, d, least, most in ((way.x, way.dx, rect.x0, rect.x1), (way.y, way.dy, rect.y0, rect.y1)):
        if d == 0:
            if not least <= at <= most:
                return None
            continue
        if d > 0:
            a, b = least - at, most - at
        else:
            a, b, d = at - most, at - least, -d
        if a * low_den > low * d:
            low, low_den = a, d
        if b * high_den < high * d:
            high, high_den = b, d
    if low * high_den > high * low_den:
        return None
    return low, low_den, high, high_den


def crosses_rect(way: Track, rect: Box | Rect) -> bool:
    """Whether a stretch of positive length of the centre line lies in the inside of a rectangle."""
    if way.dx == 0 and not rect.x0 < way.x < rect.x1:
        return False
    if way.dy == 0 and not rect.y0 < way.y < rect.y1:
        return False
    part = part_in(way, rect)
    return part is not None and part[0] * part[3] < part[2] * part[1]


def stays_over(way: Track, rects: Sequence[Box | Rect]) -> bool:
    """Whether the whole centre line lies in the union of closed rectangles."""
    for rect in rects:
        if covers(rect, way.x, way.y) and covers(rect, way.x1, way.y1):
            return True
    parts = [part for rect in rects if (part := part_in(way, rect)) is not None]
    done, den = 0, 1
    while True:
        ahead, ahead_den = done, den
        for low, low_den, high, high_den in parts:
            if low * den <= done * low_den and high * ahead_den > ahead * high_den:
                ahead, ahead_den = high, high_den
        if ahead * den <= done * ahead_den:
            return False  # nothing that begins here leads on
        if ahead >= ahead_den:
            return True
        done, den = ahead, ahead_den


def gap_between(way: Track, a: Sequence[Box | Rect], b: Box | Rect, reach: int) -> bool:
    """Whether the centre line, which starts over one of `a` and ends in b, is at most `reach` long between
    the two.
    """
    landing = part_in(way, b)
    if landing is None:
        return False
    for rect in a:
        leaving = part_in(way, rect)
        if leaving is None or leaving[0] > 0:
            continue
        # (landing[0]/landing[1] - leaving[2]/leaving[3]) * length <= reach
        den = landing[1] * leaving[3]
        share = landing[0] * leaving[3] - leaving[2] * landing[1]
        if share <= 0 or share * share * way.square <= reach * reach * den * den:
            return True
    return False
