"""How far it is on foot, roughly, around what stands in the way.

Computer players judge by it; the rules do not. The ground is a grid of fields an inch wide. One on which a
base cannot stand is crossed as well, but slowly: there is a climb, a door, or a bit of luck.
"""

from __future__ import annotations

from array import array
from functools import cache
from heapq import heappop, heappush

from affray.boards.plane.placing import fits
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH
from affray.games.killteam.content import Map
from affray.games.killteam.terrain import scene_of

STRAIGHT, ASLANT = 100, 141
"""What a step to the next field costs, in hundredths of an inch."""
BARRED = 250
"""What it costs more to get onto a field, or off it, on which a base cannot stand."""
RADIUS = INCH * 5 // 8
"""The base that walks."""


class Roads:
    """The ways over the ground of one scene."""

    __slots__ = ("_steps", "_tables", "columns", "rows", "scene")

    def __init__(self, scene: Scene) -> None:
        board = scene.board
        self.scene = scene
        self.columns = (board.x1 - board.x0) // INCH + 1
        self.rows = (board.y1 - board.y0) // INCH + 1
        self._steps: list[list[tuple[int, int]]] | None = None
        self._tables: dict[int, array[int]] = {}

    def field(self, x: int, y: int) -> int:
        """The number of the field nearest to a point."""
        board = self.scene.board
        return (y - board.y0 + INCH // 2) // INCH * self.columns + (x - board.x0 + INCH // 2) // INCH

    def way(self, start: int, end: int) -> int:
        """How far it is from one field to another, in units. Ways to `end` are worked out all at once unless
        those to `start` are known: it is the same back."""
        table = self._tables.get(end)
        if table is None:
            back = self._tables.get(start)
            if back is not None:
                return back[end]
            table = self._tables[end] = self._from(end)
        return table[start]

    def _from(self, field: int) -> array[int]:
        steps = self._steps
        if steps is None:
            steps = self._steps = self._all_steps()
        far = STRAIGHT * len(steps) * 4
        found = [far] * len(steps)
        found[field] = 0
        queue = [(0, field)]
        while queue:
            cost, at = heappop(queue)
            if cost > found[at]:
                continue
            for other, step in steps[at]:
                if cost + step < found[other]:
                    found[other] = cost + step
                    heappush(queue, (cost + step, other))
        return array("l", [cost * INCH // 100 for cost in found])

    def _all_steps(self) -> list[list[tuple[int, int]]]:
        """From each field those beside it with what the step costs."""
        board, columns, rows = self.scene.board, self.columns, self.rows
        free = [
            fits(self.scene, board.x0 + column * INCH, board.y0 + row * INCH, 0, RADIUS)
            for row in range(rows)
            for column in range(columns)
        ]
        steps: list[list[tuple[int, int]]] = [[] for _ in free]
        for at in range(len(free)):
            row, column = divmod(at, columns)
            for up in (-1, 0, 1):
                for right in (-1, 0, 1):
                    if (up or right) and 0 <= row + up < rows and 0 <= column + right < columns:
                        other = at + up * columns + right
                        cost = ASLANT if up and right else STRAIGHT
                        cost += BARRED * ((not free[at]) + (not free[other])) // 2
                        steps[at].append((other, cost))
        return steps


@cache
def roads_of(killzone: Map) -> Roads:
    """The ways over the ground of a map, which are kept."""
    return Roads(scene_of(killzone))
