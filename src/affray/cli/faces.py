"""What the terminal knows of a game beyond the kernel: its drawing, and questions that answer themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from affray.engine.actions import Action
from affray.engine.game import Game

Lines: TypeAlias = Sequence[Sequence[Any]]
"""Lines of (text, style name)."""


class Face(Protocol):
    """How a game shows itself in a terminal. Every method reads a view, never the state."""

    @property
    def example(self) -> str:
        """How one asks who sees whom."""

    def screen(self, view: Any, seat: int | None, width: int, height: int) -> Lines:
        """Everything a player needs to see at a decision, at most `width` columns wide.

        `height` is the number of rows of the terminal, 0 if unknown.
        """

    def legend(self) -> Lines:
        """What the signs mean."""

    def models(self, view: Any, words: Sequence[str], width: int) -> Lines:
        """The pieces named (all, if none is), with their figures."""

    def hand(self, view: Any, seat: int, width: int) -> Lines:
        """What the seat holds, with texts."""

    def routine(self, options: Sequence[Action]) -> Action | None:
        """The option that a player nearly always wants, if the others are open as a matter of form."""

    def note(self, view: Any, option: Action) -> str:
        """A word or two to set behind an option, or nothing."""

    def aside(self, options: Sequence[Action]) -> Sequence[Action]:
        """Options that are nearly always open and seldom wanted: listed last, in one line."""


class PlainFace:
    """For games that bring no drawing: nothing but questions and options."""

    example = "see A B"

    def screen(self, view: Any, seat: int | None, width: int, height: int) -> Lines:
        return ()

    def legend(self) -> Lines:
        return ()

    def models(self, view: Any, words: Sequence[str], width: int) -> Lines:
        return ()

    def hand(self, view: Any, seat: int, width: int) -> Lines:
        return ()

    def routine(self, options: Sequence[Action]) -> Action | None:
        return None

    def note(self, view: Any, option: Action) -> str:
        return ""

    def aside(self, options: Sequence[Action]) -> Sequence[Action]:
        return ()


def face_of(game: Game[Any]) -> Face:
    """The face of a game."""
    if game.id == "avp":
        from affray.cli.avp import AvpFace

        return AvpFace()
    if game.id == "killteam":
        from affray.cli.killteam import KillTeamFace

        return KillTeamFace()
    return PlainFace()
