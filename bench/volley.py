"""One pool attack of a Kill Team kind as a ruleset of its own, and the same question put to `dyce`.

Six dice hit on 3+ and score a critical on 6; the target saves with three dice on 4+, critically on 6. A
critical save blocks any hit, a normal save a normal hit, two normal saves a critical; the target blocks so as
to lose least.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from typing import Any

from affray.engine.events import Event
from affray.engine.game import Result
from affray.engine.odds import odds_of
from affray.engine.requests import Die, Procedure, Roll

D6 = Die(6)
ATTACKS, SAVES = 6, 3
HITS = D6.bands(2, 5)
"""Misses 1–2, normal hits 3–5, criticals 6."""
BLOCKS = D6.bands(3, 5)
"""Failed saves 1–3, normal saves 4–5, critical saves 6."""
NORMAL_DAMAGE, CRITICAL_DAMAGE = 3, 4


@cache
def damage(normals: int, criticals: int, normal_saves: int, critical_saves: int) -> int:
    """The least damage that the saves can leave."""
    best = NORMAL_DAMAGE * normals + CRITICAL_DAMAGE * criticals
    for on_criticals in range(min(criticals, critical_saves) + 1):
        for pairs in range(min(criticals - on_criticals, normal_saves // 2) + 1):
            spare = critical_saves - on_criticals + normal_saves - 2 * pairs
            hurt = CRITICAL_DAMAGE * (criticals - on_criticals - pairs)
            best = min(best, hurt + NORMAL_DAMAGE * max(0, normals - spare))
    return best


class Volley:
    """The state: how much damage came through, or None while the attack is to be made."""

    __slots__ = ("damage", "log")

    def __init__(self, done: int | None = None) -> None:
        self.damage = done
        self.log: list[Event] | None = None

    def copy(self) -> Volley:
        return Volley(self.damage)

    def digest(self) -> str:
        return str(self.damage)


class VolleyGame:
    """As much of a ruleset as odds need."""

    def step(self, s: Volley) -> Procedure[None]:
        hits = yield Roll(ATTACKS, HITS, "attack")
        saves = yield Roll(SAVES, BLOCKS, "defence")
        s.damage = damage(hits[1], hits[2], saves[1], saves[2])

    def result(self, s: Volley) -> Result | None:
        return None

    def settled(self, start: Volley, now: Volley) -> bool:
        return now.damage is not None

    def outcome(self, start: Volley, now: Volley) -> Hashable:
        return now.damage

    def facet(self, start: Volley, now: Volley) -> Hashable:
        return now.damage

    def measure(self, s: Volley) -> tuple[int, ...]:
        return ()


GAME: Any = VolleyGame()


def by_affray() -> dict[int, Fraction]:
    """The distribution of damage by the engine's odds."""
    found = odds_of(GAME, [(1, Volley())], (), budget=10_000, samples=0)
    assert found.exact
    return dict(found.outcomes)  # type: ignore[arg-type]  # the outcomes are the damage


def dyce_query() -> Callable[[], dict[int, Fraction]]:
    """The same question for `dyce`, with dice that show bands as well (it would be slower with faces)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from dyce import H, P, expand

    attacks = ATTACKS @ P(H({0: 2, 1: 3, 2: 1}))
    saves = SAVES @ P(H({0: 3, 1: 2, 2: 1}))

    def through(attack: Any, defence: Any) -> int:
        hits, blocks = attack.roll, defence.roll
        return damage(hits.count(1), hits.count(2), blocks.count(1), blocks.count(2))

    def ask() -> dict[int, Fraction]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = expand(through, attacks, saves, min_path_probability=Fraction(0))
        return {face: Fraction(count, found.total) for face, count in found.items()}

    return ask
