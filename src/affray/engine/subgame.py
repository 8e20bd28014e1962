"""Subgames: stretches of play that depend on a few figures alone, such as dice rolled, kept and blocked.

Odds over such a stretch need no states: the figures branch by chance and by choice until they end, and only
where they end is the state looked at. The tree of a subgame is grown once and kept; to solve it for given
values of its ends is plain arithmetic. The game's own procedures ask the same functions when they play.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from math import lcm
from operator import mul
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.requests import Seat

Figures: TypeAlias = Hashable
"""Everything that the rest of a subgame depends on."""
KEPT, ROOM = 256, 250_000
"""So many trees are kept, and so many nodes in all (half a kilobyte each): those used last."""


class Chance(NamedTuple):
    """Dice decide how the figures go on: each continuation with its integer weight."""

    branches: Sequence[tuple[Figures, int]]


class Choice(NamedTuple):
    """A seat decides how the figures go on. `usual` is the place of the option that the game's default policy
    takes."""

    seat: Seat
    branches: Sequence[Figures]
    usual: int = 0
    tolls: Sequence[tuple[int, ...]] = ()
    """What it adds to each seat's measure to take each of the branches, where the figures to come do not tell
    of it; empty: nothing."""
    otherwise: Sequence[int] = ()
    """Where a branch may not be possible (see `lanes`): the places of those that the default policy takes
    instead of the usual one."""


class Stretch(NamedTuple):
    """A stretch of nodes that is met again and again with other figures behind it."""

    nodes: Sequence[tuple[Hashable, int, Sequence[int], Sequence[Any]]]
    """A name, the seat that chooses (-1: chance), where it leads to, and the weights or tolls, of each node
    after all that it leads to: numbers of nodes, or of `leaves`, counted from -1 downwards. Figures go on by
    the last node."""
    leaves: Sequence[Figures]
    tag: Hashable
    """Nodes with the same name and tag are the same."""
    enough: Sequence[bool]
    """Whether a chooser cannot do better than come to each leaf; who may do so at once, as the first branch,
    does."""


Node: TypeAlias = Chance | Choice | Stretch | None
"""How figures go on; None: the subgame ends there, and the rules go on with the state."""


class Solution(NamedTuple):
    """How often each end comes about: integers over their sum; and each seat's tolls, times the same sum."""

    shares: list[int]
    tolls: list[int]


class Grown(Protocol):
    """All that may come of a subgame."""

    @property
    def ends(self) -> Sequence[Figures]:
        """The figures with which it may end."""

    @property
    def free(self) -> bool:
        """Whether nobody has anything to choose."""

    @property
    def size(self) -> int:
        """How much work it is, in nodes."""

    def solved(self, values: Sequence[Sequence[int]], unit: int = 1) -> Solution:
        """How often each end comes about if every chooser takes what is best for it, the first of what is
        equally good.

        ``values[i][seat]`` is what end number i is worth to a seat; `unit`: one of a toll is worth so much.
        """


class Subgame(Protocol):
    """The subgame that a state is in. Hashable: equal ones have the same tree."""

    def __hash__(self) -> int:
        """Equal subgames have equal hashes."""

    def grown(self, usual: bool, most: int) -> Grown:
        """All that may come of it; `usual`: every choice is made by the game's default policy.

        Raises TooLarge if more than `most` figures have to be looked at.
        """

    def land(self, state: Any, figures: Any) -> None:
        """Put the figures with which the subgame ended into a state that stood at its beginning."""

    def tells(self, figures: Any, seat: Seat) -> bool:
        """Whether figures with which it may end tell all that a seat has paid in it.

        If not, it lands as if nothing had been paid, with tolls instead. That is the same if payments merely
        take choices away from a seat that has none afterwards; else the whole subgame is used.
        """

    def whole(self, seats: Set[Seat]) -> Subgame:
        """The same subgame with all that some seats pay in it told by all its ends."""


class TooLarge(Exception):
    """A subgame with too many figures."""


class Tree:
    """A subgame from its present figures to its ends, equal figures merged.

    Nodes are numbered so that every node comes after all that it leads to; the last one is the root.
    """

    __slots__ = ("_chooser", "_kids", "_more", "_needs", "_opposed", "_totals", "ends", "free", "size")

    def __init__(
        self, node: Callable[[Any], Node], start: Figures, usual: bool, most: int = 1_000_000
    ) -> None:
        self.ends: list[Figures] = []
        """The figures with which it may end."""
        self._chooser: list[int] = []
        """The seat that chooses; -1: chance; -2 - i: end number i."""
        self._kids: list[tuple[int, ...]] = []
        self._more: list[tuple[Any, ...]] = []
        """The weights of chance, the tolls of a choice."""
        self._totals: list[int] = []
        """The sums of the weights of chance; 1 for others."""
        self._needs: list[int] = []
        """By which every share of each node divides without rest, all the way to the ends."""
        self.free = True
        """Nobody has anything to choose."""
        self._opposed = True
        """All tolls of one seat are gains of the other."""
        growth = _Growth(self, node, usual, most)
        root = growth.place(start)
        if root != len(self._chooser) - 1:
            self.grow(-1, (root,), (1,))
        self.free = growth.free
        self.size = len(self._chooser)
        self._opposed = all(len(toll) == 2 and not sum(toll) for toll in growth.tolls)

    def grow(self, chooser: int, kids: tuple[int, ...], more: tuple[Any, ...]) -> int:
        """Add a node; its number."""
        needs = self._needs
        need = lcm(*map(needs.__getitem__, kids))
        total = 1
        if chooser == -1:
            total = sum(more)
            need *= total
        needs.append(need)
        self._totals.append(total)
        self._kids.append(kids)
        self._more.append(more)
        self._chooser.append(chooser)
        return len(needs) - 1

    def solved(self, values: Sequence[Sequence[int]], unit: int = 1) -> Solution:
        """See `Grown.solved`."""
        chooser, kids, more, totals = self._chooser, self._kids, self._more, self._totals
        ways = self._ways(values, unit)
        reached = self._reached(ways)
        share = [0] * self.size
        share[-1] = self._needs[-1]
        found = [0] * len(self.ends)
        tolls = [0] * len(values[0])
        for at in reached:
            own = share[at]
            if chooser[at] == -1:
                own //= totals[at]
                for kid, weight in zip(kids[at], more[at], strict=True):
                    share[kid] += own * weight
            elif kids[at]:
                share[kids[at][ways[at]]] += own
                if more[at]:
                    for seat, toll in enumerate(more[at][ways[at]]):
                        tolls[seat] += own * toll
            else:
                found[-2 - chooser[at]] = own
        return Solution(found, tolls)

    def shares(self, values: Sequence[Sequence[int]]) -> list[int]:
        """How often each end comes about, as in `solved`."""
        return self.solved(values).shares

    def _reached(self, ways: Sequence[int]) -> list[int]:
        """The nodes that may come about, each before all that it leads to."""
        met = bytearray(self.size)
        met[-1] = 1
        found = []
        for at in range(self.size - 1, -1, -1):
            if met[at]:
                found.append(at)
                kids = self._kids[at]
                for kid in kids if self._chooser[at] < 0 else kids[ways[at] : ways[at] + 1]:
                    met[kid] = 1
        return found

    def _ways(self, values: Sequence[Sequence[int]], unit: int) -> list[int]:
        """What is chosen at each node where a seat chooses, by its place."""
        ways = [0] * self.size
        if self.free:
            return ways
        # Where one's gain is the other's loss, the worth for the first tells that for the other.
        opposed = self._opposed and all(len(each) == 2 and each[0] == -each[1] for each in values)
        scale = self._needs[-1]  # so that every mean is a whole number
        unit *= scale
        worth: list[list[int]] = [[] for _ in ((0,) if opposed else values[0])]
        nodes = zip(self._chooser, self._kids, self._more, self._totals, strict=True)
        for at, (chooser, kids, more, total) in enumerate(nodes):
            if chooser == -1:
                for own in worth:
                    own.append(sum(map(mul, more, map(own.__getitem__, kids))) // total)
            elif chooser < 0:
                for own, value in zip(worth, values[-2 - chooser], strict=False):
                    own.append(value * scale)
            else:
                mine = worth[0] if opposed else worth[chooser]
                found = list(map(mine.__getitem__, kids))
                if more:
                    seat = 0 if opposed else chooser
                    found = [value + toll[seat] * unit for value, toll in zip(found, more, strict=True)]
                way = found.index(min(found) if opposed and chooser else max(found))
                ways[at] = way
                for seat, own in enumerate(worth):
                    own.append(own[kids[way]] + (more[way][seat] * unit if more else 0))
        return ways


class _Growth:
    """A tree that grows."""

    def __init__(self, tree: Tree, node: Callable[[Any], Node], usual: bool, most: int) -> None:
        self.tree = tree
        self.node = node
        self.usual = usual
        self.most = most
        self.free = True
        self.tolls: set[tuple[int, ...]] = set()
        self.places: dict[Figures, int] = {}

    def place(self, figures: Figures) -> int:
        """The number of the node of some figures."""
        if len(self.places) > self.most:
            raise TooLarge
        found = self.node(figures)
        if found is None:
            ends = self.tree.ends
            at = self.tree.grow(-2 - len(ends), (), ())
            ends.append(figures)
        elif isinstance(found, Choice):
            seat, branches, preferred, tolls, _ = found
            if len(branches) > 1:
                self.free = False
            if self.usual:
                branches, tolls = branches[preferred : preferred + 1], tolls[preferred : preferred + 1]
            at = self.choice(seat, self.all(branches), tolls)
        elif isinstance(found, Stretch):
            at = self.stretch(found)
        else:
            branches, weights = zip(*found.branches, strict=True)
            at = self.chance(self.all(branches), weights)
        self.places[figures] = at
        return at

    def all(self, branches: Sequence[Figures]) -> list[int]:
        """The numbers of the nodes of figures."""
        known, found = self.places.get, []
        for branch in branches:
            kid = known(branch)
            found.append(self.place(branch) if kid is None else kid)
        return found

    def choice(self, seat: Seat, kids: Sequence[int], tolls: Sequence[tuple[int, ...]]) -> int:
        """The number of a choice."""
        if tolls:
            self.tolls.update(tolls)
            return self.tree.grow(seat, tuple(kids), tuple(tolls))
        different = tuple(dict.fromkeys(kids))
        return different[0] if len(different) == 1 else self.tree.grow(seat, different, ())

    def chance(self, kids: Sequence[int], weights: Sequence[int]) -> int:
        """The number of a chance; what leads to the same is one branch."""
        shares: dict[int, int] = {}
        for kid, weight in zip(kids, weights, strict=True):
            shares[kid] = shares.get(kid, 0) + weight
        if len(shares) == 1:
            return kids[0]
        return self.tree.grow(-1, tuple(shares), tuple(shares.values()))

    def stretch(self, stretch: Stretch) -> int:
        """The number of the last node of a stretch."""
        nodes, leaves, tag, enough = stretch
        ends, places = self.all(leaves), self.places
        numbers: list[int] = []
        for name, chooser, kids, more in nodes:
            key = name, tag
            at = places.get(key)
            if at is None:
                if chooser >= 0:
                    self.free = False
                if chooser >= 0 and kids[0] < 0 and enough[~kids[0]]:
                    at = ends[~kids[0]]
                else:
                    after = [numbers[kid] if kid >= 0 else ends[~kid] for kid in kids]
                    at = self.chance(after, more) if chooser < 0 else self.choice(chooser, after, more)
                places[key] = at
            numbers.append(at)
        return numbers[-1]


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage is looked for meanwhile: much is made, and nothing of it lies about in circles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


_kept: dict[tuple[Subgame, bool], Grown] = {}


def forget() -> None:
    """Drop all trees that are kept."""
    _kept.clear()


def tree_of(subgame: Subgame, usual: bool, most: int) -> Grown:
    """A subgame grown, kept from before where possible; see `Subgame.grown`."""
    key = (subgame, usual)
    found = _kept.pop(key, None)
    if found is None:
        with uncollected():
            found = subgame.grown(usual, most)
        room = ROOM - found.size
        while _kept and (len(_kept) >= KEPT or sum(tree.size for tree in _kept.values()) > room):
            del _kept[next(iter(_kept))]
    _kept[key] = found
    return found
