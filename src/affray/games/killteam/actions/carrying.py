"""Picking markers up and laying them down (KILLTEAM-C.ACT.5, KILLTEAM-C.ACT.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place, target
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, markers, tacops
from affray.games.killteam.looking import Look
from affray.games.killteam.names import Point
from affray.games.killteam.state import State

_ON_MARKER: tuple[Part, ...] = (actor("who", "operative"), target("marker", "marker"))


class PickUp(Action, frozen=True):
    """Take a marker along (KILLTEAM-C.ACT.5)."""

    who: int
    marker: int
    verb: ClassVar[str] = "pick_up"
    id: ClassVar[str] = "pick_up"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The markers that the operative can pick up."""
        s, who = look.s, look.who
        return [
            pick_up(who, index)
            for index, marker in look.markers
            if marker.carrier < 0
            and markers.is_portable(s, marker)
            and markers.pick_up_refusal(s, who, index) is None
        ]

    def refusal(self, s: State) -> Refusal | None:
        return markers.pick_up_refusal(s, self.who, self.marker)

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee(self.id, *markers.pick_up_cost(s, self.marker))

    def perform(self, s: State) -> Procedure[None]:
        activation.pay(s, self.fee(s))
        markers.pick_up(s, self.who, self.marker)
        yield from ()


class PlaceMarker(Action, frozen=True):
    """Put a carried marker within the operative's control range (KILLTEAM-C.ACT.6)."""

    who: int
    marker: int
    point: Point
    verb: ClassVar[str] = "place_marker"
    id: ClassVar[str] = "place_marker"
    ap: ClassVar[int] = 1
    form: ClassVar[tuple[Part, ...]] = (*_ON_MARKER, place("point", "point"))

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """A few points for each marker carried; any other within control range will do as well."""
        s, who = look.s, look.who
        found: list[Action] = []
        for index in [index for index, marker in look.markers if marker.carrier == who]:
            here = (s.x[who], s.y[who], s.z[who])
            if markers.lay_down_refusal(s, who, index, here) is None:
                radius = markers.radius_of(s.markers[index])
                found += [PlaceMarker(who, index, point) for point in markers.spots(s, who, radius)]
        return found

    def refusal(self, s: State) -> Refusal | None:
        return markers.lay_down_refusal(s, self.who, self.marker, self.point)

    def fee(self, s: State) -> activation.Fee | None:
        """None: what an incapacitated operative drops costs nothing."""
        return None if s.dead[self.who] else activation.Fee(self.id, self.ap)

    def perform(self, s: State) -> Procedure[None]:
        fee = self.fee(s)
        if fee is not None:
            activation.pay(s, fee)
        markers.lay_down(s, self.who, self.marker, self.point)
        yield from ()


class LeaveIntelligence(Action, frozen=True):
    """Place the marker that an incapacitated operative leaves to the enemy
    (KILLTEAM-C.OPS.STEAL_INTELLIGENCE)."""

    who: int
    point: Point
    verb: ClassVar[str] = "leave_intelligence"
    id: ClassVar[str] = "intelligence"
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"), place("point", "point"))

    def refusal(self, s: State) -> Refusal | None:
        if not tacops.leaves_intelligence(s, self.who):
            return Refusal(tacops.CLAUSE["steal_intelligence"], f"{s.names[self.who]} leaves no Intelligence")
        return markers.place_fault(s, self.who, self.point, field.MARKER_RADIUS)

    def perform(self, s: State) -> Procedure[None]:
        tacops.leave_intelligence(s, self.who, self.point)
        yield from ()


@lru_cache(maxsize=4096)
def pick_up(who: int, marker: int) -> PickUp:
    """The `PickUp` of an operative and marker, one object for each."""
    return PickUp(who, marker)


OWN_ACTIONS: tuple[type[Action], ...] = (PickUp, PlaceMarker)
ACTIONS: tuple[type[Action], ...] = (*OWN_ACTIONS, LeaveIntelligence)
