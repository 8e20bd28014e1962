"""Contracts 5 and 14: a match can be saved and taken up at every decision; finished ones keep replaying."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.contract.fixture import Fixture, sampled, stroll
from tests.contract.keep_records import RECORDS

from affray.engine.actions import Action
from affray.engine.lines import RecordError
from affray.engine.record import load, parse, read, record_of

FILES = sorted(RECORDS.glob("*.record"))
FORGERIES = 6


def test_save_anywhere(fixture: Fixture, setup_name: str) -> None:
    """Also inside reactions and nested choices: written, read and replayed, the match stands there again."""
    rng = random.Random(f"saves/{setup_name}")
    nested = 0
    for match in sampled(fixture.match(fixture.setups()[setup_name], "saves"), rng, 0.04):
        again = load(match.record, listen=False)
        assert again.state.digest() == match.state.digest()
        assert again.seat == match.seat
        assert list(again.legal) == list(match.legal)
        assert again.record == match.record
        nested += not match.at_rest
    assert nested or len(fixture.setups()) > 1


def test_going_on_from_a_save(fixture: Fixture, setup_name: str) -> None:
    """Both go on with the same dice and the same choices, to the same end."""
    rng = random.Random(f"going on/{setup_name}")
    match = fixture.match(fixture.setups()[setup_name], "going on")
    for _ in stroll(match, rng, rng.randrange(5, 120)):
        pass
    if match.decision is None:
        return
    again = load(match.record, listen=False)
    choices = [random.Random("same"), random.Random("same")]
    for each, choice in zip((match, again), choices):
        for _ in stroll(each, choice):
            pass
    assert again.result == match.result
    assert again.state.digest() == match.state.digest()
    assert again.record == match.record


def test_takebacks_are_recorded_too(fixture: Fixture, setup_name: str) -> None:
    """A match with choices taken back replays, though dice were used up on the way."""
    rng = random.Random(f"takebacks/{setup_name}")
    match = fixture.match(fixture.setups()[setup_name], "takebacks")
    for _ in stroll(match, rng, 150):
        if rng.random() < 0.15 and any(isinstance(entry, Action) for entry in match.tape):
            match.pop()
    assert load(match.record, listen=False).state.digest() == match.state.digest()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_finished_records_replay(path: Path) -> None:
    """Every action is legal, every die comes from the seed, every landmark and the result are as recorded."""
    record = read(path)
    match = record.replay()
    assert match.result is not None
    assert str(record_of(match, players=record.players)) == path.read_text(encoding="utf-8")


def test_there_is_a_record_of_every_mission(fixture: Fixture) -> None:
    for name in fixture.missions():
        assert any(path.stem.startswith(f"{fixture.game.id}-{name}-") for path in FILES), name


def test_a_changed_record_is_found_out(fixture: Fixture, setup_name: str) -> None:
    """With a line changed the replay names the fault, or ends up somewhere else."""
    rng = random.Random(f"forged/{setup_name}")
    match = fixture.match(fixture.setups()[setup_name], "forged")
    for _ in stroll(match, rng, 60):
        pass
    lines = match.record.split("\n")
    moves = [i for i, line in enumerate(lines) if ": " in line and not line.startswith(("[", "{", "="))]
    for at in rng.sample(moves, FORGERIES):
        forged = lines[:]
        forged[at] = forged[rng.choice(moves)]
        if forged != lines:
            assert verdict("\n".join(forged)) != match.record


def verdict(text: str) -> str:
    """What a replay says of a record, or the record of the match that it leads to."""
    try:
        return parse(text).replay().record
    except RecordError as error:
        return str(error)
