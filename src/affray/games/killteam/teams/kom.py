"""Kommandos: Throat Slittas, the abilities of datacards, and what ploys in force do (KILLTEAM-C.KOM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from affray.engine.requests import ClauseId
from affray.engine.rulebook import Refusal
from affray.games.killteam import inforce
from affray.games.killteam.rights import Added, Change
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

SLITTAS: Final = "KILLTEAM-C.KOM.1"
BOSSES: Final = "KILLTEAM-C.KOM.2"
BOYS: Final = "KILLTEAM-C.KOM.3"
GROT: Final = "KILLTEAM-C.KOM.4"
SQUIG: Final = "KILLTEAM-C.KOM.5"
STRATEGY: Final = "KILLTEAM-C.KOM.6"
FIREFIGHT: Final = "KILLTEAM-C.KOM.7"

PLAN: Final = "i_got_a_plan"
"""The note of an activation in which I Got a Plan has been used."""
_PLANNED: Final = ("pick_up", "place_marker")
_SQUIG_ACTIONS: Final = ("charge", "dash", "fight", "reposition", "shoot")


# -- what may be done ----------------------------------------------------------------------------------------


def charge_on_conceal(s: State, who: int) -> ClauseId:
    """Throat Slittas (KILLTEAM-C.KOM.1)."""
    return SLITTAS if "throat_slittas" in s.card[who].abilities else ""


def repeats(s: State, who: int, action: str) -> ClauseId:
    """The Boss Nob fights twice (KILLTEAM-C.KOM.2)."""
    if action != "fight" or "two_fights" not in s.card[who].abilities:
        return ""
    a = inforce.own_activation(s, who)
    return BOSSES if a is not None and a.done.count("fight") < 2 else ""


def order_fault(s: State, who: int, engage: bool) -> Refusal | None:
    """Sneaky Zogger never has Engage (KILLTEAM-C.KOM.4), Stoopid never Conceal (KILLTEAM-C.KOM.5)."""
    abilities = s.card[who].abilities
    if engage and "sneaky_zogger" in abilities:
        return Refusal(GROT, f"{s.names[who]} never has an Engage order")
    if not engage and "stoopid" in abilities:
        return Refusal(SQUIG, f"{s.names[who]} never has a Conceal order in the Firefight phase")
    return None


def action_fault(s: State, who: int, action: str) -> Refusal | None:
    """Stoopid: only Charge, Dash, Fight, Reposition and Shoot (KILLTEAM-C.KOM.5)."""
    if "stoopid" in s.card[who].abilities and action not in _SQUIG_ACTIONS:
        return Refusal(SQUIG, f"{s.names[who]} only charges, dashes, fights, repositions and shoots")
    return None


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Stoopid: only the weapons of its datacard (KILLTEAM-C.KOM.5)."""
    if weapon.equipment and "stoopid" in s.card[who].abilities:
        return Refusal(SQUIG, f"{s.names[who]} uses the weapons of its datacard only")
    return None


def cost_changes(s: State, who: int, action: str) -> Sequence[Change]:
    """I Got a Plan: once per activation marker and mission actions cost 1 AP less (KILLTEAM-C.KOM.2)."""
    if PLAN not in s.card[who].abilities or not _planned(s, action):
        return ()
    a = inforce.own_activation(s, who)
    return ((-1, BOSSES),) if a is not None and PLAN not in a.notes else ()


def _planned(s: State, action: str) -> bool:
    return action in _PLANNED or action in s.content.actions


def shoots_while_engaged(s: State, who: int, weapon: Weapon) -> ClauseId:
    """Explosive: the Bomb Squig may Shoot with its explosives while engaged (KILLTEAM-C.KOM.5)."""
    return SQUIG if weapon.explosive and "explosive_rider" in s.card[who].abilities else ""


def never_target(s: State, target: int) -> ClauseId:
    """Sneaky Zogger: in cover it is no valid target, whatever Seek and Vantage say (KILLTEAM-C.KOM.4).

    Within 2" of the shooter nothing is in cover, so that exception needs no look.
    """
    return GROT if "sneaky_zogger" in s.card[target].abilities else ""


# -- stats ---------------------------------------------------------------------------------------------------


def ignores_apl_changes(s: State, who: int) -> ClauseId:
    """Shake It Off in force on an operative (KILLTEAM-C.KOM.7)."""
    return FIREFIGHT if inforce.lies_on(s, "shake_it_off", who) else ""


# -- attacks -------------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool, retaliating: bool
) -> Iterator[Added]:
    """Dakka! Dakka! Dakka! for ranged weapons, Waaagh! for melee weapons (KILLTEAM-C.KOM.6)."""
    if weapon.ranged:
        if inforce.of_side(s, "dakka", s.side[who]) is not None:
            yield inforce.PUNISHING, STRATEGY
    elif inforce.of_side(s, "waaagh", s.side[who]) is not None:
        yield inforce.BALANCED, STRATEGY


def skulk_about(s: State, who: int) -> ClauseId:
    """Skulk About: on Conceal one more defence die is retained unrolled (KILLTEAM-C.KOM.6)."""
    if s.engage[who] or inforce.of_side(s, "skulk_about", s.side[who]) is None:
        return ""
    return STRATEGY


def shrugs_off(s: State, who: int) -> bool:
    """Whether Just a Scratch can be used on an operative: not on Bomb Squig and Grot (KILLTEAM-C.KOM.7)."""
    return not s.card[who].abilities & {"stoopid", "sneaky_zogger"}
