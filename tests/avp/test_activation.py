"""Activations, reactions and the end of the Round (golden cases of the book)."""

from __future__ import annotations

import pytest
from tests.avp.scene import Scene, models

from affray.games.avp import activation
from affray.games.avp.state import Activation


def test_a_twenty_locks_and_ends_the_activation() -> None:
    """G.5."""
    table = {**models("marine", "C1", "m"), **models("infant", "E1", "i")}
    scene = Scene([20], models=table, active="m").do("shoot m > i")
    assert scene.s.locked[scene.model("m")]
    assert scene.deciding == "aliens"
    assert scene.refused("walk m @ D1") == "AVP-TERM.8"


def test_no_action_twice() -> None:
    """G.8: ACT.1, and R.58 for Actions that count as another."""
    table = {
        **models("marine", "C1", "m"),
        **models("sergeant", "C1", "s"),
        **models("infant", "E1", "i", "j"),
    }
    scene = Scene([13], models=table, active="m").do("shoot m > i")
    assert scene.refused("shoot m > i") == "AVP-ACT.1"
    assert scene.refused("rapid_fire m > i") == "AVP-R.5"
    scene = Scene([20, 13], models=table, active="s")
    table["i"]["tile"] = "D1"
    table["j"]["tile"] = "C1"
    scene = Scene([19], models=table, active="s").do("shotgun s @ D1")
    assert scene.refused("shoot s > i") == "AVP-R.58"
    assert scene.refused("point_blank s > j") == ""


def test_reasons_in_the_order_of_the_book() -> None:
    """TERM.12 to TERM.14, R.5."""
    table = {
        **models("marine", "C1", "m"),
        **models("marine", "C1", "n", used=True),
        **models("marine", "C1", "o"),
        **models("infant", "E1", "i"),
    }
    scene = Scene(models=table, active="m")
    assert scene.refused("walk o @ D1") == "AVP-TERM.12"
    assert scene.refused("walk n @ D1") == "AVP-TERM.14"
    assert scene.refused("walk i @ D1") == "AVP-TERM.12"
    assert scene.refused("hold") == "AVP-TERM.12"
    scene.do("aim m")
    assert scene.refused("grenade m > i") == "AVP-R.5"
    assert scene.refused("aim m") == "AVP-ACT.1"


def test_only_some_marines_aim() -> None:
    """C.UNIT.1."""
    table = {**models("power_loader", "C1", "p"), **models("infant", "G1", "i")}
    scene = Scene(models=table, active="p")
    for action in ("aim p", "tactical_move p @ D1", "seal p @ C1/D1", "weld p @ D4"):
        assert scene.refused(action) == "AVP-C.UNIT.1"


def test_sentry_gun() -> None:
    """G.49: MAR.38; activating it with the token unused loses it."""
    table = {**models("sentry_gun", "C1", "g", sentry=True), **models("infant", "E1", "i")}
    scene = Scene(models=table, active="g")
    assert not scene.s.sentry[scene.model("g")]
    assert "AVP-R.22" in scene.cited or scene.s.activation is not None
    for action in ("aim g", "walk g @ D1", "rapid_fire g > i", "pass g", "open_door g @ B1/C1"):
        assert scene.refused(action) in ("AVP-MAR.38", "AVP-MAR.25")
    assert scene.options() == ["shoot g > i weapon=sentry_cannon", "sentry g"]


def test_an_unused_token_is_lost_by_activation() -> None:
    """R.22."""
    table = {
        **models("marine", "C1", "m", sentry=True),
        **models("marine", "C1", "n"),
        **models("infant", "A7", "i"),
    }
    scene = Scene(models=table, turn="marines").do("activate m")
    assert not scene.s.sentry[scene.model("m")]
    assert "AVP-R.22" in scene.cited


# -- reactions -----------------------------------------------------------------------------------------------


def test_reaction_after_a_run() -> None:
    """G.30: no reaction inside the Run, one after it; only plain Actions."""
    table = {
        **models("marine", "C1", "m", sentry=True),
        **models("stalker", "G1", "s"),
        **models("marine", "A7", "x"),
    }
    scene = Scene([9, 12, 1], models=table, active="s").do("run s @ F1", "step s @ E1", "step s @ D1")
    assert scene.deciding == "marines"
    assert scene.options("shoot") == ["shoot m > s weapon=pulse_rifle"]
    assert scene.refused("rapid_fire m > s") == "AVP-R.20"
    assert scene.refused("aim m") == "AVP-R.20"
    assert scene.refused("walk x @ A6") == "AVP-ACT.13"
    assert scene.refused("walk s @ E1") == "AVP-R.19"
    assert scene.refused("run m @ D1") == "AVP-R.20"
    scene.do("shoot m > s")
    assert not scene.s.sentry[scene.model("m")]
    assert not scene.s.used[scene.model("m")]
    assert {"AVP-R.19", "AVP-ACT.13", "AVP-ACT.14", "AVP-ACT.15", "AVP-R.20"} <= scene.cited


def test_several_reactions_until_all_pass() -> None:
    """R.19: Sentry models one after another."""
    table = {
        **models("marine", "C1", "m", "n", sentry=True),
        **models("infant", "G1", "s"),
        **models("marine", "A7", "x"),
    }
    scene = Scene(models=table, active="s").do("walk s @ F1", "walk m @ D1")
    assert scene.deciding == "marines"
    scene.do("walk n @ D1")
    assert scene.deciding == "aliens"
    scene = Scene(models=table, active="s").do("walk s @ F1", "hold")
    assert scene.deciding == "aliens"
    scene.do("pass s")
    assert scene.deciding == "marines"


def test_reactions_of_two_enemies() -> None:
    """R.19: in initiative order, until all pass in a row."""
    table = {
        **models("marine", "C1", "m", sentry=True),
        **models("p_warrior", "A7", "p", "o", sentry=True),
        **models("infant", "G1", "s"),
    }
    more = {"factions": ["marines", "aliens", "predators"], "order": ["predators", "aliens", "marines"]}
    scene = Scene(models=table, active="s", **more).do("walk s @ F1")
    assert scene.deciding == "predators"
    scene.do("hold")
    assert scene.deciding == "marines"
    scene.do("walk m @ D1")
    assert scene.deciding == "predators"
    scene.do("walk p @ B7")
    assert scene.deciding == "predators"
    scene.do("hold")
    assert scene.deciding == "aliens"


def test_going_on_sentry_ends_the_activation() -> None:
    """R.18, ACT.12, ACT.17."""
    table = {**models("marine", "C1", "m"), **models("infant", "A7", "i")}
    scene = Scene(models=table, active="m").do("sentry m")
    assert scene.s.sentry[scene.model("m")]
    assert scene.s.used[scene.model("m")]
    assert {"AVP-ACT.12", "AVP-ACT.17", "AVP-R.18"} <= scene.cited


def test_tokens_react_by_walking() -> None:
    """R.14: for anything else a token is flipped first; ALN.9 for Hidden ones."""
    table = {
        **models("infant", "E4", "i", token=True, sentry=True, used=True),
        **models("marine", "A6", "m"),
    }
    scene = Scene(models=table, active="m").do("aim m")
    assert scene.options() == ["hold", "flip i", "walk i @ E3", "walk i @ E5"]
    assert scene.refused("fight i > m weapon=tail") == "AVP-R.14"
    scene.do("walk i @ E5")
    assert scene.at("i") == "E5"
    assert not scene.s.sentry[scene.model("i")]


def test_tactical_move() -> None:
    """G.31: the acting model uses its token before the enemy may react."""
    table = {**models("marine", "C7", "m"), **models("p_hunter", "G7", "p", sentry=True)}
    scene = Scene([13, 14], models=table, active="m", factions=["marines", "predators"])
    scene.do("tactical_move m @ D7")
    assert scene.deciding == "marines"
    assert scene.s.sentry[scene.model("m")]
    assert scene.refused("rapid_fire m > p") == "AVP-R.20"
    scene.do("shoot m > p")
    assert scene.s.wounds[scene.model("p")] == 2
    assert scene.deciding == "predators"
    assert "hold" in scene.options()
    assert {"AVP-MAR.14", "AVP-MAR.15"} <= scene.cited


def test_tactical_move_keeps_the_token_if_it_holds() -> None:
    """MAR.15 is a choice."""
    table = {**models("marine", "C7", "m"), **models("p_hunter", "G7", "p")}
    scene = Scene(models=table, active="m", factions=["marines", "predators"]).do(
        "tactical_move m @ D7", "hold"
    )
    assert scene.s.sentry[scene.model("m")]
    assert scene.s.used[scene.model("m")]


def test_the_end_of_the_round() -> None:
    """R.21, ACT.16: players use tokens alternately, then all are discarded."""
    table = {
        **models("marine", "C1", "m", "n", sentry=True, used=True),
        **models("infant", "G1", "i", sentry=True, used=True),
    }
    scene = Scene(models=table, phase="end_of_round", order=["aliens", "marines"])
    assert scene.deciding == "aliens"
    scene.do("walk i @ F1")
    assert scene.deciding == "marines"
    assert {"walk m @ D1", "walk n @ D1", "hold"} <= set(scene.options())
    scene.do("walk m @ D1", "hold")
    assert not any(scene.s.sentry)
    assert {"AVP-ACT.16", "AVP-R.21", "AVP-ACT.17"} <= scene.cited


# -- AP, cards, Rage!, First Aid -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boosts", "hissed", "ap"),
    [([], False, 2), (["adrenaline"], False, 3), ([], True, 1), (["adrenaline"], True, 2)],
)
def test_action_points(boosts: list[str], hissed: bool, ap: int) -> None:
    """R.5, C.CARD.1 (Adrenaline, Hiss)."""
    table = {**models("marine", "C1", "m"), **models("infant", "A7", "i")}
    effects = [{"card": "hiss", "on": "m"}] if hissed else []
    s = Scene(models=table, turn="aliens", effects=effects).s
    assert activation.points(s, s.names.index("m"), frozenset(boosts)) == ap


def test_rage() -> None:
    """G.38: declared first, for 0 AP; a Wound at the end of the activation."""
    table = {**models("p_berserker", "C7", "p"), **models("marine", "H1", "m")}
    scene = Scene(models=table, active="p", factions=["marines", "predators"]).do("rage p")
    assert scene.s.activation == Activation(scene.model("p"), 2)
    assert scene.refused("rage p") == "AVP-R.53"
    scene.do("pass p")
    assert scene.s.wounds[scene.model("p")] == 3
    assert {"AVP-PRD.21", "AVP-PRD.23", "AVP-R.53", "AVP-PRD.9"} <= scene.cited
    scene = Scene(models=table, active="p", factions=["marines", "predators"]).do("walk p @ D7")
    assert scene.refused("rage p") == "AVP-PRD.21"
    assert (
        Scene(models=table, active="m", factions=["marines", "predators"]).refused("rage m") == "AVP-PRD.21"
    )


def test_first_aid() -> None:
    """G.45."""
    table = {**models("p_warrior", "C7", "p", wounds=1), **models("marine", "H1", "m")}
    more = {"models": table, "active": "p", "factions": ["marines", "predators"]}
    scene = Scene([10], **more).do("first_aid p")
    assert scene.s.wounds[scene.model("p")] == 2
    assert scene.s.aided[scene.model("p")]
    scene = Scene([11], **more).do("first_aid p")
    assert scene.s.wounds[scene.model("p")] == 1
    assert not scene.s.aided[scene.model("p")]
    table["p"]["aided"] = True
    assert Scene(**more).refused("first_aid p") == "AVP-PRD.20"
    del table["p"]["aided"], table["p"]["wounds"]
    assert Scene(**more).refused("first_aid p") == "AVP-R.54"
    table["p"]["wounds"] = 1
    table["m"]["tile"] = "C7"
    assert Scene(**more).refused("first_aid p") == "AVP-PRD.19"
    assert (
        Scene(models=table, active="m", factions=["marines", "predators"]).refused("first_aid m")
        == "AVP-C.UNIT.3"
    )
