"""The Grot's Grappling Hook: set up near a visible point of terrain (KILLTEAM-C.KOM.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from typing import ClassVar, Final, TypeAlias

from affray.boards.plane.placing import levels_at
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import box_points
from affray.boards.plane.solids import INCH, Box, Disc, touches, wholly_within, within
from affray.engine.actions import Action, Part, actor, place
from affray.engine.requests import Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, markers, moving, sighting
from affray.games.killteam.looking import Look
from affray.games.killteam.names import Point
from affray.games.killteam.state import State

CLAUSE: Final = "KILLTEAM-C.KOM.4"
REACH = INCH
ABILITY: Final = "grappling_hook"
Seen: TypeAlias = dict[tuple[Box, Point], bool]
"""What points of terrain it sees from where it stands, as far as that has been looked at."""
MOST = 8
"""So many places are suggested at most."""


class Grapple(Action, frozen=True):
    """Pull oneself to a place near a point of terrain. It counts as a Reposition."""

    who: int
    point: Point
    verb: ClassVar[str] = "grapple"
    id: ClassVar[str] = ABILITY
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"), place("point", "point"))

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """A few places at points that it sees; any other that the rule allows may be named as well."""
        s, who = look.s, look.who
        if look.engaged or look.bar("reposition", _ap(s)) or _barred(s, who) is not None:
            return ()
        found: list[Action] = []
        here: Seen = {}
        for point in _places(s, who, here):
            if len(found) == MOST:
                break
            if place_fault(s, who, point, here) is None:
                found.append(cls(who, point))
        return found

    def refusal(self, s: State) -> Refusal | None:
        return _barred(s, self.who) or place_fault(s, self.who, self.point, {})

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee("reposition", _ap(s))

    def perform(self, s: State) -> Procedure[None]:
        who = self.who
        activation.pay(s, self.fee(s))
        s.x[who], s.y[who], s.z[who] = self.point
        if s.log is not None:
            s.say("{who} swings on its hook", CLAUSE, "KILLTEAM-C.LOS.3", who=s.names[who])
        mine = moving.mine_near(s, who)
        if mine >= 0:
            yield from moving.explode(s, who, mine)


def _ap(s: State) -> int:
    return s.content.abilities[ABILITY].ap or 0


def _barred(s: State, who: int) -> Refusal | None:
    """Not while engaged, nor with Charge or Fall Back; it is a Reposition for all that is asked of one."""
    if ABILITY not in s.card[who].abilities:
        return Refusal(CLAUSE, f"{s.names[who]} has no Grappling Hook")
    refused = activation.general_refusal(s, who, "reposition", _ap(s))
    if refused is None and moving.bar(s, who, "reposition"):
        refused = Refusal(CLAUSE, "no Grappling Hook while engaged, nor with Charge or Fall Back")
    return refused


def _places(s: State, who: int, here: Seen) -> Iterator[Point]:
    """At each point that it sees the place nearest to it where it could lie; those near objectives first.

    Points of adjoining parts lead to one place.
    """
    r = s.card[who].radius
    goals = [(marker.x, marker.y) for marker in s.markers[:3]]
    known: set[Point] = set()
    for part, point, scene in _anchors(s.scene, tuple(goals)):
        place = _place_at(scene, r, *point[:2])
        if place is None or place in known:
            continue
        if _sees_from_here(s, who, here, part, point):
            known.add(place)
            yield place


@lru_cache(maxsize=1 << 12)
def _place_at(scene: Scene, r: int, x: int, y: int) -> Point | None:
    """The place nearest to a point of terrain where a base can lie among the terrain."""
    side = r + REACH // 2
    for px, py in ((x, y), (x + side, y), (x - side, y), (x, y + side), (x, y - side)):
        levels = levels_at(scene, px, py, r)
        if levels:
            return px, py, levels[-1]
    return None


@lru_cache(maxsize=64)
def _anchors(scene: Scene, goals: tuple[tuple[int, int], ...]) -> tuple[tuple[Box, Point, Scene], ...]:
    """All points of terrain parts (KILLTEAM-C.LOS.3), those nearest to any goal first, and among which
    terrain a place is looked for there: the map keeps its answers from match to match.
    """

    def away(anchor: tuple[Box, Point, Scene]) -> int:
        x, y, _ = anchor[1]
        return min(((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in goals), default=0)

    own = scene.boxes if scene.base is scene else scene.more
    found = sorted(((part, point, scene) for part, point in _points_of(own)), key=away)
    if scene.base is scene:
        return tuple(found)
    return (
        tuple(merge(_anchors(scene.base, goals), found, key=away)) if found else _anchors(scene.base, goals)
    )


def _points_of(parts: Iterable[Box]) -> Iterator[tuple[Box, Point]]:
    return ((part, point) for part in parts for point in box_points(part))


def _sees(s: State, who: int, place: Point, part: Box, point: Point) -> bool:
    """Whether it would see a point of terrain from a place."""
    x, y, z = place
    return sighting.sees_part_point(s.scene, x, y, z + s.card[who].height, part, point)


def _sees_from_here(s: State, who: int, here: Seen, part: Box, point: Point) -> bool:
    """The same from where it stands."""
    found = here.get((part, point))
    if found is None:
        place = (s.x[who], s.y[who], s.z[who])
        found = here[part, point] = _sees(s, who, place, part, point)
    return found


def place_fault(s: State, who: int, point: Point, here: Seen) -> Refusal | None:
    """Why it cannot be set up at a place."""
    refused = field.can_stand(s, who, *point)
    if refused is not None:
        return refused
    if field.is_engaged_at(s, who, *point):
        return Refusal(CLAUSE, "that is in an enemy's control range")
    disc = Disc(*point, s.card[who].radius)
    if activation.is_counter(s, who) and not wholly_within(disc, s.disc(who), moving.COUNTER):
        return Refusal("KILLTEAM-C.TURN.11", 'in a counteraction it is set up wholly within 2"')
    limit = markers.set_up_limit(s, who)
    if limit is not None and not within(disc, s.disc(who), limit):
        return Refusal("KILLTEAM-C.OPS.O6", "a carrier of a cell is not set up so far away")
    if not _anchored(s, who, point, here):
        return Refusal(CLAUSE, 'that is not within 1" of a point of terrain visible before and after')
    return None


def _anchored(s: State, who: int, place: Point, here: Seen) -> bool:
    """Whether a place is within 1" horizontally of a point of terrain that is visible before and after."""
    span = s.card[who].radius + REACH
    base, (x, y, _) = s.scene.base, place
    more = _near(s.scene.more, x, y, span)
    for part, point in (*_points_near(base, x, y, span), *more):
        if _sees_from_here(s, who, here, part, point) and _sees(s, who, place, part, point):
            return True
    return False


@lru_cache(maxsize=1 << 12)
def _points_near(scene: Scene, x: int, y: int, span: int) -> tuple[tuple[Box, Point], ...]:
    """The points of terrain parts at most so far from a place."""
    return _near(scene.boxes, x, y, span)


def _near(parts: Sequence[Box], x: int, y: int, span: int) -> tuple[tuple[Box, Point], ...]:
    return tuple(
        (part, point)
        for part, point in _points_of(part for part in parts if touches(x, y, span, part))
        if (x - point[0]) ** 2 + (y - point[1]) ** 2 <= span * span
    )


ACTIONS: tuple[type[Action], ...] = (Grapple,)
