"""The one meeting place of the core rules with what teams, ploys, equipment and operations change about them.

The core asks small, named questions here. Each answers with additions and the clauses they come from; the
neutral answer says that no such rule is in force. What a ploy, gambit or ability does when it is used
stands in `teams` and `gear`, when it can be used in `occasions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from affray.engine.actions import Action
from affray.engine.requests import ClauseId, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import (
    dashing,
    field,
    gear,
    inforce,
    markers,
    moments,
    occasions,
    ops,
    ploys,
    upkeep,
)
from affray.games.killteam.actions import breach, grapple
from affray.games.killteam.actions import unique as own_actions
from affray.games.killteam.actions import uses as uses_of
from affray.games.killteam.content import Datacard
from affray.games.killteam.occasions import between_actions as between_actions
from affray.games.killteam.occasions import end_of_firefight as end_of_firefight
from affray.games.killteam.occasions import gambits as gambits
from affray.games.killteam.occasions import perform as perform
from affray.games.killteam.occasions import selecting as selecting
from affray.games.killteam.occasions import use_refusal as use_refusal
from affray.games.killteam.occasions import uses as uses
from affray.games.killteam.rights import (
    PLAIN_EDGE,
    PLAIN_TOUGHNESS,
    Added,
    Change,
    Defence,
    Edge,
    Right,
    RightKind,
    Toughness,
)
from affray.games.killteam.state import Marker, State
from affray.games.killteam.teams import (
    aod,
    aod_ploys,
    dkk,
    dkk_orders,
    dkk_ploys,
    kom,
    kom_ploys,
    plm,
)
from affray.games.killteam.weapons import Weapon

# -- stats ---------------------------------------------------------------------------------------------------


def move_changes(s: State, who: int, action: str = "") -> Sequence[Change]:
    """Changes of an operative's Move, in units, injury apart. `action` is the id of the move made, if any."""
    if not s.effects:
        return ()
    own = dkk.move_changes(s, who, action)
    return (*own, *plm.move_changes(s, who))


def apl_changes(s: State, who: int, *, marker: bool = False) -> Sequence[Change]:
    """Changes of an operative's APL that are no `Effect` listed in `stats.APL_EFFECTS`.

    `marker`: it is asked for the control of a marker.
    """
    clause = gear.gassed(s, who)
    return ((-1, clause),) if clause else ()


def control_changes(s: State, who: int) -> Sequence[Change]:
    """What is added to an operative's APL for the control of markers only; no changes of its APL."""
    return plm.control_changes(s, who)


def hit_changes(s: State, who: int, weapon: Weapon) -> Sequence[Change]:
    """Changes of the Hit of an operative's weapon, injury and assists apart; positive is worse."""
    return plm.hit_changes(s, who) if s.effects else ()


def save_changes(s: State, who: int, *, cover: bool = False) -> Sequence[Change]:
    """Changes of an operative's Save; negative is better. `cover`: it can have a cover save."""
    return dkk.save_changes(s, who, cover=cover) if s.effects else ()


def ignores_injury(s: State, who: int) -> ClauseId:
    """The clause by which stat changes from being injured are ignored (KILLTEAM-C.DM.5); empty: none."""
    return aod.ignores_injury(s, who) or gear.ignores_injury(s, who)


def counts_as_injured(s: State, who: int) -> ClauseId:
    """The clause by which an operative counts as injured whatever its wounds; empty: none."""
    return dkk.counts_as_injured(s, who) if s.effects else ""


def ignores_apl_changes(s: State, who: int) -> ClauseId:
    """The clause by which an operative may ignore changes of its APL; empty: none."""
    return aod.ignores_apl_changes(s, who) or kom.ignores_apl_changes(s, who)


# -- what may be done ----------------------------------------------------------------------------------------


def attack_refusal(s: State, who: int, weapon: Weapon) -> Refusal | None:
    """Why rules of the team, the datacard or an item keep an operative from this attack with this weapon now.

    Asked of every Shoot and Fight, free ones too: uses left of an item, which weapons may shoot twice …
    """
    match s.card[who].team:
        case "aod":
            refused = aod.attack_refusal(s, who, weapon)
        case "plm":
            refused = plm.attack_refusal(s, who, weapon)
        case "kom":
            refused = kom.attack_refusal(s, who, weapon)
        case _:
            refused = None
    return refused or gear.attack_refusal(s, who, weapon)


def shoots_while_engaged(s: State, who: int, weapon: Weapon) -> ClauseId:
    """The clause by which an operative may Shoot with a weapon while it is engaged; empty: none."""
    return kom.shoots_while_engaged(s, who, weapon)


def weapon_used(s: State, who: int, weapon: Weapon) -> None:
    """A weapon has been selected and will be used: count its use where an item limits it."""
    gear.weapon_used(s, who, weapon)


# -- attacks -------------------------------------------------------------------------------------------------


def weapon_rules(
    s: State, who: int, weapon: Weapon, enemy: int = -1, *, fighting: bool = False, retaliating: bool = False
) -> Sequence[Added]:
    """Weapon rules that a weapon has gained.

    `enemy` is whom it is used against (-1: not known yet); `fighting`: in a fight, `retaliating`: as the one
    who was attacked there.
    """
    rules: Callable[..., Iterator[Added]]
    match s.card[who].team:
        case "aod":
            rules = aod.weapon_rules
        case "plm":
            rules = plm.weapon_rules
        case "kom":
            rules = kom.weapon_rules
        case _:
            rules = dkk.weapon_rules
    return tuple(rules(s, who, weapon, enemy, fighting=fighting or retaliating, retaliating=retaliating))


def piercing_cap(s: State, shooter: int, target: int) -> Change | None:
    """The most that Piercing and Piercing Crits of 2 or more count for, and the clause; None: no such cap."""
    return gear.piercing_cap(s, shooter, target)


def _bought(s: State, who: int, ploy: str, kind: RightKind, clause: ClauseId) -> Iterator[Right]:
    """A firefight ploy on an operative as rights: for its CP, or paid by Heroic Leader (KILLTEAM-C.AOD.3)."""
    seat = s.side[who]
    if not s.preset.ploys or f"tp:{ploy}" in s.used[seat]:
        return
    cost = ploys.cost(s, seat, ploy)
    if ploys.available(s, seat, ploy, cost):
        yield Right(ploy, kind, clause, cost)
    if cost and s.card[who].team == "aod" and aod.heroic(s, seat, of_captain=True, who=who) >= 0:
        yield Right(f"{ploy}:{aod_ploys.HEROIC}", kind, clause)


def attack_rights(
    s: State, who: int, weapon: Weapon, enemy: int, *, fighting: bool = False, retaliating: bool = False
) -> Sequence[Right]:
    """Re-rolls and retains with attack dice, apart from weapon rules and Command Re-roll."""
    found = [*gear.purity_seals(s, s.side[who])]
    if not (fighting or retaliating):
        found += gear.ammo(s, who, weapon)
        if s.card[who].team == "dkk" and s.side[enemy] != s.side[who] and dkk.shot_by_another(s, who, enemy):
            found += _bought(s, who, "combined_arms", "reroll_any", dkk.FIREFIGHT)
    return found


def spoiling_rights(
    s: State, who: int, enemy: int, *, fighting: bool = False, retaliating: bool = False
) -> Sequence[Right]:
    """What the side of `who` may do to the dice of `enemy` once they are rolled (kinds ``rot``, ``dull``).

    `who` shoots at or fights `enemy`; `retaliating`: it is attacked by it.
    """
    found: list[Right] = []
    opposed = s.side[who] != s.side[enemy]
    if s.card[who].team == "plm" and opposed and not retaliating and plm.curse_of_rot(s, who, enemy):
        found += _bought(s, who, "curse_of_rot", "rot", plm.FIREFIGHT)
    if fighting:
        found += gear.tilting_shields(s, s.side[who])
    return found


def defence(s: State, target: int, shooter: int, weapon: Weapon, *, cover: bool) -> Defence:
    """What helps the target of a shooting sequence. `cover`: a cover save is possible, Saturate apart."""
    rights: list[Right] = []
    critical = cloak = ""
    more, more_clause = 0, ""
    match s.card[target].team:
        case "aod":
            critical = aod.hardy(s, target)
            cloak = aod.unsaturated(s, target)
            more, more_clause = aod.stealthy(s, target) if cover else (0, "")
            rights += aod.indomitus(s, target)
            rights += _bought(s, target, "transhuman_physiology", "promote", aod.FIREFIGHT)
        case "plm":
            critical = plm.repulsive(s, target)
        case "dkk":
            rights += dkk.dig_in(s, target) if cover else ()
            rights += dkk.unshaken(s, target)
    skulking = kom.skulk_about(s, target)
    return Defence(
        5 if critical else 6,
        critical,
        more,
        more_clause,
        cloak,
        1 if skulking else 0,
        skulking,
        tuple(rights),
    )


def toughness(
    s: State, target: int, enemy: int, *, fighting: bool = False, retaliating: bool = False
) -> Toughness:
    """What makes the attack dice of `enemy` hurt `target` less."""
    match s.card[target].team:
        case "aod":
            first = aod.hardy(s, target) if retaliating else ""
            return Toughness(first_less=first, rights=tuple(aod.iron_halo(s, target)))
        case "plm":
            hard = plm.hardened(s, target)
            rights = (
                () if hard else tuple(_bought(s, target, "sickening_resilience", "harden", plm.FIREFIGHT))
            )
            return Toughness(resilient=plm.RESILIENCE, hardened=hard, rights=rights)
        case "kom" if kom.shrugs_off(s, target):
            scratch = _bought(s, target, "just_a_scratch", "ignore", kom.FIREFIGHT)
            return Toughness(rights=tuple(scratch))
        case "dkk":
            brawl = tuple(dkk.bruiser(s, target)) if fighting or retaliating else ()
            return Toughness(less=dkk.bionics(s, target), rights=brawl)
    return PLAIN_TOUGHNESS


def edge(s: State, who: int, enemy: int, weapon: Weapon, *, retaliating: bool) -> Edge:
    """What helps a fighter beside its weapon's rules."""
    match s.card[who].team:
        case "aod":
            assault: tuple[Right, ...] = ()
            if not retaliating and inforce.has_charged(s, who):
                assault = tuple(_bought(s, who, "shock_assault", "shock_assault", aod.FIREFIGHT))
            return Edge(
                blocks_criticals=aod.dueller(s, who), steady=aod.ignores_apl_changes(s, who), rights=assault
            )
        case "plm":
            return Edge(leech=leech(s, who, enemy), leech_clause=plm.CHAMPION)
        case "kom" if not retaliating and not s.engage[who] and inforce.has_charged(s, who):
            cunning = _bought(s, who, "kunnin_but_brutal", "cunning", kom.FIREFIGHT)
            return Edge(rights=tuple(cunning))
        case "dkk":
            return Edge(last_strike=dkk.last_strike(s, who))
    return PLAIN_EDGE


def leech(s: State, who: int, enemy: int) -> int:
    """How many wounds a fighter may still regain as its opponent loses them."""
    return plm.leech(s, who, enemy) if s.card[who].team == "plm" else 0


def cannot_retaliate(s: State, who: int, enemy: int) -> ClauseId:
    """The clause by which an operative cannot retaliate (KILLTEAM-C.FT.3); empty: it can.

    No rule of these teams brings that about; the effect is for those to come, and for positions.
    """
    return "KILLTEAM-C.FT.3" if s.effects and inforce.lies_on(s, "cannot_retaliate", who) else ""


def used(s: State, right: Right, who: int, enemy: int) -> None:
    """A right has been used by the side of `who` in a sequence against `enemy`: pay for it, remember it.

    Called once for each use, right away in play. CP are charged here and nowhere else.
    """
    seat = s.side[who]
    id, _, by = right.id.partition(":")
    ploy = s.content.ploys.get(id)
    if ploy is not None and not ploy.strategy:
        ploys.spend(s, seat, id, right.cost)
    if by == aod_ploys.HEROIC:
        upkeep.use(s, seat, f"tp:{aod_ploys.HEROIC}")
        if s.log is not None:
            s.say("Heroic Leader pays", aod.CAPTAIN)
    match id:
        case "purity_seals" | "tilting_shields":
            upkeep.use(s, seat, f"tp:{id}")
        case "iron_halo":
            upkeep.mark(s, who, "battle:iron_halo")
        case "bruiser":
            upkeep.mark(s, who, "tp:bruiser")
        case "sickening_resilience":
            upkeep.add(s, id, seat, who, 0, "activation")


def after_fight(s: State, attacker: int, defender: int) -> Procedure[None]:
    """What happens when a fight has ended, removals excepted; may push frames.

    What the operative of the active player does, between activations that of who has initiative, comes first
    (KILLTEAM-R.35): the frame pushed last.
    """
    a = s.activation
    decider = s.side[a.who] if a is not None else s.initiative
    for who, enemy in sorted(
        ((attacker, defender), (defender, attacker)), key=lambda o: s.side[o[0]] == decider
    ):
        if "dat_all_you_got" in s.card[who].abilities and not s.dead[who] and not s.dead[enemy]:
            s.frames.append(moments.PartingBlow(who, enemy, kom.BOYS))
    yield from ()


# -- damage --------------------------------------------------------------------------------------------------


def would_be_incapacitated(s: State, who: int, by: int, seat: Seat) -> Procedure[bool]:
    """Rules that come first when an operative would be incapacitated (KILLTEAM-C.DM.3).

    True: it stays (with the wounds that the rule has set). `by`: who did it (-1: nobody), for side `seat`.
    """
    if s.card[who].team != "dkk":
        return False
    return (yield from dkk_ploys.would_be_incapacitated(s, who))


def unkillable(s: State, who: int) -> ClauseId:
    """The clause by which an operative cannot be incapacitated now (then it keeps 1 wound); empty: none."""
    return dkk.unkillable(s, who)


def wounds_lost(s: State, who: int, amount: int) -> None:
    """An operative has lost wounds."""
    ops.wounds_lost(s, who)
    plm.wounds_lost(s, who, amount)


def incapacitated(s: State, who: int, by: int, seat: Seat) -> None:
    """An operative has just been incapacitated by `by` (-1: nobody) of side `seat` (-1: none): count it."""
    ops.incapacitated(s, who, by, seat)


def before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[Action]:
    """What the owner may have an incapacitated operative do before it is removed (KILLTEAM-C.DM.4).

    Each action has an ``id`` that joins `done` when it is taken, and ``perform(s)``. At most one free action.
    """
    found = [*markers.before_removal(s, who, done)]
    rules = occasions.book(s.card[who].team).removal
    if not any(id in done for id in rules):
        found += uses_of.options(s, s.side[who], who, rules)
    return found


def must_before_removal(s: State, who: int, done: frozenset[str]) -> Sequence[tuple[str, Seat]]:
    """What has to be done before removal and who chooses: ids still missing in `done`, e.g. the placing of
    the marker it carries (``place_marker``, its owner) or of a marker of the enemy's operation."""
    found = [*markers.must_before_removal(s, who, done)]
    if "boom" not in done and kom_ploys.armed(s, who):
        found.append(("boom", s.side[who]))
    return found


def removed(s: State, who: int) -> None:
    """An operative has been taken off the killzone."""
    upkeep.removed(s, who)


# -- the structure of the battle -----------------------------------------------------------------------------


def set_up(s: State) -> None:
    """Both teams stand in the killzone, the battle begins: what operatives carry from the start, and the
    like."""
    for who, card in enumerate(s.card):
        if s.on[who] and "remote_mine" in card.abilities:
            upkeep.put_marker(s, Marker("remote_mine", s.x[who], s.y[who], s.z[who], s.side[who], who))
            if s.log is not None:
                s.say("{who} carries the Mine marker", dkk.SPECIALISTS, who=s.names[who])


def cost_changes(s: State, who: int, action: str) -> Sequence[Change]:
    """Changes of the AP cost of an action (its id), as they would apply if `who` performed it now."""
    match s.card[who].team:
        case "aod":
            return aod.cost_changes(s, who, action)
        case "kom":
            return kom.cost_changes(s, who, action)
    return ()


def may_cost_less(s: State, who: int) -> bool:
    """Whether the AP costs of any actions of an operative may be changed at all."""
    match s.card[who].team:
        case "aod":
            return aod.chosen(s, who, "mobile")
        case "kom":
            return kom.PLAN in s.card[who].abilities
    return False


def paid(s: State, who: int, action: str) -> None:
    """An action has been paid for: a rule that changed its cost may be used up."""
    if kom.cost_changes(s, who, action):
        upkeep.remember(s, kom.PLAN)
    if action == "charge" and s.log is not None:
        _tell_charge(s, who)


def _tell_charge(s: State, who: int) -> None:
    """Report the rules by which an operative charges where others may not."""
    if not s.engage[who]:
        s.say("{who} charges on a Conceal order", charge_on_conceal(s, who), who=s.names[who])
    if field.is_engaged(s, who):
        s.say("{who} charges out of a melee", charge_while_engaged(s, who), who=s.names[who])


def repeats(s: State, who: int, action: str) -> ClauseId:
    """The clause by which an operative may perform an action once more in its activation; empty: none."""
    match s.card[who].team:
        case "aod":
            return aod.repeats(s, who, action)
        case "plm":
            return plm.repeats(s, who, action)
        case "kom":
            return kom.repeats(s, who, action)
    return ""


def action_fault(s: State, who: int, action: str) -> Refusal | None:
    """Why a rule of the team or the datacard keeps an operative from an action altogether."""
    return kom.action_fault(s, who, action) if "stoopid" in s.card[who].abilities else None


def order_fault(s: State, who: int, engage: bool) -> Refusal | None:
    """Why an operative cannot be given an order (Engage, else Conceal) when it is activated."""
    return kom.order_fault(s, who, engage)


def counteract_on_conceal(s: State, who: int) -> ClauseId:
    """The clause by which an operative may counteract on a Conceal order; empty: none."""
    match s.card[who].team:
        case "aod":
            return aod.ASTARTES
        case "plm":
            return plm.ASTARTES
    return ""


def is_activated(s: State, who: int) -> None:
    """An operative is activated and has its order (KILLTEAM-C.TURN.7): push the frames of what follows from
    it.

    The last frame pushed runs first: rules that inflict damage go on top.
    """
    seat = s.side[who]
    if uses_of.options(s, seat, who, occasions.moment(s, "activated", seat)):
        s.frames.append(moments.Asking("activated", seat, who, "KILLTEAM-C.TURN.7"))
    if gear.vented(s, who):
        s.frames.append(moments.Vents(who, gear.PLM))
    if plm.has_token(s, who):
        s.frames.append(moments.Afflicted(who, plm.POISON))


def successors(s: State, seat: Seat) -> tuple[int, ...]:
    """Asked when an activation of a side has ended: the operatives of which it has to activate one at once.

    Empty: none, the other side is next. `State.activation` is still that of the operative just expended.
    """
    return dkk_orders.successors(s, seat)


def unique(card: Datacard, grenades: bool) -> tuple[type[Action], ...]:
    """The classes of actions that a datacard and its team offer besides; `grenades`: and Utility Grenades."""
    return _unique(card, grenades)


def is_unique(action: Action) -> bool:
    """Whether an action is of one of those classes, whoever has it."""
    return type(action) in (*own_actions.ACTIONS, *breach.ACTIONS, *grapple.ACTIONS)


@cache
def _unique(card: Datacard, grenades: bool) -> tuple[type[Action], ...]:
    if "stoopid" in card.abilities:
        return ()
    found: list[type[Action]] = [kind for kind in own_actions.DATACARD if kind.id in card.abilities]
    if "breach" in card.abilities:
        found += breach.ACTIONS
    if "grappling_hook" in card.abilities:
        found += grapple.ACTIONS
    if grenades or own_actions.WOT_NOTZ in card.abilities:
        found += [own_actions.Smoke, own_actions.Stun]
    return tuple(found)


# -- sight and movement (asked by `field` and `moving`) ------------------------------------------------------


def never_target(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target in cover is no valid one, whatever gives it away; empty: none.

    Asked for every target; that it is in cover (so not within 2") is looked at afterwards.
    """
    return kom.never_target(s, target)


def never_obscured(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target cannot be obscured to a shooter; empty: none."""
    if not s.effects:
        return ""
    return aod.optics(s, shooter) or gear.scanned(s, shooter, target) or dkk.spotted(s, shooter, target)


def obscured(s: State, shooter: int, target: int) -> ClauseId:
    """The clause by which a target is obscured to a shooter, terrain left aside (smoke, flies); empty:
    none."""
    return gear.smoke_between(s, shooter, target) or plm.obscured(s, shooter, target)


def charge_on_conceal(s: State, who: int) -> ClauseId:
    """The clause by which an operative may Charge on a Conceal order; empty: it may not."""
    return kom.charge_on_conceal(s, who)


def charge_while_engaged(s: State, who: int) -> ClauseId:
    """The clause by which an operative may Charge although it is engaged; empty: it may not."""
    return aod.charge_while_engaged(s, who)


def marker_placed(s: State, who: int, kind: str) -> None:
    """An operative has placed a marker of a kind by Place Marker: push the frames of what follows from it."""
    if kind == "remote_mine" and "remote_mine" in s.card[who].abilities:
        s.frames.append(dashing.FreeDash(who, dkk.SPECIALISTS, "", True))


def after_action(s: State) -> None:
    """An action has been resolved, free ones too: push the frames of what follows, before the next
    question."""
    if s.effects:
        dkk_ploys.after_action(s)
    for seat in (0, 1):
        if occasions.team_of(s, seat) == "kom":
            kom_ploys.after_action(s, seat)
