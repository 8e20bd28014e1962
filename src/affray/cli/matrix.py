"""``affray odds GAME --matrix``: every weapon against every operative."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from affray.cli.faults import OK, BadInput
from affray.cli.screen import Screen, style_of, to_ascii
from affray.games.killteam.content import Datacard, Team
from affray.games.killteam.loading import content
from affray.games.killteam.matrix import Entry, Row, rows

CELL = 9
"""Columns of a cell with its blank."""
LABELS = 34
"""Columns for operative and weapon."""
LIKELY = 0.5
"""From this chance of a kill on a cell stands out."""
SCENE = (
    "One Shoot or Fight on open ground, both unhurt, no ploys, equipment, Chapter Tactics or orders. "
    "Each cell: expected wounds lost and the chance of a kill, in percent."
)


def matrix(game_id: str, names: Sequence[str], as_json: bool) -> int:
    """Work the matrix out and show it; returns the exit code."""
    if game_id != "killteam":
        raise BadInput(f"--matrix: {game_id} has none, only killteam has")
    found = pairs(names)
    if as_json:
        print(json.dumps([each for pair in found for each in _plain(*pair)], indent=2, ensure_ascii=False))
        return OK
    screen = Screen()
    for team, against in found:
        _show(screen, team, against)
    return OK


def pairs(names: Sequence[str]) -> list[tuple[Team, Team]]:
    """Attackers and defenders: the first team against the second, one against all others, or all against
    all."""
    teams = content().teams
    for name in names:
        if name not in teams:
            raise BadInput(f"--team {name}: there is no such team; there are {', '.join(teams)}")
    if len(names) > 2:
        raise BadInput("--team: give at most two, attackers and defenders")
    if len(names) == 2:
        return [(teams[names[0]], teams[names[1]])]
    attackers = [teams[name] for name in names] or list(teams.values())
    return [(a, b) for a in attackers for b in teams.values() if a is not b]


def _plain(team: Team, against: Team) -> Iterator[dict[str, Any]]:
    """The entries of a pair for programs; those of attacks that are not possible are left out."""
    for row in rows(team, against):
        for defender, entry in zip(against.datacards, row.entries, strict=True):
            if entry is None:
                continue
            yield {
                "attacker": row.attacker.key,
                "weapon": row.weapon.id,
                "defender": defender.key,
                "damage": str(entry.damage),
                "kill": str(entry.kill),
                "lost": str(entry.lost),
                "values": [float(entry.damage), float(entry.kill), float(entry.lost)],
                "exact": entry.exact,
                "policy": entry.policy,
            }


def _show(screen: Screen, team: Team, against: Team) -> None:
    """Tables of a pair; the columns are shared out where they do not fit."""
    screen.say(f"{team.name} attack {against.name}", "head")
    screen.say(SCENE, "quiet")
    found = [row for row in rows(team, against) if any(entry is not None for entry in row.entries)]
    cards = against.datacards
    most = max(1, (screen.width - LABELS) // CELL)
    each = -(-len(cards) // -(-len(cards) // most))
    for start in range(0, len(cards), each):
        screen.console.print(_table(screen, found, cards[start : start + each], start))
    policies = {entry.policy for row in found for entry in row.entries if entry is not None}
    exact = all(entry.exact for row in found for entry in row.entries if entry is not None)
    how = "exact" if exact else "some simulated"
    screen.say(f"{how}; {'; '.join(sorted(policies))}", "quiet")
    screen.say("; ".join(f"{card.key} {card.name}" for card in cards), "quiet")


def _table(screen: Screen, found: Sequence[Row], cards: Sequence[Datacard], start: int) -> Table:
    table = Table(box=box.ASCII if screen.ascii else box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("operative", no_wrap=True)
    table.add_column("weapon", max_width=LABELS - 12)
    for card in cards:
        table.add_column(card.key, justify="right", no_wrap=True)
    last = None
    for row in found:
        cells = [_cell(entry) for entry in row.entries[start : start + len(cards)]]
        name = "" if row.attacker is last else row.attacker.key
        title = to_ascii(row.weapon.title) if screen.ascii else row.weapon.title
        table.add_row(Text(name, style_of("head")), title, *cells)
        last = row.attacker
    return table


def _whole_percent(p: Fraction) -> str:
    """A probability in whole percent, never rounded to certainty or impossibility."""
    if 0 < p < Fraction(1, 100):
        return "<1"
    return ">99" if Fraction(99, 100) < p < 1 else str(int(100 * p))


def _cell(entry: Entry | None) -> Text:
    """Expected damage and chance of a kill."""
    if entry is None:
        return Text("-", style_of("quiet"))
    kill = _whole_percent(entry.kill)
    style = "good" if entry.kill >= LIKELY else "" if entry.kill else "quiet"
    return Text(f"{float(entry.damage):.1f} {kill:>3}", style_of(style))
