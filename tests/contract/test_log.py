"""Contracts 11 and 12: no effect outlives its end, causes come first, numbers are the sums of their parts."""

from __future__ import annotations

import random
from typing import Any

from tests.contract.fixture import Fixture, stroll

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.requests import Decide, Request, Roll


def test_nothing_outlives_its_end(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"stale/{setup_name}")
    for seed in range(2):
        for match in stroll(fixture.match(fixture.setups()[setup_name], f"stale/{seed}"), rng):
            assert fixture.stale(match.state) == []


def test_numbers_are_the_sums_of_their_parts(fixture: Fixture, setup_name: str) -> None:
    """Every request names clauses of the rulebook; every tally adds up and lists clauses of it too."""
    rng = random.Random(f"tally/{setup_name}")
    game = fixture.game
    seen = {"roll": 0, "tally": 0, "decide": 0}

    def look(request: Request) -> None:
        assert request.clause in game.rulebook, request.clause
        if isinstance(request, Decide):
            seen["decide"] += 1
        elif isinstance(request, Roll):
            seen["roll"] += 1
            assert all(clause in game.rulebook for clause in request.cites), request.cites
            assert request.bands.die.clause in game.rulebook
            if request.tally is not None:
                seen["tally"] += 1
                assert request.tally.value == sum(amount for _, amount in request.tally.parts)
                assert all(clause in game.rulebook for clause, _ in request.tally.parts), str(request.tally)

    state = game.setup(fixture.setups()[setup_name])
    match: Match[Any] = Match(game, state, DiceStream("tally"), observer=look)
    for _ in stroll(match, rng):
        pass
    assert all(seen.values()), seen


def test_causes_come_first(fixture: Fixture, setup_name: str) -> None:
    """Every event names clauses of the rulebook, can be read by all who may, and follows its cause."""
    rng = random.Random(f"causes/{setup_name}")
    match = fixture.match(fixture.setups()[setup_name], "causes", listen=True)
    for _ in stroll(match, rng):
        pass
    assert len(match.events) > 50
    seats = range(len(fixture.game.seats(match.state)))
    for at, event in enumerate(match.events):
        assert event.clauses, event.message
        assert all(clause in fixture.game.rulebook for clause in event.clauses), event
        for seat in (None, *seats):
            event.seen_by(seat)
        for cause in fixture.causes:
            if cause.effect in event.message:
                told = event.args[cause.of]
                before = [e for e in match.events[:at] if told in e.args.values()]
                ends = [i for i, e in enumerate(before) if cause.effect in e.message]
                since = before[ends[-1] + 1 :] if ends else before
                assert any(c in e.text() for c in cause.causes for e in since), event.text()


def test_listening_changes_nothing(fixture: Fixture, setup_name: str) -> None:
    """A match with a listener runs as one without."""
    ends = []
    for listen in (False, True):
        rng = random.Random("listen")
        match = fixture.match(fixture.setups()[setup_name], "listen", listen=listen)
        for _ in stroll(match, rng):
            pass
        ends.append((match.result, match.state.digest(), match.marks))
    assert ends[0] == ends[1]
