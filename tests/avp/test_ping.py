"""Ping! tokens: forced and voluntary flips, Hidden Aliens, Seasoned Hunters, Vocal Mimicry (golden cases)."""

from __future__ import annotations

from typing import Any

from tests.avp.scene import Scene, models


def door_scene(tile: str = "E1", **more: Any) -> Scene:
    """A Marine behind the Door B1/C1 and an Infant token on the other side (G.32)."""
    table = {
        **models("marine", "B1", "m", "n"),
        **models("infant", tile, "i", token=True, **more),
        **models("infant", "A6", "far"),
    }
    return Scene(models=table, active="m")


def test_a_token_in_sight_may_stay_hidden() -> None:
    """G.32, ALN.2 to ALN.5."""
    scene = door_scene().do("open_door m @ B1/C1")
    assert (scene.deciding, scene.options()) == ("aliens", ["show i", "stay_hidden i"])
    assert scene.refused("pass i") == "AVP-ALN.2"
    scene.do("stay_hidden i")
    i = scene.model("i")
    assert (scene.s.hidden[i], scene.s.used[i], scene.s.up[i], scene.s.known[i]) == (True, True, False, False)
    assert {"AVP-ALN.3", "AVP-ALN.4", "AVP-ALN.5", "AVP-R.40"} <= scene.cited
    scene.do("hold", "pass m", "hold", "pass far", "walk n @ C1")
    assert scene.s.hidden[i]


def test_a_token_in_sight_is_flipped() -> None:
    """G.32, PING.4: it may be activated this Round."""
    scene = door_scene().do("open_door m @ B1/C1", "show i")
    i = scene.model("i")
    assert (scene.s.hidden[i], scene.s.used[i], scene.s.up[i]) == (False, False, True)
    assert {"AVP-PING.1", "AVP-PING.3", "AVP-PING.4", "AVP-ALN.1"} <= scene.cited
    assert scene.s.reveals == 1


def test_an_activated_token_must_flip() -> None:
    """G.32, PING.5; and on a normal surface ALN.2 is closed."""
    scene = door_scene(used=True).do("open_door m @ B1/C1")
    assert scene.s.up[scene.model("i")]
    assert "AVP-PING.5" in scene.cited
    scene = door_scene("G1").do("open_door m @ B1/C1")
    assert scene.s.up[scene.model("i")]


def test_marines_choose_who_stands_under_a_token() -> None:
    """G.33."""
    table = {
        **models("infant", "G1", "i", "j"),
        "x": {"faction": "marines", "tile": "B1", "token": True, "base": "S"},
        "y": {"faction": "marines", "tile": "A7", "token": True, "base": "S"},
    }
    scene = Scene(models=table, stock={"marines": {"medic": 1, "sergeant": 1}}, active="x")
    assert scene.refused("open_door x @ B1/C1") == "AVP-R.14"
    assert scene.refused("shoot x > i") == "AVP-R.14"
    assert scene.refused("flip i") == "AVP-PING.2"
    scene.do("flip x")
    assert scene.options() == ["become x > medic", "become x > sergeant"]
    scene.do("become x > sergeant")
    assert scene.s.unit[scene.model("x")].id == "sergeant"  # type: ignore[union-attr]
    assert scene.s.wounds[scene.model("x")] == 2
    assert [unit.id for unit in scene.s.stock[scene.s.factions.index("marines")]] == ["medic"]
    scene.do("open_door x @ B1/C1")
    assert {"AVP-PING.2", "AVP-MAR.1", "AVP-R.17", "AVP-R.61", "AVP-R.16"} <= scene.cited


def test_the_last_marine_token_has_no_choice() -> None:
    """G.33: the other token is then the remaining model."""
    table = {
        **models("infant", "C1", "i"),
        "x": {"faction": "marines", "tile": "A1", "token": True, "base": "S"},
    }
    scene = Scene(models=table, stock={"marines": {"medic": 1}}, active="x").do("flip x")
    assert scene.s.unit[scene.model("x")].id == "medic"  # type: ignore[union-attr]


def test_seasoned_hunter() -> None:
    """G.34."""
    table = {**models("p_hunter", "F1", "p", token=True), **models("marine", "B1", "m")}
    scene = Scene(models=table, active="m", factions=["marines", "predators"]).do("open_door m @ B1/C1")
    assert scene.deciding == "predators"
    assert sorted(scene.options()) == ["emerge p @ F1", "emerge p @ F2", "emerge p @ G1"]
    assert scene.refused("emerge p @ E1") == "AVP-PRD.2"
    scene.do("emerge p @ F2")
    assert scene.at("p") == "F2"
    assert {"AVP-PRD.1", "AVP-R.50"} <= scene.cited


def test_a_seasoned_hunter_goes_on_from_where_it_emerges() -> None:
    """R.16: a token flipped in its own activation goes on as the model with the Tiles left."""
    table = {**models("p_hunter", "F2", "p", token=True), **models("marine", "C1", "m")}
    scene = Scene(models=table, active="p", factions=["marines", "predators"]).do(
        "run p @ F1", "emerge p @ G1"
    )
    assert scene.options() == ["step p @ F1", "stop p"]
    scene.do("step p @ F1")
    assert scene.at("p") == "F1"
    assert "AVP-R.16" in scene.cited


def test_mimicry() -> None:
    """G.35: the bait makes a Marine token flip and is gone."""
    table = {
        **models("mimicry", "F2", "d", token=True),
        **models("p_warrior", "I7", "p"),
        "x": {"faction": "marines", "tile": "C1", "token": True, "base": "S"},
    }
    more: dict[str, Any] = {"factions": ["marines", "predators"], "stock": {"marines": {"marine": 1}}}
    scene = Scene(models=table, active="d", **more)
    assert scene.refused("sentry d") == "AVP-PRD.4"
    assert scene.refused("pass d") == "AVP-PRD.4"
    assert scene.refused("open_door d @ G1/H1") == "AVP-PRD.4"
    assert "end d" in scene.options()
    scene.do("walk d @ F1")
    assert scene.at("d") == "-"
    assert scene.s.up[scene.model("x")]
    assert {"AVP-PRD.5", "AVP-R.51"} <= scene.cited
    assert scene.s.used[scene.model("d")]
    scene = Scene(models=table, active="d", **more).do("end d", "hold")
    assert scene.s.used[scene.model("d")]
    assert scene.at("d") == "F2"
    assert Scene(models=table, active="p", **more).refused("end p") == "AVP-R.51"


def test_a_hidden_alien_makes_tokens_flip() -> None:
    """R.15: the Hidden token itself stays."""
    table = {
        **models("infant", "E1", "i", hidden=True),
        **models("infant", "A6", "far"),
        "x": {"faction": "marines", "tile": "B1", "token": True, "base": "S"},
        **models("marine", "B1", "m"),
    }
    scene = Scene(models=table, active="m", stock={"marines": {"tracker": 1}}).do("open_door m @ B1/C1")
    assert scene.s.up[scene.model("x")]
    assert scene.s.hidden[scene.model("i")]


def test_hidden_is_lost_beside_a_full_fight() -> None:
    """R.42: the Tile becomes Engaged by MAP.2."""
    table = {
        **models("marine", "D1", *"abcdef"),
        **models("marine", "C1", "m"),
        **models("infant", "D1", "j"),
        **models("infant", "E1", "i", hidden=True),
    }
    scene = Scene(models=table, active="m")
    assert scene.s.hidden[scene.model("i")]
    scene.do("walk m @ D1")
    assert scene.s.up[scene.model("i")]
    assert "AVP-R.42" in scene.cited


def test_voluntary_flips_in_windows() -> None:
    """R.61, D27: an enemy with a face-down token is asked after each Action."""
    table = {
        **models("infant", "A1", "i", token=True),
        **models("marine", "A7", "m"),
    }
    scene = Scene(models=table, active="m").do("aim m")
    assert scene.deciding == "aliens"
    assert scene.options() == ["hold", "flip i"]
    assert scene.refused("flip m") == "AVP-PING.2"
    scene.do("flip i")
    assert scene.s.up[scene.model("i")]
    assert scene.deciding == "marines"
