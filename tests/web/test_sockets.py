"""Sockets at a real server: who comes in, what goes wrong, and who is told what."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web.server import GENEROUS, Api, Player, Server, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from affray.web import security
from affray.web.messages import MOST
from affray.web.settings import Settings

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]
SCREEN = [{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "here"}]


def pair(server: Server, api: Api, **wish: Any) -> tuple[Player, Player, dict[str, Any]]:
    """Two players in one match."""
    links = api.start(seats=BOTH, **wish)
    keys = [link["key"] for link in links["links"]]
    return Player(server.url, links["match"], keys[0]), Player(server.url, links["match"], keys[1]), links


def closed(player: Player) -> int:
    """The code with which the server closes the socket."""
    with pytest.raises(ConnectionClosed) as caught:
        player.until("nothing of this kind")
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


def raw(server: Server, **options: Any) -> Any:
    return connect(server.url.replace("http", "ws") + "/api/socket", legacy=True, **options)


# -- coming in -----------------------------------------------------------------------------------------------


def test_two_play_and_one_watches(server: Server, api: Api) -> None:
    one, other, links = pair(server, api)
    watcher = Player(server.url, links["match"], links["watch"])
    welcome = one.hear()
    assert (welcome["type"], welcome["own"], welcome["board"]["type"]) == ("welcome", [0], "zones")
    assert other.until("welcome")["own"] == [1]
    assert watcher.until("welcome")["own"] == []
    other.until("update")
    watcher.until("update")
    for _ in range(12):
        player = one if one.turn_or_wait() else other
        player.act()
        for each in (one, other, watcher):
            each.catch_up(player.view["version"])
    assert watcher.view["perspective"] == -1
    assert one.view["seats"] == other.view["seats"] == watcher.view["seats"]
    assert all(seat["here"] for seat in one.view["seats"])
    other.close()
    while one.view["seats"][1]["here"]:
        one.hear()


@pytest.mark.parametrize("wrong", ["key", "match", "hash"])
def test_a_wrong_key_opens_nothing(server: Server, api: Api, wrong: str) -> None:
    links = api.start(seats=BOTH)
    match, key = links["match"], links["links"][0]["key"]
    player = Player(
        server.url, "0" * 12 if wrong == "match" else match, {"key": key[::-1], "hash": ""}.get(wrong, key)
    )
    fault = player.hear()
    assert fault["type"] == "fault"
    assert "no such match, or the key" in fault["text"]
    assert closed(player) == 4403


def test_hello_comes_first_and_once(server: Server, api: Api) -> None:
    with raw(server) as socket:
        socket.send('{"type":"undo"}')
        assert json.loads(socket.recv())["text"] == "say hello first"
        with pytest.raises(ConnectionClosed):
            socket.recv()
    one, _, links = pair(server, api)
    one.until("update")
    one.say(type="hello", match=links["match"], key=links["watch"])
    assert "already" in one.until("fault")["text"]


def test_who_says_no_hello_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(hello=0.3, workers=1)) as server, raw(server) as socket:
        with pytest.raises(ConnectionClosed) as caught:
            socket.recv(10)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4408


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [("SELF", True), ("http://evil.example", False), ("null", False), ("http://127.0.0.1:1", False)],
)
def test_pages_of_other_sites_stay_out(server: Server, origin: str, welcome: bool) -> None:
    if welcome:
        with raw(server, origin=server.url):
            return
    with pytest.raises(InvalidStatus) as caught:
        raw(server, origin=origin)
    assert caught.value.response.status_code == 403


# -- what goes wrong -----------------------------------------------------------------------------------------


def test_nonsense_is_answered_and_borne_for_a_while(server: Server, api: Api) -> None:
    one, other, _ = pair(server, api)
    other.until("update")
    one.until("update")
    for text in ("", "x", "[]", '{"type":"fly"}', '{"type":"act"}', "[" * 5000, '{"type":"undo","x":1}'):
        one.socket.send(text)
        assert one.until("fault")["text"] == "that message cannot be read"
    one.socket.send(b"\xff\xfe")
    assert one.until("fault")["text"] == "that message cannot be read"
    for _ in range(12):
        one.socket.send("x")
    assert closed(one) == 1008
    other.act() if other.view["decision"] else None


def test_large_messages_end_the_socket(server: Server, api: Api) -> None:
    one, _, _ = pair(server, api)
    one.until("update")
    one.say(type="ask", id=1, what="rules", text="x" * (MOST + 1))
    assert closed(one) == 1009


def test_stale_and_foreign_actions(server: Server, api: Api) -> None:
    one, other, _ = pair(server, api)
    one.until("update")
    other.until("update")
    active, passive = (one, other) if one.view["decision"] else (other, one)
    decision = active.view["decision"]
    action = decision["options"][0]["action"]
    passive.say(type="act", decision=decision["number"], action=action)
    assert passive.until("fault")["text"] == "it is not your turn"
    active.say(type="act", decision=99, action=action)
    assert active.until("fault")["text"] == "that decision has passed"
    active.say(type="act", decision=decision["number"], action="deploy queen @ A1")
    assert active.until("fault")["clause"].startswith("AVP-")
    active.act()


def test_a_flood_is_heard_late(tmp_path: Path) -> None:
    """Nothing is lost and nobody is thrown out, but others are not held up."""
    with serving(tmp_path, Settings(messages=20, workers=1)) as server:
        one, other, _ = pair(server, Api(server.url))
        one.until("update")
        other.until("update")
        start = time.monotonic()
        for i in range(160):
            one.say(type="ask", id=i, what="rules", text="AVP-ACT.1")
        other.ask("rules", "AVP-ACT.1")
        heard = time.monotonic() - start
        assert one.ask("rules", "AVP-ACT.2")["rules"]
        last = time.monotonic() - start
        assert last > 3
        assert heard < last / 2


def test_sockets_of_one_address_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(sockets=2, workers=1)) as server:
        first, second = raw(server), raw(server)
        with pytest.raises(InvalidStatus):
            raw(server)
        first.close()
        time.sleep(0.3)
        raw(server).close()
        second.close()


def test_requests_of_one_address_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BURST", 1e6)
    with serving(tmp_path, Settings(requests=10e-6, matches=2e-6, workers=1)) as server:
        api = Api(server.url)
        seen = [api.http.post("/api/matches", json={"game": "avp"}).status_code for _ in range(4)]
        assert seen == [201, 201, 429, 429]
        answers = [api.http.get("/api/games") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) >= 1
        with pytest.raises(InvalidStatus) as caught:
            raw(server)
        assert caught.value.response.status_code == 403
        assert api.http.get("/").status_code != 429


# -- questions and takebacks ---------------------------------------------------------------------------------


def test_questions_are_answered(server: Server, api: Api) -> None:
    one, other, _ = pair(server, api)
    for _ in range(40):
        (one if one.turn_or_wait() else other).act()
    player = one if one.turn_or_wait() else other
    decision = player.turn()
    assert decision is not None
    action = decision["options"][-1]["action"]
    odds = player.ask("odds", action)
    assert odds["type"] == "answer"
    assert abs(sum(c["share"] for c in odds["chances"]) + odds["rest"] - 1) < 1e-9
    assert player.ask("odds", action) == odds | {"id": len(player.told) + 999}
    assert player.ask("odds", "dance")["type"] == "fault"
    assert player.ask("why", action)["text"] == ""
    passive = other if player is one else one
    assert passive.ask("odds", action)["text"] == "it is not your turn"
    assert len(passive.ask("log")["notes"]) >= len(passive.log)


def test_a_takeback_is_asked_for_and_seen_by_all(server: Server, api: Api) -> None:
    one, other, _ = pair(server, api)
    first = one if one.turn_or_wait() else other
    second = other if first is one else one
    lines = len(first.log)
    first.act()
    while first.turn_or_wait():
        first.act()
    second.act()
    first.catch_up(second.view["version"])
    first.say(type="undo")
    second.until("update", consents=True)
    assert second.view["wish"]
    second.say(type="consent", yes=True)
    while first.view["wish"] or not first.view["decision"]:
        first.hear()
    assert len(first.log) >= lines
    assert first.ask("log")["notes"] == first.log


# -- at one screen -------------------------------------------------------------------------------------------


def test_the_screen_is_handed_over(server: Server, api: Api) -> None:
    """Nothing of a seat is sent before its person says that they are looking."""
    links = api.start(seats=SCREEN)
    player = Player(server.url, links["match"], links["own"])
    assert player.hear()["own"] == [0, 1]
    looking: list[int] = []
    for _ in range(60):
        message = player.hear()
        if message["type"] == "hand_over":
            for what in ({"type": "act", "decision": 0, "action": "x"}, {"type": "undo"}):
                player.say(**what)
                assert "look" in player.until("fault")["text"]
            player.say(type="ready", seat=1 - message["seat"])
            assert player.until("fault")
            player.say(type="ready", seat=message["seat"])
            looking.append(message["seat"])
            continue
        assert message["perspective"] == looking[-1] == message["waiting"]
        assert message["decision"]["seat"] == looking[-1]
        player.say(
            type="act",
            decision=message["decision"]["number"],
            action=message["decision"]["options"][0]["action"],
        )
    assert set(looking) == {0, 1}


def test_at_one_screen_nothing_secret_is_told_beside_the_table(server: Server, api: Api) -> None:
    """Requests cannot know who of several people is looking: they get what spectators get."""
    links = api.start(seats=SCREEN)
    match, key = links["match"], links["own"]
    assert api.get(f"/api/match/{match}/replay", key).json()["eyes"] == ["spectator"]
    assert api.get(f"/api/match/{match}/replay", key, eyes="marines").status_code == 400
    assert '[Redacted "spectator"]' in api.get(f"/api/match/{match}/record", key).text
    report = api.http.post(
        f"/api/match/{match}/report", json={"text": "x"}, headers={"Authorization": f"Bearer {key}"}
    )
    assert '[Redacted "spectator"]' in report.json()["text"]


def test_the_connection_is_there(server: Server, api: Api) -> None:
    links = api.start(seats=SCREEN)
    player = Player(server.url, links["match"], links["own"])
    player.until("hand_over")
    player.say(type="ping")
    assert player.until("pong") == {"type": "pong"}


def test_one_person_plays_both_sides_without_handing_over(server: Server, api: Api) -> None:
    links = api.start(seats=[{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "me"}])
    player = Player(server.url, links["match"], links["own"])
    seats = set()
    for _ in range(40):
        player.act()
        seats.add(player.view["perspective"])
        assert player.view["perspective"] == player.view["waiting"]
    assert seats == {0, 1}
    assert not any('"hand_over"' in text for text in player.told)


# -- in and out ----------------------------------------------------------------------------------------------


def test_who_comes_back_finds_everything(server: Server, api: Api) -> None:
    one, other, links = pair(server, api)
    for _ in range(20):
        (one if one.turn_or_wait() else other).act()
    one.catch_up(max(one.view["version"], other.view["version"]))
    before = one.view
    one.socket.close()
    again = Player(server.url, links["match"], links["links"][0]["key"])
    again.until("update")
    for name in ("table", "decision", "waiting"):
        assert again.view[name] == before[name]
    assert again.log == one.log


def test_a_slow_reader_holds_nobody_up(tmp_path: Path) -> None:
    """Who does not read gets no queue: later, the latest state."""
    with serving(tmp_path, GENEROUS) as server:
        api = Api(server.url)
        one, other, links = pair(server, api)
        slow = Player(server.url, links["match"], links["watch"], max_queue=1)
        for _ in range(150):
            (one if one.turn_or_wait() else other).act()
        latest = max(one.view["version"], other.view["version"])
        slow.catch_up(latest)
        assert slow.ask("log")["notes"] == slow.log
