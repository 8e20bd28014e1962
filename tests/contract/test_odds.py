"""Contract 9: exact odds = brute force over faces = simulation, for all kinds of attacks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from tests.contract.brute import Brute, TooMany
from tests.contract.fixture import Attack, Fixture, sampled

from affray.engine.dice import DiceStream
from affray.engine.requests import Bands, Counts, Decide, Request, Roll, band_outcomes
from affray.engine.subgame import forget

RUNS = 1_500
SIGMAS = 4


@cache
def surveyed(fixture: Fixture, short: bool) -> tuple[tuple[Attack, tuple[Roll, ...]], ...]:
    """The attacks of a game, each with the rolls that odds of it meet."""
    found = []
    for attack in fixture.short() if short else fixture.attacks():
        asked: list[Request] = []
        attack.match.odds(attack.action, all_seeing=True, observer=asked.append)
        found.append((attack, tuple(request for request in asked if isinstance(request, Roll))))
    return tuple(found)


def varied(fixture: Fixture, short: bool, seed: str) -> list[Attack]:
    """The attacks in some order, but first those in which dice are sorted as in none before; where they are
    to be short, those with few rolls first."""
    attacks = list(surveyed(fixture, short))
    random.Random(seed).shuffle(attacks)
    if short:
        attacks.sort(key=lambda each: len(each[1]))
    met: set[Bands] = set()
    first: list[Attack] = []
    others: list[Attack] = []
    for attack, rolls in attacks:
        bands = {roll.bands for roll in rolls}
        (others if bands <= met else first).append(attack)
        met |= bands
    return first + others


def by_faces(roll: Roll) -> dict[Counts, int]:
    """The outcomes of a roll with their weights, die by die, from what its bands make of each face."""
    table, size = roll.bands.table, len(roll.bands.weights)
    found: Counter[Counts] = Counter({(0,) * size: 1})
    for _ in range(roll.count):
        more: Counter[Counts] = Counter()
        for counts, ways in found.items():
            for band in table[1:]:
                more[*counts[:band], counts[band] + 1, *counts[band + 1 :]] += ways
        found = more
    return found


def misjudged(rolls: Iterable[Roll]) -> list[str]:
    """Rolls whose outcomes do not weigh what their faces say."""
    return [f"{roll.count} {roll.bands}" for roll in rolls if dict(roll.outcomes()) != by_faces(roll)]


def different(fixture: Fixture) -> list[Roll]:
    """Every kind of roll that odds meet, once."""
    attacks = (*surveyed(fixture, False), *surveyed(fixture, True))
    return list({(roll.bands, roll.count): roll for _, rolls in attacks for roll in rolls}.values())


def test_every_roll_weighs_what_its_faces_say(fixture: Fixture) -> None:
    rolls = different(fixture)
    assert any(len(roll.bands.weights) == 2 for roll in rolls)
    assert not misjudged(rolls)


def test_a_wrong_weight_is_found(fixture: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever die it is: a face more in one band, or two bands mistaken for one another."""
    rolls = different(fixture)
    for bands in {roll.bands for roll in rolls}:
        first, second, *others = bands.weights
        for wrong in ((first + 1, second - 1, *others), (second, first, *others)):
            if wrong != bands.weights and min(wrong) >= 0:
                with planted(bands, wrong, monkeypatch):
                    assert misjudged(roll for roll in rolls if roll.bands is bands), bands
    assert not misjudged(rolls)


@contextmanager
def planted(bands: Bands, weights: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For a while a die has wrong weights, and nothing is remembered from before or after."""
    with monkeypatch.context() as patch:
        patch.setattr(bands, "weights", weights)
        band_outcomes.cache_clear()
        forget()
        try:
            yield
        finally:
            band_outcomes.cache_clear()
            forget()


def test_wrong_odds_are_found(fixture: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice of two bands, the bands mistaken for one another: the comparison with all faces sees it."""
    for attack, rolls in sorted(surveyed(fixture, True), key=lambda each: len(each[1])):
        for bands in {roll.bands for roll in rolls if len(roll.bands.weights) == 2}:
            right = odds_of(attack)
            with planted(bands, bands.weights[::-1], monkeypatch):
                wrong = odds_of(attack)
            if wrong != right:
                brute = Brute(fixture.game, attack.match.rest, True, 9_000)
                assert brute.distribution([attack.action]) == right
                return
    raise AssertionError("no attack rests on such dice")


def odds_of(attack: Attack) -> dict[Hashable, Fraction]:
    """The odds of an attack."""
    return dict(attack.match.odds(attack.action, all_seeing=True).outcomes)


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
    attacks = list(fixture.attacks())
    random.Random("brute").shuffle(attacks)
    for attack in varied(fixture, True, "brute") if faces else attacks:
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
    for attack in varied(fixture, False, "simulate"):
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
