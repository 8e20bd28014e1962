"""The removal of incapacitated operatives, and what happens before it (KILLTEAM-R.19, KILLTEAM-C.DM.4).

Those incapacitated by an attack wait until its end; a `Removals` frame below the attack collects them.
Without one a removal happens at once. What is incapacitated during a removal waits for that to end.
"""

from __future__ import annotations

from typing import Any, ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Decide, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import hooks
from affray.games.killteam.state import Frame, State


class Remove(Action, frozen=True):
    """Nothing more is to be done before the removal."""

    verb: ClassVar[str] = "remove"


REMOVE = Remove()
PLACING = frozenset({"place_marker", "intelligence"})
"""Ids of what merely lays a marker down."""
NO_MORE = "no_more"
"""Among what has been done: the owner wants nothing more."""
ACTIONS: tuple[type[Action], ...] = (Remove,)


class RemovalMenu(Menu):
    """What a side does before an operative is removed; what has to be done comes first."""

    __slots__ = ("listed", "must", "s", "who")

    def __init__(self, s: State, who: int, listed: list[Action], must: bool) -> None:
        self.s = s
        self.who = who
        self.listed = listed if must else [REMOVE, *listed]
        self.must = must

    def options(self) -> list[Action]:
        return self.listed

    def forced(self) -> Action | None:
        return self.listed[0] if len(self.listed) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if action in self.listed:
            return None
        refusal = getattr(action, "refusal", None)
        found = refusal(self.s) if refusal is not None else None
        if isinstance(found, Refusal):
            return found
        if refusal is not None and self._like_listed(action):
            return None
        name = self.s.names[self.who]
        return Refusal("KILLTEAM-C.DM.4", f"that is not among what can be done before {name} is removed")

    def _like_listed(self, action: Action) -> bool:
        """Whether an action differs from one that is listed by its point only: any legal point will do
        (KILLTEAM-C.ACT.6)."""
        return getattr(action, "who", None) == self.who and any(
            type(action) is type(other) for other in self.listed
        )


class Removals(Frame, frozen=True):
    """Operatives waiting for their removal, in the order in which they were incapacitated."""

    queue: tuple[int, ...] = ()
    done: frozenset[str] = frozenset()
    """Ids of what has been done before the removal of the first of them."""
    kind: ClassVar[str] = "removals"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """Ask what else is to be done before the first removal, or remove it."""
        if not self.queue:
            s.frames.pop()
            return
        who = self.queue[0]
        asked = self._next_question(s, who)
        if asked is not None:
            seat, menu = asked
            # Where a marker is laid changes nothing that odds name.
            minor = menu.must and all(_id(action) in PLACING for action in menu.listed)
            prompt = f"{s.names[who]} is to be removed"
            action: Any = yield Decide(seat, menu, "KILLTEAM-C.DM.4", prompt, minor=minor)
            if action is not REMOVE and action != REMOVE:
                s.frames[-1] = Removals(self.queue, self.done | {action.id})
                yield from action.perform(s)
                return
            if hooks.must_before_removal(s, who, self.done):
                s.frames[-1] = Removals(self.queue, self.done | {NO_MORE})
                return
        s.frames[-1] = Removals(self.queue[1:])
        take_off(s, who)

    def _next_question(self, s: State, who: int) -> tuple[Seat, RemovalMenu] | None:
        """Who chooses next, and among what: first the owner, then who has to place something besides."""
        owner = s.side[who]
        listed = hooks.before_removal(s, who, self.done)
        due = dict(hooks.must_before_removal(s, who, self.done))
        theirs = [action for action in listed if due.get(_id(action), owner) != owner]
        own = [action for action in listed if action not in theirs]
        if own and NO_MORE not in self.done:
            return owner, RemovalMenu(s, who, own, owner in due.values())
        return (1 - owner, RemovalMenu(s, who, theirs, True)) if theirs else None


def _id(action: Action) -> str:
    found: str = getattr(action, "id", "")
    return found


EMPTY = Removals()


def collect(s: State) -> None:
    """Let operatives that are incapacitated by what is pushed next wait for its end (KILLTEAM-R.19)."""
    if not any(isinstance(frame, Removals) for frame in s.frames):
        s.frames.append(EMPTY)


def close(s: State) -> None:
    """Do away with a queue in which nobody waits, when what it collected for has ended."""
    if s.frames[-1] == EMPTY:
        s.frames.pop()


def enqueue(s: State, who: int) -> None:
    """Put an incapacitated operative in the queue; without one it is removed at once."""
    for at in range(len(s.frames) - 1, -1, -1):
        frame = s.frames[at]
        if isinstance(frame, Removals):
            s.frames[at] = Removals((*frame.queue, who), frame.done)
            return
    s.frames.append(Removals((who,)))


def take_off(s: State, who: int) -> None:
    """Remove an operative from the killzone (KILLTEAM-DMG.8)."""
    s.on[who] = False
    s.ready[who] = False
    if s.log is not None:
        s.say("{who} is removed", "KILLTEAM-DMG.8", "KILLTEAM-R.19", who=s.names[who])
    hooks.removed(s, who)
