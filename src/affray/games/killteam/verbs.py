"""All verbs of the game, gathered from the modules that define them."""

from __future__ import annotations

from affray.engine.actions import Action, Vocabulary
from affray.games.killteam.actions import (
    attacks,
    breach,
    carrying,
    choices,
    grapple,
    missions,
    moves,
    setup,
    turns,
    unique,
    uses,
)

ALL_ACTIONS: tuple[type[Action], ...] = (
    *setup.ACTIONS,
    *turns.ACTIONS,
    *moves.ACTIONS,
    *attacks.ACTIONS,
    *carrying.ACTIONS,
    *missions.ACTIONS,
    *choices.ACTIONS,
    *unique.ACTIONS,
    *breach.ACTIONS,
    *grapple.ACTIONS,
    *uses.ACTIONS,
)
VOCABULARY = Vocabulary(ALL_ACTIONS)
