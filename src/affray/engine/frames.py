"""What is under way in a game at rest: frames on a stack, of which one step runs the topmost.

A game that keeps its unfinished business as frames of plain values has short steps and pure states: a frame's
run pops itself when it is done, or replaces itself, or pushes others.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from affray.engine.requests import Procedure

S_contra = TypeVar("S_contra", bound=Any, contravariant=True)


class Frame(Generic[S_contra]):
    """Something under way. Subclasses are frozen structs of plain values."""

    __slots__ = ()
    kind: ClassVar[str] = ""
    ongoing: ClassVar[bool] = False
    """Part of an action that is being resolved (tests of an attack, legs of a move), no standing question."""

    def run(self, s: S_contra) -> Procedure[None]:
        """One step from rest to rest."""
        raise NotImplementedError
