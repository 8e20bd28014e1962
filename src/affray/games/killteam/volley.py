"""A shooting sequence on figures alone, from the attack dice to the damage (KILLTEAM-C.SH.3 to
KILLTEAM-C.SH.8).

`ask` tells what comes next, `rolled` what dice make of the figures; an `Offer` carries the figures that
follow each choice. Figures of which `ask` wants nothing are for the state to deal with: `Triggered`, `Owed`
and `Done`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Counts, Seat
from affray.games.killteam.actions.attack_choices import KEEP, blocks, saves, set_aside, use
from affray.games.killteam.asking import ATTACK, DEFENCE, Ask, Offer, Pairs, Toss, charged, usable
from affray.games.killteam.pools import (
    COARSE,
    Dice,
    Hand,
    Scale,
    block_results,
    hand_of,
    picks,
    reroll_of,
    retains,
    rotten,
    threes_of,
    usual_reroll,
)
from affray.games.killteam.rights import Right

RESILIENCE = Scale((3, 6), (0, 1))
"""A D6 of 4+ makes a die hurt less (KILLTEAM-C.PLM.3)."""
RESISTED = 3
"""Damage of a die from which it is lessened (KILLTEAM-C.PLM.3, KILLTEAM-C.DKK.3)."""


class Terms(NamedTuple):
    """What stays the same through one sequence."""

    seats: tuple[Seat, Seat]
    """Who chooses for the attack and for the defence; one seat twice if a friend is hit (KILLTEAM-R.36)."""
    rights: tuple[Right, ...]
    """All rights of both sides; figures refer to them by their places."""
    split: int
    """The place of the defender's first right."""
    paid: int
    """Bits of the rights whose use has to be booked with the state."""
    atk: int
    attack: Scale
    """Of the attack roll."""
    again: Scale
    """Of attack dice rolled once more."""
    accurate: int
    attack_rerolls: Pairs
    attack_retains: Pairs
    obscured: bool
    triggers: bool
    """Retained criticals do something with the state at once (Devastating, Stun)."""
    normal: int
    critical: int
    brutal: bool
    pool: int
    """Defence dice."""
    pool_critical: int
    """Defence dice if a critical was retained (Piercing Crits)."""
    saves: tuple[tuple[int, int], ...]
    """Normals and criticals that may be retained unrolled, best first."""
    defence: Scale
    guard: Scale
    """Of defence dice rolled once more."""
    defence_rerolls: Pairs
    defence_retains: Pairs
    rot: Pairs
    """Rights of the attacker on the defence dice."""
    reduce: Pairs
    less: bool
    resilient: bool
    hardened: bool
    sparing: bool = False
    """For odds: criticals are never re-rolled, which cannot be better than to keep them."""

    def spared(self, devastating: int = 0) -> Terms:
        """The terms for odds; `devastating`: what a critical inflicts at once. Who hits his own friends may
        want any die to fail.
        """
        opposed = self.seats[0] != self.seats[1]
        return self._replace(sparing=opposed and self.critical + devastating >= self.normal)


class Aside(NamedTuple):
    """How many dice are retained unrolled as normals? (Accurate)"""

    cp: tuple[int, int]
    used: int = 0


class Cast(NamedTuple):
    """Dice of a side are about to be rolled."""

    side: int
    dice: Dice
    """Those on the table already."""
    number: int
    first: bool
    """The roll itself, not a re-roll."""
    held: tuple[int, int]
    """Attack successes retained, while the defence is rolled."""
    cp: tuple[int, int]
    used: int


class Window(NamedTuple):
    """Rolled dice of a side that may be re-rolled (windows A2 and D2)."""

    side: int
    dice: Dice
    held: tuple[int, int]
    cp: tuple[int, int]
    used: int


class Rot(NamedTuple):
    """Rolled defence dice that the attacker may spoil (window D1)."""

    dice: Dice
    held: tuple[int, int]
    cp: tuple[int, int]
    used: int


class Owed(NamedTuple):
    """The target takes damage at once, then the sequence goes on (Curse of Rot)."""

    damage: int
    dice: Dice
    held: tuple[int, int]
    cp: tuple[int, int]
    used: int
    kind: str = "owed"
    """Tells these figures from others with the same numbers, as tuples would be equal."""


class Retaining(NamedTuple):
    """Dice of a side that are about to be retained."""

    side: int
    hand: Hand
    held: tuple[int, int]
    cp: tuple[int, int]
    used: int


class Triggered(NamedTuple):
    """Criticals have been retained that do something at once (KILLTEAM-C.SH.5)."""

    normals: int
    criticals: int
    cp: tuple[int, int]
    used: int


class Saving(NamedTuple):
    """How many defence dice are retained unrolled? (cover saves)"""

    held: tuple[int, int]
    cp: tuple[int, int]
    used: int


class Blocking(NamedTuple):
    """Retained dice of both sides, before they are allotted."""

    held: tuple[int, int]
    own: tuple[int, int]
    cp: tuple[int, int]
    used: int


class Hurting(NamedTuple):
    """Unblocked dice."""

    normals: int
    criticals: int
    cp: tuple[int, int]
    used: int
    ignored: int = 0
    """Normals of which the damage is ignored."""


class Resisting(NamedTuple):
    """Dice that may hurt less, and the damage so far."""

    number: int
    damage: int
    cp: tuple[int, int]
    used: int
    kind: str = "resisting"
    """Tells these figures from others with the same numbers, as tuples would be equal."""


class Done(NamedTuple):
    """The damage that the sequence inflicts."""

    damage: int
    cp: tuple[int, int]
    used: int


Figures: TypeAlias = (
    Aside | Cast | Window | Rot | Owed | Retaining | Triggered | Saving | Blocking | Hurting | Resisting
    | Done
)  # fmt: skip
EMPTY = Dice((0, 0, 0), COARSE)
NOTHING = (0, 0)


def begin(terms: Terms, cp: tuple[int, int]) -> Figures:
    """The first figures of a sequence; `cp`: what each side has to spend in it."""
    if terms.accurate and terms.atk:
        return Aside(cp)
    return Cast(ATTACK, EMPTY, terms.atk, True, NOTHING, cp, 0)


def ask(terms: Terms, figures: Figures) -> Ask:
    """What comes next; None if that is for the state to deal with."""
    match figures:
        case Cast():
            return _toss(terms, figures)
        case Window():
            return _ask_reroll(terms, figures)
        case Retaining():
            return _ask_retain(terms, figures)
        case Blocking():
            return _ask_blocks(terms, figures)
        case Resisting(number=number):
            return Toss(DEFENCE, number, RESILIENCE, "resilience")
        case Hurting():
            return _ask_reduce(terms, figures)
        case Saving():
            return _ask_saves(terms, figures)
        case Aside():
            return _ask_aside(terms, figures)
        case Rot():
            return _ask_rot(terms, figures)
        case Owed() | Triggered() | Done():
            return None


def rolled(terms: Terms, figures: Figures, counts: Counts) -> Figures:
    """The figures after the dice that `ask` wanted."""
    if isinstance(figures, Resisting):
        return Done(figures.damage - counts[1], figures.cp, figures.used)
    assert isinstance(figures, Cast)
    side, dice, _, first, held, cp, used = figures
    if not first:
        again = terms.again if side == ATTACK else terms.guard
        return _opened(terms, side, dice.rerolled(counts, again.grades), held, cp, used)
    dice = thrown(terms, figures, counts)
    if side == DEFENCE and terms.rot and threes_of(dice) and usable(terms.rot, used, cp[ATTACK]):
        return Rot(dice, held, cp, used)
    return _opened(terms, side, dice, held, cp, used)


def thrown(terms: Terms, cast: Cast, counts: Counts) -> Dice:
    """The dice of a first roll."""
    return Dice(counts, terms.attack if cast.side == ATTACK else terms.defence, laid=cast.dice.laid)


def resume(terms: Terms, figures: Owed | Triggered) -> Figures:
    """The figures after the state has seen to what was due."""
    if isinstance(figures, Owed):
        return _opened(terms, DEFENCE, figures.dice, figures.held, figures.cp, figures.used)
    return _saving(terms, (figures.normals, figures.criticals), figures.cp, figures.used)


# -- attack dice and defence dice ----------------------------------------------------------------------------


def _toss(terms: Terms, cast: Cast) -> Toss:
    if cast.side == ATTACK:
        scale, what = (terms.attack, "attack") if cast.first else (terms.again, "again")
    else:
        scale, what = (terms.defence, "defence") if cast.first else (terms.guard, "again")
    return Toss(cast.side, cast.number, scale, what)


def _ask_aside(terms: Terms, aside: Aside) -> Offer:
    """Accurate: up to so many attack dice are normals without a roll (KILLTEAM-C.WR.ACCURATE)."""
    most = min(terms.accurate, terms.atk)
    options: list[tuple[Action, Figures]] = []
    for laid in range(most, -1, -1):
        dice = Dice((0, 0, 0), COARSE, laid=(laid, 0))
        options.append(
            (set_aside(laid), _cast(terms, ATTACK, dice, terms.atk - laid, NOTHING, aside.cp, aside.used))
        )
    return Offer(ATTACK, options, 0, "accurate")


def _cast(
    terms: Terms, side: int, dice: Dice, count: int, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """A first roll, or what follows it if there is nothing to roll."""
    if count:
        return Cast(side, dice, count, True, held, cp, used)
    return _opened(terms, side, dice, held, cp, used)


def _opened(
    terms: Terms, side: int, dice: Dice, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """Dice with a window for re-rolls, or retained if there is none."""
    pairs = usable(terms.attack_rerolls if side == ATTACK else terms.defence_rerolls, used, cp[side])
    if pairs and terms.sparing:
        dice = dice.settled()
    if not pairs or not any(dice.fresh):
        return _closed(terms, side, dice, held, cp, used)
    if not any(right.kind == "reroll_number" for _, right in pairs):
        dice = dice.coarse()
    return Window(side, dice, held, cp, used)


def _ask_reroll(terms: Terms, window: Window) -> Offer:
    side, dice, held, cp, used = window
    pairs = usable(terms.attack_rerolls if side == ATTACK else terms.defence_rerolls, used, cp[side])
    found = list(picks(dice, pairs, terms.sparing))
    options: list[tuple[Action, Figures]] = [(KEEP, _closed(terms, side, dice, held, cp, used))]
    for again in found:
        right = terms.rights[again.right]
        after = used if right.many else used | 1 << again.right
        paid = charged(cp, side, right.cost)
        rest = dice.without(again.picked)
        options.append(
            (
                reroll_of(dice, terms.rights[again.right], again.picked),
                Cast(side, rest, sum(again.picked), False, held, paid, after),
            )
        )
    return Offer(side, options, 1 + usual_reroll(found, dice, terms.rights), "reroll")


def _closed(
    terms: Terms, side: int, dice: Dice, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """Dice that are re-rolled no more, to be retained (KILLTEAM-SSEQ.10, KILLTEAM-SSEQ.13)."""
    return closed(terms, side, hand_of(dice), held, cp, used)


def closed(
    terms: Terms, side: int, hand: Hand, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """The same for dice as they are graded."""
    used &= terms.paid
    if side == ATTACK and terms.obscured:
        return _obscured(terms, hand, cp, used)
    return _retaining(terms, side, hand, held, cp, used)


def _obscured(terms: Terms, hand: Hand, cp: tuple[int, int], used: int) -> Figures:
    """Criticals are normals, unchangeable, and one success is discarded (KILLTEAM-C.SH.4, KILLTEAM-R.11)."""
    successes = sum(hand.successes)
    return _saving(terms, (max(0, successes - 1), 0), cp, used)


def _retaining(
    terms: Terms, side: int, hand: Hand, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """A choice of what to retain, or the dice retained if there is none."""
    pairs = usable(terms.attack_retains if side == ATTACK else terms.defence_retains, used, cp[side])
    if pairs and next(retains(hand, pairs), None) is not None:
        return Retaining(side, hand, held, cp, used)
    return retained(terms, side, hand, held, cp, used)


def _ask_retain(terms: Terms, figures: Retaining) -> Offer:
    side, hand, held, cp, used = figures
    pairs = usable(terms.attack_retains if side == ATTACK else terms.defence_retains, used, cp[side])
    options: list[tuple[Action, Figures]] = []
    usual = -1
    for action, place, after in retains(hand, pairs):
        cost = terms.rights[place].cost
        if usual < 0 and not cost:
            usual = len(options)
        paid = charged(cp, side, cost)
        options.append((action, _retaining(terms, side, after, held, paid, used | 1 << place)))
    options.append((KEEP, retained(terms, side, hand, held, cp, used)))
    return Offer(side, options, usual if usual >= 0 else len(options) - 1, "retain")


def retained(
    terms: Terms, side: int, hand: Hand, held: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """What follows once the dice of a side are retained."""
    used &= terms.paid
    normals, criticals = hand.successes
    if side == DEFENCE:
        return _blocking(terms, held, (normals, criticals), cp, used)
    if criticals and terms.triggers:
        return Triggered(normals, criticals, cp, used)
    return _saving(terms, (normals, criticals), cp, used)


def _saving(terms: Terms, held: tuple[int, int], cp: tuple[int, int], used: int) -> Figures:
    """A choice of cover saves, or the defence roll (KILLTEAM-SSEQ.12, KILLTEAM-R.25, KILLTEAM-R.29)."""
    if terms.seats[ATTACK] == terms.seats[DEFENCE]:
        cp = 0, cp[ATTACK]  # what the attack has left of the purse (KILLTEAM-R.36)
    pool = terms.pool_critical if held[1] else terms.pool
    if pool and terms.saves:
        return Saving(held, cp, used)
    return _cast(terms, DEFENCE, EMPTY, pool, held, cp, used)


def _ask_saves(terms: Terms, figures: Saving) -> Offer:
    held, cp, used = figures
    pool = terms.pool_critical if held[1] else terms.pool
    options: list[tuple[Action, Figures]] = []
    for laid in terms.saves:
        if sum(laid) <= pool:
            dice = Dice((0, 0, 0), COARSE, laid=laid)
            after = _cast(terms, DEFENCE, dice, pool - sum(laid), held, cp, used)
            options.append((saves(*laid), after))
    return Offer(DEFENCE, options, 0, "saves")


def _ask_rot(terms: Terms, figures: Rot) -> Offer:
    """Curse of Rot: each rolled 3 costs 1 damage and is a fail for good (KILLTEAM-C.PLM.7)."""
    dice, held, cp, used = figures
    options: list[tuple[Action, Figures]] = [(KEEP, _opened(terms, DEFENCE, dice, held, cp, used))]
    for place, right in usable(terms.rot, used, cp[ATTACK]):
        paid = charged(cp, ATTACK, right.cost)
        options.append((use(right.id), Owed(threes_of(dice), rotten(dice), held, paid, used | 1 << place)))
    return Offer(ATTACK, options, 0, "spoil")


# -- blocks and damage ---------------------------------------------------------------------------------------


def _blocking(
    terms: Terms, held: tuple[int, int], own: tuple[int, int], cp: tuple[int, int], used: int
) -> Figures:
    """Blocks, if there are dice on both sides (KILLTEAM-SSEQ.16)."""
    blocking = any(held) and any(own)
    return Blocking(held, own, cp, used) if blocking else unblocked(terms, held, cp, used)


def _ask_blocks(terms: Terms, figures: Blocking) -> Offer:
    (normals, criticals), own, cp, used = figures
    results = block_results(normals, criticals, *own, terms.brutal)
    options: list[tuple[Action, Figures]] = [
        (blocks(normals - left[0], criticals - left[1]), unblocked(terms, left, cp, used)) for left in results
    ]
    return Offer(DEFENCE, options, usual_blocks(terms, results), "blocks")


def usual_blocks(terms: Terms, results: Sequence[tuple[int, int]]) -> int:
    """The default policy's place among results of blocking: least damage, then fewest dice."""
    scores = [(left[0] * terms.normal + left[1] * terms.critical, sum(left)) for left in results]
    return scores.index(min(scores))


def unblocked(terms: Terms, left: tuple[int, int], cp: tuple[int, int], used: int) -> Figures:
    """What follows with so many normals and criticals left."""
    return _hurting(terms, Hurting(*left, cp, used))


def _reductions(terms: Terms, figures: Hurting) -> list[tuple[int, Right]]:
    """What the defender may use against unblocked dice."""
    found = usable(terms.reduce, figures.used, figures.cp[DEFENCE])
    if not found:
        return found
    hard = terms.resilient and not _hardened(terms, figures.used) and bool(_resisted(terms, figures))
    return [
        (place, right)
        for place, right in found
        if (figures.normals > figures.ignored and terms.normal if right.kind == "ignore" else hard)
    ]


def _hurting(terms: Terms, figures: Hurting) -> Figures:
    """A choice of reductions, or the damage (KILLTEAM-SSEQ.20 to KILLTEAM-SSEQ.22, KILLTEAM-C.SH.8)."""
    return figures if _reductions(terms, figures) else _damage(terms, figures)


def _ask_reduce(terms: Terms, figures: Hurting) -> Offer:
    options: list[tuple[Action, Figures]] = [(KEEP, _damage(terms, figures))]
    usual = 0
    for place, right in _reductions(terms, figures):
        paid = charged(figures.cp, DEFENCE, right.cost)
        ignored = figures.ignored + (right.kind == "ignore")
        after = Hurting(figures.normals, figures.criticals, paid, figures.used | 1 << place, ignored)
        if not usual and not right.cost:
            usual = len(options)
        options.append((use(right.id), _hurting(terms, after)))
    return Offer(DEFENCE, options, usual, "reduce")


def _normal(terms: Terms) -> int:
    """What a normal inflicts with fixed reductions."""
    return terms.normal - (terms.less and terms.normal >= RESISTED)


def _hardened(terms: Terms, used: int) -> bool:
    """Whether dice are lessened without a roll."""
    return terms.hardened or any(
        right.kind == "harden" and used >> place & 1 for place, right, _ in terms.reduce
    )


def _resisted(terms: Terms, figures: Hurting) -> int:
    """How many dice inflict so much that Disgustingly Resilient may lessen it."""
    count = figures.normals - figures.ignored if _normal(terms) >= RESISTED else 0
    return count + (figures.criticals if terms.critical >= RESISTED else 0)


def _damage(terms: Terms, figures: Hurting) -> Figures:
    """The damage of all unblocked dice together."""
    damage = (figures.normals - figures.ignored) * _normal(terms) + figures.criticals * terms.critical
    if terms.resilient:
        count = _resisted(terms, figures)
        if _hardened(terms, figures.used):
            damage -= count
        elif count:
            return Resisting(count, damage, figures.cp, figures.used)
    return Done(damage, figures.cp, figures.used)
