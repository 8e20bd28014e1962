"""Ways that a map's terrain allows from a place: straight, around one corner, or with one climb, drop, jump
or passage at the end.

They lead to every other place of a lattice of one inch, like the fields of one colour on a chessboard.
Straight ones are rays, which are told apart by masks; a table of ways is quickly made, and what is in their
way quickly sorted out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache

from affray.boards.plane.lattice import BLOCKED, Hop, Lattice, lattice_of
from affray.boards.plane.moves import Kind, Leg, Mover, Spot, Step, open_passages, round_up, survey, walked
from affray.boards.plane.rays import Rays, number_at, numbers_in
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH, Box, Rect
from affray.boards.plane.sweep import comes_within, sweeps_box, track

SPACING = INCH
KEPT = 1 << 13
"""So many tables are kept at most; when there are more all of them are forgotten."""


def survey_way(scene: Scene, mover: Mover, start: Spot, path: Sequence[Leg]) -> list[Step]:
    """The legs of a way known to be legal, or of a part of one."""
    steps = []
    spot = start
    for leg in path:
        if leg.kind is Kind.WALK:
            step: Step = walked(scene, mover.r, spot, leg)
        else:
            # Whether it can rest where it ends has been looked at, or is none of this part's business.
            found = survey(scene, mover.r, spot, leg, False, open_passages(scene, mover, spot))
            assert isinstance(found, Step), found
            step = found
        steps.append(step)
        spot = step.end
    return steps


class Trip:
    """A way that the terrain allows from a place, and its cost."""

    __slots__ = ("_steps", "climbs", "cost", "level", "node", "path")

    def __init__(self, path: tuple[Leg, ...], cost: int, node: int, level: int, climbs: bool) -> None:
        self.path = path
        self.cost = cost
        self.node = node
        """Of the lattice, where it ends."""
        self.level = level
        """The level on which it runs; -1 if there are several."""
        self.climbs = climbs
        self._steps: list[Step] | None = None

    def steps(self, scene: Scene, mover: Mover, start: Spot) -> list[Step]:
        """Its legs as walked."""
        if self._steps is None:
            self._steps = survey_way(scene, mover, start, self.path)
        return self._steps

    def passes(self, start: Spot, x: int, y: int, span: int) -> bool:
        """Whether it comes nearer to a point than `span` in plan."""
        ax, ay = start.x, start.y
        for leg in self.path:
            if comes_within(ax, ay, leg.x - ax, leg.y - ay, x, y, span * span):
                return True
            ax, ay = leg.x, leg.y
        return False

    def sweeps(self, start: Spot, r: int, box: Box) -> int:
        """How many of its legs lead a disc over or through a box in plan."""
        ax, ay = start.x, start.y
        left, bottom, right, top = box.x0 - r, box.y0 - r, box.x1 + r, box.y1 + r
        count = 0
        for _, bx, by, _ in self.path:
            if (ax > left or bx > left) and (ax < right or bx < right):
                if (ay > bottom or by > bottom) and (ay < top or by < top):
                    count += sweeps_box(track(ax, ay, bx, by, r), box)
            ax, ay = bx, by
        return count


class Table:
    """The ways that the terrain allows a disc from a place, one to each node.

    They are numbered: the rays that can be walked as in `rays`, then the `others`. A set of ways is a mask of
    these numbers.
    """

    __slots__ = (
        "_ends",
        "_slots",
        "_trips",
        "all",
        "before",
        "clear",
        "climbing",
        "lattice",
        "others",
        "rays",
        "start",
    )

    def __init__(
        self, lattice: Lattice, start: Spot, before: int, rays: Rays, open_: int, others: Sequence[Trip]
    ) -> None:
        self.lattice = lattice
        self.start = start
        self.before = before
        """The node before the start, from which the shifts of rays are counted."""
        self.rays = rays
        self.others = others
        size = rays.size
        self.all = open_ | ((1 << len(others)) - 1) << size
        self.climbing = sum(1 << size + i for i, trip in enumerate(others) if trip.climbs)
        self._ends = sorted((*trip.path[-1][1:], 1 << size + i) for i, trip in enumerate(others))
        self.clear: tuple[tuple[Box, ...], int] | None = None
        """The ways that keep clear of some boxes, and these; kept by `ways`."""
        self._slots: list[tuple[int, int]] | None = None
        self._trips: dict[int, Trip] = {}

    def within(self, most: int) -> int:
        """The ways that cost at most so much."""
        rays = self.rays
        if most >= rays.most:
            return self.all
        found, bit = self.all & rays.within(most), 1 << rays.size
        for trip in self.others:
            if trip.cost <= most:
                found |= bit
            bit <<= 1
        return found

    def listed(self, ways: int) -> list[int]:
        """The numbers of some ways, cheapest first."""
        found = numbers_in(ways & ((1 << self.rays.size) - 1))
        if len(found) < ways.bit_count():
            before = 0
            for cheaper, number in self._slots or self._put_in_order():
                if ways >> number & 1:
                    found.insert((ways & cheaper).bit_count() + before, number)
                    before += 1
        return found

    def at(self, ways: int, place: int) -> int:
        """The number at a place of that list."""
        if ways >> self.rays.size:
            return self.listed(ways)[place]
        return number_at(ways, place)

    def _put_in_order(self) -> list[tuple[int, int]]:
        """The others, cheapest first: the rays that come before each, and its number. The order goes by cost,
        and by where they end; as `Rays.keys`.
        """
        size, keys = self.rays.size, self.rays.keys
        found = sorted(
            ((trip.cost, trip.node - self.before), number) for number, trip in enumerate(self.others, size)
        )
        self._slots = [((1 << bisect_left(keys, key)) - 1, number) for key, number in found]
        return self._slots

    def node(self, number: int) -> int:
        """The node where a way ends."""
        size = self.rays.size
        return self.before + self.rays.shifts[number] if number < size else self.others[number - size].node

    def path(self, number: int) -> tuple[Leg, ...]:
        """The legs of a way."""
        size = self.rays.size
        if number < size:
            return self.lattice.path_to(self.before + self.rays.shifts[number])
        return self.others[number - size].path

    def paths(self, numbers: Iterable[int]) -> list[tuple[Leg, ...]]:
        """The legs of some ways."""
        size, before, shifts = self.rays.size, self.before, self.rays.shifts
        known, others = self.lattice.paths, self.others
        return [
            (known[before + shifts[number]] or self.path(number))
            if number < size
            else others[number - size].path
            for number in numbers
        ]

    def ending_on(self, x: int, y: int, z: int, near: int, apart: int) -> int:
        """The ways other than rays that end nearer to a point than `near` in plan, and than `apart` in
        height.
        """
        ends = self._ends
        if not ends:
            return 0
        found = 0
        for ex, ey, ez, bit in ends[bisect_left(ends, (x - near,)) : bisect_left(ends, (x + near,))]:
            if (ex - x) ** 2 + (ey - y) ** 2 < near * near and -apart < ez - z < apart:
                found |= bit
        return found

    def trip(self, number: int) -> Trip:
        """A way as a trip."""
        size = self.rays.size
        if number >= size:
            return self.others[number - size]
        found = self._trips.get(number)
        if found is None:
            node = self.before + self.rays.shifts[number]
            path, cost = self.lattice.path_to(node), self.rays.costs[number]
            found = self._trips[number] = Trip(path, cost, node, self.start.z, False)
        return found


_kept: dict[tuple[Scene, int, tuple[int, int, int], int], Table] = {}


def kept_table(scene: Scene, r: int, start: tuple[int, int, int], most: int, quantum: int) -> Table:
    """The ways of at least so much from a place; the shorter ones are found among them (`Table.within`)."""
    key = (scene, r, start, quantum)
    found = _kept.get(key)
    if found is None or found.rays.most < most:
        if len(_kept) >= KEPT:
            _kept.clear()
        found = _kept[key] = table(scene, r, Spot(*start), most, quantum)
    return found


def table(scene: Scene, r: int, start: Spot, most: int, quantum: int) -> Table:
    """The ways from a place that cost at most so much, lengths rounded up to multiples of `quantum`."""
    lattice = lattice_of(scene, r, SPACING)
    before, rays = lattice.rays(start, most, quantum)
    open_, closed = lattice.walks(start, before, rays)
    others = _around_corners(lattice, start, before, rays, open_, closed) if closed else {}
    open_ = _hop_on(lattice, start, before, rays, open_, others, quantum)
    return Table(lattice, start, before, rays, open_, tuple(others.values()))


def _around_corners(
    lattice: Lattice, start: Spot, before: int, rays: Rays, open_: int, closed: int
) -> dict[int, Trip]:
    """The walks around the corner of a node that can be walked to straight, to nodes that cannot."""
    found: dict[int, Trip] = {}
    shifts = rays.shifts
    for number in rays.by_length(closed):
        node = before + shifts[number]
        for cost, corner in rays.corners(number):
            if open_ >> corner & 1:
                turn = before + shifts[corner]
                if lattice.clear(turn, node) != BLOCKED:
                    path = (*lattice.path_to(turn), *lattice.path_to(node))
                    found[node] = Trip(path, cost, node, start.z, False)
                    break
    return found


def _hop_on(
    lattice: Lattice, start: Spot, before: int, rays: Rays, open_: int, others: dict[int, Trip], quantum: int
) -> int:
    """Add the ways that end with a leg other than a walk to the others, and return the rays that are no
    worse than these.
    """
    most, own, area, reached = rays.most, lattice.node_at(start), lattice.area, _reached(lattice)
    level, numbers, costs = before // area, rays.numbers, rays.costs
    befores: list[tuple[tuple[Hop, ...], int, tuple[Leg, ...]]] = [(lattice.hops(start), 0, ())]
    far = most if start.z else most - lattice.least_hop
    near = open_ & rays.within(far)
    walked_to = [before + shift for shift in rays.shifts_of(near)]
    for node, hops in lattice.hops_at(walked_to):
        befores.append((hops, costs[numbers[node - before]], lattice.path_to(node)))
    for node, hops in lattice.hops_at([node for node, trip in others.items() if trip.cost <= far]):
        befores.append((hops, others[node].cost, others[node].path))
    for hops, cost, path in befores:
        room = most - cost
        for least, node, step in hops:
            if least > room:
                break
            if node == own or not reached[node]:
                continue
            value = cost + _hop_cost(lattice.scene, step, quantum)
            old = others.get(node)
            number = numbers.get(node - before, -1) if node // area == level else -1
            straight = number >= 0 and open_ >> number & 1
            best = costs[number] if straight else old.cost if old is not None else most + 1
            if value < best:
                open_ &= ~(1 << number) if straight else -1
                path_there = (*path, Leg(step.kind, *step.end))
                others[node] = Trip(path_there, value, node, -1, step.climb > 0)
    return open_


def _hop_cost(scene: Scene, step: Step, quantum: int) -> int:
    paid = step.drop - scene.limits.free_drop
    cost = step.extra + round_up(step.length, quantum) + round_up(step.climb, quantum)
    return cost + round_up(paid, quantum) if paid > 0 else cost


@lru_cache(maxsize=64)
def _reached(lattice: Lattice) -> bytes:
    """For each node whether it is one of those that ways lead to. On platforms, which are small, all are."""
    area, stride = lattice.area, lattice.stride
    floor = bytes((place // stride + place % stride + 1) % 2 for place in range(area))
    return floor.ljust(lattice.total, b"\1")


@lru_cache(maxsize=64)
def places_in(scene: Scene, r: int, area: Rect) -> tuple[Spot, ...]:
    """The places on the floor at which a disc fits wholly into an area: those that ways lead to."""
    lattice = lattice_of(scene, r, SPACING)
    return tuple(
        spot
        for spot in lattice.places_in(area, 0)
        if (node := lattice.node_at(spot)) is not None and _reached(lattice)[node]
    )
