"""What stands beside the board: armies, the state of play, profiles and cards. `render` explains spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.boards.zones import bits
from affray.engine.actions import Action
from affray.engine.spans import Line, Span, fold, width_of
from affray.games.avp import activation
from affray.games.avp.actions.objects import OpenDoor, interact_cost
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.cards import ON_MODELS
from affray.games.avp.content import CAPACITY, StrategyCard, Unit
from affray.games.avp.ground import free_capacity
from affray.games.avp.names import AvpNames
from affray.games.avp.render import board, inner_for, is_crowded, model_span
from affray.games.avp.state import OFF, State

SIZE_NAMES = {1: "S", 2: "M", 3: "L", 6: "no base"}

# -- lists beside the board ------------------------------------------------------------------------------


def identity(view: State, model: int) -> str:
    """The unit's id as far as the view knows it; else what is public of the token."""
    unit = view.unit[model]
    if unit is not None:
        return unit.id
    return f"token {SIZE_NAMES.get(view.size[model], '?')}"


def notes(view: State, model: int) -> list[str]:
    """What lies on a model and its mark on the board does not tell."""
    found = []
    if view.hidden[model] and view.used[model]:
        found.append("done")
    if view.locked[model] and view.sentry[model]:
        found.append("sentry")
    if view.raging[model]:
        found.append("raging")
    if view.cargo[model] >= 0:
        found.append(goal_name(view, view.cargo[model]))
    found += [
        _card_name(view, effect.card)
        for effect in view.effects
        if effect.card in ON_MODELS and effect.key == model
    ]
    return found


def _chip(span: Span) -> Span:
    """A label as on the board, ground and all."""
    return Span(span.text, f"{span.style}@corridor")


def _entry(view: State, model: int, width: int) -> Line:
    """One model in the list: label, Tile, unit, wounds and marks, cut to `width`."""
    span = model_span(view, model)
    unit = view.unit[model]
    name = identity(view, model)
    wounds = f"{view.wounds[model]}/{unit.wounds}" if unit is not None and unit.wounds > 1 else ""
    tile = view.board.zones.names[view.tile[model]]
    line = [
        _chip(span),
        Span(" " * max(0, 5 - len(span.text))),
        Span(f"{tile:<3}"),
        Span(f"{name:<11.11}"),
        Span(f" {wounds:<4}"),
    ]
    text = " ".join(notes(view, model))
    room = width - width_of(line)
    if room > 3 and text:
        line.append(Span(text if len(text) <= room else text[: room - 1] + "…", "quiet"))
    return line


def roster(view: State, seat: int | None, width: int) -> list[Line]:
    """All models by army, in as many columns as fit into `width`; the seat's own army first."""
    columns = max(1, width // 32)
    each = width // columns - (2 if columns > 1 else 0)
    order = sorted(range(len(view.factions)), key=lambda s: (s != seat, s))
    found: list[Line] = []
    for side in order:
        models = [m for m, owner in enumerate(view.side) if owner == side and view.tile[m] != OFF]
        faction = view.factions[side]
        up = sum(1 for m in models if view.up[m])
        head = f"{faction.upper()} {up} models, {len(models) - up} tokens"
        found.append([Span(head[:width], f"{faction}.head")])
        entries = [_entry(view, m, each) for m in models]
        high = -(-len(entries) // columns)
        for row in range(high):
            line: Line = []
            for entry in entries[row::high]:
                line += entry
                line.append(Span(" " * (each + 2 - width_of(entry))))
            line[-1:] = []
            found.append(line)
        found += _off_board(view, side, seat, width)
    return found


def _off_board(view: State, side: int, seat: int | None, width: int) -> list[Line]:
    """Units not on the board, or behind tokens unknown to the viewer: army lists are open (AVP-R.12)."""
    if not view.stock[side]:
        return []
    if view.factions[side] == "marines":
        what = "not yet revealed"
    elif side == seat:
        what = "in reserve"
    else:
        what = "unknown tokens and reserve"
    return fold(f"{what}: {counted(unit.id for unit in view.stock[side])}", width, "quiet", "  ")


def counted(words: Iterable[str]) -> str:
    """Words with their numbers, in the order of their first coming: ``2 infant, 1 stalker``."""
    numbers: dict[str, int] = {}
    for word in words:
        numbers[word] = numbers.get(word, 0) + 1
    return ", ".join(f"{n} {word}" for word, n in numbers.items())


def crowds(view: State, rows: int, inner: int, width: int) -> list[Line]:
    """The labels on the Tiles that the board only counts."""
    found: list[Line] = []
    for tile, models in enumerate(view.on):
        if not is_crowded(view, tile, rows, inner):
            continue
        used = CAPACITY - free_capacity(view, tile)
        line = [Span(f"{view.board.zones.names[tile]} ({used}/{CAPACITY})".ljust(10), "head")]
        for model in models:
            span = model_span(view, model)
            if width_of(line) + len(span.text) + 1 > width:
                found.append(line)
                line = [Span(" " * 10)]
            line += [_chip(span), Span(" ")]
        found.append(line)
    return found


# -- the state of play -----------------------------------------------------------------------------------


def goal_name(view: State, goal: int) -> str:
    """The name of an objective token in notation, such as ``fire1``."""
    return AvpNames(view).text("goal", goal)


def status(view: State, seat: int | None, width: int) -> list[Line]:
    """Mission, Round, Environment, order, objectives, scores and cards."""
    mission = view.mission
    lines: list[Line] = []
    when = f"Round {view.round}/{mission.rounds}" if view.round else "Set-up"
    head = f"{mission.name} on {view.board.data.name}   {when}"
    order = " > ".join(view.factions[s].upper() for s in view.order)
    lines.append([Span(head, "head"), Span(f"   order: {order}")])
    if view.env:
        card = view.content.environment[view.env]
        lines += fold(f"Environment: {card.name}. {card.text}", width, "", "  ")
    for text in (*aims(view), _hands(view, seat), _effects(view)):
        if text:
            lines += fold(text, width, "", "  ")
    return lines


def aims(view: State) -> list[str]:
    """How the mission stands."""
    found: list[str] = []
    names = view.board.zones.names
    goals = []
    for goal in range(len(view.goal_kind)):
        at = view.goal_at[goal]
        carrier = next(
            (m for m, cargo in enumerate(view.cargo) if cargo == goal and view.tile[m] != OFF), None
        )
        if at != OFF:
            where = f"on {names[at]}"
        elif carrier is not None:
            where = f"carried by {view.names[carrier]} on {names[view.tile[carrier]]}"
        else:
            where = "out" if view.goal_kind[goal] == "fire" else "gone"
        goals.append(f"{goal_name(view, goal)} {where}")
    if goals:
        found.append("Objectives: " + ", ".join(goals))
    for use, label in (("exit", "Exit"), ("scoring", "Scoring room")):
        if use in view.site.objectives:
            found.append(f"{label}: {' '.join(view.site.objectives[use])}")
    if "welds" in view.mission.figures:
        found.append(f"Vents welded: {view.welded} of {view.mission.figures['welds']}")
    if view.mission.id == "trophy_hunt" or any(view.scores):
        scores = ", ".join(f"{f.upper()} {n}" for f, n in zip(view.factions, view.scores, strict=True))
        found.append(f"Points: {scores}")
    return found


def _hands(view: State, seat: int | None) -> str:
    """The number of cards of every seat and the names of the own ones."""
    if not any(view.hands) and not any(view.decks):
        return ""
    counts = ", ".join(f"{f.upper()} {len(hand)}" for f, hand in zip(view.factions, view.hands, strict=True))
    if seat is None:
        return f"Cards: {counts}"
    own = ", ".join(_card_name(view, card) for card in view.hands[seat]) or "none"
    return f"Cards: {counts}   Hand: {own}"


def _card_name(view: State, card: str) -> str:
    return view.content.cards[card].name if card in view.content.cards else card


def _effects(view: State) -> str:
    """The cards in force until the end of the Round."""
    found = []
    for effect in view.effects:
        where = view.names[effect.key] if effect.card in ON_MODELS else _tile_name(view, effect.key)
        found.append(f"{_card_name(view, effect.card)} ({where or '-'})")
    return "In force this Round: " + ", ".join(found) if found else ""


def _tile_name(view: State, tile: int) -> str:
    names = view.board.zones.names
    return names[tile] if 0 <= tile < len(names) else ""


def active(view: State) -> Line | None:
    """Who acts, with how many AP, and what it has done in this activation."""
    acting = view.activation
    if acting is None:
        return None
    faction = view.factions[view.side[acting.model]]
    text = (
        f" {identity(view, acting.model)} on {_tile_name(view, view.tile[acting.model])}, {acting.ap} AP left"
    )
    if acting.aim:
        text += ", aiming"
    if acting.done:
        text += ", done: " + ", ".join(sorted(acting.done))
    if acting.boosts:
        text += ", with " + ", ".join(_card_name(view, card) for card in sorted(acting.boosts))
    return [Span("Active: "), Span(view.names[acting.model], f"{faction}.head"), Span(text)]


def screen(view: State, seat: int | None, width: int, rows: int = 2) -> list[Line]:
    """Everything at once: status, the board with the armies beside or below it, and who is active."""
    inner = inner_for(view, width)
    drawn = board(view, rows, inner)
    wide = max(map(width_of, drawn))
    lines = status(view, seat, width)
    room = width - wide - 2
    if room >= 24:
        beside = roster(view, seat, min(room, 34))
        for i in range(max(len(drawn), len(beside))):
            left = drawn[i] if i < len(drawn) else []
            right = beside[i] if i < len(beside) else []
            lines.append([*left, Span(" " * (wide + 2 - width_of(left))), *right] if right else left)
    else:
        lines += drawn
        lines += roster(view, seat, width)
    lines += crowds(view, rows, inner, width)
    acting = active(view)
    if acting is not None:
        lines.append(acting)
    return lines


# -- looking things up -----------------------------------------------------------------------------------


def profile(unit: Unit) -> list[Line]:
    """The profile of a unit: its figures, weapons and skills."""

    def figure(value: int | None) -> str:
        return "–" if value is None else str(value)

    armour = f"{unit.armour}({unit.bracket})" if unit.bracket is not None else str(unit.armour)
    lines: list[Line] = [
        [
            Span(f"{unit.id}", f"{unit.faction}.head"),
            Span(f"  {unit.name}, {unit.kind}, {unit.points} points"),
        ],
        [
            Span(
                f"  base {unit.base} (takes {unit.size})  CC {figure(unit.cc)}  RS {figure(unit.rs)}  "
                f"St {unit.st}  Con {unit.con}  W {unit.wounds}  A {armour}  M {unit.move}"
            )
        ],
    ]
    for weapon in unit.weapons:
        kind = "RS" if weapon.ranged else "CC"
        strength = f"St {weapon.strength}" if weapon.ranged else f"St {weapon.strength:+d}"
        flags = ", ".join(sorted(flag.replace("_", " ") for flag in weapon.flags))
        text = f"  {weapon.id}: {kind}, {strength}, RoA {weapon.rate}, AVV {weapon.avv}"
        lines.append([Span(text + (f", {flags}" if flags else ""))])
    skills = [skill.replace("_", " ") for skill in sorted(unit.skills)]
    if unit.heal:
        skills.append(f"heal ({unit.heal})")
    if skills:
        lines += fold("skills: " + ", ".join(skills), 96, "", "  ")
    return lines


def models(view: State, words: Sequence[str], width: int) -> list[Line]:
    """The models named by label or unit (all, if no word is given) with profiles as far as they are known."""
    wanted = {word.lower() for word in words}
    chosen = [
        m
        for m, name in enumerate(view.names)
        if view.tile[m] != OFF and (not wanted or name.lower() in wanted or identity(view, m) in wanted)
    ]
    lines = [_entry(view, m, width) for m in chosen]
    units = {unit.id: unit for m in chosen if (unit := view.unit[m]) is not None}
    units.update({word: view.content.units[word] for word in sorted(wanted) if word in view.content.units})
    for unit in units.values():
        lines += profile(unit)
    return lines


def card_lines(card: StrategyCard, width: int) -> list[Line]:
    """A card with its timing and text."""
    when = "RE" if card.reaction else "ACT"
    return [
        [Span(card.name, f"{card.faction}.head"), Span(f"  {card.id}, {when}")],
        *([Span("  " + s.text, s.style) for s in line] for line in fold(card.text, width - 2)),
    ]


def hand(view: State, seat: int, width: int) -> list[Line]:
    """A seat's cards with their texts."""
    lines: list[Line] = []
    for card in view.hands[seat]:
        found = view.content.cards.get(card)
        lines += card_lines(found, width) if found is not None else [[Span("an unknown card")]]
    return lines or [[Span("no cards in hand")]]


def doors(view: State) -> Line:
    """The closed Doors by name."""
    names = view.board.zones.names
    pairs = [view.board.zones.edges[edge] for edge in bits(view.layout.closed)]
    return [Span("Closed Doors: " + (" ".join(f"{names[a]}/{names[b]}" for a, b in pairs) or "none"))]


def option_note(view: State, option: Action) -> str:
    """Who it is that an option names by a label alone: the unit to be activated, or the enemy aimed at."""
    for part in option.form:
        if part.kind == "model" and not part.many and (part.slot == "target" or option.verb in _BARE):
            model = getattr(option, part.field)
            if model is not None:
                return identity(view, model)
    return ""


def card_text(view: State, option: Action) -> str:
    """What the card does that an option plays."""
    for part in option.form:
        if part.kind == "card":
            card = view.content.cards.get(str(getattr(option, part.field)))
            return card.text if card is not None else ""
    return ""


def option_ap(view: State, option: Action) -> int:
    """The AP that an Action of the active model takes; 0 for reactions and whatever takes none."""
    if not isinstance(option, OwnAction) or view.activation is None or activation.reacting(view):
        return 0
    return interact_cost(view) if isinstance(option, OpenDoor) else option.cost


_BARE = frozenset({"activate", "flip", "show", "flip_next"})
"""Verbs whose options name nothing but the actor."""
