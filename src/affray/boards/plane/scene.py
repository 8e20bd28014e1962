"""A scene: a board, its boxes, what their flags mean for moves and lines, and the sight that follows from
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from affray.boards.plane.bounds import Bounds
from affray.boards.plane.screens import NOTHING, Screens, screens, screens_near
from affray.boards.plane.sight import Body, beside, beside_disc, heights_between, sees_disc, sees_past
from affray.boards.plane.solids import Box, Disc, Rect, within_box

if TYPE_CHECKING:
    from affray.boards.plane.lattice import Lattice

CACHE = 50_000
"""Answers that a scene or lattice keeps of each kind; when there are more it forgets all of them."""


Look = tuple[int, int, int, int, int, int, int, int]
"""A look at a body: the place of the eye, and what the body is made of."""


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
    """A board with its boxes. It never changes; two scenes are the same only if they are the same object.

    A scene may add boxes to another one, its base; what that has found out serves both.
    """

    __slots__ = (
        "_bounds", "_by_heights", "_more_opaque", "_more_screening", "_more_shading", "_near", "_opaque",
        "_screens", "_sight_of_discs", "_solid", "_standing", "base", "board", "boxes", "dragging", "firm",
        "fitting", "groups", "holding", "lattices", "levels", "limits", "more", "more_firm", "opaque",
        "passages", "platforms", "screening", "shading", "sight", "traits",
    )  # fmt: skip

    def __init__(
        self,
        board: Rect,
        boxes: Sequence[Box],
        traits: Traits,
        limits: Limits,
        base: Scene | None = None,
    ) -> None:
        """The ground is at level 0; the tops of platforms are the other levels. `base` has the same board,
        traits and limits, and its boxes are the first of these; without one the scene is its own base.
        """
        self.base = base or self
        self.board = board
        self.boxes = tuple(boxes)
        self.traits = traits
        self.limits = limits
        self.firm = tuple(box for box in boxes if not box.flags & traits.ghost)
        self.opaque = tuple(box for box in self.firm if not box.flags & traits.glass)
        self.screening = tuple(box for box in boxes if not box.flags & traits.glass)
        self.shading = tuple(box for box in self.screening if box.flags & traits.shade)
        self.passages = tuple(box for box in self.firm if box.flags & traits.passage)
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
        self.holding: dict[tuple[int, int, int], bool] = {}
        """Whether points lie on free ground, kept by `placing.holds_point`."""
        self._by_heights: dict[tuple[int, int], tuple[int, int]] = {}
        self._bounds: Bounds | None = None
        self._opaque = 0
        self._standing: dict[int, int] = {}
        firm, opaque, screening, shading = (
            (base.firm, base.opaque, base.screening, base.shading)
            if base is not None
            else (self.firm, self.opaque, self.screening, self.shading)
        )
        self.more = () if base is None else self.boxes[len(base.boxes) :]
        """The boxes that it adds to its base."""
        self.more_firm = self.firm[len(firm) :]
        self._more_opaque = self.opaque[len(opaque) :]
        self._more_screening = self.screening[len(screening) :]
        self._more_shading = self.shading[len(shading) :]
        # What is added often stops no line; then the base's answers are this scene's own.
        same_sight = base is not None and not self._more_opaque
        self.sight: dict[Look, bool] = base.sight if base is not None and same_sight else {}
        """Whether eyes see bodies, kept by `look`."""
        self._sight_of_discs: dict[tuple[int, ...], bool] = (
            base._sight_of_discs if base is not None and same_sight else {}
        )
        same_screens = base is not None and not self._more_screening
        self._near: dict[tuple[int, ...], tuple[Box, ...]] = (
            base._near if base is not None and same_screens else {}
        )
        self._screens: dict[tuple[int, ...], Screens] = (
            base._screens if base is not None and same_screens else {}
        )

    def solid(self, level: int) -> tuple[Box, ...]:
        """The boxes that stand in the way of a disc at a level."""
        found = self._solid.get(level)
        if found is None:
            found = self._solid[level] = tuple(box for box in self.firm if box.zl <= level < box.zh)
        return found

    def solid_in(self, level: int, left: int, bottom: int, right: int, top: int) -> list[Box]:
        """Those of them that have a point in common with a rectangle, and some others beside it."""
        base = self.base
        standing = base._standing.get(level)
        if standing is None:
            standing = base._standing[level] = sum(
                1 << i for i, box in enumerate(base.firm) if box.zl <= level < box.zh
            )
        bounds = base._firm_bounds()
        found = bounds.listed(bounds.mask(left, bottom, right, top) & standing)
        if self.more_firm:
            found += [box for box in self.more_firm if box.zl <= level < box.zh]
        return found

    def firm_in(self, left: int, bottom: int, right: int, top: int) -> list[Box]:
        """The boxes that stand in the way of discs, on whatever level, found like that."""
        return [*self.base._firm_bounds().meeting(left, bottom, right, top), *self.more_firm]

    def near(self, disc: Disc, reach: int) -> tuple[Box, ...]:
        """The screening boxes at most `reach` from a disc."""
        key = (*disc, reach)
        found = self._near.get(key)
        if found is None:
            if len(self._near) >= CACHE:
                self._near.clear()
            if self.base is self:
                found = _near(self.screening, disc, reach)
            else:
                found = self.base.near(disc, reach)
                more = _near(self._more_screening, disc, reach)
                if more:
                    found = (*found, *more)
            self._near[key] = found
        return found

    def sees(self, x: int, y: int, z: int, body: Body) -> bool:
        """Whether a clear line leads from an eye to a body."""
        key = (x, y, z, *body)
        found = self.sight.get(key)
        return self.look(key) if found is None else found

    def look(self, key: Look) -> bool:
        """`sees` where `sight` has no answer yet: it is found and kept."""
        base = self.base
        if base.sight is self.sight:
            found = base._looks(*key)
        else:
            known = base.sight.get(key)
            found = base.look(key) if known is None else known
            if found and self._more_opaque:
                if beside(self._more_opaque, *key):
                    found = self._looks(*key)
        if len(self.sight) >= CACHE:
            self.sight.clear()
        self.sight[key] = found
        return found

    def _looks(self, x: int, y: int, z: int, bx: int, by: int, bz: int, r: int, h: int) -> bool:
        """The same, not kept."""
        low, high = heights_between(z, bz, h)
        base = self.base
        bounds = base._bounds or base._firm_bounds()
        walls, others = base._by_heights.get((low, high)) or base._split(low, high)
        found = bounds.toward(x, y, bx, by, r)
        high_ones = bounds.listed(found & walls) if found & walls else []
        more: list[Box] = []
        if self._more_opaque:
            more = [box for box in self._more_opaque if box.zl < high and box.zh > low]
            high_ones += [box for box in more if box.zl < low and box.zh > high]
            more = [box for box in more if box.zl >= low or box.zh <= high]
        return sees_past(high_ones, bounds, found & others, more, x, y, z, bx, by, bz, r, h, low)

    def _split(self, low: int, high: int) -> tuple[int, int]:
        """The opaque boxes that stop all lines between two heights, and the others that may stop some: sets
        for their bounds.
        """
        walls = others = 0
        for i, box in enumerate(self.firm):
            if box.flags & self.traits.glass:
                continue
            if box.zl < low and box.zh > high:
                walls |= 1 << i
            elif box.zl < high and box.zh > low:
                others |= 1 << i
        self._by_heights[low, high] = walls, others
        return walls, others

    def _firm_bounds(self) -> Bounds:
        """Where the boxes stand that may stop moves or lines."""
        if self._bounds is None:
            self._bounds = Bounds(self.board, self.firm)
            glass = self.traits.glass
            self._opaque = sum(1 << i for i, box in enumerate(self.firm) if not box.flags & glass)
        return self._bounds

    def sees_disc(self, x: int, y: int, z: int, disc: Disc) -> bool:
        """Whether a clear line leads from an eye to a flat disc."""
        key = (x, y, z, *disc)
        found = self._sight_of_discs.get(key)
        if found is None:
            if len(self._sight_of_discs) >= CACHE:
                self._sight_of_discs.clear()
            found = self.base is self or self.base.sees_disc(x, y, z, disc)
            if found and (self.base is self or beside_disc(self._more_opaque, x, y, z, disc)):
                found = sees_disc(self.opaque_toward(x, y, disc.x, disc.y, disc.r), x, y, z, disc)
            self._sight_of_discs[key] = found
        return found

    def opaque_toward(self, x: int, y: int, x1: int, y1: int, reach: int) -> list[Box]:
        """The boxes that may stop lines from a point to points within `reach` of another, and some beside."""
        base = self.base
        bounds = base._bounds or base._firm_bounds()
        found = bounds.listed(bounds.toward(x, y, x1, y1, reach) & base._opaque)
        return [*found, *self._more_opaque] if self._more_opaque else found

    def screens(self, start: Disc, target: Disc, side: int, reach: int) -> Screens:
        """What screens the target from the start's centre (side 0), its left rim (1) or its right rim (-1).

        `reach` divides the fan: near the target and the middle. Left and right are as seen along the line of
        sight.
        """
        key = (*start, *target, side, reach)
        found = self._screens.get(key)
        if found is None:
            if len(self._screens) >= CACHE:
                self._screens.clear()
            if self.base is self:
                found = screens(self.near(target, reach), self.shading, start, target, side, reach)
            else:
                found = self.base.screens(start, target, side, reach)
                near = _near(self._more_screening, target, reach)
                more = screens(near, self._more_shading, start, target, side, reach)
                if more is not NOTHING:
                    found = Screens((*found.near, *more.near), (*found.middle, *more.middle))
            self._screens[key] = found
        return found

    def screens_near(self, start: Disc, target: Disc, side: int, reach: int) -> tuple[Box, ...]:
        """What of that stands near the target."""
        return screens_near(self.near(target, reach), start, target, side, reach)


def _near(boxes: Sequence[Box], disc: Disc, reach: int) -> tuple[Box, ...]:
    """The boxes at most `reach` from a disc."""
    x, y, _, r = disc
    left, bottom, right, top = x - r - reach, y - r - reach, x + r + reach, y + r + reach
    return tuple(
        box
        for box in boxes
        if box[0] <= right
        and box[2] >= left
        and box[1] <= top
        and box[3] >= bottom
        and within_box(disc, box, reach)
    )
