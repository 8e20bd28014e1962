"""What a rule may ask for: a choice (`Decide`), dice (`Roll`) or an item out of an unseen lot (`Draw`).

A rule procedure is a generator that yields requests and receives answers. Who answers (a player and a dice
stream, a record, a case file, the odds engine) is no concern of the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from itertools import chain
from math import factorial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, final, overload

from msgspec import Struct

if TYPE_CHECKING:
    from affray.engine.actions import Action
    from affray.engine.rulebook import Refusal, Tally

Seat: TypeAlias = int
"""Index of a player, counted from 0 in the game's seat order."""
ClauseId: TypeAlias = str
"""Id of a rulebook entry, for example ``AVP-SHOOT.5``."""
Counts: TypeAlias = tuple[int, ...]
"""The answer to a `Roll`: how many dice fell into each band."""


class Bands:
    """A partition of a die's faces into the outcomes that a rule tells apart.

    ``table[face]`` is the band of a face (index 0 is unused); ``weights[band]`` counts the faces of a band.
    """

    __slots__ = ("die", "table", "units", "weights")

    def __init__(self, die: Die, table: tuple[int, ...], size: int) -> None:
        self.die = die
        self.table = table
        self.weights = tuple(sum(1 for band in table[1:] if band == i) for i in range(size))
        self.units: tuple[Counts, ...] = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))

    def __repr__(self) -> str:
        return f"{self.die!r}.bands{self.weights}"


class Die:
    """A fair die with faces 1…sides. `clause` names the rule that says which dice the game uses."""

    __slots__ = ("_bands", "clause", "sides")

    def __init__(self, sides: int, clause: ClauseId = "") -> None:
        self.sides = sides
        self.clause = clause
        self._bands: dict[tuple[int, ...], Bands] = {}

    def bands(self, *tops: int) -> Bands:
        """Bands by their highest faces, ascending: ``D20.bands(5)`` is 1–5 and 6–20.

        A top may repeat the one before it (an empty band) and is clamped to 0…sides; the last band ends at
        `sides`.
        """
        found = self._bands.get(tops)
        if found is None:
            table = [0]
            for face in range(1, self.sides + 1):
                table.append(sum(1 for top in tops if face > top))
            found = self._bands[tops] = Bands(self, tuple(table), len(tops) + 1)
        return found

    def faces(self) -> Bands:
        """One band per face: the answer tells the exact face (band index + 1)."""
        return self.bands(*range(1, self.sides))

    def __repr__(self) -> str:
        return f"D{self.sides}"


@final
class Roll(Struct, eq=False, gc=False):
    """Ask for `count` dice of one kind; the answer is how many fell into each band (`Counts`).

    `tally` is the difficulty with its reasons, `seat` who rolls, `label` what the roll is called in the log.
    """

    count: int
    bands: Bands
    clause: ClauseId
    label: str = ""
    tally: Tally | None = None
    seat: Seat = -1
    cites: tuple[ClauseId, ...] = ()

    def counts(self, faces: Sequence[int]) -> Counts:
        """The answer that dice with these faces give."""
        bands = self.bands
        if len(faces) == 1:
            return bands.units[bands.table[faces[0]]]
        counts = [0] * len(bands.weights)
        for face in faces:
            counts[bands.table[face]] += 1
        return tuple(counts)

    def outcomes(self) -> tuple[tuple[Counts, int], ...]:
        """Every possible answer with its integer weight; the weights sum to ``sides ** count``."""
        return band_outcomes(self.count, self.bands)


@cache
def band_outcomes(count: int, bands: Bands) -> tuple[tuple[Counts, int], ...]:
    """All band counts of `count` dice with their multinomial weights, impossible ones left out."""
    if count == 1:
        return tuple(
            (unit, weight) for unit, weight in zip(bands.units, bands.weights, strict=True) if weight
        )
    found: list[tuple[Counts, int]] = []

    def spread(band: int, left: int, counts: Counts, ways: int, faces: int) -> None:
        if band == len(bands.weights) - 1:
            last = bands.weights[band] ** left
            if last:
                found.append(((*counts, left), ways // factorial(left) * faces * last))
            return
        for n in range(left + 1):
            if n and not bands.weights[band]:
                break
            spread(band + 1, left - n, (*counts, n), ways // factorial(n), faces * bands.weights[band] ** n)

    spread(0, count, (), factorial(count), 1)
    return tuple(found)


@final
class Draw(Struct, eq=False, gc=False):
    """Ask for one item out of a multiset; the answer is the item. `secret_to` is the only seat that sees it.

    ``items`` and ``weights`` run in parallel: item, and how many of it are in the lot (at least one in all).
    """

    items: Sequence[str]
    weights: Sequence[int]
    clause: ClauseId
    label: str = ""
    secret_to: Seat | None = None


class Menu:
    """What a seat may choose: the legal options, and why anything else is not among them.

    One predicate serves both: `options` lists exactly the actions for which `refusal` is None.
    """

    __slots__ = ()

    def options(self) -> Sequence[Action]:
        """All legal actions, in a stable order, never empty."""
        raise NotImplementedError

    def refusal(self, action: Action) -> Refusal | None:
        """The first clause that forbids `action` here, or None if it is legal."""
        raise NotImplementedError

    def forced(self) -> Action | None:
        """The only option where that can be told cheaply, else None. A forced choice is not put to the
        seat."""
        return None

    def usual(self) -> Action | None:
        """The option that the game's default policy takes, None if it has none here."""
        return None

    def distinct(self) -> Sequence[Action]:
        """The options without those that differ from one listed only in the name of an equal piece.

        Odds try these: what the others lead to is the same but for the names.
        """
        return self.options()


class Late(Sequence["Action"]):
    """Options of which each is made when it is looked at."""

    __slots__ = ("_size",)
    _size: int

    def at(self, place: int) -> Action:
        """The option at a place, counted from 0."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Action]:
        """All of them, in their order."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...

    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        if isinstance(at, slice):
            return list(self)[at]
        if not -self._size <= at < self._size:
            raise IndexError(at)
        return self.at(at if at >= 0 else at + self._size)


class Joined(Late):
    """Options in parts, one after the other. A part may make its options only when they are looked at, as
    long as they do not depend on the state then.
    """

    __slots__ = ("_parts",)
    __hash__ = None  # type: ignore[assignment]  # it is equal to a list of the same options, which has no hash

    def __init__(self, parts: Sequence[Sequence[Action]]) -> None:
        self._size = sum(map(len, parts))
        self._parts = parts

    def at(self, place: int) -> Action:
        for part in self._parts:
            size = len(part)
            if place < size:
                return part[place]
            place -= size
        raise IndexError(place)

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)


class Made(Late):
    """Options that are made when they are looked at, from nothing that changes until then.

    ``one(place)`` makes one of so many, ``every()`` makes all in their order.
    """

    __slots__ = ("_every", "_one")

    def __init__(
        self, size: int, one: Callable[[int], Action], every: Callable[[], Sequence[Action]]
    ) -> None:
        self._size = size
        self._one = one
        self._every = every

    def at(self, place: int) -> Action:
        return self._one(place)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._every())


class Among(Menu):
    """A short explicit list of options; anything else is refused with one clause and reason."""

    __slots__ = ("clause", "listed", "reason")

    def __init__(
        self, listed: Sequence[Action], clause: ClauseId, reason: str = "not one of the choices"
    ) -> None:
        self.listed = listed
        self.clause = clause
        self.reason = reason

    def options(self) -> Sequence[Action]:
        return self.listed

    def refusal(self, action: Action) -> Refusal | None:
        if action in self.listed:
            return None
        from affray.engine.rulebook import Refusal

        return Refusal(self.clause, self.reason)

    def forced(self) -> Action | None:
        return self.listed[0] if len(self.listed) == 1 else None


@final
class Decide(Struct, eq=False, gc=False):
    """Ask one seat to choose from a menu; the answer is the chosen `Action`.

    `minor` marks a choice that cannot change the outcomes that odds name (where to put a token, say): odds
    take its first option instead of trying all.
    """

    seat: Seat
    menu: Menu
    clause: ClauseId
    prompt: str = ""
    minor: bool = False


Request: TypeAlias = Decide | Roll | Draw
T = TypeVar("T")
Procedure: TypeAlias = Generator[Request, Any, T]
"""A rule at work: yields requests, receives their answers, returns its result."""
