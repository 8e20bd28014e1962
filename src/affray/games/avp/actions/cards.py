"""What a seat does with its Strategy cards, before an activation or on an event (AVP-C.CARD.1)."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor, key, place, target


class Play(Action, frozen=True):
    """Play an ACT card with its targets; what a card asks for is said in `card_effects`."""

    card: str
    models: tuple[int, ...] = ()
    tile: int | None = None
    door: int | None = None
    verb: ClassVar[str] = "play"
    form: ClassVar[tuple[Part, ...]] = (
        actor("card", "card"),
        target("models", "model", many=True, optional=True),
        place("tile", "tile", optional=True),
        key("door", "door", optional=True),
    )


class NoCard(Action, frozen=True):
    """Play no card before this activation."""

    verb: ClassVar[str] = "no_card"


class UseCard(Action, frozen=True):
    """Answer an event with a RE card."""

    card: str
    verb: ClassVar[str] = "use_card"
    form: ClassVar[tuple[Part, ...]] = (actor("card", "card"),)


class Decline(Action, frozen=True):
    """Let an event pass without a card."""

    verb: ClassVar[str] = "decline"


@cache
def play(card: str, models: tuple[int, ...] = (), tile: int | None = None, door: int | None = None) -> Play:
    """The `Play` of these targets, one object for each."""
    return Play(card, models, tile, door)


@cache
def use(card: str) -> UseCard:
    """The `UseCard` of a card, one object for each."""
    return UseCard(card)


NO_CARD = NoCard()
DECLINE = Decline()
ACTIONS: tuple[type[Action], ...] = (Play, NoCard, UseCard, Decline)
