"""What operatives could do to one another, roughly: who may shoot or reach whom, and what that would cost.

Dice alone are counted: no rerolls, ploys or abilities. Whether a target is valid the rules say.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH
from affray.games.killteam import field
from affray.games.killteam.state import Effect, Marker, State
from affray.games.killteam.weapons import Weapon

CHARGE = 2 * INCH
"""A Charge goes so far beyond the Move (KILLTEAM-C.ACT.4)."""
DEFENCE = 3
"""Defence dice (KILLTEAM-SSEQ.12)."""
MOST = 20_000
"""Pairs that are kept."""


@lru_cache(maxsize=1 << 14)
def toll(weapon: Weapon, save: int, wounds: int) -> tuple[float, float]:
    """Expected wounds lost, and the chance to lose all, by one attack on somebody with so many wounds.

    In melee nothing is saved, but half of the successes are taken up by parries.
    """
    defence = _dice(max(0, DEFENCE - weapon.piercing), save, 6) if weapon.ranged else {(0, 0): 1.0}
    lost = killed = 0.0
    for (normals, criticals), p in _dice(weapon.atk, weapon.hit, weapon.lethal).items():
        for (saves, best), q in defence.items():
            stopped = min(criticals, best)
            damage = (criticals - stopped) * weapon.critical + criticals * weapon.devastating
            damage += max(0, normals - saves - best + stopped) * weapon.normal
            if not weapon.ranged:
                damage //= 2
            lost += p * q * min(damage, wounds)
            killed += p * q * (damage >= wounds)
    return lost, killed


@lru_cache(maxsize=512)
def _dice(count: int, least: int, critical: int) -> dict[tuple[int, int], float]:
    """Normal and critical successes of some dice with their probabilities."""
    c = (7 - critical) / 6
    n = max(0, critical - least) / 6
    found = {}
    for criticals in range(count + 1):
        for normals in range(count + 1 - criticals):
            ways = comb(count, criticals) * comb(count - criticals, normals)
            rest = count - criticals - normals
            found[normals, criticals] = ways * c**criticals * n**normals * (1 - c - n) ** rest
    return found


def worth(wounds: float, killed: float, full: int) -> float:
    """What an attack takes away, in operatives: half of one lies in its wounds, half in its life."""
    return wounds / (2 * full) + killed / 2


class Pair(NamedTuple):
    """How an operative stands to an enemy: the gap in units, and the best shot and blow in operatives."""

    gap: int
    shot: float
    blow: float


Known: TypeAlias = dict[tuple[Hashable, ...], Pair]


@lru_cache(maxsize=64)
def known_pairs(scene: Scene, effects: tuple[Effect, ...], markers: tuple[Marker, ...]) -> Known:
    """What has been found out about pairs while these things were in force; `pair` fills it."""
    return {}


def pair(s: State, who: int, enemy: int, known: Known) -> Pair:
    """How an operative stands to an enemy. Looked up where nothing that it rests on has changed: a choice
    among many moves asks for the same pairs again and again."""
    key = (
        s.weapons[who], s.card[who], s.x[who], s.y[who], s.z[who], s.wounds[who], s.marks[who],
        s.weapons[enemy], s.card[enemy], s.x[enemy], s.y[enemy], s.z[enemy], s.wounds[enemy], s.marks[enemy],
        s.engage[enemy], s.engage[who],
    )  # fmt: skip
    found = known.get(key)
    if found is None:
        if len(known) >= MOST:
            known.clear()
        found = Pair(field.distance(s, who, enemy), shot(s, who, enemy), blow(s, who, enemy))
        known[key] = found
    return found


def shot(s: State, shooter: int, target: int) -> float:
    """The best that a shooter can do to a target from where it stands, in operatives; 0 if nothing."""
    best = 0.0
    card = s.card[target]
    reachable = None
    for weapon in s.weapons[shooter]:
        if not weapon.ranged or (
            weapon.range is not None and not field.within(s, shooter, target, weapon.range)
        ):
            continue
        if reachable is None:
            reachable = field.valid_target(s, shooter, target)
        if not reachable:
            return 0.0
        best = max(best, worth(*toll(weapon, card.save, s.wounds[target]), card.wounds))
    return best


def blow(s: State, attacker: int, target: int) -> float:
    """The best that an attacker in reach of a Charge can do at close quarters, less what comes back."""
    if not field.within(s, attacker, target, s.card[attacker].move + CHARGE):
        return 0.0
    there = _melee(s, attacker, target)
    return max(0.0, there - _melee(s, target, attacker) / 2)


def _melee(s: State, attacker: int, target: int) -> float:
    card = s.card[target]
    return max(
        (
            worth(*toll(w, card.save, s.wounds[target]), card.wounds)
            for w in s.weapons[attacker]
            if not w.ranged
        ),
        default=0.0,
    )
