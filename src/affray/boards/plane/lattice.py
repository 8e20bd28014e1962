"""A lattice of places for discs of one radius in a scene: where they stand, walk, climb, drop, jump and get
through.

Everything is found when it is first asked for and kept: a query pays only for the neighbourhood that no query
before it has seen. A node is a number; on one level the difference of two nodes tells how far they are apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import isqrt

from affray.boards.plane.moves import (
    Kind,
    Leg,
    Spot,
    Step,
    ceiling,
    platforms_under,
    survey,
)
from affray.boards.plane.placing import fits, obstacle
from affray.boards.plane.rays import ALL, Rays, grid_of, rays_of
from affray.boards.plane.scene import CACHE, Scene
from affray.boards.plane.solids import INCH, Box, Rect, covers, inside, overlaps, touches
from affray.boards.plane.sweep import crosses_rect, stays_over, sweeps_box, track

SPACING = INCH // 2
"""The usual distance of neighbouring nodes."""
AWAY, PASSING, RESTING = 1, 2, 3
"""What a disc can do on a node: nothing, pass with its rim over an edge, or stand."""
KEPT = 4
"""Hops kept per place, kind and thing that they cross or lead to: the shortest."""
BLOCKED = -1
"""In place of a cost: no straight walk."""

Hop = tuple[int, int, Step]
"""A leg other than a walk: what it costs with all drops free, the node that it leads to, and the leg."""


class Lattice:
    """The places of discs of radius r in a scene, `spacing` apart; `lattice_of` keeps one for each."""

    __slots__ = (
        "_cells", "_clear", "_clear_from", "_hops", "_hops_at", "_neighbours", "_platform_nodes", "_rims",
        "_spots", "_standing", "_through", "_vicinity", "area", "columns", "lengths", "near",
        "passages", "paths", "r", "rows", "scene", "spacing", "stride", "total", "zones",
    )  # fmt: skip

    def __init__(self, scene: Scene, r: int, spacing: int) -> None:
        board = scene.board
        self.scene = scene
        self.r = r
        self.spacing = spacing
        self.columns = (board.x1 - board.x0) // spacing + 1
        self.rows = (board.y1 - board.y0) // spacing + 1
        self.stride = 2 * self.columns  # so that every difference of two nodes is one vector
        self.area = self.stride * self.rows
        self.total = self.area * len(scene.levels)
        self.lengths = _length_table(self.columns, self.rows, spacing)
        self.passages = scene.passages
        self.near: dict[tuple[int, int, int], tuple[int, ...]] = {}
        """Places in plan within a squared distance of a point, kept by `places_within`."""
        self.zones: dict[object, tuple[frozenset[int], bool]] = {}
        """Nodes at which zones act, kept by queries."""
        self._spots: dict[int, Spot] = {}
        self._standing = bytearray(self.total)
        self._neighbours: dict[int, tuple[int, ...]] = {}
        self._vicinity: dict[int, tuple[int, ...]] = {}
        self._cells: tuple[int, int] | None = None
        self.paths: list[tuple[Leg] | tuple[()]] = [()] * self.total
        """The straight walks to the nodes, empty until `path_to` is asked."""
        self._hops: dict[Spot, tuple[Hop, ...]] = {}
        self._hops_at: list[tuple[Hop, ...] | None] = [None] * self.total
        self._through: dict[tuple[Spot, Box], tuple[Hop, ...]] = {}
        self._clear: dict[int, int] = {}
        self._clear_from: dict[tuple[Spot, Spot], int] = {}
        self._rims: dict[tuple[int, int], tuple[int, ...]] = {}
        self._platform_nodes: dict[Box, tuple[int, ...]] = {}

    # --- Nodes ----------------------------------------------------------------------------------------------

    def spot(self, node: int) -> Spot:
        """The place of a node."""
        found = self._spots.get(node)
        if found is None:
            level, place = divmod(node, self.area)
            row, column = divmod(place, self.stride)
            board, spacing = self.scene.board, self.spacing
            found = Spot(board.x0 + column * spacing, board.y0 + row * spacing, self.scene.levels[level])
            self._spots[node] = found
        return found

    def node_at(self, spot: Spot) -> int | None:
        """The node at a place, None if there is none."""
        board = self.scene.board
        column, x_rest = divmod(spot.x - board.x0, self.spacing)
        row, y_rest = divmod(spot.y - board.y0, self.spacing)
        if x_rest or y_rest or not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        if spot.z not in self.scene.levels:
            return None
        return self.scene.levels.index(spot.z) * self.area + row * self.stride + column

    def standing(self, node: int) -> int:
        """What a disc can do on a node, other discs left aside."""
        found = self._standing[node]
        if not found:
            spot = self.spot(node)
            found = self._standing[node] = _standing_at(self.scene, spot, self.r)
        return found

    def places_in(self, rect: Rect, z: int) -> list[Spot]:
        """The nodes of a level on which a disc can stand wholly in a rectangle, other discs left aside."""
        return [
            self.spot(node)
            for node in self._beside_rect(rect, 0, z)
            if self.standing(node) == RESTING and inside(*self.spot(node)[:2], self.r, rect)
        ]

    def places_within(self, x: int, y: int, square: int) -> tuple[int, ...]:
        """The nodes of the lowest level whose squared distance in plan from a point is at most `square`."""
        key = (x, y, square)
        found = self.near.get(key)
        if found is None:
            if len(self.near) >= CACHE // 10:
                self.near.clear()
            found = self.near[key] = tuple(self._places(x, y, square))
        return found

    def _places(self, x: int, y: int, square: int) -> Iterable[int]:
        board, spacing, reach = self.scene.board, self.spacing, isqrt(square)
        x, y = x - board.x0, y - board.y0
        first, last = max(0, -((reach - x) // spacing)), min(self.columns - 1, (x + reach) // spacing)
        for row in range(max(0, -((reach - y) // spacing)), min(self.rows - 1, (y + reach) // spacing) + 1):
            dy = row * spacing - y
            for column in range(first, last + 1):
                dx = column * spacing - x
                if dx * dx + dy * dy <= square:
                    yield row * self.stride + column

    # --- Walks ----------------------------------------------------------------------------------------------

    def neighbours(self, node: int) -> tuple[int, ...]:
        """The nodes beside a node to which a disc can walk."""
        found = self._neighbours.get(node)
        if found is None:
            found = self._neighbours[node] = tuple(self._beside(node))
        return found

    def _beside(self, node: int) -> Iterable[int]:
        row, column = divmod(node % self.area, self.stride)
        for up in (-1, 0, 1):
            for right in (-1, 0, 1):
                if (up or right) and 0 <= row + up < self.rows and 0 <= column + right < self.columns:
                    other = node + up * self.stride + right
                    if self.standing(other) > AWAY and self.clear(node, other) != BLOCKED:
                        yield other

    def vicinity(self, node: int) -> tuple[int, ...]:
        """The nodes that are two walks between neighbours away, or one."""
        found = self._vicinity.get(node)
        if found is None:
            near = self.neighbours(node)
            both = set(near).union(*(self.neighbours(other) for other in near))
            found = self._vicinity[node] = tuple(sorted(both - {node}))
        return found

    def clear(self, a: int, b: int) -> int:
        """What a straight walk between nodes of one level costs besides its length, or BLOCKED."""
        if a > b:
            a, b = b, a
        key = a * self.total + b
        found = self._clear.get(key)
        if found is None:
            if len(self._clear) >= 4 * CACHE:
                self._clear.clear()
            found = self._clear[key] = self._walk(self.spot(a), self.spot(b))
        return found

    def clear_from(self, a: Spot, b: Spot) -> int:
        """The same for any two places of one level."""
        key = (a, b)
        found = self._clear_from.get(key)
        if found is None:
            if len(self._clear_from) >= CACHE:
                self._clear_from.clear()
            found = self._clear_from[key] = self._walk(a, b)
        return found

    def _walk(self, a: Spot, b: Spot) -> int:
        scene, z = self.scene, a.z
        way = track(a.x, a.y, b.x, b.y, self.r)
        if z and not stays_over(way, scene.platforms[z]):
            return BLOCKED
        if not inside(b.x, b.y, self.r, scene.board):
            return BLOCKED
        left, right = (a.x, b.x) if a.x < b.x else (b.x, a.x)
        bottom, top = (a.y, b.y) if a.y < b.y else (b.y, a.y)
        r = self.r
        for box in scene.solid_in(z, left - r, bottom - r, right + r, top + r):
            if sweeps_box(way, box):
                return BLOCKED
        if not scene.dragging:
            return 0
        step = survey(scene, self.r, a, Leg(Kind.WALK, *b), False)
        return step.extra if isinstance(step, Step) else BLOCKED

    def path_to(self, node: int) -> tuple[Leg]:
        """The straight walk to a node, as legs: one object for each."""
        found = self.paths[node]
        if not found:
            found = self.paths[node] = (Leg(Kind.WALK, *self.spot(node)),)
        return found

    def rays(self, start: Spot, most: int, quantum: int) -> tuple[int, Rays]:
        """The node before a place, and the rays of at most so much from it. They lead to every other node,
        like the fields of one colour on a chessboard; above the ground to all nodes.
        """
        board, spacing = self.scene.board, self.spacing
        column, x = divmod(start.x - board.x0, spacing)
        row, y = divmod(start.y - board.y0, spacing)
        before = self.scene.levels.index(start.z) * self.area + row * self.stride + column
        odd = (row + column) % 2 == 1
        return before, rays_of(self.columns, spacing, x, y, odd, start.z > 0, most, quantum)

    def walks(self, start: Spot, before: int, rays: Rays) -> tuple[int, int]:
        """The rays that can be walked to nodes where a disc can stand, and those where something is in the
        way. `before` is the node before the start.
        """
        own = self.node_at(start)
        level, place = divmod(before, self.area)
        lowest, highest = level * self.area, (level + 1) * self.area
        touched, inner = ALL, 0
        if level == 0 and rays.aligned:
            row, column = divmod(place, self.stride)
            shift = grid_of(self.columns, self.spacing).shift(column, row)
            touched, inner = (cells >> shift for cells in self._terrain())
        standing, cells = self._standing, rays.cells
        open_, closed = 0, 0
        for number, shift in enumerate(rays.shifts):
            node = before + shift
            if not lowest <= node < highest or (standing[node] or self.standing(node)) != RESTING:
                continue
            if cells[number] & inner:
                closed |= 1 << number
            elif not cells[number] & touched:
                open_ |= 1 << number
            else:
                extra = self.clear(own, node) if own is not None else self.clear_from(start, self.spot(node))
                if extra == BLOCKED:
                    closed |= 1 << number
                else:
                    open_ |= 1 << number
        return open_, closed

    def _terrain(self) -> tuple[int, int]:
        """The cells of which walks on the ground that boxes may stop touch one, and those at which boxes are
        sure to stop them.
        """
        if self._cells is None:
            touched = inner = 0
            board, grid = self.scene.board, grid_of(self.columns, self.spacing)
            for box in self.scene.solid(0):
                near, under = grid.around(box, board.x0, board.y0, self.r)
                touched |= near
                inner |= under
            self._cells = touched, inner
        return self._cells

    # --- Hops -----------------------------------------------------------------------------------------------

    def hops_at(self, nodes: Iterable[int]) -> list[tuple[int, tuple[Hop, ...]]]:
        """Of some nodes those with useful legs other than walks, and these."""
        known, found = self._hops_at, []
        for node in nodes:
            hops = known[node]
            if hops is None:
                hops = known[node] = self.hops(self.spot(node))
            if hops:
                found.append((node, hops))
        return found

    def hops(self, spot: Spot) -> tuple[Hop, ...]:
        """The useful legs other than walks from a place: over, up, off, leap and through the scene's
        passages.
        """
        found = self._hops.get(spot)
        if found is None:
            if len(self._hops) >= CACHE:
                self._hops.clear()
            hops: list[Hop] = []
            if spot.z or self._beside_box(spot):
                hops += [*self._overs(spot), *self._ups(spot)]
                for box in self.passages:
                    hops += self.through(spot, box)
            if spot.z:
                hops += [*self._offs(spot), *self._leaps(spot)]
            found = self._hops[spot] = tuple(sorted(hops, key=lambda hop: hop[:2]))
        return found

    @property
    def least_hop(self) -> int:
        """What a leg other than a walk costs at least from the ground. It climbs or leads through a passage,
        and the disc is clear of what it crosses or climbs, or wholly on it, at both ends.
        """
        limits = self.scene.limits
        return min(limits.least_climb, limits.through) + 2 * self.r - 1

    def _beside_box(self, spot: Spot) -> bool:
        """Whether there is anything beside a place on the ground that can be crossed or climbed."""
        (x, y, _), span = spot, self.r + self._rim
        for box in self.scene.firm_in(x - span, y - span, x + span, y + span):
            if touches(x, y, span, box):
                return True
        return False

    def through(self, spot: Spot, box: Box) -> tuple[Hop, ...]:
        """Legs from a place through a box, as a passage."""
        if not (box.zl <= spot.z < box.zh and self._close(spot, box)):
            return ()
        found = self._through.get((spot, box))
        if found is None:
            reach = 2 * (self.r + self._rim) + min(box.x1 - box.x0, box.y1 - box.y0)
            nodes = [
                node
                for node in self._around(spot, spot.z, reach)
                if crosses_rect(track(spot.x, spot.y, *self.spot(node)[:2], 1), box)
            ]
            if len(self._through) >= CACHE:
                self._through.clear()
            found = self._through[spot, box] = self._shortest(spot, Kind.THROUGH, nodes, (box,))
        return found

    @property
    def _rim(self) -> int:
        """How near to a thing the hops begin and end: whoever is farther away walks up to it first."""
        return min(self.scene.limits.reach, self.spacing * 3 // 2)

    @property
    def _longest(self) -> int:
        """How long the hops are at most."""
        return self.scene.limits.jump + 2 * (self.r + self._rim)

    def _close(self, spot: Spot, rect: Box | Rect) -> bool:
        return touches(spot.x, spot.y, self.r + self._rim, rect)

    def _around(self, spot: Spot, z: int, reach: int) -> list[int]:
        """The nodes of a level within a distance of a place in plan on which discs can stand, nearest
        first.
        """
        base = self.scene.levels.index(z) * self.area
        nodes = [base + place for place in self.places_within(spot.x, spot.y, reach * reach)]
        return self._by_distance(spot, (node for node in nodes if self.standing(node) == RESTING), reach)

    def _by_distance(self, spot: Spot, nodes: Iterable[int], reach: int) -> list[int]:
        """Those of some nodes that are at most `reach` away in plan, nearest first."""
        found = []
        for node in nodes:
            end = self.spot(node)
            dx, dy = end.x - spot.x, end.y - spot.y
            square = dx * dx + dy * dy
            if square <= reach * reach:
                found.append((square, node))
        return [node for _, node in sorted(found)]

    def _shortest(
        self, spot: Spot, kind: Kind, nodes: Iterable[int], passages: Sequence[Box] | None = None
    ) -> tuple[Hop, ...]:
        """The legs of a kind to some nodes, nearest first, that are legal and not much longer than
        the first.
        """
        found: list[Hop] = []
        longest = -1
        for node in nodes:
            end = self.spot(node)
            if found and isqrt((end.x - spot.x) ** 2 + (end.y - spot.y) ** 2) > longest:
                break
            step = survey(self.scene, self.r, spot, Leg(kind, *end), True, passages)
            if isinstance(step, Step):
                if not found:
                    longest = step.length + self.spacing
                found.append((step.length + step.climb + step.extra, node, step))
                if len(found) == KEPT:
                    break
        return tuple(found)

    def _overs(self, spot: Spot) -> Iterable[Hop]:
        for group in self._groups_near(spot):
            boxes = self.scene.groups[group]
            if any(overlaps(spot.x, spot.y, self.r, box) for box in boxes):
                continue
            high = [box for box in boxes if box.zl <= spot.z < box.zh]
            nodes = self._by_distance(spot, self._rim_nodes(group, spot.z), self._longest)
            crossing = (node for node in nodes if self._sweeps(spot, node, high))
            yield from self._shortest(spot, Kind.OVER, crossing)

    def _groups_near(self, spot: Spot) -> list[int]:
        """The groups that a disc can cross from a place."""
        (x, y, z), span = spot, self.r + self._rim
        left, bottom, right, top = x - span, y - span, x + span, y + span
        return sorted(
            {
                box.group
                for box in self.scene.solid_in(z, left, bottom, right, top)
                if touches(x, y, span, box)
            }
        )

    def _sweeps(self, spot: Spot, node: int, boxes: Sequence[Box]) -> bool:
        end = self.spot(node)
        way = track(spot.x, spot.y, end.x, end.y, self.r)
        return any(sweeps_box(way, box) for box in boxes)

    def _rim_nodes(self, group: int, z: int) -> tuple[int, ...]:
        """The nodes close to a group of boxes and clear of it."""
        found = self._rims.get((group, z))
        if found is None:
            boxes = self.scene.groups[group]
            nodes: set[int] = set()
            for box in boxes:
                if box.zl <= z < box.zh:
                    nodes.update(self._beside_rect(box, self.r + self._rim, z))
            found = self._rims[group, z] = tuple(
                node
                for node in sorted(nodes)
                if self.standing(node) == RESTING
                and not any(overlaps(*self.spot(node)[:2], self.r, box) for box in boxes)
            )
        return found

    def _beside_rect(self, rect: Box | Rect, reach: int, z: int) -> Iterable[int]:
        """The nodes of a level in a rectangle or within a distance of it."""
        board, spacing = self.scene.board, self.spacing
        base = self.scene.levels.index(z) * self.area
        left, right = rect.x0 - reach - board.x0, rect.x1 + reach - board.x0
        bottom, top = rect.y0 - reach - board.y0, rect.y1 + reach - board.y0
        for row in range(max(0, -(-bottom // spacing)), min(self.rows - 1, top // spacing) + 1):
            for column in range(max(0, -(-left // spacing)), min(self.columns - 1, right // spacing) + 1):
                node = base + row * self.stride + column
                x, y, _ = self.spot(node)
                if touches(x, y, reach, rect):
                    yield node

    def _on(self, platform: Box) -> tuple[int, ...]:
        """The nodes of a platform on which discs can stand."""
        found = self._platform_nodes.get(platform)
        if found is None:
            spots = self.places_in(Rect(*platform[:4]), platform.zh)
            nodes = (self.node_at(spot) for spot in spots)
            found = self._platform_nodes[platform] = tuple(node for node in nodes if node is not None)
        return found

    def _ups(self, spot: Spot) -> Iterable[Hop]:
        for level in self.scene.levels:
            if level <= spot.z:
                continue
            close = [platform for platform in self.scene.platforms[level] if self._close(spot, platform)]
            if close and ceiling(self.scene, spot.x, spot.y, self.r, spot.z, level) is None:
                for platform in close:
                    nodes = self._by_distance(spot, self._on(platform), self._longest)
                    yield from self._shortest(spot, Kind.UP, nodes)

    def _edge(self, spot: Spot, platform: Box) -> bool:
        """Whether a place is near the edge of the platform that it is on."""
        inner = self.r + self._rim
        return (
            min(spot.x - platform.x0, platform.x1 - spot.x, spot.y - platform.y0, platform.y1 - spot.y)
            <= inner
        )

    def _offs(self, spot: Spot) -> Iterable[Hop]:
        way = track(spot.x, spot.y, spot.x, spot.y, self.r)
        platforms = platforms_under(self.scene, way, spot.z)
        if not any(self._edge(spot, platform) for platform in platforms):
            return
        reach = 2 * (self.r + self._rim)
        for level in self.scene.levels:
            if level >= spot.z:
                return
            sides: dict[tuple[bool, bool, bool], list[int]] = {}
            for node in self._around(spot, level, reach):
                x, y, _ = self.spot(node)
                if any(overlaps(x, y, self.r, platform) for platform in platforms):
                    continue
                dx, dy = x - spot.x, y - spot.y
                sides.setdefault((dx > 0, dy > 0, abs(dx) > abs(dy)), []).append(node)
            for nodes in sides.values():
                yield from self._shortest(spot, Kind.OFF, nodes)[:2]

    def _leaps(self, spot: Spot) -> Iterable[Hop]:
        limits = self.scene.limits
        way = track(spot.x, spot.y, spot.x, spot.y, self.r)
        left = platforms_under(self.scene, way, spot.z)
        if not any(self._edge(spot, platform) for platform in left):
            return
        for level in self.scene.levels:
            if level == 0 or level > spot.z + limits.rise:
                continue
            for platform in self.scene.platforms[level]:
                if platform not in left and touches(spot.x, spot.y, self._longest, platform):
                    nodes = self._by_distance(spot, self._on(platform), self._longest)
                    yield from self._shortest(spot, Kind.LEAP, nodes)


def _standing_at(scene: Scene, spot: Spot, r: int) -> int:
    x, y, z = spot
    if fits(scene, x, y, z, r):
        return RESTING
    over = z and any(covers(box, x, y) for box in scene.platforms[z])
    if over and inside(x, y, r, scene.board) and obstacle(scene, x, y, z, r) is None:
        return PASSING
    return AWAY


@cache
def _length_table(columns: int, rows: int, spacing: int) -> Sequence[int]:
    """Lengths between nodes by their difference; differences below zero count from the end of the list."""
    stride = 2 * columns
    found = [0] * (2 * stride * rows)
    for dy in range(1 - rows, rows):
        for dx in range(1 - columns, columns):
            found[dy * stride + dx] = isqrt((dx * dx + dy * dy) * spacing * spacing)
    return found


def lattice_of(scene: Scene, r: int, spacing: int = SPACING) -> Lattice:
    """The lattice for discs of radius r, made once per scene."""
    found = scene.lattices.get((r, spacing))
    if found is None:
        found = scene.lattices[r, spacing] = Lattice(scene, r, spacing)
    return found
