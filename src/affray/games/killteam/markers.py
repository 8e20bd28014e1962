"""Markers: who contests and controls them, picking up and laying down (KILLTEAM-C.MRK, C.ACT.5, C.ACT.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from affray.boards.plane.solids import INCH, Disc, within
from affray.engine.actions import Action
from affray.engine.requests import Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, hooks, stats, tacops, titles, upkeep
from affray.games.killteam.actions import carrying
from affray.games.killteam.names import Point
from affray.games.killteam.state import Marker, State

REACH = INCH
"""Control range (KILLTEAM-C.LOS.6)."""
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
PICKED_UP = "pick_up"
PORTABLE = frozenset(("banner", "intelligence", "remote_mine"))
"""Kinds of markers that are picked up, besides the objectives of Energy Cells (KILLTEAM-C.OPS.O6)."""
EXTRA_COST = "pick_up_cost_turn_"
"""Figures of Energy Cells: what picking up an objective costs more (KILLTEAM-C.OPS.O6)."""


# -- control -------------------------------------------------------------------------------------------------


def contesting(s: State, marker: Marker, seat: Seat) -> list[int]:
    """The operatives of a side that contest a marker: its carrier alone, else all that have it in control
    range."""
    if marker.carrier >= 0:
        carrier = marker.carrier
        return [carrier] if s.side[carrier] == seat and s.on[carrier] and not s.dead[carrier] else []
    return [who for who in s.present(seat) if field.reaches(s, who, marker)]


def strength(s: State, marker: Marker, seat: Seat) -> int:
    """The total APL with which a side contests a marker (KILLTEAM-C.MRK.1)."""
    found = 0
    for who in contesting(s, marker, seat):
        found += stats.apl(s, who).value + sum(amount for amount, _ in hooks.control_changes(s, who))
    return found


def control(s: State, marker: Marker) -> Seat:
    """The side that controls a marker, -1 if none does: the greater total APL (KILLTEAM-C.MRK.1,
    KILLTEAM-C.MRK.2)."""
    if marker.carrier >= 0:
        return s.side[marker.carrier] if not s.dead[marker.carrier] else -1
    mine, theirs = strength(s, marker, 0), strength(s, marker, 1)
    return -1 if mine == theirs else int(theirs > mine)


def controls(s: State, who: int, marker: Marker) -> bool:
    """Whether an operative controls a marker: it contests it, and its side controls it."""
    if marker.carrier >= 0:
        return marker.carrier == who and not s.dead[who]
    return field.reaches(s, who, marker) and control(s, marker) == s.side[who]


def uncontrolled(s: State, who: int, index: int) -> Refusal | None:
    """Why an operative does not control a marker, in words; None if it does."""
    marker = s.markers[index]
    if controls(s, who, marker):
        return None
    name, what = s.names[who], titles.marker_title(s, index)
    if marker.carrier >= 0:
        return Refusal(
            "KILLTEAM-C.MRK.2", f"{what} is carried by {s.names[marker.carrier]}, who alone controls it"
        )
    if not field.reaches(s, who, marker):
        return Refusal("KILLTEAM-C.LOS.6", f"{what} is not in the control range of {name}")
    own, other = (strength(s, marker, seat) for seat in (s.side[who], 1 - s.side[who]))
    return Refusal("KILLTEAM-C.MRK.1", f"{what}: APL {own} against {other} control it not")


def objectives(s: State) -> tuple[Marker, ...]:
    """The objective markers: centre, West's, East's."""
    return s.markers[:3]


def controlled(s: State, seat: Seat, among: Iterable[Marker] | None = None) -> int:
    """How many objective markers, or of those given, a side controls."""
    return sum(control(s, marker) == seat for marker in (objectives(s) if among is None else among))


def contested_by(s: State, marker: Marker, seat: Seat) -> bool:
    """Whether any operative of a side contests a marker."""
    return bool(contesting(s, marker, seat))


# -- picking up ----------------------------------------------------------------------------------------------


def carried(s: State, who: int) -> list[int]:
    """The markers that an operative carries."""
    return [index for index, marker in enumerate(s.markers) if marker.carrier == who]


def full(s: State, who: int) -> bool:
    """Whether an operative carries all it can: one marker, a first one of Intelligence not counted
    (C.OPS.5)."""
    load = [s.markers[index].kind for index in carried(s, who)]
    if "intelligence" in load:
        load.remove("intelligence")
    return bool(load)


def is_portable(s: State, marker: Marker) -> bool:
    """Whether a marker is of a kind that anybody picks up in this battle."""
    if marker.kind == "objective":
        return s.crit_op is not None and s.crit_op.id == "O6"
    return marker.kind in PORTABLE


def pick_up_fault(s: State, who: int, index: int) -> Refusal | None:
    """Why a marker is none that an operative may pick up at all; None if it may."""
    marker = s.markers[index]
    what = titles.marker_title(s, index)
    if not is_portable(s, marker):
        return Refusal("KILLTEAM-C.ACT.5", f"{what} cannot be picked up")
    match marker.kind:
        case "intelligence":
            if marker.seat != s.side[who]:
                return Refusal("KILLTEAM-C.OPS.STEAL_INTELLIGENCE", f"only the other side picks {what} up")
            return None
        case "remote_mine":
            if marker.seat != s.side[who] or "remote_mine" not in s.card[who].abilities:
                return Refusal("KILLTEAM-C.DKK.5", f"only the Sapper picks {what} up")
        case "objective" if s.crit_op is not None:
            if f"{EXTRA_COST}{s.turn}" not in s.crit_op.figures:
                return Refusal(s.crit_op.clause, f"{what} cannot be picked up in this turning point")
    return None


def pick_up_cost(s: State, index: int) -> tuple[int, bool]:
    """The AP cost of picking a marker up, and whether nothing may change it (KILLTEAM-C.OPS.O6)."""
    if s.markers[index].kind == "objective" and s.crit_op is not None:
        return 1 + s.crit_op.figures.get(f"{EXTRA_COST}{s.turn}", 0), True
    return 1, False


def pick_up_refusal(s: State, who: int, index: int) -> Refusal | None:
    """Why an operative cannot pick a marker up now (KILLTEAM-C.ACT.5)."""
    fault = pick_up_fault(s, who, index)
    if fault is not None:
        return fault
    ap, fixed = pick_up_cost(s, index)
    if fixed and (activation.is_counter(s, who) or activation.free_actions(s, who) is not None):
        return Refusal("KILLTEAM-C.OPS.O6", f"{titles.marker_title(s, index)} is never picked up for free")
    general = activation.general_refusal(s, who, PICKED_UP, ap, fixed)
    if general is not None:
        return general
    if field.is_engaged(s, who):
        return Refusal("KILLTEAM-C.ACT.5", f"{s.names[who]} is in an enemy's control range")
    load = full(s, who) if s.markers[index].kind != "intelligence" else _two_intelligence(s, who)
    if load:
        return Refusal("KILLTEAM-C.ACT.5", f"{s.names[who]} carries a marker already")
    return uncontrolled(s, who, index)


def _two_intelligence(s: State, who: int) -> bool:
    """Whether one more marker of Intelligence would be one too many: only the first does not count."""
    kinds = [s.markers[index].kind for index in carried(s, who)]
    return "intelligence" in kinds and len(kinds) > 1


def set_up_limit(s: State, who: int) -> int | None:
    """How far away an operative may be set up at most, in units: who carries an Energy Cell is bound
    (KILLTEAM-C.OPS.O6). None: nothing limits it."""
    if s.crit_op is None or not any(s.markers[index].kind == "objective" for index in carried(s, who)):
        return None
    return s.crit_op.figures["set_up_limit"] * INCH


def pick_up(s: State, who: int, index: int) -> None:
    """Take a marker along."""
    upkeep.change_marker(s, index, s.markers[index]._replace(carrier=who))
    if s.log is not None:
        marker = s.markers[index]
        extra = (s.crit_op.clause,) if marker.kind == "objective" and s.crit_op is not None else ()
        if marker.kind == "intelligence":
            extra = ("KILLTEAM-C.OPS.STEAL_INTELLIGENCE",)
        elif marker.kind == "banner":
            extra = ("KILLTEAM-C.OPS.PLANT_BANNER",)
        s.say("{who} picks {marker} up", "KILLTEAM-C.ACT.5", "KILLTEAM-C.MRK.2", *extra,
              who=s.names[who], marker=titles.marker_title(s, index))  # fmt: skip


# -- laying down ---------------------------------------------------------------------------------------------


def place_fault(s: State, who: int, point: Point, radius: int) -> Refusal | None:
    """Why an operative cannot place a marker at a point: within its control range, on free ground
    (C.MRK.3)."""
    x, y, z = point
    if point == (s.x[who], s.y[who], s.z[who]):
        return None
    if field.marker_fault(s, x, y, z):
        return Refusal(
            "KILLTEAM-C.MRK.3", "the centre of a marker lies on the floor or on Vantage, inside the board"
        )
    disc = Disc(x, y, z, radius)
    if not within(s.disc(who), disc, REACH) or not field.sees_flat(s, who, disc):
        return Refusal("KILLTEAM-C.ACT.6", f"that is not within the control range of {s.names[who]}")
    return None


def spots(
    s: State, who: int, radius: int, counts: Callable[[Point], bool] = lambda point: True
) -> Iterator[Point]:
    """Points where an operative may place a marker: under itself, and as far away as it can in eight
    directions. `counts`: whether a point is of any use, which is looked at first."""
    x, y, z = s.x[who], s.y[who], s.z[who]
    if counts((x, y, z)):
        yield x, y, z
    span = s.card[who].radius + radius + REACH
    for dx, dy in DIRECTIONS:
        far = span if not (dx and dy) else span * 7071 // 10000
        point = (x + dx * far, y + dy * far, z)
        if counts(point) and place_fault(s, who, point, radius) is None:
            yield point


def radius_of(marker: Marker) -> int:
    """The radius of a marker (KILLTEAM-C.GEO.2)."""
    return field.OBJECTIVE_RADIUS if marker.kind == "objective" else field.MARKER_RADIUS


def lay_down_refusal(s: State, who: int, index: int, point: Point) -> Refusal | None:
    """Why an operative cannot place a marker that it carries (KILLTEAM-C.ACT.6).

    An incapacitated carrier does it for 0 AP before it is removed; it has no activation any longer.
    """
    marker = s.markers[index]
    if marker.carrier != who:
        return Refusal("KILLTEAM-C.ACT.6", f"{s.names[who]} does not carry {titles.marker_title(s, index)}")
    if not s.dead[who]:
        general = activation.general_refusal(s, who, carrying.PlaceMarker.id, carrying.PlaceMarker.ap)
        if general is not None:
            return general
        a = activation.record(s, who)
        if a is not None and not a.counter and PICKED_UP in a.done:
            return Refusal("KILLTEAM-C.ACT.6", f"{s.names[who]} has picked up a marker in this activation")
    return place_fault(s, who, point, radius_of(marker))


def lay_down(s: State, who: int, index: int, point: Point) -> None:
    """Put a carried marker on a point."""
    marker = s.markers[index]
    x, y, z = point
    if s.log is not None:
        before = ("KILLTEAM-C.DM.4",) if s.dead[who] else ()
        s.say("{who} places {marker}", "KILLTEAM-C.ACT.6", "KILLTEAM-C.MRK.3", *before,
              who=s.names[who], marker=titles.marker_title(s, index))  # fmt: skip
    upkeep.change_marker(s, index, marker._replace(x=x, y=y, z=z, carrier=-1))
    if not s.dead[who]:
        hooks.marker_placed(s, who, marker.kind)


# -- before removal ------------------------------------------------------------------------------------------


def must_before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[tuple[str, Seat]]:
    """What has to be done with markers before an operative is removed, and who chooses the points (flow
    19)."""
    found: list[tuple[str, Seat]] = []
    if carried(s, who):
        found.append(("place_marker", s.side[who]))
    if tacops.leaves_intelligence(s, who):
        found.append(("intelligence", 1 - s.side[who]))
    return found


def before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[Action]:
    """The ways of doing it: each marker that it carries, and the one that it leaves to the enemy's
    operation."""
    found: list[Action] = []
    for index in carried(s, who):
        radius = radius_of(s.markers[index])
        found += [carrying.PlaceMarker(who, index, point) for point in spots(s, who, radius)]
    if tacops.leaves_intelligence(s, who):
        found += [carrying.LeaveIntelligence(who, point) for point in spots(s, who, field.MARKER_RADIUS)]
    return found
