"""Contracts 4 and 6: copies are independent, equal histories hash alike, takeback leads back."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest
from tests.contract.fixture import Fixture, sampled, stroll

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import TakebackRefused


def test_a_copy_shares_nothing_that_changes(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"copies/{setup_name}")
    for match in sampled(fixture.match(fixture.setups()[setup_name], "copies"), rng, 0.02):
        state = match.state
        before = state.digest()
        copy = state.copy()
        assert copy.digest() == before
        assert copy.log is None
        for slot in type(state).__slots__:
            value = getattr(state, slot)
            if isinstance(value, list) and slot != "log":
                assert getattr(copy, slot) is not value, f"{slot} is shared"
        fork = match.fork(DiceStream("aside"))
        assert fork.state.digest() == before
        assert fork.legal == match.legal
        for _ in stroll(fork, rng, 15):
            pass
        assert match.state.digest() == before


def test_looking_back_at_every_decision_keeps_few_states(fixture: Fixture) -> None:
    """Odds and forks ask for the rest state of the step: a long match must not keep one for each."""
    match = fixture.match(next(iter(fixture.setups().values())), "rests")
    for standing in stroll(match, random.Random("rests")):
        assert standing.rest is not None
    kept, steps = match._kept, match._steps  # nothing public tells how much is held
    assert len(steps) > 200
    assert len(kept) < len(steps) / 4


def digests(fixture: Fixture, setup_name: str, seed: str, most: int) -> list[str]:
    """The hashes at the decisions of one random match."""
    rng = random.Random(seed)
    match = fixture.match(fixture.setups()[setup_name], seed)
    return [standing.state.digest() for standing in stroll(match, rng, most)]


def test_equal_histories_hash_alike(fixture: Fixture, setup_name: str) -> None:
    first = digests(fixture, setup_name, "twice", 150)
    assert digests(fixture, setup_name, "twice", 150) == first
    assert len(set(first)) > len(first) // 3, "the hash hardly changes"


def test_hashes_do_not_depend_on_the_process(fixture: Fixture) -> None:
    name = next(iter(fixture.setups()))
    code = (
        "from tests.contract.conftest import load; from tests.contract.test_copies import digests; "
        f"print(digests(load({fixture.game.id!r}), {name!r}, 'process', 60)[-1])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, check=True, timeout=120,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1] == digests(fixture, name, "process", 60)[-1] + "\n"


def test_takeback(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"takeback/{setup_name}")
    for match in sampled(fixture.match(fixture.setups()[setup_name], "takeback"), rng, 0.05):
        before = match.state.digest(), list(match.legal), match.seat, len(match.tape), len(match.marks)
        action = rng.choice(match.legal)
        match.push(action)
        if rng.random() < 0.5 and match.decision is not None:
            match.push(rng.choice(match.legal))
            match.pop()
        assert match.pop() == action
        assert (
            match.state.digest(),
            list(match.legal),
            match.seat,
            len(match.tape),
            len(match.marks),
        ) == before
    assert match.decision is None or match.result is None


def test_takeback_from_the_end_to_the_start(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"back/{setup_name}")
    match = fixture.match(fixture.setups()[setup_name], "back")
    before = match.state.digest()
    for _ in stroll(match, rng, 40):
        pass
    while any(isinstance(entry, Action) for entry in match.tape):
        match.pop()
    assert match.state.digest() == before
    with pytest.raises(TakebackRefused):
        match.pop()


def test_takeback_policies(fixture: Fixture, setup_name: str) -> None:
    """``none`` refuses all, ``until-chance`` what a die or a revelation has followed."""
    rng = random.Random(f"policy/{setup_name}")
    game = fixture.game
    refused = allowed = 0
    match = fixture.match(fixture.setups()[setup_name], "policy", takeback="until-chance")
    for _ in stroll(match, rng, 120):
        fork = match.fork(DiceStream("policy"))
        fork.takeback = "until-chance"
        length, known = len(fork.tape), game.reveals(fork.state)
        fork.trust(rng.choice(fork.legal))
        after = fork.state.digest()
        chance = len(fork.tape) > length + 1 or game.reveals(fork.state) != known
        if chance:
            with pytest.raises(TakebackRefused):
                fork.pop()
            assert fork.state.digest() == after
            refused += 1
        else:
            fork.pop()
            allowed += 1
    assert refused
    assert allowed
    match.takeback = "none"
    with pytest.raises(TakebackRefused):
        match.pop()
