"""The player who takes any option, each equally likely: the yardstick for all others."""

from __future__ import annotations

from typing import Any

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import SeatView


class RandomPlayer:
    """Chooses uniformly among the options, by a stream of its own that never meets the dice of the match."""

    __slots__ = ("_stream", "name")

    def __init__(self, seed: str) -> None:
        self.name = "random"
        self._stream = DiceStream(f"player/random/{seed}")

    def choose(self, view: SeatView[Any]) -> Action:
        options = view.options
        return options[self._stream.choice(len(options))]
