"""What stands beside the board: the state of play, both teams, datacards and weapons. `render` explains
spans.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine.spans import Line, Span, beside, fold, width_of
from affray.games.killteam import activation, field, ploys, render, stats, terrain, titles
from affray.games.killteam.content import Datacard
from affray.games.killteam.names import ladder_text, marker_text, point_text, team_names
from affray.games.killteam.state import State
from affray.games.killteam.weapons import Weapon, inch_text

SIDES = "AB"
ROSTER = 44
"""Columns of a list of operatives."""


# -- the state of play ---------------------------------------------------------------------------------------


def status(view: State, seat: int | None, width: int) -> list[Line]:
    """Killzone, operation, turning point, initiative, CP, VP and what is in force."""
    names = team_names(view)
    if view.crit_op is not None:
        what = f"{view.crit_op.id} {view.crit_op.name}"
    elif view.scenario:
        what = f"{view.scenario} {view.content.scenarios[view.scenario].name}"
    else:
        what = "no operation"
    when = f"Turning point {view.turn}/{view.content.ops.turns}" if view.turn else "Set-up"
    lines: list[Line] = [[Span(f"{view.map.name}, {what}", "head"), Span(f"   {when}")]]
    if view.turn:
        lines[0].append(Span(f"   initiative: {names[view.initiative]}"))
    for side in (0, 1):
        lines += fold(_side_words(view, side, seat), width, "", "    ")
    in_force = _in_force(view)
    if in_force:
        lines += fold(f"In force: {in_force}", width, "", "  ")
    return lines


def _side_words(view: State, side: int, seat: int | None) -> str:
    """CP, points and hands of a side; its secrets only as far as the view has them."""
    parts = [f"{SIDES[side]} {team_names(view)[side]}: {view.cp[side]} CP"]
    points = ", ".join(f"{source} {amount}" for source, amount in sorted(view.vp[side].items()))
    parts.append(f"{sum(view.vp[side].values())} VP" + (f" ({points})" if points else ""))
    parts.append(f"kills {view.kills[side]}/{view.starts[1 - side]}")
    if view.cards[side]:
        parts.append("cards " + " ".join(view.cards[side]))
    if view.picks[side]:
        parts.append("equipment " + ", ".join(map(titles.pick_title, view.picks[side])))
    tac_op, primary = view.tac_op[side], view.primary[side]
    if tac_op is not None and ("tac_op" not in view.secret[side] or seat == side):
        parts.append(f"tac op {tac_op.name}")
    if primary and ("primary" not in view.secret[side] or seat == side):
        parts.append(f"primary op {titles.OPS[primary]}")
    return "; ".join(parts)


def _in_force(view: State) -> str:
    found = []
    for effect in view.effects:
        whom = view.names[effect.who] if effect.who >= 0 else SIDES[effect.seat]
        found.append(f"{titles.rule_title(view, effect.kind)} ({whom})")
    return ", ".join(found)


def markers(view: State, width: int) -> list[Line]:
    """The markers: where each lies or who carries it, and what has been done to it; then the ladders."""
    words = []
    for index, marker in enumerate(view.markers):
        if marker.carrier >= 0:
            where = f"carried by {view.names[marker.carrier]}"
        else:
            where = point_text(marker.x, marker.y, marker.z)
        words.append(f"{marker_text(view, index)} {where}{titles.marker_notes(view, index)}")
    for index, (x, y, feature) in enumerate(view.ladders):
        words.append(f"{ladder_text(index)} {point_text(x, y)} (at {terrain.feature_name(view, feature)})")
    return fold("Markers: " + ", ".join(words), width, "", "  ") if words else []


# -- teams ---------------------------------------------------------------------------------------------------


def notes(view: State, who: int) -> list[str]:
    """What lies on an operative, in short words."""
    found = []
    if stats.injured(view, who):
        found.append("injured")
    if field.is_engaged(view, who):
        found.append("engaged")
    found += [marker.kind for marker in view.markers if marker.carrier == who]
    # Marks that name other operatives by number are for the rules alone.
    found += sorted(mark.partition(":")[2] for mark in view.marks[who] if mark.count(":") == 1)
    return found


def entry(view: State, who: int, width: int) -> Line:
    """One operative in the list: sign, name, order, wounds, place and notes, cut to `width`."""
    card = view.card[who]
    order = "E" if view.engage[who] else "C"
    state = " " if view.ready[who] or not view.turn else "."
    where = point_text(view.x[who], view.y[who], view.z[who]) if view.on[who] else "-"
    wounds = f"{max(0, view.wounds[who]):>2}/{card.wounds:<2}"
    line = [
        Span(render.signs(view)[who], render.style_of(view, who)),
        Span(f" {view.names[who]:<8.8} {order}{state}{wounds} {where:<12.12}"),
    ]
    room = width - width_of(line)
    text = " ".join(notes(view, who)) if view.on[who] else ""
    if room > 3 and text:
        line.append(Span(" " + (text if len(text) < room else text[: room - 2] + "…"), "quiet"))
    return line


def roster(view: State, seat: int | None, width: int) -> list[Line]:
    """All operatives by side, the seat's own first."""
    found: list[Line] = []
    for side in sorted((0, 1), key=lambda each: (each != seat, each)):
        own = [o for o, owner in enumerate(view.side) if owner == side and (view.on[o] or not view.turn)]
        if own:
            found.append([Span(f"{SIDES[side]} {team_names(view)[side]}", f"side{side}.head")])
            found += [entry(view, who, width) for who in own]
    return found


def active(view: State) -> Line | None:
    """Who acts, with how many AP, and what it has done."""
    acting = view.activation
    if acting is None:
        return None
    who = acting.who
    left = activation.ap_left(view, who)
    text = " counteracts" if acting.counter else f", {left} AP left"
    if acting.done:
        text += ", done: " + ", ".join(done.replace("_", " ") for done in acting.done)
    return [Span("Active: "), Span(view.names[who], f"side{view.side[who]}.head"), Span(text)]


def screen(view: State, seat: int | None, width: int, scale: int = 0) -> list[Line]:
    """Everything at once: status, the board with the teams beside or below it, and who is active."""
    drawn = render.board(view, scale or render.scale_for(view, width))
    room = width - max(map(width_of, drawn)) - 2
    lines = status(view, seat, width)
    if room >= ROSTER - 10:
        lines += beside(drawn, roster(view, seat, min(room, ROSTER + 16)))
    else:
        half = (width - 2) // 2
        lines += drawn
        lines += (
            two_columns(roster(view, seat, half), half) if half >= ROSTER - 10 else roster(view, seat, width)
        )
    lines += markers(view, width)
    acting = active(view)
    if acting is not None:
        lines.append(acting)
    return lines


def two_columns(lines: Sequence[Line], half: int) -> list[Line]:
    """A list of lines folded into two columns of a width."""
    high = -(-len(lines) // 2)
    left = [[*line, Span(" " * (half - width_of(line)))] for line in lines[:high]]
    return beside(left, lines[high:])


def hand(view: State, seat: int, width: int) -> list[Line]:
    """What a side has besides its operatives: initiative cards, ploys with their cost, equipment, its tac
    op."""
    lines: list[Line] = []
    if view.cards[seat]:
        lines.append([Span(f"Initiative cards: {' '.join(view.cards[seat])} (KILLTEAM-C.TURN.3)")])
    if view.preset.ploys:
        lines.append([Span(f"{view.cp[seat]} CP", "head")])
        for ploy in (view.content.ploys["command_reroll"], *ploys.teams_ploys(view, seat)):
            may = ploys.available(view, seat, ploy.id)
            kind = "gambit" if ploy.strategy else "firefight"
            text = f"{ploy.name} ({kind}, {ploys.cost(view, seat, ploy.id)} CP): {ploy.text} ({ploy.clause})"
            lines += fold(text, width, "" if may else "quiet", "    ")
    for pick in view.picks[seat]:
        item = pick.equipment
        lines += fold(f"{item.name}: {item.text} ({item.clause})", width, "", "    ")
    op = view.tac_op[seat]
    if op is not None:
        lines += fold(f"Tac op {op.name}: {op.text} ({op.clause})", width, "", "    ")
    return lines or [[Span("no cards, ploys, equipment or tac op")]]


# -- looking things up ---------------------------------------------------------------------------------------


def weapon_words(weapon: Weapon) -> str:
    """A profile in one line."""
    kind = "ranged" if weapon.ranged else "melee"
    rules = ", ".join(map(str, weapon.rules))
    text = f"{weapon.id}: {kind}, {weapon.atk} dice, {weapon.hit}+, {weapon.normal}/{weapon.critical}"
    return f"{text}, {rules}" if rules else text


def datacard(view: State, card: Datacard, weapons: Sequence[Weapon], width: int) -> list[Line]:
    """A datacard with its figures, weapons and abilities."""
    figures = f'APL {card.apl}  Move {inch_text(card.move)}"  Save {card.save}+  Wounds {card.wounds}'
    lines: list[Line] = [[Span(card.name, "head"), Span(f"  {figures}  base {card.base}")]]
    for weapon in weapons:
        lines += fold(weapon_words(weapon), width, "", "    ")
    for id in sorted(card.abilities):
        ability = view.content.abilities[id]
        lines += fold(f"{ability.name}: {ability.text} ({ability.clause})", width, "quiet", "    ")
    return lines


def models(view: State, words: Sequence[str], width: int) -> list[Line]:
    """The operatives named by name, the name without its side, or the key of the datacard (all without
    words).
    """
    wanted = {word.lower() for word in words}
    lines: list[Line] = []
    for who, name in enumerate(view.names):
        known = {name.lower(), name.lower().partition(".")[2], view.card[who].key.lower()}
        if wanted and not wanted & known:
            continue
        lines.append(entry(view, who, width))
        if wanted:
            lines += datacard(view, view.card[who], view.weapons[who], width)
    return lines
