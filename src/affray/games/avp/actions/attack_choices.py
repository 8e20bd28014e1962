"""What a seat chooses in the middle of an attack: targets, rerolls, bearers of Wounds, new Aliens."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place


class AimAt(Action, frozen=True):
    """Name the target of the next Test of an attack (AVP-R.24)."""

    model: int
    verb: ClassVar[str] = "aim_at"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class NextTarget(Action, frozen=True):
    """Name the model that an area attack strikes next (AVP-R.59)."""

    model: int
    verb: ClassVar[str] = "next_target"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class Victim(Action, frozen=True):
    """Name the model that acid or a Smart-Disc strikes (AVP-C.SKILL.1, AVP-PRD.15)."""

    model: int
    verb: ClassVar[str] = "victim"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class Reroll(Action, frozen=True):
    """Reroll the failed Test by a right: ``aimed_fire``, ``rage`` or ``xp``."""

    by: str
    verb: ClassVar[str] = "reroll"
    form: ClassVar[tuple[Part, ...]] = (actor("by", "word"),)


class Keep(Action, frozen=True):
    """Leave it as it is: no reroll, no swap."""

    verb: ClassVar[str] = "keep"


class Swap(Action, frozen=True):
    """Let another Troop Marine on the Tile bear the Wound (AVP-MAR.2)."""

    model: int
    verb: ClassVar[str] = "swap"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class Spawn(Action, frozen=True):
    """Place the Alien that takes a host's place (AVP-ALN.45)."""

    unit: str
    tile: int
    verb: ClassVar[str] = "spawn"
    form: ClassVar[tuple[Part, ...]] = (actor("unit", "unit"), place("tile", "tile"))


class Forgo(Action, frozen=True):
    """Place no Alien (AVP-ALN.44)."""

    verb: ClassVar[str] = "forgo"


@cache
def aim_at(model: int) -> AimAt:
    """The `AimAt` of a model, one object for each."""
    return AimAt(model)


@cache
def next_target(model: int) -> NextTarget:
    """The `NextTarget` of a model, one object for each."""
    return NextTarget(model)


@cache
def victim(model: int) -> Victim:
    """The `Victim` of a model, one object for each."""
    return Victim(model)


@cache
def swap(model: int) -> Swap:
    """The `Swap` to a model, one object for each."""
    return Swap(model)


KEEP = Keep()
FORGO = Forgo()
REROLLS = {by: Reroll(by) for by in ("aimed_fire", "rage", "xp")}
CHOICES: tuple[type[Action], ...] = (AimAt, NextTarget, Victim, Reroll, Keep, Swap, Spawn, Forgo)
