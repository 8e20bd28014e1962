"""Taking a model or token off the board, and all that lay on it."""

from __future__ import annotations

from affray.engine.requests import ClauseId, Seat
from affray.games.avp import cards, ground, missions
from affray.games.avp.skill import who
from affray.games.avp.state import OFF, State, changed


def take_off(s: State, model: int, seat: Seat, by: int, clause: ClauseId) -> int:
    """Take a model off the board and return its Tile; what it carried stays there (AVP-CARRY.3)."""
    tile = s.tile[model]
    if s.log is not None:
        s.say("{model} is removed", clause, model=who(s, model))
    carried = s.cargo[model]
    if carried >= 0:
        s.cargo = changed(s.cargo, model, -1)
        s.goal_at = changed(s.goal_at, carried, tile)
        if s.log is not None:
            place = s.board.zones.names[tile]
            s.say("what {model} carried lies on {tile}", "AVP-CARRY.3", model=who(s, model), tile=place)
    ground.put(s, model, OFF)
    if s.wounds[model]:
        s.wounds = changed(s.wounds, model, 0)
    s.moved[model] = 0
    if s.hint[model]:
        s.hint = changed(s.hint, model, 0)
    if s.hidden[model]:
        s.hidden = changed(s.hidden, model, False)
    if s.sentry[model]:
        s.sentry = changed(s.sentry, model, False)
    if s.locked[model]:
        s.locked = changed(s.locked, model, False)
    if s.raging[model]:
        s.raging = changed(s.raging, model, False)
    if not s.known[model]:
        s.known = changed(s.known, model, True)
        s.reveals += 1
    cards.lift(s, model)
    missions.removed(s, model, seat, by)
    return tile
