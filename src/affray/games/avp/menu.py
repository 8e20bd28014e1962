"""What may be chosen in an activation (`ActMenu`) and as a reaction (`ReactMenu`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol, cast

from affray.engine.actions import Action
from affray.engine.requests import Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp.actions import arms, attacking, attacking_area, moving, objects
from affray.games.avp.actions.general import (
    HOLD,
    Aim,
    End,
    FirstAid,
    Flip,
    Hide,
    Hold,
    Pass,
    Rage,
    Sentry,
)  # fmt: skip
from affray.games.avp.activation import out_of_turn
from affray.games.avp.content import Unit
from affray.games.avp.state import State


class OwnAction(Protocol):
    """What every Action of a model provides: its legal forms, why another form is none, and what it does."""

    @property
    def model(self) -> int:
        """Who acts."""

    @classmethod
    def options(cls, s: State, model: int) -> Iterable[Action]:
        """The legal Actions of this kind."""

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this one, or None."""

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and do it, or put what has to be done on the stack."""


REACTIONS: tuple[type[OwnAction], ...] = (moving.Walk, attacking.Shoot, attacking.Fight)
"""What a model on Sentry can do (AVP-ACT.14, AVP-R.20)."""
OWN_ACTIONS: tuple[type[OwnAction], ...] = (
    *moving.ACTIONS,
    *attacking.ATTACKS,
    *objects.ACTIONS,
    Aim,
    Hide,
    FirstAid,
    Rage,
    Sentry,
    Pass,
    End,
)
"""What an active model can do, in the order in which it is listed."""
_OWN: frozenset[object] = frozenset(OWN_ACTIONS)
_REACTIONS: frozenset[object] = frozenset(REACTIONS)


def _marine(unit: Unit) -> bool:
    return unit.marine_actions


def _alien(unit: Unit) -> bool:
    return unit.faction == "aliens"


_NEEDS: Mapping[object, Callable[[Unit], object]] = {
    moving.Sneak: _alien,
    moving.TacticalMove: _marine,
    attacking.Shoot: arms.plain_ranged,
    attacking.RapidFire: arms.rapid_weapons,
    attacking.GrenadeLauncher: arms.grenade_weapons,
    attacking.Fight: arms.close_weapons,
    attacking.PointBlank: arms.point_blank_weapons,
    attacking_area.Burn: arms.flamers,
    attacking_area.Shotgun: arms.shotguns,
    attacking_area.Spit: arms.spitters,
    attacking_area.ThrowDisc: arms.discs,
    objects.OpenDoor: lambda unit: not _alien(unit),
    objects.ForceDoor: lambda unit: _alien(unit) or unit.forces_doors,
    objects.Seal: _marine,
    objects.Weld: _marine,
    Aim: _marine,
    Hide: _alien,
    FirstAid: lambda unit: unit.first_aid,
    Rage: lambda unit: unit.rage,
    End: lambda unit: unit.vocal_mimicry,
}
"""What a unit needs for an Action at all. The Actions look at it themselves; this saves asking them."""
_OF_TOKENS: tuple[type[OwnAction], ...] = (moving.Walk, moving.Run, Sentry, Pass, End)
"""What a token may do without being flipped (AVP-R.14, AVP-PRD.4, AVP-R.51)."""


@cache
def _kinds(unit: Unit) -> tuple[type[OwnAction], ...]:
    """The Actions that a unit can ever do, in the order of listing."""
    return tuple(kind for kind in OWN_ACTIONS if kind not in _NEEDS or _NEEDS[kind](unit))


class ActMenu(Menu):
    """The Actions of the active model, and flips of tokens of its player (D9, D27)."""

    __slots__ = ("model", "s")

    def __init__(self, s: State, model: int) -> None:
        self.s = s
        self.model = model

    def options(self) -> Sequence[Action]:
        s, model = self.s, self.model
        listed: list[Action] = []
        unit = s.unit[model]
        for kind in _OF_TOKENS if unit is None or not (s.up[model] or s.hidden[model]) else _kinds(unit):
            listed += kind.options(s, model)
        listed += Flip.of_seat(s, s.side[model])
        return listed

    def refusal(self, action: Action) -> Refusal | None:
        if type(action) in _OWN:
            return cast(OwnAction, action).refusal(self.s)
        if isinstance(action, Flip):
            return action.refused_to(self.s, self.s.side[self.model])
        return out_of_turn(self.s, action)


class ReactMenu(Menu):
    """What a seat may do with its Sentry tokens, or with that of model `only` (D24–D26, AVP-R.19 to R.21).

    `flips`: its face-down tokens may be flipped too (D27).
    """

    __slots__ = ("flips", "only", "s", "seat")

    def __init__(self, s: State, seat: Seat, only: int = -1, flips: bool = False) -> None:
        self.s = s
        self.seat = seat
        self.only = only
        self.flips = flips

    def options(self) -> Sequence[Action]:
        s = self.s
        listed: list[Action] = [HOLD]
        if self.flips:
            listed += Flip.of_seat(s, self.seat)
        for model, on_sentry in enumerate(s.sentry):
            if on_sentry and s.side[model] == self.seat and s.tile[model] >= 0 and self.only in (-1, model):
                for kind in REACTIONS:
                    listed += kind.options(s, model)
        return listed

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, Hold):
            return None
        if isinstance(action, Flip) and self.flips:
            return action.refused_to(s, self.seat)
        if type(action) in _REACTIONS:
            own = cast(OwnAction, action)
            if s.side[own.model] != self.seat or self.only not in (-1, own.model):
                return Refusal("AVP-R.19", f"it is not for {s.names[own.model]} to react now")
            return own.refusal(s)
        if type(action) in _OWN:
            return Refusal("AVP-R.20", "on Sentry a model may only do a plain Walk, Shooting or Close Combat")
        return out_of_turn(s, action)
