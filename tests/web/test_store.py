"""Both stores keep the same promises."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from affray.web.postgres_store import PostgresStore
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Entry, MatchRow, SeatRow, Store, StoreError, entry_from, row_from

OpenStore = Callable[[], Store]


def row(match_id: str, created: int = 1, **more: object) -> MatchRow:
    seats = (SeatRow("marines", "person", "Ann", "a" * 64), SeatRow("aliens", "computer", "greedy", ""))
    fields = {"game": "avp", "version": "1", "setup": {"options": {"mission": "última €"}}, "seed": "s"}
    return MatchRow(
        id=match_id, seats=seats, watch_hash="w", takeback="free", created=created, **(fields | more)
    )  # type: ignore[arg-type]  # the fields of MatchRow


ENTRIES = [Entry("act", "walk M1 @ C1", 0), Entry("act", "end M1", 17), Entry("undo", "", 18)]


def test_a_match_is_kept(open_store: OpenStore) -> None:
    store = open_store()
    match = row("m1")
    assert store.match("m1") is None
    store.create(match)
    assert store.match("m1") == match
    assert open_store().match("m1") == match
    assert store.entries("m1") == []
    assert store.count("m1") == store.count("no such match") == 0


def test_an_id_is_taken_once(open_store: OpenStore) -> None:
    store = open_store()
    store.create(row("m1"))
    with pytest.raises(StoreError):
        store.create(row("m1", 2))
    found = store.match("m1")
    assert found is not None
    assert found.created == 1


def test_what_is_not_over_is_found(open_store: OpenStore) -> None:
    store = open_store()
    for name in ("m1", "m2", "m3"):
        store.create(row(name))
    store.finish("m2", "a draw")
    assert {match.id for match in store.going()} == {"m1", "m3"}
    assert store.going()[0].setup == row("m1").setup


def test_logs_grow(open_store: OpenStore) -> None:
    store = open_store()
    store.create(row("m1"))
    store.create(row("m2"))
    store.append("m1", 0, ENTRIES[:1])
    store.append("m1", 1, ENTRIES[1:])
    store.append("m2", 0, ENTRIES[2:])
    assert store.entries("m1") == open_store().entries("m1") == ENTRIES
    assert store.entries("m1", 2) == ENTRIES[2:]
    assert store.count("m1") == 3
    assert store.entries("m2") == ENTRIES[2:]


def test_a_place_is_written_once(open_store: OpenStore) -> None:
    store = open_store()
    store.create(row("m1"))
    store.append("m1", 0, ENTRIES[:2])
    with pytest.raises(StoreError):
        store.append("m1", 1, ENTRIES[2:])
    with pytest.raises(StoreError):
        open_store().append("m1", 0, ENTRIES)
    assert store.entries("m1") == ENTRIES[:2]


def test_several_entries_are_written_together_or_not(open_store: OpenStore) -> None:
    store = open_store()
    store.create(row("m1"))
    store.append("m1", 1, ENTRIES[1:2])
    with pytest.raises(StoreError):
        store.append("m1", 0, ENTRIES)
    assert store.entries("m1") == ENTRIES[1:2]


def test_no_log_without_its_match(open_store: OpenStore) -> None:
    store = open_store()
    with pytest.raises(StoreError):
        store.append("m1", 0, ENTRIES)
    assert store.count("m1") == 0


def test_results_are_noted(open_store: OpenStore) -> None:
    store = open_store()
    for name in ("m1", "m2"):
        store.create(row(name))
    store.finish("m2", "aliens won")
    store.finish("m3", "nobody knows it")
    found = [open_store().match(name) for name in ("m1", "m2", "m3")]
    assert [match.result if match else None for match in found] == ["", "aliens won", None]


def test_many_threads_at_once(open_store: OpenStore) -> None:
    store = open_store()
    failed: list[Exception] = []

    def play(match_id: str) -> None:
        try:
            store.create(row(match_id))
            for at in range(20):
                store.append(match_id, at, [Entry("act", f"{match_id} {at}", at)])
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(f"m{i}",)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    for i in range(8):
        assert [e.counter for e in store.entries(f"m{i}")] == list(range(20))


def test_two_servers_do_not_write_over_each_other(open_store: OpenStore) -> None:
    one, other = open_store(), open_store()
    one.create(row("m1"))
    won: list[str] = []

    def write(name: str, store: Store) -> None:
        for at in range(30):
            try:
                store.append("m1", at, [Entry("act", f"{name} {at}", at)])
                won.append(name)
            except StoreError:
                pass

    threads = [threading.Thread(target=write, args=pair) for pair in (("one", one), ("other", other))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == len(one.entries("m1")) == 30
    assert [e.counter for e in other.entries("m1")] == list(range(30))


# -- what each can meet alone --------------------------------------------------------------------------------


def test_sqlite_says_what_it_cannot_open(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is no database, but it is long enough to be looked at " * 20)
    with pytest.raises(StoreError, match=r"no\.db"):
        SqliteStore(tmp_path / "no.db")
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        SqliteStore(tmp_path / "file" / "server.db")


def test_sqlite_closed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "server.db")
    store.close()
    with pytest.raises(StoreError):
        store.match("m1")
    with pytest.raises(StoreError):
        store.create(row("m1"))


def test_postgres_out_of_reach(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        PostgresStore(f"postgresql://affray@/postgres?host={tmp_path}")


def test_postgres_connects_again(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    try:
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("DELETE FROM entries; DELETE FROM matches")
            store.create(row("m1"))
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            store.append("m1", 0, ENTRIES)
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            assert store.entries("m1") == ENTRIES
    finally:
        store.close()


def test_what_cannot_be_read() -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        row_from(b'{"id": 3}', "")
    with pytest.raises(StoreError, match="'rewind'"):
        entry_from("rewind", "", 0)
