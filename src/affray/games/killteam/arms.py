"""Weapons as they are used: the printed profile and all rules in force, and which may be used now (C.WR)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from affray.boards.plane.solids import inside, within
from affray.engine.requests import ClauseId
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, hooks
from affray.games.killteam.rights import Added
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon, WeaponRule, inch_text

MOVES = frozenset({"reposition", "dash", "fall_back", "charge", "grapple", "grappling_hook"})
"""Ids of the actions by which an operative moves, as Heavy sees it (KILLTEAM-C.WR.HEAVY, KILLTEAM-R.33)."""
SHOT = "battle:shot"
"""Note of an operative that has shot in this battle."""
CONFINED_LETHAL = 5
"""Lethal of Blast and Torrent in the confines of a stronghold (KILLTEAM-C.MAP.CONFINED_BLAST)."""


class Arm(NamedTuple):
    """A weapon profile with every rule in force in one sequence."""

    weapon: Weapon
    accurate: int
    balanced: bool
    blast: int | None
    brutal: bool
    ceaseless: bool
    devastating: int
    devastating_range: int | None
    hot: bool
    lethal: int
    piercing: int
    piercing_crits: int
    poison: bool
    punishing: bool
    range: int | None
    relentless: bool
    rending: bool
    saturate: bool
    seek: bool
    seek_light: bool
    severe: bool
    shock: bool
    silent: bool
    stun: bool
    torrent: int | None
    toxic: bool
    clauses: tuple[tuple[str, ClauseId], ...] = ()
    """By the name of a rule that was gained: the clause that gives it."""

    def cites(self, rule: str, clause: ClauseId) -> tuple[ClauseId, ...]:
        """The clause of a rule, and of those that gave it if it was gained."""
        return (clause, *(given for name, given in self.clauses if name == rule))


_FLAGS = (
    "balanced", "brutal", "ceaseless", "poison", "punishing", "relentless", "rending", "saturate", "seek",
    "seek_light", "severe", "shock", "silent", "stun", "toxic",
)  # fmt: skip


@lru_cache(maxsize=4096)
def armed(weapon: Weapon, added: tuple[Added, ...] = ()) -> Arm:
    """A weapon with rules it has gained. Of two alike the better counts; Accurate twice is Accurate 2."""
    values = {name: getattr(weapon, name) for name in Arm._fields if name not in ("weapon", "clauses")}
    for rule, _ in added:
        _add(values, rule)
    return Arm(weapon, **values, clauses=tuple((rule.name, clause) for rule, clause in added))


def _add(values: dict[str, Any], rule: WeaponRule) -> None:
    """Put one more rule among the values of a weapon."""
    name = rule.name
    if name in _FLAGS and name != "silent":
        values[name] = True
    elif name == "accurate":
        values[name] = 2 if values[name] else rule.x
    elif name == "lethal":
        values[name] = min(values[name], rule.x)
    elif name in ("piercing", "piercing_crits"):
        values[name] = max(values[name], rule.x)
    elif name == "devastating":
        if rule.x > values[name]:
            values[name] = rule.x
            values["devastating_range"] = rule.reach
    elif name in ("blast", "torrent", "range"):
        values[name] = rule.reach
    else:
        raise ValueError(f"weapons do not gain {name}")


def arm_of(
    s: State, who: int, weapon: Weapon, enemy: int = -1, *, fighting: bool = False, retaliating: bool = False,
    height: int = 0,
) -> Arm:  # fmt: skip
    """A weapon with the rules that its operative and the enemy give it. `height`: Accurate from Vantage
    (KILLTEAM-C.TER.3)."""
    added = tuple(hooks.weapon_rules(s, who, weapon, enemy, fighting=fighting, retaliating=retaliating))
    if height:
        added = (*added, (WeaponRule("accurate", height), "KILLTEAM-C.TER.3"))
    if enemy >= 0 and not fighting and (weapon.blast is not None or weapon.torrent is not None):
        if "confined_blast" in s.map.rules and _confined(s, enemy):
            added = (*added, (WeaponRule("lethal", CONFINED_LETHAL), "KILLTEAM-C.MAP.CONFINED_BLAST"))
    return armed(weapon, added)


def _confined(s: State, who: int) -> bool:
    """Whether an operative is wholly inside a stronghold, on the floor (KILLTEAM-C.MAP.CONFINED_BLAST)."""
    return s.z[who] == 0 and in_stronghold(s, who)


def in_stronghold(s: State, who: int) -> bool:
    """Whether an operative is wholly inside the footprint of a stronghold, at any level."""
    return any(inside(s.x[who], s.y[who], s.card[who].radius, area) for area in s.map.strongholds)


# -- what an operative has -----------------------------------------------------------------------------------


def melee_weapons(s: State, who: int) -> list[Weapon]:
    """The melee profiles of an operative (KILLTEAM-FSEQ.8)."""
    return [weapon for weapon in s.weapons[who] if not weapon.ranged]


def find(s: State, who: int, weapon_id: str | None, ranged: bool) -> Weapon | None:
    """The weapon of an operative by its id; without an id the only one of its kind. None if there is none."""
    kind = [weapon for weapon in s.weapons[who] if weapon.ranged == ranged]
    if weapon_id is None:
        return kind[0] if len(kind) == 1 else None
    return next((weapon for weapon in kind if weapon.id == weapon_id), None)


def missing(s: State, who: int, weapon_id: str | None, ranged: bool) -> Refusal:
    """Why `find` found nothing."""
    clause = "KILLTEAM-SSEQ.6" if ranged else "KILLTEAM-FSEQ.8"
    kind = "ranged" if ranged else "melee"
    name = s.names[who]
    own = [weapon.title for weapon in s.weapons[who] if weapon.ranged == ranged]
    if not own:
        return Refusal("KILLTEAM-R.24" if ranged else clause, f"{name} has no {kind} weapon")
    if weapon_id is None:
        return Refusal(clause, f"{name} has several {kind} weapons: name one of {', '.join(own)}")
    return Refusal(clause, f"{name} has no such {kind} weapon, but {', '.join(own)}")


# -- what may be used ----------------------------------------------------------------------------------------


def order_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Why an operative's order keeps it from shooting (KILLTEAM-SHOOT.2, KILLTEAM-C.WR.SILENT). No weapon
    gains Silent."""
    if order_allows(s, who, weapon):
        return None
    return Refusal("KILLTEAM-SHOOT.2", f"{s.names[who]} has a Conceal order")


def order_allows(s: State, who: int, weapon: Weapon) -> bool:
    """Whether an operative's order lets it shoot with a weapon: Engage does, else Silent is needed."""
    return s.engage[who] or weapon.silent


def engaged_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Why an engaged operative does not shoot (KILLTEAM-SHOOT.3)."""
    if hooks.shoots_while_engaged(s, who, weapon) or not field.is_engaged(s, who):
        return None
    return Refusal("KILLTEAM-SHOOT.3", f"{s.names[who]} is within control range of an enemy")


def weapon_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot be used now, whatever the target (KILLTEAM-C.SH.1)."""
    name = s.names[who]
    a = activation.record(s, who)
    if weapon.heavy and a is not None:
        for action in a.done:
            if action in MOVES and action != weapon.heavy:
                reason = f"{name} has moved: {action.replace('_', ' ').title()}"
                return Refusal("KILLTEAM-C.WR.HEAVY", reason)
    if weapon.limited and limited_used(s, who, weapon) >= weapon.limited:
        return Refusal("KILLTEAM-C.WR.LIMITED", f"{name} has used the {weapon.name} {weapon.limited} time(s)")
    if weapon.first_shoot and SHOT in s.marks[who]:
        return Refusal("KILLTEAM-C.SH.1", f"{name} has shot in this battle already")
    if weapon.detonate and mine_of(s, who) is None:
        return Refusal("KILLTEAM-C.DKK.5", "the Mine marker is not in the killzone")
    return hooks.attack_refusal(s, who, weapon)


def heavy_refusal(s: State, who: int, action: str) -> Refusal | None:
    """Why an operative cannot move by an action after it has used a Heavy weapon (KILLTEAM-C.WR.HEAVY)."""
    a = activation.record(s, who)
    if a is None or not a.weapons or action not in MOVES:
        return None
    for weapon in s.weapons[who]:
        if weapon.heavy and weapon.id in a.weapons and action != weapon.heavy:
            reason = f"{s.names[who]} has used the {weapon.title}, which is Heavy"
            return Refusal("KILLTEAM-C.WR.HEAVY", reason)
    return None


def range_refusal(s: State, who: int, enemy: int, arm: Arm) -> Refusal | None:
    """Why a target is out of a weapon's range (KILLTEAM-C.WR.RANGE)."""
    if arm.range is None or within(s.disc(who), s.disc(enemy), arm.range):
        return None
    reason = f'{s.names[enemy]} is more than {inch_text(arm.range)}" from {s.names[who]}'
    return Refusal("KILLTEAM-C.WR.RANGE", reason)


def limited_used(s: State, who: int, weapon: Weapon) -> int:
    """How often an operative has used a Limited weapon (KILLTEAM-C.WR.LIMITED)."""
    return sum(note.startswith(f"battle:limited:{weapon.group}:") for note in s.marks[who])


def mine_of(s: State, who: int) -> int | None:
    """The place of the side's remote Mine marker in the list of markers, if it lies in the killzone."""
    for index, marker in enumerate(s.markers):
        if marker.kind == "remote_mine" and marker.seat == s.side[who] and marker.carrier < 0:
            return index
    return None


def repeat_cost(s: State, who: int, weapon: Weapon) -> int:
    """AP on top for the second Shoot with the same weapon (KILLTEAM-C.AOD.1)."""
    if not weapon.repeat_cost:
        return 0
    a = activation.record(s, who)
    if a is None:
        return 0
    again = any(each.id in a.weapons for each in s.weapons[who] if each.group == weapon.group)
    return weapon.repeat_cost if again else 0


def usable_ranged(s: State, who: int) -> Iterator[Weapon]:
    """The ranged profiles with which an operative could Shoot now, engagement and targets left aside."""
    for weapon in s.weapons[who]:
        if weapon.ranged and order_allows(s, who, weapon):
            if weapon_refusal(s, who, weapon) is None:
                yield weapon


def weapon_of(s: State, who: int, weapon_id: str) -> Weapon:
    """A weapon of an operative by its id."""
    return next(weapon for weapon in s.weapons[who] if weapon.id == weapon_id)
