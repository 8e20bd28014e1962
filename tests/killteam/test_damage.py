"""Damage, what comes of it and removals (KILLTEAM-DMG, KILLTEAM-C.DM, KILLTEAM-R.19)."""

from __future__ import annotations

import pytest
from tests.killteam.battle import Battle, position
from tests.killteam.test_shooting import duel

from affray.engine.requests import Procedure
from affray.games.killteam import damage, removal, stats
from affray.games.killteam.state import State


def run(procedure: Procedure[None]) -> None:
    """Run a procedure that asks for nothing."""
    with pytest.raises(StopIteration):
        next(procedure)


def pair(**more: object) -> State:
    operatives = {"a": {"card": "AIW", "at": [3, 18]}, "b": {"card": "BOY", "at": [9, 18], **more}}
    return position(map="c", operatives=operatives)


@pytest.mark.parametrize(
    ("card", "last"),
    [("GRO", 2), ("BRU", 3), ("WAT", 3), ("BOY", 4), ("ELS", 5), ("AIW", 6), ("CPT", 7), ("HIG", 8)],
)
def test_r16_injured_below_half(card: str, last: int) -> None:
    s = position(map="c", operatives={"a": {"card": card, "at": [3, 18]}})
    s.wounds[0] = last + 1
    assert not stats.injured(s, 0)
    s.wounds[0] = last
    assert stats.injured(s, 0)


def test_damage_and_its_names() -> None:
    s = pair()
    s.log = []
    run(damage.suffer(s, 1, 5, seat=0, by=0, clause="KILLTEAM-FSEQ.15"))
    assert s.wounds[1] == 5
    assert {c for e in s.log for c in e.clauses} >= {"KILLTEAM-DMG.1", "KILLTEAM-DMG.2", "KILLTEAM-DMG.3"}
    run(damage.suffer(s, 1, 1, seat=0, by=0, clause="KILLTEAM-FSEQ.15"))
    assert {c for e in s.log for c in e.clauses} >= {"KILLTEAM-DMG.4", "KILLTEAM-R.16"}


def test_removal_at_once_without_a_queue() -> None:
    s = pair(wounds=2)
    frames = len(s.frames)
    run(damage.suffer(s, 1, 3, seat=0, by=0, clause="KILLTEAM-FSEQ.15"))
    assert (s.dead[1], s.on[1]) == (True, True)
    assert s.frames[frames:] == [removal.Removals((1,))]
    run(s.frames[-1].run(s))
    assert (s.dead[1], s.on[1]) == (True, False)
    run(damage.suffer(s, 1, 3, seat=0, by=0, clause="KILLTEAM-FSEQ.15"))  # nothing happens to it any more


def test_the_queue_below_an_attack_collects() -> None:
    s = pair(wounds=2)
    removal.collect(s)
    removal.collect(s)
    run(damage.suffer(s, 1, 3, seat=0, by=0, clause="KILLTEAM-FSEQ.15"))
    assert s.frames[-1] == removal.Removals((1,))
    assert sum(isinstance(frame, removal.Removals) for frame in s.frames) == 1


def test_healing_stops_at_the_wounds_stat() -> None:
    s = pair(wounds=8)
    assert damage.heal(s, 1, 7, "KILLTEAM-C.DKK.4") == 2
    assert s.wounds[1] == 10


def test_one_poison_token_and_none_for_own_plague_marines() -> None:
    operatives = {"a": {"card": "WAR", "at": [3, 18]}, "b": {"card": "BOY", "at": [9, 18]}}
    s = position(map="c", operatives=operatives)
    assert damage.poison(s, 1, 0)
    assert not damage.poison(s, 1, 0)
    assert not damage.poison(s, 0, 0)
    assert damage.has_token(s, 1)


def test_a_carrier_places_its_marker_before_it_is_removed() -> None:
    marker = {"kind": "banner", "carrier": "b", "side": "B"}
    game = duel("AIW", "BOY", b={"wounds": 1}, markers=[marker])
    game.do("shoot a > b weapon=aod.heavy_bolt_pistol", dice=[3, 3, 3, 1, 1, 1, 1])
    assert game.match.seat == 1
    assert all(option.startswith("place_marker b") for option in game.options())
    assert game.refused("remove") == "KILLTEAM-C.DM.4"
    game.do(game.options()[0])
    assert not game.s.on[game.who("b")]
    assert game.s.markers[-1].carrier == -1
    assert "KILLTEAM-DMG.8" in game.cited()


def test_boom_hits_those_around_and_they_wait_their_turn() -> None:
    operatives = {
        "a": {"card": "AIW", "at": [3, 18]},
        "b": {"card": "SQU", "at": [4.9, 18], "wounds": 1},
        "x": {"card": "BOY", "at": [6.6, 18], "wounds": 2},
    }
    game = Battle(map="c", active="a", operatives=operatives)
    game.do("fight a > b weapon=aod.chainsword_5", "strike normal", dice=[3, 1, 1, 1, 1, 1, 1, 1])
    game.do("invoke boom who=b choice=2", dice=[2, 4])
    assert game.s.on[game.who("b")]
    game.do("next x", dice=[6, 6, 1, 1, 1, 1, 1, 1, 1, *[1] * 9])
    assert not game.s.on[game.who("b")]
    assert not game.s.on[game.who("x")]
    assert game.s.kills[0] == 1
