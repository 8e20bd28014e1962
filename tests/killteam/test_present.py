"""What a page is told of a battle: options in words, what is under way, who sees whom and what is between."""

from __future__ import annotations

import random

import pytest
from tests.killteam.battle import position
from tests.killteam.ground import ground, put

import affray
from affray.boards.plane.solids import INCH
from affray.engine.actions import NotationError
from affray.engine.dice import Supplied
from affray.engine.match import Match
from affray.games.killteam.game import GAME
from affray.games.killteam.present import KillTeamPresenter

SHOW = KillTeamPresenter()


def labels(lines: object) -> dict[str, str]:
    return {line.label: line.text for line in lines}  # type: ignore[attr-defined]


def test_sight_names_the_terrain_between_and_the_clause() -> None:
    s = ground("a")
    put(s, "BOY", (8, 4), name="A.boy")
    put(s, "AIW", (16, 4), 1, name="B.foe", engage=False)
    found = SHOW.measure(s, "A.boy", "B.foe")
    words = labels(found)
    assert "does not see" in words["Sight"]
    assert "KILLTEAM-VIS.1" in words["Sight"]
    blocked = next(line for line in found if line.label == "Blocked by")
    assert blocked.marks[0] == "Sa"
    assert "KILLTEAM-C.LOS.2" in blocked.text
    assert "no valid target" in words["Target"]


def test_a_place_is_measured_from_the_base_and_looked_at() -> None:
    s = ground("a")
    put(s, "BOY", (6, 4), name="A.boy")
    near = labels(SHOW.measure(s, "A.boy", "3:4"))
    assert near["Distance"].startswith("2.3")
    assert "clear" in near["Sight"]
    hidden = SHOW.measure(s, "A.boy", "16:4")
    assert "blocked" in labels(hidden)["Sight"]
    assert any("Sa" in line.marks for line in hidden)
    assert labels(SHOW.measure(s, "5:5", "8:9"))["Distance"].startswith('5"')
    s.on[0] = False
    with pytest.raises(NotationError):
        SHOW.measure(s, "A.boy", "5:5")


@pytest.mark.parametrize("preset", ["lite", "standard"])
def test_every_option_has_words_of_its_own_and_attacks_say_what_goes_on(preset: str) -> None:
    """Through whole matches: no two options of a decision read alike, and nobody is asked about an attack
    without being told which."""
    asked = set()
    for seed in "12":
        match = affray.new_match("killteam", preset=preset, map="a", seed=seed)
        rng = random.Random(seed)
        while match.result is None:
            decision = match.decision
            assert decision is not None
            view = match.view(decision.seat)
            options = match.legal if len(match.legal) < 40 else match.legal[:40]
            shown = [SHOW.option(view, action) for action in options]
            told = list({o.action: (o.text, o.note, o.path) for o in shown}.values())
            assert len(set(told)) == len(told), told
            assert all(o.text and "_" not in o.text for o in shown), told
            frame = view.frames[-1].kind if view.frames else ""
            if frame in ("volley", "clash"):
                asked.add(frame)
                table = SHOW.table(view, decision.seat)
                assert {"Attack", "Fight"} & {line.label for line in table.ongoing}
            match.push(rng.choice(match.legal))
    assert "volley" in asked


@pytest.mark.parametrize(
    "typed",
    [
        "shoot A.cpt", "shoot A.cpt > B.nob", "fight A.cpt > B.nob", "charge A.cpt @ stay", "use nothing",
        "reposition B.nob @ walk:100:100", "reposition A.cpt @ off:1:1+leap:2:2:3", "invoke dakka", "auto",
        "reroll command_reroll:2 dice=fail", "piece rubble @ 1:1", "piece ladders @ 1:1 along=z feature=Sa",
        "saves normals=0 criticals=3", "strike x", "take utility_grenades:smoke+stun", "set_aside 0",
        "tac_op rout", "smoke A.cpt @ 5:5:3", "order sideways",
    ],
)  # fmt: skip
def test_whatever_is_typed_has_words(typed: str) -> None:
    """A page asks how an action would look that may not be legal at all."""
    match = affray.new_match("killteam", map="a", seed="1")
    while match.state.turn == 0:
        match.push(match.legal[0])
    shown = SHOW.option(match.view(match.seat), match.parse(typed))
    assert shown.text


def test_seats_bear_the_names_of_their_teams_before_rosters_are_picked() -> None:
    match = affray.new_match("killteam", map="a", teams=["aod", "kom"], seed="1")
    assert not any(match.state.rosters)
    table = SHOW.table(match.view(0), 0)
    assert [seat.title for seat in table.seats] == ["A: Angels of Death", "B: Kommandos"]


def test_drop_zones_belong_to_nobody_until_they_are_picked() -> None:
    """They are called by the names that the options have; then by whose they are, too."""
    match = affray.new_match("killteam", seed="zones")
    names = {0: "west drop zone", 1: "east drop zone"}
    while match.text(match.legal[0]).split()[0] != "zone":
        match.push(match.legal[0])
    areas = match.game.presenter.board(match.view(match.seat)).areas
    assert [(area.name, area.seat) for area in areas] == [(names[0], None), (names[1], None)]
    option = match.game.presenter.option(match.view(match.seat), match.legal[1])
    assert option.text == f"take the {names[1]}"
    mine = match.seat
    match.push("zone east")
    areas = match.game.presenter.board(match.view(None)).areas
    assert [area.seat for area in areas] == [1 - mine, mine]
    assert [area.name for area in areas] == [
        f"{names[zone]}: {'AB'[area.seat]}" for zone, area in enumerate(areas)
    ]


def test_ladders_are_markers() -> None:
    s = position(map="a", ladders=[{"feature": "Sa", "at": [12, 2]}])
    ladder = next(marker for marker in SHOW.table(s, None).markers if marker.id == "ladder1")
    assert (ladder.kind, ladder.x, ladder.y, ladder.z) == ("ladder", 12 * INCH, 2 * INCH, 0)
    assert "at Sa" in ladder.text
    assert "KILLTEAM-C.EQ.LADDERS" in ladder.text


def test_the_log_says_where_a_piece_of_equipment_is_set_up() -> None:
    setup = GAME.position({"setup": {"map": "a", "scenario": "O1", "teams": ["aod", "kom"]}})
    match = Match(GAME, setup, Supplied((5, 2)), listen=True)
    for action in (
        "take_initiative", "zone west", "roster default", "take ladders", "done", "done",
        "tac_op envoy", "tac_op rout", "piece ladders @ 12:2 feature=Sa",
    ):  # fmt: skip
        match.push(action)
    said = [event.text() for event in match.events if event.clauses[0] == "KILLTEAM-C.SET.4"]
    assert said[0] == "Angels of Death set up Ladders at 12:2"


def test_what_fills_an_area_says_how_far() -> None:
    """From the edge of its marker (20 mm), so that a base inside the ring is wholly within the area."""
    kinds = {"smoke": 1, "flies": 1, "gas": 3}
    spots = [[8, 9], [14, 13], [18, 13]]
    rows = [
        {"kind": kind, "at": at, "side": "A"}
        for kind, at in zip((*kinds, "mine"), [*spots, [6, 12]], strict=True)
    ]
    markers = {marker.kind: marker for marker in SHOW.table(position(map="a", markers=rows), None).markers}
    for kind, far in kinds.items():
        assert markers[kind].area == markers[kind].r + far * INCH
    assert markers["mine"].area == markers["objective"].area == 0
