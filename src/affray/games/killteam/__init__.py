"""Kill Team. `GAME` is the ruleset for the kernel."""

from __future__ import annotations

from affray.games.killteam.game import GAME

__all__ = ["GAME"]
