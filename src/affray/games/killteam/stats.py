"""The stats of operatives and weapons as they stand, each with its reasons."""

from __future__ import annotations

from affray.boards.plane.solids import INCH
from affray.engine.requests import ClauseId
from affray.engine.rulebook import Tally
from affray.games.killteam import hooks
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

INJURED_MOVE = -2 * INCH
"""KILLTEAM-DMG.5"""
LEAST_MOVE = 4 * INCH
"""KILLTEAM-R.18"""
BEST, WORST = 2, 6
"""The limits of a Hit and of a Save (KILLTEAM-R.18)."""
LIMITS: ClauseId = "KILLTEAM-R.18"
APL_EFFECTS: dict[str, ClauseId] = {
    "stun": "KILLTEAM-C.WR.STUN",
    "stun_grenade": "KILLTEAM-C.EQ.UTILITY_GRENADES",
    "nurglings": "KILLTEAM-C.PLM.6",
    "get_it_dun": "KILLTEAM-C.KOM.2",
    "listen_in": "KILLTEAM-C.KOM.2",
    "medic": "KILLTEAM-C.DKK.4",
    "signal": "KILLTEAM-C.DKK.5",
    "relay": "KILLTEAM-C.DKK.5",
}
"""Kinds of effects of which the value changes the APL of the operative they lie on."""
MOVE_EFFECTS = frozenset(("contagion", "in_death_atonement", "move_move_move"))
"""Kinds of effects, on an operative or a whole side, without which a Move changes by injury alone."""
_CARD: dict[str, ClauseId] = {
    "aod": "KILLTEAM-C.AOD",
    "plm": "KILLTEAM-C.PLM",
    "kom": "KILLTEAM-C.KOM",
    "dkk": "KILLTEAM-C.DKK",
}
"""The clauses that hold the datacards."""


def injured(s: State, who: int) -> ClauseId:
    """The clause by which an operative is injured: fewer than half of its wounds are left (KILLTEAM-DMG.4,
    KILLTEAM-R.16), or it counts as such; empty: it is not."""
    if 2 * s.wounds[who] < s.card[who].wounds:
        return "KILLTEAM-DMG.4"
    return hooks.counts_as_injured(s, who)


def move(s: State, who: int, action: str = "") -> Tally:
    """The Move of an operative in units; `action` is the id of the move made, if any."""
    card = s.card[who]
    tally = Tally(card.move, _CARD[card.team])
    if injured(s, who):
        ignored = hooks.ignores_injury(s, who)
        if ignored:
            tally.add(0, ignored)
            tally.add(0, "KILLTEAM-C.DM.5")
        else:
            tally.add(INJURED_MOVE, "KILLTEAM-DMG.5")
    for amount, clause in hooks.move_changes(s, who, action):
        tally.add(amount, clause)
    if s.preset.move_floor:
        tally.at_least(LEAST_MOVE, LIMITS)
    return tally


def apl(s: State, who: int, *, marker: bool = False) -> Tally:
    """The APL of an operative; `marker`: as it counts for the control of a marker (KILLTEAM-C.MRK.1)."""
    card = s.card[who]
    tally = Tally(card.apl, _CARD[card.team])
    changes = [(e.value, APL_EFFECTS[e.kind]) for e in s.effects if e.who == who and e.kind in APL_EFFECTS]
    changes += hooks.apl_changes(s, who, marker=marker)
    if changes:
        ignored = hooks.ignores_apl_changes(s, who)
        if ignored:
            # They may be ignored: nobody ignores what helps.
            changes = [change for change in changes if change[0] > 0]
            tally.add(0, ignored)
        for amount, clause in changes:
            tally.add(amount, clause)
        # All changes together are at most 1 either way.
        excess = tally.value - card.apl
        if abs(excess) > 1:
            tally.add((1 if excess > 0 else -1) - excess, LIMITS)
    if marker:
        for amount, clause in hooks.control_changes(s, who):
            tally.add(amount, clause)
    return tally


def apl_value(s: State, who: int) -> int:
    """`apl` without its reasons, found quicker."""
    for effect in s.effects:
        if effect.who == who and effect.kind in APL_EFFECTS:
            return apl(s, who).value
    return apl(s, who).value if hooks.apl_changes(s, who) else s.card[who].apl


def move_value(s: State, who: int, action: str = "") -> int:
    """`move` without its reasons, found quicker."""
    card = s.card[who]
    if 2 * s.wounds[who] < card.wounds or card.move < LEAST_MOVE:
        return move(s, who, action).value
    for effect in s.effects:
        if effect.kind in MOVE_EFFECTS and effect.who in (-1, who):
            return move(s, who, action).value
    return card.move


def hit(s: State, who: int, weapon: Weapon, assists: int = 0) -> Tally:
    """The Hit of an operative's weapon: the least result that succeeds (KILLTEAM-SSEQ.10, KILLTEAM-FSEQ.10).

    `assists`: friends that help in a fight (KILLTEAM-C.FT.2).
    """
    tally = Tally(weapon.hit, "KILLTEAM-SSEQ.10" if weapon.ranged else "KILLTEAM-FSEQ.10")
    if injured(s, who):
        ignored = hooks.ignores_injury(s, who)
        if ignored:
            tally.add(0, ignored)
            tally.add(0, "KILLTEAM-C.DM.5")
        else:
            tally.add(1, "KILLTEAM-DMG.6")
    for amount, clause in hooks.hit_changes(s, who, weapon):
        tally.add(amount, clause)
    if assists:
        tally.add(-assists, "KILLTEAM-C.FT.2")
    _limit(tally)
    return tally


def save(s: State, who: int, *, cover: bool = False) -> Tally:
    """The Save of an operative (KILLTEAM-SSEQ.13). `cover`: a cover save is possible."""
    tally = Tally(s.card[who].save, "KILLTEAM-SSEQ.13")
    for amount, clause in hooks.save_changes(s, who, cover=cover):
        tally.add(amount, clause)
    _limit(tally)
    return tally


def _limit(tally: Tally) -> None:
    """Hit and Save stay between 2+ and 6+ (KILLTEAM-R.18)."""
    tally.at_least(BEST, LIMITS)
    if tally.value > WORST:
        tally.add(WORST - tally.value, LIMITS)
