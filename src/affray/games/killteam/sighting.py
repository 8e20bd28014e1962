"""Who sees whom, and what terrain means for a shot: visibility, cover, obscured, valid targets (KILLTEAM-VIS,
KILLTEAM-C.LOS, KILLTEAM-C.TER.3).

Operatives never stand in the way of lines and bases are never looked at, so all of it follows from two bodies
and the terrain; the scene keeps the answers (KILLTEAM-VIS.2, KILLTEAM-R.20, KILLTEAM-R.21). Ask through
`field`.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.boards.plane.scene import Scene
from affray.boards.plane.screens import fan_to, spans
from affray.boards.plane.sight import Body, box_points, stopped
from affray.boards.plane.solids import INCH, Box, Disc, inside, within
from affray.boards.plane.sweep import sweeps_disc, track
from affray.engine.requests import ClauseId
from affray.games.killteam.state import State
from affray.games.killteam.terrain import is_light

NEAR = INCH
"""Terrain this near to the target gives cover; what is farther from both obscures (KILLTEAM-C.LOS.8)."""
CLOSE = 2 * INCH
"""Within this of the shooter nothing gives cover (KILLTEAM-C.LOS.10)."""
SIDES = (0, 1, -1)
"""Targeting points in order of preference: centre, left, right (KILLTEAM-C.LOS.7, KILLTEAM-C.LOS.13)."""


# -- seeing --------------------------------------------------------------------------------------------------


def eye(s: State, who: int) -> tuple[int, int, int]:
    """The head point of an operative (KILLTEAM-C.GEO.4)."""
    return s.x[who], s.y[who], s.z[who] + s.card[who].height


def visible(s: State, viewer: int, target: int) -> bool:
    """Whether an operative sees another; it always sees itself (KILLTEAM-VIS.1, KILLTEAM-C.LOS.1)."""
    if viewer == target:
        return True
    card, x, y, eye_z = s.card[target], s.x[viewer], s.y[viewer], s.z[viewer] + s.card[viewer].height
    look = (x, y, eye_z, s.x[target], s.y[target], s.z[target], card.radius, card.height)
    known = s.scene.sight.get(look)
    return s.scene.look(look) if known is None else known


def see_each_other(scene: Scene, a: Body, b: Body) -> bool:
    """Whether one of two bodies sees the other, which is what control range asks (KILLTEAM-C.LOS.5)."""
    return scene.sees(a.x, a.y, a.z + a.h, b) or scene.sees(b.x, b.y, b.z + b.h, a)


def sees_flat(s: State, viewer: int, disc: Disc) -> bool:
    """Whether an operative sees a marker (KILLTEAM-C.LOS.3)."""
    return s.scene.sees_disc(*eye(s, viewer), disc)


def sees_flat_from(s: State, viewer: int, x: int, y: int, z: int, disc: Disc) -> bool:
    """The same for an operative as if it stood at a place."""
    return s.scene.sees_disc(x, y, z + s.card[viewer].height, disc)


def sees_point(s: State, viewer: int, x: int, y: int, z: int) -> bool:
    """Whether an operative sees a point (KILLTEAM-C.LOS.3)."""
    return s.scene.sees_disc(*eye(s, viewer), Disc(x, y, z, 0))


def part_points(s: State, viewer: int, part: Box) -> list[tuple[int, int, int]]:
    """The points of a terrain part that an operative sees; the part is visible if there are any
    (KILLTEAM-C.LOS.3).
    """
    return [point for point in box_points(part) if sees_part_point(s.scene, *eye(s, viewer), part, point)]


def sees_part_point(scene: Scene, x: int, y: int, z: int, part: Box, point: tuple[int, int, int]) -> bool:
    """Whether a line from an eye to a point of a terrain part is blocked by no other part
    (KILLTEAM-C.LOS.3).
    """
    px, py, pz = point
    low, high = (z, pz) if z < pz else (pz, z)
    toward = scene.opaque_toward(x, y, px, py, 0)
    others = [box for box in toward if box[4] <= high and box[5] >= low and box != part]
    return not stopped(others, (x, y, z, px, py, pz))


# -- cover, obscured, valid targets --------------------------------------------------------------------------


class Sway(NamedTuple):
    """What rules beside terrain say about a shooter and its target: clauses, empty where none says so."""

    never_obscured: ClauseId = ""
    obscured: ClauseId = ""
    never_target: ClauseId = ""
    """While in cover it is no valid target, whatever gives it away."""


PLAIN = Sway()


class Aim(NamedTuple):
    """What a shooter's view of a target comes to, from the best targeting point (KILLTEAM-C.LOS.13)."""

    visible: bool
    side: int
    """The targeting point: 0 the shooter's centre, 1 its left rim, -1 its right rim."""
    covering: tuple[Box, ...]
    """Parts that put the target in cover, Seek and Vantage left aside (KILLTEAM-C.LOS.10)."""
    shading: tuple[Box, ...]
    """Heavy parts that obscure it (KILLTEAM-C.LOS.11)."""
    obscured_by: ClauseId
    """The clause by which it is obscured: KILLTEAM-C.LOS.11 or that of another rule; empty: it is not."""
    choice: bool
    """One feature gives both: the defender chooses. Until then both are noted (KILLTEAM-C.LOS.12)."""
    clause: ClauseId
    """The clause that keeps it from being a valid target; empty: it is one."""
    above: bool = False
    """The shooter stands on Vantage, 2" or more above a Conceal target: Light parts do not hide it, and its
    cover save may be critical or doubled (KILLTEAM-C.TER.3)."""
    accurate: int = 0
    """Accurate of a shooter on Vantage against a lower Engage target (KILLTEAM-C.TER.3)."""
    sway: Sway = PLAIN

    @property
    def valid(self) -> bool:
        """Whether the target is valid as far as order and terrain go (KILLTEAM-C.LOS.14)."""
        return not self.clause

    @property
    def cover(self) -> bool:
        """Whether the target is in cover: it can have a cover save (KILLTEAM-C.LOS.10)."""
        return bool(self.covering)

    @property
    def obscured(self) -> bool:
        """Whether the target is obscured (KILLTEAM-C.LOS.11)."""
        return bool(self.obscured_by)

    @property
    def improved(self) -> bool:
        """Whether its cover save may be a critical, or two (KILLTEAM-C.TER.3)."""
        return self.above and bool(self.covering)

    def with_cover(self) -> Aim:
        """The aim after the defender chose cover (KILLTEAM-C.LOS.12)."""
        return self._replace(shading=(), obscured_by="", choice=False)

    def with_obscured(self) -> Aim:
        """The aim after the defender chose obscured (KILLTEAM-C.LOS.12)."""
        return self._replace(covering=(), choice=False)

    @property
    def clauses(self) -> tuple[ClauseId, ...]:
        """The clauses that make this more than a plain view, for the log."""
        cites: list[ClauseId] = []
        if self.side:
            cites += ["KILLTEAM-C.LOS.7", "KILLTEAM-C.LOS.13"]
        if self.covering or self.shading:
            cites += ["KILLTEAM-C.LOS.8", "KILLTEAM-C.LOS.9", "KILLTEAM-C.TER.1"]
        if self.covering:
            cites.append("KILLTEAM-C.LOS.10")
        if self.obscured_by:
            cites.append(self.obscured_by)
        if self.choice:
            cites.append("KILLTEAM-C.LOS.12")
        if self.above or self.accurate:
            cites.append("KILLTEAM-C.TER.3")
        if self.sway.never_obscured:
            cites.append(self.sway.never_obscured)
        return tuple(cites)


UNSEEN = Aim(False, 0, (), (), "", False, "KILLTEAM-VIS.1")
OPEN = Aim(True, 0, (), (), "", False, "")
"""Seen, and nothing in the way: no cover and not obscured."""


def aim(s: State, shooter: int, target: int, seek: bool, seek_light: bool, sway: Sway) -> Aim:
    """What an operative has before it when it shoots at another (`field.targeting`)."""
    if not visible(s, shooter, target):
        return UNSEEN
    preset, scene = s.preset, s.scene
    start, end = s.disc(shooter), s.disc(target)
    conceal = not s.engage[target]
    above = conceal and _lift(s, start, end) > 0
    accurate = accurate_from_above(s, shooter, target)
    shadeless = bool(sway.never_obscured) or not preset.obscured
    other = "" if shadeless else sway.obscured
    close = within(start, end, CLOSE)
    spared = _features_under(scene, start) | _features_under(scene, end)
    best = OPEN
    best_rank = (2, 0, 0)
    for side in SIDES:
        near, middle = scene.screens(start, end, side, NEAR)
        cover = () if close else near
        shade = () if shadeless else middle
        if spared and shade:
            shade = tuple(part for part in shade if part.group not in spared)
        choice = not other and _one_feature(cover, shade)
        clause = ""
        if cover:
            clause = sway.never_target
            if not clause and conceal and not seek and _hides(cover, seek_light or above):
                clause = "KILLTEAM-R.37" if choice else "KILLTEAM-C.LOS.14"
        obscured = other or ("KILLTEAM-C.LOS.11" if shade else "")
        rank = (int(clause != ""), int(obscured != ""), int(cover != ()))
        if rank < best_rank:
            best_rank = rank
            best = Aim(True, side, cover, shade, obscured, choice, clause, above, accurate, sway)
            if not (cover or shade):
                break
    return best


def shows_itself(s: State, shooter: int, target: int, seek_light: bool, never: bool) -> bool:
    """Whether a target that is seen, on Conceal or protected by cover for good (`never`), is a valid one:
    `aim(...).valid` without a look at what obscures it, nor at how good the best targeting point is.
    """
    start, end = s.disc(shooter), s.disc(target)
    if within(start, end, CLOSE):
        return True
    spares_light = not never and (seek_light or _lift(s, start, end) > 0)
    for side in SIDES:
        cover = s.scene.screens_near(start, end, side, NEAR)
        if not cover or not (never or _hides(cover, spares_light)):
            return True
    return False


def _hides(cover: tuple[Box, ...], spares_light: bool) -> bool:
    """Whether what gives a Conceal target cover keeps it from being a valid one (KILLTEAM-C.LOS.14)."""
    return not spares_light or not all(is_light(part) for part in cover)


def _lift(s: State, start: Disc, end: Disc) -> int:
    """How many times 2" a shooter on Vantage stands above its target (KILLTEAM-C.TER.3)."""
    height = start.z - end.z
    return height // CLOSE if s.preset.vantage_bonus and height >= CLOSE and start.z > 0 else 0


def accurate_from_above(s: State, shooter: int, target: int) -> int:
    """Accurate of a shooter on Vantage against a lower Engage target, whether it sees it or not
    (KILLTEAM-C.TER.3).
    """
    return min(2, _lift(s, s.disc(shooter), s.disc(target))) if s.engage[target] else 0


_NONE: frozenset[int] = frozenset()


def _features_under(scene: Scene, disc: Disc) -> frozenset[int]:
    """The features on whose Vantage parts an operative stands (KILLTEAM-C.TER.3)."""
    x, y, z, r = disc
    if not z:
        return _NONE
    return frozenset(part.group for part in scene.platforms.get(z, ()) if inside(x, y, r, part))


def _one_feature(cover: tuple[Box, ...], shade: tuple[Box, ...]) -> bool:
    """Whether one feature alone gives both cover and obscured (KILLTEAM-C.LOS.12)."""
    return bool(cover) and bool(shade) and len({part.group for part in cover + shade}) == 1


def heavy_between(s: State, disc: Disc, target: int) -> Box | None:
    """A Heavy part that stands wholly between the middle of a marker and an operative (KILLTEAM-C.LOS.9)."""
    end = s.disc(target)
    fan = fan_to(disc.x, disc.y, end)
    if fan is None:
        return None
    return next((part for part in s.scene.shading if spans(part, fan, disc.z, end.z)), None)


def remarks(s: State, shooter: int, target: int, found: Aim) -> tuple[ClauseId, ...]:
    """The clauses by which an aim came about, for the log: build them only while somebody listens."""
    start, end = s.disc(shooter), s.disc(target)
    cites = ["KILLTEAM-VIS.1", "KILLTEAM-C.LOS.14", "KILLTEAM-R.22", "KILLTEAM-C.GEO.4", "KILLTEAM-C.LOS.1"]
    way = track(start.x, start.y, end.x, end.y, 1)
    others = (o for o in (*s.present(0), *s.present(1)) if o not in (shooter, target))
    if any(sweeps_disc(way, s.x[o], s.y[o], s.card[o].radius) for o in others):
        cites += ["KILLTEAM-VIS.2", "KILLTEAM-R.20", "KILLTEAM-R.21"]
    if not visible(s, target, shooter):
        cites += ["KILLTEAM-C.LOS.4", "KILLTEAM-C.LOS.2", "KILLTEAM-R.31"]
    if found.covering:
        cites.append("KILLTEAM-C.GEO.6")
    if within(start, end, CLOSE):
        cites += ["KILLTEAM-C.LOS.10", "KILLTEAM-C.GEO.5"]
    if found.choice and not s.engage[target]:
        cites.append("KILLTEAM-R.37")
    return (*cites, *found.clauses)
