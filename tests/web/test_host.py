"""Matches in a running server: let go when nobody looks, brought back, and what a failing store does to
them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.web.rooms import room
from tests.web.server import GENEROUS, PATIENCE, Api, Player, serving
from tests.web.test_room import Unsteady
from tests.web.test_sockets import closed

from affray.web.host import Host
from affray.web.room import Lost
from affray.web.sqlite_store import SqliteStore

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]
AGAINST = [{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "random"}]
ALONE = [{"seat": "marines", "player": "random"}, {"seat": "aliens", "player": "random"}]


def waited_for(what: object) -> None:
    """Wait until a function says yes."""
    end = time.monotonic() + PATIENCE
    while not what():  # type: ignore[operator]
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.02)


def test_what_nobody_looks_at_is_let_go_and_found_again(tmp_path: Path) -> None:
    with serving(tmp_path, replace(GENEROUS, idle=0.2)) as server:
        api = Api(server.url)
        links = api.start(seats=BOTH)
        keys = [link["key"] for link in links["links"]]
        player = Player(server.url, links["match"], keys[0])
        player.turn_or_wait()
        time.sleep(0.6)
        card = api.get(f"/api/match/{links['match']}", keys[0]).json()
        assert card["waiting"] >= 0, "somebody is here"
        player.close()
        waited_for(lambda: api.get(f"/api/match/{links['match']}", keys[0]).json()["waiting"] == -1)
        again = [Player(server.url, links["match"], key) for key in keys]
        for each in again:
            each.turn_or_wait()
        next(each for each in again if each.view["decision"]).act()


def test_an_action_that_is_not_written_is_refused_to_its_sender(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "server.db")
    with serving(store, GENEROUS) as server:
        api = Api(server.url)
        links = api.start(seats=BOTH)
        players = [Player(server.url, links["match"], link["key"]) for link in links["links"]]
        actor = next(player for player in players if player.turn_or_wait())
        decision = actor.view["decision"]
        store.fails = "before"
        actor.say(type="act", decision=decision["number"], action=decision["options"][0]["action"])
        assert "could not be kept" in actor.until("fault")["text"]
        store.fails = ""
        assert actor.turn_or_wait()
        assert actor.view["decision"] == decision
        actor.act()
        assert store.count(links["match"]) == 1


def test_without_its_store_a_match_waits_for_it(tmp_path: Path) -> None:
    """All are sent away with the code for coming back, and find the match as it was written."""
    store = Unsteady(tmp_path / "server.db")
    with serving(store, GENEROUS) as server:
        api = Api(server.url)
        links = api.start(seats=BOTH)
        keys = [link["key"] for link in links["links"]]
        players = [Player(server.url, links["match"], key) for key in keys]
        actor = next(player for player in players if player.turn_or_wait())
        actor.act()
        waiting = next(player for player in players if player.turn_or_wait())
        decision = waiting.view["decision"]
        store.fails = "all"
        waiting.say(type="act", decision=decision["number"], action=decision["options"][0]["action"])
        assert [closed(player) for player in players] == [1013, 1013]
        again = Player(server.url, links["match"], keys[0])
        assert "out of reach" in again.until("fault")["text"]
        assert closed(again) == 1013
        store.fails = ""
        back = [Player(server.url, links["match"], key) for key in keys]
        decider = next(player for player in back if player.turn_or_wait())
        assert decider.view["decision"]["number"] == 1
        decider.act()


def test_a_computer_tries_again_until_it_is_written(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "server.db")
    with serving(store, replace(GENEROUS, pace=0.5)) as server:
        api = Api(server.url)
        links = api.start(seats=AGAINST)
        player = Player(server.url, links["match"], links["own"])
        player.turn()
        while player.view["waiting"] == 0:
            player.act()
        store.fails = "before"
        assert "could not be kept" in player.until("fault")["text"]
        store.fails = ""
        assert player.turn() is not None


def test_taken_back_while_a_computer_thinks(tmp_path: Path) -> None:
    """What the computer chose meanwhile is not done."""
    with serving(tmp_path, replace(GENEROUS, pace=0.5)) as server:
        api = Api(server.url)
        links = api.start(seats=AGAINST, takeback="free")
        player = Player(server.url, links["match"], links["own"])
        first = player.turn()
        assert first is not None
        while not player.view["thinking"]:
            player.act()
        player.say(type="undo")
        while not player.view["decision"]:
            assert player.hear()["type"] != "fault"
        number = player.view["decision"]["number"]
        time.sleep(1)
        assert player.turn_or_wait()
        assert player.view["decision"]["number"] == number
        player.act()


def test_computers_alone_go_on_after_a_start(tmp_path: Path) -> None:
    """Nobody opens the match; and it goes on although another one cannot be played any more."""
    store = SqliteStore(tmp_path / "server.db")
    with serving(store, GENEROUS) as server:
        links = Api(server.url).start(seats=ALONE)
        waited_for(lambda: store.count(links["match"]) > 3)
    store = SqliteStore(tmp_path / "server.db")
    row = store.match(links["match"])
    assert row is not None
    before = store.count(row.id)
    store.create(msgspec.structs.replace(row, id="0", version="none"))
    store.create(msgspec.structs.replace(row, id="1", setup={"options": {"mission": "no such"}}))
    assert not row.result
    with serving(store, GENEROUS):
        waited_for(lambda: store.count(row.id) > before + 3)


def test_computers_alone_go_on_when_the_store_is_back(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "server.db")
    with serving(store, replace(GENEROUS, idle=1)) as server:
        links = Api(server.url).start(seats=ALONE)
        waited_for(lambda: store.count(links["match"]) > 3)
        store.fails = "all"
        time.sleep(0.6)
        store.fails = ""
        before = store.count(links["match"])
        waited_for(lambda: store.count(links["match"]) > before + 3)


def test_what_was_let_go_writes_no_more(tmp_path: Path) -> None:
    """The match may be loaded again by then, and a match has one writer."""
    one, _ = room(tmp_path)

    async def run() -> None:
        host = Host(one.store, GENEROUS)
        live = await host.get(one.row)
        host.drop(live)
        action = live.room.match.text(live.room.match.legal[0])
        with pytest.raises(Lost):
            await live._change(live.room.act, (live.room.decider,), 0, action)
        assert one.store.count(one.row.id) == 0
        await host.close()

    asyncio.run(run())
