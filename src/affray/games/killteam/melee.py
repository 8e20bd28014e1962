"""The dice of a fight being resolved: strikes, blocks and wounds (KILLTEAM-FSEQ.12 to KILLTEAM-FSEQ.20).

Pure functions on small figures, the same for the table and for odds; `clash` leads up to them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Seat
from affray.games.killteam.actions.attack_choices import BLOCK, DICE, DISCARD, KEEP, STRIKE, Die, use
from affray.games.killteam.asking import Ask, Offer, Pairs, Toss, charged, usable
from affray.games.killteam.pools import Scale
from affray.games.killteam.rights import Right
from affray.games.killteam.volley import RESILIENCE, RESISTED

SHOCK_ASSAULT_MOST = 7
"""Damage to which Shock Assault can raise a strike (KILLTEAM-C.AOD.6)."""
NORMAL: Die = "normal"
CRITICAL: Die = "critical"
_BLOCKS = tuple(tuple(BLOCK[die, blocked] for blocked in DICE) for die in DICE)
Held: TypeAlias = tuple[int, int, int, int]
"""Retained normals and criticals of the attacker, then of the defender."""


class Fighter(NamedTuple):
    """What stays the same about one side through a fight."""

    seat: Seat
    atk: int
    attack: Scale
    again: Scale
    """Of dice rolled once more."""
    dull: Scale
    """The same where results below 6 cannot be criticals."""
    accurate: int
    normal: int
    critical: int
    brutal: bool
    shock: bool
    triggers: bool
    """Its retained criticals do something with the state at once (Devastating, Stun)."""
    poison: bool
    """It matters whether its dice hurt the opponent."""
    blocks_criticals: bool
    steady: bool
    last_strike: bool
    most: int
    """Its Wounds stat."""
    rerolls: Pairs
    retains: Pairs
    spoil: Pairs
    """Its rights on the opponent's dice."""
    open: Pairs
    """Its rights when the fight is about to be resolved."""
    first_die: Pairs
    """Its rights at its first die."""
    reduce: Pairs
    less: bool
    first_less: bool
    resilient: bool
    hardened: bool
    bare: bool
    """None of the last five: strikes hurt it as they are."""


class Terms(NamedTuple):
    """What stays the same through one fight. Side 0 is the attacker's."""

    sides: tuple[Fighter, Fighter]
    rights: tuple[Right, ...]
    """All rights of both sides; figures refer to them by their places."""
    split: int
    """The place of the defender's first right."""
    paid: int
    """Bits of the rights whose use has to be booked with the state."""
    initiative: int
    """The side that begins with re-rolls (KILLTEAM-C.FT.1)."""
    first: int
    """The side that resolves the first die (KILLTEAM-FSEQ.12)."""
    sparing: bool = False
    """For odds: what cannot be better than something else is left out. Criticals are kept, no die that could
    strike is discarded, and a side that has the last dice strikes with criticals first."""

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who chooses for each side."""
        return self.sides[0].seat, self.sides[1].seat


class Body(NamedTuple):
    """What both fighters carry through the whole fight: wounds left, CP to spend, rights used."""

    wounds: tuple[int, int]
    leech: tuple[int, int]
    """So many wounds each side may still regain."""
    cp: tuple[int, int]
    used: int


class Opening(NamedTuple):
    """All dice are retained: what does a side do before the first is resolved? (Shock Assault)"""

    side: int
    held: Held
    flags: int
    body: Body


class Melee(NamedTuple):
    """Dice are resolved one after the other."""

    dice: Held
    """Normals and criticals of the attacker, then of the defender."""
    side: int
    """Whose turn it is."""
    flags: int
    body: Body


class Facing(NamedTuple):
    """A strike is about to hurt: what does the other side do about it?"""

    damage: int
    plain: bool
    """It is Normal Dmg."""
    then: Melee
    """After the strike, `side` being the one that struck."""

    @property
    def body(self) -> Body:
        """As the fighters are."""
        return self.then.body


class Resisting(NamedTuple):
    """A strike that may hurt less by a roll."""

    damage: int
    then: Melee

    @property
    def body(self) -> Body:
        """As the fighters are."""
        return self.then.body


class Last(NamedTuple):
    """The side that is incapacitated strikes once more."""

    side: int
    dice: Held
    flags: int
    body: Body
    kind: str = "last"
    """Tells these figures from others with the same numbers, as tuples would be equal."""


class Over(NamedTuple):
    """The fight has ended."""

    hurt: tuple[bool, bool]
    """Whether dice of each side have hurt the opponent, where that matters."""
    body: Body


Resolving: TypeAlias = Opening | Melee | Facing | Resisting | Last | Over
"""Figures of a fight whose dice are all retained."""

# Flags of a melee, one bit for each side.
SHOCKED = (1 << 0, 1 << 1)
"""Shock of this side's weapon has had its effect."""
STRUCK = (1 << 2, 1 << 3)
"""This side has resolved a die."""
CUNNING = (1 << 4, 1 << 5)
"""This side's first die, if it is a normal strike, is a critical one."""
ASSAULT = (1 << 6, 1 << 7)
"""This side's next strike is that of a Shock Assault."""
SHOCKING = (1 << 8, 1 << 9)
"""This side's weapon has gained Shock."""
LESSENED = (1 << 10, 1 << 11)
"""The first Normal Dmg against this side has been lessened."""
HURT = (1 << 12, 1 << 13)
"""This side's dice have hurt the opponent."""
LASTING = (1 << 14, 1 << 15)
"""This side has had its last strike."""


def ask(terms: Terms, figures: Resolving) -> Ask:
    """What comes next; None when the fight has ended."""
    match figures:
        case Melee():
            return _ask_die(terms, figures)
        case Facing():
            return _ask_reduce(terms, figures)
        case Resisting(then=then):
            return Toss(1 - then.side, 1, RESILIENCE, "resilience")
        case Opening():
            return _ask_open(terms, figures)
        case Last():
            return _ask_last(terms, figures)
        case Over():
            return None


def resisted(terms: Terms, figures: Resisting, lessened: int) -> Resolving:
    """The figures after the roll that may lessen a strike."""
    return _hurt(terms, *figures.then, figures.damage - lessened)


def paid(body: Body, side: int, place: int, right: Right) -> Body:
    """With a right used."""
    used = body.used if right.many else body.used | 1 << place
    return Body(body.wounds, body.leech, charged(body.cp, side, right.cost), used)


# -- resolving -----------------------------------------------------------------------------------------------


def opening(terms: Terms, side: int, held: Held, flags: int, body: Body) -> Resolving:
    """A choice of the attacker's before the first die is resolved, or the first die."""
    if usable(terms.sides[0].open, body.used, body.cp[0]) and (held[0] or held[1]):
        return Opening(side, held, flags, body)
    return _turn(terms, held, side, flags, body)


def _ask_open(terms: Terms, figures: Opening) -> Offer:
    """Shock Assault: Shock, and the first strike inflicts 1 more (KILLTEAM-C.AOD.6)."""
    first, held, flags, body = figures
    options: list[tuple[Action, Resolving]] = [(KEEP, _turn(terms, held, first, flags, body))]
    for place, right in usable(terms.sides[0].open, body.used, body.cp[0]):
        after = flags | ASSAULT[0] | SHOCKING[0]
        options.append((use(right.id), _turn(terms, held, first, after, paid(body, 0, place, right))))
    return Offer(0, options, 0, "open")


def _turn(terms: Terms, dice: Held, side: int, flags: int, body: Body) -> Resolving:
    """The turn of a side, of the other if it has no die left, or the end (KILLTEAM-FSEQ.13)."""
    if dice[2 * side] or dice[2 * side + 1]:
        return Melee(dice, side, flags, body)
    side = 1 - side
    if dice[2 * side] or dice[2 * side + 1]:
        return Melee(dice, side, flags, body)
    return _over(terms, flags, body)


def _over(terms: Terms, flags: int, body: Body) -> Over:
    hurt = (
        terms.sides[0].poison and bool(flags & HURT[0]),
        terms.sides[1].poison and bool(flags & HURT[1]),
    )
    return Over(hurt, body)


def _ask_die(terms: Terms, melee: Melee) -> Offer:
    """Strike or block with one of the dice left (KILLTEAM-FSEQ.14)."""
    dice, side, flags, body = melee
    own, other = 2 * side, 2 - 2 * side
    options: list[tuple[Action, Resolving]] = []
    if dice[own + 1]:
        options.append((STRIKE[CRITICAL], strike(terms, melee, CRITICAL)))
    if options and terms.sparing and not dice[other] and not dice[other + 1]:
        return Offer(side, options, 0, "die")
    if dice[own]:
        options.append((STRIKE[NORMAL], strike(terms, melee, NORMAL)))
        if terms.sides[side].first_die and not flags & STRUCK[side]:
            for place, right in usable(terms.sides[side].first_die, body.used, body.cp[side]):
                after_paying = paid(body, side, place, right)
                options.append((use(right.id), Melee(dice, side, flags | CUNNING[side], after_paying)))
    for high in (1, 0):
        if not dice[own + high]:
            continue
        able = False
        for against in (1, 0):
            if dice[other + against] and can_block(terms, side, bool(high), bool(against)):
                able = True
                after = _blocked(terms, melee, own + high, other + against)
                options.append((_BLOCKS[high][against], after))
        if not able and not terms.sparing:
            options.append((DISCARD[DICE[high]], _blocked(terms, melee, own + high, -1)))
    return Offer(side, options, 0, "die")


def can_block(terms: Terms, side: int, critical: bool, against_critical: bool) -> bool:
    """Whether a die of a side may block a success of the opponent.

    A critical blocks any (KILLTEAM-FSEQ.20), a normal only a normal (KILLTEAM-FSEQ.19), a Dueller's normal a
    critical too (KILLTEAM-C.AOD.2); against Brutal only criticals block (KILLTEAM-C.WR.BRUTAL).
    """
    if critical:
        return True
    if terms.sides[1 - side].brutal:
        return False
    return not against_critical or terms.sides[side].blocks_criticals


def _spent(dice: Held, at: int) -> Held:
    """The dice with one less at a place."""
    a, b, c, d = dice
    if at == 0:
        return a - 1, b, c, d
    if at == 1:
        return a, b - 1, c, d
    return (a, b, c - 1, d) if at == 2 else (a, b, c, d - 1)


def _begun(terms: Terms, side: int, flags: int) -> int:
    """The flags after a side has resolved a die."""
    return flags & ~CUNNING[side] | STRUCK[side] if terms.sides[side].first_die else flags


def _blocked(terms: Terms, melee: Melee, at: int, blocked: int) -> Resolving:
    """Resolve a die as a block: both are gone (KILLTEAM-FSEQ.18), or it alone (KILLTEAM-R.14)."""
    dice, side, flags, body = melee
    dice = _spent(dice, at)
    if blocked >= 0:
        dice = _spent(dice, blocked)
    return _turn(terms, dice, 1 - side, _begun(terms, side, flags), body)


def strike(terms: Terms, melee: Melee, die: Die) -> Resolving:
    """Resolve a die as a strike (KILLTEAM-FSEQ.15 to KILLTEAM-FSEQ.17)."""
    dice, side, flags, body = melee
    fighter = terms.sides[side]
    dice = _spent(dice, 2 * side + (die == CRITICAL))
    critical = die == CRITICAL or bool(flags & CUNNING[side])
    flags = _begun(terms, side, flags)
    damage = fighter.critical if critical else fighter.normal
    if flags & ASSAULT[side]:
        flags &= ~ASSAULT[side]
        damage = max(damage, min(damage + 1, SHOCK_ASSAULT_MOST))
    if critical and (fighter.shock or flags & SHOCKING[side]) and not flags & SHOCKED[side]:
        flags |= SHOCKED[side]
        dice = _shocked(terms, dice, side)
    if terms.sides[1 - side].bare:
        return _hurt(terms, dice, side, flags, body, damage)
    return _facing(terms, damage, not critical, Melee(dice, side, flags, body))


def _shocked(terms: Terms, dice: Held, side: int) -> Held:
    """Shock: the opponent loses an unresolved normal, a critical if he has none (KILLTEAM-C.WR.SHOCK)."""
    other = 2 - 2 * side
    if terms.sides[1 - side].steady or not (dice[other] or dice[other + 1]):
        return dice
    return _spent(dice, other if dice[other] else other + 1)


# -- damage --------------------------------------------------------------------------------------------------


def _reductions(terms: Terms, damage: int, plain: bool, then: Melee) -> list[tuple[int, Right]]:
    """What the side that is struck may use."""
    side = 1 - then.side
    fighter = terms.sides[side]
    if not fighter.reduce:
        return []
    hard = (
        fighter.resilient
        and not _hardened(terms, side, then.body.used)
        and _lessened(terms, damage, plain, then)[0] >= RESISTED
    )
    return [
        (place, right)
        for place, right in usable(fighter.reduce, then.body.used, then.body.cp[side])
        if (plain and damage > 0 if right.kind == "ignore" else hard)
    ]


def _hardened(terms: Terms, side: int, used: int) -> bool:
    """Whether dice against a side are lessened without a roll."""
    fighter = terms.sides[side]
    return fighter.hardened or any(r.kind == "harden" and used >> place & 1 for place, r, _ in fighter.reduce)


def _facing(terms: Terms, damage: int, plain: bool, then: Melee) -> Resolving:
    """A choice of reductions, or the damage."""
    if _reductions(terms, damage, plain, then):
        return Facing(damage, plain, then)
    return _suffered(terms, damage, plain, then)


def _ask_reduce(terms: Terms, figures: Facing) -> Offer:
    damage, plain, then = figures
    side = 1 - then.side
    options: list[tuple[Action, Resolving]] = [(KEEP, _suffered(terms, damage, plain, then))]
    usual = 0
    for place, right in _reductions(terms, damage, plain, then):
        after = then._replace(body=paid(then.body, side, place, right))
        if not usual and not right.cost:
            usual = len(options)
        follows = _hurt(terms, *after, 0) if right.kind == "ignore" else _facing(terms, damage, plain, after)
        options.append((use(right.id), follows))
    return Offer(side, options, usual, "reduce")


def _lessened(terms: Terms, damage: int, plain: bool, then: Melee) -> tuple[int, int]:
    """Damage after fixed reductions of a Normal Dmg (KILLTEAM-C.AOD.2, KILLTEAM-C.DKK.3), and the flags."""
    side = 1 - then.side
    fighter = terms.sides[side]
    flags = then.flags
    if plain and damage >= RESISTED:
        if fighter.less:
            damage -= 1
        elif fighter.first_less and not flags & LESSENED[side]:
            return damage - 1, flags | LESSENED[side]
    return damage, flags


def _suffered(terms: Terms, damage: int, plain: bool, then: Melee) -> Resolving:
    """The damage of a strike, or the roll that may lessen it (KILLTEAM-C.PLM.3)."""
    fighter = terms.sides[1 - then.side]
    damage, flags = _lessened(terms, damage, plain, then)
    if flags != then.flags:
        then = then._replace(flags=flags)
    if fighter.resilient and damage >= RESISTED:
        if not _hardened(terms, 1 - then.side, then.body.used):
            return Resisting(damage, then)
        damage -= 1
    return _hurt(terms, *then, damage)


def _hurt(terms: Terms, dice: Held, side: int, flags: int, body: Body, damage: int) -> Resolving:
    """Wounds are lost; a fight stops when a fighter is incapacitated (KILLTEAM-R.13). `side` has struck."""
    victim = 1 - side
    wounds, leech, cp, used = body
    left = wounds[victim]
    if damage:
        lost = damage if damage < left else left
        mine, left = wounds[side], left - lost
        if leech[side] and mine > 0:
            gain = min(lost, leech[side], terms.sides[side].most - mine)
            mine += gain
            leech = (leech[0] - gain, leech[1]) if side == 0 else (leech[0], leech[1] - gain)
        if terms.sides[side].poison and lost:
            flags |= HURT[side]
        body = Body((mine, left) if side == 0 else (left, mine), leech, cp, used)
    if left and not flags & LASTING[side]:
        return _turn(terms, dice, victim, flags, body)
    if terms.sides[victim].last_strike and not flags & LASTING[side]:
        if dice[2 * victim] or dice[2 * victim + 1]:
            return Last(victim, dice, flags, body)
    return _over(terms, flags, body)


def _ask_last(terms: Terms, figures: Last) -> Offer:
    """Bruiser: one more strike before it is removed (KILLTEAM-C.DKK.3)."""
    side, dice, flags, body, _ = figures
    melee = Melee(dice, side, flags | LASTING[side], body)
    options: list[tuple[Action, Resolving]] = []
    if dice[2 * side + 1]:
        options.append((STRIKE[CRITICAL], strike(terms, melee, CRITICAL)))
    if dice[2 * side]:
        options.append((STRIKE[NORMAL], strike(terms, melee, NORMAL)))
    options.append((KEEP, _over(terms, flags, body)))
    return Offer(side, options, 0, "last")
