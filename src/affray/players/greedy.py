"""A player who looks one action ahead with exact odds, and one more where no die comes between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import Match, SeatView

PATHS = 600
"""Paths of dice that may be walked for the options of a decision; as many again for the actions after them.
The bound is on work, not on time, so that a choice does not depend on the machine."""
LEAST = 16
"""Paths that every option gets, however many there are."""
MOST = 240
"""Options looked at; of the kinds that make a longer list so long every n-th."""
AHEAD = 20
"""Options after which the next action is looked at too: the best of each kind in turn."""
FEW = 2
"""Where no more options than these follow, the actions after them are looked at, too."""
SAMPLES = 4
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


class _Gain(NamedTuple):
    """What an option brought, and whether exact odds would have needed more paths than it got."""

    gain: Fraction
    dear: bool


class _Search:
    """One decision: the imagined match that stands at it, and the paths left to walk."""

    __slots__ = ("gains", "hurry", "left", "match", "seat", "seed")

    def __init__(self, match: Match[Any], seat: int, seed: str, hurry: Callable[[], bool]) -> None:
        self.match = match
        self.seat = seat
        self.seed = seed
        self.hurry = hurry
        self.left = PATHS
        self.gains: dict[Action, _Gain] = {}
        """What options with chance in them brought."""

    def best(self) -> Action:
        options = thinned(self.match.legal, MOST)
        values: list[Fraction] = []
        for i, option in enumerate(options):
            if values and self.hurry():
                break
            values.append(self.worth(self.match, option, len(options) - i))
        self.left = PATHS
        chosen = promising(options, values)
        for rank, i in enumerate(chosen):
            if self.hurry():
                break
            after = self.followed(self.match, options[i], len(chosen) - rank, MOST // 4)
            if after is not None:
                values[i] = after
        return options[max(range(len(values)), key=lambda i: (values[i], -i))]

    def worth(self, match: Match[Any], option: Action, sharers: int) -> Fraction:
        """What the seat may expect of an option, which may use its share of the paths left.

        Where these are used up, or the option needs more of them than it gets, it is taken to bring what it
        brought when it was looked at before in this decision, if it was.
        """
        known = self.gains.get(option)
        if known is not None and (known.dear or self.left <= 0):
            return known.gain + match.game.measure(match.state)[self.seat]
        sums, used = match.prospect(option, max(LEAST, self.left // sharers))
        self.left -= used
        if used <= 1 and sums is not None:
            return sums[self.seat]
        value = sums[self.seat] if sums is not None else self.sampled(match, option)
        gain = value - match.game.measure(match.state)[self.seat]
        self.gains.setdefault(option, _Gain(gain, sums is None))
        return value

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

    def followed(self, match: Match[Any], option: Action, sharers: int, most: int) -> Fraction | None:
        """The best that the seat can do next after an option; None if chance or another seat comes first.

        About so many following options are looked at. Where there are only a few (an order, once it is clear
        who acts) what can be done after them is looked at instead.
        """
        fork = match.fork(DiceStream(self.seed))
        before = len(fork.tape)
        fork.trust(option)
        if fork.decision is None or fork.seat != self.seat or len(fork.tape) != before + 1:
            return None
        share = self.left // sharers
        spare = self.left - share
        self.left = share
        options = thinned(fork.legal, most)
        values = []
        for i, following in enumerate(options):
            left = len(options) - i
            after = None
            if len(options) <= FEW and match is self.match:
                after = self.followed(fork, following, left, most // 4)
            values.append(self.worth(fork, following, left) if after is None else after)
        self.left += spare
        return max(values)


def thinned(options: Sequence[Action], most: int) -> Sequence[Action]:
    """About so many of some options at most: all of the kinds of which there are few, and every n-th of the
    others."""
    if len(options) <= most:
        return options
    counts = Counter(map(type, options))
    room, kinds = most, len(counts)
    steps: dict[type[Action], int] = {}
    for kind, count in sorted(counts.items(), key=lambda item: item[1]):
        share = max(1, room // kinds)
        steps[kind] = -(-count // share)
        room -= min(count, share)
        kinds -= 1
    seen: Counter[type[Action]] = Counter()
    found = []
    for option in options:
        kind = type(option)
        if seen[kind] % steps[kind] == 0:
            found.append(option)
        seen[kind] += 1
    return found


def promising(options: Sequence[Action], values: Sequence[Fraction]) -> list[int]:
    """Which options to follow up: of each kind the best, then of each the second best, and so on."""
    ranks: Counter[type[Action]] = Counter()
    rows = []
    for i in sorted(range(len(values)), key=lambda i: (-values[i], i)):
        kind = type(options[i])
        rows.append((ranks[kind], i))
        ranks[kind] += 1
    return [i for _, i in sorted(rows, key=lambda row: row[0])[:AHEAD]]
