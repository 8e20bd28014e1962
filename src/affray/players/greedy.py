"""A player who looks one action ahead with exact odds, and one more where no die comes between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import Match, SeatView

PATHS = 1_500
"""Paths of dice that may be walked for the options of a decision; as many again for the actions after them.
The bound is on work, not on time, so that a choice does not depend on the machine."""
LEAST = 16
"""Paths that every option gets, however many there are."""
MOST = 240
"""Options looked at; of a longer list every n-th."""
AHEAD = 20
"""Options after which the next action is looked at too."""
SAMPLES = 5
"""Runs that stand in for exact odds where an option needs more paths than it gets."""
TURNS = 30
"""Choices made in one such run before it is judged as it stands."""


class GreedyPlayer:
    """Takes what promises most by the game's `measure`, in one world that its view allows.

    Ties go to the option listed first. What it cannot know (tokens, hands) it guesses from seed and view.
    `hurry` is asked between options: once it is true, the best of those looked at so far is taken.
    """

    __slots__ = ("_seed", "hurry", "name")

    def __init__(self, seed: str) -> None:
        self.name = "greedy"
        self._seed = seed
        self.hurry: Callable[[], bool] = lambda: False

    def choose(self, view: SeatView[Any]) -> Action:
        options = view.options
        if len(options) == 1:
            return options[0]
        seed = f"player/greedy/{self._seed}/{view.state.digest()}"
        return _Search(view.imagine(seed), view.seat, seed, self.hurry).best()


class _Search:
    """One decision: the imagined match that stands at it, and the paths left to walk."""

    __slots__ = ("hurry", "left", "match", "seat", "seed")

    def __init__(self, match: Match[Any], seat: int, seed: str, hurry: Callable[[], bool]) -> None:
        self.match = match
        self.seat = seat
        self.seed = seed
        self.hurry = hurry
        self.left = PATHS

    def best(self) -> Action:
        options = self.thinned(self.match.legal, MOST)
        values: list[Fraction] = []
        for i, option in enumerate(options):
            if values and self.hurry():
                break
            values.append(self.worth(self.match, option, len(options) - i))
        order = sorted(range(len(values)), key=lambda i: (-values[i], i))
        self.left = PATHS
        for rank, i in enumerate(order[:AHEAD]):
            if self.hurry():
                break
            after = self.followed(options[i], min(AHEAD, len(order)) - rank)
            if after is not None:
                values[i] = after
        return options[max(range(len(values)), key=lambda i: (values[i], -i))]

    @staticmethod
    def thinned(options: Sequence[Action], most: int) -> Sequence[Action]:
        return options[:: -(-len(options) // most)] if len(options) > most else options

    def worth(self, match: Match[Any], option: Action, sharers: int) -> Fraction:
        """What the seat may expect of an option, which may use its share of the paths left."""
        sums, used = match.prospect(option, max(LEAST, self.left // sharers))
        self.left -= used
        return sums[self.seat] if sums is not None else self.sampled(match, option)

    def sampled(self, match: Match[Any], option: Action) -> Fraction:
        """The mean measure over a few runs in which every chooser takes the first option."""
        total = 0
        for run in range(SAMPLES):
            fork = match.fork(DiceStream(f"{self.seed}/{run}"))
            fork.trust(option)
            for _ in range(TURNS):
                if fork.decision is None or (fork.at_rest and match.game.settled(match.state, fork.state)):
                    break
                fork.trust(fork.legal[0])
            total += match.game.measure(fork.state)[self.seat]
        return Fraction(total, SAMPLES)

    def followed(self, option: Action, sharers: int) -> Fraction | None:
        """The best that the seat can do next after an option; None if chance or another seat comes first."""
        fork = self.match.fork(DiceStream(self.seed))
        before = len(fork.tape)
        fork.trust(option)
        if fork.decision is None or fork.seat != self.seat or len(fork.tape) != before + 1:
            return None
        share = self.left // sharers
        spare = self.left - share
        self.left = share
        options = self.thinned(fork.legal, MOST // 4)
        best = max(self.worth(fork, following, len(options) - i) for i, following in enumerate(options))
        self.left += spare
        return best
