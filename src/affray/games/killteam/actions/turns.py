"""What players choose between actions: initiative, cards, whom to activate, orders, passing, the end."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor

_WHO: tuple[Part, ...] = (actor("who", "operative"),)


class Take(Action, frozen=True):
    """Take the initiative oneself (KILLTEAM-C.TURN.2, KILLTEAM-C.SET.2)."""

    verb: ClassVar[str] = "take_initiative"


class Give(Action, frozen=True):
    """Let the opponent have the initiative."""

    verb: ClassVar[str] = "give_initiative"


class PlayCard(Action, frozen=True):
    """Play an initiative card: ``reroll``, or ``+1`` and so on (KILLTEAM-C.TURN.3)."""

    card: str
    verb: ClassVar[str] = "play"
    form: ClassVar[tuple[Part, ...]] = (actor("card", "word"),)


class Pass(Action, frozen=True):
    """Use nothing now: no card, no gambit, no counteraction."""

    verb: ClassVar[str] = "pass"


class Activate(Action, frozen=True):
    """Choose the operative to activate (KILLTEAM-C.TURN.6)."""

    who: int
    verb: ClassVar[str] = "activate"
    form: ClassVar[tuple[Part, ...]] = _WHO


class Counteract(Action, frozen=True):
    """Choose an expended operative to counteract (KILLTEAM-C.TURN.11)."""

    who: int
    verb: ClassVar[str] = "counteract"
    form: ClassVar[tuple[Part, ...]] = _WHO


class Order(Action, frozen=True):
    """Give the operative being activated an order: ``engage`` or ``conceal`` (KILLTEAM-C.TURN.7)."""

    order: str
    verb: ClassVar[str] = "order"
    form: ClassVar[tuple[Part, ...]] = (actor("order", "word"),)


class End(Action, frozen=True):
    """End the activation or counteraction (KILLTEAM-C.TURN.8)."""

    verb: ClassVar[str] = "end"


class Decline(Action, frozen=True):
    """Do without what a rule offers."""

    verb: ClassVar[str] = "decline"


TAKE, GIVE = Take(), Give()
PASS = Pass()
END = End()
DECLINE = Decline()
ENGAGE, CONCEAL = Order("engage"), Order("conceal")
activate = cache(Activate)
counteract = cache(Counteract)
ACTIONS: tuple[type[Action], ...] = (
    Take, Give, PlayCard, Pass, Activate, Counteract, Order, End, Decline,
)  # fmt: skip
