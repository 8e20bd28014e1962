"""Teams on the table: rosters from options, operatives from rosters, their names and weapons
(KILLTEAM-C.SET.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from affray.engine.datafiles import ContentError
from affray.engine.game import SetupError
from affray.engine.requests import Seat
from affray.games.killteam.content import Content, EquipmentPick, Member, Roster, Tactic, Team, armed
from affray.games.killteam.rosters import (
    RosterRow,
    Stock,
    make_roster,
    parse_roster,
    tactic_faults,
    validate_roster,
)
from affray.games.killteam.state import State, put

DEFAULT = "default"
"""The option that names a team's own roster."""


def team_of(s: State, seat: Seat) -> Team:
    """The kill team of a side."""
    return s.content.teams[s.options["teams"][seat]]


# -- rosters -------------------------------------------------------------------------------------------------


def read_roster(book: Content, team: str, value: Any, where: str) -> Roster:
    """The roster of an option: ``default``, the text of a roster file, or the table in one.

    Raises SetupError naming the option at `where` and the clause that forbids the roster.
    """
    if value == DEFAULT:
        return book.rosters[team]
    stock = Stock(book.teams, book.datacards, book.ploys, book.picks)
    try:
        if isinstance(value, str):
            roster = parse_roster(value, stock)
        elif isinstance(value, Mapping):
            row = msgspec.convert(dict(value), RosterRow)
            roster = make_roster("roster", row.name, row.team or team, row, stock)
        else:
            raise SetupError(f"{where}: must be '{DEFAULT}', the text of a roster or a table")
    except (ContentError, msgspec.ValidationError) as error:
        raise SetupError(f"{where}: {error}") from None
    if roster.team.id != team:
        raise SetupError(f"{where}: the roster is one of the {roster.team.name}, the seat plays {team}")
    for clause, reason in validate_roster(roster):
        raise SetupError(f"{where}: {reason} ({clause})")
    return roster


def tactic_choices(roster: Roster) -> list[tuple[Tactic, ...]]:
    """Every choice of Chapter Tactics for a roster, that of the roster first; empty for teams that have
    none."""
    from itertools import permutations

    if not roster.tactics:
        return []
    every = permutations(roster.team.tactics, len(roster.tactics))
    return [roster.tactics, *(choice for choice in every if choice != roster.tactics)]


def tactics_fault(roster: Roster, tactics: Sequence[Tactic]) -> tuple[str, str] | None:
    """What is wrong with a choice of Chapter Tactics for a roster: clause and reason (KILLTEAM-C.AOD.2)."""
    faults = tactic_faults(roster.team, [member.card for member in roster.members], tactics)
    return faults[0] if faults else None


# -- operatives ----------------------------------------------------------------------------------------------


def labels(letter: str, members: Sequence[Member]) -> list[str]:
    """Names in notation: the side's letter and the datacard, numbered where there are several of it."""
    total = Counter(member.card.key for member in members)
    seen: Counter[str] = Counter()
    found = []
    for member in members:
        key = member.card.key
        seen[key] += 1
        number = str(seen[key]) if total[key] > 1 else ""
        found.append(f"{letter}.{key.lower()}{number}")
    return found


def add_operative(s: State, seat: Seat, member: Member, name: str) -> int:
    """A new operative, not yet set up: unhurt, on Conceal, expended (KILLTEAM-C.TURN.10). Returns its
    index."""
    who = len(s.names)
    mine = (*s.members[seat], who)
    s.members = (s.members[0], mine) if seat else (mine, s.members[1])
    s.names = (*s.names, name)
    s.side = (*s.side, seat)
    s.card = (*s.card, member.card)
    s.weapons = (*s.weapons, armed(member, s.picks[seat]))
    s.x.append(0)
    s.y.append(0)
    s.z.append(0)
    s.on.append(False)
    s.dead.append(False)
    s.counted.append(False)
    s.wounds.append(member.card.wounds)
    s.engage.append(False)
    s.ready.append(False)
    s.marks.append(frozenset())
    return who


def muster(s: State, letters: Sequence[str]) -> None:
    """Add the operatives of both rosters, those of the first seat first."""
    for seat, roster in enumerate(s.rosters):
        assert roster is not None
        for member, name in zip(roster.members, labels(letters[seat], roster.members), strict=True):
            add_operative(s, seat, member, name)
        s.starts = put(s.starts, seat, roster.kill_size)


def arm(s: State, seat: Seat, members: Sequence[Member]) -> None:
    """Give the operatives of a side the weapons that its equipment adds and changes."""
    weapons = list(s.weapons)
    for who, member in zip(s.members[seat], members, strict=True):
        weapons[who] = armed(member, s.picks[seat])
    s.weapons = tuple(weapons)


def pick_of(s: State, seat: Seat, item: str) -> EquipmentPick | None:
    """How a side picked an item of equipment; None: it did not."""
    return next((pick for pick in s.picks[seat] if pick.equipment.id == item), None)
