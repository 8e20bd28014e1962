"""How good a state is for each seat: what players and odds choose by.

VP, operatives and CP that a side has; VP that it would score if the turning point ended now (by the rules
that score); and what its operatives threaten. Whatever one side has more of these is the other's loss. Apart
from that each side is drawn to prey and objectives.
"""

from __future__ import annotations

from affray.boards.plane.solids import INCH
from affray.engine.requests import Seat
from affray.games.killteam import field, ops, tacops
from affray.games.killteam.initiative import Winner
from affray.games.killteam.menace import Outlook, Stand, worth
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
HUNT = 1250
"""What it takes from an operative that all enemies are far away, where only kills count; else a third of it.
Whoever has fallen is far from all of them, and nobody is far from an enemy that has: so no kill is for the
worse, and no loss for the better."""
WORTH = 0.5
"""What is threatened of an enemy, by how many ever, is at most this share of what is left of it: for the same
reason."""
READY, EXPENDED = 0.3, 0.2
"""The share of what an operative could take away that the threat is worth to one who is still to act in this
turning point, or in the next."""


def measure(s: State) -> tuple[int, int]:
    """The worth of a state for each seat: its own standing less the enemy's, and what it is drawn to."""
    if s.outcome is not None:
        won = s.outcome.winners
        if not won:
            return 0, 0
        return (WON, -WON) if 0 in won else (-WON, WON)
    gap = standing(s, 0) - standing(s, 1)
    drives = [0, 0]
    if any(s.on):
        stand = Stand(s)
        sides = s.present(0), s.present(1)
        outlooks: tuple[list[Outlook], list[Outlook]] = ([], [])
        if all(sides):
            outlooks = stand.outlooks(*sides), stand.outlooks(sides[1], sides[0])
            gap += threat(s, sides[0], outlooks[0]) - threat(s, sides[1], outlooks[1])
        rulers: list[Seat] = []
        if scores_by_objectives(s):
            contesting = _contesting(stand, *sides)
            rulers = [stand.ruler(index, there) for index, there in enumerate(contesting)]
            gap += _promised(stand, contesting) + _held(s, rulers)
        for seat in ops.SEATS:
            drives[seat] = drive(stand, seat, sides[seat], rulers)
            drives[seat] -= hunt(s, seat, outlooks[seat], len(sides[1 - seat]), bool(rulers))
    if s.frames and isinstance(s.frames[-1], Winner):
        gap += INITIATIVE if s.frames[-1].seat == 0 else -INITIATIVE
    return drives[0] + gap, drives[1] - gap


def standing(s: State, seat: Seat) -> int:
    """What a side has: VP, or the kill grade where that is the score; operatives, CP."""
    points = ops.kill_grade(s, seat) if s.scenario == "L1" else ops.total(s, seat)
    return VP * points + material(s, seat) + CP * s.cp[seat]


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


# -- objectives ----------------------------------------------------------------------------------------------


def _contesting(stand: Stand, first: list[int], second: list[int]) -> list[tuple[int, ...]]:
    """The operatives that contest each objective."""
    places = [(who, stand.place(who).contested) for who in (*first, *second)]
    count = len(stand.s.map.objectives)
    return [tuple([who for who, bits in places if bits >> index & 1]) for index in range(count)]


def _held(s: State, rulers: list[Seat]) -> int:
    """Objectives held, as long as there is time to score by them."""
    return (rulers.count(0) - rulers.count(1)) * HELD * (s.content.ops.turns - s.turn)


def _promised(stand: Stand, contesting: list[tuple[int, ...]]) -> int:
    """What seat 0 would score more than seat 1 if the turning point ended now."""
    share, whole = PROMISE
    gained = _crit(stand, contesting) + (_tac(stand.s) if any(stand.s.tac_op) else 0)
    return gained * VP * share // whole


def _crit(stand: Stand, contesting: list[tuple[int, ...]]) -> int:
    """VP that crit op or scenario would give seat 0 more than seat 1 if the turning point ended now."""
    s = stand.s
    there = tuple([tuple([stand.numbers[who] for who in each]) for each in contesting])
    key = (
        s.crit_op,
        s.scenario,
        s.turn,
        there,
        *[(s.vp[seat].get("crit", 0), s.used[seat]) for seat in ops.SEATS],
    )

    def find() -> int:
        end = _ending(s)
        ops.end_of_turning_point(end)
        return _gained(s, end)

    return stand.points(key, find)


def _tac(s: State) -> int:
    """The same by the secret operations."""
    end = _ending(s)
    for seat in ops.SEATS:
        tacops.end_of_turning_point(end, seat)
    return _gained(s, end)


def _ending(s: State) -> State:
    """The state at the end of the first turning point that scores; nothing is left to be revealed then."""
    end = s.copy()
    end.turn = max(s.turn, ops.FIRST_END)
    end.secret = (frozenset(), frozenset())
    return end


def _gained(s: State, end: State) -> int:
    first, second = (ops.total(end, seat) - ops.total(s, seat) for seat in ops.SEATS)
    return first - second


# -- the enemy -----------------------------------------------------------------------------------------------


def threat(s: State, own: list[int], outlooks: list[Outlook]) -> int:
    """What the operatives of a side threaten to take away."""
    acting = s.activation.who if s.activation is not None else -1
    later = EXPENDED if s.turn < s.content.ops.turns else 0.0
    threatened: dict[int, float] = {}
    for who, outlook in zip(own, outlooks, strict=True):
        best, prey = outlook.blow, outlook.struck
        if outlook.gap > field.CONTROL and outlook.shot > best:
            best, prey = outlook.shot, outlook.aimed
        if best > 0:
            # What the active operative still does now is looked at by itself.
            share = READY if s.ready[who] and who != acting else later
            threatened[prey] = threatened.get(prey, 0.0) + best * share
    total = 0.0
    for prey, taken in threatened.items():
        left = worth(s.wounds[prey], 1, s.card[prey].wounds) / s.side.count(s.side[prey])
        total += min(taken, WORTH * left)
    return int(total * TEAM)


# -- the drive -----------------------------------------------------------------------------------------------


def hunt(s: State, seat: Seat, outlooks: list[Outlook], enemies: int, objectives: bool) -> int:
    """How far a side is from its prey: for each operative the mean over the enemies.

    It counts for this side alone, as all drives do: who comes near does no harm by that.
    """
    away = sum([outlook.away for outlook in outlooks])
    away += (s.side.count(seat) - len(outlooks)) * enemies
    return int(away * (HUNT // 3 if objectives else HUNT) / s.side.count(1 - seat))


def drive(stand: Stand, seat: Seat, own: list[int], rulers: list[Seat]) -> int:
    """How near a side is to the objectives that it does not control; nobody left is as far as can be."""
    total, board = 0, stand.s.scene.board
    free = [index for index in range(len(rulers)) if stand.s.markers[index].carrier < 0]
    if free:
        ways = [stand.place(who).ways for who in own]
        for index in free:
            if rulers[index] != seat:
                total -= STEP * min([way[index] for way in ways], default=board.x1 - board.x0)
        total -= FOLLOW * sum([min([way[index] for index in free]) for way in ways])
    return total // INCH
