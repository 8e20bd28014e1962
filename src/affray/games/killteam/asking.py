"""What the figures of an attack sequence may ask for: dice (`Toss`) or a choice (`Offer`).

A sequence is a pure subgame: `ask(terms, figures)` tells what comes next, and the figures that follow from
each answer. Frames put these questions to players and dice, the odds engine to all branches at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Counts, Seat, band_outcomes
from affray.engine.subgame import Chance, Choice, Node
from affray.games.killteam.pools import Scale
from affray.games.killteam.rights import Right

ATTACK, DEFENCE = 0, 1
"""The sides of a sequence: that of the active operative, and that of its target."""
Pairs: TypeAlias = tuple[tuple[int, Right, int], ...]
"""Rights with their places in the list of all rights of a sequence, and the bits of those alike."""


class Toss(NamedTuple):
    """Dice to be rolled by a side. Their counts go to the ``rolled`` of the sequence."""

    side: int
    number: int
    scale: Scale
    what: str
    """``attack``, ``defence``, ``again`` (a re-roll) or ``resilience``."""


class Offer(NamedTuple):
    """A choice of a side: the actions, the figures that each leads to, and the default policy's place."""

    side: int
    options: Sequence[tuple[Action, Any]]
    usual: int
    what: str
    """accurate, reroll, retain, saves, blocks, reduce, spoil, open, die or last."""


Ask: TypeAlias = Toss | Offer | None
"""None: the figures have come to an end, or to something that has to be done with the state."""


def usable(pairs: Pairs, used: int, cp: int) -> list[tuple[int, Right]]:
    """The rights that a side with so many CP may still use, with their places; `used` has a bit for each."""
    if not pairs:
        return []
    return [
        (place, right)
        for place, right, twins in pairs
        if (right.many or not used & twins) and right.cost <= cp
    ]


def with_places(rights: Sequence[Right], kinds: frozenset[str], first: int) -> Pairs:
    """The rights of some kinds as figures refer to them, the first of the list having place `first`."""
    return tuple(
        (first + i, right, _twins(rights, right.id) << first)
        for i, right in enumerate(rights)
        if right.kind in kinds
    )


def _twins(rights: Sequence[Right], wanted: str) -> int:
    """The bits of the rights that are one and the same, however paid: their ids agree up to a colon."""
    name = wanted.partition(":")[0]
    return sum(1 << i for i, right in enumerate(rights) if right.id.partition(":")[0] == name)


def charged(cp: tuple[int, int], side: int, cost: int) -> tuple[int, int]:
    """The CP of both sides after a side has paid."""
    if not cost:
        return cp
    return (cp[0] - cost, cp[1]) if side == ATTACK else (cp[0], cp[1] - cost)


def node_of(asked: Ask, seats: tuple[Seat, Seat], rolled: Any, figures: Any, terms: Any) -> Node:
    """A question as a node of the odds engine."""
    if asked is None:
        return None
    if isinstance(asked, Toss):
        outcomes: Sequence[tuple[Counts, int]] = band_outcomes(asked.number, asked.scale.bands)
        return Chance([(rolled(terms, figures, counts), weight) for counts, weight in outcomes])
    return Choice(seats[asked.side], [after for _, after in asked.options], asked.usual)
