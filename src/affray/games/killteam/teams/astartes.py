"""What the two teams of Space Marines share: two Shoots or two Fights (KILLTEAM-C.AOD.1,
KILLTEAM-C.PLM.1)."""

from __future__ import annotations

from affray.games.killteam import inforce
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

_OTHER = {"shoot": "fight", "fight": "shoot"}


def may_repeat(s: State, who: int, action: str) -> bool:
    """Whether this is the second Shoot of an activation without two Fights, or the other way round."""
    other = _OTHER.get(action)
    a = inforce.own_activation(s, who)
    if other is None or a is None:
        return False
    return a.done.count(action) < 2 and a.done.count(other) < 2


def first_shot(s: State, who: int) -> Weapon | None:
    """The weapon of the first Shoot of an operative's activation under way, if it has shot."""
    a = inforce.own_activation(s, who)
    return s.content.weapons[a.weapons[0]] if a is not None and a.weapons else None
