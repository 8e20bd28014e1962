"""Damage and its consequences: wounds, tokens, incapacitation (KILLTEAM-DMG, KILLTEAM-C.DM)."""

from __future__ import annotations

from affray.engine.requests import ClauseId, Procedure, Seat
from affray.games.killteam import hooks, removal, upkeep
from affray.games.killteam.state import State

POISON = "battle:poison"
"""Note of an operative that has a Poison token (KILLTEAM-C.PLM.2)."""


def suffer(
    s: State,
    who: int,
    amount: int,
    *,
    seat: Seat,
    clause: ClauseId,
    by: int = -1,
    cites: tuple[ClauseId, ...] = (),
) -> Procedure[None]:
    """Inflict damage on an operative (KILLTEAM-DMG.2); does nothing to one that is incapacitated already.

    `by`: the operative that did it (-1: none) for side `seat` (-1: neither). An operative left with no wounds
    is incapacitated and waits for its removal, which may push a frame.
    """
    if amount <= 0 or s.dead[who] or not s.on[who]:
        return
    before = s.wounds[who]
    s.wounds[who] = max(0, before - amount)
    if s.log is not None:
        s.say(
            "{who} takes {amount} damage", clause, "KILLTEAM-DMG.2", *cites, who=s.names[who], amount=amount
        )
    if s.wounds[who] == 0 and hooks.unkillable(s, who):
        s.wounds[who] = 1
        if s.log is not None:
            s.say("{who} keeps 1 wound", hooks.unkillable(s, who), who=s.names[who])
    fallen = s.wounds[who] == 0
    if fallen and (yield from hooks.would_be_incapacitated(s, who, by, seat)):
        # Rules for what would be incapacitated come first and cancel the rest.
        fallen = False
        if s.log is not None:
            s.say("{who} is not incapacitated", "KILLTEAM-C.DM.3", who=s.names[who])
    if s.wounds[who] < before:
        hooks.wounds_lost(s, who, before - s.wounds[who])
    if fallen:
        incapacitate(s, who, by, seat)
    else:
        _tell_state(s, who, before)


def _tell_state(s: State, who: int, before: int) -> None:
    """Report that an operative has become wounded or injured."""
    if s.log is None:
        return
    most, left = s.card[who].wounds, s.wounds[who]
    if 2 * left < most <= 2 * before:
        s.say(
            "{who} is injured with {left} of {most} wounds: Move and Hit get worse", "KILLTEAM-DMG.4",
            "KILLTEAM-R.16", "KILLTEAM-DMG.5", "KILLTEAM-DMG.6", "KILLTEAM-R.17",
            who=s.names[who], left=left, most=most,
        )  # fmt: skip
    elif left < most:
        s.say(
            "{who} is wounded: {left} of {most} wounds", "KILLTEAM-DMG.3", "KILLTEAM-DMG.1",
            who=s.names[who], left=left, most=most,
        )  # fmt: skip


def incapacitate(s: State, who: int, by: int, seat: Seat) -> None:
    """An operative has no wounds left (KILLTEAM-DMG.7): operations count it, its removal follows."""
    s.wounds[who] = 0
    s.dead[who] = True
    if s.log is not None:
        s.say("{who} is incapacitated", "KILLTEAM-DMG.7", "KILLTEAM-C.DM.3", who=s.names[who])
    hooks.incapacitated(s, who, by, seat)
    removal.enqueue(s, who)


def heal(s: State, who: int, amount: int, clause: ClauseId) -> int:
    """An operative regains wounds, never beyond its Wounds stat (KILLTEAM-C.DM.2). Returns how many."""
    gained = min(amount, s.card[who].wounds - s.wounds[who])
    if gained <= 0:
        return 0
    s.wounds[who] += gained
    if s.log is not None:
        s.say("{who} regains {gained}", clause, "KILLTEAM-C.DM.2", who=s.names[who], gained=gained)
    return gained


def has_token(s: State, who: int) -> bool:
    """Whether an operative has a Poison token."""
    return POISON in s.marks[who]


def poison(s: State, who: int, seat: Seat, clause: ClauseId = "KILLTEAM-C.WR.POISON") -> bool:
    """Give an operative a Poison token of side `seat`, one at most and none to that side's Plague Marines.

    Returns whether it has gained one.
    """
    if POISON in s.marks[who] or s.dead[who] or (s.side[who] == seat and s.card[who].team == "plm"):
        return False
    upkeep.mark(s, who, POISON)
    if s.log is not None:
        s.say("{who} gains a Poison token", clause, who=s.names[who])
    return True
