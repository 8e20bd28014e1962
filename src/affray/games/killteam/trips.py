"""Ways that a map's terrain allows from a place: straight, around one corner, or with one climb, drop, jump
or passage at the end.

They lead to every other place of a lattice of one inch, like the fields of one colour on a chessboard.
Whether a straight walk between two places is clear is found once per map and kept, so a table of ways is
quickly made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.lattice import BLOCKED, RESTING, Lattice, lattice_of
from affray.boards.plane.moves import Kind, Leg, Mover, Spot, Step, open_passages, round_up, survey
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH, Box, Rect
from affray.boards.plane.sweep import passes_within, sweeps_box, track

SPACING = INCH
CELL = INCH // 2
"""Ways and obstacles are first compared by the square cells of this size that they touch, counted from the
start."""
ROW = 64
"""Cells in a row of a mask; the start is in the middle."""
MIDDLE = ROW // 2
AROUND = ((1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2))
"""The nearest places of the same colour."""


def survey_way(scene: Scene, mover: Mover, start: Spot, path: Sequence[Leg]) -> list[Step]:
    """The legs of a way known to be legal, or of a part of one."""
    steps = []
    spot = start
    for leg in path:
        # Whether it can rest where it ends has been looked at, or is none of this part's business.
        step = survey(scene, mover.r, spot, leg, False, open_passages(scene, mover, spot))
        assert isinstance(step, Step), step
        steps.append(step)
        spot = step.end
    return steps


class Trip:
    """A way that the terrain allows from a place, and its cost."""

    __slots__ = ("_steps", "climbs", "cost", "level", "mask", "node", "path")

    def __init__(
        self, path: tuple[Leg, ...], cost: int, node: int, mask: int, level: int, climbs: bool
    ) -> None:
        self.path = path
        self.cost = cost
        self.node = node
        """Of the lattice, where it ends."""
        self.mask = mask
        """The cells that it touches (`way_mask`)."""
        self.level = level
        """The level on which it runs; -1 if there are several."""
        self.climbs = climbs
        self._steps: list[Step] | None = None

    def steps(self, scene: Scene, mover: Mover, start: Spot) -> list[Step]:
        """Its legs as walked."""
        if self._steps is None:
            self._steps = survey_way(scene, mover, start, self.path)
        return self._steps

    def passes(self, start: Spot, x: int, y: int, square: int) -> bool:
        """Whether it comes nearer to a point than the root of `square` in plan."""
        ax, ay = start.x, start.y
        for leg in self.path:
            if passes_within(track(ax, ay, leg.x, leg.y, 1), x, y, square):
                return True
            ax, ay = leg.x, leg.y
        return False

    def sweeps(self, start: Spot, r: int, box: Box) -> int:
        """How many of its legs lead a disc over or through a box in plan."""
        ax, ay = start.x, start.y
        count = 0
        for leg in self.path:
            count += sweeps_box(track(ax, ay, leg.x, leg.y, r), box)
            ax, ay = leg.x, leg.y
        return count


class Table(NamedTuple):
    """The ways that the terrain allows a disc from a place, one to each node, cheapest first."""

    lattice: Lattice
    start: Spot
    trips: tuple[Trip, ...]


@lru_cache(maxsize=1 << 12)
def table(scene: Scene, r: int, start: Spot, most: int, quantum: int) -> Table:
    """The ways from a place that cost at most so much, lengths rounded up to multiples of `quantum`."""
    lattice = lattice_of(scene, r, SPACING)
    x, y, _ = start
    found = _walks(lattice, start, most, quantum)
    own = lattice.node_at(start)
    befores: list[tuple[Spot, int, tuple[Leg, ...]]] = [(start, 0, ())]
    befores += [(lattice.spot(trip.node), trip.cost, trip.path) for trip in found.values()]
    for spot, cost, path in befores:
        for least, node, step in lattice.hops(spot):
            if cost + least > most:
                break
            if node == own or (not step.end.z and not _coloured(lattice, node)):
                continue
            value = cost + _hop_cost(scene, step, quantum)
            old = found.get(node)
            if value <= most and (old is None or value < old.cost):
                legs = (*path, Leg(step.kind, *step.end))
                mask = way_mask(tuple((leg.x - x, leg.y - y) for leg in legs))
                found[node] = Trip(legs, value, node, mask, -1, step.climb > 0)
    return Table(lattice, start, tuple(sorted(found.values(), key=lambda trip: (trip.cost, trip.node))))


def _hop_cost(scene: Scene, step: Step, quantum: int) -> int:
    paid = max(0, step.drop - scene.limits.free_drop)
    return step.extra + sum(round_up(part, quantum) for part in (step.length, step.climb, paid))


def _coloured(lattice: Lattice, node: int) -> bool:
    """Whether a node is one of those that ways lead to. On platforms, which are small, all are."""
    level, place = divmod(node, lattice.area)
    row, column = divmod(place, lattice.stride)
    return level > 0 or (row + column) % 2 == 0


@lru_cache(maxsize=64)
def places_in(scene: Scene, r: int, area: Rect) -> tuple[Spot, ...]:
    """The places on the floor at which a disc fits wholly into an area: those that ways lead to."""
    lattice = lattice_of(scene, r, SPACING)
    return tuple(
        spot
        for spot in lattice.places_in(area, 0)
        if (node := lattice.node_at(spot)) is not None and _coloured(lattice, node)
    )


@lru_cache(maxsize=1 << 13)
def _leg_to(lattice: Lattice, node: int) -> Leg:
    """A walk to a node."""
    return Leg(Kind.WALK, *lattice.spot(node))


def _walks(lattice: Lattice, start: Spot, most: int, quantum: int) -> dict[int, Trip]:
    """The walks straight to nodes, or around the corner of a node to which one can walk straight."""
    x, y, z = start
    base = lattice.scene.levels.index(z) * lattice.area
    own = lattice.node_at(start)
    found: dict[int, Trip] = {}
    hidden: list[tuple[int, int]] = []
    for place in lattice.places_within(x, y, most * most):
        node = base + place
        if node == own or lattice.standing(node) != RESTING or not _coloured(lattice, node):
            continue
        leg = _leg_to(lattice, node)
        dx, dy = leg.x - x, leg.y - y
        length = isqrt(dx * dx + dy * dy)
        clear = lattice.clear(own, node) if own is not None else lattice.clear_from(start, lattice.spot(node))
        if clear == BLOCKED:
            hidden.append((length, node))
            continue
        cost = length if quantum == 1 else round_up(length, quantum)
        if cost <= most:
            found[node] = Trip((leg,), cost, node, way_mask(((dx, dy),)), z, False)
    hidden.sort()
    stride = lattice.stride
    for _, node in hidden:
        best: Trip | None = None
        for right, up in AROUND:
            corner = found.get(node + up * stride + right)
            if corner is None or len(corner.path) > 1:
                continue
            cost = round_up(lattice.lengths[node - corner.node], quantum) + corner.cost
            if cost > most or (best is not None and cost >= best.cost):
                continue
            if lattice.clear(corner.node, node) != BLOCKED:
                first, leg = corner.path[0], _leg_to(lattice, node)
                mask = way_mask(((first.x - x, first.y - y), (leg.x - x, leg.y - y)))
                best = Trip((first, leg), cost, node, mask, z, False)
        if best is not None:
            found[node] = best
    return found


# -- masks ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def way_mask(points: tuple[tuple[int, int], ...]) -> int:
    """The cells in which points of a way lie, one at least every half cell. The points count from the
    start.
    """
    found = 0
    x = y = 0
    for px, py in points:
        dx, dy = px - x, py - y
        count = isqrt(dx * dx + dy * dy) // (CELL // 2) + 1
        for i in range(count + 1):
            row, column = (y + dy * i // count) // CELL + MIDDLE, (x + dx * i // count) // CELL + MIDDLE
            found |= 1 << (row * ROW + column)
        x, y = px, py
    return found


@lru_cache(maxsize=1 << 14)
def disc_mask(x: int, y: int, span: int) -> int:
    """The cells of which a way that comes nearer than `span` to a point is sure to have one. The point counts
    from the start.
    """
    return box_mask(x, y, x, y, span)


@lru_cache(maxsize=1 << 12)
def box_mask(x0: int, y0: int, x1: int, y1: int, span: int) -> int:
    """The same for a rectangle."""
    reach = span + CELL // 4 + 2
    square = reach * reach
    found = 0
    for row in range(max((y0 - reach) // CELL, -MIDDLE), min((y1 + reach) // CELL, MIDDLE - 1) + 1):
        ey = max(row * CELL - y1, 0, y0 - (row + 1) * CELL)
        ex = isqrt(square - ey * ey) if ey < reach else 0
        first, last = max((x0 - ex) // CELL, -MIDDLE), min((x1 + ex) // CELL, MIDDLE - 1)
        if first <= last:
            found |= ((1 << last - first + 1) - 1) << ((row + MIDDLE) * ROW + first + MIDDLE)
    return found
