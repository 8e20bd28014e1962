"""The kill op, the crit ops and the lite scenarios (KILLTEAM-C.OPS.1 to KILLTEAM-C.OPS.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.killteam.battle import Battle

from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.games.killteam import markers, ops
from affray.games.killteam.game import GAME
from affray.games.killteam.position import position
from affray.games.killteam.reading import read
from affray.games.killteam.state import State, put

NEAR = {"centre": [15, 9], "west": [7, 8], "east": [23, 14]}
"""Places from which each objective of map C is contested."""


def at(place: str, card: str = "BOY", **more: Any) -> dict[str, Any]:
    return {"card": card, "at": NEAR[place], **more}


FAR = {"card": "AIW", "at": [28, 3]}


def start(dice: Sequence[int] = (), **table: Any) -> Battle:
    """A battle from a position; dice may fall before the first question."""
    b = Battle.__new__(Battle)
    b.dice = Supplied(dice)
    b.match = Match(GAME, GAME.position(table), b.dice, listen=True)
    return b


def ended(scenario: str, turn: int = 2, **more: Any) -> State:
    """The state after the end of a turning point, as far as the next question; the roll is 1 and 1."""
    table = {"scenario": scenario, "turn": turn, "phase": "end", "teams": ["kom", "aod"], **more}
    return start((1, 1), **table).s


def vp(s: State) -> tuple[int, int]:
    return ops.total(s, 0), ops.total(s, 1)


# -- markers -------------------------------------------------------------------------------------------------


def test_control_is_a_matter_of_apl() -> None:
    """G.46 (d)."""
    boys = {"a": at("centre"), "b": {"card": "BOY", "at": [15, 13]}}
    s = position({"operatives": {**boys, "aiw": {"card": "AIW", "at": [13, 11]}}})
    assert read(s, "control.centre") == "A", "4 against 3"
    s = position({"operatives": {"a": at("centre"), "aiw": {"card": "AIW", "at": [13, 11]}}})
    assert read(s, "control.centre") == "B"
    s = position({"operatives": {**boys, "icb": {"card": "ICB", "at": [13, 11]}}})
    assert read(s, "control.centre") == "", "4 against 3 + 1"


def test_carried_markers_belong_to_their_carrier() -> None:
    table = {"a": at("west"), "aiw": {"card": "AIW", "at": [7, 12]}}
    s = position({"operatives": table, "scenario": "O6", "objectives": {"west": {"carrier": "a"}}})
    assert read(s, "control.west") == "A"
    assert markers.contesting(s, s.markers[1], 1) == []


def test_operatives_awaiting_removal_contest_nothing() -> None:
    s = position({"operatives": {"a": at("west"), "aiw": {"card": "AIW", "at": [7, 12]}}})
    assert read(s, "control.west") == "B"
    s.dead[1] = True
    assert read(s, "control.west") == "A"


# -- the kill op ---------------------------------------------------------------------------------------------


def test_kill_grades() -> None:
    """G.46 (e)."""
    s = position({"operatives": {"boy": at("west"), "aiw": FAR}, "kills": {"A": 6}, "starts": {"B": 10}})
    assert ops.kill_grade(s, 0) == 3
    s.starts = put(s.starts, 1, 14)
    assert ops.kill_grade(s, 0) == 2


def test_kills_score_by_grade() -> None:
    table = {"boy": at("west"), "squ": {"card": "SQU", "at": [5, 5]}, "aiw": FAR}
    s = position({"operatives": table, "scenario": "O1", "starts": {"A": 10}, "kills": {"B": 1}})
    s.log = []
    ops.incapacitated(s, 0, 2, 1)
    assert (s.kills, s.vp[1]) == ((0, 2), {"kill": 1})
    ops.incapacitated(s, 1, 2, 1)
    assert s.kills == (0, 2), "the Bomb Squig is not counted"
    assert {"KILLTEAM-C.OPS.3", "KILLTEAM-C.KOM.5"} <= {c for event in s.log for c in event.clauses}


def test_own_kills_count_for_the_enemy() -> None:
    """R.36."""
    table = {"boy": at("west"), "boy2": {"card": "BOY", "at": [5, 5]}, "aiw": FAR}
    s = position({"operatives": table, "scenario": "O1", "starts": {"A": 6}, "tac_op": {"A": "dominate"}})
    s.log = []
    ops.incapacitated(s, 0, 1, 0)
    assert (s.kills, s.vp[1], s.secret[0]) == ((0, 1), {"kill": 1}, frozenset(("tac_op",)))
    assert "KILLTEAM-R.36" in {c for event in s.log for c in event.clauses}


def test_the_end_of_the_battle() -> None:
    """The higher kill grade brings 1 VP; the primary op half its VP again, rounded up (G.46 f)."""
    table = {"boy": at("west"), "aiw": FAR}
    s = ended("O2", 4, operatives=table, vp={"A": {"crit": 5}, "B": {"kill": 1, "tac": 2}},
              primary={"A": "crit", "B": "kill"}, kills={"A": 1, "B": 2},
              starts={"A": 10, "B": 10})  # fmt: skip
    assert s.vp[0] == {"crit": 5, "primary": 3}
    assert s.vp[1] == {"kill": 2, "tac": 2, "primary": 1}
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores) == ((0,), (8, 5))
    assert s.secret == (frozenset(), frozenset())


def test_a_tie_is_a_draw() -> None:
    s = ended("O2", 4, operatives={"boy": at("west"), "aiw": FAR}, vp={"A": {"crit": 2}, "B": {"tac": 2}})
    assert s.outcome is not None
    assert s.outcome.winners == ()


def test_at_most_six_of_each_op() -> None:
    s = position({"operatives": {"boy": at("west"), "aiw": FAR}, "scenario": "O2", "vp": {"A": {"crit": 5}}})
    assert ops.score(s, 0, "crit", 3, "KILLTEAM-C.OPS.O2") == 1
    assert s.vp[0] == {"crit": 6}


# -- lite ----------------------------------------------------------------------------------------------------


def test_l1_a_side_without_operatives_loses_at_once() -> None:
    s = position({"preset": "lite", "scenario": "L1", "operatives": {"boy": at("west"), "aiw": FAR}})
    ops.after_action(s)
    assert GAME.result(s) is None
    s.dead[1] = True
    ops.after_action(s)
    result = GAME.result(s)
    assert result is not None
    assert (result.winners, result.clause) == ((0,), "KILLTEAM-C.OPS.1")


@pytest.mark.parametrize(("kills", "winner"), [(2, (0,)), (1, ())])
def test_l1_the_higher_grade_wins(kills: int, winner: tuple[int, ...]) -> None:
    more = {"kills": {"A": kills, "B": 1}, "starts": {"A": 6, "B": 6}}
    s = ended("L1", 4, preset="lite", operatives={"boy": at("west"), "aiw": FAR}, **more)
    assert s.outcome is not None
    assert s.outcome.winners == winner


def test_l2_a_point_for_each_objective() -> None:
    table = {"a": at("west"), "b": at("centre"), "aiw": at("east", "AIW")}
    assert vp(ended("L2", 2, preset="lite", operatives=table)) == (2, 1)
    assert vp(ended("L2", 1, preset="lite", operatives=table)) == (0, 0)
    last = ended("L2", 4, preset="lite", operatives=table)
    assert last.outcome is not None
    assert (last.outcome.winners, last.outcome.scores) == ((0,), (2, 1))


# -- crit ops ------------------------------------------------------------------------------------------------


def test_mission_actions_have_conditions() -> None:
    table = {"a": at("west"), "c": at("centre"), "aiw": {"card": "AIW", "at": [15, 13]}, "far": FAR}
    b = start(operatives=table, scenario="O1", turn=2, active="a")
    assert b.options("secure") == ["secure a > west"]
    assert b.refused("secure a > centre") == "KILLTEAM-C.LOS.6"
    assert b.refused("loot a > west") == "KILLTEAM-C.ACT.9"
    assert (
        start(operatives=table, scenario="O1", turn=1, active="a").refused("secure a > west")
        == "KILLTEAM-C.OPS.O1"
    )
    weak = start(operatives=table, scenario="O1", turn=2, active="c")
    assert weak.refused("secure c > centre") == "KILLTEAM-C.MRK.1"
    near = {**table, "foe": {"card": "AIW", "at": [5, 8]}}
    assert (
        start(operatives=near, scenario="O1", turn=2, active="a").refused("secure a > west")
        == "KILLTEAM-C.OPS.O1"
    )


def test_o1_secure() -> None:
    table = {"a": at("west"), "aiw": at("east", "AIW")}
    b = start(operatives=table, scenario="O1", turn=2, active="a").do("secure a > west")
    assert read(b.s, "notes.west") == ["secured:0"]
    assert {"KILLTEAM-C.OPS.O1", "KILLTEAM-C.ACT.9"} <= b.cited()
    assert vp(ended("O1", operatives=table, objectives={"west": {"notes": ["secured:0"]}})) == (2, 0)
    both = {"west": {"notes": ["secured:0"]}, "east": {"notes": ["secured:1"]}}
    assert vp(ended("O1", operatives=table, objectives=both)) == (1, 1)
    marine = {"a": at("west", "AIW")}
    taken = start(operatives=marine, teams=["aod", "kom"], scenario="O1", turn=2, active="a",
                  objectives={"west": {"notes": ["secured:1"]}}).do("secure a > west")  # fmt: skip
    assert read(taken.s, "notes.west") == ["secured:0"]


def test_o2_loot() -> None:
    b = start(operatives={"a": at("west"), "aiw": FAR}, scenario="O2", turn=2, active="a").do("loot a > west")
    assert vp(b.s) == (1, 0)
    assert read(b.s, "notes.west") == ["tp:looted"]
    again = start(operatives={"a": at("west"), "aiw": FAR}, scenario="O2", turn=2, active="a",
                  objectives={"west": {"notes": ["tp:looted"]}})  # fmt: skip
    assert again.refused("loot a > west") == "KILLTEAM-C.OPS.O2"
    full = start(operatives={"a": at("west"), "aiw": FAR}, scenario="O2", turn=2, active="a",
                 used={"A": ["tp:crit:2"]}).do("loot a > west")  # fmt: skip
    assert vp(full.s) == (0, 0), "two in a turning point at most"
    assert (
        read(
            ended("O2", operatives={"aiw": FAR}, objectives={"west": {"notes": ["tp:looted"]}}), "notes.west"
        )
        == []
    )


def test_o3_transmission() -> None:
    table = {"a": at("west"), "aiw": at("east", "AIW")}
    b = start(operatives=table, scenario="O3", turn=2, active="a").do("initiate a > west")
    assert read(b.s, "notes.west") == ["tp:transmitting"]
    s = ended("O3", operatives=table, objectives={"west": {"notes": ["tp:transmitting"]}})
    assert (vp(s), read(s, "notes.west")) == ((2, 0), [])
    sending = {"notes": ["tp:transmitting"]}
    assert vp(ended("O3", operatives=table, objectives={"west": sending, "east": sending})) == (1, 1)


def test_o4_orb() -> None:
    table = {"a": at("centre"), "b": at("west"), "aiw": FAR}
    b = start(operatives=table, scenario="O4", turn=2, active="a")
    assert b.options("move_orb") == ["move_orb a > centre to=west", "move_orb a > centre to=east"]
    b.do("move_orb a > centre to=east")
    assert (read(b.s, "notes.centre"), read(b.s, "notes.east")) == ([], ["orb"])
    other = start(operatives=table, scenario="O4", turn=2, active="b")
    assert other.refused("move_orb b > west to=centre") == "KILLTEAM-C.OPS.O4"
    assert vp(ended("O4", operatives=table)) == (1, 0), "not for the centre, where the Orb is"


def test_o5_claims() -> None:
    b = start(phase="gambit", scenario="O5", turn=2, operatives={"a": at("west"), "aiw": at("east", "AIW")},
              used={"A": ["battle:claimed:centre"]})  # fmt: skip
    assert b.options() == [
        "claim control > west", "claim uncontested > west",
        "claim control > east", "claim uncontested > east",
    ]  # fmt: skip
    assert b.refused("claim control > centre") == "KILLTEAM-C.OPS.O5"
    b.do("claim control > west", "claim uncontested > east")
    assert "tp:claim:west:control" in b.s.used[0]
    assert "battle:claimed:east" in b.s.used[1]
    table = {"a": at("west"), "c": at("centre"), "aiw": at("east", "AIW")}
    claims = {"A": ["tp:claim:west:control"], "B": ["tp:claim:east:uncontested"]}
    assert vp(ended("O5", operatives=table, used=claims)) == (2, 1)
    false = {"A": ["tp:claim:east:control"], "B": ["tp:claim:west:uncontested"]}
    assert vp(ended("O5", operatives=table, used=false)) == (1, 0)


def test_o6_energy_cells() -> None:
    table = {"a": at("west"), "aiw": at("east", "AIW")}
    assert (
        start(operatives=table, scenario="O6", turn=2, active="a").refused("pick_up a > west")
        == "KILLTEAM-C.TURN.8"
    )
    assert (
        start(operatives=table, scenario="O6", turn=1, active="a").refused("pick_up a > west")
        == "KILLTEAM-C.OPS.O6"
    )
    b = start(operatives=table, scenario="O6", turn=3, active="a").do("pick_up a > west")
    assert read(b.s, "a.carrying") == "west"
    assert {"KILLTEAM-C.ACT.5", "KILLTEAM-C.MRK.2", "KILLTEAM-C.OPS.O6"} <= b.cited()
    marine = start(operatives=table, scenario="O6", turn=2, active="aiw").do("pick_up aiw > east")
    assert read(marine.s, "aiw.carrying") == "east"
    assert vp(ended("O6", operatives={"a": at("west"), "c": at("centre"), "aiw": at("east", "AIW")})) == (
        1,
        0,
    )
    carried = {"west": {"carrier": "a"}, "centre": {"carrier": "a"}}
    s = ended("O6", 4, operatives={"a": at("west"), "aiw": FAR}, objectives=carried)
    assert vp(s) == (3, 0), "1 for controlling more, 2 carried"


def test_o6_is_never_free() -> None:
    table = {"a": {**at("west"), "ready": False}, "aiw": FAR}
    b = start(operatives=table, scenario="O6", turn=4, activation={"who": "a", "counter": True})
    assert b.refused("pick_up a > west") == "KILLTEAM-C.OPS.O6"


def test_o7_download() -> None:
    table = {"a": at("centre"), "b": at("west"), "c": at("east"), "aiw": FAR}
    early = start(operatives=table, scenario="O7", turn=2, active="a")
    assert early.refused("download a > centre") == "KILLTEAM-C.OPS.O7"
    b = start(operatives=table, scenario="O7", turn=3, active="a").do("download a > centre")
    assert (vp(b.s), read(b.s, "notes.centre")) == ((1, 0), ["downloaded"])
    late = start(operatives=table, scenario="O7", turn=4, active="c").do("download c > east")
    assert vp(late.s) == (2, 0)
    own = start(operatives=table, scenario="O7", turn=3, active="b")
    assert own.refused("download b > west") == "KILLTEAM-C.OPS.O7"
    done = start(
        operatives=table, scenario="O7", turn=3, active="a", objectives={"centre": {"notes": ["downloaded"]}}
    )
    assert done.refused("download a > centre") == "KILLTEAM-C.OPS.O7"
    table = {"a": at("centre"), "aiw": at("east", "AIW")}
    assert vp(ended("O7", operatives=table, objectives={"centre": {"notes": ["downloaded"]}})) == (0, 1)


def test_o8_data() -> None:
    table = {"a": at("west"), "aiw": FAR}
    b = start(operatives=table, scenario="O8", turn=2, active="a").do("compile a > west")
    assert (read(b.s, "data.west"), ops.count(b.s, 0, "compiles")) == (1, 1)
    again = start(
        operatives=table, scenario="O8", turn=2, active="a", objectives={"west": {"notes": ["tp:compiled"]}}
    )
    assert again.refused("compile a > west") == "KILLTEAM-C.OPS.O8"
    assert again.refused("send a > west") == "KILLTEAM-C.OPS.O8"
    assert vp(ended("O8", 3, operatives=table, used={"A": ["tp:compiles:1"]})) == (1, 0)
    assert vp(ended("O8", 4, operatives=table, used={"A": ["tp:compiles:1"]})) == (0, 0)
    sent = start(operatives=table, scenario="O8", turn=4, active="a", objectives={"west": {"data": 3}}).do(
        "send a > west"
    )
    assert (vp(sent.s), read(sent.s, "data.west")) == ((3, 0), 0)


@pytest.mark.parametrize(("a", "b", "inert"), [("west", "west", "west"), ("west", "centre", "east")])
def test_o9_reboot(a: str, b: str, inert: str) -> None:
    battle = start(phase="gambit", scenario="O9", turn=2, operatives={"x": at("west"), "aiw": FAR})
    battle.do(f"choose > {a}")
    assert GAME.view(battle.s, 1).used[0] == frozenset()
    assert GAME.view(battle.s, 0).used[0] != frozenset()
    assert GAME.redacted(battle.s, battle.match.legal[0], 0) == "choose > ?"
    battle.do(f"choose > {b}")
    assert read(battle.s, f"notes.{inert}") == ["inert"]
    assert sum("inert" in marker.notes for marker in battle.s.markers) == 1
    assert battle.s.secret == (frozenset(), frozenset())


def test_o9_scores_active_objectives() -> None:
    table = {"a": at("west", "NOB"), "c": at("centre"), "aiw": FAR}
    inert = {"west": {"notes": ["inert"]}}
    s = position({"operatives": table, "scenario": "O9", "turn": 2, "phase": "end", "objectives": inert})
    ops.end_of_turning_point(s)
    assert vp(s) == (1, 0)
    b = start(operatives=table, scenario="O9", turn=2, active="a", objectives=inert).do("reboot a > west")
    assert (read(b.s, "notes.west"), read(b.s, "a.ap")) == ([], 1), "it takes 2 AP"
    assert b.refused("reboot a > west") in ("KILLTEAM-C.TURN.8", "KILLTEAM-C.TURN.9")


def test_the_primary_op_is_picked_in_secret() -> None:
    b = start(phase="gambit", scenario="O1", turn=1, operatives={"x": at("west"), "aiw": FAR})
    b.do("primary kill")
    assert (GAME.view(b.s, 1).primary, GAME.view(b.s, 0).primary) == (("", ""), ("kill", ""))
    b.do("primary tac")
    assert b.s.primary == ("kill", "tac")
    assert GAME.view(b.s, None).primary == ("", "")
    guess = GAME.guess(GAME.view(b.s, 0), lambda n: n - 1)
    assert guess.primary == ("kill", "kill")
