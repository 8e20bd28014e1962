"""A server that is killed at any moment loses nothing that anybody saw confirmed."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.server import Api, Player, Process

from affray.engine.dice import DiceStream
from affray.web.history import History
from affray.web.store import Store

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts a server; over the same folder each time, unless another store is named."""
    running: list[Process] = []

    def start(*where: str | Path) -> Process:
        running.append(Process(*(where or ("--data", tmp_path))))
        return running[-1]

    yield start
    for process in running:
        if process.lives():
            process.end()


def stands(store: Store, match_id: str) -> History:
    """The match as the store has it."""
    row = store.match(match_id)
    assert row is not None
    history = History(row, listen=True)
    history.follow(store.entries(match_id))
    return history


def connected(process: Process, links: dict[str, Any]) -> list[Player]:
    return [Player(process.url, links["match"], link["key"]) for link in links["links"]]


@pytest.mark.timeout(240)
def test_killed_and_resumed(
    launch: Callable[..., Process], open_store: Callable[[], Store], request: pytest.FixtureRequest
) -> None:
    """Killed after every so many actions, also in the middle of a step (a reaction, a choice inside an
    attack)."""
    dice = DiceStream("resume")
    where: tuple[str, ...] = ()
    if request.node.callspec.params["open_store"] == "postgres":
        where = ("--store", request.getfixturevalue("postgres_url"))
    process = launch(*where)
    links = Api(process.url).start(seats=BOTH)
    store = open_store()
    in_the_middle = 0
    for kill in range(3):
        players = connected(process, links)
        for player in players:
            player.until("update")
        for step in range(80):
            if step > 5 and (not kill or not stands(store, links["match"]).match.at_rest):
                break
            player = next(p for p in players if p.turn_or_wait())
            options = player.view["decision"]["options"]
            player.act(options[dice.below(len(options))]["action"])
        confirmed = max(players, key=lambda player: player.view["version"])
        # One more, whose confirmation is not waited for: it has happened or it has not.
        player = next(p for p in players if p.turn_or_wait())
        decision = player.view["decision"]
        player.say(type="act", decision=decision["number"], action=decision["options"][0]["action"])
        process.end()
        history = stands(store, links["match"])
        assert decision["number"] <= len(history.log) <= decision["number"] + 1
        in_the_middle += not history.match.at_rest
        process = launch(*where)
        again = connected(process, links)
        for number, player in enumerate(again):
            player.until("update")
            assert player.view["waiting"] == history.match.seat
            if number == confirmed.view["perspective"]:
                known = [line for line in confirmed.log if line]
                end = len(confirmed.log)
                assert player.ask("log")["notes"][end - len(known) : end] == known
        decider = again[history.match.seat]
        told = [option["action"] for option in decider.view["decision"]["options"]]
        assert told == [history.match.text(action) for action in history.match.legal]
        for player in again:
            player.close()
    process.end()
    assert in_the_middle, "no kill has hit a step in the middle"


def test_it_ends_when_it_is_told_to(launch: Callable[..., Process]) -> None:
    process = launch()
    links = Api(process.url).start()
    player = Player(process.url, links["match"], links["own"])
    player.act()
    assert process.end(signal.SIGINT) in (0, 130)
    for line in process.output.splitlines():
        assert "Traceback" not in line, process.output


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc on this system")
def test_workers_end_with_their_server(launch: Callable[..., Process]) -> None:
    process = launch()
    api = Api(process.url)
    links = api.start(seats=[{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "greedy"}])
    Player(process.url, links["match"], links["own"]).act()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert children
    process.end()
    for _ in range(100):
        if not any(Path(f"/proc/{pid}").exists() for pid in children):
            return
        time.sleep(0.05)
    raise AssertionError("worker processes outlive their server")


def test_keys_stand_in_no_log(launch: Callable[..., Process]) -> None:
    process = launch()
    api = Api(process.url)
    links = api.start(seats=BOTH)
    keys = [links["watch"], *(link["key"] for link in links["links"])]
    players = connected(process, links)
    for player in players:
        player.until("update")
    for key in keys:
        assert api.get(f"/api/match/{links['match']}", key).status_code == 200
        assert api.get(f"/api/match/{links['match']}/record", key).status_code == 200
        assert api.get(f"/api/match/{links['match']}/replay", key[::-1]).status_code == 404
        api.http.post("/api/matches/held", json={"held": [{"match": links["match"], "key": key}]})
        api.http.post("/api/qr", json={"text": f"{process.url}/#/match/{links['match']}/{key}"})
    players[0].say(type="hello", match=links["match"], key=keys[0])
    players[0].socket.send(f"nonsense {keys[1]}")
    players[0].until("fault")
    process.end(signal.SIGINT)
    assert "/api/match/" in process.output
    for key in keys:
        assert key not in process.output
