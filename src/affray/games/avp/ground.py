"""Who stands where: capacity, Engaged Tiles and pairs, sight, distance, and the only code that moves a
model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from affray.boards.zones import ZoneMap, bits
from affray.games.avp.board import HALF, INFESTED, NORMAL
from affray.games.avp.content import CAPACITY as CAPACITY
from affray.games.avp.content import Unit
from affray.games.avp.state import OFF, State, changed

STEAM_REACH = 3
"""|dx| + |dy| beyond which nothing is seen under the Steam card (AVP-C.ENV.1)."""

# -- coming and going ----------------------------------------------------------------------------------------


def add_model(
    s: State, side: int, unit: Unit | None, size: int, tile: int, *, up: bool, known: bool | None = None
) -> int:
    """Bring a new model or token into play on a Tile and return its index; it gets the next public label."""
    model = len(s.names)
    letter = s.factions[side][0].upper()
    s.names += (f"{letter}{s.side.count(side) + 1}",)
    s.notation = dict(s.notation)
    s.side += (side,)
    s.unit += (unit,)
    s.size += (size,)
    s.tile.append(OFF)
    s.up += (up,)
    s.hidden += (False,)
    s.known += (up if known is None else known,)
    s.hint += (0,)
    s.used += (False,)
    s.locked += (False,)
    s.sentry += (False,)
    s.wounds += (unit.wounds if unit is not None else 0,)
    s.aided += (False,)
    s.cargo += (-1,)
    s.raging += (False,)
    s.moved.append(0)
    put(s, model, tile)
    return model


def put(s: State, model: int, tile: int) -> None:
    """Put a model on a Tile (OFF: nowhere), taking it from where it stood."""
    old = s.tile[model]
    apart = s._engaged >= 0 and 6 not in s.size
    if old >= 0:
        if apart and len(s.on[old]) > 1:
            apart = _one_army(s, s.on[old])
        s.on[old] = tuple([m for m in s.on[old] if m != model])
    s.tile[model] = tile
    if old < 0 or tile < 0:
        side = s.side[model]
        others = [m for m in s.army[side] if m != model]
        s.army = changed(s.army, side, tuple(sorted([*others, model]) if tile >= 0 else others))
    if tile >= 0:
        s.on[tile] = (*s.on[tile], model)
        if apart and len(s.on[tile]) > 1:
            apart = _one_army(s, s.on[tile])
    # Which Tiles are Engaged only changes where two armies meet or part, or round a model without base.
    if not apart:
        s._engaged = -1


def _one_army(s: State, models: tuple[int, ...]) -> bool:
    side = s.side
    first = side[models[0]]
    for model in models:
        if side[model] != first:
            return False
    return True


def on_board(s: State, side: int) -> list[int]:
    """The models and tokens of a seat on the board, in the order of their labels."""
    return list(s.army[side])


def is_real(s: State, model: int) -> bool:
    """Whether it counts as a model; Vocal Mimicry tokens never do (AVP-R.51)."""
    unit = s.unit[model]
    return unit is None or not unit.vocal_mimicry


# -- capacity ------------------------------------------------------------------------------------------------


def free_capacity(s: State, tile: int) -> int:
    """Capacity left on a Tile: 8 less the sizes of all models, tokens and Acid Damage on it (AVP-MAP.3,
    MAP.4)."""
    free = CAPACITY - s.acid[tile]
    size = s.size
    for model in s.on[tile]:
        free -= size[model]
    return free


def add_acid(s: State, tile: int) -> None:
    """Put an Acid Damage token on a Tile (AVP-C.GEN.7 says when that is allowed)."""
    s.acid = changed(s.acid, tile, s.acid[tile] + 1)
    s._engaged = -1


# -- close combat --------------------------------------------------------------------------------------------


def _armies(s: State, tile: int) -> int:
    """The mask of seats with a model (mimicry excluded) on a Tile."""
    mask = 0
    for model in s.on[tile]:
        if is_real(s, model):
            mask |= 1 << s.side[model]
    return mask


def engaged(s: State) -> int:
    """The mask of Engaged Tiles.

    A Tile is Engaged with models of two enemy armies on it (AVP-MAP.1), beside a Fully Occupied such Tile
    (AVP-MAP.2),
    and where a model without base and an enemy stand on adjacent Tiles (AVP-R.62).
    """
    mask = s._engaged
    if mask >= 0:
        return mask
    mask = 0
    near = s.layout.neighbours
    side, on = s.side, s.on
    for tile, models in enumerate(on):
        if not models:
            continue
        if len(models) > 1:
            first = side[models[0]]
            for model in models:
                if side[model] != first:
                    armies = _armies(s, tile)
                    if armies & (armies - 1):
                        mask |= 1 << tile
                        if free_capacity(s, tile) <= 0:
                            for other in near[tile]:
                                mask |= 1 << other
                    break
        for model in models:
            if s.size[model] == 6:
                own = 1 << side[model]
                for other in near[tile]:
                    if on[other] and _armies(s, other) & ~own:
                        mask |= 1 << tile | 1 << other
    s._engaged = mask
    return mask


def is_engaged_tile(s: State, tile: int) -> bool:
    """Whether a Tile is Engaged."""
    return bool(engaged(s) >> tile & 1)


def is_engaged(s: State, model: int) -> bool:
    """Whether a model stands on an Engaged Tile (AVP-R.7)."""
    return bool(engaged(s) >> s.tile[model] & 1)


def _full_fight(s: State, tile: int) -> bool:
    """Whether a Tile is Fully Occupied by models of at least two enemy armies."""
    armies = _armies(s, tile)
    return bool(armies & (armies - 1)) and free_capacity(s, tile) <= 0


def engaged_with(s: State, a: int, b: int) -> bool:
    """Whether two enemies are Engaged with one another (AVP-R.7, AVP-R.62)."""
    if s.side[a] == s.side[b] or not is_real(s, a) or not is_real(s, b):
        return False
    here, there = s.tile[a], s.tile[b]
    if here == there:
        return True
    if there not in s.layout.neighbours[here]:
        return False
    return s.size[a] == 6 or s.size[b] == 6 or _full_fight(s, here) or _full_fight(s, there)


def opponents(s: State, model: int) -> list[int]:
    """The enemies a model is Engaged with, by label."""
    here = s.tile[model]
    found = [m for m in s.on[here] if engaged_with(s, model, m)]
    for tile in s.layout.neighbours[here]:
        if s.on[tile]:
            found += [m for m in s.on[tile] if engaged_with(s, model, m)]
    return sorted(found)


def enemy_on(s: State, side: int, tile: int) -> bool:
    """Whether an enemy model (mimicry excluded) of a seat stands on a Tile."""
    return any(s.side[m] != side and is_real(s, m) for m in s.on[tile])


# -- sight, distance, surfaces -------------------------------------------------------------------------------


@cache
def _through_steam(zones: ZoneMap, tile: int) -> int:
    """The mask of Tiles near enough to be seen through Steam, however the walls run (AVP-C.ENV.1)."""
    x, y = zones.at[tile]
    return sum(1 << other for other, (u, v) in enumerate(zones.at) if abs(x - u) + abs(y - v) <= STEAM_REACH)


def sees(s: State, a: int, b: int) -> bool:
    """Whether there is sight between two Tiles (AVP-LOS.1–3, AVP-R.13; Steam shortens it)."""
    if not s.layout.seen(a) >> b & 1:
        return False
    return s.env != "steam" or bool(_through_steam(s.board.zones, a) >> b & 1)


def vent_on_line(s: State, a: int, b: int) -> bool:
    """Whether the straight line between two Tiles begins or ends in a vent, crosses or touches one.

    Then there is no sight because of AVP-LOS.3 (AVP-R.13). Only refusals ask: sight itself knows vents.
    """
    at = s.board.zones.at
    (x, y), (x1, y1) = at[a], at[b]
    for vent in bits(s.board.vents & ~s.layout.gone):
        vx, vy = at[vent]
        if not (min(x, x1) <= vx <= max(x, x1) and min(y, y1) <= vy <= max(y, y1)):
            continue
        # Twice the side of the line on which each corner of the vent lies; 0 is on the line.
        corners = [(2 * vx + i, 2 * vy + j) for i in (-1, 1) for j in (-1, 1)]
        sides = [(x1 - x) * (cy - 2 * y) - (y1 - y) * (cx - 2 * x) for cx, cy in corners]
        if min(sides) <= 0 <= max(sides):
            return True
    return False


def sight_bar(s: State, a: int, b: int) -> str:
    """The clause for which there is no sight between two Tiles, or an empty string if there is."""
    if sees(s, a, b):
        return ""
    if vent_on_line(s, a, b):
        return "AVP-LOS.3"
    return "AVP-C.ENV.1" if s.layout.sees(a, b) else "AVP-ACT.5"


def seen_mask(s: State, tile: int) -> int:
    """The mask of Tiles seen from a Tile."""
    mask = s.layout.seen(tile)
    return mask & _through_steam(s.board.zones, tile) if s.env == "steam" else mask


def between(s: State, a: int, b: int) -> tuple[int, ...]:
    """The Tiles that the line of sight crosses between two Tiles, without the ends (AVP-R.13)."""
    ray = s.board.zones.ray(a, b)
    return () if ray is None else ray[1]


def is_vent(s: State, tile: int) -> bool:
    """Whether a Tile is an Air vent."""
    return bool(s.board.vents >> tile & 1)


def is_infested(s: State, tile: int) -> bool:
    """Infested or half-infested, in any area (AVP-R.11)."""
    return s.surface[tile] in (INFESTED, HALF)


def shelters_marines(s: State, tile: int) -> bool:
    """A corridor of normal or half-infested surface (AVP-MAP.8, AVP-MAP.10, AVP-R.11)."""
    return bool(s.board.corridors >> tile & 1) and s.surface[tile] in (NORMAL, HALF)


def edge_between(s: State, a: int, b: int) -> int | None:
    """The edge that joins two Tiles, open or closed, or None."""
    return s.board.zones.edge_of.get((a, b))


def closed_doors(s: State, tile: int) -> Iterator[tuple[int, int]]:
    """The closed Doors on a Tile's edges: (edge, the Tile beyond)."""
    zones = s.board.zones
    for edge in bits(s.layout.closed & zones.touching[tile]):
        a, b = zones.edges[edge]
        yield edge, b if tile == a else a
