"""Values of a state by their path in case files, for example ``hudson.wounds`` or ``C1.acid``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.engine.game import SetupError
from affray.games.avp import ground
from affray.games.avp.board import HALF, INFESTED, NORMAL
from affray.games.avp.names import door_name, tile_name
from affray.games.avp.state import OFF, State

_SURFACES = {NORMAL: "normal", INFESTED: "infested", HALF: "half"}


def read(s: State, path: str) -> Any:
    """A value by its path. Raises SetupError for a path that leads nowhere.

    ``MODEL.x``, ``TILE.x``, ``door.B1/C1`` (open, closed), ``score.FACTION``, ``hand.FACTION`` (ids),
    ``count.UNIT`` (on the board, revealed), ``round``, ``result`` (winners, ``draw``, or empty) and so on.
    """
    head, _, rest = path.partition(".")
    if not rest:
        whole = _WHOLE.get(head)
        if whole is None:
            raise _unknown(path, _WHOLE)
        return whole(s)
    if head in _BY_SEAT:
        if rest not in s.factions:
            raise SetupError(f"{path}: {rest!r} does not play")
        return _BY_SEAT[head](s, s.factions.index(rest))
    if head == "door":
        return _door(s, path, rest)
    if head == "goal":
        return _goal(s, path, rest)
    if head == "count":
        if rest not in s.content.units:
            raise SetupError(f"{path}: there is no unit {rest!r}")
        return sum(
            1 for m, u in enumerate(s.unit) if u is not None and u.id == rest and s.up[m] and s.tile[m] != OFF
        )
    if head in s.board.zones.index and rest in _OF_TILE:
        return _OF_TILE[rest](s, s.board.zones.index[head])
    if head in s.names:
        if rest not in _OF_MODEL:
            raise _unknown(path, _OF_MODEL)
        return _OF_MODEL[rest](s, s.names.index(head))
    if head in s.board.zones.index:
        raise _unknown(path, _OF_TILE)
    raise SetupError(f"{path}: there is no model or Tile {head!r}")


def _unknown(path: str, known: Mapping[str, Any]) -> SetupError:
    return SetupError(f"{path}: leads nowhere; there are {', '.join(known)}")


def _door(s: State, path: str, name: str) -> str:
    for edge in range(len(s.board.zones.edges)):
        a, b = door_name(s, edge).split("/")
        if name in (f"{a}/{b}", f"{b}/{a}"):
            return "closed" if s.layout.closed >> edge & 1 else "open"
    raise SetupError(f"{path}: there is no edge {name!r}")


def _goal(s: State, path: str, name: str) -> str:
    """The Tile of an objective token, the label of its carrier, or ``gone``."""
    for goal, kind in enumerate(s.goal_kind):
        if name == f"{kind}{goal + 1}":
            if s.goal_at[goal] != OFF:
                return tile_name(s, s.goal_at[goal])
            return next((s.names[m] for m, cargo in enumerate(s.cargo) if cargo == goal), "gone")
    raise SetupError(f"{path}: there is no objective token {name!r}")


def _ap(s: State, model: int) -> int:
    """AP left in its activation; 0 outside it."""
    return s.activation.ap if s.activation is not None and s.activation.model == model else 0


def _unit(s: State, model: int) -> str:
    unit = s.unit[model]
    return unit.id if unit is not None else ""


def _carrying(s: State, model: int) -> str:
    goal = s.cargo[model]
    return f"{s.goal_kind[goal]}{goal + 1}" if goal >= 0 else ""


def _result(s: State) -> str:
    """Empty while the game goes on, ``draw``, or the winners."""
    if s.outcome is None:
        return ""
    return ",".join(s.factions[seat] for seat in s.outcome.winners) or "draw"


def _active(s: State) -> str:
    return s.names[s.activation.model] if s.activation is not None else ""


_OF_MODEL: dict[str, Callable[[State, int], Any]] = {
    "wounds": lambda s, m: s.wounds[m] if s.tile[m] != OFF else 0,
    "tile": lambda s, m: tile_name(s, s.tile[m]),
    "removed": lambda s, m: s.tile[m] == OFF,
    "unit": _unit,
    "hidden": lambda s, m: s.hidden[m],
    "token": lambda s, m: not s.up[m],
    "known": lambda s, m: s.known[m],
    "sentry": lambda s, m: s.sentry[m],
    "locked": lambda s, m: s.locked[m],
    "used": lambda s, m: s.used[m],
    "raging": lambda s, m: s.raging[m],
    "aided": lambda s, m: s.aided[m],
    "moved": lambda s, m: s.moved[m],
    "carrying": _carrying,
    "engaged": lambda s, m: ground.is_engaged(s, m),
    "ap": _ap,
}
_OF_TILE: dict[str, Callable[[State, int], Any]] = {
    "acid": lambda s, t: s.acid[t],
    "free": ground.free_capacity,
    "engaged": ground.is_engaged_tile,
    "gone": lambda s, t: bool(s.layout.gone >> t & 1),
    "surface": lambda s, t: _SURFACES[s.surface[t]],
    "models": lambda s, t: [s.names[m] for m in s.on[t]],
}
_BY_SEAT: dict[str, Callable[[State, int], Any]] = {
    "score": lambda s, seat: s.scores[seat],
    "hand": lambda s, seat: list(s.hands[seat]),
    "deck": lambda s, seat: len(s.decks[seat]),
    "discards": lambda s, seat: list(s.discards[seat]),
    "reserve": lambda s, seat: len(s.stock[seat]),
    "frags": lambda s, seat: sum(frags for _, frags in s.frags[seat]),
    "xp": lambda s, seat: sum(left for _, left in s.xp[seat]),
    "models": lambda s, seat: len(ground.on_board(s, seat)),
}
_WHOLE: dict[str, Callable[[State], Any]] = {
    "round": lambda s: s.round,
    "result": _result,
    "clause": lambda s: s.outcome.clause if s.outcome is not None else "",
    "active": _active,
    "order": lambda s: [s.factions[seat] for seat in s.order],
    "welded": lambda s: s.welded,
    "sealed": lambda s: s.sealed,
    "env": lambda s: s.env,
    "effects": lambda s: [effect.card for effect in s.effects],
}
