"""Weapons with the rules in force, and stats with their reasons (KILLTEAM-C.WR, KILLTEAM-R.18)."""

from __future__ import annotations

import pytest
from tests.killteam.battle import Battle, position

from affray.games.killteam import arms, stats
from affray.games.killteam.loading import content
from affray.games.killteam.weapons import WeaponRule

RIFLE = content().weapons["aod.bolt_rifle"]


def parts(tally: object) -> list[tuple[str, int]]:
    """The parts of a tally, the first left out."""
    return tally.parts[1:]  # type: ignore[attr-defined,no-any-return]


def test_rules_gained_twice() -> None:
    accurate, lethal = WeaponRule("accurate", 1), WeaponRule("lethal", 5)
    assert arms.armed(RIFLE, ((accurate, "X"),)).accurate == 1
    assert arms.armed(RIFLE, ((accurate, "X"), (accurate, "Y"))).accurate == 2
    gained = arms.armed(RIFLE, ((lethal, "X"), (WeaponRule("piercing_crits", 2), "X")))
    assert (gained.lethal, gained.piercing_crits, gained.piercing) == (5, 2, 0)
    assert arms.armed(RIFLE, ((WeaponRule("devastating", 2, 2540), "X"),)).devastating_range == 2540
    assert gained.cites("lethal", "A") == ("A", "X")
    with pytest.raises(ValueError, match="do not gain heavy"):
        arms.armed(RIFLE, ((WeaponRule("heavy", heavy="full"), "X"),))


def test_hit_with_assists_and_injury() -> None:
    operatives = {
        "a": {"card": "TRP", "at": [3, 18]},
        "b": {"card": "AIW", "at": [5, 18]},
        "c": {"card": "TRP", "at": [5, 16.2]},
        "d": {"card": "TRP", "at": [5, 19.8]},
        "e": {"card": "TRP", "at": [6.8, 18]},
    }
    s = position(map="c", operatives=operatives)
    bayonet = next(weapon for weapon in s.weapons[0] if not weapon.ranged)
    assert stats.hit(s, 0, bayonet, 3).value == 2
    assert parts(stats.hit(s, 0, bayonet, 3)) == [("KILLTEAM-C.FT.2", -3), ("KILLTEAM-R.18", 1)]
    s.wounds[0] = 3
    assert stats.injured(s, 0) == "KILLTEAM-DMG.4"
    assert stats.hit(s, 0, bayonet, 1).value == 4
    assert ("KILLTEAM-DMG.6", 1) in parts(stats.hit(s, 0, bayonet))


def test_no_assists_in_the_lite_game() -> None:
    from affray.games.killteam import fight_terms

    operatives = {
        "a": {"card": "TRP", "at": [3, 18]},
        "b": {"card": "AIW", "at": [5, 18]},
        "c": {"card": "TRP", "at": [5, 16.2]},
    }
    assert fight_terms.assists(position(map="c", operatives=operatives), 0, 1) == 1
    assert fight_terms.assists(position(map="c", preset="lite", operatives=operatives), 0, 1) == 0


@pytest.mark.parametrize(("preset", "move"), [("standard", 4), ("lite", 3)])
def test_the_least_move(preset: str, move: int) -> None:
    operatives = {"a": {"card": "WAR", "at": [3, 18], "wounds": 6}, "b": {"card": "AIW", "at": [9, 18]}}
    s = position(map="c", preset=preset, operatives=operatives)
    assert stats.move(s, 0).value == move * 2540
    assert ("KILLTEAM-DMG.5", -2 * 2540) in parts(stats.move(s, 0))


def test_apl_changes_are_at_most_one() -> None:
    effects = [
        {"kind": "stun", "side": "B", "who": "a", "value": -1},
        {"kind": "nurglings", "side": "B", "who": "a", "value": -1},
    ]
    operatives = {"a": {"card": "AIW", "at": [3, 18]}, "b": {"card": "WAR", "at": [9, 18]}}
    s = position(map="c", operatives=operatives, effects=effects)
    assert stats.apl(s, 0).value == 2
    assert parts(stats.apl(s, 0))[-1] == ("KILLTEAM-R.18", 1)


def test_a_save_is_never_better_than_2() -> None:
    effects = [{"kind": "take_cover", "side": "A"}]
    operatives = {"a": {"card": "TRP", "at": [3, 18]}, "b": {"card": "WAR", "at": [9, 18]}}
    s = position(map="c", operatives=operatives, effects=effects)
    assert (stats.save(s, 0).value, stats.save(s, 0, cover=True).value) == (5, 4)


def test_weapons_have_to_be_named() -> None:
    operatives = {"a": {"card": "CPT", "at": [3, 18]}, "b": {"card": "WAR", "at": [9, 18]}}
    game = Battle(map="c", active="a", operatives=operatives)
    assert game.refused("shoot a > b") == "KILLTEAM-SSEQ.6"
    operatives = {"a": {"card": "AIW", "at": [3, 18]}, "b": {"card": "BOY", "at": [9, 18]}}
    game = Battle(map="c", active="a", operatives=operatives)
    game.do("shoot a > b", dice=[1] * 7)
