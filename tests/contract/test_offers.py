"""Contracts 1–3: offer = verify = apply, the oracle, and counts of decision sequences."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.contract.fixture import Fixture, sampled, stroll

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.rulebook import Refused


def test_what_is_offered_is_legal_and_applies(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"offers/{setup_name}")
    game = fixture.game
    for match in sampled(fixture.match(fixture.setups()[setup_name], "offers"), rng, 0.08):
        options = match.legal
        texts = [match.text(option) for option in options]
        assert len(set(texts)) == len(options), "two options are written alike"
        before = match.state.digest()
        for option, text in zip(options, texts, strict=True):
            assert match.why_not(option) is None, text
            assert match.parse(text) == option
        for option in rng.sample(options, min(3, len(options))):
            fork = match.fork(DiceStream("apply"))
            fork.push(option)
            assert fork.tape[-1] is not None
        assert match.state.digest() == before, "listing, checking or trying options changed the state"
        assert match.decision is not None
        assert match.decision.clause in game.rulebook


def test_no_menu_lists_an_option_twice(fixture: Fixture) -> None:
    """All options of a decision are different ones: at every decision of matches with all kinds of setups."""
    for number in range(40):
        seed = f"twice/{number}"
        match = fixture.match(fixture.any_setup(number), seed)
        for standing in stroll(match, random.Random(seed)):
            options = list(standing.legal)
            if len(set(options)) < len(options):
                twice = [option for option, times in Counter(options).items() if times > 1]
                raise AssertionError(f"{seed}: {', '.join(map(standing.text, twice))}")


def is_another_wording(match: Match[Any], action: Action) -> bool:
    """Whether an action only says with more or fewer of its optional words what one of the options says."""

    def fits(option: Action) -> bool:
        """Whether they agree in all words but optional ones that either leaves out."""
        return type(option) is type(action) and all(
            one == other or (part.optional and (one in (None, ()) or other in (None, ())))
            for part in action.form
            for one, other in [(getattr(option, part.field), getattr(action, part.field))]
        )

    same = [option for option in match.legal if fits(option)]
    ends = []
    for each in (action, *same):
        fork = match.fork(DiceStream("wording"))
        fork.trust(each)
        ends.append(fork.state.digest())
    return len(same) == 1 and ends[0] == ends[1]


def test_what_is_not_offered_is_refused_with_a_clause(fixture: Fixture, setup_name: str) -> None:
    rng = random.Random(f"mutants/{setup_name}")
    refused = 0
    for match in sampled(fixture.match(fixture.setups()[setup_name], "mutants"), rng, 0.10):
        offered = set(match.legal)
        before = match.state.digest()
        option = rng.choice(match.legal)
        for mutant in fixture.mutants(match.state, option, rng, 8):
            refusal = match.why_not(mutant)
            if refusal is None:
                assert mutant in offered or is_another_wording(match, mutant), match.text(mutant)
            else:
                assert mutant not in offered, (match.text(mutant), refusal)
            if refusal is not None:
                refused += 1
                assert refusal.clause in fixture.game.rulebook, refusal
                assert refusal.reason
                with pytest.raises(Refused) as caught:
                    match.push(mutant)
                assert caught.value.refusal == refusal
        assert match.state.digest() == before
        assert set(match.legal) == offered
    assert refused > 50


def test_oracle(fixture: Fixture, small_name: str) -> None:
    """On small positions all actions of the universe that nothing refuses are exactly the options."""
    rng = random.Random(f"oracle/{small_name}")
    start = fixture.small()[small_name]
    looked = 0
    for seed in range(2):
        for match in stroll(start.fork(DiceStream(f"oracle/{seed}")), rng, 10):
            options = set(match.legal)
            legal = {action for action in fixture.universe(match.state) if match.why_not(action) is None}
            extra = [action for action in legal - options if not is_another_wording(match, action)]
            assert not extra, sorted(match.text(action) for action in extra)
            assert not [o for o in options if match.why_not(o) is not None]
            looked += 1
    assert looked > 3


PERFT = Path(__file__).parent


def perft(match: Match[Any], depth: int) -> int:
    """The number of decision sequences to a depth; dice are those of one fixed stream."""
    if depth == 0 or match.decision is None:
        return 1
    if depth == 1:
        return len(match.legal)
    total = 0
    for option in match.legal:
        fork = match.fork(DiceStream("perft"))
        fork.trust(option)
        total += perft(fork, depth - 1)
    return total


def test_perft(fixture: Fixture, small_name: str) -> None:
    """The numbers are those on file; write them anew with ``python -m tests.contract.perft``."""
    on_file = tomllib.loads((PERFT / f"perft_{fixture.game.id}.toml").read_text(encoding="utf-8"))
    start = fixture.small()[small_name].fork(DiceStream("perft"))
    assert [perft(start, depth + 1) for depth in range(len(on_file[small_name]))] == on_file[small_name]
