"""The dice of a fight being resolved: strikes, blocks and wounds (KILLTEAM-FSEQ.12 to KILLTEAM-FSEQ.20).

On small figures alone, the same for the table and for odds; `clash` leads up to them.
"""

from __future__ import annotations

from functools import cache

from affray.engine.actions import Action
from affray.games.killteam.actions.attack_choices import BLOCK, DICE, DISCARD, KEEP, STRIKE, Die, use
from affray.games.killteam.asking import Ask, Offer, Toss, charged, usable
from affray.games.killteam.fight_figures import (
    ASSAULT,
    CUNNING,
    FACING,
    LAST,
    LASTING,
    LESSENED,
    MELEE,
    OPENING,
    OVER,
    RESISTING,
    SHOCKED,
    SHOCKING,
    STRUCK,
    Blow,
    Body,
    Flesh,
    Held,
    Line,
    Melee,
    Purse,
    Resisting,
    Resolving,
    Step,
    Terms,
    figures_of,
    flesh_of,
    line_of,
)
from affray.games.killteam.rights import Right
from affray.games.killteam.volley import RESILIENCE, RESISTED

SHOCK_ASSAULT_MOST = 7
"""Damage to which Shock Assault can raise a strike (KILLTEAM-C.AOD.6)."""
NORMAL: Die = "normal"
CRITICAL: Die = "critical"


def _after(terms: Terms, step: Step, flesh: Flesh) -> Resolving:
    """The figures after a step."""
    line, fallen, blow = step
    if blow is not None:
        flesh = struck(terms, flesh, blow)
        if fallen is not None and is_fallen(flesh):
            line = fallen
    return figures_of(line, flesh)


def ask(terms: Terms, figures: Resolving) -> Ask:
    """What comes next; None when the fight has ended."""
    asked = Bout(terms).ask(line_of(figures))
    if isinstance(asked, Offer):
        flesh = flesh_of(figures)
        return asked._replace(
            options=[(action, _after(terms, step, flesh)) for action, step in asked.options]
        )
    return asked


def resisted(terms: Terms, figures: Resisting, lessened: int) -> Resolving:
    """The figures after the roll that may lessen a strike."""
    return _after(terms, Bout(terms).resisted(line_of(figures), lessened), flesh_of(figures))


def opening(terms: Terms, side: int, held: Held, flags: int, body: Body) -> Resolving:
    """The figures when all dice are retained; `side` is to resolve the first."""
    melee = Melee(held, side, flags, body)
    return _after(terms, Bout(terms).opening(line_of(melee)), flesh_of(melee))


def paid(body: Body, side: int, place: int, right: Right) -> Body:
    """With a right used."""
    cp, used = _paid((body.cp, body.used), side, place, right)
    return body._replace(cp=cp, used=used)


def _paid(purse: Purse, side: int, place: int, right: Right) -> Purse:
    cp, used = purse
    return charged(cp, side, right.cost), used if right.many else used | 1 << place


def can_block(critical: bool, against_critical: bool, brutal: bool, dueller: bool) -> bool:
    """Whether a die may block a success of the opponent, with a Brutal weapon or not, a Dueller's or not.

    A critical blocks any (KILLTEAM-FSEQ.20), a normal only a normal (KILLTEAM-FSEQ.19), a Dueller's normal a
    critical too (KILLTEAM-C.AOD.2); against Brutal only criticals block (KILLTEAM-C.WR.BRUTAL).
    """
    if critical:
        return True
    return not brutal and (dueller or not against_critical)


@cache
def blocks_of(brutal: bool, dueller: bool) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """What a normal and a critical may block, a critical first."""
    normal, critical = (
        tuple([against for against in (True, False) if can_block(high, against, brutal, dueller)])
        for high in (False, True)
    )
    return normal, critical


# -- resolving -----------------------------------------------------------------------------------------------


def struck(terms: Terms, flesh: Flesh, blow: Blow) -> Flesh:
    """Wounds are lost, and regained by who preys on them (KILLTEAM-C.PLM.4)."""
    w0, w1, leech0, leech1, hurt = flesh
    side, damage = blow
    fighter = terms.sides[side]
    mine, left, leech = (w1, w0, leech1) if side else (w0, w1, leech0)
    lost = min(damage, left)
    left -= lost
    if leech and mine > 0:
        gain = min(lost, leech, fighter.most - mine)
        mine += gain
        leech -= gain
    if fighter.poison and lost:
        hurt |= 1 << side
    return (left, mine, leech0, leech, hurt) if side else (mine, left, leech, leech1, hurt)


def is_fallen(flesh: Flesh) -> bool:
    """Whether a fighter is incapacitated."""
    return not (flesh[0] and flesh[1])


class Bout:
    """The dice of a fight being resolved by its terms, line by line."""

    __slots__ = ("_blocks", "_sides", "_sparing")

    def __init__(self, terms: Terms) -> None:
        self._sides = terms.sides
        self._sparing = terms.sparing
        mine, theirs = terms.sides
        self._blocks = (
            blocks_of(theirs.brutal, mine.blocks_criticals),
            blocks_of(mine.brutal, theirs.blocks_criticals),
        )

    def ask(self, line: Line) -> Ask:
        """What comes next; None when the fight has ended."""
        kind = line[0]
        if kind == MELEE:
            told: list[Action] = []
            steps = self.dice(line, told)
            return Offer(line[5], list(zip(told, steps, strict=True)), 0, "die")
        if kind == FACING:
            return self._ask_reduce(line)
        if kind == RESISTING:
            return Toss(1 - line[6], 1, RESILIENCE, "resilience")
        if kind == OPENING:
            return self._ask_open(line)
        return self._ask_last(line) if kind == LAST else None

    def resisted(self, line: Line, lessened: int) -> Step:
        """What follows the roll that may lessen a strike."""
        return self._hurt(line[2:], line[1] - lessened)

    def opening(self, line: Line) -> Step:
        """A choice of the attacker's before the first die is resolved, or the first die."""
        _, a, b, _, _, _, _, (cp, used) = line
        if usable(self._sides[0].open, used, cp[0]) and (a or b):
            return (OPENING, *line[1:]), None, None
        return self._turn(*line[1:])

    def _ask_open(self, line: Line) -> Offer:
        """Shock Assault: Shock, and the first strike inflicts 1 more (KILLTEAM-C.AOD.6)."""
        _, a, b, c, d, side, flags, purse = line
        cp, used = purse
        options: list[tuple[Action, Step]] = [(KEEP, self._turn(*line[1:]))]
        flags |= ASSAULT[0] | SHOCKING[0]
        for place, right in usable(self._sides[0].open, used, cp[0]):
            after = self._turn(a, b, c, d, side, flags, _paid(purse, 0, place, right))
            options.append((use(right.id), after))
        return Offer(0, options, 0, "open")

    def arrived(self, line: Line) -> Step:
        """A line as a step that leads to it."""
        return self._turn(*line[1:]) if line[0] == MELEE else (line, None, None)

    def _turn(
        self, a: int, b: int, c: int, d: int, side: int, flags: int, purse: Purse, blow: Blow | None = None
    ) -> Step:
        """The turn of a side, of the other if it has no die left, or the end (KILLTEAM-FSEQ.13).

        The fight stops if `side` is incapacitated (KILLTEAM-R.13), but for a last strike (KILLTEAM-C.DKK.3).
        """
        over = OVER, purse
        if c or d if side else a or b:
            then = a, b, c, d, side, flags, purse
            return (MELEE, *then), (LAST, *then) if self._sides[side].last_strike else over, blow
        if a or b or c or d:
            return (MELEE, a, b, c, d, 1 - side, flags, purse), over, blow
        return over, None, blow

    def dice(self, line: Line, told: list[Action] | None = None) -> list[Step]:
        """What follows each way to strike or block with one of the dice left (KILLTEAM-FSEQ.14); `told` takes
        the actions."""
        _, a, b, c, d, side, flags, purse = line
        normals, criticals, against_normals, against_criticals = (c, d, a, b) if side else (a, b, c, d)
        found: list[Step] = []
        if criticals:
            found.append(self._strike(line, True))
            if told is not None:
                told.append(STRIKE[CRITICAL])
            if self._sparing and not (
                against_normals or against_criticals or self._first_counts(side, flags)
            ):
                return found
        if normals:
            found.append(self._strike(line, False))
            if told is not None:
                told.append(STRIKE[NORMAL])
        first_die = self._sides[side].first_die
        if first_die:
            if normals and not flags & STRUCK[side]:
                cp, used = purse
                for place, right in usable(first_die, used, cp[side]):
                    paid = _paid(purse, side, place, right)
                    found.append(self._turn(a, b, c, d, side, flags | CUNNING[side], paid))
                    if told is not None:
                        told.append(use(right.id))
            flags = self._begun(side, flags)
        for high in (1, 0):
            if not (criticals if high else normals):
                continue
            able = False
            for against in self._blocks[side][high]:
                if against_criticals if against else against_normals:
                    able = True
                    # Both dice are gone (KILLTEAM-FSEQ.18).
                    mine, theirs = (against, high) if side else (high, against)
                    left = a - 1 + mine, b - mine, c - 1 + theirs, d - theirs
                    found.append(self._turn(*left, 1 - side, flags, purse))
                    if told is not None:
                        told.append(BLOCK[DICE[high], DICE[against]])
            if not able and (against_normals or against_criticals or not self._sparing):
                # KILLTEAM-R.14
                found.append(self._turn(*_spent(a, b, c, d, side, high), 1 - side, flags, purse))
                if told is not None:
                    told.append(DISCARD[DICE[high]])
        return found

    def _first_counts(self, side: int, flags: int) -> bool:
        """Whether it matters which die of a side is the next: it may become a critical, or inflicts more up
        to a limit that a critical reaches sooner (KILLTEAM-C.AOD.6)."""
        return bool(self._sides[side].first_die or flags & (CUNNING[side] | ASSAULT[side]))

    def _begun(self, side: int, flags: int) -> int:
        """The flags after a side has resolved a die."""
        return flags & ~CUNNING[side] | STRUCK[side] if self._sides[side].first_die else flags

    def _strike(self, line: Line, high: bool) -> Step:
        """Resolve a die as a strike (KILLTEAM-FSEQ.15 to KILLTEAM-FSEQ.17)."""
        _, a, b, c, d, side, flags, purse = line
        fighter = self._sides[side]
        a, b, c, d = _spent(a, b, c, d, side, high)
        critical = high or bool(flags & CUNNING[side])
        flags = self._begun(side, flags)
        damage = fighter.critical if critical else fighter.normal
        if flags & ASSAULT[side]:
            flags &= ~ASSAULT[side]
            damage = max(damage, min(damage + 1, SHOCK_ASSAULT_MOST))
        if critical and (fighter.shock or flags & SHOCKING[side]) and not flags & SHOCKED[side]:
            flags |= SHOCKED[side]
            if not self._sides[1 - side].steady:
                a, b, c, d = _shocked(a, b, c, d, 1 - side)
        then = a, b, c, d, side, flags, purse
        if self._sides[1 - side].bare:
            return self._hurt(then, damage)
        return self._facing(damage, not critical, then)

    # -- damage ----------------------------------------------------------------------------------------------

    def _facing(self, damage: int, plain: bool, then: Line) -> Step:
        """A choice of reductions, or the damage. `then`: as after the strike, but without what comes
        first in lines; its side is the one that struck."""
        if self._reductions(damage, plain, then):
            return (FACING, damage, plain, *then), None, None
        return self._suffered(damage, plain, then)

    def _reductions(self, damage: int, plain: bool, then: Line) -> list[tuple[int, Right]]:
        """What the side that is struck may use."""
        side, (cp, used) = 1 - then[4], then[-1]
        fighter = self._sides[side]
        if not fighter.reduce:
            return []
        hard = (
            fighter.resilient
            and not self._hardened(side, used)
            and self._lessened(damage, plain, then)[0] >= RESISTED
        )
        return [
            (place, right)
            for place, right in usable(fighter.reduce, used, cp[side])
            if (plain and damage > 0 if right.kind == "ignore" else hard)
        ]

    def _hardened(self, side: int, used: int) -> bool:
        """Whether dice against a side are lessened without a roll."""
        fighter = self._sides[side]
        return fighter.hardened or any(
            right.kind == "harden" and used >> place & 1 for place, right, _ in fighter.reduce
        )

    def _ask_reduce(self, line: Line) -> Offer:
        _, damage, plain, *_, side, _, purse = line
        then = line[3:]
        options: list[tuple[Action, Step]] = [(KEEP, self._suffered(damage, plain, then))]
        usual = 0
        for place, right in self._reductions(damage, plain, then):
            rest = (*then[:-1], _paid(purse, 1 - side, place, right))
            if not usual and not right.cost:
                usual = len(options)
            after = self._hurt(rest, 0) if right.kind == "ignore" else self._facing(damage, plain, rest)
            options.append((use(right.id), after))
        return Offer(1 - side, options, usual, "reduce")

    def _lessened(self, damage: int, plain: bool, then: Line) -> tuple[int, int]:
        """Damage after fixed reductions of a Normal Dmg (KILLTEAM-C.AOD.2, KILLTEAM-C.DKK.3), and the
        flags."""
        side, flags = 1 - then[4], then[5]
        fighter = self._sides[side]
        if plain and damage >= RESISTED:
            if fighter.less:
                damage -= 1
            elif fighter.first_less and not flags & LESSENED[side]:
                return damage - 1, flags | LESSENED[side]
        return damage, flags

    def _suffered(self, damage: int, plain: bool, then: Line) -> Step:
        """The damage of a strike, or the roll that may lessen it (KILLTEAM-C.PLM.3)."""
        side, purse = then[4], then[-1]
        damage, flags = self._lessened(damage, plain, then)
        then = (*then[:5], flags, purse)
        if self._sides[1 - side].resilient and damage >= RESISTED:
            if not self._hardened(1 - side, purse[1]):
                return (RESISTING, damage, *then), None, None
            damage -= 1
        return self._hurt(then, damage)

    def _hurt(self, then: Line, damage: int) -> Step:
        """A die has struck; the other side is next."""
        a, b, c, d, side, flags, purse = then
        blow = (side, damage) if damage else None
        if flags & LASTING[side]:
            return (OVER, purse), None, blow
        return self._turn(a, b, c, d, 1 - side, flags, purse, blow)

    def _ask_last(self, line: Line) -> Offer:
        """Bruiser: one more strike before it is removed (KILLTEAM-C.DKK.3)."""
        _, a, b, c, d, side, flags, purse = line
        melee = (MELEE, a, b, c, d, side, flags | LASTING[side], purse)
        options: list[tuple[Action, Step]] = []
        if d if side else b:
            options.append((STRIKE[CRITICAL], self._strike(melee, True)))
        if c if side else a:
            options.append((STRIKE[NORMAL], self._strike(melee, False)))
        options.append((KEEP, ((OVER, purse), None, None)))
        return Offer(side, options, 0, "last")


def _spent(a: int, b: int, c: int, d: int, side: int, high: int) -> Held:
    """Dice of both with a normal or (high) a critical of a side less."""
    if side:
        return (a, b, c, d - 1) if high else (a, b, c - 1, d)
    return (a, b - 1, c, d) if high else (a - 1, b, c, d)


def _shocked(a: int, b: int, c: int, d: int, side: int) -> Held:
    """Shock: a side loses an unresolved normal, a critical if it has none (KILLTEAM-C.WR.SHOCK)."""
    normals, criticals = (c, d) if side else (a, b)
    if not normals and not criticals:
        return a, b, c, d
    return _spent(a, b, c, d, side, not normals)
