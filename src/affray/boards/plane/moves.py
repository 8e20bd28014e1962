"""Legs of a way: six kinds of straight moves of a disc over ground, boxes and platforms, with what each
costs.

A leg leads from where the disc is to a point and a level. `survey` checks it against the scene, `check_leg`
against other discs as well; both answer with a `Step` or with the first `Fault`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.placing import (
    Fault,
    Wrong,
    disc_in_the_way,
    obstacle,
    on_platform,
)
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import Box, Disc, covers, inside, overlaps, touches, within
from affray.boards.plane.sweep import (
    Track,
    crosses_rect,
    gap_between,
    nearest,
    stays_over,
    sweeps_box,
    sweeps_disc,
    track,
)


class Kind(Enum):
    """The kinds of legs."""

    WALK = "walk"
    """On the same level."""
    OVER = "over"
    """Up and down again over boxes of one group, to the same level."""
    UP = "up"
    """Onto a higher platform."""
    OFF = "off"
    """From a platform down to a lower level."""
    LEAP = "leap"
    """From a platform across a gap onto another one, lower or a little higher."""
    THROUGH = "through"
    """Through a passage, on the same level."""


class Spot(NamedTuple):
    """A place of a disc's centre: plan point and level."""

    x: int
    y: int
    z: int


class Leg(NamedTuple):
    """A straight leg to a point and level."""

    kind: Kind
    x: int
    y: int
    z: int


class Opening(NamedTuple):
    """A box that counts as a passage for a disc which begins its leg within `reach` of the mark."""

    box: Box
    mark: Disc
    reach: int


class Mover(NamedTuple):
    """The disc that moves: its radius, discs that it may not pass, and discs that it may pass but not rest
    on.
    """

    r: int
    walls: tuple[Disc, ...] = ()
    others: tuple[Disc, ...] = ()
    openings: tuple[Opening, ...] = ()


class Step(NamedTuple):
    """A legal leg: where it begins and ends, and its figures in units."""

    kind: Kind
    start: Spot
    end: Spot
    length: int
    """In plan, rounded down."""
    climb: int
    """What climbing costs, 0 without any; `rise` is the height climbed."""
    rise: int
    drop: int
    """The height dropped; what is free of it is a matter of the whole way."""
    extra: int
    """What passages and dragging boxes cost besides."""
    level: int
    """The level at which the disc travels."""
    group: int | None
    """The group that is crossed, climbed, landed on or walked through, if any."""


class _Figures(NamedTuple):
    """What the rules of one kind of leg say of it."""

    level: int
    rise: int = 0
    drop: int = 0
    extra: int = 0
    group: int | None = None
    spared: tuple[Box, ...] = ()
    """Boxes that do not stand in this leg's way."""


def survey(
    scene: Scene, r: int, start: Spot, leg: Leg, last: bool, passages: Sequence[Box] | None = None
) -> Step | Fault:
    """A leg of a disc of radius r as the boxes allow it.

    `last` says that the disc comes to rest there. `passages` are the boxes that may be walked through, by
    default those with the trait.
    """
    way = track(start.x, start.y, leg.x, leg.y, r)
    if not inside(leg.x, leg.y, r, scene.board):
        return Fault(Wrong.OFF_BOARD)
    if leg.z not in scene.levels:
        return Fault(Wrong.NO_LEVEL)
    match leg.kind:
        case Kind.WALK:
            figures = _walk(scene, way, start.z, leg.z)
        case Kind.OVER:
            figures = _over(scene, way, start.z, leg.z)
        case Kind.UP:
            figures = _up(scene, way, start.z, leg.z)
        case Kind.OFF:
            figures = _off(scene, way, start.z, leg.z)
        case Kind.LEAP:
            figures = _leap(scene, way, start.z, leg.z)
        case Kind.THROUGH:
            figures = _through(scene, way, start.z, leg.z, passages)
    if isinstance(figures, Fault):
        return figures
    fault = (
        ceiling(scene, way.x, way.y, r, start.z, figures.level)
        or ceiling(scene, way.x1, way.y1, r, leg.z, figures.level)
        or _swept(scene, way, figures)
        or _footing(scene, way, leg, last)
    )
    if fault is not None:
        return fault
    limits = scene.limits
    return Step(
        leg.kind,
        start,
        Spot(leg.x, leg.y, leg.z),
        isqrt(way.square),
        max(limits.least_climb, figures.rise) if figures.rise else 0,
        figures.rise,
        figures.drop,
        figures.extra + _dragged(scene, way, figures.level),
        figures.level,
        figures.group,
    )


def walked(scene: Scene, r: int, start: Spot, leg: Leg) -> Step:
    """A walk known to be legal."""
    kind, x, y, z = leg
    dx, dy = x - start.x, y - start.y
    extra = _dragged(scene, track(start.x, start.y, x, y, r), start.z) if scene.dragging else 0
    return Step(kind, start, Spot(x, y, z), isqrt(dx * dx + dy * dy), 0, 0, 0, extra, start.z, None)


def check_leg(scene: Scene, mover: Mover, start: Spot, leg: Leg, last: bool) -> Step | Fault:
    """A leg as boxes and discs allow it; `last` says that the mover comes to rest at its end."""
    step = survey(scene, mover.r, start, leg, last, open_passages(scene, mover, start))
    if isinstance(step, Fault):
        return step
    return disc_fault(scene, mover, step, last) or step


def open_passages(scene: Scene, mover: Mover, start: Spot) -> Sequence[Box] | None:
    """The boxes through which a mover may walk from a spot, None if only those with the trait."""
    if not mover.openings:
        return None
    disc = Disc(start.x, start.y, start.z, mover.r)
    opened = tuple(opening.box for opening in mover.openings if within(disc, opening.mark, opening.reach))
    return (*scene.passages, *opened) if opened else None


def disc_fault(scene: Scene, mover: Mover, step: Step, last: bool) -> Fault | None:
    """What other discs have against a leg that the boxes allow."""
    start, end, r = step.start, step.end, mover.r
    if mover.walls:
        way = track(start.x, start.y, end.x, end.y, r)
        apart = scene.limits.apart
        for wall in mover.walls:
            if -apart < wall.z - step.level < apart and sweeps_disc(way, wall.x, wall.y, wall.r):
                return Fault(Wrong.DISC, disc=wall)
    disc = Disc(end.x, end.y, end.z, r)
    other = disc_in_the_way(scene, disc, mover.walls) if step.level != end.z else None
    if other is None and (last or step.kind is Kind.THROUGH):
        other = disc_in_the_way(scene, disc, mover.others)
    return Fault(Wrong.DISC, disc=other) if other is not None else None


def nearest_on(step: Step, x: int, y: int) -> Spot:
    """The point of a leg nearest to a point in plan, on the level at which the leg travels."""
    way = track(step.start.x, step.start.y, step.end.x, step.end.y, 1)
    return Spot(*nearest(way, x, y), step.level)


class Aid(NamedTuple):
    """A help to climb a group: once in a way, a climb that begins within `reach` of the mark costs `cost`."""

    group: int
    mark: Disc
    reach: int
    cost: int

    def helps(self, group: int | None, start: Spot, r: int) -> bool:
        """Whether it serves a disc of radius r that climbs a group from a spot."""
        return group == self.group and within(Disc(start.x, start.y, start.z, r), self.mark, self.reach)


def round_up(value: int, quantum: int) -> int:
    """The least multiple of `quantum` that is not smaller."""
    return -(-value // quantum) * quantum


def plain_cost(scene: Scene, at: tuple[int, int], path: Sequence[Leg], quantum: int) -> int | None:
    """What a way from a place costs that is nothing but walks where nothing drags; None for any other way."""
    if scene.dragging:
        return None
    cost = 0
    x, y = at
    for kind, x1, y1, _ in path:
        if kind is not Kind.WALK:
            return None
        cost += round_up(isqrt((x1 - x) ** 2 + (y1 - y) ** 2), quantum)
        x, y = x1, y1
    return cost


def way_cost(
    steps: Sequence[Step], free_drop: int, quantum: int = 1, aids: Sequence[Aid] = (), r: int = 0
) -> int:
    """What a way of a disc of radius r costs: lengths, climbs, surcharges and what is dropped beyond the free
    part.

    Each length, climb and paid drop counts as a multiple of `quantum`, rounded up. The aids are used as helps
    most.
    """
    cost = 0
    free = free_drop
    saved: list[list[tuple[int, int]]] = []
    for step in steps:
        cost += round_up(step.length, quantum) + step.extra
        if step.drop:
            cost += round_up(max(0, step.drop - free), quantum)
            free = max(0, free - step.drop)
        if not step.climb:
            continue
        climb = round_up(step.climb, quantum)
        cost += climb
        if aids:
            useful = [
                (i, climb - round_up(aid.cost, quantum))
                for i, aid in enumerate(aids)
                if aid.helps(step.group, step.start, r)
            ]
            saved.append([choice for choice in useful if choice[1] > 0])
    return cost - _most_saved(saved, frozenset()) if saved else cost


def _most_saved(saved: Sequence[Sequence[tuple[int, int]]], used: frozenset[int]) -> int:
    """The greatest sum of one choice (aid, saving) or none for each climb, no aid twice."""
    if not saved:
        return 0
    best = _most_saved(saved[1:], used)
    for aid, saving in saved[0]:
        if aid not in used:
            best = max(best, saving + _most_saved(saved[1:], used | {aid}))
    return best


# --- The kinds ----------------------------------------------------------------------------------------------


def _walk(scene: Scene, way: Track, z: int, z1: int) -> _Figures | Fault:
    if z1 != z:
        return Fault(Wrong.WRONG_LEVEL)
    if z and not stays_over(way, scene.platforms.get(z, ())):
        return Fault(Wrong.OVERHANG)
    return _Figures(z)


def _over(scene: Scene, way: Track, z: int, z1: int) -> _Figures | Fault:
    if z1 != z:
        return Fault(Wrong.WRONG_LEVEL)
    crossed = {box.group for box in swept_boxes(scene, way, z)}
    if not crossed:
        return Fault(Wrong.NOTHING_THERE)
    if len(crossed) > 1:
        return Fault(Wrong.SEVERAL)
    group = crossed.pop()
    boxes = scene.groups[group]
    for x, y in ((way.x, way.y), (way.x1, way.y1)):
        for box in boxes:
            if overlaps(x, y, way.r, box):
                return Fault(Wrong.NOT_CLEAR, box)
        if not _near_group(scene, group, x, y, way.r):
            return Fault(Wrong.TOO_FAR, boxes[0])
    if z and not any(covers(box, way.x1, way.y1) for box in scene.platforms[z]):
        return Fault(Wrong.OVERHANG)
    top = max(box.zh for box in boxes if sweeps_box(way, box))
    return _Figures(top, rise=top - z, drop=top - z, group=group)


def _up(scene: Scene, way: Track, z: int, z1: int) -> _Figures | Fault:
    if z1 <= z:
        return Fault(Wrong.WRONG_LEVEL)
    fault = Fault(Wrong.OVERHANG)
    for platform in scene.platforms[z1]:
        if not inside(way.x1, way.y1, way.r, platform):
            continue
        group = platform.group
        if not _near_group(scene, group, way.x, way.y, way.r):
            fault = Fault(Wrong.TOO_FAR, platform)
        elif all(box.zl > z + scene.limits.foothold for box in scene.groups[group]):
            fault = Fault(Wrong.NO_FOOTHOLD, platform)
        else:
            top = max((box.zh for box in _on_level(scene, way, z1)), default=z1)
            return _Figures(top, rise=top - z, drop=top - z1, group=group)
    return fault


def _off(scene: Scene, way: Track, z: int, z1: int) -> _Figures | Fault:
    if z1 >= z:
        return Fault(Wrong.WRONG_LEVEL)
    left = platforms_under(scene, way, z)
    if not left:
        return Fault(Wrong.NOTHING_THERE)
    x, y, r = way.x1, way.y1, way.r
    for box in left:
        if overlaps(x, y, r, box):
            return Fault(Wrong.NOT_CLEAR, box)
    limits = scene.limits
    span = r + (limits.jump if z > limits.jump_level else limits.reach)
    if not any(touches(x, y, span, box) for box in left):
        return Fault(Wrong.TOO_FAR, left[0])
    if z1 and not any(covers(box, x, y) for box in scene.platforms[z1]):
        return Fault(Wrong.OVERHANG)
    top = max((box.zh for box in _on_level(scene, way, z)), default=z)
    return _Figures(top, rise=top - z, drop=z - z1, group=left[0].group)


def _leap(scene: Scene, way: Track, z: int, z1: int) -> _Figures | Fault:
    limits = scene.limits
    if z1 > z + limits.rise:
        return Fault(Wrong.WRONG_LEVEL)
    left = platforms_under(scene, way, z)
    if not left:
        return Fault(Wrong.NOTHING_THERE)
    landing = on_platform(scene, way.x1, way.y1, z1, way.r)
    if landing is None:
        return Fault(Wrong.OVERHANG)
    if landing in left:
        return Fault(Wrong.NOTHING_THERE, landing)
    if not gap_between(way, left, landing, limits.jump):
        return Fault(Wrong.TOO_FAR, landing)
    spared = tuple(box for box in scene.groups[landing.group] if box.zh <= z + limits.rise)
    own = {box.group for box in left}
    edges = (box.zh for box in _on_level(scene, way, z) if box.group in own or box.group != landing.group)
    edge = max(edges, default=z)
    return _Figures(max(z, z1, edge), rise=edge - z, drop=max(0, z - z1), group=landing.group, spared=spared)


def _through(scene: Scene, way: Track, z: int, z1: int, passages: Sequence[Box] | None) -> _Figures | Fault:
    if z1 != z:
        return Fault(Wrong.WRONG_LEVEL)
    if z and not stays_over(way, scene.platforms.get(z, ())):
        return Fault(Wrong.OVERHANG)
    doors = [
        box
        for box in (scene.passages if passages is None else passages)
        if box.zl <= z < box.zh and crosses_rect(way, box)
    ]
    if not doors:
        return Fault(Wrong.NOTHING_THERE)
    door = doors[0]
    spared = scene.groups[door.group]
    for box in spared:
        if box != door and box.zl <= z < box.zh and crosses_rect(way, box):
            return Fault(Wrong.SEVERAL, box)
    return _Figures(z, extra=scene.limits.through, group=door.group, spared=spared)


# --- What several kinds ask ---------------------------------------------------------------------------------


def _on_level(scene: Scene, way: Track, z: int) -> list[Box]:
    """The boxes standing on a level, such as ramparts, that the swept disc overlaps in plan."""
    return [box for box in swept_boxes(scene, way, z) if box.zl == z]


def swept_boxes(scene: Scene, way: Track, z: int) -> list[Box]:
    """The boxes that a disc would sweep on its way at a level."""
    x, y, x1, y1, r = way[:5]
    left, right = (x - r, x1 + r) if x < x1 else (x1 - r, x + r)
    bottom, top = (y - r, y1 + r) if y < y1 else (y1 - r, y + r)
    return [box for box in scene.solid_in(z, left, bottom, right, top) if sweeps_box(way, box)]


def platforms_under(scene: Scene, way: Track, z: int) -> list[Box]:
    """The platforms of a level over which a way begins."""
    return [box for box in scene.platforms.get(z, ()) if covers(box, way.x, way.y)] if z else []


def _near_group(scene: Scene, group: int, x: int, y: int, r: int) -> bool:
    """Whether the gap in plan between a disc and one of the boxes of a group is within reach."""
    span = r + scene.limits.reach
    return any(touches(x, y, span, box) for box in scene.groups[group])


def ceiling(scene: Scene, x: int, y: int, r: int, z: int, level: int) -> Fault | None:
    """A box that the disc would have to pass on the way between its own level and the level at which it
    travels.
    """
    if z < level:
        for box in scene.firm_in(x - r, y - r, x + r, y + r):
            if z < box[4] < level and overlaps(x, y, r, box):
                return Fault(Wrong.CEILING, box)
    return None


def _swept(scene: Scene, way: Track, figures: _Figures) -> Fault | None:
    """A box that stands in the way at the level at which the disc travels."""
    for box in swept_boxes(scene, way, figures.level):
        if box not in figures.spared:
            return Fault(Wrong.BOX, box)
    return None


def _footing(scene: Scene, way: Track, leg: Leg, last: bool) -> Fault | None:
    """What keeps the disc from standing at the end: a leg that goes on may end with the rim over an edge."""
    x, y, r = way.x1, way.y1, way.r
    box = obstacle(scene, x, y, leg.z, r)
    if box is not None:
        return Fault(Wrong.BOX, box)
    if leg.z and (last or leg.kind is Kind.THROUGH) and on_platform(scene, x, y, leg.z, r) is None:
        return Fault(Wrong.OVERHANG)
    return None


def _dragged(scene: Scene, way: Track, level: int) -> int:
    """What dragging boxes cost a leg."""
    limits = scene.limits
    return sum(
        limits.drag
        for box in scene.dragging
        if box.zl <= level <= box.zl + limits.drag_height and sweeps_box(way, box)
    )
