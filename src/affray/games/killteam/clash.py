"""A fight on figures alone: from the attack dice of both sides to the wounds left (KILLTEAM-C.FT.1).

`ask` tells what comes next, `rolled` what dice make of the figures; an `Offer` carries the figures that
follow each choice. Figures of which `ask` wants nothing are for the state to deal with: `Owed`, `Triggered`
and `Over`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Counts
from affray.games.killteam import melee
from affray.games.killteam.actions.attack_choices import KEEP, set_aside, use
from affray.games.killteam.asking import Ask, Offer, Toss, usable
from affray.games.killteam.fight_figures import Body, Facing, Held, Melee, Over, Resisting, Resolving, Terms
from affray.games.killteam.melee import opening, paid
from affray.games.killteam.pools import (
    COARSE,
    Dice,
    Hand,
    hand_of,
    picks,
    reroll_of,
    retains,
    rotten,
    threes_of,
    usual_reroll,
)
from affray.games.killteam.rights import Right

Both: TypeAlias = tuple[Dice, Dice]
EMPTY = Dice((0, 0, 0), COARSE)
SPOILT = 1, 2
"""Bits of `dull` in figures: the results of this side below 6 cannot be criticals (Tilting Shields)."""


class Aside(NamedTuple):
    """How many dice does a side retain unrolled? (Accurate)"""

    side: int
    laid: int
    """What the attacker has laid aside."""
    body: Body


class Cast(NamedTuple):
    """Dice of a side are about to be rolled for the first time."""

    side: int
    dice: Both
    body: Body


class Spoiling(NamedTuple):
    """All dice are rolled: may `side` do something to the opponent's?"""

    side: int
    dice: Both
    dull: int
    body: Body


class Owed(NamedTuple):
    """Fighters take damage at once, then the fight goes on (Curse of Rot)."""

    damage: tuple[int, int]
    then: Spoiling

    @property
    def body(self) -> Body:
        """As the fighters are."""
        return self.then.body


class Window(NamedTuple):
    """Dice that `side` may re-roll; `passed`: the other side has just passed."""

    side: int
    passed: bool
    dice: Both
    dull: int
    body: Body


class Recast(NamedTuple):
    """Dice of a side are rolled once more."""

    side: int
    number: int
    dice: Both
    dull: int
    body: Body
    kind: str = "recast"
    """Tells these figures from others with the same numbers, as tuples would be equal."""


class Retaining(NamedTuple):
    """Dice of a side that are about to be retained; `held`: the attacker's successes when it is the other."""

    side: int
    hands: tuple[Hand, Hand]
    dull: int
    body: Body


class Triggered(NamedTuple):
    """Criticals have been retained that do something at once (KILLTEAM-C.SH.5)."""

    held: Held
    body: Body


class Ready(NamedTuple):
    """All dice are retained. These are no figures: at once the first die is about to be resolved."""

    held: Held
    body: Body


Figures: TypeAlias = (
    Aside | Cast | Spoiling | Owed | Window | Recast | Retaining | Triggered | Resolving
)  # fmt: skip


def begin(
    terms: Terms, wounds: tuple[int, int], cp: tuple[int, int], leech: tuple[int, int] = (0, 0)
) -> Figures:
    """The first figures of a fight."""
    return _aside(terms, 0, 0, Body(wounds, leech, cp, 0))


def ask(terms: Terms, figures: Figures) -> Ask:
    """What comes next; None if that is for the state to deal with."""
    match figures:
        case Melee() | Facing() | Resisting():  # by far the most, so they come first
            return melee.ask(terms, figures)
        case Window():
            return _ask_reroll(terms, figures)
        case Recast(side=side, number=number, dull=dull):
            fighter = terms.sides[side]
            return Toss(side, number, fighter.dull if dull & SPOILT[side] else fighter.again, "again")
        case Retaining():
            return _ask_retain(terms, figures)
        case Cast(side=side, dice=dice):
            fighter = terms.sides[side]
            return Toss(side, fighter.atk - dice[side].laid[0], fighter.attack, "attack")
        case Aside():
            return _ask_aside(terms, figures)
        case Spoiling():
            return _ask_spoil(terms, figures)
        case Owed() | Triggered():
            return None
        case _:
            return melee.ask(terms, figures)


def rolled(terms: Terms, figures: Figures, counts: Counts) -> Figures:
    """The figures after the dice that `ask` wanted."""
    match figures:
        case Resisting():
            return melee.resisted(terms, figures, counts[1])
        case Recast(side=side, dice=dice, dull=dull, body=body):
            fighter = terms.sides[side]
            grades = (fighter.dull if dull & SPOILT[side] else fighter.again).grades
            return _window(
                terms, 1 - side, False, _with(dice, side, dice[side].rerolled(counts, grades)), dull, body
            )
        case Cast(side=side, dice=dice, body=body):
            own = thrown(terms, figures, counts)
            return _cast(terms, side + 1, _with(dice, side, own), body)
        case _:
            raise AssertionError(f"no dice were wanted for {figures}")


def thrown(terms: Terms, cast: Cast, counts: Counts) -> Dice:
    """The dice of a first roll."""
    return Dice(counts, terms.sides[cast.side].attack, laid=cast.dice[cast.side].laid)


def resume(
    terms: Terms, figures: Owed | Triggered, wounds: tuple[int, int], leech: tuple[int, int]
) -> Figures:
    """The figures after the state has seen to what was due; `wounds`: what it has left to the fighters,
    `leech`: what they may still regain."""
    if isinstance(figures, Owed):
        side, dice, dull, body = figures.then
        body = body._replace(wounds=wounds, leech=leech)
        return Over((False, False), body) if min(wounds) <= 0 else _spoiling(terms, side, dice, dull, body)
    body = figures.body._replace(wounds=wounds, leech=leech)
    if min(wounds) <= 0:
        return Over((False, False), body)
    return _begun(terms, Ready(figures.held, body))


def _with(dice: Both, side: int, own: Dice) -> Both:
    return (own, dice[1]) if side == 0 else (dice[0], own)


# -- rolling -------------------------------------------------------------------------------------------------


def _aside(terms: Terms, side: int, laid: int, body: Body) -> Figures:
    """A choice of dice to retain unrolled, first the attacker's; then the first roll."""
    for turn in range(side, 2):
        if terms.sides[turn].accurate and terms.sides[turn].atk:
            return Aside(turn, laid, body)
    return _cast(terms, 0, (_laid(laid), EMPTY), body)


def _ask_aside(terms: Terms, aside: Aside) -> Offer:
    side, before, body = aside
    fighter = terms.sides[side]
    options: list[tuple[Action, Figures]] = []
    for laid in range(min(fighter.accurate, fighter.atk), -1, -1):
        if side == 0:
            after = _aside(terms, 1, laid, body)
        else:
            after = _cast(terms, 0, (_laid(before), _laid(laid)), body)
        options.append((set_aside(laid), after))
    return Offer(side, options, 0, "accurate")


def _laid(count: int) -> Dice:
    return Dice((0, 0, 0), COARSE, laid=(count, 0)) if count else EMPTY


def _cast(terms: Terms, side: int, dice: Both, body: Body) -> Figures:
    """The next side's roll, or what follows when both have rolled (KILLTEAM-FSEQ.9)."""
    while side < 2:
        if terms.sides[side].atk > dice[side].laid[0]:
            return Cast(side, dice, body)
        side += 1
    return _spoiling(terms, 0, dice, 0, body)


def _spoiling(terms: Terms, side: int, dice: Both, dull: int, body: Body) -> Figures:
    """Windows after the roll: a side may spoil the opponent's dice, the attacker's side first."""
    while side < 2:
        if _spoilers(terms, side, dice, dull, body):
            return Spoiling(side, dice, dull, body)
        side += 1
    return _window(terms, terms.initiative, False, dice, dull, body)


def _spoilers(terms: Terms, side: int, dice: Both, dull: int, body: Body) -> list[tuple[int, Right]]:
    """What a side may do to the opponent's dice."""
    pairs = usable(terms.sides[side].spoil, body.used, body.cp[side])
    other = dice[1 - side]
    return [
        (place, right)
        for place, right in pairs
        if (threes_of(other) if right.kind == "rot" else not dull & SPOILT[1 - side] and any(other.fresh))
    ]


def _ask_spoil(terms: Terms, figures: Spoiling) -> Offer:
    side, dice, dull, body = figures
    options: list[tuple[Action, Figures]] = [(KEEP, _spoiling(terms, side + 1, dice, dull, body))]
    for place, right in _spoilers(terms, side, dice, dull, body):
        after_paying = paid(body, side, place, right)
        other = dice[1 - side]
        after: Figures
        if right.kind == "rot":
            damage = (threes_of(other), 0) if side else (0, threes_of(other))
            after = Owed(damage, Spoiling(side, _with(dice, 1 - side, rotten(other)), dull, after_paying))
        else:
            spoilt = _with(dice, 1 - side, other.dulled())
            after = _spoiling(terms, side, spoilt, dull | SPOILT[1 - side], after_paying)
        options.append((use(right.id), after))
    return Offer(side, options, 0, "spoil")


def _window(terms: Terms, side: int, passed: bool, dice: Both, dull: int, body: Body) -> Figures:
    """Re-rolls alternate, one or a pass each, until both pass in a row (KILLTEAM-C.FT.1)."""
    rights = [
        usable(fighter.rerolls, body.used, cp) for fighter, cp in zip(terms.sides, body.cp, strict=True)
    ]
    for turn, pairs in enumerate(rights):
        if not any(right.kind == "reroll_number" for _, right in pairs):
            dice = _with(dice, turn, dice[turn].coarse())
    able = bool(rights[0]) and any(dice[0].fresh), bool(rights[1]) and any(dice[1].fresh)
    following = next_window(side, passed, able)
    return Window(*following, dice, dull, body) if following else _closed(terms, dice, dull, body)


def next_window(side: int, passed: bool, able: tuple[bool, bool]) -> tuple[int, bool] | None:
    """Who is asked next for a re-roll, and whether the other side has just passed; None: nobody.

    A side that is not able to re-roll anything passes without being asked.
    """
    if able[side]:
        return side, passed
    return (1 - side, True) if able[1 - side] and not passed else None


def _ask_reroll(terms: Terms, window: Window) -> Offer:
    side, passed, dice, dull, body = window
    own = dice[side]
    found = list(picks(own, usable(terms.sides[side].rerolls, body.used, body.cp[side])))
    kept = _closed(terms, dice, dull, body) if passed else _window(terms, 1 - side, True, dice, dull, body)
    options: list[tuple[Action, Figures]] = [(KEEP, kept)]
    for again in found:
        rest = _with(dice, side, own.without(again.picked))
        after_paying = paid(body, side, again.right, terms.rights[again.right])
        options.append(
            (
                reroll_of(own, terms.rights[again.right], again.picked),
                Recast(side, sum(again.picked), rest, dull, after_paying),
            )
        )
    return Offer(side, options, 1 + usual_reroll(found, own, terms.rights), "reroll")


# -- retaining -----------------------------------------------------------------------------------------------


def _closed(terms: Terms, dice: Both, dull: int, body: Body) -> Figures:
    """Dice that are re-rolled no more, to be retained (KILLTEAM-FSEQ.10)."""
    body = body._replace(used=body.used & terms.paid)
    return _begun(terms, retaining(terms, 0, (hand_of(dice[0]), hand_of(dice[1])), dull, body))


def retaining(
    terms: Terms, side: int, hands: tuple[Hand, Hand], dull: int, body: Body
) -> Retaining | Triggered | Ready:
    """A choice of what to retain, first the attacker's; then what criticals do at once."""
    while side < 2:
        if changes(terms, side, hands[side], bool(dull & SPOILT[side]), body.cp[side], body.used):
            return Retaining(side, hands, dull, body)
        side += 1
    held: Held = (*hands[0].successes, *hands[1].successes)
    body = body._replace(used=body.used & terms.paid)
    if (held[1] and terms.sides[0].triggers) or (held[3] and terms.sides[1].triggers):
        return Triggered(held, body)
    return Ready(held, body)


def changes(terms: Terms, side: int, hand: Hand, dulled: bool, cp: int, used: int) -> bool:
    """Whether a side may change anything about its dice as they are retained."""
    pairs = usable(terms.sides[side].retains, used, cp)
    return bool(pairs) and next(retains(hand, pairs, dulled), None) is not None


def _begun(terms: Terms, found: Retaining | Triggered | Ready) -> Figures:
    """When nothing comes before it, the first die is about to be resolved."""
    return opening(terms, terms.first, found.held, 0, found.body) if isinstance(found, Ready) else found


def _ask_retain(terms: Terms, figures: Retaining) -> Offer:
    side, hands, dull, body = figures
    pairs = usable(terms.sides[side].retains, body.used, body.cp[side])
    options: list[tuple[Action, Figures]] = []
    usual = -1
    for action, place, after in retains(hands[side], pairs, bool(dull & SPOILT[side])):
        if usual < 0 and not terms.rights[place].cost:
            usual = len(options)
        both = (after, hands[1]) if side == 0 else (hands[0], after)
        after_paying = paid(body, side, place, terms.rights[place])
        options.append((action, _begun(terms, retaining(terms, side, both, dull, after_paying))))
    options.append((KEEP, _begun(terms, retaining(terms, side + 1, hands, dull, body))))
    return Offer(side, options, usual if usual >= 0 else len(options) - 1, "retain")
