"""Moves to suggest: a few dozen at most of each kind.

What a map's terrain allows from a place is worked out once and kept (`trips`). What equipment, other bases
and control ranges forbid is sorted out for each question, by distance alone: a suggestion is always legal,
but not all that is legal is suggested. `reach` searches thoroughly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import repeat
from math import isqrt
from operator import itemgetter
from typing import Any, TypeVar

from affray.boards.plane.lattice import lattice_of
from affray.boards.plane.moves import Leg, Mover, Spot, nearest_on, round_up
from affray.boards.plane.reach import Reach, Task
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Box
from affray.boards.plane.surroundings import Zone
from affray.engine.actions import Action
from affray.engine.requests import Late
from affray.games.killteam import field, moving
from affray.games.killteam.content import INSIGNIFICANT
from affray.games.killteam.ids import MoveId
from affray.games.killteam.looking import Foe, Look
from affray.games.killteam.sighting import see_each_other
from affray.games.killteam.state import State
from affray.games.killteam.terrain import LIMITS
from affray.games.killteam.trips import Table, Trip, kept_table

MOST: dict[MoveId, int] = {"reposition": 24, "dash": 12, "fall_back": 16, "charge": 24}
"""So many moves of a kind are suggested at most: enough to choose from, and few enough that other actions are
not lost among them when somebody chooses at random.
"""
LEAST = 3 * INCH
"""Tables of ways are at least so long: the shorter ways from a place are found in the same."""
ROUNDED = 4
"""Ways are suggested that lead at most so much farther than they cost: each leg is rounded down."""


def table_of(s: State, who: int, most: int) -> Table:
    """The ways of that length and some more which the map allows an operative."""
    length = max(LEAST, round_up(most, INCH))
    start = s.x[who], s.y[who], s.z[who]
    return kept_table(s.scene.base, s.card[who].radius, start, length, moving.quantum(s))


Kind = Callable[[int, tuple[Leg, ...]], Action]


class Suggested(Late):
    """Some ways of a table as moves of an operative, cheapest first and at most `room`, evenly taken."""

    __slots__ = ("_count", "_kind", "_source", "_ways", "_who")

    def __init__(self, source: Table, ways: int, kind: Kind, who: int, room: int) -> None:
        count = ways.bit_count()
        self._size = room if room < count else count
        self._count = count
        self._source = source
        self._ways = ways
        self._kind = kind
        self._who = who

    def at(self, place: int) -> Action:
        source, ways = self._source, self._ways
        return self._kind(self._who, source.path(source.at(ways, place * self._count // self._size)))

    def __iter__(self) -> Iterator[Action]:
        source, size, count = self._source, self._size, self._count
        numbers: Sequence[int] = source.listed(self._ways)
        if size < count:
            numbers = _evenly(count, size)(numbers) if size > 1 else numbers[:size]
        return map(self._kind, repeat(self._who), source.paths(numbers))


@cache
def _evenly(count: int, size: int) -> itemgetter[Any]:
    """Takes `size` of so many things, the places evenly apart."""
    return itemgetter(*(place * count // size for place in range(size)))


def suggest(look: Look, action: MoveId, kind: Kind, room: int) -> Sequence[Action]:
    """Moves of a kind that an operative may make, if it may make any: at most `room`, in stable order."""
    s, who = look.s, look.who
    most = moving.budget_value(s, who, action)
    foes = look.around(most)
    if action == "charge" and not any(_can_meet(s, who, foe, most) for foe in foes):
        return ()
    source, left = _open_ways(look, most, action in ("reposition", "dash"))
    left &= source.within(most)
    if action == "dash":
        left &= ~source.climbing
    if s.scene.dragging:
        left = _over_wire(source, left, most, s.scene.dragging)
    if action == "charge":
        left = _charges(s, who, source, left, foes)
    elif action == "fall_back":
        for number in source.listed(left):
            if _ends_near(source, number, foes):
                left &= ~(1 << number)
    return Suggested(source, left, kind, who, room)


def _can_meet(s: State, who: int, foe: Foe, most: int) -> bool:
    """Whether an enemy with a control range is near enough for a way of so much to end in it."""
    dx, dy, span = foe.x - s.x[who], foe.y - s.y[who], most + foe.near + INCH + ROUNDED
    return foe.ranged and dx * dx + dy * dy <= span * span


def _open_ways(look: Look, most: int, avoiding: bool) -> tuple[Table, int]:
    """Ways of at least so much, and the mask of those that friends, pieces of equipment and enemies' bases
    leave open; `avoiding`: the control ranges of enemies, too.
    """
    if avoiding and look.opened is not None and look.opened[0].rays.most >= most:
        return look.opened
    s, who = look.s, look.who
    source = table_of(s, who, most)
    foes = look.around(most)
    left = _past_pieces(source, s.scene.more) if s.scene.more else source.all
    left = _past_friends(s, who, source, left)
    if foes:
        left = _past_foes(s, who, source, left, foes, INCH if avoiding else 0)
    if avoiding:
        look.opened = source, left
    return source, left


_T = TypeVar("_T")


def spread(found: Sequence[_T], room: int) -> Sequence[_T]:
    """At most so many of some things, evenly taken."""
    count = len(found)
    return found if count <= room else [found[i * count // room] for i in range(room)]


def _past_friends(s: State, who: int, source: Table, left: int) -> int:
    """The trips that end beside friends, not on them."""
    rays, (sx, sy, sz) = source.rays, source.start
    known, others, apart = rays.ended, source.others, field.APART
    radius = s.card[who].radius
    reach = rays.most + ROUNDED + radius
    xs, ys, on, cards = s.x, s.y, s.on, s.card
    taken = 0
    for o in s.members[s.side[who]]:
        dx, dy, base = xs[o] - sx, ys[o] - sy, cards[o].radius
        span = reach + base
        if dx * dx + dy * dy < span * span and on[o] and o != who:
            z, near = s.z[o], radius + base
            if -apart < sz - z < apart:
                ending = known.get((dx, dy, near))
                taken |= rays.ends(dx, dy, near) if ending is None else ending
            if others:
                taken |= source.ending_on(xs[o], ys[o], z, near, apart)
    return left & ~taken


def _past_pieces(source: Table, pieces: tuple[Box, ...]) -> int:
    """The trips that keep clear of the pieces of equipment. The table keeps the answer for those that it was
    asked about last.
    """
    if source.clear is not None and source.clear[0] is pieces:
        return source.clear[1]
    rays, start, radius, left = source.rays, source.start, source.lattice.r, source.all
    for box in pieces:
        if box.flags & INSIGNIFICANT or not _in_reach(source, box):
            continue
        if start.z < box.zh:
            left &= ~rays.swept(start.x, start.y, box, radius)
        for number, trip in enumerate(source.others, rays.size):
            if left >> number & 1 and trip.level < box.zh and trip.sweeps(start, radius, box):
                left &= ~(1 << number)
    source.clear = pieces, left
    return left


def _in_reach(source: Table, box: Box) -> bool:
    """Whether trips may come to a piece of equipment."""
    (x, y, _), span = source.start, source.rays.most + source.lattice.r
    return box.x0 - span < x < box.x1 + span and box.y0 - span < y < box.y1 + span


def _over_wire(source: Table, left: int, most: int, pieces: Sequence[Box]) -> int:
    """The trips that get over razor wire within the budget (KILLTEAM-C.EQ.RAZOR_WIRE)."""
    rays, start, radius = source.rays, source.start, source.lattice.r
    wires = [box for box in pieces if _in_reach(source, box)]
    if not wires:
        return left
    crossed: list[int] = []  # the rays that cross at least one wire, two wires …
    for box in wires:
        if start.z <= box.zl + LIMITS.drag_height:
            more = rays.swept(start.x, start.y, box, radius)
            for count, those in enumerate(crossed):
                crossed[count], more = those | more, those & more
            crossed.append(more)
    for count, those in enumerate(crossed, 1):
        left &= ~those | rays.costing(most - count * LIMITS.drag)
    for number, trip in enumerate(source.others, rays.size):
        if left >> number & 1:
            held = [box for box in wires if trip.level <= box.zl + LIMITS.drag_height]
            if trip.cost + LIMITS.drag * sum(trip.sweeps(start, radius, box) for box in held) > most:
                left &= ~(1 << number)
    return left


def _past_foes(s: State, who: int, source: Table, left: int, foes: Sequence[Foe], control: int) -> int:
    """The trips that keep clear of enemies' bases and, within `control` of these, of their ranges."""
    rays, (x, y, z) = source.rays, source.start
    for foe in foes:
        span = foe.span(z, 0 if foe.hidden else control)
        if span >= 0:
            left &= ~rays.near(foe.x - x, foe.y - y, span)
    bit = 1 << rays.size
    for trip in source.others:
        if left & bit and _meets(s, who, source, trip, foes, control):
            left &= ~bit
        bit <<= 1
    if control and any(foe.hidden for foe in foes):
        for number in range(rays.size):
            if left >> number & 1 and _meets(s, who, source, source.trip(number), foes, control):
                left &= ~(1 << number)
    return left


def _meets(s: State, who: int, source: Table, trip: Trip, foes: Sequence[Foe], control: int) -> bool:
    """Whether a trip comes too near to an enemy."""
    start = source.start
    for foe in foes:
        looked = foe.hidden and control > 0
        span = foe.span(trip.level, 0 if looked else control)
        if span >= 0 and trip.passes(start, foe.x, foe.y, span):
            return True
        if looked and _seen_near(s, who, source, trip, foe):
            return True
    return False


def _seen_near(s: State, who: int, source: Table, trip: Trip, foe: Foe) -> bool:
    """Whether a trip leads into the control range of an enemy, sight considered (KILLTEAM-C.MOV.8)."""
    for step in trip.steps(s.scene, Mover(source.lattice.r), source.start):
        for spot in (nearest_on(step, foe.x, foe.y), step.end):
            if field.control_at(s, who, *spot, foe.who):
                return True
    return False


def _ends_near(source: Table, number: int, foes: Sequence[Foe]) -> bool:
    """Whether a trip ends within an enemy's control range, by distance alone."""
    _, x, y, z = source.path(number)[-1]
    for foe in foes:
        span = foe.near + INCH
        if abs(z - foe.z) <= INCH and (x - foe.x) ** 2 + (y - foe.y) ** 2 <= span * span:
            return True
    return False


def _charges(s: State, who: int, source: Table, left: int, foes: Sequence[Foe]) -> int:
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
    kept = 0
    for number in source.listed(left):
        goals = ends.get(source.node(number))
        if goals is None:
            continue
        trip = source.trip(number)
        end = Spot(*trip.path[-1][1:])
        ended = [foe for foe in goals if field.control_at(s, who, *end, foe.who)]
        if not ended:
            continue
        if len(trip.path) == 1:
            others = [foe for foe in ranged if foe not in ended]
            if not others or not _meets(s, who, source, trip, others, INCH):
                kept |= 1 << number
                continue
        steps = trip.steps(scene, Mover(card.radius, openings=moving.openings(s)), start)
        if moving.check_charge(s, who, steps, end) is None:
            kept |= 1 << number
    return kept


# -- searching thoroughly ------------------------------------------------------------------------------------


def reach(s: State, who: int, action: MoveId, spacing: int = INCH // 2) -> Reach:
    """Where an operative can get in a kind of move, around bases and control ranges: for boards and careful
    players. For a Charge and a Fall Back the stops still have to be asked whether the move may end there.
    """
    return Reach(lattice_of(s.scene, s.card[who].radius, spacing), task(s, who, action))


def task(s: State, who: int, action: MoveId) -> Task:
    """What is to be searched for that."""
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
    return Task(
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


def _zone(s: State, who: int, enemy: int) -> Zone:
    """The control range of an enemy as a zone: within 1", and one of the two sees the other
    (KILLTEAM-C.LOS.5).
    """
    scene, r, h = s.scene, s.card[who].radius, s.card[who].height
    other = s.body(enemy)

    def acts(x: int, y: int, z: int) -> bool:
        return see_each_other(scene, Body(x, y, z, r, h), other)

    return Zone(s.disc(enemy), field.CONTROL, acts, (h, other.h))
