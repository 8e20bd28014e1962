"""The matches that a server has at hand: loaded when somebody wants them, let go when nobody has for a
while."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from affray.engine.actions import NotationError
from affray.engine.game import SetupError, UnknownGame
from affray.engine.record import RecordError
from affray.engine.rulebook import Refused
from affray.web.history import Outdated
from affray.web.live import Live
from affray.web.room import Room, seats_of
from affray.web.settings import Settings
from affray.web.store import MatchRow, Store, StoreError
from affray.web.workers import Pool

_LOG = logging.getLogger("affray.web")
P = ParamSpec("P")
T = TypeVar("T")
THREADS = 8
"""Threads for rules and store: what takes milliseconds must not hold up the sockets."""


class NoMatch(LookupError):
    """There is no such match, or the key does not open it: which of the two is not told."""

    def __init__(self) -> None:
        super().__init__("there is no such match, or the key does not open it")


class Unplayable(Exception):
    """The match is there, but cannot be played by the rules of this server; the message says why."""


class Host:
    """Live matches by id. Everything happens on one event loop, rules and store in threads."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.pool = Pool(settings.workers)
        self.live: dict[str, Live] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="affray")
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._alone: dict[str, MatchRow] = {}
        """Matches of computers alone that are not over."""
        self._asked = False
        """Whether the store has been asked for them."""

    async def start(self) -> None:
        """Begin to work."""
        self._sweeper = asyncio.create_task(self._sweep())
        await self.pool.warm()

    async def close(self) -> None:
        """Let go of everything. What was confirmed is in the store."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for live in list(self.live.values()):
            live.stop()
        await self.pool.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **kwargs))

    # -- finding matches -------------------------------------------------------------------------------------

    async def opened(self, match_id: str, key: str) -> tuple[MatchRow, tuple[int, ...]]:
        """A match and the seats that a key opens (none: to watch). Raises NoMatch and StoreError."""
        live = self.live.get(match_id)
        row = live.room.row if live is not None else await self.run(self.store.match, match_id)
        own = None if row is None else seats_of(row, key)
        if row is None or own is None:
            raise NoMatch
        return row, own

    async def get(self, row: MatchRow) -> Live:
        """A match, ready to be played. Raises Unplayable and StoreError."""
        live = self.live.get(row.id)
        if live is None:
            task = self._loading.get(row.id)
            if task is None:
                task = self._loading[row.id] = asyncio.create_task(self._load(row))
            # Shielded: whoever asked first may go away while others wait.
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, row: MatchRow) -> Live:
        try:
            room = await self.run(Room, row, self.store)
            live = self.live[row.id] = Live(self, room)
            live.wake()
            return live
        except Outdated as error:
            raise Unplayable(str(error)) from None
        except (UnknownGame, SetupError, RecordError, Refused, NotationError) as error:
            _LOG.error("match %s cannot be played from the store: %s", row.id, error)
            raise Unplayable("this match cannot be played by the rules of this server") from error
        finally:
            del self._loading[row.id]

    def drop(self, live: Live) -> None:
        """Let go of a match."""
        if self.live.get(live.room.row.id) is live:
            del self.live[live.room.row.id]
        live.stop()

    # -- what goes on by itself ------------------------------------------------------------------------------

    async def begin(self, row: MatchRow) -> None:
        """A match has been made. Where only computers play nobody will come in to set it going. Raises
        StoreError."""
        if row.alone:
            self._alone[row.id] = row
            await self.get(row)

    async def _take_up(self) -> None:
        """Go on with matches of computers alone: after a start of the server, and where one was given up
        because the store was out of reach."""
        if not self._asked:
            going = await self.run(self.store.going)
            self._asked = True
            self._alone |= {row.id: row for row in going if row.alone}
        for row in list(self._alone.values()):
            try:
                live = await self.get(row)
            except StoreError:
                raise
            except Exception as error:
                # Whatever is wrong with one match must not keep the others from going on.
                _LOG.warning("match %s does not go on: %s", row.id, error)
                del self._alone[row.id]
                continue
            if live.room.match.result is not None:
                del self._alone[row.id]

    async def _sweep(self) -> None:
        """Take up what has to go on, and let go of matches that nobody looks at any more, now and then."""
        while True:
            try:
                await self._take_up()
            except StoreError as error:
                _LOG.warning("the store is out of reach: %s", error)
            await asyncio.sleep(self.settings.idle / 4)
            limit = time.monotonic() - self.settings.idle
            for live in list(self.live.values()):
                if live.used < limit and live.idle():
                    self.drop(live)
