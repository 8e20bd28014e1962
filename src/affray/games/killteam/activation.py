"""One operative's activation or counteraction: AP, what has been done in it, what may be done (C.TURN.7 to
C.TURN.11).

The frames that ask for actions stand in `windows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from affray.engine.actions import Action
from affray.engine.requests import ClauseId
from affray.engine.rulebook import Refusal
from affray.games.killteam import hooks, stats
from affray.games.killteam.state import Activation, State

COUNTER_AP = 1
"""AP cost of what a counteraction may be (KILLTEAM-C.TURN.11)."""
ANOTHER = "another_action"
"""Note of a counteraction that may have one more action, a different one."""
AT_DECLARATION = frozenset(("reposition", "dash", "shoot"))
"""Actions whose ban in control range is looked at when they are declared (KILLTEAM-R.28)."""
UNIVERSAL = {
    "reposition": "KILLTEAM-C.ACT.1",
    "dash": "KILLTEAM-C.ACT.2",
    "fall_back": "KILLTEAM-C.ACT.3",
    "charge": "KILLTEAM-C.ACT.4",
    "pick_up": "KILLTEAM-C.ACT.5",
    "place_marker": "KILLTEAM-C.ACT.6",
    "shoot": "KILLTEAM-C.ACT.7",
    "fight": "KILLTEAM-C.ACT.8",
}
"""The clauses of the universal actions, by their ids."""
GRENADES = ("smoke", "stun")
"""The ids of the actions of Utility Grenades (KILLTEAM-C.EQ.UTILITY_GRENADES)."""
AP = {"fall_back": 2}
"""AP costs of universal actions other than 1 (KILLTEAM-R.2)."""


class Fee(Struct, frozen=True, gc=False):
    """What one performance of an action is paid for with, and as what it counts."""

    action: str
    """The id by which it is noted as performed (KILLTEAM-C.TURN.9)."""
    ap: int
    """Its AP cost as printed (KILLTEAM-C.TURN.8)."""
    fixed: bool = False
    """Nothing changes that cost."""
    weapon: str = ""
    """The id of the weapon that it is done with, for what looks at that later."""


# -- who is acting -------------------------------------------------------------------------------------------


def record(s: State, who: int) -> Activation | None:
    """The activation or counteraction of this very operative: the one whose past binds it. None: nothing
    does."""
    a = s.activation
    return a if a is not None and a.who == who else None


def free_actions(s: State, who: int) -> Sequence[str] | None:
    """The ids of the actions of which an operative is performing one for free; None: it is not."""
    top = s.frames[-1] if s.frames else None
    if getattr(top, "who", None) != who:
        return None
    found: Sequence[str] | None = getattr(top, "only", None)
    return found


def is_counter(s: State, who: int) -> bool:
    """Whether an operative is counteracting (KILLTEAM-C.TURN.11)."""
    a = s.activation
    return a is not None and a.counter and a.who == who


def price(s: State, who: int, action: str, base: int, fixed: bool = False) -> int:
    """The AP that an action costs: `base` as printed, with what changes it, never below 0
    (KILLTEAM-C.TURN.8).

    `fixed`: nothing changes it.
    """
    if fixed:
        return base
    cost = base
    for amount, _ in hooks.cost_changes(s, who, action):
        cost += amount
    return cost if cost > 0 else 0


def ap_left(s: State, who: int) -> int:
    """AP that the active operative can still spend; in a counteraction the actions that it may still
    perform."""
    a = record(s, who)
    if a is None:
        return 0
    if a.counter:
        return 1 + (ANOTHER in a.notes) - a.spent
    return stats.apl_value(s, who) - a.spent


# -- what may be done ----------------------------------------------------------------------------------------


class Means(Struct, gc=False):
    """What decides whether an operative may perform an action at all, whichever it is."""

    own: Activation | None
    """See `record`."""
    only: Sequence[str] | None
    """See `free_actions`."""
    left: int
    """See `ap_left`."""
    varied: bool
    """Whether costs of actions may differ from those printed."""


def means_of(s: State, who: int, left: int | None = None) -> Means:
    """The means of an operative; `left`: its AP, where they are known."""
    left = ap_left(s, who) if left is None else left
    return Means(record(s, who), free_actions(s, who), left, hooks.may_cost_less(s, who))


def bar(
    s: State, who: int, action: str, base: int, fixed: bool = False, means: Means | None = None
) -> ClauseId:
    """The first clause that keeps an operative from an action at all now, or an empty string.

    It looks at whose activation it is, at AP, repetition and what teams forbid; not at the action's own
    conditions.
    `base` is its AP cost as printed, `means` what the operative has, where that is known.
    """
    means = means_of(s, who) if means is None else means
    a = means.own
    if means.only is not None:
        if action not in means.only or fixed:
            return _clause_of_free(s)
    elif a is None:
        return "KILLTEAM-C.TURN.7"
    else:
        left, cost = means.left, price(s, who, action, base, fixed) if means.varied else base
        if a.counter:
            if left <= 0 or cost > COUNTER_AP:
                return "KILLTEAM-C.TURN.11"
        elif cost > left:
            return "KILLTEAM-C.TURN.8"
    if a is not None and action in a.done and not hooks.repeats(s, who, action):
        return "KILLTEAM-C.TURN.9"
    fault = hooks.action_fault(s, who, action)
    return fault.clause if fault is not None else ""


def general_refusal(s: State, who: int, action: str, base: int, fixed: bool = False) -> Refusal | None:
    """`bar` in words: why an operative may not perform an action at all now, or None."""
    clause = bar(s, who, action, base, fixed)
    if not clause:
        return None
    name = s.names[who]
    a = record(s, who)
    match clause:
        case "KILLTEAM-C.TURN.7":
            return Refusal(clause, f"{name} is not the active operative")
        case "KILLTEAM-C.TURN.8":
            cost, left = price(s, who, action, base, fixed), ap_left(s, who)
            return Refusal(clause, f"{name} has {left} AP left, {_words(action)} takes {cost}")
        case "KILLTEAM-C.TURN.9":
            return Refusal(clause, f"{name} has performed {_words(action)} already in this activation")
        case "KILLTEAM-C.TURN.11":
            if a is not None and a.spent:
                return Refusal(clause, f"{name} has counteracted with its action")
            return Refusal(clause, f"{name} counteracts with an action of {COUNTER_AP} AP")
    fault = hooks.action_fault(s, who, action)
    if fault is not None:
        return fault
    only = " or ".join(map(_words, free_actions(s, who) or ()))
    return Refusal(clause, f"{name} may only perform {only} for free now")


def _clause_of_free(s: State) -> ClauseId:
    clause: ClauseId = getattr(s.frames[-1], "clause", "KILLTEAM-C.TURN.9")
    return clause


def _words(action: str) -> str:
    return action.replace("_", " ").title()


def out_of_turn(s: State, action: Action) -> Refusal:
    """Why an action of an operative is refused where the question is another one."""
    who = getattr(action, "who", None)
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(s.names):
        return Refusal("KILLTEAM-C.TURN.7", f"it is not for {s.names[who]} to act now")
    return Refusal("KILLTEAM-C.TURN.7", "this is not the time for that")


# -- bookkeeping ---------------------------------------------------------------------------------------------


def pay(s: State, fee: Fee) -> None:
    """Take the AP of an action and note it as performed, and the weapon that it is done with.

    A free action costs nothing, but counts as performed in an activation of the same operative
    (KILLTEAM-C.TURN.9).
    Call it before any frame is pushed.
    """
    action, base, fixed, weapon = fee.action, fee.ap, fee.fixed, fee.weapon
    top = s.frames[-1]
    a = s.activation
    free = getattr(top, "only", None) is not None
    who: int = top.who if free else a.who if a is not None else -1  # type: ignore[attr-defined]  # frames with `only`
    cost = 0
    if free:
        _say_paid(s, who, action, 0, (_clause_of_free(s), "KILLTEAM-C.TURN.9"))
    elif a is not None:
        cost = price(s, who, action, base, fixed)
        if s.log is not None:
            _say_paid(s, who, action, cost, _clauses(s, who, action, fixed))
        if a.counter:
            cost = 1
    if a is not None and a.who == who:
        weapons = (*a.weapons, weapon) if weapon else a.weapons
        spent, done = a.spent + cost, (*a.done, action)
        s.activation = Activation(who, spent, done, weapons, a.moved, a.counter, a.chained, a.notes)
    if not free and not fixed:
        hooks.paid(s, who, action)


def _clauses(s: State, who: int, action: str, fixed: bool) -> tuple[ClauseId, ...]:
    """What is at work when an action is paid for."""
    a = s.activation
    found = [UNIVERSAL.get(action, "KILLTEAM-C.ACT.9")]
    if action in UNIVERSAL:
        found.append("KILLTEAM-R.2")
    found.append("KILLTEAM-C.TURN.11" if a is not None and a.counter else "KILLTEAM-C.TURN.8")
    if action == "charge":
        found.append("KILLTEAM-R.3")
    if action in AT_DECLARATION:
        found.append("KILLTEAM-R.28")
    if not fixed:
        found += [clause for _, clause in hooks.cost_changes(s, who, action)]
    if a is not None and action in a.done:
        # What a team says of repetition goes before the core rule (KILLTEAM-C.PREC).
        found += ["KILLTEAM-R.9", "KILLTEAM-C.PREC", hooks.repeats(s, who, action)]
    return tuple(found)


def _say_paid(s: State, who: int, action: str, cost: int, clauses: tuple[ClauseId, ...]) -> None:
    if s.log is not None:
        s.say("{who}: {action}, {cost} AP", *clauses, who=s.names[who], action=_words(action), cost=cost)


def moved(s: State, who: int, units: int) -> None:
    """Note how far an operative has moved in its activation or counteraction."""
    a = record(s, who)
    if a is not None:
        way = a.moved + units
        s.activation = Activation(who, a.spent, a.done, a.weapons, way, a.counter, a.chained, a.notes)


def begin(s: State, who: int, *, counter: bool = False, chained: bool = False) -> None:
    """Make an operative the active one."""
    s.activation = Activation(who, counter=counter, chained=chained)
