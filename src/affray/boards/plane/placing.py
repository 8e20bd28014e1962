"""Placing: where a disc may come to rest, and the first thing that forbids it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from affray.boards.plane.scene import CACHE, Scene
from affray.boards.plane.solids import Box, Disc, discs_overlap, inside, overlaps


class Wrong(Enum):
    """What may be wrong with a place or a leg."""

    OFF_BOARD = auto()
    """The disc leaves the board."""
    NO_LEVEL = auto()
    """Nothing to stand on has that level."""
    BOX = auto()
    """A box is in the way."""
    DISC = auto()
    """A disc is in the way."""
    OVERHANG = auto()
    """The disc at rest is not wholly on one platform, or a walk's centre leaves the platforms of its
    level.
    """
    NOTHING_THERE = auto()
    """There is nothing to cross, or nothing to cross in this way."""
    SEVERAL = auto()
    """More than one group is crossed, or more than one box that only a passage may be."""
    TOO_FAR = auto()
    """The start or the end is too far from what is crossed, climbed or left, or the jump is too wide."""
    NOT_CLEAR = auto()
    """The start or the end is not clear of what is crossed or left."""
    WRONG_LEVEL = auto()
    """The end is not on a level to which this kind of leg leads."""
    NO_FOOTHOLD = auto()
    """The group to be climbed begins too high above the climber."""
    CEILING = auto()
    """A box is above the start or the end, where the disc would have to rise or drop through it."""


class Fault(NamedTuple):
    """The first thing wrong with a place or a leg, and the box or disc concerned."""

    wrong: Wrong
    box: Box | None = None
    disc: Disc | None = None


def obstacle(scene: Scene, x: int, y: int, z: int, r: int) -> Box | None:
    """A box that a disc at rest would overlap."""
    for box in scene.solid_in(z, x - r, y - r, x + r, y + r):
        if overlaps(x, y, r, box):
            return box
    return None


def on_platform(scene: Scene, x: int, y: int, z: int, r: int) -> Box | None:
    """The platform that a disc lies wholly on."""
    for box in scene.platforms.get(z, ()):
        if inside(x, y, r, box):
            return box
    return None


def why_not_there(scene: Scene, disc: Disc) -> Fault | None:
    """What keeps a disc from lying at a place, other discs left aside."""
    x, y, z, r = disc
    if not inside(x, y, r, scene.board):
        return Fault(Wrong.OFF_BOARD)
    if z not in scene.levels:
        return Fault(Wrong.NO_LEVEL)
    box = obstacle(scene, x, y, z, r)
    if box is not None:
        return Fault(Wrong.BOX, box)
    if z and on_platform(scene, x, y, z, r) is None:
        return Fault(Wrong.OVERHANG)
    return None


def fits(scene: Scene, x: int, y: int, z: int, r: int) -> bool:
    """Whether a disc can lie at a place, other discs left aside. The scene keeps the answer."""
    key = (x, y, z, r)
    found = scene.fitting.get(key)
    if found is None:
        if len(scene.fitting) >= CACHE:
            scene.fitting.clear()
        if scene.base.levels == scene.levels and scene.base is not scene:
            found = fits(scene.base, x, y, z, r) and not any(
                box.zl <= z < box.zh and overlaps(x, y, r, box) for box in scene.more_firm
            )
        else:
            found = why_not_there(scene, Disc(x, y, z, r)) is None
        scene.fitting[key] = found
    return found


def disc_in_the_way(scene: Scene, disc: Disc, others: Iterable[Disc]) -> Disc | None:
    """One of several other discs that a disc at rest would overlap."""
    apart = scene.limits.apart
    for other in others:
        if -apart < other.z - disc.z < apart and discs_overlap(disc, other):
            return other
    return None


def why_not_placed(scene: Scene, disc: Disc, others: Iterable[Disc]) -> Fault | None:
    """What keeps a disc from being placed among others; None if it can be."""
    fault = why_not_there(scene, disc)
    if fault is None:
        other = disc_in_the_way(scene, disc, others)
        if other is not None:
            fault = Fault(Wrong.DISC, disc=other)
    return fault


def levels_at(scene: Scene, x: int, y: int, r: int) -> list[int]:
    """The levels, ascending, on which a disc can lie at a plan point, other discs left aside."""
    return [z for z in scene.levels if fits(scene, x, y, z, r)]


def holds_point(scene: Scene, x: int, y: int, z: int) -> bool:
    """Whether a point lies on the board's ground outside of all boxes there, or on the free top of a
    platform.
    """
    key = (x, y, z)
    found = scene.holding.get(key)
    if found is None:
        if len(scene.holding) >= CACHE:
            scene.holding.clear()
        found = scene.holding[key] = _holds_point(scene, x, y, z)
    return found


def _holds_point(scene: Scene, x: int, y: int, z: int) -> bool:
    board = scene.board
    if not (board.x0 <= x <= board.x1 and board.y0 <= y <= board.y1):
        return False
    for box in scene.solid_in(z, x, y, x, y):
        if box.x0 < x < box.x1 and box.y0 < y < box.y1:
            return False
    return z == 0 or any(
        box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in scene.platforms.get(z, ())
    )
