"""Frags, levels, experience rerolls and the campaign file (C.XP)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.game import SetupError
from affray.games.avp import GAME, experience
from affray.games.avp.loading import content

TABLE = {**models("marine", "C1", "m"), **models("captain", "C1", "c"), **models("warrior", "E1", "w")}


def test_frags_count_by_base_for_the_squad_that_did_it() -> None:
    scene = Scene([1, 20], models=TABLE, active="m").do("shoot m > w")
    assert scene.s.frags[0] == (("squad", 2),)
    hq = Scene([1, 20], models=TABLE, active="c").do("shoot c > w")
    assert hq.s.frags[0] == ()  # a Captain stands in no squad


@pytest.mark.parametrize(("unit", "frags"), [("infant", 1), ("warrior", 2), ("queen", 5), ("crusher", 5)])
def test_values_of_frags(unit: str, frags: int) -> None:
    table = {**models("marine", "C1", "m"), **models(unit, "E1", "x", wounds=1)}
    assert GAME.read(Scene([1, 20], models=table, active="m").do("shoot m > x").s, "frags.marines") == frags


def test_predators_count_for_themselves_and_aliens_together() -> None:
    table = {
        **models("p_warrior", "C1", "p"),
        **models("youngblood", "C1", "y"),
        **models("infant", "D1", "i", "j"),
    }
    scene = Scene([1, 20], models=table, factions=["aliens", "predators"], active="p").do("shoot p > i")
    assert scene.s.frags == ((), (("p_warrior", 1),))
    assert experience.gained(scene.s, 1) == {"p_warrior": 1 + 2, "youngblood": 2}
    assert experience.gained(scene.s, 0) == {}


def test_survival_counts_for_squads_in_the_pool_too() -> None:
    pool = {"t": {"unit": "medic", "tile": "A6", "token": True}, **models("infant", "E1", "i")}
    assert experience.gained(GAME.position({"models": pool}), 0) == {"squad": 2}
    guns = {**models("sentry_gun", "A6", "g"), **models("infant", "E1", "i")}
    assert experience.gained(GAME.position({"models": guns}), 0) == {}


def test_the_end_of_a_mission_reports_frags() -> None:
    table = {**models("marine", "D1", "m"), **models("queen", "E1", "q", wounds=1)}
    scene = Scene([1, 20], mission="regicide", models=table, active="m").do("shoot m > q")
    line = next(event.text() for event in scene.match.events if "AVP-C.XP.1" in event.clauses)
    assert line == "Frags of the marines: squad 7"


# -- rerolls -------------------------------------------------------------------------------------------------


def test_a_failed_test_is_rerolled_and_uses_up_the_level() -> None:
    scene = Scene([14, 1, 20], models=TABLE, active="m", xp={"marines": 1}).do("shoot m > w")
    assert "reroll xp" in scene.options()
    scene.do("reroll xp")
    assert GAME.read(scene.s, "w.removed")
    assert GAME.read(scene.s, "xp.marines") == 0
    assert "AVP-C.XP.2" in scene.cited


def test_models_outside_the_squad_have_no_reroll() -> None:
    scene = Scene([15], models=TABLE, active="c", xp={"marines": 3}).do("shoot c > w")
    assert not scene.options("reroll")


def test_a_level_of_a_predator_is_its_own() -> None:
    table = {
        **models("p_warrior", "C1", "p"),
        **models("youngblood", "C1", "y"),
        **models("marine", "D1", "m"),
    }
    xp = {"predators": {"youngblood": 2, "p_hunter": 1}}
    scene = Scene([19], models=table, active="p", xp=xp).do("shoot p > m")
    assert not scene.options("reroll")
    young = Scene([19], models=table, active="y", xp=xp).do("shoot y > m")
    assert young.options("reroll") == ["reroll xp"]
    assert young.s.xp[1] == (("youngblood", 2),)  # no Hunter is here


# -- campaign ------------------------------------------------------------------------------------------------


def test_levels() -> None:
    assert [experience.level(frags) for frags in (0, 9, 10, 29, 30, 99)] == [0, 0, 1, 2, 3, 3]
    campaign = {"marines": {"squad": 12}, "aliens": {}, "predators": {"p_warrior": 35, "youngblood": 2}}
    assert experience.levels(campaign) == {
        "marines": 1,
        "aliens": 0,
        "predators": {"p_warrior": 3, "youngblood": 0},
    }
    GAME.setup({"mission": "trophy_hunt", "factions": ["marines", "aliens", "predators"],
                "xp": experience.levels(campaign)})  # fmt: skip


def test_a_campaign_grows_by_a_match(tmp_path: Path) -> None:
    scene = Scene([1, 20], models=TABLE, active="m").do("shoot m > w")
    campaign = experience.after({"marines": {"squad": 7}}, scene.s)
    assert campaign == {"marines": {"squad": 7 + 2 + 2}, "aliens": {}}
    file = tmp_path / "campaign.toml"
    experience.write_campaign(file, campaign)
    assert experience.read_campaign(file) == campaign


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[elves]\narmy = 1", "'elves' is no table of marines, aliens, predators"),
        ("marines = 3", "'marines' is no table"),
        ("[marines]\nsquad = -1", "marines.squad: -1 is no number of frags"),
        ("[marines]\nsquad = true", "marines.squad: True is no number"),
        ("[marines]\nfans = 1", "marines: 'fans' gains no experience; squad does"),
        ("[marines", "campaign.toml: "),
    ],
)
def test_faulty_campaign_files(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "campaign.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        experience.read_campaign(file)
    assert message in str(caught.value)


def test_a_campaign_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"none\.toml"):
        experience.read_campaign(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("faction", "value", "message"),
    [
        ("aliens", {"army": 1}, "xp.aliens"),
        ("predators", {"marine": 1}, "xp.predators: 'marine' is none of"),
        ("predators", {"p_hunter": 4}, "xp.predators.p_hunter: 4 is no level"),
    ],
)
def test_faulty_levels(faction: str, value: Any, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        experience.check_levels(content(), faction, value)
    assert message in str(caught.value)
