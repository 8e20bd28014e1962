"""Options in people's words: what an action does, under which heading, and a note beside it.

Nothing here decides anything: lengths, costs and figures are asked of the rules.
"""

from __future__ import annotations

from typing import Any, cast

from affray.boards.plane.moves import Kind, Spot
from affray.engine.actions import Action
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, field, menu, moving, panels, ploys, terrain, titles
from affray.games.killteam.actions.breach import BreachingMove
from affray.games.killteam.actions.setup import PickRoster
from affray.games.killteam.actions.unique import Unique
from affray.games.killteam.army import DEFAULT
from affray.games.killteam.content import Tactic
from affray.games.killteam.ids import MoveId
from affray.games.killteam.names import KillTeamNames, point_text, team_names
from affray.games.killteam.state import State
from affray.games.killteam.triggers import words_of
from affray.games.killteam.weapons import inch_text

MOVES = frozenset(("reposition", "dash", "fall_back", "charge"))
"""Verbs of moves along a way."""
HEADINGS = {
    **dict.fromkeys((*MOVES, "breach_reposition", "breach_charge", "dakka_dash"), "Move"),
    "shoot": "Shoot", "fight": "Fight", "door_fight": "Fight", "invoke": "Ploys and rules",
    "activate": "Activate", "counteract": "Counteract", "order": "Order", "set_up": "Set up",
    "piece": "Set up", "strike": "Strike", "block": "Block", "discard": "Block", "reroll": "Re-roll",
    "use": "Use", **dict.fromkeys(("end", "pass", "keep", "decline", "enough", "done"), "Done"),
}  # fmt: skip
PLAIN = {
    "auto": "let the rules set up the rest",
    "done": "take no more",
    "kit": "take the equipment of the roster",
    "end": "end the activation",
    "pass": "pass",
    "keep": "leave it as it is",
    "decline": "decline",
    "enough": "no more targets",
    "take_initiative": "take the initiative",
    "give_initiative": "leave the initiative to the opponent",
}
"""Actions that say everything by their verb."""
_BEFORE = {"target": "→ ", "place": "at "}


def heading(action: Action) -> str:
    """The heading under which an action stands."""
    return HEADINGS.get(action.verb, "Other")


def phrase(view: State, action: Action) -> str:
    """What an action does."""
    verb = action.verb
    if verb in PLAIN:
        return PLAIN[verb]
    if verb in MOVES:
        return _move(view, action)
    if isinstance(action, BreachingMove):
        return f"{_move(view, action)}, breaching terrain at {point_text(*action.point)}"
    if isinstance(action, Unique):
        target = getattr(action, "target", None)
        whom = f" → {view.names[target]}" if target is not None else ""
        place = getattr(action, "point", None)
        where = f" at {point_text(*place)}" if place is not None else ""
        return f"{action.ability(view).name}, {view.names[action.who]}{whom}{where}"
    one = cast(Any, action)
    match verb:
        case "blocks":
            return f"block {words_of(one.normals, one.criticals)}"
        case "saves":
            return f"retain {words_of(one.normals, one.criticals)} unrolled"
        case "set_aside":
            return f"retain {one.count} unrolled" if one.count else "roll them all"
        case "strike":
            return f"strike with a {one.die}"
        case "block":
            return f"block a {one.blocked} with a {one.die}"
        case "discard":
            return f"block nothing with a {one.die}"
        case "reroll":
            return f"re-roll {', '.join(one.dice)} by {titles.rule_title(view, one.by)}"
        case "use":
            return f"use {titles.rule_title(view, one.by)}"
        case "piece":
            along = f", along {one.along}" if one.along else ""
            there = f", at {terrain.feature_name(view, one.feature)}" if one.feature is not None else ""
            return f"set up {titles.rule_title(view, one.item)} at {point_text(*one.point)}{along}{there}"
        case "shoot" | "fight":
            whom = "" if one.target is None else f" → {view.names[one.target]}"
            weapon = "" if one.weapon is None else f", {view.content.weapons[one.weapon].title}"
            return f"{verb} {view.names[one.who]}{whom}{weapon}"
        case "take":
            return f"take {titles.pick_title(view.content.picks[one.item])}"
        case "tac_op":
            return f"tac op {view.content.tac_ops[one.op].name}"
        case "zone":
            return f"take the {titles.zone_title(one.zone)}"
        case "play":
            return (
                "play the Re-roll card" if one.card == "reroll" else f"play a card: {one.card} to your roll"
            )
        case "primary":
            return f"{titles.OPS[one.op]} as primary"
        case "choose":
            return f"choose {titles.marker_title(view, one.marker)}"
        case "roster":
            return _roster(view, one)
        case _:
            return _spelled(view, action)


def _roster(view: State, action: PickRoster) -> str:
    """A roster with the Chapter Tactics that go with it."""
    name = "the usual roster" if action.roster == DEFAULT else f"roster {action.roster.replace('_', ' ')}"
    tactics = " and ".join(tactic.name for tactic in _tactics(view, action))
    return f"{name}, {tactics}" if tactics else name


def _tactics(view: State, action: PickRoster) -> list[Tactic]:
    teams = view.content.teams.values()
    return [tactic for id in action.tactics for team in teams for tactic in team.tactics if tactic.id == id]


def note(view: State, action: Action) -> str:
    """Figures beside it: its AP, then the weapon's, the length of a way, the price of a ploy."""
    ap = _ap(view, action)
    parts = ["" if ap is None else f"{ap} AP" if ap else "free", _figures(view, action)]
    return " · ".join(part for part in parts if part)


def _ap(view: State, action: Action) -> int | None:
    """The AP that an action takes now; None for what takes none of the active operative's."""
    acting = view.activation
    if acting is None or acting.counter or not menu.is_own(view, action):
        return None
    own = cast(menu.OwnAction, action)
    fee = own.fee(view)
    if fee is None or own.who != acting.who:
        return None
    if activation.free_actions(view, own.who) is not None:
        return 0
    return activation.price(view, own.who, fee.action, fee.ap, fee.fixed)


def _figures(view: State, action: Action) -> str:
    verb = action.verb
    one = cast(Any, action)
    if verb in MOVES:
        return _length(view, action)
    if verb in ("shoot", "fight"):
        if one.weapon is None:
            return ""
        weapon = view.content.weapons[one.weapon]
        return panels.weapon_words(weapon).partition(", ")[2]
    if verb in ("use", "invoke"):
        rule = (one.rule if verb == "invoke" else one.by).partition(":")[0]
        return " · ".join(part for part in (_price(view, rule), _rule_text(view, rule)) if part)
    if verb == "reroll":
        return _price(view, one.by.partition(":")[0])
    if verb == "take":
        return view.content.picks[one.item].equipment.text
    if verb == "tac_op":
        return view.content.tac_ops[one.op].text
    if verb == "roster":
        return " ".join(tactic.text for tactic in _tactics(view, one))
    return ""


def _rule_text(view: State, id: str) -> str:
    """What a ploy, ability or item does."""
    book = view.content
    for kind in (book.ploys, book.abilities, book.equipment):
        if id in kind:
            return str(kind[id].text)
    return ""


def _price(view: State, id: str) -> str:
    ploy = view.content.ploys.get(id)
    if ploy is None:
        return ""
    seat = next((seat for seat in (0, 1) if ploy.team == view.options["teams"][seat]), 0)
    return f"{ploys.cost(view, seat, id)} CP"


def _move(view: State, action: Any) -> str:
    """A move by where it ends, how it gets there and whom it meets."""
    who = action.who
    legs = action.path
    end = Spot(*legs[-1][1:]) if legs else Spot(view.x[who], view.y[who], view.z[who])
    words = [moving.WORDS[action.id], view.names[who]]
    words.append(f"to {inch_text(end.x)}:{inch_text(end.y)}" if legs else "without moving")
    if end.z != view.z[who]:
        words.append(f'{"up" if end.z > view.z[who] else "down"} to level {inch_text(end.z)}"')
    words += [_HOW[leg.kind] for leg in legs if leg.kind in _HOW][:1]
    met = field.engaged_at(view, who, *end) if action.id == "charge" else ()
    if met:
        words.append(f"beside {', '.join(view.names[o] for o in met)}")
    return " ".join(words)


_HOW = {Kind.OVER: "climbing over", Kind.THROUGH: "going through", Kind.LEAP: "leaping"}


def _length(view: State, action: Any) -> str:
    """What a way costs of how far the operative may go."""
    kind: MoveId = action.id
    way = moving.check(view, action.who, kind, action.path)
    if isinstance(way, Refusal):
        return ""
    return f'{inch_text(way.cost)}" of {inch_text(moving.budget(view, action.who, kind).value)}"'


def _spelled(view: State, action: Action) -> str:
    """Any other action: its verb and its values as people read them."""
    names = KillTeamNames(view)
    words = [action.verb.replace("_", " ")]
    for slot, name, kind, many, _ in action.form:
        value = getattr(action, name)
        if value is None or value == ():
            continue
        values = value if many else (value,)
        if kind == "path":
            continue
        said = ", ".join(_word(view, names, kind, each) for each in values)
        words.append(f"{_BEFORE.get(slot, '')}{said}")
    return " ".join(words)


def _word(view: State, names: KillTeamNames, kind: str, value: Any) -> str:
    """A value as people read it."""
    match kind:
        case "weapon":
            return view.content.weapons[value].title
        case "ploy" | "word":
            return titles.rule_title(view, value)
        case "marker":
            return titles.marker_title(view, value)
        case "seat":
            return team_names(view)[value]
        case _:
            return names.text(kind, value).replace("_", " ")
