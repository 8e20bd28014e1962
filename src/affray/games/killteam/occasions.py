"""What sides may use at which occasion: gambits, ploys and abilities that are no actions, by moments.

`hooks` hands these questions on; each rule stands in `teams` or `gear`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from affray.engine.actions import Action
from affray.engine.requests import Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, gear
from affray.games.killteam.actions import uses as uses_of
from affray.games.killteam.actions.uses import Invoke, Rules
from affray.games.killteam.state import State
from affray.games.killteam.teams import aod_ploys, dkk_orders, dkk_ploys, kom_ploys, plm_ploys

_NONE: Final[Rules] = {}


def team_of(s: State, seat: Seat) -> str:
    """The id of a side's team."""
    team: str = s.options["teams"][seat]
    return team


class Book(NamedTuple):
    """All rules of one team by the moments at which they can be used."""

    gambits: Rules
    between: Rules = _NONE
    removal: Rules = _NONE
    end: Rules = _NONE
    moments: Mapping[str, Rules] = {}


@cache
def book(team: str) -> Book:
    """The rules of a team; put together when first asked for, as all modules know each other."""
    match team:
        case "aod":
            return Book(aod_ploys.GAMBITS, aod_ploys.BETWEEN, moments={"activated": aod_ploys.ACTIVATED})
        case "plm":
            return Book(plm_ploys.GAMBITS, plm_ploys.BETWEEN, plm_ploys.REMOVAL)
        case "kom":
            moments = {"activated": kom_ploys.ACTIVATED, "apl_changed": kom_ploys.APL_CHANGED}
            return Book(kom_ploys.GAMBITS, _NONE, kom_ploys.REMOVAL, kom_ploys.END_OF_FIREFIGHT, moments)
        case _:
            gambits = {**dkk_orders.GAMBITS, **dkk_ploys.GAMBITS, **gear.GAMBITS}
            moments = {"activated": dkk_orders.ACTIVATED, "relay": dkk_orders.RELAY}
            return Book(gambits, dkk_orders.BETWEEN, dkk_ploys.REMOVAL, moments=moments)


def moment(s: State, name: str, seat: Seat) -> Rules:
    """The rules that a side may use at a moment that concerns one of its operatives."""
    return book(team_of(s, seat)).moments.get(name, _NONE)


def between_actions(s: State, who: int) -> Sequence[Action]:
    """What the player of the active operative may use before or after an action besides its own actions."""
    rules = book(s.card[who].team).between
    return uses_of.options(s, s.side[who], who, rules) if rules else ()


def gambits(s: State, seat: Seat) -> Sequence[Action]:
    """The STRATEGIC GAMBITS that a side can use now (KILLTEAM-C.TURN.5), those of operations apart."""
    return uses_of.options(s, seat, -1, book(team_of(s, seat)).gambits)


def end_of_firefight(s: State, seat: Seat) -> Sequence[Action]:
    """What a side can use at the end of the Firefight phase."""
    rules = book(team_of(s, seat)).end
    return uses_of.options(s, seat, -1, rules) if rules else ()


def _rules_for(s: State, seat: Seat, action: Invoke) -> Rules:
    """The rules of the moment at which a side can be using this one now."""
    own = book(team_of(s, seat))
    for rules in (own.removal, gear.SELECTING, own.end):
        if action.rule in rules:
            return rules
    return own.gambits if s.activation is None else own.between


def use_refusal(s: State, seat: Seat, action: Action) -> Refusal | None:
    """Why a side cannot use a ploy, a gambit or the like (an action of those that the questions above
    list)."""
    if not isinstance(action, Invoke):
        return Refusal("KILLTEAM-C.CP.1", "that is no ploy or gambit")
    return uses_of.refusal(s, seat, action, _rules_for(s, seat, action))


def perform(s: State, seat: Seat, action: Action) -> Procedure[None]:
    """Use one of those; may push frames."""
    assert isinstance(action, Invoke)
    yield from uses_of.perform(s, seat, action, _rules_for(s, seat, action))


def uses(action: Action) -> bool:
    """Whether an action is of the kind that the questions above list."""
    return isinstance(action, Invoke)


def selecting(s: State, who: int, target: int) -> Sequence[Action]:
    """What the shooter's side may use as an obscured target is selected."""
    if not field.within(s, who, target, gear.AUSPEX_REACH):
        return ()
    return uses_of.options(s, s.side[who], who, gear.SELECTING)
