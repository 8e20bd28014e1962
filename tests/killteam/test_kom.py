"""Kommandos (KILLTEAM-C.KOM): abilities of datacards, ploys and equipment."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.boards.plane.solids import INCH
from affray.games.killteam import activation, field, hooks, stats
from affray.games.killteam.state import Activation, State


def who(s: State, name: str) -> int:
    return s.names.index(name)


def names_of(rules: Any) -> list[str]:
    return sorted(rule.name for rule, _ in rules)


AIW = {"card": "AIW", "at": [28, 3]}


def test_throat_slittas() -> None:
    """G.11."""
    s = position(
        operatives={"boy": {"card": "BOY", "at": [5, 3]}, "squig": {"card": "SQU", "at": [5, 6]}, "aiw": AIW}
    )
    assert hooks.charge_on_conceal(s, 0) == "KILLTEAM-C.KOM.1"
    assert hooks.charge_on_conceal(s, 1) == ""
    assert hooks.charge_on_conceal(s, 2) == ""


def test_the_boss_nob_fights_twice() -> None:
    s = position(
        operatives={"nob": {"card": "NOB", "at": [5, 3]}, "boy": {"card": "BOY", "at": [5, 6]}, "aiw": AIW}
    )
    for operative, may in ((0, "KILLTEAM-C.KOM.2"), (1, "")):
        s.activation = Activation(operative, 1, ("fight",))
        assert hooks.repeats(s, operative, "fight") == may
        assert hooks.repeats(s, operative, "shoot") == ""
    s.activation = Activation(0, 2, ("fight", "fight"))
    assert hooks.repeats(s, 0, "fight") == ""


def test_get_it_dun() -> None:
    battle = Battle(
        operatives={
            "nob": {"card": "NOB", "at": [5, 3]},
            "boy": {"card": "BOY", "at": [12, 3]},
            "squig": {"card": "SQU", "at": [5, 6]},
            "far": {"card": "BUR", "at": [15, 3]},
            "aiw": AIW,
        },
        active="nob",
    )
    assert battle.refused("get_it_dun nob > nob") == "KILLTEAM-C.KOM.2"
    assert battle.refused("get_it_dun nob > squig") == "KILLTEAM-C.KOM.2"
    assert battle.refused("get_it_dun nob > far") == "KILLTEAM-C.KOM.2"
    assert battle.options("get_it_dun") == ["get_it_dun nob > boy"]
    battle.do("get_it_dun nob > boy")
    assert stats.apl(battle.s, who(battle.s, "boy")).value == 3
    battle.do("end")
    assert stats.apl(battle.s, who(battle.s, "boy")).value == 3


def test_a_comms_device_carries_support_farther() -> None:
    """C.EQ.COMMS_DEVICE."""
    table: dict[str, Any] = {
        "operatives": {
            "nob": {"card": "NOB", "at": [5, 3]},
            "far": {"card": "BUR", "at": [14.5, 3]},
            "aiw": AIW,
        },
        "active": "nob",
    }
    assert Battle(**table).refused("get_it_dun nob > far") == "KILLTEAM-C.KOM.2"
    battle = Battle(**table, markers=[{"kind": "comms", "at": [5, 4], "side": "A"}])
    battle.do("get_it_dun nob > far")
    assert "KILLTEAM-C.EQ.COMMS_DEVICE" in battle.cited()


def test_i_got_a_plan_once_per_activation() -> None:
    s = position(operatives={"com": {"card": "COM", "at": [5, 3]}, "aiw": AIW})
    s.activation = Activation(0)
    assert activation.price(s, 0, "pick_up", 1) == 0
    assert activation.price(s, 0, "loot", 1) == 0
    assert activation.price(s, 0, "dash", 1) == 1
    hooks.paid(s, 0, "loot")
    assert activation.price(s, 0, "pick_up", 1) == 1


def test_taktical_wot_notz() -> None:
    """C.KOM.3: one stun and one smoke grenade each turning point, whatever was picked."""
    battle = Battle(
        operatives={
            "boy": {"card": "BOY", "at": [5, 3]},
            "bur": {"card": "BUR", "at": [5, 6]},
            "aiw": {"card": "AIW", "at": [10, 3]},
        },
        active="boy",
    )
    battle.do("stun boy > aiw", dice=[3])
    assert stats.apl(battle.s, who(battle.s, "aiw")).value == 2
    assert {"KILLTEAM-C.KOM.3", "KILLTEAM-C.EQ.UTILITY_GRENADES"} <= battle.cited()
    assert "tp:taktical_wot_notz:stun" in battle.s.used[0]
    assert battle.refused("stun boy > aiw") == "KILLTEAM-C.TURN.9"
    assert battle.options("smoke") != []
    battle = Battle(
        operatives={"bur": {"card": "BUR", "at": [5, 6]}, "aiw": {"card": "AIW", "at": [10, 3]}}, active="bur"
    )
    assert battle.options("smoke") == []


def test_breach_opens_a_wall() -> None:
    """C.KOM.3: Map C, wall Wa is half an inch thick."""
    table: dict[str, Any] = {
        "operatives": {"bre": {"card": "BRE", "at": [8.5, 10]}, "aiw": AIW},
        "active": "bre",
    }
    battle = Battle(**table)
    assert battle.refused("reposition bre @ through:10.7:10") == "KILLTEAM-C.MOV.7"
    assert battle.refused("breach bre @ 5:10") == "KILLTEAM-C.KOM.3"
    assert battle.options("breach bre") == ["breach bre @ 9.5:10"]
    battle.do("breach bre @ 9.5:10", "reposition bre @ through:10.7:10")
    assert battle.s.x[0] == round(10.7 * INCH)
    assert "KILLTEAM-C.KOM.3" in battle.cited()
    battle = Battle(**table)
    battle.do("breach_reposition bre @ through:10.7:10 point=9.5:10 after=0")
    assert battle.s.activation is not None
    assert battle.s.activation.spent == 1
    assert battle.s.activation.done == ("reposition", "breach")


def test_breach_where_parts_of_a_wall_meet_is_listed_once() -> None:
    battle = Battle(map="a", operatives={"bre": {"card": "BRE", "at": [12, 8]}, "aiw": AIW}, active="bre")
    assert battle.options("breach bre") == ["breach bre @ 12:7", "breach bre @ 12:9"]


def test_breach_in_the_middle_of_a_move() -> None:
    battle = Battle(operatives={"bre": {"card": "BRE", "at": [6.5, 10]}, "aiw": AIW}, active="bre")
    way = "walk:8.5:10+through:10.7:10 point=9.5:10"
    assert battle.refused(f"breach_reposition bre @ {way} after=0") == "KILLTEAM-C.KOM.3"
    battle.do(f"breach_reposition bre @ {way} after=1")
    assert battle.s.x[0] == round(10.7 * INCH)
    assert [marker.kind for marker in battle.s.markers][3:] == ["breach"]


def test_dakka_dash_conditions() -> None:
    battle = Battle(
        operatives={"dak": {"card": "DAK", "at": [5, 3], "order": "conceal"}, "aiw": AIW}, active="dak"
    )
    assert battle.refused("dakka_dash dak") == "KILLTEAM-C.KOM.3"


def test_dakka_dash_in_either_order() -> None:
    battle = Battle(
        operatives={"dak": {"card": "DAK", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [12, 3]}}, active="dak"
    )
    battle.do("dakka_dash dak", "dash dak @ walk:5:5", "decline")
    assert battle.s.activation is not None
    assert battle.s.activation.done == ("dakka_dash", "dash")
    assert battle.s.activation.spent == 1
    assert battle.refused("dash dak @ walk:5:4") == "KILLTEAM-C.TURN.9"


def test_sneaky_zogger() -> None:
    """C.KOM.4: never Engage; in cover no valid target, Seek or not."""
    battle = Battle(
        operatives={
            "grot": {"card": "GRO", "at": [8, 5.95], "order": "conceal"},
            "aiw": {"card": "AIW", "at": [8, 1.5]},
        }
    )
    s = battle.s
    refused = hooks.order_fault(s, 0, True)
    assert refused is not None
    assert refused.clause == "KILLTEAM-C.KOM.4"
    assert not s.engage[0], "its only order was given without asking"
    aim = field.targeting(s, 1, 0, seek=True)
    assert not aim.valid
    assert aim.clause == "KILLTEAM-C.KOM.4"


def test_grappling_hook() -> None:
    battle = Battle(
        map="a",
        operatives={
            "grot": {"card": "GRO", "at": [12, 1], "order": "conceal"},
            "aiw": {"card": "AIW", "at": [28, 11]},
        },
        active="grot",
    )
    assert len(set(battle.options("grapple"))) == len(battle.options("grapple")) == 8
    battle.do("grapple grot @ 12.5:2.7:3")
    assert battle.s.z[0] == 3 * INCH
    assert battle.s.activation is not None
    assert battle.s.activation.done == ("reposition",)
    assert battle.refused("reposition grot @ walk:12.5:3") == "KILLTEAM-C.TURN.9"


def test_grappling_hook_refused() -> None:
    battle = Battle(
        operatives={"grot": {"card": "GRO", "at": [12, 3], "order": "conceal"}, "aiw": AIW},
        activation={"who": "grot", "done": ["charge"]},
    )
    assert battle.refused("grapple grot @ 9.5:4") == "KILLTEAM-C.KOM.4"
    battle = Battle(
        operatives={"grot": {"card": "GRO", "at": [12, 3], "order": "conceal"}, "aiw": AIW}, active="grot"
    )
    assert battle.refused("grapple grot @ 20:20") == "KILLTEAM-C.KOM.4"
    assert battle.refused("grapple grot @ 9:5.2") == ""


def test_stoopid() -> None:
    battle = Battle(operatives={"squig": {"card": "SQU", "at": [12, 3]}, "aiw": AIW}, objectives={})
    s = battle.s
    refused = hooks.order_fault(s, 0, False)
    assert refused is not None
    assert refused.clause == "KILLTEAM-C.KOM.5"
    for action, fault in (
        ("charge", False),
        ("shoot", False),
        ("pick_up", True),
        ("smoke", True),
        ("fall_back", True),
    ):
        assert (hooks.action_fault(s, 0, action) is not None) is fault
    harpoon = s.content.weapons["kom.harpoon"]
    refused = hooks.attack_refusal(s, 0, harpoon)
    assert refused is not None
    assert refused.clause == "KILLTEAM-C.KOM.5"


# -- ploys ---------------------------------------------------------------------------------------------------


def test_dakka_and_waaagh() -> None:
    battle = Battle(
        operatives={"boy": {"card": "BOY", "at": [5, 3]}, "aiw": AIW}, phase="gambit", cp={"A": 2}
    )
    battle.do("invoke dakka", "invoke waaagh")
    s = battle.s
    slugga, choppa = s.weapons[0]
    assert names_of(hooks.weapon_rules(s, 0, slugga, 1)) == ["punishing"]
    assert names_of(hooks.weapon_rules(s, 0, choppa, 1, fighting=True)) == ["balanced"]


def test_skulk_about() -> None:
    s = position(
        operatives={
            "boy": {"card": "BOY", "at": [5, 3], "order": "conceal"},
            "loud": {"card": "BOY", "at": [5, 6]},
            "aiw": AIW,
        },
        effects=[{"kind": "skulk_about"}],
    )
    rifle = s.weapons[2][0]
    assert hooks.defence(s, 0, 2, rifle, cover=False).unrolled == 1
    assert hooks.defence(s, 0, 2, rifle, cover=False).unrolled_clause == "KILLTEAM-C.KOM.6"
    assert hooks.defence(s, 1, 2, rifle, cover=False).unrolled == 0


def test_ssssh() -> None:
    """Not in turning point 1; friends that no enemy could shoot may dash."""
    table: dict[str, Any] = {
        "operatives": {
            "hid": {"card": "BOY", "at": [8, 10], "order": "engage"},
            "seen": {"card": "BOY", "at": [12, 5], "order": "engage"},
            "far": {"card": "BUR", "at": [2, 20], "order": "conceal"},
            "aiw": {"card": "AIW", "at": [12, 10]},
        },
        "phase": "gambit",
        "cp": {"A": 1},
    }
    assert Battle(**table).refused("invoke ssssh") == "KILLTEAM-C.KOM.6"
    battle = Battle(**table, turn=2)
    battle.do("invoke ssssh")
    assert battle.options() == ["decline", "invoke ssssh who=hid", "invoke ssssh who=far"]
    battle.do("invoke ssssh who=far", "dash far @ walk:2:18", "dash hid @ walk:7:10")
    assert (battle.s.y[2], battle.s.x[0]) == (18 * INCH, 7 * INCH)


def test_just_a_scratch_not_for_grot_and_squig() -> None:
    """G.46k: a second time in the turning point refused."""
    s = position(
        operatives={
            "boy": {"card": "BOY", "at": [5, 3]},
            "grot": {"card": "GRO", "at": [5, 6]},
            "squig": {"card": "SQU", "at": [5, 9]},
            "aiw": AIW,
        },
        cp={"A": 2},
    )
    (scratch,) = hooks.toughness(s, 0, 3).rights
    assert (scratch.id, scratch.kind, scratch.cost) == ("just_a_scratch", "ignore", 1)
    assert hooks.toughness(s, 1, 3).rights == ()
    assert hooks.toughness(s, 2, 3).rights == ()
    hooks.used(s, scratch, 0, 3)
    assert s.cp[0] == 1
    assert hooks.toughness(s, 0, 3).rights == ()


def test_kunnin_but_brutal() -> None:
    s = position(
        operatives={"boy": {"card": "BOY", "at": [5, 3], "order": "conceal"}, "aiw": AIW}, cp={"A": 1}
    )
    choppa = s.weapons[0][-1]
    s.activation = Activation(0, 1, ("charge",))
    (right,) = hooks.edge(s, 0, 1, choppa, retaliating=False).rights
    assert (right.id, right.kind) == ("kunnin_but_brutal", "cunning")
    assert hooks.edge(s, 0, 1, choppa, retaliating=True).rights == ()
    s.engage[0] = True
    assert hooks.edge(s, 0, 1, choppa, retaliating=False).rights == ()


def test_shake_it_off_when_activated() -> None:
    stunned = [{"kind": "stun", "side": "B", "who": "boy", "value": -1, "until": "next_activation"}]
    table: dict[str, Any] = {
        "operatives": {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": AIW},
        "effects": stunned,
    }
    battle = Battle(**table)
    battle.do("order engage")
    assert stats.apl(battle.s, 0).value == 1
    battle = Battle(**table, cp={"A": 1})
    battle.do("order engage")
    assert battle.options() == ["invoke shake_it_off who=boy", "decline"]
    battle.do("invoke shake_it_off who=boy")
    assert stats.apl(battle.s, 0).value == 2
    assert "KILLTEAM-C.KOM.7" in battle.cited()


def test_shake_it_off_when_the_apl_is_changed() -> None:
    battle = Battle(
        operatives={"boy": {"card": "BOY", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [10, 3]}},
        equipment={"B": ["utility_grenades:stun+stun"]},
        active="aiw",
        cp={"A": 1},
    )
    battle.do("stun aiw > boy", dice=[6])
    assert battle.match.seat == 0
    assert battle.options() == ["invoke shake_it_off who=boy", "decline"]
    battle.do("decline")
    assert battle.match.seat == 1


def test_krump_em_needs_an_enemy_at_hand() -> None:
    table: dict[str, Any] = {
        "operatives": {
            "boy": {"card": "BOY", "at": [10, 6], "ready": False},
            "nob": {"card": "NOB", "at": [10, 3], "ready": False},
            "aiw": {"card": "AIW", "at": [12, 6], "ready": False},
        },
    }
    s = position(**table, cp={"A": 1})
    assert [action.who for action in hooks.end_of_firefight(s, 0)] == [0]  # type: ignore[attr-defined]  # Invoke
    assert hooks.end_of_firefight(s, 1) == ()


# -- equipment -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "id", "note"), [("dynamite", "kom.dynamite", "battle"), ("harpoon", "kom.harpoon", "tp")]
)
def test_counted_weapons(item: str, id: str, note: str) -> None:
    s = position(operatives={"boy": {"card": "BOY", "at": [10, 6]}, "aiw": AIW}, equipment={"A": [item]})
    weapon = s.content.weapons[id]
    assert hooks.attack_refusal(s, 0, weapon) is None
    hooks.weapon_used(s, 0, weapon)
    assert f"{note}:{item}:1" in s.used[0]
    refused = hooks.attack_refusal(s, 0, weapon)
    assert refused is not None
    assert refused.clause == "KILLTEAM-C.KOM.8"


def test_the_grappling_hook_offers_each_place_once() -> None:
    gro = {"card": "GRO", "at": [3, 17], "order": "conceal"}
    battle = Battle(map="a", active="gro", operatives={"gro": gro, "aiw": AIW})
    offered = battle.options("grapple")
    assert len(set(offered)) == len(offered) == 8


def test_breach_offers_each_point_once() -> None:
    """Two parts of the large ruin meet at 21:8."""
    battle = Battle(map="a", active="bre", operatives={"bre": {"card": "BRE", "at": [22, 8]}, "aiw": AIW})
    assert battle.options("breach bre") == ["breach bre @ 21:8", "breach bre @ 21:7"]
