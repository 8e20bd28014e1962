"""Death Korps (KILLTEAM-C.DKK): orders, abilities of datacards, ploys and equipment."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.boards.plane.solids import INCH
from affray.games.killteam import activation, field, hooks, stats
from affray.games.killteam.state import State, put

ORDERS = ("take_aim", "fix_bayonets", "dig_in", "move_move_move")
AIW = {"card": "AIW", "at": [28, 3]}


def who(s: State, name: str) -> int:
    return s.names.index(name)


def orders(s: State, name: str) -> list[str]:
    """The orders in force on an operative."""
    return [effect.kind for effect in s.effects if effect.who == who(s, name) and effect.kind in ORDERS]


def rules(s: State, name: str, enemy: str = "", *, melee: bool = False, **how: bool) -> list[str]:
    """The names of the rules that an operative's first ranged or last melee weapon gains."""
    operative = who(s, name)
    weapon = s.weapons[operative][-1 if melee else 0]
    against = who(s, enemy) if enemy else -1
    return sorted(r.name for r, _ in hooks.weapon_rules(s, operative, weapon, against, fighting=melee, **how))


PLATOON: dict[str, Any] = {
    "wat": {"card": "WAT", "at": [4, 10]},
    "trp": {"card": "TRP", "at": [4, 13]},
    "far": {"card": "TRP", "at": [4, 18]},
    "vox": {"card": "VOX", "at": [7, 6]},
    "aiw": AIW,
}


# -- orders (C.DKK.1, C.DKK.2) -------------------------------------------------------------------------------


def test_an_order_reaches_friends_within_6() -> None:
    battle = Battle(operatives=PLATOON, phase="gambit", used={"A": ["tp:relay"]})
    battle.do("invoke guardsman_orders who=wat choice=take_aim")
    s = battle.s
    assert [orders(s, name) for name in ("wat", "trp", "vox", "far")] == [["take_aim"]] * 3 + [[]]
    assert rules(s, "trp") == ["ceaseless"]
    assert rules(s, "trp", melee=True) == []
    assert rules(s, "far") == []
    assert "KILLTEAM-C.DKK.1" in battle.cited()


def test_a_later_order_takes_the_place_of_the_earlier() -> None:
    battle = Battle(
        operatives=PLATOON,
        active="wat",
        cp={"A": 1},
        used={"A": ["tp:relay", "tp:guardsman_orders"]},
        effects=[{"kind": "take_aim", "who": "trp"}, {"kind": "take_aim", "who": "far"}],
    )
    battle.do("invoke inspirational_leadership who=wat choice=fix_bayonets")
    s = battle.s
    assert orders(s, "trp") == ["fix_bayonets"]
    assert orders(s, "far") == ["take_aim"]
    assert s.cp[0] == 0
    assert rules(s, "trp", melee=True) == ["ceaseless"]


def test_adaptive_orders_pay_if_no_order_was_a_gambit() -> None:
    battle = Battle(operatives=PLATOON, active="wat", used={"A": ["tp:relay"]})
    battle.do("invoke inspirational_leadership who=wat choice=dig_in")
    assert "KILLTEAM-C.DKK.2" in battle.cited()
    battle = Battle(operatives=PLATOON, active="wat", used={"A": ["tp:relay", "tp:guardsman_orders"]})
    assert battle.refused("invoke inspirational_leadership who=wat choice=dig_in") == "KILLTEAM-C.CP.1"


def test_dig_in_and_move_move_move() -> None:
    """G.8: a Dash stays 3"."""
    s = position(
        operatives=PLATOON,
        effects=[{"kind": "dig_in", "who": "trp"}, {"kind": "move_move_move", "who": "far"}],
    )
    trp, far, aiw = who(s, "trp"), who(s, "far"), who(s, "aiw")
    rifle = s.weapons[aiw][0]
    assert [right.kind for right in hooks.defence(s, trp, aiw, rifle, cover=True).rights] == ["reroll_number"]
    assert hooks.defence(s, trp, aiw, rifle, cover=False).rights == ()
    assert stats.move(s, far, "reposition").value == 7 * INCH
    assert stats.move(s, far, "charge").value == 6 * INCH


def test_comm_beads_send_an_order_to_one_friend_anywhere() -> None:
    table: dict[str, Any] = {"operatives": PLATOON, "phase": "gambit"}
    battle = Battle(**table)
    assert battle.refused("invoke guardsman_orders who=wat choice=take_aim > far") == "KILLTEAM-C.DKK.8"
    battle = Battle(**table, equipment={"A": ["comm_beads"]})
    battle.do("invoke guardsman_orders who=wat choice=take_aim > far")
    assert orders(battle.s, "far") == ["take_aim"]
    assert orders(battle.s, "wat") == []
    assert "KILLTEAM-C.DKK.8" in battle.cited()


def test_take_aim_is_not_for_the_mortar() -> None:
    s = position(
        operatives={"spo": {"card": "SPO", "at": [4, 10]}, "aiw": AIW},
        effects=[{"kind": "take_aim", "who": "spo"}],
    )
    found = {w.group: [r.name for r, _ in hooks.weapon_rules(s, 0, w)] for w in s.weapons[0] if w.ranged}
    assert found == {"dkk.lasgun": ["ceaseless"], "dkk.mortar_barrage": []}


def test_relay() -> None:
    battle = Battle(operatives=PLATOON, phase="gambit")
    battle.do("invoke guardsman_orders who=wat choice=take_aim")
    assert battle.options() == ["invoke relay who=vox choice=take_aim", "decline"]
    assert battle.refused("invoke relay who=vox choice=dig_in") == "KILLTEAM-C.DKK.5"
    battle.do("invoke relay who=vox choice=take_aim")
    s = battle.s
    assert orders(s, "far") == ["take_aim"]
    assert stats.apl(s, who(s, "vox")).value == 1
    assert "tp:relay" in s.used[0]


def test_second_in_command_when_the_watchmaster_is_gone() -> None:
    table: dict[str, Any] = {"phase": "gambit"}
    troops: dict[str, Any] = {
        "con": {"card": "CON", "at": [4, 10]},
        "trp": {"card": "TRP", "at": [4, 13]},
        "aiw": AIW,
    }
    s = position(**table, operatives=troops | {"wat": {"card": "WAT", "at": [8, 3]}})
    assert not any(action.who == who(s, "con") for action in hooks.gambits(s, 0))  # type: ignore[attr-defined]  # Invoke
    battle = Battle(**table, operatives=troops | {"wat": {"card": "WAT", "dead": True}})
    battle.do("invoke guardsman_orders who=con choice=fix_bayonets")
    assert orders(battle.s, "trp") == ["fix_bayonets"]
    assert "battle:second_in_command" in battle.s.used[0]
    assert "KILLTEAM-C.DKK.2" in battle.cited()


def test_bring_it_down() -> None:
    battle = Battle(operatives=PLATOON | {"hig": {"card": "HIG", "at": [28, 8]}}, phase="gambit")
    battle.do("invoke bring_it_down > aiw")
    assert rules(battle.s, "trp", "aiw") == ["punishing"]
    assert rules(battle.s, "trp", "aiw", melee=True, retaliating=True) == ["punishing"]
    assert rules(battle.s, "trp", "hig") == []


def test_directive_names_who_is_next() -> None:
    """C.DKK.2: a Trooper named so has no Group Activation."""
    troops: dict[str, Any] = {
        "con": {"card": "CON", "at": [4, 10]},
        "trp": {"card": "TRP", "at": [4, 13]},
        "other": {"card": "TRP", "at": [4, 18]},
        "bru": {"card": "BRU", "at": [7, 10]},
        "aiw": AIW,
        "hig": {"card": "HIG", "at": [28, 8]},
    }
    battle = Battle(operatives=troops)
    battle.do("activate con", "order conceal")
    assert battle.refused("invoke directive who=con > other") == "KILLTEAM-C.DKK.2"
    assert battle.options() == ["invoke directive who=con > trp", "invoke directive who=con > bru", "decline"]
    battle.do("invoke directive who=con > trp", "end", "order conceal", "end")
    assert battle.match.seat == 1, "no Group Activation after a Directive"


def test_group_activation() -> None:
    """G.46j."""
    troops: dict[str, Any] = {
        "one": {"card": "TRP", "at": [4, 13]},
        "two": {"card": "TRP", "at": [4, 16]},
        "three": {"card": "TRP", "at": [4, 19]},
        "bru": {"card": "BRU", "at": [7, 10]},
        "aiw": AIW,
        "hig": {"card": "HIG", "at": [28, 8]},
    }
    battle = Battle(operatives=troops)
    battle.do("activate one", "order conceal", "end")
    assert battle.options("activate") == ["activate two", "activate three"]
    battle.do("activate two", "order conceal", "end")
    assert battle.match.seat == 1


def test_the_veteran_receives_an_order() -> None:
    battle = Battle(operatives={"vet": {"card": "VET", "at": [4, 13]}, "aiw": AIW})
    battle.do("order conceal", "invoke seasoned who=vet choice=move_move_move")
    assert orders(battle.s, "vet") == ["move_move_move"]
    assert "KILLTEAM-C.DKK.3" in battle.cited()
    assert battle.options("invoke") == []


def test_in_life_shame_gives_all_four_orders() -> None:
    table: dict[str, Any] = {
        "operatives": {"trp": {"card": "TRP", "at": [4, 13]}, "aiw": AIW},
        "cp": {"A": 1},
    }
    battle = Battle(**table)
    battle.do("order engage", "invoke in_life_shame who=trp")
    assert orders(battle.s, "trp") == list(ORDERS)
    battle = Battle(**table)
    battle.do("order conceal")
    assert battle.options("invoke") == []


# -- datacards -----------------------------------------------------------------------------------------------


def test_zeal_and_unshaken_faith() -> None:
    s = position(
        operatives={
            "zea": {"card": "ZEA", "at": [4, 10]},
            "trp": {"card": "TRP", "at": [4, 13]},
            "far": {"card": "TRP", "at": [4, 15]},
            "aiw": AIW,
        }
    )
    assert rules(s, "zea") == ["severe"]
    assert rules(s, "trp") == rules(s, "trp", melee=True) == ["severe"]
    assert rules(s, "far") == []
    rights = hooks.defence(s, 0, 3, s.weapons[3][0], cover=False).rights
    assert [(right.id, right.kind) for right in rights] == [("unshaken_faith", "reroll_any")]


def test_bruiser_and_bionics() -> None:
    s = position(
        operatives={"bru": {"card": "BRU", "at": [4, 10]}, "vet": {"card": "VET", "at": [4, 13]}, "aiw": AIW}
    )
    assert hooks.toughness(s, 0, 2).rights == ()
    (right,) = hooks.toughness(s, 0, 2, fighting=True, retaliating=True).rights
    assert (right.id, right.kind) == ("bruiser", "ignore")
    hooks.used(s, right, 0, 2)
    assert hooks.toughness(s, 0, 2, fighting=True).rights == ()
    assert hooks.edge(s, 0, 2, s.weapons[0][-1], retaliating=True).last_strike == "KILLTEAM-C.DKK.3"
    assert hooks.toughness(s, 1, 2).less == "KILLTEAM-C.DKK.3"


def test_medikit() -> None:
    battle = Battle(
        operatives={
            "med": {"card": "MED", "at": [4, 10]},
            "trp": {"card": "TRP", "at": [5.5, 10], "wounds": 1},
            "far": {"card": "TRP", "at": [8, 10], "wounds": 1},
            "saved": {"card": "TRP", "at": [4, 8.5], "wounds": 1, "marks": ["tp:medic_saved"]},
            "aiw": AIW,
        },
        active="med",
    )
    assert battle.refused("medikit med > far") == "KILLTEAM-C.DKK.4"
    assert battle.refused("medikit med > saved") == "KILLTEAM-C.DKK.4"
    battle.do("medikit med > trp", dice=[6, 1])
    assert battle.wounds("trp") == 5


def test_signal_and_spot() -> None:
    battle = Battle(
        operatives={"vox": {"card": "VOX", "at": [4, 10]}, "trp": {"card": "TRP", "at": [4, 13]}, "aiw": AIW},
        active="vox",
    )
    battle.do("signal vox > trp")
    assert stats.apl(battle.s, 1).value == 3
    battle = Battle(
        operatives={
            "spo": {"card": "SPO", "at": [4, 10]},
            "trp": {"card": "TRP", "at": [4, 13]},
            "far": {"card": "TRP", "at": [4, 16]},
            "aiw": {"card": "AIW", "at": [14, 13.5]},
        },
        active="spo",
    )
    s = battle.s
    assert field.targeting(s, 0, 3).obscured
    battle.do("spot spo > aiw")
    s = battle.s
    assert rules(s, "trp", "aiw") == ["seek_light"]
    assert rules(s, "far", "aiw") == []
    assert hooks.never_obscured(s, 1, 3) == "KILLTEAM-C.DKK.5"
    assert hooks.never_obscured(s, 2, 3) == ""
    assert not field.targeting(s, 0, 3).obscured
    assert "KILLTEAM-C.DKK.5" in battle.cited()


def test_the_sapper_lays_its_mine_and_dashes() -> None:
    battle = Battle(
        operatives={"sap": {"card": "SAP", "at": [4, 10]}, "aiw": AIW},
        active="sap",
        markers=[{"kind": "remote_mine", "side": "A", "carrier": "sap"}],
    )
    battle.do("place_marker sap > remote_mine1 @ 5:10", "dash sap @ walk:4:13")
    s = battle.s
    assert s.activation is not None
    assert (s.activation.spent, s.activation.done) == (1, ("place_marker", "dash"))
    assert s.markers[3].carrier == -1
    hooks.set_up(s)
    assert [(m.kind, m.carrier) for m in s.markers[4:]] == [("remote_mine", 0)]


# -- ploys ---------------------------------------------------------------------------------------------------


def test_strategy_ploys_of_weapons() -> None:
    s = position(
        operatives={
            "trp": {"card": "TRP", "at": [4, 13]},
            "away": {"card": "TRP", "at": [16, 5]},
            "aiw": AIW,
        },
        effects=[{"kind": "siege_warfare"}, {"kind": "clear_the_line"}, {"kind": "take_cover"}],
    )
    assert rules(s, "trp") == ["accurate", "saturate"]
    assert rules(s, "trp", melee=True) == ["accurate", "severe"]
    assert rules(s, "away", melee=True) == ["accurate"]
    assert rules(s, "away", melee=True, retaliating=True) == ["accurate", "severe"]
    assert stats.save(s, 0, cover=True).value == 4
    assert stats.save(s, 0).value == 5


def test_regroup() -> None:
    troops: dict[str, Any] = {
        "mid": {"card": "TRP", "at": [4, 10]},
        "near": {"card": "TRP", "at": [4, 15]},
        "far": {"card": "BRU", "at": [4, 17]},
        "front": {"card": "MED", "at": [12, 5]},
        "aiw": {"card": "AIW", "at": [14, 5]},
    }
    battle = Battle(operatives=troops, phase="gambit", cp={"A": 1})
    assert battle.refused("invoke regroup > front") == "KILLTEAM-C.DKK.6"
    battle.do("invoke regroup > mid")
    assert battle.refused("dash near @ walk:2:16") == "KILLTEAM-C.DKK.6"
    battle.do("dash near @ walk:4:12.5")
    assert battle.s.y[1] == round(12.5 * INCH)


def test_combined_arms() -> None:
    s = position(
        operatives={
            "trp": {"card": "TRP", "at": [4, 13]},
            "bru": {"card": "BRU", "at": [4, 10]},
            "aiw": {"card": "AIW", "at": [12, 5], "marks": ["tp:shot_by:1"]},
        },
        cp={"A": 1},
    )
    gun = s.weapons[0][0]
    assert [r.id for r in hooks.attack_rights(s, 0, gun, 2)] == ["combined_arms"]
    assert hooks.attack_rights(s, 1, gun, 2) == []
    assert hooks.attack_rights(s, 0, s.weapons[0][-1], 2, fighting=True) == []


def test_a_swapped_trooper_makes_a_ploy_free() -> None:
    battle = Battle(operatives=PLATOON, phase="gambit", free_ploys={"A": ["take_cover"]})
    battle.do("invoke take_cover")
    assert battle.s.cp[0] == 0


# -- equipment -----------------------------------------------------------------------------------------------


def test_chronometer() -> None:
    table: dict[str, Any] = {
        "operatives": {
            "trp": {"card": "TRP", "at": [4, 13]},
            "away": {"card": "BRU", "at": [16, 5]},
            "aiw": AIW,
        },
        "phase": "gambit",
        "equipment": {"A": ["chronometer"]},
    }
    battle = Battle(**table)
    battle.do("invoke chronometer")
    assert battle.refused("dash trp @ walk:2:13") == "KILLTEAM-C.DKK.8"
    battle.do("dash trp @ walk:7:13")
    assert battle.s.x[0] == 7 * INCH
    assert hooks.gambits(position(**table, turn=3), 0) == []
    assert hooks.gambits(position(**table, used={"A": ["battle:chronometer"]}), 0) == []
    assert hooks.gambits(position(**table, used={"A": ["tp:regroup"]}), 0) == []


def test_gas_bombardment() -> None:
    table: dict[str, Any] = {
        "operatives": {
            "wat": {"card": "WAT", "at": [4, 13]},
            "aiw": {"card": "AIW", "at": [24, 5]},
            "hig": {"card": "HIG", "at": [24, 12]},
        },
        "phase": "gambit",
        "equipment": {"A": ["gas_bombardment"]},
    }
    battle = Battle(**table)
    battle.do("invoke gas_bombardment @ 24:7")
    s = battle.s
    assert stats.apl(s, who(s, "aiw")).value == 2
    assert stats.apl(s, who(s, "hig")).value == 3
    assert "battle:gas_bombardment" in s.used[0]
    under = Battle(
        **(
            table
            | {
                "map": "a",
                "operatives": {"wat": {"card": "WAT", "at": [4, 13]}, "aiw": {"card": "AIW", "at": [27, 3]}},
            }
        )
    )
    assert under.refused("invoke gas_bombardment @ 11.5:4.5") == "KILLTEAM-C.DKK.8"
    assert under.refused("invoke gas_bombardment @ 11.5:4.5:3") == ""


@pytest.mark.parametrize("ploy", ["siege_warfare", "take_cover", "clear_the_line"])
def test_gambits_are_used_once_per_turning_point(ploy: str) -> None:
    s = position(operatives=PLATOON, phase="gambit", cp={"A": 1})
    assert any(action.rule == ploy for action in hooks.gambits(s, 0))  # type: ignore[attr-defined]  # Invoke
    s.used = put(s.used, 0, frozenset({f"tp:{ploy}"}))
    assert not any(action.rule == ploy for action in hooks.gambits(s, 0))  # type: ignore[attr-defined]  # Invoke


def test_an_operative_of_the_dead_is_injured() -> None:
    s = position(operatives=PLATOON, effects=[{"kind": "in_death_atonement", "who": "trp"}])
    assert stats.injured(s, who(s, "trp")) == "KILLTEAM-C.DKK.7"
    assert activation.record(s, 0) is None
