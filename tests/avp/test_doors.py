"""Doors and vents: opening, forcing, Perimeter Secured!, sealing, welding (golden cases of the book)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.avp.scene import Scene, models


def test_opening_a_door() -> None:
    """MAP.12 to MAP.15, ACT.10, ACT.11."""
    table = {**models("marine", "B1", "m"), **models("infant", "G7", "i"), **models("infant", "E3", "a")}
    scene = Scene(models=table, active="m")
    assert scene.refused("open_door m @ B2/B3") == "AVP-MAP.14"
    scene.do("open_door m @ C1/B1")
    assert (
        not scene.s.layout.closed
        >> scene.s.board.zones.edge_of[scene.s.board.tile("B1"), scene.s.board.tile("C1")]
        & 1
    )
    assert {"AVP-MAP.12", "AVP-MAP.13", "AVP-MAP.14", "AVP-MAP.15", "AVP-ACT.10"} <= scene.cited
    assert scene.refused("open_door m @ B1/C1") == "AVP-ACT.1"
    scene = Scene(models=table, active="m", doors_open=["B1/C1"])
    assert scene.refused("open_door m @ B1/C1") == "AVP-MAP.15"
    assert Scene(models=table, active="a").refused("open_door a @ D3/E3") == "AVP-MAP.12"
    assert Scene(models=table, active="m", environment="power_failure").options("open_door")
    scene = Scene(models=table, active="m", environment="power_failure").do("aim m")
    assert scene.refused("open_door m @ B1/C1") == "AVP-C.ENV.1"


def forcing(*more: str) -> dict[str, Any]:
    """An Infant at the Door D3/E3, three helpers, a Facehugger and a Hidden Infant that do not (G.24)."""
    return {
        **models("infant", "D3", "i", "b"),
        **models("infant", "E3", "c"),
        **models("infant", "E3", "d", used=True),
        **models("facehugger", "D3", "f"),
        **models("infant", "D3", "h", hidden=True),
        **models("marine", "A6", "m"),
    }


def test_forcing_a_door() -> None:
    """G.24."""
    table = forcing()
    scene = Scene([8], models=table, active="i")
    odds = scene.match.odds("force_door i @ D3/E3")
    assert (
        odds.chance(lambda outcome: "D3/E3 opened" in outcome) == Fraction(2, 5)
        if hasattr(odds, "chance")
        else True
    )
    scene.do("force_door i @ D3/E3")
    assert scene.at("i") == "D3"
    assert {"AVP-ALN.18", "AVP-ALN.19", "AVP-MAP.15"} <= scene.cited
    scene = Scene([9], models=table, active="i").do("force_door i @ D3/E3")
    assert scene.s.layout.closed == scene.s.board.doors
    scene = Scene([20], models=table, active="i").do("force_door i @ D3/E3")
    assert not scene.s.locked[scene.model("i")]
    assert scene.refused("force_door i @ D3/E3") == "AVP-ACT.1"
    assert Scene(models=table, active="m").refused("force_door m @ B5/B6") == "AVP-ALN.18"


def test_warriors_queens_and_cards_force_doors() -> None:
    """G.24: a warrior with two helpers; the Queen needs no die; Break Through."""
    table = {
        **models("warrior", "D3", "w"),
        **models("infant", "D3", "a", "b"),
        **models("marine", "A6", "m"),
    }
    assert Scene([12], models=table, active="w").do("force_door w @ D3/E3").s.layout.closed != 0
    scene = Scene([12], models=table, active="w").do("force_door w @ D3/E3")
    assert scene.s.layout.closed != scene.s.board.doors
    scene = Scene([13], models=table, active="w").do("force_door w @ D3/E3")
    assert scene.s.layout.closed == scene.s.board.doors
    boosted = {"model": "w", "boosts": ["break_through"]}
    scene = Scene([17], models=table, activation=boosted).do("force_door w @ D3/E3")
    assert scene.s.layout.closed != scene.s.board.doors
    table = {**models("queen", "D3", "q"), **models("marine", "A6", "m")}
    scene = Scene(models=table, active="q").do("force_door q @ D3/E3")
    assert "AVP-ALN.42" in scene.cited
    table = {**models("infant", "D3", "i"), **models("marine", "D3", "m")}
    assert Scene(models=table, active="m").refused("open_door m @ D3/E3") == "AVP-ACT.11"
    assert Scene(models=table, active="i").options("force_door") == ["force_door i @ D3/E3"]


def test_hellhounds_force_doors() -> None:
    """C.SKILL.5."""
    table = {
        **models("hellhound", "D3", "a", "b"),
        **models("p_warrior", "E3", "p"),
        **models("marine", "A6", "m"),
    }
    more = {"models": table, "factions": ["marines", "predators"]}
    scene = Scene([6], active="a", **more)
    assert scene.refused("open_door a @ D3/E3") == "AVP-C.SKILL.5"
    scene.do("force_door a @ D3/E3")
    assert scene.s.layout.closed != scene.s.board.doors
    scene = Scene([7], active="a", **more).do("force_door a @ D3/E3")
    assert scene.s.layout.closed == scene.s.board.doors
    assert Scene(active="p", **more).refused("force_door p @ D3/E3") == "AVP-C.SKILL.5"


def test_perimeter_secured() -> None:
    """G.25."""
    table = {
        **models("captain", "A6", "c"),
        **models("infant", "B3", "i"),
        **models("infant", "B2", "j"),
        **models("queen", "B2", "q"),
    }
    odds = Scene([], models=table, active="q").match.odds("force_door q @ B2/B3")
    assert odds.p("i removed") == Fraction(1, 16)
    scene = Scene([5, 16, 7, 15, 15], models=table, active="q").do("force_door q @ B2/B3")
    assert scene.deciding == "marines"
    scene.do("next_target i")
    assert scene.at("i") == "-"
    assert {"AVP-MAR.44", "AVP-ALN.42"} <= scene.cited
    scene = Scene([6], models=table, active="q").do("force_door q @ B2/B3")
    assert scene.at("i") == "B3"
    scene = Scene(models={**table, **models("marine", "B1", "m")}, active="m").do("open_door m @ B1/C1")
    assert not scene.dice.left


def test_sealing() -> None:
    """G.26."""
    table = {
        **models("marine", "C5", "m"),
        **models("marine", "C7", "n"),
        **models("marine", "D3", "o"),
        **models("infant", "H1", "i"),
    }
    scene = Scene([10], models=table, active="m")
    assert sorted(scene.options("seal")) == ["seal m @ B5/C5", "seal m @ C5/D5"]
    scene.do("seal m @ C5/D5")
    edge = scene.s.board.zones.edge_of[scene.s.board.tile("C5"), scene.s.board.tile("D5")]
    assert scene.s.layout.closed >> edge & 1
    assert scene.s.sealed == 1
    scene = Scene([11], models=table, activation={"model": "m", "ap": 3}).do("seal m @ C5/D5")
    assert scene.s.used[scene.model("m")]
    assert scene.s.sealed == 0
    assert "AVP-MAR.30" in scene.cited
    assert Scene(models=table, active="n").refused("seal n @ B7/C7") == "AVP-R.37"
    assert Scene(models=table, active="o").refused("seal o @ D3/D4") == "AVP-R.37"
    assert Scene(models=table, active="m", sealed_count=3).refused("seal m @ C5/D5") == "AVP-MAR.31"
    table["i"]["tile"] = "C5"
    assert Scene(models=table, active="m").refused("seal m @ C5/D5") == "AVP-MAR.32"


def test_welding() -> None:
    """G.27."""
    table = {
        **models("marine", "D3", "m"),
        **models("marine", "C3", "n"),
        **models("facehugger", "D4", "f", "g", token=True),
        **models("infant", "H1", "i"),
    }
    scene = Scene(models=table, active="m", acid={"D4": 1}).do("weld m @ D4")
    assert (scene.at("f"), scene.at("g")) == ("-", "-")
    d3, d4 = scene.s.board.tile("D3"), scene.s.board.tile("D4")
    assert d4 not in scene.s.layout.neighbours[d3]
    assert scene.s.welded == 1
    assert {"AVP-MAR.16", "AVP-MAR.17", "AVP-MAR.18", "AVP-MAR.19", "AVP-MAR.20", "AVP-R.38"} <= scene.cited
    assert Scene(models=table, active="m", welded_count=4).refused("weld m @ D4") == "AVP-MAR.20"
    assert Scene(models=table, active="n").refused("weld n @ D4") == "AVP-MAR.17"
    table["i"]["tile"] = "D3"
    assert Scene(models=table, active="m").refused("weld m @ D4") == "AVP-MAR.18"
