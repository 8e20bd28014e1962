"""How good a state is for each seat, in tenths of a point of unit cost: what players and odds choose by.

It adds up what can be counted: what is left of the armies, how far the mission has come, how near the
hunters are to their prey, who stands exposed, who is on guard. Chances come from the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush

from affray.boards.zones import Layout, bits
from affray.games.avp import ground, missions
from affray.games.avp.content import Unit
from affray.games.avp.state import OFF, State

WON = 100_000
"""The end of the game outweighs everything else."""
COST = 10
"""A point of unit cost, as long as the model has all its Wounds."""
AIM_DONE = 1000
"""A fire put out, a vent welded, the Recorder picked up: a step that the mission counts."""
AIM_STEP = 50
"""A Tile nearer to the next such step, for the model nearest to it, in the first Round."""
HELD = 2
"""Tiles by which the way of a model on an Engaged Tile counts as longer: it cannot leave, nor Interact."""
FOLLOW_STEP = 6
"""A Tile nearer to it for every other model."""
HUNT_STEP = 5
"""A Tile nearer to the prey, for models that fight at close quarters."""
SHOT_STEP = 2
"""A Tile nearer to the prey, for models that shoot: up to the reach of the enemy."""
NEAR = (12, 8, 3)
"""What it costs a model that shoots to have an enemy on its Tile, one Tile away, two Tiles away."""
GUARD = 12
"""A model on Sentry."""
READY = 6
"""A model that shoots and is no token: it can use what stands around."""
COVER = 9
"""A Hidden model that an enemy sees."""
QUEEN = 6
"""How many times her cost the Queen is worth where she is the aim."""
CARD = 2
"""A Strategy card in hand: hands fill up again, so a card is there to be played."""
EFFECT = 5
"""A card in force on a Tile of a fight, per model that gains or suffers by it."""
SLACK = 40
"""A distance longer than any way on the maps."""


def measure(s: State) -> tuple[int, ...]:
    """The worth of a state for each seat: its own standing less the mean standing of its enemies."""
    seats = range(len(s.factions))
    if s.outcome is not None:
        won = s.outcome.winners
        return tuple((WON if seat in won else -WON) if won else 0 for seat in seats)
    standing = [0] * len(s.factions)
    where = _where(s)
    for seat in seats:
        standing[seat] = _material(s, seat) + _aims(s, seat, where) + _posture(s, seat, where)
    if len(standing) == 2:
        return standing[0] - standing[1], standing[1] - standing[0]
    total = sum(standing)
    return tuple(own - (total - own) // (len(standing) - 1) for own in standing)


def _where(s: State) -> list[Sequence[int]]:
    """The models on the board by seat, mimicry tokens left out."""
    unit = s.unit
    found: list[Sequence[int]] = []
    for seat, army in enumerate(s.army):
        if s.factions[seat] == "predators":
            army = tuple([m for m in army if unit[m] is None or not _mimics(unit[m])])
        found.append(army)
    return found


def _mimics(unit: Unit | None) -> bool:
    return unit is not None and unit.vocal_mimicry


# -- what is left --------------------------------------------------------------------------------------------


def _material(s: State, seat: int) -> int:
    """The cost of the army left, Wounds lost taken off; face-down Marines are in the stock (AVP-R.17)."""
    total = CARD * len(s.hands[seat]) + COST * s.scores[seat]
    for unit in s.stock[seat]:
        total += COST * unit.points
    royal = s.mission.id == "regicide"
    for model in s.army[seat]:
        kind = s.unit[model]
        if kind is not None and kind.wounds:
            worth = COST * kind.points * s.wounds[model] // kind.wounds
            total += QUEEN * worth if royal and kind.id == "queen" else worth
    return total


# -- what the mission wants ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def ways(layout: Layout, tile: int) -> tuple[int, ...]:
    """The ways from a Tile to all others in Tiles, a closed Door counted as one more; SLACK if there is none.

    As for distances a vent may be an end of the way, not an inner Tile (AVP-R.6).
    """
    near = layout.map.layout(0, layout.gone).neighbours
    edge_of = layout.map.edge_of
    found = [SLACK] * len(near)
    found[tile] = 0
    queue = [(0, tile)]
    while queue:
        steps, here = heappop(queue)
        if steps > found[here] or (here != tile and layout.map.opaque >> here & 1):
            continue
        for other in near[here]:
            cost = steps + 1 + (layout.closed >> edge_of[here, other] & 1)
            if cost < found[other]:
                found[other] = cost
                heappush(queue, (cost, other))
    return tuple(found)


def _nearest(s: State, models: Sequence[int], tile: int) -> int:
    """The way of the model nearest to a Tile, more pressing as Rounds pass; all others count a little too."""
    step = _step(s)
    if not models:
        return -step * SLACK
    row = ways(s.layout, tile)
    engaged = ground.engaged(s)
    steps = sorted([row[at] + HELD * (engaged >> at & 1) for at in [s.tile[model] for model in models]])
    return -step * steps[0] - FOLLOW_STEP * sum(steps[1:])


def _step(s: State) -> int:
    """What a Tile nearer to the aim is worth now: twice as much in the last Round as at the start."""
    return AIM_STEP + AIM_STEP * s.round // s.mission.rounds


def _fires(s: State, marines: Sequence[int]) -> int:
    """Fires that are out, and the way to the others (AVP-C.MIS.1)."""
    total = 0
    for tile in s.goal_at:
        total += AIM_DONE if tile == OFF else _nearest(s, marines, tile)
    return total


def _recorder(s: State, marines: Sequence[int]) -> int:
    """The way of the Recorder to the exit, and to the Recorder while nobody carries it (AVP-C.MIS.2)."""
    exits = missions.objective(s, "exit")
    for model in marines:
        if s.cargo[model] >= 0:
            row = ways(s.layout, s.tile[model])
            return AIM_DONE - _step(s) * min(row[goal] for goal in exits)
    lying = [tile for tile in s.goal_at if tile >= 0]
    if not lying:
        return 0
    row = ways(s.layout, lying[0])
    return _nearest(s, marines, lying[0]) - _step(s) * min(row[goal] for goal in exits)


def _regicide(s: State, marines: Sequence[int]) -> int:
    """The way to the Queen (AVP-C.MIS.4)."""
    for model, kind in enumerate(s.unit):
        if kind is not None and kind.id == "queen" and s.tile[model] >= 0:
            return _nearest(s, marines, s.tile[model]) // 4
    return 0


def _ducts(s: State, marines: Sequence[int]) -> int:
    """Vents welded, and the way to the nearest of those left (AVP-C.MIS.6)."""
    left = s.mission.figures["welds"] - s.welded
    steps = sorted(
        min((ways(s.layout, vent)[s.tile[model]] for model in marines), default=SLACK)
        for vent in bits(s.board.vents & ~s.layout.gone)
    )
    return AIM_DONE * s.welded - _step(s) * sum(steps[:left])


def _last_stand(s: State, marines: Sequence[int]) -> int:
    """Enough Marines alive, Sentry Guns not counted (AVP-C.MIS.5)."""
    return AIM_DONE * min(missions.counted_marines(s), s.mission.figures["survivors"])


def _trophies(s: State, models: Sequence[int]) -> int:
    """The scoring room (AVP-C.MIS.3); the points themselves count as material."""
    row = _nearest_of(s.layout, missions.objective(s, "scoring"))
    steps = [row[s.tile[model]] for model in models]
    return -FOLLOW_STEP * min(steps, default=SLACK) - sum(steps) // 2


@lru_cache(maxsize=256)
def _nearest_of(layout: Layout, tiles: tuple[int, ...]) -> tuple[int, ...]:
    """The way from each Tile to the nearest of several."""
    if not tiles:
        return (SLACK,) * len(layout.neighbours)
    return (
        tuple(map(min, zip(*(ways(layout, tile) for tile in tiles))))
        if len(tiles) > 1
        else ways(layout, tiles[0])
    )


_MARINE_AIMS: dict[str, Callable[[State, Sequence[int]], int]] = {
    "fire_alarms": _fires,
    "flight_recorder": _recorder,
    "regicide": _regicide,
    "seal_the_ducts": _ducts,
    "last_stand": _last_stand,
}


def _aims(s: State, seat: int, where: list[Sequence[int]]) -> int:
    if s.mission.id == "trophy_hunt":
        return _trophies(s, where[seat])
    if s.factions[seat] != "marines":
        return 0
    return _MARINE_AIMS[s.mission.id](s, where[seat])


# -- how the models stand ------------------------------------------------------------------------------------


def _posture(s: State, seat: int, where: list[Sequence[int]]) -> int:
    """Nearness, exposure, guards and cover of a seat's models, and its cards in force."""
    tile = s.tile
    spots = tuple(sorted([tile[m] for other, models in enumerate(where) if other != seat for m in models]))
    total = 0
    for model in where[seat]:
        here = tile[model]
        near, pressure = _around(s.layout, here, spots)
        unit = s.unit[model]
        shoots = unit is None or _shoots(unit)
        if shoots:
            total -= SHOT_STEP * max(near, 3) + pressure
            if s.up[model]:
                total += READY
        else:
            total -= HUNT_STEP * near
        if s.sentry[model]:
            total += GUARD if shoots else GUARD // 2
        elif s.locked[model]:
            total -= GUARD
        if s.hidden[model] and any(ground.sees(s, here, spot) for spot in spots):
            total += COVER
    return total + _cards(s, seat)


@lru_cache(maxsize=1 << 15)
def _around(layout: Layout, here: int, spots: tuple[int, ...]) -> tuple[int, int]:
    """The way to the nearest enemy, and how hard the near ones press on those who would rather shoot."""
    row, steps = ways(layout, here), layout.distances(here)
    near = min([row[spot] for spot in spots], default=0)
    return near, sum([NEAR[steps[spot]] for spot in spots if steps[spot] < len(NEAR)])


@cache
def _shoots(unit: Unit) -> bool:
    """Whether a model would rather keep its distance; face-down Marines would too."""
    return unit.rs is not None and unit.faction != "aliens" and unit.rs >= (unit.cc or 0)


def _cards(s: State, seat: int) -> int:
    """Cards that help or hinder fighters on a Tile or one model until the end of the Round."""
    total = 0
    for card, key, owner in s.effects:
        if owner != seat:
            continue
        if card in ("hold_the_line", "hive_mind", "roar"):
            if ground.is_engaged_tile(s, key):
                total += EFFECT * len(s.on[key])
        else:
            total += EFFECT
    return total
