"""Reading teams and equipment: datacards, abilities, ploys, tactics, orders and items."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from affray.engine.datafiles import Row, Table, at_least, convert, entries, fault, from_to, only
from affray.games.killteam.content import (
    HEIGHTS,
    SMALL_HEIGHT,
    Ability,
    Datacard,
    Equipment,
    EquipmentKind,
    EquipmentPick,
    Order,
    Ploy,
    Span,
    Tactic,
    Team,
)
from affray.games.killteam.ids import (
    AbilityId,
    Archetype,
    EquipmentId,
    OrderId,
    PloyId,
    RuleName,
    TacticId,
    TeamId,
)
from affray.games.killteam.lengths import Inches, length
from affray.games.killteam.loading_maps import flag_bits
from affray.games.killteam.loading_weapons import Armoury
from affray.games.killteam.weapons import Weapon

_T = TypeVar("_T")

HEADINGS = (
    "team", "weapon", "datacard", "ability", "tactic", "order", "ploy", "equipment", "action", "roster",
)  # fmt: skip
"""The headings of a team's file."""


class _FixedRow(Row, frozen=True):
    card: str
    count: int


class _TeamRow(Row, frozen=True):
    name: str
    clause: str
    brief: str
    archetypes: tuple[Archetype, ...]
    others: int
    source: str
    abilities: tuple[AbilityId, ...] = ()
    fixed: _FixedRow | None = None
    swaps: bool = False


class _DatacardRow(Row, frozen=True):
    name: str
    apl: int
    move: Inches
    save: int
    wounds: int
    base: int
    weapons: tuple[tuple[str | tuple[str, ...], ...], ...]
    leader: bool = False
    limit: int = 1
    half: bool = False
    small: bool = False
    abilities: tuple[AbilityId, ...] = ()


class _AbilityRow(Row, frozen=True):
    name: str
    clause: str
    text: str
    ap: int | None = None
    gambit: bool = False
    support: bool = False
    once: Span | None = None


class _TextRow(Row, frozen=True):
    name: str
    text: str


class _PloyRow(Row, frozen=True):
    name: str
    kind: Literal["strategy", "firefight"]
    clause: str
    text: str
    cost: int = 1
    unlimited: bool = False
    first_turn: int = 1
    support: bool = False


class _ChangesRow(Row, frozen=True):
    weapons: tuple[str, ...]
    add: dict[str, Any] = {}
    drop: frozenset[RuleName] = frozenset()


class _EquipmentRow(Row, frozen=True):
    name: str
    clause: str
    kind: EquipmentKind
    text: str
    pieces: int = 0
    size: tuple[Inches, Inches, Inches] | None = None
    flags: str = ""
    uses: int = 0
    per: Span | None = None
    mixes: tuple[tuple[str, ...], ...] = ()
    gives: tuple[str, ...] = ()
    excludes: frozenset[str] = frozenset()
    changes: _ChangesRow | None = None
    source: str | None = None


def team_source(file: str, table: Table) -> str:
    """Where the figures of a team come from, unless an entry says otherwise."""
    return convert(file, "table", "team", table.get("team", {}), _TeamRow).source


def read_team(file: str, id: TeamId, table: Table, armoury: Armoury) -> Team:
    """A team with all that is its own; its weapons must be in the armoury."""
    only(file, table, *HEADINGS)
    row = convert(file, "table", "team", table.get("team", {}), _TeamRow)
    abilities = read_abilities(file, table)
    cards = _datacards(file, id, table, row, abilities, armoury)
    at_least(file, "table", "team", 1, others=row.others, archetypes=len(row.archetypes))
    if not any(card.leader for card in cards.values()):
        raise fault(file, "table", "team", "has no leader among its datacards")
    if row.fixed is not None and row.fixed.card not in cards:
        raise fault(file, "table", "team", f"key 'fixed': there is no datacard '{row.fixed.card}'")
    if row.swaps and row.fixed is None:
        raise fault(file, "table", "team", "key 'swaps': needs a key 'fixed'")
    return Team(
        id=id,
        name=row.name,
        clause=row.clause,
        brief=row.brief,
        archetypes=row.archetypes,
        others=row.others,
        fixed=None if row.fixed is None else (row.fixed.card, row.fixed.count),
        swaps=row.swaps,
        datacards=tuple(cards.values()),
        ploys=tuple(read_ploys(file, id, table).values()),
        equipment=tuple(read_equipment(file, id, table, armoury, row.source, cards).values()),
        abilities=tuple(abilities.values()),
        tactics=_tactics(file, table),
        orders=_orders(file, table),
        source=row.source,
    )


def _datacards(
    file: str,
    team: TeamId,
    table: Table,
    row: _TeamRow,
    abilities: Mapping[AbilityId, Ability],
    armoury: Armoury,
) -> dict[str, Datacard]:
    cards: dict[str, Datacard] = {}
    for key, entry in entries(file, table, "datacard", dict[str, Any]).items():
        card = convert(file, "datacard", key, entry, _DatacardRow)
        at_least(file, "datacard", key, 1, apl=card.apl, wounds=card.wounds)
        at_least(file, "datacard", key, 0, limit=card.limit)
        from_to(file, "datacard", key, 2, 6, save=card.save)
        if card.base not in HEIGHTS:
            raise fault(file, "datacard", key, f"key 'base': no body stands on a base of {card.base} mm")
        for ability in card.abilities + row.abilities:
            if ability not in abilities:
                raise fault(file, "datacard", key, f"ability '{ability}' is not in the file")
        cards[key] = Datacard(
            key=key,
            team=team,
            name=card.name,
            apl=card.apl,
            move=length(file, "datacard", key, "move", card.move),
            save=card.save,
            wounds=card.wounds,
            base=card.base,
            radius=50 * card.base,
            height=SMALL_HEIGHT if card.small else HEIGHTS[card.base],
            leader=card.leader,
            limit=card.limit,
            halves=1 if card.half else 2,
            abilities=frozenset(card.abilities + row.abilities),
            loadouts=_loadouts(file, team, key, card, armoury),
        )
    return cards


def _loadouts(
    file: str, team: TeamId, key: str, card: _DatacardRow, armoury: Armoury
) -> tuple[tuple[Weapon, ...], ...]:
    """All sets of weapons that the alternatives of a datacard allow."""
    found: list[tuple[Weapon, ...]] = []
    for alternative in card.weapons:
        slots = [(slot,) if isinstance(slot, str) else slot for slot in alternative]
        for names in product(*slots):
            found.append(
                tuple(w for name in names for w in weapons_named(file, "datacard", key, team, name, armoury))
            )
    if not found or not all(found):
        raise fault(file, "datacard", key, "key 'weapons': a set of weapons is empty")
    return tuple(found)


def weapons_named(
    file: str, what: str, key: str, owner: str, name: str, armoury: Armoury
) -> tuple[Weapon, ...]:
    """All profiles of a weapon that an entry names, which its own file must have."""
    found = armoury.groups.get(f"{owner}.{name}")
    if found is None:
        raise fault(file, what, key, f"weapon '{name}' is not in the file")
    return found


def read_abilities(file: str, table: Table) -> dict[AbilityId, Ability]:
    """The abilities of a file."""
    found: dict[AbilityId, Ability] = {}
    for key, entry in entries(file, table, "ability", dict[AbilityId, Any]).items():
        row = convert(file, "ability", key, entry, _AbilityRow)
        at_least(file, "ability", key, 0, ap=row.ap)
        found[key] = Ability(key, row.name, row.clause, row.text, row.ap, row.gambit, row.support, row.once)
    return found


def read_ploys(file: str, team: TeamId | None, table: Table) -> dict[PloyId, Ploy]:
    """The ploys of a file."""
    found: dict[PloyId, Ploy] = {}
    for key, entry in entries(file, table, "ploy", dict[PloyId, Any]).items():
        row = convert(file, "ploy", key, entry, _PloyRow)
        at_least(file, "ploy", key, 0, cost=row.cost)
        at_least(file, "ploy", key, 1, first_turn=row.first_turn)
        found[key] = Ploy(
            id=key,
            name=row.name,
            team=team,
            clause=row.clause,
            strategy=row.kind == "strategy",
            cost=row.cost,
            unlimited=row.unlimited,
            first_turn=row.first_turn,
            support=row.support,
            text=row.text,
        )
    return found


def _tactics(file: str, table: Table) -> tuple[Tactic, ...]:
    rows = entries(file, table, "tactic", dict[TacticId, Any])
    found = {key: convert(file, "tactic", key, entry, _TextRow) for key, entry in rows.items()}
    return tuple(Tactic(key, row.name, row.text) for key, row in found.items())


def _orders(file: str, table: Table) -> tuple[Order, ...]:
    rows = entries(file, table, "order", dict[OrderId, Any])
    found = {key: convert(file, "order", key, entry, _TextRow) for key, entry in rows.items()}
    return tuple(Order(key, row.name, row.text) for key, row in found.items())


def read_equipment(
    file: str,
    team: TeamId | None,
    table: Table,
    armoury: Armoury,
    source: str,
    cards: Mapping[str, Datacard],
) -> dict[EquipmentId, Equipment]:
    """The items of a file; what they give and change must be weapons of it."""
    owner = team or COMMON
    found: dict[EquipmentId, Equipment] = {}
    for key, entry in entries(file, table, "equipment", dict[EquipmentId, Any]).items():
        row = convert(file, "equipment", key, entry, _EquipmentRow)
        _check_item(file, key, row, cards)
        found[key] = Equipment(
            id=key,
            name=row.name,
            team=team,
            clause=row.clause,
            kind=row.kind,
            pieces=row.pieces,
            size=_size(file, key, row.size),
            flags=flag_bits(file, "equipment", key, row.flags),
            uses=row.uses,
            per=row.per,
            mixes=row.mixes,
            gives=tuple(
                weapon
                for name in row.gives
                for weapon in weapons_named(file, "equipment", key, owner, name, armoury)
            ),
            excludes=row.excludes,
            changes=MappingProxyType(_changes(file, key, owner, row.changes, armoury)),
            text=row.text,
            source=row.source or source,
        )
    return found


COMMON = "all"
"""What stands before the dot in the ids of weapons that every team may have."""


def _check_item(file: str, key: str, row: _EquipmentRow, cards: Mapping[str, Datacard]) -> None:
    at_least(file, "equipment", key, 0, pieces=row.pieces, uses=row.uses)
    if (row.size is not None) != (row.kind == "terrain"):
        raise fault(file, "equipment", key, "key 'size': terrain has one, nothing else has")
    if (row.pieces > 0) != (row.kind in ("terrain", "ladder", "marker")):
        raise fault(file, "equipment", key, f"key 'pieces': {row.pieces} does not go with '{row.kind}'")
    if (row.uses > 0) != (row.per is not None):
        raise fault(file, "equipment", key, "keys 'uses' and 'per' go together")
    for mix in row.mixes:
        if len(mix) != row.uses:
            raise fault(file, "equipment", key, f"key 'mixes': {list(mix)} is not {row.uses} uses")
    for card in sorted(row.excludes):
        if card not in cards:
            raise fault(file, "equipment", key, f"key 'excludes': there is no datacard '{card}'")


def _size(file: str, key: str, size: tuple[Inches, Inches, Inches] | None) -> tuple[int, int, int] | None:
    if size is None:
        return None
    long, deep, high = (length(file, "equipment", key, "size", value) for value in size)
    at_least(file, "equipment", key, 1, size=min(long, deep, high))
    return long, deep, high


def _changes(
    file: str, key: str, owner: str, row: _ChangesRow | None, armoury: Armoury
) -> dict[Weapon, Weapon]:
    if row is None:
        return {}
    return {
        weapon: armoury.changed(file, key, weapon, row.add, row.drop)
        for name in row.weapons
        for weapon in weapons_named(file, "equipment", key, owner, name, armoury)
    }


def picks_of(item: Equipment) -> tuple[EquipmentPick, ...]:
    """Every way to pick an item."""
    if not item.mixes:
        return (EquipmentPick(item.id, item, ()),)
    return tuple(EquipmentPick(f"{item.id}:{'+'.join(mix)}", item, mix) for mix in item.mixes)
