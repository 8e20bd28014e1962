"""The long study of attacks: every weapon of every datacard on every datacard of the other teams.

Odds of each are exact and sum to 1. Attacks that come to the same dice are one kind; for each kind the odds
are those of a walk through states in which every die is rolled face by face, and those of a simulation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from tests.contract.killteam import FIXTURE
from tests.contract.test_odds import Attack, by_faces

from affray.engine.dice import DiceStream
from affray.engine.requests import Bands, Counts, Decide, Roll
from affray.games.killteam import arms
from affray.games.killteam.content import Datacard
from affray.games.killteam.fighting import Clash
from affray.games.killteam.game import GAME, KillTeamGame
from affray.games.killteam.loading import content
from affray.games.killteam.state import State
from affray.games.killteam.volley_frame import Volley

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3_000)]
RUNS = 500
SIGMAS = 5
TEAMS = sorted(content().teams)


def attacks(team: str) -> Iterator[Attack]:
    """All attacks of a team."""
    for attack in FIXTURE.all_attacks(team):
        if attack.action.verb != "stun":
            yield attack


@pytest.mark.parametrize("team", TEAMS)
def test_every_weapon_on_every_target(team: str) -> None:
    count = 0
    for attack in attacks(team):
        odds = attack.match.odds(attack.action, all_seeing=True)
        assert odds.exact, attack.name
        assert sum(p for _, p in odds.outcomes) == 1, attack.name
        count += 1
    assert count > 400


@cache
def kinds(team: str) -> tuple[Attack, ...]:
    """One attack of each kind."""
    found: dict[Hashable, Attack] = {}
    for attack in attacks(team):
        state = begun(attack)
        frame, subgame = state.frames[-1], KillTeamGame.subgame(GAME, state)
        assert isinstance(frame, Volley | Clash)
        key: tuple[Hashable, ...] = subgame, card_of(attack, "x").team, card_of(attack, "y").team
        if isinstance(frame, Volley):
            key = *key, frame.triggers, arms.weapon_of(state, frame.shooter, frame.weapon).hot
        assert subgame is not None
        found.setdefault(key, attack)
    return tuple(found.values())


def card_of(attack: Attack, name: str) -> Datacard:
    """The datacard of an operative."""
    s: State = attack.match.state
    return s.card[s.names.index(name)]


def begun(attack: Attack) -> State:
    """The state when the dice are about to be rolled; weapons are chosen as they come."""
    rest, given = attack.match.rest.copy(), iter([attack.action])
    while not isinstance(rest.frames[-1], Volley | Clash):
        step = GAME.step(rest)
        try:
            request = next(step)
            while True:
                assert isinstance(request, Decide), (attack.name, request)
                request = step.send(next(given, None) or request.menu.options()[0])
        except StopIteration:
            continue
    return rest


@pytest.mark.parametrize("team", TEAMS)
def test_odds_are_those_of_states_and_faces(team: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = Counter[str]()
    for attack in kinds(team):
        quick = attack.match.odds(attack.action, all_seeing=True)
        with monkeypatch.context() as patch:
            patch.setattr(KillTeamGame, "subgame", lambda self, state: None)
            patch.setattr(Roll, "outcomes", lambda roll: faces(roll.count, roll.bands))
            slow = attack.match.odds(attack.action, all_seeing=True, budget=1_000_000)
        assert slow.exact, attack.name
        assert dict(quick.outcomes) == dict(slow.outcomes), attack.name
        compared[attack.action.verb] += 1
    assert min(compared["shoot"], compared["fight"]) > 20


@cache
def faces(count: int, bands: Bands) -> tuple[tuple[Counts, int], ...]:
    """The outcomes of a roll by the faces of its dice."""
    return tuple(by_faces(Roll(count, bands, "")).items())


@pytest.mark.parametrize("team", TEAMS)
def test_odds_are_those_of_a_simulation(team: str) -> None:
    """By the default policy, where that has something to say about every choice."""
    compared = 0
    for attack in kinds(team):
        counts = simulated(attack)
        if counts is None:
            continue
        odds = dict(attack.match.odds(attack.action, all_seeing=True, usual=True).outcomes)
        assert set(counts) <= set(odds), attack.name
        for outcome, p in odds.items():
            deviation = abs(Fraction(counts[outcome], RUNS) - p)
            assert deviation <= SIGMAS * sqrt(p * (1 - p) / RUNS) + 3 / RUNS, (attack.name, outcome, float(p))
        compared += 1
    assert compared > 40


def simulated(attack: Attack) -> Counter[Hashable] | None:
    """Outcomes in independent runs; None if somebody has to choose who has no default."""
    dice = DiceStream(attack.name)
    found: Counter[Hashable] = Counter()
    for _ in range(RUNS):
        outcome = played(attack, dice)
        if outcome is None:
            return None
        found[outcome] += 1
    return found


def played(attack: Attack, dice: DiceStream) -> Hashable:
    """The outcome of one run."""
    rest = attack.match.rest
    live, given = rest.copy(), iter([attack.action])
    while True:
        step = GAME.step(live)
        try:
            request = next(step)
            while True:
                answer: Any = next(given, None) or answered(request, dice)
                if answer is None:
                    return None
                request = step.send(answer)
        except StopIteration:
            if GAME.result(live) is not None or GAME.settled(rest, live):
                return GAME.outcome(rest, live)


def answered(request: Any, dice: DiceStream) -> Any:
    """The answer of the dice, or of the default policy; None if there is none."""
    if isinstance(request, Roll):
        return request.counts(dice.faces(request))
    assert isinstance(request, Decide)
    menu = request.menu
    return menu.forced() or (menu.options()[0] if request.minor else menu.usual())
