"""Odds the naive way: every answer of every request tried from the very start, nothing merged."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from affray.engine.game import Game
from affray.engine.requests import Decide, Request, Roll


class TooMany(Exception):
    """More paths than allowed."""


class Brute:
    """A tree walk from one rest state. With `faces` dice are enumerated face by face, else band by band."""

    def __init__(self, game: Game[Any], rest: Any, faces: bool, most: int) -> None:
        self.game = game
        self.rest = rest
        self.faces = faces
        self.left = most

    def distribution(self, answers: Sequence[Any]) -> dict[Hashable, Fraction]:
        """Outcomes and their probabilities. Raises TooMany."""
        return self._explore(list(answers))[0]

    def _explore(self, answers: list[Any]) -> tuple[dict[Hashable, Fraction], list[Fraction]]:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        live, request = self._run(answers)
        if request is None:
            measure = [Fraction(value) for value in self.game.measure(live)]
            return {self.game.outcome(self.rest, live): Fraction(1)}, measure
        if isinstance(request, Decide):
            forced = request.menu.forced() or self.game.automatic(live, request)
            options = [forced] if forced is not None else list(request.menu.options())
            branches = [self._explore([*answers, o]) for o in (options[:1] if request.minor else options)]
            return max(branches, key=lambda branch: branch[1][request.seat])
        total: dict[Hashable, Fraction] = {}
        sums: list[Fraction] = []
        for answer, share in self._answers(request):
            found, measure = self._explore([*answers, answer])
            for outcome, p in found.items():
                total[outcome] = total.get(outcome, Fraction(0)) + share * p
            sums = [a + share * b for a, b in zip(sums or [Fraction(0)] * len(measure), measure, strict=True)]
        return total, sums

    def _answers(self, request: Request) -> list[tuple[Any, Fraction]]:
        if isinstance(request, Roll):
            bands = request.bands
            if self.faces:
                size = bands.die.sides**request.count
                rows = product(range(1, bands.die.sides + 1), repeat=request.count)
                return [
                    (
                        tuple(sum(bands.table[f] == b for f in row) for b in range(len(bands.weights))),
                        Fraction(1, size),
                    )
                    for row in rows
                ]
            size = sum(weight for _, weight in request.outcomes())
            return [(counts, Fraction(weight, size)) for counts, weight in request.outcomes()]
        assert not isinstance(request, Decide)
        size = sum(request.weights)
        return [(i, Fraction(w, size)) for i, w in zip(request.items, request.weights, strict=True) if w]

    def _run(self, answers: list[Any]) -> tuple[Any, Request | None]:
        """Play the answers from the start; the request that waits then, or None when all has settled."""
        live, given = self.rest.copy(), iter(answers)
        while True:
            gen = self.game.step(live)
            try:
                request = next(gen)
                while True:
                    answer = next(given, None)
                    if answer is None:
                        return live, request
                    request = gen.send(answer)
            except StopIteration:
                if self.game.result(live) is not None or self.game.settled(self.rest, live):
                    return live, None
