"""The turning point: initiative and cards, Ready, gambits, the Firefight phase, the end (KILLTEAM-C.TURN)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.killteam.battle import Battle

from affray.engine.odds import odds_of
from affray.games.killteam.game import GAME
from affray.games.killteam.initiative import Cards
from affray.games.killteam.position import position
from affray.games.killteam.reading import read

BOY = {"card": "BOY", "at": [5, 10]}
AIW = {"card": "AIW", "at": [24, 10]}
OPERATIVES = {"boy": BOY, "aiw": AIW}


def battle(dice: tuple[int, ...] = (), **more: Any) -> Battle:
    """A position in which dice fall before the first question."""
    table: dict[str, Any] = {"operatives": OPERATIVES, **more}
    b = Battle.__new__(Battle)
    from affray.engine.dice import Supplied
    from affray.engine.match import Match

    b.dice = Supplied(dice)
    b.match = Match(GAME, GAME.position(table), b.dice, listen=True)
    return b


def win_odds(**more: Any) -> Fraction:
    """The chance that B, the player without initiative, wins the roll."""
    s = position({"operatives": OPERATIVES, "phase": "initiative", "turn": 2, **more})
    gen = GAME.step(s)
    with pytest.raises(StopIteration):
        next(gen)
    found = odds_of(GAME, [(1, s)], (), budget=100_000, samples=10)
    assert found.exact
    return sum(
        (p for outcome, p in found.outcomes if "Angels of Death win the initiative" in str(outcome)),
        Fraction(0),
    )


def test_initiative_roll() -> None:
    """G.46 (b): the player without initiative wins ties; cards change that."""
    assert win_odds() == Fraction(7, 12)
    assert win_odds(cards={"B": ["1"]}) == Fraction(13, 18)
    assert win_odds(cards={"B": ["2"]}) == Fraction(5, 6)


@pytest.mark.parametrize(("a", "b"), list(product((1, 3, 6), repeat=2)))
def test_who_wins_the_roll(a: int, b: int) -> None:
    match = battle((a, b), phase="initiative", turn=2)
    assert match.match.seat == (0 if a > b else 1)
    assert match.match.decision is not None
    assert match.match.decision.clause == "KILLTEAM-C.TURN.2"


def test_lite_rolls_ties_of_the_first_turning_point_again() -> None:
    assert battle((3, 3, 5, 2), phase="initiative", preset="lite").match.seat == 0
    assert battle((3, 3), phase="initiative", preset="lite", turn=2).match.seat == 1


def test_the_winner_decides_and_the_loser_gains_a_card() -> None:
    b = battle((2, 5), phase="initiative", turn=2)
    assert b.options() == ["take_initiative", "give_initiative"]
    b.do("give_initiative")
    assert read(b.s, "initiative") == "A"
    assert (b.s.cards, {"KILLTEAM-C.TURN.2", "KILLTEAM-C.TURN.3"} <= b.cited()) == ((("2",), ()), True)
    last = battle((2, 5), phase="initiative", turn=4).do("take_initiative")
    assert last.s.cards == ((), ())


def test_cards_are_played_in_turn() -> None:
    """The current loser is asked first; a Re-roll drops what was added; each card is played once."""
    b = battle((5, 2), phase="initiative", turn=3, cards={"A": ["1"], "B": ["reroll", "2"]})
    assert b.match.seat == 1
    assert b.options() == ["pass", "play reroll", "play +2", "play -2"]
    assert b.refused("play +1") == "KILLTEAM-C.TURN.3"
    b.do("play +2")
    assert b.match.seat == 0, "5 to 4"
    b.do("pass").do("play reroll", dice=[1])
    assert b.s.cards[1] == ()
    frame = b.s.frames[-1]
    assert isinstance(frame, Cards)
    assert (frame.results, frame.totals()) == ((5, 1), (5, 1))
    b.do("play -1")
    assert b.match.decision is not None
    assert b.match.decision.clause == "KILLTEAM-C.TURN.2"
    assert b.match.seat == 0, "4 to 1: nobody has a card left, so all that is left are passes"


def test_ready() -> None:
    """G.46 (a): 3 CP each in the first turning point; later +1 with and +2 without initiative."""
    first = battle(phase="ready", turn=1, cp={"A": 2, "B": 2})
    assert first.s.cp == (3, 3)
    second = battle(phase="ready", turn=2, cp={"A": 0, "B": 0}, initiative="B")
    assert second.s.cp == (2, 1)
    assert "KILLTEAM-C.TURN.4" in second.cited()
    lite = battle(phase="ready", turn=2, preset="lite")
    assert lite.s.cp == (0, 0)


def test_ready_wakes_all_who_are_left() -> None:
    b = battle(
        phase="ready",
        operatives={"boy": {**BOY, "ready": False}, "aiw": AIW, "b": {"card": "BOY", "dead": True}},
    )
    assert b.s.ready == [True, True, False]


def test_gambits_alternate_until_two_passes() -> None:
    b = battle(phase="gambit", initiative="B", cp={"A": 2, "B": 1})
    assert b.match.seat == 1
    b.do("invoke combat_doctrine choice=assault")
    assert b.match.seat == 0
    assert b.s.cp == (2, 0)
    b.do("invoke waaagh", "invoke dakka")
    assert b.match.decision is not None
    assert b.match.decision.clause == "KILLTEAM-C.TURN.7", "A has nothing left and passes by itself"


def test_a_gambit_once_per_turning_point() -> None:
    b = battle(phase="gambit", cp={"A": 3, "B": 3})
    b.do("invoke waaagh", "pass")
    assert b.match.seat == 0
    assert b.refused("invoke waaagh") == "KILLTEAM-C.CP.1"
    assert "KILLTEAM-C.CP.1" in b.cited()


def test_a_player_who_passed_may_come_back() -> None:
    b = battle(phase="gambit", cp={"A": 3, "B": 3})
    b.do("pass", "invoke combat_doctrine choice=tactical")
    assert b.match.seat == 0
    assert "invoke waaagh" in b.options()


def test_sides_alternate() -> None:
    table = {
        "boy": BOY,
        "boy2": {"card": "BOY", "at": [5, 13]},
        "aiw": AIW,
        "aiw2": {"card": "AIW", "at": [24, 13]},
    }
    b = battle(operatives=table, initiative="B")
    order = []
    for _ in range(4):
        if b.match.decision is not None and b.match.decision.clause == "KILLTEAM-C.TURN.6":
            b.do(b.options()[0])
        assert b.s.activation is not None
        order.append(b.s.names[b.s.activation.who])
        b.do("order conceal", "end", dice=[1, 1] if len(order) == 4 else [])
    assert order == ["aiw", "boy", "aiw2", "boy2"]
    assert b.refused("end") == "KILLTEAM-C.TURN.2"


def test_who_has_nobody_ready_may_counteract_each_time() -> None:
    table = {"boy": {**BOY, "ready": False}, "aiw": AIW, "aiw2": {"card": "AIW", "at": [24, 13]}}
    b = battle(operatives=table, initiative="B")
    b.do("activate aiw", "order engage", "end")
    assert (b.match.seat, b.options()) == (0, ["pass", "counteract boy"])
    b.do("pass", "order engage")
    b.do("end", dice=[1, 1])
    assert b.s.turn == 2, "all are expended"
    assert "KILLTEAM-C.TURN.6" in b.cited()


def test_a_player_without_operatives_passes() -> None:
    b = battle(
        operatives={"aiw": AIW, "aiw2": {"card": "AIW", "at": [24, 13]}}, teams=["kom", "aod"], initiative="B"
    )
    b.do("activate aiw", "order engage", "end", "order engage").do("end", dice=[1, 1])
    assert "KILLTEAM-C.TURN.12" in b.cited()


def test_four_turning_points() -> None:
    b = battle(turn=4, operatives={"boy": BOY, "aiw": {**AIW, "ready": False, "order": "conceal"}})
    b.do("order engage", "end")
    while b.match.decision is not None:
        b.do("pass")
    assert b.match.result is not None
    assert b.match.result.clause == "KILLTEAM-C.TURN.12"
    assert read(b.s, "result") == "draw"


def test_an_activation_that_has_to_follow() -> None:
    """G.46 (j): the Group Activation of Troopers."""
    table = {
        "t1": {"card": "TRP", "at": [5, 10]},
        "t2": {"card": "TRP", "at": [5, 13]},
        "med": {"card": "MED", "at": [5, 16]},
        "aiw": AIW,
    }
    b = battle(operatives=table)
    b.do("activate t1", "order conceal", "end")
    assert b.s.activation is not None
    assert b.s.names[b.s.activation.who] == "t2"
    assert b.s.activation.chained
    b.do("order conceal", "end")
    assert b.match.seat == 1


def test_landmarks_and_digests() -> None:
    b = battle((2, 5), phase="initiative", turn=2)
    assert GAME.landmark(position({"operatives": OPERATIVES, "phase": "initiative"})) is None
    assert b.match.game.result(b.s) is None
    again = battle((2, 5), phase="initiative", turn=2)
    assert again.s.digest() == b.s.digest()


def test_smoke_lasts_for_a_number_of_activations() -> None:
    smoke = [{"kind": "smoke", "at": [15, 15], "side": "A"}]
    table = {"boy": BOY, "boy2": {"card": "BOY", "at": [5, 13]}, "aiw": AIW}
    b = battle((4,), phase="ready", markers=smoke, operatives=table)
    assert read(b.s, "data.smoke1") == 2
    while b.match.decision is not None and b.match.decision.clause == "KILLTEAM-C.TURN.5":
        b.do("pass")
    b.do("activate boy", "order conceal", "decline", "end")
    assert read(b.s, "data.smoke1") == 1
    b.do("order conceal", "end")
    assert read(b.s, "count.smoke") == 0
    assert "KILLTEAM-C.EQ.UTILITY_GRENADES" in b.cited()


def test_smoke_of_this_turning_point_stays() -> None:
    smoke = [{"kind": "smoke", "at": [15, 15], "side": "A"}, {"kind": "smoke", "at": [15, 18], "data": 3}]
    b = battle((1, 1), phase="end", markers=smoke, turn=2)
    assert read(b.s, "count.smoke") == 1
    assert b.s.turn == 3


def test_damage_comes_before_the_first_action() -> None:
    """G.46 (g): poison as the operative is activated; it is injured at once, no action is running."""
    plm = {"card": "WAR", "at": [5, 10]}
    aiw = {**AIW, "wounds": 7, "marks": ["battle:poison"]}
    b = battle(operatives={"war": plm, "aiw": aiw}, initiative="B")
    assert read(b.s, "aiw.injured") is False
    b.do("order engage")
    assert [read(b.s, f"aiw.{what}") for what in ("wounds", "injured", "move", "ap")] == [6, True, "4", 3]
    dying = {**aiw, "wounds": 1}
    b = battle(operatives={"war": plm, "aiw": dying}, initiative="B").do("order engage")
    assert read(b.s, "aiw.removed") is True
    assert read(b.s, "active") == "war", "the activation is over"
