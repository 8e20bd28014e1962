"""Setting up equipment pieces and operatives in turn (KILLTEAM-C.SET.4, KILLTEAM-C.SET.5, turn flow 4 and
5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar

from affray.boards.plane.rays import flags_of, number_at
from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH, Box, Rect, overlaps
from affray.engine.actions import Action
from affray.engine.requests import Decide, Joined, Made, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import equipment, field, moving, titles, trips
from affray.games.killteam.actions.setup import AUTO, Auto, SetUp, SetUpPiece
from affray.games.killteam.content import INSIGNIFICANT, Equipment
from affray.games.killteam.equipment import Piece
from affray.games.killteam.names import Point, point_text, team_names
from affray.games.killteam.state import Frame, State

PIECES = "KILLTEAM-C.SET.4"
OPERATIVES = "KILLTEAM-C.SET.5"
ROUNDS = 3
"""In so many rounds a team is set up (KILLTEAM-C.SET.5)."""
KEPT = 1 << 12
"""Answers of one kind that are kept at most."""


# -- equipment -----------------------------------------------------------------------------------------------


def pieces_of(s: State, seat: Seat) -> tuple[str, ...]:
    """The pieces of equipment that a side has to set up: the items, each as often as it has pieces."""
    return tuple(pick.equipment.id for pick in s.picks[seat] for _ in range(pick.equipment.pieces))


class PieceMenu(Menu):
    """Every piece left on a coarse grid of places, or all at once."""

    __slots__ = ("left", "s", "seat")

    def __init__(self, s: State, seat: Seat, left: Sequence[str]) -> None:
        self.s = s
        self.seat = seat
        self.left = left

    def options(self) -> Sequence[Action]:
        found: list[Action] = [AUTO]
        for id in dict.fromkeys(self.left):
            item = self.s.content.equipment[id]
            places = list(equipment.places(self.s, self.seat, item, 2 * INCH))
            found += [_action_of(item, piece) for piece in places]
        return found

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Auto):
            return None
        if not isinstance(action, SetUpPiece):
            return Refusal(PIECES, "pieces of equipment are being set up")
        if action.item not in self.left:
            return Refusal(PIECES, f"there is no {titles.rule_title(self.s, action.item)} left to set up")
        item = self.s.content.equipment[action.item]
        if item.kind == "terrain" and action.along not in ("x", "y"):
            return Refusal(item.clause, "terrain lies along=x or along=y")
        if item.kind == "ladder" and action.feature is None:
            return Refusal(item.clause, "a ladder needs a feature")
        if item.kind != "ladder" and action.feature is not None:
            return Refusal(item.clause, "only a ladder is set up against a feature")
        if action.point[2] and item.kind != "marker":
            return Refusal("KILLTEAM-C.EQ", f"{item.name}: set up on the floor only")
        return equipment.refusal(self.s, self.seat, _piece_of(action))


@lru_cache(maxsize=4096)
def _action_of(item: Equipment, piece: Piece) -> SetUpPiece:
    along = ("x" if piece.along_x else "y") if item.kind == "terrain" else None
    feature = piece.feature if item.kind == "ladder" else None
    return SetUpPiece(item.id, (piece.x, piece.y, piece.z), along, feature)


def _piece_of(action: SetUpPiece) -> Piece:
    feature = -1 if action.feature is None else action.feature
    return Piece(action.item, action.point[0], action.point[1], action.along != "y", feature, action.point[2])


class SettingUpPieces(Frame, frozen=True):
    """Players in turn set up one piece; who has none left is skipped. `autos`: the rules do it for a side."""

    seat: Seat
    left: tuple[tuple[str, ...], tuple[str, ...]]
    autos: tuple[bool, bool] = (False, False)
    kind: ClassVar[str] = "setting_up_pieces"

    def run(self, s: State) -> Procedure[None]:
        """One piece of one side."""
        seat, left = self.seat, self.left
        if not left[seat]:
            seat = 1 - seat
        if not left[seat]:
            s.frames.pop()
            return
        item = s.content.equipment[left[seat][0]]
        piece: Piece | None
        if self.autos[seat] or not equipment.anywhere(s, seat, item):
            piece = equipment.sensible(s, seat, item)
            if piece is None:
                self._lose(s, seat)
                return
        else:
            menu = PieceMenu(s, seat, left[seat])
            answer = yield Decide(seat, menu, PIECES, "set up a piece of equipment", minor=True)
            if isinstance(answer, Auto):
                autos = (True, self.autos[1]) if seat == 0 else (self.autos[0], True)
                s.frames[-1] = SettingUpPieces(seat, left, autos)
                return
            piece = _piece_of(answer)
        equipment.set_up(s, seat, piece)
        if s.log is not None:
            item = s.content.equipment[piece.item]
            size = ("KILLTEAM-C.GEO.2",) if item.kind == "marker" else ()
            s.say("{seat} set up {item} at {place}", PIECES, item.clause, "KILLTEAM-C.EQ", *size,
                  seat=team_names(s)[seat], item=item.name,
                  place=point_text(piece.x, piece.y, piece.z))  # fmt: skip
        self._next(s, seat, piece.item)

    def _lose(self, s: State, seat: Seat) -> None:
        """A piece for which there is no place is lost."""
        lost = self.left[seat][0]
        if s.log is not None:
            s.say("{seat} find no place for {item}", PIECES, "KILLTEAM-C.EQ",
                  seat=team_names(s)[seat], item=s.content.equipment[lost].name)  # fmt: skip
        self._next(s, seat, lost)

    def _next(self, s: State, seat: Seat, item: str) -> None:
        rest = list(self.left[seat])
        rest.remove(item)
        left = (tuple(rest), self.left[1]) if seat == 0 else (self.left[0], tuple(rest))
        s.frames[-1] = SettingUpPieces(1 - seat, left, self.autos)


# -- operatives ----------------------------------------------------------------------------------------------


def waiting(s: State, seat: Seat) -> list[int]:
    """The operatives of a side that are not yet set up."""
    return [who for who in s.members[seat] if not s.on[who]]


def place_refusal(s: State, who: int, point: Point) -> Refusal | None:
    """Why an operative cannot be set up at a point (KILLTEAM-C.SET.5, KILLTEAM-C.GEO.8)."""
    x, y, z = point
    zone = field.drop_zone(s, s.side[who])
    r = s.card[who].radius
    if not (zone.x0 + r <= x <= zone.x1 - r and zone.y0 + r <= y <= zone.y1 - r):
        return Refusal(OPERATIVES, f"{s.names[who]} has to be wholly within its drop zone")
    return field.can_stand(s, who, x, y, z)


class Offered:
    """The places of a drop zone that are offered to bases of one size: those to which ways lead. A set of
    them is a mask."""

    __slots__ = ("_options", "_under_boxes", "_under_discs", "points", "radius")

    def __init__(self, scene: Scene, radius: int, zone: Rect) -> None:
        self.radius = radius
        self.points: tuple[Point, ...] = tuple((x, y, z) for x, y, z in trips.places_in(scene, radius, zone))
        self._options: dict[int, tuple[Action, ...]] = {}
        self._under_boxes: dict[Box, int] = {}
        self._under_discs: dict[tuple[int, int, int], int] = {}

    def free(self, s: State, who: int) -> int:
        """Those where nothing set up and nobody stands in an operative's way, as `field.stands` has it."""
        taken = 0
        for part in s.scene.more:
            if not part.flags & INSIGNIFICANT:
                taken |= self._under_box(part)
        for other, on in enumerate(s.on):
            if on and other != who and -field.APART < s.z[other] < field.APART:
                taken |= self._under_disc(s.x[other], s.y[other], self.radius + s.card[other].radius)
        return ((1 << len(self.points)) - 1) & ~taken

    def options(self, who: int, free: int) -> Sequence[Action]:
        """Setting an operative up at some of them."""
        points = self.points
        return Made(
            free.bit_count(),
            lambda place: SetUp(who, points[number_at(free, place)]),
            lambda: list(compress(self._all(who), flags_of(free))),
        )

    def _all(self, who: int) -> tuple[Action, ...]:
        """Setting an operative up at any of them."""
        found = self._options.get(who)
        if found is None:
            found = self._options[who] = tuple(SetUp(who, point) for point in self.points)
        return found

    def _under_box(self, part: Box) -> int:
        """Those at which a base would overlap a box."""
        found = self._under_boxes.get(part)
        if found is None:
            _make_room(self._under_boxes)
            found = self._under_boxes[part] = sum(
                1 << i
                for i, (x, y, z) in enumerate(self.points)
                if part.zl <= z < part.zh and overlaps(x, y, self.radius, part)
            )
        return found

    def _under_disc(self, x: int, y: int, span: int) -> int:
        """Those nearer to a point than `span`."""
        key = (x, y, span)
        found = self._under_discs.get(key)
        if found is None:
            _make_room(self._under_discs)
            square = span * span
            found = self._under_discs[key] = sum(
                1 << i for i, (px, py, _) in enumerate(self.points) if (px - x) ** 2 + (py - y) ** 2 < square
            )
        return found


def _make_room(kept: dict[Any, int]) -> None:
    if len(kept) >= KEPT:
        kept.clear()


_offered = lru_cache(maxsize=128)(Offered)


def offered(s: State, who: int) -> Offered:
    """The places that an operative is offered, one object for all bases of its size."""
    return _offered(s.scene.base, s.card[who].radius, field.drop_zone(s, s.side[who]))


def spots(s: State, who: int) -> list[Point]:
    """The free places of the drop zone where an operative may be set up, of those to which ways lead."""
    places = offered(s, who)
    free = places.free(s, who)
    return [point for i, point in enumerate(places.points) if free >> i & 1]


def sensible_spot(s: State, who: int) -> Point:
    """Where the rules set an operative up: along the front of the drop zone, evenly spread in the order of
    names."""
    seat = s.side[who]
    zone = field.drop_zone(s, seat)
    own = s.members[seat]
    y = zone.y0 + (zone.y1 - zone.y0) * (2 * own.index(who) + 1) // (2 * len(own))
    x = zone.x1 if s.zone[seat] == 0 else zone.x0
    return min(spots(s, who), key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))


class SetUpMenu(Menu):
    """The first operative of each sort at the places offered, or the whole rest at once; any other legal
    place will do as well."""

    __slots__ = ("s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat

    def options(self) -> Sequence[Action]:
        s = self.s
        found: list[Sequence[Action]] = [(AUTO,)]
        sorts: set[object] = set()
        free: dict[int, int] = {}
        for who in waiting(s, self.seat):
            sort = (s.card[who], s.weapons[who])
            if sort not in sorts:
                sorts.add(sort)
                radius = s.card[who].radius
                places = offered(s, who)
                if radius not in free:
                    free[radius] = places.free(s, who)
                found.append(places.options(who, free[radius]))
        return Joined(found)

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, Auto):
            return None
        if not isinstance(action, SetUp):
            return Refusal(OPERATIVES, "operatives are being set up")
        if s.side[action.who] != self.seat or s.on[action.who]:
            return Refusal(OPERATIVES, f"{s.names[action.who]} is not waiting to be set up by this side")
        return place_refusal(s, action.who, action.point)


def share(s: State, seat: Seat, left: int) -> int:
    """How many operatives a side sets up in a round: a third of the team, rounded up; in Lite one."""
    if not s.preset.thirds:
        return min(1, left)
    return min(-(-len(s.members[seat]) // ROUNDS), left)


class SettingUp(Frame, frozen=True):
    """Players in turn set up a share of their teams, one operative a step; `left` are still to go in this
    round."""

    seat: Seat
    left: int
    autos: tuple[bool, bool] = (False, False)
    kind: ClassVar[str] = "setting_up"

    def run(self, s: State) -> Procedure[None]:
        """One operative, or the next round."""
        seat = self.seat
        if self.left <= 0:
            self._next(s)
            return
        if self.autos[seat]:
            who = waiting(s, seat)[0]
            point = sensible_spot(s, who)
        else:
            answer = yield Decide(seat, SetUpMenu(s, seat), OPERATIVES, "set up an operative", minor=True)
            if isinstance(answer, Auto):
                autos = (True, self.autos[1]) if seat == 0 else (self.autos[0], True)
                s.frames[-1] = SettingUp(seat, self.left, autos)
                return
            who, point = answer.who, answer.point
        s.frames[-1] = SettingUp(seat, self.left - 1, self.autos)
        s.x[who], s.y[who], s.z[who] = point
        s.on[who] = True
        if s.log is not None:
            s.say("{who} is set up on Conceal", OPERATIVES, "KILLTEAM-C.SET", "KILLTEAM-C.GEO.7",
                  "KILLTEAM-C.TURN.10", who=s.names[who])  # fmt: skip
        mine = moving.mine_near(s, who)
        if mine >= 0:
            yield from moving.explode(s, who, mine)

    def _next(self, s: State) -> None:
        for seat in (1 - self.seat, self.seat):
            number = share(s, seat, len(waiting(s, seat)))
            if number:
                s.frames[-1] = SettingUp(seat, number, self.autos)
                return
        s.frames.pop()
