"""Measuring on a machine that others use too: short slices in turn, and medians of what each round gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time
from typing import Any

from affray.engine.dice import DiceStream
from affray.engine.game import Game
from affray.engine.match import Match

Work = Callable[[float], tuple[int, float]]
"""Works for about so many seconds; returns how many units it did in how many seconds."""

BATCH = 200
"""Units between two looks at the clock, which is slow to read on some machines."""


def interleave(works: Mapping[str, Work], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Seconds per unit of each work in each round; in a round all works have a slice, one by one."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds):
        order = list(works) if turn % 2 == 0 else list(works)[::-1]
        for name in order:
            units, spent = works[name](seconds)
            found[name].append(spent / units)
    return found


def ratio(above: Sequence[float], below: Sequence[float]) -> float:
    """The median of the ratios round by round: what slows the whole machine falls out."""
    return median(a / b for a, b in zip(above, below, strict=True))


def repeat(task: Callable[[], object]) -> Work:
    """Work that does one thing again and again."""

    def work(seconds: float) -> tuple[int, float]:
        done, start = 0, process_time()
        while True:
            task()
            done += 1
            spent = process_time() - start
            if spent >= seconds:
                return done, spent

    return work


class RandomPlay:
    """Random play of one match after another; a unit is a decision, with listing all its options.

    `seen` collects decisions at which forks are measured: in the course of a match every `every`-th one.
    """

    def __init__(self, game: Game[Any], setups: Sequence[Mapping[str, Any]], seed: str) -> None:
        self.game = game
        self.setups = setups
        self.seed = seed
        self.matches = 0
        self.rng = random.Random(seed)
        self.match = self.next_match()

    def warm(self) -> None:
        """Play every setup once, so that what is worked out once per map is there."""
        while self.matches <= len(self.setups):
            self.decide()

    def next_match(self) -> Match[Any]:
        options = self.setups[self.matches % len(self.setups)]
        self.matches += 1
        return Match(self.game, self.game.setup(options), DiceStream(f"{self.seed}/{self.matches}"))

    def decide(self) -> None:
        """One decision."""
        options = list(self.match.legal)  # some menus make an option only when it is looked at
        self.match.trust(options[int(self.rng.random() * len(options))])
        if self.match.decision is None:
            self.match = self.next_match()

    def work(self, seconds: float) -> tuple[int, float]:
        done, start = 0, process_time()
        while True:
            for _ in range(BATCH):
                self.decide()
            done += BATCH
            spent = process_time() - start
            if spent >= seconds:
                return done, spent


class ChessPlay:
    """Random legal plies of chess with the `chess` package, all legal moves listed at each.

    `games`: whole games, asked after each ply whether they are over; else they are broken off after 200
    plies, or when no move is left, and nothing is asked.
    """

    def __init__(self, seed: str, games: bool) -> None:
        import chess

        self.new_board = chess.Board
        self.board = chess.Board()
        self.rng = random.Random(seed)
        self.games = games

    def work(self, seconds: float) -> tuple[int, float]:
        done, start = 0, process_time()
        while True:
            for _ in range(BATCH):
                moves = list(self.board.legal_moves)
                if moves:
                    self.board.push(moves[int(self.rng.random() * len(moves))])
                if (
                    self.board.is_game_over()
                    if self.games
                    else not moves or len(self.board.move_stack) >= 200
                ):
                    self.board = self.new_board()
            done += BATCH
            spent = process_time() - start
            if spent >= seconds:
                return done, spent
