"""The figures of a fight whose dice are all retained, and how they are written in lines (KILLTEAM-FSEQ.12).

`melee` says how they go on.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from affray.engine.requests import Seat
from affray.games.killteam.asking import Pairs
from affray.games.killteam.pools import Scale
from affray.games.killteam.rights import Right

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
    """For odds: what cannot be better than something else is left out. A side that has the last dice discards
    none and strikes with criticals first, unless the first one counts otherwise. Nothing else is left out:
    who is spared a strike may rather block than strike back, so that a worse die can be the better one."""

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
    first: int = 0
    """The side of the fighter that fell first, if both did."""


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
HARDENED = (1 << 16, 1 << 17)
"""Dice against this side are lessened without a roll, as it has used a right. Only in lines: figures tell it
by the right."""


# -- lines ---------------------------------------------------------------------------------------------------

Purse: TypeAlias = tuple[tuple[int, int], int]
"""What a body has that may be spent: CP, rights used."""
Line: TypeAlias = tuple[Any, ...]
"""Figures without what is carried along, written in one line, so that there is little to make and to
compare."""
OPENING, MELEE, FACING, RESISTING, LAST, OVER = "opening", "melee", "facing", "resisting", "last", "over"
"""What a line begins with. There follow for FACING damage and whether it is plain, for RESISTING damage; for
all but OVER the dice, the side and the flags."""
Flesh: TypeAlias = tuple[int, int, int, int, int]
"""What strikes change: the wounds of both sides, those that each may still regain, and bits: one for each
side whose dice have hurt the opponent, where that matters, and that side 1 fell first if both did."""
FIRST = 1 << 2
"""The last of these bits."""
Carried: TypeAlias = tuple[Flesh, Purse]
"""What is carried along. Which lines follow rests on it only as a fighter has fallen, or a right cannot be
used."""
Blow: TypeAlias = tuple[int, int]
"""The side that strikes, and the damage."""
Move: TypeAlias = tuple[Blow | None, int]
"""A blow, if there is one, and the place of a right that is used; -1: none."""
Step: TypeAlias = tuple[Line, Line | None, Move | None]
"""How it goes on: the line that follows, the line instead if that incapacitates (None: the same), and what
changes what is carried along (None: nothing). Without means for the right the step is not possible."""


def flesh_of(figures: Resolving) -> Flesh:
    """The flesh of figures."""
    body = figures.body
    match figures:
        case Facing(then=then) | Resisting(then=then):
            return flesh_of(then)
        case Over(hurt=hurt, first=first):
            return *body.wounds, *body.leech, hurt[0] + 2 * hurt[1] + FIRST * first
    return *body.wounds, *body.leech, figures.flags // HURT[0] & 3


def line_of(terms: Terms, figures: Resolving) -> Line:
    """Figures as a line."""
    match figures:
        case Facing(damage, plain, then):
            return (FACING, damage, plain, *line_of(terms, then)[1:])
        case Resisting(damage, then):
            return (RESISTING, damage, *line_of(terms, then)[1:])
        case Over():
            return (OVER,)
        case Opening(side, dice, flags, body):
            kind = OPENING
        case Last(side, dice, flags, body):
            kind = LAST
        case Melee(dice, side, flags, body):
            kind = MELEE
    flags &= ~(HURT[0] | HURT[1])
    for fighter, hard in zip(terms.sides, HARDENED, strict=True):
        if any(right.kind == "harden" and body.used >> place & 1 for place, right, _ in fighter.reduce):
            flags |= hard
    return (kind, *dice, side, flags)


def figures_of(line: Line, carried: Carried) -> Resolving:
    """Figures of a line and of what is carried along."""
    kind, *ahead = line
    (w0, w1, mine, theirs, hurt), (cp, used) = carried
    body = Body((w0, w1), (mine, theirs), cp, used)
    if kind == OVER:
        return Over((bool(hurt & 1), bool(hurt & 2)), body, hurt // FIRST)
    *ahead, a, b, c, d, side, flags = ahead
    flags = flags & ~(HARDENED[0] | HARDENED[1]) | hurt * HURT[0]
    if kind == OPENING:
        return Opening(side, (a, b, c, d), flags, body)
    if kind == LAST:
        return Last(side, (a, b, c, d), flags, body)
    melee = Melee((a, b, c, d), side, flags, body)
    if kind == FACING:
        return Facing(ahead[0], ahead[1], melee)
    return Resisting(ahead[0], melee) if kind == RESISTING else melee
