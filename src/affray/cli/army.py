"""``affray army``: whether army files are legal, and the ready-made lists."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from affray.cli.faults import NO, OK, BadInput
from affray.cli.screen import Screen
from affray.cli.table import load_game


def army(game_id: str, files: Sequence[Path], points: str | None, as_json: bool) -> int:
    """Check army files, or list the ready-made armies; returns the exit code."""
    game = load_game(game_id)
    if game.id != "avp":
        raise BadInput(f"{game.id} has no army lists")
    if not files:
        return _ready_made(as_json)
    reports = [_checked(path, points) for path in files]
    if as_json:
        print(json.dumps(reports, indent=2, ensure_ascii=False))
    else:
        screen = Screen()
        for report in reports:
            head = f"{report['file']}: {report['faction']}, {report['points']} points, {report['size']}"
            if report["legal"]:
                screen.say(f"legal    {head}", "good")
            else:
                screen.say(f"illegal  {head}: {report['reason']}", "bad")
    return OK if all(report["legal"] for report in reports) else NO


def _checked(path: Path, points: str | None) -> dict[str, Any]:
    from affray.cli.avp_choice import illegal, read_army
    from affray.games.avp.loading import content

    book = content()
    if points is not None and points not in book.sizes:
        raise BadInput(f"--points {points}: there are {', '.join(book.sizes)}")
    faction, own, units = read_army(path)
    size = points or own
    if size is None:
        raise BadInput(f"{path}: names no size; give one with --points: {', '.join(book.sizes)}")
    reason = illegal(faction, units, size)
    cost = sum(
        book.units[unit].points * number
        for unit, number in units.items()
        if unit in book.units and isinstance(number, int)
    )
    return {
        "file": str(path),
        "faction": faction,
        "size": size,
        "limit": book.budget(size, faction),
        "points": cost,
        "legal": reason is None,
        "reason": reason,
    }


def _ready_made(as_json: bool) -> int:
    from affray.games.avp.loading import content

    armies = list(content().armies.values())
    if as_json:
        rows = [
            {
                "id": a.id,
                "name": a.name,
                "faction": a.faction,
                "points": a.points,
                "mission": a.mission,
                "size": a.size,
                "units": dict(a.units),
            }
            for a in armies
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return OK
    screen = Screen()
    wide = max(len(a.id) for a in armies)
    for listed in armies:
        units = ", ".join(f"{number} {unit}" for unit, number in listed.units)
        use = listed.mission or listed.size or ""
        screen.say(f"{listed.id:<{wide}}  {listed.points:>3} points, {use}: {units}")
    return OK
