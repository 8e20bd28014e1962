"""The words of AvP notation: labels of models, names of Tiles and Doors, ids of weapons, units and cards."""

from __future__ import annotations

from typing import Any

from affray.engine.actions import NotationError
from affray.games.avp.state import State


def door_name(s: State, edge: int) -> str:
    """An edge by its two Tiles, for example ``B1/C1``."""
    a, b = s.board.zones.edges[edge]
    return f"{s.board.zones.names[a]}/{s.board.zones.names[b]}"


def tile_name(s: State, tile: int) -> str:
    """The name of a Tile, for example ``C1``; ``-`` off the board."""
    return s.board.zones.names[tile] if tile >= 0 else "-"


class AvpNames:
    """Names of one match. Kinds: model, tile, door, weapon, unit, card, goal, seat, size, int, word."""

    __slots__ = ("s",)

    def __init__(self, s: State) -> None:
        self.s = s

    def text(self, kind: str, value: Any) -> str:
        """The word for a value."""
        s = self.s
        if kind == "model":
            label: str = s.names[value]
            return label
        if kind == "tile":
            return tile_name(s, value)
        if kind == "door":
            return door_name(s, value)
        if kind == "goal":
            return f"{s.goal_kind[value]}{value + 1}"
        if kind == "seat":
            faction: str = s.factions[value]
            return faction
        return str(value)

    def value(self, kind: str, text: str) -> Any:
        """The value of a word. Raises NotationError saying what is unknown."""
        s = self.s
        found: Any = None
        if kind == "model":
            found = s.names.index(text) if text in s.names else None
        elif kind == "tile":
            found = s.board.zones.index.get(text)
        elif kind == "door":
            a, _, b = text.partition("/")
            index = s.board.zones.index
            if a in index and b in index:
                found = s.board.zones.edge_of.get((index[a], index[b]))
        elif kind == "goal":
            found = next((i for i, name in enumerate(s.goal_kind) if f"{name}{i + 1}" == text), None)
        elif kind == "seat":
            found = s.factions.index(text) if text in s.factions else None
        elif kind == "weapon":
            found = text if text in s.content.weapons else None
        elif kind == "unit":
            found = text if text in s.content.units else None
        elif kind == "card":
            found = text if text in s.content.cards or text in s.content.environment else None
        elif kind in ("int", "size"):
            found = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
        elif kind == "word":
            found = text
        if found is None:
            raise NotationError(f"there is no {kind} {text[:40]!r}")
        return found
