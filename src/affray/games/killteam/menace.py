"""How operatives stand: what they could do to one another, roughly, and how they lie to the objectives.

Who may shoot or reach whom, and what that would cost: dice alone are counted, no rerolls, ploys or
abilities. Whether a target is valid and who controls an objective the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from math import comb
from typing import NamedTuple

from affray.boards.plane.scene import Scene
from affray.boards.plane.solids import INCH
from affray.engine.requests import Seat
from affray.games.killteam import field, markers
from affray.games.killteam.roads import roads_of
from affray.games.killteam.state import Effect, Marker, State
from affray.games.killteam.weapons import Weapon

CHARGE = 2 * INCH
"""A Charge goes so far beyond the Move (KILLTEAM-C.ACT.4)."""
NEAR = 4 * INCH
"""Nearer than this nobody needs to come to prey."""
HALFWAY = 12 * INCH
"""So much farther prey is half as far away as it can be."""
DEFENCE = 3
"""Defence dice (KILLTEAM-SSEQ.12)."""
MOST = 20_000
"""Pairs, or outlooks, that are kept."""


@lru_cache(maxsize=1 << 14)
def toll(weapon: Weapon, save: int, wounds: int) -> tuple[float, float]:
    """Expected wounds lost, and the chance to lose all, by one attack on somebody with so many wounds.

    In melee nothing is saved: everybody strikes, nobody parries.
    """
    defence = _dice(max(0, DEFENCE - weapon.piercing), save, 6) if weapon.ranged else {(0, 0): 1.0}
    lost = killed = 0.0
    for (normals, criticals), p in _dice(weapon.atk, weapon.hit, weapon.lethal).items():
        for (saves, best), q in defence.items():
            stopped = min(criticals, best)
            damage = (criticals - stopped) * weapon.critical + criticals * weapon.devastating
            damage += max(0, normals - saves - best + stopped) * weapon.normal
            lost += p * q * min(damage, wounds)
            killed += p * q * (damage >= wounds)
    return lost, killed


@lru_cache(maxsize=512)
def _dice(count: int, least: int, critical: int) -> dict[tuple[int, int], float]:
    """Normal and critical successes of some dice with their probabilities."""
    c = (7 - critical) / 6
    n = max(0, critical - least) / 6
    found = {}
    for criticals in range(count + 1):
        for normals in range(count + 1 - criticals):
            ways = comb(count, criticals) * comb(count - criticals, normals)
            rest = count - criticals - normals
            found[normals, criticals] = ways * c**criticals * n**normals * (1 - c - n) ** rest
    return found


def worth(wounds: float, killed: float, full: int) -> float:
    """What an attack takes away, in operatives: half of one lies in its wounds, half in its life."""
    return wounds / (2 * full) + killed / 2


class Pair(NamedTuple):
    """How an operative stands to an enemy: the gap in units, and how far away it is on foot, from 0 (near
    enough) to 1; its best shot and its best blow, and the blow that would come back, all in operatives."""

    gap: int
    away: float
    shot: float
    blow: float
    back: float


class Outlook(NamedTuple):
    """How an operative stands to all enemies together: the least gap, the sum of how far away they are, and
    the best shot, and the best blow less what comes back, as shares of a team, with whom they are for."""

    gap: int
    away: float
    shot: float
    aimed: int
    blow: float
    struck: int


class Place(NamedTuple):
    """Where an operative stands: its field on the roads; bits of the objectives that it contests, and the
    ways to all of them."""

    field: int
    contested: int
    ways: tuple[int, ...]


class Known:
    """What has been found out about operatives as they stand, while one set of circumstances holds.

    A choice among many moves asks for the same again and again: a move changes how one operative stands, and
    so what there is between it and the others, but nothing among these.
    """

    __slots__ = ("numbers", "outlooks", "pairs", "places", "points", "rulers")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.numbers: dict[tuple[Hashable, ...], int] = {}
        """The number of each way in which an operative has stood."""
        self.places: list[Place] = []
        """By these numbers."""
        self.pairs: dict[int, Pair] = {}
        """By two of these numbers."""
        self.outlooks: dict[tuple[int, tuple[int, ...]], Outlook] = {}
        """By one of these numbers and those of all enemies."""
        self.rulers: dict[tuple[Hashable, ...], Seat] = {}
        """Who controls an objective, by the operatives that contest it."""
        self.points: dict[tuple[Hashable, ...], int] = {}
        """What the rules would score now."""


@lru_cache(maxsize=64)
def known(
    scene: Scene,
    effects: tuple[Effect, ...],
    markers: tuple[Marker, ...],
    tactics: tuple[tuple[str, ...], ...],
) -> Known:
    """What is known while these things are in force."""
    return Known()


class Stand:
    """The operatives of a state as they stand, and what is known about that."""

    __slots__ = ("_known", "numbers", "s")

    def __init__(self, s: State) -> None:
        self.s = s
        self._known = found = known(s.scene, s.effects, s.markers, s.tactics)
        if len(found.pairs) > MOST or len(found.outlooks) > MOST:
            found.clear()
        self.numbers = [self._number(who) for who in range(len(s.on))]
        """Of each operative."""

    def _number(self, who: int) -> int:
        s, found = self.s, self._known
        key = (
            who, s.side[who], s.card[who], s.weapons[who], s.x[who], s.y[who], s.z[who], s.wounds[who],
            s.engage[who], s.marks[who],
        )  # fmt: skip
        number = found.numbers.get(key)
        if number is None:
            number = found.numbers[key] = len(found.places)
            found.places.append(_place(s, who))
        return number

    def place(self, who: int) -> Place:
        """How an operative stands to the objectives."""
        return self._known.places[self.numbers[who]]

    def outlooks(self, own: list[int], enemies: list[int]) -> list[Outlook]:
        """How each operative of a side stands to the enemies, of whom there have to be some."""
        numbers, known = self.numbers, self._known.outlooks
        against = tuple([numbers[enemy] for enemy in enemies])
        found = []
        for who in own:
            key = numbers[who], against
            outlook = known.get(key)
            if outlook is None:
                outlook = known[key] = self._outlook(who, enemies)
            found.append(outlook)
        return found

    def _outlook(self, who: int, enemies: list[int]) -> Outlook:
        numbers, known, side = self.numbers, self._known.pairs, self.s.side
        first = numbers[who] << 32
        pairs = [known.get(first | numbers[enemy]) or self._pair(who, enemy) for enemy in enemies]
        mine, theirs = 1 / side.count(side[who]), 1 / side.count(side[enemies[0]])
        shots = [pair.shot for pair in pairs]
        blows = [theirs * pair.blow - mine * pair.back for pair in pairs]
        shot, blow = max(shots), max(blows)
        return Outlook(
            min([pair.gap for pair in pairs]),
            sum([pair.away for pair in pairs]),
            theirs * shot,
            enemies[shots.index(shot)],
            blow,
            enemies[blows.index(blow)],
        )

    def _pair(self, who: int, enemy: int) -> Pair:
        s = self.s
        gap, way = field.distance(s, who, enemy), max(0, self._way(who, enemy) - NEAR)
        found = Pair(gap, way / (way + HALFWAY), shot(s, who, enemy), *blows(s, who, enemy))
        self._known.pairs[self.numbers[who] << 32 | self.numbers[enemy]] = found
        return found

    def _way(self, who: int, enemy: int) -> int:
        """The way between two operatives, worked out from the one that stays where it is."""
        s = self.s
        start, end = self.place(who).field, self.place(enemy).field
        if s.activation is not None and s.activation.who == enemy:
            start, end = end, start
        return roads_of(s.map).way(start, end)

    def ruler(self, objective: int, contesting: tuple[int, ...]) -> Seat:
        """Who controls an objective that these operatives contest; -1 if nobody does."""
        if not contesting:
            return -1
        key = (objective, *[self.numbers[who] for who in contesting])
        found = self._known.rulers.get(key)
        if found is None:
            found = self._known.rulers[key] = markers.control(self.s, self.s.markers[objective])
        return found

    def points(self, key: tuple[Hashable, ...], find: Callable[[], int]) -> int:
        """What `find` says, which rests on the circumstances and on the key alone."""
        found = self._known.points.get(key)
        if found is None:
            found = self._known.points[key] = find()
        return found


def _place(s: State, who: int) -> Place:
    roads = roads_of(s.map)
    here = roads.field(s.x[who], s.y[who])
    contested = 0
    ways = []
    for index, marker in enumerate(markers.objectives(s)):
        if field.reaches(s, who, marker):
            contested |= 1 << index
        ways.append(0 if contested >> index & 1 else roads.way(here, roads.field(marker.x, marker.y)))
    return Place(here, contested, tuple(ways))


def shot(s: State, shooter: int, target: int) -> float:
    """The best that a shooter can do to a target from where it stands, in operatives; 0 if nothing."""
    best = 0.0
    card = s.card[target]
    reachable = None
    for weapon in s.weapons[shooter]:
        if not weapon.ranged or (
            weapon.range is not None and not field.within(s, shooter, target, weapon.range)
        ):
            continue
        if reachable is None:
            reachable = field.valid_target(s, shooter, target)
        if not reachable:
            return 0.0
        best = max(best, worth(*toll(weapon, card.save, s.wounds[target]), card.wounds))
    return best


def blows(s: State, attacker: int, target: int) -> tuple[float, float]:
    """The best that an attacker in reach of a Charge can do at close quarters, and what comes back from
    whoever is left."""
    if not field.within(s, attacker, target, s.card[attacker].move + CHARGE):
        return 0.0, 0.0
    blow, killed = _melee(s, attacker, target)
    return blow, _melee(s, target, attacker)[0] * (1 - killed)


def _melee(s: State, attacker: int, target: int) -> tuple[float, float]:
    """The best that one can do to another in melee, in operatives, and the chance to kill it so."""
    card = s.card[target]
    tolls = [toll(w, card.save, s.wounds[target]) for w in s.weapons[attacker] if not w.ranged]
    return max(((worth(*each, card.wounds), each[1]) for each in tolls), default=(0.0, 0.0))
