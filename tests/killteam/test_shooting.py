"""Shooting: the golden cases with given dice, and the steps of a sequence (KILLTEAM-SSEQ, KILLTEAM-C.SH)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle


def duel(shooter: str, target: str, gap: float = 6, **more: Any) -> Battle:
    """`a` active and `b` at some distance on map C, nothing between; `a` and `b` add to their entries."""
    a = {"card": shooter, "at": [3, 18], **more.pop("a", {})}
    b = {"card": target, "at": [3 + gap, 18], **more.pop("b", {})}
    others = more.pop("others", {})
    active = more.pop("active", "a")
    return Battle(map="c", active=active, operatives={"a": a, "b": b, **others}, **more)


COVER = [{"item": "light_barricades", "at": [7.9, 18], "along": "y"}]
"""A barricade right in front of `b`, six inches from `a`."""


# -- golden cases with given dice ----------------------------------------------------------------------------


def test_g20_piercing_crits_and_best_blocks() -> None:
    game = duel("INW", "BOY", a={"weapons": ["aod.bolt_rifle"]})
    game.do("shoot a > b weapon=aod.bolt_rifle", "blocks normals=1 criticals=1", dice=[6, 5, 3, 2, 5, 6])
    assert game.wounds("b") == 7
    assert {"KILLTEAM-C.WR.PIERCING", "KILLTEAM-SSEQ.17", "KILLTEAM-SSEQ.19", "KILLTEAM-R.25"} <= game.cited()


def test_g21_two_normals_block_a_critical() -> None:
    game = duel("CON", "AIW", a={"weapons": ["dkk.boltgun_4", "dkk.bayonet"]})
    game.do("shoot a > b weapon=dkk.boltgun_4", dice=[6, 6, 1, 2, 3, 4, 5])
    assert game.wounds("b") == 10
    assert "KILLTEAM-SSEQ.18" in game.cited()


def test_r12_blocks_that_could_be_more_are_refused() -> None:
    game = duel("INW", "BOY", a={"weapons": ["aod.auto_bolt_rifle"]})
    game.do("shoot a > b weapon=aod.auto_bolt_rifle", dice=[6, 5, 3, 2, 5, 6, 1])
    assert sorted(game.options()) == ["blocks normals=1 criticals=1", "blocks normals=2 criticals=0"]
    assert game.refused("blocks normals=0 criticals=0") == "KILLTEAM-R.12"
    assert game.refused("blocks normals=1 criticals=0") == "KILLTEAM-R.12"
    assert game.refused("blocks normals=3 criticals=0") == "KILLTEAM-SSEQ.16"
    assert game.refused("blocks normals=2 criticals=1") in ("KILLTEAM-SSEQ.17", "KILLTEAM-SSEQ.18")


def test_g22_obscured() -> None:
    table = {"a": {"card": "TRP", "at": [4, 10]}, "b": {"card": "HGN", "at": [14, 13.5]}}
    game = Battle(map="c", active="a", operatives=table)
    game.do("shoot a > b weapon=dkk.lasgun", dice=[6, 6, 5, 2, 1, 2, 3])
    assert game.wounds("b") == 12
    assert {"KILLTEAM-R.11", "KILLTEAM-C.LOS.11", "KILLTEAM-C.SH.4"} <= game.cited()


def test_g52_lite_has_no_obscured() -> None:
    table = {"a": {"card": "TRP", "at": [4, 10]}, "b": {"card": "HGN", "at": [14, 13.5]}}
    game = Battle(map="c", preset="lite", active="a", operatives=table)
    game.do("shoot a > b weapon=dkk.lasgun", dice=[6, 6, 5, 2, 1, 2, 3, 1, 1])
    assert game.wounds("b") == 8


@pytest.mark.parametrize(
    ("card", "weapon", "rolled"),
    [("CHA", "plm.plasma_pistol.standard", 1), ("GUM", "dkk.meltagun", 0)],
)
def test_g23_piercing_and_the_cover_save(card: str, weapon: str, rolled: int) -> None:
    game = duel(card, "BOY" if card == "CHA" else "AIW", pieces=COVER)
    game.do(f"shoot a > b weapon={weapon}", dice=[1, 1, 1, 1])
    assert game.options()[0] == "saves normals=1 criticals=0"
    game.do("saves normals=1 criticals=0", dice=[1] * rolled)
    assert {"KILLTEAM-SSEQ.15", "KILLTEAM-R.29"} <= game.cited()


def test_g23_piercing_three_leaves_no_cover_save() -> None:
    game = duel("TRP", "BOY", a={"weapons": ["test.lance"]}, pieces=COVER)
    game.do("shoot a > b weapon=test.lance", dice=[3, 1, 1, 1])
    assert game.wounds("b") == 7


def test_g24_devastating_and_first_shoot() -> None:
    game = duel("SNP", "AIW", pieces=COVER, a={"order": "conceal"})
    game.do("shoot a > b weapon=dkk.long_las.concealed", dice=[6, 6, 3, 1])
    assert game.wounds("b") == 8
    game.do("saves normals=1 criticals=0", dice=[3, 6])
    game.do(game.options("blocks")[0])
    assert game.wounds("b") == 5
    assert {"KILLTEAM-C.WR.DEVASTATING", "KILLTEAM-C.SH.5", "KILLTEAM-DMG.4"} <= game.cited()
    assert "battle:shot" in game.s.marks[game.who("a")]
    game = duel("SNP", "AIW", a={"marks": ["battle:shot"]})
    assert game.refused("shoot a > b weapon=dkk.long_las.concealed") == "KILLTEAM-C.SH.1"


@pytest.mark.parametrize(("wounds", "die", "left"), [(7, 3, 1), (3, 4, 0), (3, 5, 3), (7, 4, 7)])
def test_g25_hot(wounds: int, die: int, left: int) -> None:
    game = duel("GUP", "AIW", a={"wounds": wounds})
    game.do("shoot a > b weapon=dkk.plasma_gun.supercharge", dice=[1, 1, 1, 1, 1, 1, die])
    assert game.wounds("a") == left
    assert game.s.on[game.who("a")] == (left > 0)
    assert "KILLTEAM-C.WR.HOT" in game.cited() or left == wounds


def test_g28_accurate_with_rending_and_with_severe() -> None:
    game = duel("TRP", "BOY", a={"weapons": ["test.ripper"]})
    game.do("shoot a > b weapon=test.ripper", "set_aside 1", dice=[6, 2, 1, 1, 1, 1])
    assert game.wounds("b") == 10 - 4 - 3
    game = duel("TRP", "BOY", a={"weapons": ["test.severer"]})
    game.do("shoot a > b weapon=test.severer", "set_aside 1", dice=[4, 2, 1])
    game.do("use severe", dice=[1, 1, 1])
    assert game.wounds("b") == 10 - 4 - 3
    assert {"KILLTEAM-C.WR.ACCURATE", "KILLTEAM-R.34", "KILLTEAM-C.WR.SEVERE"} <= game.cited()


def test_g29_punishing_needs_a_critical() -> None:
    effects = [{"kind": "dakka", "side": "A"}]
    game = duel("DAK", "TRP", effects=effects)
    game.do("shoot a > b weapon=kom.dakka_shoota.long", dice=[6, 4, 3, 3, 1])
    game.do("use punishing", dice=[1, 1, 1])
    assert game.wounds("b") == 0
    game = duel("DAK", "AIW", effects=effects)
    game.do("shoot a > b weapon=kom.dakka_shoota.long", dice=[5, 4, 3, 3, 1, 1, 1, 1])
    assert game.wounds("b") == 14 - 6


def test_g30_no_die_is_rerolled_twice() -> None:
    game = duel("INW", "AIW", a={"weapons": ["test.balanced"]}, b={"side": "B"}, cp={"A": 2},
                teams=["aod", "aod"])  # fmt: skip
    game.do("shoot a > b weapon=test.balanced", dice=[1, 2, 4, 6])
    game.do("reroll balanced dice=fail", dice=[2])
    assert game.options("reroll") == [
        "reroll command_reroll dice=fail",
        "reroll command_reroll dice=normal",
        "reroll command_reroll dice=critical",
    ]  # fmt: skip
    assert game.refused("reroll balanced dice=fail") == "KILLTEAM-C.CP.1"
    game.do("reroll command_reroll dice=fail", dice=[3])
    assert not game.options("reroll command_reroll dice=fail")
    assert game.s.cp[0] == 1
    assert game.refused("reroll command_reroll dice=fail") == "KILLTEAM-C.CP.1"
    assert {"KILLTEAM-C.CP.1", "KILLTEAM-C.WR.BALANCED"} <= game.cited()


def test_g30_cover_saves_are_never_rerolled() -> None:
    game = duel("AIW", "BOY", pieces=COVER, cp={"B": 1})
    game.do(
        "shoot a > b weapon=aod.heavy_bolt_pistol", "saves normals=1 criticals=0", dice=[3, 3, 3, 3, 4, 5]
    )
    assert game.options("reroll") == ["reroll command_reroll dice=fail", "reroll command_reroll dice=normal"]
    game.do("reroll command_reroll dice=fail", dice=[6])
    assert game.s.cp[1] == 0


def test_g49_disgustingly_resilient() -> None:
    game = duel("GRN", "CHA")
    game.do("shoot a > b weapon=aod.krak", dice=[3, 3, 1, 1, 1, 1, 5, 2])
    assert game.wounds("b") == 8
    assert "KILLTEAM-C.PLM.3" in game.cited()
    assert not any(e.message.startswith("{who} is injured") for e in game.match.events)


def test_g49_sickening_resilience() -> None:
    game = duel("GRN", "CHA", cp={"B": 1})
    game.do("shoot a > b weapon=aod.krak", dice=[3, 3, 1, 1, 1, 1])
    game.do("keep")  # no Command Re-roll of defence dice
    game.do("use sickening_resilience")
    assert game.wounds("b") == 9
    assert game.s.cp[1] == 0


# -- who may shoot with what ---------------------------------------------------------------------------------


def test_g31_order_and_silent() -> None:
    game = duel("INW", "BOY", a={"order": "conceal", "weapons": ["aod.bolt_rifle"]})
    assert game.refused("shoot a > b weapon=aod.bolt_rifle") == "KILLTEAM-SHOOT.2"
    game = duel("SLA", "AIW", a={"order": "conceal"})
    game.do("shoot a > b weapon=kom.throwing_knives", dice=[1] * 7)
    assert "KILLTEAM-C.WR.SILENT" in game.cited()


def test_g31_control_range() -> None:
    game = duel(
        "INW", "BOY", others={"c": {"card": "BOY", "at": [3, 16.5]}}, a={"weapons": ["aod.bolt_rifle"]}
    )
    assert game.refused("shoot a > b weapon=aod.bolt_rifle") == "KILLTEAM-SHOOT.3"
    assert game.options("shoot") == []
    game = duel(
        "INW", "BOY", others={"c": {"card": "AIW", "at": [9, 16.5]}}, a={"weapons": ["aod.bolt_rifle"]}
    )
    assert game.refused("shoot a > b weapon=aod.bolt_rifle") == "KILLTEAM-SSEQ.8"
    game = duel("SQU", "AIW", 1.5)
    assert game.options("shoot") == ["shoot a > a weapon=kom.explosives"]


def test_g31_range() -> None:
    reach = 8 + 2 * 1600 / 2540
    game = duel("BOY", "AIW", reach + 0.01)
    assert game.refused("shoot a > b weapon=kom.slugga") == "KILLTEAM-C.WR.RANGE"
    assert duel("BOY", "AIW", reach - 0.001).options("shoot") == ["shoot a > b weapon=kom.slugga"]


def test_g31_heavy() -> None:
    weapons = ["aod.stalker_bolt_rifle", "aod.fists"]
    shot = "shoot a > b weapon=aod.stalker_bolt_rifle.heavy"
    game = duel(
        "INW", "BOY", a={"weapons": weapons}, activation={"who": "a", "done": ["reposition"], "spent": 1}
    )
    assert game.refused(shot) == "KILLTEAM-C.WR.HEAVY"
    game = duel("INW", "BOY", a={"weapons": weapons}, activation={"who": "a", "done": ["dash"], "spent": 1})
    game.do(shot, dice=[1] * 7)
    assert game.refused("reposition a @ walk:3:17") == "KILLTEAM-C.WR.HEAVY"


def test_g31_second_shoot() -> None:
    game = duel("BOY", "AIW")
    game.do("shoot a > b weapon=kom.slugga", dice=[1] * 7)
    assert game.refused("shoot a > b weapon=kom.slugga") == "KILLTEAM-C.TURN.9"
    game = duel("CPT", "BOY")
    game.do("shoot a > b weapon=aod.plasma_pistol.standard", dice=[1] * 6)
    assert game.refused("shoot a > b weapon=aod.plasma_pistol.standard") == "KILLTEAM-C.AOD.1"


def test_repeat_cost_of_the_sniper_rifle() -> None:
    game = duel("ELS", "BOY")
    game.do("shoot a > b weapon=aod.bolt_sniper_rifle.mortis", dice=[1] * 6)
    game.do("shoot a > b weapon=aod.bolt_sniper_rifle.mortis", dice=[1] * 6)
    costs = [event.args["cost"] for event in game.match.events if event.args.get("action") == "Shoot"]
    assert costs == [1, 2]


def test_limited() -> None:
    game = duel("SQU", "AIW", a={"marks": ["battle:limited:kom.explosives:1"]})
    assert game.refused("shoot a > a weapon=kom.explosives") == "KILLTEAM-C.WR.LIMITED"


def test_no_ranged_weapon() -> None:
    game = duel("GRO", "AIW")
    assert game.refused("shoot a > b") in ("KILLTEAM-R.24",)
    game = duel("BOY", "AIW")
    assert game.refused("shoot a > b weapon=kom.burna.standard") == "KILLTEAM-SSEQ.6"
    assert game.refused("shoot a > a weapon=kom.slugga") == "KILLTEAM-SSEQ.7"


# -- several targets -----------------------------------------------------------------------------------------


def test_g26_blast_hits_everybody_around_with_the_shelter_of_the_primary() -> None:
    others = {
        "q": {"card": "BOY", "at": [9, 16.2]},
        "f": {"card": "AIW", "at": [10.6, 18], "wounds": 14},
        "far": {"card": "BOY", "at": [9, 13.4]},
    }
    game = duel("ING", "BOY", 6, others=others, pieces=COVER, a={"weapons": ["aod.aux_grenade_launcher"]})
    assert game.refused("shoot a > b weapon=aod.aux_grenade_launcher.frag") == "KILLTEAM-SSEQ.8"
    others["f"] = {"card": "AIW", "at": [9, 21.1]}
    game = duel("ING", "BOY", 6, others=others, pieces=COVER, a={"weapons": ["aod.aux_grenade_launcher"]})
    shot = "shoot a > b weapon=aod.aux_grenade_launcher.frag"
    game.do(shot, "saves normals=1 criticals=0", dice=[1, 1, 1, 1, 1, 1])
    assert game.options() == ["next q", "next f"]
    game.do("next f", dice=[3, 3, 3, 1])
    assert game.match.seat == 0  # R.36: the attacker chooses for his own friend too
    assert game.options()[0] == "saves normals=1 criticals=0"
    game.do("saves normals=1 criticals=0", dice=[1, 1, 1, 1, 1, 1])
    assert game.wounds("f") == 14 - 4
    assert game.match.seat == 1
    game.do("saves normals=0 criticals=0", dice=[1, 1, 1])
    assert "KILLTEAM-C.WR.BLAST" in game.cited()


def test_g27_torrent_takes_valid_targets_out_of_melee() -> None:
    others = {
        "q": {"card": "AIW", "at": [9, 16.2]},
        "x": {"card": "BOY", "at": [9, 14.4]},
        "r": {"card": "INW", "at": [9, 19.9]},
        "h": {"card": "ING", "at": [11.7, 18.5], "order": "conceal"},
    }
    pieces = [{"item": "light_barricades", "at": [10.6, 18.5], "along": "y"}]
    game = duel("BUR", "AIW", others=others, pieces=pieces)
    game.do("shoot a > b weapon=kom.burna.standard")
    assert game.options() == ["also r", "enough"]
    assert game.refused("also q") == game.refused("also h") == "KILLTEAM-C.WR.TORRENT"
    game.do("also r", dice=[6, *[1] * 13])
    assert game.wounds("b") == 14 - 3


def test_devastating_with_a_distance_hurts_those_around() -> None:
    others = {"q": {"card": "BOY", "at": [9, 16.2]}, "f": {"card": "ING", "at": [9, 20.9]}}
    game = duel("INW", "BOY", a={"weapons": ["test.shockwave"]}, others=others)
    game.do("shoot a > b weapon=test.shockwave", dice=[6, 6, 1, 1, 6, 6, 1])
    assert [game.wounds(name) for name in ("b", "q", "f", "a")] == [8, 8, 12, 14]


def test_stun_lasts_to_the_end_of_the_next_activation() -> None:
    from affray.games.killteam import stats

    game = duel("COM", "AIW", 5)
    game.do("shoot a > b weapon=kom.shokka_pistol", dice=[6, 1, 1, 1, 1, 1, 6, 1, 1])
    assert stats.apl(game.s, game.who("b")).value == 2
    assert game.wounds("b") == 12
    assert "KILLTEAM-C.WR.STUN" in game.cited()


# -- timing --------------------------------------------------------------------------------------------------


def test_removal_waits_for_the_end_of_the_action() -> None:
    others = {"q": {"card": "BOY", "at": [9, 16.2]}}
    game = duel("ING", "BOY", 6, others=others, a={"weapons": ["aod.aux_grenade_launcher"]}, b={"wounds": 1},
                cp={"B": 1})  # fmt: skip
    game.do("shoot a > b weapon=aod.aux_grenade_launcher.frag", dice=[6, 6, 6, 6, 1, 1, 1])
    game.do("keep", dice=[5, 5, 5, 5, 1, 1, 1])
    assert game.s.dead[game.who("b")]
    assert game.s.on[game.who("b")]
    game.do("keep", "keep")  # no Just a Scratch either
    assert not game.s.on[game.who("b")]
    assert {"KILLTEAM-DMG.7", "KILLTEAM-DMG.8", "KILLTEAM-R.19"} <= game.cited()


def test_hit_does_not_change_within_the_action() -> None:
    """The shooter stands in its own blast and is injured by the first sequence against itself (R.17)."""
    others = {"q": {"card": "INW", "at": [7, 18]}}
    game = duel("GUG", "AIW", 2.62, a={"wounds": 4}, others=others)
    game.do("shoot a > b weapon=dkk.grenade_launcher.frag", dice=[1] * 7)
    game.do("next a", dice=[4, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1])
    assert game.wounds("a") == 2
    assert game.wounds("q") == 12


# -- what teams do while they are shot at --------------------------------------------------------------------


def test_skulk_about_retains_one_more_die_unrolled() -> None:
    effects = [{"kind": "skulk_about", "side": "B"}]
    game = duel("AIW", "BOY", b={"order": "conceal"}, effects=effects)
    game.do("shoot a > b weapon=aod.heavy_bolt_pistol", dice=[3, 3, 1, 1])
    assert game.options() == ["saves normals=1 criticals=0", "saves normals=0 criticals=0"]
    game.do("saves normals=1 criticals=0", dice=[1, 1])
    assert game.wounds("b") == 7
    assert "KILLTEAM-C.KOM.6" in game.cited()


def test_stealthy_improves_the_cover_save() -> None:
    game = duel("BOY", "AIW", pieces=COVER, tactics={"B": ["stealthy", "hardy"]})
    game.do("shoot a > b weapon=kom.slugga", dice=[4, 4, 1, 1])
    assert game.options() == [
        "saves normals=2 criticals=0",
        "saves normals=0 criticals=1",
        "saves normals=1 criticals=0",
        "saves normals=0 criticals=0",
    ]
    game.do("saves normals=2 criticals=0", dice=[1])
    assert game.wounds("b") == 14


def test_indomitus_and_transhuman() -> None:
    effects = [{"kind": "indomitus", "side": "B"}]
    game = duel("BOY", "AIW", effects=effects, cp={"B": 1})
    game.do("shoot a > b weapon=kom.slugga", dice=[6, 4, 1, 1, 1, 2, 3])
    game.do("keep")  # no Command Re-roll
    assert set(game.options()) == {"use indomitus", "use transhuman_physiology", "keep"}
    game.do("use indomitus", "use transhuman_physiology")
    assert game.s.cp[1] == 0
    game.do("blocks normals=1 criticals=1")
    assert game.wounds("b") == 14


def test_dig_in_rerolls_all_dice_of_one_number() -> None:
    effects = [{"kind": "dig_in", "side": "B", "who": "b"}]
    game = duel("AIW", "TRP", pieces=COVER, effects=effects)
    game.do(
        "shoot a > b weapon=aod.heavy_bolt_pistol", "saves normals=1 criticals=0", dice=[3, 3, 3, 1, 2, 2]
    )
    assert game.options() == ["keep", "reroll dig_in dice=2"]
    game.do("reroll dig_in dice=2", dice=[5, 6])
    assert game.wounds("b") == 7
    assert "KILLTEAM-C.DKK.1" in game.cited()


def test_no_dig_in_without_a_cover_save() -> None:
    effects = [{"kind": "dig_in", "side": "B", "who": "b"}, {"kind": "siege_warfare", "side": "A"}]
    game = duel("HGN", "TRP", pieces=COVER, effects=effects[:1])
    game.do("shoot a > b weapon=plm.plague_spewer", dice=[1, 1, 1, 1, 1, 2, 2, 2])
    assert "KILLTEAM-C.WR.SATURATE" in game.cited()


def test_combined_arms_needs_another_friend_to_have_shot() -> None:
    game = duel(
        "CON",
        "BOY",
        a={"weapons": ["dkk.boltgun_4", "dkk.bayonet"]},
        b={"marks": ["tp:shot_by:2"]},
        cp={"A": 1},
        others={"c": {"card": "TRP", "at": [3, 3]}},
    )
    game.do("shoot a > b weapon=dkk.boltgun_4", dice=[1, 1, 2, 5])
    assert "reroll combined_arms dice=fail,fail,fail" in game.options()
    game.do("reroll combined_arms dice=fail,fail", dice=[6, 4, 1, 1, 1])
    assert game.wounds("b") == 10 - 4 - 3 - 3
    assert game.s.cp[0] == 0


def test_curse_of_rot_on_the_defence_dice() -> None:
    game = duel("BOM", "AIW", 4, cp={"A": 1})
    game.do("shoot a > b weapon=plm.boltgun", "keep", dice=[3, 3, 1, 1, 3, 3, 4])
    game.do("use curse_of_rot")
    assert game.wounds("b") == 14 - 2 - 3
    assert {"KILLTEAM-C.PLM.7"} <= game.cited()


def test_a_choice_between_cover_and_obscured() -> None:
    table = {"a": {"card": "TRP", "at": [5, 14.75]}, "b": {"card": "AIW", "at": [14.1, 14.75]}}
    game = Battle(map="c", active="a", operatives=table)
    game.do("shoot a > b weapon=dkk.lasgun")
    assert (game.match.seat, game.options()) == (1, ["screen cover", "screen obscured"])
    game.do("screen obscured", dice=[6, 6, 4, 1, 1, 1, 1])
    assert game.wounds("b") == 14 - 4
    assert "KILLTEAM-C.LOS.12" in game.cited()


def test_vantage_gives_accurate_and_better_saves() -> None:
    roof = {"card": "INW", "at": [12, 6.1], "z": 3, "weapons": ["aod.bolt_rifle"]}
    table: dict[str, dict[str, Any]] = {"a": roof, "b": {"card": "BOY", "at": [15, 9.3]}}
    game = Battle(map="a", active="a", operatives=table)
    game.do("shoot a > b weapon=aod.bolt_rifle")
    assert game.options() == ["set_aside 1", "set_aside 0"]
    game.do("set_aside 1", dice=[1, 1, 1])
    assert game.options("saves") == ["saves normals=1 criticals=0", "saves normals=0 criticals=0"]
    table["b"]["order"] = "conceal"
    game = Battle(map="a", active="a", operatives=table)
    game.do("shoot a > b weapon=aod.bolt_rifle", dice=[1, 1, 1, 1])
    assert game.options("saves")[:2] == ["saves normals=2 criticals=0", "saves normals=0 criticals=1"]
    game.do("saves normals=0 criticals=1", dice=[1, 1])
    assert "KILLTEAM-C.TER.3" in game.cited()


def test_blast_in_the_confines_of_a_stronghold() -> None:
    table = {"a": {"card": "GUG", "at": [16, 4.5]}, "b": {"card": "AIW", "at": [11.5, 4.5]}}
    game = Battle(map="a", active="a", operatives=table)
    game.do("shoot a > b weapon=dkk.grenade_launcher.frag", dice=[5, 5, 1, 1, 1, 1, 1])
    assert game.wounds("b") == 14 - 2  # obscured: of two criticals one is discarded, one a normal
    assert {"KILLTEAM-C.MAP.CONFINED_BLAST", "KILLTEAM-C.WR.LETHAL"} <= game.cited()


def test_detonate() -> None:
    table = {
        "a": {"card": "SAP", "at": [3, 3]},
        "b": {"card": "BOY", "at": [15, 18], "order": "conceal"},
        "c": {"card": "BOY", "at": [18, 18]},
    }
    mine = {"kind": "remote_mine", "at": [14, 18], "side": "A"}
    game = Battle(map="c", active="a", operatives=table, markers=[mine])
    assert game.refused("shoot a > b weapon=dkk.remote_detonator") == "KILLTEAM-C.DKK.5"
    game.do("shoot a weapon=dkk.remote_detonator", dice=[6, 2, 1, 1, 1, 1])
    assert game.wounds("b") == 0
    assert game.wounds("c") == 10
    assert not any(marker.kind == "remote_mine" for marker in game.s.markers)
    game = Battle(map="c", active="a", operatives=table)
    assert game.refused("shoot a weapon=dkk.remote_detonator") == "KILLTEAM-C.DKK.5"


def test_explosives_hit_the_squig_itself_first() -> None:
    game = duel("SQU", "AIW", 1.5, others={"x": {"card": "BOY", "at": [3, 16.5]}})
    game.do("shoot a > a weapon=kom.explosives", dice=[1] * 9)
    assert game.options() == ["next b", "next x"]
    game.do("next x", dice=[4, 1, 1, 1, 1, 1, 1, 1, 1] + [1] * 9)
    assert game.wounds("x") == 6
    assert "KILLTEAM-R.36" in game.cited()
    assert "battle:limited:kom.explosives:1" in game.s.marks[game.who("a")]
