"""What seats choose outside activations: deployment, hands, reserves, Environment cards, whom to activate."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, place


class Deploy(Action, frozen=True):
    """Put a token on a deployment Tile.

    `what` is the unit; for a Marine token, which has no identity yet, the letter of its base (AVP-R.17).
    """

    what: str
    tile: int
    verb: ClassVar[str] = "deploy"
    form: ClassVar[tuple[Part, ...]] = (actor("what", "word"), place("tile", "tile"))


class Autodeploy(Action, frozen=True):
    """Let the rules place all tokens that are left: large bases first, shuffled, where most room is."""

    verb: ClassVar[str] = "autodeploy"


class Redraw(Action, frozen=True):
    """Discard the first hand and draw a new one (AVP-C.CARD.1)."""

    verb: ClassVar[str] = "redraw"


class KeepHand(Action, frozen=True):
    """Keep the first hand."""

    verb: ClassVar[str] = "keep_hand"


class Arrive(Action, frozen=True):
    """Bring a token out of the reserve onto a Nest (AVP-C.MIS.0)."""

    unit: str
    tile: int
    verb: ClassVar[str] = "arrive"
    form: ClassVar[tuple[Part, ...]] = (actor("unit", "unit"), place("tile", "tile"))


class NoMore(Action, frozen=True):
    """Bring no further token in this Round."""

    verb: ClassVar[str] = "no_more"


class FaultDoor(Action, frozen=True):
    """Remove a Door by the card Door Fault (AVP-C.ENV.1)."""

    door: int
    verb: ClassVar[str] = "fault"
    form: ClassVar[tuple[Part, ...]] = (place("door", "door"),)


class SpreadResin(Action, frozen=True):
    """Turn a normal corridor half-infested by the card Spreading Resin (AVP-C.ENV.1)."""

    tile: int
    verb: ClassVar[str] = "spread"
    form: ClassVar[tuple[Part, ...]] = (place("tile", "tile"),)


class Activate(Action, frozen=True):
    """Choose the model to activate (AVP-ROUND.5)."""

    model: int
    verb: ClassVar[str] = "activate"
    form: ClassVar[tuple[Part, ...]] = (actor("model", "model"),)


@cache
def activate(model: int) -> Activate:
    """The `Activate` of a model, one object for each."""
    return Activate(model)


place_on = cache(Deploy)
"""The `Deploy` of a token on a Tile, one object for each."""
AUTODEPLOY = Autodeploy()
REDRAW = Redraw()
KEEP_HAND = KeepHand()
NO_MORE = NoMore()
ACTIONS: tuple[type[Action], ...] = (
    Deploy, Autodeploy, Redraw, KeepHand, Arrive, NoMore, FaultDoor, SpreadResin, Activate,
)  # fmt: skip
