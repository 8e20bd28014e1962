"""What stands before every request: whose it may be, how many there may be, and what answers carry along."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from affray.web.settings import Settings

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application."""

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        b"form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""Sent with every answer. `no-referrer`: an address must not be told to anybody."""
FOR_FILES = HEADERS[1:2] + HEADERS[4:5]
"""Sent with scripts, styles and pictures: they are no documents, and there are many of them."""
BURST = 4.0
"""So many seconds' worth may come at once."""
REMEMBERED = 10_000
"""Addresses whose rate is remembered at most."""
MEGABYTE = 1 << 20
MOST = 2 * MEGABYTE
"""Bytes of the largest request."""


class Bucket:
    """A rate limit: `rate` per second, with a burst."""

    __slots__ = ("at", "level", "rate")

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.level = self._most
        self.at = time.monotonic()

    @property
    def _most(self) -> float:
        return max(1.0, self.rate * BURST)

    def take(self) -> float:
        """Take one. Returns 0, or the seconds to wait for it, having taken nothing."""
        now = time.monotonic()
        self.level = min(self._most, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


class Buckets:
    """A rate limit for each address."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """As `Bucket.take`, for one address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()


def address_of(scope: Mapping[str, Any]) -> str:
    """Who is calling: the address; of IPv6 the network, since whoever has one address has all of those."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return host


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """A header of a request, None if there is none."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), None)


def trusted(scope: Mapping[str, Any], hosts: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    The host called must be one of `hosts`, if there are any (else another site could give its own name our
    address), and the page's origin, which browsers tell, must be that host.
    """
    host = header(scope, b"host") or ""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if hosts and name not in hosts:
            return False
        origin = header(scope, b"origin")
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.requests = Buckets(settings.requests)
        self.matches = Buckets(settings.matches)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not trusted(scope, self.settings.hosts):
            await _refuse(scope, send, 403, "this server does not answer to that host or origin")
            return
        wait = self._wait(scope)
        if wait:
            await _refuse(scope, send, 429, "too many requests; wait a little", round(wait) + 1)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        more = FOR_FILES if scope["path"].startswith("/static/") else HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        await self.app(scope, receive, with_headers)

    def _wait(self, scope: Mapping[str, Any]) -> float:
        """Seconds that this request comes too early."""
        path = scope["path"]
        if not path.startswith("/api"):
            return 0.0
        address = address_of(scope)
        making = scope["type"] == "http" and scope["method"] == "POST" and path == "/api/matches"
        return self.requests.take(address) or (self.matches.take(address) if making else 0.0)


async def _refuse(scope: Mapping[str, Any], send: Send, status: int, detail: str, retry: int = 0) -> None:
    """Answer without asking the application."""
    if scope["type"] == "websocket":
        # Closed before it was accepted: the server answers the handshake with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": detail})
        return
    body = b'{"status_code":%d,"detail":"%s"}' % (status, detail.encode())
    headers = [
        (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS,
    ]  # fmt: skip
    if retry:
        headers.append((b"retry-after", b"%d" % retry))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
