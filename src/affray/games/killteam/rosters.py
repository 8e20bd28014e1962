"""Rosters: reading them, and what the rules say of them.

A roster in TOML, as in a team's file or in a file of one's own::

    team = "kom"                                          # only in a file of one's own
    name = "Da Sneaky Gits"
    operatives = [
        { card = "NOB", weapons = ["power_klaw"] },       # the weapons that tell the set of weapons
        { card = "BOY", count = 4 },
        "BRE",                                            # a datacard with one set of weapons
    ]
    tactics = ["sharpshooter", "hardy"]                   # Angels of Death
    free_ploys = ["take_cover"]                           # Death Korps, for a Trooper each
    equipment = ["harpoon", "explosive_grenades:frag+frag"]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from affray.engine.datafiles import ContentError, Row, convert, fault, parse
from affray.games.killteam.content import Datacard, EquipmentPick, Member, Ploy, Roster, Tactic, Team
from affray.games.killteam.weapons import Weapon

MOST_EQUIPMENT = 4
"""Items of equipment that a side picks at most (KILLTEAM-C.SET.3)."""

_SETTING_UP = "KILLTEAM-C.SET.3"
_TACTICS = "KILLTEAM-C.AOD.2"

Fault = tuple[str, str]
"""The clause that forbids a roster, and why."""


class _MemberRow(Row, frozen=True):
    card: str
    weapons: tuple[str, ...] = ()
    count: int = 1


class RosterRow(Row, frozen=True):
    """A roster as written."""

    name: str
    operatives: tuple[str | _MemberRow, ...]
    team: str | None = None
    tactics: tuple[str, ...] = ()
    free_ploys: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    source: str = "own"


class Stock(NamedTuple):
    """What rosters are made of."""

    teams: Mapping[str, Team]
    datacards: Mapping[str, Datacard]
    ploys: Mapping[str, Ploy]
    picks: Mapping[str, EquipmentPick]


def parse_roster(text: str, stock: Stock, name: str = "roster") -> Roster:
    """A roster from its text; `name` is what errors call the file, and its id.

    Raises :class:`ContentError` for what cannot be read: an unknown name, a choice of weapons left open.
    Whether the rules allow the roster says `validate_roster`.
    """
    row = convert(name, "the file", None, parse(name, text), RosterRow)
    if row.team is None:
        raise ContentError(f"{name}: the file: needs a key 'team'")
    return make_roster(name, name, row.team, row, stock)


def read_roster(path: Path, stock: Stock) -> Roster:
    """As `parse_roster`, from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8 text"
        raise ContentError(f"{path.name}: {reason}") from None
    return parse_roster(text, stock, path.name)


def make_roster(file: str, id: str, team_id: str, row: RosterRow, stock: Stock) -> Roster:
    """The roster of a row. Raises :class:`ContentError` for names that do not exist."""
    team = _named(file, id, "team", team_id, stock.teams)
    tactics: dict[str, Tactic] = {tactic.id: tactic for tactic in team.tactics}
    return Roster(
        id=id,
        name=row.name,
        team=team,
        members=tuple(_members(file, id, row.operatives, stock)),
        tactics=tuple(_named(file, id, "tactic", name, tactics) for name in row.tactics),
        free_ploys=tuple(_named(file, id, "ploy", name, stock.ploys) for name in row.free_ploys),
        equipment=tuple(_named(file, id, "equipment", name, stock.picks) for name in row.equipment),
        source=row.source,
    )


def _named(file: str, id: str, what: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise fault(file, "roster", id, f"there is no {what} '{name}'; known: {', '.join(known) or 'none'}")
    return known[name]


def _members(file: str, id: str, rows: Iterable[str | _MemberRow], stock: Stock) -> Iterable[Member]:
    for row in rows:
        if isinstance(row, str):
            row = _MemberRow(row)
        card: Datacard = _named(file, id, "datacard", row.card, stock.datacards)
        if row.count < 1:
            raise fault(file, "roster", id, f"{card.key}: key 'count': {row.count} is less than 1")
        weapons = _chosen(file, id, card, row.weapons)
        for _ in range(row.count):
            yield Member(card, weapons)


def _chosen(file: str, id: str, card: Datacard, names: Sequence[str]) -> tuple[Weapon, ...]:
    """The set of weapons that the names tell."""
    own = {weapon.group for loadout in card.loadouts for weapon in loadout}
    groups = [f"{card.team}.{name}" for name in names]
    for name, group in zip(names, groups):
        if group not in own:
            raise fault(file, "roster", id, f"{card.key} ({card.name}) cannot have the weapon '{name}'")
    loadout = card.loadout(groups)
    if loadout is None:
        sets = "; ".join(loadout_text(each) for each in card.loadouts)
        raise fault(file, "roster", id, f"{card.key}: the weapons do not name one set: {sets}")
    return loadout


def loadout_text(weapons: Sequence[Weapon]) -> str:
    """The names of the weapons of a set, each once."""
    return ", ".join(dict.fromkeys(weapon.name for weapon in weapons))


# --- What the rules say ------------------------------------------------------------------------------------


def validate_roster(roster: Roster) -> list[Fault]:
    """Everything that the rules forbid about a roster; empty if it may be played."""
    return [
        *operative_faults(roster.team, [member.card for member in roster.members], len(roster.free_ploys)),
        *_weapon_faults(roster),
        *tactic_faults(roster.team, [member.card for member in roster.members], roster.tactics),
        *free_ploy_faults(roster.team, roster.free_ploys),
        *equipment_faults(roster.team, roster.equipment),
    ]


def operative_faults(team: Team, cards: Sequence[Datacard], swapped: int = 0) -> list[Fault]:
    """What is wrong with the operatives of a team; `swapped` fixed ones are left out for a free ploy."""
    found: list[Fault] = []
    strangers = [card for card in cards if card.team != team.id]
    if strangers:
        return [(team.clause, f"{card.name} is not of the {team.name}") for card in dict.fromkeys(strangers)]
    leaders = sum(card.leader for card in cards)
    if leaders != 1:
        found.append((team.clause, f"needs one leader, has {leaders}"))
    fixed, count = team.fixed or ("", 0)
    standing = sum(card.key == fixed for card in cards)
    if team.fixed is not None and standing + (swapped if team.swaps else 0) != count:
        name = next(card.name for card in team.datacards if card.key == fixed)
        left = f", {swapped} left out for a free ploy" if swapped else ""
        found.append((team.clause, f"needs {count} of {name}, has {standing}{left}"))
    halves = sum(card.halves for card in cards if not card.leader and card.key != fixed)
    if halves != 2 * team.others:
        found.append((team.clause, f"needs {team.others} selections besides, has {_half_text(halves)}"))
    for card, number in Counter(cards).items():
        if card.limit and card.key != fixed and not card.leader and number > card.limit:
            found.append((team.clause, f"may have {card.limit} of {card.name}, has {number}"))
    return found


def _half_text(halves: int) -> str:
    return f"{halves // 2}½" if halves % 2 else str(halves // 2)


def _weapon_faults(roster: Roster) -> list[Fault]:
    return [
        (roster.team.clause, f"{member.card.name} cannot have {loadout_text(member.weapons) or 'no weapons'}")
        for member in roster.members
        if member.weapons not in member.card.loadouts
    ]


def tactic_faults(team: Team, cards: Sequence[Datacard], tactics: Sequence[Tactic]) -> list[Fault]:
    """What is wrong with the choice of Chapter Tactics: a primary, a secondary, one more with a veteran."""
    wanted = 0
    if team.tactics:
        wanted = 3 if any("chapter_veteran" in card.abilities for card in cards) else 2
    found: list[Fault] = []
    if len(tactics) != wanted:
        found.append((_TACTICS, f"needs {wanted} Chapter Tactics, has {len(tactics)}"))
    for tactic, number in Counter(tactics).items():
        if tactic not in team.tactics:
            found.append((_TACTICS, f"{tactic.name} is no tactic of the {team.name}"))
        elif number > 1:
            found.append((_TACTICS, f"has {tactic.name} {number} times"))
    return found


def free_ploy_faults(team: Team, ploys: Sequence[Ploy]) -> list[Fault]:
    """What is wrong with the ploys chosen to cost nothing: own ones, where operatives may be left out."""
    found: list[Fault] = []
    for ploy in ploys:
        if not team.swaps:
            found.append((team.clause, f"{ploy.name}: the {team.name} leave nobody out for a free ploy"))
        elif ploy not in team.ploys:
            found.append((team.clause, f"{ploy.name} is no ploy of the {team.name}"))
    return found


def equipment_faults(team: Team, picks: Sequence[EquipmentPick]) -> list[Fault]:
    """What is wrong with the items picked: at most four, none twice, none of another team."""
    found: list[Fault] = []
    if len(picks) > MOST_EQUIPMENT:
        found.append((_SETTING_UP, f"may have {MOST_EQUIPMENT} items of equipment, has {len(picks)}"))
    for item, number in Counter(pick.equipment for pick in picks).items():
        if item.team not in (None, team.id):
            found.append((_SETTING_UP, f"{item.name} is not for the {team.name}"))
        elif number > 1:
            found.append((_SETTING_UP, f"has {item.name} {number} times"))
    return found
