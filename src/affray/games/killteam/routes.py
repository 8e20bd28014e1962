"""Ways over points that somebody points at, and where a move may end: found by search, so that climbs and
drops need not be spelled out. Whether a way may be taken is `moving`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.boards.plane.lattice import lattice_of
from affray.boards.plane.moves import Kind, Leg, Spot, Step, check_leg
from affray.boards.plane.placing import Fault, levels_at
from affray.boards.plane.reach import Reach, Stop
from affray.boards.plane.solids import INCH
from affray.engine.actions import NotationError
from affray.games.killteam import field, moving, ways
from affray.games.killteam.ids import MoveId
from affray.games.killteam.state import State

Pointed = tuple[int, int, int | None]
"""A place in plan, and its level; None: the highest that can be reached there."""
FARTHER = 3
"""So many budgets are searched for a way to a place that is out of reach, to tell how far it would be."""
SPACING = INCH // 2
"""Between the places that are looked at."""


def stops(s: State, who: int, action: MoveId, path: Sequence[Leg] = ()) -> list[Stop]:
    """Where a move may end that begins with some legs, each with the least that it takes in all."""
    found = _search(s, who, action, path)
    if found is None:
        return []
    if action == "charge":
        return [stop for stop in found.stops() if field.engaged_at(s, who, *stop.spot)]
    if action == "fall_back":
        return [stop for stop in found.stops() if not field.engaged_at(s, who, *stop.spot)]
    return found.stops()


def route(s: State, who: int, action: MoveId, points: Sequence[Pointed]) -> tuple[Leg, ...]:
    """Legs over all points in turn. Where no way is found, they go on straight, so that the rules can tell
    what is in the way. Raises NotationError for a point at a height where there is nothing to stand on."""
    legs: list[Leg] = []
    lost = False
    for x, y, z in points:
        if z is not None and z not in s.scene.levels:
            raise NotationError("there is nothing to stand on at that height")
        levels = _levels(s, who, x, y) if z is None else [z]
        onward = None if lost else _to(s, who, action, legs, x, y, levels)
        lost = onward is None
        legs += onward or [_straight(s, who, legs, x, y, levels)]
    return tuple(legs)


def level_at(s: State, who: int, x: int, y: int) -> int:
    """The highest level on which an operative can be placed somewhere; the floor where it cannot."""
    return max(levels_at(s.scene, x, y, s.card[who].radius), default=0)


def _levels(s: State, who: int, x: int, y: int) -> list[int]:
    return levels_at(s.scene, x, y, s.card[who].radius)[::-1]


def _to(
    s: State, who: int, action: MoveId, legs: Sequence[Leg], x: int, y: int, levels: Sequence[int]
) -> list[Leg] | None:
    """Legs from the end of others to a place: on the highest level that is in reach, else on the one that is
    reached soonest."""
    if not levels:
        return None
    found = _search(s, who, action, legs)
    if found is None:
        return None
    for level in levels:
        onward = found.way_to(Spot(x, y, level))
        if onward is not None:
            return onward
    far = _search(s, who, action, legs, FARTHER)
    choices = [far.way_to(Spot(x, y, level)) for level in levels] if far is not None else []
    return min((onward for onward in choices if onward), key=len, default=None)


def _straight(s: State, who: int, legs: Sequence[Leg], x: int, y: int, levels: Sequence[int]) -> Leg:
    """A walk on, on the level where the legs end if there is nothing to stand on there."""
    level = legs[-1].z if legs else s.z[who]
    return Leg(Kind.WALK, x, y, level if level in levels or not levels else levels[-1])


def _search(s: State, who: int, action: MoveId, path: Sequence[Leg], times: int = 1) -> Reach | None:
    """All ways on from the end of some legs; None if these cannot be walked, or leave nothing of the
    budget."""
    steps = _walked(s, who, path)
    if steps is None:
        return None
    start = steps[-1].end if steps else Spot(s.x[who], s.y[who], s.z[who])
    left = moving.budget(s, who, action).value * times - moving.cost_of(s, who, steps)
    if left < 0:
        return None
    task = ways.task(s, who, action)._replace(
        start=start,
        budget=left,
        legs=moving.MOST_LEGS - len(steps),
        dropped=sum(step.drop for step in steps),
    )
    return Reach(lattice_of(s.scene, s.card[who].radius, SPACING), task)


def _walked(s: State, who: int, path: Sequence[Leg]) -> list[Step] | None:
    """Legs as steps, None if one of them cannot be walked."""
    mover = moving.mover_of(s, who)
    spot = Spot(s.x[who], s.y[who], s.z[who])
    steps: list[Step] = []
    for leg in path:
        step = check_leg(s.scene, mover, spot, leg, False)
        if isinstance(step, Fault):
            return None
        steps.append(step)
        spot = step.end
    return steps
