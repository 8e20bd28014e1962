"""Subgames of which a part is merely carried along: what may be done next does not rest on it.

In a fight the dice left tell what a side may do; the wounds do not, until somebody falls. So the rules are
asked once for each line of such a course, and all lanes (what is carried along) are solved side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import lcm
from operator import itemgetter, mul
from typing import Any, Protocol, TypeAlias

from affray.engine.subgame import CLOSE, Chance, Figures, Node, Solution, TooLarge, Tree

Line: TypeAlias = Hashable
"""What may be done next rests on it."""
Lane: TypeAlias = Hashable
"""What is carried along."""
Step: TypeAlias = tuple[Line, Line | None, Hashable]
"""How a course goes on: the line that follows, the line instead for lanes that have fallen by this (None: the
same), and the move that changes the lane (None: none)."""
Start: TypeAlias = tuple[Step, Lane]
"""A step by which a course is come to; its move has been made."""
Values: TypeAlias = Sequence[Sequence[float]]
"""What each of some ends or starts is worth to each seat."""
Ways: TypeAlias = Sequence[Sequence[int]]
"""For each place the branch taken in each of its live lanes, where somebody chooses."""
Options: TypeAlias = Sequence[Sequence[float]]
"""What each branch is worth in each lane."""
LANES_PER_NODE = 8
"""So many lanes are as much work as a node of a tree."""


class Course(Protocol):
    """The rules of such a stretch; the branches of its nodes are steps."""

    def node(self, line: Any) -> Node:
        """How a line goes on, whatever the lane; what it leads to never leads back."""

    def moved(self, lane: Any, move: Any) -> Lane:
        """The lane after a move."""

    def is_fallen(self, lane: Any) -> bool:
        """Whether a lane has come to an end of its own."""


class _Moved(dict[int, int]):
    """The lanes after a move by the lanes before, in numbers."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, lane: int) -> int:
        found = self[lane] = self._find(lane)
        return found


END, CHANCE = -2, -1


@dataclass(slots=True, eq=False)
class _Place:
    """A line, come to in some way, in all lanes in which that may be."""

    line: Line
    chooser: int
    """The seat that chooses, CHANCE, or END."""
    kids: list[int]
    moves: list[_Moved | None]
    more: Sequence[Any]
    """The weights of chance, the tolls of a choice."""
    instead: int
    """Where fallen lanes go on; -1: they are not told apart."""
    met: set[int] = field(default_factory=set)
    live: tuple[int, ...] = ()
    """The lanes met, without the fallen ones."""
    gone: tuple[int, ...] = ()
    after: list[tuple[int, ...]] = field(default_factory=list)
    """The lanes to which each branch leads from the live ones."""

    def led(self, way: int, lane: int) -> tuple[int, int]:
        """The place and the lane to which a branch leads."""
        move = self.moves[way]
        return self.kids[way], lane if move is None else move[lane]


class Lanes:
    """A course from its starts to its ends."""

    __slots__ = (
        "_course", "_fallen", "_lanes", "_most", "_moved", "_numbers", "_places", "_starts", "_usual",
        "_where", "ends", "free", "size",
    )  # fmt: skip

    def __init__(self, course: Course, starts: Sequence[Start], usual: bool, most: int) -> None:
        self._course = course
        self._usual = usual
        self._most = most
        self.free = True
        """Nobody has anything to choose."""
        self._numbers: dict[Lane, int] = {}
        self._lanes: list[Lane] = []
        self._fallen: set[int] = set()
        self._moved: dict[Hashable, _Moved] = {}
        self._places: list[_Place] = []
        """Each after all that it leads to."""
        self._where: dict[tuple[Line, Line | None], int] = {}
        self._starts = [(self._place(line, fallen), self._number(lane)) for (line, fallen, _), lane in starts]
        self.size = len(self._places) + self._spread() // LANES_PER_NODE
        if self.size > most:
            raise TooLarge
        self.ends: list[tuple[Line, Lane]] = [
            (place.line, self._lanes[lane])
            for place in self._places if place.chooser == END
            for lane in place.live
        ]  # fmt: skip

    def _number(self, lane: Lane) -> int:
        found = self._numbers.get(lane)
        if found is None:
            found = self._numbers[lane] = len(self._lanes)
            self._lanes.append(lane)
            if self._course.is_fallen(lane):
                self._fallen.add(found)
        return found

    def _move(self, move: Hashable) -> _Moved | None:
        if move is None:
            return None
        found = self._moved.get(move)
        if found is None:
            moved, lanes, number = self._course.moved, self._lanes, self._number
            found = self._moved[move] = _Moved(lambda lane: number(moved(lanes[lane], move)))
        return found

    def _place(self, line: Line, fallen: Line | None) -> int:
        """The place of a line at which fallen lanes go on by another one."""
        if fallen == line:
            fallen = None
        found = self._where.get((line, fallen))
        if found is not None:
            return found
        node = self._course.node(line)
        steps: Sequence[Any] = ()
        more: Sequence[Any] = ()
        chooser = END
        if isinstance(node, Chance):
            chooser, steps, more = CHANCE, *zip(*node.branches, strict=True)
        elif node is not None:
            chooser, steps, preferred, more = node
            if len(steps) > 1:
                self.free = False
            if self._usual:
                steps, more = steps[preferred : preferred + 1], more[preferred : preferred + 1]
        kids = [self._place(after, instead) for after, instead, _ in steps]
        moves = [self._move(move) for _, _, move in steps]
        instead = -1 if fallen is None else self._place(fallen, None)
        found = self._where[line, fallen] = len(self._places)
        if found > self._most:
            raise TooLarge
        self._places.append(_Place(line, chooser, kids, moves, more, instead))
        return found

    def _spread(self) -> int:
        """Find the lanes of each place; how many they are in all."""
        places = self._places
        count = 0
        for at, lane in self._starts:
            places[at].met.add(lane)
        for place in reversed(places):
            met = place.met
            count += len(met)
            if place.instead >= 0 and not met.isdisjoint(self._fallen):
                gone = met & self._fallen
                places[place.instead].met |= gone
                met = met - gone
                place.gone = tuple(gone)
            place.live = live = tuple(met)
            pick = _picker(live)
            for kid, move in zip(place.kids, place.moves, strict=True):
                after = live if move is None else pick(move)
                place.after.append(after)
                places[kid].met.update(after)
            place.met = set()
        return count

    # -- solving ---------------------------------------------------------------------------------------------

    def judged(self, values: Values, seats: int) -> tuple[Values, Ways]:
        """What each start is worth if every chooser takes what is best for it, and the ways taken."""
        worth: list[list[dict[int, float]]] = [[] for _ in range(seats)]
        ways: list[list[int]] = []
        ends = iter(values)
        for place in self._places:
            way: list[int] = []
            if place.chooser == END:
                here = [next(ends) for _ in place.live]
                found: list[list[float]] = [[value[seat] for value in here] for seat in range(seats)]
            else:
                branches = [(kid, _picker(after)) for kid, after in zip(place.kids, place.after, strict=True)]
                options: list[Options] = [[pick(own[kid]) for kid, pick in branches] for own in worth]
                if place.chooser == CHANCE:
                    found = [_means(own, place.more) for own in options]
                else:
                    if place.more:
                        options = [_tolled(own, place.more, seat) for seat, own in enumerate(options)]
                    way = _best(options[place.chooser])
                    found = [_chosen(own, way) for own in options]
            ways.append(way)
            for own, new in zip(worth, found, strict=True):
                own.append(dict(zip(place.live, new, strict=True)))
                if place.gone:
                    fallen = own[place.instead]
                    own[-1].update([(lane, fallen[lane]) for lane in place.gone])
        return [tuple([own[at][lane] for own in worth]) for at, lane in self._starts], ways

    def spread(self, shares: Sequence[int], ways: Ways, seats: int) -> tuple[Solution, int]:
        """How often the ends come about if the starts come about so often and these ways are taken, and which
        multiples of the shares of the starts that counts."""
        places = self._places
        need = self._need()
        scale = lcm(*[need[at] for at, _ in self._starts])
        share: list[dict[int, int]] = [{} for _ in places]
        tolls = [0] * seats
        for (at, lane), own in zip(self._starts, shares, strict=True):
            share[at][lane] = share[at].get(lane, 0) + own * scale
        for at in range(len(places) - 1, -1, -1):
            place, way_of = places[at], dict(zip(places[at].live, ways[at], strict=False))
            for lane, own in share[at].items():
                if place.instead >= 0 and lane in self._fallen:
                    takers = [(place.instead, lane, own)]
                elif place.chooser == END:
                    continue
                elif place.chooser == CHANCE:
                    own //= sum(place.more)
                    takers = [(*place.led(way, lane), own * weight) for way, weight in enumerate(place.more)]
                else:
                    way = way_of[lane]
                    takers = [(*place.led(way, lane), own)]
                    for seat, toll in enumerate(place.more[way] if place.more else ()):
                        tolls[seat] += own * toll
                for kid, after, part in takers:
                    share[kid][after] = share[kid].get(after, 0) + part
        found = [
            share[at].get(lane, 0)
            for at, place in enumerate(places) if place.chooser == END
            for lane in place.live
        ]  # fmt: skip
        return Solution(found, tolls), scale

    def _need(self) -> list[int]:
        """For each place a number by which every share of it divides without rest, down to the ends."""
        need: list[int] = []
        for place in self._places:
            own = lcm(*[need[kid] for kid in place.kids])
            if place.chooser == CHANCE:
                own *= sum(place.more)
            need.append(own if place.instead < 0 else lcm(own, need[place.instead]))
        return need


def _picker(lanes: Sequence[int]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes what belongs to some lanes out of what belongs to each."""
    if len(lanes) > 1:
        return itemgetter(*lanes)
    return lambda found: tuple([found[lane] for lane in lanes])


def _means(options: Options, weights: Sequence[int]) -> list[float]:
    """The worth of chance in each lane."""
    total = sum(weights)
    return [sum(map(mul, weights, each)) / total for each in zip(*options, strict=True)]


def _tolled(options: Options, tolls: Sequence[Sequence[int]], seat: int) -> list[list[float]]:
    """The worth of options to a seat with what each of them costs or brings it."""
    return [[value + toll[seat] for value in own] for own, toll in zip(options, tolls, strict=True)]


def _chosen(options: Options, way: Sequence[int]) -> list[float]:
    """The worth in each lane of what is chosen there."""
    return [each[at] for at, each in zip(way, zip(*options, strict=True), strict=True)]


def _best(options: Options) -> list[int]:
    """For each lane the place of the first of the best options."""
    if len(options) == 1:
        return [0] * len(options[0])
    found = []
    for each in zip(*options, strict=True):
        best = max(each)
        least = best - CLOSE * (1 + abs(best))
        way = 0
        while each[way] < least:
            way += 1
        found.append(way)
    return found


class Relay:
    """A tree some of whose ends are starts of a course."""

    __slots__ = ("_firsts", "_lanes", "_tree", "ends", "free", "size")

    def __init__(
        self, tree: Tree, course: Course, start: Callable[[Figures], Start | None], usual: bool, most: int
    ) -> None:
        self._tree = tree
        firsts = [start(end) for end in tree.ends]
        self._lanes = Lanes(course, [first for first in firsts if first is not None], usual, most - tree.size)
        self._firsts = [first is not None for first in firsts]
        others = [end for end, first in zip(tree.ends, firsts, strict=True) if first is None]
        self.ends: list[Figures] = [*others, *self._lanes.ends]
        self.free = tree.free and self._lanes.free
        self.size = tree.size + self._lanes.size

    def solved(self, values: Values) -> Solution:
        """See `Tree.solved`; ends of the course come after those of the tree."""
        seats, own = len(values[0]), len(self.ends) - len(self._lanes.ends)
        worth, ways = self._lanes.judged(values[own:], seats)
        mine, theirs = iter(values[:own]), iter(worth)
        tree = self._tree.solved([next(theirs if first else mine) for first in self._firsts])
        begun = [share for share, first in zip(tree.shares, self._firsts, strict=True) if first]
        lanes, scale = self._lanes.spread(begun, ways, seats)
        ended = [share * scale for share, first in zip(tree.shares, self._firsts, strict=True) if not first]
        tolls = [scale * before + after for before, after in zip(tree.tolls, lanes.tolls, strict=True)]
        return Solution(ended + lanes.shares, tolls)
