"""Boards made of zones: unit squares on integer centres, joined by edges that may be open or closed.

A zone is an index; sets of zones and of edges are bit masks (plain integers), so a board's condition is two
numbers and copies for nothing. A `ZoneMap` never changes; a `Layout` is a map with some edges closed and some
zones gone, shared by all states that have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

FAR = 1000
"""The distance between zones that no path joins."""


KEPT = 4096
"""So many layouts of a map are kept to be shared."""


def bits(mask: int) -> Iterator[int]:
    """The indices in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class ZoneMap:
    """Zones and the edges that join them.

    `at[zone]` is the centre (column, row). `opaque` is the mask of zones that nobody sees into or through and
    that a distance never leads through (it may end there).
    """

    __slots__ = (
        "_fans", "_layouts", "_rays", "at", "edge_of", "edges", "index", "names", "opaque", "touching",
        "zone_at",
    )  # fmt: skip

    def __init__(
        self,
        names: Sequence[str],
        at: Sequence[tuple[int, int]],
        edges: Sequence[tuple[int, int]],
        opaque: int = 0,
    ) -> None:
        """Raises ValueError where names or places are doubled or an edge does not join neighbours."""
        if not len(set(names)) == len(names) == len(at) == len(set(at)):
            raise ValueError("every zone has a name and a place of its own")
        self.names = tuple(names)
        self.index: Mapping[str, int] = {name: i for i, name in enumerate(names)}
        self.at = tuple(at)
        self.zone_at = {place: i for i, place in enumerate(at)}
        self.edges = tuple(edges)
        self.edge_of: dict[tuple[int, int], int] = {}
        for i, (a, b) in enumerate(edges):
            if not (0 <= a < len(at) and 0 <= b < len(at)) or (a, b) in self.edge_of:
                raise ValueError(f"edge {i} joins no zones or stands twice")
            if abs(at[a][0] - at[b][0]) + abs(at[a][1] - at[b][1]) != 1:
                raise ValueError(f"edge {i} does not join neighbours")
            self.edge_of[a, b] = self.edge_of[b, a] = i
        self.touching = tuple(
            sum(1 << i for i, edge in enumerate(self.edges) if zone in edge) for zone in range(len(self.at))
        )
        """For each zone the mask of its edges."""
        self.opaque = opaque
        self._rays: dict[int, tuple[int, tuple[int, ...]] | None] = {}
        self._fans: list[tuple[tuple[int, int], ...] | None] = [None] * len(self.at)
        self._layouts: dict[tuple[int, int], Layout] = {}

    def layout(self, closed: int = 0, gone: int = 0) -> Layout:
        """The map with the edges of mask `closed` shut and the zones of mask `gone` taken away."""
        found = self._layouts.get((closed, gone))
        if found is None:
            if len(self._layouts) >= KEPT:
                self._layouts.clear()
            found = self._layouts[closed, gone] = Layout(self, closed, gone)
        return found

    def ray(self, a: int, b: int) -> tuple[int, tuple[int, ...]] | None:
        """The straight line between two centres: the mask of edges that must be open and the zones crossed
        between.

        None if the line leaves the map, meets a wall or an opaque zone. Where it passes exactly through a
        corner, all four zones there must exist, none opaque, and all four edges between them count. A corner
        alone is no crossing.
        """
        key = a * len(self.at) + b
        if key not in self._rays:
            self._rays[key] = self._trace(a, b)
        return self._rays[key]

    def rays_from(self, a: int) -> tuple[tuple[int, int], ...]:
        """The rays from a zone: the bit of the zone at the other end, the mask of edges that must be open."""
        found = self._fans[a]
        if found is None:
            rays = ((b, self.ray(a, b)) for b in range(len(self.at)))
            found = self._fans[a] = tuple((1 << b, ray[0]) for b, ray in rays if ray is not None)
        return found

    def _trace(self, a: int, b: int) -> tuple[int, tuple[int, ...]] | None:
        if (self.opaque >> a | self.opaque >> b) & 1:
            return None
        (x, y), (x1, y1) = self.at[a], self.at[b]
        across, down = abs(x1 - x), abs(y1 - y)
        sx, sy = (1 if x1 > x else -1), (1 if y1 > y else -1)
        i = j = needed = 0
        crossed: list[int] = []
        here = a
        while i < across or j < down:
            # The next vertical border is met at (2i+1)/(2·across) of the way, the next horizontal one alike.
            order = (2 * i + 1) * down - (2 * j + 1) * across
            if order < 0:
                steps = [(x + sx, y)]
                i += 1
            elif order > 0:
                steps = [(x, y + sy)]
                j += 1
            else:
                steps = [(x + sx, y), (x + sx, y + sy), (x, y + sy), (x, y)]
                i += 1
                j += 1
            at = here
            for place in steps:
                zone = self.zone_at.get(place)
                if zone is None or self.opaque >> zone & 1:
                    return None
                edge = self.edge_of.get((at, zone))
                if edge is None:
                    return None
                needed |= 1 << edge
                at = zone
            x, y = steps[0] if order else (x + sx, y + sy)
            here = self.zone_at[x, y]
            crossed.append(here)
        return needed, tuple(crossed[:-1])


class Layout:
    """A map in one condition. `neighbours[zone]` are the zones joined to it by an open edge."""

    __slots__ = ("_blocked", "_dist", "_reach", "_seen", "closed", "gone", "map", "neighbours")

    def __init__(self, zones: ZoneMap, closed: int, gone: int) -> None:
        self.map = zones
        self.closed = closed
        self.gone = gone
        self._blocked = closed
        near: list[list[int]] = [[] for _ in zones.at]
        for i, (a, b) in enumerate(zones.edges):
            if (gone >> a | gone >> b) & 1:
                self._blocked |= 1 << i
            elif not closed >> i & 1:
                near[a].append(b)
                near[b].append(a)
        self.neighbours = tuple(tuple(sorted(row)) for row in near)
        self._reach: dict[tuple[int, int], int] = {}
        self._dist: list[tuple[int, ...] | None] = [None] * len(zones.at)
        self._seen: list[int] = [-1] * len(zones.at)

    def distances(self, a: int) -> tuple[int, ...]:
        """Least number of steps from a zone to every other, FAR where no path leads."""
        row = self._dist[a]
        if row is None:
            far = [FAR] * len(self.neighbours)
            far[a] = 0
            queue = [a]
            for zone in queue:
                if zone != a and self.map.opaque >> zone & 1:
                    continue
                for other in self.neighbours[zone]:
                    if far[other] == FAR:
                        far[other] = far[zone] + 1
                        queue.append(other)
            row = self._dist[a] = tuple(far)
        return row

    def dist(self, a: int, b: int) -> int:
        """Least number of steps between two zones; an opaque zone may be an end of the path, not an inner
        one."""
        return self.distances(a)[b]

    def within(self, a: int, n: int) -> tuple[int, ...]:
        """The zones at most n steps from a, itself included, ascending."""
        return tuple(bits(self.reach(a, n)))

    def reach(self, a: int, n: int) -> int:
        """The mask of the zones at most n steps from a, itself included."""
        mask = self._reach.get((a, n))
        if mask is None:
            mask = 0
            for zone, steps in enumerate(self.distances(a)):
                if steps <= n:
                    mask |= 1 << zone
            self._reach[a, n] = mask
        return mask

    def sees(self, a: int, b: int) -> bool:
        """Whether an open straight line joins the centres (the same zone: unless it is opaque)."""
        return bool(self.seen(a) >> b & 1)

    def seen(self, a: int) -> int:
        """The mask of zones seen from a zone."""
        mask = self._seen[a]
        if mask < 0:
            mask = 0
            if not self.gone >> a & 1:
                blocked = self._blocked
                for bit, needed in self.map.rays_from(a):
                    if not needed & blocked:
                        mask |= bit
                mask &= ~self.gone
            self._seen[a] = mask
        return mask

    def opened(self, edge: int) -> Layout:
        """The layout with one edge opened."""
        return self.map.layout(self.closed & ~(1 << edge), self.gone)

    def shut(self, edge: int) -> Layout:
        """The layout with one edge closed."""
        return self.map.layout(self.closed | (1 << edge), self.gone)

    def without(self, zone: int) -> Layout:
        """The layout with one zone taken away."""
        return self.map.layout(self.closed, self.gone | (1 << zone))
