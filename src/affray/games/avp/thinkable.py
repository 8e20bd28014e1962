"""What a player may think of doing with a model, whether it is listed or not (`affray.engine.thinkable`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.engine import thinkable
from affray.engine.actions import Action
from affray.engine.requests import Seat
from affray.games.avp.actions.general import Flip
from affray.games.avp.actions.setup import Activate
from affray.games.avp.menu import OWN_ACTIONS
from affray.games.avp.names import door_name
from affray.games.avp.state import OFF, State

MOST = 6
"""Targets, Tiles or Doors that are tried at most, the nearest first."""


def thinkable_actions(view: State, seat: Seat, piece: str, at: str) -> Sequence[Action]:
    """Actions of an own model, those of a kind in a row; with `at`, only those aimed at that model, Tile,
    Door or objective."""
    if piece not in view.names:
        return ()
    model = view.names.index(piece)
    if view.side[model] != seat or view.tile[model] == OFF:
        return ()
    unit, faction = view.unit[model], view.factions[view.side[model]]
    # Who stands under a token of the Marines is not decided yet: any of them may.
    units = [unit] if unit is not None else [u for u in view.content.units.values() if u.faction == faction]
    kinds: list[type[Action]] = [kind for kind in OWN_ACTIONS if any(map(kind.fits, units))]
    if not view.up[model]:
        kinds.insert(0, Flip)
    if view.activation is None or view.activation.model != model:
        kinds.insert(0, Activate)
    return thinkable.forms(kinds, model, lambda kind: _values(view, model, kind, at), aimed=bool(at))


def _values(view: State, model: int, kind: str, at: str) -> Sequence[Any]:
    """What a part of an action may be: everything of its kind, the nearest first, or what `at` names."""
    here = view.tile[model]
    if kind == "model":
        enemies = [m for m, side in enumerate(view.side) if side != view.side[model] and view.tile[m] != OFF]
        if at:
            return [m for m in enemies if view.names[m] == at or _tile_name(view, view.tile[m]) == at]
        return sorted(enemies, key=lambda m: _far(view, here, view.tile[m]))[:MOST]
    if kind == "tile":
        tiles = range(len(view.board.zones.names))
        if at:
            there = view.tile[view.names.index(at)] if at in view.names else OFF
            return [tile for tile in tiles if tile == there or _tile_name(view, tile) == at]
        return sorted((t for t in tiles if t != here), key=lambda tile: _far(view, here, tile))[:MOST]
    if kind == "door":
        doors = range(len(view.board.zones.edges))
        if at:
            return [edge for edge in doors if door_name(view, edge) == at]
        beside = [edge for edge in doors if here in view.board.zones.edges[edge]]
        return sorted(beside, key=lambda edge: not view.layout.closed >> edge & 1)[:MOST]
    if kind == "goal":
        goals = [goal for goal, tile in enumerate(view.goal_at) if tile != OFF]
        if at:
            return [goal for goal in goals if _tile_name(view, view.goal_at[goal]) == at]
        return sorted(goals, key=lambda goal: _far(view, here, view.goal_at[goal]))[:MOST]
    return ()


def _tile_name(view: State, tile: int) -> str:
    return str(view.board.zones.names[tile])


def _far(view: State, a: int, b: int) -> int:
    """How far apart two Tiles lie as drawn, for ordering only."""
    (ax, ay), (bx, by) = view.board.zones.at[a], view.board.zones.at[b]
    return abs(ax - bx) + abs(ay - by)
