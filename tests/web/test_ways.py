"""Questions about places on a plane: where a move may end, and the way over places pointed at."""

from __future__ import annotations

import pytest
from tests.web.server import Api, Player, Server

import affray
from affray.boards.plane.solids import INCH
from affray.engine.record import record_of

POSITION = {
    "map": "c",
    "turn": 1,
    "phase": "firefight",
    "initiative": "A",
    "to_act": "A",
    "teams": ["kom", "aod"],
    "active": "boy",
    "operatives": {
        "boy": {"card": "BOY", "side": "A", "at": [5, 6]},
        "foe": {"card": "AIW", "side": "B", "at": [27, 18]},
    },
}


@pytest.fixture
def player(server: Server, api: Api) -> Player:
    match = affray.new_match("killteam", position=POSITION)
    links = api.start(game="killteam", record=str(record_of(match)), seats=[{"seat": "kom", "player": "me"}])
    return Player(server.url, links["match"], links["own"])


def units(x: float, y: float) -> str:
    return f"{round(x * INCH)},{round(y * INCH)}"


def test_the_way_over_places_is_judged_like_any_other(player: Player) -> None:
    way = player.ask("way", "reposition boy", f"{units(5, 8)} {units(7, 8)}")["text"]
    assert way == "reposition boy @ walk:5:8+walk:7:8"
    plan = player.ask("plan", way)
    assert (plan["text"], plan["option"]["note"]) == ("", '1 AP · 4" of 6"')
    far = player.ask("way", "reposition boy", units(5, 15))["text"]
    assert player.ask("plan", far)["clause"] == "KILLTEAM-REPO.1"


def test_the_reach_shrinks_with_the_way(player: Player) -> None:
    whole = player.ask("reach", "reposition boy")["reach"]
    assert whole["text"] == 'boy may go 6"'
    assert [region["z"] for region in whole["regions"]] == [0]
    rest = player.ask("reach", "reposition boy", units(5, 11))["reach"]
    assert highest(whole) - lowest(whole) > highest(rest) - lowest(rest) > 0


def highest(reach: dict) -> int:  # type: ignore[type-arg]  # JSON
    return max(x for region in reach["regions"] for ring in region["rings"] for x, _ in ring)


def lowest(reach: dict) -> int:  # type: ignore[type-arg]  # JSON
    return min(x for region in reach["regions"] for ring in region["rings"] for x, _ in ring)


@pytest.mark.parametrize(
    ("what", "text", "to"),
    [
        ("way", "reposition boy", ""),
        ("way", "reposition nobody", "1,1"),
        ("way", "reposition boy", "1,1,1,1"),
        ("way", "reposition boy", "1,x"),
        ("way", "reposition boy", "-1,5"),
        ("way", "reposition boy", " ".join(["12700,15240"] * 9)),
        ("reach", "shoot boy", ""),
        ("reach", "reposition nobody", ""),
        ("reach", "", "1,1"),
    ],
)
def test_what_makes_no_sense_is_a_fault_and_nothing_more(
    player: Player, what: str, text: str, to: str
) -> None:
    assert player.ask(what, text, to)["type"] == "fault"
    assert player.ask("reach", "dash boy")["reach"]["regions"]


def test_places_off_the_board_have_no_way(player: Player) -> None:
    way = player.ask("way", "reposition boy", "254000,254000")["text"]
    assert player.ask("plan", way)["clause"].startswith("KILLTEAM-")


def test_a_board_of_tiles_has_no_ways(server: Server, api: Api) -> None:
    links = api.start()
    player = Player(server.url, links["match"], links["own"])
    assert player.ask("reach", "walk M1")["type"] == "fault"
    assert player.ask("way", "walk M1", "1,1")["type"] == "fault"
