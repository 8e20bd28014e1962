"""What options say that they take in AP is what is taken when they are done."""

from __future__ import annotations

import random
from typing import Any

import pytest

import affray
from affray.engine.match import Match


def spent(game: str, match: Match[Any]) -> tuple[int, int] | None:
    """Who is active, and how many AP it has spent; None if nobody is, or if what it does is not paid for."""
    acting = match.state.activation
    if acting is None or getattr(acting, "counter", False):
        return None
    return (acting.model, -acting.ap) if game == "avp" else (acting.who, acting.spent)


def said(note: str) -> int:
    """The AP that a note names first."""
    ap = note.split(" · ")[0]
    return int(ap.removesuffix(" AP")) if ap.endswith(" AP") else 0


@pytest.mark.parametrize("game", ["avp", "killteam"])
def test_options_tell_what_they_take_in_ap(game: str) -> None:
    told: set[tuple[str, int]] = set()
    for seed in range(4):
        match = affray.new_match(game, seed=f"costs {seed}")
        rng = random.Random(seed)
        for _ in range(400):
            if match.decision is None:
                break
            action = rng.choice(match.legal)
            note = match.game.presenter.option(match.view(match.seat), action).note
            before = spent(game, match)
            match.trust(action)
            after = spent(game, match)
            if before is not None and after is not None and before[0] == after[0]:
                assert said(note) == after[1] - before[1], (action, note)
                told.add((action.verb, said(note)))
    moves = {("walk", 1), ("run", 2), ("sentry", 1)}
    assert told >= (moves if game == "avp" else {("reposition", 1), ("dash", 1), ("shoot", 1)})
