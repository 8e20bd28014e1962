"""Contract 10: sight is symmetric, does not care how the board lies, and never suffers from an opening."""

from __future__ import annotations

import pytest
from tests.contract.fixture import Fixture

from affray.boards.zones import ZoneMap, bits


def turned(zones: ZoneMap, a: int, b: int, c: int, d: int) -> ZoneMap:
    """The same zones with centres at (ax + by, cx + dy)."""
    at = [(a * x + b * y, c * x + d * y) for x, y in zones.at]
    return ZoneMap(zones.names, at, zones.edges, zones.opaque)


TURNS = {
    "quarter": (0, -1, 1, 0), "half": (-1, 0, 0, -1), "three quarters": (0, 1, -1, 0),
    "mirror": (-1, 0, 0, 1), "flip": (1, 0, 0, -1), "diagonal": (0, 1, 1, 0),
    "other diagonal": (0, -1, -1, 0),
}  # fmt: skip


def test_symmetric(fixture: Fixture) -> None:
    for name, (zones, doors) in fixture.boards().items():
        for layout in (zones.layout(doors), zones.layout()):
            for a in range(len(zones.at)):
                for b in bits(layout.seen(a)):
                    assert layout.sees(b, a), (name, zones.names[a], zones.names[b])


@pytest.mark.parametrize("turn", TURNS)
def test_rotation_and_reflection_change_nothing(fixture: Fixture, turn: str) -> None:
    for name, (zones, doors) in fixture.boards().items():
        other = turned(zones, *TURNS[turn])
        for a in range(len(zones.at)):
            assert zones.layout(doors).seen(a) == other.layout(doors).seen(a), (name, zones.names[a])
            for b in range(len(zones.at)):
                first, second = zones.ray(a, b), other.ray(a, b)
                assert (first is None) == (second is None)
                if first is not None and second is not None:
                    assert (first[0], sorted(first[1])) == (second[0], sorted(second[1]))


def test_an_opening_never_blocks(fixture: Fixture) -> None:
    """Every door opened alone, and all together, only adds to what is seen and shortens ways."""
    for _, (zones, doors) in fixture.boards().items():
        shut = zones.layout(doors)
        for edge in bits(doors):
            opened = shut.opened(edge)
            for a in range(len(zones.at)):
                assert shut.seen(a) & ~opened.seen(a) == 0
                assert all(b <= c for b, c in zip(opened.distances(a), shut.distances(a), strict=True))


def test_distance(fixture: Fixture) -> None:
    """Ways are as long one way as the other, and a step changes them by one at most."""
    for _, (zones, doors) in fixture.boards().items():
        layout = zones.layout(doors)
        for a in range(len(zones.at)):
            row = layout.distances(a)
            assert row[a] == 0
            for b in range(len(zones.at)):
                assert row[b] == layout.distances(b)[a]
                for c in layout.neighbours[b]:
                    if not zones.opaque >> b & 1 and not zones.opaque >> c & 1:
                        assert abs(row[b] - row[c]) <= 1
