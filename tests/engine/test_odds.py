"""Odds: exact = brute force over all faces; merging; loops; choices inside; hidden facts; simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Set
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import pytest
import toy
from toyplay import decisions, toy_match

from affray.engine.dice import DiceStream, Supplied
from affray.engine.match import Match
from affray.engine.odds import Distribution, expectation, odds_by_guess, odds_of
from affray.engine.requests import Among, Decide, Request, Roll
from affray.engine.rulebook import Refused
from affray.engine.subgame import Chance, Choice, Node, Tree

HANDS: dict[str, Any] = {"red": {"hand": ["feint", "rag"]}, "blue": {"hand": ["guard", "rag"]}}
BARE: dict[str, Any] = {"red": {}, "blue": {}}


def at(position: dict[str, Any]) -> Match[Any]:
    return Match(toy.GAME, toy.GAME.position(position), Supplied())


def enumerated(match: Match[Any], action: str, dice: int) -> dict[Hashable, Fraction]:
    """The distribution by trying all faces of so many dice (those that are not needed are left over)."""
    counts: Counter[Hashable] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        fork = match.fork(Supplied(faces))
        start = fork.state.copy()
        fork.push(action)
        counts[toy.GAME.outcome(start, fork.state)] += 1
    return {outcome: Fraction(n, 6**dice) for outcome, n in counts.items()}


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("place", ["field", "hill"])
@pytest.mark.parametrize("life", [2, 5])
def test_exact_is_brute_force(dice: int, place: str, life: int) -> None:
    match = at({"red": {"at": place}, "blue": {"life": life}})
    found = match.odds(f"hit red > blue dice={dice}")
    assert found.exact
    assert dict(found.outcomes) == enumerated(match, f"hit red > blue dice={dice}", dice)
    assert sum(p for _, p in found.outcomes) == 1


def test_merging_makes_chains_cheap() -> None:
    """Rest states that are equal for the outcome are walked once: thousands of paths, not 3**40."""
    state = toy.GAME.position({"blue": {"life": 99}, "do": [["blows", 0, 40]]})
    found = odds_of(toy.GAME, [(1, state)], (), budget=20_000, samples=1)
    assert found.exact
    assert found.paths < 5000
    loss = sum(
        (int(event.split()[-1]) * p for outcome, p in found.outcomes for event in outcome),  # type: ignore[attr-defined]
        Fraction(0),
    )
    assert loss == 40 * Fraction(2 + 3, 6)


def test_a_tie_rolled_again_is_solved() -> None:
    state = toy.GAME.position({**BARE, "do": [["first"]]})
    found = odds_of(toy.GAME, [(1, state)], (), budget=100, samples=1)
    assert found.exact
    assert dict(found.outcomes) == {("red begins",): Fraction(1, 2), ("blue begins",): Fraction(1, 2)}


class Walk:
    """A walk on 0…5 that goes down on 1–2, stays on 3 and goes up else: loops within loops."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.log = None

    def copy(self) -> Walk:
        return Walk(self.at)


class WalkGame:
    """As much of a game as odds need."""

    choice = False

    def step(self, s: Walk) -> Any:
        counts = yield Roll(1, toy.D6.bands(2, 3), "X")
        s.at += counts[2] - counts[0]

    def result(self, s: Walk) -> None:
        return None

    def subgame(self, s: Walk) -> None:
        return None

    def settled(self, start: Walk, now: Walk) -> bool:
        return now.at in (0, 5)

    def outcome(self, start: Walk, now: Walk) -> tuple[str, ...]:
        return (f"at {now.at}",)

    def facet(self, start: Walk, now: Walk) -> int:
        return now.at

    def measure(self, s: Walk) -> tuple[int, ...]:
        return (s.at,)


def test_loops_within_loops_are_solved() -> None:
    """The gambler's ruin: from i, P(5 before 0) = (1 - r**i) / (1 - r**5), r = 2/3 (down 2, up 3 of 5)."""
    r = Fraction(2, 3)
    for i in range(1, 5):
        game: Any = WalkGame()
        found = odds_of(game, [(1, Walk(i))], (), budget=10_000, samples=1)  # type: ignore[type-var]
        assert found.exact
        assert found.p("at 5") == (1 - r**i) / (1 - r**5)
        sums, _ = expectation(game, Walk(i), (), 10_000)  # type: ignore[type-var]
        assert sums == (5 * found.p("at 5"),)


class Stall:
    """Coins and points of one seat, who may gamble first and buy at a stall afterwards."""

    def __init__(self, coins: int, points: int = 0, stage: str = "way") -> None:
        self.coins, self.points, self.stage = coins, points, stage
        self.log = None

    def copy(self) -> Stall:
        return Stall(self.coins, self.points, self.stage)


class Gamble(NamedTuple):
    """Two coins may be paid one by one, each for an even chance of a point; a point is worth 5, a coin 2."""

    figures: tuple[int, int, int]
    """Coins, points, gambles still to come; -1 more: the coin is in the air."""
    thrifty: bool

    def node(self, figures: tuple[int, int, int]) -> Node:
        coins, points, left = figures
        if left < 0:
            left = -left - 1
            return Chance([((coins, points + 1, left), 1), ((coins, points, left), 1)])
        if not left or not coins:
            return None
        paid = (coins - 1, points, -left)
        return Choice(0, [(coins, points, 0), paid], 0, [(0,), (-2,)] if self.thrifty else ())

    def land(self, state: Stall, figures: tuple[int, int, int]) -> None:
        state.stage = "stall"
        state.points = figures[1]
        if not self.thrifty:
            state.coins = figures[0]

    def grown(self, usual: bool, most: int) -> Tree:
        return Tree(self.node, self.figures, usual, most)

    def tells(self, figures: Any, seat: int) -> bool:
        return not self.thrifty or seat != 0

    def whole(self, seats: Set[int]) -> Gamble:
        return self._replace(thrifty=False)


class StallGame(WalkGame):
    """The stall sells a point for a coin, if it is open."""

    def __init__(self, thrifty: bool, is_open: bool) -> None:
        self.thrifty, self.is_open = thrifty, is_open

    def step(self, s: Any) -> Any:
        if s.stage == "way":
            s.stage = "gamble"
            return
        if self.is_open and s.coins:
            bought = yield Decide(0, Among([toy.Let(), toy.Wait(0)], "X"), "X")
            if bought == toy.Wait(0):
                s.coins -= 1
                s.points += 1
        s.stage = "home"

    def automatic(self, state: Any, decide: Decide) -> None:
        return None

    def subgame(self, s: Any) -> Any:
        return Gamble((s.coins, s.points, 2), self.thrifty) if s.stage == "gamble" else None

    def settled(self, start: Any, now: Any) -> bool:
        return now.stage == "home"

    def outcome(self, start: Any, now: Any) -> tuple[str, ...]:
        return (f"{now.points} points",)

    def facet(self, start: Any, now: Any) -> Any:
        return now.coins, now.points, now.stage

    def measure(self, s: Any) -> tuple[int, ...]:
        return (5 * s.points + 2 * s.coins,)


@pytest.mark.parametrize(("is_open", "points", "worth"), [
    (False, [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)], Fraction(5)),
    (True, [Fraction(0), Fraction(1, 2), Fraction(1, 2)], Fraction(15, 2)),
])  # fmt: skip
def test_what_is_paid_in_a_subgame(is_open: bool, points: list[Fraction], worth: Fraction) -> None:
    """Two coins are gambled away; but one is kept if it can buy a sure point afterwards."""
    solved = []
    for thrifty in (False, True):
        game: Any = StallGame(thrifty, is_open)
        rest: Any = Stall(2)
        found = odds_of(game, [(1, rest)], (), budget=1_000, samples=1)
        sums, _ = expectation(game, rest, (), 1_000)
        assert sums == (worth,)
        solved.append([found.p(f"{n} points") for n in range(3)])
    assert solved[0] == solved[1] == points


def test_choosers_take_what_is_best_for_them() -> None:
    """Blue parries: that is better for it. Red feints against a successful parry."""
    found = at(HANDS).odds("hit red > blue dice=1", all_seeing=True)
    lands = Fraction(1, 2) + Fraction(1, 2) * Fraction(2, 3)
    assert found.p("blue loses 1") == lands * Fraction(1, 2)
    assert found.p("blue loses 2") == lands * Fraction(1, 6)
    assert found.p(()) == 0
    assert found.p(lambda outcome: outcome == ()) == 1 - lands * Fraction(2, 3)


def test_unknown_hands_are_averaged() -> None:
    """Red sees no guard. Blue's one card is one of 10 less red's two: a guard with 4/8."""
    match = at({"red": {"hand": ["rag", "rag"]}, "blue": {"hand": ["guard"]}})
    found = match.odds("hit red > blue dice=1")
    assert found.exact
    assert found.p("blue loses 1") == Fraction(1, 2) * (Fraction(4, 8) * Fraction(1, 2) + Fraction(4, 8))


def test_odds_do_not_depend_on_what_is_hidden() -> None:
    hands = (["guard", "guard"], ["rag", "rag"], ["feint", "guard"])
    found = [at({"red": {}, "blue": {"hand": hand}}).odds("hit red > blue dice=2") for hand in hands]
    assert found[0] == found[1] == found[2]


def test_beyond_the_budget_it_is_a_simulation() -> None:
    match = at(BARE)
    exact = match.odds("hit red > blue dice=3")
    found = match.odds("hit red > blue dice=3", budget=5, samples=5000)
    assert not found.exact
    assert found.samples == 5000
    assert sum(p for _, p in found.outcomes) == 1
    for outcome, p in exact.outcomes:
        share = found.p(lambda o, outcome=outcome: o == outcome)  # type: ignore[misc]
        assert abs(float(share - p)) < 4 * sqrt(float(p * (1 - p)) / 5000) + 1e-9
    low, high = found.interval(found.p("blue loses 2"))
    assert 0 < low < float(found.p("blue loses 2")) < high < 1
    assert high - low < 0.03
    assert exact.interval(exact.p("blue loses 2")) == (float(exact.p("blue loses 2")),) * 2
    assert match.odds("hit red > blue dice=3", budget=5, samples=5000) == found, (
        "the same question, the same answer"
    )


def test_interval_covers() -> None:
    """The 95 % interval holds the truth about 95 times of 100."""
    truth, n, held = Fraction(1, 2), 200, 0
    for seed in range(400):
        stream = toy.Die(2).faces()
        share = Fraction(DiceStream(str(seed)).faces(Roll(n, stream, "X")).count(1), n)
        low, high = Distribution((), False, "", n, n).interval(share)
        held += low <= float(truth) <= high
    assert 0.91 < held / 400 < 0.985


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_exact_agrees_with_simulation_along_a_game(seed: str) -> None:
    for match in decisions(toy_match(seed), seed):
        if (
            match.decision is None
            or match.decision.clause != "TOY-4"
            or any(match.state.hands[1 - match.seat])
        ):
            continue
        for option in match.legal:
            exact = match.odds(option, all_seeing=True)
            rough = match.odds(option, all_seeing=True, budget=0, samples=400)
            for outcome, p in exact.outcomes:
                share = rough.p(lambda o, outcome=outcome: o == outcome)  # type: ignore[misc]
                assert abs(float(share - p)) < 5 * sqrt(float(p * (1 - p)) / 400) + 1e-9


def test_many_worlds_are_guessed() -> None:
    """Two unknown hands are not listed but guessed, run by run."""
    match = at(HANDS)
    view = match.view(None)
    assert toy.GAME.worlds(view, toy.Hit(0, 1, 1), 64) is None
    found = odds_by_guess(toy.GAME, view, (toy.Hit(0, 1, 1),), samples=500)
    assert not found.exact
    assert found.samples == 500


def test_refused_actions_have_no_odds() -> None:
    with pytest.raises(Refused, match="TOY-5"):
        at(BARE).odds("hit red > blue dice=4")


def test_prospect() -> None:
    match = at(BARE)
    sums, paths = match.prospect(toy.Hit(0, 1, 1), 100)
    assert sums == (Fraction(5, 6), Fraction(-5, 6))
    assert 0 < paths <= 100
    assert match.prospect(toy.Hit(0, 1, 3), 3) == (None, 3)


def test_observer_sees_the_requests() -> None:
    seen: list[Request] = []
    at(BARE).odds("hit red > blue dice=1", all_seeing=True, observer=seen.append)
    assert any(isinstance(request, Roll) and request.tally is not None for request in seen)


def test_words_of_a_distribution() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    found = Distribution(
        ((("A1 removed", "A2 removed"), half), (("A1 removed",), quarter), ((), quarter)), True, "", 3
    )
    assert found.p("A1 removed") == 3 * quarter
    assert found.events() == {"A1 removed": 3 * quarter, "A2 removed": half}
    assert found.number("removed") == {0: quarter, 1: quarter, 2: half}
    assert found.mean("removed") == Fraction(5, 4)
    assert found.mean("A1") == 3 * quarter
    assert found.mean("A") == 0


def test_amounts_of_a_distribution() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    outcomes = (("A1 loses 2", "A2 loses 12"), half), (("A1 loses 4",), quarter), (("A1 removed",), quarter)
    found = Distribution(outcomes, True, "", 3)
    assert found.amount("A1 loses") == 2
    assert found.amount("loses") == 8
    assert found.amount("A1") == found.amount("A") == 0
