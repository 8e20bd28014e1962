"""Rays: the straight lines from a place to the places of a lattice around it, whatever the board.

They are numbered, the cheapest first, and a set of them is a mask: bit i is ray i. What stands in the way of
which rays depends only on where it lies as seen from the start, so the answers serve for all starts alike.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from math import isqrt
from operator import itemgetter
from typing import TypeVar

from affray.boards.plane.solids import Box
from affray.boards.plane.sweep import comes_within, sweeps_box, track

KEPT = 1 << 13
"""Answers of one kind that are kept at most; when there are more all of them are forgotten."""
AROUND = ((1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2))
"""Columns and rows to the nearest places of the same colour."""
CELLS = 2
"""Square cells beside each other from a node to the next: what lies apart is told by them at once."""
FAR = 16
"""Rays that lead farther than so many nodes are not told apart by cells."""
ALL = -1
"""The mask of all cells."""
_FLAGS = bytes.maketrans(b"01", b"\0\1")
_K = TypeVar("_K")


class Grid:
    """Cells around the nodes of a board; a set of cells is a mask, too."""

    __slots__ = ("base", "row", "side")

    def __init__(self, columns: int, spacing: int) -> None:
        self.side = spacing // CELLS
        self.row = CELLS * columns + CELLS
        """Cells in a row of the board; lines on the board never leave it."""
        self.base = FAR * CELLS * self.row
        """The bit of the cell at the corner of the board, or at the start of rays: some count from below
        it."""

    def shift(self, column: int, row: int) -> int:
        """By how many bits the cells as seen from a node lie higher than on the board."""
        return CELLS * (row * self.row + column)

    def line(self, x: int, y: int, x1: int, y1: int) -> int:
        """The cells in which points of a line lie, at least one every half cell."""
        side, found = self.side, 0
        dx, dy = x1 - x, y1 - y
        count = isqrt(dx * dx + dy * dy) // (side // 2) + 1
        for i in range(count + 1):
            found |= 1 << (
                self.base + (y + dy * i // count) // side * self.row + (x + dx * i // count) // side
            )
        return found

    def around(self, box: Box, x: int, y: int, r: int) -> tuple[int, int]:
        """The cells of which a line that passes a box at less than r is sure to have one, and the cells of
        which all points are nearer to it than r. (x, y) is where the cells are counted from.
        """
        side = self.side
        left, bottom, right, top = box.x0 - x, box.y0 - y, box.x1 - x, box.y1 - y
        reach = r + side // 4 + 2
        touched = inner = 0
        for row in range((bottom - reach) // side, (top + reach) // side + 1):
            if row < 0:
                continue
            low, high = row * side, (row + 1) * side
            near_y, far_y = max(low - top, 0, bottom - high), max(bottom - low, 0, high - top)
            first, last = max(0, (left - reach) // side), min(self.row - 1, (right + reach) // side)
            for column in range(first, last + 1):
                west, east = column * side, (column + 1) * side
                near_x, far_x = max(west - right, 0, left - east), max(left - west, 0, east - right)
                bit = 1 << (self.base + row * self.row + column)
                if near_x * near_x + near_y * near_y <= reach * reach:
                    touched |= bit
                if far_x * far_x + far_y * far_y < (r - 2) ** 2:
                    inner |= bit
        return touched, inner


class Rays:
    """The rays from a place that cost at most so much: their lengths, rounded up to multiples of a quantum.

    The place lies `x` and `y` beyond the node before it, of which column and row add up to an odd number if
    `odd`. The rays lead to the nodes of which these add up to an even one, or to `every` node.
    """

    __slots__ = (
        "_columns", "_corners", "_in_length", "_in_rows", "_near", "_nearest", "_row_shifts", "_swept",
        "_turns", "_within", "aligned", "bounds", "cells", "costs", "ended", "keys", "lengths", "most",
        "numbers", "shifts", "size", "x1", "y1",
    )  # fmt: skip

    def __init__(
        self,
        grid: Grid,
        columns: int,
        spacing: int,
        x: int,
        y: int,
        odd: bool,
        every: bool,
        most: int,
        quantum: int,
    ) -> None:
        self.most = most
        stride = 2 * columns
        reach = most // spacing + 1
        found = []
        for row in range(-reach, reach + 2):
            for column in range(-reach, reach + 2):
                dx, dy = column * spacing - x, row * spacing - y
                square = dx * dx + dy * dy
                if 0 < square <= most * most and (every or (column + row + odd) % 2 == 0):
                    length = isqrt(square)
                    cost = -(-length // quantum) * quantum
                    if cost <= most:
                        found.append((cost, row * stride + column, dx, dy, length))
        found.sort()
        self.size = len(found)
        self.costs = tuple(each[0] for each in found)
        self.shifts = tuple(each[1] for each in found)
        """From the node before the start to the node where a ray ends."""
        self.keys = tuple(each[:2] for each in found)
        """Cost and shift: what the order goes by."""
        self.x1 = tuple(each[2] for each in found)
        self.y1 = tuple(each[3] for each in found)
        self.lengths = tuple(each[4] for each in found)
        self.bounds = tuple(
            -(-(isqrt(dx * dx + dy * dy - 1) + 1) // quantum) * quantum for _, _, dx, dy, _ in found
        )
        """Costs with lengths rounded up: shorter rays from here have a ray only if they cost that at most."""
        self.numbers = {shift: number for number, shift in enumerate(self.shifts)}
        """The rays by their shifts."""
        self._nearest = sorted(range(self.size), key=lambda i: (self.lengths[i], self.shifts[i]))
        rows = sorted(range(self.size), key=self.shifts.__getitem__)
        self._row_shifts = [self.shifts[number] for number in rows]
        # At least two, else what they take is no tuple.
        self._in_rows, self._in_length = itemgetter(*rows, 0, 0), itemgetter(*self._nearest, 0, 0)
        self.aligned = x % grid.side == 0 and y % grid.side == 0 and reach < FAR
        """Whether the cells of rays were worked out."""
        self.cells = (
            tuple(grid.line(x, y, x + dx, y + dy) for dx, dy in zip(self.x1, self.y1, strict=True))
            if self.aligned
            else (ALL,) * self.size
        )
        """The cells that rays touch, counted from the node before the start; all where they were not worked
        out."""
        self._turns = [
            (up * stride + right, -(-isqrt((right**2 + up**2) * spacing**2) // quantum) * quantum)
            for right, up in AROUND
        ]
        """Shifts to the nodes around one, and what the leg from there costs."""
        self._corners: dict[int, tuple[tuple[int, int], ...]] = {}
        by_x: dict[int, list[tuple[int, int]]] = {}
        for number, (dx, dy) in enumerate(zip(self.x1, self.y1, strict=True)):
            by_x.setdefault(dx, []).append((dy, 1 << number))
        self._columns = tuple((dx, tuple(column)) for dx, column in by_x.items())
        """The rays by where they end, as masks."""
        self._within: dict[int, int] = {}
        self._near: dict[tuple[int, int, int], int] = {}
        self.ended: dict[tuple[int, int, int], int] = {}
        """What `ends` has found, for who asks often."""
        self._swept: dict[tuple[int, int, int, int, int], int] = {}

    def shifts_of(self, mask: int) -> Iterator[int]:
        """The shifts of a set of rays, row by row."""
        return compress(self._row_shifts, self._in_rows(flags_of(mask).ljust(self.size + 1, b"\0")))

    def by_length(self, mask: int) -> Iterator[int]:
        """The numbers of a set of rays, the shortest first."""
        return compress(self._nearest, self._in_length(flags_of(mask).ljust(self.size + 1, b"\0")))

    def corners(self, number: int) -> tuple[tuple[int, int], ...]:
        """The ways around one corner to where a ray ends, cheapest first: cost, and the ray to the corner."""
        found = self._corners.get(number)
        if found is None:
            ways = []
            for shift, step in self._turns:
                corner = self.numbers.get(self.shifts[number] + shift)
                if corner is not None and self.costs[corner] + step <= self.most:
                    ways.append((self.costs[corner] + step, corner))
            found = self._corners[number] = tuple(sorted(ways, key=itemgetter(0)))
        return found

    def within(self, most: int) -> int:
        """The rays of those that cost at most so much."""
        found = self._within.get(most)
        if found is None:
            first, last = bisect_left(self.costs, most), bisect_right(self.costs, most)
            found = (1 << first) - 1 if most < self.most else (1 << self.size) - 1
            for number in range(first, last):
                if self.bounds[number] <= most:
                    found |= 1 << number
            _keep(self._within, most, found)
        return found

    def costing(self, most: int) -> int:
        """The rays that cost at most so much, whatever was cut off when their lengths were rounded."""
        return (1 << bisect_right(self.costs, most)) - 1

    def near(self, x: int, y: int, span: int) -> int:
        """The rays that come nearer to a point than `span`. The point counts from the start."""
        key = (x, y, span)
        found = self._near.get(key)
        if found is None:
            found = 0
            away, square = x * x + y * y, span * span
            if away < square:
                found = (1 << self.size) - 1
            elif away < (self.most + span) ** 2:
                for i, (dx, dy) in enumerate(zip(self.x1, self.y1, strict=True)):
                    # The rays that lead away from the point come no nearer to it.
                    if x * dx + y * dy > 0 and comes_within(0, 0, dx, dy, x, y, square):
                        found |= 1 << i
            _keep(self._near, key, found)
        return found

    def ends(self, x: int, y: int, span: int) -> int:
        """The rays that end nearer to a point than `span`."""
        key = (x, y, span)
        found = self.ended.get(key)
        if found is None:
            found = 0
            square = span * span
            for dx, column in self._columns:
                if -span < dx - x < span:
                    least = square - (dx - x) ** 2
                    for dy, bit in column:
                        if (dy - y) ** 2 < least:
                            found |= bit
            _keep(self.ended, key, found)
        return found

    def swept(self, x: int, y: int, box: Box, r: int) -> int:
        """The rays along which a disc of radius r from (x, y) would sweep a box."""
        key = (box[0] - x, box[1] - y, box[2] - x, box[3] - y, r)
        found = self._swept.get(key)
        if found is None:
            moved = Box(*key[:4], 0, 1)
            left, bottom, right, top = key[0] - r, key[1] - r, key[2] + r, key[3] + r
            found = 0
            if left < self.most and bottom < self.most and right > -self.most and top > -self.most:
                for i, (dx, dy) in enumerate(zip(self.x1, self.y1, strict=True)):
                    # Most rays lead another way.
                    if (left < dx or left < 0) and (right > dx or right > 0):
                        if (bottom < dy or bottom < 0) and (top > dy or top > 0):
                            if sweeps_box(track(0, 0, dx, dy, r), moved):
                                found |= 1 << i
            _keep(self._swept, key, found)
        return found


def flags_of(mask: int) -> bytes:
    """A set of rays as one byte for each ray up to the last of them: 1 for those in it, else 0."""
    return bin(mask)[:1:-1].encode().translate(_FLAGS)


def numbers_in(mask: int) -> list[int]:
    """The numbers of a set of rays, ascending."""
    flags = flags_of(mask)
    return list(compress(range(len(flags)), flags))


def number_at(mask: int, place: int) -> int:
    """The number at a place among those of a set, counted from 0."""
    for _ in range(place):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _keep(kept: dict[_K, int], key: _K, value: int) -> None:
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = value


@lru_cache(maxsize=64)
def grid_of(columns: int, spacing: int) -> Grid:
    """The cells of a board with so many columns of nodes."""
    return Grid(columns, spacing)


@lru_cache(maxsize=512)
def rays_of(
    columns: int, spacing: int, x: int, y: int, odd: bool, every: bool, most: int, quantum: int
) -> Rays:
    """The rays of a lattice, one object for each kind of start; see `Rays`."""
    return Rays(grid_of(columns, spacing), columns, spacing, x, y, odd, every, most, quantum)
