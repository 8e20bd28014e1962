"""Subgames in which two players by turns try for more with what is their own, until both pass in a row.

In a fight both sides re-roll their dice by turns. What a player may do rests on its own position and on who
has passed, so the moves of each are worked out once, and pairs of positions are solved row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import lcm
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.lanes import Value, Values, first_best, means, with_toll
from affray.engine.requests import Seat
from affray.engine.subgame import CLOSE, Solution, TooLarge

Group: TypeAlias = Any
"""Something hashable that nothing in the turns rests on, and nothing in them changes."""


class Offer(NamedTuple):
    """What a player may do at a position: pass, or one of some throws, by their numbers."""

    throws: Sequence[int]
    usual: int
    """What the default policy does: 0 is to pass, 1 the first throw."""
    tolls: Sequence[tuple[int, ...]]
    """Of each throw, as in `subgame.Choice`; empty: nothing. To pass costs nothing."""


class Deck(Protocol):
    """What is a player's own: positions and throws, by their numbers."""

    @property
    def able(self) -> Sequence[bool]:
        """Whether there is anything to do at each position but to pass."""

    @property
    def kept(self) -> Sequence[int]:
        """What is kept of each position in the end."""

    @property
    def throws(self) -> Sequence[Sequence[tuple[int, int]]]:
        """The positions to which each throw may lead, with their weights."""

    def offer(self, at: int) -> Offer:
        """What may be done at a position. No throw ever leads back."""


class Start(NamedTuple):
    """It is a side's turn, and the other one has just passed or not."""

    group: Group
    side: int
    passed: bool
    mine: int
    theirs: int


End: TypeAlias = tuple[Group, int, int]
"""What is kept of both players' positions."""
Following: TypeAlias = Callable[[int, bool, tuple[bool, bool]], "tuple[int, bool] | None"]
"""Who is asked when it is a side's turn, given whether the other has passed and who is able to do anything;
and whether the other of that one has passed. None: nobody any more."""
PAIRS_PER_NODE = 2
"""So many pairs of positions are as much work as a node of a tree."""
TURNS = (0, True), (1, True), (0, False), (1, False)
"""Sides and whether the other has passed, each after those to which passing leads."""
OVER = -1
"""Stands for a turn that nobody has, behind those of `TURNS`."""


class _Range:
    """The positions of a player that may be met, each after all that it leads to."""

    def __init__(self, deck: Deck, begun: Sequence[int]) -> None:
        self.positions: list[int] = []
        self.place: dict[int, int] = {}
        self.needs: list[int] = []
        """For each a number by which shares divide without rest, whatever this player does."""
        self.outcomes: dict[int, tuple[list[int], list[int]]] = {}
        """The places to which each throw may lead, and the weights."""
        for at in begun:
            if at not in self.place:
                self._add(deck, at)
        self.offers = [deck.offer(at) if deck.able[at] else None for at in self.positions]
        self.kept = list(dict.fromkeys([deck.kept[at] for at in self.positions]))
        places = {kept: place for place, kept in enumerate(self.kept)}
        self.ending = [places[deck.kept[at]] for at in self.positions]
        """The place of what is kept of each."""

    def _add(self, deck: Deck, at: int) -> None:
        need = 1
        for throw in deck.offer(at).throws if deck.able[at] else ():
            if throw not in self.outcomes:
                found = deck.throws[throw]
                for after, _ in found:
                    if after not in self.place:
                        self._add(deck, after)
                self.outcomes[throw] = [self.place[after] for after, _ in found], [n for _, n in found]
            places, weights = self.outcomes[throw]
            need = lcm(need, sum(weights) * lcm(*[self.needs[place] for place in places]))
        self.place[at] = len(self.positions)
        self.positions.append(at)
        self.needs.append(need)


class _Asked(NamedTuple):
    """A turn of somebody who is able to do something, by its place in `TURNS`; and that to which passing
    leads."""

    turn: int
    side: int
    passing: int


class _Rules:
    """How turns follow each other, given who is able to do anything."""

    def __init__(self, following: Following, able: tuple[bool, bool]) -> None:
        found = [following(side, passed, able) for side, passed in TURNS]
        self.follows = {turn: OVER if each is None else TURNS.index(each)
                        for turn, each in zip(TURNS, found, strict=True)}  # fmt: skip
        self.asked = [
            _Asked(at, side, OVER if passed else self.follows[1 - side, True])
            for at, (side, passed) in enumerate(TURNS)
            if at in self.follows.values()
        ]


Ways: TypeAlias = list[list[list[int]]]
"""What is done at each pair of positions in each of `TURNS`: 0 is to pass, 1 the first throw."""


class Turns:
    """Turns from their starts to their ends."""

    __slots__ = ("_fields", "_rules", "_seats", "_starts", "_usual", "ends", "free", "size")

    def __init__(
        self, decks: tuple[Deck, Deck], seats: tuple[Seat, Seat], following: Following,
        starts: Sequence[Start], usual: bool, most: int,
    ) -> None:  # fmt: skip
        self._seats = seats
        self._usual = usual
        no_yes = False, True
        self._rules = {able: _Rules(following, able) for able in product(no_yes, no_yes)}
        begun: dict[Group, tuple[list[int], list[int]]] = {}
        for group, _, _, mine, theirs in starts:
            own = begun.setdefault(group, ([], []))
            own[0].append(mine)
            own[1].append(theirs)
        self._fields = {
            group: (_Range(decks[0], mine), _Range(decks[1], theirs))
            for group, (mine, theirs) in begun.items()
        }
        self._starts = [
            (group, self._fields[group][0].place[mine], self._fields[group][1].place[theirs], (side, passed))
            for group, side, passed, mine, theirs in starts
        ]
        every = self._fields.values()
        self.free = not any(any(mine.offers + theirs.offers) for mine, theirs in every)
        """Nobody has anything to choose."""
        self.size = sum(len(mine.needs) * len(theirs.needs) for mine, theirs in every) // PAIRS_PER_NODE
        if self.size > most:
            raise TooLarge
        self.ends: list[End] = [
            (group, one, other)
            for group, (mine, theirs) in self._fields.items()
            for one, other in product(mine.kept, theirs.kept)
        ]

    # -- what it is worth ------------------------------------------------------------------------------------

    def judged(self, values: Values) -> tuple[Values, dict[Group, Ways]]:
        """What each start is worth if every player does what is best for it, and what is done."""
        wanted: dict[Group, dict[tuple[int, int], list[Value]]] = {group: {} for group in self._fields}
        for group, row, column, _ in self._starts:
            wanted[group][row, column] = []
        ends = iter(values)
        ways = {}
        for group, (mine, theirs) in self._fields.items():
            kept = [[next(ends) for _ in theirs.kept] for _ in mine.kept]
            ways[group] = self._judge(mine, theirs, kept, wanted[group])
        found = []
        for group, row, column, turn in self._starts:
            mine, theirs = self._fields[group]
            rules = self._rules[mine.offers[row] is not None, theirs.offers[column] is not None]
            found.append(wanted[group][row, column][rules.follows[turn]])
        return found, ways

    def _judge(
        self,
        mine: _Range,
        theirs: _Range,
        kept: list[list[Value]],
        wanted: dict[tuple[int, int], list[Value]],
    ) -> Ways:
        """Work out all pairs of positions, row by row; `wanted` takes the worth of turns at some of them."""
        ways: Ways = []
        rows: list[Sequence[Value]] = []
        """What it is worth to each of my positions that the other side is next and nobody has passed."""
        thrown: dict[Any, Sequence[Value]] = {}
        for row, own in enumerate(mine.offers):
            mines = _throws(mine, own, rows, thrown)
            answered: dict[Any, Sequence[Value]] = {}
            cells: list[Sequence[Value]] = []
            """The same for each of their positions when I am next."""
            line: list[Value] = []
            ways.append([])
            ends = kept[mine.ending[row]]
            rules_of = self._rules[own is not None, False], self._rules[own is not None, True]
            for column, other in enumerate(theirs.offers):
                rules = rules_of[other is not None]
                met = [ends[theirs.ending[column]]] * (len(TURNS) + 1)
                done = [0] * len(TURNS)
                best = (
                    self._best(own, 0, [each[column] for each in mines]),
                    self._best(other, 1, [each[0] for each in _throws(theirs, other, cells, answered)]),
                )
                for turn, side, passing in rules.asked:
                    way, value = best[side]
                    done[turn] = way if self._acts(side, way, value, met[passing]) else 0
                    met[turn] = value if done[turn] else met[passing]
                cells.append([met[rules.follows[0, False]]])
                line.append(met[rules.follows[1, False]])
                ways[-1].append(done)
                if (row, column) in wanted:
                    wanted[row, column] = met
            rows.append(line)
        return ways

    def _best(self, offer: Offer | None, side: int, throws: Sequence[Value]) -> tuple[int, Value]:
        """What a side does if it does not pass, and what that is worth."""
        if offer is None:
            return 0, ()
        if self._usual:
            return offer.usual, throws[offer.usual - 1]
        at = first_best(throws, self._seats[side]) if len(throws) > 1 else 0
        return 1 + at, throws[at]

    def _acts(self, side: int, way: int, value: Value, passing: Value) -> bool:
        """Whether a side does that rather than pass."""
        if self._usual:
            return way > 0
        seat = self._seats[side]
        return passing[seat] < value[seat] - CLOSE * (1 + abs(value[seat]))

    # -- how often it comes about ----------------------------------------------------------------------------

    def spread(self, shares: Sequence[int], ways: Mapping[Group, Ways], seats: int) -> tuple[Solution, int]:
        """How often the ends come about if the starts come about so often and this is done, and which
        multiples of the shares of the starts that counts."""
        scale = lcm(*[
            self._fields[group][0].needs[row] * self._fields[group][1].needs[column]
            for group, row, column, _ in self._starts
        ])  # fmt: skip
        tolls = [0] * seats
        found: list[int] = []
        for group, (mine, theirs) in self._fields.items():
            cells: _Cells = [{} for _ in mine.needs]
            for (each, row, column, turn), share in zip(self._starts, shares, strict=True):
                if each == group and share:
                    self._give(group, cells, row, column, turn, share * scale)
            ended = self._pass_on(group, cells, ways[group], tolls)
            found += [ended.get(pair, 0) for pair in product(range(len(mine.kept)), range(len(theirs.kept)))]
        return Solution(found, tolls), scale

    def _give(
        self, group: Group, cells: _Cells, row: int, column: int, turn: tuple[int, bool], share: int
    ) -> None:
        """Let it be a side's turn at a pair of positions."""
        mine, theirs = self._fields[group]
        rules = self._rules[mine.offers[row] is not None, theirs.offers[column] is not None]
        cell = cells[row].get(column)
        if cell is None:
            cell = cells[row][column] = [0] * (len(TURNS) + 1)
        cell[rules.follows[turn]] += share

    def _pass_on(
        self, group: Group, cells: _Cells, ways: Ways, tolls: list[int]
    ) -> dict[tuple[int, int], int]:
        """Go through all pairs of positions, from the starts on; how often it ends with what is kept."""
        mine, theirs = self._fields[group]
        ended: dict[tuple[int, int], int] = {}
        for row in range(len(cells) - 1, -1, -1):
            for column in range(len(theirs.needs) - 1, -1, -1):
                cell = cells[row].get(column)
                if cell is None:
                    continue
                offers = mine.offers[row], theirs.offers[column]
                rules = self._rules[offers[0] is not None, offers[1] is not None]
                for turn, side, passing in reversed(rules.asked):
                    share, way = cell[turn], ways[row][column][turn]
                    if not share or not way:
                        cell[passing] += share
                        continue
                    offer = offers[side]
                    assert offer is not None
                    for seat, toll in enumerate(offer.tolls[way - 1] if offer.tolls else ()):
                        tolls[seat] += share * toll
                    places, weights = (theirs if side else mine).outcomes[offer.throws[way - 1]]
                    share //= sum(weights)
                    for place, weight in zip(places, weights, strict=True):
                        at = (row, place) if side else (place, column)
                        self._give(group, cells, *at, (1 - side, False), share * weight)
                pair = mine.ending[row], theirs.ending[column]
                ended[pair] = ended.get(pair, 0) + cell[OVER]
        return ended


_Cells: TypeAlias = list[dict[int, list[int]]]
"""For each row and column the shares of `TURNS`, and behind them that of `OVER`."""


def _throws(
    own: _Range, offer: Offer | None, worth: Sequence[Sequence[Value]], known: dict[Any, Sequence[Value]]
) -> list[Sequence[Value]]:
    """What each throw is worth with what it costs, if this is what its positions are worth."""
    found: list[Sequence[Value]] = []
    for at, throw in enumerate(offer.throws if offer is not None else ()):
        toll = offer.tolls[at] if offer is not None and offer.tolls else ()
        values = known.get((throw, toll))
        if values is None:
            places, weights = own.outcomes[throw]
            values = means([worth[place] for place in places], weights)
            if any(toll):
                values = with_toll(values, toll)
            known[throw, toll] = values
        found.append(values)
    return found
