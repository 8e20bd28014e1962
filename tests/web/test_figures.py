"""Dice statistics, rate limits and addresses: small things that are easily computed wrongly."""

from __future__ import annotations

import random
import time

import pytest
from scipy.stats import chisquare

from affray.cli.serve import hosts
from affray.web.dicestats import count, unevenness
from affray.web.messages import Note
from affray.web.security import Bucket, Buckets, address_of, trusted


def test_unevenness_is_that_of_scipy() -> None:
    rng = random.Random("dice")
    for _ in range(200):
        sides = rng.choice((2, 3, 6, 10, 20))
        counts = [rng.randrange(0, 40) for _ in range(sides)]
        if sum(counts) >= sides:
            assert unevenness(counts) == pytest.approx(chisquare(counts).pvalue, abs=1e-9)
    assert unevenness([0, 1, 0, 0, 0, 0]) == 1.0


def test_dice_are_counted_by_seat() -> None:
    notes = [
        Note("a", (), (1, 6, 6), 6, 0),
        Note("b", (), (20,), 20, 1),
        Note("c", ()),
        Note("d", (), (3,), 6, -1),
    ]
    found = {(c.seat, c.sides): c.counts for c in count(notes)}
    assert found[-1, 6] == (1, 0, 1, 0, 0, 2)
    assert found[0, 6] == (1, 0, 0, 0, 0, 2)
    assert found[1, 20][19] == 1
    assert found[-1, 20] == found[1, 20]
    means = {(c.seat, c.sides): (c.mean, c.expected) for c in count(notes)}
    assert means[0, 6] == (pytest.approx(13 / 3), 3.5)


def test_a_bucket_runs_dry_and_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Bucket(2)
    assert [bucket.take() for _ in range(8)] == [0.0] * 8
    assert bucket.take() == pytest.approx(0.5)
    now[0] += 0.5
    assert bucket.take() == 0.0
    now[0] += 1000
    assert [bucket.take() for _ in range(9)].count(0.0) == 8


def test_addresses_have_buckets_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.web.security.REMEMBERED", 2)
    buckets = Buckets(0.01)
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0.0
    assert buckets.take("c") == 0.0
    assert buckets.take("a") == 0.0, "forgotten for the sake of newer ones"


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::"),
        (("fe80::1%eth0", 5), "fe80::"),
        (("::ffff:192.0.2.7", 5), "::ffff:192.0.2.7"),
        (("testclient", 5), "testclient"),
        (None, ""),
    ],
)
def test_addresses(client: object, address: str) -> None:
    assert address_of({"client": client}) == address


def test_who_is_trusted() -> None:
    def scope(**headers: str) -> dict[str, object]:
        return {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}

    assert trusted(scope(host="a.example:80"), ())
    assert trusted(scope(host="a.example:80", origin="http://a.example:80"), ())
    assert not trusted(scope(host="a.example:80", origin="http://a.example:81"), ())
    assert not trusted(scope(host="a.example", origin="http://b.example"), ())
    assert not trusted(scope(host="b.example"), ("a.example",))
    assert trusted(scope(host="A.example:99"), ("a.example",))


def test_hosts_of_a_server() -> None:
    assert "localhost" in hosts("127.0.0.1", ())
    assert hosts("0.0.0.0", ()) == ()
    assert hosts("0.0.0.0", ("a.example",)) == ("a.example",)
    assert "a.example" in hosts("::1", ("a.example",))
    assert hosts("games.example", ()) == ()
