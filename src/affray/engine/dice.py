"""Chance: a seeded, verifiable stream of dice, and the stand-ins that replays and case files use instead."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Protocol

from affray.engine.requests import Draw, Roll
from affray.engine.words import clip


class Chance(Protocol):
    """Answers rolls with faces and draws with items."""

    counter: int
    """How many numbers have been used up. A match sets it back when an action fails half-way."""

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """The faces of the dice asked for."""

    def item(self, draw: Draw) -> str:
        """The item drawn."""


def seed_hash(seed: str) -> str:
    """What is published before a match so that its dice can be verified after it: SHA-256 of the seed, in
    hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def new_seed() -> str:
    """A fresh secret seed of 128 bits."""
    return secrets.token_hex(16)


class DiceStream:
    """Faces drawn from SHA-256 of (seed, counter), unbiased by rejection.

    The counter goes up by one per number drawn (more only where a number is rejected, which happens once in
    about 2**60 draws), so every die of a match can be checked from the record and the seed.
    """

    __slots__ = ("_base", "counter", "seed")

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter
        self._base = hashlib.sha256(seed.encode() + b"/")

    def below(self, n: int) -> int:
        """A number in 0…n−1 (n from 1 to 2**32), each equally likely."""
        limit = (1 << 64) // n * n
        while True:
            h = self._base.copy()
            h.update(b"%d" % self.counter)
            self.counter += 1
            value = int.from_bytes(h.digest()[:8], "big")
            if value < limit:
                return value % n

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """One number per die."""
        sides = roll.bands.die.sides
        if roll.count == 1:
            return (self.below(sides) + 1,)
        return tuple(self.below(sides) + 1 for _ in range(roll.count))

    def item(self, draw: Draw) -> str:
        """One number: its place among the lot's items, each counted as often as it is in the lot."""
        at = self.below(sum(draw.weights))
        for item, weight in zip(draw.items, draw.weights, strict=True):
            at -= weight
            if at < 0:
                return item
        raise AssertionError("weights changed while drawing")

    def choice(self, count: int) -> int:
        """An index below `count`: for players that choose at random."""
        return self.below(count)


class ChanceError(ValueError):
    """Supplied chance that does not fit what the rules asked for."""


class Supplied:
    """Dice and draws given beforehand (case files, records), used up in order."""

    __slots__ = ("counter", "values")

    def __init__(self, values: Iterable[int | str] = ()) -> None:
        self.values: list[int | str] = list(values)
        self.counter = 0

    def feed(self, values: Iterable[int | str]) -> None:
        """Add values behind those left."""
        self.values.extend(values)

    @property
    def left(self) -> list[int | str]:
        """Values not used yet."""
        return self.values[self.counter :]

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """The next faces. Raises ChanceError if too few are left or one is no face of the die."""
        at, sides = self.counter, roll.bands.die.sides
        found = self.values[at : at + roll.count]
        for value in found:
            if not isinstance(value, int) or not 1 <= value <= sides:
                raise ChanceError(f"{clip(value)} is no face of {described(roll)}")
        if len(found) < roll.count:
            raise ChanceError(f"no die left for {described(roll)}")
        self.counter = at + roll.count
        return tuple(found)  # type: ignore[arg-type]  # only integers got past the check

    def item(self, draw: Draw) -> str:
        """The next item. Raises ChanceError if none is left or it is not in the lot."""
        if self.counter >= len(self.values):
            raise ChanceError(f"nothing left for {described(draw)}")
        value = self.values[self.counter]
        for item, weight in zip(draw.items, draw.weights, strict=True):
            if item == value and weight:
                self.counter += 1
                return item
        raise ChanceError(f"{clip(value)} is not in the lot of {described(draw)}")


def described(request: Roll | Draw) -> str:
    """What is rolled or drawn, for messages: ``2D6 damage (TOY-4)``."""
    if isinstance(request, Roll):
        head = f"{request.count}D{request.bands.die.sides}"
    else:
        head = "draw"
    return " ".join(word for word in (head, request.label, f"({request.clause})") if word)
