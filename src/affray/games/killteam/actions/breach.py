"""Breach: a marker that opens thin terrain, by itself or in the middle of a move (KILLTEAM-C.KOM.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from affray.boards.plane.moves import Kind, Leg, Spot, Step, check_leg
from affray.boards.plane.solids import Box, Disc, covers, within
from affray.engine.actions import Action, Part, actor, key, place
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, moving, sighting, upkeep
from affray.games.killteam.ids import MoveId
from affray.games.killteam.looking import Look
from affray.games.killteam.names import Point
from affray.games.killteam.state import Frame, Marker, State
from affray.games.killteam.terrain import THIN

CLAUSE: Final = "KILLTEAM-C.KOM.3"
ID: Final = "breach"


# -- where and whether ---------------------------------------------------------------------------------------


def spots(s: State, who: int) -> Iterator[tuple[Box, Point]]:
    """For each part in control range the point of its outline that is nearest to an operative."""
    x, y, z = s.x[who], s.y[who], s.z[who]
    span = s.card[who].radius + field.CONTROL
    for part in s.scene.solid_in(z, x - span, y - span, x + span, y + span):
        if field.near_part(s, who, part):
            yield part, (min(max(x, part.x0), part.x1), min(max(y, part.y0), part.y1), z)


def part_at(s: State, point: Point) -> Box | None:
    """A part that stands on a level, on whose outline a point lies."""
    x, y, z = point
    for part in s.scene.solid_in(z, x, y, x, y):
        if covers(part, x, y) and not (part.x0 < x < part.x1 and part.y0 < y < part.y1):
            return part
    return None


def spot_fault(s: State, who: int, point: Point) -> Refusal | None:
    """Why an operative cannot place its Breach marker at a point: at terrain in its control range."""
    part = part_at(s, point)
    if part is None or point[2] != s.z[who] or field.marker_fault(s, *point):
        return Refusal(CLAUSE, "a Breach marker lies at the foot of terrain")
    disc = Disc(*point, field.MARKER_RADIUS)
    near = field.near_part(s, who, part) and within(s.disc(who), disc, field.CONTROL)
    if not near or not sighting.sees_flat(s, who, disc):
        return Refusal(CLAUSE, f"that is not in the control range of {s.names[who]}")
    return None


def put(s: State, who: int, point: Point) -> None:
    """Place the marker."""
    part = part_at(s, point)
    assert part is not None
    upkeep.put_marker(s, Marker("breach", *point, s.side[who], data=part.group))
    if s.log is not None:
        s.say("{who} breaches terrain", CLAUSE, who=s.names[who])


# -- as an action --------------------------------------------------------------------------------------------


class Breach(Action, frozen=True):
    """Place a Breach marker at terrain in control range."""

    who: int
    point: Point
    verb: ClassVar[str] = "breach"
    id: ClassVar[str] = ID
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"), place("point", "point"))

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The nearest point of each part in control range; parts that meet there share it."""
        s, who = look.s, look.who
        if look.bar(ID, _ap(s)) or _barred(s, who) is not None:
            return ()
        points = dict.fromkeys(point for _, point in spots(s, who))
        return [cls(who, point) for point in points if spot_fault(s, who, point) is None]

    def refusal(self, s: State) -> Refusal | None:
        return _barred(s, self.who) or spot_fault(s, self.who, self.point)

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee(ID, _ap(s))

    def perform(self, s: State) -> Procedure[None]:
        activation.pay(s, self.fee(s))
        put(s, self.who, self.point)
        yield from ()


def _ap(s: State) -> int:
    return s.content.abilities[ID].ap or 0


def _barred(s: State, who: int) -> Refusal | None:
    if ID not in s.card[who].abilities:
        return Refusal(CLAUSE, f"{s.names[who]} cannot breach")
    refused = activation.general_refusal(s, who, ID, _ap(s))
    if refused is None and field.is_engaged(s, who):
        refused = Refusal(CLAUSE, f"{s.names[who]} is in an enemy's control range: no Breach")
    return refused


# -- within a move -------------------------------------------------------------------------------------------


class BreachingMove(Action, frozen=True):
    """A Reposition or Charge in which, after some legs, a Breach marker is placed for 1 AP less; it then
    goes on."""

    who: int
    path: tuple[Leg, ...]
    point: Point
    after: int
    """Legs before the Breach."""
    form: ClassVar[tuple[Part, ...]] = (
        actor("who", "operative"),
        place("path", "path"),
        key("point", "point"),
        key("after", "int"),
    )
    id: ClassVar[MoveId]
    ap: ClassVar[int] = 1

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Straight through each thin part in control range; any other way may be named as well."""
        s, who = look.s, look.who
        if ID not in s.card[who].abilities or look.bar(cls.id, cls.ap) or look.bar(ID, 0):
            return ()
        if moving.bar(s, who, cls.id, look.engaged):
            return ()
        forms = [cls(who, (leg,), point, 0) for leg, point in dict.fromkeys(_crossings(s, who))]
        return [form for form in forms if form.refusal(s) is None]

    def refusal(self, s: State) -> Refusal | None:
        who = self.who
        if ID not in s.card[who].abilities:
            return Refusal(CLAUSE, f"{s.names[who]} cannot breach")
        refused = (
            activation.general_refusal(s, who, self.id, self.ap)
            or activation.general_refusal(s, who, ID, 0)
            or moving.bar_refusal(s, who, self.id)
        )
        if refused is not None:
            return refused
        if not 0 <= self.after <= len(self.path):
            return Refusal(CLAUSE, f"the way has {len(self.path)} legs")
        return self._way_fault(s)

    def _way_fault(self, s: State) -> Refusal | None:
        """The way to the place of the Breach, the Breach there, the whole way with the marker."""
        who = self.who
        there = s.copy()
        spot = Spot(s.x[who], s.y[who], s.z[who])
        mover = moving.mover_of(s, who)
        for leg in self.path[: self.after]:
            step = check_leg(s.scene, mover, spot, leg, False)
            if not isinstance(step, Step):
                return Refusal("KILLTEAM-C.MOV.8", "terrain is in the way before it is breached")
            spot = step.end
        there.x[who], there.y[who], there.z[who] = spot
        if field.is_engaged(there, who):
            return Refusal(CLAUSE, f"{s.names[who]} would be in an enemy's control range: no Breach")
        refused = spot_fault(there, who, self.point)
        if refused is not None:
            return refused
        part = part_at(s, self.point)
        assert part is not None
        opened = s.copy()
        upkeep.put_marker(opened, Marker("breach", *self.point, s.side[who], data=part.group))
        found = moving.check(opened, who, self.id, self.path)
        return found if isinstance(found, Refusal) else None

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee(self.id, self.ap)

    def perform(self, s: State) -> Procedure[None]:
        who = self.who
        activation.pay(s, self.fee(s))
        a = activation.record(s, who)
        if a is not None:
            s.activation = a._replace(done=(*a.done, ID))
        s.frames.append(Breaching(who, self.id, self.path[self.after :], self.point))
        if self.after:
            yield from moving.walk(s, who, self.id, self.path[: self.after])


def _crossings(s: State, who: int) -> Iterator[tuple[Leg, Point]]:
    """A leg straight through each thin part in control range, to just behind it."""
    x, y, z = s.x[who], s.y[who], s.z[who]
    r = s.card[who].radius
    for part, point in spots(s, who):
        if part.x1 - part.x0 <= THIN and part.y0 <= y <= part.y1:
            yield Leg(Kind.THROUGH, part.x1 + r if x < part.x0 else part.x0 - r, y, z), point
        elif part.y1 - part.y0 <= THIN and part.x0 <= x <= part.x1:
            yield Leg(Kind.THROUGH, x, part.y1 + r if y < part.y0 else part.y0 - r, z), point


class BreachReposition(BreachingMove, frozen=True):
    """Reposition with a Breach on the way."""

    verb: ClassVar[str] = "breach_reposition"
    id: ClassVar[MoveId] = "reposition"


class BreachCharge(BreachingMove, frozen=True):
    """Charge with a Breach on the way."""

    verb: ClassVar[str] = "breach_charge"
    id: ClassVar[MoveId] = "charge"


class Breaching(Frame, frozen=True):
    """The rest of a move, after the marker has been placed where the operative has got to."""

    who: int
    action: MoveId
    rest: tuple[Leg, ...]
    point: Point
    kind: ClassVar[str] = "breaching"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if not s.dead[self.who] and s.on[self.who]:
            put(s, self.who, self.point)
            if self.rest:
                yield from moving.walk(s, self.who, self.action, self.rest)


ACTIONS: tuple[type[Action], ...] = (Breach, BreachReposition, BreachCharge)
