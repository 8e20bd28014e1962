"""The tables of a position as they are written; `position` says what they mean."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

Inches: TypeAlias = int | float | str
"""Inches, or units as text with a ``u``."""
Place: TypeAlias = tuple[Inches, Inches]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a position; a key that it does not know is a fault."""


class OperativeRow(Row, frozen=True):
    card: str
    at: Place | None = None
    z: Inches = 0
    order: Literal["engage", "conceal"] = "engage"
    wounds: int | None = None
    wounds_stat: int | None = None
    """A Wounds stat other than the card's, so that odds tell apart what would be more than enough."""
    side: str | None = None
    weapons: list[str] | None = None
    ready: bool = True
    marks: list[str] = []
    dead: bool = False
    """It lies in the killzone incapacitated, or has been removed if it has no place."""


class ActivationRow(Row, frozen=True):
    who: str
    spent: int = 0
    done: list[str] = []
    weapons: list[str] = []
    moved: Inches = 0
    counter: bool = False
    chained: bool = False
    notes: list[str] = []


class ObjectiveRow(Row, frozen=True):
    carrier: str | None = None
    notes: list[str] = []
    data: int = 0


class MarkerRow(Row, frozen=True):
    kind: str
    at: Place | None = None
    z: Inches = 0
    side: str | None = None
    carrier: str | None = None
    notes: list[str] = []
    data: int = 0


class PieceRow(Row, frozen=True):
    item: str
    at: Place
    along: Literal["x", "y"] = "x"


class LadderRow(Row, frozen=True):
    feature: str
    at: Place


class EffectRow(Row, frozen=True):
    kind: str
    side: str = "A"
    who: str | None = None
    value: int = 0
    until: Literal["action", "activation", "next_activation", "ready", "turning_point", "battle"] = (
        "turning_point"
    )


class TableRow(Row, frozen=True):
    preset: str = "standard"
    map: str = "c"
    teams: list[str] | None = None
    scenario: str | None = None
    turn: int = 1
    initiative: str = "A"
    phase: Literal["initiative", "ready", "gambit", "firefight", "end"] = "firefight"
    to_act: str | None = None
    active: str | None = None
    west: str = "A"
    operatives: dict[str, Any] = {}
    activation: ActivationRow | None = None
    objectives: dict[str, ObjectiveRow] = {}
    markers: list[MarkerRow] = []
    pieces: list[PieceRow] = []
    ladders: list[LadderRow] = []
    effects: list[EffectRow] = []
    cp: dict[str, int] = {}
    kills: dict[str, int] = {}
    starts: dict[str, int] = {}
    vp: dict[str, dict[Literal["crit", "tac", "kill", "primary"], int]] = {}
    cards: dict[str, list[Literal["reroll", "1", "2", "3"]]] = {}
    equipment: dict[str, list[str]] = {}
    tactics: dict[str, list[str]] = {}
    free_ploys: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    tac_op: dict[str, str] = {}
    primary: dict[str, Literal["crit", "tac", "kill"]] = {}
    revealed: list[str] = []
