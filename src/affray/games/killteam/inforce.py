"""What is in force for a side or lies on an operative, and what a side has with it: the questions that rules
of teams and equipment begin with."""

from __future__ import annotations

from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, markers
from affray.games.killteam.ids import AbilityId, EquipmentId
from affray.games.killteam.state import Activation, Effect, State
from affray.games.killteam.weapons import WeaponRule

ACCURATE: Final = WeaponRule("accurate", 1)
BALANCED: Final = WeaponRule("balanced")
CEASELESS: Final = WeaponRule("ceaseless")
PUNISHING: Final = WeaponRule("punishing")
RENDING: Final = WeaponRule("rending")
SATURATE: Final = WeaponRule("saturate")
SEEK_LIGHT: Final = WeaponRule("seek_light")
SEVERE: Final = WeaponRule("severe")

DOOR_FIGHT: Final = "door_fight"
"""The effect on both operatives of a Door Fight, until the action ends."""
COMMS = 3 * INCH
"""How much farther Support rules reach for who controls a Comms Device (KILLTEAM-C.EQ.COMMS_DEVICE)."""


def of_side(s: State, kind: str, seat: Seat) -> Effect | None:
    """The effect of a kind that a side has in force for all of it."""
    for effect in s.effects:
        if effect.kind == kind and effect.seat == seat and effect.who == -1:
            return effect
    return None


def lies_on(s: State, kind: str, who: int) -> bool:
    """Whether an effect of a kind lies on an operative."""
    for effect in s.effects:
        if effect.kind == kind and effect.who == who:
            return True
    return False


def has_item(s: State, seat: Seat, item: EquipmentId) -> bool:
    """Whether a side picked an item of equipment."""
    for pick in s.picks[seat]:
        if pick.equipment.id == item:
            return True
    return False


def engaged(s: State, who: int) -> bool:
    """Whether an operative is engaged, while it fights through a door by the enemy behind it, too
    (KILLTEAM-C.MAP.DOOR_FIGHT)."""
    return field.is_engaged(s, who) or lies_on(s, DOOR_FIGHT, who)


def bearer(s: State, seat: Seat, ability: AbilityId) -> int:
    """An operative of a side in the killzone that has an ability; -1: there is none."""
    for who, card in enumerate(s.card):
        if ability in card.abilities and s.side[who] == seat and s.on[who] and not s.dead[who]:
            return who
    return -1


def own_activation(s: State, who: int) -> Activation | None:
    """The activation of an operative while it is under way; a counteraction is none (KILLTEAM-C.TURN.11)."""
    a = s.activation
    return a if a is not None and a.who == who and not a.counter else None


def has_charged(s: State, who: int) -> bool:
    """Whether an operative is in an activation in which it has charged."""
    a = own_activation(s, who)
    return a is not None and "charge" in a.done


def support_reach(s: State, user: int, reach: int) -> int:
    """A friendly distance of a Support rule of an operative (KILLTEAM-C.EQ.COMMS_DEVICE)."""
    return reach + COMMS if controls_comms(s, user) else reach


def controls_comms(s: State, user: int) -> bool:
    """Whether an operative controls a Comms Device (KILLTEAM-C.EQ.COMMS_DEVICE)."""
    for marker in s.markers:
        if marker.kind == "comms" and markers.controls(s, user, marker):
            return True
    return False


def support_cites(s: State, user: int) -> tuple[str, ...]:
    """The clause by which a Support rule of an operative reaches farther, for the log."""
    return ("KILLTEAM-C.EQ.COMMS_DEVICE",) if controls_comms(s, user) else ()


def place_fault(s: State, x: int, y: int, z: int) -> Refusal | None:
    """Why no marker can lie at a place; where operatives stand it always can (KILLTEAM-C.MRK.3)."""
    if any(on and (s.x[o], s.y[o], s.z[o]) == (x, y, z) for o, on in enumerate(s.on)):
        return None
    clause = field.marker_fault(s, x, y, z)
    return Refusal(clause, "no marker can lie there") if clause else None
