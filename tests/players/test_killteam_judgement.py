"""Kill Team's measure, and the greedy player by it: what has to be better than what."""

from __future__ import annotations

from typing import Any

from affray.boards.plane.solids import INCH
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.killteam.actions.turns import Activate
from affray.games.killteam.game import GAME
from affray.games.killteam.loading import content
from affray.games.killteam.roads import roads_of
from affray.players import make_player

LITE = {"preset": "lite", "map": "c", "scenario": "L1", "turn": 2}


def measure(operatives: dict[str, dict[str, Any]], **more: Any) -> tuple[int, ...]:
    """The measure of a position with these operatives."""
    return GAME.measure(GAME.position({**LITE, "operatives": operatives, **more}))


def test_what_one_side_has_is_the_loss_of_the_other() -> None:
    whole: dict[str, dict[str, Any]] = {
        "boy": {"card": "BOY", "at": [3, 18]},
        "aiw": {"card": "AIW", "at": [27, 18]},
    }
    hurt = {**whole, "aiw": {**whole["aiw"], "wounds": 7}}
    first, second = measure(whole), measure(hurt)
    assert second[0] > first[0]
    assert second[1] < first[1]


def test_who_draws_near_gains_and_the_other_loses_nothing() -> None:
    """What draws a side on is its own affair. Where all hid it cancelled out: whoever left the corner was
    near to many, who were drawn on as well."""
    aiw = {f"aiw{i}": {"card": "AIW", "at": [28, 4 + 2 * i], "order": "conceal"} for i in range(5)}
    far = measure({"boy": {"card": "BOY", "at": [2, 8]}, **aiw})
    near = measure({"boy": {"card": "BOY", "at": [6, 8]}, **aiw})
    assert near[0] + near[1] > far[0] + far[1] + 300


def test_ways_lead_around_what_stands_in_the_way() -> None:
    """A container lies between the corner and the other side of it."""
    roads = roads_of(content().maps["b"])
    start, behind = roads.field(6 * INCH, 4 * INCH), roads.field(14 * INCH, 4 * INCH)
    assert 9 * INCH < roads.way(start, behind) < 14 * INCH
    assert roads.way(start, behind) == roads.way(behind, start)
    assert roads.way(start, roads.field(6 * INCH, 12 * INCH)) < 11 * INCH


def test_threats_are_shares_of_a_team() -> None:
    """A shot at one of few weighs more than one at one of many."""
    shooter = {"hig": {"card": "HIG", "at": [3, 18], "order": "engage"}}
    targets = {f"boy{i}": {"card": "BOY", "at": [14 + 2 * i, 18], "order": "engage"} for i in range(4)}
    gained = []
    for count in (1, 4):
        some = {name: targets[name] for name in list(targets)[:count]}
        idle = {"hig": {**shooter["hig"], "ready": False}}
        gained.append(measure({**shooter, **some})[0] - measure({**idle, **some})[0])
    assert gained[0] > 3 * gained[1] > 0


def test_greedy_lets_those_act_who_can_do_most() -> None:
    """The one with a target acts before the one listed first, who only walks."""
    operatives = {
        "boy": {"card": "BOY", "at": [3, 3]},
        "rok": {"card": "ROK", "at": [5, 18]},
        "aiw": {"card": "AIW", "at": [18, 18], "order": "engage", "wounds": 3},
        "els": {"card": "ELS", "at": [28, 3]},
    }
    match = Match(GAME, GAME.position({**LITE, "operatives": operatives}), DiceStream("order"))
    choice = make_player("greedy", "order", GAME).choose(match.seat_view())
    assert isinstance(choice, Activate)
    assert match.text(choice) == "activate rok"
