"""Position tables: any situation as a TOML table, for case files and puzzles; `reading` looks values up.

Keys, all optional::

    preset = "standard"   map = "c"   teams = ["kom", "aod"]   scenario = "O1" or "L1"
    turn = 1   initiative = "A"   phase = "firefight"   to_act = "B"   active = "boy"
    west = "A"                       the side that set up in the West
    [operatives.boy]  card, at = [5, 10], z, order, wounds, side, weapons, ready, marks, dead,
                         wounds_stat (instead of the card's, for odds of much damage)
    [activation]      who, spent, done, weapons, moved, counter, chained, notes
    [objectives.west] carrier, notes, data
    [[markers]]       kind, at, z, side, carrier, data, notes
    [[pieces]]        item, at, along = "x": terrain of equipment;   [[ladders]]  feature, at
    [[effects]]       kind, side, who, value, until
    [cp] [kills] [starts]  A = number;   [vp.A]  crit = 1
    [cards]     A = ["reroll", "2"];     [equipment]  A = ["harpoon"];   [tactics]  A = ["hardy"]
    [free_ploys] A = ["take_cover"];     [used]  A = ["tp:waaagh"]
    [tac_op]    A = "rout";   [primary]  A = "kill";   revealed = ["A"]
    [setup]     the options of a match, instead of all others

Lengths are inches; text such as ``"12700u"`` gives exact units. A side is ``A``, ``B`` or the name of its
seat. An
operative is on Engage and ready unless the table says otherwise. CP are 0 unless given, so that nobody can
interfere
with an attack by a ploy. Phases: ``initiative``, ``ready``, ``gambit``, ``firefight``, ``end``. Without a
scenario
nobody scores, and the battle is a draw after its fourth turning point. Unknown or impossible entries raise
SetupError
naming their key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from affray.boards.plane.solids import inches
from affray.engine.actions import NotationError
from affray.engine.game import SetupError
from affray.engine.requests import Seat
from affray.games.killteam import army, equipment, field, firefight, setup, terrain, turn, windows
from affray.games.killteam.content import Content, Datacard, Member, Roster
from affray.games.killteam.loading import content
from affray.games.killteam.names import OBJECTIVES, SIDES, length_value, seat_names
from affray.games.killteam.position_rows import Inches, OperativeRow, Place, TableRow
from affray.games.killteam.reading import read as read
from affray.games.killteam.state import Activation, Effect, Frame, Marker, State, put
from affray.games.killteam.weapons import Weapon

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*\Z")


_T = TypeVar("_T")


def position(table: Mapping[str, Any]) -> State:
    """A state from a position table. Raises SetupError naming the key at fault."""
    if "setup" in table:
        if len(table) > 1:
            raise SetupError("setup: stands for a whole match; no other key goes with it")
        return setup.setup(table["setup"])
    row = _convert("", table, TableRow)
    book = content()
    rows = {
        name: _convert(f"operatives.{name}", entry, OperativeRow) for name, entry in row.operatives.items()
    }
    s = _scene(book, row, rows)
    _pieces(s, row)
    _sides(s, row)
    members: tuple[list[Member], list[Member]] = ([], [])
    for name, entry in rows.items():
        _add(s, name, entry, members)
    _rosters(s, row, members)
    _place(s, rows)
    _markers(s, row)
    _condition(s, row)
    _frames(s, row)
    return s


# -- reading values ------------------------------------------------------------------------------------------


def _convert(where: str, value: Any, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).replace("`", "'").partition(" - at ")
        at = path.strip("'").removeprefix("$").removeprefix(".")
        key = ".".join(part for part in (where, at) if part)
        raise SetupError(f"{key or 'position'}: {reason}") from None


def _need(key: str, value: str, known: Iterable[str]) -> str:
    listed = list(known)
    if value not in listed:
        raise SetupError(f"{key}: {value!r} is none of {', '.join(listed)}")
    return value


def _length(key: str, value: Inches) -> int:
    """Units of a length: inches as a number or text, or units as text with a ``u``."""
    try:
        if isinstance(value, str):
            return length_value(value)
        return inches(Fraction(str(value)))
    except (ValueError, NotationError) as error:
        raise SetupError(f"{key}: {value!r} is no length in inches") from error


def _point(key: str, at: Place) -> tuple[int, int]:
    return _length(f"{key}.at", at[0]), _length(f"{key}.at", at[1])


def _seat(s: State, key: str, word: str) -> Seat:
    names = seat_names(s)
    if word in SIDES:
        return SIDES.index(word)
    return names.index(_need(key, word, (*SIDES, *names)))


def _who(s: State, key: str, name: str) -> int:
    return s.names.index(_need(key, name, s.names))


# -- the scene -----------------------------------------------------------------------------------------------


def _scene(book: Content, row: TableRow, rows: Mapping[str, OperativeRow]) -> State:
    """An empty state on the map, with its operation or without."""
    preset = book.presets[_need("preset", row.preset, book.presets)]
    killzone = book.maps[_need("map", row.map, book.maps)]
    s = State(book, preset, killzone, terrain.scene_of(killzone))
    s.options = {
        "preset": preset.id,
        "map": killzone.id,
        "teams": _teams(book, row, rows),
        "scenario": row.scenario or "",
        "open": row.scenario is None,
    }
    if row.scenario is not None:
        setup.play(s, setup.check_scenario(book, preset, row.scenario))
    if not 1 <= row.turn <= book.ops.turns:
        raise SetupError(f"turn: {row.turn} is not 1 to {book.ops.turns} (KILLTEAM-C.TURN.1)")
    s.turn = row.turn
    return s


def _teams(book: Content, row: TableRow, rows: Mapping[str, OperativeRow]) -> list[str]:
    """The teams given, or those of the operatives in the order in which they come; two of them."""
    for name, entry in rows.items():
        _need(f"operatives.{name}.card", entry.card, book.datacards)
    if row.teams is not None:
        if len(row.teams) != 2:
            raise SetupError("teams: two are needed")
        return [_need("teams", team, book.teams) for team in row.teams]
    found = {0: "", 1: ""}
    for entry in rows.values():
        if entry.side in SIDES:
            found[SIDES.index(entry.side)] = book.datacards[entry.card].team
    for entry in rows.values():
        team = book.datacards[entry.card].team
        if entry.side is None and team not in found.values():
            for seat in (0, 1):
                if not found[seat]:
                    found[seat] = team
                    break
    for seat in (0, 1):
        if not found[seat]:
            found[seat] = next(team for team in book.teams if team not in found.values())
    return [found[0], found[1]]


def _pieces(s: State, row: TableRow) -> None:
    """Terrain of equipment, wherever it is put; ladders too."""
    for n, piece in enumerate(row.pieces):
        key = f"pieces.{n}"
        items = {id: item for id, item in s.content.equipment.items() if item.size is not None}
        item = items[_need(f"{key}.item", piece.item, items)]
        equipment.add_piece(s, item, *_point(key, piece.at), piece.along == "x")
    for n, ladder in enumerate(row.ladders):
        key = f"ladders.{n}"
        feature = terrain.feature_number(s, ladder.feature)
        if feature is None:
            raise SetupError(f"{key}.feature: there is no feature {ladder.feature!r}")
        x, y = _point(key, ladder.at)
        reason = equipment.ladder_fault(s, feature, x, y)
        if reason is not None:
            raise SetupError(f"{key}: {reason}")
        s.ladders = (*s.ladders, (x, y, feature))


# -- operatives ----------------------------------------------------------------------------------------------


def _sides(s: State, row: TableRow) -> None:
    """What the sides have: zones, equipment, initiative, CP."""
    west = _seat(s, "west", row.west)
    s.zone = (0, 1) if west == 0 else (1, 0)
    s.initiative = _seat(s, "initiative", row.initiative)
    for word, picks in row.equipment.items():
        seat = _seat(s, "equipment", word)
        known = {pick.id for pick in s.content.picks_for(army.team_of(s, seat))}
        taken = [s.content.picks[_need(f"equipment.{word}", pick, sorted(known))] for pick in picks]
        s.picks = put(s.picks, seat, tuple(taken))
    for word, tactics in row.tactics.items():
        seat = _seat(s, "tactics", word)
        known_tactics = [tactic.id for tactic in army.team_of(s, seat).tactics]
        chosen = tuple(_need(f"tactics.{word}", tactic, known_tactics) for tactic in tactics)
        s.tactics = put(s.tactics, seat, chosen)


def _add(s: State, name: str, row: OperativeRow, members: tuple[list[Member], list[Member]]) -> None:
    """An operative with its side and weapons, not yet on its place."""
    key = f"operatives.{name}"
    if not _NAME.match(name) or name in (*SIDES, *seat_names(s), *OBJECTIVES):
        raise SetupError(f"{key}: a name is letters, digits, - and _, and not that of a side or objective")
    card = s.content.datacards[row.card]
    if row.wounds_stat is not None:
        if row.wounds_stat < 1:
            raise SetupError(f"{key}.wounds_stat: {row.wounds_stat} is less than 1 (KILLTEAM-DMG.1)")
        card = replace(card, wounds=row.wounds_stat)
    seat = _side_of(s, key, card, row)
    if s.options["teams"][seat] != card.team:
        raise SetupError(f"{key}.card: {row.card} is not of the team of {SIDES[seat]}")
    member = Member(card, _weapons(s, key, card, row.weapons))
    members[seat].append(member)
    who = army.add_operative(s, seat, member, name)
    s.engage[who] = row.order == "engage"
    s.ready[who] = row.ready and not row.dead
    s.marks[who] = frozenset(_note(f"{key}.marks", note) for note in row.marks)
    s.dead[who] = s.counted[who] = row.dead
    if row.dead:
        s.wounds[who] = 0
    if row.wounds is not None:
        if not 1 <= row.wounds <= card.wounds:
            raise SetupError(f"{key}.wounds: {row.wounds} is not 1 to {card.wounds} (KILLTEAM-DMG.1)")
        s.wounds[who] = row.wounds


def _side_of(s: State, key: str, card: Datacard, row: OperativeRow) -> Seat:
    if row.side is not None:
        return _seat(s, f"{key}.side", row.side)
    teams = s.options["teams"]
    if card.team not in teams:
        raise SetupError(f"{key}.card: {card.key} is of {card.team}; there play {' and '.join(teams)}")
    found: Seat = teams.index(card.team)
    return found


def _note(key: str, note: str) -> str:
    span = note.partition(":")[0]
    _need(key, span, ("activation", "tp", "battle"))
    return note


def _weapons(s: State, key: str, card: Datacard, names: list[str] | None) -> tuple[Weapon, ...]:
    """The set of weapons that has those named; else exactly those named, whoever carries them by right."""
    if names is None:
        return card.loadouts[0]
    groups = s.content.groups
    found = [f"{card.team}.{name}" if f"{card.team}.{name}" in groups else name for name in names]
    loadout = card.loadout(found)
    if loadout is not None:
        return loadout
    own = [_need(f"{key}.weapons", name, groups) for name in found]
    return tuple(weapon for group in own for weapon in groups[group])


def _rosters(s: State, row: TableRow, members: tuple[list[Member], list[Member]]) -> None:
    """The rosters behind the operatives, and what the kill op starts from."""
    free: list[tuple[str, ...]] = [(), ()]
    for word, ploys in row.free_ploys.items():
        free[_seat(s, "free_ploys", word)] = tuple(
            _need(f"free_ploys.{word}", ploy, s.content.ploys) for ploy in ploys
        )
    found = []
    for seat in (0, 1):
        team = army.team_of(s, seat)
        tactics = tuple(t for id in s.tactics[seat] for t in team.tactics if t.id == id)
        ploys_of = tuple(s.content.ploys[ploy] for ploy in free[seat])
        found.append(
            Roster(
                "position", "position", team, tuple(members[seat]), tactics, ploys_of, s.picks[seat], "own"
            )
        )
        s.starts = put(s.starts, seat, found[seat].kill_size)
    s.rosters = (found[0], found[1])
    for word, number in row.starts.items():
        s.starts = put(s.starts, _seat(s, "starts", word), number)


def _place(s: State, rows: Mapping[str, OperativeRow]) -> None:
    for who, (name, row) in enumerate(rows.items()):
        key = f"operatives.{name}"
        if row.at is None:
            if not row.dead:
                raise SetupError(f"{key}.at: is missing")
            continue
        x, y = _point(key, row.at)
        z = _length(f"{key}.z", row.z)
        refusal = field.can_stand(s, who, x, y, z)
        if refusal is not None:
            raise SetupError(f"{key}.at: {refusal}")
        s.x[who], s.y[who], s.z[who], s.on[who] = x, y, z, True


# -- markers and what is in force ----------------------------------------------------------------------------


def _markers(s: State, row: TableRow) -> None:
    markers = list(setup.objective_markers(s))
    for name, objective in row.objectives.items():
        key = f"objectives.{name}"
        at = OBJECTIVES.index(_need(key, name, OBJECTIVES))
        carrier = -1 if objective.carrier is None else _who(s, f"{key}.carrier", objective.carrier)
        markers[at] = markers[at]._replace(
            carrier=carrier, notes=frozenset(objective.notes), data=objective.data
        )
    for n, marker in enumerate(row.markers):
        key = f"markers.{n}"
        carrier = -1 if marker.carrier is None else _who(s, f"{key}.carrier", marker.carrier)
        if marker.at is None and carrier < 0:
            raise SetupError(f"{key}.at: is missing")
        x, y = (s.x[carrier], s.y[carrier]) if marker.at is None else _point(key, marker.at)
        z = s.z[carrier] if marker.at is None else _length(f"{key}.z", marker.z)
        clause = field.marker_fault(s, x, y, z)
        if clause:
            raise SetupError(f"{key}.at: no marker can lie there ({clause})")
        seat = -1 if marker.side is None else _seat(s, f"{key}.side", marker.side)
        markers.append(Marker(marker.kind, x, y, z, seat, carrier, marker.data, frozenset(marker.notes)))
    s.markers = tuple(markers)


def _condition(s: State, row: TableRow) -> None:
    """Numbers of the sides, effects, secrets."""
    s.cp = (0, 0)
    for word, cp in row.cp.items():
        if cp < 0:
            raise SetupError(f"cp.{word}: {cp} is less than 0")
        s.cp = put(s.cp, _seat(s, "cp", word), cp)
    for word, kills in row.kills.items():
        s.kills = put(s.kills, _seat(s, "kills", word), kills)
    for word, vp in row.vp.items():
        s.vp = put(s.vp, _seat(s, "vp", word), {str(source): amount for source, amount in vp.items()})
    for word, cards in row.cards.items():
        s.cards = put(s.cards, _seat(s, "cards", word), tuple(cards))
    for word, used in row.used.items():
        notes = frozenset(_note(f"used.{word}", note) for note in used)
        s.used = put(s.used, _seat(s, "used", word), notes)
    for effect in row.effects:
        who = -1 if effect.who is None else _who(s, "effects.who", effect.who)
        seat = _seat(s, "effects.side", effect.side)
        s.effects = (*s.effects, Effect(effect.kind, seat, who, effect.value, effect.until))
    _secrets(s, row)


def _secrets(s: State, row: TableRow) -> None:
    shown = {_seat(s, "revealed", word) for word in row.revealed}
    for word, op in row.tac_op.items():
        seat = _seat(s, "tac_op", word)
        s.tac_op = put(s.tac_op, seat, s.content.tac_ops[_need(f"tac_op.{word}", op, s.content.tac_ops)])
        if seat not in shown:
            s.secret = put(s.secret, seat, s.secret[seat] | {"tac_op"})
    for word, primary in row.primary.items():
        seat = _seat(s, "primary", word)
        s.primary = put(s.primary, seat, primary)
        s.secret = put(s.secret, seat, s.secret[seat] | {"primary"})


# -- what is under way ---------------------------------------------------------------------------------------


def _frames(s: State, row: TableRow) -> None:
    if row.phase == "initiative":
        s.turn -= 1
    if row.phase != "firefight":
        if row.active is not None or row.activation is not None or row.to_act is not None:
            raise SetupError(f"phase: nobody acts in {row.phase!r}")
        s.frames = [turn.TurningPoint(row.phase)]
        return
    frames: list[Frame] = [turn.TurningPoint(turn.following("firefight"))]
    seat = s.initiative if row.to_act is None else _seat(s, "to_act", row.to_act)
    active = _activation(s, row)
    if active is None:
        s.frames = [*frames, firefight.Firefight(seat)]
        return
    who = active.who
    if row.to_act is not None and seat != s.side[who]:
        raise SetupError(f"to_act: {s.names[who]} is active, an operative of {SIDES[s.side[who]]}")
    if s.dead[who] or not s.on[who]:
        raise SetupError(f"active: {s.names[who]} is not in the killzone")
    if active.counter:
        s.ready[who] = False
    s.activation = active
    s.frames = [*frames, firefight.Firefight(s.side[who], True), windows.ACTING]


def _activation(s: State, row: TableRow) -> Activation | None:
    entry = row.activation
    if entry is None:
        return None if row.active is None else Activation(_who(s, "active", row.active))
    if row.active not in (None, entry.who):
        raise SetupError("active: is another operative than that of the activation")
    who = _who(s, "activation.who", entry.who)
    known = {weapon.id for weapon in s.weapons[who]}
    weapons = tuple(_need("activation.weapons", weapon, sorted(known)) for weapon in entry.weapons)
    moved = _length("activation.moved", entry.moved)
    for action in entry.done:
        if not _NAME.match(action):
            raise SetupError(f"activation.done: {action!r} is no action")
    return Activation(
        who,
        entry.spent,
        tuple(entry.done),
        weapons,
        moved,
        entry.counter,
        entry.chained,
        frozenset(entry.notes),
    )
