"""The terms of a shooting sequence: everything in force that its dice depend on (KILLTEAM-C.SH)."""

from __future__ import annotations

from typing import NamedTuple

from affray.engine.requests import ClauseId
from affray.games.killteam import damage, hooks, stats
from affray.games.killteam.arms import Arm
from affray.games.killteam.asking import with_places
from affray.games.killteam.pools import EVERY_FACE, REROLLS, RETAINS, THREES, scale_of
from affray.games.killteam.rights import Defence, Right
from affray.games.killteam.sequences import affordable, command_reroll, to_spend, weapon_rights
from affray.games.killteam.state import State
from affray.games.killteam.volley import Terms

DEFENCE_DICE = 3
"""KILLTEAM-SSEQ.12, KILLTEAM-R.26"""
REDUCTIONS = frozenset({"ignore", "harden"})
ROT = frozenset({"rot"})


class Shelter(NamedTuple):
    """What terrain gives a target."""

    cover: bool = False
    """A cover save, Saturate apart (KILLTEAM-C.LOS.10)."""
    obscured: bool = False
    improved: bool = False
    """The cover save may be a critical, or two (KILLTEAM-C.TER.3)."""


OPEN = Shelter()


class Reasons(NamedTuple):
    """Where the terms of a sequence come from, for those who want to know."""

    hit: int
    save: int
    covered: bool
    """A cover save is possible."""
    gained: tuple[tuple[str, ClauseId], ...]
    """Weapon rules that were gained, and the clauses that give them."""
    attack: tuple[ClauseId, ...]
    """Clauses at work in the attack roll."""
    defence: tuple[ClauseId, ...]
    """Clauses at work in the defence roll."""
    saves: tuple[ClauseId, ...]
    """Clauses at work in what is retained unrolled."""


def terms_of(
    s: State, shooter: int, target: int, arm: Arm, hit: int, shelter: Shelter
) -> tuple[Terms, tuple[int, int], Reasons]:
    """The terms of a sequence, the CP that each side has to spend in it, and the reasons.

    `hit` as it was when the action began (KILLTEAM-R.17).
    """
    weapon = arm.weapon
    attacker, defender = s.side[shooter], s.side[target]
    opposed = attacker != defender
    own_cp, other_cp = s.cp[attacker], s.cp[defender]

    mine = weapon_rights(arm)
    plain = len(mine)
    mine += hooks.attack_rights(s, shooter, weapon, target)
    mine += command_reroll(s, attacker)
    mine += [right for right in hooks.spoiling_rights(s, shooter, target) if right.kind == "rot"]
    mine = affordable(mine, own_cp)

    guard = hooks.defence(s, target, shooter, weapon, cover=shelter.cover)
    cover = shelter.cover and not (arm.saturate and not guard.unsaturated)
    if shelter.cover and not cover:
        guard = hooks.defence(s, target, shooter, weapon, cover=False)
    tough = hooks.toughness(s, target, shooter)
    theirs = [*guard.rights, *command_reroll(s, defender), *tough.rights]
    theirs = affordable(theirs, other_cp)

    split = len(mine)
    rights: tuple[Right, ...] = (*mine, *theirs)
    save = stats.save(s, target, cover=cover).value
    rot = with_places(mine, ROT, 0)
    numbers = any(right.kind == "reroll_number" for right in mine)
    guard_numbers = any(right.kind == "reroll_number" for right in theirs)
    extra = 1 if arm.toxic and damage.has_token(s, target) else 0
    terms = Terms(
        seats=(attacker, defender),
        rights=rights,
        split=split,
        paid=sum(1 << i for i in range(plain, len(rights)) if not rights[i].many),
        atk=weapon.atk,
        attack=scale_of(hit, arm.lethal, EVERY_FACE if numbers else ()),
        again=scale_of(hit, arm.lethal),
        accurate=arm.accurate,
        attack_rerolls=with_places(mine, REROLLS, 0),
        attack_retains=() if shelter.obscured else with_places(mine, RETAINS, 0),
        obscured=shelter.obscured,
        triggers=bool(arm.devastating or arm.stun),
        normal=weapon.normal + extra,
        critical=weapon.critical + extra,
        brutal=arm.brutal,
        pool=_pool(s, shooter, target, arm.piercing),
        pool_critical=_pool(s, shooter, target, max(arm.piercing, arm.piercing_crits)),
        saves=unrolled_saves(guard, cover, shelter.improved),
        defence=scale_of(save, guard.critical_from, EVERY_FACE if guard_numbers else THREES if rot else ()),
        guard=scale_of(save, guard.critical_from),
        defence_rerolls=with_places(theirs, REROLLS, split),
        defence_retains=with_places(theirs, RETAINS, split),
        rot=rot,
        reduce=with_places(theirs, REDUCTIONS, split),
        less=bool(tough.less),
        resilient=bool(tough.resilient),
        hardened=bool(tough.hardened),
    )
    spend = to_spend(mine, own_cp, weapon.atk), to_spend(theirs, other_cp, DEFENCE_DICE)
    if not opposed:
        # One purse, which the attack dice come to first (KILLTEAM-R.36).
        spend = min(own_cp, sum(spend)), 0
    reasons = Reasons(
        hit, save, cover, arm.clauses, _attack_reasons(arm, extra),
        _defence_reasons(s, shooter, target, arm, guard, terms), _save_reasons(guard, shelter),
    )  # fmt: skip
    return terms, spend, reasons


def _attack_reasons(arm: Arm, extra: int) -> tuple[ClauseId, ...]:
    """What is at work in the attack roll besides the Hit."""
    found: list[ClauseId] = []
    if arm.lethal < 6:
        found += arm.cites("lethal", "KILLTEAM-C.WR.LETHAL")
    if extra:
        found.append("KILLTEAM-C.WR.TOXIC")
    return tuple(found)


def _defence_reasons(
    s: State, shooter: int, target: int, arm: Arm, guard: Defence, terms: Terms
) -> tuple[ClauseId, ...]:
    """What is at work in the defence roll besides the Save."""
    found: list[ClauseId] = []
    if terms.pool_critical < DEFENCE_DICE:
        found += [*arm.cites("piercing", "KILLTEAM-C.WR.PIERCING"), "KILLTEAM-R.25"]
        cap = hooks.piercing_cap(s, shooter, target)
        if cap is not None:
            found.append(cap[1])
    if arm.saturate:
        found += [guard.unsaturated] if guard.unsaturated else arm.cites("saturate", "KILLTEAM-C.WR.SATURATE")
    if guard.critical_from < 6:
        found.append(guard.critical_clause)
    return tuple(found)


def _save_reasons(guard: Defence, shelter: Shelter) -> tuple[ClauseId, ...]:
    """What is at work in what is retained unrolled."""
    found: list[ClauseId] = ["KILLTEAM-C.SH.6"]
    if shelter.improved:
        found.append("KILLTEAM-C.TER.3")
    if guard.more_cover:
        found.append(guard.cover_clause)
    if guard.unrolled:
        found.append(guard.unrolled_clause)
    return tuple(found)


def _pool(s: State, shooter: int, target: int, piercing: int) -> int:
    """Defence dice: three, fewer by Piercing alone (KILLTEAM-R.25, KILLTEAM-R.26)."""
    if piercing > 1:
        cap = hooks.piercing_cap(s, shooter, target)
        if cap is not None:
            piercing = min(piercing, cap[0])
    return max(0, DEFENCE_DICE - piercing)


def unrolled_saves(guard: Defence, cover: bool, improved: bool) -> tuple[tuple[int, int], ...]:
    """Normals and criticals that the defender may retain unrolled, best first; empty: none at all.

    One cover save (KILLTEAM-SSEQ.15); where it is improved, by Vantage or by a rule of the team but not by
    both, one more or one as a critical; and what is retained in cover or not.
    """
    choices = {(0, 0)}
    if cover:
        choices.add((1, 0))
        if improved or guard.more_cover:
            choices |= {(2, 0), (0, 1)}
        if guard.more_cover == 2:
            choices.add((1, 1))
    found = {
        (normals + more, criticals) for normals, criticals in choices for more in range(guard.unrolled + 1)
    }
    if len(found) == 1:
        return ()
    return tuple(sorted(found, key=lambda laid: (-sum(laid), -laid[1])))
