"""How good a state is for each seat: what players and odds choose by.

VP outweigh operatives, operatives outweigh CP; the end of the battle outweighs everything.
"""

from __future__ import annotations

from affray.engine.requests import Seat
from affray.games.killteam import ops
from affray.games.killteam.state import State
from affray.games.killteam.initiative import Winner

WON = 100_000
VP = 400
TEAM = 6_000
"""A whole team, unhurt; shared out by wounds and by heads alike."""
CP = 25
INITIATIVE = 10
"""The right to say who has initiative."""


def measure(s: State) -> tuple[int, int]:
    """The worth of a state for each seat: its own standing less that of the enemy."""
    if s.outcome is not None:
        won = s.outcome.winners
        if not won:
            return 0, 0
        return (WON, -WON) if 0 in won else (-WON, WON)
    gap = standing(s, 0) - standing(s, 1)
    if s.frames and isinstance(s.frames[-1], Winner):
        gap += INITIATIVE if s.frames[-1].seat == 0 else -INITIATIVE
    return gap, -gap


def standing(s: State, seat: Seat) -> int:
    """What a side has: VP, operatives, CP."""
    return VP * ops.total(s, seat) + material(s, seat) + CP * s.cp[seat]


def material(s: State, seat: Seat) -> int:
    """What is left of a team: half of its worth lies in its heads, half in its wounds."""
    full = wounds = heads = count = 0
    for who, side in enumerate(s.side):
        if side == seat:
            full += s.card[who].wounds
            count += 1
            if s.on[who] and not s.dead[who]:
                wounds += s.wounds[who]
                heads += 1
    if not full:
        return 0
    return TEAM * (wounds * count + heads * full) // (2 * full * count)
