"""Courses: lines solved in all lanes at once, as if every figure were looked at by itself."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from affray.engine.course import Step
from affray.engine.lanes import Lanes
from affray.engine.relay import COURSE, END, Relay
from affray.engine.subgame import Chance, Choice, Node, TooLarge, Tree
from affray.engine.turns import Turns

Line: TypeAlias = tuple[str, int, int]
"""What comes next, whose turn it is, and how many turns are left."""
Lane: TypeAlias = tuple[int, int, int]
"""Points of both players, who begin with some, and bribes left; without points one is out."""
Move: TypeAlias = tuple[int, int, int]
"""Who takes how many points from the other, and the bribes that it takes."""
SPENT = (-1, 1)
"""What it costs to have used the bribe, as the ends do not tell it."""


class Robbery:
    """Two players in turn hit (2 points), throw a coin for 1 or 3, pay 1 to pass, bribe once to hit for 4, or
    leave it at that. Who is out may hit once more if it is the second player. Usually they bribe, or throw.
    """

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def node(self, line: Line) -> Node:
        kind, side, left = line
        if kind == "over":
            return None
        if kind == "last":
            return Choice(1, [(("over", 0, 0), None, (1, 2, 0)), (("over", 0, 0), None, None)], 1)
        if kind == "coin":
            return Chance([(self.next(side, left, 1), 1), (self.next(side, left, 3), 2)])
        if not left:
            return Choice(side, [(("over", 0, 0), None, None)], 0)
        steps = [
            self.next(side, left, 2),
            (("coin", side, left), None, None),
            self.next(side, left, 0),
            self.next(side, left, 4, 1),
            (("over", 0, 0), None, None),
        ]
        toll = [0, 0]
        toll[side], toll[1 - side] = -1, 1
        return Choice(side, steps, 3, [(0, 0), (0, 0), tuple(toll), (0, 0), (0, 0)], [1])

    def next(self, side: int, left: int, damage: int, bribes: int = 0) -> Step:
        fallen = ("last", 1, 0) if side == 0 else ("over", 0, 0)
        return ("turn", 1 - side, left - 1), fallen, (side, damage, bribes) if damage else None

    def moved(self, lane: Lane, move: Move) -> Lane | None:
        side, damage, bribes = move
        if bribes > lane[2]:
            return None
        own, other = lane[side], max(0, lane[1 - side] - damage)
        return (own, other, lane[2] - bribes) if side == 0 else (other, own, lane[2] - bribes)

    def is_fallen(self, lane: Lane) -> bool:
        return 0 in lane[:2]

    def ended(self, line: Line, lane: Lane) -> tuple[Lane, tuple[int, ...]]:
        """Whether the bribe has been used is told only if somebody is out."""
        return (lane, ()) if self.is_fallen(lane) or lane[2] else ((*lane[:2], 1), SPENT)

    # -- the same figure by figure ---------------------------------------------------------------------------

    def after(self, step: Step, lane: Lane) -> tuple[Any, Lane] | None:
        line, fallen, move = step
        if move is not None:
            found = self.moved(lane, move)  # type: ignore[arg-type]  # moves are made here
            if found is None:
                return None
            lane = found
        return (fallen if fallen is not None and self.is_fallen(lane) else line), lane

    def plain(self, figures: Any) -> Node:
        if figures[0] == ("start", 0, 0):
            return before(figures)
        line, lane = figures
        if line == "end":
            return None
        node = self.node(line)
        if isinstance(node, Chance):
            return Chance([(self.after(step, lane), weight) for step, weight in node.branches])
        if isinstance(node, Choice):
            found = [self.after(step, lane) for step in node.branches]  # type: ignore[arg-type]
            able = [at for at, each in enumerate(found) if each is not None]
            usual = able.index(node.usual if node.usual in able else node.otherwise[0])
            tolls = [node.tolls[at] for at in able] if node.tolls else ()
            return Choice(node.seat, [found[at] for at in able], usual, tolls)
        left, toll = self.ended(line, lane)
        return Choice(0, [("end", left)], 0, [toll or (0, 0)])


def before(figures: Any) -> Node:
    """How it begins: by chance with more or fewer points; and it may not come to anything."""
    if figures == (("start", 0, 0), (0, 0)):
        return Chance([((("turn", 0, 4), (5, points, 1)), points) for points in (3, 4, 7)] + [("nothing", 2)])
    return None


def kind(figures: Any) -> int:
    return END if figures == "nothing" else COURSE


def grown(usual: bool = False, most: int = 10_000) -> tuple[Relay, Tree]:
    """The course, and the tree of all its figures."""
    robbery = Robbery(4)
    root = ("start", 0, 0), (0, 0)
    decks: Any = None, None
    relay = Relay(
        Tree(before, root, usual),
        kind,
        lambda starts: Turns(decks, (0, 1), lambda side, passed, able: None, starts, usual, most),
        lambda end: end,
        lambda starts: Lanes(
            robbery, [((line, ("over", 0, 0), None), lane) for line, lane in starts], usual, most
        ),
    )

    def plain(figures: Any) -> Node:
        return None if figures == "nothing" else robbery.plain(figures)

    return relay, Tree(plain, root, usual)


@pytest.mark.parametrize("usual", [False, True])
@pytest.mark.parametrize("kind", ["opposed", "each for itself", "all the same"])
def test_lanes_are_solved_as_if_each_figure_were_looked_at(kind: str, usual: bool) -> None:
    relay, tree = grown(usual)
    names = [("end", end[1]) if type(end) is tuple else end for end in relay.ends]
    assert set(names) == set(tree.ends)
    assert len(names) == len(tree.ends)
    assert relay.free == tree.free
    rng = random.Random(kind)
    for _ in range(20):
        worth = {}
        for end in tree.ends:
            value = rng.randrange(-9, 9) if kind != "all the same" else 0
            worth[end] = (value, -value if kind == "opposed" else rng.randrange(-9, 9))
        results = []
        for each, ends in ((relay, names), (tree, tree.ends)):
            found = each.solved([worth[end] for end in ends])
            total = sum(found.shares)
            shares = {end: Fraction(n, total) for end, n in zip(ends, found.shares, strict=True) if n}
            results.append((shares, [Fraction(toll, total) for toll in found.tolls]))
        assert results[0] == results[1]


def test_a_course_with_too_much_in_it_is_given_up() -> None:
    assert grown()[0].size > 20
    with pytest.raises(TooLarge):
        grown(most=20)
