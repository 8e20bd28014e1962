"""The terminal's side of Aliens vs Predator: how it is drawn, and which questions answer themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.cli.faces import Lines
from affray.engine.actions import Action
from affray.games.avp import panels, render

BELOW = 10
"""Rows of a terminal that are kept for the question and its options."""


class AvpFace:
    """See `affray.cli.faces.Face`."""

    example = "see M1 E3"

    def screen(self, view: Any, seat: int | None, width: int, height: int) -> Lines:
        """Tiles have two lines for models where the terminal is high enough for that, else one."""
        lines = panels.screen(view, seat, width, 2)
        if height and len(lines) + BELOW > height:
            return panels.screen(view, seat, width, 1)
        return lines

    def legend(self) -> Lines:
        return render.legend()

    def models(self, view: Any, words: Sequence[str], width: int) -> Lines:
        return panels.models(view, words, width)

    def hand(self, view: Any, seat: int, width: int) -> Lines:
        return panels.hand(view, seat, width)

    def routine(self, options: Sequence[Action]) -> Action | None:
        """Reaction windows in which a seat can only hold or turn its tokens over of its own will."""
        verbs = {option.verb for option in options}
        if "hold" in verbs and verbs <= {"hold", "flip"}:
            return next(option for option in options if option.verb == "hold")
        return None

    def note(self, view: Any, option: Action) -> str:
        """Who it is that a label in an option names."""
        return panels.option_note(view, option)

    def aside(self, options: Sequence[Action]) -> Sequence[Action]:
        return [option for option in options if option.verb == "flip"]
