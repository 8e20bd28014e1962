"""The actions that move: Reposition, Dash, Fall Back, Charge (KILLTEAM-C.ACT.1 to KILLTEAM-C.ACT.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from affray.boards.plane.moves import Leg
from affray.engine.actions import Action, Part, actor, place
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, arms, moving, ways
from affray.games.killteam.ids import MoveId
from affray.games.killteam.looking import Look
from affray.games.killteam.state import State

_FORM = (actor("who", "operative"), place("path", "path"))


class Move(Action, frozen=True):
    """A move of an operative along a way."""

    who: int
    path: tuple[Leg, ...]
    form: ClassVar[tuple[Part, ...]] = _FORM
    id: ClassVar[MoveId]
    ap: ClassVar[int] = 1

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The ways suggested for this move, if the operative may make it now."""
        return cls.listed(look, ways.MOST[cls.id])

    @classmethod
    def listed(cls, look: Look, room: int) -> Sequence[Action]:
        """The same, at most so many."""
        s, who, action = look.s, look.who, cls.id
        if moving.bar(s, who, action, look.engaged) or look.bar(action, cls.ap):
            return ()
        if arms.heavy_refusal(s, who, action) is not None:
            return ()
        return ways.suggest(look, action, cls, room)

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this way, or None."""
        action = self.id
        refused = activation.general_refusal(s, self.who, action, self.ap)
        refused = refused or moving.bar_refusal(s, self.who, action)
        if refused is not None:
            return refused
        found = moving.check(s, self.who, action, self.path)
        return found if isinstance(found, Refusal) else None

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with."""
        return activation.Fee(self.id, self.ap)

    def perform(self, s: State) -> Procedure[None]:
        """Pay for the move and make it."""
        activation.pay(s, self.fee(s))
        yield from moving.walk(s, self.who, self.id, self.path)


class Reposition(Move, frozen=True):
    """Move up to the Move stat, away from enemies (KILLTEAM-REPO)."""

    verb: ClassVar[str] = "reposition"
    id: ClassVar[MoveId] = "reposition"


class Dash(Move, frozen=True):
    """Move up to 3" without climbing, away from enemies (KILLTEAM-DASH)."""

    verb: ClassVar[str] = "dash"
    id: ClassVar[MoveId] = "dash"


class FallBack(Move, frozen=True):
    """Leave the control range of enemies (KILLTEAM-FALL)."""

    verb: ClassVar[str] = "fall_back"
    id: ClassVar[MoveId] = "fall_back"
    ap: ClassVar[int] = 2


class Charge(Move, frozen=True):
    """Move up to the Move stat and 2" more into control range of an enemy (KILLTEAM-C.ACT.4)."""

    verb: ClassVar[str] = "charge"
    id: ClassVar[MoveId] = "charge"


ACTIONS: tuple[type[Move], ...] = (Reposition, Dash, FallBack, Charge)
