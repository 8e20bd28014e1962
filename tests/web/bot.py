"""Bots that play over the API, many at once in one thread."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import connect


async def play(url: str, match: str, key: str, seed: str, most: int = 10_000) -> dict[str, Any]:
    """Take options at random until the match is over or so many have been taken; returns the last update."""
    rng = random.Random(seed)
    taken = 0
    decided = -1
    async with connect(url.replace("http", "ws") + "/api/socket", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "match": match, "key": key}))
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            assert message["type"] in ("welcome", "update"), message
            if message["type"] == "welcome":
                continue
            decision = message["decision"]
            if message["result"] or taken >= most:
                return message
            if decision is not None and decision["number"] > decided:
                taken += 1
                decided = decision["number"]
                action = rng.choice(decision["options"])["action"]
                await socket.send(json.dumps({"type": "act", "decision": decided, "action": action}))
    raise AssertionError("the server has closed the socket")


async def matches(url: str, links: list[dict[str, Any]], most: int = 10_000) -> list[dict[str, Any]]:
    """All seats of these matches that have keys, at once; returns the last update of each match."""

    async def one(match: dict[str, Any]) -> dict[str, Any]:
        players = [
            asyncio.create_task(play(url, match["match"], link["key"], link["seat"], most))
            for link in match["links"]
        ]
        done, waiting = await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        return done.pop().result()

    return list(await asyncio.gather(*(one(match) for match in links)))
