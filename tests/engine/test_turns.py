"""Turns of two players, solved row by row as if every figure were looked at by itself."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from affray.engine import turns
from affray.engine.lanes import Lanes
from affray.engine.relay import COURSE, END, TURNS, Relay
from affray.engine.subgame import Chance, Choice, Node, TooLarge, Tree
from affray.engine.turns import Offer, Start, Turns


class Dice:
    """A player's deck: throws left and points. A throw brings 0 to 2 points; the last but one may be a safe
    one instead, which brings 1 and costs 2."""

    def __init__(self, seat: int, tries: int) -> None:
        self.seat = seat
        self.positions = [(left, points) for left in range(tries + 1) for points in range(2 * tries + 3)]
        self.throws: list[list[tuple[int, int]]] = []
        self.offers: dict[int, Offer] = {}
        self.able = [left > 0 for left, _ in self.positions]
        self.kept = [points // 2 for _, points in self.positions]
        top = 2 * tries + 2
        for at, (left, points) in enumerate(self.positions):
            if left:
                throws = [[(self.at(left - 1, min(top, points + n)), w) for n, w in ((0, 3), (1, 2), (2, 1))]]
                tolls = [self.toll(1)]
                if left == 2:
                    throws.append([(self.at(0, min(top, points + 1)), 1)])
                    tolls.append(self.toll(2))
                numbers = range(len(self.throws), len(self.throws) + len(throws))
                self.throws += throws
                self.offers[at] = Offer(numbers, left % 2, tolls)

    def at(self, left: int, points: int) -> int:
        return self.positions.index((left, points))

    def toll(self, cost: int) -> tuple[int, ...]:
        return (-cost, cost) if self.seat == 0 else (cost, -cost)

    def offer(self, at: int) -> Offer:
        return self.offers[at]


DECKS = Dice(0, 3), Dice(1, 2)


def following(side: int, passed: bool, able: tuple[bool, bool]) -> tuple[int, bool] | None:
    if able[side]:
        return side, passed
    return (1 - side, True) if able[1 - side] and not passed else None


def before(figures: Any) -> Node:
    """It begins with a different number of points, or in the middle of the turns, or does not come to it."""
    if figures != "before":
        return None
    starts: list[Any] = [
        Start("a", 0, False, DECKS[0].at(3, points), DECKS[1].at(2, other))
        for points in (0, 2)
        for other in (0, 1)
    ]
    starts += [
        Start("b", 1, True, DECKS[0].at(1, 0), DECKS[1].at(2, 0)),
        "none",
        (("over", None, None), (9, 9, 9)),
    ]
    return Chance([(start, 1 + at) for at, start in enumerate(starts)])


class Over:
    """A course of nothing."""

    def node(self, line: Any) -> None:
        return None

    def moved(self, lane: Any, move: Any) -> Any:
        return lane

    def is_fallen(self, lane: Any) -> bool:
        return False

    def ended(self, line: Any, lane: Any) -> tuple[Any, tuple[int, ...]]:
        return lane, ()


def kind(figures: Any) -> int:
    if isinstance(figures, Start):
        return TURNS
    return COURSE if type(figures) is tuple else END


def turned(end: turns.End) -> Any:
    return ("over", None, None), end


def grown(usual: bool, most: int = 1_000) -> Relay:
    return Relay(
        Tree(before, "before", usual),
        kind,
        lambda starts: Turns(DECKS, (0, 1), following, starts, usual, most),
        turned,
        lambda starts: Lanes(Over(), starts, usual, most),
    )


def plain(figures: Any) -> Node:
    """The same figure by figure."""
    if figures == "before":
        return before(figures)
    if isinstance(figures, Start):
        group, side, passed, *own = figures
        asked = following(side, passed, (DECKS[0].able[own[0]], DECKS[1].able[own[1]]))
        if asked is None:
            return Chance([(("over", (group, DECKS[0].kept[own[0]], DECKS[1].kept[own[1]])), 1)])
        side, passed = asked
        offer = DECKS[side].offer(own[side])
        options: list[Any] = [("throw", group, side, throw, *own) for throw in offer.throws]
        passing = Start(group, 1 - side, True, *own)
        if passed:
            passing = ("over", (group, DECKS[0].kept[own[0]], DECKS[1].kept[own[1]]))  # type: ignore[assignment]
        return Choice(side, [passing, *options], offer.usual, [(0, 0), *offer.tolls])
    if figures[0] == "throw":
        _, group, side, throw, *own = figures
        branches = []
        for after, weight in DECKS[side].throws[throw]:
            own[side] = after
            branches.append((Start(group, 1 - side, False, *own), weight))
        return Chance(branches)
    return None


def told(end: Any) -> Any:
    """The ends of both by one name."""
    return ("over", end[1]) if type(end) is tuple else end


@pytest.mark.parametrize("usual", [False, True])
@pytest.mark.parametrize("aim", ["opposed", "each for itself", "all the same"])
def test_turns_are_solved_as_if_each_figure_were_looked_at(aim: str, usual: bool) -> None:
    relay, tree = grown(usual), Tree(plain, "before", usual)
    assert {told(end) for end in relay.ends} >= {told(end) for end in tree.ends}
    assert relay.free == tree.free
    rng = random.Random(aim)
    for _ in range(20):
        worth = {}
        for end in relay.ends:
            value = 0 if aim == "all the same" else rng.randrange(-6, 7)
            worth[told(end)] = value, (-value if aim == "opposed" else rng.randrange(-6, 7))
        found = []
        for each in (relay, tree):
            solved = each.solved([worth[told(end)] for end in each.ends])
            total = sum(solved.shares)
            shares = {
                told(end): Fraction(n, total) for end, n in zip(each.ends, solved.shares, strict=True) if n
            }
            found.append((shares, [Fraction(toll, total) for toll in solved.tolls]))
        assert found[0] == found[1]


def test_turns_of_too_many_positions_are_given_up() -> None:
    assert grown(False).size > 100
    with pytest.raises(TooLarge):
        grown(False, most=100)
