"""The frames that ask an operative's player for actions: the activation, and free actions that rules
grant."""

from __future__ import annotations

from typing import ClassVar, cast

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Decide, Procedure
from affray.games.killteam import hooks, menu, ops, upkeep
from affray.games.killteam.actions.turns import Decline, End
from affray.games.killteam.state import Frame, State

CHOOSE, COMPLETED = "choose", "completed"


def gone(s: State, who: int) -> bool:
    """Whether an operative can do nothing any more: incapacitated or removed."""
    return s.dead[who] or not s.on[who]


class Acting(Frame, frozen=True):
    """An activation or counteraction: one action after the other, each chosen after seeing the last
    (C.TURN.7)."""

    stage: str
    kind: ClassVar[str] = "acting"

    def run(self, s: State) -> Procedure[None]:
        """Ask for the next action and begin it, or complete one that is resolved."""
        a = s.activation
        assert a is not None
        if self.stage == COMPLETED:
            s.frames[-1] = ACTING
            completed(s)
            return
        who = a.who
        if gone(s, who) or "over" in a.notes:
            s.frames.pop()
            return
        seat = s.side[who]
        clause = "KILLTEAM-C.TURN.11" if a.counter else "KILLTEAM-C.TURN.7"
        options = menu.ActMenu(s, who)
        prompt = f"{s.names[who]}: {'counteract' if a.counter else f'{options.left} AP'}"
        action: Action = yield Decide(seat, options, clause, prompt)
        if isinstance(action, End):
            s.frames.pop()
        elif hooks.uses(action):
            yield from hooks.perform(s, seat, action)
        else:
            s.frames[-1] = ACTED
            yield from cast(menu.OwnAction, action).perform(s)
            if s.frames[-1] is ACTED:
                s.frames[-1] = ACTING
                completed(s)


ACTING = Acting(CHOOSE)
ACTED = Acting(COMPLETED)


def completed(s: State) -> None:
    """An action and all that it set off is resolved: what lasted for it ends, operations look at the
    killzone. A free action in the middle of another one leaves that to the other."""
    for frame in s.frames:
        if frame.ongoing:
            return
    upkeep.end_of_action(s)
    ops.after_action(s)
    hooks.after_action(s)


class FreeAction(Frame, frozen=True):
    """An operative performs one action for 0 AP, whoever is active; its conditions still apply
    (KILLTEAM-C.TURN.9).

    `only`: ids of the actions among which it may choose; `groups`: of the weapons it may use for an attack
    (empty:
    any); `clause`: the rule that grants it; `optional`: it may do without.
    """

    who: int
    only: tuple[str, ...]
    groups: tuple[str, ...] = ()
    clause: ClauseId = "KILLTEAM-C.TURN.9"
    optional: bool = True
    acted: bool = False
    kind: ClassVar[str] = "free_action"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Ask what to do and begin it; or, when that is resolved, go away."""
        who = self.who
        if self.acted or not s.on[who]:
            s.frames.pop()
            if self.acted:
                completed(s)
            return
        choices = menu.FreeMenu(s, self)
        if not choices.options():
            s.frames.pop()
            return
        action: Action = yield Decide(s.side[who], choices, self.clause, f"{s.names[who]}: free action")
        if isinstance(action, Decline):
            s.frames.pop()
            return
        s.frames[-1] = FreeAction(who, self.only, self.groups, self.clause, self.optional, True)
        yield from cast(menu.OwnAction, action).perform(s)
