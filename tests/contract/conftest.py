"""Every contract runs for each registered game; games bring their own fixture modules."""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.contract.fixture import Fixture

from affray.engine.game import Registry

GAMES = Registry.ids()
LISTS = {"setup_name": "setups", "small_name": "small"}


def load(game_id: str) -> Fixture:
    """The fixture of a game. A game without one fails the suite: nobody vouches for it."""
    fixture = import_module(f"tests.contract.{game_id}").FIXTURE
    assert isinstance(fixture, Fixture)
    return fixture


@pytest.fixture(scope="session")
def fixture(request: pytest.FixtureRequest) -> Fixture:
    return load(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`fixture`: every game; with `setup_name` every setup of it, with `small_name` every position."""
    for name, listed in LISTS.items():
        if name in metafunc.fixturenames:
            pairs = [(game, key) for game in GAMES for key in getattr(load(game), listed)()]
            ids = [f"{game}-{key}" for game, key in pairs]
            metafunc.parametrize(("fixture", name), pairs, ids=ids, indirect=["fixture"])
            return
    if "fixture" in metafunc.fixturenames:
        metafunc.parametrize("fixture", GAMES, indirect=True)
