"""Affray plays tabletop skirmish games by the book.

>>> import affray
>>> match = affray.new_match("avp", seed="7")  # doctest: +SKIP

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from affray.engine.actions import Action, NotationError
    from affray.engine.cases import CaseError
    from affray.engine.dice import ChanceError
    from affray.engine.events import Event
    from affray.engine.game import Game, Registry, Result, SetupError, UnknownGame
    from affray.engine.match import Match, SeatView, TakebackRefused, new_match
    from affray.engine.odds import Distribution
    from affray.engine.record import Record, RecordError, load, record_of, redacted_record
    from affray.engine.requests import Decide, Draw, Roll
    from affray.engine.rulebook import Clause, Refusal, Refused, Rulebook, Tally

    __version__: str

_HOME = {
    "actions": ("Action", "NotationError"),
    "cases": ("CaseError",),
    "dice": ("ChanceError",),
    "events": ("Event",),
    "game": ("Game", "Registry", "Result", "SetupError", "UnknownGame"),
    "match": ("Match", "SeatView", "TakebackRefused", "new_match"),
    "odds": ("Distribution",),
    "record": ("Record", "RecordError", "load", "record_of", "redacted_record"),
    "requests": ("Decide", "Draw", "Roll"),
    "rulebook": ("Clause", "Refusal", "Refused", "Rulebook", "Tally"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Action", "CaseError", "ChanceError", "Clause", "Decide", "Distribution", "Draw", "Event", "Game",
    "Match", "NotationError", "Record", "RecordError", "Refusal", "Refused", "Registry", "Result", "Roll",
    "Rulebook", "SeatView", "SetupError", "TakebackRefused", "Tally", "UnknownGame", "__version__", "load",
    "new_match", "record_of", "redacted_record",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("affray")
    elif name in _MODULE:
        value = getattr(
            import_module(f"affray.engine.{_MODULE[name]}"), "run_paths" if name == "check" else name
        )
    else:
        raise AttributeError(f"module 'affray' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
