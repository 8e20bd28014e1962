"""What many things are worth to each seat, side by side: whole numbers, so that nothing is rounded.

Whoever judges scales all numbers so that every mean of them is a whole number too. Then what is equally good
compares as equal, and of the best options the first is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import getitem, mul
from typing import TypeAlias

from affray.engine.requests import Seat

Worth: TypeAlias = Sequence[Sequence[int]]
"""For each seat, what each of some things is worth to it."""


def scaled(worth: Worth, factor: int) -> Worth:
    """So many times as much."""
    return worth if factor == 1 else [[value * factor for value in own] for own in worth]


def mean(options: Sequence[Sequence[int]], weights: Sequence[int]) -> list[int]:
    """In each place the mean of what is there in each option. It has to be a whole number."""
    total = sum(weights)
    if len(weights) == 2:
        one, other = weights
        return [(one * a + other * b) // total for a, b in zip(*options, strict=True)]
    if len(weights) == 3:
        one, other, last = weights
        return [(one * a + other * b + last * c) // total for a, b, c in zip(*options, strict=True)]
    return [sum(map(mul, weights, each)) // total for each in zip(*options, strict=True)]


def first_best(options: Sequence[Sequence[int]]) -> tuple[Sequence[int], Sequence[int]]:
    """In each place the best of what is there in each option, and the first option in which it is."""
    first = options[0]
    if len(options) == 1:
        return first, [0] * len(first)
    best = list(map(max, *options))
    if best == list(first):
        return first, [0] * len(first)
    return best, list(map(tuple.index, zip(*options, strict=True), best))


def chosen(options: Sequence[Worth], seat: Seat) -> tuple[Worth, Sequence[int]]:
    """In each place the first of the options that are best for a seat."""
    best, ways = first_best([option[seat] for option in options])
    if not any(ways):
        return options[0], ways
    worth = []
    for at in range(len(options[0])):
        each = zip(*[option[at] for option in options], strict=True)
        worth.append(best if at == seat else list(map(getitem, each, ways)))
    return worth, ways


def with_toll(option: Worth, toll: Sequence[int], unit: int) -> Worth:
    """The worth of an option with what it costs or brings, in so many units."""
    return [
        [value + own * unit for value in worth] if own else worth
        for worth, own in zip(option, toll, strict=True)
    ]
