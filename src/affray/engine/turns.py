"""Subgames in which two players by turns try for more with what is their own, until both pass in a row.

In a fight both sides re-roll their dice by turns. What a player may do rests on its own position and on who
has passed, so the moves of each are worked out once, and pairs of positions are solved field by field: a
field holds all pairs of two levels, and no throw stays on a level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain, pairwise, product
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.engine.requests import Seat
from affray.engine.subgame import Solution, TooLarge
from affray.engine.worth import Worth, chosen, mean, scaled, with_toll

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
    """The positions of a player that may be met, by levels, each after all that it leads to."""

    def __init__(self, deck: Deck, begun: Sequence[int], usual: bool) -> None:
        self._deck = deck
        self._usual = usual
        self.free = True
        """There is nothing to choose."""
        self._levels: list[list[int]] = []
        self._met: dict[int, tuple[int, int, Offer | None]] = {}
        """For each its level, a number by which shares divide without rest whatever this player does, and
        what it may do."""
        self._throws: dict[int, Sequence[tuple[int, int]]] = {}
        for at in begun:
            self._look(at)
        positions = [at for level in self._levels for at in level]
        stops = [0, *accumulate([len(level) for level in self._levels])]
        self.levels = [range(start, stop) for start, stop in pairwise(stops)]
        """The places of each level: of the positions from which so many throws may follow each other."""
        self.level = [level for level, places in enumerate(self.levels) for _ in places]
        self.place = {at: place for place, at in enumerate(positions)}
        self.needs = [self._met[at][1] for at in positions]
        self.offers = [self._met[at][2] for at in positions]
        self.outcomes = {
            throw: ([self.place[after] for after, _ in found], [weight for _, weight in found])
            for throw, found in self._throws.items()
        }
        """The places to which each throw may lead, and the weights."""
        self.kept = list(dict.fromkeys([deck.kept[at] for at in positions]))
        places = {kept: place for place, kept in enumerate(self.kept)}
        self.ending = [places[deck.kept[at]] for at in positions]
        """The place of what is kept of each."""

    def _look(self, at: int) -> tuple[int, int]:
        """The level and the need of a position."""
        known = self._met.get(at)
        if known is not None:
            return known[:2]
        level, need = 0, 1
        offer = self._offer(at) if self._deck.able[at] else None
        for throw in offer.throws if offer is not None else ():
            branches = self._throws[throw] = self._deck.throws[throw]
            found = [self._look(after) for after, _ in branches]
            level = max(level, 1 + max([each for each, _ in found]))
            total = sum([weight for _, weight in branches])
            need = lcm(need, total * lcm(*{each for _, each in found}))
        self._met[at] = level, need, offer
        while len(self._levels) <= level:
            self._levels.append([])
        self._levels[level].append(at)
        return level, need

    def _offer(self, at: int) -> Offer | None:
        """What a player may do; of the default policy there is but one throw, or none."""
        self.free = False
        offer = self._deck.offer(at)
        if not self._usual:
            return offer if offer.throws else None
        place = offer.usual - 1
        return Offer([offer.throws[place]], 1, offer.tolls[place : place + 1]) if place >= 0 else None


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


class _Field(NamedTuple):
    """All pairs of positions of two levels, row by row."""

    rows: range
    columns: range
    able: tuple[bool, bool]
    rules: _Rules

    def at(self, row: int, column: int) -> int:
        """The place of a pair."""
        return (row - self.rows.start) * len(self.columns) + column - self.columns.start


class _Pairs:
    """The positions of both players that may be met together."""

    def __init__(self, mine: _Range, theirs: _Range, rules: Mapping[tuple[bool, bool], _Rules]) -> None:
        self.ranges = mine, theirs
        self.rules = rules
        self.fields = [
            _Field(rows, columns, able, rules[able])
            for first, rows in enumerate(mine.levels)
            for second, columns in enumerate(theirs.levels)
            for able in [(first > 0, second > 0)]
        ]
        """Each after all that it leads to."""
        self.width = len(theirs.needs)
        self.size = len(mine.needs) * self.width
        self.ends = list(product(mine.kept, theirs.kept))

    def field(self, row: int, column: int) -> int:
        """The number of the field of a pair."""
        mine, theirs = self.ranges
        return mine.level[row] * len(theirs.levels) + theirs.level[column]


class _Done(NamedTuple):
    """What is done in a turn at each pair of a field."""

    acts: Sequence[int]
    """Whether the player throws."""
    throws: Sequence[Sequence[int]]
    """Which throw it would be, by the player's place, then by the other's."""


Ways: TypeAlias = list[list[dict[int, _Done]]]
"""What is done, for each group, field and turn."""


class Turns:
    """Turns from their starts to their ends."""

    __slots__ = ("_pairs", "_seats", "_starts", "_usual", "ends", "free", "need", "size")

    def __init__(
        self, decks: tuple[Deck, Deck], seats: tuple[Seat, Seat], following: Following,
        starts: Sequence[Start], usual: bool, most: int,
    ) -> None:  # fmt: skip
        self._seats = seats
        self._usual = usual
        no_yes = False, True
        rules = {able: _Rules(following, able) for able in product(no_yes, no_yes)}
        begun: dict[Group, tuple[list[int], list[int]]] = {}
        for group, _, _, one, other in starts:
            own = begun.setdefault(group, ([], []))
            own[0].append(one)
            own[1].append(other)
        self._pairs = [
            _Pairs(_Range(decks[0], ones, usual), _Range(decks[1], others, usual), rules)
            for ones, others in begun.values()
        ]
        self.free = all(each.free for pairs in self._pairs for each in pairs.ranges)
        """Nobody has anything to choose."""
        self.size = sum(pairs.size for pairs in self._pairs) // PAIRS_PER_NODE
        if self.size > most:
            raise TooLarge
        numbers = {group: number for number, group in enumerate(begun)}
        self._starts: list[tuple[int, int, int, int]] = []
        """For each its group, row, column and turn."""
        self.need = 1
        """A number by which shares of the starts divide without rest, down to the ends."""
        for group, side, passed, one, other in starts:
            number = numbers[group]
            pairs = self._pairs[number]
            mine, theirs = pairs.ranges
            row, column = mine.place[one], theirs.place[other]
            turn = pairs.fields[pairs.field(row, column)].rules.follows[side, passed]
            self._starts.append((number, row, column, turn))
            self.need = lcm(self.need, mine.needs[row] * theirs.needs[column])
        self.ends: list[End] = [
            (group, one, other)
            for group, pairs in zip(begun, self._pairs, strict=True)
            for one, other in pairs.ends
        ]

    def judged(self, values: Worth, unit: int) -> tuple[Worth, Ways]:
        """What each start is worth, times `need`, if every player does what is best for it, and what is done;
        `unit`: one of a toll is worth so much."""
        values = scaled(values, self.need)
        first = 0
        judges: list[_Judge] = []
        for pairs in self._pairs:
            ends = [own[first : first + len(pairs.ends)] for own in values]
            judges.append(_Judge(pairs, self._seats, self._usual, unit * self.need, ends))
            first += len(pairs.ends)
        found: list[list[int]] = [[] for _ in values]
        for group, row, column, turn in self._starts:
            for own, each in zip(found, judges[group].worth(row, column, turn), strict=True):
                own.append(each)
        return found, [judge.ways for judge in judges]

    def spread(self, shares: Sequence[int], ways: Ways, seats: int) -> Solution:
        """How often the ends come about if the starts come about so often and this is done, in parts as small
        as `need`."""
        spreads = [_Spread(pairs, seats) for pairs in self._pairs]
        for (group, row, column, turn), share in zip(self._starts, shares, strict=True):
            spread = spreads[group]
            spread.met[turn][row * spread.pairs.width + column] += share * self.need
        found = [share for spread, done in zip(spreads, ways, strict=True) for share in spread.ended(done)]
        return Solution(found, [sum([spread.tolls[seat] for spread in spreads]) for seat in range(seats)])


class _Judge:
    """What pairs are worth, and what is done there."""

    def __init__(self, pairs: _Pairs, seats: tuple[Seat, Seat], usual: bool, unit: int, ends: Worth) -> None:
        self.pairs = pairs
        self.ways: list[dict[int, _Done]] = []
        self._seats = seats
        self._usual = usual
        self._unit = unit
        self._ends = ends
        mine, theirs = pairs.ranges
        # What it is worth that it is a player's turn and nobody has passed, for each place of the other one
        # and each seat, by the player's own places.
        self._next: tuple[list[list[list[int]]], list[list[list[int]]]] = (
            [[[] for _ in ends] for _ in theirs.needs],
            [[[] for _ in ends] for _ in mine.needs],
        )
        self._met: list[list[Worth]] = []
        """For each field what each turn is worth."""
        for field in pairs.fields:
            self._judge(field)

    def worth(self, row: int, column: int, turn: int) -> list[int]:
        """What a turn at a pair is worth to each seat."""
        number = self.pairs.field(row, column)
        at = self.pairs.fields[number].at(row, column)
        return [own[at] for own in self._met[number][turn]]

    def _judge(self, field: _Field) -> None:
        mine, theirs = self.pairs.ranges
        pick = itemgetter(*[
            mine.ending[row] * len(theirs.kept) + theirs.ending[column]
            for row, column in product(field.rows, field.columns)
        ], 0)  # fmt: skip
        met: list[Worth] = [[pick(own)[:-1] for own in self._ends]] * (len(TURNS) + 1)
        thrown: list[tuple[Worth, Sequence[Sequence[int]]]] = [
            self._thrown(0, field.rows, field.columns) if field.able[0] else ((), ()),
            self._thrown(1, field.columns, field.rows) if field.able[1] else ((), ()),
        ]
        done: dict[int, _Done] = {}
        for turn, side, passing in field.rules.asked:
            acting, throws = thrown[side]
            acts: Sequence[int]
            if self._usual:
                met[turn], acts = acting, [1] * len(acting[0])
            else:
                met[turn], acts = chosen([met[passing], acting], self._seats[side])
            done[turn] = _Done(acts, throws)
        self._met.append(met)
        self.ways.append(done)
        mine_next, theirs_next = (met[field.rules.follows[side, False]] for side in (0, 1))
        width = len(field.columns)
        for seat, own in enumerate(mine_next):
            for at, column in enumerate(field.columns):
                self._next[0][column][seat] += own[at::width]
        for seat, own in enumerate(theirs_next):
            for at, row in enumerate(field.rows):
                self._next[1][row][seat] += own[at * width : (at + 1) * width]

    def _thrown(self, side: int, own: range, other: range) -> tuple[Worth, Sequence[Sequence[int]]]:
        """What the best throw is worth at all pairs of a field, row by row; and which it is."""
        range_ = self.pairs.ranges[side]
        known: dict[Any, Worth] = {}
        found: list[Worth] = []
        ways: list[Sequence[int]] = []
        for place in own:
            offer = range_.offers[place]
            assert offer is not None
            options: list[Worth] = []
            for at, throw in enumerate(offer.throws):
                toll = offer.tolls[at] if offer.tolls else ()
                worth = known.get((throw, toll))
                if worth is None:
                    worth = known[throw, toll] = self._throw(side, throw, toll, other)
                options.append(worth)
            best, way = chosen(options, self._seats[side])
            found.append(best)
            ways.append(way)
        by_seat = zip(*found, strict=True)
        if side == 0:
            return [list(chain.from_iterable(each)) for each in by_seat], ways
        return [list(chain.from_iterable(zip(*each, strict=True))) for each in by_seat], ways

    def _throw(self, side: int, throw: int, toll: Sequence[int], other: range) -> Worth:
        """What a throw is worth with what it costs, for each place of the other player."""
        places, weights = self.pairs.ranges[side].outcomes[throw]
        after = self._next[1 - side]
        worth = [
            mean([after[place][seat][other.start : other.stop] for place in places], weights)
            for seat in range(len(self._ends))
        ]
        return with_toll(worth, toll, self._unit) if any(toll) else worth


class _Spread:
    """How often turns at pairs come about."""

    def __init__(self, pairs: _Pairs, seats: int) -> None:
        self.pairs = pairs
        self.met = [[0] * pairs.size for _ in range(len(TURNS) + 1)]
        """For each of `TURNS` and for `OVER` how often it comes to that, at all pairs row by row."""
        self.tolls = [0] * seats

    def ended(self, ways: Sequence[Mapping[int, _Done]]) -> list[int]:
        """How often each end comes about."""
        for field, done in zip(reversed(self.pairs.fields), reversed(ways), strict=True):
            for turn, side, passing in reversed(field.rules.asked):
                self._pass_on(field, turn, side, passing, done[turn])
        mine, theirs = self.pairs.ranges
        found = [0] * len(self.pairs.ends)
        over = iter(self.met[OVER])
        for one in mine.ending:
            first = one * len(theirs.kept)
            for other, share in zip(theirs.ending, over):
                found[first + other] += share
        return found

    def _pass_on(self, field: _Field, turn: int, side: int, passing: int, done: _Done) -> None:
        """What comes of a turn at all pairs of a field."""
        here, passed = self.met[turn], self.met[passing]
        acts = iter(done.acts)
        for row in field.rows:
            first = row * self.pairs.width
            for column, act in zip(field.columns, acts):
                share = here[first + column]
                if not share:
                    continue
                if not act:
                    passed[first + column] += share
                elif side:
                    way = done.throws[column - field.columns.start][row - field.rows.start]
                    self._throw(field, side, column, way, share, first, 1)
                else:
                    way = done.throws[row - field.rows.start][column - field.columns.start]
                    self._throw(field, side, row, way, share, column, self.pairs.width)

    def _throw(self, field: _Field, side: int, own: int, way: int, share: int, first: int, step: int) -> None:
        """Let a player throw; the pairs to which that leads are `step` apart for each place of its own."""
        range_ = self.pairs.ranges[side]
        offer = range_.offers[own]
        assert offer is not None
        for seat, toll in enumerate(offer.tolls[way] if offer.tolls else ()):
            self.tolls[seat] += share * toll
        places, weights = range_.outcomes[offer.throws[way]]
        share //= sum(weights)
        after = [
            self.met[self.pairs.rules[(field.able[0], able) if side else (able, field.able[1])].follows[
                1 - side, False
            ]]
            for able in (False, True)
        ]  # fmt: skip
        for place, weight in zip(places, weights, strict=True):
            after[range_.level[place] > 0][first + place * step] += share * weight
