"""Ways to suggest: for each kind of move some sixty at most, found on a lattice of one inch.

What the terrain allows from a place is worked out once and kept (`trips`). What other bases and control ranges
forbid is sorted out for each question, by distance alone: a suggestion is always legal, but not all that is legal
is suggested. `reach` searches thoroughly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from operator import attrgetter

from affray.boards.plane.lattice import Lattice, lattice_of
from affray.boards.plane.moves import Aid, Kind, Leg, Mover, Opening, Spot, Step
from affray.boards.plane.reach import Reach, Task
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH
from affray.boards.plane.surroundings import Zone
from affray.boards.plane.sweep import passes_within, track
from affray.engine.actions import Action
from affray.games.killteam import field, moving
from affray.games.killteam.moving import MoveId
from affray.games.killteam.sighting import see_each_other
from affray.games.killteam.state import State

SPACING = INCH
MOST = 60
"""So many ways are suggested at most."""
USUAL = 8 * INCH
"""How long the ways are that are worked out: a Charge with the usual Move stat."""
APART = 2 * INCH
"""Bases whose levels differ by at least this do not touch (KILLTEAM-C.GEO.8)."""
CELL = INCH // 2
"""Ways and zones are first compared by the square cells of this size that they touch, counted from the start."""
ROW = 64
"""Cells in a row of a mask; the start is in the middle."""
MIDDLE = ROW // 2


class Trip:
    """A way that the terrain allows from a place, and its cost."""

    __slots__ = ("_steps", "climbs", "cost", "end", "level", "mask", "node", "path")

    def __init__(self, start: Spot, path: tuple[Leg, ...], climbs: bool, cost: int, node: int) -> None:
        self.path = path
        self.cost = cost
        self.node = node
        """Of the lattice, where it ends."""
        self.end: tuple[int, int, int] = path[-1][1:]
        self.climbs = climbs
        self.level = start.z if all(leg.kind is Kind.WALK for leg in path) else -1
        """The level on which it runs; -1 if there are several."""
        self.mask = way_mask(tuple((leg.x - start.x, leg.y - start.y) for leg in path))
        self._steps: list[Step] | None = None

    def steps(self, scene: Scene, mover: Mover, start: Spot) -> list[Step]:
        """Its legs as walked."""
        if self._steps is None:
            self._steps = moving.survey_way(scene, mover, start, self.path)
        return self._steps

    def passes(self, start: Spot, x: int, y: int, square: int) -> bool:
        """Whether it comes nearer to a point than the root of `square` in plan."""
        ax, ay = start.x, start.y
        for leg in self.path:
            if passes_within(track(ax, ay, leg.x, leg.y, 1), x, y, square):
                return True
            ax, ay = leg.x, leg.y
        return False


@lru_cache(maxsize=1 << 14)
def way_mask(points: tuple[tuple[int, int], ...]) -> int:
    """The cells in which points of a way lie, one at least every half cell. The points count from the start."""
    found = 0
    x = y = 0
    for px, py in points:
        dx, dy = px - x, py - y
        count = isqrt(dx * dx + dy * dy) // (CELL // 2) + 1
        for i in range(count + 1):
            row, column = (y + dy * i // count) // CELL + MIDDLE, (x + dx * i // count) // CELL + MIDDLE
            found |= 1 << (row * ROW + column)
        x, y = px, py
    return found


@lru_cache(maxsize=1 << 14)
def disc_mask(x: int, y: int, span: int) -> int:
    """The cells of which a way that comes nearer than `span` to a point is sure to have one. The point counts from
    the start.
    """
    reach = span + CELL // 4 + 2
    found = 0
    for row in range((y - reach) // CELL, (y + reach) // CELL + 1):
        ey = max(row * CELL - y, 0, y - (row + 1) * CELL)
        for column in range((x - reach) // CELL, (x + reach) // CELL + 1):
            ex = max(column * CELL - x, 0, x - (column + 1) * CELL)
            if ex * ex + ey * ey <= reach * reach and max(abs(row), abs(column)) < MIDDLE:
                found |= 1 << ((row + MIDDLE) * ROW + column + MIDDLE)
    return found


class Table:
    """The ways that the terrain allows a disc from a place, one to each node of the lattice, cheapest first."""

    __slots__ = ("lattice", "made", "start", "trips")

    def __init__(self, lattice: Lattice, start: Spot, trips: tuple[Trip, ...]) -> None:
        self.lattice = lattice
        self.start = start
        self.trips = trips
        self.made: dict[tuple[type[Action], int], dict[int, Action]] = {}
        """The actions made of them, by kind and who acts."""

    def actions(self, kind: type[Action], who: int, chosen: Iterable[Trip]) -> list[Action]:
        """The moves along some of the ways."""
        made = self.made.setdefault((kind, who), {})
        found = []
        for trip in chosen:
            action = made.get(trip.node)
            if action is None:
                action = made[trip.node] = kind(who, trip.path)  # type: ignore[call-arg]  # a kind of move
            found.append(action)
        return found


@lru_cache(maxsize=1 << 11)
def table(
    scene: Scene,
    r: int,
    start: Spot,
    most: int,
    quantum: int,
    aids: tuple[Aid, ...],
    openings: tuple[Opening, ...],
) -> Table:
    """The ways of at most a length from a place."""
    lattice = lattice_of(scene, r, SPACING)
    mover = Mover(r, openings=openings)
    found = Reach(lattice, Task(start, most, mover, quantum=quantum, aids=aids))
    own = lattice.node_at(start)
    trips = []
    for stop in found.stops():
        node = stop.state % lattice.total
        if node != own:
            path = tuple(found.legs(stop))
            climbs = False
            if any(leg.kind is not Kind.WALK for leg in path):
                climbs = any(step.climb for step in moving.survey_way(scene, mover, start, path))
            trips.append(Trip(start, path, climbs, stop.cost, node))
    return Table(lattice, start, tuple(trips))


def table_of(s: State, who: int, most: int) -> Table:
    """The ways that the terrain allows an operative; those of all its moves come from one table."""
    aids = moving.ladder_aids(s) if s.ladders else ()
    size = USUAL if most <= USUAL else most
    start = Spot(s.x[who], s.y[who], s.z[who])
    return table(s.scene, s.card[who].radius, start, size, moving.quantum(s), aids, moving.openings(s))


class _Enemy:
    """An enemy near enough to matter, as trips meet it."""

    __slots__ = ("dead", "near", "right", "up", "who", "x", "y", "z")

    def __init__(self, s: State, who: int, x: int, y: int, near: int) -> None:
        self.who = who
        self.x = s.x[who]
        self.y = s.y[who]
        self.z = s.z[who]
        self.right = s.x[who] - x
        self.up = s.y[who] - y
        self.dead = s.dead[who]
        self.near = near
        """Centre to centre in plan when the bases touch."""

    def span(self, level: int, control: int) -> int:
        """How near, centre to centre, a trip on a level may not come; -1: it does not matter.

        `control`: how far from the base the range reaches that has to be avoided, 0: the base alone.
        """
        if level < 0:
            return self.near + control
        dz = abs(level - self.z)
        if dz >= APART:
            return -1
        if not control or dz > control or self.dead:
            return self.near
        # Where a range begins is measured from points rounded to units.
        return self.near + isqrt(control * control - dz * dz) + 2


def suggest(s: State, who: int, action: MoveId, kind: type[Action]) -> list[Action]:
    """Moves of a kind that an operative may make, if it may make any: a moderate number in stable order."""
    most = moving.budget(s, who, action).value
    radius, mine = s.card[who].radius, s.side[who]
    x, y = s.x[who], s.y[who]
    enemies: list[_Enemy] = []
    friends: list[int] = []
    for o, on in enumerate(s.on):
        if not on or o == who:
            continue
        dx, dy = s.x[o] - x, s.y[o] - y
        near = radius + s.card[o].radius
        reach = most + near
        if s.side[o] == mine:
            if -reach < dx < reach and -reach < dy < reach:
                friends.append(o)
        else:
            reach += INCH
            if -reach <= dx <= reach and -reach <= dy <= reach:
                enemies.append(_Enemy(s, o, x, y, near))
    if action == "charge" and not enemies:
        return []
    source = table_of(s, who, most)
    start = source.start
    found: Sequence[Trip] = source.trips[: bisect_right(source.trips, most, key=_cost)]
    if action == "dash":
        found = [trip for trip in found if not trip.climbs]
    taken = _nodes_under(s, source.lattice, radius, friends)
    if taken:
        found = [trip for trip in found if trip.node not in taken]
    if enemies:
        if action == "charge":
            found = _charges(s, who, source, found, enemies)
        else:
            found = _clear(start, found, enemies, 0 if action == "fall_back" else INCH)
            if action == "fall_back":
                found = [trip for trip in found if not _ends_near(trip, enemies)]
    count = len(found)
    if count > MOST:
        found = [found[i * count // MOST] for i in range(MOST)]
    return source.actions(kind, who, found)


_cost = attrgetter("cost")


def _nodes_under(s: State, lattice: Lattice, radius: int, friends: Sequence[int]) -> set[int]:
    """The nodes at which an operative would overlap a friend."""
    taken: set[int] = set()
    for o in friends:
        span = radius + s.card[o].radius
        places = lattice.places_within(s.x[o], s.y[o], span * span - 1)
        z = s.z[o]
        for number, level in enumerate(s.scene.levels):
            if -APART < level - z < APART:
                base = number * lattice.area
                taken.update([base + place for place in places])
    return taken


def _clear(start: Spot, found: Sequence[Trip], enemies: Sequence[_Enemy], control: int) -> list[Trip]:
    """The trips that keep away from enemies' bases and, by distance, `control` from them."""
    masks: dict[int, int] = {}
    kept = []
    for trip in found:
        level = trip.level
        danger = masks.get(level)
        if danger is None:
            danger = masks[level] = _danger(enemies, level, control)
        if trip.mask & danger and _meets(start, trip, enemies, control):
            continue
        kept.append(trip)
    return kept


def _danger(enemies: Sequence[_Enemy], level: int, control: int) -> int:
    """The cells that trips on a level had better not touch."""
    danger = 0
    for enemy in enemies:
        span = enemy.span(level, control)
        if span >= 0:
            danger |= disc_mask(enemy.right, enemy.up, span)
    return danger


def _meets(start: Spot, trip: Trip, enemies: Sequence[_Enemy], control: int) -> bool:
    """Whether a trip comes too near to an enemy."""
    for enemy in enemies:
        span = enemy.span(trip.level, control)
        if span >= 0 and trip.passes(start, enemy.x, enemy.y, span * span):
            return True
    return False


def _ends_near(trip: Trip, enemies: Sequence[_Enemy]) -> bool:
    """Whether a trip ends within an enemy's control range, by distance alone."""
    x, y, z = trip.end
    for enemy in enemies:
        span = enemy.near + INCH
        if abs(z - enemy.z) <= INCH and (x - enemy.x) ** 2 + (y - enemy.y) ** 2 <= span * span:
            return True
    return False


def _charges(
    s: State, who: int, source: Table, found: Sequence[Trip], enemies: Sequence[_Enemy]
) -> list[Trip]:
    """The trips that end in control range of an enemy and leave nobody's that they enter (KILLTEAM-C.ACT.4)."""
    lattice, start = source.lattice, source.start
    alive = [enemy for enemy in enemies if not enemy.dead]
    ends: dict[int, list[_Enemy]] = {}
    for enemy in alive:
        for number, level in enumerate(s.scene.levels):
            dz = abs(level - enemy.z)
            if dz <= INCH:
                span = enemy.near + isqrt(INCH * INCH - dz * dz)
                base = number * lattice.area
                for place in lattice.places_within(enemy.x, enemy.y, span * span):
                    ends.setdefault(base + place, []).append(enemy)
    scene, card = s.scene, s.card[who]
    bodies = {enemy.who: s.body(enemy.who) for enemy in alive}
    bases: dict[int, int] = {}
    kept = []
    for trip in found:
        goals = ends.get(trip.node)
        if goals is None:
            continue
        level, mask = trip.level, trip.mask
        if level not in bases:
            bases[level] = _danger(enemies, level, 0)
        if mask & bases[level] and _meets(start, trip, enemies, 0):
            continue
        body = Body(*trip.end, card.radius, card.height)
        ended = [enemy for enemy in goals if see_each_other(scene, body, bodies[enemy.who])]
        if not ended:
            continue
        if len(trip.path) == 1:
            others = [enemy for enemy in alive if enemy not in ended]
            if not others or not _meets(start, trip, others, INCH):
                kept.append(trip)
                continue
        steps = trip.steps(scene, Mover(card.radius, openings=moving.openings(s)), start)
        if moving.check_charge(s, who, steps, Spot(*trip.end)) is None:
            kept.append(trip)
    return kept


# -- searching thoroughly --------------------------------------------------------------------------------------


def reach(s: State, who: int, action: MoveId, spacing: int = INCH // 2) -> Reach:
    """Where an operative can get in a kind of move, around bases and control ranges: for boards and careful
    players. For a Charge and a Fall Back the stops still have to be asked whether the move may end there.
    """
    scene = s.scene
    lattice = lattice_of(scene, s.card[who].radius, spacing)
    shun: list[Zone] = []
    hold: list[Zone] = []
    if action != "fall_back":
        left = field.engaged(s, who) if action == "charge" else []
        for enemy in s.present(1 - s.side[who]):
            helped = bool(field.friends_in_control(s, s.side[who], enemy, who))
            if action == "charge":
                if enemy not in left and not helped:
                    hold.append(_zone(s, who, enemy))
            elif not moving.excused(s, who, enemy):
                shun.append(_zone(s, who, enemy))
    task = Task(
        Spot(s.x[who], s.y[who], s.z[who]),
        moving.budget(s, who, action).value,
        moving.mover_of(s, who),
        tuple(shun),
        tuple(hold),
        climbs=action != "dash",
        legs=moving.MOST_LEGS,
        quantum=moving.quantum(s),
        aids=moving.ladder_aids(s),
    )
    return Reach(lattice, task)


def _zone(s: State, who: int, enemy: int) -> Zone:
    """The control range of an enemy as a zone: within 1", and one of the two sees the other (KILLTEAM-C.LOS.5)."""
    scene, r, h = s.scene, s.card[who].radius, s.card[who].height
    other = s.body(enemy)

    def acts(x: int, y: int, z: int) -> bool:
        return see_each_other(scene, Body(x, y, z, r, h), other)

    return Zone(s.disc(enemy), field.CONTROL, acts, (h, other.h))
