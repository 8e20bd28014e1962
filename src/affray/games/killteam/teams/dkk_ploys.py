"""Death Korps: gambits, the Medic, and what is done before a removal (KILLTEAM-C.DKK.2, KILLTEAM-C.DKK.4 to
KILLTEAM-C.DKK.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import Among, Decide, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, dashing, field, inforce, moments, shooting, upkeep, windows
from affray.games.killteam.actions.turns import DECLINE
from affray.games.killteam.actions.uses import (
    Invoke,
    Rule,
    Rules,
    enemies,
    enemy_fault,
    invoke,
    lasting,
    shaped,
)
from affray.games.killteam.state import State
from affray.games.killteam.teams import dkk

REGROUP_DISTANCE, REGROUP_REACH = 3 * INCH, 5 * INCH
MEDIC_REACH = 3 * INCH
SAVED: Final = "tp:medic_saved"
"""The mark of an operative that Medic! saved in this turning point (KILLTEAM-C.DKK.4)."""


# -- Bring it Down (KILLTEAM-C.DKK.2) ------------------------------------------------------------------------


def _bring_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, dkk.LEADERS, "targets") or enemy_fault(s, seat, action, dkk.LEADERS)
    if wrong is not None:
        return wrong
    if inforce.bearer(s, seat, "bring_it_down") < 0:
        return Refusal(dkk.LEADERS, "no Watchmaster is in the killzone")
    return None


def _bring(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    upkeep.add(s, "bring_it_down", seat, action.targets[0], 0, "turning_point")
    yield from ()


# -- Regroup (KILLTEAM-C.DKK.6) ------------------------------------------------------------------------------


def _regroup_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for friend in s.present(seat):
        yield invoke("regroup", targets=(friend,))


def _regroup_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, dkk.STRATEGY, "targets")
    if wrong is not None:
        return wrong
    if len(action.targets) != 1 or not field.is_present(s, action.targets[0], seat):
        return Refusal(dkk.STRATEGY, "Regroup needs one friend in the killzone")
    if "tp:chronometer" in s.used[seat]:
        return Refusal(dkk.STRATEGY, "no Regroup in the turning point of the Chronometer")
    friend = action.targets[0]
    for enemy in s.present(1 - seat):
        if field.within(s, friend, enemy, REGROUP_DISTANCE):
            return Refusal(dkk.STRATEGY, f'{s.names[friend]} is not more than 3" from {s.names[enemy]}')
    return None


def _regroup(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """Other friends within 5" (Support) that are not engaged dash closer to it."""
    friend = action.targets[0]
    reach = inforce.support_reach(s, friend, REGROUP_REACH)
    able = tuple(
        who
        for who in s.present(seat)
        if who != friend and field.within(s, who, friend, reach) and not field.is_engaged(s, who)
    )
    if s.log is not None:
        cites = inforce.support_cites(s, friend)
        s.say("{number} may dash closer to {friend}", dkk.STRATEGY, *cites,
              number=len(able), friend=s.names[friend])  # fmt: skip
    s.frames.append(moments.Dashes("regroup", seat, able, dkk.STRATEGY, f"closer:{friend}"))
    yield from ()


# -- Medic! (KILLTEAM-C.DKK.4) -------------------------------------------------------------------------------


def would_be_incapacitated(s: State, who: int) -> Procedure[bool]:
    """Medic!: the first time in a turning point that a friend seen within 3" would be incapacitated."""
    seat = s.side[who]
    medic = inforce.bearer(s, seat, "medic")
    if medic < 0 or medic == who or "tp:medic" in s.used[seat]:
        return False
    if not field.within(s, medic, who, MEDIC_REACH) or not field.visible(s, medic, who):
        return False
    upkeep.use(s, seat, "tp:medic")
    if inforce.engaged(s, medic) or inforce.engaged(s, who) or medic in shooting.targets(s):
        return False
    help = invoke("medic", who=medic, targets=(who,))
    menu = Among((help, DECLINE), dkk.MEDIC, "the Medic saves the one who would be incapacitated, or nobody")
    answer = yield Decide(seat, menu, dkk.MEDIC, f"Medic! for {s.names[who]}?")
    if answer != help:
        return False
    _save(s, seat, medic, who)
    return True


def _save(s: State, seat: Seat, medic: int, who: int) -> None:
    """It stays with 1 wound; both have 1 APL less; an activation of its own ends."""
    s.wounds[who] = 1
    upkeep.mark(s, who, SAVED)
    upkeep.add(s, "medic_saved", seat, who, medic, "turning_point")
    for other in (who, medic):
        upkeep.add(s, "medic", seat, other, -1, "next_activation")
    a = s.activation
    if a is not None and a.who == who:
        upkeep.remember(s, "over")
    if s.log is not None:
        s.say("{medic} saves {who}", dkk.MEDIC, "KILLTEAM-C.DM.3", medic=s.names[medic], who=s.names[who])


def after_action(s: State) -> None:
    """Whom Medic! saved may now dash into the Medic's control range."""
    for effect in s.effects:
        if effect.kind == "medic_saved":
            who, medic = effect.who, effect.value
            upkeep.drop(s, "medic_saved", who)
            if s.on[medic] and not s.dead[medic]:
                s.frames.append(moments.Aftermath())
                s.frames.append(dashing.FreeDash(who, dkk.MEDIC, f"control:{medic}", True))


# -- In Death, Atonement (KILLTEAM-C.DKK.7) ------------------------------------------------------------------


def _atone_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    yield invoke("in_death_atonement", who=who, choice="engage")
    yield invoke("in_death_atonement", who=who, choice="conceal")


def _atone_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, dkk.FIREFIGHT, "who", "choice")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or not s.dead[who] or not s.ready[who]:
        return Refusal(dkk.FIREFIGHT, "In Death, Atonement is for a ready friend that is incapacitated")
    if inforce.engaged(s, who):
        return Refusal(dkk.FIREFIGHT, f"{s.names[who]} is in an enemy's control range")
    if action.choice not in ("engage", "conceal"):
        return Refusal(dkk.FIREFIGHT, "its order is engage or conceal")
    return None


def _atone(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """It may change its order and counts as injured for one free action."""
    who = action.who
    assert who is not None
    s.engage[who] = action.choice == "engage"
    upkeep.add(s, "in_death_atonement", seat, who, 0, "turning_point")
    actions = (*activation.UNIVERSAL, *activation.GRENADES, *s.content.actions, *_own_actions(s, who))
    s.frames.append(windows.FreeAction(who, actions, (), dkk.FIREFIGHT, True))
    yield from ()


def _own_actions(s: State, who: int) -> Iterator[str]:
    for id in s.card[who].abilities:
        if s.content.abilities[id].ap is not None:
            yield id


# -- the moments ---------------------------------------------------------------------------------------------

GAMBITS: Final[Rules] = {
    "bring_it_down": Rule(dkk.LEADERS, enemies("bring_it_down"), _bring_fault, _bring),
    "siege_warfare": lasting("siege_warfare", dkk.STRATEGY),
    "take_cover": lasting("take_cover", dkk.STRATEGY),
    "clear_the_line": lasting("clear_the_line", dkk.STRATEGY),
    "regroup": Rule(dkk.STRATEGY, _regroup_options, _regroup_fault, _regroup),
}
REMOVAL: Final[Rules] = {
    "in_death_atonement": Rule(dkk.FIREFIGHT, _atone_options, _atone_fault, _atone),
}
