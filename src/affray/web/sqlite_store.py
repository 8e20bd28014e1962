"""The store in a file of SQLite, for one server on one machine."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import msgspec

from affray.web.store import Entry, MatchRow, StoreError, entry_from, row_from

_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, result TEXT NOT NULL DEFAULT '', data BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), at INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, counter INTEGER NOT NULL, PRIMARY KEY (match_id, at)
) STRICT, WITHOUT ROWID;
"""
BUSY = 5.0
"""Seconds that a call waits for another process that is writing."""


class SqliteStore:
    """See `affray.web.store.Store`. Raises StoreError if the file cannot be opened as a store."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=BUSY, check_same_thread=False, isolation_level=None)
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
            "INSERT INTO matches (id, created, result, data) VALUES (?, ?, ?, ?)",
            [(match.id, match.created, match.result, data)],
        )

    def match(self, match_id: str) -> MatchRow | None:
        rows = self._read("SELECT data, result FROM matches WHERE id = ?", (match_id,))
        return row_from(*rows[0]) if rows else None

    def going(self) -> list[MatchRow]:
        return [
            row_from(*found) for found in self._read("SELECT data, result FROM matches WHERE result = ''", ())
        ]

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        rows = self._read(
            "SELECT kind, text, counter FROM entries WHERE match_id = ? AND at >= ? ORDER BY at",
            (match_id, start),
        )
        return [entry_from(*row) for row in rows]

    def append(self, match_id: str, at: int, entries: list[Entry]) -> None:
        self._write(
            "INSERT INTO entries (match_id, at, kind, text, counter) VALUES (?, ?, ?, ?, ?)",
            [(match_id, at + i, e.kind, e.text, e.counter) for i, e in enumerate(entries)],
        )

    def count(self, match_id: str) -> int:
        found: int = self._read("SELECT count(*) FROM entries WHERE match_id = ?", (match_id,))[0][0]
        return found

    def finish(self, match_id: str, result: str) -> None:
        self._write("UPDATE matches SET result = ? WHERE id = ?", [(result, match_id)])

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _read(self, query: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

    def _write(self, query: str, rows: list[tuple[object, ...]]) -> None:
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    self._db.executemany(query, rows)
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error
