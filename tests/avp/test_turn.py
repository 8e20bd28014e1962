"""The Round: initiative, cards and tokens, alternating activations, its end (ROUND, C.GEN.1–5, R.60)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.avp.scene import Scene, models

from affray.engine.requests import Roll
from affray.games.avp import GAME
from affray.games.avp.ground import put
from affray.games.avp.state import State
from affray.games.avp.turn import ChooseMenu, RollOff

TWO = {**models("marine", "C1", "m", "n"), **models("infant", "G5", "i", "j")}
THREE = {**TWO, **models("p_warrior", "A7", "p")}


# -- initiative ----------------------------------------------------------------------------------------------


def roll_chances(s: State) -> dict[tuple[str, ...], Fraction]:
    """How likely each order is after one roll; a tie is the empty order."""
    found: dict[tuple[str, ...], Fraction] = {}
    pending: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        answers, p = pending.pop()
        live = s.copy()
        gen = GAME.step(live)
        try:
            request = next(gen)
            for answer in answers:
                request = gen.send(answer)
        except StopIteration:
            tie = any(isinstance(frame, RollOff) for frame in live.frames)
            key = () if tie else tuple(live.factions[seat] for seat in live.order)
            found[key] = found.get(key, Fraction(0)) + p
            continue
        assert isinstance(request, Roll)
        total = sum(weight for _, weight in request.outcomes())
        pending += [((*answers, answer), p * Fraction(w, total)) for answer, w in request.outcomes()]
    return found


def initiative(**table: Any) -> State:
    s = GAME.position({"phase": "round_start", **table})
    s.frames[-1:] = [RollOff((tuple(range(len(s.factions))),))]
    return s


def test_initiative_chances() -> None:
    """G.2."""
    equal = roll_chances(initiative(models=TWO))
    assert equal[()] == Fraction(1, 20)
    assert equal["marines", "aliens"] == equal["aliens", "marines"] == Fraction(19, 40)
    acumen = roll_chances(initiative(models={**TWO, **models("synthetic", "A6", "s")}))
    assert acumen[()] == Fraction(9, 200)
    assert acumen["marines", "aliens"] == Fraction(229, 400)
    assert acumen["marines", "aliens"] / (1 - acumen[()]) == Fraction(229, 382)


def test_initiative_of_three() -> None:
    chances = roll_chances(initiative(models=THREE))
    orders = [p for order, p in chances.items() if order]
    assert len(orders) == 6
    assert set(orders) == {Fraction(1140, 8000)}
    assert chances[()] == 1 - 6 * Fraction(1140, 8000)


def test_acumen_lives_in_the_pool_too_and_counts_once() -> None:
    pool = {**TWO, "t": {"unit": "synthetic", "tile": "A6", "token": True}}
    assert roll_chances(initiative(models=pool))[()] == Fraction(9, 200)
    two = {**TWO, **models("synthetic", "A6", "s", "r")}
    assert roll_chances(initiative(models=two))[()] == Fraction(9, 200)


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([5, 9], ["aliens", "marines"]),
        ([9, 5], ["marines", "aliens"]),
        ([7, 7, 3, 3, 20, 1], ["marines", "aliens"]),
    ],
)
def test_initiative_order(dice: list[int], order: list[str]) -> None:
    scene = Scene(dice, models=TWO, phase="round_start")
    assert GAME.read(scene.s, "order") == order
    assert not scene.dice.left
    assert {"AVP-ROUND.1", "AVP-C.MAP.1"} <= scene.cited


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([1, 2, 3], ["predators", "aliens", "marines"]),
        ([2, 3, 1], ["aliens", "marines", "predators"]),
        ([5, 5, 1, 1, 2], ["aliens", "marines", "predators"]),
        ([5, 5, 9, 4, 4, 2, 1], ["predators", "marines", "aliens"]),
        ([5, 9, 9, 1, 2], ["predators", "aliens", "marines"]),
        ([5, 1, 5, 1, 2], ["predators", "marines", "aliens"]),
        ([4, 4, 4, 6, 6, 6, 1, 2, 3], ["predators", "aliens", "marines"]),
        ([20, 1, 10], ["marines", "predators", "aliens"]),
    ],
)
def test_ties_are_rolled_again_among_the_tied(dice: list[int], order: list[str]) -> None:
    scene = Scene(dice, models=THREE, phase="round_start")
    assert GAME.read(scene.s, "order") == order
    assert not scene.dice.left
    assert "AVP-R.60" in scene.cited


# -- cards and tokens ----------------------------------------------------------------------------------------


def test_what_lasted_for_the_round_is_taken_away() -> None:
    table = {
        **models("marine", "C1", "m", used=True, locked=True, moved=2),
        **models("p_berserker", "G5", "p", raging=True, aided=True),
    }
    more = {"effects": [{"card": "hold_the_line", "on": "C1"}], "played": {"marines": 1}}
    scene = Scene([9, 8], models=table, phase="round_start", **more)
    s = scene.s
    assert (s.used, s.locked, s.raging, s.moved, s.effects, s.played) == (
        (False,) * 2, (False,) * 2, (False,) * 2, [0, 0], (), (0, 0),
    )  # fmt: skip
    assert s.aided[1]
    assert {"AVP-ROUND.4", "AVP-R.4"} <= scene.cited


def test_auto_sentry_and_improved_hide() -> None:
    """G.46, G.49."""
    table = {
        **models("sentry_gun", "A6", "gun"),
        **models("marine", "E3", "m"),
        **models("marine", "F3", "n"),
        **models("infant", "E4", "i"),
        **models("infant", "E5", "t", token=True, hidden=False),
        **models("infant", "G1", "k"),
        **models("infant", "F3", "l"),
        **models("warrior", "E4", "w"),
    }
    scene = Scene(models=table, phase="start")
    hidden = [name for name in ("i", "t", "k", "l", "w") if GAME.read(scene.s, f"{name}.hidden")]
    assert hidden == ["i"]
    assert GAME.read(scene.s, "gun.sentry")
    assert not GAME.read(scene.s, "i.used")
    assert {"AVP-MAR.33", "AVP-ALN.36", "AVP-ALN.37", "AVP-R.46"} <= scene.cited


# -- turns ---------------------------------------------------------------------------------------------------


def test_players_take_turns() -> None:
    scene = Scene(models=TWO, order=["aliens", "marines"])
    assert scene.deciding == "aliens"
    scene.do("activate i", "pass i")
    assert scene.deciding == "marines"
    scene.do("activate m", "pass m", "pass j", "pass n")
    assert GAME.read(scene.s, "result") == "draw"


def test_the_one_with_more_models_goes_on_alone() -> None:
    table = {**models("marine", "C1", "m", "n", "o"), **models("infant", "G5", "i")}
    scene = Scene(models=table, order=["aliens", "marines"]).do("pass i", "activate n", "pass n")
    assert scene.options() == ["activate m", "activate o"]
    assert {"AVP-ROUND.6", "AVP-C.GEN.2", "AVP-R.60"} <= scene.cited


def test_three_players_go_round() -> None:
    table = {
        **models("marine", "C1", "m", "n"),
        **models("infant", "G5", "i"),
        **models("p_warrior", "A7", "p", "q"),
    }
    scene = Scene(models=table, order=["predators", "marines", "aliens"])
    scene.do("activate p", "pass p", "activate m", "pass m", "pass i")
    assert scene.deciding == "predators"
    assert "AVP-R.60" in scene.cited


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("pass m", "AVP-C.GEN.2"),
        ("activate i", "AVP-ROUND.5"),
        ("activate used", "AVP-TERM.13"),
        ("activate locked", "AVP-R.4"),
        ("activate m", ""),
    ],
)
def test_who_may_be_activated(action: str, clause: str) -> None:
    table = {
        **TWO,
        **models("marine", "C1", "used", used=True),
        **models("marine", "C1", "locked", locked=True),
    }
    assert Scene(models=table).refused(action) == clause


def test_the_last_model_of_a_round_is_not_the_first_of_the_next() -> None:
    scene = Scene(models=TWO, last={"marines": "m"})
    assert scene.options() == ["activate n"] or scene.s.activation is not None
    three = Scene(models={**TWO, **models("marine", "C1", "o")}, last={"marines": "m"})
    assert three.options() == ["activate n", "activate o"]
    assert three.refused("activate m") == "AVP-C.GEN.3"
    three.do("activate n", "pass n", "activate i", "pass i")
    assert "activate m" in three.options()
    alone = Scene(
        models={**models("marine", "C1", "m"), **models("infant", "G5", "i")}, last={"marines": "m"}
    )
    assert alone.s.activation is not None
    assert alone.s.activation.model == alone.model("m")


def test_a_removed_model_cannot_be_activated() -> None:
    scene = Scene(models=TWO)
    s = scene.s.copy()
    put(s, scene.model("n"), -1)
    refusal = ChooseMenu(s, 0, False).refusal(scene.match.parse("activate n"))
    assert refusal is not None
    assert refusal.clause == "AVP-ROUND.5"


def test_activation_cites_the_profile() -> None:
    scene = Scene(models=THREE, order=["marines", "aliens", "predators"])
    scene.do("activate m", "pass m", "activate i", "pass i", "pass p")
    assert {"AVP-C.UNIT.1", "AVP-C.UNIT.2", "AVP-C.UNIT.3", "AVP-ROUND.5"} <= scene.cited


# -- the end of the Round ------------------------------------------------------------------------------------


def test_sentry_tokens_are_used_or_discarded() -> None:
    table = {**models("marine", "C1", "m", sentry=True), **models("infant", "G5", "i")}
    scene = Scene(models=table, phase="end_of_round")
    assert "hold" in scene.options()
    assert "walk m @ D1" in scene.options()
    scene.do("hold")
    assert scene.s.sentry == (False, False)
    assert GAME.read(scene.s, "result") == "draw"


def test_the_phases_of_a_round() -> None:
    scene = Scene(
        [20, 1, "lights_out", "leap"],
        models={**TWO, **models("sentry_gun", "A6", "gun")},
        phase="round_start",
        environment_deck=["lights_out"],
        decks={"aliens": ["leap"]},
    )
    first: dict[str, int] = {}
    for at, event in enumerate(scene.match.events):
        for clause in event.clauses:
            first.setdefault(clause, at)
    phases = ["AVP-ROUND.1", "AVP-ROUND.2", "AVP-ROUND.3", "AVP-ROUND.4", "AVP-MAR.33"]
    assert sorted(phases, key=lambda clause: first[clause]) == phases
    assert scene.deciding == "marines"
