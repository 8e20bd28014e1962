"""Plague Marines (KILLTEAM-C.PLM): Astartes, poison, resilience, abilities, ploys and equipment."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.boards.plane.solids import INCH
from affray.games.killteam import field, hooks, stats
from affray.games.killteam.state import Activation, State
from affray.games.killteam.weapons import Weapon

TOKEN = ["battle:poison"]


def who(s: State, name: str) -> int:
    return s.names.index(name)


def weapon(s: State, name: str, id: str) -> Weapon:
    return next(w for w in s.weapons[who(s, name)] if w.id == id)


def test_two_shoots_need_bolt_or_psychic_and_no_psychic_twice() -> None:
    """C.PLM.1."""
    s = position(
        operatives={
            "mpc": {"card": "MPC", "at": [5, 10]},
            "hgn": {"card": "HGN", "at": [5, 5]},
            "boy": {"card": "BOY", "at": [12, 10]},
        }
    )
    mpc, hgn = who(s, "mpc"), who(s, "hgn")
    s.activation = Activation(mpc, 1, ("shoot",), ("plm.entropy",))
    again = hooks.attack_refusal(s, mpc, weapon(s, "mpc", "plm.entropy"))
    assert again is not None
    assert again.clause == "KILLTEAM-C.PLM.1"
    assert hooks.attack_refusal(s, mpc, weapon(s, "mpc", "plm.plague_wind")) is None
    s.activation = Activation(hgn, 1, ("shoot",), ("plm.plague_spewer",))
    again = hooks.attack_refusal(s, hgn, weapon(s, "hgn", "plm.plague_spewer"))
    assert again is not None
    assert again.clause == "KILLTEAM-C.PLM.1"


def test_poison_hurts_who_is_activated_at_once() -> None:
    """G.46g: 7 wounds left, not injured; after the token's damage injured before its first action."""
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [5, 10]},
            "aiw": {"card": "AIW", "at": [12, 10], "wounds": 7, "marks": TOKEN},
        },
        to_act="B",
        initiative="B",
    )
    aiw = battle.who("aiw")
    assert stats.move(battle.s, aiw).value == 6 * INCH
    battle.do("order engage")
    assert battle.wounds("aiw") == 6
    assert stats.move(battle.s, aiw).value == 4 * INCH
    assert battle.s.activation is not None
    assert "KILLTEAM-C.PLM.2" in battle.cited()


def test_poison_can_end_an_activation() -> None:
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [5, 10]},
            "trp": {"card": "TRP", "at": [12, 10], "wounds": 1, "marks": TOKEN},
            "brp": {"card": "BRU", "at": [14, 10]},
        },
        initiative="B",
    )
    battle.do("activate trp", "order engage")
    assert not battle.s.on[battle.who("trp")]
    assert battle.match.seat == 0


def test_grandfathers_blessing() -> None:
    """C.PLM.4: at most 3 per turning point, within 7", for token bearers."""
    s = position(
        operatives={
            "cha": {"card": "CHA", "at": [5, 10], "wounds": 5},
            "far": {"card": "BOY", "at": [24, 10]},
            "boy": {"card": "BOY", "at": [12, 10]},
        }
    )
    cha, boy, far = who(s, "cha"), who(s, "boy"), who(s, "far")
    hooks.wounds_lost(s, boy, 2)
    assert s.wounds[cha] == 5
    s.marks[boy] = s.marks[far] = frozenset(TOKEN)
    hooks.wounds_lost(s, far, 2)
    assert s.wounds[cha] == 5
    hooks.wounds_lost(s, boy, 2)
    assert s.wounds[cha] == 7
    edge = hooks.edge(s, cha, boy, s.weapons[cha][-1], retaliating=False)
    assert (edge.leech, edge.leech_clause) == (1, "KILLTEAM-C.PLM.4")
    hooks.wounds_lost(s, boy, 4)
    assert s.wounds[cha] == 8
    hooks.wounds_lost(s, boy, 1)
    assert s.wounds[cha] == 8


def test_flail_strikes_everybody_near() -> None:
    """C.PLM.4: D3+2 each, friends too; 3 poisons enemies."""
    battle = Battle(
        operatives={
            "ftr": {"card": "FTR", "at": [12, 4]},
            "war": {"card": "WAR", "at": [12, 6.5]},
            "boy": {"card": "BOY", "at": [14, 4]},
            "grot": {"card": "GRO", "at": [12, 1.5]},
        },
        active="ftr",
    )
    battle.do("flail ftr", dice=[6, 1, 3])
    assert battle.wounds("boy") == 5
    assert "battle:poison" in battle.s.marks[battle.who("boy")]
    assert battle.wounds("grot") == 2
    assert battle.wounds("war") == 10
    assert battle.refused("flail ftr") == "KILLTEAM-C.TURN.9"


@pytest.mark.parametrize(
    ("order", "done", "refused"),
    [
        ("engage", ["fight"], ""),
        ("engage", ["fight", "fight"], "KILLTEAM-C.PLM.4"),
        ("conceal", [], "KILLTEAM-C.PLM.4"),
    ],
)
def test_when_flail_is_refused(order: str, done: list[str], refused: str) -> None:
    battle = Battle(
        operatives={
            "ftr": {"card": "FTR", "at": [12, 4], "order": order},
            "boy": {"card": "BOY", "at": [14, 4]},
        },
        activation={"who": "ftr", "done": done},
    )
    assert battle.refused("flail ftr") == refused


def test_no_second_fight_with_a_flail() -> None:
    s = position(operatives={"ftr": {"card": "FTR", "at": [12, 4]}, "boy": {"card": "BOY", "at": [14, 4]}})
    s.activation = Activation(0, 2, ("fight", "flail"))
    assert hooks.repeats(s, 0, "fight") == ""
    s.activation = Activation(0, 2, ("fight",))
    assert hooks.repeats(s, 0, "fight") == "KILLTEAM-C.PLM.1"


def test_miasma_poisons_or_hurts() -> None:
    battle = Battle(
        operatives={
            "mpc": {"card": "MPC", "at": [5, 3]},
            "boy": {"card": "BOY", "at": [11, 3]},
            "far": {"card": "BOY", "at": [25, 3]},
            "near": {"card": "BOY", "at": [14, 3], "order": "conceal", "marks": TOKEN},
        },
        activation={"who": "mpc"},
    )
    assert battle.refused("miasma mpc > far") == "", "a valid target, however far"
    battle.do("miasma mpc > boy")
    assert "battle:poison" in battle.s.marks[battle.who("boy")]
    battle = Battle(
        operatives={
            "mpc": {"card": "MPC", "at": [5, 3]},
            "boy": {"card": "BOY", "at": [11, 3], "marks": TOKEN},
        },
        active="mpc",
    )
    battle.do("miasma mpc > boy")
    assert battle.wounds("boy") == 7
    assert "KILLTEAM-C.PLM.5" in battle.cited()


def test_miasma_needs_sight() -> None:
    """G.12: no line passes Wa."""
    battle = Battle(
        operatives={"mpc": {"card": "MPC", "at": [8, 10]}, "boy": {"card": "BOY", "at": [11.5, 10]}},
        active="mpc",
    )
    assert battle.refused("miasma mpc > boy") == "KILLTEAM-C.PLM.5"


@pytest.mark.parametrize(("dice", "wounds"), [([3, 4], 9), ([5, 3], 7), ([1, 6], 9), ([6, 6], 8)])
def test_putrescent_vitality(dice: list[int], wounds: int) -> None:
    battle = Battle(
        operatives={
            "mpc": {"card": "MPC", "at": [5, 3]},
            "war": {"card": "WAR", "at": [7, 3], "wounds": 2},
            "boy": {"card": "BOY", "at": [20, 3]},
        },
        active="mpc",
    )
    battle.do("vitality mpc > war", dice=dice)
    assert battle.wounds("war") == wounds
    assert battle.refused("vitality mpc > war") == "KILLTEAM-C.TURN.9"


def test_vitality_once_per_turning_point_and_near() -> None:
    battle = Battle(
        operatives={
            "mpc": {"card": "MPC", "at": [5, 3]},
            "war": {"card": "WAR", "at": [12, 3]},
            "boy": {"card": "BOY", "at": [20, 3]},
        },
        active="mpc",
    )
    assert battle.refused("vitality mpc > war") == "KILLTEAM-C.PLM.5"
    assert battle.refused("vitality mpc > mpc") == ""
    battle = Battle(
        operatives={"mpc": {"card": "MPC", "at": [5, 3]}, "boy": {"card": "BOY", "at": [20, 3]}},
        active="mpc",
        used={"A": ["tp:putrescent_vitality"]},
    )
    assert battle.refused("vitality mpc > mpc") == "KILLTEAM-C.PLM.5"


def test_the_icon_bearer_controls_markers() -> None:
    s = position(operatives={"icb": {"card": "ICB", "at": [14, 11]}, "boy": {"card": "BOY", "at": [28, 3]}})
    assert hooks.control_changes(s, 0) == ((1, "KILLTEAM-C.PLM.5"),)
    assert stats.apl(s, 0, marker=True).value == 4
    assert stats.apl(s, 0).value == 3


def test_repulsive_fortitude() -> None:
    s = position(operatives={"war": {"card": "WAR", "at": [14, 11]}, "boy": {"card": "BOY", "at": [28, 3]}})
    guard = hooks.defence(s, 0, 1, weapon(s, "boy", "kom.slugga"), cover=False)
    assert (guard.critical_from, guard.critical_clause) == (5, "KILLTEAM-C.PLM.5")
    assert hooks.toughness(s, 0, 1).resilient == "KILLTEAM-C.PLM.3"


# -- ploys (C.PLM.6, C.PLM.7) --------------------------------------------------------------------------------


def test_contagion() -> None:
    table: dict[str, Any] = {
        "operatives": {
            "war": {"card": "WAR", "at": [12, 4]},
            "sick": {"card": "BOY", "at": [15, 4], "marks": TOKEN},
            "hurt": {"card": "BOY", "at": [12, 7], "marks": TOKEN, "wounds": 3},
            "sound": {"card": "BOY", "at": [12, 1.5]},
            "icb": {"card": "ICB", "at": [5, 4]},
            "other": {"card": "BOY", "at": [5, 7]},
        },
        "phase": "gambit",
    }
    battle = Battle(**table, cp={"A": 1})
    battle.do("invoke contagion")
    s = battle.s
    slugga = weapon(s, "sick", "kom.slugga")
    assert stats.move(s, who(s, "sick")).value == 4 * INCH
    assert stats.hit(s, who(s, "sick"), slugga).value == 5
    assert stats.move(s, who(s, "hurt")).value == 4 * INCH
    assert stats.hit(s, who(s, "hurt"), slugga).value == 5, "not on top of being injured"
    assert stats.hit(s, who(s, "sound"), slugga).value == 4
    assert stats.hit(s, who(s, "other"), slugga).value == 5, "near the Icon Bearer no token is needed"


def test_the_icon_of_contagion_pays_within_enemy_territory() -> None:
    table: dict[str, Any] = {"phase": "gambit"}
    home = {
        "icb": {"card": "ICB", "at": [5, 4]},
        "war": {"card": "WAR", "at": [15, 6], "marks": TOKEN},
        "boy": {"card": "BOY", "at": [28, 3]},
    }
    away = {"icb": {"card": "ICB", "at": [15, 4]}, "boy": {"card": "BOY", "at": [28, 3]}}
    assert hooks.gambits(position(**table, operatives=home), 0) == []
    battle = Battle(**table, operatives=away)
    battle.do("invoke contagion")
    assert battle.s.cp[0] == 0
    assert "KILLTEAM-C.PLM.5" in battle.cited()


@pytest.mark.parametrize(
    ("moved", "counter", "retaliating", "ceaseless"),
    [(3, False, False, True), (3.01, False, False, False), (0, True, False, False), (9, True, True, True)],
)
def test_lumbering_death(moved: float, counter: bool, retaliating: bool, ceaseless: bool) -> None:
    s = position(
        operatives={"war": {"card": "WAR", "at": [12, 4]}, "boy": {"card": "BOY", "at": [28, 3]}},
        effects=[{"kind": "lumbering_death"}],
    )
    s.activation = Activation(0, moved=int(moved * INCH), counter=counter)
    knife = s.weapons[0][-1]
    added = hooks.weapon_rules(s, 0, knife, 1, fighting=True, retaliating=retaliating)
    assert bool(added) is ceaseless


def test_cloud_of_flies() -> None:
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [12, 4]},
            "out": {"card": "ICB", "at": [12, 7]},
            "far": {"card": "BOY", "at": [20, 4]},
            "near": {"card": "BOY", "at": [12, 1]},
        },
        phase="gambit",
        cp={"A": 1},
    )
    assert battle.refused("invoke cloud_of_flies @ 9.7:10") == "KILLTEAM-C.MRK.3"
    battle.do("invoke cloud_of_flies @ 12:4.5")
    s = battle.s
    war, out, far, near = (who(s, name) for name in ("war", "out", "far", "near"))
    assert hooks.obscured(s, far, war) == "KILLTEAM-C.PLM.6"
    assert hooks.obscured(s, near, war) == ""
    assert hooks.obscured(s, far, out) == ""
    assert field.targeting(s, far, war).obscured


def test_nurglings() -> None:
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [12, 4]},
            "near": {"card": "BOY", "at": [15, 4]},
            "sick": {"card": "BOY", "at": [19, 4], "marks": TOKEN},
            "far": {"card": "BOY", "at": [19, 2]},
        },
        phase="gambit",
        cp={"A": 1},
    )
    assert battle.refused("invoke nurglings > far") == "KILLTEAM-C.PLM.6"
    assert battle.options("invoke nurglings") == ["invoke nurglings > near", "invoke nurglings > sick"]
    battle.do("invoke nurglings > sick")
    assert stats.apl(battle.s, who(battle.s, "sick")).value == 1


def test_virulent_poison() -> None:
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [8, 10]},
            "hid": {"card": "BOY", "at": [11.6, 10]},
            "seen": {"card": "BOY", "at": [8, 3]},
            "far": {"card": "BOY", "at": [19, 2]},
        },
        active="war",
        cp={"A": 1},
    )
    assert battle.refused("invoke virulent_poison > far") == "KILLTEAM-C.PLM.7"
    assert battle.refused("invoke virulent_poison > hid") == "", 'within 3", seen or not'
    battle.do("invoke virulent_poison > seen")
    assert "battle:poison" in battle.s.marks[battle.who("seen")]
    assert battle.s.cp[0] == 0
    assert battle.refused("invoke virulent_poison > hid") == "KILLTEAM-C.CP.1"


def test_rights_of_ploys() -> None:
    s = position(
        operatives={
            "war": {"card": "WAR", "at": [12, 4]},
            "near": {"card": "BOY", "at": [15, 4]},
            "sick": {"card": "BOY", "at": [19, 4], "marks": TOKEN},
            "far": {"card": "BOY", "at": [19, 2]},
        },
        cp={"A": 1},
    )
    (right,) = hooks.toughness(s, 0, 1).rights
    assert (right.id, right.kind, right.cost) == ("sickening_resilience", "harden", 1)
    for name, may in (("near", True), ("sick", True), ("far", False)):
        assert bool(hooks.spoiling_rights(s, 0, who(s, name))) is may
    hooks.used(s, right, 0, 1)
    assert hooks.toughness(s, 0, 1).hardened == "KILLTEAM-C.PLM.7"
    assert s.cp[0] == 0


def test_poison_vents() -> None:
    """C.PLM.8: D3 of 3 for an enemy without token activated within 3" of a friend."""
    table: dict[str, Any] = {
        "operatives": {"war": {"card": "WAR", "at": [12, 4]}, "aiw": {"card": "AIW", "at": [15, 4]}},
        "equipment": {"A": ["poison_vents"]},
        "initiative": "B",
    }
    battle = Battle(**table)
    battle.do("order engage", dice=[4])
    assert "battle:poison" not in battle.s.marks[battle.who("aiw")]
    battle = Battle(**table)
    battle.do("order engage", dice=[5])
    assert "battle:poison" in battle.s.marks[battle.who("aiw")]
    assert battle.wounds("aiw") == 14
    assert "KILLTEAM-C.PLM.8" in battle.cited()


def test_plague_bells() -> None:
    s = position(
        operatives={
            "war": {"card": "WAR", "at": [12, 4], "wounds": 2},
            "aiw": {"card": "AIW", "at": [15, 4]},
        },
        equipment={"A": ["plague_bells"]},
    )
    assert stats.move(s, 0).value == 5 * INCH


def test_blight_grenades_are_counted_but_not_the_bombardiers() -> None:
    s = position(
        operatives={"bom": {"card": "BOM", "at": [12, 4]}, "aiw": {"card": "AIW", "at": [15, 4]}},
        equipment={"A": ["blight_grenades"]},
    )
    grenade = s.content.weapons["plm.team_blight_grenade"]
    own = s.content.weapons["plm.blight_grenade"]
    for _ in range(2):
        assert hooks.attack_refusal(s, 0, grenade) is None
        hooks.weapon_used(s, 0, grenade)
        hooks.weapon_used(s, 0, own)
    refused = hooks.attack_refusal(s, 0, grenade)
    assert refused is not None
    assert refused.clause == "KILLTEAM-C.PLM.8"
    assert hooks.attack_refusal(s, 0, own) is None
