"""Plague Marines: Astartes, poison, resilience, the abilities of datacards, and what ploys in force do
(KILLTEAM-C.PLM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import ClauseId, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import damage, field, hooks, inforce, sighting, stats, upkeep
from affray.games.killteam.rights import Added, Change
from affray.games.killteam.state import State
from affray.games.killteam.teams import astartes
from affray.games.killteam.weapons import Weapon

ASTARTES: Final = "KILLTEAM-C.PLM.1"
POISON: Final = "KILLTEAM-C.PLM.2"
RESILIENCE: Final = "KILLTEAM-C.PLM.3"
CHAMPION: Final = "KILLTEAM-C.PLM.4"
CARDS: Final = "KILLTEAM-C.PLM.5"
STRATEGY: Final = "KILLTEAM-C.PLM.6"
FIREFIGHT: Final = "KILLTEAM-C.PLM.7"

TOKEN: Final = "battle:poison"
"""The mark of an operative with a Poison token."""
CONTAGION_REACH = 3 * INCH
CONTAGION_MOVE = 2 * INCH
LUMBERING = 3 * INCH
"""How far one may have moved for Lumbering Death."""
FLIES_AREA, FLIES_DISTANCE = INCH, 3 * INCH
BLESSING_REACH, BLESSING_MOST = 7 * INCH, 3
CURSE_REACH, CURSE_REACH_POISONED = 3 * INCH, 7 * INCH


# -- Astartes (KILLTEAM-C.PLM.1) -----------------------------------------------------------------------------


def repeats(s: State, who: int, action: str) -> ClauseId:
    """Two Shoots or two Fights in an activation; no second Fight with a Flail (KILLTEAM-C.PLM.4)."""
    a = inforce.own_activation(s, who)
    if action == "fight" and a is not None and "flail" in a.done:
        return ""
    return ASTARTES if astartes.may_repeat(s, who, action) else ""


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Of two Shoots one is with a bolt pistol, boltgun or Psychic weapon, no Psychic one is used twice."""
    first = astartes.first_shot(s, who)
    if first is None or not weapon.ranged:
        return None
    if first.psychic and first.group == weapon.group:
        return Refusal(ASTARTES, f"no Psychic weapon shoots twice, and {weapon.name} has shot")
    if any(shot.bolt or shot.psychic for shot in (first, weapon)):
        return None
    return Refusal(ASTARTES, "one of two Shoots has to be with a bolt pistol, boltgun or Psychic weapon")


# -- tokens --------------------------------------------------------------------------------------------------


def has_token(s: State, who: int) -> bool:
    """Whether an operative has a Poison token."""
    return TOKEN in s.marks[who]


def near(s: State, seat: Seat, enemy: int, reach: int) -> bool:
    """Whether an enemy is within a distance of some operative of a side."""
    return bool(field.those_within(s, enemy, s.present(seat), reach))


def contagious(s: State, who: int) -> ClauseId:
    """Contagion of the enemy: the clause by which it makes an operative slower and clumsier
    (KILLTEAM-C.PLM.6).

    It does where a token bearer is within 3" of a Plague Marine that sees it or is seen by it, and to
    anybody who is so to the Icon Bearer; not on top of being injured.
    """
    seat = 1 - s.side[who]
    if inforce.of_side(s, "contagion", seat) is None:
        return ""
    if stats.injured(s, who) and not hooks.ignores_injury(s, who):
        return ""
    token = has_token(s, who)
    for friend in s.present(seat):
        if not (token or "icon_of_contagion" in s.card[friend].abilities):
            continue
        if field.within(s, friend, who, CONTAGION_REACH):
            if sighting.see_each_other(s.scene, s.body(friend), s.body(who)):
                return STRATEGY
    return ""


def move_changes(s: State, who: int) -> Sequence[Change]:
    """Contagion: 2" less Move for an enemy."""
    clause = contagious(s, who)
    return ((-CONTAGION_MOVE, clause),) if clause else ()


def hit_changes(s: State, who: int) -> Sequence[Change]:
    """Contagion: the Hits of an enemy are worse by 1."""
    clause = contagious(s, who)
    return ((1, clause),) if clause else ()


# -- attacks -------------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool, retaliating: bool
) -> Iterator[Added]:
    """Lumbering Death: Ceaseless after at most 3" moved in the activation, and when retaliating (C.PLM.6)."""
    if inforce.of_side(s, "lumbering_death", s.side[who]) is None:
        return
    a = inforce.own_activation(s, who)
    if retaliating or (a is not None and a.moved <= LUMBERING):
        yield inforce.CEASELESS, STRATEGY


def curse_of_rot(s: State, who: int, enemy: int) -> bool:
    """Whether an enemy is near enough for Curse of Rot: 3", or 7" with a token (KILLTEAM-C.PLM.7)."""
    return field.within(s, who, enemy, CURSE_REACH_POISONED if has_token(s, enemy) else CURSE_REACH)


def blessing_left(s: State, champion: int) -> int:
    """How many wounds Grandfather's Blessing may still give in this turning point (KILLTEAM-C.PLM.4)."""
    for note in s.marks[champion]:
        if note.startswith("tp:blessed:"):
            return BLESSING_MOST - int(note.rpartition(":")[2])
    return BLESSING_MOST


def leech(s: State, who: int, enemy: int) -> int:
    """How many wounds at most a fighter regains as its opponent loses them (Grandfather's Blessing)."""
    if "grandfathers_blessing" not in s.card[who].abilities or not has_token(s, enemy):
        return 0
    return blessing_left(s, who)


def wounds_lost(s: State, who: int, amount: int) -> None:
    """Grandfather's Blessing: the Champion regains what a token bearer within 7" loses (KILLTEAM-C.PLM.4)."""
    if not has_token(s, who):
        return
    for champion in s.present(1 - s.side[who]):
        if "grandfathers_blessing" not in s.card[champion].abilities:
            continue
        left = blessing_left(s, champion)
        if left and field.within(s, champion, who, BLESSING_REACH):
            bless(s, champion, damage.heal(s, champion, min(left, amount), CHAMPION))


def bless(s: State, champion: int, regained: int) -> None:
    """Count what Grandfather's Blessing has given."""
    if regained:
        total = BLESSING_MOST - blessing_left(s, champion) + regained
        notes = frozenset(note for note in s.marks[champion] if not note.startswith("tp:blessed:"))
        s.marks[champion] = notes
        upkeep.mark(s, champion, f"tp:blessed:{total}")


# -- defence -------------------------------------------------------------------------------------------------


def obscured(s: State, shooter: int, target: int) -> ClauseId:
    """Cloud of Flies: wholly within 1" of a marker, more than 3" from the shooter (KILLTEAM-C.PLM.6)."""
    for marker in s.markers:
        if marker.kind == "flies" and marker.seat == s.side[target]:
            if field.wholly_near_marker(s, target, marker, FLIES_AREA):
                if not field.within(s, shooter, target, FLIES_DISTANCE):
                    return STRATEGY
    return ""


def repulsive(s: State, who: int) -> ClauseId:
    """Repulsive Fortitude: defence dice of 5+ are criticals (KILLTEAM-C.PLM.5)."""
    return CARDS if "repulsive_fortitude" in s.card[who].abilities else ""


def hardened(s: State, who: int) -> ClauseId:
    """Sickening Resilience in force on an operative (KILLTEAM-C.PLM.7)."""
    return FIREFIGHT if inforce.lies_on(s, "sickening_resilience", who) else ""


# -- markers and ploys ---------------------------------------------------------------------------------------


def control_changes(s: State, who: int) -> Sequence[Change]:
    """The Icon Bearer counts 1 APL more for the control of markers (KILLTEAM-C.PLM.5)."""
    return ((1, CARDS),) if "icon_bearer" in s.card[who].abilities else ()


def free_contagion(s: State, seat: Seat) -> ClauseId:
    """Icon of Contagion: Contagion is free while its bearer is within enemy territory (KILLTEAM-C.PLM.5)."""
    icon = inforce.bearer(s, seat, "icon_of_contagion")
    return CARDS if icon >= 0 and field.in_area(s, icon, field.own_territory(s, 1 - seat)) else ""
