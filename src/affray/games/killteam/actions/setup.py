"""What players choose while a battle is set up: zones, rosters, equipment, tac ops, places
(KILLTEAM-C.SET)."""

from __future__ import annotations

from typing import ClassVar

from affray.engine.actions import Action, Part, actor, key, place
from affray.games.killteam.names import Point


class PickZone(Action, frozen=True):
    """Pick a drop zone: ``west`` or ``east`` (KILLTEAM-C.SET.2)."""

    zone: str
    verb: ClassVar[str] = "zone"
    form: ClassVar[tuple[Part, ...]] = (actor("zone", "word"),)


class PickRoster(Action, frozen=True):
    """Pick a roster in secret, ``default`` or one's own; with Chapter Tactics if not those of the roster."""

    roster: str
    tactics: tuple[str, ...] = ()
    verb: ClassVar[str] = "roster"
    form: ClassVar[tuple[Part, ...]] = (
        actor("roster", "word"),
        key("tactics", "tactic", many=True, optional=True),
    )


class Kit(Action, frozen=True):
    """Take the equipment that the roster lists (KILLTEAM-C.SET.3)."""

    verb: ClassVar[str] = "kit"


class TakeItem(Action, frozen=True):
    """Take one item of equipment."""

    item: str
    verb: ClassVar[str] = "take"
    form: ClassVar[tuple[Part, ...]] = (actor("item", "equipment"),)


class Done(Action, frozen=True):
    """Take no more."""

    verb: ClassVar[str] = "done"


class PickTacOp(Action, frozen=True):
    """Pick a tac op in secret (KILLTEAM-C.SET.3)."""

    op: str
    verb: ClassVar[str] = "tac_op"
    form: ClassVar[tuple[Part, ...]] = (actor("op", "tac_op"),)


class SetUpPiece(Action, frozen=True):
    """Set up a piece of equipment: terrain ``along`` x or y, a ladder at a ``feature`` (KILLTEAM-C.SET.4)."""

    item: str
    point: Point
    along: str | None = None
    feature: int | None = None
    verb: ClassVar[str] = "piece"
    form: ClassVar[tuple[Part, ...]] = (
        actor("item", "word"),
        place("point", "point"),
        key("along", "word", optional=True),
        key("feature", "feature", optional=True),
    )


class SetUp(Action, frozen=True):
    """Set up an operative in the own drop zone (KILLTEAM-C.SET.5)."""

    who: int
    point: Point
    verb: ClassVar[str] = "set_up"
    form: ClassVar[tuple[Part, ...]] = (actor("who", "operative"), place("point", "point"))


class Auto(Action, frozen=True):
    """Let the rules set up whatever of this is left to the player, here and in his later turns."""

    verb: ClassVar[str] = "auto"


KIT, DONE, AUTO = Kit(), Done(), Auto()
ACTIONS: tuple[type[Action], ...] = (
    PickZone, PickRoster, Kit, TakeItem, Done, PickTacOp, SetUpPiece, SetUp, Auto,
)  # fmt: skip
