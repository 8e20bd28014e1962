"""What people call sides, drop zones, markers, rules and items: in options, in the log and in refusals.

Notation has its own words for them (`names`).
"""

from __future__ import annotations

from collections.abc import Iterable

from affray.games.killteam.content import EquipmentPick
from affray.games.killteam.names import OBJECTIVES, team_names
from affray.games.killteam.state import State

OPS = {"crit": "the crit op", "tac": "the tac op", "kill": "the kill op"}
"""The kinds of operations, which score VP and can be one's primary."""


def zone_title(zone: str) -> str:
    """A drop zone."""
    return f"{zone} drop zone"


def objective_title(objective: int) -> str:
    """An objective marker by its number."""
    return f"the {OBJECTIVES[objective]} objective"


def marker_title(s: State, marker: int) -> str:
    """A marker; of those of its kind it is told apart by number, where there are more."""
    kind = s.markers[marker].kind
    if kind == "objective":
        return objective_title(marker)
    same = [index for index, other in enumerate(s.markers) if other.kind == kind]
    number = f" {same.index(marker) + 1}" if len(same) > 1 else ""
    return f"the {kind_title(kind)}{number}"


def kind_title(kind: str) -> str:
    """A marker of a kind."""
    return f"{kind.replace('_', ' ')} marker"


def marker_notes(s: State, marker: int) -> str:
    """What has been done to a marker, and by whom, in brackets; empty: nothing."""
    notes = sorted(_note(s, note) for note in s.markers[marker].notes)
    return f" ({', '.join(notes)})" if notes else ""


def _note(s: State, note: str) -> str:
    """A note of a marker: what, and the side; how long it stays is for the rules alone."""
    what, *sides = (word for word in note.split(":") if word not in _SPANS)
    return f"{what}: {team_names(s)[int(sides[0])]}" if sides else what


_SPANS = ("tp", "ready")
"""How long notes of markers stay that do not stay for good (`upkeep`)."""


def rule_title(s: State, id: str) -> str:
    """A ploy, ability, item or order by its id; a rule of weapons is called by its id."""
    book = s.content
    base = id.partition(":")[0]
    for kind in (book.ploys, book.abilities, book.equipment):
        if base in kind:
            return str(kind[base].name)
    orders = (order for team in book.teams.values() for order in team.orders)
    return next((order.name for order in orders if order.id == base), base.replace("_", " "))


def rule_titles(s: State, ids: Iterable[str]) -> str:
    """Several of them in a row."""
    return ", ".join(rule_title(s, id) for id in ids)


def pick_title(pick: EquipmentPick) -> str:
    """An item as picked, with the mix of its uses."""
    return pick.equipment.name + (f" ({', '.join(pick.mix)})" if pick.mix else "")


def tactic_titles(s: State, ids: Iterable[str]) -> str:
    """Chapter Tactics by their ids (KILLTEAM-C.AOD.2)."""
    named: dict[str, str] = {
        tactic.id: tactic.name for team in s.content.teams.values() for tactic in team.tactics
    }
    return " and ".join(named[id] for id in ids)


def card_title(card: str) -> str:
    """An initiative card (KILLTEAM-C.TURN.3)."""
    return "the Re-roll card" if card == "reroll" else f"the card {card}"
