"""Pools of dice: how faces count, what re-rolls and retains do to them. Pure functions on small figures.

The same functions serve both sides, in shooting and in fights, at the table and in odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from operator import sub
from typing import NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Bands, Counts, Die
from affray.games.killteam.actions.attack_choices import Reroll, reroll, use
from affray.games.killteam.rights import Right

D6 = Die(6, clause="KILLTEAM-SSEQ.9")
FAIL, NORMAL, CRITICAL = range(3)
"""How a die counts."""
GRADES = ("fail", "normal", "critical")
"""The words for it in notation."""
ROTTEN = 3
"""The face that Curse of Rot spoils (KILLTEAM-C.PLM.7)."""
PUT_ASIDE = (0, 0, 0)


def grade_of(face: int, need: int, critical_from: int) -> int:
    """How a face counts.

    A natural 1 fails and a natural 6 is a critical, whatever the stat (KILLTEAM-SSEQ.3, KILLTEAM-SSEQ.5,
    KILLTEAM-FSEQ.3, KILLTEAM-FSEQ.5); in between the stat comes first, and only successes can be critical
    from a lower number on (KILLTEAM-R.23).
    """
    if face == 1:
        return FAIL
    if face == 6:
        return CRITICAL
    if face < need:
        return FAIL
    return CRITICAL if face >= critical_from else NORMAL


class Scale(NamedTuple):
    """The bands of faces that a roll tells apart: the highest face of each, and how each counts."""

    tops: tuple[int, ...]
    grades: tuple[int, ...]

    @property
    def bands(self) -> Bands:
        """The bands for a `Roll`."""
        return D6.bands(*self.tops[:-1])

    def words(self, band: int) -> str:
        """What a die of a band is called in notation: its face, or how it counts if the faces are many."""
        if not self.tops:
            return GRADES[self.grades[band]]
        low = self.tops[band - 1] + 1 if band else 1
        return str(low) if low == self.tops[band] else GRADES[self.grades[band]]


@cache
def scale_of(need: int, critical_from: int, splits: tuple[int, ...] = ()) -> Scale:
    """The coarsest scale that tells grades apart and has a boundary behind each face of `splits`."""
    tops: list[int] = []
    grades: list[int] = []
    for face in range(1, 7):
        grade = grade_of(face, need, critical_from)
        if tops and grades[-1] == grade and face - 1 not in splits:
            tops[-1] = face
        else:
            tops.append(face)
            grades.append(grade)
    return Scale(tuple(tops), tuple(grades))


EVERY_FACE = (1, 2, 3, 4, 5)
"""Splits for a roll of which every number matters (Ceaseless, Dig In)."""
THREES = (2, 3)
"""Splits for a roll of which 3s matter (Curse of Rot)."""
SIXES = (5,)
"""Splits for a roll of which natural 6s matter (Tilting Shields)."""


COARSE = Scale((), (FAIL, NORMAL, CRITICAL))
"""One band for each grade, for dice on the table whose faces no longer matter."""


Grades: TypeAlias = tuple[int, int, int]
"""Numbers of fails, normals and criticals."""


@cache
def by_grade(counts: Counts, grades: tuple[int, ...]) -> Grades:
    """Dice by grade that are counted by bands of these grades."""
    found = [0, 0, 0]
    for count, grade in zip(counts, grades, strict=True):
        found[grade] += count
    return found[0], found[1], found[2]


def _added(one: Grades, other: Grades) -> Grades:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


@cache
def _settled(fresh: Counts, grades: tuple[int, ...]) -> tuple[Counts, int]:
    """The fails, then the normals, by how many show the same number, most first; and how many criticals."""
    kept: list[int] = []
    for grade in (FAIL, NORMAL):
        kept += sorted([n for n, each in zip(fresh, grades, strict=True) if each == grade], reverse=True)
    criticals = sum(fresh) - sum(kept)
    return (*kept, *[0] * (len(fresh) - len(kept))), criticals


class Dice(NamedTuple):
    """Dice on the table before they are retained."""

    fresh: Counts
    """Dice that may still be re-rolled, by the bands of `scale`."""
    scale: Scale
    spent: Grades = PUT_ASIDE
    """Dice that may not, by grade: re-rolled ones, or spoilt ones."""
    laid: tuple[int, int] = (0, 0)
    """Normals and criticals retained unrolled; they are never re-rolled (KILLTEAM-C.CP.1)."""

    def graded(self) -> Grades:
        """All rolled dice by grade."""
        return _added(self.spent, by_grade(self.fresh, self.scale.grades))

    def rerolled(self, counts: Counts, grades: tuple[int, ...]) -> Dice:
        """With these dice, just rolled again, among the spent ones."""
        return Dice(self.fresh, self.scale, _added(self.spent, by_grade(counts, grades)), self.laid)

    def without(self, picked: Counts) -> Dice:
        """Without some fresh dice."""
        return Dice(tuple(map(sub, self.fresh, picked)), self.scale, self.spent, self.laid)

    def coarse(self) -> Dice:
        """The same dice with the fresh ones by grade."""
        if self.scale is COARSE:
            return self
        return Dice(by_grade(self.fresh, self.scale.grades), COARSE, self.spent, self.laid)

    def settled(self) -> Dice:
        """As odds see them: criticals are not re-rolled, and which number some dice show does not matter."""
        fresh, criticals = _settled(self.fresh, self.scale.grades)
        if not criticals and fresh == self.fresh:
            return self
        return Dice(fresh, self.scale, _added(self.spent, (0, 0, criticals)), self.laid)

    def fixed(self, most: int) -> Dice:
        """With no more fresh dice than can be re-rolled one by one, the worst of them; the others spent."""
        if sum(self.fresh) <= most:
            return self
        fresh, left = [], most
        for count in self.fresh:
            fresh.append(min(count, left))
            left -= fresh[-1]
        rest = by_grade(tuple(map(sub, self.fresh, fresh)), self.scale.grades)
        return Dice(tuple(fresh), self.scale, _added(self.spent, rest), self.laid)

    def dulled(self) -> Dice:
        """With every result below 6 a normal at best (Tilting Shields); 6 has a band of its own."""
        tops, grades = self.scale
        dull = [min(grade, NORMAL) if top < 6 else grade for top, grade in zip(tops, grades, strict=True)]
        return self._replace(scale=Scale(tops, tuple(dull)))


def threes_of(dice: Dice) -> int:
    """How many rolled 3s there are. The scale has 3 as a band of its own, unless no dice were rolled."""
    tops = dice.scale.tops
    return dice.fresh[tops.index(ROTTEN)] if tops else 0


def rotten(dice: Dice) -> Dice:
    """The dice after Curse of Rot: each 3 is a fail for good (KILLTEAM-C.PLM.7)."""
    band = dice.scale.tops.index(ROTTEN)
    threes = dice.fresh[band]
    picked = tuple(threes if i == band else 0 for i in range(len(dice.fresh)))
    return dice.without(picked).rerolled((threes,), (FAIL,))


# -- re-rolls ------------------------------------------------------------------------------------------------

REROLLS = frozenset({"reroll_one", "reroll_number", "reroll_any"})


class Pick(NamedTuple):
    """One way to re-roll: the right used, and the dice picked by band."""

    right: int
    picked: Counts


def picks(dice: Dice, rights: Sequence[tuple[int, Right]], sparing: bool = False) -> Iterator[Pick]:
    """Every way to re-roll fresh dice by some rights (their places in the sequence's list and themselves).

    `sparing` leaves out what cannot be better than another way: a better die instead of a worse one.
    """
    fresh, scale = dice.fresh, dice.scale
    bands = [band for band, count in enumerate(fresh) if count]
    for place, right in rights:
        found: Iterable[Counts]
        if right.kind == "reroll_one":
            worst = scale.grades[bands[0]]
            found = [_one(len(fresh), band) for band in bands if not sparing or scale.grades[band] == worst]
        elif right.kind == "reroll_number":
            found = [_part(fresh, band, fresh[band]) for band in bands]
        elif sparing:
            found = _lowest(fresh)
        else:
            found = [counts for counts in product(*[range(n, -1, -1) for n in fresh]) if any(counts)]
        for picked in found:
            yield Pick(place, picked)


def reroll_of(dice: Dice, right: Right, picked: Counts) -> Reroll:
    """The action of a way to re-roll."""
    words = tuple(dice.scale.words(band) for band, n in enumerate(picked) for _ in range(n))
    return reroll(right.id, words[:1] if right.kind == "reroll_number" else words)


@cache
def _one(size: int, band: int) -> Counts:
    return tuple(int(i == band) for i in range(size))


def _part(fresh: Counts, band: int, count: int) -> Counts:
    return tuple(count if i == band else 0 for i in range(len(fresh)))


def _lowest(fresh: Counts) -> Iterator[Counts]:
    """So many of the worst dice: all, one less …"""
    for number in range(sum(fresh), 0, -1):
        picked = []
        for count in fresh:
            picked.append(min(count, number))
            number -= picked[-1]
        yield tuple(picked)


def usual_reroll(found: Sequence[Pick], dice: Dice, rights: Sequence[Right]) -> int:
    """The place of the default policy's re-roll among those found; -1: it re-rolls nothing.

    One fail for a single die; the number that most fails show, the lower one of a tie; all fails for any.
    """
    best, best_score = -1, (0, 0, 0)
    for at, again in enumerate(found):
        fails = sum(n for n, grade in zip(again.picked, dice.scale.grades, strict=True) if grade == FAIL)
        if fails and fails == sum(again.picked):
            band = next(i for i, n in enumerate(again.picked) if n)
            score = (-again.right, fails if rights[again.right].kind != "reroll_one" else 1, -band)
            if best < 0 or score > best_score:
                best, best_score = at, score
    return best


# -- retaining -----------------------------------------------------------------------------------------------

RETAINS = frozenset({"rescue", "promote", "swap", "severe"})


class Hand(NamedTuple):
    """Dice about to be retained."""

    fails: int
    normals: int
    """Rolled normals: those that may be retained as criticals instead (KILLTEAM-R.34)."""
    fixed: int
    """Normals retained already: unrolled, or fails retained as normals."""
    criticals: int
    severed: bool = False
    """Severe has been used: Punishing and Rending do not apply (KILLTEAM-C.WR.SEVERE)."""

    @property
    def successes(self) -> tuple[int, int]:
        """Normals and criticals."""
        return self.normals + self.fixed, self.criticals


def hand_of(dice: Dice) -> Hand:
    """The dice as they are graded when no more is re-rolled."""
    fails, normals, criticals = dice.graded()
    return Hand(fails, normals, dice.laid[0], criticals + dice.laid[1])


def retains(
    hand: Hand, rights: Sequence[tuple[int, Right]], dull: bool = False
) -> Iterator[tuple[Action, int, Hand]]:
    """What may be done while dice are retained: the action, the right used, and the dice then.

    `dull`: no result below 6 can be a critical (Tilting Shields), so nothing is changed to one.
    """
    for place, right in rights:
        after = _retained(hand, right, dull)
        if after is not None:
            yield use(right.id), place, after


def _retained(hand: Hand, right: Right, dull: bool) -> Hand | None:
    """The dice after a right is used; None if it cannot be."""
    fails, normals, fixed, criticals, severed = hand
    if right.needs_critical and (not criticals or severed):
        return None
    if right.kind == "rescue" and fails:
        return Hand(fails - 1, normals, fixed + 1, criticals, severed)
    if right.kind == "promote" and normals and not dull:
        return Hand(fails, normals - 1, fixed, criticals + 1, severed)
    if right.kind == "swap" and fails >= 2:
        return Hand(fails - 2, normals, fixed + 1, criticals, severed)
    if right.kind == "severe" and not criticals and (fixed or normals) and not dull:
        # Of two normals it changes the one that no later rule could change: nothing is lost by it.
        if fixed:
            return Hand(fails, normals, fixed - 1, 1, True)
        return Hand(fails, normals - 1, fixed, 1, True)
    return None


# -- blocking ------------------------------------------------------------------------------------------------


@cache
def block_results(
    normals: int, criticals: int, own_normals: int, own_criticals: int, brutal: bool
) -> tuple[tuple[int, int], ...]:
    """How many normals and criticals of a shot can be left by maximal blocking, fewest first.

    One normal blocks one normal, two normals one critical, one critical either (KILLTEAM-SSEQ.17 to
    KILLTEAM-SSEQ.19); no further block may be possible with the dice left (KILLTEAM-R.12). Against Brutal
    only criticals block (KILLTEAM-C.WR.BRUTAL).
    """
    if brutal:
        own_normals = 0
    found: set[tuple[int, int]] = set()
    for single in range(min(own_normals, normals) + 1):
        for pairs in range(min((own_normals - single) // 2, criticals) + 1):
            for low in range(min(own_criticals, normals - single) + 1):
                for high in range(min(own_criticals - low, criticals - pairs) + 1):
                    left = normals - single - low, criticals - pairs - high
                    spare = own_normals - single - 2 * pairs, own_criticals - low - high
                    if not can_block(left, spare):
                        found.add(left)
    return tuple(sorted(found))


def can_block(attack: tuple[int, int], spare: tuple[int, int]) -> bool:
    """Whether spare normals and criticals can block any of the attack dice left."""
    normals, criticals = attack
    return (
        (spare[0] >= 1 and normals >= 1)
        or (spare[0] >= 2 and criticals >= 1)
        or (spare[1] >= 1 and normals + criticals >= 1)
    )
