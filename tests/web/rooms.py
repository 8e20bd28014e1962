"""Rooms for tests, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.engine.dice import DiceStream
from affray.web.making import make
from affray.web.messages import MatchLinks, NewMatch, SeatWish
from affray.web.room import Room
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Store

LINKS = {"marines": "link", "aliens": "link"}


def wish(seats: dict[str, str], game: str = "avp", **more: Any) -> NewMatch:
    return NewMatch(game, seats=[SeatWish(seat, player) for seat, player in seats.items()], **more)


def room(store: Store | Path, seats: dict[str, str] | None = None, **more: Any) -> tuple[Room, MatchLinks]:
    """A new match in a store, or in a new one in a folder."""
    if isinstance(store, Path):
        store = SqliteStore(store / "rooms.db")
    row, links = make(wish(seats or LINKS, **more))
    store.create(row)
    return Room(row, store), links


def play(room: Room, count: int, seed: str = "play") -> None:
    """Let all seats take options at random; stops at the end of the match."""
    dice = DiceStream(seed)
    for _ in range(count):
        if room.decider < 0:
            return
        legal = room.match.legal
        room.act((room.decider,), room.number, room.match.text(legal[dice.below(len(legal))]))
