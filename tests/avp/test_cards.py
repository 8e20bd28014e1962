"""Strategy and Environment cards: timing, targets, effects and hands (C.CARD.1, C.ENV.1)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.dice import DiceStream
from affray.games.avp import GAME
from affray.games.avp.cards import in_force

MARINES = {**models("marine", "C1", "m", "n"), **models("infant", "G1", "i")}
ALIENS = {**models("infant", "E1", "i", "j"), **models("marine", "B5", "m")}
PREDATORS = {**models("p_warrior", "C1", "p"), **models("p_hunter", "C1", "h"), **models("marine", "G1", "m")}


def turn(card: str, faction: str, table: dict[str, Any], *dice: int | str, **more: Any) -> Scene:
    """A seat's turn with one card in hand."""
    return Scene(dice, models=table, turn=faction, hands={faction: [card]}, **more)


# -- timing --------------------------------------------------------------------------------------------------


def test_one_act_card_before_the_model_is_chosen() -> None:
    scene = Scene(models=MARINES, turn="marines", hands={"marines": ["adrenaline", "move_it", "steady_hand"]})
    assert scene.refused("activate m") == "AVP-ROUND.5"
    assert scene.refused("play grenade > m @ D1") == "AVP-C.CARD.1"
    assert scene.refused("play steady_hand") == "AVP-C.CARD.1"
    assert scene.refused("play adrenaline > m") == "AVP-C.CARD.1"
    assert scene.options() == ["no_card", "play adrenaline", "play move_it"]
    scene.do("play adrenaline")
    assert scene.options() == ["activate m", "activate n"]
    scene.do("activate m")
    assert GAME.read(scene.s, "m.ap") == 3
    assert GAME.read(scene.s, "discards.marines") == ["adrenaline"]
    assert "AVP-C.CARD.1" in scene.cited


def test_without_a_playable_card_nobody_is_asked() -> None:
    assert turn("steady_hand", "marines", MARINES).options() == ["activate m", "activate n"]
    no_doors = {**models("marine", "D2", "m", "n"), **models("infant", "G1", "i")}
    assert turn("override", "marines", no_doors, doors_open="all").options() == ["activate m", "activate n"]


def test_eerie_silence_allows_one_card_a_round() -> None:
    scene = Scene(
        models=MARINES, turn="marines", hands={"marines": ["move_it"]}, played={"marines": 1},
        environment="eerie_silence",
    )  # fmt: skip
    assert scene.options() == ["activate m", "activate n"]
    first = Scene(
        models=MARINES,
        turn="marines",
        hands={"marines": ["move_it", "adrenaline"]},
        environment="eerie_silence",
    )
    first.do("play move_it", "activate m", "pass m", "pass i")
    assert first.s.played == (1, 0)
    assert GAME.read(first.s, "hand.marines") == ["adrenaline"]
    assert first.options("play") == []


def test_reaction_cards_are_asked_of_every_seat_with_a_hand() -> None:
    """The question does not tell what the seat holds: without the card its answer is forced."""
    table = {**models("marine", "C1", "m"), **models("infant", "D1", "i")}
    with_card = Scene([14], models=table, active="m", hands={"marines": ["steady_hand"]}).do("shoot m > i")
    assert with_card.options() == ["use_card steady_hand", "decline"]
    assert with_card.refused("use_card honour") == "AVP-C.CARD.1"
    with_card.do("decline")
    assert GAME.read(with_card.s, "hand.marines") == ["steady_hand"]
    without = Scene([14], models=table, active="m", hands={"marines": ["flares"]}).do("shoot m > i")
    assert without.match.tape[-1] == (14,)
    silent = Scene([14], models=table, active="m", hands={"marines": ["steady_hand"]}, played={"marines": 1},
                   environment="eerie_silence").do("shoot m > i")  # fmt: skip
    assert not silent.options("use_card")


# -- Marines -------------------------------------------------------------------------------------------------


def test_grenade() -> None:
    table = {
        **models("marine", "C1", "m"),
        **models("sentry_gun", "C1", "gun"),
        **models("marine", "F1", "f"),
        **models("infant", "E1", "i", "j"),
        **models("infant", "F1", "k"),
    }
    scene = turn("grenade", "marines", table, 12, 7, 11)
    assert scene.refused("play grenade > m @ C1") == "AVP-C.CARD.1"
    assert scene.refused("play grenade > m @ D2") == "AVP-C.CARD.1"
    assert scene.refused("play grenade > gun @ E1") == "AVP-C.CARD.1"
    assert scene.refused("play grenade > f @ E1") == "AVP-C.CARD.1"
    assert scene.refused("play grenade > m @ G1") == "AVP-C.CARD.1"
    assert scene.refused("play grenade > i @ D1") == "AVP-C.CARD.1"
    scene.do("play grenade > m @ E1", "next_target i")
    assert GAME.read(scene.s, "i.removed")
    assert not GAME.read(scene.s, "j.removed")
    assert scene.options()[0] == "activate m"


def test_grenade_round_a_corner_by_a_motion_tracker() -> None:
    table = {**models("marine", "C1", "m"), **models("tracker", "C1", "t"), **models("infant", "G1", "i")}
    assert turn("grenade", "marines", table).refused("play grenade > m @ D2") == ""
    jammed = turn("grenade", "marines", table, environment="jammed_trackers")
    assert jammed.refused("play grenade > m @ D2") == "AVP-C.CARD.1"


def test_stay_frosty() -> None:
    table = {
        **models("marine", "C1", "m", "n", "o", used=True),
        **models("marine", "B5", "l", locked=True),
        **models("marine", "B5", "s", sentry=True),
        **models("marine", "B5", "p"),
        "token": {"unit": "medic", "tile": "A6", "token": True},
        **models("infant", "G3", "i"),
    }
    scene = turn("stay_frosty", "marines", table)
    assert scene.refused("play stay_frosty > l") == "AVP-R.4"
    assert scene.refused("play stay_frosty > s") == "AVP-ACT.13"
    assert scene.refused("play stay_frosty > token") == "AVP-C.CARD.1"
    assert scene.refused("play stay_frosty > i") == "AVP-C.CARD.1"
    assert scene.refused("play stay_frosty > m,n,o") == "AVP-C.CARD.1"
    assert scene.refused("play stay_frosty > m,m") == "AVP-C.CARD.1"
    assert scene.refused("play stay_frosty") == "AVP-C.CARD.1"
    scene.do("play stay_frosty > m,n")
    assert [GAME.read(scene.s, f"{name}.sentry") for name in "mno"] == [True, True, False]


def test_flares_flip_hidden_tokens() -> None:
    table = {
        **models("marine", "C1", "m", "n"),
        **models("infant", "E1", "i", hidden=True),
        **models("infant", "E1", "j", hidden=True, used=True),
    }
    scene = turn("flares", "marines", table)
    assert scene.refused("play flares @ B1") == "AVP-C.CARD.1"
    scene.do("play flares @ E1")
    assert not GAME.read(scene.s, "i.hidden")
    assert not GAME.read(scene.s, "j.token")
    assert scene.deciding == "marines"


@pytest.mark.parametrize(
    ("card", "faction", "table", "text", "key"),
    [
        ("hold_the_line", "marines", MARINES, "@ C1", "C1"),
        ("hive_mind", "aliens", ALIENS, "@ E5", "E5"),
        ("roar", "predators", PREDATORS, "@ D1", "D1"),
        ("hiss", "aliens", {**models("infant", "E1", "i", "j"), **models("marine", "C1", "m")}, "> m", "m"),
        ("cloak", "predators", PREDATORS, "> h", "h"),
        ("netgun", "predators", {**PREDATORS, **models("marine", "D1", "n")}, "> n", "n"),
    ],
)
def test_effects_that_last_for_the_round(
    card: str, faction: str, table: dict[str, Any], text: str, key: str
) -> None:
    scene = turn(card, faction, table)
    scene.do(f"play {card} {text}")
    s = scene.s
    index = s.board.zones.index[key] if key in s.board.zones.index else scene.model(key)
    assert in_force(s, card, index) == 1
    assert in_force(s, card, index + 1) == 0


def test_override_opens_a_door_beside_an_engaged_model() -> None:
    table = {
        **models("marine", "C1", "m", "n"),
        **models("infant", "C1", "i"),
        **models("infant", "A1", "j", token=True),
    }
    scene = turn("override", "marines", table)
    assert scene.options("play") == ["play override door=B1/C1"]
    assert scene.refused("play override door=G1/H1") == "AVP-C.CARD.1"
    scene.do("play override door=B1/C1")
    assert GAME.read(scene.s, "door.B1/C1") == "open"
    assert not GAME.read(scene.s, "j.token")
    assert "AVP-MAR.43" not in scene.cited


def test_the_player_whose_turn_it_is_resolves_first() -> None:
    """R.59: tokens that a card brings in sight of one another are flipped by the active player first."""
    table = {
        **models("marine", "B2", "m"),
        "t": {"unit": "medic", "tile": "B1", "token": True},
        **models("stalker", "D1", "s", token=True),
        **models("warrior", "G5", "w"),
    }
    for order in (["marines", "aliens"], ["aliens", "marines"]):
        scene = Scene(models=table, turn="marines", order=order, hands={"marines": ["override"]})
        scene.do("play override door=B1/C1")
        assert not GAME.read(scene.s, "t.token")
        assert scene.deciding == "aliens"
        assert scene.options() == ["show s", "stay_hidden s"]


# -- Aliens --------------------------------------------------------------------------------------------------


def test_swarm_activates_a_second_troop() -> None:
    table = {
        **models("infant", "E1", "i", "j"),
        **models("queen", "E3", "q"),
        **models("marine", "A1", "m"),
    }
    scene = Scene(models=table, turn="aliens", hands={"aliens": ["swarm", "leap"]})
    scene.do("play swarm", "activate q", "pass q")
    assert scene.deciding == "aliens"
    assert scene.options() == ["activate i", "activate j"]
    assert scene.refused("activate q") == "AVP-TERM.13"
    scene.do("activate i", "pass i")
    assert scene.deciding == "marines"


def test_swarm_without_a_second_troop() -> None:
    table = {**models("infant", "E1", "i"), **models("queen", "E3", "q"), **models("marine", "A1", "m")}
    scene = Scene(models=table, turn="aliens", hands={"aliens": ["swarm"]})
    scene.do("play swarm", "activate i", "pass i")
    assert scene.deciding == "marines"
    only = {
        **models("infant", "E1", "i"),
        **models("queen", "E3", "q", "r"),
        **models("marine", "A1", "m", used=True),
    }
    second = Scene(models=only, turn="aliens", hands={"aliens": ["swarm"]}).do(
        "play swarm", "activate q", "pass q"
    )
    assert second.s.activation is not None  # the only Troop is activated without a question


def test_from_the_walls() -> None:
    table = {**models("warrior", "G5", "w", "x"), **models("marine", "C1", "m")}
    scene = turn("from_the_walls", "aliens", table)
    listed = scene.options("play")
    assert "play from_the_walls @ F1" in listed
    assert "play from_the_walls @ E1" not in listed  # two Tiles from m
    assert "play from_the_walls @ E4" in listed  # out of reach or far enough
    assert scene.refused("play from_the_walls @ C5") == "AVP-C.CARD.1"
    scene.do("play from_the_walls @ F1")
    new = len(scene.s.names) - 1
    s = scene.s
    assert [s.hidden[new], s.known[new], s.used[new], s.up[new]] == [True, True, True, False]
    empty = turn("from_the_walls", "aliens", table, stock={"aliens": {"infant": 10}})
    assert empty.options("play") == []


def test_lurk() -> None:
    table = {
        **models("infant", "E1", "i", "j"),
        **models("infant", "G1", "k"),
        **models("infant", "E4", "l"),
        **models("marine", "E4", "m"),
    }
    scene = turn("lurk", "aliens", table)
    assert scene.refused("play lurk > k") == "AVP-C.CARD.1"
    assert scene.refused("play lurk > l") == "AVP-C.CARD.1"
    scene.do("play lurk > i,j")
    assert GAME.read(scene.s, "i.hidden")
    assert GAME.read(scene.s, "j.hidden")


def test_hiss() -> None:
    table = {
        **models("infant", "E1", "i", "j"),
        **models("marine", "C1", "m"),
        **models("marine", "C1", "n", used=True),
        **models("marine", "A6", "far"),
    }
    scene = turn("hiss", "aliens", table)
    assert scene.refused("play hiss > n") == "AVP-C.CARD.1"
    assert scene.refused("play hiss > far") == "AVP-C.CARD.1"
    assert scene.refused("play hiss > j") == "AVP-C.CARD.1"
    scene.do("play hiss > m", "activate i", "pass i", "activate m")
    assert GAME.read(scene.s, "m.ap") == 1


# -- Predators -----------------------------------------------------------------------------------------------


def test_thermal_vision_flips_tokens_out_of_sight() -> None:
    table = {
        **models("p_warrior", "C1", "p", "o"),
        "t": {"unit": "medic", "tile": "D2", "token": True},
        "u": {"unit": "sergeant", "tile": "D2", "token": True},
    }
    scene = turn("thermal_vision", "predators", table)
    assert scene.refused("play thermal_vision @ D4") == "AVP-C.CARD.1"  # a vent
    assert scene.refused("play thermal_vision @ G1") == "AVP-C.CARD.1"
    scene.do("play thermal_vision @ D2")
    assert scene.deciding == "marines"
    scene.do(scene.options("become")[0])
    assert not GAME.read(scene.s, "t.token")
    assert not GAME.read(scene.s, "u.token")


def test_netgun() -> None:
    table = {
        **models("p_warrior", "C1", "p"),
        **models("p_hunter", "C1", "h"),
        **models("queen", "E1", "q"),
        **models("infant", "E1", "i"),
        **models("infant", "F1", "far"),
    }
    scene = Scene(
        models=table, turn="predators", hands={"predators": ["netgun"]}, factions=["aliens", "predators"]
    )
    assert scene.refused("play netgun > q") == "AVP-C.CARD.1"
    assert scene.refused("play netgun > far") == "AVP-C.CARD.1"
    assert scene.refused("play netgun > h") == "AVP-C.CARD.1"
    scene.do("play netgun > i", "activate p", "pass p", "activate i")
    assert scene.options("walk") == []


def test_patience_names_one_model() -> None:
    scene = turn("patience", "predators", PREDATORS)
    assert scene.refused("play patience > p,h") == "AVP-C.CARD.1"
    scene.do("play patience > p")
    assert GAME.read(scene.s, "p.sentry")


def test_roar_reaches_adjacent_tiles() -> None:
    scene = turn("roar", "predators", PREDATORS)
    assert scene.options("play") == ["play roar @ C1", "play roar @ D1"]


# -- hands and decks -----------------------------------------------------------------------------------------


def test_drawing_up_to_five_and_reshuffling() -> None:
    scene = Scene(
        ["leap", "leap", "swarm", 20, 1],
        models=MARINES,
        phase="draw",
        hands={"aliens": ["lurk"]},
        decks={"aliens": ["leap"]},
        discards={"aliens": ["leap", "swarm"]},
    )
    assert GAME.read(scene.s, "hand.aliens") == ["leap", "leap", "lurk", "swarm"]
    assert GAME.read(scene.s, "deck.aliens") == 0
    assert scene.s.discards[1] == ()
    assert "AVP-ROUND.3" in scene.cited


def test_draws_are_secret() -> None:
    scene = Scene(["leap"], models=MARINES, phase="draw", decks={"aliens": ["leap"]})
    lines = {event.seen_by(0) for event in scene.match.events}
    assert "aliens draw a card" in lines
    assert "aliens draw Leap" not in lines
    assert "aliens draw Leap" in {event.seen_by(1) for event in scene.match.events}


# -- Environment ---------------------------------------------------------------------------------------------


def test_the_card_before_goes_to_the_discards() -> None:
    scene = Scene(
        ["steam"], models=MARINES, phase="environment", environment="lights_out", environment_deck=["steam"]
    )
    assert GAME.read(scene.s, "env") == "steam"
    assert scene.s.env_discard == ("lights_out",)
    assert {"AVP-ROUND.2", "AVP-C.ENV.1"} <= scene.cited
    again = Scene(["steam"], models=MARINES, phase="environment", environment_deck=["steam"])
    assert again.s.env_discard == ()


def test_an_empty_environment_deck_is_made_of_the_discards() -> None:
    from affray.games.avp.environment import TurnCard

    scene = Scene(models=MARINES, environment="lights_out")
    s = scene.s.copy()
    s.env_discard = ("steam",)
    s.frames.append(TurnCard())
    draw = next(GAME.step(s))
    assert draw.items == ("steam",)  # type: ignore[union-attr]


def test_door_fault_is_the_choice_of_the_initiative_player() -> None:
    scene = Scene(["door_fault"], models=MARINES, phase="environment", environment_deck=["door_fault"],
                  order=["aliens", "marines"])  # fmt: skip
    assert scene.deciding == "aliens"
    assert scene.refused("fault @ C1/D1") == "AVP-C.ENV.1"
    scene.do("fault @ B1/C1")
    assert GAME.read(scene.s, "door.B1/C1") == "open"
    none = Scene(
        ["door_fault"], models=MARINES, phase="environment", environment_deck=["door_fault"], doors_open="all"
    )
    assert not none.options("fault")


def test_spreading_resin_is_the_choice_of_the_alien_player() -> None:
    scene = Scene(
        ["spreading_resin"], models=MARINES, phase="environment", environment_deck=["spreading_resin"]
    )
    assert scene.deciding == "aliens"
    assert scene.refused("spread @ D1") == "AVP-C.ENV.1"  # half-infested already
    assert scene.refused("spread @ A1") == "AVP-C.ENV.1"  # a room
    scene.do("spread @ C1")
    assert GAME.read(scene.s, "C1.surface") == "half"
    two = Scene(
        ["spreading_resin"], models=PREDATORS, phase="environment", environment_deck=["spreading_resin"],
        order=["predators", "marines"],
    )  # fmt: skip
    assert two.deciding == "predators"


def test_clearing_steam_flips_tokens() -> None:
    table = {**models("marine", "C1", "m"), **models("stalker", "G1", "i", token=True)}
    steam = Scene(["steam"], models=table, phase="environment", environment_deck=["steam"])
    assert GAME.read(steam.s, "i.token")
    clear = Scene(["emergency_lighting"], models=table, phase="environment", environment="steam",
                  environment_deck=["emergency_lighting"])  # fmt: skip
    assert not GAME.read(clear.s, "i.token")


# -- every card in every hand --------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ["marines", "aliens", "predators"])
def test_what_is_offered_is_legal_and_can_be_played(faction: str) -> None:
    table = {
        **models("marine", "C1", "m", "n"),
        **models("tracker", "D2", "t"),
        **models("p_warrior", "G1", "p"),
        **models("youngblood", "G1", "y"),
        **models("infant", "E1", "i", "j"),
        **models("warrior", "E3", "w"),
        **models("infant", "E5", "k", hidden=True),
    }
    hand = sorted(card.id for card in GAME.position({}).content.cards_of(faction) if not card.reaction)
    scene = Scene(models=table, turn=faction, hands={faction: hand})
    played = set()
    for action in scene.match.legal:
        assert scene.match.why_not(action) is None
        text = scene.match.text(action)
        assert scene.match.parse(text) == action
        fork = scene.match.fork(DiceStream(text))
        fork.push(action)
        played.add(text.split()[1] if " " in text else text)
    assert played == {"no_card", *hand}
