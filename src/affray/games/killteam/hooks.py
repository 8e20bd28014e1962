"""The one meeting place of the core rules with what teams, ploys, equipment and operations change about them.

The core asks small, named questions here. Each answers with additions and the clauses they come from; the
neutral answer says that no such rule is in force.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam.rights import (
    PLAIN_DEFENCE,
    PLAIN_EDGE,
    PLAIN_TOUGHNESS,
    Added,
    Change,
    Defence,
    Edge,
    Right,
    Toughness,
)
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon

# -- stats ---------------------------------------------------------------------------------------------------


def move_changes(s: State, who: int, action: str = "") -> Sequence[Change]:
    """Changes of an operative's Move, in units, injury apart. `action` is the id of the move made, if any."""
    return ()


def apl_changes(s: State, who: int, *, marker: bool = False) -> Sequence[Change]:
    """Changes of an operative's APL that are no `Effect` listed in `stats.APL_EFFECTS`.

    `marker`: it is asked for the control of a marker.
    """
    return ()


def hit_changes(s: State, who: int, weapon: Weapon) -> Sequence[Change]:
    """Changes of the Hit of an operative's weapon, injury and assists apart; positive is worse."""
    return ()


def save_changes(s: State, who: int, *, cover: bool = False) -> Sequence[Change]:
    """Changes of an operative's Save; negative is better. `cover`: it can have a cover save."""
    return ()


def ignores_injury(s: State, who: int) -> ClauseId:
    """The clause by which stat changes from being injured are ignored (KILLTEAM-C.DM.5); empty: none."""
    return ""


def counts_as_injured(s: State, who: int) -> ClauseId:
    """The clause by which an operative counts as injured whatever its wounds; empty: none."""
    return ""


def ignores_apl_changes(s: State, who: int) -> ClauseId:
    """The clause by which an operative ignores changes of its APL; empty: none."""
    return ""


# -- what may be done ----------------------------------------------------------------------------------------


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Why rules of the team, the datacard or an item keep an operative from this attack with this weapon now.

    Asked of every Shoot and Fight, free ones too: uses left of an item, which weapons may shoot twice …
    """
    return None


def may_shoot_concealed(s: State, who: int, weapon: Weapon) -> ClauseId:
    """The clause by which a weapon without Silent shoots on a Conceal order; empty: none."""
    return ""


def weapon_used(s: State, who: int, weapon: Weapon) -> None:
    """A weapon has been selected and will be used: count its use where an item limits it."""


# -- attacks -------------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int = -1, *, fighting: bool = False, retaliating: bool = False
) -> Sequence[Added]:
    """Weapon rules that a weapon has gained.

    `enemy` is whom it is used against (-1: not known yet); `fighting`: in a fight, `retaliating`: as the one
    who was attacked there.
    """
    return ()


def attack_rights(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool = False, retaliating: bool = False
) -> Sequence[Right]:
    """Re-rolls and retains with attack dice, apart from weapon rules and Command Re-roll."""
    return ()


def spoiling_rights(s: State, who: int, enemy: int, *, fighting: bool = False) -> Sequence[Right]:
    """What the side of `who` may do to the dice of `enemy` once they are rolled (kinds ``rot``, ``dull``).

    `who` shoots at or fights `enemy`, or (in a fight) is attacked by it.
    """
    return ()


def defence(s: State, target: int, shooter: int, weapon: Weapon, *, cover: bool) -> Defence:
    """What helps the target of a shooting sequence. `cover`: a cover save is possible, Saturate apart."""
    return PLAIN_DEFENCE


def toughness(
    s: State, target: int, enemy: int, *, fighting: bool = False, retaliating: bool = False
) -> Toughness:
    """What makes the attack dice of `enemy` hurt `target` less."""
    return PLAIN_TOUGHNESS


def edge(s: State, who: int, enemy: int, weapon: Weapon, *, retaliating: bool) -> Edge:
    """What helps a fighter beside its weapon's rules."""
    return PLAIN_EDGE


def cannot_retaliate(s: State, who: int, enemy: int) -> ClauseId:
    """The clause by which an operative cannot retaliate (KILLTEAM-C.FT.3); empty: it can."""
    return ""


def used(s: State, right: Right, who: int, enemy: int) -> None:
    """A right has been used by the side of `who` in a sequence against `enemy`: pay for it, remember it.

    Called once for each use, right away in play. `s.cp` is charged here and nowhere else.
    """
    s.cp[s.side[who]] -= right.cost


def after_fight(s: State, attacker: int, defender: int) -> Procedure[None]:
    """What happens when a fight has ended, removals excepted; may push frames."""
    yield from ()


# -- damage --------------------------------------------------------------------------------------------------


def would_be_incapacitated(s: State, who: int, by: int, seat: Seat) -> Procedure[bool]:
    """Rules that come first when an operative would be incapacitated (KILLTEAM-C.DM.3).

    True: it stays (with the wounds that the rule has set). `by`: who did it (-1: nobody), for side `seat`.
    """
    yield from ()
    return False


def unkillable(s: State, who: int) -> ClauseId:
    """The clause by which an operative cannot be incapacitated now (then it keeps 1 wound); empty: none."""
    return ""


def wounds_lost(s: State, who: int, amount: int) -> None:
    """An operative has lost wounds."""


def incapacitated(s: State, who: int, by: int, seat: Seat) -> None:
    """An operative has just been incapacitated by `by` (-1: nobody) of side `seat` (-1: none): count it."""


def before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[Action]:
    """What the owner may have an incapacitated operative do before it is removed (KILLTEAM-C.DM.4).

    Each action has an ``id`` that joins `done` when it is taken, and ``perform(s)``. At most one free action.
    """
    return ()


def must_before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[tuple[str, Seat]]:
    """What has to be done before removal and who chooses: ids still missing in `done`, e.g. the placing of
    the marker it carries (``place_marker``, its owner) or of a marker of the enemy's operation."""
    return ()


def removed(s: State, who: int) -> None:
    """An operative has been taken off the killzone."""


# -- the structure of the battle -----------------------------------------------------------------------------


def set_up(s: State) -> None:
    """Both teams stand in the killzone, the battle begins: what operatives carry from the start, and the like."""


def cost_changes(s: State, who: int, action: str) -> Sequence[Change]:
    """Changes of the AP cost of an action (its id), as they would apply if `who` performed it now."""
    return ()


def paid(s: State, who: int, action: str) -> None:
    """An action has been paid for: a rule that changed its cost may be used up."""


def repeats(s: State, who: int, action: str) -> ClauseId:
    """The clause by which an operative may perform an action once more in its activation; empty: none."""
    return ""


def action_fault(s: State, who: int, action: str) -> Refusal | None:
    """Why a rule of the team or the datacard keeps an operative from an action altogether."""
    return None


def order_fault(s: State, who: int, engage: bool) -> Refusal | None:
    """Why an operative cannot be given an order (Engage, else Conceal) when it is activated."""
    return None


def counteract_on_conceal(s: State, who: int) -> ClauseId:
    """The clause by which an operative may counteract on a Conceal order; empty: none."""
    return ""


def is_activated(s: State, who: int) -> None:
    """An operative is activated and has its order (KILLTEAM-C.TURN.7): push the frames of what follows from it.

    The last frame pushed runs first: rules that inflict damage go on top.
    """


def counteracted(s: State, who: int) -> None:
    """An operative begins to counteract."""


def successors(s: State, seat: Seat) -> tuple[int, ...]:
    """Asked when an activation of a side has ended: the operatives of which it has to activate one at once.

    Empty: none, the other side is next. `State.activation` is still that of the operative just expended.
    """
    return ()


def between_actions(s: State, who: int) -> Sequence[Action]:
    """What the player of the active operative may use before or after an action besides its own actions."""
    return ()


def gambits(s: State, seat: Seat) -> Sequence[Action]:
    """The STRATEGIC GAMBITS that a side can use now (KILLTEAM-C.TURN.5), those of operations apart."""
    return ()


def end_of_firefight(s: State, seat: Seat) -> Sequence[Action]:
    """What a side can use at the end of the Firefight phase."""
    return ()


def use_refusal(s: State, seat: Seat, action: Action) -> Refusal | None:
    """Why a side cannot use a ploy, a gambit or the like (an action of those that the questions above list)."""
    return None


def perform(s: State, seat: Seat, action: Action) -> Procedure[None]:
    """Use one of those; may push frames."""
    yield from ()


def uses(action: Action) -> bool:
    """Whether an action is of the kind that the questions above list."""
    return False


def unique(s: State, who: int) -> Sequence[type[Action]]:
    """The classes of actions that the datacard, the team or the items of an operative offer besides."""
    return ()


# -- sight and movement (asked by `field` and `moving`) --------------------------------------------------------


def never_target(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target in cover is no valid one, whatever gives it away; empty: none.

    Asked for every target; that it is in cover (so not within 2") is looked at afterwards.
    """
    return ""


def never_obscured(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target cannot be obscured to a shooter; empty: none."""
    return ""


def obscured(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target is obscured to a shooter, terrain left aside (smoke, flies); empty: none."""
    return ""


def charge_on_conceal(s: State, who: int) -> ClauseId:
    """The clause by which an operative may Charge on a Conceal order; empty: it may not."""
    return ""


def charge_while_engaged(s: State, who: int) -> ClauseId:
    """The clause by which an operative may Charge although it is engaged; empty: it may not."""
    return ""
