"""Rules that meet: what several clauses say together; faults found by laying code and rules side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.avp.scene import Scene, models

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.record import redacted_record
from affray.games.avp import GAME
from affray.games.avp.state import REAL, TINY

# -- the new Round -------------------------------------------------------------------------------------------


def door_fault(**alien: bool) -> Scene:
    """A new Round begins with Door Fault, and the Door between a Marine and an Alien token falls."""
    table = {**models("marine", "B1", "m"), **models("infant", "E1", "a", token=True, **alien)}
    scene = Scene(
        [15, 3, "door_fault"],
        models=table, phase="round_start", environment_deck=["door_fault"], factions=["marines", "aliens"],
    )  # fmt: skip
    return scene.do("fault @ B1/C1")


def test_a_token_activated_in_the_last_round_may_stay_hidden_in_the_new_one() -> None:
    """ALN.2 asks what was activated in *this* Round: its Environment card comes before the markers go."""
    assert door_fault(used=True).options() == ["show a", "stay_hidden a"]


def test_what_stays_hidden_by_the_environment_card_is_deactivated_for_the_round() -> None:
    """ALN.3, ALN.4: taking off the markers of the last Round does not wake it."""
    scene = door_fault().do("stay_hidden a")
    assert scene.s.used == (False, True)
    scene.do("pass m", "hold")
    assert GAME.read(scene.s, "result") == "draw"  # the Round is over: the Aliens had nobody to activate
    assert "AVP-ROUND.4" in scene.cited


def test_only_the_round_before_counts_for_who_may_not_be_first() -> None:
    """GEN.3: a player who has activated nobody in a Round has no last model of it."""
    table = {**models("marine", "A1", "m", "n"), **models("infant", "G5", "i")}
    scene = Scene([20, 1], models=table, phase="end_of_round", rounds=9, last={"marines": "m"})
    assert scene.options("activate") == ["activate m", "activate n"]


# -- weapons -------------------------------------------------------------------------------------------------


def test_every_pulse_rifle_has_its_grenade_launcher() -> None:
    """MAR.21: the Synthetic's too, though its profile does not list the M40."""
    table = {**models("synthetic", "C1", "s"), **models("queen", "E1", "q")}
    scene = Scene([6, 13, 7], models=table, active="s").do("grenade s > q")
    assert scene.s.wounds[1] == 5  # RS 10 - 4 on the Infested Tile; A 12 at St 14, AVV 2; Resilient
    assert "AVP-MAR.22" in scene.cited
    none = Scene(models={**models("smartgunner", "C1", "s"), **models("queen", "E1", "q")}, active="s")
    assert none.refused("grenade s > q") == "AVP-MAR.21"


# -- what others may know ------------------------------------------------------------------------------------


def ended(unit: str, how: str) -> Scene:
    """An unseen Predator token that ends its activation while a Marine is on Sentry."""
    table = {
        **models(unit, "I7", "p", token=True),
        **models("p_hunter" if unit == "mimicry" else "mimicry", "H7", "q", token=True),
        **models("marine", "A1", "m", sentry=True),
    }
    return Scene(models=table, active="p").do(f"{how} p")


def test_a_mimicry_token_ends_its_activation_as_others_pass() -> None:
    """PRD.3, R.12: nothing in view, log, record or reactions tells it from a token that passes."""
    bait, real = ended("mimicry", "end"), ended("p_hunter", "pass")
    marines = bait.s.factions.index("marines")
    for seat in (None, marines):
        assert GAME.view(bait.s, seat).digest() == GAME.view(real.s, seat).digest()
        lines = [[event.seen_by(seat) for event in scene.match.events] for scene in (bait, real)]
        assert [line for line in lines[0] if line] == [line for line in lines[1] if line]
        assert "predators: pass p" in str(redacted_record(bait.match, seat))
    assert bait.options() == real.options()
    assert "predators: end p" in str(redacted_record(bait.match, bait.s.factions.index("predators")))


def test_deployment_tells_no_mimicry_token_from_others() -> None:
    """R.12: neither line nor clauses do."""
    read: list[object] = []
    for what in ("mimicry", "p_warrior"):
        options = {"mission": "trophy_hunt", "factions": ["marines", "predators"], "cards": False}
        match = Match(GAME, GAME.setup(options), DiceStream("deploy"), listen=True)
        match.push("autodeploy")
        match.push(f"deploy {what} @ A1")
        event = match.events[-1]
        read.append((event.seen_by(None), event.clauses))
    assert read[0] == read[1]


def test_no_mimicry_token_is_imagined_on_sentry() -> None:
    """PRD.4: a token that goes on Sentry is a model."""
    table = {**models("p_hunter", "I7", "p", token=True), **models("mimicry", "H7", "q", token=True)}
    scene = Scene(models={**table, **models("marine", "A1", "m")}, active="p").do("sentry p")
    assert scene.s.hint[0] == REAL
    seen = GAME.view(scene.s, scene.s.factions.index("marines"))
    for choose in (lambda n: 0, lambda n: n - 1):
        assert GAME.guess(seen, choose).unit[0] is scene.s.content.units["p_hunter"]


def test_a_token_that_enters_by_a_vent_is_tiny() -> None:
    """MIS.0: everybody knows what comes in by a vent."""
    scene = Scene(
        mission="fire_alarms", map="a", phase="reserves", round=2,
        models={**models("marine", "A7", "m"), **models("infant", "G1", "i")},
        stock={"aliens": {"facehugger": 1, "infant": 5}},
    )  # fmt: skip
    scene.do("arrive facehugger @ D4")
    assert scene.s.hint[2] == TINY


def test_odds_average_over_unknown_tokens_on_the_way() -> None:
    """Shotgun! and Smart-Disc hit the Tile between too; Perimeter Secured! both Tiles of the Door."""
    table = {
        **models("sergeant", "C1", "s"),
        **models("infant", "D1", "x", token=True, hidden=True, known=False),
        **models("infant", "E1", "y"),
    }
    scene = Scene(models=table, active="s", stock={"aliens": {"stalker": 3}})
    between = scene.match.odds("shotgun s @ E1").p("x removed")
    assert between == scene.match.odds("shotgun s @ D1").p("x removed") == Fraction(67, 800)
    table = {
        **models("p_warrior", "B2", "p"),
        **models("captain", "A1", "c"),
        **models("infant", "B3", "x", token=True, hidden=True, known=False),
    }
    opened = [
        Scene(models=table, active="p", surface={"B3": "half"}, stock=stock).match.odds("open_door p @ B2/B3")
        for stock in ({}, {"aliens": {"stalker": 3}})
    ]
    assert opened[0].p("x removed") < opened[1].p("x removed")


# -- the horde -----------------------------------------------------------------------------------------------


def test_the_horde_measures_from_inside_vents() -> None:
    """SOLO.1, R.6: a vent may be an end of the way, so the Facehugger beside the Marine goes first."""
    table = {
        **models("marine", "D3", "m"),
        **models("infant", "D6", "i"),
        **models("facehugger", "D4", "f"),
    }
    scene = Scene([7], models=table, turn="aliens", solo=True)
    activated = [event.args["model"] for event in scene.match.events if event.message.startswith("{who} act")]
    assert activated == ["f", "m"]


# -- rules that meet -----------------------------------------------------------------------------------------


def test_adrenaline_and_hiss() -> None:
    """CARD.1: one AP, two with Adrenaline; a second Hiss takes nothing more."""
    hiss: list[dict[str, Any]] = [{"card": "hiss", "on": "m"}] * 2
    table = {**models("marine", "A1", "m"), **models("infant", "G5", "i")}
    for played, ap in (("no_card", 1), ("play adrenaline", 2)):
        scene = Scene(models=table, turn="marines", effects=hiss, hands={"marines": ["adrenaline"]})
        scene.do(played, *(["activate m"] if "activate m" in scene.options() else []))
        assert GAME.read(scene.s, "m.ap") == ap


def test_netgun_holds_a_model_in_close_combat() -> None:
    """DIS.4, CARD.1."""
    table = {**models("infant", "A1", "i"), **models("p_warrior", "A1", "p")}
    scene = Scene(models=table, active="i", effects=[{"card": "netgun", "on": "i"}])
    assert scene.refused("disengage i @ B1") == "AVP-DIS.4"
    assert scene.options("fight")


def test_swarm_does_not_wake_a_locked_model() -> None:
    """CARD.1, R.4: the second model is an eligible Troop."""
    table = {
        **models("infant", "G5", "i", "j"),
        **models("infant", "F5", "k", locked=True),
        **models("infant", "F5", "u", used=True),
        **models("queen", "E5", "q"),
        **models("marine", "A1", "m"),
    }
    scene = Scene(models=table, turn="aliens", hands={"aliens": ["swarm"]})
    scene.do("play swarm", "activate i", "pass i")
    assert scene.s.activation is not None
    assert scene.s.names[scene.s.activation.model] == "j"


def test_facehug_on_a_carrier() -> None:
    """SKILL.7, CARRY.3: the token lies where the host stood; the Facehugger goes last."""
    table = {
        **models("marine", "G4", "m", carrying="recorder1"),
        **models("marine", "A1", "n"),
        **models("facehugger", "G4", "f"),
        **models("infant", "I1", "i"),
    }
    scene = Scene([6, 11], mission="flight_recorder", models=table, active="f").do("fight f > m")
    scene.do("spawn infant @ H1")
    assert GAME.read(scene.s, "goal.recorder1") == "G4"
    assert (scene.at("m"), scene.at("f")) == ("-", "-")


def test_self_destruct_chain() -> None:
    """PRD.27, R.59: the second blast is resolved within the first."""
    table = {
        **models("elder_warrior", "A1", "one", wounds=1),
        **models("elder_berserker", "A1", "two", wounds=1),
        **models("infant", "A1", "i", "j"),
        **models("p_hunter", "I7", "far"),
    }
    # Hit, A fails, Self-Destruct; A of "two" fails, it explodes too: both Infants die in its blast.
    dice = [15, 15, 3, 20, 2, 20, 20, 20, 20]
    scene = Scene(dice, models=table, active="i").do("fight i > one weapon=tail", "next_target two")
    scene.do("next_target i")
    assert [scene.at(name) for name in ("one", "two", "i", "j")] == ["-"] * 4


def test_own_blast_cannot_undo_a_defeat() -> None:
    """GEN.6: the game ends at the removal, before the Self-Destruct die."""
    table = {**models("elder_warrior", "A1", "e", wounds=1), **models("infant", "A1", "i")}
    scene = Scene([15, 20], mission="trophy_hunt", factions=["aliens", "predators"], models=table, active="i")
    scene.do("fight i > e weapon=tail")
    assert GAME.read(scene.s, "result") == "aliens"
    assert scene.s.scores[0] == 85


def test_acid_fills_a_tile_and_engages_its_neighbours() -> None:
    """MAP.2, MAP.4, R.42: seven and a token are eight; a Hidden Alien next door comes out."""
    table = {
        **models("marine", "E4", "a", "b", "c", "d"),
        **models("predalien", "E4", "p"),
        **models("infant", "E4", "i"),
        **models("infant", "E5", "h", hidden=True),
    }
    scene = Scene([10, 16, 6, 12], models=table, active="a").do("fight a > p", "victim b")
    assert GAME.read(scene.s, "E4.free") == 0
    assert scene.engaged("E5")
    assert not scene.s.hidden[scene.model("h")]
    assert "AVP-R.42" in scene.cited


def test_a_door_sealed_beneath_a_line_of_sight() -> None:
    """MAR.29, MAP.11: from then on it bars sight and movement."""
    table = {
        **models("marine", "C5", "m"),
        **models("marine", "B5", "n"),
        **models("infant", "E5", "i", used=True),
    }
    scene = Scene([10], models=table, active="m")
    assert "shoot m > i weapon=pulse_rifle" in scene.options()
    scene.do("seal m @ C5/D5")
    assert scene.refused("shoot n > i") == "AVP-ACT.5"
    assert scene.refused("walk n @ D5") == "AVP-R.6"


def test_a_welded_nest_is_lost() -> None:
    """MIS.0, R.38."""
    more: dict[str, Any] = {
        "mission": "fire_alarms",
        "phase": "reserves",
        "round": 3,
        "models": {**models("marine", "A7", "m"), **models("infant", "G1", "i")},
        "stock": {"aliens": {"facehugger": 2}},
    }
    assert "arrive facehugger @ D4" in Scene(**more).options()
    assert Scene(**more, welded=["D4"]).refused("arrive facehugger @ D4") == "AVP-C.MIS.0"


def test_wall_leap() -> None:
    """CARD.1, ALN.26: one Tile more and over a full Tile of one's own, but never over enemies."""
    full = {**models("hellhound", "D7", *(f"h{i}" for i in range(8)))}
    table = {**models("p_warrior", "C7", "p"), **full, **models("infant", "A1", "i")}
    boosted = {"model": "p", "boosts": ["wall_leap"]}
    scene = Scene(models=table, activation=boosted)
    assert "walk p @ D7" in scene.options()
    assert Scene(models=table, active="p").refused("walk p @ D7") == "AVP-MAP.5"
    foes = {**models("p_warrior", "C7", "p"), **models("infant", "D7", *(f"i{i}" for i in range(8)))}
    assert Scene(models=foes, activation=boosted).refused("walk p @ D7") == "AVP-ALN.26"


def test_empty_decks() -> None:
    """CARD.1, ENV.1: the discards become the deck; without any nobody draws."""
    table = {**models("marine", "A1", "m"), **models("infant", "G5", "i")}
    scene = Scene(
        [20, 1, "steam", "leap"], models=table, phase="round_start",
        discards={"aliens": ["leap"]}, environment_deck=["steam"],
    )  # fmt: skip
    assert scene.s.hands == ((), ("leap",))
    assert scene.s.discards[1] == ()
    assert scene.s.env == "steam"
