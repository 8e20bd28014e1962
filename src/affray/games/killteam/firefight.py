"""The Firefight phase: whose turn it is, activations, counteractions, its end (KILLTEAM-C.TURN.6, turn flow 9
to 15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Decide, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, hooks, ops, upkeep, windows
from affray.games.killteam.actions.turns import (
    CONCEAL,
    ENGAGE,
    PASS,
    Activate,
    Counteract,
    Order,
    Pass,
    activate,
    counteract,
)
from affray.games.killteam.names import team_names
from affray.games.killteam.state import Frame, State

COUNTERACTED = "tp:counteracted"


def able(s: State, seat: Seat) -> list[int]:
    """The ready operatives of a side."""
    return [who for who in s.present(seat) if s.ready[who]]


def counter_bar(s: State, who: int) -> Refusal | None:
    """Why an operative cannot counteract, None if it can (KILLTEAM-C.TURN.11, KILLTEAM-C.TURN.10)."""
    name = s.names[who]
    if not s.on[who] or s.dead[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} is not in the killzone")
    if s.ready[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} is not expended")
    if COUNTERACTED in s.marks[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} has counteracted in this turning point")
    if not s.engage[who] and not hooks.counteract_on_conceal(s, who):
        return Refusal("KILLTEAM-C.TURN.10", f"{name} has a Conceal order")
    return None


class ActivateMenu(Menu):
    """The ready operatives of a side, or those of which it has to activate one now."""

    __slots__ = ("able", "only", "s", "seat")

    def __init__(self, s: State, seat: Seat, able: Sequence[int], only: Sequence[int]) -> None:
        self.s = s
        self.seat = seat
        self.able = able
        self.only = only

    def options(self) -> Sequence[Action]:
        return [activate(who) for who in self.able]

    def forced(self) -> Action | None:
        return activate(self.able[0]) if len(self.able) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if not isinstance(action, Activate):
            return Refusal("KILLTEAM-C.TURN.6", "an operative has to be activated")
        who = action.who
        if who in self.able:
            return None
        if s.side[who] != self.seat:
            return Refusal("KILLTEAM-C.TURN.6", f"{s.names[who]} is not an operative of this side")
        if not s.ready[who] or s.dead[who]:
            return Refusal("KILLTEAM-C.TURN.7", f"{s.names[who]} is not ready")
        return Refusal(
            "KILLTEAM-C.DKK.3", f"{' or '.join(s.names[o] for o in self.only)} has to be activated now"
        )


class CounterMenu(Menu):
    """The expended operatives that can counteract, or a pass."""

    __slots__ = ("able", "s", "seat")

    def __init__(self, s: State, seat: Seat, able: Sequence[int]) -> None:
        self.s = s
        self.seat = seat
        self.able = able

    def options(self) -> Sequence[Action]:
        return [PASS, *(counteract(who) for who in self.able)]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Counteract):
            return Refusal("KILLTEAM-C.TURN.6", "no operative is ready: counteract or pass")
        if self.s.side[action.who] != self.seat:
            return Refusal(
                "KILLTEAM-C.TURN.11", f"{self.s.names[action.who]} is not an operative of this side"
            )
        return counter_bar(self.s, action.who)


class Firefight(Frame, frozen=True):
    """Whose turn it is to activate or counteract (KILLTEAM-C.TURN.6).

    `acted`: the activation that this player was given has ended above and has to be closed; `only`: he has to
    activate one of these at once.
    """

    seat: Seat
    acted: bool = False
    only: tuple[int, ...] = ()
    kind: ClassVar[str] = "firefight"

    def run(self, s: State) -> Procedure[None]:
        """Close the last activation, or choose the next."""
        if self.acted:
            self._close(s)
            if s.outcome is not None:
                return
        frame = s.frames[-1]
        assert isinstance(frame, Firefight)
        yield from frame.choose(s)

    def _close(self, s: State) -> None:
        """The operative is expended; its side may have to go on, else the other is next
        (KILLTEAM-C.TURN.7)."""
        a = s.activation
        seat = self.seat
        only: tuple[int, ...] = ()
        if a is not None:
            if not a.counter:
                s.ready[a.who] = False
                followers = hooks.successors(s, seat)
                ready = able(s, seat) if followers else ()
                only = tuple(who for who in followers if who in ready)
            s.activation = None
            upkeep.end_of_activation(s, a)
            if s.log is not None and s.on[a.who] and not a.counter:
                s.say("{who} is expended", "KILLTEAM-C.TURN.7", who=s.names[a.who])
            ops.after_action(s)
        s.frames[-1] = Firefight(seat, False, only) if only else Firefight(1 - seat)

    def choose(self, s: State) -> Procedure[None]:
        """Ask whom to activate, or whether to counteract."""
        seat = self.seat
        ready_ones = [who for who in able(s, seat) if not self.only or who in self.only]
        if ready_ones:
            yield from self._activate(s, ready_ones)
        elif self.only or able(s, 1 - seat):
            yield from self._counteract(s)
        else:
            s.frames.pop()
            if s.log is not None:
                s.say("All operatives are expended", "KILLTEAM-C.TURN.6")

    def _activate(self, s: State, ready_ones: Sequence[int]) -> Procedure[None]:
        seat = self.seat
        menu = ActivateMenu(s, seat, ready_ones, self.only)
        answer = yield Decide(seat, menu, "KILLTEAM-C.TURN.6", "activate an operative")
        who = answer.who
        s.frames[-1] = Firefight(seat, True)
        activation.begin(s, who, chained=bool(self.only))
        upkeep.start_of_activation(s, who)
        s.frames.append(Ordering(who))
        if s.log is not None:
            s.say("{who} is activated", "KILLTEAM-C.TURN.6", "KILLTEAM-C.TURN.7", who=s.names[who])

    def _counteract(self, s: State) -> Procedure[None]:
        seat = self.seat
        can = [who for who in s.present(seat) if counter_bar(s, who) is None]
        if not can:
            if s.log is not None and not s.present(seat):
                s.say("{seat} have no operatives and pass", "KILLTEAM-C.TURN.12", seat=team_names(s)[seat])
            s.frames[-1] = Firefight(1 - seat)
            return
        answer = yield Decide(seat, CounterMenu(s, seat, can), "KILLTEAM-C.TURN.11", "counteract?")
        if isinstance(answer, Pass):
            s.frames[-1] = Firefight(1 - seat)
            return
        who = answer.who
        s.frames[-1] = Firefight(seat, True)
        activation.begin(s, who, counter=True)
        upkeep.mark(s, who, COUNTERACTED)
        s.frames.append(windows.ACTING)
        if s.log is not None:
            also = () if s.engage[who] else (hooks.counteract_on_conceal(s, who),)
            s.say("{who} counteracts", "KILLTEAM-C.TURN.11", "KILLTEAM-C.TURN.6", *also, who=s.names[who])


class OrderMenu(Menu):
    """Engage or Conceal."""

    __slots__ = ("s", "who")

    def __init__(self, s: State, who: int) -> None:
        self.s = s
        self.who = who

    def options(self) -> Sequence[Action]:
        allowed = [order for order in (ENGAGE, CONCEAL) if self._fault(order) is None]
        return allowed or [ENGAGE]

    def forced(self) -> Action | None:
        options = self.options()
        return options[0] if len(options) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Order) or action.order not in ("engage", "conceal"):
            return Refusal("KILLTEAM-C.TURN.7", "the order is engage or conceal")
        return self._fault(action)

    def _fault(self, order: Order) -> Refusal | None:
        return hooks.order_fault(self.s, self.who, order.order == "engage")


class Ordering(Frame, frozen=True):
    """The operative gets its order, then follows what happens as it is activated (KILLTEAM-C.TURN.7)."""

    who: int
    kind: ClassVar[str] = "ordering"

    def run(self, s: State) -> Procedure[None]:
        """Choose the order."""
        who = self.who
        answer = yield Decide(s.side[who], OrderMenu(s, who), "KILLTEAM-C.TURN.7", f"{s.names[who]}: order?")
        s.engage[who] = answer.order == "engage"
        s.frames[-1] = windows.ACTING
        if s.log is not None:
            also = () if s.engage[who] else ("KILLTEAM-C.TURN.10",)
            s.say("{who}: {order}", "KILLTEAM-C.TURN.7", *also, who=s.names[who], order=answer.order.title())
        hooks.is_activated(s, who)


class AftermathMenu(Menu):
    """What a side can use when the Firefight phase ends, or a pass."""

    __slots__ = ("listed", "s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat
        self.listed: Sequence[Action] = [PASS, *hooks.end_of_firefight(s, seat)]

    def options(self) -> Sequence[Action]:
        return self.listed

    def forced(self) -> Action | None:
        return PASS if len(self.listed) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if hooks.uses(action):
            return hooks.use_refusal(self.s, self.seat, action)
        return Refusal("KILLTEAM-C.TURN.6", "the Firefight phase is ending")


class Aftermath(Frame, frozen=True):
    """The end of the Firefight phase: alternately, initiative first, until both pass (turn flow 15)."""

    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "aftermath"

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        if self.passes >= 2:
            s.frames.pop()
            return
        seat = self.seat
        answer = yield Decide(
            seat, AftermathMenu(s, seat), "KILLTEAM-C.TURN.6", "use anything at the end of the phase?"
        )
        if isinstance(answer, Pass):
            s.frames[-1] = Aftermath(1 - seat, self.passes + 1)
            return
        s.frames[-1] = Aftermath(1 - seat)
        yield from hooks.perform(s, seat, answer)
