"""Every number of an attack with its reasons: difficulties, Strengths, and the modifiers with their clauses.

Modifiers change the difficulty, never the die (AVP-TERM.11).
"""

from __future__ import annotations

from affray.engine.rulebook import Tally
from affray.games.avp import cards, ground
from affray.games.avp.board import HALF, INFESTED
from affray.games.avp.content import Weapon
from affray.games.avp.state import State

PROFILE = {"marines": "AVP-C.UNIT.1", "aliens": "AVP-C.UNIT.2", "predators": "AVP-C.UNIT.3"}
"""The clause with the profiles of a faction."""
LIGHTS_OUT = 2
TOXIC_FUMES = 2
CARD_BONUS = 2
"""What Hive Mind, Trophy Kill, Hold the Line and Roar add or take (AVP-C.CARD.1)."""
CLOAK = 4
OVERCHARGE_STRENGTH = 2
OVERCHARGE_AVV = 1
MED_PACK = 10
MEDICOMP = 8
MEDIC = 4


def _profile(value: int | None, faction: str) -> Tally:
    """A figure of a profile. A model without it never gets here: weapons demand their skill."""
    return Tally(0 if value is None else value, PROFILE[faction])


# -- to hit --------------------------------------------------------------------------------------------------


def rs_difficulty(
    s: State, shooter: int, target: int, *, aimed: bool = False, first: bool = True, rapid: bool = False
) -> Tally:
    """The difficulty of an RS Test.

    `aimed`: the model has Aimed; `first`: it is the first RS Test of the Action; `rapid`: Rapid Fire.
    """
    unit = s.unit[shooter]
    assert unit is not None
    tally = _profile(unit.rs, unit.faction)
    if aimed:
        if first:
            tally.add(4, "AVP-MAR.3")
        else:
            tally.add(0, "AVP-MAR.4")
    if rapid:
        tally.add(-4, "AVP-MAR.25")
    _cover(s, target, tally)
    mask = ground.engaged(s)
    if mask:
        if mask >> s.tile[target] & 1:
            tally.add(-10, "AVP-SHOOT.5")
        for tile in ground.between(s, s.tile[shooter], s.tile[target]):
            if mask >> tile & 1 and ground.enemy_on(s, s.side[shooter], tile):
                tally.add(-2, "AVP-SHOOT.6")
    if unit.pack_hunt:
        _pack_hunt(s, shooter, tally)
    if s.env == "lights_out":
        tally.add(-LIGHTS_OUT, "AVP-C.ENV.1")
    cloaks = cards.in_force(s, "cloak", target)
    if cloaks:
        tally.add(-CLOAK * cloaks, "AVP-C.CARD.1")
    return tally


def _cover(s: State, target: int, tally: Tally) -> None:
    """Hidden Aliens and Aliens on Infested Tiles are hard to hit (AVP-ALN.8, ALN.10, MAP.9, MAP.10)."""
    surface = s.surface[s.tile[target]]
    if s.hidden[target]:
        tally.add(-10, "AVP-ALN.8")
        if surface in (INFESTED, HALF):
            tally.add(0, "AVP-ALN.10")
    elif surface == INFESTED and s.factions[s.side[target]] == "aliens":
        tally.add(-4, "AVP-MAP.9")
    elif surface == HALF and s.factions[s.side[target]] == "aliens":
        tally.add(-4, "AVP-MAP.10")


def cc_value(s: State, model: int) -> Tally:
    """The difficulty of a CC Test without a target (Disengage, Seal Bulkhead), with bonuses (AVP-R.49)."""
    unit = s.unit[model]
    assert unit is not None
    tally = _profile(unit.cc, unit.faction)
    if unit.faction == "aliens":
        _pheromones(s, model, tally)
    if unit.pack_hunt:
        _pack_hunt(s, model, tally)
    if s.effects:
        minds = cards.in_force(s, "hive_mind", s.tile[model]) if unit.faction == "aliens" else 0
        if minds:
            tally.add(CARD_BONUS * minds, "AVP-C.CARD.1")
        roars = cards.in_force(s, "roar", s.tile[model]) if unit.faction != "predators" else 0
        if roars:
            tally.add(-CARD_BONUS * roars, "AVP-C.CARD.1")
    active = s.activation
    if active is not None and active.model == model and "trophy_kill" in active.boosts:
        tally.add(CARD_BONUS, "AVP-C.CARD.1")
    return tally


def cc_difficulty(s: State, attacker: int, target: int) -> Tally:
    """The difficulty of a CC Test of a close combat attack."""
    tally = cc_value(s, attacker)
    unit = s.unit[attacker]
    assert unit is not None
    if unit.charge and s.moved[attacker] > 0:
        tally.add(2, "AVP-PRD.24")
    if s.factions[s.side[target]] == "marines":
        tile = s.tile[target]
        if ground.shelters_marines(s, tile):
            tally.add(-4, "AVP-MAP.10" if s.surface[tile] == HALF else "AVP-MAP.8")
        lines = cards.in_force(s, "hold_the_line", tile)
        if lines:
            tally.add(-CARD_BONUS * lines, "AVP-C.CARD.1")
    return tally


def _pheromones(s: State, model: int, tally: Tally) -> None:
    """+2 CC near a source of Royal Pheromones, once however many there are (AVP-ALN.39, AVP-ALN.40)."""
    sources = 0
    for other, unit in enumerate(s.unit):
        if unit is not None and unit.royal_pheromones and s.up[other] and s.tile[other] >= 0:
            if s.side[other] == s.side[model] and s.layout.dist(s.tile[other], s.tile[model]) <= 2:
                sources += 1
    if sources:
        tally.add(2, "AVP-ALN.39")
    if sources > 1:
        tally.add(0, "AVP-ALN.40")


def _pack_hunt(s: State, model: int, tally: Tally) -> None:
    """+1 for each other model with Pack Hunt on the same or an adjacent Tile (AVP-PRD.26, AVP-R.49)."""
    here = s.tile[model]
    pack = 0
    for tile in (here, *s.layout.neighbours[here]):
        for other in s.on[tile]:
            unit = s.unit[other]
            if other != model and unit is not None and unit.pack_hunt and s.up[other]:
                if s.side[other] == s.side[model]:
                    pack += 1
    if pack:
        tally.add(pack, "AVP-PRD.26")


# -- the Hit -------------------------------------------------------------------------------------------------


def strength_of(s: State, model: int, weapon: Weapon, *, overcharged: bool = False) -> Tally:
    """The St of a Hit by a weapon: its own, or in close combat added to the model's (AVP-R.25)."""
    if weapon.ranged:
        tally = Tally(weapon.strength, "AVP-C.WPN.1")
        if overcharged:
            tally.add(OVERCHARGE_STRENGTH, "AVP-C.CARD.1")
        return tally
    unit = s.unit[model]
    assert unit is not None
    tally = _profile(unit.st, unit.faction)
    tally.add(weapon.strength, "AVP-R.25")
    if s.raging[model]:
        tally.add(2, "AVP-PRD.22")
    return tally


def avv_of(weapon: Weapon, *, overcharged: bool = False) -> int:
    """The AVV of a Hit by a weapon (AVP-R.33; Overcharge, AVP-C.CARD.1)."""
    return weapon.avv + OVERCHARGE_AVV if overcharged else weapon.avv


# -- to resist -----------------------------------------------------------------------------------------------


def armour_difficulty(s: State, target: int, strength: int, avv: int) -> Tally:
    """The difficulty of an A Test: A + 10 − St, with a bracket F at least F − AVV (SHOOT.7, AVP-R.26)."""
    unit = s.unit[target]
    assert unit is not None
    tally = Tally(unit.armour, PROFILE[unit.faction])
    tally.add(10 - strength, "AVP-SHOOT.7")
    if unit.bracket is not None:
        tally.at_least(unit.bracket - avv, "AVP-R.26")
    return tally


def con_difficulty(s: State, target: int) -> Tally:
    """The difficulty of a Con Test; St does not matter (AVP-C.DMG.1)."""
    unit = s.unit[target]
    assert unit is not None
    tally = Tally(unit.con, PROFILE[unit.faction])
    if s.env == "toxic_fumes":
        tally.add(-TOXIC_FUMES, "AVP-C.ENV.1")
    return tally


def heal_difficulty(s: State, model: int) -> Tally | None:
    """The difficulty of a Heal Test, by the model's own Heal or that of a Medic nearby; None: no Test.

    Robotic models gain none (AVP-C.SKILL.2).
    """
    unit = s.unit[model]
    assert unit is not None
    if unit.robotic:
        return None
    if unit.heal >= MEDIC:
        return Tally(unit.heal, "AVP-MAR.39")
    if unit.faction == "marines" and _medic_near(s, model):
        return Tally(MEDIC, "AVP-MAR.42")
    return Tally(unit.heal, "AVP-MAR.39") if unit.heal else None


def _medic_near(s: State, model: int) -> bool:
    """Whether an own Medic, revealed, is on the Tile or an adjacent one (AVP-MAR.42, AVP-R.49)."""
    here = s.tile[model]
    for tile in (here, *s.layout.neighbours[here]):
        for other in s.on[tile]:
            unit = s.unit[other]
            if unit is not None and unit.medic and s.up[other] and s.side[other] == s.side[model]:
                return True
    return False


def card_heal(card: str) -> Tally:
    """The difficulty of a Heal Test by a card (AVP-C.CARD.1)."""
    return Tally(MED_PACK if card == "emergency_med_pack" else MEDICOMP, "AVP-C.CARD.1")
