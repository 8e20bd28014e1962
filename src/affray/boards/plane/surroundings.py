"""Surroundings: other discs and zones around a mover, as a lattice and the legs of a way meet them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.lattice import AWAY, Lattice
from affray.boards.plane.moves import Mover, Spot, Step, disc_fault, nearest_on
from affray.boards.plane.scene import CACHE
from affray.boards.plane.solids import Disc, within
from affray.boards.plane.sweep import nearest, track


class Zone(NamedTuple):
    """The places from which a disc at rest is at most `reach` away, as far as the zone acts there.

    `acts` is asked with a spot of the mover; without it the zone acts everywhere. Zones with the same disc,
    reach and `key` act alike on the same lattice: their nodes are found once. A zone that acts with
    exceptions needs a key of all that its exceptions depend on, or None to be asked anew.
    """

    disc: Disc
    reach: int
    acts: Callable[[int, int, int], bool] | None = None
    key: Hashable = None


class _Circle(NamedTuple):
    """A disc or zone on one level, as straight walks meet it: the centre and the squared distance at which to
    look.
    """

    x: int
    y: int
    square: int
    zone: Zone | None
    """None for a disc that is not passed."""
    span: int
    """How near the zone acts, centre to centre in plan."""
    everywhere: bool
    """Whether the zone acts at all nodes within its reach; then it is taken to act between them as well."""
    bit: int
    """The bit of a holding zone, 0 for others."""


class Surroundings:
    """What a mover has to respect besides the scene, within its budget of a start.

    No leg may come into a zone of `shun`; whoever comes into one of `hold` does not leave it again. Holding
    zones are numbered, and a set of them is a mask.
    """

    __slots__ = (
        "_budget", "_mover", "_start", "_zones", "circles", "forbidden", "held", "hold", "lattice", "shun",
    )  # fmt: skip

    def __init__(
        self,
        lattice: Lattice,
        start: Spot,
        budget: int,
        mover: Mover,
        shun: Sequence[Zone],
        hold: Sequence[Zone],
    ) -> None:
        self.lattice = lattice
        self.shun = shun
        self.hold = hold
        self._start = start
        self._budget = budget
        walls = tuple(wall for wall in mover.walls if self._in_range(wall, lattice.r + wall.r))
        self._mover = mover._replace(walls=walls)
        zones = [(zone, 0) for zone in shun] + [(zone, 1 << i) for i, zone in enumerate(hold)]
        self._zones = [
            (zone, bit)
            for zone, bit in zones
            if self._in_range(zone.disc, lattice.r + zone.disc.r + zone.reach)
        ]
        self.forbidden: set[int] = set()
        """Nodes to which the mover may not come."""
        self.held: dict[int, int] = {}
        """The holding zones of nodes that have any."""
        self.circles: list[list[_Circle]] = [[] for _ in lattice.scene.levels]
        """Per level what stands in the way of straight walks."""
        self._mark()

    def _in_range(self, disc: Disc, span: int) -> bool:
        """Whether the mover can come within a distance of a disc's centre at all."""
        dx, dy = disc.x - self._start.x, disc.y - self._start.y
        return dx * dx + dy * dy <= (self._budget + span) ** 2

    def _mark(self) -> None:
        """Find the nodes that other discs and zones forbid or hold, and the circles that walks have to
        respect.
        """
        lattice = self.lattice
        scene, r = lattice.scene, lattice.r
        for level, z in enumerate(scene.levels):
            base = level * lattice.area
            circles = self.circles[level]
            for wall in self._mover.walls:
                if -scene.limits.apart < wall.z - z < scene.limits.apart:
                    square = (r + wall.r) ** 2
                    places = lattice.places_within(wall.x, wall.y, square - 1)
                    self.forbidden.update([base + place for place in places])
                    circles.append(_Circle(wall.x, wall.y, square, None, 0, True, 0))
            for zone, bit in self._zones:
                disc = zone.disc
                dz = abs(disc.z - z)
                if dz > zone.reach:
                    continue
                span = r + disc.r + isqrt(zone.reach**2 - dz**2)
                nodes, everywhere = self._zone_nodes(zone, level, span)
                circles.append(_Circle(disc.x, disc.y, (span + 2) ** 2, zone, span, everywhere, bit))
                if bit:
                    for node in nodes:
                        self.held[node] = self.held.get(node, 0) | bit
                else:
                    self.forbidden |= nodes

    def _zone_nodes(self, zone: Zone, level: int, span: int) -> tuple[frozenset[int], bool]:
        """The nodes of a level at which a zone acts, and whether these are all within its reach."""
        lattice = self.lattice
        key = (zone.disc, zone.reach, zone.key, level)
        found = lattice.zones.get(key) if zone.key is not None or zone.acts is None else None
        if found is None:
            base = level * lattice.area
            places = lattice.places_within(zone.disc.x, zone.disc.y, span * span)
            nodes = [base + place for place in places if lattice.standing(base + place) != AWAY]
            acting = nodes
            if zone.acts is not None:
                acting = [node for node in nodes if zone.acts(*lattice.spot(node))]
            found = frozenset(acting), len(acting) == len(nodes)
            if zone.key is not None or zone.acts is None:
                if len(lattice.zones) >= CACHE // 10:
                    lattice.zones.clear()
                lattice.zones[key] = found
        return found

    def held_at(self, spot: Spot) -> int:
        """The holding zones that act at a place."""
        return sum(1 << i for i, zone in enumerate(self.hold) if self._acts(zone, spot))

    def shunned(self, spot: Spot) -> bool:
        """Whether a zone to be shunned acts at a place."""
        return any(self._acts(zone, spot) for zone in self.shun)

    def _acts(self, zone: Zone, spot: Spot) -> bool:
        disc = Disc(*spot, self.lattice.r)
        return within(disc, zone.disc, zone.reach) and (zone.acts is None or zone.acts(*spot))

    def walk_passes(self, level: int, a: Spot, b: Spot, entered: int, held: int) -> bool:
        """Whether discs and zones let a straight walk pass, its ends left aside: they are judged as places.

        `level` is the number of the level, `entered` are the holding zones of the start, `held` those of the
        end.
        """
        circles = self.circles[level]
        if circles:
            px, py, dx, dy = a.x, a.y, b.x - a.x, b.y - a.y
            square = dx * dx + dy * dy
            for x, y, near, zone, span, everywhere, bit in circles:
                ax, ay = x - px, y - py
                along = ax * dx + ay * dy
                if along <= 0 or along >= square:
                    continue
                across = dx * ay - dy * ax
                if across * across >= near * square:
                    continue
                if zone is None:
                    return False
                qx, qy = nearest(track(px, py, b.x, b.y, 1), x, y)
                if (qx - x) ** 2 + (qy - y) ** 2 > span * span:
                    continue
                if everywhere or zone.acts is None or zone.acts(qx, qy, a.z):
                    if not bit:
                        return False
                    entered |= bit
        return not entered & ~held

    def hop_passes(self, step: Step, entered: int, node: int) -> bool:
        """Whether discs and zones let a leg to a node pass; `entered` are the holding zones of its start."""
        if disc_fault(self.lattice.scene, self._mover, step, False) is not None:
            return False
        start, end, r = step.start, step.end, self.lattice.r
        for zone, bit in self._zones:
            disc = zone.disc
            span = r + disc.r + zone.reach
            if not (min(start.x, end.x) - span <= disc.x <= max(start.x, end.x) + span):
                continue
            if not (min(start.y, end.y) - span <= disc.y <= max(start.y, end.y) + span):
                continue
            if self._acts(zone, nearest_on(step, disc.x, disc.y)):
                if not bit:
                    return False
                entered |= bit
        return not entered & ~self.held.get(node, 0)

    def nodes_under(self, discs: Iterable[Disc]) -> set[int]:
        """The nodes at which the mover would overlap one of several discs."""
        lattice = self.lattice
        apart = lattice.scene.limits.apart
        found: set[int] = set()
        for disc in discs:
            span = lattice.r + disc.r
            if self._in_range(disc, span):
                places = lattice.places_within(disc.x, disc.y, span * span - 1)
                for level, z in enumerate(lattice.scene.levels):
                    if -apart < z - disc.z < apart:
                        found.update([level * lattice.area + place for place in places])
        return found
