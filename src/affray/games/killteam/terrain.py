"""Killzones as scenes: a map's parts and those that equipment adds, with the figures of moves and lines
(KILLTEAM-C.TER, KILLTEAM-C.MOV, KILLTEAM-C.EQ).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from affray.boards.plane.scene import Limits, Scene, Traits
from affray.boards.plane.solids import INCH, Box, inches
from affray.games.killteam.content import (
    ACCESSIBLE,
    EXPOSED,
    HEAVY,
    INSIGNIFICANT,
    LIGHT,
    VANTAGE,
    Equipment,
    Map,
)

if TYPE_CHECKING:
    from affray.games.killteam.state import State

WIRE = 1 << 8
"""Flag bit of razor wire, besides those of maps (KILLTEAM-C.EQ.RAZOR_WIRE)."""
THIN = INCH
"""Parts of a breached feature at most this thick are Accessible near the marker (KILLTEAM-C.KOM.3)."""
TRAITS = Traits(
    platform=VANTAGE, passage=ACCESSIBLE, ghost=INSIGNIFICANT, glass=EXPOSED, shade=HEAVY, drag=WIRE
)
"""What the flags of parts mean to moves and lines (KILLTEAM-C.TER.1)."""
LIMITS = Limits(
    reach=INCH,
    jump=4 * INCH,
    jump_level=2 * INCH,
    rise=INCH,
    foothold=3 * INCH,
    least_climb=2 * INCH,
    free_drop=2 * INCH,
    through=INCH,
    drag=INCH,
    drag_height=inches("1.5"),
    apart=2 * INCH,
)
"""The lengths of KILLTEAM-C.MOV.1 to KILLTEAM-C.MOV.8, KILLTEAM-C.GEO.8 and KILLTEAM-C.EQ.RAZOR_WIRE."""


@lru_cache(maxsize=64)
def scene_of(killzone: Map, extra: tuple[Box, ...] = ()) -> Scene:
    """The scene of a map with the parts that equipment added; as a rule one object for each: scenes keep what
    they find out.
    """
    base = scene_of(killzone) if extra else None
    return Scene(killzone.area, (*killzone.parts, *extra), TRAITS, LIMITS, base)


def piece(scene: Scene, item: Equipment, x: int, y: int, along_x: bool) -> Box:
    """A terrain piece of equipment on the floor around a centre: a feature of its own, one number above all
    others (KILLTEAM-C.EQ).
    """
    assert item.size is not None
    length, depth, height = item.size
    width, breadth = (length, depth) if along_x else (depth, length)
    x0, y0 = x - width // 2, y - breadth // 2
    flags = item.flags | (WIRE if item.id == "razor_wire" else 0)
    return Box(x0, y0, x0 + width, y0 + breadth, 0, height, flags, last_feature(scene) + 1)


@lru_cache(maxsize=64)
def last_feature(scene: Scene) -> int:
    """The highest number of a feature."""
    return max(box.group for box in scene.boxes)


def is_light(part: Box) -> bool:
    """Whether a part is Light terrain; Vantage counts as Light (KILLTEAM-C.TER.1)."""
    return part.flags & (LIGHT | VANTAGE) != 0


def is_heavy(part: Box) -> bool:
    """Whether a part is Heavy terrain (KILLTEAM-C.TER.1)."""
    return part.flags & HEAVY != 0


def feature_name(s: State, feature: int) -> str:
    """The name of a feature: that of the map, or of the piece of equipment with its number there."""
    features = s.map.features
    if feature < len(features):
        return features[feature]
    added = [box for box in s.scene.boxes if box.group >= len(features)]
    own = next(box for box in added if box.group == feature)
    kind = _kind(own)
    alike = [box.group for box in added if _kind(box) == kind]
    return f"{kind}{alike.index(feature) + 1}"


def _kind(part: Box) -> str:
    if part.flags & WIRE:
        return "wire"
    return "heavy_barricade" if is_heavy(part) else "barricade"


def feature_number(s: State, name: str) -> int | None:
    """The feature of a name; None if there is none."""
    features = s.map.features
    if name in features:
        return features.index(name)
    added = {box.group for box in s.scene.boxes if box.group >= len(features)}
    return next((group for group in sorted(added) if feature_name(s, group) == name), None)
