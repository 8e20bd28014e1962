"""Stores and servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from tests.web import postgres
from tests.web.server import Api, Server, serving

from affray.web.postgres_store import PostgresStore
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Store


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens the same empty store as often as it is called."""
    opened: list[Store] = []
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("DROP TABLE IF EXISTS entries, matches")

    def open_() -> Store:
        if request.param == "postgres":
            opened.append(PostgresStore(url))
        else:
            opened.append(SqliteStore(tmp_path / "server.db"))
        return opened[-1]

    yield open_
    for store in opened:
        store.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with generous limits, shared by the tests of a module."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def api(server: Server) -> Api:
    return Api(server.url)
