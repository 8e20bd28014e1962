"""The board of a match: a map drawing turned into zones, areas and surfaces (section C.MAP; AVP-MAP, AVP-R.6, R.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from affray.boards.zones import Layout, ZoneMap
from affray.games.avp.content import MapData

NORMAL, INFESTED, HALF = 0, 1, 2
"""Surfaces of a Tile. Half-infested counts as both (AVP-MAP.10)."""

_SIGNS = {
    ".": ("corridor", NORMAL),
    "h": ("corridor", HALF),
    "i": ("corridor", INFESTED),
    "r": ("room", NORMAL),
    "R": ("room", INFESTED),
    "v": ("vent", NORMAL),
}


class BoardError(ValueError):
    """A map drawing that cannot be read; the message names the map, line and column."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A map. `corridors`, `rooms` and `vents` are masks of Tiles; `surface[tile]` is as printed; `doors` is the mask
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
    """Read a drawing: Tiles at even columns, edges between them (``=`` or ``|`` open, ``D`` closed Door, blank wall).

    Raises BoardError naming the place.
    """
    lines = [line.rstrip() for line in data.drawing.strip("\n").splitlines()]
    names: list[str] = []
    at: list[tuple[int, int]] = []
    areas = {"corridor": 0, "room": 0, "vent": 0}
    surface: list[int] = []
    tiles: dict[tuple[int, int], int] = {}
    for row, line in enumerate(lines[::2]):
        for column, sign in enumerate(line[::2]):
            if sign == " ":
                continue
            if sign not in _SIGNS:
                raise BoardError(f"map {data.id}: line {2 * row + 1}, column {2 * column + 1}: no Tile {sign!r}")
            area, kind = _SIGNS[sign]
            areas[area] |= 1 << len(names)
            tiles[column, row] = len(names)
            names.append(f"{chr(65 + column)}{row + 1}")
            at.append((column, row))
            surface.append(kind)
    edges: list[tuple[int, int]] = []
    doors = 0
    for i, line in enumerate(lines):
        for j, sign in enumerate(line):
            if i % 2 == j % 2 == 0 or sign == " ":
                continue
            if i % 2 and j % 2:
                raise BoardError(f"map {data.id}: line {i + 1}, column {j + 1}: nothing joins Tiles diagonally")
            allowed = "|D" if i % 2 else "=D"
            ends = [(j // 2, i // 2), (j // 2, i // 2 + 1) if i % 2 else (j // 2 + 1, i // 2)]
            if sign not in allowed or any(end not in tiles for end in ends):
                raise BoardError(f"map {data.id}: line {i + 1}, column {j + 1}: no edge {sign!r}")
            if sign == "D":
                doors |= 1 << len(edges)
            edges.append((tiles[ends[0]], tiles[ends[1]]))
    zones = ZoneMap(names, at, edges, opaque=areas["vent"])
    return Board(
        data, zones, areas["corridor"], areas["room"], areas["vent"], tuple(surface), doors, zones.layout(doors)
    )
