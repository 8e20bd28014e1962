"""Reading operations, scenarios and presets."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from affray.engine.datafiles import Row, Table, at_least, convert, entries, fault, from_to, only
from affray.games.killteam.content import (
    CritOp,
    MissionAction,
    OpsFigures,
    Preset,
    Scenario,
    TacOp,
)
from affray.games.killteam.ids import (
    Archetype,
    CritOpId,
    MissionActionId,
    PresetId,
    ScenarioId,
    TacOpId,
)

_FILE = "ops.toml"


class _BattleRow(Row, frozen=True):
    turns: int
    most_per_op: int


class _ActionRow(Row, frozen=True):
    name: str
    clause: str | None = None
    ap: int = 1
    first_turn: int = 2
    objective: bool = True


class _CritRow(Row, frozen=True):
    name: str
    text: str
    source: str
    action: dict[MissionActionId, _ActionRow] = {}
    figures: dict[str, int] = {}


class _TacRow(Row, frozen=True):
    name: str
    archetype: Archetype
    text: str
    source: str
    most_per_turn: int = 2
    action: dict[MissionActionId, _ActionRow] = {}
    figures: dict[str, int] = {}


class _ScenarioRow(Row, frozen=True):
    name: str
    text: str


class _PresetRow(Row, frozen=True):
    name: str
    text: str
    obscured: bool
    assist: bool
    vantage_bonus: bool
    ploys: bool
    equipment: bool
    initiative_cards: bool
    full_ops: bool
    passing_exception: bool
    increment_rounding: bool
    move_floor: bool
    thirds: bool
    first_tie_again: bool


def read_figures(table: Table) -> OpsFigures:
    """What the operations have in common, and the table of the kill op."""
    only(_FILE, table, "battle", "grades", "scenario", "crit", "tac")
    battle = convert(_FILE, "table", "battle", table.get("battle", {}), _BattleRow)
    at_least(_FILE, "table", "battle", 1, turns=battle.turns, most_per_op=battle.most_per_op)
    grades: dict[int, tuple[int, ...]] = {}
    for key, needs in convert(
        _FILE, "table", "grades", table.get("grades", {}), dict[str, tuple[int, int, int, int, int]]
    ).items():
        if not (key.isascii() and key.isdigit()):
            raise fault(_FILE, "grades", key, "is no number of operatives")
        if not 0 < needs[0] < needs[1] < needs[2] < needs[3] < needs[4] == int(key):
            raise fault(_FILE, "grades", key, f"{list(needs)} does not rise to {key}")
        grades[int(key)] = needs
    return OpsFigures(battle.turns, battle.most_per_op, MappingProxyType(grades))


def read_crit_ops(table: Table) -> dict[str, CritOp]:
    """The crit ops, by id."""
    found: dict[str, CritOp] = {}
    for key, entry in entries(_FILE, table, "crit", dict[CritOpId, Any]).items():
        row = convert(_FILE, "crit op", key, entry, _CritRow)
        clause = f"KILLTEAM-C.OPS.{key}"
        found[key] = CritOp(
            id=key,
            name=row.name,
            clause=clause,
            actions=_actions(key, clause, row.action),
            figures=MappingProxyType(row.figures),
            text=row.text,
            source=row.source,
        )
    return found


def read_tac_ops(table: Table) -> dict[str, TacOp]:
    """The tac ops, by id."""
    found: dict[str, TacOp] = {}
    for key, entry in entries(_FILE, table, "tac", dict[TacOpId, Any]).items():
        row = convert(_FILE, "tac op", key, entry, _TacRow)
        at_least(_FILE, "tac op", key, 1, most_per_turn=row.most_per_turn)
        clause = f"KILLTEAM-C.OPS.{key.upper()}"
        found[key] = TacOp(
            id=key,
            name=row.name,
            clause=clause,
            archetype=row.archetype,
            most_per_turn=row.most_per_turn,
            actions=_actions(key, clause, row.action),
            figures=MappingProxyType(row.figures),
            text=row.text,
            source=row.source,
        )
    return found


def read_scenarios(table: Table) -> dict[str, Scenario]:
    """The scenarios of the lite game, by id."""
    rows = entries(_FILE, table, "scenario", dict[ScenarioId, Any])
    found = {key: convert(_FILE, "scenario", key, entry, _ScenarioRow) for key, entry in rows.items()}
    return {key: Scenario(key, row.name, "KILLTEAM-C.OPS.1", row.text) for key, row in found.items()}


def read_extra_actions(file: str, table: Table) -> dict[str, MissionAction]:
    """Mission actions that an item of equipment offers, from the file of the equipment."""
    found: dict[str, MissionAction] = {}
    for key, entry in entries(file, table, "action", dict[MissionActionId, Any]).items():
        row = convert(file, "action", key, entry, _ActionRow)
        if row.clause is None:
            raise fault(file, "action", key, "needs a key 'clause'")
        found[key] = _action(file, key, key, row.clause, row)
    return found


def _actions(op: str, clause: str, rows: dict[MissionActionId, _ActionRow]) -> tuple[MissionAction, ...]:
    return tuple(_action(_FILE, op, key, row.clause or clause, row) for key, row in rows.items())


def _action(file: str, op: str, key: MissionActionId, clause: str, row: _ActionRow) -> MissionAction:
    at_least(file, "action of", op, 0, ap=row.ap)
    from_to(file, "action of", op, 1, 4, first_turn=row.first_turn)
    return MissionAction(key, row.name, clause, row.ap, row.first_turn, row.objective)


def read_presets(file: str, table: Table) -> dict[str, Preset]:
    """The presets, by id."""
    rows = convert(file, "the file", None, table, dict[PresetId, Any])
    found = {key: convert(file, "preset", key, entry, _PresetRow) for key, entry in rows.items()}
    return {
        key: Preset(
            id=key,
            name=row.name,
            text=row.text,
            obscured=row.obscured,
            assist=row.assist,
            vantage_bonus=row.vantage_bonus,
            ploys=row.ploys,
            equipment=row.equipment,
            initiative_cards=row.initiative_cards,
            full_ops=row.full_ops,
            passing_exception=row.passing_exception,
            increment_rounding=row.increment_rounding,
            move_floor=row.move_floor,
            thirds=row.thirds,
            first_tie_again=row.first_tie_again,
        )
        for key, row in found.items()
    }
