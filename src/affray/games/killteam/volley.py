"""A shooting sequence on figures alone: from the attack dice to the damage (KILLTEAM-C.SH.3 to KILLTEAM-C.SH.8).

`ask` tells what comes next, `rolled` what dice make of the figures; an `Offer` carries the figures that follow
each choice. Figures of which `ask` wants nothing are for the state to deal with: `Triggered`, `Owed` and `Done`.
"""

from __future__ import annotations

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
    rerolls,
    retains,
    rotten,
    scale_of,
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
    paid: int
    """Bits of the rights whose use has to be booked with the state."""
    count: int
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

    @property
    def opposed(self) -> bool:
        """Nobody hits his own friends, and criticals are no worse than normals."""
        return self.seats[0] != self.seats[1] and (self.critical >= self.normal or self.triggers)


class Aside(NamedTuple):
    """How many dice are retained unrolled as normals? (Accurate)"""

    cp: tuple[int, int]
    used: int = 0


class Cast(NamedTuple):
    """Dice of a side are about to be rolled."""

    side: int
    dice: Dice
    """Those on the table already."""
    count: int
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

    count: int
    damage: int
    cp: tuple[int, int]
    used: int


class Done(NamedTuple):
    """The damage that the sequence inflicts."""

    damage: int
    cp: tuple[int, int]
    used: int


Figures: TypeAlias = (
    Aside | Cast | Window | Rot | Owed | Retaining | Triggered | Saving | Blocking | Hurting | Resisting | Done
)
EMPTY = Dice((0, 0, 0), COARSE)
NOTHING = (0, 0)


def begin(terms: Terms, cp: tuple[int, int]) -> Figures:
    """The first figures of a sequence; `cp`: what each side has to spend in it."""
    if terms.accurate and terms.count:
        return Aside(cp)
    return Cast(ATTACK, EMPTY, terms.count, True, NOTHING, cp, 0)


def ask(terms: Terms, figures: Figures, sparing: bool = False) -> Ask:
    """What comes next. `sparing` leaves out re-rolls that cannot be better than keeping the dice."""
    kind = type(figures)
    if kind is Cast:
        return _toss(terms, figures)  # type: ignore[arg-type]  # narrowed by `kind`
    asker = _ASKERS.get(kind)
    return asker(terms, figures, sparing) if asker is not None else None


def _toss(terms: Terms, cast: Cast) -> Toss:
    if cast.side == ATTACK:
        return Toss(ATTACK, cast.count, terms.attack if cast.first else terms.again, "attack" if cast.first else "again")
    return Toss(
        DEFENCE, cast.count, terms.defence if cast.first else terms.guard, "defence" if cast.first else "again"
    )
