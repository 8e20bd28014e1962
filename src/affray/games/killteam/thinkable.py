"""What a player may think of doing with an operative, listed or not (`affray.engine.thinkable`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from affray.engine import thinkable
from affray.engine.actions import Action
from affray.engine.requests import Seat
from affray.games.killteam.actions.turns import Activate
from affray.games.killteam.menu import kinds_of
from affray.games.killteam.names import marker_text
from affray.games.killteam.state import State

MOST = 4
"""Enemies, friends or markers that are tried at most, the nearest first."""


def thinkable_actions(view: State, seat: Seat, piece: str, at: str) -> Sequence[Action]:
    """Actions of an own operative, those of a kind in a row; with `at`, only those aimed at that operative
    or marker."""
    if piece not in view.names:
        return ()
    who = view.names.index(piece)
    if view.side[who] != seat or not view.on[who]:
        return ()
    kinds = list(cast(Sequence[type[Action]], kinds_of(view, who)))
    if view.activation is None or view.activation.who != who:
        kinds.insert(0, Activate)
    return thinkable.forms(kinds, who, lambda kind: _values(view, who, kind, at), aimed=bool(at))


def _values(view: State, who: int, kind: str, at: str) -> Sequence[Any]:
    """What a part of an action may be: everything of its kind, enemies first and the nearest before others,
    or what `at` names. A way is none at all: whatever stands in the way of every way is then named."""
    if kind == "operative":
        others = [other for other in range(len(view.names)) if other != who and view.on[other]]
        if at:
            return [other for other in others if view.names[other] == at]
        others.sort(key=lambda other: _far(view, who, other))
        friends = [other for other in others if view.side[other] == view.side[who]]
        return [*(other for other in others if other not in friends)][:MOST] + friends[:MOST]
    if kind == "marker":
        markers = range(len(view.markers))
        if at:
            return [marker for marker in markers if marker_text(view, marker) == at]
        x, y = view.x[who], view.y[who]
        return sorted(markers, key=lambda m: abs(view.markers[m].x - x) + abs(view.markers[m].y - y))[:MOST]
    if kind == "path":
        return [] if at else [()]
    return ()


def _far(view: State, a: int, b: int) -> int:
    """How far apart two operatives stand, for ordering only."""
    return abs(view.x[a] - view.x[b]) + abs(view.y[a] - view.y[b])
