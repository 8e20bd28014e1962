"""The terms of a fight: everything in force that the dice of both sides depend on (KILLTEAM-C.FT)."""

from __future__ import annotations

from typing import NamedTuple

from affray.engine.requests import ClauseId
from affray.games.killteam import arms, damage, field, hooks
from affray.games.killteam.arms import Arm
from affray.games.killteam.asking import with_places
from affray.games.killteam.fight_figures import Fighter, Terms
from affray.games.killteam.pools import EVERY_FACE, REROLLS, RETAINS, SIXES, THREES, scale_of
from affray.games.killteam.rights import Edge, Right, Toughness
from affray.games.killteam.sequences import affordable, command_reroll, to_spend, weapon_rights
from affray.games.killteam.shoot_terms import REDUCTIONS
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

SPOILING = frozenset({"rot", "dull"})
OPENING = frozenset({"shock_assault"})
FIRST_DIE = frozenset({"cunning"})


class Side(NamedTuple):
    """What one side brings to a fight."""

    arm: Arm | None
    """None: its dice are not collected (KILLTEAM-C.FT.3)."""
    hit: int
    edge: Edge
    tough: Toughness
    rights: tuple[Right, ...]
    plain: int
    """So many of the rights come from rules of the weapon itself."""

    @property
    def gained(self) -> tuple[tuple[str, ClauseId], ...]:
        """Weapon rules that were gained, and the clauses that give them."""
        return self.arm.clauses if self.arm is not None else ()


class Reasons(NamedTuple):
    """Where the terms of a fight come from, for those who want to know."""

    hits: tuple[int, int]
    gained: tuple[tuple[tuple[str, ClauseId], ...], tuple[tuple[str, ClauseId], ...]]
    """Weapon rules that were gained, and the clauses that give them, by side."""
    edges: tuple[Edge, Edge]
    toughs: tuple[Toughness, Toughness]
    toxic: tuple[bool, bool]
    """Toxic makes the strikes of a side hurt more."""


def assists(s: State, who: int, enemy: int) -> int:
    """How many other friends are in control range of the enemy and of no other (KILLTEAM-C.FT.2)."""
    if not s.preset.assist:
        return 0
    friends = field.friends_in_control(s, s.side[who], enemy, besides=who)
    return sum(field.engaged(s, friend) == [enemy] for friend in friends)


def side_of(s: State, who: int, enemy: int, weapon: Weapon | None, hit: int, retaliating: bool) -> Side:
    """What an operative brings to a fight."""
    tough = hooks.toughness(s, who, enemy, fighting=True, retaliating=retaliating)
    rights: list[Right] = []
    arm = None
    edge = Edge()
    if weapon is not None:
        arm = arms.arm_of(s, who, weapon, enemy, fighting=True, retaliating=retaliating)
        edge = hooks.edge(s, who, enemy, weapon, retaliating=retaliating)
        rights = weapon_rights(arm)
        plain = len(rights)
        rights += hooks.attack_rights(s, who, weapon, enemy, fighting=True, retaliating=retaliating)
        rights += command_reroll(s, s.side[who])
        rights += edge.rights
    else:
        plain = 0
    rights += hooks.spoiling_rights(s, who, enemy, fighting=True, retaliating=retaliating)
    rights += tough.rights
    return Side(arm, hit, edge, tough, tuple(affordable(rights, s.cp[s.side[who]])), plain)


def terms_of(
    s: State, who: tuple[int, int], weapons: tuple[Weapon | None, Weapon | None], hits: tuple[int, int]
) -> tuple[Terms, tuple[int, int], Reasons]:
    """The terms of a fight, the CP that attacker and defender have to spend in it, and the reasons."""
    mine = side_of(s, who[0], who[1], weapons[0], hits[0], False)
    theirs = side_of(s, who[1], who[0], weapons[1], hits[1], True)
    split = len(mine.rights)
    first = "defenders_first" in s.map.rules and arms.in_stronghold(s, who[1])
    first = first and not arms.in_stronghold(s, who[0])
    terms = Terms(
        sides=(
            _fighter(s, who[0], who[1], mine, theirs, 0),
            _fighter(s, who[1], who[0], theirs, mine, split),
        ),
        rights=(*mine.rights, *theirs.rights),
        split=split,
        paid=_paid(mine) | _paid(theirs) << split,
        initiative=int(s.initiative != s.side[who[0]]),
        first=int(first),
    )
    spend = _spend(s, who[0], mine), _spend(s, who[1], theirs)
    reasons = Reasons(
        hits,
        (mine.gained, theirs.gained),
        (mine.edge, theirs.edge),
        (mine.tough, theirs.tough),
        (_toxic(s, mine, who[1]), _toxic(s, theirs, who[0])),
    )
    return terms, spend, reasons


def _paid(side: Side) -> int:
    """The bits of the rights of which the use has to be booked."""
    return sum(1 << i for i, right in enumerate(side.rights) if i >= side.plain and not right.many)


def _spend(s: State, who: int, side: Side) -> int:
    return to_spend(side.rights, s.cp[s.side[who]], side.arm.weapon.atk if side.arm is not None else 0)


def _toxic(s: State, side: Side, enemy: int) -> bool:
    """Whether a side's weapon hurts more because the enemy has a token (KILLTEAM-C.WR.TOXIC)."""
    return side.arm is not None and side.arm.toxic and damage.has_token(s, enemy)


def _fighter(s: State, who: int, enemy: int, side: Side, other: Side, first: int) -> Fighter:
    """One side as the sequence sees it; `first` is the place of its first right."""
    arm, tough, edge, rights = side.arm, side.tough, side.edge, side.rights
    splits: set[int] = set()
    if any(right.kind == "reroll_number" for right in rights):
        splits |= set(EVERY_FACE)
    for right in other.rights:
        if right.kind == "rot":
            splits |= set(THREES)
        elif right.kind == "dull":
            splits |= set(SIXES)
    reduce = with_places(rights, REDUCTIONS, first)
    lethal = arm.lethal if arm is not None else 6
    extra = int(_toxic(s, side, enemy))
    tokened = damage.has_token(s, enemy) or (s.side[enemy] == s.side[who] and s.card[enemy].team == "plm")
    return Fighter(
        seat=s.side[who],
        atk=arm.weapon.atk if arm is not None else 0,
        attack=scale_of(side.hit, lethal, tuple(sorted(splits))),
        again=scale_of(side.hit, lethal),
        dull=scale_of(side.hit, 6),
        accurate=arm.accurate if arm is not None else 0,
        normal=arm.weapon.normal + extra if arm is not None else 0,
        critical=arm.weapon.critical + extra if arm is not None else 0,
        brutal=arm is not None and arm.brutal,
        shock=arm is not None and arm.shock,
        triggers=arm is not None and bool(arm.stun or arm.devastating),
        poison=arm is not None and arm.poison and not tokened,
        blocks_criticals=bool(edge.blocks_criticals),
        steady=bool(edge.steady),
        last_strike=bool(edge.last_strike),
        most=s.card[who].wounds,
        rerolls=with_places(rights, REROLLS, first),
        retains=with_places(rights, RETAINS, first),
        spoil=with_places(rights, SPOILING, first),
        open=with_places(rights, OPENING, first),
        first_die=with_places(rights, FIRST_DIE, first),
        reduce=reduce,
        less=bool(tough.less),
        first_less=bool(tough.first_less),
        resilient=bool(tough.resilient),
        hardened=bool(tough.hardened),
        bare=not (reduce or tough.less or tough.first_less or tough.resilient or tough.hardened),
    )
