"""Golden figures that no case file can ask for: the chances of one initiative roll, kills without acid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.avp.scene import models

from affray.engine.dice import ChanceError, Supplied
from affray.engine.match import Match
from affray.games.avp import GAME

FACES = range(1, 21)
START: dict[str, Any] = {
    "phase": "round_start",
    "factions": ["marines", "aliens"],
    "models": {**models("marine", "A6", "m"), **models("infant", "E4", "i")},
}


def first_roll(table: dict[str, Any]) -> dict[str, Fraction]:
    """How often either player wins the first roll for initiative, and how often they tie: all 400 rolls."""
    counts = {"marines": 0, "aliens": 0, "tie": 0}
    for marines in FACES:
        for aliens in FACES:
            try:
                match = Match(GAME, GAME.position(table), Supplied([marines, aliens]))
            except ChanceError:  # a tie asks for more dice
                counts["tie"] += 1
            else:
                counts[GAME.read(match.state, "order")[0]] += 1
    return {who: Fraction(count, 400) for who, count in counts.items()}


def test_equal_dice() -> None:
    """G.2: ROUND.1."""
    assert first_roll(START) == {
        "marines": Fraction(19, 40),
        "aliens": Fraction(19, 40),
        "tie": Fraction(1, 20),
    }


def test_tactical_acumen() -> None:
    """G.2: C.SKILL.4. How it ends after all ties is case g02."""
    table = {**START, "models": {**START["models"], **models("synthetic", "A6", "s")}}
    found = first_roll(table)
    assert found["marines"] == Fraction(229, 400)
    assert found["tie"] == Fraction(9, 200)
    assert found["marines"] / (1 - found["tie"]) == Fraction(229, 382)


def test_raging_berserker_against_five_infants() -> None:
    """G.38, Acidic Blood left out: blood that cannot be shed keeps the Berserker alive to its last Test."""
    names = ("i", "j", "k", "l", "n")
    table = {
        "models": {
            **models("p_berserker", "A1", "b", raging=True),
            **models("infant", "A1", *names),
        },
        "active": "b",
    }
    state = GAME.position(table)
    state.unit = tuple(unit and replace(unit, acidic_blood=False) for unit in state.unit)
    action = GAME.parse(state, "fight b > i weapon=feral_blades")
    match = Match(GAME, state, Supplied([]))
    found = match.odds(action, all_seeing=True, budget=400_000)
    assert found.exact
    assert found.mean("removed") == Fraction(1311, 400)
