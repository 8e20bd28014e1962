"""Reach: where a disc can get with a budget, among other discs and zones, and the legs that lead there.

The search is Dijkstra's over a lattice in which a walk may skip nodes: each node tries to be reached straight
from where the walk to its neighbour began, and only when it is settled is that straight line checked ("lazy
theta*"). So the ways have few legs and their costs are exact, those that the rules charge for these legs.

What is found is a selection: every stop is legal, but places between the nodes, and ways that squeeze past a
zone, are left to the exact check of legs.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple

from affray.boards.plane.lattice import AWAY, BLOCKED, RESTING, Lattice
from affray.boards.plane.moves import Aid, Kind, Leg, Mover, Spot, Step, round_up
from affray.boards.plane.solids import Disc, within
from affray.boards.plane.surroundings import Surroundings, Zone

START = -1
"""The state of a disc that has not moved."""
FAR = 1 << 60
NO_HOP = (FAR, START, None)


class Task(NamedTuple):
    """What a disc may do: from where, how far, past what."""

    start: Spot
    """Where it lies now; the place has to be legal."""
    budget: int
    mover: Mover
    shun: tuple[Zone, ...] = ()
    """Zones that no leg may come into."""
    hold: tuple[Zone, ...] = ()
    """Zones that may not be left again; one in which the way begins counts as entered."""
    climbs: bool = True
    """Whether legs that climb are allowed."""
    legs: int = 16
    """How many legs a way may have."""
    quantum: int = 1
    """Each length, climb and paid drop is rounded up to a multiple of this."""
    aids: tuple[Aid, ...] = ()
    dropped: int = 0
    """What has been dropped before and is not free any more."""


class Stop(NamedTuple):
    """A place where the disc can come to rest, and the least cost found."""

    spot: Spot
    cost: int
    state: int


class Reach:
    """The answer to a task: the stops, and the legs to each."""

    __slots__ = (
        "_around", "_cost", "_depth", "_entered", "_from_start", "_hopped", "_layers", "_origin", "_previous",
        "_via", "lattice", "order", "task",
    )  # fmt: skip

    def __init__(self, lattice: Lattice, task: Task) -> None:
        self.lattice = lattice
        self.task = task
        self.order: list[int] = []
        """Settled states, the cheapest first. A state is a node, and a layer of what was dropped and
        used up.
        """
        self._cost: dict[int, int] = {START: 0}
        self._depth: dict[int, int] = {START: 0}
        self._previous: dict[int, int] = {}
        self._via: dict[int, Step] = {}
        """The legs other than walks by which states are reached."""
        self._hopped: dict[int, tuple[int, int, Step]] = {}
        """The best such legs, also where a walk seemed better: cost, state before and leg."""
        self._layers = [(min(task.dropped, lattice.scene.limits.free_drop), 0)]
        self._from_start: dict[int, int] = {}
        origin = lattice.node_at(task.start)
        self._origin = START if origin is None else origin
        self._around = Surroundings(lattice, task.start, task.budget, task.mover, task.shun, task.hold)
        self._entered = self._around.held_at(task.start)
        if not self._around.shunned(task.start):
            self._search()

    # --- Answers --------------------------------------------------------------------------------------------

    def stops(self) -> list[Stop]:
        """The nodes where the disc can come to rest, the cheapest first; the start is not among them unless
        the disc can come back to it.
        """
        lattice, mover = self.lattice, self.task.mover
        discs = (*mover.walls, *mover.others)
        full = self._around.nodes_under(discs)
        seen: set[int] = set()
        found = []
        for state in self.order:
            node = state % lattice.total
            if node in seen or node in full or lattice.standing(node) != RESTING:
                continue
            seen.add(node)
            found.append(Stop(lattice.spot(node), self._cost[state], state))
        return found

    def legs(self, stop: Stop) -> list[Leg]:
        """The legs that lead to a stop."""
        return self._legs_to(stop.state)

    def way_to(self, spot: Spot) -> list[Leg] | None:
        """Legs to any place that can be walked to from a stop nearby or from the start, None if none is
        found.

        Whether the disc can rest there is not asked.
        """
        lattice, task = self.lattice, self.task
        if self._around.shunned(spot):
            return None
        near, level = 3 * lattice.spacing, lattice.scene.levels.index(spot.z)
        choices = []
        for state in (START, *self.order):
            place = self._spot(state)
            beside = abs(place.x - spot.x) <= near and abs(place.y - spot.y) <= near
            if place.z == spot.z and (beside or state == START):
                choices.append((self._cost[state] + self._length(place, spot), state))
        held = self._around.held_at(spot)
        for cost, state in sorted(choices):
            if cost > task.budget:
                return None
            place = self._spot(state)
            extra = lattice.clear_from(place, spot)
            if extra != BLOCKED and cost + extra <= task.budget and self._depth[state] < task.legs:
                if self._around.walk_passes(level, place, spot, self._held(state), held):
                    return [*self._legs_to(state), Leg(Kind.WALK, *spot)]
        return None

    def _legs_to(self, state: int) -> list[Leg]:
        legs = []
        while state != START:
            step = self._via.get(state)
            if step is not None:
                legs.append(Leg(step.kind, *step.end))
            else:
                legs.append(Leg(Kind.WALK, *self.lattice.spot(state % self.lattice.total)))
            state = self._previous[state]
        legs.reverse()
        return legs

    # --- The search -----------------------------------------------------------------------------------------

    def _search(self) -> None:
        lattice, task, origin = self.lattice, self.task, self._origin
        total, lengths, budget, quantum = lattice.total, lattice.lengths, task.budget, task.quantum
        cost, previous, via, depth = self._cost, self._previous, self._via, self._depth
        forbidden, neighbours = self._around.forbidden, lattice.neighbours
        done: set[int] = {START, origin}
        sure: dict[int, int] = {}  # what states cost by ways that are checked
        settled: dict[int, list[tuple[int, int, int]]] = {}
        heap: list[tuple[int, int]] = []
        for node in self._beside_start():
            length = self._first(node)
            if length <= budget and node not in done:
                cost[node] = length
                previous[node] = START
                heappush(heap, (length, node))
        self._hop(START, heap, done)
        while heap:
            value, state = heappop(heap)
            if state in done or value != cost.get(state):
                continue
            root = previous[state]
            if state not in via and sure.get(state) != value and self._besides(root, state % total):
                value = self._settle(state, done)
                if value > budget:
                    del cost[state]
                    continue
                root = previous[state]
                if value != cost[state]:
                    cost[state] = value
                    sure[state] = value
                    heappush(heap, (value, state))
                    continue
            if depth[root] >= task.legs:
                continue
            done.add(state)
            depth[state] = depth[root] + 1
            node = state % total
            if len(self._layers) > 1 and self._dominated(state, settled.setdefault(node, [])):
                continue
            self.order.append(state)
            base = state if state in via else root
            shift = state - node
            sofar = cost[base]
            # What `lengths` counts from, if it can.
            zero = base if base != START else origin
            for other in neighbours(node):
                there = other + shift
                if there in done or other in forbidden:
                    continue
                if zero == START:
                    length = self._first(other)
                else:
                    length = lengths[there - zero]
                    if quantum > 1:
                        length = round_up(length, quantum)
                    length += sofar
                if length <= budget and length < cost.get(there, FAR):
                    cost[there] = length
                    previous[there] = base
                    if there in via:
                        del via[there]
                    heappush(heap, (length, there))
            self._hop(state, heap, done)

    def _beside_start(self) -> Iterable[int]:
        """The nodes around the start that a walk may begin with."""
        lattice, (x, y, z) = self.lattice, self.task.start
        base = lattice.scene.levels.index(z) * lattice.area
        for place in lattice.places_within(x, y, 4 * lattice.spacing**2):
            node = base + place
            if node not in self._around.forbidden and lattice.standing(node) != AWAY:
                yield node

    def _first(self, node: int) -> int:
        """The length of a walk from the start to a node."""
        length = self._from_start.get(node)
        if length is None:
            length = self._from_start[node] = self._length(self.task.start, self.lattice.spot(node))
        return length

    def _length(self, a: Spot, b: Spot) -> int:
        dx, dy = b.x - a.x, b.y - a.y
        return round_up(isqrt(dx * dx + dy * dy), self.task.quantum)

    def _settle(self, state: int, done: set[int]) -> int:
        """What a state costs by a walk that is clear or a hop, FAR if there is none, and note how it is
        reached.
        """
        cost, previous, via = self._cost, self._previous, self._via
        lattice = self.lattice
        root = previous[state]
        best = cost[root] + self._walk(root, state % self.lattice.total)
        if best == cost[state]:
            return best
        node = state % lattice.total
        shift = state - node
        roots: set[int] = set()
        for other in lattice.vicinity(node):
            there = other + shift
            if there in done and there in previous:
                roots.add(there)
                if there not in via:
                    roots.add(previous[there])
        roots.discard(root)
        spot = lattice.spot(node)
        guesses = sorted((cost[start] + self._length(self._spot(start), spot), start) for start in roots)
        for guess, start in guesses:
            if guess >= best:
                break
            value = cost[start] + self._walk(start, node)
            if value < best:
                best = value
                previous[state] = start
        hop = self._hopped.get(state)
        if hop is not None and hop[0] < best:
            best, previous[state], via[state] = hop
        return best

    def _besides(self, a: int, node: int) -> int:
        """What a straight walk from a state to a node costs besides its length, BLOCKED if it is not
        clear.
        """
        lattice = self.lattice
        first = self._origin if a == START else a % lattice.total
        if first == START:
            extra = lattice.clear_from(self.task.start, lattice.spot(node))
        else:
            extra = lattice.clear(first, node)
        level, around = node // lattice.area, self._around
        if extra != BLOCKED and around.circles[level]:
            held = around.held.get(node, 0)
            if not around.walk_passes(level, self._spot(a), lattice.spot(node), self._held(a), held):
                return BLOCKED
        return extra

    def _held(self, state: int) -> int:
        """The holding zones of a state."""
        return self._entered if state == START else self._around.held.get(state % self.lattice.total, 0)

    def _walk(self, a: int, node: int) -> int:
        """What a straight walk from a state to a node costs, FAR if it is not clear."""
        extra = self._besides(a, node)
        return FAR if extra == BLOCKED else self._length(self._spot(a), self.lattice.spot(node)) + extra

    def _spot(self, state: int) -> Spot:
        return self.task.start if state == START else self.lattice.spot(state % self.lattice.total)

    def _dominated(self, state: int, before: list[tuple[int, int, int]]) -> bool:
        """Whether the node was reached before at no higher cost, with no less left to drop and of aids."""
        value = self._cost[state]
        dropped, used = self._layers[state // self.lattice.total]
        for cost, fallen, spent in before:
            if cost + max(0, fallen - dropped) <= value and not spent & ~used:
                return True
        before.append((value, dropped, used))
        return False

    # --- Hops -----------------------------------------------------------------------------------------------

    def _hop(self, state: int, heap: list[tuple[int, int]], done: set[int]) -> None:
        """Try all legs other than walks from a settled state."""
        lattice, task, cost = self.lattice, self.task, self._cost
        spot = self._spot(state)
        hops = lattice.hops(spot)
        for opening in task.mover.openings:
            if within(Disc(*spot, lattice.r), opening.mark, opening.reach):
                hops += lattice.through(spot, opening.box)
        if not hops or self._depth[state] >= task.legs:
            return
        left = task.budget - cost[state]
        free = lattice.scene.limits.free_drop
        dropped, used = self._layers[max(0, state) // lattice.total]
        for least, node, step in hops:
            if least > left and not task.aids:
                continue
            if node in self._around.forbidden or (step.climb and not task.climbs):
                continue
            flat = round_up(step.length, task.quantum) + step.extra
            flat += round_up(max(0, dropped + step.drop - free), task.quantum)
            for climb, spent in self._climbs(step, used):
                value = flat + climb
                if value > left:
                    continue
                layer = self._layer(min(free, dropped + step.drop), spent)
                there = layer * lattice.total + node
                value += cost[state]
                if there in done or value >= self._hopped.get(there, NO_HOP)[0]:
                    continue
                if not self._around.hop_passes(step, self._held(state), node):
                    continue
                self._hopped[there] = (value, state, step)
                if value < cost.get(there, FAR):
                    cost[there] = value
                    self._previous[there] = state
                    self._via[there] = step
                    heappush(heap, (value, there))

    def _climbs(self, step: Step, used: int) -> list[tuple[int, int]]:
        """What the climb of a leg may cost, and the aids that are then used up."""
        task = self.task
        climb = round_up(step.climb, task.quantum)
        choices = [(climb, used)]
        if climb:
            for i, aid in enumerate(task.aids):
                cheap = round_up(aid.cost, task.quantum)
                if cheap < climb and not used >> i & 1 and aid.helps(step.group, step.start, self.lattice.r):
                    choices.append((cheap, used | 1 << i))
        return choices

    def _layer(self, dropped: int, used: int) -> int:
        key = (dropped, used)
        if key not in self._layers:
            self._layers.append(key)
        return self._layers.index(key)
