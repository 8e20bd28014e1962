"""Subgames in three stretches: a tree of figures, then turns of two players, then a course in lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.engine import lanes, turns
from affray.engine.subgame import Figures, Solution, Tree

END, TURNS, COURSE = range(3)
"""What an end of the tree is: one of the whole, or a start of turns or of the course."""


class Relay:
    """A tree whose ends may be starts of turns or of a course; the turns lead to the course.

    Its ends are those of the tree that are no starts, then those of the course: its lines and lanes.
    """

    __slots__ = ("_kinds", "_lanes", "_tree", "_turns", "ends", "free", "size")

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[Figures], int],
        turning: Callable[[Sequence[turns.Start]], turns.Turns],
        turned: Callable[[turns.End], lanes.Start],
        running: Callable[[Sequence[lanes.Start]], lanes.Lanes],
    ) -> None:
        self._tree = tree
        self._kinds = [kind(end) for end in tree.ends]
        by_kind: tuple[list[Any], list[Any], list[Any]] = [], [], []
        for end, at in zip(tree.ends, self._kinds, strict=True):
            by_kind[at].append(end)
        self._turns = turning(by_kind[TURNS])
        self._lanes = running([*[turned(end) for end in self._turns.ends], *by_kind[COURSE]])
        self.ends: list[Figures] = [*by_kind[END], *self._lanes.ends]
        self.free = tree.free and self._turns.free and self._lanes.free
        self.size = tree.size + self._turns.size + self._lanes.size

    def solved(self, values: Sequence[Sequence[float]]) -> Solution:
        """See `Tree.solved`."""
        seats = len(values[0])
        own, middle = len(self.ends) - len(self._lanes.ends), len(self._turns.ends)
        begun, ways = self._lanes.judged(values[own:])
        turned, done = self._turns.judged(begun[:middle])
        worth = iter(values[:own]), iter(turned), iter(begun[middle:])
        tree = self._tree.solved([next(worth[at]) for at in self._kinds])
        ended, turning, running = (
            [share for share, at in zip(tree.shares, self._kinds, strict=True) if at == kind]
            for kind in (END, TURNS, COURSE)
        )
        second, more = self._turns.spread(turning, done, seats)
        third, most = self._lanes.spread([*second.shares, *[share * more for share in running]], ways, seats)
        tolls = [
            (one * more + two) * most + three
            for one, two, three in zip(tree.tolls, second.tolls, third.tolls, strict=True)
        ]
        return Solution([*[share * more * most for share in ended], *third.shares], tolls)
