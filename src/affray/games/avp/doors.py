"""Doors and vents: opening, what it sets off, sealing, welding (AVP-MAP.11–15, MAR.16–20, 28–32, 43–44)."""

from __future__ import annotations

from affray.boards.zones import bits
from affray.engine.requests import ClauseId, Procedure, Seat
from affray.games.avp import combat, ground, hits, missions, ping
from affray.games.avp.names import door_name, tile_name
from affray.games.avp.skill import chance
from affray.games.avp.state import State, changed

PERIMETER_TOP = 5
"""Highest face at which a secured Door goes off (AVP-MAR.44)."""
PERIMETER_STRENGTH, PERIMETER_AVV = 8, 2
MOST_WELDED = 4
"""AVP-MAR.20"""
MOST_SEALED = 3
"""AVP-MAR.31"""


def is_closed(s: State, edge: int) -> bool:
    """Whether a closed Door stands on an edge (AVP-MAP.11)."""
    return bool(s.layout.closed >> edge & 1)


def is_beside(s: State, tile: int, edge: int) -> bool:
    """Whether a Tile is one of the two beside an edge (AVP-MAP.14)."""
    return tile in s.board.zones.edges[edge]


def doors_beside(s: State, tile: int) -> list[int]:
    """The closed Doors on the edges of a Tile."""
    shut = s.layout.closed & s.board.zones.touching[tile]
    return list(bits(shut)) if shut else []


# -- opening -------------------------------------------------------------------------------------------------


def open_door(s: State, edge: int, seat: Seat, opener: int = -1, *clauses: ClauseId) -> Procedure[None]:
    """Remove a Door for good (AVP-MAP.15), look who must flip, then see whether the perimeter was secured.

    `seat` is the player whose doing it is, `opener` the model that opened or forced it; -1: a card did, which
    sets off nothing (AVP-R.39).
    """
    s.layout = s.layout.opened(edge)
    s._engaged = -1
    if s.log is not None:
        s.say(
            "{who} open {door}; the Door is gone", *clauses, "AVP-MAP.15",
            who=s.names[opener] if opener >= 0 else s.factions[seat], door=door_name(s, edge),
        )  # fmt: skip
    yield from ping.check(s)
    if opener >= 0 and s.factions[seat] != "marines":
        yield from _perimeter(s, edge)


def _perimeter(s: State, edge: int) -> Procedure[None]:
    """Perimeter Secured!: the Door that Aliens or Predators opened may go off (AVP-MAR.43, MAR.44, R.39)."""
    marines = missions.seat_of(s, "marines")
    if marines < 0 or not missions.army_has(s, marines, lambda unit: unit.perimeter_secured):
        return
    cites = ("AVP-MAR.44", "AVP-R.39")
    label = f"Perimeter Secured! at {door_name(s, edge)}"
    if (yield from chance(s, PERIMETER_TOP, "AVP-MAR.43", label, marines, cites)):
        struck = [m for tile in s.board.zones.edges[edge] for m in s.on[tile]]
        hits.autohits(
            s, struck, combat.Hit(PERIMETER_STRENGTH, PERIMETER_AVV, marines, "AVP-MAR.44"), marines
        )


# -- closing -------------------------------------------------------------------------------------------------


def sealable_edges(s: State, tile: int) -> list[int]:
    """The open edges of a Tile to corridors and rooms, for a new Door (AVP-MAR.29, AVP-R.37)."""
    return [
        s.board.zones.edge_of[tile, other]
        for other in s.layout.neighbours[tile]
        if not ground.is_vent(s, other)
    ]


def seal(s: State, edge: int) -> Procedure[None]:
    """Put a new Door on an edge (AVP-MAR.29)."""
    s.layout = s.layout.shut(edge)
    s._engaged = -1
    s.sealed += 1
    if s.log is not None:
        s.say(
            "A new Door closes {door}, the {count}. of {most}", "AVP-MAR.28", "AVP-MAR.29", "AVP-MAR.31",
            door=door_name(s, edge), count=s.sealed, most=MOST_SEALED,
        )  # fmt: skip
    yield from ping.check(s)


def weld(s: State, vent: int, welder: int) -> Procedure[None]:
    """Let a model take a vent away for good; what is in it dies, acid vanishes (AVP-MAR.16, MAR.19, R.38)."""
    for model in s.on[vent]:
        if not s.known[model]:
            s.known = changed(s.known, model, True)
            s.reveals += 1
        if s.log is not None:
            s.say("{model} dies in the vent", "AVP-MAR.19", model=s.names[model])
        yield from combat.remove(s, model, seat=s.side[welder], by=welder)
    s.acid = changed(s.acid, vent, 0)
    s.layout = s.layout.without(vent)
    s._engaged = -1
    s.welded += 1
    if s.log is not None:
        s.say(
            "The vent {vent} is welded shut, the {count}. of {most}", "AVP-MAR.16", "AVP-R.38", "AVP-MAR.20",
            vent=tile_name(s, vent), count=s.welded, most=MOST_WELDED,
        )  # fmt: skip
    yield from ping.check(s)


def vents_beside(s: State, tile: int) -> list[int]:
    """The vents adjacent to a Tile (AVP-MAR.17)."""
    return [other for other in s.layout.neighbours[tile] if ground.is_vent(s, other)]
