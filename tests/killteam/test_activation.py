"""AP, repetition, orders, counteractions and free actions (KILLTEAM-C.TURN.7 to KILLTEAM-C.TURN.11)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.battle import Battle

from affray.games.killteam import activation, upkeep, windows
from affray.games.killteam.actions import attacks, carrying
from affray.games.killteam.game import GAME
from affray.games.killteam.position import position

BOY = {"card": "BOY", "at": [5, 10]}
BOY2 = {"card": "BOY", "at": [5, 13]}
AIW = {"card": "AIW", "at": [24, 10]}


def battle(**more: Any) -> Battle:
    return Battle(**{"operatives": {"boy": BOY, "boy2": BOY2, "aiw": AIW}, **more})


def test_ap_are_spent_up_to_the_apl() -> None:
    b = battle(active="boy").do("reposition boy @ walk:6:10")
    assert b.s.activation is not None
    assert (b.s.activation.spent, b.s.activation.done) == (1, ("reposition",))
    assert b.refused("reposition boy @ walk:7:10") == "KILLTEAM-C.TURN.9"
    b.do("dash boy @ walk:7:10")
    assert b.match.seat == 1, "an activation without AP ends by itself"
    assert not b.s.ready[b.who("boy")]
    assert {
        "KILLTEAM-C.TURN.8",
        "KILLTEAM-R.2",
        "KILLTEAM-C.ACT.1",
        "KILLTEAM-C.ACT.2",
        "KILLTEAM-R.28",
    } <= b.cited()


def test_too_few_ap() -> None:
    b = battle(
        activation={"who": "boy", "spent": 1},
        operatives={"boy": BOY, "aiw": {"card": "AIW", "at": [6.5, 10]}},
    )
    assert b.refused("fall_back boy @ walk:3:10") == "KILLTEAM-C.TURN.8"
    refusal = activation.general_refusal(b.s, 0, "fall_back", 2)
    assert refusal is not None
    assert refusal.reason == "boy has 1 AP left, Fall Back takes 2"


def test_only_the_active_operative_acts() -> None:
    b = battle(active="boy")
    assert b.refused("dash boy2 @ walk:6:13") == "KILLTEAM-C.TURN.7"
    assert b.refused("dash aiw @ walk:23:10") == "KILLTEAM-C.TURN.7"
    assert b.refused("activate boy2") == "KILLTEAM-C.TURN.7"


def test_an_activation_may_end_early() -> None:
    b = battle(active="boy").do("end")
    assert not b.s.ready[0]
    assert b.match.seat == 1
    assert "KILLTEAM-C.TURN.7" in b.cited()


def test_orders() -> None:
    squig, grot = {"card": "SQU", "at": [5, 13]}, {"card": "GRO", "at": [5, 16]}
    b = battle(operatives={"boy": BOY, "squ": squig, "gro": grot, "aiw": AIW})
    b.do("activate boy")
    assert b.options() == ["order engage", "order conceal"]
    assert b.refused("end") == "KILLTEAM-C.TURN.7"
    b.do("order conceal")
    assert not b.s.engage[0]
    assert "KILLTEAM-C.TURN.10" in b.cited()
    b.do("end", "order engage")
    assert b.s.activation is not None
    assert b.s.names[b.s.activation.who] == "aiw"


def test_counteraction() -> None:
    """G.46 (c): expended and on Engage, once per turning point, one action of 1 AP."""
    table = {"boy": {**BOY, "ready": False}, "boy2": {**BOY2, "ready": False, "order": "conceal"}, "aiw": AIW}
    b = battle(operatives=table, to_act="A")
    assert b.options() == ["pass", "counteract boy"]
    assert b.refused("counteract boy2") == "KILLTEAM-C.TURN.10"
    assert b.refused("counteract aiw") == "KILLTEAM-C.TURN.11"
    assert b.refused("activate boy") == "KILLTEAM-C.TURN.6"
    b.do("counteract boy")
    assert activation.is_counter(b.s, 0)
    assert activation.ap_left(b.s, 0) == 1
    b.do("dash boy @ walk:6:10")
    assert b.match.seat == 1
    assert b.s.activation is not None
    assert not b.s.activation.counter
    assert "tp:counteracted" in b.s.marks[0]
    assert "KILLTEAM-C.TURN.11" in b.cited()


def test_a_counteraction_is_one_action_of_1_ap() -> None:
    table = {"boy": BOY, "aiw": {"card": "AIW", "at": [6.5, 10]}}
    b = battle(operatives=table, activation={"who": "boy", "counter": True})
    assert b.refused("fall_back boy @ walk:3:10") == "KILLTEAM-C.TURN.11"
    s = position(
        {"operatives": table, "activation": {"who": "boy", "counter": True, "spent": 1, "done": ["dash"]}}
    )
    assert activation.bar(s, 0, "shoot", 1) == "KILLTEAM-C.TURN.11"
    upkeep.remember(s, activation.ANOTHER)
    assert activation.bar(s, 0, "fight", 1) == ""
    assert activation.bar(s, 0, "dash", 1) == "KILLTEAM-C.TURN.9", "the other action is a different one"


def test_one_counteraction_per_turning_point() -> None:
    table = {"boy": {**BOY, "ready": False, "marks": ["tp:counteracted"]}, "boy2": BOY2, "aiw": AIW}
    b = battle(operatives={**table, "boy2": {**BOY2, "ready": False}}, to_act="A")
    assert b.options() == ["pass", "counteract boy2"]
    assert b.refused("counteract boy") == "KILLTEAM-C.TURN.11"


def test_free_actions() -> None:
    """A free action costs nothing, its conditions apply, and it counts as performed."""
    s = position({"operatives": {"boy": BOY, "boy2": BOY2, "aiw": AIW}, "active": "boy"})
    s.frames.append(windows.FreeAction(0, ("dash",), clause="KILLTEAM-C.KOM.6"))
    assert activation.bar(s, 0, "dash", 1) == ""
    assert activation.bar(s, 0, "reposition", 1) == "KILLTEAM-C.KOM.6"
    assert activation.bar(s, 1, "dash", 1) == "KILLTEAM-C.TURN.7"
    activation.pay(s, activation.Fee("dash", 1))
    assert s.activation is not None
    assert (s.activation.spent, s.activation.done) == (0, ("dash",))
    assert activation.bar(s, 0, "dash", 1) == "KILLTEAM-C.TURN.9"


def test_fees_of_what_is_not_paid_for() -> None:
    """What the incapacitated drop costs nothing (KILLTEAM-C.ACT.6); a shot with no weapon has a fee, too."""
    s = position({"operatives": {"boy": BOY, "boy2": BOY2, "aiw": AIW}, "active": "boy"})
    drop = carrying.PlaceMarker(0, 0, (0, 0, 0))
    assert drop.fee(s) == activation.Fee("place_marker", 1)
    s.dead[0] = True
    assert drop.fee(s) is None
    assert attacks.Shoot(0, 2, "no such weapon").fee(s) == activation.Fee("shoot", 1)


def test_free_actions_of_others() -> None:
    """Whoever is not active performs a free action without any record."""
    s = position({"operatives": {"boy": BOY, "boy2": BOY2, "aiw": AIW}, "active": "boy"})
    s.frames.append(windows.FreeAction(1, ("dash",), clause="KILLTEAM-C.KOM.6"))
    assert activation.record(s, 1) is None
    activation.pay(s, activation.Fee("dash", 1))
    assert s.activation is not None
    assert s.activation.done == ()


def test_a_free_action_is_asked_for() -> None:
    b = battle(active="boy")
    s = b.s.copy()
    s.frames.append(windows.FreeAction(1, ("dash",), clause="KILLTEAM-C.KOM.6"))
    gen = GAME.step(s)
    decide = next(gen)
    texts = [GAME.text(s, action) for action in decide.menu.options()]  # type: ignore[union-attr]
    assert all(text.startswith(("dash boy2", "decline")) for text in texts)
    assert "decline" in texts
    with pytest.raises(StopIteration):
        gen.send(GAME.parse(s, "dash boy2 @ walk:6:13"))
    assert (s.frames[-1].kind, s.x[1]) == ("free_action", 15240)


def test_effects_to_the_end_of_the_next_activation() -> None:
    s = position({"operatives": {"boy": BOY, "boy2": BOY2, "aiw": AIW}, "active": "boy"})
    upkeep.add(s, "medic", 0, 0, -1, "next_activation")
    upkeep.add(s, "stun", 1, 1, -1, "next_activation")
    assert s.activation is not None
    upkeep.end_of_activation(s, s.activation)
    assert {effect.who: effect.until for effect in s.effects} == {0: "next_activation", 1: "next_activation"}
    activation.begin(s, 1)
    upkeep.end_of_activation(s, s.activation)
    assert [effect.who for effect in s.effects] == [0], "that of the other one has ended"
    activation.begin(s, 0, counter=True)
    upkeep.end_of_activation(s, s.activation)
    assert [effect.who for effect in s.effects] == [0], "a counteraction is no activation"
    activation.begin(s, 0)
    upkeep.end_of_activation(s, s.activation)
    assert s.effects == ()


def test_every_span_has_its_end() -> None:
    s = position({"operatives": {"boy": BOY, "aiw": AIW}, "active": "boy"})
    for until in ("action", "activation", "next_start", "ready", "turning_point", "battle"):
        upkeep.add(s, "x", 0, 0, 0, until)
    ends = []

    def left() -> list[str]:
        return [effect.until for effect in s.effects]

    for end in (
        lambda: upkeep.end_of_action(s),
        lambda: upkeep.end_of_activation(s, s.activation),  # type: ignore[arg-type]
        lambda: upkeep.start_of_activation(s, 0),
        lambda: upkeep.end_of_turning_point(s),
        lambda: list(upkeep.at_ready(s)),
        lambda: upkeep.removed(s, 0),
    ):
        before = left()
        end()
        ends.append([until for until in before if until not in left()])
    assert ends == [["action"], ["activation"], ["next_start"], ["turning_point"], ["ready"], ["battle"]]
