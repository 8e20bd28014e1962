"""Courses: subgames of which a part is merely carried along. What may be done next does not rest on it.

In a fight the dice left tell what a side may do; the wounds do not, until somebody falls. So the rules are
asked once for each line of such a course; `lanes` solves all that is carried along side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd, lcm
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.subgame import Chance, Choice, Node, TooLarge

Line: TypeAlias = Hashable
"""What may be done next rests on it."""
Lane: TypeAlias = Hashable
"""What is carried along."""
Step: TypeAlias = tuple[Line, Line | None, Hashable]
"""How a course goes on: the line that follows, the line instead for lanes that have fallen by this (None: the
same), and the move that changes the lane (None: none)."""
Start: TypeAlias = tuple[Step, Lane]
"""A step by which a course is come to; its move has been made."""


class Course(Protocol):
    """The rules of such a stretch; the branches of its nodes are steps."""

    def node(self, line: Any) -> Node:
        """How a line goes on, whatever the lane; what it leads to never leads back."""

    def moved(self, lane: Any, move: Any) -> Lane | None:
        """The lane after a move; None: the step is not possible in this lane."""

    def is_fallen(self, lane: Any) -> bool:
        """Whether a lane has come to an end of its own."""

    def ended(self, line: Any, lane: Any) -> tuple[Lane, Sequence[int]]:
        """A lane as far as it matters at the end that a line is, and what it adds to each seat's measure to
        have come there by this lane, if the end does not tell; empty: nothing."""


NOT = -1
"""Stands for a lane that there is not."""


class Moved(dict[int, int]):
    """The lanes after a move by the lanes before, in numbers; NOT where it is not possible."""

    __slots__ = ("_find", "whole")

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find
        self.whole = True
        """So far it has been possible everywhere."""

    def __missing__(self, lane: int) -> int:
        found = self[lane] = self._find(lane)
        if found == NOT:
            self.whole = False
        return found


END, CHANCE = -2, -1


class Place(NamedTuple):
    """A line, come to in some way."""

    line: Line
    chooser: int
    """The seat that chooses, CHANCE, or END."""
    kids: tuple[int, ...]
    moves: tuple[int, ...]
    """The numbers of moves; 0: none."""
    more: tuple[Any, ...]
    """The weights of chance, the tolls of a choice."""
    instead: int
    """Where fallen lanes go on; -1: they are not told apart."""


class Map:
    """The places of a course, each after all that it leads to."""

    def __init__(self, course: Course, usual: bool, most: int) -> None:
        self._course = course
        self.usual = usual
        self._most = most
        self.free = True
        """Nobody has anything to choose."""
        self._numbers: dict[Lane, int] = {}
        self.lanes: list[Lane] = []
        self.fallen: set[int] = set()
        self._move_numbers: dict[Hashable, int] = {None: 0}
        self.moves: list[Moved | None] = [None]
        self.places: list[Place] = []
        self._where: dict[tuple[Line, Line | None], int] = {}

    def number(self, lane: Lane) -> int:
        """The number of a lane."""
        found = self._numbers.get(lane)
        if found is None:
            found = self._numbers[lane] = len(self.lanes)
            self.lanes.append(lane)
            if self._course.is_fallen(lane):
                self.fallen.add(found)
        return found

    def _move(self, move: Hashable) -> int:
        found = self._move_numbers.get(move)
        if found is None:
            moved, lanes, number = self._course.moved, self.lanes, self.number
            found = self._move_numbers[move] = len(self.moves)

            def find(lane: int) -> int:
                after = moved(lanes[lane], move)
                return NOT if after is None else number(after)

            self.moves.append(Moved(find))
        return found

    def place(self, line: Line, fallen: Line | None) -> int:
        """The place of a line at which fallen lanes go on by another one."""
        found = self._where.get((line, fallen))
        if found is not None:
            return found
        node = self._course.node(line)
        steps: Sequence[Any] = ()
        more: Sequence[Any] = ()
        chooser = END
        if isinstance(node, Chance):
            steps, weights = zip(*node.branches, strict=True)
            shared = gcd(*weights)
            chooser, more = CHANCE, [weight // shared for weight in weights]
        elif isinstance(node, Choice):
            chooser, steps, preferred, more, otherwise = node
            if len(steps) > 1:
                self.free = False
            if self.usual:
                order = preferred, *otherwise
                steps, more = [steps[at] for at in order], [more[at] for at in order] if more else ()
        kids, moves, known, move_known = [], [], self._where.get, self._move_numbers.get
        for after, other, move in steps:
            kid = known((after, other))
            kids.append(self.place(after, other) if kid is None else kid)
            number = move_known(move)
            moves.append(self._move(move) if number is None else number)
        instead = -1 if fallen is None or fallen == line else self.place(fallen, None)
        found = self._where[line, fallen] = len(self.places)
        if found > self._most:
            raise TooLarge
        self.places.append(Place(line, chooser, tuple(kids), tuple(moves), tuple(more), instead))
        return found

    def needs(self) -> list[int]:
        """For each place a number by which every share of it divides without rest, down to the ends."""
        if all(place.chooser != CHANCE for place in self.places):
            return [1] * len(self.places)
        found: list[int] = []
        for place in self.places:
            own = lcm(*[found[kid] for kid in place.kids])
            if place.chooser == CHANCE:
                own *= sum(place.more)
            found.append(own if place.instead < 0 else lcm(own, found[place.instead]))
        return found
