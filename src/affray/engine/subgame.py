"""Subgames: stretches of play that depend on a few figures alone, such as dice rolled, kept and blocked.

Odds over such a stretch need no states: the figures branch by chance and by choice until they end, and only
where they end is the state looked at. The tree of a subgame is grown once and kept; to solve it for given
values of its ends is plain arithmetic. The game's own procedures ask the same functions when they play.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Sequence
from math import lcm
from operator import mul
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.requests import Seat

Figures: TypeAlias = Hashable
"""Everything that the rest of a subgame depends on."""
KEPT = 256
"""So many trees are kept, those used last."""
CLOSE = 1e-9
"""Options whose values differ by less, relatively, are equally good: the first of them is taken."""


class Chance(NamedTuple):
    """Dice decide how the figures go on: each continuation with its integer weight."""

    branches: Sequence[tuple[Figures, int]]


class Choice(NamedTuple):
    """A seat decides how the figures go on. `usual` is the place of the option that the game's default policy
    takes."""

    seat: Seat
    branches: Sequence[Figures]
    usual: int = 0


Node: TypeAlias = Chance | Choice | None
"""How figures go on; None: the subgame ends there, and the rules go on with the state."""


class Subgame(Protocol):
    """The subgame that a state is in. Hashable: equal ones have the same tree."""

    @property
    def figures(self) -> Figures:
        """The figures now."""

    def __hash__(self) -> int:
        """Equal subgames have equal hashes."""

    def node(self, figures: Any) -> Node:
        """How figures go on. A pure function; what it leads to never leads back."""

    def land(self, state: Any, figures: Any) -> None:
        """Put the figures with which the subgame ended into a state that stood at its beginning."""


class TooLarge(Exception):
    """A subgame with too many figures."""


class Tree:
    """A subgame from its present figures to its ends, equal figures merged.

    Nodes are numbered so that every node comes after all that it leads to; the last one is the root.
    """

    __slots__ = ("_chooser", "_kids", "_need", "_total", "_weights", "ends", "size")

    def __init__(
        self, node: Callable[[Any], Node], start: Figures, usual: bool, most: int = 1_000_000
    ) -> None:
        self.ends: list[Figures] = []
        """The figures with which it may end."""
        self._chooser: list[int] = []
        """The seat that chooses; -1: chance; -2 - i: end number i."""
        self._kids: list[tuple[int, ...]] = []
        self._weights: list[tuple[int, ...]] = []
        self._total: list[int] = []
        self._need: list[int] = []
        """A number by which every share of this node divides without rest, all the way to the ends."""
        places: dict[Figures, int] = {}
        grow = self._grow

        def place(figures: Figures) -> int:
            at = places.get(figures)
            if at is not None:
                return at
            if len(places) > most:
                raise TooLarge
            found = node(figures)
            if found is None:
                at = grow(-2 - len(self.ends), (), (), 1)
                self.ends.append(figures)
            elif isinstance(found, Choice):
                if usual:
                    at = place(found.branches[found.usual])
                else:
                    kids = tuple(dict.fromkeys([place(branch) for branch in found.branches]))
                    at = kids[0] if len(kids) == 1 else grow(found.seat, kids, (), 1)
            else:
                shares: dict[int, int] = {}
                total = 0
                for branch, weight in found.branches:
                    kid = place(branch)
                    shares[kid] = shares.get(kid, 0) + weight
                    total += weight
                at = (
                    next(iter(shares))
                    if len(shares) == 1
                    else grow(-1, tuple(shares), tuple(shares.values()), total)
                )
            places[figures] = at
            return at

        root = place(start)
        if root != len(self._chooser) - 1:
            grow(-1, (root,), (1,), 1)
        self.size = len(self._chooser)

    def _grow(self, chooser: int, kids: tuple[int, ...], weights: tuple[int, ...], total: int) -> int:
        self._chooser.append(chooser)
        self._kids.append(kids)
        self._weights.append(weights)
        self._total.append(total)
        self._need.append(total * lcm(*[self._need[kid] for kid in kids]))
        return len(self._chooser) - 1

    def shares(self, values: Sequence[Sequence[float]]) -> list[int]:
        """How often each end comes about if every chooser takes what is best for it.

        ``values[i][seat]`` is what end number i is worth to a seat. The shares are integers over their sum.
        """
        picks = self._picks(values)
        share = [0] * self.size
        share[-1] = self._need[-1]
        found = [0] * len(self.ends)
        for at in range(self.size - 1, -1, -1):
            own = share[at]
            if not own:
                continue
            chooser = self._chooser[at]
            if chooser <= -2:
                found[-2 - chooser] = own
            elif chooser >= 0:
                share[picks[at]] += own
            else:
                own //= self._total[at]
                for kid, weight in zip(self._kids[at], self._weights[at], strict=True):
                    share[kid] += own * weight
        return found

    def _picks(self, values: Sequence[Sequence[float]]) -> dict[int, int]:
        """What is chosen at each node where a seat chooses."""
        picks: dict[int, int] = {}
        if all(chooser < 0 for chooser in self._chooser):
            return picks
        worth: list[list[float]] = [[0.0] * self.size for _ in values[0]]
        for at, chooser in enumerate(self._chooser):
            kids = self._kids[at]
            if chooser <= -2:
                for seat, own in enumerate(worth):
                    own[at] = values[-2 - chooser][seat]
            elif chooser >= 0:
                mine = worth[chooser]
                best = max([mine[kid] for kid in kids])
                enough = best - CLOSE * (1 + abs(best))
                pick = next(kid for kid in kids if mine[kid] >= enough)
                picks[at] = pick
                for own in worth:
                    own[at] = own[pick]
            else:
                weights, total = self._weights[at], self._total[at]
                for own in worth:
                    own[at] = sum(map(mul, weights, [own[kid] for kid in kids])) / total
        return picks


_kept: dict[tuple[Subgame, bool], Tree] = {}


def forget() -> None:
    """Drop all trees that are kept."""
    _kept.clear()


def tree_of(subgame: Subgame, usual: bool, most: int) -> Tree:
    """The tree of a subgame; `usual`: every choice is made by the game's default policy.

    Raises TooLarge if more than `most` figures have to be looked at.
    """
    key = (subgame, usual)
    found = _kept.pop(key, None)
    if found is None:
        collecting = gc.isenabled()
        gc.disable()  # nothing of a tree is garbage before it has grown
        try:
            found = Tree(subgame.node, subgame.figures, usual, most)
        finally:
            if collecting:
                gc.enable()
        if len(_kept) >= KEPT:
            del _kept[next(iter(_kept))]
    _kept[key] = found
    return found
