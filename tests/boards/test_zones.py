"""Zone maps: sight is symmetric and turns with the map; distances are those of a plain search."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.boards.zones import FAR, Layout, ZoneMap, bits

Place = tuple[int, int]


class Plan:
    """A map as plain sets, for naive answers: places, joins (open or closed) and vents."""

    def __init__(
        self,
        places: set[Place],
        joins: set[frozenset[Place]],
        closed: set[frozenset[Place]],
        vents: set[Place],
    ) -> None:
        self.places = sorted(places)
        self.joins = sorted(joins, key=sorted)
        self.closed = closed
        self.vents = vents

    def map(self) -> ZoneMap:
        index = {place: i for i, place in enumerate(self.places)}
        edges = [tuple(sorted(index[place] for place in join)) for join in self.joins]
        opaque = sum(1 << index[place] for place in self.vents)
        return ZoneMap([f"{x},{y}" for x, y in self.places], self.places, edges, opaque)

    def layout(self) -> Layout:
        closed = sum(1 << i for i, join in enumerate(self.joins) if join in self.closed)
        return self.map().layout(closed)

    def turned(self, turn: int) -> Plan:
        """The plan rotated and reflected (turn 0…7)."""

        def move(place: Place) -> Place:
            x, y = place
            if turn & 4:
                x = -x
            for _ in range(turn & 3):
                x, y = -y, x
            return x, y

        return Plan(
            {move(p) for p in self.places},
            {frozenset(map(move, join)) for join in self.joins},
            {frozenset(map(move, join)) for join in self.closed},
            {move(p) for p in self.vents},
        )

    def open(self, a: Place, b: Place) -> bool:
        join = frozenset((a, b))
        return join in self.joins and join not in self.closed

    def sees(self, a: Place, b: Place) -> bool:
        """Sight in plain words, with exact fractions, border by border."""
        if a in self.vents or b in self.vents:
            return False
        (ax, ay), (bx, by) = a, b
        dx, dy = bx - ax, by - ay
        borders = {Fraction(2 * i + 1, 2 * abs(dx)) for i in range(abs(dx))}
        borders |= {Fraction(2 * j + 1, 2 * abs(dy)) for j in range(abs(dy))}
        here = a
        sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        for t in sorted(borders):
            x, y = ax + t * dx, ay + t * dy
            across, down = (x - Fraction(1, 2)).denominator == 1, (y - Fraction(1, 2)).denominator == 1
            beyond = (here[0] + sx * across, here[1] + sy * down)
            around = {here, beyond, (beyond[0], here[1]), (here[0], beyond[1])}
            if any(place not in self.places or place in self.vents for place in around):
                return False
            for p in around:
                for q in around:
                    if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1 and not self.open(p, q):
                        return False
            here = beyond
        return here == b

    def distance(self, a: Place, b: Place) -> int:
        """Breadth first over places; a vent may be an end of the path, not an inner place."""
        seen = {a: 0}
        queue = deque([a])
        while queue:
            here = queue.popleft()
            if here in self.vents and here != a:
                continue
            for there in self.places:
                if there not in seen and self.open(here, there):
                    seen[there] = seen[here] + 1
                    queue.append(there)
        return seen.get(b, FAR)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    grid = [(x, y) for x in range(width) for y in range(height)]
    places = {p for p in grid if draw(st.integers(0, 7))} or {grid[0]}
    joins = {
        frozenset((p, q))
        for p in sorted(places)
        for q in ((p[0] + 1, p[1]), (p[0], p[1] + 1))
        if q in places and draw(st.integers(0, 5))
    }
    closed = {join for join in sorted(joins, key=sorted) if not draw(st.integers(0, 9))}
    vents = {p for p in sorted(places) if not draw(st.integers(0, 9))}
    return Plan(places, joins, closed, vents)


def sight(layout: Layout) -> set[tuple[Place, Place]]:
    at = layout.map.at
    return {(at[a], at[b]) for a in range(len(at)) for b in range(len(at)) if layout.sees(a, b)}


@settings(max_examples=150, deadline=None)
@given(plans())
def test_sight_is_that_of_plain_words_and_symmetric(plan: Plan) -> None:
    found = sight(plan.layout())
    assert found == {(a, b) for a in plan.places for b in plan.places if plan.sees(a, b)}
    assert found == {(b, a) for a, b in found}


@settings(max_examples=60, deadline=None)
@given(plans(), st.integers(1, 7))
def test_sight_turns_with_the_map(plan: Plan, turn: int) -> None:
    turned = plan.turned(turn)
    moved = dict(zip(plan.turned(0).places, plan.places, strict=True))
    assert moved
    straight = {frozenset(pair) for pair in sight(plan.layout())}
    single = {p: Plan({p}, set(), set(), set()).turned(turn).places[0] for p in plan.places}
    assert {frozenset(pair) for pair in sight(turned.layout())} == {
        frozenset(single[p] for p in pair) for pair in straight
    }


@settings(max_examples=80, deadline=None)
@given(plans(), st.data())
def test_removing_walls_doors_or_vents_never_blocks(plan: Plan, data: st.DataObject) -> None:
    before = sight(plan.layout())
    vents = {p for p in sorted(plan.vents) if data.draw(st.booleans())}
    closed = {join for join in sorted(plan.closed, key=sorted) if data.draw(st.booleans())}
    walls = {
        frozenset((p, q))
        for p in plan.places
        for q in ((p[0] + 1, p[1]), (p[0], p[1] + 1))
        if q in plan.places and data.draw(st.booleans())
    }
    assert before <= sight(Plan(set(plan.places), set(plan.joins) | walls, closed, vents).layout())


@settings(max_examples=80, deadline=None)
@given(plans())
def test_distances_are_those_of_a_plain_search(plan: Plan) -> None:
    layout = plan.layout()
    for a, p in enumerate(plan.places):
        for b, q in enumerate(plan.places):
            assert layout.dist(a, b) == layout.dist(b, a) == plan.distance(p, q)
        for n in range(4):
            assert layout.within(a, n) == tuple(
                b for b, q in enumerate(plan.places) if plan.distance(p, q) <= n
            )


@settings(max_examples=60, deadline=None)
@given(plans(), st.data())
def test_a_zone_taken_away_is_as_if_never_there(plan: Plan, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(plan.places))
    left = Plan(
        set(plan.places) - {gone},
        {join for join in plan.joins if gone not in join},
        {join for join in plan.closed if gone not in join},
        plan.vents - {gone},
    )
    layout = plan.layout().without(plan.places.index(gone))
    assert sight(layout) == sight(left.layout())
    for a, p in enumerate(plan.places):
        for b, q in enumerate(plan.places):
            if gone not in (p, q):
                assert layout.dist(a, b) == left.distance(p, q)


def square(
    names: str = "abcd", edges: tuple[tuple[int, int], ...] = ((0, 1), (2, 3), (0, 2), (1, 3))
) -> ZoneMap:
    """Four zones: a b over c d."""
    return ZoneMap(names, [(0, 0), (1, 0), (0, 1), (1, 1)], edges)


def test_corners_need_all_four_zones_and_edges() -> None:
    assert square().layout().sees(0, 3)
    for edge in range(4):
        assert not square().layout(closed=1 << edge).sees(0, 3)
    assert not square(edges=((0, 1), (2, 3), (0, 2))).layout().sees(0, 3)


def test_what_a_ray_crosses() -> None:
    row = ZoneMap("abcd", [(x, 0) for x in range(4)], [(0, 1), (1, 2), (2, 3)])
    assert row.ray(0, 3) == (0b111, (1, 2))
    assert row.ray(0, 1) == (0b1, ())
    assert row.ray(2, 2) == (0, ())
    assert square().ray(0, 3) == (0b1111, ())


def test_opening_and_closing_edges() -> None:
    start = square().layout(closed=0b0001)
    assert start.opened(0) is square().layout() or start.opened(0).closed == 0
    assert start.opened(0).shut(0) is start
    assert start.neighbours[0] == (2,)
    assert start.opened(0).neighbours[0] == (1, 2)
    assert start.dist(0, 1) == 3
    assert start.without(2).dist(0, 1) == FAR


def test_opened_edges_change_sight() -> None:
    start = square().layout(closed=0b0001)
    assert not start.sees(0, 1)
    assert start.opened(0).sees(0, 1)


def test_masks() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]
    assert list(bits(0)) == []


@pytest.mark.parametrize(
    ("names", "at", "edges"),
    [
        ("aa", [(0, 0), (1, 0)], []),
        ("ab", [(0, 0), (0, 0)], []),
        ("ab", [(0, 0)], []),
        ("ab", [(0, 0), (2, 0)], [(0, 1)]),
        ("ab", [(0, 0), (1, 0)], [(0, 1), (1, 0)]),
        ("ab", [(0, 0), (1, 0)], [(0, 2)]),
    ],
)
def test_impossible_maps(names: str, at: list[Place], edges: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError):
        ZoneMap(names, at, edges)


def test_layouts_are_shared_but_not_without_end() -> None:
    zones = ZoneMap([str(i) for i in range(20)], [(i, 0) for i in range(20)], [(i, i + 1) for i in range(19)])
    assert zones.layout(5) is zones.layout(5)
    for closed in range(10_000):
        zones.layout(closed)
    assert len(zones._layouts) <= 4096
