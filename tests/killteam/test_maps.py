"""The killzones of Kill Team (KILLTEAM-C.MAP)."""

from __future__ import annotations

import pytest

from affray.boards.plane.solids import INCH, Box, inches, overlaps
from affray.games.killteam.content import ACCESSIBLE, BLOCKING, CEILING, EXPOSED, HEAVY, VANTAGE, Map
from affray.games.killteam.loading import content

GAME = content()


MAPS = tuple(GAME.maps)


def test_number_of_parts() -> None:
    assert {id: len(map_.parts) for id, map_ in GAME.maps.items()} == {"a": 62, "b": 31, "c": 6}
    assert {id: len(map_.features) for id, map_ in GAME.maps.items()} == {"a": 16, "b": 15, "c": 6}


@pytest.mark.parametrize("id", MAPS)
def test_parts_do_not_overlap(id: str) -> None:
    parts = GAME.maps[id].parts
    for i, a in enumerate(parts):
        for b in parts[:i]:
            assert (
                a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 or b.y1 <= a.y0 or a.zh <= b.zl or b.zh <= a.zl
            )


def turned(map_: Map, part: Box) -> tuple[int, ...]:
    w, d = map_.area.x1, map_.area.y1
    return (w - part.x1, d - part.y1, w - part.x0, d - part.y0, part.zl, part.zh, part.flags)


@pytest.mark.parametrize("id", MAPS)
def test_maps_are_symmetric(id: str) -> None:
    map_ = GAME.maps[id]
    assert {turned(map_, part) for part in map_.parts} == {part[:7] for part in map_.parts}
    for part in map_.parts:
        twins = {map_.features[other.group] for other in map_.parts if other[:7] == turned(map_, part)}
        name = map_.features[part.group]
        assert twins == {name.replace("a", "*").replace("b", "a").replace("*", "b")}
    centre, west, east = map_.objectives
    assert centre == (inches(15), inches(11))
    assert east == (map_.area.x1 - west[0], map_.area.y1 - west[1])
    assert map_.drop_zones == ((0, 0, inches(6), inches(22)), (inches(24), 0, inches(30), inches(22)))
    assert map_.territories == ((0, 0, inches(15), inches(22)), (inches(15), 0, inches(30), inches(22)))


def test_some_parts() -> None:
    kessel = GAME.maps["a"]
    assert kessel.objectives[1] == (inches(8), inches("9.75"))
    assert kessel.strongholds == (
        (inches(9), inches(2), inches(14), inches(7)),
        (inches(16), inches(15), inches(21), inches(20)),
    )
    doors = [part for part in kessel.parts if part.flags & ACCESSIBLE]
    assert len(doors) == 4
    assert doors[0] == (26670, 16510, 30480, 17780, 0, 6985, HEAVY | ACCESSIBLE, kessel.features.index("Sa"))
    levels = {part.zh for map_ in GAME.maps.values() for part in map_.parts if part.flags & VANTAGE}
    assert levels == {inches(3), inches(5), inches("2.5"), inches("3.25")}
    assert all(part.flags & CEILING for part in kessel.parts if part.flags & VANTAGE)
    yard = GAME.maps["b"]
    assert sum(bool(part.flags & BLOCKING) for part in yard.parts) == 2
    assert sum(part.flags == EXPOSED for part in yard.parts) == 4
    assert {id for id, map_ in GAME.maps.items() if map_.rules} == {"a"}


STEP = INCH // 4


def reachable(map_: Map, radius: int, walls: list[Box]) -> set[tuple[int, int]]:
    """Centres on a lattice that a base reaches along the floor from the western drop zone."""
    free = {
        (x, y)
        for x in range(radius, map_.area.x1 - radius + 1, STEP)
        for y in range(radius, map_.area.y1 - radius + 1, STEP)
        if not any(overlaps(x, y, radius, wall) for wall in walls)
    }
    todo = [point for point in free if point[0] <= map_.drop_zones[0].x1 - radius]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        for near in ((x + STEP, y), (x - STEP, y), (x, y + STEP), (x, y - STEP)):
            if near in free and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen


@pytest.mark.parametrize("id", MAPS)
def test_the_largest_base_walks_everywhere(id: str) -> None:
    """A 40 mm base gets from a drop zone to all objectives and to the other drop zone without climbing."""
    map_ = GAME.maps[id]
    floor = [part for part in map_.parts if part.zl == 0]
    seen = reachable(map_, 2000, floor)
    for x, y in map_.objectives:
        assert any((x - a) ** 2 + (y - b) ** 2 <= STEP**2 for a, b in seen)
    assert any(x >= map_.drop_zones[1].x0 + 2000 for x, _ in seen)


def test_strongholds_are_entered_through_doors_only() -> None:
    map_ = GAME.maps["a"]
    floor = [part for part in map_.parts if part.zl == 0]
    seen = reachable(map_, 1250, floor)
    for hold in map_.strongholds:
        assert not any(hold.x0 < x < hold.x1 and hold.y0 < y < hold.y1 for x, y in seen)
    inside = reachable(map_, 1250, [part for part in floor if not part.flags & ACCESSIBLE])
    for hold in map_.strongholds:
        assert any(hold.x0 < x < hold.x1 and hold.y0 < y < hold.y1 for x, y in inside)
