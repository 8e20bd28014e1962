"""A position that is played on with given dice: what tests of team rules say about it is read off here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.engine.rulebook import Refused
from affray.games.killteam.game import GAME
from affray.games.killteam.state import State


class Battle:
    """A match from a position table (see `affray.games.killteam.position`)."""

    def __init__(self, **table: Any) -> None:
        self.dice = Supplied(())
        self.match: Match[State] = Match(GAME, GAME.position(table), self.dice, listen=True)

    @property
    def s(self) -> State:
        """The state now, for reading."""
        return self.match.state

    def do(self, *actions: str, dice: Sequence[int] = ()) -> Battle:
        """Take actions one after the other with these dice, all of which have to be rolled."""
        self.dice.feed(dice)
        for action in actions:
            self.match.push(action)
        assert self.dice.left == [], f"dice left over: {self.dice.left}"
        return self

    def refused(self, action: str) -> str:
        """The clause that forbids an action; empty if it is legal. Nothing is done."""
        refusal = self.match.why_not(self.match.parse(action))
        if refusal is None:
            return ""
        before = self.s.digest()
        with pytest.raises(Refused) as refused:
            self.match.push(action)
        assert refused.value.refusal == refusal
        assert self.s.digest() == before
        assert action not in self.options()
        return refusal.clause

    def options(self, start: str = "") -> list[str]:
        """The options of the pending decision that begin with some words."""
        texts = [self.match.text(action) for action in self.match.legal]
        return [text for text in texts if text.startswith(start)]

    def who(self, name: str) -> int:
        """The number of an operative."""
        return self.s.names.index(name)

    def wounds(self, name: str) -> int:
        """The wounds of an operative."""
        return self.s.wounds[self.who(name)]

    def cited(self) -> set[str]:
        """The clauses that have been cited so far."""
        return {clause for event in self.match.events for clause in event.clauses}


def position(**table: Any) -> State:
    """A state from a position table."""
    return GAME.position(table)
