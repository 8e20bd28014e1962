"""Reach: every way offered is legal and costs what is said; what can be reached is found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush

import pytest
from tests.boards.plane.maps import BOARD, LIMITS, TRAITS, L, box, scene
from tests.boards.plane.shapes import HEADS, spots

from affray.boards.plane.lattice import BLOCKED, RESTING, SPACING, Lattice, lattice_of
from affray.boards.plane.moves import (
    Aid,
    Kind,
    Leg,
    Mover,
    Opening,
    Spot,
    Step,
    check_leg,
    nearest_on,
    way_cost,
)
from affray.boards.plane.placing import disc_in_the_way
from affray.boards.plane.reach import Reach, Stop, Task
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Box, Disc, Rect, covers, inches, within
from affray.boards.plane.surroundings import Zone

R = 1600


def at(x: float, y: float, z: float = 0) -> Spot:
    return Spot(inches(str(x)), inches(str(y)), inches(str(z)))


def reach(place: Scene, task: Task) -> Reach:
    return Reach(lattice_of(place, task.mover.r), task)


def steps_to(place: Scene, task: Task, found: Reach, stop: Stop) -> list[Step]:
    """The steps of a way, each checked exactly."""
    here, steps = task.start, []
    legs = found.legs(stop)
    assert 0 < len(legs) <= task.legs
    for i, leg in enumerate(legs):
        step = check_leg(place, task.mover, here, leg, i == len(legs) - 1)
        assert isinstance(step, Step), (task, legs, i, step)
        assert task.climbs or not step.climb
        steps.append(step)
        here = step.end
    assert here == stop.spot
    return steps


def acts(zone: Zone, spot: Spot, r: int) -> bool:
    return within(Disc(*spot, r), zone.disc, zone.reach) and (zone.acts is None or zone.acts(*spot))


def check(place: Scene, task: Task) -> list[Stop]:
    """Check every way that is offered against the exact rules."""
    found, r = reach(place, task), task.mover.r
    stops = found.stops()
    for stop in stops:
        steps = steps_to(place, task, found, stop)
        before = Step(Kind.OFF, task.start, task.start, 0, 0, 0, task.dropped, 0, 0, None)
        paid = max(0, task.dropped - LIMITS.free_drop)
        cost = way_cost([before, *steps], LIMITS.free_drop, task.quantum, task.aids, r) - paid
        assert cost == stop.cost <= task.budget
        for zone in task.shun:
            for step in steps:
                assert not acts(zone, nearest_on(step, zone.disc.x, zone.disc.y), r)
                assert not acts(zone, step.end, r)
        for zone in task.hold:
            entered = False
            for step in steps:
                entered |= acts(zone, nearest_on(step, zone.disc.x, zone.disc.y), r)
                assert not entered or acts(zone, step.end, r)
    assert len({stop.spot for stop in stops}) == len(stops)
    return stops


def crowd(place: Scene, r: int, seed: int) -> Iterator[tuple[Spot, tuple[Disc, ...], tuple[Disc, ...]]]:
    """A mover, four discs that it may not pass and four that it may, some of them near."""
    rng = random.Random(seed)
    source = spots(place, r, seed)
    while True:
        start = next(source)
        discs = [Disc(*start, r)]
        for spot in source:
            near = abs(spot.x - start.x) < 6 * INCH and abs(spot.y - start.y) < 6 * INCH
            disc = Disc(*spot, r)
            if (near or rng.random() < 0.03) and not disc_in_the_way(place, disc, discs):
                discs.append(disc)
            if len(discs) == 9:
                break
        if seed % 2:
            start = Spot(start.x // SPACING * SPACING, start.y // SPACING * SPACING, start.z)
            if lattice_of(place, r).standing(lattice_of(place, r).node_at(start) or 0) != RESTING:
                continue
            if disc_in_the_way(place, Disc(*start, r), discs[1:]):
                continue
        yield start, tuple(discs[1:5]), tuple(discs[5:])


def seen_from(place: Scene, disc: Disc) -> Zone:
    """The zone within an inch of a disc from where one can see it or be seen."""
    h, r = HEADS[disc.r], disc.r
    body = Body(*disc, h)

    def sight(x: int, y: int, z: int) -> bool:
        there = Body(x, y, z, r, h)
        return place.sees(x, y, z + h, body) or place.sees(disc.x, disc.y, disc.z + h, there)

    return Zone(disc, INCH, sight, (h, r))


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize("r", [1250, 1600, 2000])
def test_every_way_is_legal(name: str, r: int) -> None:
    place, kinds = scene(name), set()
    for i, (start, enemies, friends) in zip(range(6), crowd(place, r, 3 * r + len(name))):
        zones = tuple(seen_from(place, enemy) for enemy in enemies)
        mover = Mover(r, enemies, friends)
        task = Task(start, 6 * INCH, mover)
        variants = (
            task._replace(shun=zones),
            task._replace(hold=zones[:2], budget=7 * INCH),
            task._replace(climbs=False, budget=3 * INCH, shun=zones),
            task._replace(quantum=INCH),
            task._replace(dropped=INCH, legs=3),
        )
        stops = check(place, variants[i % 5])
        found = reach(place, variants[i % 5])
        kinds |= {leg.kind for stop in stops for leg in found.legs(stop)}
    assert Kind.WALK in kinds


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [
        ("A", at(12, 3, 3), Kind.OFF),
        ("A", at(12, 1.3), Kind.UP),
        ("B", at(10.3, 14.7, 2.5), Kind.LEAP),
        ("C", at(9, 3.25), Kind.OVER),
        ("A", at(11.3, 8.2), Kind.THROUGH),
    ],
)
def test_kinds_of_legs_are_offered(name: str, start: Spot, kind: Kind) -> None:
    place = scene(name)
    if kind is Kind.OVER:
        wide = Box(*at(2, 4)[:2], *at(16, 4.5)[:2], 0, INCH, L, 9)
        place = Scene(BOARD, (wide,), TRAITS, LIMITS)
    task = Task(start, 6 * INCH, Mover(R))
    stops = check(place, task)
    found = reach(place, task)
    assert any(leg.kind is kind for stop in stops for leg in found.legs(stop))


def test_what_a_straight_walk_reaches_is_found() -> None:
    place, missed, all_of_them = scene("A"), 0, 0
    lattice = lattice_of(place, R)
    for start, enemies, _ in (found for _, found in zip(range(12), crowd(place, R, 77))):
        task = Task(start, 6 * INCH, Mover(R, enemies))
        costs = {stop.spot: stop.cost for stop in reach(place, task).stops()}
        base = place.levels.index(start.z) * lattice.area
        for plan in lattice.places_within(*start[:2], task.budget**2):
            spot = lattice.spot(base + plan)
            step = check_leg(place, task.mover, start, Leg(Kind.WALK, *spot), True)
            if isinstance(step, Step) and step.length <= task.budget and spot != start:
                all_of_them += 1
                missed += costs.get(spot, 2 * task.budget) > step.length + 5
    assert all_of_them > 1000
    assert missed <= all_of_them // 200


def best_costs(lattice: Lattice, start: int, budget: int) -> dict[int, int]:
    """The least costs over all straight walks between nodes and all hops, with all drops free: by brute
    force.
    """
    cost, heap, done = {start: 0}, [(0, start)], set()
    while heap:
        value, node = heappop(heap)
        if node in done:
            continue
        done.add(node)
        spot, base = lattice.spot(node), node // lattice.area * lattice.area
        ways = [(hop[0], hop[1]) for hop in lattice.hops(spot)]
        for place in lattice.places_within(spot.x, spot.y, (budget - value) ** 2):
            other = base + place
            if lattice.standing(other) >= 2 and lattice.clear(node, other) != BLOCKED:
                ways.append((lattice.lengths[other - node], other))
        for more, other in ways:
            if value + more <= budget and value + more < cost.get(other, budget + 1):
                cost[other] = value + more
                heappush(heap, (value + more, other))
    return {node: value for node, value in cost.items() if lattice.standing(node) == RESTING and value}


@pytest.mark.parametrize(("name", "x", "y"), [("A", 12, 8), ("A", 7, 14), ("B", 8, 16), ("C", 10.5, 13)])
def test_no_much_better_way_exists(name: str, x: float, y: float) -> None:
    place, budget = scene(name), 5 * INCH
    lattice = lattice_of(place, R)
    start = lattice.node_at(at(x, y))
    assert start is not None
    best = best_costs(lattice, start, budget)
    found = {stop.spot: stop.cost for stop in reach(place, Task(at(x, y), budget, Mover(R))).stops()}
    assert set(found) == {lattice.spot(node) for node in best}
    for node, cost in best.items():
        assert found[lattice.spot(node)] <= 1.02 * cost + 5


# --- Zones --------------------------------------------------------------------------------------------------


def test_a_zone_to_be_shunned() -> None:
    place, enemy = scene("C"), Disc(*at(5, 13), R)
    task = Task(at(5, 10), 6 * INCH, Mover(R, (enemy,)))
    free = {stop.spot for stop in check(place, task)}
    shy = {stop.spot for stop in check(place, task._replace(shun=(Zone(enemy, INCH),)))}
    assert shy < free
    assert at(5, 11.5) in free - shy
    blind = Zone(enemy, INCH, lambda x, y, z: False)
    assert {stop.spot for stop in check(place, task._replace(shun=(blind,)))} == free
    assert check(place, task._replace(start=at(5, 11), shun=(Zone(enemy, INCH),))) == []


def test_a_zone_that_holds() -> None:
    place, enemy = scene("C"), Disc(*at(5, 13), R)
    zone = Zone(enemy, INCH)
    task = Task(at(5, 10), 8 * INCH, Mover(R, (enemy,)), hold=(zone,))
    stops = check(place, task)
    inside = [stop for stop in stops if acts(zone, stop.spot, R)]
    assert inside
    found = reach(place, task)
    assert any(len(found.legs(stop)) > 1 for stop in inside), "around it, within it"
    within_now = task._replace(start=at(5, 11.5))
    assert all(acts(zone, stop.spot, R) for stop in check(place, within_now))


# --- Details ------------------------------------------------------------------------------------------------


def test_other_discs_take_places() -> None:
    place, friend = scene("C"), Disc(*at(5, 12), R)
    task = Task(at(5, 10), 6 * INCH, Mover(R, others=(friend,)))
    stops = {stop.spot: stop.cost for stop in check(place, task)}
    assert at(5, 12) not in stops
    assert at(5, 11) not in stops, "overlaps it"
    assert stops[at(5, 14)] == 4 * INCH, "straight through it"


def test_aids_make_climbs_cheap() -> None:
    place = scene("A")
    group = box("A", "Sa").group
    aid = Aid(group, Disc(*at(12, 2), 0), INCH, INCH)
    task = Task(at(12, 1), 4 * INCH, Mover(R))
    assert not any(stop.spot.z for stop in check(place, task))
    assert any(stop.spot.z == inches(3) for stop in check(place, task._replace(aids=(aid,))))


def test_openings_lead_through_walls() -> None:
    place, wall = scene("C"), box("C", "Wa")
    task = Task(at(8.5, 10), 4 * INCH, Mover(R))
    behind = at(11, 10)
    assert behind not in {stop.spot for stop in check(place, task)}
    opening = Opening(wall, Disc(*at(9, 10), 1000), INCH)
    opened = task._replace(mover=Mover(R, openings=(opening,)))
    assert behind in {stop.spot for stop in check(place, opened)}


def test_wire_is_paid_for() -> None:
    wire = Box(*at(3, 12)[:2], *at(6, 12.5)[:2], 0, inches("0.5"), TRAITS.glass | TRAITS.ghost | 1 << 8, 9)
    place = Scene(BOARD, (*scene("C").boxes, wire), TRAITS, LIMITS)
    stops = {stop.spot: stop.cost for stop in check(place, Task(at(4.5, 10), 6 * INCH, Mover(R)))}
    assert stops[at(4.5, 15)] == 6 * INCH
    assert at(4.5, 16) not in stops


def test_the_number_of_legs_is_bounded() -> None:
    task = Task(at(8.5, 10), 8 * INCH, Mover(R), legs=1)
    found = reach(scene("C"), task)
    assert {len(found.legs(stop)) for stop in check(scene("C"), task)} == {1}


def test_ways_to_places_between_the_nodes() -> None:
    place, mover = scene("A"), Mover(R)
    task = Task(at(12.13, 1.31), 6 * INCH, mover)
    found = reach(place, task)
    for end in (at(10.77, 1.03), at(12.21, 3.61, 3)):
        legs = found.way_to(end)
        assert legs is not None
        here, steps = task.start, []
        for i, leg in enumerate(legs):
            step = check_leg(place, mover, here, leg, i == len(legs) - 1)
            assert isinstance(step, Step)
            steps.append(step)
            here = step.end
        assert here == end
        assert way_cost(steps, LIMITS.free_drop) <= task.budget
    assert found.way_to(at(25, 20)) is None
    enemy = Disc(*at(10.77, 1.03), R)
    shy = reach(place, task._replace(start=at(13.2, 1), shun=(Zone(enemy, INCH),)))
    assert shy.way_to(at(11.5, 1.03)) is None


def test_the_same_question_has_the_same_answer() -> None:
    place = Scene(BOARD, scene("A").boxes, TRAITS, LIMITS)
    task = Task(at(12.3, 8.1), 6 * INCH, Mover(R, (Disc(*at(14, 8.5), R),)))
    answers = []
    for lattice in (Lattice(place, R, SPACING), lattice_of(scene("A"), R)):
        for _ in range(2):
            found = Reach(lattice, task)
            answers.append([(stop.spot, stop.cost, found.legs(stop)) for stop in found.stops()])
    assert all(answer == answers[0] for answer in answers)


def test_boards_are_walkable_and_buildings_have_doors() -> None:
    """A wide disc walks from one side of each board to the middle; into the big building lead only doors."""
    for name, marks in (
        ("A", [(15, 11), (8, 9.75)]),
        ("B", [(15, 11), (7.5, 11.5)]),
        ("C", [(15, 11), (7, 10)]),
    ):
        task = Task(at(2, 14), 60 * INCH, Mover(2000), climbs=False, legs=40)
        stops = reach(scene(name), task).stops()
        for x, y in marks:
            mark = Disc(*at(x, y), 2000)
            assert any(within(Disc(*stop.spot, 2000), mark, 0) for stop in stops), (name, x, y)
    found = reach(scene("A"), Task(at(2, 14), 60 * INCH, Mover(R), climbs=False, legs=40))
    house = Rect(*at(9, 2)[:2], *at(14, 7)[:2])
    indoors = [stop for stop in found.stops() if covers(house, *stop.spot[:2])]
    assert indoors
    assert all(Kind.THROUGH in {leg.kind for leg in found.legs(stop)} for stop in indoors)


def test_places_in_a_rectangle() -> None:
    lattice, zone = lattice_of(scene("A"), 2000), Rect(0, 0, 6 * INCH, 22 * INCH)
    places = lattice.places_in(zone, 0)
    assert len(places) > 100
    assert all(2000 <= x <= 6 * INCH - 2000 and z == 0 for x, _, z in places)


def test_nodes() -> None:
    lattice = lattice_of(scene("B"), R)
    for spot in (at(5, 10), at(15, 11, 3.25)):
        node = lattice.node_at(spot)
        assert node is not None
        assert lattice.spot(node) == spot
    assert lattice.node_at(at(5.1, 10)) is None
    assert lattice.node_at(at(-1, 10)) is None
    assert lattice.node_at(at(5, 10, 1)) is None


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize("r", [1250, 1600, 2000])
def test_no_hop_from_the_ground_costs_less_than_the_least(name: str, r: int) -> None:
    lattice = lattice_of(scene(name), r)
    fields = [node for node in range(lattice.area) if node % lattice.stride < lattice.columns]
    nodes = [node for node in fields if lattice.standing(node) == RESTING]
    costs = [hop[0] for node in nodes for hop in lattice.hops(lattice.spot(node))]
    assert costs
    assert min(costs) >= lattice.least_hop
