"""Dashes that rules grant for free, with conditions on where they end (KILLTEAM-C.KOM.6, KILLTEAM-C.DKK.4 to
KILLTEAM-C.DKK.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from affray.boards.plane.moves import Leg
from affray.boards.plane.solids import Disc, gap
from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Decide, Menu, Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, ways, windows
from affray.games.killteam.actions import moves
from affray.games.killteam.actions.turns import DECLINE, Decline
from affray.games.killteam.looking import Look
from affray.games.killteam.state import Frame, State

EVERY = 1 << 10
"""More than there are ways of a Dash."""


class FreeDash(Frame, frozen=True):
    """An operative may make (or has to) a Dash for 0 AP, whoever is active; what forbids a Dash forbids it
    too.

    `toward` says where it has to end: nowhere in particular (empty), closer to the enemy's player edge
    (``edge``), closer to operative N (``closer:N``) or in control range of operative N (``control:N``).
    """

    who: int
    clause: ClauseId
    toward: str = ""
    optional: bool = True
    acted: bool = False
    only: ClassVar[tuple[str, ...]] = ("dash",)
    kind: ClassVar[str] = "free_dash"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Ask for the way and go it; when all that is resolved, go away."""
        who = self.who
        if self.acted or s.dead[who] or not s.on[who]:
            s.frames.pop()
            if self.acted:
                windows.completed(s)
            return
        menu = DashMenu(s, self)
        if not menu.options():
            s.frames.pop()
            return
        action = yield Decide(s.side[who], menu, self.clause, f"{s.names[who]}: free Dash")
        if isinstance(action, Decline):
            s.frames.pop()
            return
        assert isinstance(action, moves.Dash)
        s.frames[-1] = FreeDash(who, self.clause, self.toward, self.optional, True)
        yield from action.perform(s)


class DashMenu(Menu):
    """The ways of a free Dash."""

    __slots__ = ("_listed", "frame", "s")

    def __init__(self, s: State, frame: FreeDash) -> None:
        self.s = s
        self.frame = frame
        self._listed: list[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self._listed is None:
            s, who, toward = self.s, self.frame.who, self.frame.toward
            moves_there = [
                move
                for move in moves.Dash.listed(Look(s, who), EVERY)
                if not toward or (isinstance(move, moves.Dash) and ends_there(s, who, move.path, toward))
            ]
            listed: list[Action] = [DECLINE] if self.frame.optional else []
            listed += ways.spread(moves_there, ways.MOST["dash"])
            self._listed = listed
        return self._listed

    def refusal(self, action: Action) -> Refusal | None:
        s, frame = self.s, self.frame
        if isinstance(action, Decline) and frame.optional:
            return None
        if not isinstance(action, moves.Dash) or action.who != frame.who:
            return Refusal(frame.clause, f"{s.names[frame.who]} may make a free Dash, nothing else")
        refused = action.refusal(s)
        if refused is None and frame.toward and not ends_there(s, frame.who, action.path, frame.toward):
            return Refusal(frame.clause, f"the Dash does not end {_TOWARD[frame.toward.partition(':')[0]]}")
        return refused


_TOWARD = {
    "edge": "closer to the enemy's edge",
    "closer": "closer to the chosen operative",
    "control": "in its control range",
}


def ends_there(s: State, who: int, path: Sequence[Leg], toward: str) -> bool:
    """Whether a way ends where `FreeDash.toward` says."""
    x, y, z = path[-1][1:] if path else (s.x[who], s.y[who], s.z[who])
    what, _, number = toward.partition(":")
    if what == "edge":
        return x > s.x[who] if s.zone[s.side[who]] == 0 else x < s.x[who]
    other = int(number)
    if what == "control":
        return field.control_at(s, who, x, y, z, other)
    return gap(Disc(x, y, z, s.card[who].radius), s.disc(other)) < field.distance(s, who, other)
