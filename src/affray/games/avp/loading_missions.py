"""Reading and checking army lists and missions, which rest on units and maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from affray.engine.datafiles import Row, Table, at_least, convert, fault
from affray.games.avp.content import (
    CAPACITY,
    FACTIONS,
    ArmyList,
    Deployment,
    Faction,
    HordeGroup,
    HordeNest,
    HordeTable,
    MapData,
    Mission,
    MissionMap,
    Unit,
)
from affray.games.avp.drawing import read_drawing


class _ArmyRow(Row, frozen=True):
    name: str
    faction: Faction
    units: dict[str, int]
    source: str
    mission: str | None = None
    size: str | None = None


class ArmiesFile(Row, frozen=True):
    sizes: dict[str, int]
    percent: dict[str, int]
    army: dict[str, Any]


class _DeploymentRow(Row, frozen=True):
    tiles: tuple[str, ...]
    pins: dict[str, tuple[str, ...]] = {}
    start: int | None = None
    per_round: int = 0


class _MissionMapRow(Row, frozen=True):
    deploy: dict[Faction, _DeploymentRow]
    doors_removed: tuple[tuple[str, str], ...] = ()
    objectives: dict[str, tuple[str, ...]] = {}
    nests: tuple[str, ...] = ()


class _GroupRow(Row, frozen=True):
    d20: tuple[int, int]
    units: dict[str, int]


class _NestRow(Row, frozen=True):
    d20: tuple[int, int]
    tile: str


class _HordeRow(Row, frozen=True):
    groups_per_round: int
    groups: tuple[_GroupRow, ...]
    nests: tuple[_NestRow, ...]


class _MissionRow(Row, frozen=True):
    clause: str
    name: str
    rounds: int
    seats: tuple[tuple[Faction, ...], ...]
    brief: str
    text: str
    source: str
    armies: dict[Faction, tuple[str, ...]]
    map: dict[str, Any]
    solo: bool = False
    battle: bool = False
    figures: dict[str, int] = {}
    horde: _HordeRow | None = None


def read_armies(book: ArmiesFile, units: Mapping[str, Unit]) -> dict[str, ArmyList]:
    if set(book.percent) != set(FACTIONS):
        raise fault("armies.toml", "table", "percent", "needs a key for each faction and no other")
    armies = {}
    for key, entry in book.army.items():
        row = convert("armies.toml", "army", key, entry, _ArmyRow)
        if row.size is not None and row.size not in book.sizes:
            raise fault("armies.toml", "army", key, f"key 'size': '{row.size}' is not one of [sizes]")
        _check_box("armies.toml", "army", key, row.units, row.faction, units)
        points = sum(units[unit].points * number for unit, number in row.units.items())
        if row.size is not None and points > book.sizes[row.size] * book.percent[row.faction] // 100:
            raise fault("armies.toml", "army", key, f"{points} points are too many for a {row.size} battle")
        armies[key] = ArmyList(
            id=key,
            name=row.name,
            faction=row.faction,
            units=tuple(row.units.items()),
            points=points,
            mission=row.mission,
            size=row.size,
            source=row.source,
        )
    return armies


def _check_box(
    file: str, what: str, key: str, numbers: Mapping[str, int], faction: str, units: Mapping[str, Unit]
) -> None:
    """The units must exist, belong to the faction and be in the box as often as the list wants them."""
    if not numbers:
        raise fault(file, what, key, "has no units")
    taken: dict[str, int] = {}
    for name, number in numbers.items():
        unit = units.get(name)
        if unit is None:
            raise fault(file, what, key, f"unit '{name}' is not in units.toml")
        if unit.faction != faction:
            raise fault(file, what, key, f"unit '{name}' is one of the {unit.faction}, not of the {faction}")
        if unit.kind == "token":
            raise fault(file, what, key, f"unit '{name}' is a token that no list counts")
        if number < 1:
            raise fault(file, what, key, f"unit '{name}': {number} is less than 1")
        taken[unit.box_of] = models = taken.get(unit.box_of, 0) + number
        if models > unit.box:
            raise fault(file, what, key, f"unit '{name}': {models} models, but the box has {unit.box}")


def read_missions(
    table: Table, units: Mapping[str, Unit], maps: Mapping[str, MapData], armies: Mapping[str, ArmyList]
) -> dict[str, Mission]:
    missions = {}
    for key, entry in table.items():
        row = convert("missions.toml", "mission", key, entry, _MissionRow)
        at_least("missions.toml", "mission", key, 1, rounds=row.rounds)
        at_least("missions.toml", "mission", key, 1, seats=len(row.seats), map=len(row.map))
        for seats in row.seats:
            if not seats or seats != tuple(faction for faction in FACTIONS if faction in seats):
                raise fault(
                    "missions.toml", "mission", key, f"key 'seats': {list(seats)} is not in seat order"
                )
        playing: list[Faction] = [name for name in FACTIONS if any(name in seats for seats in row.seats)]
        for faction in row.armies:
            if faction not in playing:
                raise fault("missions.toml", "mission", key, f"armies: the {faction} have no seat")
        lists: dict[str, tuple[ArmyList, ...]] = {
            name: _lists(key, name, row.armies.get(name, ()), armies) for name in playing
        }
        variants = tuple(
            _mission_map(key, name, variant, lists, units, maps) for name, variant in row.map.items()
        )
        horde = None if row.horde is None else _horde(key, row.horde, variants, units)
        if row.solo and horde is None:
            raise fault("missions.toml", "mission", key, "key 'solo': there is no horde to play against")
        missions[key] = Mission(
            id=key,
            clause=row.clause,
            name=row.name,
            rounds=row.rounds,
            seats=row.seats,
            solo=row.solo,
            battle=row.battle,
            brief=row.brief,
            text=row.text,
            maps=variants,
            armies=MappingProxyType(lists),
            figures=MappingProxyType(row.figures),
            horde=horde,
            source=row.source,
        )
    return missions


def _lists(
    key: str, faction: str, names: Iterable[str], armies: Mapping[str, ArmyList]
) -> tuple[ArmyList, ...]:
    lists = []
    for name in names:
        army = armies.get(name)
        if army is None:
            raise fault("missions.toml", "mission", key, f"army '{name}' is not in armies.toml")
        if army.faction != faction:
            raise fault("missions.toml", "mission", key, f"army '{name}' is not one of the {faction}")
        lists.append(army)
    return tuple(lists)


def _mission_map(
    key: str,
    name: str,
    entry: object,
    lists: Mapping[str, tuple[ArmyList, ...]],
    units: Mapping[str, Unit],
    maps: Mapping[str, MapData],
) -> MissionMap:
    what = f"mission '{key}', map"
    row = convert("missions.toml", what, name, entry, _MissionMapRow)
    if name not in maps:
        raise fault("missions.toml", what, name, "is not in maps.toml")
    drawn = maps[name]
    drawing = read_drawing(drawn.drawing)
    tiles = drawing.names

    def places(use: str, names: Iterable[str]) -> tuple[str, ...]:
        """The tiles named, a room by its tiles."""
        found: list[str] = []
        for place in names:
            if place in drawn.rooms:
                found.extend(drawn.rooms[place])
            elif place in tiles:
                found.append(place)
            else:
                raise fault("missions.toml", what, name, f"{use}: '{place}' is no tile or room of the map")
        return tuple(found)

    for one, two in row.doors_removed:
        if not {one, two} <= set(tiles) or not drawing.is_door(one, two):
            raise fault("missions.toml", what, name, f"doors_removed: no door between '{one}' and '{two}'")
    nests = places("nests", row.nests)
    deploy: dict[str, Deployment] = {}
    for faction, place in row.deploy.items():
        use = f"deploy.{faction}"
        if faction not in lists:
            raise fault("missions.toml", what, name, f"{use}: the {faction} have no seat")
        deploy[faction] = Deployment(
            tiles=places(use, place.tiles),
            pins=MappingProxyType({unit: places(f"{use}.pins", at) for unit, at in place.pins.items()}),
            start=place.start,
            per_round=place.per_round,
        )
        _check_deployment(what, name, faction, deploy[faction], lists[faction], units)
        if place.start is not None and not nests:
            raise fault("missions.toml", what, name, f"{use}: a reserve needs nests")
    for side, choices in lists.items():
        if choices and side not in deploy:
            raise fault("missions.toml", what, name, f"deploy: the {side} have no deployment")
    objectives = {aim: places(f"objectives.{aim}", at) for aim, at in row.objectives.items()}
    return MissionMap(
        map=name,
        deploy=MappingProxyType(deploy),
        doors_removed=row.doors_removed,
        objectives=MappingProxyType(objectives),
        nests=nests,
    )


def _check_deployment(
    what: str,
    name: str,
    faction: str,
    place: Deployment,
    lists: Iterable[ArmyList],
    units: Mapping[str, Unit],
) -> None:
    """Pinned units are of the faction, and every list of it finds room."""
    for unit in place.pins:
        if unit not in units or units[unit].faction != faction:
            reason = f"deploy.{faction}.pins: the {faction} have no unit '{unit}'"
            raise fault("missions.toml", what, name, reason)
    for army in lists:
        _check_room(what, name, army, place, units)


def _check_room(what: str, name: str, army: ArmyList, place: Deployment, units: Mapping[str, Unit]) -> None:
    """The tokens that must start on the board need capacity there (AVP-C.MIS.0)."""
    if place.start is not None:
        if not 0 < place.start <= army.count:
            raise fault("missions.toml", what, name, f"start: army '{army.id}' has no {place.start} tokens")
        return
    size = sum(units[unit].size * number for unit, number in army.units if unit not in place.pins)
    if size > CAPACITY * len(place.tiles):
        raise fault("missions.toml", what, name, f"army '{army.id}' does not fit its deployment tiles")


def _horde(
    key: str, row: _HordeRow, variants: tuple[MissionMap, ...], units: Mapping[str, Unit]
) -> HordeTable:
    file, what = "missions.toml", f"mission '{key}'"
    bands = {"groups": [group.d20 for group in row.groups], "nests": [nest.d20 for nest in row.nests]}
    for use, pairs in bands.items():
        faces = [face for low, high in pairs for face in range(low, high + 1)]
        if faces != list(range(1, 21)):
            raise fault(file, what, None, f"horde.{use}: the bands do not cover 1 to 20 in order")
    for group in row.groups:
        _check_box(file, "horde of mission", key, group.units, "aliens", units)
    for variant in variants:
        for nest in row.nests:
            if nest.tile not in variant.nests:
                raise fault(file, what, None, f"horde.nests: '{nest.tile}' is no Nest on '{variant.map}'")
    return HordeTable(
        groups_per_round=row.groups_per_round,
        groups=tuple(HordeGroup(*group.d20, units=tuple(group.units.items())) for group in row.groups),
        nests=tuple(HordeNest(*nest.d20, tile=nest.tile) for nest in row.nests),
    )
