"""``affray serve``: the page and its server."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from affray.cli.faults import OK, BadInput, one_line
from affray.cli.store import data_folder
from affray.web.app import build
from affray.web.messages import MOST
from affray.web.settings import Settings
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Store, StoreError

PORT = 8017
"""The port where none is asked for; the next free one if it is taken."""
NEXT = 20
"""So many ports are tried from there on."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PACE = 0.5
"""Seconds between two moves of computers that somebody watches."""
BACKLOG = 1024


def serve(
    host: str,
    port: int | None,
    data: Path | None,
    store_url: str | None,
    names: Sequence[str],
    browser: bool,
    access_log: bool,
) -> int:
    """Serve until it is interrupted; returns the exit code. Raises BadInput."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    listening = listen(host, port)
    store = opened(data, store_url)
    bound = listening.getsockname()[1]
    address = f"http://{_shown(host)}:{bound}/"
    settings = Settings(hosts=hosts(host, names), pace=PACE)
    server = uvicorn.Server(config(store, settings, access_log))
    print(f"Affray is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return OK


def config(store: Store, settings: Settings, access_log: bool = False) -> uvicorn.Config:
    """How the application is run. Access logs hold addresses and paths: keys stand in neither."""
    return uvicorn.Config(
        build(store, settings),
        ws="websockets-sansio",
        ws_max_size=MOST,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        lifespan="on",
        access_log=access_log,
        log_level="info" if access_log else "warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens. Without a port: on the usual one, or the next that is free. Raises BadInput."""
    wanted = range(PORT, PORT + NEXT) if port is None else (port,)
    error: OSError | None = None
    for one in wanted:
        try:
            family = socket.getaddrinfo(host, one, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, one), family=family, backlog=BACKLOG)
        except OSError as fault:
            error = fault
    raise BadInput(f"--host {host} --port {port or PORT}: cannot listen there: {error}")


def opened(data: Path | None, url: str | None) -> Store:
    """Where matches are kept. Raises BadInput."""
    try:
        if url is None:
            return SqliteStore((data or data_folder()) / "server.db")
        if data is not None:
            raise BadInput("--data and --store: matches are kept in one place, not in both")
        try:
            from affray.web.postgres_store import PostgresStore
        except ImportError:
            raise BadInput("--store needs psycopg: install affray[postgres]") from None
        return PostgresStore(url)
    except StoreError as error:
        raise BadInput(one_line(error)) from None


def hosts(host: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names under which the server may be called: a server for this machine alone answers to its names
    only, so that no other site can pass for it."""
    if not _is_loopback(host):
        return tuple(names)
    return (*LOOPBACK, host, *names)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _shown(host: str) -> str:
    """The host as a browser can call it; for all addresses, the one under which others find this machine."""
    if host in ("0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the way out
                return str(probe.getsockname()[0])
            except OSError:
                return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
