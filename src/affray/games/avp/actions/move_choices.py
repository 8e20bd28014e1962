"""Answers inside moves and flips: the next Tile, whom to Displace, what becomes of a token."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place, target


class Step(Action, frozen=True):
    """Move on to the next Tile."""

    model: int
    tile: int
    verb: ClassVar[str] = "step"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), place("tile", "tile"))


class Stop(Action, frozen=True):
    """End the move here though Tiles are left."""

    model: int
    verb: ClassVar[str] = "stop"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class DisplaceArmy(Action, frozen=True):
    """Name the enemy army that must Displace (AVP-DISP.3)."""

    seat: int
    verb: ClassVar[str] = "displace_army"
    form: ClassVar[tuple[Part, ...]] = (target("seat", "seat"),)


class Displace(Action, frozen=True):
    """Name the models of the own army that swap places with the one that enters (AVP-DISP.3)."""

    models: tuple[int, ...]
    verb: ClassVar[str] = "displace"
    form: ClassVar[tuple[Part, ...]] = (target("models", "model", many=True),)


class FlipNext(Action, frozen=True):
    """Say which of several tokens in sight is flipped next (AVP-R.15)."""

    model: int
    verb: ClassVar[str] = "flip_next"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class Show(Action, frozen=True):
    """Replace an Alien token that has been seen by its model."""

    model: int
    verb: ClassVar[str] = "show"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class StayHidden(Action, frozen=True):
    """Leave an Alien token that has been seen where it is, Hidden (AVP-ALN.2)."""

    model: int
    verb: ClassVar[str] = "stay_hidden"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


class Become(Action, frozen=True):
    """Say which Marine stands under a token (AVP-MAR.1)."""

    model: int
    unit: str
    verb: ClassVar[str] = "become"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"), target("unit", "unit"))


class Emerge(Action, frozen=True):
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
