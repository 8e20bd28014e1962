"""What every Action of a model is: its legal forms, why another form is none, and what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.avp import ground
from affray.games.avp.activation import bar
from affray.games.avp.content import Unit
from affray.games.avp.state import State


class OwnAction(Action, frozen=True):
    """An Action of a model, for AP in its activation or, if it may, as a reaction."""

    cost: ClassVar[int] = 1
    """The AP it takes, at least."""
    group: ClassVar[str] = ""
    """What it counts as: one Action of a group in an activation (AVP-ACT.1, AVP-R.58)."""
    engaged: ClassVar[bool | None] = None
    """True: done only on an Engaged Tile; False: never there; None: anywhere."""
    model: int
    """Who acts."""

    @staticmethod
    def fits(unit: Unit) -> bool:
        """Whether models of a unit can ever do it."""
        return True

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The legal forms of this Action for a model that may do it as such (see `options`)."""
        raise NotImplementedError

    @classmethod
    def options(cls, s: State, model: int) -> Iterable[Action]:
        """The legal forms of this Action for any model; menus take the same steps for many kinds at once."""
        unit = s.unit[model]
        if bar(s, model, cls.cost, cls.group) or (unit is not None and not cls.fits(unit)):
            return ()
        if cls.engaged is not None and cls.engaged != ground.is_engaged(s, model):
            return ()
        return cls.forms(s, model)

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this one, or None."""
        raise NotImplementedError

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and do it, or put what has to be done on the stack."""
        raise NotImplementedError
