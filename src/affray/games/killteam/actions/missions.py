"""Actions on markers: picking up, laying down, and those that operations and items offer (C.ACT.5, 6, 9;
C.OPS)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from affray.engine.actions import Action, Part, actor, key, place, target
from affray.engine.requests import ClauseId, Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, markers, ops, tacops, titles, upkeep
from affray.games.killteam.content import CritOp, MissionAction, TacOp
from affray.games.killteam.looking import Look
from affray.games.killteam.names import OBJECTIVES, Point
from affray.games.killteam.state import Marker, State

_ACTOR: tuple[Part, ...] = (actor("who", "operative"),)
_ON_MARKER: tuple[Part, ...] = (actor("who", "operative"), target("marker", "marker"))
CENTRE = 0


# -- mission actions -----------------------------------------------------------------------------------------


def has_cache(s: State, seat: int) -> bool:
    """Whether a side has an Ammo Cache of its own."""
    for marker in s.markers:
        if marker.kind == "ammo" and marker.seat == seat:
            return True
    return False


def offered(crit_op: CritOp | None, tac_op: TacOp | None, ammo: bool) -> frozenset[str]:
    """The ids of the mission actions of operations and, with an Ammo Cache, its own (KILLTEAM-C.ACT.9)."""
    found = [AmmoResupply.id] if ammo else []
    for op in (crit_op, tac_op):
        if op is not None:
            found += [action.id for action in op.actions]
    return frozenset(found)


def listed(s: State, who: int, id: str) -> MissionAction | None:
    """A mission action as the battle offers it to an operative: by the crit op or the tac op of its side
    (KILLTEAM-C.ACT.9). None if it does not."""
    for op in (s.tac_op[s.side[who]], s.crit_op):
        if op is not None:
            for action in op.actions:
                if action.id == id:
                    return action
    return None


def bar(look: Look, id: str) -> ClauseId:
    """The clause by which an operative cannot perform a mission action wherever, or an empty string: not
    listed, too early, AP, engaged (C.OPS.2)."""
    action = listed(look.s, look.who, id)
    if action is None:
        return "KILLTEAM-C.ACT.9"
    if look.s.turn < action.first_turn:
        return action.clause
    return look.bar(id, action.ap) or (action.clause if look.engaged else "")


def general_fault(s: State, who: int, id: str) -> Refusal | None:
    """The same in words; None if nothing keeps it from that."""
    if not bar(Look(s, who), id):
        return None
    action = listed(s, who, id)
    if action is None:
        name = s.content.actions[id].name
        return Refusal("KILLTEAM-C.ACT.9", f"{name} is no action of this side in this battle")
    if s.turn < action.first_turn:
        return Refusal(action.clause, f"{action.name} is performed from turning point {action.first_turn} on")
    general = activation.general_refusal(s, who, id, action.ap)
    if general is not None:
        return general
    return Refusal(action.clause, f"{s.names[who]} is in an enemy's control range")


class Mission(Action, frozen=True):
    """A mission action; it is paid for as the operation or item that offers it says."""

    id: ClassVar[str]
    who: int

    def printed(self, s: State) -> MissionAction:
        """What is said of it there."""
        return s.content.actions[self.id]

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with."""
        return activation.Fee(self.id, self.printed(s).ap)

    def begin(self, s: State, where: str = "") -> None:
        """Pay, and report it."""
        activation.pay(s, self.fee(s))
        if s.log is not None:
            action = self.printed(s)
            s.say("{who}: {action}{where}", action.clause, "KILLTEAM-C.ACT.9", "KILLTEAM-C.OPS.2",
                  who=s.names[self.who], action=action.name, where=where)  # fmt: skip


class OnObjective(Mission, frozen=True):
    """A mission action on an objective marker that the operative controls.

    Subclasses say by `fault` what else is needed of the marker and by `act` what it does.
    """

    who: int
    marker: int

    @classmethod
    def ways(cls, s: State, who: int, marker: int) -> Iterable[Action]:
        """The forms of the action on one marker."""
        return (cls(who, marker),)

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The objective markers on which the operative can do it."""
        if not look.objectives or bar(look, cls.id):
            return ()
        return list(cls._open(look))

    @classmethod
    def _open(cls, look: Look) -> Iterator[Action]:
        s, who = look.s, look.who
        for index, marker in look.objectives:
            if markers.controls(s, who, marker):
                for way in cls.ways(s, who, index):
                    assert isinstance(way, OnObjective)
                    if not way.fault(s, marker):
                        yield way

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids it, or None."""
        fault = general_fault(s, self.who, self.id)
        if fault is not None:
            return fault
        clause = self.printed(s).clause
        if self.marker >= len(OBJECTIVES):
            return Refusal(clause, "that is no objective marker")
        uncontrolled = markers.uncontrolled(s, self.who, self.marker)
        if uncontrolled is not None:
            return uncontrolled
        reason = self.fault(s, s.markers[self.marker])
        return Refusal(clause, reason) if reason else None

    def perform(self, s: State) -> Procedure[None]:
        """Pay, and do it."""
        self.begin(s, f", {titles.objective_title(self.marker)}")
        self.act(s, s.markers[self.marker])
        yield from ()

    def fault(self, s: State, marker: Marker) -> str:
        """What forbids it on this marker, in words; empty: nothing."""
        return ""

    def act(self, s: State, marker: Marker) -> None:
        """What it does."""
        raise NotImplementedError

    def note(self, s: State, add: str, *drop: str) -> None:
        """Add a note to the marker and take others away."""
        marker = s.markers[self.marker]
        upkeep.change_marker(s, self.marker, marker._replace(notes=(marker.notes - set(drop)) | {add}))


def figures(s: State) -> CritOp:
    """The crit op, which offers the action that is being performed."""
    assert s.crit_op is not None
    return s.crit_op


class Secure(OnObjective, frozen=True):
    """Make the objective one's own until the enemy secures it (KILLTEAM-C.OPS.O1)."""

    who: int
    marker: int
    verb: ClassVar[str] = "secure"
    id: ClassVar[str] = "secure"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def act(self, s: State, marker: Marker) -> None:
        seat = s.side[self.who]
        self.note(s, f"secured:{seat}", f"secured:{1 - seat}")


class Loot(OnObjective, frozen=True):
    """Loot the objective, once per turning point whoever does it (KILLTEAM-C.OPS.O2)."""

    who: int
    marker: int
    verb: ClassVar[str] = "loot"
    id: ClassVar[str] = "loot"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def fault(self, s: State, marker: Marker) -> str:
        return "it has been looted in this turning point" if "tp:looted" in marker.notes else ""

    def act(self, s: State, marker: Marker) -> None:
        op = figures(s)
        self.note(s, "tp:looted")
        seat = s.side[self.who]
        ops.score(s, seat, "crit", op.figures["vp_per_loot"], op.clause, most=op.figures["most_per_turn"])


class Initiate(OnObjective, frozen=True):
    """Make the objective transmit until the next turning point (KILLTEAM-C.OPS.O3)."""

    who: int
    marker: int
    verb: ClassVar[str] = "initiate"
    id: ClassVar[str] = "initiate"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def act(self, s: State, marker: Marker) -> None:
        self.note(s, "tp:transmitting")


class MoveOrb(OnObjective, frozen=True):
    """Move the Orb from the centre to a player's objective, or from there to the centre
    (KILLTEAM-C.OPS.O4)."""

    who: int
    marker: int
    to: int
    verb: ClassVar[str] = "move_orb"
    id: ClassVar[str] = "move_orb"
    form: ClassVar[tuple[Part, ...]] = (*_ON_MARKER, key("to", "marker"))

    @classmethod
    def ways(cls, s: State, who: int, marker: int) -> Iterable[Action]:
        others = (1, 2) if marker == CENTRE else (CENTRE,)
        return [cls(who, marker, to) for to in others]

    def fault(self, s: State, marker: Marker) -> str:
        if "orb" not in marker.notes:
            return "the Orb is not there"
        if self.to >= len(OBJECTIVES) or self.to == self.marker or CENTRE not in (self.to, self.marker):
            return "the Orb goes from the centre to a player's objective, or from there to the centre"
        return ""

    def act(self, s: State, marker: Marker) -> None:
        upkeep.change_marker(s, self.marker, marker._replace(notes=marker.notes - {"orb"}))
        there = s.markers[self.to]
        upkeep.change_marker(s, self.to, there._replace(notes=there.notes | {"orb"}))


class Download(OnObjective, frozen=True):
    """Download the centre's or the enemy's objective, each once (KILLTEAM-C.OPS.O7)."""

    who: int
    marker: int
    verb: ClassVar[str] = "download"
    id: ClassVar[str] = "download"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def fault(self, s: State, marker: Marker) -> str:
        if self.marker == tacops.own_objective(s, s.side[self.who]):
            return "the own objective is not downloaded"
        return "it has been downloaded" if "downloaded" in marker.notes else ""

    def act(self, s: State, marker: Marker) -> None:
        op = figures(s)
        self.note(s, "downloaded")
        ops.score(s, s.side[self.who], "crit", op.figures[f"vp_turn_{s.turn}"], op.clause)


class Compile(OnObjective, frozen=True):
    """Put a data point on the objective, once per turning point (KILLTEAM-C.OPS.O8)."""

    who: int
    marker: int
    verb: ClassVar[str] = "compile"
    id: ClassVar[str] = "compile"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def fault(self, s: State, marker: Marker) -> str:
        return "it has got its point in this turning point" if "tp:compiled" in marker.notes else ""

    def act(self, s: State, marker: Marker) -> None:
        self.note(s, "tp:compiled")
        marker = s.markers[self.marker]
        upkeep.change_marker(s, self.marker, marker._replace(data=marker.data + 1))
        ops.add_count(s, s.side[self.who], "compiles", 1)


class Send(OnObjective, frozen=True):
    """Take all points off the objective and score them (KILLTEAM-C.OPS.O8)."""

    who: int
    marker: int
    verb: ClassVar[str] = "send"
    id: ClassVar[str] = "send"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def act(self, s: State, marker: Marker) -> None:
        upkeep.change_marker(s, self.marker, marker._replace(data=0))
        ops.score(s, s.side[self.who], "crit", marker.data, figures(s).clause)


class Reboot(OnObjective, frozen=True):
    """Make an inert objective active (KILLTEAM-C.OPS.O9)."""

    who: int
    marker: int
    verb: ClassVar[str] = "reboot"
    id: ClassVar[str] = "reboot"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def fault(self, s: State, marker: Marker) -> str:
        return "" if "inert" in marker.notes else "it is active"

    def act(self, s: State, marker: Marker) -> None:
        upkeep.change_marker(s, self.marker, marker._replace(notes=marker.notes - {"inert"}))


class Clear(OnObjective, frozen=True):
    """Mark the objective as cleared for the turning point (KILLTEAM-C.OPS.SWEEP_AND_CLEAR)."""

    who: int
    marker: int
    verb: ClassVar[str] = "clear"
    id: ClassVar[str] = "clear"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def act(self, s: State, marker: Marker) -> None:
        seat = s.side[self.who]
        tacops.trigger(s, seat, "sweep_and_clear")
        self.note(s, f"tp:cleared:{seat}")


class PlantDevice(OnObjective, frozen=True):
    """Plant a device on an objective without one (KILLTEAM-C.OPS.PLANT_DEVICES)."""

    who: int
    marker: int
    verb: ClassVar[str] = "plant_device"
    id: ClassVar[str] = "plant_device"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    def fault(self, s: State, marker: Marker) -> str:
        return "it has a device" if f"device:{s.side[self.who]}" in marker.notes else ""

    def act(self, s: State, marker: Marker) -> None:
        seat = s.side[self.who]
        tacops.trigger(s, seat, "plant_devices")
        self.note(s, f"device:{seat}")


class PlantBanner(Mission, frozen=True):
    """Plant the banner within control range (KILLTEAM-C.OPS.PLANT_BANNER)."""

    who: int
    point: Point
    verb: ClassVar[str] = "plant_banner"
    id: ClassVar[str] = "plant_banner"
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"), place("point", "point"))

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """A few points; any other within control range will do as well."""
        s, who = look.s, look.who
        seat = s.side[who]
        if bar(look, cls.id) or "battle:banner" in s.used[seat]:
            return ()

        def counts(point: Point) -> bool:
            return not tacops.banner_fault(s, seat, point)

        return [cls(who, point) for point in markers.spots(s, who, field.MARKER_RADIUS, counts)]

    def refusal(self, s: State) -> Refusal | None:
        fault = _banner_fault(s, self.who) or markers.place_fault(
            s, self.who, self.point, field.MARKER_RADIUS
        )
        if fault is not None:
            return fault
        reason = tacops.banner_fault(s, s.side[self.who], self.point)
        return Refusal(tacops.CLAUSE[self.id], reason) if reason else None

    def perform(self, s: State) -> Procedure[None]:
        self.begin(s)
        tacops.plant_banner(s, self.who, self.point)
        yield from ()


def _banner_fault(s: State, who: int) -> Refusal | None:
    fault = general_fault(s, who, "plant_banner")
    if fault is None and "battle:banner" in s.used[s.side[who]]:
        return Refusal(tacops.CLAUSE["plant_banner"], "the banner has been planted")
    return fault


class AmmoResupply(Mission, frozen=True):
    """Use the own Ammo Cache, once per turning point (KILLTEAM-C.EQ.AMMO_CACHE)."""

    who: int
    marker: int
    verb: ClassVar[str] = "ammo_resupply"
    id: ClassVar[str] = "ammo_resupply"
    form: ClassVar[tuple[Part, ...]] = _ON_MARKER

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The caches that the operative can use."""
        s, who = look.s, look.who
        seat = s.side[who]
        if f"tp:{cls.id}" in s.used[seat] or look.engaged or look.bar(cls.id, s.content.actions[cls.id].ap):
            return ()
        return [
            cls(who, index)
            for index, marker in look.markers
            if marker.kind == "ammo" and marker.seat == seat and markers.controls(s, who, marker)
        ]

    def refusal(self, s: State) -> Refusal | None:
        action = self.printed(s)
        marker, seat = s.markers[self.marker], s.side[self.who]
        if marker.kind != "ammo" or marker.seat != seat:
            return Refusal("KILLTEAM-C.ACT.9", "that is no Ammo Cache of this side")
        general = activation.general_refusal(s, self.who, self.id, action.ap)
        if general is not None:
            return general
        if field.is_engaged(s, self.who):
            return Refusal(action.clause, f"{s.names[self.who]} is in an enemy's control range")
        if f"tp:{self.id}" in s.used[seat]:
            return Refusal(action.clause, "the cache has been used in this turning point")
        return markers.uncontrolled(s, self.who, self.marker)

    def perform(self, s: State) -> Procedure[None]:
        activation.pay(s, self.fee(s))
        upkeep.use(s, s.side[self.who], f"tp:{self.id}")
        upkeep.add(s, self.id, s.side[self.who], self.who, 0, "turning_point")
        if s.log is not None:
            s.say("{who} takes ammunition", self.printed(s).clause, "KILLTEAM-C.ACT.9", who=s.names[self.who])
        yield from ()


MISSIONS: tuple[Any, ...] = (
    Secure, Loot, Initiate, MoveOrb, Download, Compile, Send, Reboot, PlantBanner, Clear, PlantDevice,
    AmmoResupply,
)  # fmt: skip
"""The mission actions."""
ACTIONS: tuple[type[Action], ...] = MISSIONS
