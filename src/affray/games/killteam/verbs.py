"""All verbs of the game, gathered from the modules that define them."""

from __future__ import annotations

from affray.engine.actions import Action
from affray.games.killteam.actions import attack_choices, attacks, missions, moves, setup, turns, unique, uses

ALL_ACTIONS: tuple[type[Action], ...] = (
    *setup.ACTIONS,
    *turns.ACTIONS,
    *moves.ACTIONS,
    *attacks.ACTIONS,
    *attack_choices.ACTIONS,
    *missions.ACTIONS,
    *unique.ACTIONS,
    *uses.ACTIONS,
)
