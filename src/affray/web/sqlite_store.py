"""The store in a file of SQLite, for one server on one machine."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import msgspec

from affray.web.store import Entry, MatchRow, StoreError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, result TEXT NOT NULL DEFAULT '', data BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS matches_by_age ON matches (created DESC, id);
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), at INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT
    NULL, counter INTEGER NOT NULL, PRIMARY KEY (match_id, at)
) STRICT, WITHOUT ROWID;
"""


class SqliteStore:
    """See `affray.web.store.Store`. Raises StoreError if the file cannot be opened as a store."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            # Durable at once: what was confirmed survives a loss of power, not only the end of the process.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path}: {error}") from error

    def create(self, match: MatchRow) -> None:
        data = msgspec.json.encode(match)
        self._write(
            "INSERT INTO matches (id, created, data) VALUES (?, ?, ?)", (match.id, match.created, data)
        )

    def match(self, match_id: str) -> MatchRow | None:
        rows = self._read("SELECT data, result FROM matches WHERE id = ?", (match_id,))
        return _match(*rows[0]) if rows else None

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        rows = self._read(
            "SELECT kind, text, counter FROM entries WHERE match_id = ? AND at >= ? ORDER BY at",
            (match_id, start),
        )
        return [Entry(*row) for row in rows]

    def append(self, match_id: str, at: int, entry: Entry) -> None:
        self._write(
            "INSERT INTO entries (match_id, at, kind, text, counter) VALUES (?, ?, ?, ?, ?)",
            (match_id, at, entry.kind, entry.text, entry.counter),
        )

    def finish(self, match_id: str, result: str) -> None:
        self._write("UPDATE matches SET result = ? WHERE id = ?", (result, match_id))

    def recent(self, limit: int) -> list[MatchRow]:
        rows = self._read("SELECT data, result FROM matches ORDER BY created DESC, id LIMIT ?", (limit,))
        return [_match(*row) for row in rows]

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

    def _write(self, query: str, values: tuple[object, ...]) -> None:
        with self._lock:
            try:
                self._db.execute(query, values)
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error


def _match(data: object, result: object) -> MatchRow:
    row = msgspec.json.decode(data, type=MatchRow)  # type: ignore[arg-type]  # a BLOB column
    return msgspec.structs.replace(row, result=str(result))
