"""Who knows what: views with everything secret blanked, and full states guessed from a view (turn flow 20).

Secret are the picks of the other side until both have picked, its choices for Reboot alike, its tac op
until the first
trigger and its primary op until the end. That something has been picked everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.engine.requests import Seat
from affray.games.killteam import army, setup, tacops
from affray.games.killteam.actions.choices import ChooseObjective, PickPrimary
from affray.games.killteam.actions.setup import Done, Kit, PickRoster, PickTacOp, TakeItem
from affray.games.killteam.content import EquipmentPick
from affray.games.killteam.gambits import PRIMARIES
from affray.games.killteam.names import OBJECTIVES
from affray.games.killteam.rosters import MOST_EQUIPMENT
from affray.games.killteam.state import State, put

REBOOT = "tp:reboot:"
HIDDEN = {
    PickRoster: "roster ?",
    Kit: "take ?",
    TakeItem: "take ?",
    Done: "take ?",
    PickTacOp: "tac_op ?",
    PickPrimary: "primary ?",
    ChooseObjective: "choose > ?",
}
"""How others read the choices that stay secret."""


def view(s: State, seat: Seat | None, live: State | None = None) -> State:
    """A copy in which everything hidden from a seat (None: a spectator) is blanked.

    What `live`, a later state of the same step, shows is kept.
    """
    later = live if live is not None else s
    seen = s.copy()
    for side in (0, 1):
        if side != seat:
            _blank(seen, side, later.secret[side])
    return seen


def _blank(seen: State, side: Seat, secret: frozenset[str]) -> None:
    if "roster" in secret:
        rosters = seen.rosters
        seen.rosters = (None, rosters[1]) if side == 0 else (rosters[0], None)
        seen.tactics = put(seen.tactics, side, ())
    if "equipment" in secret:
        seen.picks = put(seen.picks, side, ())
    if "tac_op" in secret:
        seen.tac_op = put(seen.tac_op, side, None)
    if "primary" in secret:
        seen.primary = put(seen.primary, side, "")
    if "reboot" in secret:
        told = frozenset(note for note in seen.used[side] if not note.startswith(REBOOT))
        seen.used = put(seen.used, side, told)


def guess(seen: State, choose: Callable[[int], int]) -> State:
    """A full state consistent with a view; ``choose(n)`` gives an index below n."""
    s = seen.copy()
    for side in (0, 1):
        secret = s.secret[side]
        if "roster" in secret and s.rosters[side] is None:
            _guess_roster(s, side, choose)
        if "equipment" in secret and not s.picks[side]:
            s.picks = put(s.picks, side, _guess_picks(s, side, choose))
        if "tac_op" in secret and s.tac_op[side] is None:
            possible = tacops.possible(s, side)
            s.tac_op = put(s.tac_op, side, possible[choose(len(possible))])
        if "primary" in secret and not s.primary[side]:
            s.primary = put(s.primary, side, PRIMARIES[choose(len(PRIMARIES))])
        if "reboot" in secret and not any(note.startswith(REBOOT) for note in s.used[side]):
            s.used = put(s.used, side, s.used[side] | {f"{REBOOT}{OBJECTIVES[choose(len(OBJECTIVES))]}"})
    return s


def _guess_roster(s: State, side: Seat, choose: Callable[[int], int]) -> None:
    rosters = list(setup.rosters_of(s, side).values())
    roster = rosters[choose(len(rosters))]
    s.rosters = (roster, s.rosters[1]) if side == 0 else (s.rosters[0], roster)
    choices = army.tactic_choices(roster)
    if choices:
        s.tactics = put(s.tactics, side, tuple(tactic.id for tactic in choices[choose(len(choices))]))


def _guess_picks(s: State, side: Seat, choose: Callable[[int], int]) -> tuple[EquipmentPick, ...]:
    """Up to four different items; every number of items is as likely as every other."""
    left = list(s.content.picks_for(army.team_of(s, side)))
    found: list[EquipmentPick] = []
    for _ in range(choose(MOST_EQUIPMENT + 1)):
        pick = left[choose(len(left))]
        found.append(pick)
        left = [other for other in left if other.equipment is not pick.equipment]
    return tuple(found)


def worlds(seen: State) -> Sequence[tuple[int, State]]:
    """The one world that stands for all: what a view hides does not change what odds tell apart."""
    return ((1, guess(seen, lambda n: 0)),)
