"""Reading weapons: rows of data files to :class:`Weapon` objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import msgspec

from affray.engine.datafiles import Row, at_least, convert, entries, fault, from_to
from affray.games.killteam.ids import RULE_NAMES, HeavyKind, RuleName
from affray.games.killteam.lengths import Inches, length_or_none
from affray.games.killteam.weapons import Weapon, WeaponRule

_WEAPON = "weapon"
_RANGED_ONLY = frozenset(
    {"blast", "detonate", "explosive", "first_shoot", "heavy", "hot", "limited", "piercing", "piercing_crits",
     "range", "saturate", "seek", "seek_light", "silent", "torrent"}
)  # fmt: skip
_MELEE_ONLY = frozenset({"shock"})
_DISTANCES = ("blast", "devastating_range", "range", "torrent")


class _RulesRow(Row, frozen=True):
    """The rules of a weapon as written; distances in inches."""

    accurate: int = 0
    balanced: bool = False
    blast: Inches | None = None
    brutal: bool = False
    ceaseless: bool = False
    detonate: bool = False
    devastating: int = 0
    devastating_range: Inches | None = None
    explosive: bool = False
    first_shoot: bool = False
    heavy: HeavyKind | None = None
    hot: bool = False
    lethal: int | None = None
    limited: int = 0
    piercing: int = 0
    piercing_crits: int = 0
    poison: bool = False
    psychic: bool = False
    punishing: bool = False
    range: Inches | None = None
    relentless: bool = False
    rending: bool = False
    saturate: bool = False
    seek: bool = False
    seek_light: bool = False
    severe: bool = False
    shock: bool = False
    silent: bool = False
    stun: bool = False
    torrent: Inches | None = None
    toxic: bool = False


class _ProfileRow(Row, frozen=True):
    profile: str
    damage: tuple[int, int]
    atk: int | None = None
    hit: int | None = None
    rules: dict[str, Any] = {}


class _WeaponRow(Row, frozen=True):
    name: str
    kind: Literal["ranged", "melee"]
    atk: int | None = None
    hit: int | None = None
    damage: tuple[int, int] | None = None
    rules: dict[str, Any] = {}
    profiles: tuple[_ProfileRow, ...] = ()
    repeat_cost: int = 0
    equipment: bool = False
    source: str | None = None


class Armoury:
    """The weapons read so far, by the id of the group: each with its profiles."""

    __slots__ = ("_written", "groups")

    def __init__(self) -> None:
        self.groups: dict[str, tuple[Weapon, ...]] = {}
        self._written: dict[Weapon, dict[str, Any]] = {}

    def read(
        self, file: str, table: Mapping[str, Any], owner: str, source: str, *, synthetic: bool = False
    ) -> None:
        """Add the weapons of a file: `owner` begins their ids, `source` stands where they name none."""
        for key, entry in entries(file, table, _WEAPON, dict[str, Any]).items():
            row = convert(file, _WEAPON, key, entry, _WeaponRow)
            profiles = row.profiles or (_plain_profile(file, key, row),)
            if row.profiles and row.damage is not None:
                raise fault(file, _WEAPON, key, "key 'damage': stands beside 'profiles'")
            names = [each.profile for each in profiles]
            if len(set(names)) != len(names):
                raise fault(file, _WEAPON, key, "key 'profiles': one name stands twice")
            group = f"{owner}.{key}"
            self.groups[group] = tuple(
                self._profile(file, key, group, row, each, row.source or source, synthetic)
                for each in profiles
            )

    def _profile(
        self,
        file: str,
        key: str,
        group: str,
        row: _WeaponRow,
        each: _ProfileRow,
        source: str,
        synthetic: bool,
    ) -> Weapon:
        atk = row.atk if each.atk is None else each.atk
        hit = row.hit if each.hit is None else each.hit
        if atk is None or hit is None:
            raise fault(file, _WEAPON, key, f"needs a key '{'atk' if atk is None else 'hit'}'")
        at_least(file, _WEAPON, key, 1, atk=atk)
        at_least(file, _WEAPON, key, 0, damage=min(each.damage), repeat_cost=row.repeat_cost)
        from_to(file, _WEAPON, key, 2, 6, hit=hit)
        written = row.rules | each.rules
        weapon = Weapon(
            id=f"{group}.{each.profile}" if each.profile else group,
            group=group,
            name=row.name,
            profile=each.profile,
            ranged=row.kind == "ranged",
            atk=atk,
            hit=hit,
            normal=each.damage[0],
            critical=each.damage[1],
            equipment=row.equipment,
            synthetic=synthetic,
            bolt="bolt" in row.name,
            repeat_cost=row.repeat_cost,
            source=source,
            **_traits(file, key, written, ranged=row.kind == "ranged"),
        )
        self._written[weapon] = written
        return weapon

    def changed(
        self, file: str, item: str, weapon: Weapon, add: Mapping[str, Any], drop: frozenset[RuleName]
    ) -> Weapon:
        """A better version of a weapon, made by an item of equipment; its id says so."""
        written = {name: value for name, value in self._written[weapon].items() if name not in drop}
        traits = _traits(file, weapon.id, written | dict(add), ranged=weapon.ranged)
        better = replace(weapon, id=f"{weapon.id}+{item}", **traits)
        self._written[better] = written
        return better


def _plain_profile(file: str, key: str, row: _WeaponRow) -> _ProfileRow:
    if row.damage is None:
        raise fault(file, _WEAPON, key, "needs a key 'damage' or 'profiles'")
    return _ProfileRow("", row.damage)


def _traits(file: str, key: str, written: Mapping[str, Any], *, ranged: bool) -> dict[str, Any]:
    """The rules as they are written, checked, as the attributes of a weapon."""
    what = "rules of weapon"
    row = convert(file, what, key, written, _RulesRow)
    from_to(file, what, key, 0, 2, accurate=row.accurate)
    from_to(file, what, key, 2, 5, lethal=row.lethal)
    at_least(file, what, key, 0, devastating=row.devastating, limited=row.limited)
    at_least(file, what, key, 0, piercing=row.piercing, piercing_crits=row.piercing_crits)
    if row.devastating_range is not None and not row.devastating:
        raise fault(file, what, key, "key 'devastating_range': needs a key 'devastating'")
    traits = msgspec.structs.asdict(row)
    for name in _DISTANCES:
        traits[name] = length_or_none(file, what, key, name, traits[name])
    rules = tuple(rule for name in RULE_NAMES if (rule := _rule(name, traits)) is not None)
    for rule in rules:
        if rule.name in (_MELEE_ONLY if ranged else _RANGED_ONLY):
            raise fault(
                file, what, key, f"'{rule.name}' is not for {'ranged' if ranged else 'melee'} weapons"
            )
    return traits | {"rules": rules, "lethal": row.lethal or 6}


def _rule(name: RuleName, traits: Mapping[str, Any]) -> WeaponRule | None:
    """The rule of that name, None if the weapon lacks it."""
    value = traits[name]
    if name in _DISTANCES:
        return None if value is None else WeaponRule(name, reach=value)
    if not value:
        return None
    if name == "heavy":
        return WeaponRule(name, heavy=value)
    if name == "devastating":
        return WeaponRule(name, x=value, reach=traits["devastating_range"])
    return WeaponRule(name) if value is True else WeaponRule(name, x=value)
