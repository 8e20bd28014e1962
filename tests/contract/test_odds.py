"""Contract 9: exact odds = brute force over faces = simulation, for all kinds of attacks."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from tests.contract.brute import Brute, TooMany
from tests.contract.fixture import Attack, Fixture, sampled

from affray.engine.dice import DiceStream
from affray.engine.requests import Decide, Roll

RUNS = 1_500
SIGMAS = 4


def test_sums_to_one(fixture: Fixture) -> None:
    count = 0
    for attack in fixture.attacks():
        odds = attack.match.odds(attack.action, all_seeing=True)
        assert odds.exact, attack.name
        assert sum(p for _, p in odds.outcomes) == 1, attack.name
        assert all(p > 0 for _, p in odds.outcomes)
        count += 1
    assert count


@pytest.mark.parametrize(
    ("faces", "most", "least"), [(True, 9_000, 5), (False, 1_500, 60)], ids=["faces", "bands"]
)
def test_equal_to_brute_force(fixture: Fixture, faces: bool, most: int, least: int) -> None:
    """Where the naive tree is small enough to be walked; by faces only the shortest attacks are."""
    compared = 0
    attacks = list(fixture.short() if faces else fixture.attacks())
    random.Random("brute").shuffle(attacks)
    for attack in attacks:
        if compared >= least:
            break
        match = attack.match
        brute = Brute(fixture.game, match.rest, faces, most)
        try:
            expected = brute.distribution([attack.action])
        except TooMany:
            continue
        assert dict(match.odds(attack.action, all_seeing=True).outcomes) == expected, attack.name
        compared += 1
    assert compared == least


def play_out(fixture: Fixture, attack: Attack, dice: DiceStream) -> object:
    """The outcome of one run; None if somebody has to choose on the way (odds would have to choose alike)."""
    game, rest = fixture.game, attack.match.rest
    live, given = rest.copy(), iter([attack.action])
    while True:
        gen = game.step(live)
        try:
            request = next(gen)
            while True:
                answer: Any = next(given, None)
                if answer is None:
                    if isinstance(request, Decide):
                        answer = request.menu.forced() or game.automatic(live, request)
                        if answer is None and request.minor:
                            answer = request.menu.options()[0]
                        if answer is None:
                            return None
                    elif isinstance(request, Roll):
                        faces = [request.bands.table[face] for face in dice.faces(request)]
                        answer = tuple(faces.count(band) for band in range(len(request.bands.weights)))
                    else:
                        answer = dice.item(request)
                request = gen.send(answer)
        except StopIteration:
            if game.result(live) is not None or game.settled(rest, live):
                return game.outcome(rest, live)


def simulate(fixture: Fixture, attack: Attack, runs: int) -> dict[object, int] | None:
    """Counts of outcomes in independent runs; None if somebody has to choose in one of them."""
    counts: dict[object, int] = {}
    dice = DiceStream(attack.name)
    for _ in range(runs):
        outcome = play_out(fixture, attack, dice)
        if outcome is None:
            return None
        counts[outcome] = counts.get(outcome, 0) + 1
    return counts


def test_equal_to_simulation(fixture: Fixture) -> None:
    compared = 0
    attacks = list(fixture.attacks())
    random.Random("simulate").shuffle(attacks)
    for attack in attacks:
        counts = simulate(fixture, attack, RUNS) if compared < 25 else None
        if counts is None:
            continue
        compared += 1
        odds = dict(attack.match.odds(attack.action, all_seeing=True).outcomes)
        assert set(counts) <= set(odds), attack.name
        for outcome, p in odds.items():
            deviation = abs(Fraction(counts.get(outcome, 0), RUNS) - p)
            assert deviation <= SIGMAS * sqrt(p * (1 - p) / RUNS) + 2 / RUNS, (attack.name, outcome, float(p))
    assert compared == 25


def test_odds_average_over_what_the_seat_does_not_know(fixture: Fixture, setup_name: str) -> None:
    """Odds by the view of a seat sum to 1 too, and asking twice gives the same answer."""
    rng = random.Random(f"odds/{setup_name}")
    for match in sampled(fixture.match(fixture.setups()[setup_name], "odds"), rng, 0.01):
        action = rng.choice(match.legal)
        odds = match.odds(action, budget=600, samples=40)
        assert sum(p for _, p in odds.outcomes) == 1
        assert match.odds(action, budget=600, samples=40) == odds
