"""Equipment whose rules are questions or are used at a moment: counted weapons, smoke, seals, gambits
(KILLTEAM-C.EQ, KILLTEAM-C.AOD.7, KILLTEAM-C.PLM.8, KILLTEAM-C.KOM.8, KILLTEAM-C.DKK.8). What is set up stands
in `equipment`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from affray.boards.plane.solids import INCH, overlaps
from affray.engine.requests import ClauseId, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, inforce, moments, titles, upkeep
from affray.games.killteam.actions.uses import Invoke, Rule, Rules, invoke, shaped
from affray.games.killteam.content import VANTAGE, Content, Equipment, EquipmentPick
from affray.games.killteam.rights import Change, Right
from affray.games.killteam.state import Marker, State
from affray.games.killteam.weapons import Weapon

AOD: Final = "KILLTEAM-C.AOD.7"
PLM: Final = "KILLTEAM-C.PLM.8"
KOM: Final = "KILLTEAM-C.KOM.8"
DKK: Final = "KILLTEAM-C.DKK.8"
UTILITY: Final = "KILLTEAM-C.EQ.UTILITY_GRENADES"
CACHE: Final = "KILLTEAM-C.EQ.AMMO_CACHE"

SMOKE_AREA, SMOKE_DISTANCE = INCH, 2 * INCH
AUSPEX_REACH = 8 * INCH
VENTS_REACH = 3 * INCH
GAS_REACH = 3 * INCH
LAST_CHRONOMETER = 2
"""The last turning point in which the Chronometer can be used (KILLTEAM-C.DKK.8)."""


# -- weapons with counted uses -------------------------------------------------------------------------------


@cache
def item_of(content: Content, weapon: Weapon) -> Equipment | None:
    """The item of equipment that gives a weapon and counts its uses."""
    for item in content.equipment.values():
        if weapon in item.gives and item.uses:
            return item
    return None


def pick_of(s: State, seat: Seat, item: Equipment) -> EquipmentPick | None:
    """How a side picked an item, if it did."""
    return next((pick for pick in s.picks[seat] if pick.equipment is item), None)


def _kind(weapon: Weapon) -> str:
    """What the uses of a weapon are counted as: the last word of its group."""
    return weapon.group.rpartition(".")[2]


def limit(s: State, seat: Seat, item: Equipment, kind: str) -> int:
    """How many uses a side has of an item in its span, of one kind where its uses are a mix."""
    pick = pick_of(s, seat, item)
    if pick is None:
        return 0
    return pick.uses(kind) if pick.mix else item.uses


def uses_made(s: State, seat: Seat, span: str, kind: str) -> int:
    """How often a side has used something of a kind in the span."""
    start = f"{span}:{kind}:"
    return len([note for note in s.used[seat] if note.startswith(start)])


def count_use(s: State, seat: Seat, span: str, kind: str) -> None:
    """Note one more use."""
    upkeep.use(s, seat, f"{span}:{kind}:{uses_made(s, seat, span, kind) + 1}")


def span_of(item: Equipment) -> str:
    """The span of the notes that count an item's uses."""
    return "tp" if item.per == "turning_point" else "battle"


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """A weapon from equipment that its side has used as often as it may."""
    if not weapon.equipment:
        return None
    item = item_of(s.content, weapon)
    if item is None:
        return None
    seat, kind = s.side[who], _kind(weapon)
    if uses_made(s, seat, span_of(item), kind) < limit(s, seat, item, kind):
        return None
    when = "turning point" if item.per == "turning_point" else "battle"
    return Refusal(item.clause, f"no {weapon.name} is left in this {when}")


def weapon_used(s: State, who: int, weapon: Weapon) -> None:
    """Count the use of a weapon from equipment, and report what gave it or made it better."""
    item = item_of(s.content, weapon) if weapon.equipment else None
    if item is not None:
        count_use(s, s.side[who], span_of(item), _kind(weapon))
    if s.log is not None:
        clause = item.clause if item is not None else _origin(s, who, weapon)
        if clause:
            s.say("{who} uses {weapon}", clause, who=s.names[who], weapon=weapon.name)


def _origin(s: State, who: int, weapon: Weapon) -> ClauseId:
    """The clause of the item that gives a weapon or has changed it, or of a Grenadier's own grenades.

    Empty: it is simply printed on the datacard.
    """
    for pick in s.picks[s.side[who]]:
        item = pick.equipment
        if weapon in item.gives or weapon in item.changes.values():
            return item.clause
    grenadier = s.card[who].abilities & {"grenadier", "plague_grenadier"}
    if weapon.ranged and grenadier and _kind(weapon) in ("frag", "krak", "blight_grenade"):
        return s.content.abilities[next(iter(grenadier))].clause
    return ""


# -- smoke (KILLTEAM-C.EQ.UTILITY_GRENADES) ------------------------------------------------------------------


def smoke_between(s: State, shooter: int, target: int) -> ClauseId:
    """Smoke obscures: one of the two is wholly within it, and they are more than 2" apart."""
    for marker in s.markers:
        if marker.kind == "smoke" and (
            field.wholly_near_marker(s, target, marker, SMOKE_AREA)
            or field.wholly_near_marker(s, shooter, marker, SMOKE_AREA)
        ):
            return "" if field.within(s, shooter, target, SMOKE_DISTANCE) else UTILITY
    return ""


def piercing_cap(s: State, shooter: int, target: int) -> Change | None:
    """Smoke around the target: Piercing (Crits) 2 counts as 1 from more than 2" away."""
    for marker in s.markers:
        if marker.kind == "smoke" and field.wholly_near_marker(s, target, marker, SMOKE_AREA):
            return None if field.within(s, shooter, target, SMOKE_DISTANCE) else (1, UTILITY)
    return None


# -- rights in attacks ---------------------------------------------------------------------------------------


def purity_seals(s: State, seat: Seat) -> Iterator[Right]:
    """Purity Seals: once per turning point, of two fails one is retained (KILLTEAM-C.AOD.7)."""
    if inforce.has_item(s, seat, "purity_seals") and "tp:purity_seals" not in s.used[seat]:
        yield Right("purity_seals", "swap", AOD)


def tilting_shields(s: State, seat: Seat) -> Iterator[Right]:
    """Tilting Shields: once per turning point, after the opponent rolled in a fight (KILLTEAM-C.AOD.7)."""
    if inforce.has_item(s, seat, "tilting_shields") and "tp:tilting_shields" not in s.used[seat]:
        yield Right("tilting_shields", "dull", AOD)


def ammo(s: State, who: int, weapon: Weapon) -> Iterator[Right]:
    """Ammo Resupply: shooting with a datacard weapon, re-roll one attack die (KILLTEAM-C.EQ.AMMO_CACHE)."""
    if weapon.ranged and not weapon.equipment and inforce.lies_on(s, "ammo_resupply", who):
        yield Right("ammo_resupply", "reroll_one", CACHE)


def ignores_injury(s: State, who: int) -> ClauseId:
    """Plague Bells (KILLTEAM-C.PLM.8)."""
    return PLM if inforce.has_item(s, s.side[who], "plague_bells") else ""


# -- Auspex (KILLTEAM-C.AOD.7) -------------------------------------------------------------------------------


def scanned(s: State, shooter: int, target: int) -> ClauseId:
    """Auspex in use: enemies within 8" of its user cannot be obscured in this activation."""
    for effect in s.effects:
        if effect.kind == "auspex" and effect.seat == s.side[shooter]:
            if field.within(s, effect.who, target, AUSPEX_REACH):
                return AOD
    return ""


def _auspex_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if inforce.has_item(s, seat, "auspex"):
        yield invoke("auspex", who=who)


def _auspex_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, AOD, "who")
    if wrong is not None:
        return wrong
    if not inforce.has_item(s, seat, "auspex") or "tp:auspex" in s.used[seat]:
        return Refusal(AOD, "there is no Auspex left in this turning point")
    return None


def _scan(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.who is not None
    upkeep.use(s, seat, "tp:auspex")
    upkeep.add(s, "auspex", seat, action.who, 0, "activation")
    yield from ()


# -- gambits (KILLTEAM-C.DKK.8) ------------------------------------------------------------------------------


def _chronometer_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if inforce.has_item(s, seat, "chronometer"):
        yield invoke("chronometer")


def _chronometer_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """Once per battle, in turning point 1 or 2, not in that of Regroup (KILLTEAM-C.DKK.6)."""
    wrong = shaped(action, DKK) or _unpicked(s, seat, action)
    if wrong is not None:
        return wrong
    if s.turn > LAST_CHRONOMETER:
        return Refusal(DKK, "the Chronometer is a gambit of turning points 1 and 2")
    if "tp:regroup" in s.used[seat]:
        return Refusal("KILLTEAM-C.DKK.6", "no Chronometer in the turning point of Regroup")
    return None


def _unpicked(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """Why a side cannot use an item once per battle."""
    if not any(pick.equipment.id == action.rule for pick in s.picks[seat]):
        return Refusal(DKK, f"the side has no {titles.rule_title(s, action.rule)}")
    if f"battle:{action.rule}" in s.used[seat]:
        return Refusal(DKK, f"{titles.rule_title(s, action.rule)} has been used in this battle")
    return None


def _advance(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """Friends wholly within their own territory dash closer to the enemy's edge."""
    upkeep.use(s, seat, "battle:chronometer")
    area = field.own_territory(s, seat)
    able = tuple(who for who in s.present(seat) if field.wholly_in(s, who, area))
    s.frames.append(moments.Dashes("chronometer", seat, able, DKK, "edge"))
    yield from ()


def _gas_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    """Where enemies stand and where objectives lie, which are not all under Vantage; any other place for a
    marker may be named as well."""
    if inforce.has_item(s, seat, "gas_bombardment"):
        spots = [(s.x[enemy], s.y[enemy], s.z[enemy]) for enemy in s.present(1 - seat)]
        spots += [(marker.x, marker.y, marker.z) for marker in s.markers[:3]]
        for spot in dict.fromkeys(spots):
            yield invoke("gas_bombardment", point=spot)


def _gas_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """Once per battle, not under a Vantage part."""
    wrong = shaped(action, DKK, "point") or _unpicked(s, seat, action)
    if wrong is not None:
        return wrong
    assert action.point is not None
    x, y, z = action.point
    for box in s.scene.boxes:
        if box.flags & VANTAGE and box.zl >= z and overlaps(x, y, field.MARKER_RADIUS, box):
            return Refusal(DKK, "gas cannot be placed under Vantage")
    return inforce.place_fault(s, x, y, z)


def _gas(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.point is not None
    upkeep.use(s, seat, "battle:gas_bombardment")
    upkeep.put_marker(s, Marker("gas", *action.point, seat))
    yield from ()


def gas_lies(s: State) -> bool:
    """Whether there is gas in the killzone at all."""
    for marker in s.markers:
        if marker.kind == "gas":
            return True
    return False


def gassed(s: State, who: int) -> ClauseId:
    """Gas: whoever is within 3" of the marker has 1 APL less (KILLTEAM-C.DKK.8)."""
    for marker in s.markers:
        if marker.kind == "gas" and field.near_marker(s, who, marker, GAS_REACH):
            return DKK
    return ""


# -- Poison Vents (KILLTEAM-C.PLM.8) -------------------------------------------------------------------------


def vented(s: State, who: int) -> bool:
    """Whether an operative without token is activated within 3" of an enemy whose side has Poison Vents."""
    seat = 1 - s.side[who]
    if "battle:poison" in s.marks[who] or not inforce.has_item(s, seat, "poison_vents"):
        return False
    return any(field.within(s, who, enemy, VENTS_REACH) for enemy in s.present(seat))


# -- the moments ---------------------------------------------------------------------------------------------

GAMBITS: Final[Rules] = {
    "chronometer": Rule(DKK, _chronometer_options, _chronometer_fault, _advance),
    "gas_bombardment": Rule(DKK, _gas_options, _gas_fault, _gas),
}
SELECTING: Final[Rules] = {"auspex": Rule(AOD, _auspex_options, _auspex_fault, _scan)}
