"""Map drawings: Tiles, the edges between them and closed Doors out of a few lines of text (section C.MAP).

Tiles stand at even places of even lines (column letter, row number); between them ``=`` or ``|`` is an open
edge, ``D``
a closed Door, a blank a wall. Nothing links diagonally.
"""

from __future__ import annotations

from typing import NamedTuple

NORMAL, INFESTED, HALF = 0, 1, 2
"""Surfaces of a Tile. Half-infested counts as both (AVP-MAP.10)."""
SIGNS = {
    ".": ("corridor", NORMAL),
    "h": ("corridor", HALF),
    "i": ("corridor", INFESTED),
    "r": ("room", NORMAL),
    "R": ("room", INFESTED),
    "v": ("vent", NORMAL),
}
"""Area and surface of a Tile by its sign (AVP-R.11)."""
LETTERS = 26


class DrawingError(ValueError):
    """A drawing that cannot be read; the message names line and place."""


class Drawing(NamedTuple):
    """A map as drawn. Tiles are numbered row by row; `edges` are pairs of Tiles, `doors` indices of edges."""

    names: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    areas: tuple[str, ...]
    surfaces: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    doors: tuple[int, ...]

    def is_door(self, one: str, two: str) -> bool:
        """Whether a closed Door stands between two Tiles."""
        pair = {self.names.index(one), self.names.index(two)}
        return any(set(self.edges[edge]) == pair for edge in self.doors)


def read_drawing(text: str) -> Drawing:
    """Read a drawing. Raises DrawingError."""
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    if max(map(len, lines)) > 2 * LETTERS:
        raise DrawingError("drawing: there are only 26 letters for the columns")
    tiles: dict[tuple[int, int], int] = {}
    names: list[str] = []
    areas: list[str] = []
    surfaces: list[int] = []
    for row, line in enumerate(lines[::2]):
        for column, sign in enumerate(line[::2]):
            if sign in SIGNS:
                tiles[column, row] = len(names)
                names.append(f"{chr(ord('A') + column)}{row + 1}")
                area, surface = SIGNS[sign]
                areas.append(area)
                surfaces.append(surface)
    if not tiles:
        raise DrawingError("drawing: has no tiles")
    edges: list[tuple[int, int]] = []
    doors: list[int] = []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            if sign == " " or ((x // 2, y // 2) in tiles and x % 2 == y % 2 == 0):
                continue
            ends = ((x // 2, y // 2), (x // 2 + x % 2, y // 2 + y % 2))
            across = (x % 2, y % 2)
            if across not in ((1, 0), (0, 1)) or sign not in ("=D" if x % 2 else "|D"):
                raise DrawingError(f"drawing, line {y + 1}, place {x + 1}: stray '{sign}'")
            if ends[0] not in tiles or ends[1] not in tiles:
                raise DrawingError(f"drawing, line {y + 1}, place {x + 1}: stray '{sign}'")
            if sign == "D":
                doors.append(len(edges))
            edges.append((tiles[ends[0]], tiles[ends[1]]))
    return Drawing(tuple(names), tuple(tiles), tuple(areas), tuple(surfaces), tuple(edges), tuple(doors))
