"""How a battle shows itself to a page (`affray.engine.present`): built from a view, asking the rules for
figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from affray.boards.plane.outline import outlines
from affray.boards.plane.solids import INCH, Box, Disc, covers
from affray.boards.plane.solids import gap as gap_between
from affray.engine.actions import Action, NotationError
from affray.engine.present import (
    Area,
    Badge,
    Block,
    Board,
    Fact,
    Line,
    Marker,
    Option,
    Piece,
    PlaneBoard,
    Pointed,
    Profile,
    Reach,
    Region,
    SeatState,
    Table,
)
from affray.engine.requests import Seat
from affray.games.killteam import (
    explain,
    field,
    gear,
    moving,
    ongoing,
    panels,
    phrasing,
    routes,
    stats,
    terrain,
    titles,
)
from affray.games.killteam.content import ACCESSIBLE, BLOCKING, VANTAGE
from affray.games.killteam.ids import MoveId
from affray.games.killteam.names import (
    SIDES,
    KillTeamNames,
    ladder_text,
    marker_text,
    point_text,
    seat_names,
    team_names,
)
from affray.games.killteam.setup import ZONES, RollOff, Sides, Zones
from affray.games.killteam.state import State
from affray.games.killteam.teams import plm
from affray.games.killteam.thinkable import thinkable_actions
from affray.games.killteam.verbs import VOCABULARY
from affray.games.killteam.weapons import inch_text


class KillTeamPresenter:
    """See `affray.engine.present.Presenter`."""

    def board(self, view: State) -> Board:
        """The killzone with its terrain, drop zones and territories."""
        area = view.map.area
        owners = {view.zone[seat]: seat for seat in range(2)} if _zones_are_picked(view) else {}
        areas = [_drop_zone(view, zone, owners.get(zone)) for zone in range(2)]
        return PlaneBoard(
            title=view.map.name,
            width=area.x1,
            height=area.y1,
            unit=INCH,
            blocks=tuple(_block(view, part) for part in view.scene.boxes),
            areas=tuple(areas),
        )

    def table(self, view: State, seat: Seat | None) -> Table:
        """Operatives, markers and the state of play."""
        when = f"Turning point {view.turn} of {view.content.ops.turns}" if view.turn else "Set-up"
        return Table(
            turn=when,
            lines=tuple(_lines(view, seat)),
            seats=tuple(_seat(view, side, seat) for side in range(2)),
            pieces=tuple(_piece(view, who) for who in range(len(view.names)) if view.on[who]),
            markers=(
                *(_marker(view, index) for index in range(len(view.markers))),
                *(_ladder(view, index) for index in range(len(view.ladders))),
            ),
            ongoing=ongoing.lines(view),
        )

    def option(self, view: State, action: Action) -> Option:
        """An option with the operatives and places that it names."""
        actor = target = ""
        path: tuple[tuple[int, int, int], ...] = ()
        for slot, name, kind, many, _ in action.form:
            value = getattr(action, name)
            if value is None or value == ():
                continue
            first = value[0] if many else value
            if kind == "operative" and slot == "actor":
                actor = view.names[first]
            elif kind == "operative":
                target = view.names[first]
            elif kind == "marker" and not target:
                target = marker_text(view, first)
            elif kind == "point":
                path = (tuple(first),)
            elif kind == "path":
                path = tuple((leg.x, leg.y, leg.z) for leg in value)
        return Option(
            action=VOCABULARY.text(action, KillTeamNames(view)),
            text=phrasing.phrase(view, action),
            group=phrasing.heading(action),
            actor=actor,
            target=target,
            path=path,
            note=phrasing.note(view, action),
        )

    def profile(self, view: State, piece: str) -> Profile | None:
        """Figures, weapons and abilities of an operative."""
        if piece not in view.names:
            return None
        who = view.names.index(piece)
        card = view.card[who]
        facts = (
            Fact("APL", str(stats.apl(view, who).value)),
            Fact("Move", f'{inch_text(stats.move(view, who).value)}"'),
            Fact("Save", f"{card.save}+"),
            Fact("Wounds", f"{max(0, view.wounds[who])}/{card.wounds}"),
            Fact("Base", f"{card.base} mm"),
        )
        lines = [Line(w.title, panels.weapon_words(w).partition(": ")[2]) for w in view.weapons[who]]
        for ability_id in sorted(card.abilities):
            ability = view.content.abilities[ability_id]
            lines.append(Line(ability.name, f"{ability.text} ({ability.clause})"))
        return Profile(piece, f"{piece}: {card.name}", facts, tuple(lines))

    def thinkable(self, view: State, seat: Seat, piece: str, at: str) -> Sequence[Action]:
        """See `thinkable.thinkable_actions`."""
        return thinkable_actions(view, seat, piece, at)

    def way(self, view: State, verb: str, actor: str, points: Sequence[Pointed]) -> str:
        """A move over the points, climbs and drops found; another action with a place, at the last one."""
        if not points:
            raise NotationError("a way needs a point")
        names = KillTeamNames(view)
        x, y, z = points[-1]
        if verb in phrasing.MOVES:
            legs = routes.route(view, _who(view, actor), cast(MoveId, verb), points)
            return f"{verb} {actor} @ {names.text('path', legs)}"
        if z is None:
            z = routes.level_at(view, view.names.index(actor), x, y) if actor in view.names else 0
        return " ".join(word for word in (verb, actor, "@", point_text(x, y, z)) if word)

    def reach(self, view: State, verb: str, actor: str, points: Sequence[Pointed]) -> Reach:
        """Where a move that goes over the points may end."""
        if verb not in phrasing.MOVES:
            raise NotationError(f"{verb} is no move along a way")
        who, move = _who(view, actor), cast(MoveId, verb)
        if not view.on[who]:
            raise NotationError(f"{actor} is not in the killzone")
        legs = routes.route(view, who, move, points)
        cells: dict[int, set[tuple[int, int]]] = {}
        side = routes.SPACING
        for stop in routes.stops(view, who, move, legs):
            x, y, z = stop.spot
            cells.setdefault(z, set()).add(((x - side // 2) // side, (y - side // 2) // side))
        regions = [Region(z, _rings(cells[z], side)) for z in sorted(cells)]
        most = moving.budget(view, who, move)
        text = f'{actor} may go {inch_text(most.value)}"'
        return Reach(text, moving.TOO_FAR[move], tuple(regions))

    def measure(self, view: State, start: str, end: str) -> tuple[Line, ...]:
        """Distance and sight between two operatives, or from one to a place, or how far places lie apart."""
        names = KillTeamNames(view)
        for word in (start, end):
            if word in view.names and not view.on[view.names.index(word)]:
                raise NotationError(f"{word} is not in the killzone")
        head: tuple[Line, ...] = ()
        if start in view.names and end in view.names:
            head = (Line("", f"{start} looks at {end}"),)
            found = explain.remarks(view, view.names.index(start), view.names.index(end))
        elif start in view.names:
            found = explain.remarks_on_place(view, view.names.index(start), _disc(view, names, end))
        else:
            length = gap_between(_disc(view, names, start), _disc(view, names, end))
            return (Line("Distance", f'{inch_text(length)}" (KILLTEAM-C.GEO.5)'),)
        return head + tuple(
            Line(
                remark.label,
                remark.cited,
                tuple(terrain.feature_name(view, part.group) for part in remark.parts),
            )
            for remark in found
        )


def _who(view: State, actor: str) -> int:
    """An operative by its name. Raises NotationError."""
    who: int = KillTeamNames(view).value("operative", actor)
    return who


def _rings(cells: set[tuple[int, int]], side: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The outlines of places that lie in the middle of cells."""
    half = side // 2
    return tuple(tuple((x * side + half, y * side + half) for x, y in ring) for ring in outlines(cells))


def _disc(view: State, names: KillTeamNames, word: str) -> Disc:
    """The base of an operative, or a point."""
    if word in view.names:
        return view.disc(view.names.index(word))
    x, y, z = names.value("point", word)
    return Disc(x, y, z, 0)


def _block(view: State, part: Box) -> Block:
    kind = "heavy" if terrain.is_heavy(part) else "light"
    if part.flags & VANTAGE:
        kind = "vantage"
    elif part.flags & ACCESSIBLE:
        kind = "door"
    elif part.flags & BLOCKING:
        kind = "gap"
    return Block(
        part.x0, part.y0, part.x1, part.y1, part.zl, part.zh, kind, terrain.feature_name(view, part.group)
    )


def _zones_are_picked(view: State) -> bool:
    """Whether it is known whose drop zone is which (KILLTEAM-C.SET.2)."""
    return not any(isinstance(frame, RollOff | Sides | Zones) for frame in view.frames)


def _drop_zone(view: State, zone: int, owner: Seat | None) -> Area:
    whose = "" if owner is None else f": {SIDES[owner]}"
    return Area(*view.map.drop_zones[zone], name=f"{titles.zone_title(ZONES[zone])}{whose}", seat=owner)


def _lines(view: State, seat: Seat | None) -> list[Line]:
    """Operation, initiative and what is in force."""
    found = []
    if view.crit_op is not None:
        found.append(Line(f"{view.crit_op.id} {view.crit_op.name}", view.crit_op.text))
    elif view.scenario:
        scenario = view.content.scenarios[view.scenario]
        found.append(Line(scenario.name, scenario.text))
    if view.turn:
        found.append(Line("Initiative", team_names(view)[view.initiative]))
    for effect in view.effects:
        if effect.until != "action":  # what is over before anybody can look
            whom = view.names[effect.who] if effect.who >= 0 else team_names(view)[effect.seat]
            name = titles.rule_title(view, effect.kind)
            found.append(
                Line(name[:1].upper() + name[1:], f"{whom}, until {_UNTIL.get(effect.until, effect.until)}")
            )
    if seat is not None:
        op = view.tac_op[seat]
        if op is not None:
            found.append(Line(f"Your tac op: {op.name}", op.text))
        if view.primary[seat]:
            found.append(Line("Your primary op", titles.OPS.get(view.primary[seat], view.primary[seat])))
    return found


_UNTIL = {
    "activation": "this activation ends",
    "after_activation": "its next activation ends",
    "next_activation": "its next activation ends",
    "next_start": "its next activation begins",
    "ready": "the next Ready step",
    "turning_point": "the turning point ends",
    "battle": "the battle ends",
}
"""When effects end, in words (`Effect.until`)."""


def _seat(view: State, side: Seat, seat: Seat | None) -> SeatState:
    lines = [Line("CP", str(view.cp[side]))]
    points = ", ".join(f"{source} {amount}" for source, amount in sorted(view.vp[side].items()))
    if points:
        lines.append(Line("VP by", points))
    lines.append(Line("Kills", f"{view.kills[side]} of {view.starts[1 - side]}"))
    if view.picks[side] and ("equipment" not in view.secret[side] or seat == side):
        lines.append(Line("Equipment", ", ".join(pick.equipment.name for pick in view.picks[side])))
    return SeatState(
        name=seat_names(view)[side],
        title=_title(view, side),
        score=sum(view.vp[side].values()),
        cards=len(view.cards[side]),
        lines=tuple(lines),
    )


def _title(view: State, side: Seat) -> str:
    return f"{SIDES[side]}: {team_names(view)[side]}"


def _piece(view: State, who: int) -> Piece:
    card = view.card[who]
    acting = view.activation is not None and view.activation.who == who
    return Piece(
        id=view.names[who],
        seat=view.side[who],
        name=card.name,
        sprite=f"{card.team}.{card.key.lower()}",
        size=card.radius,
        x=view.x[who],
        y=view.y[who],
        z=view.z[who],
        wounds=max(0, view.wounds[who]),
        most=card.wounds,
        active=acting,
        done=bool(view.turn) and not view.ready[who],
        badges=tuple(_badges(view, who)),
    )


def _badges(view: State, who: int) -> list[Badge]:
    found = [Badge("E", "Engage order") if view.engage[who] else Badge("C", "Conceal order", "good")]
    if view.dead[who]:
        return [Badge("✕", "incapacitated", "bad")]
    if stats.injured(view, who):
        found.append(Badge("!", "injured", "bad"))
    if field.is_engaged(view, who):
        found.append(Badge("⚔", "in an enemy's control range"))
    if view.z[who]:
        found.append(Badge("↑", f'level {inch_text(view.z[who])}"'))
    roof = _roof(view, who)
    if roof is not None:
        found.append(Badge("⌂", f'under a level of {inch_text(roof.zh)}"'))
    for marker in view.markers:
        if marker.carrier == who:
            found.append(Badge("M", f"carries the {titles.kind_title(marker.kind)}"))
    for mark in sorted(view.marks[who]):
        words = mark.partition(":")[2].replace("_", " ")
        found.append(Badge(words[:1].upper(), words))
    return found


def _roof(view: State, who: int) -> Box | None:
    """A level to stand on above an operative: from above it is seen through that."""
    x, y, z = view.x[who], view.y[who], view.z[who]
    return next(
        (part for part in view.scene.boxes if part.flags & VANTAGE and part.zl > z and covers(part, x, y)),
        None,
    )


_AREAS = {"smoke": gear.SMOKE_AREA, "flies": plm.FLIES_AREA, "gas": gear.GAS_REACH}
"""How far around markers of these kinds, from their edges, their rules reach (KILLTEAM-C.GEO.5)."""


def _marker(view: State, index: int) -> Marker:
    marker = view.markers[index]
    disc = field.marker_disc(view, marker)
    carried = f", carried by {view.names[marker.carrier]}" if marker.carrier >= 0 else ""
    return Marker(
        id=marker_text(view, index),
        kind=marker.kind,
        text=f"{titles.marker_title(view, index)}{titles.marker_notes(view, index)}{carried}",
        x=disc.x,
        y=disc.y,
        z=disc.z,
        r=disc.r,
        area=disc.r + _AREAS[marker.kind] if marker.kind in _AREAS else 0,
        seat=marker.seat if marker.seat >= 0 else None,
    )


def _ladder(view: State, index: int) -> Marker:
    """A ladder is a point at a feature (KILLTEAM-C.EQ.LADDERS)."""
    x, y, feature = view.ladders[index]
    item = view.content.equipment["ladders"]
    text = f"ladder at {terrain.feature_name(view, feature)}: {item.text} ({item.clause})"
    return Marker(id=ladder_text(index), kind="ladder", text=text, x=x, y=y)
