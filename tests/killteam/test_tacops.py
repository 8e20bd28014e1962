"""The secret operations: triggers, secrecy, scores (KILLTEAM-C.OPS.4 to KILLTEAM-C.OPS.6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle
from tests.killteam.test_ops import FAR, at, start

from affray.games.killteam import markers, ops, tacops
from affray.games.killteam.game import GAME
from affray.games.killteam.position import position
from affray.games.killteam.reading import read
from affray.games.killteam.state import State

SECRET = frozenset(("tac_op",))


def scene(op: str, operatives: dict[str, Any], turn: int = 2, **more: Any) -> State:
    """A state in which A has a tac op."""
    return position({"operatives": operatives, "turn": turn, "tac_op": {"A": op}, "scenario": "O2", **more})


def ended(op: str, operatives: dict[str, Any], turn: int = 2, **more: Any) -> Battle:
    """A battle that has come to the end of a turning point, at the next question or beyond."""
    table = {"operatives": operatives, "turn": turn, "tac_op": {"A": op}, "scenario": "O2", "phase": "end"}
    return start((1, 1), **{**table, **more})


def tac(s: State, seat: int = 0) -> int:
    return s.vp[seat].get("tac", 0)


# -- secrecy -------------------------------------------------------------------------------------------------


def test_a_tac_op_stays_hidden_until_its_first_trigger() -> None:
    s = scene("rout", {"boy": {"card": "BOY", "at": [22, 11]}, "aiw": {"card": "AIW", "at": [26, 11]}})
    assert GAME.view(s, 1).tac_op == (None, None)
    assert GAME.view(s, 0).tac_op[0] is s.tac_op[0]
    assert GAME.view(s, None).digest() == GAME.view(s, 1).digest()
    s.log = []
    ops.incapacitated(s, 1, 0, 0)
    assert (s.secret[0], s.reveals, tac(s)) == (frozenset(), 1, 2), "a Wounds stat of 14"
    assert GAME.view(s, 1).tac_op[0] is s.tac_op[0]
    cited = {clause for event in s.log for clause in event.clauses}
    assert {"KILLTEAM-C.OPS.6", "KILLTEAM-C.OPS.5", "KILLTEAM-C.OPS.ROUT"} <= cited


def test_what_has_not_been_revealed_is_ruled_out() -> None:
    """Everybody saw a kill that Rout would have shown: guesses know that."""
    s = scene(
        "sweep_and_clear", {"boy": {"card": "BOY", "at": [22, 11]}, "aiw": {"card": "AIW", "at": [26, 11]}}
    )
    before = {op.id for op in tacops.possible(s, 0)}
    ops.incapacitated(s, 1, 0, 0)
    assert s.secret[0] == SECRET
    gone = before - {op.id for op in tacops.possible(s, 0)}
    assert gone == {"rout", "dominate", "steal_intelligence"}
    seen = GAME.view(s, 1)
    guesses = {GAME.guess(seen, lambda n, k=k: k % n).tac_op[0] for k in range(6)}  # type: ignore[misc]
    assert {op.id for op in guesses if op is not None} == {"sweep_and_clear", "track_enemy", "plant_devices"}


def test_a_guess_changes_nothing_that_is_known() -> None:
    s = scene("rout", {"boy": at("west"), "aiw": FAR})
    assert GAME.guess(GAME.view(s, 0), lambda n: 0).digest() == s.digest()


# -- security ------------------------------------------------------------------------------------------------


def marines(place: list[float], **more: Any) -> dict[str, Any]:
    """A marine of A and a Boy of B far away."""
    return {"aiw": {"card": "AIW", "at": place, **more}, "boy": {"card": "BOY", "at": [28, 3]}}


def test_plant_banner() -> None:
    b = start(operatives=marines([17, 11]), turn=2, tac_op={"A": "plant_banner"}, scenario="O2", active="aiw")
    assert b.refused("plant_banner aiw @ 14:11") == "KILLTEAM-C.ACT.6", "out of reach"
    assert b.refused("plant_banner aiw @ 15.2:11") == "KILLTEAM-C.OPS.PLANT_BANNER", (
        "not wholly in enemy territory"
    )
    b.do("plant_banner aiw @ 17:11")
    assert (read(b.s, "marker.banner1"), b.s.secret[0]) == ("17:11", frozenset())
    assert b.refused("plant_banner aiw @ 17:11") in ("KILLTEAM-C.OPS.PLANT_BANNER", "KILLTEAM-C.TURN.9")
    edge = start(
        operatives=marines([17, 5]), turn=2, tac_op={"A": "plant_banner"}, scenario="O2", active="aiw"
    )
    assert edge.refused("plant_banner aiw @ 17:5") == "KILLTEAM-C.OPS.PLANT_BANNER", 'within 5" of the edge'
    again = start(operatives=marines([17, 11]), turn=2, tac_op={"A": "plant_banner"}, scenario="O2",
                  active="aiw",
                  used={"A": ["battle:banner"]})  # fmt: skip
    assert again.refused("plant_banner aiw @ 17:11") == "KILLTEAM-C.OPS.PLANT_BANNER"


BANNER = [{"kind": "banner", "at": [17, 12], "side": "A"}]


@pytest.mark.parametrize(("foe", "turn", "points"), [([28, 3], 2, 2), ([17, 13.5], 2, 1), ([28, 3], 1, 0)])
def test_a_banner_scores(foe: list[float], turn: int, points: int) -> None:
    table = {"aiw": {"card": "AIW", "at": [17, 11]}, "boy": {"card": "BOY", "at": foe}}
    assert tac(ended("plant_banner", table, turn, markers=BANNER).s) == points


def test_a_carried_banner_does_not_score() -> None:
    table = {"aiw": {"card": "AIW", "at": [17, 11]}, "boy": {"card": "BOY", "at": [28, 3]}}
    carried = [{"kind": "banner", "side": "A", "carrier": "aiw"}]
    assert tac(ended("plant_banner", table, markers=carried).s) == 0


def test_anyone_picks_a_banner_up() -> None:
    table = {"aiw": {"card": "AIW", "at": [5, 3]}, "boy": {"card": "BOY", "at": [19, 12]}}
    b = start(
        operatives=table,
        teams=["aod", "kom"],
        turn=2,
        markers=[{"kind": "banner", "at": [18, 12], "side": "A"}],
        active="boy",
        scenario="O2",
    )
    b.do("pick_up boy > banner1")
    assert read(b.s, "boy.carrying") == "banner1"
    assert b.refused("place_marker boy > banner1 @ 19:12") == "KILLTEAM-C.ACT.6", "not in the same activation"


def test_placing_a_carried_marker() -> None:
    table = {"aiw": {"card": "AIW", "at": [5, 3]}, "boy": {"card": "BOY", "at": [19, 12]}}
    carried = [{"kind": "banner", "side": "A", "carrier": "boy"}]
    b = start(operatives=table, teams=["aod", "kom"], turn=2, markers=carried, active="boy", scenario="O2")
    assert b.refused("place_marker boy > banner1 @ 20.25:12") == "KILLTEAM-C.MRK.3", "in a wall"
    assert b.refused("place_marker boy > banner1 @ 17:16") == "KILLTEAM-C.ACT.6"
    assert b.refused("pick_up boy > centre") == "KILLTEAM-C.ACT.5"
    b.do("place_marker boy > banner1 @ 19:13.5")
    assert read(b.s, "marker.banner1") == "19:13.5"
    assert {"KILLTEAM-C.ACT.6", "KILLTEAM-C.MRK.3"} <= b.cited()


def test_martyrs() -> None:
    table = {
        "aiw": at("west", "AIW"),
        "b": at("west", "AIW", at=[7, 12]),
        "boy": {"card": "BOY", "at": [28, 3]},
    }
    s = scene("martyrs", table)
    ops.incapacitated(s, 0, 2, 1)
    assert (read(s, "notes.west"), s.secret[0]) == (["martyr:0:1"], frozenset())
    own = scene("martyrs", table)
    ops.incapacitated(own, 0, 1, 0)
    assert read(own, "notes.west") == [], "killed by a friend"
    tokens = {"west": {"notes": ["martyr:0:1", "martyr:0:2", "martyr:0:3"]}}
    b = ended("martyrs", table, objectives=tokens)
    assert b.options() == ["remove_martyr > west", "decline"]
    b.do("remove_martyr > west")
    assert tac(b.s) == 2, "2 for a controlled one: no more in this turning point"
    assert len(read(b.s, "notes.west")) == 2
    assert "KILLTEAM-C.OPS.MARTYRS" in b.cited()


def test_martyrs_contested_only() -> None:
    table = {
        "aiw": at("west", "AIW"),
        "boy": {"card": "BOY", "at": [7, 12]},
        "boy2": {"card": "BOY", "at": [8.6, 9]},
    }
    b = ended("martyrs", table, objectives={"west": {"notes": ["martyr:0:1", "martyr:0:2"]}})
    b.match.push("remove_martyr > west")
    assert tac(b.s) == 1
    b.do("decline")
    assert tac(b.s) == 1
    assert b.s.turn == 3


def test_envoy() -> None:
    table = {**marines([20, 8]), "b": {"card": "AIW", "at": [5, 3], "marks": ["battle:envoy"]}}
    b = start(phase="gambit", operatives=table, turn=2, tac_op={"A": "envoy"}, scenario="O2")
    assert b.options("envoy") == ["envoy aiw"]
    assert b.refused("envoy b") == "KILLTEAM-C.OPS.ENVOY"
    assert b.refused("envoy boy") == "KILLTEAM-C.OPS.ENVOY"
    b.do("envoy aiw")
    assert b.s.secret[0] == frozenset()
    assert {"tp:envoy", "battle:envoy"} <= b.s.marks[0]
    assert "KILLTEAM-C.OPS.4" in b.cited()
    early = start(phase="gambit", operatives=table, turn=1, tac_op={"A": "envoy"})
    assert not early.options("envoy")


@pytest.mark.parametrize(
    ("place", "marks", "points"),
    [([20, 8], [], 2), ([20, 8], ["tp:hurt"], 1), ([15, 4], [], 0), ([27, 4.5], [], 0)],
)
def test_an_envoy_scores(place: list[float], marks: list[str], points: int) -> None:
    table = marines(place, marks=["tp:envoy", *marks])
    assert tac(ended("envoy", table).s) == points


def test_nobody_can_tell_who_may_name_an_envoy() -> None:
    """Whether the question is put must not depend on the secret: the Marines might have Envoy."""
    for op in ("envoy", "rout"):
        b = start(phase="gambit", operatives=marines([20, 8]), turn=2, tac_op={"A": op}, scenario="O2")
        assert b.match.decision is not None
        assert b.match.decision.clause == "KILLTEAM-C.TURN.5"
        assert b.match.seat == 0


# -- seek & destroy ------------------------------------------------------------------------------------------


def test_sweep_and_clear() -> None:
    table = {"boy": {"card": "BOY", "at": [20, 4]}, "aiw": at("east", "AIW"), "c": at("west")}
    s = scene("sweep_and_clear", table)
    ops.incapacitated(s, 1, 0, 0)
    assert (read(s, "notes.east"), s.secret[0]) == (["ready:swept:0"], frozenset())
    swept = {"west": {"notes": ["ready:swept:0"]}}
    table = {"boy": at("west"), "aiw": FAR}
    b = start(
        operatives=table,
        turn=2,
        tac_op={"A": "sweep_and_clear"},
        objectives=swept,
        active="boy",
        scenario="O2",
    )
    b.do("clear boy > west")
    assert "tp:cleared:0" in read(b.s, "notes.west")
    assert tac(ended("sweep_and_clear", table, objectives=swept).s) == 1
    cleared = {"west": {"notes": ["ready:swept:0", "tp:cleared:0"]}}
    b = ended("sweep_and_clear", table, objectives=cleared)
    assert tac(b.s) == 2
    assert read(b.s, "notes.west") == ["ready:swept:0"], "a token stays until the next Ready step"


@pytest.mark.parametrize(("place", "points"), [([18, 11], 0), ([19, 11], 2)])
def test_rout_needs_a_friend_near_the_enemy_zone(place: list[float], points: int) -> None:
    """Within 6" of x = 24: the rim of a 32 mm base at 18 is 5.37" away … measured from the base."""
    table = {"boy": {"card": "BOY", "at": [place[0] - 1, 16]}, "aiw": {"card": "AIW", "at": [26, 11]}}
    s = scene("rout", table)
    ops.incapacitated(s, 1, 0, 0)
    assert tac(s) == points


def test_rout_of_small_ones() -> None:
    table = {"boy": {"card": "BOY", "at": [22, 11]}, "trp": {"card": "TRP", "at": [26, 11]}}
    s = scene("rout", table)
    ops.incapacitated(s, 1, 0, 0)
    assert tac(s) == 1


def test_dominate() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": FAR, "x": {"card": "AIW", "at": [28, 6]}}
    s = scene("dominate", table)
    ops.incapacitated(s, 1, 0, 0)
    ops.incapacitated(s, 2, 0, 0)
    assert tacops.tokens_of(s, 0) == 2
    assert s.secret[0] == frozenset()
    tokens = {**table, "boy": {"card": "BOY", "at": [5, 3], "marks": ["battle:dominate:2"]}}
    assert tac(ended("dominate", tokens, 2).s) == 0
    b = ended("dominate", tokens, 3)
    assert (tac(b.s), tacops.tokens_of(b.s, 0)) == (2, 0), "no question: it makes no difference which"


def test_dominate_with_more_tokens_than_can_be_scored() -> None:
    table = {
        "boy": {"card": "BOY", "at": [5, 3], "marks": ["battle:dominate:2"]},
        "nob": {"card": "NOB", "at": [5, 6], "marks": ["battle:dominate:3"]},
        "aiw": FAR,
    }
    b = ended("dominate", table, 3)
    assert b.options() == ["remove_dominate boy", "remove_dominate nob", "decline"]
    b.do("remove_dominate nob", "remove_dominate nob", "remove_dominate nob")
    assert (tac(b.s), tacops.tokens_of(b.s, 0), tacops.tokens_of(b.s, 1)) == (3, 2, 0)


# -- infiltration --------------------------------------------------------------------------------------------


def test_track_enemy() -> None:
    """A Conceal friend behind light rubble: no valid target, but it sees the enemy in the open."""
    table = {
        "boy": {"card": "BOY", "at": [8, 5.4], "order": "conceal"},
        "aiw": {"card": "AIW", "at": [8, 1.5]},
    }
    s = scene("track_enemy", table)
    assert tacops.tracked(s, 0) == [1]
    b = ended("track_enemy", table)
    assert (tac(b.s), b.s.secret[0]) == (1, frozenset())
    assert tac(ended("track_enemy", table, 4).s) == 2
    open_ = {**table, "boy": {"card": "BOY", "at": [8, 5.4], "order": "engage"}}
    assert tac(ended("track_enemy", open_).s) == 0
    unseen = ended("dominate", table)
    assert "battle:not:track_enemy" in unseen.s.used[0]


def test_plant_devices() -> None:
    table = {"boy": at("east"), "aiw": FAR}
    b = start(operatives=table, turn=2, tac_op={"A": "plant_devices"}, active="boy", scenario="O2")
    b.do("plant_device boy > east")
    assert (read(b.s, "notes.east"), b.s.secret[0]) == (["device:0"], frozenset())
    assert tac(ended("plant_devices", table, objectives={"east": {"notes": ["device:0"]}}).s) == 1
    both = {"east": {"notes": ["device:0"]}, "centre": {"notes": ["device:0"]}}
    contested = {"boy": at("east"), "aiw": at("centre", "AIW")}
    assert tac(ended("plant_devices", contested, objectives=both).s) == 2
    assert tac(ended("plant_devices", table, objectives={"centre": {"notes": ["device:0"]}}).s) == 0
    again = start(operatives=table, turn=2, tac_op={"A": "plant_devices"}, active="boy",
                  objectives={"east": {"notes": ["device:0"]}}, scenario="O2")  # fmt: skip
    assert again.refused("plant_device boy > east") == "KILLTEAM-C.OPS.PLANT_DEVICES"


def test_steal_intelligence() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": FAR}
    s = scene("steal_intelligence", table)
    ops.incapacitated(s, 1, 0, 0)
    s.dead[1] = True
    assert s.secret[0] == frozenset()
    assert markers.must_before_removal(s, 1, frozenset()) == [("intelligence", 0)]
    texts = [GAME.text(s, action) for action in markers.before_removal(s, 1, frozenset())]
    assert texts[0] == "leave_intelligence aiw @ 28:3"
    tacops.leave_intelligence(s, 1, (s.x[1], s.y[1], 0))
    assert markers.must_before_removal(s, 1, frozenset()) == []
    assert read(s, "marker.intelligence1") == "28:3"


def test_intelligence_is_for_its_own_side() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [27, 3]}}
    lying = [
        {"kind": "intelligence", "at": [26, 3], "side": "A"},
        {"kind": "intelligence", "at": [5, 4], "side": "A"},
    ]
    b = start(operatives=table, turn=2, markers=lying, active="aiw", scenario="O2")
    assert b.refused("pick_up aiw > intelligence1") == "KILLTEAM-C.OPS.STEAL_INTELLIGENCE"
    b = start(operatives=table, turn=2, markers=lying, active="boy", scenario="O2").do(
        "pick_up boy > intelligence2"
    )
    assert read(b.s, "boy.carrying") == "intelligence2"


def test_intelligence_scores() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": FAR}
    carried = [{"kind": "intelligence", "side": "A", "carrier": "boy"}]
    assert tac(ended("steal_intelligence", table, markers=carried).s) == 1
    assert tac(ended("steal_intelligence", table, 4, markers=carried).s) == 2, "and 1 for each at the end"


def test_a_first_intelligence_is_no_load() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": FAR}
    intelligence = {"kind": "intelligence", "side": "A", "carrier": "boy"}
    s = position({"operatives": table, "markers": [intelligence]})
    assert not markers.full(s, 0)
    s = position({"operatives": table, "markers": [intelligence, {**intelligence}]})
    assert markers.full(s, 0)


def test_expendable_ones_leave_nothing() -> None:
    table = {
        "squ": {"card": "SQU", "at": [5, 3]},
        "aiw": FAR,
        "kom": {"card": "BOY", "at": [5, 6], "side": "B"},
    }
    del table["kom"]
    s = position({"operatives": table, "tac_op": {"B": "dominate"}, "turn": 2})
    ops.incapacitated(s, 0, 1, 1)
    assert tacops.tokens_of(s, 1) == 0
    assert s.secret[1] == SECRET
