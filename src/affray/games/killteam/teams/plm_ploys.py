"""Plague Marines: gambits and firefight ploys (KILLTEAM-C.PLM.6, KILLTEAM-C.PLM.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import damage, field, inforce, moments, ploys, upkeep
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
from affray.games.killteam.state import Marker, State
from affray.games.killteam.teams import plm

NURGLINGS_REACH, NURGLINGS_REACH_POISONED = 3 * INCH, 7 * INCH
VIRULENT_REACH, VIRULENT_SIGHT = 3 * INCH, 7 * INCH
DEMISE_REACH = 3 * INCH


# -- Contagion (KILLTEAM-C.PLM.5, KILLTEAM-C.PLM.6) ----------------------------------------------------------


def _contagion_price(s: State, seat: Seat, action: Invoke) -> int:
    """Icon of Contagion makes it free."""
    return 0 if plm.free_contagion(s, seat) else ploys.cost(s, seat, action.rule)


def _spread(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    upkeep.add(s, "contagion", seat, -1, 0, "turning_point")
    clause = plm.free_contagion(s, seat)
    if clause and s.log is not None:
        s.say("The Icon of Contagion pays for Contagion", clause)
    yield from ()


# -- Cloud of Flies (KILLTEAM-C.PLM.6) -----------------------------------------------------------------------


def _flies_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    """Where friends stand; any other place for a marker may be named as well."""
    for friend in s.present(seat):
        yield invoke("cloud_of_flies", point=(s.x[friend], s.y[friend], s.z[friend]))


def _flies_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, plm.STRATEGY, "point")
    if wrong is not None:
        return wrong
    assert action.point is not None
    return inforce.place_fault(s, *action.point)


def _swarm(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.point is not None
    upkeep.put_marker(s, Marker("flies", *action.point, seat))
    yield from ()


# -- Nurglings (KILLTEAM-C.PLM.6) ----------------------------------------------------------------------------


def _nurglings_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, plm.STRATEGY, "targets") or enemy_fault(s, seat, action, plm.STRATEGY)
    if wrong is not None:
        return wrong
    enemy = action.targets[0]
    reach = NURGLINGS_REACH_POISONED if plm.has_token(s, enemy) else NURGLINGS_REACH
    if plm.near(s, seat, enemy, reach):
        return None
    return Refusal(plm.STRATEGY, f"{s.names[enemy]} is not near enough for Nurglings")


def _nibble(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    upkeep.add(s, "nurglings", seat, action.targets[0], -1, "next_activation")
    yield from ()


# -- Virulent Poison (KILLTEAM-C.PLM.7) ----------------------------------------------------------------------


def _virulent_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, plm.FIREFIGHT, "targets") or enemy_fault(s, seat, action, plm.FIREFIGHT)
    if wrong is not None:
        return wrong
    enemy = action.targets[0]
    a = s.activation
    if a is None or s.side[a.who] != seat:
        return Refusal(plm.FIREFIGHT, "Virulent Poison goes with the activation of a friend")
    if plm.has_token(s, enemy):
        return Refusal(plm.FIREFIGHT, f"{s.names[enemy]} has a Poison token")
    if field.within(s, a.who, enemy, VIRULENT_REACH):
        return None
    if field.within(s, a.who, enemy, VIRULENT_SIGHT) and field.visible(s, a.who, enemy):
        return None
    return Refusal(plm.FIREFIGHT, f'{s.names[enemy]} is neither within 3" nor visible within 7"')


def _infect(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    damage.poison(s, action.targets[0], seat, plm.FIREFIGHT)
    yield from ()


# -- Poisonous Demise (KILLTEAM-C.PLM.7) ---------------------------------------------------------------------


def _demise_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    yield invoke("poisonous_demise", who=who)


def _demise_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, plm.FIREFIGHT, "who")
    if wrong is not None:
        return wrong
    assert action.who is not None
    if s.side[action.who] != seat or not s.dead[action.who]:
        return Refusal(plm.FIREFIGHT, "Poisonous Demise goes with a friend that is incapacitated")
    return None if _bystanders(s, action.who) else Refusal(plm.FIREFIGHT, 'no enemy is visible within 3"')


def _bystanders(s: State, who: int) -> list[int]:
    """The enemies that an operative sees within 3"."""
    return [
        enemy
        for enemy in s.present(1 - s.side[who])
        if field.within(s, who, enemy, DEMISE_REACH) and field.visible(s, who, enemy)
    ]


def _burst(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """Each gains a token, or takes 1 damage if it has one."""
    assert action.who is not None
    near = tuple(_bystanders(s, action.who))
    s.frames.append(moments.Strikes("poisonous_demise", seat, action.who, near, plm.FIREFIGHT))
    yield from ()


# -- the moments ---------------------------------------------------------------------------------------------

GAMBITS: Final[Rules] = {
    "contagion": lasting("contagion", plm.STRATEGY)._replace(apply=_spread, price=_contagion_price),
    "lumbering_death": lasting("lumbering_death", plm.STRATEGY),
    "cloud_of_flies": Rule(plm.STRATEGY, _flies_options, _flies_fault, _swarm),
    "nurglings": Rule(plm.STRATEGY, enemies("nurglings"), _nurglings_fault, _nibble),
}
BETWEEN: Final[Rules] = {
    "virulent_poison": Rule(plm.FIREFIGHT, enemies("virulent_poison"), _virulent_fault, _infect),
}
REMOVAL: Final[Rules] = {
    "poisonous_demise": Rule(plm.FIREFIGHT, _demise_options, _demise_fault, _burst),
}
