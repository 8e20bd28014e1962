"""What retained criticals set off at once, in shooting and in fights (KILLTEAM-C.SH.5)."""

from __future__ import annotations

from affray.boards.plane.solids import within
from affray.engine.requests import Seat
from affray.games.killteam import field, upkeep
from affray.games.killteam.state import State


def devastated(s: State, target: int, reach: int | None) -> list[int]:
    """Whom Devastating hurts: the target and, with a distance, every other operative visible to and within it
    of the target (KILLTEAM-C.WR.DEVASTATING)."""
    if reach is None:
        return [target]
    disc = s.disc(target)
    return [
        target,
        *(
            other
            for other in range(len(s.names))
            if other != target
            and s.on[other]
            and not s.dead[other]
            and within(disc, s.disc(other), reach)
            and field.visible(s, target, other)
        ),
    ]


def stun(s: State, target: int, seat: Seat) -> None:
    """Stun: 1 APL less until the end of the target's next activation (KILLTEAM-C.WR.STUN)."""
    upkeep.add(s, "stun", seat, target, -1, "next_activation")
    if s.log is not None:
        s.say("{who} is stunned", "KILLTEAM-C.WR.STUN", "KILLTEAM-C.SH.5", who=s.names[target])


def words_of(normals: int, criticals: int) -> str:
    """Retained dice in words."""
    parts = []
    if criticals:
        parts.append(f"{criticals} critical{'s' if criticals > 1 else ''}")
    if normals:
        parts.append(f"{normals} normal{'s' if normals > 1 else ''}")
    return " and ".join(parts) or "nothing"
