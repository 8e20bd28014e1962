"""Moves: who may make them, how far, along which ways, and what happens on the way (KILLTEAM-REPO,
KILLTEAM-DASH, KILLTEAM-FALL, KILLTEAM-C.ACT.1 to KILLTEAM-C.ACT.4, KILLTEAM-C.MOV).

A way is a tuple of legs; any way that the rules allow may be taken. What is offered without being asked for
stands in `ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from affray.boards.plane.moves import (
    Aid,
    Kind,
    Leg,
    Mover,
    Opening,
    Spot,
    Step,
    check_leg,
    nearest_on,
    plain_cost,
    way_cost,
)
from affray.boards.plane.placing import Fault, Wrong, obstacle
from affray.boards.plane.solids import INCH, Disc, within
from affray.engine.requests import ClauseId, Procedure, Roll
from affray.engine.rulebook import Refusal, Tally
from affray.games.killteam import activation, arms, damage, field, hooks, move_report, sighting, stats, upkeep
from affray.games.killteam.dice import D3
from affray.games.killteam.ids import MoveId
from affray.games.killteam.state import Frame, Marker, State
from affray.games.killteam.terrain import LIMITS, THIN, feature_name
from affray.games.killteam.trips import survey_way

DASH = 3 * INCH
"""KILLTEAM-DASH.2"""
CHARGE_MORE = 2 * INCH
"""KILLTEAM-C.ACT.4"""
COUNTER = 2 * INCH
"""What a counteraction may move in all (KILLTEAM-C.TURN.11)."""
MOST_LEGS = 16
"""KILLTEAM-C.MOV.1"""
MINE = "KILLTEAM-C.EQ.MINES"
TOO_FAR: dict[MoveId, ClauseId] = {
    "reposition": "KILLTEAM-REPO.1",
    "dash": "KILLTEAM-DASH.2",
    "fall_back": "KILLTEAM-FALL.1",
    "charge": "KILLTEAM-C.ACT.4",
}
"""The clause of a way that is too long."""
BAD_END: dict[MoveId, ClauseId] = {
    "reposition": "KILLTEAM-REPO.2",
    "dash": "KILLTEAM-REPO.2",
    "fall_back": "KILLTEAM-FALL.1",
    "charge": "KILLTEAM-C.GEO.8",
}
"""The clause of a way that ends where the operative cannot be placed."""
LEG_CLAUSE: dict[Kind, ClauseId] = {
    Kind.WALK: "KILLTEAM-C.MOV.2",
    Kind.OVER: "KILLTEAM-C.MOV.3",
    Kind.UP: "KILLTEAM-C.MOV.4",
    Kind.OFF: "KILLTEAM-C.MOV.5",
    Kind.LEAP: "KILLTEAM-C.MOV.6",
    Kind.THROUGH: "KILLTEAM-C.MOV.7",
}
LEVEL = (Kind.WALK, Kind.THROUGH)
"""Legs that neither rise nor drop."""
WORDS: dict[MoveId, str] = {
    "reposition": "Reposition",
    "dash": "Dash",
    "fall_back": "Fall Back",
    "charge": "Charge",
}


class Way(NamedTuple):
    """A legal way: its legs as walked, and what it costs of the budget."""

    steps: tuple[Step, ...]
    cost: int


# -- whether and how far -------------------------------------------------------------------------------------


def bar(s: State, who: int, action: MoveId, engaged: bool | None = None) -> ClauseId:
    """The clause of its own by which an operative cannot make a kind of move at all now, or an empty string.

    What concerns all actions (AP, repetition) is asked of `activation`. A counteraction is no activation:
    what was done in one binds nobody there (KILLTEAM-C.TURN.11). `engaged`: whether the operative is, where
    that is known.
    """
    engaged = field.is_engaged(s, who) if engaged is None else engaged
    a = activation.record(s, who)
    done: tuple[str, ...] = a.done if a is not None and not a.counter else ()
    match action:
        case "reposition":
            if engaged:
                return "KILLTEAM-REPO.4"
            return "KILLTEAM-REPO.5" if "charge" in done or "fall_back" in done else ""
        case "dash":
            if engaged:
                return "KILLTEAM-DASH.4"
            return "KILLTEAM-DASH.5" if "charge" in done else ""
        case "fall_back":
            if not engaged:
                return "KILLTEAM-FALL.4"
            return "KILLTEAM-FALL.5" if "reposition" in done or "charge" in done else ""
        case "charge":
            if not s.engage[who] and not hooks.charge_on_conceal(s, who):
                return "KILLTEAM-C.TURN.10"
            if "reposition" in done or "dash" in done or "fall_back" in done:
                return "KILLTEAM-C.ACT.4"
            if engaged and not hooks.charge_while_engaged(s, who):
                return "KILLTEAM-C.ACT.4"
            return ""


def bar_refusal(s: State, who: int, action: MoveId) -> Refusal | None:
    """The same in words, and whether a Heavy weapon that was used forbids the move (KILLTEAM-C.WR.HEAVY)."""
    clause = bar(s, who, action)
    if not clause:
        return arms.heavy_refusal(s, who, action)
    name, a = s.names[who], activation.record(s, who)
    if clause == "KILLTEAM-FALL.4":
        return Refusal(clause, f"{name} is in no enemy's control range")
    if clause == "KILLTEAM-C.TURN.10":
        return Refusal(clause, f"{name} is on a Conceal order: no Charge")
    banned = [done for done in ("charge", "fall_back", "reposition", "dash") if a and done in a.done]
    if clause in ("KILLTEAM-REPO.4", "KILLTEAM-DASH.4") or not banned:
        enemies = ", ".join(s.names[o] for o in field.engaged(s, who))
        return Refusal(clause, f"{name} is in control range of {enemies}: no {WORDS[action]}")
    before = banned[0].replace("_", " ").title()
    return Refusal(clause, f"{name} has performed {before} in this activation: no {WORDS[action]}")


def budget(s: State, who: int, action: MoveId) -> Tally:
    """How far a move may go in all, in units (KILLTEAM-C.MOV.1), with its reasons."""
    if action == "dash":
        found = Tally(DASH, "KILLTEAM-DASH.2")
    else:
        found = stats.move(s, who, action)
        if action == "charge":
            found.add(CHARGE_MORE, "KILLTEAM-C.ACT.4")
    if activation.is_counter(s, who):
        a = activation.record(s, who)
        left = max(0, COUNTER - (a.moved if a is not None else 0))
        if found.value > left:
            found.add(left - found.value, "KILLTEAM-C.TURN.11")
    return found


def budget_value(s: State, who: int, action: MoveId) -> int:
    """`budget` without its reasons, found quicker."""
    if activation.is_counter(s, who):
        return budget(s, who, action).value
    if action == "dash":
        return DASH
    more = CHARGE_MORE if action == "charge" else 0
    return stats.move_value(s, who, action) + more


# -- the board as a mover meets it ---------------------------------------------------------------------------


def mover_of(s: State, who: int) -> Mover:
    """An operative as a disc among others: enemies' bases bar its way, friends' only its end
    (KILLTEAM-C.MOV.8).
    """
    side = s.side
    mine = side[who]
    walls = tuple(s.disc(o) for o, on in enumerate(s.on) if on and side[o] != mine)
    others = tuple(s.disc(o) for o, on in enumerate(s.on) if on and side[o] == mine and o != who)
    return Mover(s.card[who].radius, walls, others, openings(s))


def openings(s: State) -> tuple[Opening, ...]:
    """What breaches have made Accessible to operatives within 1" of them (KILLTEAM-C.KOM.3)."""
    found = []
    for marker in s.markers:
        if marker.kind == "breach":
            disc = field.marker_disc(s, marker)
            for part in s.scene.groups.get(marker.data, ()):
                if min(part.x1 - part.x0, part.y1 - part.y0) <= THIN:
                    found.append(Opening(part, disc, INCH))
    return tuple(found)


def ladder_aids(s: State) -> tuple[Aid, ...]:
    """The ladders: once per action a climb costs 1" there (KILLTEAM-C.EQ.LADDERS)."""
    return _aids(s.ladders)


@lru_cache(maxsize=256)
def _aids(ladders: tuple[tuple[int, int, int], ...]) -> tuple[Aid, ...]:
    return tuple(Aid(feature, Disc(x, y, 0, 0), INCH, INCH) for x, y, feature in ladders)


def quantum(s: State) -> int:
    """What lengths are rounded up to a multiple of (KILLTEAM-R.5)."""
    return INCH if s.preset.increment_rounding else 1


def cost_of(s: State, who: int, steps: Sequence[Step]) -> int:
    """What a way costs of the budget (KILLTEAM-C.MOV.1)."""
    return way_cost(steps, s.scene.limits.free_drop, quantum(s), ladder_aids(s), s.card[who].radius)


# -- checking a way ------------------------------------------------------------------------------------------


def check(s: State, who: int, action: MoveId, path: Sequence[Leg]) -> Way | Refusal:
    """A way as the rules of a move allow it, or the first clause it breaks. Whether the operative may make
    such a move at all is `bar`'s business.
    """
    if len(path) > MOST_LEGS:
        return Refusal("KILLTEAM-C.MOV.1", f"a way has at most {MOST_LEGS} legs, this one {len(path)}")
    scene, mover = s.scene, mover_of(s, who)
    spot = Spot(s.x[who], s.y[who], s.z[who])
    steps: list[Step] = []
    for number, leg in enumerate(path, 1):
        last = number == len(path)
        if action == "dash" and leg.kind in (Kind.OVER, Kind.UP):
            return Refusal("KILLTEAM-DASH.3", f"{s.names[who]} cannot climb in a Dash (leg {number})")
        step = check_leg(scene, mover, spot, leg, last)
        if isinstance(step, Fault):
            return _leg_refusal(s, who, action, number, leg, step, last)
        if action == "dash" and step.climb:
            return Refusal("KILLTEAM-DASH.3", f"{s.names[who]} cannot climb in a Dash (leg {number})")
        steps.append(step)
        spot = step.end
    cost = cost_of(s, who, steps)
    far = _length_refusal(s, who, action, steps, cost)
    return far or _range_refusal(s, who, action, steps, spot) or Way(tuple(steps), cost)


def _length_refusal(s: State, who: int, action: MoveId, steps: Sequence[Step], cost: int) -> Refusal | None:
    """The way must not cost more than the budget (KILLTEAM-REPO.1, KILLTEAM-DASH.2, KILLTEAM-FALL.1)."""
    most = budget(s, who, action)
    if cost <= most.value:
        return None
    clause = TOO_FAR[action]
    if most.parts[-1][0] == "KILLTEAM-C.TURN.11":
        clause = "KILLTEAM-C.TURN.11"
    elif s.preset.increment_rounding:
        aids = ladder_aids(s)
        if way_cost(steps, s.scene.limits.free_drop, 1, aids, s.card[who].radius) <= most.value:
            clause = "KILLTEAM-R.5"
    takes, may = thousandths(cost), thousandths(most.value)
    held = sum(step.extra - (LIMITS.through if step.kind is Kind.THROUGH else 0) for step in steps)
    if held and cost - held <= most.value:
        takes = f'{takes}", {thousandths(held)}" of it over razor wire'
    else:
        takes = f'{takes}"'
    return Refusal(clause, f'the way takes {takes}, {s.names[who]} may go {may}"')


def thousandths(units: int) -> str:
    """A length in inches to three decimals, as people compare it with a limit."""
    return f"{units / INCH:.3f}"


def _range_refusal(s: State, who: int, action: MoveId, steps: Sequence[Step], end: Spot) -> Refusal | None:
    """What enemies' control ranges have against a way (KILLTEAM-REPO.3, KILLTEAM-FALL.3,
    KILLTEAM-C.ACT.4).
    """
    if action == "charge":
        return check_charge(s, who, steps, end)
    if action == "fall_back":
        near = field.engaged_at(s, who, *end)
        if not near:
            return None
        # The clause on ways of no length names the same ban.
        clause = "KILLTEAM-FALL.3" if any(step.length for step in steps) else "KILLTEAM-R.32"
        return Refusal(clause, f"the way ends in control range of {s.names[near[0]]}")
    for enemy in s.present(1 - s.side[who]):
        if not any(comes_near(s, who, step, enemy) for step in steps):
            continue
        if excused(s, who, enemy) and not field.control_at(s, who, *end, enemy):
            continue
        return Refusal("KILLTEAM-REPO.3", f"the way leads into control range of {s.names[enemy]}")
    return None


def excused(s: State, who: int, enemy: int) -> bool:
    """Whether an enemy's control range may be passed through because a friend is in it (KILLTEAM-R.4)."""
    return s.preset.passing_exception and bool(field.friends_in_control(s, s.side[who], enemy, who))


def check_charge(s: State, who: int, steps: Sequence[Step], end: Spot) -> Refusal | None:
    """A Charge ends in control range of an enemy and leaves none that no other friend is in
    (KILLTEAM-C.ACT.4).

    An operative that may Charge while engaged may leave those that engage it (KILLTEAM-C.AOD.2).
    """
    name = s.names[who]
    if not field.engaged_at(s, who, *end):
        return Refusal("KILLTEAM-C.ACT.4", f"{name} would not end in control range of an enemy")
    left = field.engaged(s, who)
    for enemy in s.present(1 - s.side[who]):
        if enemy in left:
            continue
        entered = False
        for step in steps:
            entered = entered or comes_near(s, who, step, enemy)
            if entered and not field.control_at(s, who, *step.end, enemy):
                if field.friends_in_control(s, s.side[who], enemy, who):
                    break
                reason = (
                    f"{name} would enter and leave control range of {s.names[enemy]}, whom no friend engages"
                )
                return Refusal("KILLTEAM-C.ACT.4", reason)
    return None


def comes_near(s: State, who: int, step: Step, enemy: int) -> bool:
    """Whether a leg moves within an enemy's control range: at its point nearest to it, or its end
    (KILLTEAM-C.MOV.8).
    """
    x, y = s.x[enemy], s.y[enemy]
    start, end = step.start, step.end
    span = s.card[who].radius + s.card[enemy].radius + field.CONTROL + 1
    if (
        x > (start.x if start.x > end.x else end.x) + span
        or x < (start.x if start.x < end.x else end.x) - span
    ):
        return False
    if (
        y > (start.y if start.y > end.y else end.y) + span
        or y < (start.y if start.y < end.y else end.y) - span
    ):
        return False
    near = nearest_on(step, x, y)
    if field.control_at(s, who, *near, enemy):
        return True
    return near != end and field.control_at(s, who, *end, enemy)


def _leg_refusal(
    s: State, who: int, action: MoveId, number: int, leg: Leg, fault: Fault, last: bool
) -> Refusal:
    """A faulty leg as a clause and words."""
    wrong = fault.wrong
    name, place = s.names[who], f"leg {number} ({leg.kind.value})"
    if last and wrong in (Wrong.OFF_BOARD, Wrong.BOX, Wrong.DISC, Wrong.OVERHANG, Wrong.NO_LEVEL):
        refused = field.can_stand(s, who, leg.x, leg.y, leg.z)
        if refused is not None:
            return Refusal(BAD_END[action], refused.reason)
    clause = "KILLTEAM-C.MOV.8"
    if wrong is Wrong.DISC:
        if action == "fall_back":
            clause = "KILLTEAM-FALL.2"
        return Refusal(clause, f"{place}: an enemy's base is in the way of {name}")
    feature = f" {feature_name(s, fault.box.group)}" if fault.box is not None else ""
    reasons = {
        Wrong.OFF_BOARD: "leaves the board",
        Wrong.NO_LEVEL: "leads to no level that there is",
        Wrong.BOX: f"terrain{feature} is in the way",
        Wrong.OVERHANG: "leads off the Vantage of its level",
        Wrong.NOTHING_THERE: "there is nothing to cross or leave in this way",
        Wrong.SEVERAL: "it crosses more than one thing",
        Wrong.TOO_FAR: f"start or end is too far from{feature or ' the edge'}, or the gap is too wide",
        Wrong.NOT_CLEAR: f"start or end is not clear of{feature}",
        Wrong.WRONG_LEVEL: "it does not lead to that level",
        Wrong.NO_FOOTHOLD: f"the feature{feature} begins too high to climb it",
        Wrong.CEILING: f"{name} cannot rise or drop through{feature}",
    }
    if wrong not in (Wrong.OFF_BOARD, Wrong.BOX, Wrong.CEILING):
        clause = LEG_CLAUSE[leg.kind]
    elif wrong is Wrong.BOX and leg.kind not in LEVEL and _ends_in_terrain(s, who, leg):
        clause = "KILLTEAM-C.MOV.9"
    return Refusal(clause, f"{place}: {reasons[wrong]}")


def _ends_in_terrain(s: State, who: int, leg: Leg) -> bool:
    """Whether a leg breaks off where nobody can be, in mid-climb or mid-drop (KILLTEAM-C.MOV.9)."""
    return obstacle(s.scene, leg.x, leg.y, leg.z, s.card[who].radius) is not None


# -- walking it ----------------------------------------------------------------------------------------------


def steps_of(s: State, who: int, path: Sequence[Leg]) -> list[Step]:
    """The legs of a way of an operative known to be legal."""
    mover = Mover(s.card[who].radius, openings=openings(s))
    return survey_way(s.scene, mover, Spot(s.x[who], s.y[who], s.z[who]), path)


def walk(s: State, who: int, action: MoveId, path: tuple[Leg, ...]) -> Procedure[None]:
    """Take a legal way, leg by leg where something can happen on it; the action has been paid for.

    One that moves before its removal sets off no mine: it has no control range (KILLTEAM-R.19).
    """
    cost = None if s.log is not None else plain_cost(s.scene, (s.x[who], s.y[who]), path, quantum(s))
    if cost is None:
        steps = steps_of(s, who, path)
        cost = cost_of(s, who, steps)
        if s.log is not None:
            move_report.say_way(s, who, action, steps, cost)
    activation.moved(s, who, cost)
    if not s.dead[who]:
        for marker in s.markers:
            if marker.kind == "mine":
                s.frames.append(Moving(who, path, 0))
                return
    if path:
        _, s.x[who], s.y[who], s.z[who] = path[-1]
    yield from ()


class Moving(Frame, frozen=True):
    """An operative on its way over ground where mines lie: one leg each step (KILLTEAM-C.EQ.MINES)."""

    who: int
    path: tuple[Leg, ...]
    walked: int
    """Legs done."""
    due: tuple[Marker, ...] = ()
    """Mines that the last of them has passed."""
    kind: ClassVar[str] = "moving"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Set off a mine that the last leg has passed, or go to the end of the next one. A survivor goes on
        (turn flow 13).
        """
        who, walked = self.who, self.walked
        if s.dead[who] or not s.on[who]:
            s.frames.pop()
        elif self.due:
            s.frames[-1] = Moving(who, self.path, walked, self.due[1:])
            yield from explode(s, who, s.markers.index(self.due[0]))
        elif walked >= len(self.path):
            s.frames.pop()
        else:
            step = steps_of(s, who, self.path[walked : walked + 1])[0]
            due = tuple(marker for marker in s.markers if _passes_mine(s, who, step, marker))
            s.frames[-1] = Moving(who, self.path, walked + 1, due)
            s.x[who], s.y[who], s.z[who] = step.end


def _passes_mine(s: State, who: int, step: Step, marker: Marker) -> bool:
    """Whether a leg brings a mine into control range, at its point nearest to it or its end."""
    if marker.kind != "mine":
        return False
    disc = field.marker_disc(s, marker)
    return any(_reaches_at(s, who, spot, disc) for spot in (nearest_on(step, disc.x, disc.y), step.end))


def _reaches_at(s: State, who: int, spot: Spot, disc: Disc) -> bool:
    """Whether an operative at a place would have a marker in control range (KILLTEAM-C.LOS.6)."""
    if not within(Disc(*spot, s.card[who].radius), disc, field.CONTROL):
        return False
    return sighting.sees_flat_from(s, who, spot.x, spot.y, spot.z, disc)


def mine_near(s: State, who: int) -> int:
    """The mine that an operative has in control range where it stands, -1 without one: ask after set-ups."""
    for index, marker in enumerate(s.markers):
        if marker.kind == "mine" and field.reaches(s, who, marker):
            return index
    return -1


def explode(s: State, who: int, mine: int) -> Procedure[None]:
    """A mine goes off under an operative: D3+3 damage (KILLTEAM-C.EQ.MINES). Call it last in a step."""
    marker = upkeep.take_marker(s, mine)
    if s.log is not None:
        s.say("{who} sets off a mine", MINE, who=s.names[who])
    counts = yield Roll(1, D3.bands, MINE, f"mine under {s.names[who]}", seat=marker.seat)
    yield from damage.suffer(s, who, D3.value(counts) + 3, seat=marker.seat, clause=MINE)
