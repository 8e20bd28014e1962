"""What only Kill Team has: sight with cover, the reach of a move, odds of shots and fights with choices."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any

from tests.boards.plane.shapes import pairs, spots

from affray.boards.plane.lattice import SPACING
from affray.boards.plane.scene import Scene
from affray.boards.plane.sight import Body
from affray.boards.plane.solids import INCH, Disc
from affray.engine import subgame
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.killteam import GAME, terrain, trips
from affray.games.killteam.loading import content
from bench.plane import HEAD, R, fastest

MOVE = 6 * INCH


def bare() -> Scene:
    """The first map, as one that has answered nothing yet."""
    killzone = content().maps["a"]
    return Scene(killzone.area, killzone.parts, terrain.TRAITS, terrain.LIMITS)


def sight(count: int = 600) -> float:
    """Microseconds for whether one sees another, and through what: a third of the pairs stand close."""
    couples = pairs(bare(), R, 1, count)

    def look() -> int:
        place = bare()
        for a, b in couples:
            if place.sees(a.x, a.y, a.z + HEAD, Body(*b, R, HEAD)):
                place.screens(Disc(*a, R), Disc(*b, R), 0, INCH)
        return count

    return fastest(look)


def reach(count: int = 30) -> float:
    """Milliseconds for all ways of 6 inches from a place where nobody has stood."""
    place = bare()
    source = spots(place, R, 5, SPACING)
    starts = [next(source) for _ in range(count + 1)]
    trips.table(place, R, starts.pop(), MOVE, 1)  # works out the lattice
    start = process_time()
    for each in starts:
        trips.table(place, R, each, MOVE, 1)
    return round((process_time() - start) / count * 1000, 2)


def duel(verb: str, weapon: str, place: tuple[float, float], target: str, cp: int) -> Any:
    """A match at an attack of an Intercessor, with so many CP on each side, and the attack."""
    rows = {
        "x": {"card": "AIW", "at": list(place), "side": "A", "weapons": [weapon]},
        "y": {"card": target, "at": [place[0] + (4 if verb == "shoot" else 2), place[1]], "side": "B"},
        "z": {"card": target, "at": [28, 3], "side": "B"},
    }
    table = {"map": "c", "active": "x", "operatives": rows, "cp": {"A": cp, "B": cp}}
    match = Match(GAME, GAME.position(table), DiceStream("bench"))
    named = [action for action in match.legal if match.text(action).startswith(f"{verb} x > y")]
    return match, named[0]


def odds(verb: str, weapon: str, place: tuple[float, float], target: str, rounds: int, cp: int = 0) -> float:
    """Milliseconds of exact odds with the best choices of both, nothing kept from before."""
    match, action = duel(verb, weapon, place, target, cp)
    times = []
    for _ in range(rounds):
        subgame.forget()
        start = process_time()
        found = match.odds(action, all_seeing=True)
        times.append(process_time() - start)
        assert found.exact
    return round(median(times) * 1000, 1)


def figures(rounds: int = 5) -> dict[str, float]:
    """All figures."""
    return {
        "sight_us": sight(),
        "reach_ms": reach(),
        "odds_shot_ms": odds("shoot", "aod.heavy_bolt_pistol", (5, 18), "BOY", rounds),
        "odds_reroll_shot_ms": odds("shoot", "test.balanced", (5, 18), "BOY", rounds, cp=2),
        "odds_fight_ms": odds("fight", "aod.chainsword_5", (3, 18), "NOB", rounds),
        "odds_paid_fight_ms": odds("fight", "aod.chainsword_5", (3, 18), "NOB", rounds, cp=1),
    }
