"""What an action of the active operative takes in AP, to tell it beside the option. Nothing here decides: the
actions themselves pay."""

from __future__ import annotations

from affray.engine.actions import Action
from affray.games.killteam import activation, arms, markers
from affray.games.killteam.actions import attacks, breach, carrying, grapple, missions, moves, unique
from affray.games.killteam.state import State


def ap(view: State, action: Action) -> int | None:
    """The AP that an action takes now; None for what takes none of the active operative's."""
    acting = view.activation
    who = getattr(action, "who", None)
    if acting is None or acting.counter or who != acting.who:
        return None
    found = _base(view, who, action)
    if found is None:
        return None
    id, base, fixed = found
    if activation.free_actions(view, who) is not None:
        return 0
    return activation.price(view, who, id, base, fixed)


def _base(view: State, who: int, action: Action) -> tuple[str, int, bool] | None:
    """By what id an action is paid for, its cost as printed, and whether nothing changes that."""
    book = view.content
    match action:
        case moves.Move():
            return action.id, action.ap, False
        case attacks.Shoot():
            weapon = arms.find(view, who, action.weapon, True)
            return action.id, attacks.AP + (arms.repeat_cost(view, who, weapon) if weapon else 0), False
        case attacks.Fight() | attacks.DoorFight():
            return action.id, attacks.AP, False
        case unique.Unique():
            return action.id, action.ability(view).ap or 0, False
        case breach.Breach():
            return action.id, book.abilities[action.id].ap or 0, False
        case grapple.Grapple():
            return "reposition", book.abilities[action.id].ap or 0, False
        case carrying.PickUp():
            base, fixed = markers.pick_up_cost(view, action.marker)
            return action.id, base, fixed
        case missions.OnObjective() | missions.PlantBanner():
            mission = missions.listed(view, who, action.id)
            return (action.id, mission.ap, False) if mission is not None else None
        case missions.AmmoResupply():
            return action.id, book.actions[action.id].ap, False
        case breach.BreachingMove() | carrying.PlaceMarker() | unique.Smoke() | unique.Stun():
            return action.id, action.ap, False
        case _:
            return None
