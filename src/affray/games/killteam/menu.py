"""What the player of an operative may choose: in its activation (`ActMenu`) and as a free action
(`FreeMenu`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Protocol, cast

from affray.engine.actions import Action
from affray.engine.requests import Joined, Menu, Procedure
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, hooks, tacops
from affray.games.killteam.actions import attacks, carrying, missions, moves
from affray.games.killteam.actions.turns import DECLINE, END, Decline, End
from affray.games.killteam.content import CritOp, Datacard, EquipmentPick, TacOp
from affray.games.killteam.ids import MapRule
from affray.games.killteam.looking import Look
from affray.games.killteam.state import State

if TYPE_CHECKING:
    from affray.games.killteam.windows import FreeAction


ENDING = (END,)


class OwnAction(Protocol):
    """What every action of an operative provides: its legal forms, why another form is none, and what it
    does."""

    id: str

    @property
    def who(self) -> int:
        """Who acts."""

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The legal actions of this kind."""

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids this one, or None."""

    def fee(self, s: State) -> activation.Fee | None:
        """What it is paid for with; None if it is for nothing. Illegal forms have one, too."""

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and do it, or put what has to be done on the stack."""


@cache
def common() -> tuple[type[OwnAction], ...]:
    """What every operative can do, in the order in which it is listed."""
    return cast(tuple[type[OwnAction], ...], (*moves.ACTIONS, *attacks.ATTACKS, *carrying.OWN_ACTIONS))


@cache
def mission_kinds() -> tuple[type[OwnAction], ...]:
    """What operations and items offer."""
    return cast(tuple[type[OwnAction], ...], missions.MISSIONS)


@cache
def _own() -> frozenset[object]:
    return frozenset((*common(), *mission_kinds()))


def kinds_of(s: State, who: int) -> Sequence[type[OwnAction]]:
    """The kinds of actions that an operative has in this battle."""
    seat = s.side[who]
    return _kinds(
        s.card[who], s.picks[seat], s.crit_op, s.tac_op[seat], missions.has_cache(s, seat), s.map.rules
    )


@lru_cache(maxsize=4096)
def _kinds(
    card: Datacard,
    picks: tuple[EquipmentPick, ...],
    crit_op: CritOp | None,
    tac_op: TacOp | None,
    ammo: bool,
    rules: frozenset[MapRule],
) -> tuple[type[OwnAction], ...]:
    grenades, doors = any(pick.equipment.id == "utility_grenades" for pick in picks), "door_fight" in rules
    ids = missions.offered(crit_op, tac_op, ammo)
    unique = cast("tuple[type[OwnAction], ...]", hooks.unique(card, grenades))
    left_out: tuple[object, ...] = () if doors else (attacks.DoorFight,)
    usual = (kind for kind in common() if kind not in left_out)
    return (*usual, *unique, *(kind for kind in mission_kinds() if kind.id in ids))


def is_own(s: State, action: Action) -> bool:
    """Whether an action is one that some operative performs."""
    if type(action) in _own():
        return True
    who = getattr(action, "who", None)
    return isinstance(who, int) and 0 <= who < len(s.names) and hooks.is_unique(action)


class ActMenu(Menu):
    """The actions of the active operative, what its player may use between them, and the end."""

    __slots__ = ("_listed", "left", "s", "who")

    def __init__(self, s: State, who: int) -> None:
        self.s = s
        self.who = who
        self.left = activation.ap_left(s, who)
        """AP that the operative can still spend."""
        self._listed: Sequence[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self._listed is None:
            s, who = self.s, self.who
            listed: list[Sequence[Action]] = []
            left = self.left
            kinds = kinds_of(s, who) if left >= 0 else ()
            # All actions are printed with at least 1 AP: without any left only cheaper ones can be had.
            if left > 0 or (hooks.may_cost_less(s, who) and self._cheaper(kinds)):
                look = Look(s, who, left)
                for kind in kinds:
                    found = kind.options(look)
                    if found:
                        listed.append(found)
            listed.append(hooks.between_actions(s, who))
            listed.append(ENDING)
            self._listed = Joined(listed)
        return self._listed

    def forced(self) -> Action | None:
        """The end, if no AP are left and nothing can be done without.

        Whether a secret operation offers something that costs nothing, nobody must be able to tell by that.
        """
        if self.left > 0 or tacops.may_act_for_nothing(self.s, self.who):
            return None
        options = self.options()
        return options[0] if len(options) == 1 else None

    def _cheaper(self, kinds: Sequence[type[OwnAction]]) -> bool:
        """Whether the operative has an action that costs less than is printed."""
        return any(hooks.cost_changes(self.s, self.who, kind.id) for kind in kinds)

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, End):
            return None
        if hooks.uses(action):
            return hooks.use_refusal(s, s.side[self.who], action)
        if is_own(s, action):
            return cast(OwnAction, action).refusal(s)
        return activation.out_of_turn(s, action)


class FreeMenu(Menu):
    """The actions among which an operative may perform one for free."""

    __slots__ = ("_listed", "frame", "s")

    def __init__(self, s: State, frame: FreeAction) -> None:
        self.s = s
        self.frame = frame
        self._listed: list[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self._listed is None:
            s, who = self.s, self.frame.who
            listed: list[Action] = []
            look = Look(s, who)
            for kind in kinds_of(s, who):
                if kind.id in self.frame.only:
                    listed += [action for action in kind.options(look) if self._fits(action)]
            if self.frame.optional and listed:
                listed.append(DECLINE)
            self._listed = listed
        return self._listed

    def refusal(self, action: Action) -> Refusal | None:
        frame, s = self.frame, self.s
        if isinstance(action, Decline):
            return None if frame.optional else Refusal(frame.clause, "the action has to be performed")
        if not is_own(s, action):
            return activation.out_of_turn(s, action)
        own = cast(OwnAction, action)
        if own.who != frame.who:
            return activation.out_of_turn(s, action)
        refusal = own.refusal(s)
        if refusal is None and not self._fits(action):
            return Refusal(frame.clause, f"{s.names[frame.who]} may not use that weapon for this")
        return refusal

    def _fits(self, action: Action) -> bool:
        """Whether an attack is made with one of the weapons that the rule names."""
        groups = self.frame.groups
        weapon = getattr(action, "weapon", None)
        return not groups or weapon is None or self.s.content.weapons[weapon].group in groups
