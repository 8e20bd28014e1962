"""Answers inside moves and flips: the next Tile, whom to Displace, what becomes of a token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place, target


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Move on to the next Tile."""

    model: int
    tile: int
    verb: ClassVar[str] = "step"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End the move here though Tiles are left."""

    model: int
    verb: ClassVar[str] = "stop"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


@dataclass(frozen=True, slots=True)
class DisplaceArmy(Action):
    """Name the enemy army that must Displace (AVP-DISP.3)."""

    seat: int
    verb: ClassVar[str] = "displace_army"
    form: ClassVar[tuple[Part, ...]] = (target("seat", "seat"),)


@dataclass(frozen=True, slots=True)
class Displace(Action):
    """Name the models of the own army that swap places with the one that enters (AVP-DISP.3)."""

    models: tuple[int, ...]
    verb: ClassVar[str] = "displace"
    form: ClassVar[tuple[Part, ...]] = (target("models", "model", many=True),)


@dataclass(frozen=True, slots=True)
class FlipNext(Action):
    """Say which of several tokens in sight is flipped next (AVP-R.15)."""

    model: int
    verb: ClassVar[str] = "flip_next"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Replace an Alien token that has been seen by its model."""

    model: int
    verb: ClassVar[str] = "show"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


@dataclass(frozen=True, slots=True)
class StayHidden(Action):
    """Leave an Alien token that has been seen where it is, Hidden (AVP-ALN.2)."""

    model: int
    verb: ClassVar[str] = "stay_hidden"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


@dataclass(frozen=True, slots=True)
class Become(Action):
    """Say which Marine stands under a token (AVP-MAR.1)."""

    model: int
    unit: str
    verb: ClassVar[str] = "become"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), target("unit", "unit"))


@dataclass(frozen=True, slots=True)
class Emerge(Action):
    """Say where a Predator stands when its token is flipped (AVP-PRD.1)."""

    model: int
    tile: int
    verb: ClassVar[str] = "emerge"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))


step = cache(Step)
stop = cache(Stop)
ACTIONS: tuple[type[Action], ...] = (
    Step, Stop, DisplaceArmy, Displace, FlipNext, Show, StayHidden, Become, Emerge,
)  # fmt: skip
