"""A scene: a board, its boxes, what their flags mean for moves and lines, and the sight that follows from
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from affray.boards.plane.screens import Screens, screens
from affray.boards.plane.sight import Body, sees
from affray.boards.plane.solids import Box, Disc, Rect, within_box

if TYPE_CHECKING:
    from affray.boards.plane.lattice import Lattice

CACHE = 50_000
"""Answers that a scene or lattice keeps of each kind; when there are more it forgets all of them."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Which flag bits give a box which nature. A box without any is plain matter: it stops moves and
    lines.
    """

    platform: int = 0
    """Discs may stand on its top."""
    passage: int = 0
    """Where a centre line crosses it, its group may be walked through."""
    ghost: int = 0
    """Neither moves nor lines notice it."""
    glass: int = 0
    """Lines pass and it never screens anything; moves notice it."""
    shade: int = 0
    """It screens in the middle of a fan."""
    drag: int = 0
    """A leg whose swept disc overlaps it in plan, not high above it, costs more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The lengths that bound legs of a way, all in units."""

    reach: int
    """The widest gap between a disc and what it climbs, or between a low edge and where it gets down."""
    jump: int
    """The widest gap that is jumped."""
    jump_level: int
    """From levels above this the disc may jump."""
    rise: int
    """The most that a jump to another platform may lead upward."""
    foothold: int
    """How high above the climber the lowest box of a group may begin."""
    least_climb: int
    """What a climb costs at least."""
    free_drop: int
    """What may be dropped in a whole way before it costs anything."""
    through: int
    """What crossing a passage costs besides its length."""
    drag: int
    """What each dragging box costs a leg besides its length."""
    drag_height: int
    """A leg at most this far above the foot of a dragging box is held by it."""
    apart: int
    """Discs whose levels differ by at least this do not touch."""


class Scene:
    """A board with its boxes. It never changes; two scenes are the same only if they are the same object."""

    __slots__ = (
        "_near", "_screens", "_sight", "_solid", "board", "boxes", "dragging", "firm", "fitting", "groups",
        "lattices", "levels", "limits", "opaque", "platforms", "screening", "shading", "traits",
    )  # fmt: skip

    def __init__(self, board: Rect, boxes: Sequence[Box], traits: Traits, limits: Limits) -> None:
        """The ground is at level 0; the tops of platforms are the other levels."""
        self.board = board
        self.boxes = tuple(boxes)
        self.traits = traits
        self.limits = limits
        self.firm = tuple(box for box in boxes if not box.flags & traits.ghost)
        self.opaque = tuple(box for box in self.firm if not box.flags & traits.glass)
        self.screening = tuple(box for box in boxes if not box.flags & traits.glass)
        self.shading = tuple(box for box in self.screening if box.flags & traits.shade)
        self.dragging = tuple(box for box in boxes if box.flags & traits.drag)
        self.platforms: dict[int, tuple[Box, ...]] = {}
        self.groups: dict[int, tuple[Box, ...]] = {}
        for box in self.firm:
            self.groups[box.group] = (*self.groups.get(box.group, ()), box)
            if box.flags & traits.platform:
                self.platforms[box.zh] = (*self.platforms.get(box.zh, ()), box)
        self.levels = (0, *sorted(level for level in self.platforms if level))
        self._solid: dict[int, tuple[Box, ...]] = {}
        self.fitting: dict[tuple[int, int, int, int], bool] = {}
        """Whether discs fit at places, kept by `placing.fits`."""
        self.lattices: dict[tuple[int, int], Lattice] = {}
        """Lattices by radius and spacing, kept by `lattice.lattice_of`."""
        self._near: dict[tuple[Disc, int], tuple[Box, ...]] = {}
        self._sight: dict[tuple[int, int, int, Body], bool] = {}
        self._screens: dict[tuple[Disc, Disc, int, int], Screens] = {}

    def solid(self, level: int) -> tuple[Box, ...]:
        """The boxes that stand in the way of a disc at a level."""
        found = self._solid.get(level)
        if found is None:
            found = self._solid[level] = tuple(box for box in self.firm if box.zl <= level < box.zh)
        return found

    def near(self, disc: Disc, reach: int) -> tuple[Box, ...]:
        """The screening boxes at most `reach` from a disc."""
        key = (disc, reach)
        found = self._near.get(key)
        if found is None:
            if len(self._near) >= CACHE:
                self._near.clear()
            x, y, _, r = disc
            left, bottom, right, top = x - r - reach, y - r - reach, x + r + reach, y + r + reach
            found = tuple(
                box
                for box in self.screening
                if box[0] <= right
                and box[2] >= left
                and box[1] <= top
                and box[3] >= bottom
                and within_box(disc, box, reach)
            )
            self._near[key] = found
        return found

    def sees(self, x: int, y: int, z: int, body: Body) -> bool:
        """Whether a clear line leads from an eye to a body."""
        key = (x, y, z, body)
        found = self._sight.get(key)
        if found is None:
            if len(self._sight) >= CACHE:
                self._sight.clear()
            found = self._sight[key] = sees(self.opaque, x, y, z, body)
        return found

    def screens(self, start: Disc, target: Disc, side: int, reach: int) -> Screens:
        """What screens the target from the start's centre (side 0), its left rim (1) or its right rim (-1).

        `reach` divides the fan: near the target and the middle. Left and right are as seen along the line of
        sight.
        """
        key = (start, target, side, reach)
        found = self._screens.get(key)
        if found is None:
            if len(self._screens) >= CACHE:
                self._screens.clear()
            near = self.near(target, reach)
            found = self._screens[key] = screens(near, self.shading, start, target, side, reach)
        return found
