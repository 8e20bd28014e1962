"""What the menu of an activation leaves out at once, and figures found without their reasons."""

from __future__ import annotations

from tests.killteam.ground import ground, put

from affray.games.killteam import menu, moving, stats
from affray.games.killteam.actions import carrying, grapple, missions, unique
from affray.games.killteam.loading import content
from affray.games.killteam.state import Activation, Effect, Marker


def test_every_action_is_printed_with_ap() -> None:
    """So that without AP the menu need not look at them: KILLTEAM-R.2, KILLTEAM-C.ACT.9."""
    book = content()
    printed = [book.abilities[kind.id].ap for kind in unique.DATACARD]
    printed += [book.abilities[id].ap for id in ("breach", grapple.ABILITY)]
    printed += [book.actions[kind.id].ap for kind in missions.MISSIONS]
    assert all(ap is not None and ap > 0 for ap in printed)


def test_without_ap_only_what_is_cheaper_is_left() -> None:
    """I Got a Plan makes picking a marker up cheaper by 1 AP (KILLTEAM-C.KOM.2)."""
    s = ground("a")
    planner, boy = (put(s, key, (6, 9 + 3 * i)) for i, key in enumerate(("COM", "BOY")))
    for who in (planner, boy):
        s.markers = (Marker("banner", s.x[who], s.y[who], 0, 0),)
        s.activation = Activation(who, spent=s.card[who].apl - 1)
        assert any(isinstance(action, carrying.PickUp) for action in menu.ActMenu(s, who).options())
        s.activation = Activation(who, spent=s.card[who].apl)
        listed = menu.ActMenu(s, who).options()
        assert any(isinstance(action, carrying.PickUp) for action in listed) == (who == planner)
        assert len(listed) == 1 + (who == planner)


def test_values_are_those_of_the_tallies() -> None:
    s = ground("a")
    who = put(s, "BOY", (6, 9))
    seen = set()
    for wounds in (s.wounds[who], 1):
        for effects in (
            (),
            (Effect("stun", 1, who, -1, "battle"),),
            (Effect("signal", 0, who, 1, "battle"),),
        ):
            s.wounds[who], s.effects = wounds, effects
            s.activation = Activation(who)
            assert stats.apl_value(s, who) == stats.apl(s, who).value
            assert stats.move_value(s, who) == stats.move(s, who).value
            for counter in (False, True):
                s.activation = Activation(who, counter=counter)
                for action in moving.WORDS:
                    assert moving.budget_value(s, who, action) == moving.budget(s, who, action).value
            seen.add((stats.apl_value(s, who), stats.move_value(s, who)))
    assert len(seen) == 6
