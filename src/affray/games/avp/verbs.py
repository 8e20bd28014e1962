"""All verbs of the game, gathered from the modules that define them."""

from __future__ import annotations

from affray.engine.actions import Action, Vocabulary
from affray.games.avp.actions import attacking, cards, general, move_choices, moving, objects, setup

ALL_ACTIONS: tuple[type[Action], ...] = (
    *setup.ACTIONS,
    *cards.ACTIONS,
    *general.ACTIONS,
    *objects.ACTIONS,
    *moving.ACTIONS,
    *move_choices.ACTIONS,
    *attacking.ACTIONS,
)
VOCABULARY = Vocabulary(ALL_ACTIONS)
