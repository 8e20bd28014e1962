"""What a Hit leads to: resistance, Wounds, acid, hosts, explosions (AVP-C.DMG.1 and the golden cases)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.odds import Distribution, odds_of
from affray.games.avp import GAME, hosts
from affray.games.avp.attacks import Attack
from affray.games.avp.combat import order_matters
from affray.games.avp.hits import Struck

MARINE = models("marine", "C1", "m")


def odds(action: str, *parts: dict[str, Any], active: str, **table: Any) -> Distribution:
    """The exact odds of an action in a position."""
    rows = {name: row for part in parts for name, row in part.items()}
    return Scene(models=rows, active=active, **table).match.odds(action, all_seeing=True)


def one_test(weapon: str, *parts: dict[str, Any], **table: Any) -> Distribution:
    """The exact odds of one CC Test of the first model against the second, in its activation."""
    rows = {name: row for part in parts for name, row in part.items()}
    state = GAME.position({"models": rows, "active": next(iter(rows)), **table})
    state.frames.append(Attack(0, weapon, 1, 1))
    return odds_of(GAME, [(1, state)], (), budget=5000, samples=1)


# -- hosts ---------------------------------------------------------------------------------------------------


def test_facehug() -> None:
    """G.20: ALN.43 to ALN.47, R.48, C.SKILL.2, C.SKILL.7."""
    hugger = models("facehugger", "C1", "f")

    def hug(unit: str, event: str) -> Fraction:
        return odds("fight f > m", hugger, models(unit, "C1", "m"), active="f").p(event)

    assert hug("marine", "m removed") == Fraction(7, 40)
    assert hug("marine", "1 infant placed") == Fraction(7, 40)
    assert hug("hellhound", "m removed") == Fraction(33, 160)
    assert hug("hellhound", "1 stalker placed") == Fraction(33, 160)
    assert hug("p_warrior", "m removed") == Fraction(37, 200)
    assert hug("p_warrior", "1 predalien placed") == Fraction(37, 200)
    assert hug("captain", "1 infant placed") == 0
    assert hug("captain", "f removed") == hug("captain", "m removed") > 0
    assert hug("synthetic", "m removed") == hug("synthetic", "f removed") == 0


def test_facehug_step_by_step() -> None:
    """G.20: the Alien is placed Deactivated, then the Facehugger goes; a Bull's-eye allows no Con Test."""
    table = {**models("facehugger", "C1", "f"), **MARINE, **models("marine", "A7", "n")}
    scene = Scene([6, 11], models=table, active="f").do("fight f > m")
    assert scene.refused("spawn infant @ C1") == "AVP-ALN.45"
    scene.do("spawn infant @ E1")
    assert scene.at("f") == scene.at("m") == "-"
    new = len(scene.s.names) - 1
    assert scene.s.unit[new].id == "infant"  # type: ignore[union-attr]
    assert scene.s.used[new]
    assert scene.s.up[new]
    assert {"AVP-ALN.43", "AVP-ALN.45", "AVP-ALN.46", "AVP-C.SKILL.7"} <= scene.cited
    scene = Scene([6, 10], models=table, active="f").do("fight f > m")
    assert scene.at("m") == "C1"
    scene = Scene([1], models=table, active="f").do("fight f > m", "forgo")
    assert scene.at("m") == scene.at("f") == "-"
    assert len(scene.s.names) == 3


def test_no_alien_left_in_the_box() -> None:
    """R.48: models on the board, tokens and reserve all count."""
    table = {**models("facehugger", "C1", "f"), **MARINE, **models("infant", "E1", "a", "b", token=True)}
    scene = Scene(models=table, stock={"aliens": {"infant": 7}})
    infant = scene.s.content.units["infant"]
    assert hosts.available(scene.s, infant)
    scene = Scene([1], models=table, active="f", stock={"aliens": {"infant": 8}})
    assert not hosts.available(scene.s, infant)
    scene.do("fight f > m")
    assert "AVP-R.48" in scene.cited


def test_egg_injection() -> None:
    """G.21: ALN.30 to ALN.32, R.47."""
    egg = one_test("predalien_claws", models("predalien", "C1", "p"), MARINE)
    assert egg.p("m removed") == Fraction(41, 100)
    assert egg.p("1 infant placed") == Fraction(23, 100)
    table = {**models("predalien", "C1", "p"), **models("marine", "C1", "m"), **models("marine", "A7", "n")}
    scene = Scene([13, 9, 11], models=table, active="p").do("fight p > m weapon=tail")
    scene.do("spawn infant @ E1")
    assert {"AVP-ALN.30", "AVP-ALN.31", "AVP-ALN.32"} <= scene.cited
    scene = Scene([13, 9, 10], models=table, active="p").do("fight p > m weapon=tail")
    assert scene.at("m") == "-"
    assert scene.dice.left == []
    scene = Scene([1], models=table, active="p").do("fight p > m weapon=tail", "forgo")
    assert "AVP-R.47" in scene.cited
    table["m"]["unit"] = "synthetic"
    table["m"]["wounds"] = 1
    scene = Scene([1], models=table, active="p").do("fight p > m weapon=tail")
    assert "AVP-C.SKILL.2" in scene.cited


# -- Marines -------------------------------------------------------------------------------------------------


def test_team_tactics_and_heal() -> None:
    """G.23: MAR.2, MAR.39 to MAR.42, R.36."""
    table = {
        **models("infant", "A1", "i"),
        **models("marine", "A1", "x", "y"),
        **models("medic", "A2", "z"),
    }
    lost = one_test("infant_claws", table)
    assert lost.p(lambda outcome: outcome != ()) == Fraction(137, 500)
    scene = Scene([12, 15, 4], models=table, active="i").do("fight i > x weapon=tail")
    assert scene.options() == ["keep", "swap y"]
    assert scene.refused("swap z") == "AVP-MAR.2"
    scene.do("swap y")
    assert scene.at("y") == "A1"
    assert "AVP-MAR.40" in scene.cited
    scene = Scene([12, 15, 5], models=table, active="i").do("fight i > x weapon=tail", "swap y")
    assert scene.at("y") == "-"
    assert scene.at("x") == "A1"
    scene = Scene([1], models=table, active="i").do("fight i > x weapon=tail", "keep")
    assert scene.at("x") == "-"
    assert {"AVP-MAR.41", "AVP-TERM.6"} <= scene.cited


def test_only_troops_swap_wounds() -> None:
    """G.23: an HQ model neither takes over a Wound nor passes it on (MAR.2)."""
    table = {**models("infant", "A1", "i"), **models("marine", "A1", "x"), **models("captain", "A1", "c")}
    scene = Scene([12, 15], models=table, active="i").do("fight i > x weapon=tail")
    assert scene.at("x") == "-"
    scene = Scene([12, 15, 6], models=table, active="i").do("fight i > c weapon=tail")
    assert scene.s.wounds[scene.model("c")] == 3


def test_med_pack() -> None:
    """C.CARD.1: Heal (10) in place of the own Heal; not against a Bull's-eye, not for Robotic models."""
    hands = {"marines": ["emergency_med_pack"]}
    table = {**models("infant", "A1", "i"), **models("marine", "A1", "x")}
    scene = Scene([12, 15, 10], models=table, active="i", hands=hands)
    scene.do("fight i > x weapon=tail", "use_card emergency_med_pack")
    assert scene.at("x") == "A1"
    scene = Scene([1], models=table, active="i", hands=hands).do("fight i > x weapon=tail")
    assert scene.at("x") == "-"
    table["x"]["unit"] = "synthetic"
    scene = Scene([12, 15], models=table, active="i", hands=hands).do("fight i > x weapon=tail")
    assert scene.s.wounds[1] == 1


def test_medicomp() -> None:
    """C.CARD.1: Heal (8) for Predators, not for Hellhounds."""
    hands = {"predators": ["medicomp"]}
    table = {**models("infant", "A1", "i"), **models("youngblood", "A1", "y")}
    scene = Scene([12, 15, 8], models=table, active="i", hands=hands)
    scene.do("fight i > y weapon=tail", "use_card medicomp")
    assert scene.s.wounds[1] == 2
    table["y"]["unit"] = "hellhound"
    scene = Scene([12, 20, 15], models=table, active="i", hands=hands).do("fight i > y weapon=tail")
    assert scene.at("y") == "-"


def test_preserve_life() -> None:
    """C.SKILL.3: the Synthetic takes the Hits of attacks, not of acid, nor for a Sentry Gun."""
    table = {
        **models("infant", "A1", "i"),
        **models("marine", "A1", "x"),
        **models("synthetic", "A1", "s"),
    }
    scene = Scene([12, 20], models=table, active="i").do("fight i > x weapon=tail")
    s = scene.model("s")
    assert scene.s.wounds[s] == 1
    assert scene.s.locked[s]
    assert "AVP-C.SKILL.3" in scene.cited
    table["x"]["unit"] = "sentry_gun"
    scene = Scene([12, 20], models=table, active="i").do("fight i > x weapon=tail")
    assert scene.s.wounds[scene.model("x")] == 1


def test_dodge() -> None:
    """MAR.34, ALN.28, ALN.34, R.27."""
    table = {**models("infant", "A1", "i"), **models("lynn", "A1", "x")}
    scene = Scene([12, 5], models=table, active="i").do("fight i > x weapon=tail")
    assert scene.s.wounds[1] == 3
    table = {**MARINE, **models("facehugger", "E1", "f")}
    assert Scene([1, 10], models=table, active="m").do("shoot m > f").at("f") == "E1"
    assert Scene([1, 11, 9], models=table, active="m").do("shoot m > f").at("f") == "-"


# -- acid and explosions -------------------------------------------------------------------------------------


def test_acidic_blood() -> None:
    """G.47: C.SKILL.1, C.GEN.7."""
    table = {**MARINE, **models("infant", "C1", "i")}
    found = odds("fight m > i", table, active="m")
    assert found.p("m removed") / found.p("i removed") == Fraction(3, 25)
    scene = Scene([8, 19, 6, 20], models={**table, **models("marine", "C1", "n")}, active="m")
    scene.do("fight m > i")
    assert scene.options() == ["victim m", "victim n"]
    assert scene.deciding == "aliens"
    scene.do("victim n", "swap m")
    assert scene.at("m") == "-"
    assert scene.s.acid[scene.s.board.tile("C1")] == 1


def test_no_third_acid_token() -> None:
    """C.GEN.7: at most two on a Tile, none on a full one."""
    table = {**MARINE, **models("infant", "E1", "i")}
    scene = Scene([1, 6], models=table, active="m", acid={"E1": 2}).do("shoot m > i")
    assert scene.s.acid[scene.s.board.tile("E1")] == 2
    assert "AVP-C.GEN.7" in scene.cited
    full = {
        **models("praetorian", "E1", "p"),
        **models("queen", "E1", "q"),
        **models("infant", "E1", "a", "b"),
    }
    scene = Scene([1, 6], models={**MARINE, **full}, active="m").do("shoot m > p")
    assert scene.s.acid[scene.s.board.tile("E1")] == 0


def test_acid_spray() -> None:
    """C.CARD.1: Acidic Blood without a die."""
    table = {**MARINE, **models("infant", "C1", "i")}
    scene = Scene([1, 12], models=table, active="m", hands={"aliens": ["acid_spray"]})
    scene.do("fight m > i", "use_card acid_spray")
    assert scene.at("m") == "C1"
    assert scene.s.acid[scene.s.board.tile("C1")] == 1


def test_self_destruct() -> None:
    """G.41: PRD.27."""
    table = {
        **models("elder_warrior", "A1", "e", wounds=1),
        **models("marine", "A1", "m"),
        **models("infant", "A1", "i"),
    }
    found = odds("fight i > e weapon=tail", table, active="i")
    gone = found.p("e removed")
    assert found.p("i removed") / gone == Fraction(9, 100)
    assert found.p("m removed") / gone == Fraction(633, 6250)
    scene = Scene([1, 3, 7, 8], models=table, active="i").do("fight i > e weapon=tail")
    assert scene.deciding == "predators"
    assert scene.options() == ["next_target m", "next_target i"]
    scene.do("next_target m")
    assert scene.dice.left == []
    assert scene.at("m") == scene.at("i") == "A1"
    scene = Scene([1, 4], models=table, active="i").do("fight i > e weapon=tail")
    assert scene.at("m") == "A1"


def test_blast_against_a_bracket() -> None:
    """G.41: the Queen beside it has A max(10, 4) = 10."""
    table = {**models("elder_warrior", "A1", "e", wounds=1), **models("queen", "A1", "q")}
    scene = Scene([1, 1, 10], models=table, active="q").do("fight q > e weapon=tail")
    assert scene.s.wounds[1] == 6
    scene = Scene([1, 1, 11, 20], models=table, active="q").do("fight q > e weapon=tail")
    assert scene.s.wounds[1] == 5


def test_the_attacker_dies_in_its_attack() -> None:
    """R.63: its remaining Tests are lost."""
    table = {**models("sergeant", "A1", "m", wounds=1), **models("warrior", "A1", "i", "j")}
    scene = Scene([1, 1, 20], models=table, active="m").do("fight m > i")
    assert scene.at("m") == "-"
    assert "AVP-R.63" in scene.cited
    assert scene.dice.left == []


# -- the rest ------------------------------------------------------------------------------------------------


def test_what_goes_with_the_removed() -> None:
    """CARRY.3, contract 11: cargo stays, markers and effects go."""
    table = {**models("infant", "A1", "i"), **models("marine", "A1", "m", sentry=True, carrying="recorder1")}
    scene = Scene(
        [1],
        models=table,
        active="i",
        goals=[{"kind": "recorder", "tile": "A1"}],
        effects=[{"card": "hiss", "on": "m"}, {"card": "hiss", "on": "i"}],
    ).do("fight i > m weapon=tail")
    m = scene.model("m")
    assert scene.s.goal_at[0] == scene.s.board.tile("A1")
    assert scene.s.cargo[m] == -1
    assert not scene.s.sentry[m]
    assert [effect.key for effect in scene.s.effects] == [scene.model("i")]
    assert "AVP-CARRY.3" in scene.cited


def test_toxic_fumes() -> None:
    """C.ENV.1: Con Tests −2."""
    table = {**models("facehugger", "A1", "f"), **models("marine", "A1", "m"), **models("marine", "A7", "n")}
    scene = Scene([6, 9], models=table, active="f", environment="toxic_fumes").do("fight f > m")
    assert scene.deciding == "aliens"


def test_hit_on_a_hidden_alien() -> None:
    """R.41: it comes out before it dodges."""
    table = {**MARINE, **models("stalker", "E1", "i", hidden=True)}
    scene = Scene([1, 5], models=table, active="m").do("shoot m > i")
    assert scene.s.up[1]
    assert not scene.s.hidden[1]
    assert "AVP-R.41" in scene.cited
    scene = Scene([5], models=table, active="m").do("shoot m > i")
    assert scene.s.hidden[1]


@pytest.mark.parametrize(
    ("units", "matters"),
    [
        (["infant", "infant"], False),
        (["infant", "stalker"], False),
        (["infant", "marine"], True),
        (["marine", "medic"], True),
        (["youngblood", "hellhound"], False),
        (["youngblood", "elder_warrior"], True),
        (["infant"], False),
    ],
)
def test_when_the_order_matters(units: list[str], matters: bool) -> None:
    """R.59."""
    table = {f"x{i}": {"unit": unit, "tile": "A1"} for i, unit in enumerate(units)}
    scene = Scene(models=table)
    assert order_matters(scene.s, range(len(units))) is matters


def test_frames_are_hashable() -> None:
    """Odds merge situations by them."""
    table = {**MARINE, **models("infant", "E1", "i")}
    state = GAME.position({"models": table, "active": "m"})
    attack = Attack(0, "pulse_rifle", 1, 1, state.tile[1])
    assert hash(attack) == hash(Attack(0, "pulse_rifle", 1, 1, state.tile[1]))
    assert Struck.kind == "struck"
