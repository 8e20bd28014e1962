"""Discs and boxes: lengths, distances and overlaps, all exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import NamedTuple

INCH = 2540
"""One inch in units of 0.01 mm."""


def inches(value: Fraction | int | str) -> int:
    """Units of a length in inches, rounded half up. Text such as ``"2.75"`` or ``"11/4"`` is exact."""
    scaled = Fraction(value) * INCH
    return (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)


def rdiv(a: int, b: int) -> int:
    """a/b rounded to the nearest integer, halves away from zero (b > 0): mirrored input gives mirrored
    results.
    """
    return (2 * a + b) // (2 * b) if a >= 0 else -((b - 2 * a) // (2 * b))


def nearest_root(square: int) -> int:
    """The square root rounded to the nearest integer."""
    root = isqrt(square)
    return root + 1 if square - root * root > root else root


class Disc(NamedTuple):
    """A flat round base: centre, level and radius."""

    x: int
    y: int
    z: int
    r: int


disc_of: Callable[[tuple[int, int, int, int]], Disc] = partial(tuple.__new__, Disc)
"""The disc of four numbers: made quicker than by calling `Disc`, for what asks often."""


class Rect(NamedTuple):
    """An axis-aligned rectangle in plan, x0 < x1 and y0 < y1."""

    x0: int
    y0: int
    x1: int
    y1: int


class Box(NamedTuple):
    """An axis-aligned box from height `zl` to `zh`. `group` is the structure that it is part of, `flags` a
    bit mask whose meaning is the game's.
    """

    x0: int
    y0: int
    x1: int
    y1: int
    zl: int
    zh: int
    flags: int = 0
    group: int = 0


def length(dx: int, dy: int) -> int:
    """The length of a vector in plan, rounded down."""
    return isqrt(dx * dx + dy * dy)


def within(a: Disc, b: Disc, reach: int) -> bool:
    """Whether the gap between two discs is at most `reach`, heights included; touching the limit counts."""
    dz = a.z - b.z
    if dz > reach or -dz > reach:
        return False
    span = a.r + b.r + (isqrt(reach * reach - dz * dz) if dz else reach)
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy <= span * span


def gap(a: Disc, b: Disc) -> int:
    """The distance between two discs as people read it: horizontal gap and height difference combined,
    rounded down.
    """
    flat = max(0, isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.r - b.r)
    return isqrt(flat * flat + (a.z - b.z) ** 2)


def wholly_within(a: Disc, b: Disc, reach: int) -> bool:
    """Whether all of disc a lies at most `reach` from disc b."""
    span = reach + b.r - a.r
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    return span >= 0 and -reach <= dz <= reach and dx * dx + dy * dy <= span * span


def within_box(a: Disc, box: Box, reach: int) -> bool:
    """Whether the gap between a disc and a box is at most `reach`."""
    x, y, z, r = a
    zl, zh = box[4], box[5]
    ez = zl - z if z < zl else z - zh if z > zh else 0
    if ez > reach:
        return False
    return touches(x, y, r + (isqrt(reach * reach - ez * ez) if ez else reach), box)


def flat_distance2(x: int, y: int, box: Box | Rect) -> int:
    """The squared distance in plan between a point and a rectangle (0 inside)."""
    ex = max(box.x0 - x, 0, x - box.x1)
    ey = max(box.y0 - y, 0, y - box.y1)
    return ex * ex + ey * ey


def overlaps(x: int, y: int, r: int, box: Box | Rect) -> bool:
    """Whether a disc and a rectangle share a positive area in plan; touching does not count."""
    x0, y0, x1, y1 = box[0], box[1], box[2], box[3]
    ex = x0 - x if x < x0 else x - x1 if x > x1 else 0
    if ex >= r:
        return False
    ey = y0 - y if y < y0 else y - y1 if y > y1 else 0
    return ex * ex + ey * ey < r * r


def inside(x: int, y: int, r: int, rect: Box | Rect) -> bool:
    """Whether a whole disc lies in a rectangle in plan; touching the rim from inside counts."""
    return rect.x0 + r <= x <= rect.x1 - r and rect.y0 + r <= y <= rect.y1 - r


def touches(x: int, y: int, r: int, rect: Box | Rect) -> bool:
    """Whether a disc and a rectangle have a point in common in plan, be it on the rim."""
    x0, y0, x1, y1 = rect[0], rect[1], rect[2], rect[3]
    ex = x0 - x if x < x0 else x - x1 if x > x1 else 0
    if ex > r:
        return False
    ey = y0 - y if y < y0 else y - y1 if y > y1 else 0
    return ex * ex + ey * ey <= r * r


def covers(rect: Box | Rect, x: int, y: int) -> bool:
    """Whether a point lies in a rectangle or on its rim."""
    return rect.x0 <= x <= rect.x1 and rect.y0 <= y <= rect.y1


def rects_overlap(a: Box | Rect, b: Box | Rect) -> bool:
    """Whether two rectangles share a positive area in plan."""
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def rects_within(a: Box | Rect, b: Box | Rect, reach: int) -> bool:
    """Whether the gap between two rectangles in plan is at most `reach`."""
    ex = max(b.x0 - a.x1, 0, a.x0 - b.x1)
    ey = max(b.y0 - a.y1, 0, a.y0 - b.y1)
    return ex * ex + ey * ey <= reach * reach


def rect_inside(a: Box | Rect, b: Box | Rect) -> bool:
    """Whether rectangle a lies wholly in rectangle b in plan."""
    return b.x0 <= a.x0 and a.x1 <= b.x1 and b.y0 <= a.y0 and a.y1 <= b.y1


def discs_overlap(a: Disc, b: Disc) -> bool:
    """Whether two discs share a positive area in plan, whatever their levels."""
    dx, dy, span = a.x - b.x, a.y - b.y, a.r + b.r
    return dx * dx + dy * dy < span * span
