"""Set-up: options, deployment, first hands, and reserves that enter later (C.MIS.0, PRD.3, C.CARD.1)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.dice import DiceStream
from affray.engine.game import SetupError
from affray.engine.match import Match
from affray.games.avp import GAME
from affray.games.avp.loading import content
from affray.games.avp.state import State

QUIET = {"cards": False, "environment": False}


def begin(seed: str = "1", **options: Any) -> Match[State]:
    """A match from options, listened to."""
    return Match(GAME, GAME.setup(options), DiceStream(seed), listen=True)


def texts(match: Match[State]) -> list[str]:
    return [match.text(action) for action in match.legal]


# -- options -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", list(content().missions))
def test_complete_options_make_the_same_match(mission: str) -> None:
    first = GAME.setup({"mission": mission})
    full = GAME.options(first)
    assert GAME.setup(full).digest() == first.digest()
    assert GAME.options(GAME.setup(full)) == full


def test_defaults() -> None:
    s = GAME.setup({})
    assert dict(GAME.options(s)) == {
        "mission": "fire_alarms",
        "map": "a",
        "factions": ["marines", "aliens"],
        "armies": {"marines": "fire_team", "aliens": "fire_brood"},
        "solo": False,
        "environment": True,
        "cards": True,
        "xp": {},
    }
    assert [len(deck) for deck in s.decks] == [20, 20]
    assert len(s.env_deck) == 20
    assert GAME.setup(QUIET).decks == ((), ())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "colour: there is no such option; there are mission"),
        ({"mission": "x"}, "mission: 'x' is none of fire_alarms"),
        ({"map": "b"}, "map: 'b' is none of a"),
        ({"factions": ["marines", "predators"]}, "do not meet in fire_alarms; there meet marines, aliens"),
        ({"factions": "marines"}, "factions: 'marines'"),
        ({"solo": True}, "solo: fire_alarms is not played alone"),
        ({"solo": 1}, "solo: 1 is neither true nor false"),
        ({"cards": "no"}, "cards: 'no' is neither"),
        ({"environment": None}, "environment: None is neither"),
        ({"armies": ["fire_team"]}, "armies: must be a table"),
        ({"armies": {"predators": "x"}}, "armies.predators: does not play"),
        ({"armies": {"marines": "fire_brood"}}, "armies.marines: 'fire_brood' is none of fire_team"),
        ({"armies": {"marines": 3}}, "armies.marines: must be the id of a list or a table"),
        ({"armies": {"marines": {"medic": 1}}}, "armies.marines: fire_alarms is played with fire_team"),
        ({"mission": "last_stand", "armies": {"aliens": "fire_brood"}}, "armies.aliens: the horde"),
        ({"points": "skirmish"}, "points: fire_alarms has army lists of its own"),
        ({"mission": "trophy_hunt", "points": 151}, "points: 151 is no battle size; choose skirmish (150)"),
        ({"mission": "trophy_hunt", "armies": {"marines": {"medic": 1}}}, "for a free army give points too"),
        ({"xp": {"marines": 4}}, "xp.marines: 4 is no level; 0 to 3"),
        ({"xp": {"marines": True}}, "xp.marines: True is no level"),
        ({"xp": {"elves": 1}}, "xp.elves: does not play"),
    ],
)
def test_faulty_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.setup(options)
    assert message in str(caught.value)


def test_battles_of_free_armies() -> None:
    small = GAME.setup({"mission": "trophy_hunt", "points": 250, "factions": ["marines", "predators"]})
    assert GAME.options(small)["points"] == "small"
    assert GAME.options(small)["armies"] == {"marines": "marines_small", "predators": "predators_small"}
    own = {"medic": 1, "smartgunner": 1, "tracker": 1, "marine": 3}
    free = GAME.setup({"mission": "trophy_hunt", "points": "skirmish", "armies": {"marines": own}})
    assert GAME.options(free)["armies"]["marines"] == own
    assert sum(unit.points for unit in free.stock[0]) == 132


# -- deployment ----------------------------------------------------------------------------------------------


def test_marines_deploy_tokens_without_identity() -> None:
    match = begin(**QUIET)
    assert texts(match) == ["autodeploy", *(f"deploy S @ {tile}" for tile in ("A6", "B6", "A7", "B7"))]
    for text, clause in [
        ("deploy S @ C1", "AVP-C.MIS.0"),
        ("deploy M @ A6", "AVP-C.MIS.0"),
        ("deploy medic @ A6", "AVP-C.MIS.0"),
        ("keep_hand", "AVP-C.MIS.0"),
    ]:
        refusal = match.why_not(match.parse(text))
        assert refusal is not None
        assert refusal.clause == clause
    for _ in range(6):
        match.push("deploy S @ A6")
    s = match.state
    assert [s.unit[m] for m in range(6)] == [None] * 6
    assert len(s.stock[0]) == 6  # the pool behind the tokens (R.17)
    assert s.to_place[0] == ()
    assert match.seat == 1


def test_aliens_choose_which_tokens_start() -> None:
    match = begin(**QUIET)
    match.push("autodeploy")
    assert match.seat == 1
    for _ in range(4):
        match.push("deploy stalker @ E1")
    refusal = match.why_not(match.parse("deploy stalker @ E1"))
    assert refusal is not None
    assert refusal.clause == "AVP-C.MIS.0"
    for _ in range(4):
        match.push("deploy facehugger @ D1")
    s = match.state
    assert s.round == 1
    assert sorted({unit.id for unit in s.stock[1]}) == ["infant", "warrior"]
    assert len(s.stock[1]) == 7


def test_identities_are_secret() -> None:
    match = begin(**QUIET)
    match.push("autodeploy")
    match.push("deploy warrior @ E1")
    line = match.events[-1]
    assert line.seen_by(1) == "aliens deploy A1, a Warrior, on E1"
    assert line.seen_by(0) == line.seen_by(None) == "aliens deploy A1 on E1"
    assert match.view(0).unit[6] is None
    match.push("autodeploy")
    drawn = [entry for entry in match.tape if isinstance(entry, str)]
    assert len(drawn) == 7  # which tokens the rules place is drawn in secret


def test_capacity() -> None:
    match = begin(mission="regicide", **QUIET)
    match.push("autodeploy")
    pinned = [text for text in texts(match) if text.endswith("@ H2")]
    assert pinned == ["deploy queen @ H2", "deploy royal_guard @ H2"]
    for _ in range(7):
        match.push("deploy infant @ H1")
    match.push("deploy facehugger @ H1")
    refusal = match.why_not(match.parse("deploy facehugger @ H1"))
    assert refusal is not None
    assert refusal.clause == "AVP-MAP.3"
    refusal = match.why_not(match.parse("deploy queen @ H1"))
    assert refusal is not None
    assert refusal.clause == "AVP-C.MIS.0"
    match.push("autodeploy")
    s = match.state
    assert {s.board.zones.names[s.tile[m]] for m, u in enumerate(s.unit) if u and u.size > 1} == {"H2"}
    assert s.stock[1] == ()


def test_large_bases_are_not_shut_out() -> None:
    """What is left must find room: a Power Loader needs a Tile with 6 free."""
    match = begin(mission="trophy_hunt", points="large", **QUIET)
    for tile in ("H6", "H6", "H6", "I6", "I6", "I6", "H7", "H7", "H7"):
        match.push(f"deploy S @ {tile}")
    match.push("deploy S @ I7")
    match.push("deploy S @ I7")
    refusal = match.why_not(match.parse("deploy S @ I7"))
    assert refusal is not None
    assert refusal.clause == "AVP-MAP.3"
    match.push("autodeploy")
    assert match.state.to_place[0] == ()


def test_sentry_guns_are_deployed_face_up() -> None:
    match = begin(mission="last_stand", **QUIET)
    assert "deploy sentry_gun @ B5" in texts(match)
    match.push("deploy sentry_gun @ B5")
    s = match.state
    assert s.up == (True,)
    assert len(s.stock[0]) == 6
    assert "AVP-C.SKILL.6" in match.events[-1].clauses
    edge = s.board.zones.edge_of[s.board.tile("B5"), s.board.tile("B6")]
    assert not s.layout.closed >> edge & 1


def test_predators_deploy_second_and_have_two_mimicry_tokens() -> None:
    match = begin(mission="trophy_hunt", factions=["marines", "aliens", "predators"], **QUIET)
    match.push("autodeploy")
    assert match.state.factions[match.seat] == "predators"
    match.push("deploy mimicry @ A1")
    match.push("deploy mimicry @ A1")
    assert "AVP-PRD.3" in match.events[-1].clauses
    assert match.why_not(match.parse("deploy mimicry @ A1")) is not None
    match.push("autodeploy")
    assert match.state.factions[match.seat] == "aliens"


def test_the_opening_says_what_is_played() -> None:
    match = begin(mission="trophy_hunt", map="c", points="medium", factions=["marines", "predators"])
    cited = {clause for event in match.events for clause in event.clauses}
    assert {
        "AVP-C.MIS.3", "AVP-C.MAP.3", "AVP-C.ARMY.1", "AVP-C.ARMY.2", "AVP-C.ARMY.4", "AVP-C.ARMY.5",
        "AVP-C.SKILL.8",
    } <= cited  # fmt: skip


# -- first hands ---------------------------------------------------------------------------------------------


def test_the_first_hand_may_be_changed_once() -> None:
    match = begin(environment=False)
    match.push("autodeploy")
    match.push("autodeploy")
    s = match.state
    first = s.hands[0]
    assert len(first) == 5
    assert texts(match) == ["keep_hand", "redraw"]
    refusal = match.why_not(match.parse("no_card"))
    assert refusal is not None
    assert refusal.clause == "AVP-C.CARD.1"
    match.push("redraw")
    assert match.state.discards[0] == first
    assert len(match.state.hands[0]) == 5
    assert len(match.state.decks[0]) == 10
    assert match.seat == 1
    match.push("keep_hand")
    assert match.state.round == 1


# -- reserves ------------------------------------------------------------------------------------------------


def arrival(**more: Any) -> Scene:
    table: dict[str, Any] = {
        "mission": "fire_alarms",
        "round": 2,
        "phase": "reserves",
        "stock": {"aliens": {"infant": 2, "facehugger": 2, "warrior": 1}},
        "models": {**models("marine", "A6", "m"), **models("infant", "G1", "i")},
    }
    return Scene(**{**table, **more})


def test_reserves_enter_on_nests() -> None:
    scene = arrival()
    assert scene.options()[0] == "no_more"
    assert scene.refused("arrive infant @ C1") == "AVP-C.MIS.0"
    assert scene.refused("arrive infant @ D4") == "AVP-C.MIS.0"
    assert scene.refused("arrive stalker @ E1") == "AVP-C.MIS.0"
    assert scene.refused("arrive facehugger @ D4") == ""
    scene.do("arrive facehugger @ D4", "arrive warrior @ E1")
    assert scene.s.frames[-1].kind != "arriving"  # at most two in a Round
    assert scene.match.events[-1].text() != ""
    new = len(scene.s.names) - 1
    assert not scene.s.up[new]
    assert not scene.s.used[new]
    assert GAME.read(scene.s, "reserve.aliens") == 3


def test_no_reserves_before_round_2_and_none_without_a_nest() -> None:
    assert not arrival(round=1).options("arrive")
    seen = {**models("marine", "E3", "m"), **models("infant", "G1", "i")}
    assert arrival(models=seen).refused("arrive infant @ E4") == "AVP-C.MIS.0"
    fight = {**models("marine", "F3", "m"), **models("marine", "E1", "n"), **models("infant", "E1", "i")}
    assert arrival(models=fight).refused("arrive facehugger @ E1") == "AVP-C.MIS.0"
    welded = arrival(welded=["D4"])
    assert welded.refused("arrive facehugger @ D4") == "AVP-C.MIS.0"
    full = {**models("marine", "A6", "m"), **models("infant", "E1", *"abcdefgh")}
    assert arrival(models=full).refused("arrive infant @ E1") == "AVP-MAP.3"
    none = {**models("infant", "E1", *"abcdefgh"), **models("marine", "E3", "m")}
    assert not arrival(models=none, stock={"aliens": {"warrior": 1}}).options("arrive")


def test_no_more_ends_the_arrivals() -> None:
    scene = arrival().do("no_more")
    assert GAME.read(scene.s, "reserve.aliens") == 5
