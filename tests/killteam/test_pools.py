"""Pools of dice and the pure sequences, beside naive enumerations of single dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from affray.engine.subgame import Tree
from affray.games.killteam import clash, fight_figures, volley
from affray.games.killteam.asking import node_of, with_places
from affray.games.killteam.pools import (
    COARSE,
    CRITICAL,
    EVERY_FACE,
    FAIL,
    NORMAL,
    REROLLS,
    RETAINS,
    SIXES,
    THREES,
    Dice,
    Hand,
    block_results,
    grade_of,
    picks,
    reroll_of,
    retains,
    rotten,
    scale_of,
    threes_of,
    usual_reroll,
)
from affray.games.killteam.rights import Right

BALANCED = Right("balanced", "reroll_one", "X")
CEASELESS = Right("ceaseless", "reroll_number", "X")
RELENTLESS = Right("relentless", "reroll_any", "X")
SEVERE = Right("severe", "severe", "X")
PUNISHING = Right("punishing", "rescue", "X", needs_critical=True)
RENDING = Right("rending", "promote", "X", needs_critical=True)
SEALS = Right("purity_seals", "swap", "X")


# -- single dice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("need", range(2, 7))
@pytest.mark.parametrize("critical_from", range(2, 7))
def test_natural_results_come_first(need: int, critical_from: int) -> None:
    for face in range(1, 7):
        grade = grade_of(face, need, critical_from)
        if face == 1:
            assert grade == FAIL
        elif face == 6:
            assert grade == CRITICAL
        else:
            assert grade == (FAIL if face < need else CRITICAL if face >= critical_from else NORMAL)


def test_scales_tell_apart_what_matters() -> None:
    assert scale_of(3, 6).tops == (2, 5, 6)
    assert scale_of(6, 6).grades == (FAIL, CRITICAL)
    assert scale_of(3, 6, EVERY_FACE).tops == (1, 2, 3, 4, 5, 6)
    assert scale_of(3, 6, THREES).tops == (2, 3, 5, 6)
    assert scale_of(3, 5, SIXES).grades == (FAIL, NORMAL, CRITICAL, CRITICAL)
    assert [scale_of(3, 6, EVERY_FACE).words(band) for band in (0, 5)] == ["1", "6"]
    assert [scale_of(3, 6).words(band) for band in (0, 1)] == ["fail", "normal"]


def test_curse_of_rot_spoils_threes() -> None:
    dice = Dice((1, 2, 1, 0), scale_of(3, 6, THREES))
    assert threes_of(dice) == 2
    after = rotten(dice)
    assert (after.fresh, after.spent) == ((1, 0, 1, 0), (2, 0, 0))


def test_tilting_shields_leave_natural_sixes() -> None:
    dice = Dice((1, 1, 1, 1), scale_of(3, 5, SIXES)).dulled()
    assert dice.coarse().fresh == (1, 2, 1)
    assert list(retains(Hand(1, 2, 0, 1), [(0, RENDING)], dull=True)) == []


# -- re-rolls ------------------------------------------------------------------------------------------------


def test_which_dice_may_be_rerolled() -> None:
    dice = Dice((2, 1, 1), COARSE)
    assert [pick.picked for pick in picks(dice, [(0, BALANCED)])] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert [pick.picked for pick in picks(dice, [(0, BALANCED)], sparing=True)] == [(1, 0, 0)]
    assert len(list(picks(dice, [(0, RELENTLESS)]))) == 3 * 2 * 2 - 1
    faces = Dice((0, 2, 2, 0, 0, 1), scale_of(4, 6, EVERY_FACE))
    found = list(picks(faces, [(0, CEASELESS)]))
    assert [reroll_of(faces, CEASELESS, pick.picked).dice for pick in found] == [("2",), ("3",), ("6",)]
    assert usual_reroll(found, faces, [CEASELESS]) == 0  # a tie: the lower number
    assert usual_reroll(list(picks(Dice((0, 3, 1), COARSE), [(0, BALANCED)])), dice, [BALANCED]) == -1


# -- retaining (G.28, G.29, R.34) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "right", "after"),
    [
        (Hand(2, 1, 0, 1), PUNISHING, Hand(1, 1, 1, 1)),
        (Hand(2, 1, 0, 0), PUNISHING, None),
        (Hand(0, 1, 0, 1), RENDING, Hand(0, 0, 0, 2)),
        (Hand(2, 0, 1, 1), RENDING, None),
        (Hand(2, 1, 1, 0), SEVERE, Hand(2, 1, 0, 1, True)),
        (Hand(2, 1, 1, 1), SEVERE, None),
        (Hand(2, 1, 0, 1, True), PUNISHING, None),
        (Hand(2, 1, 0, 0), SEALS, Hand(0, 1, 1, 0)),
        (Hand(1, 1, 0, 0), SEALS, None),
    ],
)
def test_retains(hand: Hand, right: Right, after: Hand | None) -> None:
    assert [found for _, _, found in retains(hand, [(0, right)])] == ([] if after is None else [after])


# -- blocks --------------------------------------------------------------------------------------------------


def naive_blocks(attack: str, own: str, brutal: bool) -> set[tuple[int, int]]:
    """What is left of attack dice (letters n, c) after every maximal way to block, die by die."""
    found: set[tuple[int, int]] = set()
    steps = []
    for die in sorted(set(own)):
        if die == "n" and brutal:
            continue
        for target in sorted(set(attack)):
            if die == "c" or target == "n":
                steps.append((die, target))
    if own.count("n") >= 2 and "c" in attack and not brutal:
        steps.append(("nn", "c"))
    for used, target in steps:
        rest = own
        for die in used:
            rest = rest.replace(die, "", 1)
        found |= naive_blocks(attack.replace(target, "", 1), rest, brutal)
    return found if steps else {(attack.count("n"), attack.count("c"))}


@pytest.mark.parametrize("brutal", [False, True])
def test_blocks_are_all_the_maximal_ones(brutal: bool) -> None:
    for normals, criticals, own_normals, own_criticals in product(range(5), range(4), range(4), range(4)):
        attack, own = "n" * normals + "c" * criticals, "n" * own_normals + "c" * own_criticals
        expected = naive_blocks(attack, own, brutal)
        assert set(block_results(normals, criticals, own_normals, own_criticals, brutal)) == expected


# -- a whole sequence beside single dice ---------------------------------------------------------------------


def terms(atk: int, hit: int, damage: tuple[int, int], save: int, **more: Any) -> volley.Terms:
    """The terms of a plain shot, with changes."""
    lethal = more.pop("lethal", 6)
    rights = more.pop("rights", ())
    given: dict[str, Any] = {
        "seats": (0, 1), "rights": rights, "split": len(rights), "paid": 0, "atk": atk,
        "attack": scale_of(hit, lethal, more.pop("splits", ())), "again": scale_of(hit, lethal),
        "accurate": 0, "attack_rerolls": with_places(rights, REROLLS, 0),
        "attack_retains": with_places(rights, RETAINS, 0),
        "obscured": False, "triggers": False, "normal": damage[0], "critical": damage[1], "brutal": False,
        "pool": 3, "pool_critical": 3, "saves": (), "defence": scale_of(save, 6), "guard": scale_of(save, 6),
        "defence_rerolls": (), "defence_retains": (), "rot": (), "reduce": (), "less": False,
        "resilient": False, "hardened": False,
    }  # fmt: skip
    return volley.Terms(**given | more)


def distribution(shot: volley.Terms) -> dict[int, Fraction]:
    """The damage of a shot if everybody follows the default policy."""

    def node(figures: Any) -> Any:
        return node_of(volley.ask(shot, figures), shot.seats, volley.rolled, figures, shot)

    tree = Tree(node, volley.begin(shot, (0, 0)), True)
    shares = tree.shares([(0.0, 0.0)] * len(tree.ends))
    found: dict[int, Fraction] = {}
    for end, share in zip(tree.ends, shares, strict=True):
        assert isinstance(end, volley.Done)
        found[end.damage] = found.get(end.damage, Fraction(0)) + Fraction(share, sum(shares))
    return found


def naive_shot(
    atk: int, hit: int, damage: tuple[int, int], save: int, *, lethal: int = 6, pool: int = 3,
    pool_critical: int = 3, cover: bool = False, obscured: bool = False, brutal: bool = False,
    accurate: int = 0, punishing: bool = False, severe: bool = False, critical_from: int = 6,
) -> dict[int, Fraction]:  # fmt: skip
    """The same by listing every face of every die."""
    attacks: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=atk - accurate):
        criticals = sum(face == 6 or (face >= max(hit, lethal) and face > 1) for face in faces)
        hits = sum(face == 6 or (face >= hit and face > 1) for face in faces)
        normals, fails = hits - criticals + accurate, len(faces) - hits
        if obscured:
            normals, criticals = max(0, normals + criticals - 1), 0
        else:
            if severe and not criticals and normals:
                normals, criticals = normals - 1, 1
            elif punishing and criticals and fails:
                normals += 1
        attacks[normals, criticals] += 1
    found: dict[int, Fraction] = {}
    for (normals, criticals), ways in attacks.items():
        dice = pool_critical if criticals else pool
        kept = int(cover and dice > 0)
        rolls = list(product(range(1, 7), repeat=dice - kept))
        for faces in rolls:
            high = sum(face == 6 or (face >= critical_from and face >= save) for face in faces)
            low = sum(face == 6 or (face >= save and face > 1) for face in faces) - high + kept
            lefts = naive_blocks("n" * normals + "c" * criticals, "n" * low + "c" * high, brutal)
            least = min(n * damage[0] + c * damage[1] for n, c in lefts)
            share = Fraction(ways, 6 ** (atk - accurate) * len(rolls))
            found[least] = found.get(least, Fraction(0)) + share
    return found


@pytest.mark.parametrize(
    ("figures", "changes", "naive"),
    [
        ((4, 3, (3, 4), 5), {}, {}),
        ((4, 4, (5, 6), 3), {"lethal": 5, "pool": 2, "pool_critical": 2}, {}),
        ((4, 3, (3, 4), 5), {"pool_critical": 2, "saves": ((1, 0), (0, 0))}, {"cover": True}),
        ((3, 4, (2, 3), 3), {"obscured": True}, {}),
        ((4, 3, (3, 5), 4), {"brutal": True}, {}),
        ((4, 3, (3, 4), 3), {"defence": scale_of(3, 5), "guard": scale_of(3, 5)}, {"critical_from": 5}),
        ((4, 2, (3, 3), 5), {"pool": 1, "pool_critical": 0, "saves": ((1, 0), (0, 0))}, {"cover": True}),
    ],
)
def test_a_shot_beside_single_dice(
    figures: tuple[int, int, tuple[int, int], int], changes: dict[str, Any], naive: dict[str, Any]
) -> None:
    plain = {key: value for key, value in changes.items() if key not in ("saves", "defence", "guard")}
    assert distribution(terms(*figures, **changes)) == naive_shot(*figures, **{**plain, **naive})


def test_accurate_punishing_and_severe_beside_single_dice() -> None:
    figures = (4, 3, (3, 4), 5)
    found = distribution(terms(*figures, accurate=1, rights=(SEVERE,)))
    assert found == naive_shot(*figures, accurate=1, severe=True)
    found = distribution(terms(*figures, rights=(PUNISHING,)))
    assert found == naive_shot(*figures, punishing=True)


def test_relentless_and_ceaseless_beside_single_dice() -> None:
    """Three dice on 4+, against a target that cannot save: what is hit is what hurts."""
    for right, splits in ((RELENTLESS, ()), (CEASELESS, EVERY_FACE)):
        shot = terms(3, 4, (1, 10), 6, pool=0, pool_critical=0, rights=(right,), splits=splits)
        found: dict[int, Fraction] = {}
        for faces in product(range(1, 7), repeat=3):
            fails = [face for face in faces if face < 4]
            if right is CEASELESS and fails:
                number = max(sorted(set(fails)), key=fails.count)
                again = [face for face in fails if face == number]
            else:
                again = fails
            rest = list(faces)
            for face in again:
                rest.remove(face)
            for new in product(range(1, 7), repeat=len(again)):
                dice = [*rest, *new]
                hurt = sum(10 if face == 6 else 1 for face in dice if face >= 4)
                found[hurt] = found.get(hurt, Fraction(0)) + Fraction(1, 6 ** (3 + len(again)))
        assert distribution(shot) == found


# -- a fight beside a plain minimax --------------------------------------------------------------------------


def fighter(
    seat: int, atk: int, hit: int, damage: tuple[int, int], wounds: int, **more: Any
) -> fight_figures.Fighter:
    """A plain fighter, with changes."""
    given: dict[str, Any] = {
        "seat": seat, "atk": atk, "attack": scale_of(hit, 6), "again": scale_of(hit, 6),
        "dull": scale_of(hit, 6), "accurate": 0, "normal": damage[0], "critical": damage[1],
        "brutal": False, "shock": False, "triggers": False, "poison": False, "blocks_criticals": False,
        "steady": False, "last_strike": False,
        "most": wounds, "rerolls": (), "retains": (), "spoil": (), "open": (), "first_die": (), "reduce": (),
        "less": False, "first_less": False, "resilient": False, "hardened": False, "bare": True,
    }  # fmt: skip
    return fight_figures.Fighter(**given | more)


def duel_value(terms_: fight_figures.Terms, wounds: tuple[int, int]) -> Fraction:
    """What the attacker gains if both do their best: wounds taken less wounds lost."""

    def node(figures: Any) -> Any:
        return node_of(clash.ask(terms_, figures), terms_.seats, clash.rolled, figures, terms_)

    tree = Tree(node, clash.begin(terms_, wounds, (0, 0)), False)
    values = []
    for end in tree.ends:
        assert isinstance(end, fight_figures.Over)
        a, b = end.body.wounds
        values.append((a - b, b - a))
    shares = tree.shares(values)
    return Fraction(sum(v[0] * share for v, share in zip(values, shares, strict=True)), sum(shares))


Swords = tuple[tuple[int, int], tuple[int, int]]
"""Normal and Critical Dmg of the attacker's weapon and of the defender's."""


def naive_fight(a: str, b: str, wounds: tuple[int, int], turn: int, swords: Swords, brutal: bool) -> int:
    """The best difference of wounds for the attacker, dice as letters; `brutal`: the attacker's weapon."""
    if min(wounds) <= 0 or not a + b:
        return max(0, wounds[0]) - max(0, wounds[1])
    own, other = (a, b) if turn == 0 else (b, a)
    if not own:
        return naive_fight(a, b, wounds, 1 - turn, swords, brutal)
    results = []
    for die in sorted(set(own)):
        rest = own.replace(die, "", 1)
        hurt = swords[turn][die == "c"]
        after = (wounds[0], wounds[1] - hurt) if turn == 0 else (wounds[0] - hurt, wounds[1])
        moves = [(rest, other, after)]
        blocked = [t for t in sorted(set(other)) if die == "c" or (t == "n" and not (brutal and turn == 1))]
        moves += [(rest, other.replace(target, "", 1), wounds) for target in blocked]
        if not blocked:
            moves.append((rest, other, wounds))
        for mine, theirs, left in moves:
            pair = (mine, theirs) if turn == 0 else (theirs, mine)
            results.append(naive_fight(*pair, left, 1 - turn, swords, brutal))
    return max(results) if turn == 0 else min(results)


@pytest.mark.parametrize(("brutal", "wounds"), [(False, (5, 7)), (True, (6, 9)), (False, (14, 4))])
def test_best_play_beside_a_plain_minimax(brutal: bool, wounds: tuple[int, int]) -> None:
    swords: Swords = ((4, 5), (3, 6))
    sides = (
        fighter(0, 3, 3, swords[0], wounds[0], brutal=brutal),
        fighter(1, 2, 4, swords[1], wounds[1]),
    )
    found = duel_value(fight_figures.Terms(sides, (), 0, 0, 0, 0), wounds)
    rolls: Counter[tuple[str, str]] = Counter()
    for faces in product(range(1, 7), repeat=5):
        a = "".join(sorted("c" if face == 6 else "n" for face in faces[:3] if face >= 3))
        b = "".join(sorted("c" if face == 6 else "n" for face in faces[3:] if face >= 4))
        rolls[a, b] += 1
    total = sum(naive_fight(a, b, wounds, 0, swords, brutal) * ways for (a, b), ways in rolls.items())
    assert found == Fraction(total, 6**5)
