"""Death Korps: what orders and ploys in force do, and the abilities of datacards that are no actions
(KILLTEAM-C.DKK). How orders are given stands in `dkk_orders`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import ClauseId
from affray.games.killteam import field, inforce
from affray.games.killteam.rights import Added, Change, Right
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

ORDERS_RULE: Final = "KILLTEAM-C.DKK.1"
LEADERS: Final = "KILLTEAM-C.DKK.2"
SOLDIERS: Final = "KILLTEAM-C.DKK.3"
MEDIC: Final = "KILLTEAM-C.DKK.4"
SPECIALISTS: Final = "KILLTEAM-C.DKK.5"
STRATEGY: Final = "KILLTEAM-C.DKK.6"
FIREFIGHT: Final = "KILLTEAM-C.DKK.7"

FASTER = INCH
"""Move! Move! Move! (KILLTEAM-C.DKK.1)"""
ZEAL_REACH = SPOT_REACH = 3 * INCH
_NOT_AIMED: Final = ("dkk.mortar_barrage", "dkk.remote_detonator")
"""Groups of weapons that Take Aim does nothing for (KILLTEAM-C.DKK.1)."""
_SHOT_BY: Final = "tp:shot_by:"
"""How the mark of one who was shot begins; the shooter follows."""


# -- stats ---------------------------------------------------------------------------------------------------


def move_changes(s: State, who: int, action: str) -> Sequence[Change]:
    """Move! Move! Move!: 1" more in a Reposition (KILLTEAM-C.DKK.1)."""
    if action == "reposition" and inforce.lies_on(s, "move_move_move", who):
        return ((FASTER, ORDERS_RULE),)
    return ()


def save_changes(s: State, who: int, *, cover: bool) -> Sequence[Change]:
    """Take Cover: where a cover save is possible the Save is better by 1 (KILLTEAM-C.DKK.6)."""
    if cover and inforce.of_side(s, "take_cover", s.side[who]) is not None:
        return ((-1, STRATEGY),)
    return ()


def counts_as_injured(s: State, who: int) -> ClauseId:
    """In Death, Atonement: whoever acts before its removal counts as injured (KILLTEAM-C.DKK.7)."""
    return FIREFIGHT if inforce.lies_on(s, "in_death_atonement", who) else ""


# -- attacks -------------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool, retaliating: bool
) -> Iterator[Added]:
    """What orders (KILLTEAM-C.DKK.1), leaders, Zealot, Spotter and ploys give to a weapon."""
    seat = s.side[who]
    if weapon.ranged:
        yield from _ranged_rules(s, who, weapon, enemy)
    else:
        if inforce.lies_on(s, "fix_bayonets", who):
            yield inforce.CEASELESS, ORDERS_RULE
        if inforce.of_side(s, "clear_the_line", seat) is not None:
            yield inforce.ACCURATE, STRATEGY
            if retaliating or field.wholly_in(s, who, field.own_territory(s, seat)):
                yield inforce.SEVERE, STRATEGY
    if enemy >= 0 and _brought_down(s, seat, enemy):
        yield inforce.PUNISHING, LEADERS
    if _zealous(s, who):
        yield inforce.SEVERE, SOLDIERS


def _ranged_rules(s: State, who: int, weapon: Weapon, enemy: int) -> Iterator[Added]:
    if weapon.group not in _NOT_AIMED and inforce.lies_on(s, "take_aim", who):
        yield inforce.CEASELESS, ORDERS_RULE
    if inforce.of_side(s, "siege_warfare", s.side[who]) is not None:
        yield inforce.SATURATE, STRATEGY
        yield inforce.ACCURATE, STRATEGY
    if enemy >= 0 and spotted(s, who, enemy):
        yield inforce.SEEK_LIGHT, SPECIALISTS


def _brought_down(s: State, seat: int, enemy: int) -> bool:
    """Bring it Down: Punishing against the enemy chosen (KILLTEAM-C.DKK.2)."""
    return any(e.kind == "bring_it_down" and e.who == enemy and e.seat == seat for e in s.effects)


def _zealous(s: State, who: int) -> bool:
    """Zeal: within 3" of the Zealot, itself too (KILLTEAM-C.DKK.3, Support)."""
    zealot = inforce.bearer(s, s.side[who], "zeal")
    if zealot < 0 or not field.within(s, who, zealot, ZEAL_REACH + inforce.COMMS):
        return False
    return field.within(s, who, zealot, inforce.support_reach(s, zealot, ZEAL_REACH))


def spotted(s: State, shooter: int, enemy: int) -> ClauseId:
    """Spot: friends within 3" of the Spotter shoot the enemy it chose (KILLTEAM-C.DKK.5, Support).

    They have Seek Light, and it cannot be obscured to them.
    """
    for effect in s.effects:
        if effect.kind == "spot" and effect.who == enemy and effect.seat == s.side[shooter]:
            spotter = effect.value
            if s.on[spotter] and not s.dead[spotter]:
                if field.within(s, shooter, spotter, inforce.support_reach(s, spotter, SPOT_REACH)):
                    return SPECIALISTS
    return ""


def shot_by_another(s: State, who: int, enemy: int) -> bool:
    """Whether another friend has shot an enemy in this turning point, for Combined Arms
    (KILLTEAM-C.DKK.7)."""
    own = f"{_SHOT_BY}{who}"
    return any(
        note.startswith(_SHOT_BY) and note != own and s.side[int(note.removeprefix(_SHOT_BY))] == s.side[who]
        for note in s.marks[enemy]
    )


def dig_in(s: State, who: int) -> Iterator[Right]:
    """Dig In: where a cover save is possible re-roll all defence dice of one number (KILLTEAM-C.DKK.1)."""
    if inforce.lies_on(s, "dig_in", who):
        yield Right("dig_in", "reroll_number", ORDERS_RULE)


def unshaken(s: State, who: int) -> Iterator[Right]:
    """Unshaken Faith: re-roll any defence dice (KILLTEAM-C.DKK.3)."""
    if "unshaken_faith" in s.card[who].abilities:
        yield Right("unshaken_faith", "reroll_any", SOLDIERS)


def bionics(s: State, who: int) -> ClauseId:
    """Bionics: a Normal Dmg of 3 or more is 1 less (KILLTEAM-C.DKK.3)."""
    return SOLDIERS if "bionics" in s.card[who].abilities else ""


def bruiser(s: State, who: int) -> Iterator[Right]:
    """Bruiser: once per turning point in a fight the damage of one normal is ignored (KILLTEAM-C.DKK.3)."""
    if "bruiser" in s.card[who].abilities and "tp:bruiser" not in s.marks[who]:
        yield Right("bruiser", "ignore", SOLDIERS)


def last_strike(s: State, who: int) -> ClauseId:
    """Bruiser: incapacitated in a fight it may strike with one unresolved success (KILLTEAM-C.DKK.3)."""
    return SOLDIERS if "bruiser" in s.card[who].abilities else ""


def unkillable(s: State, who: int) -> ClauseId:
    """Whoever Medic! saved cannot be incapacitated for the rest of the action (KILLTEAM-C.DKK.4)."""
    return MEDIC if inforce.lies_on(s, "medic_saved", who) else ""
