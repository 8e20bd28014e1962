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


class Budget(NamedTuple):
    """What of CP and rights used has to be told apart.

    If it is `thrifty`, only what can still be spent, and the rights used that leave more behind than less CP:
    `traces`, bits of rights.
    """

    traces: int
    thrifty: bool

    def left(self, later: Pairs, cp: int, used: int) -> tuple[int, int]:
        """CP and rights used of a side as far as they matter, with these of its rights still to come."""
        if not self.thrifty:
            return cp, used & (self.traces | _bits(twins for _, _, twins in later))
        live = [right for _, right in usable(later, used, cp)]
        if not any(right.many for right in live):
            cp = min(cp, sum(right.cost for right in live))
        return cp, used & (self.traces | _bits(twins for _, right, twins in later if right.cost <= cp))


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
        budget: Budget,
        sparing: bool,
    ) -> None:
        """`later`: rights that come after re-rolls; `again`: the scales of a re-roll, plain and dulled."""
        self._rights = rights
        self._rerolls = rerolls
        self._later = later
        self._again = again
        self._budget = budget
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
        essential = Pool(dice, dulled, *self._budget.left(self._rerolls + self._later, cp, used))
        at = self._numbers.get(essential)
        if at is None:
            at = self._numbers[essential] = len(self._pools)
            self._pools.append(essential)
            self.able.append(bool(rights) and any(dice.fresh))
            hand = Kept(hand_of(dice), dulled, *self._budget.left(self._later, cp, used))
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
            found = self._ways[at] = [self._way(pool, pick) for pick in again], usual
        return found

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
