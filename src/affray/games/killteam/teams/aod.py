"""Angels of Death: Astartes, Chapter Tactics, the abilities of datacards, and what ploys in force do
(KILLTEAM-C.AOD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import ClauseId
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, inforce
from affray.games.killteam.ids import TACTICS, TacticId
from affray.games.killteam.rights import Added, Change, Right
from affray.games.killteam.state import State
from affray.games.killteam.teams import astartes
from affray.games.killteam.weapons import Weapon

ASTARTES: Final = "KILLTEAM-C.AOD.1"
TACTIC: Final = "KILLTEAM-C.AOD.2"
CAPTAIN: Final = "KILLTEAM-C.AOD.3"
CARDS: Final = "KILLTEAM-C.AOD.4"
STRATEGY: Final = "KILLTEAM-C.AOD.5"
FIREFIGHT: Final = "KILLTEAM-C.AOD.6"

DOCTRINES: Final = ("devastator", "tactical", "assault")
"""The Combat Doctrines; the effect in force holds the index here (KILLTEAM-C.AOD.5)."""
DOCTRINE_RANGE = 6 * INCH
"""What parts the doctrines of shooting (KILLTEAM-C.AOD.5)."""
_ASSAULT = DOCTRINES.index("assault")
_DEVASTATOR = DOCTRINES.index("devastator")
_HASTY = ("charge", "fall_back", "reposition")
"""What spoils the aim of a Sharpshooter (KILLTEAM-C.AOD.2)."""


# -- Astartes (KILLTEAM-C.AOD.1) -----------------------------------------------------------------------------


def repeats(s: State, who: int, action: str) -> ClauseId:
    """Two Shoots or two Fights in an activation."""
    return ASTARTES if astartes.may_repeat(s, who, action) else ""


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Of two Shoots one is with a bolt weapon."""
    first = astartes.first_shot(s, who)
    if first is None or not weapon.ranged or first.bolt or weapon.bolt:
        return None
    return Refusal(ASTARTES, "one of two Shoots has to be with a bolt weapon")


# -- Chapter Tactics (KILLTEAM-C.AOD.2) ----------------------------------------------------------------------


def secondary(s: State, seat: int) -> str:
    """The secondary tactic of a side, the one of Adaptive Tactics while that is in force
    (KILLTEAM-C.AOD.5)."""
    changed = inforce.of_side(s, "adaptive_tactics", seat)
    if changed is not None:
        return TACTICS[changed.value]
    return s.tactics[seat][1] if len(s.tactics[seat]) > 1 else ""


def chosen(s: State, who: int, tactic: TacticId) -> bool:
    """Whether an operative has a tactic by its team's choice, or a sergeant by its own (Chapter Veteran)."""
    seat = s.side[who]
    tactics = s.tactics[seat]
    if not tactics:
        return False
    if tactic in (tactics[0], secondary(s, seat)):
        return True
    return len(tactics) > 2 and tactics[2] == tactic and "chapter_veteran" in s.card[who].abilities


def ignores_apl_changes(s: State, who: int) -> ClauseId:
    """Resolute."""
    return TACTIC if chosen(s, who, "resolute") else ""


def cost_changes(s: State, who: int, action: str) -> Sequence[Change]:
    """Mobile: Fall Back costs 1 AP less."""
    return ((-1, TACTIC),) if action == "fall_back" and chosen(s, who, "mobile") else ()


def charge_while_engaged(s: State, who: int) -> ClauseId:
    """Mobile: may Charge while engaged."""
    return TACTIC if chosen(s, who, "mobile") else ""


def stealthy(s: State, who: int) -> tuple[int, ClauseId]:
    """Stealthy: 1 for one of its two options, 2 for both, which a Camo Cloak with the tactic gives
    (C.AOD.4)."""
    cloak = "camo_cloak" in s.card[who].abilities
    if chosen(s, who, "stealthy"):
        return (2, CARDS) if cloak else (1, TACTIC)
    return (1, CARDS) if cloak else (0, "")


def unsaturated(s: State, who: int) -> ClauseId:
    """Camo Cloak: Saturate does nothing (KILLTEAM-C.AOD.4)."""
    return CARDS if "camo_cloak" in s.card[who].abilities else ""


def hardy(s: State, who: int) -> ClauseId:
    """Hardy: when shot, defence dice of 5+ are criticals; when retaliating, the first Normal Dmg is less."""
    return TACTIC if chosen(s, who, "hardy") else ""


def dueller(s: State, who: int) -> ClauseId:
    """Dueller: its normals can block criticals."""
    return TACTIC if chosen(s, who, "dueller") else ""


def _aims_steadily(s: State, who: int) -> bool:
    """Whether a Sharpshooter shoots in an activation without Charge, Fall Back and Reposition."""
    a = inforce.own_activation(s, who)
    return a is not None and not any(action in a.done for action in _HASTY)


# -- weapon rules --------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool, retaliating: bool
) -> Iterator[Added]:
    """What tactics (KILLTEAM-C.AOD.2) and the doctrine in force (KILLTEAM-C.AOD.5) give to a weapon."""
    if not weapon.ranged:
        if chosen(s, who, "aggressive"):
            yield inforce.RENDING, TACTIC
    else:
        if chosen(s, who, "siege_specialist"):
            yield inforce.SATURATE, TACTIC
        if weapon.bolt and chosen(s, who, "sharpshooter") and _aims_steadily(s, who):
            yield inforce.ACCURATE, TACTIC
            yield inforce.SEVERE, TACTIC
    if _doctrine_holds(s, who, enemy, fighting):
        yield inforce.BALANCED, STRATEGY


def _doctrine_holds(s: State, who: int, enemy: int, fighting: bool) -> bool:
    """Whether the doctrine in force is that of this attack (KILLTEAM-C.AOD.5)."""
    doctrine = inforce.of_side(s, "combat_doctrine", s.side[who])
    if doctrine is None:
        return False
    if fighting or doctrine.value == _ASSAULT:
        return fighting and doctrine.value == _ASSAULT
    return enemy >= 0 and field.within(s, who, enemy, DOCTRINE_RANGE) == (doctrine.value != _DEVASTATOR)


# -- attacks and damage --------------------------------------------------------------------------------------


def ignores_injury(s: State, who: int) -> ClauseId:
    """And They Shall Know No Fear (KILLTEAM-C.AOD.5)."""
    return STRATEGY if inforce.of_side(s, "know_no_fear", s.side[who]) is not None else ""


def iron_halo(s: State, who: int) -> Iterator[Right]:
    """Iron Halo: once per battle a Normal Dmg is ignored (KILLTEAM-C.AOD.3)."""
    if "iron_halo" in s.card[who].abilities and "battle:iron_halo" not in s.marks[who]:
        yield Right("iron_halo", "ignore", CAPTAIN)


def indomitus(s: State, who: int) -> Iterator[Right]:
    """Indomitus: of two failed defence dice one is retained, the other discarded (KILLTEAM-C.AOD.5)."""
    if inforce.of_side(s, "indomitus", s.side[who]) is not None:
        yield Right("indomitus", "swap", STRATEGY)


def optics(s: State, shooter: int) -> ClauseId:
    """Optics: no enemy is obscured to it (KILLTEAM-C.AOD.4)."""
    return CARDS if inforce.lies_on(s, "optics", shooter) else ""


def heroic(s: State, seat: int, *, of_captain: bool, who: int) -> int:
    """The Captain whose Heroic Leader can be used now; -1: none (KILLTEAM-C.AOD.3).

    `of_captain`: for a ploy whose operative it has to be itself, and `who` is that operative; else it has to
    be in the killzone and not engaged.
    """
    captain = inforce.bearer(s, seat, "heroic_leader")
    if captain < 0 or "tp:heroic_leader" in s.used[seat]:
        return -1
    if of_captain:
        return captain if who == captain else -1
    return -1 if field.is_engaged(s, captain) else captain
