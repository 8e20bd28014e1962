"""Setting up equipment: where terrain, ladders and markers may be put, and a sensible place for each
(KILLTEAM-C.EQ)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from affray.boards.plane.solids import (
    INCH,
    Box,
    Disc,
    Rect,
    covers,
    inside,
    overlaps,
    rect_inside,
    rects_overlap,
    rects_within,
    within,
)
from affray.engine.requests import ClauseId, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, terrain
from affray.games.killteam.content import ACCESSIBLE, Equipment, Map
from affray.games.killteam.state import Marker, State

GENERAL: ClauseId = "KILLTEAM-C.EQ"
APART = 2 * INCH
"""Terrain of equipment is more than this from other such terrain and from Accessible parts; Mines from
other markers."""
BARRICADE_REACH = 4 * INCH
"""The Heavy Barricade is wholly within this of the own drop zone (KILLTEAM-C.EQ.HEAVY_BARRICADE)."""
TALL = 2 * INCH
"""A ladder leans on a feature that has a part so tall (KILLTEAM-C.EQ.LADDERS)."""
BESIDE = 'within 2" of other equipment or an Accessible part'
GRID = INCH // 2
MARKER_KINDS = {"ammo_cache": "ammo", "comms_device": "comms", "mines": "mine"}


class Piece(NamedTuple):
    """A place for a piece of equipment: of terrain the centre and whether it lies along x, of a ladder its
    feature, of a marker the level, too."""

    item: str
    x: int
    y: int
    along_x: bool = True
    feature: int = -1
    z: int = 0


# -- what may be put where -----------------------------------------------------------------------------------


def refusal(s: State, seat: Seat, piece: Piece) -> Refusal | None:
    """Why a side cannot set up a piece of equipment at a place (KILLTEAM-C.EQ)."""
    item = s.content.equipment[piece.item]
    match item.kind:
        case "terrain":
            reason = terrain_fault(s, seat, item, piece)
        case "ladder":
            reason = _ladder(s, seat, piece)
        case _:
            reason = _marker(s, seat, item, piece)
    if reason is None:
        return None
    clause, words = reason
    return Refusal(clause, f"{item.name}: {words}")


def terrain_fault(s: State, seat: Seat, item: Equipment, piece: Piece) -> tuple[ClauseId, str] | None:
    """What is wrong with a place for a piece of terrain."""
    box = terrain.piece(s.scene, item, piece.x, piece.y, piece.along_x)
    return _fixed_fault(s.map, s.zone[seat], item, box) or _set_up_fault(*_set_up(s), box)


def _fixed_fault(killzone: Map, zone: int, item: Equipment, box: Box) -> tuple[ClauseId, str] | None:
    """What is wrong with it for a side with a drop zone, whatever has been set up."""
    if not rect_inside(box, killzone.territories[zone]):
        return GENERAL, "not wholly within the own territory"
    if item.id == "heavy_barricade" and not rect_inside(
        box, _grown(killzone.drop_zones[zone], BARRICADE_REACH)
    ):
        return item.clause, 'not wholly within 4" of the own drop zone'
    for part in killzone.parts:
        if rects_overlap(box, part):
            return GENERAL, "overlaps terrain"
        if part.flags & ACCESSIBLE and rects_within(box, part, APART):
            return GENERAL, BESIDE
    return None


def _set_up(s: State) -> tuple[Sequence[Box], Sequence[Disc]]:
    """What has been set up: pieces of terrain, and markers."""
    return s.scene.more, [field.marker_disc(s, marker) for marker in s.markers]


def _set_up_fault(pieces: Sequence[Box], markers: Sequence[Disc], box: Box) -> tuple[ClauseId, str] | None:
    """What is wrong with it because of what has been set up."""
    for part in pieces:
        if rects_overlap(box, part):
            return GENERAL, "overlaps terrain"
        if rects_within(box, part, APART):
            return GENERAL, BESIDE
    for x, y, _, r in markers:
        if overlaps(x, y, r, box):
            return GENERAL, "overlaps a marker"
    return None


def _grown(rect: Rect, reach: int) -> Rect:
    return Rect(rect.x0 - reach, rect.y0 - reach, rect.x1 + reach, rect.y1 + reach)


def _marker(s: State, seat: Seat, item: Equipment, piece: Piece) -> tuple[ClauseId, str] | None:
    """What is wrong with a place for a marker."""
    if not inside(piece.x, piece.y, field.MARKER_RADIUS, field.own_territory(s, seat)):
        return GENERAL, "not wholly within the own territory"
    return _marker_fault(s, item, piece, _set_up(s)[1])


def _marker_fault(
    s: State, item: Equipment, piece: Piece, markers: Sequence[Disc]
) -> tuple[ClauseId, str] | None:
    """What is wrong with it within the own territory, with these markers about."""
    clause = field.marker_fault(s, piece.x, piece.y, piece.z)
    if clause:
        return clause, "no marker can lie there"
    if item.id == "mines":
        disc = Disc(piece.x, piece.y, piece.z, field.MARKER_RADIUS)
        for marker in markers:
            if within(disc, marker, APART):
                return item.clause, 'within 2" of another marker'
    return None


def _ladder(s: State, seat: Seat, piece: Piece) -> tuple[ClauseId, str] | None:
    clause = s.content.equipment["ladders"].clause
    if not covers(field.own_territory(s, seat), piece.x, piece.y):
        return clause, "not in the own territory"
    words = ladder_fault(s, piece.feature, piece.x, piece.y)
    return (clause, words) if words is not None else None


def ladder_fault(s: State, feature: int, x: int, y: int) -> str | None:
    """What is wrong with a point for a ladder: it lies on the outline of a feature with a part 2" tall."""
    parts = s.scene.groups.get(feature, ())
    if not any(part.zh - part.zl >= TALL for part in parts):
        return 'the feature has no part at least 2" tall'
    if not any(covers(part, x, y) for part in parts) or any(_deep_inside(part, x, y) for part in parts):
        return "the point is not on the outline of the feature"
    return None


def _deep_inside(part: Box, x: int, y: int) -> bool:
    return part.x0 < x < part.x1 and part.y0 < y < part.y1


# -- setting up ----------------------------------------------------------------------------------------------


def add_piece(s: State, item: Equipment, x: int, y: int, along_x: bool) -> Box:
    """Put a piece of terrain down."""
    box = terrain.piece(s.scene, item, x, y, along_x)
    s.scene = terrain.scene_of(s.map, (*s.scene.more, box))
    return box


def set_up(s: State, seat: Seat, piece: Piece) -> None:
    """Put a piece of equipment of a side down."""
    item = s.content.equipment[piece.item]
    match item.kind:
        case "terrain":
            add_piece(s, item, piece.x, piece.y, piece.along_x)
        case "ladder":
            s.ladders = (*s.ladders, (piece.x, piece.y, piece.feature))
        case _:
            s.markers = (*s.markers, Marker(MARKER_KINDS[item.id], piece.x, piece.y, piece.z, seat))


# -- where to ------------------------------------------------------------------------------------------------


def places(s: State, seat: Seat, item: Equipment, spacing: int = GRID) -> Iterator[Piece]:
    """The places for a piece of equipment on a grid, or for a ladder along the outlines of features."""
    pieces, markers = _set_up(s)
    match item.kind:
        case "terrain" if spacing > GRID:
            for piece, box in _fixed_places(s.map, s.zone[seat], item, spacing):
                if _set_up_fault(pieces, markers, box) is None:
                    yield piece
        case "terrain":
            for piece in _grid(field.own_territory(s, seat), item, spacing):
                if terrain_fault(s, seat, item, piece) is None:
                    yield piece
        case "ladder":
            for piece in _ladder_points(s, spacing):
                if _ladder(s, seat, piece) is None:
                    yield piece
        case _:
            for piece in _inner_places(s.map, s.zone[seat], item, spacing):
                if _marker_fault(s, item, piece, markers) is None:
                    yield piece


def anywhere(s: State, seat: Seat, item: Equipment) -> bool:
    """Whether there is a place for a piece of equipment."""
    return any(next(places(s, seat, item, spacing), None) is not None for spacing in (2 * INCH, GRID))


@lru_cache(maxsize=256)
def _fixed_places(killzone: Map, zone: int, item: Equipment, spacing: int) -> tuple[tuple[Piece, Box], ...]:
    """The places for a piece of terrain on a grid that nothing but what has been set up can forbid."""
    base = terrain.scene_of(killzone)
    found = []
    for piece in _grid(killzone.territories[zone], item, spacing):
        box = terrain.piece(base, item, piece.x, piece.y, piece.along_x)
        if _fixed_fault(killzone, zone, item, box) is None:
            found.append((piece, box))
    return tuple(found)


@lru_cache(maxsize=256)
def _inner_places(killzone: Map, zone: int, item: Equipment, spacing: int) -> tuple[Piece, ...]:
    """The places on a grid at which a marker lies wholly within a territory."""
    territory = killzone.territories[zone]
    found = _grid(territory, item, spacing)
    return tuple(piece for piece in found if inside(piece.x, piece.y, field.MARKER_RADIUS, territory))


def _grid(area: Rect, item: Equipment, spacing: int) -> Iterator[Piece]:
    ways = (True, False) if item.kind == "terrain" else (True,)
    for x in range(area.x0 + spacing, area.x1, spacing):
        for y in range(area.y0 + spacing, area.y1, spacing):
            for along_x in ways:
                yield Piece(item.id, x, y, along_x)


def _ladder_points(s: State, spacing: int) -> Iterator[Piece]:
    """Points along the sides of the parts of tall features."""
    for feature, parts in s.scene.groups.items():
        if all(part.zh - part.zl < TALL for part in parts):
            continue
        seen = set()
        for part in parts:
            for x, y in _sides(part, spacing):
                if (x, y) not in seen:
                    seen.add((x, y))
                    yield Piece("ladders", x, y, True, feature)


def _sides(part: Box, spacing: int) -> Iterator[tuple[int, int]]:
    for x in range(part.x0 + spacing, part.x1, spacing):
        yield x, part.y0
        yield x, part.y1
    for y in range(part.y0 + spacing, part.y1, spacing):
        yield part.x0, y
        yield part.x1, y


def sensible(s: State, seat: Seat, item: Equipment) -> Piece | None:
    """A good place for a piece: cover and wire near the own objective, markers just out of the drop zone.

    None if there is no place at all.
    """
    x, y = _aim(s, seat, item)
    found = list(places(s, seat, item, INCH))
    if not found:
        found = list(places(s, seat, item))
    if not found:
        return None
    return min(found, key=lambda piece: ((piece.x - x) ** 2 + (piece.y - y) ** 2, piece))


def _aim(s: State, seat: Seat, item: Equipment) -> tuple[int, int]:
    """Where a piece would be of most use."""
    zone = field.drop_zone(s, seat)
    own = s.markers[1 + s.zone[seat]]
    inward = 1 if s.zone[seat] == 0 else -1
    front = zone.x1 if inward > 0 else zone.x0
    match item.kind:
        case "terrain":
            return (own.x + front) // 2, own.y
        case "ladder":
            return own.x, own.y
        case _ if item.id == "mines":
            return s.markers[0].x, own.y
        case _:
            return front + inward * INCH, own.y
