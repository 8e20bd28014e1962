"""What golden cases say beyond what case files can ask: each targeting point, damage before resilience."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.killteam.battle import Battle

from affray.boards.plane.solids import INCH
from affray.games.killteam.game import GAME
from affray.games.killteam.pools import block_results
from affray.games.killteam.terrain import feature_name
from affray.games.killteam.volley import Done
from affray.games.killteam.volley_frame import Volley, VolleyGame

POINTS = {"C": 0, "L": 1, "R": -1}


def screens(
    map_: str, start: list[float], end: list[float], z: float = 0
) -> dict[str, tuple[set[str], set[str]]]:
    """The features that cover and that obscure a target, from each targeting point of the shooter."""
    a = {"card": "INW", "at": start, "z": z}
    s = GAME.position({"map": map_, "operatives": {"a": a, "b": {"card": "BOY", "at": end}}})
    found = {}
    for point, side in POINTS.items():
        near, middle = s.scene.screens(s.disc(0), s.disc(1), side, INCH)
        found[point] = (
            {feature_name(s, part.group) for part in near},
            {feature_name(s, part.group) for part in middle},
        )
    return found


def test_g12_obscured_from_every_point() -> None:
    assert screens("c", [4, 10], [14, 13.5]) == dict.fromkeys(POINTS, (set(), {"Wa"}))


def test_g13_both_from_the_centre() -> None:
    assert screens("c", [5, 14.75], [14.1, 14.75])["C"] == ({"Ha"}, {"Ha"})


def test_g17_obscured_from_centre_and_left() -> None:
    found = screens("a", [9.7, 3], [3.5, 10.95], 5)
    assert {point: obscuring for point, (_, obscuring) in found.items()} == {
        "C": {"Qa"},
        "L": {"Qa"},
        "R": set(),
    }
    assert found["R"][0] == {"Oa"}


def test_g21_all_that_can_block_has_to() -> None:
    assert block_results(0, 2, 3, 0, brutal=False) == ((0, 1),)


def damage(table: dict[str, Any], action: str) -> dict[int, Fraction]:
    """The damage of a sequence by the default policy, before Disgustingly Resilient."""
    battle = Battle(map="c", active="a", **table)
    s = battle.s.copy()
    for request in battle.match.parse(action).perform(s):  # type: ignore[attr-defined]  # the verb is Shoot
        raise AssertionError(request)
    while not isinstance(s.frames[-1], Volley):
        for request in GAME.step(s):
            raise AssertionError(request)
    frame = s.frames[-1]
    game = VolleyGame(frame.terms._replace(resilient=False).spared(), frame.now)
    tree = game.grown(usual=True, most=10_000)
    shares = tree.shares([[0, 0]] * len(tree.ends))
    found: dict[int, Fraction] = {}
    for end, share in zip(tree.ends, shares, strict=True):
        assert isinstance(end, Done)
        found[end.damage] = found.get(end.damage, Fraction(0)) + Fraction(share, sum(shares))
    return found


PLM = {"card": "HGN", "at": [9, 18]}
LASGUN = {"a": {"card": "TRP", "at": [3, 18]}, "b": PLM}
HIDDEN = {"a": {"card": "TRP", "at": [4, 10]}, "b": {"card": "HGN", "at": [14, 13.5]}}
RIFLE = {"a": {"card": "INW", "weapons": ["bolt_rifle"], "at": [3, 18]}, "b": PLM}
DOCTRINE = [{"kind": "combat_doctrine", "side": "A", "value": 1}]
WARRIORS = {
    "a": {"card": "WAR", "weapons": ["boltgun"], "at": [3, 18]},
    "b": {"card": "WAR", "side": "B", "at": [9, 18]},
}


@pytest.mark.parametrize(
    ("table", "weapon", "nothing", "mean"),
    [
        ({"operatives": LASGUN}, "lasgun", "2833/5184", "216545/139968"),
        ({"operatives": HIDDEN}, "lasgun", "379/432", "65/216"),
        ({"operatives": RIFLE}, "bolt_rifle", "1705/5832", "24397/5832"),
        ({"operatives": RIFLE, "effects": DOCTRINE}, "bolt_rifle", "2827/17496", "200149/34992"),
        ({"operatives": WARRIORS, "teams": ["plm", "plm"]}, "boltgun", "296/729", "52873/17496"),
    ],
    ids=["G34", "G34 obscured", "G38", "G38 balanced", "G47"],
)
def test_damage_before_resilience(table: dict[str, Any], weapon: str, nothing: str, mean: str) -> None:
    found = damage(table, f"shoot a > b weapon={weapon}")
    assert found[0] == Fraction(nothing)
    assert sum(amount * p for amount, p in found.items()) == Fraction(mean)


def test_g45_damage_expected_without_overkill() -> None:
    operatives = {"aiw": {"card": "AIW", "at": [3, 18]}, "boy": {"card": "BOY", "at": [5, 18]}}
    battle = Battle(map="c", active="aiw", operatives=operatives)
    found = battle.match.odds("fight aiw > boy weapon=chainsword_5", usual=True)
    assert found.amount("boy loses") + 10 * found.p("boy removed") == Fraction(1535, 162)
    assert found.amount("aiw loses") + 14 * found.p("aiw removed") == Fraction(13347725, 1679616)


def test_g46_boom_with_two_dice() -> None:
    """(i): two dice 3/4, one die 1/2; so whatever the explosion does happens in the proportion of 3 to 2."""
    operatives = {
        "aiw": {"card": "AIW", "at": [3, 18]},
        "squ": {"card": "SQU", "at": [4.9, 18], "wounds": 1},
        "boy": {"card": "BOY", "at": [6.7, 18], "wounds": 1},
    }
    battle = Battle(map="c", active="aiw", operatives=operatives)
    battle.do("fight aiw > squ weapon=chainsword_5", "strike normal", dice=[3, 1, 1, 1, 1, 1, 1, 1])
    one, two = (
        battle.match.odds(f"invoke boom who=squ choice={dice}", usual=True).p("boy removed")
        for dice in (1, 2)
    )
    assert two == one * Fraction(3, 2)
    battle.do("invoke boom who=squ choice=1", dice=[4])
    sure = battle.match.odds("next boy", usual=True).p("boy removed")
    assert (one, two) == (sure / 2, sure * 3 / 4)


def test_g50_the_squig_is_removed_first() -> None:
    operatives = {
        "aiw": {"card": "AIW", "at": [3, 18]},
        "squ": {"card": "SQU", "at": [5, 18]},
        "x": {"card": "BOY", "at": [7, 18], "wounds": 4},
    }
    battle = Battle(map="c", active="aiw", operatives=operatives, teams=["kom", "aod"])
    battle.do("fight aiw > squ weapon=chainsword_5", "strike critical", dice=[6, 1, 1, 1, 1, 1, 1, 1])
    battle.do("invoke boom who=squ choice=2", dice=[2, 4])
    battle.do("next x", dice=[6, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 1, 1, 1, 1, 1, 1, 1])
    told = [event.text() for event in battle.match.events]
    assert [text for text in told if "is removed" in text] == ["squ is removed", "x is removed"]
    assert told.index("x is incapacitated") < told.index("squ is removed")
