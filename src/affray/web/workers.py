"""The worker processes of a server: started when there is work, fed with matches, replaced when they die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from affray.web.jobs import HEAD, Failed, FromWorker, Hurry, Job, framed
from affray.web.store import Entry, MatchRow

_LOG = logging.getLogger("affray.web")
_DECODER = msgspec.msgpack.Decoder(FromWorker)
KEPT = 64
"""Matches that a worker keeps at hand."""
TRIES = 2
"""Workers that a job may lose before it is given up."""
GRACE = 5.0
"""Seconds that a worker gets beyond a job's budget before it is taken for stuck and replaced."""


class Crashed(Exception):
    """No worker could finish the job."""


class Busy(Exception):
    """Too much is waiting already."""


class _Worker:
    """One process. It does one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.known: OrderedDict[str, int] = OrderedDict()
        """How much of the log of each match the process has, the one used last at the end."""

    @classmethod
    async def start(cls) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "affray.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    def job(
        self, number: int, row: MatchRow, log: Sequence[Entry], player: str, action: str, budget: float
    ) -> Job:
        """A job, with what this process does not know of the match yet."""
        start = self.known.pop(row.id, None)
        forget = []
        if start is not None and start > len(log):
            start = None
        if start is None and len(self.known) >= KEPT:
            forget.append(self.known.popitem(last=False)[0])
        self.known[row.id] = len(log)
        return Job(
            id=number,
            match=row.id,
            row=row if start is None else None,
            start=start or 0,
            entries=list(log[start or 0 :]),
            player=player,
            action=action,
            budget=budget,
            forget=forget,
        )

    async def do(self, job: Job) -> FromWorker:
        """Send a job and wait for what comes of it. Raises OSError, EOFError or MsgspecError if the process
        is gone or talks nonsense."""
        self.send(job)
        assert self.process.stdout is not None
        head = await self.process.stdout.readexactly(HEAD)
        body = await self.process.stdout.readexactly(int.from_bytes(head, "big"))
        done: FromWorker = _DECODER.decode(body)
        if done.id != job.id:
            raise EOFError("an answer to another job")
        return done

    def send(self, message: Job | Hurry) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(framed(message))

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Pool:
    """Up to `size` workers. Jobs wait in line for one; a worker that knows the match is preferred."""

    def __init__(self, size: int, waiting: int = 200) -> None:
        self.size = size
        self.waiting = waiting
        """So many jobs may wait in line at most."""
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._slots = asyncio.Semaphore(size)
        self._line = 0
        self._number = 0
        self._working: dict[str, tuple[_Worker, int]] = {}
        """By match: the worker at work for its computer player, and the job."""
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """Process ids of the workers there are."""
        return [worker.process.pid for worker in self._all]

    async def warm(self) -> None:
        """Start a worker ahead of the first job."""
        if not self._all:
            self._idle.append(await self._started())

    async def choose(self, row: MatchRow, log: Sequence[Entry], player: str, budget: float) -> FromWorker:
        """Let a computer player choose, in about `budget` seconds at most. Raises Crashed."""
        return await self._do(row, log, player, "", budget)

    async def odds(self, row: MatchRow, log: Sequence[Entry], action: str, limit: float) -> FromWorker:
        """Odds of an action, given up after `limit` seconds. Raises Crashed and Busy."""
        if self._line >= self.waiting:
            raise Busy("too many questions are waiting already")
        return await self._do(row, log, "", action, limit)

    def hurry(self, match_id: str) -> None:
        """Let the player at work on a match choose at once."""
        found = self._working.get(match_id)
        if found is not None:
            worker, number = found
            with contextlib.suppress(OSError):
                worker.send(Hurry(number))

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in list(self._all):
            await worker.stop()

    async def _do(
        self, row: MatchRow, log: Sequence[Entry], player: str, action: str, budget: float
    ) -> FromWorker:
        self._line += 1
        try:
            async with self._slots:
                for _ in range(TRIES):
                    done = await self._tried(row, log, player, action, budget)
                    if done is not None:
                        return done
        finally:
            self._line -= 1
        raise Crashed("the worker processes do not finish this")

    async def _tried(
        self, row: MatchRow, log: Sequence[Entry], player: str, action: str, budget: float
    ) -> FromWorker | None:
        """What a worker makes of the job; None if it was lost over it."""
        worker = await self._taken(row.id)
        self._number += 1
        job = worker.job(self._number, row, log, player, action, budget)
        if player:
            self._working[row.id] = worker, job.id
        fit = False
        try:
            done = await asyncio.wait_for(worker.do(job), budget + GRACE)
            fit = True
        except (OSError, EOFError, TimeoutError, msgspec.MsgspecError) as error:
            _LOG.warning("a worker process was lost (%s); another takes its place", type(error).__name__)
            return None
        finally:
            # In every other case, being cancelled too, nobody would read what the process says next.
            self._working.pop(row.id, None)
            if fit and not self._closed:
                self._idle.append(worker)
            else:
                self._all.discard(worker)
                await worker.stop()
        if isinstance(done, Failed):
            _LOG.error("match %s: a worker process failed: %s", row.id, done.text)
            worker.known.pop(row.id, None)
        return done

    async def _taken(self, match_id: str) -> _Worker:
        """An idle worker that lives, best one that knows the match, else a new one. Raises Crashed once the
        pool is closed."""
        if self._closed:
            raise Crashed("the server ends")
        for worker in [worker for worker in self._idle if worker.process.returncode is not None]:
            self._idle.remove(worker)
            self._all.discard(worker)
        if not self._idle:
            return await self._started()
        worker = next((worker for worker in self._idle if match_id in worker.known), self._idle[0])
        self._idle.remove(worker)
        return worker

    async def _started(self) -> _Worker:
        worker = await _Worker.start()
        self._all.add(worker)
        return worker
