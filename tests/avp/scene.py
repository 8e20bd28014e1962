"""A position that is played on with given dice: what tests of rules say about it is read off here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.engine.rulebook import Refused
from affray.games.avp import GAME
from affray.games.avp.state import State


class Scene:
    """A match from a position table (see `affray.games.avp.position`)."""

    def __init__(self, dice: Sequence[int | str] = (), **table: Any) -> None:
        self.dice = Supplied(dice)
        self.match: Match[State] = Match(GAME, GAME.position(table), self.dice, listen=True)

    @property
    def s(self) -> State:
        """The state now, for reading."""
        return self.match.state

    def do(self, *actions: str) -> Scene:
        """Take actions one after the other."""
        for action in actions:
            self.match.push(action)
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

    def options(self, verb: str = "") -> list[str]:
        """The options of the pending decision, those of one verb if it is given."""
        texts = [self.match.text(action) for action in self.match.legal]
        return [text for text in texts if not verb or text.split()[0] == verb]

    def model(self, name: str) -> int:
        """The index of a model."""
        return self.s.names.index(name)

    def at(self, name: str) -> str:
        """The Tile of a model, ``-`` off the board."""
        tile = self.s.tile[self.model(name)]
        return self.s.board.zones.names[tile] if tile >= 0 else "-"

    def engaged(self, tile: str) -> bool:
        """Whether a Tile is Engaged."""
        from affray.games.avp import ground

        return ground.is_engaged_tile(self.s, self.s.board.tile(tile))

    @property
    def deciding(self) -> str:
        """The faction that has to decide."""
        return self.s.factions[self.match.seat]

    @property
    def cited(self) -> set[str]:
        """All clauses of the events so far."""
        return {clause for event in self.match.events for clause in event.clauses}


def models(unit: str, tile: str, *names: str, **more: Any) -> dict[str, dict[str, Any]]:
    """Several alike models on a Tile, for the table of a position."""
    return {name: {"unit": unit, "tile": tile, **more} for name in names}
