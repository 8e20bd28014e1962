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
    FIRST,
    HARDENED,
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
    Carried,
    Flesh,
    Held,
    Line,
    Melee,
    Move,
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
ENDED: Line = (OVER,)
NORMAL: Die = "normal"
CRITICAL: Die = "critical"


def _carried(figures: Resolving) -> Carried:
    return flesh_of(figures), (figures.body.cp, figures.body.used)


def _after(terms: Terms, step: Step, carried: Carried) -> Resolving:
    """The figures after a step."""
    line, fallen, move = step
    if move is not None:
        carried = moved(terms, carried, move)
        if fallen is not None and is_fallen(carried[0]):
            line = fallen
    if line[0] == FACING:
        asked = Bout(terms).ask(line)
        assert isinstance(asked, Offer)
        options = possible(terms, asked, carried[1]).options
        if len(options) == 1:
            return _after(terms, options[0][1], carried)
    return figures_of(line, carried)


def ask(terms: Terms, figures: Resolving) -> Ask:
    """What comes next; None when the fight has ended."""
    asked = Bout(terms).ask(line_of(terms, figures))
    if not isinstance(asked, Offer):
        return asked
    carried = _carried(figures)
    offer = possible(terms, asked, carried[1])
    return offer._replace(options=[(action, _after(terms, step, carried)) for action, step in offer.options])


def possible(terms: Terms, offer: Offer, purse: Purse) -> Offer:
    """The options for which a side has the means."""
    options = [option for option in offer.options if has_means(terms, purse, option[1][2])]
    offer = offer._replace(options=options)
    return offer._replace(usual=preferred(terms, offer)[0])


def preferred(terms: Terms, offer: Offer) -> list[int]:
    """The options that the default policy takes, each if those before it are not possible: of reductions
    those that cost nothing."""
    if offer.what != "reduce":
        return [offer.usual]
    rights = [-1 if move is None else move[1] for _, (_, _, move) in offer.options]
    return [*[at for at, place in enumerate(rights) if at and not terms.rights[place].cost], 0]


def resisted(terms: Terms, figures: Resisting, lessened: int) -> Resolving:
    """The figures after the roll that may lessen a strike."""
    return _after(terms, Bout(terms).resisted(line_of(terms, figures), lessened), _carried(figures))


def opening(terms: Terms, side: int, held: Held, flags: int, body: Body) -> Resolving:
    """The figures when all dice are retained; `side` is to resolve the first."""
    melee = Melee(held, side, flags, body)
    line, _, _ = Bout(terms).opening(line_of(terms, melee))
    if line[0] == OPENING and not usable(terms.sides[0].open, body.used, body.cp[0]):
        line, _, _ = Bout(terms).begun(line)
    return figures_of(line, _carried(melee))


# -- means ---------------------------------------------------------------------------------------------------


def has_means(terms: Terms, purse: Purse, move: Move | None) -> bool:
    """Whether a side has what a step takes."""
    if move is None or move[1] < 0:
        return True
    cp, used = purse
    side = int(move[1] >= terms.split)
    fighter = terms.sides[side]
    pairs = fighter.reduce + fighter.first_die + fighter.open
    return any(place == move[1] for place, _ in usable(pairs, used, cp[side]))


def paid(body: Body, side: int, place: int, right: Right) -> Body:
    """With a right used."""
    cp, used = _paid((body.cp, body.used), side, place, right)
    return body._replace(cp=cp, used=used)


def _paid(purse: Purse, side: int, place: int, right: Right) -> Purse:
    cp, used = purse
    return charged(cp, side, right.cost), used if right.many else used | 1 << place


def moved(terms: Terms, carried: Carried, move: Move) -> Carried:
    """What is carried along after a move for which a side has the means."""
    flesh, purse = carried
    blow, place = move
    if place >= 0:
        purse = _paid(purse, int(place >= terms.split), place, terms.rights[place])
    return flesh if blow is None else struck(terms, flesh, blow), purse


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
    if side and not left and not mine:  # a last strike
        hurt |= FIRST
    return (left, mine, leech0, leech, hurt) if side else (mine, left, leech, leech1, hurt)


def is_fallen(flesh: Flesh) -> bool:
    """Whether a fighter is incapacitated."""
    return not (flesh[0] and flesh[1])


class Bout:
    """The dice of a fight being resolved by its terms, line by line. Every step for which a side might have
    the means is told."""

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
        if self._sides[0].open and (line[1] or line[2]):
            return (OPENING, *line[1:]), None, None
        return self._turn(*line[1:])

    def begun(self, line: Line) -> Step:
        """The first die."""
        return self._turn(*line[1:])

    def _ask_open(self, line: Line) -> Offer:
        """Shock Assault: Shock, and the first strike inflicts 1 more (KILLTEAM-C.AOD.6)."""
        options: list[tuple[Action, Step]] = [(KEEP, self.begun(line))]
        _, a, b, c, d, side, flags = line
        flags |= ASSAULT[0] | SHOCKING[0]
        for place, right, _ in self._sides[0].open:
            options.append((use(right.id), self._turn(a, b, c, d, side, flags, (None, place))))
        return Offer(0, options, 0, "open")

    def arrived(self, line: Line) -> Step:
        """A line as a step that leads to it."""
        return self._turn(*line[1:]) if line[0] == MELEE else (line, None, None)

    def _turn(self, a: int, b: int, c: int, d: int, side: int, flags: int, move: Move | None = None) -> Step:
        """The turn of a side, of the other if it has no die left, or the end (KILLTEAM-FSEQ.13).

        The fight stops if `side` is incapacitated (KILLTEAM-R.13), but for a last strike (KILLTEAM-C.DKK.3).
        """
        if c or d if side else a or b:
            last = self._sides[side].last_strike
            fallen = (LAST, a, b, c, d, side, flags) if last else ENDED
            return (MELEE, a, b, c, d, side, flags), fallen, move
        if a or b or c or d:
            return (MELEE, a, b, c, d, 1 - side, flags), ENDED, move
        return ENDED, None, move

    def dice(self, line: Line, told: list[Action] | None = None) -> list[Step]:
        """What follows each way to strike or block with one of the dice left (KILLTEAM-FSEQ.14); `told` takes
        the actions."""
        _, a, b, c, d, side, flags = line
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
            if normals and not flags & (STRUCK[side] | CUNNING[side]):
                for place, right, _ in first_die:
                    found.append(self._turn(a, b, c, d, side, flags | CUNNING[side], (None, place)))
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
                    found.append(self._turn(*left, 1 - side, flags))
                    if told is not None:
                        told.append(BLOCK[DICE[high], DICE[against]])
            if not able and (against_normals or against_criticals or not self._sparing):
                # KILLTEAM-R.14
                found.append(self._turn(*_spent(a, b, c, d, side, high), 1 - side, flags))
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
        _, a, b, c, d, side, flags = line
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
        then = a, b, c, d, side, flags
        if self._sides[1 - side].bare:
            return self._hurt(then, damage)
        return self._facing(damage, not critical, then)

    # -- damage ----------------------------------------------------------------------------------------------

    def _facing(self, damage: int, plain: bool, then: Line, used: int = -1) -> Step:
        """A choice of reductions, or the damage. `then`: as after the strike, but without what comes
        first in lines; its side is the one that struck. `used`: the right that has just been used."""
        if self._reductions(damage, plain, then):
            return (FACING, damage, plain, *then), None, None if used < 0 else (None, used)
        return self._suffered(damage, plain, then, used)

    def _reductions(self, damage: int, plain: bool, then: Line) -> list[tuple[int, Right]]:
        """What the side that is struck may use."""
        side, flags = 1 - then[4], then[5]
        fighter = self._sides[side]
        if not fighter.reduce:
            return []
        hard = (
            fighter.resilient
            and not self._hardened(side, flags)
            and self._lessened(damage, plain, then)[0] >= RESISTED
        )
        return [
            (place, right)
            for place, right, _ in fighter.reduce
            if (plain and damage > 0 if right.kind == "ignore" else hard)
        ]

    def _hardened(self, side: int, flags: int) -> bool:
        """Whether dice against a side are lessened without a roll."""
        return self._sides[side].hardened or bool(flags & HARDENED[side])

    def _ask_reduce(self, line: Line) -> Offer:
        _, damage, plain, *_, side, flags = line
        then = line[3:]
        options: list[tuple[Action, Step]] = [(KEEP, self._suffered(damage, plain, then))]
        for place, right in self._reductions(damage, plain, then):
            if right.kind == "ignore":
                after = self._hurt(then, 0, place)
            else:
                after = self._facing(damage, plain, (*then[:-1], flags | HARDENED[1 - side]), place)
            options.append((use(right.id), after))
        return Offer(1 - side, options, 0, "reduce")

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

    def _suffered(self, damage: int, plain: bool, then: Line, used: int = -1) -> Step:
        """The damage of a strike, or the roll that may lessen it (KILLTEAM-C.PLM.3)."""
        side = then[4]
        damage, flags = self._lessened(damage, plain, then)
        then = (*then[:5], flags)
        if self._sides[1 - side].resilient and damage >= RESISTED:
            if not self._hardened(1 - side, flags):
                return (RESISTING, damage, *then), None, None if used < 0 else (None, used)
            damage -= 1
        return self._hurt(then, damage, used)

    def _hurt(self, then: Line, damage: int, used: int = -1) -> Step:
        """A die has struck; the other side is next."""
        a, b, c, d, side, flags = then
        blow = (side, damage) if damage else None
        move = (blow, used) if damage or used >= 0 else None
        if flags & LASTING[side]:
            return ENDED, None, move
        return self._turn(a, b, c, d, 1 - side, flags, move)

    def _ask_last(self, line: Line) -> Offer:
        """Bruiser: one more strike before it is removed (KILLTEAM-C.DKK.3)."""
        _, a, b, c, d, side, flags = line
        melee = (MELEE, a, b, c, d, side, flags | LASTING[side])
        options: list[tuple[Action, Step]] = []
        if d if side else b:
            options.append((STRIKE[CRITICAL], self._strike(melee, True)))
        if c if side else a:
            options.append((STRIKE[NORMAL], self._strike(melee, False)))
        options.append((KEEP, (ENDED, None, None)))
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
