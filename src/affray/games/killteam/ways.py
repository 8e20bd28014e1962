"""Moves to suggest: a few dozen at most of each kind.

What a map's terrain allows from a place is worked out once and kept (`trips`). What equipment, other bases
and control ranges forbid is sorted out for each question, by distance alone: a suggestion is always legal,
but not all that is legal is suggested. `reach` searches thoroughly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isqrt
from operator import attrgetter
from typing import NamedTuple, TypeVar

from affray.boards.plane.lattice import Lattice, lattice_of
from affray.boards.plane.moves import Leg, Mover, Spot, nearest_on, round_up
from affray.boards.plane.reach import Reach, Task
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Box, Disc, within
from affray.boards.plane.surroundings import Zone
from affray.engine.actions import Action
from affray.games.killteam import field, moving
from affray.games.killteam.content import INSIGNIFICANT
from affray.games.killteam.ids import MoveId
from affray.games.killteam.sighting import see_each_other
from affray.games.killteam.state import State
from affray.games.killteam.terrain import LIMITS, WIRE, scene_of
from affray.games.killteam.trips import Table, Trip, box_mask, disc_mask, table

MOST: dict[MoveId, int] = {"reposition": 24, "dash": 12, "fall_back": 16, "charge": 24}
"""So many moves of a kind are suggested at most: enough to choose from, and few enough that other actions are
not lost among them when somebody chooses at random.
"""


def table_of(s: State, who: int, most: int) -> Table:
    """The ways of about that length which the map allows an operative."""
    start = Spot(s.x[who], s.y[who], s.z[who])
    return table(scene_of(s.map), s.card[who].radius, start, round_up(most, INCH), moving.quantum(s))


class Foe(NamedTuple):
    """An enemy near enough to matter, as trips meet it."""

    who: int
    x: int
    y: int
    z: int
    near: int
    """Centre to centre in plan when the bases touch."""
    body: Body
    ranged: bool
    """Whether it has a control range: it has not been incapacitated (KILLTEAM-R.19)."""
    hidden: bool
    """It is within 1" of the mover, but neither sees the other: then sight is asked on the way, too."""

    def span(self, level: int, control: int) -> int:
        """How near, centre to centre, a trip on a level may not come; -1: it does not matter.

        `control`: how far from the base the range reaches that has to be avoided, 0: the base alone.
        """
        if level < 0:
            return self.near + control
        dz = abs(level - self.z)
        if dz >= field.APART:
            return -1
        if not control or dz > control or not self.ranged:
            return self.near
        # Where a range begins is measured from points rounded to units.
        return self.near + isqrt(control * control - dz * dz) + 2


Friend = tuple[int, int, int, int]
"""Where a friend lies, and how near a mover may not end, centre to centre."""


def suggest(
    s: State, who: int, action: MoveId, kind: Callable[[int, tuple[Leg, ...]], Action], room: int
) -> list[Action]:
    """Moves of a kind that an operative may make, if it may make any: at most `room`, in stable order."""
    most = moving.budget(s, who, action).value
    foes, friends = _around(s, who, most)
    if action == "charge" and not foes:
        return []
    source = table_of(s, who, most)
    height = s.card[who].height
    pieces = s.scene.boxes[len(s.map.parts) :]
    control = INCH if action in ("reposition", "dash") else 0
    found: Sequence[Trip] = open_trips(source, s.scene, height, foes, friends, pieces, control)
    found = found[: bisect_right(found, most, key=_cost)]
    if action == "dash":
        found = [trip for trip in found if not trip.climbs]
    if any(piece.flags & WIRE for piece in pieces):
        found = _over_wire(found, source, most, pieces)
    if action == "charge":
        found = _charges(s, who, source, found, foes)
    elif action == "fall_back":
        found = [trip for trip in found if not _ends_near(trip, foes)]
    return [kind(who, trip.path) for trip in spread(found, room)]


_cost = attrgetter("cost")
_T = TypeVar("_T")


def spread(found: Sequence[_T], room: int) -> Sequence[_T]:
    """At most so many of some things, evenly taken."""
    count = len(found)
    return found if count <= room else [found[i * count // room] for i in range(room)]


def _around(s: State, who: int, most: int) -> tuple[tuple[Foe, ...], tuple[Friend, ...]]:
    """The enemies and friends that a mover can meet."""
    card, mine = s.card[who], s.side[who]
    radius, x, y = card.radius, s.x[who], s.y[who]
    foes: list[Foe] = []
    friends: list[Friend] = []
    for o, on in enumerate(s.on):
        if not on or o == who:
            continue
        ox, oy, near = s.x[o], s.y[o], radius + s.card[o].radius
        reach = most + near + INCH
        if not (-reach <= ox - x <= reach and -reach <= oy - y <= reach):
            continue
        if s.side[o] == mine:
            friends.append((ox, oy, s.z[o], near))
        else:
            hidden = field.within(s, who, o, INCH) and not field.in_control(s, who, o)
            foes.append(Foe(o, ox, oy, s.z[o], near, s.body(o), not s.dead[o], hidden))
    return tuple(foes), tuple(friends)


@lru_cache(maxsize=256)
def open_trips(
    source: Table,
    scene: Scene,
    height: int,
    foes: tuple[Foe, ...],
    friends: tuple[Friend, ...],
    pieces: tuple[Box, ...],
    control: int,
) -> tuple[Trip, ...]:
    """The trips that pieces of equipment, friends, enemies' bases and, within `control` of these, their
    ranges leave open. `height` is the mover's.
    """
    found: Sequence[Trip] = source.trips
    if friends:
        taken = frozenset().union(*(_nodes_under(source.lattice, friend) for friend in friends))
        found = [trip for trip in found if trip.node not in taken]
    if pieces:
        found = _past_pieces(found, source, pieces)
    if not foes:
        return tuple(found)
    masks: dict[int, int] = {}
    kept = []
    for trip in found:
        level = trip.level
        danger = masks.get(level)
        if danger is None:
            danger = masks[level] = _danger(source.start, foes, level, control)
        if not trip.mask & danger or not _meets(source, scene, height, trip, foes, control):
            kept.append(trip)
    return tuple(kept)


def _past_pieces(found: Sequence[Trip], source: Table, pieces: Sequence[Box]) -> list[Trip]:
    """The trips that keep clear of the pieces of equipment."""
    start, radius = source.start, source.lattice.r
    kept = list(found)
    for box in pieces:
        touched = 0 if box.flags & INSIGNIFICANT else _piece_mask(start, radius, box)
        if touched:
            kept = [
                trip
                for trip in kept
                if not trip.mask & touched or trip.level >= box.zh or not trip.sweeps(start, radius, box)
            ]
    return kept


def _piece_mask(start: Spot, radius: int, box: Box) -> int:
    """The cells that trips past a piece touch; 0 if it is out of reach."""
    return box_mask(box.x0 - start.x, box.y0 - start.y, box.x1 - start.x, box.y1 - start.y, radius)


def _over_wire(found: Sequence[Trip], source: Table, most: int, pieces: Sequence[Box]) -> list[Trip]:
    """The trips that get over razor wire within the budget (KILLTEAM-C.EQ.RAZOR_WIRE)."""
    start, radius = source.start, source.lattice.r
    wires = [
        (box, touched) for box in pieces if box.flags & WIRE and (touched := _piece_mask(start, radius, box))
    ]
    if not wires:
        return list(found)
    kept = []
    for trip in found:
        cost = trip.cost
        for box, touched in wires:
            if trip.mask & touched and trip.level <= box.zl + LIMITS.drag_height:
                cost += LIMITS.drag * trip.sweeps(start, radius, box)
        if cost <= most:
            kept.append(trip)
    return kept


@lru_cache(maxsize=1 << 12)
def _nodes_under(lattice: Lattice, friend: Friend) -> frozenset[int]:
    """The nodes at which a mover would overlap a friend."""
    x, y, z, near = friend
    places = lattice.places_within(x, y, near * near - 1)
    return frozenset(
        number * lattice.area + place
        for number, level in enumerate(lattice.scene.levels)
        if -field.APART < level - z < field.APART
        for place in places
    )


def _danger(start: Spot, foes: Sequence[Foe], level: int, control: int) -> int:
    """The cells that trips on a level had better not touch."""
    danger = 0
    for foe in foes:
        span = foe.span(level, control)
        if span >= 0:
            danger |= disc_mask(foe.x - start.x, foe.y - start.y, span)
    return danger


def _meets(source: Table, scene: Scene, height: int, trip: Trip, foes: Sequence[Foe], control: int) -> bool:
    """Whether a trip comes too near to an enemy."""
    start = source.start
    for foe in foes:
        looked = foe.hidden and control > 0
        span = foe.span(trip.level, 0 if looked else control)
        if span >= 0 and trip.passes(start, foe.x, foe.y, span * span):
            return True
        if looked and _seen_near(source, scene, height, trip, foe):
            return True
    return False


def _seen_near(source: Table, scene: Scene, height: int, trip: Trip, foe: Foe) -> bool:
    """Whether a trip leads into the control range of an enemy, sight considered (KILLTEAM-C.MOV.8)."""
    radius = source.lattice.r
    for step in trip.steps(scene, Mover(radius), source.start):
        for spot in (nearest_on(step, foe.x, foe.y), step.end):
            body = Body(*spot, radius, height)
            if within(Disc(*spot, radius), Disc(*foe.body[:4]), INCH) and see_each_other(
                scene, body, foe.body
            ):
                return True
    return False


def _ends_near(trip: Trip, foes: Sequence[Foe]) -> bool:
    """Whether a trip ends within an enemy's control range, by distance alone."""
    _, x, y, z = trip.path[-1]
    for foe in foes:
        span = foe.near + INCH
        if abs(z - foe.z) <= INCH and (x - foe.x) ** 2 + (y - foe.y) ** 2 <= span * span:
            return True
    return False


def _charges(s: State, who: int, source: Table, found: Sequence[Trip], foes: Sequence[Foe]) -> list[Trip]:
    """The trips that end in control range of an enemy and leave nobody's that they enter
    (KILLTEAM-C.ACT.4).
    """
    lattice, start, scene, card = source.lattice, source.start, s.scene, s.card[who]
    ranged = [foe for foe in foes if foe.ranged]
    ends: dict[int, list[Foe]] = {}
    for foe in ranged:
        for number, level in enumerate(scene.levels):
            dz = abs(level - foe.z)
            if dz <= INCH:
                span = foe.near + isqrt(INCH * INCH - dz * dz)
                base = number * lattice.area
                for place in lattice.places_within(foe.x, foe.y, span * span):
                    ends.setdefault(base + place, []).append(foe)
    kept = []
    for trip in found:
        goals = ends.get(trip.node)
        if goals is None:
            continue
        end = trip.path[-1][1:]
        body = Body(*end, card.radius, card.height)
        ended = [foe for foe in goals if see_each_other(scene, body, foe.body)]
        if not ended:
            continue
        if len(trip.path) == 1:
            others = [foe for foe in ranged if foe not in ended]
            if not others or not _meets(source, scene, card.height, trip, others, INCH):
                kept.append(trip)
                continue
        steps = trip.steps(scene, Mover(card.radius, openings=moving.openings(s)), start)
        if moving.check_charge(s, who, steps, Spot(*end)) is None:
            kept.append(trip)
    return kept


# -- searching thoroughly ------------------------------------------------------------------------------------


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
    """The control range of an enemy as a zone: within 1", and one of the two sees the other
    (KILLTEAM-C.LOS.5).
    """
    scene, r, h = s.scene, s.card[who].radius, s.card[who].height
    other = s.body(enemy)

    def acts(x: int, y: int, z: int) -> bool:
        return see_each_other(scene, Body(x, y, z, r, h), other)

    return Zone(s.disc(enemy), field.CONTROL, acts, (h, other.h))
