"""Random play of the toy game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toy import GAME

from affray.engine.dice import DiceStream
from affray.engine.match import Match


def toy_match(seed: str, **more: Any) -> Match[Any]:
    """A toy match at its first decision."""
    options = more.pop("options", {})
    return Match(GAME, GAME.setup(options), DiceStream(seed), **more)


def decisions(match: Match[Any], seed: str) -> Iterator[Match[Any]]:
    """Play at random to the end; yields the match at every decision."""
    chooser = DiceStream(f"chooser/{seed}")
    while match.decision is not None:
        yield match
        match.push(match.legal[chooser.choice(len(match.legal))])


def played(seed: str, **more: Any) -> Match[Any]:
    """A finished toy match."""
    match = toy_match(seed, **more)
    for _ in decisions(match, seed):
        pass
    return match


def facts(match: Match[Any]) -> tuple[Any, ...]:
    """All that can be seen of a match."""
    return (
        match.state.digest(),
        match.tape[:],
        match.marks,
        [event.text() for event in match.events],
        None if match.decision is None else (match.seat, match.decision.clause, list(match.legal)),
        match.result,
    )
