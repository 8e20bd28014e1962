"""A match with those who sit at it: their sockets, the computer players, and who is told what.

Every change goes the same way: the room makes it and writes it down, in a thread and under a lock; then
everybody is told. Nobody is told faster than he can listen: a slow connection gets the latest state, not all
in between.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from affray.engine.present import Board, PlaneBoard
from affray.web import answers
from affray.web.jobs import Chosen, FromWorker, Odds, Refusal
from affray.web.messages import (
    Act,
    Answer,
    Ask,
    Consent,
    Fault,
    FromPage,
    HandOver,
    Hello,
    Ping,
    PlayNow,
    Pong,
    Ready,
    ToPage,
    Undo,
)
from affray.web.replays import Film
from affray.web.room import SPECTATOR, Lost, NotAllowed, NotKept, Room
from affray.web.workers import Busy, Crashed

if TYPE_CHECKING:
    from affray.web.host import Host

_LOG = logging.getLogger("affray.web")
_ENCODER = msgspec.json.Encoder()
ASKED = 4
"""Questions after odds that one connection may have waiting."""
TOLD = 8
"""Answers that may wait for one connection: as long as there are more, nothing is heard from it."""
OUT_OF_REACH = 1013
"""The close code for: try again later."""
RETRY = 2.0
"""Seconds until a computer player tries again what could not be written down."""


class Connection:
    """Somebody at a match: the seats that are theirs (none: they watch), and what they have been told."""

    __slots__ = (
        "asking", "board", "close", "dirty", "handing", "known", "looking", "own", "send", "task", "waiting",
    )  # fmt: skip

    def __init__(
        self, own: tuple[int, ...], send: Callable[[str], Awaitable[None]], close: Callable[[int], None]
    ) -> None:
        self.own = own
        self.send = send
        self.close = close
        self.looking = own[0] if len(own) == 1 else SPECTATOR
        """The perspective; at one screen, that of whom is looking."""
        self.handing = False
        """At one screen: it is somebody else's turn to look, and nothing is shown meanwhile."""
        self.known = -1
        """Lines of the log that have been sent, of this perspective."""
        self.board: Board | None = None
        self.dirty = False
        """Whether there is something new to be told."""
        self.waiting: deque[ToPage] = deque()
        self.asking = 0
        self.task: asyncio.Task[None] | None = None


class Live:
    """A match being played."""

    def __init__(self, host: Host, room: Room) -> None:
        self.host = host
        self.room = room
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.film: tuple[int, Film] | None = None
        """The replay last asked for, and the number of the decision then."""
        self._connections: set[Connection] = set()
        self._computers: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._odds: dict[tuple[int, str], Answer] = {}
        self._stopped = False

    # -- coming and going ------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Somebody comes in: they are told everything, the others that they are here."""
        self._connections.add(connection)
        self.tell_all()

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._connections.discard(connection)
        self.used = time.monotonic()
        if connection.own:
            self.tell_all()

    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        return not self._connections and (self._computers is None or self._computers.done())

    def stop(self) -> None:
        """End everything that goes on, and close all connections."""
        self._stopped = True
        for task in (*self._tasks, self._computers):
            if task is not None:
                task.cancel()
        for connection in list(self._connections):
            connection.close(OUT_OF_REACH)

    def lost(self) -> None:
        """The store is out of reach: this match begins again from the store when it is asked for."""
        for connection in self._connections:
            connection.close(OUT_OF_REACH)
        self.host.drop(self)

    # -- what is said to us ----------------------------------------------------------------------------------

    async def hear(self, connection: Connection, message: FromPage) -> None:
        """Do what a message says; what is wrong with it is told in answer."""
        while len(connection.waiting) >= TOLD and connection.task is not None:
            await asyncio.wait({connection.task})
        try:
            await self._hear(connection, message)
        except NotAllowed as refused:
            fault = refused.fault
            if isinstance(message, Ask):
                fault = msgspec.structs.replace(fault, ask=message.id)
            self.tell(connection, fault)
        except Lost:
            self.lost()
        except Exception:
            _LOG.exception("match %s: %s", self.room.row.id, type(message).__name__)
            number = message.id if isinstance(message, Ask) else -1
            self.tell(connection, Fault("that met a fault of the program; please report it", ask=number))

    async def _hear(self, connection: Connection, message: FromPage) -> None:
        own = connection.own
        if connection.handing and not isinstance(message, Ready | Ping):
            raise NotAllowed("somebody else is to look at the screen first")
        match message:
            case Act(number, action):
                await self._change(self.room.act, own, number, action)
            case Undo():
                await self._change(self.room.undo, own)
                self.host.pool.hurry(self.room.row.id)
            case Consent(yes):
                await self._change(self.room.consent, own, yes)
            case Ready(seat):
                self._ready(connection, seat)
            case PlayNow():
                if own or self.room.row.alone:
                    self.host.pool.hurry(self.room.row.id)
            case Ask():
                await self._ask(connection, message)
            case Ping():
                self.tell(connection, Pong())
            case Hello():
                raise NotAllowed("you have said hello already")

    async def _change(self, work: Callable[..., None], *args: object) -> None:
        """Change the room, then tell everybody. Raises NotAllowed and Lost."""
        # A task of its own: a change that has begun is brought to its end, whoever stops waiting for it.
        await asyncio.shield(asyncio.create_task(self._changed(work, args)))

    async def _changed(self, work: Callable[..., None], args: tuple[object, ...]) -> None:
        room = self.room
        async with self.lock:
            if self._stopped:
                # The match may have been loaded again meanwhile: only one may write.
                raise Lost("this match was let go of")
            before = room.version
            try:
                await self.host.run(self._worked, work, args)
            finally:
                if room.version != before:
                    self._cut()
                    self._note_turn()
                    self.tell_all()
        self.wake()

    def _worked(self, work: Callable[..., None], args: tuple[object, ...]) -> None:
        """In a thread: the change, and what its telling needs."""
        try:
            work(*args)
        finally:
            self.room.prepare({c.looking for c in tuple(self._connections) if not c.handing})

    def _cut(self) -> None:
        """Where something was taken back, forget that its lines have been sent."""
        for connection in self._connections:
            connection.known = min(connection.known, len(self.room.notes(connection.looking)))

    def _ready(self, connection: Connection, seat: int) -> None:
        """At one screen, somebody has taken a seat before it."""
        decider = self.room.decider
        if seat not in connection.own or (decider in connection.own and seat != decider):
            raise NotAllowed("it is not your turn to look")
        if connection.looking != seat:
            connection.looking = seat
            connection.known = -1
        connection.handing = False
        connection.dirty = True
        self._flush(connection)

    # -- questions -------------------------------------------------------------------------------------------

    async def _ask(self, connection: Connection, ask: Ask) -> None:
        if ask.what == "odds":
            await self._ask_odds(connection, ask)
            return
        question = self.room, connection.own, connection.looking, ask
        async with self.lock:
            if ask.what in answers.SEARCHES:
                found = await self.host.run(answers.answer, *question)
            else:
                found = answers.answer(*question)
        self.tell(connection, found)

    async def _ask_odds(self, connection: Connection, ask: Ask) -> None:
        room = self.room
        async with self.lock:
            answers.may_ask(room, connection.own)
            key = room.number, " ".join(ask.text.split())
            log = tuple(room.history.log)
        kept = self._odds.get(key)
        if kept is not None:
            self.tell(connection, msgspec.structs.replace(kept, id=ask.id))
            return
        if connection.asking >= ASKED:
            raise NotAllowed("several questions of yours are waiting already")
        connection.asking += 1
        work = self.host.pool.odds(room.row, log, ask.text, self.host.settings.odds)
        self._spawn(self._odds_found(connection, ask, key, work))

    async def _odds_found(
        self, connection: Connection, ask: Ask, key: tuple[int, str], work: Awaitable[FromWorker]
    ) -> None:
        try:
            done = await work
        except (Crashed, Busy) as error:
            self.tell(connection, Fault(f"the odds were not found: {error}", ask=ask.id))
            return
        finally:
            connection.asking -= 1
        if isinstance(done, Odds):
            if any(number != key[0] for number, _ in self._odds):
                self._odds.clear()
            self._odds[key] = done.answer
            self.tell(connection, msgspec.structs.replace(done.answer, id=ask.id))
        elif isinstance(done, Refusal):
            self.tell(connection, Fault(done.text, done.clause, ask.id))
        else:
            self.tell(connection, Fault("the odds met a fault of the program", ask=ask.id))

    # -- what we say -----------------------------------------------------------------------------------------

    def tell(self, connection: Connection, message: ToPage) -> None:
        """Put an answer in line for somebody."""
        connection.waiting.append(message)
        self._flush(connection)

    def tell_all(self) -> None:
        """Something has changed: everybody gets the new state as soon as they can take it."""
        for connection in self._connections:
            connection.dirty = True
            self._flush(connection)

    def _flush(self, connection: Connection) -> None:
        if connection.task is None:
            connection.task = asyncio.create_task(self._send(connection))

    async def _send(self, connection: Connection) -> None:
        """Send what there is to be said, until there is nothing more."""
        try:
            while connection.dirty or connection.waiting:
                if connection.waiting:
                    messages = [connection.waiting.popleft()]
                else:
                    connection.dirty = False
                    async with self.lock:
                        messages = self._news(connection)
                for message in messages:
                    text = _ENCODER.encode(message).decode()
                    await asyncio.wait_for(connection.send(text), self.host.settings.patience)
        except Exception as error:
            # Whatever is wrong with a connection is that connection's own affair: it is closed, and the page
            # comes back.
            if not isinstance(error, (OSError, RuntimeError, TimeoutError)):
                _LOG.exception("match %s: sending", self.room.row.id)
            connection.close(OUT_OF_REACH)
        finally:
            connection.task = None

    def _news(self, connection: Connection) -> list[ToPage]:
        """The state as a connection is to see it now, after the welcome where that is due."""
        room = self.room
        self._look(connection)
        news: list[ToPage] = []
        if connection.board is None or isinstance(connection.board, PlaneBoard):
            board = room.board(connection.looking)
            if board != connection.board:
                connection.board = board
                news.append(room.welcome(connection.own, board))
        if connection.handing:
            news.append(HandOver(room.decider, room.row.seats[room.decider].called))
            return news
        update = room.update(connection.own, connection.looking, self.here(), connection.known)
        connection.known = update.first + len(update.notes)
        news.append(update)
        return news

    def _look(self, connection: Connection) -> None:
        """At one screen: whose turn it is to look at it."""
        own, seats, decider = connection.own, self.room.row.seats, self.room.decider
        if len(own) < 2:
            return
        connection.handing = False
        wanted = decider if decider in own else connection.looking
        if wanted == SPECTATOR:
            people = {seats[seat].person for seat in own}
            wanted = own[0] if len(people) == 1 else SPECTATOR
        if wanted == connection.looking:
            return
        before = connection.looking
        same = before != SPECTATOR and seats[before].person == seats[wanted].person
        if same or len({seats[seat].person for seat in own}) == 1:
            connection.looking = wanted
            connection.known = -1
        else:
            connection.handing = True

    def here(self) -> list[bool]:
        """Which seats somebody is connected to."""
        present = {seat for connection in self._connections for seat in connection.own}
        return [seat in present for seat in range(len(self.room.row.seats))]

    # -- computer players ------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the computer players go on, if it is one's turn."""
        if self._stopped:
            return
        self._note_turn()
        if self.room.thinking and (self._computers is None or self._computers.done()):
            self._computers = asyncio.create_task(self._play())

    def _note_turn(self) -> None:
        self.room.thinking = bool(self.room.computer())

    async def _play(self) -> None:
        """Computers choose until a person has to, or the match is over."""
        try:
            while self.room.computer() and self.host.live.get(self.room.row.id) is self:
                await self._turn()
        except Lost:
            self.lost()
        except Exception:
            _LOG.exception("match %s: the computer player", self.room.row.id)
            self.lost()

    async def _turn(self) -> None:
        """One choice of a computer."""
        room, settings = self.room, self.host.settings
        begun = time.monotonic()
        number, seat, log = room.number, room.decider, tuple(room.history.log)
        text = ""
        try:
            done = await self.host.pool.choose(room.row, log, room.computer(), settings.budget)
            if isinstance(done, Chosen):
                text = done.action
        except Crashed:
            _LOG.error("match %s: no worker could choose; any option is taken", room.row.id)
        if settings.pace and self._connections:
            await asyncio.sleep(max(0.0, begun + settings.pace - time.monotonic()))
        if room.number != number:
            return  # taken back meanwhile
        try:
            try:
                text = text or await self._any()
                await self._change(room.act, (seat,), number, text)
            except NotKept:
                raise
            except NotAllowed as refused:
                if room.number == number:
                    _LOG.error("match %s: the choice %s is refused: %s", room.row.id, text, refused)
                    await self._change(room.act, (seat,), number, await self._any())
        except NotKept as error:
            for connection in self._connections:
                self.tell(connection, error.fault)
            await asyncio.sleep(RETRY)

    async def _any(self) -> str:
        """Any option: what a computer takes whose player has failed."""
        async with self.lock:
            match = self.room.match
            return match.text(random.choice(match.legal)) if match.legal else ""

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
