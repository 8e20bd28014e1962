"""The figures of Kill Team as typed objects: weapons, datacards, teams, equipment, operations, maps, presets.

They are read from ``data/*.toml`` by :mod:`affray.games.killteam.loading`. There is one object per weapon,
datacard and so on in a :class:`Content`: compare them with ``is``; they hash by identity. What must mean the
same in another process (state hashes, records) uses their ids. Lengths are in units of 0.01 mm
(KILLTEAM-C.GEO.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from affray.boards.plane.solids import Box, Rect
from affray.games.killteam.ids import (
    AbilityId,
    Archetype,
    CritOpId,
    EquipmentId,
    MapId,
    MapRule,
    MissionActionId,
    OrderId,
    PloyId,
    PresetId,
    ScenarioId,
    TacOpId,
    TacticId,
    TeamId,
)
from affray.games.killteam.weapons import Weapon

HEAVY, LIGHT, VANTAGE, ACCESSIBLE, BLOCKING, EXPOSED, INSIGNIFICANT, CEILING = (1 << bit for bit in range(8))
"""Flag bits of terrain parts, in `Box.flags` (KILLTEAM-C.TER.1)."""

FLAG_LETTERS: Mapping[str, int] = {
    "H": HEAVY,
    "L": LIGHT,
    "V": VANTAGE,
    "A": ACCESSIBLE,
    "B": BLOCKING,
    "E": EXPOSED,
    "I": INSIGNIFICANT,
    "C": CEILING,
}

HEIGHTS: Mapping[int, int] = {25: 3200, 28: 3200, 32: 3800, 40: 4400}
"""How tall the body on a base of so many mm is (KILLTEAM-C.GEO.4)."""
SMALL_HEIGHT = 2000
"""How tall the smallest bodies are, whatever their base (KILLTEAM-C.GEO.4)."""

ANY_NUMBER = 0
"""`Datacard.limit` of an operative that a team may have any number of."""

Span: TypeAlias = Literal["activation", "turning_point", "battle"]
"""How long "once" or "so many uses" lasts."""


# --- Teams -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """A rule of a datacard or team that has a name."""

    id: AbilityId
    name: str
    clause: str
    text: str
    ap: int | None
    """AP cost where it is an action of its own; None: it is none."""
    gambit: bool
    """It is a STRATEGIC GAMBIT (KILLTEAM-C.TURN.5)."""
    support: bool
    """Its friendly distances grow near a Comms Device (KILLTEAM-C.EQ.COMMS_DEVICE)."""
    once: Span | None
    """How often: once in each such span; None: no limit of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Datacard:
    """An operative as printed (KILLTEAM-C.AOD, KILLTEAM-C.PLM, KILLTEAM-C.KOM, KILLTEAM-C.DKK)."""

    key: str
    """Three letters, unique in the game."""
    team: TeamId
    name: str
    apl: int
    move: int
    save: int
    wounds: int
    base: int
    """Diameter of the base in mm."""
    radius: int
    """Of the base (KILLTEAM-C.GEO.2)."""
    height: int
    """Of the body above its level (KILLTEAM-C.GEO.4)."""
    leader: bool
    limit: int
    """How many of them a team may have; `ANY_NUMBER`."""
    halves: int
    """How many half selections it takes in a team: 2, or 1 where it counts half (KILLTEAM-C.KOM)."""
    abilities: frozenset[AbilityId]
    """Its own and those of the whole team."""
    loadouts: tuple[tuple[Weapon, ...], ...]
    """The sets of weapons to choose among, each with all profiles of its weapons; at least one set."""

    @property
    def counted(self) -> bool:
        """Whether the kill op and whatever scores by incapacitation counts it (KILLTEAM-C.KOM.5)."""
        return "expendable" not in self.abilities

    def loadout(self, groups: Sequence[str]) -> tuple[Weapon, ...] | None:
        """The one set of weapons that has all these (ids of groups); None if there are none or several."""
        wanted = set(groups)
        found = [each for each in self.loadouts if wanted <= {weapon.group for weapon in each}]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Ploy:
    """A ploy (KILLTEAM-C.CP.1)."""

    id: PloyId
    name: str
    team: TeamId | None
    """None: every team has it."""
    clause: str
    strategy: bool
    """True: a STRATEGIC GAMBIT; False: a firefight ploy."""
    cost: int
    """CP."""
    unlimited: bool
    """Not bound to once per turning point and player."""
    first_turn: int
    """The first turning point in which it may be used."""
    support: bool
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Tactic:
    """A Chapter Tactic (KILLTEAM-C.AOD.2)."""

    id: TacticId
    name: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A Guardsman Order (KILLTEAM-C.DKK.1)."""

    id: OrderId
    name: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Team:
    """A kill team and how it is put together: one leader, `others` further selections, and `fixed` ones."""

    id: TeamId
    name: str
    clause: str
    """The clause that tells how the team is put together."""
    brief: str
    archetypes: tuple[Archetype, ...]
    others: int
    """How many selections besides the leader and the fixed operatives (two that count half are one)."""
    fixed: tuple[str, int] | None
    """A datacard that stands in the team so many times apart from the selections (KILLTEAM-C.DKK)."""
    swaps: bool
    """Each fixed operative may be left out for an own ploy that costs nothing all battle (KILLTEAM-C.DKK)."""
    datacards: tuple[Datacard, ...]
    ploys: tuple[Ploy, ...]
    """Its own; not Command Re-roll."""
    equipment: tuple[Equipment, ...]
    """Its own; not the universal items."""
    abilities: tuple[Ability, ...]
    tactics: tuple[Tactic, ...]
    """The Chapter Tactics that it chooses two of; empty for other teams (KILLTEAM-C.AOD.2)."""
    orders: tuple[Order, ...]
    """The orders that its leader gives; empty for other teams (KILLTEAM-C.DKK.1)."""
    source: str


# --- Equipment ---------------------------------------------------------------------------------------------

EquipmentKind: TypeAlias = Literal["terrain", "ladder", "marker", "grenades", "weapon", "rule", "gambit"]


@dataclass(frozen=True, slots=True, eq=False)
class Equipment:
    """An item of equipment, picked at most once per side (KILLTEAM-C.SET.3, KILLTEAM-C.EQ)."""

    id: EquipmentId
    name: str
    team: TeamId | None
    """None: every team may pick it."""
    clause: str
    kind: EquipmentKind
    pieces: int
    """How many pieces its side sets up (KILLTEAM-C.SET.4); 0: none."""
    size: tuple[int, int, int] | None
    """Length, depth and height of a piece of terrain."""
    flags: int
    """Flag bits of that piece."""
    uses: int
    """How often it may be used in `per`; 0: no limit, or nothing to use."""
    per: Span | None
    mixes: tuple[tuple[str, ...], ...]
    """What its uses may be made up of, chosen when it is picked; empty: nothing to choose."""
    gives: tuple[Weapon, ...]
    """Weapons that operatives have in addition."""
    excludes: frozenset[str]
    """Datacards that do not get those weapons."""
    changes: Mapping[Weapon, Weapon]
    """Weapons of the team that it replaces by a better version."""
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class EquipmentPick:
    """An item as picked: with the mix of its uses, where there is one."""

    id: str
    """That of the item, with the mix behind a colon: ``utility_grenades:smoke+stun``."""
    equipment: Equipment
    mix: tuple[str, ...]

    def uses(self, kind: str) -> int:
        """How many of its uses are of a kind."""
        return self.mix.count(kind)

    @property
    def gives(self) -> tuple[Weapon, ...]:
        """The weapons that operatives get by it: of a mix only those in it."""
        if not self.mix:
            return self.equipment.gives
        return tuple(w for w in self.equipment.gives if w.group.rpartition(".")[2] in self.mix)


# --- Operations --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class MissionAction:
    """An action that only an operation or an item offers (KILLTEAM-C.ACT.9). Refused while engaged."""

    id: MissionActionId
    name: str
    clause: str
    ap: int
    first_turn: int
    objective: bool
    """It is done on an objective marker that the operative controls."""


@dataclass(frozen=True, slots=True, eq=False)
class CritOp:
    """The shared operation of a full game (KILLTEAM-C.OPS.2)."""

    id: CritOpId
    name: str
    clause: str
    actions: tuple[MissionAction, ...]
    figures: Mapping[str, int]
    """Numbers that its text names, e.g. ``vp_per_loot``."""
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class TacOp:
    """A secret operation (KILLTEAM-C.OPS.4, KILLTEAM-C.OPS.5)."""

    id: TacOpId
    name: str
    clause: str
    archetype: Archetype
    most_per_turn: int
    """VP that it can bring in one turning point."""
    actions: tuple[MissionAction, ...]
    figures: Mapping[str, int]
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A game without operations (KILLTEAM-C.OPS.1)."""

    id: ScenarioId
    name: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class OpsFigures:
    """What the operations have in common (KILLTEAM-C.OPS.2, KILLTEAM-C.OPS.3)."""

    turns: int
    """Turning points of a battle (KILLTEAM-C.TURN.1)."""
    most_per_op: int
    """VP that one operation can bring in the battle."""
    grades: Mapping[int, tuple[int, ...]]
    """Of the kill op, by the enemy's starting number: how many must be incapacitated for each grade."""

    def grade(self, start: int, incapacitated: int) -> int:
        """The kill grade against a team of `start` operatives; KeyError for a number no legal team has."""
        return sum(incapacitated >= need for need in self.grades[start])


# --- Maps and presets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """A killzone (KILLTEAM-C.MAP); pairs have West first."""

    id: MapId
    name: str
    area: Rect
    drop_zones: tuple[Rect, Rect]
    territories: tuple[Rect, Rect]
    objectives: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    """Centres of the objective markers: centre, West's, East's."""
    features: tuple[str, ...]
    """Names of the features; `Box.group` is the index here."""
    parts: tuple[Box, ...]
    """In the order of the map's table, a mirrored twin behind its part."""
    strongholds: tuple[Rect, ...]
    """Footprints of the strongholds."""
    rules: frozenset[MapRule]
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """Which parts of the completion are in use (KILLTEAM-C.OPT)."""

    id: PresetId
    name: str
    text: str
    obscured: bool
    """KILLTEAM-C.LOS.11, KILLTEAM-C.SH.4."""
    assist: bool
    """KILLTEAM-C.FT.2."""
    vantage_bonus: bool
    """KILLTEAM-C.TER.3."""
    ploys: bool
    """KILLTEAM-C.CP.1."""
    equipment: bool
    """KILLTEAM-C.EQ."""
    initiative_cards: bool
    """KILLTEAM-C.TURN.3."""
    full_ops: bool
    """Operations; else the scenarios of the lite game (KILLTEAM-C.OPS.1)."""
    passing_exception: bool
    """KILLTEAM-R.4."""
    increment_rounding: bool
    """KILLTEAM-R.5."""
    move_floor: bool
    """Move never drops below 4" (KILLTEAM-R.18)."""
    thirds: bool
    """Teams are set up by thirds, else one operative at a time (KILLTEAM-C.SET)."""
    first_tie_again: bool
    """A tied first initiative roll is rolled again (KILLTEAM-C.TURN.2)."""


# --- Rosters -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """An operative of a roster with the weapons chosen for it."""

    card: Datacard
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Roster:
    """A team as a player picks it: operatives, equipment and whatever else it chooses (KILLTEAM-C.SET.3)."""

    id: str
    name: str
    team: Team
    members: tuple[Member, ...]
    tactics: tuple[Tactic, ...]
    """Primary, secondary and, with a sergeant, the one of Chapter Veteran (KILLTEAM-C.AOD.2)."""
    free_ploys: tuple[Ploy, ...]
    """Ploys that cost nothing because operatives were left out for them (KILLTEAM-C.DKK)."""
    equipment: tuple[EquipmentPick, ...]
    source: str

    @property
    def kill_size(self) -> int:
        """The starting number for the kill op (KILLTEAM-C.OPS.3, KILLTEAM-C.KOM.5)."""
        return sum(member.card.counted for member in self.members)


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """All data of the game, by id."""

    weapons: Mapping[str, Weapon]
    groups: Mapping[str, tuple[Weapon, ...]]
    """The profiles of each weapon, by the id of the group."""
    datacards: Mapping[str, Datacard]
    abilities: Mapping[str, Ability]
    ploys: Mapping[str, Ploy]
    teams: Mapping[str, Team]
    equipment: Mapping[str, Equipment]
    picks: Mapping[str, EquipmentPick]
    """Every way to pick an item."""
    actions: Mapping[str, MissionAction]
    """The mission actions of all operations and items."""
    crit_ops: Mapping[str, CritOp]
    tac_ops: Mapping[str, TacOp]
    scenarios: Mapping[str, Scenario]
    ops: OpsFigures
    maps: Mapping[str, Map]
    presets: Mapping[str, Preset]
    rosters: Mapping[str, Roster]
    """The default roster of each team, by its id."""

    def picks_for(self, team: Team) -> tuple[EquipmentPick, ...]:
        """What a team may pick: universal items, then its own (KILLTEAM-C.SET.3)."""
        return tuple(
            pick
            for pick in self.picks.values()
            if pick.equipment.team is None or pick.equipment.team == team.id
        )

    def tac_ops_for(self, team: Team) -> tuple[TacOp, ...]:
        """The secret operations that a team chooses among (KILLTEAM-C.SET.3)."""
        return tuple(op for op in self.tac_ops.values() if op.archetype in team.archetypes)


def armed(member: Member, picks: Sequence[EquipmentPick]) -> tuple[Weapon, ...]:
    """The weapons of an operative with its side's equipment: its own, changed, then those added."""
    own = list(member.weapons)
    added: list[Weapon] = []
    for pick in picks:
        own = [pick.equipment.changes.get(weapon, weapon) for weapon in own]
        if member.card.key not in pick.equipment.excludes:
            added.extend(pick.gives)
    return (*own, *added)
