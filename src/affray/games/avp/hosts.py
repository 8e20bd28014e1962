"""Hosts: which Alien takes a victim's place, whether one is left, where it may stand (AVP-ALN.44–47)."""

from __future__ import annotations

from affray.engine.requests import Among, Decide, Procedure
from affray.games.avp import army, ground, ping
from affray.games.avp.actions.attack_choices import FORGO, Forgo, Spawn
from affray.games.avp.content import Unit
from affray.games.avp.missions import seat_of
from affray.games.avp.state import State, changed


def available(s: State, unit: Unit) -> bool:
    """Whether the box holds another one (AVP-R.48)."""
    return army.available(s, unit.id) > 0


def host_tiles(s: State, unit: Unit) -> list[int]:
    """The Tiles for a new Alien: Infested, not Engaged, with capacity for it (AVP-ALN.45, AVP-R.48)."""
    fights = ground.engaged(s) | s.layout.gone
    return [
        tile
        for tile in range(len(s.surface))
        if ground.is_infested(s, tile)
        and not fights >> tile & 1
        and ground.free_capacity(s, tile) >= unit.size
    ]


def place_alien(s: State, unit_id: str, *, clause: str = "AVP-ALN.44") -> Procedure[None]:
    """Let the Alien player place the Alien that takes a host's place, if one is available (AVP-ALN.44).

    It comes as a revealed model, Deactivated this Round (AVP-ALN.45; Egg Injection: ALN.31, ALN.32).
    """
    unit = s.content.units[unit_id]
    seat = seat_of(s, "aliens")
    tiles = host_tiles(s, unit) if available(s, unit) else []
    if not tiles:
        if s.log is not None:
            s.say("no {unit} can be placed", clause, "AVP-R.48", unit=unit.name)
        return
    listed = [*(Spawn(unit_id, tile) for tile in tiles), FORGO]
    answer = yield Decide(
        seat,
        Among(listed, "AVP-ALN.45", "it must be an Infested Tile, not Engaged, with room for it"),
        "AVP-ALN.45",
        f"Where does the {unit.name} appear?",
        minor=True,
    )
    if isinstance(answer, Forgo):
        return
    model = ground.add_model(s, seat, unit, unit.size, answer.tile, up=True)
    s.used = changed(s.used, model, True)
    if s.log is not None:
        s.say(
            "{model} is placed on {tile}, Deactivated",
            clause, "AVP-ALN.32" if clause == "AVP-ALN.31" else "AVP-ALN.45", "AVP-ALN.47", "AVP-R.48",
            model=f"{unit.name} {s.names[model]}", tile=s.board.zones.names[answer.tile],
        )  # fmt: skip
    yield from ping.check(s)
