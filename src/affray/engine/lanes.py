"""Subgames of which a part is merely carried along: what may be done next does not rest on it.

In a fight the dice left tell what a side may do; the wounds do not, until somebody falls. So the rules are
asked once for each line of such a course, and all lanes (what is carried along) are solved side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import lcm
from operator import add, itemgetter, mul
from typing import Any, Protocol, TypeAlias

from affray.engine.subgame import CLOSE, Chance, Node, Solution, TooLarge

Line: TypeAlias = Hashable
"""What may be done next rests on it."""
Lane: TypeAlias = Hashable
"""What is carried along."""
Step: TypeAlias = tuple[Line, Line | None, Hashable]
"""How a course goes on: the line that follows, the line instead for lanes that have fallen by this (None: the
same), and the move that changes the lane (None: none)."""
Start: TypeAlias = tuple[Step, Lane]
"""A step by which a course is come to; its move has been made."""
Value: TypeAlias = Sequence[float]
"""What something is worth to each seat."""
Values: TypeAlias = Sequence[Value]
"""Of each of some ends or starts."""
Ways: TypeAlias = Sequence[Sequence[int]]
"""For each place the branch taken in each of its live lanes, where somebody chooses."""
Options: TypeAlias = Sequence[Sequence[Value]]
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
    """A line, come to in some way, in all lanes in which that may be.

    It is kept for long, so it holds little but tuples of numbers: a collector of garbage passes them by.
    """

    line: Line | None
    """None but for ends."""
    chooser: int
    """The seat that chooses, CHANCE, or END."""
    kids: tuple[int, ...]
    moves: tuple[int, ...]
    """The numbers of moves; 0: none."""
    more: tuple[Any, ...]
    """The weights of chance, the tolls of a choice."""
    instead: int
    """Where fallen lanes go on; -1: they are not told apart."""
    live: tuple[int, ...] = ()
    """The lanes met, without the fallen ones."""
    gone: tuple[int, ...] = ()
    after: tuple[tuple[int, ...], ...] = ()
    """The lanes to which each branch leads from the live ones."""


class Lanes:
    """A course from its starts to its ends."""

    __slots__ = (
        "_course", "_fallen", "_lanes", "_most", "_move_numbers", "_moves", "_numbers", "_places", "_starts",
        "_usual", "_where", "ends", "free", "size",
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
        self._move_numbers: dict[Hashable, int] = {None: 0}
        self._moves: list[dict[int, int] | None] = [None]
        self._places: list[_Place] = []
        """Each after all that it leads to."""
        self._where: dict[tuple[Line, Line | None], int] = {}
        self._starts = [(self._place(line, fallen), self._number(lane)) for (line, fallen, _), lane in starts]
        self.size = len(self._places) + self._spread() // LANES_PER_NODE
        if self.size > most:
            raise TooLarge
        self.ends: list[tuple[Line | None, Lane]] = [
            (place.line, self._lanes[lane])
            for place in self._places if place.chooser == END
            for lane in place.live
        ]  # fmt: skip
        # It is kept for long: what was needed to grow it is let go.
        self._moves = [None if table is None else dict(table) for table in self._moves]
        del self._course, self._lanes, self._move_numbers, self._numbers, self._where

    def _number(self, lane: Lane) -> int:
        found = self._numbers.get(lane)
        if found is None:
            found = self._numbers[lane] = len(self._lanes)
            self._lanes.append(lane)
            if self._course.is_fallen(lane):
                self._fallen.add(found)
        return found

    def _move(self, move: Hashable) -> int:
        found = self._move_numbers.get(move)
        if found is None:
            moved, lanes, number = self._course.moved, self._lanes, self._number
            found = self._move_numbers[move] = len(self._moves)
            self._moves.append(_Moved(lambda lane: number(moved(lanes[lane], move))))
        return found

    def _led(self, place: _Place, way: int, lane: int) -> tuple[int, int]:
        """The place and the lane to which a branch leads."""
        move = self._moves[place.moves[way]]
        return place.kids[way], lane if move is None else move[lane]

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
        kids, moves, known = [], [], self._where.get
        for after, other, move in steps:
            kid = known((after, other))
            kids.append(self._place(after, other) if kid is None else kid)
            moves.append(self._move(move))
        instead = -1 if fallen is None else self._place(fallen, None)
        found = self._where[line, fallen] = len(self._places)
        if found > self._most:
            raise TooLarge
        self._places.append(
            _Place(line if node is None else None, chooser, tuple(kids), tuple(moves), tuple(more), instead)
        )
        return found

    def _spread(self) -> int:
        """Find the lanes of each place; how many they are in all."""
        places, moves = self._places, self._moves
        met: list[set[int]] = [set() for _ in places]
        count = 0
        for at, lane in self._starts:
            met[at].add(lane)
        for at in range(len(places) - 1, -1, -1):
            place, here = places[at], met[at]
            count += len(here)
            if place.instead >= 0 and not here.isdisjoint(self._fallen):
                gone = here & self._fallen
                met[place.instead] |= gone
                here = here - gone
                place.gone = tuple(gone)
            place.live = live = tuple(here)
            if not live:
                continue
            if len(live) == 1 and place.kids:
                place.live = live = (*live, *live)  # so that there is always a tuple to be got
            pick = itemgetter(*live)
            tables = [moves[move] for move in place.moves]
            place.after = tuple([live if table is None else pick(table) for table in tables])
            for kid, after in zip(place.kids, place.after, strict=True):
                met[kid].update(after)
        return count

    # -- solving ---------------------------------------------------------------------------------------------

    def judged(self, values: Values) -> tuple[Values, Ways]:
        """What each start is worth if every chooser takes what is best for it, and the ways taken."""
        worth: list[dict[int, Value]] = []
        ways: list[Sequence[int]] = []
        ends = iter(values)
        for place in self._places:
            found: Sequence[Value]
            way: Sequence[int] = ()
            if place.chooser == END:
                found = [next(ends) for _ in place.live]
            elif not place.live:
                found = ()
            else:
                options = [
                    itemgetter(*after)(worth[kid]) for kid, after in zip(place.kids, place.after, strict=True)
                ]
                if place.chooser == CHANCE:
                    found = means(options, place.more)
                else:
                    found, way = _best(options, place.more, place.chooser)
            ways.append(way)
            worth.append(dict(zip(place.live, found, strict=True)))
            if place.gone:
                fallen = worth[place.instead]
                worth[-1].update([(lane, fallen[lane]) for lane in place.gone])
        return [worth[at][lane] for at, lane in self._starts], ways

    def spread(self, shares: Sequence[int], ways: Ways, seats: int) -> tuple[Solution, int]:
        """How often the ends come about if the starts come about so often and these ways are taken, and which
        multiples of the shares of the starts that counts."""
        places = self._places
        need = self._need()
        scale = lcm(*[need[at] for at, _ in self._starts])
        share: list[dict[int, int]] = [{} for _ in places]
        tolls = [0] * seats

        def give(at: int, lane: int, own: int) -> None:
            share[at][lane] = share[at].get(lane, 0) + own

        for (at, lane), own in zip(self._starts, shares, strict=True):
            if own:
                give(at, lane, own * scale)
        for at in range(len(places) - 1, -1, -1):
            if not share[at]:
                continue
            place = places[at]
            more = place.more
            way_of = dict(zip(place.live, ways[at], strict=True)) if place.chooser >= 0 else {}
            for lane, own in share[at].items():
                if place.instead >= 0 and lane in self._fallen:
                    give(place.instead, lane, own)
                elif place.chooser >= 0:
                    way = way_of[lane]
                    give(*self._led(place, way, lane), own)
                    if more:
                        for seat, toll in enumerate(more[way]):
                            tolls[seat] += own * toll
                elif place.chooser == CHANCE:
                    own //= sum(more)
                    for way, weight in enumerate(more):
                        give(*self._led(place, way, lane), own * weight)
        found = [
            share[at].get(lane, 0)
            for at, place in enumerate(places) if place.chooser == END
            for lane in place.live
        ]  # fmt: skip
        return Solution(found, tolls), scale

    def _need(self) -> list[int]:
        """For each place a number by which every share of it divides without rest, down to the ends."""
        if all(place.chooser != CHANCE for place in self._places):
            return [1] * len(self._places)
        need: list[int] = []
        for place in self._places:
            own = lcm(*[need[kid] for kid in place.kids])
            if place.chooser == CHANCE:
                own *= sum(place.more)
            need.append(own if place.instead < 0 else lcm(own, need[place.instead]))
        return need


def means(options: Options, weights: Sequence[int]) -> list[Value]:
    """The worth of chance in each lane."""
    total = sum(weights)
    pairs = len(options[0][0]) == 2
    if pairs and len(weights) == 3:
        return [
            ((w * a + v * c + u * e) / total, (w * b + v * d + u * f) / total)
            for w, v, u in [weights]
            for (a, b), (c, d), (e, f) in zip(*options, strict=True)
        ]
    if pairs and len(weights) == 2:
        one, other = weights
        return [
            ((one * a + other * c) / total, (one * b + other * d) / total)
            for (a, b), (c, d) in zip(*options, strict=True)
        ]
    return [
        tuple([sum(map(mul, weights, own)) / total for own in zip(*each, strict=True)])
        for each in zip(*options, strict=True)
    ]


def _best(
    options: Options, tolls: Sequence[Sequence[int]], chooser: int
) -> tuple[Sequence[Value], Sequence[int]]:
    """In each lane the worth of the first of the best options for a chooser, and its place."""
    if tolls:
        options = [
            with_toll(own, toll) if any(toll) else own for own, toll in zip(options, tolls, strict=True)
        ]
    if len(options) == 1:
        return options[0], [0] * len(options[0])
    key = itemgetter(chooser)
    found, ways = [], []
    for each in zip(*options, strict=True):
        best = max(each, key=key)
        way = each.index(best)
        if way:
            way = first_best(each, chooser)
        found.append(each[way])
        ways.append(way)
    return found, ways


def first_best(options: Sequence[Value], chooser: int) -> int:
    """The place of the first of the best options for a chooser."""
    worth = [each[chooser] for each in options]
    best = max(worth)
    least = best - CLOSE * (1 + abs(best))
    way = 0
    while worth[way] < least:
        way += 1
    return way


def with_toll(option: Sequence[Value], toll: Sequence[int]) -> Sequence[Value]:
    """The worth of an option with what it costs or brings."""
    return [tuple(map(add, value, toll)) for value in option]
