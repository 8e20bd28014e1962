"""Frames of rules that follow from something: an activation, an action, a gambit that lets friends dash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from affray.engine.actions import Action
from affray.engine.requests import Among, ClauseId, Decide, Procedure, Roll, Seat
from affray.games.killteam import activation, damage, dashing, field, occasions, windows
from affray.games.killteam.actions import uses
from affray.games.killteam.actions.turns import DECLINE, Decline
from affray.games.killteam.actions.uses import Invoke, UseMenu
from affray.games.killteam.dice import D3
from affray.games.killteam.state import Frame, State

_PROMPTS: Final[Mapping[str, str]] = {
    "activated": "{who} is activated",
    "apl_changed": "the APL of {who} has changed",
    "relay": "{who} has received an order",
}


class Asking(Frame, frozen=True):
    """A side may use rules at a moment that concerns one of its operatives, until it declines.

    The question is put only while there is something to use.
    """

    moment: str
    seat: Seat
    who: int
    clause: ClauseId
    kind: ClassVar[str] = "asking"

    def run(self, s: State) -> Procedure[None]:
        rules = occasions.moment(s, self.moment, self.seat)
        if s.dead[self.who] or not s.on[self.who] or not uses.options(s, self.seat, self.who, rules):
            s.frames.pop()
            return
        prompt = _PROMPTS[self.moment].format(who=s.names[self.who])
        action = yield Decide(self.seat, UseMenu(s, self.seat, self.who, rules), self.clause, prompt)
        if isinstance(action, Decline):
            s.frames.pop()
        else:
            yield from uses.perform(s, self.seat, action, rules)


class Afflicted(Frame, frozen=True):
    """Damage that befalls an operative as it is activated (KILLTEAM-C.TURN.7, KILLTEAM-C.PLM.2)."""

    who: int
    clause: ClauseId
    kind: ClassVar[str] = "afflicted"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames[-1] = Aftermath()
        yield from damage.suffer(s, self.who, 1, seat=1 - s.side[self.who], clause=self.clause)


class Vents(Frame, frozen=True):
    """Poison Vents: D3 as an enemy without token is activated nearby (KILLTEAM-C.PLM.8)."""

    who: int
    clause: ClauseId
    kind: ClassVar[str] = "vents"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        seat = 1 - s.side[self.who]
        counts = yield Roll(1, D3.bands, self.clause, f"Poison Vents at {s.names[self.who]}", seat=seat)
        if D3.value(counts) == 3:
            damage.poison(s, self.who, seat, self.clause)


class Aftermath(Frame, frozen=True):
    """What has been set off outside of an action is resolved: what follows an action follows now."""

    kind: ClassVar[str] = "set_off"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        windows.completed(s)
        yield from ()


class Dashes(Frame, frozen=True):
    """Several friends may make a free Dash, one after another in the order their player likes.

    `toward` as in `dashing.FreeDash`.
    """

    rule: str
    seat: Seat
    left: tuple[int, ...]
    clause: ClauseId
    toward: str = ""
    kind: ClassVar[str] = "dashes"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        able = [who for who in self.left if s.on[who] and not s.dead[who] and not field.is_engaged(s, who)]
        if not able:
            s.frames[-1] = Aftermath()
            return
        who = able[0]
        if len(able) > 1:
            listed: list[Action] = [DECLINE, *(uses.invoke(self.rule, who=other) for other in able)]
            menu = Among(listed, self.clause, "it has no free Dash")
            action = yield Decide(self.seat, menu, self.clause, "Who dashes next?")
            if isinstance(action, Decline):
                s.frames[-1] = Aftermath()
                return
            assert isinstance(action, Invoke)
            assert action.who is not None
            who = action.who
        left = tuple(other for other in able if other != who)
        s.frames[-1] = Dashes(self.rule, self.seat, left, self.clause, self.toward)
        s.frames.append(dashing.FreeDash(who, self.clause, self.toward, True))


class Strikes(Frame, frozen=True):
    """Damage or poison for several operatives, one after the other (KILLTEAM-R.19: each removal at once).

    `rule`: ``flail``, D3+2 damage for each (KILLTEAM-C.PLM.4), or ``poisonous_demise`` (KILLTEAM-C.PLM.7).
    """

    rule: str
    seat: Seat
    by: int
    left: tuple[int, ...]
    clause: ClauseId
    kind: ClassVar[str] = "strikes"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        left = tuple(who for who in self.left if s.on[who] and not s.dead[who])
        if not left:
            s.frames.pop()
            return
        who = left[0]
        s.frames[-1] = Strikes(self.rule, self.seat, self.by, left[1:], self.clause)
        if self.rule == "flail":
            yield from self._flail(s, who)
        elif damage.has_token(s, who):
            yield from damage.suffer(s, who, 1, seat=self.seat, by=self.by, clause=self.clause)
        else:
            damage.poison(s, who, self.seat, self.clause)

    def _flail(self, s: State, who: int) -> Procedure[None]:
        counts = yield Roll(1, D3.bands, self.clause, f"Flail at {s.names[who]}", seat=self.seat)
        value = D3.value(counts)
        yield from damage.suffer(s, who, value + 2, seat=self.seat, by=self.by, clause=self.clause)
        if value == 3 and s.side[who] != self.seat:
            damage.poison(s, who, self.seat, self.clause)


class DakkaDashing(Frame, frozen=True):
    """A free Dash and a free Shoot in either order; either may be left out (KILLTEAM-C.KOM.3).

    `since`: how many actions had been performed before; `asked`: how many when it was last asked.
    """

    who: int
    since: int
    asked: int = -1
    kind: ClassVar[str] = "dakka_dashing"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        a = activation.record(s, self.who)
        done = a.done if a is not None else ()
        left = tuple(action for action in ("dash", "shoot") if action not in done[self.since :])
        if not left or len(done) == self.asked or s.dead[self.who] or not s.on[self.who]:
            s.frames.pop()
            return
        s.frames[-1] = DakkaDashing(self.who, self.since, len(done))
        s.frames.append(windows.FreeAction(self.who, left, ("kom.dakka_shoota",), "KILLTEAM-C.KOM.3", True))
        yield from ()


class PartingBlow(Frame, frozen=True):
    """Dat All You Got?: D3 damage to the enemy after a fight (KILLTEAM-C.KOM.3)."""

    who: int
    enemy: int
    clause: ClauseId
    kind: ClassVar[str] = "parting_blow"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if s.dead[self.who] or s.dead[self.enemy]:
            return  # The other one has struck first.
        seat = s.side[self.who]
        counts = yield Roll(1, D3.bands, self.clause, f"Dat All You Got? of {s.names[self.who]}", seat=seat)
        yield from damage.suffer(s, self.enemy, D3.value(counts), seat=seat, by=self.who, clause=self.clause)
