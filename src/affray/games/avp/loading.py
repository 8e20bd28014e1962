"""Reading and checking the game's data: weapons, units, cards and maps; armies and missions stand in
`loading_missions`. Nothing is read on import; each fault is a `ContentError` that names file, entry and
key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from affray.engine.datafiles import Folder, Row, Table, at_least, convert, fault, read
from affray.games.avp.content import (
    FLAGS,
    SIZES,
    SKILLS,
    Base,
    Content,
    EnvironmentCard,
    Faction,
    Flag,
    Kind,
    MapData,
    Skill,
    StrategyCard,
    Unit,
    Weapon,
)
from affray.games.avp.drawing import DrawingError, read_drawing
from affray.games.avp.loading_missions import ArmiesFile, read_armies, read_missions

_CLOSE_FLAGS = frozenset({"surge", "facehug", "disc"})


@cache
def content() -> Content:
    """The game's own data; read on the first call, then kept."""
    return load_content(files("affray.games.avp") / "data")


def load_content(folder: Folder) -> Content:
    """Read and check the data files of a folder.

    Raises :class:`ContentError` at the first fault.
    """
    weapons = _weapons(read(folder, "weapons.toml"))
    units = _units(read(folder, "units.toml"), weapons)
    cards = _cards(read(folder, "cards.toml"))
    environment = _environment(read(folder, "environment.toml"))
    maps = _maps(read(folder, "maps.toml"))
    book = convert("armies.toml", "the file", None, read(folder, "armies.toml"), ArmiesFile)
    armies = read_armies(book, units)
    missions = read_missions(read(folder, "missions.toml"), units, maps, armies)
    for army in armies.values():
        if army.mission is not None and army.mission not in missions:
            raise fault("armies.toml", "army", army.id, f"mission '{army.mission}' is not in missions.toml")
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


class _WeaponRow(Row, frozen=True):
    name: str
    kind: Literal["ranged", "close"]
    strength: int
    rate: int
    source: str
    avv: int = 0
    flags: frozenset[Flag] = frozenset()
    under: str | None = None


class _UnitRow(Row, frozen=True):
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


class _CardRow(Row, frozen=True):
    name: str
    faction: Faction
    reaction: bool
    copies: int
    text: str
    source: str


class _EnvironmentRow(Row, frozen=True):
    name: str
    copies: int
    text: str
    source: str


class _MapRow(Row, frozen=True):
    name: str
    source: str
    drawing: str
    rooms: dict[str, tuple[str, ...]] = {}


# --- Files to objects --------------------------------------------------------------------------------------


def _weapons(table: Table) -> dict[str, Weapon]:
    weapons = {}
    for key, entry in table.items():
        row = convert("weapons.toml", "weapon", key, entry, _WeaponRow)
        at_least("weapons.toml", "weapon", key, 0, strength=row.strength, avv=row.avv)
        at_least("weapons.toml", "weapon", key, 1, rate=row.rate)
        ranged = row.kind == "ranged"
        for flag in sorted(row.flags):
            if (flag in _CLOSE_FLAGS) == ranged:
                raise fault("weapons.toml", "weapon", key, f"flag '{flag}' is not for {row.kind} weapons")
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
            under=row.under,
            source=row.source,
            **flags,
        )
    for weapon in weapons.values():
        if weapon.under is not None and (weapon.under not in weapons or not weapons[weapon.under].grenade):
            reason = f"key 'under': '{weapon.under}' is no grenade launcher of weapons.toml"
            raise fault("weapons.toml", "weapon", weapon.id, reason)
    return weapons


def _units(table: Table, weapons: Mapping[str, Weapon]) -> dict[str, Unit]:
    units = {}
    for key, entry in table.items():
        row = convert("units.toml", "unit", key, _with_model(key, entry, table), _UnitRow)
        at_least("units.toml", "unit", key, 0, st=row.st, con=row.con, armour=row.armour)
        at_least("units.toml", "unit", key, 0, move=row.move, heal=row.heal, points=row.points)
        at_least("units.toml", "unit", key, 1, bracket=row.bracket)
        at_least("units.toml", "unit", key, 0 if row.kind == "token" else 1, wounds=row.wounds)
        at_least("units.toml", "unit", key, 1, cc=row.cc, rs=row.rs, box=row.box)
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
            raise fault("units.toml", "unit", unit.id, f"host '{host}' is no Alien unit of units.toml")
    return units


def _with_model(key: str, entry: object, table: Table) -> object:
    """The entry, completed by the unit that it is ``like``; a box of its own is not allowed then."""
    if not isinstance(entry, dict) or "like" not in entry:
        return entry
    like = entry["like"]
    model = table.get(like) if isinstance(like, str) else None
    if not isinstance(model, dict) or "like" in model:
        raise fault("units.toml", "unit", key, f"key 'like': '{like}' is no unit with a full profile")
    if "box" in entry:
        raise fault("units.toml", "unit", key, f"key 'box': it shares the box of '{like}'")
    return {**model, **entry}


def _weapon(key: str, unit: _UnitRow, name: str, weapons: Mapping[str, Weapon]) -> Weapon:
    if name not in weapons:
        raise fault("units.toml", "unit", key, f"weapon '{name}' is not in weapons.toml")
    weapon = weapons[name]
    if (unit.rs if weapon.ranged else unit.cc) is None:
        skill = "rs" if weapon.ranged else "cc"
        raise fault("units.toml", "unit", key, f"weapon '{name}' needs a key '{skill}'")
    return weapon


def _cards(table: Table) -> dict[str, StrategyCard]:
    cards = {}
    for key, entry in table.items():
        row = convert("cards.toml", "card", key, entry, _CardRow)
        at_least("cards.toml", "card", key, 1, copies=row.copies)
        cards[key] = StrategyCard(key, row.name, row.faction, row.reaction, row.copies, row.text, row.source)
    return cards


def _environment(table: Table) -> dict[str, EnvironmentCard]:
    cards = {}
    for key, entry in table.items():
        row = convert("environment.toml", "card", key, entry, _EnvironmentRow)
        at_least("environment.toml", "card", key, 1, copies=row.copies)
        cards[key] = EnvironmentCard(key, row.name, row.copies, row.text, row.source)
    return cards


def _maps(table: Table) -> dict[str, MapData]:
    maps = {}
    for key, entry in table.items():
        row = convert("maps.toml", "map", key, entry, _MapRow)
        drawing = "\n".join(line.rstrip() for line in row.drawing.rstrip().split("\n"))
        try:
            tiles = read_drawing(drawing).names
        except DrawingError as error:
            raise fault("maps.toml", "map", key, str(error)) from None
        for room, names in row.rooms.items():
            for name in names:
                if name not in tiles:
                    raise fault("maps.toml", "map", key, f"room '{room}': no tile '{name}' in the drawing")
        maps[key] = MapData(key, row.name, drawing, MappingProxyType(row.rooms), row.source)
    return maps
