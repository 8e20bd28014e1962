"""Computer players and odds in processes of their own: they answer, they are hurried, they die, play goes
on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.web.rooms import play, room
from tests.web.server import GENEROUS, Api, Player, Server, serving

from affray.web import workers
from affray.web.jobs import Chosen, Failed, Odds, Refusal
from affray.web.workers import Busy, Crashed, Pool

T = TypeVar("T")
AGAINST = {"marines": "me", "aliens": "greedy"}


def with_pool(work: Callable[[Pool], Awaitable[T]], size: int = 1, **more: Any) -> T:
    async def run() -> T:
        pool = Pool(size, **more)
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_player_chooses_and_follows_the_log(tmp_path: Path) -> None:
    one, _ = room(tmp_path, takeback="free")

    async def work(pool: Pool) -> None:
        for step in range(12):
            if step == 6:
                one.undo((one.history.acts[-1].seat,))
                if one.wish is not None:
                    one.consent(tuple(one.asked), True)
            done = await pool.choose(one.row, tuple(one.history.log), "random", 5)
            assert isinstance(done, Chosen)
            one.act((one.decider,), one.number, done.action)
        assert len(pool.processes) == 1

    with_pool(work)


def test_choices_do_not_depend_on_the_process(tmp_path: Path) -> None:
    """A match that is resumed goes on as it would have."""
    one, _ = room(tmp_path)
    play(one, 30)

    async def work(pool: Pool) -> list[object]:
        found: list[object] = []
        for player in ("greedy", "random"):
            done = await pool.choose(one.row, tuple(one.history.log), player, 30)
            assert isinstance(done, Chosen)
            found.append(done.action)
        return found

    assert with_pool(work) == with_pool(work)


def test_a_closed_pool_starts_nothing(tmp_path: Path) -> None:
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        await pool.close()
        with pytest.raises(Crashed):
            await pool.choose(one.row, (), "random", 5)
        assert not pool.processes

    with_pool(work)


def test_odds_and_their_refusal(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    play(one, 60)
    log = tuple(one.history.log)
    action = one.match.text(one.match.legal[-1])

    async def work(pool: Pool) -> None:
        done = await pool.odds(one.row, log, action, 20)
        assert isinstance(done, Odds)
        assert done.answer.chances
        refused = await pool.odds(one.row, log, "dance", 20)
        assert isinstance(refused, Refusal)
        assert "unknown verb" in refused.text

    with_pool(work)


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        await pool.warm()
        (first,) = pool.processes
        os.kill(first, signal.SIGKILL)
        done = await pool.choose(one.row, (), "random", 5)
        assert isinstance(done, Chosen)
        assert first not in pool.processes

    with_pool(work)


def test_a_worker_killed_at_work_is_replaced(tmp_path: Path) -> None:
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        await pool.warm()
        (first,) = pool.processes
        os.kill(first, signal.SIGSTOP)
        job = asyncio.create_task(pool.choose(one.row, (), "random", 30))
        await asyncio.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        done = await job
        assert isinstance(done, Chosen)

    with_pool(work)


def test_a_stuck_worker_is_replaced_and_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GRACE", 0.2)
    monkeypatch.setattr(workers, "TRIES", 1)
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        await pool.warm()
        (first,) = pool.processes
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(Crashed):
            await pool.choose(one.row, (), "random", 0.1)
        assert first not in pool.processes
        monkeypatch.setattr(workers, "GRACE", 30)
        assert isinstance(await pool.choose(one.row, (), "random", 5), Chosen)

    with_pool(work)


def test_a_fault_of_a_player_is_told(tmp_path: Path) -> None:
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        done = await pool.choose(one.row, (), "nobody", 5)
        assert isinstance(done, Failed)
        assert "UnknownPlayer" in done.text
        assert one.row.seed not in done.text
        assert isinstance(await pool.choose(one.row, (), "random", 5), Chosen)

    with_pool(work)


def test_too_many_questions_are_turned_away(tmp_path: Path) -> None:
    one, _ = room(tmp_path)

    async def work(pool: Pool) -> None:
        with pytest.raises(Busy):
            await pool.odds(one.row, (), "dance", 5)

    with_pool(work, waiting=0)


def test_a_budget_ends_the_thinking(tmp_path: Path) -> None:
    """A player out of time takes the best that it has found, which is legal."""
    one, _ = room(tmp_path)
    play(one, 60)
    while len(one.match.legal) < 15:
        play(one, 1)

    async def work(pool: Pool) -> None:
        done = await pool.choose(one.row, tuple(one.history.log), "greedy", 0.0)
        assert isinstance(done, Chosen)
        one.act((one.decider,), one.number, done.action)

    with_pool(work)


# -- with the server -----------------------------------------------------------------------------------------


def workers_of(server: Server) -> list[int]:
    """The children of this process that work for the server."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                if b"affray.web.worker" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
        except (OSError, ValueError):
            continue
    return found


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc on this system")


def test_a_computer_answers(server: Server, api: Api) -> None:
    links = api.start(seats=[{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "greedy"}])
    player = Player(server.url, links["match"], links["own"])
    seen = set()
    for _ in range(25):
        player.act()
        seen.update(json_thinking(player))
    assert seen == {True, False}


def json_thinking(player: Player) -> set[bool]:
    return {'"thinking":true' in text for text in player.told if '"update"' in text}


@needs_proc
def test_play_goes_on_when_workers_die(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as server:
        api = Api(server.url)
        links = api.start(seats=[{"seat": "marines", "player": "me"}, {"seat": "aliens", "player": "greedy"}])
        player = Player(server.url, links["match"], links["own"])
        for step in range(30):
            player.act()
            if step % 5 == 0:
                for pid in workers_of(server):
                    os.kill(pid, signal.SIGKILL)


@needs_proc
def test_play_now(tmp_path: Path) -> None:
    """The player that thinks is told to hurry; a worker that hears nothing does not hold up the page."""
    with serving(tmp_path, GENEROUS) as server:
        api = Api(server.url)
        links = api.start(seats=[{"seat": "marines", "player": "greedy"}, {"seat": "aliens", "player": "me"}])
        player = Player(server.url, links["match"], links["own"])
        while player.turn() is not None and len(player.told) < 12:
            player.act()
        pids = workers_of(server)
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        decision = player.turn()
        assert decision is not None
        while not player.view["thinking"]:
            player.turn()
            decision = player.view["decision"]
            player.say(type="act", decision=decision["number"], action=decision["options"][0]["action"])
            player.hear()
        player.say(type="play_now")
        assert player.ask("rules", "AVP-ACT.1")["rules"]
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        start = time.monotonic()
        assert player.turn() is not None
        assert time.monotonic() - start < 10


def test_computers_alone_play_to_the_end(server: Server, api: Api) -> None:
    links = api.start(seats=[{"seat": "marines", "player": "random"}, {"seat": "aliens", "player": "random"}])
    watcher = Player(server.url, links["match"], links["watch"])
    end = time.monotonic() + 60
    while not watcher.view or not watcher.view["result"]:
        watcher.hear()
        assert time.monotonic() < end
    assert watcher.view["seed"]
    assert watcher.view["waiting"] == -1
