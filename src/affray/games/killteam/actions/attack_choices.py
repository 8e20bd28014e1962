"""What a seat chooses in the middle of an attack: dice to re-roll, retain, block or strike with, targets."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal, TypeAlias

from affray.engine.actions import Action, Part, actor, key, target

Die: TypeAlias = Literal["normal", "critical"]
"""A retained die."""


class Keep(Action, frozen=True):
    """Leave it as it is: no re-roll, no rule used."""

    verb: ClassVar[str] = "keep"


class SetAside(Action, frozen=True):
    """Retain so many attack dice as normals without rolling them (KILLTEAM-C.WR.ACCURATE)."""

    count: int
    verb: ClassVar[str] = "set_aside"
    form: ClassVar[tuple[Part, ...]] = (actor("count", "int"),)


class Reroll(Action, frozen=True):
    """Re-roll dice by a rule. A die is named by its number, or how it counts if numbers do not matter."""

    by: str
    dice: tuple[str, ...]
    verb: ClassVar[str] = "reroll"
    form: ClassVar[tuple[Part, ...]] = (actor("by", "word"), key("dice", "word", many=True))


class Use(Action, frozen=True):
    """Use a ploy, item or weapon rule at its moment in a sequence."""

    by: str
    verb: ClassVar[str] = "use"
    form: ClassVar[tuple[Part, ...]] = (actor("by", "word"),)


class Screen(Action, frozen=True):
    """Choose what one feature gives the target: ``cover`` or ``obscured`` (KILLTEAM-C.LOS.12)."""

    kind: str
    verb: ClassVar[str] = "screen"
    form: ClassVar[tuple[Part, ...]] = (actor("kind", "word"),)


class Saves(Action, frozen=True):
    """Retain defence dice without rolling them (KILLTEAM-SSEQ.15, KILLTEAM-C.SH.6)."""

    normals: int
    criticals: int
    verb: ClassVar[str] = "saves"
    form: ClassVar[tuple[Part, ...]] = (key("normals", "int"), key("criticals", "int"))


class Blocks(Action, frozen=True):
    """Block so many normals and criticals of a shot (KILLTEAM-SSEQ.16)."""

    normals: int
    criticals: int
    verb: ClassVar[str] = "blocks"
    form: ClassVar[tuple[Part, ...]] = (key("normals", "int"), key("criticals", "int"))


class Strike(Action, frozen=True):
    """Strike with a retained die (KILLTEAM-FSEQ.15)."""

    die: Die
    verb: ClassVar[str] = "strike"
    form: ClassVar[tuple[Part, ...]] = (actor("die", "word"),)


class Block(Action, frozen=True):
    """Block one of the opponent's unresolved successes with a retained die (KILLTEAM-FSEQ.18)."""

    die: Die
    blocked: Die
    verb: ClassVar[str] = "block"
    form: ClassVar[tuple[Part, ...]] = (actor("die", "word"), target("blocked", "word"))


class Discard(Action, frozen=True):
    """Resolve a die as a block though there is nothing that it can block (KILLTEAM-R.14)."""

    die: Die
    verb: ClassVar[str] = "discard"
    form: ClassVar[tuple[Part, ...]] = (actor("die", "word"),)


class Also(Action, frozen=True):
    """Name one more target of a Torrent weapon (KILLTEAM-C.WR.TORRENT)."""

    who: int
    verb: ClassVar[str] = "also"
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"),)


class Enough(Action, frozen=True):
    """Name no more targets."""

    verb: ClassVar[str] = "enough"


class Next(Action, frozen=True):
    """Name the operative against which the next sequence is resolved (KILLTEAM-C.WR.BLAST)."""

    who: int
    verb: ClassVar[str] = "next"
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"),)


class Wield(Action, frozen=True):
    """Select the melee weapon of an operative that retaliates (KILLTEAM-FSEQ.8)."""

    weapon: str
    verb: ClassVar[str] = "wield"
    form: ClassVar[tuple[Part, ...]] = (actor("weapon", "weapon"),)


KEEP = Keep()
ENOUGH = Enough()
DICE: tuple[Die, Die] = ("normal", "critical")
STRIKE = {die: Strike(die) for die in DICE}
BLOCK = {(die, blocked): Block(die, blocked) for die in DICE for blocked in DICE}
DISCARD = {die: Discard(die) for die in DICE}


@cache
def set_aside(count: int) -> SetAside:
    """The `SetAside` of so many dice, one object for each."""
    return SetAside(count)


@cache
def reroll(by: str, dice: tuple[str, ...]) -> Reroll:
    """The `Reroll` of some dice, one object for each."""
    return Reroll(by, dice)


@cache
def use(by: str) -> Use:
    """The `Use` of a rule, one object for each."""
    return Use(by)


@cache
def screen(kind: str) -> Screen:
    """The `Screen` of a kind, one object for each."""
    return Screen(kind)


@cache
def saves(normals: int, criticals: int) -> Saves:
    """The `Saves` of so many dice, one object for each."""
    return Saves(normals, criticals)


@cache
def blocks(normals: int, criticals: int) -> Blocks:
    """The `Blocks` of so many dice, one object for each."""
    return Blocks(normals, criticals)


@cache
def also(who: int) -> Also:
    """The `Also` of an operative, one object for each."""
    return Also(who)


@cache
def next_target(who: int) -> Next:
    """The `Next` of an operative, one object for each."""
    return Next(who)


@cache
def wield(weapon: str) -> Wield:
    """The `Wield` of a weapon, one object for each."""
    return Wield(weapon)


CHOICES: tuple[type[Action], ...] = (
    Keep, SetAside, Reroll, Use, Screen, Saves, Blocks, Strike, Block, Discard, Also, Enough, Next, Wield,
)  # fmt: skip
"""Everything that is chosen in the middle of an attack."""
