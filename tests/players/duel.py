"""Match-ups of two players with the interval of the result: ``python -m tests.players.duel [MATCHES]``."""

from __future__ import annotations

import sys
from math import sqrt

from affray.engine.match import new_match
from affray.players import make_player, play


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    z, share = 1.959964, wins / matches
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z / (1 + z * z / matches) * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def wins(names: tuple[str, str], seat: int, matches: int, mission: str = "fire_alarms") -> int:
    """How many of so many matches the player at a seat wins; draws are no wins."""
    won = 0
    for number in range(matches):
        seed = f"duel/{mission}/{names[0]}/{names[1]}/{number}"
        match = new_match("avp", mission=mission, seed=seed, listen=False)
        result = play(match, [make_player(name, f"{seed}/{i}", match.game) for i, name in enumerate(names)])
        won += result.winners == (seat,)
    return won


def main() -> None:
    """The study: greedy against random on both sides of the standard mission."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for names, seat in ((("greedy", "random"), 0), (("random", "greedy"), 1)):
        won = wins(names, seat, matches)
        low, high = wilson(won, matches)
        side = ("marines", "aliens")[seat]
        print(f"greedy {side} v random: {won} of {matches} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
