"""Exact odds: every outcome of the dice answers the very procedures that play.

From a rest state a step is walked as a tree of band outcomes, depth first; a path is a prefix of answers and
runs the step on a fresh copy. At the next rest point equal situations (the game's `facet`) are merged and
looked up, so a chain of many tests costs a few trees, not their product. A situation that leads back to
itself (a tie rolled again) is solved as the equation it is. Weights are integers over a common total.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from affray.engine.dice import DiceStream
from affray.engine.game import Game, State
from affray.engine.requests import Decide, Procedure, Request, Roll
from affray.engine.subgame import Subgame, TooLarge, tree_of, uncollected

S = TypeVar("S", bound=State)
Observer = Callable[[Request], None]
BEST = "each chooser takes what is best for it by the game's measure; unknown cards are not played"
USUAL = "the game's default policy chooses, else each chooser takes what is best for it"
FIRST = "each chooser takes the first option; unknown cards are not played"
NODES_PER_PATH = 4
"""So many nodes of a subgame count as one path."""
LARGE = 1 << 64
"""Totals beyond this are reduced, to keep the integers short."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The outcomes of an action with their probabilities, likeliest first.

    An outcome is a tuple of events (strings). `exact` is False for a simulation of `samples` runs; then
    `interval` gives the 95 % confidence interval. `policy` says how choices inside were made, `paths` how
    many paths were walked.
    """

    outcomes: tuple[tuple[Hashable, Fraction], ...]
    exact: bool
    policy: str
    paths: int
    samples: int = 0

    def p(self, event: Hashable | Callable[[Any], bool]) -> Fraction:
        """The probability of an event: a predicate on outcomes, or a value that an outcome contains."""
        test: Callable[[Any], bool] = event if callable(event) else lambda outcome: event in outcome
        return sum((p for outcome, p in self.outcomes if test(outcome)), Fraction(0))

    def events(self) -> dict[Hashable, Fraction]:
        """The probability of every single event, whatever else happens; sorted by name."""
        found: dict[Hashable, Fraction] = {}
        for outcome, p in self.outcomes:
            for event in outcome:  # type: ignore[attr-defined]  # outcomes are tuples of strings by contract
                found[event] = found.get(event, Fraction(0)) + p
        return dict(sorted(found.items(), key=lambda item: str(item[0])))

    def number(self, words: str) -> dict[int, Fraction]:
        """The distribution of how many events contain some whole words (``removed``, ``A1 removed``)."""
        found: dict[int, Fraction] = {}
        for outcome, p in self.outcomes:
            events: tuple[str, ...] = outcome  # type: ignore[assignment]  # by contract
            count = sum(f" {words} " in f" {event} " for event in events)
            found[count] = found.get(count, Fraction(0)) + p
        return dict(sorted(found.items()))

    def mean(self, words: str) -> Fraction:
        """The expected number of events that contain some whole words."""
        return sum((count * p for count, p in self.number(words).items()), Fraction(0))

    def amount(self, words: str) -> Fraction:
        """The expected sum of the numbers behind some words in events (``boy loses`` in ``boy loses 3``).

        Events without a number there count nothing.
        """
        found = Fraction(0)
        for outcome, p in self.outcomes:
            events: tuple[str, ...] = outcome  # type: ignore[assignment]  # by contract
            for event in events:
                _, _, rest = f" {event} ".partition(f" {words} ")
                number = rest.partition(" ")[0]
                if number.isdecimal():
                    found += int(number) * p
        return found

    def interval(self, p: Fraction) -> tuple[float, float]:
        """The 95 % Wilson interval of a probability; both ends equal p when the distribution is exact."""
        if self.exact:
            return float(p), float(p)
        n, z, share = self.samples, 1.959964, float(p)
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


class _OverBudget(Exception):
    """More paths than allowed, or a tangle that cannot be solved exactly."""


class _Back(NamedTuple):
    """Stands among the outcomes for a situation that is still being worked out."""

    facet: Hashable


@dataclass(slots=True)
class _Node:
    """Weighted outcomes over a common total, and each seat's measure summed with the same weights.

    `loops` says that some outcomes are `_Back`. What comes may rest on what some seats have left to spend:
    `asked` has a bit for each that has something to choose on the way, and all if the game is over.
    """

    total: int
    weights: dict[Hashable, int]
    sums: tuple[int, ...]
    loops: bool = False
    asked: int = 0

    def by_choice(self, asked: int) -> _Node:
        """The same after some seats have chosen it."""
        asked |= self.asked
        return self if asked == self.asked else _Node(self.total, self.weights, self.sums, self.loops, asked)


class _Solver(Generic[S]):
    """The exact distribution from one rest state; `left` counts down the paths that may still be walked."""

    __slots__ = ("game", "left", "memo", "observer", "start", "under_way", "usual")

    def __init__(
        self, game: Game[S], start: S, budget: int, observer: Observer | None, usual: bool = False
    ) -> None:
        self.game = game
        self.start = start
        self.left = budget
        self.observer = observer
        self.usual = usual
        self.memo: dict[Hashable, _Node] = {}
        self.under_way: set[Hashable] = set()

    def rest(self, state: S) -> _Node:
        """The node of a rest state."""
        game = self.game
        facet = game.facet(self.start, state)
        found = self.memo.get(facet)
        if found is not None:
            return self.closed(found) if found.loops else found
        over = game.result(state) is not None
        if over or game.settled(self.start, state):
            end = _Node(1, {game.outcome(self.start, state): 1}, game.measure(state), asked=-int(over))
            self.memo[facet] = end
            return end
        if facet in self.under_way:
            return _Node(1, {_Back(facet): 1}, (0,) * len(game.measure(state)), True)
        self.under_way.add(facet)
        subgame = game.subgame(state)
        node = _without(self.run(state, ()) if subgame is None else self.solved(state, subgame), facet)
        self.under_way.discard(facet)
        self.memo[facet] = node
        return node

    def solved(self, state: S, subgame: Subgame) -> _Node:
        """The node of a state in a subgame: that of its ends, as often as they come about."""
        if self.observer is not None:
            self.glimpse(state)
        tree = tree_of(subgame, self.usual, self.left * NODES_PER_PATH)
        self.left -= tree.size // NODES_PER_PATH
        if self.left < 0:
            raise _OverBudget
        nodes: list[_Node] = []
        for figures in tree.ends:
            live = state.copy()
            subgame.land(live, figures)
            nodes.append(self.rest(live))
        if any(node.loops for node in nodes):
            raise _OverBudget  # what is best rests on a situation that is still being worked out
        untold = {
            seat
            for figures, node in zip(tree.ends, nodes, strict=True) if node.asked
            for seat in range(len(node.sums)) if node.asked >> seat & 1 and not subgame.tells(figures, seat)
        }  # fmt: skip
        if untold:
            return self.solved(state, subgame.whole(untold))
        with uncollected():
            unit = lcm(*[node.total for node in nodes])
            values = [[value * (unit // node.total) for value in node.sums] for node in nodes]
            shares, tolls = tree.solved(values, unit)
        found = _mix([(node, share) for node, share in zip(nodes, shares, strict=True) if share], tolls)
        return found if tree.free else found.by_choice(-1)

    def glimpse(self, state: S) -> None:
        """Show the observer the requests of one way through a subgame."""
        live = state.copy()
        while self.game.subgame(live) is not None:
            gen = self.game.step(live)
            try:
                request = next(gen)
                while True:
                    if self.observer is not None:
                        self.observer(request)
                    request = gen.send(self._likely(live, request))
            except StopIteration:
                continue

    def _likely(self, live: S, request: Request) -> Any:
        """A likely answer."""
        if type(request) is Roll:
            return max(request.outcomes(), key=lambda outcome: outcome[1])[0]
        if type(request) is Decide:
            menu = request.menu
            return menu.forced() or self.game.automatic(live, request) or menu.usual() or menu.options()[0]
        return max(zip(request.weights, request.items, strict=True))[1]

    def closed(self, node: _Node) -> _Node:
        """The node with all situations filled in that have been worked out since."""
        while node.loops:
            known = [key for key in node.weights if type(key) is _Back and key.facet in self.memo]
            if not known:
                break
            parts: list[tuple[_Node, int]] = [(self.memo[key.facet], node.weights[key]) for key in known]
            rest = {key: weight for key, weight in node.weights.items() if key not in known}
            own = sum(rest.values())
            if own:
                parts.append((_Node(own, rest, node.sums, node.loops, node.asked), own))
            node = _mix(parts)
        return node

    def run(self, rest: S, prefix: tuple[Any, ...]) -> _Node:
        """The node reached by a prefix of answers from a rest state."""
        self.left -= 1
        if self.left < 0:
            raise _OverBudget
        live = rest.copy()
        gen = self.game.step(live)
        try:
            request = next(gen)
            for answer in prefix:
                request = gen.send(answer)
        except StopIteration:
            return self.rest(live)
        return self.walk(rest, live, gen, request, prefix)

    def walk(
        self, rest: S, live: S, gen: Procedure[None], request: Request, prefix: tuple[Any, ...]
    ) -> _Node:
        """The node of a request that waits in `gen`; `gen` serves the first branch, fresh runs the others."""
        asked = 0
        while True:
            if self.observer is not None:
                self.observer(request)
            answers: Sequence[tuple[Any, int]]
            chooser = -1
            if type(request) is Roll:
                answers = request.outcomes()
            elif type(request) is Decide:
                forced = request.menu.forced() or self.game.automatic(live, request)
                if forced is None and self.usual:
                    forced = request.menu.usual()
                    asked |= 1 << request.seat
                options = (forced,) if forced is not None else request.menu.distinct()
                answers = [(option, 1) for option in (options[:1] if request.minor else options)]
                chooser = request.seat
            else:
                answers = [(i, w) for i, w in zip(request.items, request.weights, strict=True) if w]
            if len(answers) > 1:
                break
            answer = answers[0][0]
            prefix = (*prefix, answer)
            try:
                request = gen.send(answer)
            except StopIteration:
                node = self.rest(live)
                return node.by_choice(asked)
        others = [(self.run(rest, (*prefix, answer)), weight) for answer, weight in answers[1:]]
        first, weight = answers[0]
        try:
            following = gen.send(first)
        except StopIteration:
            node = self.rest(live)
        else:
            node = self.walk(rest, live, gen, following, (*prefix, first))
        nodes = [(node, weight), *others]
        if chooser < 0:
            return _mix(nodes).by_choice(asked)
        if any(node.loops for node, _ in nodes):
            raise _OverBudget  # what is best rests on a situation that rests on this choice
        for node, _ in nodes:
            asked |= node.asked  # what is best may rest on what others would choose after the rest
        best = max((n for n, _ in nodes), key=lambda n: Fraction(n.sums[chooser], n.total))
        return best.by_choice(asked | 1 << chooser)


def _without(node: _Node, facet: Hashable) -> _Node:
    """The node of a situation of which one branch leads back to it: the others in their proportion."""
    if not node.loops:
        return node
    weights = dict(node.weights)
    back = weights.pop(_Back(facet), 0)
    if back == node.total:
        raise _OverBudget  # nothing but itself can come of it
    loops = any(type(key) is _Back for key in weights)
    return _Node(node.total - back, weights, node.sums, loops, node.asked)


def _mix(nodes: Sequence[tuple[_Node, int]], tolls: Sequence[int] = ()) -> _Node:
    """One of several nodes by chance, each with its weight; `tolls`, over the sum of the weights, are added
    to the measures."""
    common = lcm(*(node.total for node, _ in nodes))
    weights: dict[Hashable, int] = {}
    sums = [toll * common for toll in tolls] or [0] * len(nodes[0][0].sums)
    total = 0
    loops = False
    asked = 0
    for node, weight in nodes:
        factor = weight * (common // node.total)
        total += factor * node.total
        loops = loops or node.loops
        asked |= node.asked
        for outcome, share in node.weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * share
        for i, value in enumerate(node.sums):
            sums[i] += factor * value
    if total > LARGE:
        shared = gcd(total, *weights.values(), *sums)
        if shared > 1:
            total //= shared
            weights = {outcome: weight // shared for outcome, weight in weights.items()}
            sums = [value // shared for value in sums]
    return _Node(total, weights, tuple(sums), loops, asked)


def _solve(
    game: Game[S],
    worlds: Sequence[tuple[int, S]],
    answers: Sequence[Any],
    budget: int,
    observer: Observer | None = None,
    usual: bool = False,
) -> tuple[_Node | None, int]:
    """The exact node and the number of paths walked; the node is None beyond the budget."""
    nodes: list[tuple[_Node, int]] = []
    left = budget
    for weight, rest in worlds:
        solver = _Solver(game, rest, left, observer, usual)
        try:
            nodes.append((solver.run(rest, tuple(answers)), weight))
        except (_OverBudget, TooLarge, RecursionError):
            return None, budget - max(0, solver.left)
        left = solver.left
    return _mix(nodes), budget - left


def odds_of(
    game: Game[S],
    worlds: Sequence[tuple[int, S]],
    answers: Sequence[Any],
    *,
    budget: int,
    samples: int,
    observer: Observer | None = None,
    usual: bool = False,
) -> Distribution:
    """The distribution of outcomes after `answers` from a rest state, averaged over weighted possible worlds.

    Exact while at most `budget` paths are walked, else a simulation with `samples` runs. `observer` sees the
    requests met on the paths.
    """
    node, paths = _solve(game, worlds, answers, budget, observer, usual)
    if node is None:
        total = sum(weight for weight, _ in worlds)
        return _simulate(game, lambda dice: _pick(worlds, dice.below(total)), answers, samples)
    return Distribution(_sorted(node.weights, node.total), True, USUAL if usual else BEST, paths)


def odds_by_guess(game: Game[S], view: S, answers: Sequence[Any], *, samples: int) -> Distribution:
    """A simulation in which every run guesses anew what a view hides."""
    return _simulate(game, lambda dice: game.guess(view, dice.below), answers, samples)


def expectation(
    game: Game[S], rest: S, answers: Sequence[Any], budget: int
) -> tuple[tuple[Fraction, ...] | None, int]:
    """Each seat's expected measure after `answers` from a rest state (None beyond the budget), and the paths
    walked."""
    node, paths = _solve(game, [(1, rest)], answers, budget)
    return (None if node is None else tuple(Fraction(value, node.total) for value in node.sums)), paths


def _pick(worlds: Sequence[tuple[int, S]], at: int) -> S:
    for weight, rest in worlds:
        at -= weight
        if at < 0:
            return rest
    raise AssertionError("weights changed while picking")


def _simulate(
    game: Game[S], world: Callable[[DiceStream], S], answers: Sequence[Any], samples: int
) -> Distribution:
    """What `answers` lead to in so many runs; the dice are fixed, so the same question gets the same
    answer."""
    dice = DiceStream("simulate")
    counts: dict[Hashable, int] = {}
    for _ in range(samples):
        outcome = _play_out(game, world(dice), answers, dice)
        counts[outcome] = counts.get(outcome, 0) + 1
    return Distribution(_sorted(counts, samples), False, FIRST, samples, samples)


def _play_out(game: Game[S], rest: S, answers: Sequence[Any], dice: DiceStream) -> Hashable:
    """The outcome of one run: chance answers by dice, choosers by their first option."""
    live = rest.copy()
    prefix = iter(answers)
    while True:
        gen = game.step(live)
        try:
            request = next(gen)
            while True:
                answer: Any = next(prefix, None)
                if answer is not None:
                    pass
                elif type(request) is Roll:
                    answer = request.counts(dice.faces(request))
                elif type(request) is Decide:
                    menu = request.menu
                    answer = menu.forced() or game.automatic(live, request) or menu.options()[0]
                else:
                    answer = dice.item(request)
                request = gen.send(answer)
        except StopIteration:
            if game.result(live) is not None or game.settled(rest, live):
                return game.outcome(rest, live)


def _sorted(weights: dict[Hashable, int], total: int) -> tuple[tuple[Hashable, Fraction], ...]:
    """The probabilities of outcomes with these weights, likeliest first."""
    found = sorted(weights.items(), key=lambda item: (-item[1], str(item[0])))
    return tuple([(outcome, Fraction(weight, total)) for outcome, weight in found])
