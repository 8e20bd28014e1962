"""What the actions of an operative ask alike when all of them are listed: found once for a whole menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.engine.requests import ClauseId
from affray.games.killteam import activation, field, stats
from affray.games.killteam.state import State

if TYPE_CHECKING:
    from affray.games.killteam.trips import Table
    from affray.games.killteam.ways import Foe, Friend


class Look:
    """A look at the killzone by an operative that is about to act; it holds as long as nothing changes."""

    __slots__ = ("_apl", "_enemies", "_engaged", "_friends", "around", "opened", "s", "who")

    def __init__(self, s: State, who: int) -> None:
        self.s = s
        self.who = who
        self._apl: int | None = None
        self._engaged: bool | None = None
        self._enemies: list[int] | None = None
        self._friends: list[int] | None = None
        self.around: tuple[int, list[Foe], list[Friend]] | None = None
        """Whom it can meet within so much of its base, kept by `ways`."""
        self.opened: tuple[Table, int] | None = None
        """The ways that avoid enemies, kept by `ways`."""

    def bar(self, action: str, base: int, fixed: bool = False) -> ClauseId:
        """`activation.bar` for this operative."""
        if self._apl is None:
            self._apl = stats.apl_value(self.s, self.who)
        return activation.bar(self.s, self.who, action, base, fixed, self._apl)

    @property
    def engaged(self) -> bool:
        """Whether it is within control range of an enemy."""
        if self._engaged is None:
            self._engaged = field.is_engaged(self.s, self.who)
        return self._engaged

    @property
    def enemies(self) -> list[int]:
        """The enemies in the killzone."""
        if self._enemies is None:
            self._enemies = self.s.present(1 - self.s.side[self.who])
        return self._enemies

    @property
    def friends(self) -> list[int]:
        """The friends in the killzone, itself among them."""
        if self._friends is None:
            self._friends = self.s.present(self.s.side[self.who])
        return self._friends
