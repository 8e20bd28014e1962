"""How the dice of a match fell, and whether that was to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, lgamma, log

from affray.web.messages import DiceCount, Note

EVERYBODY = -1


def count(notes: Iterable[Note]) -> tuple[DiceCount, ...]:
    """The dice of the lines of a log: of all seats together, then of each, by kind of die."""
    fallen: dict[tuple[int, int], list[int]] = {}
    for note in notes:
        for who in {EVERYBODY, note.seat}:
            if note.sides > 1:
                counts = fallen.setdefault((who, note.sides), [0] * note.sides)
                for face in note.faces:
                    if face <= note.sides:
                        counts[face - 1] += 1
    return tuple(_report(seat, sides, counts) for (seat, sides), counts in sorted(fallen.items()))


def _report(seat: int, sides: int, counts: Sequence[int]) -> DiceCount:
    rolled = sum(counts)
    mean = sum(face * n for face, n in enumerate(counts, 1)) / rolled if rolled else 0.0
    return DiceCount(seat, sides, tuple(counts), mean, (sides + 1) / 2, unevenness(counts))


def unevenness(counts: Sequence[int]) -> float:
    """The probability that fair dice fall at least as unevenly, by the chi-squared test; 1 for too few
    dice."""
    rolled = sum(counts)
    even = rolled / len(counts)
    if even < 1:
        return 1.0
    squares = sum((n - even) ** 2 for n in counts) / even
    return _upper_gamma((len(counts) - 1) / 2, squares / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: by its series for small x, by a continued fraction
    (the method of Lentz) for large."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-12:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    tiny = 1e-300
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    value = d
    for i in range(1, 500):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        change = c * d
        value *= change
        if abs(change - 1) < 1e-12:
            break
    return min(1.0, value * scale)
