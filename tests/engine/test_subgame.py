"""Subgames: trees of figures, solved for what their ends are worth."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from affray.engine import subgame
from affray.engine.subgame import Chance, Choice, Node, Stretch, TooLarge, Tree, tree_of


class Throws(NamedTuple):
    """Two players in turn may throw a coin for a point each time, or leave it at that; three turns."""

    figures: tuple[int, int, int] = (0, 0, 0)
    """Points of both, turns taken; a turn of 10 more: the coin is in the air."""

    def node(self, figures: tuple[int, int, int]) -> Node:
        a, b, turn = figures
        if turn >= 10:
            turn -= 10
            won = (a + 1, b, turn + 1) if turn % 2 == 0 else (a, b + 1, turn + 1)
            return Chance([(won, 2), ((a, b, turn + 1), 1)])
        if turn == 3:
            return None
        return Choice(turn % 2, [(a, b, turn + 1), (a, b, turn + 10)], usual=0)

    def land(self, state: Any, figures: tuple[int, int, int]) -> None:
        """Nothing is done in these tests."""

    def grown(self, usual: bool, most: int) -> Tree:
        return Tree(self.node, self.figures, usual, most)

    def tells(self, figures: Any, seat: int) -> bool:
        return True

    def whole(self, seats: Set[int]) -> Throws:
        return self


def solved(tree: Tree, *signs: int) -> dict[Any, Fraction]:
    """The probabilities of the ends if each seat wants its points, or wants none of them (sign -1)."""
    values = [[sign * end[seat] for seat, sign in enumerate(signs)] for end in tree.ends]  # type: ignore[index]
    shares = tree.shares(values)
    assert all(isinstance(share, int) for share in shares)
    total = sum(shares)
    return {end: Fraction(share, total) for end, share in zip(tree.ends, shares, strict=True) if share}


def test_choosers_take_what_is_best() -> None:
    tree = Tree(Throws().node, (0, 0, 0), usual=False)
    found = solved(tree, 1, 1)
    assert found[2, 1, 3] == Fraction(2, 3) ** 3
    assert found[0, 0, 3] == Fraction(1, 3) ** 3
    assert sum(found.values()) == 1
    assert solved(tree, -1, 1) == {(0, 1, 3): Fraction(2, 3), (0, 0, 3): Fraction(1, 3)}


def test_equally_good_options_leave_the_first() -> None:
    tree = Tree(Throws().node, (0, 0, 0), usual=False)
    assert solved(tree, 0, 0) == {(0, 0, 3): 1}


def test_the_usual_option() -> None:
    tree = Tree(Throws().node, (0, 0, 0), usual=True)
    assert tree.ends == [(0, 0, 3)]
    assert tree.shares([(1, 1)]) == [1]


def test_equal_figures_are_one_node() -> None:
    plain = sum(3**n for n in range(4))
    assert Tree(Throws().node, (0, 0, 0), usual=False).size < plain


def test_trees_are_kept() -> None:
    tree = tree_of(Throws(), False, 100)
    assert tree_of(Throws((0, 0, 0)), False, 1) is tree
    assert tree_of(Throws(), True, 100) is not tree


@pytest.mark.parametrize(("limit", "most"), [("KEPT", 2), ("ROOM", 20)])
def test_those_used_last_are_kept(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subgame, limit, most)
    subgame.forget()
    first, second = (tree_of(Throws((points, 0, 1)), False, 100) for points in (0, 1))
    assert first.size == second.size <= 10
    assert tree_of(Throws((0, 0, 1)), False, 100) is first
    tree_of(Throws((2, 0, 1)), False, 100)
    assert tree_of(Throws((0, 0, 1)), False, 100) is first
    assert tree_of(Throws((1, 0, 1)), False, 100) is not second
    subgame.forget()


def test_a_large_subgame_is_given_up() -> None:
    with pytest.raises(TooLarge):
        tree_of(Throws((7, 7, 0)), False, 10)
    assert tree_of(Throws((7, 7, 0)), False, 100).size > 10


def test_shares_have_no_rest() -> None:
    """Chains of unequal length end at the same place: the weights stay integers all the way."""

    def node(figures: int) -> Node:
        if figures >= 4:
            return None
        return Chance([(figures + 1, 1), (figures + 2, 2)])

    tree = Tree(node, 0, usual=False)
    shares = tree.shares([(0,)] * len(tree.ends))
    found = {end: Fraction(share, sum(shares)) for end, share in zip(tree.ends, shares, strict=True)}
    reach = {0: Fraction(1)}
    for at in range(4):
        for step, p in ((1, Fraction(1, 3)), (2, Fraction(2, 3))):
            reach[at + step] = reach.get(at + step, Fraction(0)) + reach[at] * p
    assert found == {4: reach[4], 5: reach[5]}


def test_a_subgame_that_is_over_is_its_own_end() -> None:
    tree = Tree(Throws().node, (1, 0, 3), usual=False)
    assert (tree.ends, tree.shares([(0, 0)])) == ([(1, 0, 3)], [1])


@pytest.mark.parametrize("signs", [(1, -1), (1, 1)], ids=["opposed", "each for itself"])
def test_tolls_are_weighed_and_counted(signs: tuple[int, int]) -> None:
    """Each player in turn may pay to have a third of a chance of 6 points; the second pays twice as much."""

    def node(figures: tuple[int, int, int]) -> Node:
        a, b, turn = figures
        if turn >= 10:
            won = (a + 6, b, turn - 9) if turn == 10 else (a, b + 6, turn - 9)
            return Chance([(won, 1), ((a, b, turn - 9), 2)])
        if turn == 2:
            return None
        toll = [0, 0]
        toll[turn] = -1 - turn
        toll[1 - turn] = -toll[turn] * (signs[0] != signs[1])
        return Choice(turn, [(a, b, turn + 1), (a, b, turn + 10)], 0, [(0, 0), tuple(toll)])

    tree = Tree(node, (0, 0, 0), usual=False)
    gains = [(end[0] - end[1], end[1] - end[0]) for end in tree.ends]  # type: ignore[index]
    values = gains if signs[1] < 0 else [(end[0], end[1]) for end in tree.ends]  # type: ignore[index]
    found = tree.solved(values)
    total = sum(found.shares)
    # The first pays 1 for an expectation of 2; to the second it is all the same: it takes the first option.
    assert Fraction(found.tolls[0], total) == -1
    assert Fraction(found.tolls[1], total) == (1 if signs[1] < 0 else 0)
    chances = {end: Fraction(n, total) for end, n in zip(tree.ends, found.shares, strict=True) if n}
    assert chances == {(6, 0, 2): Fraction(1, 3), (0, 0, 2): Fraction(2, 3)}


def test_tolls_of_the_usual_option() -> None:
    """The default policy pays too."""

    def node(figures: int) -> Node:
        return Choice(0, [1, 2], 1, [(0,), (-5,)]) if figures == 0 else None

    tree = Tree(node, 0, usual=True)
    assert tree.ends == [2]
    assert tree.solved([(9,)]) == ([1], [-5])
    assert not tree.free


PRIZES = {"calm": (3, 1, 0), "storm": (0, 5, 2)}


def by_nodes(figures: Any) -> Node:
    """By chance of the weather one may throw once or twice, and keeps one of three prizes."""
    if figures == "begin":
        return Chance([(("first", "calm"), 1), (("first", "storm"), 2), (("second", "calm"), 1)])
    kind, weather = figures
    if kind == "prize":
        return None
    kept = [("prize", prize) for prize in PRIZES[weather]]
    if kind == "first":
        return Choice(0, [kept[0], ("throw", weather)], 1, [(0,), (-1,)])
    if kind == "throw":
        return Chance([(kept[1], 1), (("second", weather), 3)])
    return Choice(0, [kept[2], kept[1]], 0)


def by_stretches(figures: Any) -> Node:
    """The same with what is the same in all weathers made but once."""
    if figures == "begin":
        return by_nodes(figures)
    kind, weather = figures
    if kind == "prize":
        return None
    second = "second", 0, [-3, -2], ()
    first = [second, ("throw", -1, [-2, 0], [1, 3]), ("first", 0, [-1, 1], [(0,), (-1,)])]
    nodes: Any = first if kind == "first" else [second]
    leaves = [("prize", prize) for prize in PRIZES[weather]]
    return Stretch(nodes, leaves, weather, [prize == 3 for _, prize in leaves])


def test_a_stretch_is_what_its_nodes_are_one_by_one() -> None:
    plain, quick = Tree(by_nodes, "begin", False), Tree(by_stretches, "begin", False)
    assert set(plain.ends) == set(quick.ends)
    assert not quick.free
    found = []
    for tree in (plain, quick):
        shares, tolls = tree.solved([(10 * end[1],) for end in tree.ends], 10)  # type: ignore[index]
        total = sum(shares)
        chances = {end: Fraction(n, total) for end, n in zip(tree.ends, shares, strict=True) if n}
        found.append((chances, Fraction(tolls[0], total)))
    assert found[0] == found[1]
    assert quick.size < plain.size  # who has enough looks no further
