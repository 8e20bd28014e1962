"""Army lists: legal free armies, and what the box still holds (C.ARMY, R.48)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import models

from affray.engine.game import SetupError
from affray.games.avp import GAME, army
from affray.games.avp.loading import content

SQUAD = {"medic": 1, "smartgunner": 1, "tracker": 1, "marine": 2}
BROOD = {"warrior": 1, "infant": 6, "stalker": 2}


@pytest.mark.parametrize("ready", [a.id for a in content().armies.values() if a.size is not None])
def test_ready_made_lists_are_legal(ready: str) -> None:
    listed = content().armies[ready]
    assert listed.size is not None
    army.check(content(), listed.faction, dict(listed.units), listed.size)


@pytest.mark.parametrize(
    ("faction", "numbers", "size", "message"),
    [
        ("marines", {}, "skirmish", "has no units"),
        ("marines", {"infant": 5}, "skirmish", "'infant' is no unit of the marines"),
        ("predators", {"mimicry": 1}, "skirmish", "'mimicry' is no unit"),
        ("marines", {"medic": 0}, "skirmish", "medic: 0 is no number"),
        ("marines", {"medic": True}, "skirmish", "medic: True is no number"),
        ("marines", {**SQUAD, "lynn": 2}, "large", "lynn: 2 models, but the box has 1 (AVP-C.ARMY.1)"),
        ("predators", {"p_warrior": 2, "p_warrior_sd": 1}, "medium", "box has 2 (AVP-C.ARMY.1)"),
        ("marines", {**SQUAD, "captain": 1}, "skirmish", "161 points, but at most 150"),
        (
            "aliens",
            {**BROOD, "infant": 9},
            "skirmish",
            "126 points, but at most 120 may be spent (AVP-C.ARMY.1)",
        ),
        ("marines", SQUAD, "small", "0 HQ, allowed are 1 to 2 (AVP-C.ARMY.2)"),
        ("marines", {"synthetic": 1}, "skirmish", "0 Troop squads"),
        ("marines", {**SQUAD, "tracker": 2}, "skirmish", "each squad has a smartgunner and a tracker"),
        ("marines", {**SQUAD, "marine": 1}, "skirmish", "1 marines in the squads, allowed are 2 to 5"),
        ("marines", {**SQUAD, "marine": 6, "captain": 1}, "medium", "6 marines in the squads"),
        ("marines", {**SQUAD, "sergeant": 2, "captain": 1}, "medium", "2 sergeants, allowed are 0 to 1"),
        (
            "marines",
            {**SQUAD, "captain": 1, "sentry_gun": 2, "power_loader": 1, "synthetic": 1},
            "large",
            "4 Support",
        ),
        ("aliens", BROOD, "small", "0 HQ slots, allowed are 1 to 2 (AVP-C.ARMY.3)"),
        ("aliens", {"queen": 1, "predalien": 1, "infant": 10, "warrior": 5}, "large", "3 HQ slots"),
        (
            "aliens",
            {"praetorian": 1, "evolved_warrior": 1, "infant": 10, "warrior": 5},
            "large",
            "needs a queen",
        ),
        ("aliens", {"queen": 1, "infant": 9}, "small", "more than half of the points are HQ"),
        (
            "aliens",
            {"evolved_warrior": 1, "royal_guard": 2, "infant": 10},
            "large",
            "less than half of the points",
        ),
        ("aliens", {"warrior": 3, "infant": 4}, "skirmish", "4 infants, allowed are 5"),
        ("aliens", {"warrior": 1, "infant": 5, "stalker": 4}, "skirmish", "4 stalkers, allowed are 0 to 3"),
        (
            "aliens",
            {"predalien": 1, "infant": 8, "facehugger": 5},
            "small",
            "5 facehuggers, allowed are 0 to 4",
        ),
        (
            "predators",
            {"elder_warrior": 1, "elder_hunter": 1},
            "small",
            "2 HQ, allowed are 0 to 1 (AVP-C.ARMY.4)",
        ),
        ("predators", {"elder_warrior": 1}, "skirmish", "0 Troops"),
    ],
)
def test_illegal_armies(faction: str, numbers: dict[str, Any], size: str, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        army.check(content(), faction, numbers, size)
    assert str(caught.value).startswith(f"armies.{faction}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("faction", "numbers", "size"),
    [
        ("marines", {**SQUAD, "synthetic": 1}, "skirmish"),
        ("marines", {**SQUAD, "marine": 5, "sergeant": 1, "captain": 1}, "medium"),
        ("aliens", {"infant": 5, "facehugger": 10}, "skirmish"),
        ("aliens", {"queen": 1, "praetorian": 1, "infant": 10, "warrior": 4, "stalker": 5}, "large"),
        ("aliens", {"evolved_warrior": 2, "infant": 10, "warrior": 1}, "medium"),
        ("predators", {"hellhound": 6, "youngblood": 2}, "skirmish"),
    ],
)
def test_legal_armies(faction: str, numbers: dict[str, int], size: str) -> None:
    army.check(content(), faction, numbers, size)


def test_a_ready_made_list_of_another_size_is_checked() -> None:
    mission = content().missions["trophy_hunt"]
    assert army.choose(content(), mission, "marines", "marines_skirmish", "skirmish") == "marines_skirmish"
    assert army.choose(content(), mission, "aliens", "aliens_small", "medium") == "aliens_small"
    with pytest.raises(SetupError, match="161 points"):
        army.choose(content(), mission, "marines", "recovery_team", "skirmish")


def test_what_the_box_holds() -> None:
    """Models, tokens and reserve are out of it; dead ones are back in it; variants share one."""
    table = {
        **models("infant", "E1", "i"),
        **models("infant", "E3", "t", token=True),
        **models("p_warrior", "C1", "p"),
        **models("p_warrior_sd", "C1", "q"),
    }
    s = GAME.position({"models": table, "stock": {"aliens": {"infant": 3}}})
    assert army.available(s, "infant") == 5
    assert army.available(s, "p_warrior") == 0
    assert army.available(s, "queen") == 1
    s.tile[s.names.index("i")] = -1
    assert army.available(s, "infant") == 6
