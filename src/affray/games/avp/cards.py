"""Hands, decks, effects in force, and the question whether a RE card answers an event (AVP-C.CARD.1).

What ACT cards do stands in `card_effects`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from affray.engine.actions import Action
from affray.engine.requests import Decide, Draw, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp.actions.cards import DECLINE, Decline, UseCard, use
from affray.games.avp.state import Effect, State, changed

HAND = 5
"""Cards in a full hand (AVP-ROUND.3)."""
ON_MODELS = frozenset(("cloak", "netgun", "hiss"))
"""Cards whose effect lies on a model; the others lie on a Tile."""


# -- effects -------------------------------------------------------------------------------------------------


def in_force(s: State, card: str, key: int) -> int:
    """How many copies of a card lie on a model or Tile until the end of the Round (0: none)."""
    if not s.effects:
        return 0
    return sum(1 for effect in s.effects if effect.card == card and effect.key == key)


def lay(s: State, card: str, key: int, seat: Seat) -> None:
    """Put a card's effect on a model or Tile until the end of the Round."""
    s.effects = (*s.effects, Effect(card, key, seat))


def lift(s: State, model: int) -> None:
    """Take away the effects that lie on a model that is gone."""
    if s.effects:
        s.effects = tuple(e for e in s.effects if e.key != model or e.card not in ON_MODELS)


def silence(s: State, seat: Seat) -> Refusal | None:
    """Why a seat may play no further card this Round: Eerie Silence allows one (AVP-C.ENV.1)."""
    if s.env == "eerie_silence" and s.played[seat]:
        return Refusal("AVP-C.ENV.1", "Eerie Silence: only one Strategy card may be played this Round")
    return None


# -- hands ---------------------------------------------------------------------------------------------------


def spend(s: State, seat: Seat, card: str) -> None:
    """Move a card that is played from the hand to the discards."""
    hand = list(s.hands[seat])
    hand.remove(card)
    s.hands = changed(s.hands, seat, tuple(hand))
    s.discards = changed(s.discards, seat, tuple(sorted((*s.discards[seat], card))))
    s.played = changed(s.played, seat, s.played[seat] + 1)


def fill_hand(s: State, seat: Seat) -> Procedure[None]:
    """Draw up to a hand of 5 (AVP-ROUND.3); an empty deck is made of the discards again (AVP-C.CARD.1)."""
    while len(s.hands[seat]) < HAND:
        if not s.decks[seat]:
            if not s.discards[seat]:
                return
            s.decks = changed(s.decks, seat, s.discards[seat])
            s.discards = changed(s.discards, seat, ())
            if s.log is not None:
                s.say("{who}: the discards become the new deck", "AVP-C.CARD.1", who=s.factions[seat])
        lot = Counter(s.decks[seat])
        card = yield Draw(tuple(lot), tuple(lot.values()), "AVP-ROUND.3", "Strategy card", seat)
        deck = list(s.decks[seat])
        deck.remove(card)
        s.decks = changed(s.decks, seat, tuple(deck))
        s.hands = changed(s.hands, seat, tuple(sorted((*s.hands[seat], card))))
        if s.log is not None:
            s.whisper(
                "{who} draw {card}", "{who} draw a card", seat, "AVP-ROUND.3",
                who=s.factions[seat], card=s.content.cards[card].name,
            )  # fmt: skip


# -- reactions -----------------------------------------------------------------------------------------------


class ReactionMenu(Menu):
    """Answer an event with the one card that fits it, or let it pass."""

    __slots__ = ("card", "s", "seat")

    def __init__(self, s: State, seat: Seat, card: str) -> None:
        self.s = s
        self.seat = seat
        self.card = card

    def options(self) -> Sequence[Action]:
        if self.forced() is None:
            return (use(self.card), DECLINE)
        return (DECLINE,)

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, UseCard) or action.card != self.card:
            return Refusal("AVP-C.CARD.1", f"only {self.card} answers this event")
        if self.card not in self.s.hands[self.seat]:
            return Refusal("AVP-C.CARD.1", f"{self.card} is not in hand")
        return silence(self.s, self.seat)

    def forced(self) -> Action | None:
        if self.card in self.s.hands[self.seat] and silence(self.s, self.seat) is None:
            return None
        return DECLINE


def reaction(s: State, seat: Seat, card: str, question: str) -> Procedure[bool]:
    """Ask a seat whether it answers an event with a RE card, and play it if so.

    A seat with any card in hand is always asked, so that the question tells nobody what it holds; without the
    card its answer is forced.
    """
    if not s.hands[seat]:
        return False
    answer = yield Decide(seat, ReactionMenu(s, seat, card), "AVP-C.CARD.1", question)
    if isinstance(answer, Decline):
        return False
    spend(s, seat, card)
    if s.log is not None:
        s.say("{who} play {card}", "AVP-C.CARD.1", who=s.factions[seat], card=s.content.cards[card].name)
    return True
