"""Angels of Death (KILLTEAM-C.AOD): Astartes, tactics, doctrines, the Captain, ploys and equipment."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle, position

from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, hooks, inforce, stats
from affray.games.killteam.rights import Right
from affray.games.killteam.state import Activation, State, put
from affray.games.killteam.weapons import Weapon

CPT = {"card": "CPT", "at": [5, 10]}
AIW = {"card": "AIW", "at": [8, 10]}
BOY = {"card": "BOY", "at": [12, 10]}


def who(s: State, name: str) -> int:
    return s.names.index(name)


def weapon(s: State, name: str, id: str) -> Weapon:
    return next(w for w in s.weapons[who(s, name)] if w.id == id)


def rules(s: State, name: str, id: str, enemy: str = "", **how: bool) -> list[str]:
    """The names of the rules that a weapon gains."""
    against = who(s, enemy) if enemy else -1
    return sorted(
        rule.name for rule, _ in hooks.weapon_rules(s, who(s, name), weapon(s, name, id), against, **how)
    )


def ids(rights: Any) -> list[str]:
    return sorted(right.id for right in rights)


def clause(refusal: Refusal | None) -> str:
    return refusal.clause if refusal is not None else ""


# -- Astartes (C.AOD.1) --------------------------------------------------------------------------------------


def test_of_two_shoots_one_is_with_a_bolt_weapon() -> None:
    """G.31: the Captain has no bolt weapon."""
    s = position(operatives={"cpt": CPT, "gunner": {"card": "HIG", "at": [5, 5]}, "boy": BOY})
    s.activation = Activation(who(s, "cpt"), 1, ("shoot",), ("aod.plasma_pistol.standard",))
    again = weapon(s, "cpt", "aod.plasma_pistol.standard")
    assert clause(hooks.attack_refusal(s, who(s, "cpt"), again)) == "KILLTEAM-C.AOD.1"
    s.activation = Activation(who(s, "gunner"), 1, ("shoot",), ("aod.heavy_bolter.focused",))
    assert hooks.attack_refusal(s, who(s, "gunner"), weapon(s, "gunner", "aod.heavy_bolter.focused")) is None


@pytest.mark.parametrize(
    ("done", "action", "may"),
    [
        (("shoot",), "shoot", True),
        (("fight", "shoot", "fight"), "shoot", False),
        (("shoot", "shoot", "fight"), "fight", False),
        (("shoot", "shoot"), "shoot", False),
        (("dash",), "dash", False),
    ],
)
def test_two_shoots_or_two_fights(done: tuple[str, ...], action: str, may: bool) -> None:
    s = position(operatives={"aiw": AIW, "boy": BOY})
    s.activation = Activation(who(s, "aiw"), 0, done)
    assert bool(hooks.repeats(s, who(s, "aiw"), action)) is may


def test_no_second_attack_in_a_counteraction() -> None:
    s = position(operatives={"aiw": AIW, "boy": BOY})
    s.activation = Activation(who(s, "aiw"), 0, ("fight",), counter=True)
    assert hooks.repeats(s, who(s, "aiw"), "fight") == ""
    assert hooks.counteract_on_conceal(s, who(s, "aiw")) == "KILLTEAM-C.AOD.1"
    assert hooks.counteract_on_conceal(s, who(s, "boy")) == ""


# -- Chapter Tactics (C.AOD.2) -------------------------------------------------------------------------------


def test_tactics_of_weapons() -> None:
    s = position(
        operatives={"hig": {"card": "HIG", "at": [5, 10]}, "aiw": AIW, "boy": BOY},
        tactics={"A": ["sharpshooter", "aggressive"]},
    )
    assert rules(s, "aiw", "aod.chainsword_5", "boy", fighting=True) == ["rending"]
    assert rules(s, "hig", "aod.heavy_bolter.focused", "boy") == [], "it is not active"
    s.activation = Activation(who(s, "hig"))
    assert rules(s, "hig", "aod.heavy_bolter.focused", "boy") == ["accurate", "severe"]
    s.activation = Activation(who(s, "hig"), done=("dash",))
    assert rules(s, "hig", "aod.heavy_bolter.focused", "boy") == ["accurate", "severe"]
    s.activation = Activation(who(s, "hig"), done=("reposition",))
    assert rules(s, "hig", "aod.heavy_bolter.focused", "boy") == []
    s.activation = Activation(who(s, "hig"), counter=True)
    assert rules(s, "hig", "aod.heavy_bolter.focused", "boy") == []


def test_siege_specialist_and_hardy() -> None:
    s = position(operatives={"cpt": CPT, "boy": BOY}, tactics={"A": ["siege_specialist", "hardy"]})
    assert rules(s, "cpt", "aod.plasma_pistol.standard", "boy") == ["saturate"]
    cpt, boy = who(s, "cpt"), who(s, "boy")
    slugga = weapon(s, "boy", "kom.slugga")
    assert hooks.defence(s, cpt, boy, slugga, cover=True).critical_from == 5
    assert hooks.toughness(s, cpt, boy, fighting=True, retaliating=True).first_less == "KILLTEAM-C.AOD.2"
    assert hooks.toughness(s, cpt, boy, fighting=True).first_less == ""
    assert hooks.toughness(s, cpt, boy).first_less == ""


def test_stealthy_with_and_without_a_camo_cloak() -> None:
    table = {"els": {"card": "ELS", "at": [5, 10]}, "aiw": AIW, "boy": BOY}
    s = position(operatives=table, tactics={"A": ["mobile", "hardy"]})
    slugga = weapon(s, "boy", "kom.slugga")
    els, aiw, boy = (who(s, name) for name in table)
    assert hooks.defence(s, els, boy, slugga, cover=True).more_cover == 1
    assert hooks.defence(s, els, boy, slugga, cover=True).unsaturated == "KILLTEAM-C.AOD.4"
    assert hooks.defence(s, els, boy, slugga, cover=False).more_cover == 0
    assert hooks.defence(s, aiw, boy, slugga, cover=True).more_cover == 0
    s = position(operatives=table, tactics={"A": ["mobile", "stealthy"]})
    assert hooks.defence(s, els, boy, slugga, cover=True).more_cover == 2
    assert hooks.defence(s, aiw, boy, slugga, cover=True).more_cover == 1
    assert hooks.defence(s, aiw, boy, slugga, cover=True).cover_clause == "KILLTEAM-C.AOD.2"


def test_mobile_dueller_resolute() -> None:
    s = position(operatives={"aiw": AIW, "boy": BOY}, tactics={"A": ["mobile", "dueller"]})
    aiw, boy = who(s, "aiw"), who(s, "boy")
    assert activation.price(s, aiw, "fall_back", 2) == 1
    assert hooks.charge_while_engaged(s, aiw) == "KILLTEAM-C.AOD.2"
    sword = weapon(s, "aiw", "aod.chainsword_5")
    assert hooks.edge(s, aiw, boy, sword, retaliating=True).blocks_criticals == "KILLTEAM-C.AOD.2"
    assert hooks.edge(s, aiw, boy, sword, retaliating=True).steady == ""
    s = position(
        operatives={"aiw": AIW, "boy": BOY},
        tactics={"A": ["resolute", "dueller"]},
        effects=[{"kind": "stun", "side": "B", "who": "aiw", "value": -1, "until": "next_activation"}],
    )
    assert stats.apl(s, aiw).value == 3
    assert hooks.edge(s, aiw, boy, sword, retaliating=False).steady == "KILLTEAM-C.AOD.2"


def test_a_sergeants_own_tactic_and_adaptive_tactics() -> None:
    s = position(
        operatives={"ais": {"card": "AIS", "at": [5, 10]}, "aiw": AIW, "boy": BOY},
        tactics={"A": ["hardy", "mobile", "aggressive"]},
    )
    ais, aiw = who(s, "ais"), who(s, "aiw")
    sword = s.weapons[ais][-1]
    assert "rending" in [rule.name for rule, _ in hooks.weapon_rules(s, ais, sword, fighting=True)]
    assert rules(s, "aiw", "aod.chainsword_5", fighting=True) == []
    battle = Battle(
        operatives={"aiw": AIW, "boy": BOY}, tactics={"A": ["hardy", "mobile"]}, phase="gambit", cp={"A": 1}
    )
    assert battle.refused("invoke adaptive_tactics choice=hardy") == "KILLTEAM-C.AOD.5"
    assert battle.refused("invoke adaptive_tactics choice=mobile") == "KILLTEAM-C.AOD.5"
    battle.do("invoke adaptive_tactics choice=dueller")
    assert hooks.charge_while_engaged(battle.s, 0) == ""
    assert hooks.edge(battle.s, 0, 1, battle.s.weapons[0][-1], retaliating=False).blocks_criticals
    assert aiw == 1


# -- doctrines (C.AOD.3 to C.AOD.6) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doctrine", "far", "near", "melee"),
    [
        ("devastator", ["balanced"], [], []),
        ("tactical", [], ["balanced"], []),
        ("assault", [], [], ["balanced"]),
    ],
)
def test_combat_doctrine(doctrine: str, far: list[str], near: list[str], melee: list[str]) -> None:
    battle = Battle(
        operatives={
            "hig": {"card": "HIG", "at": [5, 3]},
            "far": {"card": "BOY", "at": [14, 3]},
            "near": {"card": "BOY", "at": [8, 3]},
        },
        phase="gambit",
        cp={"A": 1},
    )
    battle.do(f"invoke combat_doctrine choice={doctrine}")
    s = battle.s
    assert s.cp[0] == 0
    assert rules(s, "hig", "aod.heavy_bolter.focused", "far") == far
    assert rules(s, "hig", "aod.heavy_bolter.focused", "near") == near
    assert rules(s, "hig", "aod.fists", "near", fighting=True) == melee
    assert rules(s, "hig", "aod.fists", "near", fighting=True, retaliating=True) == melee
    assert "KILLTEAM-C.AOD.5" in battle.cited()


def test_doctrine_warfare_pays_once_per_battle_for_each() -> None:
    table: dict[str, Any] = {
        "operatives": {"ais": {"card": "AIS", "at": [5, 10]}, "boy": BOY},
        "phase": "gambit",
    }
    battle = Battle(**table)
    assert battle.refused("invoke combat_doctrine choice=assault") == "KILLTEAM-C.CP.1"
    assert (
        battle.refused("invoke combat_doctrine choice=devastator by=doctrine_assault") == "KILLTEAM-C.AOD.4"
    )
    battle.do("invoke combat_doctrine choice=assault by=doctrine_assault")
    assert "battle:doctrine_assault:assault" in battle.s.used[0]
    assert "KILLTEAM-C.AOD.4" in battle.cited()
    battle = Battle(**table, used={"A": ["battle:doctrine_assault:assault"]})
    assert battle.refused("invoke combat_doctrine choice=assault by=doctrine_assault") == "KILLTEAM-C.AOD.4"
    assert battle.refused("invoke combat_doctrine choice=tactical by=doctrine_assault") == ""


def test_adjust_doctrine_and_who_pays() -> None:
    table: dict[str, Any] = {
        "operatives": {"cpt": CPT, "aiw": AIW, "boy": BOY},
        "active": "aiw",
        "effects": [{"kind": "combat_doctrine", "value": 0}],
    }
    battle = Battle(**table, cp={"A": 1})
    assert battle.refused("invoke adjust_doctrine choice=devastator") == "KILLTEAM-C.AOD.6"
    assert battle.options("invoke") == [
        "invoke adjust_doctrine choice=tactical",
        "invoke adjust_doctrine choice=tactical by=heroic_leader",
        "invoke adjust_doctrine choice=assault",
        "invoke adjust_doctrine choice=assault by=heroic_leader",
    ]
    battle.do("invoke adjust_doctrine choice=assault by=heroic_leader")
    assert battle.s.cp[0] == 1
    doctrine = inforce.of_side(battle.s, "combat_doctrine", 0)
    assert doctrine is not None
    assert doctrine.value == 2
    assert battle.refused("invoke adjust_doctrine choice=tactical") == "KILLTEAM-C.CP.1"
    engaged = {
        **table["operatives"],
        "cpt": {"card": "CPT", "at": [10, 6]},
        "foe": {"card": "BOY", "at": [12, 6]},
    }
    battle = Battle(**(table | {"operatives": engaged}))
    assert battle.refused("invoke adjust_doctrine choice=tactical by=heroic_leader") == "KILLTEAM-C.AOD.3"


def test_heroic_leader_uses_combat_doctrine_as_a_friend_is_activated() -> None:
    battle = Battle(operatives={"cpt": CPT, "aiw": AIW, "boy": BOY}, cp={"A": 1})
    battle.do("activate aiw", "order engage")
    assert "invoke combat_doctrine choice=assault by=heroic_leader" in battle.options()
    battle.do("invoke combat_doctrine choice=assault by=heroic_leader")
    assert battle.s.cp[0] == 0
    assert {"tp:heroic_leader", "tp:combat_doctrine"} <= battle.s.used[0]
    assert "KILLTEAM-C.AOD.3" in battle.cited()


def test_a_firefight_ploy_of_the_captain_is_paid_by_heroic_leader() -> None:
    s = position(operatives={"cpt": CPT, "aiw": AIW, "boy": BOY})
    boy = who(s, "boy")
    slugga = weapon(s, "boy", "kom.slugga")

    def transhuman(name: str) -> list[Right]:
        rights = hooks.defence(s, who(s, name), boy, slugga, cover=False).rights
        return [right for right in rights if right.id.startswith("transhuman")]

    assert ids(transhuman("cpt")) == ["transhuman_physiology:heroic_leader"]
    assert transhuman("aiw") == []
    s.cp = put(s.cp, 0, 1)
    assert [(right.id, right.cost) for right in transhuman("cpt")] == [
        ("transhuman_physiology", 1),
        ("transhuman_physiology:heroic_leader", 0),
    ]
    hooks.used(s, transhuman("cpt")[1], who(s, "cpt"), boy)
    assert s.cp[0] == 1
    assert {"tp:heroic_leader", "tp:transhuman_physiology"} <= s.used[0]
    assert transhuman("cpt") == []


def test_shock_assault_needs_a_charge() -> None:
    s = position(
        operatives={"aiw": {"card": "AIW", "at": [10, 6]}, "boy": {"card": "BOY", "at": [12, 6]}}, cp={"A": 1}
    )
    aiw, boy = who(s, "aiw"), who(s, "boy")
    sword = weapon(s, "aiw", "aod.chainsword_5")
    assert hooks.edge(s, aiw, boy, sword, retaliating=False).rights == ()
    s.activation = Activation(aiw, 1, ("charge",))
    assert ids(hooks.edge(s, aiw, boy, sword, retaliating=False).rights) == ["shock_assault"]
    assert hooks.edge(s, aiw, boy, sword, retaliating=True).rights == ()


def test_wrath_of_vengeance() -> None:
    table: dict[str, Any] = {
        "operatives": {"aiw": {**AIW, "ready": False}, "boy": BOY},
        "activation": {"who": "aiw", "counter": True},
    }
    assert Battle(**table).options("invoke") == []
    battle = Battle(**table, cp={"A": 1})
    battle.do("invoke wrath_of_vengeance", "dash aiw @ walk:8:11", "reposition aiw @ walk:8:12")
    assert battle.s.cp[0] == 0
    assert "KILLTEAM-C.AOD.6" in battle.cited()
    battle = Battle(**table, equipment={"A": ["chapter_reliquaries"]})
    battle.do("dash aiw @ walk:8:11")
    assert battle.options() == ["invoke wrath_of_vengeance", "end"]
    battle.do("invoke wrath_of_vengeance")
    assert "KILLTEAM-C.AOD.7" in battle.cited()
    assert battle.refused("dash aiw @ walk:8:11.5") == "KILLTEAM-C.TURN.9"


# -- rights of abilities and items ---------------------------------------------------------------------------


def test_iron_halo_once_per_battle() -> None:
    s = position(operatives={"cpt": CPT, "boy": BOY})
    cpt, boy = who(s, "cpt"), who(s, "boy")
    (halo,) = hooks.toughness(s, cpt, boy).rights
    assert (halo.id, halo.kind, halo.cost) == ("iron_halo", "ignore", 0)
    hooks.used(s, halo, cpt, boy)
    assert hooks.toughness(s, cpt, boy).rights == ()


def test_indomitus_and_know_no_fear() -> None:
    battle = Battle(operatives={"aiw": {**AIW, "wounds": 3}, "boy": BOY}, phase="gambit", cp={"A": 2})
    assert hooks.ignores_injury(battle.s, 0) == ""
    assert stats.move(battle.s, 0).value == 4 * 2540
    battle.do("invoke know_no_fear")
    assert stats.move(battle.s, 0).value == 6 * 2540
    s = position(operatives={"aiw": AIW, "boy": BOY}, effects=[{"kind": "indomitus"}])
    rights = hooks.defence(s, 0, 1, weapon(s, "boy", "kom.slugga"), cover=False).rights
    assert [(right.id, right.kind) for right in rights] == [("indomitus", "swap")]


def test_purity_seals_and_tilting_shields_once_per_turning_point() -> None:
    s = position(operatives={"aiw": AIW, "boy": BOY}, equipment={"A": ["purity_seals", "tilting_shields"]})
    aiw, boy = who(s, "aiw"), who(s, "boy")
    sword = weapon(s, "aiw", "aod.chainsword_5")
    (seals,) = hooks.attack_rights(s, aiw, sword, boy, fighting=True)
    assert (seals.id, seals.kind) == ("purity_seals", "swap")
    assert ids(hooks.spoiling_rights(s, aiw, boy, fighting=True)) == ["tilting_shields"]
    assert hooks.spoiling_rights(s, aiw, boy) == []
    hooks.used(s, seals, aiw, boy)
    assert hooks.attack_rights(s, aiw, sword, boy, fighting=True) == []


def test_optics_lasts_until_the_next_activation() -> None:
    battle = Battle(
        operatives={"els": {"card": "ELS", "at": [4, 10]}, "boy": {"card": "BOY", "at": [14, 13.5]}},
        active="els",
    )
    assert hooks.obscured is not None
    assert hooks.never_obscured(battle.s, 0, 1) == ""
    battle.do("optics els")
    assert hooks.never_obscured(battle.s, 0, 1) == "KILLTEAM-C.AOD.4"
    assert hooks.never_obscured(battle.s, 1, 0) == ""
    assert "KILLTEAM-C.AOD.4" in battle.cited()
    battle.do("end")
    assert hooks.never_obscured(battle.s, 0, 1) == "KILLTEAM-C.AOD.4"


def test_optics_not_while_engaged() -> None:
    battle = Battle(
        operatives={"els": {"card": "ELS", "at": [10, 6]}, "boy": {"card": "BOY", "at": [12, 6]}},
        active="els",
    )
    assert battle.refused("optics els") == "KILLTEAM-C.AOD.4"
