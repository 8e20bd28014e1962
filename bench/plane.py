"""Speed of the continuous board on the crowded map of its tests (62 boxes): sight, screens, reach."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time

from tests.boards.plane.maps import scene
from tests.boards.plane.shapes import pairs, spots

from affray.boards.plane.lattice import SPACING, Lattice
from affray.boards.plane.moves import Mover, Spot
from affray.boards.plane.placing import disc_in_the_way
from affray.boards.plane.reach import Reach, Task
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Disc
from affray.boards.plane.surroundings import Zone

R, HEAD = 1600, 3800


def fresh(name: str) -> Scene:
    """A board that has answered nothing yet."""
    known = scene(name)
    return Scene(known.board, known.boxes, known.traits, known.limits)


def fastest(task: Callable[[], int], rounds: int = 5) -> float:
    """Microseconds per unit of the quickest of several rounds; the task returns how many units it did."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        units = task()
        best = min(best, (process_time() - start) / units)
    return round(best * 1e6, 1)


def sight(count: int = 1500) -> dict[str, float]:
    """Sight and screens of random pairs, nothing cached; a third of the pairs stand close together."""
    couples = pairs(scene("A"), R, 1, count)

    def look(place: Scene, a: Spot, b: Spot) -> bool:
        return place.sees(a.x, a.y, a.z + HEAD, Body(*b, R, HEAD))

    def see() -> int:
        place = fresh("A")
        for a, b in couples:
            look(place, a, b)
        return count

    def see_and_screen() -> int:
        place = fresh("A")
        for a, b in couples:
            if look(place, a, b):
                place.screens(Disc(*a, R), Disc(*b, R), 0, INCH)
        return count

    def all_sides() -> int:
        place = fresh("A")
        for a, b in couples:
            if look(place, a, b):
                for side in (0, 1, -1):
                    place.screens(Disc(*a, R), Disc(*b, R), side, INCH)
        return count

    warm = fresh("A")

    def again() -> int:
        for a, b in couples:
            look(warm, a, b)
            warm.screens(Disc(*a, R), Disc(*b, R), 0, INCH)
        return count

    return {
        "sight": fastest(see),
        "sight and screens": fastest(see_and_screen),
        "sight and screens from three points": fastest(all_sides),
        "sight and screens, kept": fastest(again),
    }


def tasks(place: Scene, inches: int, count: int) -> list[Task]:
    """Movers among five others and five that they shun."""
    source, found = spots(place, R, 5, SPACING), []
    while len(found) < count:
        discs: list[Disc] = []
        while len(discs) < 11:
            disc = Disc(*next(source), R)
            if not disc_in_the_way(place, disc, discs):
                discs.append(disc)
        mover = Mover(R, tuple(discs[1:6]), tuple(discs[6:]))
        zones = tuple(Zone(disc, INCH) for disc in discs[1:6])
        found.append(Task(Spot(*discs[0][:3]), inches * INCH, mover, zones))
    return found


def reaches(count: int = 40) -> dict[str, float]:
    """Queries on a lattice that knows nothing yet, the first and the others, and again when all is known."""
    report: dict[str, float] = {}
    for name in ("A", "C"):
        place = fresh(name)
        for inches in (3, 6, 8):
            many = tasks(place, inches, count)
            lattice = Lattice(place, R, SPACING)
            first = many[0]

            def ask(lattice: Lattice = lattice, many: list[Task] = many) -> int:
                for task in many:
                    Reach(lattice, task).stops()
                return len(many)

            def ask_first(lattice: Lattice = lattice, task: Task = first) -> int:
                Reach(lattice, task).stops()
                return 1

            report[f'first {inches}" on {name}'] = fastest(ask_first, 1)
            report[f'new {inches}" on {name}'] = fastest(ask, 1)
            report[f'{inches}" on {name}'] = fastest(ask)
    return report


def report() -> dict[str, float]:
    """All figures, in microseconds."""
    return {**sight(), **reaches()}


if __name__ == "__main__":
    print(json.dumps(report(), indent=2))
