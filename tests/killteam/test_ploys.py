"""Ploys and abilities at their moments in attacks and removals (G.46 to G.50), and their costs (C.CP.1)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.games.killteam import hooks, stats

BOLT_PISTOL = "weapon=aod.heavy_bolt_pistol"


def cost_and_use(battle: Battle) -> tuple[int, frozenset[str]]:
    """CP and notes of the first side."""
    return battle.s.cp[0], battle.s.used[0]


# -- what ploys cost (C.CP.1) --------------------------------------------------------------------------------


def test_without_cp_or_ploys_nothing_is_offered() -> None:
    table: dict[str, Any] = {
        "operatives": {"boy": {"card": "BOY", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [28, 3]}},
        "phase": "gambit",
    }
    assert hooks.gambits(position(**table), 0) == []
    assert hooks.gambits(position(**table, preset="lite", cp={"A": 3}), 0) == []
    assert len(hooks.gambits(position(**table, cp={"A": 1}), 0)) == 3


def test_a_ploy_says_what_it_takes() -> None:
    battle = Battle(
        operatives={"boy": {"card": "BOY", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [28, 3]}},
        phase="gambit",
        cp={"A": 1, "B": 1},
    )
    assert battle.refused("invoke dakka who=boy") == "KILLTEAM-C.KOM.6"
    assert battle.refused("invoke combat_doctrine choice=assault") == "KILLTEAM-C.CP.1"
    assert battle.refused("invoke krump_em who=boy") == "KILLTEAM-FIGHT.2"
    battle.do("pass")
    assert battle.refused("invoke combat_doctrine") == "KILLTEAM-C.AOD.5"


# -- windows of a Shoot --------------------------------------------------------------------------------------


def test_sickening_resilience_spares_the_dice() -> None:
    """G.49."""
    table: dict[str, Any] = {
        "operatives": {"cha": {"card": "CHA", "at": [12, 3]}, "ing": {"card": "ING", "at": [20, 3]}},
        "to_act": "B",
        "active": "ing",
    }
    shot = "shoot ing > cha weapon=aod.aux_grenade_launcher.krak"
    battle = Battle(**table)
    battle.do(shot, dice=[5, 5, 1, 1, 1, 1, 5, 2])
    assert battle.wounds("cha") == 8
    assert not stats.injured(battle.s, 0)
    battle = Battle(**table, cp={"A": 1})
    battle.do(shot, "keep", "use sickening_resilience", dice=[5, 5, 1, 1, 1, 1])
    assert battle.wounds("cha") == 9
    assert cost_and_use(battle) == (0, frozenset({"tp:sickening_resilience"}))
    assert hooks.toughness(battle.s, 0, 1).hardened == "KILLTEAM-C.PLM.7"


def test_curse_of_rot() -> None:
    battle = Battle(
        operatives={"war": {"card": "WAR", "at": [12, 3]}, "aiw": {"card": "AIW", "at": [15, 3]}},
        active="war",
        cp={"A": 1},
    )
    battle.do("shoot war > aiw", "keep", "use curse_of_rot", dice=[5, 5, 5, 1, 3, 3, 4])
    assert battle.wounds("aiw") == 14 - 2 - 6
    assert "KILLTEAM-C.PLM.7" in battle.cited()


def test_just_a_scratch_in_a_shot() -> None:
    """G.46k."""
    battle = Battle(
        operatives={"boy": {"card": "BOY", "at": [12, 3]}, "aiw": {"card": "AIW", "at": [17, 3]}},
        to_act="B",
        active="aiw",
        cp={"A": 1},
    )
    battle.do(f"shoot aiw > boy {BOLT_PISTOL}", dice=[5, 5, 1, 1, 1, 1, 1])
    battle.do("keep", "use just_a_scratch")
    assert battle.wounds("boy") == 7
    assert cost_and_use(battle) == (0, frozenset({"tp:just_a_scratch"}))


def test_transhuman_physiology() -> None:
    battle = Battle(
        operatives={"aiw": {"card": "AIW", "at": [12, 3]}, "trp": {"card": "TRP", "at": [17, 3]}},
        to_act="B",
        active="trp",
        cp={"A": 1},
    )
    battle.do("shoot trp > aiw", dice=[6, 1, 1, 1, 3, 1, 1])
    battle.do("keep", "use transhuman_physiology")
    assert battle.wounds("aiw") == 14
    assert "KILLTEAM-C.AOD.6" in battle.cited()


def test_indomitus() -> None:
    battle = Battle(
        operatives={"aiw": {"card": "AIW", "at": [12, 3]}, "trp": {"card": "TRP", "at": [17, 3]}},
        to_act="B",
        active="trp",
        effects=[{"kind": "indomitus"}],
    )
    battle.do("shoot trp > aiw", "use indomitus", dice=[5, 1, 1, 1, 1, 2, 2])
    assert battle.wounds("aiw") == 14
    assert "KILLTEAM-C.AOD.5" in battle.cited()


def test_auspex() -> None:
    """C.AOD.7: asked when an obscured target is selected."""
    table: dict[str, Any] = {
        "operatives": {"aiw": {"card": "HIG", "at": [6, 12]}, "boy": {"card": "BOY", "at": [12.5, 12]}},
        "active": "aiw",
        "equipment": {"A": ["auspex"]},
    }
    battle = Battle(**table)
    battle.do("shoot aiw > boy weapon=aod.heavy_bolter.focused")
    assert battle.options() == ["decline", "invoke auspex who=aiw"]
    battle.do("invoke auspex who=aiw", dice=[5, 5, 5, 1, 1, 1, 1, 1])
    assert battle.wounds("boy") == 10 - 12 or not battle.s.on[1]
    assert "tp:auspex" in battle.s.used[0]
    assert "KILLTEAM-C.AOD.7" in battle.cited()
    battle = Battle(**table)
    battle.do("shoot aiw > boy weapon=aod.heavy_bolter.focused", "decline", dice=[5, 5, 5, 1, 1, 1, 1, 1])
    assert battle.wounds("boy") == 2, "one success is discarded"


def test_combined_arms() -> None:
    battle = Battle(
        operatives={
            "trp": {"card": "TRP", "at": [12, 3]},
            "bru": {"card": "BRU", "at": [12, 6]},
            "aiw": {"card": "AIW", "at": [17, 3], "marks": ["tp:shot_by:1"]},
        },
        active="trp",
        cp={"A": 1},
    )
    battle.do("shoot trp > aiw", dice=[1, 1, 2, 2])
    assert any(option.startswith("reroll combined_arms") for option in battle.options())


# -- windows of a fight --------------------------------------------------------------------------------------

DUEL: dict[str, Any] = {
    "operatives": {"aiw": {"card": "AIW", "at": [12, 3]}, "boy": {"card": "BOY", "at": [14, 3]}},
    "activation": {"who": "aiw", "done": ["charge"], "spent": 1},
}


def test_purity_seals_in_a_fight() -> None:
    battle = Battle(**DUEL, equipment={"A": ["purity_seals"]})
    battle.do("fight aiw > boy", "use purity_seals", dice=[3, 2, 2, 2, 1, 1, 1, 1, 1])
    assert "tp:purity_seals" in battle.s.used[0]
    battle.do("strike normal", "strike normal")
    assert battle.wounds("boy") == 2, "of four fails one is retained"


def test_tilting_shields() -> None:
    battle = Battle(
        **(DUEL | {"operatives": DUEL["operatives"] | {"boy": {"card": "SLA", "at": [14, 3]}}}),
        equipment={"A": ["tilting_shields"]},
    )
    battle.do("fight aiw > boy", "use tilting_shields", dice=[1, 1, 1, 1, 1, 5, 5, 2, 1])
    assert "tp:tilting_shields" in battle.s.used[0]
    battle.do("keep")
    assert battle.wounds("aiw") == 6 or battle.options() != []


def test_shock_assault() -> None:
    """C.AOD.6: Shock, and the first strike 1 more."""
    battle = Battle(**DUEL, cp={"A": 1})
    battle.do("fight aiw > boy", dice=[6, 3, 1, 1, 1, 3, 3, 1, 1])
    battle.do("keep")
    battle.do("use shock_assault", "strike critical")
    assert battle.wounds("boy") == 4
    assert cost_and_use(battle) == (0, frozenset({"tp:shock_assault"}))


def test_kunnin_but_brutal() -> None:
    battle = Battle(
        operatives={
            "boy": {"card": "BOY", "at": [12, 3], "order": "conceal"},
            "aiw": {"card": "AIW", "at": [14, 3]},
        },
        activation={"who": "boy", "done": ["charge"], "spent": 1},
        cp={"A": 1},
    )
    battle.do("fight boy > aiw", dice=[4, 4, 1, 1, 1, 1, 1, 1, 1])
    battle.do("keep")
    assert "use kunnin_but_brutal" in battle.options()
    battle.do("use kunnin_but_brutal", "strike normal", "strike normal")
    assert battle.wounds("aiw") == 14 - 5 - 4
    assert "KILLTEAM-C.KOM.7" in battle.cited()


def test_dat_all_you_got() -> None:
    table: dict[str, Any] = {
        "operatives": {"sla": {"card": "SLA", "at": [12, 3]}, "aiw": {"card": "AIW", "at": [14, 3]}},
        "active": "sla",
    }
    battle = Battle(**table)
    battle.do("fight sla > aiw", dice=[1, 1, 2, 2, 1, 1, 1, 1, 1])
    battle.do("keep", dice=[6])
    assert battle.wounds("aiw") == 11
    assert "KILLTEAM-C.KOM.3" in battle.cited()


def test_krump_em() -> None:
    battle = Battle(
        operatives={
            "boy": {"card": "BOY", "at": [12, 3], "ready": False},
            "aiw": {"card": "AIW", "at": [14, 3]},
        },
        to_act="B",
        cp={"A": 1},
    )
    battle.do("order conceal", "end")
    assert "invoke krump_em who=boy" in battle.options()
    battle.do("invoke krump_em who=boy", "fight boy > aiw", dice=[3, 3, 1, 1, 1, 1, 1, 1, 1])
    battle.do("strike normal")
    assert battle.wounds("aiw") == 10
    assert "KILLTEAM-C.KOM.7" in battle.cited()


# -- incapacitation and removal (C.DM.3, C.DM.4) -------------------------------------------------------------

RESCUE: dict[str, Any] = {
    "operatives": {
        "trp": {"card": "TRP", "at": [12, 3]},
        "med": {"card": "MED", "at": [12, 6]},
        "aiw": {"card": "AIW", "at": [19, 3]},
    },
    "to_act": "B",
    "active": "aiw",
}
KILL = [6, 6, 5, 5, 1, 1]


def test_medic_saves_once() -> None:
    """G.48."""
    battle = Battle(**RESCUE)
    battle.do(f"shoot aiw > trp {BOLT_PISTOL}", dice=KILL)
    assert battle.match.seat == 0
    battle.do("invoke medic who=med > trp")
    assert battle.wounds("trp") == 1
    assert battle.refused("dash trp @ walk:10:3") == "KILLTEAM-C.DKK.4"
    battle.do("dash trp @ walk:12:4.5")
    s = battle.s
    assert [stats.apl(s, battle.who(name)).value for name in ("trp", "med")] == [1, 1]
    assert s.kills == (0, 0)
    battle.do(f"shoot aiw > trp {BOLT_PISTOL}", dice=KILL)
    assert not battle.s.on[battle.who("trp")], "a second time nobody is asked"


def test_medic_lets_it_be() -> None:
    battle = Battle(**RESCUE)
    battle.do(f"shoot aiw > trp {BOLT_PISTOL}", "decline", dice=KILL)
    assert not battle.s.on[battle.who("trp")]
    assert battle.s.kills == (0, 1)


def test_medic_not_next_to_enemies() -> None:
    operatives = RESCUE["operatives"] | {"ing": {"card": "ING", "at": [12, 8]}}
    battle = Battle(**(RESCUE | {"operatives": operatives}))
    battle.do(f"shoot aiw > trp {BOLT_PISTOL}", dice=KILL)
    assert not battle.s.on[battle.who("trp")]


def test_medic_not_as_a_target_of_the_same_shot() -> None:
    """G.48: the sweeping heavy bolter hits both."""
    operatives = {
        "trp": {"card": "TRP", "at": [12, 3]},
        "med": {"card": "MED", "at": [12, 4.5]},
        "hig": {"card": "HIG", "at": [19, 3]},
    }
    battle = Battle(operatives=operatives, to_act="B", active="hig")
    battle.do(
        "shoot hig > trp weapon=aod.heavy_bolter.sweeping",
        "also med",
        dice=[6, 6, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    )
    assert not battle.s.on[battle.who("trp")]


def test_in_death_atonement() -> None:
    battle = Battle(
        operatives={
            "trp": {"card": "TRP", "at": [12, 3], "order": "conceal"},
            "aiw": {"card": "AIW", "at": [19, 3]},
        },
        to_act="B",
        active="aiw",
        cp={"A": 1},
    )
    battle.do(f"shoot aiw > trp {BOLT_PISTOL}", "keep", dice=[6, 6, 5, 5, 1, 1])
    assert battle.options() == [
        "remove",
        "invoke in_death_atonement who=trp choice=engage",
        "invoke in_death_atonement who=trp choice=conceal",
    ]
    battle.do("invoke in_death_atonement who=trp choice=engage")
    battle.do("shoot trp > aiw", dice=[4, 5, 5, 1, 1, 1, 1])
    assert battle.wounds("aiw") == 14 - 4, "it counts as injured: 4 is no success"
    assert not battle.s.on[battle.who("trp")]
    assert cost_and_use(battle) == (0, frozenset({"tp:in_death_atonement"}))


def test_boom() -> None:
    """G.50."""
    battle = Battle(
        operatives={
            "squ": {"card": "SQU", "at": [12, 3], "wounds": 2},
            "boy": {"card": "BOY", "at": [12, 5], "wounds": 3},
            "aiw": {"card": "AIW", "at": [14, 3]},
        },
        to_act="B",
        active="aiw",
    )
    battle.do("fight aiw > squ", dice=[6, 4, 3, 2, 1, 1, 1, 1])
    battle.do("strike critical")
    assert battle.options() == ["invoke boom who=squ choice=2", "invoke boom who=squ choice=1"]
    battle.do("invoke boom who=squ choice=2", dice=[2, 4])
    assert battle.options("next") == ["next boy", "next aiw"]
    assert "KILLTEAM-C.KOM.5" in battle.cited()


def test_poisonous_demise() -> None:
    battle = Battle(
        operatives={
            "war": {"card": "WAR", "at": [12, 3], "wounds": 1},
            "near": {"card": "AIW", "at": [14, 3]},
            "sick": {"card": "AIW", "at": [12, 5.5], "marks": ["battle:poison"]},
            "far": {"card": "AIW", "at": [20, 3]},
        },
        to_act="B",
        active="near",
        cp={"A": 1},
    )
    battle.do("fight near > war", dice=[6, 3, 1, 1, 1, 1, 1, 1, 1])
    battle.do("keep", "strike critical", "keep", dice=[1])
    assert battle.options() == ["remove", "invoke poisonous_demise who=war"]
    battle.do("invoke poisonous_demise who=war")
    s = battle.s
    assert ["battle:poison" in s.marks[battle.who(name)] for name in ("near", "sick", "far")] == [
        True,
        True,
        False,
    ]
    assert battle.wounds("sick") == 13
    assert not s.on[battle.who("war")]
    assert "KILLTEAM-C.PLM.7" in battle.cited()


@pytest.mark.parametrize("dice", [[1, 1], [3, 2]])
def test_a_boom_that_fails(dice: list[int]) -> None:
    battle = Battle(
        operatives={
            "squ": {"card": "SQU", "at": [12, 3], "wounds": 2},
            "aiw": {"card": "AIW", "at": [14, 3]},
        },
        to_act="B",
        active="aiw",
    )
    battle.do("fight aiw > squ", dice=[6, 4, 3, 2, 1, 1, 1, 1])
    battle.do("strike critical")
    battle.do("invoke boom who=squ choice=2", dice=dice)
    assert not battle.s.on[0]
    assert battle.wounds("aiw") == 14
    assert battle.s.kills == (0, 0)
