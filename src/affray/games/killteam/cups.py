"""Dice of one side that may be re-rolled, as odds see them: whatever comes to the same is one pool.

The rules of re-rolls are those of `pools`; here their outcomes are only collected and numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from affray.engine.requests import band_outcomes
from affray.games.killteam.asking import Pairs, usable
from affray.games.killteam.pools import COARSE, Dice, Hand, Pick, Scale, hand_of, picks, usual_reroll
from affray.games.killteam.rights import Right


class Means:
    """What of a side's CP and of its rights used has to be told apart, with some of its rights still to come.

    If it is `thrifty`, only what can still be spent, and the rights used that leave more behind than less CP:
    `traces`, bits of rights.
    """

    __slots__ = ("_known", "_later", "_thrifty", "_traces")

    def __init__(self, later: Pairs, traces: int, thrifty: bool) -> None:
        self._later = later
        self._traces = traces
        self._thrifty = thrifty
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def left(self, cp: int, used: int) -> tuple[int, int]:
        """CP and rights used as far as they matter."""
        found = self._known.get((cp, used))
        if found is None:
            found = self._known[cp, used] = self._left(cp, used)
        return found

    def _left(self, cp: int, used: int) -> tuple[int, int]:
        later = self._later
        if not self._thrifty:
            return cp, used & (self._traces | _bits(twins for _, _, twins in later))
        live = [right for _, right in usable(later, used, cp)]
        rest = cp if any(right.many for right in live) else min(cp, sum(right.cost for right in live))
        return rest, used & (self._traces | _bits(twins for _, right, twins in later if right.cost <= rest))


def _bits(found: Iterable[int]) -> int:
    return reduce(or_, found, 0)


class Pool(NamedTuple):
    """Dice of a side with what it may still spend on them. `dulled`: its results below 6 are no criticals."""

    dice: Dice
    dulled: bool
    cp: int
    used: int


class Kept(NamedTuple):
    """Dice of a side that is through with re-rolls, and what it may still spend."""

    hand: Hand
    dulled: bool
    cp: int
    used: int


class Way(NamedTuple):
    """A re-roll: the right it is made by, and the number of what it may lead to among the `throws` of the
    cup."""

    right: Right
    throw: int


Throw: TypeAlias = tuple[tuple[int, int], ...]
"""The pools that a re-roll may lead to, with their weights."""


class Cup:
    """The pools of one side, each known by its number."""

    def __init__(
        self,
        rights: tuple[Right, ...],
        rerolls: Pairs,
        later: Pairs,
        again: tuple[Scale, Scale],
        traces: int,
        thrifty: bool,
        sparing: bool,
    ) -> None:
        """`later`: rights that come after re-rolls; `again`: the scales of a re-roll, plain and dulled; for
        `traces` and `thrifty` see `Means`."""
        self._rights = rights
        self._rerolls = rerolls
        self._again = again
        self._traces = traces
        self._means = Means(rerolls + later, traces, thrifty)
        self._means_after = Means(later, traces, thrifty)
        self._sparing = sparing
        self._numbers: dict[Pool, int] = {}
        self._met: dict[Pool, int] = {}
        self._pools: list[Pool] = []
        self._ways: dict[int, tuple[list[Way], int]] = {}
        self.throws: list[Throw] = []
        """What re-rolls may lead to; those that lead to the same are one."""
        self._thrown: dict[tuple[Pool, int] | Throw, int] = {}
        self.able: list[bool] = []
        """Whether the dice of each pool may be re-rolled."""
        self.hands: list[Kept] = []
        self.kept: list[int] = []
        """The place in `hands` of what each pool is if nothing is re-rolled."""
        self._places: dict[Kept, int] = {}

    def put(self, dice: Dice, dulled: bool, cp: int, used: int) -> int:
        """The number of a pool."""
        pool = Pool(dice, dulled, cp, used)
        at = self._met.get(pool)
        if at is None:
            at = self._met[pool] = self._number(pool)
        return at

    def _number(self, pool: Pool) -> int:
        dice, dulled, cp, used = pool
        rights = [right for _, right in usable(self._rerolls, used, cp)]
        dice = essence(dice, rights, cp, self._sparing)
        essential = Pool(dice, dulled, *self._means.left(cp, used))
        at = self._numbers.get(essential)
        if at is None:
            at = self._numbers[essential] = len(self._pools)
            self._pools.append(essential)
            self.able.append(bool(rights) and any(dice.fresh))
            hand = Kept(hand_of(dice), dulled, *self._means_after.left(cp, used))
            place = self._places.setdefault(hand, len(self.hands))
            if place == len(self.hands):
                self.hands.append(hand)
            self.kept.append(place)
        return at

    def ways(self, at: int) -> tuple[list[Way], int]:
        """All ways to re-roll dice of a pool, and which of them is the default policy's; -1: none."""
        found = self._ways.get(at)
        if found is None:
            dice, _, cp, used = pool = self._pools[at]
            again = list(picks(dice, usable(self._rerolls, used, cp), self._sparing))
            usual = usual_reroll(again, dice, self._rights)
            better = [at for at, pick in enumerate(again) if at == usual or not self._wasteful(pick, again)]
            ways = [self._way(pool, again[at]) for at in better]
            found = self._ways[at] = ways, better.index(usual) if usual >= 0 else -1
        return found

    def _wasteful(self, pick: Pick, again: Sequence[Pick]) -> bool:
        """Whether CP are paid for what can be had for nothing. Whoever pays later instead is no worse off."""
        if not self._rights[pick.right].cost:
            return False
        return any(
            other.picked == pick.picked and not self._rights[other.right].cost
            and not self._traces >> other.right & 1
            and self._rights[pick.right].kind == self._rights[other.right].kind == "reroll_one"
            for other in again
        )  # fmt: skip

    def _way(self, pool: Pool, pick: Pick) -> Way:
        right = self._rights[pick.right]
        cp, used = pool.cp - right.cost, pool.used if right.many else pool.used | 1 << pick.right
        rest = Pool(pool.dice.without(pick.picked), pool.dulled, cp, used), sum(pick.picked)
        at = self._thrown.get(rest)
        if at is None:
            at = self._thrown[rest] = self._throw(*rest)
        return Way(right, at)

    def _throw(self, rest: Pool, count: int) -> int:
        """The number of what so many dice make of the rest of a pool."""
        scale = self._again[rest.dulled]
        weights: dict[int, int] = {}
        for counts, weight in band_outcomes(count, scale.bands):
            at = self.put(rest.dice.rerolled(counts, scale.grades), rest.dulled, rest.cp, rest.used)
            weights[at] = weights.get(at, 0) + weight
        throw = tuple(weights.items())
        number = self._thrown.setdefault(throw, len(self.throws))
        if number == len(self.throws):
            self.throws.append(throw)
        return number


def essence(dice: Dice, rights: Sequence[Right], cp: int, sparing: bool) -> Dice:
    """The dice as far as they matter to a side with these rights to re-roll; `sparing`: it keeps criticals,
    and prefers a worse die to a better one."""
    if not rights:
        return Dice((0, 0, 0), COARSE, dice.graded(), dice.laid)
    if not any(right.kind == "reroll_number" for right in rights):
        dice = dice.coarse()
    if not sparing:
        return dice
    dice = dice.settled()
    if all(right.kind == "reroll_one" for right in rights):
        paid = sum(cp // right.cost if right.cost else sum(dice.fresh) for right in rights if right.many)
        dice = dice.fixed(paid + sum(not right.many for right in rights))
    return dice
