"""What may be chosen in an activation (`ActMenu`) and as a reaction (`ReactMenu`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from msgspec import Struct

from affray.engine.actions import Action
from affray.engine.requests import Menu, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp import ground
from affray.games.avp.actions import attacking, moving, objects
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
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.activation import AUTOMATED_GROUPS, MIMICRY_GROUPS, TOKEN_GROUPS, out_of_turn
from affray.games.avp.content import Unit
from affray.games.avp.state import State

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


@cache
def _kinds(unit: Unit | None, token: bool, ap: int, engaged: bool) -> tuple[type[OwnAction], ...]:
    """What comes into question for a model with so many AP, on an Engaged Tile or not: all but its situation.

    Tokens do less (AVP-R.14, AVP-PRD.4), and so do Automated Weapons (AVP-MAR.38).
    """
    kinds = [kind for kind in OWN_ACTIONS if kind.cost <= ap and kind.engaged in (None, engaged)]
    if unit is not None:
        kinds = [kind for kind in kinds if kind.fits(unit)]
    if token:
        groups = MIMICRY_GROUPS | {End.group} if unit is not None and unit.vocal_mimicry else TOKEN_GROUPS
        return tuple(kind for kind in kinds if kind.group in groups)
    if unit is not None and unit.automated_weapon:
        return tuple(kind for kind in kinds if kind.group in AUTOMATED_GROUPS)
    return tuple(kinds)


class ActMenu(Struct, Menu, eq=False):
    """The Actions of the active model, and flips of tokens of its player (D9, D27)."""

    s: State
    model: int

    def options(self) -> Sequence[Action]:
        s, model = self.s, self.model
        listed: list[Action] = []
        unit = s.unit[model]
        a = s.activation
        ap, done = (a.ap, a.done) if a is not None else (0, frozenset())
        token = not s.up[model] and not s.hidden[model]
        for kind in _kinds(unit, token, ap, ground.is_engaged(s, model)):
            if kind.group not in done:
                listed += kind.forms(s, model)
        listed += Flip.of_seat(s, s.side[model])
        return listed

    def refusal(self, action: Action) -> Refusal | None:
        if type(action) in _OWN:
            return action.refusal(self.s)  # type: ignore[attr-defined,no-any-return]  # one of OWN_ACTIONS
        if isinstance(action, Flip):
            return action.refused_to(self.s, self.s.side[self.model])
        return out_of_turn(self.s, action)


class ReactMenu(Struct, Menu, eq=False):
    """What a seat may do with its Sentry tokens, or with that of model `only` (D24–D26, AVP-R.19 to R.21).

    `flips`: its face-down tokens may be flipped too (D27).
    """

    s: State
    seat: Seat
    only: int = -1
    flips: bool = False

    def options(self) -> Sequence[Action]:
        s = self.s
        listed: list[Action] = [HOLD]
        if self.flips:
            listed += Flip.of_seat(s, self.seat)
        for model in s.army[self.seat]:
            if s.sentry[model] and self.only in (-1, model):
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
