"""A report of a fault: what somebody saw, and everything that it takes to see it again."""

from __future__ import annotations

import platform
from importlib.metadata import version

from affray.web.messages import Report, ReportWish
from affray.web.room import Room


def report(room: Room, wish: ReportWish, record: str) -> Report:
    """The report as a text to be sent. `record` is the match as the reporter may know it."""
    decision = room.match.decision
    standing = "over" if decision is None else f"{decision.prompt} ({decision.clause})"
    about = wish.about.replace("\n", " ")
    text = "\n".join(
        (
            "# What happened",
            "",
            wish.text.strip() or "(nothing said)",
            "",
            "# Where",
            "",
            f"- match {room.row.id}, log entry {room.number}",
            f"- game {room.row.game}, rules version {room.row.version}",
            f"- affray {version('affray')}, Python {platform.python_version()}, {platform.system()}",
            f"- page: {about or 'not said'}",
            f"- waiting for: {standing if decision is None else room.row.seats[decision.seat].name}",
            "",
            "# Record",
            "",
            record,
        )
    )
    return Report(f"affray-report-{room.row.id}-{room.number}.txt", text)
