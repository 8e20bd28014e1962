"""The store in a PostgreSQL database, for servers that share one."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import psycopg

from affray.web.store import Entry, MatchRow, StoreError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, created BIGINT NOT NULL, result TEXT NOT NULL DEFAULT '', data BYTEA NOT NULL
);
CREATE INDEX IF NOT EXISTS matches_by_age ON matches (created DESC, id);
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), at INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT
    NULL, counter BIGINT NOT NULL, PRIMARY KEY (match_id, at)
);
"""


class PostgresStore:
    """See `affray.web.store.Store`. `url` is a connection string of libpq.

    A connection that was lost is made anew at the next call. Raises StoreError if the database is out of
    reach.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._db: psycopg.Connection[tuple[Any, ...]] | None = None
        self._run(_SCHEMA, None)

    def create(self, match: MatchRow) -> None:
        data = msgspec.json.encode(match)
        self._run(
            "INSERT INTO matches (id, created, data) VALUES (%s, %s, %s)", (match.id, match.created, data)
        )

    def match(self, match_id: str) -> MatchRow | None:
        rows = self._rows("SELECT data, result FROM matches WHERE id = %s", (match_id,))
        return _match(*rows[0]) if rows else None

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        rows = self._rows(
            "SELECT kind, text, counter FROM entries WHERE match_id = %s AND at >= %s ORDER BY at",
            (match_id, start),
        )
        return [Entry(*row) for row in rows]

    def append(self, match_id: str, at: int, entry: Entry) -> None:
        self._run(
            "INSERT INTO entries (match_id, at, kind, text, counter) VALUES (%s, %s, %s, %s, %s)",
            (match_id, at, entry.kind, entry.text, entry.counter),
        )

    def finish(self, match_id: str, result: str) -> None:
        self._run("UPDATE matches SET result = %s WHERE id = %s", (result, match_id))

    def recent(self, limit: int) -> list[MatchRow]:
        rows = self._rows("SELECT data, result FROM matches ORDER BY created DESC, id LIMIT %s", (limit,))
        return [_match(*row) for row in rows]

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return self._run(query, values, fetch=True)

    def _run(
        self, query: str, values: tuple[object, ...] | None, *, fetch: bool = False
    ) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                if self._db is None or self._db.closed:
                    self._db = psycopg.connect(self._url, autocommit=True)
                cursor = self._db.execute(query.encode(), values)
                return cursor.fetchall() if fetch else []
            except psycopg.OperationalError as error:
                if self._db is not None:
                    self._db.close()
                    self._db = None
                raise StoreError(str(error)) from error
            except psycopg.Error as error:
                raise StoreError(str(error)) from error


def _match(data: bytes, result: str) -> MatchRow:
    return msgspec.structs.replace(msgspec.json.decode(data, type=MatchRow), result=result)
