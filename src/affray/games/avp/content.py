"""The figures of AvP as typed objects.

Everything a rule looks up (profiles, weapons, cards, maps, missions, army lists) is data in ``data/*.toml``.
This module reads and checks it once; nothing is read on import. Each fault is a :class:`ContentError` that
names the file, the entry and the key.

There is one object per weapon, unit, card and so on in a :class:`Content`: compare them with ``is``; they
hash by identity. What must mean the same in another process (state hashes, records) uses their ids.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar, get_args

import msgspec

Faction: TypeAlias = Literal["marines", "aliens", "predators"]
Kind: TypeAlias = Literal["Troop", "HQ", "Support", "token"]
Base: TypeAlias = Literal["S", "M", "L", "none"]
Flag: TypeAlias = Literal[
    "rapid_fire", "template", "grenade", "flamethrower", "shotgun", "surge", "facehug", "acid_spit",
    "hot_plasma", "disc",
]  # fmt: skip
Skill: TypeAlias = Literal[
    "ping", "aimed_fire", "medic", "perimeter_secured", "dodge", "robotic", "preserve_life",
    "tactical_acumen", "auto_sentry", "automated_weapon", "improved_dodge", "tiny", "facehug",
    "acidic_blood", "hive_bloodhounds", "climbing_claws", "improved_hide", "royal_pheromones",
    "unstoppable", "resilient", "egg_injection", "seasoned_hunter", "rage", "pack_hunt", "charge",
    "forces_doors", "self_destruct", "vocal_mimicry",
]  # fmt: skip

FACTIONS: tuple[Faction, ...] = get_args(Faction)
"""All factions in seat order (AVP-C.GEN.5)."""
FLAGS: tuple[Flag, ...] = get_args(Flag)
SKILLS: tuple[Skill, ...] = get_args(Skill)

SIZES: Mapping[str, int] = MappingProxyType({"S": 1, "M": 2, "L": 3, "none": 6})
"""Capacity that a base takes of its tile (AVP-MAP.4)."""
CAPACITY = 8
"""Capacity of every tile (AVP-MAP.3)."""

_CLOSE_FLAGS = frozenset({"surge", "facehug", "disc"})


class ContentError(ValueError):
    """A fault in the game's data: one line that names the file, the entry and what is wrong there."""


# --- What rules look up ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon (AVP-C.WPN.1). Each flag is an attribute of its own, for speed."""

    id: str
    name: str
    ranged: bool
    """True: RS Tests (AVP-SHOOT.1); False: CC Tests (AVP-CC.1)."""
    strength: int
    """St of the Hit; of a close combat weapon what it adds to the bearer's St (AVP-R.25)."""
    rate: int
    """RoA: the Tests of one attack (AVP-ACT.4, AVP-ACT.7)."""
    avv: int
    """Lowers the armour bracket of the target (AVP-R.26)."""
    flags: frozenset[str]
    plain: bool
    """May be used by the plain Shooting or Close Combat Action, not just by an Action of its own."""
    rapid_fire: bool
    """May be fired by Rapid Fire (AVP-MAR.25)."""
    template: bool
    """Template weapon (AVP-MAR.26, AVP-C.SKILL.9)."""
    grenade: bool
    """Used by Grenade Launcher only (AVP-MAR.21)."""
    flamethrower: bool
    """Used by Burning Inferno only (AVP-MAR.5); its Hits cannot be dodged (AVP-MAR.35)."""
    shotgun: bool
    """May be used by Shotgun! (AVP-MAR.8) and Point Blank Shot (AVP-MAR.11)."""
    surge: bool
    """Its Hits call for a Con Test, not an A Test (AVP-MAR.36)."""
    facehug: bool
    """Its Hits make hosts (AVP-ALN.43)."""
    acid_spit: bool
    """Used by Acid Spit only (AVP-ALN.12)."""
    hot_plasma: bool
    """Successful A Tests against its Hits are rerolled (AVP-PRD.25)."""
    disc: bool
    """May also be thrown (AVP-PRD.12)."""
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """The profile of a unit (AVP-C.UNIT.1 to AVP-C.UNIT.3). Each skill is an attribute too, for speed."""

    id: str
    name: str
    faction: Faction
    kind: Kind
    """Troop, HQ, Support, or "token" for the mimicry token, which never becomes a model (AVP-R.51)."""
    base: Base
    size: int
    """Capacity that it takes (AVP-MAP.4)."""
    cc: int | None
    """Close combat skill; None: makes no CC Test."""
    rs: int | None
    """Ranged skill; None: makes no RS Test."""
    st: int
    con: int
    wounds: int
    armour: int
    bracket: int | None
    """F of an armour A(F): an A Test has at least the difficulty F - AVV (AVP-R.26)."""
    move: int
    """M (AVP-ACT.2)."""
    weapons: tuple[Weapon, ...]
    skills: frozenset[str]
    heal: int
    """X of Heal (X) (AVP-MAR.39), 0: none."""
    points: int
    box: int
    """How many models there are of the units that share ``box_of`` (AVP-R.48, AVP-C.ARMY.1)."""
    box_of: str
    """Id of the unit whose box it shares; its own id except for variants (AVP-C.SKILL.8)."""
    host: str | None
    """Id of the Alien unit that takes a victim's place (AVP-ALN.47, AVP-R.48)."""
    marine_actions: bool
    """May Aim, move tactically, weld vents and seal bulkheads (AVP-C.UNIT.1)."""
    first_aid: bool
    """May give itself First Aid (AVP-PRD.18, AVP-C.UNIT.3)."""
    source: str
    ping: bool
    aimed_fire: bool
    medic: bool
    perimeter_secured: bool
    dodge: bool
    robotic: bool
    preserve_life: bool
    tactical_acumen: bool
    auto_sentry: bool
    automated_weapon: bool
    improved_dodge: bool
    tiny: bool
    facehug: bool
    acidic_blood: bool
    hive_bloodhounds: bool
    climbing_claws: bool
    improved_hide: bool
    royal_pheromones: bool
    unstoppable: bool
    resilient: bool
    egg_injection: bool
    seasoned_hunter: bool
    rage: bool
    pack_hunt: bool
    charge: bool
    forces_doors: bool
    self_destruct: bool
    vocal_mimicry: bool


@dataclass(frozen=True, slots=True, eq=False)
class StrategyCard:
    """A card of a faction's deck (AVP-C.CARD.1)."""

    id: str
    name: str
    faction: Faction
    reaction: bool
    """True: played on an event (RE); False: in the own turn before a model is chosen (ACT)."""
    copies: int
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class EnvironmentCard:
    """A card of the deck that the initiative player turns over (AVP-ROUND.2, AVP-C.ENV.1)."""

    id: str
    name: str
    copies: int
    text: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class MapData:
    """A map as drawn in ``maps.toml`` (AVP-C.MAP.1 to AVP-C.MAP.3); ``board.py`` makes a board of it."""

    id: str
    name: str
    drawing: str
    """Lines without trailing spaces, no newline at the end."""
    rooms: Mapping[str, tuple[str, ...]]
    """Named places and their tiles."""
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class ArmyList:
    """A list of units to play with: how many of each."""

    id: str
    name: str
    faction: Faction
    units: tuple[tuple[str, int], ...]
    """Without the two mimicry tokens that every Predator army has besides (AVP-PRD.3)."""
    points: int
    mission: str | None
    """Id of the mission that it was made for."""
    size: str | None
    """Battle size, a key of :attr:`Content.sizes`, that it was made for (AVP-C.ARMY.1)."""
    source: str

    @property
    def count(self) -> int:
        """How many models the list has."""
        return sum(number for _, number in self.units)


@dataclass(frozen=True, slots=True, eq=False)
class Deployment:
    """Where an army starts (AVP-C.MIS.0)."""

    tiles: tuple[str, ...]
    pins: Mapping[str, tuple[str, ...]]
    """Units that start on tiles of their own and on no other."""
    start: int | None
    """How many tokens start on the board, the rest is the reserve; None: all start."""
    per_round: int
    """How many of the reserve may enter in a Round from Round 2 on."""


@dataclass(frozen=True, slots=True, eq=False)
class MissionMap:
    """A mission as it is set up on one map."""

    map: str
    deploy: Mapping[str, Deployment]
    """By faction; none for a horde."""
    doors_removed: tuple[tuple[str, str], ...]
    """Pairs of tiles whose door is gone from the start."""
    objectives: Mapping[str, tuple[str, ...]]
    """Tiles that the victory conditions speak of: "fires", "recorder", "exit", "scoring"."""
    nests: tuple[str, ...]
    """Tiles where the reserve (AVP-C.MIS.0) or the horde (AVP-C.MIS.5) appears."""


@dataclass(frozen=True, slots=True, eq=False)
class HordeGroup:
    """Aliens that appear together when the D20 shows ``low`` to ``high``."""

    low: int
    high: int
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class HordeNest:
    """The Nest that a group tries first when the D20 shows ``low`` to ``high``."""

    low: int
    high: int
    tile: str


@dataclass(frozen=True, slots=True, eq=False)
class HordeTable:
    """What comes in each Round of Last Stand, and where (AVP-C.MIS.5). Both lists cover 1 to 20."""

    groups_per_round: int
    groups: tuple[HordeGroup, ...]
    nests: tuple[HordeNest, ...]

    def group(self, roll: int) -> HordeGroup:
        """The group that a D20 calls."""
        return next(group for group in self.groups if group.low <= roll <= group.high)

    def nest_order(self, roll: int) -> tuple[str, ...]:
        """The Nests in the order in which a group tries them after this D20."""
        tiles = tuple(nest.tile for nest in self.nests)
        first = next(i for i, nest in enumerate(self.nests) if nest.low <= roll <= nest.high)
        return tiles[first:] + tiles[:first]


@dataclass(frozen=True, slots=True, eq=False)
class Mission:
    """A mission (AVP-C.MIS.1 to AVP-C.MIS.6)."""

    id: str
    clause: str
    name: str
    rounds: int
    seats: tuple[tuple[Faction, ...], ...]
    """The factions that may meet, each combination in seat order."""
    solo: bool
    """The Marines may also play alone against the horde (AVP-C.SOLO.1)."""
    battle: bool
    """Armies built freely may play it too (AVP-C.ARMY.5)."""
    brief: str
    """What it is about, in a line."""
    text: str
    """Who wins how."""
    maps: tuple[MissionMap, ...]
    armies: Mapping[str, tuple[ArmyList, ...]]
    """The lists each faction of ``seats`` chooses among; none for a horde."""
    figures: Mapping[str, int]
    """Numbers of the victory conditions, e.g. "fires_to_win"."""
    horde: HordeTable | None
    source: str

    def on(self, map_id: str) -> MissionMap:
        """The mission's set-up on that map; KeyError where it is not played there."""
        for variant in self.maps:
            if variant.map == map_id:
                return variant
        raise KeyError(map_id)


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """All data of the game, by id."""

    weapons: Mapping[str, Weapon]
    units: Mapping[str, Unit]
    cards: Mapping[str, StrategyCard]
    environment: Mapping[str, EnvironmentCard]
    maps: Mapping[str, MapData]
    armies: Mapping[str, ArmyList]
    missions: Mapping[str, Mission]
    sizes: Mapping[str, int]
    """Points limit of each battle size (AVP-C.ARMY.1)."""
    percent: Mapping[str, int]
    """What share of that limit a faction spends (AVP-C.ARMY.1)."""

    def cards_of(self, faction: str) -> tuple[StrategyCard, ...]:
        """The different cards of a faction's deck; each is in it ``copies`` times."""
        return tuple(card for card in self.cards.values() if card.faction == faction)

    def budget(self, size: str, faction: str) -> int:
        """The points a faction may spend in a battle of that size (AVP-C.ARMY.1)."""
        return self.sizes[size] * self.percent[faction] // 100


@cache
def content() -> Content:
    """The game's own data; read on the first call, then kept."""
    return load_content(files("affray.games.avp") / "data")


def load_content(folder: Traversable | Path) -> Content:
    """Read and check the data files of a folder.

    Raises :class:`ContentError` at the first fault.
    """
    weapons = _weapons(_read(folder, "weapons.toml"))
    units = _units(_read(folder, "units.toml"), weapons)
    cards = _cards(_read(folder, "cards.toml"))
    environment = _environment(_read(folder, "environment.toml"))
    maps = _maps(_read(folder, "maps.toml"))
    book = _convert("armies.toml", "the file", None, _read(folder, "armies.toml"), _ArmiesFile)
    armies = _armies(book, units)
    missions = _missions(_read(folder, "missions.toml"), units, maps, armies)
    for army in armies.values():
        if army.mission is not None and army.mission not in missions:
            raise _fault("armies.toml", "army", army.id, f"mission '{army.mission}' is not in missions.toml")
    return Content(
        weapons=MappingProxyType(weapons),
        units=MappingProxyType(units),
        cards=MappingProxyType(cards),
        environment=MappingProxyType(environment),
        maps=MappingProxyType(maps),
        armies=MappingProxyType(armies),
        missions=MappingProxyType(missions),
        sizes=MappingProxyType(book.sizes),
        percent=MappingProxyType(book.percent),
    )


# --- The files as they are written -------------------------------------------------------------------------

_Table: TypeAlias = dict[str, Any]
_T = TypeVar("_T")


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key that it does not know is a fault."""


class _WeaponRow(_Row, frozen=True):
    name: str
    kind: Literal["ranged", "close"]
    strength: int
    rate: int
    source: str
    avv: int = 0
    flags: frozenset[Flag] = frozenset()


class _UnitRow(_Row, frozen=True):
    name: str
    faction: Faction
    kind: Kind
    base: Base
    st: int
    con: int
    wounds: int
    armour: int
    points: int
    box: int
    source: str
    like: str | None = None
    cc: int | None = None
    rs: int | None = None
    bracket: int | None = None
    move: int = 1
    weapons: tuple[str, ...] = ()
    skills: frozenset[Skill] = frozenset()
    heal: int = 0
    host: str | None = None
    marine_actions: bool = False
    first_aid: bool = False


class _CardRow(_Row, frozen=True):
    name: str
    faction: Faction
    reaction: bool
    copies: int
    text: str
    source: str


class _EnvironmentRow(_Row, frozen=True):
    name: str
    copies: int
    text: str
    source: str


class _MapRow(_Row, frozen=True):
    name: str
    source: str
    drawing: str
    rooms: dict[str, tuple[str, ...]] = {}


class _ArmyRow(_Row, frozen=True):
    name: str
    faction: Faction
    units: dict[str, int]
    source: str
    mission: str | None = None
    size: str | None = None


class _ArmiesFile(_Row, frozen=True):
    sizes: dict[str, int]
    percent: dict[str, int]
    army: dict[str, Any]


class _DeploymentRow(_Row, frozen=True):
    tiles: tuple[str, ...]
    pins: dict[str, tuple[str, ...]] = {}
    start: int | None = None
    per_round: int = 0


class _MissionMapRow(_Row, frozen=True):
    deploy: dict[Faction, _DeploymentRow]
    doors_removed: tuple[tuple[str, str], ...] = ()
    objectives: dict[str, tuple[str, ...]] = {}
    nests: tuple[str, ...] = ()


class _GroupRow(_Row, frozen=True):
    d20: tuple[int, int]
    units: dict[str, int]


class _NestRow(_Row, frozen=True):
    d20: tuple[int, int]
    tile: str


class _HordeRow(_Row, frozen=True):
    groups_per_round: int
    groups: tuple[_GroupRow, ...]
    nests: tuple[_NestRow, ...]


class _MissionRow(_Row, frozen=True):
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


def _fault(file: str, what: str, key: str | None, reason: str) -> ContentError:
    entry = what if key is None else f"{what} '{key}'"
    return ContentError(f"{file}: {entry}: {reason}")


def _read(folder: Traversable | Path, file: str) -> _Table:
    try:
        text = (folder / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(f"{file}: the data folder has no such file") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{file}: is not UTF-8 text: {error.reason} at byte {error.start}") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{file}: {error}") from None


def _convert(file: str, what: str, key: str | None, table: object, row: type[_T]) -> _T:
    """The table as the row type, or the fault with the key that does not fit."""
    try:
        return msgspec.convert(table, row)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).replace("`", "'").partition(" - at ")
        place = place.replace("'key' in ", "").strip("'").removeprefix("$").removeprefix(".")
        raise _fault(file, what, key, f"key '{place}': {reason}" if place else reason) from None


# --- Files to objects --------------------------------------------------------------------------------------


def _at_least(file: str, what: str, key: str, least: int, **values: int | None) -> None:
    for name, value in values.items():
        if value is not None and value < least:
            raise _fault(file, what, key, f"key '{name}': {value} is less than {least}")


def _weapons(table: _Table) -> dict[str, Weapon]:
    weapons = {}
    for key, entry in table.items():
        row = _convert("weapons.toml", "weapon", key, entry, _WeaponRow)
        _at_least("weapons.toml", "weapon", key, 0, strength=row.strength, avv=row.avv)
        _at_least("weapons.toml", "weapon", key, 1, rate=row.rate)
        ranged = row.kind == "ranged"
        for flag in sorted(row.flags):
            if (flag in _CLOSE_FLAGS) == ranged:
                raise _fault("weapons.toml", "weapon", key, f"flag '{flag}' is not for {row.kind} weapons")
        flags: dict[str, bool] = {flag: flag in row.flags for flag in FLAGS}
        weapons[key] = Weapon(
            id=key,
            name=row.name,
            ranged=ranged,
            strength=row.strength,
            rate=row.rate,
            avv=row.avv,
            flags=frozenset(row.flags),
            plain=not (flags["grenade"] or flags["flamethrower"] or flags["acid_spit"]),
            source=row.source,
            **flags,
        )
    return weapons


def _units(table: _Table, weapons: Mapping[str, Weapon]) -> dict[str, Unit]:
    units = {}
    for key, entry in table.items():
        row = _convert("units.toml", "unit", key, _with_model(key, entry, table), _UnitRow)
        _at_least("units.toml", "unit", key, 0, st=row.st, con=row.con, armour=row.armour)
        _at_least("units.toml", "unit", key, 0, move=row.move, heal=row.heal, points=row.points)
        _at_least("units.toml", "unit", key, 1, bracket=row.bracket)
        _at_least("units.toml", "unit", key, 0 if row.kind == "token" else 1, wounds=row.wounds)
        _at_least("units.toml", "unit", key, 1, cc=row.cc, rs=row.rs, box=row.box)
        skills: dict[str, bool] = {skill: skill in row.skills for skill in SKILLS}
        units[key] = Unit(
            id=key,
            name=row.name,
            faction=row.faction,
            kind=row.kind,
            base=row.base,
            size=SIZES[row.base],
            cc=row.cc,
            rs=row.rs,
            st=row.st,
            con=row.con,
            wounds=row.wounds,
            armour=row.armour,
            bracket=row.bracket,
            move=row.move,
            weapons=tuple(_weapon(key, row, name, weapons) for name in row.weapons),
            skills=frozenset(row.skills),
            heal=row.heal,
            points=row.points,
            box=row.box,
            box_of=row.like or key,
            host=row.host,
            marine_actions=row.marine_actions,
            first_aid=row.first_aid,
            source=row.source,
            **skills,
        )
    for unit in units.values():
        host = unit.host
        if host is not None and (host not in units or units[host].faction != "aliens"):
            raise _fault("units.toml", "unit", unit.id, f"host '{host}' is no Alien unit of units.toml")
    return units


def _with_model(key: str, entry: object, table: _Table) -> object:
    """The entry, completed by the unit that it is ``like``; a box of its own is not allowed then."""
    if not isinstance(entry, dict) or "like" not in entry:
        return entry
    like = entry["like"]
    model = table.get(like) if isinstance(like, str) else None
    if not isinstance(model, dict) or "like" in model:
        raise _fault("units.toml", "unit", key, f"key 'like': '{like}' is no unit with a full profile")
    if "box" in entry:
        raise _fault("units.toml", "unit", key, f"key 'box': it shares the box of '{like}'")
    return {**model, **entry}


def _weapon(key: str, unit: _UnitRow, name: str, weapons: Mapping[str, Weapon]) -> Weapon:
    if name not in weapons:
        raise _fault("units.toml", "unit", key, f"weapon '{name}' is not in weapons.toml")
    weapon = weapons[name]
    if (unit.rs if weapon.ranged else unit.cc) is None:
        skill = "rs" if weapon.ranged else "cc"
        raise _fault("units.toml", "unit", key, f"weapon '{name}' needs a key '{skill}'")
    return weapon


def _cards(table: _Table) -> dict[str, StrategyCard]:
    cards = {}
    for key, entry in table.items():
        row = _convert("cards.toml", "card", key, entry, _CardRow)
        _at_least("cards.toml", "card", key, 1, copies=row.copies)
        cards[key] = StrategyCard(key, row.name, row.faction, row.reaction, row.copies, row.text, row.source)
    return cards


def _environment(table: _Table) -> dict[str, EnvironmentCard]:
    cards = {}
    for key, entry in table.items():
        row = _convert("environment.toml", "card", key, entry, _EnvironmentRow)
        _at_least("environment.toml", "card", key, 1, copies=row.copies)
        cards[key] = EnvironmentCard(key, row.name, row.copies, row.text, row.source)
    return cards


def _maps(table: _Table) -> dict[str, MapData]:
    maps = {}
    for key, entry in table.items():
        row = _convert("maps.toml", "map", key, entry, _MapRow)
        lines = [line.rstrip() for line in row.drawing.rstrip().split("\n")]
        _check_drawing(key, lines)
        drawing = "\n".join(lines)
        tiles = _tiles(drawing)
        for room, names in row.rooms.items():
            for name in names:
                if name not in tiles:
                    raise _fault("maps.toml", "map", key, f"room '{room}': no tile '{name}' in the drawing")
        maps[key] = MapData(key, row.name, drawing, MappingProxyType(row.rooms), row.source)
    return maps


_TILES = frozenset(".hirRv")


def _check_drawing(key: str, lines: list[str]) -> None:
    """Every sign of a drawing must have a meaning at its place, and every edge needs two tiles."""
    if max(map(len, lines)) > 2 * 26:
        raise _fault("maps.toml", "map", key, "drawing: there are only 26 letters for the columns")
    if not _TILES & set("".join(lines[::2])):
        raise _fault("maps.toml", "map", key, "drawing: has no tiles")
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            if y % 2 == 0 and x % 2 == 0:
                good = sign in _TILES
            elif y % 2 == 0:
                good = sign in "=D" and _sign(lines, x - 1, y) in _TILES and _sign(lines, x + 1, y) in _TILES
            elif x % 2 == 0:
                good = sign in "|D" and _sign(lines, x, y - 1) in _TILES and _sign(lines, x, y + 1) in _TILES
            else:
                good = False
            if sign != " " and not good:
                raise _fault("maps.toml", "map", key, f"drawing, line {y + 1}, place {x + 1}: stray '{sign}'")


def _sign(lines: list[str], x: int, y: int) -> str:
    return lines[y][x] if 0 <= y < len(lines) and 0 <= x < len(lines[y]) else " "


def _tiles(drawing: str) -> frozenset[str]:
    """The names of the tiles of a drawing (AVP-C.MAP.1)."""
    return frozenset(
        f"{chr(ord('A') + x // 2)}{y // 2 + 1}"
        for y, line in enumerate(drawing.split("\n"))
        if y % 2 == 0
        for x, sign in enumerate(line)
        if x % 2 == 0 and sign in _TILES
    )


def _is_door(drawing: str, one: str, two: str) -> bool:
    """Whether a closed door is drawn between two tiles of the drawing."""
    (x1, y1), (x2, y2) = ((2 * (ord(name[0]) - ord("A")), 2 * (int(name[1:]) - 1)) for name in (one, two))
    between = _sign(drawing.split("\n"), (x1 + x2) // 2, (y1 + y2) // 2)
    return abs(x1 - x2) + abs(y1 - y2) == 2 and between == "D"


def _armies(book: _ArmiesFile, units: Mapping[str, Unit]) -> dict[str, ArmyList]:
    if set(book.percent) != set(FACTIONS):
        raise _fault("armies.toml", "table", "percent", "needs a key for each faction and no other")
    armies = {}
    for key, entry in book.army.items():
        row = _convert("armies.toml", "army", key, entry, _ArmyRow)
        if row.size is not None and row.size not in book.sizes:
            raise _fault("armies.toml", "army", key, f"key 'size': '{row.size}' is not one of [sizes]")
        _check_box("armies.toml", "army", key, row.units, row.faction, units)
        points = sum(units[unit].points * number for unit, number in row.units.items())
        if row.size is not None and points > book.sizes[row.size] * book.percent[row.faction] // 100:
            raise _fault("armies.toml", "army", key, f"{points} points are too many for a {row.size} battle")
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
        raise _fault(file, what, key, "has no units")
    taken: dict[str, int] = {}
    for name, number in numbers.items():
        unit = units.get(name)
        if unit is None:
            raise _fault(file, what, key, f"unit '{name}' is not in units.toml")
        if unit.faction != faction:
            raise _fault(file, what, key, f"unit '{name}' is one of the {unit.faction}, not of the {faction}")
        if unit.kind == "token":
            raise _fault(file, what, key, f"unit '{name}' is a token that no list counts")
        if number < 1:
            raise _fault(file, what, key, f"unit '{name}': {number} is less than 1")
        taken[unit.box_of] = models = taken.get(unit.box_of, 0) + number
        if models > unit.box:
            raise _fault(file, what, key, f"unit '{name}': {models} models, but the box has {unit.box}")


def _missions(
    table: _Table, units: Mapping[str, Unit], maps: Mapping[str, MapData], armies: Mapping[str, ArmyList]
) -> dict[str, Mission]:
    missions = {}
    for key, entry in table.items():
        row = _convert("missions.toml", "mission", key, entry, _MissionRow)
        _at_least("missions.toml", "mission", key, 1, rounds=row.rounds)
        _at_least("missions.toml", "mission", key, 1, seats=len(row.seats), map=len(row.map))
        for seats in row.seats:
            if not seats or seats != tuple(faction for faction in FACTIONS if faction in seats):
                raise _fault(
                    "missions.toml", "mission", key, f"key 'seats': {list(seats)} is not in seat order"
                )
        playing: list[Faction] = [name for name in FACTIONS if any(name in seats for seats in row.seats)]
        for faction in row.armies:
            if faction not in playing:
                raise _fault("missions.toml", "mission", key, f"armies: the {faction} have no seat")
        lists: dict[str, tuple[ArmyList, ...]] = {
            name: _lists(key, name, row.armies.get(name, ()), armies) for name in playing
        }
        variants = tuple(
            _mission_map(key, name, variant, lists, units, maps) for name, variant in row.map.items()
        )
        horde = None if row.horde is None else _horde(key, row.horde, variants, units)
        if row.solo and horde is None:
            raise _fault("missions.toml", "mission", key, "key 'solo': there is no horde to play against")
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
            raise _fault("missions.toml", "mission", key, f"army '{name}' is not in armies.toml")
        if army.faction != faction:
            raise _fault("missions.toml", "mission", key, f"army '{name}' is not one of the {faction}")
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
    row = _convert("missions.toml", what, name, entry, _MissionMapRow)
    if name not in maps:
        raise _fault("missions.toml", what, name, "is not in maps.toml")
    drawn = maps[name]
    tiles = _tiles(drawn.drawing)

    def places(use: str, names: Iterable[str]) -> tuple[str, ...]:
        """The tiles named, a room by its tiles."""
        found: list[str] = []
        for place in names:
            if place in drawn.rooms:
                found.extend(drawn.rooms[place])
            elif place in tiles:
                found.append(place)
            else:
                raise _fault("missions.toml", what, name, f"{use}: '{place}' is no tile or room of the map")
        return tuple(found)

    for one, two in row.doors_removed:
        if not {one, two} <= tiles or not _is_door(drawn.drawing, one, two):
            raise _fault("missions.toml", what, name, f"doors_removed: no door between '{one}' and '{two}'")
    nests = places("nests", row.nests)
    deploy: dict[str, Deployment] = {}
    for faction, place in row.deploy.items():
        use = f"deploy.{faction}"
        if faction not in lists:
            raise _fault("missions.toml", what, name, f"{use}: the {faction} have no seat")
        for unit in place.pins:
            if unit not in units or units[unit].faction != faction:
                raise _fault("missions.toml", what, name, f"{use}.pins: the {faction} have no unit '{unit}'")
        pins = {unit: places(f"{use}.pins", at) for unit, at in place.pins.items()}
        deploy[faction] = Deployment(
            tiles=places(use, place.tiles),
            pins=MappingProxyType(pins),
            start=place.start,
            per_round=place.per_round,
        )
        if place.start is not None and not nests:
            raise _fault("missions.toml", what, name, f"{use}: a reserve needs nests")
        for army in lists[faction]:
            _check_room(what, name, army, deploy[faction], units)
    for side, choices in lists.items():
        if choices and side not in deploy:
            raise _fault("missions.toml", what, name, f"deploy: the {side} have no deployment")
    objectives = {aim: places(f"objectives.{aim}", at) for aim, at in row.objectives.items()}
    return MissionMap(
        map=name,
        deploy=MappingProxyType(deploy),
        doors_removed=row.doors_removed,
        objectives=MappingProxyType(objectives),
        nests=nests,
    )


def _check_room(what: str, name: str, army: ArmyList, place: Deployment, units: Mapping[str, Unit]) -> None:
    """The tokens that must start on the board need capacity there (AVP-C.MIS.0)."""
    if place.start is not None:
        if not 0 < place.start <= army.count:
            raise _fault("missions.toml", what, name, f"start: army '{army.id}' has no {place.start} tokens")
        return
    size = sum(units[unit].size * number for unit, number in army.units if unit not in place.pins)
    if size > CAPACITY * len(place.tiles):
        raise _fault("missions.toml", what, name, f"army '{army.id}' does not fit its deployment tiles")


def _horde(
    key: str, row: _HordeRow, variants: tuple[MissionMap, ...], units: Mapping[str, Unit]
) -> HordeTable:
    file, what = "missions.toml", f"mission '{key}'"
    bands = {"groups": [group.d20 for group in row.groups], "nests": [nest.d20 for nest in row.nests]}
    for use, pairs in bands.items():
        faces = [face for low, high in pairs for face in range(low, high + 1)]
        if faces != list(range(1, 21)):
            raise _fault(file, what, None, f"horde.{use}: the bands do not cover 1 to 20 in order")
    for group in row.groups:
        _check_box(file, "horde of mission", key, group.units, "aliens", units)
    for variant in variants:
        for nest in row.nests:
            if nest.tile not in variant.nests:
                raise _fault(file, what, None, f"horde.nests: '{nest.tile}' is no Nest on '{variant.map}'")
    return HordeTable(
        groups_per_round=row.groups_per_round,
        groups=tuple(HordeGroup(*group.d20, units=tuple(group.units.items())) for group in row.groups),
        nests=tuple(HordeNest(*nest.d20, tile=nest.tile) for nest in row.nests),
    )
