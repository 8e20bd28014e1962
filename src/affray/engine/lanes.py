"""Courses solved in all lanes at once: a lane is what is merely carried along (see `course`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from math import lcm
from operator import getitem, itemgetter
from typing import Any, NamedTuple, TypeAlias

from affray.engine.course import CHANCE, NOT, Course, Lane, Line, Map, Start
from affray.engine.subgame import Solution, TooLarge
from affray.engine.worth import Worth, first_best, mean, scaled

LANES_PER_NODE = 8
"""So many lanes are as much work as a node of a tree."""


class _Part(NamedTuple):
    """The lanes of a place in which the same branches are possible."""

    lanes: tuple[int, ...]
    kids: tuple[int, ...]
    after: Sequence[tuple[int, ...]]
    """The lanes to which each branch leads."""
    more: tuple[Any, ...]


class _Site(NamedTuple):
    """A place in the lanes in which it is met."""

    live: tuple[int, ...]
    """Without the fallen ones."""
    gone: tuple[int, ...]
    parts: Sequence[_Part]


NOWHERE = _Site((), (), ())


def _sites(map_: Map, starts: Sequence[tuple[int, int]]) -> list[_Site]:
    """The lanes of each place."""
    places, fallen = map_.places, map_.fallen
    met: list[set[int]] = [set() for _ in places]
    for at, lane in starts:
        met[at].add(lane)
    found = [NOWHERE] * len(places)
    known: dict[tuple[tuple[int, ...], tuple[int, ...], bool], _Forks] = {}
    for at in range(len(places) - 1, -1, -1):
        here = met[at]
        if not here:
            continue
        _, chooser, kids, moves, more, instead = places[at]
        gone: tuple[int, ...] = ()
        if instead >= 0 and not here.isdisjoint(fallen):
            gone = tuple(here & fallen)
            met[instead].update(gone)
            here -= fallen
        live = tuple(here)
        parts: Sequence[_Part] = ()
        if live and kids:
            # Many places are met in the same lanes and go on by the same moves.
            key = live, moves, map_.usual and chooser != CHANCE
            forks = known.get(key)
            if forks is None:
                forks = known[key] = _forks(map_, *key)
            for kid, lanes in zip(kids, forks[0], strict=True):
                met[kid].update(lanes)
            parts = [
                _Part(lanes, kids, after, more)
                if len(branches) == len(kids)
                else _Part(
                    lanes, tuple([kids[each] for each in branches]), after,
                    _paying([more[each] for each in branches] if more else ()),
                )
                for lanes, branches, after in forks[1]
            ]  # fmt: skip
        found[at] = _Site(live, gone, parts)
    return found


_Forks: TypeAlias = tuple[
    Sequence[Sequence[int]], Sequence[tuple[tuple[int, ...], Sequence[int], Sequence[tuple[int, ...]]]]
]
"""All lanes to which each branch leads; then lanes with the branches that are possible in them, and the lanes
to which each of these leads."""


def _forks(map_: Map, live: tuple[int, ...], moves: tuple[int, ...], first: bool) -> _Forks:
    """How lanes go on by some moves; `first`: by the first that is possible."""
    tables = [map_.moves[move] for move in moves]
    after = [live if table is None else _picked(table, live) for table in tables]
    every = tuple(range(len(moves)))
    if all(table is None or table.whole for table in tables) and not (first and len(moves) > 1):
        return after, [(live, every, after)]
    reached: list[list[int]] = [[] for _ in moves]
    found = []
    possible = list(zip(*[map(NOT.__ne__, lanes) for lanes in after], strict=True))
    for each in dict.fromkeys(possible):
        here = list(map(each.__eq__, possible))
        branches = [branch for branch, able in enumerate(each) if able][: 1 if first else None]
        led = [tuple(compress(after[branch], here)) for branch in branches]
        found.append((tuple(compress(live, here)), branches, led))
        for branch, lanes in zip(branches, led, strict=True):
            reached[branch] += lanes
    return reached, found


def _paying(tolls: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Tolls of some branches, none if there is nothing to pay."""
    return tuple(tolls) if any(map(any, tolls)) else ()


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


class _Groups:
    """Groups by what their cells have in common; each leads to those of lower levels alone."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], _Group] = {}

    def room(self, level: int, chooser: int, branches: int, more: tuple[Any, ...], count: int) -> _Room:
        """Take room for some cells."""
        key = level, chooser, branches, more
        group = self._known.get(key)
        if group is None:
            group = self._known[key] = _Group(chooser, branches, more)
        first = group.count
        group.count += count
        return group, first

    def numbered(self, first: int) -> tuple[list[_Group], int]:
        """The groups in order of level, their cells numbered from `first` on; and how many there are then."""
        found = [self._known[key] for key in sorted(self._known, key=itemgetter(0))]
        for group in found:
            group.first = first
            first += group.count
            group.branches = [[0] * group.count for _ in group.branches]
        return found, first


_Room: TypeAlias = tuple[_Group, int]
"""A group and the place of the first of some cells in it."""
Ways: TypeAlias = list[tuple[Sequence[int], Sequence[int]]]
"""For each group the cell to which each cell leads, and the branch taken, where somebody chooses."""


class Lanes:
    """A course from its starts to its ends."""

    __slots__ = ("_cells", "_groups", "_starts", "ends", "free", "need", "size")

    def __init__(self, course: Course, starts: Sequence[Start], usual: bool, most: int) -> None:
        map_ = Map(course, usual, most)
        begun = [(map_.place(line, fallen), map_.number(lane)) for (line, fallen, _), lane in starts]
        self.free = map_.free
        """Nobody has anything to choose."""
        needs = map_.needs()
        self.need = lcm(*{needs[at] for at, _ in begun})
        """A number by which shares of the starts divide without rest, down to the ends."""
        sites = _sites(map_, begun)
        self.size = len(map_.places) + sum([len(site.live) for site in sites]) // LANES_PER_NODE
        if self.size > most:
            raise TooLarge
        cells = _Cells(course, map_, sites)
        self.ends: list[tuple[Line, Lane]] = list(cells.ends)
        self._groups, self._cells = cells.groups, cells.count
        self._starts = [cells.of[at][lane] for at, lane in begun]
        map_.moves.clear()  # else it would lie about in a circle

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
            to = group.branches[0]
            if any(taken):
                to = list(map(getitem, zip(*group.branches, strict=True), taken))
            for seat, own in enumerate(worth):
                if seat == group.chooser:
                    continue
                others = list(map(own.__getitem__, to))
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


class _Cells:
    """The cells of all places, put into groups."""

    def __init__(self, course: Course, map_: Map, sites: Sequence[_Site]) -> None:
        self.ends: dict[tuple[Line, Lane], int] = {}
        self._course = course
        self._lanes = map_.lanes
        self._known = _Groups()
        rooms = self._rooms(map_, sites)
        self.groups, self.count = self._known.numbered(len(self.ends))
        self.of: list[dict[int, int]] = []
        """For each place the number of its cell in each lane."""
        for place, (live, gone, parts), room in zip(map_.places, sites, rooms, strict=True):
            found: dict[int, int] = {}
            if not place.kids:
                found = dict(zip(live, [_end(*each) for each in room], strict=True))
            elif len(parts) == 1:
                found = dict(zip(live, self._numbers(parts[0], room[0]), strict=True))
            else:
                for part, own in zip(parts, room, strict=True):
                    found.update(zip(part.lanes, self._numbers(part, own), strict=True))
            if gone:
                found.update(zip(gone, _picked(self.of[place.instead], gone), strict=True))
            self.of.append(found)

    def _rooms(self, map_: Map, sites: Sequence[_Site]) -> list[Any]:
        """Take room for all cells. Where nothing is decided, there is none: it is the cell to which it
        leads."""
        levels: list[int] = []
        found: list[Any] = []
        room = self._known.room
        for place, (live, gone, parts) in zip(map_.places, sites, strict=True):
            level = 0
            own: list[Any] = []
            if not place.kids:
                own = self._ending(place.line, live)
                level = 1
            for lanes, kids, _, more in parts:
                above = max([levels[kid] for kid in kids])
                if len(kids) == 1 and (place.chooser == CHANCE or not more):
                    own.append(None)
                else:
                    above += 1
                    own.append(room(above, place.chooser, len(kids), more, len(lanes)))
                if above > level:
                    level = above
            found.append(own)
            levels.append(max(level, levels[place.instead]) if gone else level)
        return found

    def _ending(self, line: Line, live: Sequence[int]) -> list[tuple[int, _Room | None]]:
        """The end to which each lane comes; and room for a cell if something is paid there."""
        found: list[tuple[int, _Room | None]] = []
        for lane in live:
            left, toll = self._course.ended(line, self._lanes[lane])
            end = self.ends.setdefault((line, left), len(self.ends))
            found.append((end, self._known.room(1, 0, 1, (tuple(toll),), 1) if any(toll) else None))
        return found

    def _numbers(self, part: _Part, room: _Room | None) -> Sequence[int]:
        """Fill the cells of some lanes; their numbers."""
        of = self.of
        if room is None:
            return _picked(of[part.kids[0]], part.after[0])
        group, first = room
        stop = first + len(part.lanes)
        for branch, kid, after in zip(group.branches, part.kids, part.after, strict=True):
            branch[first:stop] = _picked(of[kid], after)
        return range(group.first + first, group.first + stop)


def _end(end: int, room: _Room | None) -> int:
    """The cell of an end."""
    if room is None:
        return end
    group, at = room
    group.branches[0][at] = end
    return group.first + at


def _only(cell: int) -> Callable[[Sequence[int]], tuple[int]]:
    return lambda worth: (worth[cell],)
