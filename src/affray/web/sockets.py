"""The socket of a seat: who says hello properly comes in, and what is said is heard at a bearable rate."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any, TypeAlias

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from affray.web.host import Host, NoMatch, Unplayable
from affray.web.live import OUT_OF_REACH, Connection, Live
from affray.web.messages import Fault, FromPage, Hello
from affray.web.security import Bucket, address_of
from affray.web.store import StoreError

MISUSE, NO_HELLO, NO_MATCH, UNPLAYABLE = 1008, 4408, 4403, 4410
"""Close codes; the last two say that coming back is of no use."""
NONSENSE = 20
"""Messages that cannot be read until the socket is closed."""

_DECODER = msgspec.json.Decoder(FromPage)
_Socket: TypeAlias = WebSocket[Any, Any, State]


class _Closing(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Gone(Exception):
    """The other side has closed the socket."""


@websocket("/api/socket")
async def seat(socket: _Socket, state: State) -> None:
    """A seat, or a place to watch from. `docs/api.md` describes the messages."""
    host: Host = state.host
    sockets: Counter[str] = state.sockets
    address = address_of(dict(socket.scope))
    if sockets[address] >= host.settings.sockets:
        await socket.close(MISUSE)
        return
    sockets[address] += 1
    try:
        await socket.accept()
        code = await _Visit(socket, host).run()
        if code:
            with contextlib.suppress(RuntimeError, OSError):
                await socket.close(code)
    finally:
        sockets[address] -= 1
        if not sockets[address]:
            del sockets[address]


class _Visit:
    """One socket, from hello to its end."""

    __slots__ = ("_bucket", "_ended", "_host", "_nonsense", "_socket")

    def __init__(self, socket: _Socket, host: Host) -> None:
        self._socket = socket
        self._host = host
        self._bucket = Bucket(host.settings.messages)
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code with which somebody else wants this socket closed."""
        self._nonsense = 0

    async def run(self) -> int:
        """Serve the socket; returns the code to close it with, 0 if the other side has done so."""
        try:
            live, connection = await self._hello()
        except _Closing as closing:
            return closing.code
        except _Gone:
            return 0
        live.join(connection)
        listening = asyncio.create_task(self._listen(live, connection))
        try:
            await asyncio.wait((listening, self._ended), return_when=asyncio.FIRST_COMPLETED)
            return self._ended.result() if self._ended.done() else listening.result()
        finally:
            listening.cancel()
            live.leave(connection)

    async def _hello(self) -> tuple[Live, Connection]:
        """Wait for hello and open what the key opens. Raises _Closing and _Gone."""
        try:
            message = await asyncio.wait_for(self._message(), self._host.settings.hello)
        except TimeoutError:
            raise _Closing(NO_HELLO) from None
        if not isinstance(message, Hello):
            await self._say(Fault("say hello first"))
            raise _Closing(NO_HELLO)
        try:
            row, own = await self._host.opened(message.match, message.key)
            live = await self._host.get(row)
        except NoMatch as error:
            await self._say(Fault(str(error)))
            raise _Closing(NO_MATCH) from None
        except Unplayable as error:
            await self._say(Fault(str(error)))
            raise _Closing(UNPLAYABLE) from None
        except StoreError:
            await self._say(Fault("the store of this server is out of reach; try again later"))
            raise _Closing(OUT_OF_REACH) from None
        return live, Connection(own, self._send, self._close)

    async def _listen(self, live: Live, connection: Connection) -> int:
        """Hear messages until the socket ends; returns the code to close it with."""
        try:
            while True:
                message = await self._message()
                if message is not None:
                    await live.hear(connection, message)
        except _Closing as closing:
            return closing.code
        except _Gone:
            return 0

    async def _message(self) -> FromPage | None:
        """The next message; None, after saying so, if it cannot be read. Raises _Closing and _Gone."""
        wait = self._bucket.take()
        while wait:
            # Whoever says more than can be borne is heard late; nothing is read meanwhile.
            await asyncio.sleep(wait)
            wait = self._bucket.take()
        event = await self._socket.receive()
        if event["type"] != "websocket.receive":
            raise _Gone
        try:
            found: FromPage = _DECODER.decode(event.get("text") or event.get("bytes") or b"")
            return found
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._nonsense += 1
            if self._nonsense >= NONSENSE:
                raise _Closing(MISUSE) from None
            await self._say(Fault("that message cannot be read"))
            return None

    async def _say(self, fault: Fault) -> None:
        with contextlib.suppress(RuntimeError, OSError):
            await self._send(msgspec.json.encode(fault).decode())

    async def _send(self, text: str) -> None:
        """Send a message. Raises OSError if the other side is gone."""
        try:
            await self._socket.send_text(text)
        except WebSocketDisconnect:
            raise ConnectionResetError from None

    def _close(self, code: int) -> None:
        if not self._ended.done():
            self._ended.set_result(code)
