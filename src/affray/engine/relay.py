"""Subgames in three stretches: a tree of figures, then turns of two players, then a course in lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.engine import course, turns
from affray.engine.lanes import Lanes
from affray.engine.subgame import Figures, Solution, Tree
from affray.engine.worth import Worth, scaled

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
        turned: Callable[[turns.End], course.Start],
        running: Callable[[Sequence[course.Start]], Lanes],
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

    def solved(self, values: Sequence[Sequence[int]], unit: int = 1) -> Solution:
        """See `Tree.solved`."""
        own, middle = len(self.ends) - len(self._lanes.ends), len(self._turns.ends)
        worth: Worth = list(zip(*values, strict=True))
        seats = len(worth)
        begun, ways = self._lanes.judged([each[own:] for each in worth], unit)
        turned, done = self._turns.judged([each[:middle] for each in begun], unit * self._lanes.need)
        tree = self._tree.solved(self._ends(worth, begun, turned), unit * self._lanes.need * self._turns.need)
        ended, turning, running = (
            [share for share, at in zip(tree.shares, self._kinds, strict=True) if at == kind]
            for kind in (END, TURNS, COURSE)
        )
        more, most = self._turns.need, self._lanes.need
        second = self._turns.spread(turning, done, seats)
        third = self._lanes.spread([*second.shares, *[share * more for share in running]], ways, seats)
        tolls = [
            (one * more + two) * most + three
            for one, two, three in zip(tree.tolls, second.tolls, third.tolls, strict=True)
        ]
        return Solution([*[share * more * most for share in ended], *third.shares], tolls)

    def _ends(self, worth: Worth, begun: Worth, turned: Worth) -> list[tuple[int, ...]]:
        """What the ends of the tree are worth, if this is what ends, starts of the course and starts of turns
        are worth."""
        more, most = self._turns.need, self._lanes.need
        own, middle = len(self.ends) - len(self._lanes.ends), len(self._turns.ends)
        each = (
            iter(list(zip(*scaled([one[:own] for one in worth], more * most), strict=True))),
            iter(list(zip(*turned, strict=True))),
            iter(list(zip(*scaled([one[middle:] for one in begun], more), strict=True))),
        )
        return [next(each[at]) for at in self._kinds]
