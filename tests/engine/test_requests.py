"""Bands, rolls and their outcomes, menus."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy import D6, Let, Show

from affray.engine.requests import Among, Die, Joined, Made, Roll, band_outcomes

D20 = Die(20)


def test_bands_by_their_tops() -> None:
    bands = D6.bands(2, 5)
    assert bands.table == (0, 0, 0, 1, 1, 1, 2)
    assert bands.weights == (2, 3, 1)
    assert D6.bands(2, 5) is bands


@pytest.mark.parametrize("top", [-3, 0])
def test_tops_are_clamped_below(top: int) -> None:
    assert D20.bands(top).weights == (0, 20)


def test_tops_are_clamped_above_and_may_repeat() -> None:
    assert D20.bands(25).weights == (20, 0)
    assert D20.bands(1, 1, 19).weights == (1, 0, 18, 1)


def test_faces() -> None:
    assert D6.faces().weights == (1,) * 6


@given(
    count=st.integers(0, 4),
    tops=st.lists(st.integers(-1, 7), max_size=3).map(sorted),
)
def test_outcomes_are_those_of_all_faces(count: int, tops: list[int]) -> None:
    roll = Roll(count, D6.bands(*tops), "X")
    naive = Counter(roll.counts(faces) for faces in product(range(1, 7), repeat=count))
    assert dict(roll.outcomes()) == naive
    assert sum(weight for _, weight in roll.outcomes()) == 6**count
    assert len(dict(roll.outcomes())) == len(roll.outcomes())


def test_outcomes_are_worked_out_once() -> None:
    assert band_outcomes(3, D6.bands(2)) is Roll(3, D6.bands(2), "X").outcomes()


def test_among() -> None:
    menu = Among([Let(), Show("rag")], "TOY-8", "only these")
    assert menu.options() == [Let(), Show("rag")]
    assert menu.refusal(Let()) is None
    assert str(menu.refusal(Show("guard"))) == "only these (TOY-8)"
    assert menu.forced() is None
    assert Among([Let()], "TOY-8").forced() == Let()


def test_joined_options_are_like_a_list() -> None:
    parts = ([Let()], (), (Show("rag"), Show("guard")))
    flat = [option for part in parts for option in part]
    joined = Joined(parts)
    assert list(joined) == flat
    assert [joined[i] for i in range(-3, 3)] == flat + flat
    assert joined[1:] == flat[1:]
    assert joined == flat
    assert joined == Joined([flat])
    assert joined != flat[1:]
    assert Show("guard") in joined
    for place in (3, -4):
        with pytest.raises(IndexError):
            joined[place]


def test_options_are_made_when_they_are_looked_at() -> None:
    asked: list[int] = []

    def make(place: int) -> Show:
        asked.append(place)
        return Show(str(place))

    made = Made(3, make, lambda: [make(place) for place in range(3)])
    assert len(made) == 3
    assert asked == []
    assert (made[1], made[-1]) == (Show("1"), Show("2"))
    assert asked == [1, 2]
    assert made[1:] == [Show("1"), Show("2")]
    assert list(made) == [Show("0"), Show("1"), Show("2")]
    for place in (3, -4):
        with pytest.raises(IndexError):
            made[place]
