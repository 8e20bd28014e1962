"""Subgames of which a part is merely carried along: what may be done next does not rest on it.

In a fight the dice left tell what a side may do; the wounds do not, until somebody falls. So the rules are
asked once for each line of such a course, and all lanes (what is carried along) are solved side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd, lcm
from operator import getitem, itemgetter
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.subgame import Chance, Node, Solution, TooLarge
from affray.engine.worth import Worth, first_best, mean, scaled

Line: TypeAlias = Hashable
"""What may be done next rests on it."""
Lane: TypeAlias = Hashable
"""What is carried along."""
Step: TypeAlias = tuple[Line, Line | None, Hashable]
"""How a course goes on: the line that follows, the line instead for lanes that have fallen by this (None: the
same), and the move that changes the lane (None: none)."""
Start: TypeAlias = tuple[Step, Lane]
"""A step by which a course is come to; its move has been made."""
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


class _Place(NamedTuple):
    """A line, come to in some way."""

    line: Line
    chooser: int
    """The seat that chooses, CHANCE, or END."""
    kids: tuple[int, ...]
    moves: tuple[int, ...]
    """The numbers of moves; 0: none."""
    more: tuple[Any, ...]
    """The weights of chance, the tolls of a choice."""
    instead: int
    """Where fallen lanes go on; -1: they are not told apart."""


class _Map:
    """The places of a course, each after all that it leads to."""

    def __init__(self, course: Course, usual: bool, most: int) -> None:
        self._course = course
        self._usual = usual
        self._most = most
        self.free = True
        """Nobody has anything to choose."""
        self._numbers: dict[Lane, int] = {}
        self.lanes: list[Lane] = []
        self.fallen: set[int] = set()
        self._move_numbers: dict[Hashable, int] = {None: 0}
        self.moves: list[dict[int, int] | None] = [None]
        self.places: list[_Place] = []
        self._where: dict[tuple[Line, Line | None], int] = {}

    def number(self, lane: Lane) -> int:
        """The number of a lane."""
        found = self._numbers.get(lane)
        if found is None:
            found = self._numbers[lane] = len(self.lanes)
            self.lanes.append(lane)
            if self._course.is_fallen(lane):
                self.fallen.add(found)
        return found

    def _move(self, move: Hashable) -> int:
        found = self._move_numbers.get(move)
        if found is None:
            moved, lanes, number = self._course.moved, self.lanes, self.number
            found = self._move_numbers[move] = len(self.moves)
            self.moves.append(_Moved(lambda lane: number(moved(lanes[lane], move))))
        return found

    def place(self, line: Line, fallen: Line | None) -> int:
        """The place of a line at which fallen lanes go on by another one."""
        found = self._where.get((line, fallen))
        if found is not None:
            return found
        node = self._course.node(line)
        steps: Sequence[Any] = ()
        more: Sequence[Any] = ()
        chooser = END
        if isinstance(node, Chance):
            steps, weights = zip(*node.branches, strict=True)
            shared = gcd(*weights)
            chooser, more = CHANCE, [weight // shared for weight in weights]
        elif node is not None:
            chooser, steps, preferred, more = node
            if len(steps) > 1:
                self.free = False
            if self._usual:
                steps, more = steps[preferred : preferred + 1], more[preferred : preferred + 1]
        kids, moves, known, move_known = [], [], self._where.get, self._move_numbers.get
        for after, other, move in steps:
            kid = known((after, other))
            kids.append(self.place(after, other) if kid is None else kid)
            number = move_known(move)
            moves.append(self._move(move) if number is None else number)
        instead = -1 if fallen is None or fallen == line else self.place(fallen, None)
        found = self._where[line, fallen] = len(self.places)
        if found > self._most:
            raise TooLarge
        self.places.append(_Place(line, chooser, tuple(kids), tuple(moves), tuple(more), instead))
        return found

    def needs(self) -> list[int]:
        """For each place a number by which every share of it divides without rest, down to the ends."""
        if all(place.chooser != CHANCE for place in self.places):
            return [1] * len(self.places)
        found: list[int] = []
        for place in self.places:
            own = lcm(*[found[kid] for kid in place.kids])
            if place.chooser == CHANCE:
                own *= sum(place.more)
            found.append(own if place.instead < 0 else lcm(own, found[place.instead]))
        return found


class _Site:
    """A place in the lanes in which it is met."""

    __slots__ = ("after", "gone", "live")

    def __init__(self, live: tuple[int, ...], gone: tuple[int, ...]) -> None:
        self.live = live
        """Without the fallen ones."""
        self.gone = gone
        self.after: list[tuple[int, ...]] = []
        """The lanes to which each branch leads from the live ones."""


def _sites(map_: _Map, starts: Sequence[tuple[int, int]]) -> list[_Site]:
    """The lanes of each place."""
    places, moves, fallen = map_.places, map_.moves, map_.fallen
    met: list[set[int]] = [set() for _ in places]
    for at, lane in starts:
        met[at].add(lane)
    found: list[_Site] = []
    for at in range(len(places) - 1, -1, -1):
        place, here = places[at], met[at]
        gone: tuple[int, ...] = ()
        if place.instead >= 0 and not here.isdisjoint(fallen):
            gone = tuple(here & fallen)
            met[place.instead].update(gone)
            here -= fallen
        site = _Site(tuple(here), gone)
        found.append(site)
        if here:
            for kid, move in zip(place.kids, place.moves, strict=True):
                table = moves[move]
                after = site.live if table is None else _picked(table, site.live)
                site.after.append(after)
                met[kid].update(after)
    found.reverse()
    return found


def _picked(table: Any, keys: tuple[int, ...]) -> tuple[int, ...]:
    """What is found under some keys."""
    found: tuple[int, ...] = itemgetter(*keys)(table) if len(keys) > 1 else (table[keys[0]],)
    return found


class _Group:
    """Cells (places in one lane each) that go on alike, all of them at once; they lead to groups before.

    It is kept for long, so it holds little but numbers.
    """

    __slots__ = ("branches", "chooser", "count", "first", "more")

    def __init__(self, chooser: int, branches: int, more: tuple[Any, ...]) -> None:
        self.chooser = chooser
        self.more = more
        self.first = 0
        """The number of the first cell."""
        self.count = 0
        self.branches: list[list[int]] = [[] for _ in range(branches)]
        """The cells to which each branch leads from each of these cells."""


Ways: TypeAlias = list[tuple[Sequence[int], Sequence[int]]]
"""For each group the cell to which each cell leads, and the branch taken, where somebody chooses."""


class Lanes:
    """A course from its starts to its ends."""

    __slots__ = ("_cells", "_groups", "_starts", "ends", "free", "need", "size")

    def __init__(self, course: Course, starts: Sequence[Start], usual: bool, most: int) -> None:
        map_ = _Map(course, usual, most)
        begun = [(map_.place(line, fallen), map_.number(lane)) for (line, fallen, _), lane in starts]
        self.free = map_.free
        """Nobody has anything to choose."""
        sites = _sites(map_, begun)
        met = sum([len(site.live) + len(site.gone) for site in sites])
        self.size = len(map_.places) + met // LANES_PER_NODE
        if self.size > most:
            raise TooLarge
        self.ends: list[tuple[Line, Lane]] = [
            (place.line, map_.lanes[lane])
            for place, site in zip(map_.places, sites, strict=True) if place.chooser == END
            for lane in site.live
        ]  # fmt: skip
        needs = map_.needs()
        self.need = lcm(*{needs[at] for at, _ in begun})
        """A number by which shares of the starts divide without rest, down to the ends."""
        cells = self._grouped(map_, sites)
        self._starts = [cells[at][lane] for at, lane in begun]

    def _grouped(self, map_: _Map, sites: Sequence[_Site]) -> list[dict[int, int]]:
        """Put all cells into groups; the number of the cell of each place in each lane."""
        groups: dict[tuple[Any, ...], _Group] = {}
        levels: list[int] = []
        where: list[tuple[_Group, int] | None] = []
        for place, site in zip(map_.places, sites, strict=True):
            level = 1 + max([levels[kid] for kid in place.kids]) if site.live and place.kids else 0
            own = None
            if len(place.kids) == 1 and (place.chooser == CHANCE or not place.more):
                level -= 1  # nothing is decided: it is the cell to which it leads
            elif level:
                key = level, place.chooser, len(place.kids), place.more
                group = groups.get(key)
                if group is None:
                    group = groups[key] = _Group(*key[1:])
                own = group, group.count
                group.count += len(site.live)
            where.append(own)
            levels.append(max(level, levels[place.instead]) if site.gone else level)
        self._groups = [groups[key] for key in sorted(groups, key=itemgetter(0))]
        self._cells = len(self.ends)
        for group in self._groups:
            group.first = self._cells
            self._cells += group.count
            group.branches = [[0] * group.count for _ in group.branches]
        ended = 0
        cells: list[dict[int, int]] = []
        for place, site, own in zip(map_.places, sites, where, strict=True):
            live = site.live
            if not live:
                found = {}
            elif own is not None:
                group, at = own
                for branch, kid, after in zip(group.branches, place.kids, site.after, strict=True):
                    branch[at : at + len(live)] = _picked(cells[kid], after)
                found = dict(zip(live, range(group.first + at, group.first + at + len(live)), strict=True))
            elif place.kids:
                found = dict(zip(live, _picked(cells[place.kids[0]], site.after[0]), strict=True))
            else:
                found = dict(zip(live, range(ended, ended + len(live)), strict=True))
                ended += len(live)
            if site.gone:
                instead = cells[place.instead]
                found.update([(lane, instead[lane]) for lane in site.gone])
            cells.append(found)
        return cells

    # -- solving ---------------------------------------------------------------------------------------------

    def judged(self, values: Worth, unit: int) -> tuple[Worth, Ways]:
        """What each start is worth, times `need`, if every chooser takes what is best for it, and the ways
        taken; `unit`: one of a toll is worth so much."""
        worth = [list(own) for own in scaled(values, self.need)]
        unit *= self.need
        ways: Ways = []
        for group in self._groups:
            picks = [itemgetter(*branch) if len(branch) > 1 else _only(*branch) for branch in group.branches]
            if group.chooser == CHANCE:
                for own in worth:
                    own += mean([pick(own) for pick in picks], group.more)
                ways.append(((), ()))
                continue
            mine = worth[group.chooser]
            options = [pick(mine) for pick in picks]
            if group.more:
                tolls = [toll[group.chooser] * unit for toll in group.more]
                options = [
                    [value + toll for value in option] if toll else option
                    for option, toll in zip(options, tolls, strict=True)
                ]
            best, taken = first_best(options)
            to = list(map(getitem, zip(*group.branches, strict=True), taken))
            for seat, own in enumerate(worth):
                if seat == group.chooser:
                    continue
                others = [own[cell] for cell in to]
                if group.more:
                    others = [value + group.more[way][seat] * unit for value, way in zip(others, taken)]
                own += others
            mine += best
            ways.append((to, taken))
        return [[own[cell] for cell in self._starts] for own in worth], ways

    def spread(self, shares: Sequence[int], ways: Ways, seats: int) -> Solution:
        """How often the ends come about if the starts come about so often and these ways are taken, in parts
        as small as `need`."""
        share = [0] * self._cells
        tolls = [0] * seats
        for at, own in zip(self._starts, shares, strict=True):
            share[at] += own * self.need
        for group, (to, taken) in zip(reversed(self._groups), reversed(ways), strict=True):
            own_shares = share[group.first : group.first + group.count]
            if group.chooser == CHANCE:
                total = sum(group.more)
                for branch, weight in zip(group.branches, group.more, strict=True):
                    for own, cell in zip(own_shares, branch, strict=True):
                        if own:
                            share[cell] += own // total * weight
                continue
            for own, cell in zip(own_shares, to, strict=True):
                if own:
                    share[cell] += own
            if group.more:
                for own, way in zip(own_shares, taken, strict=True):
                    if own:
                        for seat, toll in enumerate(group.more[way]):
                            tolls[seat] += own * toll
        return Solution(share[: len(self.ends)], tolls)


def _only(cell: int) -> Callable[[Sequence[int]], tuple[int]]:
    return lambda worth: (worth[cell],)
