"""What the actions of an operative ask alike when all of them are listed: found once for a whole menu."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from affray.boards.plane.solids import INCH
from affray.engine.requests import ClauseId
from affray.games.killteam import activation, field
from affray.games.killteam.state import Marker, State

if TYPE_CHECKING:
    from affray.games.killteam.trips import Table

USUAL = 8 * INCH
"""The largest budget of most moves: whom the mover may meet is looked up for all of them at once."""


class Foe(NamedTuple):
    """An enemy near enough to matter, as trips meet it."""

    who: int
    x: int
    y: int
    z: int
    near: int
    """Centre to centre in plan when the bases touch."""
    ranged: bool
    """Whether it has a control range: it has not been incapacitated (KILLTEAM-R.19)."""
    hidden: bool
    """It is within 1" of the mover, but neither sees the other: then sight is asked on the way, too."""
    controls: bool
    """The mover is in its control range."""

    def span(self, level: int, control: int) -> int:
        """How near, centre to centre, a trip on a level may not come; -1: it does not matter.

        `control`: how far from the base the range reaches that has to be avoided, 0: the base alone.
        """
        if level < 0:
            return self.near + control
        dz = abs(level - self.z)
        if dz >= field.APART:
            return -1
        if not control or dz > control or not self.ranged:
            return self.near
        # Where a range begins is measured from points rounded to units.
        return self.near + isqrt(control * control - dz * dz) + 2


class Look:
    """A look at the killzone by an operative that is about to act; it holds as long as nothing changes."""

    __slots__ = (
        "_around",
        "_enemies",
        "_engaged",
        "_friends",
        "_markers",
        "_means",
        "_most",
        "opened",
        "s",
        "who",
    )

    def __init__(self, s: State, who: int, left: int | None = None) -> None:
        """`left`: the AP left to it, where they are known."""
        self.s = s
        self.who = who
        self._means = activation.means_of(s, who, left)
        self._engaged: bool | None = None
        self._markers: list[tuple[int, Marker]] | None = None
        self._enemies: list[int] | None = None
        self._friends: list[int] | None = None
        self._most = -1
        self._around: list[Foe] = []
        self.opened: tuple[Table, int] | None = None
        """The ways that avoid enemies, kept by `ways`."""

    def bar(self, action: str, base: int, fixed: bool = False) -> ClauseId:
        """`activation.bar` for this operative."""
        return activation.bar(self.s, self.who, action, base, fixed, self._means)

    @property
    def engaged(self) -> bool:
        """Whether it is within control range of an enemy."""
        if self._engaged is None:
            self._engaged = any(foe.controls and foe.ranged for foe in self.around(0))
        return self._engaged

    def around(self, most: int) -> list[Foe]:
        """The enemies that it can meet within so much of its base, and some beyond."""
        if self._most < most:
            self._most = max(most, USUAL)
            self._around = self._met(self._most)
        return self._around

    def _met(self, most: int) -> list[Foe]:
        s, who = self.s, self.who
        xs, ys, on = s.x, s.y, s.on
        radius, x, y = s.card[who].radius, xs[who], ys[who]
        reach = most + radius + field.BESIDE
        left, right, bottom, top = x - reach, x + reach, y - reach, y + reach
        foes: list[Foe] = []
        for o in s.members[1 - s.side[who]]:
            if left <= xs[o] <= right and bottom <= ys[o] <= top and on[o]:
                near = radius + s.card[o].radius
                span = near + field.CONTROL
                close = -span <= xs[o] - x <= span and field.within(s, who, o, field.CONTROL)
                controls = close and field.in_control(s, who, o)
                hidden = close and not controls
                foes.append(Foe(o, xs[o], ys[o], s.z[o], near, not s.dead[o], hidden, controls))
        return foes

    @property
    def markers(self) -> list[tuple[int, Marker]]:
        """The markers in its control range, with their numbers; those that it carries are."""
        if self._markers is None:
            s, who = self.s, self.who
            self._markers = [
                (index, marker) for index, marker in enumerate(s.markers) if field.reaches(s, who, marker)
            ]
        return self._markers

    @property
    def objectives(self) -> list[tuple[int, Marker]]:
        """The objective markers among them."""
        return [found for found in self.markers if found[1].kind == "objective"]

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
