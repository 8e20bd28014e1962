"""The game's data, read once: `content()`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar

from affray.engine.datafiles import Folder, Table, convert, fault, only, read
from affray.games.killteam.content import Content, Equipment, Map, Roster
from affray.games.killteam.ids import TEAMS, TeamId
from affray.games.killteam.loading_maps import read_maps
from affray.games.killteam.loading_ops import (
    read_crit_ops,
    read_extra_actions,
    read_figures,
    read_presets,
    read_scenarios,
    read_tac_ops,
)
from affray.games.killteam.loading_teams import (
    COMMON,
    picks_of,
    read_equipment,
    read_ploys,
    read_team,
    team_source,
)
from affray.games.killteam.loading_weapons import Armoury
from affray.games.killteam.rosters import RosterRow, Stock, make_roster, validate_roster
from affray.games.killteam.weapons import Weapon

_COMMON_FILE = "common.toml"
_TEST_FILE = "synthetic.toml"
_SOURCE = "public KTJ, KRB"
_T = TypeVar("_T")


@cache
def content() -> Content:
    """The game's own data; read on the first call, then kept."""
    return load_content(files("affray.games.killteam") / "data")


def load_content(folder: Folder) -> Content:
    """Read and check the data files of a folder.

    Raises :class:`ContentError` at the first fault.
    """
    common = read(folder, _COMMON_FILE)
    tables = {team: read(folder, f"{team}.toml") for team in TEAMS}
    armoury = _armoury(common, read(folder, _TEST_FILE), tables)
    teams = {id: read_team(f"{id}.toml", id, table, armoury) for id, table in tables.items()}
    items = [*read_equipment(_COMMON_FILE, None, common, armoury, _SOURCE, {}).values()]
    items += [item for team in teams.values() for item in team.equipment]
    ploys = [*read_ploys(_COMMON_FILE, None, common).values()]
    ploys += [ploy for team in teams.values() for ploy in team.ploys]
    cards = [card for team in teams.values() for card in team.datacards]
    abilities = [ability for team in teams.values() for ability in team.abilities]
    stock = Stock(
        teams=_by_id("team", ((team.id, team) for team in teams.values())),
        datacards=_by_id("datacard", ((card.key, card) for card in cards)),
        ploys=_by_id("ploy", ((ploy.id, ploy) for ploy in ploys)),
        picks=_by_id("equipment", ((pick.id, pick) for item in items for pick in picks_of(item))),
    )
    ops = read(folder, "ops.toml")
    figures = read_figures(ops)
    crit_ops, tac_ops = read_crit_ops(ops), read_tac_ops(ops)
    actions = [*read_extra_actions(_COMMON_FILE, common).values()]
    actions += [action for crit_op in crit_ops.values() for action in crit_op.actions]
    actions += [action for tac_op in tac_ops.values() for action in tac_op.actions]
    maps = read_maps(read(folder, "maps.toml"))
    _check_room(maps)
    return Content(
        weapons=_by_id("weapon", ((weapon.id, weapon) for weapon in _all_weapons(armoury, items))),
        groups=MappingProxyType(armoury.groups),
        datacards=stock.datacards,
        abilities=_by_id("ability", ((ability.id, ability) for ability in abilities)),
        ploys=stock.ploys,
        teams=stock.teams,
        equipment=_by_id("equipment", ((item.id, item) for item in items)),
        picks=stock.picks,
        actions=_by_id("action", ((action.id, action) for action in actions)),
        crit_ops=MappingProxyType(crit_ops),
        tac_ops=MappingProxyType(tac_ops),
        scenarios=MappingProxyType(read_scenarios(ops)),
        ops=figures,
        maps=MappingProxyType(maps),
        presets=MappingProxyType(read_presets("presets.toml", read(folder, "presets.toml"))),
        rosters=MappingProxyType(_default_rosters(tables, stock)),
    )


def _armoury(common: Table, made_up: Table, tables: Mapping[TeamId, Table]) -> Armoury:
    """The weapons of all files."""
    only(_COMMON_FILE, common, "weapon", "equipment", "action", "ploy")
    only(_TEST_FILE, made_up, "weapon")
    armoury = Armoury()
    armoury.read(_COMMON_FILE, common, COMMON, _SOURCE)
    armoury.read(_TEST_FILE, made_up, "test", "own", synthetic=True)
    for team, table in tables.items():
        armoury.read(f"{team}.toml", table, team, team_source(f"{team}.toml", table))
    return armoury


def _all_weapons(armoury: Armoury, items: Iterable[Equipment]) -> list[Weapon]:
    """The printed weapons and those that items change."""
    printed = [weapon for profiles in armoury.groups.values() for weapon in profiles]
    return printed + [weapon for item in items for weapon in item.changes.values()]


def _by_id(what: str, pairs: Iterable[tuple[str, _T]]) -> Mapping[str, _T]:
    """The objects by their ids, which no two of them may share, whatever file they come from."""
    found: dict[str, _T] = {}
    for key, value in pairs:
        if key in found:
            raise fault("the data files", what, key, "stands twice")
        found[key] = value
    return MappingProxyType(found)


def _default_rosters(tables: Mapping[TeamId, Table], stock: Stock) -> dict[str, Roster]:
    """The roster of each team's file, which the rules must allow."""
    found: dict[str, Roster] = {}
    for team, table in tables.items():
        file = f"{team}.toml"
        row = convert(file, "table", "roster", table.get("roster", {}), RosterRow)
        found[team] = roster = make_roster(file, team, team, row, stock)
        for clause, reason in validate_roster(roster):
            raise fault(file, "roster", team, f"{reason} ({clause})")
    return found


def _check_room(maps: Mapping[str, Map]) -> None:
    """Objective markers lie on the floor of the board, West's in the western half (KILLTEAM-C.SET)."""
    for key, map_ in maps.items():
        x, y = map_.objectives[1]
        if not (0 < x < map_.area.x1 // 2 and 0 < y < map_.area.y1):
            raise fault("maps.toml", "map", key, "key 'west': is not in the western half of the board")
