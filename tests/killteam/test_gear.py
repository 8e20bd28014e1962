"""Equipment with rules of its own: grenades, smoke, counted weapons, ammo, markers (KILLTEAM-C.EQ)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.engine.rulebook import Refusal
from affray.games.killteam import field, gear, hooks, stats
from affray.games.killteam.shoot_terms import DEFENCE_DICE

UTILITY = "KILLTEAM-C.EQ.UTILITY_GRENADES"
TABLE: dict[str, Any] = {
    "operatives": {
        "aiw": {"card": "AIW", "at": [5, 3]},
        "boy": {"card": "BOY", "at": [10, 3]},
        "near": {"card": "BOY", "at": [10, 5]},
        "far": {"card": "BOY", "at": [16, 3]},
    },
    "active": "aiw",
}


def clause(refusal: Refusal | None) -> str:
    return refusal.clause if refusal is not None else ""


# -- stun ----------------------------------------------------------------------------------------------------


def test_a_stun_grenade_tests_everybody_within_1() -> None:
    """G.46h: on 3+ each loses 1 APL."""
    battle = Battle(**TABLE, equipment={"A": ["utility_grenades:stun+stun"]})
    assert battle.refused("stun aiw > far") == UTILITY
    battle.do("stun aiw > boy", dice=[2, 3])
    s = battle.s
    assert [stats.apl(s, battle.who(name)).value for name in ("boy", "near", "far")] == [2, 1, 2]
    assert UTILITY in battle.cited()


def test_two_stuns_are_still_one_less() -> None:
    """G.46h, R.18."""
    stunned = [
        {"kind": kind, "who": "boy", "value": -1, "until": "next_activation"}
        for kind in ("stun", "nurglings")
    ]
    s = position(**TABLE, effects=stunned)
    assert stats.apl(s, 1).value == 1


def test_a_stun_grenade_odds() -> None:
    battle = Battle(**TABLE, equipment={"A": ["utility_grenades:stun+stun"]})
    odds = battle.match.odds("stun aiw > boy")
    assert str(odds.p("boy -1 APL")) == "2/3"
    assert odds.exact


def test_uses_are_counted_by_kind() -> None:
    mix = {"A": ["utility_grenades:smoke+stun"]}
    battle = Battle(**TABLE, equipment=mix, used={"A": ["battle:stun:1"]})
    assert battle.refused("stun aiw > boy") == UTILITY
    assert battle.refused("smoke aiw @ 8:3") == ""
    battle = Battle(**TABLE, equipment=mix, used={"A": ["battle:stun:1", "battle:smoke:1"]})
    assert battle.refused("smoke aiw @ 8:3") == UTILITY
    assert Battle(**TABLE).refused("smoke aiw @ 8:3") == UTILITY


def test_no_grenade_while_engaged() -> None:
    operatives = TABLE["operatives"] | {"foe": {"card": "BOY", "at": [5, 5]}}
    battle = Battle(**(TABLE | {"operatives": operatives}), equipment={"A": ["utility_grenades:smoke+stun"]})
    assert battle.refused("smoke aiw @ 8:3") == UTILITY
    assert battle.refused("stun aiw > boy") == UTILITY
    assert battle.options("stun") == battle.options("smoke") == []


# -- smoke ---------------------------------------------------------------------------------------------------


def test_smoke_obscures_both_ways() -> None:
    battle = Battle(**TABLE, equipment={"A": ["utility_grenades:smoke+smoke"]})
    assert battle.refused("smoke aiw @ 13:3") == UTILITY
    assert battle.refused("smoke aiw @ 8:4.25") == "KILLTEAM-C.MRK.3"
    battle.do("smoke aiw @ 10:3")
    s = battle.s
    aiw, boy, near, far = range(4)
    assert hooks.obscured(s, aiw, boy) == UTILITY
    assert hooks.obscured(s, boy, aiw) == UTILITY
    assert hooks.obscured(s, near, boy) == "", 'within 2"'
    assert hooks.obscured(s, aiw, far) == ""
    assert field.targeting(s, aiw, boy).obscured
    assert hooks.piercing_cap(s, aiw, boy) == (1, UTILITY)
    assert hooks.piercing_cap(s, near, boy) is None
    assert hooks.piercing_cap(s, boy, aiw) is None


def test_smoke_blunts_piercing_2() -> None:
    """The melta gun's Piercing 2 leaves two dice."""
    battle = Battle(
        operatives={"gum": {"card": "GUM", "at": [5, 3]}, "aiw": {"card": "AIW", "at": [9.5, 3]}},
        active="gum",
        markers=[{"kind": "smoke", "at": [9.5, 3], "side": "B"}],
    )
    battle.do("shoot gum > aiw", dice=[5, 5, 1, 1, 1, 1])
    assert DEFENCE_DICE == 3
    assert battle.wounds("aiw") == 8, "one success is discarded, the other pierces two dice"


# -- weapons and ammunition ----------------------------------------------------------------------------------


def test_explosive_grenades_are_counted_by_kind() -> None:
    s = position(**TABLE, equipment={"A": ["explosive_grenades:frag+krak"]})
    frag, krak = s.content.weapons["all.frag"], s.content.weapons["all.krak"]
    assert {frag, krak} <= set(s.weapons[0])
    hooks.weapon_used(s, 0, frag)
    assert clause(hooks.attack_refusal(s, 0, frag)) == "KILLTEAM-C.EQ.EXPLOSIVE_GRENADES"
    assert hooks.attack_refusal(s, 0, krak) is None


def test_ammo_resupply() -> None:
    s = position(
        **TABLE,
        equipment={"A": ["explosive_grenades:frag+krak"]},
        effects=[{"kind": "ammo_resupply", "who": "aiw"}],
    )
    pistol, frag = s.content.weapons["aod.heavy_bolt_pistol"], s.content.weapons["all.frag"]
    (right,) = hooks.attack_rights(s, 0, pistol, 1)
    assert (right.id, right.kind, right.clause) == ("ammo_resupply", "reroll_one", "KILLTEAM-C.EQ.AMMO_CACHE")
    assert hooks.attack_rights(s, 0, frag, 1) == []
    assert hooks.attack_rights(s, 0, pistol, 1, fighting=True) == []
    assert hooks.attack_rights(s, 1, pistol, 0) == []


@pytest.mark.parametrize(("kind", "least"), [("smoke", 0), ("stun", 0)])
def test_limits_of_what_was_not_picked(kind: str, least: int) -> None:
    s = position(**TABLE)
    assert gear.limit(s, 0, s.content.equipment["utility_grenades"], kind) == least
