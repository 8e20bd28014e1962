"""Matches kept in the user's data folder, so that nothing is lost when a terminal closes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from affray.cli.faults import BadInput

SUFFIX = ".affray"


def data_folder() -> Path:
    """Where matches are kept: AFFRAY_HOME, else the place that the platform has for users' data."""
    home = os.environ.get("AFFRAY_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "affray"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "affray"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "affray"


def write_safely(path: Path, text: str) -> None:
    """Write a file so that it is never seen half written. Raises BadInput."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


def new_place(game: str, stamp: str) -> Path:
    """A path for a match that begins now: named after the time, unique among those kept."""
    folder = data_folder() / game
    path = folder / f"{stamp}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stamp}-{number}{SUFFIX}"
        number += 1
    return path


def last_interrupted(game: str) -> Path:
    """The match of a game that was saved last and is not over. Raises BadInput if there is none."""
    folder = data_folder() / game
    kept = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if not kept:
        raise BadInput(f"{folder}: holds no interrupted match of {game}")
    return kept[-1]


def finished_place(path: Path) -> Path:
    """Where the record of a finished match goes that was kept at `path`."""
    return path.parent / "finished" / path.name
