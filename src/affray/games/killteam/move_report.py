"""What the log says of a move: how far, along which legs, by which clauses (KILLTEAM-C.MOV)."""

from __future__ import annotations

from collections.abc import Sequence

from affray.boards.plane.moves import Kind, Spot, Step
from affray.boards.plane.placing import disc_in_the_way
from affray.boards.plane.solids import Box, Disc
from affray.engine.requests import ClauseId
from affray.games.killteam import activation, field, moving
from affray.games.killteam.ids import MoveId
from affray.games.killteam.state import State
from affray.games.killteam.terrain import feature_name
from affray.games.killteam.weapons import inch_text


def say_way(s: State, who: int, action: MoveId, steps: Sequence[Step], cost: int) -> None:
    """Report a move: its rules, and each leg that is more than a walk."""
    rules = list(_RULES[action])
    a = activation.record(s, who)
    if a is not None and action == "dash" and "fall_back" in a.done:
        rules.append("KILLTEAM-R.7")
    if action in ("reposition", "fall_back", "charge"):
        rules.append("KILLTEAM-R.8")
    if action in ("reposition", "dash") and not any(step.length or step.climb for step in steps):
        rules.append("KILLTEAM-R.33")
    if s.preset.increment_rounding:
        rules.append("KILLTEAM-R.5")
    most = moving.budget(s, who, action)
    rules += [clause for clause, _ in most.parts if clause not in rules]
    if cost == most.value:
        rules.append("KILLTEAM-C.GEO.9")
    if action in ("reposition", "dash") and s.preset.passing_exception:
        if any(moving.comes_near(s, who, step, o) for step in steps for o in s.present(1 - s.side[who])):
            rules.append("KILLTEAM-R.4")
    s.say('{who} moves {cost}"', *rules, who=s.names[who], cost=moving.thousandths(cost))
    for step in steps:
        _say_leg(s, who, action, step)
    if action == "charge":
        end = steps[-1].end if steps else Spot(s.x[who], s.y[who], s.z[who])
        enemies = ", ".join(s.names[o] for o in field.engaged_at(s, who, *end))
        s.say("{who} comes within control range of {enemies}", "KILLTEAM-C.LOS.5", "KILLTEAM-C.ACT.4",
              who=s.names[who], enemies=enemies)  # fmt: skip


_RULES: dict[MoveId, tuple[ClauseId, ...]] = {
    "reposition": ("KILLTEAM-REPO.1", "KILLTEAM-REPO.2", "KILLTEAM-REPO.3", "KILLTEAM-C.MOV.1"),
    "dash": ("KILLTEAM-DASH.1", "KILLTEAM-DASH.2", "KILLTEAM-REPO.3", "KILLTEAM-C.MOV.1"),
    "fall_back": ("KILLTEAM-FALL.1", "KILLTEAM-FALL.2", "KILLTEAM-FALL.3", "KILLTEAM-C.MOV.1"),
    "charge": ("KILLTEAM-C.ACT.4", "KILLTEAM-R.3", "KILLTEAM-C.MOV.1"),
}  # fmt: skip
_GOES: dict[Kind, str] = {
    Kind.WALK: "walks",
    Kind.OVER: "climbs over",
    Kind.UP: "climbs up",
    Kind.OFF: "gets down from",
    Kind.LEAP: "leaps to",
    Kind.THROUGH: "goes through",
}


def _say_leg(s: State, who: int, action: MoveId, step: Step) -> None:
    """Report a leg with the clauses at work."""
    rules: list[ClauseId] = [moving.LEG_CLAUSE[step.kind]]
    extra = step.extra - (s.scene.limits.through if step.kind is Kind.THROUGH else 0)
    if extra:
        rules.append("KILLTEAM-C.EQ.RAZOR_WIRE")
    if step.climb and any(
        aid.helps(step.group, step.start, s.card[who].radius) for aid in moving.ladder_aids(s)
    ):
        rules.append("KILLTEAM-C.EQ.LADDERS")
    if step.start.z != step.end.z:
        rules.append("KILLTEAM-C.GEO.3")
    if action == "dash" and step.drop:
        rules.append("KILLTEAM-R.6")
    if step.kind is Kind.THROUGH and moving.openings(s):
        rules.append("KILLTEAM-C.KOM.3")
    if any(_beneath(step, part) for part in s.scene.boxes):
        rules.append("KILLTEAM-C.TER.2")
    if disc_in_the_way(s.scene, Disc(*step.end, s.card[who].radius), _friends(s, who)) is not None:
        rules.append("KILLTEAM-C.MOV.8")
    feature = f" {feature_name(s, step.group)}" if step.group is not None else ""
    height = f' to {inch_text(step.end.z)}" up' if step.end.z and step.kind is not Kind.WALK else ""
    words = f"{_GOES[step.kind]}{feature}"
    s.say("{who} {goes}{height}", *rules, who=s.names[who], goes=words, height=height)


def _friends(s: State, who: int) -> list[Disc]:
    return [s.disc(o) for o in s.present(s.side[who]) if o != who]


def _beneath(step: Step, part: Box) -> bool:
    """Whether a leg ends in plan under or over a part that does not stand in its way (KILLTEAM-C.TER.2)."""
    x, y, z = step.end
    return part.x0 < x < part.x1 and part.y0 < y < part.y1 and not part.zl <= z < part.zh and part.zh != z
