"""Fights: the golden cases with given dice, and what teams do in them (KILLTEAM-FSEQ, KILLTEAM-C.FT)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle


def melee(attacker: str, defender: str, **more: Any) -> Battle:
    """`a` active and `b` in its control range on map C; `a` and `b` add to their entries."""
    a = {"card": attacker, "at": [3, 18], **more.pop("a", {})}
    b = {"card": defender, "at": [5, 18], **more.pop("b", {})}
    others = more.pop("others", {})
    active = more.pop("active", "a")
    return Battle(map="c", active=active, operatives={"a": a, "b": b, **others}, **more)


SWORD = "fight a > b weapon=aod.chainsword_5"


def test_g41_strikes_in_turn() -> None:
    game = melee("AIW", "BOY")
    game.do(SWORD, "strike critical", "strike critical", "strike normal", "strike normal", "strike normal",
            dice=[6, 4, 3, 2, 1, 6, 5, 2, 2])  # fmt: skip
    assert not game.s.on[game.who("b")]
    assert game.wounds("a") == 5
    assert {"KILLTEAM-FSEQ.16", "KILLTEAM-FSEQ.17", "KILLTEAM-FSEQ.12", "KILLTEAM-R.13"} <= game.cited()


def test_g41_blocks() -> None:
    game = melee("AIW", "BOY")
    game.do(SWORD, dice=[6, 4, 3, 2, 1, 6, 5, 2, 2])
    game.do("strike critical")
    assert game.refused("block normal > critical") in ("KILLTEAM-FSEQ.18", "KILLTEAM-FSEQ.19")
    game.do("block critical > normal", "strike normal")
    game.do("strike normal")
    assert (game.wounds("b"), game.wounds("a")) == (1, 10)
    assert {"KILLTEAM-FSEQ.18", "KILLTEAM-FSEQ.20"} <= game.cited()


def test_g41_a_normal_blocks_no_critical() -> None:
    game = melee("AIW", "BOY")
    game.do(SWORD, "strike normal", dice=[6, 4, 3, 2, 1, 6, 5, 2, 2])
    assert game.refused("block normal > critical") == "KILLTEAM-FSEQ.19"
    assert game.refused("discard normal") == "KILLTEAM-R.14"
    assert game.refused("block critical > critical") == ""


def test_g42_brutal() -> None:
    game = melee("AIS", "BOY", a={"weapons": ["aod.power_fist_5_4", "aod.hand_flamer"]})
    game.do("fight a > b weapon=aod.power_fist_5_4", "strike normal", dice=[6, 4, 4, 2, 1, 6, 5, 2, 2])
    assert game.refused("block normal > normal") == "KILLTEAM-C.WR.BRUTAL"
    assert {"discard normal", "strike normal", "block critical > critical"} <= set(game.options())
    game.do("discard normal")
    assert "KILLTEAM-R.14" in game.cited()


@pytest.mark.parametrize(("tactics", "left"), [([], 1), (["resolute", "hardy"], 2)])
def test_g43_shock_once(tactics: list[str], left: int) -> None:
    game = melee("AIW", "BRU", tactics={"A": tactics})
    game.do(SWORD, dice=[4, 4, 4, 1, 1, 6, 6, 1, 1])
    game.do("strike normal", "keep", "strike critical")
    assert game.wounds("a") == 14 - 3
    clash = game.s.frames[-1]
    assert clash.now.dice[0] == left  # type: ignore[attr-defined]
    assert "KILLTEAM-C.WR.SHOCK" in game.cited()


def test_g44_assists() -> None:
    others = {
        "c": {"card": "TRP", "at": [5, 16.2]},
        "d": {"card": "TRP", "at": [5, 19.8]},
        "e": {"card": "GRN", "at": [5.0, 21.3], "side": "B"},
    }
    game = melee("TRP", "AIW", others=others)
    game.do("fight a > b weapon=dkk.bayonet", dice=[3, 3, 1, 1, 1, 1, 1, 1])
    game.do("strike normal", "strike normal")
    assert game.wounds("b") == 14 - 4


def test_g54_only_one_side_has_successes() -> None:
    game = melee("AIW", "BOY", a={"order": "conceal"})
    game.do(SWORD, dice=[1, 1, 2, 2, 2, 6, 4, 2, 1])
    game.do("strike critical", "strike normal")
    assert game.wounds("a") == 5
    assert {"KILLTEAM-FSEQ.13", "KILLTEAM-FIGHT.2", "KILLTEAM-DMG.4"} <= game.cited()


def test_who_may_be_fought() -> None:
    game = melee("AIW", "BOY", b={"at": [8, 18]})
    assert game.refused(SWORD) == "KILLTEAM-FIGHT.2"
    game = melee("AIW", "BOY", others={"c": {"card": "BOY", "at": [9, 18]}})
    assert game.refused("fight a > c weapon=aod.chainsword_5") == "KILLTEAM-FSEQ.6"
    assert game.refused("fight a > b weapon=aod.fists") == "KILLTEAM-FSEQ.8"


def test_an_operative_without_a_melee_weapon_does_not_retaliate() -> None:
    game = melee("AIW", "BOY", b={"weapons": ["test.lance"]})
    game.do(SWORD, dice=[4, 4, 4, 1, 1])
    assert game.wounds("b") == 10
    game.do("strike normal")
    assert "KILLTEAM-C.FT.3" in game.cited()


def test_the_defender_chooses_its_weapon() -> None:
    game = melee("AIW", "BOY", b={"weapons": ["kom.choppa_4", "kom.choppa_3"]})
    game.do(SWORD)
    assert game.match.seat == 1
    assert game.options() == ["wield kom.choppa_4", "wield kom.choppa_3"]


def test_bruiser_strikes_once_more() -> None:
    game = melee("AIW", "BRU")
    game.do(SWORD, dice=[6, 6, 4, 1, 1, 3, 3, 1, 1])
    game.do("strike critical", "strike normal")
    game.do("strike critical")
    assert game.options() == ["strike normal", "keep"]
    game.do("strike normal")
    assert game.wounds("a") == 14 - 6
    assert not game.s.on[game.who("b")]


def test_rerolls_alternate_from_the_initiative_player() -> None:
    game = melee("AIW", "BOY", cp={"A": 1, "B": 1}, initiative="B")
    game.do(SWORD, dice=[6, 4, 3, 2, 1, 6, 5, 2, 2])
    assert game.match.seat == 1
    game.do("reroll command_reroll dice=fail", dice=[1])
    assert game.match.seat == 0
    game.do("keep")
    assert not game.options("reroll")
    assert game.s.cp == (1, 0)


# -- what teams do in a fight --------------------------------------------------------------------------------

CHARGED = {"who": "a", "spent": 1, "done": ["charge"]}


def test_shock_assault_raises_the_first_strike_and_shocks() -> None:
    game = melee("AIW", "BOY", cp={"A": 1}, activation=CHARGED)
    game.do(SWORD, dice=[6, 4, 1, 1, 1, 6, 5, 2, 2])
    game.do("keep")  # no Command Re-roll
    game.do("use shock_assault", "strike critical")
    assert game.wounds("b") == 10 - 6
    assert game.s.cp[0] == 0
    assert game.options() == ["strike critical", "block critical > normal"]  # its normal is gone
    assert {"KILLTEAM-C.AOD.6", "KILLTEAM-C.WR.SHOCK"} <= game.cited()


def test_kunnin_but_brutal_makes_the_first_normal_a_critical() -> None:
    game = melee("BOY", "AIW", a={"order": "conceal"}, cp={"A": 1}, activation=CHARGED)
    game.do("fight a > b weapon=kom.choppa_4", "keep", dice=[4, 4, 1, 1, 1, 1, 1, 1, 1])
    game.do("use kunnin_but_brutal", "strike normal")
    assert game.wounds("b") == 14 - 5
    game.do("strike normal")
    assert game.wounds("b") == 14 - 5 - 4


def test_dueller_blocks_criticals_with_normals() -> None:
    game = melee("BOY", "AIW", tactics={"B": ["dueller", "hardy"]})
    game.do("fight a > b weapon=kom.choppa_4", "strike critical", dice=[6, 6, 1, 1, 4, 4, 1, 1, 1])
    game.do("block normal > critical")
    assert game.wounds("b") == 14 - 5
    assert "KILLTEAM-C.AOD.2" in game.cited()


def test_hardy_lessens_the_first_normal_of_the_attacker() -> None:
    game = melee("BOY", "AIW", tactics={"B": ["dueller", "hardy"]})
    game.do("fight a > b weapon=kom.choppa_4", dice=[4, 4, 1, 1, 1, 1, 1, 1, 1])
    game.do("strike normal", "strike normal")
    assert game.wounds("b") == 14 - 3 - 4


def test_tilting_shields_leave_only_sixes_critical() -> None:
    game = melee("SLA", "AIW", equipment={"B": ["tilting_shields"]})
    game.do("fight a > b weapon=kom.twin_choppas", dice=[5, 5, 6, 1, 1, 1, 1, 1, 1])
    assert game.match.seat == 1
    game.do("use tilting_shields")
    game.do("keep")  # Ceaseless
    clash = game.s.frames[-1]
    assert clash.now.dice == (2, 1, 0, 0)  # type: ignore[attr-defined]
    assert "KILLTEAM-C.AOD.7" in game.cited()


def test_curse_of_rot_hurts_and_spoils() -> None:
    game = melee("FTR", "AIW", cp={"A": 1})
    flail = "fight a > b weapon=plm.flail_of_corruption"
    game.do(flail, dice=[1, 1, 1, 1, 1, 3, 3, 4, 1, 1])
    assert game.match.seat == 0
    game.do("use curse_of_rot")
    assert game.wounds("b") == 12
    assert game.s.cp[0] == 0
    clash = game.s.frames[-1]
    assert clash.now.dice == (0, 0, 1, 0)  # type: ignore[attr-defined]
    assert "KILLTEAM-C.PLM.7" in game.cited()


def test_poison_and_grandfathers_blessing() -> None:
    game = melee("CHA", "AIW", a={"wounds": 10}, b={"marks": ["battle:poison"]})
    game.do("fight a > b weapon=plm.plague_sword", dice=[4, 4, 6, 1, 1, 1, 1, 1, 1, 1])
    game.do("strike normal")
    assert game.wounds("b") == 14 - 5  # Toxic
    assert game.wounds("a") == 13
    assert "KILLTEAM-C.WR.TOXIC" in game.cited()
    game = melee("CHA", "AIW")
    game.do("fight a > b weapon=plm.plague_sword", dice=[6, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    game.do("strike critical")
    assert "battle:poison" in game.s.marks[game.who("b")]
    assert "KILLTEAM-C.WR.POISON" in game.cited()


def test_grandfathers_blessing_counts_what_curse_of_rot_gives_back() -> None:
    """C.PLM.4: at most 3 in a turning point, by the ploy and by the strikes of the fight together."""
    game = melee("CHA", "BOY", a={"wounds": 5}, b={"marks": ["battle:poison"]}, cp={"A": 1})
    game.do("fight a > b weapon=plm.plague_sword", dice=[4, 4, 1, 1, 1, 3, 3, 1, 1])
    game.do("use curse_of_rot")
    assert (game.wounds("a"), game.wounds("b")) == (5 + 2, 10 - 2)
    game.do("keep", "strike normal")
    assert (game.wounds("a"), game.wounds("b")) == (5 + 3, 10 - 2 - 5)


def test_resilience_against_every_strike() -> None:
    game = melee("AIW", "WAR")
    game.do(SWORD, dice=[4, 4, 1, 1, 1, 1, 1, 1, 1])
    game.do("strike normal", dice=[4])
    assert game.wounds("b") == 14 - 3
    game.do("strike normal", dice=[3])
    assert game.wounds("b") == 14 - 3 - 4


def test_stun_in_a_fight() -> None:
    from affray.games.killteam import stats

    game = melee("AIS", "BOY", a={"weapons": ["aod.thunder_hammer_5", "aod.hand_flamer"]})
    game.do("fight a > b weapon=aod.thunder_hammer_5", dice=[6, 1, 1, 1, 1, 1, 1, 1, 1])
    game.do("strike critical")
    assert stats.apl(game.s, game.who("b")).value == 1


def test_purity_seals_in_a_fight() -> None:
    game = melee("AIW", "BOY", equipment={"A": ["purity_seals"]})
    game.do(SWORD, dice=[4, 1, 1, 1, 1, 1, 1, 1, 1])
    game.do("use purity_seals")
    clash = game.s.frames[-1]
    assert clash.now.dice == (2, 0, 0, 0)  # type: ignore[attr-defined]
    assert "tp:purity_seals" in game.s.used[0]


def test_dat_all_you_got() -> None:
    game = melee("SLA", "AIW")
    game.do("fight a > b weapon=kom.twin_choppas", dice=[1, 1, 1, 1, 1, 1, 1, 1, 1])
    game.do("keep", dice=[6])
    assert game.wounds("b") == 14 - 3


# -- special places ------------------------------------------------------------------------------------------


def test_defenders_of_a_stronghold_resolve_first() -> None:
    table = {"a": {"card": "AIW", "at": [11.25, 7.7]}, "b": {"card": "BOY", "at": [11.25, 5.8]}}
    game = Battle(map="a", active="a", operatives=table)
    shot = "door_fight a > b weapon=aod.chainsword_5"
    assert game.refused(SWORD) == "KILLTEAM-FIGHT.2"
    game.do(shot, dice=[4, 4, 1, 1, 1, 4, 4, 1, 1])
    assert game.match.seat == 1
    game.do("strike normal")
    assert game.match.seat == 0
    assert {"KILLTEAM-C.MAP.DEFENDERS_FIRST", "KILLTEAM-C.MAP.DOOR_FIGHT"} <= game.cited()


def test_door_fights_are_for_who_stands_at_a_door() -> None:
    table = {"a": {"card": "AIW", "at": [11.25, 8.2]}, "b": {"card": "BOY", "at": [11.25, 5.8]}}
    game = Battle(map="a", active="a", operatives=table)
    assert game.refused("door_fight a > b weapon=aod.chainsword_5") == "KILLTEAM-C.MAP.DOOR_FIGHT"
    assert melee("AIW", "BOY").refused("door_fight a > b") == "KILLTEAM-C.MAP.DOOR_FIGHT"
