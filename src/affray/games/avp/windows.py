"""The frames that ask: for Actions of an activation, for reactions, for Sentry tokens left (R.19 to R.22)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Decide, Procedure, Seat
from affray.games.avp import activation, combat, missions
from affray.games.avp.actions.general import Flip, Hold, Rage
from affray.games.avp.actions.moving import TacticalMove
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.menu import ActMenu, ReactMenu
from affray.games.avp.skill import who
from affray.games.avp.state import Activation, Frame, State, changed

CHOOSE, COMPLETED, CLOSING = "choose", "completed", "closing"
_FREE: tuple[type[Action], ...] = (Rage, Flip)
"""Choices of the active player that are no Actions: no window follows them."""


# -- the activation ------------------------------------------------------------------------------------------


class Acting(Frame, frozen=True):
    """An activation: one Action after the other, a window after each (turn flow 4.3 to 4.6)."""

    stage: str
    kind: ClassVar[str] = "acting"

    def run(self, s: State) -> Procedure[None]:
        """Ask for the next Action and begin it; or complete one that is resolved; or end the activation."""
        a = s.activation
        assert a is not None
        model = a.model
        if self.stage == COMPLETED:
            _completed(s, model)
            return
        if self.stage == CLOSING:
            _close(s)
            return
        if _is_over(s):
            s.frames[-1] = RAGED
            yield from _rage_wound(s)
            if s.frames[-1] is RAGED:
                _close(s)
            return
        action: OwnAction = yield Decide(
            s.side[model], ActMenu(s, model), "AVP-TERM.12", f"{s.names[model]}: {a.ap} AP"
        )
        if isinstance(action, _FREE):
            yield from action.perform(s)
            return
        s.frames[-1] = ACTED
        yield from action.perform(s)
        if isinstance(action, TacticalMove) and s.tile[model] >= 0:
            s.frames.append(_own_reaction(model))
        elif s.frames[-1] is ACTED:
            _completed(s, model)


ACTING = Acting(CHOOSE)
ACTED = Acting(COMPLETED)
RAGED = Acting(CLOSING)


def begin(s: State, model: int, boosts: frozenset[str] = frozenset()) -> None:
    """Begin a model's activation and put it on the stack. `boosts`: ids of the cards played for it this turn.

    A Sentry token not used by then is discarded (AVP-R.22).
    """
    if s.sentry[model]:
        s.sentry = changed(s.sentry, model, False)
        if s.log is not None:
            s.say("{model} loses its Sentry token", "AVP-R.22", model=s.names[model])
    ap = activation.points(s, model, boosts)
    s.activation = Activation(model, ap, boosts=boosts)
    s.frames.append(ACTING)
    if s.log is not None:
        s.say(
            "{model} is activated with {ap} AP",
            "AVP-TERM.12",
            "AVP-R.5",
            "AVP-C.GEN.1",
            model=s.names[model],
            ap=ap,
        )


def _is_over(s: State) -> bool:
    """Whether the activation ends: no AP left, Pass, Sentry, locked or removed (turn flow 4.6, AVP-R.3)."""
    a = s.activation
    return a is None or s.tile[a.model] < 0 or s.locked[a.model] or a.over or a.ap <= 0


def _close(s: State) -> None:
    """The end of an activation."""
    s.frames.pop()
    activation.end(s)


def _rage_wound(s: State) -> Procedure[None]:
    """The Wound that ends a raging model's activation, with no A Test (AVP-PRD.23)."""
    a = s.activation
    if a is not None and s.raging[a.model] and s.tile[a.model] >= 0:
        yield from combat.lose_wounds(s, a.model, 1, seat=-1, bullseye=False, clause="AVP-PRD.23")


@cache
def _others(order: tuple[Seat, ...], active: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in order if seat != active)


def _completed(s: State, model: int) -> None:
    """An Action and all that followed is resolved: a winner? Then the enemies may react (AVP-R.19)."""
    s.frames[-1] = ACTING
    missions.after_action(s, model)
    if s.outcome is not None:
        return
    seats = _others(s.order, s.side[model])
    for seat in seats:
        if can_react(s, seat):
            s.frames.append(_window(seats))
            return
    if _is_over(s) and not s.raging[model]:
        _close(s)


# -- reactions -----------------------------------------------------------------------------------------------


def on_sentry(s: State, seat: Seat) -> bool:
    """Whether a seat has a Sentry token on the board."""
    sentry = s.sentry
    for model in s.army[seat]:
        if sentry[model]:
            return True
    return False


def can_react(s: State, seat: Seat) -> bool:
    """Whether a seat is asked in a window: it has a model on Sentry, or a token to flip (AVP-R.61)."""
    up, sentry = s.up, s.sentry
    for model in s.army[seat]:
        if not up[model] or sentry[model]:
            return True
    return False


def _react(s: State, action: OwnAction, *rules: str) -> Procedure[None]:
    """Use a Sentry token for a reaction; it neither activates nor deactivates the model (AVP-R.20, R.22)."""
    model = action.model
    s.sentry = changed(s.sentry, model, False)
    if s.log is not None:
        predator = ("AVP-PRD.11",) if s.factions[s.side[model]] == "predators" else ()
        s.say(
            "{model} uses its Sentry token",
            *rules, "AVP-ACT.13", "AVP-ACT.14", "AVP-R.20", "AVP-R.22", *predator, model=who(s, model),
        )  # fmt: skip
    yield from action.perform(s)


def _next_seat(
    s: State, seats: tuple[Seat, ...], at: int, passes: int, able: Callable[[State, Seat], bool]
) -> tuple[int, int]:
    """Where the question goes on from place `at` after `passes` in a row, without seats that have nothing."""
    while passes < len(seats) and not able(s, seats[at]):
        at = (at + 1) % len(seats)
        passes += 1
    return at, passes


class Window(Frame, frozen=True):
    """Reactions after an Action: each enemy in initiative order uses Sentry models one after another.

    It closes when all pass in a row (AVP-R.19, AVP-ACT.15). `acted`: the model whose reaction is resolved.
    """

    seats: tuple[Seat, ...]
    at: int = 0
    passes: int = 0
    acted: int = -1
    kind: ClassVar[str] = "window"

    def run(self, s: State) -> Procedure[None]:
        """Ask one seat once, and begin what it chooses."""
        seats = self.seats
        if self.acted >= 0:
            missions.after_action(s, self.acted)
            if s.outcome is not None:
                return
        at, passes = _next_seat(s, seats, self.at, self.passes, can_react)
        if passes >= len(seats):
            s.frames.pop()
            return
        seat = seats[at]
        answer = yield Decide(seat, ReactMenu(s, seat, flips=True), "AVP-R.19", "React?")
        if isinstance(answer, Hold):
            at, passes = _next_seat(s, seats, (at + 1) % len(seats), passes + 1, can_react)
            if passes < len(seats):
                s.frames[-1] = _window(seats, at, passes)
            else:
                s.frames.pop()
        elif isinstance(answer, Flip):
            s.frames[-1] = _window(seats, at)
            yield from answer.perform(s)
        else:
            s.frames[-1] = _window(seats, at, 0, answer.model)
            yield from _react(s, answer, "AVP-R.19", "AVP-ACT.15")


class OwnReaction(Frame, frozen=True):
    """After a Tactical Move: the model may use its Sentry token before any enemy reacts (AVP-MAR.15, D25)."""

    model: int
    used: bool = False
    kind: ClassVar[str] = "own_reaction"

    def run(self, s: State) -> Procedure[None]:
        """The Tactical Move has ended: look for a winner, then ask once."""
        model = self.model
        if self.used or not s.sentry[model]:
            s.frames.pop()
            return
        missions.after_action(s, model)
        if s.outcome is not None:
            return
        seat = s.side[model]
        answer = yield Decide(
            seat, ReactMenu(s, seat, only=model), "AVP-MAR.15", f"Use the token of {s.names[model]}?"
        )
        if isinstance(answer, Hold):
            s.frames.pop()
            return
        s.frames[-1] = _own_reaction(model, True)
        yield from _react(s, answer, "AVP-MAR.15")


class SentryEnd(Frame, frozen=True):
    """The end of the Round: players alternately use a Sentry token or pass; then all go (AVP-R.21)."""

    at: int = 0
    passes: int = 0
    acted: int = -1
    kind: ClassVar[str] = "sentry_end"

    def run(self, s: State) -> Procedure[None]:
        """Ask one seat once, and begin what it chooses; no windows follow."""
        if self.acted >= 0:
            missions.after_action(s, self.acted)
            if s.outcome is not None:
                return
        seats = s.order
        at, passes = _next_seat(s, seats, self.at, self.passes, on_sentry)
        if passes >= len(seats):
            s.frames.pop()
            if any(s.sentry):
                s.sentry = (False,) * len(s.sentry)
                if s.log is not None:
                    s.say("All Sentry tokens are discarded", "AVP-R.21", "AVP-ACT.17")
            return
        seat = seats[at]
        after = (at + 1) % len(seats)
        answer = yield Decide(
            seat, ReactMenu(s, seat), "AVP-R.21", "Use a Sentry token at the end of the Round?"
        )
        if isinstance(answer, Hold):
            s.frames[-1] = _sentry_end(after, passes + 1)
        else:
            s.frames[-1] = _sentry_end(after, 0, answer.model)
            yield from _react(s, answer, "AVP-R.21", "AVP-ACT.16")


# Frames that come again in every window are made once.
_window = cache(Window)
_own_reaction = cache(OwnReaction)
_sentry_end = cache(SentryEnd)
