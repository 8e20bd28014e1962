"""What shooting and fighting sequences share: rights of a weapon, CP, questions, booking of rights."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import Any, NamedTuple

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Decide, Menu, Procedure, Seat
from affray.engine.rulebook import Refusal, Tally
from affray.games.killteam import hooks, ploys, titles
from affray.games.killteam.actions.attack_choices import Keep, Reroll, SetAside, Use
from affray.games.killteam.arms import Arm
from affray.games.killteam.asking import Offer
from affray.games.killteam.judgement import CP
from affray.games.killteam.rights import Right
from affray.games.killteam.state import State

COMMAND_REROLL = "command_reroll"
_WEAPON_RIGHTS: tuple[tuple[str, Right], ...] = (
    ("balanced", Right("balanced", "reroll_one", "KILLTEAM-C.WR.BALANCED")),
    ("ceaseless", Right("ceaseless", "reroll_number", "KILLTEAM-C.WR.CEASELESS")),
    ("relentless", Right("relentless", "reroll_any", "KILLTEAM-C.WR.RELENTLESS")),
    ("severe", Right("severe", "severe", "KILLTEAM-C.WR.SEVERE")),
    ("punishing", Right("punishing", "rescue", "KILLTEAM-C.WR.PUNISHING", needs_critical=True)),
    ("rending", Right("rending", "promote", "KILLTEAM-C.WR.RENDING", needs_critical=True)),
)
_CLAUSES: dict[str, ClauseId] = {
    "accurate": "KILLTEAM-C.WR.ACCURATE",
    "reroll": "KILLTEAM-C.CP.1",
    "retain": "KILLTEAM-C.SH.4",
    "saves": "KILLTEAM-SSEQ.15",
    "spoil": "KILLTEAM-C.SH.6",
    "blocks": "KILLTEAM-SSEQ.16",
    "reduce": "KILLTEAM-C.DM.1",
    "open": "KILLTEAM-C.FT.1",
    "die": "KILLTEAM-FSEQ.14",
    "last": "KILLTEAM-R.13",
}
"""The clause of each kind of choice."""


def weapon_rights(arm: Arm) -> list[Right]:
    """What the rules of a weapon let its user do with its attack dice."""
    return [right for name, right in _WEAPON_RIGHTS if getattr(arm, name)]


def command_reroll(s: State, seat: Seat) -> list[Right]:
    """Command Re-roll, if a side can pay for it (KILLTEAM-C.CP.1)."""
    if not ploys.available(s, seat, COMMAND_REROLL):
        return []
    cost = ploys.cost(s, seat, COMMAND_REROLL)
    return [Right(COMMAND_REROLL, "reroll_one", "KILLTEAM-C.CP.1", cost, many=True)]


def affordable(rights: Sequence[Right], cp: int) -> list[Right]:
    """The rights that so many CP pay for."""
    return [right for right in rights if right.cost <= cp]


def to_spend(rights: Sequence[Right], cp: int, dice: int) -> int:
    """The CP of a side that can be spent in a sequence: no more than its rights can cost."""
    most = sum(right.cost * (dice if right.many else 1) for right in rights)
    return min(cp, most)


# -- questions -----------------------------------------------------------------------------------------------


class OfferMenu(Menu):
    """The choices of an `Offer`; `why_not` tells what forbids another choice of the same kind."""

    __slots__ = ("clause", "offer", "s", "seat", "why_not")

    def __init__(
        self,
        s: State,
        seat: Seat,
        offer: Offer,
        clause: ClauseId,
        why_not: Callable[[Action], Refusal | None],
    ) -> None:
        self.s = s
        self.seat = seat
        self.offer = offer
        self.clause = clause
        self.why_not = why_not

    def options(self) -> list[Action]:
        return [action for action, _ in self.offer.options]

    def refusal(self, action: Action) -> Refusal | None:
        if any(action == option for option, _ in self.offer.options):
            return None
        return self.why_not(action) or self._ploy(action) or _general(action, self.clause)

    def _ploy(self, action: Action) -> Refusal | None:
        """Why a side cannot use the ploy that a choice names in this turning point (KILLTEAM-C.CP.1)."""
        if not isinstance(action, Use | Reroll):
            return None
        ploy = action.by.partition(":")[0]
        return ploys.refusal(self.s, self.seat, ploy) if ploy in self.s.content.ploys else None

    def forced(self) -> Action | None:
        return self.offer.options[0][0] if len(self.offer.options) == 1 else None

    def usual(self) -> Action:
        """What the default policy chooses."""
        return self.offer.options[self.offer.usual][0]


def _general(action: Action, clause: ClauseId) -> Refusal:
    """Why a choice is refused that nothing in particular forbids."""
    match action:
        case Reroll(by=by):
            reason = f"{by} cannot re-roll that: no such die, it was re-rolled or retained unrolled, or no CP"
            return Refusal("KILLTEAM-C.CP.1", reason)
        case Use(by=by):
            return Refusal(clause, f"{by} cannot be used now")
        case SetAside(count=count):
            return Refusal("KILLTEAM-C.WR.ACCURATE", f"{count} dice cannot be retained unrolled")
        case Keep():
            return Refusal(clause, "it cannot be left at that")
    return Refusal(clause, "that is not among the choices")


def put(
    s: State,
    offer: Offer,
    seat: Seat,
    prompt: str,
    why_not: Callable[[Action], Refusal | None] = lambda action: None,
) -> Procedure[tuple[Action, Any]]:
    """Ask a seat; the answer is the action and the figures that follow."""
    clause = _CLAUSES[offer.what]
    action: Action = yield Decide(seat, OfferMenu(s, seat, offer, clause, why_not), clause, prompt)
    return action, next(after for option, after in offer.options if option == action)


def frozen(tally: Tally, value: int) -> Tally:
    """The tally of a stat with the value it had when the action began (KILLTEAM-R.17)."""
    if tally.value != value:
        tally.add(value - tally.value, "KILLTEAM-R.17")
    return tally


# -- odds ----------------------------------------------------------------------------------------------------

NOTHING = (0, 0)
LASTING = frozenset({"sickening_resilience"})
"""Ploys that do something beyond the sequence in which they are used."""


def cost_alone(right: Right) -> int:
    """The CP of a right whose use leaves nothing behind but that they are spent; 0 for any other right."""
    return 0 if right.id in LASTING else right.cost


def traces(rights: Sequence[Right]) -> int:
    """The bits of the rights whose use leaves more behind."""
    return sum(1 << place for place, right in enumerate(rights) if not cost_alone(right))


def thrifty_sides(
    seats: tuple[Seat, Seat], thrifty: tuple[bool, bool], choosing: Set[Seat]
) -> tuple[bool, bool]:
    """The thrifty ones of both sides without those whose seat may have something to choose afterwards."""
    return thrifty[0] and seats[0] not in choosing, thrifty[1] and seats[1] not in choosing


def chooses_last(s: State, who: int) -> bool:
    """Whether an operative could do something if it was incapacitated now (KILLTEAM-C.DM.4)."""
    dying = s.copy()
    dying.wounds[who] = 0
    dying.dead[who] = True
    return bool(hooks.before_removal(dying, who, frozenset()))


def left(rights: Sequence[Right], split: int, cp: tuple[int, int], used: int) -> tuple[int, int]:
    """The CP of both sides after rights are used, each once."""
    both = list(cp)
    for place, right in enumerate(rights):
        if used >> place & 1:
            both[place >= split] -= right.cost
    return both[0], both[1]


@cache
def price(seat: Seat, cp: int) -> tuple[int, int]:
    """What it adds to the measure of each seat if one pays so many CP."""
    return (-CP * cp, CP * cp) if seat == 0 else (CP * cp, -CP * cp)


# -- booking -------------------------------------------------------------------------------------------------


class Book(NamedTuple):
    """What of a sequence the state knows already: CP left to spend, rights used."""

    cp: tuple[int, int]
    used: int


def book(
    s: State, rights: Sequence[Right], split: int, who: tuple[int, int], before: Book, after: Book
) -> None:
    """Book the rights used between two figures: those before place `split` are the attacker's. Who hits a
    friend pays for both sides from one purse (KILLTEAM-R.36).
    """
    one = s.side[who[0]] == s.side[who[1]]
    left = [before.cp[0] - after.cp[0], before.cp[1] - after.cp[1]]
    if one:
        left = [sum(left), 0]
    fresh = after.used & ~before.used
    for place, right in enumerate(rights):
        if fresh >> place & 1 and not right.many:
            side = int(place >= split)
            left[0 if one else side] -= right.cost
            _book(s, right, who[side], who[1 - side])
    for side, cost in enumerate(left):
        own = rights if one else rights[:split] if side == 0 else rights[split:]
        again = next((right for right in own if right.many), None)
        if again is not None and again.cost:
            for _ in range(cost // again.cost):
                _book(s, again, who[side], who[1 - side])


def _book(s: State, right: Right, who: int, enemy: int) -> None:
    if s.log is not None:
        s.say("{who}: {right}", right.clause, who=s.names[who], right=titles.rule_title(s, right.id))
    hooks.used(s, right, who, enemy)
