"""Setting a battle up: options, roll-off, hidden picks, pieces, operatives (KILLTEAM-C.SET)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from affray.engine.dice import DiceStream, Supplied
from affray.engine.game import SetupError
from affray.engine.match import Match
from affray.engine.rulebook import Refused
from affray.games.killteam import deployment, field
from affray.games.killteam.game import GAME
from affray.games.killteam.setup import setup
from affray.games.killteam.state import State

PLAIN = {"map": "c", "scenario": "O1"}
ROSTER = """
team = "kom"
name = "Da Sneaky Gits"
operatives = [{ card = "NOB", weapons = ["power_klaw"] }, { card = "BOY", count = 9 }]
equipment = ["harpoon"]
"""


def match(options: Mapping[str, Any] = PLAIN, dice: tuple[int | str, ...] = (6, 1, 1, 1)) -> Match[State]:
    return Match(GAME, setup(options), Supplied(dice), listen=True)


def quick(m: Match[State], until: str = "winner") -> Match[State]:
    """Answer the questions of set-up as a newcomer would: the first sensible thing."""
    preferred = ("kit", "auto", "roster default", "take_initiative", "zone west", "tac_op", "pass")
    while m.decision is not None and m.state.frames[-1].kind != until and m.state.turn == 0:
        texts = [m.text(option) for option in m.legal]
        m.push(next((text for word in preferred for text in texts if text.startswith(word)), texts[0]))
    return m


def cited(m: Match[State]) -> set[str]:
    return {clause for event in m.events for clause in event.clauses}


# -- options -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"preset": "x"}, "preset"),
        ({"map": "x"}, "map"),
        ({"scenario": "L1"}, "scenario"),
        ({"scenario": "O1", "preset": "lite"}, "scenario"),
        ({"teams": ["kom"]}, "teams"),
        ({"teams": ["kom", "elf"]}, "teams"),
        ({"teams": "kom,elf"}, "teams"),
        ({"teams": "kom"}, "teams"),
        ({"rosters": {"C": "default"}}, "rosters"),
        ({"rosters": "default"}, "rosters"),
        ({"rosters": {"A": 3}}, "rosters.A"),
        ({"rosters": {"A": ROSTER}}, "rosters.A"),
        ({"rosters": {"B": ROSTER.replace("count = 9", "count = 8")}}, "rosters.B"),
        ({"rosters": {"B": {"name": "x", "operatives": ["XXX"]}}}, "rosters.B"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_faulty_options(options: Mapping[str, Any], word: str) -> None:
    with pytest.raises(SetupError) as error:
        setup(options)
    assert str(error.value).startswith(word)


def test_teams_can_be_typed() -> None:
    assert setup({"teams": "kom, dkk"}).options["teams"] == ["kom", "dkk"]


def test_a_forbidden_roster_names_its_clause() -> None:
    with pytest.raises(SetupError, match=r"KILLTEAM-C\.KOM"):
        setup({"rosters": {"B": ROSTER.replace("count = 9", "count = 8")}})


def test_options_are_complete_and_make_the_same_battle() -> None:
    s = setup({})
    full = GAME.options(s)
    assert full["map"] == full["scenario"] == "random"
    assert full["teams"] == ["aod", "kom"]
    assert full["rosters"] == {"A": ["default"], "B": ["default"]}
    assert setup(full).digest() == s.digest()


def test_what_is_not_given_is_drawn() -> None:
    m = match({}, ("b", "O4", 3, 5))
    assert (m.state.map.id, m.state.crit_op.id if m.state.crit_op else "") == ("b", "O4")
    assert m.state.markers[0].notes == {"orb"}
    assert {"KILLTEAM-C.SET.1", "KILLTEAM-C.OPT", "KILLTEAM-C.MAP", "KILLTEAM-C.OPS.O4"} <= cited(m)
    lite = match({"preset": "lite"}, ("c", "L2", 3, 5))
    assert (lite.state.scenario, lite.state.crit_op) == ("L2", None)


# -- sides ---------------------------------------------------------------------------------------------------


def test_roll_off() -> None:
    m = match(dice=(3, 3, 2, 5))
    assert m.seat == 1, "ties are rolled again"
    m.push("give_initiative")
    assert (m.state.initiative, m.seat) == (0, 0)
    m.push("zone east")
    assert (m.state.zone, m.state.cards) == ((1, 0), ((), ("reroll",)))
    assert {"KILLTEAM-C.SET.2", "KILLTEAM-C.SET", "KILLTEAM-C.TURN.3"} <= cited(m)


# -- hidden picks --------------------------------------------------------------------------------------------


def picking(options: Mapping[str, Any] = PLAIN) -> Match[State]:
    """At the first hidden pick."""
    m = match(options)
    m.push("take_initiative")
    m.push("zone west")
    return m


def test_rosters_are_picked_in_secret() -> None:
    m = picking({**PLAIN, "rosters": {"B": ["default", ROSTER]}})
    assert [m.text(option) for option in m.legal][:2] == [
        "roster default",
        "roster default tactics=aggressive,dueller",
    ]
    assert GAME.redacted(m.state, m.legal[1], 1) == "roster ?"
    m.push("roster default tactics=stealthy,mobile")
    assert GAME.view(m.state, 1).rosters == (None, None)
    assert GAME.view(m.state, 1).tactics == ((), ())
    assert GAME.view(m.state, 0).tactics[0] == ("stealthy", "mobile")
    assert m.seat == 1
    m.push("roster da_sneaky_gits")
    assert len(m.state.names) == 16
    assert m.state.names[6:9] == ("B.nob", "B.boy1", "B.boy2")
    assert GAME.view(m.state, 1).rosters == m.state.rosters
    assert m.state.starts == (6, 10)
    assert m.state.reveals == 1
    assert {"KILLTEAM-C.SET.3", "KILLTEAM-C.AOD", "KILLTEAM-C.AOD.2", "KILLTEAM-C.KOM"} <= cited(m)


@pytest.mark.parametrize(
    "action", ["roster other", "roster default tactics=hardy", "roster default tactics=hardy,hardy"]
)
def test_rosters_that_cannot_be_picked(action: str) -> None:
    m = picking()
    with pytest.raises(Refused):
        m.push(action)


def test_equipment_is_picked_item_by_item_or_at_once() -> None:
    m = picking()
    m.push("roster default")
    texts = [m.text(option) for option in m.legal]
    assert texts[0] == "kit"
    assert texts[-1] == "done"
    assert "take purity_seals" in texts
    assert GAME.redacted(m.state, m.legal[0], 1) == "take ?"
    m.push("take utility_grenades:smoke+stun")
    for action in ("take utility_grenades:smoke+smoke", "kit", "take harpoon"):
        refusal = m.why_not(m.parse(action))
        assert refusal is not None
        assert refusal.clause == "KILLTEAM-C.SET.3"
    assert GAME.view(m.state, 1).picks == ((), ())
    for item in ("auspex", "purity_seals", "mines"):
        m.push(f"take {item}")
    assert m.seat == 1, "four are enough"
    m.push("kit")
    assert [pick.id for pick in m.state.picks[0]] == [
        "utility_grenades:smoke+stun",
        "auspex",
        "purity_seals",
        "mines",
    ]
    assert len(m.state.picks[1]) == 4
    nob = m.state.names.index("B.nob")
    assert any(weapon.id == "kom.harpoon" for weapon in m.state.weapons[nob]), "armed with it"


def test_tac_ops_are_of_the_archetypes() -> None:
    m = picking()
    for action in ("roster default", "kit", "kit"):
        m.push(action)
    assert [m.text(option) for option in m.legal] == [
        "tac_op plant_banner", "tac_op martyrs", "tac_op envoy", "tac_op sweep_and_clear", "tac_op rout",
        "tac_op dominate",
    ]  # fmt: skip
    with pytest.raises(Refused, match=r"KILLTEAM-C\.SET\.3"):
        m.push("tac_op track_enemy")
    m.push("tac_op rout")
    assert GAME.view(m.state, 1).tac_op[0] is None
    assert all("Rout" not in (event.seen_by(1) or "") for event in m.events)


def test_guesses_fit_what_is_known() -> None:
    m = picking()
    m.push("roster default tactics=stealthy,mobile")
    m.push("kit")
    seen = GAME.view(m.state, 1)
    for k in range(40):
        guess = GAME.guess(seen, lambda n, k=k: k % n)  # type: ignore[misc]
        assert guess.rosters[0] is not None
        items = [pick.equipment for pick in guess.picks[0]]
        assert len(items) == len(set(items)) <= 4


# -- onto the table ------------------------------------------------------------------------------------------


def placing() -> Match[State]:
    """At the first piece of equipment."""
    m = picking()
    for action in ("roster default", "kit", "kit", "tac_op rout", "tac_op rout"):
        m.push(action)
    return m


def test_pieces_are_set_up_in_turn() -> None:
    m = placing()
    assert m.seat == 0
    refusal = m.why_not(m.parse("piece light_barricades @ 20:5 along=x"))
    assert refusal is not None
    assert refusal.clause == "KILLTEAM-C.EQ"
    for action in ("piece light_barricades @ 3:5", "piece mines @ 3:5", "set_up A.cpt @ 3:5"):
        assert m.why_not(m.parse(action)) is not None
    m.push("piece light_barricades @ 4:5 along=y")
    assert m.seat == 1
    m.push("auto")
    assert m.seat == 0
    m.push("auto")
    assert len(m.state.scene.boxes) == len(m.state.map.parts) + 4
    assert {"KILLTEAM-C.SET.4", "KILLTEAM-C.EQ", "KILLTEAM-C.EQ.LIGHT_BARRICADES"} <= cited(m)


def test_operatives_are_set_up_by_thirds() -> None:
    m = placing()
    m.push("auto")
    m.push("auto")
    assert m.seat == 0
    for action in ("set_up A.cpt @ 6:5", "set_up B.nob @ 3:5", "activate A.cpt"):
        refusal = m.why_not(m.parse(action))
        assert refusal is not None
        assert refusal.clause == "KILLTEAM-C.SET.5"
    m.push("set_up A.cpt @ 3:5")
    refusal = m.why_not(m.parse("set_up A.grn @ 3:5.5"))
    assert refusal is not None
    assert refusal.clause == "KILLTEAM-C.GEO.8"
    m.push("set_up A.grn @ 3:9")
    assert m.seat == 1, "two of six"
    m.push("auto")
    assert (m.seat, len(m.state.present(1))) == (0, 4), "four of eleven"
    m.push("auto")
    s = m.state
    assert len(s.present(0)) == 6
    assert len(s.present(1)) == 11
    assert not any(s.engage)
    for who in range(len(s.names)):
        assert field.wholly_in(s, who, field.drop_zone(s, s.side[who]))
    assert "KILLTEAM-C.SET.5" in cited(m)


def test_lite_sets_up_one_at_a_time_and_picks_nothing() -> None:
    m = match({"preset": "lite", "map": "c", "scenario": "L1"})
    m.push("take_initiative")
    m.push("zone west")
    m.push("roster default")
    assert m.state.frames[-1].kind == "setting_up"
    m.push("set_up A.cpt @ 3:5")
    assert m.seat == 1
    assert m.state.cards == ((), ())


@pytest.mark.parametrize("teams", [("aod", "kom"), ("plm", "dkk"), ("dkk", "dkk")])
@pytest.mark.parametrize("preset", ["lite", "standard", "core"])
def test_set_up_takes_few_questions(teams: tuple[str, str], preset: str) -> None:
    options = {"preset": preset, "teams": list(teams)}
    m = quick(Match(GAME, setup(options), DiceStream("set-up"), listen=True))
    assert m.state.turn == 1
    assert len(m.tape) < 30
    assert not deployment.waiting(m.state, 0)
    assert not deployment.waiting(m.state, 1)
    assert m.state.cp == ((0, 0) if preset == "lite" else (2, 2))
