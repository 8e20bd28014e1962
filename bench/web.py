"""The server under fifty sockets, and the memory of idle ones: ``python bench/web.py [--json] [--quick]``.

The server runs in a process of its own over a store on disk; the clients all run in this one. Times are from
sending an action to the arrival of the new view, at the sender and at the other seat, so they hold this
process's own work too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.web.server import Api, Process
from websockets.asyncio.client import ClientConnection, connect

BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]
PAUSE = 0.5
"""Seconds between two actions of a match: quick people."""


class Seat:
    """A client that notes when each version of its match arrives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.bytes = 0

    async def listen(self) -> None:
        async for text in self.socket:
            self.bytes += len(text)
            message = json.loads(text)
            if message["type"] == "update":
                self.view = message
                self.news.set()

    async def after(self, version: int) -> float:
        """When a version later than this one has arrived."""
        while self.view.get("version", -1) <= version:
            self.news.clear()
            await self.news.wait()
        return perf_counter()


def started(api: Api) -> dict[str, Any]:
    """A new match; the server lets one address start only so many at a time."""
    while True:
        answer = api.http.post("/api/matches", json={"game": "avp", "seats": BOTH})
        if answer.status_code != 429:
            links: dict[str, Any] = answer.json()
            return links
        sleep(0.5)


async def come_in(stack: AsyncExitStack, url: str, match: str, key: str) -> Seat:
    address = url.replace("http", "ws") + "/api/socket"
    seat = Seat(await stack.enter_async_context(connect(address, max_size=None, ping_interval=None)))
    await seat.socket.send(json.dumps({"type": "hello", "match": match, "key": key}))
    listening = asyncio.create_task(seat.listen())
    stack.callback(listening.cancel)
    await seat.after(-1)
    return seat


async def play(seats: list[Seat], seconds: float, own: list[float], other: list[float], seed: int) -> None:
    """Two seats take options at random, in human time."""
    rng = random.Random(seed)
    end = perf_counter() + seconds
    await asyncio.sleep(rng.random() * PAUSE)
    while perf_counter() < end:
        actor = next((seat for seat in seats if seat.view["decision"]), None)
        if actor is None:
            return
        decision = actor.view["decision"]
        version = actor.view["version"]
        action = rng.choice(decision["options"])["action"]
        start = perf_counter()
        await actor.socket.send(json.dumps({"type": "act", "decision": decision["number"], "action": action}))
        passive = seats[1 - seats.index(actor)]
        here, there = await asyncio.gather(actor.after(version), passive.after(version))
        own.append(here - start)
        other.append(there - start)
        await asyncio.sleep(PAUSE * (0.5 + rng.random()))


def spread(times: list[float]) -> dict[str, float]:
    """Median, 95th percentile and longest, in milliseconds."""
    times = sorted(times)
    return {
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
        "max_ms": round(times[-1] * 1000, 1),
    }


async def latency(server: Process, matches: int, seconds: float) -> dict[str, Any]:
    """Actions of so many matches of two sockets each."""
    api = Api(server.url)
    own: list[float] = []
    other: list[float] = []
    async with AsyncExitStack() as stack:
        pairs = []
        for _ in range(matches):
            links = started(api)
            pairs.append([await come_in(stack, server.url, links["match"], s["key"]) for s in links["links"]])
        await asyncio.gather(*(play(pair, seconds, own, other, i) for i, pair in enumerate(pairs)))
        told = sum(seat.bytes for pair in pairs for seat in pair)
    return {
        "sockets": 2 * matches,
        "actions": len(own),
        "to_own_page": spread(own),
        "to_other_page": spread(other),
        "view_bytes": round(told / max(1, 2 * len(own))),
    }


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


async def memory(server: Process, clients: int) -> dict[str, Any]:
    """What a client that only sits there costs the server, ten to a match."""
    api = Api(server.url)
    matches = [started(api) for _ in range(clients // 10)]
    async with AsyncExitStack() as stack:
        for links in matches:  # the matches themselves are loaded first
            await come_in(stack, server.url, links["match"], links["watch"])
        await asyncio.sleep(1)
        before = resident(server.pid)
        for links in matches:
            for _ in range(10):
                await come_in(stack, server.url, links["match"], links["watch"])
        await asyncio.sleep(1)
        grown = resident(server.pid) - before
    return {"clients": clients, "kib_per_client": round(grown / clients / 1024, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--quick", action="store_true", help="shorter and rougher")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Process("--data", folder)
        try:
            report = {
                "latency": asyncio.run(latency(server, 25, 6 if options.quick else 20)),
                "memory": asyncio.run(memory(server, 150)),
            }
        finally:
            server.end()
    if options.json:
        print(json.dumps(report, indent=2))
        return
    for name, figures in report.items():
        print(name)
        for key, value in figures.items():
            print(f"  {key:<16} {value}")


if __name__ == "__main__":
    main()
