"""The store in a PostgreSQL database, for servers that share one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, LiteralString, TypeAlias

import msgspec
import psycopg

from affray.web.store import Entry, MatchRow, StoreError, entry_from, row_from

_SCHEMA: LiteralString = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, created BIGINT NOT NULL, result TEXT NOT NULL DEFAULT '', data BYTEA NOT NULL
);
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), at INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, counter BIGINT NOT NULL, PRIMARY KEY (match_id, at)
);
"""
_ONE_AT_A_TIME = 0x41665261
"""Key of the lock under which one server at a time lays out the tables."""
PATIENCE = 5
"""Seconds that a connection may take to come about."""
SLOWEST = 10_000
"""Milliseconds that a statement may take, and that a silent connection is waited for."""

_Db: TypeAlias = psycopg.Connection[tuple[Any, ...]]


class PostgresStore:
    """See `affray.web.store.Store`. `url` is a connection string of libpq.

    A connection that was lost is made anew. Raises StoreError if the database is out of reach.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._db: _Db | None = None
        self._do(self._lay_out)

    def create(self, match: MatchRow) -> None:
        data = msgspec.json.encode(match)
        self._write(
            "INSERT INTO matches (id, created, result, data) VALUES (%s, %s, %s, %s)",
            [(match.id, match.created, match.result, data)],
        )

    def match(self, match_id: str) -> MatchRow | None:
        rows = self._read("SELECT data, result FROM matches WHERE id = %s", (match_id,))
        return row_from(*rows[0]) if rows else None

    def going(self) -> list[MatchRow]:
        return [
            row_from(*found) for found in self._read("SELECT data, result FROM matches WHERE result = ''", ())
        ]

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        rows = self._read(
            "SELECT kind, text, counter FROM entries WHERE match_id = %s AND at >= %s ORDER BY at",
            (match_id, start),
        )
        return [entry_from(*row) for row in rows]

    def append(self, match_id: str, at: int, entries: list[Entry]) -> None:
        self._write(
            "INSERT INTO entries (match_id, at, kind, text, counter) VALUES (%s, %s, %s, %s, %s)",
            [(match_id, at + i, e.kind, e.text, e.counter) for i, e in enumerate(entries)],
        )

    def count(self, match_id: str) -> int:
        found: int = self._read("SELECT count(*) FROM entries WHERE match_id = %s", (match_id,))[0][0]
        return found

    def finish(self, match_id: str, result: str) -> None:
        self._write("UPDATE matches SET result = %s WHERE id = %s", [(result, match_id)])

    def close(self) -> None:
        with self._lock:
            self._drop()

    @staticmethod
    def _lay_out(db: _Db) -> list[tuple[Any, ...]]:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
            db.execute(_SCHEMA)
        return []

    def _read(self, query: LiteralString, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return self._do(lambda db: db.execute(query, values).fetchall())

    def _write(self, query: LiteralString, rows: list[tuple[object, ...]]) -> None:
        def write(db: _Db) -> list[tuple[Any, ...]]:
            with db.transaction():
                for row in rows:
                    db.execute(query, row)
            return []

        self._do(write)

    def _do(self, work: Callable[[_Db], list[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
        """Do something with the connection.

        A lost connection is noticed only when it is used: then one try with a new one. (A write that came
        through though its confirmation was lost fails at the second try, since its place is taken.)
        """
        with self._lock:
            fresh = self._db is None
            try:
                return work(self._connected())
            except psycopg.OperationalError as error:
                self._drop()
                if fresh:
                    raise StoreError(_words(error)) from error
            except psycopg.Error as error:
                raise StoreError(_words(error)) from error
            try:
                return work(self._connected())
            except psycopg.Error as error:
                self._drop()
                raise StoreError(_words(error)) from error

    def _connected(self) -> _Db:
        if self._db is None:
            self._db = psycopg.connect(
                self._url, autocommit=True, connect_timeout=PATIENCE, tcp_user_timeout=SLOWEST
            )
            self._db.execute("SELECT set_config('statement_timeout', %s, false)", (str(SLOWEST),))
        return self._db

    def _drop(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _words(error: Exception) -> str:
    return " ".join(str(error).split())
