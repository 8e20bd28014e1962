"""What happened, as a seat may read it: every event and die in order, with the clauses at work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from affray.cli.screen import Screen, style_of
from affray.engine.events import Event
from affray.engine.forms import OffersForm
from affray.engine.match import Match

FEW, ALL = 3, 1000
"""How many clauses are named behind a line."""


def tell(screen: Screen, events: Sequence[Event], seat: int | None, clauses: int = FEW) -> None:
    """Print the events that a seat (None: a spectator) may learn of.

    At most `clauses` ids stand behind a line, behind a die only the first unless ALL are wanted: those that
    every Test rests on would bury the rest. The parts of a number are always told.
    """
    for event in events:
        text = event.seen_by(seat)
        if text is None:
            continue
        dice = "dice" in event.args
        line = Text(text[:1].upper() + text[1:], style_of("dice" if dice else ""))
        most = 1 if dice and clauses < ALL else clauses
        shown = [clause for clause in event.clauses[:most] if clause not in text]
        if shown:
            line.append(" " + " ".join(shown))
        screen.rich(line, 4 if dice else 2)


def as_json(event: Event, seat: int | None) -> dict[str, Any] | None:
    """An event for programs, or None if the seat learns nothing of it."""
    text = event.seen_by(seat)
    return None if text is None else {"text": text, "clauses": list(event.clauses)}


def called(match: Match[Any]) -> Sequence[str]:
    """What people call the seats, in seat order."""
    game = match.game
    if isinstance(game, OffersForm):
        return [chair.title for chair in game.chairs(game.options(match.start))]
    return game.seats(match.state)


def say_result(screen: Screen, match: Match[Any]) -> None:
    """Who won, why, and the points."""
    result = match.result
    assert result is not None
    names = called(match)
    who = " and ".join(names[winner].upper() for winner in result.winners)
    screen.say()
    screen.say(f"{who} won: {result.reason} {result.clause}" if who else f"A draw: {result.reason}", "good")
    if result.scores:
        points = ", ".join(f"{name.upper()} {score}" for name, score in zip(names, result.scores))
        screen.say(f"Points: {points}")
