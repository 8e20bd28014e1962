"""How good a state is for each seat: what players and odds choose by.

VP, operatives and CP that a side has; VP that it would score if the turning point ended now (by the rules
that score); how near it is to objectives and to prey; and what its operatives threaten. Whatever one side has
more is the other's loss.
"""

from __future__ import annotations

from affray.boards.plane.solids import INCH
from affray.engine.requests import Seat
from affray.games.killteam import field, markers, menace, ops, tacops
from affray.games.killteam.initiative import Winner
from affray.games.killteam.state import State

WON = 100_000
VP = 600
TEAM = 6_000
"""A whole team, unhurt; shared out by wounds and by heads alike."""
CP = 25
INITIATIVE = 10
"""The right to say who has initiative."""
PROMISE = (2, 5)
"""VP that would be scored if the turning point ended now count this share of VP scored."""
HELD = 60
"""An objective controlled, for each turning point that is still to come."""
STEP = 16
"""An inch nearer to an objective that the side does not control, for the operative nearest to it."""
FOLLOW = 3
"""An inch nearer to the nearest objective, for every operative."""
HUNT = 5
"""An inch nearer to the nearest enemy, for every operative, where only kills count; else a third of it."""
CLOSE = 3 * INCH
"""Nearer than this nobody needs to come to prey."""
READY, EXPENDED = 300, 90
"""What threatening a whole operative is worth to one who is still to act in this turning point, or is not."""


def measure(s: State) -> tuple[int, int]:
    """The worth of a state for each seat: its own standing less that of the enemy."""
    if s.outcome is not None:
        won = s.outcome.winners
        if not won:
            return 0, 0
        return (WON, -WON) if 0 in won else (-WON, WON)
    gap = standing(s, 0) - standing(s, 1)
    if any(s.on):
        places = s.present(0), s.present(1)
        gap += posture(s, 0, *places) - posture(s, 1, *reversed(places))
        gap += promised(s)
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


def scores_by_objectives(s: State) -> bool:
    """Whether anything but kills brings VP."""
    return s.crit_op is not None or s.scenario == "L2"


def promised(s: State) -> int:
    """VP that seat 0 would score more than seat 1 if the turning point ended now, and objectives held."""
    if not scores_by_objectives(s):
        return 0
    end = s.copy()
    end.turn = max(s.turn, ops.FIRST_END)
    ops.end_of_turning_point(end)
    for seat in ops.SEATS:
        tacops.end_of_turning_point(end, seat)
    gained = [ops.total(end, seat) - ops.total(s, seat) for seat in ops.SEATS]
    held = [markers.controlled(s, seat) for seat in ops.SEATS]
    share, whole = PROMISE
    to_come = s.content.ops.turns - s.turn
    return (gained[0] - gained[1]) * VP * share // whole + (held[0] - held[1]) * HELD * to_come


def posture(s: State, seat: Seat, own: list[int], enemies: list[int]) -> int:
    """How the operatives of a side stand: near what they want, and threatening whom."""
    total = 0
    aims = scores_by_objectives(s)
    if aims and own:
        total -= _ways_to_objectives(s, seat, own)
    if not enemies:
        return total
    hunt = HUNT // 3 if aims else HUNT
    known = menace.known_pairs(s.scene, s.effects, s.markers)
    for who in own:
        views = [menace.pair(s, who, enemy, known) for enemy in enemies]
        near = min([each.gap for each in views])
        total -= hunt * max(0, near - CLOSE) // INCH
        if near > field.CONTROL:
            best = max([max(each.shot, each.blow) for each in views])
        else:
            best = max([each.blow for each in views])
        total += int(best * (READY if s.ready[who] else EXPENDED))
    return total


def _ways_to_objectives(s: State, seat: Seat, own: list[int]) -> int:
    """The ways to objectives that the side does not control, for whoever is nearest, and for all."""
    total = 0
    found = [(marker, [_gap(s, who, marker.x, marker.y) for who in own]) for marker in markers.objectives(s)
             if marker.carrier < 0]  # fmt: skip
    for marker, ways in found:
        if markers.control(s, marker) != seat:
            total += STEP * min(ways)
    if found:
        total += FOLLOW * sum(min(ways[i] for _, ways in found) for i in range(len(own)))
    return total // INCH


def _gap(s: State, who: int, x: int, y: int) -> int:
    """How far an operative is from a place, straight, beyond its control range; roughly: along the longer
    axis and half of the shorter."""
    dx, dy = abs(s.x[who] - x), abs(s.y[who] - y)
    return max(0, max(dx, dy) + min(dx, dy) // 2 - field.CONTROL)
