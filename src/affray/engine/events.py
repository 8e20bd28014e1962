"""What happened, for logs and animation. Nobody listening means no event is ever made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.engine.requests import ClauseId, Roll, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the order of causes.

    `message` is a template such as ``"{actor} shoots at {target}"``; `args` fill it (plain words, already
    named for reading); `clauses` are the rules at work, the main one first. `audience` is the seats that may
    learn of it, None for everybody; `redacted` is what the others read instead (None: they read nothing).
    """

    message: str
    clauses: tuple[ClauseId, ...]
    args: dict[str, Any]
    audience: frozenset[Seat] | None = None
    redacted: str | None = None

    def text(self) -> str:
        """The line as a reader sees it."""
        return self.message.format_map(self.args)

    def seen_by(self, seat: Seat | None) -> str | None:
        """The line as `seat` reads it (None for a spectator), or None if it learns nothing."""
        if self.audience is None or (seat is not None and seat in self.audience):
            return self.text()
        return None if self.redacted is None else self.redacted.format_map(self.args)


def rolled(roll: Roll, faces: tuple[int, ...]) -> Event:
    """Dice as an event: what was rolled, the faces, and the number to reach with all its reasons."""
    message = "{label}: {die} {dice}"
    args: dict[str, Any] = {
        "label": roll.label or "roll",
        "die": f"{roll.count if roll.count > 1 else ''}{roll.bands.die}",
        "dice": ", ".join(map(str, faces)),
        "seat": roll.seat,
    }
    if roll.tally is not None:
        message += " against {need}"
        args["need"] = str(roll.tally)
    return Event(message, (roll.clause, *roll.cites), args)
