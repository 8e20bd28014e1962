"""Distances, control range, markers and areas (KILLTEAM-C.GEO, KILLTEAM-C.LOS.5, KILLTEAM-C.LOS.6,
KILLTEAM-C.MRK).

What is seen and what terrain does to shots stands in `sighting`. Operatives that are incapacitated count
nowhere (KILLTEAM-R.19).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from affray.boards.plane import solids
from affray.boards.plane.placing import Fault, Wrong, fits, holds_point, why_not_there
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Box, Disc, Rect, disc_of
from affray.engine.requests import ClauseId, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import hooks, sighting
from affray.games.killteam.content import HEIGHTS, INSIGNIFICANT
from affray.games.killteam.sighting import Aim as Aim
from affray.games.killteam.sighting import Sway, see_each_other
from affray.games.killteam.sighting import accurate_from_above as accurate_from_above
from affray.games.killteam.sighting import heavy_between as heavy_between
from affray.games.killteam.sighting import part_points as part_points
from affray.games.killteam.sighting import remarks as remarks
from affray.games.killteam.sighting import sees_flat as sees_flat
from affray.games.killteam.sighting import sees_point as sees_point
from affray.games.killteam.sighting import visible as visible
from affray.games.killteam.state import Marker, State
from affray.games.killteam.terrain import LIMITS

CONTROL = INCH
"""Control range (KILLTEAM-C.LOS.5)."""
BESIDE = CONTROL + 2 * 50 * max(HEIGHTS)
"""Centres farther apart than this in x or y are not in control range, even of the largest bases
(KILLTEAM-C.GEO.2)."""
APART = LIMITS.apart
"""Bases whose levels differ by at least this do not touch (KILLTEAM-C.GEO.8)."""
OBJECTIVE_RADIUS, MARKER_RADIUS = 2000, 1000
"""Of objective markers and of all others (KILLTEAM-C.GEO.2)."""


# -- operatives ----------------------------------------------------------------------------------------------


def distance(s: State, a: int, b: int) -> int:
    """The distance between two operatives as shown to people (KILLTEAM-C.GEO.5)."""
    return solids.gap(s.disc(a), s.disc(b))


def within(s: State, a: int, b: int, reach: int) -> bool:
    """Whether two operatives are within a distance of each other; everybody is of itself
    (KILLTEAM-C.GEO.5).
    """
    dz = s.z[a] - s.z[b]
    if dz > reach or -dz > reach:
        return False
    span = s.card[a].radius + s.card[b].radius + (isqrt(reach * reach - dz * dz) if dz else reach)
    dx, dy = s.x[a] - s.x[b], s.y[a] - s.y[b]
    return dx * dx + dy * dy <= span * span


def those_within(s: State, who: int, others: Sequence[int], reach: int) -> Sequence[int]:
    """Those of some operatives that are within a distance of an operative (KILLTEAM-C.GEO.5)."""
    xs, ys, span = s.x, s.y, reach + BESIDE
    left, right, bottom, top = xs[who] - span, xs[who] + span, ys[who] - span, ys[who] + span
    return [
        other
        for other in others
        if left <= xs[other] <= right and bottom <= ys[other] <= top and within(s, who, other, reach)
    ]


def in_control(s: State, a: int, b: int) -> bool:
    """Whether two operatives are in each other's control range (KILLTEAM-C.LOS.5).

    Whether they are enemies, and alive, is not asked.
    """
    return within(s, a, b, CONTROL) and see_each_other(s.scene, s.body(a), s.body(b))


def control_at(s: State, who: int, x: int, y: int, z: int, other: int) -> bool:
    """The same for an operative as if it stood at a place."""
    card = s.card[who]
    if not solids.within(disc_of((x, y, z, card.radius)), s.disc(other), CONTROL):
        return False
    return see_each_other(s.scene, Body(x, y, z, card.radius, card.height), s.body(other))


def engaged(s: State, who: int) -> list[int]:
    """The enemies in whose control range an operative is (KILLTEAM-C.LOS.5, KILLTEAM-R.19)."""
    return [other for other in _beside(s, who, 1 - s.side[who]) if in_control(s, who, other)]


def is_engaged(s: State, who: int) -> bool:
    """Whether an operative is within control range of at least one enemy."""
    for other in _beside(s, who, 1 - s.side[who]):
        if in_control(s, who, other):
            return True
    return False


def is_present(s: State, who: int, seat: Seat) -> bool:
    """Whether an operative is one of `State.present` of a side."""
    return s.side[who] == seat and s.on[who] and not s.dead[who]


def _beside(s: State, who: int, seat: Seat) -> list[int]:
    """The operatives of a side, dead ones left out, so near that control range is worth a closer look."""
    x, y = s.x[who], s.y[who]
    left, right, bottom, top = x - BESIDE, x + BESIDE, y - BESIDE, y + BESIDE
    xs, ys, on, dead = s.x, s.y, s.on, s.dead
    return [
        other
        for other in s.members[seat]
        if left <= xs[other] <= right and bottom <= ys[other] <= top and on[other] and not dead[other]
    ]


def engaged_at(s: State, who: int, x: int, y: int, z: int) -> list[int]:
    """The enemies in whose control range an operative would be at a place."""
    return [other for other in s.present(1 - s.side[who]) if control_at(s, who, x, y, z, other)]


def is_engaged_at(s: State, who: int, x: int, y: int, z: int) -> bool:
    """Whether an operative would be within control range of an enemy at a place."""
    seat = 1 - s.side[who]
    for other in s.members[seat]:
        if -BESIDE <= s.x[other] - x <= BESIDE and s.on[other] and not s.dead[other]:
            if control_at(s, who, x, y, z, other):
                return True
    return False


def friends_in_control(s: State, seat: Seat, enemy: int, besides: int = -1) -> list[int]:
    """The operatives of a side, `besides` left out, in whose control range an enemy is."""
    return [o for o in _beside(s, enemy, seat) if o != besides and in_control(s, o, enemy)]


# -- placing -------------------------------------------------------------------------------------------------


def stands(s: State, who: int, x: int, y: int, z: int) -> bool:
    """Whether an operative can be placed somewhere (KILLTEAM-C.GEO.8)."""
    radius = s.card[who].radius
    # The map keeps its answers from match to match; pieces of equipment stand on the floor.
    if not fits(s.scene.base, x, y, z, radius):
        return False
    for part in s.scene.more:
        if part.zl <= z < part.zh and not part.flags & INSIGNIFICANT:
            if solids.overlaps(x, y, radius, part):
                return False
    for o, on in enumerate(s.on):
        if on and o != who and -APART < s.z[o] - z < APART:
            span = radius + s.card[o].radius
            dx, dy = s.x[o] - x, s.y[o] - y
            if dx * dx + dy * dy < span * span:
                return False
    return True


def can_stand(s: State, who: int, x: int, y: int, z: int) -> Refusal | None:
    """Why an operative cannot be placed somewhere, None if it can be (KILLTEAM-C.GEO.8)."""
    if stands(s, who, x, y, z):
        return None
    fault = why_not_there(s.scene, Disc(x, y, z, s.card[who].radius)) or Fault(Wrong.DISC)
    reasons = {
        Wrong.OFF_BOARD: "the base would leave the board",
        Wrong.NO_LEVEL: "nothing to stand on has that level",
        Wrong.BOX: "terrain is in the way",
        Wrong.DISC: "another base is in the way",
        Wrong.OVERHANG: "the base would not lie wholly on Vantage of that level",
    }
    return Refusal("KILLTEAM-C.GEO.8", f"{s.names[who]} cannot be placed there: {reasons[fault.wrong]}")


# -- targets -------------------------------------------------------------------------------------------------


def targeting(
    s: State,
    shooter: int,
    target: int,
    *,
    seek: bool = False,
    seek_light: bool = False,
) -> Aim:
    """What an operative would have before it when it shoots at another (KILLTEAM-C.LOS.7 to
    KILLTEAM-C.LOS.14).

    `seek`: no terrain gives cover when the target is selected, `seek_light`: no Light terrain does; the cover
    save remains (KILLTEAM-C.WR.SEEK). Range, Silent and the like are not looked at.
    """
    sway = Sway(
        hooks.never_obscured(s, shooter, target),
        hooks.obscured(s, shooter, target),
        hooks.never_target(s, shooter, target),
    )
    return sighting.aim(s, shooter, target, seek, seek_light, sway)


def valid_target(
    s: State, shooter: int, target: int, *, seek: bool = False, seek_light: bool = False
) -> bool:
    """Whether an operative is a valid target for another (KILLTEAM-C.LOS.14): `targeting(...).valid`, found
    quicker.

    Only a Conceal target, and one that cover protects for good, need a look at the terrain beside it.
    """
    return visible(s, shooter, target) and valid_if_seen(s, shooter, target, seek, seek_light)


def valid_if_seen(s: State, shooter: int, target: int, seek: bool = False, seek_light: bool = False) -> bool:
    """The same for a target known to be visible."""
    if in_the_open(s, shooter, target):
        return True
    never = bool(hooks.never_target(s, shooter, target))
    if seek and not never:
        return True
    return sighting.shows_itself(s, shooter, target, seek_light, never)


def in_the_open(s: State, shooter: int, target: int) -> bool:
    """Whether a target that is seen is a valid one whatever the weapon: on Engage, or with no terrain beside
    it that could give cover."""
    if s.engage[target]:
        return not hooks.never_target(s, shooter, target)
    return not s.scene.near(s.disc(target), sighting.NEAR)


def target_refusal(s: State, shooter: int, target: int, aim: Aim) -> Refusal | None:
    """Why a target is not valid, in words; None if it is (KILLTEAM-C.LOS.14)."""
    if aim.valid:
        return None
    who, whom = s.names[shooter], s.names[target]
    if not aim.visible:
        return Refusal(aim.clause, f"{who} does not see {whom}")
    if aim.clause == "KILLTEAM-R.37":
        return Refusal(aim.clause, f"{whom} is on Conceal, and one feature gives it cover or obscures it")
    return Refusal(aim.clause, f"{whom} is on Conceal and in cover from {who}")


# -- markers -------------------------------------------------------------------------------------------------


def marker_disc(s: State, marker: Marker) -> Disc:
    """Where a marker lies; one that is carried is where its carrier is (KILLTEAM-C.MRK.2,
    KILLTEAM-C.GEO.2).
    """
    r = OBJECTIVE_RADIUS if marker.kind == "objective" else MARKER_RADIUS
    if marker.carrier >= 0:
        carrier = marker.carrier
        return disc_of((s.x[carrier], s.y[carrier], s.z[carrier], r))
    return disc_of((marker.x, marker.y, marker.z, r))


def near_marker(s: State, who: int, marker: Marker, reach: int) -> bool:
    """Whether an operative is within a distance of a marker (KILLTEAM-C.GEO.5, KILLTEAM-C.GEO.7)."""
    return marker.carrier == who or solids.within(s.disc(who), marker_disc(s, marker), reach)


def wholly_near_marker(s: State, who: int, marker: Marker, reach: int) -> bool:
    """Whether all of an operative's base is within a distance of a marker (KILLTEAM-C.GEO.7)."""
    return marker.carrier == who or solids.wholly_within(s.disc(who), marker_disc(s, marker), reach)


def reaches(s: State, who: int, marker: Marker) -> bool:
    """Whether a marker is in an operative's control range: within 1" and visible, or carried by it
    (KILLTEAM-C.LOS.6, KILLTEAM-C.MRK.2).
    """
    if marker.carrier >= 0:
        return marker.carrier == who
    dx, dy = marker.x - s.x[who], marker.y - s.y[who]
    if not (-BESIDE <= dx <= BESIDE and -BESIDE <= dy <= BESIDE):
        return False
    disc = marker_disc(s, marker)
    return solids.within(s.disc(who), disc, CONTROL) and sees_flat(s, who, disc)


def marker_fault(s: State, x: int, y: int, z: int) -> ClauseId:
    """KILLTEAM-C.MRK.3 if a marker cannot be placed with its centre at a point, else an empty string."""
    return "" if holds_point(s.scene, x, y, z) else "KILLTEAM-C.MRK.3"


# -- areas and terrain ---------------------------------------------------------------------------------------


def drop_zone(s: State, seat: Seat) -> Rect:
    """The drop zone of a side (KILLTEAM-C.SET)."""
    return s.map.drop_zones[s.zone[seat]]


def own_territory(s: State, seat: Seat) -> Rect:
    """The territory of a side (KILLTEAM-C.SET)."""
    return s.map.territories[s.zone[seat]]


def wholly_in(s: State, who: int, area: Rect) -> bool:
    """Whether all of an operative's base lies in an area (KILLTEAM-C.GEO.7)."""
    return solids.inside(s.x[who], s.y[who], s.card[who].radius, area)


def in_area(s: State, who: int, area: Rect) -> bool:
    """Whether an operative's base touches an area (KILLTEAM-C.GEO.7)."""
    return solids.touches(s.x[who], s.y[who], s.card[who].radius, area)


def near_area(s: State, who: int, area: Rect, reach: int) -> bool:
    """Whether an operative's base is within a distance of an area, heights left aside (KILLTEAM-C.GEO.7)."""
    return solids.touches(s.x[who], s.y[who], s.card[who].radius + reach, area)


def near_part(s: State, who: int, part: Box, reach: int = CONTROL) -> bool:
    """Whether an operative is within a distance of a terrain part (KILLTEAM-C.GEO.6, KILLTEAM-C.LOS.6)."""
    return solids.within_box(s.disc(who), part, reach)
