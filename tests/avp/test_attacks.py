"""Attacks with their figures, among them the golden cases of the book (chances are exact)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.odds import Distribution
from affray.games.avp import numbers

MARINE = models("marine", "C1", "m")
INFANT = models("infant", "E1", "i")
NORMAL = {"E1": "normal"}
AIMED = {"model": "m", "ap": 1, "aim": True}


def odds(action: str, *parts: dict[str, Any], active: str = "m", **table: Any) -> Distribution:
    """The exact odds of an action in a position."""
    table.setdefault("models", {name: row for part in parts for name, row in part.items()})
    if "activation" not in table:
        table["active"] = active
    found = Scene(**table).match.odds(action, all_seeing=True)
    assert found.exact
    return found


def rs(shooter: str, target: str, **table: Any) -> int:
    """The difficulty of an RS Test."""
    scene = Scene(**table)
    return numbers.rs_difficulty(scene.s, scene.model(shooter), scene.model(target)).value


# -- Shooting ------------------------------------------------------------------------------------------------


def test_plain_shot() -> None:
    """G.3: MAP.9, SHOOT.7."""
    assert odds("shoot m > i", MARINE, INFANT).p("i removed") == Fraction(23, 100)
    assert odds("shoot m > i", MARINE, INFANT, surface=NORMAL).p("i removed") == Fraction(8, 25)
    scene = Scene([9, 12, 6], models={**MARINE, **INFANT}, active="m").do("shoot m > i")
    assert scene.at("i") == "-"
    assert scene.s.acid[scene.s.board.tile("E1")] == 1
    assert {"AVP-MAP.9", "AVP-SHOOT.7"} <= clauses_of_dice([9, 12, 6])
    saved = Scene([9, 11], models={**MARINE, **INFANT}, active="m").do("shoot m > i")
    assert saved.at("i") == "E1"
    missed = Scene([10], models={**MARINE, **INFANT}, active="m").do("shoot m > i")
    assert missed.at("i") == "E1"
    assert not missed.dice.left


def clauses_of_dice(dice: list[int]) -> set[str]:
    """All clauses that a plain shot cites in rolls: their own, those of the difficulty and the others."""
    from affray.engine.dice import Supplied
    from affray.engine.match import Match
    from affray.engine.requests import Request, Roll
    from affray.games.avp import GAME

    found: set[str] = set()

    def observe(request: Request) -> None:
        if isinstance(request, Roll):
            found.update((request.clause, *request.cites))
            if request.tally is not None:
                found.update(clause for clause, _ in request.tally.parts)

    position = GAME.position({"models": {**MARINE, **INFANT}, "active": "m"})
    Match(GAME, position, Supplied(dice), observer=observe).push("shoot m > i")
    return found


def test_bullseye() -> None:
    """G.4: TERM.5, TERM.6, R.27."""
    stalker = models("stalker", "E1", "i")
    scene = Scene([1, 14], models={**MARINE, **INFANT}, active="m").do("shoot m > i")
    assert scene.at("i") == "-"
    assert Scene([1, 5], models={**MARINE, **stalker}, active="m").do("shoot m > i").at("i") == "E1"
    scene = Scene([1, 6, 14], models={**MARINE, **stalker}, active="m").do("shoot m > i")
    assert scene.at("i") == "-"
    assert "AVP-TERM.6" in scene.cited


def test_defender_is_locked() -> None:
    """G.6: R.4."""
    hunter = models("p_warrior", "E1", "w", sentry=True)
    scene = Scene([13, 20], models={**MARINE, **hunter}, active="m").do("shoot m > w")
    w = scene.model("w")
    assert scene.s.wounds[w] == 2
    assert scene.s.locked[w]
    assert scene.s.used[w]
    assert not scene.s.sentry[w]
    assert {"AVP-TERM.8", "AVP-R.4"} <= scene.cited


def test_reroll_of_a_twenty() -> None:
    """G.7: R.2, TERM.3, TERM.9."""
    table = {
        **models("smartgunner", "C1", "m"),
        **INFANT,
        **models("marine", "A1", "other"),
    }
    hands = {"marines": ["steady_hand"]}
    scene = Scene([20, 7, 12, 6], models=table, active="m", hands=hands)
    scene.do("shoot m > i", "reroll aimed_fire")
    assert scene.at("i") == "-"
    assert not scene.s.locked[scene.model("m")]
    scene = Scene([20, 20, 19], models=table, active="m", hands=hands)
    scene.do("shoot m > i", "reroll aimed_fire")
    assert scene.s.locked[scene.model("m")]
    assert scene.refused("use_card steady_hand") == "AVP-TERM.3"
    scene = Scene([20], models=table, active="m", xp={"marines": 1}).do("shoot m > i")
    assert scene.refused("reroll xp") == "AVP-TERM.9"
    assert scene.options() == ["reroll aimed_fire", "keep"]


def test_steady_hand_after_the_skill_is_declined() -> None:
    """C.CARD.1: a card rerolls a failed Test once."""
    table = {**models("marine", "C1", "m"), **INFANT}
    scene = Scene([15, 2, 12, 9], models=table, active="m", hands={"marines": ["steady_hand"]})
    scene.do("shoot m > i", "use_card steady_hand")
    assert scene.at("i") == "-"
    assert scene.s.hands[0] == ()
    scene = Scene([15], models=table, active="m", hands={"marines": ["steady_hand"]})
    scene.do("shoot m > i", "decline")
    assert scene.at("i") == "E1"


def test_experience_rerolls_once() -> None:
    """C.XP.2: a failed Test that is not a 20."""
    scene = Scene([15, 2, 12, 9], models={**MARINE, **INFANT}, active="m", xp={"marines": 1})
    scene.do("shoot m > i")
    assert scene.options() == ["reroll xp", "keep"]
    scene.do("reroll xp")
    assert scene.at("i") == "-"
    assert scene.s.xp[0] == ()


def test_aim_rapid_fire_hidden() -> None:
    """G.11: MAR.3, MAR.25, ALN.8, ALN.10."""
    assert odds("shoot m > i", MARINE, INFANT, activation=AIMED).p("i removed") == Fraction(8, 25)
    assert odds("rapid_fire m > i", MARINE, INFANT).p("i removed") == Fraction(651, 2500)
    hidden = models("infant", "E1", "i", hidden=True)
    assert odds("shoot m > i", MARINE, hidden).p("i removed") == Fraction(19, 200)
    scene = Scene(models={**MARINE, **INFANT}, activation=AIMED)
    assert scene.refused("grenade m > i") == "AVP-R.5"


def test_full_stack_of_modifiers() -> None:
    """G.12: SHOOT.5, SHOOT.6, MAP.10."""
    table = {
        **MARINE,
        **models("marine", "D1", "a"),
        **models("infant", "D1", "b"),
        **models("marine", "E1", "c"),
        **models("infant", "E1", "d"),
        **models("infant", "F1", "i"),
    }
    assert rs("m", "i", models=table) == 5
    table |= models("marine", "F1", "e")
    assert rs("m", "i", models=table) == -5
    assert odds("shoot m > i", table).p("i removed") == Fraction(1, 20)


def test_aimed_fire() -> None:
    """G.13: MAR.37."""
    gun = models("smartgunner", "C1", "m")
    one = odds("shoot m > i", gun, INFANT, surface=NORMAL)
    assert one.p("i removed") == Fraction(1595214, 1953125)
    many = odds("shoot m > i", gun, models("infant", "E1", "i", "j", "k"), surface=NORMAL)
    assert many.mean("removed") == Fraction(162, 125)


def test_aim_helps_the_first_test() -> None:
    """G.14: MAR.4."""
    gun = models("smartgunner", "C1", "m")
    many = odds("shoot m > i", gun, models("infant", "E1", "i", "j", "k"), activation=AIMED)
    assert many.mean("removed") == Fraction(229, 200)
    one = odds("shoot m > i", gun, INFANT, activation=AIMED)
    assert one.p("i removed") == Fraction(382397801, 500000000)


def test_later_tests_stay_on_the_tile() -> None:
    """R.24: the target before each Test, on the Tile of the first; without one the Tests are lost."""
    table = {
        **models("smartgunner", "C1", "m"),
        **models("infant", "E1", "i", "j"),
        **models("infant", "F1", "k"),
    }
    scene = Scene([9, 12, 7, 9, 12, 7], models=table, active="m").do("shoot m > i")
    assert scene.at("i") == "-"
    assert scene.at("j") == "-"
    assert "AVP-R.24" in scene.cited
    scene = Scene([10], models=table, active="m").do("shoot m > i", "keep")
    assert scene.options() == ["aim_at i", "aim_at j"]
    assert scene.refused("aim_at k") == "AVP-R.24"


def test_who_may_be_shot() -> None:
    """ACT.5, LOS.3, R.23, SHOOT.2: the reasons."""
    table = {
        **MARINE,
        **models("marine", "C1", "n"),
        **models("medic", "C1", "f"),
        **models("infant", "C1", "i"),
        **models("infant", "D2", "j"),
        **models("facehugger", "D4", "v"),
        **models("infant", "G1", "k"),
    }
    scene = Scene(models=table, active="m")
    assert scene.refused("shoot m > i") == "AVP-R.23"
    assert scene.refused("shoot m > j") == "AVP-ACT.5"
    assert scene.refused("shoot m > v") == "AVP-LOS.3"
    assert scene.refused("shoot m > n") == "AVP-SHOOT.2"
    assert scene.refused("shoot m > k weapon=knife") == "AVP-SHOOT.2"
    assert scene.refused("shoot m > k weapon=m40") == "AVP-MAR.21"
    assert scene.refused("shoot m > k weapon=smartgun") == "AVP-SHOOT.2"
    assert scene.refused("shoot m > k") == ""
    scene = Scene(models=table, active="f")
    assert scene.refused("shoot f > k") == "AVP-SHOOT.2"
    assert scene.refused("shoot f > k weapon=flamethrower") == "AVP-MAR.5"
    assert scene.refused("rapid_fire f > k weapon=flamethrower") == "AVP-MAR.26"
    steam = Scene(models=table, active="m", environment="steam")
    assert steam.refused("shoot m > k") == "AVP-C.ENV.1"


def test_grenade() -> None:
    """G.15: R.34, R.35, ALN.38."""
    m = models("marine", "E3", "m")
    queen = odds("grenade m > q", m, models("queen", "E5", "q"))
    assert queen.p("q loses 2") == Fraction(1, 20)
    assert queen.p("q loses 1") == Fraction(4, 25)
    praetorian = odds("grenade m > q", m, models("praetorian", "E5", "q"))
    assert praetorian.p("q loses 2") == Fraction(23, 100)
    scene = Scene([9, 13, 9], models={**m, **models("queen", "E5", "q")}, active="m").do("grenade m > q")
    assert scene.s.wounds[1] == 5
    assert "AVP-ALN.38" in scene.cited
    table = {**m, **models("praetorian", "E5", "q")}
    scene = Scene([9, 13, 9, 9], models=table, active="m").do("grenade m > q")
    assert scene.s.wounds[1] == 2


def test_cards_for_shooting() -> None:
    """C.CARD.1: Concentrated Fire, Overcharge, Cloak; C.ENV.1: Lights Out."""
    boosted = {"model": "m", "boosts": ["concentrated_fire"]}
    scene = Scene([20, 9, 12, 9], models={**MARINE, **INFANT}, activation=boosted).do("shoot m > i")
    assert scene.at("i") == "-"
    hunter, marine = models("p_hunter", "C7", "h"), models("marine", "D7", "m")
    boosted = {"model": "h", "boosts": ["overcharge"]}
    plain = odds("shoot h > m", hunter, marine, active="h").p("m removed")
    assert odds("shoot h > m", hunter, marine, activation=boosted).p("m removed") > plain
    table = {**MARINE, **models("p_warrior", "E1", "w")}
    cloak = [{"card": "cloak", "on": "w"}]
    assert rs("m", "w", models=table) == 13
    assert rs("m", "w", models=table, effects=cloak) == 9
    assert rs("m", "w", models=table, environment="lights_out") == 11


# -- area attacks --------------------------------------------------------------------------------------------


def test_burning_inferno() -> None:
    """G.16: MAR.5, MAR.6, MAR.45, R.29."""
    medic = models("medic", "C1", "med")
    table = {**medic, **models("marine", "D1", "m"), **models("facehugger", "D1", "f", "g")}
    found = odds("burn med @ D1", table, active="med")
    assert found.p("m removed") == Fraction(912362, 1953125)
    assert found.p("f removed") == Fraction(3, 5)
    lone = odds("burn med @ D1", medic, models("marine", "D1", "m"), active="med")
    assert lone.p("m removed") == Fraction(2, 5)
    table = {
        **medic,
        **models("infant", "D2", "i"),
        **models("infant", "E1", "j"),
        **models("infant", "F1", "k"),
    }
    assert Scene(models=table, active="med").refused("burn med @ D2") == "AVP-MAR.6"
    table |= models("tracker", "C1", "t")
    scene = Scene(models=table, active="med")
    assert scene.refused("burn med @ D2") == ""
    assert scene.refused("burn med @ E1") == ""
    assert scene.refused("burn med @ F1") == "AVP-MAR.5"
    assert scene.refused("burn med @ C1") == "AVP-R.29"
    assert scene.options("burn") == ["burn med @ E1", "burn med @ D2"]
    jammed = Scene(models=table, active="med", environment="jammed_trackers")
    assert jammed.refused("burn med @ D2") == "AVP-C.ENV.1"


def test_flames_find_tokens() -> None:
    """R.41, R.30, PRD.5: tokens are flipped first, mimicry goes, vents are no shelter from a tracker."""
    table = {
        **models("medic", "D3", "med"),
        **models("tracker", "D3", "t"),
        **models("facehugger", "D4", "f", token=True),
    }
    scene = Scene([8], models=table, active="med").do("burn med @ D4")
    assert scene.s.up[scene.model("f")]
    assert {"AVP-R.41", "AVP-R.30", "AVP-MAR.45", "AVP-ALN.35"} <= scene.cited
    table = {
        **models("medic", "C1", "med"),
        **models("tracker", "C1", "t"),
        **models("mimicry", "D2", "x"),
    }
    scene = Scene(models=table, active="med").do("burn med @ D2")
    assert scene.at("x") == "-"


def test_flames_are_not_dodged_and_wound_all() -> None:
    """MAR.35, ALN.29, TERM.15; the order is the attacker's (R.59)."""
    table = {
        **models("power_loader", "C1", "p"),
        **models("stalker", "D1", "i"),
        **models("marine", "D1", "m"),
    }
    scene = Scene([20, 20], models=table, active="p").do("burn p @ D1")
    assert scene.deciding == "marines"
    assert scene.options() == ["next_target i", "next_target m"]
    assert scene.refused("next_target p") == "AVP-R.59"
    scene = Scene([8, 8, 10, 10], models=table, active="p").do("burn p @ D1", "next_target i")
    assert scene.dice.left == []
    assert {"AVP-ALN.29", "AVP-TERM.15", "AVP-R.33"} <= scene.cited


def test_shotgun() -> None:
    """G.17: MAR.8 to MAR.10, R.31."""
    table = {
        **models("sergeant", "C1", "m"),
        **models("infant", "E1", "i", "j"),
        **models("infant", "D1", "k"),
    }
    found = odds("shotgun m @ E1", table)
    assert found.p("i removed") == found.p("k removed") == Fraction(13, 80)
    scene = Scene([10, 15, 11, 1, 9], models=table, active="m").do("shotgun m @ E1")
    scene.do("next_target k", "next_target i")
    assert [scene.at(name) for name in "kij"] == ["D1", "E1", "-"]
    scene = Scene(models=table, active="m")
    assert scene.refused("shotgun m @ C1") == "AVP-R.23"
    assert scene.refused("shotgun m @ F1") == "AVP-MAR.8"
    assert scene.refused("shotgun m @ D2") == "AVP-ACT.5"
    assert scene.refused("shotgun m @ D1") == ""


def test_acid_spit() -> None:
    """G.51: ALN.12, ALN.13, R.44."""
    spitter = models("warrior", "D1", "w")
    alone = odds("spit w @ C1", spitter, MARINE, active="w")
    assert alone.p("m removed") == Fraction(11, 40)
    table = {**spitter, **MARINE, **models("infant", "C1", "i"), **models("marine", "B1", "far")}
    scene = Scene([2, 2], models=table, active="w").do("spit w @ C1")
    assert scene.options() == ["next_target m", "next_target i"]
    scene.do("next_target m")
    assert scene.dice.left == []
    assert scene.at("m") == scene.at("i") == "C1"
    assert {"AVP-ALN.12", "AVP-ALN.14", "AVP-R.44"} <= scene.cited
    scene = Scene(models=table, active="w")
    assert scene.refused("shoot w > far weapon=acid_spit") == "AVP-ALN.12"
    assert scene.refused("spit w @ B1") == "AVP-ALN.12"


def test_smart_disc() -> None:
    """G.36: PRD.12 to PRD.16, R.52."""
    table = {
        **models("p_hunter", "C7", "h"),
        **models("marine", "D7", "a"),
        **models("marine", "E7", "b", "c", "d"),
    }
    found = odds("throw_disc h @ E7", table, active="h")
    wounds = {0: Fraction(1, 16), 1: Fraction(5, 16), 2: Fraction(7, 16), 3: Fraction(3, 16)}
    assert found.number("removed") == wounds
    assert found.mean("removed") == Fraction(7, 4)
    scene = Scene([9, 3, 11, 10], models=table, active="h").do("throw_disc h @ E7")
    assert scene.options() == ["victim b", "victim c", "victim d"]
    scene.do("victim c", "swap d")
    assert [scene.at(name) for name in "abcd"] == ["-", "E7", "E7", "-"]
    assert {"AVP-PRD.14", "AVP-PRD.16", "AVP-PRD.17", "AVP-MAR.2"} <= scene.cited
    assert scene.refused("shoot h > b") == "AVP-R.58"


def test_the_disc_wounds_nobody_twice() -> None:
    """PRD.16: neither by a second strike nor by a swap (MAR.2); one that was spared by a swap may be next."""
    table = {
        **models("p_hunter", "C7", "h"),
        **models("marine", "D7", "a"),
        **models("medic", "D7", "b", "c"),
    }
    scene = Scene([1, 2, 4], models=table, active="h").do("throw_disc h @ D7", "victim a", "swap b")
    assert scene.at("b") == "D7"  # healed, but struck
    assert scene.options() == ["victim a", "victim c"]
    scene.do("victim a")
    assert scene.options() == ["keep", "swap c"]


def test_ways_of_the_disc() -> None:
    """R.52: a shortest open way, named where there are two; not the own Tile, not too far."""
    table = {
        **models("p_hunter", "A1", "h"),
        **models("marine", "B2", "m", "n"),
        **models("marine", "F1", "o"),
    }
    scene = Scene(models=table, active="h")
    assert scene.options("throw_disc") == ["throw_disc h @ B2 via=B1", "throw_disc h @ B2 via=A2"]
    assert scene.refused("throw_disc h @ B2") == "AVP-R.52"
    assert scene.refused("throw_disc h @ A1") == "AVP-R.52"
    assert scene.refused("throw_disc h @ F1") == "AVP-PRD.12"


# -- close combat --------------------------------------------------------------------------------------------


def test_close_combat_in_a_corridor() -> None:
    """G.19: MAP.8, ALN.39, ALN.40."""

    def removed(tile: str, *more: dict[str, Any]) -> Fraction:
        table = {**models("infant", tile, "i"), **models("marine", tile, "m")}
        return odds("fight i > m weapon=infant_claws", table, *more, active="i").p("m removed")

    assert removed("C1") == Fraction(7, 16)
    assert removed("A1") == Fraction(5511, 10000)
    queen = models("queen", "B2", "q")
    assert removed("A1", queen) == Fraction(6031, 10000)
    assert removed("A1", queen, models("praetorian", "B2", "p")) == Fraction(6031, 10000)


def test_point_blank() -> None:
    """G.18: MAR.11, MAR.12, R.32."""
    table = {**models("sergeant", "D1", "m"), **models("infant", "D1", "i", "j", "k", "l")}
    found = odds("point_blank m > i,j,k", table)
    assert found.p("i removed") == Fraction(9, 20)
    three = found.p(lambda outcome: all(f"{name} removed" in outcome for name in "ijk"))
    assert three == Fraction(729, 8000)
    scene = Scene(models=table, active="m")
    assert scene.refused("point_blank m > i,j,k,l") == "AVP-MAR.11"
    assert scene.refused("point_blank m > i,i") == "AVP-MAR.12"
    assert scene.refused("point_blank m > m") == "AVP-CC.2"
    scene = Scene([11, 11, 11], models=table, active="m").do("point_blank m > i,j,k")
    scene.do("next_target i", "next_target j")
    assert scene.refused("fight m > i weapon=stun_prod") == "AVP-R.58"
    assert {"AVP-R.32", "AVP-MAR.13"} <= scene.cited


def test_surge() -> None:
    """G.22: MAR.36."""
    table = {**models("sergeant", "C1", "m"), **models("warrior", "C1", "w")}
    assert odds("fight m > w", table).p("w removed") == Fraction(68191, 160000)
    scene = Scene([12, 14, 9], models=table, active="m").do("fight m > w")
    assert scene.at("w") == "-"
    assert "AVP-MAR.36" in scene.cited


def test_hot_plasma() -> None:
    """G.37: PRD.25."""
    table = {**models("p_hunter", "C7", "h"), **models("marine", "D7", "m")}
    assert odds("shoot h > m", table, active="h").p("m removed") == Fraction(7657, 8000)
    scene = Scene([12, 10, 10, 18, 18], models=table, active="h").do("shoot h > m")
    assert scene.at("m") == "D7"
    scene = Scene([12, 10, 11], models=table, active="h").do("shoot h > m")
    assert scene.at("m") == "-"


def test_rage() -> None:
    """G.38: PRD.22."""
    table = {**models("p_berserker", "A1", "b", raging=True), **models("infant", "A1", "i", "j")}
    scene = Scene([18, 1, 14, 20, 2, 7, 17, 7, 17, 7, 17, 7], models=table, active="b")
    scene.do("fight b > i weapon=feral_blades", "reroll rage")
    assert scene.at("i") == "-"
    tally = numbers.strength_of(scene.s, 0, scene.s.content.weapons["feral_blades"])
    assert tally.value == 16


def test_pack_hunt() -> None:
    """G.39: PRD.26."""
    pack = {**models("youngblood", "A1", "a", "b"), **models("youngblood", "A2", "c")}
    table = {**pack, **models("infant", "A1", "i"), **models("infant", "B2", "j")}
    assert odds("fight a > i", table, active="a").p("i removed") == Fraction(6519, 10000)
    scene = Scene(models=table)
    assert numbers.cc_difficulty(scene.s, 0, 3).value == 17
    assert numbers.rs_difficulty(scene.s, 0, 4).value == 13
    shut = Scene(models=table, doors_closed=["A1/A2"])
    assert numbers.cc_difficulty(shut.s, 0, 3).value == 16


def test_charge() -> None:
    """G.40: PRD.24."""
    table = {**models("hellhound", "C7", "h", moved=1), **models("marine", "C7", "m")}
    assert odds("fight h > m", table, active="h").p("m removed") == Fraction(51, 100)
    table["h"]["moved"] = 0
    scene = Scene(models=table)
    assert numbers.cc_difficulty(scene.s, 0, 1).value == 9


def test_who_may_be_fought() -> None:
    """ACT.8, CC.1, CC.2."""
    table = {
        **MARINE,
        **models("infant", "C1", "i"),
        **models("infant", "D1", "j"),
        **models("marine", "D7", "n"),
    }
    scene = Scene(models=table, active="m")
    assert scene.refused("fight m > j") == "AVP-ACT.8"
    assert scene.refused("fight m > n") == "AVP-CC.2"
    assert scene.refused("fight m > i weapon=pulse_rifle") == "AVP-CC.1"
    assert scene.refused("fight m > i") == ""
    assert Scene(models=table, active="n").refused("fight n > i") == "AVP-ACT.8"
    scene = Scene(models={**table, **models("infant", "D7", "k")}, active="n")
    assert scene.refused("fight n > i") == "AVP-CC.2"


def test_models_without_base_fight_next_door() -> None:
    """R.62."""
    table = {**models("crusher", "D1", "c"), **MARINE}
    scene = Scene([19, 19, 19, 19], models=table, active="c").do("fight c > m weapon=crusher_claws")
    assert "AVP-R.62" in scene.cited


def test_one_weapon_for_each_action() -> None:
    """R.24: which weapon must be said if there are several."""
    table = {**models("infant", "A1", "i"), **models("marine", "A1", "m")}
    scene = Scene(models=table, active="i")
    assert scene.refused("fight i > m") == "AVP-R.24"
    assert scene.options("fight") == ["fight i > m weapon=infant_claws", "fight i > m weapon=tail"]


def test_cards_for_close_combat() -> None:
    """C.CARD.1: Frenzy, Trophy Kill, Hold the Line, Hive Mind, Roar, Relentless, Honour."""
    table = {**models("infant", "A1", "i"), **models("marine", "A1", "m"), **models("youngblood", "A1", "y")}

    def cc(attacker: str, target: str, **more: Any) -> int:
        scene = Scene(models=table, **more)
        return numbers.cc_difficulty(scene.s, scene.model(attacker), scene.model(target)).value

    assert cc("i", "m") == 15
    assert cc("i", "m", effects=[{"card": "hold_the_line", "on": "A1"}]) == 13
    assert cc("i", "y", effects=[{"card": "hold_the_line", "on": "A1"}]) == 15
    assert cc("i", "m", effects=[{"card": "hive_mind", "on": "A1"}]) == 17
    assert cc("i", "m", effects=[{"card": "roar", "on": "A1"}]) == 13
    assert cc("y", "m", effects=[{"card": "roar", "on": "A1"}]) == 15
    assert cc("y", "m", activation={"model": "y", "boosts": ["trophy_kill"]}) == 17
    frenzy = {"model": "i", "boosts": ["frenzy"]}
    scene = Scene([20, 19], models=table, activation=frenzy).do("fight i > m weapon=tail", "aim_at m")
    assert scene.dice.left == []
    hands = {"aliens": ["relentless"]}
    scene = Scene([19, 4, 11], models=table, active="i", hands=hands).do("fight i > m weapon=tail")
    assert scene.do("use_card relentless").at("m") == "A1"
    hands = {"predators": ["honour"]}
    scene = Scene([19, 4, 10, 19], models=table, active="y", hands=hands)
    scene.do("fight y > m", "use_card honour")
    assert "AVP-C.CARD.1" in scene.cited


@pytest.mark.parametrize(
    ("unit", "strength", "avv", "difficulty"),
    [
        ("p_warrior", 13, 0, 12),
        ("p_warrior", 16, 3, 9),
        ("queen", 14, 0, 14),
        ("queen", 14, 3, 11),
        ("queen", 16, 6, 9),
        ("marine", 12, 6, 10),
        ("p_warrior", 12, 0, 13),
        ("queen", 8, 2, 17),
    ],
)
def test_brackets(unit: str, strength: int, avv: int, difficulty: int) -> None:
    """G.42: R.26."""
    scene = Scene(models=models(unit, "A1", "x"))
    assert numbers.armour_difficulty(scene.s, 0, strength, avv).value == difficulty


def test_template_weapons_on_sentry() -> None:
    """C.SKILL.9, R.20: of them only the shotgun, by plain Shooting."""
    table = {
        **models("medic", "C1", "f", sentry=True),
        **models("sergeant", "C1", "g", sentry=True),
        **models("infant", "F1", "i"),
    }
    scene = Scene([20, 20], models=table, active="i").do("walk i @ E1")
    assert scene.deciding == "marines"
    assert scene.refused("shoot f > i weapon=flamethrower") == "AVP-C.SKILL.9"
    assert scene.refused("burn f @ E1") == "AVP-R.20"
    assert scene.refused("shotgun g @ E1") == "AVP-R.20"
    scene.do("shoot g > i")
    assert "AVP-C.SKILL.9" in scene.cited


def test_sentry_gun() -> None:
    """G.49: MAR.38 leaves it plain Shooting only."""
    table = {**models("sentry_gun", "C1", "g"), **models("infant", "E1", "i")}
    scene = Scene(models=table, active="g")
    assert scene.refused("rapid_fire g > i") == "AVP-MAR.38"
    assert scene.refused("shoot g > i") == ""
