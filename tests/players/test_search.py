"""Which options the greedy player looks at."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from affray.engine.actions import Action
from affray.players.greedy import AHEAD, promising, thinned


class Move(Action, frozen=True):
    """One of many."""

    number: int


class Shot(Action, frozen=True):
    """One of few."""

    number: int


MANY: Sequence[Action] = [*map(Move, range(300)), *map(Shot, range(7))]


def test_short_lists_are_looked_at_whole() -> None:
    assert thinned(MANY, 400) is MANY


def test_long_lists_keep_the_kinds_of_which_there_are_few() -> None:
    found = thinned(MANY, 60)
    assert len(found) <= 60
    assert [option for option in found if isinstance(option, Shot)] == list(map(Shot, range(7)))
    moves = [option.number for option in found if isinstance(option, Move)]
    assert len(moves) >= 40
    assert moves[-1] > 280, "they are taken from the whole list"


def test_each_kind_is_followed_up() -> None:
    """Moves are worth more by themselves; a shot may still be what leads on."""
    values = [Fraction(100 - i) for i in range(300)] + [Fraction(-500)] * 7
    chosen = promising(MANY, values)
    assert len(chosen) == AHEAD
    assert chosen[0] == 0
    assert sum(isinstance(MANY[i], Shot) for i in chosen) == 7
