"""What happens when something is hit: from the Hit to the removal, in the order of AVP-C.DMG.1.

All of it nests: acid, explosions and hosts are resolved completely before what they interrupt (AVP-R.59).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from affray.engine.requests import ClauseId, Decide, Procedure, Seat
from affray.games.avp import cards, ground, numbers, ping
from affray.games.avp.actions.attack_choices import KEEP, Swap, next_target, swap, victim
from affray.games.avp.content import Unit
from affray.games.avp.hosts import place_alien
from affray.games.avp.pick import Pick
from affray.games.avp.removal import take_off
from affray.games.avp.skill import chance, plain_test, reroll_success, skill_test, who
from affray.games.avp.state import State, changed

ACID_STRENGTH = 10
ACID_TOKENS = 2
"""At most on a Tile (AVP-C.GEN.7)."""
BLAST_STRENGTH, BLAST_AVV = 15, 10
"""AVP-PRD.27"""
_UNTESTED = ("AVP-PRD.14", "AVP-PRD.23")
"""Wounds with no A Test, which Heal and cards still keep off (AVP-R.54)."""


class Hit(NamedTuple):
    """A Hit, from whatever source."""

    strength: int
    avv: int
    seat: Seat
    """Whose effect it is; -1: nobody's."""
    clause: ClauseId
    """The rule that the Hit comes from."""
    attacker: int = -1
    """The model that made it, or -1."""
    wounds: int = 1
    bullseye: bool = False
    attack: bool = False
    """Of an attack with an RS or CC Test (Preserve Life, AVP-C.SKILL.3)."""
    flamethrower: bool = False
    surge: bool = False
    facehug: bool = False
    hot_plasma: bool = False
    egg: bool = False
    """Of a close combat attack with Egg Injection (AVP-ALN.30)."""


# -- one Hit -------------------------------------------------------------------------------------------------


def take_hit(s: State, target: int, hit: Hit) -> Procedure[None]:
    """Resolve a Hit on a model or token within the step: steps 2 to 8 of AVP-C.DMG.1."""
    bearer, wounds = yield from strike(s, target, hit)
    if wounds:
        yield from lose_wounds(
            s, bearer, wounds,
            seat=hit.seat, bullseye=hit.bullseye, clause=hit.clause, by=hit.attacker, egg=hit.egg,
        )  # fmt: skip


def strike(s: State, target: int, hit: Hit) -> Procedure[tuple[int, int]]:
    """Steps 2 to 6 of AVP-C.DMG.1: who suffers how many Wounds (0: none)."""
    if not (yield from uncover(s, target)):
        return target, 0
    if hit.attack:
        target = _preserver(s, target)
    unit = _unit(s, target)
    if hit.facehug and unit.robotic:
        if s.log is not None:
            s.say("{target} has nothing to hold on to", "AVP-C.SKILL.2", target=who(s, target))
        return target, 0
    if (yield from _dodges(s, target, hit)):
        return target, 0
    if hit.bullseye:
        if s.log is not None:
            s.say("Bull's-eye: {target} can do nothing", "AVP-TERM.5", "AVP-TERM.6", target=who(s, target))
    elif (yield from _resists(s, target, hit)):
        return target, 0
    if hit.facehug:
        yield from _make_host(s, target, hit)
        return target, 0
    return target, _wounds(s, unit, hit)


def _unit(s: State, model: int) -> Unit:
    """The unit of a model that has been flipped."""
    unit = s.unit[model]
    assert unit is not None
    return unit


def uncover(s: State, token: int) -> Procedure[bool]:
    """Flip a token that is hit, caught by an area effect or attacked; False if nothing is left (AVP-R.41).

    A Hidden Alien comes out; ALN.2 is not available; a mimicry token is removed instead (AVP-PRD.5).
    """
    if s.tile[token] < 0:
        return False
    if s.up[token]:
        return True
    if s.hidden[token]:
        ping.reveal(s, token, "AVP-R.41")
        return True
    if s.log is not None:
        s.say("{token} is caught unflipped", "AVP-R.41", token=s.names[token])
    yield from ping.flip(s, token, forced=True, may_hide=False)
    return s.tile[token] >= 0


def _preserver(s: State, target: int) -> int:
    """Who takes a Hit of an attack: a model with Preserve Life in place of a friend (AVP-C.SKILL.3)."""
    unit = _unit(s, target)
    if unit.preserve_life or unit.automated_weapon:
        return target
    for other in s.on[s.tile[target]]:
        guard = s.unit[other]
        if guard is not None and guard.preserve_life and s.up[other] and s.side[other] == s.side[target]:
            if s.log is not None:
                s.say(
                    "{guard} takes the Hit for {target}", "AVP-C.SKILL.3",
                    guard=who(s, other), target=who(s, target),
                )  # fmt: skip
            return other
    return target


def _dodges(s: State, target: int, hit: Hit) -> Procedure[bool]:
    """Whether the target dodges, even a Bull's-eye: 1–5 (MAR.34, ALN.28) or 1–10 (ALN.34; AVP-R.27)."""
    unit = _unit(s, target)
    if unit.improved_dodge:
        top, clause, flames = 10, "AVP-ALN.34", "AVP-ALN.35"
    elif not unit.dodge:
        return False
    elif unit.faction == "aliens":
        top, clause, flames = 5, "AVP-ALN.28", "AVP-ALN.29"
    else:
        top, clause, flames = 5, "AVP-MAR.34", "AVP-MAR.35"
    if hit.flamethrower:
        if s.log is not None:
            s.say("{target} cannot dodge flames", flames, target=who(s, target))
        return False
    return (yield from chance(s, top, clause, f"Dodge of {s.names[target]}", s.side[target], ("AVP-R.27",)))


def _resists(s: State, target: int, hit: Hit) -> Procedure[bool]:
    """The A Test against a Hit, or the Con Test against Surge and Facehug: True if nothing happens."""
    doomed = _doomed(s, target, hit)
    if hit.surge or hit.facehug:
        tally = numbers.con_difficulty(s, target)
        if s.log is not None:
            clause = "AVP-MAR.36" if hit.surge else "AVP-ALN.43"
            s.say("{target} resists by a Con Test", clause, target=who(s, target))
        result = yield from skill_test(s, target, tally, "Con", doomed=doomed)
        return result.success
    tally = numbers.armour_difficulty(s, target, hit.strength, hit.avv)
    if hit.hot_plasma:
        result = yield from reroll_success(s, target, tally, "A", "AVP-PRD.25", doomed)
    else:
        result = yield from skill_test(s, target, tally, "A", doomed=doomed)
    return result.success


def _wounds(s: State, unit: Unit, hit: Hit) -> int:
    """How many Wounds a Hit costs; Resilient caps what a failed Test costs (AVP-ALN.38, AVP-R.35)."""
    if hit.wounds > 1 and unit.resilient:
        if s.log is not None:
            s.say("{unit} is Resilient", "AVP-R.35" if hit.bullseye else "AVP-ALN.38", unit=unit.name)
        if not hit.bullseye:
            return 1
    return hit.wounds


def _doomed(s: State, target: int, hit: Hit) -> bool:
    """Whether a failed Test removes the target for certain, so that nobody needs to know of a lock."""
    if hit.facehug:
        return True
    unit = _unit(s, target)
    if s.wounds[target] > (1 if unit.resilient else hit.wounds):
        return False
    if s.hands[s.side[target]]:
        return False
    return numbers.heal_difficulty(s, target) is None and not _mates(s, target, ())


# -- Wounds --------------------------------------------------------------------------------------------------


def lose_wounds(
    s: State,
    model: int,
    count: int,
    *,
    seat: Seat,
    bullseye: bool,
    clause: ClauseId,
    by: int = -1,
    egg: bool = False,
) -> Procedure[None]:
    """Let a model suffer Wounds without a Test: steps 7 and 8 of AVP-C.DMG.1, Wound by Wound.

    `seat`: whose effect it is, `by`: the model that did it (-1: none), `egg`: by Egg Injection's attack.
    """
    for _ in range(count):
        if s.tile[model] < 0:
            return
        yield from suffer_wound(s, model, seat=seat, bullseye=bullseye, clause=clause, by=by, egg=egg)


def suffer_wound(
    s: State,
    model: int,
    *,
    seat: Seat,
    bullseye: bool,
    clause: ClauseId,
    by: int = -1,
    egg: bool = False,
    barred: Sequence[int] = (),
) -> Procedure[int]:
    """Let a model suffer one Wound (order AVP-R.36), return who bore it; `barred` may not take it over."""
    bearer = yield from _team_tactics(s, model, barred)
    if bullseye:
        if s.log is not None and numbers.heal_difficulty(s, bearer) is not None:
            s.say(
                "no Heal Test of {model} against a Bull's-eye",
                "AVP-MAR.41",
                "AVP-TERM.6",
                model=who(s, bearer),
            )
    elif (yield from _heals(s, bearer, clause)):
        return bearer
    s.wounds = changed(s.wounds, bearer, s.wounds[bearer] - 1)
    if s.log is not None:
        s.say(
            "{model} loses a Wound, {left} left", clause, "AVP-C.GEN.4", "AVP-R.36",
            model=who(s, bearer), left=s.wounds[bearer],
        )  # fmt: skip
    tile = s.tile[bearer]
    bleeds = _unit(s, bearer).acidic_blood and (yield from _bleeds(s, bearer))
    if not s.wounds[bearer]:
        yield from _die(s, bearer, seat, by, egg, bullseye)
    if bleeds and s.outcome is None:
        yield from _acid(s, tile, s.side[bearer])
    return bearer


def _mates(s: State, model: int, barred: Sequence[int]) -> list[int]:
    """The other Troop Marines on the Tile, who may bear a Troop Marine's Wound (AVP-MAR.2)."""
    unit = _unit(s, model)
    if unit.faction != "marines" or unit.kind != "Troop":
        return []
    found = []
    for other in s.on[s.tile[model]]:
        mate = s.unit[other]
        if other != model and mate is not None and s.up[other] and s.side[other] == s.side[model]:
            if mate.kind == "Troop" and other not in barred:
                found.append(other)
    return found


def _team_tactics(s: State, model: int, barred: Sequence[int]) -> Procedure[int]:
    """Let the owner move a Troop Marine's Wound to another on the Tile, once (AVP-MAR.2, AVP-R.36)."""
    mates = _mates(s, model, barred)
    if not mates:
        return model
    menu = Pick(s, swap, mates, "AVP-MAR.2", "not another Troop Marine on the Tile", (KEEP,))
    answer = yield Decide(s.side[model], menu, "AVP-MAR.2", f"Who bears the Wound of {s.names[model]}?")
    if not isinstance(answer, Swap):
        return model
    if s.log is not None:
        s.say(
            "{mate} suffers the Wound of {model}", "AVP-MAR.2", "AVP-R.36",
            mate=who(s, answer.model), model=who(s, model),
        )  # fmt: skip
    return answer.model


def _heals(s: State, model: int, clause: ClauseId) -> Procedure[bool]:
    """Whether a Heal Test, the model's own or by a card, keeps the Wound off (AVP-MAR.39, AVP-MAR.40)."""
    unit = _unit(s, model)
    seat = s.side[model]
    tally = numbers.heal_difficulty(s, model)
    card = _heal_card(unit)
    if card and s.hands[seat]:
        if (yield from cards.reaction(s, seat, card, f"{s.names[model]} is about to lose a Wound")):
            tally = numbers.card_heal(card)
    if tally is None:
        return False
    cites = ("AVP-MAR.40", "AVP-R.54") if clause in _UNTESTED else ("AVP-MAR.40",)
    if tally.parts[0][0] == "AVP-MAR.42":
        cites = (*cites, "AVP-R.49")
    healed = yield from plain_test(s, tally, "AVP-MAR.39", f"Heal Test of {s.names[model]}", seat, cites)
    if healed and s.log is not None:
        s.say("{model} ignores the Wound", "AVP-MAR.40", model=who(s, model))
    return healed


def _heal_card(unit: Unit) -> str:
    """The card that lets a model make a Heal Test, or an empty string (AVP-C.CARD.1, AVP-C.SKILL.2)."""
    if unit.faction == "marines":
        return "" if unit.robotic else "emergency_med_pack"
    if unit.faction == "predators":
        return "" if unit.id == "hellhound" else "medicomp"
    return ""


# -- acid ----------------------------------------------------------------------------------------------------


def _bleeds(s: State, model: int) -> Procedure[bool]:
    """Acidic Blood: 1–6 on a D20, or the card Acid Spray (AVP-C.SKILL.1)."""
    seat = s.side[model]
    if s.hands[seat]:
        if (yield from cards.reaction(s, seat, "acid_spray", f"the Acidic Blood of {s.names[model]} is due")):
            return True
    return (yield from chance(s, 6, "AVP-C.SKILL.1", f"Acidic Blood of {s.names[model]}", seat))


def _acid(s: State, tile: int, seat: Seat) -> Procedure[None]:
    """Acid on a Tile: a token if there is room, a Hit on an enemy of its player's choice (AVP-C.SKILL.1)."""
    if s.acid[tile] < ACID_TOKENS and ground.free_capacity(s, tile) > 0:
        ground.add_acid(s, tile)
        if s.log is not None:
            s.say("acid damages {tile}", "AVP-C.SKILL.1", tile=s.board.zones.names[tile])
        ping.drop_hidden_engaged(s)
    elif s.log is not None:
        s.say("{tile} takes no more acid", "AVP-C.GEN.7", tile=s.board.zones.names[tile])
    struck = [m for m in s.on[tile] if s.side[m] != seat and ground.is_real(s, m)]
    if not struck:
        return
    target = struck[0]
    if len(struck) > 1:
        menu = Pick(s, victim, struck, "AVP-C.SKILL.1", "not a Marine or Predator on the Tile")
        target = (yield Decide(seat, menu, "AVP-C.SKILL.1", "Whom does the acid strike?")).model
    yield from take_hit(s, target, Hit(ACID_STRENGTH, 0, seat, "AVP-C.SKILL.1"))


# -- removal -------------------------------------------------------------------------------------------------


def remove(
    s: State, model: int, *, seat: Seat, by: int = -1, clause: ClauseId = "AVP-C.GEN.4"
) -> Procedure[None]:
    """Remove a model from the game by the effect of a seat (-1: nobody's): cargo, score, Self-Destruct."""
    tile = take_off(s, model, seat, by, clause)
    yield from _self_destruct(s, model, tile)


def _die(s: State, model: int, seat: Seat, by: int, egg: bool, bullseye: bool) -> Procedure[None]:
    """Remove a model that has lost its last Wound: step 8 of AVP-C.DMG.1."""
    tile = take_off(s, model, seat, by, "AVP-C.GEN.4")
    if egg and s.outcome is None:
        yield from _egg_injection(s, model, bullseye)
    yield from _self_destruct(s, model, tile)


def _egg_injection(s: State, model: int, bullseye: bool) -> Procedure[None]:
    """The Con Test of a model killed by Egg Injection: failed, an Alien may come (AVP-ALN.30, AVP-R.47)."""
    unit = _unit(s, model)
    if unit.robotic:
        if s.log is not None:
            s.say("{model} bears no egg", "AVP-C.SKILL.2", model=who(s, model))
        return
    if not bullseye:
        if s.log is not None:
            s.say("{model} resists the egg by a Con Test", "AVP-ALN.30", model=who(s, model))
        result = yield from skill_test(s, model, numbers.con_difficulty(s, model), "Con", doomed=True)
        if result.success:
            return
    elif s.log is not None:
        s.say("{model} cannot resist the egg", "AVP-R.47", "AVP-TERM.6", model=who(s, model))
    yield from _new_alien(s, unit, "AVP-ALN.31")


def _self_destruct(s: State, model: int, tile: int) -> Procedure[None]:
    """Self-Destruct: on 1–3 every model on the Tile takes a Hit (AVP-PRD.27)."""
    if not _unit(s, model).self_destruct or s.outcome is not None:
        return
    seat = s.side[model]
    if (yield from chance(s, 3, "AVP-PRD.27", f"Self-Destruct of {s.names[model]}", seat)):
        blast = Hit(BLAST_STRENGTH, BLAST_AVV, seat, "AVP-PRD.27", model)
        yield from hit_all(s, s.on[tile], blast, seat)


def _make_host(s: State, target: int, hit: Hit) -> Procedure[None]:
    """Facehug: the victim becomes a host, the Facehugger goes with it (AVP-ALN.43–46; order C.SKILL.7)."""
    unit = _unit(s, target)
    if s.log is not None:
        s.say("{target} becomes a host", "AVP-ALN.43", "AVP-C.SKILL.7", target=who(s, target))
    yield from remove(s, target, seat=hit.seat, by=hit.attacker, clause="AVP-ALN.43")
    if s.outcome is None:
        yield from _new_alien(s, unit, "AVP-ALN.44")
    if s.tile[hit.attacker] >= 0:
        yield from remove(s, hit.attacker, seat=-1, clause="AVP-ALN.46")


def _new_alien(s: State, victim_unit: Unit, clause: ClauseId) -> Procedure[None]:
    """The Alien of the host table in place of a victim, if it has a row for it (AVP-ALN.47, AVP-R.48)."""
    if victim_unit.host is not None:
        yield from place_alien(s, victim_unit.host, clause=clause)
    elif s.log is not None:
        s.say("no Alien comes of a {unit}", "AVP-R.48", "AVP-ALN.47", unit=victim_unit.name)


# -- area effects --------------------------------------------------------------------------------------------


def order_matters(s: State, models: Sequence[int]) -> bool:
    """Whether it can make a difference which of several models is struck first.

    It does where one's fate may touch another: acid, explosions, Team Tactics, a Medic.
    """
    units = [s.unit[m] for m in models]
    if len(models) < 2 or (len(set(units)) == 1 and len({(s.wounds[m], s.cargo[m]) for m in models}) == 1):
        return False
    aliens = others = 0
    for unit in units:
        if unit is None or unit.faction == "marines" or unit.self_destruct:
            return True
        aliens += unit.acidic_blood
        others += not unit.acidic_blood
    return aliens > 0 and others > 0


def choose_next(s: State, models: Sequence[int], seat: Seat, minor: bool | None = None) -> Procedure[int]:
    """Let a player name which of several models is struck next (AVP-R.59)."""
    if len(models) == 1:
        return models[0]
    if minor is None:
        minor = not order_matters(s, models)
    menu = Pick(s, next_target, models, "AVP-R.59", "it is not among those still to be struck")
    answer = yield Decide(seat, menu, "AVP-R.59", "Who is struck next?", minor)
    found: int = answer.model
    return found


def hit_all(s: State, models: Iterable[int], hit: Hit, seat: Seat) -> Procedure[None]:
    """Strike several models with one Hit each, within the step; `seat` orders them (AVP-R.59)."""
    left = list(models)
    if any(not s.up[m] for m in left):
        for model in left:
            yield from uncover(s, model)
        yield from ping.check(s)
    left = [m for m in left if s.tile[m] >= 0]
    while left:
        target = yield from choose_next(s, left, seat)
        left.remove(target)
        yield from take_hit(s, target, hit)
        left = [m for m in left if s.tile[m] >= 0]
