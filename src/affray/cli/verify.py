"""``affray verify``: replay records and say whether they keep the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from affray.cli.faults import BAD, NO, OK, BadInput, complain, one_line
from affray.cli.screen import Screen
from affray.cli.store import SUFFIX
from affray.engine.record import Move, Record, RecordError, outcome, read


def files_in(paths: Iterable[Path], suffix: str) -> list[Path]:
    """The files named and, of folders, all below that end in `suffix`, sorted. Raises BadInput."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{suffix}"))
            if not inside:
                raise BadInput(f"{path}: holds no *{suffix} files")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise BadInput(f"{path}: there is no such file")
    return found


def verify(paths: Sequence[Path], seed: str | None, as_json: bool) -> int:
    """Verify every record; returns the exit code."""
    reports = [_verified(path, seed) for path in files_in(paths, SUFFIX)]
    for report in reports:
        if report["unreadable"]:
            complain(report["error"])
    if as_json:
        print(json.dumps(reports, indent=2, ensure_ascii=False))
    else:
        screen = Screen()
        for report in reports:
            if not report["unreadable"]:
                _say(screen, report)
        if len(reports) > 1:
            good = sum(1 for report in reports if report["ok"])
            screen.say(f"{good} of {len(reports)} records keep the rules", "head")
    if any(report["unreadable"] for report in reports):
        return BAD
    return OK if all(report["ok"] for report in reports) else NO


def _verified(path: Path, seed: str | None) -> dict[str, Any]:
    report: dict[str, Any] = {"file": str(path), "ok": False, "unreadable": False}
    try:
        record = read(path)
    except RecordError as error:
        return {**report, "unreadable": True, "error": one_line(error)}
    try:
        match = record.replay(seed=seed)
    except RecordError as error:
        return {**report, "error": one_line(error)}
    return {
        **report,
        "ok": True,
        "game": record.game,
        "moves": sum(isinstance(line, Move) for line in record.body),
        "dice": sum(len(entry) for entry in match.tape if isinstance(entry, tuple)),
        "proved": _proof(record, seed),
        "landmarks": len(match.landmarks),
        "result": outcome(match.result, match.game.seats(match.start)),
        "digest": match.state.digest(),
    }


def _proof(record: Record, seed: str | None) -> str:
    """What the dice have been checked against."""
    if seed is None and record.seed is None:
        return "nothing: the record has no seed" + (", only its hash" if record.seed_hash else "")
    return "the seed and its hash" if record.seed_hash else "the seed"


def _say(screen: Screen, report: dict[str, Any]) -> None:
    if not report["ok"]:
        screen.say(f"BAD  {report['file']}: {report['error']}", "bad")
        return
    screen.say(
        f"ok   {report['file']}: {report['moves']} moves and {report['landmarks']} landmarks by the rules, "
        f"{report['dice']} dice proved by {report['proved']}; result {report['result']}"
    )
