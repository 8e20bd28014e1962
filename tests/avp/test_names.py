"""Notation of a match: what is remembered of it stays true in every branch of play."""

from __future__ import annotations

import pytest
from tests.avp.scene import Scene

from affray.engine.actions import NotationError
from affray.games.avp import GAME, ground
from affray.games.avp.actions.setup import Activate
from affray.games.avp.state import State


def test_a_label_means_its_own_model_in_every_branch() -> None:
    scene = Scene(map="a", active="m", models={"m": {"unit": "marine", "tile": "C1"}})
    root = scene.s
    marine, alien = root.content.units["marine"], root.content.units["infant"]

    def add(s: State, side: int) -> str:
        unit = (marine, alien)[side]
        model = ground.add_model(s, side, unit, unit.size, s.board.tile("E1"), up=True)
        return s.names[model]

    one, two = root.copy(), root.copy()
    first = add(one, 1)
    assert GAME.parse(one, f"activate {first}") == Activate(one.names.index(first))
    add(two, 0)
    assert add(two, 1) == first
    assert GAME.parse(two, f"activate {first}") == Activate(two.names.index(first))
    assert two.names.index(first) != one.names.index(first)
    assert GAME.parse(one, f"activate {first}") == Activate(one.names.index(first))
    with pytest.raises(NotationError):
        GAME.parse(root, f"activate {first}")
