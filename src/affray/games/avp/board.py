"""The board of a match: a map drawing turned into zones, areas and surfaces (section C.MAP; AVP-MAP, AVP-R.6,
R.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from affray.boards.zones import Layout, ZoneMap
from affray.games.avp.content import MapData
from affray.games.avp.drawing import HALF, INFESTED, NORMAL, read_drawing

__all__ = ["HALF", "INFESTED", "NORMAL", "Board", "board_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A map. `corridors`, `rooms` and `vents` are masks of Tiles; `surface[tile]` is as printed; `doors` is
    the mask
    of edges that start as closed Doors."""

    data: MapData
    zones: ZoneMap
    corridors: int
    rooms: int
    vents: int
    surface: tuple[int, ...]
    doors: int
    start: Layout

    def tile(self, name: str) -> int:
        """The Tile of a name such as ``C1``. Raises KeyError."""
        return self.zones.index[name]


@cache
def board_of(data: MapData) -> Board:
    """The board of a map. Raises DrawingError."""
    drawing = read_drawing(data.drawing)
    areas = {"corridor": 0, "room": 0, "vent": 0}
    for tile, area in enumerate(drawing.areas):
        areas[area] |= 1 << tile
    doors = sum(1 << edge for edge in drawing.doors)
    zones = ZoneMap(drawing.names, drawing.at, drawing.edges, opaque=areas["vent"])
    return Board(
        data,
        zones,
        areas["corridor"],
        areas["room"],
        areas["vent"],
        drawing.surfaces,
        doors,
        zones.layout(doors),
    )
