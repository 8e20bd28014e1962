"""How the horde behaves: the rules' own play of an Alien seat, alone and as a baseline (AVP-C.SOLO.1).

`choose` answers any decision put to the seat. Where the clause says Marine it takes any enemy, so that it
also plays against Predators. It never reads what the seat may not know: it looks at positions and at models,
not at hands or at who stands under a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from affray.boards.zones import FAR, Layout
from affray.engine.actions import Action
from affray.engine.match import SeatView
from affray.engine.requests import Seat
from affray.games.avp import ground, numbers
from affray.games.avp.actions.attack_choices import AimAt, NextTarget, Spawn, Victim
from affray.games.avp.actions.attacking import Fight
from affray.games.avp.actions.attacking_area import Spit
from affray.games.avp.actions.cards import Decline, NoCard
from affray.games.avp.actions.general import End, Hold, Pass
from affray.games.avp.actions.move_choices import Displace, DisplaceArmy, Show, Step, Stop
from affray.games.avp.actions.moving import Run, Walk
from affray.games.avp.actions.objects import ForceDoor
from affray.games.avp.actions.setup import (
    Activate,
    Arrive,
    Autodeploy,
    Deploy,
    FaultDoor,
    KeepHand,
    SpreadResin,
)
from affray.games.avp.combat import ACID_STRENGTH
from affray.games.avp.content import Weapon
from affray.games.avp.state import State

_A = TypeVar("_A", bound=Action)


def player(view: SeatView[State]) -> Action:
    """The horde as a computer player of any Alien seat."""
    return choose(view.state, view.seat, view.options)


def choose(s: State, seat: Seat, options: Sequence[Action]) -> Action:
    """What the horde does: one of the options of a decision of its seat."""
    if len(options) == 1:
        return options[0]
    for answer in (_question, _turn, _choice):
        found = answer(s, seat, options)
        if found is not None:
            return found
    active = s.activation
    if active is not None and s.side[active.model] == seat:
        return _act(s, active.model, options)
    return options[0]


def _only(options: Iterable[Action], kind: type[_A]) -> list[_A]:
    return [action for action in options if isinstance(action, kind)]


# -- outside activations -------------------------------------------------------------------------------------


def _question(s: State, seat: int, options: Sequence[Action]) -> Action | None:
    """No cards, no reactions, no hiding by choice; deployment as the rules place."""
    for kind in (Hold, NoCard, Decline, KeepHand, Autodeploy, Show):
        for action in options:
            if isinstance(action, kind):
                return action
    return None


def _turn(s: State, seat: int, options: Sequence[Action]) -> Action | None:
    """The model nearest to an enemy is activated first, then the cheapest, then the oldest."""
    models = _only(options, Activate)
    if not models:
        return None
    enemies = _enemy_tiles(s, seat)

    def order(action: Activate) -> tuple[int, int, int]:
        unit = s.unit[action.model]
        steps = s.layout.distances(s.tile[action.model])
        far = min((steps[tile] for tile in enemies), default=FAR)
        return far, unit.points if unit is not None else 0, action.model

    return min(models, key=order)


# -- choices that the rules give in the middle of something --------------------------------------------------


def _choice(s: State, seat: int, options: Sequence[Action]) -> Action | None:
    """Victims by lowest effective A, places nearest to an enemy, enemies or cheapest own models displaced."""
    victims: list[AimAt | NextTarget | Victim] = [
        action for action in options if isinstance(action, (AimAt, NextTarget, Victim))
    ]
    if victims:
        attacker = s.activation.model if s.activation is not None else -1
        aimed = isinstance(victims[0], AimAt) and attacker >= 0
        return min(victims, key=lambda action: _weakness(s, action.model, attacker if aimed else -1))
    places: list[Spawn | Arrive | Deploy | SpreadResin] = [
        action for action in options if isinstance(action, (Spawn, Arrive, Deploy, SpreadResin))
    ]
    if places:
        return min(places, key=lambda action: (*_nearness(s, seat, action.tile), *_at(s, action.tile)))
    faults = _only(options, FaultDoor)
    if faults:
        return min(faults, key=lambda action: _door_order(s, seat, action.door))
    armies = _only(options, DisplaceArmy)
    if armies:
        return max(armies, key=lambda action: action.seat != seat)
    displaced = _only(options, Displace)
    if displaced:
        return min(displaced, key=lambda action: (_worth(s, action.models), action.models))
    return None


def _weakness(s: State, target: int, attacker: int) -> tuple[int, int, int, int, int]:
    """Lowest effective A against the attacker's weapon (against acid where nobody attacks), then lowest W."""
    strength, avv = ACID_STRENGTH, 0
    if attacker >= 0:
        weapon = _main_weapon(s, attacker)
        if weapon is not None:
            strength = numbers.strength_of(s, attacker, weapon).value
            avv = numbers.avv_of(weapon)
    if s.unit[target] is None or not s.known[target]:
        return 0, 0, *_at(s, s.tile[target]), target
    armour = numbers.armour_difficulty(s, target, strength, avv).value
    return armour, s.wounds[target], *_at(s, s.tile[target]), target


def _worth(s: State, models: Sequence[int]) -> int:
    total = 0
    for model in models:
        unit = s.unit[model]
        total += unit.points if unit is not None else 0
    return total


def _at(s: State, tile: int) -> tuple[int, int]:
    """Column and row: what decides between equals."""
    return s.board.zones.at[tile]


# -- ways ----------------------------------------------------------------------------------------------------


def _enemy_tiles(s: State, seat: int) -> set[int]:
    return {at for m, at in enumerate(s.tile) if at >= 0 and s.side[m] != seat}


def _to_enemies(s: State, seat: int, layout: Layout, *, vents: bool = False) -> list[int]:
    """The length of a shortest way from each Tile to an enemy, FAR where there is none.

    `vents`: whether the way may lead through vents.
    """
    far = [FAR] * len(s.on)
    queue = sorted(_enemy_tiles(s, seat))
    for tile in queue:
        far[tile] = 0
    shut = 0 if vents else s.board.vents
    for tile in queue:
        for other in layout.neighbours[tile]:
            if far[other] == FAR and not shut >> other & 1:
                far[other] = far[tile] + 1
                queue.append(other)
    return far


def _through_doors(s: State) -> Layout:
    """The map as if all Doors were open."""
    return s.board.zones.layout(0, s.layout.gone)


def _nearness(s: State, seat: int, tile: int) -> tuple[int, int]:
    """How near a Tile is to an enemy: by open ways, then through Doors."""
    return (
        _to_enemies(s, seat, s.layout, vents=True)[tile],
        _to_enemies(s, seat, _through_doors(s), vents=True)[tile],
    )


def _door_order(s: State, seat: int, edge: int) -> tuple[int, int, int, int]:
    a, b = s.board.zones.edges[edge]
    far = _to_enemies(s, seat, _through_doors(s), vents=True)
    first = min(_at(s, a), _at(s, b))
    return min(far[a], far[b]), max(far[a], far[b]), *first


# -- the activation ------------------------------------------------------------------------------------------


def _act(s: State, model: int, options: Sequence[Action]) -> Action:
    """The first rule that applies; the numbers are those of the clause."""
    if any(isinstance(action, (Step, Stop)) for action in options):
        return _go_on(s, model, options)
    rules: tuple[Callable[[State, int, Sequence[Action]], Action | None], ...]
    if ground.is_engaged(s, model):
        rules = (_fight,)
    else:
        rules = (_attack_by_walk, _spit, _approach, _force)
    for rule in rules:
        found = rule(s, model, options)
        if found is not None:
            return found
    return _pass(options)


def _main_weapon(s: State, model: int) -> Weapon | None:
    """Its close combat weapon of the highest RoA."""
    unit = s.unit[model]
    if unit is None:
        return None
    close = [weapon for weapon in unit.weapons if not weapon.ranged]
    return max(close, key=lambda weapon: weapon.rate, default=None)


def _fight(s: State, model: int, options: Sequence[Action]) -> Action | None:
    """(1) Close Combat with the weapon of the highest RoA against the weakest enemy."""
    fights = _only(options, Fight)
    weapon = _main_weapon(s, model)
    if weapon is not None:
        fights = [action for action in fights if action.weapon in (None, weapon.id)] or fights
    return min(fights, key=lambda action: _weakness(s, action.target, model), default=None)


def _attack_by_walk(s: State, model: int, options: Sequence[Action]) -> Action | None:
    """(2) Walk onto the Tile with most enemies."""
    seat = s.side[model]
    enemies = _enemy_tiles(s, seat)
    walks = [action for action in _only(options, Walk) if action.tile in enemies]

    def order(action: Walk) -> tuple[int, int, int]:
        count = sum(1 for other in s.on[action.tile] if s.side[other] != seat)
        return -count, *_at(s, action.tile)

    return min(walks, key=order, default=None)


def _spit(s: State, model: int, options: Sequence[Action]) -> Action | None:
    """(3) Acid Spit on an adjacent Tile with enemies that is full."""
    enemies = _enemy_tiles(s, s.side[model])
    targets = [
        action
        for action in _only(options, Spit)
        if action.tile in enemies and ground.free_capacity(s, action.tile) <= 0
    ]
    return min(targets, key=lambda action: _at(s, action.tile), default=None)


def _way(s: State, model: int) -> tuple[list[int], bool]:
    """How far it is from each Tile to an enemy for this model: by open ways, else (True) through Doors."""
    unit = s.unit[model]
    vents = unit is not None and unit.tiny
    far = _to_enemies(s, s.side[model], s.layout, vents=vents)
    if far[s.tile[model]] == FAR:
        return _to_enemies(s, s.side[model], _through_doors(s), vents=vents), True
    return far, False


def _approach(s: State, model: int, options: Sequence[Action]) -> Action | None:
    """(4) Along a shortest way to an enemy, at a Run if it can; (5) else toward the Door on the way."""
    if _force(s, model, options) is not None:
        return None
    far, _ = _way(s, model)
    here = far[s.tile[model]]
    moves: list[Run | Walk] = [*_only(options, Run), *_only(options, Walk)]
    closer = [action for action in moves if far[action.tile] < here]
    return min(closer, key=lambda a: (far[a.tile], isinstance(a, Walk), *_at(s, a.tile)), default=None)


def _force(s: State, model: int, options: Sequence[Action]) -> Action | None:
    """(5) Force the Door beside its Tile that is on a shortest way, if no open one exists."""
    far, through_doors = _way(s, model)
    if not through_doors:
        return None
    here = s.tile[model]
    doors = [edge for edge, beyond in ground.closed_doors(s, here) if far[beyond] < far[here]]
    forced = [action for action in _only(options, ForceDoor) if action.door in doors]
    return min(forced, key=lambda action: _door_order(s, s.side[model], action.door), default=None)


def _go_on(s: State, model: int, options: Sequence[Action]) -> Action:
    """The next Tile of a move: nearer to the enemy, else stop."""
    far, _ = _way(s, model)
    steps = _only(options, Step)
    nearest = min(steps, key=lambda action: (far[action.tile], *_at(s, action.tile)), default=None)
    stops = _only(options, Stop)
    if nearest is not None and (not stops or far[nearest.tile] < far[s.tile[model]]):
        return nearest
    return stops[0]


def _pass(options: Sequence[Action]) -> Action:
    """(6) Pass; a mimicry token just ends."""
    for kind in (Pass, End):
        for action in options:
            if isinstance(action, kind):
                return action
    return options[0]
