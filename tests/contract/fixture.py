"""What the contracts need to know of a game beyond `Game`, and the walks on which they check it.

Each registered game has a module ``tests/contract/<id>.py`` with its `FIXTURE`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

from affray.boards.zones import ZoneMap
from affray.engine.actions import Action, Part
from affray.engine.dice import DiceStream
from affray.engine.game import Game
from affray.engine.match import Match


@dataclass(frozen=True)
class Attack:
    """One kind of attack on one kind of target: a match that stands at the decision, and the action."""

    name: str
    match: Match[Any]
    action: Action


@dataclass(frozen=True)
class Cause:
    """An event with `effect` in its template comes after one with one of `causes` in it.

    The argument `of` of the effect (a model, say) is among the arguments of the cause, and no other effect of
    this kind on it lies between.
    """

    effect: str
    of: str
    causes: tuple[str, ...]


class Fixture:
    """Subclassed for each game."""

    game: Game[Any]
    causes: tuple[Cause, ...] = ()
    """What brings what about, for the log."""
    requests_per_step = 400
    """Bound on the requests of one step."""
    players: tuple[str, ...] = ("random", "greedy")

    def setups(self) -> Mapping[str, Mapping[str, Any]]:
        """Options of `Game.setup` by name: every mission with every combination of seats."""
        raise NotImplementedError

    def missions(self) -> Mapping[str, Mapping[str, Any]]:
        """Setups of which finished records are kept: every mission of the game."""
        return self.setups()

    def any_setup(self, number: int) -> Mapping[str, Any]:
        """The setup of a game out of many: one after the other, all there are."""
        setups = list(self.setups().values())
        return setups[number % len(setups)]

    def played(self) -> list[Mapping[str, Any]]:
        """The setups in which the seats choose everything themselves (for measuring speed)."""
        return list(self.setups().values())

    def armies(self) -> Mapping[int, Match[Any]]:
        """Matches with armies of a size, and several times that, to measure how costs grow."""
        raise NotImplementedError

    def small(self) -> Mapping[str, Match[Any]]:
        """Matches at the first decision of small positions, for the oracle and for counting sequences."""
        raise NotImplementedError

    def values(self, state: Any, kind: str) -> Sequence[Any]:
        """All values of a kind of notation, or as many as there is a point in trying; best ones first."""
        raise NotImplementedError

    def twins(self, match: Match[Any]) -> Iterator[tuple[str, int, Any]]:
        """Rest states like the one of the step under way, but with one hidden fact changed.

        Each comes with what was changed and the seat that knows it.
        """
        raise NotImplementedError

    def tables(self) -> Iterator[Mapping[str, Any]]:
        """Position tables, the more different the better."""
        raise NotImplementedError

    def data(self) -> Mapping[str, str]:
        """The game's data files by name."""
        return {}

    def load_data(self, folder: Path) -> object:
        """Read the data files of a folder. Raises ContentError."""
        raise NotImplementedError

    def attacks(self) -> Iterator[Attack]:
        """Every kind of attack on every kind of target."""
        raise NotImplementedError

    def short(self) -> Iterator[Attack]:
        """Attacks among which are enough with few dice, for trying all faces."""
        return self.attacks()

    def boards(self) -> Mapping[str, tuple[ZoneMap, int]]:
        """Zone maps with the mask of edges that start closed, if the game has any."""
        return {}

    def stale(self, state: Any) -> list[str]:
        """Things in a state at rest whose time is over or whose owner is gone, in words."""
        raise NotImplementedError

    def clock(self, state: Any) -> tuple[int, int]:
        """The round and the last round that the game may reach."""
        raise NotImplementedError

    # -- the same for all games ------------------------------------------------------------------------------

    def match(
        self, setup: Mapping[str, Any], seed: str, listen: bool = False, takeback: Any = "free"
    ) -> Match[Any]:
        """A fresh match."""
        state = self.game.setup(setup)
        return Match(self.game, state, DiceStream(seed), listen=listen, takeback=takeback)

    def choices(self, state: Any, part: Part, most: int) -> list[Any]:
        """Values to try for a part of an action; tuples of up to three where the part takes many."""
        values: list[Any] = list(self.values(state, part.kind))[:most]
        if part.many:
            values = [group for size in (1, 2, 3) for group in combinations(values, size)]
        if part.optional:
            values.insert(0, () if part.many else None)
        return values

    def universe(self, state: Any, most: int = 14) -> Iterator[Action]:
        """All actions that the values make, legal or not."""
        for kind in self.game.vocabulary.verbs.values():
            lists = [self.choices(state, part, most) for part in kind.form]
            fields = [part.field for part in kind.form]
            for row in product(*lists):
                yield kind(**dict(zip(fields, row, strict=True)))

    def mutants(self, state: Any, action: Action, rng: random.Random, count: int) -> Iterator[Action]:
        """Actions like one offered, with one of their values changed, and some quite different ones."""
        if action.form:
            for _ in range(count):
                part = rng.choice(action.form)
                values = {p.field: getattr(action, p.field) for p in action.form}
                values[part.field] = rng.choice(self.choices(state, part, 60) or [values[part.field]])
                yield type(action)(**values)
        for _ in range(count):
            kind = rng.choice(list(self.game.vocabulary.verbs.values()))
            lists = [self.choices(state, part, 60) for part in kind.form]
            if all(lists):
                yield kind(**{p.field: rng.choice(row) for p, row in zip(kind.form, lists, strict=True)})


def stroll(match: Match[Any], rng: random.Random, most: int = 100_000) -> Iterator[Match[Any]]:
    """The match at each of its decisions under random play; ends with the game or after `most` decisions."""
    for _ in range(most):
        if match.decision is None:
            return
        yield match
        match.trust(rng.choice(match.legal))


def sampled(match: Match[Any], rng: random.Random, share: float) -> Iterator[Match[Any]]:
    """The decisions of a whole random match, of which about a share is visited."""
    for standing in stroll(match, rng):
        if rng.random() < share:
            yield standing
