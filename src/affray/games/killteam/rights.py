"""What rules of teams and equipment lend to a side in an attack: plain values that the sequences work with.

`hooks` fills these in when a sequence begins; `pools`, `shooting` and `fighting` say what each kind does.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from affray.engine.requests import ClauseId
from affray.games.killteam.weapons import WeaponRule

RightKind: TypeAlias = Literal[
    # while own dice may be re-rolled (windows A2 and D2 of KILLTEAM-C.SH, re-rolls of KILLTEAM-C.FT.1)
    "reroll_one", "reroll_number", "reroll_any",
    # when own dice are retained
    "rescue", "promote", "swap", "severe",
    # after the opponent's roll
    "rot", "dull",
    # when attack dice are about to hurt
    "ignore", "harden",
    # when a fight is about to be resolved, and at the first die of it
    "shock_assault", "cunning",
]  # fmt: skip
"""What a right does.

=================  ====================================================================================
``reroll_one``     re-roll one of the dice
``reroll_number``  re-roll all dice that show one number
``reroll_any``     re-roll any of the dice, once
``rescue``         retain one fail as a normal; `needs_critical`: only with a critical retained
``promote``        retain one rolled normal as a critical; `needs_critical` alike
``swap``           with two or more fails: discard one and retain another as a normal
``severe``         with no critical retained: change one normal to a critical
``rot``            each 3 that the opponent rolled: 1 damage to his operative, and it is a fail for good
``dull``           the opponent's results below 6 cannot be retained as criticals
``ignore``         a Normal Dmg is ignored
``harden``         every die that inflicts 3 or more inflicts 1 less, without a roll
``shock_assault``  the own weapon gains Shock, its first strike inflicts 1 more (at most 7)
``cunning``        the own first die, if it is a normal strike, is a critical one
=================  ====================================================================================
"""


class Right(NamedTuple):
    """Something that a side may do once in a sequence, in the window of its kind."""

    id: str
    """Of the ploy, item, ability or weapon rule, e.g. ``purity_seals``, ``balanced``."""
    kind: RightKind
    clause: ClauseId
    cost: int = 0
    """CP."""
    many: bool = False
    """It may be used again and again, as long as there are CP."""
    needs_critical: bool = False


Added: TypeAlias = tuple[WeaponRule, ClauseId]
"""A weapon rule that comes from elsewhere, and the clause that gives it."""
Change: TypeAlias = tuple[int, ClauseId]
"""An amount by which a stat changes, and the clause that changes it."""


class Defence(NamedTuple):
    """What helps the target of a shooting sequence with its defence dice."""

    critical_from: int = 6
    """Rolled successes from this number on are criticals."""
    critical_clause: ClauseId = ""
    more_cover: int = 0
    """1: where a cover save is possible, one additional cover save *or* one as a critical; 2: both."""
    cover_clause: ClauseId = ""
    unsaturated: ClauseId = ""
    """The clause by which Saturate is ignored; empty: it is not."""
    unrolled: int = 0
    """Dice that may be retained as normals unrolled, in cover or not."""
    unrolled_clause: ClauseId = ""
    rights: tuple[Right, ...] = ()
    """Re-rolls and retains with defence dice, apart from Command Re-roll."""


class Toughness(NamedTuple):
    """What makes the dice of an attack hurt less (KILLTEAM-C.DM.1)."""

    less: ClauseId = ""
    """The clause by which every Normal Dmg of 3 or more is 1 less."""
    first_less: ClauseId = ""
    """The clause by which the first Normal Dmg of 3 or more in the sequence is 1 less."""
    resilient: ClauseId = ""
    """The clause by which each die that inflicts 3 or more is 1 less on a D6 of 4+."""
    hardened: ClauseId = ""
    """The clause by which each die that inflicts 3 or more is 1 less without a roll."""
    rights: tuple[Right, ...] = ()
    """Rights of the kinds ``ignore`` and ``harden``."""


class Edge(NamedTuple):
    """What helps a fighter beside its weapon's rules."""

    blocks_criticals: ClauseId = ""
    """The clause by which its normals may block criticals (but not those of a Brutal weapon)."""
    steady: ClauseId = ""
    """The clause by which Shock does nothing to it."""
    last_strike: ClauseId = ""
    """The clause by which it may strike once more when it is incapacitated."""
    leech: int = 0
    """So many wounds at most it regains as the opponent loses them, one by one."""
    leech_clause: ClauseId = ""
    rights: tuple[Right, ...] = ()
    """Rights of the kinds ``shock_assault`` and ``cunning``."""


PLAIN_TOUGHNESS = Toughness()
PLAIN_EDGE = Edge()
