"""Guided games go as their words say."""

from __future__ import annotations

import pytest
from tests.web.server import Api, Player, Server

from affray.engine.game import Registry
from affray.web import lessons
from affray.web.lessons import Script

LESSONS = [(game, script) for game in Registry.ids() for script in lessons.all_of(game).values()]


@pytest.mark.parametrize(("game", "script"), LESSONS, ids=lambda value: getattr(value, "id", value))
def test_a_lesson_can_be_played_as_it_says(server: Server, api: Api, game: str, script: Script) -> None:
    told = api.http.get(f"/api/games/{game}/lessons/{script.id}").json()
    links = api.start(game=game, lesson=script.id)
    player = Player(server.url, links["match"], links["own"])
    assert player.until("welcome")["lesson"] == script.id
    names = set()
    for prompt in told["prompts"]:
        if not prompt["do"]:
            player.turn()
            continue
        decision = player.turn()
        assert decision is not None, f"the match is over before {prompt['do']}"
        fitting = [o["action"] for o in decision["options"] if o["action"].startswith(prompt["do"])]
        assert fitting, (prompt["do"], [o["action"] for o in decision["options"]])
        names |= {piece["id"] for piece in player.view["table"]["pieces"]}
        player.act(fitting[0])
    book = Registry.load(game).rulebook
    places = {zone["name"] for zone in _board(player)["zones"]} if "zones" in _board(player) else set()
    for prompt in script.prompt:
        assert not prompt.clause or prompt.clause in book
        assert set(prompt.mark) <= names | places
        assert len(prompt.say) < 500


def _board(player: Player) -> dict:  # type: ignore[type-arg]  # JSON
    import json

    return next(json.loads(text)["board"] for text in player.told if '"welcome"' in text[:30])


def test_the_first_lesson_of_avp_succeeds(server: Server, api: Api) -> None:
    links = api.start(lesson="first")
    player = Player(server.url, links["match"], links["own"])
    for action in (
        "activate hudson",
        "aim hudson",
        "shoot hudson > runner weapon=pulse_rifle",
        "sentry apone",
    ):
        player.act(action)
        player.turn()
    pieces = {piece["id"]: piece for piece in player.view["table"]["pieces"]}
    assert "runner" not in pieces
    assert pieces["blip"]["name"] == "Warrior"
    player.act("shoot apone > blip weapon=shotgun")
    assert player.turn() is None
    assert "blip" not in {piece["id"] for piece in player.view["table"]["pieces"]}
    assert player.view["result"].startswith("Marines won")


def test_lessons_of_no_game(api: Api) -> None:
    assert api.http.get("/api/games/avp/lessons/none").status_code == 404
    assert api.http.post("/api/matches", json={"game": "avp", "lesson": "none"}).status_code == 400


def test_the_first_lesson_of_kill_team_succeeds(server: Server, api: Api) -> None:
    links = api.start(game="killteam", lesson="first")
    player = Player(server.url, links["match"], links["own"])
    for prompt in lessons.all_of("killteam")["first"].prompt:
        decision = player.turn()
        if prompt.do:
            assert decision is not None
            player.act(next(o["action"] for o in decision["options"] if o["action"].startswith(prompt.do)))
    assert player.turn() is None
    assert player.view["result"].startswith("Angels of Death won")
