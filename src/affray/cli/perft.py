"""``affray perft``: count sequences of legal choices."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from affray.cli.faults import OK, BadInput, one_line
from affray.cli.screen import Screen
from affray.cli.table import first_state, load_game, option_values, toml_file
from affray.engine.dice import DiceStream
from affray.engine.game import SetupError
from affray.engine.match import Match


def count(match: Match[Any], depth: int, seed: str) -> int:
    """How many sequences of `depth` choices there are; a shorter one counts where the game ends.

    The dice that fall after a choice are those of `seed`, the same for every sequence.
    """
    if match.decision is None:
        return 1
    if depth == 1:
        return len(match.legal)
    total = 0
    for option in match.legal:
        fork = match.fork(DiceStream(seed))
        fork.trust(option)
        total += count(fork, depth - 1, seed)
    return total


def perft(
    game_id: str, depth: int, position: Path | None, options: tuple[str, ...], seed: str, as_json: bool
) -> int:
    """Count and print; returns the exit code."""
    game = load_game(game_id)
    if position is None:
        state = first_state(game, option_values(options))
    else:
        try:
            state = game.position(toml_file(position))
        except SetupError as error:
            raise BadInput(f"{position}: {one_line(error)}") from None
    match: Match[Any] = Match(game, state, DiceStream(seed))
    screen = Screen()
    rows = []
    for deep in range(1, depth + 1):
        began = time.perf_counter()
        number = count(match, deep, seed)
        rows.append({"depth": deep, "sequences": number, "seconds": round(time.perf_counter() - began, 3)})
        if not as_json:
            screen.say(f"depth {deep:>2}  {number:>14,} sequences  {rows[-1]['seconds']:>9.3f} s")
    if as_json:
        print(json.dumps({"game": game.id, "seed": seed, "perft": rows}, indent=2))
    return OK
