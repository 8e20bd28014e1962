"""What attack Actions share: which weapon serves which Action, Aim and cards used up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from affray.engine.rulebook import Refusal
from affray.games.avp import activation
from affray.games.avp.content import Unit, Weapon
from affray.games.avp.loading import content
from affray.games.avp.skill import who
from affray.games.avp.state import State

Usable: TypeAlias = Callable[[Unit], tuple[Weapon, ...]]
"""The weapons of a unit that an Action can be done with."""


# -- weapons -------------------------------------------------------------------------------------------------


@cache
def plain_ranged(unit: Unit) -> tuple[Weapon, ...]:
    """For Shooting: every ranged weapon not bound to an Action of its own (AVP-SHOOT.2, AVP-C.WPN.1)."""
    return tuple(w for w in unit.weapons if w.ranged and w.plain)


@cache
def rapid_weapons(unit: Unit) -> tuple[Weapon, ...]:
    """For Rapid Fire: Pulse Rifle and Smartgun, never a Template weapon (AVP-MAR.25, AVP-MAR.26)."""
    return tuple(w for w in unit.weapons if w.rapid_fire and not w.template)


@cache
def grenade_weapons(unit: Unit) -> tuple[Weapon, ...]:
    """For Grenade Launcher: the M40 under a Pulse Rifle, listed in the profile or not (AVP-MAR.21)."""
    weapons = content().weapons
    return tuple(weapons[w.under] for w in unit.weapons if w.under is not None)


@cache
def flamers(unit: Unit) -> tuple[Weapon, ...]:
    """For Burning Inferno (AVP-MAR.5)."""
    return tuple(w for w in unit.weapons if w.flamethrower)


@cache
def shotguns(unit: Unit) -> tuple[Weapon, ...]:
    """For Shotgun! (AVP-MAR.8)."""
    return tuple(w for w in unit.weapons if w.shotgun)


point_blank_weapons = shotguns
"""For Point Blank Shot (AVP-MAR.11)."""


@cache
def spitters(unit: Unit) -> tuple[Weapon, ...]:
    """For Acid Spit (AVP-ALN.12)."""
    return tuple(w for w in unit.weapons if w.acid_spit)


@cache
def discs(unit: Unit) -> tuple[Weapon, ...]:
    """For Smart-Disc Throw (AVP-PRD.12)."""
    return tuple(w for w in unit.weapons if w.disc)


@cache
def close_weapons(unit: Unit) -> tuple[Weapon, ...]:
    """For Close Combat (AVP-CC.1)."""
    return tuple(w for w in unit.weapons if not w.ranged)


def _only_by(weapon: Weapon) -> str:
    """The clause that binds a weapon to an Action of its own, or an empty string."""
    if weapon.flamethrower:
        return "AVP-MAR.5"
    if weapon.grenade:
        return "AVP-MAR.21"
    if weapon.acid_spit:
        return "AVP-ALN.12"
    return ""


def weapon_refusal(s: State, model: int, weapon: str | None, usable: Usable, clause: str) -> Refusal | None:
    """Why a weapon (None: the only one) does not serve an Action; `clause` is the rule that demands it."""
    unit = s.unit[model]
    weapons = usable(unit) if unit is not None else ()
    if unit is not None and unit.automated_weapon and usable is not plain_ranged:
        return Refusal("AVP-MAR.38", f"{s.names[model]} is an Automated Weapon: it just shoots")
    if unit is None or (weapon is None and not weapons):
        return Refusal(clause, f"{s.names[model]} has no weapon for that")
    if weapon is None:
        if len(weapons) == 1:
            return None
        listed = " or ".join(w.id for w in weapons)
        return Refusal("AVP-R.24", f"one weapon per Action: say weapon={listed}")
    if any(w.id == weapon for w in weapons):
        return None
    arm = next((w for w in unit.weapons if w.id == weapon), None)
    if arm is None:
        return Refusal(clause, f"{who(s, model)} has no {weapon}")
    if usable is rapid_weapons and arm.template:
        return Refusal("AVP-MAR.26", f"{arm.name} is a Template weapon")
    if usable is plain_ranged and arm.template and activation.reacting(s):
        return Refusal("AVP-C.SKILL.9", f"{arm.name} is a Template weapon: it is not fired on Sentry")
    if usable is plain_ranged and arm.ranged:
        return Refusal(_only_by(arm), f"{arm.name} is used by an Action of its own")
    if usable is plain_ranged and arm.disc:
        return Refusal("AVP-C.WPN.1", f"{arm.name} is thrown, not shot")
    return Refusal(clause, f"{arm.name} is no weapon for that")


def resolve(s: State, model: int, weapon: str | None, usable: Usable) -> Weapon:
    """The weapon of an Action that is not refused."""
    if weapon is not None:
        return s.content.weapons[weapon]
    unit = s.unit[model]
    assert unit is not None
    return usable(unit)[0]


# -- Aim and cards -------------------------------------------------------------------------------------------


def use_aim(s: State, model: int) -> bool:
    """Whether the model has Aimed in this activation; the next Shooting-type Action uses it up (AVP-R.28)."""
    active = s.activation
    if active is None or active.model != model or not active.aim:
        return False
    s.activation = replace(active, aim=False)
    if s.log is not None:
        s.say("{model} uses its Aim", "AVP-R.28", "AVP-MAR.3", model=who(s, model))
    return True


def use_boost(s: State, model: int, card: str) -> bool:
    """Whether a card played for this activation helps now; it helps once (AVP-C.CARD.1)."""
    active = s.activation
    if active is None or active.model != model or card not in active.boosts:
        return False
    s.activation = replace(active, boosts=active.boosts - {card})
    if s.log is not None:
        s.say("{card} helps {model}", "AVP-C.CARD.1", card=s.content.cards[card].name, model=who(s, model))
    return True
