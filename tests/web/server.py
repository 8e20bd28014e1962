"""A real server on a free port of the loopback, and clients that speak to it as pages and bots do."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from affray.cli.serve import config, listen
from affray.web.settings import Settings
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Store

PATIENCE = 30.0
"""Seconds that a test waits for anything at most: this machine may be busy."""
GENEROUS = Settings(requests=10_000, matches=10_000, messages=10_000, sockets=10_000, workers=2)
"""Limits that no test meets by accident."""


class Server:
    """A server in a thread of this process."""

    def __init__(self, store: Store, settings: Settings = GENEROUS) -> None:
        self.settings = settings
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(config(store, settings))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})

    def start(self) -> None:
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < until, "the server does not start"
            assert self._thread.is_alive(), "the server has ended"
            time.sleep(0.02)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not end"


@contextmanager
def serving(store: Store | Path, settings: Settings = GENEROUS) -> Iterator[Server]:
    """A running server over a store, or over a new one in a folder."""
    server = Server(SqliteStore(store / "server.db") if isinstance(store, Path) else store, settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Process:
    """``affray serve`` in a process of its own, on a free port unless one is named."""

    def __init__(self, *options: str | Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "affray", "serve", "--no-browser", "--access-log"]
        self._lines: list[str] = []
        self._process = subprocess.Popen(
            [*command, "--port", str(port), *map(str, options)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.pid = self._process.pid
        while "Affray is at" not in self.output:
            assert self._read(), self.output
        self.url = re.findall(r"http://\S+:\d+", self.output)[-1]
        self.port = int(self.url.rpartition(":")[2])
        # Somebody has to read on, else the server stands still once the pipe is full.
        self._reader = threading.Thread(target=lambda: all(iter(self._read, False)), daemon=True)
        self._reader.start()

    @property
    def output(self) -> str:
        """What it has said so far."""
        return "".join(self._lines)

    def _read(self) -> bool:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self._lines.append(line)
        return bool(line)

    def workers(self) -> list[int]:
        """Process ids of its worker processes, where this system tells them."""
        listed = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [int(pid) for children in listed for pid in children.read_text().split()]

    def lives(self) -> bool:
        return self._process.poll() is None

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        self._process.send_signal(how)
        self._reader.join(PATIENCE)
        return self._process.wait(PATIENCE)


class Api:
    """The REST side."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    def start(self, **wish: Any) -> dict[str, Any]:
        """Start a match of AvP; returns its keys."""
        answer = self.http.post("/api/matches", json={"game": "avp", **wish})
        assert answer.status_code == 201, answer.text
        links: dict[str, Any] = answer.json()
        return links

    def get(self, path: str, key: str = "", **params: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.http.get(path, headers=headers, params=params)


class Player:
    """A socket at a match. It remembers everything that it was told."""

    def __init__(self, url: str, match: str, key: str, **options: Any) -> None:
        self.socket: ClientConnection = connect(
            url.replace("http", "ws") + "/api/socket", legacy=True, **options
        )
        self.told: list[str] = []
        self.view: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.say(type="hello", match=match, key=key)

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.told.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            if message["perspective"] != self.view.get("perspective"):
                self.log.clear()
                self.log.extend([{}] * message["first"])
            self.view = message
            del self.log[message["first"] :]
            self.log += message["notes"]
        return message

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Listen until a message of a kind comes that has these fields."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear(end - time.monotonic())
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message
        raise AssertionError(f"no {kind} {fields} has come")

    def turn(self) -> dict[str, Any] | None:
        """Listen until this seat decides; None if the match is over."""
        while not self.view or not (self.view["decision"] or self.view["waiting"] < 0):
            self.hear()
        decision: dict[str, Any] | None = self.view["decision"]
        return decision

    def turn_or_wait(self) -> bool:
        """Whether this seat decides, once it has heard of everything that has happened by now."""
        while not self.view:
            self.hear()
        self.ask("rules", "nothing like that")
        return bool(self.view["decision"])

    def catch_up(self, version: int) -> None:
        """Listen until a version of the match has been told."""
        while self.view.get("version", -1) < version:
            self.hear()

    def act(self, action: str | None = None) -> None:
        """Take an action, the first listed by default, and wait until it is confirmed."""
        decision = self.turn()
        assert decision is not None
        before = self.view["version"]
        self.say(
            type="act",
            decision=decision["number"],
            action=action if action is not None else decision["options"][0]["action"],
        )
        while self.view["version"] == before or self.view["decision"] == decision:
            message = self.hear()
            assert message["type"] != "fault", message

    def ask(self, what: str, text: str = "", to: str = "") -> dict[str, Any]:
        """Ask a question; returns the answer, or the fault."""
        number = len(self.told) + 1000
        self.say(type="ask", id=number, what=what, text=text, to=to)
        while True:
            message = self.hear()
            if message.get("id") == number or message.get("ask") == number:
                return message

    def close(self) -> None:
        self.socket.close()
